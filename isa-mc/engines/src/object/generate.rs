//! What a code generator says to an object under construction: instructions as typed
//! builders or as [`Inst`]s, operands that name symbols, expressions.
//!
//! It is the path that the assembler takes: an instruction is bytes, and an operand
//! whose value is known later is a [`Later`] with an expression.

use core::fmt::{self, Display, Formatter};

use super::builder::ObjectBuilder;
use super::error::ObjectErrorKind;
use super::expression::{Node, Operator};
use super::place::{ExpressionId, SymbolId};
use super::symbol::{Binding, SymbolKind};
use crate::{BuildError, Builder, EncodeError, Inst, Later, Parsed};

/// Bytes of an instruction at most, with its literal.
const MAX_BYTES: usize = 32;

/// Why an instruction or a value could not be added.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EmitError {
    /// The builder gave no instruction.
    Build(BuildError),
    /// The instruction is none of this processor.
    Encode(EncodeError),
    /// The operand of that name cannot hold a value that is known later: it is
    /// neither a literal nor a distance.
    NotLater(&'static str),
    /// The machine has no relocation that is asked for so.
    NoSpecifier(String),
    /// The section takes no instructions.
    Object(ObjectErrorKind),
}

impl Display for EmitError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            EmitError::Build(error) => write!(f, "{error}"),
            EmitError::Encode(EncodeError::Space { .. }) => {
                f.write_str("the instruction is longer than any of this machine")
            }
            EmitError::Encode(_) => f.write_str("the instruction is none of this processor"),
            EmitError::NotLater(name) => write!(
                f,
                "`{name}` is neither a literal nor a distance: its value must be known now"
            ),
            EmitError::NoSpecifier(text) => {
                write!(f, "the machine has no relocation `@{text}`")
            }
            EmitError::Object(error) => write!(f, "{error}"),
        }
    }
}

impl core::error::Error for EmitError {}

impl From<BuildError> for EmitError {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::NotLater(name) => EmitError::NotLater(name),
            error => EmitError::Build(error),
        }
    }
}

impl From<ObjectErrorKind> for EmitError {
    fn from(error: ObjectErrorKind) -> Self {
        EmitError::Object(error)
    }
}

/// For code generators. What goes wrong later is told with
/// [`location`](ObjectBuilder::location), which they set as they like.
impl ObjectBuilder<'_> {
    // ---- instructions -----------------------------------------------------------

    /// Adds an instruction; gives it back as it is in memory.
    ///
    /// # Errors
    ///
    /// [`EmitError`] if the processor lacks it, or a value does not fit.
    pub fn add(&mut self, builder: &Builder) -> Result<Inst, EmitError> {
        let inst = builder.build(&self.target)?;
        self.add_inst(inst)?;
        Ok(inst)
    }

    /// Adds an instruction with an operand whose value is known later: a literal, or
    /// the distance to a place. What `builder` says of that operand does not matter.
    ///
    /// # Errors
    ///
    /// As [`add`](Self::add); [`EmitError::NotLater`] if the operand is neither. A
    /// place that is too far away is an error of [`finish`](Self::finish).
    pub fn add_with(
        &mut self,
        builder: &Builder,
        operand: &'static str,
        value: ExpressionId,
    ) -> Result<Inst, EmitError> {
        let Parsed { inst, later } = builder.build_with_later(&self.target, operand)?;
        self.put(inst, later.map(|later| (later, value)))?;
        Ok(inst)
    }

    /// Adds an instruction that was built, decoded or changed before.
    ///
    /// # Errors
    ///
    /// [`EmitError`] if it is none of the processor's.
    pub fn add_inst(&mut self, inst: Inst) -> Result<(), EmitError> {
        self.put(inst, None)
    }

    /// [`add_with`](Self::add_with) for an instruction that was built before, with
    /// any literal, or any distance, in the operand.
    ///
    /// # Errors
    ///
    /// As [`add_with`](Self::add_with).
    pub fn add_inst_with(
        &mut self,
        inst: Inst,
        operand: &'static str,
        value: ExpressionId,
    ) -> Result<(), EmitError> {
        let later = self.target.later(inst, operand);
        let later = later.ok_or(EmitError::NotLater(operand))?;
        self.put(inst, Some((later, value)))
    }

    fn put(&mut self, inst: Inst, later: Option<(Later, ExpressionId)>) -> Result<(), EmitError> {
        let mut bytes = [0; MAX_BYTES];
        let size = self.target.encode(inst, &mut bytes);
        let size = size.map_err(EmitError::Encode)?;
        Ok(self.instruction(&bytes[..size], later, self.location)?)
    }

    // ---- symbols ------------------------------------------------------------------

    /// The symbol of a name, made if there is none.
    pub fn symbol(&mut self, name: &str) -> SymbolId {
        self.symbols.intern(name, self.location)
    }

    /// A label without a name: it does not go into the file.
    pub fn label(&mut self) -> SymbolId {
        self.symbols.nameless(self.location)
    }

    /// Makes a symbol the place where the next byte goes.
    ///
    /// # Errors
    ///
    /// A symbol is bound once.
    pub fn bind(&mut self, symbol: SymbolId) -> Result<(), ObjectErrorKind> {
        self.define(symbol, self.location)
    }

    /// Begins a function here that other objects may name. Its size is said by
    /// [`end_symbol`](Self::end_symbol).
    ///
    /// # Errors
    ///
    /// As [`bind`](Self::bind).
    pub fn begin_function(&mut self, symbol: SymbolId) -> Result<(), ObjectErrorKind> {
        self.bind(symbol)?;
        let row = &mut self.symbols[symbol];
        row.kind = SymbolKind::Function;
        row.binding = Binding::Global;
        row.is_bound = true;
        Ok(())
    }

    /// The size of a symbol's function or data is what lies between it and here.
    pub fn end_symbol(&mut self, symbol: SymbolId) {
        let here = self.expressions.add(Node::Place(self.here()));
        let start = self.address(symbol);
        let size = self.difference(here, start);
        self.symbols[symbol].size = Some(size);
    }

    // ---- expressions ----------------------------------------------------------------

    /// A number.
    pub fn constant(&mut self, number: i64) -> ExpressionId {
        self.expressions.add(Node::Number(number))
    }

    /// The address of a symbol, which this object need not define.
    pub fn address(&mut self, symbol: SymbolId) -> ExpressionId {
        self.symbols[symbol].is_used = true;
        self.expressions.add(Node::Symbol(symbol, 0))
    }

    /// What a relocation makes of a symbol: `rel32@lo` for `symbol@rel32@lo`.
    ///
    /// # Errors
    ///
    /// [`EmitError::NoSpecifier`] if the machine has no such relocation.
    pub fn address_as(
        &mut self,
        symbol: SymbolId,
        specifier: &str,
    ) -> Result<ExpressionId, EmitError> {
        let found = self.format.specifier(specifier);
        let found = found.ok_or_else(|| EmitError::NoSpecifier(specifier.to_owned()))?;
        self.symbols[symbol].is_used = true;
        Ok(self.expressions.add(Node::Symbol(symbol, found)))
    }

    /// A value and a number.
    pub fn plus(&mut self, value: ExpressionId, number: i64) -> ExpressionId {
        let number = self.constant(number);
        let sum = Node::Binary(Operator::Add, value, number);
        self.expressions.add(sum)
    }

    /// How far it is from one value to another: `to - from`.
    pub fn difference(&mut self, to: ExpressionId, from: ExpressionId) -> ExpressionId {
        let difference = Node::Binary(Operator::Subtract, to, from);
        self.expressions.add(difference)
    }
}
