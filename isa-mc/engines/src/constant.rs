//! Numbers in the type of an operand: the constant that its class has for them,
//! or the literal behind the instruction.
//!
//! Text, programs and the printer ask the same question here, so a literal that
//! is printed as a number is read as that literal.

use crate::tables::{Class, Entry, FloatFormat, Meaning, Tables, ValueType, to_bfloat, to_half};

/// The number that counts along with the values of an entry.
pub(crate) fn counted(entry: &Entry, number: i32, step: i8, value: u64) -> i64 {
    i64::from(number) + i64::from(step) * (value.cast_signed() - i64::from(entry.first))
}

/// The value of an entry that counts to `wanted`.
#[inline]
pub(crate) fn counted_value(entry: &Entry, number: i32, step: i8, wanted: i64) -> Option<u64> {
    let distance = wanted
        .checked_sub(i64::from(number))?
        .checked_mul(i64::from(step))?;
    let count = i64::from(entry.last) - i64::from(entry.first);
    (0..=count)
        .contains(&distance)
        .then(|| u64::from(entry.first) + distance.cast_unsigned())
}

/// A number as somebody wrote it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    /// An integer, or the bits of anything.
    Int(i64),
    /// A floating number.
    Float(f64),
}

/// Why an operand cannot hold a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotHeld {
    /// The class has no numbers.
    NoNumbers,
    /// More than the type has bits.
    Range,
    /// Too large or too small for the floating type.
    FloatRange,
    /// A floating number that is no constant, for an integer of 64 bits.
    NotInteger,
    /// No constant, and literals cannot follow.
    NoConstant,
}

/// What a number is in a type: what constants may equal it, the first before
/// the second, and the literal.
struct Meant {
    views: [View; 2],
    literal: Result<u32, NotHeld>,
}

/// What constants are compared with.
#[derive(Debug, Clone, Copy, Default)]
struct View {
    /// Integers.
    int: Option<i64>,
    /// The bits of floating constants.
    pattern: Option<u64>,
}

impl View {
    fn both(int: i64, pattern: u64) -> View {
        View {
            int: Some(int),
            pattern: Some(pattern),
        }
    }

    fn int(int: i64) -> View {
        View {
            int: Some(int),
            pattern: None,
        }
    }
}

/// A number with another sign in its type: that of an integer is the highest bit of what it
/// stands for. `None` for integers of 64 bits, of which a literal is a half.
pub(crate) fn with_sign(number: Number, value_type: ValueType, clears: bool) -> Option<Number> {
    match (number, value_type.bits()) {
        (Number::Float(number), _) if clears => Some(Number::Float(number.abs())),
        (Number::Float(number), _) => Some(Number::Float(-number)),
        (Number::Int(_), 64) => None,
        (Number::Int(number), bits) => {
            let sign = 1 << (bits - 1);
            let number = number & (sign | (sign - 1));
            let number = if clears {
                number & !sign
            } else {
                number ^ sign
            };
            Some(Number::Int(number))
        }
    }
}

/// The field value, and the literal, of a number. `forced` wants a literal.
pub(crate) fn field(
    tables: &Tables<'_>,
    arch: u8,
    class: &Class,
    value_type: ValueType,
    number: Number,
    forced: bool,
) -> Result<(u64, Option<u32>), NotHeld> {
    let meant = meant(value_type, number);
    // Most of what is no constant shows it.
    if let Ok(word) = meant.literal
        && let Some(literal) = tables.entries[class.entries.range()].get(usize::from(class.literal))
        && literal.archs >> arch & 1 != 0
        && (forced || is_no_constant(class, value_type, number, &meant.views))
    {
        return Ok((u64::from(literal.first), Some(word)));
    }
    held((tables, arch, class), value_type, number, forced, &meant)
}

/// [`field`] by a look at each constant.
fn held(
    (tables, arch, class): (&Tables<'_>, u8, &Class),
    value_type: ValueType,
    number: Number,
    forced: bool,
    meant: &Meant,
) -> Result<(u64, Option<u32>), NotHeld> {
    let all = &tables.entries[class.entries.range()];
    let format = value_type.float_format();
    let entries = all.get(usize::from(class.constants)..).unwrap_or(&[]);
    let own = || entries.iter().filter(|entry| entry.archs >> arch & 1 != 0);
    let mut literal = None;
    let mut constants = false;
    for entry in own() {
        let found = match entry.meaning {
            Meaning::Literal => {
                literal = literal.or(Some(u64::from(entry.first)));
                continue;
            }
            Meaning::Int { .. } | Meaning::Float { .. } if !forced => {
                constants = true;
                constant(entry, format, meant.views[0])
            }
            _ => continue,
        };
        if let Some(value) = found {
            return Ok((value, None));
        }
    }
    if !forced && meant.views[1].pattern.is_some() {
        let second = own().find_map(|entry| constant(entry, format, meant.views[1]));
        if let Some(value) = second {
            return Ok((value, None));
        }
    }
    // What is printed of a constant means it, however it would be rounded.
    if let Number::Float(number) = number
        && !forced
        && matches!(value_type, ValueType::BF16 | ValueType::BF16x2)
    {
        let printed = |entry: &&Entry| {
            entry.archs >> arch & 1 != 0
                && matches!(entry.meaning, Meaning::Float { short, .. }
                    if tables.text(short).parse() == Ok(number))
        };
        if let Some(entry) = entries.iter().find(printed) {
            return Ok((u64::from(entry.first), None));
        }
    }
    match (literal, meant.literal) {
        (Some(value), Ok(word)) => Ok((value, Some(word))),
        (Some(_), Err(problem)) => Err(problem),
        (None, Err(problem)) if constants => Err(problem),
        (None, _) if constants => Err(NotHeld::NoConstant),
        (None, _) => Err(NotHeld::NoNumbers),
    }
}

/// Whether a number is none of the constants of a class, as far as is told without a look at them.
fn is_no_constant(class: &Class, value_type: ValueType, number: Number, views: &[View]) -> bool {
    // What is printed of a constant of bfloat16 means it, too.
    let is_as_printed = matches!(number, Number::Float(_))
        && matches!(value_type, ValueType::BF16 | ValueType::BF16x2);
    let format = value_type.float_format();
    !is_as_printed
        && views.iter().all(|view| {
            view.int.is_none_or(|it| !class.may_be(it))
                && view.pattern.is_none_or(|it| !class.may_have(format, it))
        })
}

/// The value of an entry that is this integer, or has this pattern.
#[inline]
fn constant(entry: &Entry, format: FloatFormat, view: View) -> Option<u64> {
    match entry.meaning {
        Meaning::Int { number, step } => counted_value(entry, number, step, view.int?),
        Meaning::Float {
            bits, single, half, ..
        } => {
            let same = format.bits(bits, single, half) == view.pattern?;
            same.then_some(u64::from(entry.first))
        }
        _ => None,
    }
}

fn meant(value_type: ValueType, number: Number) -> Meant {
    match number {
        Number::Int(number) => integer(value_type, number),
        Number::Float(number) => float(value_type, number),
    }
}

fn integer(value_type: ValueType, number: i64) -> Meant {
    use ValueType as T;
    let low = number.cast_unsigned() as u32;
    let fits = |bits: u32| {
        let range = -(1_i64 << (bits - 1))..1_i64 << bits;
        range.contains(&number).then_some(()).ok_or(NotHeld::Range)
    };
    let (view, other, literal) = match value_type {
        T::Untyped => (View::int(number), None, fits(32).map(|()| low)),
        T::F16 | T::BF16 => {
            let half = low as u16;
            let view = View::both(i64::from(half.cast_signed()), u64::from(half));
            (view, None, fits(16).map(|()| u32::from(half)))
        }
        T::B16 | T::U16 | T::I16 => (View::int(number), None, fits(16).map(|()| low)),
        T::B64 | T::U64 | T::I64 => {
            let view = View::both(number, number.cast_unsigned());
            (view, None, fits(32).map(|()| low))
        }
        T::F64 => {
            let view = View::both(number, number.cast_unsigned());
            // What fits 32 bits is the upper half.
            let literal = fits(32).map(|()| low);
            let upper = u64::from(low) << 32;
            let other = literal.is_ok().then_some(upper);
            (view, other, literal)
        }
        _ => {
            let view = View::both(i64::from(low.cast_signed()), u64::from(low));
            (view, None, fits(32).map(|()| low))
        }
    };
    // What does not fit is none of the constants either, whatever its lower bits.
    let fits = literal.is_ok() || value_type.bits() == 64 || value_type == T::Untyped;
    Meant {
        views: [
            if fits { view } else { View::default() },
            other.map_or_else(View::default, |bits| View::both(bits.cast_signed(), bits)),
        ],
        literal,
    }
}

fn float(value_type: ValueType, number: f64) -> Meant {
    use ValueType as T;
    let none = |problem| Meant {
        views: [View::default(); 2],
        literal: Err(problem),
    };
    let one = |view, literal| Meant {
        views: [view, View::default()],
        literal,
    };
    let single = number as f32;
    let pattern = single.to_bits();
    match value_type {
        T::Untyped => {
            let view = View {
                int: None,
                pattern: Some(number.to_bits()),
            };
            one(view, Ok(pattern))
        }
        T::F64 => {
            let bits = number.to_bits();
            // A literal is the upper half; the lower one is lost.
            let upper = bits & !0xffff_ffff;
            Meant {
                views: [
                    View::both(bits.cast_signed(), bits),
                    View::both(upper.cast_signed(), upper),
                ],
                literal: Ok((bits >> 32) as u32),
            }
        }
        T::B64 | T::U64 | T::I64 => {
            let bits = number.to_bits();
            one(
                View::both(bits.cast_signed(), bits),
                Err(NotHeld::NotInteger),
            )
        }
        T::F16 | T::F16x2 | T::BF16 | T::BF16x2 => {
            // LLVM reads numbers of bfloat16 as it does halves, and pairs of them as singles:
            // what those could hold, it rounds.
            let short = match value_type {
                T::F16 | T::F16x2 => half(number),
                T::BF16 => half(number).map(|_| to_bfloat(number).0),
                _ => single_held(number).then(|| to_bfloat(number).0),
            };
            match short {
                None => none(NotHeld::FloatRange),
                Some(short) => {
                    let int = match value_type.bits() {
                        16 => i64::from(short.cast_signed()),
                        _ => i64::from(short),
                    };
                    one(View::both(int, u64::from(short)), Ok(u32::from(short)))
                }
            }
        }
        // An integer of 16 bits takes a single, if a half could hold it.
        T::B16 | T::U16 | T::I16 if half(number).is_none() => none(NotHeld::FloatRange),
        _ if !single_held(number) => none(NotHeld::FloatRange),
        _ => one(
            View::both(i64::from(pattern.cast_signed()), u64::from(pattern)),
            Ok(pattern),
        ),
    }
}

/// A number as a half, unless it is too large or too small to be rounded to one.
fn half(number: f64) -> Option<u16> {
    let (half, exact) = to_half(number);
    (!lost(exact, u32::from(half) >> 10 & 0x1f, 0x1f)).then_some(half)
}

/// Whether a number is neither too large nor too small to be rounded to a single.
fn single_held(number: f64) -> bool {
    let single = number as f32;
    let exact = f64::from(single).to_bits() == number.to_bits();
    !lost(exact, single.to_bits() >> 23 & 0xff, 0xff)
}

/// Whether rounding left less than the bits of a normal number.
fn lost(exact: bool, exponent: u32, greatest: u32) -> bool {
    !exact && (exponent == 0 || exponent == greatest)
}

/// How a literal is written as a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum LiteralText {
    /// As the number.
    Plain(Number),
    /// The number alone would be a constant: it must be said that it is not.
    Forced(Number),
}

/// The text of a literal; `None` if no number means it.
pub(crate) fn literal_text(
    tables: &Tables<'_>,
    arch: u8,
    class: &Class,
    value_type: ValueType,
    word: u32,
) -> Option<LiteralText> {
    let number = match i64::from(word.cast_signed()) {
        _ if value_type.bits() != 16 || word <= 0xffff => Number::Int(i64::from(word)),
        // A half has no more than its bits; integers keep the sign, and take the
        // bits of a single.
        _ if value_type.has_short_floats() => return None,
        signed if signed >= i64::from(i16::MIN) && signed < 0 => Number::Int(signed),
        // What is no number has no digits.
        _ if !f32::from_bits(word).is_finite() => return None,
        _ => Number::Float(f64::from(f32::from_bits(word))),
    };
    let held = |forced| field(tables, arch, class, value_type, number, forced);
    match held(false) {
        Ok((_, Some(again))) if again == word => Some(LiteralText::Plain(number)),
        Ok((_, Some(_))) | Err(_) => None,
        Ok((_, None)) => match held(true) {
            Ok((_, Some(again))) if again == word => Some(LiteralText::Forced(number)),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isa_mc::gcn::TABLES;

    const TYPES: [ValueType; 19] = {
        use ValueType::*;
        [
            Untyped, B16, U16, I16, F16, B16x2, U16x2, I16x2, F16x2, BF16, BF16x2, B32, U32, I32,
            F32, B64, U64, I64, F64,
        ]
    };

    /// Numbers beside those that a constant is, and of all sizes.
    fn numbers(entry: &Entry) -> Vec<Number> {
        let ints = |all: &[i64]| -> Vec<Number> {
            let beside = all
                .iter()
                .flat_map(|it| [it.wrapping_sub(1), *it, it.wrapping_add(1)]);
            beside.map(Number::Int).collect()
        };
        match entry.meaning {
            Meaning::Int { number, step } => {
                let count = i64::from(entry.last) - i64::from(entry.first);
                let first = i64::from(number);
                let last = first + i64::from(step) * count;
                ints(&[first, last, first & 0xffff, last & 0xffff_ffff])
            }
            Meaning::Float {
                bits, single, half, ..
            } => {
                let float = f64::from_bits(bits);
                let mut all = ints(&[
                    bits.cast_signed(),
                    single.into(),
                    single.cast_signed().into(),
                    half.into(),
                    (single >> 16).into(),
                ]);
                let floats = [float, -float, float * 1.5, float * 1e-9];
                all.extend(floats.map(Number::Float));
                all
            }
            _ => ints(&[0x1234_5678, 0xffff, i64::from(i32::MIN), i64::MAX, i64::MIN]),
        }
    }

    /// What a class tells without a look at its constants is what each of them says.
    #[test]
    fn what_is_told_at_once_is_what_the_constants_say() {
        let (mut told, mut asked) = (0, 0);
        for class in TABLES.classes {
            let entries = &TABLES.entries[class.entries.range()];
            let all: Vec<Number> = entries.iter().flat_map(numbers).collect();
            for value_type in TYPES {
                for arch in [0, 3, TABLES.archs.len() as u8 - 1] {
                    for &number in &all {
                        let meant = meant(value_type, number);
                        for forced in [false, true] {
                            let found = field(&TABLES, arch, class, value_type, number, forced);
                            let row = (&TABLES, arch, class);
                            let looked_up = held(row, value_type, number, forced, &meant);
                            assert_eq!(
                                found,
                                looked_up,
                                "{} on {arch}: {number:?} as {value_type:?}, forced: {forced}",
                                TABLES.text(class.name)
                            );
                        }
                        let is_constant = matches!(
                            held((&TABLES, arch, class), value_type, number, false, &meant),
                            Ok((_, None))
                        );
                        let tells = is_no_constant(class, value_type, number, &meant.views);
                        assert!(!is_constant || !tells);
                        told += usize::from(tells);
                        asked += 1;
                    }
                }
            }
        }
        assert!(told * 2 > asked, "{told} of {asked} are told at once");
    }

    /// Integers beyond 32 bits may be constants where the first or last of 32 bits may be one.
    #[test]
    fn limits_of_integers_are_of_all_bits() {
        let class = |least: i32, greatest: i32| Class {
            least: least.cast_unsigned(),
            greatest: greatest.cast_unsigned(),
            ..TABLES.classes[0]
        };
        let some = [i64::MIN, -17, -16, 64, 65, 1 << 32, i64::MAX];
        let found = |class: Class| some.map(|it| class.may_be(it));
        let (no, yes) = (false, true);
        assert_eq!(found(class(-16, 64)), [no, no, yes, yes, no, no, no]);
        assert_eq!(found(class(i32::MIN, 64)), [yes, yes, yes, yes, no, no, no]);
        assert_eq!(
            found(class(-16, i32::MAX)),
            [no, no, yes, yes, yes, yes, yes]
        );
        assert_eq!(found(class(i32::MAX, i32::MIN)), [no; 7], "none");
    }
}
