//! Encodings as programs: what is written for their instructions, put together once.
//!
//! An [`Outline`] says for every syntax which readings the text of an instruction is, and a
//! reading where the text stands. A program is that for one processor and one syntax, when a file
//! has the first instruction of the encoding: its name in the bytes of a line, and for each of its
//! operands a column of ready texts, one for every value of its field, separator and length
//! included. So writing an instruction is a field, a look-up and a copy for each of them. What a
//! column does not have (a literal, or a number of many values) is put together as
//! [`Target::print`] does, and what has no program is printed by it.

use std::collections::BTreeMap;
use std::ops::Range;

use super::place_remark::PlaceRemark;
use super::steps::{LITERAL, Step, Steps, short_length};
use crate::integer;
use crate::print::Unsaid;
use crate::sink::{Cursor, Line};
use crate::tables::{
    self, Kind, NO_READINGS, Operand, Outline, PrintStep, Rows, Shape, Tables, low_mask,
    reading_text,
};
use crate::{Inst, SyntaxId, Target};

/// Bytes of a ready text; the last one is one more than it has of the others, or 0 if it is not
/// ready.
const READY: usize = 16;

/// Bytes of a name.
const NAME: usize = 32;

/// Values of a field at most for which there is a column.
const COLUMN: usize = 1 << 10;

/// Texts that become ready together: as many values as begin with a multiple of it.
const NEAR: u64 = 16;

/// In [`Programs::known`]: no instruction of the encoding has been met.
const UNMET: u16 = u16::MAX;

/// In [`Programs::known`], and in [`Program::next`]: there is no program.
const NONE: u16 = u16::MAX - 1;

/// A text that is copied at once.
type Ready = [u8; READY];

/// The programs of a processor and a syntax.
pub(super) struct Programs<'t> {
    target: Target<'t>,
    syntax: SyntaxId,
    /// For each encoding the number of its first program.
    known: Vec<u16>,
    rows: Vec<Program>,
    fields: Vec<Field>,
    modifiers: Vec<Modifier>,
    /// Fields and modifiers of the outlines that there are programs of: encodings share them.
    outlines: BTreeMap<u32, (Rows, Rows)>,
    texts: Vec<Ready>,
    /// Where columns begin, by what of a reading is the same wherever its field is, and by how
    /// many bytes of a separator stand in front.
    columns: BTreeMap<[u32; 4], u32>,
}

/// How instructions of an encoding are written if some of their bits are as it needs them.
struct Program {
    mask: u64,
    bits: u64,
    /// Modifiers are written unless these bits...
    modifier_mask: u64,
    /// ...are these.
    silent: u64,
    /// In [`Programs::modifiers`].
    modifiers: Rows,
    /// The same in [`Tables::modifiers`](crate::tables::Tables::modifiers).
    all_modifiers: Rows,
    /// In [`Programs::fields`].
    fields: Rows,
    /// A tab and the mnemonic.
    name: [u8; NAME],
    name_len: u8,
    /// The program to try next.
    next: u16,
}

/// A modifier behind the operands.
struct Modifier {
    /// Its bits, and what they are where it is not written.
    mask: u64,
    silent: u64,
    /// A blank and what stands before its value; the last byte is how many these are.
    text: Ready,
    shift: u8,
    written: Written,
}

/// What stands behind a modifier's name.
enum Written {
    /// Nothing.
    Word,
    /// A number in decimal.
    Number { bits: u8 },
    /// A number in decimal that may be negative.
    Signed { bits: u8 },
    /// It takes more to tell.
    Other,
}

/// A field, and the text of each of its values.
struct Field {
    /// The text of value 0, in [`Programs::texts`].
    base: u32,
    /// The row of [`Tables::print_steps`](crate::tables::Tables::print_steps) that it is.
    row: u32,
    mask: u16,
    /// Another piece of the field, or 0.
    high_mask: u16,
    shift: u8,
    high_shift: u8,
    /// The bits of the first piece, if there are two.
    width: u8,
    /// Its texts may become ready.
    has_column: bool,
}

impl<'t> Programs<'t> {
    pub(super) fn new(target: Target<'t>, syntax: SyntaxId) -> Programs<'t> {
        Programs {
            known: vec![UNMET; target.tables().encodings.len()],
            target,
            syntax,
            rows: Vec::new(),
            fields: Vec::new(),
            modifiers: Vec::new(),
            outlines: BTreeMap::new(),
            texts: Vec::new(),
            columns: BTreeMap::new(),
        }
    }

    /// Writes lines of instructions that begin in a range, as long as all their texts are ready
    /// and there is room; gives where the next one begins. `start` is the address of the code.
    ///
    /// By itself, and without a call, so that all it needs stays in registers.
    #[inline(never)]
    pub(super) fn write_ready(
        &self,
        steps: &Steps,
        code: &[u8],
        range: Range<u64>,
        start: u64,
        remark: Option<&PlaceRemark>,
        out: &mut Cursor<'_>,
    ) -> u64 {
        let mut unit = steps.unit(range.start);
        if steps.place(unit) != range.start {
            return range.start;
        }
        let stop = steps.unit(range.end.next_multiple_of(steps.place(1)));
        while unit < stop
            && let Some(marks) = steps.units.get(unit..)
            && let Some(size) = short_length(marks)
            && let place = steps.place(unit) as usize
            && let Some(rest) = code.get(place..)
            && let Some(bits) = rest.first_chunk()
            && let bits = u64::from_le_bytes(*bits)
            && let Some(mut line) = out.line()
            && let Some(program) = self.program(marks[0] & !LITERAL, bits)
            && self.is_ready(program, bits, &mut line)
        {
            unit += size;
            if let Some(remark) = remark {
                let bytes = &rest[..rest.len().min(size << (steps.shift & 63))];
                remark.write_line(start.wrapping_add(place as u64), bytes, &mut line);
            }
            line.push_byte(b'\n');
            let Some(written) = line.written() else {
                unit -= size;
                break;
            };
            out.advance(written);
        }
        steps.place(unit)
    }

    /// The program for an instruction, if it was made.
    #[inline]
    fn program(&self, encoding: u16, bits: u64) -> Option<&Program> {
        let first = self.known.get(usize::from(encoding))?;
        let mut program = self.rows.get(usize::from(*first))?;
        while bits & program.mask != program.bits {
            program = self.rows.get(usize::from(program.next))?;
        }
        Some(program)
    }

    /// Appends a tab and an instruction to a line, if all of its texts are ready.
    #[inline]
    fn is_ready(&self, program: &Program, bits: u64, line: &mut Line<'_>) -> bool {
        line.push_front(&program.name, program.name_len.into());
        let fields = self.fields.get(program.fields.range());
        for field in fields.unwrap_or_default() {
            match self.texts.get(field.place(bits)) {
                Some(text) if text[READY - 1] != 0 => {
                    line.push_front(text, usize::from(text[READY - 1]) - 1);
                }
                _ => return false,
            }
        }
        if bits & program.modifier_mask == program.silent {
            return true;
        }
        let modifiers = self.modifiers.get(program.modifiers.range());
        for modifier in modifiers.unwrap_or_default() {
            if bits & modifier.mask == modifier.silent {
                continue;
            }
            line.push_front(&modifier.text, usize::from(modifier.text[READY - 1]));
            match modifier.written {
                Written::Word => {}
                Written::Number { bits: width } => {
                    let value = (bits & modifier.mask) >> (modifier.shift & 63);
                    line.push_unsigned(value & low_mask(width));
                }
                Written::Signed { bits: width } => {
                    let value = (bits & modifier.mask) >> (modifier.shift & 63);
                    let number = integer::signed(value, width);
                    if number < 0 {
                        line.push_byte(b'-');
                    }
                    line.push_unsigned(number.unsigned_abs());
                }
                Written::Other => return false,
            }
        }
        true
    }

    /// Appends a tab and an instruction to a line, and makes ready what of it was not; gives
    /// whether that is all of its text.
    pub(super) fn write(&mut self, step: &Step<'_>, line: &mut Line<'_>) -> bool {
        let Some(inst) = step.inst() else {
            return false;
        };
        if self.known.get(usize::from(inst.encoding())) == Some(&UNMET) {
            self.meet(inst.encoding());
        }
        let before = line.len();
        if self.write_program(step, inst, line).is_ok() {
            return true;
        }
        line.go_on(before);
        line.push_byte(b'\t');
        let (target, syntax) = (self.target, self.syntax);
        line.write(|out| target.print_by_forms(inst, syntax, out))
            .is_ok()
    }

    /// [`write`](Self::write) by a program, or else by an outline.
    fn write_program(
        &mut self,
        step: &Step<'_>,
        inst: Inst,
        line: &mut Line<'_>,
    ) -> Result<(), Unsaid> {
        let (target, syntax, bits) = (self.target, self.syntax, step.first_bits());
        let Some(program) = self.program(inst.encoding(), bits) else {
            line.push_byte(b'\t');
            return target.write_outlined(inst, syntax, line);
        };
        line.push_front(&program.name, program.name_len.into());
        let modifiers = match bits & program.modifier_mask == program.silent {
            true => Rows::default(),
            false => program.all_modifiers,
        };
        for index in program.fields.range() {
            let field = self.fields.get(index).ok_or(Unsaid)?;
            let text = self.texts.get(field.place(bits)).ok_or(Unsaid)?;
            if text[READY - 1] != 0 {
                line.push_front(text, usize::from(text[READY - 1]) - 1);
                continue;
            }
            let row = target.tables().print_steps.get(field.row as usize);
            let row = row.ok_or(Unsaid)?;
            let len = target.put_step(inst, syntax, row, line.apart())?;
            line.go_on(len);
            if field.has_column && target.is_text(inst, row) {
                field.make_ready(&target, row, bits, &mut self.texts);
            }
        }
        if modifiers.len != 0 {
            let len = target.put_modifiers(inst, syntax, modifiers, line.apart())?;
            line.go_on(len);
        }
        Ok(())
    }

    /// Makes the programs of an encoding; gives the number of the first one.
    #[cold]
    fn meet(&mut self, encoding: u16) -> u16 {
        let first = self.rows.len();
        self.make(encoding);
        let number = match u16::try_from(first) {
            Ok(number) if number < NONE && first < self.rows.len() => number,
            _ => NONE,
        };
        if let Some(known) = self.known.get_mut(usize::from(encoding)) {
            *known = number;
        }
        number
    }

    /// Appends the programs of an encoding: of all its outlines, up to the first one that asks
    /// for more than bits.
    fn make(&mut self, encoding: u16) -> Option<()> {
        let (target, syntax) = (self.target, self.syntax);
        let tables = target.tables();
        let row = tables.captions.get(usize::from(encoding))?;
        let shape = target.shape_of(tables.encodings.get(usize::from(encoding))?);
        if shape.arch != target.arch_index() || shape.is_wide() {
            return None;
        }
        let mnemonic = tables
            .texts
            .get(row.mnemonics as usize + usize::from(syntax.0))?;
        let mnemonic = tables.bytes(*mnemonic);
        let mut name = [0; NAME];
        name[0] = b'\t';
        name.get_mut(1..=mnemonic.len())?.copy_from_slice(mnemonic);
        let own = low_mask(shape.size * 8);
        let mut at = row.outlines as usize + usize::from(syntax.0);
        loop {
            let outline: &Outline = tables.outlines.get(at)?;
            // What its form needs beside bits is asked each time, by those who print.
            if outline.conditional.is_set() {
                return None;
            }
            let (fields, modifiers) = match self.outlines.get(&(at as u32)) {
                Some(&known) => known,
                None => self.parts(at as u32, outline, shape)?,
            };
            if let Some(before) = self.rows.len().checked_sub(1)
                && at != row.outlines as usize + usize::from(syntax.0)
            {
                self.rows[before].next = u16::try_from(before + 1).ok()?;
            }
            self.rows.push(Program {
                // Bits behind an instruction are not its own.
                mask: outline.mask & own,
                bits: outline.bits,
                modifier_mask: outline.modifier_mask,
                silent: outline.silent,
                modifiers,
                all_modifiers: outline.modifiers,
                fields,
                name,
                name_len: mnemonic.len() as u8 + 1,
                next: NONE,
            });
            if outline.next == 0 {
                return Some(());
            }
            at = outline.next as usize;
        }
    }

    /// The fields and the modifiers of an outline.
    fn parts(&mut self, at: u32, outline: &Outline, shape: &Shape) -> Option<(Rows, Rows)> {
        let tables = self.target.tables();
        let fields = Rows {
            start: self.fields.len() as u32,
            len: outline.steps.len,
        };
        for index in outline.steps.range() {
            let field = self.field(index as u32, tables.print_steps.get(index)?);
            self.fields.push(field);
        }
        let modifiers = Rows {
            start: self.modifiers.len() as u32,
            len: outline.modifiers.len,
        };
        let operands = tables.operands.get(shape.operands.range())?;
        for modifier in tables.modifiers.get(outline.modifiers.range())? {
            let operand = operands.get(usize::from(modifier.operand))?;
            self.modifiers.push(Modifier::of(tables, modifier, operand));
        }
        self.outlines.insert(at, (fields, modifiers));
        Some((fields, modifiers))
    }

    /// A step as a field, with a column if it has not too many values.
    fn field(&mut self, row: u32, step: &PrintStep) -> Field {
        let reading = step.reading;
        let is_fixed = reading.key_mask == 0 || reading.by_feature.is_set();
        let count = match is_fixed {
            true => usize::from(reading.mask) + 1,
            false => (usize::from(reading.key_mask) + 1) << reading.width,
        };
        let has_column = reading.base != NO_READINGS && count <= COLUMN;
        let mut field = Field {
            base: 0,
            row,
            mask: reading.mask,
            high_mask: if is_fixed { 0 } else { reading.key_mask },
            shift: reading.shift,
            high_shift: reading.key_shift,
            width: reading.width,
            has_column,
        };
        if !has_column {
            // A column of one text that never is ready.
            (field.mask, field.high_mask) = (0, 0);
            field.base = self.column([u32::MAX; 4], 1);
            return field;
        }
        // The same wherever its pieces are.
        let feature = match reading.by_feature.is_set() {
            true => u32::from(reading.key_shift) + 1,
            false => 0,
        };
        let key = [
            reading.base,
            reading.values,
            u32::from(reading.mask) << 16 | u32::from(reading.key_mask),
            feature << 16 | u32::from(reading.width) << 8 | u32::from(step.before),
        ];
        field.base = self.column(key, count);
        field
    }

    /// Where a column begins.
    fn column(&mut self, key: [u32; 4], count: usize) -> u32 {
        let texts = &mut self.texts;
        *self.columns.entry(key).or_insert_with(|| {
            let base = texts.len();
            texts.resize(base + count, [0; READY]);
            base as u32
        })
    }
}

impl Modifier {
    /// A modifier of an encoding of at most 64 bits.
    fn of(tables: &Tables<'_>, modifier: &tables::Modifier, operand: &Operand) -> Modifier {
        let field = operand.field;
        let mut made = Modifier {
            mask: field.mask(tables.pieces).low(),
            silent: field.set(0_u64, modifier.default, tables.pieces),
            text: [0; READY],
            shift: field.shift,
            written: Written::Other,
        };
        if modifier.always.is_set() {
            // No bits are as this one needs them to be silent.
            (made.mask, made.silent) = (0, 1);
            return made;
        }
        let Some(spelling) = tables.spellings[modifier.spellings.range()].first() else {
            (made.mask, made.silent) = (0, 0);
            return made;
        };
        let before = tables.bytes(spelling.before);
        let is_plain = field.more.len == 0 && spelling.after.len == 0;
        let (Some(room), true) = (made.text.get_mut(1..=before.len()), is_plain) else {
            return made;
        };
        if before.len() + 1 >= READY {
            return made;
        }
        room.copy_from_slice(before);
        made.text[0] = b' ';
        made.text[READY - 1] = before.len() as u8 + 1;
        made.written = match (spelling.valued.is_set(), operand.kind.get()) {
            (false, _) if field.total == 1 && modifier.default == 0 => Written::Word,
            (true, Kind::Integer { integer }) => {
                let integer = &tables.integers[usize::from(integer)];
                let is_itself = integer.scale <= 1 && integer.bias == 0 && integer.hex.is_none();
                match is_itself && integer.bits == field.total && field.total < 64 {
                    true if integer.signed => Written::Signed { bits: field.total },
                    true => Written::Number { bits: field.total },
                    false => Written::Other,
                }
            }
            _ => Written::Other,
        };
        made
    }
}

impl Field {
    /// The place of its text in an instruction of these bits.
    #[inline]
    fn place(&self, bits: u64) -> usize {
        let mut value = (bits >> (self.shift & 63)) as u32 & u32::from(self.mask);
        if self.high_mask != 0 {
            let high = (bits >> (self.high_shift & 63)) as u32 & u32::from(self.high_mask);
            value |= high << (self.width & 31);
        }
        self.base as usize + value as usize
    }

    /// Makes the texts ready that have one for themselves of the value in these bits and of
    /// those near it, which the code will have soon.
    fn make_ready(&self, target: &Target<'_>, row: &PrintStep, bits: u64, texts: &mut [Ready]) {
        let tables = target.tables();
        let pool = tables.strings.as_bytes();
        let shift = self.shift & 63;
        let value = bits >> shift & u64::from(self.mask);
        let others = bits & !(u64::from(self.mask) << shift);
        let first = value & !(NEAR - 1);
        for value in first..(first + NEAR).min(u64::from(self.mask) + 1) {
            let bits = others | value << shift;
            let Some(ready) = texts.get_mut(self.place(bits)) else {
                return;
            };
            let text = reading_text(row.reading.get(bits, target.features(), tables));
            let len = usize::from(text.len) + usize::from(row.before);
            let start = (text.start as usize).wrapping_sub(row.before.into());
            let is_silent = text.len == 0 && text.start != 0;
            if is_silent {
                ready[READY - 1] = 1;
            } else if let Some(bytes) = pool.get(start..).and_then(<[u8]>::first_chunk)
                && text.len != 0
                && len < READY
            {
                *ready = *bytes;
                ready[READY - 1] = len as u8 + 1;
            }
        }
    }
}

#[cfg(test)]
mod tests;
