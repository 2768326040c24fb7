//! The text, and what it remembers of symbols.

use std::collections::{HashMap, HashSet};

use super::words;
use crate::object::{ExpressionId, ObjectBuilder, SymbolId};

/// What names of labels that the writer makes begin with.
const TEMPORARY: &str = ".Ltmp";

/// The text of a source, while it is read.
#[derive(Debug, Default)]
pub struct Writer {
    text: Vec<u8>,
    /// Labels without a name, as those of digits, and the numbers in the names they get.
    temporaries: HashMap<SymbolId, u32>,
    next_temporary: u32,
    /// The symbols whose values depend on places, as the difference of two labels does:
    /// an assembler that has no places yet does not know them.
    pub(super) placed: HashSet<SymbolId>,
    /// Numbers that were written as the name of a symbol of that kind.
    pub(super) spelled: HashMap<ExpressionId, SymbolId>,
    /// The statement leaves the end of its line to the next one: an empty line.
    leaves_end: bool,
    /// Empty lines are not kept.
    is_within: bool,
    /// A directive went to a section: before the first one even `.text` is another.
    has_section: bool,
}

impl Writer {
    /// The text.
    pub fn into_text(self) -> Vec<u8> {
        self.text
    }

    /// Where instructions go.
    pub fn text(&mut self) -> &mut Vec<u8> {
        &mut self.text
    }

    /// Appends a line.
    pub fn line(&mut self, line: &str) {
        self.text.extend_from_slice(line.as_bytes());
        self.text.push(b'\n');
    }

    /// The next line is empty, unless a comment stands behind the statement: LLVM's reader
    /// of the directive stops before the end of its line.
    pub fn leave_end(&mut self) {
        self.leaves_end = true;
    }

    /// Whether the statement left the end of its line.
    pub fn take_end(&mut self) -> bool {
        std::mem::take(&mut self.leaves_end)
    }

    /// Statements from here on belong to one that is written as a whole, or no more.
    pub fn set_within(&mut self, is_within: bool) {
        self.is_within = is_within;
    }

    /// Whether no directive went to a section before this one.
    pub fn is_first_section(&mut self) -> bool {
        !std::mem::replace(&mut self.has_section, true)
    }

    /// Appends empty lines.
    pub fn empty_lines(&mut self, count: usize) {
        if !self.is_within {
            self.text.extend(std::iter::repeat_n(b'\n', count));
        }
    }

    /// The symbol has a value that depends on places, or one that does not.
    pub fn set_placed(&mut self, symbol: SymbolId, is_placed: bool) {
        match is_placed {
            true => self.placed.insert(symbol),
            false => self.placed.remove(&symbol),
        };
    }

    /// Gives a label without a name one, if it has none yet.
    pub fn name_temporary(&mut self, builder: &ObjectBuilder<'_>, symbol: SymbolId) {
        if self.temporaries.contains_key(&symbol) {
            return;
        }
        let is_taken = |number: u32| {
            let name = format!("{TEMPORARY}{number}");
            builder.symbols.find(&name).is_some()
        };
        while is_taken(self.next_temporary) {
            self.next_temporary += 1;
        }
        self.temporaries.insert(symbol, self.next_temporary);
        self.next_temporary += 1;
    }

    /// Appends the name of a symbol.
    pub fn symbol(&self, builder: &ObjectBuilder<'_>, symbol: SymbolId, out: &mut String) {
        match self.temporaries.get(&symbol) {
            Some(number) => {
                out.push_str(TEMPORARY);
                out.push_str(&number.to_string());
            }
            None => words::name(&builder.symbols[symbol].name, out),
        }
    }

    /// Appends bytes as a string, or as a number if it is one byte; nothing for none.
    pub fn bytes(&mut self, bytes: &[u8]) {
        let mut line = String::new();
        match bytes {
            [] => return,
            [byte] => line = format!("\t.byte\t{byte}"),
            [before @ .., 0] => {
                line.push_str("\t.asciz\t");
                words::string(before, &mut line);
            }
            _ => {
                line.push_str("\t.ascii\t");
                words::string(bytes, &mut line);
            }
        }
        self.line(&line);
    }

    /// Appends a label.
    pub fn label(&mut self, builder: &ObjectBuilder<'_>, symbol: SymbolId) {
        let mut name = String::new();
        self.symbol(builder, symbol, &mut name);
        name.push(':');
        self.line(&name);
    }
}
