//! From bits and from mnemonics to encodings, and from words to what they mean.

use super::bytes::row;
use super::text::{Rows, Text};

/// A slot of a decode tree, as [`Tables::slots`](super::Tables::slots) holds it in one
/// number: decoding loads one for each step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// Nothing is encoded so.
    Empty,
    /// Index of the only [`Encoding`](super::Encoding) that it may be.
    Encoding(u16),
    /// Some bits say which slot is next.
    Window {
        /// The lowest of the bits; below 64.
        shift: u8,
        /// How many; 1 to [`MAX_WINDOW`].
        width: u8,
        /// The slot of value zero; below 2^20.
        base: u32,
    },
    /// Encodings to try one after the other: their slots, and an empty one at the end.
    List {
        /// The first of them; below 2^20.
        base: u32,
    },
    /// The next slot is a window on bits beyond the first 64.
    Further {
        /// The bit that is the window's bit 0: 64 or 128.
        from: u8,
        /// That slot; below 2^20.
        base: u32,
    },
}

/// The most bits that a slot looks at.
pub const MAX_WINDOW: u32 = 9;

impl Slot {
    /// Kinds of slots: the lowest two bits. [`Slot::Empty`] and [`Slot::Further`] have
    /// none of them.
    const ENCODING: u32 = 1;
    const WINDOW: u32 = 2;
    const LIST: u32 = 3;

    /// The slot as a number.
    pub const fn pack(self) -> u32 {
        match self {
            Slot::Empty => 0,
            Slot::Encoding(index) => (index as u32) << 2 | Slot::ENCODING,
            Slot::Window { shift, width, base } => {
                base << 12 | (width as u32) << 8 | (shift as u32) << 2 | Slot::WINDOW
            }
            Slot::List { base } => base << 12 | Slot::LIST,
            Slot::Further { from, base } => base << 12 | (from as u32) << 2,
        }
    }

    /// The slot that a number is.
    #[inline]
    pub const fn unpack(slot: u32) -> Slot {
        match slot & 3 {
            0 => match (slot >> 2) as u8 {
                0 => Slot::Empty,
                from => Slot::Further {
                    from,
                    base: slot >> 12,
                },
            },
            Slot::ENCODING => Slot::Encoding((slot >> 2) as u16),
            Slot::WINDOW => Slot::Window {
                shift: (slot >> 2 & 63) as u8,
                width: (slot >> 8 & 15) as u8,
                base: slot >> 12,
            },
            _ => Slot::List { base: slot >> 12 },
        }
    }
}

row! {
    /// What recognizes an encoding; one row for each.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(align(8))]
    pub struct Recognition {
        /// Bits that the shape fixes, and those beyond its size, which are zero in an
        /// instruction. An encoding of more than 64 bits is not recognized so: it has none
        /// here,
        pub mask: u64,
        /// and their value, which is 1 there.
        pub bits: u64,
        /// Features that the processor must have, and [above](needed_arch) them its
        /// architecture.
        pub needs: u64,
        /// Size in bytes without a literal.
        pub size: u8,
    }
}

/// The architecture of this index among what an encoding needs.
#[inline]
pub const fn needed_arch(arch: u8) -> u64 {
    1 << 32 << (arch & 31)
}

row! {
    /// What printing begins with; one row for each encoding.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Caption {
        /// Of its mnemonics in [`Tables::texts`](super::Tables::texts) that of the first syntax.
        pub mnemonics: u32,
        /// Of its shape's rows in [`Tables::outlines`](super::Tables::outlines) that of the
        /// first syntax.
        pub outlines: u32,
        /// Index into [`Tables::archs`](super::Tables::archs).
        pub arch: u8,
        /// Size in bytes without a literal.
        pub size: u8,
    }
}

row! {
    /// What tells whether bits that are recognized as an encoding are an instruction; one
    /// row for each encoding.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(align(8))]
    pub struct DecodeCheck {
        /// Bits that are zero, in numbers that are narrower than their fields. Another
        /// value is an error, and no reason to look for another encoding.
        pub zero: u64,
        /// Bits of which a rule says that they are not...
        pub refused_mask: u64,
        /// ...these; 1 where the mask is 0 and there is no such rule.
        pub refused_bits: u64,
        /// The first of its shape's readings in [`Tables::checks`](super::Tables::checks).
        pub checks: u32,
        /// How many groups of them; 1 or more.
        pub groups: u8,
        /// Size in bytes without a literal.
        pub size: u8,
        /// How many of the readings may count ([`READING_COUNTED`](super::READING_COUNTED))
        /// so that all other rules hold whatever else is there.
        pub allowance: u8,
        /// [`CHECK_MORE`] and [`CHECK_RELATIVE`], if they are so.
        pub marks: u8,
    }
}

/// In [`DecodeCheck::marks`]: whether operands have meanings, or other rules hold, takes more
/// than the row to tell.
pub const CHECK_MORE: u8 = 1;

/// In [`DecodeCheck::marks`]: an operand is a distance.
pub const CHECK_RELATIVE: u8 = 2;

row! {
    /// A slot of the mnemonic hash table (open addressing, [`mnemonic_hash`],
    /// linear probing, a power of two of slots, never full).
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct MnemonicSlot {
        /// The mnemonic in lower case; empty for an empty slot.
        pub name: Text,
        /// Its [`Candidate`] rows.
        pub candidates: Rows,
    }
}

row! {
    /// An encoding that a mnemonic may stand for; in the order to try them.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Candidate {
        /// Index into [`Tables::encodings`](super::Tables::encodings).
        pub encoding: u16,
        /// Index into [`Tables::archs`](super::Tables::archs).
        pub arch: u8,
        /// Syntaxes that spell it so, as a bit set.
        pub syntaxes: u8,
    }
}

/// Hash of a text, eight bytes at a time: what hash tables of texts agree upon.
#[inline]
pub const fn text_hash(text: &[u8]) -> u64 {
    let mut hash = 0;
    let mut rest = text;
    while let Some((chunk, behind)) = rest.split_first_chunk::<8>() {
        hash = text_hash_step(hash, u64::from_le_bytes(*chunk));
        rest = behind;
    }
    match rest.len() {
        0 => hash,
        length => text_hash_step(hash, last_bytes(text, length)),
    }
}

/// [`text_hash`] of a text with eight more bytes behind it, the first lowest; of fewer
/// the others are zero, and nothing follows.
#[inline]
pub const fn text_hash_step(hash: u64, bytes: u64) -> u64 {
    // Both halves of the product: each bit of it depends on many others.
    let mixed = hash.rotate_left(23) ^ bytes ^ 0x2d35_8dcc_aa6c_78a5;
    let product = mixed as u128 * 0x9e37_79b9_7f4a_7c15;
    product as u64 ^ (product >> 64) as u64
}

/// The last 1 to 7 bytes of a text, the first of them lowest.
#[inline]
const fn last_bytes(text: &[u8], length: usize) -> u64 {
    if let Some(chunk) = text.last_chunk::<8>() {
        return u64::from_le_bytes(*chunk) >> (64 - 8 * length as u32);
    }
    let mut last = 0;
    let mut at = 0;
    while at < length {
        last |= (text[at] as u64) << (8 * at as u32);
        at += 1;
    }
    last
}

/// Hash of a mnemonic: [`text_hash`] without regard to case.
#[inline]
pub const fn mnemonic_hash(name: &[u8]) -> u64 {
    let mut hash = 0;
    let mut rest = name;
    while let Some((chunk, behind)) = rest.split_first_chunk::<8>() {
        hash = mnemonic_hash_step(hash, u64::from_le_bytes(*chunk));
        rest = behind;
    }
    match rest.len() {
        0 => hash,
        length => mnemonic_hash_step(hash, last_bytes(name, length)),
    }
}

/// [`text_hash_step`] of a mnemonic. Setting bit 5 of every byte makes letters lower
/// case, and what it does to other characters does not matter.
#[inline]
pub const fn mnemonic_hash_step(hash: u64, bytes: u64) -> u64 {
    text_hash_step(hash, bytes | 0x2020_2020_2020_2020)
}

row! {
    /// Where to begin to look for what a word means: a slot of a hash table (open
    /// addressing, linear probing, a power of two of slots, never full).
    ///
    /// Of the rows of an owner none before `first` can mean a word of this hash. Words
    /// that nothing means may share the hash of one that something does: whoever looks
    /// compares the rows from there on with the word itself.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Lookup {
        /// Whose rows: [`FILE_WORDS`], [`CLASS_WORDS`] or [`MODIFIER_WORDS`], and an index.
        pub owner: u32,
        /// [`word_hash`] of the word, [`NUMBER_HASH`] or [`ANY_HASH`].
        pub hash: u32,
        /// The first of the owner's rows to look at; [`NONE`](super::NONE) for an empty slot.
        pub first: u16,
    }
}

/// Owner of the registers of a file: plus its index in [`Tables::files`](super::Tables::files).
pub const FILE_WORDS: u32 = 1 << 28;
/// Owner of the entries of a class: plus its index in [`Tables::classes`](super::Tables::classes).
pub const CLASS_WORDS: u32 = 2 << 28;
/// Owner of a set of modifiers: plus its first row in [`Tables::modifiers`](super::Tables::modifiers).
pub const MODIFIER_WORDS: u32 = 3 << 28;

/// In the place of a hash: what begins with no word. The other slots of the owner
/// count such rows in.
pub const ANY_HASH: u32 = 0;
/// In the place of a hash: an integer.
pub const NUMBER_HASH: u32 = 1;

/// Hash of the word that a text begins with, without regard to case.
#[inline]
pub const fn word_hash(word: &[u8]) -> u32 {
    let mut hash = WORD_HASH_START;
    let mut i = 0;
    while i < word.len() {
        hash = word_hash_step(hash, word[i]);
        i += 1;
    }
    hash
}

/// [`word_hash`] of no bytes.
pub const WORD_HASH_START: u32 = 0x811c_9dc5;

/// [`word_hash`] of a word with another byte behind it.
#[inline]
pub const fn word_hash_step(hash: u32, byte: u8) -> u32 {
    (hash ^ (byte | 0x20) as u32).wrapping_mul(0x0100_0193)
}

/// Two letters in sets of what texts may begin with: in the lower half a bit for the first, in the
/// upper half one for the second. A text may begin so if the sets have both. Of a letter the
/// lowest five bits count, in which capitals are as the others.
#[inline]
pub const fn beginning(first: u8, second: u8) -> u64 {
    1 << (first & 31) | 1 << (32 + (second & 31))
}

/// Whether a word may hold this byte; it begins with one that is no digit.
pub const fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'@')
}

/// [`is_word_byte`] of every byte: a look-up where text is long.
pub static WORD_BYTES: [bool; 256] = {
    let mut bytes = [false; 256];
    let mut byte = 0;
    while byte < bytes.len() {
        bytes[byte] = is_word_byte(byte as u8);
        byte += 1;
    }
    bytes
};

/// Where in a table of so many slots the search for a word begins.
#[inline]
pub(crate) const fn lookup_slot(owner: u32, hash: u32, slots: usize) -> usize {
    let key = (owner as u64) << 32 | hash as u64;
    let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ key >> 29;
    (mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40) as usize & slots.wrapping_sub(1)
}
