//! Products of matrices: where elements lie, and what is added up.
//!
//! An element of a matrix has a place, a lane and a register of it, or a part of a register.
//! Places are those of AMD's matrix instruction calculator; those of CDNA 4, which it does not
//! know, are those of AMD's article "Matrix Core Programming on AMD CDNA3 and CDNA4".

use super::narrow::Format;
use super::vector::number;

/// What the elements of a factor are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element {
    /// Single precision.
    Single,
    /// A single whose fraction has ten bits: the others are zeros.
    Short,
    /// Half precision.
    Half,
    /// The upper half of a single.
    Brain,
    /// A byte with a sign.
    Byte,
    /// A number of eight bits or less.
    Small(Format),
}

impl Element {
    /// Its bits.
    pub fn bits(self) -> usize {
        match self {
            Element::Single | Element::Short => 32,
            Element::Half | Element::Brain => 16,
            Element::Byte => 8,
            Element::Small(format) => format.bits() as usize,
        }
    }

    /// The number that it is.
    pub fn number(self, bits: u32) -> f32 {
        match self {
            Element::Single | Element::Short => f32::from_bits(bits),
            Element::Half => number::of_half(bits),
            Element::Brain => f32::from_bits(bits << 16),
            Element::Byte => f32::from(bits as u8 as i8),
            Element::Small(format) => format.of(bits) as f32,
        }
    }
}

/// A product: so many rows and columns, elements of a row of the first factor, and blocks.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// Rows of the first factor and columns of the second one.
    pub size: usize,
    /// Columns of the first factor, and rows of the second one.
    pub depth: usize,
    /// How many products there are.
    pub blocks: usize,
    /// What is multiplied: the elements of the first factor, and of the second one.
    pub elements: [Element; 2],
}

/// The shape that a mnemonic says: `v_mfma_f32_32x32x4f16`. How many blocks there are it
/// leaves to the number of lanes: each has four elements of 16 bits or less, and one single,
/// of the upper halves of singles two (but for those of CDNA 2, `_1k`). From CDNA 3 on there are
/// also `v_mfma_f32_16x16x32_f16`, and `v_smfmac_f32_16x16x32_f16` of a sparse first factor: of
/// these there is one block. `open` says whether numbers of eight bits are the Open Compute
/// Project's.
pub fn shape(name: &str, open: bool) -> Option<Shape> {
    let rest = name.strip_prefix("v_mfma_");
    let rest = rest.or_else(|| name.strip_prefix("v_smfmac_"))?;
    let (_, sizes) = rest.split_once('_')?;
    // The end may be `8_xf32`.
    let mut parts = sizes.splitn(3, 'x');
    let size: usize = parts.next()?.parse().ok()?;
    let last = parts.nth(1)?;
    let digits = last.bytes().take_while(u8::is_ascii_digit).count();
    let (depth, element) = last.split_at(digits);
    let depth: usize = depth.parse().ok()?;
    let (blocks, elements) = match element.strip_prefix('_') {
        Some(element) => (1, elements(element, open)?),
        None => {
            let (element, held) = match element {
                "f32" => (Element::Single, 1),
                "f16" => (Element::Half, 4),
                "bf16" => (Element::Brain, 2),
                "bf16_1k" => (Element::Brain, 4),
                "i8" => (Element::Byte, 4),
                _ => return None,
            };
            (64 * held / (size * depth), [element; 2])
        }
    };
    Some(Shape {
        size,
        depth,
        blocks,
        elements,
    })
}

/// What is multiplied, by the end of a mnemonic.
fn elements(name: &str, open: bool) -> Option<[Element; 2]> {
    if let Some((first, second)) = name.split_once('_') {
        let small = |name| Format::named(name, open).map(Element::Small);
        return Some([small(first)?, small(second)?]);
    }
    let both = match name {
        "f16" => Element::Half,
        "bf16" => Element::Brain,
        "i8" => Element::Byte,
        "xf32" => Element::Short,
        _ => return None,
    };
    Some([both; 2])
}

impl Shape {
    /// How many elements of a factor a lane has.
    pub fn held(&self) -> usize {
        self.size * self.depth * self.blocks / 64
    }

    /// Registers of the first factor and of the second one.
    pub fn factor_registers(&self) -> [usize; 2] {
        self.elements.map(|it| self.held() * it.bits() / 32)
    }

    /// Registers of the sum.
    pub fn sum_registers(&self) -> usize {
        self.size * self.size * self.blocks / 64
    }

    /// The lane that has an element of a factor, and which of its own it is: `line` is the
    /// row of the first factor, and the column of the second one.
    pub fn factor_place(&self, block: usize, line: usize, deep: usize) -> (usize, usize) {
        let held = self.held();
        (
            line + self.size * (deep / held) + self.size * self.depth / held * block,
            deep % held,
        )
    }

    /// The lane that has an element of the sum, and in which register.
    pub fn sum_place(&self, block: usize, row: usize, column: usize) -> (usize, usize) {
        match self.size {
            4 => (column + 4 * block, row),
            size => {
                // Four rows in the registers of a lane, the next four in the next lanes.
                let groups = 64 / size;
                let four = row / 4;
                let registers = size * size / 64;
                (
                    column + size * (four % groups),
                    registers * block + four / groups * 4 + row % 4,
                )
            }
        }
    }

    /// The block of the first factor that a block is multiplied by.
    pub fn block_of_first(&self, block: usize, cbsz: usize, abid: usize) -> usize {
        block - block % (1 << cbsz) + abid
    }

    /// The sum and one more product of elements: of bytes one that wraps, and of others one
    /// with one rounding.
    pub fn added(&self, sum: u32, [a, b]: [u32; 2]) -> u32 {
        match self.elements {
            [Element::Byte, _] => {
                let product = i32::from(a as u8 as i8) * i32::from(b as u8 as i8);
                (sum as i32).wrapping_add(product) as u32
            }
            [first, second] => added(sum, first.number(a), second.number(b)),
        }
    }
}

/// The lane of the second factor that a lane takes it from.
pub fn lane_of_second(lane: usize, blgp: usize) -> usize {
    match blgp {
        0 => lane,
        1 => lane % 32,
        2 => lane % 32 + 32,
        3 => (lane + 16) % 64,
        _ => lane % 16 + 16 * (blgp - 4),
    }
}

/// A sum of one more product of singles, with one rounding.
pub fn added(sum: u32, a: f32, b: f32) -> u32 {
    let sum = a.mul_add(b, f32::from_bits(sum));
    if sum.is_nan() {
        0x7fc0_0000
    } else {
        sum.to_bits()
    }
}

/// Products of doubles, `v_mfma_f64_16x16x4f64`: rows and columns, and how many products.
pub fn doubles(name: &str) -> Option<(usize, usize)> {
    match name.strip_prefix("v_mfma_f64_")? {
        "16x16x4f64" => Some((16, 1)),
        "4x4x4f64" => Some((4, 4)),
        _ => None,
    }
}

/// The lane that has an element of a factor of doubles.
pub fn double_of_factor(size: usize, block: usize, line: usize, deep: usize) -> usize {
    4 * block % 16 + 16 * deep + line % size
}

/// The lane that has an element of a sum of doubles, and which of its own it is.
pub fn double_of_sum(block: usize, row: usize, column: usize) -> (usize, usize) {
    (16 * (row % 4) + 4 * block + column, row / 4)
}
