//! What statements are when the source is written again.

use std::fmt::{Display, Write as _};

use super::reading::Reading;
use super::writing::{LaterPart, Writer, encoding, pad, remark};
use crate::Later;
use crate::object::{ExpressionId, ObjectBuilder, SectionId, SectionKind, SymbolId};

/// Bytes of a literal.
const LITERAL_BYTES: usize = 4;

impl<'t> Reading<'_, '_, 't> {
    /// Appends a line, if the source is written again.
    #[inline]
    pub(super) fn write(&mut self, line: impl FnOnce(&Writer, &ObjectBuilder<'t>) -> String) {
        if let Some(writer) = &mut self.writer {
            let line = line(writer, &self.builder);
            writer.line(&line);
        }
    }

    /// The statement leaves the end of its line to the next one.
    pub(super) fn write_end_later(&mut self) {
        if let Some(writer) = &mut self.writer {
            writer.leave_end();
        }
    }

    /// The statement passes the end of its line, whatever a text that it stands for did.
    pub(super) fn write_end(&mut self) {
        if let Some(writer) = &mut self.writer {
            writer.take_end();
        }
    }

    /// Appends a directive and the symbol that it is about. Nothing is formatted where nothing
    /// is written.
    pub(super) fn write_named(
        &mut self,
        directive: impl Display,
        symbol: SymbolId,
        rest: impl Display,
    ) {
        self.write(|writer, builder| {
            let mut line = directive.to_string();
            writer.symbol(builder, symbol, &mut line);
            let _ = write!(line, "{rest}");
            line
        });
    }

    /// Appends a directive and two symbols.
    pub(super) fn write_pair(&mut self, directive: &str, first: SymbolId, second: SymbolId) {
        self.write(|writer, builder| {
            let mut line = directive.to_string();
            writer.symbol(builder, first, &mut line);
            line.push_str(", ");
            writer.symbol(builder, second, &mut line);
            line
        });
    }

    /// Appends a directive, a symbol, and an expression.
    pub(super) fn write_value_of(
        &mut self,
        directive: &str,
        symbol: SymbolId,
        value: ExpressionId,
    ) {
        self.write(|writer, builder| {
            let mut line = directive.to_string();
            writer.symbol(builder, symbol, &mut line);
            line.push_str(", ");
            writer.expression(builder, value, &mut line);
            line
        });
    }

    /// Appends a directive and an expression.
    pub(super) fn write_value(&mut self, directive: &str, value: ExpressionId, rest: &str) {
        self.write(|writer, builder| {
            let mut line = directive.to_string();
            writer.expression(builder, value, &mut line);
            line.push_str(rest);
            line
        });
    }

    /// Appends a directive of data with a value of so many bytes.
    pub(super) fn write_data(&mut self, bytes: u8, value: ExpressionId) {
        self.write_value(data_directive(bytes), value, "");
    }

    /// Appends a directive of data with a number of so many bytes.
    pub(super) fn write_number(&mut self, bytes: u8, number: i64) {
        self.write(|_, _| format!("{}{number}", data_directive(bytes)));
    }

    /// Appends bytes as a string, or as a number if it is one byte.
    pub(super) fn write_bytes(&mut self, bytes: &[u8]) {
        if let Some(writer) = &mut self.writer {
            writer.bytes(bytes);
        }
    }

    /// Appends the directive that goes to the section that is the current one now, unless
    /// it is the one before.
    pub(super) fn write_section(
        &mut self,
        from: Option<SectionId>,
        type_name: impl Fn(SectionKind) -> Option<&'static str>,
    ) {
        let to = self.builder.current();
        let is_first = match &mut self.writer {
            Some(writer) => writer.is_first_section(),
            None => return,
        };
        if from != Some(to) || is_first {
            self.write(|writer, builder| super::writing::section(writer, builder, to, type_name));
        }
    }

    /// Appends a label.
    pub(super) fn write_label(&mut self, symbol: SymbolId) {
        if let Some(writer) = &mut self.writer {
            let builder = &self.builder;
            if builder.symbols[symbol].name.is_empty() {
                writer.name_temporary(builder, symbol);
            }
            writer.label(builder, symbol);
        }
    }

    /// Appends the last instruction with its bytes; what is known later is zero in them.
    pub(super) fn write_instruction(
        &mut self,
        bytes: &[u8],
        later: Option<(Later, ExpressionId)>,
        source: &str,
    ) {
        let (Some(style), Some(writer)) = (self.settings.style, &mut self.writer) else {
            return;
        };
        let (target, syntax) = (self.target, self.settings.syntax);
        let mut value = String::new();
        if let Some((_, id)) = later {
            writer.expression(&self.builder, id, &mut value);
        }
        let leader = self.leader();
        let Some(writer) = &mut self.writer else {
            return;
        };
        let out = writer.text();
        let start = out.len();
        out.push(b'\t');
        let printed = match later {
            None => self.instructions.print(syntax, out),
            Some((later, _)) => {
                let operand = usize::from(later.operand);
                let instructions = self.instructions;
                instructions.print_naming(syntax, operand, &value, out)
            }
        };
        if printed.is_err() {
            out.extend_from_slice(source.trim().as_bytes());
        }
        if style.shows_encoding {
            let mut mask = [0; 32];
            let mask = &mut mask[..bytes.len().min(32)];
            let part = later.map(|(later, id)| {
                let format = &self.builder.format;
                if !later.literal {
                    if let Ok(inst) = target.decode(bytes) {
                        target.mark_operand(inst, later.operand, mask);
                    }
                    return (0, format.branch_fixup);
                }
                let offset = mask.len().saturating_sub(LITERAL_BYTES);
                mask[offset..].fill(0xff);
                let expressions = &self.builder.expressions;
                let is_relative = format.relative_literals
                    && expressions.is_written_relative(id, format.relocations);
                let kind = match is_relative {
                    true => "FK_PCRel_4",
                    false => "FK_Data_4",
                };
                (offset, kind)
            });
            let part = part.map(|(offset, kind)| LaterPart {
                mask,
                offset,
                value: &value,
                kind,
            });
            pad(start, out);
            encoding(leader, bytes, part, out);
        }
        if let Some(text) = style.remark {
            remark(&text(bytes), style.shows_encoding, start, out);
        }
        out.push(b'\n');
    }

    /// What a comment begins with that stands behind an instruction.
    pub(super) fn leader(&self) -> &'t str {
        let tables = self.target.tables();
        let mut leaders = tables.comment_leaders(self.settings.syntax.0);
        leaders.next_back().unwrap_or_default()
    }

    /// Appends an alignment to a power of two, with the filler that is said and the most
    /// bytes that it may take.
    pub(super) fn write_alignment(
        &mut self,
        power: u32,
        width: u8,
        value: Option<i64>,
        most: Option<i64>,
    ) {
        self.write(|_, _| {
            let mut line = match width {
                2 => ".p2alignw ",
                4 => ".p2alignl ",
                _ => "\t.p2align\t",
            }
            .to_string();
            // A string takes everything, here and below.
            let _ = write!(line, "{power}");
            let value = value.map(|value| {
                let bits = 8 * u32::from(width.max(1));
                value.cast_unsigned() & (u64::MAX >> (64 - bits))
            });
            match (value, most) {
                (Some(value), _) => drop(write!(line, ", 0x{value:x}")),
                (None, Some(_)) => line.push_str(", "),
                (None, None) => {}
            }
            if let Some(most) = most {
                let _ = write!(line, ", {most}");
            }
            line
        });
    }
}

/// The directive of values of so many bytes.
pub(super) fn data_directive(bytes: u8) -> &'static str {
    match bytes {
        1 => "\t.byte\t",
        2 => "\t.short\t",
        4 => "\t.long\t",
        _ => "\t.quad\t",
    }
}
