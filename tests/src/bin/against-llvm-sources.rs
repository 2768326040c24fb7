//! Assembles the sources of public projects with llvm-mc and with `isa-mc mc`, with the same
//! arguments, and compares the objects section by section.
//!
//! ```text
//! cargo run --release -p isa-tests --features llvm --bin against-llvm-sources -- --help
//! ```
//!
//! What is assembled, for which processors and with which parameters, says
//! `tests/facts/public_sources.tsv`.

use isa_dsl::sorted::SortedMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use isa_test_peers::changed_sources::Changes;
use isa_test_peers::peers::program::{Ended, Program};
use isa_test_peers::public_sources::{PROJECTS, Run, parameters, runs};
use isa_test_support::objects::Contents;

/// Compares isa-mc with llvm-mc on sources of public projects
#[derive(Debug, Parser)]
#[command(
    name = "against-llvm-sources",
    after_help = "\
A project is the folder that its environment variable names (ISA_MIOPEN, ISA_ROCR,
ISA_GCNASM, ISA_TENSILE, ISA_TINYGRAD), or is fetched with git into target/checkouts.

Exit status: 0 everything is equal, or as the table says, 1 something is not, 2 a project or a program is missing."
)]
struct Args {
    /// The program isa-mc [default: the one built beside this program]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Only a project
    #[arg(long, value_name = "NAME")]
    project: Option<String>,
    /// Only sources whose path has this text in it
    #[arg(long, value_name = "TEXT")]
    source: Option<String>,
    /// How often each is assembled; the least time counts
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
}

/// What became of the runs of a source on a processor.
#[derive(Default)]
struct Count {
    equal: usize,
    /// Both refuse it, as is known.
    refused: usize,
    /// One of them takes it, which is known to be wrong.
    known: usize,
    /// What nobody knows a reason for.
    different: usize,
    theirs: Duration,
    ours: Duration,
}

/// What is known of refused sources, and how often it was so: what llvm-mc says, and isa-mc.
type Reasons = SortedMap<(Option<String>, Option<String>), usize>;

/// The programs that are compared, and where they write.
struct Programs {
    ours: PathBuf,
    theirs: PathBuf,
    times: u32,
    scratch: tempfile::TempDir,
    /// Folders of sources that were changed, and what they are copies of.
    changed: Vec<(PathBuf, Changes, PathBuf)>,
}

/// What a program made of a source.
enum Made {
    Object(Vec<u8>, Duration),
    Error(String),
}

fn main() -> ExitCode {
    let args = Args::parse();
    match compare(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("SKIPPED: {why}");
            ExitCode::from(2)
        }
    }
}

/// Whether everything is as it is known to be.
fn compare(args: &Args) -> Result<bool, String> {
    let ours = match &args.program {
        Some(path) => path.clone(),
        None => beside().ok_or("isa-mc is not built: cargo build --release")?,
    };
    let theirs = std::env::var("LLVM_MC").unwrap_or_else(|_| "llvm-mc-22".to_owned());
    let mut programs = Programs {
        ours,
        theirs: theirs.into(),
        times: args.runs,
        scratch: tempfile::tempdir().map_err(|error| error.to_string())?,
        changed: Vec::new(),
    };
    let rows = parameters();
    let mut missing = Vec::new();
    let mut counts: SortedMap<(&str, String, String), Count> = SortedMap::new();
    let mut reasons = Reasons::new();
    for project in &PROJECTS {
        if args.project.as_ref().is_some_and(|it| it != project.name) {
            continue;
        }
        let folder = match project.folder(None) {
            Ok(folder) => folder,
            Err(why) => {
                missing.push(why);
                continue;
            }
        };
        let (runs, left) = runs(project.name, &folder, &rows)?;
        for file in left {
            println!("{}: {file}: no row says what to do with it", project.name);
        }
        for run in runs {
            if args
                .source
                .as_ref()
                .is_some_and(|it| !run.file.contains(it))
            {
                continue;
            }
            let key = (project.name, run.file.clone(), run.cpu.clone());
            let count = counts.entry(key).or_default();
            programs.one(run, count, &mut reasons)?;
        }
    }
    print(&counts, &reasons);
    if !missing.is_empty() {
        return Err(missing.join("\n"));
    }
    Ok(counts.values().all(|count| count.different == 0))
}

impl Programs {
    /// Assembles a source with both, and compares.
    fn one(
        &mut self,
        mut run: Run,
        count: &mut Count,
        reasons: &mut Reasons,
    ) -> Result<(), String> {
        if !run.changes.is_empty() {
            run.path = self.changed(&run)?;
        }
        let scratch = self.scratch.path();
        let theirs = Program::new(&self.theirs).args(run.arguments());
        let ours = Program::new(&self.ours).args(["mc"]).args(run.arguments());
        let theirs = assembled(&theirs, &scratch.join("theirs.o"), self.times)?;
        let ours = assembled(&ours, &scratch.join("ours.o"), self.times)?;
        let mut differences = Vec::new();
        check(
            "llvm-mc",
            run.expected.theirs.as_deref(),
            &theirs,
            &mut differences,
        );
        check(
            "isa-mc",
            run.expected.ours.as_deref(),
            &ours,
            &mut differences,
        );
        if let (Made::Object(theirs, their_time), Made::Object(ours, our_time)) = (&theirs, &ours) {
            let read = |bytes: &[u8]| Contents::read(bytes).map_err(|error| error.to_string());
            differences.extend(read(ours)?.differences(&read(theirs)?));
            if differences.is_empty() {
                count.equal += 1;
                count.theirs += *their_time;
                count.ours += *our_time;
            }
        } else if differences.is_empty() {
            let expected = run.expected;
            match (&expected.theirs, &expected.ours) {
                (Some(_), Some(_)) => count.refused += 1,
                _ => count.known += 1,
            }
            *reasons.entry((expected.theirs, expected.ours)).or_default() += 1;
            return Ok(());
        }
        if !differences.is_empty() {
            count.different += 1;
            let definitions = run.definitions.join(" ");
            println!("{} for {} {definitions}", run.file, run.cpu);
            println!("    {}", differences.join("\n    "));
        }
        Ok(())
    }

    /// Where a source stands when it was changed.
    fn changed(&mut self, run: &Run) -> Result<PathBuf, String> {
        let folder = run.path.parent().unwrap_or(Path::new("."));
        let name = run.path.file_name().unwrap_or_default();
        let is_so = |(from, changes, _): &&(PathBuf, Changes, PathBuf)| {
            from == folder && *changes == run.changes
        };
        if let Some((.., copy)) = self.changed.iter().find(is_so) {
            return Ok(copy.join(name));
        }
        let copy = self.scratch.path().join(self.changed.len().to_string());
        let made = run.changes.copy(folder, &copy);
        made.map_err(|error| format!("{}: {error}", folder.display()))?;
        self.changed
            .push((folder.to_owned(), run.changes.clone(), copy.clone()));
        Ok(copy.join(name))
    }
}

/// Whether a program made of a source what it is known to make.
fn check(name: &str, expected: Option<&str>, made: &Made, differences: &mut Vec<String>) {
    let what = match (expected, made) {
        (None, Made::Object(..)) => return,
        (None, Made::Error(why)) => format!("{name} refuses it: {why}"),
        (Some(expected), Made::Object(..)) => format!("{name} takes it, expected: {expected}"),
        (Some(expected), Made::Error(why)) if why.contains(expected) => return,
        (Some(expected), Made::Error(why)) => format!("{name} says: {why}, expected: {expected}"),
    };
    differences.push(what);
}

/// The object that a program makes, and the least time of the processor that it took.
fn assembled(program: &Program, object: &Path, times: u32) -> Result<Made, String> {
    // An object of the run before is none of this one.
    let _ = std::fs::remove_file(object);
    let program = program.clone().args(["-o".as_ref(), object.as_os_str()]);
    let mut least = Duration::MAX;
    for _ in 0..times {
        match program.run()? {
            Ended::Well(used) => least = least.min(used.processor),
            Ended::Badly(_) | Ended::Late(_) => {
                let said = program.said().err().unwrap_or_default();
                let mut lines = said.lines().skip(1);
                let error = lines.find(|line| line.contains("error"));
                return Ok(Made::Error(error.unwrap_or(&said).to_owned()));
            }
        }
    }
    match std::fs::read(object) {
        Ok(bytes) => Ok(Made::Object(bytes, least)),
        Err(error) => Ok(Made::Error(format!("no object: {error}"))),
    }
}

/// The program isa-mc in the folder of this one.
fn beside() -> Option<PathBuf> {
    let path = std::env::current_exe().ok()?.with_file_name("isa-mc");
    path.is_file().then_some(path)
}

fn print(counts: &SortedMap<(&str, String, String), Count>, reasons: &Reasons) {
    println!(
        "{:72} {:20} {:>5} {:>7} {:>5} {:>9} {:>9} {:>9} {:>6}",
        "source", "cpu", "equal", "refused", "known", "different", "llvm-mc", "isa-mc", "times"
    );
    let row = |name: &str, cpu: &str, count: &Count| {
        let (theirs, ours) = (count.theirs.as_secs_f64(), count.ours.as_secs_f64());
        println!(
            "{name:72} {cpu:20} {:>5} {:>7} {:>5} {:>9} {:>7.0}ms {:>7.0}ms {:>6.1}",
            count.equal,
            count.refused,
            count.known,
            count.different,
            theirs * 1e3,
            ours * 1e3,
            if ours > 0.0 { theirs / ours } else { 0.0 }
        );
    };
    let mut sums: SortedMap<&str, Count> = SortedMap::new();
    let mut all = Count::default();
    for ((project, file, cpu), count) in counts {
        row(&format!("{project} {file}"), cpu, count);
        for sum in [sums.entry(project).or_default(), &mut all] {
            sum.equal += count.equal;
            sum.refused += count.refused;
            sum.known += count.known;
            sum.different += count.different;
            sum.theirs += count.theirs;
            sum.ours += count.ours;
        }
    }
    for (project, sum) in &sums {
        row(&format!("all of {project}"), "", sum);
    }
    for ((theirs, ours), count) in reasons {
        let said = |text: &Option<String>| text.clone().unwrap_or("takes it".to_owned());
        println!(
            "{count:>5} known: llvm-mc: {}; isa-mc: {}",
            said(theirs),
            said(ours)
        );
    }
    println!(
        "{} equal, {} differ unexplained, {} refused by both with the reason, {} mistakes of llvm-mc",
        all.equal, all.different, all.refused, all.known
    );
}
