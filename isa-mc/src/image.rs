//! Images: memory of elements that have a format and up to three coordinates.
//!
//! ```
//! use isa_mc::image::{Format, Image};
//!
//! let format = Format::named("rgba8unorm").unwrap();
//! let image = Image { address: 0x1000, size: [16, 8, 1], format };
//! assert_eq!(format.bytes(), 4);
//! assert_eq!(image.bytes(), Some(512));
//! assert!(Format::named("rgb8unorm").is_none());
//! ```

use core::fmt::{self, Display, Formatter};

/// What the numbers of an element are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numeric {
    /// Fractions from 0 to 1: the number divided by the greatest one.
    Unorm,
    /// Fractions from -1 to 1: the same with a sign; the lowest number is -1 as well.
    Snorm,
    /// Integers without a sign.
    Uint,
    /// Integers with a sign.
    Sint,
    /// Floating-point numbers of IEEE 754.
    Float,
}

const NUMERICS: [(&str, Numeric); 5] = [
    ("unorm", Numeric::Unorm),
    ("snorm", Numeric::Snorm),
    ("uint", Numeric::Uint),
    ("sint", Numeric::Sint),
    ("float", Numeric::Float),
];

const PARTS: [(&str, u32); 3] = [("rgba", 4), ("rg", 2), ("r", 1)];

/// The format of the elements of an image: one, two or four numbers of 8, 16 or 32 bits side by
/// side. Fractions have 8 or 16 bits, floating-point numbers 16 or 32. Its name is that of
/// WebGPU: `r32float`, `rg16sint`, `rgba8unorm`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    parts: u32,
    bits: u32,
    numeric: Numeric,
}

impl Format {
    /// A format with so many numbers of so many bits; `None` if there is no such one.
    pub fn new(parts: u32, bits: u32, numeric: Numeric) -> Option<Format> {
        let is_number = match numeric {
            Numeric::Unorm | Numeric::Snorm => matches!(bits, 8 | 16),
            Numeric::Uint | Numeric::Sint => matches!(bits, 8 | 16 | 32),
            Numeric::Float => matches!(bits, 16 | 32),
        };
        (is_number && matches!(parts, 1 | 2 | 4)).then_some(Format {
            parts,
            bits,
            numeric,
        })
    }

    /// The format of that name.
    pub fn named(name: &str) -> Option<Format> {
        Format::all().find(|format| format.to_string() == name)
    }

    /// All formats.
    pub fn all() -> impl Iterator<Item = Format> {
        let kinds = NUMERICS.iter().flat_map(|&(_, numeric)| {
            let parts = [1, 2, 4].into_iter();
            parts.flat_map(move |parts| [8, 16, 32].map(|bits| (parts, bits, numeric)))
        });
        kinds.filter_map(|(parts, bits, numeric)| Format::new(parts, bits, numeric))
    }

    /// How many numbers an element has: 1, 2 or 4.
    pub fn parts(self) -> u32 {
        self.parts
    }

    /// Bits of a number: 8, 16 or 32.
    pub fn bits(self) -> u32 {
        self.bits
    }

    /// What its numbers are.
    pub fn numeric(self) -> Numeric {
        self.numeric
    }

    /// Bytes of an element: 1 to 16.
    pub fn bytes(self) -> u32 {
        self.parts * self.bits / 8
    }
}

impl Display for Format {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let parts = PARTS.iter().find(|it| it.1 == self.parts);
        let numeric = NUMERICS.iter().find(|it| it.1 == self.numeric);
        let [parts, numeric] = [parts.map(|it| it.0), numeric.map(|it| it.0)];
        let (parts, numeric) = (parts.unwrap_or(""), numeric.unwrap_or(""));
        write!(f, "{parts}{}{numeric}", self.bits)
    }
}

/// Elements side by side, rows behind rows, layers behind layers, with nothing between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Image {
    /// Address of the first element.
    pub address: u64,
    /// Elements of a row, rows of a layer, layers: 1 for what it does not have.
    pub size: [u32; 3],
    /// The format of its elements.
    pub format: Format,
}

impl Image {
    /// Its bytes; `None` if they are more than 64 bits count.
    pub fn bytes(&self) -> Option<u64> {
        let sizes = self.size.iter().map(|&it| u64::from(it));
        sizes
            .chain([self.format.bytes().into()])
            .try_fold(1_u64, u64::checked_mul)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every format has a name of its own, by which it is found; others are none.
    #[test]
    fn formats_have_names() {
        let names: Vec<String> = Format::all().map(|it| it.to_string()).collect();
        // Two fractions of 2 widths, two integers of 3, one of floating point of 2; 1, 2, 4.
        assert_eq!(names.len(), 3 * (2 * 2 + 2 * 3 + 2));
        for format in Format::all() {
            assert_eq!(Format::named(&format.to_string()), Some(format));
            assert_eq!(format.bytes(), format.parts() * format.bits() / 8);
        }
        for wrong in ["r8float", "rgb8uint", "r32unorm", "rgba8", "", "R8uint"] {
            assert_eq!(Format::named(wrong), None, "{wrong}");
        }
    }

    /// More bytes than numbers count are not cut.
    #[test]
    fn sizes_do_not_wrap() {
        let format = Format::named("rgba32float").expect("a format");
        let of = |size| Image {
            address: 0,
            size,
            format,
        };
        assert_eq!(of([3, 5, 7]).bytes(), Some(3 * 5 * 7 * 16));
        assert_eq!(of([u32::MAX; 3]).bytes(), None);
    }
}
