//! Where branches lead.

use crate::integer;
use crate::tables::Kind;
use crate::{Inst, Target};

impl Target<'_> {
    /// The address that a branch leads to, if it is taken and stands at
    /// `address`, in bytes; `None` for instructions without such an operand.
    /// Addresses wrap.
    ///
    /// It is that of the first operand that is declared `relative`.
    pub fn branch_target(&self, inst: Inst, address: u64) -> Option<u64> {
        let tables = self.tables;
        self.operand_rows(inst).iter().find_map(|row| {
            let Kind::Integer { integer } = row.kind else {
                return None;
            };
            let kind = &tables.integers[integer as usize];
            let bits = row.get(inst.bits(), tables.pieces);
            let number = integer::value(kind, row.field.total, bits)?;
            let distance = integer::distance(kind, number)?;
            Some(address.wrapping_add_signed(distance))
        })
    }
}
