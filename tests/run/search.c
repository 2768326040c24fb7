// Where a word occurs in lines of different lengths: every work-item has its own line,
// and leaves its loops when it has found what it looks for.
#include "portable.h"

kernel void search(global const uchar *text, global const uchar *word, global int *first,
                   global uint *often, uint word_length, uint stride, uint count) {
    uint item = GLOBAL_ID_X;
    if (item >= count)
        return;
    // Letters of a small alphabet, so that there is something to find.
    global const uchar *line = text + item * stride;
    uint length = stride - item % 17;
    int found = -1;
    uint number = 0;
    for (uint at = 0; at + word_length <= length; ++at) {
        uint same = 0;
        while (same < word_length && line[at + same] % 3 == word[same] % 3)
            ++same;
        if (same != word_length)
            continue;
        if (found < 0)
            found = (int)at;
        if (++number == 5)
            break;
    }
    first[item] = found;
    often[item] = number;
}

ARGUMENTS(search, BUFFER(uchar, 0), BUFFER(uchar, 1), BUFFER(int, 2), BUFFER(uint, 3),
          NUMBER(uint, 4), NUMBER(uint, 5), NUMBER(uint, 6))
