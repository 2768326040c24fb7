//! Printing by outlines: look-ups and copies, one after the other.

use super::{Printer, Unsaid};
use crate::sink::{Line, Writer as _};
use crate::tables::{Caption, Outline, PrintStep, Rows, SEPARATOR, reading_text};
use crate::{Inst, SyntaxId, Target};

impl Target<'_> {
    /// Appends an instruction of these first bits to a line by the first outline that may say
    /// it; an error if there is none, or if something in it has no text.
    #[expect(clippy::inline_always, reason = "see `print_line`")]
    #[inline(always)]
    pub(super) fn print_outlined(
        &self,
        encoding: u16,
        bits: u64,
        syntax: SyntaxId,
        inst: impl Fn() -> Option<Inst>,
        line: &mut Line<'_>,
    ) -> Result<(), Unsaid> {
        if !cfg!(feature = "second-ways") {
            return Err(Unsaid);
        }
        let tables = self.tables;
        let pool = tables.strings.as_bytes();
        let row = tables.captions.get(usize::from(encoding)).ok_or(Unsaid)?;
        let outline = self.outline(row, bits, syntax, &inst).ok_or(Unsaid)?;
        let mnemonic = row.mnemonics as usize + usize::from(syntax.0);
        if let Some(mnemonic) = tables.texts.get(mnemonic) {
            line.push_text(tables, *mnemonic);
        }
        let steps = tables.print_steps.get(outline.steps.range());
        for step in steps.ok_or(Unsaid)? {
            let text = reading_text(step.reading.get(bits, self.features, tables));
            if text.len != 0 {
                let before = u32::from(step.before);
                let start = text.start.wrapping_sub(before);
                line.push_pool(pool, start, u32::from(text.len) + before);
            } else if text.start == 0 {
                let inst = inst().ok_or(Unsaid)?;
                let len = self.put_together(inst, syntax, step, line.apart())?;
                line.go_on(len);
            }
        }
        if bits & outline.modifier_mask != outline.silent {
            let inst = inst().ok_or(Unsaid)?;
            let len = self.put_modifiers(inst, syntax, outline.modifiers, line.apart())?;
            line.go_on(len);
        }
        Ok(())
    }

    /// The outline of the first form that may say the instruction. Whether it does
    /// depends on what the outline leaves to [`Target::put_together`].
    #[inline]
    fn outline(
        &self,
        row: &Caption,
        bits: u64,
        syntax: SyntaxId,
        inst: impl Fn() -> Option<Inst>,
    ) -> Option<&Outline> {
        if row.arch != self.arch {
            return None;
        }
        let tables = self.tables;
        let mut at = row.outlines as usize + usize::from(syntax.0);
        loop {
            let outline = tables.outlines.get(at)?;
            if bits & outline.mask == outline.bits
                && (!outline.conditional.is_set() || self.holds(outline, inst()?))
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

    /// Appends an operand that no reading has the text of; gives how long the line is then.
    fn put_together(
        &self,
        inst: Inst,
        syntax: SyntaxId,
        step: &PrintStep,
        mut line: Line<'_>,
    ) -> Result<usize, Unsaid> {
        // What is no operand, but a part of one, has a text or none.
        let row = self.tables.operands.get(step.operand as usize);
        let row = row.ok_or(Unsaid)?;
        let printer = Printer::new(self, inst, syntax).map_err(|_| Unsaid)?;
        line.push_str(&SEPARATOR[SEPARATOR.len() - usize::from(step.before)..]);
        printer.write_value(row, printer.value_of(row), &mut line);
        printer.said(&line)
    }

    /// Appends the modifiers that are not what they are without a text; gives how long the line
    /// is then.
    fn put_modifiers(
        &self,
        inst: Inst,
        syntax: SyntaxId,
        modifiers: Rows,
        mut line: Line<'_>,
    ) -> Result<usize, Unsaid> {
        let printer = Printer::new(self, inst, syntax).map_err(|_| Unsaid)?;
        printer.write_modifiers(modifiers, &mut line);
        printer.said(&line)
    }
}

impl Printer<'_> {
    /// How long a line is, if all that was written to it has a text: asked afterwards, because
    /// asking before takes as long as writing.
    fn said(&self, line: &Line<'_>) -> Result<usize, Unsaid> {
        match self.is_unsaid.get() {
            true => Err(Unsaid),
            false => Ok(line.len()),
        }
    }
}
