//! Operations: from the typed tree to actions over slots.
//!
//! `writer` has the slots and sources of one program, `expressions` writes values. Here are
//! statements, and the rows of whole programs.

mod expressions;
mod writer;

use super::lowering::Lowering;
use super::pool;
use crate::model::{Instruction, Shape};
use crate::operation::Checked;
use crate::operation::ir::Statement;
use crate::operation::types::Type;
use crate::tables::{self, ActionKind, NONE};
use writer::{Common, Writer, action, limbs, slots, space};

impl Lowering<'_> {
    /// The program of an instruction; [`NONE`] without an operation.
    pub(super) fn operation(&mut self, index: usize, instruction: &Instruction) -> u16 {
        let Some(checked) = &instruction.operation else {
            return NONE;
        };
        // The newest architecture's is what the operation was checked with, but
        // other encodings may have operands that it lacks. A stream has none:
        // its fields are the parts by path.
        let own = self.model.encodings_of(index).iter();
        let mut shapes: Vec<&Shape> = own.map(|it| &self.model.shapes[it.shape]).collect();
        shapes.reverse();
        self.program_of(checked, shapes)
    }

    /// The row of a program; one that is known is not written again.
    pub(super) fn program_of(&mut self, checked: &Checked, shapes: Vec<&Shape>) -> u16 {
        // What is the same wherever it stands is found first and worked out once.
        let mut first = Writer::new(&checked.ir, &checked.names, shapes.clone(), self);
        first.beginning(&[]);
        let beginning = std::mem::take(&mut first.common);
        first.body(&[]);
        let body = first.common;
        let mut writer = Writer::new(&checked.ir, &checked.names, shapes, self);
        let (before, lanes) = writer.beginning(&beginning);
        let beginning = std::mem::take(&mut writer.actions);
        writer.body(&body);
        let Writer {
            actions,
            sources,
            slots,
            ..
        } = writer;
        // Families compute their `let`s alike: that is stored once.
        let beginning = match self.programs.beginnings.get(&beginning) {
            Some(known) => *known,
            None => {
                let rows = pool::append(&mut self.tables.actions, &beginning);
                self.programs.beginnings.insert(beginning, rows);
                rows
            }
        };
        let key = (actions, sources, lanes, beginning);
        if let Some(known) = self.programs.known.get(&key) {
            return *known;
        }
        let row = tables::Program {
            beginning,
            actions: pool::append(&mut self.tables.actions, &key.0),
            sources: pool::append(&mut self.tables.sources, &key.1),
            slots,
            before,
            lanes,
        };
        let place = self.tables.programs.len() as u16;
        self.tables.programs.push(row);
        self.programs.known.insert(key, place);
        place
    }
}

impl Writer<'_, '_> {
    /// How many statements at the start set `let`s of the family.
    fn lets(&self) -> usize {
        let program = self.program;
        let of_family = |it: &&Statement| matches!(it, Statement::Set { local, .. } if program.locals[*local].of_family);
        program.body.iter().take_while(of_family).count()
    }

    /// Writes the lanes and the `let`s; gives the actions before the lanes, and
    /// their slot.
    fn beginning(&mut self, common: &[(Common, u16)]) -> (u16, u16) {
        let program = self.program;
        self.locals = vec![0; program.locals.len()];
        self.place(true);
        self.first(common);
        self.statements(&program.before);
        let lanes = program.lanes.as_ref().map(|lanes| self.value(lanes));
        // The slot of the lanes stays theirs. Without lanes nothing comes before.
        let before = match lanes {
            Some(_) => self.actions.len() as u16,
            None => 0,
        };
        self.statements(&program.body[..self.lets()]);
        (before, lanes.unwrap_or(NONE))
    }

    /// Writes what comes behind the `let`s.
    fn body(&mut self, common: &[(Common, u16)]) {
        self.place(false);
        self.first(common);
        self.statements(&self.program.body[self.lets()..]);
    }

    /// Gives locals their slots: `let`s of the family, or all others.
    fn place(&mut self, of_family: bool) {
        let program = self.program;
        for (index, local) in program.locals.iter().enumerate() {
            if local.of_family == of_family {
                self.locals[index] = self.allocate(slots(local.ty));
            }
        }
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            let free = self.next;
            self.statement(statement);
            self.next = free;
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Set { local, value } => {
                let uniform = self.once || !self.program.locals[*local].varying;
                let from = self.value(value);
                self.copy(self.locals[*local], from, value.ty, uniform);
            }
            Statement::Write { to, at, value } => {
                let from = self.value(value);
                let source = self.source(*to);
                let step = self.position(at);
                for (slot, bits, first) in limbs(value.ty) {
                    let mut action = action(ActionKind::Write, Type::Bits(bits));
                    action.uniform = self.once.into();
                    (action.a, action.b, action.c) = (source, at.bit as u16 + first, step);
                    action.d = from + slot;
                    self.push(action);
                }
            }
            Statement::Store { address, value } => {
                let (a, d) = (self.value(address), self.value(value));
                let mut action = action(ActionKind::Store, value.ty);
                action.uniform = self.once.into();
                (action.a, action.b, action.d) = (a, space(address.ty), d);
                self.push(action);
            }
            Statement::If {
                condition,
                then,
                otherwise,
            } => {
                let mut action = action(ActionKind::If, Type::Bool);
                action.a = self.value(condition);
                let start = self.push(action);
                self.statements(then);
                self.actions[start].b = self.since(start);
                let middle = self.actions.len() - 1;
                self.statements(otherwise);
                self.actions[start].c = self.since(middle);
            }
            Statement::For {
                local,
                from,
                count,
                body,
            } => {
                let mut action = action(ActionKind::Loop, Type::unsigned(32));
                action.to = self.locals[*local];
                action.a = self.constant(u64::from(*from));
                action.b = *count as u16;
                let start = self.push(action);
                self.statements(body);
                self.actions[start].c = self.since(start);
            }
            Statement::Atomic(body) => self.block(ActionKind::Atomic, body),
            Statement::Once(body) => {
                self.once = true;
                self.block(ActionKind::Once, body);
                self.once = false;
            }
            Statement::Undefined(reason) => {
                let text = self.lowering.pool.text(reason);
                let mut action = action(ActionKind::Undefined, Type::Bool);
                action.uniform = self.once.into();
                action.a = pool::intern(&mut self.lowering.tables.reasons, text);
                self.push(action);
            }
        }
    }

    fn block(&mut self, kind: ActionKind, body: &[Statement]) {
        let start = self.push(action(kind, Type::Bool));
        self.statements(body);
        self.actions[start].c = self.since(start);
    }
}
