//! Structs within outlines: members in any order, each looked up.

use super::places::Places;
use super::texts::Texts;
use crate::sorted::sort_by_key;
use crate::tables::{
    AnyOrder, Form, Integer, Kind, Modifier, NONE, Operand, PrintStep, READING_GOOD,
    READING_SILENT, Reading, Rule, SEPARATOR, Struct, Tables, Token, low_mask,
};

/// Widest member that has readings.
const MAX_BITS: u8 = 10;

/// Most members of a list whose separator is no single blank: each choice of them is a way.
const MAX_CHOSEN: usize = 3;

/// A way to print a struct, for values with these bits.
pub(super) struct Way {
    /// Bits that have one value.
    pub(super) mask: u64,
    /// Their value.
    pub(super) bits: u64,
    /// What is printed.
    pub(super) steps: Vec<PrintStep>,
}

/// A member of a list, with what is printed of it.
struct Item<'a> {
    member: &'a Operand,
    before: &'a str,
    after: &'a str,
    /// The text of each of its values; `None` for what the forms must say.
    values: Vec<Option<String>>,
}

/// The ways to print the struct that an operand holds, in the order to try them, within the bits
/// of the instruction: those of the first form that is a list of members, and of the forms before
/// it that are one word each. `None` if there are none.
pub(super) fn outlined(
    texts: &Texts<'_>,
    operand: &Operand,
    places: &mut Places,
) -> Option<Vec<Way>> {
    let tables = &texts.tables;
    let Kind::Struct { structure } = operand.kind.get() else {
        return None;
    };
    let row = tables.struct_on(structure, texts.arch)?;
    if operand.field.more.len != 0 || operand.field.total != row.bits {
        return None;
    }
    let shift = operand.field.shift;
    let members = &tables.operands[row.members.range()];
    let is_printed = |form: &&Form| form.syntax == texts.syntax && !form.read_only.is_set();
    let mut ways = Vec::new();
    for form in tables.forms[row.forms.range()].iter().filter(is_printed) {
        let [token] = tables.tokens[form.tokens.range()] else {
            return None;
        };
        let (mask, bits) = demand(tables, row, form)?;
        match token.get() {
            Token::Operand(index) => {
                let member = &members[usize::from(index)];
                // A word alone, of bits that the form needs anyway.
                let value = member.field.get(bits, tables.pieces);
                let word = (member.mask & !mask == 0).then_some(value)?;
                let word = texts.of(member.kind.get(), member.field.total, word)?;
                let reading = places.constant(&word)?;
                let steps = vec![step(reading)];
                ways.push(Way { mask, bits, steps });
            }
            Token::AnyOrder(list) => {
                let list = &tables.any_orders[usize::from(list)];
                let items = items(texts, members, list)?;
                let separator = tables.texts[list.separators.range()].first()?;
                // The blank in front of it is there before the first member, too.
                let mark = tables.text(*separator).strip_prefix(&SEPARATOR[1..])?;
                let chosen = match mark {
                    "" => by_silence(tables, &items, shift, places)?,
                    _ => by_choice(tables, &items, mark, shift, places)?,
                };
                ways.extend(chosen.into_iter().map(|way| Way {
                    mask: way.mask | mask,
                    bits: way.bits | bits,
                    ..way
                }));
                for way in &mut ways {
                    way.mask <<= shift;
                    way.bits <<= shift;
                }
                return Some(ways);
            }
            _ => return None,
        }
    }
    None
}

/// A step behind a blank.
fn step(reading: Reading) -> PrintStep {
    PrintStep {
        wraps: 0,
        reading,
        operand: u32::MAX,
        before: 1,
    }
}

/// Members that say nothing if they have their defaults, but all say it if all have them.
fn by_silence(
    tables: &Tables,
    items: &[Item<'_>],
    shift: u8,
    places: &mut Places,
) -> Option<Vec<Way>> {
    let way = || Way {
        mask: 0,
        bits: 0,
        steps: Vec::new(),
    };
    let (mut all, mut some) = (way(), way());
    for item in items {
        all.mask |= item.member.mask;
        all.bits |= item.member.default_bits;
        all.steps.push(item.step(tables, "", None, shift, places)?);
        let silent = Some(item.member.default);
        some.steps
            .push(item.step(tables, "", silent, shift, places)?);
    }
    Some(vec![all, some])
}

/// A way for each choice of members that have other values than their defaults, fewer first: so
/// those of a way that comes to be tried have. All say it if none has.
fn by_choice(
    tables: &Tables,
    items: &[Item<'_>],
    mark: &str,
    shift: u8,
    places: &mut Places,
) -> Option<Vec<Way>> {
    if items.len() > MAX_CHOSEN {
        return None;
    }
    let mut choices: Vec<u32> = (0..1 << items.len()).collect();
    sort_by_key(&mut choices, |choice| choice.count_ones());
    let way = |choice: u32| {
        let mut way = Way {
            mask: 0,
            bits: 0,
            steps: Vec::new(),
        };
        for (at, item) in items.iter().enumerate() {
            let is_chosen = choice >> at & 1 == 1;
            if !is_chosen {
                way.mask |= item.member.mask;
                way.bits |= item.member.default_bits;
            }
            if is_chosen || choice == 0 {
                let mark = if way.steps.is_empty() { "" } else { mark };
                way.steps
                    .push(item.step(tables, mark, None, shift, places)?);
            }
        }
        Some(way)
    };
    choices.into_iter().map(way).collect()
}

impl Item<'_> {
    /// The step that prints the member behind a mark, but for the value that says nothing.
    fn step(
        &self,
        tables: &Tables,
        mark: &str,
        silent: Option<u64>,
        shift: u8,
        places: &mut Places,
    ) -> Option<PrintStep> {
        let entry = |(value, text): (u64, &Option<String>)| match text {
            _ if silent == Some(value) => Some(READING_SILENT),
            None => Some(READING_GOOD),
            Some(text) => {
                let text = format!("{mark}{}{text}{}", self.before, self.after);
                Some(places.text(&text)).filter(|entry| *entry != READING_GOOD)
            }
        };
        let entries: Option<Vec<u32>> = (0..).zip(&self.values).map(entry).collect();
        let base = places.rows(&entries?);
        places
            .of_field(tables, self.member.field, shift, base)
            .map(step)
    }
}

/// The members of a list; `None` if they are more than words and plain numbers.
fn items<'a>(texts: &Texts<'a>, members: &'a [Operand], list: &AnyOrder) -> Option<Vec<Item<'a>>> {
    let tables = &texts.tables;
    let item = |item: &Modifier| {
        let member = &members[usize::from(item.operand)];
        let spelling = tables.spellings[item.spellings.range()].first()?;
        if !spelling.valued.is_set() || !has_texts(tables, member) {
            return None;
        }
        let values = 0..1 << member.field.total;
        let (kind, total) = (member.kind.get(), member.field.total);
        let values = values.map(|value| texts.of(kind, total, value));
        Some(Item {
            member,
            before: tables.text(spelling.before),
            after: tables.text(spelling.after),
            values: values.collect(),
        })
    };
    tables.modifiers[list.items.range()]
        .iter()
        .map(item)
        .collect()
}

/// The bits of a struct that a form needs; `None` if it needs more than bits.
fn demand(tables: &Tables, row: &Struct, form: &Form) -> Option<(u64, u64)> {
    let unsaid = !form.spoken & low_mask(row.bits);
    let mut demands = vec![(unsaid, form.rest & unsaid), (row.reserved, 0)];
    let when = (form.when != NONE).then(|| &tables.rules[usize::from(form.when)]);
    for rule in when.into_iter().chain(&tables.rules[form.rules.range()]) {
        let Rule { mask, bits, .. } = *rule;
        if mask == 0 || !rule.equal.is_set() {
            return None;
        }
        demands.push((mask, bits));
    }
    let mut all = (0, 0);
    for (mask, bits) in demands {
        if (all.1 ^ bits) & all.0 & mask != 0 {
            return None;
        }
        all = (all.0 | mask, all.1 | bits & mask);
    }
    Some(all)
}

/// Whether a member is a word, or a number that is printed as its bits are.
fn has_texts(tables: &Tables, member: &Operand) -> bool {
    let total = member.field.total;
    let fits = (1..=MAX_BITS).contains(&total) && member.field.more.len <= 1;
    let integer = match member.kind.get() {
        Kind::Integer { integer } => integer,
        Kind::Class { .. } => return fits,
        _ => return false,
    };
    let integer = &tables.integers[usize::from(integer)];
    let Integer {
        bits, signed, hex, ..
    } = *integer;
    let is_small = hex.is_none_or(|from| u64::from(from) > low_mask(total));
    fits && bits >= total && is_small && !signed && integer.is_unscaled()
}
