//! Structs within outlines: members in any order, each looked up.

use super::readings::Places;
use crate::tables::{
    AnyOrder, Form, Integer, Kind, NONE, Operand, PrintStep, READING_GOOD, READING_SILENT, Rule,
    SEPARATOR, Shape, Struct, Tables, Token, low_mask,
};

/// Widest member that has readings.
const MAX_BITS: u8 = 10;

/// How a struct is printed whose first form is a list of members.
pub(super) struct OutlinedStruct {
    /// Bits of the struct that have one value.
    pub(super) mask: u64,
    /// Their value.
    pub(super) bits: u64,
    /// Bits of the members in the list.
    pub(super) members: u64,
    /// Their defaults.
    pub(super) defaults: u64,
    /// What is printed if all have them.
    pub(super) all: Vec<PrintStep>,
    /// What is printed otherwise.
    pub(super) some: Vec<PrintStep>,
}

/// The outline of the struct that an operand holds, within the bits of the instruction;
/// `None` if it has none.
pub(super) fn outlined(
    tables: &Tables,
    shape: &Shape,
    operand: &Operand,
    syntax: usize,
    places: &mut Places,
) -> Option<OutlinedStruct> {
    let Kind::Struct { structure } = operand.kind.get() else {
        return None;
    };
    let row = tables.struct_on(structure, shape.arch)?;
    if operand.field.more.len != 0 || operand.field.total != row.bits {
        return None;
    }
    let is_printed = |form: &&Form| usize::from(form.syntax) == syntax && !form.read_only.is_set();
    let form = tables.forms[row.forms.range()].iter().find(is_printed)?;
    let [token] = tables.tokens[form.tokens.range()] else {
        return None;
    };
    let Token::AnyOrder(list) = token.get() else {
        return None;
    };
    let list = &tables.any_orders[usize::from(list)];
    let (mask, bits) = demand(tables, row, form)?;
    let members = &tables.operands[row.members.range()];
    let mut outlined = OutlinedStruct {
        mask,
        bits,
        members: 0,
        defaults: 0,
        all: Vec::new(),
        some: Vec::new(),
    };
    for item in &tables.modifiers[list.items.range()] {
        let member = &members[usize::from(item.operand)];
        let spelling = tables.spellings[item.spellings.range()].first()?;
        let (before, after) = (tables.text(spelling.before), tables.text(spelling.after));
        if !spelling.valued.is_set() || !is_plain(tables, member) {
            return None;
        }
        let text = |value: u64| format!("{before}{value}{after}");
        let texts = |places: &mut Places, silent: Option<u64>| {
            let entry = |value| match silent == Some(value) {
                true => READING_SILENT,
                false => places.text(&text(value)),
            };
            let entries: Vec<u32> = (0..1 << member.field.total).map(entry).collect();
            entries
                .iter()
                .all(|entry| *entry != READING_GOOD)
                .then_some(entries)
        };
        let always = texts(places, None)?;
        let differing = texts(places, Some(member.default))?;
        let step = |places: &mut Places, entries: &[u32]| {
            let base = places.rows(entries);
            Some(PrintStep {
                reading: places.of_field(tables, member.field, operand.field.shift, base)?,
                operand: u32::MAX,
                before: separated(tables, list)?,
            })
        };
        outlined.all.push(step(places, &always)?);
        outlined.some.push(step(places, &differing)?);
        outlined.members |= member.mask;
        outlined.defaults |= member.default_bits;
    }
    let shift = operand.field.shift;
    for bits in [
        &mut outlined.mask,
        &mut outlined.bits,
        &mut outlined.members,
        &mut outlined.defaults,
    ] {
        *bits <<= shift;
    }
    Some(outlined)
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

/// Whether a member is a number that is printed as its bits are.
fn is_plain(tables: &Tables, member: &Operand) -> bool {
    let Kind::Integer { integer } = member.kind.get() else {
        return false;
    };
    let Integer {
        bits,
        signed,
        hex,
        scale,
        bias,
        ..
    } = tables.integers[usize::from(integer)];
    let total = member.field.total;
    let fits = (1..=MAX_BITS).contains(&total) && bits >= total && member.field.more.len <= 1;
    let is_small = hex.is_none_or(|from| u64::from(from) > low_mask(total));
    fits && is_small && !signed && scale <= 1 && bias == 0
}

/// How many bytes of the separator stand before a member, also the first.
fn separated(tables: &Tables, list: &AnyOrder) -> Option<u8> {
    let separator = tables.texts[list.separators.range()].first()?;
    let separator = tables.text(*separator);
    (separator == &SEPARATOR[1..]).then_some(separator.len() as u8)
}
