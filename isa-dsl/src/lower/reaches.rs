//! Of the forms of streams what can be known before they are tried: of which integers a form
//! speaks, what its text may begin with, and which of them can print a value. Of integers
//! whether any value of them means something.

use std::collections::HashSet;

use super::pool;
use crate::known::Known;
use crate::tables::{
    Class, Kind, Meaning, NONE, Rows, StreamForm, StreamInteger, StreamOperand, StreamReach,
    StreamStep, Tables, TablesBuf, Text, Token,
};

/// Fills in the `reach` of all forms.
pub(super) fn reaches(tables: &mut TablesBuf) {
    let places = &mut tables.stream_places;
    for place in places {
        place.mask = place.field.set(0_u64, u64::MAX, &tables.pieces);
    }
    let view = tables.view();
    let integers = view.stream_integers.iter();
    let total: Vec<bool> = integers.map(|row| is_total(&view, row)).collect();
    let mut openings = Openings {
        tables: &view,
        streams: Known::default(),
    };
    let mut rows: Vec<StreamReach> = Vec::new();
    let mut known = Known::default();
    let mut reaches = Vec::new();
    let mut written = Vec::new();
    let open = open(&view);
    for (form, open) in view.stream_forms.iter().zip(open) {
        let places: Vec<u16> = operands(&view, form)
            .filter_map(|operand| match operand {
                StreamOperand::Value { place, .. } => Some(place),
                StreamOperand::Stream { .. } => None,
            })
            .collect();
        let row = StreamReach {
            written: pool::append(&mut written, &places),
            open_low: open as u64,
            open_high: (open >> 64) as u64,
            ..reach(&view, form, openings.form(form))
        };
        reaches.push(*known.entry(row).or_insert_with(|| {
            rows.push(row);
            rows.len() as u32 - 1
        }));
    }
    for (integer, total) in tables.stream_integers.iter_mut().zip(total) {
        integer.is_total = total.into();
    }
    for (form, reach) in tables.stream_forms.iter_mut().zip(reaches) {
        form.reach = reach;
    }
    tables.stream_reaches = rows;
    tables.stream_written = written;
}

/// Whether all members of an integer mean something whatever they hold.
fn is_total(tables: &Tables<'_>, integer: &StreamInteger) -> bool {
    let mut members = tables.stream_members[integer.members.range()].iter();
    members.all(|member| {
        let bits = u32::from(member.field.total);
        match member.kind.get() {
            Kind::Flag => true,
            Kind::Integer { integer } => {
                let row = &tables.integers[usize::from(integer)];
                bits != 0 && u32::from(row.bits) == bits
            }
            Kind::Class { class, .. } => {
                let row = &tables.classes[usize::from(class)];
                // A byte has few values.
                (1..=8).contains(&bits)
                    && (0..tables.archs.len())
                        .all(|arch| (0..1_u64 << bits).all(|it| is_word(tables, row, arch, it)))
            }
            _ => false,
        }
    })
}

/// Whether a value of a class is a word or a number on an architecture.
fn is_word(tables: &Tables<'_>, class: &Class, arch: usize, value: u64) -> bool {
    let mut entries = tables.entries[class.entries.range()].iter();
    let entry = entries.find(|entry| {
        let values = u64::from(entry.first)..=u64::from(entry.last);
        entry.archs >> arch & 1 != 0 && values.contains(&value)
    });
    entry.is_some_and(|entry| {
        !matches!(
            entry.meaning,
            Meaning::Register { .. } | Meaning::Struct { .. } | Meaning::Literal | Meaning::Escape
        )
    })
}

fn reach(tables: &Tables<'_>, form: &StreamForm, opening: Opening) -> StreamReach {
    let of_place = |place: u16| leaf_bit(tables.stream_places[usize::from(place)].leaf);
    let implied = &tables.stream_values[form.implies.range()];
    let mut said = implied.iter().fold(0, |all, it| all | of_place(it.place));
    for operand in operands(tables, form) {
        if let StreamOperand::Value { place, .. } = operand {
            said |= of_place(place);
        }
    }
    // What may be empty begins with whatever follows it.
    let first = match opening.may_be_empty {
        true => u128::MAX,
        false => opening.first,
    };
    let mut tokens = tables.tokens[form.tokens.range()].iter();
    let has_mnemonic = tokens.any(|token| token.get() == Token::Mnemonic);
    let (low, high) = (|it: u128| it as u64, |it: u128| (it >> 64) as u64);
    StreamReach {
        said_low: low(said),
        said_high: high(said),
        open_low: 0,
        open_high: 0,
        first_low: low(first),
        first_high: high(first),
        written: Rows::default(),
        is_named: opening.is_named.into(),
        has_mnemonic: has_mnemonic.into(),
    }
}

/// For each form the leaves of which something may be left over.
fn open(tables: &Tables<'_>) -> Vec<u128> {
    let mut open = vec![0; tables.stream_forms.len()];
    let of_instructions = tables.stream_encodings.iter();
    let of_instructions = of_instructions
        .filter_map(|row| Some((row.forms, tables.streams.get(usize::from(row.stream))?)));
    let of_streams = tables.streams.iter().map(|row| (row.forms, row));
    // Streams may share forms, and what their integers are differ.
    let mut known = HashSet::new();
    for (forms, stream) in of_streams.chain(of_instructions) {
        if !known.insert((forms.start, forms.len, stream.steps.start, stream.leaves)) {
            continue;
        }
        let integers = tables.stream_steps[stream.steps.range()].iter();
        let integers = integers.filter_map(|step| match step.get() {
            StreamStep::Integer(row) => Some(tables.stream_integers[usize::from(row)]),
            _ => None,
        });
        let integers: Vec<StreamInteger> = integers.collect();
        for index in forms.range() {
            let form = &tables.stream_forms[index];
            let is_covered = |leaf: u16| {
                let said = said_bits(tables, form, leaf);
                let mut rows = integers.iter().filter(|row| row.leaf == leaf).peekable();
                rows.peek().is_some() && rows.all(|row| differing(row) & !said == 0)
            };
            let nested = nested(tables, form);
            let leaves = (0..stream.leaves).filter(|&leaf| !is_covered(leaf));
            open[index] |= leaves.fold(0, |all, leaf| all | leaf_bit(leaf)) & !nested;
        }
    }
    open
}

/// The leaves of the streams that tokens of a form are.
fn nested(tables: &Tables<'_>, form: &StreamForm) -> u128 {
    operands(tables, form).fold(0, |all, operand| match operand {
        StreamOperand::Value { .. } => all,
        StreamOperand::Stream { stream, leaf, .. } => {
            let count = tables.streams[usize::from(stream)].leaves;
            (leaf..leaf + count).fold(all, |all, leaf| all | leaf_bit(leaf))
        }
    })
}

fn leaf_bit(leaf: u16) -> u128 {
    1_u128.checked_shl(leaf.into()).unwrap_or(0)
}

/// The bits of an integer that have more than one value.
fn differing(integer: &StreamInteger) -> u64 {
    let bits = u32::from(integer.bytes) * 8;
    let whole = u64::MAX.checked_shr(64 - bits).unwrap_or(0);
    whole & !integer.mask
}

/// The bits of a leaf that a form says: with tokens, or because its condition asks for them.
fn said_bits(tables: &Tables<'_>, form: &StreamForm, leaf: u16) -> u64 {
    let implied = match form.when {
        NONE => &[],
        _ => &tables.stream_values[form.implies.range()],
    };
    let implied = implied.iter().map(|it| it.place);
    let written = operands(tables, form).filter_map(|operand| match operand {
        StreamOperand::Value { place, .. } => Some(place),
        StreamOperand::Stream { .. } => None,
    });
    let places = implied.chain(written);
    let places = places.map(|place| &tables.stream_places[usize::from(place)]);
    let places = places.filter(|place| place.leaf == leaf);
    places.fold(0, |all, place| all | place.mask)
}

/// What the operands among the tokens of a form stand for.
fn operands(tables: &Tables<'_>, form: &StreamForm) -> impl Iterator<Item = StreamOperand> {
    let tokens = tables.tokens[form.tokens.range()].iter();
    tokens.filter_map(|token| match token.get() {
        Token::Operand(index) => Some(tables.stream_operands[usize::from(index)].get()),
        _ => None,
    })
}

/// What a text may begin with.
#[derive(Debug, Clone, Copy, Default)]
struct Opening {
    /// Bit n: the character n.
    first: u128,
    /// A name of a number.
    is_named: bool,
    may_be_empty: bool,
}

impl Opening {
    const ANYTHING: Opening = Opening {
        first: u128::MAX,
        is_named: true,
        may_be_empty: false,
    };

    /// The first byte of a text, in both cases; blanks do not count.
    fn of(text: &str) -> Opening {
        match text.trim_ascii_start().bytes().next() {
            None => Opening {
                may_be_empty: true,
                ..Opening::default()
            },
            Some(byte) => Opening {
                first: bit(byte.to_ascii_lowercase()) | bit(byte.to_ascii_uppercase()),
                ..Opening::default()
            },
        }
    }

    /// A number, an expression or a name for one.
    fn number() -> Opening {
        let bytes = (0..128_u8).filter(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'~' | b'(')
        });
        Opening {
            first: bytes.fold(0, |all, byte| all | bit(byte)),
            ..Opening::default()
        }
    }

    fn or(self, other: Opening) -> Opening {
        Opening {
            first: self.first | other.first,
            is_named: self.is_named || other.is_named,
            may_be_empty: self.may_be_empty || other.may_be_empty,
        }
    }

    fn then(self, next: Opening) -> Opening {
        match self.may_be_empty {
            true => Opening {
                may_be_empty: next.may_be_empty,
                ..self.or(next)
            },
            false => self,
        }
    }
}

/// A byte that is no ASCII character stands for all of them.
fn bit(byte: u8) -> u128 {
    1_u128.checked_shl(byte.into()).unwrap_or(u128::MAX)
}

struct Openings<'a> {
    tables: &'a Tables<'a>,
    /// By stream and syntax.
    streams: Known<(u16, u8), Opening>,
}

impl Openings<'_> {
    fn form(&mut self, form: &StreamForm) -> Opening {
        let tables = self.tables;
        let mut opening = Opening::of("");
        for token in &tables.tokens[form.tokens.range()] {
            let next = match token.get() {
                Token::Text(text) => Opening::of(tables.text(text)),
                Token::Operand(index) => self.operand(
                    tables.stream_operands[usize::from(index)].get(),
                    form.syntax,
                ),
                Token::Mnemonic | Token::Modifiers(_) | Token::AnyOrder(_) => Opening::ANYTHING,
            };
            opening = opening.then(next);
            if !opening.may_be_empty {
                break;
            }
        }
        opening
    }

    fn operand(&mut self, operand: StreamOperand, syntax: u8) -> Opening {
        match operand {
            StreamOperand::Value { kind, prefix, .. } if prefix.len == 0 => self.value(kind),
            StreamOperand::Value { prefix, .. } => Opening {
                is_named: true,
                ..Opening::of(self.tables.text(prefix))
            },
            StreamOperand::Stream { stream, .. } => self.stream(stream, syntax),
        }
    }

    fn stream(&mut self, stream: u16, syntax: u8) -> Opening {
        if let Some(known) = self.streams.get(&(stream, syntax)) {
            return *known;
        }
        let forms = self.tables.streams[usize::from(stream)].forms.range();
        let forms = self.tables.stream_forms[forms].iter();
        let forms = forms.filter(|form| form.syntax == syntax);
        let opening = forms.fold(Opening::default(), |all, form| all.or(self.form(form)));
        self.streams.insert((stream, syntax), opening);
        opening
    }

    fn value(&self, kind: Kind) -> Opening {
        let tables = self.tables;
        let Kind::Class { class, .. } = kind else {
            return match kind {
                Kind::Flag | Kind::Integer { .. } => Opening::number(),
                _ => Opening::ANYTHING,
            };
        };
        let of = |text: Text| Opening::of(tables.text(text));
        let entries = tables.classes[usize::from(class)].entries.range();
        let entries = tables.entries[entries]
            .iter()
            .map(|entry| match entry.meaning {
                Meaning::Keyword { text, .. } | Meaning::Float { text, .. } => of(text),
                Meaning::Spelled { text, words, .. } => {
                    let words = tables.words[words.range()].iter();
                    words.fold(of(text), |all, word| all.or(of(word.text)))
                }
                Meaning::Counted { before, .. } if before.len != 0 => of(before),
                Meaning::Counted { .. } | Meaning::Int { .. } => Opening::number(),
                _ => Opening::ANYTHING,
            });
        entries.fold(Opening::default(), Opening::or)
    }
}
