//! What is known of the names of an operation.

use crate::sorted::SortedMap;

use super::super::environment;
use super::super::types::Scalar;
use super::trees::Changes;
use crate::ast::{OpExpr, OpStmt};

/// What is known of a name from outside of the operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// Its width in bits, as the operation sees it.
    pub bits: u32,
    /// Its value, if that is known.
    pub value: Option<u64>,
    /// Readers see its value elsewhere, so its name may stay where it decides nothing.
    pub is_field: bool,
}

/// What is known of all names in one round.
pub(super) struct Names<'k> {
    known: &'k dyn Fn(&str) -> Option<Known>,
    /// What names are replaced by.
    pub(super) replaced: SortedMap<String, OpExpr>,
    /// Types of the family's names, and of those that the body declares; `None` for `BOOL` and
    /// pointers.
    pub(super) scalars: SortedMap<String, Option<Scalar>>,
    /// What the body changes.
    pub(super) changes: Changes,
    /// Sums of fields are left as they are, as in an address.
    pub(super) keeps_fields: bool,
}

impl<'k> Names<'k> {
    pub(super) fn new(known: &'k dyn Fn(&str) -> Option<Known>, body: &[OpStmt]) -> Names<'k> {
        Names {
            known,
            replaced: SortedMap::new(),
            scalars: SortedMap::new(),
            changes: Changes::of(body),
            keeps_fields: false,
        }
    }

    /// What is known of a name from outside: nothing, if the operation declares it.
    pub(super) fn outside(&self, name: &str) -> Option<Known> {
        let is_own = self.scalars.contains_key(name)
            || self
                .changes
                .declared
                .iter()
                .any(|declared| declared == name);
        match is_own {
            true => None,
            false => (self.known)(name),
        }
    }

    /// The type of a name.
    pub(super) fn scalar(&self, name: &str) -> Option<Scalar> {
        if let Some(scalar) = self.scalars.get(name) {
            return *scalar;
        }
        if name == environment::LANE {
            return Some(Scalar::UINT32);
        }
        // Register bits are unsigned until they meet a type; fields are at least 32 bits wide.
        let bits = match self.outside(name)?.bits {
            128 => 128,
            64 => 64,
            bits if bits <= 32 => bits.max(32) as u16,
            _ => return None,
        };
        Some(Scalar::Integer {
            bits,
            signed: false,
        })
    }

    /// Whether a value stays what it is while the body runs.
    pub(super) fn stays(&self, value: &OpExpr) -> bool {
        let mut stays = true;
        value.names(&mut |name| {
            let root = name.split('.').next().unwrap_or(name);
            stays &= !self.changes.assigned.contains(root);
            stays &= !self.changes.declared.iter().any(|it| it == name)
                || self
                    .changes
                    .declared
                    .iter()
                    .filter(|it| *it == name)
                    .count()
                    == 1;
        });
        stays
    }
}
