//! The kernels of `tests/kernels`, compiled by clang: every instruction of their
//! code, with its bytes and LLVM's text.

use crate::mode;
use isa_dsl::sorted::SortedMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// An instruction of a compiled kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compiled {
    /// Its bytes, in the order of memory.
    pub bytes: Vec<u8>,
    /// LLVM's text; `None` where only the assembler gave one, with a label.
    pub text: Option<String>,
}

/// Processors that LLVM assembles for and cannot disassemble.
const WITHOUT_DISASSEMBLER: [&str; 2] = ["gfx600", "gfx700"];

/// Kernels that use generic pointers, which gfx600 has not.
const GENERIC: [&str; 4] = ["half_pack", "histogram", "records", "wrap_counter"];

/// Kernels that use the builtins of CDNA, and which processors have them.
const MATRICES: [(&str, &[&str]); 3] = [
    ("matrices", &["gfx908", "gfx90a", "gfx942", "gfx950"]),
    ("small_matrices", &["gfx942", "gfx950"]),
    ("scaled_matrices", &["gfx950"]),
];

/// The kernels' files, in order.
///
/// # Panics
///
/// If the folder cannot be read.
pub fn all() -> Vec<PathBuf> {
    let folder = crate::folder().join("kernels");
    let entries = std::fs::read_dir(&folder).expect("the folder of kernels");
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|it| it == "cl"))
        .collect();
    paths.sort();
    paths
}

/// The assembly that clang makes of `templates.hip` at a level of optimisation.
///
/// # Errors
///
/// If clang is missing or fails: what it said.
pub fn templates(cpu: &str, level: &str) -> Result<String, String> {
    templates_with(cpu, level, &[])
}

/// [`templates`] with more options for clang.
///
/// # Errors
///
/// As [`templates`].
pub fn templates_with(cpu: &str, level: &str, more: &[&str]) -> Result<String, String> {
    let source = crate::folder().join("kernels/templates.hip");
    let offload = format!("--offload-arch={cpu}");
    let output = Command::new("clang-22")
        .args([
            "-x",
            "hip",
            "--offload-device-only",
            "-nogpulib",
            "-nogpuinc",
            "-S",
        ])
        .args([&offload, level, "-o", "-"])
        .args(more)
        .arg(source)
        .output()
        .map_err(|error| error.to_string())?;
    match output.status.success() {
        true => String::from_utf8(output.stdout).map_err(|error| error.to_string()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// The name of a kernel.
pub fn name(kernel: &Path) -> &str {
    let stem = kernel.file_stem().and_then(|stem| stem.to_str());
    stem.unwrap_or("")
}

/// Whether a processor has what a kernel needs.
pub fn suits(kernel: &Path, cpu: &str) -> bool {
    let kernel = name(kernel);
    match MATRICES.iter().find(|(name, _)| *name == kernel) {
        Some((_, processors)) => processors.contains(&cpu),
        None => cpu != "gfx600" || !GENERIC.contains(&kernel),
    }
}

/// The assembly that clang makes of a kernel at a level of optimisation, `-O3`.
///
/// # Errors
///
/// If clang is missing or fails: what it said.
pub fn assembly(kernel: &Path, cpu: &str, level: &str) -> Result<String, String> {
    assembly_with(kernel, cpu, level, &[])
}

/// [`assembly`] with more options for clang.
///
/// # Errors
///
/// As [`assembly`].
pub fn assembly_with(
    kernel: &Path,
    cpu: &str,
    level: &str,
    more: &[&str],
) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let assembly = folder.path().join("kernel.s");
    let output = assembly.to_string_lossy();
    let source = kernel.to_string_lossy();
    let mut options = vec![
        "-x",
        "cl",
        "-cl-std=CL2.0",
        "-target",
        "amdgcn-amd-amdhsa",
        level,
        "-nogpulib",
        "-S",
    ];
    // Private memory is reached with SCRATCH instructions where they exist;
    // without the feature the compiler takes buffer instructions.
    if cpu.starts_with("gfx9") && name(kernel) != "records" {
        options.extend([
            "-Xclang",
            "-target-feature",
            "-Xclang",
            "+enable-flat-scratch",
        ]);
    }
    let cpu_options = mode::clang_options(cpu);
    options.extend_from_slice(more);
    options.extend(cpu_options.iter().map(String::as_str));
    options.extend(["-o", &output, &source]);
    run("CLANG", "clang-22", &options)?;
    // clang 22 asks for more registers on gfx6 than its own assembler takes; the
    // directive says nothing of the code.
    let text = std::fs::read_to_string(&assembly).map_err(|error| error.to_string())?;
    Ok(text.replace(".amdhsa_next_free_sgpr 102", ".amdhsa_next_free_sgpr 100"))
}

/// All instructions of a kernel, in the order of its code.
///
/// # Errors
///
/// If a tool is missing or fails: what it said.
pub fn compile(kernel: &Path, cpu: &str) -> Result<Vec<Compiled>, String> {
    let text = assembly(kernel, cpu, "-O3")?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (assembly, object) = (file("kernel.s"), file("kernel.o"));
    std::fs::write(&assembly, text).map_err(|error| error.to_string())?;
    let machine = ["-arch=amdgcn", "-mcpu", cpu];
    let target = "-triple=amdgcn-amd-amdhsa";
    let mut options = vec![target, "-filetype=obj", "-o", &object, &assembly];
    options.extend(&machine[1..]);
    run("LLVM_MC", "llvm-mc-22", &options)?;
    if WITHOUT_DISASSEMBLER.contains(&cpu) {
        let code = file("code.bin");
        run(
            "LLVM_OBJCOPY",
            "llvm-objcopy-22",
            &["-O", "binary", "-j", ".text", &object, &code],
        )?;
        let code = std::fs::read(&code).map_err(|error| error.to_string())?;
        let options = [target, machine[1], machine[2], "-show-encoding", &assembly];
        return assembled(&run("LLVM_MC", "llvm-mc-22", &options)?, &code);
    }
    let mcpu = format!("--mcpu={cpu}");
    let listing = run("LLVM_OBJDUMP", "llvm-objdump-22", &["-d", &mcpu, &object])?;
    Ok(listing.lines().filter_map(disassembled).collect())
}

/// What a program, or the one that a variable of the environment names, prints.
fn run(variable: &str, program: &str, options: &[&str]) -> Result<String, String> {
    let program = std::env::var(variable).unwrap_or_else(|_| program.to_owned());
    let output = Command::new(&program).args(options).output();
    let output = output.map_err(|error| {
        format!("cannot start {program} ({error}); apt-get install llvm-22 clang-22")
    })?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let errors = String::from_utf8_lossy(&output.stderr);
        let first: Vec<&str> = errors.lines().take(5).collect();
        Err(format!(
            "{program} {}:\n{}",
            options.join(" "),
            first.join("\n")
        ))
    }
}

/// A line of llvm-objdump: text, `//`, address, words.
pub fn disassembled(line: &str) -> Option<Compiled> {
    let (text, comment) = line.strip_prefix('\t')?.split_once("//")?;
    let (_, words) = comment.split_once(':')?;
    let words = words.split('<').next()?.split_whitespace();
    let words: Option<Vec<u32>> = words
        .map(|word| u32::from_str_radix(word, 16).ok())
        .collect();
    Some(Compiled {
        bytes: words?.iter().flat_map(|word| word.to_le_bytes()).collect(),
        text: Some(text.trim().to_owned()),
    })
}

/// The lines of `llvm-mc -show-encoding`, with their bytes from the linked code.
///
/// # Errors
///
/// If the code ends before the statements do.
pub fn assembled(listing: &str, code: &[u8]) -> Result<Vec<Compiled>, String> {
    let mut all = Vec::new();
    let (mut at, mut in_code) = (0_usize, true);
    for line in listing.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [".text", ..] => in_code = true,
            [".section", name, ..] => in_code = name.trim_end_matches(',') == ".text",
            [".p2align", power, ..] if in_code => {
                let power: u32 = power.trim_end_matches(',').parse().unwrap_or(0);
                at = at.next_multiple_of(1 << power);
            }
            _ => {}
        }
        let Some((text, encoding)) = line.split_once("; encoding: [") else {
            continue;
        };
        let known = encoding
            .split(',')
            .all(|byte| byte.trim().starts_with("0x"));
        let size = encoding.split(',').count();
        let bytes = code.get(at..at + size);
        let bytes = bytes.ok_or_else(|| format!("the code ends before `{}`", text.trim()))?;
        all.push(Compiled {
            bytes: bytes.to_vec(),
            text: known.then(|| text.trim().to_owned()),
        });
        at += size;
    }
    Ok(all)
}

/// So many instructions of a mnemonic are stored for a kernel and processor.
const KEPT: usize = 2;

/// A few instructions of each mnemonic, each once: what is worth storing, as
/// the texts and the bytes of two files.
pub fn excerpt(instructions: &[Compiled]) -> (String, String) {
    let mut counts: SortedMap<(&str, usize), Vec<&str>> = SortedMap::new();
    let (mut texts, mut codes) = (String::new(), String::new());
    for instruction in instructions {
        let Some(text) = &instruction.text else {
            continue;
        };
        let mnemonic = text.split(' ').next().unwrap_or("");
        let seen = counts
            .entry((mnemonic, instruction.bytes.len()))
            .or_default();
        if seen.len() < KEPT && !seen.contains(&text.as_str()) {
            seen.push(text);
            let _ = writeln!(texts, "\t{text}");
            let _ = writeln!(codes, "{}", crate::oracle::hex(&instruction.bytes));
        }
    }
    (texts, codes)
}
