// What a work-item knows of its place, in three dimensions: ids, sizes of groups, and what
// shifts, bit fields and comparisons make of them.
#include "portable.h"

kernel void places(global uint *ids, global ulong *mixed, uint width, uint height) {
    uint x = GLOBAL_ID_X, y = GLOBAL_ID_Y, z = GLOBAL_ID_Z;
    uint at = (z * height + y) * width + x;
    uint flat = (LOCAL_ID_Z * GROUP_SIZE_Y + LOCAL_ID_Y) * GROUP_SIZE_X + LOCAL_ID_X;
    ids[at * 2] = flat | GROUP_ID_X << 10 | GROUP_ID_Y << 16 | GROUP_ID_Z << 22;
    ids[at * 2 + 1] = GROUP_SIZE_X | GROUP_SIZE_Y << 8 | GROUP_SIZE_Z << 16;
    ulong wide = (ulong)at * 0x9e3779b97f4a7c15;
    uint high = (uint)(wide >> 32), low = (uint)wide;
    wide ^= wide >> (x & 63) ^ wide << (y & 63);
    wide += (ulong)(high >> 7 & 0x1ff) * low;
    wide = low < high ? wide : ~wide;
    wide ^= (ulong)__builtin_bswap32(low) << 17 | (uint)__builtin_ctz(high | 0x80000000);
    mixed[at] = (long)wide < (long)at ? wide * 3 : wide >> 1;
}

ARGUMENTS(places, BUFFER(uint, 0), BUFFER(ulong, 1), NUMBER(uint, 2), NUMBER(uint, 3))
