//! Classes: each value means one thing, and each text is one value.

use crate::sorted::{SortedMap, SortedSet};

use super::context::Context;
use super::kinds;
use super::taken::{Clash, Names, Ranges};
use crate::ast;
use crate::bits::fits;
use crate::declare::Sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::ArchSet;
use crate::model::{Class, Entry, Meaning, RegisterFile, WordValue};
use crate::source::Span;

/// The greatest step from the register of one value to that of the next.
const MAX_STEP: u64 = 64;

/// Numbers that entries may count to.
const MAX_COUNT: u64 = 1 << 30;

/// Resolves every class.
pub fn check(context: &mut Context, files: &[RegisterFile]) -> Vec<Class> {
    cycles(context);
    let classes = context.names.classes.clone();
    let mut resolved = Resolved {
        classes: vec![None; classes.len()],
        open: vec![false; classes.len()],
    };
    for index in 0..classes.len() {
        resolved.resolve(index, &classes, files, context);
    }
    // Every one was resolved.
    let mut classes: Vec<Class> = resolved.classes.into_iter().flatten().collect();
    if is_literal_used(context) {
        classes.push(Class {
            name: "literal".to_owned(),
            title: "literal".to_owned(),
            bits: 0,
            entries: vec![Entry {
                first: 0,
                last: 0,
                meaning: Meaning::Literal,
                value: WordValue::NoValue,
                words: Vec::new(),
                archs: context.machine.all(),
            }],
        });
    }
    classes
}

/// The class of operands that are the literal: the one value of no bits means
/// it. It comes last, and only if there are such operands.
pub fn literal(classes: &[Class]) -> Option<usize> {
    classes.iter().rposition(|class| class.bits == 0)
}

fn is_literal_used(context: &Context) -> bool {
    fn is_used(statements: &[ast::Statement]) -> bool {
        statements.iter().any(|statement| match statement {
            ast::Statement::Operand(operand) => matches!(operand.kind, ast::Kind::Literal(..)),
            ast::Statement::Encoding(encoding) => is_used(&encoding.statements),
            _ => false,
        })
    }
    let mut families = context.names.families.iter();
    families.any(|(family, _)| is_used(&family.statements))
}

/// Classes as far as they are resolved: those within others come first.
struct Resolved {
    classes: Vec<Option<Class>>,
    /// Being resolved: a class within itself has no values there.
    open: Vec<bool>,
}

impl Resolved {
    fn resolve(
        &mut self,
        index: usize,
        classes: &[&ast::Class],
        files: &[RegisterFile],
        context: &mut Context,
    ) {
        if self.classes[index].is_some() || self.open[index] {
            return;
        }
        self.open[index] = true;
        for entry in &classes[index].entries {
            if let Some(inner) = contained(entry, context) {
                self.resolve(inner, classes, files, context);
            }
        }
        self.classes[index] = Some(resolve(classes[index], &self.classes, files, context));
    }
}

/// The class that an entry names.
fn contained(entry: &ast::Entry, context: &Context) -> Option<usize> {
    match &entry.meaning {
        ast::Meaning::Named(name, ..) => match context.names.find(&name.text) {
            Some((Sort::Class, index)) => Some(index),
            _ => None,
        },
        _ => None,
    }
}

fn resolve(
    class: &ast::Class,
    classes: &[Option<Class>],
    files: &[RegisterFile],
    context: &mut Context,
) -> Class {
    let bits = kinds::bits(&class.bits, "a class", (1, 32), context).unwrap_or(32);
    let mut resolved = Class {
        name: class.name.text.clone(),
        title: class.title.as_ref().unwrap_or(&class.name).text.clone(),
        bits,
        entries: Vec::new(),
    };
    let mut values = Ranges::default();
    let mut texts = Texts::default();
    for entry in &class.entries {
        let known = context
            .machine
            .resolve_known(entry.at.as_ref(), &mut context.diagnostics);
        let archs = known.unwrap_or_else(|| context.machine.all());
        let (first, last) = (entry.first.value, entry.last.value);
        if last < first || last >> bits != 0 {
            let span = entry.first.span.to(entry.last.span);
            context.diagnostics.push(if last < first {
                Diagnostic::new(
                    Code::OutOfRange,
                    span,
                    format!("the range {first}..{last} runs backwards"),
                )
                .help(format!("write `{last}..{first}`"))
            } else {
                Diagnostic::new(
                    Code::OutOfRange,
                    span,
                    format!(
                        "{last} does not fit the {bits} bits of `{}`",
                        class.name.text
                    ),
                )
                .label(format!("expected at most {}", crate::bits::ones(bits)))
            });
            continue;
        }
        let entries = match contained(entry, context) {
            Some(inner) => inside(entry, archs, classes[inner].as_ref(), context),
            None => {
                let meaning = resolve_meaning(class, entry, context);
                let taken = meaning.map(|meaning| Entry {
                    first,
                    last,
                    value: word_value(entry, &meaning, context),
                    words: words(entry, &meaning, context),
                    meaning,
                    archs,
                });
                if taken.is_none() && known.is_some() {
                    // Its values are taken all the same.
                    let range = (i128::from(first), i128::from(last));
                    if let Some(clash) = values.take(range.0, range.1, archs, entry.span) {
                        report_value(class, entry.span, clash, context);
                    }
                }
                taken.into_iter().collect()
            }
        };
        for row in entries {
            // Where it exists is not known: nothing can be said of clashes.
            if known.is_some() {
                let range = (i128::from(row.first), i128::from(row.last));
                if let Some(clash) = values.take(range.0, range.1, row.archs, entry.span) {
                    report_value(class, entry.span, clash, context);
                } else if let Some((text, clash)) = texts.take(&row, entry.span, files) {
                    report_text(class, entry.span, &text, clash, context);
                }
            }
            resolved.entries.push(row);
        }
    }
    resolved
}

/// What another class says of the values of an entry; those of which it says
/// nothing stay free.
fn inside(
    entry: &ast::Entry,
    archs: ArchSet,
    inner: Option<&Class>,
    context: &mut Context,
) -> Vec<Entry> {
    let (first, last) = (entry.first.value, entry.last.value);
    let start = match &entry.meaning {
        ast::Meaning::Named(_, Some(_), Some(step)) => {
            let message = "only the numbers of registers grow in steps";
            context.error(Code::BadKind, step.span, message);
            return Vec::new();
        }
        ast::Meaning::Named(_, Some((from, to)), None) => {
            match register_numbers(entry, from, to, 1, context) {
                Some(from) => from,
                None => return Vec::new(),
            }
        }
        _ => first,
    };
    // A class within itself was reported.
    let Some(inner) = inner else {
        return Vec::new();
    };
    let end = start + (last - first);
    if !fits(end, inner.bits) {
        let message = format!(
            "{end} does not fit the {} bits of `{}`",
            inner.bits, inner.name
        );
        context.error(Code::ValueTooWide, entry.span, message);
        return Vec::new();
    }
    let mut rows = Vec::new();
    for row in &inner.entries {
        let (low, high) = (row.first.max(start), row.last.min(end));
        let archs = row.archs.and(archs);
        if low > high || archs.is_empty() {
            continue;
        }
        if start != first && matches!(row.meaning, Meaning::Struct(_)) {
            let message = format!("values of `{}` are those of a struct", inner.name);
            context
                .error(Code::BadKind, entry.span, message)
                .label("a struct is the bits of the value, which cannot be counted anew");
            return Vec::new();
        }
        rows.push(Entry {
            first: low - start + first,
            last: high - start + first,
            meaning: part(&row.meaning, low - row.first, row.last - high),
            value: row.value,
            words: row.words.clone(),
            archs,
        });
    }
    rows
}

/// A meaning without its first and last values.
fn part(meaning: &Meaning, before: u64, behind: u64) -> Meaning {
    let counted = |from: i64, to: i64| {
        let step = if to < from { -1 } else { 1 };
        let from = from + step * before.cast_signed();
        (from, to - step * behind.cast_signed())
    };
    match meaning {
        Meaning::Register(file, number, step) => {
            Meaning::Register(*file, number + before * step, *step)
        }
        Meaning::Int(from, to) => {
            let (from, to) = counted(*from, *to);
            Meaning::Int(from, to)
        }
        Meaning::Counted(text, after, from, to) => {
            let (from, to) = counted(*from, *to);
            Meaning::Counted(text.clone(), after.clone(), from, to)
        }
        other => other.clone(),
    }
}

/// The first of the numbers that count upwards along with the values of an entry, in steps.
fn register_numbers(
    entry: &ast::Entry,
    from: &ast::Number,
    to: &ast::Number,
    step: u64,
    context: &mut Context,
) -> Option<u64> {
    let signed = |number: &ast::Number, value: u64| ast::Signed {
        value: i64::try_from(value).unwrap_or(i64::MAX),
        span: number.span,
    };
    let distance = to.value.saturating_sub(from.value);
    if !distance.is_multiple_of(step) {
        let message = format!(
            "no step of {step} from {} leads to {}",
            from.value, to.value
        );
        context.error(Code::NotInvertible, from.span.to(to.span), message);
        return None;
    }
    // One number for each step.
    let last = match to.value < from.value {
        true => to.value,
        false => from.value.saturating_add(distance / step),
    };
    let (first, last) = counted(entry, &signed(from, from.value), &signed(to, last), context)?;
    if last < first {
        context.error(Code::OutOfRange, from.span, "these numbers count upwards");
        return None;
    }
    Some(first.cast_unsigned())
}

/// How much the numbers of registers grow from one value to the next.
fn register_step(step: Option<&ast::Number>, context: &mut Context) -> Option<u64> {
    let Some(step) = step else { return Some(1) };
    if !(1..=MAX_STEP).contains(&step.value) {
        context
            .error(
                Code::OutOfRange,
                step.span,
                format!("a step of {}", step.value),
            )
            .label(format!("expected 1 to {MAX_STEP}"));
        return None;
    }
    Some(step.value)
}

fn report_value(class: &ast::Class, span: Span, other: Clash, context: &mut Context) {
    let message = format!(
        "value {} of `{}` has two meanings{}",
        other.number,
        class.name.text,
        context.machine.on(other.archs, context.machine.all())
    );
    context
        .error(Code::ValueTwice, span, message)
        .also(other.place, "the other is here");
}

fn report_text(class: &ast::Class, span: Span, text: &str, other: Clash, context: &mut Context) {
    let message = format!(
        "two values of `{}` are written {text}{}",
        class.name.text,
        context.machine.on(other.archs, context.machine.all())
    );
    context
        .error(Code::NotInvertible, span, message)
        .label("reading this text back could not tell them apart")
        .also(other.place, "the other is here");
}

/// The texts of a class so far.
#[derive(Default)]
struct Texts {
    /// Words, floating constants by their bits, and the literal.
    words: Names<(u8, String)>,
    integers: Ranges,
    /// By what stands before and behind the number.
    counted: SortedMap<(String, String), Ranges>,
    /// Files, with their registers as words.
    files: SortedSet<usize>,
}

const WORD: u8 = 0;
const FLOAT: u8 = 1;
const LITERAL: u8 = 2;

impl Texts {
    /// Takes the number that a word of digits is read as.
    fn take_number(&mut self, word: &str, archs: ArchSet, place: Span) -> Option<Clash> {
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.then(|| word.parse::<i128>().ok())??;
        self.integers.take(number, number, archs, place)
    }

    /// Takes the texts of an entry; one that is taken, with its place.
    fn take(
        &mut self,
        row: &Entry,
        place: Span,
        files: &[RegisterFile],
    ) -> Option<(String, Clash)> {
        let archs = row.archs;
        for (_, word) in &row.words {
            let clash = self.words.take((WORD, word.clone()), archs, place);
            let clash = clash.or_else(|| self.take_number(word, archs, place));
            // Two syntaxes may have one word for it.
            if let Some(clash) = clash.filter(|clash| clash.place != place) {
                return Some((format!("`{word}`"), clash));
            }
        }
        match &row.meaning {
            // Its own word may be among those of the syntaxes.
            Meaning::Keyword(word) if row.words.iter().any(|(_, other)| other == word) => None,
            Meaning::Keyword(word) => {
                let quoted = format!("`{word}`");
                let clash = self.words.take((WORD, word.clone()), archs, place);
                if let Some(clash) = clash.or_else(|| self.take_number(word, archs, place)) {
                    return Some((quoted, clash));
                }
                numbers_in(word).into_iter().find_map(|(key, number)| {
                    let ranges = self.counted.entry(key).or_default();
                    let clash = ranges.take(number, number, archs, place)?;
                    Some((quoted.clone(), clash))
                })
            }
            Meaning::Counted(before, after, from, to) => {
                let (low, high) = ordered(*from, *to);
                let ranges = self
                    .counted
                    .entry((before.clone(), after.clone()))
                    .or_default();
                let clash = ranges.take(low, high, archs, place)?;
                Some((format!("`{before}{}{after}`", clash.number), clash))
            }
            Meaning::Int(from, to) => {
                let (low, high) = ordered(*from, *to);
                let clash = self.integers.take(low, high, archs, place)?;
                Some((format!("`{}`", clash.number), clash))
            }
            Meaning::Float(text) => {
                let bits = text.parse::<f64>().unwrap_or(0.0).to_bits().to_string();
                let clash = self.words.take((FLOAT, bits), archs, place)?;
                Some((format!("`{text}`"), clash))
            }
            Meaning::Literal => {
                let clash = self.words.take((LITERAL, String::new()), archs, place)?;
                Some(("as a literal".to_owned(), clash))
            }
            Meaning::Register(file, ..) => {
                if !self.files.insert(*file) {
                    return None;
                }
                let names = files[*file].registers.iter().filter(|it| !it.indexed);
                let mut found = None;
                for register in names {
                    let word = (WORD, register.name.clone());
                    let clash = self.words.take(word, archs.and(register.archs), place);
                    // The file itself names some registers on several lines.
                    if let Some(clash) = clash.filter(|clash| clash.place != place) {
                        found.get_or_insert((format!("`{}`", register.name), clash));
                    }
                }
                found
            }
            Meaning::Struct(_) | Meaning::Escape => None,
        }
    }
}

fn ordered(a: i64, b: i64) -> (i128, i128) {
    (i128::from(a.min(b)), i128::from(a.max(b)))
}

/// Every number of a word with what stands around it: how the word could be
/// one of a counted entry.
fn numbers_in(word: &str) -> Vec<((String, String), i128)> {
    let mut all = Vec::new();
    let mut rest = 0;
    while let Some(start) = word[rest..].find(|c: char| c.is_ascii_digit()) {
        let start = rest + start;
        let length = word[start..]
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(word.len() - start);
        let end = start + length;
        if let Ok(number) = word[start..end].parse::<u32>() {
            let key = (word[..start].to_owned(), word[end..].to_owned());
            all.push((key, i128::from(number)));
        }
        rest = end;
    }
    all
}

fn resolve_meaning(
    class: &ast::Class,
    entry: &ast::Entry,
    context: &mut Context,
) -> Option<Meaning> {
    match &entry.meaning {
        ast::Meaning::Named(name, numbers, step) => match context.names.find(&name.text) {
            Some((Sort::File, index)) => {
                let (first, step) = match numbers {
                    None => (entry.first.value, 1),
                    Some((from, to)) => {
                        let step = register_step(step.as_ref(), context)?;
                        (register_numbers(entry, from, to, step, context)?, step)
                    }
                };
                Some(Meaning::Register(index, first, step))
            }
            Some(_) if numbers.is_some() => {
                let message = format!(
                    "only registers and classes have numbers; `{}` is neither",
                    name.text
                );
                context.error(Code::BadKind, name.span, message);
                None
            }
            Some((Sort::Struct, index)) => {
                // A width in error is reported with the struct.
                let width = context.names.structs[index].bits.value.clamp(1, 64);
                if !fits(entry.last.value, width as u32) {
                    let message = format!(
                        "{} does not fit the {width} bits of `{}`",
                        entry.last.value, name.text
                    );
                    context.error(Code::ValueTooWide, entry.span, message);
                    return None;
                }
                Some(Meaning::Struct(index))
            }
            Some(_) => {
                let message = format!("`{}` cannot be what a value means", name.text);
                context.error(Code::BadKind, name.span, message).help(
                    "a value means a register, a word, a number, or a value of a class or struct",
                );
                None
            }
            None => {
                let sorts = [Sort::File, Sort::Class, Sort::Struct];
                let error = context.unknown(&sorts, name);
                context.diagnostics.push(error);
                None
            }
        },
        ast::Meaning::Text(text, None) => {
            if !text.text.is_empty() && text.text.trim().is_empty() {
                let message = "a value cannot be written as blanks";
                context
                    .error(Code::BadTemplate, text.span, message)
                    .help("write `\"\"` for a member of a stream that leaves no text");
                return None;
            }
            single(class, entry, context).then(|| Meaning::Keyword(text.text.clone()))
        }
        ast::Meaning::Alike(text) => {
            if text.text.trim().is_empty() {
                let message = "values that are alike have a word";
                context.error(Code::BadTemplate, text.span, message);
                return None;
            }
            if entry.first.value == entry.last.value {
                let message = "one value is not `alike`";
                context
                    .error(Code::BadKind, text.span, message)
                    .help("leave `alike` out, or write the values that the word has: `0..255`");
            }
            Some(Meaning::Keyword(text.text.clone()))
        }
        ast::Meaning::Text(text, Some((from, to))) => {
            let Some((before, after)) = text.text.split_once("{}") else {
                let message = "the text has no `{}` for the number";
                context
                    .error(Code::BadTemplate, text.span, message)
                    .help("write `\"text{}\" 1..15`");
                return None;
            };
            let (from, to) = counted(entry, from, to, context)?;
            Some(Meaning::Counted(
                before.to_owned(),
                after.to_owned(),
                from,
                to,
            ))
        }
        ast::Meaning::Ints(from, to) => {
            let (from, to) = counted(entry, from, to, context)?;
            Some(Meaning::Int(from, to))
        }
        ast::Meaning::Float(text) => {
            single(class, entry, context).then(|| Meaning::Float(text.text.clone()))
        }
        ast::Meaning::Literal(_) => single(class, entry, context).then_some(Meaning::Literal),
        ast::Meaning::Escape(_) => Some(Meaning::Escape),
    }
}

/// What the word of an entry stands for.
fn word_value(entry: &ast::Entry, meaning: &Meaning, context: &mut Context) -> WordValue {
    let span = match &entry.value {
        None => return WordValue::NoValue,
        Some(ast::WordValue::Number(number)) => number.span,
        Some(ast::WordValue::State(name)) => name.span,
    };
    if !matches!(meaning, Meaning::Keyword(_)) {
        let message = "only a word stands for a number or a state";
        context
            .error(Code::BadKind, span, message)
            .help("registers, numbers and structs are their own values");
        return WordValue::NoValue;
    }
    match &entry.value {
        Some(ast::WordValue::Number(number)) => match u32::try_from(number.value) {
            Ok(number) => WordValue::Number(number),
            Err(_) => {
                let message = format!("the value {} of a word is too large", number.value);
                context
                    .error(Code::OutOfRange, span, message)
                    .label(format!("expected at most {}", u32::MAX));
                WordValue::NoValue
            }
        },
        Some(ast::WordValue::State(name)) => context
            .find(Sort::State, name)
            .map_or(WordValue::NoValue, WordValue::State),
        None => WordValue::NoValue,
    }
}

/// The words that syntaxes have in place of the one of an entry.
fn words(entry: &ast::Entry, meaning: &Meaning, context: &mut Context) -> Vec<(usize, String)> {
    let mut words = Vec::new();
    let mut seen: Vec<&ast::Name> = Vec::new();
    for (name, texts) in &entry.words {
        if !matches!(meaning, Meaning::Keyword(_)) {
            let message = "only a word is another one in a syntax";
            context
                .error(Code::BadKind, name.span, message)
                .label("the meaning is no word");
            return Vec::new();
        }
        if let Some(first) = seen.iter().find(|other| other.text == name.text) {
            let error = crate::machine::duplicate("spelling in syntax", name, first);
            context.diagnostics.push(error);
            continue;
        }
        seen.push(name);
        let syntax = context.syntax(name);
        for text in texts {
            if text.text.trim().is_empty() {
                context
                    .error(Code::BadTemplate, text.span, "a word has no blanks alone")
                    .help("write the word of the syntax");
                continue;
            }
            words.extend(syntax.map(|syntax| (syntax, text.text.clone())));
        }
    }
    words
}

/// Numbers for the values of an entry, one each.
fn counted(
    entry: &ast::Entry,
    from: &ast::Signed,
    to: &ast::Signed,
    context: &mut Context,
) -> Option<(i64, i64)> {
    let span = from.span.to(to.span);
    if from.value.unsigned_abs() > MAX_COUNT || to.value.unsigned_abs() > MAX_COUNT {
        context
            .error(Code::OutOfRange, span, "a number of a class is too large")
            .label(format!("expected -{MAX_COUNT} to {MAX_COUNT}"));
        return None;
    }
    let values = entry.last.value - entry.first.value + 1;
    let numbers = from.value.abs_diff(to.value) + 1;
    if numbers == values {
        return Some((from.value, to.value));
    }
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    let message = format!(
        "{values} value{} and {numbers} number{}",
        plural(values),
        plural(numbers)
    );
    context
        .error(Code::NotInvertible, span, message)
        .label("each value needs a number of its own")
        .also(entry.first.span.to(entry.last.span), "the values");
    None
}

/// A range of values with one text.
fn single(class: &ast::Class, entry: &ast::Entry, context: &mut Context) -> bool {
    if entry.first.value == entry.last.value {
        return true;
    }
    let values = entry.last.value - entry.first.value + 1;
    let message = format!("{values} values of `{}` are written alike", class.name.text);
    context
        .error(Code::NotInvertible, entry.span, message)
        .label("reading this text back could not tell them apart")
        .help(
            "give each value a text, or number them: `\"text{}\" 0..7`; where the processor \
             does the same for all of them, `\"text\" alike` is read as the first",
        );
    false
}

/// A class that contains itself has no values.
fn cycles(context: &mut Context) {
    let contained = |index: usize| -> Vec<(usize, &ast::Name)> {
        let entries = &context.names.classes[index].entries;
        let names = entries.iter().filter_map(|entry| match &entry.meaning {
            ast::Meaning::Named(name, ..) => Some(name),
            _ => None,
        });
        names
            .filter_map(|name| match context.names.find(&name.text) {
                Some((Sort::Class, index)) => Some((index, name)),
                _ => None,
            })
            .collect()
    };
    let found = super::cycles::find(context.names.classes.len(), contained);
    for name in found {
        let message = format!("class `{}` contains itself", name.text);
        context.error(Code::BadKind, name.span, message);
    }
}
