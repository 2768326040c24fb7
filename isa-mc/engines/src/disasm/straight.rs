//! Straight code: instructions that nothing but their bits decide, which is most of a
//! file, written without a look at anything else. Branches, and what else names labels.

use super::plan::Base;
use super::proof::Operand;
use super::text::Text;
use crate::Inst;

/// Room that is made at once.
const ROOM: usize = 1 << 12;

/// Room that a statement is begun with; one that needs more is written elsewhere.
const STATEMENT: usize = 512;

impl Text<'_> {
    /// Statements from `at` to `stop`, before which there is nothing else; gives where
    /// the next one begins.
    pub(super) fn straight(&mut self, section: usize, at: u64, stop: u64) -> u64 {
        let source = self.source;
        let shown = source.shows_bytes.then_some(&self.place_remark);
        let steps = &self.plan.sections[section].steps;
        let code = source.file.sections[section].bytes;
        let start = source.file.sections[section].address;
        let (target, syntax) = (source.target, source.syntax);
        let mut out = self.buffer.room(ROOM);
        let mut at = at;
        while at < stop && out.room() >= STATEMENT {
            let Some(step) = steps.step(code, at) else {
                break;
            };
            let before = out.len();
            out.push_byte(b'\t');
            let inst = step.inst();
            if inst.is_none_or(|inst| target.print(inst, syntax, &mut out).is_err()) {
                out.truncate(before);
                break;
            }
            if let (Some(remark), Some(bytes)) = (shown, code.get(at as usize..step.end as usize)) {
                remark.write(start.wrapping_add(at), bytes, &mut out);
            }
            out.push_byte(b'\n');
            if out.overflowed() {
                out.truncate(before);
                break;
            }
            at = step.end;
        }
        let written = out.len();
        self.buffer.take(written);
        at
    }

    /// Appends a branch with a label for its distance, if it has one that is read as it.
    pub(super) fn branch(&mut self, section: usize, at: u64, (inst, operand): (Inst, u16)) -> bool {
        let source = self.source;
        let Some(target) = source.target.branch_target(inst, at) else {
            return false;
        };
        let planned = &self.plan.sections[section];
        let symbol = match planned.steps.is_target(target) {
            true => None,
            false => planned.local_at(target),
        };
        let is_made = || planned.steps.is_target(target) || planned.is_made(target);
        if symbol.is_none() && !is_made() {
            return false;
        }
        let distance = target.wrapping_sub(at).cast_signed();
        if source.target.resolve(inst, operand, distance) != Ok(inst) {
            return false;
        }
        let base = match symbol {
            Some(symbol) => Base::Symbol(symbol),
            None => Base::Made(section, target),
        };
        let mut name = self.empty_expression();
        self.plan.base_name(&source.file, base).write(&mut name);
        let named = Operand {
            number: operand,
            expression: &name,
            name: &name,
            distance: Some(distance),
        };
        // Whether text is read as this instruction depends on nothing else if it has no
        // other operand: once for each symbol, and once for all names that are made up.
        let key = (inst.encoding(), symbol);
        let is_alone = source.target.operands(inst).len() == 1;
        let is_known = is_alone && self.proved.contains(key);
        let is_written = source.naming(inst, named, inst, is_known, &mut self.buffer);
        if is_written && is_alone && !is_known {
            self.proved.insert(key);
        }
        self.expression = name;
        is_written
    }
}
