//! What is stored of the kernels: code objects, and what the CPU gives.

use std::path::PathBuf;

use super::case::{Case, LEVELS, PROCESSORS};
use super::cases::CASES;

/// Where they are.
pub fn folder() -> PathBuf {
    crate::folder().join("run/stored")
}

/// The file with what the CPU gives: a line for each case, its name and the hash of its
/// buffers in hexadecimal.
pub const RESULTS: &str = "results.tsv";

/// The code objects that are stored: for two processors every kernel, for every other
/// processor and level a fifth of them, so that the repository stays small.
pub fn selection() -> Vec<(&'static str, &'static str, Vec<&'static Case>)> {
    let pairs = PROCESSORS
        .into_iter()
        .flat_map(|processor| LEVELS.map(|level| (processor, level)));
    pairs
        .enumerate()
        .map(|(pair, (processor, level))| {
            let is_whole = level == "O3" && ["gfx600", "gfx906"].contains(&processor);
            let cases = CASES.iter().enumerate();
            let cases = cases.filter(|(_, case)| case.runs_on(processor, level));
            let chosen = cases.filter(|(at, _)| is_whole || at % 5 == pair % 5);
            (processor, level, chosen.map(|it| it.1).collect())
        })
        .collect()
}

/// The name of a stored code object.
pub fn name(processor: &str, level: &str) -> String {
    format!("{processor}.{level}.so")
}

/// What the CPU gives, by the name of the case.
///
/// # Errors
///
/// If the file cannot be read or understood.
pub fn results() -> Result<Vec<(String, u64)>, String> {
    let path = folder().join(RESULTS);
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let line = |line: &str| {
        let (name, hash) = line.split_once('\t')?;
        Some((name.to_owned(), u64::from_str_radix(hash, 16).ok()?))
    };
    let rows = text.lines().filter(|it| !it.starts_with('#')).map(line);
    rows.collect::<Option<_>>()
        .ok_or("a line of the results".to_owned())
}
