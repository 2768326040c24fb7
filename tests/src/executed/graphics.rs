//! Interpolation: what can be said of it.

use isa_mc::exec::InMemory;

use super::bench::{Bench, Check, Checked};
use crate::meaning::graphics::{Step, parameter, step};

/// What moves parameters of primitives, and what computes with them.
pub(super) const CHECK: Check = Check {
    name: "interpolation",
    takes: |name, _, _| name.starts_with("v_interp_"),
    run: |bench, name| match step(name) {
        Some(step) => sums(bench, name, step),
        None => run(bench, name),
    },
};

/// `FLOAT_MODE`: all is rounded to nearest even, singles lose their subnormal values, and
/// doubles and halves keep theirs.
const MODE: u64 = 0xc0;
/// Some lanes do not run, and keep what they have.
const EXEC: u64 = 0xf0ff_ffff_0fff_7ff1;

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
