	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_load_dword s8, s[4:5], 0x4
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s6, 0
	v_lshlrev_b32_e32 v1, 2, v0
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[4:5], s[0:1]
	v_mov_b32_e32 v2, 0
	buffer_load_dword v1, v[1:2], s[4:7], 0 addr64
	s_mov_b32 s0, 0x6f800000
	v_mov_b32_e32 v3, 0x2f800000
	v_mul_u32_u24_e32 v0, 3, v0
	s_mov_b64 s[4:5], s[2:3]
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v1, 0x3e22f983, v1
	v_fract_f32_e32 v1, v1
	v_cos_f32_e32 v4, v1
	v_sin_f32_e32 v5, v1
	v_cmp_gt_f32_e64 vcc, |v4|, s0
	v_cndmask_b32_e32 v6, 1.0, v3, vcc
	v_mul_f32_e32 v1, v4, v6
	v_rcp_f32_e32 v7, v1
	v_mul_f32_e32 v3, s8, v5
	v_sub_f32_e64 v4, |v4|, v5
	v_mul_f32_e64 v0, -v5, v7
	buffer_store_dwordx2 v[3:4], v[1:2], s[4:7], 0 addr64
	buffer_store_dword v0, v[1:2], s[4:7], 0 addr64 offset:8
	s_endpgm
	v_and_b32_e32 v5, 0x3ff, v31
	v_lshlrev_b32_e32 v6, 2, v5
	v_add_i32_e32 v0, vcc, v0, v6
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	s_mov_b32 s4, s6
	buffer_load_dword v0, v[0:1], s[4:7], 0 addr64
	v_mov_b32_e32 v1, 0x2f800000
	v_mul_u32_u24_e32 v5, 3, v5
	v_mul_f32_e32 v0, 0x3e22f983, v0
	v_fract_f32_e32 v0, v0
	v_cos_f32_e32 v6, v0
	v_sin_f32_e32 v7, v0
	v_cmp_gt_f32_e64 vcc, |v6|, s8
	v_cndmask_b32_e32 v8, 1.0, v1, vcc
	v_rcp_f32_e32 v9, v0
	v_add_i32_e32 v0, vcc, v2, v5
	v_addc_u32_e32 v1, vcc, 0, v3, vcc
	v_sub_f32_e64 v3, |v6|, v7
	v_mul_f32_e64 v4, -v7, v9
	buffer_store_dwordx2 v[2:3], v[0:1], s[4:7], 0 addr64
	buffer_store_dword v4, v[0:1], s[4:7], 0 addr64 offset:8
	s_setpc_b64 s[30:31]
	s_load_dwordx4 s[4:7], s[4:5], 0x0
	v_mov_b32_e32 v5, 0
	v_log_f32_e32 v8, v1
	v_rsq_f32_e64 v2, -v1
	v_sqrt_f32_e32 v3, v1
	v_rndne_f32_e32 v10, v8
	v_cvt_i32_f32_e32 v12, v10
	v_add_f32_e32 v2, v0, v2
	v_exp_f32_e32 v0, v11
	v_floor_f32_e32 v6, v1
	v_trunc_f32_e64 v9, -v1
	v_max_f32_e64 v7, v1, v1 clamp
	v_mac_f32_e32 v3, 4.0, v6
	v_fma_f32 v6, v1, v8, v9
	v_sub_f32_e32 v1, v8, v10
	v_ldexp_f32_e32 v1, v1, v12
	v_add_f32_e32 v7, 0x3e22f983, v7
	buffer_store_dwordx4 v[0:3], v[4:5], s[0:3], 0 addr64
	v_and_b32_e32 v4, 0x3ff, v31
	buffer_store_dwordx4 v[0:3], v[4:5], s[4:7], 0 addr64
	buffer_load_dwordx4 v[1:4], v[9:10], s[8:11], 0 addr64
	s_brev_b32 s1, 8
	s_load_dwordx2 s[4:5], s[4:5], 0x4
	v_cmp_gt_f64_e32 vcc, s[0:1], v[1:2]
	v_fract_f64_e32 v[15:16], v[1:2]
	v_ldexp_f64 v[13:14], v[1:2], v7
	v_frexp_mant_f64_e32 v[5:6], v[1:2]
	v_rsq_f64_e32 v[17:18], v[13:14]
	v_ldexp_f64 v[7:8], v[5:6], 3
	v_fma_f64 v[5:6], v[1:2], v[3:4], 1.0
	v_min_f64 v[11:12], v[15:16], v[11:12]
	v_mul_f64 v[15:16], v[13:14], v[17:18]
	v_mul_f64 v[17:18], v[17:18], 0.5
	v_fma_f64 v[5:6], -v[17:18], v[15:16], 0.5
	v_div_scale_f64 v[7:8], s[0:1], v[3:4], v[3:4], v[1:2]
	v_cvt_f32_f64_e32 v19, v[3:4]
	v_cmp_class_f64_e64 s[0:1], v[1:2], 3
	v_cndmask_b32_e64 v11, v11, v1, s[0:1]
	v_cvt_f64_f32_e32 v[15:16], v19
	v_rcp_f64_e32 v[17:18], v[7:8]
	v_cndmask_b32_e64 v12, v12, v2, s[0:1]
	v_add_f64 v[11:12], v[1:2], -v[11:12]
	v_cvt_i32_f64_e32 v19, v[1:2]
	v_add_f64 v[11:12], v[11:12], v[15:16]
	v_cvt_f64_i32_e32 v[17:18], v19
	v_cmp_nlg_f64_e64 vcc, |v[3:4]|, s[12:13]
	v_div_scale_f64 v[17:18], s[0:1], v[1:2], v[3:4], v[1:2]
	v_cmp_eq_u32_e64 s[0:1], v4, v8
	v_cmp_eq_u32_e64 s[2:3], v2, v18
	v_frexp_exp_i32_f64_e32 v18, v[1:2]
	s_xor_b64 vcc, s[2:3], s[0:1]
	s_nop 2
	v_div_fmas_f64 v[7:8], v[7:8], v[15:16], v[11:12]
	v_cmp_class_f64_e32 vcc, v[13:14], v17
	v_div_fixup_f64 v[2:3], v[7:8], v[3:4], v[1:2]
	buffer_load_dwordx4 v[6:9], v[0:1], s[8:11], 0 addr64
	s_brev_b32 s5, 8
	v_cmp_gt_f64_e64 s[4:5], s[4:5], v[6:7]
	v_frexp_mant_f64_e32 v[2:3], v[6:7]
	v_rsq_f64_e32 v[16:17], v[12:13]
	v_cmp_eq_u32_e32 vcc, v9, v15
	v_rcp_f64_e32 v[2:3], v[14:15]
	s_xor_b64 vcc, s[6:7], vcc
	v_div_fmas_f64 v[14:15], v[14:15], v[2:3], v[18:19]
	v_cvt_f32_f64_e32 v18, v[8:9]
	v_fract_f64_e32 v[2:3], v[6:7]
	v_min_f64 v[2:3], v[2:3], v[16:17]
	v_cmp_class_f64_e64 vcc, v[6:7], 3
	v_cvt_f64_f32_e32 v[16:17], v18
	v_cvt_i32_f64_e32 v18, v[6:7]
	v_cvt_f64_i32_e32 v[16:17], v18
	v_cmp_nlg_f64_e64 vcc, |v[8:9]|, s[6:7]
	v_frexp_exp_i32_f64_e32 v16, v[6:7]
	v_cmp_class_f64_e32 vcc, v[12:13], v18
	v_div_fixup_f64 v[0:1], v[14:15], v[8:9], v[6:7]
	buffer_load_ushort v3, v[1:2], s[4:7], 0 addr64
	buffer_load_ushort v1, v[1:2], s[4:7], 0 addr64 offset:2
	v_cvt_f32_f16_e32 v3, v3
	v_cvt_f32_f16_e32 v1, v1
	v_div_scale_f32 v5, s[0:1], v1, v1, v3
	v_mad_f32 v4, v3, v1, 0.5
	v_div_scale_f32 v7, vcc, v3, v1, v3
	s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), 0
	v_cvt_f16_f32_e32 v4, v4
	s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3
	v_fma_f32 v8, -v5, v6, 1.0
	v_div_fmas_f32 v5, v5, v6, v8
	v_div_fixup_f32 v1, v5, v1, v3
	v_cvt_f16_f32_e32 v3, v1
	buffer_store_short v4, v[1:2], s[4:7], 0 addr64
	buffer_store_short v3, v[1:2], s[4:7], 0 addr64 offset:2
	v_mad_f32 v5, v1, v0, 0.5
	v_div_fmas_f32 v6, v6, v7, v9
	v_div_fixup_f32 v0, v6, v0, v1
	buffer_load_dwordx2 v[2:3], v[0:1], s[4:7], 0 addr64
	v_lshrrev_b32_e32 v2, 16, v2
	v_lshrrev_b32_e32 v5, 16, v3
	v_mac_f32_e32 v4, v4, v5
	v_sub_f32_e32 v2, v2, v5
	v_or_b32_e32 v2, v3, v2
	buffer_load_dwordx2 v[0:1], v[0:1], s[4:7], 0 addr64
	v_or_b32_e32 v5, v1, v0
	v_add_f32_e32 v4, v3, v3
	v_cmp_lt_f32_e32 vcc, s5, v2
	v_cmp_lt_f32_e32 vcc, s11, v0
