	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.amdhsa_code_object_version 6
	.text
	.protected	clamp_scale             ; -- Begin function clamp_scale
	.globl	clamp_scale
	.p2align	8
	.type	clamp_scale,@function
clamp_scale:                            ; @clamp_scale
.Lfunc_begin0:
	.file	0 "/source" "clamp_scale.cl" md5 0xe08b11bc6f34153d43bfe0b966bcca24
	.loc	0 7 0                           ; clamp_scale.cl:7:0
	.cfi_sections .debug_frame
	.cfi_startproc
; %bb.0:
	s_add_u32 flat_scratch_lo, s12, s17
	s_addc_u32 flat_scratch_hi, s13, 0
	s_add_u32 s0, s0, s17
	s_addc_u32 s1, s1, 0
	s_mov_b64 s[34:35], s[8:9]
.Ltmp0:
	.loc	0 8 13 prologue_end             ; clamp_scale.cl:8:13 @[ clamp_scale.cl:7:71 ]
	s_load_dword s33, s[8:9], 0xc
	;DEBUG_VALUE: clamp_scale:length <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
.Ltmp1:
	;DEBUG_VALUE: clamp_scale:length <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
	;DEBUG_VALUE: clamp_scale:row <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
	;DEBUG_VALUE: clamp_scale:factor <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
	;DEBUG_VALUE: clamp_scale:row <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
	;DEBUG_VALUE: clamp_scale:factor <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
	s_add_u32 s8, s34, 16
	s_addc_u32 s9, s35, 0
	v_lshlrev_b32_e32 v2, 20, v2
	v_lshlrev_b32_e32 v1, 10, v1
	v_mov_b32_e32 v41, 0
	s_mov_b32 s13, s15
	s_mov_b32 s12, s14
	s_getpc_b64 s[18:19]
	s_add_u32 s18, s18, _Z13get_global_idj@rel32@lo+4
	s_addc_u32 s19, s19, _Z13get_global_idj@rel32@hi+12
	v_or3_b32 v31, v0, v1, v2
	s_mov_b32 s14, s16
	v_mov_b32_e32 v0, v41
	s_mov_b32 s32, 0
	s_swappc_b64 s[30:31], s[18:19]
.Ltmp2:
	v_mov_b32_e32 v40, v0
.Ltmp3:
	;DEBUG_VALUE: clamp_scale:at <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr40
	.loc	0 9 13                          ; clamp_scale.cl:9:13 @[ clamp_scale.cl:7:71 ]
	v_cmp_gt_u32_e32 vcc, s33, v40
.Ltmp4:
	.loc	0 9 3 is_stmt 0                 ; clamp_scale.cl:9:3 @[ clamp_scale.cl:7:71 ]
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB0_5
.Ltmp5:
; %bb.1:
	;DEBUG_VALUE: clamp_scale:at <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr40
	.loc	0 8 13 is_stmt 1                ; clamp_scale.cl:8:13 @[ clamp_scale.cl:7:71 ]
	s_load_dwordx2 s[4:5], s[34:35], 0x0
	s_load_dword s10, s[34:35], 0x8
	s_mov_b64 s[6:7], 0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v2, s5
	s_branch .LBB0_3
.Ltmp6:
.LBB0_2:                                ;   in Loop: Header=BB0_3 Depth=1
	;DEBUG_VALUE: clamp_scale:at <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr40
	.loc	0 0 13 is_stmt 0                ; clamp_scale.cl:0:13
	s_or_b64 exec, exec, s[8:9]
.Ltmp7:
	.loc	0 9 26 is_stmt 1                ; clamp_scale.cl:9:26 @[ clamp_scale.cl:7:71 ]
	v_add_u32_e32 v40, 0x100, v40
.Ltmp8:
	;DEBUG_VALUE: clamp_scale:at <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr40
	.loc	0 9 13 is_stmt 0                ; clamp_scale.cl:9:13 @[ clamp_scale.cl:7:71 ]
	v_cmp_le_u32_e32 vcc, s33, v40
.Ltmp9:
	.loc	0 9 3                           ; clamp_scale.cl:9:3 @[ clamp_scale.cl:7:71 ]
	s_or_b64 s[6:7], vcc, s[6:7]
	s_andn2_b64 exec, exec, s[6:7]
	s_cbranch_execz .LBB0_5
.Ltmp10:
.LBB0_3:                                ; =>This Inner Loop Header: Depth=1
	;DEBUG_VALUE: clamp_scale:at <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr40
	;DEBUG_VALUE: clamp_scale:at <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr40
	.loc	0 10 19 is_stmt 1               ; clamp_scale.cl:10:19 @[ clamp_scale.cl:7:71 ]
	v_lshlrev_b64 v[0:1], 2, v[40:41]
	v_add_co_u32_e32 v0, vcc, s4, v0
	v_addc_co_u32_e32 v1, vcc, v2, v1, vcc
	global_load_dword v3, v[0:1], off
	.loc	0 10 27 is_stmt 0               ; clamp_scale.cl:10:27 @[ clamp_scale.cl:7:71 ]
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v3, s10, v3
.Ltmp11:
	;DEBUG_VALUE: value <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr3
	.loc	0 11 15 is_stmt 1               ; clamp_scale.cl:11:15 @[ clamp_scale.cl:7:71 ]
	v_cmp_neq_f32_e32 vcc, 0, v3
	s_and_saveexec_b64 s[8:9], vcc
	s_cbranch_execz .LBB0_2
.Ltmp12:
; %bb.4:                                ;   in Loop: Header=BB0_3 Depth=1
	;DEBUG_VALUE: value <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr3
	;DEBUG_VALUE: clamp_scale:at <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr40
	;DEBUG_VALUE: between:value <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr3
	;DEBUG_VALUE: between:least <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] -1.000000e+00
	;DEBUG_VALUE: between:most <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] 1.000000e+00
	.loc	0 4 10                          ; clamp_scale.cl:4:10 @[ clamp_scale.cl:12:17 @[ clamp_scale.cl:7:71 ] ]
	v_cmp_nlt_f32_e32 vcc, 1.0, v3
	v_cndmask_b32_e32 v4, 1.0, v3, vcc
	v_cmp_ngt_f32_e32 vcc, -1.0, v3
	v_cndmask_b32_e32 v3, -1.0, v4, vcc
.Ltmp13:
	.loc	0 12 15                         ; clamp_scale.cl:12:15 @[ clamp_scale.cl:7:71 ]
	global_store_dword v[0:1], v3, off
	s_branch .LBB0_2
.Ltmp14:
.LBB0_5:
	.loc	0 14 1                          ; clamp_scale.cl:14:1
	s_endpgm
.Ltmp15:
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel clamp_scale
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 272
		.amdhsa_user_sgpr_count 14
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 1
		.amdhsa_user_sgpr_flat_scratch_init 1
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 1
		.amdhsa_system_sgpr_private_segment_wavefront_offset 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 1
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 2
		.amdhsa_next_free_vgpr max(totalnumvgprs(clamp_scale.num_agpr, clamp_scale.num_vgpr), 1, 0)
		.amdhsa_next_free_sgpr max(clamp_scale.numbered_sgpr+6, 1, 0)-6
		.amdhsa_reserve_vcc 1
		.amdhsa_reserve_flat_scratch 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.text
.Lfunc_end0:
	.size	clamp_scale, .Lfunc_end0-clamp_scale
	.cfi_endproc
	.file	1 "/usr/lib/llvm-22/lib/clang/22/include" "opencl-c-base.h" md5 0xbe11a690c37450a0034f006875ffc62b
                                        ; -- End function
	.set clamp_scale.num_vgpr, max(42, amdgpu.max_num_vgpr)
	.set clamp_scale.num_agpr, max(0, amdgpu.max_num_agpr)
	.set clamp_scale.numbered_sgpr, max(36, amdgpu.max_num_sgpr)
	.set clamp_scale.num_named_barrier, max(0, amdgpu.max_num_named_barrier)
	.set clamp_scale.private_seg_size, 0
	.set clamp_scale.uses_vcc, 1
	.set clamp_scale.uses_flat_scratch, 1
	.set clamp_scale.has_dyn_sized_stack, 1
	.set clamp_scale.has_recursion, 1
	.set clamp_scale.has_indirect_call, 1
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 252
; TotalNumSgprs: clamp_scale.numbered_sgpr+6
; NumVgprs: clamp_scale.num_vgpr
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: (alignto(max(max(clamp_scale.numbered_sgpr+extrasgprs(clamp_scale.uses_vcc, clamp_scale.uses_flat_scratch, 1), 1, 0), 1), 8)/8)-1
; VGPRBlocks: (alignto(max(max(totalnumvgprs(clamp_scale.num_agpr, clamp_scale.num_vgpr), 1, 0), 1), 4)/4)-1
; NumSGPRsForWavesPerEU: max(clamp_scale.numbered_sgpr+6, 1, 0)
; NumVGPRsForWavesPerEU: max(totalnumvgprs(clamp_scale.num_agpr, clamp_scale.num_vgpr), 1, 0)
; Occupancy: occupancy(10, 4, 256, 8, 10, max(clamp_scale.numbered_sgpr+extrasgprs(clamp_scale.uses_vcc, clamp_scale.uses_flat_scratch, 1), 1, 0), max(totalnumvgprs(clamp_scale.num_agpr, clamp_scale.num_vgpr), 1, 0))
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 14
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
	.text
	.protected	__clang_ocl_kern_imp_clamp_scale ; -- Begin function __clang_ocl_kern_imp_clamp_scale
	.globl	__clang_ocl_kern_imp_clamp_scale
	.p2align	2
	.type	__clang_ocl_kern_imp_clamp_scale,@function
__clang_ocl_kern_imp_clamp_scale:       ; @__clang_ocl_kern_imp_clamp_scale
.Lfunc_begin1:
	.loc	0 7 0                           ; clamp_scale.cl:7:0
	.cfi_startproc
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s16, s33
	s_mov_b32 s33, s32
	s_or_saveexec_b64 s[18:19], -1
	buffer_store_dword v46, off, s[0:3], s33 offset:24 ; 4-byte Folded Spill
	s_mov_b64 exec, s[18:19]
	v_writelane_b32 v46, s16, 2
	s_addk_i32 s32, 0x800
	buffer_store_dword v40, off, s[0:3], s33 offset:20 ; 4-byte Folded Spill
	buffer_store_dword v41, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
	buffer_store_dword v42, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
	buffer_store_dword v43, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	buffer_store_dword v44, off, s[0:3], s33 offset:4 ; 4-byte Folded Spill
	buffer_store_dword v45, off, s[0:3], s33 ; 4-byte Folded Spill
	v_mov_b32_e32 v41, 0
	v_writelane_b32 v46, s30, 0
	v_mov_b32_e32 v45, v0
	;DEBUG_VALUE: clamp_scale:row <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
.Ltmp16:
	.loc	0 8 13 prologue_end             ; clamp_scale.cl:8:13
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, _Z13get_global_idj@rel32@lo+4
	s_addc_u32 s17, s17, _Z13get_global_idj@rel32@hi+12
	v_mov_b32_e32 v0, v41
	v_writelane_b32 v46, s31, 1
.Ltmp17:
	;DEBUG_VALUE: clamp_scale:factor <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr2
	;DEBUG_VALUE: clamp_scale:length <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr3
	.loc	0 0 13 is_stmt 0                ; clamp_scale.cl:0:13
	v_mov_b32_e32 v42, v3
.Ltmp18:
	;DEBUG_VALUE: clamp_scale:length <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr42
	v_mov_b32_e32 v43, v2
.Ltmp19:
	;DEBUG_VALUE: clamp_scale:factor <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr43
	v_mov_b32_e32 v44, v1
	.loc	0 8 13                          ; clamp_scale.cl:8:13
	s_swappc_b64 s[30:31], s[16:17]
.Ltmp20:
	v_mov_b32_e32 v40, v0
.Ltmp21:
	;DEBUG_VALUE: clamp_scale:at <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr40
	.loc	0 9 13 is_stmt 1                ; clamp_scale.cl:9:13
	v_cmp_gt_u32_e32 vcc, v42, v40
.Ltmp22:
	.loc	0 9 3 is_stmt 0                 ; clamp_scale.cl:9:3
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB1_5
.Ltmp23:
; %bb.1:
	;DEBUG_VALUE: clamp_scale:at <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr40
	;DEBUG_VALUE: clamp_scale:factor <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr43
	;DEBUG_VALUE: clamp_scale:length <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr42
	.loc	0 0 3                           ; clamp_scale.cl:0:3
	s_mov_b64 s[6:7], 0
	s_branch .LBB1_3
.Ltmp24:
.LBB1_2:                                ;   in Loop: Header=BB1_3 Depth=1
	;DEBUG_VALUE: clamp_scale:at <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr40
	;DEBUG_VALUE: clamp_scale:factor <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr43
	;DEBUG_VALUE: clamp_scale:length <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr42
	s_or_b64 exec, exec, s[8:9]
.Ltmp25:
	.loc	0 9 26 is_stmt 1                ; clamp_scale.cl:9:26
	v_add_u32_e32 v40, 0x100, v40
.Ltmp26:
	;DEBUG_VALUE: clamp_scale:at <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr40
	.loc	0 9 13 is_stmt 0                ; clamp_scale.cl:9:13
	v_cmp_ge_u32_e32 vcc, v40, v42
.Ltmp27:
	.loc	0 9 3                           ; clamp_scale.cl:9:3
	s_or_b64 s[6:7], vcc, s[6:7]
	s_andn2_b64 exec, exec, s[6:7]
	s_cbranch_execz .LBB1_5
.Ltmp28:
.LBB1_3:                                ; =>This Inner Loop Header: Depth=1
	;DEBUG_VALUE: clamp_scale:at <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr40
	;DEBUG_VALUE: clamp_scale:factor <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr43
	;DEBUG_VALUE: clamp_scale:length <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr42
	;DEBUG_VALUE: clamp_scale:at <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr40
	.loc	0 10 19 is_stmt 1               ; clamp_scale.cl:10:19
	v_lshlrev_b64 v[0:1], 2, v[40:41]
	v_add_co_u32_e32 v0, vcc, v45, v0
	v_addc_co_u32_e32 v1, vcc, v44, v1, vcc
	global_load_dword v2, v[0:1], off
	.loc	0 10 27 is_stmt 0               ; clamp_scale.cl:10:27
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v2, v43, v2
.Ltmp29:
	;DEBUG_VALUE: value <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr2
	.loc	0 11 15 is_stmt 1               ; clamp_scale.cl:11:15
	v_cmp_neq_f32_e32 vcc, 0, v2
	s_and_saveexec_b64 s[8:9], vcc
	s_cbranch_execz .LBB1_2
.Ltmp30:
; %bb.4:                                ;   in Loop: Header=BB1_3 Depth=1
	;DEBUG_VALUE: value <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr2
	;DEBUG_VALUE: clamp_scale:at <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr40
	;DEBUG_VALUE: clamp_scale:factor <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr43
	;DEBUG_VALUE: clamp_scale:length <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr42
	;DEBUG_VALUE: between:value <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr2
	;DEBUG_VALUE: between:least <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] -1.000000e+00
	;DEBUG_VALUE: between:most <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] 1.000000e+00
	.loc	0 4 10                          ; clamp_scale.cl:4:10 @[ clamp_scale.cl:12:17 ]
	v_cmp_nlt_f32_e32 vcc, 1.0, v2
	v_cndmask_b32_e32 v3, 1.0, v2, vcc
	v_cmp_ngt_f32_e32 vcc, -1.0, v2
	v_cndmask_b32_e32 v2, -1.0, v3, vcc
.Ltmp31:
	.loc	0 12 15                         ; clamp_scale.cl:12:15
	global_store_dword v[0:1], v2, off
	s_branch .LBB1_2
.Ltmp32:
.LBB1_5:
	;DEBUG_VALUE: clamp_scale:at <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr40
	;DEBUG_VALUE: clamp_scale:factor <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr43
	;DEBUG_VALUE: clamp_scale:length <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr42
	.loc	0 0 15 is_stmt 0                ; clamp_scale.cl:0:15
	s_or_b64 exec, exec, s[4:5]
	.loc	0 14 1 is_stmt 1                ; clamp_scale.cl:14:1
	buffer_load_dword v45, off, s[0:3], s33 ; 4-byte Folded Reload
	buffer_load_dword v44, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	buffer_load_dword v43, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
.Ltmp33:
	buffer_load_dword v42, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
.Ltmp34:
	buffer_load_dword v41, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	buffer_load_dword v40, off, s[0:3], s33 offset:20 ; 4-byte Folded Reload
.Ltmp35:
	v_readlane_b32 s31, v46, 1
	v_readlane_b32 s30, v46, 0
	s_mov_b32 s32, s33
	v_readlane_b32 s4, v46, 2
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v46, off, s[0:3], s33 offset:24 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	s_mov_b32 s33, s4
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Ltmp36:
.Lfunc_end1:
	.size	__clang_ocl_kern_imp_clamp_scale, .Lfunc_end1-__clang_ocl_kern_imp_clamp_scale
	.cfi_endproc
                                        ; -- End function
	.set __clang_ocl_kern_imp_clamp_scale.num_vgpr, max(47, amdgpu.max_num_vgpr)
	.set __clang_ocl_kern_imp_clamp_scale.num_agpr, max(0, amdgpu.max_num_agpr)
	.set __clang_ocl_kern_imp_clamp_scale.numbered_sgpr, max(34, amdgpu.max_num_sgpr)
	.set __clang_ocl_kern_imp_clamp_scale.num_named_barrier, max(0, amdgpu.max_num_named_barrier)
	.set __clang_ocl_kern_imp_clamp_scale.private_seg_size, 32
	.set __clang_ocl_kern_imp_clamp_scale.uses_vcc, 1
	.set __clang_ocl_kern_imp_clamp_scale.uses_flat_scratch, 1
	.set __clang_ocl_kern_imp_clamp_scale.has_dyn_sized_stack, 1
	.set __clang_ocl_kern_imp_clamp_scale.has_recursion, 1
	.set __clang_ocl_kern_imp_clamp_scale.has_indirect_call, 1
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 384
; TotalNumSgprs: __clang_ocl_kern_imp_clamp_scale.numbered_sgpr+6
; NumVgprs: max(47, amdgpu.max_num_vgpr)
; ScratchSize: 32
; MemoryBound: 0
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 47
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 34
	.set amdgpu.max_num_named_barrier, 0
	.section	.AMDGPU.csdata,"",@progbits
	.hidden	_Z13get_global_idj
	.section	.debug_loclists,"",@progbits
	.long	.Ldebug_list_header_end0-.Ldebug_list_header_start0 ; Length
.Ldebug_list_header_start0:
	.short	5                               ; Version
	.byte	8                               ; Address size
	.byte	0                               ; Segment selector size
	.long	6                               ; Offset entry count
.Lloclists_table_base0:
	.long	.Ldebug_loc0-.Lloclists_table_base0
	.long	.Ldebug_loc1-.Lloclists_table_base0
	.long	.Ldebug_loc2-.Lloclists_table_base0
	.long	.Ldebug_loc3-.Lloclists_table_base0
	.long	.Ldebug_loc4-.Lloclists_table_base0
	.long	.Ldebug_loc5-.Lloclists_table_base0
.Ldebug_loc0:
	.byte	4                               ; DW_LLE_offset_pair
	.uleb128 .Ltmp3-.Lfunc_begin0           ;   starting offset
	.uleb128 .Ltmp14-.Lfunc_begin0          ;   ending offset
	.byte	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	168                             ; 2600
	.byte	20                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	0                               ; DW_LLE_end_of_list
.Ldebug_loc1:
	.byte	4                               ; DW_LLE_offset_pair
	.uleb128 .Ltmp11-.Lfunc_begin0          ;   starting offset
	.uleb128 .Ltmp13-.Lfunc_begin0          ;   ending offset
	.byte	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	131                             ; 2563
	.byte	20                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	0                               ; DW_LLE_end_of_list
.Ldebug_loc2:
	.byte	4                               ; DW_LLE_offset_pair
	.uleb128 .Ltmp17-.Lfunc_begin0          ;   starting offset
	.uleb128 .Ltmp19-.Lfunc_begin0          ;   ending offset
	.byte	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	130                             ; 2562
	.byte	20                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	4                               ; DW_LLE_offset_pair
	.uleb128 .Ltmp19-.Lfunc_begin0          ;   starting offset
	.uleb128 .Ltmp33-.Lfunc_begin0          ;   ending offset
	.byte	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	171                             ; 2603
	.byte	20                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	0                               ; DW_LLE_end_of_list
.Ldebug_loc3:
	.byte	4                               ; DW_LLE_offset_pair
	.uleb128 .Ltmp17-.Lfunc_begin0          ;   starting offset
	.uleb128 .Ltmp18-.Lfunc_begin0          ;   ending offset
	.byte	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	131                             ; 2563
	.byte	20                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	4                               ; DW_LLE_offset_pair
	.uleb128 .Ltmp18-.Lfunc_begin0          ;   starting offset
	.uleb128 .Ltmp34-.Lfunc_begin0          ;   ending offset
	.byte	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	170                             ; 2602
	.byte	20                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	0                               ; DW_LLE_end_of_list
.Ldebug_loc4:
	.byte	4                               ; DW_LLE_offset_pair
	.uleb128 .Ltmp21-.Lfunc_begin0          ;   starting offset
	.uleb128 .Ltmp35-.Lfunc_begin0          ;   ending offset
	.byte	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	168                             ; 2600
	.byte	20                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	0                               ; DW_LLE_end_of_list
.Ldebug_loc5:
	.byte	4                               ; DW_LLE_offset_pair
	.uleb128 .Ltmp29-.Lfunc_begin0          ;   starting offset
	.uleb128 .Ltmp31-.Lfunc_begin0          ;   ending offset
	.byte	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	130                             ; 2562
	.byte	20                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	0                               ; DW_LLE_end_of_list
.Ldebug_list_header_end0:
	.section	.debug_abbrev,"",@progbits
	.byte	1                               ; Abbreviation Code
	.byte	17                              ; DW_TAG_compile_unit
	.byte	1                               ; DW_CHILDREN_yes
	.byte	37                              ; DW_AT_producer
	.byte	37                              ; DW_FORM_strx1
	.byte	19                              ; DW_AT_language
	.byte	5                               ; DW_FORM_data2
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	114                             ; DW_AT_str_offsets_base
	.byte	23                              ; DW_FORM_sec_offset
	.byte	16                              ; DW_AT_stmt_list
	.byte	23                              ; DW_FORM_sec_offset
	.byte	27                              ; DW_AT_comp_dir
	.byte	37                              ; DW_FORM_strx1
	.byte	17                              ; DW_AT_low_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	115                             ; DW_AT_addr_base
	.byte	23                              ; DW_FORM_sec_offset
	.ascii	"\214\001"                      ; DW_AT_loclists_base
	.byte	23                              ; DW_FORM_sec_offset
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	2                               ; Abbreviation Code
	.byte	46                              ; DW_TAG_subprogram
	.byte	1                               ; DW_CHILDREN_yes
	.byte	110                             ; DW_AT_linkage_name
	.byte	37                              ; DW_FORM_strx1
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	54                              ; DW_AT_calling_convention
	.byte	11                              ; DW_FORM_data1
	.byte	63                              ; DW_AT_external
	.byte	25                              ; DW_FORM_flag_present
	.byte	32                              ; DW_AT_inline
	.byte	33                              ; DW_FORM_implicit_const
	.byte	1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	3                               ; Abbreviation Code
	.byte	5                               ; DW_TAG_formal_parameter
	.byte	0                               ; DW_CHILDREN_no
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	4                               ; Abbreviation Code
	.byte	52                              ; DW_TAG_variable
	.byte	0                               ; DW_CHILDREN_no
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	5                               ; Abbreviation Code
	.byte	11                              ; DW_TAG_lexical_block
	.byte	1                               ; DW_CHILDREN_yes
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	6                               ; Abbreviation Code
	.byte	15                              ; DW_TAG_pointer_type
	.byte	0                               ; DW_CHILDREN_no
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	7                               ; Abbreviation Code
	.byte	36                              ; DW_TAG_base_type
	.byte	0                               ; DW_CHILDREN_no
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	62                              ; DW_AT_encoding
	.byte	11                              ; DW_FORM_data1
	.byte	11                              ; DW_AT_byte_size
	.byte	11                              ; DW_FORM_data1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	8                               ; Abbreviation Code
	.byte	22                              ; DW_TAG_typedef
	.byte	0                               ; DW_CHILDREN_no
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	9                               ; Abbreviation Code
	.byte	46                              ; DW_TAG_subprogram
	.byte	1                               ; DW_CHILDREN_yes
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	32                              ; DW_AT_inline
	.byte	33                              ; DW_FORM_implicit_const
	.byte	1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	10                              ; Abbreviation Code
	.byte	46                              ; DW_TAG_subprogram
	.byte	1                               ; DW_CHILDREN_yes
	.byte	17                              ; DW_AT_low_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	122                             ; DW_AT_call_all_calls
	.byte	25                              ; DW_FORM_flag_present
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	54                              ; DW_AT_calling_convention
	.byte	11                              ; DW_FORM_data1
	.byte	63                              ; DW_AT_external
	.byte	25                              ; DW_FORM_flag_present
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	11                              ; Abbreviation Code
	.byte	29                              ; DW_TAG_inlined_subroutine
	.byte	1                               ; DW_CHILDREN_yes
	.byte	49                              ; DW_AT_abstract_origin
	.byte	19                              ; DW_FORM_ref4
	.byte	17                              ; DW_AT_low_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	88                              ; DW_AT_call_file
	.byte	11                              ; DW_FORM_data1
	.byte	89                              ; DW_AT_call_line
	.byte	11                              ; DW_FORM_data1
	.byte	87                              ; DW_AT_call_column
	.byte	11                              ; DW_FORM_data1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	12                              ; Abbreviation Code
	.byte	52                              ; DW_TAG_variable
	.byte	0                               ; DW_CHILDREN_no
	.byte	2                               ; DW_AT_location
	.byte	34                              ; DW_FORM_loclistx
	.byte	49                              ; DW_AT_abstract_origin
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	13                              ; Abbreviation Code
	.byte	11                              ; DW_TAG_lexical_block
	.byte	1                               ; DW_CHILDREN_yes
	.byte	17                              ; DW_AT_low_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	49                              ; DW_AT_abstract_origin
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	14                              ; Abbreviation Code
	.byte	5                               ; DW_TAG_formal_parameter
	.byte	0                               ; DW_CHILDREN_no
	.byte	2                               ; DW_AT_location
	.byte	24                              ; DW_FORM_exprloc
	.byte	49                              ; DW_AT_abstract_origin
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	15                              ; Abbreviation Code
	.byte	5                               ; DW_TAG_formal_parameter
	.byte	0                               ; DW_CHILDREN_no
	.byte	28                              ; DW_AT_const_value
	.byte	15                              ; DW_FORM_udata
	.byte	49                              ; DW_AT_abstract_origin
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	16                              ; Abbreviation Code
	.byte	72                              ; DW_TAG_call_site
	.byte	0                               ; DW_CHILDREN_no
	.ascii	"\204\001"                      ; DW_AT_call_target_clobbered
	.byte	24                              ; DW_FORM_exprloc
	.byte	125                             ; DW_AT_call_return_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	17                              ; Abbreviation Code
	.byte	46                              ; DW_TAG_subprogram
	.byte	1                               ; DW_CHILDREN_yes
	.byte	17                              ; DW_AT_low_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	64                              ; DW_AT_frame_base
	.byte	24                              ; DW_FORM_exprloc
	.byte	122                             ; DW_AT_call_all_calls
	.byte	25                              ; DW_FORM_flag_present
	.byte	49                              ; DW_AT_abstract_origin
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	18                              ; Abbreviation Code
	.byte	5                               ; DW_TAG_formal_parameter
	.byte	0                               ; DW_CHILDREN_no
	.byte	49                              ; DW_AT_abstract_origin
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	19                              ; Abbreviation Code
	.byte	5                               ; DW_TAG_formal_parameter
	.byte	0                               ; DW_CHILDREN_no
	.byte	2                               ; DW_AT_location
	.byte	34                              ; DW_FORM_loclistx
	.byte	49                              ; DW_AT_abstract_origin
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	0                               ; EOM(3)
	.section	.debug_info,"",@progbits
.Lcu_begin0:
	.long	.Ldebug_info_end0-.Ldebug_info_start0 ; Length of Unit
.Ldebug_info_start0:
	.short	5                               ; DWARF version number
	.byte	1                               ; DWARF Unit Type
	.byte	8                               ; Address Size (in bytes)
	.long	.debug_abbrev                   ; Offset Into Abbrev. Section
	.byte	1                               ; Abbrev [1] 0xc:0x175 DW_TAG_compile_unit
	.byte	0                               ; DW_AT_producer
	.short	21                              ; DW_AT_language
	.byte	1                               ; DW_AT_name
	.long	.Lstr_offsets_base0             ; DW_AT_str_offsets_base
	.long	.Lline_table_start0             ; DW_AT_stmt_list
	.byte	2                               ; DW_AT_comp_dir
	.byte	0                               ; DW_AT_low_pc
	.long	.Lfunc_end1-.Lfunc_begin0       ; DW_AT_high_pc
	.long	.Laddr_table_base0              ; DW_AT_addr_base
	.long	.Lloclists_table_base0          ; DW_AT_loclists_base
	.byte	2                               ; Abbrev [2] 0x27:0x31 DW_TAG_subprogram
	.byte	3                               ; DW_AT_linkage_name
	.byte	4                               ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	7                               ; DW_AT_decl_line
	.byte	199                             ; DW_AT_calling_convention
                                        ; DW_AT_external
                                        ; DW_AT_inline
	.byte	3                               ; Abbrev [3] 0x2d:0x8 DW_TAG_formal_parameter
	.byte	5                               ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	7                               ; DW_AT_decl_line
	.long	88                              ; DW_AT_type
	.byte	3                               ; Abbrev [3] 0x35:0x8 DW_TAG_formal_parameter
	.byte	7                               ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	7                               ; DW_AT_decl_line
	.long	93                              ; DW_AT_type
	.byte	3                               ; Abbrev [3] 0x3d:0x8 DW_TAG_formal_parameter
	.byte	8                               ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	7                               ; DW_AT_decl_line
	.long	97                              ; DW_AT_type
	.byte	4                               ; Abbrev [4] 0x45:0x8 DW_TAG_variable
	.byte	11                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	8                               ; DW_AT_decl_line
	.long	97                              ; DW_AT_type
	.byte	5                               ; Abbrev [5] 0x4d:0xa DW_TAG_lexical_block
	.byte	4                               ; Abbrev [4] 0x4e:0x8 DW_TAG_variable
	.byte	12                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	10                              ; DW_AT_decl_line
	.long	93                              ; DW_AT_type
	.byte	0                               ; End Of Children Mark
	.byte	0                               ; End Of Children Mark
	.byte	6                               ; Abbrev [6] 0x58:0x5 DW_TAG_pointer_type
	.long	93                              ; DW_AT_type
	.byte	7                               ; Abbrev [7] 0x5d:0x4 DW_TAG_base_type
	.byte	6                               ; DW_AT_name
	.byte	4                               ; DW_AT_encoding
	.byte	4                               ; DW_AT_byte_size
	.byte	8                               ; Abbrev [8] 0x61:0x8 DW_TAG_typedef
	.long	105                             ; DW_AT_type
	.byte	10                              ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	38                              ; DW_AT_decl_line
	.byte	7                               ; Abbrev [7] 0x69:0x4 DW_TAG_base_type
	.byte	9                               ; DW_AT_name
	.byte	7                               ; DW_AT_encoding
	.byte	4                               ; DW_AT_byte_size
	.byte	9                               ; Abbrev [9] 0x6d:0x21 DW_TAG_subprogram
	.byte	13                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	3                               ; DW_AT_decl_line
	.long	93                              ; DW_AT_type
                                        ; DW_AT_inline
	.byte	3                               ; Abbrev [3] 0x75:0x8 DW_TAG_formal_parameter
	.byte	12                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	3                               ; DW_AT_decl_line
	.long	93                              ; DW_AT_type
	.byte	3                               ; Abbrev [3] 0x7d:0x8 DW_TAG_formal_parameter
	.byte	14                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	3                               ; DW_AT_decl_line
	.long	93                              ; DW_AT_type
	.byte	3                               ; Abbrev [3] 0x85:0x8 DW_TAG_formal_parameter
	.byte	15                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	3                               ; DW_AT_decl_line
	.long	93                              ; DW_AT_type
	.byte	0                               ; End Of Children Mark
	.byte	10                              ; Abbrev [10] 0x8e:0x82 DW_TAG_subprogram
	.byte	0                               ; DW_AT_low_pc
	.long	.Lfunc_end0-.Lfunc_begin0       ; DW_AT_high_pc
                                        ; DW_AT_call_all_calls
	.byte	4                               ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	7                               ; DW_AT_decl_line
	.byte	199                             ; DW_AT_calling_convention
                                        ; DW_AT_external
	.byte	3                               ; Abbrev [3] 0x98:0x8 DW_TAG_formal_parameter
	.byte	5                               ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	7                               ; DW_AT_decl_line
	.long	88                              ; DW_AT_type
	.byte	3                               ; Abbrev [3] 0xa0:0x8 DW_TAG_formal_parameter
	.byte	7                               ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	7                               ; DW_AT_decl_line
	.long	93                              ; DW_AT_type
	.byte	3                               ; Abbrev [3] 0xa8:0x8 DW_TAG_formal_parameter
	.byte	8                               ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	7                               ; DW_AT_decl_line
	.long	97                              ; DW_AT_type
	.byte	11                              ; Abbrev [11] 0xb0:0x54 DW_TAG_inlined_subroutine
	.long	39                              ; DW_AT_abstract_origin
	.byte	1                               ; DW_AT_low_pc
	.long	.Ltmp14-.Ltmp0                  ; DW_AT_high_pc
	.byte	0                               ; DW_AT_call_file
	.byte	7                               ; DW_AT_call_line
	.byte	71                              ; DW_AT_call_column
	.byte	12                              ; Abbrev [12] 0xbd:0x6 DW_TAG_variable
	.byte	0                               ; DW_AT_location
	.long	69                              ; DW_AT_abstract_origin
	.byte	13                              ; Abbrev [13] 0xc3:0x40 DW_TAG_lexical_block
	.byte	2                               ; DW_AT_low_pc
	.long	.Ltmp14-.Ltmp10                 ; DW_AT_high_pc
	.long	77                              ; DW_AT_abstract_origin
	.byte	12                              ; Abbrev [12] 0xcd:0x6 DW_TAG_variable
	.byte	1                               ; DW_AT_location
	.long	78                              ; DW_AT_abstract_origin
	.byte	11                              ; Abbrev [11] 0xd3:0x2f DW_TAG_inlined_subroutine
	.long	109                             ; DW_AT_abstract_origin
	.byte	3                               ; DW_AT_low_pc
	.long	.Ltmp13-.Ltmp12                 ; DW_AT_high_pc
	.byte	0                               ; DW_AT_call_file
	.byte	12                              ; DW_AT_call_line
	.byte	17                              ; DW_AT_call_column
	.byte	14                              ; Abbrev [14] 0xe0:0xd DW_TAG_formal_parameter
	.byte	7                               ; DW_AT_location
	.byte	146
	.ascii	"\203\024"
	.byte	0
	.byte	53
	.byte	22
	.byte	24
	.long	117                             ; DW_AT_abstract_origin
	.byte	15                              ; Abbrev [15] 0xed:0xa DW_TAG_formal_parameter
	.ascii	"\200\200\200\374\013"          ; DW_AT_const_value
	.long	125                             ; DW_AT_abstract_origin
	.byte	15                              ; Abbrev [15] 0xf7:0xa DW_TAG_formal_parameter
	.ascii	"\200\200\200\374\003"          ; DW_AT_const_value
	.long	133                             ; DW_AT_abstract_origin
	.byte	0                               ; End Of Children Mark
	.byte	0                               ; End Of Children Mark
	.byte	0                               ; End Of Children Mark
	.byte	16                              ; Abbrev [16] 0x104:0xb DW_TAG_call_site
	.byte	8                               ; DW_AT_call_target_clobbered
	.byte	144
	.byte	50
	.byte	147
	.byte	4
	.byte	144
	.byte	51
	.byte	147
	.byte	4
	.byte	4                               ; DW_AT_call_return_pc
	.byte	0                               ; End Of Children Mark
	.byte	17                              ; Abbrev [17] 0x110:0x70 DW_TAG_subprogram
	.byte	5                               ; DW_AT_low_pc
	.long	.Lfunc_end1-.Lfunc_begin1       ; DW_AT_high_pc
	.byte	2                               ; DW_AT_frame_base
	.byte	144
	.byte	65
                                        ; DW_AT_call_all_calls
	.long	39                              ; DW_AT_abstract_origin
	.byte	18                              ; Abbrev [18] 0x11d:0x5 DW_TAG_formal_parameter
	.long	45                              ; DW_AT_abstract_origin
	.byte	19                              ; Abbrev [19] 0x122:0x6 DW_TAG_formal_parameter
	.byte	2                               ; DW_AT_location
	.long	53                              ; DW_AT_abstract_origin
	.byte	19                              ; Abbrev [19] 0x128:0x6 DW_TAG_formal_parameter
	.byte	3                               ; DW_AT_location
	.long	61                              ; DW_AT_abstract_origin
	.byte	12                              ; Abbrev [12] 0x12e:0x6 DW_TAG_variable
	.byte	4                               ; DW_AT_location
	.long	69                              ; DW_AT_abstract_origin
	.byte	13                              ; Abbrev [13] 0x134:0x40 DW_TAG_lexical_block
	.byte	6                               ; DW_AT_low_pc
	.long	.Ltmp32-.Ltmp28                 ; DW_AT_high_pc
	.long	77                              ; DW_AT_abstract_origin
	.byte	12                              ; Abbrev [12] 0x13e:0x6 DW_TAG_variable
	.byte	5                               ; DW_AT_location
	.long	78                              ; DW_AT_abstract_origin
	.byte	11                              ; Abbrev [11] 0x144:0x2f DW_TAG_inlined_subroutine
	.long	109                             ; DW_AT_abstract_origin
	.byte	7                               ; DW_AT_low_pc
	.long	.Ltmp31-.Ltmp30                 ; DW_AT_high_pc
	.byte	0                               ; DW_AT_call_file
	.byte	12                              ; DW_AT_call_line
	.byte	17                              ; DW_AT_call_column
	.byte	14                              ; Abbrev [14] 0x151:0xd DW_TAG_formal_parameter
	.byte	7                               ; DW_AT_location
	.byte	146
	.ascii	"\202\024"
	.byte	0
	.byte	53
	.byte	22
	.byte	24
	.long	117                             ; DW_AT_abstract_origin
	.byte	15                              ; Abbrev [15] 0x15e:0xa DW_TAG_formal_parameter
	.ascii	"\200\200\200\374\013"          ; DW_AT_const_value
	.long	125                             ; DW_AT_abstract_origin
	.byte	15                              ; Abbrev [15] 0x168:0xa DW_TAG_formal_parameter
	.ascii	"\200\200\200\374\003"          ; DW_AT_const_value
	.long	133                             ; DW_AT_abstract_origin
	.byte	0                               ; End Of Children Mark
	.byte	0                               ; End Of Children Mark
	.byte	16                              ; Abbrev [16] 0x174:0xb DW_TAG_call_site
	.byte	8                               ; DW_AT_call_target_clobbered
	.byte	144
	.byte	48
	.byte	147
	.byte	4
	.byte	144
	.byte	49
	.byte	147
	.byte	4
	.byte	8                               ; DW_AT_call_return_pc
	.byte	0                               ; End Of Children Mark
	.byte	0                               ; End Of Children Mark
.Ldebug_info_end0:
	.section	.debug_str_offsets,"",@progbits
	.long	68                              ; Length of String Offsets Set
	.short	5
	.short	0
.Lstr_offsets_base0:
	.section	.debug_str,"MS",@progbits,1
.Linfo_string0:
	.asciz	"Debian clang version 22.1.8 (1~deb12u1)" ; string offset=0
.Linfo_string1:
	.asciz	"clamp_scale.cl"                ; string offset=40
.Linfo_string2:
	.asciz	"/source"                       ; string offset=55
.Linfo_string3:
	.asciz	"__clang_ocl_kern_imp_clamp_scale" ; string offset=63
.Linfo_string4:
	.asciz	"clamp_scale"                   ; string offset=96
.Linfo_string5:
	.asciz	"row"                           ; string offset=108
.Linfo_string6:
	.asciz	"float"                         ; string offset=112
.Linfo_string7:
	.asciz	"factor"                        ; string offset=118
.Linfo_string8:
	.asciz	"length"                        ; string offset=125
.Linfo_string9:
	.asciz	"unsigned int"                  ; string offset=132
.Linfo_string10:
	.asciz	"uint"                          ; string offset=145
.Linfo_string11:
	.asciz	"at"                            ; string offset=150
.Linfo_string12:
	.asciz	"value"                         ; string offset=153
.Linfo_string13:
	.asciz	"between"                       ; string offset=159
.Linfo_string14:
	.asciz	"least"                         ; string offset=167
.Linfo_string15:
	.asciz	"most"                          ; string offset=173
	.section	.debug_str_offsets,"",@progbits
	.long	.Linfo_string0
	.long	.Linfo_string1
	.long	.Linfo_string2
	.long	.Linfo_string3
	.long	.Linfo_string4
	.long	.Linfo_string5
	.long	.Linfo_string6
	.long	.Linfo_string7
	.long	.Linfo_string8
	.long	.Linfo_string9
	.long	.Linfo_string10
	.long	.Linfo_string11
	.long	.Linfo_string12
	.long	.Linfo_string13
	.long	.Linfo_string14
	.long	.Linfo_string15
	.section	.debug_addr,"",@progbits
	.long	.Ldebug_addr_end0-.Ldebug_addr_start0 ; Length of contribution
.Ldebug_addr_start0:
	.short	5                               ; DWARF version number
	.byte	8                               ; Address size
	.byte	0                               ; Segment selector size
.Laddr_table_base0:
	.quad	.Lfunc_begin0
	.quad	.Ltmp0
	.quad	.Ltmp10
	.quad	.Ltmp12
	.quad	.Ltmp2
	.quad	.Lfunc_begin1
	.quad	.Ltmp28
	.quad	.Ltmp30
	.quad	.Ltmp20
.Ldebug_addr_end0:
	.ident	"Debian clang version 22.1.8 (1~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .type_name:      'float*'
        .value_kind:     global_buffer
      - .offset:         8
        .size:           4
        .type_name:      float
        .value_kind:     by_value
      - .offset:         12
        .size:           4
        .type_name:      uint
        .value_kind:     by_value
      - .offset:         16
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         20
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         24
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         28
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         30
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         32
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         34
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         36
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         38
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         56
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         64
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         72
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         80
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         96
        .size:           8
        .value_kind:     hidden_hostcall_buffer
      - .offset:         104
        .size:           8
        .value_kind:     hidden_multigrid_sync_arg
      - .offset:         112
        .size:           8
        .value_kind:     hidden_heap_v1
      - .offset:         120
        .size:           8
        .value_kind:     hidden_default_queue
      - .offset:         128
        .size:           8
        .value_kind:     hidden_completion_action
      - .offset:         216
        .size:           8
        .value_kind:     hidden_queue_ptr
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 272
    .language:       OpenCL C
    .language_version:
      - 2
      - 0
    .max_flat_workgroup_size: 256
    .name:           clamp_scale
    .private_segment_fixed_size: 0
    .sgpr_count:     42
    .sgpr_spill_count: 0
    .symbol:         clamp_scale.kd
    .uses_dynamic_stack: true
    .vgpr_count:     47
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx900
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
	.section	.debug_line,"",@progbits
.Lline_table_start0:
