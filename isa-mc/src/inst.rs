//! An instruction in memory.

/// An instruction: its bits, and which encoding of which instruction they are.
///
/// Made by [`Target::decode`], [`Target::parse`], [`Target::inst`] or a typed
/// builder. Two are equal if they are the same bytes of the same encoding, and
/// the same [choice](Inst::choice) of what the bytes leave open.
///
/// [`Target::decode`]: crate::Target::decode
/// [`Target::parse`]: crate::Target::parse
/// [`Target::inst`]: crate::Target::inst
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Inst {
    bits: u64,
    literal: u32,
    encoding: u16,
    size: u8,
    choice: u8,
}

impl Inst {
    /// An instruction without a literal.
    ///
    /// `encoding` is an index into [`Tables::encodings`], `bits` all its bits
    /// (first word lowest) and `size` its bytes. Nothing is checked here:
    /// [`Target::inst`] does, and [`Target::encode`] refuses bits that
    /// contradict the encoding.
    ///
    /// [`Tables::encodings`]: crate::tables::Tables::encodings
    /// [`Target::inst`]: crate::Target::inst
    /// [`Target::encode`]: crate::Target::encode
    pub const fn new(encoding: u16, bits: u64, size: u8) -> Inst {
        Inst {
            bits,
            literal: 0,
            encoding,
            size,
            choice: 0,
        }
    }

    /// The same instruction with a literal behind it, which adds 4 bytes.
    #[must_use]
    pub const fn with_literal(self, literal: u32) -> Inst {
        Inst {
            literal,
            size: self.size + 4,
            ..self
        }
    }

    /// The same instruction with other bits of its encoding.
    #[must_use]
    pub(crate) const fn with_bits(self, bits: u64) -> Inst {
        Inst { bits, ..self }
    }

    /// The same instruction with another choice of a width that its bits leave
    /// open: an index into the widths of [`Width::choices`]. One that is not
    /// there counts as 0.
    ///
    /// [`Width::choices`]: crate::tables::Width::choices
    #[must_use]
    pub const fn with_choice(self, choice: u8) -> Inst {
        Inst { choice, ..self }
    }

    /// Which of the widths that its bits leave open one operand has. It is 0 for
    /// what [`Target::decode`] gives: bytes do not say more.
    ///
    /// [`Target::decode`]: crate::Target::decode
    pub const fn choice(self) -> u8 {
        self.choice
    }

    /// Its bits without the literal, first word lowest.
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// The word behind it; 0 if there is none.
    pub const fn literal(self) -> u32 {
        self.literal
    }

    /// Its encoding: an index into [`Tables::encodings`](crate::tables::Tables::encodings).
    pub const fn encoding(self) -> u16 {
        self.encoding
    }

    /// Its size in bytes, with the literal.
    pub const fn size(self) -> usize {
        self.size as usize
    }
}

const _: () = assert!(size_of::<Inst>() == 16);
