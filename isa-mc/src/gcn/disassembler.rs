//! What the object files of AMD's GPUs have besides sections and symbols: target ids,
//! kernel descriptors, metadata. The way back of `assembler`.

use object::elf;

use super::assembler::{LDS_SECTION, METADATA};
use super::code_object::{NOTE_SECTION, note_bytes};
use super::descriptor_listing::listing;
use super::kernel_descriptor::{self, SIZE, directives};
use super::metadata;
use super::processors::Processor;
use super::relocations::for_specifier;
use super::target_id::{CodeObjectVersion, Header, TargetId};
use super::targets::says_options;
use crate::Target;
use crate::object::read::Symbol;
use crate::object::{Description, Head, HeadText, RecordShape, RecordSymbols};

/// What the symbol of a descriptor has behind the name of its kernel.
const SUFFIX: &str = ".kd";

/// `STT_AMDGPU_HSA_KERNEL`: the type of kernels of code object version 2.
const OLD_KERNEL: u8 = 10;

/// Bytes of what stands before a kernel of code object version 2.
const OLD_HEADER: usize = 256;

/// Bytes of local memory that the linker makes at most.
const MAX_LDS: u64 = 65536;

/// What is known of files for a processor.
pub(super) fn description(target: &Target<'_>) -> Option<Box<dyn Description>> {
    Some(Box::new(Files {
        asked: TargetId::of(target)?,
        is_exact: says_options(target),
        target: None,
        version: None,
    }))
}

struct Files {
    /// What was asked for.
    asked: TargetId,
    /// Features and all: else any file for the processor will do.
    is_exact: bool,
    /// What the file says it is for.
    target: Option<TargetId>,
    version: Option<CodeObjectVersion>,
}

impl Description for Files {
    fn head(&mut self, head: Head) -> Result<HeadText, String> {
        let asked = self.asked.processor.name;
        let machine = head.flags as u8;
        match Processor::of_machine(machine) {
            Some(found) if found.name != asked => {
                let name = found.name;
                return Err(format!(
                    "the file is for {name}, and {asked} was asked for: give {name}"
                ));
            }
            Some(_) => {}
            None => {
                return Err(format!(
                    "the file is for processor number {machine:#x}, which is none of gfx600 to \
                     gfx1201; {asked} was asked for"
                ));
            }
        }
        let found = TargetId::from_header(Header {
            os_abi: head.os_abi,
            abi_version: head.abi_version,
            flags: head.flags,
        });
        let (target, version) = match found {
            Ok(found) => found,
            Err(error) => {
                let unsaid = format!("no directive says the header of this file: {error}");
                // Features are open then: descriptors are data.
                return Ok(HeadText {
                    directives: Vec::new(),
                    unsaid: Some(unsaid),
                });
            }
        };
        if self.is_exact && target != self.asked {
            let asked = self.asked;
            return Err(format!(
                "the file is for {target}, and {asked} was asked for: give {}",
                target.short()
            ));
        }
        self.target = Some(target);
        self.version = version;
        let mut lines = vec![format!(".amdgcn_target \"{target}\"")];
        lines.extend(version.map(|version: CodeObjectVersion| {
            format!(".amdhsa_code_object_version {}", version.number())
        }));
        Ok(HeadText {
            directives: lines,
            unsaid: None,
        })
    }

    fn special(&self, number: u16, name: &str, size: u64, align: u64) -> Option<String> {
        let is_lds = number == LDS_SECTION && size <= MAX_LDS && align.is_power_of_two();
        is_lds.then(|| format!(".amdgpu_lds {name}, {size}, {align}"))
    }

    fn record<'n>(&self, symbol: &'n str, size: u64) -> Option<RecordShape<'n>> {
        let of = symbol.strip_suffix(SUFFIX).filter(|of| !of.is_empty())?;
        let distance = kernel_descriptor::ENTRY_OFFSET as u64;
        (size == SIZE as u64).then(|| RecordShape {
            of,
            size,
            reference: distance,
            // The distance counts from the descriptor, not from its field.
            relocation: (
                for_specifier("rel64").map_or(0, |row| row.number),
                distance.cast_signed(),
            ),
        })
    }

    fn record_symbols(
        &self,
        record: &Symbol<'_>,
        described: &Symbol<'_>,
        is_defined_before: bool,
    ) -> Result<RecordSymbols, &'static str> {
        let visibility = |symbol: &Symbol<'_>| symbol.other & 3;
        let mut symbols = RecordSymbols::default();
        // `.end_amdhsa_kernel` gives the descriptor the visibility of the code, and
        // protects code of which nothing is said.
        match (visibility(described), visibility(record)) {
            (elf::STV_DEFAULT, _) => return Err("its code is not protected"),
            (elf::STV_PROTECTED, elf::STV_DEFAULT) => symbols.visibility_follows = true,
            (_, elf::STV_DEFAULT) => return Err("its code is hidden, and it is not"),
            (_, elf::STV_HIDDEN) => symbols.behind.push(".hidden"),
            (_, elf::STV_INTERNAL) => symbols.behind.push(".internal"),
            _ => symbols.behind.push(".protected"),
        }
        // Its binding is that of the code, so far as that is known.
        let (code, own) = (described.binding, record.binding);
        match own {
            elf::STB_GLOBAL if code == elf::STB_WEAK && is_defined_before => {
                return Err("its code is weak, and it is not");
            }
            elf::STB_GLOBAL => symbols.behind.push(".globl"),
            elf::STB_WEAK => symbols.behind.push(".weak"),
            elf::STB_LOCAL => symbols.behind.push(".local"),
            _ => return Err("no directive says its binding"),
        }
        if record.other & !3 != 0 {
            return Err("no directive says its st_other");
        }
        Ok(symbols)
    }

    fn record_text(&self, of: &str, bytes: &[u8]) -> Result<String, String> {
        let target = self.target.ok_or("the header of the file says no target")?;
        let descriptor = bytes.try_into().map_err(|_| "it has not 64 bytes")?;
        let said = directives(target, descriptor).map_err(|unsaid| unsaid.to_string())?;
        let name = match of
            .bytes()
            .all(|it| it.is_ascii_alphanumeric() || b"_.$@".contains(&it))
        {
            true => of.to_string(),
            false => format!("\"{of}\""),
        };
        Ok(format!(
            "\t.amdhsa_kernel {name}\n{said}\t.end_amdhsa_kernel\n"
        ))
    }

    fn note(&self, bytes: &[u8]) -> Option<(usize, Result<String, String>)> {
        let number = |at: usize| {
            let four = bytes.get(at..at + 4)?.try_into().ok()?;
            Some(u32::from_le_bytes(four))
        };
        let (name, contents, kind) = (number(0)?, number(4)?, number(8)?);
        let is_own = name as usize == metadata::NOTE_NAME.len() + 1
            && bytes.get(12..)?.starts_with(metadata::NOTE_NAME.as_bytes())
            && kind == metadata::NOTE_TYPE;
        if !is_own {
            return None;
        }
        let start = 12 + (name as usize).next_multiple_of(4);
        let end = start.checked_add(contents as usize)?;
        let contents = bytes.get(start..end)?;
        let size = end.next_multiple_of(4).min(bytes.len());
        let text = match metadata::to_yaml(contents) {
            Err(error) => Err(error.to_string()),
            Ok(_) if note_bytes(contents) != bytes[..size] => {
                Err("what is between its parts is not zero".to_string())
            }
            Ok(yaml) if yaml.lines().any(|line| line.trim_ascii() == METADATA[1]) => {
                Err("its text holds the directive that ends it".to_string())
            }
            Ok(yaml) => Ok(format!("\t{}\n{yaml}\t{}\n", METADATA[0], METADATA[1])),
        };
        Some((size, text))
    }

    fn note_section(&self) -> &'static str {
        NOTE_SECTION
    }

    fn format_name(&self) -> &'static str {
        "elf64-amdgpu"
    }

    fn architecture(&self) -> &'static str {
        "amdgcn"
    }

    fn comment_column(&self) -> usize {
        60
    }

    fn listed_record(
        &self,
        symbol: &str,
        kind: u8,
        bytes: &[u8],
        address: u64,
    ) -> Option<(usize, Result<String, String>)> {
        if kind == OLD_KERNEL {
            let reason = "code object v2 is not supported".to_string();
            return Some((OLD_HEADER, Err(reason)));
        }
        let name = symbol.strip_suffix(SUFFIX)?;
        let target = self.target.unwrap_or(self.asked);
        let has_stack = self.version.is_none_or(|it| it >= CodeObjectVersion::V5);
        let text = || {
            let aligned = <&[u8; SIZE]>::try_from(bytes)
                .ok()
                .filter(|_| address.is_multiple_of(SIZE as u64))
                .ok_or("kernel descriptor must be 64-byte aligned")?;
            let said = listing(target, has_stack, aligned)?;
            Ok(format!(".amdhsa_kernel {name}\n{said}.end_amdhsa_kernel\n"))
        };
        (kind == elf::STT_OBJECT).then(|| (SIZE, text()))
    }
}
