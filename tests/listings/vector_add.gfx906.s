	s_load_dwordx4 s[8:11], s[0:1], 0x0
	s_load_dwordx2 s[2:3], s[0:1], 0x10
	v_lshl_add_u32 v0, s4, 6, v0
	s_waitcnt lgkmcnt(0)
	global_load_ubyte v1, v0, s[8:9]
	global_load_ubyte v2, v0, s[10:11]
	s_waitcnt vmcnt(0)
	v_add_u16_e32 v1, v2, v1
	global_store_byte v0, v1, s[2:3]
	s_endpgm
	v_and_b32_e32 v6, 0x3ff, v31
	v_lshl_add_u32 v6, s12, 6, v6
	v_add_co_u32_e32 v0, vcc, v0, v6
	v_addc_co_u32_e32 v1, vcc, 0, v1, vcc
	v_add_co_u32_e32 v0, vcc, v2, v6
	v_addc_co_u32_e32 v1, vcc, 0, v3, vcc
	v_add_u16_e32 v2, v0, v7
	global_store_byte v[0:1], v2, off
	s_setpc_b64 s[30:31]
	s_nop 0
	v_mov_b32_e32 v1, 0
	v_lshlrev_b64 v[0:1], 1, v[0:1]
	v_mov_b32_e32 v3, s9
	global_load_ushort v4, v[2:3], off
	global_load_ushort v2, v[2:3], off
	global_store_short v[0:1], v2, off
	v_lshlrev_b64 v[6:7], 1, v[6:7]
	global_load_dword v4, v[2:3], off
	global_load_dword v2, v[2:3], off
	v_add_u32_e32 v2, v2, v4
	global_store_dword v[0:1], v2, off
	v_add_u32_e32 v2, v0, v8
	global_load_dwordx2 v[2:3], v[2:3], off
	global_load_dwordx2 v[4:5], v[4:5], off
	global_store_dwordx2 v[0:1], v[2:3], off
	global_store_dwordx2 v[2:3], v[0:1], off
	global_load_dwordx3 v[0:2], v[0:1], off
	global_load_dwordx3 v[3:5], v[3:4], off
	global_store_dwordx3 v[3:4], v[0:2], off
	global_load_dwordx4 v[0:3], v[0:1], off
	global_load_dwordx4 v[4:7], v[4:5], off
	global_store_dwordx4 v[4:5], v[0:3], off
	v_add_f32_e32 v0, v0, v4
	v_add_f32_e32 v3, v3, v7
	global_load_sbyte v4, v0, s[8:9] offset:-3
	global_load_sbyte v5, v0, s[8:9]
	global_load_sshort v7, v[2:3], off offset:-4
	global_load_sshort v8, v[2:3], off
	v_add3_u32 v3, v3, v6, v7
	v_add3_u32 v3, v3, v8, v9
	global_store_dword v[0:1], v3, off
