//! Printing by outlines: look-ups and copies, one after the other.

use super::{Printer, write_struct};
use crate::operand;
use crate::sink::Cursor;
use crate::tables::{Kind, Meaning, Outline, PrintStep, SEPARATOR};
use crate::{PrintError, structs};

impl<'a> Printer<'a> {
    /// The outline of the first form that may say the instruction. Whether it does
    /// depends on what the outline leaves to [`Printer::trace`].
    #[inline]
    pub(super) fn outline(&self) -> Option<&'a Outline> {
        let tables = self.target.tables;
        // Outlines know the first choice only.
        if self.inst.choice() != 0 {
            return None;
        }
        let mut at = self.shape.outlines as usize + usize::from(self.syntax.0);
        loop {
            let outline = tables.outlines.get(at)?;
            if self.bits & outline.mask == outline.bits
                && (!outline.conditional || self.holds(&tables.forms[outline.form as usize]))
            {
                return Some(outline);
            }
            if outline.next == 0 {
                return None;
            }
            at = outline.next as usize;
        }
    }

    /// Writes what an outline says; an error if something in it has no text, whatever
    /// was written by then.
    #[inline]
    pub(super) fn trace(&self, outline: &Outline, out: &mut Cursor<'_>) -> Result<(), PrintError> {
        let tables = self.target.tables;
        self.write_mnemonic(out);
        for step in &tables.print_steps[outline.steps.range()] {
            let entry = step.reading.get(self.bits, tables);
            if entry >> 2 == 0 {
                self.put_together(step, out)?;
            } else {
                let before = u32::from(step.before);
                out.push_pooled(tables, (entry >> 8) - before, (entry >> 2 & 63) + before);
            }
        }
        let shape = self.shape;
        if (self.bits ^ shape.modifier_defaults) & shape.modifiers != 0 || shape.always {
            if shape.structured {
                return Err(self.unsaid_form());
            }
            self.write_modifiers(outline.modifiers, out);
        }
        Ok(())
    }

    /// Writes an operand that no reading has the text of.
    fn put_together(&self, step: &PrintStep, out: &mut Cursor<'_>) -> Result<(), PrintError> {
        let tables = self.target.tables;
        let Some(row) = self.operands.get(usize::from(step.operand)) else {
            return Ok(());
        };
        let separator = SEPARATOR.as_bytes();
        let start = separator.len().saturating_sub(usize::from(step.before));
        out.push(separator.get(start..).unwrap_or_default());
        let value = row.get(self.bits, tables.pieces);
        match row.kind {
            Kind::Struct { structure } => {
                if !write_struct(self.target, structure, value, self.syntax, out) {
                    return Err(self.unsaid_form());
                }
            }
            Kind::Class {
                class,
                value: value_type,
            } => {
                let class = &tables.classes[class as usize];
                let entry = operand::entry(tables, self.target.arch, class, value);
                match entry.map(|entry| entry.meaning) {
                    Some(Meaning::Struct { .. })
                        if !structs::is_said(self.target, row, self.bits, self.syntax) =>
                    {
                        return Err(self.unsaid_form());
                    }
                    Some(Meaning::Literal) => {
                        if !self.write_literal(class, value_type, out) {
                            return Err(self.unsaid_form());
                        }
                    }
                    _ => self.write_value(row, value, out),
                }
            }
            _ => self.write_value(row, value, out),
        }
        Ok(())
    }

    /// That the form of an outline is the wrong one: another is looked for.
    #[cold]
    fn unsaid_form(&self) -> PrintError {
        PrintError::NotExpressible {
            encoding: self.inst.encoding(),
            mask: 0,
        }
    }
}
