// Where things lie: alignments in code and data, with fillers and limits, `.org`.
// (Code is padded in whole words here: llvm-mc 22 does not end where it is not.)
.text
s_nop 1
.p2align 4
one:
s_nop 2
.p2align 4, 0
s_nop 3
.p2align 4, , 4
.balign 8
two:
.p2align 2
.long 1
.p2align 3
s_endpgm
.p2align 8
.data
.byte 1
.align 4
.byte 2
.p2align 3, 0xab
.short 3
.balignw 4, 0x1122
.long 4
.p2alignl 4, 0x11223344
.org 0x60
.byte 6
.org 0x70, 0xee
.long two - one
.bss
start_of_bss:
.space 10
.p2align 4
.zero 4
.data
