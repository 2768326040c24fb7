//! What an operation reads and writes, found out from its program.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use isa_mc::tables::{ActionKind, NONE, Program, SourceKind, Tables};

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

/// Reads and writes of a program, also those under conditions.
#[derive(Debug, Default)]
pub struct Derived {
    /// What says which lanes run; `None` if it runs once.
    pub lanes: Option<String>,
    reads: Names,
    writes: Names,
}

impl Derived {
    /// Looks through the actions of a program.
    pub fn of(tables: &Tables<'_>, program: &Program) -> Derived {
        let mut derived = Derived::default();
        let mut states = BTreeSet::new();
        let actions = &tables.actions[program.actions.range()];
        let before = usize::from(program.before);
        for (index, action) in actions.iter().enumerate() {
            let source = |index: u16| {
                let sources = &tables.sources[program.sources.range()];
                let source = sources[usize::from(index)];
                let name = tables.text(source.name);
                // Operations spell operands and fields in capitals.
                match source.kind {
                    SourceKind::State => (name.to_owned(), true),
                    _ => (name.to_uppercase(), false),
                }
            };
            let memory = |space: u16| {
                let row = tables.spaces.get(usize::from(space));
                let name = row.map_or("", |row| tables.text(row.name));
                format!("{name} memory")
            };
            match action.kind {
                ActionKind::Read | ActionKind::ReadLane => {
                    let (name, is_state) = source(action.a);
                    if index < before && is_state {
                        states.insert(name.clone());
                    }
                    derived.reads.add(name);
                }
                ActionKind::Write => derived.writes.add(source(action.a).0),
                ActionKind::Load => derived.reads.add(memory(action.b)),
                ActionKind::Store => derived.writes.add(memory(action.b)),
                _ => {}
            }
        }
        if program.lanes != NONE {
            let states: Vec<String> = states.into_iter().collect();
            derived.lanes = Some(match states.as_slice() {
                [] => "the instruction's mask".to_owned(),
                states => states.join(", "),
            });
        }
        derived
    }

    /// A line for the reads and one for the writes.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (what, Names(names)) in [("reads", &self.reads), ("writes", &self.writes)] {
            if !names.is_empty() {
                let _ = writeln!(text, "  // {what} {}", names.join(", "));
            }
        }
        text
    }
}
