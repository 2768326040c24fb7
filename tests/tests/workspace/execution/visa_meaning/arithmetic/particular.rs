//! Instructions with a statement each: two results, pairs of lanes, small types, random
//! rounding, and what is undefined.

#![expect(clippy::cast_precision_loss, reason = "numbers are rounded on purpose")]

use isa_mc::exec::ExecErrorKind;

use super::super::elements::{
    B, D, F, GRF, HF, Number, REGIONS, Region, Type, UB, UD, UW, Variables, W,
};

/// Results in two places: carries, whole products, overflows.
#[test]
fn two_results() {
    let before = Variables::new()
        .edges(40, UD, 0)
        .edges(43, UD, 2)
        .edges(41, UD, 5)
        .edges(42, UD, 9);
    let pair = |channel: usize| {
        (
            before.element(41, channel) as u32,
            before.element(42, channel) as u32,
        )
    };
    for op in ["addc", "subb"] {
        let mut after = before.clone();
        for channel in 0..8 {
            let (a, b) = pair(channel);
            let (value, carried) = if op == "addc" {
                a.overflowing_add(b)
            } else {
                a.overflowing_sub(b)
            };
            after.set(40, channel, value.into());
            after.set(43, channel, carried.into());
        }
        before.check(
            &format!("{op} (M1_NM, 8) V40(0,0)<1> V43(0,0)<1> V41(0,0)<8;8,1> V42(0,0)<8;8,1>"),
            &after,
        );
    }
    for (ty, size) in [(UD, 8), (D, 8), (D, 16)] {
        let before = Variables::new()
            .edges(40, ty, 0)
            .edges(41, ty, 5)
            .edges(42, ty, 9)
            .edges(43, ty, 2);
        let mut after = before.clone();
        for channel in 0..size {
            let value = |id| ty.number(before.element(id, channel), true).integer();
            let result = value(41) * value(42) + value(43);
            after.set(40, channel, result as u64 & 0xffff_ffff);
            // The upper halves begin behind those of all channels, at a register.
            let row = (4 * size).max(GRF) / 4;
            after.set(40, row + channel, (result >> 32) as u64 & 0xffff_ffff);
        }
        let sources = "V41(0,0)<8;8,1> V42(0,0)<8;8,1> V43(0,0)<8;8,1>";
        before.check(
            &format!("madw (M1_NM, {size}) V40(0,0)<1> {sources}"),
            &after,
        );
    }
    for (turn, ty) in [D, UD, W, UW].into_iter().enumerate() {
        let before = Variables::new()
            .edges(40, ty, 0)
            .edges(41, ty, turn)
            .edges(42, ty, 9)
            .edges(43, ty, 2);
        let mut after = before.clone();
        for channel in (0..8).filter(|channel| before.em >> channel & 1 == 1) {
            let value = |id| ty.number(before.element(id, channel), true).integer();
            let sum = value(41) + value(42) + value(43);
            after.set(40, channel, sum as u64);
            let (least, most) = ty.range();
            let bit = u32::from(sum < least || sum > most) << channel;
            after.flags[1] = after.flags[1] & !(1 << channel) | bit;
        }
        before.check(
            "(P2) add3.o (M1, 8) V40(0,0)<1> V41(0,0)<8;8,1> V42(0,0)<8;8,1> V43(0,0)<8;8,1>",
            &after,
        );
    }
}

/// Differences of pairs of bytes, and a plane.
#[test]
fn pairs_and_planes() {
    for (turn, (a, b, to)) in [(UB, UB, UW), (B, B, W), (UB, B, UW), (B, UB, W)]
        .into_iter()
        .enumerate()
    {
        let before = Variables::new()
            .edges(40, to, 0)
            .edges(41, a, turn)
            .edges(42, b, turn + 4)
            .edges(43, to, 1);
        let (left, right) = (REGIONS[0], REGIONS[2]);
        for op in ["sad2", "sad2add"] {
            let mut after = before.clone();
            for channel in [0, 2, 4, 6] {
                let value = |id, ty: Type, region: Region, channel| {
                    ty.number(before.element(id, region.element(channel, 1)), true)
                        .integer()
                };
                let difference =
                    |channel| (value(41, a, left, channel) - value(42, b, right, channel)).abs();
                let more = if op == "sad2" {
                    0
                } else {
                    to.number(before.element(43, channel), true).integer()
                };
                let sum = difference(channel) + difference(channel + 1) + more;
                after.set(40, channel, to.bits(Number::Integer(sum), false, true));
            }
            let more = if op == "sad2" { "" } else { " V43(0,0)<8;8,1>" };
            before.check(
                &format!(
                    "{op} (M1_NM, 8) V40(0,0)<1> {} {}{more}",
                    left.text(41),
                    right.text(42)
                ),
                &after,
            );
        }
    }
    for size in [8, 16] {
        let mut before = Variables::new()
            .edges(40, F, 0)
            .edges(41, F, 2)
            .edges(42, F, 0);
        before.flush = false;
        // Small integers: every way of rounding gives the same.
        for index in 0..48 {
            before.set(
                42,
                index,
                F.bits(Number::Real(index as f64 - 20.0), false, false),
            );
        }
        for (index, value) in [3.0, -0.5, 99.0, 7.0].into_iter().enumerate() {
            before.set(41, 4 + index, F.bits(Number::Real(value), false, false));
        }
        let mut after = before.clone();
        for channel in 0..size {
            // u and v lie in turns of eight.
            let place = channel / 8 * 16 + channel % 8;
            let (u, v) = (place as f64 - 20.0, (place + 8) as f64 - 20.0);
            after.set(
                40,
                channel,
                F.bits(Number::Real(3.0 * u - 0.5 * v + 7.0), false, false),
            );
        }
        before.check(
            &format!("plane (M1_NM, {size}) V40(0,0)<1> V41(0,4)<0;4,1> V42(0,0)<8;8,1>"),
            &after,
        );
    }
}

/// Floating-point numbers of 8 and of 19 bits.
#[test]
fn small_floating_point() {
    // Exponent and fraction of the nearest number with so few digits, of two the even.
    let before = Variables::new().edges(40, UB, 0).edges(41, HF, 0);
    let mut after = before.clone();
    for (channel, bits) in [
        0x3c00_u16, 0x3c7f, 0x3c80, 0x3c81, 0x3d80, 0x7bff, 0xfc00, 0x0001,
    ]
    .into_iter()
    .enumerate()
    {
        let mut before = before.clone();
        before.set(41, 0, bits.into());
        let expected = [0x3c, 0x3c, 0x3c, 0x3d, 0x3e, 0x7c, 0xfc, 0x00][channel];
        after = before.clone();
        after.set(40, 0, expected);
        before.check("fcvt (M1_NM, 1) V40(0,0)<1> V41(0,0)<0;1,0>", &after);
    }
    drop(after);
    let before = Variables::new().edges(40, HF, 0).edges(41, UB, 0);
    let mut after = before.clone();
    for channel in 0..8 {
        after.set(40, channel, before.element(41, channel) << 8);
    }
    before.check("fcvt (M1_NM, 8) V40(0,0)<1> V41(0,0)<8;8,1>", &after);
    for (bits, expected) in [
        (0x3f80_0000_u64, 0x3f80_0000),
        (0x3f80_1000, 0x3f80_0000),
        (0x3f80_1001, 0x3f80_2000),
        (0x3f80_3000, 0x3f80_4000),
        (0x7f7f_ffff, 0x7f80_0000),
        (0x8000_1234, 0x8000_0000),
    ] {
        let mut before = Variables::new().edges(40, UD, 0).edges(41, F, 0);
        before.set(41, 0, bits);
        let mut after = before.clone();
        after.set(40, 0, expected);
        before.check("fcvt (M1_NM, 1) V40(0,0)<1> V41(0,0)<0;1,0>", &after);
    }
}

/// Random bits are added to those that are left out, and the rest goes.
#[test]
fn random_rounding() {
    for (dst, src, bits, chance, expected) in [
        (UB, HF, 0x3c00_u64, 0_u64, Some(0x3c)),
        (UB, HF, 0x3c01, 0xfe, Some(0x3c)),
        (UB, HF, 0x3c01, 0xff, Some(0x3d)),
        (UB, HF, 0xbc80, 0x80, Some(0xbd)),
        (UB, HF, 0x7bff, 0xffff_ff01, Some(0x7c)),
        (UB, HF, 0x7c00, 0xff, Some(0x7c)),
        (UB, HF, 0xfc01, 0, Some(0xfe)),
        (UB, HF, 0x0001, 0xff, Some(0x01)),
        (HF, F, 0x3f80_0000, 0, Some(0x3c00)),
        (HF, F, 0x3f80_1fff, 0, Some(0x3c00)),
        (HF, F, 0x3f80_1fff, 1, Some(0x3c01)),
        (HF, F, 0xbf80_0001, 0x1fff, Some(0xbc01)),
        (HF, F, 0x477f_ffff, 1, Some(0x7c00)),
        (HF, F, 0x477f_e000, 0, Some(0x7bff)),
        (HF, F, 0xff80_0000, 0, Some(0xfc00)),
        (HF, F, 0x7f80_0001, 0, Some(0x7e00)),
        (HF, F, 0x8000_0000, 0, Some(0x8000)),
        (HF, F, 0x3300_0000, 0, None),
        (UD, F, 0x3f80_0000, 0, None),
    ] {
        let mut before = Variables::new()
            .edges(40, dst, 0)
            .edges(41, src, 0)
            .edges(42, UD, 0);
        before.set(41, 0, bits);
        before.set(42, 0, chance);
        let line = "srnd (M1_NM, 1) V40(0,0)<1> V41(0,0)<0;1,0> V42(0,0)<0;1,0>";
        let Some(expected) = expected else {
            assert!(before.run(line).is_err(), "{bits:#x}");
            continue;
        };
        let mut after = before.clone();
        after.set(40, 0, expected);
        before.check(line, &after);
    }
}

/// What no document defines is reported, not invented, and writes nothing.
#[test]
fn undefined_arithmetic_is_reported() {
    let mut before = Variables::new()
        .edges(40, D, 0)
        .edges(41, D, 0)
        .edges(42, F, 0)
        .edges(43, F, 1);
    before.set(41, 0, 0);
    for line in [
        // An integer and a floating-point number.
        "add (M1_NM, 8) V40(0,0)<1> V41(0,0)<8;8,1> V42(0,0)<8;8,1>",
        "add (M1_NM, 8) V42(0,0)<1> V41(0,0)<8;8,1> V41(0,0)<8;8,1>",
        // Not declared.
        "add (M1_NM, 8) V40(0,0)<1> V41(0,0)<8;8,1> V99(0,0)<8;8,1>",
        "mov (M1_NM, 8) V99(0,0)<1> V41(0,0)<8;8,1>",
        // Beyond the variable, which has 16 registers.
        "mov (M1_NM, 8) V40(0,0)<1> V41(15,1)<8;8,1>",
        "mov (M1_NM, 8) V40(15,1)<1> V41(0,0)<8;8,1>",
        // A row of more channels than there are, and places that are all one.
        "mov (M1_NM, 4) V40(0,0)<1> V41(0,0)<8;8,1>",
        "mov (M1_NM, 8) V40(0,0)<0> V41(0,0)<8;8,1>",
        "div (M1_NM, 8) V40(0,0)<1> V41(0,0)<8;8,1> V41(0,0)<0;1,0>",
        "mod (M1_NM, 8) V40(0,0)<1> V41(0,0)<8;8,1> V41(0,0)<0;1,0>",
        "not (M1_NM, 8) V42(0,0)<1> V42(0,0)<8;8,1>",
        "plane (M1_NM, 4) V43(0,0)<1> V42(0,0)<0;4,1> V42(0,0)<4;4,1>",
        "movs (M1_NM, 1) T6(0) V41(0,0)<0;1,0>",
    ] {
        let error = before
            .run(line)
            .err()
            .unwrap_or_else(|| panic!("{line} was executed"));
        assert!(
            matches!(error.kind, ExecErrorKind::Undefined { .. }),
            "{line}: {error:?}"
        );
    }
    let error = before
        .run_with(
            "add (M1_NM, 8) V42(0,0)<1> V43(0,0)<8;8,1> V42(0,0)<8;8,1>",
            &|memory| {
                memory.set_state("CR0", 1).expect("a state");
            },
        )
        .expect_err("what is not IEEE's is not described");
    assert!(
        matches!(error.kind, ExecErrorKind::Undefined { .. }),
        "{error:?}"
    );
}

/// A sum that is rounded to the nearest whatever the state says, or first in another direction
/// to a double; halves below the normal ones that stay or go where they should not.
#[test]
fn the_control_register_says_how_numbers_are_rounded() {
    let mut before = Variables::new();
    for (id, bits) in [(41, 0x3f80_0000_u64), (42, 0x1f80_0000), (43, 0x9f80_0000)] {
        let bytes = bits.to_le_bytes()[..4].repeat(8);
        before.list.push((id, F, bytes));
    }
    before.list.push((40, F, vec![0; 32]));
    before
        .list
        .push((44, HF, 0x0003_u16.to_le_bytes().repeat(8)));
    before.list.push((45, HF, vec![0; 16]));
    // 1 plus and minus 2 to the power of -64, which a double does not hold; its negative.
    for (mode, results) in [
        (0, [0x3f80_0000, 0x3f80_0000, 0xbf80_0000]),
        (0x10, [0x3f80_0001, 0x3f80_0000, 0xbf80_0000]),
        (0x20, [0x3f80_0000, 0x3f7f_ffff, 0xbf80_0001]),
        (0x30, [0x3f80_0000, 0x3f7f_ffff, 0xbf80_0000]),
    ] {
        let lines = [
            "add (M1_NM, 8) V40(0,0)<1> V41(0,0)<8;8,1> V42(0,0)<8;8,1>",
            "add (M1_NM, 8) V40(0,0)<1> V41(0,0)<8;8,1> V43(0,0)<8;8,1>",
            "add (M1_NM, 8) V40(0,0)<1> (-)V41(0,0)<8;8,1> V43(0,0)<8;8,1>",
        ];
        for (line, wanted) in lines.iter().zip(results) {
            let after = before.run_with(line, &|memory| {
                memory.set_state("CR0", mode).expect("a state");
            });
            let after = after.unwrap_or_else(|error| panic!("{line}: {error:?}"));
            assert_eq!(after.element(40, 7), wanted, "{line} in mode {mode:#x}");
        }
    }
    for (mode, wanted) in [(0, 0), (0x400, 6), (0xc0, 0)] {
        let line = "add (M1_NM, 8) V45(0,0)<1> V44(0,0)<8;8,1> V44(0,0)<8;8,1>";
        let after = before.run_with(line, &|memory| {
            memory.set_state("CR0", mode).expect("a state");
        });
        let after = after.unwrap_or_else(|error| panic!("{line}: {error:?}"));
        assert_eq!(after.element(45, 7), wanted, "mode {mode:#x}");
    }
}

/// Another element of the four, one of the wrong channel, a sum for a channel that does not
/// run, a modifier that is lost.
#[test]
fn products_of_four_channels() {
    let regions = [
        ([0, 0], [4, 4, 1]),
        ([1, 2], [8, 8, 1]),
        ([0, 4], [0, 4, 1]),
        ([2, 1], [4, 2, 2]),
    ];
    for turn in 0..4 * 4 * 5 {
        let op = ["dp2", "dp3", "dp4", "dph"][turn % 4];
        let wide = turn % 4 == 1 || (turn / 4 + 1) % 4 == 1;
        let size = if wide { 8 } else { [4, 8, 16][turn % 3] };
        let flush = turn % 2 == 0;
        let mut before =
            Variables::new()
                .edges(40, F, 0)
                .edges(41, F, turn)
                .edges(42, F, turn / 3 + 2);
        before.flush = flush;
        let modifier = ["", "(-)", "(abs)", "(-abs)"][turn / 4 % 4];
        let source = |id: u32, turn: usize| {
            let ([row, column], [vertical, width, horizontal]) = regions[turn % 4];
            let region = Region {
                row,
                column,
                vertical,
                width,
                horizontal,
            };
            (id, region, region.text(id))
        };
        let (one, two) = (source(41, turn), source(42, turn / 4 + 1));
        let value = |(id, region, _): &(u32, Region, String), channel: usize| {
            let bits = before.element(*id, region.element(channel, 4));
            F.number(bits, flush).real()
        };
        let saturates = turn % 7 == 0;
        let mut after = before.clone();
        for channel in (0..size).filter(|channel| before.em >> channel & 1 == 1) {
            let first = channel / 4 * 4;
            let product = |at: usize| {
                let modified = value(&one, first + at);
                let modified = match modifier {
                    "" => modified,
                    "(-)" => -modified,
                    "(abs)" => modified.abs(),
                    _ => -modified.abs(),
                };
                modified * value(&two, first + at)
            };
            let sum = product(0) + product(1);
            let sum = match op {
                "dp2" => sum,
                "dp3" => sum + product(2),
                "dp4" => sum + product(2) + product(3),
                _ => sum + product(2) + value(&two, first + 3),
            };
            let bits = F.bits(Number::Real(sum), saturates, flush);
            after.set(40, channel, bits);
        }
        let sat = if saturates { ".sat" } else { "" };
        let line = format!(
            "{op}{sat} (M1, {size}) V40(0,0)<1> {modifier}{} {}",
            one.2, two.2
        );
        before.check(&line, &after);
    }
    // Fewer channels than four, other types, a constant.
    let before = Variables::new()
        .edges(40, F, 0)
        .edges(41, F, 1)
        .edges(42, D, 2);
    for line in [
        "dp4 (M1_NM, 2) V40(0,0)<1> V41(0,0)<2;2,1> V41(0,0)<2;2,1>",
        "dp4 (M1_NM, 8) V40(0,0)<1> V41(0,0)<8;8,1> V42(0,0)<8;8,1>",
        "dph (M1_NM, 8) V40(0,0)<1> V41(0,0)<8;8,1> 0x3f800000:f",
        "line (M1_NM, 8) V40(0,0)<1> V41(0,0)<8;8,1> V41(0,0)<8;8,1>",
    ] {
        let stopped = before.run(line).expect_err(line);
        let is_undefined = matches!(stopped.kind, ExecErrorKind::Undefined { .. });
        assert!(is_undefined, "{line}: {stopped:?}");
    }
}

/// The element that is added is not the last of the four, or not of the same four.
#[test]
fn straight_lines() {
    for turn in 0..24 {
        let (row, column) = (turn % 3, turn % 8);
        let mut before =
            Variables::new()
                .edges(40, F, 0)
                .edges(41, F, turn)
                .edges(42, F, turn / 2 + 1);
        before.flush = turn % 2 == 0;
        let value = |id, index| F.number(before.element(id, index), before.flush).real();
        let first = row * GRF / 4 + column;
        let last = F.number(before.element(41, first / 4 * 4 + 3), before.flush);
        let mut after = before.clone();
        for channel in (0..8).filter(|channel| before.em >> channel & 1 == 1) {
            let sum = value(41, first) * value(42, channel) + last.real();
            let bits = F.bits(Number::Real(sum), false, before.flush);
            after.set(40, channel, bits);
        }
        let line = format!("line (M1, 8) V40(0,0)<1> V41({row},{column})<0;1,0> V42(0,0)<8;8,1>");
        before.check(&line, &after);
    }
}
