//! What an instruction is here, in a comment behind it.

use std::fmt::Write as _;

use crate::asm::COLUMN;
use crate::{Inst, Target};

/// What an instruction is: its encoding and its operands.
pub fn inst(leader: &str, target: Target<'static>, inst: Inst) -> String {
    let name = target.mnemonic(inst);
    let mut text = format!("{leader} <Inst #{} {name}", inst.encoding());
    let indent = " ".repeat(COLUMN);
    for operand in target.operands(inst) {
        let value = operand
            .value
            .map_or("?".to_string(), |it| format!("{it:?}"));
        // A string takes everything.
        let _ = write!(
            text,
            "\n{indent}{leader}  <Operand {}: {value}>",
            operand.name
        );
    }
    text.push('>');
    text
}
