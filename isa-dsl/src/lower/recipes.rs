//! Forms as recipes: from the words that printing writes back to bits.

use crate::sorted::SortedMap;

use super::defaults::{asked, is_default_asked};
use super::operand_words::{Pages, Words, inverse, inverse_of_class, is_word};
use super::places::Words as OtherWords;
use super::pool;
use super::usual_widths::{Usual, is_word_step, usual};
use crate::tables::{
    Bits, Flag, Form, HighBits, Integer, Kind, NO_HALF, NO_PAGES, NONE, Operand, Recipe,
    RecipeStep, Rows, Shape, TEXT_BEHIND, Tables, TablesBuf, Text, Token, WORD_END, Width,
};

/// Fills in `recipe_lists`, `recipes`, `recipe_steps`, `operand_texts`, `value_pages`,
/// `text_values` and the pages of `Operand`. The readings are there already, with their texts;
/// `others` are those of operands whose own reading does not have all words, by shape and operand.
pub(super) fn recipes(tables: &mut TablesBuf, others: &SortedMap<(usize, usize), OtherWords>) {
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
                let operands = &view.operands[shape.operands.range()];
                row.optional = (!is_default_asked(&view, operands, form, &asked[index])).into();
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
                let needs_words = row.required == 0 && row.repeated == 0;
                for (processors, own) in by_processors(&view, shape, own) {
                    if let Some((feature, with_feature)) = processors {
                        row.feature = feature;
                        row.with_feature = with_feature.into();
                    }
                    let mut all = usual(&view, shape, (&row, bits), &own);
                    if !matches!(all.as_slice(), [only] if only.mask == 0) {
                        all.push(Usual::always(own));
                    }
                    let conditional = row.conditional;
                    for usual in all {
                        let is_words = usual.steps.iter().all(|step| step.word.is_set());
                        row.usual = usual.mask;
                        row.usual_bits = usual.bits;
                        row.unlike = usual.unlike;
                        row.conditional = (conditional.is_set() || usual.mask != 0).into();
                        row.words = (needs_words && is_words).into();
                        row.steps = pool::append(&mut steps, &usual.steps);
                        recipes.push(row);
                    }
                    row.conditional = conditional;
                }
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
    let (mut modifiers, mut required, mut omissible) = (Rows::default(), 0, 0);
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
                if let Some(&step) = steps.iter().find(|step| step.operand == index) {
                    let step = again(row, step)?;
                    steps.push(separated(tables, step, before.take(), depth != 0));
                    continue;
                }
                if (said & own(row)).any() {
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
        let (must_be, is_printed) = (modifier.required.is_set(), modifier.always.is_set());
        required |= u64::from(must_be || is_printed) << modifier.operand;
        omissible |= u64::from(is_printed && !must_be) << modifier.operand;
    }
    let recipe = Recipe {
        bits: bits.low(),
        required,
        omissible,
        repeated: repeated.low(),
        repeating,
        usual: 0,
        usual_bits: 0,
        form: 0,
        high: NONE,
        feature: 0,
        steps: Rows::default(),
        modifiers,
        unlike: Flag::NO,
        with_feature: Flag::NO,
        read_only: Flag::NO,
        optional: Flag::NO,
        first: Flag::NO,
        conditional: Flag::NO,
        words: Flag::NO,
    };
    steps
        .iter_mut()
        .for_each(|step| step.word = is_word_step(step));
    Some((recipe, bits, steps))
}

/// The step of an operand that the form has once more; `None` if it may be anything but a word.
fn again(row: &Operand, step: RecipeStep) -> Option<RecipeStep> {
    let is_word = step.pages != NO_PAGES && step.stride == 0 && step.half == NO_HALF;
    (is_word && row.wraps.len == 0).then_some(RecipeStep {
        before: Text::default(),
        comma: Flag::NO,
        listed: Flag::NO,
        end: WORD_END,
        again: Flag::YES,
        ..step
    })
}

/// Processors with a feature (`true`) or without it.
type Processors = Option<(u32, bool)>;

/// The steps of a recipe; where widths depend on a feature of processors alone, those of
/// processors without it and of those with it.
fn by_processors(
    tables: &Tables,
    shape: &Shape,
    steps: Vec<RecipeStep>,
) -> Vec<(Processors, Vec<RecipeStep>)> {
    let operands = &tables.operands[shape.operands.range()];
    let is_fixed = |width: &Width| width.bits == 0 && width.choices == 0 && width.key.len == 0;
    // The width without the feature, and the one with it.
    let widths = |step: &RecipeStep| {
        let row = operands.get(usize::from(step.operand))?;
        let without = tables.widths.get(usize::from(row.width_table))?;
        let with = tables.widths.get(usize::from(without.with_feature))?;
        let is_so = without.feature != 0 && is_fixed(without) && is_fixed(with);
        let value = |width: &Width| tables.width_values[width.values as usize];
        is_so.then(|| (without.feature, [value(without), value(with)]))
    };
    let Some((feature, _)) = steps.iter().find_map(widths) else {
        return vec![(None, steps)];
    };
    let own = |has: bool| {
        let mut steps = steps.clone();
        for step in &mut steps {
            if let Some((other, values)) = widths(step)
                && other == feature
            {
                step.pages += u32::from(values[usize::from(has)]) * u32::from(step.stride);
                step.stride = 0;
                step.word = is_word_step(step);
            }
        }
        (Some((feature, has)), steps)
    };
    vec![own(false), own(true)]
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
        again: Flag::NO,
        shift: 0,
        operand: NONE,
        word: Flag::NO,
        closed: Flag::NO,
        pages: NO_PAGES,
        stride: 0,
        number: 0,
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
        again: Flag::NO,
        shift: row.field.shift,
        operand: index,
        word: Flag::NO,
        closed: Flag::NO,
        pages: NO_PAGES,
        stride: 0,
        number: 0,
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
        Kind::Integer { integer } if row.field.total != 0 => Some(RecipeStep {
            number: plain_bits(&tables.integers[integer as usize], row),
            ..step
        }),
        Kind::Struct { .. } if row.field.total != 0 => Some(step),
        // The literal itself.
        Kind::Class { class, .. } if tables.classes[class as usize].bits == 0 => Some(step),
        _ => None,
    }
}

/// The bits of a field of one piece that holds numbers without a sign as they are written; 0 of
/// others.
fn plain_bits(integer: &Integer, row: &Operand) -> u8 {
    let is_plain = !integer.signed && integer.is_unscaled();
    let is_whole = row.field.more.len == 0 && row.wraps.len == 0 && integer.bits <= row.field.total;
    if is_plain && is_whole {
        integer.bits
    } else {
        0
    }
}
