//! Products of matrices of small numbers: with every pair of formats, and with scales in every
//! byte of their registers.

use std::fmt::Write as _;

use isa_mc::exec::LANES;

use super::{
    ADDEND, Columns, FACTORS, FIRST, MODE, SECOND, SUM, bits, compare, drawn, refused, registers,
    sum_of, sums,
};
use crate::executed::bench::{Bench, Checked};
use crate::meaning::matrix::{Element, Shape, added};
use crate::meaning::matrix_scaled::{FORMATS, factor_of, lane_of_scale, place, shape};
use isa_test_support::random::Random;

/// The registers of scales.
const SCALES: [usize; 2] = [122, 123];

/// What an instruction is written with.
#[derive(Clone, Copy)]
struct Form<'a> {
    name: &'a str,
    size: usize,
    is_scaled: bool,
    /// The files of the factors and of the sum.
    files: [&'a str; 3],
    /// What is added to, if it is no register.
    constant: Option<&'a str>,
    /// The formats, by their numbers.
    formats: [usize; 2],
    /// Which bytes of the scales count.
    bytes: [usize; 2],
}

impl Form<'_> {
    fn shape(&self) -> Shape {
        shape(self.size, self.formats).expect("five formats")
    }

    fn text(&self) -> String {
        let shape = self.shape();
        let ([first, second], count) = (shape.factor_registers(), shape.sum_registers());
        let mut text = format!(
            "{} {}, {}, {}, {}",
            self.name,
            registers(self.files[2], SUM, count),
            registers(self.files[0], FIRST, first),
            registers(self.files[1], SECOND, second),
            match self.constant {
                Some(text) => text.to_owned(),
                None => registers(self.files[2], ADDEND, count),
            },
        );
        if self.is_scaled {
            let [a, b] = self.bytes;
            let [low, high] = [[a % 2, b % 2], [a / 2, b / 2]];
            let _ = write!(
                text,
                ", v{}, v{} op_sel:[{},{},0] op_sel_hi:[{},{},0]",
                SCALES[0], SCALES[1], low[0], low[1], high[0], high[1]
            );
        }
        for (word, value) in ["cbsz", "blgp"].iter().zip(self.formats) {
            if value != 0 {
                let _ = write!(text, " {word}:{value}");
            }
        }
        text
    }
}

pub(super) fn instruction(bench: &Bench<'_>, name: &str, size: usize, is_scaled: bool) -> Checked {
    let form = Form {
        name,
        size,
        is_scaled,
        files: ["v", "v", "a"],
        constant: None,
        formats: [0, 0],
        bytes: [0, 0],
    };
    refuses(bench, form)?;
    // All pairs of formats; the first five are each format on each side, with all bytes.
    for turn in 0..25 {
        let [first, second] = FACTORS[turn % 4];
        let form = Form {
            files: [first, second, sums(bench)[turn / 4 % 2]],
            constant: (turn % 6 == 5).then_some("0.5"),
            formats: [turn % 5, (2 * turn + turn / 5) % 5],
            bytes: [turn % 4, (3 * turn + turn / 4) % 4],
            ..form
        };
        run(bench, form, turn as u64, None)?;
    }
    if is_scaled {
        // The least and the greatest power of two that a single has.
        for (turn, scales) in [[64, 64], [127, 254]].into_iter().enumerate() {
            run(bench, form, 100 + turn as u64, Some(scales))?;
        }
    }
    Ok(())
}

/// A scale: the exponent of a power of two as singles have it. With near ones sums are exact,
/// and others are such that a single can hold those of both factors together.
fn scale(random: &mut Random, exact: bool) -> u64 {
    let scale = match exact {
        true => 126 + random.below(3),
        false => 64 + random.below(127),
    };
    scale as u64
}

/// A register of four scales in each lane.
fn scales(random: &mut Random, exact: bool) -> Columns {
    let mut four = || (0..4).fold(0, |all, _| all << 8 | scale(random, exact));
    vec![std::array::from_fn(|_| four())]
}

/// The sum, said with matrices.
fn product(
    form: &Form<'_>,
    [first, second, addend]: [&Columns; 3],
    scales: &[Columns; 2],
) -> Columns {
    let shape = form.shape();
    // Element `number` of a line of a factor, and its scale.
    let element = |factor: usize, columns: &Columns, line: usize, deep: usize| {
        let element = shape.elements[factor];
        let number = element.number(bits(columns, element, place(&shape, element, line, deep)));
        let lane = lane_of_scale(&shape, line, deep);
        let scale = match form.is_scaled {
            true => scales[factor][0][lane] >> (8 * form.bytes[factor]) & 0xff,
            false => 127,
        };
        (number, scale as u32)
    };
    sum_of(&shape, addend, |[_, row, column], addend| {
        (0..shape.depth).fold(addend, |sum, deep| {
            let (a, a_scale) = element(0, first, row, deep);
            let (b, b_scale) = element(1, second, column, deep);
            // Products of such numbers are exact, and rounded once with their scales.
            added(sum, a * b, factor_of([a_scale, b_scale]))
        })
    })
}

fn run(bench: &Bench<'_>, form: Form<'_>, seed: u64, all: Option<[u64; 2]>) -> Checked {
    let text = form.text();
    let inst = bench.parse(&text, &["llvm"])?;
    // Of each format of the first factor a sample has a run, and of a scale that all have.
    let kind = if all.is_some() {
        FORMATS.len()
    } else {
        form.formats[0]
    };
    if bench.passes_over(kind as u16) {
        return Ok(());
    }
    let shape = form.shape();
    let mut random = Random::new(seed);
    let exact = seed % 3 != 2;
    let ([of_first, of_second], count) = (shape.factor_registers(), shape.sum_registers());
    let first = drawn(&mut random, shape.elements[0], exact, of_first);
    let second = drawn(&mut random, shape.elements[1], exact, of_second);
    let addend = match form.constant {
        Some(_) => vec![[0.5_f32.to_bits().into(); LANES]; count],
        None => drawn(&mut random, Element::Single, exact, count),
    };
    let scales = match all {
        Some(all) => all.map(|scale| vec![[scale; LANES]]),
        None => [scales(&mut random, exact), scales(&mut random, exact)],
    };
    let before = [
        (form.files[0], FIRST, &first),
        (form.files[1], SECOND, &second),
        (form.files[2], ADDEND, &addend),
        ("v", SCALES[0], &scales[0]),
        ("v", SCALES[1], &scales[1]),
    ];
    let wanted = product(&form, [&first, &second, &addend], &scales);
    compare(
        bench,
        (inst, &text),
        seed % 5,
        &before,
        (form.files[2], SUM, &wanted),
    )
}

/// What is undefined: other modes, formats that there are none of, and scales that are no numbers
/// or together none.
fn refuses(bench: &Bench<'_>, form: Form<'_>) -> Checked {
    let text = form.text();
    let one: Columns = vec![[127; LANES]];
    for mode in [0xf1, 0] {
        let before = SCALES.map(|at| ("v", at, &one));
        refused(bench, &text, mode, &before)?;
    }
    for more in ["cbsz:5", "cbsz:7", "blgp:5", "blgp:7"] {
        let before = SCALES.map(|at| ("v", at, &one));
        refused(bench, &format!("{text} {more}"), MODE, &before)?;
    }
    if !form.is_scaled {
        return Ok(());
    }
    for [a, b] in [
        [255, 127],
        [127, 255],
        [255, 0],
        [0, 127],
        [64, 63],
        [254, 128],
        [191, 191],
    ] {
        let scales: [Columns; 2] = [vec![[a; LANES]], vec![[b; LANES]]];
        let before = [("v", SCALES[0], &scales[0]), ("v", SCALES[1], &scales[1])];
        refused(bench, &text, MODE, &before)?;
    }
    Ok(())
}
