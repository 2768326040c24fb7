//! What good values of operands mean, worked out once.

use crate::known::Known;
use crate::tables::{Class, Entry, Kind, Meaning, Tables, Value, ValueParts};

/// The rows of [`Tables::values`], each once.
pub(super) struct Meanings {
    pub(super) rows: Vec<ValueParts>,
    known: Known<Value, u16>,
}

impl Default for Meanings {
    fn default() -> Meanings {
        Meanings {
            rows: vec![Value::Unknown.into()],
            known: Known::from_iter([(Value::Unknown, 0)]),
        }
    }
}

impl Meanings {
    /// The row of a value; that of [`Value::Unknown`] if there are too many.
    pub(super) fn row(&mut self, value: Value) -> u16 {
        if let Some(&row) = self.known.get(&value) {
            return row;
        }
        let Ok(row) = u16::try_from(self.rows.len()) else {
            return 0;
        };
        self.rows.push(value.into());
        self.known.insert(value, row);
        row
    }
}

/// What a good value of an operand that takes so many registers means.
pub(super) fn of(tables: &Tables, arch: u8, kind: Kind, width: u8, value: u64) -> Value {
    let register = |file: u16, number: u64| match u16::try_from(number) {
        Ok(number) => Value::Register {
            file,
            number,
            count: width.max(1),
        },
        Err(_) => Value::Unknown,
    };
    match kind {
        Kind::Register { file, scale } => register(file, value * u64::from(scale)),
        Kind::Class { class, .. } => {
            let class = &tables.classes[class as usize];
            let Some(entry) = entry(tables, arch, class, value) else {
                return Value::Unknown;
            };
            let distance = value.cast_signed() - i64::from(entry.first);
            match entry.meaning {
                Meaning::Register { file, number, step } => {
                    register(file, entry.register(number, step, value))
                }
                Meaning::Keyword { text, .. } | Meaning::Spelled { text, .. } => {
                    Value::Keyword { text }
                }
                Meaning::Counted { number, step, .. } | Meaning::Int { number, step } => {
                    Value::Int {
                        number: i64::from(number) + i64::from(step) * distance,
                    }
                }
                Meaning::Float { bits, .. } => Value::Float { bits },
                Meaning::Literal => Value::Literal,
                Meaning::Struct { .. } | Meaning::Escape => Value::Unknown,
            }
        }
        Kind::Integer { .. } | Kind::List { .. } | Kind::Struct { .. } | Kind::Flag => {
            Value::Unknown
        }
    }
}

/// The entry of a class that gives a value a meaning on an architecture.
pub(super) fn entry<'a>(
    tables: &Tables<'a>,
    arch: u8,
    class: &Class,
    value: u64,
) -> Option<&'a Entry> {
    tables.entries[class.entries.range()].iter().find(|entry| {
        entry.archs >> arch & 1 != 0
            && (u64::from(entry.first)..=u64::from(entry.last)).contains(&value)
    })
}
