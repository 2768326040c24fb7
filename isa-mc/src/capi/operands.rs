//! What an instruction consists of.

use std::ffi::c_char;

use super::call::guard;
use super::instruction::{AnyInstruction, isa_mc_instruction};
use super::memory;
use super::status::isa_mc_status::ISA_MC_INTERNAL;
use super::status::{Failure, characters, isa_mc_error, isa_mc_status};
use crate::tables::{Direction, MAX_LIST};
use crate::{Cursor, Inst, OperandValue, Target};

/// Bytes of the texts of an isa_mc_operand.
pub const ISA_MC_NAME_SIZE: usize = 64;
/// Numbers of a list at most.
pub const ISA_MC_MAX_LIST: usize = 8;

const _: () = assert!(ISA_MC_MAX_LIST == MAX_LIST);

/// What an instruction does with an operand.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum isa_mc_direction {
    /// It reads it.
    ISA_MC_IN = 0,
    /// It writes it.
    ISA_MC_OUT = 1,
    /// It reads and writes it.
    ISA_MC_INOUT = 2,
    /// It is a modifier: a value that the instruction holds itself.
    ISA_MC_MODIFIER = 3,
    /// It is a part of an instruction that is bytes one after the other; the description
    /// does not say what is done with it.
    ISA_MC_PART = 4,
}

/// What an operand is.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum isa_mc_operand_kind {
    /// Bits that mean nothing.
    ISA_MC_UNKNOWN = 0,
    /// Registers: `file`, `first` and `count`; `text` is their name, as `s[4:5]`.
    ISA_MC_REGISTER = 1,
    /// A word, as "off": `text`.
    ISA_MC_WORD = 2,
    /// A number: `integer`, in the units of the text.
    ISA_MC_INTEGER = 3,
    /// A floating-point constant: `floating`.
    ISA_MC_FLOAT = 4,
    /// The word behind the instruction: `integer`, from 0 to 2^32 - 1.
    ISA_MC_LITERAL = 5,
    /// A flag: `integer` is 0 or 1.
    ISA_MC_FLAG = 6,
    /// Small numbers: the first `count` of `list`.
    ISA_MC_LIST = 7,
    /// Bits with names of their own: `integer` is those bits.
    ISA_MC_STRUCT = 8,
    /// No registers in this instruction; `text` is what stands in their place, if
    /// anything does.
    ISA_MC_ABSENT = 9,
}

/// An operand. What its kind does not mention is zero.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct isa_mc_operand {
    /// What it is.
    pub kind: isa_mc_operand_kind,
    /// What the instruction does with it.
    pub direction: isa_mc_direction,
    /// Its name in the description, as "vdst".
    pub name: [c_char; ISA_MC_NAME_SIZE],
    /// Words; the name of registers.
    pub text: [c_char; ISA_MC_NAME_SIZE],
    /// The source modifiers around it, the outermost first, with spaces between: "neg
    /// abs".
    pub modifiers: [c_char; ISA_MC_NAME_SIZE],
    /// The name of the register file, as "vgpr".
    pub file: [c_char; ISA_MC_NAME_SIZE],
    /// Number of the first register in its file.
    pub first: u16,
    /// How many registers, or numbers in the list.
    pub count: u16,
    /// Numbers of a list.
    pub list: [i16; ISA_MC_MAX_LIST],
    /// A number.
    pub integer: i64,
    /// A floating-point number.
    pub floating: f64,
}

/// A text that must fit; one that was cut would name something else.
pub(super) fn name(text: &str) -> Result<[c_char; ISA_MC_NAME_SIZE], Failure> {
    match text.len() < ISA_MC_NAME_SIZE {
        true => Ok(characters(text)),
        false => Err(Failure::new(
            ISA_MC_INTERNAL,
            format!("`{text}` is too long"),
        )),
    }
}

/// An operand of a value; it has no name yet.
fn operand(
    target: &Target<'_>,
    value: Option<OperandValue<'_>>,
    direction: isa_mc_direction,
) -> Result<isa_mc_operand, Failure> {
    use isa_mc_operand_kind as Kind;
    let mut out = isa_mc_operand {
        kind: Kind::ISA_MC_UNKNOWN,
        direction,
        name: [0; ISA_MC_NAME_SIZE],
        text: [0; ISA_MC_NAME_SIZE],
        modifiers: [0; ISA_MC_NAME_SIZE],
        file: [0; ISA_MC_NAME_SIZE],
        first: 0,
        count: 0,
        list: [0; ISA_MC_MAX_LIST],
        integer: 0,
        floating: 0.0,
    };
    let Some(value) = value else { return Ok(out) };
    match value {
        OperandValue::Register(register) => {
            let mut room = [0; ISA_MC_NAME_SIZE];
            let mut text = Cursor::new(&mut room);
            target.print_register(register, &mut text);
            out.text = name(text.as_str())?;
            let tables = target.tables();
            let file = tables.files.get(usize::from(register.file));
            out.file = name(file.map_or("", |file| tables.text(file.name)))?;
            out.kind = Kind::ISA_MC_REGISTER;
            (out.first, out.count) = (register.number, register.count.into());
        }
        OperandValue::Keyword(word) => {
            (out.kind, out.text) = (Kind::ISA_MC_WORD, name(word)?);
        }
        OperandValue::Int(number) => {
            (out.kind, out.integer) = (Kind::ISA_MC_INTEGER, number);
        }
        OperandValue::Float(number) => {
            (out.kind, out.floating) = (Kind::ISA_MC_FLOAT, number);
        }
        OperandValue::Literal(bits) => {
            (out.kind, out.integer) = (Kind::ISA_MC_LITERAL, bits.into());
        }
        OperandValue::Flag(is_set) => {
            (out.kind, out.integer) = (Kind::ISA_MC_FLAG, is_set.into());
        }
        OperandValue::List(list) => {
            out.kind = Kind::ISA_MC_LIST;
            out.count = list.numbers().len() as u16;
            for (place, number) in out.list.iter_mut().zip(list.numbers()) {
                *place = *number;
            }
        }
        OperandValue::Struct(value) => {
            (out.kind, out.integer) = (Kind::ISA_MC_STRUCT, value.bits.cast_signed());
        }
        OperandValue::Absent(text) => {
            (out.kind, out.text) = (Kind::ISA_MC_ABSENT, name(text)?);
        }
    }
    Ok(out)
}

/// The operands of an instruction of words.
fn operands(target: &Target<'_>, inst: Inst) -> Result<Vec<isa_mc_operand>, Failure> {
    let all = target.operands(inst).map(|view| {
        let direction = match view.direction {
            Direction::In => isa_mc_direction::ISA_MC_IN,
            Direction::Out => isa_mc_direction::ISA_MC_OUT,
            Direction::InOut => isa_mc_direction::ISA_MC_INOUT,
            Direction::Modifier => isa_mc_direction::ISA_MC_MODIFIER,
            Direction::Part | Direction::Member => isa_mc_direction::ISA_MC_PART,
        };
        let mut out = operand(target, view.value, direction)?;
        out.name = name(view.name)?;
        let wraps = target.wraps(inst, view.index).filter(|wrap| wrap.is_set);
        let wraps: Vec<&str> = wraps.map(|wrap| wrap.name).collect();
        out.modifiers = name(&wraps.join(" "))?;
        Ok(out)
    });
    all.collect()
}

/// The operands of an instruction, and its modifiers behind them; the parts of one that
/// is bytes one after the other. `operands` has room for `capacity` of them; `count`
/// gets how many there are, also if there is no room for all (ISA_MC_NO_SPACE: as many
/// are written as fit). `capacity` may be 0, to ask how many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_operands(
    instruction: *const isa_mc_instruction,
    operands: *mut isa_mc_operand,
    capacity: usize,
    count: *mut usize,
    error: *mut isa_mc_error,
) -> isa_mc_status {
    let body = || {
        // SAFETY: the caller's promise.
        let inst = unsafe { memory::get(instruction, "instruction") }?.any()?;
        let all = match inst {
            AnyInstruction::Words(target, inst) => self::operands(&target, inst)?,
            AnyInstruction::Streams(target, inst) => {
                let pieces = target.pieces(inst);
                let pieces = pieces.filter(|piece| piece.member.is_some()).map(|piece| {
                    let part = isa_mc_direction::ISA_MC_PART;
                    let mut out = operand(&Target::from(&target), piece.value, part)?;
                    out.name = name(&piece.path.to_string())?;
                    Ok(out)
                });
                pieces.collect::<Result<_, Failure>>()?
            }
        };
        // SAFETY: the caller's promise; the operands are ours.
        unsafe { memory::put_all(operands, capacity, count, &all) }
    };
    // SAFETY: the caller's promise.
    unsafe { guard(error, body) }
}
