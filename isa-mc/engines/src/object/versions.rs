//! Versions of symbols: names with `@` that objects have beside their own.

use super::builder::ObjectBuilder;
use super::error::{ObjectError, ObjectErrorKind};
use super::place::SymbolId;
use super::symbol::Definition;

impl ObjectBuilder<'_> {
    /// Gives symbols their names with versions, when nothing is named any more.
    pub(crate) fn bind_versions(&mut self) -> Vec<ObjectError> {
        let mut errors = Vec::new();
        let mut renamed: Vec<(SymbolId, Box<str>)> = Vec::new();
        for version in std::mem::take(&mut self.versions) {
            let symbol = version.symbol;
            let is_defined = self.symbols[symbol].definition != Definition::Undefined;
            let name = version.name;
            let at = name.find('@').unwrap_or(name.len());
            let (stem, rest) = name.split_at(at);
            let passed = match (rest.starts_with("@@@"), is_defined) {
                (true, true) => 1,
                (true, false) => 2,
                (false, _) => 0,
            };
            let full: Box<str> = format!("{stem}{}", &rest[passed..]).into();
            let mut error = |kind| {
                errors.push(ObjectError {
                    kind,
                    location: version.location,
                });
            };
            if is_defined && version.keeps {
                self.symbols.copy(symbol, &full);
            } else if !is_defined && rest.starts_with("@@") && passed == 0 {
                error(ObjectErrorKind::Undefined(symbol));
            } else if renamed.iter().any(|(id, it)| *id == symbol && *it != full) {
                error(ObjectErrorKind::Versions(symbol));
            } else {
                renamed.push((symbol, full));
            }
        }
        for (symbol, name) in renamed {
            self.symbols[symbol].name = (*name).into();
        }
        errors
    }
}
