//! Products of two matrices of one type of elements, with every way to take other blocks and
//! lanes.

use std::fmt::Write as _;

use isa_mc::exec::LANES;

use super::{
    ADDEND, Columns, FACTORS, FIRST, MODE, SECOND, SUM, bits, compare, drawn, element_of_sum,
    generation, refused, registers, sum_of, sums,
};
use crate::executed::bench::{Bench, Checked};
use crate::meaning::matrix::{Element, Shape, lane_of_second};
use isa_test_support::random::Random;

pub(super) fn instruction(bench: &Bench<'_>, name: &str, shape: &Shape) -> Checked {
    refuses(bench, name, shape)?;
    let last = shape.blocks.ilog2() as usize;
    let shared = (0..=last).flat_map(|cbsz| [0, (1 << cbsz) - 1].map(|abid| (cbsz, abid)));
    for (turn, (cbsz, abid)) in shared.enumerate() {
        for blgp in 0..8 {
            let seed = (turn * 8 + blgp) as u64;
            let blgp = if has_blgp(bench, shape) { blgp } else { 0 };
            let [first, second] = FACTORS[seed as usize % 4];
            for sum in sums(bench) {
                let files = [first, second, *sum];
                run(bench, name, files, shape, [cbsz, abid, blgp], seed)?;
            }
        }
    }
    Ok(())
}

/// Whether columns may come from other lanes: from CDNA 3 on not where a lane has several
/// elements of a row of one block.
fn has_blgp(bench: &Bench<'_>, shape: &Shape) -> bool {
    generation(bench) < 3 || shape.blocks > 1 || shape.held() == 1
}

/// The sum, said with matrices instead of lanes.
fn product(
    shape: &Shape,
    [first, second, addend]: [&Columns; 3],
    [cbsz, abid, blgp]: [usize; 3],
) -> Columns {
    let [of_first, of_second] = shape.elements;
    sum_of(shape, addend, |[block, row, column], addend| {
        (0..shape.depth).fold(addend, |sum, deep| {
            let block_of_first = shape.block_of_first(block, cbsz, abid);
            let place = shape.factor_place(block_of_first, row, deep);
            let a = bits(first, of_first, place);
            let (from, number) = shape.factor_place(block, column, deep);
            let place = (lane_of_second(from, blgp), number);
            let b = bits(second, of_second, place);
            shape.added(sum, [a, b])
        })
    })
}

fn run(
    bench: &Bench<'_>,
    name: &str,
    files: [&str; 3],
    shape: &Shape,
    [cbsz, abid, blgp]: [usize; 3],
    seed: u64,
) -> Checked {
    let (factors, count) = (shape.factor_registers(), shape.sum_registers());
    let from = if seed.is_multiple_of(2) { ADDEND } else { SUM };
    let of_sum = element_of_sum(shape);
    // From CDNA 2 on all elements of what is added to may be one constant.
    let constant = match of_sum {
        _ if generation(bench) == 1 || seed % 6 != 5 => None,
        Element::Byte => Some(("-5", u64::from(-5_i32 as u32))),
        _ => Some(("0.5", u64::from(0.5_f32.to_bits()))),
    };
    let mut text = format!(
        "{name} {}, {}, {}, {}",
        registers(files[2], SUM, count),
        registers(files[0], FIRST, factors[0]),
        registers(files[1], SECOND, factors[1]),
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
    let [first, second] =
        [0, 1].map(|number| drawn(&mut random, shape.elements[number], exact, factors[number]));
    let addend = match constant {
        Some((_, bits)) => vec![[bits; LANES]; count],
        None => drawn(&mut random, of_sum, exact, count),
    };
    let before = [
        (files[0], FIRST, &first),
        (files[1], SECOND, &second),
        (files[2], from, &addend),
    ];
    let wanted = product(shape, [&first, &second, &addend], [cbsz, abid, blgp]);
    compare(
        bench,
        (inst, &text),
        seed % 5,
        &before,
        (files[2], SUM, &wanted),
    )
}

/// What is undefined: modes in which nobody knows how sums round, blocks that do not exist,
/// lanes where columns may come from no others, and bits that elements do not have.
fn refuses(bench: &Bench<'_>, name: &str, shape: &Shape) -> Checked {
    let (factors, count) = (shape.factor_registers(), shape.sum_registers());
    let sum = registers("a", SUM, count);
    let line = |more: &str| {
        let factors = [
            registers("v", FIRST, factors[0]),
            registers("v", SECOND, factors[1]),
        ];
        format!("{name} {sum}, {}, {}, {sum}{more}", factors[0], factors[1])
    };
    let beyond = format!(" cbsz:{}", shape.blocks.ilog2() + 1);
    let mut cases = vec![(beyond.as_str(), MODE), (" abid:1", MODE)];
    if element_of_sum(shape) != Element::Byte {
        cases.extend([("", 0xf1), ("", 0)]);
    }
    if !has_blgp(bench, shape) {
        cases.extend([(" blgp:1", MODE), (" blgp:4", MODE)]);
    }
    for (more, mode) in cases {
        refused(bench, &line(more), mode, &[])?;
    }
    // A fraction of more bits than the elements have.
    if shape.elements[0] == Element::Short {
        for (at, register) in [FIRST, FIRST + 1, SECOND, SECOND + 1]
            .into_iter()
            .enumerate()
        {
            let longer = 1.0_f32.to_bits() | 1 << (4 * at);
            let columns = vec![[u64::from(longer); LANES]];
            refused(bench, &line(""), MODE, &[("v", register, &columns)])?;
        }
    }
    Ok(())
}
