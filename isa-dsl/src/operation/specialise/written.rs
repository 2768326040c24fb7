//! What is left of an operation as text.

use super::super::arguments::Arguments;
use super::super::print::Printer;
use crate::ast::{OpExpr, OpStmt};

/// Statements as text, without a newline at the end.
pub(super) fn statements(body: &[OpStmt]) -> String {
    let arguments = Arguments::default();
    plain(&arguments).operation(&[], &[], body).1
}

/// A value as text.
pub(super) fn value(value: &OpExpr) -> String {
    let arguments = Arguments::default();
    plain(&arguments).lanes(value)
}

/// A printer that puts nothing in.
fn plain(arguments: &Arguments) -> Printer<'_> {
    Printer {
        arguments,
        constants: &[],
    }
}

/// A text whose small numbers say no type: that they are unsigned matters to nobody who reads.
pub(super) fn without_suffixes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut is_small = false;
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        let begins = !before.is_alphanumeric() && before != '_' && before != '.';
        is_small = match letter {
            '0'..='9' => begins || is_small,
            'U' => {
                let ends = rest.peek().is_none_or(|it| !it.is_alphanumeric());
                if is_small && ends {
                    before = letter;
                    is_small = false;
                    continue;
                }
                false
            }
            _ => false,
        };
        before = letter;
        out.push(letter);
    }
    out
}
