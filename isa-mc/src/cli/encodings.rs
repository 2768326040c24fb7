//! Encodings as lists tell of them, and which instructions a list is of.

use isa_mc::tables::{Bits, Instruction, Part, StreamEncoding, StreamStep, Tables};

/// An encoding of an instruction.
pub(super) struct Listed<'a> {
    pub(super) arch: usize,
    /// Features that the processor must have.
    pub(super) features: u32,
    /// Name of the format or of the stream.
    pub(super) format: &'a str,
    /// `None` for the only instruction of its format.
    pub(super) opcode: Option<String>,
    /// The parts of the format on the architecture, the bits of the encoding
    /// that are fixed, and their values; none for streams.
    pub(super) parts: &'a [Part],
    pub(super) mask: Bits,
    pub(super) bits: Bits,
}

/// The encodings of an instruction, of words or of streams.
pub(super) fn encodings<'a>(
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

/// Part of a name, or all of it with `*` for any text; in any case.
pub(super) struct Pattern {
    pieces: Vec<String>,
}

impl Pattern {
    pub(super) fn new(text: &str) -> Pattern {
        let text = text.to_lowercase();
        // A part of a name is all of it with anything around.
        let text = if text.contains('*') {
            text
        } else {
            format!("*{text}*")
        };
        Pattern {
            pieces: text.split('*').map(str::to_string).collect(),
        }
    }

    pub(super) fn matches(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        let [first, middle @ .., last] = self.pieces.as_slice() else {
            return false;
        };
        let Some(mut rest) = name.strip_prefix(first.as_str()) else {
            return false;
        };
        for piece in middle {
            match rest.split_once(piece.as_str()) {
                Some((_, behind)) => rest = behind,
                None => return false,
            }
        }
        rest.ends_with(last.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn patterns_match_parts_or_with_stars_all_of_a_name() {
        let cases = [
            ("load", "flat_load_dword", true),
            ("LOAD", "flat_load_dword", true),
            ("", "flat_load_dword", true),
            ("flat_*", "flat_load_dword", true),
            ("*_x2", "flat_atomic_add_x2", true),
            ("flat*dword", "flat_load_dwordx2", false),
            ("load*", "flat_load_dword", false),
            ("f*l*d", "flat_load_dword", true),
            ("a*a", "a", false),
        ];
        for (pattern, name, matches) in cases {
            assert_eq!(
                Pattern::new(pattern).matches(name),
                matches,
                "{pattern} {name}"
            );
        }
    }
}
