//! Encodings as lists tell of them.

use crate::tables::{Bits, Instruction, Part, StreamEncoding, StreamStep, Tables};

/// An encoding of an instruction.
pub struct Listed<'a> {
    /// Its architecture: an index into [`Tables::archs`].
    pub arch: usize,
    /// Features that the processor must have.
    pub features: u32,
    /// Name of the format or of the stream.
    pub format: &'a str,
    /// `None` for the only instruction of its format.
    pub opcode: Option<String>,
    /// The parts of the format on the architecture, the bits of the encoding
    /// that are fixed, and their values; none for streams.
    pub parts: &'a [Part],
    /// The bits that are fixed.
    pub mask: Bits,
    /// Their values.
    pub bits: Bits,
}

/// The encodings of an instruction, of words or of streams.
pub fn encodings<'a>(
    tables: &'a Tables<'a>,
    row: &Instruction,
) -> impl Iterator<Item = Listed<'a>> + 'a {
    let family = &tables.families[row.family as usize];
    let rows = row.encodings.range();
    let words = tables.encodings.get(rows.clone()).unwrap_or_default();
    let streams = tables.stream_encodings.get(rows).unwrap_or_default();
    let words = words.iter().map(|encoding| {
        let shape = &tables.shapes[encoding.shape as usize];
        let layout = &tables.layouts[shape.layout as usize];
        let parts = &tables.parts[layout.parts.range()];
        let part = parts.iter().find(|part| tables.text(part.name) == "opcode");
        let bits = tables.encoding_bits(encoding);
        Listed {
            arch: shape.arch as usize,
            features: encoding.features,
            format: tables.text(layout.format),
            parts,
            mask: tables.shape_masks(shape).mask,
            bits,
            opcode: part.map(|part| part.field.get(bits, tables.pieces).to_string()),
        }
    });
    let streams = streams.iter().map(|encoding| Listed {
        arch: encoding.arch as usize,
        features: encoding.features,
        format: tables.text(family.format),
        parts: &[],
        mask: Bits::ZERO,
        bits: Bits::ZERO,
        opcode: stream_opcode(tables, encoding),
    });
    words.chain(streams)
}

/// The opcode of a stream, which is the first of its values; behind the first
/// byte if that is another one.
fn stream_opcode(tables: &Tables<'_>, encoding: &StreamEncoding) -> Option<String> {
    let stream = tables.streams.get(encoding.stream as usize)?;
    let first = match tables.stream_steps[stream.steps.range()].first()?.get() {
        StreamStep::Integer(row) => &tables.stream_integers[row as usize],
        _ => return None,
    };
    let fixed = (first.members.len == 0).then(|| format!("0x{:02x}", first.bits));
    let value = tables.stream_values[encoding.values.range()].first();
    let value = value.map(|row| format!("0x{:02x}", row.value));
    match (fixed, value) {
        (Some(fixed), Some(value)) => Some(format!("{fixed}:{value}")),
        (fixed, value) => fixed.or(value),
    }
}

/// How an instruction is on other architectures than the one that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Elsewhere {
    /// The architectures where it is the same, by name.
    pub archs: Vec<&'static str>,
    /// Their processors.
    pub processors: Vec<&'static str>,
    /// What it is called there.
    pub mnemonic: &'static str,
    /// Its formats with the opcode in each: `VOP2 3`. One that has a single instruction has
    /// no opcode.
    pub encodings: Vec<String>,
}

/// Where else an instruction is, architectures in the order of the description; those where it
/// is the same in a row are one.
pub(super) fn elsewhere(
    tables: &'static Tables<'static>,
    instruction: &Instruction,
    here: usize,
) -> Vec<Elsewhere> {
    let own = |row: &Instruction| {
        row.name == instruction.name && row.encodings.start == instruction.encodings.start
    };
    let rows = tables.instructions;
    let Some(at) = rows.iter().position(own) else {
        return Vec::new();
    };
    // What architectures call otherwise stands next to it.
    let mut first = at;
    while first > 0 && rows[first].renamed.is_set() {
        first -= 1;
    }
    let behind = rows[at + 1..].iter().take_while(|row| row.renamed.is_set());
    let all = &rows[first..=at + behind.count()];
    let mut found: Vec<Elsewhere> = Vec::new();
    for (arch, row) in tables.archs.iter().enumerate() {
        if arch == here {
            continue;
        }
        for instruction in all {
            let mut texts: Vec<String> = Vec::new();
            for listed in encodings(tables, instruction).filter(|it| it.arch == arch) {
                let opcode = listed.opcode.map(|opcode| format!(" {opcode}"));
                let text = format!("{}{}", listed.format, opcode.unwrap_or_default());
                if !texts.contains(&text) {
                    texts.push(text);
                }
            }
            if texts.is_empty() {
                continue;
            }
            let processors = tables.processors.iter();
            let processors = processors.filter(|it| usize::from(it.arch) == arch);
            let processors = processors.map(|it| tables.text(it.name));
            let mnemonic = tables.text(instruction.name);
            let name = tables.text(row.name);
            match found.last_mut() {
                Some(last) if last.mnemonic == mnemonic && last.encodings == texts => {
                    last.archs.push(name);
                    last.processors.extend(processors);
                }
                _ => found.push(Elsewhere {
                    archs: vec![name],
                    processors: processors.collect(),
                    mnemonic,
                    encodings: texts,
                }),
            }
        }
    }
    found
}
