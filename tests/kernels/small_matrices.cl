// Products of matrices that CDNA 3 brings, through clang's builtins: of numbers of eight bits,
// of bytes, and of sparse matrices; and the conversions that make such numbers.

typedef float v2f __attribute__((ext_vector_type(2)));
typedef float v4f __attribute__((ext_vector_type(4)));
typedef float v16f __attribute__((ext_vector_type(16)));
typedef half v4h __attribute__((ext_vector_type(4)));
typedef half v8h __attribute__((ext_vector_type(8)));
typedef short v4s __attribute__((ext_vector_type(4)));
typedef short v8s __attribute__((ext_vector_type(8)));
typedef int v2i __attribute__((ext_vector_type(2)));
typedef int v4i __attribute__((ext_vector_type(4)));
typedef int v16i __attribute__((ext_vector_type(16)));
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define PRODUCT(name, sum, factor, product)                                  \
    kernel void name(global sum *to, const global factor *a, const global factor *b) { \
        int i = __builtin_amdgcn_workitem_id_x();                             \
        sum c = to[i];                                                        \
        c = product;                                                          \
        c = product;                                                          \
        to[i] = c;                                                            \
    }
#define SPARSE(name, sum, stored, factor, product)                           \
    kernel void name(global sum *to, const global stored *a, const global factor *b, const global int *x) { \
        int i = __builtin_amdgcn_workitem_id_x();                             \
        sum c = to[i];                                                        \
        c = product;                                                          \
        c = product;                                                          \
        to[i] = c;                                                            \
    }
PRODUCT(i16x32, v4i, long, __builtin_amdgcn_mfma_i32_16x16x32_i8(a[i], b[i], c, 0, 0, 0))
PRODUCT(i32x16, v16i, long, __builtin_amdgcn_mfma_i32_32x32x16_i8(a[i], b[i], c, 0, 0, 0))
PRODUCT(f8_16, v4f, long, __builtin_amdgcn_mfma_f32_16x16x32_fp8_fp8(a[i], b[i], c, 0, 0, 0))
PRODUCT(f8_32, v16f, long, __builtin_amdgcn_mfma_f32_32x32x16_fp8_bf8(a[i], b[i], c, 0, 0, 0))
PRODUCT(b8_16, v4f, long, __builtin_amdgcn_mfma_f32_16x16x32_bf8_fp8(a[i], b[i], c, 0, 0, 0))
PRODUCT(b8_32, v16f, long, __builtin_amdgcn_mfma_f32_32x32x16_bf8_bf8(a[i], b[i], c, 0, 0, 0))
SPARSE(sparse_h, v4f, v4h, v8h, __builtin_amdgcn_smfmac_f32_16x16x32_f16(a[i], b[i], c, x[i], 0, 0))
SPARSE(sparse_b, v16f, v4s, v8s, __builtin_amdgcn_smfmac_f32_32x32x16_bf16(a[i], b[i], c, x[i], 0, 1))
SPARSE(sparse_i, v4i, v2i, v4i, __builtin_amdgcn_smfmac_i32_16x16x64_i8(a[i], b[i], c, x[i], 0, 0))
SPARSE(sparse_f8, v16f, v2i, v4i, __builtin_amdgcn_smfmac_f32_32x32x32_fp8_bf8(a[i], b[i], c, x[i], 0, 1))

kernel void packed(global int *to, const global v2f *from, const global int *noise) {
    int i = __builtin_amdgcn_workitem_id_x();
    v2f x = from[i];
    int r = __builtin_amdgcn_cvt_pk_fp8_f32(x.x, x.y, 0, 0);
    r = __builtin_amdgcn_cvt_pk_bf8_f32(x.y, x.x, r, 1);
    to[3 * i] = r;
    r = __builtin_amdgcn_cvt_sr_fp8_f32(x.x, noise[i], r, 2);
    to[3 * i + 1] = __builtin_amdgcn_cvt_sr_bf8_f32(x.y, noise[i], r, 3);
    v2f back = __builtin_amdgcn_cvt_pk_f32_fp8(r, 0) + __builtin_amdgcn_cvt_pk_f32_bf8(r, 1);
    float one = __builtin_amdgcn_cvt_f32_fp8(r, 1) * __builtin_amdgcn_cvt_f32_bf8(r, 3);
    to[3 * i + 2] = __builtin_astype(back.x + back.y + one, int);
}
