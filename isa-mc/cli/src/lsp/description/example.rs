//! An instruction of a description that is being edited: its bits, texts and bytes.

use std::fmt::Write as _;

use isa_mc::tables::Tables;
use isa_mc::{StreamTarget, Target, TargetMachine};

use isa_mc::explain::{encodings, example, stream_example};

/// Layouts that are shown of an instruction.
const MOST_LAYOUTS: usize = 6;

/// An example for each architecture, as Markdown. With the
/// bits of words, which nearly all architectures share: those that are the same are said once.
pub fn examples(tables: &Tables<'_>, mnemonic: &str) -> String {
    let mut out = String::new();
    for (arch, row) in tables.archs.iter().enumerate() {
        let name = tables.text(row.name);
        let mut processors = tables.processors.iter().enumerate();
        let shown = processors.find_map(|(index, processor)| {
            let here = usize::from(processor.arch) == arch;
            let shown = if !here {
                Vec::new()
            } else if tables.stream_encodings.is_empty() {
                let target = Target::of_row(tables, index);
                target.map_or_else(Vec::new, |target| words(&target, mnemonic))
            } else {
                let target = StreamTarget::of_row(tables, index);
                target.map_or_else(Vec::new, |target| streams(&target, mnemonic))
            };
            (!shown.is_empty()).then_some(shown)
        });
        for (bytes, texts) in shown.into_iter().flatten() {
            let _ = writeln!(out, "{name:<8} {bytes:<24} {texts}");
        }
    }
    if out.is_empty() {
        return out;
    }
    let bits = bits(tables, mnemonic);
    format!("\n```text\n{out}```\n{bits}")
}

/// The layouts of an instruction of words: what is fixed, and where the fields are.
fn bits(tables: &Tables<'_>, mnemonic: &str) -> String {
    let mut lines: Vec<(String, Vec<&str>)> = Vec::new();
    let rows = tables.instructions.iter();
    for row in rows.filter(|row| tables.text(row.name) == mnemonic) {
        for listed in encodings(tables, row) {
            let mut line = listed.format.to_owned();
            for part in listed.parts {
                let mask = part.field.mask(tables.pieces);
                let first = (part.field.shift, part.field.width);
                let more = tables.pieces[part.field.more.range()].iter();
                let pieces = more.rev().map(|it| (it.shift, it.width)).chain([first]);
                let pieces: Vec<String> = pieces.map(|(low, width)| range(low, width)).collect();
                let range = pieces.join(",");
                let name = tables.text(part.name);
                let _ = write!(line, "\n  {name:<10} [{range}]");
                if (mask & listed.mask) == mask {
                    let _ = write!(line, " = {}", part.field.get(listed.bits, tables.pieces));
                }
            }
            if listed.parts.is_empty() {
                continue;
            }
            let arch = tables
                .archs
                .get(listed.arch)
                .map_or("", |arch| tables.text(arch.name));
            match lines.iter_mut().find(|(known, _)| *known == line) {
                Some((_, archs)) if archs.contains(&arch) => {}
                Some((_, archs)) => archs.push(arch),
                None => lines.push((line, vec![arch])),
            }
        }
    }
    let mut out = String::new();
    for (line, archs) in lines.into_iter().take(MOST_LAYOUTS) {
        let (format, fields) = line.split_once('\n').unwrap_or((&line, ""));
        let _ = writeln!(
            out,
            "\n```text\n{format} on {}\n{fields}\n```",
            archs.join(", ")
        );
    }
    out
}

/// Bits as documents write them.
fn range(low: u8, width: u8) -> String {
    match width {
        0 | 1 => low.to_string(),
        _ => format!("{}:{low}", low + width - 1),
    }
}

/// Encodings of an instruction of words on a processor: bytes and texts.
fn words(target: &Target<'_>, mnemonic: &str) -> Vec<(String, String)> {
    let tables = target.tables();
    let mut found = Vec::new();
    for (index, encoding) in tables.encodings.iter().enumerate() {
        let row = &tables.instructions[usize::from(encoding.instruction)];
        let shape = &tables.shapes[usize::from(encoding.shape)];
        if tables.text(row.name) == mnemonic && shape.arch == target.arch_index() {
            let inst = example(target, index);
            found.extend(inst.and_then(|inst| shown(target, inst)));
        }
    }
    found
}

/// The same of an instruction of bytes.
fn streams(target: &StreamTarget<'_>, mnemonic: &str) -> Vec<(String, String)> {
    let opcode = target.target().opcode(mnemonic);
    let inst = opcode.and_then(|opcode| stream_example(target, opcode));
    inst.and_then(|inst| shown(target, inst))
        .into_iter()
        .collect()
}

fn shown<'t, T: TargetMachine<'t>>(target: &T, inst: T::Inst) -> Option<(String, String)> {
    let mut buffer = T::buffer();
    let size = target.encode(inst, buffer.as_mut()).ok()?;
    let bytes: Vec<String> = buffer.as_ref()[..size]
        .iter()
        .map(|it| format!("{it:02x}"))
        .collect();
    let mut texts: Vec<String> = Vec::new();
    let machine = target.target();
    for (syntax, _) in machine.syntaxes() {
        let mut text = String::new();
        if target.print(inst, syntax, &mut text).is_ok() && !texts.contains(&text) {
            texts.push(text);
        }
    }
    Some((bytes.concat(), texts.join("   |   ")))
}
