//! Where branches lead.

use crate::integer;
use crate::tables::{Kind, NONE};
use crate::{Inst, Target};

/// Why a branch cannot lead somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResolveError {
    /// It is too far away.
    Range {
        /// How far it is, in the steps of the operand.
        steps: i64,
        /// Bytes of a step.
        unit: u32,
        /// The least and the greatest number of steps.
        range: (i64, i64),
    },
    /// The distance is no whole number of steps.
    Unit {
        /// Bytes of a step.
        unit: u32,
    },
    /// The operand is no distance.
    NotRelative,
}

impl Target<'_> {
    /// The address that a branch leads to, if it is taken and stands at
    /// `address`, in bytes; `None` for instructions without such an operand.
    /// Addresses wrap.
    ///
    /// It is that of the first operand that is declared `relative`.
    pub fn branch_target(&self, inst: Inst, address: u64) -> Option<u64> {
        let tables = self.tables;
        let operand = self.relative_operand(inst);
        let row = self.operand_rows(inst).get(usize::from(operand))?;
        let Kind::Integer { integer } = row.kind.get() else {
            return None;
        };
        let kind = &tables.integers[integer as usize];
        let bits = row.get(inst.bits(), tables.pieces);
        let number = integer::value(kind, row.field.total, bits)?;
        let distance = integer::distance(kind, number)?;
        Some(address.wrapping_add_signed(distance))
    }

    /// The operand that is a distance; [`NONE`] if there is none.
    #[inline]
    pub(crate) fn relative_operand(&self, inst: Inst) -> u16 {
        let encoding = self.encoding(inst);
        encoding.map_or(NONE, |encoding| self.shape_of(encoding).relative)
    }

    /// Whether an operand of an encoding is a distance.
    #[cfg(feature = "object")]
    #[inline]
    pub(crate) fn is_relative(&self, encoding: u16) -> bool {
        let encoding = self.tables.encodings.get(usize::from(encoding));
        encoding.is_some_and(|encoding| self.shape_of(encoding).relative != NONE)
    }

    /// Sets the bits of an operand's field in the bytes of an instruction.
    #[cfg(feature = "std")]
    pub(crate) fn mark_operand(&self, inst: Inst, operand: u16, bytes: &mut [u8]) {
        let Some(row) = self.operand_rows(inst).get(usize::from(operand)) else {
            return;
        };
        let with = |value| {
            let mut code = [0; 32];
            let bits = row.field.set(inst.bits(), value, self.tables.pieces);
            let encoded = self.encode(inst.with_bits(bits), &mut code);
            encoded.map(|_| code)
        };
        let (Ok(zeros), Ok(ones)) = (with(0), with(u64::MAX)) else {
            return;
        };
        for (byte, (zero, one)) in bytes.iter_mut().zip(zeros.iter().zip(ones)) {
            *byte |= zero ^ one;
        }
    }

    /// The instruction with a distance in an operand that is declared `relative`:
    /// bytes from the start of the instruction to the address.
    ///
    /// # Errors
    ///
    /// [`ResolveError`] if the operand cannot hold that distance.
    pub fn resolve(&self, inst: Inst, operand: u16, distance: i64) -> Result<Inst, ResolveError> {
        let tables = self.tables;
        let rows = self.operand_rows(inst);
        let row = rows.get(usize::from(operand));
        let row = row.ok_or(ResolveError::NotRelative)?;
        let Kind::Integer { integer } = row.kind.get() else {
            return Err(ResolveError::NotRelative);
        };
        let kind = &tables.integers[integer as usize];
        let relative = kind.relative.ok_or(ResolveError::NotRelative)?;
        let unit = relative.unit;
        let steps = integer::number_at(kind, distance).ok_or(ResolveError::Unit { unit })?;
        let range = integer::steps(kind);
        let field = integer::field(kind, row.field.total, steps)
            .filter(|_| (range.0..=range.1).contains(&steps))
            .ok_or(ResolveError::Range { steps, unit, range })?;
        Ok(inst.with_bits(row.field.set(inst.bits(), field, tables.pieces)))
    }
}
