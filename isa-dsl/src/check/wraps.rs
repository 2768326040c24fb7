//! Source modifiers: texts around an operand that set a bit.

use super::context::Context;
use super::taken::Names;
use super::uses::Uses;
use crate::ast;
use crate::bits::BitField;
use crate::declare::Sort;
use crate::diagnostic::Code;
use crate::model::{Entry, Kind, Meaning, Model, Shape, SignOf, Wrap};
use crate::tables::Bits;

/// Source modifiers of an operand at most.
const MAX_WRAPS: usize = 8;

/// Checks every `wrap` item.
pub fn check(context: &mut Context) {
    for item in &context.names.wraps {
        let mut seen = Names::default();
        let mut spelled = false;
        for (syntax, texts) in &item.spellings {
            context.syntax(syntax);
            if let Some(clash) = seen.take(&syntax.text, context.machine.all(), syntax.span) {
                let first = ast::Name {
                    text: syntax.text.clone(),
                    span: clash.place,
                };
                let error = crate::machine::duplicate("spelling in syntax", syntax, &first);
                context.diagnostics.push(error);
            }
            spelled = true;
            templates(texts, context);
        }
        if !spelled {
            let message = format!("no syntax spells `{}`", item.name.text);
            context
                .error(Code::NoSyntax, item.name.span, message)
                .help("say how it is written: `llvm \"-{}\";`");
        }
    }
}

/// Whether spellings stand around an operand. What begins with the operand
/// could not be told from one without the modifier before its end.
fn templates(texts: &[ast::Name], context: &mut Context) {
    for (at, text) in texts.iter().enumerate() {
        // The bits of all operands at once; never printed, so never the first.
        let key = text.text.strip_suffix(":[]");
        if at != 0 && key.is_some_and(|key| !key.is_empty() && !key.contains([':', '{'])) {
            continue;
        }
        let (before, _) = text.text.split_once("{}").unwrap_or_default();
        if before.trim().is_empty() || text.text.matches("{}").count() != 1 {
            let message = "a source modifier is written around its operand";
            context
                .error(Code::BadTemplate, text.span, message)
                .help("put one `{}` where the operand stands, behind some text: `\"-{}\"`");
        }
    }
}

/// Source modifiers of an operand: each with its spellings and its bit.
pub(super) fn of_operand(
    operand: &ast::Operand,
    uses: &mut Uses,
    context: &mut Context,
) -> Vec<Wrap> {
    if let Some(wrap) = operand.wraps.get(MAX_WRAPS) {
        let message = format!(
            "`{}` has {} source modifiers",
            operand.name.text,
            operand.wraps.len()
        );
        context
            .error(Code::OutOfRange, wrap.field.span, message)
            .label(format!("expected at most {MAX_WRAPS}"));
    }
    let mut wraps = Vec::new();
    for wrap in &operand.wraps {
        let spellings = spellings(wrap.name.as_ref(), &wrap.spellings, context);
        if !uses.known(&wrap.field, context) {
            continue;
        }
        let name = &wrap.field.text;
        // A field of several bits may serve several operands, a bit each.
        let shared = uses.wrapped.iter().any(|(_, used, _)| used == name);
        let meaning = uses.used.iter().find(|(used, _)| used == name);
        if let (false, Some((_, first))) = (shared, meaning) {
            let message = format!("field `{name}` has two meanings");
            context
                .error(Code::FieldTwice, wrap.field.span, message)
                .label("a source modifier")
                .also(*first, "its other meaning is here");
            continue;
        }
        if meaning.is_none() {
            uses.used.push((name.clone(), wrap.field.span));
        }
        let Some(whole) = uses.site.layout.field(name, uses.site.arch) else {
            continue;
        };
        let bit = wrap.bit.map_or(0, |bit| bit.value);
        if bit >= u64::from(whole.width()) {
            let message = format!("`{name}` has no bit {bit}");
            context
                .error(
                    Code::BitRange,
                    wrap.bit.map_or(wrap.field.span, |bit| bit.span),
                    message,
                )
                .label(format!("expected at most {}", whole.width().max(1) - 1));
            continue;
        }
        let mask = whole.place(1 << bit);
        if let Some((_, _, first)) = uses.wrapped.iter().find(|(other, ..)| *other == mask) {
            let message = format!("bit {bit} of `{name}` has two meanings");
            context
                .error(Code::FieldTwice, wrap.field.span, message)
                .also(*first, "its other meaning is here");
            continue;
        }
        uses.wrapped.push((mask, name.clone(), wrap.field.span));
        wraps.extend(spellings.map(|spellings| Wrap {
            name: wrap.name.as_ref().unwrap_or(&wrap.field).text.clone(),
            spellings,
            field: BitField::single(mask.trailing_zeros(), 1),
        }));
    }
    wraps
}

/// Source modifiers of an operand that change a number as it is read.
pub(super) fn signs_of(
    operand: &ast::Operand,
    kind: &Kind,
    context: &mut Context,
    model: &Model,
) -> Vec<SignOf> {
    let Some(first) = operand.signs.first() else {
        return Vec::new();
    };
    let is_literal = |entry: &Entry| entry.meaning == Meaning::Literal;
    let numbers = match kind {
        Kind::Class(class, _) => model.classes[*class].entries.iter().any(is_literal),
        _ => false,
    };
    if !numbers || !operand.wraps.is_empty() || operand.signs.len() > MAX_WRAPS {
        let message = format!("no number of `{}` can be changed", operand.name.text);
        context
            .error(Code::BadKind, first.span, message)
            .help("it must be of a class with `literal`, and have no source modifiers with bits");
        return Vec::new();
    }
    let mut signs = Vec::new();
    for sign in &operand.signs {
        let spellings = spellings(sign.name.as_ref(), &sign.spellings, context);
        signs.extend(spellings.map(|spellings| SignOf {
            spellings,
            clears: sign.clears,
        }));
    }
    signs
}

/// By syntax, how a source modifier is written: by the item of that name, or in place;
/// `None` if no such is known.
fn spellings(
    name: Option<&ast::Name>,
    in_place: &[ast::Name],
    context: &mut Context,
) -> Option<Vec<Vec<String>>> {
    let texts = |texts: &[ast::Name]| -> Vec<String> {
        texts.iter().map(|text| text.text.clone()).collect()
    };
    let Some(name) = name else {
        templates(in_place, context);
        return Some(vec![texts(in_place); context.machine.syntaxes.len()]);
    };
    let index = context.find(Sort::Wrap, name)?;
    let item = context.names.wraps.get(index)?;
    let of_syntax = |syntax: &crate::machine::Syntax| {
        let mut list = item.spellings.iter();
        let own = list.find(|(name, _)| name.text == syntax.name);
        own.map_or_else(Vec::new, |(_, list)| texts(list))
    };
    Some(context.machine.syntaxes.iter().map(of_syntax).collect())
}

/// The bits of fields that hold source modifiers and serve no operand: text
/// says zero, the decoder keeps what it finds.
pub(super) fn unused_bits(uses: &Uses, shape: &mut Shape) {
    let mut taken = Bits::ZERO;
    let mut whole = Bits::ZERO;
    for &(mask, ref name, _) in &uses.wrapped {
        taken |= mask;
        let field = uses.site.layout.field(name, uses.site.arch);
        whole |= field.map_or(Bits::ZERO, BitField::mask);
    }
    shape.unused |= whole & !taken;
}
