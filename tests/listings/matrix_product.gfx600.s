	s_load_dword s13, s[4:5], 0x6
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_load_dwordx2 s[0:1], s[4:5], 0x4
	s_lshl_b32 s12, s6, 4
	s_mov_b32 s2, 0
	s_waitcnt lgkmcnt(0)
	s_cmp_eq_u32 s13, 0
	s_lshl_b32 s3, s7, 4
	v_add_i32_e32 v2, vcc, s3, v1
	v_mul_lo_u32 v5, s13, v2
	s_movk_i32 s3, 0x44
	v_lshlrev_b32_e32 v2, 2, v0
	v_mul_u32_u24_e32 v7, 0x44, v1
	v_mad_u32_u24 v8, v1, s3, v2
	v_mul_lo_u32 v1, v1, s13
	s_mov_b32 s3, 0x100f000
	v_add_i32_e32 v9, vcc, 0x440, v2
	v_add_i32_e32 v1, vcc, v0, v1
	v_mov_b32_e32 v4, 0
	s_mov_b64 s[4:5], s[8:9]
	s_mov_b64 s[6:7], s[2:3]
	v_mov_b32_e32 v6, 0
	s_mov_b32 m0, -1
	v_lshl_b64 v[11:12], v[3:4], 2
	v_lshl_b64 v[2:3], v[1:2], 2
	buffer_load_dword v11, v[11:12], s[4:7], 0 addr64
	buffer_load_dword v2, v[2:3], s[8:11], 0 addr64
	s_add_i32 s2, s2, 16
	s_cmp_lt_u32 s2, s13
	s_waitcnt vmcnt(1)
	ds_write_b32 v8, v11
	ds_write_b32 v8, v2 offset:1088
	s_barrier
	ds_read2_b32 v[2:3], v9 offset1:17
	ds_read2_b32 v[11:12], v7 offset1:1
	v_mac_f32_e32 v6, v11, v2
	v_mac_f32_e32 v6, v12, v3
	buffer_store_dword v6, v[0:1], s[0:3], 0 addr64
	s_endpgm
	v_and_b32_e32 v11, 0x3ff, v31
	v_cmp_ne_u32_e32 vcc, 0, v6
	s_and_saveexec_b64 s[8:9], vcc
	v_bfe_u32 v7, v31, 10, 10
	s_mov_b64 s[4:5], 0xc8
	s_load_dwordx2 s[0:1], s[4:5], 0x0
	v_lshlrev_b32_e32 v14, 4, v6
	s_mov_b32 s7, 0x100f000
	s_movk_i32 s13, 0x44
	s_trap 2
	v_addc_u32_e32 v17, vcc, v1, v17, vcc
	v_addc_u32_e32 v9, vcc, v3, v9, vcc
	s_add_i32 s26, s26, 16
	ds_read_b32 v8, v0
	ds_read_b32 v16, v0
	v_add_i32_e32 v21, vcc, 0x3b8, v0
	v_cmp_ge_u32_e32 vcc, s26, v6
	s_or_b64 s[10:11], vcc, s[10:11]
	s_andn2_b64 exec, exec, s[10:11]
	s_or_b64 exec, exec, s[10:11]
	buffer_store_dword v13, v[0:1], s[4:7], 0 addr64
	s_setpc_b64 s[30:31]
	v_mul_u32_u24_e32 v8, 0x88, v1
	v_mad_u32_u24 v9, v1, s3, v2
	buffer_load_dwordx2 v[12:13], v[12:13], s[4:7], 0 addr64
	buffer_load_dwordx2 v[14:15], v[14:15], s[8:11], 0 addr64
	ds_write_b64 v9, v[12:13]
	ds_write_b64 v9, v[14:15] offset:2176
	ds_read2_b64 v[12:15], v10 offset1:17
	ds_read2_b64 v[16:19], v8 offset1:1
	v_fma_f64 v[2:3], v[16:17], v[12:13], v[3:4]
	v_fma_f64 v[16:17], v[18:19], v[14:15], v[2:3]
	buffer_store_dwordx2 v[3:4], v[0:1], s[0:3], 0 addr64
	v_and_b32_e32 v13, 0x3ff, v31
	ds_read_b64 v[8:9], v0
	ds_read_b64 v[17:18], v0
	v_cmp_ge_u32_e32 vcc, s42, v6
	buffer_store_dwordx2 v[11:12], v[0:1], s[4:7], 0 addr64
	v_mul_hi_u32 v12, v15, v11
	v_mul_hi_u32 v11, v17, v13
