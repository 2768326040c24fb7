//! Byte streams: instructions that are integers one after the other, each of
//! which may decide what follows.
//!
//! ```text
//! first byte ─► stream_roots ─► StreamEncoding ─► Stream ─► StreamStep ─► StreamInteger ─► StreamMember
//!                                     │              │          └─ nested ─► Stream
//!                                     │              └─► StreamForm ─► Token ─► StreamOperand
//!                                     └─► StreamForm (of the whole instruction)
//! ```
//!
//! A walk over a stream gives every integer a number, its *leaf*. Leaves of a
//! nested stream count from the leaf of the piece that holds it, so that all
//! operands of one type share one [`Stream`]. A leaf that a case or a
//! condition leaves out is absent, and its value counts as zero.
//!
//! A machine has encodings of words or encodings of streams, never both.

use super::bytes::{Flag, Numbered, row};
use super::{Direction, Field, Kind, KindParts, Rows, Text};

/// Most leaves of an instruction, nested streams included.
pub const MAX_LEAVES: usize = 128;
/// Most bytes of an instruction.
pub const MAX_STREAM_BYTES: usize = 124;
/// Deepest nesting of streams.
pub const MAX_STREAM_DEPTH: usize = 8;

row! {
    /// A layout of integers one after the other, on one architecture.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Stream {
        /// Name in the description.
        pub name: Text,
        /// What a person calls it; empty if nothing is said.
        pub title: Text,
        /// What to read, in [`Tables::stream_steps`](super::Tables::stream_steps).
        pub steps: Rows,
        /// Leaves that it takes, nested streams and all cases included.
        pub leaves: u16,
        /// How it is written as an operand, in
        /// [`Tables::stream_forms`](super::Tables::stream_forms), in order of preference.
        pub forms: Rows,
        /// Which of its forms are looked at to print a value, one for each syntax, in
        /// [`Tables::stream_choices`](super::Tables::stream_choices).
        pub choices: Rows,
    }
}

/// A step of a walk over a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StreamStep {
    /// An integer: index into [`Tables::stream_integers`](super::Tables::stream_integers).
    Integer(u16),
    /// Another stream.
    Nested {
        /// Name of the piece.
        name: Text,
        /// Index into [`Tables::streams`](super::Tables::streams).
        stream: u16,
        /// Its first leaf, counted within this stream.
        leaf: u16,
    },
    /// Leaves out the next `skip` steps if a rule does not hold: a condition,
    /// or a case of a choice. [`Step::Field`](super::Step::Field) of the rule's program is an index
    /// into [`Tables::stream_places`](super::Tables::stream_places).
    Unless {
        /// Index into [`Tables::rules`](super::Tables::rules).
        rule: u16,
        /// Steps.
        skip: u16,
    },
    /// Leaves out the next steps: the end of a case.
    Skip(u16),
    /// No case for the value of a place ([`Tables::stream_places`](super::Tables::stream_places)).
    NoCase(u16),
    /// Leaves out as many steps as the value of a place says: what several
    /// [`StreamStep::Unless`] that look at nothing else come to, in the place of the first.
    Switch {
        /// Index into [`Tables::stream_places`](super::Tables::stream_places): of 8 bits at most.
        place: u16,
        /// First of the numbers of steps in
        /// [`Tables::stream_jumps`](super::Tables::stream_jumps), one for each value.
        jumps: u16,
    },
}

row! {
    /// A [`StreamStep`] as rows have it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct StreamStepParts {
        /// The name that it has.
        pub name: Text,
        /// The index or number that it has.
        pub first: u16,
        /// The leaf or number of steps that it has as well.
        pub second: u16,
        /// Which variant, in their order.
        pub tag: u8,
    }
}

impl StreamStepParts {
    /// The step.
    #[inline]
    pub const fn get(self) -> StreamStep {
        let (first, second) = (self.first, self.second);
        match self.tag {
            0 => StreamStep::Integer(first),
            1 => StreamStep::Nested {
                name: self.name,
                stream: first,
                leaf: second,
            },
            2 => StreamStep::Unless {
                rule: first,
                skip: second,
            },
            3 => StreamStep::Skip(first),
            4 => StreamStep::NoCase(first),
            _ => StreamStep::Switch {
                place: first,
                jumps: second,
            },
        }
    }
}

impl From<StreamStep> for StreamStepParts {
    fn from(step: StreamStep) -> StreamStepParts {
        let (tag, name, first, second) = match step {
            StreamStep::Integer(integer) => (0, Text::default(), integer, 0),
            StreamStep::Nested { name, stream, leaf } => (1, name, stream, leaf),
            StreamStep::Unless { rule, skip } => (2, Text::default(), rule, skip),
            StreamStep::Skip(skip) => (3, Text::default(), skip, 0),
            StreamStep::NoCase(place) => (4, Text::default(), place, 0),
            StreamStep::Switch { place, jumps } => (5, Text::default(), place, jumps),
        };
        StreamStepParts {
            name,
            first,
            second,
            tag,
        }
    }
}

row! {
    /// An integer of a stream.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(align(8))]
    pub struct StreamInteger {
        /// Bits that have one value only.
        pub mask: u64,
        /// Their value.
        pub bits: u64,
        /// The reserved bits among them, whose value is zero.
        pub reserved: u64,
        /// Value of all bits where no text says them.
        pub default: u64,
        /// Name of the piece.
        pub name: Text,
        /// Its leaf, counted within its stream.
        pub leaf: u16,
        /// Its size: 1, 2, 4 or 8 bytes, in the byte order of the machine.
        pub bytes: u8,
        /// Its parts, or itself as the only one, in
        /// [`Tables::stream_members`](super::Tables::stream_members). Fixed, reserved and ignored bits
        /// are in no member.
        pub members: Rows,
        /// Whether its members mean something whatever they hold, on every architecture.
        pub is_total: Flag,
    }
}

row! {
    /// Bits of an integer that mean something by themselves.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct StreamMember {
        /// Name; that of the piece where it is the whole integer.
        pub name: Text,
        /// Its bits.
        pub field: Field,
        /// How they are understood.
        pub kind: KindParts,
    }
}

row! {
    /// Bits of a leaf.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(align(8))]
    pub struct StreamPlace {
        /// The bits as a mask; follows from `field`.
        pub mask: u64,
        /// The leaf, counted within the stream whose form or condition names it.
        pub leaf: u16,
        /// The bits.
        pub field: Field,
    }
}

row! {
    /// A value that a place must have.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(align(8))]
    pub struct StreamValue {
        /// The value.
        pub value: u64,
        /// Index into [`Tables::stream_places`](super::Tables::stream_places).
        pub place: u16,
    }
}

/// What a token of a form stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StreamOperand {
    /// Bits of a leaf.
    Value {
        /// As the template names it: `exec.size`.
        name: Text,
        /// Index into [`Tables::stream_places`](super::Tables::stream_places).
        place: u16,
        /// How they are understood.
        kind: Kind,
        /// What stands before the number where no name is known for it: `V` of `{V id}`.
        /// Empty if it is a value and not the number of something with a name.
        prefix: Text,
    },
    /// A nested stream, written in one of its forms.
    Stream {
        /// As the template names it: `src0`.
        name: Text,
        /// Index into [`Tables::streams`](super::Tables::streams).
        stream: u16,
        /// Its first leaf, counted within the stream that the form belongs to.
        leaf: u16,
    },
}

row! {
    /// A [`StreamOperand`] as rows have it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct StreamOperandParts {
        /// The name.
        pub name: Text,
        /// The place or the stream.
        pub index: u16,
        /// The first leaf of a stream.
        pub leaf: u16,
        /// The kind of a value.
        pub kind: KindParts,
        /// What stands before a number that may have a name.
        pub prefix: Text,
        /// Whether it is a stream.
        pub is_stream: Flag,
    }
}

impl StreamOperandParts {
    /// The operand.
    #[inline]
    pub const fn get(self) -> StreamOperand {
        let name = self.name;
        if self.is_stream.is_set() {
            StreamOperand::Stream {
                name,
                stream: self.index,
                leaf: self.leaf,
            }
        } else {
            StreamOperand::Value {
                name,
                place: self.index,
                kind: self.kind.get(),
                prefix: self.prefix,
            }
        }
    }
}

impl From<StreamOperand> for StreamOperandParts {
    fn from(operand: StreamOperand) -> StreamOperandParts {
        let none = Text::default();
        let (name, index, leaf, kind, prefix, is_stream) = match operand {
            StreamOperand::Value {
                name,
                place,
                kind,
                prefix,
            } => (name, place, 0, kind, prefix, false),
            StreamOperand::Stream { name, stream, leaf } => {
                (name, stream, leaf, Kind::Flag, none, true)
            }
        };
        StreamOperandParts {
            name,
            index,
            leaf,
            kind: kind.into(),
            prefix,
            is_stream: is_stream.into(),
        }
    }
}

row! {
    /// Something that an instruction reads or writes, and of which it has the number.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct StreamAccess {
        /// The piece that names it: `src0`.
        pub piece: Text,
        /// What stands before the number where no name is known for it: `V` of `V40`.
        pub prefix: Text,
        /// The number, an index into [`Tables::stream_places`](super::Tables::stream_places);
        /// [`NONE`](super::NONE) if the instruction does not say which one it is.
        pub place: u16,
        /// When, an index into [`Tables::rules`](super::Tables::rules);
        /// [`NONE`](super::NONE) if always.
        pub when: u16,
        /// Whether it is read or written.
        pub direction: Numbered<Direction>,
    }
}

row! {
    /// A way to write a stream or an instruction.
    ///
    /// Text in this form stands for the values that its tokens say, the values
    /// that it implies, and the defaults of all other bits. It can be printed if
    /// its condition holds, every token can be written, and those three give back
    /// every bit. What a token within a nested stream does not say may be implied
    /// by the form around it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct StreamForm {
        /// Index into [`Tables::syntaxes`](super::Tables::syntaxes).
        pub syntax: u8,
        /// Understood but never printed.
        pub read_only: Flag,
        /// Condition, with the cases that the form stands in
        /// ([`Tables::rules`](super::Tables::rules) index), or [`NONE`](super::NONE).
        pub when: u16,
        /// Tokens, in [`Tables::tokens`](super::Tables::tokens). A
        /// [`Token::Operand`](super::Token::Operand) is an index into
        /// [`Tables::stream_operands`](super::Tables::stream_operands).
        pub tokens: Rows,
        /// Values that the form says without a token, in
        /// [`Tables::stream_values`](super::Tables::stream_values): `when tag.kind == 5`, a case with
        /// one value.
        pub implies: Rows,
        /// What follows from the form itself, an index into
        /// [`Tables::stream_reaches`](super::Tables::stream_reaches).
        pub reach: u32,
        /// Its text, in
        /// [`Tables::stream_print_steps`](super::Tables::stream_print_steps).
        pub steps: Rows,
    }
}

row! {
    /// What is known of a form before it is tried. Leaves count from that of its stream;
    /// bit n of two numbers, the lower one first, is the leaf or the character n.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    #[repr(align(8))]
    pub struct StreamReach {
        /// Leaves of which it says something itself.
        pub said_low: u64,
        /// See `said_low`.
        pub said_high: u64,
        /// Leaves of which something may be left over: all of its stream, but those of
        /// streams that its tokens are and those of which it says every bit that may differ.
        pub open_low: u64,
        /// See `open_low`.
        pub open_high: u64,
        /// ASCII characters that its text may begin with, behind blanks. All of them where
        /// that depends on more, as where all of it may be empty.
        pub first_low: u64,
        /// See `first_low`.
        pub first_high: u64,
        /// Places that its tokens are, in
        /// [`Tables::stream_written`](super::Tables::stream_written).
        pub written: Rows,
        /// Whether a name of a number may stand first.
        pub is_named: Flag,
        /// Whether one of its tokens is the mnemonic.
        pub has_mnemonic: Flag,
    }
}

impl StreamReach {
    /// Leaves of which it says something itself, by bit.
    #[inline]
    pub const fn said(&self) -> u128 {
        join(self.said_low, self.said_high)
    }

    /// Leaves of which something may be left over, by bit.
    #[inline]
    pub const fn open(&self) -> u128 {
        join(self.open_low, self.open_high)
    }

    /// Whether its text may begin with this byte.
    #[inline]
    pub const fn may_begin(&self, byte: u8) -> bool {
        let characters = match byte {
            0..64 => self.first_low,
            64..128 => self.first_high,
            128.. => return true,
        };
        characters >> (byte % 64) & 1 != 0
    }
}

const fn join(low: u64, high: u64) -> u128 {
    (high as u128) << 64 | low as u128
}

row! {
    /// One instruction of byte streams on one architecture.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct StreamEncoding {
        /// First of its mnemonics in [`Tables::texts`](super::Tables::texts), one for every syntax.
        pub mnemonics: u32,
        /// Features that the processor must have.
        pub features: u32,
        /// Values that make it this instruction: opcode and bound places, in
        /// [`Tables::stream_values`](super::Tables::stream_values).
        pub values: Rows,
        /// Its forms, in [`Tables::stream_forms`](super::Tables::stream_forms), in order of preference.
        pub forms: Rows,
        /// Rules with their messages, in [`Tables::rules`](super::Tables::rules).
        pub rules: Rows,
        /// What its operation reads, in the order of the operation's fields, in
        /// [`Tables::stream_operands`](super::Tables::stream_operands): values, no streams.
        pub fields: Rows,
        /// What it reads and writes that it has the numbers of, in
        /// [`Tables::stream_accesses`](super::Tables::stream_accesses).
        pub accesses: Rows,
        /// Index into [`Tables::instructions`](super::Tables::instructions).
        pub instruction: u16,
        /// Index into [`Tables::streams`](super::Tables::streams).
        pub stream: u16,
        /// What it does beyond its operands, an index into
        /// [`Tables::effects`](super::Tables::effects).
        pub effects: u16,
        /// Index into [`Tables::archs`](super::Tables::archs).
        pub arch: u8,
    }
}
