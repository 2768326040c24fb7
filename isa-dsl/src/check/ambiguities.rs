//! Forms that one text could mean: told apart by operands, by modifiers, or by conditions.

use crate::sorted::SortedSet;
use std::borrow::Cow;

use super::context::Context;
use super::exclusions::{Exclusions, all_in, each_once, fields_of, never_both};
use crate::ast;
use crate::bits;
use crate::diagnostic::Code;
use crate::expr::Value;
use crate::model::{Form, FormModifier, Kind, Meaning, Model, Operand, Token, Width};
use crate::source::Span;
use crate::tables::Bits;

/// Two forms that the same text could mean: as many operands, of kinds that
/// overlap in every place, and no modifier that decides.
pub(super) fn check(
    place: &ast::Name,
    operands: &[Operand],
    forms: &[Form],
    help: &str,
    context: &mut Context,
    model: &Model,
) {
    let skeletons: Vec<Vec<Token>> = forms.iter().map(skeleton).collect();
    let places: Vec<_> = forms.iter().map(|it| (it.syntax, it.span)).collect();
    let exclusions = std::mem::take(&mut context.exclusions);
    let same = |a: usize, b: usize| {
        same_text(&skeletons[a], &skeletons[b], operands, model)
            && !halved(&forms[a], &forms[b], operands)
            && !decided(&forms[b], &forms[a])
            && !requires(&forms[a], &forms[b])
            && !requires(&forms[b], &forms[a])
            && !excluded(
                (&forms[b], &skeletons[b]),
                (&forms[a], &skeletons[a]),
                operands,
                &exclusions,
            )
    };
    say(place, &places, &same, help, context);
    context.exclusions = exclusions;
}

/// Whether registers have halves in one of the forms and none in the other.
fn halved(a: &Form, b: &Form, operands: &[Operand]) -> bool {
    let stands = |form: &Form| {
        form.tokens.iter().any(|token| {
            let Token::Operand(index) = token else {
                return false;
            };
            let halves = operands[*index].wraps.iter().filter_map(|wrap| wrap.half);
            let mut halves = halves.map(|half| half.features & !form.features == 0);
            halves.any(|stands| stands)
        })
    };
    stands(a) != stands(b)
}

/// Reports forms of which `same` says that they read the same text as one before. Each has a
/// syntax and a place; of each the first other is enough.
pub(super) fn say(
    name: &ast::Name,
    forms: &[(usize, Span)],
    same: &dyn Fn(usize, usize) -> bool,
    help: &str,
    context: &mut Context,
) {
    for (index, &(syntax, span)) in forms.iter().enumerate() {
        let other = (0..index).find(|&other| forms[other].0 == syntax && same(other, index));
        let Some(other) = other else { continue };
        let message = format!(
            "two forms of `{}` read the same text in syntax `{}`",
            name.text, context.machine.syntaxes[syntax].name
        );
        context
            .error(Code::AmbiguousSyntax, span, message)
            .also(forms[other].1, "the other form is here")
            .help(help);
    }
}

/// The tokens that stand in every text of a form.
fn skeleton(form: &Form) -> Vec<Token> {
    form.tokens
        .iter()
        .filter(|token| !matches!(token, Token::Modifiers(_)))
        .map(|token| match token {
            Token::Text(text) => Token::Text(text.split_whitespace().collect()),
            token => token.clone(),
        })
        .filter(|token| !matches!(token, Token::Text(text) if text.is_empty()))
        .collect()
}

fn same_text(a: &[Token], b: &[Token], operands: &[Operand], model: &Model) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| match (a, b) {
            (Token::Operand(a), Token::Operand(b)) => alike(&operands[*a], &operands[*b], model),
            (a, b) => a == b,
        })
}

/// Whether some text could be a value of both operands.
fn alike(a: &Operand, b: &Operand, model: &Model) -> bool {
    if agree(a, b, model) || agree(b, a, model) {
        return false;
    }
    let (Some(texts), Some(others)) = (Texts::of(a, model), Texts::of(b, model)) else {
        return true;
    };
    let apart = match (&a.width, &b.width) {
        // As many registers as one takes, the other never does.
        (Width::Fixed(a), Width::Fixed(b)) => a != b,
        _ => false,
    };
    texts.numbers && others.numbers
        || !apart && !texts.files.is_disjoint(&others.files)
        || !texts.words.is_disjoint(&others.words)
}

/// Whether every number of a class is the same bits in an integer of the same
/// field, so that it does not matter which of the two reads it.
fn agree(class: &Operand, integer: &Operand, model: &Model) -> bool {
    let (Kind::Class(index, _), Kind::Integer(kind)) = (&class.kind, &integer.kind) else {
        return false;
    };
    let plain = kind.scale == 1 && kind.bias == 0;
    let same = |value: u64, number: i64| {
        (number.cast_unsigned() ^ value) & bits::ones(class.field.width()) == 0
    };
    plain
        && class.field == integer.field
        && kind.bits == class.field.width()
        && model.classes[*index].entries.iter().all(|entry| {
            matches!(entry.meaning, Meaning::Int(from, to)
                if same(entry.first, from) && same(entry.last, to) && (from < to || entry.first == entry.last))
        })
}

/// How the values of an operand may be written.
struct Texts<'a> {
    files: SortedSet<usize>,
    words: SortedSet<Cow<'a, str>>,
    numbers: bool,
}

/// Words of a class that counts, at most.
const MAX_WORDS: u64 = 4096;

impl Texts<'_> {
    /// `None` if any text may be one.
    fn of<'a>(operand: &'a Operand, model: &'a Model) -> Option<Texts<'a>> {
        let mut texts = Texts {
            files: SortedSet::new(),
            words: SortedSet::new(),
            numbers: false,
        };
        if !operand.zero.is_empty() {
            texts.words.insert(Cow::Borrowed(&operand.zero));
        }
        match &operand.kind {
            Kind::Register(file, _) => {
                texts.files.insert(*file);
            }
            Kind::Integer(_) | Kind::Flag => texts.numbers = true,
            Kind::Class(class, _) => {
                for entry in &model.classes[*class].entries {
                    match &entry.meaning {
                        Meaning::Register(file, ..) => {
                            texts.files.insert(*file);
                        }
                        Meaning::Keyword(word) => {
                            let own = entry.words.iter();
                            texts
                                .words
                                .extend(own.map(|(_, word)| Cow::Borrowed(word.as_str())));
                            texts.words.insert(Cow::Borrowed(word));
                        }
                        Meaning::Int(..) | Meaning::Float(_) | Meaning::Literal => {
                            texts.numbers = true;
                        }
                        Meaning::Escape => {}
                        Meaning::Counted(before, after, ..)
                            if before.is_empty() && after.is_empty() =>
                        {
                            texts.numbers = true;
                        }
                        Meaning::Counted(before, after, from, to)
                            if from.abs_diff(*to) < MAX_WORDS =>
                        {
                            let numbers = *from.min(to)..=*from.max(to);
                            let word = |number| Cow::Owned(format!("{before}{number}{after}"));
                            texts.words.extend(numbers.map(word));
                        }
                        Meaning::Struct(_) | Meaning::Counted(..) => {
                            return None;
                        }
                    }
                }
            }
            Kind::Struct(_) | Kind::List(..) => return None,
        }
        Some(texts)
    }
}

/// Whether the conditions of two forms exclude each other on bits that both
/// forms say, so that the text decides.
fn decided(a: &Form, b: &Form) -> bool {
    let fixed = |form: &Form| {
        form.when
            .as_ref()
            .map(Value::fixed_fields)
            .unwrap_or_default()
    };
    let others = fixed(b);
    fixed(a).iter().any(|(field, value)| {
        let said = field.mask() & a.spoken & b.spoken == field.mask();
        said && others.iter().any(|(other, number)| {
            other == field && (number ^ value) & bits::ones(field.width()) != 0
        })
    })
}

/// Whether every text of a form has a modifier that no text of the other can have.
fn requires(form: &Form, other: &Form) -> bool {
    let known: Vec<&str> = form_modifiers(other).flat_map(spellings).collect();
    let mut required = form_modifiers(form).filter(|it| it.required);
    required.any(|it| !spellings(it).any(|text| known.contains(&text)))
}

fn form_modifiers(form: &Form) -> impl Iterator<Item = &FormModifier> {
    let groups = form.tokens.iter().map(|token| match token {
        Token::Modifiers(rows) => rows.as_slice(),
        _ => &[],
    });
    groups.flatten()
}

fn spellings(modifier: &FormModifier) -> impl Iterator<Item = &str> {
    modifier.spellings.iter().map(|it| it.text.as_str())
}

/// Whether for all values of fields that both forms say, one of the conditions does not
/// hold or an operand takes another number of registers in one form than in the other.
fn excluded(
    (a, of_a): (&Form, &[Token]),
    (b, of_b): (&Form, &[Token]),
    operands: &[Operand],
    exclusions: &Exclusions,
) -> bool {
    let widths = of_a.iter().zip(of_b).filter_map(|(a, b)| match (a, b) {
        (Token::Operand(a), Token::Operand(b)) => Some((&operands[*a].width, &operands[*b].width)),
        _ => None,
    });
    // The same width tells nothing apart.
    let widths: Vec<(&Width, &Width)> = widths.filter(|(a, b)| a != b).collect();
    let conditions: Vec<&Value> = a.when.iter().chain(&b.when).collect();
    let said = a.spoken & b.spoken;
    // Conditions alone look at fewer fields.
    let mut fields = match *conditions {
        [of_a, of_b] => {
            let exclusion = exclusions.of(of_a, of_b);
            if exclusion.excluded && all_in(&exclusion.fields, said) {
                return true;
            }
            exclusion.fields
        }
        _ => {
            let fields = fields_of(&conditions);
            if all_in(&fields, said) && never_both(&conditions, &fields, &|_| false) {
                return true;
            }
            fields
        }
    };
    if widths.is_empty() {
        return false;
    }
    for width in widths.iter().flat_map(|(a, b)| [*a, *b]) {
        if let Width::Table(of_width, _) = width {
            fields.extend(of_width.iter().cloned());
        }
    }
    each_once(&mut fields);
    let differ = |values: Bits| {
        widths.iter().any(|(a, b)| {
            matches!((registers(a, values), registers(b, values)), (Some(a), Some(b)) if a != b)
        })
    };
    all_in(&fields, said) && never_both(&conditions, &fields, &differ)
}

/// How many registers a width is; `None` if bits do not say.
fn registers(width: &Width, bits: Bits) -> Option<u32> {
    match width {
        Width::Fixed(registers) => Some(*registers),
        Width::Table(fields, values) => {
            let mut index = 0;
            let mut at = 0;
            for field in fields {
                index |= field.take(bits) << at;
                at += field.width();
            }
            let index = usize::try_from(index).ok()?;
            values.get(index).map(|it| u32::from(*it))
        }
        Width::Choices(_) | Width::ByFeature { .. } => None,
    }
}
