//! What is written, line by line.

use std::fmt::{Display, Write as _};
use std::io;

use super::block::{BLOCK, Block};
use super::place_remark::PlaceRemark;
use super::plan::Plan;
use super::proof::Proved;
use super::source::Source;
use crate::SyntaxId;
use crate::tables::Tables;

/// What one part of a text leaves to the next one that the same thread writes.
#[derive(Default)]
pub(super) struct Desk {
    pub(super) buffer: Block,
}

/// A text while it is written, or a part of one.
pub(super) struct Text<'w> {
    pub(super) source: &'w Source<'w, 'w>,
    pub(super) plan: &'w Plan,
    pub(super) leader: &'w str,
    pub(super) place_remark: PlaceRemark,
    pub(super) buffer: Block,
    /// An expression while it is put together.
    pub(super) expression: String,
    /// Which statements were proved.
    pub(super) proved: Proved,
    /// Where the text goes; without it all of it is collected.
    pub(super) out: Option<&'w mut dyn io::Write>,
    /// Who is told of the byte of the file that the text has come to.
    pub(super) progress: Option<&'w dyn Fn(usize)>,
    /// That byte.
    pub(super) place: u64,
}

impl<'w> Text<'w> {
    pub(super) fn new(source: &'w Source<'w, 'w>, plan: &'w Plan, desk: Desk) -> Text<'w> {
        let leader = leader(source.target.tables(), source.syntax);
        Text {
            source,
            plan,
            leader,
            place_remark: PlaceRemark::new(leader),
            buffer: desk.buffer,
            expression: String::new(),
            proved: Proved::default(),
            out: None,
            progress: None,
            place: 0,
        }
    }

    /// What the next part goes on with; what was written is in its buffer.
    pub(super) fn leave(self) -> Desk {
        Desk {
            buffer: self.buffer,
        }
    }

    /// A line without anything in front of it.
    pub(super) fn bare_line(&mut self, text: impl Display) {
        // A block takes everything.
        let _ = writeln!(self.buffer, "{text}");
    }

    /// A statement that is put together of texts.
    pub(super) fn texts(&mut self, texts: &[&str]) {
        self.buffer.push(b'\t');
        self.buffer.texts(texts);
        self.buffer.push(b'\n');
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

    /// Writes what was collected, if there is a place for it.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        let Some(out) = &mut self.out else {
            return Ok(());
        };
        if let Some(progress) = self.progress {
            progress(self.place as usize);
        }
        let result = out.write_all(self.buffer.as_bytes());
        self.buffer.truncate(0);
        result
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
    tables.comment_leaders(syntax.0).next().unwrap_or_default()
}

/// Appends a comment; what could end it becomes a space.
pub(super) fn comment(leader: &str, text: &str, out: &mut Block) {
    let is_control = |letter: char| letter.is_control();
    // A block comment is one in every syntax.
    out.texts(&[if leader.is_empty() { "/*" } else { leader }, " "]);
    for (at, line) in text.split(is_control).enumerate() {
        out.texts(&[if at == 0 { "" } else { " " }]);
        if !leader.is_empty() {
            out.texts(&[line]);
            continue;
        }
        for (at, part) in line.split("*/").enumerate() {
            out.texts(&[if at == 0 { "" } else { "* /" }, part]);
        }
    }
    out.texts(&[if leader.is_empty() { " */" } else { "" }]);
}
