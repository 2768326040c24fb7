//! LLVM as an oracle: many lines, or many byte strings, through few runs of
//! a program, with an answer for each of them.
//!
//! llvm-mc assembles. Its answers are told apart by a label before every line;
//! should it die, the batch is halved until the culprit stands alone. LLVM's
//! library disassembles, through `tests/llvm/disassemble.c`. Where that could not
//! be built llvm-mc does, much slower, with an `s_mov_b32` of a literal, the
//! number of the string, before every string.

use isa_dsl::sorted::SortedMap;
use std::fmt::{self, Write as _};
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::thread;

use crate::mode;

/// What llvm-mc says of a line of assembly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Assembled {
    /// It is an instruction.
    Accepted {
        /// Its bytes, in the order of memory.
        bytes: Vec<u8>,
        /// Its text as llvm-mc prints it, without indentation.
        text: String,
    },
    /// It is not; with the first message.
    Rejected(String),
    /// It is one, with bytes that only a linker knows: it names a symbol.
    Unresolved,
    /// llvm-mc dies of it.
    Died,
}

/// What llvm-mc says of a byte string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Disassembled {
    /// The whole string is one instruction: its text.
    Text(String),
    /// It is not one instruction.
    Data,
    /// llvm-mc dies of it.
    Died,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum ToolError {
    /// The program cannot be started.
    Missing {
        /// Its name.
        program: String,
        /// What the operating system said.
        cause: std::io::Error,
    },
    /// Reading from or writing to it failed.
    Io(std::io::Error),
    /// It printed something that cannot be understood.
    Unreadable(String),
}

impl fmt::Display for ToolError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToolError::Missing { program, cause } => write!(
                out,
                "cannot start {program} ({cause}); install llvm-22: apt-get install llvm-22"
            ),
            ToolError::Io(cause) => write!(out, "talking to LLVM: {cause}"),
            ToolError::Unreadable(line) => write!(out, "LLVM printed `{line}`"),
        }
    }
}

impl std::error::Error for ToolError {}

impl From<std::io::Error> for ToolError {
    fn from(cause: std::io::Error) -> ToolError {
        ToolError::Io(cause)
    }
}

/// Whether LLVM's assembler denies the processor a register that the line
/// names: gfx803 has no XNACK mask. LLVM's disassembler prints it there all
/// the same, and what is printed has to be read, so that the description gives
/// the register to the architecture.
pub fn lacks_register(cpu: &str, line: &str) -> bool {
    cpu == "gfx803" && line.contains("xnack_mask")
}

/// Whether LLVM can disassemble for the processor.
pub fn has_disassembler(cpu: &str) -> bool {
    !cpu.starts_with("gfx6") && !cpu.starts_with("gfx7")
}

/// An answer per question.
type Answers<A> = Result<Vec<A>, ToolError>;

/// Assembles `lines`, each by itself, for the processor `cpu`. Gives as many
/// answers, in the same order.
///
/// # Errors
///
/// If llvm-mc is not installed or behaves in an unknown way. That it dies of a
/// line is an answer.
pub fn assemble(cpu: &str, lines: &[String]) -> Result<Vec<Assembled>, ToolError> {
    in_parallel(lines, |batch| assemble_batch(cpu, batch))
}

/// Disassembles byte strings, each by itself, for the processor `cpu`. Gives as
/// many answers, in the same order.
///
/// # Errors
///
/// As [`assemble`].
pub fn disassemble(cpu: &str, codes: &[Vec<u8>]) -> Result<Vec<Disassembled>, ToolError> {
    in_parallel(codes, |batch| library::disassemble(cpu, batch))
}

/// The same through llvm-mc, whose text is printed by the same code.
///
/// # Errors
///
/// As [`assemble`].
pub fn disassemble_by_tool(cpu: &str, codes: &[Vec<u8>]) -> Result<Vec<Disassembled>, ToolError> {
    in_parallel(codes, |batch| disassemble_batch(cpu, batch))
}

mod library {
    //! LLVM's library, through a program that is built when it is asked first.

    use std::path::{Path, PathBuf};
    use std::process::Command;
    use std::sync::OnceLock;

    use super::{Disassembled, Run, ToolError, disassemble_batch, unreadable};
    use crate::mode;
    use crate::oracle::hex;

    /// The source in the folder of the tests, and the library as Debian names its file.
    const SOURCE: &str = "llvm/disassemble.c";
    const LIBRARY: &str = "-l:libLLVM.so.22.1";

    /// What is disassembled by the library, or by llvm-mc where the program cannot be built.
    pub fn disassemble(cpu: &str, codes: &[Vec<u8>]) -> Result<Vec<Disassembled>, ToolError> {
        static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();
        let built = PROGRAM.get_or_init(|| {
            build()
                .map_err(|cause| {
                    let cause: Vec<&str> = cause.lines().take(10).collect();
                    eprintln!(
                        "llvm-mc disassembles, many times slower: {SOURCE} was not built:\n{}",
                        cause.join("\n")
                    );
                })
                .ok()
        });
        match built {
            Some(program) => by_program(program, cpu, codes),
            None => disassemble_batch(cpu, codes),
        }
    }

    /// Builds it, or says what the compiler did. What another process has built is replaced at
    /// once: it may be running.
    fn build() -> Result<PathBuf, String> {
        let said = |error: std::io::Error| error.to_string();
        let program = crate::folder().join("../target/llvm/disassemble");
        let own = program.with_extension(std::process::id().to_string());
        std::fs::create_dir_all(own.with_file_name("")).map_err(said)?;
        let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
        let output = Command::new(&compiler)
            .args(["-O2", "-Wall", "-Wextra", "-Werror", "-o"])
            .arg(&own)
            .arg(crate::folder().join(SOURCE))
            .arg(LIBRARY)
            .output()
            .map_err(|error| format!("{}: {error}", compiler.display()))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        std::fs::rename(own, &program).map_err(said)?;
        Ok(program)
    }

    fn by_program(
        program: &Path,
        cpu: &str,
        codes: &[Vec<u8>],
    ) -> Result<Vec<Disassembled>, ToolError> {
        let mut command = Command::new(program);
        command.args([mode::split(cpu).0, mode::llvm_features(cpu)]);
        let input: String = codes.iter().map(|code| hex(code) + "\n").collect();
        let run = Run::of(command, program.display().to_string(), input)?;
        let answers: Result<Vec<_>, _> = run.output.lines().map(answer).collect();
        let answers = answers?;
        match answers.len() == codes.len() {
            true => Ok(answers),
            false => Err(unreadable(run.errors.trim_end())),
        }
    }

    fn answer(line: &str) -> Result<Disassembled, ToolError> {
        match line.split_at_checked(1) {
            // It prints a space behind some operands.
            Some(("T", text)) => Ok(Disassembled::Text(text.trim_end().to_owned())),
            Some(("D", "")) => Ok(Disassembled::Data),
            Some(("X", "")) => Ok(Disassembled::Died),
            _ => Err(unreadable(line)),
        }
    }
}

/// One run handles that many questions: enough to forget the start of the
/// program, few enough that little is asked again when it dies.
const BATCH: usize = 20_000;

/// Runs `ask` over batches of `questions` on every core.
fn in_parallel<Q: Sync, A: Send>(
    questions: &[Q],
    ask: impl Fn(&[Q]) -> Answers<A> + Sync,
) -> Answers<A> {
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let size = questions.len().div_ceil(cores).clamp(1, BATCH);
    let batches: Vec<&[Q]> = questions.chunks(size).collect();
    let mut answers = Vec::with_capacity(questions.len());
    for wave in batches.chunks(cores) {
        let results = thread::scope(|scope| {
            let running: Vec<_> = wave
                .iter()
                .map(|batch| scope.spawn(|| ask(batch)))
                .collect();
            running
                .into_iter()
                .map(thread::ScopedJoinHandle::join)
                .collect::<Vec<_>>()
        });
        for result in results {
            match result {
                Ok(batch) => answers.extend(batch?),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    }
    Ok(answers)
}

fn assemble_batch(cpu: &str, lines: &[String]) -> Result<Vec<Assembled>, ToolError> {
    let mut input = String::new();
    for (index, line) in lines.iter().enumerate() {
        // A line break would shift every later message.
        let line = line.replace(['\n', '\r'], " ");
        let _ = write!(input, "m{index}:\n{line}\n");
    }
    let run = Run::new(cpu, &["-show-encoding"], input)?;
    if run.died {
        return halve(lines, |half| assemble_batch(cpu, half), || Assembled::Died);
    }

    let messages = run.messages("error: ");
    let mut answers: Vec<Assembled> = (0..lines.len())
        .map(|index| {
            // Two lines of input per question, counted from 1.
            let message = messages.get(&(index * 2 + 2)).cloned();
            Assembled::Rejected(message.unwrap_or_else(|| "no instruction".to_owned()))
        })
        .collect();
    let mut current = None;
    for line in run.output.lines() {
        if let Some(label) = line
            .strip_prefix('m')
            .and_then(|rest| rest.strip_suffix(':'))
        {
            current = Some(label.parse::<usize>().map_err(|_| unreadable(line))?);
            continue;
        }
        let Some((text, encoding)) = line.split_once("; encoding: [") else {
            continue;
        };
        // It may complain, and print the instruction all the same.
        if current.is_some_and(|index: usize| messages.contains_key(&(index * 2 + 2))) {
            continue;
        }
        let bytes = encoding.trim_end().trim_end_matches(']').split(',');
        let answer = current.and_then(|index: usize| answers.get_mut(index));
        let answer = answer.ok_or_else(|| unreadable(line))?;
        // Bytes of a symbol are a letter, alone or behind the bits that are known.
        if bytes.clone().any(|byte| !byte.starts_with("0x")) {
            *answer = Assembled::Unresolved;
            continue;
        }
        let bytes = bytes
            .map(|byte| u8::from_str_radix(byte.trim_start_matches("0x"), 16))
            .collect::<Result<Vec<u8>, _>>()
            .map_err(|_| unreadable(line))?;
        *answer = Assembled::Accepted {
            bytes,
            text: text.trim().to_owned(),
        };
    }
    Ok(answers)
}

/// The high half of the literals of markers.
const MARK: u32 = 0x5a5a_0000;

fn disassemble_batch(cpu: &str, codes: &[Vec<u8>]) -> Result<Vec<Disassembled>, ToolError> {
    let mut input = String::new();
    for (index, code) in codes.iter().enumerate() {
        // In brackets llvm-mc does not go on behind bytes that it cannot read.
        let code: Vec<String> = code.iter().map(|byte| format!("{byte:#04x}")).collect();
        let [low, high, ..] = index.to_le_bytes();
        let _ = write!(
            input,
            "[0xff,0x00,0x80,0xbe,{low:#04x},{high:#04x},0x5a,0x5a]\n[{}]\n",
            code.join(",")
        );
    }
    let run = Run::new(cpu, &["-disassemble"], input)?;
    if run.died {
        return halve(
            codes,
            |half| disassemble_batch(cpu, half),
            || Disassembled::Died,
        );
    }

    let refused = run.messages("warning: ");
    let mut texts: Vec<Vec<String>> = vec![Vec::new(); codes.len()];
    let mut next = 0;
    for line in run.output.lines() {
        let line = line.split("; ").next().unwrap_or("").trim();
        if line.is_empty() || line.starts_with('.') {
            continue;
        }
        // A string may itself move a literal: only the awaited number counts.
        if parse_marker(line) == Some(next) {
            next += 1;
        } else if let Some(index) = next.checked_sub(1) {
            texts[index].push(line.to_owned());
        } else {
            return Err(unreadable(line));
        }
    }
    if next != codes.len() {
        return Err(ToolError::Unreadable(format!(
            "{next} of {} markers",
            codes.len()
        )));
    }
    Ok(texts
        .into_iter()
        .enumerate()
        .map(|(index, mut texts)| {
            let whole = texts.len() == 1 && !refused.contains_key(&(index * 2 + 2));
            match texts.pop() {
                Some(text) if whole => Disassembled::Text(text),
                _ => Disassembled::Data,
            }
        })
        .collect())
}

/// The number that a marker has.
fn parse_marker(line: &str) -> Option<usize> {
    let literal = line.strip_prefix("s_mov_b32 s0, 0x")?;
    let literal = u32::from_str_radix(literal.trim(), 16).ok()?;
    (literal & 0xffff_0000 == MARK).then_some((literal & 0xffff) as usize)
}

/// Asks for the halves of a batch that the program died of; a single question
/// that it dies of is answered by `dead`.
fn halve<Q, A>(
    questions: &[Q],
    ask: impl Fn(&[Q]) -> Answers<A>,
    dead: impl Fn() -> A,
) -> Answers<A> {
    if questions.len() <= 1 {
        return Ok(questions.iter().map(|_| dead()).collect());
    }
    let (left, right) = questions.split_at(questions.len() / 2);
    let mut answers = ask(left)?;
    answers.extend(ask(right)?);
    Ok(answers)
}

fn unreadable(line: &str) -> ToolError {
    ToolError::Unreadable(line.to_owned())
}

/// A finished run of a program.
struct Run {
    output: String,
    errors: String,
    /// It did not end by itself.
    died: bool,
}

impl Run {
    fn new(cpu: &str, options: &[&str], input: String) -> Result<Run, ToolError> {
        let program = std::env::var("LLVM_MC").unwrap_or_else(|_| "llvm-mc-22".to_owned());
        let mut command = Command::new(&program);
        command
            .arg("-arch=amdgcn")
            .arg(format!("-mcpu={}", mode::split(cpu).0))
            .arg(format!("-mattr={}", mode::llvm_features(cpu)))
            .args(options)
            // Stack traces of its deaths take longer than its work.
            .env("LLVM_DISABLE_SYMBOLIZATION", "1")
            .env("LLVM_DISABLE_CRASH_REPORT", "1");
        Run::of(command, program, input)
    }

    fn of(mut command: Command, program: String, input: String) -> Result<Run, ToolError> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|cause| ToolError::Missing { program, cause })?;
        let stdin = child.stdin.take();
        let output = thread::scope(|scope| {
            // Written beside the reading, lest both wait for the other.
            scope.spawn(move || stdin.map(|mut pipe| pipe.write_all(input.as_bytes())));
            child.wait_with_output()
        })?;
        Ok(Run {
            output: String::from_utf8_lossy(&output.stdout).into_owned(),
            errors: String::from_utf8_lossy(&output.stderr).into_owned(),
            died: !matches!(output.status.code(), Some(0 | 1)),
        })
    }

    /// The first message of every line of input that has one of this `kind`.
    fn messages(&self, kind: &str) -> SortedMap<usize, String> {
        let mut messages = SortedMap::new();
        for line in self.errors.lines() {
            // <stdin>:LINE:COLUMN: error: MESSAGE
            let Some((place, message)) = line.split_once(kind) else {
                continue;
            };
            let Some(number) = place.split(':').nth(1).and_then(|text| text.parse().ok()) else {
                continue;
            };
            messages.entry(number).or_insert_with(|| message.to_owned());
        }
        messages
    }
}
