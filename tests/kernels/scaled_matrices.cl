// Products of matrices that CDNA 4 brings, through clang's builtins: of numbers of eight, six
// and four bits with scales, and twice as large ones of halves, bytes and sparse matrices.

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef float v4f __attribute__((ext_vector_type(4)));
typedef float v16f __attribute__((ext_vector_type(16)));
typedef half v8h __attribute__((ext_vector_type(8)));
typedef half v16h __attribute__((ext_vector_type(16)));
typedef int v4i __attribute__((ext_vector_type(4)));
typedef int v8i __attribute__((ext_vector_type(8)));
typedef int v16i __attribute__((ext_vector_type(16)));
#define PRODUCT(name, sum, factor, product)                                  \
    kernel void name(global sum *to, const global factor *a, const global factor *b, const global int *x) { \
        int i = __builtin_amdgcn_workitem_id_x();                             \
        sum c = to[i];                                                        \
        c = product;                                                          \
        c = product;                                                          \
        to[i] = c;                                                            \
    }
PRODUCT(h16x32, v4f, v8h, __builtin_amdgcn_mfma_f32_16x16x32_f16(a[i], b[i], c, 0, 0, 0))
PRODUCT(h32x16, v16f, v8h, __builtin_amdgcn_mfma_f32_32x32x16_f16(a[i], b[i], c, 0, 0, 0))
PRODUCT(i16x64, v4i, v4i, __builtin_amdgcn_mfma_i32_16x16x64_i8(a[i], b[i], c, 0, 0, 0))
PRODUCT(i32x32, v16i, v4i, __builtin_amdgcn_mfma_i32_32x32x32_i8(a[i], b[i], c, 0, 0, 0))
PRODUCT(s8_8, v4f, v8i, __builtin_amdgcn_mfma_scale_f32_16x16x128_f8f6f4(a[i], b[i], c, 0, 1, 0, x[i], 1, x[i + 64]))
#ifdef __OPTIMIZE__ // without, clang gives smaller numbers the registers of larger ones
PRODUCT(s6_4, v4f, v8i, __builtin_amdgcn_mfma_scale_f32_16x16x128_f8f6f4(a[i], b[i], c, 2, 4, 3, x[i], 2, x[i + 64]))
PRODUCT(s4_4, v16f, v8i, __builtin_amdgcn_mfma_scale_f32_32x32x64_f8f6f4(a[i], b[i], c, 4, 4, 0, x[i], 0, x[i + 64]))
PRODUCT(s8_6, v16f, v8i, __builtin_amdgcn_mfma_scale_f32_32x32x64_f8f6f4(a[i], b[i], c, 1, 3, 0, 0, 0, 0))
#endif
kernel void sparse_h(global v4f *to, const global v8h *a, const global v16h *b, const global int *x) {
    int i = __builtin_amdgcn_workitem_id_x();
    to[i] = __builtin_amdgcn_smfmac_f32_16x16x64_f16(a[i], b[i], to[i], x[i], 0, 1);
}
kernel void table(global int *to, const global int *from) {
    int i = __builtin_amdgcn_workitem_id_x();
    int x = from[i], y = from[i + 64], z = from[i + 128];
    int r = (x & y) ^ (z | ~x);
    r += __builtin_amdgcn_prng_b32(r);
    to[i] = r + (int)__builtin_amdgcn_ashr_pk_i8_i32(x, y, z & 7);
}
