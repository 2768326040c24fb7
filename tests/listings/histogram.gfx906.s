	s_load_dwordx4 s[0:3], s[0:1], 0x0
	v_lshlrev_b32_e32 v0, 2, v0
	s_waitcnt lgkmcnt(0)
	global_load_dword v0, v0, s[2:3]
	s_waitcnt vmcnt(0)
	v_lshlrev_b32_e32 v1, 5, v0
	v_and_b32_e32 v1, 0x1fe0, v1
	global_atomic_add v1, v0, s[0:1]
	global_atomic_sub v1, v0, s[0:1] offset:4
	global_atomic_smin v1, v0, s[0:1] offset:8
	global_atomic_smax v1, v0, s[0:1] offset:12
	global_atomic_and v1, v0, s[0:1] offset:16
	global_atomic_or v1, v0, s[0:1] offset:20
	global_atomic_xor v1, v0, s[0:1] offset:24
	global_atomic_swap v1, v0, s[0:1] offset:28
	s_endpgm
	v_and_b32_e32 v4, 0x3ff, v31
	v_add_co_u32_e32 v2, vcc, v2, v4
	v_addc_co_u32_e32 v3, vcc, 0, v3, vcc
	global_load_dword v2, v[2:3], off
	v_add_co_u32_e32 v0, vcc, v0, v3
	v_addc_co_u32_e32 v1, vcc, 0, v1, vcc
	global_atomic_add v[0:1], v2, off
	global_atomic_sub v[0:1], v2, off offset:4
	global_atomic_smin v[0:1], v2, off offset:8
	global_atomic_smax v[0:1], v2, off offset:12
	global_atomic_and v[0:1], v2, off offset:16
	global_atomic_or v[0:1], v2, off offset:20
	global_atomic_xor v[0:1], v2, off offset:24
	global_atomic_swap v[0:1], v2, off offset:28
	s_setpc_b64 s[30:31]
	s_nop 0
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_load_dwordx2 s[2:3], s[0:1], 0x10
	global_store_dword v0, v3, s[2:3]
	global_store_dword v0, v3, s[2:3] offset:4
	s_add_u32 flat_scratch_lo, s2, s5
	s_addc_u32 flat_scratch_hi, s3, 0
	global_load_dwordx2 v[1:2], v4, s[4:5]
	flat_atomic_add v[1:2], v5
	flat_atomic_sub v[1:2], v5 offset:4
	flat_atomic_smin v[1:2], v5 offset:8
	flat_atomic_smax v[1:2], v5 offset:12
	flat_atomic_and v[1:2], v5 offset:16
	flat_atomic_or v[1:2], v5 offset:20
	flat_atomic_xor v[1:2], v5 offset:24
	flat_atomic_swap v[1:2], v5 offset:28
	flat_atomic_add v3, v[1:2], v5 offset:32 glc
	flat_atomic_sub v3, v[1:2], v5 offset:36 glc
	flat_atomic_smin v3, v[1:2], v5 offset:40 glc
	flat_atomic_smax v3, v[1:2], v5 offset:44 glc
	flat_atomic_and v3, v[1:2], v5 offset:48 glc
	flat_atomic_or v3, v[1:2], v5 offset:52 glc
	flat_atomic_xor v3, v[1:2], v5 offset:56 glc
	flat_atomic_swap v1, v[1:2], v5 offset:60 glc
	global_load_dwordx2 v[0:1], v[0:1], off
	global_atomic_umin v1, v0, s[0:1] offset:8
	global_atomic_umax v1, v0, s[0:1] offset:12
	global_atomic_umin v[0:1], v2, off offset:8
	global_atomic_umax v[0:1], v2, off offset:12
	flat_atomic_umin v[1:2], v5 offset:8
	flat_atomic_umax v[1:2], v5 offset:12
	flat_atomic_umin v3, v[1:2], v5 offset:40 glc
	flat_atomic_umax v3, v[1:2], v5 offset:44 glc
	global_atomic_add_x2 v2, v[0:1], s[0:1]
	global_atomic_sub_x2 v2, v[0:1], s[0:1] offset:8
	global_atomic_smin_x2 v2, v[0:1], s[0:1] offset:16
	global_atomic_smax_x2 v2, v[0:1], s[0:1] offset:24
	global_atomic_and_x2 v2, v[0:1], s[0:1] offset:32
	global_atomic_or_x2 v2, v[0:1], s[0:1] offset:40
	global_atomic_xor_x2 v2, v[0:1], s[0:1] offset:48
	global_atomic_swap_x2 v2, v[0:1], s[0:1] offset:56
	global_atomic_add_x2 v[0:1], v[2:3], off
	global_atomic_sub_x2 v[0:1], v[2:3], off offset:8
	global_atomic_smin_x2 v[0:1], v[2:3], off offset:16
	global_atomic_smax_x2 v[0:1], v[2:3], off offset:24
	global_atomic_and_x2 v[0:1], v[2:3], off offset:32
	global_atomic_or_x2 v[0:1], v[2:3], off offset:40
	global_atomic_xor_x2 v[0:1], v[2:3], off offset:48
	global_atomic_swap_x2 v[0:1], v[2:3], off offset:56
	global_store_dwordx2 v6, v[3:4], s[2:3]
	global_store_dwordx2 v6, v[3:4], s[2:3] offset:8
	flat_atomic_add_x2 v[3:4], v[1:2]
	flat_atomic_sub_x2 v[3:4], v[1:2] offset:8
	flat_atomic_smin_x2 v[3:4], v[1:2] offset:16
	flat_atomic_smax_x2 v[3:4], v[1:2] offset:24
	flat_atomic_and_x2 v[3:4], v[1:2] offset:32
	flat_atomic_or_x2 v[3:4], v[1:2] offset:40
	flat_atomic_xor_x2 v[3:4], v[1:2] offset:48
	flat_atomic_swap_x2 v[3:4], v[1:2] offset:56
	flat_atomic_add_x2 v[5:6], v[3:4], v[1:2] offset:64 glc
	flat_atomic_sub_x2 v[5:6], v[3:4], v[1:2] offset:72 glc
	flat_atomic_smin_x2 v[5:6], v[3:4], v[1:2] offset:80 glc
	flat_atomic_smax_x2 v[5:6], v[3:4], v[1:2] offset:88 glc
	flat_atomic_and_x2 v[5:6], v[3:4], v[1:2] offset:96 glc
	flat_atomic_or_x2 v[5:6], v[3:4], v[1:2] offset:104 glc
	flat_atomic_xor_x2 v[5:6], v[3:4], v[1:2] offset:112 glc
	flat_atomic_swap_x2 v[0:1], v[3:4], v[1:2] offset:120 glc
	global_atomic_umin_x2 v2, v[0:1], s[0:1] offset:16
	global_atomic_umax_x2 v2, v[0:1], s[0:1] offset:24
	global_atomic_umin_x2 v[0:1], v[2:3], off offset:16
	global_atomic_umax_x2 v[0:1], v[2:3], off offset:24
	flat_atomic_umin_x2 v[3:4], v[1:2] offset:16
	flat_atomic_umax_x2 v[3:4], v[1:2] offset:24
	flat_atomic_umin_x2 v[5:6], v[3:4], v[1:2] offset:80 glc
	flat_atomic_umax_x2 v[5:6], v[3:4], v[1:2] offset:88 glc
	v_mov_b32_e32 v3, 0
	global_atomic_cmpswap v2, v[0:1], v[2:3], off glc
	v_mov_b32_e32 v3, 1
	global_atomic_cmpswap v[0:1], v[2:3], off offset:4
	global_atomic_cmpswap_x2 v[0:1], v[5:6], v[1:4], off glc
	global_atomic_cmpswap_x2 v[5:6], v[0:3], off offset:8
	flat_atomic_cmpswap v2, v[0:1], v[2:3] glc
	flat_atomic_cmpswap v[0:1], v[2:3] offset:4
	flat_atomic_cmpswap_x2 v[0:1], v[5:6], v[1:4] glc
	flat_atomic_cmpswap_x2 v[5:6], v[0:3] offset:8
