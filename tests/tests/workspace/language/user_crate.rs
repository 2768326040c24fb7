//! `isa!` as a crate of somebody else sees it: the errors of the compiler, and
//! what cargo does when a description changes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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
        let root = workspace();
        let library = root.join("isa-mc").display().to_string();
        let manifest = format!(
            "[package]\nname = \"isa-user\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
             [workspace]\n\
             [dependencies]\nisa-mc = {{ path = {library:?}, default-features = false, features = [\"std\"] }}\n\
             [profile.dev.build-override]\nopt-level = 2\n"
        );
        project.write("Cargo.toml", &manifest);
        let lock = std::fs::read_to_string(root.join("Cargo.lock"));
        project.write("Cargo.lock", &lock.expect("the workspace has one"));
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

    /// Runs cargo with the workspace's own packages and built dependencies.
    fn cargo(&self, command: &str) -> Output {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        Command::new(cargo)
            .args([command, "--offline", "--quiet", "--color", "never"])
            .current_dir(self.folder.path())
            .env("CARGO_TARGET_DIR", target())
            .env_remove("RUSTFLAGS")
            .output()
            .expect("cargo runs")
    }

    /// What the compiler says, without the folder's name.
    fn errors(&self) -> String {
        let output = self.cargo("check");
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
}

fn workspace() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap_or(tests).to_path_buf()
}

/// The target folder of this build, so that nothing is built twice.
fn target() -> PathBuf {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    scratch.parent().unwrap_or(scratch).to_path_buf()
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
            let last = line.starts_with("error: could not compile");
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

/// Editing the description is enough to build again.
#[test]
fn an_edit_of_the_description_rebuilds() {
    let good = fixture("good.isa");
    let project = Project::new(&fixture("main.rs"), &good);
    let run = || {
        let output = project.cargo("run");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{errors}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert_eq!(run(), "[65, 4, 0, 1] negate r1, zero 2\n");
    // Files are compared by the second on some systems.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    project.write(
        "toy.isa",
        &good.replace("    move       1 ", "    move       9 "),
    );
    assert_eq!(run(), "[65, 4, 0, 9] negate r1, zero 2\n");
}
