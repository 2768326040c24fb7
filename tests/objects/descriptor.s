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
// Functions, and symbols that count registers.
.set f.num_vgpr, 9
.amdhsa_kernel third
 .amdhsa_next_free_vgpr max(totalnumvgprs(0, max(7, f.num_vgpr, g.num_vgpr)), 1, 0)
 .amdhsa_next_free_sgpr max(8 + extrasgprs(1, 0, 0), 1, 0) - extrasgprs(1, 0, 0)
.end_amdhsa_kernel
.text
third:
 v_add_f64 v[20:21], v[4:5], s[6:7]
 .long .amdgcn.next_free_vgpr, .amdgcn.next_free_sgpr
 .set .amdgcn.next_free_vgpr, 0
 v_mov_b32 v3, s33
 .long .amdgcn.next_free_vgpr, .amdgcn.next_free_sgpr
.set g.num_vgpr, 33
