//! The text of whole vISA files (`.visaasm`): declarations, names, and instructions.
//!
//! [`assemble`] makes an [`Object`] of a text, [`list`] the text of
//! an object:
//!
//! ```
//! use isa_mc::visa::object::{Object, Version};
//! use isa_mc::visa::text::{self, Style};
//!
//! let source = "
//! .version 4.1
//! .kernel \"double\"
//! .decl value v_type=G type=ud num_elts=16 align=GRF
//! .decl small v_type=P num_elts=16
//! .kernel_attr Target=\"cm\"
//! again:
//!     cmp.lt (M1, 16) small value(0,0)<1;1,0> 0x64:ud
//!     (small) add (M1, 16) value(0,0)<1> value(0,0)<1;1,0> value(0,0)<1;1,0>
//!     (small.any) jmp (M1, 1) again
//!     ret (M1, 1)
//! ";
//! let object = text::assemble(source, Version::new(4, 1)).unwrap();
//! let bytes = object.write().unwrap();
//!
//! let listing = text::list(&Object::read(&bytes).unwrap(), Style::Names).unwrap();
//! assert!(listing.contains("    (small.any) jmp (M1, 1) again"));
//! let again = text::assemble(&listing, Version::new(4, 1)).unwrap();
//! assert_eq!(again.write().unwrap(), bytes);
//! ```
//!
//! The language is that of chapter 8 of Intel's description of vISA, and of `GenX_IR`,
//! release 1.0.12504.6, where the two differ: `docs/visa-files.md` says where, and what is
//! read beyond.
//!
//! In the order in which they can be read: `attributes` and `words` are what the language
//! has names for, `error`, `source` cuts a text into statements, `cursor` a statement into
//! parts, `expression` are numbers, `names` is what is declared so far, `declarations` the
//! directives with their `values`, `own` those that only this assembler reads, `spelling`
//! instructions in the words of the definitions, `assembler` all of it; `known` are the names
//! of a listing, `part` what it declares, and `listing` is all of that.

mod assembler;
mod attributes;
mod cursor;
mod declarations;
mod error;
mod expression;
mod known;
mod listing;
mod names;
mod own;
mod part;
mod source;
mod spelling;
mod values;
mod words;

pub use assembler::{Statement, assemble, statements};
pub use error::{TextError, TextErrorKind, Thing};
pub use known::Style;
pub use listing::{
    DeclaredNames, ListError, ListedStatement, list, list_function, list_kernel, list_statements,
    list_with_bytes,
};

use super::object::{Object, Version};
use crate::source_error::SourceError;
use crate::{StreamTarget, Target};

/// What names of sources end with.
pub(crate) const END_OF_NAMES: &str = ".visaasm";

/// What sources write to say their version.
pub(crate) const SAID_IN_SOURCES: &str = ".version 4.1";

/// The target that a line of a source says for all of it: that of its version.
pub(crate) fn target_of_line(line: &str) -> Option<StreamTarget<'static>> {
    let (directive, _) = SAID_IN_SOURCES.split_once(' ')?;
    let (major, minor) = line.strip_prefix(directive)?.trim().split_once('.')?;
    let version = Version::new(major.parse().ok()?, minor.trim_end().parse().ok()?);
    version.processor().and_then(super::target)
}

/// The object file of a source, for what knows no machine.
pub(crate) fn object_of_source(
    target: &Target<'_>,
    source: &[u8],
) -> Result<Vec<u8>, Vec<SourceError>> {
    let source = core::str::from_utf8(source).map_err(|error| {
        let at = error.valid_up_to();
        let code = TextErrorKind::Expected { what: "UTF-8" }.code();
        let message = "this is not UTF-8".to_owned();
        vec![SourceError {
            span: at..at + 1,
            code,
            message,
        }]
    })?;
    let name = target.tables().text(target.arch().name);
    let version = Version::of_processor(name).unwrap_or(Version::new(4, 1));
    let object = assemble(source, version).map_err(|errors| {
        let errors = errors.into_iter().map(|error| SourceError {
            code: error.kind.code(),
            message: error.to_string(),
            span: error.span,
        });
        errors.collect::<Vec<_>>()
    })?;
    object.write().map_err(|error| {
        vec![SourceError {
            span: 0..0,
            code: TextErrorKind::TooMany.code(),
            message: error.to_string(),
        }]
    })
}

/// The text of an object file, for what knows no machine.
pub(crate) fn of_object(bytes: &[u8], shows_bytes: bool) -> Result<String, String> {
    let object = Object::read(bytes).map_err(|error| error.to_string())?;
    let text = match shows_bytes {
        true => list_with_bytes(&object),
        false => list(&object, Style::Names),
    };
    text.map_err(|error| error.to_string())
}
