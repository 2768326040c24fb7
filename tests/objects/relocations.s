.text
.globl foo
.type foo,@function
foo:
 s_getpc_b64 s[4:5]
 s_add_u32 s4, s4, bar@rel32@lo+4
 s_addc_u32 s5, s5, bar@rel32@hi+12
 s_add_u32 s4, s4, foo@rel32@lo+4
 s_add_u32 s4, s4, loc@rel32@lo+4
 s_mov_b32 s0, bar
 s_mov_b32 s0, loc
 s_mov_b32 s0, loc-foo
 s_mov_b32 s0, end-foo
 s_mov_b32 s0, bar@abs32@lo
 s_mov_b32 s0, SCRATCH_RSRC_DWORD0
 s_branch foo
 s_branch loc
 v_add_f32 v0, bar, v1
 s_add_u32 s4, s4, bar@gotpcrel32@lo+4
loc:
 .long foo, bar, loc-foo, loc-., bar-.
 .quad foo, bar-.
 .p2align 4
end:
 s_endpgm
 .size foo, end-foo
 .local cc
 .comm cc,16,8
 .comm dd,8,4
 .weak ww
 .hidden hh
hh:
 .long hh
.data
 .long loc
 .long 1f
0: .long 0
1: .long 2
.section .rodata.x,"aMS",@progbits,1
 .asciz "abc"
.text
 s_mov_b32 s0, bar + 4
 s_mov_b32 s0, bar - 3
 s_mov_b32 s0, 3 + bar
 s_mov_b32 s0, end + 4
 s_mov_b32 s0, bar@abs32@hi + 8

// Relocations by their names: at an offset of the section, at a label of any section,
// without a symbol, for a label that would not be in the object otherwise.
	.section	asked,"ax",@progbits
	s_nop	0
	s_nop	0
.Lnamed:
	s_nop	0
	.reloc	0, R_AMDGPU_ABS32, local
	.reloc	4, R_AMDGPU_ABS64, global+8
	.reloc	.Lnamed, R_AMDGPU_REL32_LO, external-4
	.reloc	.Lnamed+4, R_AMDGPU_NONE
	.reloc	2, R_AMDGPU_ABS32, 77
	.reloc	., BFD_RELOC_32, .Lnamed
	.reloc	8, R_AMDGPU_REL16, external
	.data
	.reloc	.Lnamed-2, R_AMDGPU_NONE, global
	.reloc	100, BFD_RELOC_64, local
