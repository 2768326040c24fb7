//! What the operation of an instruction may name.

use crate::sorted::SortedSet;
use std::sync::Arc;

use crate::ast;
use crate::machine::ArchSet;
use crate::suggest::nearest;

use super::types::Scalar;

/// Bits of an element: `R[i]` is dword `i` of operand or state `R`.
pub const ELEMENT_BITS: u16 = 32;

/// The names of an operation, apart from its own. The caller builds one per
/// instruction (or shares it among rows that agree on all widths).
///
/// A name should occur once; where it does not, the first list that has it
/// wins, in the order of the fields below.
#[derive(Debug, Clone, Default)]
pub struct Environment {
    /// Arguments of the family's parameters, as written (`n`).
    pub constants: Vec<(String, i64)>,
    /// `let` declarations of the family, in order: each may use those before.
    pub lets: Arc<Vec<Arc<ast::Local>>>,
    /// The names of `let`s that are declared of an operand. What they are of
    /// those that something names is among [`Environment::lets`], as `NAME(OPERAND)`.
    pub of_operands: Arc<SortedSet<String>>,
    /// Functions: `let`s of values, outside of families.
    pub functions: Arc<Vec<Arc<ast::Local>>>,
    /// The lanes that the operation runs for, a bit each (`lanes EXEC;`).
    /// `None`: it runs once.
    pub lanes: Option<ast::OpExpr>,
    /// Operands; intermediate code names them by index.
    pub operands: Vec<Operand>,
    /// Modifiers and other fields; intermediate code names them by index.
    pub fields: Vec<Field>,
    /// State of the machine; intermediate code names it by index.
    pub states: Arc<[State]>,
    /// Features of processors, in upper case; intermediate code names them by index.
    /// Each is a condition: whether the processor that runs the operation has it.
    pub features: Arc<[String]>,
    /// Address spaces; pointer types name them by index.
    pub spaces: Arc<[Space]>,
    /// Floating-point types whose arithmetic states govern.
    pub floating: Arc<[FloatingType]>,
    /// Fields and source modifiers that something of the description has, in upper
    /// case. A `let` outside of families may name those that the instruction
    /// lacks: they are zero.
    pub absent: Arc<SortedSet<String>>,
}

/// A register operand. One that an architecture lacks reads as zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operand {
    /// Name in upper case: `VDST` for operand `vdst`.
    pub name: String,
    /// Width in bits. Where the width depends on fields this is the greatest;
    /// a narrower value reads as if extended by zeros.
    pub bits: u16,
    /// Declared `in` or `inout`.
    pub readable: bool,
    /// Declared `out` or `inout`.
    pub writable: bool,
    /// Every lane has its own value.
    pub per_lane: bool,
}

/// A modifier or field: an integer that can only be read. One that an
/// architecture lacks reads as zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Name in upper case: `OFFSET` for modifier `offset`.
    pub name: String,
    /// Width of the value in bits, 1 to 64; a flag has 1.
    pub bits: u16,
    /// Two's complement.
    pub signed: bool,
}

/// State of the machine that is neither operand nor field: `EXEC`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Name as declared.
    pub name: String,
    /// Width in bits.
    pub bits: u16,
    /// The states that it is computed from, as indices; `None` for one that is
    /// held, and can be written.
    pub derived: Option<Vec<usize>>,
}

/// An address space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Space {
    /// Name as declared.
    pub name: String,
    /// It is what registers are to other machines, and no memory.
    pub internal: bool,
    /// The state that says how many bytes it has, as an index; `None` without
    /// a limit.
    pub limit: Option<usize>,
    /// Where it has that limit.
    pub limit_archs: ArchSet,
    /// The state that says where its addresses count from, as an index; `None` if
    /// they count from zero.
    pub base: Option<usize>,
}

/// A floating-point type whose arithmetic states govern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FloatingType {
    /// The type.
    pub ty: Scalar,
    /// The states that say how it rounds, and what becomes of subnormal values and of
    /// those that are too large, as indices.
    pub states: Vec<usize>,
}

impl Space {
    /// Where a state is its limit or its base.
    pub fn archs_of(&self, state: usize) -> ArchSet {
        match (self.base == Some(state), self.limit == Some(state)) {
            (true, _) => ArchSet(u32::MAX),
            (false, true) => self.limit_archs,
            (false, false) => ArchSet(0),
        }
    }
}

/// The value that every operation with lanes has: the number of the lane that runs, a
/// `UINT32`.
pub const LANE: &str = "LANEID";

/// A half of a dword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// Bits 15 to 0.
    Low,
    /// Bits 31 to 16.
    High,
}

impl Half {
    /// How many bits one has.
    pub const BITS: u16 = ELEMENT_BITS / 2;

    /// What a name is a half of, if it says so, and which one: `R.LOW` and `R.HIGH` are halves
    /// of `R`.
    pub fn of(name: &str) -> Option<(&str, Half)> {
        match name.split_once('.') {
            Some((whole, "LOW")) => Some((whole, Half::Low)),
            Some((whole, "HIGH")) => Some((whole, Half::High)),
            _ => None,
        }
    }

    /// Its lowest bit in the dword.
    pub(super) fn bit(self) -> i64 {
        match self {
            Half::Low => 0,
            Half::High => i64::from(Half::BITS),
        }
    }
}

/// What a name of the environment stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entity {
    Constant(i64),
    Let(usize),
    Operand(usize),
    Field(usize),
    State(usize),
    Feature(usize),
    Lane,
}

impl Environment {
    pub(super) fn find(&self, name: &str) -> Option<Entity> {
        if let Some((_, value)) = self.constants.iter().find(|(n, _)| n == name) {
            return Some(Entity::Constant(*value));
        }
        if let Some(index) = self.lets.iter().position(|l| l.name.text == name) {
            return Some(Entity::Let(index));
        }
        if let Some(index) = self.operands.iter().position(|o| o.name == name) {
            return Some(Entity::Operand(index));
        }
        if let Some(index) = self.fields.iter().position(|f| f.name == name) {
            return Some(Entity::Field(index));
        }
        if let Some(index) = self.states.iter().position(|s| s.name == name) {
            return Some(Entity::State(index));
        }
        if let Some(index) = self.features.iter().position(|f| f == name) {
            return Some(Entity::Feature(index));
        }
        if name == LANE {
            return Some(Entity::Lane);
        }
        // `SRC0.SEL` is field `src0_sel`.
        let field = self.field_of_operand(name)?;
        let index = self.fields.iter().position(|f| f.name == field)?;
        Some(Entity::Field(index))
    }

    /// A name without the half that it says, unless a field is called so.
    pub(super) fn without_half<'n>(&self, name: &'n str) -> (&'n str, Option<Half>) {
        match Half::of(name) {
            Some((whole, half)) if self.find(name).is_none() => (whole, Some(half)),
            _ => (name, None),
        }
    }

    /// The field that a path means which begins with an operand.
    fn field_of_operand(&self, name: &str) -> Option<String> {
        let (operand, rest) = name.split_once('.')?;
        let mut operands = self.operands.iter();
        let known = operands.any(|it| it.name == operand);
        known.then(|| format!("{operand}_{rest}"))
    }

    /// Whether the instruction lacks a field or source modifier of that name which
    /// others have.
    pub(super) fn lacks(&self, name: &str) -> bool {
        let rest = name.split_once('.').map(|(_, rest)| rest);
        match (self.field_of_operand(name), rest) {
            (Some(field), Some(rest)) => self.absent.contains(&field) || self.absent.contains(rest),
            _ => self.absent.contains(name),
        }
    }

    /// Every name, in the order of [`Environment::find`].
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let constants = self.constants.iter().map(|(name, _)| name.as_str());
        let lets = self.lets.iter().map(|l| l.name.text.as_str());
        let operands = self.operands.iter().map(|o| o.name.as_str());
        let fields = self.fields.iter().map(|f| f.name.as_str());
        let states = self.states.iter().map(|s| s.name.as_str());
        let features = self.features.iter().map(String::as_str);
        constants
            .chain(lets)
            .chain(operands)
            .chain(fields)
            .chain(states)
            .chain(features)
            .chain([LANE])
    }

    /// Whether an address space is memory.
    pub(super) fn is_memory(&self, space: usize) -> bool {
        self.spaces.get(space).is_none_or(|space| !space.internal)
    }

    /// The address space of this name, and else the one most like it.
    pub(super) fn space(&self, name: &str) -> Result<usize, Option<&str>> {
        match self.spaces.iter().position(|s| s.name == name) {
            Some(index) => Ok(index),
            None => Err(nearest(name, self.spaces.iter().map(|s| s.name.as_str()))),
        }
    }
}
