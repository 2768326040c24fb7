//! What `distinct` counts of the operands of a family.

use super::context::Context;
use crate::ast;
use crate::bits::{BitField, ones};
use crate::declare::Sort;
use crate::distinct::{Counted, CountedRange, Set, Uncounted};
use crate::model::{Meaning, Model};
use crate::sorted::sort;

/// Numbers of registers end here.
const MAX_NUMBER: u64 = 4095;

/// The register file or class of that name.
pub(super) fn set(name: &str, context: &Context) -> Option<Set> {
    match context.names.find(name) {
        Some((Sort::File, index)) => Some(Set::File(index)),
        Some((Sort::Class, index)) => Some(Set::Class(index)),
        _ => None,
    }
}

/// Values that mean the same sort of thing.
#[derive(Debug, Clone, Copy)]
struct Span<'a> {
    first: u64,
    last: u64,
    /// What the first value means.
    meaning: Counting<'a>,
}

/// Meanings that may count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counting<'a> {
    /// Registers of a file, from a number on, as many for each value.
    Register(usize, u64, u64),
    /// A word.
    Word(&'a str),
    /// The literal.
    Literal,
}

/// The register of a state, as an operand that is always the same.
pub(super) fn state(
    set: Set,
    name: &str,
    arch: usize,
    context: &Context,
    model: &Model,
) -> Result<Option<Counted<BitField>>, Uncounted> {
    let states = &context.names.states;
    let home = states
        .iter()
        .find(|state| state.name.text == name)
        .and_then(|state| Some((state, state.home.as_ref()?)))
        .and_then(
            |(state, (file, number))| match context.names.find(&file.text) {
                Some((Sort::File, file)) => Some((state, file, number.value)),
                _ => None,
            },
        );
    let Some((state, file, number)) = home else {
        return Err(Uncounted::NoOperand);
    };
    let bits = model.files.get(file).map_or(32, |file| file.bits);
    let own = Span {
        first: 0,
        last: 0,
        meaning: Counting::Register(file, number, 1),
    };
    Ok(Some(Counted {
        name: name.to_owned(),
        field: None,
        width: (state.bits.value as u32).div_ceil(bits.max(1)),
        without: None,
        ranges: common(&[own], &of_set(set, arch, model)),
    }))
}

/// Values of an operand's field that count; `None` if it is of no kind that may
/// be registers.
pub(super) fn ranges(
    set: Set,
    kind: &ast::Kind,
    bits: u32,
    arch: usize,
    context: &Context,
    model: &Model,
) -> Option<Vec<CountedRange>> {
    let ast::Kind::Class(name, _, scale) = kind else {
        return None;
    };
    let own = match context.names.find(&name.text) {
        Some((Sort::File, file)) => {
            let scale = scale.map_or(1, |scale| scale.value.clamp(1, 64));
            vec![Span {
                first: 0,
                last: ones(bits).min(MAX_NUMBER / scale),
                meaning: Counting::Register(file, 0, scale),
            }]
        }
        Some((Sort::Class, class)) => of_class(class, arch, model),
        _ => return None,
    };
    Some(common(&own, &of_set(set, arch, model)))
}

fn of_set(set: Set, arch: usize, model: &Model) -> Vec<Span<'_>> {
    match set {
        Set::File(file) => vec![Span {
            first: 0,
            last: MAX_NUMBER,
            meaning: Counting::Register(file, 0, 1),
        }],
        Set::Class(class) => {
            let spans = of_class(class, arch, model).into_iter();
            spans.flat_map(single_registers).collect()
        }
    }
}

/// Registers that follow in steps, one by one.
fn single_registers(span: Span<'_>) -> Vec<Span<'_>> {
    let Counting::Register(file, number, step @ 2..) = span.meaning else {
        return vec![span];
    };
    let each = (span.first..=span.last).map(|value| Span {
        first: value,
        last: value,
        meaning: Counting::Register(file, number + (value - span.first) * step, 1),
    });
    each.collect()
}

/// What the values of a class mean on an architecture, those of classes within
/// it included.
fn of_class(class: usize, arch: usize, model: &Model) -> Vec<Span<'_>> {
    let Some(class) = model.classes.get(class) else {
        return Vec::new();
    };
    let here = class
        .entries
        .iter()
        .filter(|entry| entry.archs.contains(arch));
    here.filter_map(|entry| {
        let meaning = match &entry.meaning {
            Meaning::Register(file, number, step) => Counting::Register(*file, *number, *step),
            Meaning::Keyword(word) => Counting::Word(word),
            Meaning::Literal => Counting::Literal,
            _ => return None,
        };
        Some(Span {
            first: entry.first,
            last: entry.last,
            meaning,
        })
    })
    .collect()
}

/// Values of one list that mean what values of the other do, and which these
/// are.
fn common(own: &[Span<'_>], set: &[Span<'_>]) -> Vec<CountedRange> {
    let mut ranges = Vec::new();
    for a in own {
        for b in set {
            match (a.meaning, b.meaning) {
                (Counting::Register(file, number, step), Counting::Register(other, start, _))
                    if file == other =>
                {
                    let end = start + (b.last - b.first);
                    let values = (a.first..=a.last).filter(|value| {
                        let number = number + (value - a.first) * step;
                        (start..=end).contains(&number)
                    });
                    let (mut values, mut least) = (values, None);
                    if let Some(first) = values.next() {
                        least = Some((first, values.next_back().unwrap_or(first)));
                    }
                    if let Some((first, last)) = least {
                        ranges.push(CountedRange {
                            first,
                            last,
                            number: b.first + (number + (first - a.first) * step - start),
                            step,
                            sized: true,
                        });
                    }
                }
                (Counting::Word(_) | Counting::Literal, meaning) if a.meaning == meaning => {
                    ranges.push(CountedRange {
                        first: a.first,
                        last: a.first,
                        number: b.first,
                        step: 1,
                        sized: false,
                    });
                }
                _ => {}
            }
        }
    }
    sort(&mut ranges);
    // Ranges that go on where another one ends are one.
    ranges.dedup_by(|next, before| {
        let span = next.first.wrapping_sub(before.first);
        let follows = before.last.checked_add(1) == Some(next.first)
            && before.step == next.step
            && before.sized == next.sized
            && before.number + span * before.step == next.number;
        if follows {
            before.last = next.last;
        }
        follows
    });
    ranges
}
