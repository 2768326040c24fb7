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
use super::macro_names::MacroNames;
use super::parts::{Numbers, Parameters, Part, cut, write_parts};
use super::scan::{BlockWords, Cuts, MACRO_WORDS, REPETITION_WORDS, Scanner, may_hold_conditions};
use super::values::{Given, is_in_name_character};

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

    /// The pieces, which all together are the body. Calls of macros are told by their names,
    /// if there are any.
    pub(super) fn pieces(
        &self,
        parameters: &Parameters<'_>,
        cuts: &Cuts<'_>,
        names: Option<&MacroNames>,
    ) -> &[Piece] {
        let pieces = match parameters.are_alternate {
            true => &self.alternate,
            false => &self.plain,
        };
        pieces.get_or_init(|| pieces_of(&self.text, parameters, cuts, names))
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
    names: Option<&MacroNames>,
) -> Vec<Piece> {
    let parts = |range: Range<usize>| cut(&text[range], parameters);
    let statements = |range: Range<usize>| Piece {
        kind: PieceKind::Statements {
            lines: memchr::memchr_iter(b'\n', text[range.clone()].as_bytes()).count(),
            may_hold_conditions: may_hold_conditions(&text[range.clone()]),
        },
        parts: parts(range),
    };
    let names = names.filter(|_| !parameters.are_alternate);
    let mut pieces = Vec::new();
    let mut scanner = Scanner::new(cuts, text);
    // Where the statements begin that are in no piece yet.
    let mut start = 0;
    loop {
        scanner.skip_to_condition_or_block(|line| names.is_some_and(|it| it.begin(line)));
        let Some(found) = scanner.next() else { break };
        let range = found.start..found.end;
        let statement = &text[range.clone()];
        if let Some((begins, ends)) = block_words(statement) {
            scanner.block(begins, ends);
            continue;
        }
        let Some((directive, end)) = Directive::at_front(statement) else {
            if let Some(names) = names.filter(|_| scanner.is_whole()) {
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
                let call = Call::cut(line, inside, is_alone, parameters, names);
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

/// The words that begin and end blocks like the one that a statement begins.
fn block_words(statement: &str) -> Option<BlockWords> {
    let name = &statement[..name_end(statement.as_bytes())];
    let is_one = |begin: &&str| begin.eq_ignore_ascii_case(name);
    let words = [MACRO_WORDS, REPETITION_WORDS];
    words.into_iter().find(|it| it.0.iter().any(is_one))
}
