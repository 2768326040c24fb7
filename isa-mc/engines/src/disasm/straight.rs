//! Straight code: instructions that nothing but their bits decide, which is most of a
//! file, written without a look at anything else. Branches, and what else names labels.

use super::plan::Base;
use super::proof::Operand;
use super::steps::Step;
use super::text::Text;
use crate::sink::Line;
use crate::{Inst, SyntaxId, Target};

/// Room that is made at once.
const ROOM: usize = 1 << 12;

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
        // A line is one only when all of it is there: so whatever is not as usual is left to
        // the others without a trace.
        while let Some(step) = steps.step(code, at).filter(|_| at < stop) {
            let Some(mut line) = out.line() else {
                break;
            };
            if !write(&target, syntax, &step, &mut line) {
                break;
            }
            if let Some(remark) = shown {
                remark.write_line(start.wrapping_add(at), step.bytes(), &mut line);
            }
            line.push_byte(b'\n');
            let Some(written) = line.written() else {
                break;
            };
            out.advance(written);
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
        // Whether text is read as this instruction depends on nothing else if it has no
        // other operand: once for each symbol, and once for all names that are made up.
        let key = (inst.encoding(), symbol);
        let is_written = match self.proved.before(key) {
            Some(before) => {
                self.buffer.texts(&[before, &name]);
                true
            }
            None => {
                let named = Operand {
                    number: operand,
                    expression: &name,
                    name: &name,
                    distance: Some(distance),
                };
                let start = self.buffer.len();
                let is_written = source.naming(inst, named, inst, &mut self.buffer);
                if is_written && source.target.operands(inst).len() == 1 {
                    let text = &self.buffer.as_bytes()[start..];
                    self.proved.insert(key, text, &name);
                }
                is_written
            }
        };
        self.expression = name;
        is_written
    }
}

/// Appends a tab and an instruction to a line; gives whether it has a text.
#[inline]
fn write(target: &Target<'_>, syntax: SyntaxId, step: &Step<'_>, line: &mut Line<'_>) -> bool {
    let Some(inst) = step.inst() else {
        return false;
    };
    line.push_byte(b'\t');
    let before = line.len();
    if target.write_outlined(inst, syntax, line).is_ok() {
        return true;
    }
    line.go_on(before);
    line.write(|out| target.print_by_forms(inst, syntax, out))
        .is_ok()
}
