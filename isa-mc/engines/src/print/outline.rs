//! Printing by outlines: look-ups and copies, one after the other.

use super::{Printer, Unsaid, write_struct};
use crate::integer;
use crate::operand;
use crate::sink::{Cursor, Line};
use crate::tables::{
    Caption, Kind, Meaning, Operand, Outline, PrintStep, Rows, Text, reading_text,
};
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

    /// Appends the instruction to a line, as [`print`](Self::print) would.
    #[inline]
    pub(crate) fn write_outlined(
        &self,
        inst: Inst,
        syntax: SyntaxId,
        line: &mut Line<'_>,
    ) -> Result<(), Unsaid> {
        if !cfg!(feature = "second-ways") {
            return Err(Unsaid);
        }
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
                let len = self.put_together(inst, syntax, step, line.apart())?;
                line.go_on(len);
            }
        }
        if bits & outline.modifier_mask != outline.silent {
            let len = self.put_modifiers(inst, syntax, outline.modifiers, line.apart())?;
            line.go_on(len);
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

    /// Appends an operand that no reading has the text of; gives how long the line is then.
    fn put_together(
        &self,
        inst: Inst,
        syntax: SyntaxId,
        step: &PrintStep,
        mut line: Line<'_>,
    ) -> Result<usize, Unsaid> {
        let tables = self.tables;
        // What is no operand, but a part of one, has a text or none.
        let row = tables.operands.get(step.operand as usize).ok_or(Unsaid)?;
        line.push_separator(step.before);
        let value = row.get(inst.bits(), tables.pieces);
        match row.kind.get() {
            Kind::Integer { integer } => self.put_integer(integer, row, value, &mut line),
            Kind::Struct { structure } => {
                line.write(
                    |out| match write_struct(self, structure, value, syntax, out) {
                        true => Ok(()),
                        false => Err(Unsaid),
                    },
                )?;
            }
            Kind::Class {
                class,
                value: value_type,
            } => {
                let class = &tables.classes[class as usize];
                let entry = operand::entry(tables, self.arch, class, value);
                let printer = Printer::new(self, inst, syntax).map_err(|_| Unsaid)?;
                line.write(|out| match entry.map(|entry| entry.meaning) {
                    Some(Meaning::Literal) => match printer.write_literal(class, value_type, out) {
                        true => Ok(()),
                        false => Err(Unsaid),
                    },
                    _ => {
                        printer.write_value(row, value, out);
                        printer.said()
                    }
                })?;
            }
            _ => {
                let printer = Printer::new(self, inst, syntax).map_err(|_| Unsaid)?;
                line.write(|out| {
                    printer.write_value(row, value, out);
                    Ok(())
                })?;
            }
        }
        Ok(line.len())
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
        let tables = self.tables;
        let pool = tables.strings.as_bytes();
        let bits = inst.low_bits();
        let operands = self.operand_rows(inst);
        for modifier in &tables.modifiers[modifiers.range()] {
            let row = operands.get(usize::from(modifier.operand)).ok_or(Unsaid)?;
            let value = row.get(bits, tables.pieces);
            let is_silent = row.field.total == 0 || value == modifier.default;
            if is_silent && !modifier.always.is_set() {
                continue;
            }
            let Some(spelling) = tables.spellings[modifier.spellings.range()].first() else {
                continue;
            };
            let is_valued = spelling.valued.is_set();
            let text = match is_valued {
                true => reading_text(row.reading.get(bits, self.features, tables)),
                false => Text::default(),
            };
            let is_integer = matches!(row.kind.get(), Kind::Integer { .. });
            if is_valued && text.len == 0 && !is_integer || !is_valued && value == 0 {
                let printer = Printer::new(self, inst, syntax).map_err(|_| Unsaid)?;
                line.write(|out| {
                    printer.write_modifier(modifier, row, value, out);
                    printer.said()
                })?;
                continue;
            }
            line.push_byte(b' ');
            line.push(pool, spelling.before.start, spelling.before.len.into());
            if is_valued {
                match row.kind.get() {
                    Kind::Integer { integer } => self.put_integer(integer, row, value, &mut line),
                    _ => line.push(pool, text.start, text.len.into()),
                }
                line.push(pool, spelling.after.start, spelling.after.len.into());
            }
        }
        Ok(line.len())
    }

    /// Appends the number of an integer.
    #[inline]
    fn put_integer(&self, integer: u16, row: &Operand, value: u64, line: &mut Line<'_>) {
        let integer = &self.tables.integers[usize::from(integer)];
        let number = integer::value(integer, row.field.total, value);
        let number = number.unwrap_or(value.cast_signed());
        if number < 0 {
            line.push_byte(b'-');
        }
        let digits = number.unsigned_abs();
        match integer.hex {
            Some(from) if digits >= u64::from(from) => line.push_hex_unsigned(digits),
            _ => line.push_unsigned(digits),
        }
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
