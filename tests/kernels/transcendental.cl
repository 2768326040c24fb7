// The units for exponents, logarithms, roots and angles, of every width, with
// what a library puts around them.
kernel void angles(global const float *in, global float *out, float scale) {
    uint i = __builtin_amdgcn_workitem_id_x();
    float turns = __builtin_amdgcn_fractf(in[i] * 0.15915494f);
    float s = __builtin_amdgcn_sinf(turns), c = __builtin_amdgcn_cosf(turns);
    out[3 * i] = s * scale;
    out[3 * i + 1] = __builtin_fabsf(c) - s;
    out[3 * i + 2] = -s / c;
}

kernel void exponents(global const float *in, global float *out) {
    uint i = __builtin_amdgcn_workitem_id_x();
    float x = in[i];
    float log = __builtin_amdgcn_logf(x);
    float rounded = __builtin_rintf(log);
    out[6 * i] = __builtin_amdgcn_exp2f(log * 0.5f);
    out[6 * i + 1] = __builtin_amdgcn_ldexpf(log - rounded, (int)rounded);
    out[6 * i + 2] = __builtin_amdgcn_rcpf(x) + __builtin_amdgcn_rsqf(-x);
    out[6 * i + 3] = __builtin_sqrtf(x) + __builtin_floorf(x) * 4.0f;
    out[6 * i + 4] = __builtin_fmaf(x, log, __builtin_truncf(-x));
    out[6 * i + 5] = __builtin_fminf(__builtin_fmaxf(x, 0.0f), 1.0f) + 0.15915494f;
}

kernel void doubles(global const double *in, global double *out, global int *exponent) {
    uint i = __builtin_amdgcn_workitem_id_x();
    double x = in[i], y = in[i + 1];
    out[5 * i] = x / y;
    out[5 * i + 1] = __builtin_sqrt(x);
    out[5 * i + 2] = __builtin_fma(x, y, 1.0);
    out[5 * i + 3] = __builtin_amdgcn_ldexp(__builtin_amdgcn_frexp_mant(x), 3);
    out[5 * i + 4] = __builtin_floor(x) + (double)(float)y + (double)(int)x;
    exponent[i] = __builtin_amdgcn_frexp_exp(x) + __builtin_amdgcn_class(y, 0x207);
}

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void halves(global const half *in, global half *out) {
    uint i = __builtin_amdgcn_workitem_id_x();
    half x = in[i], y = in[i + 1];
    out[2 * i] = x * y + (half)0.5f;
    out[2 * i + 1] = x / y;
}

kernel void pairs(global const half2 *in, global half2 *out) {
    uint i = __builtin_amdgcn_workitem_id_x();
    half2 x = in[i], y = in[i + 1];
    out[i] = x * y.yx + x.xx - y;
}

// Polynomials of Horner's scheme: literals of every sort.
kernel void series(global const float *in, global float *out) {
    uint i = __builtin_amdgcn_workitem_id_x();
    float x = in[i], sum = 1.9875691500e-4f;
    sum = __builtin_fmaf(sum, x, 1.3981999507e-3f);
    sum = __builtin_fmaf(sum, x, 8.3334519073e-3f);
    sum = __builtin_fmaf(sum, x, 4.1665795894e-2f);
    sum = __builtin_fmaf(sum, x, 0.5f);
    out[i] = x > 0.693f ? sum * 2.0f : -sum;
}
