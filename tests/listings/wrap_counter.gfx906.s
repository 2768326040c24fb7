wrap_global:
	s_load_dwordx8 s[4:11], s[0:1], 0x0
	global_atomic_inc v4, v3, s[4:5]
	global_atomic_dec v4, v3, s[4:5] offset:256
	global_atomic_inc_x2 v5, v[1:2], s[6:7]
	global_atomic_dec_x2 v5, v[1:2], s[6:7] offset:512
	global_atomic_inc v0, v4, v3, s[4:5] offset:512 glc
	global_store_dword v4, v0, s[8:9]
	global_atomic_dec v0, v4, v3, s[4:5] offset:768 glc
	global_store_dword v4, v0, s[8:9] offset:256
	global_atomic_inc_x2 v[3:4], v5, v[1:2], s[6:7] offset:1024 glc
	global_store_dwordx2 v5, v[3:4], s[10:11]
	global_atomic_dec_x2 v[0:1], v5, v[1:2], s[6:7] offset:1536 glc
	global_store_dwordx2 v5, v[0:1], s[10:11] offset:512
__clang_ocl_kern_imp_wrap_global:
	global_atomic_inc v[0:1], v11, off
	global_atomic_dec v[0:1], v11, off offset:256
	global_atomic_inc_x2 v[2:3], v[8:9], off
	global_atomic_dec_x2 v[2:3], v[8:9], off offset:512
	global_atomic_inc v13, v[0:1], v11, off offset:512 glc
	global_store_dword v[4:5], v13, off
	global_atomic_dec v0, v[0:1], v11, off offset:768 glc
	global_store_dword v[4:5], v0, off offset:256
	global_atomic_inc_x2 v[0:1], v[2:3], v[8:9], off offset:1024 glc
	global_store_dwordx2 v[4:5], v[0:1], off
	global_atomic_dec_x2 v[0:1], v[2:3], v[8:9], off offset:1536 glc
	global_store_dwordx2 v[4:5], v[0:1], off offset:512
wrap_generic:
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	global_load_dwordx2 v[3:4], v7, s[4:5]
	global_load_dwordx2 v[1:2], v7, s[4:5] offset:512
	flat_atomic_inc v[3:4], v5
	flat_atomic_dec v[3:4], v5 offset:4
	flat_atomic_inc_x2 v[1:2], v[5:6]
	s_load_dwordx2 s[4:5], s[0:1], 0x10
	scratch_load_dwordx2 v[5:6], v8, off
	scratch_store_dwordx2 v8, v[5:6], off
	flat_atomic_dec_x2 v[5:6], v[8:9]
	flat_atomic_inc v6, v[3:4], v5 offset:8 glc
	global_store_dword v0, v6, s[6:7]
	flat_atomic_dec v5, v[3:4], v5 offset:12 glc
	global_store_dword v0, v5, s[6:7] offset:256
	flat_atomic_inc_x2 v[5:6], v[3:4], v[5:6] glc
	scratch_load_dwordx2 v[5:6], v0, off
	scratch_store_dwordx2 v0, v[3:4], off
	global_store_dwordx2 v7, v[5:6], s[4:5]
	global_store_dwordx2 v[3:4], v[0:1], off offset:512
	flat_atomic_dec_x2 v[0:1], v[5:6], v[0:1] glc
	scratch_load_dwordx2 v[0:1], v2, off
	scratch_store_dwordx2 v2, v[5:6], off
__clang_ocl_kern_imp_wrap_generic:
	global_load_dwordx2 v[6:7], v[8:9], off
	global_load_dwordx2 v[0:1], v[8:9], off offset:512
	flat_atomic_inc v[6:7], v8
	flat_atomic_dec v[6:7], v8 offset:4
	flat_atomic_inc_x2 v[0:1], v[8:9]
	scratch_load_dwordx2 v[8:9], v12, off
	scratch_store_dwordx2 v12, v[8:9], off
	flat_atomic_dec_x2 v[8:9], v[12:13]
	flat_atomic_inc v13, v[6:7], v12 offset:8 glc
	global_store_dword v[8:9], v13, off
	flat_atomic_dec v6, v[6:7], v12 offset:12 glc
	global_store_dword v[8:9], v6, off offset:256
	flat_atomic_inc_x2 v[6:7], v[2:3], v[6:7] glc
	scratch_load_dwordx2 v[6:7], v8, off
	scratch_store_dwordx2 v8, v[2:3], off
	global_store_dwordx2 v[2:3], v[6:7], off
	global_store_dwordx2 v[2:3], v[0:1], off offset:512
	flat_atomic_dec_x2 v[0:1], v[4:5], v[0:1] glc
	scratch_load_dwordx2 v[0:1], v6, off
	scratch_store_dwordx2 v6, v[4:5], off
