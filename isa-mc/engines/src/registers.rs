//! Registers: numbers to names and back.

use crate::Target;
use crate::sink::{Cursor, Writer};
use crate::tables::{self, RegisterFile, Tables};

/// Consecutive registers of a file, as an operand names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Register {
    /// Index into [`Tables::files`].
    pub file: u16,
    /// Number of the first register.
    pub number: u16,
    /// How many registers; 1 or more.
    pub count: u8,
}

/// Why consecutive registers cannot be used together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GroupError {
    /// The first number is no register of this architecture.
    NoRegister,
    /// The first is a register, but the group leaves the range it begins in.
    Beyond {
        /// Registers from the first to the end of its range.
        have: u16,
    },
    /// The first number must be a multiple of `align`.
    Misaligned {
        /// The alignment in registers.
        align: u8,
    },
}

/// The row that names the single register `number`.
#[inline]
pub fn row_of<'a>(
    tables: &'a Tables<'a>,
    arch: u8,
    file: &RegisterFile,
    number: u64,
) -> Option<&'a tables::Register> {
    if number >> file.number_bits != 0 {
        return None;
    }
    let at = ((arch as usize) << file.number_bits) + number as usize;
    let row = tables.value_map[file.map as usize + at];
    let row = row.checked_sub(1)?;
    tables
        .registers
        .get(file.registers.start as usize + row as usize)
}

/// Checks that `count` registers from `number` on exist and may be used
/// together; gives the row that names them.
#[inline]
pub fn group<'a>(
    tables: &'a Tables<'a>,
    arch: u8,
    file: &RegisterFile,
    number: u64,
    count: u8,
) -> Result<&'a tables::Register, GroupError> {
    let named = unaligned_group(tables, arch, file, number, count)?;
    if count > 1 {
        let align = alignment(tables, arch, file, count);
        // Most are not aligned at all, and a division is slow.
        if align > 1 && !number.is_multiple_of(u64::from(align)) {
            return Err(GroupError::Misaligned { align });
        }
    }
    Ok(named)
}

/// As [`group`] for the registers of an operand, of which some begin anywhere.
#[inline]
pub(crate) fn group_of<'a>(
    tables: &'a Tables<'a>,
    arch: u8,
    operand: &tables::Operand,
    file: &RegisterFile,
    number: u64,
    count: u8,
) -> Result<&'a tables::Register, GroupError> {
    match operand.unaligned.is_set() {
        true => unaligned_group(tables, arch, file, number, count),
        false => group(tables, arch, file, number, count),
    }
}

/// As [`group`], beginning anywhere.
#[inline]
pub(crate) fn unaligned_group<'a>(
    tables: &'a Tables<'a>,
    arch: u8,
    file: &RegisterFile,
    number: u64,
    count: u8,
) -> Result<&'a tables::Register, GroupError> {
    let row = row_of(tables, arch, file, number).ok_or(GroupError::NoRegister)?;
    if count <= 1 {
        return Ok(row);
    }
    let number = number as u16;
    let mut named = row;
    if row.indexed.is_set() {
        let have = row.count - (number - row.number);
        if (count as u16) > have {
            return Err(GroupError::Beyond { have });
        }
    } else {
        named = tables.registers[file.registers.range()]
            .iter()
            .find(|row| {
                !row.indexed.is_set()
                    && row.number == number
                    && row.times == count
                    && row.archs >> arch & 1 != 0
            })
            .ok_or(GroupError::Beyond { have: 1 })?;
    }
    Ok(named)
}

/// What the first number of `count` registers must be a multiple of.
#[inline]
pub fn alignment(tables: &Tables, arch: u8, file: &RegisterFile, count: u8) -> u8 {
    if (1..=16).contains(&count) {
        let row = file.alignments as usize + usize::from(arch);
        let log = tables
            .alignments
            .get(row)
            .map_or(15, |row| row >> ((count - 1) * 4) & 15);
        if log < 8 {
            return 1 << log;
        }
    }
    tables.groups[file.groups.range()]
        .iter()
        .find(|group| group.count == count && group.archs >> arch & 1 != 0)
        .map_or(1, |group| group.align.max(1))
}

/// Writes the name of a group that [`group`] has accepted.
#[inline]
pub(crate) fn print(
    tables: &Tables,
    row: &tables::Register,
    number: u16,
    count: u8,
    out: &mut impl Writer,
) {
    out.push_text(tables, row.name);
    if !row.indexed.is_set() {
        return;
    }
    let index = u32::from(row.first_index) + u32::from(number - row.number);
    if count <= 1 {
        out.push_unsigned(u64::from(index));
    } else {
        out.push_byte(b'[');
        out.push_unsigned(u64::from(index));
        out.push_byte(b':');
        out.push_unsigned(u64::from(index) + u64::from(count) - 1);
        out.push_byte(b']');
    }
}

impl Target<'_> {
    /// Checks that the registers exist on this architecture and may be used
    /// together.
    ///
    /// # Errors
    ///
    /// [`GroupError`] says why not.
    pub fn check_register(&self, register: Register) -> Result<(), GroupError> {
        let file = self
            .tables
            .files
            .get(register.file as usize)
            .ok_or(GroupError::NoRegister)?;
        group(
            self.tables,
            self.arch,
            file,
            u64::from(register.number),
            register.count,
        )?;
        Ok(())
    }

    /// Writes the name of registers, as `v1` or `s[4:5]`; `false` if they are
    /// none of this architecture.
    pub fn print_register(&self, register: Register, out: &mut Cursor<'_>) -> bool {
        let Some(file) = self.tables.files.get(register.file as usize) else {
            return false;
        };
        let number = u64::from(register.number);
        match group(self.tables, self.arch, file, number, register.count) {
            Ok(row) => {
                print(self.tables, row, register.number, register.count, out);
                true
            }
            Err(_) => false,
        }
    }
}
