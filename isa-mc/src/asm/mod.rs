//! Files of statements: labels, instructions, comments, data.
//!
//! [`assemble`] reads a whole source and calls back for every label,
//! instruction, piece of data and error, in the order of the text:
//!
//! ```
//! # #[cfg(feature = "gcn")] {
//! use isa_mc::asm::{self, Item};
//! use isa_mc::gcn::{self, syntax};
//!
//! let target = gcn::target("gfx900").unwrap();
//! let source = b"start: // a label\n  flat_load_dword v1, v[2:3] glc\n  .long 1, 2\n";
//! let mut code = Vec::new();
//! asm::assemble(&target, syntax::LLVM, source, |event| match event.item {
//!     Item::Label(_) => {}
//!     Item::Instruction { bytes, .. } | Item::Data { bytes, .. } => code.extend_from_slice(bytes),
//!     Item::Error(error) => panic!("line {}: {error}", event.line),
//! });
//! assert_eq!(code.len(), 16);
//! # }
//! ```
//!
//! A branch may name a label of the same file, before it or behind it: the first
//! that does makes the assembler look through all of the file for the sizes of
//! its statements. Labels of digits only cannot be named yet.
//!
//! Comments and separators are those of the syntax; `/* */` is a comment in
//! every syntax, also over lines, and stands for a space. The directives are
//! `.byte`, `.short` (`.half`, `.2byte`), `.long` (`.int`, `.4byte`) and
//! `.quad` (`.8byte`) with constant expressions; every other is an error,
//! because leaving one out silently could change the code.

mod data;
mod error;
mod scan;

pub use error::{Code, Error};

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use crate::{Inst, ParseError, Symbols, SyntaxId, Target, TargetMachine};
use error::Detail;
use scan::{Found, Scanner};

/// Something that a source says, and where.
#[derive(Debug, Clone)]
pub struct Event<'a, I = Inst> {
    /// Line of the statement's first character, from 1.
    pub line: usize,
    /// Offset of that character in the source, in bytes.
    pub offset: usize,
    /// What it says.
    pub item: Item<'a, I>,
}

/// What a source says; `I` is [`Inst`] or [`StreamInst`](crate::StreamInst).
#[derive(Debug, Clone)]
pub enum Item<'a, I = Inst> {
    /// A label. Names of digits only (`1:`) may occur again.
    Label(&'a str),
    /// An instruction.
    Instruction {
        /// In memory.
        inst: I,
        /// Its encoding.
        bytes: &'a [u8],
    },
    /// Values of a data directive.
    Data {
        /// Bytes of a value: 1, 2, 4 or 8.
        unit: usize,
        /// The values in the machine's byte order; a multiple of `unit`.
        bytes: &'a [u8],
    },
    /// A statement that is refused. The next one is not affected.
    Error(Error<'a>),
}

/// Reads a source and reports what it says.
///
/// `source` should be UTF-8; a byte order mark is skipped, and a line with
/// bytes that are no text is an error. No input makes it panic. The source is
/// copied only if it is not UTF-8; beyond that, memory grows with the labels.
pub fn assemble<'t, T: TargetMachine<'t>>(
    target: &T,
    syntax: SyntaxId,
    source: &[u8],
    on_event: impl FnMut(Event<'_, T::Inst>),
) {
    let (text, bad) = as_text(source);
    let assembler = Assembler {
        target,
        machine: target.target(),
        syntax,
        source: &text,
        on_event,
        labels: HashMap::new(),
        addresses: Addresses::Unknown,
        address: 0,
        data: Vec::new(),
    };
    assembler.run(bad);
}

/// Where labels are.
enum Addresses {
    /// Nothing has asked yet.
    Unknown,
    /// They are being found out: any distance will do.
    Sought,
    /// In bytes from the start of the code.
    Known(HashMap<String, u64>),
}

/// The addresses of all labels of a source: the sizes of its statements do not
/// depend on them.
fn addresses<'t, T: TargetMachine<'t>>(
    target: &T,
    syntax: SyntaxId,
    source: &str,
) -> HashMap<String, u64> {
    let mut all = HashMap::new();
    let mut address = 0;
    let on_event: &mut dyn FnMut(Event<'_, T::Inst>) = &mut |event| match event.item {
        Item::Label(name) => {
            all.entry(name.to_owned()).or_insert(address);
        }
        Item::Instruction { bytes, .. } | Item::Data { bytes, .. } => {
            address += bytes.len() as u64;
        }
        Item::Error(_) => {}
    };
    let assembler = Assembler {
        target,
        machine: target.target(),
        syntax,
        source,
        on_event,
        labels: HashMap::new(),
        addresses: Addresses::Sought,
        address: 0,
        data: Vec::new(),
    };
    assembler.run(Vec::new());
    all
}

/// What a statement may name.
struct Labels<'a> {
    addresses: &'a Addresses,
    /// Address of the statement.
    here: u64,
    /// A label was asked for.
    asked: Cell<bool>,
}

impl Symbols for Labels<'_> {
    fn value(&self, _: &str) -> Option<i64> {
        None
    }

    fn distance(&self, name: &str) -> Option<i64> {
        self.asked.set(true);
        match self.addresses {
            Addresses::Unknown => None,
            Addresses::Sought => Some(0),
            Addresses::Known(all) => Some(all.get(name)?.wrapping_sub(self.here).cast_signed()),
        }
    }
}

/// A byte that is no text.
struct Bad {
    at: usize,
    line: usize,
    byte: u8,
}

/// The source as text of the same length, and the first byte of every line
/// that is not part of one.
fn as_text(source: &[u8]) -> (Cow<'_, str>, Vec<Bad>) {
    if let Ok(text) = str::from_utf8(source) {
        return (Cow::Borrowed(text), Vec::new());
    }
    let mut text = String::with_capacity(source.len());
    let mut bad: Vec<Bad> = Vec::new();
    let mut line = 1;
    for chunk in source.utf8_chunks() {
        text.push_str(chunk.valid());
        line += chunk.valid().matches('\n').count();
        let Some(&byte) = chunk.invalid().first() else {
            continue;
        };
        if bad.last().is_none_or(|last| last.line != line) {
            let at = text.len();
            bad.push(Bad { at, line, byte });
        }
        for _ in chunk.invalid() {
            text.push('\u{1a}');
        }
    }
    (Cow::Owned(text), bad)
}

struct Assembler<'a, 't, T, F> {
    target: &'a T,
    /// The machine of `target`, for messages.
    machine: Target<'t>,
    syntax: SyntaxId,
    /// All of the text.
    source: &'a str,
    on_event: F,
    /// Line of every label.
    labels: HashMap<String, usize>,
    addresses: Addresses,
    /// Bytes of code so far.
    address: u64,
    /// Values of one directive; kept for its memory.
    data: Vec<u8>,
}

impl<'t, T: TargetMachine<'t>, F: FnMut(Event<'_, T::Inst>)> Assembler<'_, 't, T, F> {
    /// Goes through the source; `bad` are the lines that are no text.
    fn run(mut self, bad: Vec<Bad>) {
        let source = self.source;
        let mut scanner = Scanner::new(self.target.tables(), self.syntax, source);
        let mut bad = bad.into_iter().peekable();
        while let Some(found) = scanner.next() {
            while let Some(place) = bad.next_if(|bad| bad.at < found.start) {
                self.not_text(&place);
            }
            // Bytes that are no text spoil their line, wherever they stand.
            if let Some(place) = bad.next_if(|bad| bad.at < scanner.position()) {
                self.not_text(&place);
                while bad.next_if(|bad| bad.at < scanner.position()).is_some() {}
                continue;
            }
            self.statement(&scanner, &found);
        }
        for place in bad {
            self.not_text(&place);
        }
        if let Some((line, start)) = scanner.unclosed_comment() {
            self.error(
                &Found::at(start, line),
                Code::UnclosedComment,
                start..start + 2,
                Detail::None,
            );
        }
    }

    /// The instruction that a statement means. Where labels lie is found out for
    /// the first statement that names one.
    fn parse(&mut self, text: &str) -> Result<T::Inst, ParseError> {
        let labels = Labels {
            addresses: &self.addresses,
            here: self.address,
            asked: Cell::new(false),
        };
        let parsed = self.target.parse_with(text, self.syntax, &labels);
        let unknown = matches!(self.addresses, Addresses::Unknown);
        if parsed.is_ok() || !unknown || !labels.asked.get() {
            return parsed;
        }
        self.addresses = Addresses::Known(addresses(self.target, self.syntax, self.source));
        let labels = Labels {
            addresses: &self.addresses,
            here: self.address,
            asked: Cell::new(true),
        };
        self.target.parse_with(text, self.syntax, &labels)
    }

    fn event(&mut self, found: &Found, item: Item<'_, T::Inst>) {
        if let Item::Instruction { bytes, .. } | Item::Data { bytes, .. } = &item {
            self.address += bytes.len() as u64;
        }
        (self.on_event)(Event {
            line: found.line,
            offset: found.start,
            item,
        });
    }

    fn error(&mut self, found: &Found, code: Code, span: Range<usize>, detail: Detail<'_>) {
        self.event(found, Item::Error(Error { code, span, detail }));
    }

    fn not_text(&mut self, bad: &Bad) {
        let found = Found::at(bad.at, bad.line);
        let detail = Detail::Byte(bad.byte);
        self.error(&found, Code::NotText, bad.at..bad.at + 1, detail);
    }

    /// A statement: labels, then an instruction, a directive or nothing.
    fn statement(&mut self, scanner: &Scanner<'_>, found: &Found) {
        let mut text = scanner.text(found);
        // Bytes of labels before `text`.
        let mut skipped = 0;
        let mut head = Head::new(text);
        while head.next == b':' && head.is_label(text) {
            let place = scanner.place(found, skipped)..scanner.place(found, skipped + head.end);
            self.label(found, &text[..head.end], place);
            let rest = text[head.next_at + 1..].trim_ascii_start();
            skipped += text.len() - rest.len();
            text = rest;
            head = Head::new(text);
        }
        let place = |from: usize, to: usize| {
            let start = scanner.place(found, skipped + from);
            start..scanner.place(found, skipped + to).max(start)
        };
        if text.is_empty() {
            return;
        }
        if head.next == b'=' && head.end != 0 {
            let detail = Detail::Name(&text[..head.end]);
            return self.error(found, Code::Assignment, place(0, head.end), detail);
        }
        if text.starts_with('.') {
            let mut bytes = std::mem::take(&mut self.data);
            bytes.clear();
            match data::directive(&self.machine, self.syntax, text, &mut bytes) {
                Ok(unit) => self.event(
                    found,
                    Item::Data {
                        unit,
                        bytes: &bytes,
                    },
                ),
                Err((code, span, detail)) => {
                    self.error(found, code, place(span.start, span.end), detail);
                }
            }
            self.data = bytes;
            return;
        }
        match self.parse(text) {
            Ok(inst) => {
                let mut buffer = T::buffer();
                match self.target.encode(inst, buffer.as_mut()) {
                    Ok(size) => {
                        let bytes = &buffer.as_ref()[..size];
                        self.event(found, Item::Instruction { inst, bytes });
                    }
                    Err(error) => {
                        let detail = Detail::Encode(error, self.machine.tables());
                        self.error(found, Code::NotEncodable, place(0, text.len()), detail);
                    }
                }
            }
            Err(error) => {
                let span = place(error.span.start as usize, error.span.end as usize);
                let code = Code::of_statement(&error.kind);
                let message = error.display(self.machine, self.syntax, text);
                self.error(found, code, span, Detail::Statement(message));
            }
        }
    }

    fn label(&mut self, found: &Found, name: &str, place: Range<usize>) {
        if name.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.event(found, Item::Label(name));
        }
        let first = match self.labels.entry(name.to_string()) {
            Entry::Vacant(entry) => {
                entry.insert(found.line);
                return self.event(found, Item::Label(name));
            }
            Entry::Occupied(entry) => *entry.get(),
        };
        let detail = Detail::Label { name, first };
        self.error(found, Code::DuplicateLabel, place, detail);
    }
}

/// The name at the front of a statement, and what comes behind it: that tells
/// labels and assignments from everything else.
struct Head {
    /// Where the name ends; 0 if there is none.
    end: usize,
    /// The first byte behind it that is no white space; 0 at the end.
    next: u8,
    /// Where that byte stands.
    next_at: usize,
}

impl Head {
    #[inline]
    fn new(text: &str) -> Head {
        let bytes = text.as_bytes();
        let end = name_end(bytes);
        let mut next_at = end;
        while bytes.get(next_at).is_some_and(u8::is_ascii_whitespace) {
            next_at += 1;
        }
        let next = bytes.get(next_at).copied().unwrap_or(0);
        Head { end, next, next_at }
    }

    /// Names of labels begin with a digit only if they are a number.
    fn is_label(&self, text: &str) -> bool {
        let name = &text.as_bytes()[..self.end];
        match name.first() {
            Some(first) if first.is_ascii_digit() => name.iter().all(u8::is_ascii_digit),
            first => first.is_some(),
        }
    }
}

/// Where the name at the front of a text ends; 0 if there is none.
#[inline]
fn name_end(text: &[u8]) -> usize {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_.$@".contains(&byte);
    let end = text.iter().position(|&byte| !is_name(byte));
    end.unwrap_or(text.len())
}

#[cfg(all(test, feature = "gcn"))]
mod tests;
