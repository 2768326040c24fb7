//! What the mnemonics of a source mean: each is looked up once.

use super::bytes::{HEAD, Mnemonic, Reader, front, head, mnemonic_length};
use super::{Quick, Role, Subject};
use crate::tables::mnemonic_hash;

/// Slots for mnemonics: more than code has of them.
const SLOTS: usize = 1 << 12;

/// What the mnemonics of a source mean, as far as it has them, for one target and one
/// syntax.
#[derive(Debug, Default)]
pub struct Mnemonics<'a> {
    /// Each in the slot that its hash leads to.
    slots: Vec<Option<Box<Known<'a>>>>,
}

/// A mnemonic, and the recipe that is tried first.
#[derive(Debug)]
pub(super) struct Known<'a> {
    name: [u64; HEAD],
    pub(super) first: Candidate<'a>,
    /// What the first recipe begins with.
    pub(super) front: Front,
    /// Those that are tried behind it. What has been found last is the first again.
    pub(super) others: Vec<Candidate<'a>>,
    /// Those that print another mnemonic, and are tried last.
    pub(super) unsuffixed: Vec<Unsuffixed<'a>>,
    /// The recipes of all forms, in the order in which they are read, as far as the forms have
    /// recipes.
    pub(super) before: Vec<Candidate<'a>>,
}

/// What a recipe begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Front {
    /// Words are all that it asks for, and its bits are 64 at most.
    WordsAlone,
    /// No word, and its bits are 64 at most.
    NoWord,
    /// Something else.
    Any,
}

/// A recipe that prints another mnemonic.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unsuffixed<'a> {
    pub(super) candidate: Candidate<'a>,
    /// How many of the recipes have to refuse a text that means it.
    pub(super) before: usize,
}

/// A recipe, and the bits before anything is read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate<'a> {
    pub(super) subject: Subject<'a>,
    pub(super) bits: u64,
    /// What it has between two operands.
    pub(super) midst: Option<&'a [u8]>,
}

impl<'a> Known<'a> {
    /// With a recipe as the first.
    pub(super) fn set_first(&mut self, first: Candidate<'a>) {
        self.first = first;
        let Subject {
            recipe,
            shape,
            steps,
            ..
        } = first.subject;
        let is_word = steps.first().is_some_and(|step| step.word.is_set());
        self.front = match shape.is_wide() {
            false if recipe.words.is_set() => Front::WordsAlone,
            false if !is_word => Front::NoWord,
            _ => Front::Any,
        };
    }
}

/// The slot of a mnemonic.
#[inline]
fn slot_of(name: &[u64; HEAD]) -> usize {
    let [first, second, third, last] = *name;
    let mixed = (first ^ third.rotate_left(20)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (second ^ last.rotate_left(20)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    // The highest bits of a product depend on all others.
    (mixed >> (u64::BITS - SLOTS.ilog2())) as usize
}

impl<'q, 'a> Quick<'q, 'a> {
    /// What is known of the mnemonic at a byte of the text, and a reader behind it and its white
    /// space; `None` if nothing has it.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "what it reads stays in registers")]
    pub(super) fn mnemonic<'m>(
        &self,
        start: usize,
        mnemonics: &'m mut Mnemonics<'a>,
    ) -> Option<(&'m mut Known<'a>, Reader<'q>)> {
        let bytes = self.text.as_bytes();
        let head = head(bytes, start);
        let length = mnemonic_length(&head)?;
        let name = front(&head, length);
        let slot = slot_of(&name);
        let is_known = match mnemonics.slots.get(slot) {
            Some(Some(known)) => known.name == name,
            _ => false,
        };
        if !is_known {
            self.learn(start, length, name, mnemonics)?;
        }
        let known = mnemonics.slots.get_mut(slot)?.as_mut()?;
        let mut reader = Reader {
            bytes,
            at: start + length,
        };
        reader.skip_space();
        Some((known, reader))
    }

    /// Looks up what the mnemonic at a byte of the text means; `None` if nothing has it.
    #[cold]
    fn learn(
        &self,
        start: usize,
        length: usize,
        name: [u64; HEAD],
        mnemonics: &mut Mnemonics<'a>,
    ) -> Option<()> {
        let text = self.text.as_bytes().get(start..start + length)?;
        // A label, which is not looked up each time.
        if text.ends_with(b":") {
            return None;
        }
        let (mut candidates, mut unsuffixed) = (Vec::new(), Vec::new());
        let mut before: Vec<Candidate<'a>> = Vec::new();
        // Where those of the encoding that was met last begin; `None` once a form has no recipe.
        let mut of_encoding = Some(0);
        let hash = mnemonic_hash(text);
        self.recipes(start, Mnemonic { hash, length }, |role, subject, bits| {
            let midst = self.midst(subject.steps);
            let candidate = Candidate {
                subject,
                bits,
                midst,
            };
            if let Some(last) = before.last()
                && last.subject.encoding != subject.encoding
            {
                let is_whole = of_encoding.is_some_and(|from| self.has_all(before.get(from..)));
                of_encoding = is_whole.then_some(before.len());
            }
            match role {
                Role::Printed => candidates.push(candidate),
                Role::Unsuffixed => {
                    unsuffixed.extend(of_encoding.map(|before| Unsuffixed { candidate, before }));
                }
                Role::Read => {}
            }
            before.push(candidate);
            None::<()>
        });
        let first = *candidates.first()?;
        candidates.remove(0);
        let mut known = Known {
            name,
            first,
            front: Front::Any,
            others: candidates,
            unsuffixed,
            before,
        };
        known.set_first(first);
        if mnemonics.slots.is_empty() {
            mnemonics.slots.resize_with(SLOTS, || None);
        }
        *mnemonics.slots.get_mut(slot_of(&name))? = Some(Box::new(known));
        Some(())
    }
    /// Whether all forms that an encoding is read from have recipes, which are these.
    fn has_all(&self, recipes: Option<&[Candidate<'_>]>) -> bool {
        let Some(recipes @ [first, ..]) = recipes else {
            return false;
        };
        let tables = self.target.tables;
        let forms = first.subject.shape.forms;
        let forms = (forms.start..).zip(tables.forms.get(forms.range()).unwrap_or_default());
        let mut own =
            forms.filter(|(_, form)| form.syntax == self.syntax.0 && self.target.has_form(form));
        own.all(|(at, _)| recipes.iter().any(|it| it.subject.recipe.form == at))
    }
}
