//! What is known when all of a source is read.

use std::collections::HashSet;

use isa_dsl::sorted::SortedMap;

use super::assembly::{Assembly, Item};
use super::error::{Code, Error, MAX_ERRORS};
use super::instructions::Last;
use super::names::Names;
use super::reading::Reading;
use crate::object::{Location, ObjectError, ObjectErrorKind};

/// Statements of the listing, by text and byte.
type Items = SortedMap<(u32, u32), usize>;

impl Reading<'_, '_, '_> {
    pub(super) fn finish(mut self) -> Assembly<Last> {
        if let Some((location, code, message)) = self.dialect.as_mut().and_then(|it| it.end()) {
            self.error(code, location, message);
        }
        #[cfg(feature = "object")]
        self.missing_file();
        self.set_needed();
        if let Some(symbols) = &mut self.builder.address_significant {
            symbols.append(&mut self.significant);
        }
        let mut errors = self.builder.bind_versions();
        let (draft, later) = self.builder.last_draft();
        errors.extend(later);
        if !errors.is_empty() {
            let listed = self.instructions.listed();
            let items = (0..).zip(listed).map(|(at, location)| {
                let Location { text, start, .. } = location;
                ((text, start), at)
            });
            let items = items.collect();
            self.undefined(&items);
            self.late(&items, errors);
        }
        Assembly {
            draft,
            errors: self.errors,
            warnings: self.warnings,
            printed: self.printed,
            text: self.writer.map_or_else(Vec::new, |it| it.into_text()),
            texts: self.texts,
            listing: Vec::new(),
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
        let before = (location.text, 0)..=(location.text, location.start);
        let statement = items.range(before).next_back();
        let error = self.errors.len();
        match statement {
            Some((_, &at)) => self.instructions.list_error(at, error),
            None => self.list(location, Item::Error(error)),
        }
        self.errors.push(Error::new(code, location, message));
    }

    /// What names symbols that nothing defines, where no other object can: such a
    /// name is no operand.
    fn undefined(&mut self, items: &Items) {
        for location in std::mem::take(&mut self.waiting) {
            if self.errors.len() >= MAX_ERRORS {
                return;
            }
            let text = self.texts.slice(location).to_string();
            let names = Names::new(self, false);
            let (target, syntax) = (self.target, self.settings.syntax);
            let Err(error) = self.instructions.parse(&text, syntax, &names) else {
                continue;
            };
            let message = error.display(target, syntax, &text).to_string();
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
