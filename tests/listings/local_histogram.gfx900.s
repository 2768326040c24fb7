	s_movk_i32 s2, 0x100
	v_cmp_gt_u32_e32 vcc, s2, v0
	v_subrev_u32_e32 v2, 64, v0
	v_lshlrev_b32_e32 v3, 2, v0
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz 15
	v_subrev_u32_e32 v1, 64, v0
	v_lshlrev_b32_e32 v4, 2, v0
	s_mov_b64 s[6:7], 0
	v_mov_b32_e32 v5, 0
	s_movk_i32 s8, 0xbf
	v_add_u32_e32 v1, 64, v1
	v_cmp_lt_u32_e64 s[2:3], s8, v1
	ds_write_b32 v4, v5
	s_or_b64 s[6:7], s[2:3], s[6:7]
	v_add_u32_e32 v4, 0x100, v4
	s_andn2_b64 exec, exec, s[6:7]
	s_cbranch_execnz 65526
	s_or_b64 exec, exec, s[4:5]
	s_load_dword s10, s[0:1], 0x10
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_waitcnt lgkmcnt(0)
	s_barrier
	v_cmp_gt_u32_e64 s[0:1], s10, v0
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_cbranch_execz 14
	s_mov_b64 s[8:9], 0
	v_mov_b32_e32 v1, 1
	global_load_ubyte v4, v0, s[4:5]
	v_add_u32_e32 v0, 64, v0
	v_cmp_le_u32_e64 s[0:1], s10, v0
	s_waitcnt vmcnt(0)
	ds_add_u32 v4, v1
	s_andn2_b64 exec, exec, s[8:9]
	s_cbranch_execnz 65524
	v_add_co_u32_e32 v0, vcc, s6, v3
	v_addc_co_u32_e32 v1, vcc, 0, v1, vcc
	s_branch 12
	v_add_co_u32_e32 v0, vcc, 0x100, v0
	v_cmp_lt_u32_e64 s[0:1], s4, v2
	v_add_u32_e32 v3, 0x100, v3
	ds_read_b32 v4, v3
	v_cmp_ne_u32_e32 vcc, 0, v4
	global_atomic_add v[0:1], v4, off
	s_branch 65515
	s_endpgm
	v_and_b32_e32 v0, 0x3ff, v31
	v_cmp_gt_u32_e32 vcc, s0, v0
	s_trap 2
	ds_write_b32 v7, v6
	ds_add_u32 v0, v1
	v_cmp_ge_u32_e64 s[0:1], v6, v4
	v_add_co_u32_e32 v0, vcc, v2, v0
	v_addc_co_u32_e32 v1, vcc, 0, v3, vcc
	v_cmp_lt_u32_e32 vcc, s6, v5
	ds_read_b32 v3, v2
	v_cmp_ne_u32_e32 vcc, 0, v3
	global_atomic_add v[0:1], v3, off
	s_setpc_b64 s[30:31]
	s_nop 0
	v_cmp_lt_u32_e32 vcc, s4, v6
	s_load_dword s8, s[0:1], 0x10
	v_lshlrev_b64 v[7:8], 1, v[1:2]
	global_load_ushort v7, v[7:8], off
	v_cmp_le_u32_e32 vcc, s8, v1
	v_lshrrev_b16_e32 v7, 6, v7
	v_cmp_ge_u32_e32 vcc, v6, v4
	v_lshlrev_b64 v[7:8], 2, v[1:2]
	global_load_dword v7, v[7:8], off
	v_lshrrev_b32_e32 v7, 18, v7
	v_and_b32_e32 v7, 0x3ffc, v7
