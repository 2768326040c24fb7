//! Mistakes put into single rows of a description, one at a time: what a hand does that
//! slips. `tests/tests/workspace/definitions/mutations.rs` shows that each is caught.

use isa_dsl::sorted::SortedMap;
use std::fmt::{self, Display};
use std::ops::Range;

use isa_dsl::ast::{
    ItemKind, OpArg, OpBinary, OpExpr, OpExprKind, OpStmt, OpStmtKind, OpType, Operation, Row,
    RowMeaning, Statement,
};
use isa_dsl::load::load_text;
use isa_dsl::source::Span;

use crate::random::Random;

mod users;

/// Kinds of mistakes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Another number for an instruction.
    Opcode,
    /// Two operands of an operator, of a choice or of a function in the wrong order.
    Swapped,
    /// A signed type where it is unsigned: what is wider gets zeros.
    Sign,
    /// A type of half the bits.
    Width,
    /// The opposite of a comparison.
    Condition,
    /// A number that is off by one.
    Constant,
    /// Two fields of a format that have each other's bits.
    Field,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 7] = [
        Kind::Opcode,
        Kind::Swapped,
        Kind::Sign,
        Kind::Width,
        Kind::Condition,
        Kind::Constant,
        Kind::Field,
    ];
}

impl Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Opcode => "wrong opcode",
            Kind::Swapped => "swapped operands",
            Kind::Sign => "dropped sign",
            Kind::Width => "wrong width",
            Kind::Condition => "wrong condition",
            Kind::Constant => "wrong constant",
            Kind::Field => "swapped fields",
        })
    }
}

/// A mistake in a text.
#[derive(Debug, Clone)]
pub struct Mutation {
    /// What kind of mistake.
    pub kind: Kind,
    /// The instruction whose row it is in, or whose operation; the function; of fields the format.
    pub name: String,
    /// The other instructions whose operation it is in too, or that use the function.
    pub shared: Vec<String>,
    /// Why it changes nothing, if that is so.
    pub equivalent: Option<&'static str>,
    /// What is put where.
    edits: Vec<(Range<usize>, String)>,
}

impl Mutation {
    /// The text with the mistake in it.
    pub fn apply(&self, text: &str) -> String {
        let mut edits: Vec<_> = self.edits.iter().collect();
        edits.sort_by_key(|(at, _)| std::cmp::Reverse(at.start));
        let mut text = text.to_owned();
        for (at, new) in edits {
            text.replace_range(at.clone(), new);
        }
        text
    }

    /// What was changed to what.
    pub fn describe(&self, text: &str) -> String {
        let mut description = format!("{} in {}:", self.kind, self.name);
        for (at, new) in &self.edits {
            let line = text[..at.start].lines().count();
            let old = &text[at.clone()];
            description.extend([&format!(" line {line}: `{old}` is `"), &**new, "`"]);
        }
        description
    }

    /// What it changes, the first piece if there are several.
    pub fn old<'t>(&self, text: &'t str) -> &'t str {
        let at = self.edits.first().map_or(0..0, |(at, _)| at.clone());
        &text[at]
    }

    /// The line in which it is made, the first one if there are several.
    pub fn line<'t>(&self, text: &'t str) -> &'t str {
        let number = self.edits.first().map_or(0, |(at, _)| {
            text[..at.start].bytes().filter(|it| *it == b'\n').count()
        });
        text.lines().nth(number).unwrap_or_default()
    }
}

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// Where an expression stands, with the parentheses that open or close in it: places of
/// expressions are those of their first and last words.
fn balanced(text: &str, span: Span) -> Range<usize> {
    let mut whole = range(span);
    let (mut open, mut missing) = (0, 0);
    for letter in text[whole.clone()].bytes() {
        match letter {
            b'(' => open += 1,
            b')' if open > 0 => open -= 1,
            b')' => missing += 1,
            _ => {}
        }
    }
    for _ in 0..missing {
        whole.start = text[..whole.start].rfind('(').expect("it opens");
    }
    for _ in 0..open {
        let rest = &text[whole.end..];
        whole.end += rest.find(')').expect("it closes") + 1;
    }
    whole
}

/// What can go wrong in an operation.
struct Sites<'a> {
    text: &'a str,
    name: &'a str,
    /// Instructions that use the template that is looked at.
    shared: &'a [String],
    found: Vec<Mutation>,
}

impl Sites<'_> {
    fn add(&mut self, kind: Kind, span: Span, new: String, equivalent: Option<&'static str>) {
        self.found.push(Mutation {
            kind,
            name: self.name.to_owned(),
            shared: self.shared.to_vec(),
            equivalent,
            edits: vec![(balanced(self.text, span), new)],
        });
    }

    fn statements(&mut self, statements: &[OpStmt]) {
        statements.iter().for_each(|it| self.statement(it));
    }

    fn statement(&mut self, statement: &OpStmt) {
        match &statement.kind {
            OpStmtKind::Block(body) | OpStmtKind::Atomic(body) | OpStmtKind::Once(body) => {
                self.statements(body);
            }
            OpStmtKind::If(condition, then, otherwise) => {
                self.expression(condition);
                self.statement(then);
                if let Some(otherwise) = otherwise {
                    self.statement(otherwise);
                }
            }
            OpStmtKind::For { to, body, .. } => {
                // A step more may find nothing that is left to do.
                match to.kind {
                    OpExprKind::Number { value: 1.., .. } => {
                        let fewer = self.text[range(to.span)].parse::<u64>();
                        let fewer = fewer.map_or(0, |steps| steps - 1).to_string();
                        self.add(Kind::Constant, to.span, fewer, None);
                    }
                    _ => self.expression(to),
                }
                self.statement(body);
            }
            OpStmtKind::Undefined(_) => {}
            OpStmtKind::Reasons(_, body) => self.statements(body),
            OpStmtKind::Declare(ty, _, value) => {
                self.sign(ty);
                // A local has to begin with something, even where it is set behind.
                if !matches!(value.kind, OpExprKind::Number { .. }) {
                    self.expression(value);
                }
            }
            OpStmtKind::Assign(to, _, value) => {
                if !matches!(to.kind, OpExprKind::Name(_)) {
                    self.expression(to);
                }
                self.expression(value);
            }
            OpStmtKind::Call(value) => self.expression(value),
        }
    }

    /// A cast to a wider type copies the sign of its source, whatever its own is: so
    /// only a type that is narrower than the widest drops one.
    fn sign(&mut self, ty: &OpType) {
        // That of a cast has its parentheses.
        let whole = &self.text[range(ty.span)];
        if matches!(&*ty.name, "INT8" | "INT16" | "INT32") {
            let new = whole.replacen("INT", "UINT", 1);
            self.add(Kind::Sign, ty.span, new, None);
        }
    }

    fn width(&mut self, ty: &OpType) {
        let whole = &self.text[range(ty.span)];
        for (wide, half) in [("64", "32"), ("32", "16"), ("16", "8")] {
            if let Some(sign @ ("INT" | "UINT")) = ty.name.strip_suffix(wide) {
                let new = whole.replacen(&ty.name, &format!("{sign}{half}"), 1);
                self.add(Kind::Width, ty.span, new, None);
            }
        }
    }

    fn expression(&mut self, it: &OpExpr) {
        let text = self.text;
        let of = |part: &OpExpr| format!("({})", &text[balanced(text, part.span)]);
        match &it.kind {
            OpExprKind::Number { value, .. } => {
                self.add(
                    Kind::Constant,
                    it.span,
                    value.wrapping_add(1).to_string(),
                    None,
                );
            }
            OpExprKind::Choose(condition, a, b) => {
                let new = format!("({} ? {} : {})", of(condition), of(b), of(a));
                self.add(Kind::Swapped, it.span, new, None);
                for it in [condition, a, b] {
                    self.expression(it);
                }
            }
            OpExprKind::Binary(operator, a, b) => {
                let (sign, commutes) = operator_of(*operator);
                let new = format!("({} {sign} {})", of(b), of(a));
                let reason = commutes.then_some("the operator is commutative");
                self.add(Kind::Swapped, it.span, new, reason);
                if let Some(other) = opposite(*operator) {
                    let new = format!("({} {other} {})", of(a), of(b));
                    self.add(Kind::Condition, it.span, new, None);
                }
                for it in [a, b] {
                    self.expression(it);
                }
            }
            OpExprKind::Unary(_, value) => self.expression(value),
            OpExprKind::Cast(ty, value) => {
                self.sign(ty);
                // Whether a number fits a type is up to the number; how many bytes an
                // access has is not.
                if ty.stars > 0 {
                    self.width(ty);
                }
                self.expression(value);
            }
            // An index is a dword: one is swapped for its neighbour.
            OpExprKind::Index(_, index) => self.expression(index),
            OpExprKind::Float(_) | OpExprKind::Name(_) | OpExprKind::Slice(..) => {}
            OpExprKind::Call(name, arguments) => {
                if name.text == "FMA"
                    && let [OpArg::Value(a), OpArg::Value(b), OpArg::Value(c)] = &arguments[..]
                {
                    let new = format!("FMA({}, {}, {})", of(c), of(b), of(a));
                    self.add(Kind::Swapped, it.span, new, None);
                }
                let first = self.found.len();
                self.arguments(arguments);
                if name.text == "ABS"
                    && let [OpArg::Value(value)] = &arguments[..]
                    && let Some(difference) = integer_difference(value)
                {
                    let whole = balanced(text, difference.span);
                    for mutation in &mut self.found[first..] {
                        if mutation.kind == Kind::Swapped && mutation.edits[0].0 == whole {
                            mutation.equivalent = Some("both differences have one magnitude");
                        }
                    }
                }
            }
        }
    }

    fn arguments(&mut self, arguments: &[OpArg]) {
        for argument in arguments {
            match argument {
                OpArg::Type(ty) => {
                    self.sign(ty);
                    self.width(ty);
                }
                OpArg::Value(value) => self.expression(value),
            }
        }
    }
}

/// The difference that a cast makes a signed integer. Arithmetic has 32 bits at least, so
/// that this one drops no sign; and integers wrap, so that the differences in both orders
/// are each other's negative. Of floating-point numbers the rounding may differ.
fn integer_difference(it: &OpExpr) -> Option<&OpExpr> {
    let OpExprKind::Cast(ty, value) = &it.kind else {
        return None;
    };
    let is_difference = matches!(value.kind, OpExprKind::Binary(OpBinary::Sub, ..));
    (ty.name == "INT32" && ty.stars == 0 && is_difference).then_some(&**value)
}

/// How an operator is written, and whether its sides may change places.
fn operator_of(operator: OpBinary) -> (&'static str, bool) {
    match operator {
        OpBinary::Mul => ("*", true),
        OpBinary::Div => ("/", false),
        OpBinary::Rem => ("%", false),
        OpBinary::Add => ("+", true),
        OpBinary::Sub => ("-", false),
        OpBinary::Shl => ("<<", false),
        OpBinary::Shr => (">>", false),
        OpBinary::Lt => ("<", false),
        OpBinary::Le => ("<=", false),
        OpBinary::Gt => (">", false),
        OpBinary::Ge => (">=", false),
        OpBinary::Eq => ("==", true),
        OpBinary::Ne => ("!=", true),
        OpBinary::And => ("&", true),
        OpBinary::Xor => ("^", true),
        OpBinary::Or => ("|", true),
        OpBinary::AndAlso => ("&&", true),
        OpBinary::OrElse => ("||", true),
    }
}

/// The comparison that is true where another one is false.
fn opposite(operator: OpBinary) -> Option<&'static str> {
    Some(match operator {
        OpBinary::Lt => ">=",
        OpBinary::Le => ">",
        OpBinary::Gt => "<=",
        OpBinary::Ge => "<",
        OpBinary::Eq => "!=",
        OpBinary::Ne => "==",
        _ => return None,
    })
}

/// Every mistake of the kinds, by the row, function or format it is in.
///
/// # Panics
///
/// If the text is no description.
pub fn mutations(text: &str) -> SortedMap<(Kind, String), Vec<Mutation>> {
    let loaded = load_text("gcn.isa", text);
    assert!(loaded.diagnostics.is_empty(), "the text is right");
    let operation = |kind: &ItemKind| match kind {
        ItemKind::Operation(it) => Some((it.name.text.clone(), it.clone())),
        _ => None,
    };
    let items = &loaded.file.items;
    let operations: SortedMap<String, Operation> =
        items.iter().filter_map(|it| operation(&it.kind)).collect();
    let mut all: SortedMap<(Kind, String), Vec<Mutation>> = SortedMap::new();
    let mut taken: SortedMap<(String, usize), Vec<u64>> = SortedMap::new();
    let mut rows: Vec<(&str, &Row)> = Vec::new();
    for item in items {
        let (name, statements) = match &item.kind {
            ItemKind::Family(family) => (&family.name, &family.statements),
            ItemKind::Halves(halves) => (&halves.name, &halves.statements),
            _ => continue,
        };
        // Families of one format share its opcodes; their names begin alike.
        let space = name.text.split('_').next().unwrap_or_default();
        for statement in statements {
            if let Statement::Row(row) = statement {
                rows.push((space, row));
                for (column, (opcode, _)) in row.opcodes.iter().enumerate() {
                    let key = (space.to_owned(), column);
                    taken.entry(key).or_default().extend(opcode);
                }
            }
        }
    }
    let mut users: SortedMap<String, Vec<String>> = SortedMap::new();
    for (_, row) in &rows {
        if let RowMeaning::Call(template, _) = &row.meaning {
            let list = users.entry(template.text.clone()).or_default();
            list.push(row.name.text.clone());
        }
    }
    for (space, row) in rows {
        let name = row.name.text.as_str();
        let mut sites = Sites {
            text,
            name,
            shared: &[],
            found: Vec::new(),
        };
        for (column, (opcode, span)) in row.opcodes.iter().enumerate() {
            let Some(opcode) = opcode else { continue };
            // One that nothing has, if there is one below the greatest: what two have
            // is an error of its own.
            let taken = taken.get(&(space.to_owned(), column));
            let taken = taken.map_or(&[][..], Vec::as_slice);
            let greatest = taken.iter().max().copied().unwrap_or(0);
            let free = (1..=greatest).map(|step| (opcode + step) % (greatest + 1));
            let free = free.into_iter().find(|it| !taken.contains(it));
            let new = free.unwrap_or(opcode ^ 1).to_string();
            sites.add(Kind::Opcode, *span, new, None);
        }
        match &row.meaning {
            RowMeaning::None => {}
            RowMeaning::Call(template, arguments) => {
                sites.arguments(arguments);
                if let Some(operation) = operations.get(&template.text) {
                    sites.shared = users.get(&template.text).map_or(&[], Vec::as_slice);
                    sites.statements(&operation.body);
                }
            }
            RowMeaning::Body(body) => sites.statements(body),
        }
        for mutation in sites.found {
            let key = (mutation.kind, name.to_owned());
            all.entry(key).or_default().push(mutation);
        }
    }
    let users = users::users(text, items);
    for item in items {
        let ItemKind::Local(local) = &item.kind else {
            continue;
        };
        if local.params.is_empty() {
            continue;
        }
        let name = local.name.text.as_str();
        let mut sites = Sites {
            text,
            name,
            shared: users.get(name).map_or(&[], Vec::as_slice),
            found: Vec::new(),
        };
        sites.sign(&local.ty);
        sites.expression(&local.value);
        for mutation in sites.found {
            let key = (mutation.kind, name.to_owned());
            all.entry(key).or_default().push(mutation);
        }
    }
    for item in items {
        let ItemKind::Format(format) = &item.kind else {
            continue;
        };
        let whole = format.fields.iter().filter(|it| it.at.is_none());
        let whole = whole.filter_map(|it| match it.bits.as_slice() {
            [bits] => Some((bits.high.value - bits.low.value, bits.span)),
            _ => None,
        });
        let fields: Vec<_> = whole.collect();
        for (index, (width, first)) in fields.iter().enumerate() {
            for (_, second) in fields[index + 1..].iter().filter(|it| it.0 == *width) {
                let name = format.name.text.clone();
                let of = |span: &Span| text[range(*span)].to_owned();
                let mutation = Mutation {
                    kind: Kind::Field,
                    name: name.clone(),
                    shared: Vec::new(),
                    equivalent: None,
                    edits: vec![(range(*first), of(second)), (range(*second), of(first))],
                };
                all.entry((Kind::Field, name)).or_default().push(mutation);
            }
        }
    }
    all
}

/// At most so many of a kind, of rows that `seed` determines, one of each. One that
/// changes something comes before one that does not.
pub fn sample(
    all: &SortedMap<(Kind, String), Vec<Mutation>>,
    kind: Kind,
    count: usize,
    seed: u64,
) -> Vec<Mutation> {
    let mut random = Random::new(seed ^ kind as u64);
    let rows = all.iter().filter(|((it, _), _)| *it == kind);
    let mut rows: Vec<&Vec<Mutation>> = rows.map(|(_, mutations)| mutations).collect();
    let mut chosen = Vec::new();
    while chosen.len() < count && !rows.is_empty() {
        let row = rows.swap_remove(random.below(rows.len()));
        let changing: Vec<&Mutation> = row.iter().filter(|it| it.equivalent.is_none()).collect();
        chosen.push(match changing.len() {
            0 => row[random.below(row.len())].clone(),
            some => changing[random.below(some)].clone(),
        });
    }
    chosen
}
