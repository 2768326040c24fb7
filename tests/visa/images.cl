// Each work-item writes an element of each image: fractions and numbers of any size, integers
// with a sign and without.
kernel void images(write_only image2d_t fractions, global uint *sums,
                   write_only image2d_array_t signed_integers,
                   write_only image1d_t integers, uint seed) {
    uint x = get_global_id(0), y = get_global_id(1);
    float f = (float)(int)(x * 3 + y) / 32.0f - 1.25f;
    write_imagef(fractions, (int2)((int)x, (int)y), (float4)(f, -f, f * f, 1.0f - f));
    int n = (int)(x * 1021 + y * seed) - 20000;
    write_imagei(signed_integers, (int4)((int)x, (int)y, (int)(y % 3), 0), (int4)(n, -n, n / 64, n * 4096));
    if (y == 1)
        write_imageui(integers, (int)x, (uint4)(x * 5, x * seed, x << 28, ~x));
    sums[y * 48 + x] = x + y * seed;
}
