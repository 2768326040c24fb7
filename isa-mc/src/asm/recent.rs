//! Instructions that were read a short while ago.
//!
//! Code says the same again and again. What a text meant a short while ago it means now,
//! if no symbol had a part in it. So a line is looked for here before it is read: its
//! bytes are touched once, as words that find the end of the line, make its hash and are
//! compared, and a line that is found costs less than one of its operands.

use crate::parse::first_bytes;

/// Bytes of the text of such an instruction at most, its line end included.
const TEXT: usize = WORDS * 8;
/// The same in words.
const WORDS: usize = 6;
/// Bytes of such an instruction at most.
const CODE: usize = 14;
/// Bytes that are copied of an instruction, however long it is.
const CODE_CHUNK: usize = 16;

/// The most instructions that are remembered: as many as the caches of one core hold.
const MOST_SLOTS: usize = 1 << 12;
/// And the least.
const LEAST_SLOTS: usize = 1 << 6;
/// Bytes of a source for each slot: of a short source not even all lines are.
const SOURCE_PER_SLOT: usize = 32;

/// Lines that are looked for in vain before some are not looked for: more than code that
/// repeats itself ever has in a row.
const PATIENCE: u32 = 256;
/// Lines looked for in vain that a line pays for which was found.
const FOUND_PAYS: u32 = 4;
/// Lines that are not looked for then, the first time,
const PAUSE: u32 = 1 << 10;
/// and at most: each time twice as many, unless looking paid for a while.
const MOST_PAUSE: u32 = 1 << 15;

/// The texts of instructions, and their bytes, each in the one slot that its text leads
/// to.
#[derive(Debug)]
pub(super) struct Recent {
    /// A power of two of them, or none.
    slots: Vec<Slot>,
    /// How many there are once there are some.
    size: usize,
    /// How many more lines may be looked for in vain.
    patience: u32,
    /// Lines that are not looked for.
    pause: u32,
    /// How many they are the next time.
    next_pause: u32,
    /// Lines that were looked for in vain since the last time.
    in_vain: u32,
}

/// An instruction, in one line of the cache.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
struct Slot {
    /// The text with its line end, then zeros; all zeros in an empty slot.
    text: [u64; WORDS],
    /// The bytes of the instruction, and in the last of these bytes how many they are.
    code: [u8; CODE_CHUNK],
}

const EMPTY: Slot = Slot {
    text: [0; WORDS],
    code: [0; CODE_CHUNK],
};

const _: () = assert!(size_of::<Slot>() == 64 && CODE < CODE_CHUNK);

/// A line to look for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Key {
    hash: u64,
    /// Bytes of the line, without its end.
    length: usize,
}

/// The bytes from the start of a line on.
type Window = [u8; TEXT];

/// Every byte 1.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const HIGHS: u64 = ONES << 7;

/// The bits of so many first bytes.
static MASKS: [[u64; WORDS]; TEXT + 1] = first_bytes();

impl Key {
    /// The line at the front of some bytes; `None` if it is too long.
    #[inline]
    fn of(line: &Window) -> Option<Key> {
        let (words, _) = line.as_chunks::<8>();
        let mut hash = 0;
        for (at, bytes) in words.iter().enumerate() {
            let word = u64::from_le_bytes(*bytes);
            // The highest bit of the first line end is marked, and perhaps some behind it.
            let other = word ^ (ONES * b'\n' as u64);
            let ends = other.wrapping_sub(ONES) & !other & HIGHS;
            if ends != 0 {
                return Some(Key {
                    hash: mixed(hash, word & (ends ^ (ends - 1))),
                    length: at * 8 + (ends.trailing_zeros() / 8) as usize,
                });
            }
            hash = mixed(hash, word);
        }
        None
    }

    /// Where the line ends that begins at a byte.
    #[inline]
    pub(super) fn end_of(&self, at: usize) -> usize {
        at + self.length
    }

    /// The words of the line, its end included, with zeros behind: no two lines are the
    /// same words, even if one of them has zero bytes.
    #[inline]
    fn words(&self, line: &Window) -> [u64; WORDS] {
        let (bytes, _) = line.as_chunks::<8>();
        // The length is below that: the remainder tells the compiler.
        let masks = &MASKS[self.length % TEXT + 1];
        let mut words = [0; WORDS];
        for at in 0..WORDS {
            words[at] = u64::from_le_bytes(bytes[at]) & masks[at];
        }
        words
    }
}

/// A text that stands in one line, with its end; `None` if it is too long.
fn window_of(text: &str) -> Option<(Window, Key)> {
    let mut line = [b'\n'; TEXT];
    line.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
    let key = Key::of(&line)?;
    (key.length == text.len()).then_some((line, key))
}

/// The hash of words with one more: all of them have a part in its highest bits. There is
/// no need of more, because texts are compared.
#[inline]
fn mixed(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The bytes from a place of a text on, if there are enough of them.
#[inline]
fn window(bytes: &[u8], at: usize) -> Option<&Window> {
    bytes.get(at..)?.first_chunk()
}

/// Appends so many of the bytes of an instruction: all are copied, because a copy of a
/// fixed length is no call and asks for no size.
#[inline]
pub(super) fn push(code: &mut Vec<u8>, bytes: &[u8; CODE_CHUNK], size: usize) {
    let end = code.len() + size;
    code.extend_from_slice(bytes);
    code.truncate(end);
}

impl Recent {
    /// For a source of so many bytes.
    pub(super) fn for_source(bytes: usize) -> Recent {
        let slots = (bytes / SOURCE_PER_SLOT).next_power_of_two();
        Recent {
            slots: Vec::new(),
            size: slots.clamp(LEAST_SLOTS, MOST_SLOTS),
            patience: PATIENCE,
            pause: 0,
            next_pause: PAUSE,
            in_vain: 0,
        }
    }

    /// Appends the instructions of lines from a byte of a text on, as long as they are
    /// remembered and begin before `most` bytes. Gives where the first other line begins,
    /// behind its white space, and how to remember it; `None` if it is too long, near the
    /// end of the text, or so little was found that looking does not pay.
    pub(super) fn lines(
        &mut self,
        bytes: &[u8],
        mut at: usize,
        most: usize,
        code: &mut Vec<u8>,
    ) -> (usize, Option<Key>) {
        loop {
            // Mostly a line end and a tabulator.
            if let Some([b'\n', b'\t', behind, ..]) = bytes.get(at..)
                && *behind > b' '
            {
                at += 2;
            } else {
                while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
                    at += 1;
                }
            }
            // No instruction begins with a point, as directives and most labels do.
            if at >= most || bytes.get(at) == Some(&b'.') {
                return (at, None);
            }
            let Some(line) = window(bytes, at) else {
                return (at, None);
            };
            if self.pause != 0 {
                self.pause -= 1;
                return (at, None);
            }
            let Some(key) = Key::of(line) else {
                return (at, None);
            };
            let Some((found, size)) = self.find(line, &key) else {
                return (at, Some(key));
            };
            push(code, &found, size);
            at += key.length;
        }
    }

    /// The bytes of the instruction in a line, and how many of them count, if it is
    /// remembered.
    #[inline]
    fn find(&mut self, line: &Window, key: &Key) -> Option<([u8; CODE_CHUNK], usize)> {
        let slot = self.slots.get(self.slot_of(key))?;
        // All words, however long the line is: nothing depends on its length.
        let words = key.words(line);
        let mut differ = 0;
        for (at, word) in words.iter().enumerate() {
            differ |= word ^ slot.text[at];
        }
        if differ != 0 {
            return None;
        }
        self.patience = (self.patience + FOUND_PAYS).min(PATIENCE);
        let size = slot.code[CODE_CHUNK - 1];
        Some((slot.code, usize::from(size)))
    }

    /// [`find`](Self::find) for a text that stands in one line.
    pub(super) fn find_text(&mut self, text: &str) -> Option<([u8; CODE_CHUNK], usize)> {
        let (line, key) = window_of(text)?;
        self.find(&line, &key)
    }

    /// Remembers the instruction in the line at a byte of a text that was not found there,
    /// if its bytes are few; so many count.
    #[inline]
    pub(super) fn remember(
        &mut self,
        bytes: &[u8],
        at: usize,
        key: &Key,
        code: [u8; CODE_CHUNK],
        size: usize,
    ) {
        if self.patience == 0 {
            self.rest();
        }
        self.patience -= 1;
        self.in_vain += 1;
        if let Some(line) = window(bytes, at) {
            self.put(line, key, code, size);
        }
    }

    /// Does not look for lines for a while.
    #[cold]
    fn rest(&mut self) {
        let paid = self.in_vain > 4 * PATIENCE;
        self.pause = if paid { PAUSE } else { self.next_pause };
        self.next_pause = (self.pause * 2).min(MOST_PAUSE);
        self.patience = PATIENCE;
        self.in_vain = 0;
    }

    #[inline]
    fn put(&mut self, line: &Window, key: &Key, code: [u8; CODE_CHUNK], size: usize) {
        if size > CODE {
            return;
        }
        if self.slots.is_empty() {
            self.slots.resize(self.size, EMPTY);
        }
        let at = self.slot_of(key);
        if let Some(slot) = self.slots.get_mut(at) {
            slot.text = key.words(line);
            slot.code = code;
            slot.code[CODE_CHUNK - 1] = size as u8;
        }
    }

    /// [`remember`](Self::remember) for a text that stands in one line.
    pub(super) fn remember_text(&mut self, text: &str, bytes: &[u8]) {
        let mut code = [0; CODE_CHUNK];
        if let Some((line, key)) = window_of(text)
            && let Some(place) = code.get_mut(..bytes.len())
        {
            place.copy_from_slice(bytes);
            self.put(&line, &key, code, bytes.len());
        }
    }

    #[inline]
    fn slot_of(&self, key: &Key) -> usize {
        (key.hash >> 40) as usize & self.slots.len().wrapping_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found is what was remembered under exactly that text, and nothing else.
    #[test]
    fn what_is_remembered_is_found_until_its_slot_is_needed() {
        let mut recent = Recent::for_source(1 << 20);
        let found = |recent: &mut Recent, text: &str| {
            let (code, size) = recent.find_text(text)?;
            Some(code[..size].to_vec())
        };
        assert_eq!(found(&mut recent, "s_nop 0"), None);
        recent.remember_text("s_nop 0", &[0, 0, 0x80, 0xbf]);
        assert_eq!(found(&mut recent, "s_nop 0"), Some(vec![0, 0, 0x80, 0xbf]));
        for other in [
            "s_nop 1",
            "s_nop 0 ",
            "s_nop 0\0",
            "s_nop ",
            "s_nop 0\n",
            "",
        ] {
            assert_eq!(found(&mut recent, other), None, "{other:?}");
        }
        for number in 0..40_000_u32 {
            recent.remember_text(&format!("s_nop {number}"), &number.to_le_bytes());
        }
        let kept = (0..40_000_u32).filter(|number| {
            let code = found(&mut recent, &format!("s_nop {number}"));
            assert!(code.as_ref().is_none_or(|it| *it == number.to_le_bytes()));
            code.is_some()
        });
        assert!((MOST_SLOTS / 2..=MOST_SLOTS).contains(&kept.count()));
    }

    /// Lines end where they end: in every place of a word, whatever stands behind them.
    #[test]
    fn lines_of_every_length_are_told_apart() {
        let mut recent = Recent::for_source(1 << 20);
        let mut code = Vec::new();
        for length in 1..TEXT {
            let line = "a".repeat(length);
            for behind in ["\n", "\nx", "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\nx"] {
                let text = line.clone() + behind + &"\0".repeat(TEXT);
                code.clear();
                match recent.lines(text.as_bytes(), 0, 1, &mut code) {
                    (0, Some(key)) => {
                        assert_eq!((key.length, behind), (length, "\n"));
                        let bytes = [length as u8; CODE_CHUNK];
                        recent.remember(text.as_bytes(), 0, &key, bytes, 4);
                    }
                    (at, key) => {
                        assert!(at >= length && key.is_none(), "{text:?}");
                        assert_eq!(code, [length as u8; 4]);
                    }
                }
            }
        }
    }

    /// A slot holds neither more text nor more code than it has room for.
    #[test]
    fn what_is_long_is_not_remembered() {
        let mut recent = Recent::for_source(0);
        let long = "x".repeat(TEXT);
        recent.remember_text(&long, &[1]);
        assert_eq!(recent.find_text(&long), None);
        for size in [CODE + 1, CODE_CHUNK, CODE_CHUNK + 1] {
            recent.remember_text("short", &vec![1; size]);
            assert_eq!(recent.find_text("short"), None);
        }
        recent.remember_text(&long[1..], &[1; CODE]);
        let found = recent.find_text(&long[1..]);
        assert_eq!(
            found.map(|(code, size)| code[..size] == [1; CODE]),
            Some(true)
        );
    }

    /// Where nothing is said twice nobody goes on looking; where something is, nobody
    /// stops.
    #[test]
    fn looking_stops_where_it_does_not_pay() {
        let looked = |repeats: u32| {
            let mut recent = Recent::for_source(1 << 20);
            let mut code = Vec::new();
            let mut passed = 0;
            for number in 0..20_000_u32 {
                let text = match number % repeats {
                    0 => String::from("\n\ts_nop 0"),
                    _ => format!("\n\ts_nop {number}"),
                };
                let text = text + "\n" + &"x".repeat(TEXT);
                match recent.lines(text.as_bytes(), 0, 3, &mut code) {
                    (2, Some(key)) => {
                        recent.remember(text.as_bytes(), 2, &key, [0; CODE_CHUNK], 4);
                    }
                    (2, None) => passed += 1,
                    _ => {}
                }
            }
            passed
        };
        assert!(looked(20_001) > 20_000 / 10 * 9);
        assert_eq!(looked(4), 0);
    }

    /// Lines that are remembered, with white space of every kind between them: all of them
    /// up to the first other one, or the limit.
    #[test]
    fn remembered_lines_are_read_up_to_the_first_other_one() {
        let mut recent = Recent::for_source(1 << 10);
        recent.remember_text("s_nop 0", &[0, 0, 0x80, 0xbf]);
        recent.remember_text("s_endpgm", &[0, 0, 0x81, 0xbf, 1, 2, 3, 4]);
        let text = "\n\ts_nop 0\n  s_endpgm\n\n\t\n\ts_nop 0\n\tlabel:\n\ts_nop 0\n";
        let text = String::from(text) + &"x".repeat(TEXT);
        let mut read = |most| {
            let mut code = Vec::new();
            let (at, key) = recent.lines(text.as_bytes(), 0, most, &mut code);
            let line = text[at..].split('\n').next().unwrap_or("");
            (line, key.map(|key| key.length), code.len())
        };
        assert_eq!(read(usize::MAX), ("label:", Some(6), 16));
        assert_eq!(read(4), ("s_endpgm", None, 4));
        assert_eq!(read(0), ("s_nop 0", None, 0));
    }
}
