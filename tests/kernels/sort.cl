// A bitonic network in local memory, and a pass of a radix sort.
#define SORT(NAME, TYPE)                                                       \
    kernel void NAME(global TYPE *keys) {                                      \
        local TYPE all[512];                                                   \
        uint i = __builtin_amdgcn_workitem_id_x();                             \
        uint base = __builtin_amdgcn_workgroup_id_x() * 512;                   \
        all[i] = keys[base + i];                                               \
        all[i + 256] = keys[base + i + 256];                                   \
        for (uint size = 2; size <= 512; size <<= 1)                           \
            for (uint far = size >> 1; far > 0; far >>= 1) {                   \
                __builtin_amdgcn_s_barrier();                                  \
                uint left = 2 * i - (i & (far - 1));                           \
                TYPE low = all[left], high = all[left + far];                  \
                bool up = (left & size) == 0;                                  \
                if ((low > high) == up) {                                      \
                    all[left] = high;                                          \
                    all[left + far] = low;                                     \
                }                                                              \
            }                                                                  \
        __builtin_amdgcn_s_barrier();                                          \
        keys[base + i] = all[i];                                               \
        keys[base + i + 256] = all[i + 256];                                   \
    }

SORT(sort_int, int)
SORT(sort_uint, uint)
SORT(sort_float, float)
SORT(sort_long, long)
SORT(sort_ushort, ushort)

// How many keys before this one have the same digit.
kernel void digits(global const uint *keys, global uint *place, uint shift) {
    local uint counts[16];
    uint i = __builtin_amdgcn_workitem_id_x();
    if (i < 16)
        counts[i] = 0;
    __builtin_amdgcn_s_barrier();
    uint digit = keys[i] >> shift & 15;
    ulong same = ~0ul;
    for (uint bit = 0; bit < 4; ++bit) {
        ulong ones = __builtin_amdgcn_uicmp(digit >> bit & 1, 1u, 32);
        same &= digit >> bit & 1 ? ones : ~ones;
    }
    uint before = __builtin_amdgcn_mbcnt_hi(
        same >> 32, __builtin_amdgcn_mbcnt_lo((uint)same, 0));
    if (before == 0)
        __opencl_atomic_fetch_add((local atomic_uint *)&counts[digit],
                                  (uint)__builtin_popcountll(same),
                                  memory_order_relaxed, memory_scope_work_group);
    __builtin_amdgcn_s_barrier();
    place[i] = before + counts[digit];
}
