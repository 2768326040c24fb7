//! Line after line of a source: what its mnemonics mean is looked up once for each.

use super::bytes::{HEAD, Reader, front, head, mnemonic};
use super::{MAX_LINE, Quick, Subject};
use crate::parsed::{Later, Parsed, Span, Symbols};
use crate::tables::BitString;
use crate::{Inst, SyntaxId, Target};

/// Slots for mnemonics: more than code has of them.
const SLOTS: usize = 1 << 9;

/// What the mnemonics of a source mean, as far as it has them, for one target and one
/// syntax.
#[derive(Debug, Default)]
pub struct Mnemonics<'a> {
    /// Each in the slot that its hash leads to.
    slots: Vec<Option<Known<'a>>>,
}

/// A mnemonic, and the recipe that is tried first.
#[derive(Debug, Clone, Copy)]
struct Known<'a> {
    name: [u64; HEAD],
    subject: Subject<'a>,
    bits: u64,
    /// There is no other recipe.
    is_only: bool,
}

/// The instruction in a line.
#[derive(Debug, Clone, Copy)]
pub struct ParsedLine {
    /// Its bytes, in memory order.
    pub code: [u8; 16],
    /// How many of them count.
    pub size: usize,
    /// Where the line ends.
    pub end: usize,
    /// A name that is an operand, if it may be one: nobody was asked.
    pub later: Option<Later>,
}

impl ParsedLine {
    /// The same line in what of its text stands behind so many bytes.
    pub(crate) fn from(self, start: usize) -> ParsedLine {
        let later = self.later.map(|later| Later {
            span: Span {
                start: later.span.start - start as u32,
                end: later.span.end - start as u32,
            },
            ..later
        });
        ParsedLine {
            end: self.end - start,
            later,
            ..self
        }
    }
}

/// Every name may be one.
struct AllNames;

impl Symbols for AllNames {
    fn value(&self, _: &str) -> Option<i64> {
        None
    }

    fn is_later(&self, _: &str) -> bool {
        true
    }
}

impl<'a> Target<'a> {
    /// The instruction in the line that begins at a byte of a text which is no white
    /// space: as [`parse_line`](Self::parse_line) would find it, with a comment behind it
    /// or without. It is for the caller to ask whether the name in it is one.
    // Inlined into a loop it would have too few registers.
    #[inline(never)]
    pub(crate) fn parse_code(
        &self,
        text: &str,
        at: usize,
        syntax: SyntaxId,
        mnemonics: &mut Mnemonics<'a>,
    ) -> Option<ParsedLine> {
        if self.tables.big_endian {
            return None;
        }
        let row = self.tables.syntaxes.get(usize::from(syntax.0))?;
        let quick = Quick {
            target: self,
            symbols: &AllNames,
            syntax,
            text,
            comments: row.comments,
        };
        let (parsed, end) = quick.known_line(at, mnemonics)?;
        let inst = parsed.inst;
        let size = inst.size();
        if size > 16 {
            return None;
        }
        let mut code = u128::from(inst.low_bits());
        if size > 8 {
            code |= u128::from(inst.bits().window(64)) << 64;
        }
        if inst.literal() != 0 {
            code |= u128::from(inst.literal()) << ((size - 4) * 8);
        }
        Some(ParsedLine {
            code: code.to_le_bytes(),
            size,
            end,
            later: parsed.later,
        })
    }
}

impl<'a> Quick<'_, 'a> {
    /// [`line`](Self::line) with what is known of mnemonics.
    #[inline]
    fn known_line(
        &self,
        start: usize,
        mnemonics: &mut Mnemonics<'a>,
    ) -> Option<(Parsed<Inst>, usize)> {
        let bytes = self.text.as_bytes();
        let head = head(bytes, start);
        let name = mnemonic(&head)?;
        let words = front(&head, name.length);
        if mnemonics.slots.is_empty() {
            mnemonics.slots.resize(SLOTS, None);
        }
        let at = name.hash as usize % SLOTS;
        let slot = mnemonics.slots.get_mut(at)?;
        let known = match slot {
            Some(known) if known.name == words => known,
            _ => {
                let (mut first, mut count) = (None, 0);
                self.recipes(start, name, |subject, bits| {
                    first = first.or(Some((subject, bits)));
                    count += 1;
                    None::<()>
                });
                let (subject, bits) = first?;
                slot.insert(Known {
                    name: words,
                    subject,
                    bits,
                    is_only: count == 1,
                })
            }
        };
        let mut reader = Reader {
            bytes,
            at: start + name.length,
        };
        reader.skip_space();
        match self.follow_any(known.subject, known.bits, reader) {
            found @ Some((_, end)) => found.filter(|_| end - start <= MAX_LINE),
            None if known.is_only => None,
            None => self.line(start),
        }
    }
}
