//! Products of matrices and the registers that they add up in: every shape against a plain
//! product, with every way to take other blocks and lanes, whatever EXEC is.
//!
//! `dense`, `double`, `sparse` and `scaled` run one kind of products each, `wave` runs those of
//! RDNA, `copy` runs what copies accumulation registers. Here is what they have in common: registers of the two
//! files, matrices of random elements, and how a product is said with matrices.

mod copy;
mod dense;
mod double;
mod scaled;
mod sparse;
mod wave;

use isa_mc::Inst;
use isa_mc::exec::{Column, ExecErrorKind, InMemory, LANES, Machine, RegisterPart};

use super::bench::{Bench, Check, Checked};
use crate::meaning::matrix::{Element, Shape, doubles, shape};
use crate::meaning::matrix_scaled;
use isa_test_support::random::Random;

/// What has accumulation registers.
pub(super) const CHECK: Check = Check {
    name: "matrices",
    takes: |name, _, _| multiplies(name) || name.starts_with("v_accvgpr_"),
    run: instruction,
};

/// Whether it multiplies matrices.
pub(super) fn multiplies(name: &str) -> bool {
    name.starts_with("v_mfma_") || name.starts_with("v_smfmac_") || in_waves(name)
}

/// Those of RDNA.
fn in_waves(name: &str) -> bool {
    name.starts_with("v_wmma_") || name.starts_with("v_swmmac_")
}

fn instruction(bench: &Bench<'_>, name: &str) -> Checked {
    if name.starts_with("v_accvgpr_") {
        return copy::instruction(bench, name);
    }
    if in_waves(name) {
        return wave::instruction(bench, name);
    }
    if let Some(shape) = doubles(name) {
        return double::instruction(bench, name, shape);
    }
    if let Some((size, is_scaled)) = matrix_scaled::product(name) {
        return scaled::instruction(bench, name, size, is_scaled);
    }
    let Some(shape) = shape(name, bench.has_open_floats()) else {
        holds!(
            false,
            "say in tests/execution/src/meaning/matrix.rs what {name} does"
        );
        return Ok(());
    };
    match name.starts_with("v_smfmac_") {
        true => sparse::instruction(bench, name, &shape),
        false => dense::instruction(bench, name, &shape),
    }
}

/// Registers: sum, and what is added to.
const SUM: usize = 0;
const ADDEND: usize = 64;
/// Factors: of each file one.
const FIRST: usize = 100;
const SECOND: usize = 110;
/// Rounding to nearest, and subnormal values as they are.
const MODE: u64 = 0xf0;

/// The files that factors may be of.
const FACTORS: [[&str; 2]; 4] = [["v", "v"], ["a", "v"], ["v", "a"], ["a", "a"]];

/// Which CDNA the processor has.
fn generation(bench: &Bench<'_>) -> usize {
    let arch = bench.target.arch();
    let arch = bench.target.tables().text(arch.name);
    let number = arch.strip_prefix("cdna").and_then(|it| it.parse().ok());
    number.expect("all that have matrices")
}

/// The files that a sum may be of.
fn sums(bench: &Bench<'_>) -> &'static [&'static str] {
    match generation(bench) {
        1 => &["a"],
        _ => &["a", "v"],
    }
}

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

/// Registers of a file, from one on, and what they hold.
type Held<'a> = (&'a str, usize, &'a Columns);

/// Elements that multiply and add up exactly, or whatever bits there are.
fn drawn(random: &mut Random, element: Element, exact: bool, registers: usize) -> Columns {
    let mut columns = vec![[0; LANES]; registers];
    let held = registers * 32 / element.bits();
    for (lane, number) in (0..LANES * held).map(|at| (at / held, at % held)) {
        let value = match exact {
            true => exact_bits(random, element),
            false => any_bits(random, element),
        };
        let at = number * element.bits();
        let value = u64::from(value) << (at % 32);
        columns[at / 32][lane] |= value & 0xffff_ffff;
        if value >> 32 != 0 {
            columns[at / 32 + 1][lane] |= value >> 32;
        }
    }
    columns
}

/// An element of which products and their sums have few bits.
fn exact_bits(random: &mut Random, element: Element) -> u32 {
    let singles = [-3.0_f32, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 4.0];
    let halves = [
        0xc200, 0xc000, 0xbc00, 0xb800, 0, 0x3800, 0x3c00, 0x4000, 0x4400,
    ];
    let at = random.below(singles.len());
    match element {
        Element::Single | Element::Short => singles[at].to_bits(),
        Element::Half => halves[at],
        Element::Brain => singles[at].to_bits() >> 16,
        Element::Byte => any_bits(random, element),
        Element::Small(format) => loop {
            let bits = random.below(1 << format.bits()) as u32;
            let number = format.of(bits);
            // NaN is none of these.
            if number.abs() <= 4.0 && (number * 16.0).fract() == 0.0 {
                return bits;
            }
        },
    }
}

/// Any element; of small ones not many that are no numbers, or all sums were none.
fn any_bits(random: &mut Random, element: Element) -> u32 {
    let word = random.word() as u32;
    match element {
        Element::Small(format) => loop {
            let bits = random.below(1 << format.bits()) as u32;
            if format.of(bits).is_finite() || random.below(64) == 0 {
                return bits;
            }
        },
        // The others of its fraction have no meaning.
        Element::Short => word & !0x1fff,
        _ => word & u32::MAX >> (32 - element.bits()),
    }
}

/// An element of a factor, by its lane and its number there.
fn bits(columns: &Columns, element: Element, (lane, number): (usize, usize)) -> u32 {
    let at = number * element.bits();
    let next = columns.get(at / 32 + 1).map_or(0, |it| it[lane]);
    let wide = next << 32 | columns[at / 32][lane];
    (wide >> (at % 32)) as u32 & u32::MAX >> (32 - element.bits())
}

/// What a sum becomes: `element` says it of one in a block, a row and a column, and gets what
/// is added to.
fn sum_of(shape: &Shape, addend: &Columns, element: impl Fn([usize; 3], u32) -> u32) -> Columns {
    let mut sum = addend.clone();
    for block in 0..shape.blocks {
        for row in 0..shape.size {
            for column in 0..shape.size {
                let (lane, register) = shape.sum_place(block, row, column);
                let before = addend[register][lane] as u32;
                sum[register][lane] = element([block, row, column], before).into();
            }
        }
    }
    sum
}

/// What elements of a sum are.
fn element_of_sum(shape: &Shape) -> Element {
    match shape.elements {
        [Element::Byte, _] => Element::Byte,
        _ => Element::Single,
    }
}

fn set(machine: &mut InMemory<'_>, bench: &Bench<'_>, prefix: &str, first: usize, all: &Columns) {
    for (number, column) in all.iter().enumerate() {
        machine.write_lanes(part(bench, prefix, first + number), u64::MAX, column);
    }
}

/// Executes a product, and compares the sum with what is wanted.
fn compare(
    bench: &Bench<'_>,
    (inst, text): (Inst, &str),
    exec: u64,
    before: &[Held<'_>],
    (file, first, wanted): Held<'_>,
) -> Checked {
    let mut machine = InMemory::new(&bench.target);
    machine.set_state("MODE", MODE).expect("a state");
    // Which lanes are active does not matter.
    machine.set_state("EXEC", exec).expect("a state");
    for (file, first, columns) in before {
        set(&mut machine, bench, file, *first, columns);
    }
    bench.execute(inst, text, &mut machine)?;
    for (number, column) in wanted.iter().enumerate() {
        let mut found = [0; LANES];
        machine.read_lanes(part(bench, file, first + number), &mut found);
        same!(found, *column, "{text} in register {number}");
    }
    bench.compared(inst);
    Ok(())
}

/// What nobody can say stops with an error.
fn refused(bench: &Bench<'_>, text: &str, mode: u64, before: &[Held<'_>]) -> Checked {
    let inst = bench.parse(text, &["llvm"])?;
    let mut machine = InMemory::new(&bench.target);
    machine.set_state("MODE", mode).expect("a state");
    for (file, first, columns) in before {
        set(&mut machine, bench, file, *first, columns);
    }
    let kind = bench.run(inst, &mut machine).map_err(|error| error.kind);
    let refused = matches!(kind, Err(ExecErrorKind::Undefined { .. }));
    holds!(refused, "{text} in mode {mode:#x}: {kind:?}");
    Ok(())
}
