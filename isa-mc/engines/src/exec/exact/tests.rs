//! Exact arithmetic against LLVM's, as the compiler of Rust has it, and against this
//! host's.

use rustc_apfloat::ieee::{Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

use super::mode::{fraction, infinity};
use super::*;
use crate::exec::bits::{ones, quiet_nan};
use crate::tables::ActionKind;

const ROUNDS: [Round; 4] = [
    Round::NearestTiesToEven,
    Round::TowardPositive,
    Round::TowardNegative,
    Round::TowardZero,
];

/// Values at the edges of a type, and some between.
fn values(width: u16) -> Vec<u128> {
    let one = infinity(width) >> 1 & infinity(width);
    let unit = 1 << fraction(width);
    let ulps = [
        0,
        1,
        2,
        3,
        unit >> 1,
        unit - 1,
        unit,
        unit + 1,
        2 * unit - 1,
        2 * unit,
        3 * unit,
        one - 2 * unit,
        one - unit,
        one - 1,
        one,
        one + 1,
        one + unit / 2,
        one + unit / 2 + 1,
        one + unit,
        one + 3 * unit + 5,
        one + u128::from(fraction(width)) * unit,
        one + u128::from(fraction(width)) * unit + 7,
        infinity(width) - unit,
        infinity(width) - 1,
        infinity(width),
        infinity(width) + 1,
        infinity(width) | unit >> 1,
    ];
    // Numbers without a pattern, always the same.
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let any = (0..14).map(|_| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        u128::from(seed) & ones(width - 1)
    });
    let all = ulps.into_iter().chain(any);
    all.flat_map(|bits| [bits, bits | 1 << (width - 1)])
        .collect()
}

fn mode(rounding: usize) -> Mode {
    Mode {
        rounding: rounding as u8,
        ..Mode::DEFAULT
    }
}

fn nan(bits: u128, width: u16) -> bool {
    bits & ones(width - 1) > infinity(width)
}

#[track_caller]
fn same(found: u128, expected: u128, width: u16, what: impl Fn() -> String) {
    if nan(expected, width) {
        assert_eq!(found, quiet_nan(width), "{}", what());
    } else {
        assert_eq!(found, expected, "{}: {expected:#x} is {found:#x}", what());
    }
}

fn against_llvm<F: Float>(width: u16) {
    let values = values(width);
    for (rounding, round) in ROUNDS.into_iter().enumerate() {
        let ours = |kind, values| arithmetic(kind, width, mode(rounding), values);
        for &a in &values {
            for (index, &b) in values.iter().enumerate() {
                let (x, y) = (F::from_bits(a), F::from_bits(b));
                let what = || format!("{width} bits, {a:#x} and {b:#x}, {round:?}");
                let sum = x.add_r(y, round).value.to_bits();
                same(ours(ActionKind::Add, [a, b, 0]), sum, width, what);
                let difference = x.sub_r(y, round).value.to_bits();
                same(
                    ours(ActionKind::Subtract, [a, b, 0]),
                    difference,
                    width,
                    what,
                );
                let product = x.mul_r(y, round).value.to_bits();
                same(ours(ActionKind::Multiply, [a, b, 0]), product, width, what);
                let quotient = x.div_r(y, round).value.to_bits();
                same(ours(ActionKind::Divide, [a, b, 0]), quotient, width, what);
                for &c in values.iter().skip(index % 5).step_by(5) {
                    let fused = x.mul_add_r(y, F::from_bits(c), round).value.to_bits();
                    let what = || format!("{}, {c:#x}", what());
                    same(
                        ours(ActionKind::FusedMultiplyAdd, [a, b, c]),
                        fused,
                        width,
                        what,
                    );
                }
            }
            for by in [-2000, -60, -30, -1, 0, 1, 7, 100, 2000] {
                let scaled = F::from_bits(a).scalbn_r(by, round).to_bits();
                let found = ours(ActionKind::Scale, [a, u128::from(by as u32), 0]);
                let what = || format!("{width} bits, {a:#x} by {by}, {round:?}");
                same(found, scaled, width, what);
            }
        }
    }
}

/// Four kinds of rounding, every edge against every other one.
#[test]
fn arithmetic_is_llvms() {
    against_llvm::<Half>(16);
    against_llvm::<Single>(32);
    against_llvm::<Double>(64);
}

/// Between the types, and to integers of every width.
#[test]
fn conversions_are_llvms() {
    fn between<F: FloatConvert<T>, T: Float>(from: u16, to: u16) {
        for (rounding, round) in ROUNDS.into_iter().enumerate() {
            for bits in values(from) {
                let expected = F::from_bits(bits).convert_r(round, &mut false).value;
                let found = Number::of(bits, from).round(to, mode(rounding));
                let what = || format!("{bits:#x} of {from} bits to {to}, {round:?}");
                same(found, expected.to_bits(), to, what);
            }
        }
    }
    between::<Half, Single>(16, 32);
    between::<Half, Double>(16, 64);
    between::<Single, Half>(32, 16);
    between::<Single, Double>(32, 64);
    between::<Double, Half>(64, 16);
    between::<Double, Single>(64, 32);
    for (rounding, round) in ROUNDS.into_iter().enumerate() {
        for bits in values(64) {
            let number = Number::of(bits, 64);
            for width in [8, 16, 32, 64] {
                let double = Double::from_bits(bits);
                let signed = double.to_i128_r(width.into(), round, &mut false).value;
                let unsigned = double.to_u128_r(width.into(), round, &mut false).value;
                let what = format!("{bits:#x} to {width} bits, {round:?}");
                let found = number.integer(width, true, rounding as u8);
                assert_eq!(found, signed.cast_unsigned() & ones(width), "{what}");
                let found = number.integer(width, false, rounding as u8);
                assert_eq!(found, unsigned, "{what}");
            }
        }
        for integer in values(64).into_iter().flat_map(|it| [it, it << 60]) {
            for negative in [false, true] {
                let number = Number::from(negative, integer >> 1);
                let signed = (integer >> 1).cast_signed();
                let signed = if negative { -signed } else { signed };
                let what = || format!("{signed}, {round:?}");
                let single = Single::from_i128_r(signed, round).value.to_bits();
                same(number.round(32, mode(rounding)), single, 32, what);
                let double = Double::from_i128_r(signed, round).value.to_bits();
                same(number.round(64, mode(rounding)), double, 64, what);
            }
        }
    }
}

/// LLVM's has no square root: this host's to nearest even, and for the other ways the
/// neighbours whose squares lie on both sides.
#[test]
fn square_roots_are_the_hosts() {
    for bits in values(32) {
        let root = |rounding| arithmetic(ActionKind::SquareRoot, 32, mode(rounding), [bits, 0, 0]);
        let value = f32::from_bits(bits as u32);
        let what = || format!("root of {value}");
        same(root(0), value.sqrt().to_bits().into(), 32, what);
        if value > 0.0 && value.is_finite() {
            let [up, down, cut] = [1, 2, 3].map(|rounding| f32::from_bits(root(rounding) as u32));
            let square = |root: f32| f64::from(root) * f64::from(root);
            assert!(square(up) >= value.into(), "{}", what());
            assert!(square(up.next_down()) < value.into(), "{}", what());
            assert!(square(down) <= value.into(), "{}", what());
            assert!(square(down.next_up()) > value.into(), "{}", what());
            assert_eq!(cut.to_bits(), down.to_bits(), "{}", what());
        }
    }
    for bits in values(64) {
        let root = arithmetic(ActionKind::SquareRoot, 64, Mode::DEFAULT, [bits, 0, 0]);
        let host = f64::from_bits(bits as u64).sqrt().to_bits();
        same(root, host.into(), 64, || format!("root of {bits:#x}"));
    }
}

/// Subnormal sources and results become zero of their sign, each if the mode says so.
#[test]
fn subnormal_values_become_zero() {
    let (tiny, half, negative) = (0x0000_0001, 0x3f00_0000, 0x8000_0000_u128);
    let least = 0x0080_0000;
    for subnormals in 0..4 {
        let mode = Mode::new(0, subnormals, 0);
        let product = |a, b| arithmetic(ActionKind::Multiply, 32, mode, [a, b, 0]);
        let (sources, results) = (subnormals & 1 == 1, subnormals & 2 == 2);
        // A subnormal result of normal sources.
        let expected = if results {
            negative | (least / 2)
        } else {
            negative
        };
        assert_eq!(product(least | negative, half), expected, "{subnormals}");
        // A normal result of a subnormal source.
        let expected = if sources { 0x3480_0000 } else { 0 };
        assert_eq!(product(tiny, 0x7f00_0000), expected, "{subnormals}");
        // Comparisons take sources as well.
        assert_eq!(
            mode.source(tiny | negative, 32),
            if sources { tiny | negative } else { negative }
        );
    }
    assert_eq!(flushed(0x83ff, 16), 0x8000);
    assert_eq!(flushed(0x8400, 16), 0x8400);
    assert_eq!(flushed(0x7fff_ffff, 32), 0x7fff_ffff);
}

/// What is too large is the greatest number, however results are rounded; what an infinite
/// source or a division by zero gives stays infinite.
#[test]
fn what_is_too_large_may_be_limited() {
    for width in [16, 32] {
        let values = values(width);
        let infinite = |bits: u128| bits & ones(width - 1) == infinity(width);
        let zero = |bits: u128| bits & ones(width - 1) == 0;
        for rounding in 0..4 {
            let [free, limited] = [0, 1].map(|overflow| Mode::new(rounding, 3, overflow));
            for kind in [
                ActionKind::Add,
                ActionKind::Multiply,
                ActionKind::Divide,
                ActionKind::FusedMultiplyAdd,
                ActionKind::ReciprocalRoot,
                ActionKind::PowerOfTwo,
                ActionKind::Logarithm,
            ] {
                for (&a, &b) in values.iter().zip(values.iter().rev()) {
                    let sources = [a, b, values[3]];
                    let [found, expected] =
                        [limited, free].map(|mode| arithmetic(kind, width, mode, sources));
                    let stays = sources.into_iter().any(infinite)
                        || kind == ActionKind::Divide && zero(b)
                        || kind == ActionKind::ReciprocalRoot && zero(a)
                        || kind == ActionKind::Logarithm && zero(a);
                    let expected = match infinite(expected) && !stays {
                        true => expected - 1,
                        false => expected,
                    };
                    assert_eq!(found, expected, "{kind:?} of {sources:x?}, {limited:?}");
                }
            }
        }
    }
}
