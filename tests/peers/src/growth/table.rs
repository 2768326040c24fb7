//! Figures of growing descriptions in Markdown.

use std::fmt::Write as _;

/// A row: what is measured, in which unit, and its figures, one for each size.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// What is measured.
    pub what: String,
    /// Its unit.
    pub unit: &'static str,
    /// The figures.
    pub figures: Vec<f64>,
}

/// The rows as a table, a column for each number of times. Behind each figure but the
/// first stands how many times the first it is.
pub fn markdown(times: &[usize], rows: &[Row]) -> String {
    let mut text = String::from("| |");
    for times in times {
        let _ = write!(text, " {times} × |");
    }
    text += "\n|---|";
    text += &"---|".repeat(times.len());
    text += "\n";
    for row in rows {
        let _ = write!(text, "| {} |", row.what);
        let first = row.figures.first().copied().unwrap_or(1.0);
        for (at, figure) in row.figures.iter().enumerate() {
            let shown = short(*figure);
            let _ = match at {
                0 => write!(text, " {shown} {} |", row.unit),
                _ => write!(text, " {shown} {} ({:.2}) |", row.unit, figure / first),
            };
        }
        text += "\n";
    }
    text
}

/// A figure with three digits, or all that stand before the point.
fn short(figure: f64) -> String {
    match figure {
        figure if figure < 10.0 => format!("{figure:.2}"),
        figure if figure < 100.0 => format!("{figure:.1}"),
        figure => format!("{figure:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_those_to_the_first() {
        let row = Row {
            what: "time".into(),
            unit: "s",
            figures: vec![0.5, 1.25, 1234.0],
        };
        let text = markdown(&[1, 2, 4], &[row]);
        let expected = "| | 1 × | 2 × | 4 × |\n|---|---|---|---|\n\
                        | time | 0.50 s | 1.25 s (2.50) | 1234 s (2468.00) |\n";
        assert_eq!(text, expected);
    }
}
