//! What JavaScript needs to call WebAssembly.

use std::error::Error;
use std::fs;
use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

/// WebAssembly and the script that calls it.
pub struct Bound {
    /// What goes to the browser.
    pub wasm: Vec<u8>,
    /// A module, whose `initSync` takes the compiled WebAssembly.
    pub script: String,
}

/// Makes the bindings of a file.
pub fn bind(file: &Path, name: &str) -> Result<Bound, Box<dyn Error>> {
    let folder = file.with_file_name(format!("{name}-bound"));
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(file)
        .out_name(name)
        .typescript(false)
        .omit_default_module_path(true);
    bindgen
        .remove_name_section(true)
        .remove_producers_section(true);
    bindgen
        .web(true)?
        .generate(&folder)
        .map_err(|error| format!("{}: {error:#}", file.display()))?;
    Ok(Bound {
        wasm: fs::read(folder.join(format!("{name}_bg.wasm")))?,
        script: fs::read_to_string(folder.join(format!("{name}.js")))?,
    })
}
