//! Names in the expressions of a family.

use super::{Context, counted};
use crate::ast;
use crate::bits::BitField;
use crate::declare::Sort;
use crate::distinct::{Counted, Set, Uncounted};
use crate::expr::{self, Keyword, Scope, Value};
use crate::model::{Layout, Meaning, Model};

/// Names of a family's expressions on one architecture.
pub(super) struct Names<'a> {
    pub params: &'a [ast::Name],
    pub args: &'a [i64],
    pub layout: &'a Layout,
    pub arch: usize,
    pub operands: &'a [&'a ast::Operand],
    pub opcode: Option<u64>,
    /// Features that the processor has, as bits, where an expression may ask;
    /// it may in a width.
    pub features: Option<u32>,
    pub context: &'a Context<'a>,
    pub model: &'a Model,
}

impl Names<'_> {
    fn feature(&self, name: &str) -> Option<usize> {
        let mut features = self.context.machine.features.iter();
        features.position(|feature| feature.text == name)
    }
}

impl Scope for Names<'_> {
    fn path(&self, name: &str) -> Option<Value> {
        if let Some(index) = self.params.iter().position(|param| param.text == name) {
            return self.args.get(index).map(|&arg| Value::Number(arg));
        }
        if let (Some(opcode), "opcode") = (self.opcode, name) {
            return Some(Value::Number(opcode.cast_signed()));
        }
        let operand = self
            .operands
            .iter()
            .find(|operand| operand.name.text == name);
        let field = operand.map_or(name, |operand| field_name(operand));
        if let (None, false, Some(features)) =
            (operand, self.layout.has_field(field), self.features)
            && let Some(bit) = self.feature(name)
        {
            return Some(Value::Number(i64::from(features >> bit & 1)));
        }
        match self.layout.field(field, self.arch) {
            Some(field) => Some(Value::Field(field.clone())),
            // A field that this architecture lacks reads as zero.
            None if self.layout.has_field(field) => Some(Value::Number(0)),
            // One that is in error has been reported.
            None => {
                let known = self.layout.broken.iter().any(|it| it == field);
                known.then(|| Value::Field(BitField::default()))
            }
        }
    }

    fn names(&self) -> Vec<String> {
        let params = self.params.iter().map(|param| param.text.clone());
        let operands = self
            .operands
            .iter()
            .map(|operand| operand.name.text.clone());
        let features = self.features.map(|_| &self.context.machine.features);
        let features = features.into_iter().flatten();
        params
            .chain(operands)
            .chain(self.layout.field_names().map(str::to_owned))
            .chain(features.map(|feature| feature.text.clone()))
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

    fn set(&self, name: &str) -> Option<Set> {
        counted::set(name, self.context)
    }

    fn counted(&self, set: Set, name: &str) -> Result<Option<Counted<BitField>>, Uncounted> {
        let named = |operand: &&&ast::Operand| operand.name.text == name;
        let Some(operand) = self.operands.iter().find(named) else {
            return counted::state(set, name, self);
        };
        let Some(field) = self.layout.field(field_name(operand), self.arch) else {
            return Ok(None);
        };
        let width = match operand.width.as_slice() {
            [] => Some(1),
            // Its errors are reported with the operand.
            [ast::WidthOf { from, to: None }] => match expr::resolve(from, self, &mut Vec::new()) {
                Some(width) => width.constant(),
                None => Some(1),
            },
            // The text chooses.
            _ => None,
        };
        let width = width.ok_or(Uncounted::DependentWidth)?;
        let ranges =
            counted::ranges(set, &operand.kind, field.width(), self).ok_or(Uncounted::NoOperand)?;
        Ok(Some(Counted {
            name: name.to_owned(),
            field: Some(field.clone()),
            width: u32::try_from(width).unwrap_or(0),
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
