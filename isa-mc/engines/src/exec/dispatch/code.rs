//! Code that was decoded before is not decoded again, unless it has changed.

use std::vec::Vec;

use super::environment::Environment;
use super::error::RunErrorKind;
use crate::{Inst, Target};

/// Bytes of the longest instruction.
const LONGEST: usize = 12;

/// Instructions that are kept, by the lowest bits of their addresses: a power of two.
const KEPT: usize = 4096;

#[derive(Debug, Clone, Copy)]
struct Known {
    address: u64,
    bytes: [u8; LONGEST],
    inst: Inst,
}

/// Instructions by their addresses.
#[derive(Debug, Default)]
pub(super) struct Code {
    known: Vec<Option<Known>>,
}

impl Code {
    /// The instruction at an address.
    pub(super) fn fetch(
        &mut self,
        target: &Target<'_>,
        environment: &mut dyn Environment,
        address: u64,
    ) -> Result<Inst, RunErrorKind> {
        let mut bytes = [0; LONGEST];
        let count = environment.fetch(address, &mut bytes);
        let word = usize::from(target.tables().word_bits / 8).max(1);
        if !address.is_multiple_of(word as u64) {
            return Err(RunErrorKind::Unaligned { bytes: word as u8 });
        }
        if self.known.is_empty() {
            self.known.resize(KEPT, None);
        }
        let place = (address / word as u64) as usize % KEPT;
        if let Some(known) = &self.known[place]
            && known.address == address
            && known.bytes == bytes
        {
            return Ok(known.inst);
        }
        if count < word {
            return Err(RunErrorKind::NoCode);
        }
        let inst = target.decode(&bytes[..count]);
        let inst = inst.map_err(|error| RunErrorKind::NoInstruction {
            error,
            bytes,
            count: count as u8,
        })?;
        self.known[place] = Some(Known {
            address,
            bytes,
            inst,
        });
        Ok(inst)
    }
}
