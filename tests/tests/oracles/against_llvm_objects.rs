//! Objects are those of llvm-mc: what clang writes for the kernels, and sources that
//! ask for each relocation, section and directive.

use std::path::Path;
use std::process::Command;

use isa_mc::asm::Assembler;
use isa_mc::gcn::{self, syntax};
use isa_test_support::compare::PROCESSORS;
use isa_test_support::filter::Filter;
use isa_test_support::kernels;
use isa_test_support::mode;
use isa_test_support::objects::Contents;
use isa_test_support::sample::Sample;

/// Our object of a source; what is wrong with it as an error.
fn ours(cpu: &str, source: &str) -> Result<Vec<u8>, String> {
    let target = mode::target(&gcn::TABLES, cpu).expect("a processor");
    let assembly = Assembler::new(target, syntax::LLVM)
        .machine(gcn::SUPPORT)
        .externals()
        .assemble("a.s", source.as_bytes());
    match assembly.object() {
        Some(object) => Ok(object.to_elf().map_err(|error| error.to_string())?),
        None => {
            let error = &assembly.errors[0];
            let line = assembly.texts.line(error.location);
            Err(format!("line {line}: {error}"))
        }
    }
}

/// llvm-mc's object of a source.
fn theirs(cpu: &str, source: &Path, object: &Path) -> Result<Vec<u8>, String> {
    let program = std::env::var("LLVM_MC").unwrap_or_else(|_| "llvm-mc-22".to_owned());
    let output = Command::new(program)
        .args([
            "-triple=amdgcn-amd-amdhsa",
            "-filetype=obj",
            "-mcpu",
            mode::split(cpu).0,
            "-mattr",
            mode::llvm_features(cpu),
            "-o",
        ])
        .arg(object)
        .arg(source)
        .output()
        .expect("llvm-mc-22: apt-get install llvm-22");
    match output.status.success() {
        true => Ok(std::fs::read(object).expect("the object of llvm-mc")),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Whether ld.lld links an object.
fn links(object: &Path) -> Result<(), String> {
    let program = std::env::var("LLD").unwrap_or_else(|_| "ld.lld-22".to_owned());
    let output = Command::new(program)
        .args(["-shared", "-o", "/dev/null"])
        .arg(object)
        .output()
        .expect("ld.lld-22: apt-get install lld-22");
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// What clang writes assembles as it is, to what llvm-mc makes of it, and links: at every level,
/// with wavefronts of 32 lanes and of 64, with debug information and without. A sample has one in
/// forty-eight; `ISA_CPU` chooses processors.
#[test]
fn clang_s_kernels() {
    let mut sample = Sample::of_this_run();
    let filter = Filter::from_env();
    let folder = tempfile::tempdir().expect("a folder");
    let (mut count, mut wrong) = (0, Vec::new());
    // The second processor of an architecture whose first one is in the list.
    let mut processors = mode::with_wave64(&[&PROCESSORS[..], &["gfx1201"]].concat());
    processors.retain(|cpu| filter.has_processor(cpu));
    for kernel in kernels::all() {
        for cpu in processors
            .iter()
            .filter(|cpu| kernels::suits(&kernel, mode::split(cpu).0))
        {
            for (level, more) in ["-O0", "-O1", "-O2", "-O3"]
                .into_iter()
                .flat_map(|level| [(level, &[][..]), (level, &["-g"][..])])
            {
                // Without optimisation every pointer is generic, which gfx600 has not.
                if (cpu.as_str(), level) == ("gfx600", "-O0") || !sample.takes(48) {
                    continue;
                }
                let name = format!("{} {cpu} {level} {more:?}", kernels::name(&kernel));
                let source = kernels::assembly_with(&kernel, cpu, level, more).expect("clang-22");
                let path = folder.path().join("kernel.s");
                std::fs::write(&path, &source).expect("the source");
                let llvm = theirs(cpu, &path, &folder.path().join("llvm.o")).expect(&name);
                let own = match ours(cpu, &source) {
                    Ok(own) => own,
                    Err(error) => {
                        wrong.push(format!("{name}: {error}"));
                        continue;
                    }
                };
                let read = |bytes: &[u8]| Contents::read(bytes).expect("an object");
                let differences = read(&llvm).differences(&read(&own));
                wrong.extend(differences.iter().map(|it| format!("{name}: {it}")));
                let path = folder.path().join("own.o");
                std::fs::write(&path, &own).expect("our object");
                if let Err(error) = links(&path) {
                    wrong.push(format!("{name}: ld.lld: {error}"));
                }
                count += 1;
            }
        }
    }
    println!("{count} objects of clang's kernels");
    let least = sample.amount(5, 1000);
    assert!(
        filter.names_processors() || count > least,
        "only {count} objects"
    );
    assert!(count > 0, "nothing was compared");
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// So does what clang makes of C++, with its groups of sections.
#[test]
fn templates_of_cpp() {
    let folder = tempfile::tempdir().expect("a folder");
    for cpu in ["gfx700", "gfx803", "gfx900", "gfx906"] {
        for level in ["-O0", "-O3"] {
            let source = kernels::templates(cpu, level).expect("clang-22");
            assert!(source.contains("comdat"), "{cpu} {level}: no group");
            let path = folder.path().join("templates.s");
            std::fs::write(&path, &source).expect("the source");
            let llvm = theirs(cpu, &path, &folder.path().join("llvm.o")).expect(cpu);
            let own = ours(cpu, &source).expect(cpu);
            let read = |bytes: &[u8]| Contents::read(bytes).expect("an object");
            let differences = read(&llvm).differences(&read(&own));
            assert_eq!(differences, [""; 0], "{cpu} {level}");
            let path = folder.path().join("own.o");
            std::fs::write(&path, &own).expect("our object");
            links(&path).expect("ld.lld");
        }
    }
}

/// Sources of our own, `tests/objects/*.s`: every kind of relocation, symbol, section
/// and data, conditions and macros.
#[test]
fn sources_of_our_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("objects");
    let entries = std::fs::read_dir(&sources).expect("the folder of sources");
    let mut paths: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    let mut wrong = Vec::new();
    for path in &paths {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let source = std::fs::read_to_string(path).expect("a source");
        let llvm = theirs("gfx900", path, &folder.path().join("llvm.o")).expect(&name);
        match ours("gfx900", &source) {
            Ok(own) => {
                let read = |bytes: &[u8]| Contents::read(bytes).expect("an object");
                let differences = read(&llvm).differences(&read(&own));
                wrong.extend(differences.iter().map(|it| format!("{name}: {it}")));
            }
            Err(error) => wrong.push(format!("{name}: {error}")),
        }
    }
    assert!(paths.len() >= 5, "only {} sources", paths.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
