//! The assembler: files of statements become an object.
//!
//! ```
//! # #[cfg(feature = "gcn")] {
//! use isa_mc::asm::Assembler;
//! use isa_mc::gcn::{self, syntax};
//!
//! let target = gcn::target("gfx900").unwrap();
//! let source = b"start: // a label\n  s_branch start\n  .long 1, 2\n";
//! let assembly = Assembler::new(target, syntax::LLVM).assemble("start.s", source);
//! let object = assembly.object().expect("no errors");
//! assert_eq!(object.section(".text").unwrap().bytes.len(), 12);
//! # }
//! ```
//!
//! | module | what |
//! |---|---|
//! | `text` | the texts that are read: files, and what macros become |
//! | `scan` | a text as statements |
//! | `arguments` | what follows a directive; expressions |
//! | `labels` | labels of digits |
//! | `directives` | what directives do, a file for each kind |
//! | `error` | what can be wrong |
//!
//! Comments and separators are those of the syntax; `/* */` is a comment in every
//! syntax, also over lines, and stands for a space. A directive that there is not is
//! an error, because leaving one out silently could change the code.

mod arguments;
mod dialect;
mod directives;
mod error;
mod labels;
mod scan;
mod text;

pub use dialect::MachineSupport;
pub use error::{Code, Error};
pub use text::{Origin, OriginKind, Text, Texts};

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::io;
use std::ops::Range;
use std::rc::Rc;

use crate::object::{
    Definition, Location, Object, ObjectBuilder, ObjectError, ObjectErrorKind, ObjectFormat, Place,
    SectionId, SymbolId,
};
use crate::{Symbols, SyntaxId, TargetMachine, parse};
pub(crate) use arguments::{Arguments, Scope};
pub(crate) use dialect::Dialect;
#[cfg(all(feature = "gcn", feature = "object"))]
pub(crate) use dialect::Taken;
use directives::conditions::Conditions;
use directives::macros::Macro;
pub(crate) use error::Fault;
use labels::Labels;
use scan::{Found, Scanner};

/// Files and expansions within one another at most.
const MAX_NESTED: u32 = 100;
/// Rounds of all repetitions at most.
const MAX_ROUNDS: u64 = 1 << 24;
/// Errors at most; behind them reading ends.
const MAX_ERRORS: usize = 10_000;
/// Bytes from the start of a statement to the operand that is wrong, at most.
const MAX_STATEMENT: usize = 1 << 16;

/// Reads the files that a source names.
pub trait Files {
    /// The file of a name in `.include` or `.incbin`, and what errors call it.
    ///
    /// # Errors
    ///
    /// Why it cannot be read.
    fn read(&self, name: &str) -> io::Result<(String, Vec<u8>)>;
}

/// No files.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> io::Result<(String, Vec<u8>)> {
        Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "no files can be read here",
        ))
    }
}

/// How sources are assembled.
pub struct Assembler<'a, T> {
    target: T,
    syntax: SyntaxId,
    support: Option<MachineSupport>,
    files: &'a dyn Files,
    progress: Option<&'a dyn Fn(usize)>,
    lists: bool,
    externals: bool,
}

/// What became of a source.
#[derive(Debug)]
pub struct Assembly<I> {
    /// The object; of a source with errors, what could be made of it.
    pub draft: Option<Object>,
    /// What is wrong, in the order in which it was found.
    pub errors: Vec<Error>,
    /// What `.warning` says.
    pub warnings: Vec<Error>,
    /// The texts that locations are in.
    pub texts: Texts,
    /// Statement by statement, if [`Assembler::listing`] asked for it.
    pub listing: Vec<Listed<I>>,
}

impl<I> Assembly<I> {
    /// The object, if nothing is wrong.
    pub fn object(&self) -> Option<&Object> {
        self.draft.as_ref().filter(|_| self.errors.is_empty())
    }
}

/// A statement of the listing.
#[derive(Debug, Clone)]
pub struct Listed<I> {
    /// Where it stands.
    pub location: Location,
    /// What it is.
    pub item: Item<I>,
}

/// What a statement is.
#[derive(Debug, Clone)]
pub enum Item<I> {
    /// A label.
    Label(SymbolId),
    /// An instruction; what is known later is zero in it.
    Instruction {
        /// In memory.
        inst: I,
        /// Where it stands.
        place: Place,
        /// Its size in bytes.
        size: u8,
        /// It has an operand that was known later.
        later: bool,
    },
    /// Data, with values of so many bytes.
    Data {
        /// Bytes of a value.
        unit: u8,
        /// Where it stands.
        place: Place,
        /// Bytes of all values.
        size: u32,
        /// One of them was known later.
        later: bool,
    },
    /// Another directive.
    Directive,
    /// An error: an index into [`Assembly::errors`].
    Error(usize),
}

impl<'t, 'a, T: TargetMachine<'t>> Assembler<'a, T> {
    /// For a target and a syntax: no files, and every symbol must be defined.
    pub fn new(target: T, syntax: SyntaxId) -> Assembler<'a, T> {
        Assembler {
            target,
            syntax,
            support: None,
            files: &NoFiles,
            progress: None,
            lists: false,
            externals: false,
        }
    }

    /// With somebody who is told how far the first text is read, in bytes.
    #[must_use]
    pub fn progress(mut self, progress: &'a dyn Fn(usize)) -> Assembler<'a, T> {
        self.progress = Some(progress);
        self
    }

    /// With a machine's object files and directives.
    #[must_use]
    pub fn machine(mut self, support: MachineSupport) -> Assembler<'a, T> {
        self.support = Some(support);
        self
    }

    /// Other objects may define symbols.
    #[must_use]
    pub fn externals(mut self) -> Assembler<'a, T> {
        self.externals = true;
        self
    }

    /// With the files that `.include` and `.incbin` name.
    #[must_use]
    pub fn files(mut self, files: &'a dyn Files) -> Assembler<'a, T> {
        self.files = files;
        self
    }

    /// With a listing of all statements.
    #[must_use]
    pub fn listing(mut self) -> Assembler<'a, T> {
        self.lists = true;
        self
    }

    /// Reads a source.
    ///
    /// `source` should be UTF-8; a byte order mark is skipped, and a line with bytes
    /// that are no text is an error. No input makes it panic.
    pub fn assemble(&self, name: &str, source: &[u8]) -> Assembly<T::Inst> {
        let target = self.target.target();
        let processor = target.text(target.processor().name);
        let support = self.support.and_then(|support| (support.of)(processor));
        let (format, dialect) = match support {
            Some((format, dialect)) => (format, Some(dialect)),
            None => (ObjectFormat::NONE, None),
        };
        let mut reading = Reading {
            assembler: self,
            builder: ObjectBuilder::new(target, format),
            dialect,
            labels: Labels::default(),
            texts: Texts::default(),
            macros: HashMap::new(),
            expansions: 0,
            rounds: 0,
            depth: 0,
            previous: None,
            stack: Vec::new(),
            waiting: Vec::new(),
            errors: Vec::new(),
            warnings: Vec::new(),
            listing: Vec::new(),
            ended: false,
            all_ended: false,
            counts: false,
        };
        reading.builder.externals = self.externals;
        if let Some(dialect) = &mut reading.dialect {
            dialect.begin(&mut reading.builder);
        }
        reading.file(name, source, None);
        reading.finish()
    }
}

/// A source that is being read.
struct Reading<'r, 'a, 't, T: TargetMachine<'t>> {
    assembler: &'r Assembler<'a, T>,
    builder: ObjectBuilder<'t>,
    dialect: Option<Box<dyn Dialect>>,
    labels: Labels,
    texts: Texts,
    macros: HashMap<String, Rc<Macro>>,
    /// Macros that were expanded: `\@`.
    expansions: u64,
    /// Rounds of repetitions so far.
    rounds: u64,
    /// Texts within one another.
    depth: u32,
    /// The section before this one, for `.previous`.
    previous: Option<SectionId>,
    /// What `.pushsection` keeps.
    stack: Vec<(SectionId, Option<SectionId>)>,
    /// Statements with names that nothing had defined yet.
    waiting: Vec<Location>,
    errors: Vec<Error>,
    warnings: Vec<Error>,
    listing: Vec<Listed<T::Inst>>,
    /// `.end`, or `.exitm` in a macro.
    ended: bool,
    /// It was `.end`.
    all_ended: bool,
    /// The source names symbols that follow what instructions name.
    counts: bool,
}

/// A byte that is no text.
struct Bad {
    at: usize,
    byte: u8,
}

/// The source as text of the same length, and the first byte of every line that is
/// not part of one.
fn as_text(source: &[u8]) -> (Cow<'_, str>, Vec<Bad>) {
    if let Ok(text) = str::from_utf8(source) {
        return (Cow::Borrowed(text), Vec::new());
    }
    let mut text = String::with_capacity(source.len());
    let mut bad: Vec<Bad> = Vec::new();
    let mut line_has_one = false;
    for chunk in source.utf8_chunks() {
        text.push_str(chunk.valid());
        line_has_one &= !chunk.valid().contains('\n');
        let Some(&byte) = chunk.invalid().first() else {
            continue;
        };
        if !line_has_one {
            let at = text.len();
            bad.push(Bad { at, byte });
            line_has_one = true;
        }
        for _ in chunk.invalid() {
            text.push('\u{1a}');
        }
    }
    (Cow::Owned(text), bad)
}

/// A statement: what it is, and where its parts stand.
struct Statement<'s> {
    /// Without comments.
    text: &'s str,
    scanner: &'s Scanner<'s>,
    found: Found,
    /// Bytes of labels before `text`.
    skipped: usize,
    number: u32,
}

impl Statement<'_> {
    /// Where bytes of the statement stand.
    fn location(&self, span: Range<usize>) -> Location {
        let start = self.scanner.place(&self.found, self.skipped + span.start);
        let end = self.scanner.place(&self.found, self.skipped + span.end);
        Location {
            text: self.number,
            start: start as u32,
            end: end.max(start) as u32,
        }
    }

    fn whole(&self) -> Location {
        self.location(0..self.text.len())
    }
}

impl<'t, T: TargetMachine<'t>> Reading<'_, '_, 't, T> {
    // ---- texts -------------------------------------------------------------------

    /// Reads a file.
    fn file(&mut self, name: &str, source: &[u8], origin: Option<Origin>) {
        let (text, bad) = as_text(source);
        let counted = self.dialect.as_ref().map_or("", |it| it.counted_symbols());
        self.counts |= !counted.is_empty() && text.contains(counted);
        let number = self.texts.add(Text {
            name: name.to_string(),
            text: Rc::from(&*text),
            origin,
        });
        if source.len() > u32::MAX as usize {
            let location = Location::default();
            self.error(Code::TooDeep, location, "a text of more than 4 GiB");
            return;
        }
        self.text(number, bad);
    }

    /// Goes through a text, statement by statement.
    fn text(&mut self, number: u32, bad: Vec<Bad>) {
        let location = Location {
            text: number,
            ..Location::default()
        };
        let Some(source) = self.texts.get(location).map(|text| Rc::clone(&text.text)) else {
            return;
        };
        let mut scanner = Scanner::new(
            self.assembler.target.tables(),
            self.assembler.syntax,
            &source,
        );
        let mut bad = bad.into_iter().peekable();
        let mut conditions = Conditions::default();
        while let Some(found) = scanner.next() {
            if let (Some(progress), 0) = (self.assembler.progress, number) {
                progress(found.start);
            }
            while let Some(place) = bad.next_if(|bad| bad.at < found.start) {
                self.not_text(number, &place);
            }
            // Bytes that are no text spoil their line, wherever they stand.
            if let Some(place) = bad.next_if(|bad| bad.at < scanner.position()) {
                self.not_text(number, &place);
                while bad.next_if(|bad| bad.at < scanner.position()).is_some() {}
                continue;
            }
            if let Some(block) = self.statement(number, &scanner, found, &mut conditions) {
                self.block(number, &mut scanner, block);
            }
            if self.ended || self.errors.len() >= MAX_ERRORS {
                break;
            }
        }
        for place in bad {
            self.not_text(number, &place);
        }
        if let Some(start) = scanner.unclosed_comment() {
            let location = Location {
                text: number,
                start: start as u32,
                end: start as u32 + 2,
            };
            let message = "`/*` begins a comment that nothing closes";
            self.error(Code::UnclosedComment, location, message);
        }
        if let Some(location) = conditions.unclosed().filter(|_| !self.ended) {
            self.error(Code::Unbalanced, location, "`.if` without its `.endif`");
        }
    }

    fn not_text(&mut self, number: u32, bad: &Bad) {
        let location = Location {
            text: number,
            start: bad.at as u32,
            end: bad.at as u32 + 1,
        };
        let message = format!("byte 0x{:02x} is not part of UTF-8 text", bad.byte);
        self.error(Code::NotText, location, message);
    }

    // ---- errors --------------------------------------------------------------------

    fn error(&mut self, code: Code, location: Location, message: impl Into<String>) {
        self.texts.keep(location);
        self.list(location, Item::Error(self.errors.len()));
        self.errors.push(Error {
            code,
            location,
            message: message.into(),
        });
    }

    fn fault(&mut self, statement: &Statement<'_>, fault: Fault) {
        let location = statement.location(fault.span);
        self.error(fault.code, location, fault.message);
    }

    fn object_error(&mut self, location: Location, kind: ObjectErrorKind) {
        let (code, message) = self.describe(&kind);
        self.error(code, location, message);
    }

    /// The code and the message of an error of the object.
    fn describe(&self, kind: &ObjectErrorKind) -> (Code, String) {
        use ObjectErrorKind as Kind;
        let name = |symbol: &SymbolId| match &*self.builder.symbols[*symbol].name {
            "" => "the label".to_string(),
            name => format!("`{name}`"),
        };
        match kind {
            Kind::Redefined(symbol) => {
                let before = self.builder.symbols[*symbol].location;
                let line = self.texts.line(before);
                let message = format!("{} is defined on line {line} already", name(symbol));
                (Code::Redefined, message)
            }
            Kind::Undefined(symbol) => {
                (Code::Undefined, format!("nothing defines {}", name(symbol)))
            }
            Kind::NoBits
            | Kind::SectionSize
            | Kind::Count(_)
            | Kind::Backwards
            | Kind::Unsettled => (Code::Section, kind.to_string()),
            Kind::Data { .. } => (Code::Range, kind.to_string()),
            Kind::Distance { .. } | Kind::Unit { .. } => (Code::OperandRange, kind.to_string()),
            Kind::Difference | Kind::NoRelocation | Kind::Instruction | Kind::Record(_) => {
                (Code::Relocation, kind.to_string())
            }
            Kind::Expression(_) | Kind::NotANumber => (Code::BadExpression, kind.to_string()),
        }
    }

    fn list(&mut self, location: Location, item: Item<T::Inst>) {
        if self.assembler.lists {
            self.texts.keep(location);
            self.listing.push(Listed { location, item });
        }
    }

    // ---- statements ------------------------------------------------------------------

    /// A statement: labels, then an instruction, a directive or nothing. Gives the
    /// directive that takes statements up to its end.
    fn statement(
        &mut self,
        number: u32,
        scanner: &Scanner<'_>,
        found: Found,
        conditions: &mut Conditions,
    ) -> Option<directives::Block> {
        let mut statement = Statement {
            text: scanner.text(&found),
            scanner,
            found,
            skipped: 0,
            number,
        };
        if conditions.is_skipping() {
            self.condition(&statement, conditions);
            return None;
        }
        let mut head = Head::new(statement.text);
        while head.next == b':' && head.is_label(statement.text) {
            self.label(&statement, &head);
            let rest = statement.text[head.next_at + 1..].trim_ascii_start();
            statement.skipped += statement.text.len() - rest.len();
            statement.text = rest;
            head = Head::new(rest);
        }
        if statement.text.is_empty() {
            return None;
        }
        if head.is_assignment(statement.text) {
            let arguments = Arguments::new(statement.text, head.next_at + 1);
            let name = &statement.text[..head.end];
            let result = self.assign(&statement, name, arguments, true);
            self.done(&statement, result);
            return None;
        }
        if head.end != 0
            && let Some(found) = self.macros.get(&statement.text[..head.end])
        {
            let found = Rc::clone(found);
            self.expand(&statement, &found, head.end);
            return None;
        }
        if statement.text.starts_with('.') {
            if self.condition(&statement, conditions) {
                return None;
            }
            return match self.directive(&statement, head.end) {
                Ok(block) => block,
                Err(fault) => {
                    self.fault(&statement, fault);
                    None
                }
            };
        }
        self.instruction(&statement);
        None
    }

    /// What is left to do when a directive is done.
    fn done(&mut self, statement: &Statement<'_>, result: Result<(), Fault>) {
        match result {
            Ok(()) => self.list(statement.whole(), Item::Directive),
            Err(fault) => self.fault(statement, fault),
        }
    }

    fn label(&mut self, statement: &Statement<'_>, head: &Head) {
        let name = &statement.text[..head.end];
        let location = statement.location(0..head.end);
        self.texts.keep(location);
        let symbol = match name.bytes().all(|byte| byte.is_ascii_digit()) {
            true => match name.parse() {
                Ok(number) => self.labels.define(number, &mut self.builder, location),
                Err(_) => {
                    let message = "the number of the label does not fit 64 bits";
                    return self.error(Code::Redefined, location, message);
                }
            },
            false => self.builder.symbols.intern(name, location),
        };
        match self.builder.define(symbol, location) {
            Ok(()) => self.list(location, Item::Label(symbol)),
            Err(kind) => self.object_error(location, kind),
        }
    }

    fn instruction(&mut self, statement: &Statement<'_>) {
        let target = self.assembler.target;
        let syntax = self.assembler.syntax;
        let names = Names {
            reading: self,
            may_be_later: true,
        };
        let parsed = match target.parse_with(statement.text, syntax, &names) {
            Ok(parsed) => parsed,
            Err(error) => {
                let span = error.span.start as usize..error.span.end as usize;
                let code = Code::of_statement(&error.kind);
                let message = error
                    .display(target.target(), syntax, statement.text)
                    .to_string();
                return self.fault(statement, Fault::new(code, span, message));
            }
        };
        let mut buffer = T::buffer();
        let size = match target.encode(parsed.inst, buffer.as_mut()) {
            Ok(size) => size,
            Err(error) => {
                let message = error.display(target.tables()).to_string();
                let fault = Fault::new(Code::NotEncodable, 0..statement.text.len(), message);
                return self.fault(statement, fault);
            }
        };
        let mut location = Location::default();
        let later = match parsed.later {
            None => None,
            Some(later) => {
                let span = later.span.start as usize..later.span.end as usize;
                location = statement.location(span.clone());
                self.texts.keep(location);
                if !self.assembler.externals {
                    self.waiting.push(statement.whole());
                }
                let text = &statement.text[..span.end];
                let mut arguments = Arguments::new(text, span.start);
                match arguments.expression(&mut self.scope(location)) {
                    Ok(value) => Some((later, value)),
                    Err(fault) => return self.fault(statement, fault),
                }
            }
        };
        let place = self.builder.here();
        let bytes = &buffer.as_ref()[..size];
        if self.counts
            && let Some(dialect) = &mut self.dialect
        {
            dialect.instruction(bytes, &mut self.builder);
        }
        match self.builder.instruction(bytes, later, location) {
            Ok(()) if self.assembler.lists => {
                let item = Item::Instruction {
                    inst: parsed.inst,
                    place,
                    size: size as u8,
                    later: later.is_some(),
                };
                self.list(statement.whole(), item);
            }
            Ok(()) => {}
            Err(kind) => self.object_error(statement.whole(), kind),
        }
    }

    fn scope(&mut self, location: Location) -> Scope<'_, 't> {
        Scope {
            builder: &mut self.builder,
            labels: &mut self.labels,
            location,
        }
    }

    // ---- the end ---------------------------------------------------------------------

    fn finish(mut self) -> Assembly<T::Inst> {
        if let Some((location, code, message)) = self.dialect.as_mut().and_then(|it| it.end()) {
            self.error(code, location, message);
        }
        let mut items = HashMap::new();
        for (at, listed) in self.listing.iter().enumerate() {
            let Location { text, start, .. } = listed.location;
            items.insert((text, start), at);
        }
        let (draft, errors) = self.builder.draft();
        self.undefined(&items);
        self.late(&items, errors);
        Assembly {
            draft,
            errors: self.errors,
            warnings: self.warnings,
            texts: self.texts,
            listing: self.listing,
        }
    }

    /// Errors of what was known last.
    fn late(&mut self, items: &Items, errors: Vec<ObjectError>) {
        let said: HashSet<(u32, u32)> = self
            .errors
            .iter()
            .map(|error| (error.location.text, error.location.start))
            .collect();
        for error in errors {
            let location = error.location;
            if self.errors.len() >= MAX_ERRORS || said.contains(&(location.text, location.start)) {
                continue;
            }
            let (code, message) = self.describe(&error.kind);
            let message = match error.kind {
                ObjectErrorKind::Distance { .. } | ObjectErrorKind::Unit { .. } => {
                    format!("`{}` is {message}", self.texts.slice(location))
                }
                _ => message,
            };
            self.late_error(items, location, code, message);
        }
    }

    /// An error of a statement that was right until now: in the listing it becomes its
    /// error.
    fn late_error(&mut self, items: &Items, location: Location, code: Code, message: String) {
        let statement = (0..=location.start)
            .rev()
            .take(MAX_STATEMENT)
            .find_map(|start| items.get(&(location.text, start)));
        let item = Item::Error(self.errors.len());
        match statement.and_then(|&at| self.listing.get_mut(at)) {
            Some(listed) => listed.item = item,
            None => self.list(location, item),
        }
        self.errors.push(Error {
            code,
            location,
            message,
        });
    }

    /// What names symbols that nothing defines, where no other object can: such a
    /// name is no operand.
    fn undefined(&mut self, items: &Items) {
        for location in std::mem::take(&mut self.waiting) {
            if self.errors.len() >= MAX_ERRORS {
                return;
            }
            let text = self.texts.slice(location).to_string();
            let names = Names {
                reading: self,
                may_be_later: false,
            };
            let (target, syntax) = (self.assembler.target, self.assembler.syntax);
            let Err(error) = target.parse_with(&text, syntax, &names) else {
                continue;
            };
            let message = error.display(target.target(), syntax, &text).to_string();
            let code = Code::of_statement(&error.kind);
            let place = Location {
                start: location.start + error.span.start,
                end: location.start + error.span.end,
                ..location
            };
            self.late_error(items, place, code, message);
        }
    }
}

/// Statements of the listing, by text and byte.
type Items = HashMap<(u32, u32), usize>;

/// The names that a statement may use.
struct Names<'n, 'r, 'a, 't, T: TargetMachine<'t>> {
    reading: &'n Reading<'r, 'a, 't, T>,
    /// What nothing has defined yet may be defined later.
    may_be_later: bool,
}

impl<'t, T: TargetMachine<'t>> Symbols for Names<'_, '_, '_, 't, T> {
    fn value(&self, name: &str) -> Option<i64> {
        let builder = &self.reading.builder;
        let symbol = builder.symbols.find(name)?;
        match builder.symbols[symbol].definition {
            Definition::Expression(value) => builder.number(value),
            _ => None,
        }
    }

    fn is_later(&self, name: &str) -> bool {
        if name == "." || self.reading.labels.is_known(name) {
            return true;
        }
        let (stem, specifier) = name.split_once('@').unwrap_or((name, ""));
        let symbols = &self.reading.builder.symbols;
        if let Some(symbol) = symbols.find(stem)
            && symbols[symbol].definition != Definition::Undefined
        {
            return true;
        }
        let assembler = self.reading.assembler;
        let may_be_later = self.may_be_later || !specifier.is_empty();
        may_be_later
            && !stem.is_empty()
            && !stem.as_bytes()[0].is_ascii_digit()
            && parse::register(&assembler.target.target(), stem, assembler.syntax).is_none()
    }
}

/// The name at the front of a statement, and what comes behind it: that tells labels
/// and assignments from everything else.
struct Head {
    /// Where the name ends; 0 if there is none.
    end: usize,
    /// The first byte behind it that is no white space; 0 at the end.
    next: u8,
    /// Where that byte stands.
    next_at: usize,
}

impl Head {
    #[inline]
    fn new(text: &str) -> Head {
        let bytes = text.as_bytes();
        let end = name_end(bytes);
        let mut next_at = end;
        while bytes.get(next_at).is_some_and(u8::is_ascii_whitespace) {
            next_at += 1;
        }
        let next = bytes.get(next_at).copied().unwrap_or(0);
        Head { end, next, next_at }
    }

    /// Names of labels begin with a digit only if they are a number.
    fn is_label(&self, text: &str) -> bool {
        let name = &text.as_bytes()[..self.end];
        match name.first() {
            Some(first) if first.is_ascii_digit() => name.iter().all(u8::is_ascii_digit),
            first => first.is_some(),
        }
    }

    /// `name = value`
    fn is_assignment(&self, text: &str) -> bool {
        let behind = text.as_bytes().get(self.next_at + 1);
        self.next == b'=' && self.end != 0 && behind != Some(&b'=')
    }
}

/// Where the name at the front of a text ends; 0 if there is none.
#[inline]
fn name_end(text: &[u8]) -> usize {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_.$@".contains(&byte);
    let end = text.iter().position(|&byte| !is_name(byte));
    end.unwrap_or(text.len())
}

#[cfg(all(test, feature = "gcn"))]
mod tests;
