//! Vector instructions that are not one result of a lane's own sources: single lanes,
//! registers that change places, sums over dwords, constants in the instruction.

use isa_mc::exec::{Column, InMemory, Machine};

use super::bench::{Bench, Check, Checked, suffix};
use crate::meaning::vector::half_float::sum_with_constant;
use crate::meaning::vector::overflow::{product_is_unknown, regarded};
use crate::meaning::vector::wide::differences;
use crate::meaning::{edges, is_newer};

/// What no lane computes by itself.
pub(super) const CHECK: Check = Check {
    name: "single lanes",
    takes: |name, _, _| takes(name),
    run,
};

const LANES: usize = 64;
const EXECS: [u64; 4] = [u64::MAX, 0x8000_0000_0000_0001, 0xaaaa_5555_0f0f_3333, 0];
const BEFORE: u64 = 0xdead_beef;

/// Whether an instruction is compared here.
pub(super) fn takes(name: &str) -> bool {
    matches!(
        name,
        "v_readlane_b32"
            | "v_writelane_b32"
            | "v_readfirstlane_b32"
            | "v_swap_b32"
            | "v_swap_b16"
            | "v_permlane16_b32"
            | "v_permlanex16_b32"
            | "v_permlane16_var_b32"
            | "v_permlanex16_var_b32"
            | "v_permlane64_b32"
            | "v_permlane16_swap_b32"
            | "v_permlane32_swap_b32"
            | "v_nop"
            | "v_clrexcp"
            | "v_pipeflush"
            | "v_mqsad_u32_u8"
            | "v_madak_f16"
            | "v_madmk_f16"
            | "v_fmaak_f16"
            | "v_fmamk_f16"
    )
}

fn run(bench: &Bench<'_>, name: &str) -> Checked {
    if ["v_nop", "v_clrexcp", "v_pipeflush"].contains(&name) {
        return nothing(bench, name);
    }
    for format in bench.formats(name) {
        let suffix = suffix(format);
        match name {
            "v_readlane_b32" => read_lane(bench, suffix)?,
            "v_writelane_b32" => write_lane(bench, suffix)?,
            "v_readfirstlane_b32" => read_first_lane(bench, suffix)?,
            "v_swap_b32" => swap(bench, suffix)?,
            "v_swap_b16" => swap_halves(bench)?,
            "v_permlane16_b32"
            | "v_permlanex16_b32"
            | "v_permlane16_var_b32"
            | "v_permlanex16_var_b32" => permute_rows(bench, name)?,
            "v_permlane16_swap_b32" => swap_rows(bench, name, suffix, 16)?,
            "v_permlane32_swap_b32" => swap_rows(bench, name, suffix, 32)?,
            "v_mqsad_u32_u8" => sums_of_differences(bench)?,
            "v_madak_f16" | "v_madmk_f16" | "v_fmaak_f16" | "v_fmamk_f16" => {
                with_constant(bench, name)?;
            }
            "v_permlane64_b32" => other_half(bench, suffix)?,
            _ => holds!(false, "{name}: say how it is executed"),
        }
    }
    Ok(())
}

/// What v2 has in a lane: another number in each, and zero in none, which is what a lane
/// reads that does not exist.
fn square(lane: u64) -> u64 {
    lane * lane + 7
}

/// A machine whose v2 has these.
fn squares<'t>(bench: &Bench<'t>, exec: u64) -> InMemory<'t> {
    let mut machine = InMemory::new(&bench.target);
    let state = machine.set_state("EXEC", bench.exec(exec));
    state.expect("a state");
    let column: Column = std::array::from_fn(|lane| square(lane as u64));
    machine.write_lanes(bench.vector(2), u64::MAX, &column);
    machine
}

/// Runs a statement, with the suffix of its encoding or without.
fn execute(bench: &Bench<'_>, text: &str, suffix: &str, machine: &mut InMemory<'_>) -> Checked {
    let alone = text.replacen(suffix, "", 1);
    let syntaxes = ["llvm", "clrx"];
    let inst = bench.understood(text, &syntaxes);
    let inst = inst.or_else(|| bench.understood(&alone, &syntaxes));
    let inst = inst.map_or_else(|| bench.parse(text, &syntaxes), Ok)?;
    bench.execute(inst, text, machine)?;
    bench.compared(inst);
    Ok(())
}

fn vector(machine: &mut InMemory<'_>, name: &str, lane: usize) -> u64 {
    machine.lane(name, lane).expect("a register")[0]
}

fn scalar(machine: &mut InMemory<'_>, name: &str) -> u64 {
    machine.register(name).expect("a register")[0]
}

/// Numbers of lanes, which count modulo as many as a wavefront has.
const NUMBERS: [u64; 6] = [0, 5, 31, 63, 64, 0xffff_fffb];

/// The lane that such a number is.
fn counted(bench: &Bench<'_>, number: u64) -> u64 {
    number % u64::from(bench.lanes(u64::MAX).count_ones())
}

/// One lane is read whether it is active or not.
fn read_lane(bench: &Bench<'_>, suffix: &str) -> Checked {
    for exec in EXECS {
        for number in NUMBERS {
            let lane = counted(bench, number);
            let mut machine = squares(bench, exec);
            machine.set_register("s3", &[number]).expect("a register");
            let text = format!("v_readlane_b32{suffix} s5, v2, s3");
            execute(bench, &text, suffix, &mut machine)?;
            let read = scalar(&mut machine, "s5");
            same!(
                read,
                square(lane),
                "{text}: lane {number:#x}, EXEC {exec:#x}"
            );
        }
    }
    Ok(())
}

/// One lane is written whether it is active or not.
fn write_lane(bench: &Bench<'_>, suffix: &str) -> Checked {
    for exec in EXECS {
        for number in NUMBERS {
            let lane = counted(bench, number);
            let mut machine = squares(bench, exec);
            machine.set_register("m0", &[number]).expect("a register");
            machine.set_register("s6", &[0xabcd]).expect("a register");
            let text = format!("v_writelane_b32{suffix} v2, s6, m0");
            execute(bench, &text, suffix, &mut machine)?;
            for other in 0..64 {
                let expected = if other == lane { 0xabcd } else { square(other) };
                let found = vector(&mut machine, "v2", other as usize);
                same!(found, expected, "{text}: lane {other}, EXEC {exec:#x}");
            }
        }
    }
    Ok(())
}

/// The first active lane is lane 0 if none is.
fn read_first_lane(bench: &Bench<'_>, suffix: &str) -> Checked {
    for exec in EXECS.into_iter().chain([0xff0, 1 << 31, 1 << 63]) {
        let exec = bench.lanes(exec);
        let mut machine = squares(bench, exec);
        let text = format!("v_readfirstlane_b32{suffix} s5, v2");
        execute(bench, &text, suffix, &mut machine)?;
        let first = (0..64).find(|lane| exec >> lane & 1 == 1).unwrap_or(0);
        let read = scalar(&mut machine, "s5");
        same!(read, square(first), "{text}: EXEC {exec:#x}");
    }
    Ok(())
}

/// Two registers change places in the lanes that are active.
fn swap(bench: &Bench<'_>, suffix: &str) -> Checked {
    for exec in EXECS {
        let exec = bench.lanes(exec);
        let mut machine = squares(bench, exec);
        machine.write_lanes(bench.vector(3), u64::MAX, &[7; LANES]);
        let text = format!("v_swap_b32{suffix} v2, v3");
        execute(bench, &text, suffix, &mut machine)?;
        for lane in 0..64_u64 {
            let square = square(lane);
            let expected = if exec >> lane & 1 == 1 {
                (7, square)
            } else {
                (square, 7)
            };
            let mut found = |name| vector(&mut machine, name, lane as usize);
            same!((found("v2"), found("v3")), expected, "{text}: lane {lane}");
        }
    }
    Ok(())
}

/// Two halves of registers change places in the lanes that are active: every half of two
/// registers with every other, those of one register and one with itself too.
fn swap_halves(bench: &Bench<'_>) -> Checked {
    for exec in EXECS {
        let exec = bench.lanes(exec);
        for (to, from) in (0..16).map(|it| (it / 4, it % 4)) {
            let mut machine = squares(bench, exec);
            let upper = |lane: u64| 0x8001 + 3 * lane;
            let both = |lane: usize| square(lane as u64) | upper(lane as u64) << 16;
            let column: Column = std::array::from_fn(both);
            machine.write_lanes(bench.vector(2), u64::MAX, &column);
            machine.write_lanes(bench.vector(3), u64::MAX, &[0x1234_5678; LANES]);
            let half = |it: usize| format!("v{}.{}", 2 + it / 2, ["l", "h"][it % 2]);
            let text = format!("v_swap_b16 {}, {}", half(to), half(from));
            execute(bench, &text, "", &mut machine)?;
            for lane in 0..64_u64 {
                let mut halves = [square(lane), upper(lane), 0x5678, 0x1234];
                if exec >> lane & 1 == 1 {
                    halves.swap(to, from);
                }
                let [a, b, c, d] = halves;
                let mut found = |name| vector(&mut machine, name, lane as usize);
                same!(
                    (found("v2"), found("v3")),
                    (a | b << 16, c | d << 16),
                    "{text}: lane {lane}"
                );
            }
        }
    }
    Ok(())
}

/// Every lane takes the value of the one that is 32 before or behind it, which may be off. With
/// 32 lanes nothing happens.
fn other_half(bench: &Bench<'_>, suffix: &str) -> Checked {
    for exec in EXECS {
        let exec = bench.lanes(exec);
        let mut machine = squares(bench, exec);
        machine.write_lanes(bench.vector(20), u64::MAX, &[BEFORE; LANES]);
        let text = format!("v_permlane64_b32{suffix} v20, v2");
        execute(bench, &text, suffix, &mut machine)?;
        for lane in 0..LANES {
            let expected = match exec >> lane & 1 == 1 && !bench.is_wave32() {
                true => square(((lane + 32) % 64) as u64),
                false => BEFORE,
            };
            let found = vector(&mut machine, "v20", lane);
            same!(found, expected, "{text}: lane {lane}, EXEC {exec:#x}");
        }
    }
    Ok(())
}

/// Every lane of a row takes the value of one of the same row, or of the row beside it: of
/// which one, four bits for each say, those of eight lanes in each source; or the lane's own
/// second source does. From a lane that is
/// off nothing comes, unless the first bit of `op_sel` says so; with the second one zero comes.
fn permute_rows(bench: &Bench<'_>, name: &str) -> Checked {
    let other = if name.starts_with("v_permlanex16") {
        16
    } else {
        0
    };
    let varies = name.contains("_var_");
    for (round, exec) in EXECS.into_iter().chain([0xff0]).enumerate() {
        let exec = bench.lanes(exec);
        for [low, high] in [
            [0x7654_3210, 0xfedc_ba98_u32],
            [0x0123_4567, 0x0f0f_8421],
            [0, 0xffff_ffff],
        ] {
            for op_sel in 0..4 {
                let mut machine = squares(bench, exec);
                let before = u64::from(0x0bad_0000 + round as u32);
                machine.write_lanes(bench.vector(20), u64::MAX, &[before; LANES]);
                for (register, bits) in [("s4", low), ("s5", high)] {
                    machine
                        .set_register(register, &[bits.into()])
                        .expect("a register");
                }
                let bits = [op_sel & 1, op_sel >> 1];
                let own = |lane: usize| (lane * 7 + (low as usize >> 4) + lane / 3) % 0x20;
                let column: Column = std::array::from_fn(|lane| own(lane) as u64);
                machine.write_lanes(bench.vector(3), u64::MAX, &column);
                let which = if varies { "v3" } else { "s4, s5" };
                let text = format!("{name} v20, v2, {which} op_sel:[{},{}]", bits[0], bits[1]);
                execute(bench, &text, "_e64", &mut machine)?;
                for lane in 0..LANES {
                    let nibbles = u64::from(low) | u64::from(high) << 32;
                    let row = (lane / 16 * 16) ^ other;
                    let from = row
                        | match varies {
                            true => own(lane) % 16,
                            false => (nibbles >> (lane % 16 * 4) & 15) as usize,
                        };
                    let wanted = match exec >> lane & 1 {
                        0 => before,
                        _ if op_sel & 1 == 1 || exec >> from & 1 == 1 => square(from as u64),
                        _ if op_sel & 2 == 2 => 0,
                        _ => before,
                    };
                    let found = vector(&mut machine, "v20", lane);
                    same!(found, wanted, "{text}: lane {lane}, EXEC {exec:#x}");
                }
            }
        }
    }
    Ok(())
}

/// The odd rows of one register change places with the even rows of another one. With lanes
/// that are off nobody says what comes of it.
fn swap_rows(bench: &Bench<'_>, name: &str, suffix: &str, row: usize) -> Checked {
    let text = format!("{name}{suffix} v2, v3");
    let mut machine = squares(bench, u64::MAX);
    let second: Column = std::array::from_fn(|lane| 0x1000 + lane as u64);
    machine.write_lanes(bench.vector(3), u64::MAX, &second);
    execute(bench, &text, suffix, &mut machine)?;
    for even in (0..LANES).filter(|lane| (lane / row).is_multiple_of(2)) {
        let odd = even + row;
        let mut found = |name, lane| vector(&mut machine, name, lane);
        let first = (found("v2", even), found("v2", odd));
        same!(first, (square(even as u64), second[even]), "{text}: {even}");
        let other = (found("v3", even), found("v3", odd));
        same!(other, (square(odd as u64), second[odd]), "{text}: {even}");
    }
    for exec in [0, u64::MAX - 1, 0xaaaa_5555_0f0f_3333] {
        let mut machine = squares(bench, exec);
        let inst = bench.parse(&text, &["llvm"])?;
        let refused = bench.execute(inst, &text, &mut machine);
        holds!(refused.is_err(), "{text} runs with EXEC {exec:#x}");
    }
    Ok(())
}

/// No register and no state changes, whatever stands where others have operands.
pub(super) fn nothing(bench: &Bench<'_>, name: &str) -> Checked {
    let encodings = bench.encodings(name);
    for inst in encodings.into_iter().map(|it| bench.some(it)) {
        for inst in inst? {
            let mut machine = InMemory::new(&bench.target);
            let before = bench.fill(&mut machine);
            let states = [
                ("SCC", 1),
                ("VCC", 0x1234_5678_9abc_def0),
                ("M0", 9),
                ("MODE", 0xf0),
                ("EXEC", 5),
            ];
            for (state, value) in states {
                machine.set_state(state, value).expect("a state");
            }
            bench.execute(inst, name, &mut machine)?;
            for (state, value) in states {
                same!(machine.state(state), Ok(value), "{name}: {state}");
            }
            let unchanged = bench.registers(&mut machine) == before;
            holds!(unchanged, "{name} changes a register");
            bench.compared(inst);
        }
    }
    Ok(())
}

/// Four sums of differences over four dwords, from GCN 1.2 on with clamp too.
fn sums_of_differences(bench: &Bench<'_>) -> Checked {
    let clamps = bench.arch == "gcn1.2" || is_newer(bench.arch);
    for (exec, clamp) in EXECS.into_iter().flat_map(|it| [(it, false), (it, clamps)]) {
        let exec = bench.lanes(exec);
        let flag = if clamp { " clamp" } else { "" };
        let text = format!("v_mqsad_u32_u8 v[20:23], v[2:3], v4, v[6:9]{flag}");
        let mut machine = InMemory::new(&bench.target);
        machine.set_state("EXEC", exec).expect("a state");
        let pairs = edges(64);
        let column = |step: usize| -> Column {
            std::array::from_fn(|lane| pairs[(lane * step + lane / 7) % pairs.len()])
        };
        let [a, b] = [column(1), column(5)];
        let low = a.map(|it| it & 0xffff_ffff);
        machine.write_lanes(bench.vector(2), u64::MAX, &low);
        machine.write_lanes(bench.vector(3), u64::MAX, &a.map(|it| it >> 32));
        let b = b.map(|it| (it ^ it >> 32) & 0xff_00ff ^ it & 0xff00_ffff);
        machine.write_lanes(bench.vector(4), u64::MAX, &b);
        let added = |dword: usize, lane: usize| edges(32)[(dword + lane) % 18];
        for dword in 0..4 {
            let column: Column = std::array::from_fn(|lane| added(dword, lane));
            machine.write_lanes(bench.vector(6 + dword), u64::MAX, &column);
            machine.write_lanes(bench.vector(20 + dword), u64::MAX, &[BEFORE; LANES]);
        }
        execute(bench, &text, "_e64", &mut machine)?;
        for dword in 0..4 {
            let mut found = [0; LANES];
            machine.read_lanes(bench.vector(20 + dword), &mut found);
            for lane in 0..LANES {
                let sum = differences(a[lane], b[lane] as u32, true)[dword];
                let added = added(dword, lane) as u32;
                let expected = match (exec >> lane & 1, clamp) {
                    (0, _) => BEFORE,
                    (_, true) => sum.saturating_add(added).into(),
                    (_, false) => sum.wrapping_add(added).into(),
                };
                same!(found[lane], expected, "{text}: lane {lane}, dword {dword}");
            }
        }
    }
    Ok(())
}

/// Sums of halves with a constant in the instruction: zeros above on GCN 1.2, what was
/// there from GCN 1.4 on.
fn with_constant(bench: &Bench<'_>, name: &str) -> Checked {
    let above = if bench.arch == "gcn1.2" {
        0
    } else {
        0xdead_0000
    };
    let list = crate::meaning::vector::number::edges(16);
    for constant in [0x3e00, 0x0001, 0xfbff, 0x8000] {
        let text = match name {
            _ if name.ends_with("mk_f16") => format!("{name} v20, v2, {constant:#x}, v3"),
            _ => format!("{name} v20, v2, v3, {constant:#x}"),
        };
        let limits = 0x80_00f0;
        for (round, mode) in [0x00, 0xc0, 0xf0, 0xf4, 0xf8, 0xfc, 0x40, 0x80, limits]
            .into_iter()
            .enumerate()
        {
            let mut machine = InMemory::new(&bench.target);
            machine.set_state("MODE", mode).expect("a state");
            let column = |step: usize| -> Column {
                std::array::from_fn(|lane| list[(lane * step + round * 7 + lane / 5) % list.len()])
            };
            let [a, b] = [column(1), column(11)];
            let state = regarded(mode as u32, bench.arch);
            // What is rounded once has no product that could be limited.
            let unknown = |lane: usize| match name {
                _ if name.starts_with("v_fma") => false,
                "v_madmk_f16" => product_is_unknown(state, a[lane], constant),
                _ => product_is_unknown(state, a[lane], b[lane]),
            };
            let running = (0..LANES).fold(0, |exec, lane| exec | u64::from(!unknown(lane)) << lane);
            let running = bench.lanes(running);
            machine.set_state("EXEC", running).expect("a state");
            machine.write_lanes(bench.vector(2), u64::MAX, &a);
            machine.write_lanes(bench.vector(3), u64::MAX, &b);
            machine.write_lanes(bench.vector(20), u64::MAX, &[BEFORE; LANES]);
            execute(bench, &text, "_e32", &mut machine)?;
            for lane in (0..LANES).filter(|lane| running >> lane & 1 == 1) {
                let (a, b) = (a[lane], b[lane]);
                let expected = sum_with_constant(name, a, b, constant, state);
                let found = vector(&mut machine, "v20", lane);
                same!(
                    found,
                    above | expected,
                    "{text}: MODE {mode:#x}, {a:#x}, {b:#x}"
                );
            }
        }
    }
    Ok(())
}
