// Sums, extremes and products of a group: a tree in local memory, one atomic
// of a group at the end.
#define REDUCE(NAME, TYPE, ATOMIC, START, JOIN, LAST)                          \
    kernel void NAME(global const TYPE *in, global ATOMIC *out, uint n) {      \
        local TYPE parts[256];                                                 \
        uint i = __builtin_amdgcn_workitem_id_x();                             \
        uint at = __builtin_amdgcn_workgroup_id_x() * 1024 + i;                \
        TYPE value = START;                                                    \
        for (uint k = 0; k < 4; ++k, at += 256)                                \
            if (at < n) {                                                      \
                TYPE other = in[at];                                           \
                value = JOIN;                                                  \
            }                                                                  \
        parts[i] = value;                                                      \
        for (uint far = 128; far > 0; far >>= 1) {                          \
            __builtin_amdgcn_s_barrier();                                      \
            if (i < far) {                                                     \
                TYPE other = parts[i + far];                                   \
                value = JOIN;                                                  \
                parts[i] = value;                                              \
            }                                                                  \
        }                                                                      \
        if (i == 0)                                                            \
            __opencl_atomic_fetch_##LAST(out, value, memory_order_relaxed,     \
                                         memory_scope_device);                 \
    }

REDUCE(sum_int, int, atomic_int, 0, value + other, add)
REDUCE(sum_ulong, ulong, atomic_ulong, 0, value + other, add)
REDUCE(least_int, int, atomic_int, 0x7fffffff, value < other ? value : other, min)
REDUCE(most_uint, uint, atomic_uint, 0, value > other ? value : other, max)
REDUCE(bits_uint, uint, atomic_uint, 0, value ^ other, xor)

#if !defined(__gfx600__) && !defined(__gfx700__)
// Without local memory: lanes hand their values on.
kernel void sum_lanes(global const uint *in, global atomic_uint *out) {
    uint i = __builtin_amdgcn_workitem_id_x();
    int value = in[i];
    for (uint far = 1; far < 64; far <<= 1)
        value += __builtin_amdgcn_ds_bpermute((i ^ far) << 2, value);
    ulong odd = __builtin_amdgcn_uicmp(value & 1, 0u, 33);
    if (__builtin_amdgcn_readfirstlane(i) == i)
        __opencl_atomic_fetch_add(out, value + __builtin_popcountll(odd),
                                  memory_order_relaxed, memory_scope_device);
}

// Neighbours in a row of 16, and whole rows, without any memory.
kernel void sum_rows(global const float *in, global float *out) {
    uint i = __builtin_amdgcn_workitem_id_x();
    int value = __builtin_bit_cast(int, in[i]);
#define STEP(CONTROL)                                                          \
    value = __builtin_bit_cast(                                                \
        int, __builtin_bit_cast(float, value) +                                \
                 __builtin_bit_cast(float, __builtin_amdgcn_update_dpp(        \
                                               0, value, CONTROL, 15, 15, 1)));
    STEP(0xb1)  // quad_perm:[1,0,3,2]
    STEP(0x4e)  // quad_perm:[2,3,0,1]
    STEP(0x114) // row_shr:4
    STEP(0x128) // row_ror:8
#if defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__)
    // A row of RDNA has its last lane handed over by a permutation: DPP stays in its row.
    int row = __builtin_amdgcn_permlanex16(value, value, -1, -1, 0, 0);
    value = __builtin_bit_cast(int, __builtin_bit_cast(float, value) +
                                        __builtin_bit_cast(float, row));
#else
    STEP(0x142) // row_bcast:15
    STEP(0x143) // row_bcast:31
#endif
    out[i] = __builtin_bit_cast(float, value);
}
#endif
