//! Families, encodings, operands, forms and rows.

use std::sync::Arc;

use super::{
    At, AtRange, Bits, Expr, Form, Indexed, Kind, Name, Number, OpArg, OpExpr, OpParam, OpStmt,
    OpType, Signed,
};
use crate::source::Span;

/// A family of instructions that share a layout, operands and syntax.
#[derive(Debug, Clone, Hash)]
pub struct Family {
    /// Name.
    pub name: Name,
    /// Parameters that each row supplies.
    pub params: Vec<Name>,
    /// The layout of a family with a single encoding.
    pub layout: Option<UseLayout>,
    /// Where it exists.
    pub at: Option<At>,
    /// Statements in order.
    pub statements: Vec<Statement>,
}

impl Family {
    /// The family with no statements: what others are put into.
    #[must_use]
    pub fn without_statements(&self) -> Family {
        Family {
            name: self.name.clone(),
            params: self.params.clone(),
            layout: self.layout.clone(),
            at: self.at.clone(),
            statements: Vec::new(),
        }
    }
}

/// `FLAT(seg = 0)`
#[derive(Debug, Clone, Hash)]
pub struct UseLayout {
    /// The format or stream.
    pub name: Name,
    /// Fields that are fixed.
    pub bindings: Vec<Binding>,
}

/// `seg = 0 @ gcn1.4`
#[derive(Debug, Clone, Hash)]
pub struct Binding {
    /// The field.
    pub field: Name,
    /// Its value.
    pub value: Expr,
    /// Where.
    pub at: Option<At>,
}

/// What stands in a family. Lines are shared where several families or encodings have them.
#[allow(
    clippy::large_enum_variant,
    reason = "a list of statements lives as long as its file is checked"
)]
#[derive(Debug, Clone, Hash)]
pub enum Statement {
    /// `encoding e64 suffix "_e64" : VOP3(…) { … }`
    Encoding(Encoding),
    /// `encodings vop2(f32, 2);`
    UseEncodings(UseEncodings),
    /// `in vaddr : vgpr x2;`
    Operand(Arc<Operand>),
    /// `unused vdata;`
    Unused(Vec<Name>, Option<At>),
    /// `asm llvm when glc == 1 "…";`
    Form(Arc<Form>),
    /// `out sdst = VCC;`
    StandIn(StandIn),
    /// `indexed src0 by M0;`
    Indexed(Indexed),
    /// `reads exec;`
    Effect(EffectKind, Vec<Name>, Option<At>),
    /// `checks returning;`: the lints a family asks for.
    Checks(Vec<Name>),
    /// `lanes EXEC;`
    Lanes(OpExpr, Span),
    /// `let ADDRESS : flat BYTE* = …;`
    Local(Arc<Local>),
    /// `require in clrx COND "message";`
    Require(Arc<Require>),
    /// `opcodes gcn1.1 gcn1.2..;`
    Opcodes(Vec<AtRange>, Span),
    /// One instruction.
    Row(Arc<Row>),
}

/// One of several encodings of a family.
#[derive(Debug, Clone, Hash)]
pub struct Encoding {
    /// Name.
    pub name: Name,
    /// Suffix that forces it: `_e64`.
    pub suffix: Option<Name>,
    /// The suffix is understood and not printed.
    pub suffix_read: bool,
    /// Layout.
    pub layout: UseLayout,
    /// Where it exists.
    pub at: Option<At>,
    /// Of one that stands in a set: where the family asks for that.
    pub asked_at: Option<At>,
    /// Operands, forms, rules of this encoding only.
    pub statements: Vec<Statement>,
}

/// `encodings vop2(T, n) { encoding e32 … }`: a set of encodings that families
/// have in common.
#[derive(Debug, Clone, Hash)]
pub struct Encodings {
    /// Name.
    pub name: Name,
    /// Parameters: those called `T`, `T0` to `T9` are value types, the others
    /// numbers.
    pub params: Vec<Name>,
    /// The encodings.
    pub encodings: Vec<Encoding>,
}

/// `encodings vop2(f32, 2);`: the encodings of a set stand in a family.
#[derive(Debug, Clone, Hash)]
pub struct UseEncodings {
    /// The whole line.
    pub span: Span,
    /// The set.
    pub name: Name,
    /// Its arguments.
    pub args: Vec<EncodingsArg>,
    /// Where the family has them.
    pub at: Option<At>,
}

/// An argument of a set of encodings.
#[derive(Debug, Clone, Hash)]
pub enum EncodingsArg {
    /// A value type such as `f32`.
    Type(Name),
    /// A number, or a parameter of the family.
    Number(Expr),
}

/// Direction of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Read.
    In,
    /// Written.
    Out,
    /// Read and written.
    InOut,
}

/// `in vaddr : vgpr x(saddr == "off" ? 2 : 1);`
#[derive(Debug, Clone, Hash)]
pub struct Operand {
    /// Direction.
    pub direction: Direction,
    /// Name.
    pub name: Name,
    /// Field, where it is not the one of the same name.
    pub field: Option<Name>,
    /// Bits of that field, if it is another way to write what another operand holds.
    pub part: Option<Bits>,
    /// Kind.
    pub kind: Kind,
    /// Of one that is always the same register: its number. No bits say it.
    pub home: Option<Number>,
    /// Registers it takes: one width, or several of which text chooses; empty
    /// if not written.
    pub width: Vec<WidthOf>,
    /// Registers it takes beyond what operations see (`plus tfe`).
    pub extra: Option<Expr>,
    /// `unaligned`: its registers begin at any number, whatever their file says of groups.
    pub unaligned: Option<Span>,
    /// What is written where the width is zero (`or "off"`).
    pub zero: Option<Name>,
    /// Source modifiers.
    pub wraps: Vec<Wrap>,
    /// Source modifiers that change a number as it is read.
    pub signs: Vec<SignOf>,
    /// In a set of encodings, `if half`: the line counts where that parameter is not
    /// zero.
    pub chosen: Option<Name>,
    /// Where it exists.
    pub at: Option<At>,
}

/// `out sdst = VCC;`: a state that stands where other encodings have an operand.
#[derive(Debug, Clone, Hash)]
pub struct StandIn {
    /// Direction.
    pub direction: Direction,
    /// The operand's name, by which operations know it.
    pub name: Name,
    /// The state.
    pub state: Name,
    /// Where it is so.
    pub at: Option<At>,
}

/// A width, or a range of them: `2..5`.
#[derive(Debug, Clone, Hash)]
pub struct WidthOf {
    /// The width, or the least one.
    pub from: Expr,
    /// The greatest one of a range.
    pub to: Option<Expr>,
}

/// `wrap neg -> neg[0]`, `wrap "-{}" "neg({})" -> neg[0]`
#[derive(Debug, Clone, Hash)]
pub struct Wrap {
    /// The `wrap` item that spells it.
    pub name: Option<Name>,
    /// Spellings of every syntax where there is no such item, the first is
    /// printed.
    pub spellings: Vec<Name>,
    /// The field that holds it.
    pub field: Name,
    /// The bit of that field.
    pub bit: Option<Number>,
}

/// `wrap negative -> sign changed`
#[derive(Debug, Clone, Hash)]
pub struct SignOf {
    /// The `wrap` item that spells it; `None` where it is spelled in place.
    pub name: Option<Name>,
    /// Spellings of every syntax where there is no such item.
    pub spellings: Vec<Name>,
    /// The sign is taken away, not changed.
    pub clears: bool,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of effect lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EffectKind {
    /// `reads`
    Reads,
    /// `writes`
    Writes,
    /// `counts`
    Counts,
    /// `branches`
    Branches,
}

/// A name that the family's operations may use.
#[derive(Debug, Clone, Hash)]
pub struct Local {
    /// Name.
    pub name: Name,
    /// `let VALUE(SRC)`: what stands in its value for an operand.
    pub of: Option<Name>,
    /// `let SUM(UINT32 A, UINT32 B)`: what a function is of.
    pub params: Vec<OpParam>,
    /// It stands outside of families.
    pub outside: bool,
    /// Address space of a pointer.
    pub space: Option<Name>,
    /// `if GDS else lds`: the field that must not be zero for `space`, and the
    /// space where it is.
    pub otherwise: Option<(Name, Name)>,
    /// Type.
    pub ty: OpType,
    /// Value.
    pub value: OpExpr,
}

/// A rule with its message.
#[derive(Debug, Clone, Hash)]
pub struct Require {
    /// The syntax whose texts alone it is about.
    pub syntax: Option<Name>,
    /// The feature of the processors that it counts for.
    pub needs: Option<Name>,
    /// What must hold.
    pub condition: Expr,
    /// What to say when it does not.
    pub message: Name,
    /// Where it holds.
    pub at: Option<At>,
}

/// One instruction.
#[derive(Debug, Clone, Hash)]
pub struct Row {
    /// The whole row, without its documentation.
    pub span: Span,
    /// Documentation lines.
    pub doc: String,
    /// Mnemonic.
    pub name: Name,
    /// Arguments for the family's parameters.
    pub args: Vec<Signed>,
    /// One per column; `None` for `-`.
    pub opcodes: Vec<(Option<u64>, Span)>,
    /// Feature that a processor must have.
    pub needs: Option<Name>,
    /// Other spellings per syntax.
    pub spelled: Vec<(Name, Name)>,
    /// What it is called on some architectures.
    pub renamed: Vec<Renamed>,
    /// What it does.
    pub meaning: RowMeaning,
}

/// `as ds_load_b32 @ rdna3..`
#[derive(Debug, Clone, Hash)]
pub struct Renamed {
    /// The other mnemonic.
    pub name: Name,
    /// Where it is the mnemonic.
    pub at: At,
}

/// How a row says what the instruction does.
#[derive(Debug, Clone, Hash)]
pub enum RowMeaning {
    /// Not said.
    None,
    /// `= load(UINT8)`
    Call(Name, Vec<OpArg>),
    /// `{ … }`
    Body(Vec<OpStmt>),
}

/// `alias read v_nop2 => v_nop;`
#[derive(Debug, Clone, Hash)]
pub struct Alias {
    /// `true` if it is preferred when printing.
    pub prefer: bool,
    /// The only syntax that has it.
    pub syntax: Option<Name>,
    /// The alias.
    pub name: Name,
    /// Its template, where it differs.
    pub template: Option<Name>,
    /// The instruction.
    pub target: Name,
    /// Fixed fields.
    pub bindings: Vec<Binding>,
    /// Where it exists.
    pub at: Option<At>,
}
