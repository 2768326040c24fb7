//! Assembly of every machine.
//!
//! `machine` knows for which processor a source is, `lines` its labels and statements,
//! `errors` what is wrong; [`Assemblies`] are all sources that are open.

mod errors;
mod lines;
mod machine;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use isa_mc::explain::{self, Detail};
use isa_mc::machines;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CompletionItem, CompletionItemKind,
    Diagnostic, DiagnosticSeverity, DocumentSymbol, Documentation, Hover, HoverContents, Location,
    MarkupContent, MarkupKind, Position, Range, SymbolKind, TextEdit, WorkspaceEdit,
};

use super::session::{Document, Session};
use super::text::word_at;
use lines::{LABEL_LETTERS, labels, statement};
use machine::{Machine, processor};

/// The sources that are open.
#[derive(Default)]
pub struct Assemblies {
    /// Sources that have changed since they were assembled.
    edited: BTreeSet<PathBuf>,
    /// What processors have, by name.
    machines: BTreeMap<String, Option<Machine>>,
    /// What was found wrong last.
    found: BTreeMap<PathBuf, Vec<Diagnostic>>,
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
                severity: Some(DiagnosticSeverity::INFORMATION),
                source: Some("isa-mc".to_owned()),
                message: format!(
                    "nothing says for which processor this is: write `{}`, or set `cpu` in the \
                     settings",
                    machines::SAID_IN_SOURCES.join("` or `")
                ),
                ..Diagnostic::default()
            }],
        }
    }

    /// The instruction at a place, explained.
    pub fn hover(&mut self, session: &Session, path: &Path, at: Position) -> Option<Hover> {
        let document = session.documents.get(path)?;
        let machine = self.machine(session, path, document)?;
        let line = document.text.line(at.line as usize);
        let tables = machine.target.target().tables();
        let leaders: Vec<&str> = tables
            .comment_leaders(machine.syntax.0)
            .chain(["//"])
            .collect();
        let (start, code) = statement(line, &leaders);
        if code.is_empty() || code.starts_with('.') {
            return None;
        }
        let value = match explain::statement(&machine.target, machine.syntax, code) {
            Ok(found) => format!("```text\n{}```\n", found.text(Detail::Folded)),
            // A label is known to the assembler alone: with a number in its place.
            Err(_) => {
                let numbered = numbered(code);
                match explain::statement(&machine.target, machine.syntax, &numbered) {
                    Ok(found) => format!("```text\n{}```\n", found.summary()),
                    Err(_) => row(machine, code)?,
                }
            }
        };
        let begin = document.text.line_start(at.line as usize) + start;
        let kind = MarkupKind::Markdown;
        Some(Hover {
            contents: HoverContents::Markup(MarkupContent { kind, value }),
            range: Some(document.text.range(begin, begin + code.len())),
        })
    }

    /// Where the label at a place stands.
    pub fn definition(&mut self, session: &Session, path: &Path, at: Position) -> Vec<Location> {
        let Some(document) = session.documents.get(path) else {
            return Vec::new();
        };
        let byte = document.text.byte(at);
        let (_, word) = word_at(document.text.as_str(), byte, LABEL_LETTERS);
        let found = labels(&document.text)
            .into_iter()
            .filter(|label| label.name == word);
        let location = |byte: usize| {
            let range = document.text.range(byte, byte + word.len());
            Location::new(document.uri.clone(), range)
        };
        found.map(|label| location(label.byte)).collect()
    }

    /// Where the label at a place is named.
    pub fn references(&mut self, session: &Session, path: &Path, at: Position) -> Vec<Location> {
        let Some(document) = session.documents.get(path) else {
            return Vec::new();
        };
        let text = document.text.as_str();
        let (_, word) = word_at(text, document.text.byte(at), LABEL_LETTERS);
        if word.is_empty() {
            return Vec::new();
        }
        let places = text.match_indices(word).map(|(byte, _)| byte);
        let places = places.filter(|&byte| word_at(text, byte, LABEL_LETTERS) == (byte, word));
        places
            .map(|byte| {
                Location::new(
                    document.uri.clone(),
                    document.text.range(byte, byte + word.len()),
                )
            })
            .collect()
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
        let tables = machine.target.target().tables();
        let leaders: Vec<&str> = tables
            .comment_leaders(machine.syntax.0)
            .chain(["//"])
            .collect();
        if leaders
            .iter()
            .any(|leader| !leader.is_empty() && line.contains(leader))
        {
            return Vec::new();
        }
        let (_, code) = statement(line, &[]);
        let mut words = code.split_whitespace();
        let mnemonic = words.next().unwrap_or("");
        let behind = words.next().is_some() || line.ends_with([' ', '\t']) && !mnemonic.is_empty();
        if !behind {
            return machine
                .mnemonics
                .iter()
                .map(|(name, row)| item(machine, name, *row))
                .collect();
        }
        let mut items: Vec<CompletionItem> = Vec::new();
        for modifier in machine.modifiers(mnemonic) {
            items.push(CompletionItem {
                label: modifier.to_owned(),
                kind: Some(CompletionItemKind::PROPERTY),
                ..CompletionItem::default()
            });
        }
        for label in labels(&document.text) {
            items.push(CompletionItem {
                label: label.name.to_owned(),
                kind: Some(CompletionItemKind::REFERENCE),
                ..CompletionItem::default()
            });
        }
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
            #[allow(deprecated, reason = "the type has a field that nobody fills any more")]
            symbols.push(DocumentSymbol {
                name: label.name.to_owned(),
                detail: None,
                kind: SymbolKind::FUNCTION,
                tags: None,
                deprecated: None,
                range: document
                    .text
                    .range(label.byte, end.max(label.byte + label.name.len())),
                selection_range,
                children: None,
            });
        }
        symbols
    }

    /// What mends the errors in a part of a source, where they say what was meant.
    pub fn actions(
        &mut self,
        session: &Session,
        path: &Path,
        part: Range,
    ) -> Vec<CodeActionOrCommand> {
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
            let changes = HashMap::from([(document.uri.clone(), vec![edit])]);
            actions.push(CodeActionOrCommand::CodeAction(CodeAction {
                title: format!("Change to `{meant}`"),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![error.clone()]),
                edit: Some(WorkspaceEdit {
                    changes: Some(changes),
                    ..WorkspaceEdit::default()
                }),
                ..CodeAction::default()
            }));
        }
        actions
    }
}

/// A statement with 0 in the place of what looks like a label.
fn numbered(code: &str) -> String {
    let Some((mnemonic, operands)) = code.split_once(char::is_whitespace) else {
        return code.to_owned();
    };
    let last = operands.rsplit([',', ' ']).next().unwrap_or("").trim();
    let rest = &operands[..operands.len() - last.len()];
    format!("{mnemonic} {rest}0")
}

/// What is known of a mnemonic alone, as Markdown.
fn row(machine: &Machine, code: &str) -> Option<String> {
    let mnemonic = code.split_whitespace().next()?;
    let row = *machine.mnemonics.get(mnemonic)?;
    Some(format!("`{mnemonic}`\n\n{}", documentation(machine, row)))
}

/// The words about an instruction and its family.
fn documentation(machine: &Machine, row: usize) -> String {
    let tables = machine.target.target().tables();
    let Some(row) = tables.instructions.get(row) else {
        return String::new();
    };
    let family = tables.families.get(usize::from(row.family));
    let family = family.map_or("", |family| tables.text(family.doc)).trim();
    let own = tables.text(row.doc).trim();
    match (own.is_empty(), family.is_empty()) {
        (false, false) => format!("{own}\n\n{family}"),
        _ => format!("{own}{family}"),
    }
}

fn item(machine: &Machine, name: &str, row: usize) -> CompletionItem {
    let words = documentation(machine, row);
    CompletionItem {
        label: name.to_owned(),
        kind: Some(CompletionItemKind::METHOD),
        documentation: (!words.is_empty()).then_some(Documentation::String(words)),
        ..CompletionItem::default()
    }
}
