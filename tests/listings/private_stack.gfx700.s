stack_uchar:
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_load_dwordx2 s[4:5], s[4:5], 0x4
	flat_load_ubyte v5, v[1:2]
	flat_load_ubyte v5, v[3:4]
	flat_load_ubyte v7, v[3:4]
	flat_load_dword v7, v[3:4]
	flat_load_ubyte v5, v[5:6]
	s_load_dword s7, s[10:11], 0x0
	flat_load_dword v1, v[1:2]
	flat_store_byte v[0:1], v2
__clang_ocl_kern_imp_stack_uchar:
	flat_load_ubyte v8, v[0:1]
	flat_load_ubyte v8, v[6:7]
	flat_load_ubyte v11, v[6:7]
	flat_load_dword v11, v[8:9]
	flat_load_ubyte v6, v[6:7]
	flat_load_dword v2, v[2:3]
	flat_load_ubyte v3, v[0:1]
	flat_load_dword v0, v[0:1]
stack_ushort:
	flat_load_ushort v5, v[1:2]
	flat_load_ushort v5, v[3:4]
	flat_load_dword v8, v[3:4]
	flat_load_ushort v5, v[5:6]
	flat_load_ushort v2, v[0:1]
	flat_store_short v[0:1], v2
__clang_ocl_kern_imp_stack_ushort:
	flat_load_ushort v9, v[0:1]
	flat_load_ushort v9, v[6:7]
	flat_load_dword v11, v[6:7]
	flat_load_ushort v8, v[8:9]
	flat_load_ushort v3, v[0:1]
stack_int:
	flat_load_dword v4, v[0:1]
	flat_load_dword v4, v[2:3]
	flat_load_dword v7, v[2:3]
	flat_load_dword v4, v[4:5]
	flat_store_dword v[0:1], v2
__clang_ocl_kern_imp_stack_int:
	flat_load_dword v8, v[0:1]
	flat_load_dword v8, v[6:7]
	flat_load_dword v8, v[8:9]
	flat_load_dword v3, v[0:1]
stack_int2:
	flat_load_dwordx2 v[3:4], v[1:2]
	flat_load_dwordx2 v[3:4], v[5:6]
	flat_load_dword v8, v[5:6]
	flat_load_dwordx2 v[3:4], v[3:4]
	flat_load_dwordx2 v[0:1], v[0:1]
	flat_store_dwordx2 v[2:3], v[0:1]
__clang_ocl_kern_imp_stack_int2:
	flat_load_dwordx2 v[6:7], v[0:1]
	flat_load_dwordx2 v[6:7], v[8:9]
	flat_load_dword v10, v[8:9]
	flat_load_dwordx2 v[6:7], v[6:7]
	flat_load_dword v6, v[2:3]
stack_int3:
	flat_load_dwordx3 v[1:3], v[4:5]
	flat_load_dwordx3 v[1:3], v[6:7]
	flat_load_dword v9, v[6:7]
	flat_load_dwordx3 v[0:2], v[0:1]
	flat_load_dwordx3 v[0:2], v[3:4]
	flat_load_dword v3, v[3:4]
	flat_store_dwordx3 v[3:4], v[0:2]
__clang_ocl_kern_imp_stack_int3:
	flat_load_dwordx3 v[6:8], v[0:1]
	flat_load_dwordx3 v[6:8], v[9:10]
	flat_load_dword v11, v[9:10]
	flat_load_dwordx3 v[6:8], v[6:7]
	flat_load_dword v3, v[2:3]
	flat_load_dword v6, v[6:7]
stack_int4:
	flat_load_dwordx4 v[1:4], v[5:6]
	flat_load_dwordx4 v[1:4], v[7:8]
	flat_load_dword v10, v[7:8]
	flat_load_dwordx4 v[0:3], v[0:1]
	flat_load_dwordx4 v[0:3], v[4:5]
	flat_store_dwordx4 v[4:5], v[0:3]
__clang_ocl_kern_imp_stack_int4:
	flat_load_dwordx4 v[6:9], v[0:1]
	flat_load_dwordx4 v[6:9], v[10:11]
	flat_load_dword v12, v[10:11]
	flat_load_dwordx4 v[6:9], v[6:7]
	flat_load_dword v8, v[2:3]
stack_halves:
	flat_load_dword v7, v[0:1]
	flat_store_dword v[0:1], v6
	flat_store_dword v[4:5], v8
	flat_load_dword v4, v[6:7]
	flat_store_dword v[4:5], v7
__clang_ocl_kern_imp_stack_halves:
	flat_load_dword v9, v[0:1]
	flat_load_dword v10, v[2:3]
