//! Assembly forms: templates resolved to tokens, and told apart.

use crate::sorted::SortedMap;

use super::context::Context;
use super::parts::{EncodingParts, FormParts};
use super::scope::Site;
use super::uses::Uses;
use super::{ambiguities, modifiers};
use crate::ast;
use crate::declare::Sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::Value;
use crate::model::{Form, FormModifier, Kind, Model, Operand, Shape, Spelling, Token};
use crate::source::Span;
use crate::suggest::did_you_mean;
use crate::tables::Bits;
use crate::template::Piece;

/// The sets of modifiers that an encoding's forms mention, each once.
pub fn groups(encoding: &EncodingParts, context: &Context) -> Vec<usize> {
    let mut groups = Vec::new();
    for form in &encoding.forms {
        for piece in form.pieces.iter().flatten() {
            let Piece::Placeholder(name) = piece else {
                continue;
            };
            if let Some((Sort::Modifiers, index)) = context.names.find(&name.text)
                && !groups.contains(&index)
            {
                groups.push(index);
            }
        }
    }
    groups
}

/// Whether every placeholder of the forms is known; reports those that are
/// not, and templates that are not well formed.
pub fn check_names(uses: &Uses, context: &mut Context) -> bool {
    let encoding = uses.site.encoding;
    let before = context.diagnostics.len();
    for FormParts { form, pieces } in &encoding.forms {
        let pieces = match &**pieces {
            Ok(pieces) => pieces,
            Err(error) => {
                context.diagnostics.push(error.clone());
                continue;
            }
        };
        let is_here = context.archs_of(form.at.as_ref()).contains(uses.site.arch);
        for pair in pieces.windows(2) {
            let [Piece::Text(text), Piece::Placeholder(operand)] = pair else {
                continue;
            };
            if let Some(key) = key_at_end(text) {
                let error = taken_in(key, operand);
                context.diagnostics.push(error);
            }
        }
        let mut mentioned: SortedMap<&str, Span> = SortedMap::new();
        for piece in pieces {
            let Piece::Placeholder(name) = piece else {
                continue;
            };
            let operand = encoding.operands.iter().any(|it| it.name.text == name.text);
            // An operand may stand twice: then both texts must say the same.
            if let Some(first) = mentioned.insert(&name.text, name.span)
                && !operand
            {
                let message = format!("`{}` stands in this template twice", name.text);
                context
                    .error(Code::BadTemplate, name.span, message)
                    .also(first, "first here");
            }
            let known = operand
                || name.text == "mnemonic"
                || matches!(context.names.find(&name.text), Some((Sort::Modifiers, _)));
            if is_here && uses.absent.contains(&name.text) {
                let message = format!(
                    "operand `{}` does not exist on {}",
                    name.text, context.machine.archs[uses.site.arch].name.text
                );
                context
                    .error(Code::UnknownPlaceholder, name.span, message)
                    .help("describe that architecture in a family or an encoding of its own");
            } else if !known {
                let error = unknown(name, encoding, context);
                context.diagnostics.push(error);
            }
        }
    }
    context.diagnostics.len() == before
}

/// The end of a text if statements are read there as one word up to its end, so that no
/// operand can begin behind it: `offset:`, `lit(` and `dpp8:[`, but not `null, [` or `lds (`.
fn key_at_end(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let is_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let behind = text.rfind(is_name)? + 1;
    let start = text[..behind].rfind(|it| !is_name(it)).map_or(0, |at| {
        at + text[at..].chars().next().map_or(1, char::len_utf8)
    });
    let begins = !text[start..].starts_with(|it: char| it.is_ascii_digit());
    let mark = &text[behind..];
    let is_key = mark.starts_with(['(', '[']) || mark.trim_start().starts_with(':');
    (begins && is_key).then(|| &text[start..])
}

fn taken_in(key: &str, operand: &ast::Name) -> Diagnostic {
    let message = format!(
        "`{{{}}}` is never read here: `{key}` and what follows it are one word of a statement",
        operand.text
    );
    let help = match key.strip_suffix(':').map(str::trim_end) {
        Some(name) => format!(
            "say it with a modifier: `modifiers … {{ {name} : … required; }}`, and the set behind \
             the operands"
        ),
        None => format!("let the operand be a `struct` of which a form begins with `{key}`"),
    };
    Diagnostic::new(Code::BadTemplate, operand.span, message).help(help)
}

fn unknown(name: &ast::Name, encoding: &EncodingParts, context: &Context) -> Diagnostic {
    let message = format!(
        "`{{{}}}` is neither an operand nor a set of modifiers",
        name.text
    );
    let mut error = Diagnostic::new(Code::UnknownPlaceholder, name.span, message);
    if name.text.is_empty() {
        "an empty placeholder".clone_into(&mut error.message);
        error.help = Some("name an operand or a set of modifiers: `{name}`".to_owned());
        return error;
    }
    let operands = encoding.operands.iter().map(|it| it.name.text.as_str());
    let groups = &context.names.modifiers;
    let groups = groups.iter().map(|group| group.name.text.as_str());
    error.help = did_you_mean(&name.text, operands.chain(groups))
        .or_else(|| Some(format!("declare it: `in {} : …;`", name.text)));
    error
}

/// Resolves the forms of a shape and checks them together.
pub fn build(site: Site, shape: &mut Shape, context: &mut Context, model: &Model) {
    let (place, encoding) = (site.name(), site.encoding);
    let mut complete = true;
    // Syntaxes in which the instruction is not written on this architecture.
    let rows = context.machine.syntaxes.iter();
    let mut left_out: Vec<bool> = rows.map(|it| !it.archs.contains(shape.arch)).collect();
    // What the forms of syntaxes say that this architecture does not have.
    let mut said_elsewhere = Bits::ZERO;
    for parts in &encoding.forms {
        let form = parts.form;
        let syntaxes = context.syntaxes(form);
        complete &= !syntaxes.is_empty();
        let archs = context.archs(form.at.as_ref());
        if form.no_text || !archs.contains(shape.arch) {
            syntaxes.iter().for_each(|&syntax| left_out[syntax] = true);
            continue;
        }
        let when = match &form.when {
            None => None,
            Some(when) => match site.condition(when, context, model) {
                None => {
                    complete = false;
                    continue;
                }
                // Never true on this architecture: the form is not there.
                Some(Value::Number(0)) => continue,
                Some(Value::Number(_)) => None,
                Some(value) => {
                    context.check_program(&value, when.span);
                    Some(value)
                }
            },
        };
        let features = context.feature(form.needs.as_ref());
        for syntax in syntaxes {
            let Some(tokens) = tokens(parts, syntax, shape, context) else {
                complete = false;
                continue;
            };
            if !context.has_syntax(syntax, shape.arch) {
                said_elsewhere |= spoken(&tokens, syntax, features, shape);
                continue;
            }
            said_once(form, &tokens, shape, context);
            let spoken = spoken(&tokens, syntax, features, shape);
            shape.forms.push(Form {
                syntax,
                read_only: form.read_only,
                features,
                rest: rest(shape, spoken, when.as_ref()),
                when: when.clone(),
                tokens,
                spoken,
                rules: Vec::new(),
                span: form.span,
            });
        }
    }
    if encoding.forms.is_empty() {
        let message = format!("`{}` has no assembly form", place.text);
        context
            .error(Code::NoSyntax, place.span, message)
            .help("write `asm \"{operand}, {operand}\";`, or `asm \"\";` for none");
        return;
    }
    if !complete {
        // What the forms in error would have said is not known.
        return;
    }
    // A form may ask for what all rows of the family ask for.
    let given = site.parts.needed;
    let printed = |syntax: usize| {
        let mut forms = shape.forms.iter();
        forms.any(|form| form.syntax == syntax && !form.read_only && form.features & !given == 0)
    };
    let nowhere = !(0..left_out.len()).any(printed);
    for (index, syntax) in context.machine.syntaxes.iter().enumerate() {
        if !printed(index) && (nowhere || !left_out[index]) {
            let message = format!(
                "`{}` cannot be written in syntax `{}`",
                place.text, syntax.name
            );
            context
                .error(Code::NoSyntax, place.span, message)
                .help(format!(
                    "add `asm {0} \"…\";`, or `asm {0} none;` if it has no such instruction",
                    syntax.name
                ));
        }
    }
    for operand in &shape.operands[..shape.positional] {
        let field = operand.field.mask();
        let mut said = shape.forms.iter().map(|form| form.spoken);
        let said = said.any(|it| it & field == field) || said_elsewhere & field == field;
        if !said && field.any() {
            let message = format!(
                "no form of `{}` mentions operand `{}`",
                place.text, operand.name
            );
            context
                .error(Code::OperandUnspoken, operand.span, message)
                .help(format!("put `{{{}}}` into an `asm` template", operand.name));
        }
    }
    ambiguities::check(
        place,
        &shape.operands,
        &shape.forms,
        "tell them apart by operands, or by `when` on a modifier of both",
        context,
        model,
    );
}

/// The tokens of a form; `None` where a placeholder is in error.
fn tokens(
    parts: &FormParts<'_>,
    syntax: usize,
    shape: &Shape,
    context: &Context,
) -> Option<Vec<Token>> {
    let positional = &shape.operands[..shape.positional];
    let pieces = parts.pieces.as_ref().as_ref().ok()?.iter();
    pieces
        .map(|piece| match piece {
            Piece::Text(text) => Some(Token::Text(text.clone())),
            Piece::Placeholder(name) => {
                let operand = positional.iter().position(|it| it.name == name.text);
                if let Some(operand) = operand {
                    return Some(Token::Operand(operand));
                }
                if name.text == "mnemonic" {
                    return Some(Token::Mnemonic);
                }
                match context.names.find(&name.text) {
                    Some((Sort::Modifiers, group)) => {
                        Some(Token::Modifiers(modifiers(group, syntax, shape, context)))
                    }
                    _ => None,
                }
            }
        })
        .collect()
}

/// The modifiers of a set that a syntax spells, with their spellings.
fn modifiers(group: usize, syntax: usize, shape: &Shape, context: &Context) -> Vec<FormModifier> {
    let mut all = Vec::new();
    for modifier in modifiers::here(context.names.modifiers[group], shape.arch, context) {
        // Where it does not exist no text says it, not even its default.
        if !context.archs_of(modifier.at.as_ref()).contains(shape.arch) {
            continue;
        }
        let operand = shape.operands[shape.positional..]
            .iter()
            .position(|operand| operand.name == modifier.known_as().text);
        let Some(operand) = operand.map(|index| index + shape.positional) else {
            continue;
        };
        let own = || Spelling {
            text: modifiers::own_spelling(modifier),
            negatable: shape.operands[operand].kind == Kind::Flag,
        };
        let mut row = FormModifier {
            operand,
            spellings: Vec::new(),
            required: shape.operands[operand].required,
            always: false,
            default: shape.operands[operand].default,
        };
        match &modifier.spellings {
            None => row.spellings.push(own()),
            Some(list) => {
                for said in list {
                    if context.machine.syntax(&said.syntax.text) != Some(syntax) {
                        continue;
                    }
                    row.spellings.extend(said.texts.iter().map(|text| Spelling {
                        text: text.text.clone(),
                        negatable: false,
                    }));
                    if said.texts.is_empty() {
                        row.spellings.push(own());
                    }
                    row.required |= said.required;
                    row.always |= said.always;
                    row.default = said.default.map_or(row.default, |number| number.value);
                }
            }
        }
        if !row.spellings.is_empty() {
            all.push(row);
        }
    }
    all
}

/// Bits that tokens say in a syntax, in a form that asks for some features.
fn spoken(tokens: &[Token], syntax: usize, features: u32, shape: &Shape) -> Bits {
    let mut bits = Bits::ZERO;
    let mut operand = |index: usize| {
        let operand: &Operand = &shape.operands[index];
        bits |= operand.field.mask();
        for wrap in &operand.wraps {
            let stands = wrap.half.is_none_or(|half| half.features & !features == 0);
            if stands && wrap.spellings.get(syntax).is_some_and(|it| !it.is_empty()) {
                bits |= wrap.field.mask();
            }
        }
    };
    for token in tokens {
        match token {
            Token::Operand(index) => operand(*index),
            Token::Modifiers(modifiers) => modifiers.iter().for_each(|it| operand(it.operand)),
            Token::Text(_) | Token::Mnemonic | Token::AnyOrder(_) => {}
        }
    }
    bits
}

/// A modifier may be a way to write bits that others hold; not in one text with
/// them.
fn said_once(form: &ast::Form, tokens: &[Token], shape: &Shape, context: &mut Context) {
    let mut said: Vec<usize> = Vec::new();
    let all = tokens.iter().flat_map(|token| {
        let (one, modifiers) = match token {
            Token::Operand(index) => (Some(*index), &[][..]),
            Token::Modifiers(modifiers) => (None, &modifiers[..]),
            Token::Text(_) | Token::Mnemonic | Token::AnyOrder(_) => (None, &[][..]),
        };
        one.into_iter().chain(modifiers.iter().map(|it| it.operand))
    });
    for index in all {
        let operand = &shape.operands[index];
        let mask = operand.field.mask();
        let mut others = said.iter().map(|other| &shape.operands[*other]);
        let other =
            others.find(|other| (operand.part || other.part) && (other.field.mask() & mask).any());
        if let Some(other) = other {
            let message = format!(
                "`{}` and `{}` are the same bits, and this text has both",
                other.name, operand.name
            );
            context
                .error(Code::FieldTwice, form.span, message)
                .also(operand.span, "one of them is here")
                .help("give each a set of modifiers of its own, and a form for each");
            return;
        }
        said.push(index);
    }
}

/// The value of bits that a form does not say: what its condition fixes, or
/// the defaults.
fn rest(shape: &Shape, spoken: Bits, when: Option<&Value>) -> Bits {
    let silent = !spoken & !shape.mask;
    let mut rest = Bits::ZERO;
    for operand in shape.operands.iter().filter(|operand| !operand.part) {
        rest |= operand.field.place(operand.default) & silent;
    }
    for (field, value) in when.map(Value::fixed_fields).unwrap_or_default() {
        let mask = field.mask() & silent;
        rest = rest & !mask | field.place(value) & mask;
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_a_key_is_part_of_its_word() {
        for (text, key) in [
            ("offset:", Some("offset:")),
            (", null offset: ", Some("offset:")),
            ("offset :", Some("offset :")),
            ("lit(", Some("lit(")),
            ("dpp8:[", Some("dpp8:[")),
            ("x[", Some("x[")),
            (", ", None),
            ("null, [", None),
            ("lds (", None),
            (", 2:", None),
            ("é:", None),
            (":", None),
            ("", None),
        ] {
            assert_eq!(key_at_end(text), key, "{text}");
        }
    }
}
