//! What a compiler writes: the listings of `tests/listings`, or those of the
//! folder `ISA_LISTINGS`, freshly made by `tests/kernels/make-listings`.

use std::path::{Path, PathBuf};

use isa_tests::machine::gcn;
use isa_tests::oracle::{Engine, unhex};
use isa_tests::report::Report;

/// Every instruction gives the bytes that llvm-mc gave, and its text again.
#[test]
fn compiled_kernels_assemble() {
    let folder = std::env::var_os("ISA_LISTINGS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("listings"),
        PathBuf::from,
    );
    let entries =
        std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "s"));
    paths.sort();
    let mut report = Report::default();
    for path in paths {
        // KERNEL.CPU.s
        let stem = path
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or("");
        let cpu = stem.rsplit('.').next().unwrap_or("");
        let engine = Engine::new(gcn(), cpu, "llvm").expect("a processor with this syntax");
        let text = std::fs::read_to_string(&path).expect("a listing");
        let codes = std::fs::read_to_string(path.with_extension("hex")).expect("its bytes");
        let statements = text
            .lines()
            .filter(|line| line.starts_with(char::is_whitespace));
        let statements: Vec<&str> = statements.map(str::trim).collect();
        assert_eq!(statements.len(), codes.lines().count(), "{stem}");
        for (statement, code) in statements.iter().zip(codes.lines()) {
            let bytes = unhex(code).expect("hexadecimal");
            let ours = engine.assemble(statement);
            let plain = statement.split(';').next().unwrap_or("").trim();
            let good = ours.as_ref() == Ok(&(bytes.clone(), plain.to_owned()))
                && engine.disassemble(&bytes).as_deref() == Some(plain);
            report.check(good, || {
                format!("{stem} `{statement}` is {code}\n    ours {ours:x?}")
            });
        }
    }
    report.finish(2_000);
}
