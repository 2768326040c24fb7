//! Forms as recipes: from the words that printing writes back to bits.

use std::collections::{BTreeMap, BTreeSet};

use super::meanings;
use super::pool;
use super::readings::Words as OtherWords;
use crate::tables::{
    Bits, Direction, Flag, Form, HALF, HighBits, Kind, MAX_OPERAND_TEXT, NO_HALF, NO_PAGES,
    NO_READINGS, NO_VALUE, NONE, Operand, OperandText, PAGE, READING_GOOD, READING_LITERAL, Recipe,
    RecipeStep, Rows, Shape, TEXT_BEHIND, Tables, TablesBuf, Text, Token, Value, WORD_END, Wrap,
    operand_text_slot, reading_text,
};

/// Fills in `recipe_lists`, `recipes`, `recipe_steps`, `operand_texts`, `value_pages`,
/// `text_values` and the pages of `Operand`. The readings are there already, with their texts; `others` are those of operands
/// whose own reading does not have all words, by shape and operand.
pub(super) fn recipes(tables: &mut TablesBuf, others: &BTreeMap<(usize, usize), OtherWords>) {
    let mut words = Words::default();
    let view = tables.view();
    for (at, shape) in view.shapes.iter().enumerate() {
        for (index, operand) in view.operands[shape.operands.range()].iter().enumerate() {
            if let Some(inverse) = inverse(&view, operand, others.get(&(at, index))) {
                words.add(&view, inverse);
                for form in &view.forms[shape.forms.range()] {
                    let wrap = view.half_in(operand, form);
                    let halves =
                        wrap.and_then(|it| inverse.with_halves(&view, shape, operand, it, form));
                    if let Some(halves) = halves {
                        words.add(&view, halves);
                    }
                }
            }
        }
    }
    for operand in view.operands {
        if let Some(inverse) = inverse_of_class(&view, operand) {
            words.add(&view, inverse);
        }
    }
    let pages = words.pages();
    let mut operands = view.operands.to_vec();
    for operand in &mut operands {
        let inverse = inverse_of_class(&view, operand);
        let first = inverse.and_then(|inverse| pages.first.get(&inverse));
        operand.pages = first.copied().unwrap_or(NO_PAGES);
    }
    let asked = asked(&view);
    let mut high_bits = view.high_bits.to_vec();
    let mut lists = Vec::new();
    let mut recipes = Vec::new();
    let mut steps = Vec::new();
    for (index, shape) in view.shapes.iter().enumerate() {
        let others = |operand: u16| others.get(&(index, operand.into()));
        for syntax in 0..view.syntaxes.len() {
            let start = recipes.len();
            let forms = &view.forms[shape.forms.range()];
            for (at, form) in forms.iter().enumerate() {
                if usize::from(form.syntax) != syntax {
                    continue;
                }
                let Some((mut row, bits, own)) =
                    recipe(&view, shape, form, &words, &pages, &others)
                else {
                    continue;
                };
                let before = forms[..at].iter();
                let before = before.filter(|it| it.syntax == form.syntax);
                row.read_only = form.read_only;
                let mut texts = modifier_texts(&view, form, false);
                row.optional = (!texts.any(|text| asked[index].contains(&text))).into();
                row.first = (before.clone().count() == 0).into();
                if bits.high() != HighBits::default() {
                    row.high = pool::intern(&mut high_bits, bits.high());
                }
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
    let slots = words.slots(&view);
    tables.operands = operands;
    tables.high_bits = high_bits;
    tables.recipe_lists = lists;
    tables.recipes = recipes;
    tables.recipe_steps = steps;
    tables.operand_texts = slots;
    tables.value_pages = pages.numbers;
    tables.text_values = pages.values;
}

/// The texts that the modifiers of a form begin with: of all, or of those that it asks for.
fn modifier_texts(tables: &Tables, form: &Form, required: bool) -> impl Iterator<Item = Text> {
    let tokens = &tables.tokens[form.tokens.range()];
    let rows = tokens.iter().flat_map(|token| match token.get() {
        Token::Modifiers(rows) => &tables.modifiers[rows.range()],
        _ => &[],
    });
    let rows = rows.filter(move |row| !required || row.required.is_set());
    let spellings = rows.flat_map(|row| &tables.spellings[row.spellings.range()]);
    spellings.map(|spelling| spelling.before)
}

/// For each shape the texts of the modifiers that forms ask for which its mnemonics may mean too.
fn asked(tables: &Tables) -> Vec<BTreeSet<Text>> {
    let own: Vec<BTreeSet<Text>> = tables
        .shapes
        .iter()
        .map(|shape| {
            let forms = tables.forms[shape.forms.range()].iter();
            forms
                .flat_map(|form| modifier_texts(tables, form, true))
                .collect()
        })
        .collect();
    let mut all = own.clone();
    for slot in tables.mnemonics {
        // Those of streams are no encodings of this kind.
        let candidates = tables.candidates.get(slot.candidates.range());
        let shapes: Vec<usize> = candidates
            .unwrap_or_default()
            .iter()
            .filter_map(|it| tables.encodings.get(usize::from(it.encoding)))
            .map(|encoding| usize::from(encoding.shape))
            .collect();
        let texts: BTreeSet<Text> = shapes.iter().flat_map(|it| &own[*it]).copied().collect();
        if !texts.is_empty() {
            shapes.iter().for_each(|it| all[*it].extend(&texts));
        }
    }
    all
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
    /// Where the words say which half of a register is meant.
    halves: Option<Halves>,
}

/// Which registers have halves, and what stands behind them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Halves {
    arch: u8,
    kind: Kind,
    file: u16,
    /// Behind the half whose bit is not set, and the one whose bit is.
    after: [Text; 2],
}

impl Inverse {
    /// The same with the half of each register that has some; `None` if there are no two
    /// spellings.
    fn with_halves(
        self,
        tables: &Tables,
        shape: &Shape,
        row: &Operand,
        wrap: &Wrap,
        form: &Form,
    ) -> Option<Inverse> {
        let [set, clear] = tables.spellings_of(wrap, form.syntax) else {
            return None;
        };
        let halves = Halves {
            arch: shape.arch,
            kind: row.kind.get(),
            file: wrap.file,
            after: [clear.after, set.after],
        };
        let halves = Some(halves);
        (self.widths == 1).then_some(Inverse { halves, ..self })
    }
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
            halves: None,
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
        halves: None,
    })
}

/// [`inverse`] of a class whose words need no more than a look at one of their tables.
fn inverse_of_class(tables: &Tables, operand: &Operand) -> Option<Inverse> {
    let Kind::Class { .. } = operand.kind.get() else {
        return None;
    };
    let inverse = inverse(tables, operand, None)?;
    (inverse.widths == 1 && inverse.second.is_none()).then_some(inverse)
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
    /// Those that have words which two values have.
    ambiguous: BTreeSet<Inverse>,
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
                .map(|width| self.inverse(tables, entries(width), &key))
                .collect(),
            Some((values, last)) => {
                let values = &tables.width_values[values as usize..][..=usize::from(last)];
                let all: Vec<u32> = values.iter().flat_map(|it| entries(*it)).copied().collect();
                vec![self.inverse(tables, &all, &key)]
            }
        };
        self.inverses.insert(key, all);
    }

    /// The values of words. A word that two values have is none; of values that differ in
    /// open bits only the one without them is meant.
    fn inverse(&mut self, tables: &Tables, entries: &[u32], key: &Inverse) -> BTreeMap<u16, u16> {
        let mut values = BTreeMap::new();
        let mut twice = BTreeSet::new();
        for (value, &entry) in (0..).zip(entries) {
            let is_text = entry & (READING_GOOD | READING_LITERAL) == READING_GOOD;
            if !is_text {
                continue;
            }
            for (text, value) in words_of(tables, reading_text(entry), value, key.halves.as_ref()) {
                if !is_word(&text) {
                    continue;
                }
                let known = self.numbers.get(&text).copied();
                // Words that numbers of 16 bits do not count are read the long way.
                let next = u16::try_from(self.numbers.len() + 1);
                let Some(number) = known.or(next.ok()) else {
                    continue;
                };
                self.numbers.entry(text).or_insert(number);
                match values.get(&number) {
                    None => {
                        values.insert(number, value);
                    }
                    // Values come from the smallest on.
                    Some(known) if value & !key.open == *known => {}
                    Some(_) => {
                        twice.insert(number);
                    }
                }
            }
        }
        values.retain(|number, _| !twice.contains(number));
        if !twice.is_empty() {
            self.ambiguous.insert(*key);
        }
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
    fn slots(&self, tables: &Tables) -> Vec<OperandText> {
        let empty = OperandText {
            low: 0,
            high: 0,
            number: 0,
            indexed: Flag::NO,
        };
        let rows = tables.registers.iter().filter(|row| row.indexed.is_set());
        let names: BTreeSet<&[u8]> = rows.map(|row| tables.bytes(row.name)).collect();
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
            let end = word.iter().position(|it| !it.is_ascii_lowercase());
            let (name, numbers) = word.split_at(end.unwrap_or(word.len()));
            let is_number = |it: &u8| it.is_ascii_digit() || b"[:]".contains(it);
            let is_indexed = names.contains(name) && numbers.iter().all(is_number);
            slots[at] = OperandText {
                low,
                high,
                number,
                indexed: (is_indexed && !numbers.is_empty()).into(),
            };
        }
        slots
    }
}

/// The words of a value of this text, with what they are the values of: the text, or the two
/// halves of a register.
fn words_of(
    tables: &Tables,
    text: Text,
    value: u16,
    halves: Option<&Halves>,
) -> Vec<(Vec<u8>, u16)> {
    let text = tables.bytes(text);
    let is_register = |halves: &&Halves| {
        let meaning = meanings::of(tables, halves.arch, halves.kind, 1, value.into());
        matches!(meaning, Value::Register { file, .. } if file == halves.file)
    };
    match halves.filter(is_register) {
        None => vec![(text.to_vec(), value)],
        Some(halves) => {
            let of = |after: Text| [text, tables.bytes(after)].concat();
            let [clear, set] = halves.after;
            vec![(of(clear), value), (of(set), value | HALF)]
        }
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

/// The recipe of a form, as far as the form alone says it, with its bits and its steps; `None`
/// if it has none.
fn recipe<'o>(
    tables: &Tables,
    shape: &Shape,
    form: &Form,
    words: &Words,
    pages: &Pages,
    others: &dyn Fn(u16) -> Option<&'o OtherWords>,
) -> Option<(Recipe, Bits, Vec<RecipeStep>)> {
    let operands = &tables.operands[shape.operands.range()];
    let (mut halves, mut half_said) = (0, Bits::ZERO);
    let tokens = &tables.tokens[form.tokens.range()];
    let mut steps: Vec<RecipeStep> = Vec::new();
    let (mut modifiers, mut required) = (Rows::default(), 0);
    // Bits that something says already: what two say is beyond a recipe.
    let mut said = Bits::ZERO;
    let own = |row: &Operand| row.field.set(Bits::ZERO, u64::MAX, tables.pieces);
    // Brackets that are open.
    let mut depth = 0;
    let mut before = None;
    for (at, token) in tokens.iter().enumerate() {
        match token.get() {
            Token::Mnemonic if at == 0 => {}
            Token::Text(text) if before.is_none() => {
                before = match (at, tokens.first().map(|it| it.get())) {
                    // White space behind a mnemonic is as it likes.
                    (1, Some(Token::Mnemonic)) => behind_space(tables, text)?,
                    _ => Some(text),
                };
                for byte in tables.bytes(text) {
                    match byte {
                        b'[' => depth += 1,
                        b']' => depth -= 1,
                        _ => {}
                    }
                }
                let end = tables.bytes(text).first();
                if let (Some(step), Some(&end)) = (steps.last_mut(), end)
                    && !matches!(end, b',' | b' ')
                {
                    step.end = end;
                }
            }
            Token::Operand(index) => {
                let row = operands.get(usize::from(index))?;
                if (said & own(row)).any() || steps.iter().any(|step| step.operand == index) {
                    return None;
                }
                said |= own(row);
                let mut step = operand(tables, row, index, pages, others(index))?;
                if let Some(inverse) = inverse(tables, row, others(index)) {
                    step.closed = (!words.ambiguous.contains(&inverse)).into();
                }
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
                    step.half = wrap.bit;
                    let inverse = inverse(tables, row, others(index))?;
                    let inverse = inverse.with_halves(tables, shape, row, wrap, form)?;
                    step.pages = *pages.first.get(&inverse)?;
                    step.closed = (!words.ambiguous.contains(&inverse)).into();
                    halves += 1;
                }
                steps.push(separated(tables, step, before.take(), depth != 0));
            }
            // All that follow are such sets, and a text.
            Token::Modifiers(_) => {
                steps.extend(before.take().map(text_step));
                let sets = &tokens[at..];
                for set in sets {
                    match set.get() {
                        Token::Modifiers(_) => {}
                        // A word of its own, once.
                        Token::Text(text) if required == 0 => {
                            let word = behind_space(tables, text)??;
                            let is_one = is_word(tables.bytes(word));
                            required = is_one.then_some(TEXT_BEHIND)?;
                        }
                        _ => return None,
                    }
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
    let (_, rest) = tables.form_bits(form);
    let mut bits = rest & !tables.shape_masks(shape).mask;
    let (mut repeated, mut repeating) = (Bits::ZERO, 0);
    let sets = &tables.tokens[modifiers.range()];
    let rows = sets.iter().flat_map(|set| match set.get() {
        Token::Modifiers(rows) => &tables.modifiers[rows.range()],
        _ => &[],
    });
    for modifier in rows {
        let row = operands.get(usize::from(modifier.operand))?;
        let again = said & own(row);
        if (again & !half_said).any() || modifier.operand >= 63 {
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
        high: NONE,
        steps: Rows::default(),
        modifiers,
        read_only: Flag::NO,
        optional: Flag::NO,
        first: Flag::NO,
        conditional: Flag::NO,
        words: Flag::NO,
    };
    for step in &mut steps {
        let is_alone = step.half == NO_HALF && step.end == WORD_END;
        let is_fixed = !step.apart.is_set() && is_alone && step.stride == 0;
        step.word = (step.pages != NO_PAGES && is_fixed && step.before.len == 0).into();
    }
    Some((recipe, bits, steps))
}

/// A text behind the white space at its front, if anything is; `None` if there is no white
/// space.
fn behind_space(tables: &Tables, text: Text) -> Option<Option<Text>> {
    let blanks = tables.bytes(text).iter().take_while(|it| **it == b' ');
    let blanks = u16::try_from(blanks.count()).ok().filter(|it| *it != 0)?;
    let rest = Text {
        start: text.start + u32::from(blanks),
        len: text.len - blanks,
    };
    Some((rest.len != 0).then_some(rest))
}

/// The step of a text behind the last operand.
fn text_step(text: Text) -> RecipeStep {
    RecipeStep {
        before: text,
        comma: Flag::NO,
        listed: Flag::NO,
        half: NO_HALF,
        end: WORD_END,
        apart: Flag::NO,
        shift: 0,
        operand: NONE,
        word: Flag::NO,
        closed: Flag::NO,
        pages: NO_PAGES,
        stride: 0,
    }
}

/// A step behind what stands before it.
fn separated(
    tables: &Tables,
    step: RecipeStep,
    before: Option<Text>,
    is_listed: bool,
) -> RecipeStep {
    match before {
        Some(text) if tables.text(text).trim() == "," => RecipeStep {
            comma: Flag::YES,
            listed: is_listed.into(),
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
        listed: Flag::NO,
        half: NO_HALF,
        end: WORD_END,
        apart: Flag::NO,
        shift: row.field.shift,
        operand: index,
        word: Flag::NO,
        closed: Flag::NO,
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
