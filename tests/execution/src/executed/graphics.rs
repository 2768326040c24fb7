//! Interpolation: what can be said of it.

use isa_mc::exec::{ExecErrorKind, InMemory};

use super::bench::{Bench, Check, Checked};
use crate::meaning::graphics::{QuadStep, Step, parameter, quad_parameter, quad_step, step};

/// What moves parameters of primitives, and what computes with them.
pub(super) const CHECK: Check = Check {
    name: "interpolation",
    takes: |name, _, _| name.starts_with("v_interp_") || loads_quads(name),
    run: |bench, name| match (step(name), quad_step(name)) {
        _ if name.ends_with("param_load") => parameters(bench, name),
        _ if loads_quads(name) => broadcast(bench, name),
        (_, Some(step)) if bench.formats(name).contains(&"VINTERP") => quads(bench, name, step),
        (Some(step), _) => sums(bench, name, step),
        _ => run(bench, name),
    },
};

/// What loads from LDS into the lanes of quads.
pub(super) fn loads_quads(name: &str) -> bool {
    name.ends_with("param_load") || name.ends_with("direct_load")
}

/// `FLOAT_MODE`: all is rounded to nearest even, singles lose their subnormal values, and
/// doubles and halves keep theirs.
const MODE: u64 = 0xc0;
/// Some lanes do not run, and keep what they have.
const EXEC: u64 = 0xf0ff_ffff_0f18_7241;

/// A wave with its modes, lanes and primitives, and the number of its local memory.
fn wave<'t>(bench: &Bench<'t>, m0: u32) -> (InMemory<'t>, u16) {
    let mut machine = InMemory::new(&bench.target);
    for (state, value) in [
        ("M0", m0.into()),
        ("EXEC", bench.lanes(EXEC)),
        ("MODE", MODE),
    ] {
        machine.set_state(state, value).expect("a state");
    }
    let lds = machine.space("lds").expect("a space");
    (machine, lds)
}

/// Every sum with each of its modifiers, in each encoding.
fn sums(bench: &Bench<'_>, name: &str, step: Step) -> Checked {
    for format in bench.formats(name) {
        let plain = ["", "", ""];
        let long = format != "VINTRP";
        let mut forms = vec![plain];
        if long {
            forms.extend([["-", "", ""], ["|", "|", ""], ["-|", "|", " clamp"]]);
            if step.gives_single() {
                forms.extend([["", "", " mul:2"], ["", "", " clamp div:2"]]);
            }
            if step.has_halves() {
                forms.extend([["", "", " high"], ["-", "", " high clamp"]]);
            }
            if name == "v_interp_p2_f16" && bench.arch == "gcn1.4" {
                forms.push(["", "", " op_sel:[0,0,0,1]"]);
            }
        }
        for form in forms {
            for mask in [0, 0b101_0011, 0x7fff] {
                for attribute in [(0, 0), (1, 3), (32, 1)] {
                    summed(bench, name, step, (long, form), mask, attribute)?;
                }
            }
        }
    }
    Ok(())
}

fn summed(
    bench: &Bench<'_>,
    name: &str,
    step: Step,
    (long, [before, behind, flags]): (bool, [&str; 3]),
    mask: u32,
    (attribute, channel): (u32, u32),
) -> Checked {
    let m0 = mask << 16 | 0x40;
    let (mut machine, lds) = wave(bench, m0);
    let at = |lane: u32, which: &str| parameter(m0, lane, attribute, channel, which);
    // Numbers of different sizes and signs, as singles or as two halves.
    let value = |seed: u64| {
        let number = f32::from((seed * 37 % 1009) as u16) / 64.0 - 7.5;
        match step.has_halves() {
            false => (number * 1.001).to_bits(),
            true => ((0x3c00_0000 + 0x0123_4567 * (seed as u32 % 13)) & 0x7bff_7bff) ^ 0x8000,
        }
    };
    let weight = |lane: u32| (f32::from(lane as u16) * 0.73 - 21.0).to_bits();
    let third = |lane: u32| match name {
        "v_interp_p1lv_f16" => value(u64::from(lane) + 5),
        _ => (f32::from(lane as u16) * 1.37 - 40.0).to_bits(),
    };
    for lane in 0..64 {
        let register = lane as usize;
        for (name, bits) in [
            ("v1", third(lane)),
            ("v2", weight(lane)),
            ("v3", third(lane)),
        ] {
            machine
                .set_lane(name, register, &[bits.into()])
                .expect("a register");
        }
        for which in ["p0", "p10", "p20"] {
            let at = at(lane, which);
            machine.poke(lds, at, &value(at).to_le_bytes());
        }
    }
    let suffix = match (name.ends_with("f32"), long) {
        (true, true) => "_e64",
        _ => "",
    };
    let letter = ["x", "y", "z", "w"][channel as usize];
    let more = if step.adds_register() { ", v3" } else { "" };
    let text =
        format!("{name}{suffix} v1, {before}v2{behind}, attr{attribute}.{letter}{more}{flags}");
    let inst = bench.parse(&text, &["llvm", "clrx"])?;
    bench.execute(inst, &text, &mut machine)?;
    for lane in 0..64_u32 {
        let old = third(lane);
        let sign = |bits: u32| {
            let bits = if before.contains('|') {
                bits & 0x7fff_ffff
            } else {
                bits
            };
            if before.contains('-') {
                bits ^ 0x8000_0000
            } else {
                bits
            }
        };
        let parameters = ["p0", "p10", "p20"].map(|which| value(at(lane, which)));
        let sum = step.sum(parameters, sign(weight(lane)), old, flags.contains("high"));
        let mut number = sum;
        // What is multiplied loses the sign of a zero.
        if flags.contains("mul:2") {
            number = number * 2.0 + 0.0;
        }
        if flags.contains("div:2") {
            number = number * 0.5 + 0.0;
        }
        if flags.contains("clamp") {
            number = number.clamp(0.0, 1.0);
        }
        let want = match bench.lanes(EXEC) >> lane & 1 {
            0 => old,
            _ => step.result(number, old, bench.arch, flags.contains("op_sel")),
        };
        let got = machine.lane("v1", lane as usize);
        same!(
            got,
            Ok(vec![want.into()]),
            "{text} in lane {lane}, M0 {m0:#x}"
        );
    }
    bench.compared(inst);
    Ok(())
}

/// Every parameter of some attributes, for waves whose quads have one primitive, many,
/// and one each; LDS has no limit here, and lanes that do not run keep what they have.
/// From GCN 1.2 on there is a second encoding.
fn run(bench: &Bench<'_>, name: &str) -> Checked {
    for format in bench.formats(name) {
        let suffix = if format.ends_with("_LONG") {
            "_e64"
        } else {
            ""
        };
        for mask in [0, 0b101_0011, 0x7fff, 0x4001, 0xffff] {
            for (attribute, channel) in [(0, 0), (0, 3), (1, 1), (32, 2)] {
                for parameter in ["p0", "p10", "p20"] {
                    moved(bench, suffix, mask, (attribute, channel), parameter)?;
                }
            }
        }
    }
    Ok(())
}

fn moved(
    bench: &Bench<'_>,
    suffix: &str,
    mask: u32,
    (attribute, channel): (u32, u32),
    name: &str,
) -> Checked {
    let m0 = mask << 16 | 0x40;
    let (mut machine, lds) = wave(bench, m0);
    for lane in 0..64 {
        machine.set_lane("v1", lane, &[7]).expect("a register");
        let at = parameter(m0, lane as u32, attribute, channel, name);
        machine.poke(lds, at, &(at as u32 ^ 0xabcd_0000).to_le_bytes());
    }
    let letter = ["x", "y", "z", "w"][channel as usize];
    let text = format!("v_interp_mov_f32{suffix} v1, {name}, attr{attribute}.{letter}");
    let inst = bench.parse(&text, &["llvm", "clrx"])?;
    bench.execute(inst, &text, &mut machine)?;
    for lane in 0..64 {
        let at = parameter(m0, lane as u32, attribute, channel, name);
        let moved = u64::from(at as u32 ^ 0xabcd_0000);
        let want = if bench.lanes(EXEC) >> lane & 1 == 1 {
            moved
        } else {
            7
        };
        let got = machine.lane("v1", lane);
        same!(got, Ok(vec![want]), "{text} in lane {lane}, M0 {m0:#x}");
    }
    bench.compared(inst);
    Ok(())
}

/// Quads of which some lane runs: all of their lanes do.
fn runs(bench: &Bench<'_>, lane: usize) -> bool {
    bench.lanes(EXEC) >> (lane / 4 * 4) & 15 != 0
}

/// Parameters of some attributes in the lanes of quads, for waves of one and of many
/// primitives.
fn parameters(bench: &Bench<'_>, name: &str) -> Checked {
    for mask in [0, 0b101_0011, 0x7fff, 0x4001, 0xffff] {
        for (attribute, channel) in [(0, 0), (0, 3), (1, 1), (32, 2)] {
            let m0 = mask << 16 | 0x80;
            let (mut machine, lds) = wave(bench, m0);
            let at =
                |lane: usize| quad_parameter(m0, lane as u32, attribute, channel, lane as u32 % 4);
            for lane in 0..bench.lane_count() {
                machine.set_lane("v1", lane, &[7]).expect("a register");
                let value = at(lane) as u32 ^ 0xabcd_0000;
                if lane % 4 < 3 {
                    machine.poke(lds, at(lane), &value.to_le_bytes());
                }
            }
            let letter = ["x", "y", "z", "w"][channel as usize];
            let text = format!("{name} v1, attr{attribute}.{letter}");
            let inst = bench.parse(&text, &["llvm"])?;
            bench.execute(inst, &text, &mut machine)?;
            for lane in 0..bench.lane_count() {
                let want = match (runs(bench, lane), lane % 4) {
                    (false, _) => 7,
                    (true, 3) => 0,
                    (true, _) => u64::from(at(lane) as u32 ^ 0xabcd_0000),
                };
                let got = machine.lane("v1", lane);
                same!(got, Ok(vec![want]), "{text} in lane {lane}, M0 {m0:#x}");
            }
            bench.compared(inst);
        }
    }
    Ok(())
}

/// A value of each type, the same in all lanes.
fn broadcast(bench: &Bench<'_>, name: &str) -> Checked {
    let memory = 0x8765_fed8_u32;
    for (kind, want) in [
        (0, Some(0xd8)),
        (1, Some(0xfed8)),
        (2, Some(memory)),
        (3, None),
        (4, Some(0xffff_ffd8)),
        (5, Some(0xffff_fed8)),
        (6, None),
        (7, None),
    ] {
        let (mut machine, lds) = wave(bench, kind << 16 | 0x124);
        machine.poke(lds, 0x124, &memory.to_le_bytes());
        for lane in 0..bench.lane_count() {
            machine.set_lane("v1", lane, &[7]).expect("a register");
        }
        let text = format!("{name} v1");
        let inst = bench.parse(&text, &["llvm"])?;
        let Some(want) = want else {
            let done = bench.run(inst, &mut machine).map_err(|error| error.kind);
            let undefined = matches!(done, Err(ExecErrorKind::Undefined { .. }));
            holds!(undefined, "{text} of type {kind}: {done:?}");
            continue;
        };
        bench.execute(inst, &text, &mut machine)?;
        for lane in 0..bench.lane_count() {
            let want = if runs(bench, lane) { want } else { 7 };
            let got = machine.lane("v1", lane);
            same!(
                got,
                Ok(vec![want.into()]),
                "{text} of type {kind} in lane {lane}"
            );
        }
        bench.compared(inst);
    }
    Ok(())
}

/// Every sum within quads, with each of its modifiers.
fn quads(bench: &Bench<'_>, name: &str, step: QuadStep) -> Checked {
    let halves: &[u32] = match (step.has_halves, step.is_second) {
        (false, _) => &[0],
        (true, false) => &[0, 1, 4, 5],
        (true, true) => &[0, 1, 8, 9],
    };
    // Nearest; those that round towards zero do so whatever the modes say.
    let roundings: &[u64] = if step.to_zero { &[0, 1, 2, 3] } else { &[0] };
    for (op_sel, rounding) in halves
        .iter()
        .flat_map(|halves| roundings.iter().map(|it| (*halves, *it)))
    {
        for signs in 0..8_u32 {
            for clamps in [false, true] {
                within(bench, name, step, (op_sel, clamps), signs, rounding)?;
            }
        }
    }
    Ok(())
}

fn within(
    bench: &Bench<'_>,
    name: &str,
    step: QuadStep,
    (op_sel, clamps): (u32, bool),
    signs: u32,
    rounding: u64,
) -> Checked {
    let (mut machine, _) = wave(bench, 0);
    // Singles keep their subnormal values here.
    let zeroes = signs % 2 == 1;
    let modes = MODE | 0x30 | rounding | if zeroes { 0x100 } else { 0 };
    // RDNA 4 has no such mode, and does so.
    let zeroes = zeroes || bench.arch == "rdna4";
    machine.set_state("MODE", modes).expect("a state");
    // Whole quads whose sum is next to one, as a single and as a half, next to zero, or not what
    // one of its parts is by less than a single has bits for.
    let edge = |which: u32, lane: usize| {
        let is_half = step.has_halves && (which == 1 || !step.is_second);
        let one = if is_half { 0x3c00 } else { 0x3f80_0000 };
        let least = if is_half { 0x8001 } else { 0x9c80_0000 };
        let (second, third) = match lane / 4 {
            1 => (0x3f80_0001, 0),
            2 => (0x3f80_2000, 0),
            3 => (0x8000_0001, 0),
            4 => (0x3f80_0000, least),
            5 => (0x9c80_0000, one),
            _ => return None,
        };
        [one, second, third].get(which as usize - 1).copied()
    };
    let register = |which: u32, lane: usize| {
        let seed = which + 3 * lane as u32;
        if let Some(bits) = edge(which, lane) {
            return bits;
        }
        match (which, step.has_halves, step.is_second) {
            (1, true, _) | (3, true, false) => {
                ((0x3c00_0000 + 0x0123_4567 * (seed % 13)) & 0x7bff_7bff) ^ 0x8000
            }
            (4, ..) => 0x1234_5678,
            (2, ..) if lane % 8 == 6 => 0x7fc0_0001,
            _ => (f32::from((seed * 37 % 1009) as u16) / 61.0 - 7.7).to_bits(),
        }
    };
    for lane in 0..bench.lane_count() {
        for which in 1..=4 {
            let value = register(which, lane);
            let set = machine.set_lane(&format!("v{which}"), lane, &[value.into()]);
            set.expect("a register");
        }
    }
    let negative = [0, 1, 2].map(|bit| signs >> bit & 1 == 1);
    let sign = negative.map(|it| if it { "-" } else { "" });
    let mut text = format!("{name} v4, {}v1, {}v2, {}v3", sign[0], sign[1], sign[2]);
    if clamps {
        text += " clamp";
    }
    if op_sel != 0 {
        let bits = [0, 1, 2, 3].map(|bit| op_sel >> bit & 1);
        text += &format!(" op_sel:{bits:?}").replace(", ", ",");
    }
    let inst = bench.parse(&text, &["llvm"])?;
    bench.execute(inst, &text, &mut machine)?;
    for lane in 0..bench.lane_count() {
        let first = lane / 4 * 4;
        let parameter = register(1, first + if step.is_second { 2 } else { 1 });
        let values = [
            parameter,
            register(3, first),
            register(2, lane),
            register(3, lane),
        ];
        let want = match bench.lanes(EXEC) >> lane & 1 {
            0 => register(4, lane),
            _ => step.result(
                values,
                negative,
                (op_sel, clamps, zeroes),
                register(4, lane),
            ),
        };
        let got = machine.lane("v4", lane);
        same!(
            got,
            Ok(vec![want.into()]),
            "{text} in lane {lane}, rounding {rounding}, from {values:x?}"
        );
    }
    bench.compared(inst);
    Ok(())
}
