	s_add_u32 flat_scratch_lo, s2, s5
	s_addc_u32 flat_scratch_hi, s3, 0
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_load_dwordx2 s[2:3], s[0:1], 0x10
	s_mov_b32 s0, 0
	v_lshlrev_b32_e32 v2, 2, v0
	s_mov_b32 s1, 0
	s_waitcnt lgkmcnt(0)
	global_load_ubyte v1, v0, s[4:5]
	s_waitcnt vmcnt(0)
	scratch_store_byte off, v1, s0
	global_load_ubyte v1, v0, s[4:5] offset:1
	scratch_store_byte off, v1, s0 offset:1
	global_load_dword v1, v2, s[6:7]
	s_load_dword s0, s[6:7], 0x0
	scratch_load_ubyte v1, off, s1 offset:2 glc
	scratch_load_ubyte v3, off, s1 offset:1 glc
	global_load_dword v2, v2, s[6:7] offset:4
	s_add_i32 s0, s0, 1
	v_add_u16_e32 v1, v3, v1
	v_add_u16_e32 v1, v1, v2
	global_store_byte v0, v1, s[2:3]
	s_endpgm
	v_and_b32_e32 v8, 0x3ff, v31
	v_add_co_u32_e32 v0, vcc, v0, v8
	v_addc_co_u32_e32 v1, vcc, 0, v1, vcc
	v_lshlrev_b32_e32 v6, 2, v8
	v_add_co_u32_e32 v6, vcc, v2, v6
	v_addc_co_u32_e32 v7, vcc, 0, v3, vcc
	v_add_u32_e32 v9, s32, v9
	v_add_u32_e32 v0, s32, v9
	global_store_byte v[0:1], v2, off
	s_setpc_b64 s[30:31]
	s_nop 0
	global_load_ushort v2, v1, s[4:5]
	scratch_store_short off, v2, s0
	global_load_ushort v2, v1, s[4:5] offset:2
	scratch_store_short off, v2, s0 offset:2
	v_lshl_add_u32 v2, v2, 1, s0
	s_load_dword s1, s[6:7], 0x0
	s_lshl_b32 s1, s1, 1
	scratch_load_ushort v2, off, s4 offset:4 glc
	scratch_load_ushort v3, off, s4 offset:2 glc
	s_add_i32 s1, s1, 2
	v_lshl_add_u32 v0, v0, 1, s0
	global_store_short v1, v0, s[2:3]
	v_and_b32_e32 v6, 0x3ff, v31
	global_store_short v[0:1], v2, off
	scratch_store_dword off, v1, s0
	scratch_store_dword off, v1, s0 offset:4
	s_lshl_b32 s1, s1, 2
	scratch_load_dword v1, off, s4 offset:8 glc
	scratch_load_dword v2, off, s4 offset:4 glc
	v_add3_u32 v1, v1, v4, v5
	global_store_dword v0, v1, s[2:3]
	v_add3_u32 v2, v0, v6, v7
	global_store_dword v[0:1], v2, off
	global_load_dwordx2 v[1:2], v8, s[4:5]
	scratch_store_dwordx2 off, v[1:2], s0
	global_load_dwordx2 v[1:2], v8, s[4:5] offset:8
	scratch_store_dwordx2 off, v[1:2], s0 offset:8
	scratch_load_dwordx2 v[0:1], off, s4 offset:16 glc
	scratch_load_dwordx2 v[2:3], off, s4 offset:8 glc
	global_store_dwordx2 v8, v[0:1], s[2:3]
	global_store_dwordx2 v[2:3], v[0:1], off
	global_load_dwordx3 v[1:3], v12, s[4:5]
	scratch_store_dwordx3 off, v[1:3], s0 offset:16
	global_load_dwordx3 v[1:3], v12, s[4:5] offset:16
	scratch_store_dwordx3 off, v[1:3], s0 offset:32
	s_movk_i32 s0, 0x1000
	scratch_load_dwordx3 v[0:2], off, s4 offset:48 glc
	scratch_load_dwordx3 v[3:5], off, s4 offset:32 glc
	global_store_dwordx3 v12, v[0:2], s[2:3]
	global_store_dwordx3 v[3:4], v[0:2], off
	global_load_dwordx4 v[1:4], v16, s[4:5]
	scratch_store_dwordx4 off, v[1:4], s0 offset:16
	global_load_dwordx4 v[1:4], v16, s[4:5] offset:16
	scratch_store_dwordx4 off, v[1:4], s0 offset:32
	scratch_load_dwordx4 v[0:3], off, s4 offset:48 glc
	scratch_load_dwordx4 v[4:7], off, s4 offset:32 glc
	global_store_dwordx4 v16, v[0:3], s[2:3]
	global_store_dwordx4 v[4:5], v[0:3], off
	s_mov_b32 s1, 0x5040100
	v_pk_mul_lo_u16 v1, v1, v1
	v_lshrrev_b32_e32 v4, 16, v1
	v_add_u32_e32 v2, 0x190, v2
	v_perm_b32 v2, v1, v2, s1
	v_perm_b32 v1, v1, v2, s1
	v_add_u32_e32 v1, 0x190, v1
	v_pk_mul_lo_u16 v7, v7, v7
	v_lshrrev_b32_e32 v10, 16, v7
