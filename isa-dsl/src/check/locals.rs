//! `let`s outside of families: which of them a family has, and where among its
//! own.

use crate::sorted::SortedSet;
use std::sync::Arc;

use super::context::Context;
use crate::ast::{self, OpArg, RowMeaning, Statement};
use crate::diagnostic::{Code, Diagnostic};
use crate::known::{Known, KnownSet};
use crate::operation::Environment;

/// The `let`s of a family in the order in which they are evaluated: its own as
/// they stand, and each of those from outside, and of those that are declared of
/// an operand, that something of the family names before the first one that
/// names it, or else at the end.
pub fn of_family<'a>(
    family: &ast::Family,
    own: Vec<&'a Arc<ast::Local>>,
    context: &mut Context<'a>,
) -> Vec<Arc<ast::Local>> {
    let mut order = Order::new(context);
    for local in &own {
        let name = local.name.text.as_str();
        if let Some(first) = order.local(name) {
            let error = crate::machine::duplicate("local", &local.name, &first.name);
            context.diagnostics.push(error.help(
                "one `let` outside of families has this name, for all of them: choose another",
            ));
        } else if local.of.is_some() {
            order.of_operands.insert(name, local);
        }
    }
    for local in own.iter().filter(|local| local.of.is_none()) {
        local.value.names(&mut |name| order.need(name));
        order.list.push(Arc::clone(local));
    }
    named(family, context, &mut SortedSet::new(), &mut |name| {
        order.need(name);
    });
    let own = own.into_iter().filter(|local| local.of.is_some());
    for local in own.filter(|local| !order.done.contains(&local.name.text)) {
        context.diagnostics.push(not_used(local));
    }
    order.list
}

/// The names of those that are declared of an operand.
pub fn of_operands(locals: &[&Arc<ast::Local>]) -> impl Iterator<Item = String> {
    let of_operands = locals.iter().filter(|local| local.of.is_some());
    of_operands.map(|local| local.name.text.clone())
}

/// Puts `let`s in order.
struct Order<'a> {
    /// Those that stand outside of families.
    outside: Arc<Known<&'a str, &'a Arc<ast::Local>>>,
    /// Those of the family that are declared of an operand.
    of_operands: Known<&'a str, &'a Arc<ast::Local>>,
    /// Names of those that are in the list, and of those of an operand of which
    /// one is.
    done: KnownSet<String>,
    list: Vec<Arc<ast::Local>>,
}

impl<'a> Order<'a> {
    fn new(context: &Context<'a>) -> Order<'a> {
        Order {
            outside: Arc::clone(&context.outside),
            of_operands: Known::default(),
            done: KnownSet::default(),
            list: Vec::new(),
        }
    }

    /// The `let` of a name, if it is one of those that are put where they are named.
    fn local(&self, name: &str) -> Option<&'a Arc<ast::Local>> {
        let outside = self.outside.get(name);
        outside.or_else(|| self.of_operands.get(name)).copied()
    }

    /// Adds the `let` of a name, behind those that it needs itself.
    fn need(&mut self, name: &str) {
        let (plain, operand) = match name.split_once('(') {
            Some((plain, operand)) => (plain, operand.strip_suffix(')')),
            None => (name, None),
        };
        let Some(local) = self.local(plain) else {
            return;
        };
        match (&local.of, operand) {
            (None, None) => {}
            (Some(_), Some(_)) => {
                self.done.insert(plain.to_owned());
            }
            // Named as what it is not: an error where it is named.
            _ => return,
        }
        // Of a circle one comes first, and the other is not declared yet there.
        if self.done.contains(name) {
            return;
        }
        self.done.insert(name.to_owned());
        let mut local = Arc::clone(local);
        if let (Some(of), Some(operand)) = (local.of.clone(), operand) {
            let local = Arc::make_mut(&mut local);
            local.value.put_in(&of.text, operand);
            name.clone_into(&mut local.name.text);
        }
        local.value.names(&mut |name| self.need(name));
        self.list.push(local);
    }
}

/// The names in a family's lanes and in the operations of its rows, but of those whose names are
/// among the `called` ones, which the others join.
fn named<'f>(
    family: &'f ast::Family,
    context: &Context,
    called: &mut SortedSet<&'f str>,
    found: &mut dyn FnMut(&str),
) {
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

/// `let`s from outside that have the name of something of the family, and features that
/// have.
pub fn hidden(environment: &Environment, context: &mut Context) {
    let entities = environment.operands.iter().map(|it| &it.name);
    let entities = entities.chain(environment.fields.iter().map(|it| &it.name));
    let entities = entities.chain(environment.states.iter().map(|it| &it.name));
    let own: KnownSet<&String> = entities.collect();
    let lets = environment.lets.iter().filter(|local| local.outside);
    let hidden = lets.filter(|local| {
        let name = &local.name.text;
        own.contains(name) || environment.features.contains(name)
    });
    let features = context.machine.features.iter();
    let features = features.filter(|feature| own.contains(&feature.text.to_uppercase()));
    let features = features.map(|feature| {
        let name = feature.text.to_uppercase();
        let message = format!("`{name}` is also a name of an instruction with an operation");
        Diagnostic::new(Code::Duplicate, feature.span, message)
            .label("a condition of that name in operations")
            .help("choose another name for the feature")
    });
    let errors: Vec<Diagnostic> = hidden
        .map(|local| {
            let name = &local.name.text;
            let message = format!("`{name}` is also a name of an instruction that uses it");
            Diagnostic::new(Code::Duplicate, local.name.span, message)
                .help("choose another name for the `let`")
        })
        .chain(features)
        .collect();
    context.report_once(errors);
}

/// `let`s that no family has.
pub fn unused(context: &mut Context) {
    let mut order = Order::new(context);
    let names = context.names;
    let functions = names.functions.iter().map(|it| it.name.text.as_str());
    let functions: KnownSet<&str> = functions.collect();
    let mut called: KnownSet<&str> = KnownSet::default();
    let mut call = |name: &str| {
        called.extend(functions.get(name));
    };
    let mut known = SortedSet::new();
    for (family, _) in &names.families {
        for statement in &family.statements {
            if let Statement::Local(local) = statement {
                // One that has its name in error is meant by that name.
                order.need(&local.name.text);
                order.done.insert(local.name.text.clone());
                // Of those that are of an operand only that they are named counts.
                local.value.names(&mut |name| {
                    order.need(name);
                    call(name);
                });
            }
        }
        named(family, context, &mut known, &mut |name| {
            order.need(name);
            call(name);
        });
    }
    for local in names.locals.iter().chain(&names.functions) {
        local.value.names(&mut call);
    }
    let unused = names.locals.iter();
    let unused = unused.filter(|local| !order.done.contains(&local.name.text));
    let functions = names.functions.iter();
    let functions = functions.filter(|it| !called.contains(it.name.text.as_str()));
    let errors: Vec<Diagnostic> = unused.chain(functions).map(|it| not_used(it)).collect();
    context.diagnostics.extend(errors);
}

fn not_used(local: &ast::Local) -> Diagnostic {
    let name = &local.name.text;
    Diagnostic::new(
        Code::Unused,
        local.name.span,
        format!("no operation uses `{name}`"),
    )
    .label("so it is not checked")
    .help("name it in an operation, or remove it")
}
