//! The texts that are read: files, and what macros become.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::rc::Rc;

use crate::object::Location;

/// What a text says: somebody's who keeps it, or its own.
pub type Content = Rc<Cow<'static, str>>;

/// A text that is read.
#[derive(Debug, Clone)]
pub struct Text {
    /// A file's name, or that of a macro.
    pub name: Rc<str>,
    /// All of it.
    pub text: Content,
    /// Why it is read; `None` for the first one.
    pub origin: Option<Origin>,
    /// Where its lines begin, once somebody asks.
    lines: OnceCell<Vec<u32>>,
}

impl Text {
    pub(super) fn new(name: Rc<str>, text: Content, origin: Option<Origin>) -> Text {
        Text {
            name,
            text,
            origin,
            lines: OnceCell::new(),
        }
    }

    /// The line of a byte, from 1, and where it begins.
    fn line(&self, at: u32) -> (usize, u32) {
        let lines = self.lines.get_or_init(|| {
            let ends = memchr::memchr_iter(b'\n', self.text.as_bytes());
            ends.map(|end| end as u32 + 1).collect()
        });
        let before = lines.partition_point(|start| *start <= at);
        let start = before.checked_sub(1).map_or(0, |line| lines[line]);
        (1 + before, start)
    }
}

/// Why a text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// The statement that asks for it.
    pub location: Location,
    /// What kind of statement that is.
    pub kind: OriginKind,
}

/// What asks for a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OriginKind {
    /// `.include`
    Include,
    /// A macro's name.
    Macro,
    /// `.irp`, `.irpc`
    Repetition,
}

/// All texts of an assembly, by number.
#[derive(Debug, Clone, Default)]
pub struct Texts {
    all: Vec<Text>,
    /// The texts from this number on are in nobody's location.
    referenced: usize,
}

impl Texts {
    /// Adds a text; gives its number.
    pub(super) fn add(&mut self, text: Text) -> u32 {
        self.all.push(text);
        (self.all.len() - 1) as u32
    }

    /// Forgets a text, if no location names it and it is the last; gives what it was.
    pub(super) fn forget(&mut self, number: u32) -> Option<Content> {
        let number = number as usize;
        let may = number >= self.referenced && number + 1 == self.all.len();
        let text = self.all.pop_if(|_| may)?;
        Some(text.text)
    }

    /// Gives a text of a number another content: more of it was written.
    #[inline]
    pub(super) fn set(&mut self, number: u32, content: Content) {
        let text = &mut self.all[number as usize];
        text.lines.take();
        text.text = content;
    }

    /// How many texts are kept.
    pub(super) fn keeps(&self) -> usize {
        self.referenced
    }

    /// Keeps no more than that again.
    pub(super) fn keep_only(&mut self, count: usize) {
        self.referenced = count;
    }

    /// Keeps the text of a location.
    pub(super) fn keep(&mut self, location: Location) {
        self.referenced = self.referenced.max(location.text as usize + 1);
    }

    /// The text that a location is in.
    pub fn get(&self, location: Location) -> Option<&Text> {
        self.all.get(location.text as usize)
    }

    /// What a location covers; empty if it is in no text.
    pub fn slice(&self, location: Location) -> &str {
        let text = self.get(location);
        let range = location.start as usize..location.end as usize;
        text.and_then(|text| text.text.get(range)).unwrap_or("")
    }

    /// The place in the first text that a location comes from.
    pub fn outermost(&self, mut location: Location) -> Location {
        while let Some(origin) = self.get(location).and_then(|text| text.origin) {
            location = origin.location;
        }
        location
    }

    /// Why a location is read: the nearest reason first.
    pub fn trace(&self, location: Location) -> impl Iterator<Item = (&Text, Origin)> {
        let mut location = location;
        std::iter::from_fn(move || {
            let text = self.get(location)?;
            let origin = text.origin?;
            location = origin.location;
            Some((text, origin))
        })
    }

    /// The line of a location in its text, from 1.
    pub fn line(&self, location: Location) -> usize {
        self.get(location)
            .map_or(1, |text| text.line(location.start).0)
    }

    /// The byte of a location in its line, from 1.
    pub fn column(&self, location: Location) -> usize {
        self.get(location).map_or(1, |text| {
            let (_, start) = text.line(location.start);
            1 + (location.start - start) as usize
        })
    }
}
