// Arithmetic of half precision, each operation rounded by itself; processors that have
// none of it convert to single precision and back.
#include "portable.h"

kernel void half_arithmetic(global const half *a, global const half *b, global half *out,
                            global int *numbers, uint count) {
    uint item = GLOBAL_ID_X;
    if (item >= count)
        return;
    half x = a[item], y = b[item];
    // Without instructions for halves LLVM rounds a chain of operations once, at its end:
    // memory ends each of them.
    volatile global half *to = out + item * 8;
    to[0] = x + y;
    to[1] = x - y;
    to[2] = x * y;
    to[3] = to[0] * to[2];
    to[3] = to[3] - x;
    to[4] = x < y ? x : y;
    to[5] = -x;
    to[6] = (half)((float)x * 3.0f + (float)y);
    to[7] = (half)(int)(numbers[item] % 2048);
    // A conversion of what does not fit is not defined.
    half small = x < (half)1000 && x > (half)-1000 ? x : (half)1;
    numbers[item] = (int)small + (x == y) * 4096 + (x != x) * 8192 + (x <= y) * 16384;
}

ARGUMENTS(half_arithmetic, BUFFER(half, 0), BUFFER(half, 1), BUFFER(half, 2),
          BUFFER(int, 3), NUMBER(uint, 4))
