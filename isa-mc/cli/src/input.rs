//! What is read.

use std::io::Read as _;
use std::path::Path;

use super::failure::Failure;

/// A file that was read.
pub struct Input {
    /// What errors call it.
    pub name: String,
    /// All of it.
    pub bytes: Vec<u8>,
}

/// Whether a path stands for standard input or output.
pub fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a file, or standard input for `-`.
pub fn read(path: &Path) -> Result<Input, Failure> {
    if is_standard(path) {
        let mut bytes = Vec::new();
        let name = "<stdin>".to_string();
        return match std::io::stdin().lock().read_to_end(&mut bytes) {
            Ok(_) => Ok(Input { name, bytes }),
            Err(error) => Err(unreadable(&name, &error)),
        };
    }
    let name = path.display().to_string();
    match std::fs::read(path) {
        Ok(bytes) => Ok(Input { name, bytes }),
        Err(error) => Err(unreadable(&name, &error)),
    }
}

fn unreadable(name: &str, error: &std::io::Error) -> Failure {
    let reason = match error.kind() {
        std::io::ErrorKind::NotFound => "no such file".to_string(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_string(),
        std::io::ErrorKind::IsADirectory => "it is a folder".to_string(),
        _ => error.to_string(),
    };
    Failure::Input(format!("cannot read `{name}`: {reason}"))
}
