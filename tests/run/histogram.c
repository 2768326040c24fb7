// How often each byte occurs: counted in local memory, then added up in global memory;
// the first and the last place of each byte besides.
#include "portable.h"

kernel void histogram(global const uchar *bytes, global uint *counts,
                      global uint *first, global uint *last, uint count) {
    LOCAL_ARRAY(uint, own, 256);
    for (uint at = LOCAL_ID_X; at < 256; at += GROUP_SIZE_X)
        own[at] = 0;
    BARRIER;
    for (uint at = GLOBAL_ID_X * 3, end = at + 3; at < end && at < count; ++at) {
        ATOMIC(add, &own[bytes[at]], 1u, WRKGRP);
        ATOMIC(min, &first[bytes[at]], at, DEVICE);
        ATOMIC(max, &last[bytes[at]], at, DEVICE);
    }
    BARRIER;
    for (uint at = LOCAL_ID_X; at < 256; at += GROUP_SIZE_X)
        if (own[at] != 0)
            ATOMIC(add, &counts[at], own[at], DEVICE);
}

ARGUMENTS(histogram, BUFFER(uchar, 0), BUFFER(uint, 1), BUFFER(uint, 2), BUFFER(uint, 3),
          NUMBER(uint, 4))
