//! Printing by outlines: look-ups and copies, one after the other.

use super::{Printer, Unsaid, write_integer, write_struct};
use crate::operand;
use crate::sink::{Cursor, Line};
use crate::tables::{Caption, Kind, Meaning, Outline, PrintStep, SEPARATOR, reading_text};
use crate::{Inst, SyntaxId, Target};

impl Target<'_> {
    /// Writes the instruction by the first outline that may say it; an error if there is
    /// none, if something in it has no text, or if there is no room for a line.
    #[inline]
    pub(super) fn print_outlined(
        &self,
        inst: Inst,
        syntax: SyntaxId,
        out: &mut Cursor<'_>,
    ) -> Result<(), Unsaid> {
        let written = match out.line() {
            Some(mut line) => {
                self.write_outlined(inst, syntax, &mut line)?;
                line.written().ok_or(Unsaid)?
            }
            None => return Err(Unsaid),
        };
        out.advance(written);
        Ok(())
    }

    #[inline]
    fn write_outlined(
        &self,
        inst: Inst,
        syntax: SyntaxId,
        line: &mut Line<'_>,
    ) -> Result<(), Unsaid> {
        let tables = self.tables;
        let pool = tables.strings.as_bytes();
        let bits = inst.low_bits();
        let Some(row) = tables.captions.get(usize::from(inst.encoding())) else {
            return Err(Unsaid);
        };
        let Some(outline) = self.outline(row, inst, syntax) else {
            return Err(Unsaid);
        };
        let mnemonic = row.mnemonics as usize + usize::from(syntax.0);
        if let Some(mnemonic) = tables.texts.get(mnemonic) {
            line.push(pool, mnemonic.start, mnemonic.len.into());
        }
        let steps = tables.print_steps.get(outline.steps.range());
        for step in steps.unwrap_or_default() {
            let text = reading_text(step.reading.get(bits, self.features, tables));
            if text.len != 0 {
                let before = u32::from(step.before);
                let start = text.start.wrapping_sub(before);
                line.push(pool, start, u32::from(text.len) + before);
            } else if text.start == 0 {
                line.write(|out| self.put_together(inst, syntax, step, out))?;
            }
        }
        if bits & outline.modifier_mask != outline.silent {
            let printer = Printer::new(self, inst, syntax).map_err(|_| Unsaid)?;
            line.write(|out| {
                printer.write_modifiers(outline.modifiers, out);
                printer.said()
            })?;
        }
        Ok(())
    }

    /// The outline of the first form that may say the instruction. Whether it does
    /// depends on what the outline leaves to [`Target::put_together`].
    #[inline]
    fn outline(&self, row: &Caption, inst: Inst, syntax: SyntaxId) -> Option<&Outline> {
        // Outlines know the first choice only.
        if inst.choice() != 0 || row.arch != self.arch {
            return None;
        }
        let tables = self.tables;
        let mut at = row.outlines as usize + usize::from(syntax.0);
        loop {
            let outline = tables.outlines.get(at)?;
            if inst.low_bits() & outline.mask == outline.bits
                && (!outline.conditional.is_set() || self.holds(outline, inst))
            {
                return Some(outline);
            }
            if outline.next == 0 {
                return None;
            }
            at = outline.next as usize;
        }
    }

    /// Whether what an outline leaves of its form's conditions holds.
    fn holds(&self, outline: &Outline, inst: Inst) -> bool {
        let form = self.tables.forms.get(outline.form as usize);
        form.is_some_and(|form| self.has_form(form) && super::holds(self, form, inst.bits()))
    }

    /// Writes an operand that no reading has the text of.
    fn put_together(
        &self,
        inst: Inst,
        syntax: SyntaxId,
        step: &PrintStep,
        out: &mut Cursor<'_>,
    ) -> Result<(), Unsaid> {
        let tables = self.tables;
        // What is no operand, but a part of one, has a text or none.
        let row = tables.operands.get(step.operand as usize).ok_or(Unsaid)?;
        let separator = SEPARATOR.as_bytes();
        let start = separator.len().saturating_sub(usize::from(step.before));
        out.push(separator.get(start..).unwrap_or_default());
        let value = row.get(inst.bits(), tables.pieces);
        match row.kind.get() {
            Kind::Integer { integer } => write_integer(self, integer, row, value, out),
            Kind::Struct { structure } => {
                if !write_struct(self, structure, value, syntax, out) {
                    return Err(Unsaid);
                }
            }
            Kind::Class {
                class,
                value: value_type,
            } => {
                let class = &tables.classes[class as usize];
                let entry = operand::entry(tables, self.arch, class, value);
                let printer = Printer::new(self, inst, syntax).map_err(|_| Unsaid)?;
                match entry.map(|entry| entry.meaning) {
                    Some(Meaning::Literal) => {
                        if !printer.write_literal(class, value_type, out) {
                            return Err(Unsaid);
                        }
                    }
                    _ => {
                        printer.write_value(row, value, out);
                        printer.said()?;
                    }
                }
            }
            _ => Printer::new(self, inst, syntax)
                .map_err(|_| Unsaid)?
                .write_value(row, value, out),
        }
        Ok(())
    }
}

impl Printer<'_> {
    /// Whether all that was written has a text: asked afterwards, because asking before
    /// takes as long as writing.
    fn said(&self) -> Result<(), Unsaid> {
        match self.is_unsaid.get() {
            true => Err(Unsaid),
            false => Ok(()),
        }
    }
}
