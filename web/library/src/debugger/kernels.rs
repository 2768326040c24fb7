//! Which kernels a file has, and what they take.

use isa_mc::asm::Assembler;
use isa_mc::gcn::dispatch::CODE_BASE;
use isa_mc::gcn::loader::{Image, Kernel};
use isa_mc::gcn::metadata::ValueKind;
use isa_mc::machines::{self, AnyTarget};
use isa_mc::visa::object::Object;
use isa_mc::{SyntaxId, Target};
use serde::Serialize;

use super::threads::{self, Threads};
use super::waves::Waves;
use super::{Running, Start};
use crate::target;

/// A kernel, as a person chooses it and its arguments.
#[derive(Debug, Serialize)]
pub struct KernelView {
    pub name: String,
    /// Work-items or threads of a group, if it says them.
    pub group: Option<[u64; 3]>,
    pub arguments: Vec<ArgumentView>,
}

/// An argument, as a person fills it in.
#[derive(Debug, Serialize)]
pub struct ArgumentView {
    pub name: String,
    #[serde(rename = "type")]
    pub type_name: String,
    /// What may be given for it: a value to begin with.
    pub suggestion: String,
}

/// The kernels of a file.
#[derive(Debug, Serialize)]
pub struct Kernels {
    processor: String,
    /// What a grid counts.
    counted: &'static str,
    #[serde(rename = "kernels")]
    all: Vec<KernelView>,
}

/// What is in a file.
enum File {
    /// Kernels that wavefronts run.
    Image(Image),
    /// Kernels that threads run.
    Object(Object),
}

/// The kernels of an object or a source.
pub fn kernels(cpu: &str, file: &[u8]) -> Result<Kernels, String> {
    match read(cpu, file)? {
        File::Image(image) => kernels_of(&image),
        File::Object(object) => Ok(Kernels {
            processor: object.version.processor().unwrap_or_default().to_owned(),
            counted: "threads",
            all: threads::kernels(&object)?,
        }),
    }
}

/// Starts a kernel of an object or a source.
pub fn start(cpu: &str, file: &[u8], start: &Start<'_>) -> Result<Box<dyn Running>, String> {
    Ok(match read(cpu, file)? {
        File::Image(image) => Box::new(Waves::start(image, start)?),
        File::Object(object) => Box::new(Threads::start(object, start)?),
    })
}

/// The kernels of an image.
///
/// # Errors
///
/// If it has none.
pub fn kernels_of(image: &Image) -> Result<Kernels, String> {
    if image.kernels.is_empty() {
        return Err(
            "the file has no kernel: no symbol whose name ends in `.kd`, which \
                    `.amdhsa_kernel` makes"
                .to_owned(),
        );
    }
    let kernel = |kernel: &Kernel| KernelView {
        name: kernel.name.clone(),
        group: kernel
            .metadata
            .as_ref()
            .and_then(|it| it.required_group_size),
        arguments: kernel
            .arguments()
            .iter()
            .filter(|it| !it.is_hidden())
            .map(|it| ArgumentView {
                name: it.name.clone().unwrap_or_default(),
                type_name: it.type_name.clone().unwrap_or_default(),
                suggestion: suggestion(it.kind, it.type_name.as_deref(), it.size),
            })
            .collect(),
    };
    Ok(Kernels {
        processor: image.target.processor.name.to_owned(),
        counted: "work-items",
        all: image.kernels.iter().map(kernel).collect(),
    })
}

/// A value that an argument of this kind can have.
fn suggestion(kind: ValueKind, name: Option<&str>, size: u64) -> String {
    let of_type = |name: &str| match name {
        "char" => "i8",
        "uchar" => "u8",
        "short" => "i16",
        "ushort" => "u16",
        "int" => "i32",
        "long" => "i64",
        "ulong" => "u64",
        "half" => "f16",
        "float" => "f32",
        "double" => "f64",
        _ => "u32",
    };
    match kind {
        ValueKind::GlobalBuffer => {
            let element = name.and_then(|it| it.strip_suffix('*')).unwrap_or("uint");
            format!("buffer:zero=1K,show={}", of_type(element))
        }
        ValueKind::DynamicSharedPointer => "local:1K".to_owned(),
        _ => match (name, size) {
            (Some(name), 1..=8) => format!("{}:64", of_type(name)),
            (None, 4) => "u32:64".to_owned(),
            (None, 8) => "u64:64".to_owned(),
            _ => format!("bytes:{}", "00".repeat(size as usize)),
        },
    }
}

/// A file in memory: an object, or text that is assembled.
fn read(cpu: &str, file: &[u8]) -> Result<File, String> {
    if Object::is_object(file) {
        return object(file);
    }
    if file.starts_with(b"\x7fELF") {
        return image(file);
    }
    let any = target::named(cpu)?;
    if let Some(made) = machines::object_of_source(&any.target(), file) {
        let bytes = made.map_err(|errors| match errors.first() {
            Some(error) => format!("{}: {}", position(file, error.span.start), error.message),
            None => "the text has no object".to_owned(),
        })?;
        return object(&bytes);
    }
    match any {
        AnyTarget::Words(target) => image(&assembled(target, file)?),
        AnyTarget::Streams(_) => Err(format!("{cpu} has no object files")),
    }
}

fn object(file: &[u8]) -> Result<File, String> {
    let object = Object::read(file).map_err(|error| error.to_string())?;
    Ok(File::Object(object))
}

fn image(file: &[u8]) -> Result<File, String> {
    let image = Image::load(file, CODE_BASE).map_err(|error| error.to_string())?;
    Ok(File::Image(image))
}

/// Line and column of a byte, for people.
fn position(text: &[u8], at: usize) -> String {
    let before = text.get(..at).unwrap_or(text);
    let begin = before.iter().rposition(|&byte| byte == b'\n');
    let line = before.split(|&byte| byte == b'\n').count();
    let column = String::from_utf8_lossy(&before[begin.map_or(0, |it| it + 1)..]);
    format!("line {line}, column {}", column.chars().count() + 1)
}

/// The object of a source.
fn assembled(target: Target<'static>, file: &[u8]) -> Result<Vec<u8>, String> {
    let mut assembler = Assembler::new(target, SyntaxId::default()).externals();
    if let Some(support) = machines::support(&target) {
        assembler = assembler.machine(support);
    }
    let assembly = assembler.assemble("kernel", file);
    if let Some(error) = assembly.errors.first() {
        let at = assembly.texts.outermost(error.location);
        let (line, column) = (assembly.texts.line(at), assembly.texts.column(at));
        return Err(format!("line {line}, column {column}: {error}"));
    }
    let mut object = Vec::new();
    match assembly.draft.as_ref().map(|it| it.write_elf(&mut object)) {
        Some(Ok(())) => Ok(object),
        Some(Err(error)) => Err(error.to_string()),
        None => Err("the text has no object".to_owned()),
    }
}
