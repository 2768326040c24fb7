// Each work-item reads an element of two images, without a sampler, and writes one of a third.
kernel void mirrored(read_only image2d_t fractions, write_only image2d_t halves,
                     read_only image2d_array_t integers, global uint4 *products) {
    int x = get_global_id(0), y = get_global_id(1);
    float4 f = read_imagef(fractions, (int2)(47 - x, y));
    write_imagef(halves, (int2)(x, y), f.wzyx * 0.5f);
    products[y * 48 + x] = read_imageui(integers, (int4)(x, y, y % 2, 0)) * 3u;
}
