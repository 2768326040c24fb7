//! Byte streams: pieces in order, each of which may depend on those before,
//! and the families whose layout they are.
//!
//! In the order in which they can be read: `names` says what paths mean, `pieces` checks types
//! and bits for all architectures at once; `resolver` is a stream while it is resolved, of
//! which `integer`, `forms`, `namings` and `switch` add the parts, and `resolve` the whole. Of families,
//! `coverage` finds what no text says, `shape` is what the rows share, and `family` has the
//! rows. `overlaps` looks at all instructions together.

mod coverage;
mod family;
mod forms;
mod integer;
mod names;
mod namings;
mod overlaps;
mod pieces;
mod resolve;
mod resolver;
mod shape;
mod switch;

use crate::sorted::sort;
use resolver::Streams;

use super::context::Context;
use crate::ast;
use crate::declare::Sort;
use crate::diagnostic::Code;
use crate::model::Model;

pub(super) use family::{check as family, is_piece};
pub(super) use overlaps::check as overlaps;
pub use overlaps::prefix;

/// Checks every stream, and resolves it on every architecture.
pub fn check(context: &mut Context, model: &mut Model) {
    let mut streams = Streams::default();
    for stream in &context.names.streams {
        let archs = context.archs(stream.at.as_ref());
        streams.archs.push(archs);
        pieces::check(&stream.lines, archs, &mut streams.broken, context, model);
    }
    cycles(context);
    for item in 0..context.names.streams.len() {
        for arch in 0..context.machine.archs.len() {
            resolve::stream(item, arch, 1, &mut streams, context, model);
        }
    }
    namings::unused(&streams, context);
    namings::prefixes(context, model);
}

/// A machine has instructions of fixed width or instructions that are streams:
/// its engines, and the types of its instructions, are other ones.
pub fn mixed(context: &mut Context, model: &Model) {
    let (Some(word), Some(stream)) = (model.encodings.first(), model.stream_encodings.first())
    else {
        return;
    };
    let kinds = [
        (word.instruction, "has a format"),
        (stream.instruction, "is a stream"),
    ];
    let mut places = kinds.map(|(instruction, kind)| {
        let instruction = &model.instructions[instruction];
        (instruction.span, format!("`{}` {kind}", instruction.name))
    });
    sort(&mut places);
    let [first, second] = places;
    let message = "instructions of formats and instructions of streams in one machine";
    context
        .error(Code::MixedLayouts, second.0, message)
        .label(second.1)
        .also(first.0, first.1)
        .help("describe one of them as another machine");
}

/// A stream that contains itself, directly or through others, would never end.
fn cycles(context: &mut Context) {
    let contained = |index: usize| -> Vec<(usize, &ast::Name)> {
        names::pieces(&context.names.streams[index].lines)
            .map(|piece| &piece.ty)
            .filter_map(|name| match context.names.find(&name.text) {
                Some((Sort::Stream, index)) => Some((index, name)),
                _ => None,
            })
            .collect()
    };
    for name in super::cycles::find(context.names.streams.len(), contained) {
        let message = format!("stream `{}` contains itself", name.text);
        context
            .error(Code::StreamCycle, name.span, message)
            .help("such a stream would have no end");
    }
}
