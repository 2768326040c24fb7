	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v1, s0
	v_mov_b32_e32 v2, s1
	s_movk_i32 s2, 0x50
	v_mad_u64_u32 v[16:17], s[0:1], v0, s2, v[1:2]
	v_mad_u64_u32 v[20:21], s[0:1], v0, s2, v[3:4]
	v_add_i32_e32 v0, vcc, 64, v16
	v_addc_u32_e32 v1, vcc, 0, v17, vcc
	v_add_i32_e32 v4, vcc, 48, v16
	v_addc_u32_e32 v5, vcc, 0, v17, vcc
	flat_load_dwordx4 v[12:15], v[12:13]
	flat_load_dwordx4 v[16:19], v[16:17]
	s_waitcnt vmcnt(3)
	flat_store_dwordx4 v[20:21], v[16:19]
	s_nop 0
	flat_store_dwordx4 v[16:17], v[12:15]
	s_endpgm
	v_and_b32_e32 v24, 0x3ff, v31
	s_movk_i32 s6, 0x50
	s_setpc_b64 s[30:31]
	s_load_dwordx2 s[0:1], s[4:5], 0x0
	v_lshlrev_b32_e32 v0, 4, v0
	v_and_b32_e32 v2, 0x3ff, v31
	v_lshlrev_b32_e32 v2, 4, v2
	flat_load_dword v16, v[8:9]
	flat_load_dword v17, v[4:5]
	flat_store_dword v[4:5], v16
	flat_store_dword v[0:1], v19
	s_mov_b64 s[6:7], 0
	flat_load_dwordx2 v[1:2], v[1:2]
	v_cmp_ne_u64_e32 vcc, 0, v[1:2]
	s_and_saveexec_b64 s[4:5], vcc
	v_add_i32_e32 v4, vcc, 0x60, v1
	v_add_i32_e64 v6, s[0:1], 16, v1
	v_add_i32_e32 v8, vcc, 0x5c, v1
	v_addc_u32_e64 v7, s[0:1], 0, v2, s[0:1]
	flat_load_ubyte v6, v[6:7]
	flat_load_sshort v7, v[8:9]
	flat_load_sbyte v4, v[4:5]
	v_add_i32_e64 v3, s[0:1], v3, v7
	v_cmp_eq_u64_e32 vcc, 0, v[1:2]
	s_or_b64 s[6:7], vcc, s[6:7]
	s_andn2_b64 exec, exec, s[6:7]
	s_or_b64 exec, exec, s[6:7]
	flat_load_dwordx2 v[0:1], v[0:1]
	s_mov_b64 s[8:9], 0
	v_cmp_ne_u64_e32 vcc, 0, v[0:1]
	s_and_saveexec_b64 s[6:7], vcc
	v_addc_u32_e64 v9, s[4:5], 0, v1, s[4:5]
	flat_load_ubyte v15, v[8:9]
	flat_load_sshort v12, v[12:13]
	flat_load_sbyte v6, v[6:7]
	v_cmp_eq_u64_e32 vcc, 0, v[8:9]
	s_andn2_b64 exec, exec, s[8:9]
	v_cmp_ne_u32_e32 vcc, 0, v3
	v_cmp_ne_u32_e32 vcc, 0, v5
