// Atomic operations of 32 and 64 bits that give the same in every order, in global and in
// local memory, and loops of compare-and-swap.
#include "portable.h"

kernel void atomics(global const ulong *numbers, global ulong *wide, global uint *narrow,
                    uint count) {
    LOCAL_ARRAY(ulong, own, 4);
    LOCAL_ARRAY(uint, most, 1);
    uint item = GLOBAL_ID_X;
    if (LOCAL_ID_X < 4)
        own[LOCAL_ID_X] = 0;
    if (LOCAL_ID_X == 0)
        most[0] = 0;
    BARRIER;
    if (item < count) {
        ulong number = numbers[item];
        ATOMIC(add, &wide[0], number, DEVICE);
        ATOMIC(sub, &wide[1], number * 3, DEVICE);
        ATOMIC(xor, &wide[2], number, DEVICE);
        ATOMIC(or, &wide[3], number & 0x1111111111111111, DEVICE);
        ATOMIC(and, &wide[4], number | 0x8421842184218421, DEVICE);
        ATOMIC(max, &wide[5], number, DEVICE);
        ATOMIC(min, (global long *)&wide[6], (long)number, DEVICE);
        ATOMIC(add, &own[number & 3], number, WRKGRP);
        ATOMIC(max, &most[0], (uint)number, WRKGRP);
        ATOMIC(add, &narrow[0], (uint)number, DEVICE);
        ATOMIC(and, &narrow[1], (uint)number | 0xfffffff0, DEVICE);
        ATOMIC(or, &narrow[2], 1u << number % 32, DEVICE);
        ATOMIC(xor, &narrow[3], (uint)number, DEVICE);
        // Remainders of products do not depend on their order.
        ulong old = wide[7];
        while (!__scoped_atomic_compare_exchange_n(
            &wide[7], &old, (old | 1) * (number | 1), 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
            __MEMORY_SCOPE_DEVICE))
            ;
        uint before = narrow[4];
        while (!__scoped_atomic_compare_exchange_n(
            &narrow[4], &before, (before | 1) * ((uint)number | 1), 0, __ATOMIC_RELAXED,
            __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE))
            ;
    }
    BARRIER;
    if (LOCAL_ID_X < 4)
        ATOMIC(add, &wide[8 + LOCAL_ID_X], own[LOCAL_ID_X], DEVICE);
    if (LOCAL_ID_X == 0)
        ATOMIC(max, &narrow[5], most[0], DEVICE);
}

ARGUMENTS(atomics, BUFFER(ulong, 0), BUFFER(ulong, 1), BUFFER(uint, 2), NUMBER(uint, 3))
