// Bindings, visibilities, types, sizes, values.
.text
.globl f, g
.global h
.weak w
.type f,@function
.type g, STT_FUNC
.protected f
.hidden g
.internal h
f:
 s_nop 0
g: s_nop 1
h:
w:
 s_endpgm
.size f, .-f
.size g, 4
.Lprivate:
plain:
.set a, 5
.equ b, a + 1
c = b * 2
.set a, 7
d = plain + 4
.globl c
.globl undefined_and_unused
.data
.type o, @object
o: .long a, b, c
.quad d
.quad .Lprivate
.quad undefined
.weak weak_undefined
.quad weak_undefined
.size o, . - o
.comm common1, 16, 4
.comm common2, 8
.local own
.comm own, 12, 3
.lcomm own2, 4
1: .long 1b - o, 1f - o
1: .long 1b - 1f
1:
.addrsig
.addrsig_sym f
.addrsig_sym undefined
.addrsig_sym plain
