// Functions that GPUs only approximate: the reference on the CPU is in double precision,
// and results may differ from it by as many units in the last place as the test says.
#include "portable.h"

#ifdef __OPENCL_C_VERSION__
#define EXP2(X) __builtin_amdgcn_exp2f(X)
#define LOG2(X) __builtin_amdgcn_logf(X)
#define RECIPROCAL(X) __builtin_amdgcn_rcpf(X)
#define INVERSE_ROOT(X) __builtin_amdgcn_rsqf(X)
#define ROOT(X) __builtin_amdgcn_sqrtf(X)
// In turns of the circle.
#define SINE(X) __builtin_amdgcn_sinf(X)
#define COSINE(X) __builtin_amdgcn_cosf(X)
#else
#include <math.h>
#define TURN 6.283185307179586476925286766559
#define EXP2(X) (float)exp2((double)(X))
#define LOG2(X) (float)log2((double)(X))
#define RECIPROCAL(X) (float)(1.0 / (double)(X))
#define INVERSE_ROOT(X) (float)(1.0 / sqrt((double)(X)))
#define ROOT(X) (float)sqrt((double)(X))
#define SINE(X) (float)sin((double)(X) * TURN)
#define COSINE(X) (float)cos((double)(X) * TURN)
#endif

kernel void approximate(global const float *numbers, global float *out, uint count) {
    uint item = GLOBAL_ID_X;
    if (item >= count)
        return;
    float x = numbers[item], magnitude = x < 0 ? -x : x;
    global float *to = out + item * 7;
    to[0] = EXP2(x);
    to[1] = LOG2(magnitude);
    to[2] = RECIPROCAL(x);
    to[3] = INVERSE_ROOT(magnitude);
    to[4] = ROOT(magnitude);
    to[5] = SINE(x);
    to[6] = COSINE(x);
}

ARGUMENTS(approximate, BUFFER(float, 0), BUFFER(float, 1), NUMBER(uint, 2))
