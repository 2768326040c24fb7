//! `isa-mc asm`

use std::cell::RefCell;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use isa_mc::asm::{Assembler, Assembly, Files};
use isa_mc::explain::{self, Explained};
use isa_mc::lines::{Lines, Writer};
use isa_mc::object::{DwarfFormat, FinishedSection, Object, flag};
use isa_mc::{SyntaxId, TargetMachine};

use super::args::{AsmArgs, AsmEmit};
use super::failure::Failure;
use super::input::Input;
use super::machines::AnyTarget;
use super::output::{Blocks, Output};
use super::progress::Progress;
use super::report::Reporter;
use super::{input, machines};

pub fn run(args: &AsmArgs, color: bool) -> Result<(), Failure> {
    match machines::target_with(&args.cpu, &args.features.mattr)? {
        AnyTarget::Words(target) => run_for(target, args, None, color),
        #[cfg(feature = "visa")]
        AnyTarget::Streams(target) if super::visa::is_machine(target.tables()) => {
            let input = input::read(&args.file)?;
            if super::visa::is_whole(&input.bytes) {
                return super::visa::assemble(target, args, &input, color);
            }
            if args.emit == AsmEmit::Obj {
                let message = "objects are made of whole vISA files, which begin with `.version`; of instructions alone use --emit bin, asm or tsv";
                return Err(Failure::Usage(message.to_string()));
            }
            run_for(target, args, Some(input), color)
        }
        AnyTarget::Streams(target) => run_for(target, args, None, color),
    }
}

/// Assembles with the assembler that all machines share; the input may be read already.
fn run_for<T: Lines + Explained>(
    target: T,
    args: &AsmArgs,
    input: Option<Input>,
    color: bool,
) -> Result<(), Failure> {
    let machine = target.target();
    let syntax = machines::syntax(&machine, args.syntax.as_deref())?;
    let support = machines::support(&machine);
    if args.emit == AsmEmit::Obj && support.is_none() {
        let message = format!(
            "{} has no object files: use --emit bin, asm or tsv",
            machine.tables().name
        );
        return Err(Failure::Usage(message));
    }
    let path = output_path(args)?;
    let input = input.map_or_else(|| input::read(&args.file), Ok)?;
    let mut output = match args.emit {
        AsmEmit::Obj | AsmEmit::Bin => Output::open_binary(path.as_deref())?,
        AsmEmit::Asm | AsmEmit::Tsv => Output::open(path.as_deref())?,
    };

    let files = Folders::new(args);
    let mut assembler = Assembler::new(target, syntax)
        .files(&files)
        .threads(args.threads);
    for definition in &args.defsym {
        assembler = assembler.define(&definition.name, definition.value);
    }
    if let Some(support) = support {
        assembler = assembler.machine(support);
    }
    if args.emit == AsmEmit::Obj {
        assembler = assembler.externals();
    }
    if matches!(args.emit, AsmEmit::Asm | AsmEmit::Tsv) {
        assembler = assembler.listing();
    }
    assembler = with_debug_information(assembler, args);
    let Input { name, bytes } = input;
    let progress = RefCell::new(Progress::new(bytes.len()));
    let assembly = assembler
        .progress(&|at| progress.borrow_mut().at(at))
        .assemble(&name, input::source(bytes));
    progress.into_inner().finish();

    // What the source prints does not mix with an object that goes the same way.
    let goes_to_output = args
        .output
        .as_ref()
        .is_some_and(|path| path.as_os_str() == "-");
    for line in &assembly.printed {
        if goes_to_output || args.emit != AsmEmit::Obj {
            let _ = writeln!(io::stderr(), "{line}");
        } else {
            let _ = writeln!(io::stdout(), "{line}");
        }
    }
    let mut reporter = Reporter::new(&name, &[], color);
    for warning in &assembly.warnings {
        reporter.warning_in(warning, &assembly.texts);
    }
    for error in &assembly.errors {
        reporter.error_in(error, &assembly.texts);
    }
    reporter.finish();
    let wrong = !assembly.errors.is_empty();
    let written = match (args.emit, assembly.object()) {
        (AsmEmit::Obj, Some(object)) => write_object(object, &mut output, &name),
        (AsmEmit::Bin, Some(object)) => {
            code_alone(object).map(|code| output.buffer.extend_from_slice(code))
        }
        (AsmEmit::Asm, Some(_)) | (AsmEmit::Tsv, _) => {
            write_listing(target, syntax, args.emit, &assembly, &mut output)
        }
        (_, None) => Ok(()),
    };
    // Standard output gets every line of tsv; a file only if all is well.
    let result = match written {
        Ok(()) if !wrong || args.emit == AsmEmit::Tsv && path.is_none() => output.finish(),
        result => result,
    };
    // The program ends, and its memory with it: nobody has to take it apart before.
    std::mem::forget(assembly);
    match result {
        Ok(()) | Err(Failure::BrokenPipe) if wrong => Err(Failure::Reported),
        result => result,
    }
}

/// Writes the statements of a source.
fn write_listing<T: Lines + Explained>(
    target: T,
    syntax: SyntaxId,
    emit: AsmEmit,
    assembly: &Assembly<T::Inst>,
    output: &mut Output,
) -> Result<(), Failure> {
    let writer = Writer::new(target, syntax, explain::reason);
    let mut next = 0;
    while next < assembly.listing.len() {
        let is_tsv = emit == AsmEmit::Tsv;
        next = T::listing(&writer, is_tsv, assembly, next, &mut output.buffer);
        output.flush_block()?;
    }
    Ok(())
}

/// What writes debug information.
pub const PRODUCER: &str = concat!("isa-mc ", env!("CARGO_PKG_VERSION"));

/// With the debug information that was asked for.
fn with_debug_information<'a, 't, T: TargetMachine<'t>>(
    assembler: Assembler<'a, T>,
    args: &AsmArgs,
) -> Assembler<'a, T> {
    let format = DwarfFormat {
        version: args.dwarf_version.unwrap_or(DwarfFormat::default().version),
        ..DwarfFormat::default()
    };
    let here = || std::env::current_dir().unwrap_or_default();
    let folder = args.debug_folder.clone().unwrap_or_else(here);
    let assembler = assembler
        .dwarf(format)
        .compilation_directory(&folder.to_string_lossy());
    match args.debug {
        true => assembler.own_lines(PRODUCER),
        false => assembler,
    }
}

/// The file to write; `None` is standard output.
fn output_path(args: &AsmArgs) -> Result<Option<PathBuf>, Failure> {
    let extension = match args.emit {
        AsmEmit::Obj => "o",
        AsmEmit::Bin => "bin",
        AsmEmit::Asm | AsmEmit::Tsv => return Ok(args.output.clone()),
    };
    if args.output.is_some() || input::is_standard(&args.file) {
        return Ok(args.output.clone());
    }
    let path = args.file.with_extension(extension);
    if path == args.file {
        let message = format!(
            "the output would replace the input `{}`: use -o",
            path.display()
        );
        return Err(Failure::Usage(message));
    }
    Ok(Some(path))
}

/// Writes an object, whose errors are those of an input.
pub fn write_object(object: &Object, output: &mut Output, name: &str) -> Result<(), Failure> {
    let mut blocks = Blocks::new(output);
    object.write_elf(&mut blocks).map_err(|error| {
        let named = io::Error::other(format!("{name}: {error}"));
        blocks.failure(&named)
    })
}

/// The code, if there is nothing else to load: bytes alone do not say what belongs
/// where.
fn code_alone(object: &Object) -> Result<&[u8], Failure> {
    // What is said for debuggers is not loaded, and nobody misses it.
    let is_said =
        |it: &&FinishedSection| it.flags & flag::ALLOC == 0 && it.name.starts_with(".debug_");
    let sections = object.sections.iter().filter(|it| !is_said(it));
    let relocations: usize = sections.clone().map(|it| it.relocations.len()).sum();
    if relocations != 0 {
        return Err(Failure::Input(format!(
            "bytes alone do not say what a linker fills in, which is {relocations} values here: use --emit obj"
        )));
    }
    let mut filled = sections.filter(|section| section.size != 0);
    let code = filled.next().map_or(&[][..], |section| &section.bytes);
    match filled.next() {
        None => Ok(code),
        Some(other) => Err(Failure::Input(format!(
            "bytes alone hold one section, and `{}` has some too: use --emit obj",
            other.name
        ))),
    }
}

/// Where files of `.include` and `.incbin` are looked for.
pub struct Folders {
    folders: Vec<PathBuf>,
}

impl Folders {
    /// In these, one after the other.
    pub fn of(folders: Vec<PathBuf>) -> Folders {
        Folders { folders }
    }

    fn new(args: &AsmArgs) -> Folders {
        let mut folders = vec![PathBuf::new()];
        folders.extend(args.file.parent().map(Path::to_path_buf));
        folders.extend(args.include.iter().cloned());
        Folders { folders }
    }
}

impl Files for Folders {
    fn read(&self, name: &str) -> io::Result<(String, Vec<u8>)> {
        let mut first = None;
        for folder in &self.folders {
            let path = folder.join(name);
            match std::fs::read(&path) {
                Ok(bytes) => return Ok((path.display().to_string(), bytes)),
                Err(error) => first = first.or(Some(error)),
            }
        }
        Err(first.unwrap_or_else(|| io::ErrorKind::NotFound.into()))
    }
}
