	s_load_dwordx2 s[0:1], s[0:1], 0x0
	v_lshl_or_b32 v3, s4, 9, v0
	v_mov_b32_e32 v4, 0
	v_lshlrev_b64 v[1:2], 2, v[3:4]
	v_or_b32_e32 v3, 0x100, v3
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v5, s1
	v_add_co_u32_e32 v1, vcc, s0, v1
	v_lshlrev_b64 v[3:4], 2, v[3:4]
	v_addc_co_u32_e32 v2, vcc, v5, v2, vcc
	v_add_co_u32_e32 v3, vcc, s0, v3
	v_addc_co_u32_e32 v4, vcc, v5, v4, vcc
	global_load_dword v5, v[1:2], off
	global_load_dword v6, v[3:4], off
	v_lshlrev_b32_e32 v7, 2, v0
	v_add_u32_e32 v8, v7, v7
	v_and_b32_e32 v9, 1, v0
	v_cmp_eq_u32_e64 s[0:1], 1, v9
	s_waitcnt vmcnt(0)
	ds_write2st64_b32 v7, v5, v6 offset1:4
	s_barrier
	ds_read2_b32 v[5:6], v8 offset1:1
	v_cmp_gt_i32_e32 vcc, v5, v6
	s_xor_b64 s[2:3], s[0:1], vcc
	s_and_saveexec_b64 s[0:1], s[2:3]
	ds_write2_b32 v8, v6, v5 offset1:1
	s_or_b64 exec, exec, s[0:1]
	v_lshlrev_b32_e32 v14, 1, v0
	v_sub_u32_e32 v10, v14, v9
	ds_read2_b32 v[5:6], v9 offset1:2
	v_and_b32_e32 v11, 4, v10
	v_cmp_ne_u32_e64 s[0:1], 0, v11
	s_xor_b64 s[0:1], s[0:1], vcc
	s_and_saveexec_b64 s[2:3], s[0:1]
	ds_write2_b32 v9, v6, v5 offset1:2
	v_sub_u32_e32 v12, v14, v5
	v_cmp_ne_u32_e64 s[0:1], 0, v13
	ds_read2st64_b32 v[5:6], v20 offset1:1
	v_and_b32_e32 v22, 0x80, v21
	ds_write2st64_b32 v20, v6, v5 offset1:1
	v_and_b32_e32 v22, 0x80, v19
	ds_read2st64_b32 v[5:6], v22 offset1:2
	global_store_dword v[1:2], v5, off
	global_store_dword v[3:4], v6, off
	s_endpgm
	v_lshl_or_b32 v4, s12, 9, v6
	v_or_b32_e32 v4, 0x100, v4
	s_trap 2
	v_cmp_eq_u32_e32 vcc, 1, v8
	ds_write_b32 v0, v7
	ds_write_b32 v0, v4
	v_add_u32_e32 v7, v0, v7
	v_cmp_gt_i32_e64 s[0:1], v4, v5
	ds_read_b32 v4, v0
	v_cmp_gt_i32_e32 vcc, v4, v4
	v_sub_u32_sdwa v5, v10, v6 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	s_setpc_b64 s[30:31]
	s_nop 0
	v_cmp_gt_u32_e32 vcc, v5, v6
	v_cmp_gt_u32_e64 s[0:1], v4, v5
	v_cmp_gt_u32_e32 vcc, v4, v4
	v_cmp_gt_f32_e32 vcc, v5, v6
	v_cmp_gt_f32_e64 s[0:1], v4, v5
	v_cmp_gt_f32_e32 vcc, v4, v4
	global_load_dwordx2 v[1:2], v[5:6], off
	global_load_dwordx2 v[3:4], v[7:8], off
	v_cmp_eq_u32_e64 s[0:1], 1, v11
	ds_write2st64_b64 v9, v[1:2], v[3:4] offset1:4
	ds_read2_b64 v[1:4], v10 offset1:1
	v_cmp_gt_i64_e32 vcc, v[1:2], v[3:4]
	ds_write2_b64 v10, v[3:4], v[1:2] offset1:1
	ds_read2_b64 v[1:4], v11 offset1:2
	ds_write2_b64 v11, v[3:4], v[1:2] offset1:2
	ds_read2st64_b64 v[1:4], v22 offset1:1
	ds_write2st64_b64 v22, v[3:4], v[1:2] offset1:1
	ds_read2st64_b64 v[1:4], v24 offset1:2
	v_cmp_gt_i64_e32 vcc, v[0:1], v[2:3]
	global_store_dwordx2 v[5:6], v[0:1], off
	global_store_dwordx2 v[7:8], v[2:3], off
	ds_write_b64 v0, v[9:10]
	ds_write_b64 v0, v[0:1]
	ds_read_b64 v[0:1], v0
	v_sub_u32_sdwa v2, v12, v8 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	global_load_ushort v7, v[1:2], off
	global_load_ushort v8, v[3:4], off
	ds_write_b16 v5, v7
	ds_write_b16 v5, v8 offset:512
	ds_read_b32 v8, v6
	v_cmp_eq_u32_e32 vcc, 1, v7
	v_cmp_gt_u16_sdwa s[0:1], v8, v8 src0_sel:DWORD src1_sel:WORD_1
	v_alignbit_b32 v8, v8, v8, 16
	ds_read_u16 v9, v7
	ds_read_u16 v10, v7 offset:4
	v_cmp_gt_u16_e32 vcc, v9, v10
	s_cbranch_execz 4
	v_cmp_ne_u32_e32 vcc, 0, v10
	v_cmp_gt_u16_sdwa s[0:1], v9, v9 src0_sel:DWORD src1_sel:WORD_1
	v_alignbit_b32 v9, v9, v9, 16
	v_cmp_gt_u16_e32 vcc, v11, v12
	v_cmp_ne_u32_e32 vcc, 0, v12
	global_store_short v[1:2], v0, off
	global_store_short v[3:4], v5, off
	s_or_b64 exec, exec, s[2:3]
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_load_dword s2, s[0:1], 0x10
	s_and_b32 s0, s2, 31
	v_lshrrev_b32_e32 v2, s2, v1
	v_bfe_u32 v5, v1, s0, 4
	v_bfe_u32 v1, v1, s0, 1
	v_ashrrev_i32_e32 v6, 31, v1
	v_xor_b32_e32 v1, vcc_lo, v1
	v_ashrrev_i32_e32 v7, 31, v3
	v_xor_b32_e32 v3, s0, v3
	v_mbcnt_lo_u32_b32 v1, v3, 0
	v_mbcnt_hi_u32_b32 v1, v4, v1
	v_bcnt_u32_b32 v3, v3, 0
	v_bcnt_u32_b32 v3, v4, v3
	ds_add_u32 v2, v3
	v_lshrrev_b32_e32 v4, v4, v0
	v_mbcnt_lo_u32_b32 v0, v1, 0
	v_mbcnt_hi_u32_b32 v0, v4, v0
	s_cbranch_execz 7
	ds_add_u32 v0, v1
