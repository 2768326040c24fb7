	s_load_dwordx8 s[4:11], s[0:1], 0x0
	v_mov_b32_e32 v3, 0x3e7
	v_mov_b32_e32 v1, 0x3e7
	v_lshlrev_b32_e32 v4, 2, v0
	v_mov_b32_e32 v2, 0
	s_waitcnt lgkmcnt(0)
	global_atomic_inc v4, v3, s[4:5]
	global_atomic_dec v4, v3, s[4:5] offset:256
	v_lshlrev_b32_e32 v5, 3, v0
	global_atomic_inc_x2 v5, v[1:2], s[6:7]
	global_atomic_dec_x2 v5, v[1:2], s[6:7] offset:512
	global_atomic_inc v0, v4, v3, s[4:5] offset:512 glc
	s_waitcnt vmcnt(0)
	global_store_dword v4, v0, s[8:9]
	global_atomic_dec v0, v4, v3, s[4:5] offset:768 glc
	global_store_dword v4, v0, s[8:9] offset:256
	global_atomic_inc_x2 v[3:4], v5, v[1:2], s[6:7] offset:1024 glc
	global_store_dwordx2 v5, v[3:4], s[10:11]
	global_atomic_dec_x2 v[0:1], v5, v[1:2], s[6:7] offset:1536 glc
	global_store_dwordx2 v5, v[0:1], s[10:11] offset:512
	s_endpgm
	v_and_b32_e32 v8, 0x3ff, v31
	v_add_co_u32_e32 v0, vcc, v0, v10
	v_addc_co_u32_e32 v1, vcc, 0, v1, vcc
	v_add_co_u32_e32 v2, vcc, v2, v12
	v_mov_b32_e32 v9, 0
	v_addc_co_u32_e32 v3, vcc, 0, v3, vcc
	s_setpc_b64 s[30:31]
	s_nop 0
	s_add_u32 flat_scratch_lo, s2, s5
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_addc_u32 flat_scratch_hi, s3, 0
	global_load_dwordx2 v[3:4], v7, s[4:5]
	global_load_dwordx2 v[1:2], v7, s[4:5] offset:512
	s_mov_b64 s[2:3], src_private_base
	flat_atomic_inc v[3:4], v5
	flat_atomic_dec v[3:4], v5 offset:4
	v_cmp_ne_u32_e32 vcc, s3, v2
	s_and_saveexec_b64 s[2:3], vcc
	s_xor_b64 s[2:3], exec, s[2:3]
	s_cbranch_execz 4
	flat_atomic_inc_x2 v[1:2], v[5:6]
	s_or_saveexec_b64 s[2:3], s[2:3]
	s_load_dwordx2 s[4:5], s[0:1], 0x10
	s_xor_b64 exec, exec, s[2:3]
	s_cbranch_execz 12
	v_cmp_ne_u64_e32 vcc, 0, v[1:2]
	v_cndmask_b32_e32 v8, -1, v1, vcc
	scratch_load_dwordx2 v[5:6], v8, off
	v_cmp_gt_u64_e32 vcc, 7, v[5:6]
	v_cndmask_b32_e32 v6, 0, v10, vcc
	scratch_store_dwordx2 v8, v[5:6], off
	s_or_b64 exec, exec, s[2:3]
	s_mov_b64 s[0:1], src_private_base
	v_cmp_ne_u32_e32 vcc, s1, v6
	s_and_saveexec_b64 s[0:1], vcc
	flat_atomic_dec_x2 v[5:6], v[8:9]
	s_andn2_saveexec_b64 s[8:9], s[0:1]
	v_cmp_ne_u64_e32 vcc, 0, v[5:6]
	v_cmp_eq_u64_e32 vcc, 0, v[5:6]
	v_cmp_lt_u64_e64 s[0:1], 7, v[5:6]
	v_add_co_u32_e64 v5, s[2:3], -1, v5
	v_addc_co_u32_e64 v6, s[2:3], -1, v6, s[2:3]
	s_or_b64 s[0:1], vcc, s[0:1]
	v_cndmask_b32_e64 v6, v6, 0, s[0:1]
	v_cndmask_b32_e64 v5, v5, 7, s[0:1]
	flat_atomic_inc v6, v[3:4], v5 offset:8 glc
	flat_atomic_dec v5, v[3:4], v5 offset:12 glc
	flat_atomic_inc_x2 v[5:6], v[3:4], v[5:6] glc
	s_andn2_saveexec_b64 s[0:1], s[0:1]
	scratch_load_dwordx2 v[5:6], v0, off
	scratch_store_dwordx2 v0, v[3:4], off
	s_cbranch_execnz 7
	s_cbranch_execnz 11
	flat_atomic_dec_x2 v[0:1], v[5:6], v[0:1] glc
	v_cmp_eq_u64_e32 vcc, 0, v[0:1]
	v_cmp_lt_u64_e64 s[0:1], 7, v[0:1]
	v_add_co_u32_e64 v5, s[2:3], -1, v0
	v_addc_co_u32_e64 v6, s[2:3], -1, v1, s[2:3]
	v_and_b32_e32 v11, 0x3ff, v31
	v_cmp_gt_u64_e32 vcc, 7, v[8:9]
