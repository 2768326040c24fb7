	s_load_dwordx4 s[12:15], s[4:5], 0x0
	s_load_dwordx2 s[4:5], s[4:5], 0x4
	v_mov_b32_e32 v1, 0
	s_mov_b32 s11, 0x100f000
	s_mov_b32 s10, 0
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[8:9], s[12:13]
	buffer_load_ubyte v4, v[0:1], s[8:11], 0 addr64
	buffer_load_ubyte v5, v[0:1], s[8:11], 0 addr64 offset:1
	s_add_u32 s0, s0, s7
	s_addc_u32 s1, s1, 0
	v_lshlrev_b32_e32 v2, 2, v0
	v_mov_b32_e32 v3, v1
	s_mov_b64 s[8:9], s[14:15]
	s_mov_b32 s6, 0
	s_waitcnt vmcnt(4)
	buffer_store_byte v4, off, s[0:3], 0
	buffer_store_byte v5, off, s[0:3], 0 offset:1
	buffer_load_dword v4, v[2:3], s[8:11], 0 addr64
	buffer_load_dword v2, v[2:3], s[8:11], 0 addr64 offset:4
	v_add_i32_e32 v3, vcc, s6, v4
	s_load_dword s6, s[14:15], 0x0
	s_add_i32 s6, s6, 1
	v_add_i32_e32 v3, vcc, v4, v3
	s_endpgm
	v_and_b32_e32 v6, 0x3ff, v31
	s_mov_b32 s7, 0x100f000
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	v_lshlrev_b32_e32 v10, 2, v6
	v_addc_u32_e32 v1, vcc, 0, v3, vcc
	s_lshr_b32 s8, s32, 6
	v_lshr_b32_e64 v2, s32, 6
	s_setpc_b64 s[30:31]
	s_load_dwordx2 s[8:9], s[4:5], 0x4
	buffer_load_ushort v5, v[1:2], s[4:7], 0 addr64
	buffer_load_ushort v6, v[1:2], s[4:7], 0 addr64 offset:2
	buffer_store_short v5, off, s[0:3], 0
	buffer_store_short v6, off, s[0:3], 0 offset:2
	s_load_dword s4, s[14:15], 0x0
	s_lshl_b32 s4, s4, 1
	s_add_i32 s4, s4, 2
	v_lshr_b32_e64 v3, s32, 6
	buffer_store_dword v2, off, s[0:3], 0
	buffer_store_dword v3, off, s[0:3], 0 offset:4
	s_lshl_b32 s4, s4, 2
	buffer_load_dwordx2 v[3:4], v[1:2], s[4:7], 0 addr64
	buffer_load_dwordx2 v[5:6], v[1:2], s[4:7], 0 addr64 offset:8
	v_or_b32_e32 v4, 4, v0
	v_or_b32_e32 v3, 4, v0
	s_or_b32 s5, s4, 4
	buffer_store_dwordx2 v[3:4], v[1:2], s[8:11], 0 addr64
	v_and_b32_e32 v12, 0x3ff, v31
	buffer_store_dwordx2 v[0:1], v[2:3], s[4:7], 0 addr64
	buffer_load_dwordx4 v[1:4], v[14:15], s[8:11], 0 addr64
	buffer_load_dwordx4 v[4:7], v[14:15], s[8:11], 0 addr64 offset:16
	s_add_i32 s7, s6, 0x12b0
	s_or_b32 s7, s6, 8
	s_add_i32 s9, s8, 0x12b0
	buffer_store_dwordx4 v[0:3], v[17:18], s[8:11], 0 addr64
	buffer_store_dwordx4 v[0:3], v[4:5], s[4:7], 0 addr64
	v_lshrrev_b32_e32 v6, 16, v2
	v_mul_u32_u24_e32 v6, v6, v6
	v_mul_u32_u24_e32 v2, v2, v2
	v_add_i32_e32 v4, vcc, 0x190, v4
	v_add_i32_e32 v2, vcc, 0x190, v2
	s_lshr_b32 s9, s32, 6
	s_addk_i32 s9, 0x190
	v_lshrrev_b32_e32 v0, 16, v7
