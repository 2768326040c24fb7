//! `isa-mc disasm`

use std::borrow::Cow;
use std::cell::RefCell;

use isa_mc::disasm::Disassembler;
use isa_mc::explain::{self, Explained};
use isa_mc::lines::{LinePlace, Lines, Writer, hex};
use isa_mc::{SyntaxId, Target};

use super::args::{DisasmArgs, DisasmEmit};
use super::failure::Failure;
use mmap_guard::FileData;

use super::input::Input;
use super::machines::AnyTarget;
use super::output::{Blocks, Output};
use super::progress::Progress;
use super::report::Reporter;
use super::{bundles, input, machines};

pub fn run(args: &DisasmArgs, color: bool) -> Result<(), Failure> {
    let asked = args.cpu.as_deref().map(machines::target).transpose()?;
    if let Some(target) = &asked {
        machines::syntax(&target.target(), args.syntax.as_deref())?;
    }
    let mut input = input::read(&args.file)?;
    if args.list {
        let mut output = Output::open(args.output.as_deref())?;
        bundles::list(&input, &mut output)?;
        return output.finish();
    }
    #[cfg(feature = "visa")]
    if !args.hex && isa_mc::visa::object::Object::is_object(&input.bytes) {
        return super::visa::disassemble(asked, args, &input);
    }
    if !args.hex
        && let Cow::Owned(bytes) = bundles::chosen(&input, asked.as_ref(), args.entry)?
    {
        input.bytes = FileData::Loaded(bytes);
    }
    let target = asked.or_else(|| isa_mc::machines::of_file(&input.bytes));
    let target = target.map(|target| machines::with_features(target, &args.features.mattr));
    let target = target.transpose()?;
    match target {
        Some(AnyTarget::Words(target)) => run_for(target, args, &input, color),
        Some(AnyTarget::Streams(target)) => run_for(target, args, &input, color),
        None => {
            let message = "raw code does not say for which processor it is: use --cpu";
            Err(Failure::Usage(message.to_string()))
        }
    }
}

fn run_for<T: Lines + Explained>(
    target: T,
    args: &DisasmArgs,
    input: &Input,
    color: bool,
) -> Result<(), Failure> {
    let syntax = machines::syntax(&target.target(), args.syntax.as_deref())?;
    if !args.hex && input.bytes.starts_with(b"\x7fELF") {
        return object(target.target(), syntax, args, input);
    }
    if args.bytes {
        let message = "--bytes is for object files: --emit tsv shows the bytes of raw code";
        return Err(Failure::Usage(message.to_string()));
    }
    if args.line_numbers || args.source {
        let message = "--line-numbers and --source are for object files: raw code has no lines";
        return Err(Failure::Usage(message.to_string()));
    }
    let mut output = Output::open(args.output.as_deref())?;
    let writer = Writer::new(target, syntax, explain::reason);
    let is_tsv = args.emit == DisasmEmit::Tsv;
    let mut progress = Progress::new(input.bytes.len());
    if !args.hex {
        let mut at = 0;
        while at < input.bytes.len() {
            at = T::code_lines(&writer, is_tsv, &input.bytes, at, &mut output.buffer);
            output.flush_block()?;
            progress.at_last(at);
        }
        progress.finish();
        return output.finish();
    }
    let mut reporter = Reporter::new(&input.name, &input.bytes, color);
    let mut place = LinePlace::default();
    while place.at < input.bytes.len() {
        let out = &mut output.buffer;
        let problem = T::hex_lines(&writer, is_tsv, &input.bytes, &mut place, out);
        if let Some(problem) = problem {
            reporter.error(problem.code, problem.span, &problem.message);
        }
        output.flush_block()?;
        progress.at_last(place.at);
    }
    progress.finish();
    reporter.finish();
    if reporter.count() == 0 {
        return output.finish();
    }
    if args.output.is_none() {
        output.finish()?;
    }
    Err(Failure::Reported)
}

/// An object file, with its sections and symbols.
fn object(
    target: Target<'static>,
    syntax: SyntaxId,
    args: &DisasmArgs,
    input: &Input,
) -> Result<(), Failure> {
    let Some(support) = machines::support(&target) else {
        let message = format!(
            "{}: {} has no object files; give the code alone",
            input.name,
            target.tables().name
        );
        return Err(Failure::Input(message));
    };
    let progress = RefCell::new(Progress::new(input.bytes.len()));
    let step = |at| progress.borrow_mut().at_last(at);
    let mut disassembler = Disassembler::new(target, syntax, support)
        .progress(&step)
        .threads(args.threads);
    if args.bytes {
        disassembler = disassembler.shows_bytes();
    }
    if args.line_numbers {
        disassembler = disassembler.shows_lines();
    }
    if args.source {
        disassembler = disassembler.shows_sources(&source_text);
    }
    let file = disassembler.read(&input.bytes);
    let file = file.map_err(|error| Failure::Input(format!("{}: {error}", input.name)))?;
    let mut output = Output::open(args.output.as_deref())?;
    match args.emit {
        DisasmEmit::Asm => {
            let mut blocks = Blocks::new(&mut output);
            if let Err(error) = file.write_text(&mut blocks) {
                return Err(blocks.failure(&error));
            }
        }
        DisasmEmit::Tsv => file.statements(|statement| {
            let (address, out) = (statement.address as usize, &mut output.buffer);
            hex::push_line(out, address, statement.bytes, statement.text);
            output.flush_block()
        })?,
    }
    progress.into_inner().finish();
    output.finish()
}

/// The text of a source file, if it can be read.
fn source_text(name: &str) -> Option<String> {
    let bytes = std::fs::read(name).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
