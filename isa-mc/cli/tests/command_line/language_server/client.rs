//! An editor in memory: it speaks to the server as one does, and keeps what is said.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use isa_mc_cli::lsp::{Settings, Stopped, serve};
use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};

/// How long an answer may take: a debug build on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the threads of servers are called.
const SERVER: &str = "server";

/// How much a server that answers takes: of its processor where the system tells, for others
/// take from the time on the clock what they want.
pub struct Stopwatch {
    started: Instant,
    used: Option<Duration>,
}

impl Stopwatch {
    /// Starts one. No other server of this process may work.
    pub fn start() -> Stopwatch {
        Stopwatch {
            started: Instant::now(),
            used: used(),
        }
    }

    /// What was taken since.
    pub fn elapsed(&self) -> Duration {
        match (self.used, used()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.started.elapsed(),
        }
    }
}

/// The time on processors of all threads of servers, as Linux tells it.
fn used() -> Option<Duration> {
    let mut all = 0;
    for thread in std::fs::read_dir("/proc/self/task").ok()? {
        let path = thread.ok()?.path();
        let name = std::fs::read_to_string(path.join("comm")).unwrap_or_default();
        if name.trim() == SERVER {
            let times = std::fs::read_to_string(path.join("schedstat")).ok()?;
            all += times.split(' ').next()?.parse::<u64>().ok()?;
        }
    }
    Some(Duration::from_nanos(all))
}

/// An editor with a folder of its own.
pub struct Client {
    connection: Connection,
    server: Option<JoinHandle<Result<(), Stopped>>>,
    folder: tempfile::TempDir,
    texts: BTreeMap<String, (i32, String)>,
    /// What was published last, by file.
    pub diagnostics: BTreeMap<String, Value>,
    next: i32,
    /// What was asked and answered.
    pub transcript: String,
}

impl Client {
    /// Starts a server, with a processor for assembly.
    pub fn new(cpu: Option<&str>) -> Client {
        let (server, connection) = Connection::memory();
        let settings = Settings {
            cpu: cpu.map(str::to_owned),
            syntax: None,
        };
        let thread = std::thread::Builder::new().name(SERVER.to_owned());
        let server = thread.spawn(move || serve(&server, settings)).unwrap();
        let mut client = Client {
            connection,
            server: Some(server),
            folder: tempfile::tempdir().unwrap(),
            texts: BTreeMap::new(),
            diagnostics: BTreeMap::new(),
            next: 0,
            transcript: String::new(),
        };
        let started = client.request("initialize", json!({ "capabilities": {} }));
        assert!(started["capabilities"]["hoverProvider"].as_bool().unwrap());
        client.notify("initialized", json!({}));
        client
    }

    /// The path of a file in the folder, or of one anywhere.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(name)
    }

    /// Its name in the protocol.
    pub fn uri(&self, name: &str) -> String {
        format!("file://{}", self.path(name).display())
    }

    fn notify(&self, method: &str, params: Value) {
        let notification = Notification::new(method.to_owned(), params);
        self.connection
            .sender
            .send(Message::Notification(notification))
            .unwrap();
    }

    /// Asks, and waits for the answer.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        self.try_request(method, params)
            .unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Asks; an error is its message.
    pub fn try_request(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.next += 1;
        let id = RequestId::from(self.next);
        let request = Request::new(id.clone(), method.to_owned(), params);
        self.connection
            .sender
            .send(Message::Request(request))
            .unwrap();
        loop {
            match self.receive() {
                Message::Response(response) if response.id == id => {
                    return response.response_result.map_err(|error| error.message);
                }
                other => self.take(other),
            }
        }
    }

    fn receive(&self) -> Message {
        self.connection
            .receiver
            .recv_timeout(PATIENCE)
            .expect("an answer in time")
    }

    fn take(&mut self, message: Message) {
        let Message::Notification(told) = message else {
            return;
        };
        if told.method == "textDocument/publishDiagnostics" {
            let uri = told.params["uri"].as_str().unwrap();
            let name = uri.rsplit('/').next().unwrap().to_owned();
            self.diagnostics.insert(name, told.params);
        }
    }

    /// Opens a file with a text.
    pub fn open(&mut self, name: &str, text: &str) {
        self.open_as(name, "", text);
    }

    /// Opens a file with a text in a language, as the editor calls it.
    pub fn open_as(&mut self, name: &str, language: &str, text: &str) {
        self.texts.insert(name.to_owned(), (1, text.to_owned()));
        let document =
            json!({ "uri": self.uri(name), "languageId": language, "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// The text of an open file.
    pub fn text(&self, name: &str) -> &str {
        &self.texts[name].1
    }

    /// Types: puts a text into the place of what is in `range` of the protocol.
    pub fn replace(&mut self, name: &str, range: &Value, with: &str) {
        let uri = self.uri(name);
        let (version, text) = self.texts.get_mut(name).unwrap();
        let start = byte(text, &range["start"]);
        let end = byte(text, &range["end"]);
        text.replace_range(start..end, with);
        *version += 1;
        let version = *version;
        self.notify(
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": uri, "version": version },
                "contentChanges": [{ "range": range, "text": with }],
            }),
        );
    }

    /// Types behind the last place of some words.
    pub fn type_behind(&mut self, name: &str, words: &str, typed: &str) {
        let at = self.behind(name, words);
        self.replace(name, &json!({ "start": at, "end": at }), typed);
    }

    /// The place behind the last place of some words.
    pub fn behind(&self, name: &str, words: &str) -> Value {
        let text = self.text(name);
        let byte = text
            .rfind(words)
            .unwrap_or_else(|| panic!("`{words}` in:\n{text}"))
            + words.len();
        place(text, byte)
    }

    /// Applies the changes of an edit.
    pub fn apply(&mut self, edit: &Value) {
        for (uri, edits) in edit["changes"].as_object().unwrap() {
            let name = uri.rsplit('/').next().unwrap().to_owned();
            let mut edits: Vec<Value> = edits.as_array().unwrap().clone();
            edits.sort_by_key(|edit| {
                std::cmp::Reverse(byte(self.text(&name), &edit["range"]["start"]))
            });
            for edit in edits {
                self.replace(&name, &edit["range"], edit["newText"].as_str().unwrap());
            }
        }
    }

    /// Waits until what is shown about the newest text of a file is as wanted, and gives the
    /// messages.
    pub fn wait_for(&mut self, name: &str, wanted: impl Fn(&[String]) -> bool) -> Vec<String> {
        let started = Instant::now();
        loop {
            let shown = self.messages(name);
            if let Some(shown) = shown.filter(|shown| wanted(shown)) {
                return shown;
            }
            let base = name.rsplit('/').next().unwrap();
            assert!(
                started.elapsed() < PATIENCE,
                "{name}: {:?}",
                self.diagnostics.get(base)
            );
            let message = self.connection.receiver.recv_timeout(PATIENCE);
            let message =
                message.unwrap_or_else(|_| panic!("{name}: {:?}", self.diagnostics.get(name)));
            self.take(message);
        }
    }

    /// The messages about the newest text of a file, if it was looked at already.
    fn messages(&self, name: &str) -> Option<Vec<String>> {
        let shown = self.diagnostics.get(name.rsplit('/').next()?)?;
        let newest = self.texts.get(name).map(|(version, _)| json!(version));
        if newest.is_some_and(|newest| shown["version"] != newest) {
            return None;
        }
        let all = shown["diagnostics"].as_array()?.iter();
        Some(
            all.map(|it| it["message"].as_str().unwrap().to_owned())
                .collect(),
        )
    }

    /// A request about a place.
    pub fn ask(&mut self, what: &str, name: &str, at: &Value) -> Value {
        let params = json!({
            "textDocument": { "uri": self.uri(name) },
            "position": at,
            "context": { "includeDeclaration": true, "triggerKind": 1 },
        });
        self.request(&format!("textDocument/{what}"), params)
    }

    /// The labels that are offered behind some words.
    pub fn offered(&mut self, name: &str, words: &str) -> Vec<String> {
        let at = self.behind(name, words);
        let found = self.ask("completion", name, &at);
        let items = found.as_array().unwrap().iter();
        items
            .map(|it| it["label"].as_str().unwrap().to_owned())
            .collect()
    }

    /// What is said of the last place of some words.
    pub fn hovered(&mut self, name: &str, words: &str) -> String {
        let at = self.behind(name, words);
        let found = self.ask("hover", name, &at);
        found["contents"]["value"].as_str().unwrap_or("").to_owned()
    }

    /// Does what an action with this title offers to do.
    pub fn act(&mut self, name: &str, title: &str) {
        let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 100_000, "character": 0 } });
        let params = json!({
            "textDocument": { "uri": self.uri(name) },
            "range": whole,
            "context": { "diagnostics": [] },
        });
        let actions = self.request("textDocument/codeAction", params);
        let found = actions
            .as_array()
            .unwrap()
            .iter()
            .find(|it| it["title"] == title);
        let action = found
            .unwrap_or_else(|| panic!("`{title}` in {actions:#}"))
            .clone();
        self.apply(&action["edit"]);
    }

    /// Notes something for the record.
    pub fn note(&mut self, what: &str, said: &str) {
        let said = said.replace(
            &self
                .folder
                .path()
                .canonicalize()
                .unwrap()
                .display()
                .to_string(),
            "",
        );
        let _ = writeln!(self.transcript, "--- {what}\n{}\n", said.trim_end());
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        let server = self.server.take().unwrap();
        server
            .join()
            .unwrap()
            .expect("the server ends when it is told to");
    }
}

/// The byte of a place.
fn byte(text: &str, place: &Value) -> usize {
    let line = place["line"].as_u64().unwrap() as usize;
    let units = place["character"].as_u64().unwrap() as usize;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let rest = text[start..].split('\n').next().unwrap();
    let mut left = units;
    let mut at = start;
    for letter in rest.chars() {
        if left == 0 {
            break;
        }
        left -= letter.len_utf16();
        at += letter.len_utf8();
    }
    at
}

/// The place of a byte.
pub fn place(text: &str, byte: usize) -> Value {
    let before = &text[..byte];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let character = before[start..].encode_utf16().count();
    json!({ "line": line, "character": character })
}
