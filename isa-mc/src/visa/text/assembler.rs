//! Text to object.

use core::ops::Range;

use isa_dsl::sorted::sort_by_key;
use isa_dsl::suggest::nearest;

use super::attributes::TARGET;
use super::cursor::{Cursor, Found, word_length};
use super::declarations::{Reading, RealName};
use super::error::{TextError, TextErrorKind, Thing};
use super::names::{predefined, thing_of};
use super::own::{self, Relocated};
use super::source::{Source, line_of, span};
use super::spelling::{Spelled, spelled};
use super::words;
use crate::parse::{ParseError, ParseErrorKind};
use crate::stream::{StreamInst, StreamTarget};
use crate::tables::StreamOperand;
use crate::visa::object::{Attribute, Function, Kernel, LabelKind, Object, Relocation, Version};
use crate::visa::{self, syntax};

/// Errors of a text at most; what follows is not read.
const MAX_ERRORS: usize = 200;
/// Bytes of a register of the hardware: those of the latest processors, as `GenX_IR` has them
/// for PVC.
const REGISTER_BYTES: u32 = 64;
/// The opcodes of the two instructions that labels are.
const SUBROUTINE: u8 = 0x30;
const LABEL: u8 = 0x31;

/// What may stand behind a function that is elsewhere.
const OF_ELSEWHERE: [&str; 6] = [
    "kernel",
    "global_function",
    "funcdecl",
    "relocation",
    "file_variable",
    "register_size",
];

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
    let (mut assembler, source) = Assembler::new(text, version)?;
    assembler.lines(&source);
    assembler.end();
    match assembler.errors.is_empty() {
        true => Ok(assembler.object),
        false => Err(assembler.errors),
    }
}

impl Reading {
    /// The instruction of a statement; what it mentions first is kept by
    /// [`Reading::mentioned`].
    fn parse(
        &self,
        target: StreamTarget<'static>,
        spelled: &Spelled<'_>,
    ) -> Result<StreamInst, ParseError> {
        let strings = self.routine.strings.len();
        self.names.begin_statement(spelled.labels, strings);
        target.parse_named(&spelled.text, syntax::VISA, &self.names)
    }

    /// Whether a statement gives these bytes, without a label or a string that is new. Its
    /// strings are taken then.
    pub(super) fn gives(
        &mut self,
        target: StreamTarget<'static>,
        text: &str,
        bytes: &[u8],
    ) -> bool {
        let Ok(spelled) = spelled(self, text, 0) else {
            return false;
        };
        let is_same = self
            .parse(target, &spelled)
            .is_ok_and(|inst| inst.bytes() == bytes);
        is_same && self.names.takes_only_known()
    }
}

/// A statement of a text that became bytes of a kernel or function: an instruction, a label,
/// a `.byte`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Its first byte in the text.
    pub start: usize,
    /// Its bytes in the object.
    pub bytes: Vec<u8>,
}

/// The statements of a text that become bytes, in its order, and everything that is wrong
/// with it: of what is wrong there are no bytes.
pub fn statements(text: &str, version: Version) -> (Vec<Statement>, Vec<TextError>) {
    let (mut assembler, source) = match Assembler::new(text, version) {
        Ok(it) => it,
        Err(errors) => return (Vec::new(), errors),
    };
    assembler.statements = Some(Vec::new());
    assembler.lines(&source);
    assembler.end();
    (assembler.statements.unwrap_or_default(), assembler.errors)
}

/// The kernel or function whose declarations a text of a file ends with.
pub(super) fn declared(text: &str, version: Version) -> Option<Reading> {
    let (mut assembler, source) = Assembler::new(text, version).ok()?;
    assembler.lines(&source);
    let (_, mut reading) = assembler.reading?;
    reading.settle_name().ok()?;
    assembler.errors.is_empty().then_some(reading)
}

/// What is being read.
enum Owner {
    Kernel(Box<Kernel>),
    Function(Box<Function>),
    /// A function of another file, which has relocations at most.
    Elsewhere(Box<Function>),
}

impl Owner {
    fn relocations(&mut self, of: Relocated) -> &mut Vec<Relocation> {
        match (self, of) {
            (Owner::Kernel(kernel), Relocated::Variable) => &mut kernel.variable_relocations,
            (Owner::Kernel(kernel), Relocated::Function) => &mut kernel.function_relocations,
            (Owner::Function(it) | Owner::Elsewhere(it), Relocated::Variable) => {
                &mut it.variable_relocations
            }
            (Owner::Function(it) | Owner::Elsewhere(it), Relocated::Function) => {
                &mut it.function_relocations
            }
        }
    }
}

struct Assembler<'s> {
    text: &'s str,
    target: StreamTarget<'static>,
    object: Object,
    version_said: bool,
    /// What `.register_size` says.
    register_bytes: u32,
    reading: Option<(Owner, Reading)>,
    errors: Vec<TextError>,
    /// What has become bytes, if somebody asks for it.
    statements: Option<Vec<Statement>>,
}

impl<'s> Assembler<'s> {
    fn new(text: &'s str, version: Version) -> Result<(Assembler<'s>, Source), Vec<TextError>> {
        let (source, errors) = Source::new(text);
        let processor = version.processor().and_then(visa::target);
        let Some(target) = processor else {
            let (said, made) = (version.to_string(), version.to_string());
            let kind = TextErrorKind::Version { said, made };
            return Err(vec![TextError::new(0..0, kind)]);
        };
        let assembler = Assembler {
            text,
            target,
            object: Object::new(version),
            version_said: false,
            register_bytes: REGISTER_BYTES,
            reading: None,
            errors,
            statements: None,
        };
        Ok((assembler, source))
    }

    /// All lines, until too much is wrong.
    fn lines(&mut self, source: &Source) {
        for (start, line) in source.lines() {
            if self.errors.len() >= MAX_ERRORS {
                break;
            }
            let mut cursor = Cursor::new(start, line);
            if let Err(error) = self.line(&mut cursor)
                && !self.follows(&error)
            {
                self.errors.push(error);
            }
        }
    }

    /// The end of the text.
    fn end(&mut self) {
        if !self.version_said {
            let error = TextError::new(0..0, TextErrorKind::NoVersion);
            self.errors.push(error);
        }
        self.close();
        sort_by_key(&mut self.errors, |error| error.span.start);
        let text = self.text;
        self.errors.iter_mut().for_each(|error| error.look(text));
    }

    /// One line: braces and labels, then a directive or an instruction.
    fn line(&mut self, cursor: &mut Cursor<'_>) -> Found<()> {
        while cursor.peek() != 0 {
            let start = cursor.start + cursor.at;
            let before = self.code_size();
            self.part(cursor)?;
            if let (Some(statements), Some((_, reading))) = (&mut self.statements, &self.reading)
                && let Some(bytes) = reading.routine.code.get(before..)
                && !bytes.is_empty()
            {
                let bytes = bytes.to_vec();
                statements.push(Statement { start, bytes });
            }
        }
        Ok(())
    }

    /// Bytes of the instructions of what is being read.
    fn code_size(&self) -> usize {
        self.reading
            .as_ref()
            .map_or(0, |(_, reading)| reading.routine.code.len())
    }

    fn part(&mut self, cursor: &mut Cursor<'_>) -> Found<()> {
        let first = cursor.peek();
        if let Some((owner, reading)) = &mut self.reading {
            let word = cursor.rest().strip_prefix('.').unwrap_or("");
            let word = &word[..word_length(word.as_bytes())];
            // What is wrong with the first line of something says nothing of the others.
            if word != "strings"
                && let Err(error) = reading.settle_name()
            {
                self.errors.push(error);
            }
            if let Owner::Elsewhere(function) = owner
                && !OF_ELSEWHERE.contains(&word)
            {
                let place = cursor.at..cursor.at + usize::from(first == b'.') + word.len();
                let error = match place.is_empty() {
                    true => cursor.error(TextErrorKind::Elsewhere),
                    false => cursor.error_at(place, TextErrorKind::Elsewhere),
                };
                self.errors.push(error);
                *owner = Owner::Function(std::mem::take(function));
            }
        }
        match first {
            b'{' => {
                self.reading(cursor).names.open_scope();
                cursor.at += 1;
                Ok(())
            }
            b'}' => {
                if !self.reading(cursor).names.close_scope() {
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

    fn reading(&mut self, cursor: &mut Cursor<'_>) -> &mut Reading {
        if self.reading.is_none() {
            let error = cursor.error(TextErrorKind::NoRoutine);
            self.errors.push(error);
        }
        &mut self.anonymous().1
    }

    /// What is being read; where nothing is, a kernel without a name, so that one error is
    /// said of it and not one of each line.
    fn anonymous(&mut self) -> &mut (Owner, Reading) {
        let register_bytes = self.register_bytes;
        self.reading.get_or_insert_with(|| {
            let owner = Owner::Kernel(Box::default());
            (owner, Reading::new(b"", register_bytes))
        })
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
            "kernel" | "global_function" => {
                return self.routine(cursor, word == "kernel").inspect_err(|_| {
                    self.anonymous();
                });
            }
            "funcdecl" => {
                cursor.counted_name("the name of a function")?;
                return cursor.end();
            }
            "file_variable" => {
                let variable = own::file_variable(self.register_bytes, cursor)?;
                self.object.variables.push(variable);
                return Ok(());
            }
            "register_size" => {
                self.register_bytes = own::register_size(cursor)?;
                if let Some((_, reading)) = &mut self.reading {
                    reading.register_bytes = self.register_bytes;
                }
                return Ok(());
            }
            _ => {}
        }
        let text = self.text;
        if self.reading.is_none() {
            if !is_directive(word) {
                return Err(unknown_directive(cursor, place, word));
            }
            let error = cursor.error_at(place.clone(), TextErrorKind::NoRoutine);
            self.errors.push(error);
        }
        let (owner, reading) = self.anonymous();
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
            "strings" => own::strings(reading, cursor),
            "label" => own::label(reading, cursor, &|at| line_of(text, at)),
            "byte" => own::bytes(reading, cursor),
            "motion_estimation" => own::motion_estimation(reading, cursor),
            "relocation" => {
                let (of, relocation) = own::relocation(reading, cursor)?;
                owner.relocations(of).push(relocation);
                Ok(())
            }
            "binary" | "binary_bytes" => {
                let Owner::Kernel(kernel) = owner else {
                    let what = "a kernel before this: functions have no binaries";
                    return Err(cursor.error_at(place, TextErrorKind::Expected { what }));
                };
                match word {
                    "binary" => own::binary(&mut kernel.binaries, reading, cursor),
                    _ => own::binary_bytes(&mut kernel.binaries, reading, cursor),
                }
            }
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

    /// `.kernel "name"`, `.global_function "name" linkage=2`
    fn routine(&mut self, cursor: &mut Cursor<'_>, is_kernel: bool) -> Found<()> {
        self.close();
        let (name, _) = cursor.counted_name("a name, or one in quotes")?;
        let mut function = Function::default();
        let mut real_name = None;
        let mut is_elsewhere = false;
        let constants = Reading::new(b"", self.register_bytes);
        while cursor.peek() != 0 {
            let (key, place) = cursor.word("the end of the line")?;
            let target = match key {
                "v_name" => None,
                "linkage" if !is_kernel => Some(&mut function.linkage),
                "input_size" if !is_kernel => Some(&mut function.input_size),
                "return_size" if !is_kernel => Some(&mut function.return_size),
                "elsewhere" if !is_kernel => {
                    is_elsewhere = true;
                    continue;
                }
                _ => return Err(cursor.error_at(place, TextErrorKind::Left)),
            };
            if !cursor.takes("=") {
                return Err(cursor.expected("`=`"));
            }
            match target {
                Some(target) => {
                    *target = super::expression::within(cursor, &constants, 0, 255)? as u8;
                }
                None if cursor.peek() == b'#' => {
                    let (number, place) = cursor.own_number("the number of a string")?;
                    real_name = Some((RealName::Number(number), span(cursor.start, place)));
                }
                None => {
                    let (text, place) = cursor.string()?;
                    real_name = Some((RealName::Text(text), span(cursor.start, place)));
                }
            }
        }
        let mut reading = match &real_name {
            Some((RealName::Text(text), _)) => Reading::new(text, self.register_bytes),
            // It is one of the strings behind this line.
            Some((RealName::Number(_), _)) => Reading::new(b"", self.register_bytes),
            // A function that is elsewhere has no pool.
            None if name.contains(&0) && !is_elsewhere => {
                let what = "`v_name=` and the name in the pool, which can have no zero";
                return Err(cursor.expected(what));
            }
            None => Reading::new(&name, self.register_bytes),
        };
        reading.own_name = real_name.filter(|(name, _)| matches!(name, RealName::Number(_)));
        let owner = match is_kernel {
            true => Owner::Kernel(Box::new(Kernel {
                name,
                ..Kernel::default()
            })),
            false => {
                function.name = name;
                match is_elsewhere {
                    true => Owner::Elsewhere(Box::new(function)),
                    false => Owner::Function(Box::new(function)),
                }
            }
        };
        self.reading = Some((owner, reading));
        Ok(())
    }

    /// Ends the kernel or function that is read.
    fn close(&mut self) {
        let Some((owner, mut reading)) = self.reading.take() else {
            return;
        };
        if let Err(error) = reading.settle_name() {
            self.errors.push(error);
        }
        if reading.names.is_scope_open() {
            let end = self.text.len();
            let error = TextError::new(end..end, TextErrorKind::Scope);
            self.errors.push(error);
        }
        for label in &reading.labels {
            if label.place.is_none() && !label.is_declared {
                let error = TextError::new(label.first.clone(), TextErrorKind::NoPlace);
                self.errors.push(error);
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
            Owner::Elsewhere(function) => self.object.functions.push(*function),
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
        let names = &self.reading(cursor).names;
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
        let text = self.text;
        let reading = self.reading(cursor);
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
        if let Some(at) = row.place.replace(place.start) {
            let line = line_of(text, at);
            let kind = TextErrorKind::PlaceTwice { line };
            return Err(TextError::new(place, kind));
        }
        let Ok(number) = u16::try_from(number) else {
            let kind = TextErrorKind::TooMany;
            return Err(TextError::new(place, kind));
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
        let reading = self.reading(cursor);
        let spelled = spelled(reading, text, start)?;
        match reading.parse(target, &spelled) {
            Ok(inst) => {
                reading.mentioned(start, text);
                reading.routine.code.extend_from_slice(inst.bytes());
                Ok(())
            }
            Err(error) => Err(self.wrong(error, &spelled, start)),
        }
    }

    /// An error of an instruction, with what the names say.
    fn wrong(&self, error: ParseError, spelled: &Spelled<'_>, start: usize) -> TextError {
        let text = &*spelled.text;
        let part = error.span.start as usize..error.span.end as usize;
        let place = span(start, spelled.original(part.clone()));
        let message = || TextErrorKind::Instruction {
            message: error.display(&self.target, syntax::VISA, text).to_string(),
        };
        let kind = match error.kind {
            ParseErrorKind::UnknownMnemonic if is_open_predicate(text) => {
                let what = "`)` behind the predicate";
                let end = text.find([' ', '\t']).unwrap_or(text.len());
                let place = span(start, spelled.original(end..end));
                return TextError::new(place, TextErrorKind::Expected { what });
            }
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
            // A name of what nobody declares.
            ParseErrorKind::ExpectedValue { .. } => match text.get(part) {
                Some(name) if name.starts_with('%') => {
                    let names = words::VARIABLES.into_iter().chain(words::SURFACES);
                    match nearest(name, names) {
                        Some(near) => TextErrorKind::NotDeclared {
                            thing: Thing::Variable,
                            near: Some(near.to_owned()),
                        },
                        None => message(),
                    }
                }
                _ => message(),
            },
            _ => message(),
        };
        TextError::new(place, kind)
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

/// Whether a statement begins with a predicate whose `)` is missing.
fn is_open_predicate(text: &str) -> bool {
    let first = text.split([' ', '\t']).next().unwrap_or("");
    first.starts_with('(') && first.len() > 1 && !first.contains(')')
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
        || own::DIRECTIVES.iter().any(|it| it[1..] == *word)
        || origin(word).is_some()
}

fn unknown_directive(cursor: &Cursor<'_>, place: Range<usize>, word: &str) -> TextError {
    let name = format!(".{word}");
    let near = nearest(&name, DIRECTIVES.into_iter().chain(own::DIRECTIVES));
    cursor.error_at(place, TextErrorKind::UnknownDirective { near })
}
