//! What is assembled.

use std::borrow::Cow;

use super::error::MAX_ERRORS;

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
/// let kept = Source::Kept(b"s_nop 0\n");
/// ```
#[derive(Debug, Clone)]
pub enum Source<'s> {
    /// Somebody's, which are copied.
    Borrowed(&'s [u8]),
    /// The source's own.
    Owned(Vec<u8>),
    /// Those of who keeps them as long as the process runs: of a file in memory.
    Kept(&'static [u8]),
}

impl Source<'_> {
    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Source::Borrowed(bytes) | Source::Kept(bytes) => bytes,
            Source::Owned(bytes) => bytes,
        }
    }

    /// [`as_text`] of the bytes.
    pub(super) fn into_text(self) -> (Cow<'static, str>, Vec<Bad>) {
        let bytes = match self {
            Source::Kept(bytes) => match str::from_utf8(bytes) {
                Ok(text) => return (Cow::Borrowed(text), Vec::new()),
                Err(_) => bytes.to_vec(),
            },
            Source::Borrowed(bytes) => bytes.to_vec(),
            Source::Owned(bytes) => bytes,
        };
        let (text, bad) = as_text(bytes);
        (Cow::Owned(text), bad)
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
