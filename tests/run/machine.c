// A small machine with a stack whose programs each work-item runs: branches of many ways
// that differ from lane to lane.
#include "portable.h"

kernel void machine(global const uchar *programs, global int *results, uint length,
                    uint count) {
    uint item = GLOBAL_ID_X;
    if (item >= count)
        return;
    global const uchar *program = programs + item * length;
    int stack[16], top = 0, steps = 0;
    for (int k = 0; k < 16; ++k)
        stack[k] = k;
    for (uint at = 0; at < length && steps < 200; ++at, ++steps) {
        uchar code = program[at];
        int a = stack[top & 15], b = stack[(top - 1) & 15];
        switch (code % 14) {
        case 0: stack[++top & 15] = code; break;
        case 1: stack[--top & 15] = a + b; break;
        case 2: stack[--top & 15] = b - a; break;
        case 3: stack[--top & 15] = a * b; break;
        case 4: stack[--top & 15] = a & b; break;
        case 5: stack[--top & 15] = (int)((uint)b << (a & 31)); break;
        case 6: stack[--top & 15] = b >> (a & 31); break;
        case 7: stack[top & 15] = -a; break;
        case 8: stack[top & 15] = b, stack[(top - 1) & 15] = a; break;
        case 9: stack[++top & 15] = a; break;
        case 10: at += a > 0; break;
        case 11: at -= a < b && at > 4 ? 3 : 0; break;
        case 12: stack[top & 15] = __builtin_popcount((uint)a) + (a != 0 ? __builtin_clz((uint)a) : 32); break;
        default: stack[top & 15] = (int)((uint)a * 2654435761u >> 7); break;
        }
    }
    int sum = steps;
    for (int k = 0; k < 16; ++k)
        sum = (int)((uint)sum * 31 + (uint)stack[k]);
    results[item] = sum;
}

ARGUMENTS(machine, BUFFER(uchar, 0), BUFFER(int, 1), NUMBER(uint, 2), NUMBER(uint, 3))
