//! Invariants of the source tree that no type can hold.

use isa_dsl::sorted::SortedSet;
use std::fs;
use std::path::{Path, PathBuf};

use isa_dsl::tables::Tables;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every Rust file of a folder, in order.
fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            sources(&entry, into);
        } else if entry.extension().is_some_and(|it| it == "rs") {
            into.push(entry);
        }
    }
}

/// What only a description may name.
fn names<'a>(tables: &'a Tables<'a>) -> SortedSet<&'a str> {
    let archs = tables.archs.iter().map(|row| row.name);
    let processors = tables.processors.iter().map(|row| row.name);
    let files = tables.files.iter().map(|row| row.name);
    let states = tables.states.iter().map(|row| row.name);
    let instructions = tables.instructions.iter().map(|row| row.name);
    let names = archs.chain(processors).chain(files).chain(states);
    let names = names.chain(instructions).map(|name| tables.text(name));
    // Mnemonics that are words of Rust or of the trade.
    let words = [
        "and", "or", "not", "add", "sub", "ret", "label", "mod", "loc",
    ];
    let mut names: SortedSet<&str> = names
        .filter(|name| name.len() > 3 && !words.contains(name))
        .filter(|name| name.contains(['_', '.']) || name.chars().any(|it| it.is_ascii_digit()))
        .collect();
    names.insert(tables.name);
    names
}

/// The engines run over tables: a machine is described in `defs/`, and named
/// only where it is offered to users.
#[test]
fn engines_know_no_machine() {
    let machines = [&isa_mc::gcn::TABLES, isa_test_support::machine::visa()];
    let mut forbidden = SortedSet::new();
    for tables in machines {
        forbidden.extend(names(tables));
    }
    assert!(forbidden.contains("gfx900") && forbidden.contains("visa"));
    let mut files = Vec::new();
    for folder in ["isa-mc/engines/src", "isa-mc/src"] {
        sources(&root().join(folder), &mut files);
    }
    let mut looked_at = 0;
    for path in files {
        let name = path.strip_prefix(root()).expect("below").to_string_lossy();
        let offers = ["visa/", "lib.rs", "machines.rs", "gcn/", "cli/"]
            .map(|it| format!("isa-mc/src/{it}"))
            .iter()
            .any(|it| name.starts_with(it));
        if offers || name.ends_with("tests.rs") || name.contains("/tests/") {
            continue;
        }
        looked_at += 1;
        let text = fs::read_to_string(&path).expect("a file");
        // Unit tests stand at the end and may use what is at hand.
        let code = text.split("#[cfg(all(test").next().unwrap_or("");
        let code = code.split("#[cfg(test)]").next().unwrap_or("");
        for (at, line) in code.lines().enumerate() {
            let line = line.split("//").next().unwrap_or("");
            let word =
                |character: char| !(character.is_ascii_alphanumeric() || "_.".contains(character));
            for word in line.split(word) {
                let found = forbidden.contains(word);
                assert!(!found, "{name}:{}: names `{word}`", at + 1);
            }
        }
    }
    assert!(looked_at > 40, "{looked_at} files");
}

/// Pointers of C are the only reason for unsafe code.
#[test]
fn only_the_interface_for_c_is_unsafe() {
    let mut files = Vec::new();
    for folder in ["isa-dsl", "isa-macros", "isa-mc", "tests"] {
        sources(&root().join(folder), &mut files);
    }
    let mut interface = 0;
    for path in files {
        let text = fs::read_to_string(&path).expect("a file");
        if path.starts_with(root().join("isa-mc/src/capi")) {
            interface += text.matches("SAFETY:").count();
            continue;
        }
        for (at, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            let mut words = code.split(|it: char| !it.is_ascii_alphanumeric() && it != '_');
            let found = words.any(|word| word == concat!("uns", "afe"));
            assert!(!found, "{}:{}: this is for C alone", path.display(), at + 1);
        }
    }
    assert!(interface > 40, "{interface} reasons");
    // Lints can be allowed again, `forbid` cannot.
    for root_file in [
        "isa-dsl/src/lib.rs",
        "isa-macros/src/lib.rs",
        "isa-mc/engines/src/lib.rs",
        "isa-mc/machines/gcn/src/lib.rs",
        "isa-mc/machines/visa/src/lib.rs",
        "isa-mc/metadata/src/lib.rs",
        "isa-mc/cli/src/lib.rs",
        "isa-mc/cli/src/main.rs",
        "tests/execution/src/lib.rs",
        "tests/peers/src/lib.rs",
        "tests/support/src/lib.rs",
    ] {
        let text = fs::read_to_string(root().join(root_file)).expect("a file");
        assert!(text.contains("\n#![forbid(unsafe_code)]\n"), "{root_file}");
    }
    let text = fs::read_to_string(root().join("isa-mc/src/lib.rs")).expect("a file");
    assert!(text.contains("#![cfg_attr(not(feature = \"capi\"), forbid(unsafe_code))]"));
    assert_eq!(text.matches("allow(unsafe_code").count(), 1);
}

/// What a first build leaves unoptimised is optimised where it is given away: a package of ours
/// that the profile `release` does not optimise is one of those that `dist` names.
#[test]
fn what_is_given_away_is_optimised() {
    let text = fs::read_to_string(root().join("Cargo.toml")).expect("a file");
    let packages = |profile: &str, level: char| {
        let begin = format!("[profile.{profile}.package.");
        let end = format!("]\nopt-level = {level}\n");
        let ours = text.split(&begin).skip(1).filter_map(|it| {
            let (name, rest) = it.split_at(it.find(']')?);
            (name.starts_with("isa-") && rest.starts_with(&end)).then_some(name)
        });
        ours.collect::<SortedSet<_>>()
    };
    let quick = packages("release", '0');
    assert!(quick.contains("isa-mc-cli"), "{quick:?}");
    assert_eq!(quick, packages("dist", '3'));
    assert!(text.contains("\n[profile.dist.package.\"*\"]\nopt-level = 3\n"));
    // The static library for C would be bitcode, which no linker reads.
    let linking = text.lines().find(|line| line.starts_with("lto"));
    assert_eq!(linking, None, "no profile links with optimisation");
    for (file, line) in [
        (".ci/release", "\nprofile=dist\n"),
        ("python/pyproject.toml", "\nprofile = \"dist\"\n"),
        (
            "docs/c-interface.md",
            "\ncargo rustc --profile dist -p isa-mc --lib",
        ),
    ] {
        let text = fs::read_to_string(root().join(file)).expect("a file");
        assert!(text.contains(line), "{file}: {line}");
    }
}
