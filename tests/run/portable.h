// Kernels that are OpenCL C for a GPU and C for the CPU.
//
// A file names what its kernel is called with, `ARGUMENTS(name, BUFFER(uint, 0), …)`: on
// the CPU that makes the function that `cpu.c` calls for each work-item. There the
// work-items of a group run one after the other, each to the next BARRIER.
#pragma once

#ifdef __OPENCL_C_VERSION__

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define LOCAL_ID_X __builtin_amdgcn_workitem_id_x()
#define LOCAL_ID_Y __builtin_amdgcn_workitem_id_y()
#define LOCAL_ID_Z __builtin_amdgcn_workitem_id_z()
#define GROUP_ID_X __builtin_amdgcn_workgroup_id_x()
#define GROUP_ID_Y __builtin_amdgcn_workgroup_id_y()
#define GROUP_ID_Z __builtin_amdgcn_workgroup_id_z()
#define GROUP_SIZE_X __builtin_amdgcn_workgroup_size_x()
#define GROUP_SIZE_Y __builtin_amdgcn_workgroup_size_y()
#define GROUP_SIZE_Z __builtin_amdgcn_workgroup_size_z()

#define BARRIER                                                                \
    do {                                                                       \
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");                 \
        __builtin_amdgcn_s_barrier();                                          \
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");                 \
    } while (0)

// An array of local memory in a kernel, and a pointer to one.
#define LOCAL_ARRAY(TYPE, NAME, SIZE) local TYPE NAME[SIZE]
#define LOCAL_POINTER(TYPE) local TYPE *
#define ARGUMENTS(...)

#else

#include <stdint.h>

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef uint64_t ulong;
typedef _Float16 half;

// `long` has 64 bits in OpenCL C and wherever this is compiled for the CPU.
_Static_assert(sizeof(long) == 8, "an LP64 system");

typedef struct {
    uint x, y, z;
} Dimensions;

extern Dimensions local_id, group_id, group_size;
extern void *argument_buffers[16];
extern ulong argument_numbers[16];

void wait_for_group(void);
void call_kernel(void);

#define LOCAL_ID_X local_id.x
#define LOCAL_ID_Y local_id.y
#define LOCAL_ID_Z local_id.z
#define GROUP_ID_X group_id.x
#define GROUP_ID_Y group_id.y
#define GROUP_ID_Z group_id.z
#define GROUP_SIZE_X group_size.x
#define GROUP_SIZE_Y group_size.y
#define GROUP_SIZE_Z group_size.z

#define kernel
#define global
#define constant static const
#define private
#define BARRIER wait_for_group()
// Groups run one after the other, so one array is enough.
#define LOCAL_ARRAY(TYPE, NAME, SIZE) static TYPE NAME[SIZE]
#define LOCAL_POINTER(TYPE) TYPE *

#define BUFFER(TYPE, AT) ((TYPE *)argument_buffers[AT])
#define NUMBER(TYPE, AT) ((TYPE)argument_numbers[AT])
#define ARGUMENTS(NAME, ...)                                                   \
    void call_kernel(void) { NAME(__VA_ARGS__); }

#endif

#define GLOBAL_ID_X (GROUP_ID_X * GROUP_SIZE_X + LOCAL_ID_X)
#define GLOBAL_ID_Y (GROUP_ID_Y * GROUP_SIZE_Y + LOCAL_ID_Y)
#define GLOBAL_ID_Z (GROUP_ID_Z * GROUP_SIZE_Z + LOCAL_ID_Z)

// Functions that stay functions.
#define NOT_INLINED __attribute__((noinline)) static

#define ATOMIC(OPERATION, PLACE, VALUE, SCOPE)                                 \
    __scoped_atomic_fetch_##OPERATION(PLACE, VALUE, __ATOMIC_RELAXED,          \
                                      __MEMORY_SCOPE_##SCOPE)
