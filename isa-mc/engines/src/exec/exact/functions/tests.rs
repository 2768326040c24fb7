//! Functions against this host's doubles, wherever these leave no doubt.
#![allow(
    clippy::float_cmp,
    reason = "what is compared are numbers of few digits"
)]
#![allow(clippy::cast_precision_loss, reason = "the numbers are small")]

use crate::exec::exact::{Mode, arithmetic};
use crate::tables::ActionKind;

type Host = fn(f64) -> f64;

const FUNCTIONS: [(ActionKind, Host); 5] = [
    (ActionKind::ReciprocalRoot, |x| 1.0 / x.sqrt()),
    (ActionKind::PowerOfTwo, f64::exp2),
    (ActionKind::Logarithm, f64::log2),
    (ActionKind::Sine, |x| (x * core::f64::consts::TAU).sin()),
    (ActionKind::Cosine, |x| (x * core::f64::consts::TAU).cos()),
];

fn ours(kind: ActionKind, bits: u32, rounding: u8) -> f32 {
    let mode = Mode {
        rounding,
        ..Mode::DEFAULT
    };
    f32::from_bits(arithmetic(kind, 32, mode, [bits.into(), 0, 0]) as u32)
}

/// Singles without a pattern: the result lies where the host's is, and is its nearest
/// single but for the few of which the host does not know it.
#[test]
fn values_are_the_nearest_ones() {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    for (kind, host) in FUNCTIONS {
        let mut unsure = 0;
        for round in 0..40_000_u32 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            // Every exponent, then those where there is most to see.
            let bits = match round % 2 {
                0 => seed as u32,
                _ => seed as u32 & 0x80ff_ffff | 0x3c00_0000 | seed as u32 & 0x0300_0000,
            };
            let x = f64::from(f32::from_bits(bits));
            let exact = matches!(kind, ActionKind::Sine | ActionKind::Cosine);
            // The host's argument in radians is as wrong as its turns are many.
            if exact && x.abs() > 4.0 {
                continue;
            }
            let value = host(x);
            let [low, nearest, high] =
                [1.0 - 1e-13, 1.0, 1.0 + 1e-13].map(|it| (value * it) as f32);
            let found = ours(kind, bits, 0);
            if value.is_nan() {
                assert!(found.is_nan(), "{kind:?} of {bits:#x}");
            } else if low.to_bits() == high.to_bits() {
                assert_eq!(found.to_bits(), nearest.to_bits(), "{kind:?} of {x:e}");
            } else if !exact || value.abs() > 1e-6 {
                unsure += 1;
                assert!(found == low || found == high, "{kind:?} of {x:e}");
            }
            if found.is_finite() && !value.is_nan() {
                let (down, up) = (ours(kind, bits, 2), ours(kind, bits, 1));
                assert!(down <= found && found <= up, "{kind:?} of {x:e}");
                assert!(
                    up <= found.next_up() && down >= found.next_down(),
                    "{kind:?} of {x:e}"
                );
            }
        }
        assert!(unsure < 40, "{kind:?}: {unsure} values are not known");
    }
}

/// Where a value is exact no mode changes it; everywhere else up and down are neighbours.
#[test]
fn exact_values_are_exact() {
    let exact = |kind, x: f32, value: f32| {
        for rounding in 0..4 {
            let found = ours(kind, x.to_bits(), rounding);
            assert_eq!(found.to_bits(), value.to_bits(), "{kind:?} of {x}");
        }
    };
    for power in -126_i32..128 {
        let number = f32::from_bits((power + 127).cast_unsigned() << 23);
        exact(ActionKind::PowerOfTwo, power as f32, number);
        exact(ActionKind::Logarithm, number, power as f32);
        if power % 2 == 0 {
            let root = f32::from_bits((127 - power / 2).cast_unsigned() << 23);
            exact(ActionKind::ReciprocalRoot, number, root);
        }
    }
    exact(ActionKind::PowerOfTwo, -149.0, f32::from_bits(1));
    exact(ActionKind::Logarithm, f32::from_bits(1), -149.0);
    for turns in [0.0, 1.0, 7.0, 1e30] {
        for (quarter, sine, cosine) in [
            (0.0, 0.0, 1.0),
            (0.25, 1.0, 0.0),
            (0.5, 0.0, -1.0),
            (0.75, -1.0, 0.0),
        ] {
            if turns < 1e6 || quarter == 0.0 {
                exact(ActionKind::Sine, turns + quarter, sine);
                exact(ActionKind::Sine, -(turns + quarter), -sine);
                exact(ActionKind::Cosine, turns + quarter, cosine);
                exact(ActionKind::Cosine, -(turns + quarter), cosine);
            }
        }
    }
    // Beside one: the side alone counts.
    for tiny in [f32::from_bits(1), 1e-30, 1e-9] {
        assert_eq!(
            ours(ActionKind::PowerOfTwo, tiny.to_bits(), 1),
            1.0_f32.next_up()
        );
        assert_eq!(ours(ActionKind::PowerOfTwo, tiny.to_bits(), 2), 1.0);
        assert_eq!(ours(ActionKind::PowerOfTwo, (-tiny).to_bits(), 1), 1.0);
        assert_eq!(
            ours(ActionKind::PowerOfTwo, (-tiny).to_bits(), 2),
            1.0_f32.next_down()
        );
        assert_eq!(ours(ActionKind::Cosine, tiny.to_bits(), 1), 1.0);
        assert_eq!(
            ours(ActionKind::Cosine, tiny.to_bits(), 2),
            1.0_f32.next_down()
        );
    }
}
