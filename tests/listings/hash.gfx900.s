	s_load_dwordx4 s[0:3], s[0:1], 0x0
	v_lshl_add_u32 v2, s4, 6, v0
	v_lshlrev_b32_e32 v0, 3, v2
	v_mov_b32_e32 v1, 0
	v_lshlrev_b64 v[16:17], 2, v[0:1]
	v_lshlrev_b32_e32 v0, 4, v2
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v2, s1
	v_add_co_u32_e32 v12, vcc, s0, v0
	v_addc_co_u32_e32 v13, vcc, v2, v1, vcc
	v_add_co_u32_e32 v24, vcc, s2, v16
	v_addc_co_u32_e32 v25, vcc, v18, v17, vcc
	global_load_dwordx4 v[16:19], v[24:25], off offset:16
	global_load_dwordx4 v[20:23], v[24:25], off
	s_mov_b32 s0, 0x10203
	s_mov_b32 s1, 0x428a2f98
	s_waitcnt vmcnt(3)
	v_perm_b32 v0, 0, v0, s0
	v_alignbit_b32 v26, v16, v16, 6
	v_alignbit_b32 v27, v16, v16, 11
	v_xor_b32_e32 v26, v26, v27
	v_xor_b32_e32 v27, v21, v22
	v_bfi_b32 v30, v16, v17, v18
	v_and_b32_e32 v29, v21, v22
	v_and_b32_e32 v27, v27, v20
	v_add3_u32 v26, v30, v19, v26
	v_add3_u32 v0, v26, v0, s1
	v_add_u32_e32 v0, v0, v23
	v_bfi_b32 v30, v0, v16, v17
	v_perm_b32 v1, 0, v1, s0
	v_add_u32_e32 v1, v1, v22
	v_xad_u32 v2, v3, v10, v2
	global_store_dwordx4 v[24:25], v[0:3], off
	s_nop 0
	global_store_dwordx4 v[24:25], v[0:3], off offset:16
	s_endpgm
	v_and_b32_e32 v4, 0x3ff, v31
	v_lshl_add_u32 v8, s12, 6, v4
	v_xad_u32 v14, v19, v20, v14
	s_setpc_b64 s[30:31]
	s_load_dword s2, s[0:1], 0x10
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_cmp_eq_u32 s2, 0
	s_cbranch_scc1 31
	v_mul_lo_u32 v2, s2, v0
	v_mov_b32_e32 v1, 0x811c9dc5
	v_mov_b32_e32 v3, 0x84222325
	s_movk_i32 s0, 0x1b3
	global_load_ubyte v5, v2, s[4:5]
	v_mul_lo_u32 v6, v4, s0
	s_add_i32 s2, s2, -1
	s_cmp_lg_u32 s2, 0
	v_mad_u64_u32 v[3:4], s[8:9], v5, s0, 0
	s_cbranch_scc1 65518
	s_branch 7
	v_lshrrev_b32_e32 v5, 1, v4
	v_mul_hi_u32 v5, v3, v1
	global_store_dwordx2 v0, v[1:2], s[6:7]
	v_and_b32_e32 v9, 0x3ff, v31
	v_cmp_ne_u32_e32 vcc, 0, v4
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz 32
	s_mov_b64 s[2:3], 0
	s_movk_i32 s4, 0x1b3
	global_load_ubyte v10, v[10:11], off
	v_cmp_eq_u32_e32 vcc, 0, v4
	s_or_b64 s[2:3], vcc, s[2:3]
	v_mad_u64_u32 v[5:6], s[6:7], v10, s4, 0
	s_andn2_b64 exec, exec, s[2:3]
	s_cbranch_execnz 65514
	s_or_b64 exec, exec, s[2:3]
	v_lshrrev_b32_e32 v0, 1, v6
	v_mul_hi_u32 v1, v0, v7
	global_store_dwordx2 v[2:3], v[0:1], off
