// Kernel descriptors: the fewest directives, and values that are known last.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.amdhsa_code_object_version 5
.text
.globl small
.p2align 8
.type small,@function
small: s_endpgm
.Lend:
.size small, .Lend - small
.set early, 12
.section .rodata,"a",@progbits
.p2align 6, 0
.amdhsa_kernel small
 .amdhsa_next_free_vgpr 8
 .amdhsa_next_free_sgpr early + 4
.end_amdhsa_kernel
.amdhsa_kernel other
 .amdhsa_group_segment_fixed_size late * 4
 .amdhsa_next_free_vgpr max(late, 3)
 .amdhsa_next_free_sgpr 16
 .amdhsa_user_sgpr_kernarg_segment_ptr 1
 .amdhsa_float_denorm_mode_32 3
 .amdhsa_ieee_mode 0
.end_amdhsa_kernel
.text
.p2align 8
other: s_endpgm
.set late, 40
.amdgpu_lds shared, 4096, 16
.long .amdgcn.gfx_generation_number, .amdgcn.gfx_generation_minor, .amdgcn.gfx_generation_stepping
