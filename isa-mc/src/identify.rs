//! Bytes to which instruction they are, and no more.

use core::hint::select_unpredictable;

use crate::Target;
use crate::tables::{IdentifyCheck, IdentifyLeaf, IdentifyWindow, READING_GROUP, READING_LITERAL};

/// Bytes of a word of the code that is walked through word by word.
const WORD: usize = 4;

/// An instruction has fewer bytes: at most 64 bits and a literal.
const LONGEST: usize = 16;

/// As many words are looked at before anything is decided.
const BLOCK: usize = 32;

/// Their bytes, and those of an instruction that begins with the last of them.
const BLOCK_BYTES: usize = BLOCK * WORD + LONGEST;

/// The size of what a glance does not tell: more than a block has.
const UNTOLD: u8 = u8::MAX;
const _: () = assert!(UNTOLD as usize > BLOCK_BYTES);

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

/// What identifies words at a glance: without a decision on the way.
#[derive(Clone, Copy)]
struct Windows<'a> {
    first: IdentifyWindow,
    seconds: &'a [IdentifyWindow],
    leaves: &'a [IdentifyLeaf],
    checks: &'a [IdentifyCheck],
}

impl Windows<'_> {
    /// Where two windows lead these bits; `None` if the machine has none.
    #[inline]
    fn leaf(self, bits: u64) -> Option<IdentifyLeaf> {
        let second = self.seconds.get(self.first.row(bits))?;
        self.leaves.get(second.row(bits)).copied()
    }

    /// What bits are that lead to a leaf; of the size [`UNTOLD`] if it takes more to tell.
    #[inline]
    fn identity(self, leaf: IdentifyLeaf, bits: u64) -> Option<Identity> {
        let check = self.checks.get(usize::from(leaf.check))?;
        let size = check.size.wrapping_add(u8::from(check.literal(bits)) * 4);
        // UNTOLD is all bits set.
        let size = size | u8::from(check.tells(bits)).wrapping_sub(1);
        Some(Identity {
            encoding: leaf.encoding,
            size,
        })
    }

    /// What these bits begin with.
    #[inline]
    fn glance(self, bits: u64) -> Option<Identity> {
        self.identity(self.leaf(bits)?, bits)
    }

    /// The instructions that begin in a block; `None` if the machine has no windows. The
    /// last one may have the size [`UNTOLD`].
    #[inline]
    fn identify_block(
        self,
        block: &[u8; BLOCK_BYTES],
        slots: &mut [Identity; BLOCK],
    ) -> Option<Identified> {
        let bits_at = |at: usize| {
            let chunk = block[at..].first_chunk();
            chunk.map_or(0, |chunk| u64::from_le_bytes(*chunk))
        };
        // Two passes, because a processor looks ahead no further than some dozens of
        // steps: within one, what a word waits for would be all that it looks at.
        let mut leaves = [IdentifyLeaf::default(); BLOCK];
        for (word, leaf) in leaves.iter_mut().enumerate() {
            *leaf = self.leaf(bits_at(word * WORD))?;
        }
        let mut count = 0;
        // Where the next instruction begins.
        let mut next = 0;
        // What every word is is found out, and nothing decided: whether an instruction
        // begins with it matters only to what is counted.
        for (word, leaf) in leaves.iter().enumerate() {
            let at = word * WORD;
            let identity = self.identity(*leaf, bits_at(at))?;
            slots[count % BLOCK] = identity;
            let begins = next <= at;
            count += usize::from(begins);
            next = select_unpredictable(begins, at + usize::from(identity.size), next);
        }
        Some(Identified { count, size: next })
    }
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
    /// # #[cfg(feature = "gcn")] {
    /// use isa_mc::gcn;
    ///
    /// let target = gcn::target("gfx900").unwrap();
    /// // s_add_u32 s0, s1, 0x12345678; s_endpgm
    /// let code = [0x01, 0xff, 0x00, 0x80, 0x78, 0x56, 0x34, 0x12, 0x00, 0x00, 0x81, 0xbf];
    /// let found = target.identify(&code).unwrap();
    /// assert_eq!(found.size, 8);
    /// assert_eq!(target.identify(&code[8..]).unwrap().size, 4);
    /// # }
    /// ```
    #[inline]
    pub fn identify(&self, bytes: &[u8]) -> Option<Identity> {
        if let Some(chunk) = bytes.first_chunk::<8>()
            && let Some(identity) = self.windows().glance(u64::from_le_bytes(*chunk))
            && usize::from(identity.size) <= bytes.len().min(LONGEST)
        {
            return Some(identity);
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
    /// # #[cfg(feature = "gcn")] {
    /// use isa_mc::{Identity, gcn};
    ///
    /// let target = gcn::target("gfx900").unwrap();
    /// // s_add_u32 s0, s1, 0x12345678; s_endpgm
    /// let code = [0x01, 0xff, 0x00, 0x80, 0x78, 0x56, 0x34, 0x12, 0x00, 0x00, 0x81, 0xbf];
    /// let mut found = [Identity::default(); 64];
    /// let walked = target.identify_all(&code, &mut found);
    /// assert_eq!((walked.count, walked.size), (2, 12));
    /// assert_eq!((found[0].size, found[1].size), (8, 4));
    /// # }
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
        let windows = self.windows();
        while let Some(block) = code[walked.size..].first_chunk()
            && let Some(slots) = found[walked.count..].first_chunk_mut()
            && let Some(here) = windows.identify_block(block, slots)
        {
            walked.count += here.count;
            walked.size += here.size;
            let Some(last) = found[..walked.count]
                .last_mut()
                .filter(|it| it.size == UNTOLD)
            else {
                continue;
            };
            // The rest of the block was passed over.
            walked.count -= 1;
            walked.size -= usize::from(UNTOLD);
            let Some(closer) = self.identify_closer(&code[walked.size..]) else {
                break;
            };
            *last = closer;
            walked.count += 1;
            walked.size += usize::from(closer.size);
        }
    }

    /// The encoding of these bits, if a glance tells.
    #[inline]
    pub(crate) fn told(&self, bits: u64) -> Option<u16> {
        let windows = self.windows();
        let leaf = windows.leaf(bits)?;
        let check = windows.checks.get(usize::from(leaf.check))?;
        check.tells(bits).then_some(leaf.encoding)
    }

    #[inline]
    fn windows(&self) -> Windows<'_> {
        Windows {
            first: self.window,
            seconds: self.tables.identify_windows,
            leaves: self.tables.identify_leaves,
            checks: self.tables.identify_checks,
        }
    }

    /// [`Target::identify`] of what a glance does not tell.
    #[cold]
    fn identify_closer(&self, bytes: &[u8]) -> Option<Identity> {
        let tables = self.tables;
        let Some(chunk) = bytes.first_chunk::<8>().filter(|_| !tables.big_endian) else {
            return self.identify_any(bytes);
        };
        let bits = u64::from_le_bytes(*chunk);
        let (encoding, row) = self.recognize_closer(bits)?;
        let size = row.size;
        let shape = self.shape_of(tables.encodings.get(usize::from(encoding))?);
        if shape.unread {
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

#[cfg(all(test, feature = "gcn"))]
mod tests {
    use crate::gcn::TABLES;
    use crate::random::Random;
    use crate::{Identity, Inst, Target};

    /// Every encoding with many bits: what decodes is identified as what it is.
    #[test]
    fn what_decodes_is_identified() {
        let (mut numbers, mut compared) = (Random(1), 0);
        for cpu in ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"] {
            let target = Target::new(&TABLES, cpu).expect("a processor");
            for encoding in TABLES.encodings {
                let shape = target.shape_of(encoding);
                for round in 0..16 {
                    let random = numbers.bits();
                    let mut others = random >> 3 & !shape.mask;
                    if round % 2 == 0 {
                        // Sources that are literals are rare.
                        others |= 0xff & !shape.mask;
                    }
                    let bits = encoding.bits | others;
                    let mut bytes = [0x5a; 12];
                    bytes[..8].copy_from_slice(&bits.to_le_bytes());
                    let Ok(inst) = target.decode(&bytes) else {
                        continue;
                    };
                    let found = target.identify(&bytes).map(|it| (it.encoding, it.size));
                    let expected = (inst.encoding(), inst.size() as u8);
                    assert_eq!(found, Some(expected), "{cpu} {bits:x}");
                    // Bytes that end with the instruction, and before it does.
                    for end in [inst.size(), inst.size() - 1] {
                        let cut = target.identify(&bytes[..end]).map(|it| it.encoding);
                        let decoded = target.decode(&bytes[..end]).ok();
                        assert_eq!(
                            cut,
                            decoded.map(Inst::encoding),
                            "{cpu} {bits:x}, {end} bytes"
                        );
                    }
                    compared += 1;
                }
            }
        }
        assert!(compared > 50_000, "{compared}");
    }

    /// The instructions of code one by one, and where they end.
    fn one_by_one(target: &Target<'_>, code: &[u8]) -> (Vec<Identity>, usize) {
        let (mut found, mut at) = (Vec::new(), 0);
        while let Some(identity) = target.identify(&code[at..]) {
            found.push(identity);
            at += usize::from(identity.size);
        }
        (found, at)
    }

    /// The tree without windows, for each encoding with many bits: a glance tells the
    /// same, or nothing.
    #[test]
    fn a_glance_tells_what_the_tree_tells() {
        let (mut numbers, mut told, mut untold) = (Random(7), 0, 0);
        for cpu in ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"] {
            let target = Target::new(&TABLES, cpu).expect("a processor");
            for encoding in TABLES.encodings {
                let shape = target.shape_of(encoding);
                for round in 0..48_u32 {
                    let random = numbers.bits();
                    let mut bits = encoding.bits | random.rotate_left(round) & !shape.mask;
                    match round % 3 {
                        0 => bits ^= 1 << (random >> 58),
                        // Sources that are literals, or say which case it is, are rare.
                        1 => bits |= 0xf8 & !shape.mask,
                        _ => {}
                    }
                    let mut bytes = [0x5a; 16];
                    bytes[..8].copy_from_slice(&bits.to_le_bytes());
                    let closer = target.identify_closer(&bytes);
                    assert_eq!(target.identify(&bytes), closer, "{cpu} {bits:#x}");
                    let glance = target.windows().glance(bits).expect("there are windows");
                    match glance.size {
                        super::UNTOLD => untold += usize::from(closer.is_some()),
                        _ => told += 1,
                    }
                }
            }
        }
        // What is not told are cases of others, and what needs a feature.
        assert!(told > 4 * untold, "{told} {untold}");
    }

    /// Words that are mostly instructions, with one now and then that is none: what is
    /// passed over, counted and cut off at the end is what one after the other gives.
    #[test]
    fn all_are_what_one_after_the_other_is() {
        let mut numbers = Random(3);
        let mut next = move || numbers.bits() >> 24;
        let (mut stopped, mut ended) = (0, 0);
        for cpu in ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"] {
            let target = Target::new(&TABLES, cpu).expect("a processor");
            let here: Vec<_> = (TABLES.encodings.iter())
                .filter(|encoding| target.shape_of(encoding).arch == target.arch_index())
                .collect();
            for round in 0..400 {
                let mut code = Vec::new();
                for _ in 0..next() % 300 {
                    let encoding = here[next() as usize % here.len()];
                    let shape = target.shape_of(encoding);
                    let bits = encoding.bits | (next() << 32 | next()) & !shape.mask;
                    code.extend(&bits.to_le_bytes()[..usize::from(shape.size)]);
                }
                if round % 2 == 0 {
                    code.truncate(next() as usize % (code.len() + 1));
                }
                let (expected, end) = one_by_one(&target, &code);
                let most = expected.len() + 40;
                for room in [most, expected.len(), expected.len() / 2] {
                    let mut found = vec![Identity::default(); room];
                    let walked = target.identify_all(&code, &mut found);
                    assert_eq!(walked.count, expected.len().min(room), "{cpu} {round}");
                    assert_eq!(found[..walked.count], expected[..walked.count], "{cpu}");
                    let sizes = expected[..walked.count].iter();
                    let size: usize = sizes.map(|it| usize::from(it.size)).sum();
                    assert_eq!(walked.size, size, "{cpu} {round}");
                }
                *(if end == code.len() {
                    &mut ended
                } else {
                    &mut stopped
                }) += 1;
            }
        }
        assert!(stopped > 100 && ended > 100, "{stopped} {ended}");
    }
}
