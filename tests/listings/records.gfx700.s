copy_global:
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	flat_load_dwordx4 v[12:15], v[12:13]
	flat_load_dwordx4 v[16:19], v[16:17]
	flat_load_dwordx4 v[8:11], v[8:9]
	flat_load_dwordx4 v[0:3], v[0:1]
	flat_load_dwordx4 v[4:7], v[4:5]
	flat_store_dwordx4 v[20:21], v[16:19]
	flat_store_dwordx4 v[16:17], v[12:15]
	flat_store_dwordx4 v[12:13], v[8:11]
	flat_store_dwordx4 v[8:9], v[4:7]
	flat_store_dwordx4 v[4:5], v[0:3]
__clang_ocl_kern_imp_copy_global:
	flat_load_dwordx4 v[20:23], v[0:1]
	flat_store_dwordx4 v[2:3], v[4:7]
	flat_store_dwordx4 v[2:3], v[8:11]
	flat_store_dwordx4 v[4:5], v[12:15]
	flat_store_dwordx4 v[6:7], v[16:19]
	flat_store_dwordx4 v[0:1], v[20:23]
copy_generic:
	s_load_dwordx2 s[0:1], s[4:5], 0x0
	flat_load_dwordx4 v[16:19], v[0:1]
	flat_load_dwordx4 v[20:23], v[20:21]
	flat_store_dwordx4 v[0:1], v[4:7]
	flat_store_dwordx4 v[0:1], v[12:15]
	flat_store_dwordx4 v[2:3], v[16:19]
	flat_store_dwordx4 v[4:5], v[8:11]
__clang_ocl_kern_imp_copy_generic:
	flat_load_dword v16, v[8:9]
	flat_load_dword v17, v[4:5]
	flat_load_dword v18, v[6:7]
	flat_load_dword v19, v[10:11]
	flat_load_dword v20, v[12:13]
	flat_load_dword v21, v[4:5]
	flat_load_dword v22, v[6:7]
	flat_load_dword v23, v[8:9]
	flat_load_dword v10, v[10:11]
	flat_load_dword v11, v[4:5]
	flat_load_dword v24, v[6:7]
	flat_load_dword v8, v[8:9]
	flat_load_dword v9, v[14:15]
	flat_load_dword v14, v[6:7]
	flat_load_dword v15, v[4:5]
	flat_load_dword v12, v[12:13]
	flat_load_dword v13, v[6:7]
	flat_load_dword v25, v[4:5]
	flat_load_dword v26, v[4:5]
	flat_load_dword v27, v[0:1]
	flat_store_dword v[4:5], v16
	flat_store_dword v[0:1], v19
	flat_store_dword v[0:1], v18
	flat_store_dword v[0:1], v17
	flat_store_dword v[0:1], v23
	flat_store_dword v[4:5], v22
	flat_store_dword v[0:1], v21
	flat_store_dword v[4:5], v20
	flat_store_dword v[6:7], v8
	flat_store_dword v[0:1], v24
	flat_store_dword v[4:5], v11
	flat_store_dword v[0:1], v10
	flat_store_dword v[0:1], v14
	flat_store_dword v[0:1], v15
	flat_store_dword v[0:1], v9
	flat_store_dword v[0:1], v26
	flat_store_dword v[0:1], v25
	flat_store_dword v[0:1], v13
	flat_store_dword v[0:1], v12
	flat_store_dword v[2:3], v27
sum_list:
	flat_load_dwordx2 v[1:2], v[1:2]
	flat_load_dword v10, v[4:5]
	flat_load_ubyte v6, v[6:7]
	flat_load_sshort v7, v[8:9]
	flat_load_sbyte v4, v[4:5]
	flat_store_dword v[0:1], v3
__clang_ocl_kern_imp_sum_list:
	flat_load_dwordx2 v[0:1], v[0:1]
	flat_load_ubyte v15, v[8:9]
	flat_load_sshort v12, v[12:13]
	flat_load_dword v9, v[10:11]
	flat_load_dword v8, v[0:1]
	flat_load_sbyte v6, v[6:7]
	flat_store_dword v[0:1], v5
volatile_flags:
	flat_load_dword v3, v[1:2] glc
	flat_load_dword v0, v[5:6] glc slc
	flat_store_dword v[5:6], v8 glc slc
	flat_store_dword v[3:4], v0
	flat_store_dword v[1:2], v7
__clang_ocl_kern_imp_volatile_flags:
	flat_load_dword v5, v[0:1] glc
	flat_load_dword v6, v[4:5] glc slc
	flat_store_dword v[4:5], v8 glc slc
	flat_store_dword v[2:3], v6
	flat_store_dword v[0:1], v7
