//! Intel's `GenX_IR` as an oracle for vISA: the text of many instructions through
//! few runs of the program.
//!
//! It reads objects and prints them, but Debian's build (libigc-tools
//! 1.0.12504.6) cannot write them, so bytes are the question and text the
//! answer. A `LOC` with its number stands before every instruction. After the
//! last one stands an instruction that the verifier refuses: the text is
//! printed by then, and the compiler, which some instructions keep busy for
//! minutes, never starts.

pub mod compiler;
pub mod corpus;
pub mod object;
pub mod running;

use isa_dsl::sorted::{SortedMap, SortedSet};
use std::fmt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use object::Version;

/// Why there is no answer.
#[derive(Debug)]
pub enum ToolError {
    /// The program cannot be started.
    Missing(std::io::Error),
    /// Writing the object or reading the text failed.
    Io(std::io::Error),
}

impl fmt::Display for ToolError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToolError::Missing(cause) => write!(
                out,
                "cannot start GenX_IR ({cause}); install libigc-tools: apt-get install libigc-tools"
            ),
            ToolError::Io(cause) => write!(out, "talking to GenX_IR: {cause}"),
        }
    }
}

impl std::error::Error for ToolError {}

impl From<std::io::Error> for ToolError {
    fn from(cause: std::io::Error) -> ToolError {
        ToolError::Io(cause)
    }
}

/// Numbers of markers begin here, so that no `LOC` under test is one.
const FIRST_MARKER: u32 = 1_000_000;
/// One run handles that many instructions.
const BATCH: usize = 2_000;
/// A run that takes longer is stopped; it has printed its text by then.
const PATIENCE: Duration = Duration::from_secs(20);

/// The text of each instruction in an object of that version, as `GenX_IR`
/// prints it but for [`normal`]; `None` where it prints nothing, or dies.
///
/// # Errors
///
/// If `GenX_IR` is not installed, or its files cannot be written or read.
pub fn disassemble(version: Version, codes: &[Vec<u8>]) -> Result<Vec<Option<String>>, ToolError> {
    let mut answers = Vec::with_capacity(codes.len());
    for batch in codes.chunks(BATCH) {
        answers.extend(ask(version, batch)?);
    }
    Ok(answers)
}

fn ask(version: Version, codes: &[Vec<u8>]) -> Result<Vec<Option<String>>, ToolError> {
    if let Some(answers) = read(&listing(version, codes)?, codes.len()) {
        return Ok(answers);
    }
    if codes.len() <= 1 {
        return Ok(codes.iter().map(|_| None).collect());
    }
    // One of them ends the run, or is longer than the reader thinks.
    let (left, right) = codes.split_at(codes.len() / 2);
    let mut answers = ask(version, left)?;
    answers.extend(ask(version, right)?);
    Ok(answers)
}

/// What `GenX_IR` prints of an object with these instructions; empty if nothing.
fn listing(version: Version, codes: &[Vec<u8>]) -> Result<String, ToolError> {
    let mut code = Vec::new();
    for (index, bytes) in codes.iter().enumerate() {
        code.extend(marker(index));
        code.extend(bytes);
    }
    code.extend(marker(codes.len()));
    // mov (M8, 16): there are no 16 channels from channel 28 on.
    let mut refused = corpus::Code::new(version);
    refused.byte(0x29).byte(0x74).word(0);
    refused.destination(33).general(32);
    code.extend(refused.bytes());

    listing_of(&object::object(version, &code))
}

/// What `GenX_IR` prints of an object: the text of its kernel; empty if nothing.
///
/// # Errors
///
/// If `GenX_IR` is not installed, or its files cannot be written or read.
pub fn listing_of(object: &[u8]) -> Result<String, ToolError> {
    Ok(listings_of(object)?.remove("").unwrap_or_default())
}

/// What `GenX_IR` prints of an object of one kernel, by what it calls the files: nothing for
/// the kernel, `_f0` for the first function.
///
/// # Errors
///
/// If `GenX_IR` is not installed, or its files cannot be written or read.
pub fn listings_of(object: &[u8]) -> Result<SortedMap<String, String>, ToolError> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("probe.isa"), object)?;
    run(folder.path(), &["probe.isa"])?;
    let mut listings = SortedMap::new();
    for entry in std::fs::read_dir(folder.path())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if let Some(name) = name.strip_suffix(".visaasm") {
            let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
            listings.insert(name.to_owned(), text);
        }
    }
    Ok(listings)
}

/// What stands behind instructions that were cut, as many bytes as they lack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// Zeros, as `GenX_IR` has them.
    Zeros,
    /// What was in memory, as the compiler has it.
    Anything,
}

/// Whether code is what Debian's builds write of instructions: each of them from its front on,
/// and something for what they have left out.
pub fn is_cut(code: &[u8], instructions: &[Vec<u8>], rest: Rest) -> bool {
    let mut places = SortedSet::from([0]);
    for whole in instructions {
        let mut behind = SortedSet::new();
        for &place in &places {
            let rest = code.get(place..).unwrap_or_default();
            let same = rest.iter().zip(whole).take_while(|(a, b)| a == b).count();
            behind.extend((1..=same).map(|length| place + length));
        }
        places = behind;
    }
    let whole: usize = instructions.iter().map(Vec::len).sum();
    let is_rest =
        |&place: &usize| rest == Rest::Anything || code[place..].iter().all(|&byte| byte == 0);
    code.len() == whole && places.iter().any(is_rest)
}

/// The object that `GenX_IR` writes of a text, whose instructions lack their last operands:
/// Debian's build leaves out as many as there are masks and predicates. `None` if it writes
/// none.
///
/// # Errors
///
/// If `GenX_IR` is not installed, or its files cannot be written or read.
pub fn object_of(text: &str) -> Result<Option<Vec<u8>>, ToolError> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("probe.visaasm"), text)?;
    let arguments = [
        "probe.visaasm",
        "-binary",
        "-outputCisaBinaryName",
        "probe.isa",
    ];
    run(folder.path(), &arguments)?;
    Ok(std::fs::read(folder.path().join("probe.isa")).ok())
}

/// Runs the program in a folder until it ends, or its patience does.
fn run(folder: &Path, arguments: &[&str]) -> Result<(), ToolError> {
    let program = std::env::var("GENX_IR").unwrap_or_else(|_| "GenX_IR".to_owned());
    let mut child = Command::new(program)
        .args(arguments)
        // PVC has every instruction that the definitions have.
        .args(["-platform", "PVC", "-dumpcommonisa", "-noschedule"])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(ToolError::Missing)?;
    let started = Instant::now();
    while child.try_wait()?.is_none() {
        if started.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            break;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(())
}

fn marker(index: usize) -> Vec<u8> {
    let mut bytes = vec![0x52];
    bytes.extend((FIRST_MARKER + index as u32).to_le_bytes());
    bytes
}

/// The text behind every marker; `None` if markers are missing.
pub fn read(listing: &str, count: usize) -> Option<Vec<Option<String>>> {
    let mut answers: Vec<Option<String>> = vec![None; count];
    let mut next = 0usize;
    for line in listing.lines() {
        let line = line.split("///").next().unwrap_or("").trim();
        // The first marker stands on the line of the kernel's attributes.
        let number = line
            .rsplit_once("LOC ")
            .and_then(|(_, digits)| digits.parse().ok());
        if number == Some(FIRST_MARKER + next as u32) {
            next += 1;
            continue;
        }
        let answer = next.checked_sub(1).and_then(|index| answers.get_mut(index));
        if let Some(answer) = answer
            && !line.is_empty()
        {
            *answer = Some(normal(line));
        }
    }
    (next == count + 1).then_some(answers)
}

/// `GenX_IR`'s text in the spelling of the definitions: without the numbers that
/// it appends to labels (`L3_409` is `L3`), and with digits of hexadecimal
/// numbers in small letters.
pub fn normal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_ascii_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        let label = word.strip_prefix('L').and_then(|rest| rest.split_once('_'));
        match label {
            Some((number, _)) if number.parse::<u16>().is_ok() => {
                out.push('L');
                out.push_str(number);
            }
            _ if word.starts_with("0x") => out.push_str(&word.to_ascii_lowercase()),
            _ => out.push_str(&word),
        }
        word.clear();
        out.push(c);
    }
    out.trim_end().to_owned()
}
