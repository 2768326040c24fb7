	s_load_dwordx8 s[4:11], s[0:1], 0x0
	v_lshlrev_b32_e32 v1, 1, v0
	s_mov_b32 s0, 0x5040100
	v_lshlrev_b32_e32 v0, 2, v0
	s_waitcnt lgkmcnt(0)
	global_load_ushort v2, v1, s[4:5]
	global_load_ushort v3, v1, s[6:7]
	s_waitcnt vmcnt(0)
	v_perm_b32 v2, v3, v2, s0
	v_pk_fma_f16 v2, v2, v2, v2
	global_store_dword v0, v2, s[8:9]
	global_store_short_d16_hi v1, v2, s[10:11]
	s_endpgm
	v_and_b32_e32 v8, 0x3ff, v31
	v_add_co_u32_e32 v0, vcc, v0, v9
	v_addc_co_u32_e32 v1, vcc, 0, v1, vcc
	v_add_co_u32_e32 v0, vcc, v2, v9
	v_addc_co_u32_e32 v1, vcc, 0, v3, vcc
	v_perm_b32 v4, v11, v10, s0
	v_pk_fma_f16 v4, v4, v4, v4
	global_store_dword v[0:1], v4, off
	global_store_short_d16_hi v[2:3], v4, off
	s_setpc_b64 s[30:31]
	s_nop 0
	s_load_dwordx4 s[0:3], s[0:1], 0x0
	global_load_dwordx2 v[1:2], v1, s[0:1]
	s_mov_b32 s0, 0xffff
	global_load_dword v7, v0, s[2:3] offset:8
	global_load_dword v3, v0, s[2:3]
	global_load_sbyte v4, v[1:2], off offset:17
	global_load_sbyte v5, v[1:2], off
	global_load_ubyte v6, v[1:2], off offset:9
	v_bfi_b32 v3, s0, v4, v3
	v_bfe_i32 v4, v6, 0, 8
	v_mul_lo_u16_sdwa v8, v6, v6 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
	v_or_b32_e32 v5, v6, v8
	global_store_short v[1:2], v5, off offset:1
	v_and_b32_e32 v4, 0x3ff, v31
	global_load_dwordx2 v[0:1], v[0:1], off
	global_load_ubyte v7, v[0:1], off offset:9
	v_bfi_b32 v4, s0, v5, v4
	v_bfe_i32 v5, v7, 0, 8
	v_mul_lo_u16_sdwa v9, v7, v7 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
	v_or_b32_e32 v6, v7, v9
	global_store_short v[0:1], v6, off offset:1
	v_mul_lo_u16_e32 v5, v6, v6
	v_mul_lo_u16_e32 v6, v7, v7
	s_add_u32 flat_scratch_lo, s2, s5
	s_addc_u32 flat_scratch_hi, s3, 0
	flat_load_sbyte v4, v[1:2] offset:17
	flat_load_sbyte v5, v[1:2]
	flat_load_ubyte v6, v[1:2] offset:9
	flat_store_short v[1:2], v5 offset:1
	flat_load_ubyte v7, v[0:1] offset:9
	flat_store_short v[0:1], v6 offset:1
	flat_load_ushort v4, v[1:2] offset:34
	flat_load_ushort v5, v[1:2]
	flat_store_dword v[1:2], v5 offset:2
	flat_store_dword v[0:1], v6 offset:2
