//! Operations as rows: what an interpreter runs.
//!
//! A [`Program`] is a list of [`Action`]s over numbered slots. A slot holds 64
//! bits of each lane, zero above the width of its value; a value of more than
//! 64 bits takes consecutive slots, the lowest bits first. Values that are the
//! same for all lanes are in slots too, so an interpreter may run an action for
//! all lanes at once: actions without effects may run for lanes that are not
//! active, and only [`Move`], loads, stores and writes look at the mask.
//!
//! Blocks follow the action that begins them; its `c` (and `b` for the first
//! arm of an [`If`]) counts the actions in them.
//!
//! [`Move`]: ActionKind::Move
//! [`If`]: ActionKind::If

use super::bytes::{Flag, Numbered, numbered, row};
use super::{Rows, Text};

row! {
    /// State of the machine that instructions touch without naming it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct State {
        /// Name.
        pub name: Text,
        /// Width in bits.
        pub bits: u16,
        /// The file of the registers that hold it, an index into
        /// [`Tables::files`](super::Tables::files); [`NONE`](super::NONE) without a home.
        pub file: u16,
        /// The first of those registers.
        pub number: u16,
        /// What computes it from other states, of at most 64 bits, an index into
        /// [`Tables::programs`](super::Tables::programs): what that program writes is
        /// its value. [`NONE`](super::NONE) for a state that is held.
        pub derived: u16,
        /// Architectures where that computes it, as a bit set; it is zero on the others.
        pub archs: u32,
    }
}

row! {
    /// An address space of operations.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Space {
        /// Name.
        pub name: Text,
        /// The bits that say how many bytes it has.
        pub limit: StateBits,
        /// Architectures with that limit, as a bit set.
        pub limit_archs: u32,
        /// The bits that say at which address of the memory its byte 0 lies.
        pub base: StateBits,
        /// The space whose bytes it has, an index into
        /// [`Tables::spaces`](super::Tables::spaces); usually itself.
        pub memory: u16,
    }
}

row! {
    /// How the arithmetic of a floating-point type behaves. One without a row rounds
    /// to nearest even and keeps subnormal values.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct FloatingType {
        /// Width of the type: 16, 32 or 64.
        pub bits: u16,
        /// The bits that say how results are rounded: 0 to nearest even, 1 up, 2 down,
        /// 3 towards zero.
        pub rounding: StateBits,
        /// The bits that say whether subnormal values are kept: the lower one of
        /// sources, the upper one of results. The others become zero, with their sign.
        pub subnormals: StateBits,
        /// The bit that says what a number becomes that is too large: 0 infinite, where it is
        /// not rounded towards zero, 1 the greatest number of its sign.
        pub overflow: StateBits,
        /// Architectures where that bit says so, as a bit set.
        pub overflow_archs: u32,
    }
}

row! {
    /// Bits of a state.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct StateBits {
        /// Index into [`Tables::states`](super::Tables::states); [`NONE`](super::NONE) for nothing.
        pub state: u16,
        /// The lowest of the bits.
        pub low: u16,
        /// How many, at most 64.
        pub bits: u16,
    }
}

row! {
    /// What an instruction does. Instructions that do the same share it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Program {
        /// Its first actions, which others may share, in
        /// [`Tables::actions`](super::Tables::actions).
        pub beginning: Rows,
        /// The actions behind those, in [`Tables::actions`](super::Tables::actions).
        pub actions: Rows,
        /// What it names outside of itself, in [`Tables::sources`](super::Tables::sources).
        pub sources: Rows,
        /// Slots it uses.
        pub slots: u16,
        /// So many actions of the beginning give the lanes.
        pub before: u16,
        /// The slot with the lanes to run for, a bit each; [`NONE`](super::NONE) for
        /// a program that runs once.
        pub lanes: u16,
    }
}

row! {
    /// An operand, field, state or feature that a program names.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Source {
        /// Which of them.
        pub kind: Numbered<SourceKind>,
        /// Its place: among the operands of the shape, where another architecture
        /// may have it elsewhere, in [`Tables::states`](super::Tables::states) or in
        /// [`Tables::features`](super::Tables::features).
        /// [`NONE`](super::NONE) for what has a name alone: a field that the encoding
        /// fixes, a state in the place of an operand, or a source modifier.
        pub index: u16,
        /// Its name; of a source modifier that of the operand. Names that are the same
        /// are the same [`Text`] in all tables of a machine.
        pub name: Text,
        /// The source modifier; else empty.
        pub modifier: Text,
        /// Width in bits as the program sees it.
        pub bits: u16,
    }
}

numbered! {
    /// Kinds of [`Source`]s.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum SourceKind {
        /// Registers of an operand, or its constant.
        Operand,
        /// The bits of a modifier or field.
        Field,
        /// A source modifier: whether it is set.
        Modifier,
        /// A state.
        State,
        /// Whether the processor has a feature.
        Feature,
    }
}

row! {
    /// A step of a program: `to = kind(a, b, c, d)`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Action {
        /// What it does.
        pub kind: Numbered<ActionKind>,
        /// How the bits of its operands are understood.
        pub number: Numbered<NumberKind>,
        /// Width of its operands in bits; of conversions, of the result.
        pub bits: u16,
        /// For all lanes, whatever the mask is; of loads and stores, once.
        pub uniform: Flag,
        /// Slot of the result.
        pub to: u16,
        /// See [`ActionKind`].
        pub a: u16,
        /// See [`ActionKind`].
        pub b: u16,
        /// See [`ActionKind`].
        pub c: u16,
        /// See [`ActionKind`].
        pub d: u16,
    }
}

impl Action {
    /// The widths of the floating-point types for which it matters how they round, or
    /// what becomes of subnormal values: that of the operands, and that of the result
    /// of a conversion. Actions within [`ActionKind::Atomic`] are the memory's, for
    /// which it never does.
    pub fn governed(&self) -> [Option<u16>; 2] {
        let result = match self.number.get() {
            NumberKind::Floating => Some(self.bits),
            _ => None,
        };
        match self.kind.get() {
            ActionKind::FromFloating => [Some(self.b), result],
            // What has few digits is exact.
            ActionKind::FromUnsigned => [None, result.filter(|&bits| self.b > digits(bits))],
            ActionKind::FromSigned => [None, result.filter(|&bits| self.b > digits(bits) + 1)],
            ActionKind::Add
            | ActionKind::Subtract
            | ActionKind::Multiply
            | ActionKind::Divide
            | ActionKind::FusedMultiplyAdd
            | ActionKind::SquareRoot
            | ActionKind::Scale
            | ActionKind::ScaledMultiplyAdd
            | ActionKind::ReciprocalRoot
            | ActionKind::PowerOfTwo
            | ActionKind::Logarithm
            | ActionKind::Sine
            | ActionKind::Cosine
            | ActionKind::Floor
            | ActionKind::Ceiling
            | ActionKind::RoundToZero
            | ActionKind::RoundEven
            | ActionKind::Equal
            | ActionKind::NotEqual
            | ActionKind::Less
            | ActionKind::LessEqual
            | ActionKind::Greater
            | ActionKind::GreaterEqual => [result, None],
            _ => [None; 2],
        }
    }
}

/// Digits of the significand of a floating-point type with so many bits.
pub const fn digits(bits: u16) -> u16 {
    match bits {
        16 => 11,
        32 => 24,
        _ => 53,
    }
}

numbered! {
    /// How bits are understood as a number.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum NumberKind {
        /// An unsigned integer, or bits without a meaning.
        Unsigned,
        /// Two's complement.
        Signed,
        /// IEEE 754 binary16, binary32 or binary64.
        Floating,
    }
}

numbered! {
    /// What an [`Action`] does. `a` to `d` are slots where nothing else is said;
    /// "source" is an index into the program's [`Source`]s.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum ActionKind {
        /// [`Tables::constants`](super::Tables::constants) row `a`.
        Constant,
        /// `a`, for the lanes that are active.
        Move,
        /// The number of the lane.
        Lane,
        /// At most 64 bits of source `a`, from bit `b` (a number) plus slot `c`
        /// ([`NONE`](super::NONE) for nothing) on.
        Read,
        /// The same of the lane `d`.
        ReadLane,
        /// Writes slot `d` to source `a`, from bit `b` plus slot `c` on.
        Write,
        /// Loads from space `b` (an index) at address `a`.
        Load,
        /// Stores `d` to space `b` (an index) at address `a`.
        Store,
        /// Copies the sign bit of `a`, which has `b` (a number) bits, to the bits
        /// above.
        SignExtend,
        /// The lowest bits of `a`.
        Truncate,
        /// `-a`
        Negate,
        /// `~a`
        BitNot,
        /// `!a`
        Not,
        /// `a + b`
        Add,
        /// `a - b`
        Subtract,
        /// `a * b`
        Multiply,
        /// `a / b`
        Divide,
        /// `a % b`
        Remainder,
        /// `a << b`
        ShiftLeft,
        /// `a >> b`
        ShiftRight,
        /// `a & b`
        And,
        /// `a | b`
        Or,
        /// `a ^ b`
        Xor,
        /// `a == b`; comparisons give 0 or 1
        Equal,
        /// `a != b`
        NotEqual,
        /// `a < b`
        Less,
        /// `a <= b`
        LessEqual,
        /// `a > b`
        Greater,
        /// `a >= b`
        GreaterEqual,
        /// `a ? b : c`
        Choose,
        /// `MIN(a, b)`
        Minimum,
        /// `MAX(a, b)`
        Maximum,
        /// `ABS(a)`
        Magnitude,
        /// `ISNAN(a)`
        IsNan,
        /// `BITCOUNT(a)`
        BitCount,
        /// `LEADINGZEROS(a)`
        LeadingZeros,
        /// `TRAILINGZEROS(a)`
        TrailingZeros,
        /// `BITREVERSE(a)`
        BitReverse,
        /// `CONVERT(T, a, c)` of an unsigned number of `b` (a number) bits, rounded as
        /// slot `c` says; [`NONE`](super::NONE) if nothing is said. Width and kind of the
        /// action are those of the result.
        FromUnsigned,
        /// The same of a signed number.
        FromSigned,
        /// The same of a floating-point number.
        FromFloating,
        /// `FMA(a, b, c)`
        FusedMultiplyAdd,
        /// `SQRT(a)`
        SquareRoot,
        /// `LDEXP(a, b)`
        Scale,
        /// `FMALDEXP(a, b, c, d)`
        ScaledMultiplyAdd,
        /// `RSQRT(a)`
        ReciprocalRoot,
        /// `EXP2(a)`
        PowerOfTwo,
        /// `LOG2(a)`
        Logarithm,
        /// `SINTURNS(a)`
        Sine,
        /// `COSTURNS(a)`
        Cosine,
        /// `FLUSH(a)`
        Flush,
        /// `FLOOR(a)`
        Floor,
        /// `CEIL(a)`
        Ceiling,
        /// `TRUNC(a)`
        RoundToZero,
        /// `ROUNDEVEN(a)`
        RoundEven,
        /// `BALLOT(a)`: a bit for each lane, the same in all of them.
        Ballot,
        /// `SWIZZLE(a, b, c)`
        Swizzle,
        /// `ELEMENT(a, b, c)`
        Element,
        /// `BUFFER(a, b)`
        Buffer,
        /// `DECLAREDTYPE(a)`
        DeclaredType,
        /// `DECLAREDCOUNT(a)`
        DeclaredCount,
        /// Runs the next `b` actions where `a` is true, then the next `c` where it
        /// is false.
        If,
        /// Runs the next `c` actions `b` times; slot `to` counts from constant `a`.
        Loop,
        /// Runs the next `c` actions lane by lane.
        Atomic,
        /// Runs the next `c` actions once.
        Once,
        /// Behaviour that is not defined, for the reason in row `a` of
        /// [`Tables::reasons`](super::Tables::reasons).
        Undefined,
    }
}

/// Bits of a slot for one lane.
pub const SLOT_BITS: u16 = 64;
