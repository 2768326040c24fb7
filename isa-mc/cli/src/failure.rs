//! Why a run ends early.

/// Why a run ends early.
#[derive(Debug)]
pub enum Failure {
    /// The input was wrong, or a file could not be read or written.
    Input(String),
    /// The input was wrong, and standard error says so already.
    Reported,
    /// The command line was wrong.
    Usage(String),
    /// Whoever read standard output has seen enough.
    BrokenPipe,
}
