//! Numbers of directives: expressions of integers of 64 bits, which wrap.

use super::cursor::{Cursor, Found};
use super::error::{TextError, TextErrorKind};

/// Parentheses and signs within one another at most.
const MAX_DEPTH: u32 = 64;

/// How strongly operators bind, the weakest first, as the grammar of the tools has them.
const OPERATORS: [&[&str]; 8] = [
    &["&"],
    &["^"],
    &["|"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &[">>>", "<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// The weakest operators that may stand where `>` ends something.
const SHIFTS: usize = 5;

/// What `%sizeof` and constants stand for.
pub(super) trait Constants {
    /// The bytes of a declared name, or of `GRF`.
    fn size_of(&self, name: &str) -> Option<i64>;
    /// `%DispatchSimd`.
    fn channels(&self) -> Option<i64>;
}

/// An expression.
pub(super) fn number(cursor: &mut Cursor<'_>, constants: &dyn Constants) -> Found<i64> {
    chosen(cursor, constants, MAX_DEPTH)
}

/// An expression before a `>` that ends something.
pub(super) fn number_before_angle(
    cursor: &mut Cursor<'_>,
    constants: &dyn Constants,
) -> Found<i64> {
    binary(cursor, constants, SHIFTS, MAX_DEPTH)
}

/// A number within limits.
pub(super) fn within(
    cursor: &mut Cursor<'_>,
    constants: &dyn Constants,
    low: i64,
    high: i64,
) -> Found<i64> {
    cursor.skip_blanks();
    let from = cursor.at;
    let number = number(cursor, constants)?;
    match (low..=high).contains(&number) {
        true => Ok(number),
        false => {
            let kind = TextErrorKind::Range { number, low, high };
            Err(cursor.error_at(from..cursor.at, kind))
        }
    }
}

fn chosen(cursor: &mut Cursor<'_>, constants: &dyn Constants, depth: u32) -> Found<i64> {
    let depth = deeper(cursor, depth)?;
    let first = binary(cursor, constants, 0, depth)?;
    if !cursor.takes("?") {
        return Ok(first);
    }
    let yes = binary(cursor, constants, 0, depth)?;
    if !cursor.takes(":") {
        return Err(cursor.expected("`:`"));
    }
    let no = chosen(cursor, constants, depth)?;
    Ok(if first != 0 { yes } else { no })
}

fn deeper(cursor: &mut Cursor<'_>, depth: u32) -> Result<u32, TextError> {
    match depth.checked_sub(1) {
        Some(depth) => Ok(depth),
        None => Err(cursor.error(TextErrorKind::TooDeep)),
    }
}

fn binary(
    cursor: &mut Cursor<'_>,
    constants: &dyn Constants,
    level: usize,
    depth: u32,
) -> Found<i64> {
    let Some(operators) = OPERATORS.get(level) else {
        return unary(cursor, constants, depth);
    };
    let mut left = binary(cursor, constants, level + 1, depth)?;
    loop {
        cursor.skip_blanks();
        let from = cursor.at;
        // `%sizeof` is no remainder.
        let rest = cursor.rest();
        let is_word =
            rest.starts_with('%') && rest[1..].starts_with(|next: char| next.is_ascii_alphabetic());
        let shift = level > SHIFTS || !(rest.starts_with("<<") || rest.starts_with(">>"));
        let found = operators
            .iter()
            .find(|operator| !is_word && rest.starts_with(**operator))
            .filter(|_| level == SHIFTS || shift);
        let Some(&operator) = found else {
            return Ok(left);
        };
        cursor.at += operator.len();
        let right = binary(cursor, constants, level + 1, depth)?;
        let bits = right as u32 & 63;
        left = match operator {
            "&" => left & right,
            "^" => left ^ right,
            "|" => left | right,
            "==" => i64::from(left == right),
            "!=" => i64::from(left != right),
            "<=" => i64::from(left <= right),
            ">=" => i64::from(left >= right),
            "<" => i64::from(left < right),
            ">" => i64::from(left > right),
            "<<" => left.wrapping_shl(bits),
            ">>" => left.wrapping_shr(bits),
            ">>>" => left.cast_unsigned().wrapping_shr(bits).cast_signed(),
            "+" => left.wrapping_add(right),
            "-" => left.wrapping_sub(right),
            "*" => left.wrapping_mul(right),
            _ if right == 0 => {
                return Err(cursor.error_at(from..cursor.at, TextErrorKind::DivisionByZero));
            }
            "/" => left.wrapping_div(right),
            _ => left.wrapping_rem(right),
        };
    }
}

fn unary(cursor: &mut Cursor<'_>, constants: &dyn Constants, depth: u32) -> Found<i64> {
    let depth = deeper(cursor, depth)?;
    if cursor.takes("-") {
        return Ok(unary(cursor, constants, depth)?.wrapping_neg());
    }
    if cursor.takes("~") {
        return Ok(!unary(cursor, constants, depth)?);
    }
    if cursor.takes("!") {
        return Ok(i64::from(unary(cursor, constants, depth)? == 0));
    }
    if cursor.takes("(") {
        let number = chosen(cursor, constants, depth)?;
        return match cursor.takes(")") {
            true => Ok(number),
            false => Err(cursor.expected("`)`")),
        };
    }
    if cursor.takes("%sizeof") {
        let within = cursor.takes("(");
        let (name, place) = cursor.word("the name of something declared")?;
        if within && !cursor.takes(")") {
            return Err(cursor.expected("`)`"));
        }
        return constants.size_of(name).ok_or_else(|| {
            let what = "the name of a variable, of an address, or `GRF`";
            cursor.error_at(place, TextErrorKind::Expected { what })
        });
    }
    cursor.skip_blanks();
    if cursor.rest().starts_with("%DispatchSimd") {
        let found = constants.channels();
        let what = "`.kernel_attr SimdSize=…` before this";
        let found = found.ok_or_else(|| cursor.expected(what))?;
        cursor.at += "%DispatchSimd".len();
        return Ok(found);
    }
    let word = cursor.peek_word();
    let number = match word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).map(u64::cast_signed),
        None => word.parse::<i64>(),
    };
    match number {
        Ok(number) if !word.starts_with('+') => {
            cursor.at += word.len();
            Ok(number)
        }
        _ => Err(cursor.expected("a number")),
    }
}
