//! Formats of buffers and images: components in memory, and the numbers that they are.
//! Where they lie `buffer` and `image` say.

/// A format as the instruction or the descriptor says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// What the data are: 0 to 15, and to 63 in images.
    pub data: u32,
    /// What the numbers are: 0 to 7, and to 15 in images.
    pub numbers: u32,
}

/// Formats as RDNA counts them: those of the data, each with how many formats of numbers it has.
const UNIFIED: [(u32, u32); 14] = [
    (1, 6),
    (2, 7),
    (3, 6),
    (4, 3),
    (5, 7),
    (6, 7),
    (7, 7),
    (8, 6),
    (9, 6),
    (10, 6),
    (11, 3),
    (12, 7),
    (13, 3),
    (14, 3),
];

impl Format {
    /// That of a number of RDNA.
    pub fn unified(number: u32) -> Format {
        let mut left = number.wrapping_sub(1);
        for (data, count) in UNIFIED {
            if left < count {
                let numbers = match (count, left) {
                    // Of 32 bits each.
                    (3, _) => [4, 5, 7][left as usize],
                    (_, 6) => 7,
                    _ => left,
                };
                return Format { data, numbers };
            }
            left = left.wrapping_sub(count);
        }
        Format {
            data: 0,
            numbers: 0,
        }
    }

    /// The format of a number of RDNA 3 and 4, which count anew: without the numbers that are
    /// none of `10_11_11` and `11_11_10`, and without the scaled ones of `10_10_10_2`.
    pub fn counted(number: u32) -> Format {
        Format::unified(match number {
            0..30 => number,
            30 => 36,
            31 => 43,
            32..34 => number + 12,
            _ => number + 14,
        })
    }

    /// The number that RDNA 3 and 4 give it; 0 if there is none.
    pub fn place(self) -> u32 {
        let mut all = 1..128;
        all.find(|it| Format::counted(*it) == self).unwrap_or(0)
    }

    /// The number that RDNA gives it; 0 if there is none.
    pub fn number(self) -> u32 {
        let mut all = 1..128;
        all.find(|it| Format::unified(*it) == self).unwrap_or(0)
    }

    /// The widths of the components in bits, from the lowest one up; `None` if there is
    /// no such format.
    pub fn widths(self) -> Option<&'static [u32]> {
        Some(match self.data {
            1 => &[8],
            2 => &[16],
            3 => &[8, 8],
            4 => &[32],
            5 => &[16, 16],
            6 => &[11, 11, 10],
            7 => &[10, 11, 11],
            8 => &[2, 10, 10, 10],
            9 => &[10, 10, 10, 2],
            10 => &[8, 8, 8, 8],
            11 => &[32, 32],
            12 => &[16, 16, 16, 16],
            13 => &[32, 32, 32],
            14 => &[32, 32, 32, 32],
            16 => &[5, 6, 5],
            17 => &[5, 5, 5, 1],
            18 => &[1, 5, 5, 5],
            19 => &[4, 4, 4, 4],
            _ => return None,
        })
    }

    /// What the address of an element is a multiple of.
    pub fn alignment(self) -> u64 {
        self.bytes().clamp(1, 4)
    }

    /// The bytes of an element; 0 if there is no such format.
    pub fn bytes(self) -> u64 {
        let bits: u32 = self.widths().map_or(0, |it| it.iter().sum());
        u64::from(bits / 8)
    }

    /// The byte of an element at which the check of a component is made.
    pub fn checked_byte(self, component: usize) -> u64 {
        match self.data {
            // One number.
            _ if self.packed() => 0,
            _ => {
                let before = self.widths().and_then(|it| it.get(..component));
                u64::from(before.map_or(0, |it| it.iter().sum::<u32>()) / 8)
            }
        }
    }

    /// Component of an element, of which 16 bytes are given, as it is loaded; `None` if
    /// nobody can say that.
    pub fn load(self, element: u128, component: usize) -> Option<u32> {
        let widths = self.widths()?;
        let width = *widths.get(component)?;
        let first: u32 = widths[..component].iter().sum();
        let raw = (element >> first) as u64 & ((1 << width) - 1);
        let signed = (raw as i64) << (64 - width) >> (64 - width);
        // The quotient of doubles is rounded once more, which changes nothing: both
        // numbers have 16 bits at most.
        let quotient = |a: i32, b: u64| (f64::from(a) / f64::from(b as u32)) as f32;
        let (most, most_signed) = ((1_u64 << width) - 1, (1_u64 << (width - 1)) - 1);
        match (self.numbers, width) {
            (4, _) | (7, 32) => Some(raw as u32),
            (5, _) => Some(signed as u32),
            (7, 16) => Some(small(raw as u32, 10)),
            (7, 11 | 10) if matches!(self.data, 6 | 7) => Some(small(raw as u32, width - 5)),
            (_, 32) | (1, 1) => None,
            (0, _) => Some(quotient(raw as i32, most).to_bits()),
            (1, _) => Some(quotient(signed as i32, most_signed).max(-1.0).to_bits()),
            (2, _) => Some(f32::from(raw as u16).to_bits()),
            (3, _) => Some(f32::from(signed as i16).to_bits()),
            _ => None,
        }
    }

    /// The bits of a component that is stored from a register; `None` if nobody can say
    /// that.
    pub fn store(self, value: u32, component: usize) -> Option<u32> {
        let width = *self.widths()?.get(component)?;
        let (most, most_signed) = ((1_u64 << width) - 1, (1_i64 << (width - 1)) - 1);
        let ones = most as u32;
        // A double holds the product of a single and 16 bits.
        let fraction = |least: f32, most: i64| {
            let number = f32::from_bits(value);
            let number = if number.is_nan() { 0.0 } else { number };
            let product = f64::from(number.clamp(least, 1.0)) * f64::from(most as i32);
            product.round_ties_even() as i64 as u32 & ones
        };
        match (self.numbers, width) {
            (4, _) => Some(value.min(ones)),
            (5, _) => {
                let value = i64::from(value.cast_signed());
                Some(value.clamp(-most_signed - 1, most_signed) as u32 & ones)
            }
            (7, 32) => Some(value),
            (7, 16) => Some(half(value)),
            // There is no sign: nothing is less than zero.
            (7, 11 | 10) if matches!(self.data, 6 | 7) => {
                let number = f32::from_bits(value);
                let less = number.is_sign_negative() && !number.is_nan();
                Some(if less { 0 } else { size(number, width - 5) })
            }
            (1, 1) => None,
            (0, ..32) => Some(fraction(0.0, i64::from(ones))),
            (1, ..32) => Some(fraction(-1.0, most_signed)),
            _ => None,
        }
    }

    /// The same as 16 bits. Integers that these do not hold become the nearest that they do.
    pub fn load_half(self, element: u128, component: usize) -> Option<u32> {
        Some(self.halved(self.load(element, component)?))
    }

    /// A number that was loaded, as 16 bits.
    pub fn halved(self, loaded: u32) -> u32 {
        match self.numbers {
            4 => loaded.min(0xffff),
            5 => {
                let kept = loaded.cast_signed().clamp(i16::MIN.into(), i16::MAX.into());
                kept as u32 & 0xffff
            }
            _ => half(loaded),
        }
    }

    /// What a component is that is stored from 16 bits.
    pub fn widened(self, value: u32) -> u32 {
        match self.numbers {
            4 => value & 0xffff,
            5 => i32::from(value as i16).cast_unsigned(),
            _ => small(value & 0xffff, 10),
        }
    }

    /// Whether the components are parts of one number, which is stored as a whole.
    pub fn packed(self) -> bool {
        matches!(self.data, 6..=9 | 16..=19)
    }
}

/// A single as a half, rounded towards zero; no number has no sign.
fn half(value: u32) -> u32 {
    let number = f32::from_bits(value);
    let sign = if number.is_nan() {
        0
    } else {
        value >> 31 << 15
    };
    sign | size(number, 10)
}

/// The bits of a number without its sign, with five bits of exponent and so many behind
/// them, rounded towards zero.
fn size(number: f32, fraction: u32) -> u32 {
    let size = f64::from(number.abs());
    let above = 31 << fraction;
    if number.is_nan() {
        return above | 1 << (fraction - 1);
    }
    if number.is_infinite() {
        return above;
    }
    // The greatest power of two that is not above, and no less than the least exponent's.
    let power = (-14..=15).rev().find(|it| 2_f64.powi(*it) <= size);
    let steps = |power: i32| size / 2_f64.powi(power - fraction.cast_signed());
    match power {
        _ if size >= 65536.0 => above - 1,
        Some(power) => ((power + 14) as u32 * (1 << fraction)) + steps(power).floor() as u32,
        None => steps(-14).floor() as u32,
    }
}

/// A floating-point number with five bits of exponent as a single: 16 bits with a sign,
/// or fewer without.
fn small(bits: u32, fraction: u32) -> u32 {
    let sign = if bits >> (fraction + 5) == 0 {
        1.0
    } else {
        -1.0
    };
    let exponent = bits >> fraction & 31;
    let rest = f64::from(bits & ((1 << fraction) - 1)) / f64::from(1 << fraction);
    let size = match (exponent, rest == 0.0) {
        (0, _) => rest / 16384.0,
        (31, true) => f64::INFINITY,
        (31, false) => return 0x7fc0_0000,
        _ => (1.0 + rest) * 2_f64.powi(exponent.cast_signed() - 15),
    };
    ((sign * size) as f32).to_bits()
}

/// Where the components of an instruction are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Registers {
    /// Each in one.
    Whole,
    /// In halves: two in a register, or one in the lower half of each.
    Halves,
    /// In the upper half of one; the lower one stays.
    Upper,
}

/// What an instruction does with some components.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// Loads so many.
    Load(usize, Registers),
    /// Stores so many, as far as the format has them.
    Store(usize, Registers),
}

/// The meaning of a mnemonic; `None` if nobody has said it.
pub fn meaning(mnemonic: &str) -> Option<Meaning> {
    let rest = mnemonic.trim_start_matches('t').strip_prefix("buffer_")?;
    let (does, components) = rest.split_once("_format_")?;
    let (components, registers) = match components.strip_prefix("d16_") {
        None => (components, Registers::Whole),
        Some(rest) => match rest.strip_prefix("hi_") {
            None => (rest, Registers::Halves),
            Some(rest) => (rest, Registers::Upper),
        },
    };
    match does {
        "load" => Some(Meaning::Load(components.len(), registers)),
        "store" => Some(Meaning::Store(components.len(), registers)),
        _ => None,
    }
}
