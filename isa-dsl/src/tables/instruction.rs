//! Encodings, instructions, families, and how they are written.

use super::bits::HighBits;
use super::bytes::{Flag, numbered, row};
use super::field::Field;
use super::operation::StateBits;
use super::text::{Rows, Text};

row! {
    /// One instruction on one architecture in one layout.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[repr(align(8))]
    pub struct Encoding {
        /// Value of the bits of the shape's mask, the first 64;
        /// [`Tables::encoding_bits`](super::Tables::encoding_bits) has all.
        pub bits: u64,
        /// First of its mnemonics in [`Tables::texts`](super::Tables::texts): one for every syntax, with
        /// the suffix that forces this encoding.
        pub mnemonics: u32,
        /// Features that the processor must have.
        pub features: u32,
        /// Index into [`Tables::instructions`](super::Tables::instructions).
        pub instruction: u16,
        /// Index into [`Tables::shapes`](super::Tables::shapes).
        pub shape: u16,
        /// The others, an index into [`Tables::high_bits`](super::Tables::high_bits);
        /// [`NONE`](super::NONE) where there are none.
        pub high: u16,
        /// What it does beyond its operands, an index into
        /// [`Tables::effects`](super::Tables::effects).
        pub effects: u16,
    }
}

row! {
    /// An instruction, apart from how it is encoded.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Instruction {
        /// Mnemonic.
        pub name: Text,
        /// Index into [`Tables::families`](super::Tables::families).
        pub family: u16,
        /// Documentation.
        pub doc: Text,
        /// What its operation computes first, as others do too, as pseudocode.
        pub lets: Text,
        /// Its operation behind that; empty where none is given.
        pub operation: Text,
        /// What it does, an index into [`Tables::programs`](super::Tables::programs);
        /// [`NONE`](super::NONE) where no operation is given.
        pub program: u16,
        /// What it does to memory is one atomic step.
        pub atomic: Flag,
        /// The instruction before is the same row, as older architectures call it.
        pub renamed: Flag,
        /// First encoding; the encodings of an instruction are consecutive.
        pub encodings: Rows,
    }
}

row! {
    /// What an encoding does beyond its operands.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Effects {
        /// States it reads, in [`Tables::texts`](super::Tables::texts).
        pub reads: Rows,
        /// States it writes, in [`Tables::texts`](super::Tables::texts).
        pub writes: Rows,
        /// Wait counters, in [`Tables::texts`](super::Tables::texts).
        pub counters: Rows,
        /// Operands that are branch targets, in [`Tables::texts`](super::Tables::texts).
        pub branches: Rows,
        /// Reads memory.
        pub loads: Flag,
        /// Writes memory.
        pub stores: Flag,
        /// What it reads follows from its operation, and was not said by hand.
        pub reads_derived: Flag,
        /// What it writes follows from its operation.
        pub writes_derived: Flag,
    }
}

row! {
    /// A state in the place of an operand that other encodings have.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct StandIn {
        /// Name of the operand.
        pub name: Text,
        /// Index into [`Tables::states`](super::Tables::states).
        pub state: u16,
    }
}

/// An operand that is the register so many behind the one that its field names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Indexed {
    /// Name of the operand.
    pub operand: Text,
    /// Only where it is a register of this file, an index into
    /// [`Tables::files`](super::Tables::files); [`NONE`](super::NONE) for every file.
    pub file: u16,
    /// How many registers; without a state nobody says.
    pub by: StateBits,
    /// Why nobody says it.
    pub reason: Text,
    /// Only if none of these is zero; those without a state count as one.
    pub conditions: [StateBits; 2],
}

row! {
    /// A family of instructions.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Family {
        /// Name.
        pub name: Text,
        /// Documentation.
        pub doc: Text,
        /// Name of its format, or of its stream; of the first, if its encodings
        /// have several.
        pub format: Text,
    }
}

row! {
    /// A format on one architecture, for people.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Layout {
        /// Name of the format.
        pub format: Text,
        /// Its parts with their bits, in [`Tables::parts`](super::Tables::parts).
        pub parts: Rows,
    }
}

row! {
    /// A named part of a layout, for people.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Part {
        /// Name; `reserved` and `ignored` for bits without one.
        pub name: Text,
        /// Its bits.
        pub field: Field,
    }
}

row! {
    /// A way to write the encodings of a shape.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(align(8))]
    pub struct Form {
        /// Bits that the form's operands and modifiers say, of the first 64;
        /// [`Tables::form_bits`](super::Tables::form_bits) has all.
        pub spoken: u64,
        /// Value of all other bits outside the shape's mask, of the first 64.
        pub rest: u64,
        /// Index into [`Tables::syntaxes`](super::Tables::syntaxes).
        pub syntax: u8,
        /// Understood but never printed.
        pub read_only: Flag,
        /// Features that the processor must have.
        pub features: u32,
        /// Condition on the fields ([`Tables::rules`](super::Tables::rules) index of a rule without a
        /// message), or [`NONE`](super::NONE).
        pub when: u16,
        /// Tokens, in [`Tables::tokens`](super::Tables::tokens).
        pub tokens: Rows,
        /// The others, an index into [`Tables::high_forms`](super::Tables::high_forms);
        /// [`NONE`](super::NONE) where there are none.
        pub high: u16,
        /// Rules of its syntax alone, in [`Tables::rules`](super::Tables::rules).
        pub rules: Rows,
    }
}

row! {
    /// What a form says about bits beyond the first 64.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
    #[repr(align(8))]
    pub struct HighForm {
        /// See [`Form::spoken`].
        pub spoken: HighBits,
        /// See [`Form::rest`].
        pub rest: HighBits,
    }
}

/// A token of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Token {
    /// Text as it stands: punctuation, words.
    Text(Text),
    /// An operand, counted within the shape.
    Operand(u16),
    /// A set of modifiers, in [`Tables::modifiers`](super::Tables::modifiers).
    Modifiers(Rows),
    /// The mnemonic, where it is not the first.
    Mnemonic,
    /// Members of a struct in any order, in [`Tables::any_orders`](super::Tables::any_orders).
    AnyOrder(u16),
}

row! {
    /// A [`Token`] as rows have it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TokenParts {
        /// The index, first row or start of the text that it has.
        pub start: u32,
        /// The length that it has.
        pub len: u16,
        /// Which variant, in their order.
        pub tag: u8,
    }
}

impl TokenParts {
    /// The token.
    #[inline]
    pub const fn get(self) -> Token {
        let TokenParts { start, len, tag } = self;
        match tag {
            0 => Token::Text(Text { start, len }),
            1 => Token::Operand(start as u16),
            2 => Token::Modifiers(Rows { start, len }),
            3 => Token::Mnemonic,
            _ => Token::AnyOrder(start as u16),
        }
    }
}

impl From<Token> for TokenParts {
    fn from(token: Token) -> TokenParts {
        let (tag, start, len) = match token {
            Token::Text(text) => (0, text.start, text.len),
            Token::Operand(operand) => (1, operand.into(), 0),
            Token::Modifiers(rows) => (2, rows.start, rows.len),
            Token::Mnemonic => (3, 0, 0),
            Token::AnyOrder(list) => (4, list.into(), 0),
        };
        TokenParts { start, len, tag }
    }
}

row! {
    /// Members of a struct that are written one after the other, in any order.
    /// Printed are those that do not have their defaults; if all have, then all but
    /// the flags.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(align(8))]
    pub struct AnyOrder {
        /// Value of the struct where the text leaves all of them out.
        pub default: u64,
        /// What may stand between two of them, in [`Tables::texts`](super::Tables::texts); the first
        /// is printed, white space stands for any.
        pub separators: Rows,
        /// The members, counted within the struct, in [`Tables::modifiers`](super::Tables::modifiers).
        pub items: Rows,
    }
}

row! {
    /// A modifier as one syntax spells it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(align(8))]
    pub struct Modifier {
        /// Value of its field where the text leaves it out.
        pub default: u64,
        /// Its value, counted within the shape's operands.
        pub operand: u16,
        /// Its text cannot be left out.
        pub required: Flag,
        /// It is printed even where it says the default.
        pub always: Flag,
        /// Spellings, in [`Tables::spellings`](super::Tables::spellings); the first is printed.
        pub spellings: Rows,
    }
}

row! {
    /// `offset:{}`: text around a value. Flags and keywords have no `after`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Spelling {
        /// Text before the value.
        pub before: Text,
        /// Text behind the value.
        pub after: Text,
        /// There is a value between them.
        pub valued: Flag,
        /// The syntax's negation may stand before it (`noglc`).
        pub negatable: Flag,
        /// What it may begin with without negation: sets of letters, as
        /// [`beginning`](super::beginning) has them.
        pub begins: u64,
    }
}

row! {
    /// A rule: a program over the fields that must not give zero.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(align(8))]
    pub struct Rule {
        /// Bits among the first 64 that a rule compares with constants; 0 if it does more
        /// than that.
        pub mask: u64,
        /// The constants; of a rule with `uncounted` those bits as they are where the operands
        /// name no register.
        pub bits: u64,
        /// Fields of at most [`MAX_KEY_BITS`] bits together, in
        /// [`Tables::fields`](super::Tables::fields), the first lowest, that are all that a rule
        /// without `mask` asks for; none if its program must run.
        pub keys: Rows,
        /// What brings those together, in [`Tables::gathers`](super::Tables::gathers);
        /// [`NONE`](super::NONE) if that takes a look at each, or there are none.
        pub gather: u16,
        /// For each value of those a bit, whether it holds: the first of the words in
        /// [`Tables::answers`](super::Tables::answers).
        pub answers: u32,
        /// Its program, in [`Tables::program`](super::Tables::program).
        pub program: Rows,
        /// What to say when it is broken; empty for conditions of forms.
        pub message: Text,
        /// Features of the processors that it counts for.
        pub features: u32,
        /// Whether the rule holds if they are equal, or if they are not.
        pub equal: Flag,
        /// Of a rule that limits how many registers operands name, bits among the first 64 of which
        /// each tells of an operand that it names none, if it is as in `bits`; 0 if they do not
        /// tell whether the rule holds.
        pub uncounted: u64,
        /// It holds if so many of them are not as in `bits`, or fewer.
        pub most: u8,
    }
}

/// The most bits of fields that a rule has the answers of.
pub const MAX_KEY_BITS: u8 = 18;

/// One step of a rule, on a stack of signed 64-bit values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// Pushes a number.
    Push(i32),
    /// Pushes the value of a field ([`Tables::fields`](super::Tables::fields)).
    Field(u16),
    /// Pops b and a, pushes the result of an operator.
    Binary(Operator),
    /// Pops a, pushes 1 if it is zero, else 0.
    Not,
    /// Pops c, b and a, pushes b if a is not zero, else c.
    Choose,
    /// Pops a, pushes how many of its bits are set.
    Popcount,
    /// Pushes how many different registers operands name.
    Distinct {
        /// First operand, in [`Tables::counted`](super::Tables::counted).
        first: u16,
        /// How many.
        len: u8,
    },
}

row! {
    /// A [`Step`] as rows have it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct StepParts {
        /// The number or index that it has.
        pub number: u32,
        /// The operator or length that it has.
        pub second: u8,
        /// Which variant, in their order.
        pub tag: u8,
    }
}

impl StepParts {
    /// The step.
    #[inline]
    pub const fn get(self) -> Step {
        let StepParts {
            number,
            second,
            tag,
        } = self;
        match tag {
            0 => Step::Push(number.cast_signed()),
            1 => Step::Field(number as u16),
            2 => Step::Binary(Operator::of_number(second)),
            3 => Step::Not,
            4 => Step::Choose,
            5 => Step::Popcount,
            _ => Step::Distinct {
                first: number as u16,
                len: second,
            },
        }
    }

    /// The field, the number and the operator of steps that compare a field with a number, if
    /// they do.
    #[inline]
    pub const fn comparison(steps: &[StepParts; 3]) -> Option<(u16, i32, Operator)> {
        match [steps[0].get(), steps[1].get(), steps[2].get()] {
            [
                Step::Field(field),
                Step::Push(number),
                Step::Binary(operator),
            ] => Some((field, number, operator)),
            _ => None,
        }
    }
}

impl From<Step> for StepParts {
    fn from(step: Step) -> StepParts {
        let (tag, number, second) = match step {
            Step::Push(number) => (0, number.cast_unsigned(), 0),
            Step::Field(field) => (1, field.into(), 0),
            Step::Binary(operator) => (2, 0, operator as u8),
            Step::Not => (3, 0, 0),
            Step::Choose => (4, 0, 0),
            Step::Popcount => (5, 0, 0),
            Step::Distinct { first, len } => (6, first.into(), len),
        };
        StepParts {
            number,
            second,
            tag,
        }
    }
}

row! {
    /// An operand whose registers a rule counts.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Counted {
        /// Its field ([`Tables::fields`](super::Tables::fields)); [`NONE`](super::NONE) for a
        /// state, whose value is always 0.
        pub field: u16,
        /// Registers it takes.
        pub width: u8,
        /// Registers it takes where the processor lacks `feature`.
        pub without: u8,
        /// A feature of processors, as its bit; 0 if none matters.
        pub feature: u32,
        /// The greatest value that counts.
        pub last: u32,
        /// Values that count, ascending, in [`Tables::counted_ranges`](super::Tables::counted_ranges).
        pub ranges: Rows,
    }
}

row! {
    /// Values of a field that are registers, or whatever else a rule counts.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CountedRange {
        /// First value.
        pub first: u32,
        /// Last value.
        pub last: u32,
        /// What the first stands for.
        pub number: u32,
        /// How much that grows from one value to the next.
        pub step: u8,
        /// Registers, which are others in a group of another size.
        pub sized: Flag,
    }
}

numbered! {
    /// Operators of rules. Comparisons give 1 or 0; `Div` rounds towards zero and
    /// gives 0 for a division by zero.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[allow(missing_docs)]
    pub enum Operator {
        Add,
        Sub,
        Mul,
        Div,
        Max,
        Min,
        Eq,
        Ne,
        Lt,
        Le,
        Gt,
        Ge,
        And,
        Or,
    }
}

impl Operator {
    /// What it gives of two values. What overflows wraps.
    ///
    /// ```
    /// use isa_dsl::tables::Operator;
    ///
    /// assert_eq!(Operator::Div.apply(-7, 2), -3);
    /// assert_eq!(Operator::Div.apply(7, 0), 0);
    /// ```
    pub fn apply(self, a: i64, b: i64) -> i64 {
        match self {
            Operator::Add => a.wrapping_add(b),
            Operator::Sub => a.wrapping_sub(b),
            Operator::Mul => a.wrapping_mul(b),
            Operator::Div if b == 0 => 0,
            Operator::Div => a.wrapping_div(b),
            Operator::Max => a.max(b),
            Operator::Min => a.min(b),
            Operator::Eq => i64::from(a == b),
            Operator::Ne => i64::from(a != b),
            Operator::Lt => i64::from(a < b),
            Operator::Le => i64::from(a <= b),
            Operator::Gt => i64::from(a > b),
            Operator::Ge => i64::from(a >= b),
            Operator::And => i64::from(a != 0 && b != 0),
            Operator::Or => i64::from(a != 0 || b != 0),
        }
    }
}
