// Element-wise sums of every element size: loads and stores of one byte to
// four dwords.
#define ADD(NAME, TYPE)                                                        \
    kernel void NAME(global const TYPE *a, global const TYPE *b,               \
                     global TYPE *sum) {                                       \
        uint i = __builtin_amdgcn_workgroup_id_x() * 64 +                      \
                 __builtin_amdgcn_workitem_id_x();                             \
        sum[i] = a[i] + b[i];                                                  \
    }

ADD(add_uchar, uchar)
ADD(add_ushort, ushort)
ADD(add_int, int)
ADD(add_int2, int2)
ADD(add_int3, int3)
ADD(add_int4, int4)
ADD(add_long, long)
ADD(add_float4, float4)

// Sign-extending loads, and the neighbours at offsets below and above zero.
kernel void smooth(global const char *bytes, global const short *words,
                   global int *out) {
    uint i = __builtin_amdgcn_workgroup_id_x() * 64 +
             __builtin_amdgcn_workitem_id_x();
    global const char *b = bytes + i;
    global const short *w = words + i;
    out[i] = b[-3] + b[0] + b[3] + w[-2] + w[0] + w[2];
}
