	s_load_dwordx8 s[0:7], s[4:5], 0x0
	v_lshlrev_b32_e32 v9, 2, v0
	v_mov_b32_e32 v10, 0x3e7
	v_lshlrev_b32_e32 v11, 3, v0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v2, s1
	v_add_i32_e32 v1, vcc, s0, v9
	v_addc_u32_e32 v2, vcc, 0, v2, vcc
	v_add_i32_e32 v3, vcc, 0x100, v1
	v_addc_u32_e32 v4, vcc, 0, v2, vcc
	flat_atomic_inc v[1:2], v10
	v_mov_b32_e32 v0, s3
	v_add_i32_e32 v5, vcc, s2, v11
	flat_atomic_dec v[3:4], v10
	v_mov_b32_e32 v3, 0x3e7
	v_add_i32_e32 v7, vcc, 0x200, v5
	flat_atomic_inc_x2 v[5:6], v[3:4]
	flat_atomic_dec_x2 v[7:8], v[3:4]
	flat_atomic_inc v12, v[7:8], v10 glc
	s_movk_i32 s0, 0x100
	s_waitcnt vmcnt(0)
	flat_store_dword v[7:8], v12
	flat_atomic_dec v2, v[0:1], v10 glc
	flat_store_dword v[0:1], v2
	flat_atomic_inc_x2 v[0:1], v[7:8], v[3:4] glc
	flat_store_dwordx2 v[7:8], v[0:1]
	flat_atomic_dec_x2 v[0:1], v[5:6], v[3:4] glc
	flat_store_dwordx2 v[2:3], v[0:1]
	s_endpgm
	v_and_b32_e32 v10, 0x3ff, v31
	s_movk_i32 s4, 0x100
	s_setpc_b64 s[30:31]
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_load_dword s12, s[4:5], 0x36
	s_mov_b64 s[18:19], s[2:3]
	flat_load_dwordx2 v[3:4], v[1:2]
	flat_load_dwordx2 v[1:2], v[1:2]
	s_mov_b64 s[16:17], s[0:1]
	s_add_u32 s16, s16, s7
	s_addc_u32 s17, s17, 0
	v_cmp_ne_u32_e32 vcc, s12, v2
	s_and_saveexec_b64 s[0:1], vcc
	s_xor_b64 s[0:1], exec, s[0:1]
	s_or_saveexec_b64 s[0:1], s[0:1]
	s_load_dwordx2 s[4:5], s[4:5], 0x4
	s_xor_b64 exec, exec, s[0:1]
	v_cmp_ne_u64_e32 vcc, 0, v[1:2]
	v_cndmask_b32_e32 v8, -1, v1, vcc
	buffer_load_dword v5, v8, s[16:19], 0 offen
	buffer_load_dword v6, v9, s[16:19], 0 offen
	v_cmp_gt_u64_e32 vcc, 7, v[5:6]
	v_cndmask_b32_e32 v6, 0, v10, vcc
	buffer_store_dword v6, v8, s[16:19], 0 offen
	buffer_store_dword v5, v9, s[16:19], 0 offen
	s_or_b64 exec, exec, s[0:1]
	v_cmp_ne_u32_e32 vcc, s12, v6
	s_andn2_saveexec_b64 s[6:7], s[0:1]
	v_cmp_ne_u64_e32 vcc, 0, v[5:6]
	v_cmp_eq_u64_e32 vcc, 0, v[5:6]
	v_cmp_lt_u64_e64 s[0:1], 7, v[5:6]
	v_add_i32_e64 v5, s[2:3], -1, v5
	s_or_b64 s[0:1], vcc, s[0:1]
	v_addc_u32_e64 v6, s[2:3], -1, v6, s[2:3]
	v_cndmask_b32_e64 v5, v5, 7, s[0:1]
	v_cndmask_b32_e64 v6, v6, 0, s[0:1]
	s_andn2_saveexec_b64 s[0:1], s[0:1]
	v_add_i32_e64 v6, s[2:3], -1, v0
	v_cmp_eq_u64_e32 vcc, 0, v[0:1]
	v_cmp_lt_u64_e64 s[0:1], 7, v[0:1]
	v_addc_u32_e64 v7, s[2:3], -1, v1, s[2:3]
	v_and_b32_e32 v11, 0x3ff, v31
	s_mov_b64 s[4:5], 0xc0
	s_load_dword s4, s[4:5], 0x0
	s_and_saveexec_b64 s[4:5], vcc
	v_cmp_gt_u64_e32 vcc, 7, v[8:9]
