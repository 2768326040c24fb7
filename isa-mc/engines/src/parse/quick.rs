//! Statements as printing writes them, read in one pass.
//!
//! A [`Recipe`] says which words stand for which bits. Where it makes bits of a
//! statement that printing would write the same way, the statement means just them: what
//! is printed is read as the same instruction. So no other encoding and no other form
//! has to be tried. Numbers may be written as they like, because text is read by their
//! value.
//!
//! What people write otherwise is read too, where the text tells for sure that it means the same:
//! expressions as numbers, defaults that are said, commas that are missing, mnemonics without
//! suffixes; and other spellings, where no form before takes the text. Everything else, and
//! whatever is wrong, is left to the forms.
//!
//! In the order in which they can be read: `bytes` looks at several at a time, `short_text` compares
//! them, `comments` passes what is none of a statement; `words` are nearly all operands, and what
//! stands between them, `numbers` and expressions, `indexed` registers with those in them, `wraps`,
//! `structs`, `operands` and `modifiers` the rest; `follow` has them follow a recipe, and
//! `refusals` tell what it cannot mean. `mnemonics` remembers which recipes there are, and `plain`
//! finds of each what its `plain_modifiers` and `plain_members` are; `modifier_words` and
//! `known_modifiers` remember other modifiers, and `lines` reads one line after the other.

mod bytes;
#[cfg(feature = "std")]
mod comments;
mod follow;
mod indexed;
#[cfg(feature = "std")]
mod known_modifiers;
#[cfg(feature = "std")]
pub(super) mod lines;
#[cfg(feature = "std")]
pub(super) mod mnemonics;
#[cfg(feature = "std")]
mod modifier_words;
mod modifiers;
mod numbers;
mod operands;
#[cfg(feature = "std")]
mod plain;
#[cfg(feature = "std")]
mod plain_members;
#[cfg(feature = "std")]
mod plain_modifiers;
mod refusals;
#[cfg(feature = "std")]
mod short_text;
mod structs;
mod words;
mod wraps;

use core::cell::Cell;

use crate::parsed::{Parsed, Symbols};
use crate::tables::{BitString, Operand, Recipe, RecipeStep, Rule, Shape};
use crate::{Inst, SyntaxId, Target};
use bytes::{AHEAD, Mnemonic, Reader, head, mnemonic};

/// Bytes that a text between two operands is looked for by.
const FRONT: usize = 4;

/// Bytes of a line at most: the forms refuse longer statements.
const MAX_LINE: usize = u16::MAX as usize;

/// A text, and what is the same for all recipes that are tried on it.
struct Quick<'q, 'a> {
    target: &'q Target<'a>,
    symbols: &'q dyn Symbols,
    /// The values of names in the numbers of registers.
    indices: &'q dyn Symbols,
    syntax: SyntaxId,
    text: &'q str,
    /// Its bytes, behind which there may be line ends.
    bytes: &'q [u8],
    /// What tells that what was tried last cannot be what the text means.
    refused: &'q Refused,
    /// Behind numbers that are words an operator may stand.
    expressions: bool,
    /// Modifiers that were read before; `None` for a statement alone.
    #[cfg(feature = "std")]
    modifier_words: Option<&'q modifier_words::ModifierWords>,
    /// What comments to the end of a line begin with; `None` for a statement alone, which has
    /// no comments.
    #[cfg(feature = "std")]
    comments: Option<crate::tables::Rows>,
}

/// What tells that what was tried last cannot be what the text means.
#[derive(Default)]
struct Refused {
    /// Whether it cannot, however it is read.
    by_text: Cell<bool>,
    /// What a modifier with a name begins with that is none of the recipe's, as
    /// [`beginning`](crate::tables::beginning) has it: every other recipe that has none refuses
    /// the text, too. 0 if there is no such.
    #[cfg(feature = "std")]
    by_modifier: Cell<u64>,
}

impl Refused {
    fn set(&self, is_refused: bool) {
        self.by_text.set(is_refused);
    }
}

/// The number at a byte of a text, and where it ends, if it is decimal or hexadecimal digits,
/// a few of them.
#[cfg(feature = "std")]
pub(super) fn number(text: &str, at: usize) -> Option<(i64, usize)> {
    let bytes = text.as_bytes();
    let mut reader = Reader { bytes, at };
    Some((reader.number()?, reader.at))
}

/// What a recipe is tried for.
#[derive(Debug, Clone)]
struct Subject<'a> {
    recipe: &'a Recipe,
    steps: &'a [RecipeStep],
    shape: &'a Shape,
    encoding: u16,
    /// No form is read before this one, or each that is refuses the text.
    certain: bool,
    /// What its modifiers begin with, as [`beginning`](crate::tables::beginning) has it.
    begins: u64,
    /// All its conditions, if they are known.
    conditions: Option<Conditions<'a>>,
    /// Whether its modifiers may be known by the words that they are.
    #[cfg(feature = "std")]
    has_words: bool,
    /// How nearly all of its modifiers are read.
    #[cfg(feature = "std")]
    plain: plain_modifiers::PlainModifiers,
    /// How its members are read, if it is a list of some.
    #[cfg(feature = "std")]
    members: Option<plain_members::PlainMembers<'a>>,
}

/// What holds where a recipe is meant.
#[derive(Debug, Clone, Copy)]
struct Conditions<'a> {
    /// When the form is printed.
    when: Option<&'a Rule>,
    /// The rules of the form.
    form: &'a [Rule],
    /// Those of the shape.
    shape: &'a [Rule],
}

/// What the text of a recipe tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// It is printed with this mnemonic, or no other encoding is tried before: what the recipe
    /// makes of a text is what the text means.
    Printed,
    /// It is printed with another mnemonic: nothing but that all encodings before refuse a text
    /// tells that it means this.
    Unsuffixed,
    /// It is never printed: the recipe tells only which texts its form refuses.
    Read,
}

impl Subject<'_> {
    /// The instruction of these bits.
    #[inline]
    fn inst(&self, bits: impl BitString) -> Inst {
        let (encoding, size) = (self.encoding, self.shape.size);
        match self.shape.is_wide() {
            false => Inst::new(encoding, bits.low(), size),
            true => Inst::of_bits(encoding, bits.all(), size),
        }
    }
}

impl Target<'_> {
    /// The instruction at the front of a text, if it is one line and written as printing
    /// would write it; and where the line ends. `None` says nothing: the text may still
    /// be an instruction.
    pub(crate) fn parse_line(
        &self,
        text: &str,
        syntax: SyntaxId,
        symbols: &dyn Symbols,
    ) -> Option<(Parsed<Inst>, usize)> {
        let (mut room, refused) = ([b'\n'; PADDED], Refused::default());
        let quick = Quick::of_statement(self, text, syntax, symbols, &mut room, &refused);
        quick.line(0).or_else(|| quick.with_expressions(0)?.line(0))
    }
}

/// Bytes of a statement and of what stands behind it.
const PADDED: usize = 192;

/// The bytes of a text with line ends behind them, so that several may be looked at together up
/// to its end; of a text that is longer than others they are its own.
#[inline]
fn padded<'q>(text: &'q str, room: &'q mut [u8; PADDED]) -> &'q [u8] {
    match room.get_mut(..text.len()) {
        Some(front) if text.len() + AHEAD <= PADDED => {
            front.copy_from_slice(text.as_bytes());
            room
        }
        _ => text.as_bytes(),
    }
}

impl<'q, 'a> Quick<'q, 'a> {
    /// For a statement alone, with room for its bytes and for what is refused.
    #[inline]
    fn of_statement(
        target: &'q Target<'a>,
        text: &'q str,
        syntax: SyntaxId,
        symbols: &'q dyn Symbols,
        room: &'q mut [u8; PADDED],
        refused: &'q Refused,
    ) -> Self {
        Quick {
            target,
            symbols,
            indices: symbols,
            syntax,
            text,
            bytes: padded(text, room),
            refused,
            expressions: false,
            #[cfg(feature = "std")]
            modifier_words: None,
            #[cfg(feature = "std")]
            comments: None,
        }
    }

    /// The instruction in the line from a byte on that is no white space, and where the
    /// line ends.
    fn line(&self, start: usize) -> Option<(Parsed<Inst>, usize)> {
        let bytes = self.bytes;
        let name = mnemonic(&head(bytes, start))?;
        let mut reader = Reader {
            bytes,
            at: start + name.length,
        };
        reader.skip_space();
        let (mut is_first, mut place) = (true, None);
        let found = self.recipes(start, name, |role, subject, bits| {
            if role != Role::Printed {
                return None;
            }
            let is_first = core::mem::take(&mut is_first);
            if !is_first && !self.may_have(self.midst(subject.steps), start, &mut place) {
                return None;
            }
            self.follow_any(&subject, bits, reader)
        });
        found.filter(|(_, end)| end - start <= MAX_LINE)
    }

    /// What comes of the first recipe of a mnemonic that something comes of, and of the
    /// bits before anything is read. The mnemonic begins at a byte of the text.
    #[inline]
    fn recipes<R>(
        &self,
        start: usize,
        name: Mnemonic,
        mut each: impl FnMut(Role, Subject<'a>, u64) -> Option<R>,
    ) -> Option<R> {
        if !cfg!(feature = "second-ways") {
            return None;
        }
        let target = self.target;
        let tables = target.tables;
        let syntax = self.syntax.0;
        let text = self.bytes.get(start..start + name.length)?;
        let (_, slot) = target.mnemonic_of_hash(text, name.hash)?;
        // Nothing tells what an encoding without recipes refuses.
        let (mut first, mut is_blind) = (true, false);
        for candidate in tables.candidates.get(slot.candidates.range())? {
            if candidate.arch != target.arch || candidate.syntaxes >> syntax & 1 == 0 {
                continue;
            }
            let encoding = tables.encodings.get(candidate.encoding as usize)?;
            if encoding.features & !target.features != 0 {
                continue;
            }
            let printed = encoding.mnemonics as usize + usize::from(syntax);
            let is_printed = tables.texts.get(printed) == Some(&slot.name);
            let list = usize::from(encoding.shape) * tables.syntaxes.len();
            let list = tables.recipe_lists.get(list + usize::from(syntax))?;
            is_blind |= list.len == 0;
            let is_for = |recipe: &&Recipe| {
                let has = recipe.feature & target.features != 0;
                recipe.feature == 0 || has == recipe.with_feature.is_set()
            };
            for recipe in tables.recipes.get(list.range())?.iter().filter(is_for) {
                let role = match recipe.read_only.is_set() {
                    true => Role::Read,
                    false if is_printed || first => Role::Printed,
                    false if is_blind => continue,
                    false => Role::Unsuffixed,
                };
                let steps = tables.recipe_steps.get(recipe.steps.range())?;
                let subject = Subject {
                    recipe,
                    steps,
                    shape: target.shape_of(encoding),
                    encoding: candidate.encoding,
                    certain: first && recipe.first.is_set(),
                    begins: u64::MAX,
                    conditions: None,
                    #[cfg(feature = "std")]
                    has_words: false,
                    #[cfg(feature = "std")]
                    plain: plain_modifiers::PlainModifiers::default(),
                    #[cfg(feature = "std")]
                    members: None,
                };
                let found = each(role, subject, encoding.bits | recipe.bits);
                if found.is_some() {
                    return found;
                }
            }
            first = false;
        }
        None
    }

    /// The text that a recipe has between two operands; `None` if there are commas alone, around
    /// which white space may be as it likes.
    fn midst(&self, steps: &[RecipeStep]) -> Option<&'a [u8]> {
        let tables = self.target.tables;
        let texts = steps.iter().map(|step| tables.bytes(step.before));
        let mut texts = texts.filter(|text| !text.contains(&b',')).skip(1);
        texts.find(|text| text.len() >= FRONT)
    }

    /// Whether the line that begins at a byte may have such a text. Asked where nothing came of
    /// the first recipe: of two instructions in one there is one for each second mnemonic, and
    /// their texts begin the same way. Where that is in the line is looked for once.
    fn may_have(
        &self,
        midst: Option<&[u8]>,
        start: usize,
        found: &mut Option<([u8; FRONT], usize)>,
    ) -> bool {
        let Some((front, text)) = midst.and_then(|it| Some((*it.first_chunk()?, it))) else {
            return true;
        };
        let bytes = self.bytes;
        let at = match *found {
            Some((known, at)) if known == front => at,
            _ => {
                let line = bytes.get(start..).unwrap_or_default();
                let line = line.split(|&byte| byte == b'\n').next().unwrap_or_default();
                let place = line.windows(FRONT).position(|it| it == front);
                let at = place.map_or(bytes.len(), |place| start + place);
                *found = Some((front, at));
                at
            }
        };
        // They differ in their ends: most are told apart by those.
        let there = bytes.get(at..at + text.len());
        there.is_some_and(|it| it.last_chunk::<8>() == text.last_chunk() && it == text)
    }

    /// An operand's row.
    #[inline]
    fn row(&self, subject: &Subject<'_>, operand: u16) -> Option<&Operand> {
        let rows = subject.shape.operands;
        if operand >= rows.len {
            return None;
        }
        let operands = self.target.tables.operands;
        operands.get(rows.start as usize + usize::from(operand))
    }
}

#[cfg(all(test, feature = "std"))]
mod tests;
