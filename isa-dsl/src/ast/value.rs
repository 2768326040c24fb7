//! Register files, states, classes, structs and kinds.

use super::{At, Bits, Form, Kind, Name, Number, OpExpr, Reserved, Signed};
use crate::source::Span;

/// A register file: names for numbers.
#[derive(Debug, Clone, Hash)]
pub struct Registers {
    /// Name of the file.
    pub name: Name,
    /// What a person calls one: "vector register".
    pub title: Option<Name>,
    /// Bits of one register.
    pub bits: Number,
    /// `per lane`: every lane has its own.
    pub per_lane: bool,
    /// Named registers and ranges.
    pub registers: Vec<Register>,
    /// `groups 1, 2 aligned 2;` — sizes of the tuples, each with its alignment and where it
    /// is so.
    pub groups: Vec<(Number, Option<Number>, Option<At>)>,
}

/// `v[0..255] = 0;` or `vcc = 106 x2;`
#[derive(Debug, Clone, Hash)]
pub struct Register {
    /// Name, or prefix of the range.
    pub name: Name,
    /// First and last index of a range, both included.
    pub range: Option<(Number, Number)>,
    /// Register number of the first.
    pub number: Number,
    /// Registers that the name covers (`x2`); 1 if left out.
    pub times: Option<Number>,
    /// Understood, and never printed.
    pub read: bool,
    /// Where it exists.
    pub at: Option<At>,
}

/// `state EXEC : 64 = sgpr 126;` or `state VCCZ : 1 = VCC == 0;`
#[derive(Debug, Clone, Hash)]
pub struct State {
    /// Name, as operations spell it.
    pub name: Name,
    /// Width in bits.
    pub bits: Number,
    /// The registers that hold it.
    pub home: Option<(Name, Number)>,
    /// What it is computed from.
    pub derived: Option<OpExpr>,
    /// Where it is.
    pub at: Option<At>,
}

/// `space lds, gds limit M0 [15:0] @ ..gcn1.2 base M0 [31:16];`
#[derive(Debug, Clone, Hash)]
pub struct Spaces {
    /// Their names.
    pub names: Vec<Name>,
    /// What registers are to other machines, and no memory.
    pub internal: bool,
    /// How far all of them reach.
    pub limit: Option<StatePartAt>,
    /// What their addresses count from.
    pub base: Option<StatePart>,
    /// The space whose bytes they are: `of lds`.
    pub of: Option<Name>,
}

/// `limit M0 [15:0] @ ..gcn1.2`: bits of a state that say something on some architectures.
#[derive(Debug, Clone, Hash)]
pub struct StatePartAt {
    /// The state, and which bits of it.
    pub part: StatePart,
    /// Where they say it; everywhere if nothing is said.
    pub at: Option<At>,
}

/// `base M0 [31:16]`: bits of a state that say something.
#[derive(Debug, Clone, Hash)]
pub struct StatePart {
    /// The state.
    pub state: Name,
    /// Which bits of it; all of them if nothing is said.
    pub bits: Option<Bits>,
}

/// `floating HALF rounding MODE [3:2] subnormals MODE [7:6] overflow MODE [23] @ gcn1.4;`
#[derive(Debug, Clone, Hash)]
pub struct FloatingTypes {
    /// The types.
    pub names: Vec<Name>,
    /// How results are rounded.
    pub rounding: Option<StatePart>,
    /// Whether subnormal sources and results keep their value.
    pub subnormals: Option<StatePart>,
    /// Whether numbers that are too large become the greatest one instead of infinite.
    pub overflow: Option<StatePartAt>,
}

/// `indexed src0 of vgpr by M0 [7:0] if MODE [27], M0 [12];`: an operand is the register so
/// many behind the one that its field names.
#[derive(Debug, Clone, Hash)]
pub struct Indexed {
    /// The operand.
    pub operand: Name,
    /// Only where it is a register of this file.
    pub file: Option<Name>,
    /// Only in instructions that have this operand too.
    pub with: Option<Name>,
    /// How many registers.
    pub by: IndexBy,
    /// Only if none of these is zero.
    pub conditions: Vec<StatePart>,
    /// Where it is so.
    pub at: Option<At>,
}

/// How far an operand is moved.
#[derive(Debug, Clone, Hash)]
pub enum IndexBy {
    /// `by M0 [7:0]`: so many registers.
    State(StatePart),
    /// `undefined "…"`: nobody says.
    Undefined(Name),
}

/// A class of values: what the numbers of a field mean.
#[derive(Debug, Clone, Hash)]
pub struct Class {
    /// Name.
    pub name: Name,
    /// What a person calls a value of it, for error messages.
    pub title: Option<Name>,
    /// Width in bits.
    pub bits: Number,
    /// Meanings.
    pub entries: Vec<Entry>,
}

/// `kind data_register by acc { 0 => vgpr; 1 => accvgpr; }`: what values mean says a field.
#[derive(Debug, Clone, Hash)]
pub struct KindBy {
    /// Name.
    pub name: Name,
    /// The field.
    pub field: Name,
    /// Its values.
    pub cases: Vec<KindCase>,
}

/// `1 => accvgpr @ cdna2..;`
#[derive(Debug, Clone, Hash)]
pub struct KindCase {
    /// Value of the field.
    pub value: Number,
    /// Which kind it is then.
    pub kind: Name,
    /// Where it is so.
    pub at: Option<At>,
}

/// `0..123 => sgpr;`
#[derive(Debug, Clone, Hash)]
pub struct Entry {
    /// First value.
    pub first: Number,
    /// Last value, included; equal to `first` for a single value.
    pub last: Number,
    /// What they mean.
    pub meaning: Meaning,
    /// What a word stands for where an operation reads it.
    pub value: Option<WordValue>,
    /// Where the entry exists.
    pub at: Option<At>,
    /// Words of single syntaxes: the first of one is printed.
    pub words: Vec<(Name, Vec<Name>)>,
    /// The whole entry.
    pub span: Span,
}

/// `= 0` or `= SCC` behind a word.
#[derive(Debug, Clone, Hash)]
pub enum WordValue {
    /// A number.
    Number(Number),
    /// What a state holds.
    State(Name),
}

/// What a range of values means.
#[derive(Debug, Clone, Hash)]
pub enum Meaning {
    /// A register file, struct or class by name. The value is taken as it is,
    /// or for registers (`256..511 => vgpr 0..255`) counts from a number on, in steps
    /// of one or of `by`.
    Named(Name, Option<(Number, Number)>, Option<Number>),
    /// `"text"`, or `"row_shl:{}" 1..15` with a number that counts along.
    Text(Name, Option<(Signed, Signed)>),
    /// A word for several values: it is read as the first of them, and says no other.
    Alike(Name),
    /// `int -1..-16`: inline integers, counting from the first to the last.
    Ints(Signed, Signed),
    /// `0.5`: an inline floating constant. The text as written.
    Float(Name),
    /// `literal`: the value follows the instruction.
    Literal(Span),
    /// `escape`: the value selects another encoding and is never an operand.
    Escape(Span),
}

/// A bit-structured operand.
#[derive(Debug, Clone, Hash)]
pub struct Struct {
    /// Name.
    pub name: Name,
    /// What a person calls it.
    pub title: Option<Name>,
    /// Width in bits.
    pub bits: Number,
    /// Members.
    pub members: Vec<Member>,
    /// Reserved bits.
    pub reserved: Vec<Reserved>,
    /// `asm` forms.
    pub forms: Vec<Form>,
    /// Lists of members in any order.
    pub lists: Vec<AnyOrder>,
}

/// `any counters " " "&" { vmcnt "vmcnt({})"; … }`
#[derive(Debug, Clone, Hash)]
pub struct AnyOrder {
    /// Name, which stands in templates.
    pub name: Name,
    /// Separators; the first is printed.
    pub separators: Vec<Name>,
    /// Members, each with its spellings; the first is printed.
    pub items: Vec<(Name, Vec<Name>)>,
}

/// `size [15:11] : u5 + 1 = 32;`
#[derive(Debug, Clone, Hash)]
pub struct Member {
    /// Name.
    pub name: Name,
    /// Where its bits are, most significant piece first.
    pub bits: Vec<Bits>,
    /// What they mean.
    pub kind: Kind,
    /// The field's value where the text leaves it out.
    pub default: Option<Number>,
    /// Where it exists.
    pub at: Option<At>,
}
