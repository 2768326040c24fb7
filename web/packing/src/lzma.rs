//! LZMA as it is read: Igor Pavlov's "LZMA Specification" (lzma-specification.txt of the LZMA SDK),
//! sections in brackets.
//!
//! Everything is there at once, what is read as well as room for what it becomes. So there is no
//! dictionary besides, nothing is copied twice, and the end of the input is asked for once a step.
#![expect(clippy::inline_always, reason = "the range must stay in registers")]

/// What one call of [`Lzma::step`] writes at most. A browser takes better code for a function
/// when it is called the next time, so there must be one.
const STEP: usize = 1 << 14;

/// A probability counts in 2048ths [Range Decoder].
type Probability = u16;
const PROBABILITY_BITS: u32 = 11;
const EVEN: Probability = 1 << (PROBABILITY_BITS - 1);
/// How slowly they follow what is seen.
const ADAPTATION: u32 = 5;
/// Below this the range takes another byte.
const TOP: u32 = 1 << 24;

/// Combinations of what the last packets were [State machine], of which these had a literal last.
const STATES: usize = 12;
const LITERAL_STATES: usize = 7;
/// Places that are told apart by at most four bits of the position.
const POSITIONS: usize = 1 << 4;
const SHORTEST: usize = 2;
/// Kinds of lengths for which distances are told apart.
const LENGTH_STATES: usize = 4;
/// Slots of distances from here on have bits without a probability, those from four on others.
const FIRST_DIRECT_SLOT: u32 = 14;
const FIRST_BIT_SLOT: u32 = 4;
const ALIGN_BITS: u32 = 4;

/// The input, and where in its range the number is that it stands for [Range Decoder].
#[derive(Clone, Copy)]
struct Coder<'p> {
    input: &'p [u8],
    at: usize,
    range: u32,
    code: u32,
}

impl Coder<'_> {
    /// Behind the end there are zeros: [`Lzma::step`] says that they are missing.
    #[inline(always)]
    fn normalize(&mut self) {
        if self.range < TOP {
            let byte = self.input.get(self.at).copied().unwrap_or(0);
            self.at += 1;
            self.range <<= 8;
            self.code = self.code << 8 | u32::from(byte);
        }
    }

    #[inline(always)]
    fn bit(&mut self, probability: &mut Probability) -> u32 {
        self.normalize();
        let bound = (self.range >> PROBABILITY_BITS) * u32::from(*probability);
        if self.code < bound {
            self.range = bound;
            *probability += ((1 << PROBABILITY_BITS) - *probability) >> ADAPTATION;
            0
        } else {
            self.range -= bound;
            self.code -= bound;
            *probability -= *probability >> ADAPTATION;
            1
        }
    }

    /// Bits without a probability, the highest first.
    #[inline(always)]
    fn direct(&mut self, count: u32) -> u32 {
        let mut value = 0;
        for _ in 0..count {
            self.normalize();
            self.range >>= 1;
            let is_one = self.code >= self.range;
            self.code -= if is_one { self.range } else { 0 };
            value = value << 1 | u32::from(is_one);
        }
        value
    }

    /// A number of `bits` bits, the highest first, each with a probability by those before.
    #[inline(always)]
    fn tree(&mut self, probabilities: &mut [Probability], bits: u32) -> u32 {
        let mut node = 1;
        for _ in 0..bits {
            node = node << 1 | self.bit(&mut probabilities[node as usize]);
        }
        node - (1 << bits)
    }

    /// The same, the lowest bit first.
    #[inline(always)]
    fn reverse_tree(&mut self, probabilities: &mut [Probability], bits: u32) -> u32 {
        let (mut node, mut value) = (1, 0);
        for place in 0..bits {
            let bit = self.bit(&mut probabilities[node as usize]);
            node = node << 1 | bit;
            value |= bit << place;
        }
        value
    }
}

/// Lengths of matches, short ones by position.
struct Lengths {
    is_not_low: Probability,
    is_high: Probability,
    low: [[Probability; 8]; POSITIONS],
    middle: [[Probability; 8]; POSITIONS],
    high: [Probability; 256],
}

impl Lengths {
    const NEW: Self = Self {
        is_not_low: EVEN,
        is_high: EVEN,
        low: [[EVEN; 8]; POSITIONS],
        middle: [[EVEN; 8]; POSITIONS],
        high: [EVEN; 256],
    };

    #[inline(always)]
    fn read(&mut self, coder: &mut Coder<'_>, position: usize) -> usize {
        let more = if coder.bit(&mut self.is_not_low) == 0 {
            coder.tree(&mut self.low[position], 3)
        } else if coder.bit(&mut self.is_high) == 0 {
            8 + coder.tree(&mut self.middle[position], 3)
        } else {
            16 + coder.tree(&mut self.high, 8)
        };
        SHORTEST + more as usize
    }
}

/// One stream.
struct Lzma<'p> {
    coder: Coder<'p>,
    /// Bits of a literal's context: the highest of the byte before, the lowest of its position.
    literal_bits: u32,
    literal_mask: usize,
    position_mask: usize,
    state: usize,
    /// The last four distances, counted from 0.
    last: [usize; 4],
    literals: Vec<[Probability; 0x300]>,
    is_match: [[Probability; POSITIONS]; STATES],
    is_repeated: [Probability; STATES],
    is_not_first: [Probability; STATES],
    is_not_second: [Probability; STATES],
    is_not_third: [Probability; STATES],
    is_long: [[Probability; POSITIONS]; STATES],
    slots: [[Probability; 64]; LENGTH_STATES],
    /// Of each slot from four on, as many as it has bits.
    distances: [[Probability; 32]; FIRST_DIRECT_SLOT as usize],
    align: [Probability; 1 << ALIGN_BITS],
    lengths: Lengths,
    repeated_lengths: Lengths,
}

impl<'p> Lzma<'p> {
    /// The head of a file of LZMA: a byte of properties, the size of a dictionary, of which there
    /// is none here, the length in eight bytes, and the first five bytes of the range coder, the
    /// first of them zero.
    fn new(packed: &'p [u8]) -> Option<(Self, u64)> {
        let (&[properties, _, _, _, _], packed) = packed.split_first_chunk()?;
        let (length, packed) = packed.split_first_chunk()?;
        let (&[0, code @ ..], input) = packed.split_first_chunk::<5>()? else {
            return None;
        };
        let properties = u32::from(properties);
        let (literal_bits, rest) = (properties % 9, properties / 9);
        let (literal_positions, positions) = (rest % 5, rest / 5);
        if positions > 4 {
            return None;
        }
        let stream = Self {
            coder: Coder {
                input,
                at: 0,
                range: u32::MAX,
                code: u32::from_be_bytes(code),
            },
            literal_bits,
            literal_mask: (1 << literal_positions) - 1,
            position_mask: (1 << positions) - 1,
            state: 0,
            last: [0; 4],
            literals: vec![[EVEN; 0x300]; 1 << (literal_bits + literal_positions)],
            is_match: [[EVEN; POSITIONS]; STATES],
            is_repeated: [EVEN; STATES],
            is_not_first: [EVEN; STATES],
            is_not_second: [EVEN; STATES],
            is_not_third: [EVEN; STATES],
            is_long: [[EVEN; POSITIONS]; STATES],
            slots: [[EVEN; 64]; LENGTH_STATES],
            distances: [[EVEN; 32]; FIRST_DIRECT_SLOT as usize],
            align: [EVEN; 1 << ALIGN_BITS],
            lengths: Lengths::NEW,
            repeated_lengths: Lengths::NEW,
        };
        Some((stream, u64::from_le_bytes(*length)))
    }

    /// Goes on behind `at` until about [`STEP`] more bytes are written, or all of them; where it
    /// stands then. `None` if the input is not LZMA, or cut off.
    #[inline(never)]
    fn step(&mut self, out: &mut [u8], mut at: usize) -> Option<usize> {
        let mut coder = self.coder;
        let end = out.len().min(at + STEP);
        while at < end {
            let position = at & self.position_mask;
            let state = self.state;
            if coder.bit(&mut self.is_match[state][position]) == 0 {
                out[at] = self.literal(&mut coder, out, at)?;
                self.state = match state {
                    0..=3 => 0,
                    4..=9 => state - 3,
                    _ => state - 6,
                };
                at += 1;
                continue;
            }
            let length = self.matched(&mut coder, position)?;
            let distance = self.last[0] + 1;
            if distance > at || length > out.len() - at {
                return None;
            }
            repeat(out, at, distance, length);
            at += length;
        }
        self.coder = coder;
        (coder.at <= coder.input.len()).then_some(at)
    }

    /// A byte, by the one before it and, behind a match, by the one that would go on with that.
    #[inline(always)]
    fn literal(&mut self, coder: &mut Coder<'_>, out: &[u8], at: usize) -> Option<u8> {
        let before = at.checked_sub(1).map_or(0, |before| out[before]);
        let context = (at & self.literal_mask) << self.literal_bits
            | usize::from(before) >> (8 - self.literal_bits);
        let probabilities = &mut self.literals[context];
        let mut node = 1;
        if self.state >= LITERAL_STATES {
            let mut matched = u32::from(out[at.checked_sub(self.last[0] + 1)?]);
            while node < 0x100 {
                let expected = matched >> 7 & 1;
                matched <<= 1;
                let bit = coder.bit(&mut probabilities[((1 + expected) << 8 | node) as usize]);
                node = node << 1 | bit;
                if bit != expected {
                    break;
                }
            }
        }
        while node < 0x100 {
            node = node << 1 | coder.bit(&mut probabilities[node as usize]);
        }
        Some(node as u8)
    }

    /// A match: its length; its distance is the last one then.
    #[inline(always)]
    fn matched(&mut self, coder: &mut Coder<'_>, position: usize) -> Option<usize> {
        let state = self.state;
        let behind_literal = state < LITERAL_STATES;
        if coder.bit(&mut self.is_repeated[state]) == 0 {
            let length = self.lengths.read(coder, position);
            let distance = self.distance(coder, length)?;
            self.last = [distance, self.last[0], self.last[1], self.last[2]];
            self.state = if behind_literal { 7 } else { 10 };
            return Some(length);
        }
        if coder.bit(&mut self.is_not_first[state]) == 0 {
            if coder.bit(&mut self.is_long[state][position]) == 0 {
                self.state = if behind_literal { 9 } else { 11 };
                return Some(1);
            }
        } else {
            let which = if coder.bit(&mut self.is_not_second[state]) == 0 {
                1
            } else {
                2 + coder.bit(&mut self.is_not_third[state]) as usize
            };
            self.last[..=which].rotate_right(1);
        }
        self.state = if behind_literal { 8 } else { 11 };
        Some(self.repeated_lengths.read(coder, position))
    }

    /// A distance, counted from 0. The mark of an end is none: the head says the length.
    #[inline(always)]
    fn distance(&mut self, coder: &mut Coder<'_>, length: usize) -> Option<usize> {
        let kind = (length - SHORTEST).min(LENGTH_STATES - 1);
        let slot = coder.tree(&mut self.slots[kind], 6);
        if slot < FIRST_BIT_SLOT {
            return Some(slot as usize);
        }
        let bits = (slot >> 1) - 1;
        let high = (2 | slot & 1) << bits;
        let low = if slot < FIRST_DIRECT_SLOT {
            coder.reverse_tree(&mut self.distances[slot as usize], bits)
        } else {
            let direct = coder.direct(bits - ALIGN_BITS) << ALIGN_BITS;
            direct | coder.reverse_tree(&mut self.align, ALIGN_BITS)
        };
        let distance = high | low;
        (distance != u32::MAX).then_some(distance as usize)
    }
}

/// Writes again at `at` what is written `distance` before it, which may be what this writes.
#[inline(always)]
fn repeat(out: &mut [u8], at: usize, distance: usize, length: usize) {
    /// Longer ones are worth a call.
    const SHORT: usize = 32;
    let all = &mut out[at - distance..at + length];
    if length > SHORT && length <= distance {
        all.copy_within(..length, distance);
    } else {
        for place in distance..all.len() {
            all[place] = all[place - distance];
        }
    }
}

/// The bytes that a file of LZMA stands for; `None` if it is no such file, is cut off, or stands
/// for another number of bytes than `length`.
pub fn decoded(packed: &[u8], length: usize) -> Option<Vec<u8>> {
    let (mut stream, told) = Lzma::new(packed)?;
    if u64::try_from(length) != Ok(told) {
        return None;
    }
    let mut out = vec![0; length];
    let mut at = 0;
    while at < out.len() {
        at = stream.step(&mut out, at)?;
    }
    Some(out)
}
