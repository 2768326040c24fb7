//! Instructions to measure: what a compiler wrote, and the stored vectors.

use std::path::{Path, PathBuf};

use isa_mc::{Inst, SyntaxId, Target};

use crate::machine::gcn;
use crate::oracle::unhex;
use crate::random::Random;

/// Which instructions, and in what order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The listings of compiled kernels, in their order, over and over.
    Kernels,
    /// The stored vectors, thousands of different instructions in an order
    /// without a pattern: nothing that a branch predictor could learn.
    Vectors,
}

/// Instructions of one processor as bytes, in memory and as text.
pub struct Corpus {
    /// The processor.
    pub target: Target<'static>,
    /// The instructions.
    pub insts: Vec<Inst>,
    /// Their bytes, one after the other.
    pub code: Vec<u8>,
    /// Their statements in the two syntaxes, `llvm` and `clrx`.
    pub texts: [Text; 2],
}

/// Statements of one syntax.
pub struct Text {
    /// The syntax.
    pub syntax: SyntaxId,
    /// One statement a line.
    pub lines: String,
}

impl Corpus {
    /// `count` instructions for a processor.
    ///
    /// # Panics
    ///
    /// If files of the repository are missing, or an instruction in them is
    /// not one of this processor.
    pub fn new(source: Source, cpu: &str, count: usize) -> Corpus {
        let target = Target::new(gcn(), cpu).expect("a processor of the machine");
        let mut known = match source {
            Source::Kernels => kernels(cpu),
            Source::Vectors => vectors(cpu),
        };
        // One syntax may lack what the other says.
        known.retain(|bytes| {
            let inst = target.decode(bytes).expect("an instruction");
            ["llvm", "clrx"].iter().all(|name| {
                let syntax = target.syntax(name).expect("a syntax of the machine");
                target.print(inst, syntax, &mut String::new()).is_ok()
            })
        });
        assert!(!known.is_empty(), "no instructions for {cpu}");
        let mut random = Random::new(1);
        let insts: Vec<Inst> = (0..count)
            .map(|at| {
                let at = match source {
                    Source::Kernels => at % known.len(),
                    Source::Vectors => random.below(known.len()),
                };
                target.decode(&known[at]).expect("an instruction")
            })
            .collect();
        let mut code = Vec::new();
        for &inst in &insts {
            let mut bytes = [0; 16];
            let size = target.encode(inst, &mut bytes).expect("an instruction");
            code.extend_from_slice(&bytes[..size]);
        }
        let texts = ["llvm", "clrx"].map(|name| {
            let syntax = target.syntax(name).expect("a syntax of the machine");
            let mut lines = String::new();
            for &inst in &insts {
                let printed = target.print(inst, syntax, &mut lines);
                printed.expect("an instruction that has a text");
                lines.push('\n');
            }
            Text { syntax, lines }
        });
        Corpus {
            target,
            insts,
            code,
            texts,
        }
    }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The bytes of `tests/listings/*.CPU.hex`.
fn kernels(cpu: &str) -> Vec<Vec<u8>> {
    let ending = format!(".{cpu}.hex");
    let entries = std::fs::read_dir(folder("listings")).expect("the folder of listings");
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.to_string_lossy().ends_with(&ending))
        .collect();
    paths.sort();
    let codes = paths.iter().map(|path| read(path)).collect::<String>();
    codes.lines().filter_map(unhex).collect()
}

/// The bytes of `tests/golden/CPU.tsv`, an instruction each.
///
/// # Panics
///
/// If the file is missing.
pub fn vectors(cpu: &str) -> Vec<Vec<u8>> {
    let path = folder("golden").join(format!("{cpu}.tsv"));
    read(&path)
        .lines()
        .filter_map(|line| unhex(line.split_once('\t')?.1))
        .collect()
}
