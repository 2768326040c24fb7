//! Every word of 32 bits as the beginning of an instruction: what is decoded is
//! encoded to the same bits, and what is printed is read as the same bits.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use isa_mc::{SyntaxId, Target};

use crate::oracle::hex;

/// What became of the words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// No instruction begins with them.
    pub refused: u64,
    /// Instructions that no text says.
    pub data: u64,
    /// Instructions with a text that says all of their bits.
    pub said: u64,
    /// Bits were lost, or made up.
    pub lost: u64,
    /// The first of those, for people.
    pub shown: Vec<String>,
}

/// So many failures are kept.
const SHOWN: usize = 20;

impl Counts {
    /// All words that were tried.
    pub fn words(&self) -> u64 {
        self.refused + self.data + self.said + self.lost
    }

    fn add(&mut self, mut other: Counts) {
        self.refused += other.refused;
        self.data += other.data;
        self.said += other.said;
        self.lost += other.lost;
        self.shown.append(&mut other.shown);
        self.shown.truncate(SHOWN);
    }
}

/// What stands behind a word: another for each, among them zero, so that
/// literals and the second words of long instructions vary.
fn behind(word: u32) -> u32 {
    match word % 4 {
        0 => 0,
        1 => 0x1234_5678,
        _ => word.wrapping_mul(0x9e37_79b1).rotate_left(15),
    }
}

/// Tries the words `first`, `first + stride` and so on below `end`.
pub fn words(target: &Target<'_>, syntax: SyntaxId, first: u64, end: u64, stride: u64) -> Counts {
    let mut counts = Counts::default();
    let mut text = String::new();
    let mut word = first;
    while word < end.min(1 << 32) {
        let bits = word as u32;
        let mut bytes = [0; 8];
        bytes[..4].copy_from_slice(&bits.to_le_bytes());
        bytes[4..].copy_from_slice(&behind(bits).to_le_bytes());
        one(target, syntax, bytes, &mut text, &mut counts);
        word += stride.max(1);
    }
    counts
}

fn one(
    target: &Target<'_>,
    syntax: SyntaxId,
    bytes: [u8; 8],
    text: &mut String,
    counts: &mut Counts,
) {
    let Ok(inst) = target.decode(&bytes) else {
        counts.refused += 1;
        return;
    };
    let mut out = [0; 20];
    let size = target.encode(inst, &mut out).unwrap_or(0);
    if size != inst.size() || bytes.get(..size) != Some(&out[..size]) {
        lost(target, counts, || {
            format!("{} is encoded as {}", hex(&bytes), hex(&out[..size]))
        });
        return;
    }
    text.clear();
    if target.print(inst, syntax, text).is_err() {
        counts.data += 1;
        return;
    }
    let read = target.parse(text, syntax).ok();
    let read = read.and_then(|inst| Some((target.encode(inst, &mut out).ok()?, inst)));
    if read.is_some_and(|(read, _)| read == size && out[..read] == bytes[..size]) {
        counts.said += 1;
        return;
    }
    lost(target, counts, || {
        format!("{} `{text}` is read as {read:?}", hex(&bytes[..size]))
    });
}

fn lost(target: &Target<'_>, counts: &mut Counts, message: impl FnOnce() -> String) {
    counts.lost += 1;
    if counts.shown.len() < SHOWN {
        let cpu = target.tables().text(target.processor().name);
        counts.shown.push(format!("{cpu} {}", message()));
    }
}

/// Words that one thread tries before it takes others.
const PORTION: u64 = 1 << 22;

/// Tries all words, or each `stride`th, on every core; `progress` is shown how
/// many of the 2^32 are behind.
pub fn all(
    target: &Target<'_>,
    syntax: SyntaxId,
    stride: u64,
    progress: &(dyn Fn(u64) + Sync),
) -> Counts {
    let next = AtomicU64::new(0);
    let done = AtomicU64::new(0);
    let stride = stride.max(1);
    let portion = PORTION.next_multiple_of(stride);
    let work = || {
        let mut counts = Counts::default();
        loop {
            let first = next.fetch_add(portion, Ordering::Relaxed);
            if first >= 1 << 32 {
                return counts;
            }
            counts.add(words(target, syntax, first, first + portion, stride));
            let behind = done.fetch_add(portion, Ordering::Relaxed) + portion;
            progress(behind.min(1 << 32));
        }
    };
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let mut counts = Counts::default();
        for thread in threads {
            match thread.join() {
                Ok(part) => counts.add(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        counts
    })
}
