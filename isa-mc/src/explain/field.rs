//! The parts of the layout of words, and what they mean.

use isa_dsl::sorted::sort_by_key;

use crate::tables::{Bits, Direction, Part, Shape, Tables};
use crate::{Cursor, Inst, OperandValue, OperandView, StructValue, Target};

/// A part of the layout of an instruction of words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name in the description: that of an operand, of a modifier, `opcode`, `encoding`,
    /// `reserved`, `ignored`, or of what the format has besides.
    pub name: &'static str,
    /// Lowest bit and width of every piece, least significant first. Bits count from the
    /// lowest one of the first word.
    pub pieces: Vec<(u32, u32)>,
    /// How many bits all pieces have.
    pub bits: u32,
    /// The pieces as one number.
    pub value: u64,
    /// What that means here; empty where nothing is known.
    pub meaning: String,
}

impl Field {
    /// Its bits as documents write them, the highest first: `15`, `31:26`, `14,12:11`.
    pub fn range(&self) -> String {
        let piece = |&(low, width): &(u32, u32)| match width {
            0 | 1 => low.to_string(),
            _ => format!("{}:{low}", low + width - 1),
        };
        let pieces: Vec<String> = self.pieces.iter().rev().map(piece).collect();
        pieces.join(",")
    }
}

/// The named parts of the instruction's layout on its architecture, in the
/// order of the description.
pub(crate) fn parts<'a>(target: &Target<'a>, inst: Inst) -> impl Iterator<Item = &'a Part> {
    let tables: &'a Tables<'a> = target.tables();
    let shape = tables.encodings.get(inst.encoding() as usize);
    let shape = shape.and_then(|row| tables.shapes.get(row.shape as usize));
    let layout = shape.and_then(|shape| tables.layouts.get(shape.layout as usize));
    let rows = layout.map_or(&[][..], |layout| &tables.parts[layout.parts.range()]);
    rows.iter()
}

/// `vdata = 3, nv = 1`: the parts that some bits belong to.
pub(crate) fn values(target: &Target<'_>, inst: Inst, mask: Bits) -> String {
    let tables = target.tables();
    let texts: Vec<String> = parts(target, inst)
        .filter(|part| (part.field.mask(tables.pieces) & mask).any())
        .map(|part| {
            let value = part.field.get(inst.bits(), tables.pieces);
            format!("{} = {value}", tables.text(part.name))
        })
        .collect();
    texts.join(", ")
}

/// The parts of an instruction's layout, lowest bits first.
pub fn fields(target: &Target<'static>, inst: Inst) -> Vec<Field> {
    let tables = target.tables();
    let Some(shape) = target
        .encoding(inst)
        .map(|row| &tables.shapes[row.shape as usize])
    else {
        return Vec::new();
    };
    let mut fields: Vec<Field> = parts(target, inst)
        .map(|part| {
            let mut pieces = vec![(u32::from(part.field.shift), u32::from(part.field.width))];
            let more = &tables.pieces[part.field.more.range()];
            pieces.extend(
                more.iter()
                    .map(|piece| (u32::from(piece.shift), u32::from(piece.width))),
            );
            Field {
                name: tables.text(part.name),
                pieces,
                bits: u32::from(part.field.total),
                value: part.field.get(inst.bits(), tables.pieces),
                meaning: meaning(target, inst, shape, part),
            }
        })
        .collect();
    sort_by_key(&mut fields, |field| field.pieces.first().copied());
    fields
}

/// What a part means in this instruction.
fn meaning(target: &Target<'static>, inst: Inst, shape: &Shape, part: &Part) -> String {
    let tables = target.tables();
    let mask = part.field.mask(tables.pieces);
    let name = tables.text(part.name);
    match name {
        "reserved" => return "reserved, must be zero".to_string(),
        "ignored" => return "ignored".to_string(),
        _ => {}
    }
    let row = tables.operands[shape.operands.range()]
        .iter()
        .position(|operand| (operand.field.mask(tables.pieces) & mask).any());
    if let Some(view) = row.and_then(|index| target.operands(inst).nth(index)) {
        let value = value_text(target, &view);
        return if view.name == name {
            value
        } else {
            format!("{value} ({})", view.name)
        };
    }
    if let Some(text) = wraps_text(target, inst, mask) {
        return text;
    }
    let masks = tables.shape_masks(shape);
    if (masks.unused & mask).any() {
        return match part.field.get(inst.bits(), tables.pieces) {
            0 => "not used".to_string(),
            _ => "not used, yet not zero".to_string(),
        };
    }
    if name == "opcode" {
        return target.mnemonic(inst).to_string();
    }
    let family = target
        .instruction(inst)
        .and_then(|row| tables.families.get(row.family as usize));
    let layout = tables.layouts.get(shape.layout as usize);
    let format = layout.map_or("", |layout| tables.text(layout.format));
    let family = family.map_or("", |family| tables.text(family.name));
    if name == "encoding" {
        return format!("the format {format}");
    }
    if masks.mask & mask == mask {
        format!("fixed by {family}")
    } else {
        String::new()
    }
}

/// Which operands have the source modifiers of these bits; `None` if the bits are
/// those of no modifier.
fn wraps_text(target: &Target<'static>, inst: Inst, mask: Bits) -> Option<String> {
    let tables = target.tables();
    let encoding = target.encoding(inst)?;
    let shape = &tables.shapes[encoding.shape as usize];
    let rows = tables.operands[shape.operands.range()].iter();
    let wraps = rows.flat_map(|operand| {
        let wraps = tables.wraps[operand.wraps.range()].iter();
        wraps.map(move |wrap| (operand, wrap))
    });
    let here: Vec<_> = wraps.filter(|(_, wrap)| mask.is_set(wrap.bit)).collect();
    let (_, first) = here.first()?;
    let set: Vec<&str> = here
        .iter()
        .filter(|(_, wrap)| inst.bits().is_set(wrap.bit))
        .map(|(operand, _)| tables.text(operand.name))
        .collect();
    Some(match set.is_empty() {
        true => "of no source".to_string(),
        false => format!("{} of {}", tables.text(first.name), set.join(", ")),
    })
}

/// What an operand holds, in words.
pub fn value_text(target: &Target<'_>, view: &OperandView<'_>) -> String {
    match view.value {
        None => "no meaning".to_string(),
        Some(OperandValue::Register(register)) => {
            let mut buffer = [0; 64];
            let mut cursor = Cursor::new(&mut buffer);
            target.print_register(register, &mut cursor);
            cursor.as_str().to_string()
        }
        Some(OperandValue::Keyword(word)) => word.to_string(),
        Some(OperandValue::Int(number)) => number.to_string(),
        Some(OperandValue::Float(number)) => format!("{number:?}"),
        Some(OperandValue::Literal(literal)) => format!("literal 0x{literal:x}"),
        Some(OperandValue::Flag(set)) => if set { "set" } else { "not set" }.to_string(),
        Some(OperandValue::List(list)) => {
            let numbers = list.numbers().iter().map(i16::to_string);
            format!("[{}]", numbers.collect::<Vec<_>>().join(","))
        }
        Some(OperandValue::Struct(value)) => struct_text(target, value),
        // Nothing stands in the text: of a modifier it is what is not written.
        Some(OperandValue::Absent("")) => match view.direction {
            Direction::Modifier => "not written",
            _ => "no registers",
        }
        .to_string(),
        Some(OperandValue::Absent(text)) => text.to_string(),
    }
}

/// A struct's value as the first syntax writes it, or its bits.
fn struct_text(target: &Target<'_>, value: StructValue) -> String {
    let mut buffer = [0; 128];
    let mut cursor = Cursor::new(&mut buffer);
    let syntax = target.tables().syntaxes.first().map(|row| row.name);
    let syntax = syntax.and_then(|name| target.syntax(target.tables().text(name)));
    let said = syntax.is_some_and(|syntax| target.print_struct(value, syntax, &mut cursor).is_ok());
    if said {
        cursor.as_str().to_string()
    } else {
        format!("{:#x}", value.bits)
    }
}
