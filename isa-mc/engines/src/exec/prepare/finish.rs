//! Drops what nothing needs, and numbers what is left.

use std::vec::Vec;

use super::fold::{Folded, Node};
use super::prepared::Prepared;
use super::roles::roles;
use crate::exec::bind::{Binding, Processor};
use crate::tables::{Action, ActionKind, NONE};

/// Whether an action does something beside its result.
fn has_effect(kind: ActionKind) -> bool {
    matches!(
        kind,
        ActionKind::Write | ActionKind::Load | ActionKind::Store | ActionKind::Undefined
    )
}

/// The slots of an action's operands.
fn operands(action: &Action) -> impl Iterator<Item = u16> {
    let roles = roles(action);
    [
        (action.a, roles.a),
        (action.b, roles.b),
        (action.c, roles.c),
        (action.d, roles.d),
    ]
    .into_iter()
    .flat_map(|(slot, count)| (0..count.unwrap_or(0)).map(move |at| slot + at))
}

/// Which slots something needs.
struct Needed {
    slots: Vec<bool>,
    changed: bool,
}

impl Needed {
    fn mark(&mut self, slot: u16) {
        let needed = &mut self.slots[usize::from(slot)];
        self.changed |= !*needed;
        *needed = true;
    }

    fn is(&self, action: &Action) -> bool {
        let count = roles(action).to;
        has_effect(action.kind.get())
            || (0..count).any(|at| self.slots[usize::from(action.to + at)])
    }

    /// Marks what is needed for these nodes, from the last to the first; gives whether any
    /// of them is.
    fn nodes(&mut self, nodes: &[Node]) -> bool {
        let mut any = false;
        for node in nodes.iter().rev() {
            match node {
                Node::Action(action) => {
                    if self.is(action) {
                        operands(action).for_each(|slot| self.mark(slot));
                        // What a load gives needs a slot, though nothing may look at it.
                        let count = roles(action).to;
                        (0..count).for_each(|at| self.mark(action.to + at));
                        any = true;
                    }
                }
                Node::Block {
                    head,
                    first,
                    second,
                } => {
                    let inside = self.nodes(second) | self.nodes(first);
                    match head.kind.get() {
                        ActionKind::If if inside => self.mark(head.a),
                        ActionKind::Loop if inside => self.mark(head.to),
                        _ => {}
                    }
                    any |= inside;
                }
            }
        }
        any
    }
}

/// The rows of a folded program.
pub(super) fn finish(folded: Folded, bindings: Vec<Binding>, derived: Vec<(u16, u16)>) -> Prepared {
    let mut needed = Needed {
        slots: vec![false; usize::from(folded.slots)],
        changed: true,
    };
    if let Some(lanes) = folded.lanes {
        needed.mark(lanes);
    }
    // What is set in a loop may be needed before it in the next round.
    while needed.changed {
        needed.changed = false;
        needed.nodes(&folded.body);
        needed.nodes(&folded.before);
    }
    // Slots that follow one another stay together.
    let mut kept = needed.slots.clone();
    for &(first, count) in &folded.groups {
        let group = usize::from(first)..usize::from(first + count);
        if kept[group.clone()].contains(&true) {
            kept[group].fill(true);
        }
    }
    let mut next = 0;
    let numbers = kept.iter().map(|kept| {
        let number = next;
        next += u16::from(*kept);
        number
    });
    let mut writer = Writer {
        needed,
        numbers: numbers.collect(),
        actions: Vec::new(),
    };
    writer.nodes(&folded.before);
    let before = match folded.lanes {
        Some(_) => writer.actions.len(),
        None => 0,
    };
    writer.nodes(&folded.body);
    Prepared {
        before,
        lanes: folded.lanes.map_or(NONE, |slot| writer.number(slot)),
        actions: writer.actions,
        slots: next,
        constants: folded.constants,
        bindings,
        derived,
        processor: Processor::default(),
        indexed: Vec::new(),
    }
}

struct Writer {
    needed: Needed,
    /// New numbers of slots.
    numbers: Vec<u16>,
    actions: Vec<Action>,
}

impl Writer {
    fn number(&self, slot: u16) -> u16 {
        self.numbers[usize::from(slot)]
    }

    fn nodes(&mut self, nodes: &[Node]) {
        for node in nodes {
            match node {
                Node::Action(action) if self.needed.is(action) => {
                    let action = self.numbered(*action);
                    self.actions.push(action);
                }
                Node::Action(_) => {}
                Node::Block {
                    head,
                    first,
                    second,
                } => self.block(*head, first, second),
            }
        }
    }

    fn block(&mut self, head: Action, first: &[Node], second: &[Node]) {
        let start = self.actions.len();
        self.actions.push(head);
        self.nodes(first);
        let middle = self.actions.len();
        self.nodes(second);
        let end = self.actions.len();
        if end == start + 1 {
            // Nothing in it is needed.
            self.actions.truncate(start);
            return;
        }
        let head = &mut self.actions[start];
        match head.kind.get() {
            ActionKind::If => {
                head.a = self.numbers[usize::from(head.a)];
                head.b = (middle - start - 1) as u16;
                head.c = (end - middle) as u16;
            }
            ActionKind::Loop => {
                head.to = self.numbers[usize::from(head.to)];
                head.c = (end - start - 1) as u16;
            }
            _ => head.c = (end - start - 1) as u16,
        }
    }

    fn numbered(&self, mut action: Action) -> Action {
        let roles = roles(&action);
        for (slot, count) in [
            (&mut action.a, roles.a),
            (&mut action.b, roles.b),
            (&mut action.c, roles.c),
            (&mut action.d, roles.d),
        ] {
            if count.is_some() {
                *slot = self.number(*slot);
            }
        }
        if roles.to > 0 {
            action.to = self.number(action.to);
        }
        action
    }
}
