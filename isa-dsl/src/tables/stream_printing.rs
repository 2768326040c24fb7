//! Texts of byte streams as look-ups, one after the other.
//!
//! A [`StreamForm`](super::StreamForm) says how a stream is written; this is what is left of
//! the forms for a printer once everything that values do not decide is decided.
//!
//! ```text
//! Stream ─► StreamChoice ─► StreamOption ─► StreamForm ─► StreamPrintStep ─► Stream …
//! ```

use super::bytes::{Numbered, numbered, row};

row! {
    /// Which forms of a stream there are to print a value in one syntax: some bits of a leaf
    /// say which are worth a look, all others have another value there.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct StreamChoice {
        /// First list of forms in [`Tables::stream_lists`](super::Tables::stream_lists): one
        /// for each value of those bits.
        pub lists: u32,
        /// The leaf, counted within the stream.
        pub leaf: u16,
        /// The lowest of the bits.
        pub shift: u8,
        /// The bits, when they are the lowest ones; 0 if there is one list.
        pub mask: u8,
    }
}

row! {
    /// A form of a list.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct StreamOption {
        /// Index into [`Tables::stream_forms`](super::Tables::stream_forms).
        pub form: u32,
        /// Its condition ([`Tables::rules`](super::Tables::rules) index), or
        /// [`NONE`](super::NONE) where the list decides it.
        pub when: u16,
    }
}

row! {
    /// A piece of text: one that is always the same, and a value or stream behind it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct StreamPrintStep {
        /// First byte in the pool of what is always the same.
        pub before: u32,
        /// How many bytes.
        pub len: u16,
        /// The token that `writes` stands for, an index into
        /// [`Tables::stream_operands`](super::Tables::stream_operands); 0 if it stands for
        /// none.
        pub operand: u16,
        /// See [`StreamWriting`].
        pub index: u32,
        /// What is written behind.
        pub writes: Numbered<StreamWriting>,
        /// The leaf of the value, or the first one of the stream.
        pub leaf: u8,
        /// Lowest bit of the value within its leaf.
        pub shift: u8,
        /// Bits of the value.
        pub width: u8,
    }
}

numbered! {
    /// What a step writes behind a text that is always the same, by
    /// [`StreamPrintStep::index`].
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum StreamWriting {
        /// Nothing.
        Nothing,
        /// The mnemonic.
        Mnemonic,
        /// The value as a number, in hexadecimal from `index` on.
        Unsigned,
        /// The value in two's complement, in hexadecimal from the size `index` on.
        Signed,
        /// The name of the number that the value is, in the place of the text before it; as
        /// [`StreamWriting::Unsigned`] if it has none.
        Named,
        /// A word: `index` is the first row in
        /// [`Tables::stream_words`](super::Tables::stream_words), of which each architecture
        /// has as many as there are values.
        Word,
        /// A stream in one of its forms, an index into
        /// [`Tables::streams`](super::Tables::streams).
        Stream,
        /// The token, put together.
        Token,
    }
}

/// [`StreamPrintStep::index`] of numbers that are never written in hexadecimal.
pub const NEVER_HEX: u32 = u32::MAX;
/// Start of a row of [`Tables::stream_words`](super::Tables::stream_words) that is no word:
/// the text is put together.
pub const NO_WORD: u32 = u32::MAX;
