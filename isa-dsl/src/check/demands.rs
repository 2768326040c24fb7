//! Demands of lints: whether an operation meets one, and both in words.

use crate::sorted::SortedSet;
use std::fmt::Write as _;

use crate::ast::{self, AccessKind, Property};
use crate::operation::Environment;
use crate::operation::facts::Facts;
use crate::operation::ir::Source;

/// What is judged.
pub(super) struct Subject<'a> {
    /// The facts about the row's operation.
    pub facts: &'a Facts,
    /// All its accesses stand in `atomic`.
    pub atomic: bool,
    /// The names it may use.
    pub environment: &'a Environment,
}

impl Subject<'_> {
    /// Whether a property holds, and what is there, in words.
    pub fn judge(&self, property: &Property) -> (bool, String) {
        match property {
            Property::Access { kind, width, space } => {
                self.accesses(*kind, width.as_ref(), space.as_ref())
            }
            Property::Sign(sign) => {
                let signs = &self.facts.signs;
                let words: Vec<&str> = signs.iter().map(|sign| sign_word(*sign)).collect();
                let holds = signs.len() == 1 && signs.contains(sign);
                (holds, listed(&words, "no value that has a sign"))
            }
            Property::Atomic => {
                let found = if self.atomic {
                    "`atomic`"
                } else if self.facts.accesses.is_empty() {
                    "no memory access"
                } else {
                    "an access outside of `atomic`"
                };
                (self.atomic, found.to_owned())
            }
            Property::Reads(name, bits) => {
                let read = self.source(name).and_then(|it| self.facts.reads.get(&it));
                match (bits, read) {
                    (_, None) => (false, format!("`{}` is not read", name.text)),
                    (None, Some(read)) => (!read.is_empty(), format!("{} read", ranges(read))),
                    (Some(bits), Some(read)) => {
                        (*read == set(bits), format!("{} read", ranges(read)))
                    }
                }
            }
            Property::Writes(name, bits, under) => {
                let source = self.source(name);
                let Some(written) = source.and_then(|it| self.facts.writes.get(&it)) else {
                    return (false, format!("`{}` is not written", name.text));
                };
                let exact = bits.is_none_or(|bits| written.changed == set(&bits));
                let mut found = format!("{} written", ranges(&written.changed));
                let under = self.under(under.as_ref(), &written.under, &mut found);
                (exact && under, found)
            }
            Property::Returns(name, under) => {
                let source = self.source(name);
                let Some(written) = source.and_then(|it| self.facts.writes.get(&it)) else {
                    return (false, format!("`{}` is not written", name.text));
                };
                let mut found = if written.returned {
                    "memory's value from before".to_owned()
                } else {
                    "another value than memory's from before".to_owned()
                };
                let under = self.under(under.as_ref(), &written.under, &mut found);
                (written.returned && under, found)
            }
            Property::Width(name, bits) => {
                let operands = &self.environment.operands;
                match operands.iter().find(|it| it.name == name.text) {
                    Some(operand) => (
                        u64::from(operand.bits) == bits.value,
                        format!("{} bits", operand.bits),
                    ),
                    None => (false, format!("no operand `{}`", name.text)),
                }
            }
            Property::Computes(name) => {
                let computed: Vec<&str> = self.facts.computed.iter().copied().collect();
                let holds = computed.contains(&name.text.as_str());
                (holds, listed(&computed, "nothing computed"))
            }
        }
    }

    fn under(
        &self,
        wanted: Option<&ast::Name>,
        under: &SortedSet<Source>,
        found: &mut String,
    ) -> bool {
        let Some(wanted) = wanted else {
            return true;
        };
        let holds = self
            .source(wanted)
            .is_some_and(|flag| under.contains(&flag));
        let _ = match holds {
            true => write!(found, ", if {}", wanted.text),
            false => write!(found, ", whatever {} is", wanted.text),
        };
        holds
    }

    fn accesses(
        &self,
        kind: AccessKind,
        width: Option<&(ast::Number, Option<ast::Number>)>,
        space: Option<&ast::Name>,
    ) -> (bool, String) {
        let spaces = &self.environment.spaces;
        let all = self.facts.accesses.iter().filter(|(access, _)| {
            let kind = match kind {
                AccessKind::Any => true,
                AccessKind::Load => !access.store,
                AccessKind::Store => access.store,
            };
            let there = spaces.get(access.space);
            kind && space.is_none_or(|space| there.is_some_and(|it| it.name == space.text))
        });
        let all: Vec<_> = all.collect();
        let exact = width.is_none_or(|(bits, times)| {
            let times = times.map_or(1, |times| times.value);
            all.iter()
                .all(|(access, count)| u64::from(access.bits) == bits.value && **count == times)
        });
        let words: Vec<String> = self
            .facts
            .accesses
            .iter()
            .map(|(access, count)| {
                let kind = if access.store { "stores" } else { "loads" };
                let mut text = format!("{kind} {}", access.bits);
                if *count != 1 {
                    let _ = write!(text, " times {count}");
                }
                if let Some(space) = spaces.get(access.space) {
                    let _ = write!(text, " in {}", space.name);
                }
                text
            })
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        (!all.is_empty() && exact, listed(&words, "no memory access"))
    }

    fn source(&self, name: &ast::Name) -> Option<Source> {
        let environment = self.environment;
        let operand = environment
            .operands
            .iter()
            .position(|it| it.name == name.text);
        let field = || {
            environment
                .fields
                .iter()
                .position(|it| it.name == name.text)
        };
        let state = || {
            environment
                .states
                .iter()
                .position(|it| it.name == name.text)
        };
        operand
            .map(Source::Operand)
            .or_else(|| field().map(Source::Field))
            .or_else(|| state().map(Source::State))
    }
}

fn sign_word(sign: ast::Sign) -> &'static str {
    match sign {
        ast::Sign::Signed => "signed",
        ast::Sign::Unsigned => "unsigned",
        ast::Sign::Floating => "floating",
    }
}

/// "`a`, `b`", or what to say if there is none.
fn listed(words: &[&str], none: &str) -> String {
    if words.is_empty() {
        return none.to_owned();
    }
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}

fn set(bits: &ast::Bits) -> SortedSet<u32> {
    let end = |number: ast::Number| u32::try_from(number.value).unwrap_or(u32::MAX).min(1023);
    (end(bits.low)..=end(bits.high)).collect()
}

/// `[31:16]`, `[63:48] [15:0]`
fn ranges(bits: &SortedSet<u32>) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &bit in bits {
        match ranges.last_mut() {
            Some((_, high)) if *high + 1 == bit => *high = bit,
            _ => ranges.push((bit, bit)),
        }
    }
    if ranges.is_empty() {
        return "no bit".to_owned();
    }
    let words: Vec<String> = ranges
        .iter()
        .rev()
        .map(|(low, high)| format!("`[{high}:{low}]`"))
        .collect();
    words.join(" ")
}

/// A property as it is written.
pub(super) fn wanted(property: &Property) -> String {
    let bits = |bits: &Option<ast::Bits>| match bits {
        Some(bits) => format!(" [{}:{}]", bits.high.value, bits.low.value),
        None => String::new(),
    };
    let under = |under: &Option<ast::Name>| match under {
        Some(flag) => format!(" if {}", flag.text),
        None => String::new(),
    };
    match property {
        Property::Access { kind, width, space } => {
            let mut text = match kind {
                AccessKind::Any => "accesses",
                AccessKind::Load => "loads",
                AccessKind::Store => "stores",
            }
            .to_owned();
            if let Some((bits, times)) = width {
                let _ = write!(text, " {}", bits.value);
                if let Some(times) = times {
                    let _ = write!(text, " times {}", times.value);
                }
            }
            if let Some(space) = space {
                let _ = write!(text, " in {}", space.text);
            }
            text
        }
        Property::Sign(sign) => sign_word(*sign).to_owned(),
        Property::Atomic => "atomic".to_owned(),
        Property::Reads(name, range) => format!("reads {}{}", name.text, bits(range)),
        Property::Writes(name, range, flag) => {
            format!("writes {}{}{}", name.text, bits(range), under(flag))
        }
        Property::Returns(name, flag) => format!("returns {}{}", name.text, under(flag)),
        Property::Width(name, bits) => format!("width {} {}", name.text, bits.value),
        Property::Computes(name) => format!("computes {}", name.text),
    }
}
