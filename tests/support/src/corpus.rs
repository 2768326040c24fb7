//! Instructions to measure: what a compiler wrote, and the stored vectors.
//!
//! No compiler is needed: the code is that of the stored code objects.

use std::path::{Path, PathBuf};

use isa_mc::disasm::Disassembler;
use isa_mc::gcn::SUPPORT;
use isa_mc::{Inst, SyntaxId, Target};
use object::{Object as _, ObjectSection as _};

use crate::code::{self, Module};
use crate::machine::gcn;
use crate::oracle::unhex;
use crate::random::Random;
use crate::running::{LEVELS, stored};

/// Which instructions, and in what order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The stored code objects: kernels that clang compiled without and with
    /// optimisation, all their code in its order, over and over.
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
    pub texts: Vec<Text>,
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
            Source::Kernels => kernels(cpu, &target),
            Source::Vectors => vectors(cpu),
        };
        // One syntax may lack what the other says.
        known.retain(|bytes| {
            let inst = target.decode(bytes).expect("an instruction");
            let prints = |syntax| target.print(inst, syntax, &mut String::new()).is_ok();
            target.syntaxes().all(|(syntax, _)| prints(syntax))
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
            let mut bytes = [0; 20];
            let size = target.encode(inst, &mut bytes).expect("an instruction");
            code.extend_from_slice(&bytes[..size]);
        }
        let texts = target
            .syntaxes()
            .map(|(syntax, _)| {
                let mut lines = String::new();
                for &inst in &insts {
                    let printed = target.print(inst, syntax, &mut lines);
                    printed.expect("an instruction that has a text");
                    lines.push('\n');
                }
                Text { syntax, lines }
            })
            .collect();
        Corpus {
            target,
            insts,
            code,
            texts,
        }
    }
}

fn folder(name: &str) -> PathBuf {
    crate::folder().join(name)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The stored code objects of a processor, `tests/run/stored/CPU.LEVEL.so`.
fn code_objects(cpu: &str) -> Vec<Vec<u8>> {
    let read = |level| {
        let path = stored::folder().join(stored::name(cpu, level));
        std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    LEVELS.map(read).into()
}

/// The instructions in the stored code objects, without what fills gaps.
fn kernels(cpu: &str, target: &Target<'_>) -> Vec<Vec<u8>> {
    let mut known = Vec::new();
    for bytes in code_objects(cpu) {
        let file = object::File::parse(&*bytes).expect("an ELF file");
        let section = file.section_by_name(".text").expect("code");
        let mut code = section.data().expect("the file is whole");
        while !code.is_empty() {
            let size = match target.decode(code) {
                Ok(inst) => {
                    known.push(code[..inst.size()].to_vec());
                    inst.size()
                }
                // A linker fills gaps with zeros.
                Err(_) => 4,
            };
            code = code.get(size..).unwrap_or(&[]);
        }
    }
    known
}

/// A source of at least as many instructions, with labels and branches to them: the code
/// of the stored code objects, again and again with new names.
///
/// # Panics
///
/// If files of the repository are missing or damaged.
pub fn listing(cpu: &str, count: usize) -> String {
    let target = Target::new(gcn(), cpu).expect("a processor of the machine");
    let syntax = target.syntax("llvm").expect("a syntax of the machine");
    let disassembler = Disassembler::new(target, syntax, SUPPORT);
    let module = |bytes: Vec<u8>| {
        let mut text = Vec::new();
        let file = disassembler.read(&bytes).expect("a code object");
        file.write_text(&mut text).expect("a vector has room");
        Module::new(&String::from_utf8_lossy(&text))
    };
    let modules: Vec<Module> = code_objects(cpu).into_iter().map(module).collect();
    code::repeat(&modules, count)
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
