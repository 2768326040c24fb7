//! `distinct(set, operands…)`: how many different registers operands name.

/// Operands that one `distinct` compares at most.
pub const MAX_COUNTED: usize = 8;

/// What `distinct` counts of one operand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Counted<F> {
    /// Name, as it is written.
    pub name: String,
    /// Its field; `None` for a state, whose register does not depend on bits.
    pub field: Option<F>,
    /// Registers it takes. Groups of different size are different, even if
    /// they begin with the same register.
    pub width: u32,
    /// A feature of processors as its bit, and how many registers it takes where a processor
    /// lacks that, if this is another number.
    pub without: Option<(u32, u32)>,
    /// Values of the field that count, in ascending order; the others do not.
    pub ranges: Vec<CountedRange>,
}

/// Values of a field that `distinct` counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CountedRange {
    /// First value.
    pub first: u64,
    /// Last value.
    pub last: u64,
    /// What the first stands for: a register's number, or a value of a class.
    pub number: u64,
    /// How much that grows from one value to the next.
    pub step: u64,
    /// Registers, which are others in a group of another size. Words and the
    /// literal are the same in all sizes.
    pub sized: bool,
}

impl<F> Counted<F> {
    /// What the operand stands for; `None` if that does not count.
    pub fn key(&self, field: &dyn Fn(&F) -> u64) -> Option<(u64, u32)> {
        let value = self.field.as_ref().map_or(0, field);
        let range = self
            .ranges
            .iter()
            .find(|range| (range.first..=range.last).contains(&value))?;
        Some((
            range.number + (value - range.first) * range.step,
            if range.sized { self.width } else { 0 },
        ))
    }

    /// The same over another field.
    pub fn map<G>(&self, field: &dyn Fn(&F) -> G) -> Counted<G> {
        Counted {
            name: self.name.clone(),
            field: self.field.as_ref().map(field),
            width: self.width,
            without: self.without,
            ranges: self.ranges.clone(),
        }
    }
}

/// How many different registers operands name.
pub fn count<F>(operands: &[Counted<F>], field: &dyn Fn(&F) -> u64) -> i64 {
    let mut keys: Vec<(u64, u32)> = Vec::with_capacity(operands.len());
    for key in operands.iter().filter_map(|operand| operand.key(field)) {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    i64::try_from(keys.len()).unwrap_or(i64::MAX)
}

/// What the first argument of `distinct` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Set {
    /// The registers of a file, by its index.
    File(usize),
    /// What has a meaning in a class, by its index.
    Class(usize),
}

/// Why an argument of `distinct` cannot be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Uncounted {
    /// It is no operand that may be registers, and no state that is in some.
    NoOperand,
    /// How many registers it takes depends on other fields.
    DependentWidth,
}
