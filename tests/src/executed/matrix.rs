//! Products of matrices and the registers that they add up in: every shape against a plain
//! product, with every way to take other blocks and lanes, whatever EXEC is.

use std::fmt::Write as _;

use isa_mc::exec::{Column, ExecErrorKind, InMemory, LANES, Machine, RegisterPart};

use super::bench::{Bench, Check, Checked};
use crate::meaning::matrix::{
    self, Element, Shape, added, double_of_factor, double_of_sum, lane_of_second, shape,
};
use crate::meaning::vector::number;
use crate::random::Random;

/// What has accumulation registers.
pub(super) const CHECK: Check = Check {
    name: "matrices",
    takes: |name, _, _| name.starts_with("v_mfma_") || name.starts_with("v_accvgpr_"),
    run: instruction,
};

/// Registers: sum, and what is added to.
const SUM: usize = 0;
const ADDEND: usize = 64;
/// Factors: of each file one.
const FIRST: usize = 100;
const SECOND: usize = 104;
/// Rounding to nearest, and subnormal values as they are.
const MODE: u64 = 0xf0;

/// A part of a register of a file.
fn part(bench: &Bench<'_>, prefix: &str, number: usize) -> RegisterPart {
    let syntax = bench.target.syntax("llvm").expect("a syntax");
    let register = bench.target.register(&format!("{prefix}{number}"), syntax);
    let register = register.expect("a register");
    RegisterPart {
        file: register.file,
        number: register.number,
        part: 0,
    }
}

fn registers(prefix: &str, first: usize, count: usize) -> String {
    match count {
        1 => format!("{prefix}{first}"),
        _ => format!("{prefix}[{first}:{}]", first + count - 1),
    }
}

/// What registers hold, a column each.
type Columns = Vec<Column>;

/// Elements that multiply and add up exactly, or whatever bits there are.
fn drawn(random: &mut Random, element: Element, exact: bool, registers: usize) -> Columns {
    let small = [-3.0_f32, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 4.0];
    let halves = [
        0xc200_u32, 0xc000, 0xbc00, 0xb800, 0, 0x3800, 0x3c00, 0x4000, 0x4400,
    ];
    let mut one = || {
        let word = random.word();
        let [low, high] = [word as usize % 9, (word >> 32) as usize % 9];
        u64::from(match (exact, element) {
            (false, _) | (_, Element::Byte) => word as u32,
            (true, Element::Single) => small[low].to_bits(),
            (true, Element::Half) => halves[low] | halves[high] << 16,
            (true, Element::Brain) => small[low].to_bits() >> 16 | small[high].to_bits(),
        })
    };
    let mut column = || std::array::from_fn(|_| one());
    (0..registers).map(|_| column()).collect()
}

/// An element of a factor, by its lane and its number there.
fn bits(columns: &Columns, element: Element, (lane, number): (usize, usize)) -> u32 {
    let each = 32 / element.bits();
    let word = columns[number / each][lane] as u32;
    word >> (number % each * element.bits()) & (u32::MAX >> (32 - element.bits()))
}

/// The sum, said with matrices instead of lanes.
fn product(
    shape: &Shape,
    [first, second, addend]: [&Columns; 3],
    [cbsz, abid, blgp]: [usize; 3],
) -> Columns {
    let mut sum = addend.clone();
    for block in 0..shape.blocks {
        for row in 0..shape.size {
            for column in 0..shape.size {
                let (lane, register) = shape.sum_place(block, row, column);
                let mut value = addend[register][lane] as u32;
                for deep in 0..shape.depth {
                    let of_first = shape.block_of_first(block, cbsz, abid);
                    let a = bits(
                        first,
                        shape.element,
                        shape.factor_place(of_first, row, deep),
                    );
                    let (from, number) = shape.factor_place(block, column, deep);
                    let place = (lane_of_second(from, blgp), number);
                    let b = bits(second, shape.element, place);
                    value = match shape.element {
                        Element::Single => added(value, f32::from_bits(a), f32::from_bits(b)),
                        Element::Brain => {
                            added(value, f32::from_bits(a << 16), f32::from_bits(b << 16))
                        }
                        Element::Half => added(value, number::of_half(a), number::of_half(b)),
                        Element::Byte => {
                            let factor = i32::from(a as u8 as i8) * i32::from(b as u8 as i8);
                            (value as i32).wrapping_add(factor) as u32
                        }
                    };
                }
                sum[register][lane] = value.into();
            }
        }
    }
    sum
}

fn set(machine: &mut InMemory<'_>, bench: &Bench<'_>, prefix: &str, first: usize, all: &Columns) {
    for (number, column) in all.iter().enumerate() {
        machine.write_lanes(part(bench, prefix, first + number), u64::MAX, column);
    }
}

fn run(
    bench: &Bench<'_>,
    name: &str,
    files: [&str; 3],
    shape: &Shape,
    [cbsz, abid, blgp]: [usize; 3],
    seed: u64,
) -> Checked {
    let (factor, count) = (shape.factor_registers(), shape.sum_registers());
    let from = if seed.is_multiple_of(2) { ADDEND } else { SUM };
    // From CDNA 2 on all elements of what is added to may be one constant.
    let constant = match shape.element {
        _ if bench.cpu == "gfx908" || seed % 6 != 5 => None,
        Element::Byte => Some(("-5", u64::from(-5_i32 as u32))),
        _ => Some(("0.5", u64::from(0.5_f32.to_bits()))),
    };
    let mut text = format!(
        "{name} {}, {}, {}, {}",
        registers(files[2], SUM, count),
        registers(files[0], FIRST, factor),
        registers(files[1], SECOND, factor),
        match constant {
            Some((text, _)) => text.to_owned(),
            None => registers(files[2], from, count),
        },
    );
    for (word, value) in [("cbsz", cbsz), ("abid", abid), ("blgp", blgp)] {
        if value != 0 {
            let _ = write!(text, " {word}:{value}");
        }
    }
    let inst = bench.parse(&text, &["llvm"])?;
    if bench.passes_over(inst.encoding()) {
        return Ok(());
    }
    let mut random = Random::new(seed);
    let exact = seed % 3 != 2;
    let first = drawn(&mut random, shape.element, exact, factor);
    let second = drawn(&mut random, shape.element, exact, factor);
    let single = match shape.element {
        Element::Byte => Element::Byte,
        _ => Element::Single,
    };
    let addend = match constant {
        Some((_, bits)) => vec![[bits; LANES]; count],
        None => drawn(&mut random, single, exact, count),
    };
    let mut machine = InMemory::new(&bench.target);
    machine.set_state("MODE", MODE).expect("a state");
    // Which lanes are active does not matter.
    machine.set_state("EXEC", seed % 5).expect("a state");
    set(&mut machine, bench, files[0], FIRST, &first);
    set(&mut machine, bench, files[1], SECOND, &second);
    set(&mut machine, bench, files[2], from, &addend);
    bench.execute(inst, &text, &mut machine)?;
    let wanted = product(shape, [&first, &second, &addend], [cbsz, abid, blgp]);
    for (number, column) in wanted.iter().enumerate() {
        let mut found = [0; LANES];
        machine.read_lanes(part(bench, files[2], SUM + number), &mut found);
        same!(found, *column, "{text} in register {number}");
    }
    bench.compared(inst);
    Ok(())
}

/// What is undefined: modes in which nobody knows how sums round, and blocks that do not
/// exist.
fn refuses(bench: &Bench<'_>, name: &str, shape: &Shape) -> Checked {
    let (factor, count) = (shape.factor_registers(), shape.sum_registers());
    let sum = registers("a", SUM, count);
    let line = |more: &str| {
        let factors = [
            registers("v", FIRST, factor),
            registers("v", SECOND, factor),
        ];
        format!("{name} {sum}, {}, {}, {sum}{more}", factors[0], factors[1])
    };
    let beyond = format!(" cbsz:{}", shape.blocks.ilog2() + 1);
    let mut cases = vec![(beyond.as_str(), MODE), (" abid:1", MODE)];
    if shape.element != Element::Byte {
        cases.extend([("", 0xf1), ("", 0)]);
    }
    for (more, mode) in cases {
        let text = line(more);
        let inst = bench.parse(&text, &["llvm"])?;
        let mut machine = InMemory::new(&bench.target);
        machine.set_state("MODE", mode).expect("a state");
        let kind = bench.run(inst, &mut machine).map_err(|error| error.kind);
        let refused = matches!(kind, Err(ExecErrorKind::Undefined { .. }));
        holds!(refused, "{text} in mode {mode:#x}: {kind:?}");
    }
    Ok(())
}

/// A register of one file becomes that of the other, in active lanes.
fn copies(bench: &Bench<'_>, name: &str) -> Checked {
    let (into, from) = match name {
        "v_accvgpr_mov_b32" => ("a", "a"),
        "v_accvgpr_read_b32" => ("v", "a"),
        _ => ("a", "v"),
    };
    let text = format!("{name} {into}3, {from}5");
    let inst = bench.parse(&text, &["llvm"])?;
    for exec in [u64::MAX, 0xaaaa_5555_0f0f_3333, 0] {
        let mut machine = InMemory::new(&bench.target);
        machine.set_state("EXEC", exec).expect("a state");
        let source: Column =
            std::array::from_fn(|lane| (0x0102_0304 * (lane as u64 + 1)) & 0xffff_ffff);
        machine.write_lanes(part(bench, from, 5), u64::MAX, &source);
        machine.write_lanes(part(bench, into, 3), u64::MAX, &[7; LANES]);
        bench.execute(inst, &text, &mut machine)?;
        let mut found = [0; LANES];
        machine.read_lanes(part(bench, into, 3), &mut found);
        for lane in 0..LANES {
            let wanted = if exec >> lane & 1 == 1 {
                source[lane]
            } else {
                7
            };
            same!(found[lane], wanted, "{text} in lane {lane} of {exec:#x}");
        }
        bench.compared(inst);
    }
    Ok(())
}

/// The files that factors may be of.
const FACTORS: [[&str; 2]; 4] = [["v", "v"], ["a", "v"], ["v", "a"], ["a", "a"]];

/// The files that a sum may be of.
fn sums(bench: &Bench<'_>) -> &'static [&'static str] {
    match bench.cpu {
        "gfx908" => &["a"],
        _ => &["a", "v"],
    }
}

/// Products of doubles, and what is added to them a constant too.
fn doubles(bench: &Bench<'_>, name: &str, (size, blocks): (usize, usize)) -> Checked {
    let count = size * size * blocks / 32;
    for seed in 0..16 {
        let mut random = Random::new(seed);
        let [first, second] = FACTORS[seed as usize % 4];
        let sum = sums(bench)[seed as usize / 4 % 2];
        let constant = seed % 5 == 4;
        let addend = match constant {
            true => "-0.5".to_owned(),
            false => registers(sum, ADDEND, count),
        };
        let text = format!(
            "{name} {}, {}, {}, {addend}",
            registers(sum, SUM, count),
            registers(first, FIRST, 2),
            registers(second, SECOND, 2),
        );
        let inst = bench.parse(&text, &["llvm"])?;
        let mut one = || f64::from(random.below(2001) as i32 - 1000) / 16.0;
        let mut lanes = || -> [f64; LANES] { std::array::from_fn(|_| one()) };
        let (a, b) = (lanes(), lanes());
        let c: Vec<[f64; LANES]> = (0..count / 2)
            .map(|_| if constant { [-0.5; LANES] } else { lanes() })
            .collect();
        let mut machine = InMemory::new(&bench.target);
        machine.set_state("MODE", MODE).expect("a state");
        for (file, at, values) in [(first, FIRST, &a), (second, SECOND, &b)] {
            set(&mut machine, bench, file, at, &halves(&[*values]));
        }
        set(&mut machine, bench, sum, ADDEND, &halves(&c));
        bench.execute(inst, &text, &mut machine)?;
        let mut wanted = c.clone();
        for (block, row, column) in (0..blocks)
            .flat_map(|block| (0..size * size).map(move |at| (block, at / size, at % size)))
        {
            let (lane, own) = double_of_sum(block, row, column);
            for deep in 0..4 {
                let of = |line| double_of_factor(size, block, line, deep);
                wanted[own][lane] += a[of(row)] * b[of(column)];
            }
        }
        for (number, column) in halves(&wanted).iter().enumerate() {
            let mut found = [0; LANES];
            machine.read_lanes(part(bench, sum, SUM + number), &mut found);
            same!(found, *column, "{text} in register {number}");
        }
        bench.compared(inst);
    }
    Ok(())
}

/// Doubles as two registers each.
fn halves(doubles: &[[f64; LANES]]) -> Columns {
    let each = doubles.iter().flat_map(|it| {
        let low: Column = it.map(|it| it.to_bits() & 0xffff_ffff);
        [low, it.map(|it| it.to_bits() >> 32)]
    });
    each.collect()
}

fn instruction(bench: &Bench<'_>, name: &str) -> Checked {
    if name.starts_with("v_accvgpr_") {
        return copies(bench, name);
    }
    if let Some(shape) = matrix::doubles(name) {
        return doubles(bench, name, shape);
    }
    let Some(shape) = shape(name) else {
        holds!(false, "say in tests/src/meaning/matrix.rs what {name} does");
        return Ok(());
    };
    refuses(bench, name, &shape)?;
    let last = shape.blocks.ilog2() as usize;
    let shared = (0..=last).flat_map(|cbsz| [0, (1 << cbsz) - 1].map(|abid| (cbsz, abid)));
    for (turn, (cbsz, abid)) in shared.enumerate() {
        for blgp in 0..8 {
            let seed = (turn * 8 + blgp) as u64;
            let [first, second] = FACTORS[seed as usize % 4];
            for sum in sums(bench) {
                let files = [first, second, *sum];
                run(bench, name, files, &shape, [cbsz, abid, blgp], seed)?;
            }
        }
    }
    Ok(())
}
