// A polynomial in double precision by Horner's rule, with roundings and with fused
// multiplications, and what conversions make of it.
#include "portable.h"

constant double COEFFICIENT[8] = {1.0,         -0.5,        0x1.5555555555555p-3,
                                  -0.25e-1,    0x1.8p-7,    -3.5e-4,
                                  0x1.fffp-14, 1.0 / 40320};

kernel void polynomial(global const double *points, global double *values,
                       global float *singles, global long *wholes, uint count) {
    uint item = GLOBAL_ID_X;
    if (item >= count)
        return;
    double x = points[item], rounded = 0, fused = 0, power = 1;
    for (int k = 7; k >= 0; --k) {
        rounded = rounded * x + COEFFICIENT[k];
        fused = __builtin_fma(fused, x, COEFFICIENT[k]);
    }
    for (int k = 0; k < 8; ++k)
        power = power * (x - k);
    values[item * 4] = rounded;
    values[item * 4 + 1] = fused;
    values[item * 4 + 2] = rounded - fused;
    values[item * 4 + 3] = x < 0 ? -power : power;
    singles[item] = (float)(x * 0x1p-30);
    int inside = x > -0x1p62 && x < 0x1p62;
    wholes[item * 2] = inside ? (long)x : -1;
    wholes[item * 2 + 1] = (long)((double)(uint)(item * 0x9e3779b9) + (double)(int)(item * 0x85ebca6b));
}

ARGUMENTS(polynomial, BUFFER(double, 0), BUFFER(double, 1), BUFFER(float, 2),
          BUFFER(long, 3), NUMBER(uint, 4))
