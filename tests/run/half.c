// Arithmetic of half precision, each operation rounded by itself; processors that have
// none of it convert to single precision and back.
#include "portable.h"

kernel void half_arithmetic(global const half *a, global const half *b, global half *out,
                            global int *numbers, uint count) {
    uint item = GLOBAL_ID_X;
    if (item >= count)
        return;
    half x = a[item], y = b[item];
    half sum = x + y, product = x * y;
    out[item * 8] = sum;
    out[item * 8 + 1] = x - y;
    out[item * 8 + 2] = product;
    out[item * 8 + 3] = sum * product - x;
    out[item * 8 + 4] = x < y ? x : y;
    out[item * 8 + 5] = -x;
    out[item * 8 + 6] = (half)((float)x * 3.0f + (float)y);
    out[item * 8 + 7] = (half)(int)(numbers[item] % 2048);
    // A conversion of what does not fit is not defined.
    half small = x < (half)1000 && x > (half)-1000 ? x : (half)1;
    numbers[item] = (int)small + (x == y) * 4096 + (x != x) * 8192 + (x <= y) * 16384;
}

ARGUMENTS(half_arithmetic, BUFFER(half, 0), BUFFER(half, 1), BUFFER(half, 2),
          BUFFER(int, 3), NUMBER(uint, 4))
