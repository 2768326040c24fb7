//! Text to object.

use core::ops::Range;

use isa_dsl::suggest::nearest;

use super::attributes::TARGET;
use super::cursor::{Cursor, Found};
use super::declarations::{Reading, RealName};
use super::error::{TextError, TextErrorKind, Thing};
use super::names::{Given, predefined, thing_of};
use super::source::{Source, line_of, span};
use super::words;
use crate::parse::{ParseError, ParseErrorKind};
use crate::stream::StreamTarget;
use crate::tables::StreamOperand;
use crate::visa::object::{Attribute, Function, Kernel, LabelKind, Object, Version};
use crate::visa::{self, syntax};

/// Errors of a text at most; what follows is not read.
const MAX_ERRORS: usize = 200;
/// The opcodes of the two instructions that labels are.
const SUBROUTINE: u8 = 0x30;
const LABEL: u8 = 0x31;

const DIRECTIVES: [&str; 11] = [
    ".version",
    ".kernel",
    ".kernel_attr",
    ".global_function",
    ".function",
    ".funcdecl",
    ".decl",
    ".input",
    ".parameter",
    ".implicit_LOCAL_SIZE",
    ".implicit_GROUP_COUNT",
];

/// The object of a text, in the form of a version, which the text may be of or older.
///
/// # Errors
///
/// Everything that is wrong with the text, in its order, and never none.
pub fn assemble(text: &str, version: Version) -> Result<Object, Vec<TextError>> {
    let (source, errors) = Source::new(text);
    let processor = version.processor().and_then(visa::target);
    let Some(target) = processor else {
        let (said, made) = (version.to_string(), version.to_string());
        let kind = TextErrorKind::Version { said, made };
        return Err(vec![TextError { span: 0..0, kind }]);
    };
    let mut assembler = Assembler {
        text,
        target,
        object: Object::new(version),
        version_said: false,
        reading: None,
        errors,
    };
    for (start, line) in source.lines() {
        if assembler.errors.len() >= MAX_ERRORS {
            break;
        }
        let mut cursor = Cursor::new(start, line);
        if let Err(error) = assembler.line(&mut cursor)
            && !assembler.follows(&error)
        {
            assembler.errors.push(error);
        }
    }
    if !assembler.version_said {
        let kind = TextErrorKind::NoVersion;
        assembler.errors.push(TextError { span: 0..0, kind });
    }
    assembler.close();
    assembler.errors.sort_by_key(|error| error.span.start);
    match assembler.errors.is_empty() {
        true => Ok(assembler.object),
        false => Err(assembler.errors),
    }
}

/// What is being read.
enum Owner {
    Kernel(Box<Kernel>),
    Function(Box<Function>),
}

struct Assembler<'s> {
    text: &'s str,
    target: StreamTarget<'static>,
    object: Object,
    version_said: bool,
    reading: Option<(Owner, Reading)>,
    errors: Vec<TextError>,
}

impl Assembler<'_> {
    /// One line: braces and labels, then a directive or an instruction.
    fn line(&mut self, cursor: &mut Cursor<'_>) -> Found<()> {
        while cursor.peek() != 0 {
            self.part(cursor)?;
        }
        Ok(())
    }

    fn part(&mut self, cursor: &mut Cursor<'_>) -> Found<()> {
        match cursor.peek() {
            b'{' => {
                self.reading(cursor)?.names.open_scope();
                cursor.at += 1;
                Ok(())
            }
            b'}' => {
                if !self.reading(cursor)?.names.close_scope() {
                    return Err(cursor.error(TextErrorKind::Scope));
                }
                cursor.at += 1;
                Ok(())
            }
            b'.' if !cursor.rest().starts_with(".loc") => self.directive(cursor),
            _ if !self.version_said => {
                // Once: everything else stands behind it as well.
                self.version_said = true;
                Err(cursor.error(TextErrorKind::NoVersion))
            }
            _ => match label(cursor) {
                Some(name) => self.label(cursor, name),
                None => self.instruction(cursor),
            },
        }
    }

    /// Whether an error is there because of another one: of a name whose declaration is
    /// wrong.
    fn follows(&self, error: &TextError) -> bool {
        let (Some((_, reading)), TextErrorKind::NotDeclared { .. }) = (&self.reading, &error.kind)
        else {
            return false;
        };
        let name = self.text.get(error.span.clone()).unwrap_or("");
        reading.names.lost.contains(name)
    }

    fn reading(&mut self, cursor: &mut Cursor<'_>) -> Found<&mut Reading> {
        match &mut self.reading {
            Some((_, reading)) => Ok(reading),
            None => Err(cursor.error(TextErrorKind::NoRoutine)),
        }
    }

    // ---- directives --------------------------------------------------------------------

    fn directive(&mut self, cursor: &mut Cursor<'_>) -> Found<()> {
        let from = cursor.at;
        cursor.at += 1;
        let word = cursor.peek_word();
        cursor.at += word.len();
        let place = from..cursor.at;
        if word == "version" {
            return self.version(cursor);
        }
        if !self.version_said {
            self.version_said = true;
            let kind = TextErrorKind::NoVersion;
            return Err(cursor.error_at(place, kind));
        }
        match word {
            "kernel" | "global_function" => return self.routine(cursor, word == "kernel"),
            "funcdecl" => {
                cursor.name("the name of a function")?;
                return cursor.end();
            }
            _ => {}
        }
        let text = self.text;
        let in_routine = match &mut self.reading {
            Some((owner, reading)) => (owner, reading),
            None if is_directive(word) => {
                return Err(cursor.error_at(place, TextErrorKind::NoRoutine));
            }
            None => return Err(unknown_directive(cursor, place, word)),
        };
        let (owner, reading) = in_routine;
        let is_kernel = matches!(owner, Owner::Kernel(_));
        match word {
            "decl" => reading.declaration(cursor, &|at| line_of(text, at)),
            "input" if is_kernel => reading.input(cursor, 0),
            // Functions are given nothing: the tools read this and write nothing.
            "parameter" | "input" => {
                let count = reading.inputs.len();
                reading.input(cursor, 0)?;
                reading.inputs.truncate(count);
                cursor.end()
            }
            // The tools begin the first instruction on the line of the last attribute, so
            // something may stand behind it.
            "kernel_attr" => reading.attribute(cursor),
            "function" => self.subroutine(cursor),
            "strings" => strings(reading, cursor),
            "label" => declared_label(reading, cursor),
            "byte" => bytes(reading, cursor),
            _ => match origin(word) {
                Some(origin) => reading.input(cursor, origin),
                None => Err(unknown_directive(cursor, place, word)),
            },
        }
    }

    fn version(&mut self, cursor: &mut Cursor<'_>) -> Found<()> {
        self.version_said = true;
        cursor.skip_blanks();
        let from = cursor.at;
        let major = cursor.peek_word();
        cursor.at += major.len();
        let point = cursor.takes(".");
        let minor = if point { cursor.peek_word() } else { "" };
        cursor.at += minor.len();
        let (Ok(major), true, Ok(minor)) = (major.parse(), point, minor.parse()) else {
            cursor.at = from;
            return Err(cursor.expected("a version, as 4.1"));
        };
        let version = Version::new(major, minor);
        if !version.is_known() || version > self.object.version {
            let (said, made) = (version.to_string(), self.object.version.to_string());
            let kind = TextErrorKind::Version { said, made };
            return Err(cursor.error_at(from..cursor.at, kind));
        }
        cursor.end()
    }

    /// `.kernel "name"`, `.global_function "name"`
    fn routine(&mut self, cursor: &mut Cursor<'_>, is_kernel: bool) -> Found<()> {
        self.close();
        let (name, _) = cursor.name("a name, or one in quotes")?;
        let reading = Reading::new(&name);
        let owner = match is_kernel {
            true => Owner::Kernel(Box::new(Kernel {
                name,
                ..Kernel::default()
            })),
            false => {
                let mut function = Function {
                    name,
                    ..Function::default()
                };
                while cursor.peek() != 0 {
                    let (key, place) = cursor.word("the end of the line")?;
                    let target = match key {
                        "linkage" => &mut function.linkage,
                        "input_size" => &mut function.input_size,
                        "return_size" => &mut function.return_size,
                        _ => return Err(cursor.error_at(place, TextErrorKind::Left)),
                    };
                    if !cursor.takes("=") {
                        return Err(cursor.expected("`=`"));
                    }
                    *target = super::expression::within(cursor, &reading, 0, 255)? as u8;
                }
                Owner::Function(Box::new(function))
            }
        };
        self.reading = Some((owner, reading));
        cursor.end()
    }

    /// Ends the kernel or function that is read.
    fn close(&mut self) {
        let Some((owner, mut reading)) = self.reading.take() else {
            return;
        };
        if reading.names.is_scope_open() {
            let end = self.text.len();
            self.errors.push(TextError {
                span: end..end,
                kind: TextErrorKind::Scope,
            });
        }
        for label in &reading.labels {
            if !label.is_somewhere && !label.is_declared {
                self.errors.push(TextError {
                    span: label.first.clone(),
                    kind: TextErrorKind::NoPlace,
                });
            }
        }
        // The tools say the kind of program themselves where nothing says it, and it is `3d`.
        let names = &reading.routine.strings;
        let has_target = reading
            .routine
            .attributes
            .iter()
            .any(|attribute| names.get(attribute.name) == Some(TARGET.as_bytes()));
        if !has_target && reading.names.given.is_none() {
            let name = reading.string(TARGET.as_bytes());
            let value = vec![1];
            reading.routine.attributes.push(Attribute { name, value });
        }
        match owner {
            Owner::Kernel(mut kernel) => {
                kernel.routine = reading.routine;
                kernel.inputs = reading.inputs;
                self.object.kernels.push(*kernel);
            }
            Owner::Function(mut function) => {
                function.routine = reading.routine;
                self.object.functions.push(*function);
            }
        }
    }

    // ---- code --------------------------------------------------------------------------

    /// `.function "name"`: the start of a subroutine.
    fn subroutine(&mut self, cursor: &mut Cursor<'_>) -> Found<()> {
        let (name, place) = cursor.name("the name of a subroutine")?;
        self.place(cursor, &name, place, LabelKind::Subroutine)?;
        cursor.end()
    }

    /// `name:`, which a subroutine of the name has behind its directive as well.
    fn label(&mut self, cursor: &mut Cursor<'_>, place: Range<usize>) -> Found<()> {
        let name = &cursor.text[place.clone()];
        let names = &self.reading(cursor)?.names;
        if names.label_number(name, LabelKind::Subroutine).is_none() {
            self.place(cursor, name.as_bytes(), place, LabelKind::Block)?;
        }
        Ok(())
    }

    /// A label is here.
    fn place(
        &mut self,
        cursor: &mut Cursor<'_>,
        name: &[u8],
        place: Range<usize>,
        kind: LabelKind,
    ) -> Found<()> {
        let name = String::from_utf8_lossy(name).into_owned();
        let reading = self.reading(cursor)?;
        let (number, is_new) = reading.names.label(&name, kind);
        let place = span(cursor.start, place);
        if is_new {
            let stored = u8::from(kind != LabelKind::Block);
            let name = reading.string(name.as_bytes());
            reading.new_label(name, stored, place.clone());
        }
        let Some(row) = reading.labels.get_mut(number as usize) else {
            return Ok(());
        };
        if std::mem::replace(&mut row.is_somewhere, true) {
            let kind = TextErrorKind::PlaceTwice;
            return Err(TextError { span: place, kind });
        }
        let Ok(number) = u16::try_from(number) else {
            let kind = TextErrorKind::TooMany;
            return Err(TextError { span: place, kind });
        };
        let opcode = match kind {
            LabelKind::Block => LABEL,
            _ => SUBROUTINE,
        };
        reading.routine.code.push(opcode);
        reading.routine.code.extend(number.to_le_bytes());
        Ok(())
    }

    fn instruction(&mut self, cursor: &mut Cursor<'_>) -> Found<()> {
        let target = self.target;
        let text = cursor.rest();
        let start = cursor.start + cursor.at;
        cursor.at = cursor.text.len();
        let reading = self.reading(cursor)?;
        let (text, kind) = spelled(text);
        let strings = reading.routine.strings.len();
        reading.names.begin_statement(kind, strings);
        match target.parse_named(&text, syntax::VISA, &reading.names) {
            Ok(inst) => {
                reading.mentioned(&(start..start + text.len()));
                reading.routine.code.extend_from_slice(inst.bytes());
                Ok(())
            }
            Err(error) => Err(self.wrong(error, &text, start)),
        }
    }

    /// An error of an instruction, with what the names say.
    fn wrong(&self, error: ParseError, text: &str, start: usize) -> TextError {
        let part = error.span.start as usize..error.span.end as usize;
        let place = span(start, part.clone());
        let message = || TextErrorKind::Instruction {
            message: error.display(&self.target, syntax::VISA, text).to_string(),
        };
        let kind = match error.kind {
            ParseErrorKind::UnknownName { operand, .. } => {
                let name = text.get(part).unwrap_or("");
                let names = self.reading.as_ref().map(|(_, reading)| &reading.names);
                match (names, self.thing(operand)) {
                    (Some(names), Some(wanted)) => match names.find(name) {
                        Some(declared) => TextErrorKind::OtherThing {
                            is: declared.thing,
                            wanted,
                        },
                        None if predefined(wanted, name).is_some() => message(),
                        None => TextErrorKind::NotDeclared {
                            thing: wanted,
                            near: names.near(name, wanted),
                        },
                    },
                    _ => message(),
                }
            }
            _ => message(),
        };
        TextError { span: place, kind }
    }

    /// What a placeholder stands for.
    fn thing(&self, operand: u16) -> Option<Thing> {
        let tables = self.target.tables();
        match tables.stream_operands.get(operand as usize)?.get() {
            StreamOperand::Value { prefix, .. } => thing_of(tables.text(prefix)),
            StreamOperand::Stream { .. } => None,
        }
    }
}

/// The place of a label at the front of a statement, and passes it and the colon.
fn label(cursor: &mut Cursor<'_>) -> Option<Range<usize>> {
    cursor.skip_blanks();
    let is_first = |byte: u8| byte.is_ascii_alphabetic() || b"_$@?".contains(&byte);
    let is_next = |byte: u8| byte.is_ascii_alphanumeric() || b"_-$@?".contains(&byte);
    let rest = cursor.rest().as_bytes();
    if !rest.first().is_some_and(|&byte| is_first(byte)) {
        return None;
    }
    let length = rest.iter().take_while(|&&byte| is_next(byte)).count();
    if rest.get(length) != Some(&b':') {
        return None;
    }
    let place = cursor.at..cursor.at + length;
    cursor.at = place.end + 1;
    Some(place)
}

/// An instruction in the words of the definitions, and what its labels are.
fn spelled(text: &str) -> (std::borrow::Cow<'_, str>, LabelKind) {
    use std::borrow::Cow;
    if let Some(rest) = text.strip_prefix(".loc") {
        return (Cow::Owned(format!("LOC {rest}")), LabelKind::Block);
    }
    // The mnemonic stands behind a predicate in parentheses.
    let behind = match text.starts_with('(') {
        true => text.find(')').map_or(0, |end| end + 1),
        false => 0,
    };
    let rest = &text[behind..];
    let mnemonic = rest.trim_ascii_start();
    let at = text.len() - mnemonic.len();
    let word = mnemonic.split([' ', '\t', '(']).next().unwrap_or("");
    match word {
        "call" => (Cow::Borrowed(text), LabelKind::Subroutine),
        // The same instruction, of a label of another kind.
        "fccall" => {
            let text = format!("{}{}", &text[..at], &mnemonic[2..]);
            (Cow::Owned(text), LabelKind::Composed)
        }
        _ => (Cow::Borrowed(text), LabelKind::Block),
    }
}

/// The number of an origin: `implicit_LOCAL_SIZE`, `implicit_UNDEFINED_7`.
fn origin(word: &str) -> Option<u8> {
    let word = word.strip_prefix("implicit_")?;
    if let Some(number) = word.strip_prefix("UNDEFINED_") {
        return number.parse().ok().filter(|&number: &u8| number < 32);
    }
    let found = words::ORIGINS.iter().position(|&it| it == word)?;
    Some(found as u8 + 1)
}

fn is_directive(word: &str) -> bool {
    DIRECTIVES.iter().any(|it| it[1..] == *word)
        || ["strings", "label", "byte"].contains(&word)
        || origin(word).is_some()
}

fn unknown_directive(cursor: &Cursor<'_>, place: Range<usize>, word: &str) -> TextError {
    let name = format!(".{word}");
    let near = nearest(&name, DIRECTIVES);
    cursor.error_at(place, TextErrorKind::UnknownDirective { near })
}

// ---- what only this assembler reads ----------------------------------------------------

/// `.strings "", "name", "V0"`: the whole pool, in order. Lines may follow one another.
fn strings(reading: &mut Reading, cursor: &mut Cursor<'_>) -> Found<()> {
    let mut all: Vec<Vec<u8>> = Vec::new();
    if reading.names.given.is_some() {
        all.extend(reading.routine.strings.iter().map(<[u8]>::to_vec));
    }
    loop {
        all.push(cursor.string()?.0);
        if !cursor.takes(",") {
            break;
        }
    }
    cursor.end()?;
    let name = reading.routine.strings.get(reading.routine.name);
    let name = name.unwrap_or_default().to_vec();
    let mut pool = visa::object::Strings::default();
    for string in &all {
        pool.add(string);
    }
    reading.routine.strings = pool;
    reading.names.given = Some(Given::new(&all));
    reading.routine.name = reading.string(&name);
    Ok(())
}

/// `.label name kind=1 v_name="real name"`: a label before it is mentioned.
fn declared_label(reading: &mut Reading, cursor: &mut Cursor<'_>) -> Found<()> {
    let (name, place) = cursor.name("the name of a label")?;
    let mut stored = 0;
    let mut real_name = None;
    while cursor.peek() != 0 {
        let is_kind = cursor.takes_word("kind");
        if !is_kind && !cursor.takes_word("v_name") {
            return Err(cursor.expected("`kind=` or `v_name=`"));
        }
        if !cursor.takes("=") {
            return Err(cursor.expected("`=`"));
        }
        match is_kind {
            true => stored = super::expression::within(cursor, reading, 0, 255)? as u8,
            false => {
                real_name = match reading.numbered(cursor)? {
                    Some(number) => Some(RealName::Number(number)),
                    None => Some(RealName::Text(cursor.string()?.0)),
                };
            }
        }
    }
    let kind = match stored {
        0 => LabelKind::Block,
        1 => LabelKind::Subroutine,
        2 => LabelKind::Composed,
        other => LabelKind::Other(other),
    };
    let text = String::from_utf8_lossy(&name).into_owned();
    let (number, is_new) = reading.names.label(&text, kind);
    let place = span(cursor.start, place);
    if !is_new || number > 0xffff {
        let kind = match is_new {
            true => TextErrorKind::TooMany,
            false => TextErrorKind::PlaceTwice,
        };
        return Err(TextError { span: place, kind });
    }
    let name = reading.real_name(real_name, &name);
    reading.new_label(name, stored, place);
    if let Some(label) = reading.labels.last_mut() {
        label.is_declared = true;
    }
    Ok(())
}

/// `.byte 0x31, 0`: bytes among the instructions.
fn bytes(reading: &mut Reading, cursor: &mut Cursor<'_>) -> Found<()> {
    loop {
        let byte = super::expression::within(cursor, reading, 0, 255)?;
        reading.routine.code.push(byte as u8);
        if !cursor.takes(",") {
            return cursor.end();
        }
    }
}
