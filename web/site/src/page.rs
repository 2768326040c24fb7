//! The page itself, with everything that it needs in it.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

/// What the page may do: run its own scripts and WebAssembly, and ask nobody for anything.
const POLICY: &str = "default-src 'none'; connect-src 'none'; form-action 'none'; base-uri 'none'; \
    style-src 'unsafe-inline'; img-src data:; \
    script-src 'self' file: data: 'unsafe-inline' 'wasm-unsafe-eval'";

/// A script as an address: modules that are opened from a disk cannot name files. As text, which
/// is smaller than its base64 once a server has compressed it.
fn address(script: &str) -> Value {
    let mut address = "data:text/javascript;charset=utf-8,".to_owned();
    for byte in script.bytes() {
        match byte {
            // What addresses, or the page around them, understand otherwise.
            b' '..=b'~' if !b"%#<?\\\"".contains(&byte) => address.push(char::from(byte)),
            _ => {
                let _ = write!(address, "%{byte:02X}");
            }
        }
    }
    Value::from(address)
}

/// `index.html` of a folder with its style, its modules, and those that were made.
pub fn page(folder: &Path, made: &[(&str, String)]) -> Result<String, Box<dyn Error>> {
    let read = |name: &Path| {
        fs::read_to_string(name).map_err(|error| format!("{}: {error}", name.display()))
    };
    let mut modules = Map::new();
    for (name, script) in made {
        modules.insert((*name).to_owned(), address(script));
    }
    let scripts = folder.join("scripts");
    for entry in fs::read_dir(&scripts)? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == "js") {
            let name = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            modules.insert(format!("page/{name}"), address(&read(&path)?));
        }
    }
    let modules = json!({ "imports": modules }).to_string();
    let values = [
        ("{{policy}}", POLICY.to_owned()),
        ("{{style}}", read(&folder.join("style.css"))?),
        ("{{modules}}", modules),
        ("{{instructions}}", "instructions/index.html".to_owned()),
    ];
    let mut text = read(&folder.join("index.html"))?;
    for (name, value) in values {
        if !text.contains(name) {
            return Err(format!("index.html has no {name}").into());
        }
        text = text.replace(name, &value);
    }
    Ok(text)
}
