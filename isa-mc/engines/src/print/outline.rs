//! Printing by outlines: look-ups and copies, one after the other.

use super::values::{write_integer, write_struct};
use super::{Printer, Unsaid};
use crate::sink::{Line, Writer as _};
use crate::tables::{
    BitString, Caption, Kind, ModifierStep, Outline, PrintStep, SEPARATOR, reading_text,
};
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
        let outline = self.outline(row, bits, syntax).ok_or(Unsaid)?;
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
                let len = self.put_together(bits, syntax, step, &inst, line.apart())?;
                line.go_on(len);
            }
        }
        if bits & outline.modifier_mask != outline.silent {
            let always = outline.silent & !outline.modifier_mask != 0;
            let (outlined, line_so_far) = ((encoding, outline, bits), line.apart());
            let len = self.put_modifiers(outlined, syntax, !always, inst, line_so_far)?;
            line.go_on(len);
        }
        Ok(())
    }

    /// The outline of the first form that may say the instruction. Whether it does
    /// depends on what the outline leaves to [`Target::put_together`].
    #[inline]
    fn outline(&self, row: &Caption, bits: u64, syntax: SyntaxId) -> Option<&Outline> {
        if row.arch != self.arch {
            return None;
        }
        let tables = self.tables;
        let mut at = row.outlines as usize + usize::from(syntax.0);
        loop {
            let outline = tables.outlines.get(at)?;
            if bits & outline.mask == outline.bits
                && (!outline.conditional.is_set() || self.holds(outline, bits))
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
    fn holds(&self, outline: &Outline, bits: u64) -> bool {
        let form = self.tables.forms.get(outline.form as usize);
        form.is_some_and(|form| self.has_form(form) && super::holds(self, form, bits))
    }

    /// Appends an operand that no reading has the text of; gives how long the line is then.
    #[inline(never)]
    fn put_together(
        &self,
        bits: u64,
        syntax: SyntaxId,
        step: &PrintStep,
        inst: impl Fn() -> Option<Inst>,
        mut line: Line<'_>,
    ) -> Result<usize, Unsaid> {
        // What is no operand, but a part of one, has a text or none.
        let row = self.tables.operands.get(step.operand as usize);
        let row = row.ok_or(Unsaid)?;
        line.push_str(&SEPARATOR[SEPARATOR.len() - usize::from(step.before)..]);
        let value = || row.get(bits, self.tables.pieces);
        match row.kind.get() {
            Kind::Integer { integer } => {
                write_integer(self, integer, row, value(), &mut line);
                return Ok(line.len());
            }
            Kind::Struct { structure } => {
                let is_said = write_struct(self, structure, value(), syntax, &mut line);
                return is_said.then_some(line.len()).ok_or(Unsaid);
            }
            _ => {}
        }
        let inst = inst().ok_or(Unsaid)?;
        let printer = Printer::new(self, inst, syntax).map_err(|_| Unsaid)?;
        printer.write_value(row, printer.value_of(row), &mut line);
        printer.said(&line)
    }

    /// Appends the modifiers of an outline that are not what they are without a text; gives how
    /// long the line is then. `is_plain`: those that have their defaults say nothing.
    #[inline(never)]
    pub(super) fn put_modifiers(
        &self,
        (encoding, outline, bits): (u16, &Outline, impl BitString),
        syntax: SyntaxId,
        is_plain: bool,
        inst: impl Fn() -> Option<Inst>,
        mut line: Line<'_>,
    ) -> Result<usize, Unsaid> {
        let tables = self.tables;
        let pool = tables.strings.as_bytes();
        let steps = tables.modifier_steps.get(outline.modifiers.range());
        for step in steps.ok_or(Unsaid)? {
            let others = (bits.low() ^ step.default_bits) & step.mask;
            if is_plain && step.mask != 0 && others == 0 {
                continue;
            }
            let text = reading_text(step.reading.get(bits, self.features, tables));
            if text.len != 0 {
                line.push_pool(pool, text.start, text.len.into());
            } else if text.start == 0 {
                let outlined = (encoding, step, bits);
                let len = self.put_modifier(outlined, syntax, &inst, line.apart())?;
                line.go_on(len);
            }
        }
        Ok(line.len())
    }

    /// Appends a modifier that no reading has the text of; gives how long the line is then.
    fn put_modifier(
        &self,
        (encoding, step, bits): (u16, &ModifierStep, impl BitString),
        syntax: SyntaxId,
        inst: impl Fn() -> Option<Inst>,
        mut line: Line<'_>,
    ) -> Result<usize, Unsaid> {
        let tables = self.tables;
        let modifier = tables.modifiers.get(step.modifier as usize);
        let modifier = modifier.ok_or(Unsaid)?;
        let encoding = tables.encodings.get(usize::from(encoding)).ok_or(Unsaid)?;
        let operands = tables
            .operands
            .get(self.shape_of(encoding).operands.range());
        let row = operands.and_then(|it| it.get(usize::from(modifier.operand)));
        let row = row.ok_or(Unsaid)?;
        let value = row.get(bits, tables.pieces);
        if (row.field.total == 0 || value == modifier.default) && !modifier.always.is_set() {
            return Ok(line.len());
        }
        let spellings = tables.spellings.get(modifier.spellings.range());
        if let Kind::Integer { integer } = row.kind.get()
            && let Some([spelling, ..]) = spellings
            && spelling.valued.is_set()
        {
            line.push_byte(b' ');
            line.push_text(tables, spelling.before);
            write_integer(self, integer, row, value, &mut line);
            line.push_text(tables, spelling.after);
            return Ok(line.len());
        }
        let inst = inst().ok_or(Unsaid)?;
        let printer = Printer::new(self, inst, syntax).map_err(|_| Unsaid)?;
        printer.write_modifier(modifier, row, value, &mut line);
        printer.said(&line)
    }
}

impl Printer<'_> {
    /// How long a line is, if all that was written to it has a text: asked afterwards, because
    /// asking before takes as long as writing.
    pub(super) fn said(&self, line: &Line<'_>) -> Result<usize, Unsaid> {
        match self.is_unsaid.get() {
            true => Err(Unsaid),
            false => Ok(line.len()),
        }
    }
}
