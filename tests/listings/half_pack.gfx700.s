half_mix:
	s_load_dwordx8 s[0:7], s[4:5], 0x0
	flat_load_ushort v4, v[1:2]
	flat_load_ushort v1, v[1:2]
	flat_store_dword v[0:1], v4
	flat_store_short v[2:3], v6
__clang_ocl_kern_imp_half_mix:
	flat_load_ushort v10, v[0:1]
	flat_load_ushort v0, v[0:1]
	flat_store_dword v[0:1], v5
	flat_store_short v[2:3], v4
pack_global_char:
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	flat_load_dwordx2 v[1:2], v[1:2]
	flat_load_dword v0, v[3:4]
	flat_load_sbyte v9, v[5:6]
	flat_load_dword v10, v[7:8]
	flat_load_sbyte v11, v[1:2]
	flat_load_ubyte v12, v[7:8]
	flat_store_dword v[5:6], v0
	flat_load_sbyte v7, v[7:8]
	flat_store_dword v[3:4], v8
	flat_store_dword v[5:6], v2
	flat_store_short v[0:1], v9
__clang_ocl_kern_imp_pack_global_char:
	flat_load_dwordx2 v[0:1], v[0:1]
	flat_load_dword v8, v[2:3]
	flat_load_sbyte v9, v[4:5]
	flat_load_dword v10, v[6:7]
	flat_load_sbyte v11, v[0:1]
	flat_load_ubyte v12, v[6:7]
	flat_store_dword v[4:5], v8
	flat_load_sbyte v6, v[6:7]
	flat_store_dword v[2:3], v8
	flat_store_dword v[4:5], v2
pack_global_uchar:
	flat_load_ubyte v9, v[5:6]
	flat_load_ubyte v11, v[1:2]
	flat_load_ubyte v7, v[7:8]
	flat_store_short v[0:1], v3
__clang_ocl_kern_imp_pack_global_uchar:
	flat_load_ubyte v9, v[4:5]
	flat_load_ubyte v11, v[0:1]
	flat_load_ubyte v6, v[6:7]
	flat_store_dword v[4:5], v3
	flat_store_short v[0:1], v2
pack_global_short:
	flat_load_ushort v9, v[5:6]
	flat_load_ushort v11, v[1:2]
	flat_load_ushort v12, v[7:8]
	flat_load_ushort v7, v[7:8]
	flat_store_dword v[0:1], v3
__clang_ocl_kern_imp_pack_global_short:
	flat_load_ushort v9, v[4:5]
	flat_load_ushort v11, v[0:1]
	flat_load_ushort v12, v[6:7]
	flat_load_ushort v6, v[6:7]
	flat_store_dword v[0:1], v2
pack_generic_char:
	flat_load_sbyte v9, v[7:8]
	flat_store_dword v[3:4], v10
	flat_store_byte v[7:8], v12
	flat_store_byte v[0:1], v13
__clang_ocl_kern_imp_pack_generic_char:
	flat_load_sbyte v8, v[6:7]
	flat_store_dword v[2:3], v10
	flat_store_byte v[6:7], v12
pack_generic_uchar:
	flat_load_ubyte v9, v[7:8]
__clang_ocl_kern_imp_pack_generic_uchar:
	flat_load_ubyte v8, v[6:7]
pack_generic_short:
	flat_load_ushort v9, v[7:8]
	flat_store_short v[7:8], v12
	flat_store_short v[0:1], v13
__clang_ocl_kern_imp_pack_generic_short:
	flat_load_ushort v8, v[6:7]
	flat_store_short v[6:7], v12
