//! Whole programs over a grid, in assembly that asks for one thing each: what wavefronts
//! begin with, what they share, how they wait and end, and what stops them.

mod barriers;

use std::fmt::Write as _;

use isa_mc::exec::Registers;
use isa_mc::exec::dispatch::{
    Dispatch, Environment as _, Event, Observer, Place, RunError, RunErrorKind, Step, Uninitialized,
};
use isa_mc::gcn::dispatch::{Device, Grid, Launch, LaunchError, Value};
use isa_mc::gcn::features::Modes;
use isa_mc::gcn::loader::Image;
use isa_mc::gcn::processors::Processor;
use isa_mc::gcn::{self, syntax, with_modes};
use isa_test_support::programs;

const PROCESSORS: [&str; 10] = [
    "gfx600", "gfx700", "gfx803", "gfx900", "gfx906", "gfx1010", "gfx1030", "gfx1100", "gfx1150",
    "gfx1200",
];

/// Those whose wavefronts have 64 lanes.
const WAVE64: [&str; 5] = ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"];

/// Whether a processor's wavefronts have 32 lanes.
fn is_wave32(cpu: &str) -> bool {
    !WAVE64.contains(&cpu) && cpu.starts_with("gfx1")
}

/// The row of a processor.
fn processor(cpu: &str) -> &'static Processor {
    Processor::named(cpu).expect("a processor")
}

/// Brings ids to where other processors have them behind the address of the arguments: of
/// work-items in a register each, and of groups in `s2` to `s4`.
fn unpacked(cpu: &str) -> String {
    let mut code = String::new();
    if processor(cpu).packed_items {
        code += "  v_bfe_u32 v2, v0, 20, 10\n  v_bfe_u32 v1, v0, 10, 10\n";
        code += "  v_and_b32 v0, 0x3ff, v0\n";
    }
    if processor(cpu).architected_groups {
        code += "  s_mov_b32 s2, ttmp9\n  s_and_b32 s3, ttmp7, 0xffff\n";
        code += "  s_lshr_b32 s4, ttmp7, 16\n";
    }
    code
}

/// The image of a kernel `k` with these directives and this code, which finds ids where most
/// processors have them.
fn image(cpu: &str, directives: &str, code: &str) -> Image {
    plain_image(cpu, directives, &format!("{}{code}", unpacked(cpu)))
}

/// The same with ids as the processor has them.
fn plain_image(cpu: &str, directives: &str, code: &str) -> Image {
    let words: Vec<&str> = directives.split_whitespace().collect();
    let pairs = words.chunks(2);
    let directives: Vec<String> = pairs
        .map(|pair| format!("  .amdhsa_{} {}\n", pair[0], pair[1]))
        .collect();
    let registers = "  .amdhsa_next_free_vgpr 24\n  .amdhsa_next_free_sgpr 48\n";
    // Another descriptor of a buffer, and masks of 32 lanes.
    let mut code = match is_wave32(cpu) {
        true => code
            .replace("0x27fac", "0x31016fac")
            .replace(" vcc,", " vcc_lo,"),
        false => code.to_owned(),
    };
    if processor(cpu).generation() >= 12 {
        // Registers only say how far behind the address, and barriers have two halves.
        code = code
            .replace("], 0 offen", "], null offen")
            .replace("s_barrier\n", "s_barrier_signal -1\n  s_barrier_wait -1\n");
    }
    programs::kernel(
        cpu,
        "k",
        &code,
        &format!("{registers}{}", directives.concat()),
    )
}

/// Bytes of the one buffer, which is the one argument.
const BUFFER: u64 = 4096;

/// A dispatch of `k`, and where its buffer is.
fn start(image: &Image, mut launch: Launch) -> (Dispatch<'static, Grid>, u64) {
    let mut device = Device::new();
    device.load(image);
    let buffer = device.allocate(BUFFER).expect("room");
    device.zero(buffer, BUFFER).expect("the buffer");
    launch.kernarg_segment = Some(buffer.to_le_bytes().to_vec());
    let kernel = image.kernel(None).expect("a kernel");
    let dispatch = launch.start(image, kernel, device).expect("a launch");
    (dispatch, buffer)
}

/// The dwords of the buffer.
fn dwords(dispatch: Dispatch<'static, Grid>, buffer: u64, count: usize) -> Vec<u32> {
    let mut device = dispatch.into_environment().into_device();
    let bytes = device.read(buffer, count * 4).expect("the buffer");
    let four = bytes.chunks_exact(4);
    four.map(|four| u32::from_le_bytes(four.try_into().expect("four")))
        .collect()
}

fn run(cpu: &str, directives: &str, code: &str, launch: Launch, count: usize) -> Vec<u32> {
    let image = image(cpu, directives, code);
    let (mut dispatch, buffer) = start(&image, launch);
    let target = dispatch.environment().target();
    if let Err(error) = dispatch.run(&mut ()) {
        panic!("{cpu}: {}", error.display(&target, syntax::LLVM));
    }
    let notes: Vec<String> = dispatch
        .notes()
        .map(|it| it.display(&target, syntax::LLVM).to_string())
        .collect();
    assert!(notes.is_empty(), "{cpu}: {notes:?}");
    dwords(dispatch, buffer, count)
}

/// Why a program stops, as it is told.
fn stops(cpu: &str, directives: &str, code: &str) -> (RunError, String) {
    let image = image(cpu, directives, code);
    let (mut dispatch, _) = start(&image, Launch::new([64, 1, 1], [64, 1, 1]));
    dispatch.budget(1000);
    let target = dispatch.environment().target();
    let error = dispatch.run(&mut ()).expect_err(code);
    (error, error.display(&target, syntax::LLVM).to_string())
}

/// Stores `v1` at dword `v0` of the buffer whose address is in `s[16:17]`, on every
/// processor.
const STORE: &str = "
  v_lshlrev_b32 v10, 2, v0
  s_mov_b32 s18, -1
  s_mov_b32 s19, 0x27fac
  buffer_store_dword v1, v10, s[16:19], 0 offen
";

const KERNARG: &str = "user_sgpr_kernarg_segment_ptr 1 kernarg_size 8";

/// Loads the buffer's address from the arguments in `s[0:1]`.
const ADDRESS: &str = "
  s_load_dwordx2 s[16:17], s[0:1], 0x0
  s_waitcnt lgkmcnt(0)
";

/// Every work-item has its ids; lanes beyond the group do not run.
#[test]
fn work_items_know_who_they_are() {
    for cpu in PROCESSORS {
        // x + 16 y + 256 z + 4096 times the group's, at the place of the work-item.
        let code = format!(
            "{ADDRESS}
  v_lshlrev_b32 v3, 4, v1
  v_or_b32 v3, v3, v0
  v_lshlrev_b32 v4, 8, v2
  v_or_b32 v3, v3, v4
  s_lshl_b32 s5, s2, 12
  s_lshl_b32 s6, s3, 14
  s_or_b32 s5, s5, s6
  s_lshl_b32 s6, s4, 16
  s_or_b32 s5, s5, s6
  v_or_b32 v3, s5, v3
  v_mul_u32_u24 v1, 5, v1
  v_mul_u32_u24 v2, 15, v2
  s_mul_i32 s7, s3, 2
  s_add_u32 s7, s7, s2
  s_mul_i32 s8, s4, 6
  s_add_u32 s7, s7, s8
  s_mul_i32 s7, s7, 90
  v_or_b32 v4, 0, v0
  v_mov_b32 v0, s7
  v_mov_b32 v6, 0
  v_mad_u32_u24 v0, 1, v0, v4
  v_mad_u32_u24 v0, 1, v0, v1
  v_mad_u32_u24 v0, 1, v0, v2
  v_mov_b32 v1, v3
  {STORE}
  s_endpgm"
        );
        let directives = format!(
            "{KERNARG} system_sgpr_workgroup_id_y 1 system_sgpr_workgroup_id_z 1 system_vgpr_workitem_id 2"
        );
        // Groups of 90 work-items: a wavefront of 64 and one of 26.
        let launch = Launch::new([10, 9, 6], [5, 3, 6]);
        let found = run(cpu, &directives, &code, launch, 2 * 3 * 90);
        let mut place = 0;
        for (group_y, group_x) in (0..3).flat_map(|y| (0..2).map(move |x| (y, x))) {
            for (z, y, x) in
                (0..6).flat_map(|z| (0..3).flat_map(move |y| (0..5).map(move |x| (z, y, x))))
            {
                let wanted = x | y << 4 | z << 8 | group_x << 12 | group_y << 14;
                assert_eq!(found[place], wanted, "{cpu}: work-item {place}");
                place += 1;
            }
        }
    }
}

/// From gfx10 on the descriptor says how many lanes wavefronts have: a workgroup has more of
/// 32 lanes, whose masks have 32 bits, and its work-items are counted through.
#[test]
fn wavefronts_have_as_many_lanes_as_the_descriptor_says() {
    let launch = Launch::new([20, 5, 1], [20, 5, 1]);
    for (cpu, size32, lanes, last) in [
        ("gfx900", "", 64, 36),
        ("gfx1010", "", 32, 4),
        ("gfx1030", "wavefront_size32 1", 32, 4),
        ("gfx1030", "wavefront_size32 0", 64, 36),
        ("gfx1100", "", 32, 4),
        ("gfx1201", "wavefront_size32 0", 64, 36),
    ] {
        let directives = format!("{KERNARG} system_vgpr_workitem_id 1 {size32}");
        let (mut dispatch, _) = start(&image(cpu, &directives, "s_endpgm"), launch.clone());
        let target = dispatch.environment().target();
        let mut grid = dispatch.into_environment();
        assert_eq!(grid.lanes(), lanes, "{cpu} {size32}");
        let waves = grid.waves([0; 3]);
        assert_eq!(waves, 100_u32.div_ceil(lanes));
        for wave in 0..waves {
            let mut registers = Registers::new(&target);
            let place = Place {
                group: [0; 3],
                wave,
            };
            grid.begin_wave(place, &mut registers);
            let active = if wave + 1 == waves { last } else { lanes };
            let exec = registers.state("EXEC").expect("EXEC");
            assert_eq!(exec, u64::MAX >> (64 - active), "{cpu} {wave}");
            for lane in 0..active {
                let item = u64::from(wave * lanes + lane);
                let ids = match processor(cpu).packed_items {
                    true => vec![("v0", (item % 20) | ((item / 20) << 10))],
                    false => vec![("v0", item % 20), ("v1", item / 20)],
                };
                for (name, id) in ids {
                    let found = registers.lane(name, lane as usize).expect(name);
                    assert_eq!(found, [id], "{cpu} {wave} {lane}");
                }
            }
        }
        // The dispatch runs what the target of such wavefronts has.
        let wave32 = with_modes(gcn::target(cpu).expect(cpu), Modes::default());
        assert_eq!(
            target.features() == wave32.features(),
            lanes == 32 || cpu == "gfx900"
        );
    }
}

/// All that a descriptor can ask for lies where LLVM's documentation says.
#[test]
fn scalar_registers_are_what_the_descriptor_asks_for() {
    let sets_up = |cpu: &&str| !processor(cpu).architected_scratch;
    for cpu in PROCESSORS.into_iter().filter(sets_up) {
        let generation = processor(cpu).generation();
        // s[0:3] descriptor, [4:5] packet, [6:7] queue, [8:9] arguments, [10:11] id,
        // [12:13] flat scratch, 14 size, then 16 x, 17 info, 18 offset (15 is counted
        // and not named).
        let directives = "user_sgpr_count 16 user_sgpr_private_segment_buffer 1 \
             user_sgpr_dispatch_ptr 1 user_sgpr_queue_ptr 1 user_sgpr_kernarg_segment_ptr 1 \
             user_sgpr_dispatch_id 1 user_sgpr_flat_scratch_init 1 user_sgpr_private_segment_size 1 \
             system_sgpr_private_segment_wavefront_offset 1 system_sgpr_workgroup_info 1 \
             private_segment_fixed_size 20 group_segment_fixed_size 512 kernarg_size 8";
        // Dwords that are told: kept in s20 and on, stored by lanes 0 and on.
        let offset = |byte: u32| if generation < 8 { byte / 4 } else { byte };
        let mut code = format!(
            "  s_mov_b32 s30, s18
  s_mov_b32 s31, s16
  s_load_dwordx2 s[16:17], s[8:9], 0x0
  s_load_dwordx4 s[20:23], s[4:5], {:#x}
  s_load_dwordx2 s[24:25], s[4:5], {:#x}
  s_load_dwordx2 s[26:27], s[6:7], {:#x}
  s_waitcnt lgkmcnt(0)
  s_mov_b32 s28, s3
  s_mov_b32 s29, s14
  v_mov_b32 v1, 0\n",
            offset(0),
            offset(24),
            offset(0x40)
        );
        let told = [20, 21, 22, 24, 25, 26, 27, 28, 29, 30, 31, 10, 11, 13, 1, 2];
        let vcc = if is_wave32(cpu) { "vcc_lo" } else { "vcc" };
        for (lane, register) in told.iter().enumerate() {
            let _ = writeln!(
                code,
                "  v_cmp_eq_u32 vcc, {lane}, v0\n  v_mov_b32 v2, s{register}\n  v_cndmask_b32 v1, v1, v2, {vcc}"
            );
        }
        code.extend([STORE, "\n  s_endpgm"]);
        let launch = Launch::new([128, 1, 1], [64, 1, 1]);
        let found = run(cpu, directives, &code, launch, told.len());
        // A kernel's dispatch of one dimension, groups of 64, a grid of 128.
        assert_eq!(found[..3], [1 << 16 | 2, 64 | 1 << 16, 1], "{cpu}");
        // Private and local memory: 20 bytes take 32.
        assert_eq!(found[3..5], [32, 512], "{cpu}");
        // Apertures of local and of private memory.
        assert_eq!(found[5..7], [1 << 16, 2 << 16], "{cpu}");
        let descriptor = found[7];
        assert_eq!(descriptor >> 23 & 1, 1, "{cpu}: lanes are added");
        // 64 lanes lie beside one another, or 32.
        let stride = if is_wave32(cpu) { 2 } else { 3 };
        assert_eq!(
            descriptor >> 21 & 3,
            stride,
            "{cpu}: lanes beside one another"
        );
        assert_eq!(found[8], 32, "{cpu}: private memory of a work-item");
        assert_eq!(found[9], 0, "{cpu}: the first wavefront's private memory");
        // The last group is what is left in memory.
        assert_eq!(found[10], 1, "{cpu}: the group");
        assert_eq!(found[11..13], [1, 0], "{cpu}: the dispatch");
        let flat = if generation < 9 { 32 } else { 0x80 };
        assert_eq!(found[13], flat, "{cpu}: flat scratch");
        // Swizzled, and of any length.
        assert_eq!(found[14..16], [1 << 31 | 0x80, u32::MAX], "{cpu}");
    }
}

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

/// What stops a program says where, and what to look at.
#[test]
fn what_stops_a_program_is_told() {
    let mut told = String::new();
    let mut case = |what: &str, directives: &str, code: &str| {
        let (error, text) = stops("gfx900", directives, code);
        let _ = writeln!(told, "{what}\n  {text}");
        error
    };
    let error = case("endless", "", "loop: s_branch loop");
    assert_eq!(error.kind, RunErrorKind::Budget { budget: 1000 });
    case("trap", "", "s_nop 0\ns_trap 2");
    case("halt", "", "s_sethalt 1");
    case("no instruction", "", "s_nop 0\n.long 0xbf7fffff");
    case("beyond the end", "", "s_nop 0");
    case("nowhere", "", "s_mov_b64 s[0:1], 16\ns_setpc_b64 s[0:1]");
    case("odd", "", "s_mov_b64 s[0:1], 18\ns_setpc_b64 s[0:1]");
    case(
        "local memory",
        "group_segment_fixed_size 16",
        "v_lshlrev_b32 v0, 2, v0\nds_write_b32 v0, v0",
    );
    case(
        "behind the buffer",
        KERNARG,
        "s_load_dwordx2 s[4:5], s[0:1], 0x0\nv_mul_u32_u24 v0, 100, v0\nv_mov_b32 v1, s4\nglobal_store_dword v0, v1, s[4:5]",
    );
    case(
        "private memory",
        "private_segment_fixed_size 8 user_sgpr_flat_scratch_init 1",
        "s_mov_b32 flat_scratch_lo, s0\ns_mov_b32 flat_scratch_hi, s1\nv_lshlrev_b32 v0, 1, v0\nscratch_store_dword v0, v0, off",
    );
    case(
        "null",
        "",
        "s_mov_b64 s[0:1], 0\ns_load_dword s2, s[0:1], 0x0",
    );
    insta::assert_snapshot!(told);
}

/// Reading what was never written is reported once for each instruction, or is an error.
#[test]
fn what_was_never_written_is_reported() {
    let code = format!(
        "{ADDRESS}
  v_add_u32 v1, v0, v5
  s_add_u32 s20, s21, 1
  v_mov_b32 v2, 0
  ds_read_b32 v3, v2
  s_mov_b32 s3, 3
loop:
  v_xor_b32 v6, v7, v0
  s_sub_u32 s3, s3, 1
  s_cbranch_scc0 loop
  v_writelane_b32 v11, s3, 4
  v_readlane_b32 s20, v11, 4
  v_readlane_b32 s20, v11, 5
  v_cmp_gt_u32 vcc, 3, v0
  s_and_saveexec_b64 s[6:7], vcc
  v_mov_b32 v8, 1
  s_mov_b64 exec, s[6:7]
  v_mov_b32 v9, v8
  v_mov_b32 v9, v9
  s_endpgm"
    );
    let directives = format!("{KERNARG} group_segment_fixed_size 4");
    let image = image("gfx900", &directives, &code);
    let (mut dispatch, _) = start(&image, Launch::new([64, 1, 1], [64, 1, 1]));
    let target = dispatch.environment().target();
    dispatch.run(&mut ()).expect("it ends");
    let notes = dispatch
        .notes()
        .map(|it| format!("{}\n", it.display(&target, syntax::LLVM)));
    insta::assert_snapshot!(notes.collect::<String>());

    let (mut dispatch, _) = start(&image, Launch::new([64, 1, 1], [64, 1, 1]));
    dispatch.uninitialized(Uninitialized::Fatal);
    let error = dispatch.run(&mut ()).expect_err("the first of them");
    assert!(
        matches!(error.kind, RunErrorKind::Uninitialized(_)),
        "{error:?}"
    );
    let (mut dispatch, _) = start(&image, Launch::new([64, 1, 1], [64, 1, 1]));
    dispatch.uninitialized(Uninitialized::Ignore);
    dispatch.run(&mut ()).expect("it ends");
    assert_eq!(dispatch.notes().count(), 0);
}

/// Notes down every instruction with its events.
#[derive(Default, PartialEq, Debug)]
struct Notebook(Vec<(u64, u64, Vec<Event>)>);

impl Observer for Notebook {
    fn wants_events(&self) -> bool {
        true
    }

    fn step(&mut self, step: &Step<'_>) {
        self.0
            .push((step.address, step.lanes, step.events.to_vec()));
    }
}

/// The same dispatch always does the same, and says so lane by lane.
#[test]
fn events_are_all_and_the_same() {
    let code = format!("{ADDRESS}\n  v_add_u32 v1, 3, v0\n{STORE}\n  s_endpgm");
    let image = image("gfx900", KERNARG, &code);
    let books: Vec<Notebook> = (0..2)
        .map(|_| {
            let (mut dispatch, _) = start(&image, Launch::new([130, 1, 1], [65, 1, 1]));
            let mut book = Notebook::default();
            dispatch.run(&mut book).expect("it ends");
            book
        })
        .collect();
    assert_eq!(books[0], books[1]);
    let steps = &books[0].0;
    assert_eq!(steps.len(), 4 * 8, "two groups of two wavefronts");
    // The second wavefront of a group has one lane.
    let add = steps[8..16].iter().find(|(_, lanes, events)| {
        let writes = |event: &Event| matches!(event, Event::Write { lanes: 1, values, .. } if values[0] == 64 + 3);
        *lanes == 1 && events.iter().any(writes)
    });
    let (_, _, events) = add.expect("the addition");
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::Read { lanes: 1, values, .. } if values[0] == 64)),
        "{events:?}"
    );
    let stored = |events: &Vec<Event>| {
        events
            .iter()
            .filter(|it| matches!(it, Event::Store { .. }))
            .count()
    };
    assert_eq!(
        steps
            .iter()
            .map(|(_, _, events)| stored(events))
            .sum::<usize>(),
        130
    );
}

/// That an instruction reads where it is, is told like any other read.
#[test]
fn reading_the_program_counter_is_an_event() {
    let image = image("gfx900", "", "s_getpc_b64 s[4:5]\ns_endpgm");
    let (mut dispatch, _) = start(&image, Launch::new([64, 1, 1], [64, 1, 1]));
    let mut book = Notebook::default();
    dispatch.run(&mut book).expect("it ends");
    let (address, _, events) = &book.0[0];
    let behind = address + 4;
    let reads = |it: &Event| matches!(it, Event::ReadState { value, .. } if *value == behind);
    assert!(events.iter().any(reads), "{events:?}");
}

/// A breakpoint is a loop over single steps; registers can be looked at and changed.
#[test]
fn single_steps_stop_where_one_likes() {
    let code = format!("{ADDRESS}\n  s_mov_b32 s20, 5\n  v_mov_b32 v1, s20\n{STORE}\n  s_endpgm");
    let image = image("gfx900", KERNARG, &code);
    let (mut dispatch, buffer) = start(&image, Launch::new([64, 1, 1], [64, 1, 1]));
    let entry = dispatch.upcoming().expect("a wavefront").address;
    // Behind the load, the wait and the move.
    while dispatch
        .upcoming()
        .is_some_and(|next| next.address != entry + 8 + 4 + 4)
    {
        dispatch.step().expect("it runs");
    }
    let registers = dispatch.registers().expect("a wavefront");
    assert_eq!(registers.register("s20"), Ok(vec![5]));
    registers.set_register("s20", &[9]).expect("a register");
    dispatch.run(&mut ()).expect("it ends");
    assert!(dispatch.upcoming().is_none());
    assert_eq!(dwords(dispatch, buffer, 1), [9]);
}

/// Code that has changed is decoded again.
#[test]
fn code_may_change_itself() {
    // The second time round, `v_mov_b32 v1, 1` is `v_mov_b32 v1, 2`.
    let code = format!(
        "{ADDRESS}
  s_mov_b32 s20, 0
again:
changed:
  v_mov_b32_e32 v1, 1
  s_cmp_eq_u32 s20, 1
  s_cbranch_scc1 done
  s_getpc_b64 s[22:23]
here:
  v_mov_b32 v4, 0
  v_mov_b32 v5, 0x7e020282
  s_sub_u32 s22, s22, here-changed
  s_subb_u32 s23, s23, 0
  global_store_dword v4, v5, s[22:23]
  s_mov_b32 s20, 1
  s_branch again
done:
  {STORE}
  s_endpgm"
    );
    let found = run(
        "gfx900",
        KERNARG,
        &code,
        Launch::new([64, 1, 1], [64, 1, 1]),
        1,
    );
    assert_eq!(found, [2]);
}

/// What cannot be started says what would.
#[test]
fn wrong_launches_are_refused() {
    let image = image(
        "gfx900",
        &format!("{KERNARG} group_segment_fixed_size 70000"),
        "s_endpgm",
    );
    let kernel = image.kernel(None).expect("a kernel");
    let mut told = String::new();
    let mut case = |launch: Launch| -> LaunchError {
        let error = launch
            .start(&image, kernel, Device::new())
            .expect_err("refused");
        let _ = writeln!(told, "{error}");
        error
    };
    let sized = |grid, group| Launch::new(grid, group);
    case(sized([0, 1, 1], [64, 1, 1]));
    case(sized([2048, 1, 1], [2048, 1, 1]));
    case(sized([u32::MAX, 1, 1], [1 << 31, 1 << 31, 1 << 31]));
    case(sized([64, 1, 1], [64, 1, 1]));
    let mut launch = sized([64, 1, 1], [64, 1, 1]);
    launch.kernarg_segment = Some(vec![0; 4]);
    case(launch.clone());
    launch.kernarg_segment = Some(vec![0; 8]);
    case(launch);
    insta::assert_snapshot!(told);
}

/// A kernel with metadata that asks for whole workgroups, or not.
fn with_metadata(uniform: &str) -> Image {
    let code = "s_endpgm
.amdgpu_metadata
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .args: []
    .kernarg_segment_size: 0
    .kernarg_segment_align: 4
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 8
    .vgpr_count: 8
    .max_flat_workgroup_size: 1024
";
    image(
        "gfx900",
        "",
        &format!("{code}{uniform}.end_amdgpu_metadata"),
    )
}

/// A kernel that was compiled for whole workgroups runs over no others.
#[test]
fn whole_workgroups_are_asked_for_by_metadata() {
    let launch = |image: &Image, grid, group| {
        let kernel = image.kernel(None).expect("a kernel");
        let launch = Launch::new(grid, group);
        launch.start(image, kernel, Device::new()).map(|_| ())
    };
    let uniform = with_metadata("    .uniform_work_group_size: 1\n");
    let error = launch(&uniform, [100, 1, 1], [64, 1, 1]).expect_err("refused");
    assert!(matches!(
        error,
        LaunchError::Multiple {
            dimension: 0,
            grid: 100,
            group: 64
        }
    ));
    insta::assert_snapshot!(error);
    let error = launch(&uniform, [64, 3, 1], [64, 2, 1]).expect_err("refused");
    assert!(matches!(error, LaunchError::Multiple { dimension: 1, .. }));
    launch(&with_metadata(""), [100, 1, 1], [64, 1, 1]).expect("smaller groups");
}

/// At the end of a grid workgroups are smaller: they have fewer wavefronts and lanes, and
/// their work-items are counted within them.
#[test]
fn the_last_workgroups_may_be_smaller() {
    for cpu in PROCESSORS {
        // Each work-item adds one at its place in the grid, and its group's bits above; all
        // of a group wait for one another.
        let code = format!(
            "{ADDRESS}
  s_barrier
  s_mul_i32 s5, s2, 48
  v_add_i32 v4, vcc, s5, v0
  s_mul_i32 s6, s3, 3
  v_add_i32 v5, vcc, s6, v1
  v_mul_u32_u24 v6, 100, v5
  v_add_i32 v4, vcc, v4, v6
  s_lshl_b32 s7, s2, 16
  s_lshl_b32 s8, s3, 20
  s_or_b32 s7, s7, s8
  s_add_u32 s7, s7, 1
  v_lshlrev_b32 v3, 8, v1
  v_or_b32 v1, v3, v0
  v_or_b32 v1, 0x80000000, v1
  v_add_i32 v1, vcc, s7, v1
  v_mov_b32 v0, v4
  {STORE}
  s_endpgm"
        );
        let code = match cpu {
            "gfx900" | "gfx906" => code.replace("v_add_i32", "v_add_co_u32"),
            "gfx803" => code.replace("v_add_i32", "v_add_u32"),
            cpu if is_wave32(cpu) => code.replace("v_add_i32", "v_add_co_u32"),
            _ => code,
        };
        let directives =
            format!("{KERNARG} system_sgpr_workgroup_id_y 1 system_vgpr_workitem_id 1");
        let image = image(cpu, &directives, &code);
        // Groups of 48 by 3 over 100 by 7: of 144, 12 and so on work-items.
        let (mut dispatch, buffer) = start(&image, Launch::new([100, 7, 1], [48, 3, 1]));
        let done = dispatch.run(&mut ()).expect("it ends");
        assert_eq!(done.groups, 9);
        assert_eq!(dispatch.group_count(), 9);
        let found = dwords(dispatch, buffer, 700);
        for (at, found) in (0_u32..).zip(found) {
            let (x, y) = (at % 100, at / 100);
            let id = (x % 48) | ((y % 3) << 8) | 0x8000_0000;
            let wanted = id + (((x / 48) << 16) | ((y / 3) << 20)) + 1;
            assert_eq!(found, wanted, "{cpu}: {x}, {y}");
        }
    }
}

/// Hardware registers tell a wavefront who it is.
#[test]
fn hardware_registers_are_set() {
    let read = |cpu: &str, register: &str| {
        let code = format!(
            "{ADDRESS}
  s_mov_b64 vcc, 0
  s_getreg_b32 s20, hwreg({register})
  v_mov_b32 v1, s20
  {STORE}
  s_endpgm"
        );
        let directives = format!("{KERNARG} group_segment_fixed_size 700");
        let launch = Launch::new([320, 1, 1], [320, 1, 1]);
        run(cpu, &directives, &code, launch, 320)
    };
    for cpu in WAVE64 {
        // Valid, and in a group with others; no lane has a condition.
        let status = read(cpu, "HW_REG_STATUS");
        assert_eq!(status, [1 << 16 | 1 << 11 | 1 << 10; 320], "{cpu}");
        let ids = read(cpu, "HW_REG_HW_ID");
        // The fifth wavefront is the second one of the first SIMD.
        assert_eq!(
            [0, 64, 192, 256].map(|at| ids[at]),
            [0, 0x10, 0x30, 1],
            "{cpu}"
        );
        assert_eq!(read(cpu, "HW_REG_IB_STS"), [0; 320], "{cpu}");
    }
    for cpu in ["gfx803", "gfx900", "gfx906"] {
        // 24 vector registers, and scalar ones with those behind them.
        let sizes = read(cpu, "HW_REG_GPR_ALLOC")[0];
        assert_eq!(sizes >> 8 & 63, 24 / 4 - 1, "{cpu}");
        assert_eq!(sizes >> 24 & 15, 64 / 16 - 1, "{cpu}");
        assert_eq!(read(cpu, "HW_REG_LDS_ALLOC"), [3 << 12; 320], "{cpu}");
    }
    for cpu in ["gfx900", "gfx906"] {
        // Where private and local memory begin among all addresses.
        assert_eq!(
            read(cpu, "HW_REG_SH_MEM_BASES"),
            [0x0001_0002; 320],
            "{cpu}"
        );
    }
    // What a program writes to the traps' register it finds there, but for exceptions,
    // which nothing records.
    let has_one = |cpu: &&str| processor(cpu).generation() < 12;
    for cpu in PROCESSORS.into_iter().filter(has_one) {
        let code = format!(
            "{ADDRESS}
  s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 9, 6), 0x2a
  s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 9), 0
  s_getreg_b32 s20, hwreg(HW_REG_TRAPSTS, 10, 5)
  v_mov_b32 v1, s20
  {STORE}
  s_endpgm"
        );
        let launch = Launch::new([64, 1, 1], [64, 1, 1]);
        assert_eq!(run(cpu, KERNARG, &code, launch, 64), [0x15; 64], "{cpu}");
        let (error, _) = stops(cpu, "", "s_getreg_b32 s0, hwreg(HW_REG_TRAPSTS)");
        assert!(
            matches!(error.kind, RunErrorKind::Execution(_)),
            "{error:?}"
        );
    }
    let (error, _) = stops("gfx803", "", "s_getreg_b32 s0, hwreg(15)");
    assert!(
        matches!(error.kind, RunErrorKind::Execution(_)),
        "{error:?}"
    );
}

/// `FP16_OVFL` of the descriptor is there when a kernel begins, and programs may change it.
#[test]
fn a_descriptor_says_what_becomes_of_large_halves() {
    let code = format!(
        "{ADDRESS}
  v_mov_b32 v2, 0x7bff
  v_add_f16 v3, v2, v2
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 23, 1), 0
  v_add_f16 v4, v2, v2
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 23, 1), 1
  v_mul_f16 v5, v2, v2
  v_lshlrev_b32 v4, 16, v4
  v_or_b32 v1, v3, v4
  v_xor_b32 v1, v1, v5
  {STORE}
  s_endpgm"
    );
    for cpu in ["gfx900", "gfx906"] {
        for (bit, first) in [(0, 0x7c00), (1, 0x7bff)] {
            let directives = format!("{KERNARG} fp16_overflow {bit}");
            let launch = Launch::new([64, 1, 1], [64, 1, 1]);
            let found = run(cpu, &directives, &code, launch, 64);
            assert_eq!(found, [0x7c00_0000 | (first ^ 0x7bff); 64], "{cpu}, {bit}");
        }
    }
}

/// While MODE says so vector instructions are passed over: they write nothing, not even
/// the conditions of comparisons, and access no memory. Scalar ones run.
#[test]
fn vector_instructions_are_passed_over() {
    for cpu in WAVE64 {
        let code = format!(
            "{ADDRESS}
  v_mov_b32 v1, 7
  s_mov_b64 vcc, 5
  s_mov_b32 s21, 3
  s_setvskip s21, 1
  v_mov_b32 v1, 8
  v_cmp_eq_u32 vcc, v1, v1
  v_readlane_b32 s21, v1, 0
  ds_write_b32 v1, v1
  s_add_u32 s21, s21, vcc_lo
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), 0
  v_lshlrev_b32 v1, 8, v1
  v_or_b32 v1, s21, v1
  {STORE}
  s_endpgm"
        );
        let launch = Launch::new([64, 1, 1], [64, 1, 1]);
        assert_eq!(run(cpu, KERNARG, &code, launch, 64), [0x708; 64], "{cpu}");
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
