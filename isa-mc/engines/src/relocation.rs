//! Relocations: what a linker fills in. Each machine has a table of them.

use core::fmt::{self, Display, Formatter};

/// A relocation.
#[derive(Debug, PartialEq, Eq)]
pub struct Relocation {
    /// Its number in `r_info`.
    pub number: u32,
    /// Its name, as `.reloc` takes it.
    pub name: &'static str,
    /// How many bytes it changes.
    pub bytes: u8,
    /// What the addend is added to.
    pub base: Base,
    /// Whether the place itself is subtracted.
    pub pc_relative: bool,
    /// What of the sum is stored.
    pub part: Part,
    /// What asks for it behind a symbol, `rel32@lo` in `sym@rel32@lo`.
    pub specifier: Option<&'static str>,
}

/// What the addend is added to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// Nothing: the relocation only says that the symbol is needed.
    None,
    /// The address of the symbol.
    Symbol,
    /// The address of the symbol's entry in the global offset table.
    Got,
    /// The address at which the object is loaded.
    Load,
}

/// What of the sum is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Nothing.
    None,
    /// All of it.
    Whole,
    /// Bits 0 to 31.
    Low,
    /// Bits 32 to 63.
    High,
    /// The words from the next instruction on, as branches count them.
    Branch,
}

/// A value that a relocation cannot store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overflow {
    /// It does not fit.
    Range {
        /// The relocation.
        relocation: &'static str,
        /// The value.
        value: i64,
    },
    /// A branch to something that is not a multiple of 4 bytes away.
    Misaligned {
        /// The distance in bytes.
        value: i64,
    },
}

impl Relocation {
    /// What is stored, in its lowest bytes, for a base, an addend and a place. The
    /// base is the symbol, its entry in the global offset table, or where the object
    /// is loaded, see [`Relocation::base`].
    pub fn value(&'static self, base: u64, addend: i64, place: u64) -> Result<u64, Overflow> {
        let base = match self.base {
            Base::None => return Ok(0),
            Base::Symbol | Base::Got | Base::Load => base,
        };
        let sum = base.wrapping_add_signed(addend);
        let sum = match self.pc_relative {
            true => sum.wrapping_sub(place),
            false => sum,
        };
        let signed = sum.cast_signed();
        let overflow = Overflow::Range {
            relocation: self.name,
            value: signed,
        };
        match self.part {
            Part::None => Ok(0),
            Part::Low => Ok(sum & 0xffff_ffff),
            Part::High => Ok(sum >> 32),
            Part::Whole if self.bytes == 8 => Ok(sum),
            // An address has no sign, a distance has one.
            Part::Whole => {
                let fits = match self.pc_relative {
                    true => i32::try_from(signed).is_ok(),
                    false => u32::try_from(sum).is_ok() || i32::try_from(signed).is_ok(),
                };
                if fits {
                    Ok(sum & 0xffff_ffff)
                } else {
                    Err(overflow)
                }
            }
            Part::Branch => {
                if signed % 4 != 0 {
                    return Err(Overflow::Misaligned { value: signed });
                }
                let words = i16::try_from(signed / 4 - 1).map_err(|_| overflow)?;
                Ok(u64::from(words.cast_unsigned()))
            }
        }
    }
}

impl Display for Overflow {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Overflow::Range { relocation, value } => {
                write!(f, "{value} does not fit {relocation}")
            }
            Overflow::Misaligned { value } => write!(
                f,
                "a branch over {value} bytes, which are no whole instructions of 4 bytes"
            ),
        }
    }
}

impl core::error::Error for Overflow {}
