//! Code objects as they lie in memory, ready to run: bytes at their addresses, and the
//! kernels with their descriptors and arguments.
//!
//! Both kinds of file are loaded: linked code objects (`ET_DYN`), and objects that no
//! linker has seen (`ET_REL`), whose sections get their places here and whose
//! relocations are applied, with a global offset table if they ask for one.
//!
//! ```
//! use isa_mc::asm::Assembler;
//! use isa_mc::gcn::{self, loader::Image, syntax};
//!
//! let source = br#"
//!     .amdgcn_target "amdgcn-amd-amdhsa--gfx900"
//!     .globl nothing
//!     .p2align 8
//! nothing:
//!     s_endpgm
//!     .rodata
//!     .amdhsa_kernel nothing
//!         .amdhsa_next_free_vgpr 1
//!         .amdhsa_next_free_sgpr 1
//!     .end_amdhsa_kernel
//! "#;
//! let target = gcn::target("gfx900").unwrap();
//! let assembler = Assembler::new(target, syntax::LLVM).machine(gcn::SUPPORT).externals();
//! let file = assembler.assemble("nothing.s", source).object().unwrap().to_elf().unwrap();
//!
//! let image = Image::load(&file, 0x10_0000).unwrap();
//! assert_eq!(image.target.processor.name, "gfx900");
//! let kernel = image.kernel(Some("nothing")).unwrap();
//! assert_eq!(kernel.entry % 256, 0);
//! assert!(image.segment(kernel.entry).unwrap().is_executable);
//! ```
//!
//! Sources: LLVM's `AMDGPUUsage`, "Code Object", "Relocation Records", "Kernel
//! Descriptor".

mod error;
mod place;

use isa_dsl::suggest::nearest;

use super::kernel_descriptor::{ALIGNMENT, Directives, ENTRY_OFFSET, SIZE, Unsaid, directives};
use super::metadata::{self, Argument, KernelMetadata};
use super::relocations::RELOCATIONS;
use super::target_id::{CodeObjectVersion, Header, MACHINE, System, TargetId};
use crate::object::read::{self, File};
use crate::object::{ObjectFormat, flag};

pub use error::LoadError;
use place::Placed;

/// What the symbol of a descriptor ends with.
const SUFFIX: &str = ".kd";

/// Alignment of a kernel's code in bytes: wavefronts start at an address of which the
/// lowest 8 bits are not said.
pub const ENTRY_ALIGNMENT: u64 = 256;

/// Alignment of the address at which an image is loaded, in bytes.
pub const BASE_ALIGNMENT: u64 = 4096;

/// A code object in memory.
#[derive(Debug, Clone)]
pub struct Image {
    /// For whom it is.
    pub target: TargetId,
    /// The version of its ABI.
    pub version: Option<CodeObjectVersion>,
    /// In the order of their addresses, none of them overlapping another.
    pub segments: Vec<Segment>,
    /// In the order of the symbols of their descriptors.
    pub kernels: Vec<Kernel>,
    /// Addresses and names of what lies in memory, in order.
    symbols: Vec<(u64, String)>,
}

/// Bytes of memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// Address of the first byte.
    pub address: u64,
    /// How many bytes it has.
    pub size: u64,
    /// The first of them; those behind are zero.
    pub bytes: Vec<u8>,
    /// Whether a program may store to it.
    pub is_writable: bool,
    /// Whether it is code.
    pub is_executable: bool,
}

/// A kernel of an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kernel {
    /// Its name: that of its descriptor, without `.kd`.
    pub name: String,
    /// Address of its descriptor.
    pub descriptor_address: u64,
    /// Its descriptor.
    pub descriptor: [u8; SIZE],
    /// Address of its first instruction.
    pub entry: u64,
    /// Bytes of local memory that a workgroup has before those of its arguments: as many as
    /// the descriptor says, or more in an object whose symbols (`.amdgpu_lds`) lie there.
    pub local_bytes: u32,
    /// What the metadata says of it; assembly may have none.
    pub metadata: Option<KernelMetadata>,
}

impl Image {
    /// Loads a code object at an address, a multiple of [`BASE_ALIGNMENT`].
    ///
    /// # Errors
    ///
    /// [`LoadError`] says what is wrong with the file, and where. No file makes it
    /// panic, and what it takes is bounded by the size of the file, but for memory
    /// without bits: 1 GiB at most, of which only the size is kept.
    pub fn load(file: &[u8], base: u64) -> Result<Image, LoadError> {
        if !base.is_multiple_of(BASE_ALIGNMENT) || base > u64::MAX / 2 {
            return Err(LoadError::Base(base));
        }
        if !file.starts_with(b"\x7fELF") {
            return Err(LoadError::NotElf);
        }
        let format = format();
        let file_read = read::read(file, &format)?;
        let (target, version) = TargetId::from_header(Header {
            os_abi: file_read.os_abi,
            abi_version: file_read.abi_version,
            flags: file_read.flags,
        })?;
        if target.system != System::Hsa {
            return Err(LoadError::System(target));
        }
        let placed = match file_read.is_linked {
            true => {
                let (segments, relocations) = read::loading(file, &file_read, &format)?;
                place::linked(&file_read, &segments, &relocations, base)?
            }
            false => place::relocatable(&file_read, base)?,
        };
        let metadata = metadata_of(&file_read)?;
        let kernels = kernels(&file_read, &placed, metadata)?;
        let mut symbols: Vec<(u64, String)> = file_read
            .symbols
            .iter()
            .filter(|it| !it.name.is_empty())
            .filter_map(|it| Some((placed.address(it)?, it.name.to_owned())))
            .collect();
        symbols.sort_unstable();
        symbols.dedup();
        Ok(Image {
            target,
            version,
            segments: placed.segments,
            kernels,
            symbols,
        })
    }

    /// The kernel of a name, with `.kd` behind it or without; the only one if no name is
    /// given.
    ///
    /// # Errors
    ///
    /// [`LoadError::UnknownKernel`] and its like, with the kernels that there are.
    pub fn kernel(&self, name: Option<&str>) -> Result<&Kernel, LoadError> {
        let names = || self.kernels.iter().map(|it| it.name.clone()).collect();
        let Some(name) = name else {
            return match &self.kernels[..] {
                [kernel] => Ok(kernel),
                [] => Err(LoadError::NoKernels),
                _ => Err(LoadError::SeveralKernels(names())),
            };
        };
        let bare = name.strip_suffix(SUFFIX).unwrap_or(name);
        let found = self.kernels.iter().find(|it| it.name == bare);
        // A C++ compiler's symbol is another one than the name in the source.
        let said = |it: &&Kernel| it.metadata.as_ref().is_some_and(|it| it.name == bare);
        let found = found.or_else(|| self.kernels.iter().find(said));
        found.ok_or_else(|| match self.kernels.is_empty() {
            true => LoadError::NoKernels,
            false => LoadError::UnknownKernel {
                name: name.to_owned(),
                suggestion: nearest(bare, self.kernels.iter().map(|it| &*it.name))
                    .map(str::to_owned),
                kernels: names(),
            },
        })
    }

    /// The segment that an address lies in.
    pub fn segment(&self, address: u64) -> Option<&Segment> {
        let next = self
            .segments
            .partition_point(|segment| segment.address <= address);
        let segment = self.segments.get(next.checked_sub(1)?)?;
        (address - segment.address < segment.size).then_some(segment)
    }

    /// The bytes at an address, `size` of them; zeros where the file has none.
    pub fn bytes(&self, address: u64, size: usize) -> Option<Vec<u8>> {
        bytes(&self.segments, address, size)
    }

    /// The address of a symbol.
    pub fn address(&self, name: &str) -> Option<u64> {
        let found = self.symbols.iter().find(|it| it.1 == name);
        found.map(|it| it.0)
    }

    /// The address of a symbol; of several of that name the lowest.
    pub fn symbol(&self, name: &str) -> Option<u64> {
        let mut symbols = self.symbols.iter();
        symbols.find(|it| it.1 == name).map(|it| it.0)
    }

    /// The last symbol at or before an address, and how far behind it that is: the
    /// function that an instruction is of.
    pub fn symbol_before(&self, address: u64) -> Option<(&str, u64)> {
        let next = self.symbols.partition_point(|it| it.0 <= address);
        let (at, _) = self.symbols.get(next.checked_sub(1)?)?;
        // Of several in one place, the first by name.
        let first = self.symbols.partition_point(|it| it.0 < *at);
        let (at, name) = &self.symbols[first];
        Some((name, address - at))
    }
}

impl Kernel {
    /// Its arguments in the order of the metadata, hidden ones among them.
    pub fn arguments(&self) -> &[Argument] {
        let metadata = self.metadata.as_ref();
        metadata.map_or(&[], |it| &it.arguments)
    }

    /// What the directives of its descriptor say.
    ///
    /// # Errors
    ///
    /// [`Unsaid`] if no directives give such a descriptor.
    pub fn directives(&self, target: TargetId) -> Result<Directives, Unsaid> {
        directives(target, &self.descriptor)
    }
}

/// What is looked at of the format when a file is read.
fn format() -> ObjectFormat {
    // The header says the processor, so nothing of this depends on it.
    let mut format = super::code_object::object_format(
        TargetId::new(System::Hsa, &super::processors::PROCESSORS[0]),
        CodeObjectVersion::V6,
    );
    format.machine = MACHINE;
    format.relocations = RELOCATIONS;
    format
}

/// What the file's notes say of kernels.
fn metadata_of(file: &File<'_>) -> Result<Vec<KernelMetadata>, LoadError> {
    let notes = file
        .sections
        .iter()
        .filter(|it| it.kind == object::elf::SHT_NOTE);
    // Linkers put the notes of objects one behind the other.
    let mut found = Vec::new();
    for section in notes {
        let mut rest = section.bytes;
        while let Some((note, behind)) = note(rest) {
            if note.name == metadata::NOTE_NAME.as_bytes() && note.kind == metadata::NOTE_TYPE {
                found.extend(metadata::kernels(note.contents)?);
            }
            rest = behind;
        }
    }
    Ok(found)
}

struct Note<'b> {
    name: &'b [u8],
    kind: u32,
    contents: &'b [u8],
}

/// The note at the front of some bytes, and what is behind it.
fn note(bytes: &[u8]) -> Option<(Note<'_>, &[u8])> {
    let number = |at: usize| {
        let four = bytes.get(at..at + 4)?.try_into().ok()?;
        Some(u32::from_le_bytes(four))
    };
    let (name_size, size, kind) = (number(0)? as usize, number(4)? as usize, number(8)?);
    let name = bytes.get(12..)?.get(..name_size)?;
    let start = 12 + name_size.checked_next_multiple_of(4)?;
    let contents = bytes.get(start..)?.get(..size)?;
    let next = start + size.checked_next_multiple_of(4)?;
    let note = Note {
        name: name.strip_suffix(b"\0").unwrap_or(name),
        kind,
        contents,
    };
    Some((note, bytes.get(next..).unwrap_or(&[])))
}

/// Every descriptor of a file, with what the metadata says of its kernel.
fn kernels(
    file: &File<'_>,
    placed: &Placed,
    metadata: Vec<KernelMetadata>,
) -> Result<Vec<Kernel>, LoadError> {
    let mut metadata: Vec<Option<KernelMetadata>> = metadata.into_iter().map(Some).collect();
    let mut kernels: Vec<Kernel> = Vec::new();
    for symbol in &file.symbols {
        let name = symbol.name.strip_suffix(SUFFIX);
        let Some(name) = name.filter(|name| !name.is_empty() && symbol.size == SIZE as u64) else {
            continue;
        };
        let Some(address) = placed.address(symbol) else {
            continue;
        };
        let damaged = |problem| LoadError::Descriptor {
            kernel: name.to_owned(),
            address,
            problem,
        };
        if !address.is_multiple_of(ALIGNMENT) {
            return Err(damaged("its address is no multiple of 64"));
        }
        let descriptor = bytes(&placed.segments, address, SIZE);
        let descriptor = descriptor.and_then(|it| <[u8; SIZE]>::try_from(it).ok());
        let descriptor = descriptor.ok_or(damaged("it does not lie in memory"))?;
        let [a, b, c, d, ..] = descriptor;
        let own_local = u32::from_le_bytes([a, b, c, d]);
        let distance = &descriptor[ENTRY_OFFSET..ENTRY_OFFSET + 8];
        let distance = i64::from_le_bytes(distance.try_into().unwrap_or_default());
        let entry = address.wrapping_add_signed(distance);
        let is_code =
            |it: &&Segment| it.is_executable && entry >= it.address && entry - it.address < it.size;
        if !placed.segments.iter().any(|it| is_code(&it)) {
            return Err(damaged("the code that it says is not in memory"));
        }
        if !entry.is_multiple_of(ENTRY_ALIGNMENT) {
            let kernel = name.to_owned();
            return Err(LoadError::Entry { kernel, entry });
        }
        let said = metadata
            .iter_mut()
            .find(|it| it.as_ref().is_some_and(|it| it.symbol == symbol.name));
        kernels.push(Kernel {
            name: name.to_owned(),
            descriptor_address: address,
            descriptor,
            entry,
            local_bytes: placed.local_bytes.max(own_local),
            metadata: said.and_then(Option::take),
        });
    }
    match metadata.into_iter().flatten().next() {
        Some(KernelMetadata { name, symbol, .. }) => Err(LoadError::MissingDescriptor {
            kernel: name,
            symbol,
        }),
        None => Ok(kernels),
    }
}

/// Bytes of segments at an address.
fn bytes(segments: &[Segment], address: u64, size: usize) -> Option<Vec<u8>> {
    let inside = |it: &&Segment| address >= it.address && address - it.address < it.size;
    let segment = segments.iter().find(inside)?;
    let start = address - segment.address;
    if size as u64 > segment.size - start {
        return None;
    }
    let start = usize::try_from(start).ok()?;
    let filled = segment.bytes.get(start..).unwrap_or(&[]);
    let mut bytes = filled[..filled.len().min(size)].to_vec();
    bytes.resize(size, 0);
    Some(bytes)
}

/// How a section may be used.
fn is_writable(flags: u64) -> bool {
    flags & flag::WRITE != 0
}
