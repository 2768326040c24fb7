//! Programs as people have them: code objects inside libraries that Debian packs.

use std::path::{Path, PathBuf};
use std::process::Command;

use isa_mc::object::bundle;

/// Packages of Debian with code objects, and the libraries in them.
pub const PACKAGES: [(&str, &str); 2] = [
    ("librocrand1", "librocrand.so"),
    ("librocsparse0", "librocsparse.so"),
];

/// The libraries of a package: in the folder that `ISA_DEBIAN` names if they are there, else
/// downloaded into one that goes away.
pub fn library(package: &str, name: &str, folder: &Path) -> Option<PathBuf> {
    let find = |folder: &Path| {
        let mut folders = vec![folder.to_path_buf()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).ok()?.flatten() {
                let path = entry.path();
                let is_own = entry.file_name().to_string_lossy().starts_with(name);
                match entry.file_type().ok()? {
                    kind if kind.is_dir() => folders.push(path),
                    kind if kind.is_file() && is_own => return Some(path),
                    _ => {}
                }
            }
        }
        None
    };
    let kept = std::env::var_os("ISA_DEBIAN").map(PathBuf::from);
    if let Some(found) = kept.as_deref().and_then(find) {
        return Some(found);
    }
    let run = |program: &str, arguments: &[&str]| {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(folder)
            .output();
        output.is_ok_and(|output| output.status.success())
    };
    if !run("apt-get", &["download", package]) {
        return None;
    }
    let mut entries = std::fs::read_dir(folder).ok()?.flatten();
    let archive = entries.find(|it| {
        let is_archive = it.path().extension().is_some_and(|it| it == "deb");
        is_archive && it.file_name().to_string_lossy().starts_with(package)
    })?;
    let archive = archive.path().display().to_string();
    let inside = folder.join(package);
    let unpacked = run("dpkg", &["-x", &archive, &inside.display().to_string()]);
    find(&inside).filter(|_| unpacked)
}

/// The largest code object for a processor in a library of a package.
///
/// # Errors
///
/// If the package cannot be had, or has no code for the processor.
pub fn code_object(
    (package, name): (&str, &str),
    cpu: &str,
    folder: &Path,
) -> Result<Vec<u8>, String> {
    let path = library(package, name, folder)
        .ok_or_else(|| format!("{package} cannot be fetched: apt-get download {package}"))?;
    let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let bundles = bundle::all(&bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    let entries = bundles.iter().flat_map(|bundle| &bundle.entries);
    let own = entries.filter(|entry| entry.target().split(':').next() == Some(cpu));
    let largest = own.max_by_key(|entry| entry.bytes.len());
    let largest = largest.ok_or_else(|| format!("{package} has no code for {cpu}"))?;
    Ok(largest.bytes.to_vec())
}
