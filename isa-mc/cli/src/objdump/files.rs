//! What is in the files that were given: code objects, alone or in bundles.

use std::path::Path;

use isa_mc::object::bundle;

use crate::input::Input;

/// A code object, and what listings call it.
pub struct CodeObject<'d> {
    pub name: String,
    pub bytes: &'d [u8],
}

/// Whether a file may hold bundles, rather than being a code object.
pub fn may_have_bundles(input: &Input) -> bool {
    !isa_mc::machines::is_object(&input.bytes) && bundle::may_have(&input.bytes)
}

/// The code objects in the bundles of a file, with the names that llvm-objdump gives them:
/// the file, the number of the bundle, and the id of the entry.
pub fn bundled(input: &Input) -> Result<Vec<CodeObject<'_>>, String> {
    let bundles = bundle::all(&input.bytes).map_err(|error| error.to_string())?;
    let mut found = Vec::new();
    for (number, bundle) in bundles.iter().enumerate() {
        for entry in &bundle.entries {
            found.push(CodeObject {
                name: format!("{}.{number}.{}", input.name, entry.id),
                bytes: entry.bytes,
            });
        }
    }
    Ok(found)
}

/// Writes a code object beside the file that it came from.
pub fn extract(object: &CodeObject<'_>) -> Result<(), String> {
    let written = std::fs::write(Path::new(&object.name), object.bytes);
    written.map_err(|error| format!("cannot write '{}': {error}", object.name))
}
