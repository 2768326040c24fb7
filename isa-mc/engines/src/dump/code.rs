//! All of a listing.

use std::io;

use super::choice::Code;
use super::data;
use super::instructions::{LEADER, Lister};
use super::lines::{Lines, Origin};
use super::plan::{Part, Plan, Run};
use super::source::Source;
use crate::threads::Threads;

/// What a thread has written of a part.
#[derive(Default)]
struct Desk {
    text: Vec<u8>,
    /// Where the part ended.
    end: u64,
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
    let work = |part: &Part, desk: &mut Desk| {
        desk.text.clear();
        desk.end = lister.part(part, part.from, &mut desk.text);
    };
    // Where the part before it ended.
    let mut reached = 0;
    let mut again = Vec::new();
    threads.in_order(&parts, work, |part, desk| {
        if part.is_first || reached == part.from {
            reached = desk.end;
            return out.write_all(&desk.text);
        }
        // It does not begin with an instruction.
        again.clear();
        reached = lister.part(part, reached, &mut again);
        out.write_all(&again)
    })?;
    drop(parts);
    Ok(plan.missing)
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
