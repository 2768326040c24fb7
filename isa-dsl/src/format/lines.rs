//! Indentation, and what kind of line each is.

use super::pieces::{Piece, PieceKind, pieces};
use super::spacing;

/// Blanks that a block is further in than what it belongs to.
const INDENT: usize = 4;

/// What a line is, as far as columns need it: lines of one kind are laid out together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// Empty.
    Blank,
    /// A comment, or documentation.
    Comment,
    /// The first line of what begins with this word; all that begins with no keyword, as
    /// entries and fields do, has an empty one.
    Starts(&'static str),
    /// `opcodes`, or a row below it.
    Row,
    /// Goes on with what the line before began, or closes it.
    Continues,
}

/// A line, without the end of it.
#[derive(Debug)]
pub struct Line<'a> {
    /// Its tokens and comments.
    pub pieces: Vec<Piece<'a>>,
    /// Blanks in front of it.
    pub indent: usize,
    /// What it is.
    pub kind: LineKind,
    /// How many blocks are open where it begins.
    pub depth: usize,
    /// How many blocks are open at its end that were not where it began.
    pub opens: usize,
}

/// Words that lines of different kinds begin with. Operands stand together whatever their
/// direction is, and so do effects.
const KINDS: &[(&str, &str)] = &[
    ("in", "operand"),
    ("out", "operand"),
    ("inout", "operand"),
    ("reads", "effect"),
    ("writes", "effect"),
    ("counts", "effect"),
    ("branches", "effect"),
    ("asm", "asm"),
    ("unused", "unused"),
    ("require", "require"),
    ("lanes", "lanes"),
    ("checks", "checks"),
    ("encoding", "encoding"),
    ("encodings", "encodings"),
    ("halves", "halves"),
    ("let", "let"),
    ("formula", "formula"),
    ("state", "state"),
    ("arch", "arch"),
    ("feature", "feature"),
    ("include", "include"),
    ("class", "class"),
    ("kind", "kind"),
    ("space", "space"),
    ("counter", "counter"),
    ("groups", "groups"),
    ("alias", "alias"),
    ("indexed", "indexed"),
    ("floating", "floating"),
    ("family", "family"),
    ("modifiers", "modifiers"),
    ("wrap", "wrap"),
    ("format", "format"),
    ("if", "if"),
    ("for", "for"),
    ("else", "if"),
    ("atomic", "atomic"),
    ("once", "once"),
    ("case", "case"),
    ("switch", "switch"),
    ("when", "when"),
    ("repeat", "repeat"),
];

/// A block or bracket that is open.
struct Open {
    brace: bool,
    /// Indentation of the line that it was opened on.
    indent: usize,
    /// `opcodes` has stood in it.
    rows: bool,
}

/// The lines of a text, indented, with one blank or none between pieces, or as many as were
/// written where columns may be.
pub fn lines(text: &str) -> Vec<Line<'_>> {
    let mut layout = Layout {
        open: Vec::new(),
        begun: None,
    };
    (pieces(text).into_iter())
        .map(|line| layout.line(line))
        .collect()
}

struct Layout {
    open: Vec<Open>,
    /// Where a statement is not at its end: the indentation that its first line had, and the
    /// one that it has now.
    begun: Option<(usize, usize)>,
}

impl Layout {
    fn line<'a>(&mut self, mut pieces: Vec<Piece<'a>>) -> Line<'a> {
        let depth = self.open.len();
        let Some(first) = pieces.first().copied() else {
            let kind = LineKind::Blank;
            return Line {
                pieces,
                indent: 0,
                kind,
                depth,
                opens: 0,
            };
        };
        let (indent, mut kind) = self.place(&first);
        if first.kind == PieceKind::Word && matches!(kind, LineKind::Starts(_)) {
            if first.text == "opcodes" {
                self.rows();
            }
            let table = self.open.last().is_some_and(|it| it.rows);
            let keyword = KINDS.iter().find(|(word, _)| *word == first.text);
            kind = match keyword {
                _ if first.text == "opcodes" => LineKind::Row,
                None if table => LineKind::Row,
                None => LineKind::Starts(""),
                Some((_, kind)) => LineKind::Starts(kind),
            };
        }
        for index in 1..pieces.len() {
            let least = spacing::gap(&pieces[index - 1], &pieces[index]);
            let piece = &mut pieces[index];
            piece.gap = if least == 0 { 0 } else { piece.gap.max(1) };
        }
        for piece in &pieces {
            self.take(piece, first.gap, indent);
        }
        let opens = self.open.len().saturating_sub(depth);
        Line {
            pieces,
            indent,
            kind,
            depth,
            opens,
        }
    }

    fn rows(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.rows = true;
        }
    }

    /// Where a line begins, and whether it is the first one of a statement.
    fn place(&self, first: &Piece<'_>) -> (usize, LineKind) {
        let inside = self.open.last().map_or(0, |open| open.indent + INDENT);
        let closes = first.kind == PieceKind::Close;
        let comment = matches!(first.kind, PieceKind::Comment | PieceKind::Doc);
        let kind = if comment {
            LineKind::Comment
        } else {
            LineKind::Starts("")
        };
        if closes && let Some(open) = self.open.last().filter(|open| open.brace) {
            return (open.indent, LineKind::Continues);
        }
        let Some((was, is)) = self.begun else {
            return (inside, kind);
        };
        let further = (first.gap + is).saturating_sub(was).max(is);
        let kind = if comment { kind } else { LineKind::Continues };
        (further, kind)
    }

    fn take(&mut self, piece: &Piece<'_>, was: usize, is: usize) {
        match piece.kind {
            PieceKind::Doc | PieceKind::Comment => {}
            PieceKind::Open => {
                let brace = piece.text == "{";
                let indent = self.begun.map_or(is, |(_, is)| is);
                self.open.push(Open {
                    brace,
                    indent,
                    rows: false,
                });
                self.begun = if brace {
                    None
                } else {
                    self.begun.or(Some((was, is)))
                };
            }
            PieceKind::Close => {
                let closed = self.open.pop();
                if closed.as_ref().is_some_and(|open| open.brace) {
                    self.begun = None;
                }
            }
            PieceKind::Sign if piece.text == ";" => {
                // That of `for (…;…;…)` ends nothing.
                if self.open.last().is_none_or(|open| open.brace) {
                    self.begun = None;
                }
            }
            _ => {
                self.begun.get_or_insert((was, is));
            }
        }
    }
}
