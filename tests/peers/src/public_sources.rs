//! Sources in assembly that people wrote, from public projects, and the parameters that
//! their build gives the assembler: `tests/facts/public_sources.tsv`. The sources are fetched when
//! they are compared, and not stored.

use std::path::{Path, PathBuf};

use crate::changed_sources::Changes;
use crate::checkout::Checkout;
use isa_test_support::facts::rows;
use isa_test_support::filter::fits;

/// The projects.
pub const PROJECTS: [Checkout; 5] = [
    Checkout {
        name: "MIOpen",
        variable: "ISA_MIOPEN",
        url: "https://github.com/ROCm/MIOpen",
        revision: "2d1fd997a6fcf801ac4ca7a63e0656ef1cb9f488",
        folders: &["src/kernels"],
    },
    Checkout {
        name: "ROCR-Runtime",
        variable: "ISA_ROCR",
        url: "https://github.com/ROCm/ROCR-Runtime",
        revision: "c7785a6da1c10c25bc8d527c00b1fe79bfbd84c9",
        folders: &["runtime/hsa-runtime/core/runtime"],
    },
    Checkout {
        name: "gcnasm",
        variable: "ISA_GCNASM",
        url: "https://github.com/carlushuang/gcnasm",
        revision: "7191f7665f4b052498d0e588b55fbdd3656c9fee",
        folders: &[],
    },
    Checkout {
        name: "Tensile",
        variable: "ISA_TENSILE",
        url: "https://github.com/ROCm/Tensile",
        revision: "a164ed70df55ceb076f4a1f2fa2ea11f0f1384cc",
        folders: &["Tensile/CustomKernels"],
    },
    Checkout {
        name: "tinygrad",
        variable: "ISA_TINYGRAD",
        url: "https://github.com/tinygrad/tinygrad",
        revision: "a9069c177a9da9cca18593edf55acd2e6073cca6",
        folders: &["extra/gemm/amd_seb"],
    },
];

/// Sources of a project with parameters.
#[derive(Debug, Clone)]
pub struct Parameters {
    project: String,
    file: String,
    processors: Vec<String>,
    /// `NAME=VALUE`, as `-defsym` takes them.
    pub definitions: Vec<String>,
    changes: Changes,
    expected: Expected,
}

/// What the programs are known to say of a source: words of their first error, or nothing if
/// they take it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expected {
    /// llvm-mc.
    pub theirs: Option<String>,
    /// isa-mc.
    pub ours: Option<String>,
}

/// All rows of the table.
///
/// # Panics
///
/// If the table is damaged.
pub fn parameters() -> Vec<Parameters> {
    let said = |text: String| Some(text).filter(|it| it != "-");
    let row = |cells: [String; 7]| {
        let [
            project,
            file,
            processors,
            definitions,
            changes,
            theirs,
            ours,
        ] = cells;
        Parameters {
            project,
            file,
            processors: processors
                .split(',')
                .filter(|it| *it != "-")
                .map(|it| format!("gfx{it}"))
                .collect(),
            definitions: definitions
                .split(' ')
                .filter(|it| !it.is_empty() && *it != "-")
                .map(str::to_owned)
                .collect(),
            changes: Changes::read(&changes).expect("changes"),
            expected: Expected {
                theirs: said(theirs),
                ours: said(ours),
            },
        }
    };
    rows("public_sources.tsv").into_iter().map(row).collect()
}

/// A source, for a processor, with definitions.
#[derive(Debug, Clone)]
pub struct Run {
    /// Its path within the project.
    pub file: String,
    /// Its path.
    pub path: PathBuf,
    /// The processor, with what its target id says: `gfx906:xnack-`.
    pub cpu: String,
    /// `NAME=VALUE`.
    pub definitions: Vec<String>,
    /// What is changed in it before.
    pub changes: Changes,
    /// What the programs are known to say of it.
    pub expected: Expected,
}

impl Run {
    /// What llvm-mc is told, but for where the object goes.
    pub fn arguments(&self) -> Vec<String> {
        let mut words = self.cpu.split(':');
        let mut all = vec![
            "-triple=amdgcn-amd-amdhsa".to_owned(),
            format!("-mcpu={}", words.next().unwrap_or_default()),
            "-filetype=obj".to_owned(),
        ];
        // `xnack-` of a target id is `-xnack` of llvm-mc.
        let features = words.filter_map(|word| {
            let (at, sign) = word.char_indices().next_back()?;
            Some(format!("{sign}{}", &word[..at]))
        });
        let features: Vec<String> = features.collect();
        if !features.is_empty() {
            all.push(format!("-mattr={}", features.join(",")));
        }
        if let Some(folder) = self.path.parent() {
            all.extend(["-I".to_owned(), folder.display().to_string()]);
        }
        for definition in &self.definitions {
            all.extend(["-defsym".to_owned(), definition.clone()]);
        }
        all.push(self.path.display().to_string());
        all
    }
}

/// All runs of a project whose files lie in a folder, and its sources that no row names.
///
/// # Errors
///
/// If the folder cannot be read, or a row names no file.
pub fn runs(
    project: &str,
    folder: &Path,
    rows: &[Parameters],
) -> Result<(Vec<Run>, Vec<String>), String> {
    let files = sources(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut named = vec![false; files.len()];
    let mut runs = Vec::new();
    for row in rows.iter().filter(|row| row.project == project) {
        let mut any = false;
        for (at, file) in files.iter().enumerate() {
            if !fits(&row.file, file) {
                continue;
            }
            any = true;
            named[at] = true;
            runs.extend(row.processors.iter().map(|cpu| Run {
                file: file.clone(),
                path: folder.join(file),
                cpu: cpu.clone(),
                definitions: row.definitions.clone(),
                changes: row.changes.clone(),
                expected: row.expected.clone(),
            }));
        }
        if !any {
            return Err(format!("{project} has no file `{}`", row.file));
        }
    }
    let left = files.into_iter().zip(named).filter(|(_, named)| !named);
    Ok((runs, left.map(|(file, _)| file).collect()))
}

/// The sources below a folder, by their paths within it, in order.
fn sources(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(inner) = folders.pop() {
        for entry in std::fs::read_dir(inner)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "s") {
                let path = path.strip_prefix(folder).unwrap_or(&path);
                all.push(path.display().to_string());
            }
        }
    }
    all.sort();
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row that fits no file would compare nothing, and nobody would know.
    #[test]
    fn every_row_is_of_a_project() {
        let rows = parameters();
        assert!(rows.len() > 20, "only {} rows", rows.len());
        for row in &rows {
            let known = PROJECTS.iter().any(|it| it.name == row.project);
            assert!(known, "{row:?}");
            let named = |it: &String| {
                it.split_once('=').is_some_and(|(name, value)| {
                    let value = value.strip_prefix('-').unwrap_or(value);
                    let digits = value.strip_prefix("0x").unwrap_or(value);
                    !name.is_empty() && u64::from_str_radix(digits, 16).is_ok()
                })
            };
            assert!(row.definitions.iter().all(named), "{row:?}");
        }
    }

    /// Sources without a row are told, and a row for files that are not there is an error.
    #[test]
    fn rows_choose_files() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("deep")).expect("a folder");
        for name in ["a.s", "deep/b.s", "deep/c.inc"] {
            std::fs::write(folder.path().join(name), "").expect("a file");
        }
        let row = |file: &str| Parameters {
            project: "one".to_owned(),
            file: file.to_owned(),
            processors: vec!["gfx900".to_owned(), "gfx906:xnack-:sramecc+".to_owned()],
            definitions: vec!["x=1".to_owned()],
            changes: Changes::default(),
            expected: Expected::default(),
        };
        let (found, left) = runs("one", folder.path(), &[row("deep/*.s")]).expect("runs");
        let of = |run: &Run| (run.file.clone(), run.cpu.clone());
        let expected =
            ["gfx900", "gfx906:xnack-:sramecc+"].map(|cpu| ("deep/b.s".to_owned(), cpu.to_owned()));
        assert_eq!(found.iter().map(of).collect::<Vec<_>>(), expected);
        assert_eq!(left, ["a.s"]);
        let arguments = found[0].arguments().join(" ");
        assert!(arguments.contains("-mcpu=gfx900") && arguments.contains("-defsym x=1"));
        assert!(!arguments.contains("-mattr"));
        let arguments = found[1].arguments().join(" ");
        assert!(
            arguments.contains("-mcpu=gfx906 ") && arguments.contains("-mattr=-xnack,+sramecc")
        );
        assert!(runs("one", folder.path(), &[row("*.asm")]).is_err());
    }
}
