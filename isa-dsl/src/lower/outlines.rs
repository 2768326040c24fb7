//! Forms as outlines: what bits do not decide is decided here.

use super::meanings;
use super::outlined_modifiers::ModifierTexts;
use super::outlined_structs::outlined as outline_of;
use super::places::Places;
use super::readings::MAX_BITS;
use super::texts::Texts;
use crate::tables::{
    Bits, Flag, Form, MAX_READING, ModifierStep, NONE, Operand, Outline, PrintStep, READING_GOOD,
    READING_SILENT, Reading, Rows, SEPARATOR, Shape, Tables, TablesBuf, Token, Value, Wrap,
};

/// Bits that have one value.
#[derive(Clone, Copy)]
pub(super) struct Demand {
    pub(super) mask: u64,
    pub(super) bits: u64,
}

impl Demand {
    /// Both; `None` if no bits are as both say.
    pub(super) fn and(self, mask: u64, bits: u64) -> Option<Demand> {
        let agree = (self.bits ^ bits) & self.mask & mask == 0;
        agree.then_some(Demand {
            mask: self.mask | mask,
            bits: self.bits | bits & mask,
        })
    }
}

/// Fills in `Shape::outlines`, and `Tables::outlines` with their steps.
///
/// Every shape has a row for each syntax, that of its first form; the rows of the forms
/// that are tried behind it follow by `Outline::next`.
pub(super) fn outlines(tables: &mut TablesBuf, places: &mut Places) {
    let mut shapes = std::mem::take(&mut tables.shapes);
    let mut outlines = Vec::new();
    let mut steps = Vec::new();
    let mut modifier_steps = Vec::new();
    let mut modifier_texts = ModifierTexts::default();
    for shape in &mut shapes {
        let first = outlines.len();
        shape.outlines = first as u32;
        let syntaxes = tables.syntaxes.len();
        outlines.resize(first + syntaxes, none());
        for syntax in 0..syntaxes {
            let view = tables.view();
            let mut at = first + syntax;
            let mut is_first = true;
            let mut wrapped = true;
            for index in shape.forms.range() {
                let form = &view.forms[index];
                if usize::from(form.syntax) != syntax || form.read_only.is_set() {
                    continue;
                }
                let operands = &view.operands[shape.operands.range()];
                let halves = operands.iter().filter_map(|it| view.half_in(it, form));
                let halves = halves.fold(0, |bits, wrap| bits | 1 << wrap.bit);
                let Some(demand) = demand(&view, shape, form, halves) else {
                    // No bits are as it needs them, unless it is for source modifiers.
                    wrapped = false;
                    continue;
                };
                let texts = Texts {
                    tables: view,
                    arch: shape.arch,
                    syntax: form.syntax,
                };
                let Some(built) = build(&texts, shape, operands, form, places) else {
                    // What is tried behind it is found the long way too.
                    break;
                };
                let is_whole = built.is_whole;
                for way in built.ways {
                    let Some(mut demand) = demand.and(way.demand.mask, way.demand.bits) else {
                        continue;
                    };
                    // One set behind the other.
                    let behind = way.behind.into_iter().flat_map(|behind| match behind {
                        Behind::Modifiers(rows) => {
                            modifier_texts.steps(&texts, operands, rows, places)
                        }
                        Behind::Text(reading) => vec![ModifierStep {
                            reading,
                            mask: 0,
                            default_bits: 0,
                            modifier: u32::MAX,
                        }],
                    });
                    let behind: Vec<ModifierStep> = behind.collect();
                    let own = way.steps;
                    if shape.is_wide() {
                        // The first 64 bits do not tell.
                        demand = Demand { mask: 0, bits: 1 };
                    }
                    let row = Outline {
                        mask: demand.mask,
                        bits: demand.bits,
                        wraps: match wrapped {
                            true => own.iter().fold(0, |bits, step| bits | step.wraps),
                            false => 0,
                        },
                        form: index as u32,
                        conditional: is_conditional(&view, form).into(),
                        steps: super::pool::append(&mut steps, &own),
                        modifiers: super::pool::append(&mut modifier_steps, &behind),
                        modifier_mask: if shape.always.is_set() {
                            0
                        } else {
                            shape.modifiers
                        },
                        silent: if shape.always.is_set() {
                            1
                        } else {
                            shape.modifier_defaults & shape.modifiers
                        },
                        next: 0,
                    };
                    if is_first {
                        outlines[at] = row;
                        is_first = false;
                    } else {
                        outlines[at].next = outlines.len() as u32;
                        at = outlines.len();
                        outlines.push(row);
                    }
                }
                if !is_whole {
                    // It does not say all that its form says.
                    break;
                }
            }
        }
    }
    tables.shapes = shapes;
    tables.outlines = outlines;
    tables.print_steps = steps;
    tables.modifier_steps = modifier_steps;
}

/// An outline that fits no bits.
pub(super) fn none() -> Outline {
    Outline {
        mask: 0,
        bits: 1,
        wraps: 0,
        form: u32::MAX,
        conditional: Flag::NO,
        steps: Rows::default(),
        modifiers: Rows::default(),
        modifier_mask: 0,
        silent: 0,
        next: 0,
    }
}

/// The bits that a form needs, which says these halves of registers; `None` if it can never be
/// the right one.
fn demand(tables: &Tables, shape: &Shape, form: &Form, halves: u64) -> Option<Demand> {
    let unsaid = !form.spoken & !shape.mask;
    let mut demand = Demand {
        mask: unsaid,
        bits: form.rest & unsaid,
    };
    if shape.is_wide() {
        // It is found by all of its bits.
        return Some(demand);
    }
    demand = demand.and(shape.wraps & !halves, 0)?;
    for rule in conditions(tables, form) {
        if rule.mask != 0 && rule.equal.is_set() {
            demand = demand.and(rule.mask, rule.bits)?;
        }
    }
    Some(demand)
}

/// Whether a form has a condition that is more than bits with one value.
fn is_conditional(tables: &Tables, form: &Form) -> bool {
    form.features != 0
        || conditions(tables, form).any(|rule| rule.mask == 0 || !rule.equal.is_set())
}

fn conditions<'a>(
    tables: &Tables<'a>,
    form: &Form,
) -> impl Iterator<Item = &'a crate::tables::Rule> + use<'a> {
    let when = (form.when != NONE).then(|| &tables.rules[form.when as usize]);
    when.into_iter().chain(&tables.rules[form.rules.range()])
}

/// A form as steps.
struct Built {
    /// Ways to print it, in the order to try them.
    ways: Vec<Way>,
    /// The ways say all that the form says.
    is_whole: bool,
}

/// A way to print a form.
struct Way {
    steps: Vec<PrintStep>,
    /// What stands behind them.
    behind: Vec<Behind>,
    /// The bits that it needs.
    demand: Demand,
}

/// What stands at the end of a form, where not all modifiers have their defaults.
#[derive(Clone, Copy)]
enum Behind {
    /// A set of modifiers.
    Modifiers(Rows),
    /// A text between sets or behind them: what reads as it.
    Text(Reading),
}

/// The steps of a form; `None` for what has no outline.
fn build(
    texts: &Texts<'_>,
    shape: &Shape,
    operands: &[Operand],
    form: &Form,
    places: &mut Places,
) -> Option<Built> {
    let tables = &texts.tables;
    let tokens = &tables.tokens[form.tokens.range()];
    let mut silent = Demand { mask: 0, bits: 0 };
    let mut steps = Vec::new();
    let mut outlined = None;
    let mut behind = Vec::new();
    // The steps in front of modifiers that a text follows.
    let mut in_front = None;
    let is_set = |token: &Token| matches!(token, Token::Modifiers(_));
    // What stands before the next operand; at first what ends the mnemonic, which is
    // there only if something else than modifiers follows.
    let mut before = SEPARATOR[1..].to_string();
    let mut begins = true;
    for (at, token) in tokens.iter().enumerate() {
        match token.get() {
            Token::Text(text) => {
                before.push_str(tables.text(text));
                begins = false;
            }
            Token::Operand(index) => {
                let row = operands.get(usize::from(index))?;
                if tokens.len() == 1 && !shape.is_wide() {
                    // Its members bring their own separators.
                    outlined = outline_of(texts, row, places);
                }
                let separator = SEPARATOR.ends_with(&before);
                if !separator {
                    steps.push(text(&before, places)?);
                }
                let wraps = tables.wraps[row.wraps.range()].iter();
                let wraps = wraps.filter(|it| it.file == NONE && it.bit < 64);
                steps.push(PrintStep {
                    wraps: wraps.fold(0, |bits, wrap| bits | 1 << wrap.bit),
                    reading: row.reading,
                    operand: shape.operands.start + u32::from(index),
                    before: if separator { before.len() as u8 } else { 0 },
                });
                if let Some(wrap) = tables.half_in(row, form) {
                    steps.push(half(tables, shape, row, wrap, form.syntax, places)?);
                }
                before.clear();
                begins = false;
            }
            Token::Modifiers(rows) => {
                if !begins && !before.is_empty() {
                    steps.push(text(&before, places)?);
                }
                before.clear();
                begins = false;
                if tokens[at..].iter().all(|token| is_set(&token.get())) {
                    behind.push(Behind::Modifiers(rows));
                } else if shape.always.is_set() || shape.is_wide() {
                    return None;
                } else {
                    silent = silent.and(shape.modifiers, shape.modifier_defaults)?;
                    let rest = tokens[at..].iter().map(|token| match token.get() {
                        Token::Modifiers(rows) => Some(Behind::Modifiers(rows)),
                        Token::Text(text) => reading(tables.text(text), places).map(Behind::Text),
                        _ => None,
                    });
                    if in_front.is_none() {
                        in_front = rest
                            .collect::<Option<_>>()
                            .map(|rest| (steps.clone(), rest));
                    }
                }
            }
            Token::Mnemonic if at == 0 => {
                // What ends it is a text.
                before.clear();
                begins = false;
            }
            Token::Mnemonic | Token::AnyOrder(_) => return None,
        }
    }
    if !begins && !before.is_empty() {
        steps.push(text(&before, places)?);
    }
    let (ways, is_whole) = match outlined {
        None => {
            let quiet = Way {
                steps,
                behind,
                demand: silent,
            };
            let spoken = in_front.map(|(steps, behind)| Way {
                steps,
                behind,
                demand: Demand { mask: 0, bits: 0 },
            });
            let ways: Vec<Way> = std::iter::once(quiet).chain(spoken).collect();
            let is_whole = ways.iter().any(|way| way.demand.mask == 0);
            (ways, is_whole)
        }
        Some(found) => {
            let is_whole = silent.mask == 0 && found.iter().all(|way| way.mask == 0);
            let ways = found.into_iter().filter_map(|way| {
                Some(Way {
                    demand: silent.and(way.mask, way.bits)?,
                    steps: way.steps,
                    behind: behind.clone(),
                })
            });
            (ways.collect(), is_whole)
        }
    };
    Some(Built { ways, is_whole })
}

/// The step behind an operand that says which half of a register it is; `None` where no reading
/// can.
fn half(
    tables: &Tables,
    shape: &Shape,
    row: &Operand,
    wrap: &Wrap,
    syntax: u8,
    places: &mut Places,
) -> Option<PrintStep> {
    let field = row.field;
    let [set, clear] = tables.spellings_of(wrap, syntax) else {
        return None;
    };
    if field.more.len != 0 || field.total > MAX_BITS || row.width_table != NONE {
        return None;
    }
    let own = field.set(Bits::ZERO, u64::MAX, tables.pieces);
    let is_own = own.is_set(wrap.bit);
    let mut entries = Vec::new();
    for (spelling, bit) in [(clear, 0), (set, 1)] {
        let text = places.text(tables.text(spelling.after));
        for value in 0..1 << field.total {
            let meaning = meanings::of(tables, shape.arch, row.kind.get(), row.width, value);
            let is_register = matches!(meaning, Value::Register { file, .. } if file == wrap.file);
            entries.push(match (is_register, bit) {
                (true, _) => text,
                (false, 1) if !is_own => READING_GOOD,
                (false, _) => READING_SILENT,
            });
        }
    }
    let base = places.rows(&entries);
    Some(PrintStep {
        wraps: 0,
        reading: places.of_field_and_bit(tables, field, wrap.bit, base),
        operand: u32::MAX,
        before: 0,
    })
}

/// What reads as the same text for all bits.
fn reading(text: &str, places: &mut Places) -> Option<Reading> {
    let fits = (1..=MAX_READING).contains(&text.len());
    places.constant(text).filter(|_| fits)
}

/// A step that is always the same text.
fn text(text: &str, places: &mut Places) -> Option<PrintStep> {
    Some(PrintStep {
        wraps: 0,
        reading: reading(text, places)?,
        operand: u32::MAX,
        before: 0,
    })
}
