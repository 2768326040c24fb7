//! Questions of editors, each led to who answers it.

use lsp_server::{ErrorCode, Request, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::assembly::Assemblies;
use super::description::{self, Descriptions};
use super::protocol::{
    CodeAction, CodeActionParams, Position, PrepareRename, ReferenceParams, RenameParams,
    SemanticTokens, TextDocumentIdentifier, TextDocumentParams, TextDocumentPositionParams, method,
};
use super::session::Session;
use super::uri;

/// What this server can do, as `ServerCapabilities` of the protocol. Of edits come the parts that
/// are replaced: 2 is `TextDocumentSyncKind.Incremental`.
pub fn capabilities() -> serde_json::Value {
    json!({
        "textDocumentSync": { "openClose": true, "change": 2, "save": true },
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "documentSymbolProvider": true,
        "documentFormattingProvider": true,
        "renameProvider": { "prepareProvider": true },
        "codeActionProvider": { "codeActionKinds": [CodeAction::QUICK_FIX] },
        "completionProvider": { "triggerCharacters": [".", "{", "@", ":", "="] },
        "semanticTokensProvider": { "legend": description::legend(), "full": true },
    })
}

/// Who knows the answers.
pub struct Answers<'s> {
    /// What is open.
    pub session: &'s Session,
    /// Descriptions.
    pub descriptions: &'s mut Descriptions,
    /// Assembly.
    pub assemblies: &'s mut Assemblies,
}

/// Why there is no answer.
struct Refusal(ErrorCode, String);

type Answer = Result<serde_json::Value, Refusal>;

impl Answers<'_> {
    /// The answer to a request.
    pub fn answer(&mut self, request: Request) -> Response {
        let id = request.id.clone();
        match self.value(request) {
            Ok(value) => Response::new_ok(id, value),
            Err(Refusal(code, message)) => Response::new_err(id, code as i32, message),
        }
    }

    fn value(&mut self, request: Request) -> Answer {
        match request.method.as_str() {
            method::HOVER => {
                let params: TextDocumentPositionParams = params(request)?;
                let (path, at) = place(&params.text_document, params.position);
                value(match self.is_description(&path) {
                    true => self.descriptions.hover(&path, at),
                    false => self.assemblies.hover(self.session, &path, at),
                })
            }
            method::DEFINITION => {
                let params: TextDocumentPositionParams = params(request)?;
                let (path, at) = place(&params.text_document, params.position);
                value(match self.is_description(&path) {
                    true => self.descriptions.definition(self.session, &path, at),
                    false => self.assemblies.definition(self.session, &path, at),
                })
            }
            method::REFERENCES => {
                let params: ReferenceParams = params(request)?;
                let (path, at) = place(&params.text_document, params.position);
                let declared = params.context.include_declaration;
                value(match self.is_description(&path) {
                    true => self
                        .descriptions
                        .references(self.session, &path, at, declared),
                    false => self
                        .assemblies
                        .references(self.session, &path, at, declared),
                })
            }
            method::COMPLETION => {
                let params: TextDocumentPositionParams = params(request)?;
                let (path, at) = place(&params.text_document, params.position);
                value(match self.is_description(&path) {
                    true => self.descriptions.complete(&path, at),
                    false => self.assemblies.complete(self.session, &path, at),
                })
            }
            method::DOCUMENT_SYMBOL => {
                let params: TextDocumentParams = params(request)?;
                let path = uri::path(&params.text_document.uri);
                value(match self.is_description(&path) {
                    true => self.descriptions.symbols(&path),
                    false => self.assemblies.symbols(self.session, &path),
                })
            }
            method::SEMANTIC_TOKENS_FULL => {
                let params: TextDocumentParams = params(request)?;
                let path = uri::path(&params.text_document.uri);
                let data = self.descriptions.tokens(&path);
                value(SemanticTokens { data })
            }
            method::PREPARE_RENAME => {
                let params: TextDocumentPositionParams = params(request)?;
                let (path, at) = place(&params.text_document, params.position);
                let found = match self.is_description(&path) {
                    true => self.descriptions.renamed(&path, at),
                    false => self.assemblies.renamed(self.session, &path, at),
                };
                value(found.map(|(range, placeholder)| PrepareRename { range, placeholder }))
            }
            method::RENAME => {
                let params: RenameParams = params(request)?;
                let (path, at) = place(&params.text_document, params.position);
                let to = &params.new_name;
                let renamed = match self.is_description(&path) {
                    true => self.descriptions.rename(self.session, &path, at, to),
                    false => self.assemblies.rename(self.session, &path, at, to),
                };
                value(renamed.map_err(|message| Refusal(ErrorCode::RequestFailed, message))?)
            }
            method::CODE_ACTION => {
                let params: CodeActionParams = params(request)?;
                let path = uri::path(&params.text_document.uri);
                value(match self.is_description(&path) {
                    true => self.descriptions.actions(self.session, &path, params.range),
                    false => self.assemblies.actions(self.session, &path, params.range),
                })
            }
            method::FORMATTING => {
                let params: TextDocumentParams = params(request)?;
                let path = uri::path(&params.text_document.uri);
                let document = self
                    .session
                    .documents
                    .get(&path)
                    .filter(|it| it.is_description);
                value(document.map_or_else(Vec::new, |it| description::format(&it.text)))
            }
            other => {
                let message = format!("this server does not know `{other}`");
                Err(Refusal(ErrorCode::MethodNotFound, message))
            }
        }
    }

    fn is_description(&self, path: &std::path::Path) -> bool {
        self.session
            .documents
            .get(path)
            .is_some_and(|it| it.is_description)
    }
}

fn place(text: &TextDocumentIdentifier, at: Position) -> (std::path::PathBuf, Position) {
    (uri::path(&text.uri), at)
}

fn params<P: DeserializeOwned>(request: Request) -> Result<P, Refusal> {
    serde_json::from_value(request.params).map_err(|error| {
        let message = format!("`{}` has other parameters: {error}", request.method);
        Refusal(ErrorCode::InvalidParams, message)
    })
}

fn value(of: impl Serialize) -> Answer {
    serde_json::to_value(of).map_err(|error| Refusal(ErrorCode::InternalError, error.to_string()))
}
