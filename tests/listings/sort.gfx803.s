	s_load_dwordx2 s[0:1], s[4:5], 0x0
	s_lshl_b32 s2, s6, 9
	v_or_b32_e32 v3, s2, v0
	v_mov_b32_e32 v4, 0
	v_lshlrev_b64 v[1:2], 2, v[3:4]
	v_or_b32_e32 v3, 0x100, v3
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v5, s1
	v_add_u32_e32 v1, vcc, s0, v1
	v_lshlrev_b64 v[3:4], 2, v[3:4]
	v_addc_u32_e32 v2, vcc, v5, v2, vcc
	v_add_u32_e32 v3, vcc, s0, v3
	v_addc_u32_e32 v4, vcc, v5, v4, vcc
	flat_load_dword v5, v[1:2]
	flat_load_dword v6, v[3:4]
	v_lshlrev_b32_e32 v7, 2, v0
	s_mov_b32 m0, -1
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
	v_sub_u32_e32 v10, vcc, v14, v9
	ds_read2_b32 v[5:6], v9 offset1:2
	v_and_b32_e32 v11, 4, v10
	v_cmp_ne_u32_e64 s[0:1], 0, v11
	s_xor_b64 s[0:1], s[0:1], vcc
	s_and_saveexec_b64 s[2:3], s[0:1]
	ds_write2_b32 v9, v6, v5 offset1:2
	v_sub_u32_e32 v12, vcc, v14, v5
	v_cmp_ne_u32_e64 s[0:1], 0, v13
	ds_read2st64_b32 v[5:6], v20 offset1:1
	v_and_b32_e32 v22, 0x80, v21
	ds_write2st64_b32 v20, v6, v5 offset1:1
	v_and_b32_e32 v22, 0x80, v19
	ds_read2st64_b32 v[5:6], v22 offset1:2
	flat_store_dword v[1:2], v5
	flat_store_dword v[3:4], v6
	s_endpgm
	s_lshl_b32 s4, s12, 9
	v_or_b32_e32 v4, s4, v6
	s_mov_b64 s[4:5], 0xc8
	s_load_dwordx2 s[6:7], s[4:5], 0x0
	v_or_b32_e32 v4, 0x100, v4
	s_mov_b64 s[0:1], s[6:7]
	s_trap 2
	v_cmp_eq_u32_e64 s[4:5], 1, v8
	ds_write_b32 v0, v7
	ds_write_b32 v0, v4
	v_cmp_gt_i32_e32 vcc, v4, v5
	s_or_b64 exec, exec, s[4:5]
	ds_read_b32 v4, v0
	s_setpc_b64 s[30:31]
	s_nop 0
	v_cmp_gt_u32_e32 vcc, v5, v6
	v_cmp_gt_u32_e32 vcc, v4, v5
	v_cmp_gt_f32_e32 vcc, v5, v6
	v_cmp_gt_f32_e32 vcc, v4, v5
	flat_load_dwordx2 v[1:2], v[5:6]
	flat_load_dwordx2 v[3:4], v[7:8]
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
	flat_store_dwordx2 v[5:6], v[0:1]
	flat_store_dwordx2 v[7:8], v[2:3]
	ds_write_b64 v0, v[9:10]
	ds_write_b64 v0, v[0:1]
	ds_read_b64 v[0:1], v0
	flat_load_ushort v7, v[1:2]
	flat_load_ushort v8, v[3:4]
	ds_write_b16 v5, v7
	ds_write_b16 v5, v8 offset:512
	ds_read_u16 v8, v6
	ds_read_u16 v9, v6 offset:2
	v_cmp_gt_u16_e32 vcc, v8, v9
	s_cbranch_execz 4
	v_cmp_gt_u16_e32 vcc, v9, v10
	flat_store_short v[1:2], v0
	flat_store_short v[3:4], v5
	s_cbranch_execz 5
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_load_dword s0, s[4:5], 0x10
	s_and_b32 s1, s0, 31
	v_lshrrev_b32_e32 v2, s0, v1
	v_bfe_u32 v5, v1, s1, 4
	v_bfe_u32 v1, v1, s1, 1
	v_cmp_eq_u32_e32 vcc, 1, v1
	v_add_u32_e64 v1, s[0:1], -1, v1
	v_add_u32_e64 v3, s[2:3], -1, v3
	v_ashrrev_i32_e32 v6, 31, v1
	v_xor_b32_e32 v1, vcc_lo, v1
	v_ashrrev_i32_e32 v7, 31, v3
	v_xor_b32_e32 v3, s0, v3
	v_mbcnt_lo_u32_b32 v1, v3, 0
	v_mbcnt_hi_u32_b32 v1, v4, v1
	v_cmp_eq_u32_e32 vcc, 0, v1
	v_bcnt_u32_b32 v3, v3, 0
	v_bcnt_u32_b32 v3, v4, v3
	ds_add_u32 v2, v3
	ds_read_b32 v2, v2
	s_mov_b64 s[6:7], 0xc8
	v_lshrrev_b32_e32 v4, v4, v0
	v_mbcnt_lo_u32_b32 v0, v1, 0
	v_mbcnt_hi_u32_b32 v0, v4, v0
	ds_add_u32 v0, v1
