//! Rules as looks at the bits: a comparison with constants, the answers for all values of a few
//! fields, a limit of registers that most instructions are far from.

use crate::known::Known;
use crate::sorted::SortedMap;

use super::pool;
use crate::tables::{
    Bits, Counted, Field, MAX_KEY_BITS, Operator, Rows, Rule, Step, StepParts, Tables, TablesBuf,
    low_mask,
};

/// Fills in what tells whether a rule holds without its program.
pub(super) fn rules(tables: &mut TablesBuf) {
    comparisons(tables);
    answers(tables);
    limits(tables);
}

/// A limit of the different registers that operands may name.
pub(super) struct RegisterLimit<'a> {
    /// The operands.
    pub(super) operands: &'a [Counted],
    /// So many registers at most.
    pub(super) most: i32,
}

/// The limit that is a rule, or enough for one; `None` if it is none.
pub(super) fn register_limit<'a>(tables: &'a Tables, rule: &Rule) -> Option<RegisterLimit<'a>> {
    let program = &tables.program[rule.program.range()];
    let (limit, is_all) = match program.split_last()? {
        // What also holds for another reason holds within the limit, too.
        (last, limit) if last.get() == Step::Binary(Operator::Or) => (limit, false),
        _ => (program, true),
    };
    let [
        Step::Distinct { first, len },
        Step::Push(most),
        Step::Binary(operator),
    ] = limit.last_chunk()?.map(StepParts::get)
    else {
        return None;
    };
    if is_all && limit.len() > 3 {
        return None;
    }
    let is_limit = operator == Operator::Le || (operator, most) == (Operator::Eq, 0);
    let first = usize::from(first);
    let operands = &tables.counted[first..first + usize::from(len)];
    is_limit.then_some(RegisterLimit { operands, most })
}

/// Fills in which bits tell that a limit of registers is kept.
fn limits(tables: &mut TablesBuf) {
    let mut rules = std::mem::take(&mut tables.rules);
    for rule in rules
        .iter_mut()
        .filter(|it| it.mask == 0 && it.keys.len == 0)
    {
        let view = tables.view();
        let Some(RegisterLimit { operands, mut most }) = register_limit(&view, rule) else {
            continue;
        };
        let (mut uncounted, mut set) = (0, 0);
        for row in operands {
            // What no bit of its own tells may always count.
            match uncounted_bit(&view, row).filter(|it| uncounted & it.bit == 0) {
                Some(it) => {
                    uncounted |= it.bit;
                    set |= if it.is_set { it.bit } else { 0 };
                }
                None => most -= 1,
            }
        }
        if let Ok(most) = u8::try_from(most)
            && uncounted != 0
        {
            (rule.uncounted, rule.bits, rule.most) = (uncounted, set, most);
        }
    }
    tables.rules = rules;
}

/// A bit among the first 64 that tells that the value of an operand does not count.
struct UncountedBit {
    bit: u64,
    /// It tells so where it is set.
    is_set: bool,
}

/// The bit of an operand that tells that its value does not count, if all that count have it
/// otherwise.
fn uncounted_bit(tables: &Tables, row: &Counted) -> Option<UncountedBit> {
    let field = tables.fields.get(usize::from(row.field))?;
    let highest = 1_u64.checked_shl(field.total.checked_sub(1)?.into())?;
    let bit = field.set(Bits::ZERO, highest, tables.pieces).as_low()?;
    let is_set = u64::from(row.last) < highest;
    let ranges = &tables.counted_ranges[row.ranges.range()];
    let is_clear = ranges
        .first()
        .is_some_and(|first| u64::from(first.first) >= highest);
    (is_set || is_clear).then_some(UncountedBit { bit, is_set })
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

/// Fills in the comparisons that rules are.
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
    let mut known_keys: SortedMap<Vec<u16>, Rows> = SortedMap::new();
    let mut known: SortedMap<Vec<u64>, u32> = SortedMap::new();
    // Many families ask the same of fields in other places.
    let mut asked: Known<(Vec<Step>, Vec<u8>), u32> = Known::default();
    for rule in rules.iter_mut().filter(|rule| rule.mask == 0) {
        let program = &tables.program[rule.program.range()];
        let Some(keys) = keys_of(tables, program) else {
            continue;
        };
        let widths = keys.iter().map(|&it| tables.fields[usize::from(it)].total);
        let question = (numbered(program, &keys), widths.collect());
        rule.answers = *asked
            .entry(question)
            .or_insert_with_key(|(program, widths)| {
                let answers = answers_of(program, widths);
                *known.entry(answers).or_insert_with_key(|answers| {
                    let first = tables.answers.len() as u32;
                    tables.answers.extend(answers);
                    first
                })
            });
        rule.keys = *known_keys.entry(keys).or_insert_with_key(|keys| {
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
fn keys_of(tables: &TablesBuf, program: &[StepParts]) -> Option<Vec<u16>> {
    let mut keys = Vec::new();
    let mut bits = 0;
    for step in program {
        match step.get() {
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

/// A program that has places among the keys as its fields.
fn numbered(program: &[StepParts], keys: &[u16]) -> Vec<Step> {
    let numbered = |step: &StepParts| match step.get() {
        Step::Field(field) => {
            let place = keys.iter().position(|key| *key == field);
            Step::Field(place.unwrap_or(keys.len()) as u16)
        }
        other => other,
    };
    program.iter().map(numbered).collect()
}

/// For each value that fields of these widths have together, a bit, the first lowest: whether the
/// program gives something else than zero.
fn answers_of(program: &[Step], widths: &[u8]) -> Vec<u64> {
    let mut bits = 0;
    let mut places = Vec::new();
    for &total in widths {
        places.push((bits, low_mask(total)));
        bits += total;
    }
    let keys = 1_u64 << bits;
    let mut stack = Vec::new();
    let blocks = (0..keys).step_by(LANES).map(|first| {
        let field = |place: u16| {
            let place = places.get(usize::from(place));
            std::array::from_fn(|lane| {
                let key = first | lane as u64;
                place.map_or(0, |(shift, mask)| (key >> shift & mask).cast_signed())
            })
        };
        stack.clear();
        let values: [i64; LANES] =
            values_of(program.iter().copied(), &mut stack, field).unwrap_or([1; LANES]);
        let holds = values.iter().rev();
        let holds = holds.fold(0, |all, value| all << 1 | u64::from(*value != 0));
        holds & low_mask(keys.min(LANES as u64) as u8)
    });
    blocks.collect()
}

/// Values that a program is run for at once: those whose answers are one number.
const LANES: usize = u64::BITS as usize;

/// Whether a rule holds for these bits; `None` if it asks for more than their values.
pub(super) fn holds(tables: &Tables, rule: &Rule, bits: u64) -> Option<bool> {
    if rule.mask != 0 {
        return Some((bits & rule.mask == rule.bits) == rule.equal.is_set());
    }
    let program = &tables.program[rule.program.range()];
    let field = |index: u16| {
        let field = tables.fields[usize::from(index)];
        [field.get(bits, tables.pieces).cast_signed()]
    };
    let program = program.iter().map(|step| step.get());
    values_of(program, &mut Vec::new(), field).map(|[value]| value != 0)
}

/// What a program gives for values of its fields, of which each has as many as there are lanes.
fn values_of<const N: usize>(
    program: impl Iterator<Item = Step>,
    stack: &mut Vec<[i64; N]>,
    field: impl Fn(u16) -> [i64; N],
) -> Option<[i64; N]> {
    for step in program {
        let values = match step {
            Step::Push(number) => [i64::from(number); N],
            Step::Field(index) => field(index),
            Step::Binary(operator) => {
                let (b, a) = (stack.pop()?, stack.pop()?);
                std::array::from_fn(|lane| operator.apply(a[lane], b[lane]))
            }
            Step::Not => stack.pop()?.map(|a| i64::from(a == 0)),
            Step::Choose => {
                let (c, b, a) = (stack.pop()?, stack.pop()?, stack.pop()?);
                std::array::from_fn(|lane| if a[lane] == 0 { c[lane] } else { b[lane] })
            }
            Step::Popcount => stack.pop()?.map(|a| a.count_ones().into()),
            Step::Distinct { .. } => return None,
        };
        stack.push(values);
    }
    stack.pop()
}

/// The one comparison that a rule is; `None` if it is more.
fn comparison(tables: &Tables, rule: &Rule) -> Option<Item> {
    let mut stack = Vec::new();
    for step in &tables.program[rule.program.range()] {
        let item = match step.get() {
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
