//! `isa-mc mc`, which is also what the program does under the name `llvm-mc`.
//!
//! In the order in which they can be read: `args`, `messages`, `comments`, `text`,
//! `bytes`.

mod args;
mod messages;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::{CommandFactory as _, FromArgMatches as _};
use isa_mc::asm::{Assembler, TextStyle};
use isa_mc::lines::{self, Style};
use isa_mc::machines::AnyTarget;
use isa_mc::object::DwarfFormat;
use isa_mc::{SyntaxId, Target};

use super::asm::{Folders, PRODUCER, write_object};
use super::definition::{Definition, definition};
use super::failure::Failure;
use super::flags::with_dashes;
use super::input::{self, Input};
use super::output::Output;
use super::{machines, report};
use args::FileType;
pub use args::McArgs;

/// Runs on the arguments, of which the first one is what errors call the program.
pub fn run(arguments: Vec<OsString>) -> u8 {
    let program = arguments
        .first()
        .map(|it| it.to_string_lossy().into_owned());
    let program = program.unwrap_or_default();
    let mut command = McArgs::command();
    let arguments = with_dashes(&command, arguments);
    let matches = command.try_get_matches_from_mut(arguments);
    let args = match matches.and_then(|it| McArgs::from_arg_matches(&it)) {
        Ok(args) => args,
        Err(error) => {
            let _ = error.print();
            return u8::from(error.use_stderr());
        }
    };
    match assemble_or_disassemble(&program, &args) {
        Ok(()) | Err(Failure::BrokenPipe) => 0,
        Err(Failure::Reported) => 1,
        Err(Failure::Input(message) | Failure::Usage(message)) => {
            report::say(&format!("{program}: error: {message}\n"));
            1
        }
    }
}

/// The target that the flags say.
fn target(program: &str, args: &McArgs) -> Result<Target<'static>, Failure> {
    let of_cpu = args.mcpu.as_deref().map(isa_mc::machines::target);
    if let Some(Some(AnyTarget::Streams(target))) = of_cpu {
        let name = target.tables().text(target.processor().name);
        return Err(Failure::Usage(format!(
            "llvm-mc knows nothing of {name}: use `isa-mc asm --cpu {name}` and `isa-mc disasm --cpu {name}`"
        )));
    }
    let triple = args.triple.as_deref().or(args.arch.as_deref());
    let triple = triple.ok_or_else(|| {
        Failure::Usage("no target: give -triple, as -triple=amdgcn-amd-amdhsa".to_string())
    })?;
    let processor = args.mcpu.as_deref().ok_or_else(|| {
        let mut tables = isa_mc::machines::all().iter();
        let example = tables.find_map(|it| it.processors.last().map(|row| it.text(row.name)));
        let example = example.map_or(String::new(), |name| format!(", as -mcpu={name}"));
        Failure::Usage(format!("no processor of {triple}: give -mcpu{example}"))
    })?;
    let (target, warnings) = isa_mc::machines::of_flags(triple, processor, &args.features.mattr)
        .map_err(Failure::Usage)?;
    if !args.no_warn {
        for warning in warnings {
            report::say(&format!("{program}: warning: {warning}\n"));
        }
    }
    match target {
        AnyTarget::Words(target) => Ok(target),
        AnyTarget::Streams(_) => {
            let message =
                format!("`{processor}` has no files that llvm-mc makes: use `isa-mc asm`");
            Err(Failure::Usage(message))
        }
    }
}

fn assemble_or_disassemble(program: &str, args: &McArgs) -> Result<(), Failure> {
    let target = target(program, args)?;
    let definitions = args.defsym.iter().map(|text| {
        let wrong = |error| Failure::Usage(format!("--defsym {text}: {error}"));
        definition(text).map_err(wrong)
    });
    let definitions = definitions.collect::<Result<Vec<_>, _>>()?;
    let input = input::read(&args.file)?;
    let output = match args.filetype {
        FileType::Obj => Output::open_binary(Some(&args.output))?,
        FileType::Asm | FileType::Null => Output::open(Some(&args.output))?,
    };
    let shown = (args.show_encoding, args.show_inst);
    let style = Style::new(target.tables(), SyntaxId::default(), shown);
    match args.disassemble {
        true => disassemble(args, target, &style, &input, output),
        false => assemble(args, target, &style, &definitions, input, output),
    }
}

fn disassemble(
    args: &McArgs,
    target: Target<'static>,
    style: &Style,
    input: &Input,
    mut output: Output,
) -> Result<(), Failure> {
    let text = String::from_utf8_lossy(&input.bytes);
    let done = lines::disassemble(target, style, &input.name, &text, args.hex);
    if args.filetype == FileType::Asm {
        output.buffer.extend_from_slice(&done.text);
    }
    report::say(&done.messages);
    // Standard output gets what is right among what is wrong, a file nothing.
    if !done.is_wrong || args.output.as_os_str() == "-" {
        output.finish()?;
    }
    match done.is_wrong {
        true => Err(Failure::Reported),
        false => Ok(()),
    }
}

fn assemble(
    args: &McArgs,
    target: Target<'static>,
    style: &Style,
    definitions: &[Definition],
    input: Input,
    mut output: Output,
) -> Result<(), Failure> {
    let support = machines::support(&target);
    let support = support.ok_or_else(|| Failure::Usage("no object files".to_string()))?;
    let mut folders = vec![PathBuf::new()];
    folders.extend(args.include.iter().cloned());
    let files = Folders::of(folders);
    let mut assembler = Assembler::new(target, style.syntax)
        .machine(support)
        .externals()
        .files(&files)
        .macro_depth(args.asm_macro_max_nesting_depth)
        .threads(args.threads);
    for definition in definitions {
        assembler = assembler.define(&definition.name, definition.value);
    }
    let remark = |bytes: &[u8]| style.remark(target, bytes);
    if args.filetype == FileType::Asm {
        assembler = assembler.text(TextStyle {
            shows_encoding: style.shows_encoding,
            remark: style.shows_inst.then_some(&remark),
        });
    }
    let format = DwarfFormat {
        version: args.dwarf_version,
        is_64: args.dwarf64,
    };
    let here = || std::env::current_dir().unwrap_or_default();
    let folder = args.fdebug_compilation_dir.clone().unwrap_or_else(here);
    assembler = assembler
        .dwarf(format)
        .compilation_directory(&folder.to_string_lossy());
    if args.debug {
        assembler = assembler.own_lines(PRODUCER);
    }
    let Input { name, bytes } = input;
    let assembly = assembler.assemble(&name, input::source(bytes));
    // What the source prints comes first, wherever the rest goes to.
    for line in &assembly.printed {
        let _ = writeln!(io::stdout(), "{line}");
    }
    let warning = match (args.no_warn, args.fatal_warnings) {
        (true, _) => None,
        (false, true) => Some("error"),
        (false, false) => Some("warning"),
    };
    report::say(&messages::all(&assembly, warning));
    let is_fatal = args.fatal_warnings && !args.no_warn && !assembly.warnings.is_empty();
    let Some(object) = assembly.object().filter(|_| !is_fatal) else {
        if args.filetype == FileType::Asm && args.output.as_os_str() == "-" {
            // Standard output gets what came before the error.
            output.buffer.extend_from_slice(&assembly.text);
            output.finish()?;
        }
        return Err(Failure::Reported);
    };
    match args.filetype {
        FileType::Obj => write_object(object, &mut output, &name)?,
        FileType::Null => {}
        FileType::Asm => output.buffer.extend_from_slice(&assembly.text),
    }
    let result = output.finish();
    // The program ends, and its memory with it.
    std::mem::forget(assembly);
    result
}
