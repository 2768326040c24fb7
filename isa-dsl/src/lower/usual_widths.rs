//! Recipes for what is usual: where modifiers and other operands say how wide an operand is, nearly
//! all texts have one of two widths. Its words stand for themselves then, and whether it has that
//! width is one comparison.

use crate::tables::{
    Bits, Field, Flag, HighBits, Kind, MAX_WORD_TEXT, NO_HALF, NO_PAGES, NONE, Operand, Recipe,
    RecipeStep, Shape, Tables, WORD_END,
};

/// Widest field of another operand whose values are tried.
const MAX_BITS: u8 = 10;

/// A recipe for the texts in which operands have some widths.
pub(super) struct Usual {
    /// See [`Recipe::usual`].
    pub(super) mask: u64,
    /// See [`Recipe::usual_bits`].
    pub(super) bits: u64,
    /// See [`Recipe::unlike`].
    pub(super) unlike: Flag,
    /// The steps with these widths.
    pub(super) steps: Vec<RecipeStep>,
}

impl Usual {
    /// For all texts, with these steps.
    pub(super) fn always(steps: Vec<RecipeStep>) -> Usual {
        Usual {
            mask: 0,
            bits: 0,
            unlike: Flag::NO,
            steps,
        }
    }
}

/// What the operands of a recipe whose widths depend on bits depend on.
struct Wide<'t> {
    tables: &'t Tables<'t>,
    rows: Vec<&'t Operand>,
    /// Their keys.
    fields: Vec<&'t Field>,
}

/// The recipes for usual widths: the texts without the modifiers that widths depend on, and those
/// in which another operand has the one value that makes a difference, or has not. `bits` are
/// those before anything is read. None if widths depend on something else, or on nothing.
pub(super) fn usual(
    tables: &Tables,
    shape: &Shape,
    (recipe, mut bits): (&Recipe, Bits),
    steps: &[RecipeStep],
) -> Vec<Usual> {
    let operands = &tables.operands[shape.operands.range()];
    let Some(wide) = Wide::of(tables, operands, steps) else {
        return Vec::new();
    };
    let mut unknown = tables.shape_masks(shape).mask;
    let (mut read, mut said) = (Bits::ZERO, Bits::ZERO);
    for (index, row) in (0..).zip(operands) {
        let own = row.field.mask(tables.pieces);
        let is_required = recipe.required.unbounded_shr(u32::from(index)) & 1 != 0;
        if steps.iter().any(|step| step.operand == index) {
            read |= own;
        } else if is_required && row.kind == Kind::Flag.into() {
            // Its word is there, or the text is none of the form's.
            said |= own;
            bits = row.field.set(bits, 1, tables.pieces);
        } else if is_required {
            unknown |= own;
        }
    }
    let used = wide.fields.iter();
    let used = used.fold(Bits::ZERO, |used, it| used | it.mask(tables.pieces));
    if (used & unknown).any() || used.high() != HighBits::default() {
        return Vec::new();
    }
    let (used, read) = (used.low(), read.low());
    let mask = used & !read & !said.low();
    let one = |mask: u64, bits: Bits, unlike: Flag, of: Bits| {
        let steps = wide.steps(steps, of)?;
        let bits = bits.low() & mask;
        Some(Usual {
            mask,
            bits,
            unlike,
            steps,
        })
    };
    if used & read == 0 {
        let mask = wide.needed(bits, mask);
        return one(mask, bits, Flag::NO, bits).into_iter().collect();
    }
    let Some((alone, other)) = wide.alone(bits, used & read) else {
        return Vec::new();
    };
    let like = one(mask | used & read, alone, Flag::NO, alone);
    // One comparison cannot say that there are no modifiers, too.
    let unlike = one(used & read, alone, Flag::YES, other).filter(|_| mask == 0);
    like.into_iter().chain(unlike).collect()
}

impl<'t> Wide<'t> {
    /// The operands of steps whose widths depend on bits alone; `None` if there are none, or others.
    fn of(tables: &'t Tables<'t>, operands: &'t [Operand], steps: &[RecipeStep]) -> Option<Self> {
        let (mut rows, mut fields) = (Vec::new(), Vec::new());
        for step in steps.iter().filter(|step| step.stride != 0) {
            let row = operands.get(usize::from(step.operand))?;
            let width = tables.widths.get(usize::from(row.width_table))?;
            if width.feature != 0 || width.choices != 0 {
                return None;
            }
            fields.extend(&tables.fields[width.key.range()]);
            rows.push(row);
        }
        let wide = Wide {
            tables,
            rows,
            fields,
        };
        (!wide.rows.is_empty()).then_some(wide)
    }

    /// The widths in an instruction of these bits.
    fn widths(&self, bits: Bits) -> Option<Vec<u8>> {
        let tables = self.tables;
        let width = |row: &&Operand| {
            let width = &tables.widths[usize::from(row.width_table)];
            let (mut key, mut at) = (0, 0);
            for field in &tables.fields[width.key.range()] {
                key |= field.get(bits, tables.pieces) << at;
                at += field.total;
            }
            let values = tables.width_values.get(width.values as usize..)?;
            values.get(usize::try_from(key).ok()?).copied()
        };
        self.rows.iter().map(width).collect()
    }

    /// Steps with the widths of an instruction of these bits.
    fn steps(&self, steps: &[RecipeStep], bits: Bits) -> Option<Vec<RecipeStep>> {
        let mut steps = steps.to_vec();
        let wide = steps.iter_mut().filter(|step| step.stride != 0);
        for (step, width) in wide.zip(self.widths(bits)?) {
            step.pages += u32::from(width) * u32::from(step.stride);
            step.stride = 0;
            step.word = is_word_step(step);
        }
        Some(steps)
    }

    /// Of bits that say widths those that have to stay as they are for these widths: with the
    /// others as they like these are the same.
    fn needed(&self, bits: Bits, mask: u64) -> u64 {
        let widths = self.widths(bits);
        let mut free = Vec::new();
        let mut alike = vec![bits];
        for bit in (0..u64::BITS)
            .map(|at| 1 << at)
            .filter(|bit| mask & bit != 0)
        {
            let others = alike.iter().map(|it| *it ^ Bits::from(bit));
            let others: Vec<Bits> = others.collect();
            let is_free = others.iter().all(|it| self.widths(*it) == widths);
            if is_free && free.len() < usize::from(MAX_BITS) {
                alike.extend(others);
                free.push(bit);
            }
        }
        mask & !free.iter().sum::<u64>()
    }

    /// The bits with the only value of a field that gives other widths than all other values of
    /// it, and with one of those, if there is such a value. These are the bits of the field.
    fn alone(&self, bits: Bits, read: u64) -> Option<(Bits, Bits)> {
        let tables = self.tables;
        let is_it = |it: &&&Field| it.mask(tables.pieces) == Bits::from(read);
        let field = self.fields.iter().find(is_it)?;
        if field.total > MAX_BITS {
            return None;
        }
        let with = |value: u64| field.set(bits, value, tables.pieces);
        let of = |value: u64| Some((self.widths(with(value))?, value));
        let all: Vec<_> = (0..1 << field.total).map(of).collect::<Option<_>>()?;
        let (first, value) = all.first()?;
        let (like, unlike): (Vec<_>, Vec<_>) = all.iter().partition(|it| it.0 == *first);
        let (others, other) = unlike.first()?;
        match (like.len(), unlike.len()) {
            (_, 1) => Some((with(*other), with(*value))),
            (1, _) if unlike.iter().all(|it| it.0 == *others) => Some((with(*value), with(*other))),
            _ => None,
        }
    }
}

/// Whether a short text, a word and a shift are all that it takes to set an operand; or the
/// text alone.
pub(super) fn is_word_step(step: &RecipeStep) -> Flag {
    let is_alone = step.half == NO_HALF && step.end == WORD_END && !step.again.is_set();
    let is_fixed = !step.apart.is_set() && is_alone && step.stride == 0;
    let is_word = step.pages != NO_PAGES && is_fixed || step.operand == NONE;
    (is_word && usize::from(step.before.len) <= MAX_WORD_TEXT).into()
}
