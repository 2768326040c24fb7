//! What buffers hold: numbers that look random and are always the same.

/// What a buffer holds before a kernel runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fill {
    /// Zeros.
    Zero,
    /// Bytes of 255.
    Ones,
    /// Any bits.
    Bits,
    /// Single-precision numbers of an ordinary size, -100 to 100.
    Singles,
    /// Single-precision numbers of exponents -60 to 60, so that neither products nor
    /// quotients of two leave what is normal.
    WideSingles,
    /// Double-precision numbers of an ordinary size, -8 to 8.
    Doubles,
    /// Double-precision numbers of exponents -400 to 400.
    WideDoubles,
}

/// What a buffer holds afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element {
    /// Integers or records of as many bytes.
    Bytes(usize),
    /// Half-precision numbers.
    Half,
    /// Single-precision numbers.
    Single,
    /// Double-precision numbers.
    Double,
}

/// The state of a generator.
struct Random(u64);

impl Random {
    /// The next 64 bits: a step of `SplitMix64`.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number from -1 to 1, a multiple of 2^-32.
    fn unit(&mut self) -> f64 {
        f64::from(self.next() as i32) / 2_f64.powi(31)
    }

    /// A number of a random exponent up to this one.
    fn wide(&mut self, exponent: i32) -> f64 {
        let power = (self.next() % (2 * exponent as u64 + 1)) as i32 - exponent;
        let sign = if self.next() & 1 == 0 { 1.0 } else { -1.0 };
        let fraction = f64::from_bits(1_f64.to_bits() | self.next() >> 12);
        sign * fraction * 2_f64.powi(power)
    }
}

impl Fill {
    /// The contents of a buffer of that many bytes, the argument with that number.
    pub fn bytes(self, bytes: usize, seed: u64) -> Vec<u8> {
        let mut random = Random(seed.wrapping_mul(0xd1b5_4a32_d192_ed03));
        let mut contents = Vec::with_capacity(bytes + 8);
        while contents.len() < bytes {
            match self {
                Fill::Zero => contents.push(0),
                Fill::Ones => contents.push(0xff),
                Fill::Bits => contents.extend(random.next().to_le_bytes()),
                Fill::Singles => contents.extend((random.unit() as f32 * 100.0).to_le_bytes()),
                Fill::WideSingles => contents.extend((random.wide(60) as f32).to_le_bytes()),
                Fill::Doubles => contents.extend((random.unit() * 8.0).to_le_bytes()),
                Fill::WideDoubles => contents.extend(random.wide(400).to_le_bytes()),
            }
        }
        contents.truncate(bytes);
        contents
    }
}

impl Element {
    /// Its size.
    pub fn bytes(self) -> usize {
        match self {
            Element::Bytes(bytes) => bytes,
            Element::Half => 2,
            Element::Single => 4,
            Element::Double => 8,
        }
    }

    /// Makes every NaN the quiet one without sign and payload.
    pub fn unify(self, buffer: &mut [u8]) {
        match self {
            Element::Bytes(_) => {}
            Element::Half => {
                for two in buffer.as_chunks_mut::<2>().0 {
                    if u16::from_le_bytes(*two) & 0x7fff > 0x7c00 {
                        *two = 0x7e00_u16.to_le_bytes();
                    }
                }
            }
            Element::Single => {
                for four in buffer.as_chunks_mut::<4>().0 {
                    if f32::from_le_bytes(*four).is_nan() {
                        *four = 0x7fc0_0000_u32.to_le_bytes();
                    }
                }
            }
            Element::Double => {
                for eight in buffer.as_chunks_mut::<8>().0 {
                    if f64::from_le_bytes(*eight).is_nan() {
                        *eight = 0x7ff8_0000_0000_0000_u64.to_le_bytes();
                    }
                }
            }
        }
    }
}
