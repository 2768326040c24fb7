//! What `docs/directives.md` and `tests/macros/cases.txt` say of LLVM, asked of llvm-mc.

use std::path::Path;
use std::process::{Command, Stdio};

use isa_mc::asm::Assembler;
use isa_mc::gcn::{self, syntax};
use isa_test_support::directives::{macro_cases, rows};
use isa_test_support::objects::Contents;

/// llvm-mc's object of a source; its messages if it refuses the source.
fn theirs(folder: &Path, source: &str) -> Result<Vec<u8>, String> {
    let program = std::env::var("LLVM_MC").unwrap_or_else(|_| "llvm-mc-22".to_owned());
    let (path, object) = (folder.join("a.s"), folder.join("a.o"));
    std::fs::write(&path, source).expect("the source");
    let output = Command::new(program)
        .args([
            "-triple=amdgcn-amd-amdhsa",
            "-mcpu=gfx900",
            "-filetype=obj",
            "-o",
        ])
        .args([&object, &path])
        .stdin(Stdio::null())
        .output()
        .expect("llvm-mc-22: apt-get install llvm-22");
    match output.status.success() {
        true => Ok(std::fs::read(object).expect("the object of llvm-mc")),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Our object of a source; the first error if it is refused.
fn ours(source: &str) -> Result<Vec<u8>, String> {
    let target = gcn::target("gfx900").expect("a processor");
    let assembler = Assembler::new(target, syntax::LLVM).machine(gcn::SUPPORT);
    let assembly = assembler.externals().assemble("a.s", source.as_bytes());
    match assembly.object() {
        Some(object) => Ok(object.to_elf().expect("it is not too large")),
        None => Err(assembly.errors[0].to_string()),
    }
}

/// A row that says *as LLVM* of what llvm-mc takes and we refuse, or the other way round,
/// or makes another object of; and one that gives a reason though there is no difference.
#[test]
fn rows_that_say_as_llvm_are_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut wrong = Vec::new();
    for row in rows() {
        let llvm = theirs(folder.path(), &row.example);
        if row.is_as_llvm() != (llvm.is_ok() == row.is_taken) {
            let says = llvm.err().unwrap_or_default();
            wrong.push(format!("{}: {} {says}", row.name, row.why));
            continue;
        }
        if let (Ok(llvm), Ok(own)) = (llvm, ours(&row.example))
            && row.is_as_llvm()
        {
            let read = |bytes: &[u8]| Contents::read(bytes).expect("an object");
            let differences = read(&llvm).differences(&read(&own));
            wrong.extend(differences.iter().map(|it| format!("{}: {it}", row.name)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a case expects is what llvm-mc makes of it.
#[test]
fn cases_of_macros_are_llvm_s() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut wrong = Vec::new();
    for case in macro_cases() {
        let llvm = theirs(folder.path(), &case.source).ok();
        let text = llvm.map(|object| {
            let contents = Contents::read(&object).expect("an object");
            let text = contents.sections.get(".text").map(|it| it.bytes.clone());
            text.and_then(Result::ok).unwrap_or_default()
        });
        if text != case.text {
            wrong.push(format!("{}: {text:02x?}", case.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
