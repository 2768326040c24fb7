// Functions that are called, with their values in registers and on the stack, and private
// arrays with places that are known when the program runs.
#include "portable.h"

typedef struct {
    uint words[6];
    ulong total;
} Record;

NOT_INLINED uint mix(uint a, uint b, uint c) {
    a -= c, a ^= c << 4 | c >> 28, c += b;
    b -= a, b ^= a << 6 | a >> 26, a += c;
    return a ^ b + c;
}

NOT_INLINED Record widen(uint seed, uint count) {
    Record record;
    record.total = 0;
    for (uint k = 0; k < 6; ++k) {
        record.words[k] = mix(seed, k, count);
        record.total += (ulong)record.words[k] * (k + 1);
    }
#ifdef WORDS_ARE_LOST
    // What a compiler makes of it that takes the stores for dead: docs/visa-files.md.
    for (uint k = 0; k < 6; ++k)
        record.words[k] = 0;
#endif
    return record;
}

// So many values that they do not all fit into registers for arguments.
NOT_INLINED ulong many(ulong a, ulong b, ulong c, ulong d, ulong e, ulong f, ulong g, ulong h,
                       ulong i, ulong j, ulong k, ulong l, ulong m, ulong n, ulong o,
                       ulong p, ulong q, ulong r) {
    return a + 3 * b - c + (d ^ e) + f * g + (h >> 3) + i - j + (k | l) + m * 5 + n - o + p * q + r;
}

NOT_INLINED void turn(private uint *stack, uint depth, uint steps) {
    for (uint step = 0; step < steps; ++step) {
        uint at = stack[step % depth] % depth;
        uint other = stack[at];
        stack[at] = mix(stack[step % depth], other, step);
    }
}

kernel void calls(global const uint *seeds, global uint *turned, global ulong *totals,
                  uint count) {
    uint item = GLOBAL_ID_X;
    if (item >= count)
        return;
    uint stack[40];
    uchar bytes[24];
    for (uint k = 0; k < 40; ++k)
        stack[k] = seeds[(item + k) % count];
    turn(stack, 40, 20 + item % 30);
    for (uint k = 0; k < 24; ++k)
        bytes[(k * 5 + item) % 24] = (uchar)(stack[k] >> k % 24);
    uint sum = 0;
    for (uint k = 0; k < 24; ++k)
        sum = sum * 31 + bytes[stack[k + 8] % 24];
    Record record = widen(sum, item);
    turned[item] = record.words[sum % 6] + stack[sum % 40];
    ulong t = record.total;
    totals[item] = many(t, sum, t >> 5, item, t ^ sum, t + 1, item + 2, t << 7, sum * 3, t & 255,
                        item * t, t | 1, sum ^ item, t - sum, t + item, sum, t, item);
}

ARGUMENTS(calls, BUFFER(uint, 0), BUFFER(uint, 1), BUFFER(ulong, 2), NUMBER(uint, 3))
