stack_uchar:
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_load_dwordx2 s[2:3], s[0:1], 0x10
	global_load_ubyte v1, v0, s[4:5]
	scratch_store_byte off, v1, s0
	global_load_ubyte v1, v0, s[4:5] offset:1
	scratch_store_byte off, v1, s0 offset:1
	global_load_ubyte v1, v0, s[4:5] offset:2
	scratch_store_byte off, v1, s0 offset:299
	global_load_dword v1, v2, s[6:7]
	global_load_ubyte v3, v0, s[4:5] offset:3
	scratch_store_byte v1, v3, off
	global_load_ubyte v1, v0, s[4:5] offset:4
	s_load_dword s0, s[6:7], 0x0
	scratch_load_ubyte v1, off, s1 offset:2 glc
	scratch_load_ubyte v3, off, s1 offset:1 glc
	global_load_dword v2, v2, s[6:7] offset:4
	scratch_load_ubyte v2, v2, off glc
	scratch_load_ubyte v4, off, s0 glc
	global_store_byte v0, v1, s[2:3]
__clang_ocl_kern_imp_stack_uchar:
	global_load_ubyte v6, v[0:1], off
	scratch_store_byte off, v6, s32
	global_load_ubyte v6, v[0:1], off offset:1
	scratch_store_byte off, v6, s32 offset:1
	global_load_ubyte v9, v[0:1], off offset:2
	scratch_store_byte off, v9, s32 offset:299
	global_load_dword v9, v[6:7], off
	global_load_ubyte v10, v[0:1], off offset:3
	scratch_store_byte v9, v10, off
	global_load_dword v9, v[2:3], off
	global_load_ubyte v10, v[0:1], off offset:4
	scratch_store_byte v0, v10, off
	scratch_load_ubyte v1, off, s32 offset:2 glc
	scratch_load_ubyte v2, off, s32 offset:1 glc
	global_load_dword v3, v[6:7], off offset:4
	scratch_load_ubyte v6, v3, off glc
	scratch_load_ubyte v7, v0, off glc
	global_store_byte v[0:1], v2, off
stack_ushort:
	global_load_ushort v2, v1, s[4:5]
	scratch_store_short off, v2, s0
	global_load_ushort v2, v1, s[4:5] offset:2
	scratch_store_short off, v2, s0 offset:2
	global_load_ushort v2, v1, s[4:5] offset:4
	scratch_store_short off, v2, s0 offset:598
	global_load_dword v2, v0, s[6:7]
	global_load_ushort v3, v1, s[4:5] offset:6
	scratch_store_short v2, v3, off
	global_load_ushort v2, v1, s[4:5] offset:8
	s_load_dword s1, s[6:7], 0x0
	scratch_store_short off, v2, s1
	scratch_load_ushort v2, off, s4 offset:4 glc
	scratch_load_ushort v3, off, s4 offset:2 glc
	global_load_dword v0, v0, s[6:7] offset:4
	scratch_load_ushort v0, v0, off glc
	scratch_load_ushort v4, off, s1 glc
	global_store_short v1, v0, s[2:3]
__clang_ocl_kern_imp_stack_ushort:
	global_load_ushort v7, v[0:1], off
	scratch_store_short off, v7, s32
	global_load_ushort v7, v[0:1], off offset:2
	scratch_store_short off, v7, s32 offset:2
	global_load_ushort v9, v[0:1], off offset:4
	scratch_store_short off, v9, s32 offset:598
	global_load_ushort v10, v[0:1], off offset:6
	scratch_store_short v9, v10, off
	global_load_ushort v10, v[0:1], off offset:8
	scratch_store_short v0, v10, off
	scratch_load_ushort v1, off, s32 offset:4 glc
	scratch_load_ushort v2, off, s32 offset:2 glc
	scratch_load_ushort v6, v3, off glc
	scratch_load_ushort v7, v0, off glc
	global_store_short v[0:1], v2, off
stack_int:
	global_load_dword v1, v0, s[4:5]
	scratch_store_dword off, v1, s0
	global_load_dword v1, v0, s[4:5] offset:4
	scratch_store_dword off, v1, s0 offset:4
	global_load_dword v1, v0, s[4:5] offset:8
	scratch_store_dword off, v1, s0 offset:1196
	global_load_dword v1, v0, s[6:7]
	global_load_dword v2, v0, s[4:5] offset:12
	scratch_store_dword v1, v2, off
	global_load_dword v1, v0, s[4:5] offset:16
	scratch_store_dword off, v1, s1
	scratch_load_dword v1, off, s4 offset:8 glc
	scratch_load_dword v2, off, s4 offset:4 glc
	global_load_dword v3, v0, s[6:7] offset:4
	scratch_load_dword v4, v3, off glc
	scratch_load_dword v5, off, s1 glc
	global_store_dword v0, v1, s[2:3]
__clang_ocl_kern_imp_stack_int:
	global_load_dword v6, v[0:1], off
	scratch_store_dword off, v6, s32
	global_load_dword v6, v[0:1], off offset:4
	scratch_store_dword off, v6, s32 offset:4
	global_load_dword v9, v[0:1], off offset:8
	scratch_store_dword off, v9, s32 offset:1196
	global_load_dword v10, v[0:1], off offset:12
	scratch_store_dword v9, v10, off
	global_load_dword v10, v[0:1], off offset:16
	scratch_store_dword v0, v10, off
	scratch_load_dword v1, off, s32 offset:8 glc
	scratch_load_dword v2, off, s32 offset:4 glc
	scratch_load_dword v6, v3, off glc
	scratch_load_dword v7, v0, off glc
	global_store_dword v[0:1], v2, off
stack_int2:
	global_load_dwordx2 v[1:2], v8, s[4:5]
	scratch_store_dwordx2 off, v[1:2], s0
	global_load_dwordx2 v[1:2], v8, s[4:5] offset:8
	scratch_store_dwordx2 off, v[1:2], s0 offset:8
	global_load_dwordx2 v[1:2], v8, s[4:5] offset:16
	scratch_store_dwordx2 off, v[1:2], s0 offset:2392
	global_load_dword v2, v4, s[6:7]
	global_load_dwordx2 v[0:1], v8, s[4:5] offset:24
	scratch_store_dwordx2 v2, v[0:1], off
	global_load_dwordx2 v[0:1], v8, s[4:5] offset:32
	scratch_store_dwordx2 off, v[0:1], s1
	scratch_load_dwordx2 v[0:1], off, s4 offset:16 glc
	scratch_load_dwordx2 v[2:3], off, s4 offset:8 glc
	global_load_dword v4, v4, s[6:7] offset:4
	scratch_load_dwordx2 v[4:5], v9, off glc
	scratch_load_dwordx2 v[6:7], off, s1 glc
	global_store_dwordx2 v8, v[0:1], s[2:3]
__clang_ocl_kern_imp_stack_int2:
	global_load_dwordx2 v[6:7], v[0:1], off
	scratch_store_dwordx2 off, v[6:7], s32
	global_load_dwordx2 v[6:7], v[0:1], off offset:8
	scratch_store_dwordx2 off, v[6:7], s32 offset:8
	global_load_dwordx2 v[6:7], v[0:1], off offset:16
	scratch_store_dwordx2 off, v[6:7], s32 offset:2392
	global_load_dword v11, v[8:9], off
	global_load_dwordx2 v[6:7], v[0:1], off offset:24
	scratch_store_dwordx2 v11, v[6:7], off
	global_load_dword v11, v[2:3], off
	global_load_dwordx2 v[6:7], v[0:1], off offset:32
	scratch_load_dwordx2 v[0:1], off, s32 offset:16 glc
	scratch_load_dwordx2 v[2:3], off, s32 offset:8 glc
	global_load_dword v6, v[8:9], off offset:4
	scratch_load_dwordx2 v[6:7], v12, off glc
	scratch_load_dwordx2 v[8:9], v11, off glc
	global_store_dwordx2 v[2:3], v[0:1], off
stack_int3:
	global_load_dwordx3 v[1:3], v12, s[4:5]
	scratch_store_dwordx3 off, v[1:3], s0 offset:16
	global_load_dwordx3 v[1:3], v12, s[4:5] offset:16
	scratch_store_dwordx3 off, v[1:3], s0 offset:32
	global_load_dwordx3 v[1:3], v12, s[4:5] offset:32
	scratch_store_dwordx3 off, v[1:3], s0 offset:688
	global_load_dword v3, v6, s[6:7]
	global_load_dwordx3 v[0:2], v12, s[4:5] offset:48
	scratch_store_dwordx3 v3, v[0:2], off
	global_load_dwordx3 v[0:2], v12, s[4:5] offset:64
	scratch_store_dwordx3 off, v[0:2], s1
	scratch_load_dwordx3 v[0:2], off, s4 offset:48 glc
	scratch_load_dwordx3 v[3:5], off, s4 offset:32 glc
	global_load_dword v6, v6, s[6:7] offset:4
	scratch_load_dwordx3 v[6:8], v13, off glc
	scratch_load_dwordx3 v[9:11], off, s1 glc
	global_store_dwordx3 v12, v[0:2], s[2:3]
__clang_ocl_kern_imp_stack_int3:
	global_load_dwordx3 v[6:8], v[0:1], off
	scratch_store_dwordx3 off, v[6:8], s32 offset:16
	global_load_dwordx3 v[6:8], v[0:1], off offset:16
	scratch_store_dwordx3 off, v[6:8], s32 offset:32
	global_load_dwordx3 v[6:8], v[0:1], off offset:32
	scratch_store_dwordx3 off, v[6:8], s0 offset:688
	global_load_dword v11, v[9:10], off
	global_load_dwordx3 v[6:8], v[0:1], off offset:48
	scratch_store_dwordx3 v11, v[6:8], off
	global_load_dwordx3 v[6:8], v[0:1], off offset:64
	scratch_store_dwordx3 v3, v[6:8], off
	scratch_load_dwordx3 v[0:2], off, s32 offset:48 glc
	scratch_load_dwordx3 v[6:8], off, s32 offset:32 glc
	global_load_dword v9, v[9:10], off offset:4
	scratch_load_dwordx3 v[9:11], v16, off glc
	scratch_load_dwordx3 v[12:14], v3, off glc
	global_store_dwordx3 v[3:4], v[0:2], off
stack_int4:
	global_load_dwordx4 v[1:4], v16, s[4:5]
	scratch_store_dwordx4 off, v[1:4], s0 offset:16
	global_load_dwordx4 v[1:4], v16, s[4:5] offset:16
	scratch_store_dwordx4 off, v[1:4], s0 offset:32
	global_load_dwordx4 v[1:4], v16, s[4:5] offset:32
	scratch_store_dwordx4 off, v[1:4], s0 offset:688
	global_load_dword v4, v8, s[6:7]
	global_load_dwordx4 v[0:3], v16, s[4:5] offset:48
	scratch_store_dwordx4 v4, v[0:3], off
	global_load_dwordx4 v[0:3], v16, s[4:5] offset:64
	scratch_store_dwordx4 off, v[0:3], s1
	scratch_load_dwordx4 v[0:3], off, s4 offset:48 glc
	scratch_load_dwordx4 v[4:7], off, s4 offset:32 glc
	global_load_dword v8, v8, s[6:7] offset:4
	scratch_load_dwordx4 v[8:11], v17, off glc
	scratch_load_dwordx4 v[12:15], off, s1 glc
	global_store_dwordx4 v16, v[0:3], s[2:3]
__clang_ocl_kern_imp_stack_int4:
	global_load_dwordx4 v[6:9], v[0:1], off
	scratch_store_dwordx4 off, v[6:9], s32 offset:16
	global_load_dwordx4 v[6:9], v[0:1], off offset:16
	scratch_store_dwordx4 off, v[6:9], s32 offset:32
	global_load_dwordx4 v[6:9], v[0:1], off offset:32
	scratch_store_dwordx4 off, v[6:9], s0 offset:688
	global_load_dword v13, v[10:11], off
	global_load_dwordx4 v[6:9], v[0:1], off offset:48
	scratch_store_dwordx4 v13, v[6:9], off
	global_load_dword v13, v[2:3], off
	global_load_dwordx4 v[6:9], v[0:1], off offset:64
	scratch_load_dwordx4 v[0:3], off, s32 offset:48 glc
	scratch_load_dwordx4 v[6:9], off, s32 offset:32 glc
	global_load_dword v10, v[10:11], off offset:4
	scratch_load_dwordx4 v[0:3], v10, off glc
	scratch_load_dwordx4 v[6:9], v11, off glc
	global_store_dwordx4 v[4:5], v[0:3], off
stack_halves:
	scratch_store_short v3, v4, off
	scratch_store_short v5, v1, off
	scratch_store_byte v2, v4, off
	global_load_dword v1, v0, s[6:7] offset:4
	global_load_dword v2, v0, s[4:5] offset:4
	scratch_load_ushort v1, v1, off glc
	global_store_dword v0, v2, s[2:3]
	global_load_dword v2, v0, s[6:7] offset:8
	scratch_load_ushort v2, v2, off glc
	global_store_dword v0, v1, s[2:3] offset:4
	global_load_dword v1, v0, s[6:7] offset:12
	scratch_load_ubyte v1, v1, off glc
	global_store_dword v0, v2, s[2:3] offset:8
	global_load_dword v2, v0, s[6:7] offset:16
	global_store_dword v0, v1, s[2:3] offset:12
__clang_ocl_kern_imp_stack_halves:
	global_load_dword v7, v[0:1], off
	global_load_dword v8, v[2:3], off
	scratch_store_short v11, v7, off
	scratch_store_byte v8, v10, off
	global_load_dword v7, v[2:3], off offset:4
	global_load_dword v8, v[0:1], off offset:4
	global_store_dword v[0:1], v8, off
	global_load_dword v4, v[2:3], off offset:8
	scratch_load_ushort v4, v4, off glc
	global_store_dword v[0:1], v5, off offset:4
	global_load_dword v5, v[2:3], off offset:12
	scratch_load_ubyte v5, v5, off glc
	global_store_dword v[0:1], v4, off offset:8
	global_load_dword v2, v[2:3], off offset:16
	global_store_dword v[0:1], v2, off offset:12
