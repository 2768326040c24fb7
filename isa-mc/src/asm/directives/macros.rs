//! Macros, repetitions, and files within files.

use std::collections::HashMap;
use std::rc::Rc;

use super::super::arguments::Arguments;
use super::super::error::{Code, Fault};
use super::super::head::name_end;
use super::super::reading::{MAX_ERRORS, Reading, Statement};
use super::super::scan::Scanner;
use super::super::text::{Origin, OriginKind, Text};
use super::{Block, BlockKind};
use crate::TargetMachine;
use crate::object::Location;

/// Files and expansions within one another at most.
const MAX_NESTED: u32 = 100;
/// Rounds of all repetitions at most.
const MAX_ROUNDS: u64 = 1 << 24;
/// Bytes of one expansion at most.
const MAX_EXPANSION: usize = 1 << 28;
/// Bytes of all expansions at most: a source of a line should not be read for hours.
const MAX_EXPANDED: u64 = 1 << 32;

/// A macro.
#[derive(Debug)]
pub(in super::super) struct Macro {
    signature: Signature,
    body: String,
}

/// The name of a macro and what it takes.
#[derive(Debug, Default)]
pub(in super::super) struct Signature {
    name: String,
    parameters: Vec<Parameter>,
    /// The parameters by their names.
    by_name: HashMap<String, usize>,
}

#[derive(Debug)]
struct Parameter {
    name: String,
    default: Option<String>,
    required: bool,
    /// It takes all that is left, commas too.
    takes_rest: bool,
}

impl<'t, T: TargetMachine<'t>> Reading<'_, '_, 't, T> {
    // ---- beginnings ------------------------------------------------------------------

    /// `.macro NAME A, B=DEFAULT, C:req, D:vararg`
    pub(super) fn begin_macro(
        &mut self,
        location: Location,
        arguments: &mut Arguments<'_>,
    ) -> Result<Block, Fault> {
        let mut signature = Signature {
            name: arguments.name()?.to_string(),
            parameters: Vec::new(),
            by_name: HashMap::new(),
        };
        arguments.take(b',');
        while !arguments.is_at_end() {
            let start = arguments.at();
            let name = arguments.name()?.to_string();
            let span = start..start + name.len();
            let mut parameter = Parameter {
                name,
                default: None,
                required: false,
                takes_rest: false,
            };
            if arguments.take(b':') {
                let start = arguments.at();
                match arguments.name()? {
                    "req" => parameter.required = true,
                    "vararg" => parameter.takes_rest = true,
                    word => {
                        let message = format!("`{word}` says nothing of a parameter: req, vararg");
                        return Err(Fault::new(Code::Macro, start..start + word.len(), message));
                    }
                }
            }
            if arguments.take(b'=') {
                parameter.default = Some(argument(arguments, false));
            }
            let known = &signature.parameters;
            let name = parameter.name.clone();
            if signature.by_name.insert(name, known.len()).is_some() {
                let message = format!("the parameter `{}` stands twice", parameter.name);
                return Err(Fault::new(Code::Macro, span, message));
            }
            if known.last().is_some_and(|it| it.takes_rest) {
                let message = "nothing follows a parameter that takes the rest";
                return Err(Fault::new(Code::Macro, span, message));
            }
            signature.parameters.push(parameter);
            arguments.take(b',');
        }
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
                let name = signature.name.clone();
                if self.macros.contains_key(&name) {
                    let message =
                        format!("there is a macro `{name}` already; `.purgem` takes it away");
                    return self.error(Code::Macro, location, message);
                }
                self.macros.insert(name, Rc::new(Macro { signature, body }));
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
        self.list(location, super::super::Item::Directive);
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
        let value_of = |name: &str| {
            let at = *found.signature.by_name.get(name)?;
            values.get(at).map(|it| &**it)
        };
        let longest = found.signature.parameters.iter().map(|it| it.name.len());
        let longest = longest.max().unwrap_or(0);
        let text = substitute(&found.body, longest, value_of, self.expansions);
        let Some(text) = text else {
            return self.too_long(location);
        };
        self.expansions += 1;
        self.expansion(
            &found.signature.name,
            Rc::new(text),
            location,
            OriginKind::Macro,
        );
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

impl Macro {
    /// What each parameter stands for.
    fn values(&self, mut arguments: Arguments<'_>, end: usize) -> Result<Vec<String>, Fault> {
        let parameters = &self.signature.parameters;
        let name = &self.signature.name;
        let mut values: Vec<Option<String>> = vec![None; parameters.len()];
        let mut next = 0;
        while !arguments.is_at_end() {
            let start = arguments.at();
            let named = named(arguments.rest());
            let at = match named {
                Some((word, behind)) => match self.signature.by_name.get(word) {
                    Some(&at) => {
                        arguments.skip(behind);
                        at
                    }
                    None => next,
                },
                None => next,
            };
            let Some(parameter) = parameters.get(at) else {
                let message = format!(
                    "`{name}` takes {} arguments, this is one more",
                    parameters.len()
                );
                return Err(Fault::new(Code::Macro, start..start + 1, message));
            };
            values[at] = Some(match parameter.takes_rest {
                true => arguments.take_rest(),
                false => argument(&mut arguments, true),
            });
            next = at + 1;
            let comma = arguments.take(b',');
            // An empty argument at the end.
            if comma && arguments.is_at_end() {
                break;
            }
        }
        parameters
            .iter()
            .zip(values)
            .map(|(parameter, value)| {
                let value = value.filter(|it| !it.is_empty());
                match value.or_else(|| parameter.default.clone()) {
                    Some(value) => Ok(value),
                    None if parameter.required => {
                        let message = format!("`{name}` needs its argument `{}`", parameter.name);
                        Err(Fault::new(Code::Macro, 0..end, message))
                    }
                    None => Ok(String::new()),
                }
            })
            .collect()
    }
}

/// `NAME=` at the front of an argument: the name, and the bytes of both.
fn named(text: &str) -> Option<(&str, usize)> {
    let end = name_end(text.as_bytes());
    let behind = text[end..].trim_ascii_start();
    let is_one = end != 0 && behind.starts_with('=') && !behind.starts_with("==");
    is_one.then(|| (&text[..end], text.len() - behind.len() + 1))
}

/// An argument of a macro: up to a comma that stands in no brackets and no string.
/// White space ends it too, unless an operator stands there.
fn argument(arguments: &mut Arguments<'_>, spaced: bool) -> String {
    let text = arguments.rest();
    let bytes = text.as_bytes();
    let mut depth = 0_u32;
    let mut at = 0;
    let mut in_string = false;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' if in_string => at += 1,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => break,
            byte if byte.is_ascii_whitespace() && depth == 0 && !spaced => break,
            byte if byte.is_ascii_whitespace() && depth == 0 => {
                // All of the white space at once: it may be long.
                let behind = text[at..].trim_ascii_start();
                let space = text.len() - at - behind.len();
                let operator =
                    |text: &str| text.starts_with(|it: char| "+-*/%&|^<>=!~,".contains(it));
                let before = text[..at].ends_with(|it: char| "+-*/%&|^<>=!~(".contains(it));
                if !before && !operator(behind) {
                    break;
                }
                at += space - 1;
            }
            _ => {}
        }
        at += 1;
    }
    let at = at.min(text.len());
    let value = text[..at].trim_ascii();
    arguments.skip(at);
    let quoted = value.len() >= 2 && value.starts_with('"') && value.ends_with('"');
    match quoted {
        true => value[1..value.len() - 1].to_string(),
        false => value.to_string(),
    }
}

/// The body with values for its names, of which the longest has so many bytes: `\name`,
/// `\@` for the number of the expansion, `\()` for nothing. `None` if it gets too long.
fn substitute<'v>(
    body: &str,
    longest: usize,
    value_of: impl Fn(&str) -> Option<&'v str>,
    number: u64,
) -> Option<String> {
    let mut out = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let behind = &rest[at + 1..];
        let end = behind
            .bytes()
            .take(longest)
            .position(|byte| !(byte.is_ascii_alphanumeric() || b"_$.".contains(&byte)))
            .unwrap_or(longest.min(behind.len()));
        // The longest name that there is: `\reg.x` may be `\reg` and `.x`.
        let value = (1..=end).rev().find_map(|end| {
            let value = value_of(behind.get(..end)?)?;
            Some((value, end))
        });
        if let Some((value, end)) = value {
            out.push_str(value);
            rest = &behind[end..];
        } else if let Some(after) = behind.strip_prefix('@') {
            out.push_str(&number.to_string());
            rest = after;
        } else if let Some(after) = behind.strip_prefix("()") {
            rest = after;
        } else {
            out.push('\\');
            rest = behind;
        }
        if out.len() > MAX_EXPANSION {
            return None;
        }
    }
    out.push_str(rest);
    (out.len() <= MAX_EXPANSION).then_some(out)
}
