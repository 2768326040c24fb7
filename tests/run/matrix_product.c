// The product of matrices of any size, in tiles that groups keep in local memory.
#include "portable.h"

enum { TILE = 8 };

kernel void matrix_product(global const float *a, global const float *b,
                           global float *c, uint rows, uint inner, uint columns) {
    LOCAL_ARRAY(float, tile_a, TILE * TILE);
    LOCAL_ARRAY(float, tile_b, TILE * TILE);
    uint x = LOCAL_ID_X, y = LOCAL_ID_Y;
    uint column = GLOBAL_ID_X, row = GLOBAL_ID_Y;
    float sum = 0;
    for (uint start = 0; start < inner; start += TILE) {
        uint from = start + x, to = start + y;
        tile_a[y * TILE + x] = row < rows && from < inner ? a[row * inner + from] : 0;
        tile_b[y * TILE + x] = to < inner && column < columns ? b[to * columns + column] : 0;
        BARRIER;
        for (uint k = 0; k < TILE; ++k)
            sum += tile_a[y * TILE + k] * tile_b[k * TILE + x];
        BARRIER;
    }
    if (row < rows && column < columns)
        c[row * columns + column] = sum;
}

ARGUMENTS(matrix_product, BUFFER(float, 0), BUFFER(float, 1), BUFFER(float, 2),
          NUMBER(uint, 3), NUMBER(uint, 4), NUMBER(uint, 5))
