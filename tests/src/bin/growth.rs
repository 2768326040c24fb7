//! How everything grows with a description: `cargo run --release -p isa-tests --features programs --bin growth`.
//!
//! Of `defs/gcn.isa` descriptions are made that are as large several times over, each as
//! further generations of the machine, and compiled, built, started and run.
#![allow(clippy::cast_precision_loss, reason = "figures are rounded anyway")]

use isa_dsl::sorted::SortedMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use indicatif::ProgressBar;
use isa_dsl::load::load_file;
use isa_dsl::tables::TablesBuf;
use isa_test_peers::growth::measure::{self, Compiled};
use isa_test_peers::growth::project::Project;
use isa_test_peers::growth::renamed;
use isa_test_peers::growth::table::{Row, markdown};
use isa_test_peers::peers::{Reason, program::Used};

/// Measures how everything grows with a description: time and memory of the macro and of
/// rustc, the tables, the start of a program, the engines.
#[derive(Parser)]
#[command(after_help = EXAMPLES)]
struct Args {
    /// How many times as large, the first what the others are compared with
    #[arg(
        long,
        value_name = "N,…",
        value_delimiter = ',',
        default_value = "1,2,4,8"
    )]
    times: Vec<usize>,
    /// Where the crates are written
    #[arg(long, default_value = "target/growth")]
    folder: PathBuf,
    /// Where what they need is built; as for the workspace itself, so that it is there already
    #[arg(long, default_value = "target")]
    target: PathBuf,
    /// Runs of what is done in this process, and ten times as many starts; the least counts
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Build no crates: only what is done in this process
    #[arg(long)]
    no_build: bool,
}

const EXAMPLES: &str = "Examples:
  cargo run --release -p isa-tests --features programs --bin growth
  cargo run --release -p isa-tests --features programs --bin growth -- --times 1,2 --no-build";

/// What the programs decode first: `s_nop 0`.
const FIRST: [u8; 4] = [0, 0, 0x80, 0xbf];

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

/// A description of one size, and what is known of it.
struct Size {
    times: usize,
    text: String,
    built: Option<Built>,
    tables: TablesBuf,
    compiled: Option<Compiled>,
    /// Nanoseconds of each engine.
    engines: SortedMap<String, f64>,
}

/// What a crate took.
struct Built {
    first: Used,
    edit: Used,
    start: Duration,
}

fn run(args: &Args) -> Result<String, Reason> {
    if args.times.is_empty() || args.times.contains(&0) {
        return Err("--times: numbers from 1 on".into());
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../defs/gcn.isa");
    let loaded = load_file(&path);
    let size = |&times: &usize| Size {
        times,
        text: renamed::copies(&loaded, times),
        built: None,
        tables: TablesBuf::default(),
        compiled: None,
        engines: SortedMap::new(),
    };
    let mut sizes: Vec<Size> = args.times.iter().map(size).collect();
    // First, while this process has little memory: programs that it starts begin with it.
    if !args.no_build {
        build(args, &mut sizes)?;
    }
    in_process(args, &mut sizes)?;
    Ok(markdown(&args.times, &rows(&sizes)))
}

fn build(args: &Args, sizes: &mut [Size]) -> Result<(), Reason> {
    let bar = ProgressBar::new(sizes.len() as u64 * 3);
    for size in sizes {
        let name = format!("growth-{}", size.times);
        bar.suspend(|| eprintln!("{name}: building what it needs"));
        let project = Project::new(&args.folder, &name, &args.target)?;
        bar.inc(1);
        bar.suspend(|| eprintln!("{name}: building it"));
        let cpu = renamed::processor("gfx900", size.times);
        let first = project.build(&size.text, &cpu, &FIRST)?;
        bar.inc(1);
        let mut start = Duration::MAX;
        for _ in 0..args.runs * 10 {
            start = start.min(project.start()?.passed);
        }
        bar.suspend(|| eprintln!("{name}: building it again"));
        let edit = project.edit(&renamed::edited(&size.text))?;
        bar.inc(1);
        size.built = Some(Built { first, edit, start });
    }
    bar.finish_and_clear();
    Ok(())
}

/// All sizes in turns, so that what disturbs a run disturbs its neighbours, too.
fn in_process(args: &Args, sizes: &mut [Size]) -> Result<(), Reason> {
    let code = measure::code();
    let bar = ProgressBar::new((args.runs * sizes.len()) as u64);
    bar.set_message("compiling and running engines");
    for _ in 0..args.runs {
        for size in &mut *sizes {
            let (tables, compiled) = measure::compile(&size.text)?;
            let least = size.compiled.map_or(compiled, |it| it.least(compiled));
            size.compiled = Some(least);
            for (name, time) in measure::run(&tables, size.times, &code)? {
                let least = size.engines.entry(name).or_insert(time);
                *least = time.min(*least);
            }
            size.tables = tables;
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(())
}

fn rows(sizes: &[Size]) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut row = |what: &str, unit, figure: &dyn Fn(&Size) -> Option<f64>| {
        let figures: Vec<f64> = sizes.iter().filter_map(figure).collect();
        if figures.len() == sizes.len() {
            let what = what.to_owned();
            rows.push(Row {
                what,
                unit,
                figures,
            });
        }
    };
    let count = |count: usize| Some(count as f64);
    row("architectures", "", &|it| count(it.tables.archs.len()));
    row("instructions", "", &|it| {
        count(it.tables.instructions.len())
    });
    row("encodings", "", &|it| count(it.tables.encodings.len()));
    row("the description", "MB", &|it| {
        Some(it.text.len() as f64 / 1e6)
    });
    row("its tables", "MB", &|it| {
        Some(measure::size(&it.tables) as f64 / 1e6)
    });
    let seconds = |time: Duration| time.as_secs_f64();
    let compiled =
        |it: &Size, time: fn(&Compiled) -> Duration| it.compiled.as_ref().map(time).map(seconds);
    row("`check`", "s", &|it| compiled(it, |it| it.check));
    row("lowering", "s", &|it| compiled(it, |it| it.lower));
    row("making rows of bytes", "s", &|it| {
        compiled(it, |it| it.write)
    });
    let built = |it: &Size, figure: fn(&Built) -> f64| it.built.as_ref().map(figure);
    row("a crate built first", "s", &|it| {
        built(it, |it| it.first.processor.as_secs_f64())
    });
    row("memory of rustc", "MB", &|it| {
        built(it, |it| it.first.memory as f64 / 1e6)
    });
    row("built again, an opcode edited", "s", &|it| {
        built(it, |it| it.edit.processor.as_secs_f64())
    });
    row("memory of rustc then", "MB", &|it| {
        built(it, |it| it.edit.memory as f64 / 1e6)
    });
    row("a program started, an instruction decoded", "ms", &|it| {
        built(it, |it| it.start.as_secs_f64() * 1e3)
    });
    let engines = [
        ("identify", "identify"),
        ("decode", "decode"),
        ("operands", "decode, every operand as a value"),
        ("encode", "encode"),
        ("print", "print"),
        ("parse", "parse"),
    ];
    for (engine, what) in engines {
        row(what, "ns", &|it| it.engines.get(engine).copied());
    }
    rows
}
