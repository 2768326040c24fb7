	s_load_dword s7, s[4:5], 0x4
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_lshl_b32 s4, s6, 10
	v_or_b32_e32 v1, s4, v0
	v_mov_b32_e32 v4, 0
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_u32_e32 vcc, s7, v1
	s_and_saveexec_b64 s[4:5], vcc
	v_mov_b32_e32 v2, 0
	v_lshl_b64 v[2:3], v[1:2], 2
	v_add_i32_e32 v2, vcc, s0, v2
	v_addc_u32_e32 v3, vcc, v4, v3, vcc
	flat_load_dword v4, v[2:3]
	s_or_b64 exec, exec, s[4:5]
	v_add_i32_e32 v2, vcc, 0x100, v1
	v_cmp_gt_u32_e32 vcc, s7, v2
	v_lshl_b64 v[2:3], v[2:3], 2
	v_addc_u32_e32 v3, vcc, v5, v3, vcc
	flat_load_dword v2, v[2:3]
	s_waitcnt vmcnt(0)
	v_add_i32_e32 v4, vcc, v2, v4
	v_add_i32_e32 v2, vcc, 0x200, v1
	s_movk_i32 s0, 0x80
	v_lshlrev_b32_e32 v1, 2, v0
	s_mov_b32 m0, -1
	ds_write_b32 v1, v4
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	ds_read_b32 v2, v1 offset:512
	s_or_b64 exec, exec, s[0:1]
	ds_read_b32 v2, v1 offset:256
	v_cmp_eq_u32_e32 vcc, 0, v0
	v_add_i32_e64 v4, s[0:1], v0, v4
	s_mov_b64 s[0:1], exec
	s_mov_b32 s4, 0
	s_ff1_i32_b64 s5, s[0:1]
	s_lshl_b64 s[6:7], 1, s5
	s_andn2_b64 s[0:1], s[0:1], s[6:7]
	v_cmp_ne_u64_e64 s[6:7], s[0:1], 0
	v_readlane_b32 s8, v4, s5
	s_add_i32 s4, s4, s8
	s_and_b64 vcc, exec, s[6:7]
	v_mbcnt_lo_u32_b32_e64 v0, exec_lo, 0
	v_mbcnt_hi_u32_b32_e32 v0, exec_hi, v0
	s_xor_b64 s[0:1], exec, s[0:1]
	flat_atomic_add v[0:1], v2
	s_endpgm
	v_and_b32_e32 v9, 0x3ff, v31
	s_lshl_b32 s4, s12, 10
	v_or_b32_e32 v5, s4, v9
	v_cmp_lt_u32_e32 vcc, v5, v4
	v_cmp_lt_u32_e32 vcc, v6, v4
	s_mov_b64 s[4:5], 0xc8
	s_load_dwordx2 s[0:1], s[4:5], 0x0
	s_movk_i32 s4, 0x80
	s_trap 2
	ds_write_b32 v0, v8
	v_cmp_eq_u32_e32 vcc, 0, v9
	s_setpc_b64 s[30:31]
	v_add_i32_e64 v8, s[4:5], v0, v8
	flat_atomic_add v[2:3], v8
	flat_load_dwordx2 v[1:2], v[1:2]
	flat_load_dwordx2 v[4:5], v[4:5]
	v_lshlrev_b32_e32 v3, 3, v0
	ds_write_b64 v3, v[1:2]
	ds_read_b64 v[4:5], v3 offset:1024
	ds_read_b64 v[4:5], v3 offset:512
	v_addc_u32_e64 v2, s[0:1], v5, v2, s[0:1]
	s_mov_b64 s[4:5], exec
	s_ff1_i32_b64 s6, s[4:5]
	s_nop 0
	v_readlane_b32 s8, v1, s6
	s_add_u32 s0, s0, s8
	s_addc_u32 s1, s1, s7
	s_lshl_b64 s[6:7], 1, s6
	s_andn2_b64 s[4:5], s[4:5], s[6:7]
	v_cmp_ne_u64_e64 s[6:7], s[4:5], 0
	s_xor_b64 s[4:5], exec, s[4:5]
	flat_atomic_add_x2 v[0:1], v[2:3]
	v_and_b32_e32 v10, 0x3ff, v31
	ds_write_b64 v0, v[5:6]
	v_addc_u32_e64 v6, s[4:5], v1, v6, s[4:5]
	flat_atomic_add_x2 v[2:3], v[5:6]
	v_bfrev_b32_e32 v4, -2
	v_min_i32_e32 v4, v4, v2
	v_min_i32_e32 v4, v4, v1
	s_brev_b32 s4, -2
	s_min_i32 s4, s4, s8
	flat_atomic_smin v[0:1], v2
	v_bfrev_b32_e32 v8, -2
	flat_atomic_smin v[2:3], v8
	v_max_u32_e32 v4, v4, v2
	v_max_u32_e32 v4, v4, v1
	s_max_u32 s4, s4, s8
	flat_atomic_umax v[0:1], v2
	flat_atomic_umax v[2:3], v8
	v_xor_b32_e32 v4, v2, v4
	v_xor_b32_e32 v4, v1, v4
	s_xor_b32 s4, s4, s8
	flat_atomic_xor v[0:1], v2
	flat_atomic_xor v[2:3], v8
