//! Of the forms of streams what printing them writes, piece by piece: all that values do not
//! decide is decided here.

use super::pool;
use crate::known::Known;
use crate::tables::{
    Class, Entry, Kind, Meaning, NEVER_HEX, NO_WORD, NONE, Numbered, Rows, StreamForm,
    StreamOperand, StreamPrintStep, StreamWriting, Tables, TablesBuf, Text, Token,
};

/// Widest class whose words are looked up.
const MOST_BITS: u8 = 8;

/// Fills in the `steps` of all forms.
pub(super) fn stream_print_steps(tables: &mut TablesBuf) {
    let view = tables.view();
    let mut printing = Printing {
        tables: &view,
        words: Vec::new(),
        known: Known::default(),
    };
    let mut steps = Vec::new();
    let forms: Vec<Rows> = view
        .stream_forms
        .iter()
        .map(|form| pool::append(&mut steps, &printing.form(form, 0)))
        .collect();
    let words = printing.words;
    for (form, rows) in tables.stream_forms.iter_mut().zip(forms) {
        form.steps = rows;
    }
    tables.stream_print_steps = steps;
    tables.stream_words = words;
}

struct Printing<'t> {
    tables: &'t Tables<'t>,
    words: Vec<Text>,
    /// First word by class, syntax and bits.
    known: Known<(u16, u8, u8), u32>,
}

const NOTHING: StreamPrintStep = StreamPrintStep {
    before: 0,
    len: 0,
    operand: 0,
    index: 0,
    writes: Numbered::<StreamWriting>::of(StreamWriting::Nothing),
    leaf: 0,
    shift: 0,
    width: 0,
};

impl<'t> Printing<'t> {
    /// The steps of a form whose leaves count from `base`.
    fn form(&mut self, form: &StreamForm, base: u16) -> Vec<StreamPrintStep> {
        let tables = self.tables;
        let mut steps = Vec::new();
        // What stands before the next value.
        let mut before = Text::default();
        for token in &tables.tokens[form.tokens.range()] {
            let next = match token.get() {
                Token::Text(text) => {
                    flush(&mut before, &mut steps);
                    before = text;
                    continue;
                }
                Token::Mnemonic => vec![StreamPrintStep {
                    writes: StreamWriting::Mnemonic.into(),
                    ..NOTHING
                }],
                Token::Operand(index) => self.operand(index, form.syntax, base),
                Token::Modifiers(_) | Token::AnyOrder(_) => Vec::new(),
            };
            for mut step in next {
                if step.len == 0 {
                    step.before = before.start;
                    step.len = before.len;
                    before = Text::default();
                } else {
                    flush(&mut before, &mut steps);
                }
                steps.push(step);
            }
        }
        flush(&mut before, &mut steps);
        steps
    }

    /// The steps of an operand.
    fn operand(&mut self, index: u16, syntax: u8, base: u16) -> Vec<StreamPrintStep> {
        let tables = self.tables;
        match tables.stream_operands[usize::from(index)].get() {
            StreamOperand::Value {
                place,
                kind,
                prefix,
                ..
            } => {
                let place = &tables.stream_places[usize::from(place)];
                let field = place.field;
                let token = StreamPrintStep {
                    operand: index,
                    writes: StreamWriting::Token.into(),
                    leaf: (base + place.leaf) as u8,
                    shift: field.shift,
                    width: field.total,
                    ..NOTHING
                };
                let value = match field.more.len {
                    0 => self.value(kind, syntax, field.total),
                    _ => None,
                };
                let step = match value {
                    Some((StreamWriting::Unsigned, hex)) if prefix.len != 0 => StreamPrintStep {
                        before: prefix.start,
                        len: prefix.len,
                        index: hex,
                        writes: StreamWriting::Named.into(),
                        ..token
                    },
                    Some((writes, index)) if prefix.len == 0 => StreamPrintStep {
                        index,
                        writes: writes.into(),
                        ..token
                    },
                    _ => token,
                };
                vec![step]
            }
            StreamOperand::Stream { stream, leaf, .. } => {
                let leaf = base + leaf;
                if let Some(form) = self.only_form(stream, syntax) {
                    return self.form(form, leaf);
                }
                vec![StreamPrintStep {
                    operand: index,
                    index: stream.into(),
                    writes: StreamWriting::Stream.into(),
                    leaf: leaf as u8,
                    ..NOTHING
                }]
            }
        }
    }

    /// The form of a stream that has no other one and always says all of it: what it writes
    /// can stand in the form around it.
    fn only_form(&self, stream: u16, syntax: u8) -> Option<&'t StreamForm> {
        let tables = self.tables;
        let forms = tables.streams[usize::from(stream)].forms;
        let mut forms = tables.stream_forms[forms.range()]
            .iter()
            .filter(|form| form.syntax == syntax && !form.read_only.is_set());
        let (form, None) = (forms.next()?, forms.next()) else {
            return None;
        };
        let is_nested = |token: &Token| match token {
            Token::Operand(index) => matches!(
                tables.stream_operands[usize::from(*index)].get(),
                StreamOperand::Stream { .. }
            ),
            _ => false,
        };
        let mut tokens = tables.tokens[form.tokens.range()].iter();
        let reach = &tables.stream_reaches[form.reach as usize];
        let is_only =
            form.when == NONE && reach.open() == 0 && !tokens.any(|token| is_nested(&token.get()));
        is_only.then_some(form)
    }

    /// How a value of that many bits is written, and the index that belongs to it; `None` if
    /// the text depends on more.
    fn value(&mut self, kind: Kind, syntax: u8, bits: u8) -> Option<(StreamWriting, u32)> {
        match kind {
            Kind::Flag => Some((StreamWriting::Unsigned, NEVER_HEX)),
            Kind::Integer { integer } => {
                let row = &self.tables.integers[usize::from(integer)];
                if row.scale > 1 || row.bias != 0 || row.hex == Some(NEVER_HEX) {
                    return None;
                }
                let hex = row.hex.unwrap_or(NEVER_HEX);
                match row.signed {
                    false if bits <= row.bits => Some((StreamWriting::Unsigned, hex)),
                    true if bits == row.bits => Some((StreamWriting::Signed, hex)),
                    _ => None,
                }
            }
            Kind::Class { class, .. } => {
                let row = &self.tables.classes[usize::from(class)];
                if bits == 0 || bits > MOST_BITS {
                    return None;
                }
                let words = &mut self.words;
                let tables = self.tables;
                let first = self.known.entry((class, syntax, bits)).or_insert_with(|| {
                    let first = words.len() as u32;
                    for arch in 0..tables.archs.len() {
                        let values = 0..1_u32 << bits;
                        words.extend(values.map(|value| word(tables, row, arch, value, syntax)));
                    }
                    first
                });
                Some((StreamWriting::Word, *first))
            }
            Kind::Register { .. } | Kind::Struct { .. } | Kind::List { .. } => None,
        }
    }
}

/// A step of its own for a text that nothing stands behind.
fn flush(before: &mut Text, steps: &mut Vec<StreamPrintStep>) {
    let Text { start, len } = std::mem::take(before);
    if len != 0 {
        steps.push(StreamPrintStep {
            before: start,
            len,
            ..NOTHING
        });
    }
}

/// The word of a value of a class on an architecture; one that starts at [`NO_WORD`] if there
/// is none.
fn word(tables: &Tables<'_>, class: &Class, arch: usize, value: u32, syntax: u8) -> Text {
    let entry = |entry: &&Entry| {
        entry.archs >> arch & 1 != 0 && (entry.first..=entry.last).contains(&value)
    };
    let entry = tables.entries[class.entries.range()].iter().find(entry);
    match entry.map(|entry| entry.meaning) {
        Some(Meaning::Keyword { text, .. }) => text,
        Some(Meaning::Spelled { text, words, .. }) => tables.word_of(text, words, syntax),
        _ => Text {
            start: NO_WORD,
            len: 0,
        },
    }
}
