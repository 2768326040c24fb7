//! A stream on one architecture: its steps, and what paths name.

use std::collections::BTreeMap;

use super::super::shapes::check_program;
use super::super::taken::Ranges;
use super::super::{Context, kinds};
use super::names::{Lookup, Names};
use super::{Streams, forms, pieces};
use crate::ast::{self, BinaryOp, StreamLine};
use crate::bits::{self, BitField};
use crate::declare::Sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::{self, Value};
use crate::model::{
    Condition, Integer, Kind, Model, Named, Place, Stream, StreamInteger, StreamMember,
    StreamPlace, StreamStep, What,
};
use crate::source::Span;
use crate::suggest::did_you_mean;
use crate::tables::{MAX_LEAVES, MAX_STREAM_BYTES, MAX_STREAM_DEPTH};

const DEPENDENCY: &str = "a piece may depend only on those that stand before it";

/// A stream while it is resolved.
pub struct Resolver<'s, 'a> {
    pub streams: &'s mut Streams,
    pub context: &'s mut Context<'a>,
    pub model: &'s mut Model,
    pub out: Stream,
    pub names: Names,
    /// Conditions of the cases around.
    pub cases: Vec<Condition>,
    /// How deep this stream lies in those that are being resolved.
    pub level: usize,
    /// Some part is in error.
    pub failed: bool,
}

/// Resolves a stream on an architecture, and those that it contains. `None` if
/// it does not exist there or is in error.
pub fn stream(
    item: usize,
    arch: usize,
    level: usize,
    streams: &mut Streams,
    context: &mut Context,
    model: &mut Model,
) -> Option<usize> {
    if let Some(known) = streams.known.get(&(item, arch)) {
        return *known;
    }
    // A stream that contains itself finds this and ends.
    streams.known.insert((item, arch), None);
    let source = *context.names.streams.get(item)?;
    if !streams.archs.get(item)?.contains(arch) {
        return None;
    }
    let mut resolver = Resolver {
        out: Stream {
            name: source.name.text.clone(),
            title: source
                .title
                .as_ref()
                .map_or_else(String::new, |title| title.text.clone()),
            item,
            arch,
            steps: Vec::new(),
            leaves: 0,
            bytes: 0,
            depth: 1,
            forms: Vec::new(),
            paths: BTreeMap::new(),
            single: None,
        },
        names: Names::default(),
        cases: Vec::new(),
        level,
        failed: false,
        streams,
        context,
        model,
    };
    let before = resolver.context.diagnostics.len();
    let bytes = resolver.lines(&source.lines);
    resolver.out.bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
    resolver.limits(&source.name, bytes);
    forms::ambiguities(
        &source.name,
        &resolver.out.forms,
        resolver.context,
        resolver.model,
    );
    resolver.out.single = single(&resolver.out);
    let failed = resolver.failed || resolver.context.diagnostics.len() > before;
    let out = resolver.out;
    if failed {
        return None;
    }
    model.streams.push(out);
    let index = model.streams.len() - 1;
    model.stream_at.insert((item, arch), index);
    streams.known.insert((item, arch), Some(index));
    Some(index)
}

/// The piece of a stream that is nothing but one integer.
fn single(stream: &Stream) -> Option<String> {
    let [step] = stream.steps.as_slice() else {
        return None;
    };
    let name = match step {
        StreamStep::Integer(integer) => &integer.name,
        StreamStep::Nested { name, .. } => name,
        _ => return None,
    };
    let named = stream.paths.get(name)?.as_ref()?;
    named.what.value().map(|_| name.clone())
}

impl Resolver<'_, '_> {
    /// Resolves lines; how many bytes they take at most.
    fn lines(&mut self, lines: &[StreamLine]) -> u64 {
        let mut bytes = 0;
        for line in lines {
            bytes += match line {
                StreamLine::Piece(piece) => self.piece(piece),
                StreamLine::Switch(switch) => self.switch(switch),
                StreamLine::Form(form) => {
                    self.form(form);
                    0
                }
            };
        }
        bytes
    }

    fn limits(&mut self, name: &ast::Name, bytes: u64) {
        let leaves = u64::from(self.out.leaves);
        for (count, most, what) in [
            (leaves, MAX_LEAVES as u64, "integers"),
            (bytes, MAX_STREAM_BYTES as u64, "bytes"),
        ] {
            if count > most {
                self.context.diagnostics.push(
                    Diagnostic::new(
                        Code::OutOfRange,
                        name.span,
                        format!("stream `{}` has more than {most} {what}", name.text),
                    )
                    .help("nested streams and all cases count"),
                );
            }
        }
    }

    fn full(&self) -> bool {
        self.out.leaves > MAX_LEAVES as u32
    }

    fn piece(&mut self, piece: &ast::Piece) -> u64 {
        let archs = self
            .context
            .machine
            .resolve(piece.at.as_ref(), &mut Vec::new());
        if !archs.contains(self.out.arch) {
            return 0;
        }
        let when = match &piece.when {
            None => Vec::new(),
            Some(when) => match self.condition(when) {
                None => {
                    self.lose(&piece.names);
                    return 0;
                }
                Some(Value::Number(0)) => return 0,
                Some(Value::Number(_)) => Vec::new(),
                Some(condition) => vec![condition],
            },
        };
        if let Some(count) = &piece.repeat {
            self.repeated(piece, count);
            return 0;
        }
        if self.streams.broken.contains(&piece.ty.span) {
            self.lose(&piece.names);
            return 0;
        }
        let start = self.out.steps.len();
        if let Some(condition) = when.first() {
            self.out
                .steps
                .push(StreamStep::Unless(condition.clone(), 0));
        }
        let presence = [self.cases.as_slice(), &when].concat();
        let mut bytes = 0;
        for name in &piece.names {
            if self.full() {
                self.failed = true;
                return bytes;
            }
            bytes += match self.context.names.find(&piece.ty.text) {
                Some((Sort::Stream, inner)) => self.nested(piece, name, inner, &presence),
                _ => self.integer(piece, name, &presence),
            };
        }
        let skip = self.out.steps.len() - start;
        if let Some(StreamStep::Unless(_, skipped)) = self.out.steps.get_mut(start)
            && !when.is_empty()
        {
            *skipped = skip - 1;
        }
        bytes
    }

    /// Nothing is known of pieces in error.
    fn lose(&mut self, names: &[ast::Name]) {
        self.failed = true;
        for name in names {
            self.names.lose(&name.text);
        }
    }

    fn repeated(&mut self, piece: &ast::Piece, count: &ast::Expr) {
        if self.condition(count).is_none() {
            self.failed = true;
        }
        self.model
            .not_lowered
            .push((piece.span, "repeated pieces".to_owned()));
        for name in &piece.names {
            self.out.steps.push(StreamStep::Repeated(format!(
                "{} : {}",
                name.text, piece.ty.text
            )));
            let named = Named {
                what: What::Repeated,
                presence: self.cases.clone(),
                span: name.span,
            };
            self.declare(&name.text, named, piece.when.is_some());
        }
    }

    fn nested(
        &mut self,
        piece: &ast::Piece,
        name: &ast::Name,
        inner: usize,
        presence: &[Condition],
    ) -> u64 {
        if self.level >= MAX_STREAM_DEPTH {
            return self.too_deep(piece);
        }
        let arch = self.out.arch;
        let found = stream(
            inner,
            arch,
            self.level + 1,
            self.streams,
            self.context,
            self.model,
        );
        let Some(index) = found else {
            let there = self.streams.archs.get(inner);
            if there.is_some_and(|there| !there.contains(arch)) {
                self.context.diagnostics.push(
                    Diagnostic::new(
                        Code::EmptyRange,
                        piece.ty.span,
                        format!(
                            "stream `{}` does not exist on {}",
                            piece.ty.text, self.context.machine.archs[arch].name.text
                        ),
                    )
                    .help("say with `@` where the piece is there"),
                );
            }
            self.lose(&piece.names);
            return 0;
        };
        let stream = &self.model.streams[index];
        if stream.depth as usize + 1 > MAX_STREAM_DEPTH {
            return self.too_deep(piece);
        }
        let leaf = self.out.leaves;
        self.out.depth = self.out.depth.max(stream.depth + 1);
        self.out.leaves += stream.leaves;
        let bytes = u64::from(stream.bytes);
        let (paths, single) = (stream.paths.clone(), stream.single.clone());
        self.out.steps.push(StreamStep::Nested {
            name: name.text.clone(),
            stream: index,
            leaf,
        });
        let value = single.as_ref().and_then(|single| {
            let named = paths.get(single)?.as_ref()?;
            Some(within(named.what.value()?, leaf))
        });
        let what = What::Nested {
            stream: index,
            leaf,
            value,
        };
        let named = Named {
            what,
            presence: presence.to_vec(),
            span: name.span,
        };
        self.declare(&name.text, named, piece.when.is_some());
        for (path, named) in &paths {
            let Some(named) = named else {
                self.declare_several(&format!("{}.{path}", name.text));
                continue;
            };
            let named = moved(named, leaf, presence);
            // A stream that is one integer counts as that integer.
            let members = single
                .as_ref()
                .and_then(|single| path.strip_prefix(single.as_str())?.strip_prefix('.'));
            if let Some(member) = members {
                self.declare(&format!("{}.{member}", name.text), named.clone(), true);
            }
            self.declare(&format!("{}.{path}", name.text), named, true);
        }
        bytes
    }

    fn too_deep(&mut self, piece: &ast::Piece) -> u64 {
        self.context.diagnostics.push(Diagnostic::new(
            Code::OutOfRange,
            piece.ty.span,
            format!("streams nest more than {MAX_STREAM_DEPTH} deep here"),
        ));
        self.lose(&piece.names);
        0
    }

    fn integer(&mut self, piece: &ast::Piece, name: &ast::Name, presence: &[Condition]) -> u64 {
        let Some(width) = pieces::width(&piece.ty, self.context, self.model) else {
            self.lose(&piece.names);
            return 0;
        };
        let leaf = self.out.leaves;
        self.out.leaves += 1;
        let mut integer = StreamInteger {
            name: name.text.clone(),
            leaf,
            bytes: width / 8,
            mask: 0,
            bits: 0,
            reserved: 0,
            silent: 0,
            default: 0,
            members: Vec::new(),
        };
        let whole = BitField::single(0, width);
        let kind = match self.context.names.find(&piece.ty.text) {
            Some((Sort::Class, class)) => Kind::Class(class, String::new()),
            _ => unsigned(width),
        };
        if let Some(value) = piece.value {
            (integer.mask, integer.bits) = (bits::ones(width), value.value);
        } else if piece.bits.is_none() {
            integer.members.push(StreamMember {
                name: name.text.clone(),
                field: whole.clone(),
                kind: kind.clone(),
                span: name.span,
            });
        }
        let value = |field: BitField, kind: Kind, parted: bool, fixed: bool| {
            What::Value(StreamPlace {
                place: Place { leaf, field },
                kind,
                parted,
                fixed,
            })
        };
        let conditional = piece.when.is_some();
        let named = Named {
            what: value(whole, kind, piece.bits.is_some(), piece.value.is_some()),
            presence: presence.to_vec(),
            span: name.span,
        };
        self.declare(&name.text, named, conditional);
        if let Some(bits) = &piece.bits {
            for (member, field, kind, fixed) in self.members(bits, &mut integer) {
                let named = Named {
                    what: value(field, kind, false, fixed),
                    presence: presence.to_vec(),
                    span: member.span,
                };
                self.declare(&format!("{}.{}", name.text, member.text), named, true);
            }
        }
        self.out.steps.push(StreamStep::Integer(integer));
        u64::from(width / 8)
    }

    /// The parts of an integer on this architecture.
    fn members<'p>(
        &mut self,
        bits: &'p ast::PieceBits,
        integer: &mut StreamInteger,
    ) -> Vec<(&'p ast::Name, BitField, Kind, bool)> {
        let (machine, arch) = (self.context.machine, self.out.arch);
        let there = |at: Option<&ast::At>| machine.resolve(at, &mut Vec::new()).contains(arch);
        let mut all = Vec::new();
        for member in bits.members.iter().filter(|it| there(it.at.as_ref())) {
            let errors = self.context.diagnostics.len();
            let kind = kinds::resolve_fixed(&member.kind, self.context);
            // Reported with the pieces.
            self.context.diagnostics.truncate(errors);
            let (Some(field), Some(kind)) = (bits::field_of(&member.bits), kind) else {
                self.failed = true;
                continue;
            };
            if let Some(default) = member.default {
                integer.silent |= field.mask();
                integer.default |= field.place(default.value);
            }
            all.push((&member.name, field, kind, false));
        }
        for member in bits.fields.iter().filter(|it| there(it.at.as_ref())) {
            if let Some(field) = bits::field_of(&member.bits) {
                let kind = unsigned(field.width());
                all.push((&member.name, field, kind, false));
            }
        }
        for member in bits.fixed.iter().filter(|it| there(it.at.as_ref())) {
            if let Some(field) = bits::field_of(&member.bits) {
                integer.mask |= field.mask();
                integer.bits |= field.place(member.value.value);
                let kind = unsigned(field.width());
                all.push((&member.name, field, kind, true));
            }
        }
        for reserved in bits.reserved.iter().filter(|it| there(it.at.as_ref())) {
            if let Some(field) = bits::field_of(&[reserved.bits]) {
                integer.mask |= field.mask();
                integer.reserved |= field.mask();
            }
        }
        for ignored in bits.ignored.iter().filter(|it| there(it.at.as_ref())) {
            if let Some(field) = bits::field_of(&[ignored.bits]) {
                integer.silent |= field.mask();
            }
        }
        // In the order of the bits, as people read them.
        all.sort_by_key(|(_, field, ..)| field.mask().trailing_zeros());
        for (name, field, kind, fixed) in &all {
            if !fixed {
                integer.members.push(StreamMember {
                    name: name.text.clone(),
                    field: field.clone(),
                    kind: kind.clone(),
                    span: name.span,
                });
            }
        }
        all
    }

    /// Declares a name; pieces that differ by a condition may share one.
    fn declare(&mut self, name: &str, named: Named, conditional: bool) {
        if let (false, Some(first)) = (conditional, self.names.get(name))
            && first.presence.len() <= self.cases.len()
        {
            let name = ast::Name {
                text: name.to_owned(),
                span: named.span,
            };
            let first = ast::Name {
                text: name.text.clone(),
                span: first.span,
            };
            let error = crate::machine::duplicate("piece", &name, &first);
            self.context.diagnostics.push(error);
        }
        match self.out.paths.get_mut(name) {
            None => {
                self.out.paths.insert(name.to_owned(), Some(named.clone()));
            }
            Some(several) => *several = None,
        }
        self.names.declare(name.to_owned(), named);
    }

    /// A path of a nested stream that names several pieces.
    fn declare_several(&mut self, name: &str) {
        self.out.paths.insert(name.to_owned(), None);
    }

    fn switch(&mut self, switch: &ast::Switch) -> u64 {
        let on = self.switched(switch);
        let width = on.as_ref().map(|place| place.field.width());
        if switch.cases.is_empty() {
            self.context.diagnostics.push(Diagnostic::new(
                Code::BadSwitch,
                switch.span,
                "a `switch` without a case",
            ));
        }
        let mut taken = Ranges::default();
        let mut covered: u128 = 0;
        let mut bytes = 0;
        let mut ends = Vec::new();
        for case in &switch.cases {
            for (first, last) in &case.values {
                if self.range(switch, first, last, width, &mut taken) {
                    covered += u128::from(last.value - first.value) + 1;
                }
            }
            let condition = on.as_ref().and_then(|on| self.case(case, on));
            let start = self.out.steps.len();
            let mark = self.names.mark();
            if let Some(condition) = &condition {
                self.cases.push(condition.clone());
                self.out
                    .steps
                    .push(StreamStep::Unless(condition.clone(), 0));
            }
            bytes = bytes.max(self.lines(&case.lines));
            self.names.forget(mark);
            if condition.is_some() {
                self.cases.pop();
                ends.push(self.out.steps.len());
                self.out.steps.push(StreamStep::Skip(0));
                let skip = self.out.steps.len() - start - 1;
                if let Some(StreamStep::Unless(_, skipped)) = self.out.steps.get_mut(start) {
                    *skipped = skip;
                }
            }
        }
        if let Some(on) = on {
            let all = width.is_some_and(|width| covered >> width.min(127) != 0);
            if !all {
                self.out.steps.push(StreamStep::NoCase(on));
            }
        }
        let end = self.out.steps.len();
        for at in ends {
            self.out.steps[at] = StreamStep::Skip(end - at - 1);
        }
        bytes
    }

    /// The place that a switch looks at.
    fn switched(&mut self, switch: &ast::Switch) -> Option<Place> {
        let path = &switch.on.text;
        let found = self.names.get(path).and_then(|named| named.what.value());
        if let Some(value) = found {
            return Some(value.place.clone());
        }
        self.failed = true;
        if !self.names.is_lost(path) {
            let mut error = Diagnostic::new(
                Code::BadDependency,
                switch.on.span,
                format!("`{path}` is not the value of an earlier piece"),
            );
            let known = self.names.list();
            error.help = did_you_mean(path, known.iter().map(String::as_str))
                .or_else(|| Some(DEPENDENCY.to_owned()));
            self.context.diagnostics.push(error);
        }
        None
    }

    /// Checks a range of a case; whether it may be chosen.
    fn range(
        &mut self,
        switch: &ast::Switch,
        first: &ast::Number,
        last: &ast::Number,
        width: Option<u32>,
        taken: &mut Ranges,
    ) -> bool {
        let (low, high) = (first.value, last.value);
        let span = first.span.to(last.span);
        let outside = width.is_some_and(|bits| bits < 64 && high >> bits != 0);
        if low > high || outside {
            self.context.diagnostics.push(
                Diagnostic::new(
                    Code::BadSwitch,
                    span,
                    if low > high {
                        format!("the range {low}..{high} runs backwards")
                    } else {
                        format!("`{}` never has this value", switch.on.text)
                    },
                )
                .label(match width {
                    Some(bits) if outside => {
                        format!("it has {bits} bits: 0 to {}", bits::ones(bits))
                    }
                    _ => String::new(),
                }),
            );
            return false;
        }
        if i64::try_from(high).is_err() {
            self.context.diagnostics.push(
                Diagnostic::new(Code::OutOfRange, span, "a value of a case is too large")
                    .label(format!("expected at most {}", i64::MAX)),
            );
            return false;
        }
        let all = self.context.machine.all();
        if let Some(clash) = taken.take(i128::from(low), i128::from(high), all, span) {
            self.context.diagnostics.push(
                Diagnostic::new(
                    Code::BadSwitch,
                    span,
                    format!("value {} is chosen twice", clash.number),
                )
                .also(clash.place, "first here"),
            );
            return false;
        }
        true
    }

    /// The condition of a case; `None` if a number of it is in error.
    fn case(&mut self, case: &ast::Case, on: &Place) -> Option<Condition> {
        let number = |number: &ast::Number| Value::Number(number.value.cast_signed());
        let compare = |op: BinaryOp, with: &ast::Number| {
            let value = Box::new(Value::Field(on.clone()));
            Value::Binary(op, value, Box::new(number(with)))
        };
        let both =
            |op: BinaryOp, a: Condition, b: Condition| Value::Binary(op, Box::new(a), Box::new(b));
        let mut whole: Option<Condition> = None;
        for (first, last) in &case.values {
            let one = if first.value == last.value {
                compare(BinaryOp::Eq, first)
            } else {
                both(
                    BinaryOp::And,
                    compare(BinaryOp::Ge, first),
                    compare(BinaryOp::Le, last),
                )
            };
            whole = Some(match whole {
                None => one,
                Some(others) => both(BinaryOp::Or, others, one),
            });
        }
        let whole = whole?;
        self.computable(&whole, case.span).then_some(whole)
    }

    /// Whether the engines can compute a condition.
    pub fn computable(&mut self, value: &Condition, span: Span) -> bool {
        let before = self.context.diagnostics.len();
        check_program(value, span, self.context, self.model);
        self.context.diagnostics.len() == before
    }

    /// A condition or a count over the pieces so far.
    fn condition(&mut self, condition: &ast::Expr) -> Option<Condition> {
        let mut errors = Vec::new();
        let value = self.expression(condition, &mut errors);
        for error in &mut errors {
            if error.code == Code::Unknown {
                error.code = Code::BadDependency;
                "this is not the value of an earlier piece".clone_into(&mut error.message);
                error.help = error.help.take().or_else(|| Some(DEPENDENCY.to_owned()));
            }
        }
        self.context.diagnostics.extend(errors);
        let value = value?;
        self.computable(&value, condition.span).then_some(value)
    }

    /// An expression over the pieces so far.
    pub fn expression(
        &self,
        expression: &ast::Expr,
        errors: &mut Vec<Diagnostic>,
    ) -> Option<Condition> {
        let lookup = Lookup {
            find: &|path| self.names.get(path).cloned(),
            lost: &|path| self.names.is_lost(path),
            names: &|| self.names.list(),
            constants: &[],
            item: self.out.item,
            arch: self.out.arch,
            context: self.context,
            model: self.model,
        };
        expr::resolve(expression, &lookup, errors)
    }
}

/// An unsigned integer of as many bits.
pub fn unsigned(bits: u32) -> Kind {
    Kind::Integer(Integer {
        bits,
        signed: false,
        hex: None,
        scale: 1,
        bias: 0,
        relative: None,
    })
}

/// A value of a nested stream as the stream around it sees it.
fn within(value: &StreamPlace, leaf: u32) -> StreamPlace {
    StreamPlace {
        place: value.place.within(leaf),
        ..value.clone()
    }
}

/// What a path of a nested stream names, as the stream around it sees it.
fn moved(named: &Named, leaf: u32, presence: &[Condition]) -> Named {
    let what = match &named.what {
        What::Value(value) => What::Value(within(value, leaf)),
        What::Nested {
            stream,
            leaf: first,
            value,
        } => What::Nested {
            stream: *stream,
            leaf: first + leaf,
            value: value.as_ref().map(|value| within(value, leaf)),
        },
        What::Repeated => What::Repeated,
    };
    let inner = named
        .presence
        .iter()
        .map(|condition| condition.map(&|place| place.within(leaf)));
    Named {
        what,
        presence: presence.iter().cloned().chain(inner).collect(),
        span: named.span,
    }
}
