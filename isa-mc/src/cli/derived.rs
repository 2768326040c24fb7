//! What an operation reads and writes, found out from its program.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use isa_mc::tables::{Action, ActionKind, NONE, Program, SourceKind, StandIn, Tables};

use super::wrap::wrap;

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
fn choosing(before: &[Action], lanes: u16) -> BTreeSet<usize> {
    let mut needed = BTreeSet::from([lanes]);
    let mut found = BTreeSet::new();
    for (index, action) in before.iter().enumerate().rev() {
        if needed.remove(&action.to) {
            needed.extend(inputs(action));
            found.insert(index);
        }
    }
    found
}

/// The slots that an action of at most 64 bits takes.
fn inputs(action: &Action) -> Vec<u16> {
    let Action { a, b, c, d, .. } = *action;
    let slots: &[u16] = match action.kind.get() {
        ActionKind::Constant
        | ActionKind::Lane
        | ActionKind::Loop
        | ActionKind::Atomic
        | ActionKind::Once
        | ActionKind::Undefined => &[],
        ActionKind::Read => &[c],
        ActionKind::ReadLane | ActionKind::Write => &[c, d],
        ActionKind::Store => &[a, d],
        ActionKind::Load
        | ActionKind::Move
        | ActionKind::SignExtend
        | ActionKind::Truncate
        | ActionKind::Negate
        | ActionKind::BitNot
        | ActionKind::Not
        | ActionKind::Magnitude
        | ActionKind::IsNan
        | ActionKind::BitCount
        | ActionKind::LeadingZeros
        | ActionKind::TrailingZeros
        | ActionKind::BitReverse
        | ActionKind::Flush
        | ActionKind::SquareRoot
        | ActionKind::ReciprocalRoot
        | ActionKind::PowerOfTwo
        | ActionKind::Logarithm
        | ActionKind::Sine
        | ActionKind::Cosine
        | ActionKind::If => &[a],
        // The second is a number.
        ActionKind::FromUnsigned | ActionKind::FromSigned | ActionKind::FromFloating => &[a, c],
        ActionKind::Choose
        | ActionKind::FusedMultiplyAdd
        | ActionKind::Swizzle
        | ActionKind::Element => &[a, b, c],
        ActionKind::ScaledMultiplyAdd => &[a, b, c, d],
        _ => &[a, b],
    };
    slots.iter().copied().filter(|&slot| slot != NONE).collect()
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

/// Reads and writes of a program, also those under conditions.
#[derive(Debug, Default)]
pub struct Derived {
    /// Which lanes run, as what follows "for each lane"; `None` if it runs once.
    pub lanes: Option<String>,
    reads: Names,
    writes: Names,
}

impl Derived {
    /// Looks through the actions of a program. In the place of some operands an
    /// encoding may have states.
    pub fn of(tables: &Tables<'_>, program: &Program, stand_ins: &[StandIn]) -> Derived {
        let mut derived = Derived::default();
        // What the mask of the lanes is computed from.
        let mut mask = Names::default();
        let beginning = &tables.actions[program.beginning.range()];
        let actions = &tables.actions[program.actions.range()];
        // Actions until this one are the memory's.
        let mut atomic = 0;
        let lanes = choosing(&beginning[..usize::from(program.before)], program.lanes);
        for (index, action) in beginning.iter().chain(actions).enumerate() {
            let source = |index: u16| {
                let sources = &tables.sources[program.sources.range()];
                let source = sources[usize::from(index)];
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
                match source.kind.get() {
                    SourceKind::State => name.to_owned(),
                    SourceKind::Modifier => {
                        format!("{name}.{}", tables.text(source.modifier)).to_uppercase()
                    }
                    SourceKind::Operand | SourceKind::Field | SourceKind::Feature => {
                        name.to_uppercase()
                    }
                }
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
                [one] => format!(" of {one}"),
                [names @ .., last] => format!(" that {} and {last} choose", names.join(", ")),
            });
        }
        derived
    }

    /// A comment for the reads and one for the writes, in lines of at most
    /// `width` columns.
    pub fn text(&self, width: usize) -> String {
        let mut text = String::new();
        for (what, Names(names)) in [("reads", &self.reads), ("writes", &self.writes)] {
            if !names.is_empty() {
                let list = format!("{what} {}", names.join(", "));
                for line in wrap(&list, width - 5).lines() {
                    let _ = writeln!(text, "  // {line}");
                }
            }
        }
        text
    }
}
