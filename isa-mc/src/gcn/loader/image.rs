//! A file as an image, with its kernels.

use isa_dsl::suggest::nearest;

use super::error::LoadError;
use super::place::{self, Placed};
use super::segment::{BASE_ALIGNMENT, ENTRY_ALIGNMENT, SUFFIX, Segment, bytes};
use crate::gcn::code_object::object_format;
use crate::gcn::features::Modes;
use crate::gcn::kernel_descriptor::{
    ALIGNMENT, Directives, ENTRY_OFFSET, SIZE, Unsaid, directives, modes_of,
};
use crate::gcn::metadata::{self, Argument, KernelMetadata};
use crate::gcn::processors::PROCESSORS;
use crate::gcn::relocations::RELOCATIONS;
use crate::gcn::target_id::{CodeObjectVersion, Header, MACHINE, System, TargetId};
use crate::object::ObjectFormat;
use crate::object::read::{self, File};

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

    /// How its code is made, as far as its descriptor says it: how many lanes its wavefronts
    /// have, and where its workgroups run.
    pub fn modes(&self, target: TargetId) -> Modes {
        modes_of(target.processor, &self.descriptor)
    }
}

/// What is looked at of the format when a file is read.
fn format() -> ObjectFormat {
    // The header says the processor, so nothing of this depends on it.
    let mut format = object_format(
        TargetId::new(System::Hsa, &PROCESSORS[0]),
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
