//! A source that is being read: what is known of it so far.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

use super::assembly::Item;
use super::conditions::Conditions;
#[cfg(feature = "object")]
use super::debug::OwnLines;
use super::dialect::Dialect;
use super::error::{Code, Error, Fault, MAX_ERRORS};
use super::expressions::Scope;
use super::instructions::{Instructions, Last};
use super::labels::Labels;
use super::line_reader::LineReader;
use super::macros::Macros;
use super::operand_words::OperandWords;
use super::scan::{Cuts, Found, Scanner};
use super::settings::Settings;
use super::text::{Content, OriginKind, Texts};
use super::values::Values;
use super::writing::Writer;
use crate::Target;
use crate::object::{Location, ObjectBuilder, ObjectErrorKind, SectionId, SymbolId};
use crate::threads::Threads;

/// Bytes between two calls that tell how far reading is.
pub(super) const PROGRESS_BYTES: usize = 1 << 16;

/// A source that is being read.
pub(super) struct Reading<'r, 'a, 't> {
    pub(super) settings: &'r Settings<'a>,
    pub(super) target: Target<'t>,
    pub(super) instructions: &'r dyn Instructions<'t>,
    pub(super) builder: ObjectBuilder<'t>,
    pub(super) dialect: Option<Box<dyn Dialect>>,
    pub(super) labels: Labels,
    pub(super) line_reader: LineReader<'r, 't>,
    pub(super) threads: Rc<Threads>,
    pub(super) cuts: Rc<Cuts<'t>>,
    pub(super) texts: Texts,
    /// The words of operands, once a name is asked for.
    pub(super) operand_words: OnceCell<OperandWords<'t>>,
    pub(super) macros: Macros,
    /// The conditions that the next statement stands under.
    pub(super) conditions: Conditions,
    /// Values of arguments that nobody needs any more.
    pub(super) spare_values: Vec<Values>,
    /// The body of a macro, while somebody tries whether it is all code.
    pub(super) code_text: String,
    /// Texts of expansions that nobody needs any more.
    pub(super) spare: Vec<Content>,
    /// The text of an expansion while it is written.
    pub(super) nothing: Content,
    /// Macros that were expanded: `\@`.
    pub(super) expansions: u64,
    /// Rounds of repetitions so far.
    pub(super) rounds: u64,
    /// Bytes of all expansions so far.
    pub(super) expanded: u64,
    /// Texts within one another.
    pub(super) depth: u32,
    /// Those of them that are macros or repetitions.
    pub(super) open_macros: u32,
    /// The section before this one, for `.previous`.
    pub(super) previous: Option<SectionId>,
    /// What `.pushsection` keeps.
    pub(super) stack: Vec<(SectionId, Option<SectionId>)>,
    /// Statements with names that nothing had defined yet.
    pub(super) waiting: Vec<Location>,
    pub(super) errors: Vec<Error>,
    pub(super) warnings: Vec<Error>,
    /// Symbols whose addresses matter, if `.addrsig` says that it is said.
    pub(super) significant: Vec<SymbolId>,
    /// Symbols that are worth others if those are there, and where that was written.
    pub(super) conditional: Vec<(SymbolId, SymbolId, Location)>,
    /// Symbols of which nothing is said: `.lto_discard`.
    pub(super) discarded: HashSet<String>,
    /// What `.print` says.
    pub(super) printed: Vec<String>,
    /// Writes the source again.
    pub(super) writer: Option<Box<Writer>>,
    /// `.end`, or `.exitm` in a macro.
    pub(super) ended: bool,
    /// It was `.end`.
    pub(super) all_ended: bool,
    /// The source names symbols that follow what instructions name.
    pub(super) counts: bool,
    /// The last `.file` with a number.
    #[cfg(feature = "object")]
    pub(super) last_file: Location,
    /// Lines of the source itself.
    #[cfg(feature = "object")]
    pub(super) own_lines: OwnLines,
    /// Some source files have a checksum and others have none, which was said.
    #[cfg(feature = "object")]
    pub(super) checksums_differ: bool,
}

/// A statement: what it is, and where its parts stand.
pub(super) struct Statement<'s> {
    /// Without comments.
    pub(super) text: &'s str,
    pub(super) scanner: &'s Scanner<'s>,
    pub(super) found: Found,
    /// Bytes of labels before `text`.
    pub(super) skipped: usize,
    pub(super) number: u32,
}

impl<'s> Statement<'s> {
    /// What a scanner found in a text of a number.
    pub(super) fn new(number: u32, scanner: &'s Scanner<'s>, found: Found) -> Statement<'s> {
        Statement {
            text: scanner.text(&found),
            scanner,
            found,
            skipped: 0,
            number,
        }
    }

    /// Where bytes of the statement stand.
    pub(super) fn location(&self, span: Range<usize>) -> Location {
        let start = self.scanner.place(&self.found, self.skipped + span.start);
        let end = self.scanner.place(&self.found, self.skipped + span.end);
        Location {
            text: self.number,
            start: start as u32,
            end: end.max(start) as u32,
        }
    }

    pub(super) fn whole(&self) -> Location {
        self.location(0..self.text.len())
    }
}

impl<'r, 'a, 't> Reading<'r, 'a, 't> {
    /// Begins with a source.
    pub(super) fn new(
        settings: &'r Settings<'a>,
        instructions: &'r dyn Instructions<'t>,
        mut builder: ObjectBuilder<'t>,
        mut dialect: Option<Box<dyn Dialect>>,
        threads: Threads,
    ) -> Self {
        builder.externals = settings.externals;
        let mut writer = settings.style.map(|_| Box::<Writer>::default());
        for (name, value) in &settings.definitions {
            builder.define_outside(name, *value);
            if let Some(writer) = &mut writer {
                let mut line = ".set ".to_string();
                super::writing::name(name, &mut line);
                writer.line(&format!("{line}, {value}"));
            }
        }
        if let Some(dialect) = &mut dialect {
            dialect.begin(&mut builder, settings.syntax, writer.as_deref_mut());
        }
        let (target, syntax) = (builder.target(), settings.syntax);
        let raw = dialect.as_ref().map_or(&[][..], |it| it.raw_directives());
        Reading {
            settings,
            target,
            instructions,
            builder,
            dialect,
            labels: Labels::default(),
            line_reader: LineReader::new(instructions.code(), syntax),
            threads: Rc::new(threads),
            cuts: Rc::new(Cuts::new(target.tables(), syntax, raw)),
            texts: Texts::default(),
            operand_words: OnceCell::new(),
            macros: Macros::default(),
            conditions: Conditions::default(),
            spare_values: Vec::new(),
            code_text: String::new(),
            spare: Vec::new(),
            nothing: Rc::default(),
            expansions: 0,
            rounds: 0,
            expanded: 0,
            depth: 0,
            open_macros: 0,
            previous: None,
            stack: Vec::new(),
            waiting: Vec::new(),
            errors: Vec::new(),
            warnings: Vec::new(),
            significant: Vec::new(),
            conditional: Vec::new(),
            discarded: HashSet::new(),
            printed: Vec::new(),
            writer,
            ended: false,
            all_ended: false,
            counts: false,
            #[cfg(feature = "object")]
            last_file: Location::default(),
            #[cfg(feature = "object")]
            own_lines: OwnLines::default(),
            #[cfg(feature = "object")]
            checksums_differ: false,
        }
    }
}

impl<'t> Reading<'_, '_, 't> {
    // ---- errors --------------------------------------------------------------------

    /// Whether there are so many errors that nobody needs more.
    pub(super) fn is_hopeless(&self) -> bool {
        self.errors.len() >= MAX_ERRORS
    }

    pub(super) fn error(&mut self, code: Code, location: Location, message: impl Into<String>) {
        if self.is_hopeless() {
            return;
        }
        self.texts.keep(location);
        self.list(location, Item::Error(self.errors.len()));
        let mut message = message.into();
        if let Some(replaced) = self.replaced(location) {
            message = format!("{message}; {replaced}");
        }
        self.errors.push(Error::new(code, location, message));
    }

    /// What the alternate mode did to the line of a macro that a location is in.
    fn replaced(&self, location: Location) -> Option<String> {
        let text = self.texts.get(location)?;
        let is_macro = text.origin?.kind == OriginKind::Macro;
        let found = self.macros.get(&text.name)?;
        let is_so = is_macro && self.macros.are_alternate;
        is_so.then(|| found.replaced(self.texts.line(location)))?
    }

    pub(super) fn warning(&mut self, location: Location, message: impl Into<String>) {
        if self.warnings.len() >= MAX_ERRORS {
            return;
        }
        self.texts.keep(location);
        self.warnings
            .push(Error::new(Code::Said, location, message.into()));
    }

    pub(super) fn fault(&mut self, statement: &Statement<'_>, fault: Fault) {
        let location = statement.location(fault.span);
        self.error(fault.code, location, fault.message);
    }

    pub(super) fn object_error(&mut self, location: Location, kind: &ObjectErrorKind) {
        let (code, message) = self.describe(kind);
        self.error(code, location, message);
    }

    /// The code and the message of an error of the object.
    pub(super) fn describe(&self, kind: &ObjectErrorKind) -> (Code, String) {
        use ObjectErrorKind as Kind;
        let name = |symbol: &SymbolId| match &*self.builder.symbols[*symbol].name {
            "" => "the label".to_string(),
            name => format!("`{name}`"),
        };
        match kind {
            Kind::Redefined(symbol) if self.builder.symbols[*symbol].is_from_outside => {
                let message = format!(
                    "{} has a value from outside (--defsym), and cannot get another",
                    name(symbol)
                );
                (Code::Redefined, message)
            }
            Kind::Redefined(symbol) => {
                let before = self.builder.symbols[*symbol].location;
                let line = self.texts.line(before);
                let message = format!("{} is defined on line {line} already", name(symbol));
                (Code::Redefined, message)
            }
            Kind::Undefined(symbol) => {
                (Code::Undefined, format!("nothing defines {}", name(symbol)))
            }
            Kind::Versions(_) => (Code::Redefined, kind.to_string()),
            Kind::NoBits
            | Kind::SectionSize
            | Kind::Count(_)
            | Kind::Backwards
            | Kind::NotAPlace
            | Kind::Unsettled
            | Kind::Name(_) => (Code::Section, kind.to_string()),
            Kind::Data { .. } => (Code::Range, kind.to_string()),
            Kind::Distance { .. } | Kind::Unit { .. } => (Code::OperandRange, kind.to_string()),
            Kind::Difference | Kind::NoRelocation | Kind::Instruction | Kind::Record(_) => {
                (Code::Relocation, kind.to_string())
            }
            Kind::Frame(_) => (Code::Debug, kind.to_string()),
            Kind::Expression(_) | Kind::NotANumber => (Code::BadExpression, kind.to_string()),
        }
    }

    pub(super) fn list(&mut self, location: Location, item: Item<Last>) {
        if self.settings.lists {
            self.texts.keep(location);
            self.instructions.list(location, item);
        }
    }

    pub(super) fn scope(&mut self, location: Location) -> Scope<'_, 't> {
        Scope {
            builder: &mut self.builder,
            labels: &mut self.labels,
            writer: self.writer.as_deref_mut(),
            location,
        }
    }
}
