//! Products of matrices of RDNA 3 and 4, dense and sparse ones: with signs, constants, both
//! halves of registers and every set of indices.

use std::fmt::Write as _;

use isa_mc::exec::LANES;

use super::{ADDEND, Columns, FIRST, MODE, SECOND, SUM, compare, exact_bits, refused, registers};
use crate::executed::bench::{Bench, Checked};
use crate::meaning::matrix_wave::{Part, Place, Sum, Wave, wave};
use crate::meaning::narrow;
use isa_test_support::random::Random;

/// The register of indices.
const INDEX: usize = 120;

/// What an instruction says besides its registers.
#[derive(Clone, Copy, Default)]
struct Form {
    neg_lo: usize,
    neg_hi: usize,
    clamp: bool,
    upper: bool,
    constant: bool,
    set: usize,
}

fn list(bits: usize) -> String {
    format!("[{},{},{}]", bits & 1, bits >> 1 & 1, bits >> 2 & 1)
}

fn text(name: &str, it: &Wave, form: Form) -> String {
    let [first, second, sum] = it.registers();
    let addend = match form.constant {
        _ if it.sparse => format!("v{INDEX}"),
        true if it.sum == Sum::Integer => "-5".to_owned(),
        true => "0.5".to_owned(),
        false => registers("v", ADDEND, sum),
    };
    let mut text = format!(
        "{name} {}, {}, {}, {addend}",
        registers("v", SUM, sum),
        registers("v", FIRST, first),
        registers("v", SECOND, second),
    );
    if form.upper {
        text += " op_sel:[0,0,1]";
    }
    if form.set != 0 {
        let _ = write!(text, " index_key:{}", form.set);
    }
    for (word, bits) in [("neg_lo", form.neg_lo), ("neg_hi", form.neg_hi)] {
        if bits != 0 {
            let _ = write!(text, " {word}:{}", list(bits));
        }
    }
    if form.clamp {
        text += " clamp";
    }
    text
}

pub(super) fn instruction(bench: &Bench<'_>, name: &str) -> Checked {
    let copied = !bench.has_open_floats();
    let Some(it) = wave(name, copied, !bench.is_wave32()) else {
        holds!(
            false,
            "say in tests/execution/src/meaning/matrix_wave.rs what {name} is"
        );
        return Ok(());
    };
    let half = matches!(it.sum, Sum::Half | Sum::Brain);
    let number = it.sum != Sum::Integer;
    let small = it.parts[0].bits() == 8 && number;
    for seed in 0..24 {
        let signs = match (number, small, it.sparse) {
            (false, _, _) => [seed % 4, 0],
            (true, true, true) => [0, 0],
            (true, true, false) => [seed % 2 * 4, seed / 2 % 2 * 4],
            (true, false, true) => [seed % 4, seed / 4 % 4],
            (true, false, false) => [seed % 8, (seed * 3 + seed / 8) % 8],
        };
        let form = Form {
            neg_lo: signs[0],
            neg_hi: signs[1],
            clamp: !number && seed / 4 % 2 == 1,
            upper: half && copied && seed % 5 == 2,
            constant: !(it.sparse || copied && half) && seed % 6 == 5,
            set: if it.sparse { seed % it.sets() } else { 0 },
        };
        run(bench, name, &it, form, seed as u64)?;
    }
    // Where not all lanes take part.
    refused(bench, &text(name, &it, Form::default()), MODE, &[])?;
    Ok(())
}

fn get(columns: &Columns, (lane, register, bit): Place, bits: usize) -> u32 {
    (columns[register][lane] >> bit) as u32 & u32::MAX >> (32 - bits)
}

fn put(columns: &mut Columns, (lane, register, bit): Place, bits: usize, value: u32) {
    let mask = u64::from(u32::MAX >> (32 - bits)) << bit;
    let old = columns[register][lane] & !mask;
    columns[register][lane] = old | u64::from(value) << bit & mask;
}

/// Registers of parts of a factor.
fn factor(random: &mut Random, it: &Wave, part: Part, count: usize) -> Columns {
    let mut columns = vec![[0; LANES]; count];
    let bits = part.bits();
    for lane in 0..LANES {
        for (register, bit) in
            (0..count).flat_map(|register| (0..32 / bits).map(move |at| (register, at * bits)))
        {
            let value = match part {
                Part::Number(element) => exact_bits(random, element),
                Part::Integer(_) => random.word() as u32 & u32::MAX >> (32 - bits),
            };
            put(&mut columns, (lane, register, bit), bits, value);
        }
    }
    if it.copied {
        for column in &mut columns {
            for lane in 16..LANES {
                column[lane] = column[lane % 16];
            }
        }
    }
    columns
}

/// The number of a part of a factor; that of 16 bits has the sign changed that is said of its
/// half of the register.
fn number(part: Part, value: u32, form: Form, source: usize, upper: bool) -> i64 {
    let sign = if upper { form.neg_hi } else { form.neg_lo } >> source & 1 == 1;
    match part {
        Part::Integer(bits) => match form.neg_lo >> source & 1 == 1 && value >> (bits - 1) == 1 {
            true => i64::from(value) - (1 << bits),
            false => i64::from(value),
        },
        // Sixteenths: all that is drawn are of these.
        Part::Number(element) => {
            let sixteenths = (element.number(value) * 16.0) as i64;
            if sign && part.bits() == 16 {
                -sixteenths
            } else {
                sixteenths
            }
        }
    }
}

/// An element of what is added to.
fn addend(sum: Sum, value: u32) -> f64 {
    match sum {
        Sum::Single => f32::from_bits(value).into(),
        Sum::Half => crate::meaning::vector::number::of_half(value).into(),
        Sum::Brain => f32::from_bits(value << 16).into(),
        Sum::Integer => (value as i32).into(),
    }
}

fn result(sum: Sum, exact: f64, clamp: bool) -> u32 {
    match sum {
        Sum::Single => (exact as f32).to_bits(),
        Sum::Half => narrow::half((exact as f32).to_bits()),
        Sum::Brain => narrow::bfloat((exact as f32).to_bits()),
        Sum::Integer if clamp => {
            exact.clamp(f64::from(i32::MIN), f64::from(i32::MAX)) as i32 as u32
        }
        Sum::Integer => exact as i64 as u32,
    }
}

fn run(bench: &Bench<'_>, name: &str, it: &Wave, form: Form, seed: u64) -> Checked {
    let text = text(name, it, form);
    let inst = bench.parse(&text, &["llvm"])?;
    if bench.passes_over(inst.encoding()) {
        return Ok(());
    }
    let mut random = Random::new(seed);
    let [of_first, of_second, of_sum] = it.registers();
    let first = factor(&mut random, it, it.parts[0], of_first);
    let second = factor(&mut random, it, it.parts[1], of_second);
    let indices: Columns = vec![std::array::from_fn(|_| random.word() & 0xffff_ffff)];
    let width = match it.sum {
        Sum::Half | Sum::Brain => 16,
        Sum::Single | Sum::Integer => 32,
    };
    // What is added to, and what the destination held before.
    let mut before: Columns = vec![[0; LANES]; of_sum];
    let other: Columns = vec![[0x1234_5678; LANES]; of_sum];
    for (lane, register, bit) in (0..LANES).flat_map(|lane| {
        (0..of_sum)
            .flat_map(move |register| (0..32 / width).map(move |at| (lane, register, at * width)))
    }) {
        let value = match it.sum {
            Sum::Single => exact_bits(&mut random, crate::meaning::matrix::Element::Single),
            Sum::Half => exact_bits(&mut random, crate::meaning::matrix::Element::Half),
            Sum::Brain => exact_bits(&mut random, crate::meaning::matrix::Element::Brain),
            Sum::Integer => match random.below(3) {
                0 => i32::MAX as u32 - random.below(1000) as u32,
                1 => i32::MIN as u32 + random.below(1000) as u32,
                _ => random.word() as u32,
            },
        };
        put(&mut before, (lane, register, bit), width, value);
    }
    let mut wanted = if it.sparse {
        before.clone()
    } else {
        other.clone()
    };
    #[allow(clippy::cast_precision_loss, reason = "sums are small")]
    let number_of = |sum: i64| sum as f64;
    let scale = match it.sum {
        Sum::Integer => 1.0,
        _ => 256.0,
    };
    for (row, column) in (0..256).map(|at| (at / 16, at % 16)) {
        let mut products = 0;
        let bits = it.parts[0].bits();
        let mut add = |a: Place, b: Place| {
            let x = number(it.parts[0], get(&first, a, bits), form, 0, a.2 == 16);
            let y = number(it.parts[1], get(&second, b, bits), form, 1, b.2 == 16);
            products += x * y;
        };
        for k in 0..it.depth {
            match it.sparse {
                false => add(it.of_factor(row, k), it.of_factor(column, k)),
                true if k % 4 < 2 => {
                    let (lane, register, bit) = it.of_stored(row, k / 4 * 4);
                    let index = it.index_bit(k / 4 * 4, form.set) + k % 4 * 2;
                    let at = indices[0][lane] >> index & 3;
                    add(
                        (lane, register, bit + k % 4 * bits),
                        it.of_factor(column, k / 4 * 4 + at as usize),
                    );
                }
                true => {}
            }
        }
        let place = it.of_sum(row, column, form.upper);
        let mut c = match (form.constant, it.sum) {
            (true, Sum::Integer) => -5.0,
            (true, _) => 0.5,
            (false, sum) => addend(sum, get(&before, place, width)),
        };
        if it.sum != Sum::Integer && !it.sparse {
            if form.neg_hi & 4 != 0 {
                c = c.abs();
            }
            if form.neg_lo & 4 != 0 {
                c = -c;
            }
        }
        let exact = number_of(products) / scale + c;
        put(&mut wanted, place, width, result(it.sum, exact, form.clamp));
    }
    let mut held = vec![("v", FIRST, &first), ("v", SECOND, &second)];
    if it.sparse {
        held.extend([("v", SUM, &before), ("v", INDEX, &indices)]);
    } else {
        held.extend([("v", ADDEND, &before), ("v", SUM, &other)]);
    }
    let exec = bench.lanes(u64::MAX);
    compare(bench, (inst, &text), exec, &held, ("v", SUM, &wanted))
}
