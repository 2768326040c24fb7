//! What is listed: runs of code that begin with a symbol, in parts that several threads may
//! write.

use super::choice::Code;
use super::source::{Source, is_text, is_virtual};
use super::symbols::{Listed, Symbols};
use crate::Identity;
use crate::digits::push_lower;
use crate::object::read::Section;

/// Bytes of code that a part has about: its text, which is twenty times as long, should stay in
/// the caches of a processor until it is handed on.
pub(super) const CONTENTS: u64 = 1 << 13;

/// Bytes before the end of a part from which on instructions are looked for, to end it between
/// two.
const BEFORE: u64 = 1 << 9;

/// Bytes of a run from which on it is cut even if nobody shares the work.
const LARGE: u64 = 1 << 20;

/// From a symbol to the next one.
pub(super) struct Run {
    /// The number of its section.
    pub(super) section: usize,
    /// Where it begins and ends, in bytes of the section.
    pub(super) start: u64,
    pub(super) end: u64,
    /// It is shown as data.
    pub(super) is_data: bool,
    /// What stands before it.
    pub(super) head: Vec<u8>,
}

/// Some of a run, in bytes of its section.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    pub(super) run: usize,
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) is_first: bool,
}

/// What is listed, in order.
pub(super) struct Plan<'d> {
    pub(super) symbols: Symbols<'d>,
    pub(super) runs: Vec<Run>,
    /// Symbols that were asked for and that there are not.
    pub(super) missing: Vec<String>,
}

impl<'d> Plan<'d> {
    pub(super) fn new(source: &Source<'d, '_>, code: &Code) -> Plan<'d> {
        let mut plan = Plan {
            symbols: Symbols::new(source),
            runs: Vec::new(),
            missing: code.symbols.clone(),
        };
        for (at, section) in source.file.sections.iter().enumerate() {
            let is_asked = match code.sections.is_empty() {
                true => code.all_sections || is_text(section) && !is_virtual(section),
                false => code.sections.iter().any(|name| name == section.name),
            };
            if is_asked && section.size != 0 {
                plan.symbols.complete(source, at);
                plan.section(source, code, at);
            }
        }
        plan
    }

    /// The runs of a section.
    fn section(&mut self, source: &Source<'d, '_>, code: &Code, number: usize) {
        let section = &source.file.sections[number];
        let symbols = std::mem::take(&mut self.symbols.sections[number]);
        let mut is_begun = false;
        let mut rest = &symbols[..];
        while let Some(first) = rest.first() {
            let count = rest.iter().take_while(|it| it.address == first.address);
            let (here, behind) = rest.split_at(count.count());
            rest = behind;
            let next = behind.first().map_or(u64::MAX, |it| it.address);
            let run = self.run(source, code, number, (here, next), is_begun);
            if let Some(mut run) = run {
                is_begun = true;
                if is_virtual(section) {
                    run.head.extend_from_slice(b"...\n");
                    run.end = run.start;
                }
                self.runs.push(run);
            }
        }
        self.symbols.sections[number] = symbols;
    }

    /// The run of some symbols at one place, up to the next one; `None` if it is not listed.
    fn run(
        &mut self,
        source: &Source<'d, '_>,
        code: &Code,
        number: usize,
        (here, next): (&[Listed<'d>], u64),
        is_begun: bool,
    ) -> Option<Run> {
        let section = &source.file.sections[number];
        // Code counts for more than data, and later names for more than earlier ones.
        let may_be_data = !code.all_sections && is_text(section);
        let last_code = here.iter().rposition(|it| !it.is_data());
        let is_data = may_be_data && last_code.is_none();
        let displayed = match last_code {
            Some(last) if may_be_data => last,
            _ => here.len() - 1,
        };
        let is_asked = |it: &Listed<'_>| code.symbols.iter().any(|name| name == it.name);
        if !code.symbols.is_empty() && !here.iter().any(is_asked) {
            return None;
        }
        let first = here[0].address;
        let start = first.checked_sub(section.address)?;
        if code.range.stop <= first {
            return None;
        }
        self.missing
            .retain(|name| here.iter().all(|it| it.name != name));
        let section_end = section.address.saturating_add(section.size);
        let end = section_end.min(code.range.stop).min(next);
        if first >= end || end <= code.range.start {
            return None;
        }
        let mut head = Vec::new();
        if !is_begun {
            let name = section.name.as_bytes();
            head.extend([b"\nDisassembly of section ", name, b":\n"].concat());
        }
        head.push(b'\n');
        for (at, symbol) in here.iter().enumerate() {
            let is_named = match code.symbols.is_empty() {
                true => at == displayed,
                false => is_asked(symbol),
            };
            if is_named || code.shows_all_symbols {
                if !code.hides_addresses {
                    push_lower(first, 16, &mut head);
                    head.push(b' ');
                }
                head.extend([b"<", symbol.name.as_bytes(), b">:\n"].concat());
            }
        }
        let mut run = Run {
            section: number,
            start,
            end: end - section.address,
            is_data,
            head,
        };
        if !is_virtual(section) {
            records(source, section, here, &mut run);
        }
        if section.address < code.range.start {
            run.start = run.start.max(code.range.start - section.address);
        }
        Some(run)
    }
}

/// Puts what the machine knows of the symbols of a run in place of its first bytes.
fn records(source: &Source<'_, '_>, section: &Section<'_>, here: &[Listed<'_>], run: &mut Run) {
    let bytes = section.bytes.get(run.start as usize..run.end as usize);
    let bytes = bytes.unwrap_or_default();
    let address = section.address.wrapping_add(run.start);
    let mut listed = here.iter().filter_map(|symbol| {
        let found = source
            .machine
            .listed_record(symbol.name, symbol.kind, bytes, address)?;
        Some((symbol.name, found))
    });
    let Some((name, (size, text))) = listed.next() else {
        return;
    };
    let leader = source.remark();
    let size = size.min(bytes.len());
    match text {
        Ok(text) => run.head.extend_from_slice(text.as_bytes()),
        Err(reason) => {
            let text = format!(
                "{leader} error decoding {name}: {reason}\n\
                 {leader} decoding failed region as bytes\n"
            );
            run.head.extend_from_slice(text.as_bytes());
            for byte in &bytes[..size] {
                run.head
                    .extend_from_slice(format!("\t.byte\t 0x{byte:X}\n").as_bytes());
            }
        }
    }
    run.start += size as u64;
}

impl Run {
    /// The parts of a run, if there is more than one: each probably begins with an
    /// instruction, and never within a row of zeros that is left out.
    pub(super) fn parts(
        &self,
        source: &Source<'_, '_>,
        run: usize,
        are_many: bool,
        parts: &mut Vec<Part>,
    ) {
        let mut part = Part {
            run,
            from: self.start,
            to: self.end,
            is_first: true,
        };
        // A part is all that is kept of the text before it is written: without threads, too.
        if !self.is_data && (are_many || self.end - self.start > LARGE) {
            let bytes = source.file.sections[self.section].bytes;
            let code = bytes.get(..self.end as usize).unwrap_or_default();
            let mut found = [Identity::default(); 32];
            let mut next = self.start + CONTENTS;
            while next < self.end {
                // Reading that begins within an instruction is soon between them again.
                let mut at = next - BEFORE;
                while at < next {
                    let rest = code.get(at as usize..).unwrap_or_default();
                    let walked = source.target.identify_all(rest, &mut found);
                    // What is no instruction is a word of data.
                    at += match walked.size {
                        0 => source.word() as u64,
                        size => size as u64,
                    };
                }
                while let Some([0, 0, 0, 0]) = code.get(at as usize..at as usize + 4) {
                    at += 4;
                }
                if at < self.end {
                    parts.push(Part { to: at, ..part });
                    part.from = at;
                    part.is_first = false;
                }
                next = at + CONTENTS;
            }
        }
        parts.push(part);
    }
}
