//! Products of doubles: what is added to them may be a constant, and from CDNA 3 on each of the
//! three may have its sign changed.

use isa_mc::exec::{Column, LANES};

use super::{
    ADDEND, Columns, FACTORS, FIRST, MODE, SECOND, SUM, compare, generation, refused, registers,
    sums,
};
use crate::executed::bench::{Bench, Checked};
use crate::meaning::matrix::{double_of_factor, double_of_sum};
use isa_test_support::random::Random;

pub(super) fn instruction(
    bench: &Bench<'_>,
    name: &str,
    (size, blocks): (usize, usize),
) -> Checked {
    let count = size * size * blocks / 32;
    let has_signs = generation(bench) >= 3;
    refuses(bench, name, count, has_signs)?;
    for seed in 0..16 {
        let mut random = Random::new(seed);
        let [first, second] = FACTORS[seed as usize % 4];
        let sum = sums(bench)[seed as usize / 4 % 2];
        let constant = seed % 5 == 4;
        let addend = match constant {
            true => "-0.5".to_owned(),
            false => registers(sum, ADDEND, count),
        };
        let signs = if has_signs { seed % 8 } else { 0 };
        let [a_sign, b_sign, c_sign] = [0, 1, 2].map(|bit| signs >> bit & 1);
        let sign = |bit: u64| if bit == 1 { -1.0 } else { 1.0 };
        let text = format!(
            "{name} {}, {}, {}, {addend}{}",
            registers(sum, SUM, count),
            registers(first, FIRST, 2),
            registers(second, SECOND, 2),
            match signs {
                0 => String::new(),
                _ => format!(" neg:[{a_sign},{b_sign},{c_sign}]"),
            },
        );
        let inst = bench.parse(&text, &["llvm"])?;
        let mut one = || f64::from(random.below(2001) as i32 - 1000) / 16.0;
        let mut lanes = || -> [f64; LANES] { std::array::from_fn(|_| one()) };
        let (a, b) = (lanes(), lanes());
        let c: Vec<[f64; LANES]> = (0..count / 2)
            .map(|_| if constant { [-0.5; LANES] } else { lanes() })
            .collect();
        let mut wanted: Vec<[f64; LANES]> = c.clone();
        for value in wanted.iter_mut().flatten() {
            *value *= sign(c_sign);
        }
        for (block, row, column) in (0..blocks)
            .flat_map(|block| (0..size * size).map(move |at| (block, at / size, at % size)))
        {
            let (lane, own) = double_of_sum(block, row, column);
            for deep in 0..4 {
                let of = |line| double_of_factor(size, block, line, deep);
                let product = sign(a_sign) * a[of(row)] * (sign(b_sign) * b[of(column)]);
                wanted[own][lane] += product;
            }
        }
        let before = [
            (first, FIRST, &halves(&[a])),
            (second, SECOND, &halves(&[b])),
            (sum, ADDEND, &halves(&c)),
        ];
        let wanted = (sum, SUM, &halves(&wanted));
        compare(bench, (inst, &text), seed % 7, &before, wanted)?;
    }
    Ok(())
}

/// What is undefined: other modes, and what these products have not.
fn refuses(bench: &Bench<'_>, name: &str, count: usize, has_signs: bool) -> Checked {
    let sum = registers("a", SUM, count);
    let factors = [FIRST, SECOND].map(|it| registers("v", it, 2));
    let text = format!("{name} {sum}, {}, {}, {sum}", factors[0], factors[1]);
    let mut cases = vec![("", 0xf1), ("", 0), (" cbsz:1", MODE), (" abid:1", MODE)];
    if !has_signs {
        cases.push((" blgp:1", MODE));
    }
    for (more, mode) in cases {
        refused(bench, &format!("{text}{more}"), mode, &[])?;
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
