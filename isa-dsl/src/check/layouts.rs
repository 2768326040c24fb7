//! Formats: every bit covered exactly once, on every architecture.

use super::{Context, kinds};
use crate::ast;
use crate::bits::{self, BitField};
use crate::declare::Sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::ArchSet;
use crate::model::{Layout, LayoutPart, PartKind};
use crate::source::Span;

/// Resolves every format.
pub fn check(context: &mut Context) -> Vec<Layout> {
    context
        .names
        .formats
        .iter()
        .map(|format| resolve(format, context))
        .collect()
}

fn resolve(format: &ast::Format, context: &mut Context) -> Layout {
    let width = kinds::bits(&format.bits, 8, 64, context);
    let word = context.machine.word_bits;
    if width % word != 0 {
        context.diagnostics.push(Diagnostic::new(
            Code::OutOfRange,
            format.bits.span,
            format!("{width} bits are not whole words of {word} bits"),
        ));
    }
    let literal = match &format.literal {
        Some(number) => kinds::bits(number, 8, 32, context),
        None => 0,
    };
    let within = format.within.as_ref().and_then(|name| {
        context
            .names
            .find_or_report(Sort::Format, name, &mut context.diagnostics)
    });
    let archs = context
        .machine
        .resolve(format.at.as_ref(), &mut context.diagnostics);
    let mut parts = Vec::new();
    let mut add = |name: Option<&ast::Name>,
                   kind: PartKind,
                   pieces: &[ast::Bits],
                   at: Option<&ast::At>,
                   context: &mut Context| {
        let part_archs = context
            .machine
            .resolve(at, &mut context.diagnostics)
            .and(archs);
        if part_archs.is_empty() {
            if let Some(at) = at {
                context.diagnostics.push(Diagnostic::new(
                    Code::EmptyRange,
                    at.span,
                    format!("`{}` does not exist there", format.name.text),
                ));
            }
            return;
        }
        let Some(field) = bit_field(pieces, width, context) else {
            return;
        };
        let span = name.map_or_else(
            || pieces[0].span.to(pieces[pieces.len() - 1].span),
            |name| name.span,
        );
        parts.push(LayoutPart {
            name: name.map_or_else(String::new, |name| name.text.clone()),
            kind,
            field,
            archs: part_archs,
            span,
        });
    };
    for field in &format.fields {
        add(
            Some(&field.name),
            PartKind::Field,
            &field.bits,
            field.at.as_ref(),
            context,
        );
    }
    for fixed in &format.fixed {
        let kind = PartKind::Fixed(fixed.value.value);
        add(
            Some(&fixed.name),
            kind,
            &fixed.bits,
            fixed.at.as_ref(),
            context,
        );
        let bits_wide: u64 = fixed
            .bits
            .iter()
            .map(|piece| piece.high.value.saturating_sub(piece.low.value) + 1)
            .sum();
        if bits_wide < 64 && fixed.value.value >> bits_wide != 0 {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::ValueTooWide,
                    fixed.value.span,
                    format!(
                        "the value needs more than the {bits_wide} bits of `{}`",
                        fixed.name.text
                    ),
                )
                .also(fixed.name.span, "its bits are here"),
            );
        }
    }
    for reserved in &format.reserved {
        add(
            None,
            PartKind::Reserved,
            &[reserved.bits],
            reserved.at.as_ref(),
            context,
        );
    }
    for ignored in &format.ignored {
        add(
            None,
            PartKind::Ignored,
            &[ignored.bits],
            ignored.at.as_ref(),
            context,
        );
    }
    parts.sort_by_key(|part| part.field.mask().trailing_zeros());
    cover(&format.name, width, archs, &parts, context);
    Layout {
        name: format.name.text.clone(),
        bits: width,
        literal,
        within,
        archs,
        parts,
    }
}

/// Pieces of a field within a layout of `width` bits, or an error.
pub fn bit_field(pieces: &[ast::Bits], width: u32, context: &mut Context) -> Option<BitField> {
    let mut seen = 0_u64;
    for piece in pieces {
        let (high, low) = (piece.high.value, piece.low.value);
        if low > high {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::BitRange,
                    piece.span,
                    format!("[{high}:{low}] runs backwards"),
                )
                .help(format!("write the higher bit first: [{low}:{high}]")),
            );
            return None;
        }
        if high >= u64::from(width) {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::BitRange,
                    piece.span,
                    format!("bit {high} is outside the layout's {width} bits"),
                )
                .label(format!("expected at most {}", width - 1)),
            );
            return None;
        }
        let mask = bits::ones((high - low + 1) as u32) << low;
        if seen & mask != 0 {
            context.diagnostics.push(Diagnostic::new(
                Code::BitOverlap,
                piece.span,
                format!("{} of this field twice", describe(seen & mask)),
            ));
            return None;
        }
        seen |= mask;
    }
    bits::field_of(pieces)
}

/// Reports bits covered twice or not at all, once for all architectures that
/// share the fault.
pub fn cover(
    name: &ast::Name,
    width: u32,
    archs: ArchSet,
    parts: &[LayoutPart],
    context: &mut Context,
) {
    let mut gaps: Vec<(u64, ArchSet)> = Vec::new();
    let mut doubles: Vec<(Span, Span, u64, ArchSet)> = Vec::new();
    for arch in archs.iter() {
        let mut covered = 0_u64;
        let here: Vec<&LayoutPart> = parts
            .iter()
            .filter(|part| part.archs.contains(arch))
            .collect();
        for (index, part) in here.iter().enumerate() {
            for other in &here[..index] {
                let both = part.field.mask() & other.field.mask();
                if both == 0 {
                    continue;
                }
                // The later of the two in the text is the one to look at.
                let (first, second) = if part.span.start < other.span.start {
                    (part.span, other.span)
                } else {
                    (other.span, part.span)
                };
                let known = doubles
                    .iter_mut()
                    .find(|(a, b, ..)| (*a, *b) == (first, second));
                match known {
                    Some((.., on)) => on.0 |= 1 << arch,
                    None => doubles.push((first, second, both, ArchSet(1 << arch))),
                }
            }
            covered |= part.field.mask();
        }
        let gap = bits::ones(width) & !covered;
        if gap != 0 {
            match gaps.iter_mut().find(|(mask, _)| *mask == gap) {
                Some((_, on)) => on.0 |= 1 << arch,
                None => gaps.push((gap, ArchSet(1 << arch))),
            }
        }
    }
    for (first, second, both, on) in doubles {
        context.diagnostics.push(
            Diagnostic::new(
                Code::BitOverlap,
                second,
                format!(
                    "{} of `{}` {} covered twice{}",
                    describe(both),
                    name.text,
                    if both.count_ones() == 1 { "is" } else { "are" },
                    on_archs(on, archs, context)
                ),
            )
            .also(first, "covered here already"),
        );
    }
    for (gap, on) in gaps {
        context.diagnostics.push(
            Diagnostic::new(
                Code::BitGap,
                name.span,
                format!(
                    "nothing covers {} of `{}`{}",
                    describe(gap),
                    name.text,
                    on_archs(on, archs, context)
                ),
            )
            .help("declare a field there, or `reserved` (must be zero) or `ignored` bits"),
        );
    }
}

/// "bit 25", "bits [15:13]".
fn describe(mask: u64) -> String {
    match mask.count_ones() {
        1 => format!("bit {}", mask.trailing_zeros()),
        _ => format!("bits {}", bits::runs(mask)),
    }
}

/// " on gcn1.4" where not everywhere.
fn on_archs(on: ArchSet, all: ArchSet, context: &Context) -> String {
    if on == all {
        String::new()
    } else {
        format!(" on {}", context.machine.names(on))
    }
}
