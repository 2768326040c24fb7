// Scales a row of numbers and keeps it between two others. A loop, a function that is
// put in where it is called, and a condition: lines that go forth and back.
static float between(float value, float least, float most) {
  return value < least ? least : value > most ? most : value;
}

kernel void clamp_scale(global float *row, float factor, uint length) {
  uint at = get_global_id(0);
  for (; at < length; at += 256) {
    float value = row[at] * factor;
    if (value != 0.0f)
      row[at] = between(value, -1.0f, 1.0f);
  }
}
