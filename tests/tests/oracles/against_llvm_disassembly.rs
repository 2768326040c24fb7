//! Objects of clang's kernels, ours and llvm-mc's, and what ld.lld makes of them, become
//! text that assembles back to them; llvm-mc reads the text of objects as we do.

use std::path::{Path, PathBuf};
use std::process::Command;

use isa_mc::SyntaxId;
use isa_mc::gcn::syntax;
use isa_test_support::compare::PROCESSORS;
use isa_test_support::kernels;
use isa_test_support::objects::Contents;
use isa_test_support::round_trip::{assemble, differences, disassemble};
use isa_test_support::sample::Sample;

const SYNTAXES: [(&str, SyntaxId); 2] = [("llvm", syntax::LLVM), ("clrx", syntax::CLRX)];

/// Seconds that a program of LLVM's may take.
const PATIENCE: &str = "60";

/// What a program writes to a file; what it says if it fails.
fn run(variable: &str, program: &str, options: &[&str], output: &Path) -> Result<Vec<u8>, String> {
    let program = std::env::var(variable).unwrap_or_else(|_| program.to_owned());
    let run = Command::new("timeout")
        .args([PATIENCE, &program])
        .args(options)
        .arg("-o")
        .arg(output)
        .output()
        .map_err(|error| format!("{program}: {error}; apt-get install llvm-22 lld-22"))?;
    match run.status.success() {
        true => std::fs::read(output).map_err(|error| error.to_string()),
        false => Err(String::from_utf8_lossy(&run.stderr).into_owned()),
    }
}

/// llvm-mc's object of a source.
fn llvm(cpu: &str, source: &Path, output: &Path) -> Result<Vec<u8>, String> {
    let source = source.to_string_lossy();
    let options = [
        "-triple=amdgcn-amd-amdhsa",
        "-filetype=obj",
        "-mcpu",
        cpu,
        &source,
    ];
    run("LLVM_MC", "llvm-mc-22", &options, output)
}

/// What does not come back.
#[derive(Default)]
struct Lost {
    objects: usize,
    linked: usize,
    lines: Vec<String>,
}

impl Lost {
    fn note(&mut self, name: &str, result: Result<Vec<String>, String>) {
        let lines = result.unwrap_or_else(|error| vec![error]);
        self.lines
            .extend(lines.iter().map(|line| format!("{name}: {line}")));
    }

    /// An object: its sections, symbols and relocations.
    fn object(&mut self, name: &str, cpu: &str, file: &[u8]) {
        self.objects += 1;
        for (kind, syntax) in SYNTAXES {
            let back = disassemble(cpu, syntax, file).and_then(|text| assemble(cpu, syntax, &text));
            self.note(
                &format!("{name} in {kind}"),
                back.and_then(|back| compared(file, &back)),
            );
        }
    }

    /// A linked code object: its sections.
    fn linked(&mut self, name: &str, cpu: &str, file: &[u8]) {
        self.linked += 1;
        for (kind, syntax) in SYNTAXES {
            let back = disassemble(cpu, syntax, file).and_then(|text| assemble(cpu, syntax, &text));
            let lines =
                back.and_then(|back| differences(file, &back).map_err(|error| error.to_string()));
            self.note(&format!("{name}, linked, in {kind}"), lines);
        }
    }

    fn check(&self) {
        println!(
            "{} objects, {} linked code objects",
            self.objects, self.linked
        );
        let first: Vec<_> = self.lines.iter().take(40).cloned().collect();
        assert!(
            first.is_empty(),
            "{} lines:\n{}",
            self.lines.len(),
            first.join("\n")
        );
    }
}

fn compared(file: &[u8], back: &[u8]) -> Result<Vec<String>, String> {
    let read = |bytes: &[u8]| Contents::read(bytes).map_err(|error| error.to_string());
    Ok(read(file)?.differences(&read(back)?))
}

/// A sample has one in sixteen.
#[test]
fn clang_s_kernels_come_back() {
    let mut sample = Sample::of_this_run();
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let mut lost = Lost::default();
    for kernel in kernels::all() {
        for cpu in PROCESSORS
            .into_iter()
            .filter(|cpu| kernels::suits(&kernel, cpu))
        {
            for level in ["-O0", "-O3"] {
                // Without optimisation every pointer is generic, which gfx600 has not.
                if (cpu, level) == ("gfx600", "-O0") || !sample.takes(16) {
                    continue;
                }
                let name = format!("{} {cpu} {level}", kernels::name(&kernel));
                let source = kernels::assembly(&kernel, cpu, level).expect("clang-22");
                std::fs::write(path("kernel.s"), &source).expect("the source");
                let own = assemble(cpu, syntax::LLVM, source.as_bytes()).expect(&name);
                let theirs = llvm(cpu, &path("kernel.s"), &path("llvm.o")).expect(&name);
                lost.object(&format!("our {name}"), cpu, &own);
                lost.object(&format!("llvm-mc's {name}"), cpu, &theirs);
                let object = path("llvm.o");
                let options = ["-shared", &object.to_string_lossy()];
                let linked = run("LLD", "ld.lld-22", &options, &path("linked.so"));
                lost.linked(&name, cpu, &linked.expect(&name));
                // llvm-mc reads our text.
                let text = disassemble(cpu, syntax::LLVM, &theirs).expect(&name);
                std::fs::write(path("text.s"), &text).expect("the text");
                let again = llvm(cpu, &path("text.s"), &path("again.o"));
                let lines = again.and_then(|again| compared(&theirs, &again));
                lost.note(&format!("{name} by llvm-mc"), lines);
            }
        }
    }
    let (objects, linked) = (sample.amount(10, 200), sample.amount(5, 100));
    assert!(lost.objects > objects && lost.linked > linked);
    lost.check();
}

/// C++ with groups of sections, and `tests/objects/*.s`.
#[test]
fn groups_and_our_own_sources_come_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let mut lost = Lost::default();
    for cpu in ["gfx700", "gfx906"] {
        for level in ["-O0", "-O3"] {
            let source = kernels::templates(cpu, level).expect("clang-22");
            std::fs::write(path("templates.s"), &source).expect("the source");
            let theirs = llvm(cpu, &path("templates.s"), &path("llvm.o")).expect(cpu);
            lost.object(&format!("templates {cpu} {level}"), cpu, &theirs);
        }
    }
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("objects");
    let entries = std::fs::read_dir(&sources).expect("the folder of sources");
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    for source in &paths {
        let name = source.display().to_string();
        let theirs = llvm("gfx900", source, &path("llvm.o")).expect(&name);
        lost.object(&name, "gfx900", &theirs);
        // llvm-mc gives a descriptor the binding of its code, and lets nothing change it:
        // here the code was not known to be local when its descriptor was written.
        if name.ends_with("descriptor.s") {
            continue;
        }
        let text = disassemble("gfx900", syntax::LLVM, &theirs).expect(&name);
        std::fs::write(path("text.s"), &text).expect("the text");
        let again = llvm("gfx900", &path("text.s"), &path("again.o"));
        let lines = again.and_then(|again| compared(&theirs, &again));
        lost.note(&format!("{name} by llvm-mc"), lines);
    }
    assert!(paths.len() >= 7);
    lost.check();
}
