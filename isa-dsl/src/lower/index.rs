//! What the engines would otherwise find out anew for every instruction, found
//! out once: what the values of an operand are, what a look at the bits tells of a
//! rule, how groups of registers are aligned.
//!
//! Everything here follows from the other rows and changes no answer. The
//! engines' tests compare the readings with the operands they stand for.

use super::beginnings::beginnings;
use super::gathers::gathers;
use super::identify::identify;
use super::lookups::lookups;
use super::outlines::outlines;
use super::reaches::reaches;
use super::readings::readings;
use super::recipes::recipes;
use super::recognitions::recognitions;
use super::rules::rules;
use super::stream_choices::stream_choices;
use super::stream_print_steps::stream_print_steps;
use super::struct_outlines::struct_outlines;
use crate::sorted::sort;
use crate::tables::{
    BitString, Bits, Class, Direction, Entry, Flag, FloatFormat, Kind, Meaning, NONE, Operand,
    TablesBuf,
};

/// Fills in the columns that follow from others: `RegisterFile::alignments`,
/// the key of a `Width` and its `gather`, the `constants` of a `Class` and what tells them, the comparison, answers, `gather` or limit of a
/// `Rule`, the masks of an `Operand` and a `Shape`, the `wide_encodings`, the `readings` with
/// the `checks`, the `outlines` and `recipes` of the forms, the `recognitions` of the encodings
/// with what identifies them, the `lookups`, where a `Spelling` begins, and of streams the `reach` and `steps` of a form and
/// the `choices`.
///
/// Lowering ends with it. Tables that are made in another way need it too
/// before the engines run over them.
pub fn index(tables: &mut TablesBuf) {
    alignments(tables);
    keys(tables);
    // Rules over streams look at places, of which each lies in another word.
    if tables.streams.is_empty() {
        rules(tables);
    }
    gathers(tables);
    operand_masks(tables);
    shape_masks(tables);
    wide_encodings(tables);
    constants(tables);
    let mut places = readings(tables);
    outlines(tables, &mut places);
    struct_outlines(tables, &mut places);
    let words = std::mem::take(&mut places.words);
    let told = places.finish(tables);
    recipes(tables, &words);
    recognitions(tables, &told);
    identify(tables);
    lookups(tables);
    beginnings(tables);
    reaches(tables);
    stream_choices(tables);
    stream_print_steps(tables);
}

fn operand_masks(tables: &mut TablesBuf) {
    let pieces = &tables.pieces;
    for operand in &mut tables.operands {
        operand.mask = operand.field.mask(pieces).low();
        operand.default_bits = operand.field.set(Bits::ZERO, operand.default, pieces).low();
    }
}

/// The masks of shapes, and the first of their operands that is a distance.
fn shape_masks(tables: &mut TablesBuf) {
    let pieces = &tables.pieces;
    for shape in &mut tables.shapes {
        let operands = &tables.operands[shape.operands.range()];
        let (mut modifiers, mut defaults, mut wraps) = (Bits::ZERO, Bits::ZERO, Bits::ZERO);
        for operand in operands.iter().skip(shape.positional as usize) {
            modifiers |= operand.field.mask(pieces);
            if operand.direction.get() != Direction::Part {
                defaults = operand.field.set(defaults, operand.default, pieces);
            }
        }
        let relative = |operand: &Operand| match operand.kind.get() {
            Kind::Integer { integer } => tables.integers[integer as usize].relative.is_some(),
            _ => false,
        };
        let found = operands.iter().position(relative);
        shape.relative = found.map_or(NONE, |at| at as u16);
        for operand in operands {
            for wrap in &tables.wraps[operand.wraps.range()] {
                wraps = wraps.insert(wrap.bit, 1, 1);
                if wrap.file != NONE {
                    shape.halved = Flag::YES;
                }
            }
        }
        (shape.modifiers, shape.modifier_defaults) = (modifiers.low(), defaults.low());
        shape.wraps = wraps.low();
        if let Some(high) = tables.high_shapes.get_mut(usize::from(shape.high)) {
            (high.modifiers, high.modifier_defaults) = (modifiers.high(), defaults.high());
            high.wraps = wraps.high();
        }
    }
}

/// Which encodings have which shape of more than 64 bits.
fn wide_encodings(tables: &mut TablesBuf) {
    let mut wide: Vec<(u16, u16)> = Vec::new();
    for (index, encoding) in (0..).zip(&tables.encodings) {
        let high = tables.shapes[usize::from(encoding.shape)].high;
        if usize::from(high) < tables.high_shapes.len() {
            wide.push((high, index));
        }
    }
    sort(&mut wide);
    for (high, index) in wide {
        let rows = &mut tables.high_shapes[usize::from(high)].encodings;
        if rows.len == 0 {
            rows.start = tables.wide_encodings.len() as u32;
        }
        rows.len += 1;
        tables.wide_encodings.push(index);
    }
}

fn constants(tables: &mut TablesBuf) {
    for class in &mut tables.classes {
        let entries = &tables.entries[class.entries.range()];
        let is_constant = |entry: &Entry| {
            matches!(
                entry.meaning,
                Meaning::Int { .. } | Meaning::Float { .. } | Meaning::Literal
            )
        };
        let first = entries.iter().position(is_constant);
        class.constants = first.map_or(class.entries.len, |first| first as u16);
        let literal = entries.iter().position(|it| it.meaning == Meaning::Literal);
        class.literal = literal.map_or(class.entries.len, |first| first as u16);
        (class.doubles, class.singles, class.halves, class.brains) = (0, 0, 0, 0);
        let (mut least, mut greatest) = (i32::MAX, i32::MIN);
        for entry in entries {
            match entry.meaning {
                Meaning::Int { number, step } => {
                    let count = i64::from(entry.last) - i64::from(entry.first);
                    let last = i64::from(number) + i64::from(step) * count;
                    // What 32 bits cannot hold is beyond the last of them.
                    for number in [i64::from(number), last] {
                        let bits = number.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
                        (least, greatest) = (least.min(bits), greatest.max(bits));
                    }
                }
                Meaning::Float {
                    bits, single, half, ..
                } => {
                    let mark = |format: FloatFormat| Class::mark(format.bits(bits, single, half));
                    class.doubles |= mark(FloatFormat::Double);
                    class.singles |= mark(FloatFormat::Single);
                    class.halves |= mark(FloatFormat::Half);
                    class.brains |= mark(FloatFormat::Brain);
                }
                _ => {}
            }
        }
        class.least = least.cast_unsigned();
        class.greatest = greatest.cast_unsigned();
    }
}

fn alignments(tables: &mut TablesBuf) {
    tables.alignments.clear();
    for file in &mut tables.files {
        file.alignments = tables.alignments.len() as u32;
        for arch in 0..tables.archs.len() {
            let groups = tables.groups[file.groups.range()].iter();
            let here = groups.filter(|group| group.archs >> arch & 1 != 0);
            let known = here.filter(|group| (1..=16).contains(&group.count));
            let row = known.fold(0, |row, group| {
                let shift = (u32::from(group.count) - 1) * 4;
                let align = group.align.max(1);
                let log = match align.is_power_of_two() {
                    true => u64::from(align.trailing_zeros()),
                    false => 15,
                };
                row | log << shift
            });
            tables.alignments.push(row);
        }
    }
}

fn keys(tables: &mut TablesBuf) {
    for width in &mut tables.widths {
        if let [field] = &tables.fields[width.key.range()]
            && field.more.len == 0
        {
            (width.shift, width.bits) = (field.shift, field.total);
        }
    }
}
