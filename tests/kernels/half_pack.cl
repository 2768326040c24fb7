// Packing two 16-bit values into a register: loads into one half, stores
// from one half.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void half_mix(global const half *a, global const half *b,
                     global half2 *out, global half *highs) {
    uint i = __builtin_amdgcn_workitem_id_x();
    half2 pair;
    pair.x = a[i];
    pair.y = b[i];
    pair = pair * pair + pair;
    out[i] = pair;
    highs[i] = pair.y;
}

#define PACK(NAME, SPACE, TYPE)                                                \
    kernel void NAME(global ulong *where, global short2 *out) {                \
        uint i = __builtin_amdgcn_workitem_id_x();                             \
        SPACE TYPE *p = (SPACE TYPE *)where[i];                                \
        short2 pair;                                                           \
        pair.x = p[0];                                                         \
        pair.y = p[9];                                                         \
        short2 low = out[i];                                                   \
        low.x = p[17];                                                         \
        out[i + 1] = low;                                                      \
        short2 high = out[i + 2];                                              \
        high.y = p[33];                                                        \
        out[i + 3] = high;                                                     \
        out[i] = pair;                                                         \
        p[1] = (TYPE)pair.y;                                                   \
        short2 square = pair * pair;                                           \
        p[2] = (TYPE)square.y;                                                 \
    }

PACK(pack_global_char, global, char)
PACK(pack_global_uchar, global, uchar)
PACK(pack_global_short, global, short)
PACK(pack_generic_char, , char)
PACK(pack_generic_uchar, , uchar)
PACK(pack_generic_short, , short)
