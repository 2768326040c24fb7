//! MTBUF: components of a format in memory, and the numbers that they are. Where they
//! lie `buffer` says.

/// A format as the instruction says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// What the data are: 0 to 15.
    pub data: u32,
    /// What the numbers are: 0 to 7.
    pub numbers: u32,
}

impl Format {
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
            _ => return None,
        })
    }

    /// What the address of an element is a multiple of.
    pub fn alignment(self) -> u64 {
        let bits: u32 = self.widths().map_or(0, |it| it.iter().sum());
        u64::from(bits / 8).clamp(1, 4)
    }

    /// The byte of an element at which the check of a component is made.
    pub fn checked_byte(self, component: usize) -> u64 {
        match self.data {
            // One dword.
            6..=9 => 0,
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
            (_, 32) => None,
            (0, _) => Some(quotient(raw as i32, most).to_bits()),
            (1, _) => Some(quotient(signed as i32, most_signed).max(-1.0).to_bits()),
            (2, _) => Some(f32::from(raw as u16).to_bits()),
            (3, _) => Some(f32::from(signed as i16).to_bits()),
            _ => None,
        }
    }

    /// Whether numbers become components that hold them whole: what others become
    /// nobody can say.
    pub fn stores(self) -> bool {
        let dwords = self.widths().is_some_and(|it| it[0] == 32);
        dwords && matches!(self.numbers, 4 | 5 | 7)
    }
}

/// What an instruction does with some components.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// Loads so many.
    Load(usize),
    /// Stores so many, as far as the format has them.
    Store(usize),
    /// Components of 16 bits: how they are rounded nobody can say.
    Halves,
}

/// The meaning of a mnemonic; `None` if nobody has said it.
pub fn meaning(mnemonic: &str) -> Option<Meaning> {
    let rest = mnemonic.strip_prefix("tbuffer_")?;
    let (does, components) = rest.split_once("_format_")?;
    let count = components.trim_start_matches("d16_").len();
    match (does, components.starts_with("d16_")) {
        (_, true) => Some(Meaning::Halves),
        ("load", false) => Some(Meaning::Load(count)),
        ("store", false) => Some(Meaning::Store(count)),
        _ => None,
    }
}
