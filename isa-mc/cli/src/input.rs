//! What is read.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::failure::Failure;

/// Bytes of a file from which on several threads read it: what takes long is that memory is new,
/// and each thread gets some of it.
const MANY: u64 = 8 << 20;
/// Bytes that a thread reads at a time.
const BLOCK: usize = 1 << 20;

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
        return match io::stdin().lock().read_to_end(&mut bytes) {
            Ok(_) => Ok(Input { name, bytes }),
            Err(error) => Err(unreadable(&name, &error)),
        };
    }
    let name = path.display().to_string();
    match fs::read(path) {
        Ok(bytes) => Ok(Input { name, bytes }),
        Err(error) => Err(unreadable(&name, &error)),
    }
}

/// [`read`] with so many threads for large files; 0 for as many as there are processors.
pub fn read_with(path: &Path, threads: usize) -> Result<Input, Failure> {
    match in_blocks(path, threads) {
        Some(bytes) => {
            let name = path.display().to_string();
            Ok(Input { name, bytes })
        }
        None => read(path),
    }
}

/// What a large file holds; `None` where one thread has to read it, and may say what is wrong.
fn in_blocks(path: &Path, threads: usize) -> Option<Vec<u8>> {
    let count = match threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        count => count,
    };
    if count < 2 || is_standard(path) {
        return None;
    }
    let size = fs::metadata(path).ok().filter(fs::Metadata::is_file)?.len();
    if size < MANY {
        return None;
    }
    let mut bytes = vec![0; usize::try_from(size).ok()?];
    let blocks = Mutex::new((0..).step_by(BLOCK).zip(bytes.chunks_mut(BLOCK)));
    let next = || {
        let mut blocks = blocks.lock().unwrap_or_else(PoisonError::into_inner);
        blocks.next()
    };
    let read_some = || -> io::Result<()> {
        let mut file = File::open(path)?;
        while let Some((start, block)) = next() {
            file.seek(SeekFrom::Start(start))?;
            file.read_exact(block)?;
        }
        Ok(())
    };
    let is_all = thread::scope(|scope| {
        let readers: Vec<_> = (0..count).map(|_| scope.spawn(read_some)).collect();
        let mut results = readers.into_iter().map(thread::ScopedJoinHandle::join);
        results.all(|result| matches!(result, Ok(Ok(()))))
    });
    is_all.then_some(bytes)
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
