	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_load_dword s2, s[0:1], 0x10
	v_lshlrev_b32_e32 v1, 2, v0
	v_mul_u32_u24_e32 v0, 3, v0
	v_lshlrev_b32_e32 v4, 2, v0
	s_waitcnt lgkmcnt(0)
	global_load_dword v1, v1, s[4:5]
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v1, 0.15915494, v1
	v_fract_f32_e32 v1, v1
	v_cos_f32_e32 v3, v1
	v_sin_f32_e32 v2, v1
	v_frexp_mant_f32_e32 v5, v3
	v_rcp_f32_e32 v5, v5
	v_mul_f32_e32 v0, s2, v2
	v_sub_f32_e64 v1, |v3|, v2
	v_frexp_exp_i32_f32_e32 v3, v3
	v_frexp_exp_i32_f32_e32 v6, v2
	v_frexp_mant_f32_e64 v2, -v2
	v_sub_u32_e32 v3, v6, v3
	v_ldexp_f32 v2, v2, v3
	global_store_dwordx3 v4, v[0:2], s[6:7]
	s_endpgm
	v_and_b32_e32 v5, 0x3ff, v31
	v_add_co_u32_e32 v0, vcc, v0, v6
	v_addc_co_u32_e32 v1, vcc, 0, v1, vcc
	global_load_dword v0, v[0:1], off
	v_mul_u32_u24_e32 v1, 3, v5
	v_add_co_u32_e32 v5, vcc, v2, v1
	v_addc_co_u32_e32 v6, vcc, 0, v3, vcc
	v_fract_f32_e32 v0, v0
	v_cos_f32_e32 v8, v0
	v_sin_f32_e32 v7, v0
	v_frexp_mant_f32_e32 v2, v8
	v_rcp_f32_e32 v2, v2
	v_sub_f32_e64 v1, |v8|, v7
	v_frexp_mant_f32_e64 v7, -v7
	v_sub_u32_e32 v3, v4, v3
	global_store_dwordx3 v[5:6], v[0:2], off
	s_setpc_b64 s[30:31]
	s_nop 0
	s_load_dwordx4 s[0:3], s[0:1], 0x0
	s_mov_b32 s0, 0x800000
	v_log_f32_e32 v3, v1
	v_cmp_gt_f32_e32 vcc, s0, v1
	v_rsq_f32_e64 v2, -v1
	v_cndmask_b32_e64 v5, 0, 32, vcc
	v_max_f32_e64 v8, v1, v1 clamp
	v_ldexp_f32 v9, v1, v5
	v_trunc_f32_e64 v4, -v1
	v_add_f32_e32 v5, 0.15915494, v8
	v_sqrt_f32_e32 v8, v9
	v_rndne_f32_e32 v9, v3
	v_floor_f32_e32 v7, v1
	v_fmac_f32_e32 v4, v1, v3
	v_cvt_i32_f32_e32 v1, v9
	v_add_f32_e32 v2, v0, v2
	v_exp_f32_e32 v0, v11
	v_cndmask_b32_e64 v10, 0, -16, vcc
	v_sub_f32_e32 v9, v3, v9
	v_fmac_f32_e32 v3, 4.0, v7
	global_store_dwordx4 v6, v[0:3], s[2:3]
	global_store_dwordx2 v6, v[4:5], s[2:3] offset:16
	v_and_b32_e32 v4, 0x3ff, v31
	v_log_f32_e32 v1, v0
	v_cmp_gt_f32_e32 vcc, s0, v0
	v_max_f32_e64 v9, v0, v0 clamp
	v_rsq_f32_e64 v3, -v0
	v_trunc_f32_e64 v6, -v0
	v_sqrt_f32_e32 v9, v10
	v_rndne_f32_e32 v10, v1
	v_floor_f32_e32 v8, v0
	v_exp_f32_e32 v0, v12
	v_cvt_i32_f32_e32 v12, v10
	v_sub_f32_e32 v1, v1, v10
	global_store_dwordx4 v[4:5], v[0:3], off
	global_store_dwordx2 v[4:5], v[6:7], off offset:16
	s_load_dwordx2 s[2:3], s[0:1], 0x10
	v_mov_b32_e32 v9, 0x100
	v_mov_b32_e32 v20, 0x260
	global_load_dwordx4 v[1:4], v1, s[4:5]
	s_mov_b32 s4, 0
	s_mov_b32 s5, 0x7ff00000
	v_div_scale_f64 v[5:6], s[0:1], v[3:4], v[3:4], v[1:2]
	s_mov_b32 s0, 0
	s_brev_b32 s1, 8
	v_cmp_gt_f64_e64 s[0:1], s[0:1], v[1:2]
	v_div_scale_f64 v[17:18], vcc, v[1:2], v[3:4], v[1:2]
	v_cvt_f32_f64_e32 v19, v[3:4]
	v_frexp_exp_i32_f64_e32 v22, v[1:2]
	v_ldexp_f64 v[9:10], v[1:2], v9
	v_rcp_f64_e32 v[7:8], v[5:6]
	v_rsq_f64_e32 v[11:12], v[9:10]
	v_fma_f64 v[13:14], -v[5:6], v[7:8], 1.0
	v_fma_f64 v[7:8], v[7:8], v[13:14], v[7:8]
	v_mul_f64 v[13:14], v[9:10], v[11:12]
	v_mul_f64 v[11:12], v[11:12], 0.5
	v_div_fmas_f64 v[15:16], v[5:6], v[7:8], v[15:16]
	v_floor_f64_e32 v[17:18], v[1:2]
	v_cvt_f64_f32_e32 v[7:8], v19
	v_cmp_nlg_f64_e64 vcc, |v[3:4]|, s[4:5]
	v_add_f64 v[7:8], v[17:18], v[7:8]
	v_cvt_i32_f64_e32 v17, v[1:2]
	v_frexp_mant_f64_e32 v[11:12], v[1:2]
	v_cvt_f64_i32_e32 v[13:14], v17
	v_add_f64 v[13:14], v[7:8], v[13:14]
	v_ldexp_f64 v[17:18], v[5:6], v7
	v_cmp_class_f64_e64 s[0:1], v[9:10], v20
	v_div_fixup_f64 v[0:1], v[15:16], v[3:4], v[1:2]
	global_store_dword v11, v12, s[2:3]
	global_load_dwordx4 v[6:9], v[0:1], off
	v_cmp_gt_f64_e64 s[0:1], s[0:1], v[6:7]
	v_frexp_exp_i32_f64_e32 v21, v[6:7]
	v_rsq_f64_e32 v[0:1], v[14:15]
	v_rcp_f64_e32 v[0:1], v[12:13]
	v_cvt_f32_f64_e32 v12, v[8:9]
	v_cvt_f64_f32_e32 v[12:13], v12
	v_div_fmas_f64 v[0:1], v[10:11], v[0:1], v[18:19]
	v_floor_f64_e32 v[10:11], v[6:7]
	v_cvt_i32_f64_e32 v18, v[6:7]
	v_cmp_nlg_f64_e64 vcc, |v[8:9]|, s[2:3]
	v_cvt_f64_i32_e32 v[12:13], v18
	v_div_fixup_f64 v[0:1], v[0:1], v[8:9], v[6:7]
	v_frexp_mant_f64_e32 v[10:11], v[6:7]
	v_add_co_u32_e64 v4, s[2:3], v4, v6
	v_cmp_class_f64_e64 s[0:1], v[14:15], v8
	v_addc_co_u32_e64 v5, s[2:3], 0, v5, s[2:3]
	v_add_co_u32_e64 v8, s[2:3], v2, v8
	v_addc_co_u32_e64 v9, s[2:3], 0, v3, s[2:3]
	global_store_dword v[4:5], v16, off
	v_lshrrev_b32_e32 v2, 16, v1
	v_cvt_f32_f16_e32 v3, v2
	v_cvt_f32_f16_e32 v4, v1
	v_mad_f32 v7, -v3, v6, v4
	v_mac_f32_e32 v6, v7, v5
	v_mad_f32 v3, -v3, v6, v4
	v_cvt_f16_f32_e32 v3, v3
	v_fma_f16 v4, v1, v2, 0.5
	v_div_fixup_f16 v1, v3, v2, v1
	v_pack_b32_f16 v1, v4, v1
	v_lshrrev_b32_e32 v6, 16, v5
	v_fma_f16 v8, v5, v6, 0.5
	v_mac_f32_e32 v9, v10, v7
	v_cvt_f16_f32_e32 v7, v0
	v_div_fixup_f16 v2, v7, v6, v5
	v_pack_b32_f16 v2, v8, v2
	global_load_dwordx2 v[0:1], v2, s[0:1]
	v_pk_fma_f16 v0, v0, v1, v0 op_sel:[0,1,0] op_sel_hi:[1,0,0]
	v_pk_add_f16 v0, v0, v1 neg_lo:[0,1] neg_hi:[0,1]
	global_load_dwordx2 v[0:1], v[0:1], off
	v_pk_add_f16 v5, v0, v1 neg_lo:[0,1] neg_hi:[0,1]
	v_fmac_f32_e32 v2, 0x39506967, v1
	v_fma_f32 v2, v4, v1, 0.5
	v_cmp_lt_f32_e32 vcc, s0, v1
	v_fmac_f32_e32 v1, 0x39506967, v0
	v_fma_f32 v1, v6, v0, 0.5
	v_cmp_lt_f32_e32 vcc, s0, v0
