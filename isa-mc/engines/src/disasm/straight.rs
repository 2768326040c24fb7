//! Straight code: instructions that nothing but their bits decide, which is most of a
//! file, written without a look at anything else. Branches, and what else names labels.

use super::place_remark::PlaceRemark;
use super::plan::Base;
use super::proof::Operand;
use super::steps::{self, Steps};
use super::text::Text;
use crate::sink::{Cursor, Writer as _};
use crate::{Inst, SyntaxId, Target};

/// Room that is made at once.
const ROOM: usize = 1 << 12;

/// Straight code of a section, and how it is written.
struct Straight<'s> {
    target: &'s Target<'s>,
    syntax: SyntaxId,
    steps: &'s Steps,
    code: &'s [u8],
    /// Where the section begins.
    address: u64,
    /// What addresses and bytes are shown in, if they are.
    remark: Option<&'s PlaceRemark>,
}

impl Straight<'_> {
    /// Writes statements from `at` to `stop`, as far as there is room; gives where the next
    /// one begins. By itself, so that all it needs stays in registers.
    #[inline(never)]
    fn write(&self, at: u64, stop: u64, out: &mut Cursor<'_>) -> u64 {
        let mut at = at;
        // A line is one only when all of it is there: so whatever is not as usual is left to
        // the others without a trace.
        while at < stop
            && let Some(step) = self.steps.step(self.code, at)
            && let Some(own) = self.target.own_size(step.encoding())
            && let Some(mut line) = out.line()
        {
            line.push_byte(b'\t');
            let (encoding, bits) = (step.encoding(), step.bits(own));
            let inst = || steps::inst(step.mark, own, self.code.get(at as usize..)?);
            let printed = self
                .target
                .print_line(encoding, bits, self.syntax, inst, &mut line);
            if printed.is_err() {
                break;
            }
            let size = step.size(own);
            if let Some(remark) = self.remark {
                let bytes = self.code.get(at as usize..).and_then(|it| it.get(..size));
                let address = self.address.wrapping_add(at);
                remark.write(address, bytes.unwrap_or_default(), &mut line);
            }
            line.push_byte(b'\n');
            let Some(written) = line.written() else {
                break;
            };
            out.advance(written);
            at += size as u64;
        }
        at
    }
}

impl Text<'_> {
    /// Statements from `at` to `stop`, before which there is nothing else; gives where
    /// the next one begins.
    pub(super) fn straight(&mut self, section: usize, at: u64, stop: u64) -> u64 {
        let source = self.source;
        let straight = Straight {
            target: &source.target,
            syntax: source.syntax,
            steps: &self.plan.sections[section].steps,
            code: source.file.sections[section].bytes,
            address: source.file.sections[section].address,
            remark: source.shows_bytes.then_some(&self.place_remark),
        };
        let mut out = self.buffer.room(ROOM);
        let behind = straight.write(at, stop, &mut out);
        let written = out.len();
        self.buffer.take(written);
        behind
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
