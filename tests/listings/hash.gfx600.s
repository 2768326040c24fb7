	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_lshl_b32 s0, s6, 6
	v_add_i32_e32 v2, vcc, s0, v0
	v_lshlrev_b32_e32 v0, 3, v2
	v_mov_b32_e32 v1, 0
	v_lshl_b64 v[16:17], v[0:1], 2
	v_lshlrev_b32_e32 v0, 4, v2
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	v_lshl_b64 v[12:13], v[0:1], 2
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[0:1], s[10:11]
	s_mov_b64 s[10:11], s[2:3]
	buffer_load_dwordx4 v[18:21], v[12:13], s[8:11], 0 addr64
	buffer_load_dwordx4 v[0:3], v[16:17], s[0:3], 0 addr64 offset:16
	s_mov_b32 s4, 0xff00ff
	s_waitcnt vmcnt(4)
	v_alignbit_b32 v14, v18, v18, 8
	v_alignbit_b32 v15, v18, v18, 24
	v_bfi_b32 v28, v0, v1, v2
	v_xor_b32_e32 v18, v18, v26
	v_bfi_b32 v14, s4, v15, v14
	v_xor_b32_e32 v18, v18, v27
	v_add_i32_e32 v28, vcc, v28, v3
	v_and_b32_e32 v26, v5, v6
	v_and_b32_e32 v27, v27, v4
	buffer_store_dwordx4 v[4:7], v[16:17], s[0:3], 0 addr64
	buffer_store_dwordx4 v[0:3], v[16:17], s[0:3], 0 addr64 offset:16
	s_endpgm
	s_lshl_b32 s4, s12, 6
	v_and_b32_e32 v4, 0x3ff, v31
	v_mov_b32_e32 v11, 0
	v_addc_u32_e32 v19, vcc, v3, v5, vcc
	s_mov_b32 s6, 0
	v_addc_u32_e32 v1, vcc, v1, v11, vcc
	s_setpc_b64 s[30:31]
	s_load_dword s8, s[4:5], 0x4
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_cmp_eq_u32 s8, 0
	v_mul_lo_u32 v2, s8, v0
	v_mov_b32_e32 v1, 0x811c9dc5
	v_mov_b32_e32 v4, 0x84222325
	s_movk_i32 s0, 0x1b3
	buffer_load_ubyte v6, v[2:3], s[4:7], 0 addr64
	v_mul_lo_u32 v5, v5, s0
	s_add_i32 s8, s8, -1
	s_cmp_lg_u32 s8, 0
	v_mul_hi_u32 v6, v4, s0
	v_lshrrev_b32_e32 v6, 1, v5
	v_mul_hi_u32 v6, v4, v1
	buffer_store_dwordx2 v[4:5], v[2:3], s[4:7], 0 addr64
	v_and_b32_e32 v7, 0x3ff, v31
	v_cmp_ne_u32_e32 vcc, 0, v4
	s_and_saveexec_b64 s[6:7], vcc
	s_movk_i32 s14, 0x1b3
	buffer_load_ubyte v10, v[10:11], s[8:11], 0 addr64
	v_cmp_eq_u32_e32 vcc, 0, v4
	s_or_b64 s[12:13], vcc, s[12:13]
	v_add_i32_e64 v10, s[4:5], v10, v11
	v_add_i32_e64 v9, s[4:5], v10, v9
	s_andn2_b64 exec, exec, s[12:13]
	s_or_b64 exec, exec, s[12:13]
	v_lshrrev_b32_e32 v0, 1, v9
	buffer_store_dwordx2 v[0:1], v[2:3], s[4:7], 0 addr64
