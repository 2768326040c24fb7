// The compression function of SHA-256, and a hash by multiplications.
#define ROTATE(X, N) ((X) >> (N) | (X) << (32 - (N)))

constant uint ROUND[16] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
};

kernel void sha256_16_rounds(global const uint *blocks, global uint *states) {
    uint id = __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x();
    uint s[8];
    for (uint k = 0; k < 8; ++k)
        s[k] = states[id * 8 + k];
#pragma unroll
    for (uint round = 0; round < 16; ++round) {
        uint word = __builtin_bswap32(blocks[id * 16 + round]);
        uint big1 = ROTATE(s[4], 6) ^ ROTATE(s[4], 11) ^ ROTATE(s[4], 25);
        uint choice = s[4] & s[5] ^ ~s[4] & s[6];
        uint one = s[7] + big1 + choice + ROUND[round] + word;
        uint big0 = ROTATE(s[0], 2) ^ ROTATE(s[0], 13) ^ ROTATE(s[0], 22);
        uint most = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2];
        s[7] = s[6], s[6] = s[5], s[5] = s[4], s[4] = s[3] + one;
        s[3] = s[2], s[2] = s[1], s[1] = s[0], s[0] = one + big0 + most;
    }
    for (uint k = 0; k < 8; ++k)
        states[id * 8 + k] += s[k];
}

kernel void multiplied(global const uchar *text, global ulong *out, uint length) {
    uint id = __builtin_amdgcn_workitem_id_x();
    ulong hash = 0xcbf29ce484222325;
    uint small = 0x811c9dc5;
    for (uint k = 0; k < length; ++k) {
        hash = (hash ^ text[id * length + k]) * 0x100000001b3;
        small = (small ^ (uint)(hash >> 32)) * 0x01000193;
    }
    hash ^= hash >> 33;
    out[id] = hash + small + ((ulong)small * (ulong)(uint)hash >> 32);
}
