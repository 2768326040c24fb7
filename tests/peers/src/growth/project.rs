//! A crate of its own that uses `isa!` on a description.

use std::path::{Path, PathBuf};

use crate::peers::Reason;
use crate::peers::program::{Program, Used};

/// The crate, in a folder.
#[derive(Debug, Clone)]
pub struct Project {
    folder: PathBuf,
    name: String,
    target: PathBuf,
}

/// The file of the description.
const DESCRIPTION: &str = "machine.isa";

/// A program that does nothing: with it all that the crate needs is built.
const NOTHING: &str = "fn main() {}\n";

impl Project {
    /// A crate of that name below a folder; what it needs is built in `target`.
    ///
    /// # Errors
    ///
    /// If files cannot be written, or what it needs cannot be built.
    pub fn new(folder: &Path, name: &str, target: &Path) -> Result<Project, Reason> {
        let project = Project {
            folder: folder.join(name),
            name: name.to_owned(),
            target: target.to_owned(),
        };
        let library = workspace().join("isa-mc");
        let manifest = format!(
            "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [workspace]\n\n\
             [dependencies]\nisa-mc = {{ path = \"{}\", default-features = false, features = [\"std\"] }}\n\n\
             [profile.dev]\ndebug = \"line-tables-only\"\nlto = \"off\"\n\n\
             [profile.dev.package.isa-dsl]\nopt-level = 1\n\n\
             [profile.dev.package.isa-mc]\nopt-level = 1\n",
            library.display()
        );
        project.write("Cargo.toml", &manifest)?;
        let lock = std::fs::read_to_string(workspace().join("Cargo.lock"));
        project.write("Cargo.lock", &lock.map_err(|error| error.to_string())?)?;
        project.write("src/main.rs", NOTHING)?;
        project.cargo("build").measure()?;
        Ok(project)
    }

    /// Gives it a description, and builds the program that uses it: which decodes the
    /// bytes of an instruction for a processor, prints it and ends.
    ///
    /// # Errors
    ///
    /// What cargo says.
    pub fn build(&self, text: &str, cpu: &str, bytes: &[u8]) -> Result<Used, Reason> {
        let main = format!(
            "mod machine {{\n    isa_mc::isa!({DESCRIPTION:?});\n}}\n\n\
             fn main() {{\n    \
                 let target = machine::target({cpu:?}).expect(\"a processor\");\n    \
                 let inst = target.decode(&{bytes:?}).expect(\"an instruction\");\n    \
                 println!(\"{{}}\", target.mnemonic(inst));\n\
             }}\n"
        );
        self.write(DESCRIPTION, text)?;
        self.write("src/main.rs", &main)?;
        self.cargo("build").measure()
    }

    /// Builds it again with another description.
    ///
    /// # Errors
    ///
    /// What cargo says.
    pub fn edit(&self, text: &str) -> Result<Used, Reason> {
        // Some systems compare files by the second.
        std::thread::sleep(std::time::Duration::from_millis(1100));
        self.write(DESCRIPTION, text)?;
        self.cargo("build").measure()
    }

    /// One run of the program, from its start to its end.
    ///
    /// # Errors
    ///
    /// If it does not end well.
    pub fn start(&self) -> Result<Used, Reason> {
        self.program().measure()
    }

    /// What the program says.
    ///
    /// # Errors
    ///
    /// If it does not end well.
    pub fn said(&self) -> Result<String, Reason> {
        self.program().said()
    }

    fn program(&self) -> Program {
        Program::new(self.target.join("debug").join(&self.name))
    }

    fn cargo(&self, command: &str) -> Program {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        Program::new(cargo)
            .args([command, "--offline", "--quiet", "--manifest-path"])
            .args([self.folder.join("Cargo.toml")])
            .args(["--target-dir".as_ref(), self.target.as_os_str()])
    }

    fn write(&self, name: &str, text: &str) -> Result<(), Reason> {
        let path = self.folder.join(name);
        let folder = path.parent().unwrap_or(&self.folder);
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&path, text))
            .map_err(|error| format!("{}: {error}", path.display()))
    }
}

fn workspace() -> PathBuf {
    let tests = isa_test_support::folder();
    tests.parent().unwrap_or(tests).to_path_buf()
}
