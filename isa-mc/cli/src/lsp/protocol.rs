//! What of the Language Server Protocol is spoken here, under the names that it has there: its
//! version 3.17, <https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/>.
//!
//! First what many messages are made of, then what editors ask, then what is answered. What a
//! message has besides is left where it comes in, and is not sent.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

/// The methods of requests and notifications.
pub mod method {
    pub const COMPLETION: &str = "textDocument/completion";
    pub const HOVER: &str = "textDocument/hover";
    pub const DEFINITION: &str = "textDocument/definition";
    pub const REFERENCES: &str = "textDocument/references";
    pub const DOCUMENT_SYMBOL: &str = "textDocument/documentSymbol";
    pub const SEMANTIC_TOKENS_FULL: &str = "textDocument/semanticTokens/full";
    pub const PREPARE_RENAME: &str = "textDocument/prepareRename";
    pub const RENAME: &str = "textDocument/rename";
    pub const CODE_ACTION: &str = "textDocument/codeAction";
    pub const FORMATTING: &str = "textDocument/formatting";

    pub const DID_OPEN: &str = "textDocument/didOpen";
    pub const DID_CHANGE: &str = "textDocument/didChange";
    pub const DID_SAVE: &str = "textDocument/didSave";
    pub const DID_CLOSE: &str = "textDocument/didClose";
    pub const DID_CHANGE_WATCHED_FILES: &str = "workspace/didChangeWatchedFiles";
    pub const PUBLISH_DIAGNOSTICS: &str = "textDocument/publishDiagnostics";
}

/// The name of a text, as the editor writes it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Uri(pub String);

/// A place in a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Position {
    /// Its line, from 0.
    pub line: u32,
    /// What stands before it in the line, in units of UTF-16.
    pub character: u32,
}

impl Position {
    pub fn new(line: u32, character: u32) -> Position {
        Position { line, character }
    }
}

/// What is between two places, the second excluded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    pub start: Position,
    pub end: Position,
}

impl Range {
    pub fn new(start: Position, end: Position) -> Range {
        Range { start, end }
    }
}

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Location {
    pub uri: Uri,
    pub range: Range,
}

impl Location {
    pub fn new(uri: Uri, range: Range) -> Location {
        Location { uri, range }
    }
}

/// A part of a text gets another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TextEdit {
    pub range: Range,
    pub new_text: String,
}

/// Edits of many texts, each text once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct WorkspaceEdit {
    pub changes: BTreeMap<Uri, Vec<TextEdit>>,
}

/// Names that the protocol writes as numbers.
macro_rules! numbers {
    ($($(#[$about:meta])* $name:ident { $($member:ident = $number:literal,)* })*) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name { $($member = $number,)* }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_u8(*self as u8)
            }
        }
    )*};
}

numbers! {
    /// How bad something is.
    DiagnosticSeverity {
        Error = 1,
        Warning = 2,
        Information = 3,
    }

    /// What an outline shows a name as.
    SymbolKind {
        Module = 2,
        Namespace = 3,
        Class = 5,
        Method = 6,
        Property = 7,
        Field = 8,
        Function = 12,
        Variable = 13,
        Constant = 14,
        Struct = 23,
    }

    /// What a completion is shown as.
    CompletionItemKind {
        Method = 2,
        Function = 3,
        Field = 5,
        Variable = 6,
        Class = 7,
        Module = 9,
        Property = 10,
        Keyword = 14,
        Reference = 18,
        EnumMember = 20,
        Constant = 21,
        Struct = 22,
    }
}

/// The text that a request is about.
#[derive(Debug, Deserialize)]
pub struct TextDocumentIdentifier {
    pub uri: Uri,
}

/// Parameters that name a text: of its outline, its tokens and its layout, and when it is closed.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextDocumentParams {
    pub text_document: TextDocumentIdentifier,
}

/// Parameters that name a place of a text: of hovers, definitions and completions, and of whether
/// a name can be changed.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextDocumentPositionParams {
    pub text_document: TextDocumentIdentifier,
    pub position: Position,
}

/// Where a name stands is asked.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReferenceParams {
    pub text_document: TextDocumentIdentifier,
    pub position: Position,
    pub context: ReferenceContext,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReferenceContext {
    /// Where it is declared, too.
    pub include_declaration: bool,
}

/// A name is to be another one.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RenameParams {
    pub text_document: TextDocumentIdentifier,
    pub position: Position,
    pub new_name: String,
}

/// What can be done about a part of a text is asked.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CodeActionParams {
    pub text_document: TextDocumentIdentifier,
    pub range: Range,
}

/// A text is open.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DidOpenTextDocumentParams {
    pub text_document: TextDocumentItem,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextDocumentItem {
    pub uri: Uri,
    pub language_id: String,
    /// Which of its texts it is, as the editor counts.
    pub version: i32,
    pub text: String,
}

/// A text was edited.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DidChangeTextDocumentParams {
    pub text_document: VersionedTextDocumentIdentifier,
    /// One after the other.
    pub content_changes: Vec<TextDocumentContentChangeEvent>,
}

#[derive(Debug, Deserialize)]
pub struct VersionedTextDocumentIdentifier {
    pub uri: Uri,
    pub version: i32,
}

#[derive(Debug, Deserialize)]
pub struct TextDocumentContentChangeEvent {
    /// What is replaced; all of it if nothing is said.
    pub range: Option<Range>,
    pub text: String,
}

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Diagnostic {
    pub range: Range,
    pub severity: DiagnosticSeverity,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Who says so.
    pub source: &'static str,
    pub message: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related_information: Vec<DiagnosticRelatedInformation>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DiagnosticRelatedInformation {
    pub location: Location,
    pub message: String,
}

/// All that is wrong with a text; nothing takes away what was.
#[derive(Debug, Serialize)]
pub struct PublishDiagnosticsParams {
    pub uri: Uri,
    pub diagnostics: Vec<Diagnostic>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i32>,
}

/// What something is.
#[derive(Debug, Serialize)]
pub struct Hover {
    pub contents: MarkupContent,
    pub range: Range,
}

#[derive(Debug, Serialize)]
pub struct MarkupContent {
    kind: &'static str,
    value: String,
}

impl MarkupContent {
    pub fn markdown(value: String) -> MarkupContent {
        let kind = "markdown";
        MarkupContent { kind, value }
    }
}

/// What may be written.
#[derive(Debug, Serialize)]
pub struct CompletionItem {
    pub label: String,
    pub kind: CompletionItemKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub documentation: Option<String>,
}

impl CompletionItem {
    /// One of which nothing more is said.
    pub fn new(label: impl Into<String>, kind: CompletionItemKind) -> CompletionItem {
        CompletionItem {
            label: label.into(),
            kind,
            detail: None,
            documentation: None,
        }
    }
}

/// A name in the outline of a text.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentSymbol {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<&'static str>,
    pub kind: SymbolKind,
    /// All that belongs to it.
    pub range: Range,
    /// The name itself.
    pub selection_range: Range,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<DocumentSymbol>,
}

/// The tokens of a text, five numbers each.
#[derive(Debug, Serialize)]
pub struct SemanticTokens {
    pub data: Vec<u32>,
}

/// The name that can be changed.
#[derive(Debug, Serialize)]
pub struct PrepareRename {
    pub range: Range,
    pub placeholder: String,
}

/// Something to do about what is wrong: a quick fix.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct CodeAction {
    pub title: String,
    pub kind: &'static str,
    pub diagnostics: Vec<Diagnostic>,
    pub edit: WorkspaceEdit,
}

impl CodeAction {
    /// The kind of all that this server offers.
    pub const QUICK_FIX: &'static str = "quickfix";

    /// An edit that mends an error.
    pub fn quick_fix(title: String, error: Diagnostic, uri: Uri, edit: TextEdit) -> CodeAction {
        CodeAction {
            title,
            kind: CodeAction::QUICK_FIX,
            diagnostics: vec![error],
            edit: WorkspaceEdit {
                changes: BTreeMap::from([(uri, vec![edit])]),
            },
        }
    }
}
