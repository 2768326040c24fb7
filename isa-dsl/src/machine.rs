//! The machine's header, resolved: architectures, processors, syntaxes.

use crate::sorted::SortedMap;

use crate::ast;
use crate::diagnostic::{Code, Diagnostic};
use crate::suggest::did_you_mean;
use crate::tables::MAX_LIST;

/// Architectures of a machine: the bits of an [`ArchSet`].
pub const MAX_ARCHS: usize = 32;

/// Features of a machine: the bits of a set of them.
pub const MAX_FEATURES: usize = 32;

/// Syntaxes of a machine: the bits of a set of them.
pub const MAX_SYNTAXES: usize = 8;

/// What to do where a machine has too many of them.
const PART: &str = "describe a part of the machine as another one";

/// A set of architectures: bit n is the n-th in the order of the header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct ArchSet(pub u32);

impl ArchSet {
    /// Whether it holds architecture `arch`.
    #[inline]
    pub fn contains(self, arch: usize) -> bool {
        self.0 >> arch & 1 == 1
    }

    /// The architectures for which there is something.
    pub fn of<T>(by_arch: &[Option<T>]) -> ArchSet {
        let there = by_arch.iter().enumerate().filter(|(_, it)| it.is_some());
        ArchSet(there.fold(0, |bits, (arch, _)| bits | 1 << arch))
    }

    /// What both hold.
    #[must_use]
    pub fn and(self, other: ArchSet) -> ArchSet {
        ArchSet(self.0 & other.0)
    }

    /// Whether it holds none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its members, oldest first.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..MAX_ARCHS).filter(move |&arch| self.contains(arch))
    }
}

/// The resolved header.
#[derive(Debug, Clone, Default)]
pub struct Machine {
    /// Name.
    pub name: String,
    /// Title.
    pub title: String,
    /// Bits of a code unit.
    pub word_bits: u32,
    /// Byte order within a code unit.
    pub big_endian: bool,
    /// Architectures, oldest first.
    pub archs: Vec<Arch>,
    /// The header names more architectures than a machine can have: names
    /// that are not known may be among those left out.
    pub incomplete: bool,
    /// Processors, by architecture.
    pub processors: Vec<Processor>,
    /// Features.
    pub features: Vec<ast::Name>,
    /// The features that code may be made without, a bit each.
    pub optional: u32,
    /// Syntaxes; the first is the default.
    pub syntaxes: Vec<Syntax>,
}

/// An architecture.
#[derive(Debug, Clone)]
pub struct Arch {
    /// Name.
    pub name: ast::Name,
    /// Title, or its name again.
    pub title: String,
}

/// A processor.
#[derive(Debug, Clone)]
pub struct Processor {
    /// Name.
    pub name: ast::Name,
    /// Its architecture.
    pub arch: usize,
    /// Bit set of features.
    pub features: u32,
}

/// A syntax.
#[derive(Debug, Clone, Default)]
#[allow(clippy::struct_excessive_bools)]
pub struct Syntax {
    /// Name.
    pub name: String,
    /// Architectures whose instructions can be written in it.
    pub archs: ArchSet,
    /// Comment leaders.
    pub comments: Vec<String>,
    /// Separator of statements.
    pub separator: String,
    /// Registers and modifiers in any case.
    pub any_case: bool,
    /// Commas between operands may be left out; one may stand before a
    /// modifier, or behind the last word.
    pub loose_commas: bool,
    /// Prefix that clears a flag.
    pub negation: String,
    /// `glc:0` is understood.
    pub valued_flags: bool,
    /// `[v1,v2]` is understood.
    pub register_lists: bool,
    /// `vcc[0]` is understood.
    pub register_parts: bool,
    /// `op_sel:3` is understood.
    pub list_numbers: bool,
    /// `1.5h` is understood.
    pub float_types: bool,
    /// A word among the modifiers that stands for a suffix; empty if there is none.
    pub suffix_word: String,
    /// That suffix.
    pub suffix: String,
    /// What makes a literal of a constant, `lit` in `lit(1)`.
    pub literal: String,
    /// A suffix that says nothing where an encoding has none of its own.
    pub bare_suffix: String,
    /// Suffixes that say there how many bits the instruction has: the number at the end.
    pub size_suffixes: Vec<String>,
    /// Behind the word of a member of a list: a number that is too large is the largest.
    pub saturating: String,
    /// Numbers within words have no zeros before them.
    pub plain_digits: bool,
    /// So many elements a list may have in text, whatever its own are; 0 for those alone.
    pub list_length: u8,
}

impl Machine {
    /// All architectures.
    pub fn all(&self) -> ArchSet {
        ArchSet(((1_u64 << self.archs.len()) - 1) as u32)
    }

    /// The architecture of that name.
    pub fn arch(&self, name: &str) -> Option<usize> {
        self.archs.iter().position(|arch| arch.name.text == name)
    }

    /// The syntax of that name.
    pub fn syntax(&self, name: &str) -> Option<usize> {
        self.syntaxes.iter().position(|syntax| syntax.name == name)
    }

    /// The names of a set, for messages.
    pub fn names(&self, set: ArchSet) -> String {
        let names: Vec<&str> = set
            .iter()
            .map(|arch| self.archs[arch].name.text.as_str())
            .collect();
        names.join(", ")
    }

    /// " on gcn1.4" for a part of some architectures, nothing for all of them.
    pub fn on(&self, part: ArchSet, of: ArchSet) -> String {
        if part == of {
            String::new()
        } else {
            format!(" on {}", self.names(part))
        }
    }

    /// The architectures of an `@` clause; all without one, and after an
    /// error, so that what depends on the set is not reported as well.
    pub fn resolve(&self, at: Option<&ast::At>, diagnostics: &mut Vec<Diagnostic>) -> ArchSet {
        self.resolve_known(at, diagnostics)
            .unwrap_or_else(|| self.all())
    }

    /// The architectures of an `@` clause; `None` after an error.
    pub fn resolve_known(
        &self,
        at: Option<&ast::At>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<ArchSet> {
        let Some(at) = at else {
            return Some(self.all());
        };
        let mut set = ArchSet(0);
        let mut known = true;
        for range in &at.ranges {
            let mut end = |name: &Option<ast::Name>, otherwise: usize| match name {
                None => Some(otherwise),
                Some(name) => self.arch_or_report(name, diagnostics),
            };
            let from = end(&range.from, 0);
            let to = end(&range.to, self.archs.len().saturating_sub(1));
            match (from, to) {
                (Some(from), Some(to)) => (from..=to).for_each(|arch| set.0 |= 1 << arch),
                _ => known = false,
            }
        }
        if !known {
            return None;
        }
        if set.is_empty() {
            let message = "this range holds no architecture";
            diagnostics.push(
                Diagnostic::new(Code::EmptyRange, at.span, message)
                    .help(format!("the order is {}", self.names(self.all()))),
            );
            return None;
        }
        Some(set)
    }

    /// The architecture of a name, or an error.
    pub fn arch_or_report(
        &self,
        name: &ast::Name,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<usize> {
        let found = self.arch(&name.text);
        if found.is_none() && !self.incomplete {
            let names = self.archs.iter().map(|arch| arch.name.text.as_str());
            let message = format!("no architecture is called `{}`", name.text);
            let mut error = Diagnostic::new(Code::Unknown, name.span, message);
            error.help = did_you_mean(&name.text, names)
                .or_else(|| Some(format!("known are {}", self.names(self.all()))));
            diagnostics.push(error);
        }
        found
    }

    /// The syntax of a name, or an error.
    pub fn syntax_or_report(
        &self,
        name: &ast::Name,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<usize> {
        let found = self.syntax(&name.text);
        if found.is_none() {
            let message = format!("no syntax is called `{}`", name.text);
            let mut error = Diagnostic::new(Code::Unknown, name.span, message);
            let names: Vec<&str> = self.syntaxes.iter().map(|it| it.name.as_str()).collect();
            error.help = did_you_mean(&name.text, names.iter().copied())
                .or_else(|| Some(format!("known are {}", names.join(", "))));
            diagnostics.push(error);
        }
        found
    }
}

/// The `isa` item of a description.
pub fn resolve(file: &ast::File, diagnostics: &mut Vec<Diagnostic>) -> Option<Machine> {
    let mut headers = file.items.iter().filter_map(|item| match &item.kind {
        ast::ItemKind::Isa(isa) => Some((isa, item.span)),
        _ => None,
    });
    let Some((isa, _)) = headers.next() else {
        if let Some(first) = file.items.first() {
            let message = "no `isa` item says which machine this is";
            diagnostics.push(
                Diagnostic::new(Code::IsaHeader, first.span.part(0, 1), message)
                    .help("begin with `isa name \"title\" { word 32 little; arch … }`"),
            );
        }
        return None;
    };
    for (second, _) in headers {
        diagnostics.push(
            Diagnostic::new(Code::IsaHeader, second.name.span, "a second `isa` item")
                .also(isa.name.span, "the first is here"),
        );
    }
    Some(header(isa, diagnostics))
}

fn header(isa: &ast::Isa, diagnostics: &mut Vec<Diagnostic>) -> Machine {
    let mut machine = Machine {
        name: isa.name.text.clone(),
        title: isa.title.text.clone(),
        word_bits: 8,
        ..Machine::default()
    };
    match isa.words.as_slice() {
        [] => {}
        [(bits, little), rest @ ..] => {
            if matches!(bits.value, 8 | 16 | 32 | 64) {
                machine.word_bits = bits.value as u32;
            } else {
                let message = format!("a code unit of {} bits", bits.value);
                diagnostics.push(
                    Diagnostic::new(Code::OutOfRange, bits.span, message)
                        .label("expected 8, 16, 32 or 64"),
                );
            }
            machine.big_endian = !little;
            for (second, _) in rest {
                diagnostics.push(
                    Diagnostic::new(Code::Duplicate, second.span, "`word` is given twice")
                        .also(bits.span, "first here"),
                );
            }
        }
    }
    if isa.archs.is_empty() || isa.archs.len() > MAX_ARCHS {
        let message = format!(
            "a machine has 1 to {MAX_ARCHS} architectures, not {}",
            isa.archs.len()
        );
        let help = match isa.archs.len() {
            0 => "write `arch name { processor … }` for each, oldest first",
            _ => PART,
        };
        diagnostics.push(Diagnostic::new(Code::OutOfRange, isa.name.span, message).help(help));
    }
    machine.incomplete = isa.archs.len() > MAX_ARCHS || isa.archs.is_empty();
    let mut processors: SortedMap<&str, (usize, &ast::Name)> = SortedMap::new();
    for arch in isa.archs.iter().take(MAX_ARCHS) {
        if let Some(first) = machine
            .archs
            .iter()
            .find(|other| other.name.text == arch.name.text)
        {
            diagnostics.push(duplicate("architecture", &arch.name, &first.name));
            continue;
        }
        let index = machine.archs.len();
        machine.archs.push(Arch {
            name: arch.name.clone(),
            title: arch.title.as_ref().unwrap_or(&arch.name).text.clone(),
        });
        for name in &arch.processors {
            if let Some((_, first)) = processors.get(name.text.as_str()) {
                diagnostics.push(duplicate("processor", name, first));
                continue;
            }
            processors.insert(&name.text, (machine.processors.len(), name));
            machine.processors.push(Processor {
                name: name.clone(),
                arch: index,
                features: 0,
            });
        }
    }
    for feature in &isa.features {
        if let Some(first) = machine
            .features
            .iter()
            .find(|other| other.text == feature.name.text)
        {
            diagnostics.push(duplicate("feature", &feature.name, first));
            continue;
        }
        let bit = machine.features.len();
        if bit >= MAX_FEATURES {
            let message = format!(
                "a machine has at most {MAX_FEATURES} features, not {}",
                isa.features.len()
            );
            diagnostics
                .push(Diagnostic::new(Code::OutOfRange, feature.name.span, message).help(PART));
            break;
        }
        machine.features.push(feature.name.clone());
        machine.optional |= u32::from(feature.optional) << bit;
        if feature.at.is_some() {
            let archs = machine.resolve_known(feature.at.as_ref(), diagnostics);
            let everywhere = archs.unwrap_or_default();
            for processor in &mut machine.processors {
                processor.features |= u32::from(everywhere.contains(processor.arch)) << bit;
            }
        }
        for name in &feature.processors {
            match processors.get(name.text.as_str()) {
                Some((index, _)) => machine.processors[*index].features |= 1 << bit,
                None if machine.incomplete => {}
                None => {
                    let message = format!("no processor is called `{}`", name.text);
                    let mut error = Diagnostic::new(Code::Unknown, name.span, message);
                    error.help = did_you_mean(&name.text, processors.keys().copied());
                    diagnostics.push(error);
                }
            }
        }
    }
    for syntax in &isa.syntaxes {
        resolve_syntax(syntax, isa, &mut machine, diagnostics);
    }
    if machine.syntaxes.is_empty() {
        diagnostics.push(
            Diagnostic::new(Code::NoSyntax, isa.name.span, "the machine has no syntax")
                .help("write `syntax name { comment \"//\"; }`"),
        );
    }
    machine
}

fn resolve_syntax(
    syntax: &ast::Syntax,
    isa: &ast::Isa,
    machine: &mut Machine,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if machine.syntax(&syntax.name.text).is_some() {
        let named = |other: &&ast::Syntax| other.name.text == syntax.name.text;
        if let Some(first) = isa.syntaxes.iter().find(named) {
            diagnostics.push(duplicate("syntax", &syntax.name, &first.name));
        }
        return;
    }
    if machine.syntaxes.len() >= MAX_SYNTAXES {
        let message = format!(
            "a machine has at most {MAX_SYNTAXES} syntaxes, not {}",
            isa.syntaxes.len()
        );
        diagnostics.push(Diagnostic::new(Code::OutOfRange, syntax.name.span, message).help(PART));
        return;
    }
    let mut resolved = Syntax {
        name: syntax.name.text.clone(),
        archs: machine.resolve(syntax.at.as_ref(), diagnostics),
        ..Syntax::default()
    };
    for (word, strings) in &syntax.lexical {
        let texts = || strings.iter().map(|string| string.text.clone());
        let expected = match word.text.as_str() {
            "comment" => {
                resolved.comments.extend(texts());
                (1, usize::MAX)
            }
            "separator" => {
                resolved.separator = texts().collect();
                (1, 1)
            }
            "negation" => {
                resolved.negation = texts().collect();
                (1, 1)
            }
            "literal" => {
                resolved.literal = texts().collect();
                (1, 1)
            }
            "bare_suffix" => {
                resolved.bare_suffix = texts().collect();
                (1, 1)
            }
            "saturating" => {
                resolved.saturating = texts().collect();
                (1, 1)
            }
            "plain_digits" => {
                resolved.plain_digits = true;
                (0, 0)
            }
            "size_suffixes" => {
                resolved.size_suffixes.extend(texts());
                for suffix in strings
                    .iter()
                    .filter(|it| digits_at_end(&it.text).is_none())
                {
                    let message = "a suffix of `size_suffixes` ends with a number of bits";
                    let error = Diagnostic::new(Code::Unexpected, suffix.span, message);
                    diagnostics.push(error.help("write it as `\"_e64\"`"));
                }
                (1, usize::MAX)
            }
            "list_length" => {
                let length = strings.first().and_then(|it| it.text.parse().ok());
                let length = length.filter(|length| (1..=MAX_LIST).contains(length));
                match (length, strings.first()) {
                    (Some(length), _) => resolved.list_length = length as u8,
                    (None, Some(string)) => {
                        let message = format!("`list_length` takes a number from 1 to {MAX_LIST}");
                        diagnostics.push(Diagnostic::new(Code::Unexpected, string.span, message));
                    }
                    (None, None) => {}
                }
                (1, 1)
            }
            "any_case" => {
                resolved.any_case = true;
                (0, 0)
            }
            "loose_commas" => {
                resolved.loose_commas = true;
                (0, 0)
            }
            "valued_flags" => {
                resolved.valued_flags = true;
                (0, 0)
            }
            "register_lists" => {
                resolved.register_lists = true;
                (0, 0)
            }
            "register_parts" => {
                resolved.register_parts = true;
                (0, 0)
            }
            "list_numbers" => {
                resolved.list_numbers = true;
                (0, 0)
            }
            "float_types" => {
                resolved.float_types = true;
                (0, 0)
            }
            "suffix_word" => {
                let mut texts = texts();
                resolved.suffix_word = texts.next().unwrap_or_default();
                resolved.suffix = texts.next().unwrap_or_default();
                (2, 2)
            }
            _ => {
                let known = [
                    "comment",
                    "separator",
                    "negation",
                    "literal",
                    "any_case",
                    "loose_commas",
                    "valued_flags",
                    "register_lists",
                    "register_parts",
                    "list_numbers",
                    "float_types",
                    "suffix_word",
                    "bare_suffix",
                    "size_suffixes",
                    "list_length",
                    "saturating",
                    "plain_digits",
                ];
                let message = format!("a syntax has no property `{}`", word.text);
                let mut error = Diagnostic::new(Code::Unknown, word.span, message);
                error.help = did_you_mean(&word.text, known)
                    .or_else(|| Some(format!("known are {}", known.join(", "))));
                diagnostics.push(error);
                continue;
            }
        };
        if strings.len() < expected.0 || strings.len() > expected.1 {
            let message = format!(
                "`{}` takes {}, found {}",
                word.text,
                match expected {
                    (0, 0) => "no string",
                    (1, 1) => "one string",
                    (2, 2) => "two strings",
                    _ => "one string or more",
                },
                strings.len()
            );
            diagnostics.push(Diagnostic::new(Code::Unexpected, word.span, message));
        }
        if let Some(empty) = strings.iter().find(|string| string.text.trim().is_empty()) {
            let message = format!("`{}` needs text here", word.text);
            diagnostics.push(Diagnostic::new(Code::Unexpected, empty.span, message));
        }
    }
    machine.syntaxes.push(resolved);
}

/// "declared twice".
pub fn duplicate(what: &str, second: &ast::Name, first: &ast::Name) -> Diagnostic {
    Diagnostic::new(
        Code::Duplicate,
        second.span,
        format!("{what} `{}` is declared twice", second.text),
    )
    .label("again here")
    .also(first.span, "first here")
}

/// The number that digits at the end of a text are, as long as a size in bits may be.
fn digits_at_end(text: &str) -> Option<u16> {
    let stem = text.trim_end_matches(|it: char| it.is_ascii_digit());
    text[stem.len()..].parse().ok()
}
