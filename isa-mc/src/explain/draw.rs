//! Bits as boxes: 32 in a row, two columns each.
//!
//! ```text
//!   3 3 2 2 2 2 2 2
//!   1 0 9 8 7 6 5 4
//!  +-----------+-+-+
//!  |1 1 0 1 1 1|0|0|
//!  | encoding  |a| |
//!  +-----------+-+-+
//!   a reserved
//! ```

use std::fmt::Write as _;

use isa_dsl::sorted::sort_by_key;

use crate::tables::Bits;

/// Bits with a name, within one row.
#[derive(Debug, Clone)]
pub struct Segment {
    /// Highest bit.
    pub high: u32,
    /// Lowest bit.
    pub low: u32,
    /// What to write under the bits.
    pub name: String,
}

/// The row of the bits from `low` on, up to 32. Names that do not fit become
/// letters, explained below the row.
pub fn row(low: u32, bits: Bits, segments: &[Segment]) -> String {
    let mut segments: Vec<&Segment> = segments.iter().collect();
    sort_by_key(&mut segments, |segment| std::cmp::Reverse(segment.high));
    let Some(top) = segments.first().map(|segment| segment.high) else {
        return String::new();
    };
    let mut tens = String::new();
    let mut ones = String::new();
    for bit in (low..=top).rev() {
        let _ = write!(tens, " {}", bit / 10);
        let _ = write!(ones, " {}", bit % 10);
    }
    let mut edge = String::from("+");
    let mut values = String::from("|");
    let mut names = String::from("|");
    let mut legend: Vec<String> = Vec::new();
    for segment in segments {
        let count = (segment.high - segment.low + 1) as usize;
        let width = count * 2 - 1;
        edge += &"-".repeat(width);
        edge.push('+');
        let digits: Vec<&str> = (segment.low..=segment.high)
            .rev()
            .map(|bit| match bits.is_set(bit as u8) {
                false => "0",
                true => "1",
            })
            .collect();
        values += &digits.join(" ");
        values.push('|');
        let name = if segment.name.chars().count() <= width {
            segment.name.clone()
        } else {
            let mark = char::from(b'a' + (legend.len() % 26) as u8);
            legend.push(format!("{mark} {}", segment.name));
            mark.to_string()
        };
        let _ = write!(names, "{name:^width$}|");
    }
    let mut out = format!("{tens}\n{ones}\n{edge}\n{values}\n{names}\n{edge}\n");
    if !legend.is_empty() {
        let _ = writeln!(out, " {}", legend.join("   "));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_does_not_fit_becomes_a_letter() {
        let segments = [
            Segment {
                high: 1,
                low: 0,
                name: "ab".to_string(),
            },
            Segment {
                high: 2,
                low: 2,
                name: "flag".to_string(),
            },
            Segment {
                high: 10,
                low: 3,
                name: "offset".to_string(),
            },
        ];
        assert_eq!(
            row(0, Bits::from_low(0b101_0000_1110), &segments),
            " 1 0 0 0 0 0 0 0 0 0 0\n 0 9 8 7 6 5 4 3 2 1 0\n\
             +---------------+-+---+\n|1 0 1 0 0 0 0 1|1|1 0|\n|    offset     |a|ab |\n\
             +---------------+-+---+\n a flag\n"
        );
    }

    #[test]
    fn a_full_row_fits_a_terminal() {
        let segments = [Segment {
            high: 63,
            low: 32,
            name: "x".to_string(),
        }];
        let text = row(32, Bits::ones(64), &segments);
        assert!(text.lines().all(|line| line.len() < 80), "{text}");
    }
}
