//! Every action at edge values, against plain Rust.
#![allow(clippy::float_cmp, reason = "what is compared is comparing")]

use super::*;
use crate::exec::columns;
use crate::exec::machine::LANES;
use crate::tables::Flag;
use crate::tables::NumberKind::{Floating, Signed, Unsigned};

fn action(kind: ActionKind, number: NumberKind, bits: u16) -> Action {
    Action {
        kind: kind.into(),
        number: number.into(),
        bits,
        uniform: Flag::NO,
        to: 0,
        a: 0,
        b: 0,
        c: 0,
        d: 0,
    }
}

/// Values at the edges of a width.
fn edges(bits: u16) -> Vec<u128> {
    let all = ones(bits);
    let mut list = vec![0, 1, 2, 3, 5, 31, 32, 63, 64, 127];
    list.extend([
        all,
        all.wrapping_sub(1),
        all >> 1,
        (all >> 1).wrapping_sub(1),
        (all >> 1) + 1,
        (all >> 1) + 2,
    ]);
    list.extend([0x1234_5678_9abc_def0_0fed_cba9_8765_4321]);
    list.into_iter().map(|value| value & all).collect()
}

macro_rules! check_width {
    ($bits:expr, $unsigned:ty, $signed:ty) => {
        for &a in &edges($bits) {
            for &b in &edges($bits) {
                let (u, v) = (a as $unsigned, b as $unsigned);
                let (x, y) = (u.cast_signed(), v.cast_signed());
                let amount = b as u32 & ($bits - 1);
                let unsigned: Vec<(ActionKind, $unsigned)> = vec![
                    (ActionKind::Add, u.wrapping_add(v)),
                    (ActionKind::Subtract, u.wrapping_sub(v)),
                    (ActionKind::Multiply, u.wrapping_mul(v)),
                    (
                        ActionKind::Divide,
                        u.checked_div(v).unwrap_or(<$unsigned>::MAX),
                    ),
                    (ActionKind::Remainder, u.checked_rem(v).unwrap_or(u)),
                    (ActionKind::ShiftLeft, u << amount),
                    (ActionKind::ShiftRight, u >> amount),
                    (ActionKind::And, u & v),
                    (ActionKind::Or, u | v),
                    (ActionKind::Xor, u ^ v),
                    (ActionKind::BitNot, !u),
                    (ActionKind::Negate, u.wrapping_neg()),
                    (ActionKind::Minimum, u.min(v)),
                    (ActionKind::Maximum, u.max(v)),
                    (ActionKind::BitCount, u.count_ones() as $unsigned),
                    (ActionKind::LeadingZeros, u.leading_zeros() as $unsigned),
                    (ActionKind::TrailingZeros, u.trailing_zeros() as $unsigned),
                    (ActionKind::BitReverse, u.reverse_bits()),
                    (ActionKind::Equal, (u == v).into()),
                    (ActionKind::NotEqual, (u != v).into()),
                    (ActionKind::Less, (u < v).into()),
                    (ActionKind::LessEqual, (u <= v).into()),
                    (ActionKind::Greater, (u > v).into()),
                    (ActionKind::GreaterEqual, (u >= v).into()),
                ];
                for (kind, want) in unsigned {
                    let got = evaluate(&action(kind, Unsigned, $bits), a, b, 0);
                    assert_eq!(got, u128::from(want), "{kind:?} of {u} and {v}");
                }
                let divided = if y == 0 { -1 } else { x.wrapping_div(y) };
                let rest = if y == 0 { x } else { x.wrapping_rem(y) };
                let signed: Vec<(ActionKind, $signed)> = vec![
                    (ActionKind::Add, x.wrapping_add(y)),
                    (ActionKind::Multiply, x.wrapping_mul(y)),
                    (ActionKind::Divide, divided),
                    (ActionKind::Remainder, rest),
                    (ActionKind::ShiftRight, x >> amount),
                    (ActionKind::Minimum, x.min(y)),
                    (ActionKind::Maximum, x.max(y)),
                    (ActionKind::Magnitude, x.wrapping_abs()),
                    (ActionKind::Less, (x < y).into()),
                    (ActionKind::LessEqual, (x <= y).into()),
                    (ActionKind::Greater, (x > y).into()),
                    (ActionKind::GreaterEqual, (x >= y).into()),
                ];
                for (kind, want) in signed {
                    let got = evaluate(&action(kind, Signed, $bits), a, b, 0);
                    let want = u128::from(want.cast_unsigned());
                    assert_eq!(got, want, "{kind:?} of {x} and {y}");
                }
            }
        }
    };
}

#[test]
fn integers_as_in_rust() {
    check_width!(8, u8, i8);
    check_width!(16, u16, i16);
    check_width!(32, u32, i32);
    check_width!(64, u64, i64);
}

/// The widest integers have no wider ones to be converted to.
#[test]
fn integers_of_128_bits_as_in_rust() {
    for &a in &edges(128) {
        for &b in &edges(128) {
            let (x, y) = (a.cast_signed(), b.cast_signed());
            let give = |kind, number| evaluate(&action(kind, number, 128), a, b, 0);
            assert_eq!(give(ActionKind::Multiply, Unsigned), a.wrapping_mul(b));
            assert_eq!(give(ActionKind::ShiftLeft, Unsigned), a << (b & 127));
            let shifted = (x >> (b & 127)).cast_unsigned();
            assert_eq!(give(ActionKind::ShiftRight, Signed), shifted);
            assert_eq!(give(ActionKind::Less, Signed), u128::from(x < y));
            let want = a.checked_div(b).unwrap_or(u128::MAX);
            assert_eq!(give(ActionKind::Divide, Unsigned), want);
        }
    }
}

#[test]
fn extending_copies_the_sign() {
    for (from, value, want) in [
        (8, 0x80, 0xffff_ff80),
        (8, 0x7f, 0x7f),
        (16, 0x8000, 0xffff_8000),
        (13, 0x1000, 0xffff_f000),
        (1, 1, 0xffff_ffff),
    ] {
        let mut extend = action(ActionKind::SignExtend, Signed, 32);
        extend.b = from;
        assert_eq!(evaluate(&extend, value, 0, 0), want, "{from} bits");
    }
}

const FLOATS: [f32; 15] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1.5,
    2.5,
    -2.5,
    3.4,
    f32::MIN_POSITIVE,
    f32::from_bits(1),
    f32::MAX,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

/// What the operations' rules say of the lesser of two.
fn lesser(a: f32, b: f32) -> f32 {
    match (a.is_nan(), b.is_nan()) {
        (_, true) => a,
        (true, _) => b,
        _ if a == b => [a, b][usize::from(b.is_sign_negative())],
        _ => [b, a][usize::from(a < b)],
    }
}

#[test]
fn floats_as_in_rust() {
    // Bits: the optimizer may give a NaN that is chosen another sign.
    let quiet = |value: f32| match value.is_nan() {
        true => 0x7fc0_0000,
        false => value.to_bits(),
    };
    for a in FLOATS {
        for b in FLOATS {
            let give = |kind| {
                let (a, b) = (a.to_bits().into(), b.to_bits().into());
                evaluate(&action(kind, Floating, 32), a, b, b) as u32
            };
            for (kind, want) in [
                (ActionKind::Add, quiet(a + b)),
                (ActionKind::Subtract, quiet(a - b)),
                (ActionKind::Multiply, quiet(a * b)),
                (ActionKind::Divide, quiet(a / b)),
                (ActionKind::SquareRoot, quiet(a.sqrt())),
                (ActionKind::Floor, quiet(a.floor())),
                (ActionKind::Ceiling, quiet(a.ceil())),
                (ActionKind::RoundToZero, quiet(a.trunc())),
                (ActionKind::RoundEven, quiet(a.round_ties_even())),
                (ActionKind::FusedMultiplyAdd, quiet(a.mul_add(b, b))),
                (ActionKind::Magnitude, a.abs().to_bits()),
                (ActionKind::Negate, (-a).to_bits()),
                (ActionKind::Minimum, lesser(a, b).to_bits()),
                (ActionKind::Maximum, (-lesser(-a, -b)).to_bits()),
            ] {
                assert_eq!(give(kind), want, "{kind:?} of {a} and {b}");
            }
            for (kind, want) in [
                (ActionKind::Equal, a == b),
                (ActionKind::NotEqual, a != b),
                (ActionKind::Less, a < b),
                (ActionKind::LessEqual, a <= b),
                (ActionKind::Greater, a > b),
                (ActionKind::GreaterEqual, a >= b),
                (ActionKind::IsNan, a.is_nan()),
            ] {
                assert_eq!(give(kind), u32::from(want), "{kind:?} of {a} and {b}");
            }
        }
    }
}

/// NaN keeps its bits where no arithmetic is done.
#[test]
fn copies_keep_the_payload() {
    let nan = 0xffc1_2345;
    let give =
        |kind, a: u32, b: u32| evaluate(&action(kind, Floating, 32), a.into(), b.into(), 0) as u32;
    assert_eq!(give(ActionKind::Minimum, nan, 0x7fc0_0001), nan);
    assert_eq!(give(ActionKind::Maximum, nan, 5), 5);
    assert_eq!(give(ActionKind::Minimum, 5, nan), 5);
    assert_eq!(give(ActionKind::Magnitude, nan, 0), 0x7fc1_2345);
    assert_eq!(give(ActionKind::Negate, nan, 0), 0x7fc1_2345);
    assert_eq!(give(ActionKind::Add, nan, 0), 0x7fc0_0000);
}

#[test]
fn halves_and_doubles() {
    let half = |kind, a: u128, b: u128| evaluate(&action(kind, Floating, 16), a, b, 0);
    assert_eq!(half(ActionKind::Add, 0x3c00, 0x3c00), 0x4000);
    assert_eq!(half(ActionKind::Multiply, 0x7bff, 0x7bff), 0x7c00);
    assert_eq!(half(ActionKind::Divide, 0x3c00, 0x4200), 0x3555);
    assert_eq!(half(ActionKind::SquareRoot, 0x4000, 0), 0x3da8);
    assert_eq!(half(ActionKind::Minimum, 0x8000, 0), 0x8000);
    assert_eq!(half(ActionKind::Subtract, 0x7c00, 0x7c00), 0x7e00);
    let (a, b) = (1.1_f64, -3.7_f64);
    let (x, y) = (a.to_bits().into(), b.to_bits().into());
    let double = |kind| f64::from_bits(evaluate(&action(kind, Floating, 64), x, y, x) as u64);
    assert_eq!(double(ActionKind::Multiply).to_bits(), (a * b).to_bits());
    let fused = a.mul_add(b, a);
    assert_eq!(
        double(ActionKind::FusedMultiplyAdd).to_bits(),
        fused.to_bits()
    );
}

/// The loops over columns and the single values are two ways to one result.
#[test]
fn columns_agree_with_single_values() {
    use ActionKind::*;
    let kinds = [
        SignExtend,
        Truncate,
        Negate,
        BitNot,
        Not,
        Add,
        Subtract,
        Multiply,
        Divide,
        Remainder,
        ShiftLeft,
        ShiftRight,
        And,
        Or,
        Xor,
        Equal,
        NotEqual,
        Less,
        LessEqual,
        Greater,
        GreaterEqual,
        Choose,
        Minimum,
        Maximum,
        Magnitude,
        IsNan,
        BitCount,
    ];
    for bits in [1, 8, 16, 32, 64] {
        for number in [Unsigned, Signed, Floating] {
            if number == Floating && bits < 16 {
                continue;
            }
            for kind in kinds {
                let integral = matches!(
                    kind,
                    BitNot
                        | And
                        | Or
                        | Xor
                        | ShiftLeft
                        | ShiftRight
                        | Remainder
                        | SignExtend
                        | Truncate
                        | Not
                        | BitCount
                );
                if number == Floating && integral || kind == Not && bits != 1 {
                    continue;
                }
                let mut row = action(kind, number, bits);
                row.b = if kind == SignExtend {
                    bits.div_ceil(2)
                } else {
                    0
                };
                let list = edges(bits);
                for offset in 0..list.len() {
                    let column = |shift: usize| -> [u64; LANES] {
                        core::array::from_fn(|lane| list[(lane * 3 + shift) % list.len()] as u64)
                    };
                    let (mut a, b, c) = (column(0), column(offset), column(offset * 2 + 1));
                    if kind == Choose {
                        a = a.map(|value| value & 1);
                    }
                    if kind == SignExtend {
                        a = a.map(|value| value & ones(row.b) as u64);
                    }
                    let mut to = [0; LANES];
                    columns::calculate(&row, &mut to, &a, &b, &c);
                    for lane in 0..LANES {
                        let (a, b, c) = (a[lane].into(), b[lane].into(), c[lane].into());
                        let want = evaluate(&row, a, b, c) & result_mask(&row);
                        assert_eq!(u128::from(to[lane]), want, "{row:?} of {a:#x} and {b:#x}");
                    }
                }
            }
        }
    }
}

/// An action that converts from a kind and width to another.
fn converted(from: ActionKind, had: u16, number: NumberKind, bits: u16, value: u128) -> u128 {
    let mut action = action(from, number, bits);
    action.b = had;
    evaluate(&action, value, 0, 0)
}

/// To integers: without the fraction, within the type, 0 of what is no number.
#[test]
fn numbers_become_integers_towards_zero() {
    let signed = |value: f32, bits| {
        let value = u128::from(value.to_bits());
        converted(ActionKind::FromFloating, 32, Signed, bits, value)
    };
    let unsigned = |value: f32, bits| {
        let value = u128::from(value.to_bits());
        converted(ActionKind::FromFloating, 32, Unsigned, bits, value)
    };
    for value in [
        0.0,
        -0.0,
        0.99,
        -0.99,
        1.5,
        -1.5,
        127.9,
        1e6,
        -1e6,
        3e9,
        -3e9,
        1e30,
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
    ] {
        assert_eq!(signed(value, 8) as u8, (value as i8) as u8, "{value}");
        assert_eq!(signed(value, 32) as u32, (value as i32) as u32, "{value}");
        assert_eq!(unsigned(value, 32) as u32, value as u32, "{value}");
        assert_eq!(unsigned(value, 64) as u64, value as u64, "{value}");
        assert_eq!(
            signed(value, 128),
            (value as i128).cast_unsigned(),
            "{value}"
        );
    }
}

/// To floating point: the nearest value, rounded once, of two the even one.
#[test]
#[expect(
    clippy::cast_precision_loss,
    reason = "the nearest number is what is asked for"
)]
fn numbers_become_the_nearest() {
    // In the middle of two singles and a little more: by way of a double it would
    // be the middle.
    let value = (1_u128 << 62) + (1 << 38) + 1;
    let single = converted(ActionKind::FromSigned, 64, Floating, 32, value);
    assert_eq!(single as u32, 0x5e80_0001);
    let ones = u128::from(u64::MAX);
    let from = |kind, bits| converted(kind, 64, Floating, bits, ones);
    assert_eq!(
        from(ActionKind::FromSigned, 32) as u32,
        (-1.0_f32).to_bits()
    );
    assert_eq!(
        from(ActionKind::FromUnsigned, 64) as u64,
        (u64::MAX as f64).to_bits()
    );
    assert_eq!(from(ActionKind::FromUnsigned, 16), 0x7c00);
    let half = |value: f64| {
        let value = u128::from(value.to_bits());
        converted(ActionKind::FromFloating, 64, Floating, 16, value)
    };
    assert_eq!(half(1.0 + 2_f64.powi(-11)), 0x3c00);
    assert_eq!(half(1.0 + 2_f64.powi(-11) + 2_f64.powi(-40)), 0x3c01);
    assert_eq!(half(f64::NAN), 0x7e00);
    assert_eq!(half(-1e9), 0xfc00);
    let double = converted(ActionKind::FromFloating, 16, Floating, 64, 0x0001);
    assert_eq!(double as u64, 2_f64.powi(-24).to_bits());
}
