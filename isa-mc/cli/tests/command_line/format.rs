//! `isa-mc fmt`.

use super::{Folder, run, run_with};

const CROOKED: &str = "format F : 8 {\n    op [3:0];\n  dst   [7:4];\n}\n";
const STRAIGHT: &str = "format F : 8 {\n    op [3:0];\n    dst   [7:4];\n}\n";

/// Catches a file that is written although it was only to be checked, and one that is not.
#[test]
fn files_are_checked_and_formatted() {
    let folder = Folder::new();
    let path = folder.write("a.isa", CROOKED);
    folder.write("b.txt", CROOKED);
    let whole = folder.path("");
    let checked = run(&["fmt", "--check", &whole]);
    assert_eq!(checked.status, 1);
    assert!(
        checked.text.contains("a.isa (formatted)"),
        "{}",
        checked.text
    );
    assert!(
        checked
            .text
            .ends_with("-  dst   [7:4];\n+    dst   [7:4];\n }\n"),
        "{}",
        checked.text
    );
    assert_eq!(folder.read("a.isa"), CROOKED.as_bytes());

    let formatted = run(&["fmt", &whole]);
    assert_eq!(
        (
            formatted.status,
            formatted.text.as_str(),
            formatted.errors.as_str()
        ),
        (0, "", "")
    );
    assert_eq!(folder.read("a.isa"), STRAIGHT.as_bytes());
    assert_eq!(folder.read("b.txt"), CROOKED.as_bytes());
    assert_eq!(run(&["fmt", "--check", &path]).status, 0);
}

/// Catches files that are included and left out, or taken without being asked for.
#[test]
fn included_files_are_formatted_where_asked_for() {
    let folder = Folder::new();
    let root = folder.write("root.isa", "include \"part.isa\";\n");
    folder.write("part.isa", CROOKED);
    assert_eq!(run(&["fmt", &root]).status, 0);
    assert_eq!(folder.read("part.isa"), CROOKED.as_bytes());
    assert_eq!(run(&["fmt", "--includes", &root]).status, 0);
    assert_eq!(folder.read("part.isa"), STRAIGHT.as_bytes());
}

/// Catches a file that cannot be read as a description and is changed, or hides another one.
#[test]
fn what_does_not_parse_is_left_as_it_is() {
    let folder = Folder::new();
    let broken = folder.write("a.isa", "format F  8 {\n");
    let other = folder.write("b.isa", CROOKED);
    let run = run(&["fmt", &broken, &other]);
    assert_eq!(run.status, 1);
    assert!(run.errors.contains("a.isa:1:"), "{}", run.errors);
    assert_eq!(folder.read("a.isa"), b"format F  8 {\n");
    assert_eq!(folder.read("b.isa"), STRAIGHT.as_bytes());
}

/// Catches standard input that is not formatted to standard output.
#[test]
fn standard_input_is_formatted() {
    let run = run_with(&["fmt", "-"], CROOKED);
    assert_eq!((run.status, run.text.as_str()), (0, STRAIGHT));
    let missing = super::run(&["fmt", "/nowhere/x.isa"]);
    assert_eq!(missing.status, 1);
    assert!(
        missing.errors.contains("cannot read `/nowhere/x.isa`"),
        "{}",
        missing.errors
    );
}
