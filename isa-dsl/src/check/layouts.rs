//! Formats: every bit covered exactly once, on every architecture.

use crate::sorted::{SortedMap, sort_by_key};

use super::context::Context;
use super::kinds;
use super::taken::Names;
use crate::ast;
use crate::bits::{self, BitField};
use crate::declare::Sort;
use crate::diagnostic::Code;
use crate::machine::ArchSet;
use crate::model::{Layout, LayoutPart, PartKind};
use crate::source::Span;
use crate::tables::{Bits, MAX_BITS, MAX_BITS_WITH_LITERAL};

/// Bits of a field at most.
const MAX_FIELD: u32 = 64;

/// Resolves every format.
pub fn check(context: &mut Context) -> Vec<Layout> {
    let layouts = context
        .names
        .formats
        .iter()
        .map(|format| resolve(format, context))
        .collect();
    within_itself(context);
    layouts
}

/// The parts of a layout as they are collected.
pub(super) struct Parts {
    /// Width of the layout in bits; `None` if it is in error. Then nothing is
    /// out of range, and nothing a gap.
    pub width: Option<u32>,
    /// Where the layout exists.
    pub archs: ArchSet,
    /// Those that are well formed.
    pub list: Vec<LayoutPart>,
    /// Names of those that are not: gaps may be theirs.
    pub broken: Vec<String>,
    names: Names<String>,
}

impl Parts {
    /// None yet.
    pub fn new(width: Option<u32>, archs: ArchSet) -> Parts {
        Parts {
            width,
            archs,
            list: Vec::new(),
            broken: Vec::new(),
            names: Names::default(),
        }
    }

    /// Adds a part; its bits and where it exists, unless there is an error.
    pub fn add(
        &mut self,
        name: Option<&ast::Name>,
        kind: PartKind,
        bits: &[ast::Bits],
        at: Option<&ast::At>,
        context: &mut Context,
    ) -> Option<BitField> {
        let archs = context
            .machine
            .resolve_known(at, &mut context.diagnostics)
            .map(|archs| archs.and(self.archs));
        let field = bit_field(bits, self.width, context);
        let own = name.map_or_else(String::new, |name| name.text.clone());
        let (Some(archs), Some(field)) = (archs, field) else {
            self.broken.push(own);
            return None;
        };
        if let (true, Some(at)) = (archs.is_empty(), at) {
            let message = "what surrounds this does not exist there";
            let help = format!("it exists on {}", context.machine.names(self.archs));
            context.error(Code::EmptyRange, at.span, message).help(help);
            self.broken.push(own);
            return None;
        }
        let span = name.map_or_else(|| bits_span(bits), |name| name.span);
        if let Some(name) = name
            && let Some(clash) = self.names.take(name.text.clone(), archs, name.span)
        {
            let message = format!(
                "`{}` is declared twice{}",
                name.text,
                context.machine.on(clash.archs, self.archs)
            );
            context
                .error(Code::Duplicate, name.span, message)
                .label("again here")
                .also(clash.place, "first here");
        }
        self.list.push(LayoutPart {
            name: own,
            kind,
            field: field.clone(),
            archs,
            span,
        });
        Some(field)
    }
}

fn bits_span(bits: &[ast::Bits]) -> Span {
    match bits {
        [first, .., last] => first.span.to(last.span),
        [only] => only.span,
        [] => Span::default(),
    }
}

fn resolve(format: &ast::Format, context: &mut Context) -> Layout {
    let width = kinds::bits(&format.bits, "a format", (8, MAX_BITS.into()), context);
    let word = context.machine.word_bits;
    if let Some(width) = width.filter(|width| width % word != 0) {
        let message = format!("{width} bits are not whole words of {word} bits");
        context
            .error(Code::OutOfRange, format.bits.span, message)
            .help("the header's `word` says how many bits a word has");
    }
    let literal = match &format.literal {
        Some(number) => kinds::bits(number, "a literal", (8, 32), context).unwrap_or(32),
        None => 0,
    };
    if let Some(number) = &format.literal
        && let Some(width) = width.filter(|width| *width > MAX_BITS_WITH_LITERAL)
    {
        let message = format!("a literal behind a format of {width} bits");
        context
            .error(Code::OutOfRange, number.span, message)
            .label(format!(
                "expected a format of at most {MAX_BITS_WITH_LITERAL} bits"
            ))
            .also(format.bits.span, "its bits are said here")
            .help(format!(
                "an instruction has at most {MAX_BITS} bits with its literal"
            ));
    }
    let within = format
        .within
        .as_ref()
        .and_then(|name| context.find(Sort::Format, name));
    let archs = context.archs(format.at.as_ref());
    let mut parts = Parts::new(width, archs);
    for field in &format.fields {
        let (name, at) = (Some(&field.name), field.at.as_ref());
        if let Some(bits) = parts.add(name, PartKind::Field, &field.bits, at, context) {
            check_width(&field.name, &bits, context);
        }
    }
    for fixed in &format.fixed {
        let (name, at) = (Some(&fixed.name), fixed.at.as_ref());
        let kind = PartKind::Fixed(fixed.value.value);
        let Some(field) = parts.add(name, kind, &fixed.bits, at, context) else {
            continue;
        };
        check_width(&fixed.name, &field, context);
        let width = field.width();
        if width < 64 && fixed.value.value >> width != 0 {
            let message = format!(
                "the value needs more than the {width} bits of `{}`",
                fixed.name.text
            );
            context
                .error(Code::ValueTooWide, fixed.value.span, message)
                .label(format!("expected at most {:#b}", bits::ones(width)))
                .also(bits_span(&fixed.bits), "its bits are here");
        }
    }
    for reserved in &format.reserved {
        let (bits, at) = ([reserved.bits], reserved.at.as_ref());
        parts.add(None, PartKind::Reserved, &bits, at, context);
    }
    for ignored in &format.ignored {
        let (bits, at) = ([ignored.bits], ignored.at.as_ref());
        parts.add(None, PartKind::Ignored, &bits, at, context);
    }
    cover(&format.name, &parts, false, context);
    let mut list = parts.list;
    sort_by_key(&mut list, |part| part.field.mask().trailing_zeros());
    Layout {
        name: format.name.text.clone(),
        bits: parts.width.unwrap_or(MAX_BITS),
        literal,
        within,
        archs,
        parts: list,
        broken: parts.broken,
    }
}

/// A field's value is a number of 64 bits.
fn check_width(name: &ast::Name, field: &BitField, context: &mut Context) {
    let width = field.width();
    if width > MAX_FIELD {
        context
            .error(
                Code::OutOfRange,
                name.span,
                format!("a field of {width} bits"),
            )
            .label(format!("expected at most {MAX_FIELD}"))
            .help("make it several fields, or several lines of `reserved` or `ignored` bits");
    }
}

/// A format that lies within itself is a special case of nothing.
fn within_itself(context: &mut Context) {
    let formats = &context.names.formats;
    let contained = |index: usize| -> Vec<(usize, &ast::Name)> {
        let name = formats[index].within.as_ref();
        name.into_iter()
            .filter_map(|name| match context.names.find(&name.text) {
                Some((Sort::Format, index)) => Some((index, name)),
                _ => None,
            })
            .collect()
    };
    for name in super::cycles::find(formats.len(), contained) {
        let message = format!("format `{}` lies within itself", name.text);
        context.error(Code::NotASubset, name.span, message);
    }
}

/// Pieces of a field within a layout of `width` bits, or an error.
pub fn bit_field(
    pieces: &[ast::Bits],
    width: Option<u32>,
    context: &mut Context,
) -> Option<BitField> {
    let mut seen = Bits::ZERO;
    for piece in pieces {
        let (high, low) = (piece.high.value, piece.low.value);
        if low > high {
            let message = format!("[{high}:{low}] runs backwards");
            context
                .error(Code::BitRange, piece.span, message)
                .help(format!("write the higher bit first: [{low}:{high}]"));
            return None;
        }
        let Some(width) = width else {
            if high >= u64::from(MAX_BITS) {
                return None;
            }
            continue;
        };
        if high >= u64::from(width) {
            let message = format!("bit {high} is outside the layout's {width} bits");
            context
                .error(Code::BitRange, piece.span, message)
                .label(format!("expected at most {}", width - 1));
            return None;
        }
        let mask = Bits::ones(high as u32 + 1) & !Bits::ones(low as u32);
        if (seen & mask).any() {
            let message = format!("this field has {} twice", describe(seen & mask));
            context
                .error(Code::BitOverlap, piece.span, message)
                .label("another of its pieces has them already");
            return None;
        }
        seen |= mask;
    }
    bits::field_of(pieces)
}

/// Reports bits covered twice or not at all, once for all architectures that
/// share the fault.
///
/// With `shared`, fields may share bits with one another, though not with
/// reserved bits.
pub(super) fn cover(name: &ast::Name, parts: &Parts, shared: bool, context: &mut Context) {
    // Of two parts that overlap, the later in the text is the one to look at.
    let mut order: Vec<&LayoutPart> = parts.list.iter().collect();
    sort_by_key(&mut order, |part| part.span);
    let mut gaps: SortedMap<Bits, ArchSet> = SortedMap::new();
    let mut doubles: SortedMap<(Span, Span), (Bits, ArchSet)> = SortedMap::new();
    for arch in parts.archs.iter() {
        let mut covered = Bits::ZERO;
        let mut fields = Bits::ZERO;
        let mut owners = [Span::default(); MAX_BITS as usize];
        for part in order.iter().filter(|part| part.archs.contains(arch)) {
            let mask = part.field.mask();
            let mut both = covered & mask;
            if shared && part.kind == PartKind::Field {
                both &= !fields;
                fields |= mask;
            }
            if both.any() {
                let first = owners[both.trailing_zeros() as usize];
                let double = doubles.entry((part.span, first)).or_default();
                double.0 |= both;
                double.1.0 |= 1 << arch;
            }
            for (low, width) in (mask & !covered).runs() {
                owners[low as usize..][..width as usize].fill(part.span);
            }
            covered |= mask;
        }
        let gap = Bits::ones(parts.width.unwrap_or(0)) & !covered;
        if gap.any() && parts.broken.is_empty() {
            gaps.entry(gap).or_default().0 |= 1 << arch;
        }
    }
    for ((second, first), (both, on)) in doubles {
        let message = format!(
            "{} of `{}` {} covered twice{}",
            describe(both),
            name.text,
            if both.count_ones() == 1 { "is" } else { "are" },
            context.machine.on(on, parts.archs)
        );
        context
            .error(Code::BitOverlap, second, message)
            .label("covered again here")
            .also(first, "covered here already");
    }
    for (gap, on) in gaps {
        let message = format!(
            "nothing covers {} of `{}`{}",
            describe(gap),
            name.text,
            context.machine.on(on, parts.archs)
        );
        context
            .error(Code::BitGap, name.span, message)
            .help("declare a field there, or `reserved` (must be zero) or `ignored` bits");
    }
}

/// "bit 25", "bits [15:13]".
fn describe(mask: Bits) -> String {
    match mask.count_ones() {
        1 => format!("bit {}", mask.trailing_zeros()),
        _ => format!("bits {}", bits::runs(mask)),
    }
}
