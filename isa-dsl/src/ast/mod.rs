//! The syntax tree of `.isa` files: what was written, with the place of every
//! word. Nothing here is checked beyond the grammar; names are not resolved.
//!
//! In the order in which they can be read: `name` has what everything is made of, `kind` bits
//! and how they are read, `expression` what is computed of them, `operation` pseudocode, `form`
//! how something is written; `machine` is the header, `layout` says where bits are, `value` what
//! the numbers of a field mean, `instruction` families and rows, `stream` byte streams, `lint`
//! what mnemonics promise; `item` is any of them.
//!
//! One type per grammar rule, named after it. The tree owns its text, so it
//! outlives the source.

mod expression;
mod form;
mod instruction;
mod item;
mod kind;
mod layout;
mod lint;
mod machine;
mod name;
mod operation;
mod pair;
mod stream;
mod value;

pub use expression::*;
pub use form::*;
pub use instruction::*;
pub use item::*;
pub use kind::*;
pub use layout::*;
pub use lint::*;
pub use machine::*;
pub use name::*;
pub use operation::*;
pub use pair::*;
pub use stream::*;
pub use value::*;
