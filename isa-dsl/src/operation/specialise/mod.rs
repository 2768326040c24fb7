//! An operation for people, with what one instruction fixes put in.
//!
//! The text of an operation serves every encoding of an instruction and every value of its
//! fields, with what its family has around it: of an addition that is forty lines of selecting
//! parts of registers and lanes. Where fields are known nearly all of it decides itself. What
//! is left is the same operation, in the same words: [`specialise`] evaluates what is known,
//! leaves out what cannot run, and puts in names that stand for little more than another one.
//!
//! In the order in which the files can be read: `written` makes text, `reading` cuts it; `trees`
//! makes parts of expressions; `names` is what is known of them; `simplify` is about expressions; `body`
//! about what runs.

mod body;
mod names;
mod reading;
mod simplify;
mod trees;
mod written;

use crate::sorted::SortedSet;

use crate::ast::OpStmt;
pub use names::Known;
use names::Names;
use reading::Let;
use written::{statements, without_suffixes};

/// Rounds after which nothing is expected to change any more.
const ROUNDS: usize = 8;

/// What is left of an operation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Specialised {
    /// Statements, a line each, without a newline at the end.
    pub body: String,
    /// Names that the family gives and the body uses, with their declarations, in an order in
    /// which each uses only what stands before it.
    pub around: Vec<(String, String)>,
}

/// Specialises an operation, as [`Checked::texts`](super::Checked::texts) has it, to what
/// `known` says of the names of operands, fields, states and features. `stand_ins` are operands
/// with the states that are in their places. `None` if the text is no operation.
///
/// ```
/// use isa_dsl::operation::specialise::{Known, specialise};
///
/// let lets = "UINT32 PART = SDWA ? SRC0 >> 16 : SRC0;\n";
/// let known = |name: &str| Some(match name {
///     "SDWA" => Known { bits: 1, value: Some(0), is_field: true },
///     "SRC0" | "VDST" => Known { bits: 32, value: None, is_field: false },
///     _ => return None,
/// });
/// let left = specialise(lets, "VDST = PART + 1;", &known, &[("VDST", "VCC")]).unwrap();
/// assert_eq!((left.body.as_str(), left.around.len()), ("VCC = SRC0 + 1;", 0));
/// ```
pub fn specialise(
    lets: &str,
    operation: &str,
    known: &dyn Fn(&str) -> Option<Known>,
    stand_ins: &[(&str, &str)],
) -> Option<Specialised> {
    let mut around = reading::lets(lets)?;
    let mut body = crate::parse::statements(operation)?;
    let mut before = String::new();
    for _ in 0..ROUNDS {
        let mut names = Names::new(known, &body);
        around = names.lets(around);
        body = names.body(&body);
        let text = print(&around, &body);
        if text == before {
            break;
        }
        before = text;
    }
    for (operand, state) in stand_ins {
        body.iter_mut().for_each(|it| it.put_in(operand, state));
        around.iter_mut().for_each(|it| it.put_in(operand, state));
    }
    let mut used = SortedSet::new();
    for statement in &body {
        statement.names(&mut |name| {
            used.insert(name.to_string());
        });
    }
    let mut kept: Vec<&Let> = Vec::new();
    for it in around.iter().rev() {
        if used.contains(&it.name) {
            it.value.names(&mut |name| {
                used.insert(name.to_string());
            });
            kept.push(it);
        }
    }
    let around = kept.into_iter().rev();
    Some(Specialised {
        body: without_suffixes(&statements(&body)),
        around: around
            .map(|it| (it.name.clone(), without_suffixes(&it.text())))
            .collect(),
    })
}

/// All of it, for telling whether a round changed something.
fn print(around: &[Let], body: &[OpStmt]) -> String {
    let lets: String = around.iter().map(Let::text).collect();
    lets + &statements(body)
}
