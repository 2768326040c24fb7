// Read-modify-write of 32 and 64 bits through global and generic pointers,
// with the old value used and unused.
#define AT(P, OP, V)                                                           \
    __opencl_atomic_fetch_##OP(P, V, memory_order_relaxed,                     \
                               memory_scope_work_group)

#define EVERY(P, V)                                                            \
    AT(P + 0, add, V);                                                         \
    AT(P + 1, sub, V);                                                         \
    AT(P + 2, min, V);                                                         \
    AT(P + 3, max, V);                                                         \
    AT(P + 4, and, V);                                                         \
    AT(P + 5, or, V);                                                          \
    AT(P + 6, xor, V);                                                         \
    __opencl_atomic_exchange(P + 7, V, memory_order_relaxed,                   \
                             memory_scope_work_group);

#define EVERY_RESULT(OUT, P, V)                                                \
    OUT[0] = AT(P + 0, add, V);                                                \
    OUT[1] = AT(P + 1, sub, V);                                                \
    OUT[2] = AT(P + 2, min, V);                                                \
    OUT[3] = AT(P + 3, max, V);                                                \
    OUT[4] = AT(P + 4, and, V);                                                \
    OUT[5] = AT(P + 5, or, V);                                                 \
    OUT[6] = AT(P + 6, xor, V);                                                \
    OUT[7] = __opencl_atomic_exchange(P + 7, V, memory_order_relaxed,          \
                                      memory_scope_work_group);

#define KERNELS(SUFFIX, ATOMIC, TYPE)                                          \
    kernel void global_##SUFFIX(global ATOMIC *bins, global TYPE *values) {    \
        uint i = __builtin_amdgcn_workitem_id_x();                             \
        TYPE v = values[i];                                                    \
        global ATOMIC *bin = bins + (v & 255) * 8;                             \
        EVERY(bin, v)                                                          \
    }                                                                          \
    kernel void global_##SUFFIX##_old(global ATOMIC *bins,                     \
                                      global TYPE *values,                     \
                                      global TYPE *old) {                      \
        uint i = __builtin_amdgcn_workitem_id_x();                             \
        TYPE v = values[i];                                                    \
        global ATOMIC *bin = bins + (v & 255) * 8;                             \
        global TYPE *out = old + i * 8;                                        \
        EVERY_RESULT(out, bin, v)                                              \
    }                                                                          \
    kernel void generic_##SUFFIX(global ulong *bins, global TYPE *values,      \
                                 global TYPE *old) {                           \
        uint i = __builtin_amdgcn_workitem_id_x();                             \
        TYPE v = values[i];                                                    \
        ATOMIC *bin = (ATOMIC *)bins[i];                                       \
        EVERY(bin, v)                                                          \
        EVERY_RESULT((old + i * 8), (bin + 8), v)                              \
    }

KERNELS(int, atomic_int, int)
KERNELS(uint, atomic_uint, uint)
KERNELS(long, atomic_long, long)
KERNELS(ulong, atomic_ulong, ulong)

// Compare and exchange, increment and decrement with wrap-around.
#define LOCK(SUFFIX, SPACE, ATOMIC, TYPE)                                      \
    kernel void lock_##SUFFIX(global ulong *addresses, global TYPE *values,    \
                              global TYPE *old) {                              \
        uint i = __builtin_amdgcn_workitem_id_x();                             \
        SPACE ATOMIC *slot = (SPACE ATOMIC *)addresses[i];                     \
        TYPE expected = 0;                                                     \
        __opencl_atomic_compare_exchange_strong(                               \
            slot, &expected, values[i], memory_order_relaxed,                  \
            memory_order_relaxed, memory_scope_work_group);                    \
        old[i] = expected;                                                     \
        expected = 1;                                                          \
        __opencl_atomic_compare_exchange_strong(                               \
            slot + 1, &expected, values[i], memory_order_relaxed,              \
            memory_order_relaxed, memory_scope_work_group);                    \
    }

LOCK(global_uint, global, atomic_uint, uint)
LOCK(global_ulong, global, atomic_ulong, ulong)
LOCK(generic_uint, , atomic_uint, uint)
LOCK(generic_ulong, , atomic_ulong, ulong)
