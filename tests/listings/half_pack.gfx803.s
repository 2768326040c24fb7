half_mix:
	s_load_dwordx8 s[0:7], s[4:5], 0x0
	flat_load_ushort v4, v[3:4]
	flat_load_ushort v6, v[1:2]
	flat_store_dword v[0:1], v5
	flat_store_short v[2:3], v4
__clang_ocl_kern_imp_half_mix:
	flat_load_ushort v10, v[2:3]
	flat_load_ushort v11, v[0:1]
pack_global_char:
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	flat_load_dwordx2 v[1:2], v[1:2]
	flat_load_dword v0, v[3:4]
	flat_load_sbyte v11, v[5:6]
	flat_load_sbyte v12, v[1:2]
	flat_load_ubyte v13, v[9:10]
	flat_store_dword v[5:6], v0
	flat_load_sbyte v9, v[9:10]
	flat_load_dword v7, v[7:8]
	flat_store_dword v[3:4], v2
	flat_store_dword v[5:6], v2
	flat_store_short v[0:1], v8
__clang_ocl_kern_imp_pack_global_char:
	flat_load_dwordx2 v[0:1], v[0:1]
	flat_load_dword v10, v[2:3]
	flat_load_sbyte v11, v[4:5]
	flat_load_sbyte v12, v[0:1]
	flat_load_ubyte v13, v[8:9]
	flat_store_dword v[4:5], v10
	flat_load_sbyte v8, v[8:9]
	flat_load_dword v6, v[6:7]
	flat_store_dword v[2:3], v7
	flat_store_dword v[4:5], v2
	flat_store_short v[0:1], v9
pack_global_uchar:
	flat_load_ubyte v11, v[5:6]
	flat_load_ubyte v12, v[1:2]
	flat_load_ubyte v9, v[9:10]
__clang_ocl_kern_imp_pack_global_uchar:
	flat_load_ubyte v11, v[4:5]
	flat_load_ubyte v12, v[0:1]
	flat_load_ubyte v8, v[8:9]
pack_global_short:
	flat_load_ushort v9, v[5:6]
	flat_load_dword v10, v[7:8]
	flat_load_ushort v11, v[1:2]
	flat_load_ushort v12, v[7:8]
	flat_load_ushort v7, v[7:8]
	flat_store_dword v[0:1], v8
__clang_ocl_kern_imp_pack_global_short:
	flat_load_dword v8, v[2:3]
	flat_load_ushort v9, v[4:5]
	flat_load_dword v10, v[6:7]
	flat_load_ushort v12, v[6:7]
	flat_store_dword v[4:5], v8
	flat_load_ushort v6, v[6:7]
pack_generic_char:
	flat_load_sbyte v13, v[9:10]
	flat_store_byte v[7:8], v13
	flat_store_byte v[0:1], v11
__clang_ocl_kern_imp_pack_generic_char:
	flat_load_sbyte v13, v[8:9]
	flat_load_dword v9, v[6:7]
	flat_store_dword v[2:3], v10
	flat_store_byte v[6:7], v13
pack_generic_short:
	flat_load_ushort v9, v[7:8]
	flat_store_short v[7:8], v12
	flat_store_short v[0:1], v13
__clang_ocl_kern_imp_pack_generic_short:
	flat_load_ushort v8, v[6:7]
	flat_store_dword v[2:3], v9
	flat_store_short v[6:7], v12
