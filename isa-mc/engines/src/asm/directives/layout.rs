//! Where the next byte goes.

use super::super::arguments::Arguments;
use super::super::error::{Code, Fault};
use super::super::reading::{Reading, Statement};
use crate::object::Fill;

/// The largest alignment, as a power of two.
const MAX_POWER: u32 = 31;

/// How an alignment is written, and how wide its filler is; 0 if a byte.
#[derive(Clone, Copy)]
pub(super) enum Unit {
    Bytes(u8),
    Power(u8),
}

impl Reading<'_, '_, '_> {
    /// `.p2align POWER, FILL, MOST`. Code is padded with an instruction that does
    /// nothing, unless the text says with what.
    pub(super) fn align(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
        unit: Unit,
    ) -> Result<(), Fault> {
        let whole = statement.whole();
        if arguments.is_at_end() && matches!(unit, Unit::Power(0)) {
            self.warning(whole, "`.p2align` without an alignment does nothing");
            return Ok(());
        }
        let start = arguments.at();
        let number = arguments.number(&mut self.scope(whole))?;
        let span = start..arguments.at();
        let (mut value, mut most) = (None, None);
        if arguments.take(b',') {
            if arguments.peek() != b',' && !arguments.is_at_end() {
                value = Some(arguments.number(&mut self.scope(whole))?);
            }
            if arguments.take(b',') {
                let start = arguments.at();
                let number = arguments.number(&mut self.scope(whole))?;
                if number < 1 {
                    let message = format!("no alignment needs {number} bytes at most");
                    return Err(Fault::new(Code::Range, start..arguments.at(), message));
                }
                most = Some(number);
            }
        }
        arguments.end()?;
        let (align, width) = match unit {
            Unit::Power(width) => {
                let power = u32::try_from(number).ok().filter(|it| *it <= MAX_POWER);
                (power.map(|power| 1_u64 << power), width)
            }
            Unit::Bytes(width) => {
                let align = u64::try_from(number.max(1)).ok().filter(|_| number >= 0);
                let align = align.filter(|it| it.is_power_of_two() && *it <= 1 << MAX_POWER);
                (align, width)
            }
        };
        let align = align.ok_or_else(|| {
            let message = match unit {
                Unit::Power(_) => {
                    format!("an alignment of 2 to the power of {number} is none: 0 to {MAX_POWER}")
                }
                Unit::Bytes(_) => format!("an alignment is a power of two, {number} is none"),
            };
            Fault::new(Code::Range, span, message)
        })?;
        let most_said = most.filter(|most| most.cast_unsigned() < align);
        let most = most.map_or(u64::MAX, i64::cast_unsigned);
        let is_code = self.builder.section_of(self.builder.current()).is_code();
        let fill = match value {
            None if is_code => Fill::Padding,
            value => Self::filler(value, width),
        };
        self.texts.keep(whole);
        let result = self.builder.align(align, most, fill, whole);
        result.map_err(|kind| self.object_fault(&kind, 0..statement.text.len()))?;
        let (width, value) = match value {
            None if is_code => (0, None),
            value => (width, Some(value.unwrap_or(0))),
        };
        self.write_alignment(align.ilog2(), width, value, most_said);
        Ok(())
    }

    /// `.org ADDRESS, FILL`
    pub(super) fn org(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let whole = statement.whole();
        let address = arguments.expression(&mut self.scope(whole))?;
        let mut value = 0;
        if arguments.take(b',') {
            value = arguments.number(&mut self.scope(whole))?;
        }
        arguments.end()?;
        self.texts.keep(whole);
        let result = self.builder.origin(address, value as u8, whole);
        result.map_err(|kind| self.object_fault(&kind, 0..statement.text.len()))?;
        self.write_value(".org ", address, &format!(", {}", value as u8));
        Ok(())
    }
}
