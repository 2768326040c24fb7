//! Bodies of macros and repetitions: statements with places for values.
//!
//! A body is cut once: at its directives about conditions, and at the names of its
//! parameters. Whoever expands it decides each condition when all before it was read, and
//! does not even write the statements that are passed over.
//!
//! ```text
//! .if \a > 1 ──► Condition: `.if `, a, ` > 1`
//! s_nop \b   ──► Statements: `s_nop `, b
//! .endif     ──► Condition: `.endif`
//! ```

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;
use std::ops::Range;

use super::calls::Call;
use super::conditions::Directive;
use super::head::name_end;
use super::macros::{Given, Macros};
use super::scan::{Cuts, Scanner, may_hold_conditions};

/// What stands behind every expansion, and behind texts that come into them: they are read and
/// copied several bytes at a time, as long as there are so many.
pub(super) const BEHIND: &str = "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n";
/// Bytes of one expansion at most.
pub(super) const MAX_EXPANSION: usize = 1 << 28;

/// Statements that are read again and again, with other texts for some names.
#[derive(Debug)]
pub(super) struct Body {
    text: String,
    /// The same in pieces, once somebody needs them.
    plain: OnceCell<Vec<Piece>>,
    /// So in the alternate mode.
    alternate: OnceCell<Vec<Piece>>,
    /// How many times it was read: `\+`.
    count: Cell<u64>,
}

/// A piece of a body.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) kind: PieceKind,
    pub(super) parts: Vec<Part>,
}

/// What a piece is.
#[derive(Debug)]
pub(super) enum PieceKind {
    Statements {
        /// Their line ends.
        lines: usize,
        /// A condition may begin or end in them: they cannot be left out.
        may_hold_conditions: bool,
    },
    /// A statement with a directive about conditions, and the bytes of its name.
    Condition(Directive, usize),
    /// What stands behind that statement in its line, as a comment does.
    Behind,
    /// A statement that calls a macro, with what stands around it in its line.
    Call(Call),
}

/// A part of a piece.
#[derive(Debug, Clone)]
pub(super) enum Part {
    /// What stands there: so many bytes of a text, which has others behind them.
    Text(Box<str>, usize),
    /// The value of a parameter.
    Value(u32),
    /// `\@`: the number of macros that were expanded.
    Expansions,
    /// `\+`: how many times the body was read.
    Count,
}

impl Part {
    fn text(text: &str) -> Part {
        let (text, length) = Part::padded(text);
        Part::Text(text, length)
    }

    /// A text with what stands behind it, and its length.
    pub(super) fn padded(text: &str) -> (Box<str>, usize) {
        ([text, BEHIND].concat().into(), text.len())
    }
}

/// What stands for parts that are no parameters.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Numbers {
    expansions: u64,
    count: u64,
}

/// What stands in a body for what is put in.
pub(super) struct Parameters<'p> {
    /// The parameters by their names.
    pub(super) names: &'p HashMap<String, usize>,
    pub(super) are_alternate: bool,
    /// `\@` counts macros.
    pub(super) counts_macros: bool,
}

impl Piece {
    /// Whether it is statements.
    #[inline]
    pub(super) fn is_statements(&self) -> bool {
        matches!(self.kind, PieceKind::Statements { .. })
    }

    /// Appends it with values for its parameters; whether it is not too long.
    #[inline]
    pub(super) fn write(&self, given: Given<'_>, numbers: Numbers, out: &mut String) -> bool {
        write_parts(&self.parts, given, numbers, out)
    }
}

/// Appends a part of a text. A copy of a fixed length is no call, so what stands behind it is
/// copied too, and taken away again.
#[inline]
fn push_part(text: &str, part: Range<usize>, out: &mut String) {
    let Range { start, end } = part;
    if end - start <= BEHIND.len()
        && let Some(more) = text.get(start..start + BEHIND.len())
    {
        let length = out.len() + (end - start);
        out.push_str(more);
        out.truncate(length);
    } else {
        out.push_str(text.get(part).unwrap_or(""));
    }
}

/// Appends parts with values for parameters; whether that is not too long.
#[inline]
pub(super) fn write_parts(
    parts: &[Part],
    given: Given<'_>,
    numbers: Numbers,
    out: &mut String,
) -> bool {
    for part in parts {
        match part {
            Part::Text(text, length) => push_part(text, 0..*length, out),
            Part::Value(at) => {
                push_part(given.text, given.range(*at as usize), out);
                if out.len() > MAX_EXPANSION {
                    return false;
                }
            }
            Part::Expansions => push_number(numbers.expansions, out),
            Part::Count => push_number(numbers.count, out),
        }
    }
    out.len() <= MAX_EXPANSION
}

impl Body {
    pub(super) fn new(text: String) -> Body {
        Body {
            text,
            plain: OnceCell::new(),
            alternate: OnceCell::new(),
            count: Cell::new(0),
        }
    }

    /// How many bytes it has.
    pub(super) fn length(&self) -> usize {
        self.text.len()
    }

    /// The pieces, which all together are the body.
    pub(super) fn pieces(
        &self,
        parameters: &Parameters<'_>,
        cuts: &Cuts<'_>,
        macros: &Macros,
    ) -> &[Piece] {
        let pieces = match parameters.are_alternate {
            true => &self.alternate,
            false => &self.plain,
        };
        pieces.get_or_init(|| pieces_of(&self.text, parameters, cuts, macros))
    }

    /// The numbers for reading it once more, after so many expansions of macros.
    pub(super) fn next_numbers(&self, expansions: u64) -> Numbers {
        let count = self.count.get();
        self.count.set(count + 1);
        Numbers { expansions, count }
    }

    /// The parameters whose names stand alone in a line, from 1: the alternate mode replaces
    /// them.
    pub(super) fn bare(&self, line: usize, names: &HashMap<String, usize>) -> Vec<&str> {
        let line = line.checked_sub(1).and_then(|at| self.text.lines().nth(at));
        let mut found = Vec::new();
        let mut before = "";
        for word in line
            .unwrap_or("")
            .split_inclusive(|it: char| !is_in_name_character(it))
        {
            let name = word.trim_end_matches(|it: char| !is_in_name_character(it));
            let is_bare = !before.ends_with('\\') && names.contains_key(name);
            if is_bare && !found.contains(&name) {
                found.push(name);
            }
            before = word;
        }
        found
    }
}

/// A body in pieces; all of it in one, if values may decide what its statements are.
fn pieces_of(
    text: &str,
    parameters: &Parameters<'_>,
    cuts: &Cuts<'_>,
    macros: &Macros,
) -> Vec<Piece> {
    let parts = |range: Range<usize>| cut(&text[range], parameters);
    let statements = |range: Range<usize>| Piece {
        kind: PieceKind::Statements {
            lines: memchr::memchr_iter(b'\n', text[range.clone()].as_bytes()).count(),
            may_hold_conditions: may_hold_conditions(&text[range.clone()]),
        },
        parts: parts(range),
    };
    let has_calls = !parameters.are_alternate && !macros.is_empty();
    let mut pieces = Vec::new();
    let mut scanner = Scanner::new(cuts, text);
    // Where the statements begin that are in no piece yet.
    let mut start = 0;
    loop {
        scanner.skip_to_condition_or_block(|line| has_calls && macros.begin(line));
        let Some(found) = scanner.next() else { break };
        let range = found.start..found.end;
        let statement = &text[range.clone()];
        if let Some((begins, ends)) = block_words(statement) {
            scanner.block(begins, ends);
            continue;
        }
        let Some((directive, end)) = Directive::at_front(statement) else {
            if has_calls && scanner.is_whole() {
                // White space before it belongs to it, and so does the rest of its line.
                let before = &text[start..range.start];
                let from = match before.trim_ascii().is_empty() {
                    true => start,
                    false => range.start,
                };
                let line_end = text.as_bytes().get(scanner.position()) == Some(&b'\n');
                let to = scanner.position() + usize::from(line_end);
                let inside = range.start - from..range.end - from;
                let begins_line = from == 0 || text.as_bytes()[from - 1] == b'\n';
                let is_alone = begins_line && line_end;
                let line = &text[from..to];
                let call = Call::cut(line, inside, is_alone, parameters, macros);
                if let Some((call, parts)) = call {
                    if start != from {
                        pieces.push(statements(start..from));
                    }
                    let kind = PieceKind::Call(call);
                    pieces.push(Piece { kind, parts });
                    start = to;
                }
            }
            continue;
        };
        let parts = parts(range.clone());
        // A value may make it another name.
        let has_name = match parts.first() {
            Some(Part::Text(_, length)) => end < *length || parts.len() == 1,
            _ => false,
        };
        if !has_name || statement[end..].starts_with('\\') || !scanner.is_whole() {
            continue;
        }
        if start != range.start {
            pieces.push(statements(start..range.start));
        }
        pieces.push(Piece {
            kind: PieceKind::Condition(directive, end),
            parts,
        });
        start = scanner.position();
        if start != range.end {
            pieces.push(Piece {
                kind: PieceKind::Behind,
                parts: cut(&text[range.end..start], parameters),
            });
        }
    }
    if pieces.is_empty() || start != text.len() {
        pieces.push(statements(start..text.len()));
    }
    let keeps = |piece: &Piece| keeps_statements(&piece.parts, cuts);
    let are_kept = || !cuts.may_take_lines(text, false) && pieces.iter().all(keeps);
    match is_one_text(&pieces) || are_kept() {
        true => pieces,
        false => vec![statements(0..text.len())],
    }
}

/// Whether pieces are statements and nothing else.
#[inline]
pub(super) fn is_one_text(pieces: &[Piece]) -> bool {
    matches!(pieces, [one] if one.is_statements())
}

/// Whether statements stay what they are whatever stands for parts, if that itself cuts
/// nothing: nothing that cuts may come about where a part meets another one.
fn keeps_statements(parts: &[Part], cuts: &Cuts<'_>) -> bool {
    parts.windows(2).all(|pair| match pair {
        [Part::Text(text, length), _] => match text.as_bytes()[..*length].last() {
            Some(b'\n' | b'"') | None => true,
            Some(&last) => last != b'\\' && !cuts.may_cut(last),
        },
        [_, Part::Text(text, _)] => !text.starts_with('#'),
        _ => true,
    })
}

/// Words that begin blocks, which may stand in one another, and those that end them.
pub(super) type BlockWords = (&'static [&'static str], &'static [&'static str]);

pub(super) const MACRO_WORDS: BlockWords = (&[".macro"], &[".endm", ".endmacro"]);
pub(super) const REPETITION_WORDS: BlockWords = (&[".rept", ".rep", ".irp", ".irpc"], &[".endr"]);

/// The words that begin and end blocks like the one that a statement begins.
fn block_words(statement: &str) -> Option<BlockWords> {
    let name = &statement[..name_end(statement.as_bytes())];
    let is_one = |begin: &&str| begin.eq_ignore_ascii_case(name);
    let words = [MACRO_WORDS, REPETITION_WORDS];
    words.into_iter().find(|it| it.0.iter().any(is_one))
}

fn push_number(mut number: u64, out: &mut String) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend(digits[at..].iter().map(|&digit| char::from(digit)));
}

/// A body in parts: `\name` for parameters, `\@`, `\+`, and `\()` for nothing. In the
/// alternate mode a name alone is one too, and `&` behind it is left out.
pub(super) fn cut(text: &str, parameters: &Parameters<'_>) -> Vec<Part> {
    let &Parameters {
        names,
        are_alternate,
        counts_macros,
    } = parameters;
    let bytes = text.as_bytes();
    let mut parts = Vec::new();
    // Where the text begins that stands before the next part.
    let mut start = 0;
    let mut at = 0;
    let mut add = |start: &mut usize, end: usize, next: usize, part: Option<Part>| {
        if end > *start {
            parts.push(Part::text(&text[*start..end]));
        }
        parts.extend(part);
        *start = next;
    };
    let name_end = |from: usize| {
        let rest = &bytes[from..];
        let end = rest.iter().position(|&byte| !is_in_name(byte));
        from + end.unwrap_or(rest.len())
    };
    // Most words begin with another byte than every parameter.
    let mut firsts = [false; 256];
    for first in names.keys().filter_map(|name| name.bytes().next()) {
        firsts[usize::from(first)] = true;
    }
    while let Some(&byte) = bytes.get(at) {
        if byte == b'\\' && at + 1 < bytes.len() {
            let (next, part) = match (bytes[at + 1], bytes.get(at + 2)) {
                (b'@', _) if counts_macros => (at + 2, Some(Part::Expansions)),
                (b'+', _) => (at + 2, Some(Part::Count)),
                (b'(', Some(b')')) => (at + 3, None),
                _ => {
                    let end = name_end(at + 1);
                    let joined = usize::from(are_alternate && bytes.get(end) == Some(&b'&'));
                    match names.get(&text[at + 1..end]) {
                        Some(&value) => (end + joined, Some(Part::Value(value as u32))),
                        None if joined == 0 => {
                            at = end;
                            continue;
                        }
                        // What is no parameter stands as it is, without the sign.
                        None => {
                            let name = Some(Part::text(&text[at..end]));
                            (end + joined, name)
                        }
                    }
                }
            };
            add(&mut start, at, next, part);
            at = next;
        } else if !are_alternate || names.is_empty() {
            // Nothing but a backslash begins a part.
            let rest = &bytes[at + 1..];
            at += 1 + memchr::memchr(b'\\', rest).unwrap_or(rest.len());
        } else if is_in_name(byte) {
            let end = name_end(at);
            let found = match firsts[usize::from(byte)] {
                true => names.get(&text[at..end]),
                false => None,
            };
            if let Some(&value) = found {
                let next = end + usize::from(bytes.get(end) == Some(&b'&'));
                add(&mut start, at, next, Some(Part::Value(value as u32)));
                at = next;
            } else {
                at = end;
            }
        } else {
            at += 1;
        }
    }
    add(&mut start, bytes.len(), bytes.len(), None);
    parts
}

fn is_in_name_character(character: char) -> bool {
    u8::try_from(character).is_ok_and(is_in_name)
}

/// A byte of the name of a parameter.
#[inline]
pub(super) fn is_in_name(byte: u8) -> bool {
    IN_NAME[usize::from(byte)]
}

const IN_NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.');
        byte += 1;
    }
    table
};
