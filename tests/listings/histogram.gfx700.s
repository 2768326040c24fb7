global_int:
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	flat_load_dword v14, v[0:1]
	flat_atomic_add v[0:1], v14
	flat_atomic_sub v[2:3], v14
	flat_atomic_smin v[4:5], v14
	flat_atomic_smax v[6:7], v14
	flat_atomic_and v[8:9], v14
	flat_atomic_or v[10:11], v14
	flat_atomic_xor v[12:13], v14
	flat_atomic_swap v[0:1], v14
__clang_ocl_kern_imp_global_int:
	flat_load_dword v14, v[2:3]
global_int_old:
	s_load_dwordx2 s[4:5], s[4:5], 0x4
	flat_load_dword v9, v[1:2]
	flat_atomic_add v7, v[1:2], v9 glc
	flat_store_dword v[3:4], v7
	flat_atomic_sub v0, v[5:6], v9 glc
	flat_store_dword v[5:6], v0
	flat_atomic_smin v0, v[7:8], v9 glc
	flat_atomic_smax v0, v[7:8], v9 glc
	flat_atomic_and v0, v[7:8], v9 glc
	flat_atomic_or v0, v[7:8], v9 glc
	flat_atomic_xor v0, v[7:8], v9 glc
	flat_atomic_swap v2, v[0:1], v9 glc
	flat_store_dword v[0:1], v2
__clang_ocl_kern_imp_global_int_old:
	flat_load_dword v8, v[2:3]
	flat_atomic_add v7, v[0:1], v8 glc
	flat_store_dword v[2:3], v7
	flat_atomic_sub v9, v[4:5], v8 glc
	flat_store_dword v[4:5], v9
	flat_atomic_smin v9, v[6:7], v8 glc
	flat_atomic_smax v9, v[6:7], v8 glc
	flat_atomic_and v9, v[6:7], v8 glc
	flat_atomic_or v9, v[6:7], v8 glc
	flat_atomic_xor v6, v[6:7], v8 glc
	flat_store_dword v[4:5], v6
	flat_atomic_swap v4, v[0:1], v8 glc
	flat_store_dword v[0:1], v4
generic_int:
	flat_load_dword v19, v[1:2]
	flat_load_dwordx2 v[1:2], v[1:2]
	flat_atomic_add v[1:2], v19
	flat_atomic_sub v[3:4], v19
	flat_atomic_smin v[5:6], v19
	flat_atomic_smax v[7:8], v19
	flat_atomic_and v[9:10], v19
	flat_atomic_or v[11:12], v19
	flat_atomic_xor v[13:14], v19
	flat_atomic_swap v[15:16], v19
	flat_atomic_add v7, v[17:18], v19 glc
	flat_atomic_sub v0, v[5:6], v19 glc
	flat_atomic_smin v0, v[7:8], v19 glc
	flat_atomic_smax v0, v[7:8], v19 glc
	flat_atomic_and v0, v[7:8], v19 glc
	flat_atomic_or v0, v[7:8], v19 glc
	flat_atomic_xor v0, v[7:8], v19 glc
	flat_atomic_swap v2, v[0:1], v19 glc
__clang_ocl_kern_imp_generic_int:
	flat_load_dword v19, v[2:3]
	flat_load_dwordx2 v[0:1], v[0:1]
	flat_atomic_add v[0:1], v19
	flat_atomic_sub v[2:3], v19
	flat_atomic_smin v[6:7], v19
	flat_atomic_smax v[8:9], v19
	flat_atomic_and v[10:11], v19
	flat_atomic_or v[12:13], v19
	flat_atomic_xor v[14:15], v19
	flat_atomic_swap v[16:17], v19
	flat_atomic_add v6, v[2:3], v19 glc
	flat_store_dword v[2:3], v6
	flat_atomic_sub v8, v[4:5], v19 glc
	flat_store_dword v[4:5], v8
	flat_atomic_smin v8, v[6:7], v19 glc
	flat_atomic_smax v8, v[6:7], v19 glc
	flat_atomic_and v8, v[6:7], v19 glc
	flat_atomic_or v8, v[6:7], v19 glc
	flat_atomic_xor v6, v[6:7], v19 glc
	flat_atomic_swap v4, v[0:1], v19 glc
global_uint:
	flat_atomic_umin v[4:5], v14
	flat_atomic_umax v[6:7], v14
global_uint_old:
	flat_atomic_umin v0, v[7:8], v9 glc
	flat_atomic_umax v0, v[7:8], v9 glc
__clang_ocl_kern_imp_global_uint_old:
	flat_atomic_umin v9, v[6:7], v8 glc
	flat_atomic_umax v9, v[6:7], v8 glc
generic_uint:
	flat_atomic_umin v[5:6], v19
	flat_atomic_umax v[7:8], v19
	flat_atomic_umin v0, v[7:8], v19 glc
	flat_atomic_umax v0, v[7:8], v19 glc
__clang_ocl_kern_imp_generic_uint:
	flat_atomic_umin v[6:7], v19
	flat_atomic_umax v[8:9], v19
	flat_atomic_umin v8, v[6:7], v19 glc
	flat_atomic_umax v8, v[6:7], v19 glc
global_long:
	flat_atomic_add_x2 v[2:3], v[0:1]
	flat_atomic_sub_x2 v[4:5], v[0:1]
	flat_atomic_smin_x2 v[6:7], v[0:1]
	flat_atomic_smax_x2 v[8:9], v[0:1]
	flat_atomic_and_x2 v[10:11], v[0:1]
	flat_atomic_or_x2 v[12:13], v[0:1]
	flat_atomic_xor_x2 v[14:15], v[0:1]
	flat_atomic_swap_x2 v[2:3], v[0:1]
__clang_ocl_kern_imp_global_long:
	flat_load_dwordx2 v[2:3], v[2:3]
	flat_atomic_add_x2 v[0:1], v[2:3]
	flat_atomic_sub_x2 v[4:5], v[2:3]
	flat_atomic_smin_x2 v[6:7], v[2:3]
	flat_atomic_smax_x2 v[8:9], v[2:3]
	flat_atomic_and_x2 v[10:11], v[2:3]
	flat_atomic_or_x2 v[12:13], v[2:3]
	flat_atomic_xor_x2 v[14:15], v[2:3]
	flat_atomic_swap_x2 v[0:1], v[2:3]
global_long_old:
	flat_atomic_add_x2 v[5:6], v[3:4], v[1:2] glc
	flat_store_dwordx2 v[7:8], v[5:6]
	flat_atomic_sub_x2 v[5:6], v[9:10], v[1:2] glc
	flat_store_dwordx2 v[9:10], v[5:6]
	flat_atomic_smin_x2 v[5:6], v[11:12], v[1:2] glc
	flat_atomic_smax_x2 v[5:6], v[11:12], v[1:2] glc
	flat_atomic_and_x2 v[5:6], v[11:12], v[1:2] glc
	flat_atomic_or_x2 v[5:6], v[11:12], v[1:2] glc
	flat_atomic_xor_x2 v[5:6], v[11:12], v[1:2] glc
	flat_atomic_swap_x2 v[0:1], v[3:4], v[1:2] glc
	flat_store_dwordx2 v[2:3], v[0:1]
__clang_ocl_kern_imp_global_long_old:
	flat_atomic_add_x2 v[6:7], v[0:1], v[2:3] glc
	flat_store_dwordx2 v[4:5], v[6:7]
	flat_atomic_sub_x2 v[6:7], v[8:9], v[2:3] glc
	flat_store_dwordx2 v[8:9], v[6:7]
	flat_atomic_smin_x2 v[6:7], v[10:11], v[2:3] glc
	flat_atomic_smax_x2 v[6:7], v[10:11], v[2:3] glc
	flat_atomic_and_x2 v[6:7], v[10:11], v[2:3] glc
	flat_atomic_or_x2 v[6:7], v[10:11], v[2:3] glc
	flat_atomic_xor_x2 v[6:7], v[10:11], v[2:3] glc
	flat_atomic_swap_x2 v[0:1], v[0:1], v[2:3] glc
generic_long:
	flat_load_dwordx2 v[3:4], v[3:4]
	flat_atomic_add_x2 v[3:4], v[1:2]
	flat_atomic_sub_x2 v[5:6], v[1:2]
	flat_atomic_smin_x2 v[7:8], v[1:2]
	flat_atomic_smax_x2 v[9:10], v[1:2]
	flat_atomic_and_x2 v[11:12], v[1:2]
	flat_atomic_or_x2 v[13:14], v[1:2]
	flat_atomic_xor_x2 v[15:16], v[1:2]
	flat_atomic_swap_x2 v[17:18], v[1:2]
	flat_atomic_add_x2 v[5:6], v[5:6], v[1:2] glc
__clang_ocl_kern_imp_generic_long:
	flat_atomic_sub_x2 v[6:7], v[2:3]
	flat_atomic_smin_x2 v[8:9], v[2:3]
	flat_atomic_smax_x2 v[10:11], v[2:3]
	flat_atomic_and_x2 v[12:13], v[2:3]
	flat_atomic_or_x2 v[14:15], v[2:3]
	flat_atomic_xor_x2 v[16:17], v[2:3]
	flat_atomic_swap_x2 v[6:7], v[2:3]
	flat_atomic_add_x2 v[6:7], v[8:9], v[2:3] glc
global_ulong:
	flat_atomic_umin_x2 v[6:7], v[0:1]
	flat_atomic_umax_x2 v[8:9], v[0:1]
__clang_ocl_kern_imp_global_ulong:
	flat_atomic_umin_x2 v[6:7], v[2:3]
	flat_atomic_umax_x2 v[8:9], v[2:3]
global_ulong_old:
	flat_atomic_umin_x2 v[5:6], v[11:12], v[1:2] glc
	flat_atomic_umax_x2 v[5:6], v[11:12], v[1:2] glc
__clang_ocl_kern_imp_global_ulong_old:
	flat_atomic_umin_x2 v[6:7], v[10:11], v[2:3] glc
	flat_atomic_umax_x2 v[6:7], v[10:11], v[2:3] glc
generic_ulong:
	flat_atomic_umin_x2 v[7:8], v[1:2]
	flat_atomic_umax_x2 v[9:10], v[1:2]
__clang_ocl_kern_imp_generic_ulong:
	flat_atomic_umin_x2 v[8:9], v[2:3]
	flat_atomic_umax_x2 v[10:11], v[2:3]
lock_global_uint:
	flat_load_dword v5, v[3:4]
	flat_atomic_cmpswap v7, v[1:2], v[5:6] glc
	flat_store_dword v[5:6], v7
	flat_load_dword v0, v[3:4]
	flat_atomic_cmpswap v[3:4], v[0:1]
__clang_ocl_kern_imp_lock_global_uint:
	flat_load_dword v6, v[2:3]
	flat_atomic_cmpswap v6, v[0:1], v[6:7] glc
	flat_load_dword v2, v[2:3]
	flat_atomic_cmpswap v[0:1], v[2:3]
lock_global_ulong:
	flat_load_dwordx2 v[5:6], v[0:1]
	flat_load_dwordx2 v[1:2], v[7:8]
	flat_atomic_cmpswap_x2 v[0:1], v[5:6], v[1:4] glc
	flat_store_dwordx2 v[9:10], v[0:1]
	flat_load_dwordx2 v[0:1], v[7:8]
	flat_atomic_cmpswap_x2 v[4:5], v[0:3]
__clang_ocl_kern_imp_lock_global_ulong:
	flat_load_dwordx2 v[6:7], v[2:3]
	flat_atomic_cmpswap_x2 v[6:7], v[0:1], v[6:9] glc
	flat_load_dwordx2 v[5:6], v[2:3]
	flat_atomic_cmpswap_x2 v[0:1], v[5:8]
