	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_lshl_b32 s4, s6, 6
	v_add_i32_e32 v6, vcc, s4, v0
	v_lshlrev_b32_e32 v4, 3, v6
	v_mov_b32_e32 v5, 0
	v_lshl_b64 v[0:1], v[4:5], 2
	v_lshlrev_b32_e32 v4, 4, v6
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v2, s3
	v_add_i32_e32 v12, vcc, s2, v0
	v_lshl_b64 v[4:5], v[4:5], 2
	v_addc_u32_e32 v13, vcc, v2, v1, vcc
	v_addc_u32_e32 v17, vcc, v6, v5, vcc
	flat_load_dwordx4 v[0:3], v[12:13]
	flat_load_dwordx4 v[8:11], v[16:17]
	s_mov_b32 s0, 0xff00ff
	s_mov_b32 s1, 0x428a2f98
	s_waitcnt vmcnt(3)
	v_alignbit_b32 v22, v0, v0, 2
	v_alignbit_b32 v23, v0, v0, 13
	v_xor_b32_e32 v22, v22, v23
	v_bfi_b32 v8, s0, v8, v30
	v_xor_b32_e32 v22, v22, v26
	v_bfi_b32 v9, s0, v9, v26
	v_and_b32_e32 v28, v1, v2
	v_and_b32_e32 v27, v27, v0
	flat_store_dwordx4 v[12:13], v[0:3]
	s_nop 0
	flat_store_dwordx4 v[14:15], v[0:3]
	s_endpgm
	s_lshl_b32 s4, s12, 6
	v_and_b32_e32 v4, 0x3ff, v31
	s_setpc_b64 s[30:31]
	s_load_dword s6, s[4:5], 0x4
	s_cmp_eq_u32 s6, 0
	v_mul_lo_u32 v2, s6, v0
	v_mov_b32_e32 v1, 0x811c9dc5
	v_mov_b32_e32 v5, 0x84222325
	s_movk_i32 s1, 0x1b3
	flat_load_ubyte v3, v[3:4]
	v_mul_lo_u32 v6, v6, s1
	s_add_i32 s6, s6, -1
	s_cmp_lg_u32 s6, 0
	v_mad_u64_u32 v[3:4], s[8:9], v5, s1, 0
	v_lshrrev_b32_e32 v5, 1, v4
	v_mul_hi_u32 v5, v3, v1
	flat_store_dwordx2 v[3:4], v[1:2]
	v_and_b32_e32 v11, 0x3ff, v31
	v_cmp_ne_u32_e32 vcc, 0, v4
	s_and_saveexec_b64 s[4:5], vcc
	s_mov_b64 s[6:7], 0
	s_movk_i32 s8, 0x1b3
	flat_load_ubyte v7, v[7:8]
	v_mad_u64_u32 v[7:8], s[10:11], v9, s8, 0
	v_cmp_eq_u32_e32 vcc, 0, v4
	s_or_b64 s[6:7], vcc, s[6:7]
	s_andn2_b64 exec, exec, s[6:7]
	s_or_b64 exec, exec, s[6:7]
	v_lshrrev_b32_e32 v0, 1, v8
	v_mul_hi_u32 v1, v0, v5
	flat_store_dwordx2 v[2:3], v[0:1]
