//! Assembly forms: templates resolved to tokens, and told apart.

use super::Context;
use super::families::{EncodingParts, Parts};
use super::shapes::Names;
use crate::ast;
use crate::bits;
use crate::declare::Sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::{self, Value};
use crate::model::{Form, Kind, Layout, Model, Shape, Spelling, Token};
use crate::suggest::did_you_mean;
use crate::template::{self, Piece};

/// The sets of modifiers that an encoding's forms mention, each once.
pub fn groups(encoding: &EncodingParts, context: &Context) -> Vec<usize> {
    let mut groups = Vec::new();
    for form in &encoding.forms {
        let Ok(pieces) = template::parse(&form.template) else {
            continue;
        };
        for piece in pieces {
            let Piece::Placeholder(name) = piece else {
                continue;
            };
            if let Some((Sort::Modifiers, index)) = context.names.find(&name.text) {
                if !groups.contains(&index) {
                    groups.push(index);
                }
            }
        }
    }
    groups
}

/// Resolves the forms of a shape and checks them together.
#[allow(clippy::too_many_arguments)]
pub fn build(
    parts: &Parts,
    encoding: &EncodingParts,
    args: &[i64],
    layout: &Layout,
    shape: &mut Shape,
    context: &mut Context,
    model: &Model,
) {
    let place = encoding.name.unwrap_or(&parts.family.name);
    for form in &encoding.forms {
        let syntaxes: Vec<usize> = match &form.syntax {
            None => (0..context.machine.syntaxes.len()).collect(),
            Some(name) => context
                .machine
                .syntax_or_report(name, &mut context.diagnostics)
                .into_iter()
                .collect(),
        };
        let when = match &form.when {
            None => None,
            Some(when) => {
                let mut errors = Vec::new();
                let names = Names {
                    params: &parts.family.params,
                    args,
                    layout,
                    arch: shape.arch,
                    operands: &encoding.operands,
                    opcode: None,
                    context,
                    model,
                };
                let value = expr::resolve(when, &names, &mut errors);
                context.diagnostics.extend(errors);
                match value {
                    // Never true on this architecture: the form is not there.
                    None | Some(Value::Number(0)) => continue,
                    Some(Value::Number(_)) => None,
                    Some(value) => Some(value),
                }
            }
        };
        for syntax in syntaxes {
            if let Some(tokens) = tokens(form, syntax, shape, context) {
                let spoken = spoken(&tokens, shape);
                shape.forms.push(Form {
                    syntax,
                    read_only: form.read_only,
                    rest: rest(shape, spoken, when.as_ref()),
                    when: when.clone(),
                    tokens,
                    spoken,
                    span: form.span,
                });
            }
        }
    }
    if encoding.forms.is_empty() {
        context.diagnostics.push(
            Diagnostic::new(
                Code::NoSyntax,
                place.span,
                format!("`{}` has no assembly form", place.text),
            )
            .help("write `asm \"{operand}, {operand}\";`, or `asm \"\";` for none"),
        );
        return;
    }
    for (index, syntax) in context.machine.syntaxes.iter().enumerate() {
        if !shape
            .forms
            .iter()
            .any(|form| form.syntax == index && !form.read_only)
        {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::NoSyntax,
                    place.span,
                    format!(
                        "`{}` cannot be written in syntax `{}`",
                        place.text, syntax.name
                    ),
                )
                .help(format!("add `asm {} \"…\";`", syntax.name)),
            );
        }
    }
    for operand in &shape.operands[..shape.positional] {
        let field = operand.field.mask();
        let said = shape.forms.iter().any(|form| form.spoken & field == field);
        if !said && field != 0 {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::OperandUnspoken,
                    operand.span,
                    format!(
                        "no form of `{}` mentions operand `{}`",
                        place.text, operand.name
                    ),
                )
                .help(format!("put `{{{}}}` into an `asm` template", operand.name)),
            );
        }
    }
    ambiguities(place, shape, context);
}

/// The tokens of a form; `None` after an error.
fn tokens(
    form: &ast::Form,
    syntax: usize,
    shape: &Shape,
    context: &mut Context,
) -> Option<Vec<Token>> {
    let pieces = match template::parse(&form.template) {
        Ok(pieces) => pieces,
        Err(error) => {
            context.diagnostics.push(error);
            return None;
        }
    };
    let mut tokens = Vec::new();
    let mut mentioned: Vec<ast::Name> = Vec::new();
    let mut good = true;
    for piece in pieces {
        let name = match piece {
            Piece::Text(text) => {
                tokens.push(Token::Text(text));
                continue;
            }
            Piece::Placeholder(name) => name,
        };
        if let Some(first) = mentioned.iter().find(|other| other.text == name.text) {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::BadTemplate,
                    name.span,
                    format!("`{}` stands in this template twice", name.text),
                )
                .also(first.span, "first here"),
            );
            good = false;
        }
        let operand = shape.operands[..shape.positional]
            .iter()
            .position(|operand| operand.name == name.text);
        if let Some(operand) = operand {
            tokens.push(Token::Operand(operand));
        } else if name.text == "mnemonic" {
            tokens.push(Token::Mnemonic);
        } else if let Some((Sort::Modifiers, group)) = context.names.find(&name.text) {
            tokens.push(Token::Modifiers(modifiers(group, syntax, shape, context)));
        } else {
            let operands = shape.operands[..shape.positional]
                .iter()
                .map(|it| it.name.as_str());
            let groups = context
                .names
                .modifiers
                .iter()
                .map(|group| group.name.text.as_str());
            let mut error = Diagnostic::new(
                Code::UnknownPlaceholder,
                name.span,
                format!(
                    "`{{{}}}` is neither an operand nor a set of modifiers",
                    name.text
                ),
            );
            error.help = did_you_mean(&name.text, operands.chain(groups))
                .or_else(|| Some(format!("declare it: `in {} : …;`", name.text)));
            context.diagnostics.push(error);
            good = false;
        }
        mentioned.push(name);
    }
    good.then_some(tokens)
}

/// The modifiers of a set that a syntax spells, with their spellings.
fn modifiers(
    group: usize,
    syntax: usize,
    shape: &Shape,
    context: &mut Context,
) -> Vec<(usize, Vec<Spelling>)> {
    let mut all = Vec::new();
    for modifier in &context.names.modifiers[group].modifiers {
        let operand = shape.operands[shape.positional..]
            .iter()
            .position(|operand| operand.name == modifier.name.text);
        let Some(operand) = operand.map(|index| index + shape.positional) else {
            continue;
        };
        let flag = shape.operands[operand].kind == Kind::Flag;
        let own = Spelling {
            text: if flag {
                modifier.name.text.clone()
            } else {
                format!("{}:{{}}", modifier.name.text)
            },
            negatable: flag,
        };
        let mut spellings = Vec::new();
        match &modifier.spellings {
            None => spellings.push(own),
            Some(list) => {
                for (name, texts) in list {
                    let of = context
                        .machine
                        .syntax_or_report(name, &mut context.diagnostics);
                    for text in texts {
                        if text.text.matches("{}").count() != usize::from(!flag) {
                            context.diagnostics.push(
                                Diagnostic::new(
                                    Code::BadTemplate,
                                    text.span,
                                    format!("this does not spell `{}`", modifier.name.text),
                                )
                                .label(if flag {
                                    "a flag has no value: expected no `{}`"
                                } else {
                                    "expected one `{}` for the value"
                                }),
                            );
                        }
                    }
                    if of == Some(syntax) {
                        spellings.extend(texts.iter().map(|text| Spelling {
                            text: text.text.clone(),
                            negatable: false,
                        }));
                        if texts.is_empty() {
                            spellings.push(own.clone());
                        }
                    }
                }
            }
        }
        if !spellings.is_empty() {
            all.push((operand, spellings));
        }
    }
    all
}

/// Bits that tokens say.
fn spoken(tokens: &[Token], shape: &Shape) -> u64 {
    let mut bits = 0;
    let mut operand = |index: usize| {
        let operand: &crate::model::Operand = &shape.operands[index];
        bits |= operand.field.mask();
        for (_, field) in &operand.wraps {
            bits |= field.mask();
        }
    };
    for token in tokens {
        match token {
            Token::Operand(index) => operand(*index),
            Token::Modifiers(modifiers) => modifiers.iter().for_each(|(index, _)| operand(*index)),
            Token::Text(_) | Token::Mnemonic => {}
        }
    }
    bits
}

/// The value of bits that a form does not say: what its condition fixes, or
/// the defaults.
fn rest(shape: &Shape, spoken: u64, when: Option<&Value>) -> u64 {
    let silent = !spoken & !shape.mask;
    let mut rest = 0;
    for operand in &shape.operands {
        rest |= operand.field.place(operand.default) & silent;
    }
    for (field, value) in when.map(Value::fixed_fields).unwrap_or_default() {
        let mask = field.mask() & silent;
        rest = rest & !mask | field.place(value) & mask;
    }
    rest
}

/// Two forms that the same text could mean: as many operands, of kinds that
/// overlap in every place, and no modifier that decides.
fn ambiguities(place: &ast::Name, shape: &Shape, context: &mut Context) {
    for (index, form) in shape.forms.iter().enumerate() {
        for other in &shape.forms[..index] {
            if form.syntax == other.syntax && same_text(form, other, shape) && !decided(form, other)
            {
                context.diagnostics.push(
                    Diagnostic::new(
                        Code::AmbiguousSyntax,
                        form.span,
                        format!(
                            "two forms of `{}` read the same text in syntax `{}`",
                            place.text, context.machine.syntaxes[form.syntax].name
                        ),
                    )
                    .also(other.span, "the other form is here")
                    .help("tell them apart by operands, or by `when` on a modifier of both"),
                );
            }
        }
    }
}

fn same_text(a: &Form, b: &Form, shape: &Shape) -> bool {
    let squeeze = |form: &Form| -> Vec<Token> {
        form.tokens
            .iter()
            .filter(|token| !matches!(token, Token::Modifiers(_)))
            .map(|token| match token {
                Token::Text(text) => Token::Text(text.split_whitespace().collect()),
                token => token.clone(),
            })
            .collect()
    };
    let (a, b) = (squeeze(a), squeeze(b));
    a.len() == b.len()
        && a.iter().zip(&b).all(|(a, b)| match (a, b) {
            (Token::Operand(a), Token::Operand(b)) => {
                alike(&shape.operands[*a].kind, &shape.operands[*b].kind)
            }
            (a, b) => a == b,
        })
}

/// Whether some text could be a value of both kinds.
fn alike(a: &Kind, b: &Kind) -> bool {
    match (a, b) {
        (Kind::Register(a, _), Kind::Register(b, _)) => a == b,
        (Kind::Register(..), Kind::Integer(_)) | (Kind::Integer(_), Kind::Register(..)) => false,
        _ => true,
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
