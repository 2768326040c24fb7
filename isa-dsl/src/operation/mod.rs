//! Operations: what an instruction does, in a small typed language.
//!
//! [`check()`] takes what a row says (`= load(UINT8)` or a body of its own) and
//! the names the instruction offers ([`Environment`]), and gives the typed
//! tree ([`ir::Program`]), what follows from it ([`Effects`]) and the text of
//! the instantiated operation for people. All errors of a body are reported.
//!
//! # Types
//!
//! `BOOL`; `INTn` and `UINTn` of 8, 16, 32, 64, 128 bits; `HALF`, `FLOAT`,
//! `DOUBLE`; `T*` into an address space; and *register bits*, which is what
//! operands and states hold. Register bits take the type of the same width
//! that they meet, else they are unsigned.
//!
//! * Assigning extends a narrower integer by the sign of its own type, and
//!   copies bits between types of one width. It never cuts and never converts
//!   numbers: the first takes a cast, the second a call.
//! * Operators bring both sides to the wider width, at least 32 bits. Where
//!   the sign changes the result (`<`, `/`, `>>`, `MIN`) it must agree.
//! * Constants adapt to the other side, and must fit.
//! * Only `BYTE*` can be added to, in bytes. Integers become pointers in a
//!   family's `let` and nowhere else.
//!
//! `docs/operations.md` has the whole set of rules with examples.
//!
//! # Files, in the order in which they can be read
//!
//! ```text
//! types, builtins, ir         what typed operations are made of
//! operations, environment     what they may name
//! constant, arguments, print  constants folded, type words, text for people
//! value, checker              one operation while it is checked; to this type are added:
//!   convert, balance, index,    what values become, and parts of them
//!   lanes, scope, template,     what may run for lanes, what names mean
//!   operator, call,             expressions, and where they go
//!   expression, place
//! effects, checked, check     what it does; statements, and the whole
//! facts, bits                 what lints ask
//! specialise                  what is left of one in an instruction, for people
//! ```

pub mod bits;
pub mod builtins;
pub mod environment;
pub mod facts;
pub mod ir;
pub mod specialise;
pub mod types;

mod arguments;
mod balance;
mod call;
mod check;
mod checked;
mod checker;
mod constant;
mod convert;
mod effects;
mod expression;
mod function;
mod index;
mod lanes;
mod operations;
mod operator;
mod place;
mod print;
mod scope;
mod template;
mod value;

pub use check::check;
pub use checked::{Checked, Names};
pub use effects::Effects;
pub use environment::{Environment, Field, FloatingType, Operand, Space, State};
pub use operations::Operations;
