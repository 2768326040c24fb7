//! Which line of a source bytes of a section come from, as it is said.

use crate::object::place::{Place, SectionId, SymbolId};

/// A place in a source, and what a debugger should know of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SourcePosition {
    /// Number of the file.
    pub file: u32,
    /// The line, from 1; 0 if the code belongs to none.
    pub line: u32,
    /// The column, from 1; 0 for the whole line.
    pub column: u16,
    /// Which of several paths through the line it is.
    pub discriminator: u32,
    /// The instruction set.
    pub isa: u8,
    /// A debugger may stop here: a statement begins.
    pub is_statement: bool,
    /// A block of code begins that is entered at its beginning only.
    pub begins_block: bool,
    /// The function is set up.
    pub ends_prologue: bool,
    /// The function is taken down from here on.
    pub begins_epilogue: bool,
}

impl SourcePosition {
    /// A statement on a line.
    pub fn new(file: u32, line: u32, column: u16) -> SourcePosition {
        SourcePosition {
            file,
            line,
            column,
            discriminator: 0,
            isa: 0,
            is_statement: true,
            begins_block: false,
            ends_prologue: false,
            begins_epilogue: false,
        }
    }
}

/// What a table of lines has for a place.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Row {
    /// From there on it is that line.
    Line(Place, SourcePosition),
    /// A table of its own begins there, and the symbol is where.
    Label(Place, SymbolId),
}

/// The lines of all sections.
#[derive(Debug, Clone)]
pub(crate) struct Rows {
    /// Sections in the order of their first rows.
    pub(crate) sections: Vec<(SectionId, Vec<Row>)>,
    /// The place in `sections` of the section that had the last row.
    last: usize,
    /// What was said last.
    pub(crate) current: SourcePosition,
    /// It is the line of the next byte.
    pub(crate) is_waiting: bool,
}

impl Default for Rows {
    fn default() -> Rows {
        Rows {
            sections: Vec::new(),
            last: 0,
            current: SourcePosition::new(0, 0, 0),
            is_waiting: false,
        }
    }
}

impl Rows {
    /// The rows of a section.
    fn of(&mut self, section: SectionId) -> &mut Vec<Row> {
        let is_last = |(id, _): &(SectionId, Vec<Row>)| *id == section;
        if !self.sections.get(self.last).is_some_and(is_last) {
            let found = self.sections.iter().position(is_last);
            self.last = found.unwrap_or_else(|| {
                self.sections.push((section, Vec::new()));
                self.sections.len() - 1
            });
        }
        &mut self.sections[self.last].1
    }

    /// What was said last is the line of a place in a section.
    pub(crate) fn take_place(&mut self, section: SectionId, place: Place) {
        self.is_waiting = false;
        let row = Row::Line(place, self.current);
        self.of(section).push(row);
    }

    /// A table of its own begins at a place in a section.
    pub(crate) fn label(&mut self, section: SectionId, place: Place, symbol: SymbolId) {
        self.of(section).push(Row::Label(place, symbol));
    }
}
