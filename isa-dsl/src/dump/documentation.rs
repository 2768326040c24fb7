//! What instructions do, for people.

use std::fmt::Write as _;

use crate::model::{Instruction, Model};

/// The documentation of a family's instructions: text, opcodes, operation.
pub fn documentation(model: &Model, family: usize) -> String {
    let info = &model.families[family];
    let mut text = format!("# {}\n", info.name);
    if !info.doc.is_empty() {
        let _ = write!(text, "\n{}\n", info.doc);
    }
    let start = model.instructions.partition_point(|it| it.family < family);
    let instructions = model.instructions[start..].iter();
    // Most rows need the same `let`s: they are said where they change.
    let mut said = "";
    for instruction in instructions.take_while(|it| it.family == family) {
        text.push('\n');
        text.push_str(&documented(model, instruction, said));
        if let Some(operation) = &instruction.operation {
            said = operation.texts().0;
        }
    }
    text
}

/// The documentation of one instruction.
pub fn instruction_documentation(model: &Model, instruction: &Instruction) -> String {
    documented(model, instruction, "")
}

/// The same, of which some `let`s have been said before.
fn documented(model: &Model, instruction: &Instruction, said: &str) -> String {
    let mut text = format!("## {}\n\n", instruction.name);
    if !instruction.doc.is_empty() {
        let _ = writeln!(text, "{}\n", instruction.doc);
    }
    let opcodes: Vec<String> = instruction
        .opcodes
        .iter()
        .enumerate()
        .filter_map(|(arch, opcode)| {
            opcode.map(|opcode| format!("{} {opcode}", model.machine.archs[arch].name.text))
        })
        .collect();
    let _ = writeln!(text, "opcode {}", opcodes.join(", "));
    if let Some(operation) = &instruction.operation {
        text.push('\n');
        let (lets, body) = operation.texts();
        let lets = if lets == said { "" } else { lets };
        if lets.is_empty() && !said.is_empty() {
            text.push_str("    // …\n");
        }
        for line in lets.lines().chain(body.lines()) {
            let _ = writeln!(text, "{}", format!("    {line}").trim_end());
        }
    }
    text
}
