//! Macros, repetitions, and files within files.

use std::collections::HashMap;
use std::rc::Rc;

use super::super::arguments::{Arguments, Scope};
use super::super::assembly::Item;
use super::super::bodies::{Body, MAX_EXPANSION, Part};
use super::super::error::{Code, Fault};
use super::super::macros::{Block, BlockKind, Macro, Signature};
use super::super::reading::{MAX_ERRORS, Reading, Statement};
use super::super::scan::Scanner;
use super::super::text::{Origin, OriginKind, Text};
use crate::object::Location;
use crate::{NoSymbols, ParseErrorKind, TargetMachine};

/// Files and expansions within one another at most.
const MAX_NESTED: u32 = 100;
/// Rounds of all repetitions at most.
const MAX_ROUNDS: u64 = 1 << 24;
/// Bytes of all expansions at most: a source of a line should not be read for hours.
const MAX_EXPANDED: u64 = 1 << 30;
/// Bytes of rounds that are read at once: longer ones are read one by one.
const ROUNDS_AT_ONCE: usize = 1 << 16;
/// What stands behind every expansion: lines of code are read several bytes at a time, as
/// long as there are so many.
const BEHIND: &str = "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n";
/// Texts that are kept for later expansions at most.
const MAX_SPARE: usize = 32;

impl<'t, T: TargetMachine<'t>> Reading<'_, '_, 't, T> {
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
        let mut values = std::mem::take(&mut self.values);
        let result = values.read(text, start, None, is_alternate, &mut self.scope(location));
        let texts: Vec<(String, usize)> = values
            .iter()
            .map(|(text, tokens)| (text.to_string(), tokens))
            .collect();
        self.values = values;
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
        let (begins, ends): (&[&str], &[&str]) = match block.kind {
            BlockKind::Macro(_) => (&[".macro"], &[".endm", ".endmacro"]),
            _ => (&[".rept", ".rep", ".irp", ".irpc"], &[".endr"]),
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
                let body = Body::new(body);
                let parts = body.parts(&HashMap::new(), self.macros.are_alternate, false);
                self.rounds_of(&body, parts, ".rept", location, |round| {
                    (round < count).then_some("")
                });
            }
            BlockKind::Each { name, texts } => {
                let body = Body::new(body);
                let names = HashMap::from([(name, 0)]);
                let parts = body.parts(&names, self.macros.are_alternate, true);
                self.rounds_of(&body, parts, ".irp", location, |round| {
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
        let (target, syntax) = (self.settings.target, self.settings.syntax);
        let reading = target.parse_with(name, syntax, &NoSymbols);
        let is_unknown = reading.is_err_and(|it| it.kind == ParseErrorKind::UnknownMnemonic);
        self.macros.shadow_code |= !is_unknown;
        self.macros.insert(Macro::new(signature, body));
        self.write_end_later();
    }

    /// Reads a body again and again, as long as there is a value for the round. Rounds
    /// are one text, as long as that is not too long.
    fn rounds_of<'v>(
        &mut self,
        body: &Body,
        parts: &[Part],
        name: &str,
        location: Location,
        value_of: impl Fn(u64) -> Option<&'v str>,
    ) {
        let name: Rc<str> = name.into();
        let mut text = self.spare_text();
        let mut round = 0;
        loop {
            let value = value_of(round).filter(|_| self.round(location));
            if let Some(value) = value {
                round += 1;
                let Some(out) = Rc::get_mut(&mut text) else {
                    break;
                };
                if !body.write(parts, |_| value, self.expansions, out) {
                    return self.too_long(location);
                }
                if out.len() < ROUNDS_AT_ONCE {
                    continue;
                }
            }
            if self.writer.is_none()
                && let Some(out) = Rc::get_mut(&mut text)
            {
                out.push_str(BEHIND);
            }
            self.expansion(&name, text, location, OriginKind::Repetition);
            self.write_end();
            if self.ended || self.is_hopeless() || value.is_none() {
                break;
            }
            text = self.spare_text();
        }
        // `.exitm` ends the repetition; `.end` ends everything.
        self.ended = self.all_ended;
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

    // ---- expansions ------------------------------------------------------------------

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

    /// An empty text.
    fn spare_text(&mut self) -> Rc<String> {
        self.spare.pop().unwrap_or_default()
    }

    /// Reads a text that a statement stands for. Conditions that it begins and does not
    /// end stay, unless nothing would be read any more.
    fn expansion(
        &mut self,
        name: &Rc<str>,
        text: Rc<String>,
        location: Location,
        kind: OriginKind,
    ) {
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
        // Mostly it is code, of which nobody has to know where it stands.
        let read = self.code(&text);
        if read == text.len() {
            return self.spare(text);
        }
        let before = self.texts.keeps();
        self.texts.keep(location);
        let origin = Some(Origin { location, kind });
        let number = self.texts.add(Text::new(Rc::clone(name), text, origin));
        let conditions = self.conditions.count();
        self.depth += 1;
        self.open_macros += 1;
        self.text(number, read, Vec::new());
        self.open_macros -= 1;
        self.depth -= 1;
        if self.ended && !self.all_ended {
            self.conditions.end_all_but(conditions);
        } else if self.conditions.count() != 0 {
            self.left_open(number);
        }
        if let Some(text) = self.texts.forget(number) {
            self.texts.keep_only(before);
            self.spare(text);
        }
    }

    /// Keeps a text for a later expansion, if nobody else has it and it is not long.
    fn spare(&mut self, mut text: Rc<String>) {
        if let Some(free) = Rc::get_mut(&mut text)
            && self.spare.len() < MAX_SPARE
            && free.capacity() <= ROUNDS_AT_ONCE * 2
        {
            free.clear();
            self.spare.push(text);
        }
    }

    /// Conditions that the expansion of that number, or one in it, leaves open: if it ends
    /// where nothing is read, nothing behind it would be.
    fn left_open(&mut self, number: u32) {
        let open = self.conditions.begun_since(number);
        for &location in &open {
            self.texts.keep(location);
        }
        if self.conditions.is_skipping() && !self.all_ended {
            if let Some(location) = self.conditions.last() {
                self.error(Code::Unbalanced, location, "`.if` without its `.endif`");
            }
            self.conditions.end_since(number);
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
        let most = self.settings.macro_depth;
        if self.open_macros >= most {
            let message = format!(
                "macros and repetitions within one another, more than {most}: does `{}` expand \
                 itself without an end?",
                found.name()
            );
            return self.error(Code::TooDeep, location, message);
        }
        let is_alternate = self.macros.are_alternate;
        let scope = &mut Scope {
            builder: &mut self.builder,
            labels: &mut self.labels,
            writer: self.writer.as_deref_mut(),
            location,
        };
        let values = &mut self.values;
        let result = found.values(statement.text, end, is_alternate, scope, values);
        if let Err(fault) = result {
            return self.fault(statement, fault);
        }
        if !self.round(location) {
            return;
        }
        let mut text = self.spare_text();
        let fits = match Rc::get_mut(&mut text) {
            Some(out) => {
                let fits = found.write(&self.values, is_alternate, self.expansions, out);
                // Empty lines are written again.
                if self.writer.is_none() {
                    out.push_str(BEHIND);
                }
                fits
            }
            None => false,
        };
        if !fits {
            return self.too_long(location);
        }
        self.expansions += 1;
        self.expansion(found.name(), text, location, OriginKind::Macro);
        self.write_end();
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
