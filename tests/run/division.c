// Integer division and remainder of 32 and 64 bits, with and without sign, by numbers of
// all sizes and by constants. GPUs have no instruction for it.
#include "portable.h"

kernel void division(global const ulong *dividends, global const ulong *divisors,
                     global ulong *quotients, uint count) {
    uint item = GLOBAL_ID_X;
    if (item >= count)
        return;
    // Divisors of every length; no division by zero, and none that overflows.
    ulong a = dividends[item], b = divisors[item] >> item % 64;
    b = b == 0 ? 1 : b;
    long sa = (long)a, sb = (long)b;
    sb = sb == -1 ? 7 : sb;
    uint na = (uint)a, nb = (uint)(b >> item % 32);
    nb = nb == 0 ? 3 : nb;
    int ia = (int)na, ib = (int)nb;
    ib = ib == -1 ? 5 : ib;
    global ulong *out = quotients + item * 12;
    out[0] = a / b;
    out[1] = a % b;
    out[2] = (ulong)(sa / sb);
    out[3] = (ulong)(sa % sb);
    out[4] = na / nb;
    out[5] = na % nb;
    out[6] = (ulong)(long)(ia / ib);
    out[7] = (ulong)(long)(ia % ib);
    out[8] = a / 1000000007;
    out[9] = (ulong)(sa % 10);
    out[10] = na / 7 * 2 + (uint)(ia / 16);
    out[11] = (ushort)a / ((ushort)b | 1) + (ulong)((short)a % ((short)b | 1));
}

ARGUMENTS(division, BUFFER(ulong, 0), BUFFER(ulong, 1), BUFFER(ulong, 2), NUMBER(uint, 3))
