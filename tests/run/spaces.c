// Pointers of which only the running program knows whether they lead to global, local or
// private memory, in a grid whose last workgroups are smaller than the others.
#include "portable.h"

enum { ROW = 48, ITEMS = 96 };

// A pointer to any memory.
NOT_INLINED uint sum(const uint *words, uint count) {
    uint all = count;
    for (uint k = 0; k < count; ++k)
        all = all * 31 + words[k];
    return all;
}

NOT_INLINED void step(uint *word, uint by) { *word = *word * by + 7; }

kernel void spaces(global const uint *words, global uint *sums, global uint *changed, uint width,
                   uint height) {
    LOCAL_ARRAY(uint, row, ITEMS + 4);
    uint own[6];
    uint x = GLOBAL_ID_X, y = GLOBAL_ID_Y, item = y * width + x;
    uint place = LOCAL_ID_Y * ROW + LOCAL_ID_X;
    // Those that a smaller group lacks, too.
    for (uint k = 0; place == 0 && k < ITEMS + 4; ++k)
        row[k] = words[k] ^ y;
    BARRIER;
    row[place] = words[item] + place;
    for (uint k = 0; k < 6; ++k)
        own[k] = words[(item * 3 + k) % (width * height)] - k;
    BARRIER;
    const uint *from = words + item;
    if (item % 3 == 1)
        from = row + place;
    if (item % 3 == 2)
        from = own + 2;
    sums[item] = sum(from, 1 + item % 4);
    BARRIER;
    uint *to = &changed[item];
    if (item % 5 == 1)
        to = &row[place];
    if (item % 5 > 1)
        to = &own[item % 6];
    step(to, x + 3);
    changed[item] += row[place] + own[item % 6];
}

ARGUMENTS(spaces, BUFFER(uint, 0), BUFFER(uint, 1), BUFFER(uint, 2), NUMBER(uint, 3),
          NUMBER(uint, 4))
