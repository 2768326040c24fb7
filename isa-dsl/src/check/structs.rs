//! Structs: bit-structured operands such as `hwreg(HW_REG_MODE, 0, 4)`.
//!
//! A struct is to its value what a family is to an instruction: members are
//! its operands, and a form says which value it writes. The difference is that
//! members may share bits, because what the bits mean may depend on others.

use crate::sorted::SortedSet;

use super::context::Context;
use super::layouts::{self, Parts};
use super::{ambiguities, counted, kinds, lists};
use crate::ast;
use crate::bits::{self, fits};
use crate::declare::Sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::distinct::{Counted, Set, Uncounted};
use crate::expr::{self, Keyword, Scope, Value};
use crate::model::{
    Form, Kind, LayoutPart, Meaning, Model, Operand, PartKind, Struct, StructShape, Token, Width,
};
use crate::suggest::did_you_mean;
use crate::tables::Bits;
use crate::template::{self, Piece};

/// Checks every struct.
pub fn check(context: &mut Context, model: &mut Model) {
    for structure in &context.names.structs {
        let checked = check_one(structure, context, model);
        model.structs.push(checked);
    }
    cycles(context);
}

/// A member whose declaration is well formed.
struct Member<'a> {
    declared: &'a ast::Member,
    part: LayoutPart,
    kind: Kind,
}

fn check_one(structure: &ast::Struct, context: &mut Context, model: &mut Model) -> Struct {
    let before = context.diagnostics.len();
    let width = kinds::bits(&structure.bits, "a struct", (1, 64), context);
    let mut parts = Parts::new(width, context.machine.all());
    let mut members = Vec::new();
    for member in &structure.members {
        let kind = kinds::resolve_fixed(&member.kind, context);
        let (name, at) = (Some(&member.name), member.at.as_ref());
        let Some(field) = parts.add(name, PartKind::Field, &member.bits, at, context) else {
            continue;
        };
        let Some(kind) = kind else { continue };
        let value_bits = kinds::value_bits(&kind, context, model);
        if let Some(bits) = value_bits.filter(|bits| *bits != field.width()) {
            let message = format!(
                "`{}` has values of {bits} bits and a field of {}",
                member.name.text,
                field.width()
            );
            context.error(Code::ValueTooWide, member.name.span, message);
        }
        if let Some(default) = &member.default
            && !fits(default.value, field.width())
        {
            let message = format!(
                "{} does not fit the {} bits of `{}`",
                default.value,
                field.width(),
                member.name.text
            );
            context.error(Code::ValueTooWide, default.span, message);
        }
        no_registers(member, &kind, context, model);
        kinds::no_alike(&member.name, &kind, context, model);
        kinds::not_relative(&kind, member.name.span, context);
        let part = parts.list.last().cloned();
        members.extend(part.map(|part| Member {
            declared: member,
            part,
            kind,
        }));
    }
    for reserved in &structure.reserved {
        let (bits, at) = ([reserved.bits], reserved.at.as_ref());
        parts.add(None, PartKind::Reserved, &bits, at, context);
    }
    layouts::cover(&structure.name, &parts, true, context);
    let known = templates(structure, &members, &parts, context, model);
    let mut checked = Struct {
        name: structure.name.text.clone(),
        title: structure
            .title
            .as_ref()
            .unwrap_or(&structure.name)
            .text
            .clone(),
        bits: width.unwrap_or(64),
        archs: Vec::new(),
    };
    for arch in 0..context.machine.archs.len() {
        let mut shape = StructShape::default();
        // What is wrong has been reported once, and not for each architecture.
        if known && context.diagnostics.len() == before {
            shape = on_arch(structure, &members, &parts, arch, context, model);
        }
        checked.archs.push(shape);
    }
    checked
}

/// Registers and literals take more than the bits of a member.
fn no_registers(member: &ast::Member, kind: &Kind, context: &mut Context, model: &Model) {
    let beyond = match kind {
        Kind::Register(..) => true,
        Kind::List(..) => {
            let message = format!("member `{}` cannot be a list", member.name.text);
            context
                .error(Code::BadKind, member.name.span, message)
                .help("give every element a name of its own: `asm \"[{first},{second}]\"`");
            false
        }
        Kind::Class(class, _) => model.classes[*class].entries.iter().any(|entry| {
            matches!(
                entry.meaning,
                Meaning::Register(..) | Meaning::Literal | Meaning::Escape
            )
        }),
        _ => false,
    };
    if beyond {
        let message = format!(
            "member `{}` cannot be a register or a literal",
            member.name.text
        );
        context
            .error(Code::BadKind, member.name.span, message)
            .help("a member is an integer, a flag, a struct, or a class of words and numbers");
    }
}

/// Checks what the templates mention, and that they mention every member.
fn templates(
    structure: &ast::Struct,
    members: &[Member<'_>],
    parts: &Parts,
    context: &mut Context,
    model: &Model,
) -> bool {
    let members_named = structure.members.iter().map(|it| it.name.text.as_str());
    let lists_named = structure.lists.iter().map(|it| it.name.text.as_str());
    let known: SortedSet<&str> = members_named.chain(lists_named).collect();
    let mut said: SortedSet<String> = SortedSet::new();
    let before = context.diagnostics.len();
    for form in &structure.forms {
        context.archs(form.at.as_ref());
        placeholders(&form.template, &known, &mut said, context);
    }
    for list in &structure.lists {
        lists::check(list, structure, &mut said, context);
    }
    if structure.forms.is_empty() {
        let message = format!("struct `{}` has no assembly form", structure.name.text);
        context
            .error(Code::NoSyntax, structure.name.span, message)
            .help("write `asm \"name({member}, {member})\";`");
        return false;
    }
    if context.diagnostics.len() > before {
        // What a wrong template mentions is not known.
        return false;
    }
    // A condition that compares a member with a constant says it too.
    let mut fixed = SortedSet::new();
    for arch in 0..context.machine.archs.len() {
        let names = Names {
            members,
            parts: &parts.list,
            arch: Some(arch),
            context,
            model,
        };
        for when in structure.forms.iter().filter_map(|form| form.when.as_ref()) {
            // Errors are reported for each architecture, or not at all.
            let value = expr::resolve(when, &names, &mut Vec::new());
            for (field, _) in value.as_ref().map(Value::fixed_fields).unwrap_or_default() {
                fixed.insert(field);
            }
        }
    }
    for part in &parts.list {
        let unsaid = part.kind == PartKind::Field
            && !said.contains(&part.name)
            && !fixed.contains(&part.field);
        if unsaid {
            let message = format!(
                "no form of `{}` mentions member `{}`",
                structure.name.text, part.name
            );
            context
                .error(Code::OperandUnspoken, part.span, message)
                .help(format!(
                    "put `{{{}}}` into an `asm` template, or compare it in its condition",
                    part.name
                ));
        }
    }
    context.diagnostics.len() == before
}

fn placeholders(
    text: &ast::Name,
    known: &SortedSet<&str>,
    said: &mut SortedSet<String>,
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
            let message = format!("`{{{}}}` is neither a member nor a list", name.text);
            let mut error = Diagnostic::new(Code::UnknownPlaceholder, name.span, message);
            error.help = did_you_mean(&name.text, known.iter().copied());
            context.diagnostics.push(error);
        }
    }
}

/// The struct as one architecture has it.
fn on_arch(
    structure: &ast::Struct,
    members: &[Member<'_>],
    parts: &Parts,
    arch: usize,
    context: &mut Context,
    model: &mut Model,
) -> StructShape {
    let mut shape = StructShape::default();
    for part in parts.list.iter().filter(|part| part.archs.contains(arch)) {
        if part.kind == PartKind::Reserved {
            shape.reserved |= part.field.mask().low();
        }
    }
    // Bits that a default sets, and the defaults.
    let (mut set, mut defaults) = (Bits::ZERO, Bits::ZERO);
    for member in members {
        if !member.part.archs.contains(arch) {
            continue;
        }
        let default = member.declared.default.map_or(0, |number| number.value);
        let field = &member.part.field;
        if let Some(number) = member.declared.default {
            let placed = field.place(default);
            if ((defaults ^ placed) & set & field.mask()).any() {
                let message = format!(
                    "another member of `{}` has other defaults for bits of `{}`",
                    structure.name.text, member.declared.name.text
                );
                context
                    .error(Code::BitOverlap, number.span, message)
                    .help("members that share bits have the same defaults there");
            }
            set |= field.mask();
            defaults |= placed;
        }
        shape.members.push(Operand {
            part: false,
            name: member.declared.name.text.clone(),
            field: field.clone(),
            kind: member.kind.clone(),
            direction: None,
            width: Width::Fixed(0),
            unaligned: false,
            value_width: 0,
            zero: String::new(),
            default,
            required: false,
            wraps: Vec::new(),
            signs: Vec::new(),
            span: member.declared.name.span,
        });
    }
    let syntaxes = 0..context.machine.syntaxes.len();
    let mut silent: SortedSet<usize> = syntaxes
        .filter(|it| !context.has_syntax(*it, arch))
        .collect();
    for form in &structure.forms {
        let archs = context.archs_of(form.at.as_ref());
        if form.no_text || !archs.contains(arch) {
            let named = form.syntax.as_ref().map(|name| context.syntax(name));
            silent.extend(named.flatten());
            continue;
        }
        add_form(
            structure, form, members, parts, arch, defaults, &mut shape, context, model,
        );
    }
    for (index, syntax) in context.machine.syntaxes.iter().enumerate() {
        let mut printed = shape.forms.iter().filter(|form| !form.read_only);
        if !silent.contains(&index) && !printed.any(|form| form.syntax == index) {
            let message = format!(
                "struct `{}` cannot be written in syntax `{}` on {}",
                structure.name.text, syntax.name, context.machine.archs[arch].name.text
            );
            context
                .error(Code::NoSyntax, structure.name.span, message)
                .help(format!("add `asm {} \"…\";`", syntax.name));
        }
    }
    ambiguities::check(
        &structure.name,
        &shape.members,
        &shape.forms,
        "tell them apart by their text or by their members",
        context,
        model,
    );
    shape
}

#[allow(clippy::too_many_arguments)]
fn add_form(
    structure: &ast::Struct,
    form: &ast::Form,
    members: &[Member<'_>],
    parts: &Parts,
    arch: usize,
    defaults: Bits,
    shape: &mut StructShape,
    context: &mut Context,
    model: &mut Model,
) {
    let syntaxes: Vec<usize> = match &form.syntax {
        None => (0..context.machine.syntaxes.len()).collect(),
        Some(name) => {
            let known = context.syntax(name);
            known.into_iter().collect()
        }
    };
    context.no_feature(form);
    let when = match &form.when {
        None => None,
        Some(when) => {
            let mut errors = Vec::new();
            let names = Names {
                members,
                parts: &parts.list,
                arch: Some(arch),
                context,
                model,
            };
            let value = expr::resolve(when, &names, &mut errors);
            context.diagnostics.extend(errors);
            match value {
                // In error, or never true on this architecture.
                None | Some(Value::Number(0)) => return,
                Some(Value::Number(_)) => None,
                Some(value) => {
                    context.check_program(&value, when.span);
                    Some(value)
                }
            }
        }
    };
    let Some(tokens) = tokens(form, &structure.lists, &shape.members) else {
        // It names a member that this architecture lacks.
        return;
    };
    touching(form, &tokens, &shape.members, context, model);
    let mut spoken = Bits::ZERO;
    let said = tokens.iter().flat_map(|token| match token {
        Token::Operand(index) => vec![*index],
        Token::AnyOrder(list) => list.items.iter().map(|(index, _)| *index).collect(),
        _ => Vec::new(),
    });
    for index in said {
        let member = &shape.members[index];
        if (spoken & member.field.mask()).any() {
            let message = format!(
                "this form of `{}` says bits of `{}` twice",
                structure.name.text, member.name
            );
            context
                .error(Code::BitOverlap, form.template.span, message)
                .help("members of one form share no bits");
        }
        spoken |= member.field.mask();
    }
    let mut rest = defaults & !spoken;
    for (field, value) in when.as_ref().map(Value::fixed_fields).unwrap_or_default() {
        let mask = field.mask() & !spoken;
        rest = rest & !mask | field.place(value) & mask;
    }
    for syntax in syntaxes {
        if !context.has_syntax(syntax, arch) {
            continue;
        }
        shape.forms.push(Form {
            syntax,
            read_only: form.read_only,
            features: 0,
            when: when.clone(),
            tokens: tokens.clone(),
            spoken,
            rest,
            rules: Vec::new(),
            span: form.span,
        });
    }
}

/// The tokens of a form; `None` if it mentions a member that is not there.
fn tokens(form: &ast::Form, lists: &[ast::AnyOrder], members: &[Operand]) -> Option<Vec<Token>> {
    template::parse(&form.template)
        .ok()?
        .into_iter()
        .map(|piece| match piece {
            Piece::Text(text) => Some(Token::Text(text)),
            Piece::Placeholder(name) => {
                if let Some(list) = lists.iter().find(|list| list.name.text == name.text) {
                    return Some(Token::AnyOrder(lists::on_arch(list, members)));
                }
                members
                    .iter()
                    .position(|member| member.name == name.text)
                    .map(Token::Operand)
            }
        })
        .collect()
}

/// Where a member's text touches a letter or another member, reading must
/// still find its end: all its words are then of one length.
fn touching(
    form: &ast::Form,
    tokens: &[Token],
    members: &[Operand],
    context: &mut Context,
    model: &Model,
) {
    for pair in tokens.windows(2) {
        let Token::Operand(index) = pair[0] else {
            continue;
        };
        let touches = match &pair[1] {
            Token::Text(text) => text.starts_with(|c: char| c.is_alphanumeric() || c == '_'),
            _ => true,
        };
        if touches && !even_words(&members[index].kind, model) {
            let message = format!(
                "reading could not tell where `{}` ends",
                members[index].name
            );
            context
                .error(Code::NotInvertible, form.template.span, message)
                .help("put a comma or a bracket behind it, or give its class words of one length");
        }
    }
}

/// Whether a kind is a class of words of one length.
fn even_words(kind: &Kind, model: &Model) -> bool {
    let Kind::Class(class, _) = kind else {
        return false;
    };
    let mut lengths = SortedSet::new();
    for entry in &model.classes[*class].entries {
        match &entry.meaning {
            Meaning::Keyword(word) => lengths.insert(word.len()),
            _ => return false,
        };
    }
    lengths.len() == 1
}

/// A struct that contains itself, through members or classes, has no bits.
fn cycles(context: &mut Context) {
    let structs = context.names.structs.len();
    // Structs, then classes. Classes within classes are another check's.
    let contained = |index: usize| -> Vec<(usize, &ast::Name)> {
        let named = |name: &ast::Name| context.names.find(&name.text);
        if let Some(structure) = context.names.structs.get(index) {
            let members = structure.members.iter();
            return members
                .filter_map(|member| match &member.kind {
                    ast::Kind::Class(name, ..) => match named(name)? {
                        (Sort::Struct, index) => Some((index, name)),
                        (Sort::Class, index) => Some((structs + index, name)),
                        _ => None,
                    },
                    _ => None,
                })
                .collect();
        }
        let entries = context.names.classes[index - structs].entries.iter();
        entries
            .filter_map(|entry| match &entry.meaning {
                ast::Meaning::Named(name, ..) => match named(name)? {
                    (Sort::Struct, index) => Some((index, name)),
                    _ => None,
                },
                _ => None,
            })
            .collect()
    };
    let count = structs + context.names.classes.len();
    for name in super::cycles::find(count, contained) {
        let message = format!("`{}` contains itself", name.text);
        context.error(Code::BadKind, name.span, message);
    }
}

/// Names in the conditions of a struct's forms.
struct Names<'a> {
    members: &'a [Member<'a>],
    parts: &'a [LayoutPart],
    /// One architecture, or any.
    arch: Option<usize>,
    context: &'a Context<'a>,
    model: &'a Model,
}

impl Names<'_> {
    fn here(&self, part: &LayoutPart) -> bool {
        self.arch.is_none_or(|arch| part.archs.contains(arch))
    }
}

impl Scope for Names<'_> {
    fn path(&self, name: &str) -> Option<Value> {
        let mut parts = self.parts.iter().filter(|part| part.name == name);
        match parts.clone().find(|part| self.here(part)) {
            Some(part) => Some(Value::Field(bits::BitField {
                pieces: part.field.pieces.clone(),
            })),
            // A member that this architecture lacks reads as zero.
            None => parts.next().map(|_| Value::Number(0)),
        }
    }

    fn names(&self) -> Vec<String> {
        self.parts
            .iter()
            .map(|part| part.name.clone())
            .filter(|name| !name.is_empty())
            .collect()
    }

    fn keyword(&self, name: &str, text: &str) -> Keyword {
        let mut members = self.members.iter().filter(|it| it.part.name == name);
        let Some(member) = members.clone().find(|it| self.here(&it.part)) else {
            return match members.next() {
                Some(_) => Keyword::Absent,
                None => Keyword::NoClass,
            };
        };
        let Kind::Class(class, _) = &member.kind else {
            return Keyword::NoClass;
        };
        let found = self.model.classes[*class].entries.iter().find(|entry| {
            self.arch.is_none_or(|arch| entry.archs.contains(arch))
                && matches!(&entry.meaning, Meaning::Keyword(word) if word == text)
        });
        found.map_or(Keyword::NoWord, |entry| Keyword::Value(entry.first))
    }

    fn set(&self, name: &str) -> Option<Set> {
        counted::set(name, self.context)
    }

    fn counted(&self, _: Set, _: &str) -> Result<Option<Counted<bits::BitField>>, Uncounted> {
        // Neither members nor pieces are registers.
        Err(Uncounted::NoOperand)
    }
}
