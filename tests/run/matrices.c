// Products of matrices of bytes, each item with the part of the sum that it holds: what has
// instructions for it uses them, the others say the same item by item.
#include "portable.h"

#ifdef __gfx908__
typedef int sum4 __attribute__((ext_vector_type(4)));
#else
static int byte_of(uint word, uint at) { return (signed char)(word >> 8 * at); }

static int product(uint a, uint b) {
    int sum = 0;
    for (uint at = 0; at < 4; at++)
        sum += byte_of(a, at) * byte_of(b, at);
    return sum;
}
#endif

kernel void matrices(global const uint *first, global const uint *second, global uint *whole,
                     global uint *blocks) {
    uint item = LOCAL_ID_X;
#ifdef __gfx908__
    sum4 one = 0, many = 0;
    one = __builtin_amdgcn_mfma_i32_16x16x16i8(first[item], second[item], one, 0, 0, 0);
    one = __builtin_amdgcn_mfma_i32_16x16x16i8(second[item], first[item], one, 0, 0, 0);
    // Each four blocks have the third of them in common, and columns move by 16 items.
    many = __builtin_amdgcn_mfma_i32_4x4x4i8(first[item], second[item], many, 2, 2, 3);
    for (uint row = 0; row < 4; row++) {
        whole[4 * item + row] = one[row];
        blocks[4 * item + row] = many[row];
    }
#else
    uint column = item % 16, block = item / 4;
    for (uint at = 0; at < 4; at++) {
        uint row = 4 * (item / 16) + at;
        int sum = 0;
        for (uint part = 0; part < 64; part += 16) {
            sum += product(first[row + part], second[column + part]);
            sum += product(second[row + part], first[column + part]);
        }
        whole[4 * item + at] = sum;
        uint shared = block / 4 * 4 + 2;
        blocks[4 * item + at] = product(first[4 * shared + at], second[(item + 16) % 64]);
    }
#endif
}

ARGUMENTS(matrices, BUFFER(uint, 0), BUFFER(uint, 1), BUFFER(uint, 2), BUFFER(uint, 3))
