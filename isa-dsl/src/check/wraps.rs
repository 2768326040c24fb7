//! Source modifiers: texts around an operand that set a bit.

use super::context::Context;
use super::taken::Names;
use super::uses::Uses;
use crate::ast;
use crate::bits::BitField;
use crate::declare::Sort;
use crate::diagnostic::Code;
use crate::model::{Entry, HalfOf, Kind, Meaning, Model, Shape, SignOf, Wrap};
use crate::tables::Bits;

/// Source modifiers of an operand at most.
const MAX_WRAPS: usize = 8;

/// Checks every `wrap` item.
pub fn check(context: &mut Context) {
    for item in &context.names.wraps {
        let mut seen = Names::default();
        let mut spelled = false;
        if let Some(half) = &item.half {
            context.find(Sort::File, &half.file);
            context.feature(half.needs.as_ref());
        }
        for text in &item.spellings {
            let syntax = &text.syntax;
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
            match &item.half {
                None => templates(&text.texts, context),
                Some(_) => half_texts(text, context),
            }
            if let (None, Some(other)) = (&item.half, &text.other) {
                let message = "only halves of registers have a text for each value of the bit";
                context
                    .error(Code::BadTemplate, other.span, message)
                    .help(format!(
                        "say whose: `wrap {} of registers {{ … }}`",
                        item.name.text
                    ));
            }
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

/// Whether a half of a register has a text for each value of its bit, behind the register.
fn half_texts(text: &ast::WrapText, context: &mut Context) {
    if let (None, Some(last)) = (&text.other, text.texts.last()) {
        let message = "a half has a text for each value of its bit";
        context
            .error(Code::BadTemplate, last.span, message)
            .help("write the one of a bit that is not set behind it: `\"{}.h\" else \"{}.l\"`");
    }
    if let Some(second) = text.texts.get(1) {
        let message = "a half is written in one way";
        context.error(Code::BadTemplate, second.span, message);
    }
    let ends: Vec<&str> = text
        .texts
        .iter()
        .chain(&text.other)
        .map(|it| it.text.as_str())
        .collect();
    for text in text.texts.iter().chain(&text.other) {
        let end = text.text.strip_prefix("{}").unwrap_or_default();
        let is_end = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let is_mark = end.starts_with('.') && end.len() > 1 && end[1..].chars().all(is_end);
        if !is_mark || ends.iter().filter(|it| it.ends_with(end)).count() != 1 {
            let message = "this does not say which half of a register";
            context
                .error(Code::BadTemplate, text.span, message)
                .help("write a point and a word of its own behind the register: `\"{}.h\"`");
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
        let half = half_of(wrap, context).cloned();
        let half = half.map(|half| HalfOf {
            file: context.find(Sort::File, &half.file).unwrap_or_default(),
            features: context.feature(half.needs.as_ref()),
        });
        // A field of several bits may serve several operands, a bit each.
        let shared = uses.wrapped.iter().any(|(_, used, _)| used == name);
        let meaning = uses.used.iter().find(|(used, _)| used == name);
        if let (false, None, Some((_, first))) = (shared, half, meaning) {
            let message = format!("field `{name}` has two meanings");
            context
                .error(Code::FieldTwice, wrap.field.span, message)
                .label("a source modifier")
                .also(*first, "its other meaning is here");
            continue;
        }
        if meaning.is_none() && half.is_none() {
            uses.used.push((name.clone().into(), wrap.field.span));
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
            uses.failed = true;
            continue;
        }
        let mask = whole.place(1 << bit);
        let mut taken = uses.wrapped.iter().chain(&uses.halves);
        if let Some((_, _, first)) = taken.find(|(other, ..)| *other == mask) {
            let first = *first;
            let message = format!("bit {bit} of `{name}` has two meanings");
            context
                .error(Code::FieldTwice, wrap.field.span, message)
                .also(first, "its other meaning is here");
            continue;
        }
        let taken = match half {
            Some(_) => &mut uses.halves,
            None => &mut uses.wrapped,
        };
        taken.push((mask, name.clone(), wrap.field.span));
        wraps.extend(spellings.map(|spellings| Wrap {
            name: wrap.name.as_ref().unwrap_or(&wrap.field).text.clone(),
            spellings,
            field: BitField::single(mask.trailing_zeros(), 1),
            half,
        }));
    }
    wraps
}

/// Of which registers a source modifier says which half, if it does.
fn half_of<'a>(wrap: &ast::Wrap, context: &'a Context) -> Option<&'a ast::HalfOf> {
    let name = wrap.name.as_ref()?;
    let mut items = context.names.wraps.iter();
    items.find(|it| it.name.text == name.text)?.half.as_ref()
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
    let is_half = |wrap: &ast::Wrap| half_of(wrap, context).is_some();
    let has_bits = operand.wraps.iter().any(|wrap| !is_half(wrap));
    if !numbers || has_bits || operand.signs.len() > MAX_WRAPS {
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
        let own = list.find(|text| text.syntax.text == syntax.name);
        own.map_or_else(Vec::new, |text| {
            let mut all = texts(&text.texts);
            all.extend(text.other.as_ref().map(|other| other.text.clone()));
            all
        })
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

/// Takes the fields that hold nothing but halves of registers, which modifiers and other
/// operands may hold as well: of their other bits text says zero.
pub(super) fn take_halves(uses: &mut Uses, shape: &mut Shape) {
    let halves = std::mem::take(&mut uses.halves);
    for (_, name, span) in &halves {
        if uses.used.iter().any(|(used, _)| used == name) {
            continue;
        }
        uses.used.push((name.clone().into(), *span));
        let same = halves.iter().filter(|(_, other, _)| other == name);
        let taken = same.fold(Bits::ZERO, |bits, (mask, ..)| bits | *mask);
        let field = uses.site.layout.field(name, uses.site.arch);
        shape.unused |= field.map_or(Bits::ZERO, BitField::mask) & !taken;
    }
}
