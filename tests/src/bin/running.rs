//! Makes `tests/run/stored` anew: code objects with clang 22 and lld 22, and what the CPU
//! gives.

use std::fmt::Write as _;
use std::process::ExitCode;

use isa_test_support::running::{CASES, Case, Programs, compile, stored};

fn run() -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let programs = Programs::new(folder.path());
    let write = |name: &str, bytes: &[u8]| {
        let path = stored::folder().join(name);
        std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))
    };
    std::fs::create_dir_all(stored::folder()).map_err(|error| error.to_string())?;
    let mut text = "# case, FNV-1a of all buffers after it has run on the CPU\n".to_owned();
    for case in CASES.iter().filter(|it| it.is_exact()) {
        let hash = Case::hash(&programs.run(case)?);
        let _ = writeln!(text, "{}\t{hash:016x}", case.name);
    }
    write(stored::RESULTS, text.as_bytes())?;
    let mut sum = 0;
    for (processor, level, cases) in stored::selection() {
        let files: Vec<&str> = cases.iter().map(|it| it.file).collect();
        let (linked, _) = compile(&files, processor, level, folder.path())?;
        sum += linked.len();
        println!(
            "{processor} {level}: {} kernels, {} bytes",
            cases.len(),
            linked.len()
        );
        write(&stored::name(processor, level), &linked)?;
    }
    println!("{sum} bytes");
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
