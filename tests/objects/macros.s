// Conditions, macros and repetitions.
.text
.macro move dst, src=v0
 v_mov_b32 \dst, \src
.endm
.macro both a:req, rest:vararg
 move \a
 .byte \rest
 .if \@ > 100
 .error "no"
 .endif
.endm
move v1
move v2, v3
move src=v5, dst=v4
both v6, 1, 2, 3, 4
.macro count n
 .if \n
  s_nop \n
  count \n-1
 .endif
.endm
count 5
.rept 3
 s_nop 7
.endr
.irp r, v1, v2, v3
 v_mov_b32 \r, 0
.endr
.irpc d, 012
 v_mov_b32 v\d, 1.0
.endr
.set x, 3
.rept 2
 .rept 2
 .long x
 .set x, x+1
 .endr
.endr
.ifdef x
 .long 1
.else
 .long 2
.endif
.ifndef nothing
 .long 3
.endif
.if x == 7
 .long 4
.elseif x
 .error "no"
.else
 .error "no"
.endif
.ifeq x - 7
 .long 5
.endif
.ifc a, a
 .long 6
.endif
.ifnc a, b
 .long 7
.endif
.ifb
 .long 8
.endif
.ifnb x
 .long 9
.endif
.ifeqs "a", "a"
 .long 10
.endif
.if 0
 .if 1
 .error "no"
 .else
 .error "no"
 .endif
 anything that is no statement
.endif
.macro early a
 .long \a
 .ifeq \a
 .exitm
 .endif
 .long 0xff
.endm
early 0
early 1
.purgem early
.macro joined a, b
 v_mov_b32 v\a\()\b, 0
lab\@: s_nop 0
.endm
joined 1, 2
joined 3, 4
s_endpgm
