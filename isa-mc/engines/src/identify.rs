//! Bytes to which instruction they are, and no more.

use crate::Target;
use crate::tables::{
    BitString, HighBits, IDENTIFY_CHECKS, IdentifyCheck, IdentifyLeaf, IdentifyRoot,
    IdentifyWindow, NONE, READING_GROUP, READING_LITERAL, ROOT_WINDOWS,
};

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
        self.identify_by(self.glance(), bytes)
    }

    /// [`Target::identify`] for one instruction after the other, until nothing fits, the
    /// code ends, or `found` is full.
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
        let (glance, mut walked) = (self.glance(), Identified::default());
        while let Some(slot) = found.get_mut(walked.count)
            && let Some(rest) = code.get(walked.size..)
            && let Some(identity) = self.identify_by(glance, rest)
        {
            *slot = identity;
            walked.count += 1;
            walked.size += usize::from(identity.size);
        }
        walked
    }

    /// [`Target::identify`] with the glance of the target.
    #[expect(
        clippy::inline_always,
        reason = "a call costs as much as an instruction, and the glance stays in registers"
    )]
    #[inline(always)]
    fn identify_by(&self, glance: Option<Glance<'_>>, bytes: &[u8]) -> Option<Identity> {
        if let Some(chunk) = bytes.first_chunk::<8>()
            && let Some(glance) = glance
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
