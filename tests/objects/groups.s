// Sections that belong together, that follow another one, and that have one name.
	.section	.text.first,"axG",@progbits,first,comdat
	.globl	first
first:
	s_nop	0
	s_branch	first
	.section	.data.first,"aw?",@progbits
	.quad	first
	.section	.data.first,"awG",@progbits,first,comdat
	.long	1
	.section	.text.second,"axG",@progbits,second
	s_nop	1
	.section	.strings,"aMSG",@progbits,1,only_a_name,comdat
	.asciz	"text"
	.section	.data.third,"awG",@progbits,.Lprivate,comdat
.Lprivate:
	.long	first - 4
	.text
here:
	s_nop	2
	.section	.notes,"ao",@progbits,here
	.long	1
	.section	.notes,"ao",@progbits,first
	.long	2
	.section	.notes,"ao",@progbits,0
	.long	3
	.section	.notes,"aoG",@progbits,first,first,comdat,unique,4
	.long	4
	.section	.twice,"aR",@progbits,unique,1
	.byte	1
	.section	.twice,"aR",@progbits,unique,2
	.byte	2
	.section	.twice,"aR",@progbits,unique,1
	.byte	3
