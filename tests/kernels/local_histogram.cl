// Counts in local memory, added to those in global memory at the end.
#define COUNT(NAME, TYPE, BITS)                                                \
    kernel void NAME(global const TYPE *values, global atomic_uint *bins,      \
                     uint n) {                                                 \
        local atomic_uint mine[1 << BITS];                                     \
        uint i = __builtin_amdgcn_workitem_id_x();                             \
        for (uint k = i; k < 1 << BITS; k += 64)                               \
            __opencl_atomic_init(mine + k, 0);                                 \
        __builtin_amdgcn_s_barrier();                                          \
        for (uint k = i; k < n; k += 64)                                       \
            __opencl_atomic_fetch_add(                                         \
                mine + (values[k] >> (sizeof(TYPE) * 8 - BITS)), 1u,           \
                memory_order_relaxed, memory_scope_work_group);                \
        __builtin_amdgcn_s_barrier();                                          \
        for (uint k = i; k < 1 << BITS; k += 64) {                             \
            uint count = __opencl_atomic_load(mine + k, memory_order_relaxed,  \
                                              memory_scope_work_group);        \
            if (count != 0)                                                    \
                __opencl_atomic_fetch_add(bins + k, count,                     \
                                          memory_order_relaxed,                \
                                          memory_scope_device);                \
        }                                                                      \
    }

COUNT(count_uchar, uchar, 8)
COUNT(count_ushort, ushort, 10)
COUNT(count_uint, uint, 12)
