//! Whole vISA files: `asm` makes objects of them, `disasm` lists objects.

use std::path::{Path, PathBuf};

use isa_mc::lines::{hex, one_line};
use isa_mc::visa::object::{Function, Kernel, Object, Routine, Version};
use isa_mc::visa::syntax;
use isa_mc::visa::text::{self, Style};
use isa_mc::{StreamTarget, tables::Tables};

use super::args::{AsmArgs, AsmEmit, DisasmArgs, DisasmEmit};
use super::failure::Failure;
use super::input::{self, Input};
use super::machines;
use super::output::Output;
use super::report::Reporter;

/// Whether a machine is this one.
pub fn is_machine(tables: &Tables<'_>) -> bool {
    tables.name == isa_mc::visa::TABLES.name
}

/// Whether a text is that of a whole file, and not of instructions alone: it begins with
/// `.version`, or what can only stand behind it.
pub fn is_whole(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let mut lines = text.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with("//"));
    first.is_some_and(|line| {
        [".version", ".kernel", ".global_function"]
            .iter()
            .any(|word| line.starts_with(word))
    })
}

/// What is wrong with a whole file: the bytes, the code and the message of each error.
pub fn errors(
    target: &StreamTarget<'static>,
    source: &str,
) -> Vec<(std::ops::Range<usize>, &'static str, String)> {
    let errors = text::assemble(source, version(target))
        .err()
        .unwrap_or_default();
    let all = errors.into_iter();
    all.map(|error| (error.span.clone(), error.kind.code(), error.to_string()))
        .collect()
}

/// The bytes of the statement of a whole file that begins in a part of it, whatever is wrong with
/// others.
pub fn bytes_in(
    target: &StreamTarget<'static>,
    source: &str,
    part: std::ops::Range<usize>,
) -> Option<Vec<u8>> {
    let (statements, _) = text::statements(source, version(target));
    let found = statements.into_iter().find(|it| part.contains(&it.start));
    found.map(|it| it.bytes)
}

/// `asm` of a whole file.
pub fn assemble(
    target: StreamTarget<'static>,
    args: &AsmArgs,
    input: &Input,
    color: bool,
) -> Result<(), Failure> {
    own_syntax(args.syntax.as_deref())?;
    let unused = [
        ("--defsym", !args.defsym.is_empty()),
        ("-I", !args.include.is_empty()),
        ("-g", args.debug),
        ("--dwarf-version", args.dwarf_version.is_some()),
        ("--debug-folder", args.debug_folder.is_some()),
    ];
    if let Some((option, _)) = unused.iter().find(|(_, given)| *given) {
        let message =
            format!("{option} is for sources of other machines: vISA files have none of it");
        return Err(Failure::Usage(message));
    }
    if args.emit == AsmEmit::Tsv {
        return statement_lines(&target, args, input, color);
    }
    let path = output_path(args)?;
    let mut output = match args.emit {
        AsmEmit::Asm => Output::open(path.as_deref())?,
        _ => Output::open_binary(path.as_deref())?,
    };
    let object = read(input, version(&target), color)?;
    let wrong = |error: &dyn std::error::Error| Failure::Input(format!("{}: {error}", input.name));
    match args.emit {
        AsmEmit::Asm => {
            let text = text::list(&object, Style::Names).map_err(|error| wrong(&error))?;
            output.buffer.extend_from_slice(text.as_bytes());
        }
        AsmEmit::Bin => output.buffer.extend_from_slice(code_alone(&object, input)?),
        _ => output.buffer = object.write().map_err(|error| wrong(&error))?,
    }
    output.finish()
}

/// A line for each statement that becomes bytes, and for each error: the line, the bytes, the
/// canonical text.
fn statement_lines(
    target: &StreamTarget<'static>,
    args: &AsmArgs,
    input: &Input,
    color: bool,
) -> Result<(), Failure> {
    let Ok(source) = std::str::from_utf8(&input.bytes) else {
        return Err(Failure::Input(format!("{}: this is no text", input.name)));
    };
    let (statements, errors) = text::statements(source, version(target));
    let good = statements.iter().map(|it| (it.start, Ok(&it.bytes)));
    let wrong = errors.iter().map(|it| (it.span.start, Err(it)));
    let mut all: Vec<_> = good.chain(wrong).collect();
    all.sort_by_key(|(start, _)| *start);
    let mut output = Output::open(args.output.as_deref())?;
    let (mut line, mut at) = (1, 0);
    for (start, statement) in all {
        let passed = source.get(at..start).unwrap_or_default();
        line += passed.matches('\n').count();
        at = at.max(start);
        hex::push_decimal(&mut output.buffer, line);
        output.buffer.push(b'\t');
        match statement {
            Ok(bytes) => {
                hex::push(&mut output.buffer, bytes);
                output.buffer.push(b'\t');
                let (text, _) = text_of(target, bytes);
                output.buffer.extend_from_slice(text.as_bytes());
            }
            Err(error) => {
                let message = one_line(error);
                let text = format!("\terror: {message}");
                output.buffer.extend_from_slice(text.as_bytes());
            }
        }
        output.buffer.push(b'\n');
        output.flush_block()?;
    }
    let mut reporter = Reporter::new(&input.name, &input.bytes, color);
    for error in &errors {
        reporter.error(error.kind.code(), error.span.clone(), error);
    }
    reporter.finish();
    match errors.is_empty() {
        true => output.finish(),
        false if args.output.is_some() => Err(Failure::Reported),
        false => {
            output.finish()?;
            Err(Failure::Reported)
        }
    }
}

/// The object of a text, of that version if the text says none. What is wrong with it is
/// reported.
pub fn read(input: &Input, version: Version, color: bool) -> Result<Object, Failure> {
    let Ok(source) = std::str::from_utf8(&input.bytes) else {
        return Err(Failure::Input(format!("{}: this is no text", input.name)));
    };
    text::assemble(source, version).map_err(|errors| {
        let mut reporter = Reporter::new(&input.name, &input.bytes, color);
        for error in &errors {
            reporter.error(error.kind.code(), error.span.clone(), error);
        }
        reporter.finish();
        Failure::Reported
    })
}

/// The instructions of the only kernel or function.
fn code_alone<'o>(object: &'o Object, input: &Input) -> Result<&'o [u8], Failure> {
    let mut all = routines(object);
    match (all.next(), all.next()) {
        (Some(routine), None) => Ok(&routine.code),
        (None, _) => Ok(&[]),
        _ => Err(Failure::Input(format!(
            "{}: bytes alone do not say which kernel they are of, and there are several: use --emit obj",
            input.name
        ))),
    }
}

fn routines(object: &Object) -> impl Iterator<Item = &Routine> {
    let kernels = object.kernels.iter().map(|Kernel { routine, .. }| routine);
    let functions = object.functions.iter();
    kernels.chain(functions.map(|Function { routine, .. }| routine))
}

/// The file to write; `None` is standard output.
fn output_path(args: &AsmArgs) -> Result<Option<PathBuf>, Failure> {
    let extension = match args.emit {
        AsmEmit::Obj => "isa",
        AsmEmit::Bin => "bin",
        AsmEmit::Asm | AsmEmit::Tsv => return Ok(args.output.clone()),
    };
    if args.output.is_some() || input::is_standard(&args.file) {
        return Ok(args.output.clone());
    }
    let path: &Path = &args.file;
    let with_extension = path.with_extension(extension);
    if with_extension == path {
        let message = format!(
            "the output would replace the input `{}`: use -o",
            path.display()
        );
        return Err(Failure::Usage(message));
    }
    Ok(Some(with_extension))
}

fn own_syntax(name: Option<&str>) -> Result<(), Failure> {
    match name {
        None => Ok(()),
        Some(name) if name.eq_ignore_ascii_case("visa") => Ok(()),
        Some(name) => Err(Failure::Usage(format!(
            "whole vISA files have the syntax `visa`, and not `{name}`"
        ))),
    }
}

/// The version whose instructions a processor has.
fn version(target: &StreamTarget<'_>) -> Version {
    let name = target.tables().text(target.arch().name);
    Version::of_processor(name).unwrap_or(Version::ALL[Version::ALL.len() - 1])
}

/// `disasm` of an object.
pub fn disassemble(
    asked: Option<machines::AnyTarget>,
    args: &DisasmArgs,
    input: &Input,
) -> Result<(), Failure> {
    own_syntax(args.syntax.as_deref())?;
    if args.line_numbers || args.source {
        let message = "--line-numbers and --source are for ELF objects: in vISA objects FILE and LOC, which the text shows, say where code comes from";
        return Err(Failure::Usage(message.to_string()));
    }
    if args.entry.is_some() {
        let message = "--entry is for files that hold several objects: this is a vISA object";
        return Err(Failure::Usage(message.to_string()));
    }
    if !args.features.mattr.is_empty() {
        let message = "--mattr: processors of vISA have no features to choose";
        return Err(Failure::Usage(message.to_string()));
    }
    if args.bytes && args.emit == DisasmEmit::Tsv {
        let message = "--emit tsv shows the bytes of instructions already: leave out --bytes";
        return Err(Failure::Usage(message.to_string()));
    }
    let object = Object::read(&input.bytes)
        .map_err(|error| Failure::Input(format!("{}: {error}", input.name)))?;
    let of_file = object.version.processor().unwrap_or_default();
    if let Some(asked) = asked {
        let asked = asked.target();
        let tables = asked.tables();
        let arch = tables.text(asked.arch().name);
        if !is_machine(tables) || arch != of_file {
            let name = tables.text(asked.processor().name);
            return Err(Failure::Input(format!(
                "{}: the object is for {of_file}, and not for {name}",
                input.name
            )));
        }
    }
    let mut output = Output::open(args.output.as_deref())?;
    match args.emit {
        DisasmEmit::Asm => {
            let text = match args.bytes {
                true => text::list_with_bytes(&object),
                false => text::list(&object, Style::Names),
            };
            let text = text.map_err(|error| Failure::Input(format!("{}: {error}", input.name)))?;
            output.buffer.extend_from_slice(text.as_bytes());
        }
        DisasmEmit::Tsv => {
            if let Some(target) = isa_mc::visa::target(of_file) {
                for routine in routines(&object) {
                    lines(&target, routine, &mut output)?;
                }
            }
        }
    }
    output.finish()
}

/// A line for each instruction, whose place counts from the first one of its kernel.
fn lines(
    target: &StreamTarget<'static>,
    routine: &Routine,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut at = 0;
    while let Some(rest) = routine.code.get(at..).filter(|rest| !rest.is_empty()) {
        let (text, length) = text_of(target, rest);
        hex::push_decimal(&mut output.buffer, at);
        output.buffer.push(b'\t');
        hex::push(&mut output.buffer, &rest[..length]);
        output.buffer.push(b'\t');
        output.buffer.extend_from_slice(text.as_bytes());
        output.buffer.push(b'\n');
        output.flush_block()?;
        at += length;
    }
    Ok(())
}

/// The text of the instruction that bytes begin with, or why there is none, and how many bytes
/// it has.
fn text_of(target: &StreamTarget<'static>, bytes: &[u8]) -> (String, usize) {
    let mut text = String::new();
    match target.decode(bytes) {
        Ok(inst) => {
            if let Err(error) = target.print(inst, syntax::VISA, &mut text) {
                text = format!("// {}", error.display(target.tables()));
            }
            (text, inst.bytes().len())
        }
        Err(error) => (
            format!("// {}", error.display(target.tables())),
            bytes.len(),
        ),
    }
}
