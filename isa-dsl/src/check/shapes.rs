//! Shapes: a family's layout, operands and forms on one architecture, with
//! the parameters of its rows filled in.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::families::{EncodingParts, Parts};
use super::operands::{self, fits};
use super::scope::Names;
use super::{Context, forms, indexed, modifiers, wraps};
use crate::ast;
use crate::bits::BitField;
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::{self, Value};
use crate::machine::ArchSet;
use crate::model::{Layout, Model, PartKind, Shape, StandIn};
use crate::operation::Environment;
use crate::source::Span;
use crate::suggest::did_you_mean;
use crate::tables::Bits;

/// Values that the engines hold while they compute a rule or a condition.
const MAX_STACK: usize = 16;

/// Operands of a form at most.
const MAX_POSITIONAL: usize = 16;

/// Modifiers of an encoding at most.
const MAX_MODIFIERS: usize = 32;

/// What the rows of a family share: built for the first that needs it.
pub struct Cache {
    /// By encoding: its format, and where that exists. `None` after an error.
    formats: Vec<Option<(usize, ArchSet)>>,
    known: BTreeMap<(usize, usize, Vec<i64>), Option<usize>>,
    /// What operations may name, by the shapes that say it.
    pub environments: BTreeMap<Vec<usize>, Rc<Environment>>,
    /// Shapes in error whose operands are right: they cannot be encoded, but
    /// operations may still name their operands.
    named: BTreeMap<(usize, usize, Vec<i64>), Rc<Shape>>,
    /// What was said of the effects of some row.
    pub effects: BTreeSet<String>,
}

/// The shape of a row.
pub struct Got {
    /// Index into the model's shapes.
    pub index: usize,
    /// The row's opcode as this encoding counts it.
    pub opcode: u64,
}

impl Cache {
    /// Empty, for a family whose encodings have these formats.
    pub fn new(formats: Vec<Option<(usize, ArchSet)>>) -> Cache {
        Cache {
            formats,
            known: BTreeMap::new(),
            environments: BTreeMap::new(),
            named: BTreeMap::new(),
            effects: BTreeSet::new(),
        }
    }

    /// The shape for a row that is in error, if at least its operands are right.
    pub fn named(&self, encoding: usize, arch: usize, args: &[i64]) -> Option<Rc<Shape>> {
        let shape = self.named.get(&(encoding, arch, args.to_vec()))?;
        Some(Rc::clone(shape))
    }

    /// The shape for a row, built if it is the first of its arguments; `None`
    /// if it is in error.
    #[allow(clippy::too_many_arguments)]
    pub fn get(
        &mut self,
        family: usize,
        parts: &Parts,
        encoding: usize,
        arch: usize,
        row: &ast::Row,
        args: &[i64],
        opcode: u64,
        context: &mut Context,
        model: &mut Model,
    ) -> Option<Got> {
        let (layout, there) = (*self.formats.get(encoding)?)?;
        if !there.contains(arch) {
            return None;
        }
        let key = (encoding, arch, args.to_vec());
        let index = if let Some(known) = self.known.get(&key) {
            (*known)?
        } else {
            let built = build(
                family, parts, encoding, layout, arch, row, args, context, model,
            );
            let index = match built {
                Built::Whole(shape) => {
                    model.shapes.push(shape);
                    Some(model.shapes.len() - 1)
                }
                Built::Named(shape) => {
                    self.named.insert(key.clone(), Rc::new(shape));
                    None
                }
                Built::Failed => None,
            };
            self.known.insert(key, index);
            index?
        };
        let opcode = opcode_of(parts, encoding, layout, arch, args, opcode, context, model)?;
        Some(Got { index, opcode })
    }
}

/// What became of a shape.
enum Built {
    /// It is right.
    Whole(Shape),
    /// It is in error, but not in what its operands are.
    Named(Shape),
    /// Its operands are in error.
    Failed,
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
            features: None,
            context,
            model,
        };
        let resolved = expr::resolve(&binding.value, &names, &mut errors);
        match resolved.as_ref().and_then(Value::constant) {
            Some(number) => value = number.cast_unsigned(),
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
    row: &ast::Row,
    args: &[i64],
    context: &mut Context,
    model: &mut Model,
) -> Built {
    // What exists on this architecture is found before what does not.
    let mut encoding = parts.encodings[encoding_index].clone();
    let machine = &context.machine;
    encoding.operands.sort_by_key(|operand| {
        let archs = machine.resolve(operand.at.as_ref(), &mut Vec::new());
        !archs.contains(arch)
    });
    let encoding = &encoding;
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
        suffix_read: encoding.suffix_read,
        args: args.to_vec(),
        mask: Bits::ZERO,
        bits: Bits::ZERO,
        reserved: Bits::ZERO,
        unused: Bits::ZERO,
        opcode: BitField::default(),
        operands: Vec::new(),
        positional: 0,
        forms: Vec::new(),
        rules: Vec::new(),
        stand_ins: stand_ins(encoding, arch, context),
        indexed: Vec::new(),
    };
    let mut uses = Uses {
        row: row.name.span,
        layout: &layout,
        arch,
        used: Vec::new(),
        bound: Vec::new(),
        wrapped: Vec::new(),
        failed: false,
        absent: BTreeSet::new(),
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
                if layout.has_field("opcode") {
                    format!(
                        "format `{}` has no field `opcode` on {}",
                        layout.name, context.machine.archs[arch].name.text
                    )
                } else {
                    format!("format `{}` has no field `opcode`", layout.name)
                },
            )
            .help("the rows' numbers are put there: declare `opcode [high:low];`"),
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
            operands::add(
                parts, encoding, operand, args, &mut shape, &mut uses, context, model,
            );
        } else if !shape.operands.iter().any(|it| it.name == operand.name.text) {
            uses.absent.insert(operand.name.text.clone());
        }
    }
    wraps::unused_bits(&uses, &mut shape);
    shape.positional = shape.operands.len();
    shape.indexed = indexed::of_shape(&encoding.indexed, &shape, arch, context, model);
    let groups = forms::groups(encoding, context);
    for group in &groups {
        let set = context.names.modifiers[*group];
        for modifier in modifiers::here(set, arch, context) {
            operands::add_modifier(modifier, &mut shape, &mut uses, context, model);
        }
    }
    let named = context.diagnostics.len() == before;
    too_many(parts, encoding, &shape, context);
    let known = forms::check_names(encoding, &mut uses, arch, context);
    // Fields that what is in error would have used are not to be missed.
    if known && !uses.failed {
        unused_fields(parts, encoding, &layout, arch, &uses.used, context);
    }
    forms::build(parts, encoding, args, &layout, &mut shape, context, model);
    rules(parts, encoding, args, &layout, &mut shape, context, model);
    if context.diagnostics.len() == before {
        Built::Whole(shape)
    } else if named && known {
        Built::Named(shape)
    } else {
        Built::Failed
    }
}

/// The states that stand for operands on an architecture. What is wrong with
/// them is said of the family.
fn stand_ins(encoding: &EncodingParts, arch: usize, context: &Context) -> Vec<StandIn> {
    let here = encoding.stand_ins.iter();
    let here = here.filter(|(_, archs)| archs.contains(arch));
    here.filter_map(|(stand_in, _)| {
        let mut states = context.names.states.iter();
        Some(StandIn {
            name: stand_in.name.text.clone(),
            state: states.position(|it| it.name.text == stand_in.state.text)?,
            direction: stand_in.direction,
        })
    })
    .collect()
}

/// Which fields of the layout were given a meaning, and where.
pub(super) struct Uses<'a> {
    /// The row whose arguments these are.
    pub row: Span,
    /// The layout.
    pub layout: &'a Layout,
    /// The architecture.
    pub arch: usize,
    /// Fields with the place of their use.
    pub used: Vec<(String, Span)>,
    /// Fields that are bound, with their values.
    pub bound: Vec<(String, u64)>,
    /// Bits of source modifiers.
    pub wrapped: Vec<(Bits, String, Span)>,
    /// Some name is not a field: the field that was meant is not known.
    pub failed: bool,
    /// Operands that are not on this architecture.
    pub absent: BTreeSet<String>,
}

impl Uses<'_> {
    /// With the row, if the expression depends on its arguments.
    pub fn with_row(
        &self,
        error: Diagnostic,
        expr: Option<&ast::Expr>,
        parts: &Parts,
    ) -> Diagnostic {
        let params = &parts.family.params;
        if expr.is_some_and(|expr| expr::mentions(expr, params)) {
            error.also(self.row, "with the arguments of this row")
        } else {
            error
        }
    }

    /// Takes a field; `None` if this architecture lacks it or on error.
    pub fn take(&mut self, name: &ast::Name, how: &str, context: &mut Context) -> Option<BitField> {
        if !self.known(name, context) {
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

    /// The value of a field that is bound.
    pub fn bound_value(&self, name: &str) -> Option<u64> {
        let mut bound = self.bound.iter();
        bound.find(|(field, _)| field == name).map(|row| row.1)
    }

    /// Whether the layout has a field of that name on some architecture.
    pub fn known(&mut self, name: &ast::Name, context: &mut Context) -> bool {
        if self.layout.has_field(&name.text) {
            return true;
        }
        self.failed = true;
        if self.layout.broken.contains(&name.text) {
            return false;
        }
        let fixed = self.layout.parts.iter().find(|it| it.name == name.text);
        let mut error = Diagnostic::new(
            Code::NoField,
            name.span,
            format!("format `{}` has no field `{}`", self.layout.name, name.text),
        );
        match fixed {
            Some(part) => {
                error.message = format!(
                    "the bits of `{}` in format `{}` are fixed",
                    name.text, self.layout.name
                );
                error = error.also(part.span, "fixed here");
            }
            None => error.help = did_you_mean(&name.text, self.layout.field_names()),
        }
        context.diagnostics.push(error);
        false
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
            features: None,
            context,
            model,
        };
        let value = expr::resolve(&binding.value, &names, &mut errors);
        context.diagnostics.extend(errors);
        let (Some(field), Some(value)) = (field, value) else {
            continue;
        };
        match value.constant() {
            Some(number) if number >= 0 && fits(number.cast_unsigned(), field.width()) => {
                shape.mask |= field.mask();
                shape.bits |= field.place(number.cast_unsigned());
                let bound = (binding.field.text.clone(), number.cast_unsigned());
                uses.bound.push(bound);
            }
            Some(number) => {
                let error = Diagnostic::new(
                    Code::ValueTooWide,
                    binding.value.span,
                    format!(
                        "{number} does not fit the {} bits of `{}`",
                        field.width(),
                        binding.field.text
                    ),
                )
                .label(format!(
                    "expected 0 to {}",
                    crate::bits::ones(field.width())
                ));
                let error = uses.with_row(error, Some(&binding.value), parts);
                context.diagnostics.push(error);
            }
            None => context.diagnostics.push(
                Diagnostic::new(
                    Code::BadExpression,
                    binding.value.span,
                    "a field is bound to a constant",
                )
                .label("this depends on a field"),
            ),
        }
    }
}

/// The engines read an instruction into places of a fixed number.
fn too_many(parts: &Parts, encoding: &EncodingParts, shape: &Shape, context: &mut Context) {
    let modifiers = shape.operands.len() - shape.positional;
    for (count, most, what) in [
        (shape.positional, MAX_POSITIONAL, "operands"),
        (modifiers, MAX_MODIFIERS, "modifiers"),
    ] {
        if count > most {
            let place = encoding.name.unwrap_or(&parts.family.name);
            context.diagnostics.push(
                Diagnostic::new(
                    Code::OutOfRange,
                    place.span,
                    format!("`{}` has {count} {what}", place.text),
                )
                .label(format!("expected at most {most}")),
            );
        }
    }
}

fn unused_fields(
    parts: &Parts,
    encoding: &EncodingParts,
    layout: &Layout,
    arch: usize,
    used: &[(String, Span)],
    context: &mut Context,
) {
    let missing: Vec<_> = layout
        .parts(arch)
        .filter(|part| part.kind == PartKind::Field)
        .filter(|part| !used.iter().any(|(name, _)| *name == part.name))
        .collect();
    let Some(first) = missing.first() else { return };
    let names: Vec<String> = missing.iter().map(|it| format!("`{}`", it.name)).collect();
    let place = encoding.name.unwrap_or(&parts.family.name);
    let mut error = Diagnostic::new(
        Code::FieldNotUsed,
        place.span,
        format!(
            "`{}` does not use {} {} of `{}`",
            place.text,
            if names.len() == 1 { "field" } else { "fields" },
            names.join(", "),
            layout.name
        ),
    )
    .help(format!(
        "make it an operand or a modifier, bind it (`{}({} = 0)`), or declare it `unused`",
        layout.name, first.name
    ));
    for part in &missing {
        error = error.also(part.span, "declared here");
    }
    context.diagnostics.push(error);
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
        let archs = context
            .machine
            .resolve(rule.at.as_ref(), &mut context.diagnostics);
        if !archs.contains(shape.arch) {
            continue;
        }
        let mut errors = Vec::new();
        let names = Names {
            params: &parts.family.params,
            args,
            layout,
            arch: shape.arch,
            operands: &encoding.operands,
            opcode: None,
            features: None,
            context,
            model,
        };
        let value = expr::resolve(&rule.condition, &names, &mut errors);
        context.diagnostics.extend(errors);
        let Some(value) = value else { continue };
        let syntax = match &rule.syntax {
            None => None,
            Some(name) => {
                let found = context
                    .machine
                    .syntax_or_report(name, &mut context.diagnostics);
                match found {
                    None => continue,
                    found => found,
                }
            }
        };
        if let Value::Number(0) = value {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::BadExpression,
                    rule.condition.span,
                    format!(
                        "this rule never holds on {}",
                        context.machine.archs[shape.arch].name.text
                    ),
                )
                .help("a rule says what must be true of an instruction"),
            );
        }
        check_program(&value, rule.condition.span, context);
        let said = (value, rule.message.text.clone());
        match syntax {
            None => shape.rules.push(said),
            // What always holds need not be looked at again.
            Some(_) if said.0.constant().is_some() => {}
            Some(syntax) => {
                let forms = shape.forms.iter_mut();
                forms
                    .filter(|form| form.syntax == syntax)
                    .for_each(|form| form.rules.push(said.clone()));
            }
        }
    }
}

/// Whether the engines can compute a rule or a condition.
pub(super) fn check_program<F: Clone + PartialEq>(
    value: &Value<F>,
    span: Span,
    context: &mut Context,
) {
    if value.stack_depth() > MAX_STACK {
        context.diagnostics.push(
            Diagnostic::new(
                Code::BadExpression,
                span,
                format!("more than {MAX_STACK} values wait for one another here"),
            )
            .help("write the longer side of an operator on its left, or split the rule"),
        );
    }
}
