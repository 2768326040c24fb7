//! What instructions access that a piece has the number of: `names V id when id != 0;`.

use super::resolver::{DEPENDENCY, Directed, Resolver, Streams};
use crate::ast::{self, Direction};
use crate::check::context::Context;
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::Value;
use crate::model::{Accessed, Condition, Model, Stream, StreamOperand, StreamToken};
use crate::source::Span;
use crate::suggest::did_you_mean;

/// How to say whether something is read or written.
const HELP: &str =
    "write `in`, `out` or `inout` before the piece: whether what it names is read, written or both";

impl Resolver<'_, '_> {
    /// Remembers what is said of a piece that is an integer.
    pub(super) fn directed(&mut self, name: &ast::Name, direction: Option<Direction>) {
        if let Some(direction) = direction {
            self.says(name.span, &name.text, false);
            let directed = (direction, name.span);
            self.directions.insert(name.text.clone(), directed);
        }
    }

    /// A piece has a direction, and may name something.
    fn says(&mut self, span: Span, name: &str, used: bool) {
        let new = || Directed {
            name: name.to_owned(),
            used: false,
        };
        self.streams.directed.entry(span).or_insert_with(new).used |= used;
    }

    /// A line that names something.
    pub(super) fn naming(&mut self, naming: &ast::Naming) {
        let Some(condition) = self.only(naming.when.as_ref()) else {
            return;
        };
        let mut when = [self.cases.as_slice(), &condition].concat();
        let (mut place, mut direction) = (None, None);
        if let Some(path) = &naming.value {
            let named = self.names.get(&path.text);
            let Some((value, presence)) =
                named.and_then(|named| Some((named.what.value()?, named.presence.clone())))
            else {
                self.no_value(path);
                return;
            };
            place = Some(value.place.clone());
            for condition in presence {
                if !when.contains(&condition) {
                    when.push(condition);
                }
            }
            let piece = path.text.split('.').next().unwrap_or_default();
            if let Some(&(said, span)) = self.directions.get(piece) {
                self.says(span, piece, true);
                direction = Some(said);
            }
        }
        let piece = naming.value.as_ref().unwrap_or(&naming.prefix);
        self.out.accessed.push(Accessed {
            piece: piece.text.clone(),
            prefix: naming.prefix.clone(),
            place,
            when,
            direction,
            span: naming.span,
        });
    }

    /// A line that says the direction of earlier pieces.
    pub(super) fn directed_when(&mut self, line: &ast::Directed) {
        let Some(condition) = self.only(line.when.as_ref()) else {
            return;
        };
        for name in &line.names {
            let all = self.out.accessed.iter();
            let open: Vec<Accessed> = all
                .filter(|it| it.piece == name.text && it.direction.is_none())
                .cloned()
                .collect();
            self.says(name.span, &name.text, !open.is_empty());
            self.settled.insert(name.text.clone());
            self.out
                .accessed
                .extend(open.into_iter().map(|open| Accessed {
                    when: [open.when.as_slice(), &condition].concat(),
                    direction: Some(line.direction),
                    ..open
                }));
        }
    }

    /// The condition of a line, if it has one; `None` if it never holds here, or is in error.
    fn only(&mut self, condition: Option<&ast::Expr>) -> Option<Vec<Condition>> {
        let Some(condition) = condition else {
            return Some(Vec::new());
        };
        match self.condition(condition) {
            None => {
                self.failed = true;
                None
            }
            Some(Value::Number(0)) => None,
            Some(Value::Number(_)) => Some(Vec::new()),
            Some(condition) => Some(vec![condition]),
        }
    }

    fn no_value(&mut self, path: &ast::Name) {
        self.failed = true;
        if self.names.is_lost(&path.text) {
            return;
        }
        let known = self.names.list();
        let near = did_you_mean(&path.text, known.iter().map(String::as_str));
        let message = format!("`{}` is not the value of an earlier piece", path.text);
        let mut error = Diagnostic::new(Code::BadDependency, path.span, message);
        error.help = near.or_else(|| Some(DEPENDENCY.to_owned()));
        self.context.diagnostics.push(error);
    }

    /// What a nested stream names is named by the stream around it too.
    pub(super) fn accessed_within(
        &mut self,
        piece: &ast::Piece,
        name: &ast::Name,
        inner: &[Accessed],
        leaf: u32,
        presence: &[Condition],
    ) {
        if piece.direction.is_some() {
            self.says(name.span, &name.text, !inner.is_empty());
        }
        let moved = inner.iter().map(|it| Accessed {
            piece: name.text.clone(),
            prefix: it.prefix.clone(),
            place: it.place.as_ref().map(|place| place.within(leaf)),
            when: presence
                .iter()
                .cloned()
                .chain(it.when.iter().map(|it| it.map(&|place| place.within(leaf))))
                .collect(),
            direction: it.direction.or(piece.direction),
            span: name.span,
        });
        self.out.accessed.extend(moved);
    }

    /// What lines of their own say of a piece counts for it.
    pub(super) fn settle(&mut self) {
        let settled = &self.settled;
        self.out
            .accessed
            .retain(|it| it.direction.is_some() || !settled.contains(&it.piece));
    }
}

/// Every direction must say something, on some architecture.
pub fn unused(streams: &Streams, context: &mut Context) {
    for (span, directed) in streams.directed.iter().filter(|(_, it)| !it.used) {
        let message = format!("`{}` has a direction, and names nothing", directed.name);
        context
            .error(Code::NoDirection, *span, message)
            .help("leave the direction out, or say with `names` what it is the number of");
    }
}

/// Of what an instruction names it is said whether it is read or written.
pub fn directions(stream: &Stream, context: &mut Context) {
    for accessed in stream.accessed.iter().filter(|it| it.direction.is_none()) {
        let message = format!(
            "nobody says whether `{}` is read or written",
            accessed.piece
        );
        let known = |it: &Diagnostic| it.code == Code::NoDirection && it.message == message;
        if !context.diagnostics.iter().any(known) {
            context
                .error(Code::NoDirection, accessed.span, message)
                .label(format!("this names a {}", accessed.prefix.text))
                .help(HELP);
        }
    }
}

/// What is named has a text: forms say the same prefix.
pub fn prefixes(context: &mut Context, model: &Model) {
    let tokens = model.streams.iter().flat_map(|stream| &stream.forms);
    let written: Vec<&str> = tokens
        .flat_map(|form| &form.tokens)
        .filter_map(|token| match token {
            StreamToken::Operand(StreamOperand::Value { prefix, .. }) => Some(prefix.as_str()),
            _ => None,
        })
        .filter(|prefix| !prefix.is_empty())
        .collect();
    let mut errors: Vec<Diagnostic> = Vec::new();
    for accessed in model.streams.iter().flat_map(|stream| &stream.accessed) {
        let prefix = &accessed.prefix;
        let known = errors.iter().any(|it| it.primary.0 == prefix.span);
        if known || written.contains(&prefix.text.as_str()) {
            continue;
        }
        let message = format!("no form writes the number of a `{}`", prefix.text);
        let mut error = Diagnostic::new(Code::Unknown, prefix.span, message);
        error.help = did_you_mean(&prefix.text, written.iter().copied())
            .or_else(|| Some(format!("write it as `{{{} …}}` in a form", prefix.text)));
        errors.push(error);
    }
    context.diagnostics.extend(errors);
}
