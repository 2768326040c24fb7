//! Parts of a file that are written independently of one another.

use std::io;
use std::ops::Range;

use super::plan::{Piece, Plan, SectionPlan};
use super::source::Source;
use super::steps::begins_with;
use super::text::Text;
use crate::object::read::Section;

/// Bytes of contents that a part has about.
const CONTENTS: u64 = 1 << 14;

/// Bytes that whatever is said of a section, a symbol or a relocation counts as.
const DIRECTIVES: u64 = 8;

/// Some sections, the first and the last of which may belong to other parts too.
pub(super) struct Part {
    sections: Range<usize>,
    /// Where it begins in the first section.
    from: u64,
    /// Where it ends in the last one; the largest number with all that is behind it.
    to: u64,
    is_first: bool,
    is_last: bool,
    /// Where it begins in the file.
    pub(super) place: u64,
}

/// The parts of a file, in order.
pub(super) fn of(source: &Source<'_, '_>, plan: &Plan) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut part = Part {
        sections: 0..0,
        from: 0,
        to: u64::MAX,
        is_first: true,
        is_last: false,
        place: 0,
    };
    let mut contents = 0;
    for (at, section) in source.file.sections.iter().enumerate() {
        let mut end = |sections: Range<usize>, to: u64, place: u64| {
            let next = Part {
                sections: sections.start..sections.start,
                from: if to == u64::MAX { 0 } else { to },
                to: u64::MAX,
                is_first: false,
                is_last: false,
                place,
            };
            let mut part = std::mem::replace(&mut part, next);
            part.sections.end = sections.end;
            part.to = to;
            parts.push(part);
        };
        let planned = &plan.sections[at];
        let mut from = 0;
        while let Some(cut) = cut(source, section, planned, from, contents) {
            end(at..at + 1, cut, section.offset.saturating_add(cut));
            (from, contents) = (cut, 0);
        }
        contents += DIRECTIVES + weight(section, planned, from..section.size);
        if contents >= CONTENTS {
            end(
                at + 1..at + 1,
                u64::MAX,
                section.offset.saturating_add(section.size),
            );
            contents = 0;
        }
    }
    part.sections.end = source.file.sections.len();
    part.is_last = true;
    parts.push(part);
    parts
}

/// How much is to be written for a part of a section, in bytes of contents.
fn weight(section: &Section<'_>, planned: &SectionPlan, range: Range<u64>) -> u64 {
    let labels = &planned.labels;
    let count = |at: u64| {
        labels.partition_point(|(label, _)| *label < at)
            + section.relocations.partition_point(|it| it.offset < at)
    };
    let named = (count(range.end) - count(range.start)) as u64;
    let bytes = range.end.min(section.bytes.len() as u64);
    bytes.saturating_sub(range.start) + named * DIRECTIVES
}

/// Where code may be cut behind `from`, so that the part before it has enough with what
/// it had before; none if it may not or need not be.
fn cut(
    source: &Source<'_, '_>,
    section: &Section<'_>,
    planned: &SectionPlan,
    from: u64,
    before: u64,
) -> Option<u64> {
    // The least number of bytes; what is named in them brings the end nearer.
    let mut least = from + CONTENTS.saturating_sub(before);
    if least < section.size && weight(section, planned, from..least) > 2 * CONTENTS {
        least = from + CONTENTS / 2;
    }
    let behind = planned
        .pieces
        .partition_point(|(range, _)| range.end <= least);
    let pieces = planned.pieces[behind..].iter();
    let mut code = pieces.filter(|(_, piece)| *piece == Piece::Code);
    code.find_map(|(range, _)| {
        let mut at = least.max(range.start + 1);
        // Instructions begin somewhere near; not where padding or zeros may go on that are
        // one directive.
        while at < range.end {
            let is_padding = begins_with(&section.bytes[at as usize..], source.format.padding);
            if planned.steps.is_start(at) && !planned.steps.is_data(at) && !is_padding {
                return Some(at);
            }
            at += 1;
        }
        None
    })
}

impl Text<'_> {
    /// A part of a file.
    pub(super) fn part(&mut self, part: &Part) -> io::Result<()> {
        if part.is_first {
            self.head()?;
        }
        for at in part.sections.clone() {
            let from = if at == part.sections.start {
                part.from
            } else {
                0
            };
            let to = if at + 1 == part.sections.end {
                part.to
            } else {
                u64::MAX
            };
            self.section_part(at, from, to)?;
        }
        if part.is_last {
            self.other_symbols()?;
        }
        Ok(())
    }
}
