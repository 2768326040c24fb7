	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_load_dword s4, s[4:5], 0x4
	v_lshlrev_b32_e32 v1, 2, v0
	v_mul_u32_u24_e32 v0, 3, v0
	v_lshlrev_b32_e32 v3, 2, v0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v2, s1
	v_add_i32_e32 v1, vcc, s0, v1
	v_addc_u32_e32 v2, vcc, 0, v2, vcc
	flat_load_dword v1, v[1:2]
	s_mov_b32 s0, 0x6f800000
	v_mov_b32_e32 v2, 0x2f800000
	v_mov_b32_e32 v4, s3
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v1, 0x3e22f983, v1
	v_fract_f32_e32 v1, v1
	v_sin_f32_e32 v5, v1
	v_cos_f32_e32 v1, v1
	v_mul_f32_e32 v0, s4, v5
	v_cmp_gt_f32_e64 vcc, |v1|, s0
	v_cndmask_b32_e32 v2, 1.0, v2, vcc
	v_mul_f32_e32 v6, v1, v2
	v_rcp_f32_e32 v6, v6
	v_add_i32_e32 v3, vcc, s2, v3
	v_sub_f32_e64 v1, |v1|, v5
	v_mul_f32_e64 v5, -v5, v6
	v_addc_u32_e32 v4, vcc, 0, v4, vcc
	flat_store_dwordx3 v[3:4], v[0:2]
	s_endpgm
	v_and_b32_e32 v5, 0x3ff, v31
	flat_load_dword v0, v[0:1]
	s_mov_b32 s4, 0x6f800000
	v_mov_b32_e32 v1, 0x2f800000
	v_mul_f32_e32 v0, 0x3e22f983, v0
	v_fract_f32_e32 v0, v0
	v_cos_f32_e32 v7, v0
	v_sin_f32_e32 v6, v0
	v_mul_u32_u24_e32 v0, 3, v5
	v_cmp_gt_f32_e64 vcc, |v7|, s4
	v_cndmask_b32_e32 v8, 1.0, v1, vcc
	v_rcp_f32_e32 v9, v1
	v_mul_f32_e64 v2, -v6, v9
	v_sub_f32_e64 v1, |v7|, v6
	flat_store_dwordx3 v[4:5], v[0:2]
	s_setpc_b64 s[30:31]
	v_log_f32_e32 v10, v1
	v_rsq_f32_e64 v2, -v1
	v_sqrt_f32_e32 v3, v1
	v_rndne_f32_e32 v12, v10
	v_cvt_i32_f32_e32 v14, v12
	v_add_f32_e32 v2, v0, v2
	v_exp_f32_e32 v0, v13
	v_floor_f32_e32 v8, v1
	v_trunc_f32_e64 v11, -v1
	v_max_f32_e64 v9, v1, v1 clamp
	v_mac_f32_e32 v3, 4.0, v8
	v_fma_f32 v8, v1, v10, v11
	v_sub_f32_e32 v1, v10, v12
	v_ldexp_f32_e32 v1, v1, v14
	v_add_f32_e32 v9, 0x3e22f983, v9
	flat_store_dwordx4 v[4:5], v[0:3]
	flat_store_dwordx2 v[6:7], v[8:9]
	v_and_b32_e32 v4, 0x3ff, v31
	s_load_dwordx2 s[4:5], s[4:5], 0x4
	flat_load_dwordx4 v[1:4], v[1:2]
	s_mov_b32 s0, 0
	s_brev_b32 s1, 8
	v_cmp_gt_f64_e64 s[0:1], s[0:1], v[1:2]
	v_frexp_mant_f64_e32 v[7:8], v[1:2]
	v_cvt_f32_f64_e32 v19, v[3:4]
	v_cndmask_b32_e64 v5, 0, v5, s[0:1]
	v_ldexp_f64 v[9:10], v[1:2], v5
	v_fma_f64 v[5:6], v[1:2], v[3:4], 1.0
	v_ldexp_f64 v[7:8], v[7:8], 3
	v_rsq_f64_e32 v[11:12], v[9:10]
	flat_store_dwordx4 v[15:16], v[5:8]
	v_mul_f64 v[5:6], v[9:10], v[11:12]
	v_mul_f64 v[7:8], v[11:12], 0.5
	v_div_scale_f64 v[11:12], s[2:3], v[3:4], v[3:4], v[1:2]
	s_mov_b32 s2, 0
	v_fma_f64 v[15:16], -v[7:8], v[5:6], 0.5
	v_rcp_f64_e32 v[17:18], v[11:12]
	v_div_scale_f64 v[7:8], vcc, v[1:2], v[3:4], v[1:2]
	v_floor_f64_e32 v[11:12], v[1:2]
	v_div_fmas_f64 v[7:8], v[7:8], v[15:16], v[17:18]
	v_cvt_f64_f32_e32 v[15:16], v19
	v_cvt_i32_f64_e32 v18, v[1:2]
	v_add_f64 v[11:12], v[11:12], v[15:16]
	v_cvt_f64_i32_e32 v[17:18], v18
	v_cmp_nlg_f64_e64 vcc, |v[3:4]|, s[2:3]
	v_add_f64 v[11:12], v[11:12], v[17:18]
	v_cndmask_b32_e64 v18, 0, v20, s[0:1]
	v_cmp_class_f64_e64 s[0:1], v[9:10], v0
	v_frexp_exp_i32_f64_e32 v17, v[1:2]
	v_div_fixup_f64 v[0:1], v[7:8], v[3:4], v[1:2]
	v_add_i32_e64 v2, s[2:3], 32, v13
	v_addc_u32_e64 v3, s[2:3], 0, v14, s[2:3]
	flat_store_dwordx2 v[2:3], v[11:12]
	flat_store_dword v[15:16], v4
	flat_load_dwordx4 v[6:9], v[0:1]
	s_brev_b32 s5, 8
	v_cmp_gt_f64_e64 s[4:5], s[4:5], v[6:7]
	v_frexp_mant_f64_e32 v[0:1], v[6:7]
	v_rsq_f64_e32 v[16:17], v[14:15]
	v_rcp_f64_e32 v[2:3], v[10:11]
	v_cvt_f32_f64_e32 v12, v[8:9]
	v_cvt_f64_f32_e32 v[12:13], v12
	v_div_fmas_f64 v[2:3], v[10:11], v[2:3], v[16:17]
	v_floor_f64_e32 v[10:11], v[6:7]
	v_cvt_i32_f64_e32 v12, v[6:7]
	v_frexp_exp_i32_f64_e32 v20, v[6:7]
	v_cmp_nlg_f64_e64 vcc, |v[8:9]|, s[6:7]
	v_cvt_f64_i32_e32 v[12:13], v12
	v_cmp_class_f64_e64 s[4:5], v[14:15], v17
	v_div_fixup_f64 v[0:1], v[2:3], v[8:9], v[6:7]
	v_add_i32_e64 v2, s[6:7], 32, v18
	v_addc_u32_e64 v3, s[6:7], 0, v19, s[6:7]
	flat_store_dword v[4:5], v6
	v_cvt_f32_f16_e32 v2, v1
	v_lshrrev_b32_e32 v1, 16, v1
	v_cvt_f32_f16_e32 v1, v1
	v_div_scale_f32 v3, s[0:1], v1, v1, v2
	v_div_scale_f32 v4, vcc, v2, v1, v2
	v_mad_f32 v6, v2, v1, 0.5
	s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), 0
	v_cvt_f16_f32_e32 v6, v6
	s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3
	v_fma_f32 v7, -v3, v5, 1.0
	v_div_fmas_f32 v3, v3, v5, v7
	v_div_fixup_f32 v1, v3, v1, v2
	v_cvt_f16_f32_e32 v2, v1
	v_or_b32_e32 v2, v6, v2
	v_lshrrev_b32_e32 v0, 16, v0
	v_mad_f32 v8, v1, v0, 0.5
	v_div_fmas_f32 v5, v5, v7, v9
	v_div_fixup_f32 v0, v5, v0, v1
	v_or_b32_e32 v2, v8, v2
	flat_load_dwordx2 v[0:1], v[0:1]
	v_mac_f32_e32 v3, v3, v4
	v_sub_f32_e32 v0, v0, v4
	v_add_f32_e32 v4, v1, v1
	v_cmp_lt_f32_e32 vcc, s5, v0
	v_cmp_lt_f32_e32 vcc, s7, v0
