//! What makes an ELF object one of AMD's: the header, kernel descriptors, metadata.
//! The assembler's directives say it with the same functions.
//!
//! `docs/code-generation.md` makes a whole object.
//!
//! Sources: LLVM's `AMDGPUUsage`, "Code Object"; what llvm-mc 22 does where that leaves
//! something open.

use core::fmt::{self, Display, Formatter};

use super::debug::DEBUG;
use super::features::Modes;
use super::functions::{Function, NAMES};
use super::kernel_descriptor::{ALIGNMENT, DescriptorError, ENTRY_OFFSET, KernelDescriptor, SIZE};
use super::metadata::{Map, MetadataError, NOTE_NAME, NOTE_TYPE};
use super::processors::Processor;
use super::relocations::{GENERIC_NAMES, RELOCATIONS, SCRATCH_WORDS};
use super::target_id::{CodeObjectVersion, MACHINE, TargetId};
use crate::object::{
    Binding, Definition, Fill, Functions, Location, Node, ObjectBuilder, ObjectErrorKind,
    ObjectFormat, Operator, SectionKind, SymbolId, SymbolKind, Visibility, flag,
};

/// `s_nop 0`
const NOP: &[u8] = &[0x00, 0x00, 0x80, 0xbf];

/// Where the note of metadata goes.
pub(super) const NOTE_SECTION: &str = ".note";

/// Why a kernel or its metadata could not be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodeObjectError {
    /// The descriptor's values do not go together.
    Descriptor(DescriptorError),
    /// The metadata lacks something, or a value is of another kind.
    Metadata(MetadataError),
    /// The descriptor is for another processor than the object.
    Processor {
        /// The descriptor's.
        found: &'static str,
    },
    /// The kernel's symbol has no name.
    Nameless,
    /// It does not fit the object.
    Object(ObjectErrorKind),
}

impl Display for CodeObjectError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            CodeObjectError::Descriptor(error) => write!(f, "kernel descriptor: {error}"),
            CodeObjectError::Metadata(error) => write!(f, "metadata: {error}"),
            CodeObjectError::Processor { found } => {
                write!(f, "the descriptor is for {found}, and the object is not")
            }
            CodeObjectError::Nameless => f.write_str("a kernel has a name"),
            CodeObjectError::Object(error) => write!(f, "{error}"),
        }
    }
}

impl core::error::Error for CodeObjectError {}

impl From<ObjectErrorKind> for CodeObjectError {
    fn from(error: ObjectErrorKind) -> Self {
        CodeObjectError::Object(error)
    }
}

/// What ELF objects for a target have: numbers of the header, relocations, padding.
pub fn object_format(target: TargetId, version: CodeObjectVersion) -> ObjectFormat {
    let header = target.header(version);
    ObjectFormat {
        machine: MACHINE,
        flags: header.flags,
        os_abi: header.os_abi,
        abi_version: header.abi_version,
        relocations: RELOCATIONS,
        special_symbols: SCRATCH_WORDS,
        relocation_aliases: GENERIC_NAMES,
        relative_literals: true,
        padding: NOP,
        private_prefix: ".L",
        functions: Functions {
            names: &NAMES,
            evaluate: function,
        },
        branch_fixup: "fixup_si_sopp_br",
        wrong_distance: target.processor.wrong_branch(),
        common_alignment_is_power: true,
        debug: Some(DEBUG),
    }
}

fn function(at: usize, processor: &str, arguments: &[i64]) -> Option<i64> {
    let name = NAMES.get(at)?;
    let processor = Processor::named(processor)?;
    Function::named(name)?.evaluate(processor, arguments).ok()
}

/// Adds the descriptor of a kernel to `.rodata`; gives its symbol, which is the
/// kernel's name and `.kd`. The current section is as before.
///
/// The kernel's code may come later. Its symbol and the descriptor's are global and
/// protected, if nobody has said anything else. What the descriptor does not say of its
/// wavefronts is as the target of the object has it.
///
/// # Errors
///
/// [`CodeObjectError`] if the descriptor cannot be, or is there already.
pub fn add_kernel_descriptor(
    builder: &mut ObjectBuilder<'_>,
    kernel: SymbolId,
    descriptor: &KernelDescriptor,
) -> Result<SymbolId, CodeObjectError> {
    let found = descriptor.target().processor.name;
    let target = builder.target();
    if target.tables().text(target.processor().name) != found {
        return Err(CodeObjectError::Processor { found });
    }
    let descriptor = descriptor.clone().with_modes(Modes::of(&target));
    let bytes = descriptor.finish().map_err(CodeObjectError::Descriptor)?;
    if builder.symbols[kernel].name.is_empty() {
        return Err(CodeObjectError::Nameless);
    }
    let row = &mut builder.symbols[kernel];
    if row.visibility == Visibility::Default {
        row.visibility = Visibility::Protected;
    }
    let before = builder.current();
    let section = builder.section(".rodata", SectionKind::Bits, flag::ALLOC, 0);
    builder.select(section);
    let location = builder.location;
    let aligned = builder.align(ALIGNMENT, u64::MAX, Fill::ZERO, location);
    let symbol = aligned.and_then(|()| {
        place_descriptor(builder, kernel, location, |builder| builder.bytes(&bytes))
    });
    builder.select(before);
    Ok(symbol?)
}

/// A descriptor here: its symbol, its bytes, and the distance to the code in them.
pub(super) fn place_descriptor<'a>(
    builder: &mut ObjectBuilder<'a>,
    kernel: SymbolId,
    location: Location,
    contents: impl FnOnce(&mut ObjectBuilder<'a>) -> Result<(), ObjectErrorKind>,
) -> Result<SymbolId, ObjectErrorKind> {
    let row = &mut builder.symbols[kernel];
    row.is_used = true;
    let visibility = row.visibility;
    let binding = match (row.is_bound, row.definition) {
        (false, Definition::Undefined) => Binding::Global,
        _ => row.binding,
    };
    if row.visibility == Visibility::Default {
        row.visibility = Visibility::Protected;
    }
    let name = format!("{}.kd", row.name);
    let symbol = builder.symbols.intern(&name, location);
    builder.define(symbol, location)?;
    let size = builder.expressions.add(Node::Number(SIZE as i64));
    let row = &mut builder.symbols[symbol];
    row.kind = SymbolKind::Object;
    row.size = Some(size);
    row.binding = binding;
    row.visibility = visibility;
    row.is_bound = true;
    let begin = builder.here();
    contents(builder)?;
    let specifier = builder.format.specifier("rel64").unwrap_or(0);
    let code = builder.expressions.add(Node::Symbol(kernel, specifier));
    let descriptor = builder.expressions.add(Node::Symbol(symbol, 0));
    let distance = Node::Binary(Operator::Subtract, code, descriptor);
    let distance = builder.expressions.add(distance);
    let mut place = begin;
    place.offset += ENTRY_OFFSET as u64;
    builder.value_at(place, 8, distance, location);
    Ok(symbol)
}

/// Adds the note with the metadata of all kernels: the outermost map, `amdhsa.version`
/// and on. The current section is as before.
///
/// # Errors
///
/// [`CodeObjectError`] if the runtime could not read it.
pub fn add_metadata(builder: &mut ObjectBuilder<'_>, root: &Map) -> Result<(), CodeObjectError> {
    let note = root.to_message_pack().map_err(CodeObjectError::Metadata)?;
    Ok(place_note(builder, &note)?)
}

/// Adds the note with these contents. The current section is as before.
pub(super) fn place_note(
    builder: &mut ObjectBuilder<'_>,
    contents: &[u8],
) -> Result<(), ObjectErrorKind> {
    u32::try_from(contents.len()).map_err(|_| ObjectErrorKind::SectionSize)?;
    let before = builder.current();
    let section = builder.section(NOTE_SECTION, SectionKind::Note, flag::ALLOC, 0);
    builder.select(section);
    let aligned = builder.align(4, u64::MAX, Fill::ZERO, Location::default());
    let result = aligned.and_then(|()| builder.bytes(&note_bytes(contents)));
    builder.select(before);
    result
}

/// The bytes of a note of metadata: sizes of its name and its contents, its type, both
/// of them aligned.
pub(super) fn note_bytes(contents: &[u8]) -> Vec<u8> {
    let name = NOTE_NAME.len() as u32 + 1;
    let head = [name, contents.len() as u32, NOTE_TYPE];
    let mut bytes: Vec<u8> = head.into_iter().flat_map(u32::to_le_bytes).collect();
    bytes.extend_from_slice(NOTE_NAME.as_bytes());
    bytes.push(0);
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes.extend_from_slice(contents);
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes
}

#[cfg(test)]
mod tests;
