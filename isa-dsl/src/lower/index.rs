//! What the engines would otherwise find out anew for every instruction, found
//! out once: what the values of an operand are, which rules are a single
//! comparison, how groups of registers are aligned.
//!
//! Everything here follows from the other rows and changes no answer. The
//! engines' tests compare the readings with the operands they stand for.

use std::collections::BTreeMap;

use super::identify::identify;
use super::lookups::lookups;
use super::outlines::outlines;
use super::pool;
use super::reaches::reaches;
use super::readings::readings;
use super::recipes::recipes;
use super::recognitions::recognitions;
use super::stream_choices::stream_choices;
use super::stream_print_steps::stream_print_steps;
use crate::tables::{
    BitString, Bits, Direction, Entry, Field, Flag, Kind, MAX_KEY_BITS, Meaning, NONE, Operand,
    Operator, Rows, Rule, Step, Tables, TablesBuf, low_mask,
};

/// Fills in the columns that follow from others: `RegisterFile::alignments`,
/// the key of a `Width`, the `constants` of a `Class`, the comparison or the answers of a
/// `Rule`, the masks of an `Operand` and a `Shape`, the `wide_encodings`, the `readings` with
/// the `checks`, the `outlines` and `recipes` of the forms, the `recognitions` of the encodings
/// with what identifies them, the `lookups`, and of streams the `reach` and `steps` of a form and
/// the `choices`.
///
/// Lowering ends with it. Tables that are made in another way need it too
/// before the engines run over them.
pub fn index(tables: &mut TablesBuf) {
    alignments(tables);
    keys(tables);
    // Rules over streams look at places, of which each lies in another word.
    if tables.streams.is_empty() {
        comparisons(tables);
        answers(tables);
    }
    operand_masks(tables);
    shape_masks(tables);
    wide_encodings(tables);
    constants(tables);
    let mut places = readings(tables);
    outlines(tables, &mut places);
    let words = std::mem::take(&mut places.words);
    let told = places.finish(tables);
    recipes(tables, &words);
    recognitions(tables, &told);
    identify(tables);
    lookups(tables);
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
    wide.sort_unstable();
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

/// What a step of a rule leaves on the stack.
#[derive(Clone, Copy)]
enum Item {
    Number(i64),
    /// The bits of a field, and the field's index.
    Field(u64, u16),
    /// Whether the bits of `mask` are `bits`, or are not.
    Comparison {
        mask: u64,
        bits: u64,
        equal: bool,
    },
}

fn comparisons(tables: &mut TablesBuf) {
    let mut rules = std::mem::take(&mut tables.rules);
    for rule in &mut rules {
        // Readers of the comparison alone would not ask for the features.
        if rule.features == 0
            && let Some(Item::Comparison { mask, bits, equal }) = comparison(&tables.view(), rule)
        {
            (rule.mask, rule.bits, rule.equal) = (mask, bits, equal.into());
        }
    }
    tables.rules = rules;
}

/// Fills in the answers of rules that ask for few bits.
fn answers(tables: &mut TablesBuf) {
    let mut rules = std::mem::take(&mut tables.rules);
    let mut known: BTreeMap<Vec<u16>, Rows> = BTreeMap::new();
    for rule in rules.iter_mut().filter(|rule| rule.mask == 0) {
        let program = &tables.program[rule.program.range()];
        let Some(keys) = keys_of(tables, program) else {
            continue;
        };
        rule.bits = answers_of(tables, program, &keys);
        rule.keys = *known.entry(keys).or_insert_with_key(|keys| {
            let fields: Vec<Field> = keys
                .iter()
                .map(|it| tables.fields[usize::from(*it)])
                .collect();
            pool::append(&mut tables.fields, &fields)
        });
    }
    tables.rules = rules;
}

/// The fields that a program asks for, if those have few bits.
fn keys_of(tables: &TablesBuf, program: &[Step]) -> Option<Vec<u16>> {
    let mut keys = Vec::new();
    let mut bits = 0;
    for step in program {
        match *step {
            Step::Field(field) if !keys.contains(&field) => {
                keys.push(field);
                bits += tables.fields[usize::from(field)].total;
            }
            // Of registers there are more than that.
            Step::Distinct { .. } => return None,
            _ => {}
        }
    }
    (1..=MAX_KEY_BITS).contains(&bits).then_some(keys)
}

/// For each value that the fields have together, a bit: whether the program gives something else
/// than zero.
fn answers_of(tables: &TablesBuf, program: &[Step], keys: &[u16]) -> u64 {
    let total = |field: u16| tables.fields[usize::from(field)].total;
    let bits: u8 = keys.iter().map(|it| total(*it)).sum();
    let holds = |key: u64| {
        let field = |wanted: u16| {
            let before = keys.iter().take_while(|it| **it != wanted);
            let shift: u8 = before.map(|it| total(*it)).sum();
            (key >> shift & low_mask(total(wanted))).cast_signed()
        };
        value_of(program, field) != Some(0)
    };
    let values = (0..1_u64 << bits).filter(|key| holds(*key));
    values.fold(0, |answers, key| answers | 1 << key)
}

/// What a program gives for values of its fields.
fn value_of(program: &[Step], field: impl Fn(u16) -> i64) -> Option<i64> {
    let mut stack = Vec::new();
    for step in program {
        let value = match *step {
            Step::Push(number) => i64::from(number),
            Step::Field(index) => field(index),
            Step::Binary(operator) => {
                let b = stack.pop()?;
                operator.apply(stack.pop()?, b)
            }
            Step::Not => i64::from(stack.pop()? == 0),
            Step::Choose => {
                let (c, b) = (stack.pop()?, stack.pop()?);
                if stack.pop()? == 0 { c } else { b }
            }
            Step::Popcount => stack.pop()?.count_ones().into(),
            Step::Distinct { .. } => return None,
        };
        stack.push(value);
    }
    stack.pop()
}

/// The one comparison that a rule is; `None` if it is more.
fn comparison(tables: &Tables, rule: &Rule) -> Option<Item> {
    let mut stack = Vec::new();
    for step in &tables.program[rule.program.range()] {
        let item = match *step {
            Step::Push(number) => Item::Number(i64::from(number)),
            Step::Field(index) => {
                let field = tables.fields[index as usize];
                // What lies beyond the first 64 bits a comparison does not see.
                Item::Field(field.mask(tables.pieces).as_low()?, index)
            }
            Step::Binary(operator) => {
                let b = stack.pop()?;
                let a = stack.pop()?;
                match operator {
                    Operator::Eq => compared(tables, a, b, true)?,
                    Operator::Ne => compared(tables, a, b, false)?,
                    Operator::And => both(condition(a)?, condition(b)?, true)?,
                    Operator::Or => both(condition(a)?, condition(b)?, false)?,
                    _ => return None,
                }
            }
            Step::Not => match condition(stack.pop()?)? {
                Item::Comparison { mask, bits, equal } => Item::Comparison {
                    mask,
                    bits,
                    equal: !equal,
                },
                _ => return None,
            },
            Step::Choose | Step::Popcount | Step::Distinct { .. } => return None,
        };
        stack.push(item);
    }
    match stack.as_slice() {
        [item] => condition(*item),
        _ => None,
    }
}

fn compared(tables: &Tables, a: Item, b: Item, equal: bool) -> Option<Item> {
    let ((Item::Field(mask, index), Item::Number(number))
    | (Item::Number(number), Item::Field(mask, index))) = (a, b)
    else {
        return None;
    };
    let number = u64::try_from(number).ok()?;
    let field = tables.fields[index as usize];
    let bits = field.set(0_u64, number, tables.pieces);
    // A number that the field cannot hold is never equal.
    let fits = mask != 0 && field.get(bits, tables.pieces) == number;
    fits.then_some(Item::Comparison { mask, bits, equal })
}

/// A value as a condition: a field is one if it is not zero.
fn condition(item: Item) -> Option<Item> {
    match item {
        Item::Field(mask, _) if mask != 0 => Some(Item::Comparison {
            mask,
            bits: 0,
            equal: false,
        }),
        Item::Comparison { .. } => Some(item),
        _ => None,
    }
}

/// Two conditions as one: with "and" bits must be equal in both, with "or" they
/// must differ in either.
fn both(a: Item, b: Item, want: bool) -> Option<Item> {
    let turned = |item| match item {
        Item::Comparison { mask, bits, equal } if equal == want => Some((mask, bits)),
        // One bit that is not 0 is 1.
        Item::Comparison { mask, bits, .. } if mask.is_power_of_two() => Some((mask, bits ^ mask)),
        _ => None,
    };
    let ((mask_a, bits_a), (mask_b, bits_b)) = (turned(a)?, turned(b)?);
    let agree = (bits_a ^ bits_b) & mask_a & mask_b == 0;
    agree.then_some(Item::Comparison {
        mask: mask_a | mask_b,
        bits: bits_a | bits_b,
        equal: want,
    })
}
