//! The text of an operation is cut: a line for each name that the family gives.

use super::super::types::Scalar;
use super::written;
use crate::ast::{OpExpr, OpStmtKind};

/// A name that the family gives, and its value.
#[derive(Debug, Clone)]
pub(super) struct Let {
    /// As operations use it: `FA`, `TYPE(SRC0)`; of a function its name alone.
    pub(super) name: String,
    /// What stands before the `=`: `FLOAT FA`, `flat BYTE* ADDRESS`.
    head: String,
    /// Its type; `None` for `BOOL` and pointers.
    pub(super) scalar: Option<Scalar>,
    /// Its parameters with their types; `None` if it is no function.
    pub(super) params: Option<Vec<(String, Option<Scalar>)>>,
    /// It is a pointer, whose name says where memory is.
    pub(super) is_pointer: bool,
    pub(super) value: OpExpr,
}

impl Let {
    /// Puts a state in for an operand, in what is declared of the operand, too.
    pub(super) fn put_in(&mut self, operand: &str, state: &str) {
        self.value.put_in(operand, state);
        let of = |name: &str| format!("({name})");
        self.name = self.name.replace(&of(operand), &of(state));
        self.head = self.head.replace(&of(operand), &of(state));
    }

    /// Its declaration, with a newline.
    pub(super) fn text(&self) -> String {
        format!("{} = {};\n", self.head, written::value(&self.value))
    }
}

/// Of `gds if GDS else lds` the space that is chosen, if it is known whether the field is set.
pub(super) fn choose_space(it: &mut Let, is_set: impl Fn(&str) -> Option<bool>) {
    let words: Vec<&str> = it.head.split(' ').collect();
    let [space, "if", field, "else", other, rest @ ..] = words.as_slice() else {
        return;
    };
    if let Some(is_set) = is_set(field) {
        let space = if is_set { space } else { other };
        it.head = format!("{space} {}", rest.join(" "));
    }
}

/// The names of a text, a line each; `None` if one is not as it should be.
pub(super) fn lets(text: &str) -> Option<Vec<Let>> {
    text.lines().map(line).collect()
}

fn line(line: &str) -> Option<Let> {
    let (head, value) = line.split_once(" = ")?;
    let mut statements = crate::parse::statements(&format!("X = {value}"))?;
    let OpStmtKind::Assign(_, _, value) = statements.pop()?.kind else {
        return None;
    };
    // Of a function the parameters have types: `UINT32 BYTE_OF(UINT32 X, UINT32 N)`.
    let (before, params) = match head.split_once('(') {
        Some((before, rest)) if rest.contains(' ') => {
            let params = rest.trim_end_matches(')').split(", ");
            let params = params.map(|it| {
                let (types, name) = it.rsplit_once(' ')?;
                Some((name.to_string(), Scalar::from_name(types)))
            });
            (before, Some(params.collect::<Option<Vec<_>>>()?))
        }
        _ => (head, None),
    };
    let (types, name) = before.rsplit_once(' ')?;
    Some(Let {
        name: name.to_string(),
        head: head.to_string(),
        scalar: Scalar::from_name(types),
        params,
        is_pointer: types.contains('*'),
        value,
    })
}
