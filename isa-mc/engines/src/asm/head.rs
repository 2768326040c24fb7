//! The front of a statement.

use crate::tables::WORD_BYTES;

/// The name at the front of a statement, and what comes behind it: that tells labels
/// and assignments from everything else.
pub(super) struct Head {
    /// Where the name ends; 0 if there is none.
    pub(super) end: usize,
    /// The first byte behind it that is no white space; 0 at the end.
    pub(super) next: u8,
    /// Where that byte stands.
    pub(super) next_at: usize,
}

impl Head {
    #[inline]
    pub(super) fn new(text: &str) -> Head {
        let end = match text.as_bytes().first() {
            Some(b'"') => quoted_end(text.as_bytes()),
            _ => name_end(text.as_bytes()),
        };
        Head::behind(text, end)
    }

    /// The name, without quotes around it.
    #[inline]
    pub(super) fn name<'s>(&self, text: &'s str) -> &'s str {
        let name = &text[..self.end];
        let inner = name.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
        inner.unwrap_or(name)
    }

    /// For a name that ends there.
    #[inline]
    pub(super) fn behind(text: &str, end: usize) -> Head {
        let bytes = text.as_bytes();
        let mut next_at = end;
        while bytes.get(next_at).is_some_and(u8::is_ascii_whitespace) {
            next_at += 1;
        }
        let next = bytes.get(next_at).copied().unwrap_or(0);
        Head { end, next, next_at }
    }

    /// Names of labels begin with a digit only if they are a number.
    pub(super) fn is_label(&self, text: &str) -> bool {
        let name = &text.as_bytes()[..self.end];
        match name.first() {
            Some(first) if first.is_ascii_digit() => name.iter().all(u8::is_ascii_digit),
            first => first.is_some(),
        }
    }

    /// `name = value`
    pub(super) fn is_assignment(&self, text: &str) -> bool {
        let behind = text.as_bytes().get(self.next_at + 1);
        self.next == b'=' && self.end != 0 && behind != Some(&b'=')
    }
}

/// Where the name in quotes at the front of a text ends; 0 if it does not.
#[cold]
fn quoted_end(text: &[u8]) -> usize {
    let end = text.iter().skip(1).position(|&byte| byte == b'"');
    end.map_or(0, |end| end + 2)
}

/// Where the name at the front of a text ends; 0 if there is none.
#[inline]
pub(super) fn name_end(text: &[u8]) -> usize {
    let end = text.iter().position(|&byte| !WORD_BYTES[usize::from(byte)]);
    end.unwrap_or(text.len())
}
