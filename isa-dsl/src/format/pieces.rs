//! A line as pieces: tokens and comments, with the blanks in front of each.

use crate::parse::{Token, TokenKind, Tokens};

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceKind {
    /// A word.
    Word,
    /// A number.
    Number,
    /// A string.
    Text,
    /// `///` and what follows.
    Doc,
    /// `//` and what follows.
    Comment,
    /// `{`, `(` or `[`.
    Open,
    /// `}`, `)` or `]`.
    Close,
    /// Anything else.
    Sign,
}

/// A token or a comment.
#[derive(Debug, Clone, Copy)]
pub struct Piece<'a> {
    /// As written.
    pub text: &'a str,
    /// What it is.
    pub kind: PieceKind,
    /// Blanks in front of it: for the first one of a line those at its beginning.
    pub gap: usize,
}

impl Piece<'_> {
    /// How many characters it takes.
    pub fn width(&self) -> usize {
        self.text.chars().count()
    }
}

/// How many blanks a tab counts for.
const TAB: usize = 4;

/// The lines of a text, each as its pieces; a line without any is empty.
pub fn pieces(text: &str) -> Vec<Vec<Piece<'_>>> {
    let mut lines = Pieces {
        text,
        lines: vec![Vec::new()],
        at: 0,
        gap: 0,
    };
    for token in Tokens::new(text, 0) {
        lines.space(token.start);
        lines.token(token);
    }
    lines.space(text.len());
    lines.lines
}

struct Pieces<'a> {
    text: &'a str,
    lines: Vec<Vec<Piece<'a>>>,
    /// How far the text has been taken.
    at: usize,
    /// Blanks since the last piece or line.
    gap: usize,
}

impl<'a> Pieces<'a> {
    fn push(&mut self, kind: PieceKind, text: &'a str) {
        let gap = std::mem::take(&mut self.gap);
        if let Some(line) = self.lines.last_mut() {
            line.push(Piece { text, kind, gap });
        }
    }

    /// Takes blanks, ends of lines and comments up to a place.
    fn space(&mut self, end: usize) {
        while self.at < end {
            let rest = self.text.get(self.at..end).unwrap_or("");
            if rest.starts_with("//") {
                let line = rest.find('\n').map_or(rest, |to| &rest[..to]);
                self.push(PieceKind::Comment, line.trim_end());
                self.at += line.len();
                continue;
            }
            match rest.as_bytes().first() {
                Some(b'\n') => {
                    self.lines.push(Vec::new());
                    self.gap = 0;
                }
                Some(b'\t') => self.gap += TAB,
                Some(b' ') => self.gap += 1,
                _ => {}
            }
            self.at += 1;
        }
    }

    fn token(&mut self, token: Token) {
        let text = self.text.get(token.start..token.end).unwrap_or("");
        self.at = token.end;
        let kind = match token.kind {
            TokenKind::Word => PieceKind::Word,
            TokenKind::Number => PieceKind::Number,
            TokenKind::Text(_) => PieceKind::Text,
            TokenKind::Doc => PieceKind::Doc,
            TokenKind::Open(_) => PieceKind::Open,
            TokenKind::Close(_) => PieceKind::Close,
            TokenKind::Semicolon | TokenKind::Other => PieceKind::Sign,
        };
        // `<<=`, `+=`, `++`: one sign for those who read it.
        if kind == PieceKind::Sign
            && self.gap == 0
            && matches!(text, "=" | "+")
            && let Some(last) = self.lines.last_mut().and_then(|line| line.last_mut())
            && is_operator(last.text)
            && (text == "=" || last.text == "+")
        {
            let start = token.start - last.text.len();
            last.text = self.text.get(start..token.end).unwrap_or(last.text);
            return;
        }
        self.push(kind, text.trim_end());
    }
}

fn is_operator(text: &str) -> bool {
    matches!(text, "<<" | ">>" | "+" | "-" | "*" | "&" | "|" | "^")
}
