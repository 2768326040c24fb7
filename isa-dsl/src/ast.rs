//! The syntax tree of `.isa` files: what was written, with the place of every
//! word. Nothing here is checked beyond the grammar; names are not resolved.
//!
//! One type per grammar rule, named after it. The tree owns its text, so it
//! outlives the source.

use crate::source::Span;

/// A word of the source with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The word as written (strings without their quotes, escapes resolved).
    pub text: String,
    /// Where it stands. For strings the span covers the text between the
    /// quotes, so that a column inside a template can be pointed at.
    pub span: Span,
}

/// A number with its place. Numbers are at most 64 bits wide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    /// The value.
    pub value: u64,
    /// Where it stands.
    pub span: Span,
}

/// A number that may carry a minus sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signed {
    /// The value.
    pub value: i64,
    /// Where it stands.
    pub span: Span,
}

/// One file: its items in the order of the text.
#[derive(Debug, Clone, Default)]
pub struct File {
    /// The items that could be parsed.
    pub items: Vec<Item>,
}

/// A top-level item with the `///` lines above it.
#[derive(Debug, Clone)]
pub struct Item {
    /// Documentation lines, without the slashes, joined by newlines.
    pub doc: String,
    /// The whole item.
    pub span: Span,
    /// What it declares.
    pub kind: ItemKind,
}

/// The kinds of items.
#[derive(Debug, Clone)]
pub enum ItemKind {
    /// `isa NAME "title" { … }`
    Isa(Isa),
    /// `include "path";`
    Include(Name),
    /// `registers NAME : BITS { … }`
    Registers(Registers),
    /// `state NAME : BITS = FILE NUMBER;`
    State(State),
    /// `counter a, b;`
    Counters(Vec<Name>),
    /// `space a, b;`
    Spaces(Vec<Name>),
    /// `class NAME : BITS { … }`
    Class(Class),
    /// `struct NAME : BITS { … }`
    Struct(Struct),
    /// `format NAME : BITS { … }`
    Format(Format),
    /// `modifiers NAME { … }`
    Modifiers(Modifiers),
    /// `operation NAME(T) { … }`
    Operation(Operation),
    /// `family NAME(n) : FORMAT { … }`
    Family(Family),
    /// `alias read NAME => NAME;`
    Alias(Alias),
    /// `stream NAME { … }`
    Stream(Stream),
}

/// `@ gcn1.1.., gcn1.4`: where something exists. `None` everywhere in the
/// tree means "on every architecture".
#[derive(Debug, Clone)]
pub struct At {
    /// The whole clause.
    pub span: Span,
    /// Its ranges.
    pub ranges: Vec<AtRange>,
}

/// One range of architectures, both ends included.
#[derive(Debug, Clone)]
pub struct AtRange {
    /// First architecture; `None` for `..b`.
    pub from: Option<Name>,
    /// Last architecture; `None` for `a..`. Equal to `from` for a single one.
    pub to: Option<Name>,
}

// ---- machine ---------------------------------------------------------------

/// The machine's header.
#[derive(Debug, Clone)]
pub struct Isa {
    /// Name of the machine, as in `isa_mc::gcn`.
    pub name: Name,
    /// Title for people.
    pub title: Name,
    /// `word 32 little;` — size of a code unit in bits, and `true` for little endian.
    pub words: Vec<(Number, bool)>,
    /// Architectures, oldest first.
    pub archs: Vec<Arch>,
    /// Features that only some processors have.
    pub features: Vec<Feature>,
    /// Assembly syntaxes; the first is the default.
    pub syntaxes: Vec<Syntax>,
}

/// `arch gcn1.1 "Sea Islands" { gfx700 … }`
#[derive(Debug, Clone)]
pub struct Arch {
    /// Name.
    pub name: Name,
    /// Title for people.
    pub title: Option<Name>,
    /// Processors of this architecture.
    pub processors: Vec<Name>,
}

/// `feature NAME { gfx906 }`
#[derive(Debug, Clone)]
pub struct Feature {
    /// Name.
    pub name: Name,
    /// Processors that have it.
    pub processors: Vec<Name>,
}

/// `syntax llvm { comment "//" ";"; }`
#[derive(Debug, Clone)]
pub struct Syntax {
    /// Name.
    pub name: Name,
    /// Lexical properties: a word and its strings.
    pub lexical: Vec<(Name, Vec<Name>)>,
}

// ---- values ----------------------------------------------------------------

/// A register file: names for numbers.
#[derive(Debug, Clone)]
pub struct Registers {
    /// Name of the file.
    pub name: Name,
    /// What a person calls one: "vector register".
    pub title: Option<Name>,
    /// Bits of one register.
    pub bits: Number,
    /// Named registers and ranges.
    pub registers: Vec<Register>,
    /// `groups 1, 2 aligned 2;` — sizes of the tuples, each with its alignment.
    pub groups: Vec<(Number, Option<Number>)>,
}

/// `v[0..255] = 0;` or `vcc = 106 x2;`
#[derive(Debug, Clone)]
pub struct Register {
    /// Name, or prefix of the range.
    pub name: Name,
    /// First and last index of a range, both included.
    pub range: Option<(Number, Number)>,
    /// Register number of the first.
    pub number: Number,
    /// Registers that the name covers (`x2`); 1 if left out.
    pub times: Option<Number>,
    /// Where it exists.
    pub at: Option<At>,
}

/// `state EXEC : 64 = sgpr 126;`
#[derive(Debug, Clone)]
pub struct State {
    /// Name, as operations spell it.
    pub name: Name,
    /// Width in bits.
    pub bits: Number,
    /// The registers that hold it.
    pub home: Option<(Name, Number)>,
}

/// A class of values: what the numbers of a field mean.
#[derive(Debug, Clone)]
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

/// `0..123 => sgpr;`
#[derive(Debug, Clone)]
pub struct Entry {
    /// First value.
    pub first: Number,
    /// Last value, included; equal to `first` for a single value.
    pub last: Number,
    /// What they mean.
    pub meaning: Meaning,
    /// Where the entry exists.
    pub at: Option<At>,
    /// The whole entry.
    pub span: Span,
}

/// What a range of values means.
#[derive(Debug, Clone)]
pub enum Meaning {
    /// A register file, struct or class by name. The value is taken as it is.
    Named(Name),
    /// `"text"`, or `"row_shl:{}" 1..15` with a number that counts along.
    Text(Name, Option<(Signed, Signed)>),
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
#[derive(Debug, Clone)]
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
    /// `any " & " "vmcnt({vmcnt})" …;` — separator and parts.
    pub any: Vec<(Name, Vec<Name>)>,
}

/// `size [15:11] : u5 + 1 = 32;`
#[derive(Debug, Clone)]
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

/// `[15:12]` or `[25]`.
#[derive(Debug, Clone, Copy)]
pub struct Bits {
    /// Most significant bit.
    pub high: Number,
    /// Least significant bit; equal to `high` for a single bit.
    pub low: Number,
    /// With the brackets.
    pub span: Span,
}

/// How a field's value is read and written.
#[derive(Debug, Clone)]
pub enum Kind {
    /// One bit, spelled by its name.
    Flag(Span),
    /// `list 3 of u1`
    List(Number, Box<Kind>, Span),
    /// `u12`, `s16 * 4 relative 4`, `u5 + 1`, `u20 hex`
    Integer(Integer),
    /// A class, struct or register file, with the type of its values; the
    /// register number is the field's value times the scale (`sgpr * 2`).
    Class(Name, Option<Name>, Option<Number>),
}

/// An integer kind.
#[derive(Debug, Clone)]
pub struct Integer {
    /// The whole kind.
    pub span: Span,
    /// `true` for `sN`.
    pub signed: bool,
    /// Width in bits, of the field's value.
    pub bits: u32,
    /// The text's value is the field's value times this …
    pub scale: Option<Number>,
    /// … plus this.
    pub bias: Option<Number>,
    /// Printed in hexadecimal.
    pub hex: bool,
    /// Relative to the address of the instruction plus this many bytes
    /// (`relative 4`), or to its end (`relative`, `relative end`).
    pub relative: Option<Relative>,
}

/// What a relative value is relative to.
#[derive(Debug, Clone)]
pub enum Relative {
    /// The end of the instruction.
    End,
    /// The start of the instruction plus a number of bytes.
    Start(Number),
    /// A word that is not known.
    Unknown(Name),
}

// ---- layouts ---------------------------------------------------------------

/// A fixed-width layout.
#[derive(Debug, Clone)]
pub struct Format {
    /// Name.
    pub name: Name,
    /// Title for people.
    pub title: Option<Name>,
    /// Width in bits.
    pub bits: Number,
    /// Bits of a literal that may follow.
    pub literal: Option<Number>,
    /// The format of which this is a special case.
    pub within: Option<Name>,
    /// Where it exists.
    pub at: Option<At>,
    /// Fields with values of their own.
    pub fields: Vec<Field>,
    /// Bits of a fixed value.
    pub fixed: Vec<Fixed>,
    /// Bits that must be zero.
    pub reserved: Vec<Reserved>,
    /// Bits that the machine does not look at.
    pub ignored: Vec<Reserved>,
}

/// `vdst [63:56];`
#[derive(Debug, Clone)]
pub struct Field {
    /// Name.
    pub name: Name,
    /// Pieces, most significant first.
    pub bits: Vec<Bits>,
    /// Where it exists.
    pub at: Option<At>,
}

/// `encoding [31:26] = 0b110111;`
#[derive(Debug, Clone)]
pub struct Fixed {
    /// Name.
    pub name: Name,
    /// Pieces, most significant first.
    pub bits: Vec<Bits>,
    /// The value.
    pub value: Number,
    /// Where it exists.
    pub at: Option<At>,
}

/// `reserved [25];` and `ignored [25];`
#[derive(Debug, Clone)]
pub struct Reserved {
    /// The bits.
    pub bits: Bits,
    /// Where they are so.
    pub at: Option<At>,
}

/// A set of modifiers that may come in any order.
#[derive(Debug, Clone)]
pub struct Modifiers {
    /// Name.
    pub name: Name,
    /// The modifiers, in the order of printing.
    pub modifiers: Vec<Modifier>,
}

/// `offset : u12 = 0 { llvm "offset:{}"; }`
#[derive(Debug, Clone)]
pub struct Modifier {
    /// Name; the field of the same name holds it.
    pub name: Name,
    /// Kind of its value.
    pub kind: Kind,
    /// Field value when left out; 0 if not written.
    pub default: Option<Number>,
    /// Where it exists.
    pub at: Option<At>,
    /// Per syntax: spellings, the first is printed. `None`: every syntax
    /// spells it by its name.
    pub spellings: Option<Vec<(Name, Vec<Name>)>>,
}

// ---- instructions ----------------------------------------------------------

/// A family of instructions that share a layout, operands and syntax.
#[derive(Debug, Clone)]
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

/// `FLAT(seg = 0)`
#[derive(Debug, Clone)]
pub struct UseLayout {
    /// The format or stream.
    pub name: Name,
    /// Fields that are fixed.
    pub bindings: Vec<Binding>,
}

/// `seg = 0 @ gcn1.4`
#[derive(Debug, Clone)]
pub struct Binding {
    /// The field.
    pub field: Name,
    /// Its value.
    pub value: Expr,
    /// Where.
    pub at: Option<At>,
}

/// What stands in a family.
#[derive(Debug, Clone)]
// A family has few of the large ones, and rows are most.
#[allow(clippy::large_enum_variant)]
pub enum Statement {
    /// `encoding e64 suffix "_e64" : VOP3(…) { … }`
    Encoding(Encoding),
    /// `in vaddr : vgpr x2;`
    Operand(Operand),
    /// `unused vdata;`
    Unused(Vec<Name>),
    /// `asm llvm when glc == 1 "…";`
    Form(Form),
    /// `reads exec;`
    Effect(EffectKind, Vec<Name>),
    /// `let ADDRESS : flat BYTE* = …;`
    Local(Local),
    /// `require COND "message";`
    Require(Require),
    /// `opcodes gcn1.1 gcn1.2;`
    Opcodes(Vec<Name>, Span),
    /// One instruction.
    Row(Row),
}

/// One of several encodings of a family.
#[derive(Debug, Clone)]
pub struct Encoding {
    /// Name.
    pub name: Name,
    /// Suffix that forces it: `_e64`.
    pub suffix: Option<Name>,
    /// Layout.
    pub layout: UseLayout,
    /// Where it exists.
    pub at: Option<At>,
    /// Operands, forms, rules of this encoding only.
    pub statements: Vec<Statement>,
}

/// Direction of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Read.
    In,
    /// Written.
    Out,
    /// Read and written.
    InOut,
}

/// `in vaddr : vgpr x(saddr == "off" ? 2 : 1);`
#[derive(Debug, Clone)]
pub struct Operand {
    /// Direction.
    pub direction: Direction,
    /// Name.
    pub name: Name,
    /// Field, where it is not the one of the same name.
    pub field: Option<Name>,
    /// Kind.
    pub kind: Kind,
    /// Registers it takes.
    pub width: Option<Expr>,
    /// Registers it takes beyond what operations see (`plus tfe`).
    pub extra: Option<Expr>,
    /// What is written where the width is zero (`or "off"`).
    pub zero: Option<Name>,
    /// Source modifiers.
    pub wraps: Vec<Wrap>,
    /// Where it exists.
    pub at: Option<At>,
}

/// `wrap "-{}" "neg({})" -> neg[0]`
#[derive(Debug, Clone)]
pub struct Wrap {
    /// Spellings, the first is printed.
    pub spellings: Vec<Name>,
    /// The field that holds it.
    pub field: Name,
    /// The bit of that field.
    pub bit: Option<Number>,
}

/// An assembly form.
#[derive(Debug, Clone)]
pub struct Form {
    /// The whole statement.
    pub span: Span,
    /// Syntax; every syntax if left out.
    pub syntax: Option<Name>,
    /// Read, never printed.
    pub read_only: bool,
    /// Condition on the fields.
    pub when: Option<Expr>,
    /// The template.
    pub template: Name,
}

/// The kinds of effect lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EffectKind {
    /// `reads`
    Reads,
    /// `writes`
    Writes,
    /// `counts`
    Counts,
    /// `branches`
    Branches,
    /// `checks`: the lints a family asks for.
    Checks,
}

/// A name that the family's operations may use.
#[derive(Debug, Clone)]
pub struct Local {
    /// Name.
    pub name: Name,
    /// Address space of a pointer.
    pub space: Option<Name>,
    /// Type.
    pub ty: OpType,
    /// Value.
    pub value: OpExpr,
}

/// A rule with its message.
#[derive(Debug, Clone)]
pub struct Require {
    /// What must hold.
    pub condition: Expr,
    /// What to say when it does not.
    pub message: Name,
}

/// One instruction.
#[derive(Debug, Clone)]
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
    /// What it does.
    pub meaning: RowMeaning,
}

/// How a row says what the instruction does.
#[derive(Debug, Clone)]
pub enum RowMeaning {
    /// Not said.
    None,
    /// `= load(UINT8)`
    Call(Name, Vec<OpArg>),
    /// `{ … }`
    Body(Vec<OpStmt>),
}

/// `alias read v_nop2 => v_nop;`
#[derive(Debug, Clone)]
pub struct Alias {
    /// `true` if it is preferred when printing.
    pub prefer: bool,
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

// ---- expressions of layouts ------------------------------------------------

/// An expression over fields and parameters.
#[derive(Debug, Clone)]
pub struct Expr {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: ExprKind,
}

/// Kinds of expressions.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A number.
    Number(u64),
    /// `"off"`: a keyword of the class of the other side of `==`.
    Text(String),
    /// A parameter, field, operand, or `piece.member` of a stream.
    Path(String),
    /// `popcount(dmask)`
    Call(Name, Vec<Expr>),
    /// `!a`
    Not(Box<Expr>),
    /// `a + b`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a ? b : c`
    Choose(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// Operators of layout expressions. `max(a, b)` and `min(a, b)` are calls in
/// the tree and operators once resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BinaryOp {
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

// ---- byte streams ----------------------------------------------------------

/// A byte-stream layout, or a part of one.
#[derive(Debug, Clone)]
pub struct Stream {
    /// Name.
    pub name: Name,
    /// Title for people.
    pub title: Option<Name>,
    /// Where it exists.
    pub at: Option<At>,
    /// Its lines in order of the bytes.
    pub lines: Vec<StreamLine>,
}

/// A line of a stream.
#[derive(Debug, Clone)]
pub enum StreamLine {
    /// One or more pieces of the same type.
    Piece(Box<Piece>),
    /// Alternatives chosen by an earlier value.
    Switch(Switch),
    /// How the pieces so far are written, where that is not one operand each:
    /// `asm "V{id}.{offset}";`
    Form(Form),
}

/// `when kind == 5 repeat count u, v : raw_operand;`
#[derive(Debug, Clone)]
pub struct Piece {
    /// The whole line.
    pub span: Span,
    /// Present only then.
    pub when: Option<Expr>,
    /// How often.
    pub repeat: Option<Expr>,
    /// Names, in order.
    pub names: Vec<Name>,
    /// Type: `u8` … `u64`, or a stream, class or struct.
    pub ty: Name,
    /// Fixed value.
    pub value: Option<Number>,
    /// Where it exists.
    pub at: Option<At>,
    /// Bits of an integer piece.
    pub bits: Option<PieceBits>,
}

/// The bits of an integer piece.
#[derive(Debug, Clone, Default)]
pub struct PieceBits {
    /// Members with a kind.
    pub members: Vec<Member>,
    /// Fields without.
    pub fields: Vec<Field>,
    /// Fixed bits.
    pub fixed: Vec<Fixed>,
    /// Bits that must be zero.
    pub reserved: Vec<Reserved>,
    /// Bits that are not looked at.
    pub ignored: Vec<Reserved>,
}

/// `switch header.kind { case 0 { … } }`
#[derive(Debug, Clone)]
pub struct Switch {
    /// The whole statement.
    pub span: Span,
    /// The value that chooses.
    pub on: Name,
    /// The alternatives.
    pub cases: Vec<Case>,
}

/// One alternative.
#[derive(Debug, Clone)]
pub struct Case {
    /// The whole case.
    pub span: Span,
    /// Values, as ranges with both ends included.
    pub values: Vec<(Number, Number)>,
    /// Its lines.
    pub lines: Vec<StreamLine>,
}

// ---- operations ------------------------------------------------------------

/// `operation load(T) { … }`
#[derive(Debug, Clone)]
pub struct Operation {
    /// Name.
    pub name: Name,
    /// Parameters; those named `T` are types.
    pub params: Vec<Name>,
    /// Statements.
    pub body: Vec<OpStmt>,
}

/// A statement of an operation.
#[derive(Debug, Clone)]
pub struct OpStmt {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: OpStmtKind,
}

/// Kinds of statements.
#[derive(Debug, Clone)]
pub enum OpStmtKind {
    /// `{ … }`
    Block(Vec<OpStmt>),
    /// `if (c) a else b`
    If(OpExpr, Box<OpStmt>, Option<Box<OpStmt>>),
    /// `for (i = a; i < b; i++) s`
    For {
        /// Variable of the head.
        var: Name,
        /// First value.
        from: OpExpr,
        /// Variable of the condition.
        tested: Name,
        /// End, excluded.
        to: OpExpr,
        /// Variable of the step.
        stepped: Name,
        /// Body.
        body: Box<OpStmt>,
    },
    /// `atomic { … }`
    Atomic(Vec<OpStmt>),
    /// `UINT32 P = *VM`
    Declare(OpType, Name, OpExpr),
    /// `VDST = P`, `X += 1` (then with the operator)
    Assign(OpExpr, Option<OpBinary>, OpExpr),
    /// A call for its effect.
    Call(OpExpr),
}

/// A type as written: `UINT32*`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpType {
    /// Where it stands.
    pub span: Span,
    /// `UINT32`, `BYTE`, `T`, …
    pub name: String,
    /// Number of stars.
    pub stars: u32,
}

/// An argument of a call: operations may take types.
#[derive(Debug, Clone)]
pub enum OpArg {
    /// A type.
    Type(OpType),
    /// A value.
    Value(OpExpr),
}

/// An expression of an operation.
#[derive(Debug, Clone)]
pub struct OpExpr {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: OpExprKind,
}

/// Kinds of expressions of operations.
#[derive(Debug, Clone)]
pub enum OpExprKind {
    /// An integer, with the width its suffix asks for (0 if it has none) and
    /// whether that is unsigned.
    Number {
        /// Value.
        value: u64,
        /// 64 for `ULL` and `LL`, 32 for `U`, else 0.
        bits: u32,
        /// `true` for `U` and `ULL`.
        unsigned: bool,
    },
    /// A floating number, as written.
    Float(String),
    /// A name.
    Name(String),
    /// `a ? b : c`
    Choose(Box<OpExpr>, Box<OpExpr>, Box<OpExpr>),
    /// `a + b`
    Binary(OpBinary, Box<OpExpr>, Box<OpExpr>),
    /// `-a`
    Unary(OpUnary, Box<OpExpr>),
    /// `(UINT32)a`
    Cast(OpType, Box<OpExpr>),
    /// `a[i]`
    Index(Box<OpExpr>, Box<OpExpr>),
    /// `a[2:3]`
    Slice(Box<OpExpr>, Box<OpExpr>, Box<OpExpr>),
    /// `MAX(a, b)`
    Call(Name, Vec<OpArg>),
}

/// Operators of operations, with C's precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum OpBinary {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    And,
    Xor,
    Or,
    AndAlso,
    OrElse,
}

/// Prefix operators of operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum OpUnary {
    Deref,
    AddressOf,
    BitNot,
    Not,
    Neg,
}
