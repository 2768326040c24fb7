//! Two vector operations in one instruction: each is what the one that stands alone is, and
//! reads what registers held before either writes.

use isa_mc::exec::{Column, InMemory, LANES, Machine};

use super::bench::{Bench, Check, Checked};
use crate::meaning::vector::overflow::regarded;
use crate::meaning::vector::{Done, Operands, added, meaning, number};
use crate::meaning::{edges, is_rdna3};

/// Dual issue.
pub(super) const CHECK: Check = Check {
    name: "two operations at once",
    takes: |name, _, arch| is_rdna3(arch) && name.starts_with("v_dual_"),
    run,
};

/// The operation that a half is, and how its operands are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Two sources; the destination may be a third one, and VCC a fourth.
    Two,
    /// One source.
    One,
    /// A constant that is added, or is a factor.
    Added,
    Factor,
}

fn shape(half: &str) -> Shape {
    match half {
        "mov_b32" => Shape::One,
        "fmaak_f32" => Shape::Added,
        "fmamk_f32" => Shape::Factor,
        _ => Shape::Two,
    }
}

/// What lanes have: the two first sources are each other's destination.
struct Values {
    first: u32,
    second: u32,
    constant: u32,
    before: u32,
    chosen: bool,
    mode: u32,
}

/// What a half gives; `None` if nobody has said it.
fn result(half: &str, arch: &str, it: &Values) -> Option<u32> {
    let sources = [it.first, it.second, it.before];
    if let Some(sum) = added::meaning(&format!(
        "v_{}",
        half.replace("dot2acc_f32_bf16", "dot2c_f32_bf16")
    )) {
        return Some((sum.run)(sources, false));
    }
    let alone = match half {
        "mul_dx9_zero_f32" => "mul_legacy_f32",
        "max_num_f32" => "max_f32",
        "min_num_f32" => "min_f32",
        "fmaak_f32" | "fmamk_f32" => "fma_f32",
        _ => half,
    };
    let [b, c] = match shape(half) {
        Shape::Factor => [it.constant, it.second],
        _ => [it.second, it.constant],
    };
    let operands = Operands {
        a: it.first.into(),
        b: b.into(),
        c: c.into(),
        carry: it.chosen,
        before: it.before.into(),
        mode: regarded(it.mode, arch),
        ..Operands::default()
    };
    match meaning(&format!("v_{alone}"), arch)?.done {
        Done::Dword(run) => Some(run(operands)),
        Done::Sum(run) => Some(run(operands) as u32),
        _ => None,
    }
}

/// The values of a register in a round.
fn column(register: usize, round: usize) -> Column {
    let (singles, bits) = (number::edges(32), edges(32));
    std::array::from_fn(|lane| {
        let at = (lane + round * LANES) * [1, 7, 11, 5][register] + lane / 8 * register;
        match (lane + round) % 4 {
            0 => bits[at % bits.len()],
            _ => singles[at % singles.len()],
        }
    })
}

fn run(bench: &Bench<'_>, name: &str) -> Checked {
    let halves = name
        .strip_prefix("v_dual_")
        .and_then(|it| it.split_once("_v_dual_"));
    let Some((x, y)) = halves else {
        holds!(false, "{name} is not two in one");
        return Ok(());
    };
    // Nothing is said of how sums of products of halves round.
    let sums = x.contains("dot2") || y.contains("dot2");
    for parity in 0..2 {
        for round in 0..12 {
            let mode = if sums {
                0xf0
            } else {
                number::mode(37 * round as u32 + parity)
            };
            let exec = [u64::MAX, 0x8000_0001, 0x0f0f_3333][round % 3];
            once(bench, [x, y], parity as usize, (round, mode, exec))?;
        }
    }
    Ok(())
}

fn once(
    bench: &Bench<'_>,
    halves: [&str; 2],
    parity: usize,
    (round, mode, exec): (usize, u32, u64),
) -> Checked {
    // Each destination is the first source of the other half; banks differ.
    let to = [20 + parity, 21 - parity];
    let from = [to[1], to[0]];
    let second = [10 + parity, 11 - parity];
    let singles = number::edges(32);
    let constant = singles[(7 * round + 3) % singles.len()] as u32;
    let half = |at: usize| {
        let (name, d, s, t) = (halves[at], to[at], from[at], second[at]);
        match shape(name) {
            Shape::One => format!("v_dual_{name} v{d}, v{s}"),
            Shape::Two => format!("v_dual_{name} v{d}, v{s}, v{t}"),
            Shape::Added => format!("v_dual_{name} v{d}, v{s}, v{t}, {constant:#x}"),
            Shape::Factor => format!("v_dual_{name} v{d}, v{s}, {constant:#x}, v{t}"),
        }
    };
    let text = format!("{} :: {}", half(0), half(1));
    let inst = bench.parse(&text, &["llvm"])?;
    if bench.passes_over(inst.encoding()) {
        return Ok(());
    }
    let exec = bench.lanes(exec);
    let mut machine = InMemory::new(&bench.target);
    let vcc = 0x9abc_def1_u64.rotate_left(round as u32) & 0xffff_ffff;
    for (state, value) in [("EXEC", exec), ("MODE", mode.into()), ("VCC", vcc)] {
        machine.set_state(state, value).expect("a state");
    }
    let registers = [to[0], to[1], second[0], second[1]];
    let columns: [Column; 4] = std::array::from_fn(|at| column(at, round));
    for (register, column) in registers.iter().zip(&columns) {
        machine.write_lanes(bench.vector(*register), u64::MAX, column);
    }
    bench.execute(inst, &text, &mut machine)?;
    for at in 0..2 {
        let mut found = [0; LANES];
        machine.read_lanes(bench.vector(to[at]), &mut found);
        for (lane, found) in found.into_iter().enumerate() {
            let held = |register: usize| columns[register][lane] as u32;
            let values = Values {
                first: held(1 - at),
                second: held(2 + at),
                constant,
                before: held(at),
                chosen: vcc >> lane & 1 == 1,
                mode,
            };
            let wanted = match exec >> lane & 1 {
                0 => Some(held(at)),
                _ => result(halves[at], bench.arch, &values),
            };
            let Some(wanted) = wanted else {
                holds!(
                    false,
                    "say in tests/execution/src/executed/dual.rs what v_dual_{} does",
                    halves[at]
                );
                return Ok(());
            };
            same!(
                found,
                u64::from(wanted),
                "{text}: half {at} in lane {lane}, MODE {mode:#x}, from {:x?}",
                columns.map(|column| column[lane])
            );
        }
    }
    bench.compared(inst);
    Ok(())
}
