// CRC-32 with a table in local memory that the group computes, and CRC-64 bit by bit.
#include "portable.h"

kernel void crc(global const uchar *bytes, global uint *narrow, global ulong *wide,
                uint stride, uint count) {
    LOCAL_ARRAY(uint, table, 256);
    for (uint at = LOCAL_ID_X; at < 256; at += GROUP_SIZE_X) {
        uint word = at;
        for (uint bit = 0; bit < 8; ++bit)
            word = word >> 1 ^ (word & 1 ? 0xedb88320 : 0);
        table[at] = word;
    }
    BARRIER;
    uint item = GLOBAL_ID_X;
    if (item < count) {
        uint crc32 = 0xffffffff;
        ulong crc64 = 0;
        for (uint at = 0; at < stride; ++at) {
            uchar byte = bytes[item * stride + at];
            crc32 = crc32 >> 8 ^ table[(crc32 ^ byte) & 0xff];
            crc64 ^= (ulong)byte << 56;
            for (uint bit = 0; bit < 8; ++bit)
                crc64 = (long)crc64 < 0 ? crc64 << 1 ^ 0x42f0e1eba9ea3693 : crc64 << 1;
        }
        narrow[item] = ~crc32;
        wide[item] = crc64;
    }
}

ARGUMENTS(crc, BUFFER(uchar, 0), BUFFER(uint, 1), BUFFER(ulong, 2), NUMBER(uint, 3),
          NUMBER(uint, 4))
