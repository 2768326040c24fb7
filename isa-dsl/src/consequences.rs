//! Errors that are only the shadow of another one.
//!
//! What does not parse is left out of the tree, so names that it declares are
//! missing, and so are bits that it covers. Such errors say nothing new: they
//! are held back until the text parses. All others are reported at once.

use crate::sorted::{SortedMap, SortedSet};

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Sources, Span};

/// The parts of the text that are not in the tree, or not whole.
pub struct Broken<'a> {
    sources: &'a Sources,
    /// A whole file is missing: any name may have been in it.
    file: bool,
    /// Items with an error of syntax.
    items: Vec<Span>,
    /// The words in them.
    words: SortedSet<&'a str>,
}

impl<'a> Broken<'a> {
    /// What errors of reading and parsing broke.
    pub fn new(sources: &'a Sources, errors: &[Diagnostic]) -> Broken<'a> {
        let mut broken = Broken {
            sources,
            file: false,
            items: Vec::new(),
            words: SortedSet::new(),
        };
        let mut starts: SortedMap<u32, Vec<usize>> = SortedMap::new();
        for error in errors {
            let place = error.primary.0;
            match error.code {
                Code::Unreadable | Code::NotText | Code::IncludeCycle => broken.file = true,
                // Included twice, or reasons that are none: nothing is missing.
                Code::Duplicate | Code::OpUnknown | Code::OpArguments => {}
                _ => {
                    let known = broken.items.iter().any(|item| contains(*item, place));
                    if !known {
                        let starts = starts
                            .entry(place.file)
                            .or_insert_with(|| item_starts(sources, place.file));
                        broken.item(place, starts);
                    }
                }
            }
        }
        broken
    }

    /// Adds the item around a place; `starts` are those of its file.
    fn item(&mut self, place: Span, starts: &[usize]) {
        let Some(file) = self.sources.files.get(place.file as usize) else {
            return;
        };
        let next = starts.partition_point(|start| *start <= place.start as usize);
        let start = next.checked_sub(1).map_or(0, |index| starts[index]);
        let end = starts.get(next).copied().unwrap_or(file.text.len());
        self.items.push(Span {
            file: place.file,
            start: start as u32,
            end: end as u32,
        });
        let words = file.text.get(start..end).unwrap_or_default();
        let words = words.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.');
        self.words.extend(words.filter(|word| !word.is_empty()));
    }

    /// The words of what is broken.
    pub fn words(&self) -> impl Iterator<Item = &'a str> {
        self.words.iter().copied()
    }

    /// Whether a word, in small letters, is among them, or may be.
    pub fn has_word(&self, small: &str) -> bool {
        let is_same = |word: &&str| word.eq_ignore_ascii_case(small);
        self.file || self.words.iter().any(is_same)
    }

    /// Whether an error may be no more than a consequence.
    pub fn explains(&self, error: &Diagnostic) -> bool {
        if self.items.is_empty() && !self.file {
            return false;
        }
        let primary = error.primary.0;
        let places = || {
            let others = error.secondary.iter().map(|(span, _)| *span);
            others.chain([primary])
        };
        let inside = || places().any(|place| self.items.iter().any(|it| contains(*it, place)));
        let said = |span: Span| self.file || self.words.contains(self.text(span));
        match error.code {
            Code::Unknown
            | Code::OpUnknown
            | Code::NoField
            | Code::UnknownPlaceholder
            | Code::BadDependency
            | Code::BadExpression => said(primary) || inside(),
            // What uses it may be what is broken.
            Code::Unused => self.file || said(primary),
            Code::FieldNotUsed => self.file || inside() || places().any(said),
            // An operation may lack what it would have done.
            Code::OpEffect => inside() || said(primary) || self.words.contains("operation"),
            Code::IsaHeader => self.file || self.words.contains("isa"),
            Code::BitGap
            | Code::Lint
            | Code::BadLint
            | Code::NoSyntax
            | Code::NoOpcode
            | Code::OperandUnspoken
            | Code::OpcodeColumns
            | Code::OutOfRange
            | Code::OpPlace
            | Code::BadSwitch => inside(),
            // Registers and groups may be among what is missing.
            Code::BadWidth | Code::RegisterClash => self.file || self.words.contains("registers"),
            _ => false,
        }
    }

    fn text(&self, span: Span) -> &'a str {
        let file = self.sources.files.get(span.file as usize);
        let text = file.map_or("", |file| file.text.as_str());
        let text = text.get(span.start as usize..span.end as usize);
        text.unwrap_or_default().trim_matches('"')
    }
}

/// Where the items of a file begin: lines that begin with a letter.
fn item_starts(sources: &Sources, file: u32) -> Vec<usize> {
    let file = sources.files.get(file as usize);
    let mut starts = Vec::new();
    let mut at = 0;
    for line in file
        .map_or("", |file| file.text.as_str())
        .split_inclusive('\n')
    {
        if line.starts_with(|c: char| c.is_ascii_alphabetic()) {
            starts.push(at);
        }
        at += line.len();
    }
    starts
}

fn contains(item: Span, place: Span) -> bool {
    item.file == place.file && item.start <= place.start && place.start < item.end
}
