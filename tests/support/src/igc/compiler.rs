//! Intel's offline compiler `ocloc`: kernels of `OpenCL` C become vISA, as text and as objects.
//!
//! ```text
//! apt-get install intel-opencl-icd
//! ```
//!
//! The kernels are those of `tests/kernels` and `tests/run`, which are written for clang's
//! AMDGPU target; what they call of it is defined before them. What needs more of that target
//! is refused by the compiler.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::ToolError;

/// Devices of each generation that the compiler knows and that differ in what they are given.
pub const DEVICES: [&str; 5] = ["skl", "icllp", "tgllp", "dg2-g10", "pvc"];

/// What is defined before a kernel.
const PRELUDE: [(&str, &str); 11] = [
    (
        "__builtin_amdgcn_workitem_id_x()",
        "((uint)get_local_id(0))",
    ),
    (
        "__builtin_amdgcn_workitem_id_y()",
        "((uint)get_local_id(1))",
    ),
    (
        "__builtin_amdgcn_workitem_id_z()",
        "((uint)get_local_id(2))",
    ),
    (
        "__builtin_amdgcn_workgroup_id_x()",
        "((uint)get_group_id(0))",
    ),
    (
        "__builtin_amdgcn_workgroup_id_y()",
        "((uint)get_group_id(1))",
    ),
    (
        "__builtin_amdgcn_workgroup_id_z()",
        "((uint)get_group_id(2))",
    ),
    (
        "__builtin_amdgcn_workgroup_size_x()",
        "((uint)get_enqueued_local_size(0))",
    ),
    (
        "__builtin_amdgcn_workgroup_size_y()",
        "((uint)get_enqueued_local_size(1))",
    ),
    (
        "__builtin_amdgcn_workgroup_size_z()",
        "((uint)get_enqueued_local_size(2))",
    ),
    (
        "__builtin_amdgcn_s_barrier()",
        "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)",
    ),
    ("__builtin_amdgcn_fence(order, scope)", ""),
];

/// How the compiler is asked for kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// As it does it by itself.
    Usual,
    /// Every operation is rounded by itself, and quotients and roots are nearest.
    Exact,
    /// Without optimization: functions are called with a stack, and have files of their own.
    Unoptimized,
}

impl Mode {
    /// What stands before a source.
    fn prelude(self) -> &'static str {
        match self {
            Mode::Exact => "#pragma OPENCL FP_CONTRACT OFF\n",
            Mode::Usual | Mode::Unoptimized => "",
        }
    }

    fn options(self) -> &'static str {
        match self {
            Mode::Usual => "",
            Mode::Exact => "-cl-fp32-correctly-rounded-divide-sqrt",
            Mode::Unoptimized => "-cl-opt-disable",
        }
    }
}

/// What the compiler dumped of one kernel.
#[derive(Debug)]
pub struct Dump {
    /// Its file's name.
    pub name: String,
    /// The text (`.visaasm`).
    pub text: String,
    /// The object of the same kernel (`.isa`); of a function there is none. Its instructions are cut like those of
    /// `GenX_IR`: [`super::is_cut`].
    pub object: Vec<u8>,
    /// The constants of the program, which all its kernels share.
    pub constants: Vec<u8>,
}

/// The sources, by name.
///
/// # Errors
///
/// If a folder cannot be read.
pub fn sources() -> Result<Vec<PathBuf>, ToolError> {
    let root = crate::folder();
    let mut sources = Vec::new();
    for (folder, extension) in [("kernels", "cl"), ("run", "c")] {
        for entry in std::fs::read_dir(root.join(folder))? {
            let path = entry?.path();
            // The other side of the kernels of `run`: it calls them on the CPU.
            let is_host = path.ends_with("run/cpu.c");
            if path.extension().is_some_and(|it| it == extension) && !is_host {
                sources.push(path);
            }
        }
    }
    sources.sort();
    Ok(sources)
}

/// What the compiler dumps of the kernels of a source for a device, in the order of their
/// names; none if it refuses the source.
///
/// # Errors
///
/// [`ToolError::Missing`] if the compiler is not installed; or its files cannot be written or
/// read.
pub fn compile(source: &Path, device: &str, mode: Mode) -> Result<Vec<Dump>, ToolError> {
    let folder = tempfile::tempdir()?;
    let mut text = mode.prelude().to_owned();
    for (name, meaning) in PRELUDE {
        let _ = writeln!(text, "#define {name} {meaning}");
    }
    text += &std::fs::read_to_string(source)?;
    std::fs::write(folder.path().join("kernel.cl"), text)?;
    let include = source.parent().unwrap_or(Path::new("."));
    let program = std::env::var("OCLOC").unwrap_or_else(|_| "ocloc".to_owned());
    Command::new(program)
        .args(["compile", "-q", "-file", "kernel.cl", "-device", device])
        .args([
            "-options",
            &format!("-cl-std=CL2.0 {} -I {}", mode.options(), include.display()),
        ])
        .env("IGC_ShaderDumpEnable", "1")
        .env("IGC_DumpToCustomDir", folder.path())
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(ToolError::Missing)?;
    let mut dumps = Vec::new();
    for entry in std::fs::read_dir(folder.path())? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == "visaasm") {
            // `OCL_asmHASH_simd8_entry_0001` is of the program `OCL_asmHASH`.
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let program = name.split('_').take(2).collect::<Vec<_>>().join("_");
            let program = std::fs::read(path.with_file_name(format!("{program}.progbin")))?;
            dumps.push(Dump {
                constants: constants(&program).unwrap_or_default(),
                name: path
                    .file_stem()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into(),
                text: String::from_utf8_lossy(&std::fs::read(&path)?).into_owned(),
                object: match function_of(&name).is_some() {
                    true => Vec::new(),
                    false => std::fs::read(path.with_extension("isa"))?,
                },
            });
        }
    }
    dumps.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(dumps)
}

/// The constants in a program of the compiler (`.progbin`): behind a header of seven dwords,
/// the last of which says how many bytes there are, stand records with their kind and size;
/// kind 42 has two dwords more, the second of which says how many bytes follow.
fn constants(program: &[u8]) -> Option<Vec<u8>> {
    const HEADER: usize = 28;
    const CONSTANTS: u32 = 42;
    let dword = |at: usize| {
        let bytes = program.get(at..at + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    };
    let (mut at, end) = (HEADER, HEADER + dword(24)? as usize);
    while at < end {
        let (kind, size) = (dword(at)?, dword(at + 4)? as usize);
        if kind == CONSTANTS {
            let bytes = dword(at + 12)? as usize;
            let bytes = program.get(at + size..at + size + bytes)?;
            return Some(bytes.to_vec());
        }
        at += size.max(8);
    }
    None
}

/// The kernel that calls a function, from their names: `KERNEL_f0` and so on are functions.
fn function_of(name: &str) -> Option<&str> {
    let (kernel, number) = name.trim_end_matches(".visaasm").rsplit_once("_f")?;
    let is_number = !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit());
    is_number.then_some(kernel)
}

/// Kernels with the texts of the functions that they call behind their own.
pub fn joined(dumps: Vec<Dump>) -> Vec<Dump> {
    let mut all: Vec<Dump> = Vec::new();
    for dump in dumps {
        let kernel = function_of(&dump.name);
        match kernel.and_then(|name| all.iter_mut().find(|it| it.name == name)) {
            Some(kernel) => {
                let lines = dump.text.lines();
                for line in lines.filter(|line| !line.starts_with(".version")) {
                    kernel.text.push_str(line);
                    kernel.text.push('\n');
                }
            }
            None => all.push(dump),
        }
    }
    all
}
