//! Families whose layout is a stream.

use std::collections::{BTreeMap, BTreeSet};

use super::super::families::{EncodingParts, Parts};
use super::super::operands::fits;
use super::super::shapes::check_program;
use super::super::{Context, rows};
use super::names::{Lookup, pieces};
use super::{coverage, forms};
use crate::ast;
use crate::bits;
use crate::declare::Sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::{self, Value};
use crate::model::{
    Condition, Model, Named, Place, Stream, StreamEncoding, StreamForm, StreamPlace, StreamShape,
    StreamToken, What,
};
use crate::operation::{self, Environment};
use crate::suggest::did_you_mean;

/// The name of the piece or member that holds the opcodes of the rows.
const OPCODE: &str = "op";

/// Whether a name is a piece of one of the family's streams.
pub fn is_piece(name: &str, encodings: &[EncodingParts], context: &Context) -> bool {
    encodings.iter().any(|encoding| {
        item(encoding, context).is_some_and(|item| {
            let lines = &context.names.streams[item].lines;
            pieces(lines).any(|piece| piece.names.iter().any(|it| it.text == name))
        })
    })
}

fn item(encoding: &EncodingParts, context: &Context) -> Option<usize> {
    match context.names.find(&encoding.layout.name.text) {
        Some((Sort::Stream, item)) => Some(item),
        _ => None,
    }
}

/// What the rows of a family share.
struct Family<'p, 'a> {
    index: usize,
    parts: &'p Parts<'a>,
    /// By encoding: its stream.
    items: Vec<usize>,
    /// Shapes by encoding, architecture and arguments; `None` in error.
    shapes: BTreeMap<(usize, usize, Vec<i64>), Option<usize>>,
    /// What operations may name, on all architectures.
    fields: Vec<operation::Field>,
    /// What was said of the effects of some row.
    effects: BTreeSet<String>,
}

/// Checks a family and adds its instructions to the model.
pub fn check(index: usize, parts: &Parts, context: &mut Context, model: &mut Model) {
    let mut items = Vec::new();
    for encoding in &parts.encodings {
        match item(encoding, context) {
            Some(item) => {
                missing(item, encoding, parts, context);
                items.push(item);
            }
            None => {
                let name = &encoding.layout.name;
                context.diagnostics.push(
                    Diagnostic::new(
                        Code::BadKind,
                        name.span,
                        format!("`{}` is not a stream", name.text),
                    )
                    .help("the encodings of a family are all streams, or all formats"),
                );
                return;
            }
        }
        for operand in &encoding.operands {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::BadKind,
                    operand.name.span,
                    "an instruction that is a stream has no operands",
                )
                .help("its forms and operations name the pieces of the stream"),
            );
        }
    }
    let fields = fields(&items, model);
    let mut family = Family {
        index,
        parts,
        items,
        shapes: BTreeMap::new(),
        fields,
        effects: BTreeSet::new(),
    };
    for row in &parts.rows {
        family.row(row, context, model);
    }
}

/// Reports columns of architectures that the stream does not have.
fn missing(item: usize, encoding: &EncodingParts, parts: &Parts, context: &mut Context) {
    let stream = context.names.streams[item];
    let there = context.machine.resolve(stream.at.as_ref(), &mut Vec::new());
    let mut missing = crate::machine::ArchSet(0);
    for arch in parts.columns.iter().flat_map(|column| column.iter()) {
        if encoding.archs.contains(arch) && !there.contains(arch) {
            missing.0 |= 1 << arch;
        }
    }
    if !missing.is_empty() {
        let name = &encoding.layout.name;
        context.diagnostics.push(
            Diagnostic::new(
                Code::EmptyRange,
                name.span,
                format!(
                    "stream `{}` does not exist on {}",
                    name.text,
                    context.machine.names(missing)
                ),
            )
            .also(stream.name.span, "declared here")
            .help("leave that column out, or say where the encoding exists with `@`"),
        );
    }
}

/// The values that operations may name: of all architectures, so that the rows
/// of one instruction agree on their order.
fn fields(items: &[usize], model: &Model) -> Vec<operation::Field> {
    let mut all: BTreeMap<String, operation::Field> = BTreeMap::new();
    let streams = model.streams.iter();
    for stream in streams.filter(|stream| items.contains(&stream.item)) {
        for (path, named) in &stream.paths {
            let value = named.as_ref().and_then(|named| named.what.value());
            let Some(value) = value else { continue };
            let name = path.to_uppercase();
            let field = all.entry(name.clone()).or_insert(operation::Field {
                name,
                bits: 1,
                signed: false,
            });
            field.bits = field
                .bits
                .max(value.place.field.width().clamp(1, 64) as u16);
            field.signed |= coverage::is_signed(&value.kind);
        }
    }
    all.into_values().collect()
}

impl Family<'_, '_> {
    fn row(&mut self, row: &ast::Row, context: &mut Context, model: &mut Model) {
        let Some(header) = rows::header(self.parts, row, context, model) else {
            return;
        };
        let instruction = model.instructions.len();
        let mut failed = false;
        for arch in 0..header.opcodes.len() {
            let Some(opcode) = header.opcodes[arch] else {
                continue;
            };
            let span = header.places[arch];
            let mut encoded = false;
            for encoding in 0..self.items.len() {
                if !self.parts.encodings[encoding].archs.contains(arch) {
                    continue;
                }
                encoded = true;
                let shape = self.shape(encoding, arch, &header.args, context, model);
                let Some(shape) = shape else {
                    failed = true;
                    continue;
                };
                let found = self.opcode(encoding, arch, &header.args, opcode, context, model);
                let Some(opcode) = found else {
                    failed = true;
                    continue;
                };
                let width = model.stream_shapes[shape].opcode.field.width();
                if !fits(opcode, width) {
                    context.diagnostics.push(
                        Diagnostic::new(
                            Code::ValueTooWide,
                            span,
                            format!(
                                "opcode {opcode} of `{}` needs more than {width} bits",
                                row.name.text
                            ),
                        )
                        .label(format!("expected at most {}", bits::ones(width))),
                    );
                    continue;
                }
                model.stream_encodings.push(StreamEncoding {
                    instruction,
                    shape,
                    opcode,
                    features: header.features,
                });
            }
            if !encoded {
                failed = true;
                rows::not_encoded(row, arch, span, context);
            }
        }
        // What an operation may name is known only if every shape is.
        let operation = if failed {
            None
        } else {
            let environment = Environment {
                fields: self.fields.clone(),
                ..rows::surroundings(self.parts, &header.args, context)
            };
            rows::operate(self.parts, row, &environment, &mut self.effects, context)
        };
        let (args, opcodes) = (header.args, header.opcodes);
        rows::add(self.index, row, args, opcodes, operation, context, model);
    }

    /// The shape for a row, built if it is the first of its arguments.
    fn shape(
        &mut self,
        encoding: usize,
        arch: usize,
        args: &[i64],
        context: &mut Context,
        model: &mut Model,
    ) -> Option<usize> {
        let key = (encoding, arch, args.to_vec());
        if let Some(known) = self.shapes.get(&key) {
            return *known;
        }
        let stream = model.stream_at.get(&(self.items[encoding], arch)).copied();
        let shape = stream.and_then(|stream| {
            let builder = Builder {
                parts: self.parts,
                encoding: &self.parts.encodings[encoding],
                item: self.items[encoding],
                stream,
                arch,
                args,
            };
            builder.build(self.index, &self.fields, context, model)
        });
        let index = shape.map(|shape| {
            model.stream_shapes.push(shape);
            model.stream_shapes.len() - 1
        });
        self.shapes.insert(key, index);
        index
    }

    /// The opcode after a binding such as `STREAM(op = op + 8)`.
    fn opcode(
        &self,
        encoding: usize,
        arch: usize,
        args: &[i64],
        opcode: u64,
        context: &mut Context,
        model: &Model,
    ) -> Option<u64> {
        let mut value = opcode;
        for binding in &self.parts.encodings[encoding].layout.bindings {
            let there = context
                .machine
                .resolve(binding.at.as_ref(), &mut Vec::new())
                .contains(arch);
            if binding.field.text != OPCODE || !there {
                continue;
            }
            let params = self.parts.family.params.iter();
            let mut constants: Vec<(&str, i64)> = params
                .map(|name| name.text.as_str())
                .zip(args.iter().copied())
                .collect();
            constants.push((OPCODE, opcode.cast_signed()));
            let lookup = Lookup {
                find: &|_| None,
                lost: &|_| false,
                names: &|| vec![OPCODE.to_owned()],
                constants: &constants,
                item: usize::MAX,
                arch,
                context,
                model,
            };
            let mut errors = Vec::new();
            let found = expr::resolve(&binding.value, &lookup, &mut errors);
            context.diagnostics.extend(errors);
            value = found?.constant()?.cast_unsigned();
        }
        Some(value)
    }
}

/// A shape while it is put together.
struct Builder<'b, 'a> {
    parts: &'b Parts<'a>,
    encoding: &'b EncodingParts<'a>,
    item: usize,
    stream: usize,
    arch: usize,
    args: &'b [i64],
}

impl Builder<'_, '_> {
    fn build(
        &self,
        family: usize,
        fields: &[operation::Field],
        context: &mut Context,
        model: &mut Model,
    ) -> Option<StreamShape> {
        let before = context.diagnostics.len();
        let stream = model.streams[self.stream].clone();
        let text = |name: Option<&ast::Name>| name.map_or_else(String::new, |it| it.text.clone());
        let opcode = self.opcode(&stream, context)?;
        let mut shape = StreamShape {
            family,
            arch: self.arch,
            stream: self.stream,
            encoding: text(self.encoding.name),
            suffix: text(self.encoding.suffix),
            args: self.args.to_vec(),
            bound: self.bound(&stream, &opcode, context, model),
            opcode,
            forms: Vec::new(),
            rules: Vec::new(),
            fields: self.fields(&stream, fields),
        };
        let bound = context.diagnostics.len() == before;
        if self.forms(&stream, &mut shape, context, model) && bound {
            self.syntaxes(&shape, context);
            let place = self.encoding.name.unwrap_or(&self.parts.family.name);
            forms::ambiguities(place, &shape.forms, context, model);
            coverage::check(place, &self.encoding.unused, &shape, context, model);
        }
        for rule in &self.encoding.rules {
            let value = self.expression(&rule.condition, &stream, context, model);
            let Some(value) = value else { continue };
            if let Value::Number(0) = value {
                context.diagnostics.push(
                    Diagnostic::new(
                        Code::BadExpression,
                        rule.condition.span,
                        format!(
                            "this rule never holds on {}",
                            context.machine.archs[self.arch].name.text
                        ),
                    )
                    .help("a rule says what must be true of an instruction"),
                );
            }
            check_program(&value, rule.condition.span, context, model);
            shape.rules.push((value, rule.message.text.clone()));
        }
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
            Some((_, span)) => context.diagnostics.push(
                Diagnostic::new(
                    Code::NoField,
                    span,
                    format!("`{OPCODE}` must be a value of its own"),
                )
                .label("this has members, a fixed value, or is a stream")
                .help("the rows' numbers are put there: declare `op : u8;`"),
            ),
            None => context.diagnostics.push(
                Diagnostic::new(
                    Code::NoField,
                    self.encoding.layout.name.span,
                    format!(
                        "stream `{}` has no piece or member `{OPCODE}` that is always there",
                        stream.name
                    ),
                )
                .help(
                    "the rows' numbers are put there: declare `op : u8;`, or a member `op [4:0];`",
                ),
            ),
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
            let archs = context
                .machine
                .resolve(binding.at.as_ref(), &mut context.diagnostics);
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
                let mut error = Diagnostic::new(
                    Code::NoField,
                    name.span,
                    match found {
                        None => format!("stream `{}` has no piece `{}`", stream.name, name.text),
                        Some(_) => format!("`{}` cannot be bound", name.text),
                    },
                );
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
                other.leaf == value.place.leaf && other.field.mask() & value.place.field.mask() != 0
            };
            if taken(opcode) || bound.iter().any(|(other, _)| taken(other)) {
                context.diagnostics.push(
                    Diagnostic::new(
                        Code::FieldTwice,
                        name.span,
                        format!("`{}` has two meanings", name.text),
                    )
                    .label("it holds the opcode, or is bound already"),
                );
                continue;
            }
            let place = value.place.clone();
            let Some(number) = self.expression(&binding.value, stream, context, model) else {
                continue;
            };
            let width = place.field.width();
            match number.constant().map(u64::try_from) {
                Some(Ok(number)) if fits(number, width) => bound.push((place, number)),
                Some(_) => context.diagnostics.push(
                    Diagnostic::new(
                        Code::ValueTooWide,
                        binding.value.span,
                        format!("this does not fit the {width} bits of `{}`", name.text),
                    )
                    .label(format!("expected 0 to {}", bits::ones(width))),
                ),
                None => context.diagnostics.push(
                    Diagnostic::new(
                        Code::BadExpression,
                        binding.value.span,
                        "a piece is bound to a constant",
                    )
                    .label("this depends on a piece"),
                ),
            }
        }
        bound
    }

    fn lookup<'l>(
        &self,
        find: &'l dyn Fn(&str) -> Option<Named>,
        names: &'l dyn Fn() -> Vec<String>,
        constants: &'l [(&'l str, i64)],
        context: &'l Context<'l>,
        model: &'l Model,
    ) -> Lookup<'l> {
        Lookup {
            find,
            lost: &|_| false,
            names,
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
        let value = {
            let constants = self.constants();
            let find = |path: &str| stream.paths.get(path).cloned().flatten();
            let names = || stream.paths.keys().cloned().collect();
            let lookup = self.lookup(&find, &names, &constants, context, model);
            expr::resolve(expression, &lookup, &mut errors)
        };
        context.diagnostics.extend(errors);
        value
    }

    /// Resolves the forms; whether all of them are good.
    fn forms(
        &self,
        stream: &Stream,
        shape: &mut StreamShape,
        context: &mut Context,
        model: &mut Model,
    ) -> bool {
        let before = context.diagnostics.len();
        for form in &self.encoding.forms {
            let mut when = Vec::new();
            if let Some(condition) = &form.when {
                match self.expression(condition, stream, context, model) {
                    // In error, or never true here.
                    None | Some(Value::Number(0)) => continue,
                    Some(Value::Number(_)) => {}
                    Some(value) => {
                        check_program(&value, condition.span, context, model);
                        when.push(value);
                    }
                }
            }
            for syntax in forms::syntaxes(form, context) {
                let mut errors = Vec::new();
                let tokens = {
                    let constants = self.constants();
                    let find = |path: &str| stream.paths.get(path).cloned().flatten();
                    let names = || stream.paths.keys().cloned().collect();
                    let lookup = self.lookup(&find, &names, &constants, context, model);
                    forms::tokens(form, syntax, true, &lookup, &mut errors)
                };
                context.diagnostics.extend(errors);
                let Some(tokens) = tokens else { continue };
                let mut form = forms::assemble(form, syntax, tokens, when.clone());
                mnemonic_first(&mut form);
                self.free(&form, shape, context);
                shape.forms.push(form);
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
                    other.leaf == place.leaf && other.field.mask() & place.field.mask() != 0
                });
            if taken {
                context.diagnostics.push(
                    Diagnostic::new(
                        Code::FieldTwice,
                        form.span,
                        format!("`{name}` holds the opcode, or is bound"),
                    )
                    .help("the mnemonic says it: leave it out of the template"),
                );
            }
        }
    }

    /// Every syntax needs a form that is printed.
    fn syntaxes(&self, shape: &StreamShape, context: &mut Context) {
        let place = self.encoding.name.unwrap_or(&self.parts.family.name);
        if self.encoding.forms.is_empty() {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::NoSyntax,
                    place.span,
                    format!("`{}` has no assembly form", place.text),
                )
                .help("write `asm \"{piece} {piece}\";`, or `asm \"\";` for none"),
            );
            return;
        }
        for (index, syntax) in context.machine.syntaxes.iter().enumerate() {
            let printed = |form: &StreamForm| form.syntax == index && !form.read_only;
            if !shape.forms.iter().any(printed) {
                context.diagnostics.push(
                    Diagnostic::new(
                        Code::NoSyntax,
                        place.span,
                        format!(
                            "`{}` cannot be written in syntax `{}`",
                            place.text, syntax.name
                        ),
                    )
                    .help(format!("add `asm {} \"…\";`", syntax.name)),
                );
            }
        }
    }

    /// The operation's fields on this architecture; what it lacks has no bits.
    fn fields(&self, stream: &Stream, fields: &[operation::Field]) -> Vec<(String, StreamPlace)> {
        let paths: BTreeMap<String, &StreamPlace> = stream
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
                    kind: super::resolve::unsigned(u32::from(field.bits)),
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
