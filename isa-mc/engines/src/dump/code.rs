//! All of a listing.

use std::io;

use super::choice::Code;
use super::data;
use super::instructions::{LEADER, Lister};
use super::lines::{Lines, Origin};
use super::plan::{CONTENTS, Part, Plan, Run};
use super::source::Source;
use crate::threads::Threads;

/// What a thread has written of some parts.
#[derive(Default)]
struct Desk {
    text: Vec<u8>,
    /// Where the text of each part ends, and where the part did.
    ends: Vec<(usize, u64)>,
}

/// Writes the listing; gives the symbols that were asked for and that there are not.
pub(super) fn write<'d>(
    source: &Source<'d, '_>,
    code: &Code,
    threads: &Threads,
    lines: Option<&Lines<'d>>,
    out: &mut dyn io::Write,
) -> io::Result<Vec<String>> {
    let plan = Plan::new(source, code);
    let mut front = [0; LEADER];
    let leader = source.leader();
    for (to, from) in front.iter_mut().zip(leader.bytes().chain([b' '])) {
        *to = from;
    }
    let lister = Lister {
        source,
        plan: &plan,
        code,
        column: source.machine.comment_column(),
        leader,
        front,
        lines,
    };
    let mut parts = Vec::new();
    for (at, run) in plan.runs.iter().enumerate() {
        run.parts(source, at, threads.are_many(), &mut parts);
    }
    let work = |parts: &&[Part], desk: &mut Desk| {
        desk.text.clear();
        desk.ends.clear();
        for part in *parts {
            let end = lister.part(part, part.from, &mut desk.text);
            desk.ends.push((desk.text.len(), end));
        }
    };
    // Where the part before it ended.
    let mut reached = 0;
    let mut again = Vec::new();
    threads.in_order(&together(&parts), work, |parts, desk| {
        let (mut written, mut start) = (0, 0);
        for (part, &(end, at)) in parts.iter().zip(&desk.ends) {
            if part.is_first || reached == part.from {
                reached = at;
            } else {
                // It does not begin with an instruction.
                out.write_all(&desk.text[written..start])?;
                again.clear();
                reached = lister.part(part, reached, &mut again);
                out.write_all(&again)?;
                written = end;
            }
            start = end;
        }
        out.write_all(&desk.text[written..])
    })?;
    Ok(plan.missing)
}

/// Neighbours that a thread writes together: many runs are a few instructions, for which it is
/// not worth asking another thread.
fn together(parts: &[Part]) -> Vec<&[Part]> {
    let mut all = Vec::new();
    let mut left = parts;
    while !left.is_empty() {
        let mut bytes = 0;
        let is_short = |part: &&Part| {
            let before = bytes;
            bytes += part.to.saturating_sub(part.from);
            before < CONTENTS
        };
        let count = left.iter().take_while(is_short).count();
        let (parts, behind) = left.split_at(count);
        all.push(parts);
        left = behind;
    }
    all
}

impl Lister<'_, '_, '_> {
    /// Where the last instruction before a part comes from.
    fn before(&self, part: &Part, from: u64) -> Origin<'_> {
        let runs = &self.plan.runs;
        let last = match part.is_first {
            false => Some((runs[part.run].section, from)),
            true => {
                let earlier = runs[..part.run].iter().rev();
                let mut earlier = earlier.filter(|it| !it.is_data && it.start < it.end);
                earlier.next().map(|it| (it.section, it.end))
            }
        };
        let Some((lines, (section, end))) = self.lines.zip(last) else {
            return Origin::default();
        };
        let start = self.source.file.sections[section].address;
        lines.origin(section, start.wrapping_add(end).wrapping_sub(1))
    }

    /// Appends a part that begins at `from`; gives where it ends.
    fn part(&self, part: &Part, from: u64, out: &mut Vec<u8>) -> u64 {
        let run: &Run = &self.plan.runs[part.run];
        if part.is_first {
            out.extend_from_slice(&run.head);
        }
        if !run.is_data {
            let before = self.before(part, from);
            return self.list(run.section, from, part.to, run.end, out, before);
        }
        let section = &self.source.file.sections[run.section];
        let bytes = section.bytes.get(from as usize..run.end as usize);
        let address = section.address.wrapping_add(from);
        data::write(address, bytes.unwrap_or_default(), out);
        run.end
    }
}
