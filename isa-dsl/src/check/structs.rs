//! Structs: bit-structured operands such as `hwreg(HW_REG_MODE, 0, 4)`.

use super::{Context, kinds, layouts};
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
    let width = kinds::bits(&structure.bits, 1, 64, context);
    let all = context.machine.all();
    let mut parts: Vec<LayoutPart> = Vec::new();
    for (index, member) in structure.members.iter().enumerate() {
        let archs = context
            .machine
            .resolve(member.at.as_ref(), &mut context.diagnostics);
        if let Some(first) = structure.members[..index].iter().find(|other| {
            other.name.text == member.name.text
                && !context
                    .machine
                    .resolve(other.at.as_ref(), &mut Vec::new())
                    .and(archs)
                    .is_empty()
        }) {
            context.diagnostics.push(crate::machine::duplicate(
                "member",
                &member.name,
                &first.name,
            ));
        }
        let field = layouts::bit_field(&member.bits, width, context);
        let kind = kinds::resolve(&member.kind, context);
        let Some(field) = field else { continue };
        if let Some(bits) = kind
            .as_ref()
            .and_then(|kind| kinds::value_bits(kind, model))
        {
            if bits != field.width() {
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
        }
        if let Some(default) = &member.default {
            if field.width() < 64 && default.value >> field.width() != 0 {
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
        parts.push(LayoutPart {
            name: member.name.text.clone(),
            kind: PartKind::Field,
            field,
            archs,
            span: member.name.span,
        });
    }
    for reserved in &structure.reserved {
        let archs = context
            .machine
            .resolve(reserved.at.as_ref(), &mut context.diagnostics);
        if let Some(field) = layouts::bit_field(&[reserved.bits], width, context) {
            parts.push(LayoutPart {
                name: String::new(),
                kind: PartKind::Reserved,
                field,
                archs,
                span: reserved.bits.span,
            });
        }
    }
    layouts::cover(&structure.name, width, all, &parts, context);
    forms(structure, &parts, context);
}

fn forms(structure: &ast::Struct, parts: &[LayoutPart], context: &mut Context) {
    let names = Members { parts };
    let mut said: Vec<String> = Vec::new();
    for form in &structure.forms {
        if let Some(syntax) = &form.syntax {
            context
                .machine
                .syntax_or_report(syntax, &mut context.diagnostics);
        }
        if let Some(when) = &form.when {
            let mut errors = Vec::new();
            expr::resolve(when, &names, &mut errors);
            context.diagnostics.extend(errors);
        }
        placeholders(&form.template, parts, &mut said, context);
    }
    for (_, texts) in &structure.any {
        for text in texts {
            placeholders(text, parts, &mut said, context);
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
    for part in parts {
        if part.kind == PartKind::Field && !said.contains(&part.name) {
            context.diagnostics.push(Diagnostic::new(
                Code::OperandUnspoken,
                part.span,
                format!(
                    "no form of `{}` mentions member `{}`",
                    structure.name.text, part.name
                ),
            ));
        }
    }
}

fn placeholders(
    text: &ast::Name,
    parts: &[LayoutPart],
    said: &mut Vec<String>,
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
        if parts
            .iter()
            .any(|part| part.name == name.text && !name.text.is_empty())
        {
            said.push(name.text);
        } else {
            let names = parts.iter().map(|part| part.name.as_str());
            let mut error = Diagnostic::new(
                Code::UnknownPlaceholder,
                name.span,
                format!("`{{{}}}` is not a member", name.text),
            );
            error.help = did_you_mean(&name.text, names);
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
