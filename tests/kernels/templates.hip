// C++: templates, inline functions and tables of virtual functions are in groups of
// sections, of which a linker takes one.
#define GLOBAL __attribute__((global))
#define DEVICE __attribute__((device))

template <class T>
DEVICE __attribute__((noinline)) T multiply_add(T a, T b) {
    return a * b + b;
}

template <class T>
GLOBAL void polynomial(T *values) {
    values[0] = multiply_add(values[1], values[2]);
}

template GLOBAL void polynomial<int>(int *);
template GLOBAL void polynomial<float>(float *);

struct Shape {
    virtual DEVICE int area(int side) { return side * side; }
};

DEVICE Shape shape;
