//! LLVM's engines, through `tests/llvm/measure.cpp`.

use std::path::{Path, PathBuf};

use super::Reason;
use super::engines::{self, Sum};
use super::program::Program;

/// The source of the program.
const SOURCE: &str = "llvm/measure.cpp";

/// The program, built.
pub struct Measure {
    path: PathBuf,
}

impl Measure {
    /// Builds it into a folder.
    ///
    /// # Errors
    ///
    /// If LLVM's headers or a compiler are missing, or this LLVM has other functions:
    /// what is to be installed, or what the compiler said.
    pub fn build(folder: &Path) -> Result<Measure, Reason> {
        let config = |option: &str| {
            let said = Program::new("llvm-config-22").args([option]).said();
            let said = said.map_err(|error| {
                format!("LLVM's headers are missing ({error}): apt-get install llvm-22-dev")
            })?;
            let words = said.split_whitespace().map(str::to_owned);
            Ok::<Vec<String>, Reason>(words.collect())
        };
        let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
        let path = folder.join("measure");
        Program::new(&compiler)
            .args(["-O2"])
            .args(config("--cxxflags")?)
            .args([isa_test_support::folder().join(SOURCE)])
            .args(config("--ldflags")?)
            .args(config("--libs")?)
            .args(["-o".as_ref(), path.as_path()])
            .said()
            .map_err(|error| format!("{SOURCE} was not built: {error}"))?;
        Ok(Measure { path })
    }

    /// Runs each engine once over a file of code and a file of its statements: `decode`, `print`, `encode`, `text` and
    /// `parse`; the last alone for processors that LLVM does not decode for.
    ///
    /// # Errors
    ///
    /// If LLVM cannot decode or read it.
    pub fn run(
        &self,
        cpu: &str,
        code: &Path,
        lines: &Path,
        core: Option<usize>,
    ) -> Result<Vec<Sum>, Reason> {
        let code = match isa_test_support::llvm::has_disassembler(cpu) {
            true => code,
            false => Path::new("-"),
        };
        let program = Program::new(&self.path)
            .args([cpu])
            .args([code, lines])
            .pinned(core);
        engines::read(&program.said()?)
    }
}
