//! The program as editors start it, over standard input and output.

use std::fmt::Write as _;

use assert_cmd::Command;
use serde_json::json;

fn framed(messages: &[serde_json::Value]) -> String {
    let mut input = String::new();
    for message in messages {
        let text = message.to_string();
        let _ = write!(input, "Content-Length: {}\r\n\r\n{text}", text.len());
    }
    input
}

/// Catches a server that does not end when it is told to, or says nothing of what it can.
#[test]
fn the_program_speaks_the_protocol() {
    let input = framed(&[
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } }),
        json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown" }),
        json!({ "jsonrpc": "2.0", "method": "exit" }),
    ]);
    let run = Command::new(env!("CARGO_BIN_EXE_isa-mc"))
        .args(["lsp", "--cpu", "gfx1100"])
        .write_stdin(input)
        .output()
        .unwrap();
    let said = String::from_utf8(run.stdout).unwrap();
    assert!(said.contains("\"renameProvider\""), "{said}");
    assert_eq!(run.status.code(), Some(0));
}

/// Catches input of another kind that is taken for an editor that has gone.
#[test]
fn what_is_no_editor_is_refused() {
    let run = Command::new(env!("CARGO_BIN_EXE_isa-mc"))
        .arg("lsp")
        .write_stdin("family x {}\n")
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(1));
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(
        said.contains("an editor that speaks LSP was expected"),
        "{said}"
    );
}
