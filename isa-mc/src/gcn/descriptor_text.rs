//! A descriptor as LLVM writes it again: every directive that the processor and the version
//! have, with numbers where they are known, and expressions where symbols are set later.
//!
//! Source: LLVM's `EmitAmdhsaKernelDescriptor` and `calculateGPRBlocks`, and what llvm-mc 22
//! writes.

use super::features::Modes;
use super::folding::Folding;
use super::functions::NAMES;
use super::kernel_descriptor::{
    ACCUMULATION_BLOCK, DIRECTIVES, Directive, Mode, PREFIX, Place, SGPR_BLOCK, ones, word,
};
use super::target_id::{CodeObjectVersion, Setting, TargetId};
use crate::asm::Writer;
use crate::object::{ExpressionId, Node, ObjectBuilder, Operator, Sign, SymbolId};

/// The directive that depends on the version.
const STACK: &str = "uses_dynamic_stack";

/// What is said of a descriptor: names of directives, with their prefix, and values.
pub(super) type Said<'s> = &'s mut dyn Iterator<Item = (&'s str, ExpressionId)>;

/// Appends the lines from `.amdhsa_kernel` to its end.
pub(super) fn write(
    (target, modes): (TargetId, Modes),
    version: CodeObjectVersion,
    kernel: SymbolId,
    said: Said<'_>,
    builder: &mut ObjectBuilder<'_>,
    writer: &mut Writer,
) {
    let mut name = "\t.amdhsa_kernel ".to_string();
    writer.symbol(builder, kernel, &mut name);
    let mut text = Descriptor {
        target,
        modes,
        folding: Folding::new(builder, writer),
        said: [None; DIRECTIVES.len()],
        words: [None; word::COUNT],
    };
    text.read(said);
    let lines = text.lines(version);
    writer.line(&name);
    for line in lines {
        writer.line(&line);
    }
    writer.line("\t.end_amdhsa_kernel");
}

struct Descriptor<'f, 'b> {
    target: TargetId,
    modes: Modes,
    folding: Folding<'f, 'b>,
    /// The values of directives.
    said: [Option<ExpressionId>; DIRECTIVES.len()],
    /// The words of the descriptor that have bits: expressions, as they were set bit by bit.
    words: [Option<ExpressionId>; word::COUNT],
}

impl Descriptor<'_, '_> {
    fn add(&mut self, node: Node) -> ExpressionId {
        self.folding.builder.expressions.add(node)
    }

    fn number(&mut self, number: u32) -> ExpressionId {
        self.add(Node::Number(number.into()))
    }

    fn binary(
        &mut self,
        operator: Operator,
        left: ExpressionId,
        right: ExpressionId,
    ) -> ExpressionId {
        self.add(Node::Binary(operator, left, right))
    }

    fn with_number(&mut self, operator: Operator, left: ExpressionId, right: u32) -> ExpressionId {
        let right = self.number(right);
        self.binary(operator, left, right)
    }

    fn call(&mut self, name: &str, arguments: &[ExpressionId]) -> ExpressionId {
        let function = NAMES.iter().position(|it| *it == name).unwrap_or(0);
        let mut list = None;
        for &argument in arguments.iter().rev() {
            list = Some(self.add(Node::Argument(argument, list)));
        }
        self.add(Node::Call(function as u8, list))
    }

    /// Sets bits of a word, as LLVM does: the mask stays part of the expression.
    fn set(&mut self, at: u8, low: u8, width: u8, value: ExpressionId) {
        let before = self.word(at);
        let mask = self.number(ones(width) << low);
        let others = self.add(Node::Signed(Sign::Complement, mask));
        let kept = self.binary(Operator::And, before, others);
        let value = self.with_number(Operator::ShiftLeft, value, low.into());
        self.words[usize::from(at / 4)] = Some(self.binary(Operator::Or, kept, value));
    }

    fn get(&mut self, at: u8, low: u8, width: u8) -> ExpressionId {
        let word = self.word(at);
        let masked = self.with_number(Operator::And, word, ones(width) << low);
        self.with_number(Operator::ShiftRight, masked, low.into())
    }

    /// A word, with the defaults if nothing was set.
    fn word(&mut self, at: u8) -> ExpressionId {
        let index = usize::from(at / 4);
        if let Some(word) = self.words[index] {
            return word;
        }
        let defaults = DIRECTIVES.iter().filter_map(|row| match row.place {
            Place::Bits { word, low, width } if word == at && width < 32 => {
                Some(self.default_of(row) << low)
            }
            _ => None,
        });
        let defaults = defaults.fold(0, |word, bits| word | bits);
        let word = self.number(defaults);
        self.words[index] = Some(word);
        word
    }

    /// Reads what is said, in its order, and what follows from it.
    fn read(&mut self, said: Said<'_>) {
        for (name, value) in said {
            let name = name.strip_prefix(PREFIX).unwrap_or(name);
            let Some(at) = DIRECTIVES.iter().position(|row| row.name == name) else {
                continue;
            };
            self.said[at] = Some(value);
            if let Place::Bits { word, low, width } = DIRECTIVES[at].place_on(self.target.processor)
                && width < 32
            {
                self.set(word, low, width, value);
            }
        }
        let vgprs = self.value(Place::NextFreeVgpr);
        let block = self.target.processor.vgpr_block(self.is_wave32());
        let blocks = self.blocks(vgprs, block);
        let (at, low, width) = word::VGPRS;
        self.set(at, low, width, blocks);
        self.preloaded();
        let sgprs = self.sgprs();
        let blocks = self.blocks(sgprs, SGPR_BLOCK);
        let (at, low, width) = word::SGPRS;
        self.set(at, low, width, blocks);
        let count = self.user_sgprs();
        let (at, low, width) = word::USER_SGPRS;
        self.set(at, low, width, count);
        if self.target.processor.unified_registers {
            let offset = self.value(Place::AccumulationOffset);
            let blocks = self.with_number(Operator::Divide, offset, ACCUMULATION_BLOCK);
            let less_one = self.with_number(Operator::Subtract, blocks, 1);
            let (at, low, width) = word::ACCUMULATION;
            self.set(at, low, width, less_one);
        }
    }

    /// Whether wavefronts have 32 lanes, as is said, or as usual.
    fn is_wave32(&self) -> bool {
        let mut rows = DIRECTIVES.iter();
        let said = rows.position(|row| row.follows == Some(Mode::Wave32));
        let said = said.and_then(|at| self.said[at]);
        let said = said.and_then(|value| self.folding.builder.number(value));
        let usual = self.modes.is_wave32(self.target.processor);
        said.map_or(usual, |number| number != 0)
    }

    /// SGPRs that are preloaded are used.
    fn preloaded(&mut self) {
        let of = |place| DIRECTIVES.iter().position(|row| row.place == place);
        let preload = DIRECTIVES.iter().position(Directive::is_preload_length);
        let length = preload.and_then(|at| self.said[at]);
        let length = length.and_then(|length| self.folding.builder.number(length));
        let (Some(at), Some(1..)) = (of(Place::NextFreeSgpr), length) else {
            return;
        };
        let (used, count) = (self.value(Place::NextFreeSgpr), self.user_sgprs());
        self.said[at] = Some(self.call("max", &[used, count]));
    }

    /// What a directive says, or its default.
    fn value(&mut self, place: Place) -> ExpressionId {
        let at = DIRECTIVES.iter().position(|row| row.place == place);
        match at.and_then(|at| self.said[at]) {
            Some(value) => value,
            None => {
                let default = at.map_or(0, |at| self.default_of(&DIRECTIVES[at]));
                self.number(default)
            }
        }
    }

    fn default_of(&self, row: &Directive) -> u32 {
        row.default_on(self.target.processor, self.modes)
    }

    /// As many registers and one at least, in blocks, less one.
    fn blocks(&mut self, registers: ExpressionId, block: u32) -> ExpressionId {
        let one = self.number(1);
        let size = self.number(block);
        let some = self.call("max", &[registers, one]);
        let aligned = self.call("alignto", &[some, size]);
        let blocks = self.binary(Operator::Divide, aligned, size);
        self.with_number(Operator::Subtract, blocks, 1)
    }

    /// The SGPRs with those that are reserved.
    fn sgprs(&mut self) -> ExpressionId {
        let fixed = self.target.processor.fixed_sgprs;
        if fixed != 0 || self.target.processor.has_all_sgprs() {
            return self.number(fixed.into());
        }
        let used = self.value(Place::NextFreeSgpr);
        let vcc = self.value(Place::ReserveVcc);
        let flat_scratch = self.value(Place::ReserveFlatScratch);
        let xnack = self.number(self.target.xnack.on_or_any().into());
        let extra = self.call("extrasgprs", &[vcc, flat_scratch, xnack]);
        self.binary(Operator::Add, used, extra)
    }

    /// The user SGPRs: what is said, or as many as are enabled.
    fn user_sgprs(&mut self) -> ExpressionId {
        let at = DIRECTIVES
            .iter()
            .position(|row| row.place == Place::UserSgprCount);
        if let Some(value) = at.and_then(|at| self.said[at]) {
            return value;
        }
        let mut sum = self.number(0);
        for (row, said) in DIRECTIVES.iter().zip(self.said) {
            if let (Some(value), 1..) = (said, row.user_sgprs) {
                let all = self.with_number(Operator::Multiply, value, row.user_sgprs.into());
                sum = self.binary(Operator::Add, sum, all);
            }
        }
        sum
    }

    fn lines(&mut self, version: CodeObjectVersion) -> Vec<String> {
        let rows = DIRECTIVES.iter().enumerate();
        let mut lines = Vec::new();
        for (at, row) in rows {
            if !self.is_written(row, version) {
                continue;
            }
            let value = match (row.place_on(self.target.processor), self.said[at]) {
                (Place::Bits { word, low, width }, _) if width < 32 => self.get(word, low, width),
                (Place::UserSgprCount, _) => {
                    let (at, low, width) = word::USER_SGPRS;
                    self.get(at, low, width)
                }
                (Place::AccumulationOffset, _) => {
                    let (at, low, width) = word::ACCUMULATION;
                    let less_one = self.get(at, low, width);
                    let blocks = self.with_number(Operator::Add, less_one, 1);
                    self.with_number(Operator::Multiply, blocks, ACCUMULATION_BLOCK)
                }
                (Place::ReserveXnackMask, _) => self.number(self.target.xnack.on_or_any().into()),
                (_, Some(value)) => value,
                (_, None) => self.number(self.default_of(row)),
            };
            let mut line = format!("\t\t{PREFIX}{} ", row.name);
            self.folding.write(value, &mut line);
            lines.push(line);
        }
        lines
    }

    fn is_written(&self, row: &Directive, version: CodeObjectVersion) -> bool {
        row.is_on(self.target.processor)
            && match row.place {
                Place::ReserveXnackMask => {
                    version < CodeObjectVersion::V6 && self.target.xnack != Setting::Unsupported
                }
                _ => row.name != STACK || version >= CodeObjectVersion::V5,
            }
    }
}
