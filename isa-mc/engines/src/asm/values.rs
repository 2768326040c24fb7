//! What stands for the parameters of macros.

use std::ops::Range;

/// What arguments stand for: one text for each parameter.
#[derive(Debug, Default)]
pub(super) struct Values {
    pub(super) text: String,
    pub(super) all: Vec<Value>,
}

/// An argument: a part of a text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Value {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Tokens that it was; 0 if there is none.
    pub(super) tokens: usize,
    /// Nothing else than bytes of names.
    pub(super) is_word: bool,
}

impl Value {
    /// A word.
    #[inline]
    pub(super) fn word(Range { start, end }: Range<usize>) -> Value {
        Value {
            start,
            end,
            tokens: 1,
            is_word: true,
        }
    }

    /// All of a text.
    pub(super) fn whole(text: &str) -> Value {
        Value {
            start: 0,
            end: text.len(),
            tokens: 1,
            is_word: !text.is_empty() && text.bytes().all(is_in_name),
        }
    }
}

/// What stands for parameters: parts of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Given<'v> {
    pub(super) text: &'v str,
    pub(super) all: &'v [Value],
}

impl<'v> Given<'v> {
    /// What a parameter stands for.
    #[inline]
    pub(super) fn get(&self, at: usize) -> &'v str {
        self.text.get(self.range(at)).unwrap_or("")
    }

    /// Where that stands in the text.
    #[inline]
    pub(super) fn range(&self, at: usize) -> Range<usize> {
        self.all.get(at).map_or(0..0, |it| it.start..it.end)
    }

    /// Whether that is a word.
    #[inline]
    pub(super) fn is_word(&self, at: usize) -> bool {
        self.all.get(at).is_some_and(|it| it.is_word)
    }

    /// Each text, and the number of tokens that it was.
    pub(super) fn iter(self) -> impl Iterator<Item = (&'v str, usize)> {
        (0..self.all.len()).map(move |at| (self.get(at), self.all[at].tokens))
    }
}

pub(super) fn is_in_name_character(character: char) -> bool {
    u8::try_from(character).is_ok_and(is_in_name)
}

/// A byte of the name of a parameter.
#[inline]
pub(super) fn is_in_name(byte: u8) -> bool {
    IN_NAME[usize::from(byte)]
}

const IN_NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.');
        byte += 1;
    }
    table
};
