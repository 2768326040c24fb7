// Pairs of a key and a value, sorted within each group by a bitonic network.
#include "portable.h"

enum { GROUP = 64, ITEMS = 2 * GROUP };

kernel void bitonic_sort(global int *keys, global ushort *values, uint count) {
    LOCAL_ARRAY(int, key, ITEMS);
    LOCAL_ARRAY(ushort, value, ITEMS);
    uint item = LOCAL_ID_X, start = GROUP_ID_X * ITEMS;
    for (uint at = item; at < ITEMS; at += GROUP) {
        // What is not there sorts behind everything.
        key[at] = start + at < count ? keys[start + at] : 0x7fffffff;
        value[at] = start + at < count ? values[start + at] : 0xffff;
    }
    for (uint size = 2; size <= ITEMS; size *= 2) {
        for (uint distance = size / 2; distance != 0; distance /= 2) {
            BARRIER;
            uint low = 2 * item - (item & (distance - 1)), high = low + distance;
            int descending = (low & size) != 0;
            int swap = key[low] > key[high] ||
                       (key[low] == key[high] && value[low] > value[high]);
            if (swap != descending) {
                int other_key = key[low];
                key[low] = key[high];
                key[high] = other_key;
                ushort other_value = value[low];
                value[low] = value[high];
                value[high] = other_value;
            }
        }
    }
    BARRIER;
    for (uint at = item; at < ITEMS; at += GROUP) {
        if (start + at < count) {
            keys[start + at] = key[at];
            values[start + at] = value[at];
        }
    }
}

ARGUMENTS(bitonic_sort, BUFFER(int, 0), BUFFER(ushort, 1), NUMBER(uint, 2))
