//! What an operation reads and writes, found out from its program.

use isa_dsl::sorted::SortedSet;

use crate::exec::inputs;
use crate::tables::{Action, ActionKind, NONE, Source, SourceKind, StandIn, Tables};

/// Names, each once, in the order of their first use.
#[derive(Debug, Default)]
struct Names(Vec<String>);

impl Names {
    fn add(&mut self, name: String) {
        if !self.0.contains(&name) {
            self.0.push(name);
        }
    }
}

/// The actions before the lanes from which slot `lanes` comes; the others are
/// worked out there because they are the same for each lane.
fn choosing(before: &[Action], lanes: u16) -> SortedSet<usize> {
    let mut needed = SortedSet::from([lanes]);
    let mut found = SortedSet::new();
    for (index, action) in before.iter().enumerate().rev() {
        if needed.remove(&action.to) {
            needed.extend(inputs(action));
            found.insert(index);
        }
    }
    found
}

/// The states that say how the arithmetic of an action rounds, and what becomes of
/// subnormal values and of those that are too large.
fn governing<'a>(tables: &'a Tables<'_>, action: &Action) -> impl Iterator<Item = &'a str> {
    let governed = action.governed();
    let rows = tables.floating.iter();
    let rows = rows.filter(move |row| governed.contains(&Some(row.bits)));
    let states = rows.flat_map(|row| [row.rounding, row.subnormals, row.overflow]);
    states.filter_map(|it| {
        let row = tables.states.get(usize::from(it.state))?;
        Some(tables.text(row.name))
    })
}

/// A program, or what is left of one.
pub(super) struct Actions<'p> {
    pub(super) sources: &'p [Source],
    /// Those that give the lanes, and what is the same for all of them.
    pub(super) before: &'p [Action],
    pub(super) rest: &'p [Action],
    /// The slot of the lanes, or [`NONE`].
    pub(super) lanes: u16,
}

/// Reads and writes of a program, also those under conditions.
#[derive(Debug, Default)]
pub(super) struct Derived {
    /// Which lanes run, as what follows "for each lane"; `None` if it runs once.
    pub(super) lanes: Option<String>,
    reads: Names,
    writes: Names,
}

impl Derived {
    /// Looks through the actions of a program. In the place of some operands an
    /// encoding may have states.
    pub(super) fn of(tables: &Tables<'_>, program: &Actions<'_>, stand_ins: &[StandIn]) -> Derived {
        let mut derived = Derived::default();
        // What the mask of the lanes is computed from.
        let mut mask = Names::default();
        // Actions until this one are the memory's.
        let mut atomic = 0;
        let lanes = choosing(program.before, program.lanes);
        for (index, action) in program.before.iter().chain(program.rest).enumerate() {
            let source = |index: u16| {
                let source = program.sources[usize::from(index)];
                let name = tables.text(source.name);
                let mut stand_ins = stand_ins.iter();
                if source.kind == SourceKind::Operand.into()
                    && let Some(it) = stand_ins.find(|it| tables.text(it.name) == name)
                {
                    return tables
                        .text(tables.states[usize::from(it.state)].name)
                        .to_owned();
                }
                // Operations spell operands and fields in capitals.
                spelled(tables, &source)
            };
            let memory = |space: u16| {
                let row = tables.spaces.get(usize::from(space));
                let name = row.map_or("", |row| tables.text(row.name));
                format!("{name} memory")
            };
            match action.kind.get() {
                ActionKind::Read | ActionKind::ReadLane => {
                    let name = source(action.a);
                    if lanes.contains(&index) {
                        mask.add(name.clone());
                    }
                    derived.reads.add(name);
                }
                ActionKind::Atomic => atomic = index + usize::from(action.c),
                ActionKind::Write => derived.writes.add(source(action.a)),
                ActionKind::Load => derived.reads.add(memory(action.b)),
                ActionKind::Store => derived.writes.add(memory(action.b)),
                _ => {}
            }
            if atomic == 0 || index > atomic {
                for state in governing(tables, action) {
                    derived.reads.add(state.to_owned());
                }
            }
        }
        if program.lanes != NONE {
            derived.lanes = Some(match mask.0.as_slice() {
                [] => String::new(),
                [one] => format!("of {one}"),
                [names @ .., last] => format!("that {} and {last} choose", names.join(", ")),
            });
        }
        derived
    }

    /// The names that are read, and those that are written.
    pub(super) fn lists(self) -> (Vec<String>, Vec<String>) {
        (self.reads.0, self.writes.0)
    }
}

/// A name as pseudocode spells it: operands and fields in capitals.
pub(super) fn spelled(tables: &Tables<'_>, source: &Source) -> String {
    let name = tables.text(source.name);
    match source.kind.get() {
        SourceKind::State => name.to_owned(),
        SourceKind::Modifier => format!("{name}.{}", tables.text(source.modifier)).to_uppercase(),
        SourceKind::Operand | SourceKind::Field | SourceKind::Feature => name.to_uppercase(),
    }
}
