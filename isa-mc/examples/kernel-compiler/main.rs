//! A compiler for kernels that calculate arrays from arrays: a small language, and all
//! that a code generator needs of this crate.
//!
//! ```text
//! cargo run -p isa-mc --example kernel-compiler -- blur.kernel -o blur.o --target gfx906
//! ld.lld -shared blur.o -o blur.hsaco
//! ```
//!
//! | module | what |
//! |---|---|
//! | `parse` | the language |
//! | `ir` | instructions over virtual registers |
//! | `select` | typed builders make them |
//! | `allocate` | linear scan over the instruction descriptions |
//! | `wait` | waits for memory, by the counters of the descriptions |
//! | `emit` | the object |

mod allocate;
mod emit;
mod ir;
mod parse;
mod select;
#[cfg(test)]
mod tests;
mod wait;

use std::fmt::{self, Display, Formatter};
use std::path::PathBuf;
use std::process::ExitCode;

use isa_mc::BuildError;
use isa_mc::gcn::features::Modes;
use isa_mc::gcn::target_id::{System, TargetId};
use isa_mc::gcn::{self, PROCESSORS, processors::Processor, s, v};
use isa_mc::object::Object;

use allocate::{AllocateError, Limits};

const HELP: &str = "\
Compiles a kernel of array expressions to a relocatable object of AMD's GPUs.

Usage: kernel-compiler SOURCE [-o OBJECT] [--target PROCESSOR] [--vgprs COUNT]

Arguments:
  SOURCE              the kernel; `-` reads standard input

Options:
  -o OBJECT           where the object goes [default: SOURCE with the ending `.o`]
  --target PROCESSOR  gfx600 to gfx1201 [default: gfx900]
  --vgprs COUNT       vector registers at most, 1 to 256 [default: 256]
  -h, --help          this text

The language:
  kernel blur(in source, out result, float weight) {
      let sum = source[i - 1] + source[i] + source[i + 1];
      result[i] = sum < 0 ? 0 : min(weight * sum, 255);
  }

The kernel's arguments are its parameters in their order, arrays as addresses of
64 bits, numbers as single-precision ones, and then the count of elements, 32 bits.
A workgroup has 64 work-items; a grid of any size does all elements. At most 2^30
elements; what lies beyond the ends of an array reads as zero.

Exit codes: 0, 1 if the source is wrong or a file cannot be read or written, 2 if
the arguments are wrong.
";

/// Why a source was not compiled.
#[derive(Debug)]
pub enum CompileError {
    /// It is not of the language.
    Parse(parse::ParseError),
    /// The processor lacks an instruction.
    Select(BuildError),
    /// The registers are not enough.
    Allocate(AllocateError),
    /// A wait could not be made.
    Wait(wait::WaitError),
    /// The object could not be made.
    Emit(emit::ObjectError),
}

impl Display for CompileError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            CompileError::Parse(error) => write!(f, "{error}"),
            CompileError::Select(error) => write!(f, "no instruction: {error}"),
            CompileError::Allocate(error) => write!(f, "{error}"),
            CompileError::Wait(error) => write!(f, "no wait: {error:?}"),
            CompileError::Emit(emit::ObjectError::Finish(error)) => {
                write!(f, "the kernel is too large: {error}")
            }
            CompileError::Emit(error) => write!(f, "no object: {error:?}"),
        }
    }
}

impl std::error::Error for CompileError {}

/// Compiles a source for a processor, with so many vector registers at most.
///
/// # Errors
///
/// [`CompileError`]; of a wrong source with the place.
pub fn compile(source: &str, id: TargetId, vgprs: u16) -> Result<Object, CompileError> {
    let kernel = parse::parse(source).map_err(CompileError::Parse)?;
    let name = id.processor.name;
    let target = gcn::target(name).ok_or(CompileError::Select(BuildError::NotHere))?;
    // A workgroup is one wavefront: RDNA makes it of 64 lanes when it is asked to.
    let target = gcn::with_modes(target, Modes::default().wave64());
    let mut program = select::select(&kernel, target).map_err(CompileError::Select)?;
    let sgprs = u16::from(id.processor.sgprs);
    let limits = Limits::from([(v(0).0.file, vgprs), (s(0).0.file, sgprs)]);
    let given = allocate::allocate(&program, &limits).map_err(CompileError::Allocate)?;
    allocate::assign(&mut program, &given).map_err(CompileError::Allocate)?;
    for block in &mut program.blocks {
        wait::insert(&target, &mut block.instructions).map_err(CompileError::Wait)?;
    }
    emit::emit(&kernel, &program, id).map_err(CompileError::Emit)
}

/// What the arguments say.
#[derive(Debug, PartialEq)]
struct Options {
    source: PathBuf,
    object: PathBuf,
    target: TargetId,
    vgprs: u16,
}

/// `None` asks for help.
fn options(arguments: &[String]) -> Result<Option<Options>, String> {
    let mut source = None;
    let mut object = None;
    let mut target = "gfx900".to_owned();
    let mut vgprs = 256;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || {
            let value = rest.next();
            value.ok_or(format!("`{argument}` needs a value behind it"))
        };
        match argument.as_str() {
            "-h" | "--help" => return Ok(None),
            "-o" => object = Some(PathBuf::from(value()?)),
            "--target" => target.clone_from(value()?),
            "--vgprs" => {
                let text = value()?;
                let number = text.parse().ok().filter(|it| (1..=256).contains(it));
                vgprs = number.ok_or(format!("`{text}` is no number from 1 to 256"))?;
            }
            option if option.len() > 1 && option.starts_with('-') => {
                return Err(format!("there is no option `{option}`"));
            }
            path if source.is_none() => source = Some(PathBuf::from(path)),
            path => return Err(format!("`{path}` is one source too many")),
        }
    }
    let source = source.ok_or("a source must be named")?;
    let processor = Processor::named(&target).ok_or_else(|| {
        let all = PROCESSORS.join(", ");
        format!("there is no processor `{target}`; there are {all}")
    })?;
    let standard = source.as_os_str() == "-";
    let object = match object {
        Some(object) => object,
        None if standard => return Err("`-o` must say where the object goes".to_owned()),
        None => source.with_extension("o"),
    };
    Ok(Some(Options {
        source,
        object,
        target: TargetId::new(System::Hsa, processor),
        vgprs,
    }))
}

fn run(options: &Options) -> Result<(), String> {
    let path = options.source.display().to_string();
    let source = match path.as_str() {
        "-" => std::io::read_to_string(std::io::stdin()),
        _ => std::fs::read_to_string(&options.source),
    };
    let source = source.map_err(|error| format!("{path}: {error}"))?;
    let object = compile(&source, options.target, options.vgprs);
    let object = object.map_err(|error| match error {
        CompileError::Parse(error) => format!("{path}:{error}"),
        error => format!("{path}: {error}"),
    })?;
    let elf = object.to_elf().map_err(|error| error.to_string())?;
    let to = options.object.display();
    std::fs::write(&options.object, elf).map_err(|error| format!("{to}: {error}"))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match options(&arguments) {
        Ok(None) => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        Ok(Some(options)) => match run(&options) {
            Ok(()) => ExitCode::SUCCESS,
            Err(message) => {
                eprintln!("error: {message}");
                ExitCode::from(1)
            }
        },
        Err(message) => {
            eprintln!(
                "error: {message}\n\nUsage: kernel-compiler SOURCE [-o OBJECT] [--target PROCESSOR] [--vgprs COUNT]"
            );
            ExitCode::from(2)
        }
    }
}
