	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_load_dwordx2 s[4:5], s[4:5], 0x4
	s_lshl_b32 s6, s6, 6
	v_add_i32_e32 v0, vcc, s6, v0
	v_mov_b32_e32 v1, 0
	s_mov_b32 s11, 0x100f000
	s_mov_b32 s10, 0
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[8:9], s[0:1]
	buffer_load_ubyte v2, v[0:1], s[8:11], 0 addr64
	s_mov_b64 s[8:9], s[2:3]
	buffer_load_ubyte v3, v[0:1], s[8:11], 0 addr64
	s_waitcnt vmcnt(0)
	v_add_i32_e32 v2, vcc, v3, v2
	buffer_store_byte v2, v[0:1], s[4:7], 0 addr64
	s_endpgm
	s_lshl_b32 s4, s12, 6
	v_and_b32_e32 v6, 0x3ff, v31
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	s_mov_b32 s6, 0
	s_mov_b32 s7, 0x100f000
	v_addc_u32_e32 v3, vcc, 0, v3, vcc
	s_setpc_b64 s[30:31]
	v_lshl_b64 v[0:1], v[0:1], 1
	buffer_load_ushort v2, v[0:1], s[8:11], 0 addr64
	buffer_load_ushort v3, v[0:1], s[8:11], 0 addr64
	buffer_store_short v2, v[0:1], s[4:7], 0 addr64
	v_mov_b32_e32 v7, 0
	v_lshl_b64 v[6:7], v[6:7], 1
	buffer_load_dword v2, v[0:1], s[8:11], 0 addr64
	buffer_load_dword v3, v[0:1], s[8:11], 0 addr64
	buffer_store_dword v2, v[0:1], s[4:7], 0 addr64
	buffer_load_dwordx2 v[2:3], v[0:1], s[8:11], 0 addr64
	buffer_load_dwordx2 v[4:5], v[0:1], s[8:11], 0 addr64
	buffer_store_dwordx2 v[2:3], v[0:1], s[4:7], 0 addr64
	buffer_store_dwordx2 v[0:1], v[2:3], s[4:7], 0 addr64
	buffer_load_dwordx4 v[0:3], v[7:8], s[8:11], 0 addr64
	buffer_load_dwordx4 v[3:6], v[7:8], s[8:11], 0 addr64
	buffer_store_dword v2, v[7:8], s[4:7], 0 addr64 offset:8
	buffer_store_dwordx4 v[0:3], v[8:9], s[4:7], 0 addr64
	buffer_store_dwordx4 v[0:3], v[4:5], s[4:7], 0 addr64
	v_add_f32_e32 v3, v3, v7
	v_add_f32_e32 v2, v2, v6
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_load_dwordx2 s[0:1], s[4:5], 0x4
	buffer_load_sbyte v7, v[2:3], s[12:15], 0 addr64
	buffer_load_sbyte v8, v[0:1], s[4:7], 0 addr64
	buffer_load_sshort v2, v[2:3], s[4:7], 0 addr64
	buffer_load_sshort v3, v[4:5], s[8:11], 0 addr64
