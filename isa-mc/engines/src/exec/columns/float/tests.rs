//! The loops against the exact arithmetic, at edges and at random.

use super::*;
use crate::exec::bits::ones;
use crate::exec::number::{evaluate_in, result_mask};
use crate::tables::Flag;

const KINDS: [ActionKind; 23] = [
    ActionKind::Add,
    ActionKind::Subtract,
    ActionKind::Multiply,
    ActionKind::Divide,
    ActionKind::FusedMultiplyAdd,
    ActionKind::SquareRoot,
    ActionKind::Floor,
    ActionKind::Ceiling,
    ActionKind::RoundToZero,
    ActionKind::RoundEven,
    ActionKind::Equal,
    ActionKind::NotEqual,
    ActionKind::Less,
    ActionKind::LessEqual,
    ActionKind::Greater,
    ActionKind::GreaterEqual,
    ActionKind::Negate,
    ActionKind::Magnitude,
    ActionKind::IsNan,
    ActionKind::Flush,
    ActionKind::Minimum,
    ActionKind::Maximum,
    ActionKind::FromFloating,
];

fn action(kind: ActionKind, number: NumberKind, bits: u16, from: u16) -> Action {
    Action {
        kind: kind.into(),
        number: number.into(),
        bits,
        uniform: Flag::NO,
        to: 0,
        a: 0,
        b: from,
        c: 0,
        d: 0,
    }
}

fn modes() -> impl Iterator<Item = Mode> {
    (0..4).map(|subnormals| Mode::new(0, subnormals, 0))
}

/// Zeros, subnormal values, infinities, NaNs, and what lies beside them, of both signs.
fn values(bits: u16) -> Vec<u64> {
    let infinity: u64 = match bits {
        16 => 0x7c00,
        32 => 0x7f80_0000,
        _ => 0x7ff0_0000_0000_0000,
    };
    let least_normal = infinity & infinity.wrapping_neg();
    let one = (infinity / 2) & infinity;
    let mut list = vec![0, 1, least_normal - 1, least_normal, least_normal + 1];
    list.extend([
        one - 1,
        one,
        one + 1,
        one | (least_normal >> 1),
        (one / 2) & infinity,
    ]);
    list.extend([
        infinity - 1,
        infinity,
        infinity + 1,
        infinity | (least_normal >> 1),
    ]);
    let mut state = 0x1234_5678_9abc_def0_u64;
    for _ in 0..40 {
        state = state
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        let random = (state ^ (state >> 29)) & ones(bits) as u64;
        // Of the same magnitude and of very different ones.
        list.extend([random, (random & !infinity) | one]);
    }
    let signs: Vec<u64> = list.iter().map(|it| it | (1 << (bits - 1))).collect();
    list.extend(signs);
    list
}

fn check(action: &Action, modes: [Mode; 2], a: &[u64], b: &[u64], c: &[u64]) {
    let mut to = vec![0; a.len()];
    let done = calculate(action, modes, &mut to, [a, b, c]);
    assert!(done, "{action:?}");
    let governed = action.governed() != [None; 2];
    for (index, &found) in to.iter().enumerate() {
        let operands = [a[index], b[index], c[index]].map(u128::from);
        // What no state governs does not look at one.
        let modes = if governed { modes } else { [Mode::DEFAULT; 2] };
        let wanted = evaluate_in(action, modes, None, operands) & result_mask(action);
        assert_eq!(
            u128::from(found),
            wanted,
            "{action:?} {modes:?} of {operands:x?}"
        );
    }
}

#[test]
fn loops_calculate_what_exact_arithmetic_does() {
    for bits in [16, 32, 64] {
        let values = values(bits);
        let third: Vec<u64> = values.iter().rev().copied().collect();
        for kind in KINDS {
            for mode in modes() {
                // Conversions have another operand.
                if kind == ActionKind::FromFloating {
                    continue;
                }
                let action = action(kind, NumberKind::Floating, bits, 0);
                for &x in &values {
                    let a = vec![x; values.len()];
                    check(&action, [mode; 2], &a, &values, &third);
                }
            }
        }
    }
}

#[test]
fn conversions_are_the_exact_ones() {
    let numbers = [
        NumberKind::Floating,
        NumberKind::Unsigned,
        NumberKind::Signed,
    ];
    for from in [16, 32, 64] {
        let values = values(from);
        for source in modes() {
            for result in modes() {
                for number in numbers {
                    for bits in [16, 32, 64] {
                        let action = action(ActionKind::FromFloating, number, bits, from);
                        check(&action, [source, result], &values, &values, &values);
                    }
                }
            }
        }
    }
    for from in [8, 16, 32, 64] {
        let all = ones(from) as u64;
        let mut integers = vec![0, 1, 2, all, all - 1, all >> 1, (all >> 1) + 1];
        integers.extend((0..200_u64).map(|it| it.wrapping_mul(0x9e37_79b9_7f4a_7c15) & all));
        for kind in [ActionKind::FromUnsigned, ActionKind::FromSigned] {
            for bits in [16, 32, 64] {
                let action = action(kind, NumberKind::Floating, bits, from);
                let modes = [Mode::DEFAULT; 2];
                check(&action, modes, &integers, &integers, &integers);
            }
        }
    }
}
