// SHA-256 of a message for each work-item, of as many bytes as its number says.
#include "portable.h"

constant uint ROUND[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
    0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
    0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
    0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
    0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
    0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
    0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2,
};

static uint rotate_right(uint word, uint by) { return word >> by | word << (32 - by); }

// A byte of the padded message: its bytes, 0x80, zeros, its length in bits.
static uint padded(global const uchar *message, uint length, uint blocks, uint at) {
    uint end = blocks * 64;
    if (at < length)
        return message[at];
    if (at == length)
        return 0x80;
    return at < end - 4 ? 0 : length * 8 >> (end - 1 - at) * 8 & 0xff;
}

kernel void sha256(global const uchar *messages, global uint *digests, uint stride,
                   uint count) {
    uint item = GLOBAL_ID_X;
    if (item >= count)
        return;
    uint length = item * 7 % (stride + 1), blocks = (length + 9 + 63) / 64;
    global const uchar *message = messages + item * stride;
    uint state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    for (uint block = 0; block < blocks; ++block) {
        uint w[64];
        for (uint k = 0; k < 16; ++k) {
            uint at = block * 64 + 4 * k;
            w[k] = padded(message, length, blocks, at) << 24 |
                   padded(message, length, blocks, at + 1) << 16 |
                   padded(message, length, blocks, at + 2) << 8 |
                   padded(message, length, blocks, at + 3);
        }
        for (uint k = 16; k < 64; ++k) {
            uint low = rotate_right(w[k - 15], 7) ^ rotate_right(w[k - 15], 18) ^ w[k - 15] >> 3;
            uint high = rotate_right(w[k - 2], 17) ^ rotate_right(w[k - 2], 19) ^ w[k - 2] >> 10;
            w[k] = w[k - 16] + low + w[k - 7] + high;
        }
        uint a = state[0], b = state[1], c = state[2], d = state[3];
        uint e = state[4], f = state[5], g = state[6], h = state[7];
        for (uint k = 0; k < 64; ++k) {
            uint big1 = rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25);
            uint one = h + big1 + ((e & f) ^ (~e & g)) + ROUND[k] + w[k];
            uint big0 = rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22);
            uint two = big0 + ((a & b) ^ (a & c) ^ (b & c));
            h = g, g = f, f = e, e = d + one;
            d = c, c = b, b = a, a = one + two;
        }
        state[0] += a, state[1] += b, state[2] += c, state[3] += d;
        state[4] += e, state[5] += f, state[6] += g, state[7] += h;
    }
    for (uint k = 0; k < 8; ++k)
        digests[item * 8 + k] = state[k];
}

ARGUMENTS(sha256, BUFFER(uchar, 0), BUFFER(uint, 1), NUMBER(uint, 2), NUMBER(uint, 3))
