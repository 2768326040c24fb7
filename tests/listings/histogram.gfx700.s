	s_load_dwordx4 s[0:3], s[4:5], 0x0
	v_lshlrev_b32_e32 v0, 2, v0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v1, s3
	v_add_i32_e32 v0, vcc, s2, v0
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	flat_load_dword v14, v[0:1]
	v_mov_b32_e32 v1, s1
	s_waitcnt vmcnt(0)
	v_lshlrev_b32_e32 v0, 5, v14
	v_and_b32_e32 v0, 0x1fe0, v0
	v_add_i32_e32 v0, vcc, s0, v0
	v_addc_u32_e32 v3, vcc, 0, v1, vcc
	flat_atomic_add v[0:1], v14
	flat_atomic_sub v[2:3], v14
	flat_atomic_smin v[4:5], v14
	flat_atomic_smax v[6:7], v14
	flat_atomic_and v[8:9], v14
	flat_atomic_or v[10:11], v14
	flat_atomic_xor v[12:13], v14
	flat_atomic_swap v[0:1], v14
	s_endpgm
	v_and_b32_e32 v4, 0x3ff, v31
	flat_load_dword v14, v[2:3]
	s_setpc_b64 s[30:31]
	s_load_dwordx2 s[4:5], s[4:5], 0x4
	flat_atomic_add v7, v[1:2], v9 glc
	flat_store_dword v[3:4], v7
	flat_atomic_sub v0, v[5:6], v9 glc
	flat_store_dword v[5:6], v0
	flat_atomic_smin v0, v[7:8], v9 glc
	flat_atomic_smax v0, v[7:8], v9 glc
	flat_atomic_and v0, v[7:8], v9 glc
	flat_atomic_or v0, v[7:8], v9 glc
	flat_atomic_xor v0, v[7:8], v9 glc
	flat_atomic_swap v2, v[0:1], v9 glc
	flat_load_dwordx2 v[1:2], v[1:2]
	flat_load_dwordx2 v[0:1], v[0:1]
	flat_atomic_umin v[4:5], v14
	flat_atomic_umax v[6:7], v14
	flat_atomic_umin v0, v[7:8], v9 glc
	flat_atomic_umax v0, v[7:8], v9 glc
	flat_atomic_add_x2 v[2:3], v[0:1]
	flat_atomic_sub_x2 v[4:5], v[0:1]
	flat_atomic_smin_x2 v[6:7], v[0:1]
	flat_atomic_smax_x2 v[8:9], v[0:1]
	flat_atomic_and_x2 v[10:11], v[0:1]
	flat_atomic_or_x2 v[12:13], v[0:1]
	flat_atomic_xor_x2 v[14:15], v[0:1]
	flat_atomic_swap_x2 v[2:3], v[0:1]
	flat_atomic_add_x2 v[0:1], v[2:3]
	flat_atomic_sub_x2 v[4:5], v[2:3]
	flat_atomic_smin_x2 v[6:7], v[2:3]
	flat_atomic_smax_x2 v[8:9], v[2:3]
	flat_atomic_and_x2 v[10:11], v[2:3]
	flat_atomic_or_x2 v[12:13], v[2:3]
	flat_atomic_xor_x2 v[14:15], v[2:3]
	flat_atomic_swap_x2 v[0:1], v[2:3]
	flat_store_dwordx2 v[7:8], v[5:6]
	flat_store_dwordx2 v[9:10], v[5:6]
	s_movk_i32 s0, 0x48
	s_movk_i32 s0, 0x50
	v_add_i32_e32 v3, vcc, 0x78, v3
	v_add_i32_e32 v0, vcc, 0x78, v0
	flat_atomic_umin_x2 v[6:7], v[0:1]
	flat_atomic_umax_x2 v[8:9], v[0:1]
	flat_atomic_umin_x2 v[6:7], v[2:3]
	flat_atomic_umax_x2 v[8:9], v[2:3]
	flat_atomic_cmpswap v7, v[1:2], v[5:6] glc
	flat_atomic_cmpswap v[3:4], v[0:1]
	flat_atomic_cmpswap_x2 v[0:1], v[5:6], v[1:4] glc
	s_nop 0
	flat_atomic_cmpswap_x2 v[4:5], v[0:3]
