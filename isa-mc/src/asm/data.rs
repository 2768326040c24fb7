//! Data directives.

use std::ops::Range;

use super::error::{Code, Detail};
use crate::{NoSymbols, SyntaxId, Target, parse};

/// The directives that are known, and the bytes of their values.
const DIRECTIVES: &[(&str, usize)] = &[
    (".byte", 1),
    (".short", 2),
    (".half", 2),
    (".2byte", 2),
    (".long", 4),
    (".int", 4),
    (".4byte", 4),
    (".quad", 8),
    (".8byte", 8),
];

/// Appends the values of a directive to `out`; gives the bytes of each.
pub(super) fn directive<'a>(
    target: &Target<'a>,
    syntax: SyntaxId,
    text: &'a str,
    out: &mut Vec<u8>,
) -> Result<usize, (Code, Range<usize>, Detail<'a>)> {
    let end = super::name_end(text.as_bytes());
    let name = &text[..end];
    let known = DIRECTIVES
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name));
    let Some(&(_, unit)) = known else {
        return Err((Code::UnsupportedDirective, 0..end, Detail::Name(name)));
    };
    let bytes = text.as_bytes();
    if text[end..].trim_ascii().is_empty() {
        return Err((Code::NoValues, 0..end, Detail::Name(name)));
    }
    let mut at = end;
    loop {
        let start = skip_space(bytes, at);
        let (value, behind) = parse::constant(text, start, &NoSymbols).map_err(|error| {
            let span = error.span.start as usize..error.span.end as usize;
            let message = error.display(target, syntax, text);
            (Code::BadExpression, span, Detail::Statement(message))
        })?;
        if !fits(value, unit) {
            let detail = Detail::Range { value, unit };
            return Err((Code::DataRange, start..behind, detail));
        }
        let wide = value.to_le_bytes();
        let first = out.len();
        out.extend_from_slice(&wide[..unit]);
        if target.tables().big_endian {
            out[first..].reverse();
        }
        at = skip_space(bytes, behind);
        match bytes.get(at) {
            None => return Ok(unit),
            Some(b',') => at += 1,
            Some(_) => {
                let rest = &text[at..];
                let span = at..at + rest.chars().next().map_or(1, char::len_utf8);
                return Err((Code::AfterValue, span, Detail::None));
            }
        }
    }
}

/// Whether a value of so many bytes can hold a number, as signed or unsigned.
fn fits(value: i64, unit: usize) -> bool {
    let bits = unit as u32 * 8;
    bits >= 64 || (-1_i64 << (bits - 1)..1_i64 << bits).contains(&value)
}

fn skip_space(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or(&[]);
    at + (rest.len() - rest.trim_ascii_start().len())
}
