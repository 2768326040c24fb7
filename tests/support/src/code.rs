//! Code that clang made, as one long source: every kernel of `tests/kernels` and
//! `tests/run` at four levels of optimisation, again and again with new names, in an
//! order that is different each time.
//!
//! What stays of clang's text is what is in sections of code: instructions, labels, and
//! the directives that say of a function that it is one. Comments, descriptors, metadata
//! and data go; what code says of them is a symbol that nothing defines.

use isa_dsl::sorted::SortedSet;
use std::path::PathBuf;

use crate::random::Random;
use crate::{kernels, running};

/// The text of this file: what was made by another one is made again.
pub const SOURCE: &[u8] = include_bytes!("code.rs");

/// Levels of optimisation.
pub const LEVELS: [&str; 4] = ["-O0", "-O1", "-O2", "-O3"];

/// Directives that stay.
const DIRECTIVES: [&str; 8] = [
    ".globl",
    ".hidden",
    ".p2align",
    ".protected",
    ".size",
    ".type",
    ".weak",
    ".text",
];

/// What clang made of one file at one level.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Module {
    /// Its statements, without comments.
    pub lines: Vec<String>,
    /// The names that it defines.
    pub names: SortedSet<String>,
    /// How many of its statements are instructions.
    pub instructions: usize,
}

/// How many statements of a kind a source has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// Instructions.
    pub instructions: usize,
    /// Labels.
    pub labels: usize,
    /// Directives.
    pub directives: usize,
}

impl Module {
    /// The code in a compiler's or a disassembler's text.
    pub fn new(assembly: &str) -> Module {
        let mut module = Module::default();
        let mut is_code = true;
        for line in assembly.lines() {
            let line = line.split(';').next().unwrap_or("");
            let line = line.split("//").next().unwrap_or("").trim_end();
            let word = line.split_whitespace().next().unwrap_or("");
            match word {
                "" => continue,
                ".text" => is_code = true,
                ".section" => {
                    let name = line.trim_start().trim_start_matches(".section").trim();
                    is_code = name == ".text" || name.starts_with(".text.");
                    continue;
                }
                _ => {}
            }
            if !is_code {
                continue;
            }
            if let Some(name) = line.strip_suffix(':') {
                module.names.insert(name.to_owned());
            } else if !word.starts_with('.') {
                module.instructions += 1;
            } else if !DIRECTIVES.contains(&word) {
                continue;
            }
            module.lines.push(line.to_owned());
        }
        module
    }

    /// Appends its statements; each name that it defines ends in `_` and a number.
    fn write(&self, number: usize, out: &mut String) {
        let suffix = format!("_{number}");
        for line in &self.lines {
            let mut rest = line.as_str();
            while let Some(first) = rest.find(starts_name) {
                let (before, from) = rest.split_at(first);
                let end = from.find(|letter| !continues_name(letter));
                let (word, behind) = from.split_at(end.unwrap_or(from.len()));
                out.push_str(before);
                if self.names.contains(word) {
                    out.push_str(word);
                    out.push_str(&suffix);
                } else {
                    // Data that only the file itself knows: others may give it too.
                    out.push_str(word.strip_prefix(".L").unwrap_or(word));
                }
                rest = behind;
            }
            out.push_str(rest);
            out.push('\n');
        }
    }
}

fn starts_name(letter: char) -> bool {
    letter.is_ascii_alphabetic() || letter == '_' || letter == '.'
}

fn continues_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '.' || letter == '$'
}

/// A source of at least as many instructions, whole modules of clang's. The same modules
/// always give the same source. No instructions if the modules have none.
pub fn repeat(modules: &[Module], instructions: usize) -> String {
    let mut text = String::from("\t.text\n");
    let mut sum = 0;
    if modules.iter().all(|module| module.instructions == 0) {
        return text;
    }
    let mut random = Random::new(1);
    let mut order: Vec<&Module> = modules.iter().collect();
    for number in 0.. {
        if number % order.len() == 0 {
            // Fisher and Yates.
            for last in (1..order.len()).rev() {
                order.swap(last, random.below(last + 1));
            }
        }
        if sum >= instructions {
            break;
        }
        let module = order[number % order.len()];
        module.write(number, &mut text);
        sum += module.instructions;
    }
    text
}

/// How many statements a source has that is written a statement a line.
pub fn count(text: &str) -> Count {
    let mut count = Count::default();
    for line in text.lines().map(str::trim) {
        if line.is_empty() || line.starts_with("//") || line.starts_with(';') {
            continue;
        }
        let kind = match line {
            line if line.ends_with(':') => &mut count.labels,
            line if line.starts_with('.') => &mut count.directives,
            _ => &mut count.instructions,
        };
        *kind += 1;
    }
    count
}

/// Everything that clang makes of the kernels for a processor, in a fixed order, and the
/// files with their levels that it cannot compile for it.
///
/// # Errors
///
/// If clang is missing or compiles nothing: what it said.
pub fn modules(
    cpu: &str,
    told: &mut dyn FnMut(usize, usize),
) -> Result<(Vec<Module>, Vec<String>), String> {
    let kernels = kernels::all();
    let suitable = |path: &&PathBuf| {
        let is_cl = path.extension().is_some_and(|it| it == "cl");
        is_cl && kernels::suits(path, cpu)
    };
    let kernels: Vec<&PathBuf> = kernels.iter().filter(suitable).collect();
    let files: SortedSet<&str> = running::CASES.iter().map(|case| case.file).collect();
    let all = LEVELS.len() * (kernels.len() + files.len() + 1);
    let mut modules: Vec<Module> = Vec::new();
    let mut left_out = Vec::new();
    let mut first = None;
    let mut add = |name: &str, level: &str, assembly: Result<String, String>| {
        match assembly {
            Ok(assembly) => modules.push(Module::new(&assembly)),
            Err(error) => {
                left_out.push(format!("{name} {level}"));
                first.get_or_insert(error);
            }
        }
        told(modules.len() + left_out.len(), all);
    };
    for level in LEVELS {
        for kernel in &kernels {
            let name = kernels::name(kernel);
            add(name, level, kernels::assembly(kernel, cpu, level));
        }
        for file in &files {
            add(file, level, running::assembly(file, cpu, level));
        }
        add("templates", level, kernels::templates(cpu, level));
    }
    match first {
        Some(error) if modules.is_empty() => Err(error),
        _ => Ok((modules, left_out)),
    }
}
