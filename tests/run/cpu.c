// Runs a kernel on the CPU: `program GX GY GZ LX LY LZ`, the grid in work-items and the
// group. Standard input has the arguments: for each a byte, `b` and the size of a buffer
// in 8 bytes and the buffer, `l` and the size of local memory, or `n` and a number of 8
// bytes; standard output gets every buffer as it is afterwards.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "portable.h"

Dimensions local_id, group_id, group_size;
void *argument_buffers[16];
ulong argument_numbers[16];

enum { STACK = 1 << 17, MOST = 1024 };

static ucontext_t scheduler, items[MOST];
static char stacks[MOST][STACK];
static int current, ended[MOST];
// Of the group that runs: the last ones of a grid may be smaller.
static Dimensions sizes_of_this;

void wait_for_group(void) { swapcontext(&items[current], &scheduler); }

static void run_item(void) {
    call_kernel();
    ended[current] = 1;
}

static void run_group(int count) {
    for (int at = 0; at < count; ++at) {
        ended[at] = 0;
        getcontext(&items[at]);
        items[at].uc_stack.ss_sp = stacks[at];
        items[at].uc_stack.ss_size = STACK;
        items[at].uc_link = &scheduler;
        makecontext(&items[at], run_item, 0);
    }
    for (int left = count; left != 0;) {
        left = count;
        for (int at = 0; at < count; ++at) {
            if (!ended[at]) {
                current = at;
                local_id.x = at % sizes_of_this.x;
                local_id.y = at / sizes_of_this.x % sizes_of_this.y;
                local_id.z = at / sizes_of_this.x / sizes_of_this.y;
                swapcontext(&scheduler, &items[at]);
            }
            left -= ended[at];
        }
    }
}

static uint least(uint a, uint b) { return a < b ? a : b; }

static ulong number(void) {
    ulong value;
    if (fread(&value, 8, 1, stdin) != 1)
        exit(3);
    return value;
}

int main(int count, char **words) {
    uint sizes[6];
    if (count != 7)
        return 2;
    for (int at = 0; at < 6; ++at)
        sizes[at] = (uint)strtoul(words[at + 1], 0, 10);
    group_size = (Dimensions){sizes[3], sizes[4], sizes[5]};
    uint items_of_group = sizes[3] * sizes[4] * sizes[5];
    if (items_of_group == 0 || items_of_group > MOST)
        return 2;
    size_t lengths[16];
    int kinds[16], arguments = 0;
    for (int kind; (kind = getchar()) != EOF; ++arguments) {
        if (arguments == 16)
            return 3;
        ulong value = number();
        kinds[arguments] = kind;
        lengths[arguments] = value;
        argument_numbers[arguments] = value;
        if (kind != 'n') {
            argument_buffers[arguments] = calloc(value + 1, 1);
            if (kind == 'b' &&
                fread(argument_buffers[arguments], 1, value, stdin) != value)
                return 3;
        }
    }
    for (uint z = 0; z * sizes[5] < sizes[2]; ++z)
        for (uint y = 0; y * sizes[4] < sizes[1]; ++y)
            for (uint x = 0; x * sizes[3] < sizes[0]; ++x) {
                group_id = (Dimensions){x, y, z};
                sizes_of_this.x = least(sizes[3], sizes[0] - x * sizes[3]);
                sizes_of_this.y = least(sizes[4], sizes[1] - y * sizes[4]);
                sizes_of_this.z = least(sizes[5], sizes[2] - z * sizes[5]);
                run_group((int)(sizes_of_this.x * sizes_of_this.y * sizes_of_this.z));
            }
    for (int at = 0; at < arguments; ++at)
        if (kinds[at] == 'b' &&
            fwrite(argument_buffers[at], 1, lengths[at], stdout) != lengths[at])
            return 3;
    return fflush(stdout) != 0;
}
