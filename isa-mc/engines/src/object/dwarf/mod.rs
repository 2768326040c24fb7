//! Debug information: files and lines, frames, and what is said of an assembly source.
//!
//! Bytes and how they are chosen are LLVM's (`MCDwarf.cpp`), constants are gimli's, and
//! what is said of places becomes bytes when everything has its place.
//!
//! In the order in which they can be read, each using only what stands above it:
//!
//! | module | what |
//! |---|---|
//! | `contents` | bytes of a section, and what of them a linker fills in; formats |
//! | `files`, `rows` | source files; which line bytes come from |
//! | `strings`, `line_program` | `.debug_line_str`, `.debug_line` |
//! | `frames`, `frame_section` | how frames are found; `.debug_frame`, `.eh_frame` |
//! | `unit` | what is said of an assembly source itself |

mod contents;
mod files;
mod frame_section;
mod frames;
mod line_program;
mod rows;
mod strings;
mod unit;

pub use contents::{DebugFormat, DwarfFormat};
pub use files::{Checksum, SourceFileName};
pub use frames::{FrameError, FrameRule};
pub use rows::SourcePosition;

pub(crate) use contents::{Contents, Reference, Target};
pub(crate) use files::{SourceFiles, Taken};
pub(crate) use frame_section::{FrameFault, section as frame_section};
pub(crate) use frames::{Frames, Rule};
pub(crate) use line_program::{Addresses, table as line_table};
pub(crate) use rows::Rows;
pub(crate) use unit::{SourceLabel, SourceUnit, sections as unit_sections};

/// The debug information of an object, as far as it was said.
#[derive(Debug, Clone, Default)]
pub(crate) struct DebugInformation {
    pub(crate) format: DwarfFormat,
    /// Where the compiler ran, unless file 0 says it.
    pub(crate) directory: Vec<u8>,
    pub(crate) files: SourceFiles,
    pub(crate) rows: Rows,
    pub(crate) frames: Frames,
    /// The assembly source, if its own lines are written.
    pub(crate) unit: Option<SourceUnit>,
}
