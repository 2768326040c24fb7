//! Printing by outlines of instructions that their first bits do not tell: of source
//! modifiers, and of more than 64 bits.

use super::{Printer, Unsaid};
use crate::sink::{Line, Writer as _};
use crate::tables::{BitString, Form, Outline, PrintStep, SEPARATOR, reading_text};
use crate::{Inst, SyntaxId, Target};

impl Target<'_> {
    /// Appends an instruction to a line by the outline of the first form that says all of it;
    /// gives how long the line
    /// is then. An error if there is none, or if something in it has no text.
    pub(super) fn print_outlined_whole(
        &self,
        inst: Inst,
        syntax: SyntaxId,
        line: &mut Line<'_>,
    ) -> Result<usize, Unsaid> {
        // Outlines know the first choice only.
        if !cfg!(feature = "second-ways") || inst.choice() != 0 {
            return Err(Unsaid);
        }
        let printer = Printer::new(self, inst, syntax).map_err(|_| Unsaid)?;
        let (outline, form) = printer.outline().ok_or(Unsaid)?;
        let steps = self.tables.print_steps.get(outline.steps.range());
        let steps = steps.ok_or(Unsaid)?;
        printer.write_mnemonic(line);
        let is_wide = printer.shape.is_wide();
        match is_wide {
            false => printer.write_steps(steps, form, inst.low_bits(), line)?,
            true => printer.write_steps(steps, form, inst.bits(), line)?,
        }
        printer.said(line)?;
        let always = printer.shape.always.is_set();
        if printer.is_modified() || always {
            let (line, again) = (line.apart(), || Some(inst));
            let encoding = inst.encoding();
            return match is_wide {
                false => {
                    let outlined = (encoding, outline, inst.low_bits());
                    self.put_modifiers(outlined, syntax, !always, again, line)
                }
                true => {
                    let outlined = (encoding, outline, inst.bits());
                    self.put_modifiers(outlined, syntax, !always, again, line)
                }
            };
        }
        Ok(line.len())
    }
}

impl<'a> Printer<'a> {
    /// The outline of the first form that says the instruction, but for its source modifiers.
    fn outline(&self) -> Option<(&'a Outline, &'a Form)> {
        let tables = self.target.tables;
        let bits = self.inst.low_bits();
        let mut at = self.shape.outlines as usize + usize::from(self.syntax.0);
        loop {
            let outline = tables.outlines.get(at)?;
            let form = tables.forms.get(outline.form as usize)?;
            let fits = match self.shape.is_wide() {
                true => !self.unsaid(form).any() && self.has(form),
                false => {
                    (bits ^ outline.bits) & outline.mask & !outline.wraps == 0
                        && (!outline.conditional.is_set() || self.has(form))
                }
            };
            if fits {
                return Some((outline, form));
            }
            if outline.next == 0 {
                return None;
            }
            at = outline.next as usize;
        }
    }

    /// Whether the processor has a form, and its conditions hold.
    fn has(&self, form: &Form) -> bool {
        self.target.has_form(form) && self.holds(form)
    }

    /// Writes the steps of an outline of a form.
    fn write_steps(
        &self,
        steps: &[PrintStep],
        form: &Form,
        bits: impl BitString,
        line: &mut Line<'_>,
    ) -> Result<(), Unsaid> {
        let tables = self.target.tables;
        let pool = tables.strings.as_bytes();
        let set = match self.shape.is_wide() {
            false => bits.low(),
            // Source modifiers may be behind the first bits.
            true if self.is_wrapped() => return Err(Unsaid),
            true => 0,
        };
        let mut steps = steps.iter();
        while let Some(step) = steps.next() {
            let before = u32::from(step.before);
            let separator = &SEPARATOR[SEPARATOR.len() - usize::from(step.before)..];
            let text = reading_text(step.reading.get(bits, self.target.features, tables));
            if set & step.wraps != 0 {
                let row = tables.operands.get(step.operand as usize).ok_or(Unsaid)?;
                line.push_str(separator);
                let halved = self.shape.halved.is_set();
                if halved && !self.says_half(row, form) || !self.write_wraps(row, text, form, line)
                {
                    return Err(Unsaid);
                }
                if halved && tables.half_in(row, form).is_some() {
                    // Its half, which stands within the source modifiers.
                    steps.next();
                }
            } else if text.len != 0 {
                let start = text.start.wrapping_sub(before);
                line.push_pool(pool, start, u32::from(text.len) + before);
            } else if text.start == 0 {
                // What is no operand, but a part of one, has a text or none.
                let row = tables.operands.get(step.operand as usize).ok_or(Unsaid)?;
                line.push_str(separator);
                self.write_value(row, self.value_of(row), line);
            }
        }
        Ok(())
    }
}
