//! Bytes to which instruction they are, and no more.

use core::array;

use crate::Target;
use crate::tables::{
    BitString, Comparison, HighBits, IDENTIFY_CHECKS, IdentifyCheck, IdentifyLeaf, IdentifyRoot,
    IdentifyWindow, MAX_TOLD, NONE, READING_GROUP, READING_LITERAL, ROOT_WINDOWS, WORD_FLAGS,
};

/// Bytes of a word of the code that is walked through word by word.
const WORD: usize = 4;

/// As many words are looked at before anything is decided: a bit for each.
const BLOCK: usize = u64::BITS as usize;

/// Their bytes, and those of an instruction that begins with the last of them.
const BLOCK_BYTES: usize = BLOCK * WORD + MAX_TOLD as usize - WORD;

/// Which instruction some bytes begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Identity {
    /// Its encoding: an index into [`Tables::encodings`](crate::tables::Tables::encodings).
    pub encoding: u16,
    /// Its size in bytes, with a literal.
    pub size: u8,
}

/// How far [`Target::identify_all`] came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Identified {
    /// How many instructions there are.
    pub count: usize,
    /// How many bytes they have together: where the next one would be.
    pub size: usize,
}

/// What identifies the words of an architecture at a glance.
#[derive(Clone, Copy)]
pub(crate) struct Glance<'a> {
    root: &'a IdentifyRoot,
    windows: &'a [IdentifyWindow; ROOT_WINDOWS],
    leaves: &'a [IdentifyLeaf],
    checks: &'a [IdentifyCheck; IDENTIFY_CHECKS],
}

impl Glance<'_> {
    /// The window through which a word is looked at.
    #[inline]
    fn window(self, word: u32) -> IdentifyWindow {
        self.windows[self.root.window(word) % ROOT_WINDOWS]
    }

    /// The encoding of bits that are looked at through this window, if a glance tells.
    #[inline]
    fn encoding(self, window: IdentifyWindow, bits: u64) -> Option<u16> {
        let leaf = self.leaves.get(window.row(bits))?;
        if self.checks[usize::from(leaf.check)].tells(bits) {
            return Some(leaf.encoding);
        }
        let is_case = self.checks[usize::from(leaf.case_check)].tells(bits);
        is_case.then_some(leaf.case)
    }

    /// The encoding of bits, if a glance tells.
    #[inline]
    pub(crate) fn told(self, bits: u64) -> Option<u16> {
        self.encoding(self.window(bits as u32), bits)
    }

    /// The flags of each word of a block, as [`IdentifyRoot::flags`] gives those of one.
    #[inline]
    fn flags(self, words: &[u32; BLOCK + 1]) -> [u32; BLOCK] {
        let mut flags = [0; BLOCK];
        let [first, second] = [0, 1].map(|from| words[from..].first_chunk().unwrap_or(&[0; BLOCK]));
        // Flag by flag: of many words at once, and of none where the root has no such flag.
        let rows = self.root.flags.into_iter().enumerate();
        for (flag, row) in rows.filter(|(_, row)| *row != Comparison::NEVER) {
            let (words, from) = match flag < WORD_FLAGS {
                true => (first, 0),
                false => (second, u32::BITS),
            };
            let [mask, bits] = [row.mask, row.bits].map(|it| (it >> from) as u32);
            let set = 1 << flag;
            // Not a zip, which is not known to have so many and takes a tenth longer.
            for at in 0..BLOCK {
                flags[at] |= if words[at] & mask == bits { set } else { 0 };
            }
        }
        flags
    }

    /// The instructions that begin in a block. What a glance does not tell is asked of
    /// `closer`, with where it begins; whether that told is the second answer.
    fn identify_block(
        self,
        block: &[u8; BLOCK_BYTES],
        slots: &mut [Identity; BLOCK],
        high_fits: impl Fn(u16, usize) -> bool,
        closer: impl Fn(usize) -> Option<Identity>,
    ) -> (Identified, bool) {
        let (bytes, _) = block.as_chunks::<WORD>();
        let words: [u32; BLOCK + 1] = array::from_fn(|at| u32::from_le_bytes(bytes[at]));
        let flags = self.flags(&words);
        // What each word would be as the first of an instruction is looked up for all of
        // them, so that none waits for the size of the one before.
        let windows: [IdentifyWindow; BLOCK] = array::from_fn(|at| self.window(words[at]));
        let sizes: [u8; BLOCK] = array::from_fn(|at| windows[at].size(flags[at] as u8));
        let long = long_words(&sizes);
        let (mut first, mut count, mut end) = (starts(long, 0), 0, 0);
        while first != 0 {
            // Below 64; the compiler sees it here.
            let word = first.trailing_zeros() as usize % BLOCK;
            first &= first - 1;
            let at = word * WORD;
            let bits = u64::from(words[word + 1]) << 32 | u64::from(words[word]);
            let size = sizes[word];
            let identity = match self.encoding(windows[word], bits) {
                Some(encoding) if size <= 2 * WORD as u8 => Identity { encoding, size },
                told => {
                    let told = told.filter(|encoding| high_fits(*encoding, at));
                    let told = told.map(|encoding| Identity { encoding, size });
                    let Some(identity) = told.or_else(|| closer(at)) else {
                        return (Identified { count, size: at }, false);
                    };
                    // It has more words than was assumed, or is what no glance has told.
                    first = starts(long, word + usize::from(identity.size) / WORD);
                    identity
                }
            };
            // There is a slot for each word.
            slots[count % BLOCK] = identity;
            count += 1;
            end = at + usize::from(identity.size);
        }
        (Identified { count, size: end }, true)
    }
}

/// Which words of a block would be the first ones of instructions of two words or more.
#[inline]
fn long_words(sizes: &[u8; BLOCK]) -> u64 {
    let bits = sizes.iter().rev();
    bits.fold(0, |long, size| {
        (long << 1) | u64::from(*size >= 2 * WORD as u8)
    })
}

/// The words of a block that are the first ones of their instructions from this one on, which
/// is, as far as none has more than two words: behind one that has, it is asked again.
#[inline]
fn starts(long: u64, word: usize) -> u64 {
    match word < BLOCK {
        true => !second_words(long >> word) << word,
        false => 0,
    }
}

/// Which words are the second ones of their instructions, the first word in bit 0, if the
/// first word begins an instruction, and an instruction that began with a word would be
/// `long`: of two words.
///
/// The word after one that is not long begins an instruction, whether that one did or was
/// a second word. So the first of a run of long words does, and behind it every other word
/// is a second word, up to the one that follows the run. Adding the first bit of a run to
/// it changes its bits and the one that follows, and no others.
#[inline]
const fn second_words(long: u64) -> u64 {
    const EVEN: u64 = u64::MAX / 3;
    let first = long & !(long << 1);
    let from_even = long ^ long.wrapping_add(first & EVEN);
    let from_odd = long ^ long.wrapping_add(first & !EVEN);
    from_even & !EVEN | from_odd & EVEN
}

impl Target<'_> {
    /// Which instruction `bytes` begin with, by the bits that its encoding fixes, and how
    /// long it is: enough to walk through code, in less time than [`Target::decode`].
    ///
    /// Its operands are not looked at: [`Target::decode`] may find that they have no
    /// meaning, or break a rule. What it decodes has this encoding and this size. `None`
    /// if no encoding of this processor fits, or the bytes end too early.
    ///
    /// ```
    /// use isa_mc::gcn;
    ///
    /// let target = gcn::target("gfx900").unwrap();
    /// // s_add_u32 s0, s1, 0x12345678; s_endpgm
    /// let code = [0x01, 0xff, 0x00, 0x80, 0x78, 0x56, 0x34, 0x12, 0x00, 0x00, 0x81, 0xbf];
    /// let found = target.identify(&code).unwrap();
    /// assert_eq!(found.size, 8);
    /// assert_eq!(target.identify(&code[8..]).unwrap().size, 4);
    /// ```
    #[inline]
    pub fn identify(&self, bytes: &[u8]) -> Option<Identity> {
        if let Some(chunk) = bytes.first_chunk::<8>()
            && let Some(glance) = self.glance()
        {
            let bits = u64::from_le_bytes(*chunk);
            let window = glance.window(bits as u32);
            let size = window.size(glance.root.flags(bits));
            if usize::from(size) <= bytes.len()
                && let Some(encoding) = glance.encoding(window, bits)
                && (size <= 8 || self.high_fits(encoding, bytes))
            {
                return Some(Identity { encoding, size });
            }
        }
        self.identify_closer(bytes)
    }

    /// [`Target::identify`] for one instruction after the other, until nothing fits, the
    /// code ends, or `found` is full. It takes a fraction of the time: what words are is
    /// found out before it is known where instructions begin, so that none waits for the
    /// size of the one before.
    ///
    /// What is in `found` behind as many as were found is of no use.
    ///
    /// ```
    /// use isa_mc::{Identity, gcn};
    ///
    /// let target = gcn::target("gfx900").unwrap();
    /// // s_add_u32 s0, s1, 0x12345678; s_endpgm
    /// let code = [0x01, 0xff, 0x00, 0x80, 0x78, 0x56, 0x34, 0x12, 0x00, 0x00, 0x81, 0xbf];
    /// let mut found = [Identity::default(); 64];
    /// let walked = target.identify_all(&code, &mut found);
    /// assert_eq!((walked.count, walked.size), (2, 12));
    /// assert_eq!((found[0].size, found[1].size), (8, 4));
    /// ```
    pub fn identify_all(&self, code: &[u8], found: &mut [Identity]) -> Identified {
        let mut walked = Identified::default();
        if self.tables.word_bits == 32 {
            self.identify_words(code, found, &mut walked);
        }
        // What is left is a word or two, or cannot be walked through word by word.
        while let Some(slot) = found.get_mut(walked.count)
            && let Some(identity) = self.identify(&code[walked.size..])
        {
            *slot = identity;
            walked.count += 1;
            walked.size += usize::from(identity.size);
        }
        walked
    }

    /// Walks through code while there is room for a block of it.
    fn identify_words(&self, code: &[u8], found: &mut [Identity], walked: &mut Identified) {
        let Some(glance) = self.glance() else {
            return;
        };
        while let Some(block) = code[walked.size..].first_chunk()
            && let Some(slots) = found[walked.count..].first_chunk_mut()
        {
            let behind = &code[walked.size..];
            let high_fits = |encoding, at| self.high_fits(encoding, &behind[at..]);
            let closer = |at| self.identify_closer(&behind[at..]);
            let (here, all) = glance.identify_block(block, slots, high_fits, closer);
            walked.count += here.count;
            walked.size += here.size;
            if !all {
                break;
            }
        }
    }

    /// Whether there are so many bytes as an encoding has, and those behind the first
    /// eight are not against it.
    fn high_fits(&self, encoding: u16, bytes: &[u8]) -> bool {
        let Some(row) = self.tables.encodings.get(usize::from(encoding)) else {
            return false;
        };
        let shape = self.shape_of(row);
        if shape.high == NONE {
            return true;
        }
        let mask = self.tables.shape_masks(shape).mask;
        let wrong = self.load(bytes) ^ self.tables.encoding_bits(row);
        bytes.len() >= usize::from(shape.size) && (wrong & mask).high() == HighBits::default()
    }

    /// What identifies words at a glance; `None` if the machine has no tables for it.
    #[inline]
    pub(crate) fn glance(&self) -> Option<Glance<'_>> {
        if !cfg!(feature = "second-ways") {
            return None;
        }
        let tables = self.tables;
        let (windows, _) = tables.identify_windows.as_chunks();
        Some(Glance {
            root: tables.identify_roots.get(usize::from(self.glance))?,
            windows: windows.get(usize::from(self.glance))?,
            leaves: tables.identify_leaves,
            checks: tables.identify_checks.first_chunk()?,
        })
    }

    /// [`Target::identify`] of what a glance does not tell.
    #[cold]
    fn identify_closer(&self, bytes: &[u8]) -> Option<Identity> {
        let tables = self.tables;
        let Some(chunk) = bytes.first_chunk::<8>().filter(|_| !tables.big_endian) else {
            return self.identify_any(bytes);
        };
        let bits = u64::from_le_bytes(*chunk);
        if let Some(encoding) = self.recognize_closer(bits) {
            return self.measured(encoding, bits, bytes);
        }
        if tables.high_shapes.is_empty() {
            return None;
        }
        let bits = self.load(bytes);
        let (encoding, ..) = self.walk(bits, self.features)?;
        self.measured(encoding, bits, bytes)
    }

    /// An encoding that these bits are, with its size.
    fn measured(&self, encoding: u16, bits: impl BitString, bytes: &[u8]) -> Option<Identity> {
        let tables = self.tables;
        let row = tables.decode_checks.get(usize::from(encoding))?;
        let size = row.size;
        let shape = self.shape_of(tables.encodings.get(usize::from(encoding))?);
        if shape.unread.is_set() {
            // Operands without readings may be literals.
            return self.identify_any(bytes);
        }
        let checks = tables.checks.get(row.checks as usize..)?;
        let checks = checks.get(..usize::from(row.groups) * READING_GROUP)?;
        let is_literal = |any: u32| any & READING_LITERAL != 0;
        let readings = checks.iter().map(|it| it.get(bits, self.features, tables));
        let literal = is_literal(readings.fold(0, |any, it| any | it));
        let size = size + if literal { 4 } else { 0 };
        (bytes.len() >= usize::from(size)).then_some(Identity { encoding, size })
    }

    /// [`Target::identify`] where that takes as long as decoding.
    #[cold]
    fn identify_any(&self, bytes: &[u8]) -> Option<Identity> {
        let inst = self.decode(bytes).ok()?;
        Some(Identity {
            encoding: inst.encoding(),
            size: inst.size() as u8,
        })
    }
}

#[cfg(test)]
mod tests;
