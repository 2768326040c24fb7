//! One instruction explained: its text and bytes, what each bit is and means, what it reads
//! and writes, what it does, and where else it exists. For people who look things up, on a
//! page, in an editor or at a command line; it needs no file and no terminal.
//!
//! ```
//! # #[cfg(feature = "gcn")] {
//! use isa_mc::explain::{Detail, explain};
//! use isa_mc::gcn::{self, syntax};
//!
//! let target = gcn::target("gfx900").unwrap();
//! let inst = target.parse("v_add_f32_e64 v1, v2, s3", syntax::LLVM).unwrap();
//! let explanation = explain(&target, syntax::LLVM, inst).unwrap();
//!
//! assert_eq!((explanation.mnemonic, explanation.format), ("v_add_f32", "VOP3A_TWO"));
//! let omod = explanation.fields.iter().find(|field| field.name == "omod").unwrap();
//! assert_eq!((omod.range(), omod.value, omod.meaning.as_str()), ("60:59".to_string(), 0, "not written"));
//! let operation = explanation.operation.as_ref().unwrap();
//! assert_eq!(operation.body, "VDST = ASFLOAT(SRC0) + ASFLOAT(SRC1);");
//! assert_eq!(operation.lanes.as_deref(), Some("of EXEC"));
//!
//! // What the command `isa-mc explain` prints, and only what is said in words.
//! assert!(explanation.text(Detail::Folded).starts_with("v_add_f32_e64 v1, v2, s3\n"));
//! assert!(explanation.summary().contains("for each lane of EXEC"));
//! # }
//! ```
//!
//! A target that is only known when the program runs is a [`machines::AnyTarget`], of which
//! [`statement`] and [`bytes`] are asked.
//!
//! [`machines::AnyTarget`]: crate::machines::AnyTarget
//!
//! In the order in which the files can be read: `wrap`, `draw`; `field` and `piece`, the parts
//! of words and of streams; `encodings`, where an instruction exists, and `example`, what one looks
//! like; `derived` and `operation`, what it does; `explained`, what the two kinds of targets say of
//! themselves; `explanation`, all of it; `mnemonic`, that of an example; `text`, as lines.

mod any;
mod derived;
mod draw;
mod encodings;
mod example;
mod explained;
mod explanation;
mod field;
mod mnemonic;
mod operation;
mod piece;
mod text;
mod wrap;

pub use any::{NotExplained, bytes, statement};
pub use encodings::{Elsewhere, Listed, encodings};
pub use example::{example, stream_example};
pub use explained::{Explained, Operand};
#[doc(hidden)]
pub use explanation::reason;
pub use explanation::{Effects, Explanation, explain};
pub use field::Field;
pub use mnemonic::mnemonic;
pub use operation::{Around, Operation};
pub use piece::Piece;
pub use text::{Detail, raw};
