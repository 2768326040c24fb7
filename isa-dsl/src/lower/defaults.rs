//! Defaults that a text says, and modifiers that forms ask for: whether a text that says a default
//! may mean another form.

use crate::sorted::{SortedSet, sort};

use crate::tables::{
    Entry, Form, Kind, Meaning, Modifier, Operand, Rows, Spelling, Tables, Text, Token,
};

/// The modifiers of a form.
fn modifiers<'a>(tables: &Tables<'a>, form: &Form) -> impl Iterator<Item = &'a Modifier> {
    let (tokens, modifiers) = (tables.tokens, tables.modifiers);
    let tokens = &tokens[form.tokens.range()];
    tokens.iter().flat_map(move |token| match token.get() {
        Token::Modifiers(rows) => &modifiers[rows.range()],
        _ => &[],
    })
}

/// What a modifier that a form asks for may be written as: the text before its value, or of a class
/// without one the words of the class.
fn texts_of(tables: &Tables, operands: &[Operand], modifier: &Modifier, all: &mut SortedSet<Text>) {
    for spelling in &tables.spellings[modifier.spellings.range()] {
        match operands[usize::from(modifier.operand)].kind.get() {
            Kind::Class { class, .. } if spelling.before.len == 0 => {
                let entries = tables.classes[usize::from(class)].entries;
                let entries = &tables.entries[entries.range()];
                all.extend(entries.iter().flat_map(|it| words_of(tables, it)));
            }
            _ => all.extend([spelling.before]),
        }
    }
}

/// The words of an entry in all syntaxes, or what stands before its number.
fn words_of<'a>(tables: &Tables<'a>, entry: &Entry) -> impl Iterator<Item = Text> + 'a {
    let (first, rows) = match entry.meaning {
        Meaning::Keyword { text, .. } | Meaning::Counted { before: text, .. } => {
            (Some(text), Rows::default())
        }
        Meaning::Spelled { text, words, .. } => (Some(text), words),
        _ => (None, Rows::default()),
    };
    let words = &tables.words[rows.range()];
    first.into_iter().chain(words.iter().map(|it| it.text))
}

/// Whether a text that says the default of a modifier may say what another form asks for: has one
/// of these texts.
pub(super) fn is_default_asked(
    tables: &Tables,
    operands: &[Operand],
    form: &Form,
    asked: &SortedSet<Text>,
) -> bool {
    // What is printed is no default.
    let mut own = modifiers(tables, form).filter(|it| !it.required.is_set() && !it.always.is_set());
    own.any(|modifier| {
        let kind = operands[usize::from(modifier.operand)].kind.get();
        let is_whole = |spelling: &Spelling| {
            let is_said = |it: &Text| {
                let behind = tables.text(*it).strip_prefix(tables.text(spelling.before));
                behind.and_then(|it| it.parse().ok()) == Some(modifier.default)
            };
            asked.contains(&spelling.before) || asked.iter().any(is_said)
        };
        let is_word = |class: u16| {
            let entries = tables.classes[usize::from(class)].entries;
            let mut entries = tables.entries[entries.range()].iter().filter(|it| {
                (u64::from(it.first)..=u64::from(it.last)).contains(&modifier.default)
            });
            entries.any(|it| words_of(tables, it).any(|word| asked.contains(&word)))
        };
        let mut spellings = tables.spellings[modifier.spellings.range()].iter();
        spellings.any(|spelling| match kind {
            // It is there, or it is not.
            Kind::Flag => modifier.default != 0,
            Kind::Class { class, .. } if spelling.before.len == 0 => is_word(class),
            _ => is_whole(spelling),
        })
    })
}

/// For each shape the texts of the modifiers that forms ask for which its mnemonics may mean too.
pub(super) fn asked(tables: &Tables) -> Vec<SortedSet<Text>> {
    let own: Vec<SortedSet<Text>> = tables
        .shapes
        .iter()
        .map(|shape| {
            let operands = &tables.operands[shape.operands.range()];
            let mut all = SortedSet::new();
            for form in &tables.forms[shape.forms.range()] {
                for modifier in modifiers(tables, form).filter(|it| it.required.is_set()) {
                    texts_of(tables, operands, modifier, &mut all);
                }
            }
            all
        })
        .collect();
    let mut all = own.clone();
    for slot in tables.mnemonics {
        // Those of streams are no encodings of this kind.
        let candidates = tables.candidates.get(slot.candidates.range());
        let mut shapes: Vec<usize> = candidates
            .unwrap_or_default()
            .iter()
            .filter_map(|it| tables.encodings.get(usize::from(it.encoding)))
            .map(|encoding| usize::from(encoding.shape))
            .collect();
        // Many encodings have one shape.
        sort(&mut shapes);
        shapes.dedup();
        let texts: SortedSet<Text> = shapes.iter().flat_map(|it| &own[*it]).copied().collect();
        if !texts.is_empty() {
            shapes.iter().for_each(|it| all[*it].extend(&texts));
        }
    }
    all
}
