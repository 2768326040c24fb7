	s_load_dwordx8 s[0:7], s[4:5], 0x0
	v_lshlrev_b32_e32 v5, 1, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v2, s1
	v_add_u32_e32 v1, vcc, s0, v5
	v_addc_u32_e32 v2, vcc, 0, v2, vcc
	v_mov_b32_e32 v4, s3
	v_add_u32_e32 v3, vcc, s2, v5
	v_addc_u32_e32 v4, vcc, 0, v4, vcc
	flat_load_ushort v4, v[3:4]
	flat_load_ushort v6, v[1:2]
	s_waitcnt vmcnt(1)
	v_fma_f16 v4, v4, v4, v4
	v_fma_f16 v5, v6, v6, v6
	v_or_b32_e32 v5, v5, v6
	flat_store_dword v[0:1], v5
	flat_store_short v[2:3], v4
	s_endpgm
	v_and_b32_e32 v8, 0x3ff, v31
	s_setpc_b64 s[30:31]
	s_nop 0
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	flat_load_dwordx2 v[1:2], v[1:2]
	flat_load_dword v0, v[3:4]
	flat_load_sbyte v11, v[5:6]
	v_and_b32_e32 v0, 0xffff0000, v0
	flat_load_sbyte v12, v[1:2]
	flat_load_ubyte v13, v[9:10]
	v_or_b32_sdwa v0, v11, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
	flat_store_dword v[5:6], v0
	flat_load_dword v7, v[7:8]
	v_lshlrev_b32_sdwa v2, v8, sext(v13) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_or_b32_sdwa v2, v12, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
	v_mul_lo_u16_sdwa v8, v13, v13 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
	v_or_b32_e32 v8, v13, v8
	flat_store_short v[0:1], v8
	flat_load_dwordx2 v[0:1], v[0:1]
	flat_load_ubyte v13, v[8:9]
	v_lshlrev_b32_sdwa v7, v7, sext(v13) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_mul_lo_u16_sdwa v9, v13, v13 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
	s_mov_b32 s0, 0x3020504
	s_movk_i32 s1, 0x42
	v_perm_b32 v0, v9, v0, s0
	s_mov_b32 s0, 0x1000504
	v_perm_b32 v2, v10, v7, s0
	s_movk_i32 s5, 0x42
	v_mul_lo_u16_e32 v11, v13, v13
	flat_store_byte v[7:8], v13
	flat_store_byte v[0:1], v11
	v_mul_lo_u16_e32 v13, v12, v12
