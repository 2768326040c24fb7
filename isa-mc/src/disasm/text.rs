//! What is written, line by line.

use std::collections::HashSet;
use std::fmt::Display;
use std::io;

use super::Disassembly;
use super::plan::Plan;
use crate::SyntaxId;
use crate::tables::Tables;

/// Bytes that are collected before they are written.
const BLOCK: usize = 1 << 16;

/// A text while it is written.
pub(super) struct Text<'w, 'f> {
    pub(super) source: &'w Disassembly<'f, 'f, 'f>,
    pub(super) plan: &'w Plan,
    pub(super) leader: &'f str,
    pub(super) buffer: Vec<u8>,
    /// Encodings that are read with a name in the place of their only operand: that of a
    /// symbol, or any that is made up.
    pub(super) proved: HashSet<(u16, Option<usize>)>,
    out: &'w mut dyn io::Write,
}

impl<'w, 'f> Text<'w, 'f> {
    pub(super) fn new(
        source: &'w Disassembly<'f, 'f, 'f>,
        plan: &'w Plan,
        out: &'w mut dyn io::Write,
    ) -> Text<'w, 'f> {
        Text {
            source,
            plan,
            leader: leader(source.target.tables(), source.syntax),
            buffer: Vec::with_capacity(BLOCK + (BLOCK >> 2)),
            proved: HashSet::new(),
            out,
        }
    }

    /// A line without anything in front of it.
    pub(super) fn bare_line(&mut self, text: impl Display) {
        use io::Write as _;
        // A vector takes everything.
        let _ = writeln!(self.buffer, "{text}");
    }

    /// A statement.
    pub(super) fn line(&mut self, text: impl Display) {
        self.buffer.push(b'\t');
        self.bare_line(text);
    }

    /// A comment on a line of its own.
    pub(super) fn remark(&mut self, text: &str) {
        for line in text.lines() {
            self.buffer.push(b'\t');
            comment(self.leader, line, &mut self.buffer);
            self.buffer.push(b'\n');
        }
    }

    /// Writes what was collected if it is worth it.
    pub(super) fn flush_block(&mut self) -> io::Result<()> {
        match self.buffer.len() < BLOCK {
            true => Ok(()),
            false => self.flush(),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.out.write_all(&self.buffer);
        self.buffer.clear();
        result
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.flush()
    }

    /// The header as directives.
    pub(super) fn head(&mut self) -> io::Result<()> {
        let source = self.source;
        for directive in &source.head.directives {
            self.line(directive);
        }
        if let Some(unsaid) = &source.head.unsaid {
            self.remark(unsaid);
        }
        if source.file.is_linked {
            self.remark("a linked code object: what the linker made is data");
        }
        self.flush_block()
    }
}

/// The leader of comments in a syntax; empty if it has none.
pub(super) fn leader<'a>(tables: &Tables<'a>, syntax: SyntaxId) -> &'a str {
    let row = tables.syntaxes.get(syntax.0 as usize);
    let first = row.and_then(|row| tables.texts[row.comments.range()].first());
    first.map_or("", |&text| tables.text(text))
}

/// Appends a comment; what could end it becomes a space.
pub(super) fn comment(leader: &str, text: &str, out: &mut Vec<u8>) {
    let letter = |letter: char| if letter.is_control() { ' ' } else { letter };
    let text: String = text.chars().map(letter).collect();
    let comment = match leader {
        // A block comment is one in every syntax.
        "" => format!("/* {} */", text.replace("*/", "* /")),
        leader => format!("{leader} {text}"),
    };
    out.extend_from_slice(comment.as_bytes());
}
