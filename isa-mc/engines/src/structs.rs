//! Structs: which form says a value.

use crate::operand;
use crate::rule;
use crate::tables::{
    BitString, Form, Kind, Meaning, Modifier, NONE, Operand, Struct, Tables, Token,
};
use crate::{SyntaxId, Target};

/// The first form that says all of a value: it is not read only, its condition
/// holds, every member it mentions has a text, and the other bits are as
/// reading the form gives them.
pub(crate) fn form<'a>(
    target: &Target<'a>,
    row: &Struct,
    bits: u64,
    syntax: SyntaxId,
) -> Option<&'a Form> {
    let tables = target.tables;
    if !operand::is_struct(row, bits) {
        return None;
    }
    let members = &tables.operands[row.members.range()];
    let mut forms = tables.forms[row.forms.range()].iter();
    forms.find(|form| says(target, members, form, bits, syntax))
}

/// Whether a form says all of a value of a struct with these members.
pub(crate) fn says(
    target: &Target<'_>,
    members: &[Operand],
    form: &Form,
    bits: u64,
    syntax: SyntaxId,
) -> bool {
    let tables = target.tables;
    form.syntax == syntax.0
        && !form.read_only.is_set()
        && (bits ^ form.rest) & !form.spoken == 0
        && (form.when == NONE || rule::holds(tables, &tables.rules[form.when as usize], bits))
        && tables.tokens[form.tokens.range()]
            .iter()
            .all(|token| match token.get() {
                Token::Operand(index) => {
                    has_text(target, &members[usize::from(index)], bits, syntax)
                }
                Token::AnyOrder(list) => {
                    let mut items = written(tables, list, members, bits);
                    items
                        .all(|it| has_text(target, &members[usize::from(it.operand)], bits, syntax))
                }
                _ => true,
            })
}

/// Whether a member's value has a text.
pub(crate) fn has_text(target: &Target<'_>, member: &Operand, bits: u64, syntax: SyntaxId) -> bool {
    let tables = target.tables;
    let has_meaning = || operand::check(target, member, bits).is_ok();
    match member.kind.get() {
        Kind::Flag => true,
        Kind::Integer { integer } => {
            tables.integers[integer as usize].bits >= member.field.total || has_meaning()
        }
        Kind::List { .. } => has_meaning(),
        // Nearly all have a text of their own; what remains are structs.
        _ => {
            member.reading.text(bits, target.features, tables).len != 0
                || has_meaning() && is_said(target, member, bits, syntax)
        }
    }
}

/// The members of a list that are printed: those without their defaults, or if
/// there are none, all but the flags.
pub(crate) fn written<'a>(
    tables: &'a Tables<'a>,
    list: u16,
    members: &'a [Operand],
    bits: u64,
) -> impl Iterator<Item = &'a Modifier> {
    let list = &tables.any_orders[list as usize];
    let items = &tables.modifiers[list.items.range()];
    let differs = move |item: &Modifier| {
        let member = &members[item.operand as usize];
        member.get(bits, tables.pieces) != member.default
    };
    let all = !items.iter().any(differs);
    items.iter().filter(move |item| {
        if all {
            members[item.operand as usize].kind != Kind::Flag.into()
        } else {
            differs(item)
        }
    })
}
/// Whether the struct that an operand holds has a text; operands that hold
/// none always have.
pub(crate) fn is_said(
    target: &Target<'_>,
    row: &Operand,
    bits: impl BitString,
    syntax: SyntaxId,
) -> bool {
    let tables = target.tables;
    let value = row.get(bits, tables.pieces);
    let structure = match row.kind.get() {
        Kind::Struct { structure } => structure,
        Kind::Class { class, .. } => {
            let class = &tables.classes[class as usize];
            match operand::entry(tables, target.arch, class, value).map(|entry| entry.meaning) {
                Some(Meaning::Struct { structure }) => structure,
                _ => return true,
            }
        }
        _ => return true,
    };
    tables
        .struct_on(structure, target.arch)
        .is_some_and(|row| form(target, row, value, syntax).is_some())
}
