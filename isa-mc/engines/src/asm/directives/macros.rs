//! Macros, repetitions, and files within files.

use std::collections::HashMap;

use super::super::arguments::Arguments;
use super::super::assembly::Item;
use super::super::bodies::Body;
use super::super::error::{Code, Fault};
use super::super::expansions::MAX_NESTED;
use super::super::macros::{Block, BlockKind, Signature};
use super::super::parts::Parameters;
use super::super::reading::{Reading, Statement};
use super::super::scan::Scanner;
use super::super::scan::{MACRO_WORDS, REPETITION_WORDS};
use super::super::text::{Origin, OriginKind};
use crate::object::Location;
use crate::{NoSymbols, ParseErrorKind};

impl Reading<'_, '_, '_> {
    // ---- beginnings ------------------------------------------------------------------

    /// `.macro NAME A, B=DEFAULT, C:req, D:vararg`
    pub(super) fn begin_macro(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<Block, Fault> {
        let mut signature = Signature::read(arguments)?;
        for (span, message) in std::mem::take(&mut signature.doubts) {
            self.warning(statement.location(span), message);
        }
        Ok(Block {
            kind: BlockKind::Macro(signature),
            location: statement.whole(),
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
        arguments.comma()?;
        let start = arguments.at();
        let (text, is_alternate) = (arguments.text(), self.macros.are_alternate);
        let mut values = self.spare_values.pop().unwrap_or_default();
        let result = values.read(text, start, None, is_alternate, &mut self.scope(location));
        let texts: Vec<(String, usize)> = values
            .given()
            .iter()
            .map(|(text, tokens)| (text.to_string(), tokens))
            .collect();
        self.spare_values.push(values);
        result?;
        let texts = if characters {
            // An expression is what it is written as.
            let raw = arguments.rest();
            let texts = match is_alternate && raw.starts_with('%') {
                true => vec![(raw.to_string(), 1)],
                false => texts,
            };
            let [(text, 1)] = &texts[..] else {
                let message = "expected one word, number or string, of which each character is \
                               taken";
                return Err(Fault::new(Code::Macro, start..text.len(), message));
            };
            text.chars().map(String::from).collect()
        } else {
            texts.into_iter().map(|(text, _)| text).collect()
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
            true => Ok(()),
            false => {
                let message = format!("there is no macro `{name}`");
                Err(Fault::new(Code::Macro, start..start + name.len(), message))
            }
        }
    }

    /// `.altmacro` and `.noaltmacro`, `.macros_on` and `.macros_off`.
    pub(super) fn macro_mode(
        &mut self,
        name: &str,
        arguments: &Arguments<'_>,
    ) -> Result<(), Fault> {
        arguments.end()?;
        // A name in capital letters turns the mode off, whichever it is: so does LLVM.
        if name.to_ascii_lowercase().ends_with("altmacro") {
            self.macros.are_alternate = name == ".altmacro";
        } else {
            self.macros.are_off = name != ".macros_on";
        }
        Ok(())
    }

    // ---- blocks ----------------------------------------------------------------------

    /// Takes the statements up to the end of a directive, and does with them what it
    /// says.
    pub(in super::super) fn block(&mut self, number: u32, scanner: &mut Scanner<'_>, block: Block) {
        let location = block.location;
        if let BlockKind::Raw(end) = block.kind {
            return self.raw_block(number, scanner, end, location);
        }
        let (begins, ends) = match block.kind {
            BlockKind::Macro(_) => MACRO_WORDS,
            _ => REPETITION_WORDS,
        };
        let Some(found) = scanner.block(begins, ends) else {
            let message = format!("nothing ends this: expected `{}`", ends[0]);
            return self.error(Code::Unbalanced, location, message);
        };
        let at = |range: std::ops::Range<usize>| Location {
            text: number,
            start: range.start as u32,
            end: range.end as u32,
        };
        let inside = at(found.inside);
        if let Some(more) = found.behind_end {
            let message = format!("expected nothing behind `{}`", ends[0]);
            return self.error(Code::BadArguments, at(more), message);
        }
        let body = self.texts.slice(inside).to_string();
        match block.kind {
            BlockKind::Macro(signature) => self.define_macro(signature, body, location),
            BlockKind::Raw(_) => {}
            BlockKind::Repeat(count) => {
                let parameters = Parameters {
                    names: &HashMap::new(),
                    are_alternate: self.macros.are_alternate,
                    counts_macros: false,
                };
                let body = Body::new(body);
                self.rounds_of(&body, &parameters, ".rept", location, |round| {
                    (round < count).then_some("")
                });
            }
            BlockKind::Each { name, texts } => {
                let parameters = Parameters {
                    names: &HashMap::from([(name, 0)]),
                    are_alternate: self.macros.are_alternate,
                    counts_macros: true,
                };
                let body = Body::new(body);
                self.rounds_of(&body, &parameters, ".irp", location, |round| {
                    texts.get(round as usize).map(|it| &**it)
                });
            }
        }
    }

    fn define_macro(&mut self, signature: Signature, body: String, location: Location) {
        let name = signature.name();
        if self.macros.get(name).is_some() {
            let message = format!("there is a macro `{name}` already; `.purgem` takes it away");
            return self.error(Code::Macro, location, message);
        }
        let syntax = self.settings.syntax;
        let reading = self.instructions.parse(name, syntax, &NoSymbols);
        let is_unknown = reading.is_err_and(|it| it.kind == ParseErrorKind::UnknownMnemonic);
        self.macros.shadow_code |= !is_unknown;
        self.macros.insert(signature, body);
        self.write_end_later();
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
        let result = dialect.raw(&text, &mut self.scope(location));
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
        let ends_line = statement.scanner.ends_line(&statement.found);
        if let Some(writer) = &mut self.writer {
            // LLVM reads the end of the line twice: before the file and behind it.
            writer.empty_lines(usize::from(ends_line));
        }
        self.file(&name, bytes.into(), Some(Origin { location, kind }));
        self.depth -= 1;
        self.write_end_later();
        Ok(())
    }
}
