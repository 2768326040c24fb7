//! Text to bytes and back, statement by statement.

use std::fmt::Write as _;

use isa_mc::TargetMachine;
use isa_mc::asm::{Assembler, Item};
use isa_mc::machines::{self, AnyTarget};
use isa_mc::tables::Tables;
use isa_mc::{DecodeError, SyntaxId};
use serde::Serialize;

use crate::place::{Positions, Span};
use crate::target;

/// Bytes of a line of data that stand in the other text.
const DATA: usize = 16;

/// A statement and its bytes.
#[derive(Debug, Serialize)]
pub struct Line {
    /// Where it stands in the text that was given.
    #[serde(flatten)]
    pub span: Span,
    /// Its bytes.
    pub hex: String,
    /// Its text, of bytes that were given.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Whether it is an instruction, and not data.
    pub is_instruction: bool,
}

/// What is wrong, and where in the text that was given.
#[derive(Debug, Serialize)]
pub struct Problem {
    #[serde(flatten)]
    span: Span,
    code: &'static str,
    message: String,
}

/// What became of a text.
#[derive(Debug, Serialize)]
pub struct Listing {
    /// Its statements that have bytes.
    pub lines: Vec<Line>,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
    /// How many more are wrong and not told of.
    pub more: usize,
    /// All of the other side: digits of a text, the text of digits.
    pub other: String,
}

/// Mistakes that are told of.
const MISTAKES: usize = 50;

impl Listing {
    fn new(lines: Vec<Line>, mut problems: Vec<Problem>, other: String) -> Listing {
        let more = problems.len().saturating_sub(MISTAKES);
        problems.truncate(MISTAKES);
        Listing {
            lines,
            problems,
            more,
            other,
        }
    }
}

/// Two digits a byte, without blanks.
pub fn digits(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Assembles a text.
pub fn assemble(cpu: &str, syntax: &str, text: &str) -> Result<Listing, String> {
    let any = target::named(cpu)?;
    let syntax = target::syntax(&any, syntax)?;
    Ok(match any {
        AnyTarget::Words(target) => assemble_for(target, syntax, text),
        AnyTarget::Streams(target) => assemble_for(target, syntax, text),
    })
}

fn assemble_for<T: TargetMachine<'static>>(target: T, syntax: SyntaxId, text: &str) -> Listing {
    let mut assembler = Assembler::new(target, syntax).externals().listing();
    if let Some(support) = machines::support(&target.target()) {
        assembler = assembler.machine(support);
    }
    let assembly = assembler.assemble("text", text.as_bytes());
    let mut positions = Positions::new(text);
    let problems = assembly.errors.iter().map(|error| {
        let at = assembly.texts.outermost(error.location);
        Problem {
            span: positions.span(at.start as usize, at.end as usize),
            code: error.code.as_str(),
            message: error.message.clone(),
        }
    });
    let problems = problems.collect();
    let mut lines = Vec::new();
    let mut other = String::new();
    for listed in &assembly.listing {
        let at = assembly.texts.outermost(listed.location);
        let (place, size, is_instruction) = match listed.item {
            Item::Instruction { place, size, .. } => (place, usize::from(size), true),
            Item::Data { place, size, .. } => (place, size as usize, false),
            _ => continue,
        };
        let draft = assembly.draft.as_ref();
        let Some(bytes) = draft.and_then(|object| object.bytes_at(place, size)) else {
            continue;
        };
        let hex = digits(bytes);
        other += &hex;
        other.push('\n');
        lines.push(Line {
            span: positions.span(at.start as usize, at.end as usize),
            hex,
            text: String::new(),
            is_instruction,
        });
    }
    Listing::new(lines, problems, other)
}

/// The bytes of digits, each with where it stands, in bytes of the text.
pub struct Digits {
    pub bytes: Vec<u8>,
    places: Vec<(usize, usize)>,
}

/// Reads hexadecimal digits in pairs, with white space and commas between them. Numbers behind
/// `0x` are words, in the machine's order, or single bytes; brackets and `//` comments are
/// passed over.
///
/// # Errors
///
/// The place of what is no digit, in bytes, and why.
pub fn read_digits(tables: &Tables<'_>, text: &str) -> Result<Digits, (usize, usize, String)> {
    let mut found = Digits {
        bytes: Vec::new(),
        places: Vec::new(),
    };
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split("//").next().unwrap_or_default();
        let is_between = |it: char| it.is_whitespace() || ",[];:".contains(it);
        let mut start = 0;
        for part in code.split_inclusive(is_between) {
            let word = part.trim_end_matches(is_between);
            let place = at + start;
            start += part.len();
            let (number, hex) = match word.strip_prefix("0x").or(word.strip_prefix("0X")) {
                Some(hex) => (true, hex),
                None => (false, word),
            };
            let skipped = word.len() - hex.len();
            if let Some(bad) = hex.find(|it: char| !it.is_ascii_hexdigit()) {
                let letter = hex[bad..].chars().next().unwrap_or(' ');
                let first = place + skipped + bad;
                let message = format!("expected hexadecimal digits, found `{letter}`");
                return Err((first, first + letter.len_utf8(), message));
            }
            if hex.len() % 2 == 1 {
                let message = "half a byte: hexadecimal digits come in pairs".to_owned();
                let end = place + word.len();
                return Err((end - 1, end, message));
            }
            let mut pairs: Vec<(u8, (usize, usize))> = (0..hex.len() / 2)
                .map(|pair| {
                    let first = skipped + pair * 2;
                    let value = u8::from_str_radix(&word[first..first + 2], 16);
                    (value.unwrap_or(0), (place + first, place + first + 2))
                })
                .collect();
            if number && !tables.big_endian {
                pairs.reverse();
            }
            for (byte, place) in pairs {
                found.bytes.push(byte);
                found.places.push(place);
            }
        }
        at += line.len();
    }
    Ok(found)
}

/// Disassembles digits.
pub fn disassemble(cpu: &str, syntax: &str, text: &str) -> Result<Listing, String> {
    let any = target::named(cpu)?;
    let syntax = target::syntax(&any, syntax)?;
    let mut positions = Positions::new(text);
    let digits = match read_digits(any.target().tables(), text) {
        Ok(digits) => digits,
        Err((start, end, message)) => {
            let problem = Problem {
                span: positions.span(start, end),
                code: "D0001",
                message,
            };
            return Ok(Listing::new(Vec::new(), vec![problem], String::new()));
        }
    };
    Ok(match any {
        AnyTarget::Words(target) => disassemble_for(target, syntax, &digits, &mut positions),
        AnyTarget::Streams(target) => disassemble_for(target, syntax, &digits, &mut positions),
    })
}

fn disassemble_for<T: TargetMachine<'static>>(
    target: T,
    syntax: SyntaxId,
    found: &Digits,
    positions: &mut Positions<'_>,
) -> Listing {
    let tables = target.target().tables();
    let (mut lines, mut problems, mut other) = (Vec::new(), Vec::new(), String::new());
    let mut at = 0;
    while at < found.bytes.len() {
        let rest = &found.bytes[at..];
        let mut text = String::new();
        let (size, error) = match target.decode(rest) {
            Ok(inst) => {
                let size = target.size(inst).clamp(1, rest.len());
                let error = target.print(inst, syntax, &mut text).err();
                if error.is_some() {
                    text.clear();
                }
                (size, error.map(|error| error.display(tables).to_string()))
            }
            Err(error) => {
                let unit = if tables.word_bits == 8 { DATA } else { 4 };
                let unit = match error {
                    DecodeError::Unknown if tables.word_bits == 8 => 1,
                    _ => unit,
                };
                (
                    unit.min(rest.len()),
                    Some(error.display(tables).to_string()),
                )
            }
        };
        let places = &found.places[at..at + size];
        let start = places.iter().map(|it| it.0).min().unwrap_or(0);
        let end = places.iter().map(|it| it.1).max().unwrap_or(0);
        let span = positions.span(start, end);
        let bytes = &rest[..size];
        let is_instruction = error.is_none();
        if let Some(message) = error {
            text = data(bytes, tables);
            problems.push(Problem {
                span,
                code: "D0003",
                message,
            });
        }
        other += &text;
        other.push('\n');
        lines.push(Line {
            span,
            hex: digits(bytes),
            text,
            is_instruction,
        });
        at += size;
    }
    Listing::new(lines, problems, other)
}

/// Bytes that are no instruction, as a directive.
fn data(bytes: &[u8], tables: &Tables<'_>) -> String {
    if let (Ok(word), true) = (<[u8; 4]>::try_from(bytes), tables.word_bits > 8) {
        let word = if tables.big_endian {
            u32::from_be_bytes(word)
        } else {
            u32::from_le_bytes(word)
        };
        return format!(".long 0x{word:08x}");
    }
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("0x{byte:02x}")).collect();
    format!(".byte {}", bytes.join(", "))
}
