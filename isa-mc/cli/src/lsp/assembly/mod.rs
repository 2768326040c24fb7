//! Assembly of every machine.
//!
//! `machine` knows for which processor a source is, `lines` its names and statements, `hover` what
//! a statement is, `offered` what may stand in one, `errors` what is wrong; [`Assemblies`] are all
//! sources that are open.

mod errors;
mod hover;
mod lines;
mod machine;
mod offered;

use isa_dsl::sorted::{SortedMap, SortedSet};
use std::path::{Path, PathBuf};

use isa_mc::machines;

use super::protocol::{
    CodeAction, CompletionItem, CompletionItemKind, Diagnostic, DiagnosticSeverity, DocumentSymbol,
    Hover, Location, MarkupContent, Position, Range, SymbolKind, TextEdit, WorkspaceEdit,
};
use super::session::{Document, Session};
use hover::{documentation, explained, without_condition};
use lines::{Defined, Sort, defined, labels, mentions, name_at, statement};
use machine::{Machine, processor};

/// The sources that are open.
#[derive(Default)]
pub struct Assemblies {
    /// Sources that have changed since they were assembled.
    edited: SortedSet<PathBuf>,
    /// What processors have, by name.
    machines: SortedMap<String, Option<Machine>>,
    /// What was found wrong last.
    found: SortedMap<PathBuf, Vec<Diagnostic>>,
}

impl Assemblies {
    /// A source has another text than before.
    pub fn edit(&mut self, path: &Path) {
        self.edited.insert(path.to_path_buf());
    }

    /// A source is closed.
    pub fn close(&mut self, path: &Path) {
        self.edited.remove(path);
        self.found.remove(path);
    }

    fn machine(&mut self, session: &Session, path: &Path, document: &Document) -> Option<&Machine> {
        let name = path.to_string_lossy();
        let cpu = processor(document.text.as_str(), &name, &session.settings)?;
        let made = self.machines.entry(cpu.clone());
        made.or_insert_with(|| Machine::new(&cpu, &session.settings))
            .as_ref()
    }

    /// Assembles what has changed.
    pub fn check(&mut self, session: &mut Session) {
        for path in std::mem::take(&mut self.edited) {
            let found = self.errors(session, &path);
            self.found.insert(path.clone(), found.clone());
            session.publish(&path, found);
        }
    }

    fn errors(&mut self, session: &Session, path: &Path) -> Vec<Diagnostic> {
        let Some(document) = session.documents.get(path) else {
            return Vec::new();
        };
        match self.machine(session, path, document) {
            Some(machine) => errors::errors(&machine.target, machine.syntax, path, &document.text),
            None => vec![Diagnostic {
                range: document.text.range(0, document.text.line(0).len()),
                severity: DiagnosticSeverity::Information,
                code: None,
                source: "isa-mc",
                message: format!(
                    "nothing says for which processor this is: write `{}`, or set `cpu` in the \
                     settings",
                    machines::SAID_IN_SOURCES.join("` or `")
                ),
                related_information: Vec::new(),
            }],
        }
    }

    /// The instruction at a place, explained.
    pub fn hover(&mut self, session: &Session, path: &Path, at: Position) -> Option<Hover> {
        let document = session.documents.get(path)?;
        let machine = self.machine(session, path, document)?;
        let line = document.text.line(at.line as usize);
        let (start, code) = statement(line, &machine.leaders());
        if code.is_empty() || code.starts_with('.') {
            return None;
        }
        let begin = document.text.line_start(at.line as usize) + start;
        let value = explained(machine, document, begin..begin + code.len())?;
        Some(Hover {
            contents: MarkupContent::markdown(value),
            range: document.text.range(begin, begin + code.len()),
        })
    }

    /// Where the name at a place is defined.
    pub fn definition(&mut self, session: &Session, path: &Path, at: Position) -> Vec<Location> {
        let Some(document) = session.documents.get(path) else {
            return Vec::new();
        };
        let (_, word) = name_at(document.text.as_str(), document.text.byte(at));
        let all = defined(&document.text).into_iter();
        let found = all.filter(|it| it.name == word);
        found.map(|it| location(document, it.byte, word)).collect()
    }

    /// Where the name at a place stands.
    pub fn references(
        &mut self,
        session: &Session,
        path: &Path,
        at: Position,
        declared: bool,
    ) -> Vec<Location> {
        let Some((document, name, mut places)) = self.named(session, path, at) else {
            return Vec::new();
        };
        if !declared {
            let all = defined(&document.text);
            places.retain(|&byte| all.iter().all(|it| it.byte != byte));
        }
        let places = places.into_iter();
        places.map(|byte| location(document, byte, name)).collect()
    }

    /// The name at a place, and everywhere else.
    fn named<'s>(
        &mut self,
        session: &'s Session,
        path: &Path,
        at: Position,
    ) -> Option<(&'s Document, &'s str, Vec<usize>)> {
        let document = session.documents.get(path)?;
        let machine = self.machine(session, path, document);
        let leaders = machine.map_or_else(|| vec!["//"], Machine::leaders);
        let (_, name) = name_at(document.text.as_str(), document.text.byte(at));
        Some((document, name, mentions(&document.text, name, &leaders)))
    }

    /// The name at a place, if the source defines it.
    pub fn renamed(&self, session: &Session, path: &Path, at: Position) -> Option<(Range, String)> {
        let document = session.documents.get(path)?;
        let (start, name) = name_at(document.text.as_str(), document.text.byte(at));
        let all = defined(&document.text);
        let is_known = all.iter().any(|it| it.name == name);
        is_known.then(|| (location(document, start, name).range, name.to_owned()))
    }

    /// Gives a name that the source defines another one, wherever it stands.
    pub fn rename(
        &mut self,
        session: &Session,
        path: &Path,
        at: Position,
        to: &str,
    ) -> Result<WorkspaceEdit, Refused> {
        let Some((document, name, places)) = self.named(session, path, at) else {
            return Err("the file is not open".to_owned());
        };
        let all = defined(&document.text);
        if all.iter().all(|it| it.name != name) {
            return Err(format!("nothing here defines `{name}`"));
        }
        if !is_name(to) {
            return Err(format!(
                "`{to}` is no name: names are made of letters, digits, `_`, `.` and `$`, and begin \
                 with no digit"
            ));
        }
        if all.iter().any(|it| it.name == to) {
            return Err(format!("`{to}` is defined already"));
        }
        let edits = places.into_iter().map(|byte| TextEdit {
            range: location(document, byte, name).range,
            new_text: to.to_owned(),
        });
        Ok(WorkspaceEdit {
            changes: std::collections::BTreeMap::from([(document.uri.clone(), edits.collect())]),
        })
    }

    /// What may stand at a place: mnemonics at the beginning of a statement, behind them
    /// modifiers and labels.
    pub fn complete(
        &mut self,
        session: &Session,
        path: &Path,
        at: Position,
    ) -> Vec<CompletionItem> {
        let Some(document) = session.documents.get(path) else {
            return Vec::new();
        };
        let Some(machine) = self.machine(session, path, document) else {
            return Vec::new();
        };
        let begin = document.text.line_start(at.line as usize);
        let byte = document.text.byte(at);
        let line = document.text.as_str().get(begin..byte).unwrap_or("");
        let leaders = machine.leaders();
        if leaders.iter().any(|leader| line.contains(leader)) {
            return Vec::new();
        }
        let (_, code) = statement(line, &[]);
        let mut words = without_condition(code).split_whitespace();
        let mnemonic = words.next().unwrap_or("");
        let behind = words.next().is_some() || line.ends_with([' ', '\t']) && !mnemonic.is_empty();
        let names = defined(&document.text);
        if !behind {
            if mnemonic.starts_with('.') {
                return Vec::new();
            }
            let mnemonics = machine.mnemonics.iter();
            let mut items: Vec<_> = mnemonics
                .map(|(name, row)| item(machine, name, *row))
                .collect();
            let macros = names.iter().filter(|it| it.sort == Sort::Macro);
            items.extend(macros.map(named_item));
            return items;
        }
        let value = |label: String| CompletionItem::new(label, CompletionItemKind::EnumMember);
        let word = line.rsplit([' ', '\t', ',']).next().unwrap_or("");
        if let Some(colon) = word.rfind(':') {
            let values = machine.values(mnemonic, &word[..=colon]);
            if !values.is_empty() {
                return values.into_iter().map(value).collect();
            }
        }
        let offered = machine.offered(mnemonic).into_iter();
        let mut items: Vec<CompletionItem> = offered
            .map(|it| match it.is_modifier {
                true => CompletionItem::new(it.text, CompletionItemKind::Property),
                false => value(it.text),
            })
            .collect();
        let values = names.iter().filter(|it| it.sort != Sort::Macro);
        items.extend(values.map(named_item));
        items
    }

    /// The labels of a source.
    pub fn symbols(&mut self, session: &Session, path: &Path) -> Vec<DocumentSymbol> {
        let Some(document) = session.documents.get(path) else {
            return Vec::new();
        };
        let all = labels(&document.text);
        let mut symbols = Vec::new();
        for (index, label) in all.iter().enumerate() {
            let selection_range = document
                .text
                .range(label.byte, label.byte + label.name.len());
            let end = all
                .get(index + 1)
                .map_or(document.text.as_str().len(), |next| {
                    document.text.line_start(next.line)
                });
            symbols.push(DocumentSymbol {
                name: label.name.to_owned(),
                detail: None,
                kind: SymbolKind::Function,
                range: document
                    .text
                    .range(label.byte, end.max(label.byte + label.name.len())),
                selection_range,
                children: Vec::new(),
            });
        }
        symbols
    }

    /// What mends the errors in a part of a source, where they say what was meant.
    pub fn actions(&mut self, session: &Session, path: &Path, part: Range) -> Vec<CodeAction> {
        let Some(document) = session.documents.get(path) else {
            return Vec::new();
        };
        let mut actions = Vec::new();
        for error in self.found.get(path).into_iter().flatten() {
            let meant = error
                .message
                .split("did you mean `")
                .nth(1)
                .and_then(|rest| rest.split('`').next());
            let Some(meant) = meant else { continue };
            if error.range.end < part.start || part.end < error.range.start {
                continue;
            }
            let edit = TextEdit {
                range: error.range,
                new_text: meant.to_owned(),
            };
            let title = format!("Change to `{meant}`");
            let uri = document.uri.clone();
            actions.push(CodeAction::quick_fix(title, error.clone(), uri, edit));
        }
        actions
    }
}

/// Why a name is not changed.
type Refused = String;

/// Where a name stands.
fn location(document: &Document, byte: usize, name: &str) -> Location {
    let range = document.text.range(byte, byte + name.len());
    Location::new(document.uri.clone(), range)
}

fn is_name(text: &str) -> bool {
    let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '.' | '$');
    !text.is_empty()
        && text.chars().all(is_part)
        && !text.starts_with(|it: char| it.is_ascii_digit())
}

/// A name that the source defines.
fn named_item(name: &Defined<'_>) -> CompletionItem {
    let kind = match name.sort {
        Sort::Label => CompletionItemKind::Reference,
        Sort::Symbol => CompletionItemKind::Variable,
        Sort::Macro => CompletionItemKind::Function,
    };
    CompletionItem::new(name.name, kind)
}

fn item(machine: &Machine, name: &str, row: usize) -> CompletionItem {
    let words = documentation(machine, row);
    CompletionItem {
        documentation: (!words.is_empty()).then_some(words),
        ..CompletionItem::new(name, CompletionItemKind::Method)
    }
}
