	s_load_dword s6, s[0:1], 0x18
	s_load_dwordx4 s[8:11], s[0:1], 0x0
	s_load_dwordx2 s[2:3], s[0:1], 0x10
	s_lshl_b32 s0, s4, 4
	s_mov_b32 s1, 0
	s_waitcnt lgkmcnt(0)
	s_cmp_eq_u32 s6, 0
	s_cbranch_scc1 121
	v_lshl_add_u32 v2, s5, 4, v1
	v_mul_lo_u32 v5, s6, v2
	v_mul_lo_u32 v2, v1, s6
	s_movk_i32 s4, 0x44
	v_lshlrev_b32_e32 v3, 2, v0
	v_mul_u32_u24_e32 v6, 0x44, v1
	v_mad_u32_u24 v7, v1, s4, v3
	v_add_u32_e32 v8, 0x440, v3
	v_add3_u32 v1, v0, v2, s0
	s_lshl_b32 s4, s6, 4
	v_add_u32_e32 v9, v0, v5
	v_mov_b32_e32 v4, 0
	v_mov_b32_e32 v10, s9
	v_add_u32_e32 v3, s1, v9
	v_lshlrev_b64 v[13:14], 2, v[3:4]
	v_lshlrev_b64 v[2:3], 2, v[1:2]
	v_add_co_u32_e32 v13, vcc, s8, v13
	v_addc_co_u32_e32 v14, vcc, v10, v14, vcc
	v_add_co_u32_e32 v2, vcc, s10, v2
	v_addc_co_u32_e32 v3, vcc, v11, v3, vcc
	global_load_dword v15, v[13:14], off
	global_load_dword v16, v[2:3], off
	s_add_i32 s1, s1, 16
	s_cmp_lt_u32 s1, s6
	s_waitcnt vmcnt(1)
	ds_write_b32 v7, v15
	ds_write_b32 v7, v16 offset:1088
	s_barrier
	ds_read2_b32 v[2:3], v8 offset1:17
	ds_read2_b32 v[13:14], v6 offset1:1
	v_fma_f32 v2, v13, v2, v12
	v_fma_f32 v12, v14, v3, v2
	s_cbranch_scc1 65438
	s_branch 2
	v_add3_u32 v0, s0, v0, v5
	global_store_dword v[0:1], v12, off
	s_endpgm
	v_and_b32_e32 v10, 0x3ff, v31
	v_cmp_ne_u32_e32 vcc, 0, v6
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz 119
	v_bfe_u32 v7, v31, 10, 10
	v_lshl_add_u32 v7, s13, 4, v7
	v_lshlrev_b32_e32 v12, 4, v6
	s_mov_b32 s5, 0
	s_mov_b64 s[2:3], 0
	s_trap 2
	s_add_i32 s5, s5, 16
	v_cmp_ge_u32_e32 vcc, s5, v6
	s_or_b64 s[2:3], vcc, s[2:3]
	s_andn2_b64 exec, exec, s[2:3]
	s_cbranch_execnz 65435
	s_or_b64 exec, exec, s[2:3]
	global_store_dword v[0:1], v14, off
	s_setpc_b64 s[30:31]
	s_nop 0
	s_movk_i32 s4, 0x88
	v_mul_u32_u24_e32 v7, 0x88, v1
	v_mad_u32_u24 v8, v1, s4, v3
	v_add_u32_e32 v9, 0x880, v3
	global_load_dwordx2 v[13:14], v[13:14], off
	ds_write_b64 v8, v[13:14]
	global_load_dwordx2 v[13:14], v[15:16], off
	ds_write_b64 v8, v[13:14] offset:2176
	ds_read2_b64 v[13:16], v9 offset1:17
	ds_read2_b64 v[17:20], v7 offset1:1
	v_fma_f64 v[4:5], v[17:18], v[13:14], v[4:5]
	v_fma_f64 v[4:5], v[19:20], v[15:16], v[4:5]
	s_branch 3
	global_store_dwordx2 v[0:1], v[4:5], off
	v_and_b32_e32 v12, 0x3ff, v31
	s_cbranch_execz 120
	s_cbranch_execnz 65434
	global_store_dwordx2 v[0:1], v[10:11], off
	v_mad_u64_u32 v[4:5], s[12:13], v17, v13, v[4:5]
	v_mad_u64_u32 v[4:5], s[12:13], v19, v15, v[4:5]
