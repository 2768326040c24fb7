copy_global:
	s_load_dwordx4 s[0:3], s[0:1], 0x0
	global_load_dwordx4 v[1:4], v[21:22], off offset:16
	global_load_dwordx4 v[5:8], v[21:22], off
	global_load_dwordx4 v[9:12], v[21:22], off offset:32
	global_load_dwordx4 v[13:16], v[21:22], off offset:48
	global_load_dwordx4 v[17:20], v[21:22], off offset:64
	global_store_dwordx4 v[23:24], v[5:8], off
	global_store_dwordx4 v[23:24], v[1:4], off offset:16
	global_store_dwordx4 v[23:24], v[9:12], off offset:32
	global_store_dwordx4 v[23:24], v[13:16], off offset:48
	global_store_dwordx4 v[23:24], v[17:20], off offset:64
__clang_ocl_kern_imp_copy_global:
	global_load_dwordx4 v[4:7], v[20:21], off offset:32
	global_load_dwordx4 v[8:11], v[20:21], off offset:48
	global_load_dwordx4 v[12:15], v[20:21], off offset:64
	global_load_dwordx4 v[0:3], v[20:21], off offset:16
	global_load_dwordx4 v[16:19], v[20:21], off
	global_store_dwordx4 v[22:23], v[12:15], off offset:64
	global_store_dwordx4 v[22:23], v[8:11], off offset:48
	global_store_dwordx4 v[22:23], v[4:7], off offset:32
	global_store_dwordx4 v[22:23], v[0:3], off offset:16
	global_store_dwordx4 v[22:23], v[16:19], off
copy_generic:
	s_load_dwordx2 s[0:1], s[0:1], 0x0
	global_load_dwordx4 v[0:3], v0, s[0:1]
	flat_load_dwordx4 v[4:7], v[0:1]
	flat_load_dwordx4 v[8:11], v[0:1] offset:16
	flat_load_dwordx4 v[12:15], v[0:1] offset:32
	flat_load_dwordx4 v[16:19], v[0:1] offset:48
	flat_load_dwordx4 v[20:23], v[0:1] offset:64
	flat_store_dwordx4 v[2:3], v[4:7]
	flat_store_dwordx4 v[2:3], v[8:11] offset:16
	flat_store_dwordx4 v[2:3], v[12:15] offset:32
	flat_store_dwordx4 v[2:3], v[16:19] offset:48
	flat_store_dwordx4 v[2:3], v[20:23] offset:64
__clang_ocl_kern_imp_copy_generic:
	global_load_dwordx4 v[0:3], v[0:1], off
	flat_load_dwordx4 v[4:7], v[0:1] offset:64
	flat_load_dwordx4 v[8:11], v[0:1] offset:48
	flat_load_dwordx4 v[16:19], v[0:1] offset:16
	flat_load_dwordx4 v[20:23], v[0:1]
	flat_store_dwordx4 v[2:3], v[4:7] offset:64
	flat_store_dwordx4 v[2:3], v[8:11] offset:48
	flat_store_dwordx4 v[2:3], v[16:19] offset:16
	flat_store_dwordx4 v[2:3], v[20:23]
sum_list:
	global_load_dwordx2 v[1:2], v1, s[0:1]
	flat_load_dword v4, v[1:2] offset:96
	flat_load_ubyte v5, v[1:2] offset:16
	flat_load_sshort v6, v[1:2] offset:92
	flat_load_sbyte v7, v[1:2] offset:79
	flat_load_dwordx2 v[1:2], v[1:2]
	global_store_dword v0, v3, s[2:3]
__clang_ocl_kern_imp_sum_list:
	global_load_dwordx2 v[0:1], v[0:1], off
	flat_load_dword v6, v[0:1] offset:96
	flat_load_ubyte v7, v[0:1] offset:16
	flat_load_sshort v8, v[0:1] offset:92
	flat_load_sbyte v9, v[0:1] offset:79
	flat_load_dwordx2 v[0:1], v[0:1]
	global_store_dword v[0:1], v5, off
volatile_flags:
	global_load_dword v3, v[1:2], off glc
	global_load_dword v3, v0, s[2:3] offset:2048 glc slc
	global_store_dword v0, v4, s[2:3] offset:4000 glc slc
	global_store_dword v[1:2], v5, off
__clang_ocl_kern_imp_volatile_flags:
	global_load_dword v5, v[0:1], off glc
	global_load_dword v4, v[2:3], off offset:2048 glc slc
	global_store_dword v[2:3], v6, off offset:4000 glc slc
	global_store_dword v[2:3], v4, off
