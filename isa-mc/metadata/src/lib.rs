//! Metadata of AMDHSA: what the runtime has to know of kernels and their
//! arguments. In assembly it is YAML between `.amdgpu_metadata` and
//! `.end_amdgpu_metadata`, in objects `MessagePack` in a note.
//!
//! ```
//! use isa_mc::gcn::metadata::{to_message_pack, to_yaml};
//!
//! let yaml = "---\namdhsa.version: [1, 2]\namdhsa.kernels: []\n...\n";
//! let bytes = to_message_pack(yaml).unwrap();
//! assert_eq!(bytes[..2], [0x82, 0xae]); // two entries; a string of 14 bytes
//! assert_eq!(
//!     to_yaml(&bytes).unwrap(),
//!     "---\namdhsa.kernels:  []\namdhsa.version:\n  - 1\n  - 2\n...\n"
//! );
//! ```
//!
//! Sources: LLVM's `AMDGPUUsage`, "Code Object V3 Metadata" and later; how scalars
//! are understood and stored, and in which order, is what llvm-mc 22 does. Some
//! things that it takes are refused: a value that is missing (LLVM makes an empty list
//! of it), a list that begins in the line of its key (no YAML), floating point in
//! hexadecimal, NaN with a payload, and what stands behind the first document (LLVM
//! passes over it).
//!
//! A package of its own, which users have as `isa_mc::gcn::metadata`: objects have thousands of
//! kernels, and with optimisation alone they are quick to read.
#![forbid(unsafe_code)]

mod kernels;
mod map;
mod node;
mod pack;
mod plain;
mod read;
#[cfg(test)]
mod tests;
mod verify;
mod write;

pub use kernels::{Argument, Hidden, KernelMetadata, ValueKind, kernels};
pub use map::Map;
use node::Located;
pub use node::{Fault, MetadataError};
pub use pack::NoteError;
pub use verify::{ARGUMENT, KERNEL, Key, ROOT, Value};

/// The name of the note, without its final zero.
pub const NOTE_NAME: &str = "AMDGPU";

/// The type of the note: `NT_AMDGPU_METADATA`.
pub const NOTE_TYPE: u32 = 32;

/// The contents of the note for YAML text, which is checked.
pub fn to_message_pack(yaml: &str) -> Result<Vec<u8>, MetadataError> {
    let mut root = read::document(yaml)?;
    verify::root(&mut root)?;
    Ok(pack::write(&root.node))
}

/// A text of as many bytes, with blanks in place of what the assembler takes for comments,
/// which YAML does not: `//` and `;` outside of strings, up to the end of the line.
#[doc(hidden)]
pub fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let end = comment(line).unwrap_or(line.len());
        let (kept, comment) = line.split_at(end);
        out.push_str(kept);
        out.extend(
            comment
                .bytes()
                .map(|it| if it == b'\n' { '\n' } else { ' ' }),
        );
    }
    out
}

/// Where the comment of a line begins.
fn comment(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let mut in_string = false;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => in_string = !in_string,
            b'\\' if in_string => at += 1,
            b';' if !in_string => return Some(at),
            b'/' if !in_string && bytes.get(at + 1) == Some(&b'/') => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The YAML text that gives exactly these contents of a note; an error if there is
/// none.
pub fn to_yaml(note: &[u8]) -> Result<String, NoteError> {
    let mut root = Located::from(pack::read(note)?);
    let text = write::document(&root.node);
    // Reading thousands of kernels takes longer than all else that is done for an object.
    if plain::is_plain(&root.node)
        && verify::root(&mut root).is_ok()
        && pack::write(&root.node) == note
    {
        return Ok(text);
    }
    match to_message_pack(&text) {
        Ok(again) if again == note => Ok(text),
        Ok(_) => Err(NoteError::Unsaid),
        Err(error) => Err(NoteError::Invalid(Box::new(error))),
    }
}
