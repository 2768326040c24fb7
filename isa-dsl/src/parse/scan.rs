//! Where items and lines begin and end.
//!
//! The scanner knows brackets, strings, comments and `;`, nothing of the
//! grammar. It cuts the text so that every item is parsed on its own, and it
//! refuses what recursion over a tree could not survive.

use crate::sorted::sort;
use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

use super::token::{Token, TokenKind, Tokens};

/// Brackets that may be open at once.
pub(super) const MAX_NESTING: usize = 64;
/// Operators, and brackets around them, on the way from an item to its
/// innermost expression: what bounds the depth of the tree.
pub(super) const MAX_CHAIN: usize = 256;

/// A part of the text that is parsed on its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cut {
    /// Its bytes, documentation included.
    pub range: Range<usize>,
    /// First token behind the documentation.
    pub word: Range<usize>,
    /// Bytes of its outermost block, without the braces.
    pub block: Option<Range<usize>>,
    /// Scanner errors in it: the places in order.
    pub broken: Vec<usize>,
}

/// Why a cut starts anew although the last one is not at its end.
pub(super) type Resume<'a> = &'a dyn Fn(&str) -> bool;

struct Frame {
    bracket: u8,
    at: usize,
    after_for: bool,
    /// Operators since the last `;` or `,` of this level.
    chain: usize,
    /// The last token was `}`: `else` continues the chain, all else ends it.
    closed: bool,
}

/// Cuts a piece of text into items or lines.
pub(super) struct Cutter<'a> {
    text: &'a str,
    end: usize,
    tokens: std::iter::Peekable<Tokens<'a>>,
    file: u32,
    /// Words that begin an item where they stand in column 0; only when the
    /// text has lost its balance do they end an open block.
    resume: Resume<'a>,
    /// A bracket stays open to the end of the text.
    unbalanced: bool,
    frames: Vec<Frame>,
    /// What is wrong with the brackets, strings and nesting.
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> Cutter<'a> {
    /// A cutter over bytes `range` of `text`.
    pub fn new(file: u32, text: &'a str, range: Range<usize>, resume: Resume<'a>) -> Cutter<'a> {
        let end = range.end.min(text.len());
        let text = text.get(..end).unwrap_or(text);
        let mut cutter = Cutter {
            text,
            end,
            tokens: Tokens::new(text, range.start).peekable(),
            file,
            resume,
            unbalanced: false,
            frames: Vec::new(),
            diagnostics: Vec::new(),
        };
        cutter.unbalanced = cutter.stays_open(range.start);
        cutter
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span {
            file: self.file,
            start: start as u32,
            end: end as u32,
        }
    }

    /// Whether some `{` of the text has no `}`; strays are not counted.
    fn stays_open(&self, from: usize) -> bool {
        let mut open = 0_usize;
        for token in Tokens::new(self.text, from) {
            match token.kind {
                TokenKind::Open(b'{') => open += 1,
                TokenKind::Close(b'}') => open = open.saturating_sub(1),
                _ => {}
            }
        }
        open > 0
    }

    fn at_line_start(&self, at: usize) -> bool {
        at == 0 || self.text.as_bytes().get(at - 1) == Some(&b'\n')
    }

    fn text_of(&self, token: Token) -> &'a str {
        self.text.get(token.start..token.end).unwrap_or("")
    }

    fn begins_item(&self, token: Token) -> bool {
        matches!(token.kind, TokenKind::Word | TokenKind::Doc)
            && self.at_line_start(token.start)
            && (token.kind == TokenKind::Doc || (self.resume)(self.text_of(token)))
    }

    fn unclosed(&mut self, cut: &mut Cut, frame: &Frame) {
        let partner = partner(frame.bracket);
        let open = char::from(frame.bracket);
        cut.broken.push(frame.at);
        let message = format!("`{open}` is never closed");
        self.diagnostics.push(
            Diagnostic::new(Code::Unbalanced, self.span(frame.at, frame.at + 1), message)
                .label("opened here")
                .help(format!("add the `{}` that closes it", char::from(partner))),
        );
    }

    fn stray(&mut self, cut: &mut Cut, token: Token) {
        let close = char::from(
            self.text
                .as_bytes()
                .get(token.start)
                .copied()
                .unwrap_or(b'}'),
        );
        cut.broken.push(token.start);
        let message = format!("`{close}` closes nothing");
        self.diagnostics.push(
            Diagnostic::new(Code::Unbalanced, self.span(token.start, token.end), message)
                .label("nothing is open here"),
        );
    }

    /// Takes `}`, `)` or `]`. Brackets inside a block cannot outlive it.
    fn close(&mut self, cut: &mut Cut, token: Token, bracket: u8) {
        let open = partner(bracket);
        if bracket == b'}' && self.frames.iter().any(|frame| frame.bracket == b'{') {
            // Where the file has lost its balance, a `}` in column 0 ends the
            // item, and it is the blocks in between that were left open.
            let to_item = self.unbalanced
                && self.at_line_start(token.start)
                && self
                    .frames
                    .first()
                    .is_some_and(|frame| frame.bracket == b'{');
            while let Some(frame) = self.frames.pop() {
                if frame.bracket == b'{' && (!to_item || self.frames.is_empty()) {
                    break;
                }
                self.unclosed(cut, &frame);
            }
        } else if self
            .frames
            .last()
            .is_some_and(|frame| frame.bracket == open)
        {
            self.frames.pop();
        } else {
            self.stray(cut, token);
            return;
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.chain += 1;
            frame.closed = bracket == b'}';
        }
    }

    fn too_deep(&mut self, cut: &mut Cut, token: Token, what: &str) {
        cut.broken.push(token.start);
        self.diagnostics.push(
            Diagnostic::new(Code::TooDeep, self.span(token.start, token.end), what)
                .label("too deep here")
                .help("split it: give parts of it a name of their own"),
        );
    }

    /// The next cut: up to a `;` or `}` that is not inside brackets.
    pub fn next_cut(&mut self) -> Option<Cut> {
        let first = *self.tokens.peek()?;
        let mut cut = Cut {
            range: first.start..first.end,
            word: first.start..first.start,
            block: None,
            broken: Vec::new(),
        };
        self.frames.clear();
        // Level 0 has a chain like every other, and no bracket.
        let mut outer = Frame {
            bracket: 0,
            at: first.start,
            after_for: false,
            chain: 0,
            closed: false,
        };
        let mut deep = false;
        let mut last_word = "";
        while let Some(&token) = self.tokens.peek() {
            let seen_word = cut.word.end > cut.word.start;
            if seen_word && self.begins_item(token) && (self.frames.is_empty() || self.unbalanced) {
                break;
            }
            self.tokens.next();
            cut.range.end = token.end;
            if !seen_word && token.kind != TokenKind::Doc {
                cut.word = token.start..token.end;
            }
            let text = self.text_of(token);
            let level = self.frames.last_mut().unwrap_or(&mut outer);
            if level.closed {
                level.closed = false;
                if text != "else" {
                    level.chain = 0;
                }
            }
            match token.kind {
                TokenKind::Open(bracket) => {
                    if bracket == b'{' && self.frames.is_empty() && cut.block.is_none() {
                        cut.block = Some(token.end..token.end);
                    }
                    self.frames.push(Frame {
                        bracket,
                        at: token.start,
                        after_for: last_word == "for",
                        chain: 0,
                        closed: false,
                    });
                }
                TokenKind::Close(bracket) => {
                    self.close(&mut cut, token, bracket);
                    if self.frames.is_empty() {
                        outer.chain += 1;
                        if bracket == b'}' {
                            if let Some(block) = &mut cut.block
                                && block.end == block.start
                            {
                                block.end = token.start.max(block.start);
                            }
                            outer.closed = true;
                            if !self.next_is_else() {
                                return Some(cut);
                            }
                        }
                    }
                }
                TokenKind::Semicolon => {
                    while let Some(frame) = self.frames.last()
                        && frame.bracket != b'{'
                        && !frame.after_for
                    {
                        if let Some(frame) = self.frames.pop() {
                            self.unclosed(&mut cut, &frame);
                        }
                    }
                    if self.frames.is_empty() && !self.next_is_else() {
                        return Some(cut);
                    }
                    let else_follows = self.next_is_else();
                    let level = self.frames.last_mut().unwrap_or(&mut outer);
                    level.chain = if else_follows { level.chain } else { 0 };
                }
                TokenKind::Text(false) => {
                    cut.broken.push(token.start);
                    let message = "this string is not closed on its line";
                    self.diagnostics.push(
                        Diagnostic::new(
                            Code::Unbalanced,
                            self.span(token.start, token.end),
                            message,
                        )
                        .label("missing `\"` at its end"),
                    );
                }
                TokenKind::Other if text == "," => level.chain = 0,
                TokenKind::Other => level.chain += 1,
                TokenKind::Word if matches!(text, "else" | "of") => level.chain += 1,
                _ => {}
            }
            last_word = if token.kind == TokenKind::Word {
                text
            } else {
                ""
            };
            if !deep {
                let nesting = self.frames.len();
                let chain: usize = self.frames.iter().map(|frame| frame.chain).sum();
                if nesting > MAX_NESTING {
                    deep = true;
                    self.too_deep(
                        &mut cut,
                        token,
                        &format!("more than {MAX_NESTING} brackets are open at once"),
                    );
                } else if chain + outer.chain + nesting > MAX_CHAIN {
                    deep = true;
                    self.too_deep(
                        &mut cut,
                        token,
                        &format!("more than {MAX_CHAIN} operators in one expression"),
                    );
                }
            }
        }
        // The text ended, or the next item began.
        if let Some(frame) = self.frames.pop() {
            self.unclosed(&mut cut, &frame);
            if let Some(block) = &mut cut.block {
                block.end = cut.range.end.max(block.start);
            }
        }
        sort(&mut cut.broken);
        debug_assert!(cut.range.end <= self.end);
        Some(cut)
    }

    fn next_is_else(&mut self) -> bool {
        let next = self.tokens.peek().copied();
        next.is_some_and(|token| self.text_of(token) == "else")
    }
}

/// The bracket that goes with one.
fn partner(bracket: u8) -> u8 {
    match bracket {
        b'{' => b'}',
        b'(' => b')',
        b'[' => b']',
        b'}' => b'{',
        b')' => b'(',
        _ => b'[',
    }
}
