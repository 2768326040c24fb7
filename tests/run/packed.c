// Two numbers of 16 bits in a register: sums, products, shifts, least and greatest.
#include "portable.h"

typedef short Signed2 __attribute__((ext_vector_type(2)));
typedef ushort Unsigned2 __attribute__((ext_vector_type(2)));

kernel void packed(global const Signed2 *a, global const Signed2 *b, global Signed2 *out,
                   uint count) {
    uint item = GLOBAL_ID_X;
    if (item >= count)
        return;
    Signed2 x = a[item], y = b[item];
    Unsigned2 ux = __builtin_convertvector(x, Unsigned2);
    Unsigned2 uy = __builtin_convertvector(y, Unsigned2);
    global Signed2 *to = out + item * 8;
    to[0] = x + y;
    to[1] = x - y;
    to[2] = x * y + x;
    to[3] = __builtin_elementwise_max(x, y);
    to[4] = __builtin_convertvector(__builtin_elementwise_min(ux, uy), Signed2);
    to[5] = x >> (y & (short)15);
    to[6] = __builtin_convertvector(ux >> (uy & (ushort)15), Signed2);
    to[7] = (x << (y & (short)15)).yx ^ ~x;
}

ARGUMENTS(packed, BUFFER(Signed2, 0), BUFFER(Signed2, 1), BUFFER(Signed2, 2), NUMBER(uint, 3))
