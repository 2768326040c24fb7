//! Shapes: a family's layout, operands and forms on one architecture, with
//! the parameters of its rows filled in.

use crate::sorted::{SortedMap, SortedSet, sort_by_key};
use std::rc::Rc;

use super::context::Context;
use super::found::Found;
use super::parts::{EncodingParts, Parts};
use super::scope::{Names, Site};
use super::uses::Uses;
use super::{forms, indexed, modifiers, operands, wraps};
use crate::ast;
use crate::bits::{BitField, fits};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::{self, Value};
use crate::machine::ArchSet;
use crate::model::{Kind, Model, PartKind, Rule, Shape, StandIn};
use crate::operation::Environment;
use crate::tables::Bits;

/// Operands of a form at most.
const MAX_POSITIONAL: usize = 16;

/// Modifiers of an encoding at most.
const MAX_MODIFIERS: usize = 32;

/// What the rows of a family share: built for the first that needs it.
pub struct Cache {
    /// By encoding: its format, and where that exists. `None` after an error.
    formats: Vec<Option<(usize, ArchSet)>>,
    known: SortedMap<(usize, usize, Vec<i64>), Option<usize>>,
    /// What operations may name, by the shapes that say it.
    pub environments: SortedMap<(Vec<usize>, Vec<usize>), Rc<Environment>>,
    /// Shapes in error whose operands are right: they cannot be encoded, but
    /// operations may still name their operands.
    named: SortedMap<(usize, usize, Vec<i64>), Rc<Shape>>,
    /// What was said of the effects of some row.
    pub effects: SortedSet<String>,
}

/// The shape of a row.
pub struct Got {
    /// Index into the shapes of the family.
    pub index: usize,
    /// The row's opcode as this encoding counts it.
    pub opcode: u64,
}

impl Cache {
    /// Empty, for a family whose encodings have these formats.
    pub fn new(formats: Vec<Option<(usize, ArchSet)>>) -> Cache {
        Cache {
            formats,
            known: SortedMap::new(),
            environments: SortedMap::new(),
            named: SortedMap::new(),
            effects: SortedSet::new(),
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
        parts: &Parts,
        encoding: usize,
        arch: usize,
        row: &ast::Row,
        args: &[i64],
        opcode: u64,
        context: &mut Context,
        model: &Model,
        found: &mut Found,
    ) -> Option<Got> {
        let (layout, there) = (*self.formats.get(encoding)?)?;
        if !there.contains(arch) {
            return None;
        }
        let site = Site {
            parts,
            encoding: &parts.encodings[encoding],
            args,
            layout: &model.layouts[layout],
            arch,
        };
        let key = (encoding, arch, args.to_vec());
        let index = if let Some(known) = self.known.get(&key) {
            (*known)?
        } else {
            let index = match build(layout, row, site, context, model) {
                Built::Whole(shape) => {
                    found.shapes.push(shape);
                    Some(found.shapes.len() - 1)
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
        let opcode = opcode_of(site, opcode, context, model)?;
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
fn opcode_of(site: Site, opcode: u64, context: &mut Context, model: &Model) -> Option<u64> {
    let mut errors = Vec::new();
    let mut value = opcode;
    for binding in &site.encoding.layout.bindings {
        let there = context.archs_of(binding.at.as_ref()).contains(site.arch);
        if binding.field.text != "opcode" || !there {
            continue;
        }
        let names = Names {
            opcode: Some(opcode),
            ..site.names(context, model)
        };
        let resolved = expr::resolve(&binding.value, &names, &mut errors);
        match resolved.as_ref().and_then(Value::constant) {
            Some(number) => value = number.cast_unsigned(),
            None => {
                if errors.is_empty() {
                    let message = "an opcode cannot depend on fields";
                    errors.push(Diagnostic::new(
                        Code::BadExpression,
                        binding.value.span,
                        message,
                    ));
                }
            }
        }
    }
    let failed = !errors.is_empty();
    context.diagnostics.extend(errors);
    (!failed).then_some(value)
}

fn build(
    layout_index: usize,
    row: &ast::Row,
    site: Site,
    context: &mut Context,
    model: &Model,
) -> Built {
    let Site {
        args, layout, arch, ..
    } = site;
    // What exists on this architecture is found before what does not.
    let mut encoding = site.encoding.clone();
    let is_elsewhere = |it: &&ast::Operand| !context.archs_of(it.at.as_ref()).contains(arch);
    sort_by_key(&mut encoding.operands, is_elsewhere);
    let encoding = &encoding;
    let site = Site { encoding, ..site };
    let sets = forms::groups(encoding, context).into_iter();
    let sets = sets.map(|set| context.names.modifiers[set]);
    let modifiers: Vec<&ast::Modifier> = sets
        .flat_map(|set| modifiers::here(set, arch, context))
        .collect();
    let before = context.diagnostics.len();
    let mut shape = Shape {
        family: 0,
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
        operands: Vec::with_capacity(encoding.operands.len() + modifiers.len()),
        positional: 0,
        forms: Vec::new(),
        rules: Vec::new(),
        stand_ins: stand_ins(encoding, arch, context),
        indexed: Vec::new(),
    };
    let mut uses = Uses::new(site, row.name.span);
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
            uses.used.push(("opcode".into(), encoding.layout.name.span));
        }
        None => {
            let message = if layout.has_field("opcode") {
                format!(
                    "format `{}` has no field `opcode` on {}",
                    layout.name, context.machine.archs[arch].name.text
                )
            } else {
                format!("format `{}` has no field `opcode`", layout.name)
            };
            context
                .error(Code::NoField, encoding.layout.name.span, message)
                .help("the rows' numbers are put there: declare `opcode [high:low];`");
        }
    }
    bind(&mut shape, &mut uses, context, model);
    for (name, archs) in &encoding.unused {
        if !archs.contains(arch) {
            continue;
        }
        if let Some(field) = uses.take(name, "declared unused", context) {
            shape.unused |= field.mask();
        }
    }
    for operand in &encoding.operands {
        if context.archs(operand.at.as_ref()).contains(arch) {
            operands::add(operand, &mut shape, &mut uses, context, model);
        } else if !shape.operands.iter().any(|it| it.name == operand.name.text) {
            uses.absent.insert(operand.name.text.clone());
        }
    }
    wraps::unused_bits(&uses, &mut shape);
    shape.positional = shape.operands.len();
    shape.indexed = indexed::of_shape(&encoding.indexed, &shape, arch, context, model);
    for modifier in modifiers {
        operands::add_modifier(modifier, &mut shape, &mut uses, context, model);
    }
    wraps::take_halves(&mut uses, &mut shape);
    let named = context.diagnostics.len() == before;
    too_many(site.name(), &shape, context);
    let known = forms::check_names(&uses, context);
    // Fields that what is in error would have used are not to be missed.
    if known && !uses.failed {
        unused_fields(&uses, context);
    }
    forms::build(site, &mut shape, context, model);
    rules(site, &mut shape, context, model);
    alike(&mut shape, model);
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

fn bind(shape: &mut Shape, uses: &mut Uses, context: &mut Context, model: &Model) {
    let site = uses.site;
    for binding in &site.encoding.layout.bindings {
        let archs = context.archs(binding.at.as_ref());
        if binding.field.text == "opcode" || !archs.contains(shape.arch) {
            continue;
        }
        let field = uses.take(&binding.field, "bound here", context);
        let value = site.binding(&binding.value, context, model);
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
                let message = format!(
                    "{number} does not fit the {} bits of `{}`",
                    field.width(),
                    binding.field.text
                );
                let error = Diagnostic::new(Code::ValueTooWide, binding.value.span, message).label(
                    format!("expected 0 to {}", crate::bits::ones(field.width())),
                );
                let error = uses.with_row(error, Some(&binding.value));
                context.diagnostics.push(error);
            }
            None => {
                let message = "a field is bound to a constant";
                context
                    .error(Code::BadExpression, binding.value.span, message)
                    .label("this depends on a field");
            }
        }
    }
}

/// The engines read an instruction into places of a fixed number.
fn too_many(place: &ast::Name, shape: &Shape, context: &mut Context) {
    let modifiers = shape.operands.len() - shape.positional;
    for (count, most, what) in [
        (shape.positional, MAX_POSITIONAL, "operands"),
        (modifiers, MAX_MODIFIERS, "modifiers"),
    ] {
        if count > most {
            let message = format!("`{}` has {count} {what}", place.text);
            context
                .error(Code::OutOfRange, place.span, message)
                .label(format!("expected at most {most}"));
        }
    }
}

fn unused_fields(uses: &Uses, context: &mut Context) {
    let Site { layout, arch, .. } = uses.site;
    let missing: Vec<_> = layout
        .parts(arch)
        .filter(|part| part.kind == PartKind::Field)
        .filter(|part| !uses.used.iter().any(|(name, _)| *name == part.name))
        .collect();
    let Some(first) = missing.first() else { return };
    let names: Vec<String> = missing.iter().map(|it| format!("`{}`", it.name)).collect();
    let place = uses.site.name();
    let message = format!(
        "`{}` does not use {} {} of `{}`",
        place.text,
        if names.len() == 1 { "field" } else { "fields" },
        names.join(", "),
        layout.name
    );
    let mut error = Diagnostic::new(Code::FieldNotUsed, place.span, message).help(format!(
        "make it an operand or a modifier, bind it (`{}({} = 0)`), or declare it `unused`",
        layout.name, first.name
    ));
    for part in &missing {
        error = error.also(part.span, "declared here");
    }
    context.diagnostics.push(error);
}

/// A word that several values have says the first of them: no form says the others.
fn alike(shape: &mut Shape, model: &Model) {
    for operand in &shape.operands {
        let Kind::Class(class, _) = operand.kind else {
            continue;
        };
        let entries = model.classes[class].entries.iter();
        for entry in entries.filter(|it| it.is_alike() && it.archs.contains(shape.arch)) {
            let others = Value::Field(operand.field.clone()).within(entry.first + 1, entry.last);
            let rule = Rule {
                condition: others.negated(),
                message: format!("of the values that are alike text says {}", entry.first),
                features: 0,
            };
            let forms = shape.forms.iter_mut();
            forms.for_each(|form| form.rules.push(rule.clone()));
        }
    }
}

fn rules(site: Site, shape: &mut Shape, context: &mut Context, model: &Model) {
    for rule in &site.encoding.rules {
        if !context.archs(rule.at.as_ref()).contains(shape.arch) {
            continue;
        }
        let Some(value) = site.condition(&rule.condition, context, model) else {
            continue;
        };
        let syntax = match &rule.syntax {
            None => None,
            Some(name) => match context.syntax(name) {
                None => continue,
                found => found,
            },
        };
        context.check_rule(&value, rule.condition.span, shape.arch);
        let said = Rule {
            condition: value,
            message: rule.message.text.clone(),
            features: context.feature(rule.needs.as_ref()),
        };
        match syntax {
            None => shape.rules.push(said),
            // What always holds need not be looked at again.
            Some(_) if said.condition.constant().is_some() => {}
            Some(syntax) => {
                let forms = shape.forms.iter_mut();
                forms
                    .filter(|form| form.syntax == syntax)
                    .for_each(|form| form.rules.push(said.clone()));
            }
        }
    }
}
