//! Structs: bit-structured operands such as `hwreg(HW_REG_MODE, 0, 4)`.

use std::collections::BTreeSet;

use super::layouts::{self, Parts};
use super::{Context, kinds};
use crate::ast;
use crate::bits;
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::{self, Keyword, Scope, Value};
use crate::model::{LayoutPart, Model, PartKind};
use crate::suggest::did_you_mean;
use crate::template::{self, Piece};

/// Checks every struct.
pub fn check(context: &mut Context, model: &mut Model) {
    for structure in &context.names.structs {
        check_one(structure, context, model);
        model
            .not_lowered
            .push((structure.name.span, "structs".to_owned()));
    }
}

fn check_one(structure: &ast::Struct, context: &mut Context, model: &Model) {
    let width = kinds::bits(&structure.bits, "a struct", (1, 64), context);
    let mut parts = Parts::new(width, context.machine.all());
    for member in &structure.members {
        let kind = kinds::resolve_fixed(&member.kind, context);
        let (name, at) = (Some(&member.name), member.at.as_ref());
        let Some(field) = parts.add(name, PartKind::Field, &member.bits, at, context) else {
            continue;
        };
        let bits = kind.and_then(|kind| kinds::value_bits(&kind, context, model));
        if let Some(bits) = bits.filter(|bits| *bits != field.width()) {
            context.diagnostics.push(Diagnostic::new(
                Code::ValueTooWide,
                member.name.span,
                format!(
                    "`{}` has values of {bits} bits and a field of {}",
                    member.name.text,
                    field.width()
                ),
            ));
        }
        if let Some(default) = &member.default
            && field.width() < 64
            && default.value >> field.width() != 0
        {
            context.diagnostics.push(Diagnostic::new(
                Code::ValueTooWide,
                default.span,
                format!(
                    "{} does not fit the {} bits of `{}`",
                    default.value,
                    field.width(),
                    member.name.text
                ),
            ));
        }
    }
    for reserved in &structure.reserved {
        let (bits, at) = ([reserved.bits], reserved.at.as_ref());
        parts.add(None, PartKind::Reserved, &bits, at, context);
    }
    layouts::cover(&structure.name, &parts, context);
    let members = structure.members.iter();
    let known = members.map(|member| member.name.text.as_str()).collect();
    forms(structure, &parts.list, &known, context);
}

fn forms(
    structure: &ast::Struct,
    parts: &[LayoutPart],
    known: &BTreeSet<&str>,
    context: &mut Context,
) {
    let names = Members { parts };
    let mut said: BTreeSet<String> = BTreeSet::new();
    let before = context.diagnostics.len();
    for form in &structure.forms {
        if let Some(syntax) = &form.syntax {
            context
                .machine
                .syntax_or_report(syntax, &mut context.diagnostics);
        }
        context
            .machine
            .resolve(form.at.as_ref(), &mut context.diagnostics);
        if let Some(when) = &form.when {
            let mut errors = Vec::new();
            expr::resolve(when, &names, &mut errors);
            context.diagnostics.extend(errors);
        }
        placeholders(&form.template, known, &mut said, context);
    }
    for (_, texts) in &structure.any {
        for text in texts {
            placeholders(text, known, &mut said, context);
        }
    }
    if structure.forms.is_empty() && structure.any.is_empty() {
        context.diagnostics.push(
            Diagnostic::new(
                Code::NoSyntax,
                structure.name.span,
                format!("struct `{}` has no assembly form", structure.name.text),
            )
            .help("write `asm \"name({member}, {member})\";`"),
        );
        return;
    }
    if context.diagnostics.len() > before {
        // What a wrong template mentions is not known.
        return;
    }
    for part in parts {
        if part.kind == PartKind::Field && !said.contains(&part.name) {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::OperandUnspoken,
                    part.span,
                    format!(
                        "no form of `{}` mentions member `{}`",
                        structure.name.text, part.name
                    ),
                )
                .help(format!("put `{{{}}}` into an `asm` template", part.name)),
            );
        }
    }
}

fn placeholders(
    text: &ast::Name,
    known: &BTreeSet<&str>,
    said: &mut BTreeSet<String>,
    context: &mut Context,
) {
    let pieces = match template::parse(text) {
        Ok(pieces) => pieces,
        Err(error) => {
            context.diagnostics.push(error);
            return;
        }
    };
    for piece in pieces {
        let Piece::Placeholder(name) = piece else {
            continue;
        };
        if known.contains(name.text.as_str()) {
            said.insert(name.text);
        } else {
            let mut error = Diagnostic::new(
                Code::UnknownPlaceholder,
                name.span,
                format!("`{{{}}}` is not a member", name.text),
            );
            error.help = did_you_mean(&name.text, known.iter().copied());
            context.diagnostics.push(error);
        }
    }
}

struct Members<'a> {
    parts: &'a [LayoutPart],
}

impl Scope for Members<'_> {
    fn path(&self, name: &str) -> Option<Value> {
        let part = self.parts.iter().find(|part| part.name == name)?;
        Some(Value::Field(bits::BitField {
            pieces: part.field.pieces.clone(),
        }))
    }

    fn names(&self) -> Vec<String> {
        self.parts
            .iter()
            .map(|part| part.name.clone())
            .filter(|name| !name.is_empty())
            .collect()
    }

    fn keyword(&self, _name: &str, _text: &str) -> Keyword {
        Keyword::NoClass
    }

    fn file(&self, _name: &str) -> Option<usize> {
        None
    }
}
