//! Products of matrices of which the first is sparse, with every set of indices.

use std::fmt::Write as _;

use super::{
    Columns, FACTORS, FIRST, MODE, SECOND, SUM, bits, compare, drawn, element_of_sum, refused,
    registers, sum_of, sums,
};
use crate::executed::bench::{Bench, Checked};
use crate::meaning::matrix::{Element, Shape};
use crate::meaning::matrix_sparse::{column_of, index_sets, set, stored, stored_place};
use isa_test_support::random::Random;

/// The register of indices.
const INDEX: usize = 120;

pub(super) fn instruction(bench: &Bench<'_>, name: &str, shape: &Shape) -> Checked {
    refuses(bench, name, shape)?;
    let mut choices: Vec<(usize, usize)> = (0..index_sets(shape)).map(|abid| (0, abid)).collect();
    // What chooses no set, too.
    choices.extend([(1, 0), (2, 3), (3, 1)]);
    for (turn, choice) in choices.into_iter().enumerate() {
        let [first, second] = FACTORS[turn % 4];
        for sum in sums(bench) {
            run(
                bench,
                name,
                [first, second, *sum],
                shape,
                choice,
                turn as u64,
            )?;
        }
    }
    Ok(())
}

/// The statement, with more behind it.
fn line(name: &str, files: [&str; 3], shape: &Shape, (cbsz, abid): (usize, usize)) -> String {
    let [_, second] = shape.factor_registers();
    let mut text = format!(
        "{name} {}, {}, {}, v{INDEX}",
        registers(files[2], SUM, shape.sum_registers()),
        registers(files[0], FIRST, second / 2),
        registers(files[1], SECOND, second),
    );
    for (word, value) in [("cbsz", cbsz), ("abid", abid)] {
        if value != 0 {
            let _ = write!(text, " {word}:{value}");
        }
    }
    text
}

/// The sum, said with matrices: each stored element of a row, times that of the row of the
/// second factor whose number its own column is.
fn product(shape: &Shape, [first, second, indices, before]: [&Columns; 4], set: usize) -> Columns {
    let [of_first, of_second] = shape.elements;
    sum_of(shape, before, |[_, row, column], before| {
        (0..shape.depth / 2).fold(before, |sum, number| {
            let a = bits(first, of_first, stored_place(shape, row, number));
            let deep = column_of(shape, &indices[0], set, row, number);
            let b = bits(second, of_second, shape.factor_place(0, column, deep));
            shape.added(sum, [a, b])
        })
    })
}

fn run(
    bench: &Bench<'_>,
    name: &str,
    files: [&str; 3],
    shape: &Shape,
    choice: (usize, usize),
    seed: u64,
) -> Checked {
    let text = line(name, files, shape, choice);
    let inst = bench.parse(&text, &["llvm"])?;
    if bench.passes_over(inst.encoding()) {
        return Ok(());
    }
    let mut random = Random::new(seed);
    let exact = seed % 3 != 2;
    let [_, count] = shape.factor_registers();
    let [of_first, of_second] = shape.elements;
    let first = drawn(&mut random, of_first, exact, count / 2);
    let second = drawn(&mut random, of_second, exact, count);
    let sum = drawn(
        &mut random,
        element_of_sum(shape),
        exact,
        shape.sum_registers(),
    );
    // Whatever the bits are, they are indices.
    let indices = drawn(&mut random, Element::Byte, false, 1);
    let before = [
        (files[0], FIRST, &first),
        (files[1], SECOND, &second),
        (files[2], SUM, &sum),
        ("v", INDEX, &indices),
    ];
    let set = set(choice.0, choice.1);
    let wanted = product(shape, [&first, &second, &indices, &sum], set);
    compare(
        bench,
        (inst, &text),
        seed % 5,
        &before,
        (files[2], SUM, &wanted),
    )
}

/// What is undefined: other modes, and sets that there is no room for.
fn refuses(bench: &Bench<'_>, name: &str, shape: &Shape) -> Checked {
    let files = ["v", "v", "a"];
    let sets = index_sets(shape);
    holds!(sets * 2 * stored(shape) == 32, "{name} fills the indices");
    for choice in [(0, sets), (0, 15), (4, 0), (4, 1)] {
        refused(bench, &line(name, files, shape, choice), MODE, &[])?;
    }
    if element_of_sum(shape) != Element::Byte {
        for mode in [0xf1, 0] {
            refused(bench, &line(name, files, shape, (0, 0)), mode, &[])?;
        }
    }
    Ok(())
}
