	s_load_dwordx8 s[0:7], s[4:5], 0x0
	v_lshlrev_b32_e32 v3, 1, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v2, s1
	v_add_i32_e32 v1, vcc, s0, v3
	v_addc_u32_e32 v2, vcc, 0, v2, vcc
	flat_load_ushort v4, v[1:2]
	v_mov_b32_e32 v2, s3
	v_add_i32_e32 v1, vcc, s2, v3
	flat_load_ushort v1, v[1:2]
	s_waitcnt vmcnt(1)
	v_cvt_f32_f16_e32 v4, v4
	v_mac_f32_e32 v4, v4, v4
	v_cvt_f16_f32_e32 v4, v4
	v_cvt_f32_f16_e32 v6, v1
	v_addc_u32_e32 v1, vcc, 0, v2, vcc
	v_mac_f32_e32 v6, v6, v6
	v_cvt_f16_f32_e32 v6, v6
	v_or_b32_e32 v4, v4, v5
	flat_store_dword v[0:1], v4
	flat_store_short v[2:3], v6
	s_endpgm
	v_and_b32_e32 v8, 0x3ff, v31
	v_or_b32_e32 v5, v5, v6
	flat_store_dword v[0:1], v5
	flat_store_short v[2:3], v4
	s_setpc_b64 s[30:31]
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	flat_load_dwordx2 v[1:2], v[1:2]
	flat_load_dword v0, v[3:4]
	s_mov_b32 s0, 0xffff
	flat_load_sbyte v9, v[5:6]
	flat_load_dword v10, v[7:8]
	flat_load_sbyte v11, v[1:2]
	flat_load_ubyte v12, v[7:8]
	v_bfi_b32 v0, s0, v9, v0
	v_and_b32_e32 v2, 0xffff, v10
	v_bfe_i32 v9, v12, 0, 8
	v_mul_u32_u24_e32 v10, v12, v12
	flat_load_dwordx2 v[0:1], v[0:1]
	s_mov_b32 s4, 0xffff
	flat_load_ubyte v12, v[6:7]
	v_bfi_b32 v8, s4, v9, v8
	v_mul_u32_u24_e32 v9, v12, v12
	s_movk_i32 s0, 0x42
	s_movk_i32 s4, 0x42
	v_bfe_i32 v11, v12, 0, 8
	flat_store_byte v[7:8], v12
	flat_store_byte v[0:1], v13
