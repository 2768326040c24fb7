//! What is measured on, as files: a source, llvm-mc's object of it, the code in that
//! object alone, and the code's statements without labels.

use isa_dsl::sorted::SortedMap;
use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};

use isa_mc::{Inst, SyntaxId, Target};
use object::{Object as _, ObjectSection as _};

use super::distinct::distinct;
use super::program::Program;
use super::{Reason, engines};
use crate::debian;
use isa_test_support::code::{self, Count};
use isa_test_support::machine::gcn;
use isa_test_support::round_trip;
use isa_test_support::running::Case;

/// What the code is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Code {
    /// What clang compiles, again and again, with other operands on every line
    Distinct,
    /// A code object of librocsparse as Debian packs it, and our text of it
    Debian,
    /// What clang compiles, again and again, as it is
    Repeated,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Code::Distinct => "every line another one",
            Code::Debian => "a code object of librocsparse",
            Code::Repeated => "repeated",
        })
    }
}

impl Code {
    /// What its files are called behind the processor.
    fn suffix(self) -> &'static str {
        match self {
            Code::Distinct => "-distinct",
            Code::Debian => "-debian",
            Code::Repeated => "",
        }
    }
}

/// Files for a processor.
pub struct Material {
    /// The processor.
    pub target: Target<'static>,
    /// Its name.
    pub cpu: String,
    /// What the code asks of the processor, as in a target id: `:xnack-`.
    pub features: String,
    /// What the files are called before their endings.
    pub name: String,
    /// The syntax of the source, LLVM's.
    pub syntax: SyntaxId,
    /// The source.
    pub source: PathBuf,
    /// llvm-mc's object of it.
    pub assembled: PathBuf,
    /// What is disassembled: that object, or the linked one that the source is the text of.
    pub object: PathBuf,
    /// The code of that alone.
    pub code: PathBuf,
    /// A statement a line for each instruction of the code.
    pub lines: PathBuf,
    /// How many statements the source has.
    pub count: Count,
    /// How many instructions the code has, with those that fill gaps.
    pub decoded: usize,
    /// What is to say of it.
    pub description: String,
}

/// The package whose code is measured on.
const DEBIAN: (&str, &str) = debian::PACKAGES[1];

/// What stands before the names of what clang cannot compile.
const LEFT_OUT: &str = "left out: ";

/// llvm-mc that writes an object. `features` are those of a target id.
pub fn llvm_mc(cpu: &str, features: &str, source: &Path, object: &Path) -> Program {
    let settings = features.split(':').filter(|it| !it.is_empty());
    let settings: Vec<String> = settings
        .map(|it| {
            let (name, sign) = it.split_at(it.len() - 1);
            format!("-mattr={sign}{name}")
        })
        .collect();
    Program::new("llvm-mc-22")
        .args(["-triple=amdgcn-amd-amdhsa", "-filetype=obj"])
        .args([format!("-mcpu={cpu}")])
        .args(settings)
        .args(["-o".as_ref(), object, source])
        .makes(object)
}

/// The features of the target id that a source begins with.
fn features(source: &Path) -> Result<String, Reason> {
    let text = read(source)?;
    let first = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let first = String::from_utf8_lossy(first);
    let id = first.trim().strip_prefix(".amdgcn_target \"");
    let id = id.and_then(|it| it.strip_suffix('"')).unwrap_or_default();
    Ok(id.find(':').map_or("", |at| &id[at..]).to_owned())
}

impl Material {
    /// Files of at least as many instructions, in a folder. What is there is used again
    /// if nothing has changed that it is made of.
    ///
    /// # Errors
    ///
    /// If the processor is unknown, a program is missing or fails, or a file cannot be
    /// read or written.
    pub fn new(
        folder: &Path,
        cpu: &str,
        code: Code,
        instructions: usize,
        told: &mut dyn FnMut(usize, usize),
    ) -> Result<Material, Reason> {
        let unknown = || format!("{cpu} is no processor of AMD GCN that we know");
        let target = Target::new(gcn(), cpu).ok_or_else(unknown)?;
        let syntax = target.syntax("llvm").ok_or("there is no syntax of LLVM")?;
        let name = format!("{cpu}{}", code.suffix());
        let file = |ending: &str| folder.join(format!("{name}.{ending}"));
        std::fs::create_dir_all(folder).map_err(|error| said(folder, &error))?;
        let mut material = Material {
            target,
            cpu: cpu.to_owned(),
            features: String::new(),
            name: name.clone(),
            syntax,
            source: file("s"),
            assembled: file("o"),
            object: file(if code == Code::Debian { "so" } else { "o" }),
            code: file("code"),
            lines: file("lines"),
            count: Count::default(),
            decoded: 0,
            description: String::new(),
        };
        let key = match code {
            Code::Debian => format!("{cpu} {}\n", DEBIAN.0),
            Code::Distinct | Code::Repeated => key(cpu, instructions)?,
        };
        let is_there = |path: &&PathBuf| path.is_file();
        let kept = std::fs::read_to_string(file("key")).unwrap_or_default();
        let files = [
            &material.source,
            &material.assembled,
            &material.object,
            &material.code,
            &material.lines,
        ];
        if !kept.starts_with(&key) || !files.iter().all(is_there) {
            // Should this be cut short, nothing may look as if it were whole.
            write(&file("key"), b"")?;
            let (text, left_out) = match code {
                Code::Debian => {
                    let object = debian::code_object(DEBIAN, cpu, folder)?;
                    write(&material.object, &object)?;
                    (round_trip::disassemble(cpu, syntax, &object)?, Vec::new())
                }
                Code::Distinct | Code::Repeated => {
                    let (modules, left_out) = code::modules(cpu, told)?;
                    let mut text = code::repeat(&modules, instructions);
                    if code == Code::Distinct {
                        text = distinct(&target, syntax, &text);
                    }
                    (text.into_bytes(), left_out)
                }
            };
            write(&material.source, &text)?;
            let features = features(&material.source)?;
            llvm_mc(cpu, &features, &material.source, &material.assembled).said()?;
            let mut bytes = text_section(&material.object)?;
            if code == Code::Debian {
                // Between kernels are zeros, and compilers of that time said some otherwise.
                bytes = engines::sayable(&target, syntax, &bytes);
            }
            write(&material.code, &bytes)?;
            let insts = engines::decode(&target, &bytes)?;
            let lines = engines::lines(&target, syntax, &insts)?;
            write(&material.lines, lines.as_bytes())?;
            let key = format!("{key}{LEFT_OUT}{}", left_out.join(", "));
            write(&file("key"), key.as_bytes())?;
        }
        material.features = features(&material.source)?;
        material.describe()?;
        let kept = read(&file("key"))?;
        let kept = String::from_utf8_lossy(&kept);
        if let Some((_, names)) = kept.split_once(LEFT_OUT)
            && !names.is_empty()
        {
            let _ = write!(
                material.description,
                " Without what clang does not compile for it: {names}."
            );
        }
        Ok(material)
    }

    /// Finds out what it is of.
    fn describe(&mut self) -> Result<(), Reason> {
        let text = std::fs::read_to_string(&self.source).map_err(|it| said(&self.source, &it))?;
        self.count = code::count(&text);
        let code = read(&self.code)?;
        let insts = engines::decode(&self.target, &code)?;
        self.decoded = insts.len();
        let object = read(&self.object)?;
        let file = object::File::parse(&*object).map_err(|it| said(&self.object, &it))?;
        let relocations = file
            .section_by_name(".text")
            .map_or(0, |section| section.relocations().count());
        let mut out = format!(
            "{} instructions of {}, {:.1} % of them on lines that stand nowhere else, \
             {} labels, {} directives, no comments; {:.1} MB of text. \
             An object of {:.1} MB, {:.1} MB of it code: with what fills gaps {} instructions, {} relocations.\n\n",
            self.count.instructions,
            self.cpu,
            100.0 * alone(&text) as f64 / self.count.instructions.max(1) as f64,
            self.count.labels,
            self.count.directives,
            text.len() as f64 / 1e6,
            object.len() as f64 / 1e6,
            code.len() as f64 / 1e6,
            insts.len(),
            relocations,
        );
        let formats = formats(&self.target, &insts);
        let mut formats: Vec<_> = formats.into_iter().collect();
        formats.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
        let share = |&(name, count): &(&str, usize)| {
            format!("{name} {:.1} %", 100.0 * count as f64 / insts.len() as f64)
        };
        let shares: Vec<String> = formats.iter().map(share).collect();
        let _ = write!(out, "By format: {}.", shares.join(", "));
        self.description = out;
        Ok(())
    }
}

/// How many instructions of a source are on lines that stand there once.
fn alone(text: &str) -> usize {
    let mut lines: HashMap<&str, bool> = HashMap::new();
    for line in text.lines().map(str::trim) {
        if !line.ends_with(':') && !line.starts_with('.') {
            let once = !lines.contains_key(line);
            lines.insert(line, once);
        }
    }
    lines.values().filter(|once| **once).count()
}

/// How many instructions have a format.
fn formats(target: &Target<'static>, insts: &[Inst]) -> SortedMap<&'static str, usize> {
    let tables = target.tables();
    let mut counts = SortedMap::new();
    for &inst in insts {
        if let Some(encoding) = target.encoding(inst) {
            let shape = &tables.shapes[encoding.shape as usize];
            let format = tables.layouts[shape.layout as usize].format;
            *counts.entry(tables.text(format)).or_default() += 1;
        }
    }
    counts
}

/// What the files are made of: sources, clang, and how they are put together.
fn key(cpu: &str, instructions: usize) -> Result<String, Reason> {
    let version = Program::new("clang-22")
        .args(["--version"])
        .said()
        .map_err(|error| {
            format!(
                "{error}\nthe code to measure on is made with it: apt-get install clang-22 llvm-22"
            )
        })?;
    let mut files = Vec::new();
    for folder in ["kernels", "run"] {
        let folder = isa_test_support::folder().join(folder);
        let entries = std::fs::read_dir(&folder).map_err(|error| said(&folder, &error))?;
        files.extend(entries.filter_map(|entry| Some(entry.ok()?.path())));
    }
    files.retain(|path| path.is_file());
    files.sort();
    let mut contents: Vec<Vec<u8>> = files.iter().map(|it| read(it)).collect::<Result<_, _>>()?;
    contents.push(code::SOURCE.to_vec());
    contents.push(include_bytes!("distinct.rs").to_vec());
    Ok(format!(
        "{cpu} {instructions} {:016x}\n{version}",
        Case::hash(&contents),
    ))
}

/// The contents of a file's section of code.
///
/// # Errors
///
/// If it is no object, or has no code.
pub fn text_section(path: &Path) -> Result<Vec<u8>, Reason> {
    let bytes = read(path)?;
    let file = object::File::parse(&*bytes).map_err(|error| said(path, &error))?;
    let section = file.section_by_name(".text");
    let section = section.ok_or_else(|| format!("{}: no .text", path.display()))?;
    let data = section.data().map_err(|error| said(path, &error))?;
    Ok(data.to_vec())
}

/// The bytes of a file.
///
/// # Errors
///
/// If it cannot be read: its name, and why.
pub fn read(path: &Path) -> Result<Vec<u8>, Reason> {
    std::fs::read(path).map_err(|error| said(path, &error))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Reason> {
    std::fs::write(path, bytes).map_err(|error| said(path, &error))
}

fn said(path: &Path, error: &dyn fmt::Display) -> Reason {
    format!("{}: {error}", path.display())
}
