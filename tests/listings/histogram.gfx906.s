global_int:
	s_load_dwordx4 s[0:3], s[0:1], 0x0
	global_load_dword v0, v0, s[2:3]
	global_atomic_add v1, v0, s[0:1]
	global_atomic_sub v1, v0, s[0:1] offset:4
	global_atomic_smin v1, v0, s[0:1] offset:8
	global_atomic_smax v1, v0, s[0:1] offset:12
	global_atomic_and v1, v0, s[0:1] offset:16
	global_atomic_or v1, v0, s[0:1] offset:20
	global_atomic_xor v1, v0, s[0:1] offset:24
	global_atomic_swap v1, v0, s[0:1] offset:28
__clang_ocl_kern_imp_global_int:
	global_load_dword v2, v[2:3], off
	global_atomic_add v[0:1], v2, off
	global_atomic_sub v[0:1], v2, off offset:4
	global_atomic_smin v[0:1], v2, off offset:8
	global_atomic_smax v[0:1], v2, off offset:12
	global_atomic_and v[0:1], v2, off offset:16
	global_atomic_or v[0:1], v2, off offset:20
	global_atomic_xor v[0:1], v2, off offset:24
	global_atomic_swap v[0:1], v2, off offset:28
global_int_old:
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_load_dwordx2 s[2:3], s[0:1], 0x10
	global_load_dword v1, v1, s[6:7]
	global_atomic_add v3, v2, v1, s[4:5] glc
	global_store_dword v0, v3, s[2:3]
	global_atomic_sub v3, v2, v1, s[4:5] offset:4 glc
	global_store_dword v0, v3, s[2:3] offset:4
	global_atomic_smin v3, v2, v1, s[4:5] offset:8 glc
	global_store_dword v0, v3, s[2:3] offset:8
	global_atomic_smax v3, v2, v1, s[4:5] offset:12 glc
	global_store_dword v0, v3, s[2:3] offset:12
	global_atomic_and v3, v2, v1, s[4:5] offset:16 glc
	global_store_dword v0, v3, s[2:3] offset:16
	global_atomic_or v3, v2, v1, s[4:5] offset:20 glc
	global_store_dword v0, v3, s[2:3] offset:20
	global_atomic_xor v3, v2, v1, s[4:5] offset:24 glc
	global_store_dword v0, v3, s[2:3] offset:24
	global_atomic_swap v1, v2, v1, s[4:5] offset:28 glc
	global_store_dword v0, v1, s[2:3] offset:28
__clang_ocl_kern_imp_global_int_old:
	global_load_dword v7, v[2:3], off
	global_atomic_add v8, v[0:1], v7, off glc
	global_store_dword v[2:3], v8, off
	global_atomic_sub v4, v[0:1], v7, off offset:4 glc
	global_store_dword v[2:3], v4, off offset:4
	global_atomic_smin v4, v[0:1], v7, off offset:8 glc
	global_store_dword v[2:3], v4, off offset:8
	global_atomic_smax v4, v[0:1], v7, off offset:12 glc
	global_store_dword v[2:3], v4, off offset:12
	global_atomic_and v4, v[0:1], v7, off offset:16 glc
	global_store_dword v[2:3], v4, off offset:16
	global_atomic_or v4, v[0:1], v7, off offset:20 glc
	global_store_dword v[2:3], v4, off offset:20
	global_atomic_xor v4, v[0:1], v7, off offset:24 glc
	global_store_dword v[2:3], v4, off offset:24
	global_atomic_swap v0, v[0:1], v7, off offset:28 glc
	global_store_dword v[2:3], v0, off offset:28
generic_int:
	global_load_dword v5, v3, s[6:7]
	global_load_dwordx2 v[1:2], v4, s[4:5]
	flat_atomic_add v[1:2], v5
	flat_atomic_sub v[1:2], v5 offset:4
	flat_atomic_smin v[1:2], v5 offset:8
	flat_atomic_smax v[1:2], v5 offset:12
	flat_atomic_and v[1:2], v5 offset:16
	flat_atomic_or v[1:2], v5 offset:20
	flat_atomic_xor v[1:2], v5 offset:24
	flat_atomic_swap v[1:2], v5 offset:28
	flat_atomic_add v3, v[1:2], v5 offset:32 glc
	flat_atomic_sub v3, v[1:2], v5 offset:36 glc
	flat_atomic_smin v3, v[1:2], v5 offset:40 glc
	flat_atomic_smax v3, v[1:2], v5 offset:44 glc
	flat_atomic_and v3, v[1:2], v5 offset:48 glc
	flat_atomic_or v3, v[1:2], v5 offset:52 glc
	flat_atomic_xor v3, v[1:2], v5 offset:56 glc
	flat_atomic_swap v1, v[1:2], v5 offset:60 glc
__clang_ocl_kern_imp_generic_int:
	global_load_dwordx2 v[0:1], v[0:1], off
	flat_atomic_add v[0:1], v7
	flat_atomic_sub v[0:1], v7 offset:4
	flat_atomic_smin v[0:1], v7 offset:8
	flat_atomic_smax v[0:1], v7 offset:12
	flat_atomic_and v[0:1], v7 offset:16
	flat_atomic_or v[0:1], v7 offset:20
	flat_atomic_xor v[0:1], v7 offset:24
	flat_atomic_swap v[0:1], v7 offset:28
	flat_atomic_add v8, v[0:1], v7 offset:32 glc
	flat_atomic_sub v4, v[0:1], v7 offset:36 glc
	flat_atomic_smin v4, v[0:1], v7 offset:40 glc
	flat_atomic_smax v4, v[0:1], v7 offset:44 glc
	flat_atomic_and v4, v[0:1], v7 offset:48 glc
	flat_atomic_or v4, v[0:1], v7 offset:52 glc
	flat_atomic_xor v4, v[0:1], v7 offset:56 glc
	flat_atomic_swap v0, v[0:1], v7 offset:60 glc
global_uint:
	global_atomic_umin v1, v0, s[0:1] offset:8
	global_atomic_umax v1, v0, s[0:1] offset:12
__clang_ocl_kern_imp_global_uint:
	global_atomic_umin v[0:1], v2, off offset:8
	global_atomic_umax v[0:1], v2, off offset:12
global_uint_old:
	global_atomic_umin v3, v2, v1, s[4:5] offset:8 glc
	global_atomic_umax v3, v2, v1, s[4:5] offset:12 glc
__clang_ocl_kern_imp_global_uint_old:
	global_atomic_umin v4, v[0:1], v7, off offset:8 glc
	global_atomic_umax v4, v[0:1], v7, off offset:12 glc
generic_uint:
	flat_atomic_umin v[1:2], v5 offset:8
	flat_atomic_umax v[1:2], v5 offset:12
	flat_atomic_umin v3, v[1:2], v5 offset:40 glc
	flat_atomic_umax v3, v[1:2], v5 offset:44 glc
__clang_ocl_kern_imp_generic_uint:
	flat_atomic_umin v[0:1], v7 offset:8
	flat_atomic_umax v[0:1], v7 offset:12
	flat_atomic_umin v4, v[0:1], v7 offset:40 glc
	flat_atomic_umax v4, v[0:1], v7 offset:44 glc
global_long:
	global_load_dwordx2 v[0:1], v0, s[2:3]
	global_atomic_add_x2 v2, v[0:1], s[0:1]
	global_atomic_sub_x2 v2, v[0:1], s[0:1] offset:8
	global_atomic_smin_x2 v2, v[0:1], s[0:1] offset:16
	global_atomic_smax_x2 v2, v[0:1], s[0:1] offset:24
	global_atomic_and_x2 v2, v[0:1], s[0:1] offset:32
	global_atomic_or_x2 v2, v[0:1], s[0:1] offset:40
	global_atomic_xor_x2 v2, v[0:1], s[0:1] offset:48
	global_atomic_swap_x2 v2, v[0:1], s[0:1] offset:56
__clang_ocl_kern_imp_global_long:
	global_load_dwordx2 v[2:3], v[2:3], off
	global_atomic_add_x2 v[0:1], v[2:3], off
	global_atomic_sub_x2 v[0:1], v[2:3], off offset:8
	global_atomic_smin_x2 v[0:1], v[2:3], off offset:16
	global_atomic_smax_x2 v[0:1], v[2:3], off offset:24
	global_atomic_and_x2 v[0:1], v[2:3], off offset:32
	global_atomic_or_x2 v[0:1], v[2:3], off offset:40
	global_atomic_xor_x2 v[0:1], v[2:3], off offset:48
	global_atomic_swap_x2 v[0:1], v[2:3], off offset:56
global_long_old:
	global_load_dwordx2 v[1:2], v1, s[6:7]
	global_atomic_add_x2 v[3:4], v5, v[1:2], s[4:5] glc
	global_store_dwordx2 v6, v[3:4], s[2:3]
	global_atomic_sub_x2 v[3:4], v5, v[1:2], s[4:5] offset:8 glc
	global_store_dwordx2 v6, v[3:4], s[2:3] offset:8
	global_atomic_smin_x2 v[3:4], v5, v[1:2], s[4:5] offset:16 glc
	global_store_dwordx2 v6, v[3:4], s[2:3] offset:16
	global_atomic_smax_x2 v[3:4], v5, v[1:2], s[4:5] offset:24 glc
	global_store_dwordx2 v6, v[3:4], s[2:3] offset:24
	global_atomic_and_x2 v[3:4], v5, v[1:2], s[4:5] offset:32 glc
	global_store_dwordx2 v6, v[3:4], s[2:3] offset:32
	global_atomic_or_x2 v[3:4], v5, v[1:2], s[4:5] offset:40 glc
	global_store_dwordx2 v6, v[3:4], s[2:3] offset:40
	global_atomic_xor_x2 v[3:4], v5, v[1:2], s[4:5] offset:48 glc
	global_store_dwordx2 v6, v[3:4], s[2:3] offset:48
	global_atomic_swap_x2 v[0:1], v5, v[1:2], s[4:5] offset:56 glc
	global_store_dwordx2 v6, v[0:1], s[2:3] offset:56
__clang_ocl_kern_imp_global_long_old:
	global_atomic_add_x2 v[6:7], v[0:1], v[2:3], off glc
	global_store_dwordx2 v[4:5], v[6:7], off
	global_atomic_sub_x2 v[6:7], v[0:1], v[2:3], off offset:8 glc
	global_store_dwordx2 v[4:5], v[6:7], off offset:8
	global_atomic_smin_x2 v[6:7], v[0:1], v[2:3], off offset:16 glc
	global_store_dwordx2 v[4:5], v[6:7], off offset:16
	global_atomic_smax_x2 v[6:7], v[0:1], v[2:3], off offset:24 glc
	global_store_dwordx2 v[4:5], v[6:7], off offset:24
	global_atomic_and_x2 v[6:7], v[0:1], v[2:3], off offset:32 glc
	global_store_dwordx2 v[4:5], v[6:7], off offset:32
	global_atomic_or_x2 v[6:7], v[0:1], v[2:3], off offset:40 glc
	global_store_dwordx2 v[4:5], v[6:7], off offset:40
	global_atomic_xor_x2 v[6:7], v[0:1], v[2:3], off offset:48 glc
	global_store_dwordx2 v[4:5], v[6:7], off offset:48
	global_atomic_swap_x2 v[0:1], v[0:1], v[2:3], off offset:56 glc
	global_store_dwordx2 v[4:5], v[0:1], off offset:56
generic_long:
	global_load_dwordx2 v[1:2], v5, s[6:7]
	global_load_dwordx2 v[3:4], v5, s[4:5]
	flat_atomic_add_x2 v[3:4], v[1:2]
	flat_atomic_sub_x2 v[3:4], v[1:2] offset:8
	flat_atomic_smin_x2 v[3:4], v[1:2] offset:16
	flat_atomic_smax_x2 v[3:4], v[1:2] offset:24
	flat_atomic_and_x2 v[3:4], v[1:2] offset:32
	flat_atomic_or_x2 v[3:4], v[1:2] offset:40
	flat_atomic_xor_x2 v[3:4], v[1:2] offset:48
	flat_atomic_swap_x2 v[3:4], v[1:2] offset:56
	flat_atomic_add_x2 v[5:6], v[3:4], v[1:2] offset:64 glc
	global_store_dwordx2 v7, v[5:6], s[2:3]
	flat_atomic_sub_x2 v[5:6], v[3:4], v[1:2] offset:72 glc
	global_store_dwordx2 v7, v[5:6], s[2:3] offset:8
	flat_atomic_smin_x2 v[5:6], v[3:4], v[1:2] offset:80 glc
	global_store_dwordx2 v7, v[5:6], s[2:3] offset:16
	flat_atomic_smax_x2 v[5:6], v[3:4], v[1:2] offset:88 glc
	global_store_dwordx2 v7, v[5:6], s[2:3] offset:24
	flat_atomic_and_x2 v[5:6], v[3:4], v[1:2] offset:96 glc
	global_store_dwordx2 v7, v[5:6], s[2:3] offset:32
	flat_atomic_or_x2 v[5:6], v[3:4], v[1:2] offset:104 glc
	global_store_dwordx2 v7, v[5:6], s[2:3] offset:40
	flat_atomic_xor_x2 v[5:6], v[3:4], v[1:2] offset:112 glc
	global_store_dwordx2 v7, v[5:6], s[2:3] offset:48
	flat_atomic_swap_x2 v[0:1], v[3:4], v[1:2] offset:120 glc
	global_store_dwordx2 v7, v[0:1], s[2:3] offset:56
__clang_ocl_kern_imp_generic_long:
	flat_atomic_add_x2 v[0:1], v[2:3]
	flat_atomic_sub_x2 v[0:1], v[2:3] offset:8
	flat_atomic_smin_x2 v[0:1], v[2:3] offset:16
	flat_atomic_smax_x2 v[0:1], v[2:3] offset:24
	flat_atomic_and_x2 v[0:1], v[2:3] offset:32
	flat_atomic_or_x2 v[0:1], v[2:3] offset:40
	flat_atomic_xor_x2 v[0:1], v[2:3] offset:48
	flat_atomic_swap_x2 v[0:1], v[2:3] offset:56
	flat_atomic_add_x2 v[6:7], v[0:1], v[2:3] offset:64 glc
	flat_atomic_sub_x2 v[6:7], v[0:1], v[2:3] offset:72 glc
	flat_atomic_smin_x2 v[6:7], v[0:1], v[2:3] offset:80 glc
	flat_atomic_smax_x2 v[6:7], v[0:1], v[2:3] offset:88 glc
	flat_atomic_and_x2 v[6:7], v[0:1], v[2:3] offset:96 glc
	flat_atomic_or_x2 v[6:7], v[0:1], v[2:3] offset:104 glc
	flat_atomic_xor_x2 v[6:7], v[0:1], v[2:3] offset:112 glc
	flat_atomic_swap_x2 v[0:1], v[0:1], v[2:3] offset:120 glc
global_ulong:
	global_atomic_umin_x2 v2, v[0:1], s[0:1] offset:16
	global_atomic_umax_x2 v2, v[0:1], s[0:1] offset:24
__clang_ocl_kern_imp_global_ulong:
	global_atomic_umin_x2 v[0:1], v[2:3], off offset:16
	global_atomic_umax_x2 v[0:1], v[2:3], off offset:24
global_ulong_old:
	global_atomic_umin_x2 v[3:4], v5, v[1:2], s[4:5] offset:16 glc
	global_atomic_umax_x2 v[3:4], v5, v[1:2], s[4:5] offset:24 glc
__clang_ocl_kern_imp_global_ulong_old:
	global_atomic_umin_x2 v[6:7], v[0:1], v[2:3], off offset:16 glc
	global_atomic_umax_x2 v[6:7], v[0:1], v[2:3], off offset:24 glc
generic_ulong:
	flat_atomic_umin_x2 v[3:4], v[1:2] offset:16
	flat_atomic_umax_x2 v[3:4], v[1:2] offset:24
	flat_atomic_umin_x2 v[5:6], v[3:4], v[1:2] offset:80 glc
	flat_atomic_umax_x2 v[5:6], v[3:4], v[1:2] offset:88 glc
__clang_ocl_kern_imp_generic_ulong:
	flat_atomic_umin_x2 v[0:1], v[2:3] offset:16
	flat_atomic_umax_x2 v[0:1], v[2:3] offset:24
	flat_atomic_umin_x2 v[6:7], v[0:1], v[2:3] offset:80 glc
	flat_atomic_umax_x2 v[6:7], v[0:1], v[2:3] offset:88 glc
lock_global_uint:
	global_load_dwordx2 v[0:1], v3, s[4:5]
	global_load_dword v2, v4, s[6:7]
	global_atomic_cmpswap v2, v[0:1], v[2:3], off glc
	global_store_dword v4, v2, s[2:3]
	global_atomic_cmpswap v[0:1], v[2:3], off offset:4
__clang_ocl_kern_imp_lock_global_uint:
	global_load_dword v6, v[2:3], off
	global_atomic_cmpswap v6, v[0:1], v[6:7], off glc
	global_store_dword v[4:5], v6, off
lock_global_ulong:
	global_load_dwordx2 v[5:6], v7, s[4:5]
	global_load_dwordx2 v[1:2], v7, s[6:7]
	global_atomic_cmpswap_x2 v[0:1], v[5:6], v[1:4], off glc
	global_store_dwordx2 v7, v[0:1], s[2:3]
	global_load_dwordx2 v[0:1], v7, s[6:7]
	global_atomic_cmpswap_x2 v[5:6], v[0:3], off offset:8
__clang_ocl_kern_imp_lock_global_ulong:
	global_load_dwordx2 v[6:7], v[2:3], off
	global_atomic_cmpswap_x2 v[6:7], v[0:1], v[6:9], off glc
	global_load_dwordx2 v[5:6], v[2:3], off
	global_atomic_cmpswap_x2 v[0:1], v[5:8], off offset:8
lock_generic_uint:
	flat_atomic_cmpswap v2, v[0:1], v[2:3] glc
	flat_atomic_cmpswap v[0:1], v[2:3] offset:4
__clang_ocl_kern_imp_lock_generic_uint:
	flat_atomic_cmpswap v6, v[0:1], v[6:7] glc
lock_generic_ulong:
	flat_atomic_cmpswap_x2 v[0:1], v[5:6], v[1:4] glc
	flat_atomic_cmpswap_x2 v[5:6], v[0:3] offset:8
__clang_ocl_kern_imp_lock_generic_ulong:
	flat_atomic_cmpswap_x2 v[6:7], v[0:1], v[6:9] glc
	flat_atomic_cmpswap_x2 v[0:1], v[5:8] offset:8
