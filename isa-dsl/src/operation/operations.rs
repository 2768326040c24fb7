//! The `operation` items of a description.

use crate::sorted::SortedMap;

use crate::ast;

/// Every `operation` item of a description, by name. Of two with one name the
/// first counts; that there are two is for the caller to report.
#[derive(Debug, Clone, Default)]
pub struct Operations<'a> {
    pub(super) by_name: SortedMap<&'a str, &'a ast::Operation>,
}

impl<'a> FromIterator<&'a ast::Operation> for Operations<'a> {
    fn from_iter<I: IntoIterator<Item = &'a ast::Operation>>(items: I) -> Self {
        let mut by_name = SortedMap::new();
        for operation in items {
            by_name
                .entry(operation.name.text.as_str())
                .or_insert(operation);
        }
        Operations { by_name }
    }
}

impl<'a> Operations<'a> {
    /// The operation of a name.
    pub fn get(&self, name: &str) -> Option<&'a ast::Operation> {
        self.by_name.get(name).copied()
    }
}
