//! Sections: bytes, the gaps between them, and what is filled in later.

use super::error::{ObjectError, ObjectErrorKind};
use super::place::{ExpressionId, Location, Place, SectionId, SymbolId};
use crate::Later;
use crate::relocation::Relocation;

/// Bytes of a section at most.
pub const MAX_SECTION: u64 = 1 << 30;

/// The size of a section without bits at most.
pub const MAX_NO_BITS: u64 = 1 << 48;

/// What a section is (ELF, `sh_type`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SectionKind {
    /// Bytes.
    Bits,
    /// A size, and no bytes: they are zero when the program is loaded.
    NoBits,
    /// Notes.
    Note,
    /// Another type by its number.
    Other(u32),
}

impl SectionKind {
    /// The type of a number.
    pub fn of_number(number: u32) -> SectionKind {
        match number {
            1 => SectionKind::Bits,
            7 => SectionKind::Note,
            8 => SectionKind::NoBits,
            other => SectionKind::Other(other),
        }
    }
}

/// What a section belongs to. Sections of one name that do not belong together are
/// different ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Membership {
    /// Sections that a linker takes or leaves out together.
    pub group: Option<Group>,
    /// The section of this symbol is one that this section says something of, and
    /// whose order it follows.
    pub link: Option<SymbolId>,
    /// A number that makes it another section than those of its name.
    pub unique: Option<u32>,
}

/// A group of sections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Group {
    /// Its name.
    pub signature: SymbolId,
    /// Of several groups with this name a linker takes one.
    pub is_comdat: bool,
}

/// A flag of a section (ELF, `sh_flags`).
pub mod flag {
    /// `w`: the program may write it.
    pub const WRITE: u64 = 1;
    /// `a`: it is loaded.
    pub const ALLOC: u64 = 2;
    /// `x`: it is code.
    pub const EXECUTE: u64 = 4;
    /// `M`: equal entries may be merged.
    pub const MERGE: u64 = 0x10;
    /// `S`: entries are strings that end with zero.
    pub const STRINGS: u64 = 0x20;
    /// `o`: it follows another section.
    pub const LINK_ORDER: u64 = 0x80;
    /// `G`: it belongs to a group.
    pub const GROUP: u64 = 0x200;
    /// `T`: storage of threads.
    pub const TLS: u64 = 0x400;
    /// `R`: a linker keeps it, used or not.
    pub const RETAIN: u64 = 0x20_0000;
    /// `e`: a linker leaves it out.
    pub const EXCLUDE: u64 = 0x8000_0000;
}

/// Bytes whose number is found out when everything is there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gap {
    /// Bytes before it that are in no gap.
    pub(super) offset: u64,
    pub(super) size: GapSize,
    pub(super) fill: Fill,
    pub(super) location: Location,
}

/// What decides how long a gap is.
#[derive(Debug, Clone, Copy)]
pub(super) enum GapSize {
    /// Up to a multiple of a power of two, but no more than so many bytes.
    Align { align: u64, most: u64 },
    /// A number of repetitions of so many bytes.
    Times { count: ExpressionId, bytes: u64 },
    /// Up to an address.
    Origin(ExpressionId),
    /// As many bytes as a number needs, which stands there.
    Leb128 {
        value: ExpressionId,
        is_signed: bool,
    },
    /// All that stands before a part of a section.
    Before,
    /// An instruction that does nothing, behind a branch of so many bytes whose distance the
    /// processor would take for another one.
    Branch { bytes: u8, value: ExpressionId },
}

/// What stands in a gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fill {
    /// The lowest bytes of a number, again and again.
    Value {
        /// The number.
        value: u64,
        /// How many of its bytes, 1 to 8.
        bytes: u8,
    },
    /// What the machine does nothing at.
    Padding,
}

impl Fill {
    /// Zeros.
    pub const ZERO: Fill = Fill::Value { value: 0, bytes: 1 };

    /// Appends so many bytes; an incomplete repetition at the end is its first
    /// bytes, and padding has zeros before it.
    pub(super) fn write(self, size: u64, padding: &[u8], big_endian: bool, out: &mut Vec<u8>) {
        let end = out.len() + size as usize;
        match self {
            Fill::Value { value, bytes } => {
                let bytes = usize::from(bytes.clamp(1, 8));
                let mut unit = value.to_le_bytes();
                if big_endian {
                    unit[..bytes].reverse();
                }
                repeat(&unit[..bytes], end, out);
            }
            Fill::Padding => {
                let unit = if padding.is_empty() { &[0] } else { padding };
                let odd = size as usize % unit.len();
                out.resize(out.len() + odd, 0);
                repeat(unit, end, out);
            }
        }
    }
}

/// Appends a unit again and again up to a length, which an incomplete one may end.
fn repeat(unit: &[u8], end: usize, out: &mut Vec<u8>) {
    if let [byte] = unit {
        return out.resize(end, *byte);
    }
    let start = out.len();
    out.extend_from_slice(&unit[..unit.len().min(end - start)]);
    // Twice as many at a time.
    while out.len() < end {
        let done = out.len() - start;
        out.extend_from_within(start..start + done.min(end - out.len()));
    }
}

/// What is filled in when everything has its place.
#[derive(Debug, Clone, Copy)]
pub struct Fixup {
    /// Where the value, or the instruction, begins.
    pub place: Place,
    /// What is filled in.
    pub kind: FixupKind,
    /// The value.
    pub value: ExpressionId,
    /// Where it was written.
    pub location: Location,
}

/// What is filled in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FixupKind {
    /// So many bytes of data.
    Data(u8),
    /// An operand of the instruction that begins there.
    Operand(Later),
}

/// A relocation that was asked for by its name, whatever stands at its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Request {
    /// Where: a number of bytes from the start of the section, or a place in one.
    pub(super) offset: ExpressionId,
    pub(super) relocation: &'static Relocation,
    /// What its value counts from, and the addend.
    pub(super) value: Option<ExpressionId>,
    pub(super) location: Location,
}

/// Bytes that are calculated from values which may be known last.
pub trait Record {
    /// The bytes. `value` gives what an expression is worth.
    ///
    /// # Errors
    ///
    /// What is wrong, and where that was written.
    fn bytes(
        &self,
        value: &dyn Fn(ExpressionId) -> Result<i64, ObjectErrorKind>,
    ) -> Result<Vec<u8>, ObjectError>;
}

/// A section.
pub struct Section {
    /// Its name.
    pub name: Box<str>,
    /// What it is.
    pub kind: SectionKind,
    /// What may be done with it: [`flag`]s.
    pub flags: u64,
    /// Bytes of an entry; 0 if it has none.
    pub entry_size: u64,
    /// Its alignment, a power of two.
    pub align: u64,
    /// What it belongs to.
    pub membership: Membership,
    /// How many symbols there were before it: in a file it has its place among them.
    pub(super) symbols_before: usize,
    /// Instructions were added to it.
    pub(super) has_code: bool,
    /// The section that it is a part of, and its number there.
    pub(super) part: Option<(SectionId, u32)>,
    /// Its bytes, without gaps; none if it has no bits.
    pub(super) bytes: Vec<u8>,
    /// How many bytes it has, without gaps.
    pub(super) size: u64,
    pub(super) gaps: Vec<Gap>,
    pub(super) fixups: Vec<Fixup>,
    pub(super) requests: Vec<Request>,
    pub(super) records: Vec<(Place, Box<dyn Record>)>,
}

impl Section {
    pub(super) fn new(name: &str, kind: SectionKind, flags: u64, entry_size: u64) -> Section {
        Section {
            name: name.into(),
            kind,
            flags,
            entry_size,
            align: 1,
            membership: Membership::default(),
            symbols_before: 0,
            has_code: false,
            part: None,
            bytes: Vec::new(),
            size: 0,
            gaps: Vec::new(),
            fixups: Vec::new(),
            requests: Vec::new(),
            records: Vec::new(),
        }
    }

    /// The end, in a section of that number.
    pub(super) fn end(&self, section: SectionId) -> Place {
        Place {
            section,
            gap: self.gaps.len() as u32,
            offset: self.size,
        }
    }

    /// Its size with so many bytes more.
    pub(super) fn grown(&self, bytes: u64) -> Result<u64, ObjectErrorKind> {
        let most = match self.kind {
            SectionKind::NoBits => MAX_NO_BITS,
            _ => MAX_SECTION,
        };
        let size = self.size.checked_add(bytes).filter(|size| *size <= most);
        size.ok_or(ObjectErrorKind::SectionSize)
    }

    /// Whether it is code.
    pub fn is_code(&self) -> bool {
        self.flags & flag::EXECUTE != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(fill: Fill, size: u64, padding: &[u8], big_endian: bool) -> Vec<u8> {
        let mut out = vec![9];
        fill.write(size, padding, big_endian, &mut out);
        assert_eq!(out.remove(0), 9, "what stands before it stays");
        out
    }

    /// Every size of a value in every order of bytes: it comes again and again, and what
    /// is left is its first bytes.
    #[test]
    fn values_are_repeated() {
        for bytes in 1..=8_u8 {
            let value = Fill::Value {
                value: 0x0807_0605_0403_0201,
                bytes,
            };
            for size in 0..100 {
                let unit: Vec<u8> = (1..=bytes).collect();
                let expected: Vec<u8> = unit.iter().copied().cycle().take(size).collect();
                assert_eq!(filled(value, size as u64, &[], false), expected);
                let unit: Vec<u8> = unit.into_iter().rev().collect();
                let expected: Vec<u8> = unit.iter().copied().cycle().take(size).collect();
                assert_eq!(filled(value, size as u64, &[], true), expected);
            }
        }
    }

    /// Padding is whole, behind zeros.
    #[test]
    fn padding_is_whole() {
        let found = filled(Fill::Padding, 11, &[1, 2, 3, 4], false);
        assert_eq!(found, [0, 0, 0, 1, 2, 3, 4, 1, 2, 3, 4]);
        assert_eq!(filled(Fill::Padding, 3, &[1, 2, 3, 4], false), [0; 3]);
        assert_eq!(filled(Fill::Padding, 5, &[], false), [0; 5]);
        assert_eq!(filled(Fill::Padding, 0, &[1, 2], false), Vec::<u8>::new());
    }
}
