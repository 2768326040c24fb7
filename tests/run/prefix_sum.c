// Inclusive sums of all numbers up to each one, within each group; local memory of a
// size that is said when the kernel starts.
#include "portable.h"

kernel void prefix_sum(global const uint *numbers, global uint *sums,
                       global uint *totals, LOCAL_POINTER(uint) steps, uint count) {
    uint item = LOCAL_ID_X, size = GROUP_SIZE_X, at = GLOBAL_ID_X;
    uint from = 0, to = size;
    steps[item] = at < count ? numbers[at] : 0;
    BARRIER;
    for (uint distance = 1; distance < size; distance *= 2) {
        uint before = item >= distance ? steps[from + item - distance] : 0;
        steps[to + item] = steps[from + item] + before;
        uint swap = from;
        from = to;
        to = swap;
        BARRIER;
    }
    if (at < count)
        sums[at] = steps[from + item];
    if (item == size - 1)
        totals[GROUP_ID_X] = steps[from + item];
}

ARGUMENTS(prefix_sum, BUFFER(uint, 0), BUFFER(uint, 1), BUFFER(uint, 2), BUFFER(uint, 3),
          NUMBER(uint, 4))
