// Every directive of data, at the edges of its values.
.text
s_endpgm
.data
.byte 0, 255, -128, 1+2*3, (1<<4)|3, 7&~2
.short 65535, -32768, 0x1234
.2byte 1
.short 2
.value 3
.long 0xffffffff, -2147483648, 017, 0b101
.int 5
.4byte 6
.quad 0xffffffffffffffff, -1, 1 << 40
.8byte 7
.octa 0x0123456789abcdef0123456789abcdef, 5
.ascii "plain", "two\n\t\"\\\x41\101"
.asciz "ends"
.string "too", ""
.float 1.5, -0.0, 1e10
.single 2
.double 3.25, -1e-3
.fill 3, 2, 0x1234
.fill 2
.fill 2, 8, -1
.zero 5
.space 3, 0x55
.skip 2
.uleb128 0, 127, 128, 624485
.sleb128 0, -1, 63, 64, -64, -65, 123456
.p2align 3
.quad later - data_start
data_start:
.long 1 - 2, 5 / 2, -5 / 2, -5 % 3, 1 == 1, 2 != 2, 3 > 2, 3 <= 2, 1 && 0, 1 || 0, !0, !5
.long 2 + 3 * 4, 2 * 3 + 4, 1 | 2 + 4, 1 << 2 + 1, -1 >> 60
later:

// Blocks.
	.dcb	2, 5
	.dcb.b	3, -1
	.dcb.w	1, 0xffff
	.dcb.l	2, 7
	.dcb.s	2, 1.5
	.dcb.d	2, -0.1
	.ds	1
	.ds.b	3
	.ds.l	2
	.ds.s	1
	.ds.d	1
	.ds.p	1
	.ds.x	2
