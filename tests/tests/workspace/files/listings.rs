//! What a compiler writes, as it is stored in `tests/listings`.

use std::path::{Path, PathBuf};

use isa_test_support::listing::Comparison;
use isa_test_support::oracle::unhex;
use isa_test_support::report::Report;

/// Every instruction of the stored listings gives LLVM's bytes and LLVM's text.
#[test]
fn stored_instructions_of_kernels_agree() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("listings");
    let entries = std::fs::read_dir(&folder).expect("the folder of listings");
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "s"))
        .collect();
    paths.sort();
    let mut report = Report::default();
    for path in paths {
        // KERNEL.CPU.s
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let stem = stem.expect("a name").to_owned();
        let cpu = stem.rsplit('.').next().unwrap_or("").to_owned();
        let comparison = Comparison::new(&cpu, stem);
        let texts = std::fs::read_to_string(&path).expect("a listing");
        let codes = std::fs::read_to_string(path.with_extension("hex")).expect("its bytes");
        assert_eq!(texts.lines().count(), codes.lines().count(), "{path:?}");
        for (text, code) in texts.lines().zip(codes.lines()) {
            let bytes = unhex(code).expect("hexadecimal");
            comparison.check(&bytes, Some(text.trim()), &mut report);
        }
    }
    report.finish(2_000);
}
