//! Arithmetic and logic, against plain Rust.

mod particular;
mod statements;

use isa_mc::exec::ExecErrorKind;

use super::elements::{
    B, BF, D, DF, F, HF, Number, Q, REGIONS, Region, Type, UB, UD, UQ, UW, Variables, W,
};
use super::takes_part;
use statements::{real, whole};

pub(super) const INTEGERS: [Type; 8] = [UD, D, UW, W, UB, B, UQ, Q];
const DWORDS: [Type; 2] = [UD, D];
const SMALL: [Type; 6] = [UD, D, UW, W, UB, B];

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
