//! Failures of many comparisons as one panic that can be read.

use std::process::ExitCode;

/// How a program ends that compares with another one: whether nothing differs, or why nothing was
/// compared, which it says.
pub fn exit_code(compared: Result<bool, String>) -> ExitCode {
    match compared {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("SKIPPED: {why}");
            ExitCode::from(2)
        }
    }
}

/// Counts comparisons and keeps the first failures.
#[derive(Default)]
pub struct Report {
    compared: usize,
    failed: usize,
    shown: Vec<String>,
}

/// So many failures are shown.
const SHOWN: usize = 40;

impl Report {
    /// Notes a comparison; `failure` describes it if `good` is false.
    pub fn check(&mut self, good: bool, failure: impl FnOnce() -> String) {
        self.compared += 1;
        if !good {
            self.failed += 1;
            if self.shown.len() < SHOWN {
                self.shown.push(failure());
            }
        }
    }

    /// Adds another report behind this one.
    pub fn add(&mut self, other: Report) {
        self.compared += other.compared;
        self.failed += other.failed;
        let free = SHOWN.saturating_sub(self.shown.len());
        self.shown.extend(other.shown.into_iter().take(free));
    }

    /// How many comparisons there were.
    pub fn compared(&self) -> usize {
        self.compared
    }

    /// How many comparisons failed.
    pub fn failed(&self) -> usize {
        self.failed
    }

    /// The first failures.
    pub fn shown(&self) -> &[String] {
        &self.shown
    }

    /// Ends the test.
    ///
    /// # Panics
    ///
    /// If a comparison failed, or if there were fewer than `least`: a test
    /// that compares nothing must not pass.
    pub fn finish(self, least: usize) {
        assert!(
            self.failed == 0,
            "{} of {} comparisons failed:\n{}",
            self.failed,
            self.compared,
            self.shown.join("\n")
        );
        assert!(self.compared >= least, "only {} comparisons", self.compared);
    }
}
