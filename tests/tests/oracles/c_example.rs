//! `isa-mc/examples/c/example.c`, built with both kinds of library, as C and as C++, and
//! run.

use isa_dsl::sorted::SortedSet;
use std::env::consts;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use object::Object as _;

fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../isa-mc")
}

/// What the static library needs of the system, with rustc for Linux.
const SYSTEM: &[&str] = &["-lpthread", "-ldl", "-lm"];

/// A compiler of C or C++ that there is.
fn compiler(names: &[&'static str]) -> Option<&'static str> {
    let works = |name: &&&str| {
        let output = Command::new(**name).arg("--version").output();
        output.is_ok_and(|output| output.status.success())
    };
    let found = names.iter().find(works).copied();
    if found.is_none() {
        eprintln!(
            "THERE IS NO COMPILER ({}): the example WAS NOT BUILT",
            names.join(", ")
        );
    }
    found
}

/// The folder of this build: `target/debug`, or that of another profile.
fn folder() -> PathBuf {
    let test = std::env::current_exe().expect("the test has a path");
    let folder = test.parent().and_then(Path::parent);
    folder
        .expect("it lies in `deps` of that folder")
        .to_path_buf()
}

/// Builds both libraries; gives their folder.
fn libraries() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = folder();
        let profile = match folder.file_name().and_then(|name| name.to_str()) {
            Some("debug") | None => "dev",
            Some(profile) => profile,
        };
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command
            // With the features that programs have too, all below this crate is there already.
            .args(["rustc", "--offline", "--quiet", "-p", "isa-mc", "--lib"])
            .args(["--features", "capi"])
            .args(["--crate-type", "cdylib,staticlib", "--profile", profile])
            // It runs a few calls: not optimised it is there sooner.
            .args(["--config", "profile.dev.package.isa-mc.opt-level=0"])
            .arg("--target-dir")
            .arg(folder.parent().expect("a folder for each profile"))
            .current_dir(library());
        succeeds(&mut command);
        folder
    })
}

fn succeeds(command: &mut Command) -> Output {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    output
}

/// Builds the example, runs it, and gives what it says and the object it makes.
fn run(compiler: &str, language: &[&str], shared: bool) -> (String, Vec<u8>) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let source = library().join("examples/c/example.c");
    let program = build(compiler, language, shared, &source, folder.path());
    let object = folder.path().join("add_one.o");
    let output = succeeds(Command::new(&program).arg(&object));
    let text = String::from_utf8(output.stdout).expect("text");
    (text, std::fs::read(object).expect("the object"))
}

/// Builds a program in a folder.
fn build(compiler: &str, language: &[&str], shared: bool, source: &Path, folder: &Path) -> PathBuf {
    let libraries = libraries();
    let program = folder.join("example");
    let mut command = Command::new(compiler);
    command
        .args(language)
        .args(["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g", "-I"])
        .arg(library().join("include"))
        .arg(source)
        .arg("-o")
        .arg(&program);
    // What follows is no source.
    command.args(["-x", "none"]);
    match shared {
        true => {
            let shared = format!("{}isa_mc{}", consts::DLL_PREFIX, consts::DLL_SUFFIX);
            let mut path = OsString::from("-Wl,-rpath,");
            path.push(libraries);
            command.arg(libraries.join(shared)).arg(path);
        }
        false => {
            command.arg(libraries.join("libisa_mc.a")).args(SYSTEM);
        }
    }
    succeeds(&mut command);
    program
}

const CC: &[&str] = &["cc", "clang-22", "clang"];
const CXX: &[&str] = &["c++", "clang++-22", "clang++"];
const AS_C: &[&str] = &["-std=c99"];
const AS_CXX: &[&str] = &["-std=c++11", "-x", "c++"];

/// Whatever it is built with, the example says the same, and makes the same object.
#[test]
fn the_example_runs_with_both_libraries_in_both_languages() {
    let mut said = Vec::new();
    for (names, language) in [(CC, AS_C), (CXX, AS_CXX)] {
        let Some(compiler) = compiler(names) else {
            continue;
        };
        said.push(run(compiler, language, true));
        said.push(run(compiler, language, false));
    }
    let Some((text, object)) = said.first() else {
        return;
    };
    assert!(said.iter().all(|it| it == &said[0]));
    insta::assert_snapshot!("c_example", text);
    assert!(object.starts_with(b"\x7fELF\x02\x01\x01\x40"));
}

/// The shared library gives away nothing but the interface.
#[test]
fn the_shared_library_has_the_functions_of_the_header_and_no_others() {
    let shared = format!("{}isa_mc{}", consts::DLL_PREFIX, consts::DLL_SUFFIX);
    let bytes = std::fs::read(libraries().join(shared)).expect("the library");
    let file = object::File::parse(&*bytes).expect("it is one");
    let exports = file.exports().expect("they can be read");
    let mut exports: Vec<String> = exports
        .iter()
        .map(|export| String::from_utf8_lossy(export.name()).into_owned())
        .collect();
    exports.sort();
    let header = crate::c_header::header();
    let words = header.split(|it: char| !it.is_ascii_alphanumeric() && it != '_');
    let names: SortedSet<&str> = words.filter(|word| word.starts_with("isa_mc_")).collect();
    let functions = names.into_iter().filter(|name| {
        header.contains(&format!(" {name}(")) || header.contains(&format!("*{name}("))
    });
    let functions: Vec<&str> = functions.collect();
    assert!(functions.len() > 15, "{functions:?}");
    assert_eq!(exports, functions);
}

/// The example of `docs/c-interface.md` compiles, and says what it should.
#[test]
fn the_example_of_the_document_runs() {
    let Some(compiler) = compiler(CC) else {
        return;
    };
    let document = library().join("../docs/c-interface.md");
    let document = std::fs::read_to_string(document).expect("the document");
    let (_, behind) = document.split_once("```c\n").expect("an example");
    let (example, _) = behind.split_once("```").expect("its end");
    let folder = tempfile::tempdir().expect("a folder for the test");
    let source = folder.path().join("document.c");
    std::fs::write(&source, example).expect("the folder is ours");
    let program = build(compiler, AS_C, false, &source, folder.path());
    let output = succeeds(&mut Command::new(program));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(text, "s_mov_b32 s0, 16: 4 bytes\n");
}
