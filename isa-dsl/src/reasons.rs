//! Reasons that several operations give: `undefined image_reasons;` stands for the
//! statements of that operation, as if they were written there.
//!
//! They are put in once, before anything is checked, so that they see the names of
//! wherever they stand: the family's, the parameters and the locals. Only reasons may be
//! shared so. What an instruction does reads from top to bottom, and no operation calls
//! another one; with nothing but conditions in them there is no circle either.

use crate::sorted::{SortedMap, SortedSet};
use std::sync::Arc;

use crate::ast::{File, ItemKind, Name, OpStmt, OpStmtKind, RowMeaning, Statement};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::suggest::nearest;

/// What an operation has for whoever names it.
struct Given {
    body: Arc<[OpStmt]>,
    /// Where it is declared.
    span: Span,
    takes_arguments: bool,
    /// The first statement that gives no reason.
    other: Option<Span>,
}

/// Puts the statements in wherever an operation is named; gives the errors.
pub fn put_in(file: &mut File) -> Vec<Diagnostic> {
    let mut wanted = SortedSet::new();
    for item in file.items.iter_mut().filter(|item| item.asks) {
        for statement in bodies(&mut Arc::make_mut(item).kind).flatten() {
            statement.reasons(&mut |name| {
                wanted.insert(name.to_owned());
            });
        }
    }
    // Nearly no description has any: nothing is copied for those.
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut given: SortedMap<String, Given> = SortedMap::new();
    for item in &file.items {
        if let ItemKind::Operation(operation) = &item.kind
            && !given.contains_key(&operation.name.text)
        {
            let asked = wanted.contains(&operation.name.text);
            let body: &[OpStmt] = if asked { &operation.body } else { &[] };
            let name = operation.name.text.clone();
            let operation = Given {
                body: body.into(),
                span: operation.name.span,
                takes_arguments: !operation.params.is_empty(),
                other: body.iter().find_map(other),
            };
            given.insert(name, operation);
        }
    }
    let mut errors = Vec::new();
    for item in file.items.iter_mut().filter(|item| item.asks) {
        for statement in bodies(&mut Arc::make_mut(item).kind).flatten() {
            replace(statement, &given, &mut errors);
        }
    }
    errors
}

/// Whether an item names operations whose reasons it gives.
pub fn asks(item: &mut ItemKind) -> bool {
    let mut found = false;
    for statement in bodies(item).flatten() {
        statement.reasons(&mut |_| found = true);
    }
    found
}

/// The bodies of an operation, or of rows.
fn bodies(item: &mut ItemKind) -> impl Iterator<Item = &mut Vec<OpStmt>> {
    let (operation, statements) = match item {
        ItemKind::Operation(operation) => (Some(&mut operation.body), None),
        ItemKind::Family(family) => (None, Some(&mut family.statements)),
        ItemKind::Halves(halves) => (None, Some(&mut halves.statements)),
        _ => (None, None),
    };
    let rows = statements.into_iter().flatten();
    let rows = rows.filter_map(|statement| match statement {
        Statement::Row(row) => match &mut Arc::make_mut(row).meaning {
            RowMeaning::Body(body) => Some(body),
            RowMeaning::None | RowMeaning::Call(..) => None,
        },
        _ => None,
    });
    operation.into_iter().chain(rows)
}

/// Where a statement does something else than to give reasons.
fn other(statement: &OpStmt) -> Option<Span> {
    match &statement.kind {
        OpStmtKind::Undefined(_) => None,
        OpStmtKind::Block(body) => body.iter().find_map(other),
        OpStmtKind::If(_, then, otherwise) => {
            let otherwise = otherwise.as_ref();
            other(then).or_else(|| otherwise.and_then(|it| other(it)))
        }
        _ => Some(statement.span),
    }
}

fn replace(statement: &mut OpStmt, given: &SortedMap<String, Given>, errors: &mut Vec<Diagnostic>) {
    match &mut statement.kind {
        OpStmtKind::Block(body) | OpStmtKind::Atomic(body) | OpStmtKind::Once(body) => {
            body.iter_mut().for_each(|it| replace(it, given, errors));
        }
        OpStmtKind::If(_, then, otherwise) => {
            replace(then, given, errors);
            if let Some(otherwise) = otherwise {
                replace(otherwise, given, errors);
            }
        }
        OpStmtKind::For { body, .. } => replace(body, given, errors),
        OpStmtKind::Reasons(name, body) => match found(name, given) {
            Ok(found) => *body = found,
            Err(error) => errors.push(*error),
        },
        OpStmtKind::Undefined(_)
        | OpStmtKind::Declare(..)
        | OpStmtKind::Assign(..)
        | OpStmtKind::Call(_) => {}
    }
}

fn found(name: &Name, given: &SortedMap<String, Given>) -> Result<Arc<[OpStmt]>, Box<Diagnostic>> {
    let error = |code, message: String| Diagnostic::new(code, name.span, message);
    let text = &name.text;
    let Some(operation) = given.get(text) else {
        let mut error = error(Code::OpUnknown, format!("there is no operation `{text}`"));
        error.help = nearest(text, given.keys().map(String::as_str))
            .map(|near| format!("did you mean `{near}`?"));
        return Err(Box::new(error));
    };
    if operation.takes_arguments {
        let message = format!("`{text}` has parameters, and `undefined` gives no arguments");
        let error = error(Code::OpArguments, message)
            .also(operation.span, "declared here")
            .help("leave them out: the statements see the names of where they are put in");
        return Err(Box::new(error));
    }
    if let Some(span) = operation.other {
        let message = format!("`{text}` does more than to give reasons");
        let error = error(Code::OpArguments, message)
            .also(span, "this is no reason")
            .help("only `if (…) undefined \"…\";` can be put in by its name");
        return Err(Box::new(error));
    }
    Ok(Arc::clone(&operation.body))
}
