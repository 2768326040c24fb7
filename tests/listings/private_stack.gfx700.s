	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_load_dwordx2 s[4:5], s[4:5], 0x4
	s_add_u32 s0, s0, s7
	s_addc_u32 s1, s1, 0
	s_mov_b32 s6, 0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v2, s9
	v_add_i32_e32 v1, vcc, s8, v0
	v_addc_u32_e32 v2, vcc, 0, v2, vcc
	flat_load_ubyte v5, v[1:2]
	v_add_i32_e32 v3, vcc, 1, v1
	v_addc_u32_e32 v4, vcc, 0, v2, vcc
	s_waitcnt vmcnt(0)
	buffer_store_byte v5, off, s[0:3], 0
	flat_load_ubyte v5, v[3:4]
	buffer_store_byte v5, off, s[0:3], 0 offset:1
	v_lshlrev_b32_e32 v3, 2, v0
	v_mov_b32_e32 v4, s11
	flat_load_dword v7, v[3:4]
	s_load_dword s7, s[10:11], 0x0
	s_add_i32 s7, s7, 1
	buffer_load_ubyte v3, off, s[0:3], 0 offset:2 glc
	buffer_load_ubyte v4, off, s[0:3], 0 offset:1 glc
	flat_load_dword v1, v[1:2]
	flat_store_byte v[0:1], v2
	s_endpgm
	v_and_b32_e32 v10, 0x3ff, v31
	s_lshr_b32 s4, s32, 6
	v_lshlrev_b32_e32 v8, 2, v10
	v_lshr_b32_e64 v1, s32, 6
	s_setpc_b64 s[30:31]
	flat_load_ushort v5, v[1:2]
	buffer_store_short v5, off, s[0:3], 0
	flat_load_ushort v5, v[3:4]
	buffer_store_short v5, off, s[0:3], 0 offset:2
	s_lshl_b32 s7, s7, 1
	s_add_i32 s7, s7, 2
	buffer_load_ushort v2, off, s[0:3], 0 offset:4 glc
	buffer_load_ushort v3, off, s[0:3], 0 offset:2 glc
	flat_store_short v[0:1], v2
	v_and_b32_e32 v8, 0x3ff, v31
	buffer_store_dword v4, off, s[0:3], 0
	buffer_store_dword v4, off, s[0:3], 0 offset:4
	s_lshl_b32 s7, s7, 2
	buffer_load_dword v2, off, s[0:3], 0 offset:8 glc
	buffer_load_dword v3, off, s[0:3], 0 offset:4 glc
	flat_store_dword v[0:1], v2
	flat_load_dwordx2 v[3:4], v[1:2]
	flat_load_dwordx2 v[3:4], v[5:6]
	v_or_b32_e32 v8, 4, v2
	s_or_b32 s8, s7, 4
	v_or_b32_e32 v3, 4, v2
	flat_store_dwordx2 v[2:3], v[0:1]
	flat_load_dwordx3 v[1:3], v[4:5]
	s_mov_b32 s6, 16
	s_add_i32 s7, s6, 0x12b0
	flat_load_dwordx3 v[1:3], v[6:7]
	s_or_b32 s8, s7, 8
	flat_store_dwordx3 v[3:4], v[0:2]
	s_add_i32 s5, s4, 0x12b0
	flat_load_dwordx4 v[1:4], v[5:6]
	flat_load_dwordx4 v[1:4], v[7:8]
	flat_store_dwordx4 v[4:5], v[0:3]
	s_movk_i32 s7, 0x190
	v_lshrrev_b32_e32 v9, 16, v7
	v_mul_u32_u24_e32 v9, v9, v9
	v_mul_u32_u24_e32 v7, v7, v7
	flat_store_dword v[0:1], v6
	v_add_i32_e32 v2, vcc, 0x190, v2
	s_lshr_b32 s5, s32, 6
	s_addk_i32 s5, 0x190
	v_lshrrev_b32_e32 v11, 16, v9
	v_lshr_b32_e64 v3, s32, 6
