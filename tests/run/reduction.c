// A sum, a maximum and an exclusive or of many numbers: a tree in each group, whose
// inner nodes are computed between barriers.
#include "portable.h"

enum { GROUP = 128 };

kernel void reduction(global const uint *numbers, global ulong *sums,
                      global int *greatest, global uint *parities, uint count) {
    LOCAL_ARRAY(ulong, sum, GROUP);
    LOCAL_ARRAY(int, most, GROUP);
    LOCAL_ARRAY(uint, parity, GROUP);
    uint item = LOCAL_ID_X, at = GLOBAL_ID_X;
    uint mine = at < count ? numbers[at] : 0;
    sum[item] = mine;
    most[item] = at < count ? (int)mine : -0x7fffffff - 1;
    parity[item] = mine;
    BARRIER;
    for (uint half_size = GROUP / 2; half_size != 0; half_size /= 2) {
        if (item < half_size) {
            sum[item] += sum[item + half_size];
            int other = most[item + half_size];
            most[item] = most[item] < other ? other : most[item];
            parity[item] ^= parity[item + half_size];
        }
        BARRIER;
    }
    if (item == 0) {
        sums[GROUP_ID_X] = sum[0];
        greatest[GROUP_ID_X] = most[0];
        parities[GROUP_ID_X] = parity[0];
    }
}

ARGUMENTS(reduction, BUFFER(uint, 0), BUFFER(ulong, 1), BUFFER(int, 2), BUFFER(uint, 3),
          NUMBER(uint, 4))
