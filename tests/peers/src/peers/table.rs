//! Medians, spreads, and the table of what was measured.

use std::fmt::Write as _;

/// What was measured of one work, run by run: our figure and the peer's of one run stand
/// beside each other.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Row {
    /// What is done.
    pub work: String,
    /// What one figure is of: `ns per instruction`.
    pub unit: &'static str,
    /// Our figures, one each run.
    pub ours: Vec<f64>,
    /// Who else does it.
    pub peer: String,
    /// The peer's figures; empty if there is none.
    pub peers: Vec<f64>,
    /// What we want to reach.
    pub goal: Goal,
    /// What else is to say, such as why the peer is missing.
    pub note: String,
}

/// What we want to reach.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Goal {
    /// Nothing is said.
    #[default]
    None,
    /// So many times as fast as the peer.
    Times(f64),
    /// So much in a second at least.
    Rate(f64),
}

/// The middle of some figures, the least and the greatest of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// The median.
    pub middle: f64,
    /// The least.
    pub least: f64,
    /// The greatest.
    pub most: f64,
}

impl Spread {
    /// `None` if there are no figures.
    pub fn of(figures: impl IntoIterator<Item = f64>) -> Option<Spread> {
        let mut figures: Vec<f64> = figures.into_iter().collect();
        figures.sort_by(f64::total_cmp);
        let (least, most) = (*figures.first()?, *figures.last()?);
        let half = figures.len() / 2;
        let middle = match figures.len() % 2 {
            0 => f64::midpoint(figures[half - 1], figures[half]),
            _ => figures[half],
        };
        Some(Spread {
            middle,
            least,
            most,
        })
    }
}

impl Row {
    /// How many times as fast as the peer, of each run by itself: what disturbs a run
    /// disturbs both.
    pub fn ratio(&self) -> Option<Spread> {
        let pairs = self.ours.iter().zip(&self.peers);
        let is_rate = matches!(self.goal, Goal::Rate(_));
        Spread::of(pairs.map(|(ours, peer)| if is_rate { ours / peer } else { peer / ours }))
    }

    /// Whether the goal is reached; `None` if there is none, or nothing to compare with.
    pub fn reached(&self) -> Option<bool> {
        match self.goal {
            Goal::None => None,
            Goal::Times(goal) => Some(self.ratio()?.middle >= goal),
            Goal::Rate(goal) => Some(Spread::of(self.ours.iter().copied())?.middle >= goal),
        }
    }
}

/// The rows as a table of Markdown.
pub fn markdown(rows: &[Row]) -> String {
    let mut text = String::from(
        "| work | ours | peer | times as fast, median (least–most) | goal |\n|---|---|---|---|---|\n",
    );
    for row in rows {
        let figure = |figures: &[f64]| {
            Spread::of(figures.iter().copied())
                .map(|it| format!("{} {}", short(it.middle), row.unit))
        };
        let ours = figure(&row.ours).unwrap_or_else(|| "–".to_owned());
        let peer = match figure(&row.peers) {
            Some(figure) => format!("{}: {figure}", row.peer),
            None if row.peer.is_empty() => row.note.clone(),
            None => format!("{}: not measured, {}", row.peer, row.note),
        };
        let ratio = row.ratio().map_or("–".to_owned(), |it| {
            format!(
                "**{}** ({}–{})",
                short(it.middle),
                short(it.least),
                short(it.most)
            )
        });
        let goal = match row.goal {
            Goal::None => String::new(),
            Goal::Times(goal) => format!("{goal} times"),
            Goal::Rate(goal) => format!("{goal} {}", row.unit),
        };
        let goal = match row.reached() {
            Some(true) => format!("{goal}, reached"),
            Some(false) => format!("{goal}, **not reached**"),
            None => goal,
        };
        let _ = writeln!(
            text,
            "| {} | {ours} | {peer} | {ratio} | {goal} |",
            row.work
        );
    }
    text
}

/// A figure with three digits, or whole if it is greater.
pub fn short(figure: f64) -> String {
    match figure.abs() {
        size if size >= 100.0 => format!("{figure:.0}"),
        size if size >= 10.0 => format!("{figure:.1}"),
        _ => format!("{figure:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> Row {
        Row {
            work: "decode".into(),
            unit: "ns",
            ours: vec![10.0, 20.0, 10.0],
            peer: "LLVM".into(),
            peers: vec![1000.0, 2200.0, 900.0],
            goal: Goal::Times(100.0),
            note: String::new(),
        }
    }

    /// Of pairs, not of medians.
    #[test]
    fn ratios_are_of_runs() {
        let expected = Spread {
            middle: 100.0,
            least: 90.0,
            most: 110.0,
        };
        assert_eq!(row().ratio(), Some(expected));
        assert_eq!(row().reached(), Some(true));
    }

    #[test]
    fn what_is_missing_is_said() {
        let mut row = row();
        row.peers.clear();
        row.note = "no headers".into();
        assert_eq!(row.reached(), None);
        let table = markdown(&[row]);
        let expected = "| decode | 10.0 ns | LLVM: not measured, no headers | – | 100 times |";
        assert_eq!(table.lines().nth(2), Some(expected));
    }

    #[test]
    fn tables_have_a_line_a_row() {
        let mut slow = row();
        slow.goal = Goal::Times(101.0);
        let table = markdown(&[row(), slow]);
        let lines: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(
            lines,
            [
                "| decode | 10.0 ns | LLVM: 1000 ns | **100** (90.0–110) | 100 times, reached |",
                "| decode | 10.0 ns | LLVM: 1000 ns | **100** (90.0–110) | 101 times, **not reached** |",
            ]
        );
    }

    /// Of rates the greater one is better, and the goal is one.
    #[test]
    fn rates_are_better_if_greater() {
        let row = Row {
            unit: "GB/s",
            ours: vec![2.0],
            peers: vec![8.0],
            goal: Goal::Rate(1.5),
            ..row()
        };
        let table = markdown(&[row]);
        let expected =
            "| decode | 2.00 GB/s | LLVM: 8.00 GB/s | **0.25** (0.25–0.25) | 1.5 GB/s, reached |";
        assert_eq!(table.lines().nth(2), Some(expected));
    }

    #[test]
    fn the_middle_of_two_is_between_them() {
        assert_eq!(Spread::of([4.0, 2.0]).map(|it| it.middle), Some(3.0));
        assert_eq!(Spread::of([]), None);
    }
}
