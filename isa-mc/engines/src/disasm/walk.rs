//! How the statements of code are found.
//!
//! Which statement begins at a place depends on its bytes and on where the next symbol
//! is, and on nothing before it. So many threads can begin at any places at once: where
//! one comes to a beginning that the next one found too, all that follows is right.

use std::ops::Range;

use super::plan::{Piece, SectionPlan};
use super::source::Source;
use super::steps::{
    AGAIN, BEHIND, BITS, DATA, INSIDE, LITERAL_BYTES, PADDINGS, Steps, UNMARKED, mark_of, units_of,
};
use crate::Inst;
use crate::identify::Glance;
use crate::object::read::Section;
use crate::threads::Threads;

/// Units that a thread looks at at once: whole words of the sets.
const CHUNK: usize = BITS << 9;

/// What is looked at while statements are found.
struct Walk<'w> {
    source: &'w Source<'w, 'w>,
    section: &'w Section<'w>,
    planned: &'w SectionPlan,
    shift: u32,
    /// Which of the first bits at a place tell padding, and what they are.
    padding: (u64, u64),
    is_big_endian: bool,
    /// What tells encodings at a glance.
    glance: Option<Glance<'w>>,
}

/// What stands at a place.
struct Statement {
    mark: u16,
    size: u64,
    /// There may be more to look at than an instruction.
    is_event: bool,
}

/// A piece of the sets.
struct Part<'p> {
    /// The first unit.
    start: usize,
    units: &'p mut [u16],
    events: &'p mut [u64],
    /// Where the last statement ended, and in which piece.
    end: Option<(u64, Range<u64>)>,
}

impl Steps {
    /// Finds the statements of a section, of which the plan says the pieces and labels.
    pub(super) fn find(
        source: &Source<'_, '_>,
        section: &Section<'_>,
        planned: &SectionPlan,
        threads: &Threads,
    ) -> Steps {
        if !planned
            .pieces
            .iter()
            .any(|(_, piece)| *piece == Piece::Code)
        {
            return Steps::default();
        }
        let walk = Walk {
            source,
            section,
            planned,
            // Instructions have whole words, and literals behind them.
            shift: (source.word() | LITERAL_BYTES).trailing_zeros(),
            padding: front(source.format.padding),
            is_big_endian: source.target.tables().big_endian,
            glance: source.target.glance(),
        };
        let count = section.bytes.len().div_ceil(1 << walk.shift) + 1;
        let sets = vec![0; count.div_ceil(BITS)];
        let mut steps = Steps {
            shift: walk.shift,
            units: vec![INSIDE; count],
            events: sets.clone(),
            targets: sets,
        };
        steps.units[count - 1] = BEHIND;
        let units = steps.units.chunks_mut(CHUNK);
        let parts = units.zip(steps.events.chunks_mut(CHUNK / BITS)).enumerate();
        let mut parts: Vec<Part<'_>> = parts
            .map(|(at, (units, events))| Part {
                start: at * CHUNK,
                units,
                events,
                end: None,
            })
            .collect();
        threads.each(&mut parts, |part| walk.part(part));
        let mut before = None;
        for part in &mut parts {
            walk.join(before.take(), part);
            before = part.end.take();
        }
        for (range, piece) in &planned.pieces {
            // The last statement before it ends there.
            let first = range.start.div_ceil(1 << walk.shift) as usize;
            if *piece != Piece::Code
                && let Some(mark) = steps.units.get_mut(first).filter(|mark| **mark == INSIDE)
            {
                *mark = BEHIND;
            }
        }
        steps.mark(&walk, threads);
        steps
    }

    /// Finds where branches lead, and marks whatever else than an instruction there is.
    fn mark(&mut self, walk: &Walk<'_>, threads: &Threads) {
        let mut targets = std::mem::take(&mut self.targets);
        let section = walk.section;
        let references = &section.relocations;
        let words = self.events.len();
        let parts = (0..words).step_by(CHUNK / BITS);
        let mut parts: Vec<(Range<usize>, Vec<usize>)> = parts
            .map(|first| (first..words.min(first + CHUNK / BITS), Vec::new()))
            .collect();
        threads.each(&mut parts, |(words, targets)| {
            *targets = self.targets_of(walk, words.clone());
        });
        for unit in parts.into_iter().flat_map(|(_, targets)| targets) {
            set(&mut targets, unit);
        }
        for (at, _) in &walk.planned.locals {
            clear(&mut targets, self.unit(*at));
        }
        for (all, own) in self.events.iter_mut().zip(&targets) {
            *all |= own;
        }
        self.targets = targets;
        let planned = walk.planned;
        let labels = planned.labels.iter().map(|(at, _)| *at);
        let remarks = planned.remarks.iter().map(|(at, _)| *at);
        for at in labels.chain(remarks).chain(planned.made.iter().copied()) {
            let unit = self.unit(at);
            set(&mut self.events, unit);
        }
        let mut before = 0;
        for reference in references {
            // That of the statement that it is in, which another one may have marked.
            let own = self.unit(reference.offset);
            let mut unit = own;
            while unit > before && self.units.get(unit) == Some(&INSIDE) {
                unit -= 1;
            }
            set(&mut self.events, unit);
            before = own;
        }
    }

    /// The units to which branches lead that are among these words of the events.
    fn targets_of(&self, walk: &Walk<'_>, words: Range<usize>) -> Vec<usize> {
        let (source, section) = (walk.source, walk.section);
        let references = &section.relocations;
        let first = words.start * BITS;
        let mut reference = references.partition_point(|it| it.offset < self.place(first));
        let mut targets = Vec::new();
        for unit in units_of(self.events.get(words).unwrap_or_default()) {
            let unit = first + unit;
            let at = self.place(unit);
            let Some((inst, end)) = self.inst_or_decoded(source, section, unit) else {
                continue;
            };
            let Some(target) = source.target.branch_target(inst, at) else {
                continue;
            };
            // The end of the section is as good as a statement.
            let is_end = target == section.size && self.place(self.unit(target)) == target;
            if !is_end && !self.is_start(target) {
                continue;
            }
            while references.get(reference).is_some_and(|it| it.offset < at) {
                reference += 1;
            }
            if references.get(reference).is_none_or(|it| it.offset >= end) {
                targets.push(self.unit(target));
            }
        }
        targets
    }

    /// The instruction at a unit, and where it ends.
    fn inst_or_decoded(
        &self,
        source: &Source<'_, '_>,
        section: &Section<'_>,
        unit: usize,
    ) -> Option<(Inst, u64)> {
        if *self.units.get(unit)? <= DATA {
            return None;
        }
        let at = self.place(unit);
        self.inst(&source.target, section.bytes, at).or_else(|| {
            let end = self.end(at, section.size);
            let code = section.bytes.get(at as usize..end as usize)?;
            Some((source.target.decode(code).ok()?, end))
        })
    }
}

impl Walk<'_> {
    /// Finds the statements of a part, as if one began with it.
    fn part(&self, part: &mut Part<'_>) {
        let start = (part.start as u64) << self.shift;
        let end = start + ((part.units.len() as u64) << self.shift);
        let pieces = &self.planned.pieces;
        let behind = pieces.partition_point(|(range, _)| range.end <= start);
        for (range, piece) in &pieces[behind..] {
            if range.start >= end {
                break;
            }
            if *piece == Piece::Code {
                let from = range.start.max(start);
                let at = self.statements(part, from, range, false);
                part.end = Some((at, range.clone()));
            }
        }
    }

    /// Goes on where the part before this one ended: what is not a statement in truth is
    /// none any more.
    fn join(&self, before: Option<(u64, Range<u64>)>, part: &mut Part<'_>) {
        let start = (part.start as u64) << self.shift;
        let Some((at, range)) = before.filter(|(at, range)| *at > start && *at < range.end) else {
            // A statement that ends with its piece leaves nothing of it.
            return;
        };
        let behind = ((at >> self.shift) as usize - part.start).min(part.units.len());
        part.units[..behind].fill(INSIDE);
        let at = self.statements(part, at, &range, true);
        let is_through = (at >> self.shift) as usize >= part.start + part.units.len();
        if is_through || at >= range.end {
            let is_last = part.end.as_ref().is_none_or(|(_, last)| *last == range);
            if is_last {
                part.end = Some((at, range));
            }
        }
    }

    /// Marks the statements of a piece from a place on until the part ends, or until one
    /// is marked already if there may be such. Gives the place behind them.
    fn statements(&self, part: &mut Part<'_>, from: u64, range: &Range<u64>, joins: bool) -> u64 {
        let labels = &self.planned.labels;
        let mut label = labels.partition_point(|(label, _)| *label <= from);
        let start = (part.start as u64) << self.shift;
        let stop = range
            .end
            .min(start + ((part.units.len() as u64) << self.shift));
        let mut at = from;
        while at < stop {
            while labels.get(label).is_some_and(|(it, _)| *it <= at) {
                label += 1;
            }
            let limit = labels.get(label).map_or(range.end, |(it, _)| *it);
            let limit = limit.min(range.end);
            let code = &self.section.bytes[..limit as usize];
            while at < limit.min(stop) {
                if !joins {
                    at = self.instructions(part, code, at, limit.min(stop));
                    if at >= limit.min(stop) {
                        break;
                    }
                }
                let unit = (at >> self.shift) as usize - part.start;
                if joins && part.units[unit] != INSIDE {
                    return at;
                }
                let found = self.statement(at, &code[at as usize..]);
                part.units[unit] = found.mark;
                if found.is_event {
                    part.events[unit / BITS] |= 1 << (unit % BITS);
                }
                at += found.size;
                if joins {
                    // Of what was found before from another beginning.
                    let behind = (at >> self.shift) as usize - part.start;
                    let behind = behind.min(part.units.len());
                    part.units[unit + 1..behind].fill(INSIDE);
                }
            }
        }
        at
    }

    /// Marks instructions from a place on, as long as few steps tell them and they begin before
    /// `stop`; gives where the next statement begins. By itself, so that what it needs stays in
    /// registers.
    #[inline(never)]
    fn instructions(&self, part: &mut Part<'_>, code: &[u8], at: u64, stop: u64) -> u64 {
        let target = &self.source.target;
        let Some(glance) = self.glance.filter(|_| !self.is_big_endian) else {
            return at;
        };
        let shift = self.shift;
        let mut place = at as usize;
        let mut unit = (place >> shift) - part.start;
        let count = (stop as usize).div_ceil(1 << shift) - part.start;
        let units = part.units.get_mut(..count).unwrap_or_default();
        while let Some(mark) = units.get_mut(unit)
            && let Some(rest) = code.get(place..)
            && let Some(chunk) = rest.first_chunk()
            && let bits = u64::from_le_bytes(*chunk)
            && let Some(found) = target
                .find(Some(glance), bits)
                .or_else(|| target.find_wide(Some(glance), rest))
            && let literal = usize::from(found.has_literal) * LITERAL_BYTES
            && let size = usize::from(found.size) + literal
            && size <= rest.len()
            && found.encoding < UNMARKED
        {
            *mark = mark_of(found.encoding, found.has_literal);
            if found.is_relative || bits & self.padding.0 == self.padding.1 {
                set(part.events, unit);
            }
            place += size;
            unit += size >> shift;
        }
        place as u64
    }

    /// The statement at the front of some bytes, which are not empty.
    fn statement(&self, at: u64, rest: &[u8]) -> Statement {
        let target = &self.source.target;
        let Ok(inst) = target.decode(rest) else {
            return Statement {
                mark: DATA,
                size: self.data(at, rest.len()) as u64,
                is_event: true,
            };
        };
        let (encoding, size) = (inst.encoding(), inst.size());
        let shape = target.encoding(inst).map(|row| target.shape_of(row));
        let own = shape.map_or(0, |it| usize::from(it.size));
        let is_event = target.is_relative(encoding) || self.is_padding(rest);
        let literal = size.wrapping_sub(own);
        let is_marked = encoding < UNMARKED && matches!(literal, 0 | LITERAL_BYTES);
        if self.is_big_endian || !is_marked {
            return Statement {
                mark: AGAIN,
                size: size.clamp(1, rest.len()) as u64,
                is_event: true,
            };
        }
        let mark = mark_of(encoding, literal != 0);
        Statement {
            mark,
            size: size as u64,
            is_event,
        }
    }

    /// Whether padding may begin with these bytes.
    fn is_padding(&self, rest: &[u8]) -> bool {
        let mut first = [0; 8];
        for (to, from) in first.iter_mut().zip(rest) {
            *to = *from;
        }
        u64::from_le_bytes(first) & self.padding.0 == self.padding.1
    }

    /// The size of what is no instruction: a word, or a value that a relocation fills in.
    fn data(&self, at: u64, most: usize) -> usize {
        let word = self.source.word();
        let least = word.min(most).max(1);
        let references = &self.section.relocations;
        let first = references.partition_point(|it| it.offset < at);
        match references.get(first) {
            Some(first) if first.offset < at + least as u64 => {
                // A value of data may be longer than a word.
                let behind = first.offset + u64::from(first.relocation.bytes) - at;
                let size = (at + behind).next_multiple_of(word as u64) - at;
                (size as usize).clamp(least, most.max(least))
            }
            _ => least,
        }
    }
}

/// The first bytes of as many units of padding as become an alignment, as a mask and a value,
/// which no bits have without padding: a look too many costs little.
fn front(padding: &[u8]) -> (u64, u64) {
    let most = (padding.len() * PADDINGS).min(8);
    let bytes = padding.iter().cycle().take(most).enumerate();
    let (mask, value) = bytes.fold((0, 0), |(mask, value), (at, &byte)| {
        (mask | 0xff << (at * 8), value | u64::from(byte) << (at * 8))
    });
    (mask, if padding.is_empty() { 1 } else { value })
}

fn set(set: &mut [u64], unit: usize) {
    if let Some(bits) = set.get_mut(unit / BITS) {
        *bits |= 1 << (unit % BITS);
    }
}

fn clear(set: &mut [u64], unit: usize) {
    if let Some(bits) = set.get_mut(unit / BITS) {
        *bits &= !(1 << (unit % BITS));
    }
}
