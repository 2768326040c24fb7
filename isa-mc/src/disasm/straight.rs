//! Straight code: instructions that nothing but their bits and labels decide, which is
//! nearly all of a file, written without a look at anything else.

use super::sections::Cursor;
use super::text::Text;
use crate::sink;
use crate::tables::NONE;
use crate::{Inst, PrintError};

/// Bytes of text that are written before room is made again.
const ROOM: usize = 1 << 12;

/// Room that a statement is begun with; one that needs more is written elsewhere.
pub(super) const STATEMENT: usize = 512;

impl Text<'_, '_> {
    /// Statements from `at` to before `stop`, as long as they are straight; gives where
    /// the next one begins. None goes beyond `limit`, where the next symbol is.
    pub(super) fn straight(&mut self, cursor: &Cursor, at: u64, stop: u64, limit: u64) -> u64 {
        let source = self.source;
        if source.shows_bytes {
            return at;
        }
        let section = &source.file.sections[cursor.section];
        let Some(code) = section.bytes.get(..limit as usize) else {
            return at;
        };
        let padding = source.format.padding;
        let mut buffer = std::mem::take(&mut self.buffer);
        let start = buffer.len();
        buffer.resize(start + ROOM, 0);
        let mut out = sink::Cursor::new(&mut buffer[start..]);
        let mut at = at as usize;
        while at < stop as usize && out.room() >= STATEMENT {
            let rest = &code[at..];
            if begins_with(rest, padding) {
                break;
            }
            let Ok(inst) = source.target.decode(rest) else {
                break;
            };
            let end = at + inst.size();
            if end > stop as usize && stop < limit {
                break;
            }
            let before = out.len();
            out.push_byte(b'\t');
            let printed = match source.target.relative_operand(inst) {
                NONE => source.target.print(inst, source.syntax, &mut out),
                operand => self.branch(cursor.section, at as u64, (inst, operand), &mut out),
            };
            if printed.is_err() {
                out.truncate(before);
                break;
            }
            out.push_byte(b'\n');
            at = end;
        }
        let written = out.len();
        buffer.truncate(start + written);
        self.buffer = buffer;
        at as u64
    }

    /// A branch with a label for its distance, if it has one that is read as it.
    pub(super) fn branch(
        &mut self,
        section: usize,
        at: u64,
        (inst, operand): (Inst, u16),
        out: &mut sink::Cursor<'_>,
    ) -> Result<(), PrintError> {
        let source = self.source;
        let unsaid = PrintError::NotExpressible {
            encoding: inst.encoding(),
            mask: 0,
        };
        let target = source.target.branch_target(inst, at).ok_or(unsaid)?;
        let planned = &self.plan.sections[section];
        let symbol = planned.local_at(target);
        if symbol.is_none() && !planned.made.contains(&target) {
            return source.target.print(inst, source.syntax, out);
        }
        let distance = target.wrapping_sub(at).cast_signed();
        let resolved = source.target.resolve(inst, operand, distance);
        if resolved != Ok(inst) {
            return Err(unsaid);
        }
        let made;
        let name = match symbol {
            Some(symbol) => source.file.symbols[symbol].name,
            None => {
                made = self.plan.made_name(section, target);
                &made
            }
        };
        // Whether text is read as this instruction depends on nothing else if it has no
        // other operand: once for each symbol, and once for all names that are made up.
        let named = (inst.encoding(), symbol);
        let is_alone = source.target.operands(inst).len() == 1;
        let is_known = is_alone && self.proved.contains(&named);
        let start = out.len();
        let target = source.target;
        target.print_naming(inst, source.syntax, usize::from(operand), name, out)?;
        if !is_known {
            let text = str::from_utf8(&out.as_bytes()[start..]).map_err(|_| unsaid)?;
            if !source.is_read_as(text, name, inst, distance) {
                return Err(unsaid);
            }
            if is_alone {
                self.proved.insert(named);
            }
        }
        Ok(())
    }
}

/// Whether bytes begin with a unit of padding; no padding is nowhere.
fn begins_with(bytes: &[u8], unit: &[u8]) -> bool {
    // Most differ in the first byte.
    bytes.first() == unit.first() && !unit.is_empty() && bytes.starts_with(unit)
}
