// An array that does not fit the registers: private memory of every element
// size, indexed at run time.
#define STACK(NAME, TYPE)                                                      \
    kernel void NAME(global const TYPE *in, global const int *index,           \
                     global TYPE *out) {                                       \
        volatile private TYPE stack[300];                                      \
        uint i = __builtin_amdgcn_workitem_id_x();                             \
        stack[0] = in[i];                                                      \
        stack[1] = in[i + 1];                                                  \
        stack[299] = in[i + 2];                                                \
        stack[index[i]] = in[i + 3];                                           \
        int uniform = index[0];                                                \
        stack[uniform] = in[i + 4];                                            \
        out[i] = stack[2] + stack[1] + stack[index[i + 1]] + stack[uniform + 1]; \
    }

STACK(stack_uchar, uchar)
STACK(stack_char, char)
STACK(stack_ushort, ushort)
STACK(stack_short, short)
STACK(stack_int, int)
STACK(stack_int2, int2)
STACK(stack_int3, int3)
STACK(stack_int4, int4)

// The halves of a register to and from private memory.
kernel void stack_halves(global const short2 *in, global const int *index,
                         global short2 *out) {
    volatile private short words[200];
    volatile private uchar bytes[200];
    uint i = __builtin_amdgcn_workitem_id_x();
    short2 pair = in[i];
    pair = pair * pair;
    words[index[i]] = pair.y;
    words[index[i] + 1] = pair.x;
    bytes[index[i]] = (uchar)pair.y;
    short2 back = in[i + 1];
    back.y = words[index[i + 1]];
    out[i] = back;
    back.x = words[index[i + 2]];
    out[i + 1] = back;
    back.y = bytes[index[i + 3]];
    out[i + 2] = back;
    back.x = bytes[index[i + 4]];
    out[i + 3] = back;
}
