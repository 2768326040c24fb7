//! `isa-mc asm`

use std::path::PathBuf;

use isa_mc::asm::{Event, Item, assemble};

use super::args::{AsmArgs, AsmEmit};
use super::machines::AnyTarget;
use super::output::Output;
use super::progress::Progress;
use super::reading::{Shown, Writer};
use super::report::{self, Reporter};
use super::{Failure, hex, input, machines};

pub fn run(args: &AsmArgs, color: bool) -> Result<(), Failure> {
    match machines::target(&args.cpu)? {
        AnyTarget::Words(target) => run_for(target, args, color),
        AnyTarget::Streams(target) => run_for(target, args, color),
    }
}

fn run_for<T: Shown>(target: T, args: &AsmArgs, color: bool) -> Result<(), Failure> {
    let syntax = machines::syntax(&target.target(), args.syntax.as_deref())?;
    if args.emit == AsmEmit::Obj {
        let message = "object files are not written yet: use --emit bin, asm or tsv";
        return Err(Failure::Usage(message.to_string()));
    }
    let path = output_path(args)?;
    let input = input::read(&args.file)?;
    let mut output = if args.emit == AsmEmit::Bin {
        Output::open_binary(path.as_deref())?
    } else {
        Output::open(path.as_deref())?
    };

    let writer = Writer::new(target, syntax);
    let mut reporter = Reporter::new(&input.name, &input.bytes, color);
    let mut progress = Progress::new(input.bytes.len());
    // The first failure to write; the rest of the input is then passed over.
    let mut failure = None;
    assemble(&target, syntax, &input.bytes, |event| {
        if failure.is_some() {
            return;
        }
        progress.at(event.offset);
        if let Item::Error(error) = &event.item {
            reporter.error(error.code.as_str(), error.span.clone(), error);
        }
        write(args.emit, &writer, &event, &mut output.buffer);
        // Text that a person waits for may come before a later error; the
        // output of a failed run is no use to a program.
        let early = args.emit == AsmEmit::Tsv || path.is_some();
        if early {
            failure = output.flush_block().err();
        }
    });
    progress.finish();
    reporter.finish();
    let wrong = reporter.count() != 0;
    let result = match failure {
        Some(failure) => Err(failure),
        // Standard output gets every line of tsv; a file only if all is well.
        None if !wrong || args.emit == AsmEmit::Tsv && path.is_none() => output.finish(),
        None => Ok(()),
    };
    match result {
        Ok(()) | Err(Failure::BrokenPipe) if wrong => Err(Failure::Reported),
        result => result,
    }
}

/// The file to write; `None` is standard output.
fn output_path(args: &AsmArgs) -> Result<Option<PathBuf>, Failure> {
    if args.output.is_some() || args.emit != AsmEmit::Bin || input::is_standard(&args.file) {
        return Ok(args.output.clone());
    }
    let path = args.file.with_extension("bin");
    if path == args.file {
        let message = format!(
            "the output would replace the input `{}`: use -o",
            path.display()
        );
        return Err(Failure::Usage(message));
    }
    Ok(Some(path))
}

#[inline]
fn write<T: Shown>(
    emit: AsmEmit,
    writer: &Writer<T>,
    event: &Event<'_, T::Inst>,
    out: &mut Vec<u8>,
) {
    match (emit, &event.item) {
        (
            AsmEmit::Bin | AsmEmit::Obj,
            Item::Instruction { bytes, .. } | Item::Data { bytes, .. },
        ) => {
            out.extend_from_slice(bytes);
        }
        (AsmEmit::Asm, Item::Label(name)) => {
            out.extend_from_slice(name.as_bytes());
            out.extend_from_slice(b":\n");
        }
        (AsmEmit::Asm, Item::Instruction { inst, bytes }) => {
            out.push(b'\t');
            writer.instruction(*inst, bytes, out);
            out.push(b'\n');
        }
        (AsmEmit::Asm, Item::Data { unit, bytes }) => {
            out.push(b'\t');
            writer.data_of(*unit, bytes, out);
            out.push(b'\n');
        }
        (AsmEmit::Tsv, Item::Instruction { inst, bytes }) => {
            hex::push_decimal(out, event.line);
            out.push(b'\t');
            hex::push(out, bytes);
            out.push(b'\t');
            writer.instruction(*inst, bytes, out);
            out.push(b'\n');
        }
        (AsmEmit::Tsv, Item::Error(error)) => {
            let line = format!("{}\t\terror: {}\n", event.line, report::one_line(error));
            out.extend_from_slice(line.as_bytes());
        }
        _ => {}
    }
}
