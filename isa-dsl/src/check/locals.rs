//! `let`s outside of families: which of them a family has, and where among its
//! own.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use crate::ast::{self, OpArg, RowMeaning, Statement};
use crate::diagnostic::{Code, Diagnostic};
use crate::operation::Environment;

/// The `let`s of a family in the order in which they are evaluated: its own as
/// they stand, and each of those from outside that something of the family
/// names before the first one that names it, or else at the end.
pub fn of_family<'a>(
    family: &'a ast::Family,
    own: Vec<&'a ast::Local>,
    context: &mut Context<'a>,
) -> Vec<&'a ast::Local> {
    if context.names.locals.is_empty() {
        return own;
    }
    let outside = context.names.locals.iter();
    let mut order = Order {
        outside: outside.map(|it| (it.name.text.as_str(), *it)).collect(),
        done: BTreeSet::new(),
        list: Vec::new(),
    };
    for local in own {
        if let Some(first) = order.outside.get(local.name.text.as_str()) {
            let error = crate::machine::duplicate("local", &local.name, &first.name);
            context.diagnostics.push(error.help(
                "one `let` outside of families has this name, for all of them: choose another",
            ));
        }
        local.value.names(&mut |name| order.need(name));
        order.list.push(local);
    }
    named(family, context, &mut |name| order.need(name));
    order.list
}

/// Puts `let`s in order.
struct Order<'a> {
    outside: BTreeMap<&'a str, &'a ast::Local>,
    done: BTreeSet<&'a str>,
    list: Vec<&'a ast::Local>,
}

impl Order<'_> {
    /// Adds the `let` of a name, behind those that it needs itself.
    fn need(&mut self, name: &str) {
        let Some((&name, &local)) = self.outside.get_key_value(name) else {
            return;
        };
        // Of a circle one comes first, and the other is not declared yet there.
        if self.done.insert(name) {
            local.value.names(&mut |name| self.need(name));
            self.list.push(local);
        }
    }
}

/// The names in a family's lanes and in the operations of its rows.
fn named(family: &ast::Family, context: &Context, found: &mut dyn FnMut(&str)) {
    let mut called = BTreeSet::new();
    for statement in &family.statements {
        match statement {
            Statement::Lanes(lanes, _) => lanes.names(found),
            Statement::Row(row) => match &row.meaning {
                RowMeaning::None => {}
                RowMeaning::Body(body) => body.iter().for_each(|it| it.names(found)),
                RowMeaning::Call(name, arguments) => {
                    for argument in arguments {
                        if let OpArg::Value(value) = argument {
                            value.names(found);
                        }
                    }
                    if let Some(operation) = context.operations.get(&name.text)
                        && called.insert(name.text.as_str())
                    {
                        operation.body.iter().for_each(|it| it.names(found));
                    }
                }
            },
            _ => {}
        }
    }
}

/// `let`s from outside that have the name of something of the family.
pub fn hidden(environment: &Environment, context: &mut Context) {
    let outside = |local: &&ast::Local| {
        let mut all = context.names.locals.iter();
        all.any(|other| other.name.span == local.name.span)
    };
    let entities = environment.operands.iter().map(|it| &it.name);
    let entities = entities.chain(environment.fields.iter().map(|it| &it.name));
    let entities = entities.chain(environment.states.iter().map(|it| &it.name));
    let entities: BTreeSet<&String> = entities.collect();
    let lets = environment.lets.iter().filter(outside);
    let hidden = lets.filter(|local| entities.contains(&local.name.text));
    let errors: Vec<Diagnostic> = hidden
        .map(|local| {
            let name = &local.name.text;
            let message = format!("`{name}` is also a name of an instruction that uses it");
            Diagnostic::new(Code::Duplicate, local.name.span, message)
                .help("choose another name for the `let`")
        })
        .collect();
    for error in errors {
        if !context.diagnostics.contains(&error) {
            context.diagnostics.push(error);
        }
    }
}

/// `let`s that no family has.
pub fn unused(context: &mut Context) {
    if context.names.locals.is_empty() {
        return;
    }
    let outside = context.names.locals.iter();
    let mut order = Order {
        outside: outside.map(|it| (it.name.text.as_str(), *it)).collect(),
        done: BTreeSet::new(),
        list: Vec::new(),
    };
    for (family, _) in &context.names.families {
        for statement in &family.statements {
            if let Statement::Local(local) = statement {
                // One that has its name in error is meant by that name.
                order.need(&local.name.text);
                local.value.names(&mut |name| order.need(name));
            }
        }
        named(family, context, &mut |name| order.need(name));
    }
    for local in &context.names.locals {
        if order.done.contains(local.name.text.as_str()) {
            continue;
        }
        let name = &local.name.text;
        context.diagnostics.push(
            Diagnostic::new(
                Code::Unused,
                local.name.span,
                format!("no operation uses `{name}`"),
            )
            .label("so it is not checked")
            .help("name it in an operation, or remove it"),
        );
    }
}
