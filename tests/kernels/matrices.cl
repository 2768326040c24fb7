// Every product of matrices of CDNA 1, through clang's builtins: each adds to a sum twice,
// so that accumulation registers stay in use between them.

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef float v4f __attribute__((ext_vector_type(4)));
typedef float v16f __attribute__((ext_vector_type(16)));
typedef float v32f __attribute__((ext_vector_type(32)));
typedef half v4h __attribute__((ext_vector_type(4)));
typedef short v2s __attribute__((ext_vector_type(2)));
typedef int v4i __attribute__((ext_vector_type(4)));
typedef int v16i __attribute__((ext_vector_type(16)));
typedef int v32i __attribute__((ext_vector_type(32)));
#define PRODUCT(name, sum, factor, product)                                  \
    kernel void name(global sum *to, const global factor *a, const global factor *b) { \
        int i = __builtin_amdgcn_workitem_id_x();                             \
        sum c = to[i];                                                        \
        c = product;                                                          \
        c = product;                                                          \
        to[i] = c;                                                            \
    }
PRODUCT(f32x1, v32f, float, __builtin_amdgcn_mfma_f32_32x32x1f32(a[i], b[i], c, 0, 0, 0))
PRODUCT(f16x1, v16f, float, __builtin_amdgcn_mfma_f32_16x16x1f32(a[i], b[i], c, 2, 1, 3))
PRODUCT(f4x1, v4f, float, __builtin_amdgcn_mfma_f32_4x4x1f32(a[i], b[i], c, 4, 13, 0))
PRODUCT(f32x2, v16f, float, __builtin_amdgcn_mfma_f32_32x32x2f32(a[i], b[i], c, 0, 0, 1))
PRODUCT(f16x4, v4f, float, __builtin_amdgcn_mfma_f32_16x16x4f32(a[i], b[i], c, 0, 0, 7))
PRODUCT(h32x4, v32f, v4h, __builtin_amdgcn_mfma_f32_32x32x4f16(a[i], b[i], c, 0, 0, 0))
PRODUCT(h16x4, v16f, v4h, __builtin_amdgcn_mfma_f32_16x16x4f16(a[i], b[i], c, 0, 0, 0))
PRODUCT(h4x4, v4f, v4h, __builtin_amdgcn_mfma_f32_4x4x4f16(a[i], b[i], c, 0, 0, 0))
PRODUCT(h32x8, v16f, v4h, __builtin_amdgcn_mfma_f32_32x32x8f16(a[i], b[i], c, 0, 0, 0))
PRODUCT(h16x16, v4f, v4h, __builtin_amdgcn_mfma_f32_16x16x16f16(a[i], b[i], c, 0, 0, 0))
PRODUCT(i32x4, v32i, int, __builtin_amdgcn_mfma_i32_32x32x4i8(a[i], b[i], c, 0, 0, 0))
PRODUCT(i16x4, v16i, int, __builtin_amdgcn_mfma_i32_16x16x4i8(a[i], b[i], c, 0, 0, 0))
PRODUCT(i4x4, v4i, int, __builtin_amdgcn_mfma_i32_4x4x4i8(a[i], b[i], c, 0, 0, 0))
#if defined(__gfx908__) || defined(__gfx90a__) // later ones have others in their place
PRODUCT(i32x8, v16i, int, __builtin_amdgcn_mfma_i32_32x32x8i8(a[i], b[i], c, 0, 0, 0))
PRODUCT(i16x16, v4i, int, __builtin_amdgcn_mfma_i32_16x16x16i8(a[i], b[i], c, 0, 0, 0))
PRODUCT(b32x2, v32f, v2s, __builtin_amdgcn_mfma_f32_32x32x2bf16(a[i], b[i], c, 0, 0, 0))
PRODUCT(b16x2, v16f, v2s, __builtin_amdgcn_mfma_f32_16x16x2bf16(a[i], b[i], c, 0, 0, 0))
PRODUCT(b4x2, v4f, v2s, __builtin_amdgcn_mfma_f32_4x4x2bf16(a[i], b[i], c, 0, 0, 0))
PRODUCT(b32x4, v16f, v2s, __builtin_amdgcn_mfma_f32_32x32x4bf16(a[i], b[i], c, 0, 0, 0))
PRODUCT(b16x8, v4f, v2s, __builtin_amdgcn_mfma_f32_16x16x8bf16(a[i], b[i], c, 0, 0, 0))
#endif
