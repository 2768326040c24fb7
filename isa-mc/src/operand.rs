//! Operands: views of the bits through the tables.

use crate::constant::{self, LiteralText, Number};
use crate::error::{OperandError, Problem};
use crate::integer;
use crate::list::{self, List};
use crate::registers::{self, GroupError, Register};
use crate::structs;
use crate::tables::{
    Class, Direction, Entry, Kind, Meaning, NONE, Operand, READING_GOOD, Tables, Value, ValueType,
    Width, Wrap, low_mask,
};
use crate::{Inst, Later, Span, SyntaxId, Target};

/// What an operand or a modifier holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum OperandValue<'a> {
    /// Registers.
    Register(Register),
    /// A word, as `off`.
    Keyword(&'a str),
    /// A number, in the units of the text (scaled, biased).
    Int(i64),
    /// An inline floating constant.
    Float(f64),
    /// The word behind the instruction.
    Literal(u32),
    /// A flag.
    Flag(bool),
    /// Some small numbers.
    List(List),
    /// Bits with names of their own; [`Target::members`] takes them apart.
    Struct(StructValue),
    /// The operand takes no registers here; with what the text says instead.
    Absent(&'a str),
}

/// A value of a struct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StructValue {
    /// Which struct of the machine: see [`Tables::struct_on`].
    pub structure: u16,
    /// Its bits.
    pub bits: u64,
}

impl From<i64> for OperandValue<'_> {
    fn from(number: i64) -> Self {
        OperandValue::Int(number)
    }
}

impl From<List> for OperandValue<'_> {
    fn from(list: List) -> Self {
        OperandValue::List(list)
    }
}

impl From<bool> for OperandValue<'_> {
    fn from(flag: bool) -> Self {
        OperandValue::Flag(flag)
    }
}

/// An operand of an instruction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OperandView<'a> {
    /// Position among the operands of its instruction: what
    /// [`Target::set_operand`] takes.
    pub index: usize,
    /// Name.
    pub name: &'a str,
    /// Direction; [`Direction::Modifier`] for modifiers.
    pub direction: Direction,
    /// Value; `None` if the field holds something without a meaning.
    pub value: Option<OperandValue<'a>>,
    /// The source modifiers around it, as a bit set over those that it takes:
    /// [`Target::wraps`] names them.
    pub wraps: u8,
}

/// A source modifier that an operand takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrapView<'a> {
    /// Name.
    pub name: &'a str,
    /// The operand has it.
    pub is_set: bool,
}

/// Iterates over the source modifiers that an operand takes, the outermost
/// first.
#[derive(Debug, Clone)]
pub struct Wraps<'a> {
    target: Target<'a>,
    bits: u64,
    rows: core::slice::Iter<'a, Wrap>,
}

impl<'a> Iterator for Wraps<'a> {
    type Item = WrapView<'a>;

    fn next(&mut self) -> Option<WrapView<'a>> {
        let row = self.rows.next()?;
        Some(WrapView {
            name: self.target.text(row.name),
            is_set: self.bits & row.mask != 0,
        })
    }
}

/// Iterates over the operands of an instruction, positional ones first, then
/// modifiers.
#[derive(Debug, Clone)]
pub struct Operands<'a> {
    target: Target<'a>,
    bits: u64,
    literal: u32,
    choice: u8,
    rows: &'a [Operand],
    next: usize,
}

impl<'a> Iterator for Operands<'a> {
    type Item = OperandView<'a>;

    #[inline]
    fn next(&mut self) -> Option<OperandView<'a>> {
        // A part says what another view says already.
        let left = self.rows.get(self.next..)?;
        let place = left
            .iter()
            .position(|row| row.direction != Direction::Part)?;
        let index = self.next + place;
        self.next = index + 1;
        self.view(index)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.rows.get(self.next..).unwrap_or(&[]);
        let parts = left.iter().filter(|row| row.direction == Direction::Part);
        let left = left.len() - parts.count();
        (left, Some(left))
    }
}

impl ExactSizeIterator for Operands<'_> {}

impl<'a> Operands<'a> {
    /// The operand at a position of its shape.
    #[inline]
    pub(crate) fn view(&self, index: usize) -> Option<OperandView<'a>> {
        let row = self.rows.get(index)?;
        Some(OperandView {
            index,
            name: self.target.text(row.name),
            direction: row.direction,
            value: self.value(row),
            wraps: match row.wraps.len {
                0 => 0,
                _ => wraps_set(self.target.tables, row, self.bits),
            },
        })
    }

    fn read(&self, row: &Operand) -> Option<OperandValue<'a>> {
        read(&self.target, row, self.bits, self.literal, self.choice)
    }

    /// What [`read`] gives, in fewer steps where that is nearly always possible.
    #[inline]
    fn value(&self, row: &Operand) -> Option<OperandValue<'a>> {
        let tables = self.target.tables;
        let field = || row.get(self.bits, tables.pieces);
        match row.kind {
            Kind::Flag => Some(OperandValue::Flag(field() != 0)),
            Kind::Integer { integer } => {
                let integer = tables.integers.get(integer as usize)?;
                integer::value(integer, row.field.total, field()).map(OperandValue::Int)
            }
            // What was worked out beforehand knows the first choice only.
            _ if self.choice != 0 => self.read(row),
            _ => match known(&self.target, row, self.bits, self.literal) {
                Some(value) => Some(value),
                None => self.read(row),
            },
        }
    }
}

impl<'a> Target<'a> {
    /// The operands of an instruction; none if it is none of this machine.
    pub fn operands(&self, inst: Inst) -> Operands<'a> {
        Operands {
            target: *self,
            bits: inst.bits(),
            literal: inst.literal(),
            choice: inst.choice(),
            rows: self.operand_rows(inst),
            next: 0,
        }
    }

    /// The members of a struct's value, in the order of the description.
    /// Members may share bits; what the value says is what its text mentions.
    pub fn members(&self, value: StructValue) -> Operands<'a> {
        let row = self.tables.struct_on(value.structure, self.arch);
        Operands {
            target: *self,
            bits: value.bits,
            literal: 0,
            choice: 0,
            rows: row.map_or(&[], |row| &self.tables.operands[row.members.range()]),
            next: 0,
        }
    }

    /// The value of a struct with another value of one member; `index` is that of
    /// [`members`](Self::members). Members may share bits.
    ///
    /// # Errors
    ///
    /// [`OperandError`] if there is no such member, it cannot hold the value, or the
    /// struct would set bits that are always zero.
    pub fn set_member(
        &self,
        value: StructValue,
        index: usize,
        member: OperandValue<'_>,
    ) -> Result<StructValue, OperandError> {
        let structure = self.tables.struct_on(value.structure, self.arch);
        let structure = structure.ok_or(OperandError::NoOperand)?;
        let rows = &self.tables.operands[structure.members.range()];
        let row = rows.get(index).ok_or(OperandError::NoOperand)?;
        let (field, _) = write(self, row, member)?;
        if row.field.total == 0 && field != row.default {
            return Err(OperandError::NoField);
        }
        if field & !low_mask(row.field.total) != 0 {
            return Err(OperandError::Range);
        }
        let bits = row.field.set(value.bits, field, self.tables.pieces);
        match structs::is_value(structure, bits) {
            true => Ok(StructValue { bits, ..value }),
            false => Err(OperandError::Range),
        }
    }

    /// The operand of that name.
    pub fn operand(&self, inst: Inst, name: &str) -> Option<OperandView<'a>> {
        self.operands(inst).find(|operand| operand.name == name)
    }

    /// The source modifiers that an operand takes; none if there is no such
    /// operand. `index` is its position, as in [`OperandView::index`].
    pub fn wraps(&self, inst: Inst, index: usize) -> Wraps<'a> {
        let row = self.operand_rows(inst).get(index);
        let rows = row.map_or(&[][..], |row| &self.tables.wraps[row.wraps.range()]);
        Wraps {
            target: *self,
            bits: inst.bits(),
            rows: rows.iter(),
        }
    }

    /// The instruction with or without a source modifier of one operand.
    ///
    /// # Errors
    ///
    /// [`OperandError`] if there is no such operand, it does not take the
    /// modifier, or the instruction would break a rule.
    pub fn set_wrap(
        &self,
        inst: Inst,
        index: usize,
        name: &str,
        is_set: bool,
    ) -> Result<Inst, OperandError> {
        let row = self.operand_rows(inst).get(index);
        let row = row.ok_or(OperandError::NoOperand)?;
        let mut wraps = self.tables.wraps[row.wraps.range()].iter();
        let wrap = wraps.find(|wrap| self.text(wrap.name) == name);
        let mask = wrap.ok_or(OperandError::Kind)?.mask;
        let encoding = self.encoding(inst).ok_or(OperandError::NoOperand)?;
        let size = self.shape_of(encoding).size as usize;
        let literal = (inst.size() > size).then(|| inst.literal());
        let bits = inst.bits() & !mask | if is_set { mask } else { 0 };
        self.inst(inst.encoding(), bits, literal)
            .map_err(OperandError::Invalid)
    }

    /// The instruction with another value of one operand.
    ///
    /// Widths may depend on it: changing `saddr` from `off` to registers may
    /// leave `vaddr` with a number that is then wrong, which is an error.
    /// [`Target::set_operands`] changes several at once.
    ///
    /// # Errors
    ///
    /// [`OperandError`] if there is no such operand, it cannot hold the value,
    /// or the instruction would break a rule.
    pub fn set_operand(
        &self,
        inst: Inst,
        index: usize,
        value: OperandValue<'_>,
    ) -> Result<Inst, OperandError> {
        self.set_operands(inst, &[(index, value)])
    }

    /// The instruction with other values of some operands; only the result
    /// must be valid.
    ///
    /// # Errors
    ///
    /// As [`Target::set_operand`].
    pub fn set_operands(
        &self,
        inst: Inst,
        values: &[(usize, OperandValue<'_>)],
    ) -> Result<Inst, OperandError> {
        let encoding = self.encoding(inst).ok_or(OperandError::NoOperand)?;
        let shape = self.shape_of(encoding);
        let rows = &self.tables.operands[shape.operands.range()];
        let mut bits = inst.bits();
        let old = (inst.size() > shape.size as usize).then(|| inst.literal());
        let mut new: Option<u32> = None;
        let mut choice = inst.choice();
        for &(index, value) in values {
            let row = rows.get(index).ok_or(OperandError::NoOperand)?;
            let (field, new_literal) = write(self, row, value)?;
            if row.field.total == 0 {
                if field != row.default {
                    return Err(OperandError::NoField);
                }
                continue;
            }
            if field & !low_mask(row.field.total) != 0 {
                return Err(OperandError::Range);
            }
            bits = row.field.set(bits, field, self.tables.pieces);
            if let (Some(first), Some(second)) = (new, new_literal)
                && first != second
            {
                return Err(OperandError::SecondLiteral);
            }
            new = new_literal.or(new);
            if let OperandValue::Register(register) = value {
                choice = choice_of(self.tables, row, register.count.into()).unwrap_or(choice);
            }
        }
        // An operand that stays a literal keeps its number.
        let stays = |(index, row): (usize, &Operand)| {
            let given = values.iter().any(|&(at, _)| at == index);
            !given && literal_class(self, row, bits).is_some()
        };
        let literal = match (old, new) {
            (Some(old), Some(new)) if old != new && rows.iter().enumerate().any(stays) => {
                return Err(OperandError::SecondLiteral);
            }
            _ => new.or(old),
        };
        for &(index, value) in values {
            check_width(self, &rows[index], value, bits, choice)?;
        }
        let wants = self
            .check_operands(shape, bits)
            .map_err(OperandError::Invalid)?;
        let literal = if wants { literal.or(Some(0)) } else { None };
        let inst = self
            .inst(inst.encoding(), bits, literal)
            .map_err(OperandError::Invalid)?;
        Ok(inst.with_choice(choice))
    }

    /// The operand of that name as one whose value is known later: it is the literal,
    /// or declared `relative`. `None` if it is neither.
    pub fn later(&self, inst: Inst, operand: &str) -> Option<Later> {
        let mut rows = self.operand_rows(inst).iter().enumerate();
        let (at, row) = rows.find(|(_, row)| self.text(row.name) == operand)?;
        let literal = literal_class(self, row, inst.bits()).is_some();
        let relative = match row.kind {
            Kind::Integer { integer } => self.tables.integers[integer as usize].relative,
            _ => None,
        };
        (literal || relative.is_some()).then_some(Later {
            operand: u16::try_from(at).ok()?,
            literal,
            span: Span::default(),
        })
    }

    pub(crate) fn operand_rows(&self, inst: Inst) -> &'a [Operand] {
        match self.encoding(inst) {
            Some(encoding) => &self.tables.operands[self.shape_of(encoding).operands.range()],
            None => &[],
        }
    }
}

/// The source modifiers of an operand that are set.
fn wraps_set(tables: &Tables, row: &Operand, bits: u64) -> u8 {
    let wraps = tables.wraps[row.wraps.range()].iter().rev();
    wraps.fold(0, |set, wrap| set << 1 | u8::from(bits & wrap.mask != 0))
}

/// Registers that an operand takes in an instruction of these bits and this
/// [`Inst::choice`].
#[inline]
pub(crate) fn width(target: &Target<'_>, row: &Operand, bits: u64, choice: u8) -> u8 {
    if row.width_table == NONE {
        row.width
    } else {
        table_width(target, row.width_table, bits, choice)
    }
}

/// Registers that a table of widths gives.
#[inline]
fn table_width(target: &Target<'_>, table: u16, bits: u64, choice: u8) -> u8 {
    let tables = target.tables;
    let mut width = &tables.widths[table as usize];
    if width.feature & target.features != 0 {
        width = &tables.widths[width.with_feature as usize];
    }
    let key = if width.bits != 0 {
        bits >> width.shift & low_mask(width.bits)
    } else if choice < width.choices {
        u64::from(choice)
    } else {
        joined_key(tables, width, bits)
    };
    tables
        .width_values
        .get(width.values as usize + key as usize)
        .copied()
        .unwrap_or(0)
}

/// The widths of which the text of an operand chooses; the first is what bytes
/// are read as. Empty for other operands.
pub(crate) fn choices<'a>(tables: &'a Tables<'a>, row: &Operand) -> &'a [u8] {
    let Some(width) = tables.widths.get(row.width_table as usize) else {
        return &[];
    };
    let first = width.values as usize;
    let widths = tables.width_values.get(first..);
    widths.map_or(&[], |widths| {
        widths.get(..usize::from(width.choices)).unwrap_or(&[])
    })
}

/// The choice of that many registers; `None` if the operand has no such choice.
pub(crate) fn choice_of(tables: &Tables, row: &Operand, count: u16) -> Option<u8> {
    let mut widths = choices(tables, row).iter();
    let found = widths.position(|width| u16::from(*width) == count)?;
    u8::try_from(found).ok()
}

/// The key of a width that depends on several fields or pieces.
fn joined_key(tables: &Tables, width: &Width, bits: u64) -> u64 {
    let mut key = 0;
    let mut at = 0;
    for field in &tables.fields[width.key.range()] {
        key |= field.get(bits, tables.pieces) << at;
        at += field.total;
    }
    key
}

/// An operand without registers: its text stands for nothing in the bits.
#[inline]
pub(crate) fn is_absent(row: &Operand, width: u8) -> bool {
    width == 0 && (row.width_table != NONE || row.zero.len != 0)
}

/// A modifier without text: what it is where the text has none needs no meaning.
#[inline]
pub(crate) fn is_left_out(row: &Operand, value: u64) -> bool {
    row.direction == Direction::Modifier && value == row.default
}

/// The entry of a class that gives `value` a meaning.
#[inline]
pub(crate) fn entry<'a>(
    tables: &'a Tables<'a>,
    arch: u8,
    class: &Class,
    value: u64,
) -> Option<&'a Entry> {
    if value >> class.bits != 0 {
        return None;
    }
    if class.map == u32::MAX {
        return tables.entries[class.entries.range()].iter().find(|entry| {
            entry.archs >> arch & 1 != 0
                && (u64::from(entry.first)..=u64::from(entry.last)).contains(&value)
        });
    }
    let at = ((arch as usize) << class.bits) + value as usize;
    let index = tables.value_map[class.map as usize + at].checked_sub(1)?;
    tables
        .entries
        .get(class.entries.start as usize + index as usize)
}

/// The entry of the value of an operand of a class.
pub(crate) fn entry_of<'a>(target: &Target<'a>, row: &Operand, bits: u64) -> Option<&'a Entry> {
    let Kind::Class { class, .. } = row.kind else {
        return None;
    };
    let tables = target.tables;
    let class = &tables.classes[class as usize];
    entry(tables, target.arch, class, row.get(bits, tables.pieces))
}

/// The number that counts along with the values of an entry.
pub(crate) fn counted(entry: &Entry, number: i32, step: i8, value: u64) -> i64 {
    i64::from(number) + i64::from(step) * (value.cast_signed() - i64::from(entry.first))
}

/// Whether the operand's bits have a meaning; `true` if a literal follows.
#[inline]
pub(crate) fn check(target: &Target<'_>, row: &Operand, bits: u64) -> Result<bool, Problem> {
    let tables = target.tables;
    if matches!(row.kind, Kind::Flag) || row.field.total == 0 {
        // The field is not there, or the operand is the literal itself.
        return Ok(matches!(row.kind, Kind::Class { class, .. }
            if tables.classes[class as usize].bits == 0));
    }
    let value = row.field.get(bits, tables.pieces);
    if let Kind::Integer { integer } = row.kind {
        let integer = &tables.integers[integer as usize];
        return match integer::value(integer, row.field.total, value) {
            Some(_) => Ok(false),
            None => Err(Problem::Range),
        };
    }
    if let Kind::List { count, integer } = row.kind {
        let integer = &tables.integers[integer as usize];
        return match list::is_value(integer, count, value) {
            true => Ok(false),
            false => Err(Problem::Range),
        };
    }
    let width = width(target, row, bits, 0);
    if is_absent(row, width) {
        return if value == 0 {
            Ok(false)
        } else {
            Err(Problem::NotZero)
        };
    }
    let registers = |file: u16, number: u64| {
        let file = &tables.files[file as usize];
        match registers::group(tables, target.arch, file, number, width) {
            Ok(_) => Ok(false),
            Err(error) => Err(Problem::Group(error)),
        }
    };
    let structure_is_good = |structure: u16| {
        let row = tables.struct_on(structure, target.arch);
        match row.is_some_and(|row| structs::is_value(row, value)) {
            true => Ok(false),
            false => Err(Problem::NoMeaning),
        }
    };
    match row.kind {
        Kind::Flag | Kind::Integer { .. } | Kind::List { .. } => Ok(false),
        Kind::Struct { structure } => structure_is_good(structure),
        Kind::Register { file, scale } => registers(file, value * u64::from(scale)),
        Kind::Class { class, .. } => {
            let class = &tables.classes[class as usize];
            let Some(entry) = entry(tables, target.arch, class, value) else {
                return match is_left_out(row, value) {
                    true => Ok(false),
                    false => Err(Problem::NoMeaning),
                };
            };
            match entry.meaning {
                Meaning::Register { file, number } => {
                    registers(file, entry.register(number, value))
                }
                Meaning::Struct { structure } => structure_is_good(structure),
                Meaning::Literal => Ok(true),
                Meaning::Escape => Err(Problem::NoMeaning),
                _ => Ok(false),
            }
        }
    }
}

/// What [`read`] gives without a choice, if it was worked out beforehand.
#[inline]
pub(crate) fn known<'a>(
    target: &Target<'a>,
    row: &Operand,
    bits: u64,
    literal: u32,
) -> Option<OperandValue<'a>> {
    Some(match row.reading.value(bits, target.tables) {
        Value::Unknown => return None,
        Value::Register {
            file,
            number,
            count,
        } => OperandValue::Register(Register {
            file,
            number,
            count,
        }),
        Value::Keyword { text } => OperandValue::Keyword(target.text(text)),
        Value::Int { number } => OperandValue::Int(number),
        Value::Float { bits } => OperandValue::Float(f64::from_bits(bits)),
        Value::Absent { text } => OperandValue::Absent(target.text(text)),
        Value::Literal => OperandValue::Literal(literal),
    })
}

/// What an operand holds; `None` if its bits have no meaning.
pub(crate) fn read<'a>(
    target: &Target<'a>,
    row: &Operand,
    bits: u64,
    literal: u32,
    choice: u8,
) -> Option<OperandValue<'a>> {
    let tables = target.tables;
    let value = row.get(bits, tables.pieces);
    let width = width(target, row, bits, choice);
    if is_absent(row, width) {
        return (value == 0).then(|| OperandValue::Absent(target.text(row.zero)));
    }
    // A reading knows the first choice only.
    let is_read = choice == 0 && row.reading.get(bits, tables) & READING_GOOD != 0;
    let register = |file: u16, number: u64| {
        if !is_read {
            let row = tables.files.get(file as usize)?;
            registers::group(tables, target.arch, row, number, width).ok()?;
        }
        let count = width.max(1);
        Some(OperandValue::Register(Register {
            file,
            number: number as u16,
            count,
        }))
    };
    match row.kind {
        Kind::Flag => Some(OperandValue::Flag(value != 0)),
        Kind::Struct { structure } => struct_value(target, structure, value),
        Kind::List { count, integer } => {
            let integer = &tables.integers[integer as usize];
            list::read(integer, count, value).map(OperandValue::List)
        }
        Kind::Integer { integer } => {
            let integer = &tables.integers[integer as usize];
            integer::value(integer, row.field.total, value).map(OperandValue::Int)
        }
        Kind::Register { file, scale } => register(file, value * u64::from(scale)),
        Kind::Class { class, .. } => {
            let class = &tables.classes[class as usize];
            let Some(entry) = entry(tables, target.arch, class, value) else {
                return is_left_out(row, value).then_some(OperandValue::Absent(""));
            };
            match entry.meaning {
                Meaning::Register { file, number } => register(file, entry.register(number, value)),
                Meaning::Keyword { text, .. } | Meaning::Spelled { text, .. } => {
                    Some(OperandValue::Keyword(target.text(text)))
                }
                Meaning::Counted { number, step, .. } | Meaning::Int { number, step } => {
                    Some(OperandValue::Int(counted(entry, number, step, value)))
                }
                Meaning::Float { bits, .. } => Some(OperandValue::Float(f64::from_bits(bits))),
                Meaning::Struct { structure } => struct_value(target, structure, value),
                Meaning::Literal => Some(OperandValue::Literal(literal)),
                Meaning::Escape => None,
            }
        }
    }
}

/// A value of a struct; `None` if it sets bits that are always zero.
fn struct_value<'a>(target: &Target<'_>, structure: u16, bits: u64) -> Option<OperandValue<'a>> {
    let row = target.tables.struct_on(structure, target.arch)?;
    structs::is_value(row, bits).then_some(OperandValue::Struct(StructValue { structure, bits }))
}

/// Whether an operand is a literal that no text of a syntax says.
#[cold]
pub(crate) fn is_unsaid_literal(
    target: &Target<'_>,
    syntax: SyntaxId,
    row: &Operand,
    inst: Inst,
) -> bool {
    let tables = target.tables;
    let Some((class, value_type)) = literal_class(target, row, inst.bits()) else {
        return false;
    };
    match constant::literal_text(tables, target.arch, class, value_type, inst.literal()) {
        Some(LiteralText::Plain(_)) => false,
        Some(LiteralText::Forced(_)) => tables.syntaxes[syntax.0 as usize].literal.len == 0,
        None => true,
    }
}

/// The class and the type of an operand that is a literal.
pub(crate) fn literal_class<'a>(
    target: &Target<'a>,
    row: &Operand,
    bits: u64,
) -> Option<(&'a Class, ValueType)> {
    let tables = target.tables;
    let Kind::Class { class, value } = row.kind else {
        return None;
    };
    let class = &tables.classes[class as usize];
    let field = row.get(bits, tables.pieces);
    let entry = entry(tables, target.arch, class, field)?;
    (entry.meaning == Meaning::Literal).then_some((class, value))
}

/// The field value, and the literal, that stand for a value.
pub(crate) fn write(
    target: &Target<'_>,
    row: &Operand,
    value: OperandValue<'_>,
) -> Result<(u64, Option<u32>), OperandError> {
    let tables = target.tables;
    if let OperandValue::Absent(_) = value {
        let may = row.width_table != NONE || row.zero.len != 0;
        let is_class = matches!(row.kind, Kind::Class { .. });
        return match row.direction {
            Direction::Modifier if is_class => Ok((row.default, None)),
            _ if may => Ok((0, None)),
            _ => Err(OperandError::Kind),
        };
    }
    match (row.kind, value) {
        (Kind::Flag, OperandValue::Flag(flag)) => Ok((u64::from(flag), None)),
        (Kind::Integer { integer }, OperandValue::Int(number)) => {
            let integer = &tables.integers[integer as usize];
            let field = integer::field(integer, row.field.total, number);
            Ok((field.ok_or(OperandError::Range)?, None))
        }
        (Kind::List { count, integer }, OperandValue::List(list)) => {
            let integer = &tables.integers[integer as usize];
            let field = list::write(integer, count, &list);
            Ok((field.ok_or(OperandError::Range)?, None))
        }
        (Kind::Register { file, scale }, OperandValue::Register(register)) => {
            if register.file != file {
                return Err(OperandError::Kind);
            }
            target
                .check_register(register)
                .map_err(OperandError::Group)?;
            if !register.number.is_multiple_of(u16::from(scale)) {
                return Err(OperandError::Group(GroupError::Misaligned { align: scale }));
            }
            Ok((u64::from(register.number / u16::from(scale)), None))
        }
        (
            Kind::Class {
                class,
                value: value_type,
            },
            value,
        ) => {
            let class = &tables.classes[class as usize];
            if let OperandValue::Register(register) = value {
                target
                    .check_register(register)
                    .map_err(OperandError::Group)?;
            }
            let number = match value {
                OperandValue::Int(number) => Number::Int(number),
                OperandValue::Float(number) => Number::Float(number),
                _ => return class_value(target, class, value).ok_or(OperandError::Range),
            };
            // A word with a number may be meant, too.
            class_value(target, class, value)
                .filter(|_| value_type == ValueType::Untyped)
                .or_else(|| {
                    constant::field(tables, target.arch, class, value_type, number, false).ok()
                })
                .or_else(|| class_value(target, class, value))
                .ok_or(OperandError::Range)
        }
        (Kind::Struct { structure }, value) => {
            let bits = match value {
                OperandValue::Struct(value) if value.structure == structure => value.bits,
                // All of its bits as one number.
                OperandValue::Int(number) => {
                    u64::try_from(number).map_err(|_| OperandError::Range)?
                }
                _ => return Err(OperandError::Kind),
            };
            let row = tables.struct_on(structure, target.arch);
            match row.is_some_and(|row| structs::is_value(row, bits)) {
                true => Ok((bits, None)),
                false => Err(OperandError::Range),
            }
        }
        _ => Err(OperandError::Kind),
    }
}

/// The value of a class that means this.
pub(crate) fn class_value(
    target: &Target<'_>,
    class: &Class,
    value: OperandValue<'_>,
) -> Option<(u64, Option<u32>)> {
    let tables = target.tables;
    for entry in &tables.entries[class.entries.range()] {
        if entry.archs >> target.arch & 1 == 0 {
            continue;
        }
        let first = u64::from(entry.first);
        let found = match (entry.meaning, value) {
            (Meaning::Register { file, number }, OperandValue::Register(register)) => {
                register_value(entry, number, register.number)
                    .filter(|_| register.file == file)
                    .map(|value| (value, None))
            }
            (
                Meaning::Keyword { text, .. } | Meaning::Spelled { text, .. },
                OperandValue::Keyword(word),
            ) => (target.text(text) == word).then_some((first, None)),
            (
                Meaning::Counted { number, step, .. } | Meaning::Int { number, step },
                OperandValue::Int(wanted),
            ) => counted_value(entry, number, step, wanted).map(|value| (value, None)),
            (Meaning::Float { bits, .. }, OperandValue::Float(wanted)) => {
                (bits == wanted.to_bits()).then_some((first, None))
            }
            (Meaning::Struct { structure }, OperandValue::Struct(value)) => {
                let within = (first..=u64::from(entry.last)).contains(&value.bits);
                (value.structure == structure && within).then_some((value.bits, None))
            }
            (Meaning::Literal, OperandValue::Literal(literal)) => Some((first, Some(literal))),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The value of an entry, whose first is register `number`, that means
/// register `wanted`.
pub(crate) fn register_value(entry: &Entry, number: u16, wanted: u16) -> Option<u64> {
    let value = u64::from(entry.first) + u64::from(wanted.checked_sub(number)?);
    (value <= u64::from(entry.last)).then_some(value)
}

/// The value of an entry that counts to `wanted`.
pub(crate) fn counted_value(entry: &Entry, number: i32, step: i8, wanted: i64) -> Option<u64> {
    let distance = wanted
        .checked_sub(i64::from(number))?
        .checked_mul(i64::from(step))?;
    let count = i64::from(entry.last) - i64::from(entry.first);
    (0..=count)
        .contains(&distance)
        .then(|| u64::from(entry.first) + distance.cast_unsigned())
}

/// A register operand must be as wide as the instruction wants it.
fn check_width(
    target: &Target<'_>,
    row: &Operand,
    value: OperandValue<'_>,
    bits: u64,
    choice: u8,
) -> Result<(), OperandError> {
    let need = width(target, row, bits, choice);
    let absent = is_absent(row, need);
    match value {
        OperandValue::Absent(_) if !absent => Err(OperandError::Width { need }),
        OperandValue::Register(register) if absent || register.count != need.max(1) => {
            Err(OperandError::Width { need })
        }
        _ => Ok(()),
    }
}
