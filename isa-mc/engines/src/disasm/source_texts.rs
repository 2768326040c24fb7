//! Lines of sources between instructions.

use std::collections::HashMap;

use super::source_lines::{SourceLine, SourceLines};

/// Who has the texts of files, by their names.
pub(super) type Files<'p> = &'p dyn Fn(&str) -> Option<String>;

/// What is shown of sources.
pub(super) struct SourceTexts {
    pub(super) lines: SourceLines,
    /// File and line are shown.
    pub(super) shows_places: bool,
    /// Where there is one, the text of a file, and where its lines begin.
    texts: HashMap<String, (String, Vec<usize>)>,
}

impl SourceTexts {
    /// With the texts of files from whoever has them.
    pub(super) fn new(
        lines: SourceLines,
        shows_places: bool,
        files: Option<Files<'_>>,
    ) -> SourceTexts {
        let mut texts = HashMap::new();
        if let Some(files) = files {
            for name in lines.files() {
                if !texts.contains_key(name)
                    && let Some(text) = files(name)
                {
                    let ends = text.bytes().zip(1..).filter(|(byte, _)| *byte == b'\n');
                    let starts = std::iter::once(0).chain(ends.map(|(_, behind)| behind));
                    let starts = starts.collect();
                    texts.insert(name.to_owned(), (text, starts));
                }
            }
        }
        SourceTexts {
            lines,
            shows_places,
            texts,
        }
    }

    /// The line that begins at an address, if the code before it comes from another one:
    /// that depends on nothing but the table.
    pub(super) fn begins(&self, section: usize, address: u64) -> Option<SourceLine<'_>> {
        let line = self.lines.at(section, address)?;
        let before = address.checked_sub(1);
        let before = before.and_then(|before| self.lines.at(section, before));
        let is_same = |it: SourceLine<'_>| (it.file, it.line) == (line.file, line.line);
        (!before.is_some_and(is_same)).then_some(line)
    }

    /// The text of a line.
    pub(super) fn text(&self, line: SourceLine<'_>) -> Option<&str> {
        let (text, starts) = self.texts.get(line.file)?;
        let number = (line.line as usize).checked_sub(1)?;
        let start = *starts.get(number)?;
        let end = starts.get(number + 1).copied().unwrap_or(text.len());
        Some(text.get(start..end)?.trim_end())
    }
}
