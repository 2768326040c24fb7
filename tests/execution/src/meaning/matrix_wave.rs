//! Products of matrices of RDNA 3 and 4, of 16 rows and columns: which they are, and where
//! elements lie.
//!
//! A place is a lane, a register of it and the first bit in that. Places are those of AMD's
//! matrix instruction calculator, which says them by the columns of the first matrix.

use super::matrix::Element;
use super::narrow::Format;

/// What the parts of a factor are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Floating point.
    Number(Element),
    /// Integers of so many bits; the instruction says whether they have signs.
    Integer(usize),
}

impl Part {
    /// Its bits.
    pub fn bits(self) -> usize {
        match self {
            Part::Number(element) => element.bits(),
            Part::Integer(bits) => bits,
        }
    }
}

/// What a sum is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sum {
    /// A single.
    Single,
    /// A half.
    Half,
    /// The upper half of a single.
    Brain,
    /// An integer of 32 bits.
    Integer,
}

/// A product on an architecture, of wavefronts of some size.
#[derive(Debug, Clone, Copy)]
pub struct Wave {
    /// What is multiplied.
    pub parts: [Part; 2],
    /// What it becomes.
    pub sum: Sum,
    /// Columns of the first matrix.
    pub depth: usize,
    /// Of four neighbours in a row of the first matrix two are stored.
    pub sparse: bool,
    /// Lanes hold whole rows and columns, as on RDNA 3.
    pub copied: bool,
    /// A wavefront has 64 lanes.
    pub wide: bool,
}

/// A lane, a register and the first bit of it.
pub type Place = (usize, usize, usize);

fn part(name: &str) -> Option<Part> {
    Some(match name {
        "f16" => Part::Number(Element::Half),
        "bf16" => Part::Number(Element::Brain),
        "iu8" => Part::Integer(8),
        "iu4" => Part::Integer(4),
        _ => Part::Number(Element::Small(Format::named(name, true)?)),
    })
}

/// The product that a mnemonic says, `v_wmma_f32_16x16x16_f16`.
pub fn wave(name: &str, copied: bool, wide: bool) -> Option<Wave> {
    let (sparse, rest) = match name.strip_prefix("v_wmma_") {
        Some(rest) => (false, rest),
        None => (true, name.strip_prefix("v_swmmac_")?),
    };
    let (sum, rest) = rest.split_once("_16x16x")?;
    let (depth, parts) = rest.split_once('_')?;
    let (first, second) = parts.split_once('_').unwrap_or((parts, parts));
    let sum = match sum {
        "f32" => Sum::Single,
        "f16" => Sum::Half,
        "bf16" => Sum::Brain,
        "i32" => Sum::Integer,
        _ => return None,
    };
    Some(Wave {
        parts: [part(first)?, part(second)?],
        sum,
        depth: depth.parse().ok()?,
        sparse,
        copied,
        wide,
    })
}

impl Wave {
    fn bits(&self) -> usize {
        self.parts[0].bits()
    }

    /// Registers of the two factors and of the sum.
    pub fn registers(&self) -> [usize; 3] {
        let lanes = if self.wide { 64 } else { 32 };
        let of = |columns: usize| match self.copied {
            true => columns * self.bits() / 32,
            false => (16 * columns * self.bits() / 32 / lanes).max(1),
        };
        let stored = if self.sparse {
            self.depth / 2
        } else {
            self.depth
        };
        let halves = !self.copied && matches!(self.sum, Sum::Half | Sum::Brain);
        let sum = 256 / lanes / if halves { 2 } else { 1 };
        [of(stored), of(self.depth), sum]
    }

    /// The element of a factor of which all are stored.
    #[allow(
        clippy::match_same_arms,
        reason = "dense and sparse ones are listed apart"
    )]
    pub fn of_factor(&self, line: usize, k: usize) -> Place {
        let bits = self.bits();
        let bit = bits * (k % (32 / bits));
        if self.copied {
            return (line, k * bits / 32, bit);
        }
        let (lane, register) = match (self.sparse, self.wide, bits, self.depth) {
            (false, false, 16, _) => (16 * (k / 4 % 2), 2 * (k / 8) + k / 2 % 2),
            (false, false, 8, _) => (16 * (k / 8), k / 4 % 2),
            (false, _, 4, 16) => (16 * (k / 8), 0),
            (false, false, _, _) => (16 * (k / 16), k / 8 % 2),
            (false, true, 16, _) => (32 * (k / 8 % 2) + 16 * (k / 4 % 2), k / 2 % 2),
            (false, true, 8, _) => (32 * (k / 4 % 2) + 16 * (k / 8 % 2), 0),
            (false, true, _, _) => (32 * (k / 8 % 2) + 16 * (k / 16 % 2), 0),
            (true, false, 16, _) => (16 * (k / 8 % 2), 4 * (k / 16) + k / 2 % 4),
            (true, false, 8, _) => (16 * (k / 16), k / 4 % 4),
            (true, false, _, 32) => (16 * (k / 16), k / 8 % 2),
            (true, false, _, _) => (16 * (k / 32), k / 8 % 4),
            (true, true, 16, _) => (16 * (k / 8), k / 2 % 4),
            (true, true, 8, _) => (32 * (k / 8 % 2) + 16 * (k / 16), k / 4 % 2),
            (true, true, _, 32) => (32 * (k / 8 % 2) + 16 * (k / 16), 0),
            (true, true, _, _) => (32 * (k / 16 % 2) + 16 * (k / 32), k / 8 % 2),
        };
        (lane + line, register, bit)
    }

    /// The first of the two elements that are stored of those in columns `k` to `k + 3` of a
    /// row of a sparse matrix.
    pub fn of_stored(&self, line: usize, k: usize) -> Place {
        let (lane, register, bit) = match (self.wide, self.bits(), self.depth) {
            (false, 16, _) => (16 * (k / 8 % 2), 2 * (k / 16) + k / 4 % 2, 0),
            (false, 8, _) => (16 * (k / 16), k / 8 % 2, 16 * (k / 4 % 2)),
            (_, 4, 32) => (16 * (k / 16), 0, 8 * (k / 4 % 4)),
            (false, _, _) => (16 * (k / 32), k / 16 % 2, 8 * (k / 4 % 4)),
            (true, 16, _) => (16 * (k / 8), k / 4 % 2, 0),
            (true, 8, _) => (32 * (k / 8 % 2) + 16 * (k / 16), 0, 16 * (k / 4 % 2)),
            (true, _, _) => (32 * (k / 16 % 2) + 16 * (k / 32), 0, 8 * (k / 4 % 4)),
        };
        (lane + line, register, bit)
    }

    /// How many sets of indices there are.
    pub fn sets(&self) -> usize {
        match (self.wide, self.bits(), self.depth) {
            (false, 4, 64) => 1,
            (true, 8 | 16, _) => 4,
            _ => 2,
        }
    }

    /// The first of the four bits that say which elements are stored of those in columns `k` to
    /// `k + 3`; they are in the lane of these.
    pub fn index_bit(&self, k: usize, set: usize) -> usize {
        let bit = match (self.wide, self.bits(), self.depth) {
            (false, 16, _) => 8 * (k / 16) + 4 * (k / 4 % 2),
            (false, 4, 64) => 4 * (k / 4 % 8),
            (true, 8 | 16, _) => 4 * (k / 4 % 2),
            _ => 4 * (k / 4 % 4),
        };
        bit + set * 32 / self.sets()
    }

    /// An element of the sum; on RDNA 3 `upper` says in which half one of 16 bits is.
    pub fn of_sum(&self, row: usize, column: usize, upper: bool) -> Place {
        if self.copied {
            let rows = if self.wide { 4 } else { 2 };
            let bit = if upper { 16 } else { 0 };
            return (16 * (row % rows) + column, row / rows, bit);
        }
        let (lane, count) = match self.wide {
            true => (32 * (row / 4 % 2) + 16 * (row / 8) + column, 4),
            false => (16 * (row / 8) + column, 8),
        };
        match self.sum {
            Sum::Half | Sum::Brain => (lane, row % count / 2, 16 * (row % 2)),
            Sum::Single | Sum::Integer => (lane, row % count, 0),
        }
    }
}
