//! One instruction after the other.

use super::branches::Shown;
use super::choice::Code;
use super::lines::{Lines, Origin};
use super::plan::Plan;
use super::source::Source;
use super::tables::relocation_value;
use crate::digits::{pad, push_lower, push_upper, upper};
use crate::tables::NONE;
use crate::{Cursor, Inst};

/// Zeros that are left out at least, and of which a multiple of so many bytes.
const ZEROS: usize = 8;
const ZERO_UNIT: usize = 4;

/// Digits of an address.
const ADDRESS_DIGITS: usize = 12;

/// Bytes of a word that is shown.
const WORD: usize = 4;

/// Bytes that a statement has at most where nearly all are written, and those behind it.
const STATEMENT: usize = 512;
const ROOM: usize = STATEMENT + 128;

/// Bytes of lines that are copied at once: a copy costs as much for one.
const LINES: usize = 1 << 13;

/// Bytes that an instruction has at most there, all of them whole words.
const MOST: usize = 32;

/// Columns before a comment at most there, and bytes of what it begins with.
const BLANKS: usize = 64;
pub(super) const LEADER: usize = 8;

/// Lines that are written and not yet copied to where they belong.
struct Written {
    room: [u8; LINES],
    len: usize,
}

impl Written {
    /// Copies them, behind all that stands there.
    #[inline]
    fn give(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.room[..self.len]);
        self.len = 0;
    }
}

/// Writes instructions of a section.
pub(super) struct Lister<'l, 'd, 't> {
    pub(super) source: &'l Source<'d, 't>,
    pub(super) plan: &'l Plan<'d>,
    pub(super) code: &'l Code,
    /// Where comments begin, and with what.
    pub(super) column: usize,
    pub(super) leader: &'l str,
    /// The leader, a blank, and zeros.
    pub(super) front: [u8; LEADER],
    /// Lines of sources, if they are shown.
    pub(super) lines: Option<&'l Lines<'d>>,
}

impl Lister<'_, '_, '_> {
    /// Appends what begins at `from` or behind, and before `to`, of a section; `end` is where
    /// its run ends. Gives where the next one begins.
    pub(super) fn list<'o>(
        &'o self,
        section: usize,
        from: u64,
        to: u64,
        end: u64,
        out: &mut Vec<u8>,
        mut before: Origin<'o>,
    ) -> u64 {
        let row = &self.source.file.sections[section];
        let relocations = match self.code.shows_relocations {
            true => &row.relocations[..],
            false => &[],
        };
        let mut next = relocations.partition_point(|it| it.offset < from);
        let mut written = Written {
            room: [0; LINES],
            len: 0,
        };
        // Only instructions are written there.
        let is_plain = relocations.is_empty() && self.lines.is_none();
        let mut at = from;
        while at < to {
            while relocations.get(next).is_some_and(|it| it.offset < at) {
                next += 1;
            }
            if !self.code.shows_zeros {
                let limit = relocations.get(next).map_or(end, |it| it.offset.min(end));
                let skipped = zeros(row.bytes.get(at as usize..limit as usize));
                if skipped != 0 {
                    written.give(out);
                    out.extend_from_slice(b"\t\t...\n");
                    at += skipped as u64;
                    continue;
                }
            }
            let rest = row.bytes.get(at as usize..).unwrap_or_default();
            let address = row.address.wrapping_add(at);
            if let Some(lines) = self.lines {
                let origin = lines.origin(section, address);
                lines.write(before, origin, out);
                before = origin;
            }
            let size = self.instruction(section, address, rest, &mut written, out);
            let behind = at + size as u64;
            if !is_plain {
                written.give(out);
            }
            while let Some(relocation) = relocations.get(next).filter(|it| it.offset < behind) {
                out.extend_from_slice(b"\t\t");
                if !self.code.hides_addresses {
                    push_lower(row.address.wrapping_add(relocation.offset), 16, out);
                    out.extend_from_slice(b":  ");
                }
                out.extend_from_slice(relocation.relocation.name.as_bytes());
                out.push(b'\t');
                relocation_value(self.source, relocation, out);
                out.push(b'\n');
                next += 1;
            }
            at = behind;
        }
        written.give(out);
        at
    }

    /// Appends the line of what stands at the front of some code, or leaves it with those
    /// that are written; gives its size.
    #[inline]
    fn instruction(
        &self,
        section: usize,
        address: u64,
        rest: &[u8],
        written: &mut Written,
        out: &mut Vec<u8>,
    ) -> usize {
        let target = self.source.target;
        // Nearly all are written where nothing has to be asked for room.
        if let Ok(inst) = &target.decode(rest)
            && target.relative_operand(*inst) == NONE
            && let Some(bytes) = rest.get(..inst.size())
            && let Some(room) = written.room[written.len..].first_chunk_mut()
            && let Some(length) = self.usual(address, *inst, bytes, room)
        {
            written.len += length;
            if written.len > LINES - ROOM {
                written.give(out);
            }
            return bytes.len();
        }
        written.give(out);
        self.any(section, address, rest, out)
    }

    /// Writes the line of an instruction that nothing but its bits decides, and gives its
    /// length; `None` if it is not as usual.
    #[inline]
    fn usual(
        &self,
        address: u64,
        inst: Inst,
        bytes: &[u8],
        room: &mut [u8; ROOM],
    ) -> Option<usize> {
        let are_words = bytes.len() <= MOST && bytes.len().is_multiple_of(WORD);
        let is_usual = address >> 48 == 0 && are_words && self.column <= BLANKS;
        if !is_usual || self.leader.len() >= LEADER {
            return None;
        }
        room[0] = b'\t';
        let mut text = Cursor::new(&mut room[1..STATEMENT]);
        self.source
            .target
            .print(inst, self.source.syntax, &mut text)
            .ok()?;
        let written = 1 + text.len();
        if written > self.column {
            return None;
        }
        put(room, written, [b' '; BLANKS]);
        let mut at = self.column;
        put(room, at, self.front);
        at += self.leader.len() + 1;
        // The first four of the high ones are zero.
        let [.., a, b, c, d] = upper((address >> 32) as u32);
        put(room, at, [a, b, c, d]);
        put(room, at + 4, upper(address as u32));
        room[at + ADDRESS_DIGITS] = b':';
        at += ADDRESS_DIGITS + 1;
        for bytes in bytes.as_chunks::<WORD>().0 {
            room[at] = b' ';
            put(room, at + 1, upper(u32::from_le_bytes(*bytes)));
            at += 9;
        }
        room[at] = b'\n';
        Some(at + 1)
    }

    /// Appends the line of what stands at the front of some code, whatever it is; gives its
    /// size.
    fn any(&self, section: usize, address: u64, rest: &[u8], out: &mut Vec<u8>) -> usize {
        let start = out.len();
        out.push(b'\t');
        let decoded = self.source.target.decode_leniently(rest);
        let size = match decoded {
            Ok(inst) => inst.size(),
            Err(_) => self.source.word(),
        };
        let bytes = &rest[..size.clamp(1, rest.len().max(1)).min(rest.len())];
        let mut near = None;
        match decoded {
            Ok(inst) => near = self.statement(section, address, inst, out),
            Err(_) => data(bytes, out),
        }
        pad(start, self.column, out);
        out.extend_from_slice(self.leader.as_bytes());
        out.push(b' ');
        push_upper(address, ADDRESS_DIGITS, out);
        out.push(b':');
        let (words, odd) = bytes.as_chunks::<WORD>();
        for bytes in words {
            out.push(b' ');
            out.extend_from_slice(&upper(u32::from_le_bytes(*bytes)));
        }
        for byte in odd {
            out.push(b' ');
            push_upper((*byte).into(), 2, out);
        }
        if let Some((name, distance)) = near {
            out.extend_from_slice(b" <");
            out.extend_from_slice(name.as_bytes());
            if distance != 0 {
                out.extend_from_slice(b"+0x");
                push_lower(distance, 1, out);
            }
            out.push(b'>');
        }
        out.push(b'\n');
        bytes.len()
    }

    /// Appends an instruction; gives the symbol that its distance leads near to.
    fn statement(
        &self,
        section: usize,
        address: u64,
        inst: Inst,
        out: &mut Vec<u8>,
    ) -> Option<(&str, u64)> {
        let (target, syntax) = (self.source.target, self.source.syntax);
        let symbols = &self.plan.symbols;
        let mut near = None;
        match symbols.branch(self.source, section, inst, address) {
            Some(Shown::Name(operand, name)) => {
                let name = quoted(name);
                let named = target.print_naming(inst, syntax, operand.into(), &name, out);
                if named.is_ok() {
                    return None;
                }
            }
            Some(Shown::Near(found)) => near = found,
            None => {}
        }
        // What has no text that says all of it has one that comes near: the bytes behind it
        // say the rest.
        let printed = target.print(inst, syntax, out);
        let _ = printed.or_else(|_| target.print_reading(inst, syntax, out));
        near
    }
}

/// Writes bytes there, if they have room: as many as are known when this is compiled are
/// written without a call.
#[inline]
fn put<const N: usize>(room: &mut [u8; ROOM], at: usize, bytes: [u8; N]) {
    if let Some(slots) = room.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
        *slots = bytes;
    }
}

/// How many zeros at the front are left out.
#[inline]
fn zeros(bytes: Option<&[u8]>) -> usize {
    let Some(bytes) = bytes else { return 0 };
    match bytes.first_chunk::<ZEROS>() {
        Some([0, 0, 0, 0, 0, 0, 0, 0]) => {
            let count = bytes.iter().position(|&byte| byte != 0);
            count.unwrap_or(bytes.len()) / ZERO_UNIT * ZERO_UNIT
        }
        _ => 0,
    }
}

/// Appends bytes that are no instruction.
#[cold]
fn data(bytes: &[u8], out: &mut Vec<u8>) {
    if let Ok(word) = <[u8; WORD]>::try_from(bytes) {
        out.extend_from_slice(b".long 0x");
        push_lower(u32::from_le_bytes(word).into(), 8, out);
        return;
    }
    let mut before: &[u8] = b".byte 0x";
    for byte in bytes {
        out.extend_from_slice(before);
        push_lower((*byte).into(), 2, out);
        before = b", 0x";
    }
}

/// A name as an assembler reads it.
fn quoted(name: &str) -> std::borrow::Cow<'_, str> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_$.@".contains(&byte);
    match name.bytes().all(is_plain) {
        true => name.into(),
        false => {
            let escaped = name.replace('\\', "\\\\").replace('"', "\\\"");
            format!("\"{}\"", escaped.replace('\n', "\\n")).into()
        }
    }
}
