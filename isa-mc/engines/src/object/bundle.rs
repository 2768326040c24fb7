//! Bundles of code objects as clang writes them for several processors, and the sections of
//! host programs that hold such bundles.
//!
//! ```
//! use isa_mc::object::bundle;
//!
//! let mut file = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
//! let id = b"hipv4-amdgcn-amd-amdhsa--gfx900";
//! for number in [1_u64, 90, 3, id.len() as u64] {
//!     file.extend(number.to_le_bytes());
//! }
//! file.extend(id);
//! file.resize(90, 0);
//! file.extend(b"ELF");
//! let bundles = bundle::all(&file).unwrap();
//! assert_eq!(bundles[0].entries[0].id, "hipv4-amdgcn-amd-amdhsa--gfx900");
//! assert_eq!(bundles[0].entries[0].target(), "gfx900");
//! assert_eq!(bundles[0].entries[0].bytes, b"ELF");
//! ```
//!
//! Source: clang's documentation, "Clang Offload Bundler", "Bundled Binary File Layout".

use std::fmt::{self, Display, Formatter};

use memchr::memmem;
use object::read::elf::{FileHeader as _, SectionHeader as _};
use object::{Endianness, elf};

/// What a bundle begins with.
const MAGIC: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";

/// What a compressed one begins with.
const COMPRESSED: &[u8] = b"CCOB";

/// The section of a host program that holds bundles.
const SECTION: &[u8] = b".hip_fatbin";

/// Bytes of a number.
const NUMBER: usize = 8;

/// Code objects for several processors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle<'d> {
    /// Where it begins in the file.
    pub offset: usize,
    /// What is in it, in order; one for the host among them, which is mostly empty.
    pub entries: Vec<Entry<'d>>,
}

/// One of the files of a bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry<'d> {
    /// For what it is: the kind of offloading and a target id,
    /// `hipv4-amdgcn-amd-amdhsa--gfx906:xnack-`.
    pub id: &'d str,
    /// Where it begins in the file.
    pub offset: usize,
    /// All of it.
    pub bytes: &'d [u8],
}

impl<'d> Entry<'d> {
    /// The processor and its features, `gfx906:xnack-`; of the host the rest of its triple.
    pub fn target(&self) -> &'d str {
        let behind = self.id.rfind("--").map(|at| at + 2);
        behind.and_then(|at| self.id.get(at..)).unwrap_or(self.id)
    }

    /// Whether it is a file for a device, and not for the host.
    pub fn is_device(&self) -> bool {
        !self.id.starts_with("host-")
    }
}

/// Why bundles are not read: where, and what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BundleError {
    /// Where it stands in the file.
    pub offset: usize,
    /// What is wrong.
    pub kind: BundleErrorKind,
}

/// What is wrong with a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BundleErrorKind {
    /// It ends before what it says it has.
    Truncated,
    /// The id of an entry is no text.
    Id,
    /// It is compressed.
    Compressed,
    /// The host program around it cannot be read.
    Host(String),
}

impl Display for BundleError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "offload bundle at byte {:#x}: ", self.offset)?;
        match &self.kind {
            BundleErrorKind::Truncated => f.write_str("it goes beyond the end of the file"),
            BundleErrorKind::Id => f.write_str("the id of an entry is no UTF-8 text"),
            BundleErrorKind::Compressed => f.write_str(
                "it is compressed (CCOB), which is not read: unpack it with \
                 `clang-offload-bundler --unbundle`, or compile with --no-offload-compress",
            ),
            BundleErrorKind::Host(error) => write!(f, "the program around it: {error}"),
        }
    }
}

impl std::error::Error for BundleError {}

/// Whether a file is a bundle, or an ELF file, which may hold some: what [`all`] reads.
pub fn may_have(data: &[u8]) -> bool {
    let magics = [MAGIC, COMPRESSED, &elf::ELFMAG];
    magics.iter().any(|magic| data.starts_with(magic))
}

/// What LLVM calls the format of the program around bundles.
pub fn host_format(data: &[u8]) -> &'static str {
    let header = elf::FileHeader64::<Endianness>::parse(data);
    let machine = header.and_then(|it| Ok(it.e_machine(it.endian()?)));
    match machine {
        Ok(elf::EM_X86_64) => "elf64-x86-64",
        Ok(elf::EM_AARCH64) => "elf64-littleaarch64",
        Ok(elf::EM_PPC64) => "elf64-powerpcle",
        Ok(elf::EM_RISCV) => "elf64-littleriscv",
        Ok(_) => "elf64-unknown",
        Err(_) => "offload bundle",
    }
}

/// All bundles of a file: of one that is a bundle, or of a host program that holds some in its
/// section `.hip_fatbin`. None if it holds none.
///
/// # Errors
///
/// [`BundleError`] says what is wrong with one, and where.
pub fn all(data: &[u8]) -> Result<Vec<Bundle<'_>>, BundleError> {
    if data.starts_with(MAGIC) || data.starts_with(COMPRESSED) {
        return within(data, 0, data.len());
    }
    let host = |error: object::read::Error| BundleError {
        offset: 0,
        kind: BundleErrorKind::Host(error.to_string()),
    };
    let header = elf::FileHeader64::<Endianness>::parse(data).map_err(host)?;
    let endian = header.endian().map_err(host)?;
    let sections = header.sections(endian, data).map_err(host)?;
    let mut found = Vec::new();
    for section in sections.iter() {
        let is_own = sections.section_name(endian, section) == Ok(SECTION);
        if let Some((start, size)) = section.file_range(endian).filter(|_| is_own) {
            let end = start.saturating_add(size).min(data.len() as u64);
            found.extend(within(data, start as usize, end as usize)?);
        }
    }
    Ok(found)
}

/// The bundles of a part of a file, one behind the other with padding between them.
fn within(data: &[u8], start: usize, end: usize) -> Result<Vec<Bundle<'_>>, BundleError> {
    let mut bundles = Vec::new();
    let mut at = start;
    while let Some(rest) = data.get(at..end) {
        // Padding is zero.
        let zeros = rest.iter().take_while(|byte| **byte == 0).count();
        let rest = &rest[zeros..];
        at += zeros;
        if rest.starts_with(COMPRESSED) {
            let kind = BundleErrorKind::Compressed;
            return Err(BundleError { offset: at, kind });
        }
        let Some(next) = memmem::find(rest, MAGIC) else {
            break;
        };
        let (bundle, behind) = read(data, at + next)?;
        bundles.push(bundle);
        at = behind.max(at + next + MAGIC.len());
    }
    Ok(bundles)
}

/// The bundle that begins at a byte, and where it ends.
fn read(data: &[u8], start: usize) -> Result<(Bundle<'_>, usize), BundleError> {
    let error = |kind| BundleError {
        offset: start,
        kind,
    };
    let mut at = start + MAGIC.len();
    let count = number(data, &mut at).ok_or_else(|| error(BundleErrorKind::Truncated))?;
    let mut entries = Vec::new();
    let mut last = at;
    for _ in 0..count {
        let row = (|| {
            let [offset, size, length] = [(); 3].map(|()| number(data, &mut at));
            let id = data.get(at..at.checked_add(length?)?)?;
            at += id.len();
            let offset = start.checked_add(offset?)?;
            let bytes = data.get(offset..offset.checked_add(size?)?)?;
            Some((id, offset, bytes))
        })();
        let (id, offset, bytes) = row.ok_or_else(|| error(BundleErrorKind::Truncated))?;
        let id = str::from_utf8(id).map_err(|_| error(BundleErrorKind::Id))?;
        last = last.max(offset + bytes.len());
        entries.push(Entry { id, offset, bytes });
    }
    let bundle = Bundle {
        offset: start,
        entries,
    };
    Ok((bundle, last.max(at)))
}

/// The number at a byte, and goes behind it.
fn number(data: &[u8], at: &mut usize) -> Option<usize> {
    let bytes = data.get(*at..*at + NUMBER)?.first_chunk()?;
    *at += NUMBER;
    usize::try_from(u64::from_le_bytes(*bytes)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bundle of some entries, each with so many bytes.
    fn made(entries: &[(&str, usize)]) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        let put = |file: &mut Vec<u8>, number: usize| {
            file.extend((number as u64).to_le_bytes());
        };
        put(&mut file, entries.len());
        let mut at = 4096;
        for (id, size) in entries {
            for number in [at, *size, id.len()] {
                put(&mut file, number);
            }
            file.extend(id.as_bytes());
            at += size;
        }
        file.resize(4096, 0);
        for (number, (_, size)) in (1..).zip(entries) {
            file.resize(file.len() + size, number);
        }
        file
    }

    /// Several bundles one behind the other are all found, each with offsets of its own.
    #[test]
    fn bundles_follow_one_another() {
        let one = [
            ("host-x86_64-unknown-linux", 0),
            ("hipv4-amdgcn-amd-amdhsa--gfx900", 5),
        ];
        let two = [("hip-amdgcn-amd-amdhsa--gfx906:sramecc+:xnack-", 7)];
        let mut file = made(&one);
        file.resize(8192, 0);
        file.extend(made(&two));
        let bundles = all(&file).expect("two bundles");
        let found: Vec<_> = bundles
            .iter()
            .flat_map(|bundle| &bundle.entries)
            .map(|it| (it.target(), it.is_device(), it.offset, it.bytes))
            .collect();
        assert_eq!(
            found,
            [
                ("host-x86_64-unknown-linux", false, 4096, &[][..]),
                ("gfx900", true, 4096, &[2; 5][..]),
                ("gfx906:sramecc+:xnack-", true, 8192 + 4096, &[1; 7][..]),
            ]
        );
    }

    /// Wherever a bundle is cut, or whichever number in it is huge, it is an error or a
    /// bundle, and nothing panics or takes memory that the file does not have.
    #[test]
    fn damaged_bundles_are_errors() {
        let file = made(&[
            ("host-x86_64-unknown-linux", 0),
            ("hipv4-amdgcn--gfx900", 5),
        ]);
        for end in MAGIC.len()..file.len() {
            let error = all(&file[..end]).expect_err("it is cut");
            assert_eq!(error.kind, BundleErrorKind::Truncated, "{end}");
        }
        for at in MAGIC.len()..200 {
            let mut file = file.clone();
            file[at] = 0xff;
            let _ = all(&file);
        }
        let error = all(b"CCOB\x02\0\x01\0").expect_err("it is compressed");
        assert!(error.to_string().contains("--no-offload-compress"));
    }
}
