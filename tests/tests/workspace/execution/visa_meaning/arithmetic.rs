//! Arithmetic and logic, against plain Rust.

#![expect(
    clippy::float_cmp,
    clippy::cast_precision_loss,
    reason = "results are compared bit for bit, and numbers are rounded on purpose"
)]

use isa_mc::exec::ExecErrorKind;

use super::elements::{
    B, BF, Class, D, DF, F, GRF, HF, Number, Q, REGIONS, Region, Type, UB, UD, UQ, UW, Variables,
    W, nearest_half,
};
use super::takes_part;

pub(super) const INTEGERS: [Type; 8] = [UD, D, UW, W, UB, B, UQ, Q];
const DWORDS: [Type; 2] = [UD, D];
const SMALL: [Type; 6] = [UD, D, UW, W, UB, B];

/// An integer from integers; `None` where the document says nothing.
fn whole(op: &str, v: &[i128], types: &[Type], dst: Type) -> Option<i128> {
    let dword = v[0] as u32;
    let size = 8 * types[0].bytes as u32;
    let wide = types[0].bytes == 8 || dst.bytes == 8;
    let amount = || (v[1] as u32) & if wide { 63 } else { 31 };
    // The bits of the first source, and how far they turn.
    let field = || (v[0] as u64) & (u64::MAX >> (64 - size));
    let turn = || (v[1] as u64 & u64::from(size - 1)) as u32;
    let turned = |left: u32| {
        let field = u128::from(field());
        let doubled = field << size | field;
        ((doubled >> (size - left % size)) as u64 & (u64::MAX >> (64 - size))) as i128
    };
    let bytes = |index: usize| {
        let signed = types[index].class == Class::Signed;
        (v[index] as u32).to_le_bytes().map(|byte| {
            if signed {
                i128::from(byte.cast_signed())
            } else {
                i128::from(byte)
            }
        })
    };
    let mask = |count: i128| (1_u32 << (count as u32 & 31)) - 1;
    Some(match op {
        "add" => v[0] + v[1],
        "mul" => v[0].wrapping_mul(v[1]),
        "avg" => (v[0] + v[1] + 1).div_euclid(2),
        "div" => v[0].checked_div(v[1])?,
        "mod" => v[0].checked_rem(v[1])?,
        "mulh" => (v[0] * v[1]).div_euclid(1 << 32),
        "min" => v[0].min(v[1]),
        "max" => v[0].max(v[1]),
        "shl" => v[0] << amount(),
        "shr" if v[0] < 0 => return None,
        "shr" | "asr" => v[0].div_euclid(1 << amount()),
        "rol" => turned(turn()),
        "ror" => turned(size - turn()),
        "and" => v[0] & v[1],
        "or" => v[0] | v[1],
        "xor" => v[0] ^ v[1],
        "not" => !v[0],
        "lzd" => dword.leading_zeros().into(),
        "cbit" => dword.count_ones().into(),
        "fbl" if dword == 0 => 0xffff_ffff,
        "fbl" => dword.trailing_zeros().into(),
        "fbh" => {
            let like = if types[0].class == Class::Signed && v[0] < 0 {
                dword.leading_ones()
            } else {
                dword.leading_zeros()
            };
            if like == 32 { 0xffff_ffff } else { like.into() }
        }
        "bfrev" => dword.reverse_bits().into(),
        "mad" => v[0].wrapping_mul(v[1]) + v[2],
        "add3" => v[0] + v[1] + v[2],
        "dp4a" => {
            let products = bytes(1).into_iter().zip(bytes(2)).map(|(a, b)| a * b);
            v[0] + products.sum::<i128>()
        }
        "bfe" => ((v[2] as u32) >> (v[1] as u32 & 31) & mask(v[0])).into(),
        "bfi" => {
            let at = v[1] as u32 & 31;
            let mask = mask(v[0]) << at;
            ((v[2] as u32) << at & mask | v[3] as u32 & !mask).into()
        }
        _ => {
            let digits = op.strip_prefix("bfn.x");
            let digits = digits.unwrap_or_else(|| panic!("no statement for {op}"));
            let function = u32::from_str_radix(digits, 16).expect("hexadecimal");
            // Bit by bit: those of the sources choose one of the function.
            let bit = |at: u32| {
                let chosen = (0..3).map(|source| (v[source] >> at & 1) << source);
                i128::from(function >> chosen.sum::<i128>() & 1)
            };
            let low: i128 = (0..127).map(|at| bit(at) << at).sum();
            low | bit(127) << 127
        }
    })
}

/// A floating-point number from others, as exact as a double has it: each of these
/// is rounded once more in the type of the destination.
fn real(op: &str, v: &[f64], types: &[Type]) -> f64 {
    let lesser = |a: f64, b: f64| match (a.is_nan(), b.is_nan()) {
        (_, true) => a,
        (true, _) => b,
        _ if a == b => {
            if a.is_sign_negative() {
                a
            } else {
                b
            }
        }
        _ => {
            if a < b {
                a
            } else {
                b
            }
        }
    };
    match op {
        "add" => v[0] + v[1],
        "mul" => v[0] * v[1],
        "div" | "divm" => v[0] / v[1],
        "min" => lesser(v[0], v[1]),
        "max" => -lesser(-v[0], -v[1]),
        "frc" => v[0] - v[0].floor(),
        "rndd" => v[0].floor(),
        "rndu" => v[0].ceil(),
        "rnde" => v[0].round_ties_even(),
        "rndz" => v[0].trunc(),
        "sqrt" | "sqrtm" => v[0].sqrt(),
        "rsqrt" => 1.0 / v[0].sqrt(),
        "inv" => 1.0 / v[0],
        "exp" => f64::from(v[0].exp2() as f32),
        "log" => f64::from(v[0].log2() as f32),
        "pow" => {
            let power = v[1] as f32 * v[0].log2() as f32;
            f64::from(f64::from(power).exp2() as f32)
        }
        "sin" => f64::from(wave(v[0], true) as f32),
        "cos" => f64::from(wave(v[0], false) as f32),
        "lrp" => v[1] * v[0] + v[2] * (1.0 - v[0]),
        "mad" if types[0] == DF => v[0].mul_add(v[1], v[2]),
        "mad" if types[0] == F => f64::from((v[0] as f32).mul_add(v[1] as f32, v[2] as f32)),
        // Products of halves are exact, and sums of them nearly always: what a
        // double loses is far below half of a half's last place.
        "mad" => super::elements::half(nearest_half(v[0] * v[1] + v[2])),
        _ => panic!("no statement for {op}"),
    }
}

/// The sine, or the cosine, of an angle whose number of turns is rounded to single
/// precision.
fn wave(angle: f64, is_sine: bool) -> f64 {
    let turns = f64::from((angle * std::f64::consts::FRAC_1_PI * 0.5) as f32);
    if !turns.is_finite() {
        return f64::NAN;
    }
    let part = turns.fract();
    // Quarters of a turn are no multiples of the pi that a double is.
    let quarter = (part.abs() * 4.0).to_bits();
    let quarter = (0..4).find(|it| f64::from(*it).to_bits() == quarter);
    match (quarter, is_sine) {
        (Some(0 | 2), true) => 0.0_f64.copysign(angle),
        (Some(1), true) => 1.0_f64.copysign(angle),
        (Some(_), true) => -1.0_f64.copysign(angle),
        (Some(0), false) => 1.0,
        (Some(2), false) => -1.0,
        (Some(_), false) => 0.0,
        (None, true) => (part * std::f64::consts::TAU).sin(),
        (None, false) => (part * std::f64::consts::TAU).cos(),
    }
}

pub(super) fn modified(modifier: &str, number: Number) -> Number {
    match (modifier, number) {
        ("", number) => number,
        ("(-)", Number::Integer(value)) => Number::Integer(-value),
        ("(abs)", Number::Integer(value)) => Number::Integer(value.abs()),
        ("(-abs)", Number::Integer(value)) => Number::Integer(-value.abs()),
        ("(~)", Number::Integer(value)) => Number::Integer(-1 - value),
        ("(-)", Number::Real(value)) => Number::Real(-value),
        ("(abs)", Number::Real(value)) => Number::Real(value.abs()),
        ("(-abs)", Number::Real(value)) => Number::Real(-value.abs()),
        _ => panic!("{modifier} of {number:?}"),
    }
}

/// One statement and what it should do.
struct Case<'a> {
    op: &'a str,
    dst: Type,
    sources: Vec<Type>,
    turn: usize,
    /// Modifiers that the instruction may have.
    modifiers: &'a [&'a str],
    /// Whether `.sat` may stand there, and a predicate.
    saturation: bool,
    predicate: bool,
}

impl Case<'_> {
    fn check(&self) {
        let Case { op, dst, turn, .. } = *self;
        let mut before = Variables::new().edges(40, dst, turn);
        before.flush = turn % 2 == 0;
        let mut texts = Vec::new();
        let mut places: Vec<(u32, Type, Region, &str)> = Vec::new();
        for (index, ty) in self.sources.iter().enumerate() {
            let id = 41 + index as u32;
            before = before.edges(id, *ty, turn + index);
            let region = REGIONS[(turn + index) % REGIONS.len()];
            let modifier = self.modifiers[(turn / 2 + index) % self.modifiers.len()];
            texts.push(format!("{modifier}{}", region.text(id)));
            places.push((id, *ty, region, modifier));
        }
        let predicate = match self.predicate {
            true => ["", "(P1) ", "(!P1) ", "(P1.any) ", "(!P1.all) "][turn % 5],
            false => "",
        };
        let (mask, rule) = [("M1", (0, true)), ("M1_NM", (0, false)), ("M3", (8, true))][turn % 3];
        let saturate = self.saturation && turn % 4 == 3;
        let sat = if saturate { ".sat" } else { "" };
        let stride = 1 + turn % 2;
        let line = format!(
            "{predicate}{op}{sat} ({mask}, 8) V40(0,1)<{stride}> {}",
            texts.join(" ")
        );
        let mut after = before.clone();
        let mut undefined = false;
        for channel in 0..8 {
            let (em, p) = (before.em, before.flags[0]);
            if !takes_part(channel, 8, rule, em, predicate, p) {
                continue;
            }
            let numbers: Vec<Number> = places
                .iter()
                .map(|(id, ty, region, modifier)| {
                    let bits = before.element(*id, region.element(channel, ty.bytes));
                    modified(modifier, ty.number(bits, before.flush))
                })
                .collect();
            let result = match numbers[0] {
                Number::Integer(_) => {
                    let values: Vec<i128> = numbers.iter().map(|it| it.integer()).collect();
                    whole(op, &values, &self.sources, dst).map(Number::Integer)
                }
                Number::Real(_) => {
                    let values: Vec<f64> = numbers.iter().map(|it| it.real()).collect();
                    Some(Number::Real(real(op, &values, &self.sources)))
                }
            };
            let Some(result) = result else {
                undefined = true;
                continue;
            };
            let bits = dst.bits(result, saturate, before.flush);
            after.set(40, 1 + stride * channel, bits);
        }
        if undefined {
            let error = before.run(&line).expect_err(&line);
            let is_undefined = matches!(error.kind, ExecErrorKind::Undefined { .. });
            assert!(is_undefined, "{line}: {error:?}");
        } else {
            before.check(&line, &after);
        }
    }
}

const ARITHMETIC: [&str; 4] = ["", "(-)", "(abs)", "(-abs)"];
const LOGIC: [&str; 2] = ["", "(~)"];
const NONE: [&str; 1] = [""];

/// Each instruction with types that the document has for it: how many sources, the
/// types of them, those of the destination, modifiers, saturation.
struct Row {
    ops: &'static [&'static str],
    sources: usize,
    types: &'static [Type],
    dst: &'static [Type],
    modifiers: &'static [&'static str],
    saturation: bool,
}

const INTEGRAL: &[Row] = &[
    Row {
        ops: &["add", "avg"],
        sources: 2,
        types: &INTEGERS,
        dst: &INTEGERS,
        modifiers: &ARITHMETIC,
        saturation: true,
    },
    Row {
        ops: &["mul", "div", "mod"],
        sources: 2,
        types: &SMALL,
        dst: &INTEGERS,
        modifiers: &ARITHMETIC,
        saturation: true,
    },
    Row {
        ops: &["mulh"],
        sources: 2,
        types: &DWORDS,
        dst: &DWORDS,
        modifiers: &ARITHMETIC,
        saturation: false,
    },
    Row {
        ops: &["shl", "asr"],
        sources: 2,
        types: &INTEGERS,
        dst: &INTEGERS,
        modifiers: &NONE,
        saturation: true,
    },
    Row {
        ops: &["shr"],
        sources: 2,
        types: &[UD, UW, UB, UQ, D],
        dst: &[UD, UW, UB, UQ],
        modifiers: &NONE,
        saturation: true,
    },
    Row {
        ops: &["rol", "ror"],
        sources: 2,
        types: &[UD, UW, D, W, UQ, Q],
        dst: &[UD, UW, UQ],
        modifiers: &NONE,
        saturation: false,
    },
    Row {
        ops: &["and", "or", "xor"],
        sources: 2,
        types: &INTEGERS,
        dst: &INTEGERS,
        modifiers: &LOGIC,
        saturation: false,
    },
    Row {
        ops: &["not"],
        sources: 1,
        types: &INTEGERS,
        dst: &INTEGERS,
        modifiers: &LOGIC,
        saturation: false,
    },
    Row {
        ops: &["lzd", "bfrev", "fbl"],
        sources: 1,
        types: &[UD],
        dst: &[UD],
        modifiers: &NONE,
        saturation: false,
    },
    Row {
        ops: &["fbh"],
        sources: 1,
        types: &DWORDS,
        dst: &[UD],
        modifiers: &NONE,
        saturation: false,
    },
    Row {
        ops: &["cbit"],
        sources: 1,
        types: &[UB, UW, UD],
        dst: &[UD],
        modifiers: &NONE,
        saturation: false,
    },
    Row {
        ops: &["mad"],
        sources: 3,
        types: &SMALL,
        dst: &INTEGERS,
        modifiers: &ARITHMETIC,
        saturation: true,
    },
    Row {
        ops: &["add3"],
        sources: 3,
        types: &SMALL,
        dst: &SMALL,
        modifiers: &ARITHMETIC,
        saturation: true,
    },
    Row {
        ops: &[
            "bfn.x0", "bfn.x8", "bfn.x1e", "bfn.x96", "bfn.xca", "bfn.xff",
        ],
        sources: 3,
        types: &SMALL,
        dst: &SMALL,
        modifiers: &NONE,
        saturation: true,
    },
    Row {
        ops: &["dp4a", "bfe"],
        sources: 3,
        types: &DWORDS,
        dst: &DWORDS,
        modifiers: &NONE,
        saturation: false,
    },
    Row {
        ops: &["bfi"],
        sources: 4,
        types: &DWORDS,
        dst: &DWORDS,
        modifiers: &NONE,
        saturation: false,
    },
];

/// Every instruction of integers, with every type of each operand, in several
/// regions, under masks, predicates, modifiers and saturation.
#[test]
fn integers() {
    let mut compared = 0;
    for row in INTEGRAL {
        for op in row.ops {
            for turn in 0..72 {
                let pick = |list: &[Type], step: usize| list[(turn * step + turn / 7) % list.len()];
                let steps = [1, 3, 5, 7];
                let sources = (0..row.sources).map(|index| pick(row.types, steps[index]));
                let sources: Vec<Type> = sources.collect();
                Case {
                    op,
                    dst: pick(row.dst, 11),
                    sources,
                    turn,
                    modifiers: row.modifiers,
                    saturation: row.saturation,
                    predicate: true,
                }
                .check();
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 31 * 72);
    for op in ["min", "max"] {
        for turn in 0..64 {
            let sources = vec![INTEGERS[turn % 8], INTEGERS[turn / 8]];
            Case {
                op,
                dst: INTEGERS[turn * 3 % 8],
                sources,
                turn,
                modifiers: &ARITHMETIC,
                saturation: true,
                predicate: false,
            }
            .check();
        }
    }
}

/// Every instruction of floating-point numbers in each of its types: signed zeros,
/// infinities, what is no number, and numbers below the normal ones, kept and not.
#[test]
fn floating_point() {
    let rows: [(&str, usize, &[Type]); 23] = [
        ("exp", 1, &[F]),
        ("log", 1, &[F]),
        ("pow", 2, &[F]),
        ("sin", 1, &[F]),
        ("cos", 1, &[F]),
        ("add", 2, &[F, HF, DF, BF]),
        ("mul", 2, &[F, HF, DF, BF]),
        ("div", 2, &[F, HF, DF]),
        ("divm", 2, &[F, DF]),
        ("min", 2, &[F, HF, DF]),
        ("max", 2, &[F, HF, DF]),
        ("frc", 1, &[F]),
        ("rndd", 1, &[F]),
        ("rndu", 1, &[F]),
        ("rnde", 1, &[F]),
        ("rndz", 1, &[F]),
        ("sqrt", 1, &[F, HF]),
        ("sqrtm", 1, &[F, DF]),
        ("rsqrt", 1, &[F, HF]),
        ("inv", 1, &[F, HF, DF]),
        ("lrp", 3, &[F]),
        ("mad", 3, &[F, HF, DF]),
        ("mad", 3, &[F]),
    ];
    for (op, count, types) in rows {
        for turn in 0..60 {
            let ty = types[turn % types.len()];
            let predicate = !matches!(op, "min" | "max");
            let sources = vec![ty; count];
            Case {
                op,
                dst: ty,
                sources,
                turn,
                modifiers: &ARITHMETIC,
                saturation: true,
                predicate,
            }
            .check();
        }
    }
}

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
        "dp4 (M1_NM, 8) V43(0,0)<1> V42(0,0)<8;8,1> V42(0,0)<8;8,1>",
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
                memory.set_state("CR0", 0x10).expect("a state");
            },
        )
        .expect_err("rounding up is not described");
    assert!(
        matches!(error.kind, ExecErrorKind::Undefined { .. }),
        "{error:?}"
    );
}
