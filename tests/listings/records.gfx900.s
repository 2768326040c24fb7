	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_movk_i32 s4, 0x50
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v1, s0
	v_mov_b32_e32 v2, s1
	v_mad_u64_u32 v[21:22], s[0:1], v0, s4, v[1:2]
	global_load_dwordx4 v[1:4], v[21:22], off offset:16
	global_load_dwordx4 v[5:8], v[21:22], off
	v_mad_u64_u32 v[23:24], s[0:1], v0, s4, v[9:10]
	s_waitcnt vmcnt(3)
	global_store_dwordx4 v[23:24], v[5:8], off
	global_store_dwordx4 v[23:24], v[1:4], off offset:16
	s_endpgm
	v_and_b32_e32 v16, 0x3ff, v31
	s_movk_i32 s6, 0x50
	s_setpc_b64 s[30:31]
	s_nop 0
	s_load_dwordx2 s[0:1], s[4:5], 0x0
	v_lshlrev_b32_e32 v0, 4, v0
	flat_load_dwordx4 v[4:7], v[0:1]
	flat_load_dwordx4 v[8:11], v[0:1] offset:16
	flat_store_dwordx4 v[2:3], v[4:7]
	flat_store_dwordx4 v[2:3], v[8:11] offset:16
	v_and_b32_e32 v2, 0x3ff, v31
	v_lshlrev_b32_e32 v2, 4, v2
	v_add_co_u32_e32 v0, vcc, v0, v2
	v_addc_co_u32_e32 v1, vcc, 0, v1, vcc
	s_mov_b64 s[4:5], 0
	global_load_dwordx2 v[1:2], v1, s[0:1]
	v_cmp_ne_u64_e32 vcc, 0, v[1:2]
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz 22
	flat_load_dword v4, v[1:2] offset:96
	flat_load_ubyte v5, v[1:2] offset:16
	flat_load_sshort v6, v[1:2] offset:92
	flat_load_sbyte v7, v[1:2] offset:79
	flat_load_dwordx2 v[1:2], v[1:2]
	v_add3_u32 v3, v4, v3, v5
	v_add3_u32 v3, v3, v6, v7
	v_cmp_eq_u64_e32 vcc, 0, v[1:2]
	s_or_b64 s[4:5], vcc, s[4:5]
	s_andn2_b64 exec, exec, s[4:5]
	s_cbranch_execnz 65516
	s_or_b64 exec, exec, s[4:5]
	global_store_dword v0, v3, s[2:3]
	v_add_co_u32_e32 v0, vcc, v0, v5
	global_load_dwordx2 v[0:1], v[0:1], off
	s_mov_b64 s[6:7], 0
	v_cmp_ne_u64_e32 vcc, 0, v[0:1]
	s_and_saveexec_b64 s[4:5], vcc
	flat_load_dword v6, v[0:1] offset:96
	flat_load_ubyte v7, v[0:1] offset:16
	flat_load_sshort v8, v[0:1] offset:92
	flat_load_sbyte v9, v[0:1] offset:79
	flat_load_dwordx2 v[0:1], v[0:1]
	v_cmp_eq_u64_e32 vcc, 0, v[0:1]
	s_andn2_b64 exec, exec, s[6:7]
	v_addc_co_u32_e32 v1, vcc, 0, v3, vcc
	global_store_dword v[0:1], v5, off
	global_load_dword v3, v[1:2], off glc
	v_cmp_ne_u32_e32 vcc, 0, v3
	s_cbranch_execnz 65529
	global_load_dword v3, v0, s[2:3] offset:2048 glc slc
	v_cmp_ne_u32_e32 vcc, 0, v5
