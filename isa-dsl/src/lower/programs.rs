//! Operations: from the typed tree to actions over slots.

use super::lowering::Lowering;
use super::pool;
use crate::machine::ArchSet;
use crate::model::{Instruction, Shape, StateBits};
use crate::operation::Checked;
use crate::operation::builtins::Builtin;
use crate::operation::ir::{self, Conversion, Expression, ExpressionKind, Position, Statement};
use crate::operation::types::{Scalar, Type};
use crate::tables::{
    self, Action, ActionKind, Flag, NONE, NumberKind, SLOT_BITS, Source, SourceKind,
};

impl Lowering<'_> {
    /// States, how far the address spaces reach, and how floating-point types behave.
    pub(super) fn memory(&mut self) {
        for state in &self.model.states {
            let (file, number) = state.home.unwrap_or((usize::from(NONE), 0));
            let row = tables::State {
                name: self.pool.text(&state.name),
                bits: state.bits as u16,
                file: file as u16,
                number: number as u16,
                derived: NONE,
                archs: state.archs.0,
            };
            self.tables.states.push(row);
        }
        for (index, state) in self.model.states.iter().enumerate() {
            if let Some(checked) = &state.derived {
                let program = self.program_of(checked, Vec::new());
                self.tables.states[index].derived = program;
            }
        }
        let none = StateBits {
            state: usize::from(NONE),
            low: 0,
            bits: 0,
        };
        let bits = |it: StateBits| tables::StateBits {
            state: it.state as u16,
            low: it.low as u16,
            bits: it.bits as u16,
        };
        for space in &self.model.spaces {
            let (limit, archs) = space.limit.unwrap_or((none, ArchSet::default()));
            let row = tables::Space {
                name: self.pool.text(&space.name),
                limit: bits(limit),
                limit_archs: archs.0,
                base: bits(space.base.unwrap_or(none)),
                memory: space.memory as u16,
            };
            self.tables.spaces.push(row);
        }
        for floating in &self.model.floating {
            let (overflow, archs) = floating.overflow.unwrap_or((none, ArchSet::default()));
            let row = tables::FloatingType {
                bits: floating.ty.bits(),
                rounding: bits(floating.rounding.unwrap_or(none)),
                subnormals: bits(floating.subnormals.unwrap_or(none)),
                overflow: bits(overflow),
                overflow_archs: archs.0,
            };
            self.tables.floating.push(row);
        }
    }

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
    fn program_of(&mut self, checked: &Checked, shapes: Vec<&Shape>) -> u16 {
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

/// Writes one program.
struct Writer<'w, 'a> {
    program: &'w ir::Program,
    names: &'w crate::operation::Names,
    /// The shapes of the instruction, the newest first.
    shapes: Vec<&'w Shape>,
    lowering: &'w mut Lowering<'a>,
    actions: Vec<Action>,
    sources: Vec<Source>,
    /// First slot of each local.
    locals: Vec<u16>,
    /// First free slot.
    next: u16,
    /// Slots used at most.
    slots: u16,
    once: bool,
    /// What is the same wherever it stands, with its slot.
    common: Vec<(Common, u16)>,
}

/// A value that is the same wherever it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Common {
    /// A constant, and the slots it takes.
    Constant(u128, u16),
    /// All bits of a field.
    Field(usize, u16),
    /// Whether the processor has a feature.
    Feature(usize),
}

/// An action that gives nothing yet.
fn action(kind: ActionKind, ty: Type) -> Action {
    let number = match ty {
        Type::Scalar(Scalar::Integer { signed: true, .. }) => NumberKind::Signed,
        Type::Scalar(Scalar::Half | Scalar::Float | Scalar::Double) => NumberKind::Floating,
        _ => NumberKind::Unsigned,
    };
    Action {
        kind: kind.into(),
        number: number.into(),
        bits: ty.bits(),
        uniform: Flag::NO,
        to: 0,
        a: 0,
        b: 0,
        c: 0,
        d: 0,
    }
}

/// Slots of a value.
fn slots(ty: Type) -> u16 {
    ty.bits().div_ceil(SLOT_BITS).max(1)
}

fn space(pointer: Type) -> u16 {
    match pointer {
        Type::Pointer { space, .. } => space as u16,
        _ => NONE,
    }
}

/// Whether an expression loads: then it must not be evaluated for nothing.
fn loads(expression: &Expression) -> bool {
    matches!(expression.kind, ExpressionKind::Load(_)) || expression.children().any(loads)
}

impl<'w, 'a> Writer<'w, 'a> {
    fn new(
        program: &'w ir::Program,
        names: &'w crate::operation::Names,
        shapes: Vec<&'w Shape>,
        lowering: &'w mut Lowering<'a>,
    ) -> Writer<'w, 'a> {
        Writer {
            program,
            names,
            shapes,
            lowering,
            actions: Vec::new(),
            sources: Vec::new(),
            locals: Vec::new(),
            next: 0,
            slots: 0,
            once: false,
            common: Vec::new(),
        }
    }

    /// Writes what is the same everywhere, before everything else.
    fn first(&mut self, common: &[(Common, u16)]) {
        for &(value, _) in common {
            self.shared(value);
        }
    }

    /// The slot of a value that is the same everywhere. One that is met for the
    /// first time is noted, and worked out here.
    fn shared(&mut self, value: Common) -> u16 {
        if let Some((_, slot)) = self.common.iter().find(|(known, _)| *known == value) {
            return *slot;
        }
        let slot = self.work_out(value);
        self.common.push((value, slot));
        slot
    }

    fn work_out(&mut self, value: Common) -> u16 {
        match value {
            Common::Constant(bits, slots) => {
                let to = self.allocate(slots);
                for slot in 0..slots {
                    let limb = bits.checked_shr(u32::from(slot * SLOT_BITS)).unwrap_or(0);
                    let mut action = action(ActionKind::Constant, Type::unsigned(SLOT_BITS));
                    action.to = to + slot;
                    action.a = self.constant(limb as u64);
                    self.push(action);
                }
                to
            }
            Common::Field(field, bits) => self.read_whole(ir::Source::Field(field), bits),
            Common::Feature(feature) => self.read_whole(ir::Source::Feature(feature), 1),
        }
    }

    /// A slot with all bits of a source, at most 64.
    fn read_whole(&mut self, source: ir::Source, bits: u16) -> u16 {
        let source = self.source(source);
        let mut action = action(ActionKind::Read, Type::Bits(bits));
        (action.to, action.a, action.c) = (self.allocate(1), source, NONE);
        self.push(action);
        action.to
    }

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

    fn allocate(&mut self, count: u16) -> u16 {
        let slot = self.next;
        self.next = self.next.saturating_add(count);
        self.slots = self.slots.max(self.next);
        slot
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            let free = self.next;
            self.statement(statement);
            self.next = free;
        }
    }

    fn push(&mut self, action: Action) -> usize {
        self.actions.push(action);
        self.actions.len() - 1
    }

    /// Actions since the one at `start`.
    fn since(&self, start: usize) -> u16 {
        (self.actions.len() - start - 1) as u16
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

    /// Copies all slots of a value.
    fn copy(&mut self, to: u16, from: u16, ty: Type, uniform: bool) {
        for slot in 0..slots(ty) {
            let mut action = action(ActionKind::Move, ty);
            action.uniform = uniform.into();
            (action.to, action.a) = (to + slot, from + slot);
            self.push(action);
        }
    }

    fn constant(&mut self, value: u64) -> u16 {
        pool::intern(&mut self.lowering.tables.constants, value)
    }

    /// A slot with a constant.
    fn constant_slot(&mut self, value: u64) -> u16 {
        self.shared(Common::Constant(value.into(), 1))
    }

    fn source(&mut self, source: ir::Source) -> u16 {
        let (kind, name, index, bits) = match source {
            ir::Source::Operand(index) => {
                let (name, bits) = &self.names.operands[index];
                (SourceKind::Operand, name, index, *bits)
            }
            ir::Source::Field(index) => {
                let (name, bits) = &self.names.fields[index];
                (SourceKind::Field, name, index, *bits)
            }
            ir::Source::State(index) => {
                let state = &self.lowering.model.states[index];
                (SourceKind::State, &state.name, index, state.bits as u16)
            }
            ir::Source::Feature(index) => {
                let feature = &self.lowering.model.machine.features[index];
                (SourceKind::Feature, &feature.text, index, 1)
            }
        };
        let path = name.to_lowercase();
        let mut operands = self.shapes.iter().flat_map(|shape| &shape.operands);
        // Some encodings of an operand have source modifiers, others none.
        let wrapped = name.split_once('.').and_then(|(of, wrap)| {
            operands.find_map(|operand| {
                let mut wraps = operand.wraps.iter();
                let wrap = wraps.find(|it| it.name.to_uppercase() == wrap)?;
                let is = operand.name.to_uppercase() == of;
                is.then_some((operand.name.as_str(), wrap.name.as_str()))
            })
        });
        let by_index = matches!(kind, SourceKind::State | SourceKind::Feature);
        let (kind, name, modifier, index) = if by_index {
            (kind, name.as_str(), "", index)
        } else if self.shapes.is_empty() {
            (kind, path.as_str(), "", index)
        } else if let Some((operand, wrap)) = wrapped {
            (SourceKind::Modifier, operand, wrap, usize::from(NONE))
        } else {
            let place = self.shapes.iter().find_map(|shape| {
                let mut operands = shape.operands.iter();
                let place = operands.position(|it| it.name.to_uppercase() == *name)?;
                Some((shape.operands[place].name.as_str(), place))
            });
            // What it is follows from the name: a fixed field, or a state in its place.
            let (name, index) = place.unwrap_or((path.as_str(), usize::from(NONE)));
            (kind, name, "", index)
        };
        let row = Source {
            kind: kind.into(),
            index: index as u16,
            name: self.lowering.pool.text(name),
            modifier: self.lowering.pool.text(modifier),
            bits,
        };
        if let Some(known) = self.sources.iter().position(|other| *other == row) {
            return known as u16;
        }
        self.sources.push(row);
        (self.sources.len() - 1) as u16
    }

    /// The slot of the part of a position that loops move; [`NONE`] if it
    /// stays.
    fn position(&mut self, at: &Position) -> u16 {
        let mut sum = NONE;
        for &(local, step) in &at.steps {
            let step = self.constant_slot(step.cast_unsigned());
            let local = self.locals[local];
            let product = self.binary(ActionKind::Multiply, Type::unsigned(64), local, step);
            sum = match sum {
                NONE => product,
                sum => self.binary(ActionKind::Add, Type::unsigned(64), sum, product),
            };
        }
        sum
    }

    fn binary(&mut self, kind: ActionKind, ty: Type, a: u16, b: u16) -> u16 {
        let mut action = action(kind, ty);
        (action.to, action.a, action.b) = (self.allocate(slots(ty)), a, b);
        self.push(action);
        action.to
    }

    /// The first slot of a value.
    fn value(&mut self, expression: &Expression) -> u16 {
        let ty = expression.ty;
        match &expression.kind {
            ExpressionKind::Constant(bits) => self.shared(Common::Constant(*bits, slots(ty))),
            ExpressionKind::Read {
                from: ir::Source::Field(field),
                at,
            } if *at == Position::default() => self.shared(Common::Field(*field, ty.bits())),
            ExpressionKind::Read {
                from: ir::Source::Feature(feature),
                ..
            } => self.shared(Common::Feature(*feature)),
            ExpressionKind::Read { from, at } => self.read(ActionKind::Read, *from, at, 0, ty),
            ExpressionKind::ReadLane { from, at, lane } => {
                let lane = self.value(lane);
                self.read(ActionKind::ReadLane, *from, at, lane, ty)
            }
            ExpressionKind::Local(local) => self.locals[*local],
            ExpressionKind::Lane => {
                let mut action = action(ActionKind::Lane, ty);
                action.to = self.allocate(1);
                self.push(action);
                action.to
            }
            ExpressionKind::Load(address) => {
                let mut action = action(ActionKind::Load, ty);
                action.uniform = self.once.into();
                (action.a, action.b) = (self.value(address), space(address.ty));
                action.to = self.allocate(slots(ty));
                self.push(action);
                action.to
            }
            ExpressionKind::Convert(conversion, from) => self.convert(*conversion, from, ty),
            ExpressionKind::Unary(operator, value) => {
                let kind = match operator {
                    ir::Unary::Negate => ActionKind::Negate,
                    ir::Unary::BitNot => ActionKind::BitNot,
                    ir::Unary::Not => ActionKind::Not,
                };
                let value = self.value(value);
                self.binary(kind, ty, value, 0)
            }
            ExpressionKind::Binary(operator, left, right) => {
                let (a, b) = (self.value(left), self.value(right));
                let mut action = action(binary(*operator), left.ty);
                (action.to, action.a, action.b) = (self.allocate(slots(ty)), a, b);
                self.push(action);
                action.to
            }
            ExpressionKind::Choose(condition, then, otherwise) => {
                self.choose(condition, then, otherwise)
            }
            ExpressionKind::Call(Builtin::Convert, arguments) => {
                let from = &arguments[0];
                let mut converted = action(from_number(from.ty), ty);
                converted.a = self.value(from);
                converted.b = from.ty.bits();
                let rounding = arguments.get(1).map(|rounding| self.value(rounding));
                converted.c = rounding.unwrap_or(NONE);
                converted.to = self.allocate(slots(ty));
                self.push(converted);
                converted.to
            }
            ExpressionKind::Call(builtin, arguments) => {
                let inside = arguments.first().map_or(ty, |argument| argument.ty);
                let given: Vec<u16> = arguments.iter().map(|it| self.value(it)).collect();
                let slot = |index: usize| given.get(index).copied().unwrap_or(0);
                let mut action = action(call(*builtin), inside);
                (action.a, action.b) = (slot(0), slot(1));
                (action.c, action.d) = (slot(2), slot(3));
                action.to = self.allocate(slots(ty));
                self.push(action);
                action.to
            }
        }
    }

    fn read(
        &mut self,
        kind: ActionKind,
        from: ir::Source,
        at: &Position,
        lane: u16,
        ty: Type,
    ) -> u16 {
        let source = self.source(from);
        let step = self.position(at);
        let to = self.allocate(slots(ty));
        for (slot, bits, first) in limbs(ty) {
            let mut action = action(kind, Type::Bits(bits));
            (action.to, action.a) = (to + slot, source);
            (action.b, action.c, action.d) = (at.bit as u16 + first, step, lane);
            self.push(action);
        }
        to
    }

    fn convert(&mut self, conversion: Conversion, value: &Expression, ty: Type) -> u16 {
        let from = self.value(value);
        let (had, wanted) = (slots(value.ty), slots(ty));
        match conversion {
            Conversion::BitCast => from,
            Conversion::Truncate => {
                if ty.bits().is_multiple_of(SLOT_BITS) {
                    return from;
                }
                self.binary(ActionKind::Truncate, ty, from, 0)
            }
            // Above its width a slot is zero already.
            Conversion::ZeroExtend if had == wanted => from,
            Conversion::ZeroExtend => {
                let to = self.allocate(wanted);
                // Each lane has its own value, whether it runs or not.
                for slot in 0..had {
                    let mut action = action(ActionKind::Truncate, Type::unsigned(SLOT_BITS));
                    (action.to, action.a) = (to + slot, from + slot);
                    self.push(action);
                }
                for slot in had..wanted {
                    let mut action = action(ActionKind::Constant, Type::unsigned(64));
                    (action.to, action.a) = (to + slot, self.constant(0));
                    self.push(action);
                }
                to
            }
            Conversion::SignExtend => {
                self.binary(ActionKind::SignExtend, ty, from, value.ty.bits())
            }
        }
    }

    /// Only the arm that is wanted may load.
    fn choose(&mut self, condition: &Expression, then: &Expression, other: &Expression) -> u16 {
        let ty = then.ty;
        let condition = self.value(condition);
        if !loads(then) && !loads(other) {
            let (b, c) = (self.value(then), self.value(other));
            let to = self.allocate(slots(ty));
            for slot in 0..slots(ty) {
                let mut action = action(ActionKind::Choose, ty);
                (action.to, action.a) = (to + slot, condition);
                (action.b, action.c) = (b + slot, c + slot);
                self.push(action);
            }
            return to;
        }
        let to = self.allocate(slots(ty));
        let mut branch = action(ActionKind::If, Type::Bool);
        branch.a = condition;
        let start = self.push(branch);
        let from = self.value(then);
        self.copy(to, from, ty, self.once);
        self.actions[start].b = self.since(start);
        let middle = self.actions.len() - 1;
        let from = self.value(other);
        self.copy(to, from, ty, self.once);
        self.actions[start].c = self.since(middle);
        to
    }
}

/// The slots of a value: number, bits in it, its first bit within the value.
fn limbs(ty: Type) -> impl Iterator<Item = (u16, u16, u16)> {
    let bits = ty.bits();
    (0..slots(ty)).map(move |slot| {
        let first = slot * SLOT_BITS;
        (slot, (bits - first).min(SLOT_BITS), first)
    })
}

fn from_number(ty: Type) -> ActionKind {
    match action(ActionKind::Move, ty).number.get() {
        NumberKind::Unsigned => ActionKind::FromUnsigned,
        NumberKind::Signed => ActionKind::FromSigned,
        NumberKind::Floating => ActionKind::FromFloating,
    }
}

fn binary(operator: ir::Binary) -> ActionKind {
    match operator {
        ir::Binary::Add => ActionKind::Add,
        ir::Binary::Subtract => ActionKind::Subtract,
        ir::Binary::Multiply => ActionKind::Multiply,
        ir::Binary::Divide => ActionKind::Divide,
        ir::Binary::Remainder => ActionKind::Remainder,
        ir::Binary::ShiftLeft => ActionKind::ShiftLeft,
        ir::Binary::ShiftRight => ActionKind::ShiftRight,
        ir::Binary::And => ActionKind::And,
        ir::Binary::Or => ActionKind::Or,
        ir::Binary::Xor => ActionKind::Xor,
        ir::Binary::Equal => ActionKind::Equal,
        ir::Binary::NotEqual => ActionKind::NotEqual,
        ir::Binary::Less => ActionKind::Less,
        ir::Binary::LessEqual => ActionKind::LessEqual,
        ir::Binary::Greater => ActionKind::Greater,
        ir::Binary::GreaterEqual => ActionKind::GreaterEqual,
    }
}

fn call(builtin: Builtin) -> ActionKind {
    match builtin {
        Builtin::Minimum => ActionKind::Minimum,
        Builtin::Maximum => ActionKind::Maximum,
        Builtin::Magnitude => ActionKind::Magnitude,
        Builtin::IsNan => ActionKind::IsNan,
        Builtin::BitCount => ActionKind::BitCount,
        Builtin::FusedMultiplyAdd => ActionKind::FusedMultiplyAdd,
        Builtin::SquareRoot => ActionKind::SquareRoot,
        Builtin::Scale => ActionKind::Scale,
        Builtin::ScaledMultiplyAdd => ActionKind::ScaledMultiplyAdd,
        Builtin::ReciprocalRoot => ActionKind::ReciprocalRoot,
        Builtin::PowerOfTwo => ActionKind::PowerOfTwo,
        Builtin::Logarithm => ActionKind::Logarithm,
        Builtin::Sine => ActionKind::Sine,
        Builtin::Cosine => ActionKind::Cosine,
        Builtin::Flush => ActionKind::Flush,
        Builtin::Floor => ActionKind::Floor,
        Builtin::Ceiling => ActionKind::Ceiling,
        Builtin::Truncate => ActionKind::RoundToZero,
        Builtin::RoundEven => ActionKind::RoundEven,
        Builtin::Ballot => ActionKind::Ballot,
        Builtin::Swizzle => ActionKind::Swizzle,
        Builtin::Element => ActionKind::Element,
        Builtin::Buffer => ActionKind::Buffer,
        Builtin::LeadingZeros => ActionKind::LeadingZeros,
        Builtin::TrailingZeros => ActionKind::TrailingZeros,
        Builtin::BitReverse => ActionKind::BitReverse,
        // Written by itself: it depends on the type that is converted.
        Builtin::Convert => ActionKind::FromUnsigned,
        Builtin::DeclaredType => ActionKind::DeclaredType,
        Builtin::DeclaredCount => ActionKind::DeclaredCount,
    }
}
