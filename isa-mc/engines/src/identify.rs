//! Bytes to which instruction they are, and no more.

use core::array;

use crate::Target;
use crate::tables::{
    BitString, IDENTIFY_CHECKS, IdentifyCheck, IdentifyLeaf, IdentifyRoot, IdentifyWindow,
    READING_GROUP, READING_LITERAL, ROOT_SIZES, ROOT_WINDOWS, SIZE_FLAGS,
};

/// Bytes of a word of the code that is walked through word by word.
const WORD: usize = 4;

/// As many words are looked at before anything is decided: a bit for each.
const BLOCK: usize = u64::BITS as usize;

/// Their bytes, and those of an instruction that begins with the last of them.
const BLOCK_BYTES: usize = BLOCK * WORD + WORD;

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
struct Glance<'a> {
    root: &'a IdentifyRoot,
    windows: &'a [IdentifyWindow; ROOT_WINDOWS],
    leaves: &'a [IdentifyLeaf],
    checks: &'a [IdentifyCheck; IDENTIFY_CHECKS],
}

impl Glance<'_> {
    /// The encoding of bits that are looked at through this window, if a glance tells.
    #[inline]
    fn encoding(self, window: usize, bits: u64) -> Option<u16> {
        let window = self.windows[window % ROOT_WINDOWS];
        let leaf = self.leaves.get(window.row(bits))?;
        let check = self.checks[usize::from(leaf.check)];
        check.tells(bits).then_some(leaf.encoding)
    }

    /// The instructions that begin in a block, up to the first one of which a glance does
    /// not tell that it has one or two words.
    fn identify_block(
        self,
        sizes: &[u8; ROOT_SIZES],
        block: &[u8; BLOCK_BYTES],
        slots: &mut [Identity; BLOCK],
    ) -> Identified {
        let (words, _) = block.as_chunks::<WORD>();
        let keys: [u32; BLOCK] = array::from_fn(|at| self.root.key(u32::from_le_bytes(words[at])));
        // Nothing is decided for a single word: what it would be as the first of an
        // instruction is looked up, and whether it is the first follows for all at once.
        let mut long = 0_u64;
        for keys in keys.as_chunks::<4>().0.iter().rev() {
            for key in keys.iter().rev() {
                let size = sizes[*key as usize % ROOT_SIZES];
                long = (long << 1).wrapping_add((size / (2 * WORD as u8)).into());
            }
        }
        let second = second_words(long);
        let mut starts = !second;
        let mut count = 0;
        for slot in slots {
            if starts == 0 {
                break;
            }
            // Below 64; the compiler sees it here.
            let word = starts.trailing_zeros() as usize % BLOCK;
            let bits = block[word * WORD..].first_chunk();
            let bits = bits.map_or(0, |chunk| u64::from_le_bytes(*chunk));
            let key = keys[word] as usize % ROOT_SIZES;
            let size = sizes[key];
            let encoding = self.encoding(key >> SIZE_FLAGS, bits);
            let Some(encoding) = encoding.filter(|_| usize::from(size) <= 2 * WORD) else {
                let size = word * WORD;
                return Identified { count, size };
            };
            starts &= starts - 1;
            *slot = Identity { encoding, size };
            count += 1;
        }
        let last = BLOCK - 1 - (!second).leading_zeros() as usize;
        let last_is_long = (long >> last & 1) as usize;
        Identified {
            count,
            size: (last + 1 + last_is_long) * WORD,
        }
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
            && let Some((glance, sizes)) = self.glance().zip(self.sizes())
        {
            let bits = u64::from_le_bytes(*chunk);
            let key = glance.root.key(bits as u32) as usize;
            let size = sizes[key % ROOT_SIZES];
            if usize::from(size) <= bytes.len()
                && let Some(encoding) = glance.encoding(key >> SIZE_FLAGS, bits)
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
        let Some((glance, sizes)) = self.glance().zip(self.sizes()) else {
            return;
        };
        while let Some(block) = code[walked.size..].first_chunk()
            && let Some(slots) = found[walked.count..].first_chunk_mut()
        {
            let here = glance.identify_block(sizes, block, slots);
            walked.count += here.count;
            walked.size += here.size;
            if here.size < BLOCK * WORD {
                let Some(closer) = self.identify_closer(&code[walked.size..]) else {
                    break;
                };
                // There is room: a block that is not walked through has more.
                found[walked.count] = closer;
                walked.count += 1;
                walked.size += usize::from(closer.size);
            }
        }
    }

    /// The encoding of these bits, if a glance tells.
    #[inline]
    pub(crate) fn told(&self, bits: u64) -> Option<u16> {
        let glance = self.glance()?;
        glance.encoding(glance.root.window(bits as u32), bits)
    }

    /// What identifies words at a glance; `None` if the machine has no tables for it.
    #[inline]
    fn glance(&self) -> Option<Glance<'_>> {
        let tables = self.tables;
        let (windows, _) = tables.identify_windows.as_chunks();
        Some(Glance {
            root: tables.identify_roots.get(usize::from(self.arch))?,
            windows: windows.get(usize::from(self.arch))?,
            leaves: tables.identify_leaves,
            checks: tables.identify_checks.first_chunk()?,
        })
    }

    /// The sizes of words by [`IdentifyRoot::key`].
    #[inline]
    fn sizes(&self) -> Option<&[u8; ROOT_SIZES]> {
        let (sizes, _) = self.tables.identify_sizes.as_chunks();
        sizes.get(usize::from(self.arch))
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
        let literal = is_literal(checks.iter().fold(0, |any, it| any | it.get(bits, tables)));
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
