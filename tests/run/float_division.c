// Division and square roots of single and of double precision, rounded correctly.
#include "portable.h"

kernel void float_division(global const float *a, global const float *b,
                           global float *singles, global const double *c,
                           global const double *d, global double *doubles, uint count) {
    uint item = GLOBAL_ID_X;
    if (item >= count)
        return;
    float x = a[item], y = b[item];
    singles[item * 3] = x / y;
    singles[item * 3 + 1] = 1.0f / y;
    singles[item * 3 + 2] = __builtin_sqrtf(x < 0 ? -x : x);
    double u = c[item], v = d[item];
    doubles[item * 3] = u / v;
    doubles[item * 3 + 1] = 1.0 / v;
    doubles[item * 3 + 2] = __builtin_sqrt(u < 0 ? -u : u);
}

ARGUMENTS(float_division, BUFFER(float, 0), BUFFER(float, 1), BUFFER(float, 2),
          BUFFER(double, 3), BUFFER(double, 4), BUFFER(double, 5), NUMBER(uint, 6))
