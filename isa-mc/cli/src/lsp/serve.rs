//! The loop: messages are taken as they come, and while none waits what was edited is checked.

use std::fmt::{self, Display, Formatter};
use std::path::Path;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, at, never, select, unbounded};
use lsp_server::{Connection, Message, Notification};
use serde::de::DeserializeOwned;
use serde_json::json;

use super::assembly::Assemblies;
use super::description::{Descriptions, Made};
use super::protocol::{
    DidChangeTextDocumentParams, DidOpenTextDocumentParams, TextDocumentParams, method,
};
use super::requests::{Answers, capabilities};
use super::session::{Document, Session, Settings};
use super::text::Text;
use super::uri;

/// How long nothing is typed before an editor counts as quiet.
const QUIET: Duration = Duration::from_millis(150);

/// Why the server stopped before it was told to.
#[derive(Debug)]
#[non_exhaustive]
pub enum Stopped {
    /// What came in was not the protocol.
    Protocol(String),
}

impl Display for Stopped {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::Protocol(error) => {
                write!(f, "an editor that speaks LSP was expected: {error}")
            }
        }
    }
}

impl std::error::Error for Stopped {}

/// Serves an editor until it says that it is done, or is gone.
///
/// # Errors
///
/// [`Stopped`] if the editor does not speak the protocol.
pub fn serve(connection: &Connection, settings: Settings) -> Result<(), Stopped> {
    let protocol = |error: lsp_server::ProtocolError| Stopped::Protocol(error.to_string());
    let (id, params) = connection.initialize_start().map_err(protocol)?;
    let result = json!({
        "capabilities": capabilities(),
        "serverInfo": { "name": "isa-mc", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, result).map_err(protocol)?;
    let settings = told(settings, params.get("initializationOptions"));
    let (results, found) = unbounded();
    let mut server = Server {
        session: Session::new(connection.sender.clone(), settings),
        descriptions: Descriptions::default(),
        assemblies: Assemblies::default(),
        results,
        typed: Instant::now(),
    };
    server.run(connection, &found).map_err(protocol)
}

/// Settings with what an editor says of them: `{"cpu": "gfx1100", "syntax": "llvm"}`.
fn told(mut settings: Settings, options: Option<&serde_json::Value>) -> Settings {
    let text = |name: &str| {
        let value = options?.get(name)?.as_str()?;
        (!value.is_empty()).then(|| value.to_owned())
    };
    settings.cpu = text("cpu").or(settings.cpu);
    settings.syntax = text("syntax").or(settings.syntax);
    settings
}

struct Server {
    session: Session,
    descriptions: Descriptions,
    assemblies: Assemblies,
    results: Sender<Made>,
    /// When something was typed last.
    typed: Instant,
}

impl Server {
    fn run(
        &mut self,
        connection: &Connection,
        found: &Receiver<Made>,
    ) -> Result<(), lsp_server::ProtocolError> {
        loop {
            // Who types fast waits for no check in between.
            let waits = || !connection.receiver.is_empty();
            if !waits() {
                if self.descriptions.has_more() {
                    self.descriptions.check(&mut self.session, &waits);
                    // Nobody is quiet who waits for errors.
                    self.typed = Instant::now();
                }
                self.assemblies.check(&mut self.session);
                if self.descriptions.has_more() && !waits() {
                    continue;
                }
            }
            let quiet = match self.descriptions.is_due() {
                true => at(self.typed + QUIET),
                false => never(),
            };
            select! {
                recv(quiet) -> _ => self.descriptions.quiet(&self.results),
                recv(connection.receiver) -> message => {
                    let Ok(message) = message else { return Ok(()) };
                    match message {
                        Message::Request(request) => {
                            if connection.handle_shutdown(&request)? {
                                return Ok(());
                            }
                            let mut answers = Answers {
                                session: &self.session,
                                descriptions: &mut self.descriptions,
                                assemblies: &mut self.assemblies,
                            };
                            let response = answers.answer(request);
                            let _ = self.session.sender.send(Message::Response(response));
                        }
                        Message::Notification(notification) => self.told(notification),
                        Message::Response(_) => {}
                    }
                }
                recv(found) -> made => {
                    if let Ok(made) = made {
                        self.descriptions.take(made);
                    }
                }
            }
        }
    }

    /// What an editor tells without asking. What is not understood is left: the next full text
    /// puts it right.
    fn told(&mut self, notification: Notification) {
        match notification.method.as_str() {
            method::DID_OPEN => {
                let Some(params) = params::<DidOpenTextDocumentParams>(notification) else {
                    return;
                };
                let opened = params.text_document;
                let path = uri::path(&opened.uri);
                // Emacs calls all that a server is for by one language: names of files tell more.
                let language = opened.language_id == "isa";
                let is_isa = path.extension().map_or(language, |it| it == "isa");
                let document = Document {
                    uri: opened.uri,
                    text: Text::new(opened.text),
                    version: opened.version,
                    is_description: is_isa,
                };
                self.session.documents.insert(path.clone(), document);
                self.edited(&path);
            }
            method::DID_CHANGE => {
                let Some(params) = params::<DidChangeTextDocumentParams>(notification) else {
                    return;
                };
                let path = uri::path(&params.text_document.uri);
                let Some(document) = self.session.documents.get_mut(&path) else {
                    return;
                };
                document.version = params.text_document.version;
                for change in params.content_changes {
                    document.text.replace(change.range, &change.text);
                }
                self.edited(&path);
            }
            method::DID_CLOSE => {
                let Some(params) = params::<TextDocumentParams>(notification) else {
                    return;
                };
                let path = uri::path(&params.text_document.uri);
                self.descriptions.close(&path);
                self.assemblies.close(&path);
                self.session.publish(&path, Vec::new());
                self.session.documents.remove(&path);
            }
            method::DID_SAVE | method::DID_CHANGE_WATCHED_FILES => {
                self.descriptions.changed_on_disk();
            }
            _ => {}
        }
    }

    fn edited(&mut self, path: &Path) {
        self.typed = Instant::now();
        let Some(document) = self.session.documents.get(path) else {
            return;
        };
        if document.is_description {
            self.descriptions.edit(path, document.text.as_str());
        } else {
            self.assemblies.edit(path);
        }
    }
}

fn params<P: DeserializeOwned>(notification: Notification) -> Option<P> {
    serde_json::from_value(notification.params).ok()
}
