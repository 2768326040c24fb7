//! Local and private memory, and what leads to it.

use isa_mc::gcn::dispatch::{Device, Launch, Value};
use isa_mc::gcn::syntax;

use super::{ADDRESS, BUFFER, KERNARG, STORE, dwords, image, plain_image, processor, run, start};

/// Where private memory is there when a kernel starts, user SGPRs have nothing of it, and
/// each wavefront of a group finds its own.
#[test]
fn private_memory_is_there_where_nobody_sets_it_up() {
    for cpu in ["gfx942", "gfx1100", "gfx1150", "gfx1200"] {
        // s[0:1] packet, [2:3] queue, [4:5] arguments, [6:7] id, 8 size.
        let accumulation = match processor(cpu).unified_registers {
            true => " accum_offset 24",
            false => "",
        };
        let directives = format!(
            "user_sgpr_dispatch_ptr 1 user_sgpr_queue_ptr 1 user_sgpr_kernarg_segment_ptr 1 \
             user_sgpr_dispatch_id 1 user_sgpr_private_segment_size 1 enable_private_segment 1 \
             private_segment_fixed_size 20 kernarg_size 8{accumulation}"
        );
        let code = format!(
            "  s_load_dwordx2 s[16:17], s[4:5], 0x0
  s_load_dword s20, s[0:1], 0x4
  s_waitcnt lgkmcnt(0)
  s_lshl_b32 s20, s20, 8
  s_lshl_b32 s21, s6, 24
  s_or_b32 s20, s20, s21
  s_or_b32 s20, s20, s8
  v_mul_u32_u24 v2, 7, v0
  scratch_store_dword off, v2, off offset:16
  s_barrier
  scratch_load_dword v1, off, off offset:16
  s_waitcnt vmcnt(0)
  v_xor_b32 v1, s20, v1
  {STORE}
  s_endpgm"
        );
        let image = plain_image(cpu, &directives, &code);
        let (mut dispatch, buffer) = start(&image, Launch::new([128, 1, 1], [128, 1, 1]));
        let target = dispatch.environment().target();
        if let Err(error) = dispatch.run(&mut ()) {
            panic!("{cpu}: {}", error.display(&target, syntax::LLVM));
        }
        // Groups of 128 in the second dword of the packet, the first dispatch, and 20 bytes
        // that take 32.
        let said = 128 << 8 | 1 << 24 | 32;
        let wanted: Vec<u32> = (0..128).map(|item| (7 * item) ^ said).collect();
        assert_eq!(dwords(dispatch, buffer, 128), wanted, "{cpu}");
    }
}

/// Local and private memory are reached by their own instructions and through addresses
/// among all, which the queue, arguments or registers tell.
#[test]
fn apertures_lead_to_local_and_private_memory() {
    for cpu in ["gfx700", "gfx803", "gfx900", "gfx906"] {
        let flat_scratch = match cpu {
            "gfx900" | "gfx906" => {
                "  s_add_u32 flat_scratch_lo, s2, s5\n  s_addc_u32 flat_scratch_hi, s3, 0\n"
            }
            // An offset in units of 256 bytes, and the size.
            _ => {
                "  s_add_u32 s2, s2, s5\n  s_mov_b32 flat_scratch_lo, s3\n  s_lshr_b32 flat_scratch_hi, s2, 8\n"
            }
        };
        let code = format!(
            "{flat_scratch}{ADDRESS}
  s_mov_b32 m0, -1
  v_mov_b32 v4, v0
  v_mov_b32 v5, 0x10000
  v_mov_b32 v7, 0x20000
  v_mov_b32 v6, 6
  v_lshlrev_b32 v4, 2, v4
  v_mov_b32 v8, 0x1000
  v_or_b32 v8, v8, v0
  flat_store_dword v[4:5], v8
  s_waitcnt vmcnt(0) lgkmcnt(0)
  ds_read_b32 v9, v4
  s_waitcnt lgkmcnt(0)
  flat_store_dwordx2 v[6:7], v[8:9]
  s_waitcnt vmcnt(0) lgkmcnt(0)
  v_mov_b32 v6, 8
  flat_load_dword v1, v[6:7]
  s_waitcnt vmcnt(0) lgkmcnt(0)
  {STORE}
  s_endpgm"
        );
        let directives = format!(
            "{KERNARG} user_sgpr_flat_scratch_init 1 system_sgpr_private_segment_wavefront_offset 1 \
             group_segment_fixed_size 512 private_segment_fixed_size 16"
        );
        let launch = Launch::new([128, 1, 1], [128, 1, 1]);
        let found = run(cpu, &directives, &code, launch, 128);
        // Bytes 8 to 11 are the upper half of one dword and the lower of the other.
        let wanted: Vec<u32> = (0..128)
            .map(|item| u32::rotate_left(0x1000 | item, 16))
            .collect();
        assert_eq!(found, wanted, "{cpu}");
    }
}

/// Symbols in local memory have places behind what kernels ask for; arrays without a size
/// come last, where the runtime's local memory begins.
#[test]
fn symbols_lie_in_local_memory() {
    let code = format!(
        "{ADDRESS}
  v_mov_b32 v2, first@abs32@lo
  v_mov_b32 v3, last@abs32@lo
  v_mov_b32 v4, second@abs32@lo
  v_mov_b32 v5, 11
  ds_write_b32 v2, v5
  ds_write_b32 v4, v5 offset:96
  ds_write_b32 v3, v5 offset:12
  v_lshlrev_b32 v1, 8, v3
  v_or_b32 v1, v1, v2
  v_lshlrev_b32 v1, 8, v1
  v_or_b32 v1, v1, v4
  {STORE}
  s_endpgm
.globl last, first, second
.amdgpu_lds last, 0, 16
.amdgpu_lds first, 8, 4
.amdgpu_lds second, 100, 32"
    );
    let directives = format!("{KERNARG} group_segment_fixed_size 18");
    let image = image("gfx900", &directives, &code);
    let kernel = image.kernel(None).expect("a kernel");
    // 20 to 28, 32 to 132, and 144.
    assert_eq!(kernel.local_bytes, 144);
    let mut launch = Launch::new([64, 1, 1], [64, 1, 1]);
    launch.local = 16;
    let (mut dispatch, buffer) = start(&image, launch.clone());
    dispatch.run(&mut ()).expect("it ends");
    assert_eq!(dwords(dispatch, buffer, 1), [144 << 16 | 20 << 8 | 32]);
    launch.local = 12;
    let (mut dispatch, _) = start(&image, launch);
    dispatch.run(&mut ()).expect_err("beyond local memory");
}

/// The hidden address of the queue leads to its head, which says where apertures begin.
#[test]
fn the_queue_is_a_hidden_argument() {
    let code = format!(
        "s_load_dwordx4 s[16:19], s[0:1], 0x0
  s_waitcnt lgkmcnt(0)
  s_load_dwordx2 s[20:21], s[18:19], 0x40
  s_waitcnt lgkmcnt(0)
  s_lshr_b32 s20, s20, 8
  s_or_b32 s20, s20, s21
  v_mov_b32 v1, s20
  {STORE}
  s_endpgm
.amdgpu_metadata
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .args:
      - {{ .size: 8, .offset: 0, .value_kind: global_buffer }}
      - {{ .size: 8, .offset: 8, .value_kind: hidden_queue_ptr }}
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 48
    .vgpr_count: 24
    .max_flat_workgroup_size: 1024
.end_amdgpu_metadata"
    );
    let directives = "user_sgpr_kernarg_segment_ptr 1 kernarg_size 16";
    let image = image("gfx900", directives, &code);
    let mut device = Device::new();
    device.load(&image);
    let buffer = device.allocate(BUFFER).expect("room");
    let launch = Launch::new([1, 1, 1], [1, 1, 1]).argument(Value::Address(buffer));
    let kernel = image.kernel(None).expect("a kernel");
    let mut dispatch = launch.start(&image, kernel, device).expect("a launch");
    dispatch.run(&mut ()).expect("it ends");
    assert_eq!(dwords(dispatch, buffer, 1), [0x0002_0100]);
}
