	s_load_dword s8, s[4:5], 0x18
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_load_dwordx2 s[4:5], s[4:5], 0x10
	s_lshl_b32 s6, s6, 4
	s_mov_b32 s9, 0
	s_waitcnt lgkmcnt(0)
	s_cmp_eq_u32 s8, 0
	s_cbranch_scc1 106
	s_lshl_b32 s7, s7, 4
	v_add_u32_e32 v2, vcc, s7, v1
	v_mul_lo_u32 v5, s8, v2
	s_movk_i32 s7, 0x44
	v_lshlrev_b32_e32 v2, 2, v0
	v_mul_u32_u24_e32 v7, 0x44, v1
	v_mad_u32_u24 v8, v1, s7, v2
	v_mul_lo_u32 v1, v1, s8
	v_add_u32_e32 v9, vcc, 0x440, v2
	v_add_u32_e32 v1, vcc, v0, v1
	v_mov_b32_e32 v4, 0
	v_mov_b32_e32 v11, s1
	s_mov_b32 m0, -1
	v_lshlrev_b64 v[13:14], 2, v[3:4]
	v_lshlrev_b64 v[2:3], 2, v[1:2]
	v_addc_u32_e32 v14, vcc, v11, v14, vcc
	v_addc_u32_e32 v3, vcc, v12, v3, vcc
	flat_load_dword v13, v[13:14]
	flat_load_dword v2, v[2:3]
	s_add_i32 s9, s9, 16
	s_cmp_lt_u32 s9, s8
	s_waitcnt vmcnt(1)
	ds_write_b32 v8, v13
	ds_write_b32 v8, v2 offset:1088
	s_barrier
	ds_read2_b32 v[2:3], v9 offset1:17
	ds_read2_b32 v[13:14], v7 offset1:1
	v_mac_f32_e32 v6, v13, v2
	v_mac_f32_e32 v6, v14, v3
	s_cbranch_scc1 65454
	s_branch 2
	flat_store_dword v[0:1], v6
	s_endpgm
	v_and_b32_e32 v11, 0x3ff, v31
	v_cmp_ne_u32_e32 vcc, 0, v6
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz 108
	v_bfe_u32 v7, v31, 10, 10
	s_mov_b64 s[6:7], 0xc8
	s_load_dwordx2 s[0:1], s[6:7], 0x0
	v_lshlrev_b32_e32 v14, 4, v6
	s_mov_b64 s[6:7], 0
	s_trap 2
	v_cmp_ge_u32_e32 vcc, s9, v6
	s_or_b64 s[6:7], vcc, s[6:7]
	s_andn2_b64 exec, exec, s[6:7]
	s_cbranch_execnz 65452
	s_or_b64 exec, exec, s[6:7]
	flat_store_dword v[0:1], v13
	s_setpc_b64 s[30:31]
	s_nop 0
	s_movk_i32 s7, 0x88
	v_mul_u32_u24_e32 v7, 0x88, v1
	v_add_u32_e32 v9, vcc, 0x880, v2
	flat_load_dwordx2 v[13:14], v[13:14]
	ds_write_b64 v8, v[13:14]
	ds_write_b64 v8, v[13:14] offset:2176
	ds_read2_b64 v[13:16], v7 offset1:1
	ds_read2_b64 v[17:20], v9 offset1:17
	v_fma_f64 v[4:5], v[13:14], v[17:18], v[4:5]
	v_fma_f64 v[4:5], v[15:16], v[19:20], v[4:5]
	s_branch 3
	flat_store_dwordx2 v[0:1], v[4:5]
	v_and_b32_e32 v12, 0x3ff, v31
	s_cbranch_execz 126
	flat_load_dwordx2 v[15:16], v[15:16]
	s_cbranch_execnz 65434
	flat_store_dwordx2 v[0:1], v[10:11]
	v_mad_u32_u24 v6, v1, s7, v2
	v_mad_u64_u32 v[4:5], s[10:11], v17, v13, v[4:5]
	v_mad_u64_u32 v[4:5], s[10:11], v19, v15, v[4:5]
