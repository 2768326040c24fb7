//! `isa!` as a crate of somebody else sees it: the errors of the compiler, and
//! what makes cargo build again.
//!
//! The crates are compiled as cargo would, against the library that was built for this
//! test: a crate in a workspace of its own would have cargo build everything once more.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use tempfile::TempDir;

/// A crate in a folder of its own, with one description.
struct Project {
    folder: TempDir,
}

impl Project {
    /// With a `src/main.rs` and a `toy.isa` (empty: none).
    fn new(main: &str, description: &str) -> Project {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let project = Project { folder };
        project.write("src/main.rs", main);
        if !description.is_empty() {
            project.write("toy.isa", description);
        }
        project
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).expect("the folder is ours");
        }
        std::fs::write(path, text).expect("the folder is ours");
    }

    /// Compiles the crate to the program `user`, and lists in `user.d` what it is made of.
    fn compile(&self) -> Output {
        let library = library();
        let dependencies = library.parent().expect("a library lies in a folder");
        Command::new("rustc")
            .args(["--edition=2024", "--crate-name=user", "--color=never"])
            .args(["--emit=dep-info=user.d,link=user", "src/main.rs"])
            .arg("--extern")
            .arg(format!("isa_mc={}", library.display()))
            .arg("-L")
            .arg(format!("dependency={}", dependencies.display()))
            .current_dir(self.folder.path())
            .env("CARGO_MANIFEST_DIR", self.folder.path())
            .output()
            .expect("rustc runs")
    }

    /// What the compiler says, without the folder's name.
    fn errors(&self) -> String {
        let output = self.compile();
        assert!(!output.status.success(), "it should not compile");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        // The folder may be known by another name, where it is a link.
        let real = self.folder.path().canonicalize().unwrap_or_default();
        let folders = [self.folder.path(), real.as_path()];
        for folder in folders {
            let name = folder.display().to_string();
            assert!(!text.contains(&name), "{name} is shown:\n{text}");
        }
        text
    }

    /// Compiles and runs: what it writes.
    fn run(&self) -> String {
        let output = self.compile();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{errors}");
        let program = self.folder.path().join("user");
        let output = Command::new(program).output().expect("the program runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

/// The library that was built last: it lies beside this test, with all that it needs.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let test = std::env::current_exe().expect("a test is a program");
        let folder = test.parent().expect("it lies in a folder");
        let files = std::fs::read_dir(folder).expect("the folder can be read");
        let paths = files.map(|file| file.expect("the folder can be read").path());
        let libraries = paths.filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("libisa_mc-") && name.ends_with(".rlib")
        });
        let time = |path: &PathBuf| path.metadata().and_then(|it| it.modified()).ok();
        libraries
            .max_by_key(time)
            .expect("the test is linked with one")
    })
}

fn fixture(name: &str) -> String {
    let path = format!("ui/macro/{name}");
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn snapshot(name: &str, errors: &str) {
    insta::with_settings!({
        snapshot_path => "../../../ui/macro/snapshots",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, errors);
    });
}

/// Each error of the description is an error of the compiler, and there is no
/// other one, although the code uses names that are not there.
#[test]
fn errors_of_the_description_are_the_only_ones() {
    for name in ["wrong", "broken", "not_lowered"] {
        let project = Project::new(&fixture("main.rs"), &fixture(&format!("{name}.isa")));
        let errors = project.errors();
        for line in errors.lines().filter(|line| line.starts_with("error")) {
            let own = line.starts_with("error: toy.isa:");
            let last = line.starts_with("error: aborting due to");
            assert!(own || last, "{line}\n{errors}");
        }
        snapshot(name, &errors);
    }
}

/// A path that is wrong is an error at the path.
#[test]
fn a_missing_file_is_named() {
    let main = "mod toy {\n    isa_mc::isa!(\"nowhere.isa\");\n}\n\nfn main() {}\n";
    let project = Project::new(main, "");
    snapshot("missing", &project.errors());
}

/// Editing the description is enough to build again: cargo looks at what a program is said
/// to be made of.
#[test]
fn an_edit_of_the_description_rebuilds() {
    let good = fixture("good.isa");
    let project = Project::new(&fixture("main.rs"), &good);
    assert_eq!(project.run(), "[65, 4, 0, 1] negate r1, zero 2\n");
    let parts = std::fs::read_to_string(project.folder.path().join("user.d"));
    let parts = parts.expect("the compiler writes it");
    let description = |line: &str| line.trim_end_matches(':').ends_with("toy.isa");
    assert!(parts.lines().any(description), "{parts}");
    project.write(
        "toy.isa",
        &good.replace("    move       1 ", "    move       9 "),
    );
    assert_eq!(project.run(), "[65, 4, 0, 9] negate r1, zero 2\n");
}
