//! Shapes: a family's layout, operands and forms on one architecture, with
//! the parameters of its rows filled in.

use std::collections::BTreeMap;

use super::families::{EncodingParts, Parts};
use super::{Context, forms, kinds};
use crate::ast;
use crate::bits::{self, BitField};
use crate::declare::Sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::{self, Keyword, Scope, Value};
use crate::model::{Kind, Layout, Meaning, Model, Operand, PartKind, Shape, Width};
use crate::source::Span;
use crate::suggest::did_you_mean;

/// Bits of the fields that a width may depend on, all together.
const MAX_WIDTH_KEY: u32 = 12;

/// The shapes of a family so far. `None` for one that is in error.
#[derive(Default)]
pub struct Cache {
    known: BTreeMap<(usize, usize, Vec<i64>), Option<usize>>,
}

/// The shape of a row.
pub struct Got {
    /// Index into the model's shapes.
    pub index: usize,
    /// The row's opcode as this encoding counts it.
    pub opcode: u64,
}

impl Cache {
    /// The shape for a row, built if it is the first of its arguments.
    #[allow(clippy::too_many_arguments)]
    pub fn get(
        &mut self,
        family: usize,
        parts: &Parts,
        encoding: usize,
        arch: usize,
        args: &[i64],
        opcode: u64,
        context: &mut Context,
        model: &mut Model,
    ) -> Option<Got> {
        let key = (encoding, arch, args.to_vec());
        let layout = self.layout(&parts.encodings[encoding], arch, context, model)?;
        let index = match self.known.get(&key) {
            Some(known) => (*known)?,
            None => {
                let built = build(family, parts, encoding, layout, arch, args, context, model);
                let index = built.map(|shape| {
                    model.shapes.push(shape);
                    model.shapes.len() - 1
                });
                self.known.insert(key, index);
                index?
            }
        };
        let opcode = opcode_of(parts, encoding, layout, arch, args, opcode, context, model)?;
        Some(Got { index, opcode })
    }

    fn layout(
        &self,
        encoding: &EncodingParts,
        arch: usize,
        context: &mut Context,
        model: &Model,
    ) -> Option<usize> {
        let name = &encoding.layout.name;
        let index = context
            .names
            .find_or_report(Sort::Format, name, &mut context.diagnostics)?;
        if !model.layouts[index].archs.contains(arch) {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::EmptyRange,
                    name.span,
                    format!(
                        "format `{}` does not exist on {}",
                        name.text, context.machine.archs[arch].name.text
                    ),
                )
                .help("leave that column out, or write `-`"),
            );
            return None;
        }
        Some(index)
    }
}

/// Names of a family's expressions on one architecture.
pub(super) struct Names<'a> {
    pub params: &'a [ast::Name],
    pub args: &'a [i64],
    pub layout: &'a Layout,
    pub arch: usize,
    pub operands: &'a [&'a ast::Operand],
    pub opcode: Option<u64>,
    pub context: &'a Context<'a>,
    pub model: &'a Model,
}

impl Scope for Names<'_> {
    fn path(&self, name: &str) -> Option<Value> {
        if let Some(index) = self.params.iter().position(|param| param.text == name) {
            return self.args.get(index).map(|&arg| Value::Number(arg));
        }
        if let (Some(opcode), "opcode") = (self.opcode, name) {
            return Some(Value::Number(opcode as i64));
        }
        let operand = self
            .operands
            .iter()
            .find(|operand| operand.name.text == name);
        let field = operand.map_or(name, |operand| field_name(operand));
        match self.layout.field(field, self.arch) {
            Some(field) => Some(Value::Field(field.clone())),
            // A field that this architecture lacks reads as zero.
            None => self.layout.has_field(field).then_some(Value::Number(0)),
        }
    }

    fn names(&self) -> Vec<String> {
        let params = self.params.iter().map(|param| param.text.clone());
        let operands = self
            .operands
            .iter()
            .map(|operand| operand.name.text.clone());
        params
            .chain(operands)
            .chain(self.layout.field_names().map(str::to_owned))
            .collect()
    }

    fn keyword(&self, name: &str, text: &str) -> Keyword {
        let Some(operand) = self
            .operands
            .iter()
            .find(|operand| operand.name.text == name)
        else {
            return Keyword::NoClass;
        };
        let ast::Kind::Class(class, ..) = &operand.kind else {
            return Keyword::NoClass;
        };
        let Some((Sort::Class, index)) = self.context.names.find(&class.text) else {
            return Keyword::NoClass;
        };
        if self.layout.field(field_name(operand), self.arch).is_none() {
            return Keyword::Absent;
        }
        let entries = &self.model.classes[index].entries;
        let found = entries.iter().find(|entry| {
            entry.archs.contains(self.arch)
                && matches!(&entry.meaning, Meaning::Keyword(word) if word == text)
        });
        match found {
            Some(entry) => Keyword::Value(entry.first),
            None => Keyword::NoWord,
        }
    }

    fn file(&self, name: &str) -> Option<usize> {
        match self.context.names.find(name) {
            Some((Sort::File, index)) => Some(index),
            _ => None,
        }
    }
}

fn field_name(operand: &ast::Operand) -> &str {
    operand
        .field
        .as_ref()
        .map_or(&operand.name.text, |field| &field.text)
}

/// The opcode after a binding such as `VOP3(opcode = opcode + 256)`.
#[allow(clippy::too_many_arguments)]
fn opcode_of(
    parts: &Parts,
    encoding: usize,
    layout: usize,
    arch: usize,
    args: &[i64],
    opcode: u64,
    context: &mut Context,
    model: &Model,
) -> Option<u64> {
    let mut errors = Vec::new();
    let mut value = opcode;
    for binding in &parts.encodings[encoding].layout.bindings {
        if binding.field.text != "opcode"
            || !context
                .machine
                .resolve(binding.at.as_ref(), &mut Vec::new())
                .contains(arch)
        {
            continue;
        }
        let names = Names {
            params: &parts.family.params,
            args,
            layout: &model.layouts[layout],
            arch,
            operands: &[],
            opcode: Some(opcode),
            context,
            model,
        };
        let resolved = expr::resolve(&binding.value, &names, &mut errors);
        match resolved.as_ref().and_then(Value::constant) {
            Some(number) => value = number as u64,
            None => {
                if errors.is_empty() {
                    errors.push(Diagnostic::new(
                        Code::BadExpression,
                        binding.value.span,
                        "an opcode cannot depend on fields",
                    ));
                }
            }
        }
    }
    let failed = !errors.is_empty();
    context.diagnostics.extend(errors);
    (!failed).then_some(value)
}

#[allow(clippy::too_many_arguments)]
fn build(
    family: usize,
    parts: &Parts,
    encoding_index: usize,
    layout_index: usize,
    arch: usize,
    args: &[i64],
    context: &mut Context,
    model: &mut Model,
) -> Option<Shape> {
    let encoding = &parts.encodings[encoding_index];
    let layout = model.layouts[layout_index].clone();
    let before = context.diagnostics.len();
    let mut shape = Shape {
        family,
        arch,
        layout: layout_index,
        encoding: encoding
            .name
            .map_or_else(String::new, |name| name.text.clone()),
        suffix: encoding
            .suffix
            .map_or_else(String::new, |name| name.text.clone()),
        args: args.to_vec(),
        mask: 0,
        bits: 0,
        reserved: 0,
        unused: 0,
        opcode: BitField::default(),
        operands: Vec::new(),
        positional: 0,
        forms: Vec::new(),
        rules: Vec::new(),
    };
    let mut uses = Uses {
        layout: &layout,
        arch,
        used: Vec::new(),
    };
    for part in layout.parts(arch) {
        match part.kind {
            PartKind::Fixed(value) => {
                shape.mask |= part.field.mask();
                shape.bits |= part.field.place(value);
            }
            PartKind::Reserved => {
                shape.mask |= part.field.mask();
                shape.reserved |= part.field.mask();
            }
            PartKind::Field | PartKind::Ignored => {}
        }
    }
    match layout.field("opcode", arch) {
        Some(field) => {
            shape.opcode = field.clone();
            shape.mask |= field.mask();
            uses.used
                .push(("opcode".to_owned(), encoding.layout.name.span));
        }
        None => context.diagnostics.push(
            Diagnostic::new(
                Code::NoField,
                encoding.layout.name.span,
                format!("format `{}` has no field `opcode`", layout.name),
            )
            .help("the rows' numbers are put there"),
        ),
    }
    bind(parts, encoding, args, &mut shape, &mut uses, context, model);
    for name in &encoding.unused {
        if let Some(field) = uses.take(name, "declared unused", context) {
            shape.unused |= field.mask();
        }
    }
    for operand in &encoding.operands {
        let archs = context
            .machine
            .resolve(operand.at.as_ref(), &mut context.diagnostics);
        if archs.contains(arch) {
            add_operand(
                parts, encoding, operand, args, &mut shape, &mut uses, context, model,
            );
        }
    }
    shape.positional = shape.operands.len();
    let groups = forms::groups(encoding, context);
    for group in &groups {
        for modifier in &context.names.modifiers[*group].modifiers {
            add_modifier(modifier, &mut shape, &mut uses, context, model);
        }
    }
    let used = std::mem::take(&mut uses.used);
    unused_fields(parts, encoding, &layout, arch, &used, context);
    forms::build(parts, encoding, args, &layout, &mut shape, context, model);
    rules(parts, encoding, args, &layout, &mut shape, context, model);
    (context.diagnostics.len() == before).then_some(shape)
}

/// Which fields of the layout were given a meaning, and where.
struct Uses<'a> {
    layout: &'a Layout,
    arch: usize,
    used: Vec<(String, Span)>,
}

impl Uses<'_> {
    /// Takes a field; `None` if this architecture lacks it or on error.
    fn take(&mut self, name: &ast::Name, how: &str, context: &mut Context) -> Option<BitField> {
        if !self.layout.has_field(&name.text) {
            let mut error = Diagnostic::new(
                Code::NoField,
                name.span,
                format!("format `{}` has no field `{}`", self.layout.name, name.text),
            );
            error.help = did_you_mean(&name.text, self.layout.field_names());
            context.diagnostics.push(error);
            return None;
        }
        if let Some((_, first)) = self.used.iter().find(|(used, _)| *used == name.text) {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::FieldTwice,
                    name.span,
                    format!("field `{}` has two meanings", name.text),
                )
                .label(how)
                .also(*first, "its other meaning is here"),
            );
            return None;
        }
        self.used.push((name.text.clone(), name.span));
        self.layout.field(&name.text, self.arch).cloned()
    }
}

fn bind(
    parts: &Parts,
    encoding: &EncodingParts,
    args: &[i64],
    shape: &mut Shape,
    uses: &mut Uses,
    context: &mut Context,
    model: &Model,
) {
    for binding in &encoding.layout.bindings {
        let archs = context
            .machine
            .resolve(binding.at.as_ref(), &mut context.diagnostics);
        if binding.field.text == "opcode" || !archs.contains(shape.arch) {
            continue;
        }
        let field = uses.take(&binding.field, "bound here", context);
        let mut errors = Vec::new();
        let names = Names {
            params: &parts.family.params,
            args,
            layout: uses.layout,
            arch: shape.arch,
            operands: &[],
            opcode: None,
            context,
            model,
        };
        let value = expr::resolve(&binding.value, &names, &mut errors);
        context.diagnostics.extend(errors);
        let (Some(field), Some(value)) = (field, value) else {
            continue;
        };
        match value.constant() {
            Some(number) if number >= 0 && fits(number as u64, field.width()) => {
                shape.mask |= field.mask();
                shape.bits |= field.place(number as u64);
            }
            Some(number) => context.diagnostics.push(Diagnostic::new(
                Code::ValueTooWide,
                binding.value.span,
                format!(
                    "{number} does not fit the {} bits of `{}`",
                    field.width(),
                    binding.field.text
                ),
            )),
            None => context.diagnostics.push(Diagnostic::new(
                Code::BadExpression,
                binding.value.span,
                "a field is bound to a constant",
            )),
        }
    }
}

fn fits(value: u64, width: u32) -> bool {
    width >= 64 || value >> width == 0
}

#[allow(clippy::too_many_arguments)]
fn add_operand(
    parts: &Parts,
    encoding: &EncodingParts,
    operand: &ast::Operand,
    args: &[i64],
    shape: &mut Shape,
    uses: &mut Uses,
    context: &mut Context,
    model: &mut Model,
) {
    let name = operand.field.as_ref().unwrap_or(&operand.name);
    let field = uses.take(name, "an operand", context);
    let kind = kinds::resolve(&operand.kind, context);
    let (Some(field), Some(kind)) = (field, kind) else {
        return;
    };
    let mut wraps = Vec::new();
    for wrap in &operand.wraps {
        // A field of several bits may serve several operands, a bit each.
        let bit = wrap.bit.map_or(0, |bit| bit.value);
        let whole = uses.layout.field(&wrap.field.text, shape.arch);
        if !uses.layout.has_field(&wrap.field.text) {
            uses.take(&wrap.field, "a source modifier", context);
            continue;
        }
        if !uses.used.iter().any(|(used, _)| *used == wrap.field.text) {
            uses.used.push((wrap.field.text.clone(), wrap.field.span));
        }
        let Some(whole) = whole else { continue };
        if bit >= u64::from(whole.width()) {
            context.diagnostics.push(Diagnostic::new(
                Code::BitRange,
                wrap.field.span,
                format!("`{}` has no bit {bit}", wrap.field.text),
            ));
            continue;
        }
        let mask = whole.place(1 << bit);
        let field = BitField::single(mask.trailing_zeros(), 1);
        let spellings = wrap
            .spellings
            .iter()
            .map(|spelling| spelling.text.clone())
            .collect();
        for spelling in &wrap.spellings {
            if spelling.text.matches("{}").count() != 1 {
                context.diagnostics.push(
                    Diagnostic::new(
                        Code::BadTemplate,
                        spelling.span,
                        "a source modifier is written around its operand",
                    )
                    .help("put one `{}` where the operand stands: `\"-{}\"`"),
                );
            }
        }
        wraps.push((spellings, field));
        model
            .not_lowered
            .push((operand.name.span, "source modifiers (`wrap`)".to_owned()));
    }
    note_kind(&kind, operand.name.span, model);
    let (width, value_width) = widths(
        parts,
        encoding,
        operand,
        args,
        &kind,
        uses.layout,
        shape.arch,
        context,
        model,
    );
    shape.operands.push(Operand {
        name: operand.name.text.clone(),
        field,
        kind,
        direction: Some(operand.direction),
        width,
        value_width,
        zero: operand
            .zero
            .as_ref()
            .map_or_else(String::new, |zero| zero.text.clone()),
        default: 0,
        wraps,
        span: operand.name.span,
    });
}

/// Kinds that the tables have no row for yet.
fn note_kind(kind: &Kind, span: Span, model: &mut Model) {
    let what = match kind {
        Kind::Struct(_) => "structs",
        Kind::List(..) => "lists",
        Kind::Integer(integer) if integer.relative.is_some() => "relative values",
        Kind::Register(_, scale) if *scale != 1 => "scaled register numbers",
        Kind::Class(_, ty) if !ty.is_empty() => "typed classes",
        Kind::Class(index, _)
            if model.classes[*index].entries.iter().any(|entry| {
                matches!(
                    entry.meaning,
                    Meaning::Struct(_) | Meaning::Class(_) | Meaning::Literal | Meaning::Float(_)
                )
            }) =>
        {
            "classes with literals, constants or structs"
        }
        _ => return,
    };
    model.not_lowered.push((span, what.to_owned()));
}

fn add_modifier(
    modifier: &ast::Modifier,
    shape: &mut Shape,
    uses: &mut Uses,
    context: &mut Context,
    model: &mut Model,
) {
    let archs = context
        .machine
        .resolve(modifier.at.as_ref(), &mut context.diagnostics);
    let field = if archs.contains(shape.arch) {
        uses.take(&modifier.name, "a modifier", context)
    } else {
        None
    };
    let Some(kind) = kinds::resolve(&modifier.kind, context) else {
        return;
    };
    let default = modifier.default.map_or(0, |default| default.value);
    if let Some(field) = &field {
        if !fits(default, field.width()) {
            context.diagnostics.push(Diagnostic::new(
                Code::ValueTooWide,
                modifier
                    .default
                    .map_or(modifier.name.span, |default| default.span),
                format!(
                    "{default} does not fit the {} bits of `{}`",
                    field.width(),
                    modifier.name.text
                ),
            ));
        }
        if let Some(bits) = kinds::value_bits(&kind, model) {
            if bits > field.width() {
                context.diagnostics.push(Diagnostic::new(
                    Code::ValueTooWide,
                    modifier.name.span,
                    format!(
                        "`{}` has values of {bits} bits and a field of {}",
                        modifier.name.text,
                        field.width()
                    ),
                ));
            }
        }
    }
    note_kind(&kind, modifier.name.span, model);
    shape.operands.push(Operand {
        name: modifier.name.text.clone(),
        field: field.unwrap_or_default(),
        kind,
        direction: None,
        width: Width::Fixed(0),
        value_width: 0,
        zero: String::new(),
        default,
        wraps: Vec::new(),
        span: modifier.name.span,
    });
}

#[allow(clippy::too_many_arguments)]
fn widths(
    parts: &Parts,
    encoding: &EncodingParts,
    operand: &ast::Operand,
    args: &[i64],
    kind: &Kind,
    layout: &Layout,
    arch: usize,
    context: &mut Context,
    model: &Model,
) -> (Width, u32) {
    let fallback = (Width::Fixed(1), 1);
    let Some(file) = register_file(kind, model) else {
        if let Some(width) = operand.width.as_ref().or(operand.extra.as_ref()) {
            context.diagnostics.push(Diagnostic::new(
                Code::BadWidth,
                width.span,
                format!(
                    "`{}` is not a register operand and has no width",
                    operand.name.text
                ),
            ));
        }
        return fallback;
    };
    let mut errors = Vec::new();
    let names = Names {
        params: &parts.family.params,
        args,
        layout,
        arch,
        operands: &encoding.operands,
        opcode: None,
        context,
        model,
    };
    let mut resolve = |expr: &Option<ast::Expr>, otherwise: i64| match expr {
        Some(expr) => expr::resolve(expr, &names, &mut errors),
        None => Some(Value::Number(otherwise)),
    };
    let width = resolve(&operand.width, 1);
    let extra = resolve(&operand.extra, 0);
    context.diagnostics.extend(errors);
    let (Some(width), Some(extra)) = (width, extra) else {
        return fallback;
    };
    let span = operand
        .width
        .as_ref()
        .map_or(operand.name.span, |width| width.span);
    let total = Value::Binary(
        ast::BinaryOp::Add,
        Box::new(width.clone()),
        Box::new(extra.clone()),
    );
    let key = total.fields();
    let key_bits: u32 = key.iter().map(BitField::width).sum();
    if key_bits > MAX_WIDTH_KEY {
        context.diagnostics.push(Diagnostic::new(
            Code::BadWidth,
            span,
            format!("this width depends on {key_bits} bits; {MAX_WIDTH_KEY} are the most"),
        ));
        return fallback;
    }
    let mut values = Vec::new();
    let mut value_width = 0;
    for index in 0..1_u64 << key_bits {
        let mut bits = 0;
        let mut at = 0;
        for field in &key {
            bits |= field.place(index >> at & bits::ones(field.width()));
            at += field.width();
        }
        let registers = total.evaluate(bits);
        let groups = &model.files[file].groups;
        let known = groups.iter().any(|group| i64::from(group.0) == registers)
            || registers == 0 && operand.zero.is_some();
        if !known {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::BadWidth,
                    span,
                    format!(
                        "`{}` may take {registers} registers, and `{}` has no such group",
                        operand.name.text, model.files[file].name
                    ),
                )
                .help(if registers == 0 {
                    "say what is written for none: `or \"off\"`".to_owned()
                } else {
                    format!("add {registers} to the `groups` of the file")
                }),
            );
            return fallback;
        }
        values.push(registers as u8);
        value_width = value_width.max(width.evaluate(bits).clamp(0, 64) as u32);
    }
    match values.as_slice() {
        [single] => (Width::Fixed(u32::from(*single)), value_width),
        _ => (Width::Table(key, values), value_width),
    }
}

/// The file whose registers an operand names, if it names registers.
fn register_file(kind: &Kind, model: &Model) -> Option<usize> {
    match kind {
        Kind::Register(file, _) => Some(*file),
        Kind::Class(class, _) => model.classes[*class]
            .entries
            .iter()
            .find_map(|entry| match entry.meaning {
                Meaning::Register(file) => Some(file),
                _ => None,
            }),
        _ => None,
    }
}

/// Bits of one register of an operand, if it names registers.
pub fn register_bits(operand: &Operand, model: &Model) -> Option<u32> {
    register_file(&operand.kind, model).map(|file| model.files[file].bits)
}

/// Bits of a field's value as operations see it.
pub fn field_bits(operand: &Operand, model: &Model) -> u16 {
    let bits = match &operand.kind {
        Kind::Integer(integer) => integer.bits,
        kind => kinds::value_bits(kind, model).unwrap_or_else(|| operand.field.width()),
    };
    bits.clamp(1, 64) as u16
}

/// Whether a field's value is signed.
pub fn is_signed(operand: &Operand) -> bool {
    matches!(&operand.kind, Kind::Integer(integer) if integer.signed)
}

fn unused_fields(
    parts: &Parts,
    encoding: &EncodingParts,
    layout: &Layout,
    arch: usize,
    used: &[(String, Span)],
    context: &mut Context,
) {
    for part in layout.parts(arch) {
        if part.kind != PartKind::Field || used.iter().any(|(name, _)| *name == part.name) {
            continue;
        }
        let place = encoding.name.unwrap_or(&parts.family.name);
        context.diagnostics.push(
            Diagnostic::new(
                Code::FieldNotUsed,
                place.span,
                format!(
                    "`{}` does not use field `{}` of `{}`",
                    place.text, part.name, layout.name
                ),
            )
            .also(part.span, "the field is declared here")
            .help(format!(
                "make it an operand or a modifier, bind it (`{}({} = 0)`), or declare it `unused`",
                layout.name, part.name
            )),
        );
    }
}

fn rules(
    parts: &Parts,
    encoding: &EncodingParts,
    args: &[i64],
    layout: &Layout,
    shape: &mut Shape,
    context: &mut Context,
    model: &mut Model,
) {
    for rule in &encoding.rules {
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
        let value = expr::resolve(&rule.condition, &names, &mut errors);
        context.diagnostics.extend(errors);
        if let Some(value) = value {
            if let Value::Number(0) = value {
                context.diagnostics.push(Diagnostic::new(
                    Code::BadExpression,
                    rule.condition.span,
                    "this rule never holds",
                ));
            }
            if format!("{value:?}").contains("Distinct") {
                model
                    .not_lowered
                    .push((rule.condition.span, "rules with `distinct`".to_owned()));
            }
            shape.rules.push((value, rule.message.text.clone()));
        }
    }
}
