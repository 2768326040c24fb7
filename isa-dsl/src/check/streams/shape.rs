//! What the rows of a family share on one architecture: where their numbers
//! go, what is bound, forms and rules.

use crate::sorted::SortedMap;

use super::integer::unsigned;
use super::names::{Known, Lookup, OPCODE};
use super::{coverage, forms, namings};
use crate::ast;
use crate::bits::{self, fits};
use crate::check::context::Context;
use crate::check::parts::{EncodingParts, FormParts, Parts};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::{self, Value};
use crate::model::{
    Condition, Model, Named, Place, Stream, StreamForm, StreamPlace, StreamShape, StreamToken, What,
};
use crate::operation;
use crate::suggest::did_you_mean;

/// A shape while it is put together.
pub(super) struct Builder<'b, 'a> {
    pub(super) parts: &'b Parts<'a>,
    pub(super) encoding: &'b EncodingParts<'a>,
    pub(super) item: usize,
    pub(super) stream: usize,
    pub(super) arch: usize,
    pub(super) args: &'b [i64],
}

impl Builder<'_, '_> {
    pub(super) fn build(
        &self,
        fields: &[operation::Field],
        context: &mut Context,
        model: &Model,
    ) -> Option<StreamShape> {
        let before = context.diagnostics.len();
        let stream = &model.streams[self.stream];
        let text = |name: Option<&ast::Name>| name.map_or_else(String::new, |it| it.text.clone());
        let opcode = self.opcode(stream, context)?;
        let mut shape = StreamShape {
            family: 0,
            arch: self.arch,
            stream: self.stream,
            encoding: text(self.encoding.name),
            suffix: text(self.encoding.suffix),
            suffix_read: self.encoding.suffix_read,
            args: self.args.to_vec(),
            bound: self.bound(stream, &opcode, context, model),
            opcode,
            forms: Vec::new(),
            rules: Vec::new(),
            fields: self.fields(stream, fields),
        };
        let bound = context.diagnostics.len() == before;
        if self.forms(stream, &mut shape, context, model) && bound {
            self.syntaxes(&shape, context);
            let place = self.encoding.name.unwrap_or(&self.parts.family.name);
            forms::ambiguities(place, &shape.forms, context, model);
            let unused = self.encoding.unused.iter();
            let unused: Vec<_> = unused
                .filter(|row| row.1.contains(self.arch))
                .map(|row| row.0)
                .collect();
            coverage::check(place, &unused, &shape, context, model);
        }
        for rule in &self.encoding.rules {
            if let Some(name) = &rule.needs {
                let message = "rules of streams ask for no feature";
                context
                    .error(Code::BadExpression, name.span, message)
                    .help("those of formats can");
            }
            let value = self.expression(&rule.condition, stream, context, model);
            let Some(value) = value else { continue };
            context.check_rule(&value, rule.condition.span, self.arch);
            shape.rules.push((value, rule.message.text.clone()));
        }
        namings::directions(stream, context);
        (context.diagnostics.len() == before).then_some(shape)
    }

    /// Where the rows' numbers go: the piece `op`, or the member of a piece.
    fn opcode(&self, stream: &Stream, context: &mut Context) -> Option<Place> {
        let suffix = format!(".{OPCODE}");
        let always = |named: &&Named| named.presence.is_empty();
        let parted = |named: &&Named| named.what.value().is_some_and(|value| value.parted);
        let named = stream.paths.get(OPCODE).and_then(Option::as_ref);
        let piece = named.filter(|named| !parted(named));
        let mut members = stream
            .paths
            .iter()
            .filter(|(path, _)| {
                path.strip_suffix(&suffix)
                    .is_some_and(|it| !it.contains('.'))
            })
            .filter_map(|(_, named)| named.as_ref())
            .filter(|named| matches!(&named.what, What::Value(_)));
        let found = piece.or_else(|| members.next()).or(named).filter(always);
        match found.map(|named| (&named.what, named.span)) {
            Some((What::Value(value), _)) if !value.fixed && !value.parted => {
                return Some(value.place.clone());
            }
            Some((_, span)) => {
                let message = format!("`{OPCODE}` must be a value of its own");
                context
                    .error(Code::NoField, span, message)
                    .label("this has members, a fixed value, or is a stream")
                    .help("the rows' numbers are put there: declare `op : u8;`");
            }
            None => {
                let message = format!(
                    "stream `{}` has no piece or member `{OPCODE}` that is always there",
                    stream.name
                );
                context.error(Code::NoField, self.encoding.layout.name.span, message)
                .help(
                    "the rows' numbers are put there: declare `op : u8;`, or a member `op [4:0];`",
                );
            }
        }
        None
    }

    fn bound(
        &self,
        stream: &Stream,
        opcode: &Place,
        context: &mut Context,
        model: &Model,
    ) -> Vec<(Place, u64)> {
        let mut bound: Vec<(Place, u64)> = Vec::new();
        for binding in &self.encoding.layout.bindings {
            let archs = context.archs(binding.at.as_ref());
            let name = &binding.field;
            if name.text == OPCODE || !archs.contains(self.arch) {
                continue;
            }
            let found = stream.paths.get(&name.text).and_then(Option::as_ref);
            let value = found
                .filter(|named| named.presence.is_empty())
                .and_then(|named| named.what.value())
                .filter(|value| !value.fixed && !value.parted);
            let Some(value) = value else {
                let message = match found {
                    None => format!("stream `{}` has no piece `{}`", stream.name, name.text),
                    Some(_) => format!("`{}` cannot be bound", name.text),
                };
                let mut error = Diagnostic::new(Code::NoField, name.span, message);
                match found {
                    None => {
                        let known = stream.paths.keys().map(String::as_str);
                        error.help = did_you_mean(&name.text, known);
                    }
                    Some(named) => {
                        error = error
                            .also(named.span, "declared here")
                            .help("bind a value that is always there and has no parts");
                    }
                }
                context.diagnostics.push(error);
                continue;
            };
            let taken = |other: &Place| {
                other.leaf == value.place.leaf
                    && other.field.mask().low() & value.place.field.mask().low() != 0
            };
            if taken(opcode) || bound.iter().any(|(other, _)| taken(other)) {
                let message = format!("`{}` has two meanings", name.text);
                context
                    .error(Code::FieldTwice, name.span, message)
                    .label("it holds the opcode, or is bound already");
                continue;
            }
            let place = value.place.clone();
            let Some(number) = self.expression(&binding.value, stream, context, model) else {
                continue;
            };
            let width = place.field.width();
            match number.constant().map(u64::try_from) {
                Some(Ok(number)) if fits(number, width) => bound.push((place, number)),
                Some(_) => {
                    let message = format!("this does not fit the {width} bits of `{}`", name.text);
                    context
                        .error(Code::ValueTooWide, binding.value.span, message)
                        .label(format!("expected 0 to {}", bits::ones(width)));
                }
                None => {
                    let message = "a piece is bound to a constant";
                    context
                        .error(Code::BadExpression, binding.value.span, message)
                        .label("this depends on a piece");
                }
            }
        }
        bound
    }

    fn lookup<'l>(
        &self,
        stream: &'l Stream,
        constants: &'l [(&'l str, i64)],
        context: &'l Context<'l>,
        model: &'l Model,
    ) -> Lookup<'l> {
        Lookup {
            known: Known::Stream(&stream.paths),
            constants,
            item: self.item,
            arch: self.arch,
            context,
            model,
        }
    }

    fn constants(&self) -> Vec<(&str, i64)> {
        let params = self.parts.family.params.iter();
        let names = params.map(|name| name.text.as_str());
        names.zip(self.args.iter().copied()).collect()
    }

    fn expression(
        &self,
        expression: &ast::Expr,
        stream: &Stream,
        context: &mut Context,
        model: &Model,
    ) -> Option<Condition> {
        let mut errors = Vec::new();
        let constants = self.constants();
        let lookup = self.lookup(stream, &constants, context, model);
        let value = expr::resolve(expression, &lookup, &mut errors);
        context.diagnostics.extend(errors);
        value
    }

    /// Resolves the forms; whether all of them are good.
    fn forms(
        &self,
        stream: &Stream,
        shape: &mut StreamShape,
        context: &mut Context,
        model: &Model,
    ) -> bool {
        let before = context.diagnostics.len();
        for FormParts { form, .. } in &self.encoding.forms {
            let mut when = Vec::new();
            context.no_feature(form);
            if let Some(condition) = &form.when {
                match self.expression(condition, stream, context, model) {
                    // In error, or never true here.
                    None | Some(Value::Number(0)) => continue,
                    Some(Value::Number(_)) => {}
                    Some(value) => {
                        context.check_program(&value, condition.span);
                        when.push(value);
                    }
                }
            }
            for syntax in context.syntaxes(form) {
                let mut errors = Vec::new();
                let constants = self.constants();
                let lookup = self.lookup(stream, &constants, context, model);
                let all = forms::times(form, lookup.known, &mut errors).into_iter();
                let tokens =
                    |times| forms::tokens(form, syntax, true, &times, &lookup, &mut errors);
                let all: Vec<forms::Tokens> = all.map_while(tokens).collect();
                context.diagnostics.extend(errors);
                for tokens in all {
                    let mut form = forms::assemble(form, syntax, tokens, when.clone());
                    mnemonic_first(&mut form);
                    self.free(&form, shape, context);
                    shape.forms.push(form);
                }
            }
        }
        context.diagnostics.len() == before
    }

    /// A form must not name what the row says already.
    fn free(&self, form: &StreamForm, shape: &StreamShape, context: &mut Context) {
        for token in &form.tokens {
            let StreamToken::Operand(crate::model::StreamOperand::Value { name, place, .. }) =
                token
            else {
                continue;
            };
            let taken = std::iter::once(&shape.opcode)
                .chain(shape.bound.iter().map(|(place, _)| place))
                .any(|other| {
                    other.leaf == place.leaf
                        && other.field.mask().low() & place.field.mask().low() != 0
                });
            if taken {
                let message = format!("`{name}` holds the opcode, or is bound");
                context
                    .error(Code::FieldTwice, form.span, message)
                    .help("the mnemonic says it: leave it out of the template");
            }
        }
    }

    /// Every syntax needs a form that is printed.
    fn syntaxes(&self, shape: &StreamShape, context: &mut Context) {
        let place = self.encoding.name.unwrap_or(&self.parts.family.name);
        if self.encoding.forms.is_empty() {
            let message = format!("`{}` has no assembly form", place.text);
            context
                .error(Code::NoSyntax, place.span, message)
                .help("write `asm \"{piece} {piece}\";`, or `asm \"\";` for none");
            return;
        }
        for (index, syntax) in context.machine.syntaxes.iter().enumerate() {
            let printed = |form: &StreamForm| form.syntax == index && !form.read_only;
            if syntax.archs.contains(shape.arch) && !shape.forms.iter().any(printed) {
                let message = format!(
                    "`{}` cannot be written in syntax `{}`",
                    place.text, syntax.name
                );
                context
                    .error(Code::NoSyntax, place.span, message)
                    .help(format!("add `asm {} \"…\";`", syntax.name));
            }
        }
    }

    /// The operation's fields on this architecture; what it lacks has no bits.
    fn fields(&self, stream: &Stream, fields: &[operation::Field]) -> Vec<(String, StreamPlace)> {
        let paths: SortedMap<String, &StreamPlace> = stream
            .paths
            .iter()
            .filter_map(|(path, named)| Some((path.to_uppercase(), named.as_ref()?.what.value()?)))
            .collect();
        let field = |field: &operation::Field| {
            let place = paths.get(&field.name).map_or_else(
                || StreamPlace {
                    place: Place {
                        leaf: 0,
                        field: bits::BitField::default(),
                    },
                    kind: unsigned(u32::from(field.bits)),
                    parted: false,
                    fixed: false,
                },
                |place| (*place).clone(),
            );
            (field.name.to_lowercase(), place)
        };
        fields.iter().map(field).collect()
    }
}

/// Puts the mnemonic first where the template does not say where it stands.
fn mnemonic_first(form: &mut StreamForm) {
    if form.tokens.contains(&StreamToken::Mnemonic) {
        return;
    }
    let mut first = vec![StreamToken::Mnemonic];
    let blank = !matches!(form.tokens.first(), None | Some(StreamToken::Text(_)));
    if blank {
        first.push(StreamToken::Text(" ".to_owned()));
    }
    if let Some(StreamToken::Text(text)) = form.tokens.first_mut()
        && !text.starts_with(' ')
    {
        text.insert(0, ' ');
    }
    form.tokens.splice(0..0, first);
}
