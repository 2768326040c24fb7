//! Makes the page of two files of WebAssembly: `isa-site LIBRARY UNPACKING PAGE OUT`.
//!
//! `OUT/index.html` has its style and its scripts in it, `OUT/library.js` the packed library:
//! both can be opened from a disk as well as served, and neither asks for anything else.

mod bindings;
mod module;
mod page;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use isa_packing::Content;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [library, unpacking, page, out] = arguments.as_slice() else {
        eprintln!("usage: isa-site LIBRARY.wasm UNPACKING.wasm PAGE OUT");
        return ExitCode::from(2);
    };
    match make([library, unpacking, page, out].map(Path::new)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Makes all of it.
fn make([library, unpacking, page, out]: [&Path; 4]) -> Result<(), Box<dyn Error>> {
    let library = bindings::bind(library, "bindings")?;
    let unpacking = bindings::bind(unpacking, "unpacking")?;
    let cut = module::cut(&library.wasm)?;
    let code = isa_packing::pack(&cut.code, Content::Code)?;
    let memory = isa_packing::pack(&cut.memory, Content::Tables)?;
    fs::create_dir_all(out)?;
    let script = format!(
        "globalThis.packed = {{ unpacker: \"{}\", code: \"{}\", memory: \"{}\", address: {} }};\n",
        STANDARD.encode(&unpacking.wasm),
        STANDARD.encode(&code),
        STANDARD.encode(&memory),
        cut.address
    );
    fs::write(out.join("library.js"), script)?;
    let made = [
        ("page/bindings", library.script),
        ("page/unpacking", unpacking.script),
    ];
    fs::write(out.join("index.html"), page::page(page, &made)?)?;
    println!(
        "{}: {} bytes of code packed to {}, {} of tables to {}",
        out.display(),
        cut.code.len(),
        code.len(),
        cut.memory.len(),
        memory.len()
    );
    Ok(())
}
