//! Numbers as people write them, and types of what lies in memory.

use isa_dsl::suggest::nearest;

/// The type of a number in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// As many bits, with a sign or without.
    Integer {
        /// How many bits: 8, 16, 32 or 64.
        bits: u32,
        /// Whether it has a sign.
        is_signed: bool,
    },
    /// As many bits of floating point.
    Float {
        /// How many bits: 16, 32 or 64.
        bits: u32,
    },
}

const fn integer(bits: u32, is_signed: bool) -> Type {
    Type::Integer { bits, is_signed }
}

/// Every type by its name.
const TYPES: [(&str, Type); 11] = [
    ("i8", integer(8, true)),
    ("i16", integer(16, true)),
    ("i32", integer(32, true)),
    ("i64", integer(64, true)),
    ("u8", integer(8, false)),
    ("u16", integer(16, false)),
    ("u32", integer(32, false)),
    ("u64", integer(64, false)),
    ("f16", Type::Float { bits: 16 }),
    ("f32", Type::Float { bits: 32 }),
    ("f64", Type::Float { bits: 64 }),
];

impl Type {
    /// The type of that name.
    pub fn named(name: &str) -> Option<Type> {
        TYPES.iter().find(|it| it.0 == name).map(|it| it.1)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        let found = TYPES.iter().find(|it| it.1 == self);
        found.map_or("", |it| it.0)
    }

    /// All names.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TYPES.iter().map(|it| it.0)
    }

    /// Its size in bytes.
    pub fn bytes(self) -> usize {
        let (Type::Integer { bits, .. } | Type::Float { bits }) = self;
        bits as usize / 8
    }

    /// Whether it is a number of floating point.
    pub fn is_float(self) -> bool {
        matches!(self, Type::Float { .. })
    }

    /// A number as it lies in memory.
    pub fn parse(self, text: &str) -> Result<Vec<u8>, String> {
        let bytes = self.bytes();
        let value = match self {
            Type::Integer { bits, is_signed } => {
                let wrong = || {
                    let (least, most) = match is_signed {
                        true => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
                        false => (0, (1_i128 << bits) - 1),
                    };
                    format!("`{text}` is no {}: expected {least} to {most}", self.name())
                };
                let number = whole(text).ok_or_else(wrong)?;
                // Bits in hexadecimal are bits, whatever their sign.
                let is_bits = text.starts_with("0x") && number < 1 << bits;
                let least = if is_signed {
                    -(1_i128 << (bits - 1))
                } else {
                    0
                };
                let end = 1_i128 << (bits - u32::from(is_signed));
                if !is_bits && !(least..end).contains(&number) {
                    return Err(wrong());
                }
                number as u64
            }
            Type::Float { bits } => {
                let number: f64 = text.parse().map_err(|_| {
                    format!(
                        "`{text}` is no {}: expected a number as 1.5 or -2e10",
                        self.name()
                    )
                })?;
                match bits {
                    16 => half_bits(number).into(),
                    // Read as what it becomes, so that it is rounded once.
                    32 => text.parse::<f32>().map_or(0, f32::to_bits).into(),
                    _ => number.to_bits(),
                }
            }
        };
        Ok(value.to_le_bytes()[..bytes].to_vec())
    }

    /// A number of memory as text that [`parse`](Self::parse) takes.
    pub fn show(self, bytes: &[u8]) -> String {
        let mut eight = [0; 8];
        eight[..bytes.len().min(8)].copy_from_slice(&bytes[..bytes.len().min(8)]);
        let value = u64::from_le_bytes(eight);
        match self {
            Type::Integer {
                bits,
                is_signed: true,
            } => {
                let unused = 64 - bits;
                ((value << unused).cast_signed() >> unused).to_string()
            }
            Type::Integer { .. } => value.to_string(),
            Type::Float { bits: 16 } => plain(half_value(value as u16).into()),
            Type::Float { bits: 32 } => {
                let number = f32::from_bits(value as u32);
                match in_plain_range(number.into()) {
                    true => number.to_string(),
                    false => format!("{number:e}"),
                }
            }
            Type::Float { .. } => plain(f64::from_bits(value)),
        }
    }
}

/// Whether a number is as well read without an exponent.
fn in_plain_range(number: f64) -> bool {
    number == 0.0 || !number.is_finite() || (1e-4..1e9).contains(&number.abs())
}

fn plain(number: f64) -> String {
    match in_plain_range(number) {
        true => number.to_string(),
        false => format!("{number:e}"),
    }
}

/// A whole number, decimal or behind `0x`.
pub fn whole(text: &str) -> Option<i128> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let (digits, radix) = match digits.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (digits, 10),
    };
    // `from_str_radix` takes a sign.
    if !digits.starts_with(|it: char| it.is_ascii_hexdigit()) {
        return None;
    }
    let number = i128::from_str_radix(digits, radix).ok()?;
    Some(if negative { -number } else { number })
}

/// A number of bytes: a whole number, with K, M or G for multiples of 1024.
pub fn size(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is no number of bytes: expected one as 4096, 0x1000 or 4K");
    let (digits, shift) = match text.as_bytes().last() {
        Some(b'K') => (&text[..text.len() - 1], 10),
        Some(b'M') => (&text[..text.len() - 1], 20),
        Some(b'G') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let number = whole(digits).filter(|it| (0..1 << 40).contains(it));
    number.map(|it| (it as u64) << shift).ok_or_else(wrong)
}

/// Bytes of a stack.
pub fn stack(text: &str) -> Result<u32, String> {
    let bytes = size(text)?;
    u32::try_from(bytes).map_err(|_| format!("{bytes} bytes are too many for a stack"))
}

/// Work-items in each dimension: `X`, `X,Y` or `X,Y,Z`.
pub fn dimensions(text: &str) -> Result<[u32; 3], String> {
    let mut sizes = [1; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > 3 {
        return Err(format!("{} dimensions: expected 3 at most", parts.len()));
    }
    for (size, part) in sizes.iter_mut().zip(parts) {
        let number = whole(part).and_then(|it| u32::try_from(it).ok());
        *size = number.filter(|&it| it != 0).ok_or_else(|| {
            format!("`{part}` is no number of work-items: expected X, X,Y or X,Y,Z, each from 1 to 4294967295")
        })?;
    }
    Ok(sizes)
}

/// "Did you mean" for one of some words, behind an error.
pub fn meant<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, words).map_or(String::new(), |near| format!("; did you mean `{near}`?"))
}

/// The half-precision number nearest to a number, of two the even one.
fn half_bits(number: f64) -> u16 {
    let sign = if number.is_sign_negative() { 0x8000 } else { 0 };
    let magnitude = number.abs();
    if magnitude.is_nan() {
        return sign | 0x7e00;
    }
    if magnitude >= 65520.0 {
        return sign | 0x7c00;
    }
    // In units of the last place; below the least normal number that stays the same.
    let exponent = (magnitude.to_bits() >> 52) as i32 - 1023;
    let exponent = exponent.max(-14);
    let units = (magnitude * 2_f64.powi(10 - exponent)).round_ties_even() as u16;
    // A carry into the exponent makes the next power of two, which is right.
    sign | (((exponent + 14) as u16) << 10).wrapping_add(units)
}

fn half_value(bits: u16) -> f32 {
    let sign = if bits >> 15 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f32::from(bits & 0x3ff));
    sign * match exponent {
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        0 => fraction * 2_f32.powi(-24),
        _ => (1024.0 + fraction) * 2_f32.powi(exponent - 25),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every half comes back from its number, and from the text that shows it.
    #[test]
    fn halves_come_back() {
        let half = Type::Float { bits: 16 };
        for bits in 0..=u16::MAX {
            let value = half_value(bits);
            if value.is_nan() {
                assert!(half_value(half_bits(value.into())).is_nan());
                continue;
            }
            assert_eq!(half_bits(value.into()), bits, "{value}");
            let text = half.show(&bits.to_le_bytes());
            assert_eq!(half.parse(&text), Ok(bits.to_le_bytes().to_vec()), "{text}");
        }
    }

    /// Between two halves the nearer one is taken, of two the even one.
    #[test]
    fn halves_are_rounded() {
        let cases = [
            (1.0 + 2_f64.powi(-11), 0x3c00),
            (1.0 + 3.0 * 2_f64.powi(-11), 0x3c02),
            (1.0 + 1.1 * 2_f64.powi(-11), 0x3c01),
            (65519.9, 0x7bff),
            (65520.0, 0x7c00),
            (2_f64.powi(-25), 0),
            (1.5 * 2_f64.powi(-25), 1),
            (2_f64.powi(-14) - 2_f64.powi(-26), 0x400),
            (-0.0, 0x8000),
        ];
        for (number, bits) in cases {
            assert_eq!(half_bits(number), bits, "{number:e}");
        }
    }

    /// What does not fit its type is refused with the range.
    #[test]
    fn ranges_are_told() {
        let parse = |name: &str, text: &str| Type::named(name).expect(name).parse(text);
        assert_eq!(parse("i8", "-128"), Ok(vec![0x80]));
        assert_eq!(parse("i8", "0xff"), Ok(vec![0xff]));
        assert_eq!(parse("u64", "0xffffffffffffffff"), Ok(vec![0xff; 8]));
        assert_eq!(parse("f32", "1.5"), Ok(1.5_f32.to_le_bytes().to_vec()));
        for (name, text, wanted) in [
            ("i8", "128", "`128` is no i8: expected -128 to 127"),
            ("u16", "-1", "`-1` is no u16: expected 0 to 65535"),
            ("u8", "0x100", "`0x100` is no u8: expected 0 to 255"),
            (
                "i32",
                "--1",
                "`--1` is no i32: expected -2147483648 to 2147483647",
            ),
            (
                "f64",
                "one",
                "`one` is no f64: expected a number as 1.5 or -2e10",
            ),
        ] {
            assert_eq!(parse(name, text), Err(wanted.to_owned()));
        }
    }

    /// Sizes count in bytes and multiples of 1024.
    #[test]
    fn sizes_are_read() {
        assert_eq!(size("4K"), Ok(4096));
        assert_eq!(size("0x10"), Ok(16));
        assert_eq!(size("2G"), Ok(2 << 30));
        for wrong in ["", "K", "-1", "1T", "4k", "99999999999999999999"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
        assert_eq!(dimensions("64,2"), Ok([64, 2, 1]));
        for wrong in ["0", "1,2,3,4", "64,", "x", "4294967296"] {
            assert!(dimensions(wrong).is_err(), "{wrong}");
        }
    }
}
