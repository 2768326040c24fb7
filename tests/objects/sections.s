// Sections, by name and by stack.
.text
 s_nop 0
.data
 .byte 1
.section .rodata
 .byte 2
.section .rodata.str,"aMS",@progbits,1
 .asciz "x"
.section mine,"aw",@progbits
 .byte 3
.pushsection .text
 s_nop 1
.popsection
 .byte 4
.previous
 .asciz "y"
.section .note.mine,"",@note
 .long 1
.section zeros,"aw",@nobits
 .zero 12
.section code,"ax",@progbits
 s_endpgm
 .p2align 4
.section numbered,"",@0x70000000
 .byte 1
.section .AMDGPU.csdata,"",@progbits
.ident "one"
.ident "two"
.section .tdata,"awT",@progbits
 .byte 1
.text
 s_endpgm
.file "a.c"
	.tdata
	.long	1
	.tbss
	.zero	4
	.text
	.extern	external_one
	.noaltmacro
	.line	7
