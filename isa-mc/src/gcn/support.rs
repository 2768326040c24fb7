//! What the assembler and the disassembler know of AMD's GPUs.

use super::assembler::support;
use super::disassembler::description;
use crate::asm::MachineSupport;

/// Object files of AMD's GPUs under HSA, and the directives of their assembler.
pub const SUPPORT: MachineSupport = MachineSupport {
    of: support,
    description,
};
