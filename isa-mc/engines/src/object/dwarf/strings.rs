//! Strings that are said once: `.debug_line_str`.

use std::collections::HashMap;

/// Strings with a zero behind each, in the order in which they were first said.
#[derive(Debug, Default)]
pub(crate) struct LineStrings {
    pub(crate) bytes: Vec<u8>,
    places: HashMap<Vec<u8>, u64>,
}

impl LineStrings {
    /// Where a string begins.
    pub(crate) fn add(&mut self, text: &[u8]) -> u64 {
        if let Some(&place) = self.places.get(text) {
            return place;
        }
        let place = self.bytes.len() as u64;
        self.bytes.extend_from_slice(text);
        self.bytes.push(0);
        self.places.insert(text.to_vec(), place);
        place
    }
}
