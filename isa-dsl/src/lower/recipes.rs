//! Forms as recipes: from the words that printing writes back to bits.

use std::collections::{BTreeMap, BTreeSet};

use super::pool;
use crate::tables::{
    Bits, Direction, Flag, Form, Kind, MAX_OPERAND_TEXT, NO_PAGES, NO_READINGS, NO_VALUE, NONE,
    Operand, OperandText, PAGE, READING_GOOD, READING_LITERAL, Recipe, RecipeStep, Rows, Shape,
    Tables, TablesBuf, Text, Token, operand_text_slot, reading_text,
};

/// Fills in `recipe_lists`, `recipes`, `recipe_steps`, `operand_texts`, `value_pages` and
/// `text_values`. The readings are there already, with their texts.
pub(super) fn recipes(tables: &mut TablesBuf) {
    let mut words = Words::default();
    let view = tables.view();
    for shape in view.shapes {
        for operand in &view.operands[shape.operands.range()] {
            if let Some((block, widths)) = blocks(&view, operand) {
                words.add(&view, block, widths);
            }
        }
    }
    let pages = words.pages();
    let mut lists = Vec::new();
    let mut recipes = Vec::new();
    let mut steps = Vec::new();
    for shape in view.shapes {
        for syntax in 0..view.syntaxes.len() {
            let start = recipes.len();
            let forms = &view.forms[shape.forms.range()];
            for (at, form) in forms.iter().enumerate() {
                if usize::from(form.syntax) != syntax || form.read_only.is_set() {
                    continue;
                }
                let Some((mut row, own)) = recipe(&view, shape, form, &pages) else {
                    continue;
                };
                let before = forms[..at].iter();
                let before = before.filter(|it| it.syntax == form.syntax);
                row.first = (before.clone().count() == 0).into();
                row.form = shape.forms.start + at as u32;
                row.conditional = (shape.rules.len != 0
                    || form.when != NONE
                    || form.features != 0
                    || form.rules.len != 0
                    || before.clone().any(|it| !it.read_only.is_set()))
                .into();
                row.steps = pool::append(&mut steps, &own);
                recipes.push(row);
            }
            lists.push(Rows {
                start: start as u32,
                len: (recipes.len() - start) as u16,
            });
        }
    }
    let slots = words.slots();
    tables.recipe_lists = lists;
    tables.recipes = recipes;
    tables.recipe_steps = steps;
    tables.operand_texts = slots;
    tables.value_pages = pages.numbers;
    tables.text_values = pages.values;
}

/// Readings of one number of registers: the first entry, and the bits of the field.
type Block = (u32, u8);

/// The readings of an operand, from the narrowest on, and how many widths there are; one
/// if the width is fixed. `None` if it has none, or no step of a recipe can set its field.
fn blocks(tables: &Tables, operand: &Operand) -> Option<(Block, u8)> {
    let reading = operand.reading;
    if reading.base == NO_READINGS
        || operand.direction == Direction::Part.into()
        || operand.field.more.len != 0
    {
        return None;
    }
    // What has no field is one word, or the literal.
    let first = tables.readings.get(reading.base as usize)?;
    if operand.field.total == 0 && first & READING_LITERAL != 0 {
        return None;
    }
    let mut widths = 1;
    if reading.key_mask != 0 {
        let values = &tables.width_values[reading.values as usize..];
        let values = &values[..=usize::from(reading.key_mask)];
        widths = 1 + values.iter().max()?;
    }
    Some(((reading.base, reading.width), widths))
}

/// The words of all readings, and what they are the values of.
#[derive(Default)]
struct Words {
    /// Numbers of the words, from 1.
    numbers: BTreeMap<Vec<u8>, u16>,
    /// For readings of so many widths, the number and the value of every word, by width.
    inverses: BTreeMap<(Block, u8), Vec<BTreeMap<u16, u16>>>,
}

impl Words {
    fn add(&mut self, tables: &Tables, block: Block, widths: u8) {
        if self.inverses.contains_key(&(block, widths)) {
            return;
        }
        let (base, bits) = block;
        let all = (0..u32::from(widths)).map(|width| {
            let first = (base + (width << bits)) as usize;
            let entries = &tables.readings[first..first + (1 << bits)];
            self.inverse(tables, entries)
        });
        let all = all.collect();
        self.inverses.insert((block, widths), all);
    }

    /// The values of words. A word that two values have is none.
    fn inverse(&mut self, tables: &Tables, entries: &[u32]) -> BTreeMap<u16, u16> {
        let mut values = BTreeMap::new();
        let mut twice = BTreeSet::new();
        for (value, &entry) in (0..).zip(entries) {
            let is_text = entry & (READING_GOOD | READING_LITERAL) == READING_GOOD;
            let text = tables.bytes(reading_text(entry));
            if !is_text || !is_word(text) {
                continue;
            }
            let known = self.numbers.get(text).copied();
            // Words that numbers of 16 bits do not count are read the long way.
            let next = u16::try_from(self.numbers.len() + 1);
            let Some(number) = known.or(next.ok()) else {
                continue;
            };
            self.numbers.entry(text.to_vec()).or_insert(number);
            if values.insert(number, value).is_some() {
                twice.insert(number);
            }
        }
        values.retain(|number, _| !twice.contains(number));
        values
    }

    /// The values of the words in pages.
    fn pages(&self) -> Pages {
        let count = (self.numbers.len() + 1).div_ceil(PAGE);
        let mut pages = Pages {
            count: count as u16,
            first: BTreeMap::new(),
            numbers: Vec::new(),
            values: Vec::new(),
        };
        let mut known: BTreeMap<[u16; PAGE], u16> = BTreeMap::new();
        for (key, widths) in &self.inverses {
            pages.first.insert(*key, pages.numbers.len() as u32);
            for inverse in widths {
                for page in 0..count {
                    let mut values = [NO_VALUE; PAGE];
                    let start = (page * PAGE) as u16;
                    for (&number, &value) in inverse.range(start..=start + (PAGE - 1) as u16) {
                        values[usize::from(number - start)] = value;
                    }
                    let next = known.len() as u16;
                    let number = *known.entry(values).or_insert_with(|| {
                        pages.values.extend(values);
                        next
                    });
                    pages.numbers.push(number);
                }
            }
        }
        pages
    }

    /// The hash table of the words.
    fn slots(&self) -> Vec<OperandText> {
        let empty = OperandText {
            low: 0,
            high: 0,
            number: 0,
        };
        if self.numbers.is_empty() {
            return Vec::new();
        }
        let size = (self.numbers.len() * 2).next_power_of_two();
        let mut slots = vec![empty; size];
        for (word, &number) in &self.numbers {
            let mut bytes = [0; MAX_OPERAND_TEXT];
            bytes[..word.len()].copy_from_slice(word);
            let bytes = u128::from_le_bytes(bytes);
            let (low, high) = (bytes as u64, (bytes >> 64) as u64);
            let mut at = operand_text_slot(low, high, size);
            while slots[at].number != 0 {
                at = (at + 1) & (size - 1);
            }
            slots[at] = OperandText { low, high, number };
        }
        slots
    }
}

/// Whether a text is a word that nothing within it could end.
fn is_word(text: &[u8]) -> bool {
    (1..=MAX_OPERAND_TEXT).contains(&text.len())
        && text
            .iter()
            .all(|&byte| byte.is_ascii_graphic() && byte != b',')
}

/// Where the values of words are.
struct Pages {
    /// Pages of an inverse.
    count: u16,
    /// The first page number of readings of so many widths.
    first: BTreeMap<(Block, u8), u32>,
    numbers: Vec<u16>,
    values: Vec<u16>,
}

/// The recipe of a form, as far as the form alone says it, with its steps; `None` if it
/// has none.
fn recipe(
    tables: &Tables,
    shape: &Shape,
    form: &Form,
    pages: &Pages,
) -> Option<(Recipe, Vec<RecipeStep>)> {
    let operands = &tables.operands[shape.operands.range()];
    let mut halves = 0;
    let tokens = &tables.tokens[form.tokens.range()];
    let mut steps: Vec<RecipeStep> = Vec::new();
    let mut modifiers = Rows::default();
    // Bits that something says already: what two say is beyond a recipe.
    let mut said = Bits::ZERO;
    let own = |row: &Operand| row.field.set(Bits::ZERO, u64::MAX, tables.pieces);
    let mut before = None;
    for (at, token) in tokens.iter().enumerate() {
        match token.get() {
            Token::Text(text) if before.is_none() => before = Some(text),
            Token::Operand(index) => {
                let row = operands.get(usize::from(index))?;
                if (said & own(row)).any() || steps.iter().any(|step| step.operand == index) {
                    return None;
                }
                said |= own(row);
                let mut step = operand(tables, row, index, pages)?;
                if let Some(wrap) = tables.half_in(row, form) {
                    // Registers and what else there is are words, the bit is one of the
                    // operand or nobody else's.
                    let bit = Bits::ones(u32::from(wrap.bit) + 1) & !Bits::ones(wrap.bit.into());
                    let is_taken = (said & bit & !own(row)).any();
                    if step.pages == NO_PAGES || step.stride != 0 || is_taken {
                        return None;
                    }
                    said |= bit;
                    step.half = Flag::YES;
                    halves += 1;
                }
                steps.push(separated(tables, step, before.take()));
            }
            // All that follow are such sets.
            Token::Modifiers(_) if before.is_none() => {
                let sets = &tokens[at..];
                if !sets
                    .iter()
                    .all(|it| matches!(it.get(), Token::Modifiers(_)))
                {
                    return None;
                }
                modifiers = Rows {
                    start: form.tokens.start + at as u32,
                    len: sets.len() as u16,
                };
                break;
            }
            _ => return None,
        }
    }
    if let Some(text) = before {
        let step = RecipeStep {
            before: text,
            comma: Flag::NO,
            half: Flag::NO,
            shift: 0,
            operand: NONE,
            pages: NO_PAGES,
            stride: 0,
        };
        steps.push(step);
    }
    // A half that the text does not say is beyond a recipe.
    let has_half = |row: &&Operand| tables.half_in(row, form).is_some();
    if operands.iter().filter(has_half).count() != halves {
        return None;
    }
    let mut bits = Bits::from(form.rest & !shape.mask);
    let mut required = 0;
    let sets = &tables.tokens[modifiers.range()];
    let rows = sets.iter().flat_map(|set| match set.get() {
        Token::Modifiers(rows) => &tables.modifiers[rows.range()],
        _ => &[],
    });
    for modifier in rows {
        let row = operands.get(usize::from(modifier.operand))?;
        if (said & own(row)).any() || modifier.operand >= 64 {
            return None;
        }
        said |= own(row);
        if modifier.default != 0 {
            bits = row.field.set(bits, modifier.default, tables.pieces);
        }
        let is_required = modifier.required.is_set() || modifier.always.is_set();
        required |= u64::from(is_required) << modifier.operand;
    }
    let recipe = Recipe {
        bits: bits.low(),
        required,
        form: 0,
        steps: Rows::default(),
        modifiers,
        first: Flag::NO,
        conditional: Flag::NO,
    };
    Some((recipe, steps))
}

/// A step behind what stands before it.
fn separated(tables: &Tables, step: RecipeStep, before: Option<Text>) -> RecipeStep {
    match before {
        Some(text) if tables.text(text).trim() == "," => RecipeStep {
            comma: Flag::YES,
            ..step
        },
        Some(before) => RecipeStep { before, ..step },
        None => step,
    }
}

/// The step of an operand; `None` if it is written in ways that are no words.
fn operand(tables: &Tables, row: &Operand, index: u16, pages: &Pages) -> Option<RecipeStep> {
    let step = RecipeStep {
        before: Text::default(),
        comma: Flag::NO,
        half: Flag::NO,
        shift: row.field.shift,
        operand: index,
        pages: NO_PAGES,
        stride: 0,
    };
    if let Some((block, widths)) = blocks(tables, row) {
        let first = *pages.first.get(&(block, widths))?;
        // Of a width that is fixed the base is that of the width.
        let stride = if widths > 1 { pages.count } else { 0 };
        return Some(RecipeStep {
            pages: first,
            stride,
            ..step
        });
    }
    match row.kind.get() {
        Kind::Integer { .. } | Kind::Struct { .. } if row.field.total != 0 => Some(step),
        // The literal itself.
        Kind::Class { class, .. } if tables.classes[class as usize].bits == 0 => Some(step),
        _ => None,
    }
}
