//! Everything gets its place.

use std::collections::{HashMap, HashSet};

use super::builder::ObjectBuilder;
use super::error::{ObjectError, ObjectErrorKind};
use super::expression::{Base, ExpressionError, Meaning, Node, Places, Value};
use super::leb128::leb128;
use super::place::{ExpressionId, Location, Place, SectionId, SymbolId};
use super::section::{GapSize, MAX_SECTION};
use super::symbol::{Binding, Definition};

/// Rounds of finding out sizes that depend on one another.
const MAX_ROUNDS: u32 = 32;

/// What is known of places.
pub(super) struct Layout<'b, 'a> {
    pub(super) builder: &'b ObjectBuilder<'a>,
    /// For each section, bytes of the gaps before the first, the second, …;
    /// nothing before they are known.
    pub(super) gaps: Vec<Vec<u64>>,
    /// Where symbols are that no label defines: names of sections stand for their starts;
    /// and labels of debug information, once it is written.
    pub(super) labels: HashMap<SymbolId, Place>,
    /// Gaps behind branches that are not empty: sections, and numbers of gaps there.
    padded: HashSet<(usize, usize)>,
}

impl<'b, 'a> Layout<'b, 'a> {
    /// Before the sizes of gaps are known.
    fn unknown(builder: &'b ObjectBuilder<'a>) -> Layout<'b, 'a> {
        Layout {
            builder,
            gaps: Vec::new(),
            labels: HashMap::new(),
            padded: HashSet::new(),
        }
    }

    /// Lets names of sections stand for their starts, where nothing else has the name.
    fn name_sections(&mut self) {
        for (at, section) in self.builder.sections.iter().enumerate() {
            let Some(symbol) = self.builder.symbols.find(&section.name) else {
                continue;
            };
            let row = &self.builder.symbols[symbol];
            if row.definition == Definition::Undefined && row.binding == Binding::Local {
                self.labels.entry(symbol).or_insert(Place {
                    section: SectionId(at as u32),
                    gap: 0,
                    offset: 0,
                });
            }
        }
    }

    /// Where a base lies, if it lies in this object.
    pub(super) fn place_of(&self, base: Base) -> Option<Place> {
        let label = match base {
            Base::Symbol(symbol, _) if !self.labels.is_empty() => self.labels.get(&symbol),
            _ => None,
        };
        label.copied().or_else(|| self.builder.place_of(base))
    }

    /// Bytes from the start of its section.
    pub(super) fn address(&self, place: Place) -> Option<u64> {
        let gaps = self.gaps.get(place.section.0 as usize)?;
        let before = gaps.get(place.gap as usize)?;
        Some(place.offset.wrapping_add(*before))
    }

    /// Finds branches that need padding where everything is now; whether there are any that
    /// had none.
    fn pad_branches(&mut self) -> bool {
        let Some(wrong) = self.builder.format.wrong_distance else {
            return false;
        };
        let mut found = Vec::new();
        for (at, section) in self.builder.sections.iter().enumerate() {
            for (index, gap) in section.gaps.iter().enumerate() {
                let GapSize::Branch { bytes, value } = gap.size else {
                    continue;
                };
                let here = Place {
                    section: SectionId(at as u32),
                    gap: index as u32,
                    offset: gap.offset - u64::from(bytes),
                };
                if !self.padded.contains(&(at, index))
                    && self
                        .distance_from(here, value)
                        .is_none_or(|distance| distance == wrong + i64::from(bytes))
                {
                    found.push((at, index));
                }
            }
        }
        let any = !found.is_empty();
        self.padded.extend(found);
        any
    }

    pub(super) fn evaluate(&self, id: ExpressionId) -> Result<Value, ObjectErrorKind> {
        let value = self.builder.expressions.evaluate(id, self);
        value.map_err(ObjectErrorKind::Expression)
    }

    pub(super) fn number(&self, id: ExpressionId) -> Result<i64, ObjectErrorKind> {
        let value = self.evaluate(id)?;
        value.as_number().ok_or(ObjectErrorKind::NotANumber)
    }
}

impl Places for Layout<'_, '_> {
    fn meaning(&self, symbol: SymbolId) -> Meaning {
        match self.builder.symbols[symbol].definition {
            Definition::Expression(id) => Meaning::Expression(id),
            _ => Meaning::Itself,
        }
    }

    fn call(&self, function: u8, arguments: &[i64]) -> Option<i64> {
        let target = &self.builder.target;
        let processor = target.text(target.processor().name);
        let functions = self.builder.format.functions;
        (functions.evaluate)(function.into(), processor, arguments)
    }

    fn distance(&self, from: Base, to: Base) -> Option<i64> {
        if let (Base::Symbol(from, _), Base::Symbol(to, _)) = (from, to)
            && from == to
        {
            return Some(0);
        }
        // What asks for a relocation is left to the linker.
        let asks = |base| matches!(base, Base::Symbol(_, specifier) if specifier != 0);
        if asks(from) || asks(to) {
            return None;
        }
        let (from, to) = (self.place_of(from)?, self.place_of(to)?);
        let is_one_part = from.section == to.section;
        if !is_one_part && self.builder.whole(from.section) != self.builder.whole(to.section) {
            return None;
        }
        let (from, to) = match is_one_part && from.gap == to.gap {
            true => (from.offset, to.offset),
            false => (self.address(from)?, self.address(to)?),
        };
        Some(to.wrapping_sub(from).cast_signed())
    }
}

/// Finds the sizes of all gaps.
pub(super) fn settle<'b, 'a>(
    builder: &'b ObjectBuilder<'a>,
) -> Result<Layout<'b, 'a>, ObjectError> {
    let mut layout = Layout::unknown(builder);
    layout.name_sections();
    let zeros = builder.sections.iter().map(|it| vec![0; it.gaps.len() + 1]);
    layout.gaps = zeros.collect();
    if builder.sections.iter().all(|it| it.gaps.is_empty()) {
        return Ok(layout);
    }
    let mut unsettled = Location::default();
    let order = builder.in_order();
    let mut rounds = 0;
    while rounds < MAX_ROUNDS {
        rounds += 1;
        let mut settled = true;
        for &(at, previous) in &order {
            let section = &builder.sections[at];
            let mut before = 0_u64;
            // The same, in the round before.
            let mut before_then = 0_u64;
            for (index, gap) in section.gaps.iter().enumerate() {
                let start = gap.offset + before;
                let error = |kind| ObjectError {
                    kind,
                    location: gap.location,
                };
                let size = match gap.size {
                    GapSize::Align { align, most } => {
                        let size = start.wrapping_neg() % align;
                        if size <= most { size } else { 0 }
                    }
                    GapSize::Times { count, bytes } => {
                        let count = layout.number(count).map_err(error)?;
                        let times = u64::try_from(count);
                        let times = times.map_err(|_| error(ObjectErrorKind::Count(count)))?;
                        times.saturating_mul(bytes)
                    }
                    GapSize::Origin(address) => {
                        let value = layout.evaluate(address).map_err(error)?;
                        let base = value.plus.and_then(|base| builder.place_of(base));
                        let from = match (value.plus, base, value.minus) {
                            (None, _, None) => 0,
                            (Some(_), Some(place), None)
                                if builder.whole(place.section)
                                    == builder.whole(SectionId(at as u32)) =>
                            {
                                layout.address(place).unwrap_or(0)
                            }
                            _ => return Err(error(ObjectErrorKind::NotANumber)),
                        };
                        let end = from.wrapping_add_signed(value.addend);
                        // While sizes settle, what lies ahead may not be there yet.
                        end.saturating_sub(start)
                    }
                    GapSize::Leb128 { value, is_signed } => {
                        let value = layout.number(value).map_err(error)?;
                        // It gets longer only, so that sizes settle.
                        let least = (layout.gaps[at][index + 1] - before_then) as usize;
                        leb128(value, is_signed, least).len() as u64
                    }
                    GapSize::Branch { .. } => match layout.padded.contains(&(at, index)) {
                        true => builder.format.padding.len() as u64,
                        false => 0,
                    },
                    GapSize::Before => {
                        let gaps = layout.gaps[previous].last().copied().unwrap_or(0);
                        builder.sections[previous].size + gaps
                    }
                };
                if before.saturating_add(size) > MAX_SECTION {
                    return Err(error(ObjectErrorKind::SectionSize));
                }
                before += size;
                before_then = layout.gaps[at][index + 1];
                if layout.gaps[at][index + 1] != before {
                    layout.gaps[at][index + 1] = before;
                    unsettled = gap.location;
                    settled = false;
                }
            }
        }
        if settled && !layout.pad_branches() {
            return forwards(layout);
        }
        if settled {
            // There are not more of them than branches.
            rounds = 0;
        }
    }
    Err(ObjectError {
        kind: ObjectErrorKind::Unsettled,
        location: unsettled,
    })
}

/// The layout, if no `.org` goes backwards in it.
fn forwards<'b, 'a>(layout: Layout<'b, 'a>) -> Result<Layout<'b, 'a>, ObjectError> {
    for (at, section) in layout.builder.sections.iter().enumerate() {
        for (index, gap) in section.gaps.iter().enumerate() {
            let GapSize::Origin(address) = gap.size else {
                continue;
            };
            let wanted = layout.evaluate(address).ok().and_then(|value| {
                let base = match value.plus {
                    Some(base) => layout.address(layout.builder.place_of(base)?)?,
                    None => 0,
                };
                Some(base.wrapping_add_signed(value.addend))
            });
            let end = gap.offset + layout.gaps[at][index + 1];
            if wanted != Some(end) {
                return Err(ObjectError {
                    kind: ObjectErrorKind::Backwards,
                    location: gap.location,
                });
            }
        }
    }
    Ok(layout)
}

impl ObjectBuilder<'_> {
    /// What an expression is worth so far.
    ///
    /// # Errors
    ///
    /// [`ExpressionError`] if it can have no value.
    pub fn evaluate(&self, id: ExpressionId) -> Result<Value, ExpressionError> {
        // Most are numbers, and no places.
        if let Node::Number(number) = self.expressions.node(id) {
            return Ok(Value::number(number));
        }
        self.expressions.evaluate(id, &Layout::unknown(self))
    }

    /// The number that an expression is, if that is known.
    pub fn number(&self, id: ExpressionId) -> Option<i64> {
        self.evaluate(id).ok()?.as_number()
    }
}
