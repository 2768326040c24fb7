//! Measures our programs and engines beside LLVM's, on code that clang made, and writes
//! a table. `docs/speed.md` says what it means.
//!
//! ```text
//! cargo run --release -p isa-tests --features programs --bin peers -- --help
//! ```
#![allow(clippy::cast_precision_loss, reason = "figures are rounded anyway")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use isa_mc::Target;
use isa_test_peers::peers::engines::{self, Sum};
use isa_test_peers::peers::families::{self, Cost, Family};
use isa_test_peers::peers::llvm::Measure;
use isa_test_peers::peers::material::{self, Code, Material};
use isa_test_peers::peers::program::{self, Program};
use isa_test_peers::peers::table::{self, Goal, Row};
use isa_test_peers::peers::whole::Whole;
use isa_test_peers::peers::worst;
use isa_test_peers::peers::{FOLDER, Reason};
use isa_test_support::machine::gcn;

/// Measures our programs and engines beside LLVM's, on code that clang made
///
/// Needs clang 22 and LLVM 22 (apt-get install clang-22 llvm-22), for LLVM's engines in one
/// process its headers too (llvm-22-dev). Times are those of the processor, of programs in
/// the system too; what else runs on this machine disturbs them less than time that passes.
#[derive(Debug, Parser)]
#[command(
    name = "peers",
    after_help = "\
Examples:
  cargo run --release -p isa-tests --features programs --bin peers
  cargo run --release -p isa-tests --features programs --bin peers -- --cpu gfx803 --cpu gfx906 --runs 3
  cargo run --release -p isa-tests --features programs --bin peers -- --only engines --instructions 100000
  cargo run --release -p isa-tests --features programs --bin peers -- --code distinct --only programs
  cargo run --release -p isa-tests --features programs --bin peers -- --only material
  cargo run --release -p isa-tests --features programs --bin peers -- --worst

Exit status: 0 measured, 1 something failed or gave a wrong result, 2 the command line
was wrong."
)]
struct Args {
    /// A processor; may be given several times
    #[arg(long, value_name = "NAME", default_value = "gfx900")]
    cpu: Vec<String>,
    /// What the code is; may be given several times
    #[arg(long, value_enum, value_name = "CODE", default_values_t = [Code::Distinct, Code::Repeated])]
    code: Vec<Code>,
    /// How many instructions the source has at least
    #[arg(long, value_name = "COUNT", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    instructions: u64,
    /// How often everything runs, in turns
    #[arg(long, value_name = "COUNT", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Only a part
    #[arg(long, value_enum)]
    only: Option<Part>,
    /// What should be slow instead: large and odd sources, every family of instructions
    #[arg(long, conflicts_with = "only")]
    worst: bool,
    /// Our program; without it the one of this build is built
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Where files are written
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Also writes the tables to a file, as Markdown
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// The core that everything runs on; without it the last one
    #[arg(long, value_name = "NUMBER")]
    core: Option<usize>,
    /// Measures our engines once, for the program itself
    #[arg(long, value_names = ["CPU", "CODE"], num_args = 2, hide = true)]
    engines: Option<Vec<String>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// Makes the files to measure on, and says what is in them
    Material,
    /// Programs over whole files
    Programs,
    /// Engines in one process
    Engines,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let done = match &args.engines {
        Some(words) => own_engines(words),
        None => run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Our engines once, in this process, which another one has started.
fn own_engines(words: &[String]) -> Result<(), Reason> {
    let [cpu, code] = words else {
        return Err("a processor and a file".to_owned());
    };
    let target = Target::new(gcn(), cpu).ok_or_else(|| format!("no processor {cpu}"))?;
    let syntax = target.syntax("llvm").ok_or("no syntax of LLVM")?;
    let code = material::read(Path::new(code))?;
    for sum in engines::measure(&target, syntax, &code)? {
        println!("{}", sum.line());
    }
    Ok(())
}

fn run(args: &Args) -> Result<(), Reason> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = tests.parent().unwrap_or(tests);
    let folder = args.folder.clone().unwrap_or(workspace.join(FOLDER));
    let core = args.core.or(program::core());
    if core.is_none() {
        eprintln!("there is no taskset: programs run on any core");
    }
    let wants = |part| args.only.is_none_or(|only| only == part);
    let program = match (&args.program, wants(Part::Programs)) {
        (Some(program), _) => program.clone(),
        (None, true) => build(&this)?,
        (None, false) => PathBuf::new(),
    };
    let mut text = String::new();
    for cpu in &args.cpu {
        if args.worst {
            let part = worst(args, cpu, &program, &folder, core)?;
            println!("{part}");
            text += &part;
            continue;
        }
        for &code in &args.code {
            let bar = bar(&format!("{cpu}: clang"));
            let instructions = args.instructions as usize;
            let material = Material::new(&folder, cpu, code, instructions, &mut |done, all| {
                bar.set_length(all as u64);
                bar.set_position(done as u64);
            });
            bar.finish_and_clear();
            let material = material?;
            let mut rows = Vec::new();
            if wants(Part::Programs) {
                rows.extend(programs(args, &material, &program, &folder, core)?);
            }
            if wants(Part::Engines) {
                rows.extend(in_process(args, &material, &this, &folder, core)?);
            }
            let mut part = format!("## {cpu}, {code}\n\n{}\n", material.description);
            if !rows.is_empty() {
                part.push('\n');
                part += &table::markdown(&rows);
            }
            println!("{part}");
            text += &part;
            text.push('\n');
        }
    }
    if let Some(path) = &args.markdown {
        std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// What should be slow.
fn worst(
    args: &Args,
    cpu: &str,
    program: &Path,
    folder: &Path,
    core: Option<usize>,
) -> Result<String, Reason> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let count = args.instructions as usize;
    // First, as programs begin with the memory that this one has.
    let rows = worst::measure(folder, cpu, program, count, core, &mut |case| {
        eprintln!("{cpu}: {case}");
    })?;
    let mut text = format!(
        "## {cpu}, what should be slow\n\n{}\n",
        worst::markdown(&rows)
    );

    let target = Target::new(gcn(), cpu).ok_or_else(|| format!("no processor {cpu}"))?;
    let syntax = target.syntax("llvm").ok_or("no syntax of LLVM")?;
    let families = Family::all(&target, cpu, syntax)?;
    let measure = Measure::build(folder);
    if let Err(reason) = &measure {
        eprintln!("LLVM's engines are not measured: {reason}");
    }
    let bar = bar(&format!("{cpu}: families"));
    bar.set_length(families.len() as u64);
    let mut costs = Vec::new();
    let (code, lines) = (folder.join("family.code"), folder.join("family.lines"));
    for family in &families {
        let bytes = family.code(&target)?;
        let insts = engines::decode(&target, &bytes)?;
        let statements = engines::lines(&target, syntax, &insts)?;
        for (path, bytes) in [(&code, &bytes[..]), (&lines, statements.as_bytes())] {
            std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        let peers = measure.as_ref().ok();
        costs.push(Cost {
            family: family.name,
            ours: engines::measure(&target, syntax, &bytes)?,
            // It cannot decode some of what it assembles.
            peers: peers
                .and_then(|it| it.run(cpu, &code, &lines, core).ok())
                .unwrap_or_default(),
        });
        bar.inc(1);
    }
    bar.finish_and_clear();
    text.push('\n');
    text += &families::markdown(&costs);
    text += "\n| engine | ns | the slowest instruction |\n|---|---|---|\n";
    for (engine, figure, line) in families::slowest(&target, syntax, &families)? {
        let _ = writeln!(text, "| {engine} | {} | `{line}` |", table::short(figure));
    }
    Ok(text)
}

/// Builds our program as this one was built.
fn build(this: &Path) -> Result<PathBuf, Reason> {
    let folder = this.parent().ok_or("this program is in no folder")?;
    let path = folder.join("isa-mc");
    let profile = match folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => {
            return Err("an unoptimised build is not worth measuring: cargo run --release".into());
        }
        Some(name) => name,
    };
    let Some(cargo) = std::env::var_os("CARGO") else {
        return match path.is_file() {
            true => Ok(path),
            false => Err(format!(
                "{} is missing: give --program, or start this with cargo run",
                path.display()
            )),
        };
    };
    eprintln!("building {}", path.display());
    let status = Command::new(cargo)
        .args(["build", "--package", "isa-mc-cli", "--profile", profile])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    match status.success() {
        true => Ok(path),
        false => Err("our program was not built".to_owned()),
    }
}

fn bar(prefix: &str) -> ProgressBar {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len} {eta}") {
        bar.set_style(style);
    }
    bar.set_prefix(prefix.to_owned());
    bar
}

/// Programs over whole files.
fn programs(
    args: &Args,
    material: &Material,
    program: &Path,
    folder: &Path,
    core: Option<usize>,
) -> Result<Vec<Row>, Reason> {
    let whole = Whole::new(material, program, folder);
    eprintln!("{}: checking results", material.cpu);
    whole.check()?;
    // What fills gaps between functions is no statement, but is disassembled.
    let (there, back) = (material.count.instructions, material.decoded);
    let mut works = vec![
        Work::new("text to object", "llvm-mc", there, whole.assemblers()),
        Work::new(
            "object to text",
            "llvm-objdump -d",
            back,
            whole.disassemblers(),
        ),
        Work::new(
            "object to listing",
            "llvm-objdump -d",
            back,
            whole.listers(),
        ),
    ];
    if !isa_test_support::llvm::has_disassembler(&material.cpu) {
        for work in &mut works[1..] {
            work.row.note = format!("LLVM has no disassembler for {}", material.cpu);
        }
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if cores > 1 {
        let many: Vec<Work> = works.iter().map(|work| work.on(cores)).collect();
        works.extend(many);
    }
    let bar = bar(&format!("{}: programs", material.cpu));
    bar.set_length(u64::from(args.runs) * works.len() as u64);
    for _ in 0..args.runs {
        for work in &mut works {
            work.run(core)?;
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(works.into_iter().map(|work| work.row).collect())
}

/// What our program and LLVM's do.
struct Work {
    row: Row,
    programs: [Program; 2],
    /// Instructions in the file.
    count: usize,
    /// They may use all cores, and time that passes counts.
    is_parallel: bool,
}

impl Work {
    fn new(work: &str, peer: &str, count: usize, programs: [Program; 2]) -> Work {
        let row = Row {
            work: format!("{work}, whole process"),
            unit: "ns per instruction",
            peer: peer.into(),
            goal: Goal::Times(100.0),
            ..Row::default()
        };
        Work {
            row,
            programs,
            count,
            is_parallel: false,
        }
    }

    /// The same on so many cores.
    fn on(&self, cores: usize) -> Work {
        let row = Row {
            work: format!("{} on {cores} cores, time that passes", self.row.work),
            goal: Goal::None,
            ..self.row.clone()
        };
        Work {
            row,
            programs: self.programs.clone(),
            count: self.count,
            is_parallel: true,
        }
    }

    /// One run of both.
    fn run(&mut self, core: Option<usize>) -> Result<(), Reason> {
        let each = |program: &Program| {
            let time = match self.is_parallel {
                true => program.measure()?.passed,
                false => program.clone().pinned(core).measure()?.processor,
            };
            Ok::<f64, Reason>(time.as_nanos() as f64 / self.count as f64)
        };
        let [ours, peer] = &self.programs;
        self.row.ours.push(each(ours)?);
        if self.row.note.is_empty() {
            self.row.peers.push(each(peer)?);
        }
        Ok(())
    }
}

/// Our engine, what it does, LLVM's engine, its name there, our goal.
type Engine = (&'static str, &'static str, &'static str, &'static str, Goal);

const ENGINES: [Engine; 8] = [
    (
        "decode",
        "decode, operands checked",
        "decode",
        "MCDisassembler::getInstruction",
        Goal::None,
    ),
    (
        "operands",
        "decode, every operand as a value",
        "decode",
        "MCDisassembler::getInstruction",
        Goal::Times(100.0),
    ),
    (
        "text",
        "decode and print",
        "text",
        "LLVMDisasmInstruction",
        Goal::Times(70.0),
    ),
    (
        "print",
        "print",
        "print",
        "MCInstPrinter::printInst",
        Goal::None,
    ),
    (
        "encode",
        "encode",
        "encode",
        "MCCodeEmitter::encodeInstruction",
        Goal::Times(30.0),
    ),
    (
        "parser",
        "parse, remembering mnemonics",
        "parse",
        "MCAsmParser::Run",
        Goal::None,
    ),
    ("parse", "parse", "parse", "MCAsmParser::Run", Goal::None),
    (
        "identify",
        "identify: which instruction, and its size",
        "decode",
        "MCDisassembler::getInstruction",
        Goal::None,
    ),
];

/// Engines in one process, each with all the code.
fn in_process(
    args: &Args,
    material: &Material,
    this: &Path,
    folder: &Path,
    core: Option<usize>,
) -> Result<Vec<Row>, Reason> {
    let measure = Measure::build(folder);
    if let Err(reason) = &measure {
        eprintln!("LLVM's engines are not measured: {reason}");
    }
    let ours = Program::new(this)
        .args(["--engines", &material.cpu])
        .args([&material.code])
        .pinned(core);
    let row = |&(_, work, _, peer, goal): &Engine| Row {
        work: work.into(),
        unit: "ns per instruction",
        peer: peer.into(),
        goal,
        note: measure.as_ref().err().map_or_else(
            || format!("LLVM has no disassembler for {}", material.cpu),
            |_| "see above".to_owned(),
        ),
        ..Row::default()
    };
    let mut rows: Vec<Row> = ENGINES.iter().map(row).collect();
    let mut copy = Row {
        work: "identify, by bytes".into(),
        unit: "GB/s",
        peer: "a copy of the same bytes".into(),
        goal: Goal::Rate(1.5),
        ..Row::default()
    };
    let bar = bar(&format!("{}: engines", material.cpu));
    bar.set_length(args.runs.into());
    let bytes = material::read(&material.code)?.len();
    for _ in 0..args.runs {
        let ours = engines::read(&ours.said()?)?;
        let peers = match &measure {
            Ok(measure) => measure.run(&material.cpu, &material.code, &material.lines, core)?,
            Err(_) => Vec::new(),
        };
        let find = |sums: &[Sum], name: &str| sums.iter().find(|sum| sum.name == name).cloned();
        for (row, engine) in rows.iter_mut().zip(&ENGINES) {
            row.ours.extend(find(&ours, engine.0).map(|it| it.each()));
            row.peers.extend(find(&peers, engine.2).map(|it| it.each()));
        }
        let rate = |name| find(&ours, name).map(|it| it.rate(bytes));
        copy.ours.extend(rate("identify"));
        copy.peers.extend(rate("copy"));
        bar.inc(1);
    }
    bar.finish_and_clear();
    rows.push(copy);
    Ok(rows)
}
