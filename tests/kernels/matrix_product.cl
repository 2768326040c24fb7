// Tiles of two matrices in local memory, multiplied by a group of 16 by 16.
#define TILE 16

#define PRODUCT(NAME, TYPE)                                                    \
    kernel void NAME(global const TYPE *a, global const TYPE *b,               \
                     global TYPE *c, uint n) {                                 \
        local TYPE left[TILE][TILE + 1], right[TILE][TILE + 1];                \
        uint x = __builtin_amdgcn_workitem_id_x();                             \
        uint y = __builtin_amdgcn_workitem_id_y();                             \
        uint column = __builtin_amdgcn_workgroup_id_x() * TILE + x;            \
        uint row = __builtin_amdgcn_workgroup_id_y() * TILE + y;               \
        TYPE sum = 0;                                                          \
        for (uint tile = 0; tile < n; tile += TILE) {                          \
            left[y][x] = a[row * n + tile + x];                                \
            right[y][x] = b[(tile + y) * n + column];                          \
            __builtin_amdgcn_s_barrier();                                      \
            for (uint k = 0; k < TILE; ++k)                                    \
                sum += left[y][k] * right[k][x];                               \
            __builtin_amdgcn_s_barrier();                                      \
        }                                                                      \
        c[row * n + column] = sum;                                             \
    }

PRODUCT(product_float, float)
PRODUCT(product_double, double)
PRODUCT(product_int, int)
PRODUCT(product_ulong, ulong)
