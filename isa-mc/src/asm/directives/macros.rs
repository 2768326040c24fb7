//! Macros, repetitions, and files within files.

use std::rc::Rc;

use super::super::arguments::Arguments;
use super::super::assembly::Item;
use super::super::error::{Code, Fault};
use super::super::macros::{
    Block, BlockKind, MAX_EXPANSION, Macro, Signature, argument, substitute,
};
use super::super::reading::{MAX_ERRORS, Reading, Statement};
use super::super::scan::Scanner;
use super::super::text::{Origin, OriginKind, Text};
use crate::TargetMachine;
use crate::object::Location;

/// Files and expansions within one another at most.
const MAX_NESTED: u32 = 100;
/// Rounds of all repetitions at most.
const MAX_ROUNDS: u64 = 1 << 24;
/// Bytes of all expansions at most: a source of a line should not be read for hours.
const MAX_EXPANDED: u64 = 1 << 32;

impl<'t, T: TargetMachine<'t>> Reading<'_, '_, 't, T> {
    // ---- beginnings ------------------------------------------------------------------

    /// `.macro NAME A, B=DEFAULT, C:req, D:vararg`
    pub(super) fn begin_macro(
        &mut self,
        location: Location,
        arguments: &mut Arguments<'_>,
    ) -> Result<Block, Fault> {
        let signature = Signature::read(arguments)?;
        Ok(Block {
            kind: BlockKind::Macro(signature),
            location,
        })
    }

    /// `.rept COUNT`
    pub(super) fn begin_repeat(
        &mut self,
        location: Location,
        arguments: &mut Arguments<'_>,
    ) -> Result<Block, Fault> {
        let start = arguments.at();
        let count = arguments.number(&mut self.scope(location))?;
        arguments.end()?;
        let count = u64::try_from(count).map_err(|_| {
            let message = format!("{count} times is less than never");
            Fault::new(Code::Range, start..arguments.at(), message)
        })?;
        let kind = BlockKind::Repeat(count);
        Ok(Block { kind, location })
    }

    /// `.irp NAME, A, B`, or `.irpc NAME, TEXT`: once for each character.
    pub(super) fn begin_each(
        &mut self,
        location: Location,
        arguments: &mut Arguments<'_>,
        characters: bool,
    ) -> Result<Block, Fault> {
        let name = arguments.name()?.to_string();
        arguments.take(b',');
        let texts = if characters {
            let text = arguments.rest().trim_matches('"');
            text.chars().map(String::from).collect()
        } else {
            let mut texts = Vec::new();
            while !arguments.is_at_end() {
                texts.push(argument(arguments, false));
                arguments.take(b',');
            }
            texts
        };
        let kind = BlockKind::Each { name, texts };
        Ok(Block { kind, location })
    }

    /// `.purgem NAME`
    pub(super) fn purge_macro(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Fault> {
        let start = arguments.at();
        let name = arguments.name()?;
        arguments.end()?;
        match self.macros.remove(name) {
            Some(_) => Ok(()),
            None => {
                let message = format!("there is no macro `{name}`");
                Err(Fault::new(Code::Macro, start..start + name.len(), message))
            }
        }
    }

    // ---- blocks ----------------------------------------------------------------------

    /// Takes the statements up to the end of a directive, and does with them what it
    /// says.
    pub(in super::super) fn block(&mut self, number: u32, scanner: &mut Scanner<'_>, block: Block) {
        let location = block.location;
        if let BlockKind::Raw(end) = block.kind {
            return self.raw_block(number, scanner, end, location);
        }
        let (begins, ends): (&[&str], &[&str]) = match block.kind {
            BlockKind::Macro(_) => (&[".macro"], &[".endm", ".endmacro"]),
            _ => (&[".rept", ".rep", ".irp", ".irpc"], &[".endr"]),
        };
        let Some(range) = scanner.block(begins, ends) else {
            let message = format!("nothing ends this: expected `{}`", ends[0]);
            return self.error(Code::Unbalanced, location, message);
        };
        let inside = Location {
            text: number,
            start: range.start as u32,
            end: range.end as u32,
        };
        match block.kind {
            BlockKind::Macro(signature) => {
                let body = self.texts.slice(inside).to_string();
                let name = signature.name().to_string();
                if self.macros.contains_key(&name) {
                    let message =
                        format!("there is a macro `{name}` already; `.purgem` takes it away");
                    return self.error(Code::Macro, location, message);
                }
                self.macros
                    .insert(name, Rc::new(Macro::new(signature, body)));
            }
            BlockKind::Raw(_) => {}
            BlockKind::Repeat(count) => {
                let text = Rc::new(self.texts.slice(inside).to_string());
                for _ in 0..count {
                    if self.ended || !self.round(location) {
                        return;
                    }
                    self.expansion(".rept", Rc::clone(&text), location, OriginKind::Repetition);
                }
            }
            BlockKind::Each { name, texts } => {
                let body = self.texts.slice(inside).to_string();
                for text in texts {
                    if self.ended || !self.round(location) {
                        return;
                    }
                    let value_of = |it: &str| (it == name).then_some(&*text);
                    match substitute(&body, name.len(), value_of, self.expansions) {
                        Some(text) => {
                            let kind = OriginKind::Repetition;
                            self.expansion(".irp", Rc::new(text), location, kind);
                        }
                        None => self.too_long(location),
                    }
                }
            }
        }
    }

    /// Gives the machine the lines up to the one with a word.
    fn raw_block(&mut self, number: u32, scanner: &mut Scanner<'_>, end: &str, location: Location) {
        let Some(range) = scanner.lines_until(end) else {
            let message = format!("nothing ends this: expected `{end}`");
            return self.error(Code::Unbalanced, location, message);
        };
        let inside = Location {
            text: number,
            start: range.start as u32,
            end: range.end as u32,
        };
        self.texts.keep(location);
        self.list(location, Item::Directive);
        let Some(mut dialect) = self.dialect.take() else {
            return;
        };
        let text = self.texts.slice(inside).to_string();
        let result = dialect.raw(&text, &mut self.builder);
        self.dialect = Some(dialect);
        if let Err(fault) = result {
            let location = Location {
                text: number,
                start: inside.start + fault.span.start as u32,
                end: inside.start + fault.span.end as u32,
            };
            self.error(fault.code, location, fault.message);
        }
    }

    /// Counts a round; whether there may be one more.
    fn round(&mut self, location: Location) -> bool {
        self.rounds += 1;
        let may = self.rounds < MAX_ROUNDS && self.errors.len() < MAX_ERRORS;
        if self.rounds == MAX_ROUNDS {
            let message = format!("more than {MAX_ROUNDS} rounds of repetitions and macros");
            self.error(Code::TooDeep, location, message);
        }
        may
    }

    fn too_long(&mut self, location: Location) {
        let message = format!("the expansion has more than {MAX_EXPANSION} bytes");
        self.error(Code::TooDeep, location, message);
    }

    /// Reads a text that a statement stands for.
    fn expansion(&mut self, name: &str, text: Rc<String>, location: Location, kind: OriginKind) {
        if self.depth >= MAX_NESTED {
            let message = format!("more than {MAX_NESTED} files and macros within one another");
            return self.error(Code::TooDeep, location, message);
        }
        self.expanded += text.len() as u64;
        if self.expanded > MAX_EXPANDED {
            let message = format!("all expansions have more than {MAX_EXPANDED} bytes");
            self.error(Code::TooDeep, location, message);
            // What else there is would be as long.
            (self.ended, self.all_ended) = (true, true);
            return;
        }
        let before = self.texts.keeps();
        self.texts.keep(location);
        let number = self
            .texts
            .add(Text::new(name, text, Some(Origin { location, kind })));
        self.depth += 1;
        self.text(number, Vec::new());
        self.depth -= 1;
        if self.texts.forget(number) {
            self.texts.keep_only(before);
        }
    }

    // ---- macros ----------------------------------------------------------------------

    /// Expands a macro whose name ends at a byte of the statement.
    pub(in super::super) fn expand(
        &mut self,
        statement: &Statement<'_>,
        found: &Macro,
        end: usize,
    ) {
        let location = statement.whole();
        let arguments = Arguments::new(statement.text, end);
        let values = match found.values(arguments, end) {
            Ok(values) => values,
            Err(fault) => return self.fault(statement, fault),
        };
        if !self.round(location) {
            return;
        }
        let Some(text) = found.text(&values, self.expansions) else {
            return self.too_long(location);
        };
        self.expansions += 1;
        self.expansion(found.name(), Rc::new(text), location, OriginKind::Macro);
        // `.exitm` ends the macro; `.end` ends everything.
        self.ended = self.all_ended;
    }

    /// `.include "FILE"`
    pub(super) fn include(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let start = arguments.at();
        let name = arguments.name()?;
        let span = start..arguments.at();
        arguments.end()?;
        if self.depth >= MAX_NESTED {
            let message = format!("more than {MAX_NESTED} files and macros within one another");
            return Err(Fault::new(Code::TooDeep, span, message));
        }
        let (name, bytes) = self.read_file(name, span)?;
        let location = statement.whole();
        self.texts.keep(location);
        self.depth += 1;
        let kind = OriginKind::Include;
        self.file(&name, bytes.into(), Some(Origin { location, kind }));
        self.depth -= 1;
        Ok(())
    }
}
