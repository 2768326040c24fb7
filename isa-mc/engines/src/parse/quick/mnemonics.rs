//! What the mnemonics of a source mean: each is looked up once.

use super::bytes::{HEAD, Mnemonic, Reader, front, hash_of, head, is_same, mnemonic_length};
use super::modifier_words::ModifierWords;
use super::{Conditions, Quick, Role, Subject};
use crate::tables::{Form, RecipeStep, mnemonic_hash};

/// Slots for mnemonics: twice as many as a processor has of them, and more.
const SLOTS: usize = 1 << 14;

/// What the mnemonics of a source mean, as far as it has them, for one target and one
/// syntax.
#[derive(Debug, Default)]
pub struct Mnemonics<'a> {
    pub(super) slots: Slots<'a>,
    pub(super) modifiers: ModifierWords,
}

/// Each in the slot that its hash leads to, or in one behind it.
#[derive(Debug, Default)]
pub(super) struct Slots<'a> {
    /// 1 plus the number of a mnemonic; 0 for an empty slot. Never more than half are in use.
    numbers: Vec<u16>,
    /// By its number what nearly all lines need of it.
    starts: Vec<Start<'a>>,
    /// All recipes.
    known: Vec<Known<'a>>,
}

/// What nearly all lines need of a mnemonic: as much as a cache takes from memory at once.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct Start<'a> {
    name: [u64; HEAD],
    /// Those of the first recipe before anything is read.
    pub(super) bits: u64,
    /// Its steps.
    pub(super) steps: &'a [RecipeStep],
    /// Bytes of its instruction without a literal.
    pub(super) size: u8,
    /// What it begins with.
    pub(super) front: Front,
}

/// A mnemonic, and the recipe that is tried first.
#[derive(Debug)]
pub(super) struct Known<'a> {
    pub(super) first: Candidate<'a>,
    /// Those that are tried behind it. What has been found last is the first again.
    pub(super) others: Vec<Candidate<'a>>,
    /// The recipes of all forms, in the order in which the forms are read, up to the last one
    /// that may be meant if those before refuse a text; none if there is no such.
    pub(super) ordered: Vec<Ordered<'a>>,
    /// Whether one of those was found last.
    pub(super) is_ordered: bool,
}

/// What a recipe begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Front {
    /// Words are all that it asks for, and its bits are 64 at most.
    WordsAlone,
    /// The same, with conditions.
    Words,
    /// Members of a list are all that it asks for, and its bits are 64 at most.
    Members,
    /// No word, and its bits are 64 at most.
    NoWord,
    /// Something else.
    Any,
}

/// A recipe among those of all forms.
#[derive(Debug)]
pub(super) struct Ordered<'a> {
    pub(super) candidate: Candidate<'a>,
    /// Where those of its encoding begin. If those before refuse a text, it means what the recipe
    /// makes of it; `None` if it may mean something else nevertheless.
    pub(super) meant_behind: Option<usize>,
    /// All forms before have recipes: if those refuse a text, its form is the first that is left,
    /// and what the recipe makes of the text is what is meant, however it is written.
    pub(super) is_whole: bool,
    /// What its modifiers begin with, if no text between its operands has a colon: it refuses
    /// every text with a name, a colon and a value behind the operands that begins otherwise.
    pub(super) named: u64,
}

/// A recipe, and the bits before anything is read.
#[derive(Debug, Clone)]
pub(super) struct Candidate<'a> {
    pub(super) subject: Subject<'a>,
    pub(super) bits: u64,
    /// What it has between two operands.
    pub(super) midst: Option<&'a [u8]>,
}

impl Front {
    pub(super) fn of(first: &Candidate<'_>) -> Front {
        let Subject {
            recipe,
            shape,
            steps,
            ..
        } = first.subject;
        let is_word = steps.first().is_some_and(|step| step.word.is_set());
        match shape.is_wide() {
            false if recipe.words.is_set() && recipe.conditional.is_set() => Front::Words,
            false if recipe.words.is_set() => Front::WordsAlone,
            false if first.subject.members.is_some() => Front::Members,
            false if !is_word => Front::NoWord,
            _ => Front::Any,
        }
    }
}

impl Known<'_> {
    /// Makes one of the others the first, which takes its place.
    pub(super) fn prefer(&mut self, other: usize) {
        if let Some(other) = self.others.get_mut(other) {
            std::mem::swap(other, &mut self.first);
        }
    }
}

impl<'a> Slots<'a> {
    /// The number of a mnemonic, if it is known.
    #[inline]
    fn number(&self, name: &[u64; HEAD]) -> Option<usize> {
        let mut slot = slot_of(name);
        loop {
            let number = usize::from(*self.numbers.get(slot)?).checked_sub(1)?;
            if is_same(&self.starts.get(number)?.name, name) {
                return Some(number);
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// What nearly all lines need of the mnemonic of a number.
    #[inline]
    pub(super) fn start(&self, number: usize) -> Option<&Start<'a>> {
        self.starts.get(number)
    }

    /// All that is known of the mnemonic of a number.
    pub(super) fn known(&self, number: usize) -> Option<&Known<'a>> {
        self.known.get(number)
    }

    /// The same, to be changed.
    #[inline]
    pub(super) fn known_mut(&mut self, number: usize) -> Option<&mut Known<'a>> {
        self.known.get_mut(number)
    }

    /// Adds a mnemonic that is not known; gives its number, if there is room.
    fn add(&mut self, name: [u64; HEAD], known: Known<'a>) -> Option<usize> {
        let number = self.known.len();
        if number >= SLOTS / 2 {
            return None;
        }
        self.numbers.resize(SLOTS, 0);
        let mut slot = slot_of(&name);
        while *self.numbers.get(slot)? != 0 {
            slot = (slot + 1) % SLOTS;
        }
        *self.numbers.get_mut(slot)? = number as u16 + 1;
        self.starts.push(Start::of(name, &known));
        self.known.push(known);
        Some(number)
    }

    /// Once another recipe is the first of the mnemonic of a number.
    pub(super) fn renew(&mut self, number: usize) {
        if let (Some(start), Some(known)) = (self.starts.get_mut(number), self.known.get(number)) {
            *start = Start::of(start.name, known);
        }
    }
}

impl<'a> Start<'a> {
    fn of(name: [u64; HEAD], known: &Known<'a>) -> Start<'a> {
        let Candidate { subject, bits, .. } = &known.first;
        Start {
            name,
            bits: *bits,
            steps: subject.steps,
            size: subject.shape.size,
            front: Front::of(&known.first),
        }
    }
}

/// The slot of a mnemonic.
#[inline]
fn slot_of(name: &[u64; HEAD]) -> usize {
    (hash_of(name) >> (u64::BITS - SLOTS.ilog2())) as usize
}

impl<'q, 'a> Quick<'q, 'a> {
    /// The number of the mnemonic at a byte of the text, and a reader behind it and its white
    /// space; `None` if nothing has it.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "what it reads stays in registers")]
    pub(super) fn mnemonic(
        &self,
        start: usize,
        mnemonics: &mut Slots<'a>,
    ) -> Option<(usize, Reader<'q>)> {
        let bytes = self.bytes;
        let head = head(bytes, start);
        let length = mnemonic_length(&head)?;
        let name = front(&head, length);
        let number = match mnemonics.number(&name) {
            Some(number) => number,
            None => self.learn(start, length, name, mnemonics)?,
        };
        let mut reader = Reader {
            bytes,
            at: start + length,
        };
        reader.skip_space();
        Some((number, reader))
    }

    /// Looks up what the mnemonic at a byte of the text means, and gives its number; `None` if
    /// nothing has it.
    #[cold]
    fn learn(
        &self,
        start: usize,
        length: usize,
        name: [u64; HEAD],
        mnemonics: &mut Slots<'a>,
    ) -> Option<usize> {
        let text = self.bytes.get(start..start + length)?;
        // A label, which is not looked up each time.
        if text.ends_with(b":") {
            return None;
        }
        let (mut candidates, mut ordered) = (Vec::new(), Vec::<Ordered<'a>>::new());
        // Where those of the encoding that was met last begin, and whether all forms of those
        // before have recipes.
        let (mut own, mut is_whole) = (0, true);
        let hash = mnemonic_hash(text);
        self.recipes(start, Mnemonic { hash, length }, |role, subject, bits| {
            let midst = self.midst(subject.steps);
            let begins = self.beginnings(subject.recipe);
            let has_words = self.has_modifier_words(&subject);
            let mut subject = Subject {
                begins,
                conditions: self.conditions(&subject),
                has_words,
                ..subject
            };
            subject.plain = self.plain_modifiers(&subject);
            subject.members = self.plain_members(&subject);
            let candidate = Candidate {
                subject,
                bits,
                midst,
            };
            let subject = &candidate.subject;
            if let Some(last) = ordered.last()
                && last.candidate.subject.encoding != subject.encoding
            {
                is_whole &= self.has_all(ordered.get(own..), u32::MAX);
                own = ordered.len();
            }
            if role == Role::Printed {
                candidates.push(candidate.clone());
            }
            // It tells nothing that the next one does not.
            if subject.recipe.usual != 0 {
                return None;
            }
            let texts = subject.steps.iter();
            let mut texts = texts.map(|step| self.target.tables.bytes(step.before));
            let has_colon = texts.any(|text| text.contains(&b':'));
            let meant_behind = (role != Role::Read && is_whole).then_some(own);
            let is_first = subject.recipe.first.is_set();
            let has_all = || self.has_all(ordered.get(own..), subject.recipe.form);
            let is_whole = is_whole && (is_first || has_all());
            ordered.push(Ordered {
                candidate,
                meant_behind,
                is_whole,
                named: if has_colon { u64::MAX } else { begins },
            });
            None::<()>
        });
        let is_meant = |it: &Ordered<'_>| {
            let is_first = it.candidate.subject.certain;
            !is_first && (it.is_whole || it.meant_behind.is_some())
        };
        let last = ordered.iter().rposition(is_meant);
        ordered.truncate(last.map_or(0, |it| it + 1));
        if candidates.is_empty() {
            return None;
        }
        let first = candidates.remove(0);
        let known = Known {
            first,
            others: candidates,
            ordered,
            is_ordered: false,
        };
        mnemonics.add(name, known)
    }

    /// All conditions of a recipe; `None` if another form may be printed where it fits.
    fn conditions(&self, subject: &Subject<'a>) -> Option<Conditions<'a>> {
        let tables = self.target.tables;
        let (recipe, shape) = (subject.recipe, subject.shape);
        let form = tables.forms.get(recipe.form as usize)?;
        let before = shape.forms.start as usize..recipe.form as usize;
        let mut before = tables.forms.get(before)?.iter();
        let is_printed = |it: &Form| it.syntax == self.syntax.0 && !it.read_only.is_set();
        let is_alone =
            recipe.first.is_set() || recipe.read_only.is_set() || !before.any(is_printed);
        let conditions = Conditions {
            when: tables.rules.get(usize::from(form.when)),
            form: tables.rules.get(form.rules.range())?,
            shape: tables.rules.get(shape.rules.range())?,
        };
        (is_alone && self.target.has_form(form)).then_some(conditions)
    }

    /// Whether all forms before one that an encoding is read from have recipes, which are these.
    fn has_all(&self, recipes: Option<&[Ordered<'_>]>, before: u32) -> bool {
        let Some(recipes @ [first, ..]) = recipes else {
            return false;
        };
        let tables = self.target.tables;
        let forms = first.candidate.subject.shape.forms;
        let forms = (forms.start..).zip(tables.forms.get(forms.range()).unwrap_or_default());
        let mut own = forms.filter(|(at, form)| {
            *at < before && form.syntax == self.syntax.0 && self.target.has_form(form)
        });
        let is_of = |at: u32, it: &Ordered<'_>| it.candidate.subject.recipe.form == at;
        own.all(|(at, _)| recipes.iter().any(|it| is_of(at, it)))
    }
}
