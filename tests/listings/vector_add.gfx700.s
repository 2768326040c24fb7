add_uchar:
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_load_dwordx2 s[4:5], s[4:5], 0x4
	flat_load_ubyte v3, v[0:1]
	flat_load_ubyte v0, v[0:1]
	flat_store_byte v[0:1], v3
__clang_ocl_kern_imp_add_uchar:
	flat_load_ubyte v7, v[0:1]
	flat_store_byte v[0:1], v2
add_ushort:
	flat_load_ushort v4, v[2:3]
	flat_load_ushort v2, v[2:3]
	flat_store_short v[0:1], v2
__clang_ocl_kern_imp_add_ushort:
	flat_load_ushort v8, v[0:1]
	flat_load_ushort v0, v[0:1]
add_int:
	flat_load_dword v4, v[2:3]
	flat_load_dword v2, v[2:3]
	flat_store_dword v[0:1], v2
__clang_ocl_kern_imp_add_int:
	flat_load_dword v8, v[0:1]
	flat_load_dword v0, v[0:1]
add_int2:
	flat_load_dwordx2 v[2:3], v[2:3]
	flat_load_dwordx2 v[4:5], v[4:5]
	flat_store_dwordx2 v[0:1], v[2:3]
__clang_ocl_kern_imp_add_int2:
	flat_load_dwordx2 v[0:1], v[0:1]
	flat_store_dwordx2 v[2:3], v[0:1]
add_int3:
	flat_load_dwordx3 v[0:2], v[0:1]
	flat_load_dwordx3 v[3:5], v[3:4]
	flat_store_dwordx3 v[3:4], v[0:2]
__clang_ocl_kern_imp_add_int3:
	flat_load_dwordx3 v[6:8], v[0:1]
add_int4:
	flat_load_dwordx4 v[0:3], v[0:1]
	flat_load_dwordx4 v[4:7], v[4:5]
	flat_store_dwordx4 v[4:5], v[0:3]
__clang_ocl_kern_imp_add_int4:
	flat_load_dwordx4 v[6:9], v[0:1]
smooth:
	flat_load_sbyte v8, v[2:3]
	flat_load_sbyte v6, v[6:7]
	flat_load_sbyte v7, v[2:3]
	flat_load_sshort v9, v[2:3]
	flat_load_sshort v10, v[4:5]
	flat_load_sshort v2, v[2:3]
__clang_ocl_kern_imp_smooth:
	flat_load_sbyte v10, v[0:1]
	flat_load_sbyte v8, v[8:9]
	flat_load_sbyte v9, v[0:1]
	flat_load_sshort v11, v[0:1]
	flat_load_sshort v12, v[2:3]
	flat_load_sshort v2, v[0:1]
