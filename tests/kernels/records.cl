// Copies of structures through generic, global and private pointers: long
// runs of loads and stores with growing offsets, of odd sizes.
typedef struct {
    uchar tag;
    ushort length;
    int3 position;
    float4 colour;
    ulong id;
    char name[13];
    short flags[5];
} record;

kernel void copy_global(global const record *from, global record *to) {
    uint i = __builtin_amdgcn_workitem_id_x();
    to[i] = from[i];
}

kernel void copy_generic(global ulong *pairs) {
    uint i = __builtin_amdgcn_workitem_id_x();
    const record *from = (const record *)pairs[i * 2];
    record *to = (record *)pairs[i * 2 + 1];
    *to = *from;
}

// A linked list: an address that was loaded is loaded from.
typedef struct node {
    struct node *next;
    record value;
    int weight;
} node;

kernel void sum_list(global ulong *heads, global int *sums) {
    uint i = __builtin_amdgcn_workitem_id_x();
    int sum = 0;
    for (node *n = (node *)heads[i]; n; n = n->next)
        sum += n->weight + n->value.tag + n->value.flags[3] + n->value.name[7];
    sums[i] = sum;
}

kernel void volatile_flags(global volatile int *ready, global int *data) {
    uint i = __builtin_amdgcn_workitem_id_x();
    while (ready[i] == 0) {
    }
    data[i] = __builtin_nontemporal_load(data + i + 512);
    __builtin_nontemporal_store(1, data + i + 1000);
    ready[i] = 0;
}
