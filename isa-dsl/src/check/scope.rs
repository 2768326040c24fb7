//! Names in the expressions of a family.

use super::context::Context;
use super::counted;
use super::parts::{EncodingParts, Parts};
use crate::ast::{self, Expr};
use crate::bits::BitField;
use crate::declare::Sort;
use crate::distinct::{Counted, Set, Uncounted};
use crate::expr::{self, Keyword, Scope, Value};
use crate::model::{Layout, Meaning, Model};

/// What the expressions of a shape are about: a row's arguments, in an encoding of its
/// family, on an architecture.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    /// The family.
    pub parts: &'a Parts<'a>,
    /// The encoding.
    pub encoding: &'a EncodingParts<'a>,
    /// What stands for the family's parameters.
    pub args: &'a [i64],
    /// The encoding's format.
    pub layout: &'a Layout,
    /// The architecture.
    pub arch: usize,
}

impl<'a> Site<'a> {
    /// What errors call it: the encoding, or the family if that has one only.
    pub fn name(self) -> &'a ast::Name {
        self.encoding.name.unwrap_or(&self.parts.family.name)
    }

    /// What its expressions may name: fields and parameters.
    pub fn names(self, context: &'a Context<'a>, model: &'a Model) -> Names<'a> {
        Names {
            site: self,
            operands: &[],
            opcode: None,
            features: None,
            context,
            model,
        }
    }

    /// The value of an expression over fields and parameters.
    pub fn binding(self, expr: &Expr, context: &mut Context, model: &Model) -> Option<Value> {
        let mut errors = Vec::new();
        let value = expr::resolve(expr, &self.names(context, model), &mut errors);
        context.diagnostics.extend(errors);
        value
    }

    /// The same, which may name operands too.
    pub fn condition(self, expr: &Expr, context: &mut Context, model: &Model) -> Option<Value> {
        self.width(expr, None, context, model)
    }

    /// The same, which may ask for features too.
    pub fn width(
        self,
        expr: &Expr,
        features: Option<u32>,
        context: &mut Context,
        model: &Model,
    ) -> Option<Value> {
        let mut errors = Vec::new();
        let names = Names {
            operands: &self.encoding.operands,
            features,
            ..self.names(context, model)
        };
        let value = expr::resolve(expr, &names, &mut errors);
        context.diagnostics.extend(errors);
        value
    }
}

/// Names of a family's expressions on one architecture.
pub(super) struct Names<'a> {
    pub site: Site<'a>,
    pub operands: &'a [&'a ast::Operand],
    pub opcode: Option<u64>,
    /// Features that the processor has, as bits, where an expression may ask;
    /// it may in a width.
    pub features: Option<u32>,
    pub context: &'a Context<'a>,
    pub model: &'a Model,
}

impl Names<'_> {
    fn params(&self) -> &[ast::Name] {
        &self.site.parts.family.params
    }

    fn operand(&self, name: &str) -> Option<&ast::Operand> {
        let mut operands = self.operands.iter();
        operands.find(|operand| operand.name.text == name).copied()
    }

    fn feature(&self, name: &str) -> Option<usize> {
        let mut features = self.context.machine.features.iter();
        features.position(|feature| feature.text == name)
    }
}

impl Scope for Names<'_> {
    fn path(&self, name: &str) -> Option<Value> {
        if let Some(index) = self.params().iter().position(|param| param.text == name) {
            return self.site.args.get(index).map(|&arg| Value::Number(arg));
        }
        if let (Some(opcode), "opcode") = (self.opcode, name) {
            return Some(Value::Number(opcode.cast_signed()));
        }
        let operand = self.operand(name);
        let field = operand.map_or(name, field_name);
        if let (None, false, Some(features)) =
            (operand, self.site.layout.has_field(field), self.features)
            && let Some(bit) = self.feature(name)
        {
            return Some(Value::Number(i64::from(features >> bit & 1)));
        }
        match self.site.layout.field(field, self.site.arch) {
            Some(field) => Some(Value::Field(field.clone())),
            // A field that this architecture lacks reads as zero.
            None if self.site.layout.has_field(field) => Some(Value::Number(0)),
            // One that is in error has been reported.
            None => {
                let known = self.site.layout.broken.iter().any(|it| it == field);
                known.then(|| Value::Field(BitField::default()))
            }
        }
    }

    fn names(&self) -> Vec<String> {
        let params = self.params().iter().map(|param| param.text.clone());
        let operands = self
            .operands
            .iter()
            .map(|operand| operand.name.text.clone());
        let features = self.features.map(|_| &self.context.machine.features);
        let features = features.into_iter().flatten();
        params
            .chain(operands)
            .chain(self.site.layout.field_names().map(str::to_owned))
            .chain(features.map(|feature| feature.text.clone()))
            .collect()
    }

    fn keyword(&self, name: &str, text: &str) -> Keyword {
        let Some(operand) = self.operand(name) else {
            return Keyword::NoClass;
        };
        let ast::Kind::Class(class, ..) = &operand.kind else {
            return Keyword::NoClass;
        };
        let Some((Sort::Class, index)) = self.context.names.find(&class.text) else {
            return Keyword::NoClass;
        };
        if self
            .site
            .layout
            .field(field_name(operand), self.site.arch)
            .is_none()
        {
            return Keyword::Absent;
        }
        let entries = &self.model.classes[index].entries;
        let found = entries.iter().find(|entry| {
            entry.archs.contains(self.site.arch)
                && matches!(&entry.meaning, Meaning::Keyword(word) if word == text)
        });
        match found {
            Some(entry) => match entry.is_alike() {
                true => Keyword::Alike(entry.first, entry.last),
                false => Keyword::Value(entry.first),
            },
            None => Keyword::NoWord,
        }
    }

    fn set(&self, name: &str) -> Option<Set> {
        counted::set(name, self.context)
    }

    fn counted(&self, set: Set, name: &str) -> Result<Option<Counted<BitField>>, Uncounted> {
        let Some(operand) = self.operand(name) else {
            return counted::state(set, name, self.site.arch, self.context, self.model);
        };
        let Some(field) = self.site.layout.field(field_name(operand), self.site.arch) else {
            return Ok(None);
        };
        let width_with = |features: u32| match operand.width.as_slice() {
            [] => Some(1),
            // Its errors are reported with the operand.
            [ast::WidthOf { from, to: None }] => {
                let names = Names {
                    features: Some(features),
                    ..*self
                };
                match expr::resolve(from, &names, &mut Vec::new()) {
                    Some(width) => width.constant(),
                    None => Some(1),
                }
            }
            // The text chooses.
            _ => None,
        };
        // Features that code has where nothing else is said, and one that it can do without.
        let processors = self.context.machine.processors.iter();
        let here = processors.filter(|it| it.arch == self.site.arch);
        let all = here.fold(u32::MAX, |all, it| all & it.features);
        let width = width_with(all).ok_or(Uncounted::DependentWidth)?;
        let bits = (0..u32::BITS).map(|bit| 1 << bit);
        let mut others = bits.filter(|bit| all & bit != 0).filter_map(|bit| {
            let other = width_with(all & !bit)?;
            (other != width).then(|| (bit, u32::try_from(other).unwrap_or(0)))
        });
        let without = others.next();
        let (arch, bits) = (self.site.arch, field.width());
        let ranges = counted::ranges(set, &operand.kind, bits, arch, self.context, self.model);
        let ranges = ranges.ok_or(Uncounted::NoOperand)?;
        Ok(Some(Counted {
            name: name.to_owned(),
            field: Some(field.clone()),
            width: u32::try_from(width).unwrap_or(0),
            without,
            ranges,
        }))
    }
}

pub(super) fn field_name(operand: &ast::Operand) -> &str {
    operand
        .field
        .as_ref()
        .map_or(&operand.name.text, |field| &field.text)
}
