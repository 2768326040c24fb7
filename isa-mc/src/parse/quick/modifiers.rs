//! Modifiers behind the operands.

use super::{Quick, State, Subject};
use crate::integer;
use crate::tables::{Kind, Token};

impl<'q> Quick<'q, '_> {
    /// Modifiers up to the end of the line, in the order in which they are printed, none
    /// with its default that is not always printed; gives those that there are, as bits of
    /// their operands.
    pub(super) fn modifiers(&self, state: &mut State<'q>, subject: Subject<'_>) -> Option<u64> {
        let tables = self.target.tables;
        let mut seen = 0;
        let sets = tables.tokens.get(subject.recipe.modifiers.range())?;
        let mut left = sets.iter().flat_map(|set| match *set {
            Token::Modifiers(rows) => tables.modifiers.get(rows.range()).unwrap_or_default(),
            _ => &[],
        });
        loop {
            if !matches!(state.reader.peek(), b' ' | b'\t') {
                return (state.reader.peek() == b'\n').then_some(seen);
            }
            state.reader.skip_space();
            if state.reader.peek() == b'\n' {
                return Some(seen);
            }
            // The next one whose text stands here: behind it come others.
            loop {
                let modifier = left.next()?;
                let spelling = tables.spellings.get(modifier.spellings.range())?.first()?;
                let before = state.reader;
                let row = self.row(subject, modifier.operand)?;
                if state.reader.take(tables.bytes(spelling.before)) {
                    let field = match (row.kind, spelling.valued) {
                        (Kind::Flag, false) => Some(1),
                        (Kind::Integer { integer }, true) if spelling.before.len != 0 => {
                            let integer = tables.integers.get(integer as usize)?;
                            let number = state.reader.number();
                            let field = |number| integer::field(integer, row.field.total, number);
                            number.and_then(field).filter(|&field| {
                                integer::value(integer, row.field.total, field) == number
                            })
                        }
                        _ => None,
                    };
                    let is_whole = state.reader.take(tables.bytes(spelling.after))
                        && matches!(state.reader.peek(), b' ' | b'\n' | b'\t');
                    if let (Some(field), true) = (field, is_whole) {
                        let bits = row.field.set(0, field, tables.pieces);
                        if row.mask == 0 || bits == modifier.default_bits && !modifier.always {
                            return None;
                        }
                        state.bits = state.bits & !row.mask | bits;
                        seen |= 1_u64.unbounded_shl(u32::from(modifier.operand));
                        break;
                    }
                }
                state.reader = before;
            }
        }
    }
}
