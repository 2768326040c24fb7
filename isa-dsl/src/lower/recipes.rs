//! Forms as recipes: from the words that printing writes back to bits.

use std::collections::{BTreeMap, BTreeSet};

use super::pool;
use super::readings::Words as OtherWords;
use crate::tables::{
    Bits, Direction, Flag, Form, HighBits, Kind, MAX_OPERAND_TEXT, NO_PAGES, NO_READINGS, NO_VALUE,
    NONE, Operand, OperandText, PAGE, READING_GOOD, READING_LITERAL, Recipe, RecipeStep, Rows,
    Shape, Tables, TablesBuf, Text, Token, operand_text_slot, reading_text,
};

/// Fills in `recipe_lists`, `recipes`, `recipe_steps`, `operand_texts`, `value_pages` and
/// `text_values`. The readings are there already, with their texts; `others` are those of operands
/// whose own reading does not have all words, by shape and operand.
pub(super) fn recipes(tables: &mut TablesBuf, others: &BTreeMap<(usize, usize), OtherWords>) {
    let mut words = Words::default();
    let view = tables.view();
    for (at, shape) in view.shapes.iter().enumerate() {
        for (index, operand) in view.operands[shape.operands.range()].iter().enumerate() {
            if let Some(inverse) = inverse(&view, operand, others.get(&(at, index))) {
                words.add(&view, inverse);
            }
        }
    }
    let pages = words.pages();
    let mut lists = Vec::new();
    let mut recipes = Vec::new();
    let mut steps = Vec::new();
    for (index, shape) in view.shapes.iter().enumerate() {
        let others = |operand: u16| others.get(&(index, operand.into()));
        for syntax in 0..view.syntaxes.len() {
            let start = recipes.len();
            let forms = &view.forms[shape.forms.range()];
            for (at, form) in forms.iter().enumerate() {
                if usize::from(form.syntax) != syntax || form.read_only.is_set() {
                    continue;
                }
                let Some((mut row, own)) = recipe(&view, shape, form, &pages, &others) else {
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
                row.words = (own.iter().all(|step| step.word.is_set())
                    && row.required == 0
                    && row.repeated == 0
                    && !row.conditional.is_set())
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

/// What words are the values of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Inverse {
    /// Their readings, from the narrowest on.
    block: Block,
    /// How many widths there are; one if the width is fixed.
    widths: u8,
    /// Bits of the value that the words leave open.
    open: u16,
    /// Of a field of two pieces, where in `width_values` the block of each value of the
    /// second piece is, and their number less one.
    second: Option<(u32, u16)>,
}

/// What an operand's words are the values of; `None` if it has none, or no step of a recipe
/// can set its field.
fn inverse(tables: &Tables, operand: &Operand, other: Option<&OtherWords>) -> Option<Inverse> {
    let reading = operand.reading;
    if operand.direction == Direction::Part.into() {
        return None;
    }
    if let Some(other) = other {
        return Some(Inverse {
            block: (other.base, other.bits),
            widths: other.widths,
            open: half_bits(tables, operand),
            second: None,
        });
    }
    if reading.base == NO_READINGS {
        return None;
    }
    // What has no field is one word, or the literal.
    let first = tables.readings.get(reading.base as usize)?;
    if operand.field.total == 0 && first & READING_LITERAL != 0 {
        return None;
    }
    let (mut widths, mut second) = (1, None);
    if operand.field.more.len != 0 {
        if operand.width_table != NONE || reading.key_mask == 0 {
            return None;
        }
        second = Some((reading.values, reading.key_mask));
    } else if reading.key_mask != 0 {
        let values = &tables.width_values[reading.values as usize..];
        let values = &values[..=usize::from(reading.key_mask)];
        widths = 1 + values.iter().max()?;
    }
    Some(Inverse {
        block: (reading.base, reading.width),
        widths,
        open: half_bits(tables, operand),
        second,
    })
}

/// The bits of an operand's value that say which half of a register it is, where they are of
/// its field.
fn half_bits(tables: &Tables, operand: &Operand) -> u16 {
    let wraps = tables.wraps[operand.wraps.range()].iter();
    let halves = wraps.filter(|it| it.file != NONE);
    let bits = halves.filter_map(|it| u32::from(it.bit).checked_sub(operand.field.shift.into()));
    let is_whole = operand.field.more.len == 0;
    let own = bits.filter(|bit| is_whole && *bit < u32::from(operand.field.total));
    own.fold(0, |bits, bit| bits | 1_u16.unbounded_shl(bit))
}

/// The words of all readings, and what they are the values of.
#[derive(Default)]
struct Words {
    /// Numbers of the words, from 1.
    numbers: BTreeMap<Vec<u8>, u16>,
    /// For readings of so many widths, the number and the value of every word, by width.
    inverses: BTreeMap<Inverse, Vec<BTreeMap<u16, u16>>>,
}

impl Words {
    fn add(&mut self, tables: &Tables, key: Inverse) {
        if self.inverses.contains_key(&key) {
            return;
        }
        let (base, bits) = key.block;
        let entries = |width: u8| {
            let first = (base + (u32::from(width) << bits)) as usize;
            &tables.readings[first..first + (1 << bits)]
        };
        let all = match key.second {
            None => (0..key.widths)
                .map(|width| self.inverse(tables, entries(width), key.open))
                .collect(),
            Some((values, last)) => {
                let values = &tables.width_values[values as usize..][..=usize::from(last)];
                let all: Vec<u32> = values.iter().flat_map(|it| entries(*it)).copied().collect();
                vec![self.inverse(tables, &all, key.open)]
            }
        };
        self.inverses.insert(key, all);
    }

    /// The values of words. A word that two values have is none; of values that differ in
    /// open bits only the one without them is meant.
    fn inverse(&mut self, tables: &Tables, entries: &[u32], open: u16) -> BTreeMap<u16, u16> {
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
            match values.get(&number) {
                None => {
                    values.insert(number, value);
                }
                // Values come from the smallest on.
                Some(known) if value & !open == *known => {}
                Some(_) => {
                    twice.insert(number);
                }
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
        let size = (self.numbers.len() * 3).next_power_of_two();
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
    first: BTreeMap<Inverse, u32>,
    numbers: Vec<u16>,
    values: Vec<u16>,
}

/// The recipe of a form, as far as the form alone says it, with its steps; `None` if it
/// has none.
fn recipe<'o>(
    tables: &Tables,
    shape: &Shape,
    form: &Form,
    pages: &Pages,
    others: &dyn Fn(u16) -> Option<&'o OtherWords>,
) -> Option<(Recipe, Vec<RecipeStep>)> {
    let operands = &tables.operands[shape.operands.range()];
    let (mut halves, mut half_said) = (0, Bits::ZERO);
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
                let mut step = operand(tables, row, index, pages, others(index))?;
                if let Some(wrap) = tables.half_in(row, form) {
                    // Registers and what else there is are words, the bit is one of the
                    // operand or nobody else's.
                    let bit = Bits::ones(u32::from(wrap.bit) + 1) & !Bits::ones(wrap.bit.into());
                    let is_taken = (said & bit & !own(row)).any();
                    let is_split = step.apart.is_set();
                    if step.pages == NO_PAGES || step.stride != 0 || is_split || is_taken {
                        return None;
                    }
                    said |= bit;
                    half_said |= bit;
                    (step.half, step.apart) = (Flag::YES, Flag::YES);
                    halves += 1;
                }
                steps.push(separated(tables, step, before.take()));
            }
            // All that follow are such sets.
            Token::Modifiers(_) => {
                steps.extend(before.take().map(text_step));
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
    steps.extend(before.map(text_step));
    // A half that the text does not say is beyond a recipe.
    let has_half = |row: &&Operand| tables.half_in(row, form).is_some();
    if operands.iter().filter(has_half).count() != halves {
        return None;
    }
    let mut bits = Bits::from(form.rest & !shape.mask);
    let (mut required, mut repeated, mut repeating) = (0, Bits::ZERO, 0);
    let sets = &tables.tokens[modifiers.range()];
    let rows = sets.iter().flat_map(|set| match set.get() {
        Token::Modifiers(rows) => &tables.modifiers[rows.range()],
        _ => &[],
    });
    for modifier in rows {
        let row = operands.get(usize::from(modifier.operand))?;
        let again = said & own(row);
        if (again & !half_said).any() || modifier.operand >= 64 {
            return None;
        }
        if again.any() {
            // What halves say is there before the modifier is.
            if repeating != 0 || modifier.default != 0 || again.high() != HighBits::default() {
                return None;
            }
            repeated = again;
            repeating = 1 << modifier.operand;
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
        repeated: repeated.low(),
        repeating,
        form: 0,
        steps: Rows::default(),
        modifiers,
        first: Flag::NO,
        conditional: Flag::NO,
        words: Flag::NO,
    };
    for step in &mut steps {
        let is_fixed = !step.apart.is_set() && step.stride == 0;
        step.word = (step.pages != NO_PAGES && is_fixed && step.before.len == 0).into();
    }
    Some((recipe, steps))
}

/// The step of a text behind the last operand.
fn text_step(text: Text) -> RecipeStep {
    RecipeStep {
        before: text,
        comma: Flag::NO,
        half: Flag::NO,
        apart: Flag::NO,
        shift: 0,
        operand: NONE,
        word: Flag::NO,
        pages: NO_PAGES,
        stride: 0,
    }
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
fn operand(
    tables: &Tables,
    row: &Operand,
    index: u16,
    pages: &Pages,
    other: Option<&OtherWords>,
) -> Option<RecipeStep> {
    let step = RecipeStep {
        before: Text::default(),
        comma: Flag::NO,
        half: Flag::NO,
        apart: Flag::NO,
        shift: row.field.shift,
        operand: index,
        word: Flag::NO,
        pages: NO_PAGES,
        stride: 0,
    };
    if let Some(inverse) = inverse(tables, row, other) {
        let first = *pages.first.get(&inverse)?;
        // Of a width that is fixed the base is that of the width.
        let stride = if inverse.widths > 1 { pages.count } else { 0 };
        return Some(RecipeStep {
            pages: first,
            stride,
            apart: inverse.second.is_some().into(),
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
