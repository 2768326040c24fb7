//! Versions of symbols, second names, and what a linker is told of them.

use super::super::arguments::Arguments;
use super::super::error::{Code, Fault};
use super::super::reading::{Reading, Statement};
use super::sections::type_name;
use crate::object::{Definition, Fill, Node, SectionKind, SymbolId, Version};

/// The type of a note that says a version (`NT_VERSION`).
const NOTE_OF_VERSION: u32 = 1;

impl Reading<'_, '_, '_> {
    /// `.symver NAME, OTHER@VERSION`, and `, remove` if the object does not keep the name.
    pub(super) fn symbol_version(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let symbol = self.symbol(statement, arguments)?;
        arguments.comma()?;
        let start = arguments.at();
        let name = arguments.name()?;
        let end = arguments.at();
        if !name.contains('@') {
            let message = format!("expected a name with `@` and a version, found `{name}`");
            return Err(Fault::new(Code::BadArguments, start..end, message));
        }
        let mut keeps = !name.contains("@@@");
        if arguments.take(b',') {
            let start = arguments.at();
            let word = arguments.word();
            if word != "remove" {
                let message = format!("expected `remove`, found `{word}`");
                let span = start..start + word.len();
                return Err(Fault::new(Code::BadArguments, span, message));
            }
            keeps = false;
        }
        arguments.end()?;
        let location = statement.location(start..end);
        self.texts.keep(location);
        let remove = match keeps || name.contains("@@@") {
            true => "",
            false => ", remove",
        };
        self.write_named(".symver ", symbol, format_args!(", {name}{remove}"));
        self.builder.versions.push(Version {
            symbol,
            name: name.into(),
            keeps,
            location,
        });
        Ok(())
    }

    /// Two names, and nothing else.
    fn two_symbols(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(SymbolId, SymbolId), Fault> {
        let first = self.symbol(statement, arguments)?;
        arguments.comma()?;
        let second = self.symbol(statement, arguments)?;
        arguments.end()?;
        Ok((first, second))
    }

    /// `.weakref ALIAS, NAME`: whatever names the alias means the name, which nothing
    /// needs to define if nothing names it itself.
    pub(super) fn weak_reference(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let (alias, symbol) = self.two_symbols(statement, arguments)?;
        let value = self.builder.expressions.add(Node::Symbol(symbol, 0));
        let result = self.builder.set(alias, value, false, statement.whole());
        result.map_err(|kind| self.object_fault(&kind, 0..statement.text.len()))?;
        self.builder.symbols[alias].is_predefined = true;
        self.builder.symbols[symbol].is_weakly_named = true;
        self.write_pair(".weakref ", alias, symbol);
        self.write_end_later();
        Ok(())
    }

    /// `.version "TEXT"`: a note.
    pub(super) fn version_note(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let text = arguments.quoted()?;
        arguments.end()?;
        let before = self.builder.current();
        let section = self.builder.section(".note", SectionKind::Note, 0, 0);
        self.builder.select(section);
        self.write_section(Some(before), type_name);
        let mut note = Vec::new();
        for number in [text.len() as u32 + 1, 0, NOTE_OF_VERSION] {
            note.extend(number.to_le_bytes());
            self.write_number(4, number.into());
        }
        note.extend_from_slice(text.as_bytes());
        note.push(0);
        let whole = statement.whole();
        let result = self.builder.bytes(&note);
        let result = result.and_then(|()| self.builder.align(4, u64::MAX, Fill::ZERO, whole));
        self.write_bytes(text.as_bytes());
        self.write_bytes(&[0]);
        self.write_alignment(2, 0, Some(0), None);
        self.builder.select(before);
        self.write_section(None, type_name);
        self.write_end_later();
        result.map_err(|kind| self.object_fault(&kind, 0..statement.text.len()))
    }

    /// `.lto_set_conditional NAME, OTHER`: what `.set` does, if the other is there.
    pub(super) fn set_if_needed(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let (symbol, other) = self.two_symbols(statement, arguments)?;
        self.conditional.push((symbol, other, statement.whole()));
        self.write_pair(".lto_set_conditional ", symbol, other);
        Ok(())
    }

    /// Sets what is to be set if something else is there.
    pub(in super::super) fn set_needed(&mut self) {
        for (symbol, other, location) in std::mem::take(&mut self.conditional) {
            let row = &self.builder.symbols[other];
            if row.definition == Definition::Undefined && !row.is_used {
                continue;
            }
            let value = self.builder.expressions.add(Node::Symbol(other, 0));
            if let Err(kind) = self.builder.set(symbol, value, true, location) {
                self.object_error(location, &kind);
            }
        }
    }

    /// `.lto_discard NAME, …`: from here on nothing is said of these symbols, and of no
    /// others that were named so before.
    pub(super) fn discard_symbols(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Fault> {
        self.discarded.clear();
        while !arguments.is_at_end() {
            self.discarded.insert(arguments.name()?.to_string());
            if !arguments.another()? {
                break;
            }
        }
        Ok(())
    }
}
