add_uchar:
	s_load_dwordx4 s[8:11], s[0:1], 0x0
	s_load_dwordx2 s[2:3], s[0:1], 0x10
	global_load_ubyte v1, v0, s[8:9]
	global_load_ubyte v2, v0, s[10:11]
	global_store_byte v0, v1, s[2:3]
__clang_ocl_kern_imp_add_uchar:
	global_load_ubyte v7, v[0:1], off
	global_load_ubyte v0, v[0:1], off
	global_store_byte v[0:1], v2, off
add_ushort:
	global_load_ushort v4, v[2:3], off
	global_load_ushort v2, v[2:3], off
	global_store_short v[0:1], v2, off
__clang_ocl_kern_imp_add_ushort:
	global_load_ushort v8, v[0:1], off
	global_load_ushort v0, v[0:1], off
add_int:
	global_load_dword v4, v[2:3], off
	global_load_dword v2, v[2:3], off
	global_store_dword v[0:1], v2, off
__clang_ocl_kern_imp_add_int:
	global_load_dword v8, v[0:1], off
	global_load_dword v0, v[0:1], off
add_int2:
	global_load_dwordx2 v[2:3], v[2:3], off
	global_load_dwordx2 v[4:5], v[4:5], off
	global_store_dwordx2 v[0:1], v[2:3], off
__clang_ocl_kern_imp_add_int2:
	global_load_dwordx2 v[0:1], v[0:1], off
	global_store_dwordx2 v[2:3], v[0:1], off
add_int3:
	global_load_dwordx3 v[0:2], v[0:1], off
	global_load_dwordx3 v[3:5], v[3:4], off
	global_store_dwordx3 v[3:4], v[0:2], off
__clang_ocl_kern_imp_add_int3:
	global_load_dwordx3 v[6:8], v[0:1], off
add_int4:
	global_load_dwordx4 v[0:3], v[0:1], off
	global_load_dwordx4 v[4:7], v[4:5], off
	global_store_dwordx4 v[4:5], v[0:3], off
__clang_ocl_kern_imp_add_int4:
	global_load_dwordx4 v[6:9], v[0:1], off
smooth:
	global_load_sbyte v4, v0, s[8:9] offset:-3
	global_load_sbyte v5, v0, s[8:9]
	global_load_sbyte v6, v0, s[8:9] offset:3
	global_load_sshort v7, v[2:3], off offset:-4
	global_load_sshort v8, v[2:3], off
	global_load_sshort v9, v[2:3], off offset:4
	global_store_dword v[0:1], v3, off
__clang_ocl_kern_imp_smooth:
	global_load_sbyte v8, v[0:1], off offset:-3
	global_load_sbyte v9, v[0:1], off
	global_load_sbyte v10, v[0:1], off offset:3
	global_load_sshort v11, v[2:3], off offset:-4
	global_load_sshort v12, v[2:3], off
	global_load_sshort v13, v[2:3], off offset:4
