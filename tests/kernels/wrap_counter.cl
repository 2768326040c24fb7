// Counters that wrap around: atomic increment and decrement.
#define RELAXED __ATOMIC_RELAXED, "workgroup"

kernel void wrap_global(global uint *a, global ulong *b, global uint *old,
                        global ulong *old_wide) {
    uint i = __builtin_amdgcn_workitem_id_x();
    __builtin_amdgcn_atomic_inc32(a + i, 999u, RELAXED);
    __builtin_amdgcn_atomic_dec32(a + i + 64, 999u, RELAXED);
    __builtin_amdgcn_atomic_inc64(b + i, 999ul, RELAXED);
    __builtin_amdgcn_atomic_dec64(b + i + 64, 999ul, RELAXED);
    old[i] = __builtin_amdgcn_atomic_inc32(a + i + 128, 999u, RELAXED);
    old[i + 64] = __builtin_amdgcn_atomic_dec32(a + i + 192, 999u, RELAXED);
    old_wide[i] = __builtin_amdgcn_atomic_inc64(b + i + 128, 999ul, RELAXED);
    old_wide[i + 64] =
        __builtin_amdgcn_atomic_dec64(b + i + 192, 999ul, RELAXED);
}

kernel void wrap_generic(global ulong *where, global uint *old,
                         global ulong *old_wide) {
    uint i = __builtin_amdgcn_workitem_id_x();
    uint *a = (uint *)where[i];
    ulong *b = (ulong *)where[i + 64];
    __builtin_amdgcn_atomic_inc32(a, 7u, RELAXED);
    __builtin_amdgcn_atomic_dec32(a + 1, 7u, RELAXED);
    __builtin_amdgcn_atomic_inc64(b, 7ul, RELAXED);
    __builtin_amdgcn_atomic_dec64(b + 1, 7ul, RELAXED);
    old[i] = __builtin_amdgcn_atomic_inc32(a + 2, 7u, RELAXED);
    old[i + 64] = __builtin_amdgcn_atomic_dec32(a + 3, 7u, RELAXED);
    old_wide[i] = __builtin_amdgcn_atomic_inc64(b + 2, 7ul, RELAXED);
    old_wide[i + 64] = __builtin_amdgcn_atomic_dec64(b + 3, 7ul, RELAXED);
}
