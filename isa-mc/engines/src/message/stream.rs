//! Errors of statements of byte streams in words.

use core::fmt::{self, Formatter};

use super::words::{ParseMessage, Quoted};
use crate::constant;
use crate::error::{Path, StreamError};
use crate::integer;
use crate::parse::ParseErrorKind;
use crate::stream::{is_wide, word_length};
use crate::tables::{Kind, Meaning, NONE, Rows, StreamForm, StreamOperand, Tables, Text, Token};

/// Words of a class that an error lists; of longer lists it shows the first.
const MAX_LISTED: usize = 8;

/// Writes an error of a byte stream; other errors write nothing.
pub(super) fn write(message: &ParseMessage<'_>, f: &mut Formatter<'_>) -> fmt::Result {
    let tables = message.target.tables;
    let found = Quoted(message.found_text());
    let stream = |encoding: u16| {
        let row = tables.stream_encodings.get(encoding as usize);
        row.map_or(NONE, |row| row.stream)
    };
    let path = |encoding: u16, leaf: u8, operand: u16| {
        let field = match self::operand(tables, operand) {
            Some(StreamOperand::Value { place, .. }) => tables.stream_places[place as usize].field,
            _ => crate::tables::Field::default(),
        };
        Path::of_field(tables, stream(encoding), leaf, field)
    };
    match message.error.kind {
        ParseErrorKind::ExpectedText { text, from } => {
            match expected_word(tables.text(text), from) {
                "" if text == Text::default() => f.write_str("expected the mnemonic")?,
                "" => f.write_str("expected a blank")?,
                word => write!(f, "expected `{word}`")?,
            }
            write!(f, ", found {found}")
        }
        ParseErrorKind::ExpectedValue {
            encoding,
            leaf,
            operand,
        } => {
            write!(f, "{} must be ", path(encoding, leaf, operand))?;
            if let Some(StreamOperand::Value { kind, prefix, .. }) = self::operand(tables, operand)
            {
                if prefix.len != 0 {
                    write!(f, "`{}` and ", tables.text(prefix))?;
                }
                expected(message, kind, f)?;
            }
            write!(f, ", found {found}")
        }
        ParseErrorKind::UnknownName { .. } => write!(f, "{found} is not declared"),
        ParseErrorKind::ValueRange {
            encoding,
            leaf,
            operand,
            ..
        } => {
            write!(f, "{} is {found}, expected ", path(encoding, leaf, operand))?;
            match self::operand(tables, operand) {
                Some(StreamOperand::Value { kind, .. }) => expected(message, kind, f),
                _ => Ok(()),
            }
        }
        ParseErrorKind::ExpectedPiece { operand, .. } => {
            let Some(StreamOperand::Stream { name, stream, .. }) = self::operand(tables, operand)
            else {
                return Ok(());
            };
            let row = &tables.streams[stream as usize];
            write!(f, "{} must be ", tables.text(name))?;
            let title = tables.text(row.title);
            if !title.is_empty() {
                write!(f, "{title}: ")?;
            }
            forms(message, row.forms, f)?;
            write!(f, ", found {found}")
        }
        ParseErrorKind::SaidOtherwise {
            encoding,
            leaf,
            value,
        } => {
            let path = Path {
                tables,
                stream: stream(encoding),
                leaf,
                member: NONE,
            };
            write!(
                f,
                "{found} contradicts what stands before it: {path} is already {value}"
            )
        }
        ParseErrorKind::Left => write!(f, "expected the end of the instruction, found {found}"),
        ParseErrorKind::FormCondition { form } => {
            f.write_str("this way of writing is for other values")?;
            match tables.stream_forms.get(form as usize) {
                Some(form) => {
                    f.write_str(": ")?;
                    template(message, form, f)
                }
                None => Ok(()),
            }
        }
        ParseErrorKind::Invalid {
            encoding,
            leaf,
            problem,
            value,
        } => {
            let error = StreamError {
                at: 0,
                problem,
                stream: stream(encoding),
                leaf,
                member: NONE,
                value,
            };
            f.write_str("these values are no instruction together: ")?;
            error.write_problem(Some(tables), f)
        }
        ParseErrorKind::TooManyWays => f.write_str("there are too many ways to read this text"),
        _ => Ok(()),
    }
}

/// The word, or other character, of a form's text from a byte on.
fn expected_word(text: &str, from: u16) -> &str {
    let rest = text.get(from as usize..).unwrap_or("").trim_ascii();
    let length = match word_length(rest.as_bytes()) {
        1 => rest.chars().next().map_or(0, char::len_utf8),
        length => length,
    };
    &rest[..length]
}

/// What a value takes.
fn expected(message: &ParseMessage<'_>, kind: Kind, f: &mut Formatter<'_>) -> fmt::Result {
    let tables = message.target.tables;
    match kind {
        Kind::Flag => f.write_str("0 or 1"),
        Kind::Integer { integer } => {
            let row = &tables.integers[integer as usize];
            if row.float.is_some() {
                return f.write_str("a floating-point number");
            }
            let (low, high, step) = integer::range(row);
            if is_wide(row) {
                let low = if row.signless { i64::MIN } else { 0 };
                return write!(f, "a number from {low} to {}", u64::MAX);
            }
            write!(f, "a number from {low} to {high}")?;
            if step > 1 {
                write!(f, " in steps of {step}")?;
            }
            Ok(())
        }
        // Lowering puts neither structs nor lists into streams.
        Kind::Struct { .. } | Kind::List { .. } => f.write_str("bits with names"),
        Kind::Register { file, .. } => {
            write!(f, "a {}", tables.text(tables.files[file as usize].title))
        }
        Kind::Class { class, .. } => {
            let row = &tables.classes[class as usize];
            let title = if row.title.len == 0 {
                row.name
            } else {
                row.title
            };
            f.write_str(tables.text(title))?;
            words(message, row.entries, f)
        }
    }
}

/// `: a, b or nothing`: what the values of a class are written as.
fn words(message: &ParseMessage<'_>, entries: Rows, f: &mut Formatter<'_>) -> fmt::Result {
    let tables = message.target.tables;
    let arch = message.target.arch;
    let here = tables.entries[entries.range()]
        .iter()
        .filter(|entry| entry.archs >> arch & 1 != 0);
    let count = here.clone().count();
    let mut link = ": ";
    for (at, entry) in here.enumerate().take(MAX_LISTED) {
        f.write_str(link)?;
        link = if at + 2 == count { " or " } else { ", " };
        match entry.meaning {
            Meaning::Keyword { text, .. } if text.len == 0 => f.write_str("nothing")?,
            Meaning::Spelled { text, words, .. } => {
                let text = tables.word_of(text, words, message.syntax.0);
                write!(f, "`{}`", tables.text(text))?;
            }
            Meaning::Keyword { text, .. } | Meaning::Float { text, .. } => {
                write!(f, "`{}`", tables.text(text))?;
            }
            Meaning::Counted {
                before,
                after,
                number,
                step,
            } => {
                let (before, after) = (tables.text(before), tables.text(after));
                let last = constant::counted(entry, number, step, u64::from(entry.last));
                write!(f, "`{before}{number}{after}` to `{before}{last}{after}`")?;
            }
            Meaning::Int { number, step } => {
                let last = constant::counted(entry, number, step, u64::from(entry.last));
                write!(f, "{number} to {last}")?;
            }
            Meaning::Register { file, .. } => {
                f.write_str(tables.text(tables.files[file as usize].title))?;
            }
            Meaning::Struct { .. } | Meaning::Literal | Meaning::Escape => f.write_str("…")?,
        }
    }
    if count > MAX_LISTED {
        f.write_str(" …")?;
    }
    Ok(())
}

/// How a nested stream is written in the syntax.
fn forms(message: &ParseMessage<'_>, rows: Rows, f: &mut Formatter<'_>) -> fmt::Result {
    let tables: &Tables<'_> = message.target.tables;
    let here = tables.stream_forms[rows.range()]
        .iter()
        .filter(|form| form.syntax == message.syntax.0 && !form.read_only.is_set());
    let count = here.clone().count();
    let mut link = "";
    for (at, form) in here.enumerate().take(MAX_LISTED) {
        f.write_str(link)?;
        template(message, form, f)?;
        link = if at + 2 == count { " or " } else { ", " };
    }
    if count > MAX_LISTED {
        f.write_str(" …")?;
    }
    Ok(())
}

/// What a token of a form stands for.
fn operand(tables: &Tables<'_>, index: u16) -> Option<StreamOperand> {
    Some(tables.stream_operands.get(index as usize)?.get())
}

/// A form with the first value of each part, as `` `(M1, 1)` ``; parts that are streams have
/// their names, `` `{variable}.0` ``.
fn template(message: &ParseMessage<'_>, form: &StreamForm, f: &mut Formatter<'_>) -> fmt::Result {
    let tables: &Tables<'_> = message.target.tables;
    let tokens = &tables.tokens[form.tokens.range()];
    if tokens.is_empty() {
        return f.write_str("nothing");
    }
    f.write_str("`")?;
    for token in tokens {
        match token.get() {
            Token::Text(text) => f.write_str(tables.text(text))?,
            Token::Mnemonic => f.write_str("{mnemonic}")?,
            Token::Modifiers(_) | Token::AnyOrder(_) => {}
            Token::Operand(index) => {
                let row = tables.stream_operands.get(index as usize);
                let (prefix, name) = row.map_or_else(Default::default, |it| (it.prefix, it.name));
                f.write_str(tables.text(prefix))?;
                match operand(tables, index).and_then(|it| first_value(message, it)) {
                    Some(value) => write!(f, "{value}")?,
                    None => write!(f, "{{{}}}", tables.text(name))?,
                }
            }
        }
    }
    f.write_str("`")
}

/// The first thing that a value is written as, if that is short.
enum FirstValue<'a> {
    Word(&'a str),
    Numbered(&'a str, i64, &'a str),
    Number(i64),
}

impl fmt::Display for FirstValue<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            FirstValue::Word(word) => f.write_str(word),
            FirstValue::Numbered(before, number, after) => write!(f, "{before}{number}{after}"),
            FirstValue::Number(number) => write!(f, "{number}"),
        }
    }
}

fn first_value<'a>(message: &ParseMessage<'a>, operand: StreamOperand) -> Option<FirstValue<'a>> {
    let tables = message.target.tables;
    let StreamOperand::Value { kind, .. } = operand else {
        return None;
    };
    match kind {
        Kind::Integer { integer } => {
            let row = &tables.integers[integer as usize];
            let (low, _, _) = integer::range(row);
            row.float
                .is_none()
                .then_some(FirstValue::Number(low.max(0)))
        }
        Kind::Class { class, .. } => {
            let arch = message.target.arch;
            let rows = &tables.entries[tables.classes[class as usize].entries.range()];
            let first = rows.iter().find(|entry| entry.archs >> arch & 1 != 0)?;
            match first.meaning {
                Meaning::Spelled { text, words, .. } => {
                    let text = tables.word_of(text, words, message.syntax.0);
                    Some(FirstValue::Word(tables.text(text)))
                }
                Meaning::Keyword { text, .. } | Meaning::Float { text, .. } => {
                    Some(FirstValue::Word(tables.text(text)))
                }
                Meaning::Counted {
                    before,
                    after,
                    number,
                    ..
                } => Some(FirstValue::Numbered(
                    tables.text(before),
                    number.into(),
                    tables.text(after),
                )),
                Meaning::Int { number, .. } => Some(FirstValue::Number(number.into())),
                _ => None,
            }
        }
        _ => None,
    }
}
