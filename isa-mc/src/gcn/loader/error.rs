//! Why a code object is not loaded, or a kernel not found.

use core::fmt::{self, Display, Formatter};

use super::segment::{BASE_ALIGNMENT, ENTRY_ALIGNMENT};
use crate::gcn::metadata::NoteError;
use crate::gcn::target_id::{HeaderError, TargetId};
use crate::object::read::ReadError;
use crate::relocation::Overflow;

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadError {
    /// The address is no multiple of [`BASE_ALIGNMENT`], or lies in
    /// the upper half of all.
    Base(u64),
    /// It is no ELF file at all.
    NotElf,
    /// A part of the file is damaged, or of another machine.
    Read(ReadError),
    /// The header says no processor.
    Header(HeaderError),
    /// It is made for another system than HSA, which alone has kernel descriptors.
    System(TargetId),
    /// The metadata is damaged.
    Metadata(NoteError),
    /// A symbol that something needs is nowhere.
    Undefined {
        /// Its name.
        symbol: String,
        /// Where it is needed.
        place: Location,
    },
    /// A symbol lies where nothing is loaded.
    NotLoaded {
        /// Its name.
        symbol: String,
        /// Where it is needed.
        place: Location,
    },
    /// A symbol of a linked file lies in local memory, and the linker gave it no place.
    LocalMemory {
        /// Its name.
        symbol: String,
        /// Where it is needed.
        place: Location,
    },
    /// A value does not fit its place.
    Overflow {
        /// The symbol, empty if there is none.
        symbol: String,
        /// Where it is needed.
        place: Location,
        /// What does not fit.
        overflow: Overflow,
    },
    /// A relocation changes bytes that the file does not have.
    Outside {
        /// The relocation's name.
        relocation: &'static str,
        /// Where.
        place: Location,
    },
    /// All sections together are too large.
    TooLarge {
        /// The section that does not fit any more.
        section: String,
    },
    /// A kernel descriptor is damaged.
    Descriptor {
        /// The kernel.
        kernel: String,
        /// Address of the descriptor.
        address: u64,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The code of a kernel begins where no wavefront can start.
    Entry {
        /// The kernel.
        kernel: String,
        /// Address of its code.
        entry: u64,
    },
    /// The metadata names a descriptor that there is not.
    MissingDescriptor {
        /// The kernel.
        kernel: String,
        /// The symbol.
        symbol: String,
    },
    /// The file has no kernel.
    NoKernels,
    /// No kernel is called so.
    UnknownKernel {
        /// The name.
        name: String,
        /// One that is near.
        suggestion: Option<String>,
        /// All that there are.
        kernels: Vec<String>,
    },
    /// A kernel has to be named.
    SeveralKernels(Vec<String>),
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The section; empty in a linked file.
    pub section: String,
    /// Bytes from its start; in a linked file the address.
    pub offset: u64,
}

/// Names of kernels that an error shows.
const MAX_SHOWN: usize = 20;

impl Display for LoadError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Base(base) => write!(
                f,
                "an image cannot be loaded at {base:#x}: expected a multiple of {BASE_ALIGNMENT:#x} below 2^63"
            ),
            LoadError::NotElf => f.write_str(
                "this is no ELF file: expected a code object or an object file; assembly has to \
                 be assembled before",
            ),
            LoadError::Read(error) => write!(f, "{error}"),
            LoadError::Header(error) => write!(f, "ELF header: {error}"),
            LoadError::System(target) => write!(
                f,
                "this is made for `{target}`, and only code for `amdgcn-amd-amdhsa` has kernel \
                 descriptors: compile with --target=amdgcn-amd-amdhsa, or assemble with \
                 .amdgcn_target \"amdgcn-amd-amdhsa--{}\"",
                target.processor.name
            ),
            LoadError::Metadata(error) => write!(f, "metadata: {error}"),
            LoadError::Undefined { symbol, place } => write!(
                f,
                "{place} needs `{symbol}`, which is not defined: link the object with what \
                 defines it"
            ),
            LoadError::NotLoaded { symbol, place } => write!(
                f,
                "{place} needs `{symbol}`, which lies in a section that is not loaded"
            ),
            LoadError::LocalMemory { symbol, place } => write!(
                f,
                "{place} needs `{symbol}`, which lies in local memory, and the file does not say \
                 where: load the object before it is linked, or use offsets with \
                 .amdhsa_group_segment_fixed_size"
            ),
            LoadError::Overflow {
                symbol,
                place,
                overflow,
            } => match symbol.is_empty() {
                true => write!(f, "{place}: {overflow}"),
                false => write!(f, "{place}, `{symbol}`: {overflow}"),
            },
            LoadError::Outside { relocation, place } => write!(
                f,
                "{place}: {relocation} changes bytes that the file does not have"
            ),
            LoadError::TooLarge { section } => write!(
                f,
                "the object is too large with section `{section}`: 1 GiB of memory at most"
            ),
            LoadError::Descriptor {
                kernel,
                address,
                problem,
            } => write!(
                f,
                "the descriptor of kernel `{kernel}` at {address:#x} is damaged: {problem}"
            ),
            LoadError::Entry { kernel, entry } => write!(
                f,
                "the code of kernel `{kernel}` begins at {entry:#x}, which is no multiple of \
                 {ENTRY_ALIGNMENT}: write `.p2align 8` before its label"
            ),
            LoadError::MissingDescriptor { kernel, symbol } => write!(
                f,
                "the metadata says that `{symbol}` is the descriptor of kernel `{kernel}`, and \
                 no symbol of 64 bytes is called so"
            ),
            LoadError::NoKernels => {
                f.write_str("there is no kernel in this file: no symbol of 64 bytes ends in `.kd`")
            }
            LoadError::UnknownKernel {
                name,
                suggestion,
                kernels,
            } => {
                write!(f, "there is no kernel `{name}`")?;
                if let Some(near) = suggestion {
                    write!(f, "; did you mean `{near}`?")?;
                }
                list(f, kernels)
            }
            LoadError::SeveralKernels(kernels) => {
                f.write_str("which kernel? There are several")?;
                list(f, kernels)
            }
        }
    }
}

fn list(f: &mut Formatter<'_>, kernels: &[String]) -> fmt::Result {
    f.write_str("\nkernels of this file:")?;
    for name in kernels.iter().take(MAX_SHOWN) {
        write!(f, "\n  {name}")?;
    }
    match kernels.len().saturating_sub(MAX_SHOWN) {
        0 => Ok(()),
        more => write!(f, "\n  and {more} more"),
    }
}

impl Display for Location {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.section.is_empty() {
            true => write!(f, "address {:#x}", self.offset),
            false => write!(f, "{} at byte {:#x}", self.section, self.offset),
        }
    }
}

impl core::error::Error for LoadError {}

impl From<ReadError> for LoadError {
    fn from(error: ReadError) -> Self {
        LoadError::Read(error)
    }
}

impl From<HeaderError> for LoadError {
    fn from(error: HeaderError) -> Self {
        LoadError::Header(error)
    }
}

impl From<NoteError> for LoadError {
    fn from(error: NoteError) -> Self {
        LoadError::Metadata(error)
    }
}
