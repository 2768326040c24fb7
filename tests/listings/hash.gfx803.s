	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_lshl_b32 s4, s6, 6
	v_add_u32_e32 v2, vcc, s4, v0
	v_lshlrev_b32_e32 v0, 3, v2
	v_mov_b32_e32 v1, 0
	v_lshlrev_b64 v[10:11], 2, v[0:1]
	v_lshlrev_b32_e32 v0, 4, v2
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v2, s1
	v_add_u32_e32 v18, vcc, s0, v0
	v_addc_u32_e32 v19, vcc, v2, v1, vcc
	v_addc_u32_e32 v1, vcc, 0, v19, vcc
	flat_load_dwordx4 v[2:5], v[18:19]
	flat_load_dwordx4 v[6:9], v[0:1]
	s_mov_b32 s0, 0x10203
	s_mov_b32 s1, 0x428a2f98
	s_waitcnt vmcnt(5)
	v_perm_b32 v2, 0, v2, s0
	v_perm_b32 v3, 0, v3, s0
	v_alignbit_b32 v28, v10, v10, 2
	v_alignbit_b32 v29, v10, v10, 13
	v_xor_b32_e32 v28, v28, v29
	v_xor_b32_e32 v29, v29, v31
	v_and_b32_e32 v30, v11, v12
	v_and_b32_e32 v31, v31, v10
	v_bfi_b32 v31, v22, v23, v24
	v_bfi_b32 v30, v2, v22, v23
	flat_store_dwordx4 v[0:1], v[2:5]
	flat_store_dwordx4 v[26:27], v[0:3]
	s_endpgm
	s_lshl_b32 s4, s12, 6
	v_and_b32_e32 v4, 0x3ff, v31
	s_setpc_b64 s[30:31]
	s_nop 0
	s_load_dword s6, s[4:5], 0x10
	s_cmp_eq_u32 s6, 0
	s_cbranch_scc1 36
	v_mul_lo_u32 v2, s6, v0
	v_mov_b32_e32 v1, 0x811c9dc5
	v_mov_b32_e32 v5, 0x84222325
	s_movk_i32 s1, 0x1b3
	flat_load_ubyte v3, v[3:4]
	v_mul_lo_u32 v6, v6, s1
	s_add_i32 s6, s6, -1
	s_cmp_lg_u32 s6, 0
	v_mad_u64_u32 v[3:4], s[8:9], v5, s1, 0
	s_cbranch_scc1 65514
	s_branch 7
	v_lshrrev_b32_e32 v5, 1, v4
	v_mul_hi_u32 v5, v3, v1
	flat_store_dwordx2 v[3:4], v[1:2]
	v_and_b32_e32 v11, 0x3ff, v31
	v_cmp_ne_u32_e32 vcc, 0, v4
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz 36
	s_mov_b64 s[6:7], 0
	s_movk_i32 s8, 0x1b3
	flat_load_ubyte v7, v[7:8]
	v_mad_u64_u32 v[7:8], s[10:11], v9, s8, 0
	v_cmp_eq_u32_e32 vcc, 0, v4
	s_or_b64 s[6:7], vcc, s[6:7]
	s_andn2_b64 exec, exec, s[6:7]
	s_cbranch_execnz 65512
	s_or_b64 exec, exec, s[6:7]
	v_lshrrev_b32_e32 v0, 1, v8
	v_mul_hi_u32 v1, v0, v5
	flat_store_dwordx2 v[2:3], v[0:1]
