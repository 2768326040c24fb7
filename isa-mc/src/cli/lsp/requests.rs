//! Questions of editors, each led to who answers it.

use lsp_server::{ErrorCode, Request, Response};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentSymbolRequest, Formatting, GotoDefinition, HoverRequest,
    PrepareRenameRequest, References, Rename, Request as _, SemanticTokensFullRequest,
};
use lsp_types::{
    CodeActionOptions, CodeActionProviderCapability, CompletionOptions, GotoDefinitionResponse,
    HoverProviderCapability, OneOf, Position, PrepareRenameResponse, RenameOptions, SemanticTokens,
    SemanticTokensFullOptions, SemanticTokensOptions, SemanticTokensServerCapabilities,
    ServerCapabilities, TextDocumentPositionParams, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
    WorkDoneProgressOptions,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::assembly::Assemblies;
use super::description::{self, Descriptions};
use super::session::Session;
use super::uri;

/// What this server can do.
pub fn capabilities() -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::Supported(true)),
        ..TextDocumentSyncOptions::default()
    };
    let letters = [".", "{", "@", ":", "="];
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![lsp_types::CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(letters.map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: description::legend(),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            },
        )),
        ..ServerCapabilities::default()
    }
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
            HoverRequest::METHOD => {
                let params: lsp_types::HoverParams = params(request)?;
                self.hover(&params.text_document_position_params)
            }
            GotoDefinition::METHOD => {
                let params: lsp_types::GotoDefinitionParams = params(request)?;
                let (path, at) = place(&params.text_document_position_params);
                let found = match self.is_description(&path) {
                    true => self.descriptions.definition(self.session, &path, at),
                    false => self.assemblies.definition(self.session, &path, at),
                };
                value(GotoDefinitionResponse::Array(found))
            }
            References::METHOD => {
                let params: lsp_types::ReferenceParams = params(request)?;
                let (path, at) = place(&params.text_document_position);
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
            Completion::METHOD => {
                let params: lsp_types::CompletionParams = params(request)?;
                let (path, at) = place(&params.text_document_position);
                value(match self.is_description(&path) {
                    true => self.descriptions.complete(&path, at),
                    false => self.assemblies.complete(self.session, &path, at),
                })
            }
            DocumentSymbolRequest::METHOD => {
                let params: lsp_types::DocumentSymbolParams = params(request)?;
                let path = uri::path(&params.text_document.uri);
                value(match self.is_description(&path) {
                    true => self.descriptions.symbols(&path),
                    false => self.assemblies.symbols(self.session, &path),
                })
            }
            SemanticTokensFullRequest::METHOD => {
                let params: lsp_types::SemanticTokensParams = params(request)?;
                let path = uri::path(&params.text_document.uri);
                let data = self.descriptions.tokens(&path);
                value(SemanticTokens {
                    result_id: None,
                    data,
                })
            }
            PrepareRenameRequest::METHOD => {
                let params: TextDocumentPositionParams = params(request)?;
                let (path, at) = place(&params);
                let found = match self.is_description(&path) {
                    true => self.descriptions.renamed(&path, at),
                    false => self.assemblies.renamed(self.session, &path, at),
                };
                value(found.map(|(range, placeholder)| {
                    PrepareRenameResponse::RangeWithPlaceholder { range, placeholder }
                }))
            }
            Rename::METHOD => {
                let params: lsp_types::RenameParams = params(request)?;
                let (path, at) = place(&params.text_document_position);
                let to = &params.new_name;
                let renamed = match self.is_description(&path) {
                    true => self.descriptions.rename(self.session, &path, at, to),
                    false => self.assemblies.rename(self.session, &path, at, to),
                };
                value(renamed.map_err(|message| Refusal(ErrorCode::RequestFailed, message))?)
            }
            CodeActionRequest::METHOD => {
                let params: lsp_types::CodeActionParams = params(request)?;
                let path = uri::path(&params.text_document.uri);
                value(match self.is_description(&path) {
                    true => self.descriptions.actions(self.session, &path, params.range),
                    false => self.assemblies.actions(self.session, &path, params.range),
                })
            }
            Formatting::METHOD => {
                let params: lsp_types::DocumentFormattingParams = params(request)?;
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

    fn hover(&mut self, at: &TextDocumentPositionParams) -> Answer {
        let (path, at) = place(at);
        value(match self.is_description(&path) {
            true => self.descriptions.hover(&path, at),
            false => self.assemblies.hover(self.session, &path, at),
        })
    }
}

fn place(at: &TextDocumentPositionParams) -> (std::path::PathBuf, Position) {
    (uri::path(&at.text_document.uri), at.position)
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
