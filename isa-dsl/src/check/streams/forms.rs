//! Forms of streams and of their instructions.

use crate::sorted::SortedMap;

use super::names::{Known, Lookup, elsewhere};
use super::resolver::Resolver;
use crate::ast::{self, BinaryOp};
use crate::check::ambiguities;
use crate::check::context::Context;
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::{Scope, Value};
use crate::model::{
    Condition, Integer, Kind, Meaning, Model, Named, Place, StreamForm, StreamOperand, StreamPlace,
    StreamToken, What,
};
use crate::source::Span;
use crate::suggest::did_you_mean;
use crate::tables::ValueType;
use crate::template::{self, Piece};

/// The tokens of a template, with the presence of what they name.
pub struct Tokens {
    tokens: Vec<StreamToken>,
    presence: Vec<Condition>,
}

/// How often what a template repeats is there: a value of each place that says so.
pub type Times = Vec<(Place, u64)>;

/// Forms that one template stands for at most.
const MOST_FORMS: u64 = 256;

/// What a template stands for: with repeated pieces in it, one form for each
/// number of elements of each.
pub fn times(form: &ast::Form, known: Known, errors: &mut Vec<Diagnostic>) -> Vec<Times> {
    let pieces = template::parse(&form.template).unwrap_or_default();
    let mut counts: Times = Vec::new();
    for piece in &pieces {
        let Piece::Placeholder(name) = piece else {
            continue;
        };
        if let Some(What::Repeated { count, limit, .. }) = known.get(&name.text).map(|it| &it.what)
            && !counts.iter().any(|(place, _)| place == count)
        {
            counts.push((count.clone(), *limit));
        }
    }
    let forms = counts
        .iter()
        .map(|(_, limit)| limit.saturating_add(1))
        .fold(1, u64::saturating_mul);
    if forms > MOST_FORMS {
        let message = format!("this template stands for {forms} forms, {MOST_FORMS} at most");
        errors.push(
            Diagnostic::new(Code::OutOfRange, form.template.span, message)
                .label("one for each number of what is repeated in it")
                .help("write `limit` behind the count, or repeat less in one stream"),
        );
        return Vec::new();
    }
    let mut all = vec![Times::new()];
    for (place, limit) in counts {
        let longer = |times: &Times| {
            let times = times.clone();
            let place = place.clone();
            (0..=limit).map(move |count| {
                let mut times = times.clone();
                times.push((place.clone(), count));
                times
            })
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The tokens of a template in a syntax. `None` where it names what this
/// architecture lacks, or is in error; errors are reported.
pub fn tokens(
    form: &ast::Form,
    syntax: usize,
    mnemonic: bool,
    times: &Times,
    lookup: &Lookup,
    errors: &mut Vec<Diagnostic>,
) -> Option<Tokens> {
    let archs = lookup.context.machine.resolve(form.at.as_ref(), errors);
    let known = lookup.context.has_syntax(syntax, lookup.arch);
    if form.no_text || !known || !archs.contains(lookup.arch) {
        return None;
    }
    let pieces = match template::parse(&form.template) {
        Ok(pieces) => pieces,
        Err(error) => {
            errors.push(error);
            return None;
        }
    };
    let mut mentioned: SortedMap<String, Span> = SortedMap::new();
    let mut all = Tokens {
        tokens: Vec::new(),
        presence: Vec::new(),
    };
    let mut complete = true;
    for piece in pieces {
        let name = match piece {
            Piece::Text(text) => {
                all.tokens.push(StreamToken::Text(text));
                continue;
            }
            Piece::Placeholder(name) => name,
        };
        let (name, view) = viewed(name);
        let view = view.map(|view| (view, form.read_only));
        let (prefix, name) = match prefixed(name) {
            Ok(parts) => parts,
            Err(error) => {
                complete = false;
                errors.push(error);
                continue;
            }
        };
        if let Some(first) = mentioned.insert(name.text.clone(), name.span) {
            let message = format!("`{}` stands in this template twice", name.text);
            errors.push(
                Diagnostic::new(Code::BadTemplate, name.span, message).also(first, "first here"),
            );
        }
        if mnemonic && name.text == "mnemonic" {
            all.tokens.push(StreamToken::Mnemonic);
            continue;
        }
        let Some(named) = lookup.known.get(&name.text) else {
            complete = false;
            let absent = lookup.known.is_lost(&name.text)
                || elsewhere(lookup.item, &name.text, lookup.arch, lookup.context);
            if !absent {
                errors.push(unknown(&name, mnemonic, lookup));
            }
            continue;
        };
        let count_of = |what: &What| match what {
            What::Repeated { count, between, .. } => times
                .iter()
                .find(|(place, _)| place == count)
                .map(|(_, times)| (*times, between.clone())),
            _ => None,
        };
        let mut between = String::new();
        let elements = match count_of(&named.what) {
            Some((times, text)) => {
                between = text;
                let element = |number: u64| {
                    let text = format!("{}{number}", name.text);
                    let named = lookup.known.get(&text)?;
                    let span = name.span;
                    Some((ast::Name { text, span }, named))
                };
                (0..times).filter_map(element).collect()
            }
            None => vec![(name, named)],
        };
        if elements.is_empty() {
            // The blank that would separate it goes with it.
            if let Some(StreamToken::Text(text)) = all.tokens.last_mut() {
                text.truncate(text.trim_end().len());
            }
        }
        for (number, (name, named)) in elements.iter().enumerate() {
            match operand(name, (&prefix, view.as_ref()), named, syntax, lookup) {
                Ok(operand) => {
                    if number > 0 && !between.is_empty() {
                        all.tokens.push(StreamToken::Text(between.clone()));
                    }
                    all.tokens.push(StreamToken::Operand(operand));
                    add(&mut all.presence, &named.presence);
                }
                Err(error) => {
                    complete = false;
                    errors.push(error);
                }
            }
        }
    }
    for (place, times) in times {
        // The number of elements says what none of them need say.
        all.presence.retain(|it| it.fields() != [place.clone()]);
        all.presence.push(Value::Binary(
            BinaryOp::Eq,
            Box::new(Value::Field(place.clone())),
            Box::new(Value::Number(times.cast_signed())),
        ));
    }
    complete.then_some(all)
}

/// `value as f32`: a name, and the type in which a number is read.
fn viewed(name: ast::Name) -> (ast::Name, Option<ast::Name>) {
    let Some((path, view)) = name.text.split_once(" as ") else {
        return (name, None);
    };
    let at = name.text.len() - view.trim_start().len();
    let view = ast::Name {
        text: view.trim().to_owned(),
        span: name.span.part(at, at + view.trim().len()),
    };
    let path = ast::Name {
        text: path.trim().to_owned(),
        span: name.span.part(0, path.len()),
    };
    (path, Some(view))
}

/// The kind of a number that is read in a floating-point type.
fn floating(view: &ast::Name, value: &StreamPlace, read_only: bool) -> Result<Kind, Diagnostic> {
    let error = |message: String| Diagnostic::new(Code::BadKind, view.span, message);
    let types = ["f16", "bf16", "f32", "f64"];
    if !types.contains(&view.text.as_str()) {
        let known = types.iter().copied();
        let mut error = error(format!("numbers cannot be read as `{}`", view.text));
        error.help = did_you_mean(&view.text, known)
            .or_else(|| Some("a floating-point type is f16, bf16, f32 or f64".to_owned()));
        return Err(error);
    }
    if !read_only {
        return Err(error("only what is read is of another kind".to_owned())
            .help("write `asm read`; what is printed says the bits"));
    }
    let Kind::Integer(integer) = &value.kind else {
        return Err(error(
            "only an integer is read as another number".to_owned(),
        ));
    };
    let float = ValueType::NAMES.iter().find(|it| it.0 == view.text);
    let float = float.map(|it| it.1);
    let bits = float.map_or(0, |it| u32::from(it.bits()));
    if value.place.field.width() < bits {
        let message = format!(
            "`{}` has {bits} bits, and its place {}",
            view.text,
            value.place.field.width()
        );
        return Err(Diagnostic::new(Code::ValueTooWide, view.span, message));
    }
    Ok(Kind::Integer(Integer { float, ..*integer }))
}

fn unknown(name: &ast::Name, mnemonic: bool, lookup: &Lookup) -> Diagnostic {
    let what = if mnemonic {
        "is not a piece of the stream"
    } else {
        "is not an earlier piece"
    };
    let message = format!("`{{{}}}` {what}", name.text);
    let mut error = Diagnostic::new(Code::UnknownPlaceholder, name.span, message);
    let known = lookup.names();
    error.help = did_you_mean(&name.text, known.iter().map(String::as_str));
    error
}

/// The two words of `{V id}`: what stands before the number of something with a name, and
/// the number. The first one is empty where there is one word.
fn prefixed(name: ast::Name) -> Result<(String, ast::Name), Diagnostic> {
    let Some((prefix, _)) = name.text.split_once(' ') else {
        return Ok((String::new(), name));
    };
    if !prefix
        .bytes()
        .all(|byte| byte.is_ascii_alphabetic() || byte == b'_')
    {
        let message = format!("`{prefix}` cannot stand before the number of something");
        let span = name.span.part(0, prefix.len());
        return Err(Diagnostic::new(Code::BadTemplate, span, message)
            .help("write a word of letters, as in `{V id}`"));
    }
    let rest = name.text[prefix.len()..].trim_start();
    let start = name.text.len() - rest.len();
    let number = ast::Name {
        text: rest.to_owned(),
        span: name.span.part(start, name.text.len()),
    };
    Ok((prefix.to_owned(), number))
}

/// What a placeholder stands for.
fn operand(
    name: &ast::Name,
    (prefix, view): (&str, Option<&(ast::Name, bool)>),
    named: &Named,
    syntax: usize,
    lookup: &Lookup,
) -> Result<StreamOperand, Diagnostic> {
    let value = match &named.what {
        What::Value(value) => value,
        What::Nested {
            stream,
            leaf,
            value,
        } => {
            let nested = &lookup.model.streams[*stream];
            let written = nested.forms.iter().any(|form| form.syntax == syntax);
            match value {
                Some(value) if !written => value,
                _ if written && !prefix.is_empty() => {
                    return Err(Diagnostic::new(
                        Code::BadTemplate,
                        name.span,
                        format!("`{}` is written in its own forms", name.text),
                    )
                    .help(format!(
                        "write the word before it there, in stream `{}`",
                        nested.name
                    )));
                }
                _ if written => {
                    return Ok(StreamOperand::Stream {
                        name: name.text.clone(),
                        stream: *stream,
                        leaf: *leaf,
                    });
                }
                _ => {
                    return Err(Diagnostic::new(
                        Code::NoSyntax,
                        name.span,
                        format!(
                            "`{}` cannot be written in syntax `{}`",
                            name.text, lookup.context.machine.syntaxes[syntax].name
                        ),
                    )
                    .help(format!(
                        "write `asm \"…\";` into stream `{}`, or name its pieces",
                        nested.name
                    )));
                }
            }
        }
        What::Repeated { .. } => {
            return Err(Diagnostic::new(
                Code::BadKind,
                name.span,
                format!(
                    "`{}` is not repeated as often as what stands before it",
                    name.text
                ),
            )
            .help("what is repeated in one template has one count"));
        }
    };
    let complaint = if value.fixed {
        ("has one value only", "leave it out of the template")
    } else if value.parted {
        ("has members of its own", "name those: `{piece.member}`")
    } else if !prefix.is_empty() && !matches!(value.kind, Kind::Integer(_)) {
        (
            "is not a number, and names stand for numbers",
            "leave out the word before it",
        )
    } else {
        let kind = match view {
            Some((view, read_only)) => floating(view, value, *read_only)?,
            None => value.kind.clone(),
        };
        return Ok(StreamOperand::Value {
            name: name.text.clone(),
            place: value.place.clone(),
            kind,
            prefix: prefix.to_owned(),
        });
    };
    Err(Diagnostic::new(
        Code::BadTemplate,
        name.span,
        format!("`{}` {}", name.text, complaint.0),
    )
    .also(named.span, "declared here")
    .help(complaint.1))
}

/// Adds conditions, each once.
pub fn add(all: &mut Vec<Condition>, more: &[Condition]) {
    for condition in more {
        if !all.contains(condition) {
            all.push(condition.clone());
        }
    }
}

/// The values that conditions fix, each once.
pub fn implied(conditions: &[Condition]) -> Vec<(Place, u64)> {
    let mut all: Vec<(Place, u64)> = Vec::new();
    for (place, value) in conditions.iter().flat_map(Value::fixed_fields) {
        if !all.iter().any(|(other, _)| *other == place) {
            all.push((place, value));
        }
    }
    all
}

/// A form put together.
pub fn assemble(
    form: &ast::Form,
    syntax: usize,
    tokens: Tokens,
    mut when: Vec<Condition>,
) -> StreamForm {
    add(&mut when, &tokens.presence);
    StreamForm {
        syntax,
        read_only: form.read_only,
        implies: implied(&when),
        when,
        tokens: tokens.tokens,
        span: form.span,
    }
}

impl Resolver<'_, '_> {
    /// Resolves a form of the stream; it names pieces that stand before it.
    pub fn form(&mut self, form: &ast::Form) {
        let syntaxes = self.context.syntaxes(form);
        self.context.no_feature(form);
        let mut when = self.cases.clone();
        if let Some(condition) = &form.when {
            let mut errors = Vec::new();
            let value = self.expression(condition, &mut errors);
            self.context.diagnostics.extend(errors);
            match value {
                None => {
                    self.failed = true;
                    return;
                }
                Some(Value::Number(0)) => return,
                Some(Value::Number(_)) => {}
                Some(value) => {
                    if !self.computable(&value, condition.span) {
                        return;
                    }
                    add(&mut when, &[value]);
                }
            }
        }
        for syntax in syntaxes {
            let mut errors = Vec::new();
            let lookup = self.lookup();
            let all = times(form, lookup.known, &mut errors).into_iter();
            let all =
                all.map_while(|times| tokens(form, syntax, false, &times, &lookup, &mut errors));
            let all: Vec<Tokens> = all.collect();
            self.context.diagnostics.extend(errors);
            for tokens in all {
                let form = assemble(form, syntax, tokens, when.clone());
                self.out.forms.push(form);
            }
        }
    }
}

/// Two forms that the same text could mean.
pub fn ambiguities(name: &ast::Name, forms: &[StreamForm], context: &mut Context, model: &Model) {
    let skeletons: Vec<Vec<StreamToken>> = forms.iter().map(skeleton).collect();
    let places: Vec<_> = forms.iter().map(|it| (it.syntax, it.span)).collect();
    let tests: Vec<Vec<(Place, Condition)>> = forms.iter().map(tests).collect();
    // Most forms of one text are told apart by a small number: that is looked at first.
    let same = |a: usize, b: usize| {
        !decided((&forms[b], &tests[b]), (&forms[a], &tests[a]), model)
            && same_text(&skeletons[a], &skeletons[b], model)
    };
    let help = "tell them apart by text, or by `when` on a value that both say";
    ambiguities::say(name, &places, &same, help, context);
}

/// The tokens without blanks.
fn skeleton(form: &StreamForm) -> Vec<StreamToken> {
    form.tokens
        .iter()
        .map(|token| match token {
            StreamToken::Text(text) => StreamToken::Text(text.split_whitespace().collect()),
            token => token.clone(),
        })
        .filter(|token| !matches!(token, StreamToken::Text(text) if text.is_empty()))
        .collect()
}

fn same_text(a: &[StreamToken], b: &[StreamToken], model: &Model) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| match (a, b) {
            (StreamToken::Operand(a), StreamToken::Operand(b)) => alike(a, b, model),
            (a, b) => a == b,
        })
}

/// Whether some text could be either, as far as that is plain to see.
fn alike(a: &StreamOperand, b: &StreamOperand, model: &Model) -> bool {
    match (a, b) {
        (StreamOperand::Value { prefix: a, .. }, StreamOperand::Value { prefix: b, .. })
            if a != b =>
        {
            false
        }
        (StreamOperand::Value { kind: a, .. }, StreamOperand::Value { kind: b, .. }) => {
            match (a, b) {
                // A floating-point number has a point or an exponent.
                (Kind::Integer(a), Kind::Integer(b)) => a.float.is_some() == b.float.is_some(),
                (Kind::Class(a, _), Kind::Class(b, _)) => a == b || share_word(*a, *b, model),
                (a, b) => a == b,
            }
        }
        (StreamOperand::Stream { stream: a, .. }, StreamOperand::Stream { stream: b, .. }) => {
            a == b
        }
        _ => false,
    }
}

fn share_word(a: usize, b: usize, model: &Model) -> bool {
    let words = |class: usize| {
        let entries = model.classes[class].entries.iter();
        entries.filter_map(|entry| match &entry.meaning {
            Meaning::Keyword(word) => Some(word),
            _ => None,
        })
    };
    words(a).any(|word| words(b).any(|other| other == word))
}

/// Widest place whose values are all tried.
const MAX_TRIED: u32 = 12;

/// Whether the conditions of two forms exclude each other on a value that the
/// text of both says.
fn decided(
    (a, of_a): (&StreamForm, &[(Place, Condition)]),
    (b, of_b): (&StreamForm, &[(Place, Condition)]),
    model: &Model,
) -> bool {
    of_a.iter().any(|(place, _)| {
        of_b.iter().any(|(other, _)| other == place)
            && says(a, place, model)
            && says(b, place, model)
            && exclusive(place, of_a, of_b)
    })
}

/// Whether no value of a place passes the tests of both.
fn exclusive(place: &Place, a: &[(Place, Condition)], b: &[(Place, Condition)]) -> bool {
    let tests = a.iter().chain(b).filter(|(other, _)| other == place);
    let tests: Vec<&Condition> = tests.map(|(_, test)| test).collect();
    let passes = |value: u64| tests.iter().all(|test| test.compute(&|_| value) != 0);
    let width = place.field.width();
    if width <= MAX_TRIED {
        return !(0..1 << width).any(passes);
    }
    // Of wider places a test that leaves one value decides.
    let single = tests.iter().find_map(|it| it.fixed_fields().pop());
    single.is_some_and(|(_, value)| !passes(value))
}

/// The terms of a form's condition that look at one place, with that place.
fn tests(form: &StreamForm) -> Vec<(Place, Condition)> {
    let mut terms: Vec<&Condition> = form.when.iter().collect();
    let mut tests = Vec::new();
    while let Some(term) = terms.pop() {
        if let Value::Binary(BinaryOp::And, a, b) = term {
            terms.extend([&**a, &**b]);
        } else if let [place] = term.fields().as_slice() {
            tests.push((place.clone(), term.clone()));
        }
    }
    tests
}

/// Whether a token of the form is the place, or a stream that holds it.
fn says(form: &StreamForm, place: &Place, model: &Model) -> bool {
    form.tokens.iter().any(|token| match token {
        StreamToken::Operand(StreamOperand::Value { place: it, .. }) => it == place,
        StreamToken::Operand(StreamOperand::Stream { stream, leaf, .. }) => {
            (*leaf..leaf + model.streams[*stream].leaves).contains(&place.leaf)
        }
        _ => false,
    })
}
