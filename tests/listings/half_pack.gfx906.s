half_mix:
	s_load_dwordx8 s[4:11], s[0:1], 0x0
	global_load_ushort v2, v1, s[4:5]
	global_load_ushort v3, v1, s[6:7]
	global_store_dword v0, v2, s[8:9]
	global_store_short_d16_hi v1, v2, s[10:11]
__clang_ocl_kern_imp_half_mix:
	global_load_ushort v10, v[0:1], off
	global_load_ushort v11, v[0:1], off
	global_store_dword v[0:1], v4, off
	global_store_short_d16_hi v[2:3], v4, off
pack_global_char:
	s_load_dwordx4 s[0:3], s[0:1], 0x0
	global_load_dwordx2 v[1:2], v1, s[0:1]
	global_load_dword v7, v0, s[2:3] offset:8
	global_load_dword v3, v0, s[2:3]
	global_load_sbyte v4, v[1:2], off offset:17
	global_load_sbyte v5, v[1:2], off
	global_load_ubyte v6, v[1:2], off offset:9
	global_store_dword v0, v3, s[2:3] offset:4
	global_load_sbyte v3, v[1:2], off offset:33
	global_store_dword v0, v4, s[2:3]
	global_store_dword v0, v3, s[2:3] offset:12
	global_store_short v[1:2], v5, off offset:1
__clang_ocl_kern_imp_pack_global_char:
	global_load_dwordx2 v[0:1], v[0:1], off
	global_load_dword v8, v[2:3], off offset:8
	global_load_dword v4, v[2:3], off
	global_load_sbyte v5, v[0:1], off offset:17
	global_load_sbyte v6, v[0:1], off
	global_load_ubyte v7, v[0:1], off offset:9
	global_store_dword v[2:3], v4, off offset:4
	global_load_sbyte v4, v[0:1], off offset:33
	global_store_dword v[2:3], v5, off
	global_store_dword v[2:3], v4, off offset:12
	global_store_short v[0:1], v6, off offset:1
pack_global_uchar:
	global_load_ubyte v4, v[1:2], off offset:17
	global_load_ubyte v5, v[1:2], off
	global_load_ubyte v3, v[1:2], off offset:33
__clang_ocl_kern_imp_pack_global_uchar:
	global_load_ubyte v5, v[0:1], off offset:17
	global_load_ubyte v6, v[0:1], off
	global_load_ubyte v4, v[0:1], off offset:33
pack_global_short:
	global_load_ushort v4, v[1:2], off offset:34
	global_load_ushort v5, v[1:2], off
	global_load_ushort v6, v[1:2], off offset:18
	global_load_ushort v3, v[1:2], off offset:66
	global_store_dword v[1:2], v5, off offset:2
__clang_ocl_kern_imp_pack_global_short:
	global_load_ushort v5, v[0:1], off offset:34
	global_load_ushort v6, v[0:1], off
	global_load_ushort v7, v[0:1], off offset:18
	global_load_ushort v4, v[0:1], off offset:66
	global_store_dword v[0:1], v6, off offset:2
pack_generic_char:
	flat_load_sbyte v4, v[1:2] offset:17
	flat_load_sbyte v5, v[1:2]
	flat_load_ubyte v6, v[1:2] offset:9
	flat_load_sbyte v3, v[1:2] offset:33
	flat_store_short v[1:2], v5 offset:1
__clang_ocl_kern_imp_pack_generic_char:
	flat_load_sbyte v5, v[0:1] offset:17
	flat_load_sbyte v6, v[0:1]
	flat_load_ubyte v7, v[0:1] offset:9
	flat_load_sbyte v4, v[0:1] offset:33
	flat_store_short v[0:1], v6 offset:1
pack_generic_uchar:
	flat_load_ubyte v4, v[1:2] offset:17
	flat_load_ubyte v5, v[1:2]
	flat_load_ubyte v3, v[1:2] offset:33
__clang_ocl_kern_imp_pack_generic_uchar:
	flat_load_ubyte v5, v[0:1] offset:17
	flat_load_ubyte v6, v[0:1]
	flat_load_ubyte v4, v[0:1] offset:33
pack_generic_short:
	flat_load_ushort v4, v[1:2] offset:34
	flat_load_ushort v5, v[1:2]
	flat_load_ushort v6, v[1:2] offset:18
	flat_load_ushort v3, v[1:2] offset:66
	flat_store_dword v[1:2], v5 offset:2
__clang_ocl_kern_imp_pack_generic_short:
	flat_load_ushort v5, v[0:1] offset:34
	flat_load_ushort v6, v[0:1]
	flat_load_ushort v7, v[0:1] offset:18
	flat_load_ushort v4, v[0:1] offset:66
	flat_store_dword v[0:1], v6 offset:2
