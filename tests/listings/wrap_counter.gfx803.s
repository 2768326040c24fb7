wrap_global:
	s_load_dwordx8 s[0:7], s[4:5], 0x0
	flat_atomic_inc v[1:2], v10
	flat_atomic_dec v[3:4], v10
	flat_atomic_inc_x2 v[5:6], v[3:4]
	flat_atomic_dec_x2 v[7:8], v[3:4]
	flat_atomic_inc v12, v[7:8], v10 glc
	flat_store_dword v[7:8], v12
	flat_atomic_dec v2, v[0:1], v10 glc
	flat_store_dword v[0:1], v2
	flat_atomic_inc_x2 v[0:1], v[7:8], v[3:4] glc
	flat_store_dwordx2 v[7:8], v[0:1]
	flat_atomic_dec_x2 v[0:1], v[5:6], v[3:4] glc
	flat_store_dwordx2 v[2:3], v[0:1]
__clang_ocl_kern_imp_wrap_global:
	flat_atomic_inc v[0:1], v13
	flat_atomic_dec v[8:9], v13
	flat_atomic_inc_x2 v[2:3], v[8:9]
	flat_atomic_dec_x2 v[10:11], v[8:9]
	flat_atomic_inc v10, v[10:11], v13 glc
	flat_store_dword v[4:5], v10
	flat_atomic_dec v10, v[0:1], v13 glc
	flat_store_dword v[0:1], v10
	flat_atomic_inc_x2 v[0:1], v[4:5], v[8:9] glc
	flat_store_dwordx2 v[4:5], v[0:1]
	flat_atomic_dec_x2 v[0:1], v[2:3], v[8:9] glc
wrap_generic:
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_load_dword s12, s[4:5], 0xd8
	flat_load_dwordx2 v[3:4], v[1:2]
	flat_load_dwordx2 v[1:2], v[1:2]
	flat_atomic_inc v[3:4], v8
	flat_atomic_dec v[5:6], v8
	flat_atomic_inc_x2 v[1:2], v[5:6]
	s_load_dwordx2 s[4:5], s[4:5], 0x10
	flat_atomic_dec_x2 v[5:6], v[8:9]
	flat_atomic_inc v9, v[5:6], v8 glc
	flat_store_dword v[5:6], v9
	flat_atomic_dec v0, v[3:4], v8 glc
	flat_store_dword v[5:6], v0
	flat_atomic_inc_x2 v[5:6], v[3:4], v[5:6] glc
	flat_store_dwordx2 v[3:4], v[5:6]
	flat_atomic_dec_x2 v[0:1], v[5:6], v[0:1] glc
__clang_ocl_kern_imp_wrap_generic:
	flat_load_dwordx2 v[6:7], v[0:1]
	flat_load_dwordx2 v[0:1], v[0:1]
	s_load_dword s4, s[4:5], 0x0
	flat_atomic_inc v[6:7], v12
	flat_atomic_dec v[8:9], v12
	flat_atomic_inc_x2 v[0:1], v[8:9]
	flat_atomic_dec_x2 v[8:9], v[12:13]
	flat_atomic_inc v13, v[8:9], v12 glc
	flat_store_dword v[8:9], v13
	flat_atomic_dec v11, v[6:7], v12 glc
	flat_store_dword v[6:7], v11
	flat_atomic_inc_x2 v[6:7], v[2:3], v[6:7] glc
	flat_store_dwordx2 v[2:3], v[6:7]
	flat_atomic_dec_x2 v[0:1], v[4:5], v[0:1] glc
