//! The conditions that statements stand under.
//!
//! They belong to all of a source, not to its texts: a macro may begin a condition, and
//! what stands behind its call end it.

use crate::object::Location;

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
