//! What a compiler writes: some of it in `tests/listings`, and all of it with
//! `--features llvm`, compiled anew.

use std::path::{Path, PathBuf};

use isa_tests::machine::gcn;
use isa_tests::oracle::{Engine, hex, unhex};
use isa_tests::report::Report;

/// Compares instructions with what LLVM said of them.
struct Comparison<'a> {
    engine: Engine<'a>,
    name: String,
}

impl Comparison<'static> {
    fn new(cpu: &str, name: String) -> Comparison<'static> {
        let engine = Engine::new(gcn(), cpu, "llvm").expect("a processor with this syntax");
        Comparison { engine, name }
    }

    /// The bytes are an instruction, whose text is LLVM's and gives them again.
    /// Without LLVM's text, any that gives them again.
    fn check(&self, bytes: &[u8], text: Option<&str>, report: &mut Report) {
        let back = self.engine.disassemble(bytes);
        let ours = back.as_ref().map(|text| self.engine.assemble(text));
        let same = matches!(&ours, Some(Ok((again, printed)))
            if again == bytes && Some(printed) == back.as_ref());
        let good = same && (text.is_none() || back.as_deref() == text);
        report.check(good, || {
            format!(
                "{} {} `{}`\n    ours {back:?}, {ours:x?}",
                self.name,
                hex(bytes),
                text.unwrap_or("?")
            )
        });
    }
}

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

/// All code of every kernel for every processor, as the installed compiler
/// makes it.
#[cfg(feature = "llvm")]
#[test]
fn compiled_kernels_agree() {
    use isa_tests::compare::PROCESSORS;
    use isa_tests::kernels;
    let mut report = Report::default();
    for kernel in kernels::all() {
        for cpu in PROCESSORS {
            if !kernels::suits(&kernel, cpu) {
                continue;
            }
            let instructions = kernels::compile(&kernel, cpu);
            let instructions = instructions.unwrap_or_else(|error| panic!("{error}"));
            let name = format!("{}.{cpu}", kernels::name(&kernel));
            assert!(instructions.len() > 30, "{name} is empty");
            let comparison = Comparison::new(cpu, name);
            for instruction in &instructions {
                let text = instruction.text.as_deref();
                comparison.check(&instruction.bytes, text, &mut report);
            }
        }
    }
    println!("{} instructions compared", report.compared());
    report.finish(10_000);
}
