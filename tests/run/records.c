// Bytes and halves of words in memory, in global, local and private memory: loads that
// extend signs or not, stores of a part, and records without gaps.
#include "portable.h"

typedef struct __attribute__((packed)) {
    uchar tag;
    short small;
    uint word;
    signed char last;
    ulong wide;
} Record;

kernel void records(global const Record *in, global Record *out, global int *sums,
                    uint count) {
    LOCAL_ARRAY(signed char, bytes, 64);
    LOCAL_ARRAY(ushort, words, 64);
    uint item = LOCAL_ID_X, at = GLOBAL_ID_X;
    // The last group is not full, and its barriers are for all.
    Record record = in[at < count ? at : count - 1];
    bytes[item % 64] = record.last;
    words[(item * 5 + 3) % 64] = (ushort)record.small;
    BARRIER;
    short own[8];
    for (uint k = 0; k < 8; ++k)
        own[(k + item) % 8] = (short)(bytes[(item + k) % 64] * (short)words[(item ^ k) % 64]);
    int sum = record.small + record.last + record.tag;
    for (uint k = 0; k < 8; ++k)
        sum = sum * 3 + own[(record.tag + k) % 8];
    if (at >= count)
        return;
    sums[at] = sum;
    Record back = record;
    back.tag = (uchar)(record.tag + record.last);
    back.small = (short)(record.word >> 8);
    back.word = (uint)record.wide;
    back.last = (signed char)record.small;
    back.wide = (ulong)(long)record.small;
    out[at] = back;
}

ARGUMENTS(records, BUFFER(Record, 0), BUFFER(Record, 1), BUFFER(int, 2), NUMBER(uint, 3))
