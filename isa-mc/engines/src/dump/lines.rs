//! Lines of sources between instructions, and the functions that they are in.

use std::collections::HashMap;

use isa_dsl::sorted::sort;
use object::elf;

use super::source::Source;
use crate::disasm::{SourceLines, SourceLinesError};
use crate::object::read::Place;

/// What begins a line that is no instruction.
const LEADER: &[u8] = b"; ";

/// What is known of the sources of a file.
pub(super) struct Lines<'d> {
    table: SourceLines,
    /// The functions of each section, by their addresses: where they begin and end.
    functions: Vec<Vec<(u64, u64, &'d str)>>,
    /// The names of functions, of files, and the numbers of lines are shown.
    is_numbered: bool,
    /// The lines of files that could be read; none if they are not shown.
    texts: HashMap<String, Vec<String>>,
}

/// Where an instruction comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Origin<'l> {
    function: Option<&'l str>,
    /// The file and the line.
    line: Option<(&'l str, u32)>,
}

/// Where texts of source files come from.
pub type SourceFiles<'f> = &'f dyn Fn(&str) -> Option<String>;

impl<'d> Lines<'d> {
    /// Reads the lines of a file; gives the names of sources that there are not.
    pub(super) fn new(
        source: &Source<'d, '_>,
        shows_lines: bool,
        files: Option<SourceFiles<'_>>,
    ) -> Result<(Lines<'d>, Vec<String>), SourceLinesError> {
        let table = SourceLines::of(&source.file)?;
        let mut functions = vec![Vec::new(); source.file.sections.len()];
        for symbol in source.file.symbols.iter().skip(1) {
            if let (Place::Section(at), elf::STT_FUNC) = (symbol.place, symbol.kind) {
                let start = source.address(symbol);
                let end = start.saturating_add(symbol.size);
                functions[at].push((start, end, symbol.name));
            }
        }
        functions.iter_mut().for_each(|it| sort(it));
        let mut texts = HashMap::new();
        let mut missing = Vec::new();
        if let Some(files) = files {
            for name in table.files() {
                if texts.contains_key(name) || missing.iter().any(|it| it == name) {
                    continue;
                }
                match files(name) {
                    Some(text) => {
                        let text = text.lines().map(ToString::to_string).collect();
                        texts.insert(name.to_string(), text);
                    }
                    None => missing.push(name.to_string()),
                }
            }
        }
        let lines = Lines {
            table,
            functions,
            is_numbered: shows_lines,
            texts,
        };
        Ok((lines, missing))
    }

    /// Where the instruction at an address comes from.
    pub(super) fn origin(&self, section: usize, address: u64) -> Origin<'_> {
        let functions = &self.functions[section];
        let behind = functions.partition_point(|it| it.0 <= address);
        let function = functions[..behind].last();
        let function = function.filter(|it| address < it.1 || it.0 == it.1);
        let line = self.table.at(section, address);
        Origin {
            function: function.map(|it| it.2),
            line: line.map(|it| (it.file, it.line)).filter(|it| it.1 != 0),
        }
    }

    /// Appends what is new of an instruction.
    pub(super) fn write(&self, before: Origin<'_>, now: Origin<'_>, out: &mut Vec<u8>) {
        let is_other = now.function.is_some() && now.function != before.function;
        if self.is_numbered {
            if let Some(name) = now.function.filter(|_| is_other) {
                line(&format!("{name}():"), out);
            }
            if let Some((file, number)) = now.line.filter(|_| is_other || now.line != before.line) {
                line(&format!("{file}:{number}"), out);
            }
        }
        let Some((file, number)) = now.line.filter(|_| now.line != before.line) else {
            return;
        };
        let text = self.texts.get(file);
        let text = text.and_then(|text| text.get(number as usize - 1));
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            line(text, out);
        }
    }
}

fn line(text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(LEADER);
    out.extend_from_slice(text.as_bytes());
    out.push(b'\n');
}
