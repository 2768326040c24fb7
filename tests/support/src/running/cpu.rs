//! Compiling: for GPUs with clang and lld, for the CPU with the same clang.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::case::{Argument, Case};
use crate::mode;

/// What keeps a kernel from being exported besides its descriptor: clang emits the body
/// of each kernel once more as a function.
const EXPORTS: &str = "{ global: *.kd; local: *; };\n";

/// Both sides round every operation by itself, those of halves too, and wrap.
const COMMON: [&str; 5] = [
    "-ffp-contract=off",
    "-Xclang",
    "-ffloat16-excess-precision=none",
    "-fwrapv",
    "-w",
];

/// The language of a source: from `OpenCL` C 2.0 on pointers may lead to any memory, and
/// workgroups at the end of a grid may be smaller than others.
fn standard(file: &str) -> &'static str {
    match file {
        "spaces" => "-cl-std=CL2.0",
        _ => "-cl-std=CL1.2",
    }
}

fn sources() -> PathBuf {
    crate::folder().join("run")
}

/// Runs a program; its standard output.
fn output(command: &mut Command, input: &[u8]) -> Result<Vec<u8>, String> {
    let shown = command.get_program().display().to_string();
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command
        .spawn()
        .map_err(|error| format!("{shown}: {error}"))?;
    let mut stdin = child.stdin.take().ok_or("no standard input")?;
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let done = child
        .wait_with_output()
        .map_err(|error| format!("{shown}: {error}"))?;
    // A program that has failed has its own reason not to read.
    let _ = writer.join();
    match done.status.success() {
        true => Ok(done.stdout),
        false => Err(format!(
            "{shown}: {}\n{}",
            done.status,
            String::from_utf8_lossy(&done.stderr)
        )),
    }
}

/// clang over a source for a processor, which may have a [`mode`], at a level; what it makes and where is not said yet.
fn clang(file: &str, processor: &str, level: &str) -> Command {
    let mut clang = Command::new("clang-22");
    clang
        .args(["-x", "cl", "--target=amdgcn-amd-amdhsa"])
        .arg(standard(file))
        .args(["-nogpulib", "-cl-fp32-correctly-rounded-divide-sqrt"])
        .args(COMMON)
        .args(mode::clang_options(processor))
        .arg(format!("-{level}"))
        .arg(sources().join(format!("{file}.c")));
    clang
}

/// The assembly that clang makes of a source for a processor at a level.
///
/// # Errors
///
/// What the compiler says.
pub fn assembly(file: &str, processor: &str, level: &str) -> Result<String, String> {
    let mut clang = clang(file, processor, level.trim_start_matches('-'));
    let text = output(clang.args(["-S", "-o", "-"]), b"")?;
    String::from_utf8(text).map_err(|error| error.to_string())
}

/// Compiles sources for a processor at a level, to a linked code object; gives the objects
/// that no linker has seen too.
///
/// # Errors
///
/// What the compiler or linker says.
pub fn compile(
    files: &[&str],
    processor: &str,
    level: &str,
    folder: &Path,
) -> Result<(Vec<u8>, Vec<Vec<u8>>), String> {
    let mut objects = Vec::new();
    for file in files {
        let object = folder.join(format!("{file}.{processor}.{level}.o"));
        let mut clang = clang(file, processor, level);
        clang.args(["-ffunction-sections", "-c", "-o"]).arg(&object);
        output(&mut clang, b"")?;
        objects.push(object);
    }
    let exports = folder.join("exports.map");
    std::fs::write(&exports, EXPORTS).map_err(|error| error.to_string())?;
    let name = files.first().ok_or("no source")?;
    let linked = folder.join(format!("{name}.{processor}.{level}.so"));
    let mut lld = Command::new("ld.lld-22");
    // Small pages keep the file small.
    lld.args(["-shared", "--gc-sections", "-s", "-z", "max-page-size=256"])
        .arg("--version-script")
        .arg(&exports)
        .args(&objects)
        .arg("-o")
        .arg(&linked);
    output(&mut lld, b"")?;
    let read = |path: &PathBuf| std::fs::read(path).map_err(|error| error.to_string());
    let objects = objects.iter().map(read).collect::<Result<_, _>>()?;
    Ok((read(&linked)?, objects))
}

/// Kernels compiled for the CPU, in a folder.
pub struct Programs<'f> {
    folder: &'f Path,
    options: &'f [&'f str],
}

impl<'f> Programs<'f> {
    /// Programs that are made in this folder.
    pub fn new(folder: &'f Path) -> Programs<'f> {
        Programs::with(folder, &[])
    }

    /// The same, with options of clang behind all others; each set needs a folder of its own.
    pub fn with(folder: &'f Path, options: &'f [&'f str]) -> Programs<'f> {
        Programs { folder, options }
    }

    /// What the CPU makes of a case: its buffers afterwards.
    ///
    /// # Errors
    ///
    /// What the compiler, the linker or the program says.
    pub fn run(&self, case: &Case) -> Result<Vec<Vec<u8>>, String> {
        let program = self.folder.join(case.file);
        if !program.exists() {
            let mut clang = Command::new("clang-22");
            clang
                .arg("-O2")
                .args(COMMON)
                .args(self.options)
                .arg(sources().join("cpu.c"))
                .arg(sources().join(format!("{}.c", case.file)))
                .args(["-lm", "-o"])
                .arg(&program);
            output(&mut clang, b"")?;
        }
        let mut buffers = case.buffers();
        let mut input = Vec::new();
        let mut number = |kind: u8, value: u64, bytes: &[u8]| {
            input.push(kind);
            input.extend(value.to_le_bytes());
            input.extend(bytes);
        };
        let mut contents = buffers.iter();
        for argument in case.arguments {
            match argument {
                Argument::Buffer { .. } => {
                    let bytes = contents.next().map_or(&[][..], |it| it);
                    number(b'b', bytes.len() as u64, bytes);
                }
                Argument::Number(it) => number(b'n', u64::from(*it), &[]),
                Argument::Local(bytes) => number(b'l', u64::from(*bytes), &[]),
            }
        }
        let mut command = Command::new(&program);
        command.args(case.grid.iter().chain(&case.group).map(u32::to_string));
        let out = output(&mut command, &input)?;
        let mut rest = &out[..];
        for buffer in &mut buffers {
            let (bytes, behind) = rest
                .split_at_checked(buffer.len())
                .ok_or("the program gives too few bytes")?;
            buffer.copy_from_slice(bytes);
            rest = behind;
        }
        case.comparable(&mut buffers);
        Ok(buffers)
    }
}
