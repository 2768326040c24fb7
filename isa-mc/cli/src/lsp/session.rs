//! Who is spoken to, and what is open.

use isa_dsl::sorted::{SortedMap, SortedSet};
use std::path::{Path, PathBuf};

use crossbeam_channel::Sender;
use lsp_server::{Message, Notification};

use super::protocol::{Diagnostic, PublishDiagnosticsParams, Uri, method};
use super::text::Text;
use super::uri;

/// What is said when the server starts.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Processor of assembly that does not name its own.
    pub cpu: Option<String>,
    /// Syntax of assembly; the machine's first if not said.
    pub syntax: Option<String>,
}

/// A text that an editor has open.
#[derive(Debug)]
pub struct Document {
    /// Its name as the editor writes it.
    pub uri: Uri,
    /// What it holds now.
    pub text: Text,
    /// Which of its texts that is, as the editor counts.
    pub version: i32,
    /// It is a description, and no assembly.
    pub is_description: bool,
}

/// The open texts, by path, and the way to the editor.
pub struct Session {
    /// Where messages go.
    pub sender: Sender<Message>,
    /// What was said at the start.
    pub settings: Settings,
    /// What is open.
    pub documents: SortedMap<PathBuf, Document>,
    /// Files that the editor shows something about.
    published: SortedSet<PathBuf>,
}

impl Session {
    /// One in which nothing is open yet.
    pub fn new(sender: Sender<Message>, settings: Settings) -> Session {
        Session {
            sender,
            settings,
            documents: SortedMap::new(),
            published: SortedSet::new(),
        }
    }

    /// The name of a file, as the editor wrote it if it did.
    pub fn uri(&self, path: &Path) -> Option<Uri> {
        let open = self.documents.get(path);
        open.map(|it| it.uri.clone()).or_else(|| uri::uri(path))
    }

    /// Sends a notification. An editor that is gone hears nothing.
    pub fn notify(&self, method: &str, params: impl serde::Serialize) {
        let notification = Notification::new(method.to_owned(), params);
        let _ = self.sender.send(Message::Notification(notification));
    }

    /// Shows what is wrong with a file; nothing takes away what was shown.
    pub fn publish(&mut self, path: &Path, diagnostics: Vec<Diagnostic>) {
        let known = if diagnostics.is_empty() {
            self.published.remove(path)
        } else {
            self.published.insert(path.to_path_buf());
            true
        };
        let document = self.documents.get(path);
        if !known && document.is_none() {
            return;
        }
        let Some(uri) = self.uri(path) else { return };
        let version = document.map(|it| it.version);
        let params = PublishDiagnosticsParams {
            uri,
            diagnostics,
            version,
        };
        self.notify(method::PUBLISH_DIAGNOSTICS, params);
    }

    /// Files that something is shown about.
    pub fn published(&self) -> Vec<PathBuf> {
        self.published.iter().cloned().collect()
    }
}
