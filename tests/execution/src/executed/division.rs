//! The steps of a division, sums of products with a constant in the instruction, and the
//! digits of 2 / pi.

use isa_mc::exec::{Column, InMemory, Machine};

use super::bench::{Bench, Check, Checked};
use crate::meaning::vector::division::{fixed, fused, scaled, scaling, sum, two_by_pi};
use crate::meaning::vector::number;
use isa_test_support::random::Random;

/// What only a division needs, and what lanes compute with constants.
pub(super) const CHECK: Check = Check {
    name: "steps of a division",
    takes: |name, _, _| takes(name),
    run,
};

const LANES: usize = 64;

/// Whether an instruction is compared here.
pub(super) fn takes(name: &str) -> bool {
    name.starts_with("v_div_fmas_")
        || name.starts_with("v_div_scale_")
        || ["v_div_fixup_f32", "v_div_fixup_f64", "v_trig_preop_f64"].contains(&name)
        || ["v_madmk_f32", "v_madak_f32", "v_fmamk_f32", "v_fmaak_f32"].contains(&name)
}

fn run(bench: &Bench<'_>, name: &str) -> Checked {
    let width = if name.ends_with("f64") { 64 } else { 32 };
    match name {
        _ if name.starts_with("v_div_scale") => scale(bench, name, width),
        _ if name.starts_with("v_div_fmas") => multiply_add(bench, name, width),
        _ if name.starts_with("v_div_fixup") => fix(bench, name, width),
        "v_trig_preop_f64" => digits(bench),
        _ => constants(bench, name),
    }
}

/// The registers of an operand.
fn registers(first: usize, width: u32) -> String {
    match width {
        32 => format!("v{first}"),
        _ => format!("v[{first}:{}]", first + 1),
    }
}

fn set(
    bench: &Bench<'_>,
    machine: &mut InMemory<'_>,
    first: usize,
    width: u32,
    values: &[u64; LANES],
) {
    for dword in 0..width as usize / 32 {
        let column: Column = values.map(|value| value >> (32 * dword) & 0xffff_ffff);
        machine.write_lanes(bench.vector(first + dword), u64::MAX, &column);
    }
}

fn get(bench: &Bench<'_>, machine: &mut InMemory<'_>, first: usize, width: u32) -> [u64; LANES] {
    let mut all = [0; LANES];
    for dword in 0..width as usize / 32 {
        let mut column = [0; LANES];
        machine.read_lanes(bench.vector(first + dword), &mut column);
        for (value, part) in all.iter_mut().zip(column) {
            *value |= part << (32 * dword);
        }
    }
    all
}

/// A machine in a mode, with three operands from v2, v4 and v6 on.
fn machine<'t>(
    bench: &Bench<'t>,
    mode: u32,
    exec: u64,
    width: u32,
    operands: &[[u64; LANES]; 3],
) -> InMemory<'t> {
    let mut machine = InMemory::new(&bench.target);
    machine
        .set_state("EXEC", bench.lanes(exec))
        .expect("a state");
    machine.set_state("MODE", mode.into()).expect("a state");
    for (which, values) in operands.iter().enumerate() {
        set(bench, &mut machine, 2 + 2 * which, width, values);
    }
    machine
}

/// What the lanes have that a wavefront has, all of which run.
fn running<'a>(
    bench: &Bench<'_>,
    found: &'a [u64; LANES],
) -> impl Iterator<Item = (usize, u64)> + use<'a> {
    let lanes = bench.lanes(u64::MAX);
    let found = found.iter().copied().enumerate();
    found.filter(move |(lane, _)| lanes >> lane & 1 == 1)
}

fn execute(bench: &Bench<'_>, text: &str, machine: &mut InMemory<'_>) -> Checked {
    let inst = bench.parse(text, &["llvm", "clrx"])?;
    bench.execute(inst, text, machine)?;
    bench.compared(inst);
    Ok(())
}

/// Edges of a type and of where divisions are scaled.
fn edges(width: u32) -> Vec<u64> {
    let (fraction, list): (u32, &[u64]) = match width {
        32 => (23, &[1, 23, 24, 60, 119, 120, 150, 252, 253, 254]),
        _ => (52, &[1, 53, 54, 400, 1000, 1022, 1800, 2044, 2045, 2046]),
    };
    let mut all = number::edges(width);
    all.extend(list.iter().map(|exponent| exponent << fraction));
    all.extend(list.iter().map(|exponent| (exponent << fraction) + 3));
    all
}

/// Lanes that are not active keep their register, and have no bit.
fn scale(bench: &Bench<'_>, name: &str, width: u32) -> Checked {
    let edges = edges(width);
    let pairs: Vec<(u64, u64)> = edges
        .iter()
        .flat_map(|&b| edges.iter().map(move |&c| (b, c)))
        .collect();
    let [to, a, b, c] = [20, 2, 4, 6].map(|first| registers(first, width));
    for (round, chunk) in pairs.chunks(LANES).enumerate() {
        let exec = bench.lanes([u64::MAX, 0xaaaa_5555_0f0f_3333][round % 2]);
        for (mode, first) in [(0xf0, 1), (0xf0, 2), (0, 1), (0, 2)] {
            let operand = |which: usize| {
                let pair = |lane: usize| chunk[lane % chunk.len()];
                std::array::from_fn(|lane| match which {
                    1 => pair(lane).0,
                    _ => pair(lane).1,
                })
            };
            // The first one is one of the two.
            let operands = [operand(first), operand(1), operand(2)];
            let mut machine = machine(bench, mode, exec, width, &operands);
            set(bench, &mut machine, 20, width, &[7; LANES]);
            let lanes = bench.mask(8);
            let text = format!("{name} {to}, {lanes}, {a}, {b}, {c}");
            let before = [0x1357_9bdf, 0x0246_8ace];
            machine.set_register("s[8:9]", &before).expect("registers");
            execute(bench, &text, &mut machine)?;
            let found = get(bench, &mut machine, 20, width);
            let mut bits = 0;
            for (lane, found) in found.into_iter().enumerate() {
                let values = operands.map(|column| column[lane]);
                let (expected, back) = match exec >> lane & 1 {
                    1 => scaling(width, mode, values),
                    _ => (7, false),
                };
                bits |= u64::from(back) << lane;
                same!(found, expected, "{text}, MODE {mode:#x}: {values:x?}");
            }
            let halves = machine.register("s[8:9]").expect("registers");
            let bits = bench.masked(bits, before[1] << 32);
            same!(halves, [bits & 0xffff_ffff, bits >> 32], "{text}: lanes");
        }
    }
    Ok(())
}

/// The sum is scaled in the lanes of VCC, by the size of what is added, and rounded once;
/// subnormal sources keep their value in every mode.
fn multiply_add(bench: &Bench<'_>, name: &str, width: u32) -> Checked {
    let mut random = Random::new(width.into());
    let [to, a, b, c] = [20, 2, 4, 6].map(|first| registers(first, width));
    let text = format!("{name} {to}, {a}, {b}, {c}");
    // Exponents of the sum, of the factors and of what is added: near the least ones,
    // near the greatest ones, between.
    let (fraction, top, by) = match width {
        32 => (23, 254_u64, 64),
        _ => (52, 2046, 128),
    };
    for round in 0..64 {
        let mode = number::mode(round);
        // Few digits, so that all sums are exact in 113 bits.
        let operands: [[u64; LANES]; 3] = std::array::from_fn(|which| {
            std::array::from_fn(|lane| {
                let bits = random.word();
                let some = bits % 32;
                let exponent = match (which, lane % 3) {
                    (2, 0) => 40 + some,
                    (2, 1) => top - 74 + some,
                    (2, _) => top / 2,
                    (0, 0) => some / 8,
                    (0, 1) => top - 90,
                    _ => top / 2 - 7 + some / 4,
                };
                let digits = bits >> 12 & 0xfff;
                bits >> 63 << (width - 1) | exponent << fraction | digits << (fraction - 12)
            })
        });
        let mut machine = machine(bench, mode, u64::MAX, width, &operands);
        let vcc = random.word();
        machine.set_state("VCC", vcc).expect("a state");
        execute(bench, &text, &mut machine)?;
        let found = get(bench, &mut machine, 20, width);
        for (lane, found) in running(bench, &found) {
            let values = operands.map(|column| column[lane]);
            let exponent = values[2] >> fraction & (top + 1);
            let by = match vcc >> lane & 1 {
                0 => 0,
                // Two, or more.
                _ if exponent > top / 2 => by,
                _ => -by,
            };
            let expected = scaled(width, mode, values, by);
            same!(
                found,
                expected,
                "{text}, MODE {mode:#x}, by {by}: {values:x?}"
            );
        }
    }
    Ok(())
}

/// Special cases, over edges of the quotient and of both operands.
fn fix(bench: &Bench<'_>, name: &str, width: u32) -> Checked {
    let edges = edges(width);
    let count = edges.len();
    let [to, a, b, c] = [20, 2, 4, 6].map(|first| registers(first, width));
    let text = format!("{name} {to}, {a}, {b}, {c}");
    for round in 0..(count * count).div_ceil(LANES) * 2 {
        let mode = number::mode(round as u32);
        let operands: [[u64; LANES]; 3] = std::array::from_fn(|which| {
            std::array::from_fn(|lane| {
                let number = round * LANES + lane;
                edges[match which {
                    0 => number / 7,
                    1 => number,
                    _ => number / count,
                } % count]
            })
        });
        let mut machine = machine(bench, mode, u64::MAX, width, &operands);
        execute(bench, &text, &mut machine)?;
        let found = get(bench, &mut machine, 20, width);
        for (lane, found) in running(bench, &found) {
            let values = operands.map(|column| column[lane]);
            let expected = fixed(width, mode, values);
            same!(found, expected, "{text}, MODE {mode:#x}: {values:x?}");
        }
    }
    Ok(())
}

/// A constant is a factor or what is added, in every mode. Of `v_mad` both steps are rounded,
/// and subnormal values are zero; of `v_fma` one is.
fn constants(bench: &Bench<'_>, name: &str) -> Checked {
    let edges = number::edges(32);
    for (number, &constant) in edges.iter().enumerate() {
        let mode = number::mode(5 * number as u32);
        let a: [u64; LANES] = std::array::from_fn(|lane| edges[lane % edges.len()]);
        let b: [u64; LANES] = std::array::from_fn(|lane| edges[(3 * lane + number) % edges.len()]);
        let mut machine = machine(bench, mode, u64::MAX, 32, &[a, b, b]);
        let text = match name {
            "v_madmk_f32" | "v_fmamk_f32" => format!("{name} v20, v2, {constant:#x}, v4"),
            _ => format!("{name} v20, v2, v4, {constant:#x}"),
        };
        execute(bench, &text, &mut machine)?;
        let found = get(bench, &mut machine, 20, 32);
        for (lane, found) in running(bench, &found) {
            let (a, b) = (a[lane], b[lane]);
            let expected = match name {
                "v_madmk_f32" => sum(mode, [a, constant], b),
                "v_fmamk_f32" => fused(mode, [a, constant], b),
                "v_fmaak_f32" => fused(mode, [a, b], constant),
                _ => sum(mode, [a, b], constant),
            };
            same!(found, expected, "{text}: {a:#x}, {b:#x}, MODE {mode:#x}");
        }
    }
    Ok(())
}

/// 53 digits of 2 / pi, wherever they begin.
fn digits(bench: &Bench<'_>) -> Checked {
    let digits = two_by_pi();
    let text = "v_trig_preop_f64 v[20:21], v[2:3], v4";
    // From the exponents at which the digits move to the greatest one.
    let exponents: [u64; LANES] = std::array::from_fn(|lane| match lane {
        0..20 => 1068 + lane as u64,
        20..40 => 1940 + 2 * lane as u64,
        _ => 1100 + 23 * (lane as u64 - 40),
    });
    let angles = exponents.map(|exponent| exponent << 52 | 0x0008_1234_5678_9abc);
    for segment in 0..40_u64 {
        let mut machine = machine(bench, 0xf0, u64::MAX, 64, &[angles; 3]);
        set(bench, &mut machine, 4, 32, &[segment; LANES]);
        execute(bench, text, &mut machine)?;
        let found = get(bench, &mut machine, 20, 64);
        for (lane, found) in running(bench, &found) {
            let exponent = exponents[lane];
            let first = 53 * (segment & 31) + exponent.saturating_sub(1077);
            let up = if exponent >= 1968 { 128 } else { 0 };
            // Each digit as a number; below the least one there is none.
            let mut expected = 0.0;
            for place in first..first + 53 {
                let digit = digits.get(place as usize).copied().unwrap_or(false);
                let power = up - 1 - place as i32;
                if digit && power >= -1074 {
                    expected += f64::powi(2.0, power / 2) * f64::powi(2.0, power - power / 2);
                }
            }
            same!(
                found,
                f64::to_bits(expected),
                "{text}: {segment} of {exponent}"
            );
        }
    }
    Ok(())
}
