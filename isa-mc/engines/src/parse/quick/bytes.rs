//! The bytes of a line, several at a time.

use crate::parse::expression;
use crate::tables::{Tables, Text, beginning, low_mask, mnemonic_hash_step};

/// Digits of a number at most: so it never overflows.
const MAX_DIGITS: usize = 15;

/// The bytes from one place of a text on, as one number.
pub(super) type Chunk = u128;

/// Every byte 1.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const HIGHS: u64 = ONES << 7;

/// A text that is read.
#[derive(Clone, Copy)]
pub(super) struct Reader<'t> {
    pub(super) bytes: &'t [u8],
    pub(super) at: usize,
}

impl<'q> Reader<'q> {
    /// The byte here; a line end behind the last.
    #[inline]
    pub(super) fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(b'\n')
    }

    /// The first two bytes here, as [`beginning`] has them.
    #[inline]
    pub(super) fn begins(&self) -> u64 {
        let [first, second] = bytes_at(self.bytes, self.at).unwrap_or([b'\n'; 2]);
        beginning(first, second)
    }

    /// A reader behind so many bytes.
    #[inline]
    pub(super) fn behind(self, length: usize) -> Self {
        let at = self.at + length;
        Reader { at, ..self }
    }

    /// Whether an operator stands here behind white space.
    #[inline]
    pub(super) fn goes_on(mut self) -> bool {
        if !is_space(self.peek()) {
            return false;
        }
        self.skip_space();
        self.is_operator()
    }

    /// Whether an operator between two numbers stands here.
    #[inline]
    pub(super) fn is_operator(&self) -> bool {
        expression::operator(self.rest()).is_some()
    }

    #[inline]
    pub(super) fn skip_space(&mut self) {
        while is_space(self.peek()) {
            self.at += 1;
            // Columns of listings stand behind many of them.
            if self.peek() == b' ' {
                self.at += blanks(self.chunk());
            }
        }
    }

    /// Sixteen bytes from here on; line ends behind the last.
    #[inline]
    pub(super) fn chunk(&self) -> Chunk {
        match bytes_at(self.bytes, self.at) {
            Some(chunk) => Chunk::from_le_bytes(chunk),
            None => last_chunk(self.rest()),
        }
    }

    /// What is left of the text.
    #[inline]
    pub(super) fn rest(&self) -> &'q [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Passes a byte, if it stands here.
    #[inline]
    pub(super) fn pass(&mut self, byte: u8) -> bool {
        let is_here = self.peek() == byte;
        self.at += usize::from(is_here);
        is_here
    }

    /// Passes a text, if it stands here.
    #[inline]
    pub(super) fn take(&mut self, text: &[u8]) -> bool {
        if text.first().is_some_and(|&first| first != self.peek()) {
            return false;
        }
        let is_here = self
            .bytes
            .get(self.at..)
            .is_some_and(|rest| rest.starts_with(text));
        self.at += if is_here { text.len() } else { 0 };
        is_here
    }

    /// Passes a text of the string pool, if it stands here.
    #[inline]
    pub(super) fn take_text(&mut self, tables: &Tables<'_>, text: Text) -> bool {
        let length = usize::from(text.len);
        // Nearly all have a few bytes.
        if length <= size_of::<u64>()
            && let Some(wanted) = bytes_at(tables.strings.as_bytes(), text.start as usize)
            && let Some(here) = bytes_at(self.bytes, self.at)
        {
            let others = u64::from_le_bytes(wanted) ^ u64::from_le_bytes(here);
            let is_here = others.unbounded_shl(u64::BITS - 8 * length as u32) == 0;
            self.at += if is_here { length } else { 0 };
            return is_here;
        }
        self.take_longer(tables, text)
    }

    /// Passes a text, if it stands here with white space anywhere between its tokens: not within
    /// words, nor within quotes. A quote at its front ends a word.
    #[cold]
    pub(super) fn take_spaced(&mut self, text: &[u8]) -> bool {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let mut here = *self;
        let mut is_quoted = text.first() == Some(&b'"');
        let mut before = None;
        for &byte in text {
            let is_space = byte == b' ' && !is_quoted;
            // A word does not touch the next one.
            if is_space && before.is_some_and(is_word) && is_word(here.peek()) {
                return false;
            }
            let goes_on = is_word(byte) && before.is_none_or(is_word);
            if is_space || !is_quoted && !goes_on {
                here.skip_space();
            }
            if !is_space && !here.pass(byte) {
                return false;
            }
            is_quoted ^= byte == b'"';
            before = Some(byte);
        }
        *self = here;
        true
    }

    /// [`take_text`](Self::take_text) of more than eight bytes.
    #[inline(never)]
    fn take_longer(&mut self, tables: &Tables<'_>, text: Text) -> bool {
        let length = usize::from(text.len);
        // Most differ in the first bytes, and nearly all end within these.
        if let Some(wanted) = bytes_at(tables.strings.as_bytes(), text.start as usize)
            && let Some(here) = bytes_at(self.bytes, self.at)
        {
            let others = Chunk::from_le_bytes(wanted) ^ Chunk::from_le_bytes(here);
            let beyond = Chunk::BITS.saturating_sub(8 * length as u32);
            if others << beyond != 0 {
                return false;
            }
            if length <= size_of::<Chunk>() {
                self.at += length;
                return true;
            }
        }
        self.take(tables.bytes(text))
    }

    /// The two halves of the word here and its length, up to a byte; `None` if that does not
    /// stand within what a word may be long.
    #[inline]
    pub(super) fn word_before(&self, end: u8) -> Option<(u64, u64, usize)> {
        let chunk = self.chunk();
        // Bytes behind the first may be marked without reason.
        let places = |bytes: u64| {
            let others = bytes ^ (ONES * u64::from(end));
            others.wrapping_sub(ONES) & !others & HIGHS
        };
        let length = match places(chunk as u64) {
            0 => 8 + places((chunk >> 64) as u64).trailing_zeros() as usize / 8,
            places => places.trailing_zeros() as usize / 8,
        };
        let (low, high) = front_of_word(chunk, length);
        (length < size_of::<Chunk>()).then_some((low, high, length))
    }

    /// Passes a number: digits, or `0x` and digits. `None` if it is none, is too long, or
    /// goes on.
    pub(super) fn number(&mut self) -> Option<i64> {
        let Some(bytes) = bytes_at(self.bytes, self.at) else {
            return self.other_number();
        };
        let bytes = u64::from_le_bytes(bytes);
        let [first, second] = (bytes as u16).to_le_bytes();
        // Most are one decimal digit, or a few.
        if first.is_ascii_digit() && !second.is_ascii_digit() && second != b'x' {
            self.at += 1;
            return Some(i64::from(first - b'0'));
        }
        if [first, second] == *b"0x"
            && let Some(digits) = bytes_at(self.bytes, self.at + 2)
        {
            let (value, length) = hexadecimal(u64::from_le_bytes(digits));
            let behind = self.bytes.get(self.at + 2 + length);
            if length != 0 && !behind.is_some_and(u8::is_ascii_hexdigit) {
                self.at += 2 + length;
                return Some(value as i64);
            }
        }
        let (value, length) = decimal(bytes);
        if first == b'0' || !(1..8).contains(&length) {
            return self.other_number();
        }
        self.at += length;
        Some(value as i64)
    }

    /// [`number`](Self::number) of any kind.
    #[inline(never)]
    fn other_number(&mut self) -> Option<i64> {
        let minus = self.peek() == b'-';
        self.at += usize::from(minus);
        let mut digits = self.chunk();
        let is_hex = digits as u16 == u16::from_le_bytes(*b"0x");
        let radix = if is_hex { 16 } else { 10 };
        let (value, length) = if is_hex {
            self.at += 2;
            digits >>= 16;
            hexadecimal(digits as u64)
        } else {
            decimal(digits as u64)
        };
        let value = match length {
            8 if char::from((digits >> 64) as u8).is_digit(radix) => self.long_number(radix)?,
            _ => {
                self.at += length;
                value as i64
            }
        };
        // Zeros at the front may mean something else.
        if length == 0 || !is_hex && length > 1 && digits as u8 == b'0' {
            return None;
        }
        Some(if minus { -value } else { value })
    }

    /// Passes digits that may be more than eight.
    #[cold]
    fn long_number(&mut self, radix: u32) -> Option<i64> {
        let (start, mut value) = (self.at, 0);
        while let Some(digit) = char::from(self.peek()).to_digit(radix) {
            if self.at - start == MAX_DIGITS {
                return None;
            }
            value = value * i64::from(radix) + i64::from(digit);
            self.at += 1;
        }
        Some(value)
    }
}

/// Passes a number that fits so many bits, in front of what ends operands.
#[inline]
pub(super) fn plain_number(reader: &mut Reader<'_>, bits: u8) -> Option<u64> {
    let mut here = *reader;
    // Where a number may stand, mostly a name does.
    if !here.peek().is_ascii_digit() {
        return None;
    }
    let number = here.number()?.cast_unsigned();
    if number > low_mask(bits) || !ends(here.peek()) {
        return None;
    }
    *reader = here;
    Some(number)
}

/// The number that the decimal digits at the front of eight bytes are, and how many there are.
#[inline]
fn decimal(bytes: u64) -> (u64, usize) {
    let digits = bytes ^ (ONES * b'0' as u64);
    let others = (digits.wrapping_add(ONES * (0x7f - 9)) | digits) & HIGHS;
    let length = others.trailing_zeros() as usize / 8;
    // The last digit in the highest byte, zeros below the first; then two, four and eight
    // digits become one number each.
    let digits = digits.unbounded_shl(64 - 8 * length as u32);
    let pairs = (digits.wrapping_mul(10) + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(100) + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    let all = fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xffff_ffff;
    (all, length)
}

/// The same of hexadecimal digits.
#[inline]
fn hexadecimal(bytes: u64) -> (u64, usize) {
    // Whether bytes below 128 are at least this one, in their highest bits.
    let least = |bytes: u64, byte: u8| (bytes & !HIGHS).wrapping_add(ONES * (0x80 - byte as u64));
    let lower = bytes | (ONES * 0x20);
    let digits = least(bytes, b'0') & !least(bytes, b'9' + 1);
    let letters = least(lower, b'a') & !least(lower, b'f' + 1);
    let others = !(digits | letters) & HIGHS | bytes & HIGHS;
    let length = others.trailing_zeros() as usize / 8;
    // Bit 6 tells letters, whose lowest bits count from 1.
    let values = (bytes & (ONES * 0xf)) + (bytes >> 6 & ONES) * 9;
    let values = values.unbounded_shl(64 - 8 * length as u32).swap_bytes();
    let pairs = (values | values >> 4) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs | pairs >> 8) & 0x0000_ffff_0000_ffff;
    ((fours | fours >> 16) & 0xffff_ffff, length)
}

/// Some bytes from a place on, if there are as many.
#[inline]
fn bytes_at<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk().copied()
}

/// The first sixteen bytes of a text; line ends behind the last.
#[inline]
pub(super) fn chunk(text: &[u8]) -> Chunk {
    match text.first_chunk() {
        Some(chunk) => Chunk::from_le_bytes(*chunk),
        None => last_chunk(text),
    }
}

#[cold]
fn last_chunk(text: &[u8]) -> Chunk {
    let mut chunk = [b'\n'; size_of::<Chunk>()];
    if let Some(front) = chunk.get_mut(..text.len()) {
        front.copy_from_slice(text);
    }
    Chunk::from_le_bytes(chunk)
}

/// A text behind the white space at its front.
#[inline(never)]
pub(super) fn behind_space(mut text: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = text
        && is_space(*first)
    {
        text = rest;
    }
    text
}

/// What stands behind a text of up to eight bytes of the string pool, if the bytes begin with it
/// and there are more.
// What calls it has no registers to spare.
#[inline(never)]
pub(super) fn behind_text<'t>(bytes: &'t [u8], strings: &[u8], text: Text) -> Option<&'t [u8]> {
    let length = usize::from(text.len);
    let wanted = u64::from_le_bytes(bytes_at(strings, text.start as usize)?);
    let others = wanted ^ u64::from_le_bytes(*bytes.first_chunk()?);
    match others << ((u64::BITS - 8 * length as u32) & 63) {
        0 => bytes.get(length..),
        _ => None,
    }
}

/// How many blanks there are at the front of a chunk.
#[inline]
fn blanks(chunk: Chunk) -> usize {
    let others = chunk ^ Chunk::from_le_bytes([b' '; size_of::<Chunk>()]);
    others.trailing_zeros() as usize / 8
}

/// White space within a line, which may end with a carriage return.
#[inline]
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// Whether an operand ends with this byte.
#[inline]
pub(super) fn ends(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b',' | b'\n')
}

/// The highest bits of the bytes that end words: commas, white space and what is below
/// it, and what is no ASCII, which no word has. Bytes behind the first may be marked without
/// reason.
#[inline]
fn ends_of(bytes: u64) -> u64 {
    let space = bytes.wrapping_sub(ONES * (b' ' as u64 + 1));
    let comma = (bytes ^ (ONES * b',' as u64)).wrapping_sub(ONES);
    (space | comma) & HIGHS
}

/// The two halves of the word at the front of a chunk, and its length; `None` if it is
/// too long.
#[inline]
pub(super) fn word(chunk: Chunk) -> Option<(u64, u64, usize)> {
    let (low, high) = (chunk as u64, (chunk >> 64) as u64);
    let end = ends_of(low);
    if end != 0 {
        // All bits below the one that marks the end, but for those of its byte.
        let length = end.trailing_zeros() / 8;
        return Some((low & !(u64::MAX << (length * 8)), 0, length as usize));
    }
    let end = ends_of(high);
    if end == 0 {
        return None;
    }
    let length = end.trailing_zeros() / 8;
    Some((low, high & !(u64::MAX << (length * 8)), 8 + length as usize))
}

/// The two halves of the first bytes of a chunk, at most 15.
#[inline]
pub(super) fn front_of_word(chunk: Chunk, length: usize) -> (u64, u64) {
    let front = chunk & !(u128::MAX << (length % 16 * 8));
    (front as u64, (front >> 64) as u64)
}

/// Words of eight bytes that a mnemonic and the byte behind it fit in.
pub(super) const HEAD: usize = 4;

/// The first bytes from a place of a text on; line ends behind the last.
#[inline]
pub(super) fn head(bytes: &[u8], at: usize) -> [u64; HEAD] {
    match bytes_at(bytes, at) {
        Some(bytes) => words(&bytes),
        None => last_head(bytes, at),
    }
}

/// Bytes that are looked at together at most.
pub(super) const AHEAD: usize = HEAD * 8;

/// Bytes as words, the first byte lowest.
#[inline]
fn words(bytes: &[u8; HEAD * 8]) -> [u64; HEAD] {
    let word = |at: usize| match bytes.get(at * 8..).and_then(<[u8]>::first_chunk) {
        Some(word) => u64::from_le_bytes(*word),
        None => 0,
    };
    [word(0), word(1), word(2), word(3)]
}

#[cold]
fn last_head(bytes: &[u8], at: usize) -> [u64; HEAD] {
    let mut head = [b'\n'; HEAD * 8];
    let rest = bytes.get(at..).unwrap_or_default();
    for (to, from) in head.iter_mut().zip(rest) {
        *to = *from;
    }
    words(&head)
}

/// The mnemonic at the front of a text.
#[derive(Clone, Copy)]
pub(super) struct Mnemonic {
    /// Its hash.
    pub(super) hash: u64,
    /// How many bytes it has.
    pub(super) length: usize,
}

/// The mnemonic at the front of a text, which ends with white space or with what is no ASCII;
/// `None` if it is too long.
#[inline]
pub(super) fn mnemonic(head: &[u64; HEAD]) -> Option<Mnemonic> {
    let mut hash = 0;
    for (at, &chunk) in head.iter().enumerate() {
        let space = chunk.wrapping_sub(ONES * (b' ' as u64 + 1)) & HIGHS;
        if space == 0 {
            hash = mnemonic_hash_step(hash, chunk);
            continue;
        }
        let length = space.trailing_zeros() / 8;
        if length != 0 {
            hash = mnemonic_hash_step(hash, chunk & !(u64::MAX << (length * 8)));
        }
        let length = at * 8 + length as usize;
        return Some(Mnemonic { hash, length });
    }
    None
}

/// A hash of a word, of which the highest bits depend on all others.
#[cfg(feature = "std")]
#[inline]
pub(super) fn hash_of(name: &[u64; HEAD]) -> u64 {
    let [first, second, third, last] = *name;
    (first ^ third.rotate_left(20)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (second ^ last.rotate_left(20)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// Whether two words are the same. Compared as arrays they would be written to memory, and read
/// from it in larger parts than they were written in, for which processors wait.
#[cfg(feature = "std")]
#[inline]
pub(super) fn is_same(one: &[u64; HEAD], other: &[u64; HEAD]) -> bool {
    let differs = |at: usize| one[at] ^ other[at];
    differs(0) | differs(1) | differs(2) | differs(3) == 0
}

/// Bytes of the mnemonic at the front of a text, as [`mnemonic`] finds it.
#[cfg(feature = "std")]
#[inline]
pub(super) fn mnemonic_length(head: &[u64; HEAD]) -> Option<usize> {
    for (at, chunk) in head.iter().enumerate() {
        let space = chunk.wrapping_sub(ONES * (b' ' as u64 + 1)) & HIGHS;
        if space != 0 {
            return Some(at * 8 + space.trailing_zeros() as usize / 8);
        }
    }
    None
}

/// For each length from 0 on, the bits of so many first bytes of words.
#[cfg(feature = "std")]
const fn first_bytes<const WORDS: usize, const LENGTHS: usize>() -> [[u64; WORDS]; LENGTHS] {
    let mut masks = [[0; WORDS]; LENGTHS];
    let mut length = 0;
    while length < LENGTHS {
        let mut byte = 0;
        while byte < length {
            masks[length][byte / 8] |= 0xff << (byte % 8 * 8);
            byte += 1;
        }
        length += 1;
    }
    masks
}

/// The first bytes of a text as words, as many as a length says, with zeros behind.
#[cfg(feature = "std")]
#[inline]
pub(super) fn front(head: &[u64; HEAD], length: usize) -> [u64; HEAD] {
    static MASKS: [[u64; HEAD]; HEAD * 8] = first_bytes();
    let masks = &MASKS[length % (HEAD * 8)];
    let mut front = [0; HEAD];
    for at in 0..HEAD {
        front[at] = head[at] & masks[at];
    }
    front
}
