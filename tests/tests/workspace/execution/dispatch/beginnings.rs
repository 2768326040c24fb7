//! What wavefronts begin with: ids, masks, scalar registers, and how large groups are.

use std::fmt::Write as _;

use isa_mc::exec::Registers;
use isa_mc::exec::dispatch::{Environment as _, Place};
use isa_mc::gcn::dispatch::{Device, Launch, LaunchError};
use isa_mc::gcn::features::Modes;
use isa_mc::gcn::loader::Image;
use isa_mc::gcn::{self, with_modes};

use super::{ADDRESS, KERNARG, PROCESSORS, STORE, dwords, image, is_wave32, processor, run, start};

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
