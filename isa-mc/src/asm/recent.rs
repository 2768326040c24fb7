//! Instructions that were read a short while ago.
//!
//! Code says the same again and again. What a text meant a short while ago it means now,
//! if no symbol had a part in it. Only what is not written as it is printed is worth
//! remembering: the rest is read as fast as it is found.

use crate::tables::text_hash;

/// Instructions that are remembered.
const SLOTS: usize = 1 << 12;
/// Bytes of the text of such an instruction at most.
const TEXT: usize = 48;
/// Bytes of such an instruction at most.
const CODE: usize = 14;

/// The texts of instructions, and their bytes, each in the one slot that its text leads
/// to.
#[derive(Debug, Default)]
pub(super) struct Recent {
    slots: Vec<Slot>,
}

/// An instruction, in one line of the cache.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
struct Slot {
    text: [u8; TEXT],
    code: [u8; CODE],
    /// Bytes of `text` in use; 0 for an empty slot.
    text_len: u8,
    code_len: u8,
}

const EMPTY: Slot = Slot {
    text: [0; TEXT],
    code: [0; CODE],
    text_len: 0,
    code_len: 0,
};

const _: () = assert!(size_of::<Slot>() == 64);

impl Recent {
    /// The bytes of the instruction with this text, if it is remembered.
    #[inline]
    pub(super) fn code(&self, text: &str) -> Option<&[u8]> {
        let slot = self.slots.get(slot_of(text.as_bytes())?)?;
        let is_same = slot.text[..usize::from(slot.text_len)] == *text.as_bytes();
        is_same.then(|| &slot.code[..usize::from(slot.code_len)])
    }

    /// Remembers an instruction, if it is short.
    pub(super) fn remember(&mut self, text: &str, code: &[u8]) {
        let Some(at) = slot_of(text.as_bytes()).filter(|_| code.len() <= CODE) else {
            return;
        };
        if self.slots.is_empty() {
            self.slots.resize(SLOTS, EMPTY);
        }
        let mut slot = EMPTY;
        slot.text[..text.len()].copy_from_slice(text.as_bytes());
        slot.code[..code.len()].copy_from_slice(code);
        slot.text_len = text.len() as u8;
        slot.code_len = code.len() as u8;
        self.slots[at] = slot;
    }
}

/// The slot of a text; `None` if it is too long.
#[inline]
fn slot_of(text: &[u8]) -> Option<usize> {
    if text.is_empty() || text.len() > TEXT {
        return None;
    }
    Some(text_hash(text) as usize % SLOTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_found_until_its_slot_is_needed() {
        let mut recent = Recent::default();
        assert_eq!(recent.code("s_nop 0"), None);
        recent.remember("s_nop 0", &[0, 0, 0x80, 0xbf]);
        assert_eq!(recent.code("s_nop 0"), Some(&[0, 0, 0x80, 0xbf][..]));
        assert_eq!(recent.code("s_nop 1"), None);
        assert_eq!(recent.code(""), None);
        for number in 0..20_000_u32 {
            recent.remember(&format!("s_nop {number}"), &number.to_le_bytes());
        }
        let kept = (0..20_000_u32).filter(|number| {
            let code = recent.code(&format!("s_nop {number}"));
            assert!(code.is_none_or(|code| code == number.to_le_bytes()));
            code.is_some()
        });
        assert!((SLOTS / 2..=SLOTS).contains(&kept.count()));
    }

    #[test]
    fn what_is_long_is_not_remembered() {
        let mut recent = Recent::default();
        let long = "x".repeat(TEXT + 1);
        recent.remember(&long, &[1]);
        assert_eq!(recent.code(&long), None);
        recent.remember("short", &[1; CODE + 1]);
        assert_eq!(recent.code("short"), None);
        recent.remember(&long[1..], &[1; CODE]);
        assert_eq!(recent.code(&long[1..]), Some(&[1; CODE][..]));
    }
}
