//! The conditions that statements stand under.
//!
//! They belong to all of a source, not to its texts: a macro may begin a condition, and
//! what stands behind its call end it.

use super::head::name_end;
use super::scan::is_condition;
use crate::object::Location;

/// A directive about conditions.
#[derive(Debug, Clone, Copy)]
pub(super) enum Directive {
    /// `.if` and its like.
    If(Kind),
    ElseIf,
    Else,
    EndIf,
}

/// What a condition is about.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// How a number compares with zero.
    Number(fn(&i64, &i64) -> bool),
    /// Whether a symbol is defined, or is not.
    Defined(bool),
    /// Whether nothing stands there, or something does.
    Blank(bool),
    /// Whether two texts are the same, or are not.
    Texts(bool),
    /// So of two strings.
    Strings(bool),
}

/// Bytes of the longest name, `.ifnotdef`.
const LONGEST: usize = 9;

impl Directive {
    /// The one at the front of a statement, and where its name ends.
    pub(super) fn at_front(text: &str) -> Option<(Directive, usize)> {
        let bytes = text.as_bytes();
        let [b'.', second, third, ..] = bytes else {
            return None;
        };
        if !is_condition(*second, *third) {
            return None;
        }
        let end = name_end(bytes);
        let mut lower = [0; LONGEST];
        let name = lower.get_mut(..end)?;
        name.copy_from_slice(&bytes[..end]);
        name.make_ascii_lowercase();
        let directive = match &*name {
            b".elseif" => Directive::ElseIf,
            b".else" => Directive::Else,
            b".endif" => Directive::EndIf,
            name => Directive::If(Kind::of(name.strip_prefix(b".if")?)?),
        };
        Some((directive, end))
    }
}

impl Kind {
    /// By what stands behind `.if` in the name of a condition, in lower case.
    fn of(name: &[u8]) -> Option<Kind> {
        Some(match name {
            b"" | b"ne" => Kind::Number(i64::ne),
            b"eq" => Kind::Number(i64::eq),
            b"ge" => Kind::Number(i64::ge),
            b"gt" => Kind::Number(i64::gt),
            b"le" => Kind::Number(i64::le),
            b"lt" => Kind::Number(i64::lt),
            b"def" => Kind::Defined(true),
            b"ndef" | b"notdef" => Kind::Defined(false),
            b"b" => Kind::Blank(true),
            b"nb" => Kind::Blank(false),
            b"c" => Kind::Texts(true),
            b"nc" => Kind::Texts(false),
            b"eqs" => Kind::Strings(true),
            b"nes" => Kind::Strings(false),
            _ => return None,
        })
    }
}

/// Conditions within one another.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    pub(super) open: Vec<Condition>,
}

#[derive(Debug)]
pub(super) struct Condition {
    pub(super) location: Location,
    pub(super) state: State,
    /// `.else` was there.
    pub(super) has_else: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// The statements are read.
    Holds,
    /// They are not, but a later branch may be.
    Not,
    /// A branch was read already, or what stands around it is not read.
    Done,
}

impl Conditions {
    /// Whether statements are passed over.
    #[inline]
    pub(super) fn is_skipping(&self) -> bool {
        self.open.last().is_some_and(|it| it.state != State::Holds)
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.open.len()
    }

    /// Ends all but so many.
    pub(super) fn end_all_but(&mut self, count: usize) {
        self.open.truncate(count);
    }

    /// Where the last one begins.
    pub(super) fn last(&self) -> Option<Location> {
        self.open.last().map(|it| it.location)
    }

    /// Where those begin that stand in a text of that number or a later one.
    pub(super) fn begun_since(&self, text: u32) -> Vec<Location> {
        let locations = self.open.iter().map(|it| it.location);
        locations.filter(|it| it.text >= text).collect()
    }

    /// Ends those that begin in a text of that number or a later one.
    pub(super) fn end_since(&mut self, text: u32) {
        self.open.retain(|it| it.location.text < text);
    }
}
