//! A stream on one architecture: its steps, and what paths name.

use crate::sorted::{SortedMap, SortedSet};

use super::forms;
use super::names::{self, Names};
use super::resolver::{DEPENDENCY, Resolver, Streams};
use crate::ast::{self, BinaryOp, StreamLine};
use crate::bits;
use crate::check::context::Context;
use crate::declare::Sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::Value;
use crate::model::{Condition, Model, Named, Place, Stream, StreamPlace, StreamStep, What};
use crate::suggest::did_you_mean;
use crate::tables::{MAX_LEAVES, MAX_STREAM_BYTES, MAX_STREAM_DEPTH};

/// What stands between the elements of a repeated piece that says nothing of it.
const BETWEEN: &str = ", ";

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
            accessed: Vec::new(),
            paths: SortedMap::new(),
            single: None,
        },
        directions: SortedMap::new(),
        settled: SortedSet::new(),
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
    resolver.settle();
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
    pub(super) fn lines(&mut self, lines: &[StreamLine]) -> u64 {
        let mut bytes = 0;
        for line in lines {
            bytes += match line {
                StreamLine::Piece(piece) => self.piece(piece),
                StreamLine::Switch(switch) => self.switch(switch),
                StreamLine::Form(form) => {
                    self.form(form);
                    0
                }
                StreamLine::Directed(directed) => {
                    self.directed_when(directed);
                    0
                }
                StreamLine::Naming(naming) => {
                    self.naming(naming);
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
                let message = format!("stream `{}` has more than {most} {what}", name.text);
                self.context
                    .error(Code::OutOfRange, name.span, message)
                    .help("nested streams and all cases count");
            }
        }
    }

    fn full(&self) -> bool {
        self.out.leaves > MAX_LEAVES as u32
    }

    fn piece(&mut self, piece: &ast::Piece) -> u64 {
        let archs = self.context.archs_of(piece.at.as_ref());
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
        if self.streams.broken.contains(&piece.ty.span) {
            self.lose(&piece.names);
            return 0;
        }
        if let Some(repeat) = &piece.repeat {
            return self.repeated(piece, repeat, &when);
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
        if !when.is_empty() {
            self.skip_from(start);
        }
        bytes
    }

    /// A piece that is there as often as an earlier value says: its elements one
    /// after the other, each under the condition that there are so many.
    fn repeated(&mut self, piece: &ast::Piece, repeat: &ast::Repeat, when: &[Condition]) -> u64 {
        let Some((count, limit)) = self.count(repeat) else {
            self.lose(&piece.names);
            return 0;
        };
        let compare = |op, number: u64| {
            let number = Value::Number(number.cast_signed());
            Value::Binary(op, Box::new(Value::Field(count.clone())), Box::new(number))
        };
        for name in &piece.names {
            let named = Named {
                what: What::Repeated {
                    count: count.clone(),
                    limit,
                    between: repeat
                        .between
                        .as_ref()
                        .map_or_else(|| BETWEEN.to_owned(), |it| it.text.clone()),
                },
                presence: [self.cases.as_slice(), when].concat(),
                span: name.span,
            };
            self.declare(&name.text, named, piece.when.is_some());
        }
        // With a condition of its own the whole of it is there or not.
        let start = self.out.steps.len();
        if let Some(condition) = when.first() {
            self.out
                .steps
                .push(StreamStep::Unless(condition.clone(), 0));
        }
        let mut bytes = 0;
        for element in 0..limit {
            let there = compare(BinaryOp::Gt, element);
            let presence = [self.cases.as_slice(), when, std::slice::from_ref(&there)].concat();
            let first = self.out.steps.len();
            self.out.steps.push(StreamStep::Unless(there, 0));
            for name in &piece.names {
                if self.full() {
                    self.failed = true;
                    return bytes;
                }
                let name = ast::Name {
                    text: format!("{}{element}", name.text),
                    span: name.span,
                };
                bytes += match self.context.names.find(&piece.ty.text) {
                    Some((Sort::Stream, inner)) => self.nested(piece, &name, inner, &presence),
                    _ => self.integer(piece, &name, &presence),
                };
            }
            self.skip_from(first);
        }
        if limit < bits::ones(count.field.width()) {
            let first = self.out.steps.len();
            self.out
                .steps
                .push(StreamStep::Unless(compare(BinaryOp::Gt, limit), 0));
            self.out.steps.push(StreamStep::NoCase(count.clone()));
            self.skip_from(first);
        }
        if !when.is_empty() {
            self.skip_from(start);
        }
        bytes
    }

    /// The value that says how often a piece is repeated, and how often it is at
    /// most.
    fn count(&mut self, repeat: &ast::Repeat) -> Option<(Place, u64)> {
        let name = &repeat.count;
        let named = self.names.get(&name.text);
        let Some(value) = named.and_then(|named| named.what.value()) else {
            let lost = self.names.is_lost(&name.text);
            let elsewhere =
                names::elsewhere(self.out.item, &name.text, self.out.arch, self.context);
            if !lost && !elsewhere {
                let known = self.names.list();
                let near = did_you_mean(&name.text, known.iter().map(String::as_str));
                let message = "this is not the value of an earlier piece";
                let mut error = Diagnostic::new(Code::BadDependency, name.span, message);
                error.help = near.or_else(|| Some(DEPENDENCY.to_owned()));
                self.context.diagnostics.push(error);
            }
            return None;
        };
        let place = value.place.clone();
        let most = bits::ones(place.field.width());
        let limit = repeat
            .limit
            .as_ref()
            .map_or(most, |limit| limit.value.min(most));
        Some((place, limit))
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
                let message = format!(
                    "stream `{}` does not exist on {}",
                    piece.ty.text, self.context.machine.archs[arch].name.text
                );
                self.context
                    .error(Code::EmptyRange, piece.ty.span, message)
                    .help("say with `@` where the piece is there");
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
        let accessed = stream.accessed.clone();
        self.accessed_within(piece, name, &accessed, leaf, presence);
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
        let message = format!("streams nest more than {MAX_STREAM_DEPTH} deep here");
        self.context.error(Code::OutOfRange, piece.ty.span, message);
        self.lose(&piece.names);
        0
    }
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
        What::Repeated {
            count,
            limit,
            between,
        } => What::Repeated {
            count: count.within(leaf),
            limit: *limit,
            between: between.clone(),
        },
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
