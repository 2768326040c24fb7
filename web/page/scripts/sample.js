// Kernels to begin with: each work-item, or channel, adds its number to one of a buffer.

const GCN = `	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.text
	.globl	add_own_number
	.p2align	8
	.type	add_own_number,@function
add_own_number:
	s_load_dwordx2 s[0:1], s[4:5], 0x0
	v_lshlrev_b32_e32 v1, 2, v0
	s_waitcnt lgkmcnt(0)
	global_load_dword v2, v1, s[0:1]
	s_waitcnt vmcnt(0)
	v_add_u32_e32 v2, v2, v0
	global_store_dword v1, v2, s[0:1]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6
	.amdhsa_kernel add_own_number
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 8
		.amdhsa_next_free_vgpr 3
		.amdhsa_next_free_sgpr 6
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: add_own_number
    .symbol: add_own_number.kd
    .kernarg_segment_size: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .wavefront_size: 64
    .sgpr_count: 12
    .vgpr_count: 3
    .max_flat_workgroup_size: 256
    .args:
      - { .name: numbers, .type_name: 'uint*', .size: 8, .offset: 0, .value_kind: global_buffer, .address_space: global }
...
	.end_amdgpu_metadata
`;

const VISA = `.version 4.1
.kernel "add_own_number"
.decl numbers v_type=G type=uq num_elts=1 align=qword
.decl own v_type=G type=ud num_elts=16 align=GRF
.decl bytes v_type=G type=uq num_elts=16 align=GRF
.decl at v_type=G type=uq num_elts=16 align=GRF
.decl values v_type=G type=ud num_elts=16 align=GRF
.input numbers offset=64 size=8
.kernel_attr Target="cm"
    mov (M1_NM, 8) own(0,0)<1> 0x76543210:uv
    add (M1_NM, 8) own(0,8)<1> own(0,0)<1;1,0> 0x8:ud
    shl (M1, 16) bytes(0,0)<1> own(0,0)<1;1,0> 0x2:ud
    add (M1, 16) at(0,0)<1> bytes(0,0)<1;1,0> numbers(0,0)<0;1,0>
    lsc_load.ugm (M1, 16)  values:d32  flat[at]:a64
    add (M1, 16) values(0,0)<1> values(0,0)<1;1,0> own(0,0)<1;1,0>
    lsc_store.ugm (M1, 16)  flat[at]:a64  values:d32
    ret (M1, 1)
`;

/** The buttons of the kernels, and the processors for which these are. */
export const SAMPLES = [
  { id: "sample", processor: "gfx900", text: GCN },
  { id: "sample-visa", processor: "visa4.1", text: VISA },
];
