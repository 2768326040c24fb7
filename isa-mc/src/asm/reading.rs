//! A source that is being read: what is known of it so far.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::arguments::Scope;
use super::assembly::{Item, Listed};
use super::dialect::Dialect;
use super::error::{Code, Error, Fault};
use super::labels::Labels;
use super::line_reader::LineReader;
use super::macros::Macro;
use super::scan::{Cuts, Found, Scanner};
use super::settings::Settings;
use super::text::Texts;
use crate::TargetMachine;
use crate::object::{Location, ObjectBuilder, ObjectErrorKind, SectionId, SymbolId};
use crate::threads::Threads;

/// Errors at most; behind them reading ends.
pub(super) const MAX_ERRORS: usize = 10_000;
/// Bytes between two calls that tell how far reading is.
pub(super) const PROGRESS_BYTES: usize = 1 << 16;

/// A source that is being read.
pub(super) struct Reading<'r, 'a, 't, T: TargetMachine<'t>> {
    pub(super) settings: &'r Settings<'a, T>,
    pub(super) builder: ObjectBuilder<'t>,
    pub(super) dialect: Option<Box<dyn Dialect>>,
    pub(super) labels: Labels,
    pub(super) line_reader: LineReader<'t, T>,
    pub(super) threads: Threads,
    pub(super) cuts: Rc<Cuts<'t>>,
    pub(super) texts: Texts,
    pub(super) macros: HashMap<String, Rc<Macro>>,
    /// Macros that were expanded: `\@`.
    pub(super) expansions: u64,
    /// Rounds of repetitions so far.
    pub(super) rounds: u64,
    /// Bytes of all expansions so far.
    pub(super) expanded: u64,
    /// Texts within one another.
    pub(super) depth: u32,
    /// The section before this one, for `.previous`.
    pub(super) previous: Option<SectionId>,
    /// What `.pushsection` keeps.
    pub(super) stack: Vec<(SectionId, Option<SectionId>)>,
    /// Statements with names that nothing had defined yet.
    pub(super) waiting: Vec<Location>,
    pub(super) errors: Vec<Error>,
    pub(super) warnings: Vec<Error>,
    pub(super) listing: Vec<Listed<T::Inst>>,
    /// `.end`, or `.exitm` in a macro.
    pub(super) ended: bool,
    /// It was `.end`.
    pub(super) all_ended: bool,
    /// The source names symbols that follow what instructions name.
    pub(super) counts: bool,
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

impl Statement<'_> {
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

impl<'r, 'a, 't, T: TargetMachine<'t>> Reading<'r, 'a, 't, T> {
    /// Begins with a source.
    pub(super) fn new(
        settings: &'r Settings<'a, T>,
        mut builder: ObjectBuilder<'t>,
        mut dialect: Option<Box<dyn Dialect>>,
        threads: Threads,
    ) -> Self {
        builder.externals = settings.externals;
        if let Some(dialect) = &mut dialect {
            dialect.begin(&mut builder);
        }
        let (target, syntax) = (settings.target, settings.syntax);
        Reading {
            settings,
            builder,
            dialect,
            labels: Labels::default(),
            line_reader: LineReader::new(target, syntax),
            threads,
            cuts: Rc::new(Cuts::new(target.tables(), syntax)),
            texts: Texts::default(),
            macros: HashMap::new(),
            expansions: 0,
            rounds: 0,
            expanded: 0,
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
        }
    }
}

impl<'t, T: TargetMachine<'t>> Reading<'_, '_, 't, T> {
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
        self.errors.push(Error {
            code,
            location,
            message: message.into(),
        });
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
            | Kind::NotAPlace
            | Kind::Unsettled
            | Kind::Name(_) => (Code::Section, kind.to_string()),
            Kind::Data { .. } => (Code::Range, kind.to_string()),
            Kind::Distance { .. } | Kind::Unit { .. } => (Code::OperandRange, kind.to_string()),
            Kind::Difference | Kind::NoRelocation | Kind::Instruction | Kind::Record(_) => {
                (Code::Relocation, kind.to_string())
            }
            Kind::Expression(_) | Kind::NotANumber => (Code::BadExpression, kind.to_string()),
        }
    }

    pub(super) fn list(&mut self, location: Location, item: Item<T::Inst>) {
        if self.settings.lists {
            self.texts.keep(location);
            self.listing.push(Listed { location, item });
        }
    }

    pub(super) fn scope(&mut self, location: Location) -> Scope<'_, 't> {
        Scope {
            builder: &mut self.builder,
            labels: &mut self.labels,
            location,
        }
    }
}
