//! Compares with what Mesa's compiler and LLVM made of the instructions in Mesa's tests: their text
//! as our code, and their code as our text.
//!
//! ```text
//! cargo run --release -p isa-tests --features programs --bin against-mesa -- --help
//! ```

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use isa_dsl::tables::Tables;
use isa_mc::{SyntaxId, Target};
use isa_test_peers::mesa::{Case, FILE, MESA, cases, known};
use isa_test_support::filter::{Filter, fits};
use isa_test_support::machine::described;
use isa_test_support::oracle::{hex, with_single_blanks};
use isa_test_support::report::exit_code;

/// Compares with the instructions in the tests of Mesa's compiler
#[derive(Debug, Parser)]
#[command(
    name = "against-mesa",
    after_help = "\
Without CHECKOUT it is fetched, or that of ISA_MESA is taken. ISA_CPU chooses processors, as gfx11*,
ISA_DEFS a description that is not built in.

Each code is to be read as the text in one of the modes of the processor's programs (32 lanes or 64,
halves of registers said or not), and the text as the code there, where it says all of its bits.
tests/facts/mesa.tsv has the reasons why some are not.

Exit status: 0 nothing differs, 1 something does, 2 nothing was compared."
)]
struct Args {
    /// A checkout of Mesa
    checkout: Option<PathBuf>,
}

/// Features that are modes of programs.
const MODES: [&str; 2] = ["wave32", "true16"];

fn main() -> ExitCode {
    exit_code(run(&Args::parse()))
}

/// Whether nothing differs; why nothing was compared.
fn run(args: &Args) -> Result<bool, String> {
    let path = MESA.folder(args.checkout.clone())?.join(FILE);
    let source =
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let filter = Filter::from_env();
    let mut all = cases(&source);
    all.retain(|case| filter.has_processor(case.cpu));
    if all.is_empty() {
        return Err(format!("{}: no instructions", path.display()));
    }
    let machine = described()?;
    let reasons = known();
    let (mut equal, mut different) = (0, 0);
    let mut needed = vec![0; reasons.len()];
    for case in &all {
        let mut differences = Vec::new();
        for target in modes(machine, case.cpu) {
            let syntax = target.syntax("llvm").ok_or("no such syntax")?;
            differences.extend(difference(&target, syntax, case));
        }
        if differences.len() < modes(machine, case.cpu).len() {
            equal += 1;
        } else if let Some(row) = reasons.iter().position(|[text, _]| fits(text, &case.text)) {
            needed[row] += 1;
        } else {
            different += 1;
            println!(
                "line {}, {}: `{}`, {}",
                case.line,
                case.cpu,
                case.text,
                hex(&case.code)
            );
            differences.dedup();
            for it in differences {
                println!("    {it}");
            }
        }
    }
    println!(
        "{} instructions: {equal} equal, {different} different",
        all.len()
    );
    for ([text, why], count) in reasons.iter().zip(&needed) {
        println!("    {count} as `{text}`: {why}");
    }
    let is_idle = filter.is_all() && !filter.names_processors() && needed.contains(&0);
    Ok(different == 0 && !is_idle)
}

/// The processor in all modes of its programs.
fn modes<'t>(machine: &'t Tables<'t>, cpu: &str) -> Vec<Target<'t>> {
    let mut all: Vec<Target<'t>> = Target::new(machine, cpu).into_iter().collect();
    for (bit, name) in (0..).zip(machine.features) {
        if MODES.contains(&machine.text(*name)) {
            let with = all.iter().map(|it| it.with_feature(bit));
            let without = all.iter().map(|it| it.without_feature(bit));
            all = with.chain(without).collect();
        }
    }
    all
}

/// What is not as Mesa has it.
fn difference(target: &Target<'_>, syntax: SyntaxId, case: &Case) -> Option<String> {
    let inst = match target.decode(&case.code) {
        Ok(inst) => inst,
        Err(error) => return Some(format!("data: {}", error.display(target.tables()))),
    };
    let (mut text, mut reading) = (String::new(), String::new());
    let is_whole = target.print(inst, syntax, &mut text).is_ok();
    let _ = target.print_reading(inst, syntax, &mut reading);
    if with_single_blanks(&reading) != case.text {
        return Some(format!("printed: `{reading}`"));
    }
    let inst = match target.parse(&case.text, syntax) {
        Ok(inst) => inst,
        Err(error) => {
            let why = error.display(target, syntax, &case.text);
            return Some(format!("refused: {why}"));
        }
    };
    let mut code = [0; 20];
    let size = target.encode(inst, &mut code).unwrap_or_default();
    // Where the text does not say all bits the others are zero.
    let is_same = code[..size] == case.code;
    (is_whole && !is_same || size != case.code.len())
        .then(|| format!("assembled: {}", hex(&code[..size])))
}
