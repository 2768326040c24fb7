//! What families were found to be, so that those that are as they were are not checked again.
//!
//! What a family is checked to be follows from its own tree, as it is when sets and pairs have
//! been put in, and from the items that its tree names, itself or through others. Where all of
//! it says the same as before, so do the errors; only their places may have moved with the text.

use crate::sorted::SortedMap;
use std::sync::Arc;

use super::context::Context;
use super::digest::{digest, words};
use super::found::Found;
use super::shared::{Needs, Shared, Words};
use crate::ast::{self, ItemKind};
use crate::consequences::Broken;
use crate::declare::Sort;
use crate::diagnostic::Diagnostic;
use crate::model::{Encoding, Instruction, Model, Shape};
use crate::source::{SourceFile, Sources, Span};

/// What families were found to be.
#[derive(Debug, Default)]
pub struct Memory {
    /// By a number for the tree of the family.
    pieces: SortedMap<u64, Piece>,
    /// The files that the places in the pieces are of.
    files: Vec<SourceFile>,
    /// The words of families and of what they share.
    words: Words,
    /// A number for the header, whose architectures all pieces count.
    header: u64,
}

/// What a family was found to be: of the model as much as is asked of all families together.
#[derive(Debug)]
struct Piece {
    /// A number for all items that families shared.
    shared: u64,
    /// The words of the family.
    words: Vec<u32>,
    /// What it shared.
    needs: Needs,
    diagnostics: Vec<Diagnostic>,
    /// Instructions without operations, shapes without operands and forms.
    found: Found,
    /// The name of the layout of each shape.
    layouts: Vec<String>,
    /// Some check of the last description asked for it.
    is_used: bool,
}

/// A memory while a description is checked.
pub struct Recall<'a> {
    memory: &'a mut Memory,
    shared: Shared,
    /// What does not parse: it counts as it was.
    broken: Broken<'a>,
    /// Whether there is time to check a family, of which something is known or nothing is.
    has_time: &'a mut dyn FnMut(bool) -> bool,
    /// Families that wait to be checked again, and count as they were.
    pub late: bool,
    /// Families that were never checked, and still are not.
    pub missing: bool,
}

/// What is known of a family.
pub enum Known {
    /// It was put into the model.
    Same,
    /// It is to be checked, and kept under this number.
    New(u64),
    /// There is no time to check it.
    Later,
}

impl Memory {
    /// Starts the check of a description, of which `errors` of reading and parsing are known.
    pub fn recall<'a>(
        &'a mut self,
        file: &ast::File,
        sources: &'a Sources,
        errors: &[Diagnostic],
        has_time: &'a mut dyn FnMut(bool) -> bool,
    ) -> Recall<'a> {
        self.move_to(sources);
        let is_header = |item: &&ast::Item| matches!(item.kind, ItemKind::Isa(_));
        let headers: Vec<&ast::Item> = file
            .items
            .iter()
            .map(Arc::as_ref)
            .filter(is_header)
            .collect();
        let header = digest(&headers);
        if std::mem::replace(&mut self.header, header) != header {
            self.pieces.clear();
        }
        for piece in self.pieces.values_mut() {
            piece.is_used = false;
        }
        let shared = Shared::new(file, &mut self.words);
        Recall {
            memory: self,
            shared,
            broken: Broken::new(sources, errors),
            has_time,
            late: false,
            missing: false,
        }
    }

    /// Moves all places to where they are in other texts; pieces with a place in what was
    /// edited are forgotten.
    fn move_to(&mut self, sources: &Sources) {
        let names = |files: &[SourceFile]| -> Vec<String> {
            files.iter().map(|it| it.name.clone()).collect()
        };
        if names(&sources.files) != names(&self.files) {
            self.pieces.clear();
        }
        let files = sources.files.iter().zip(&self.files);
        let edits: Vec<Option<Edit>> = files
            .map(|(file, old)| Edit::between(&old.text, &file.text))
            .collect();
        if edits.iter().any(Option::is_some) {
            self.pieces.retain(|_, piece| piece.move_by(&edits));
        }
        self.files.clone_from(&sources.files);
    }
}

impl Recall<'_> {
    /// What is known of a family; what is still so is put into the model.
    pub fn family(
        &mut self,
        family: &ast::Family,
        context: &mut Context,
        model: &mut Model,
    ) -> Known {
        let key = digest(family);
        let Some(piece) = self.memory.pieces.get_mut(&key) else {
            return match (self.has_time)(false) {
                true => Known::New(key),
                false => {
                    self.missing = true;
                    Known::Later
                }
            };
        };
        piece.is_used = true;
        if piece.shared != self.shared.digest {
            let needs = self.shared.needs(&piece.words);
            if same(&piece.needs, &needs, &self.memory.words, &self.broken) {
                // While something is broken its names stay those that were needed.
                if needs == piece.needs {
                    piece.shared = self.shared.digest;
                }
            } else if (self.has_time)(true) {
                return Known::New(key);
            } else {
                self.late = true;
            }
        }
        piece.put(context, model);
        Known::Same
    }

    /// Keeps what a family was found to be.
    pub fn keep(
        &mut self,
        key: u64,
        family: &ast::Family,
        found: &Found,
        diagnostics: &[Diagnostic],
        model: &Model,
    ) {
        // Streams are few, and say more of one another.
        if found.family.is_none() || !found.stream_encodings.is_empty() {
            return;
        }
        let words = self.memory.words.of(words(family));
        let piece = Piece {
            shared: self.shared.digest,
            needs: self.shared.needs(&words),
            words,
            diagnostics: diagnostics.to_vec(),
            layouts: (found.shapes.iter())
                .map(|it| model.layouts[it.layout].name.clone())
                .collect(),
            found: outline(found),
            is_used: true,
        };
        self.memory.pieces.insert(key, piece);
    }

    /// Forgets what no family is any more.
    pub fn finish(self) {
        if !self.missing && !self.late {
            self.memory.pieces.retain(|_, piece| piece.is_used);
        }
    }
}

/// Whether what is needed is what was needed before, as far as it parses.
fn same(before: &Needs, now: &Needs, words: &Words, broken: &Broken) -> bool {
    let has = |needs: &Needs, need: &(u32, u64)| needs.binary_search(need).is_ok();
    let gone = before.iter().filter(|need| !has(now, need));
    let new = now.iter().filter(|need| !has(before, need));
    let mut differ = gone.chain(new);
    differ.all(|(name, _)| broken.has_word(words.text(*name)))
}

/// What was found, without what only the family itself asks for.
fn outline(found: &Found) -> Found {
    let instructions = found.instructions.iter().map(|it| Instruction {
        name: it.name.clone(),
        family: 0,
        doc: String::new(),
        args: Vec::new(),
        opcodes: it.opcodes.clone(),
        spelled: Vec::new(),
        earlier: it.earlier.clone(),
        operation: None,
        span: it.span,
    });
    let encodings = found.encodings.iter().map(|it| Encoding {
        effects: crate::model::Effects::default(),
        ..*it
    });
    Found {
        family: found.family.clone(),
        instructions: instructions.collect(),
        shapes: found.shapes.iter().map(outline_of_shape).collect(),
        encodings: encodings.collect(),
        ..Found::default()
    }
}

fn outline_of_shape(shape: &Shape) -> Shape {
    Shape {
        family: 0,
        arch: shape.arch,
        layout: 0,
        encoding: String::new(),
        suffix: shape.suffix.clone(),
        suffix_read: shape.suffix_read,
        args: Vec::new(),
        mask: shape.mask,
        bits: shape.bits,
        reserved: shape.reserved,
        unused: shape.unused,
        opcode: shape.opcode.clone(),
        operands: Vec::new(),
        positional: 0,
        forms: Vec::new(),
        rules: Vec::new(),
        stand_ins: Vec::new(),
        indexed: shape.indexed.clone(),
    }
}

impl Piece {
    /// Puts what was found into a model.
    fn put(&self, context: &mut Context, model: &mut Model) {
        let mut found = Found {
            family: self.found.family.clone(),
            instructions: self.found.instructions.clone(),
            ..Found::default()
        };
        // A format that does not parse any more overlaps with nothing.
        let mut known: SortedMap<&str, Option<usize>> = SortedMap::new();
        let mut places = Vec::new();
        for (shape, layout) in self.found.shapes.iter().zip(&self.layouts) {
            let format = || match context.names.find(layout) {
                Some((Sort::Format, index)) => Some(index),
                _ => None,
            };
            let layout = *known.entry(layout).or_insert_with(format);
            places.push(layout.map(|_| found.shapes.len()));
            found.shapes.extend(layout.map(|layout| Shape {
                layout,
                ..shape.clone()
            }));
        }
        for encoding in &self.found.encodings {
            let shape = places[encoding.shape];
            found.encodings.extend(shape.map(|shape| Encoding {
                shape,
                ..encoding.clone()
            }));
        }
        found.put(model);
        context.report_once(self.diagnostics.iter().cloned());
    }

    /// Moves all places; `false` if one was edited itself.
    fn move_by(&mut self, edits: &[Option<Edit>]) -> bool {
        let mut is_whole = true;
        let mut move_span = |span: &mut Span| {
            let edit = edits.get(span.file as usize).and_then(Option::as_ref);
            match edit.map_or(Some(*span), |edit| edit.moved(*span)) {
                Some(moved) => *span = moved,
                None => is_whole = false,
            }
        };
        for error in &mut self.diagnostics {
            move_span(&mut error.primary.0);
            for (span, _) in &mut error.secondary {
                move_span(span);
            }
        }
        for instruction in &mut self.found.instructions {
            move_span(&mut instruction.span);
        }
        is_whole
    }
}

/// The part of a text that is another one now.
#[derive(Debug)]
struct Edit {
    start: usize,
    /// Where it ended.
    old_end: usize,
    /// Where it ends.
    new_end: usize,
}

impl Edit {
    fn between(old: &str, new: &str) -> Option<Edit> {
        if old == new {
            return None;
        }
        let (old, new) = (old.as_bytes(), new.as_bytes());
        let same = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let (old_rest, new_rest) = (&old[same..], &new[same..]);
        let ends = old_rest.iter().rev().zip(new_rest.iter().rev());
        let after = ends.take_while(|(a, b)| a == b).count();
        Some(Edit {
            start: same,
            old_end: old.len() - after,
            new_end: new.len() - after,
        })
    }

    /// Where a place is now; `None` if the edit is at one of its ends.
    fn moved(&self, span: Span) -> Option<Span> {
        let moved = |at: u32| (at as usize + self.new_end - self.old_end) as u32;
        let (start, end) = (span.start as usize, span.end as usize);
        if end <= self.start {
            Some(span)
        } else if start >= self.old_end {
            Some(Span {
                start: moved(span.start),
                end: moved(span.end),
                ..span
            })
        } else if start < self.start && end > self.old_end {
            Some(Span {
                end: moved(span.end),
                ..span
            })
        } else {
            None
        }
    }
}
