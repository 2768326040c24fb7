//! What is assembled.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use memchr::memmem;

use super::error::MAX_ERRORS;
use crate::threads::Threads;

/// Bytes that are looked at together.
const BLOCK: usize = 1 << 20;

/// A byte that is no text.
pub(super) struct Bad {
    pub(super) at: usize,
    pub(super) byte: u8,
}

/// The bytes of a source, which should be UTF-8.
///
/// Whoever gives bytes away, or says that they stay as long as the process does, spares a copy:
///
/// ```
/// use isa_mc::asm::Source;
///
/// let copied: Source<'_> = b"s_nop 0\n".into();
/// let given_away = Source::from(b"s_nop 0\n".to_vec());
/// let stays = Source::Static(b"s_nop 0\n");
/// ```
#[derive(Debug, Clone)]
pub enum Source<'s> {
    /// Somebody's, which are copied.
    Borrowed(&'s [u8]),
    /// The source's own.
    Owned(Vec<u8>),
    /// Those that stay as long as the process runs: of a file in memory.
    Static(&'static [u8]),
}

impl Source<'_> {
    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Source::Borrowed(bytes) | Source::Static(bytes) => bytes,
            Source::Owned(bytes) => bytes,
        }
    }

    /// [`as_text`] of the bytes, and whether a word is in it; no word is in none.
    pub(super) fn into_text(
        self,
        word: &str,
        threads: &Threads,
    ) -> (Cow<'static, str>, Vec<Bad>, bool) {
        let bytes = match self {
            Source::Static(bytes) => {
                let search = Search::new(bytes, word);
                let text = threads.beside(|| || search.go_on(), || str::from_utf8(bytes));
                match text {
                    Ok(text) => return (Cow::Borrowed(text), Vec::new(), search.found()),
                    Err(_) => bytes.to_vec(),
                }
            }
            Source::Borrowed(bytes) => bytes.to_vec(),
            Source::Owned(bytes) => bytes,
        };
        let (text, bad) = as_text(bytes);
        let is_said = Search::new(text.as_bytes(), word).found();
        (Cow::Owned(text), bad, is_said)
    }
}

/// Looks for a word, a block after the other from the last one on: who goes through the bytes from
/// the front meanwhile finds half of them in memory.
struct Search<'b> {
    bytes: &'b [u8],
    word: &'b [u8],
    /// Blocks that nobody has looked at.
    left: AtomicUsize,
    is_found: AtomicBool,
}

impl<'b> Search<'b> {
    fn new(bytes: &'b [u8], word: &'b str) -> Search<'b> {
        let count = match word.len() {
            0 => 0,
            _ => bytes.len().div_ceil(BLOCK),
        };
        Search {
            bytes,
            word: word.as_bytes(),
            left: AtomicUsize::new(count),
            is_found: AtomicBool::new(false),
        }
    }

    /// Looks at blocks as long as there are some.
    fn go_on(&self) {
        let next = |left: usize| left.checked_sub(1);
        while let Ok(left) = self.left.fetch_update(Relaxed, Relaxed, next) {
            // The word may begin at the last byte of the block.
            let start = (left - 1) * BLOCK;
            let end = self.bytes.len().min(start + BLOCK + self.word.len() - 1);
            if memmem::find(&self.bytes[start..end], self.word).is_some() {
                self.is_found.store(true, Relaxed);
                self.left.store(0, Relaxed);
            }
        }
    }

    /// Whether the word is there.
    fn found(&self) -> bool {
        self.go_on();
        self.is_found.load(Relaxed)
    }
}

impl<'s> From<&'s [u8]> for Source<'s> {
    fn from(bytes: &'s [u8]) -> Source<'s> {
        Source::Borrowed(bytes)
    }
}

impl<'s, const N: usize> From<&'s [u8; N]> for Source<'s> {
    fn from(bytes: &'s [u8; N]) -> Source<'s> {
        Source::Borrowed(bytes)
    }
}

impl<'s> From<&'s Vec<u8>> for Source<'s> {
    fn from(bytes: &'s Vec<u8>) -> Source<'s> {
        Source::Borrowed(bytes)
    }
}

impl From<Vec<u8>> for Source<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        Source::Owned(bytes)
    }
}

impl<'s> From<Cow<'s, [u8]>> for Source<'s> {
    fn from(bytes: Cow<'s, [u8]>) -> Source<'s> {
        match bytes {
            Cow::Borrowed(bytes) => Source::Borrowed(bytes),
            Cow::Owned(bytes) => Source::Owned(bytes),
        }
    }
}

/// The source as text of the same length, and the first byte of every line that is
/// not part of one: of as many lines as there may be errors.
fn as_text(source: Vec<u8>) -> (String, Vec<Bad>) {
    let source = match String::from_utf8(source) {
        Ok(text) => return (text, Vec::new()),
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(source.len());
    let mut bad: Vec<Bad> = Vec::new();
    let mut line_has_one = false;
    for chunk in source.utf8_chunks() {
        text.push_str(chunk.valid());
        line_has_one &= !chunk.valid().contains('\n');
        let Some(&byte) = chunk.invalid().first() else {
            continue;
        };
        if !line_has_one && bad.len() < MAX_ERRORS {
            let at = text.len();
            bad.push(Bad { at, byte });
            line_has_one = true;
        }
        for _ in chunk.invalid() {
            text.push('\u{1a}');
        }
    }
    (text, bad)
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Search};

    /// A word is found wherever it is, also in two blocks.
    #[test]
    fn words_are_found_in_every_place() {
        let word = ".counted";
        for at in [
            0,
            1,
            BLOCK - 8,
            BLOCK - 7,
            BLOCK - 1,
            BLOCK,
            2 * BLOCK,
            2 * BLOCK + 9,
        ] {
            let mut text = vec![b'.'; at + word.len()];
            assert!(!Search::new(&text, word).found(), "{at}");
            text[at..].copy_from_slice(word.as_bytes());
            assert!(Search::new(&text, word).found(), "{at}");
            assert!(!Search::new(&text, "").found(), "{at}");
        }
        assert!(!Search::new(b"", word).found());
    }
}
