//! Sets of modifiers, apart from the families that use them.

use super::context::Context;
use super::kinds;
use super::taken::Names;
use crate::ast;
use crate::diagnostic::Code;

/// Checks every set.
pub fn check(context: &mut Context) {
    for set in &context.names.modifiers {
        let mut names = Names::default();
        let mut texts = Names::default();
        for modifier in &set.modifiers {
            let archs = context
                .machine
                .resolve_known(modifier.at.as_ref(), &mut context.diagnostics);
            kinds::resolve_fixed(&modifier.kind, context);
            let spellings = spellings(modifier, context);
            let Some(archs) = archs else { continue };
            if let Some(clash) = names.take(&modifier.known_as().text, archs, modifier.name.span) {
                let first = ast::Name {
                    text: modifier.known_as().text.clone(),
                    span: clash.place,
                };
                let error = crate::machine::duplicate("modifier", modifier.known_as(), &first);
                context.diagnostics.push(error);
                continue;
            }
            for (syntax, spelling) in spellings {
                // Bare values are told apart by their classes.
                if spelling.text == "{}" {
                    continue;
                }
                let key = (syntax, spelling.text.clone());
                if let Some(clash) = texts.take(key, archs, spelling.span) {
                    let message = format!(
                        "two modifiers of `{}` are written `{}` in syntax `{}`",
                        set.name.text, spelling.text, context.machine.syntaxes[syntax].name
                    );
                    context
                        .error(Code::AmbiguousSyntax, spelling.span, message)
                        .also(clash.place, "the other is here");
                }
            }
        }
    }
}

/// The modifiers of a set as an architecture has them: of those with one name
/// the one that exists there. Where none does the first stands for them, and can
/// only have its default, which no text says.
pub fn here<'a>(set: &'a ast::Modifiers, arch: usize, context: &Context) -> Vec<&'a ast::Modifier> {
    let exists = |modifier: &ast::Modifier| context.archs_of(modifier.at.as_ref()).contains(arch);
    let mut all: Vec<&ast::Modifier> = Vec::new();
    for modifier in &set.modifiers {
        let same = |other: &&ast::Modifier| other.known_as().text == modifier.known_as().text;
        match all.iter().position(same) {
            None => all.push(modifier),
            Some(first) if !exists(all[first]) && exists(modifier) => all[first] = modifier,
            Some(_) => {}
        }
    }
    all
}

/// Whether a modifier has a value to be written.
pub fn has_value(modifier: &ast::Modifier) -> bool {
    !matches!(modifier.kind, ast::Kind::Flag(_))
}

/// How a modifier is written where nothing else is said.
pub fn own_spelling(modifier: &ast::Modifier) -> String {
    if has_value(modifier) {
        format!("{}:{{}}", modifier.name.text)
    } else {
        modifier.name.text.clone()
    }
}

/// Every spelling with its syntax.
fn spellings(modifier: &ast::Modifier, context: &mut Context) -> Vec<(usize, ast::Name)> {
    let own = ast::Name {
        text: own_spelling(modifier),
        span: modifier.name.span,
    };
    let Some(list) = &modifier.spellings else {
        let syntaxes = 0..context.machine.syntaxes.len();
        return syntaxes.map(|syntax| (syntax, own.clone())).collect();
    };
    let values = usize::from(has_value(modifier));
    let mut all = Vec::new();
    let mut seen = Names::default();
    for ast::SyntaxSpelling {
        syntax: name,
        texts,
        ..
    } in list
    {
        let syntax = context.syntax(name);
        if let Some(clash) = seen.take(&name.text, context.machine.all(), name.span) {
            let first = ast::Name {
                text: name.text.clone(),
                span: clash.place,
            };
            let error = crate::machine::duplicate("spelling in syntax", name, &first);
            context.diagnostics.push(error);
            continue;
        }
        for text in texts {
            if text.text.matches("{}").count() == values && !text.text.trim().is_empty() {
                all.extend(syntax.map(|syntax| (syntax, text.clone())));
                continue;
            }
            let message = format!("this does not spell `{}`", modifier.name.text);
            context
                .error(Code::BadTemplate, text.span, message)
                .label(if values == 0 {
                    "a flag has no value: expected a word without `{}`"
                } else {
                    "expected one `{}` for the value"
                });
        }
        if texts.is_empty() {
            all.extend(syntax.map(|syntax| (syntax, own.clone())));
        }
    }
    all
}
