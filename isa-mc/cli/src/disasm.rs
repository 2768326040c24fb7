//! `isa-mc disasm`

use std::borrow::Cow;
use std::cell::RefCell;

use isa_mc::disasm::Disassembler;
use isa_mc::explain::Explained;
use isa_mc::{DecodeError, SyntaxId, Target};

use super::args::{DisasmArgs, DisasmEmit};
use super::failure::Failure;
use super::input::Input;
use super::machines::AnyTarget;
use super::output::{Blocks, Output};
use super::progress::Progress;
use super::reading::Writer;
use super::report::{self, Reporter};
use super::{bundles, hex, input, machines};

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
        input.bytes = bytes;
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

fn run_for<T: Explained>(
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
    let mut lines = Lines {
        writer: Writer::new(target, syntax),
        tsv: args.emit == DisasmEmit::Tsv,
        progress: Progress::new(input.bytes.len()),
    };
    if !args.hex {
        lines.code(&input.bytes, &mut output)?;
        lines.progress.finish();
        return output.finish();
    }
    let mut reporter = Reporter::new(&input.name, &input.bytes, color);
    lines.hex(&input.bytes, &mut output, &mut reporter)?;
    lines.progress.finish();
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
            let out = &mut output.buffer;
            hex::push_decimal(out, statement.address as usize);
            out.push(b'\t');
            hex::push(out, statement.bytes);
            out.push(b'\t');
            out.extend_from_slice(statement.text);
            out.push(b'\n');
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

/// Writes statements, a line each.
struct Lines<T> {
    writer: Writer<T>,
    tsv: bool,
    progress: Progress,
}

impl<T: Explained> Lines<T> {
    /// What stands in front of a statement.
    #[inline]
    fn begin(&self, place: usize, bytes: &[u8], out: &mut Vec<u8>) {
        if self.tsv {
            hex::push_decimal(out, place);
            out.push(b'\t');
            hex::push(out, bytes);
        }
        out.push(b'\t');
    }

    /// Raw code: one instruction after another; what is none is a word of data.
    fn code(&mut self, code: &[u8], output: &mut Output) -> Result<(), Failure> {
        let target = self.writer.target;
        let mut at = 0;
        while at < code.len() {
            self.progress.at(at);
            let rest = &code[at..];
            let out = &mut output.buffer;
            let size = match target.decode(rest) {
                Ok(inst) => {
                    let bytes = &rest[..target.size(inst).min(rest.len())];
                    self.begin(at, bytes, out);
                    self.writer.instruction(inst, bytes, out);
                    bytes.len()
                }
                Err(error) => {
                    let size = word(&target.target()).min(rest.len());
                    self.begin(at, &rest[..size], out);
                    self.writer.data(&rest[..size], out);
                    self.writer.comment(&error.display(target.tables()), out);
                    size
                }
            };
            out.push(b'\n');
            at += size.max(1);
            output.flush_block()?;
        }
        Ok(())
    }

    /// Lines of digits, each on its own.
    fn hex(
        &mut self,
        text: &[u8],
        output: &mut Output,
        reporter: &mut Reporter<'_>,
    ) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        let mut start = 0;
        for (index, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
            self.progress.at(start);
            bytes.clear();
            let out = &mut output.buffer;
            match hex::parse(line, &mut bytes) {
                Ok(()) if bytes.is_empty() => {}
                Ok(()) => {
                    self.begin(index + 1, &bytes, out);
                    self.line(&bytes, out);
                    out.push(b'\n');
                }
                Err(problem) => {
                    let span = start + problem.span.start..start + problem.span.end;
                    reporter.error(problem.code, span, &problem.message);
                    if self.tsv {
                        let message = report::one_line(&problem.message);
                        let text = format!("{}\t\terror: {message}\n", index + 1);
                        out.extend_from_slice(text.as_bytes());
                    }
                }
            }
            start += line.len();
            output.flush_block()?;
        }
        Ok(())
    }

    /// One instruction, and nothing behind it; else everything is data.
    fn line(&self, bytes: &[u8], out: &mut Vec<u8>) {
        let target = self.writer.target;
        match target.decode(bytes) {
            Ok(inst) if target.size(inst) == bytes.len() => {
                self.writer.instruction(inst, bytes, out);
            }
            Ok(inst) => {
                self.writer.data(bytes, out);
                let name = target.mnemonic(inst);
                let size = target.size(inst);
                let rest = bytes.len() - size.min(bytes.len());
                let comment = format!("{name} takes {size} bytes, but {rest} more follow");
                self.writer.comment(&comment, out);
            }
            Err(error) => {
                self.writer.data(bytes, out);
                self.writer.comment(&reason(error, &target.target()), out);
            }
        }
    }
}

fn reason(error: DecodeError, target: &Target<'static>) -> String {
    error.display(target.tables()).to_string()
}

/// Bytes of a code unit.
fn word(target: &Target<'_>) -> usize {
    (target.tables().word_bits as usize / 8).max(1)
}
