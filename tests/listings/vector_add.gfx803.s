	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_load_dwordx2 s[4:5], s[4:5], 0x10
	s_lshl_b32 s6, s6, 6
	v_add_u32_e32 v2, vcc, s6, v0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v1, s1
	v_add_u32_e32 v0, vcc, s0, v2
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	flat_load_ubyte v3, v[0:1]
	v_mov_b32_e32 v1, s3
	flat_load_ubyte v0, v[0:1]
	s_waitcnt vmcnt(0)
	v_add_u16_e32 v3, v0, v3
	flat_store_byte v[0:1], v3
	s_endpgm
	s_lshl_b32 s4, s12, 6
	v_and_b32_e32 v6, 0x3ff, v31
	v_addc_u32_e32 v1, vcc, 0, v3, vcc
	v_add_u16_e32 v2, v0, v7
	flat_store_byte v[0:1], v2
	s_setpc_b64 s[30:31]
	s_nop 0
	v_lshlrev_b64 v[0:1], 1, v[0:1]
	flat_load_ushort v4, v[2:3]
	flat_load_ushort v2, v[2:3]
	flat_store_short v[0:1], v2
	v_lshlrev_b64 v[6:7], 1, v[6:7]
	flat_load_dword v4, v[2:3]
	flat_load_dword v2, v[2:3]
	flat_store_dword v[0:1], v2
	flat_load_dwordx2 v[2:3], v[2:3]
	flat_load_dwordx2 v[4:5], v[4:5]
	flat_store_dwordx2 v[0:1], v[2:3]
	flat_store_dwordx2 v[2:3], v[0:1]
	flat_load_dwordx3 v[0:2], v[0:1]
	flat_load_dwordx3 v[3:5], v[3:4]
	flat_store_dwordx3 v[3:4], v[0:2]
	flat_load_dwordx4 v[0:3], v[0:1]
	flat_load_dwordx4 v[4:7], v[4:5]
	flat_store_dwordx4 v[4:5], v[0:3]
	v_add_f32_e32 v0, v0, v4
	v_add_f32_e32 v3, v3, v7
	flat_load_sbyte v8, v[2:3]
	flat_load_sbyte v6, v[6:7]
	flat_load_sshort v9, v[2:3]
	flat_load_sshort v10, v[4:5]
