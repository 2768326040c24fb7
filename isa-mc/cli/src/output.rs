//! What is written: large blocks, to standard output or to a file that appears
//! only when all of it is there.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::failure::Failure;
use super::input::is_standard;

/// Bytes that are collected before they are written.
const BLOCK: usize = 1 << 16;

/// Where output goes. Without [`Output::finish`] no file is left behind.
pub struct Output {
    /// What is not written yet; append to it, then call [`Output::flush_block`].
    pub buffer: Vec<u8>,
    place: Place,
}

enum Place {
    Standard,
    /// A device or pipe, which cannot be replaced.
    Direct {
        file: File,
        name: String,
    },
    /// A new file beside the one that it becomes; it is removed unless it does.
    Replace {
        file: NamedTempFile,
        path: PathBuf,
    },
}

impl Place {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        match self {
            Place::Standard => std::io::stdout().lock().write_all(bytes),
            Place::Direct { file, .. } => file.write_all(bytes),
            Place::Replace { file, .. } => file.write_all(bytes),
        }
    }
}

impl Output {
    /// Opens a file; `None` and `-` are standard output.
    pub fn open(path: Option<&Path>) -> Result<Output, Failure> {
        let place = match path {
            Some(path) if !is_standard(path) => open(path)?,
            _ => Place::Standard,
        };
        Ok(Output {
            buffer: Vec::with_capacity(BLOCK + (BLOCK >> 2)),
            place,
        })
    }

    /// As [`Output::open`], for bytes that are not text: they are not written
    /// to a terminal that was not asked for.
    pub fn open_binary(path: Option<&Path>) -> Result<Output, Failure> {
        if path.is_none() && std::io::stdout().is_terminal() {
            let message = "bytes are not written to a terminal: use -o FILE, or -o - to insist";
            return Err(Failure::Usage(message.to_string()));
        }
        Output::open(path)
    }

    /// Writes what was collected if it is worth it.
    #[inline]
    pub fn flush_block(&mut self) -> Result<(), Failure> {
        if self.buffer.len() < BLOCK {
            return Ok(());
        }
        self.write()
    }

    /// Writes a block behind what was collected. One that is worth it is not copied.
    pub fn write_block(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if bytes.len() < BLOCK {
            self.buffer.extend_from_slice(bytes);
            return self.flush_block();
        }
        self.write()?;
        self.place
            .write(bytes)
            .map_err(|error| self.failure(&error))
    }

    /// Writes all that was collected, before something is said elsewhere.
    pub fn write_all_of_it(&mut self) -> Result<(), Failure> {
        self.write()
    }

    fn write(&mut self) -> Result<(), Failure> {
        let result = self.place.write(&self.buffer);
        self.buffer.clear();
        result.map_err(|error| self.failure(&error))
    }

    /// Writes the rest; the file is then there under its name.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.write()?;
        match self.place {
            Place::Standard => {
                let flushed = std::io::stdout().lock().flush();
                flushed.map_err(|error| self.failure(&error))
            }
            Place::Direct { .. } => Ok(()),
            Place::Replace { file, path } => match file.persist(&path) {
                Ok(_) => Ok(()),
                Err(error) => Err(cannot_write(&path, &error.error)),
            },
        }
    }

    fn failure(&self, error: &std::io::Error) -> Failure {
        match &self.place {
            Place::Standard if error.kind() == ErrorKind::BrokenPipe => Failure::BrokenPipe,
            Place::Standard => Failure::Input(format!("cannot write to standard output: {error}")),
            Place::Direct { name, .. } => Failure::Input(format!("cannot write `{name}`: {error}")),
            Place::Replace { path, .. } => cannot_write(path, error),
        }
    }
}

/// An output, for whoever writes with `std`; and the failure, which `std` does not know.
pub struct Blocks<'o> {
    output: &'o mut Output,
    failure: Option<Failure>,
}

impl Blocks<'_> {
    /// Writes to an output.
    pub fn new(output: &mut Output) -> Blocks<'_> {
        Blocks {
            output,
            failure: None,
        }
    }

    /// Why writing failed, if it is known; else the error says it.
    pub fn failure(self, error: &dyn std::error::Error) -> Failure {
        let other = || Failure::Input(error.to_string());
        self.failure.unwrap_or_else(other)
    }
}

impl Write for Blocks<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self.output.write_block(bytes) {
            Ok(()) => Ok(bytes.len()),
            Err(failure) => {
                self.failure = Some(failure);
                Err(std::io::Error::other("the output cannot be written"))
            }
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Input(format!("cannot write `{}`: {error}", path.display()))
}

fn open(path: &Path) -> Result<Place, Failure> {
    let error = |error| cannot_write(path, &error);
    // The file behind a link is replaced, not the link.
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let old = std::fs::metadata(path).ok();
    if let Some(old) = &old
        && !old.is_file()
    {
        let file = OpenOptions::new().write(true).open(path).map_err(error)?;
        let name = path.display().to_string();
        return Ok(Place::Direct { file, name });
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let prefix = format!(".{name}.");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix);
    // As for any new file; otherwise others could not read it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let file = builder.tempfile_in(folder).map_err(error)?;
    if let Some(old) = old {
        // A file that was executable, or private, stays so.
        let _ = file.as_file().set_permissions(old.permissions());
    }
    let path = path.clone();
    Ok(Place::Replace { file, path })
}
