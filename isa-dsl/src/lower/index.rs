//! What the engines would otherwise find out anew for every instruction, found
//! out once: which values of an operand have a meaning, which rules are a
//! single comparison, how groups of registers are aligned.
//!
//! Everything here follows from the other rows and changes no answer. The
//! engines' tests compare the verdicts with the operands they stand for.

use std::collections::BTreeMap;

use crate::tables::{
    Check, Kind, Meaning, NONE, Operand, Operator, RegisterFile, Rule, Step, Tables, TablesBuf,
    VERDICT_BAD, VERDICT_GOOD, VERDICT_LITERAL, low_mask,
};

/// Widest field that has verdicts.
const MAX_VERDICT_BITS: u8 = 10;

/// Fills in the columns that follow from others: `RegisterFile::alignments`,
/// the key of a `Width`, the comparison of a `Rule`, the masks of an `Operand`
/// and a `Shape`, and the `checks` with their `verdicts`.
///
/// Lowering ends with it. Tables that are made in another way need it too
/// before the engines run over them.
pub fn index(tables: &mut TablesBuf) {
    alignments(tables);
    keys(tables);
    comparisons(tables);
    masks(tables);
    checks(tables);
}

fn masks(tables: &mut TablesBuf) {
    let pieces = &tables.pieces;
    for operand in &mut tables.operands {
        operand.mask = operand.field.mask(pieces);
        operand.default_bits = operand.field.set(0, operand.default, pieces);
    }
    for shape in &mut tables.shapes {
        (shape.modifiers, shape.modifier_defaults) = (0, 0);
        let operands = &tables.operands[shape.operands.range()];
        for operand in operands.iter().skip(shape.positional as usize) {
            shape.modifiers |= operand.mask;
            shape.modifier_defaults |= operand.default_bits;
        }
    }
}

fn alignments(tables: &mut TablesBuf) {
    let groups = &tables.groups;
    for file in &mut tables.files {
        file.alignments = 0;
        for group in &groups[file.groups.range()] {
            if (1..=16).contains(&group.count) {
                let shift = (u32::from(group.count) - 1) * 4;
                let align = group.align.max(1);
                let log = match align.is_power_of_two() {
                    true => u64::from(align.trailing_zeros()),
                    false => 15,
                };
                file.alignments |= log << shift;
            }
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
        if let Some(Item::Comparison { mask, bits, equal }) = comparison(&tables.view(), rule) {
            (rule.mask, rule.bits, rule.equal) = (mask, bits, equal);
        }
    }
    tables.rules = rules;
}

/// The one comparison that a rule is; `None` if it is more.
fn comparison(tables: &Tables, rule: &Rule) -> Option<Item> {
    let mut stack = Vec::new();
    for step in &tables.program[rule.program.range()] {
        let item = match *step {
            Step::Push(number) => Item::Number(i64::from(number)),
            Step::Field(index) => {
                let field = tables.fields[index as usize];
                Item::Field(field.mask(tables.pieces), index)
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
            Step::Choose | Step::Popcount => return None,
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
    let bits = field.set(0, number, tables.pieces);
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

/// What verdicts depend on: the architecture, the kind, whether width zero has
/// a text, the bits of the field, the narrowest and the widest operand.
type VerdictKey = (u8, Kind, bool, u8, u8, u8);

fn checks(tables: &mut TablesBuf) {
    let mut shapes = std::mem::take(&mut tables.shapes);
    let mut checks: Vec<Check> = Vec::new();
    let mut verdicts: Vec<u8> = Vec::new();
    let mut known: BTreeMap<VerdictKey, Option<u32>> = BTreeMap::new();
    let view = tables.view();
    for shape in &mut shapes {
        let mut rows = Vec::new();
        shape.zero = 0;
        for (at, operand) in view.operands[shape.operands.range()].iter().enumerate() {
            let field = operand.field;
            if field.total == 0 || (operand.kind == Kind::Flag && field.total == 1) {
                continue;
            }
            if let Kind::Integer { integer } = operand.kind {
                let integer = &view.integers[integer as usize];
                if !integer.signed {
                    let high = !low_mask(integer.bits);
                    shape.zero |= field.set(0, high, view.pieces);
                    continue;
                }
                if integer.bits >= field.total {
                    continue;
                }
            }
            let mut check = Check {
                shift: field.shift,
                width: field.width,
                mask: low_mask(field.width) as u16,
                operand: at as u16,
                width_table: operand.width_table,
                verdicts: u32::MAX,
            };
            if field.more.len == 0 && field.width <= MAX_VERDICT_BITS {
                let (low, high) = widths(&view, operand);
                let may_be_absent = operand.width_table != NONE || operand.zero.len != 0;
                let key = (
                    shape.arch,
                    operand.kind,
                    may_be_absent,
                    field.width,
                    low,
                    high,
                );
                let place = *known
                    .entry(key)
                    .or_insert_with(|| add_verdicts(&view, key, &mut verdicts));
                match place {
                    None => continue,
                    Some(place) => check.verdicts = place,
                }
            }
            rows.push(check);
        }
        shape.checks = super::pool::append(&mut checks, &rows);
    }
    tables.shapes = shapes;
    tables.checks = checks;
    tables.verdicts = verdicts;
}

/// The narrowest and the widest that an operand may be. Tables of verdicts for
/// widths that vary begin with width 0.
fn widths(tables: &Tables, operand: &Operand) -> (u8, u8) {
    if operand.width_table == NONE {
        return (operand.width, operand.width);
    }
    let width = &tables.widths[operand.width_table as usize];
    let bits: u8 = tables.fields[width.key.range()]
        .iter()
        .map(|field| field.total)
        .sum();
    let start = width.values as usize;
    let values = &tables.width_values[start..start + (1 << bits)];
    (0, values.iter().copied().max().unwrap_or(0))
}

/// Appends the verdicts of a key and says where; `None` if all are good.
fn add_verdicts(tables: &Tables, key: VerdictKey, verdicts: &mut Vec<u8>) -> Option<u32> {
    let (_, _, _, bits, low, high) = key;
    let start = verdicts.len();
    for width in low..=high {
        verdicts.extend((0..1_u64 << bits).map(|value| verdict(tables, key, width, value)));
    }
    if verdicts[start..].iter().all(|&it| it == VERDICT_GOOD) {
        verdicts.truncate(start);
        return None;
    }
    Some(start as u32)
}

fn verdict(tables: &Tables, key: VerdictKey, width: u8, value: u64) -> u8 {
    let (arch, kind, may_be_absent, bits, ..) = key;
    let good = |good: bool| if good { VERDICT_GOOD } else { VERDICT_BAD };
    let absent = width == 0 && may_be_absent;
    match kind {
        Kind::Flag => VERDICT_GOOD,
        Kind::Integer { integer } => {
            let integer = &tables.integers[integer as usize];
            let plain = value & low_mask(integer.bits) == value;
            // The sign fills the field.
            let negative = low_mask(bits) & !low_mask(integer.bits.max(1) - 1);
            let sign = value & negative;
            good(match integer.signed && integer.bits != 0 {
                true => sign == 0 || sign == negative,
                false => plain,
            })
        }
        Kind::Register { .. } | Kind::Class { .. } if absent => good(value == 0),
        Kind::Register { file } => {
            let file = &tables.files[file as usize];
            good(is_group(tables, arch, file, value, width))
        }
        Kind::Class { class } => {
            let class = &tables.classes[class as usize];
            let entry = tables.entries[class.entries.range()].iter().find(|entry| {
                entry.archs >> arch & 1 != 0
                    && (u64::from(entry.first)..=u64::from(entry.last)).contains(&value)
            });
            match entry.map(|entry| entry.meaning) {
                None | Some(Meaning::Escape) => VERDICT_BAD,
                Some(Meaning::Literal) => VERDICT_LITERAL,
                Some(Meaning::Register { file }) => {
                    let file = &tables.files[file as usize];
                    good(is_group(tables, arch, file, value, width))
                }
                Some(_) => VERDICT_GOOD,
            }
        }
    }
}

/// Whether so many registers from `number` on can be used together.
fn is_group(tables: &Tables, arch: u8, file: &RegisterFile, number: u64, count: u8) -> bool {
    let rows = &tables.registers[file.registers.range()];
    let single = rows.iter().find(|row| {
        let first = u64::from(row.number);
        row.archs >> arch & 1 != 0
            && row.times == 1
            && (first..first + u64::from(row.count)).contains(&number)
    });
    let Some(single) = single else {
        return false;
    };
    if count <= 1 {
        return true;
    }
    let align = tables.groups[file.groups.range()]
        .iter()
        .find(|group| group.count == count)
        .map_or(1, |group| group.align.max(1));
    let whole = if single.indexed {
        number + u64::from(count) <= u64::from(single.number) + u64::from(single.count)
    } else {
        rows.iter().any(|row| {
            !row.indexed
                && u64::from(row.number) == number
                && row.times == count
                && row.archs >> arch & 1 != 0
        })
    };
    whole && number.is_multiple_of(u64::from(align))
}
