//! What is read.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use isa_mc::asm::Source;
use mmap_guard::{FileData, map_file};

use super::failure::Failure;

/// Bytes of a file from which on it is mapped: memory that is new takes longer than reading.
const MANY: u64 = 1 << 20;

/// A file that was read.
pub struct Input {
    /// What errors call it.
    pub name: String,
    /// All of it.
    pub bytes: FileData,
}

/// Bytes of a file as a source. One that is mapped stays so as long as the process runs.
pub fn source(bytes: FileData) -> Source<'static> {
    match bytes {
        FileData::Loaded(bytes) => Source::Owned(bytes),
        mapped => Source::Static(Box::leak(Box::new(mapped))),
    }
}

/// Bytes of a file for who changes them.
pub fn owned(bytes: FileData) -> Vec<u8> {
    match bytes {
        FileData::Loaded(bytes) => bytes,
        mapped => mapped.to_vec(),
    }
}

/// Whether a path stands for standard input or output.
pub fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a file, or standard input for `-`. A large file is mapped: who cuts it off meanwhile ends
/// the process.
pub fn read(path: &Path) -> Result<Input, Failure> {
    if is_standard(path) {
        let mut bytes = Vec::new();
        let name = "<stdin>".to_string();
        return match io::stdin().lock().read_to_end(&mut bytes) {
            Ok(_) => Ok(Input {
                name,
                bytes: FileData::Loaded(bytes),
            }),
            Err(error) => Err(unreadable(&name, &error)),
        };
    }
    let name = path.display().to_string();
    let is_large = |it: &fs::Metadata| it.is_file() && it.len() >= MANY;
    let mapped = match fs::metadata(path) {
        // Where it cannot be, as somebody has locked it, it is read.
        Ok(metadata) if is_large(&metadata) => map_file(path).ok(),
        _ => None,
    };
    let read = mapped.map_or_else(|| fs::read(path).map(FileData::Loaded), Ok);
    match read {
        Ok(bytes) => Ok(Input { name, bytes }),
        Err(error) => Err(unreadable(&name, &error)),
    }
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_string(),
        io::ErrorKind::PermissionDenied => "permission denied".to_string(),
        io::ErrorKind::IsADirectory => "it is a folder".to_string(),
        _ => error.to_string(),
    };
    Failure::Input(format!("cannot read `{name}`: {reason}"))
}
