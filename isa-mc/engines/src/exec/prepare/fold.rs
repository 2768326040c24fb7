//! Walks over a program and decides what an instruction's fields decide.
//!
//! Slots of the program are places; here every result gets a slot of its own that
//! nothing else writes, so a name for it is as good as a copy. Only what is set under a
//! condition that is not known, in a loop that is not unrolled, or lane by lane has a
//! *home*, a slot that several actions write.

mod decide;
mod slots;

use std::collections::HashMap;
use std::vec::Vec;

use foldhash::fast::FixedState;

use super::roles::{Roles, is_block, roles};
use crate::exec::bind::Binding;
use crate::exec::bits::ones;
use crate::exec::machine::{Declaration, declared};
use crate::tables::{Action, ActionKind, Flag, NONE, NumberKind, Program, Tables};

/// Actions that unrolling may make.
const UNROLLED: usize = 4096;

/// An action, or a block with what is in it.
#[derive(Debug, Clone)]
pub(super) enum Node {
    Action(Action),
    Block {
        head: Action,
        first: Vec<Node>,
        /// The other arm of an `If`.
        second: Vec<Node>,
    },
}

/// A program after folding, over slots that are written once, and homes.
#[derive(Debug, Default)]
pub(super) struct Folded {
    /// Constants in slots, then what comes before the lanes are known.
    pub(super) before: Vec<Node>,
    pub(super) body: Vec<Node>,
    pub(super) lanes: Option<u16>,
    /// Slots, used or not.
    pub(super) slots: u16,
    pub(super) constants: Vec<u64>,
    /// Slots that must follow one another: the first, and how many.
    pub(super) groups: Vec<(u16, u16)>,
}

/// What a slot of the program holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    Constant(u64),
    Slot(u16),
}

/// How a variable is declared, where that is known.
pub(super) type Declarations<'d> = &'d dyn Fn(u32) -> Option<Option<Declaration>>;

/// Slots by what they hold. It all comes of tables: nobody chooses it so that it lies in one place.
type Known<K> = HashMap<K, u16, FixedState>;

struct Folder<'f> {
    tables: &'f Tables<'f>,
    bindings: &'f [Binding],
    declarations: Declarations<'f>,
    /// By slots of the program.
    values: Vec<Value>,
    homes: Vec<Option<u16>>,
    /// By slots that are given out: whether it is a home, and how many bits may be set.
    is_home: Vec<bool>,
    widths: Vec<u16>,
    /// What was worked out already, and in what order it became known.
    known: Known<Action>,
    journal: Vec<Action>,
    /// The slots with the number of each lane that are known.
    lanes: Vec<u16>,
    constant_slots: Known<u64>,
    /// Where nodes go.
    nodes: Vec<Node>,
    first: Vec<Node>,
    folded: Folded,
    emitted: usize,
}

/// Folds a program whose sources are these.
pub(super) fn fold(
    tables: &Tables<'_>,
    program: &Program,
    bindings: &[Binding],
    declarations: Declarations<'_>,
) -> Folded {
    let mut folder = Folder {
        tables,
        bindings,
        declarations,
        values: vec![Value::Constant(0); usize::from(program.slots)],
        homes: vec![None; usize::from(program.slots)],
        is_home: Vec::new(),
        widths: Vec::new(),
        known: Known::default(),
        journal: Vec::new(),
        lanes: Vec::new(),
        constant_slots: Known::default(),
        nodes: Vec::new(),
        first: Vec::new(),
        folded: Folded::default(),
        emitted: 0,
    };
    let beginning = &tables.actions[program.beginning.range()];
    let before = usize::from(program.before).min(beginning.len());
    folder.walk(&beginning[..before], false);
    if program.lanes != NONE {
        let lanes = folder.values[usize::from(program.lanes)];
        folder.folded.lanes = Some(folder.slot_of(lanes));
    }
    let nodes = std::mem::take(&mut folder.nodes);
    folder.walk(&beginning[before..], false);
    folder.walk(&tables.actions[program.actions.range()], false);
    let Folder {
        nodes: body,
        mut first,
        mut folded,
        widths,
        ..
    } = folder;
    first.extend(nodes);
    folded.before = first;
    folded.body = body;
    folded.slots = widths.len() as u16;
    folded
}

impl Folder<'_> {
    fn walk(&mut self, actions: &[Action], conditional: bool) {
        let mut at = 0;
        while let Some(&action) = actions.get(at) {
            at += 1;
            if !is_block(action.kind.get()) {
                self.action(action, conditional);
                continue;
            }
            let middle = match action.kind.get() {
                ActionKind::If => at + usize::from(action.b),
                _ => at,
            };
            let end = middle + usize::from(action.c);
            let (first, second) = match action.kind.get() {
                ActionKind::If => (&actions[at..middle], &actions[middle..end]),
                _ => (&actions[at..end], &actions[end..end]),
            };
            self.block(action, first, second, conditional);
            at = end;
        }
    }

    fn block(&mut self, head: Action, first: &[Action], second: &[Action], conditional: bool) {
        match head.kind.get() {
            ActionKind::If => {
                let condition = self.values[usize::from(head.a)];
                if let Value::Constant(condition) = condition {
                    let chosen = if condition & 1 == 1 { first } else { second };
                    self.walk(chosen, conditional);
                    return;
                }
                self.settle(first);
                self.settle(second);
                let a = self.slot_of(condition);
                self.nested(Action { a, ..head }, first, second, true);
            }
            ActionKind::Loop => {
                let start = self.tables.constants[usize::from(head.a)];
                let rounds = usize::from(head.b);
                if self.emitted + rounds * first.len() <= UNROLLED {
                    for round in 0..rounds as u64 {
                        let value = (start + round) & 0xffff_ffff;
                        self.values[usize::from(head.to)] = Value::Constant(value);
                        self.walk(first, conditional);
                    }
                    return;
                }
                self.settle(first);
                let to = self.home(head.to);
                self.values[usize::from(head.to)] = Value::Slot(to);
                let a = self.constant(start);
                self.nested(Action { a, to, ..head }, first, second, true);
            }
            ActionKind::Atomic => {
                self.settle(first);
                self.nested(head, first, second, true);
            }
            _ => self.nested(head, first, second, conditional),
        }
    }

    fn nested(&mut self, head: Action, first: &[Action], second: &[Action], conditional: bool) {
        let around = std::mem::take(&mut self.nodes);
        let [first, second] = [first, second].map(|list| {
            let (known, lanes) = (self.journal.len(), self.lanes.len());
            self.walk(list, conditional);
            // What was worked out there is so only where that has run.
            for action in self.journal.drain(known..) {
                self.known.remove(&action);
            }
            self.lanes.truncate(lanes);
            std::mem::take(&mut self.nodes)
        });
        self.nodes = around;
        self.nodes.push(Node::Block {
            head,
            first,
            second,
        });
    }

    /// What is set within a block whose running is not known has a home from here on.
    fn settle(&mut self, actions: &[Action]) {
        let mut at = 0;
        while let Some(action) = actions.get(at) {
            at += 1;
            if action.kind != ActionKind::Move.into() {
                continue;
            }
            let value = self.values[usize::from(action.to)];
            let home = self.home(action.to);
            if value != Value::Slot(home) {
                let from = self.slot_of(value);
                self.copy(home, from);
                self.values[usize::from(action.to)] = Value::Slot(home);
            }
        }
    }

    /// Copies a slot in every lane, whichever run.
    fn copy(&mut self, to: u16, from: u16) {
        self.push(Action {
            kind: ActionKind::Or.into(),
            number: NumberKind::Unsigned.into(),
            bits: 64,
            uniform: Flag::NO,
            to,
            a: from,
            b: from,
            c: 0,
            d: 0,
        });
    }

    fn push(&mut self, action: Action) {
        self.emitted += 1;
        self.nodes.push(Node::Action(action));
    }

    // ---- actions -------------------------------------------------------------

    fn action(&mut self, action: Action, conditional: bool) {
        let roles = roles(&action);
        let to = usize::from(action.to);
        match action.kind.get() {
            ActionKind::Constant => {
                let value = self.tables.constants[usize::from(action.a)];
                self.values[to] = Value::Constant(value);
            }
            ActionKind::Move => self.set(action, conditional),
            ActionKind::Read | ActionKind::ReadLane => self.read(action),
            _ => {
                if let Some(value) = self.declared(&action) {
                    self.values[to] = Value::Constant(value);
                    return;
                }
                if let Some(value) = self.decided(&action, &roles) {
                    self.values[to] = value;
                    return;
                }
                let action = self.placed(action, &roles);
                self.emit(action, to, &roles);
            }
        }
    }

    /// What the program's declarations give.
    fn declared(&self, action: &Action) -> Option<u64> {
        let kind = action.kind.get();
        if !matches!(kind, ActionKind::DeclaredType | ActionKind::DeclaredCount) {
            return None;
        }
        let Value::Constant(variable) = self.values[usize::from(action.a)] else {
            return None;
        };
        let declaration = (self.declarations)(variable as u32)?;
        Some(declared(kind, declaration))
    }

    fn set(&mut self, action: Action, conditional: bool) {
        let value = self.get(action.a);
        let to = usize::from(action.to);
        if conditional {
            let home = self.home(action.to);
            let a = self.slot_of(value);
            self.push(Action {
                to: home,
                a,
                ..action
            });
            self.values[to] = Value::Slot(home);
        } else if self.is_home(value) {
            // It will change, and this value must not.
            let width = self.width(value);
            let slot = self.fresh(1, width);
            let from = self.slot_of(value);
            self.copy(slot, from);
            self.values[to] = Value::Slot(slot);
        } else {
            self.values[to] = value;
        }
    }

    /// The bit at which a part of a source begins, as far as it is known.
    fn position(&mut self, action: &mut Action) {
        if action.c == NONE {
            return;
        }
        match self.get(action.c) {
            Value::Constant(moved) => {
                action.b = action.b.wrapping_add(moved as u16);
                action.c = NONE;
            }
            Value::Slot(slot) => action.c = slot,
        }
    }

    fn read(&mut self, mut action: Action) {
        let to = usize::from(action.to);
        self.position(&mut action);
        let binding = self.bindings.get(usize::from(action.a)).copied();
        if let Some(Binding::Value(value)) = binding
            && action.c == NONE
        {
            let value = value.unbounded_shr(action.b.into()) & ones(action.bits);
            self.values[to] = Value::Constant(value as u64);
            return;
        }
        if action.kind == ActionKind::ReadLane.into() {
            let lane = self.get(action.d);
            if self.lanes.iter().any(|own| lane == Value::Slot(*own)) {
                // Each lane reads its own.
                (action.kind, action.d) = (ActionKind::Read.into(), 0);
            } else {
                action.d = self.slot_of(lane);
            }
        }
        let roles = roles(&action);
        self.emit(action, to, &roles);
    }

    /// An action over slots that are given out.
    fn placed(&mut self, mut action: Action, roles: &Roles) -> Action {
        if action.kind == ActionKind::Write.into() {
            self.position(&mut action);
        } else if let Some(count) = roles.c {
            action.c = self.gather(action.c, count);
        }
        for (slot, count) in [
            (&mut action.a, roles.a),
            (&mut action.b, roles.b),
            (&mut action.d, roles.d),
        ] {
            if let Some(count) = count {
                *slot = self.gather(*slot, count);
            }
        }
        if action.kind == ActionKind::Choose.into() {
            // One slot, of however wide a value.
            action.bits = action.bits.min(64);
        }
        action
    }

    fn emit(&mut self, mut action: Action, to: usize, roles: &Roles) {
        if roles.to == 0 {
            self.push(action);
            return;
        }
        action.to = 0;
        let stays = roles.pure && !self.reads_home(&action, roles);
        let slot = match self.known.get(&action) {
            Some(&slot) if stays => slot,
            _ => {
                let width = self.result_width(&action);
                let slot = self.fresh(roles.to, width);
                self.push(Action { to: slot, ..action });
                if stays {
                    self.known.insert(action, slot);
                    self.journal.push(action);
                    if action.kind == ActionKind::Lane.into() {
                        self.lanes.push(slot);
                    }
                }
                slot
            }
        };
        for at in 0..roles.to {
            self.values[to + usize::from(at)] = Value::Slot(slot + at);
        }
    }

    fn reads_home(&self, action: &Action, roles: &Roles) -> bool {
        let slots = [
            (action.a, roles.a),
            (action.b, roles.b),
            (action.c, roles.c.filter(|_| action.c != NONE)),
            (action.d, roles.d),
        ];
        let mut slots = slots.into_iter();
        slots.any(|(slot, count)| {
            let mut slots = (0..count.unwrap_or(0)).map(|at| usize::from(slot + at));
            slots.any(|slot| self.is_home[slot])
        })
    }
}
