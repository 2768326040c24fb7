	s_movk_i32 s0, 0x100
	v_cmp_gt_u32_e64 s[0:1], s0, v0
	v_lshlrev_b32_e32 v3, 2, v0
	s_mov_b32 m0, -1
	s_and_saveexec_b64 s[2:3], s[0:1]
	v_subrev_i32_e32 v1, vcc, 64, v0
	v_lshlrev_b32_e32 v2, 2, v0
	s_mov_b64 s[6:7], 0
	v_mov_b32_e32 v4, 0
	s_movk_i32 s8, 0xbf
	v_add_i32_e32 v1, vcc, 64, v1
	v_cmp_lt_u32_e32 vcc, s8, v1
	ds_write_b32 v2, v4
	s_or_b64 s[6:7], vcc, s[6:7]
	v_add_i32_e32 v2, vcc, 0x100, v2
	s_andn2_b64 exec, exec, s[6:7]
	s_or_b64 exec, exec, s[2:3]
	s_load_dword s14, s[4:5], 0x4
	s_load_dwordx4 s[4:7], s[4:5], 0x0
	s_waitcnt lgkmcnt(0)
	s_barrier
	v_cmp_gt_u32_e32 vcc, s14, v0
	s_and_saveexec_b64 s[2:3], vcc
	s_mov_b64 s[12:13], 0
	v_mov_b32_e32 v2, 0
	s_mov_b32 s11, 0x100f000
	s_mov_b32 s10, 0
	buffer_load_ubyte v5, v[1:2], s[8:11], 0 addr64
	v_cmp_le_u32_e32 vcc, s14, v1
	s_waitcnt vmcnt(0)
	ds_add_u32 v5, v4
	s_andn2_b64 exec, exec, s[12:13]
	v_subrev_i32_e32 v2, vcc, 64, v0
	v_add_i32_e32 v0, vcc, s6, v3
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	s_mov_b32 s3, 0x100f000
	v_add_i32_e32 v3, vcc, 0x100, v3
	v_cmp_lt_u32_e64 s[0:1], s8, v2
	ds_read_b32 v4, v3
	v_cmp_ne_u32_e32 vcc, 0, v4
	buffer_atomic_add v4, v[0:1], s[0:3], 0 addr64
	s_endpgm
	v_and_b32_e32 v0, 0x3ff, v31
	v_cmp_gt_u32_e64 s[4:5], s4, v0
	s_mov_b64 s[8:9], 0xc8
	s_load_dwordx2 s[0:1], s[8:9], 0x0
	s_trap 2
	v_cmp_lt_u32_e32 vcc, s10, v1
	ds_write_b32 v6, v5
	s_load_dwordx2 s[8:9], s[8:9], 0x0
	ds_add_u32 v0, v1
	v_cmp_ge_u32_e32 vcc, v5, v4
	v_addc_u32_e32 v1, vcc, 0, v3, vcc
	s_mov_b64 s[4:5], 0xc8
	ds_read_b32 v3, v2
	v_cmp_ne_u32_e32 vcc, 0, v3
	buffer_atomic_add v3, v[0:1], s[4:7], 0 addr64
	s_setpc_b64 s[30:31]
	s_load_dword s12, s[4:5], 0x4
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	v_cmp_gt_u32_e32 vcc, s12, v0
	v_lshl_b64 v[6:7], v[1:2], 1
	buffer_load_ushort v6, v[6:7], s[4:7], 0 addr64
	v_cmp_le_u32_e32 vcc, s12, v1
	v_lshrrev_b32_e32 v6, 4, v6
	v_and_b32_e32 v6, 0xffc, v6
	v_cmp_lt_u32_e64 s[0:1], s8, v3
	v_cmp_ge_u32_e32 vcc, v6, v4
	v_lshl_b64 v[6:7], v[1:2], 2
	buffer_load_dword v6, v[6:7], s[4:7], 0 addr64
	v_lshrrev_b32_e32 v6, 18, v6
