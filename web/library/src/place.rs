//! Positions in texts.

use serde::Serialize;

/// Where something stands in a text, in units of UTF-16, as JavaScript counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Span {
    /// The first.
    pub start: usize,
    /// Behind the last.
    pub end: usize,
}

/// Finds positions in a text; those asked for should not go back, as then it begins anew.
pub struct Positions<'t> {
    text: &'t str,
    byte: usize,
    unit: usize,
}

impl<'t> Positions<'t> {
    pub fn new(text: &'t str) -> Positions<'t> {
        Positions {
            text,
            byte: 0,
            unit: 0,
        }
    }

    /// The units before a byte.
    fn unit(&mut self, byte: usize) -> usize {
        if byte < self.byte {
            (self.byte, self.unit) = (0, 0);
        }
        let rest = self.text.get(self.byte..).unwrap_or_default();
        for (at, letter) in rest.char_indices() {
            if self.byte + at >= byte {
                self.byte += at;
                return self.unit;
            }
            self.unit += letter.len_utf16();
        }
        self.byte = self.text.len();
        self.unit
    }

    /// What lies between two bytes.
    pub fn span(&mut self, start: usize, end: usize) -> Span {
        Span {
            start: self.unit(start),
            end: self.unit(end.max(start)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters of four bytes are two units, and asking backwards is as good.
    #[test]
    fn units_are_those_of_javascript() {
        let mut positions = Positions::new("a𝄞é.");
        assert_eq!(positions.span(5, 7), Span { start: 3, end: 4 });
        assert_eq!(positions.span(0, 1), Span { start: 0, end: 1 });
        assert_eq!(positions.span(7, 99), Span { start: 4, end: 5 });
    }
}
