//! Kernels and their arguments in words.

use std::fmt::Write as _;

use isa_mc::gcn::dispatch::{Launch, Value};
use isa_mc::gcn::loader::Kernel;
use isa_mc::gcn::metadata::{self, ValueKind};

use crate::failure::Failure;

/// A kernel: what it takes, and how large its groups can be.
pub fn kernel(kernel: &Kernel) -> String {
    let mut text = format!("kernel `{}`", kernel.name);
    if let Some(metadata) = &kernel.metadata {
        match metadata.required_group_size {
            Some([x, y, z]) => {
                let _ = write!(text, ", --group {x},{y},{z}");
            }
            None => {
                let most = metadata.max_flat_workgroup_size;
                let _ = write!(text, ", at most {most} work-items in a group");
            }
        }
    }
    text.push('\n');
    text += &arguments(kernel);
    text.push('\n');
    text
}

/// The arguments of a kernel, a line each, and what to write for them.
pub fn arguments(kernel: &Kernel) -> String {
    if kernel.metadata.is_none() {
        return format!(
            "the file says nothing of the arguments of `{}`: --arg are put one behind the other",
            kernel.name
        );
    }
    let said: Vec<_> = kernel
        .arguments()
        .iter()
        .filter(|it| !it.is_hidden())
        .collect();
    if said.is_empty() {
        return format!("`{}` takes no arguments", kernel.name);
    }
    let word = |text: &Option<String>| text.clone().unwrap_or_default();
    let width = |texts: Vec<String>| texts.iter().map(String::len).max().unwrap_or(0);
    let types = width(said.iter().map(|it| word(&it.type_name)).collect());
    let names = width(said.iter().map(|it| word(&it.name)).collect());
    let mut text = format!("arguments of `{}`:", kernel.name);
    for (at, argument) in said.into_iter().enumerate() {
        let _ = write!(text, "\n  {at:>2}  ");
        for (part, width) in [(&argument.type_name, types), (&argument.name, names)] {
            if width != 0 {
                let _ = write!(text, "{:width$}  ", word(part));
            }
        }
        text += &suggestion(argument);
    }
    text
}

/// What to write for an argument.
pub fn suggestion(argument: &metadata::Argument) -> String {
    let number = match argument.type_name.as_deref() {
        Some("char") => "i8",
        Some("uchar") => "u8",
        Some("short") => "i16",
        Some("ushort") => "u16",
        Some("int") => "i32",
        Some("uint") => "u32",
        Some("long") => "i64",
        Some("ulong") => "u64",
        Some("half") => "f16",
        Some("float") => "f32",
        Some("double") => "f64",
        _ => match argument.size {
            1 => "u8",
            2 => "u16",
            4 => "u32",
            8 => "u64",
            _ => "",
        },
    };
    match argument.kind {
        ValueKind::GlobalBuffer => "--arg buffer:…".to_owned(),
        ValueKind::DynamicSharedPointer => "--arg local:BYTES".to_owned(),
        ValueKind::ByValue if number.is_empty() => {
            format!("--arg bytes:HEX ({} bytes)", argument.size)
        }
        ValueKind::ByValue => format!("--arg {number}:NUMBER"),
        kind => format!("({kind}: cannot be given)"),
    }
}

/// What pointers to local memory are multiples of where nothing is said of them.
const LOCAL_ALIGNMENT: u32 = 16;

/// Arguments of a kernel of which nothing is said: one behind the other, each at a
/// multiple of its size, as C lays them out.
pub fn unnamed(launch: &mut Launch, kernel: &Kernel, values: &[Value]) -> Result<(), Failure> {
    let mut bytes: Vec<u8> = Vec::new();
    for (at, value) in values.iter().enumerate() {
        let value = match value {
            Value::Bytes(bytes) => bytes.clone(),
            Value::Address(address) => address.to_le_bytes().to_vec(),
            // Where it begins, of 4 bytes; the next one lies behind.
            Value::Local(count) => {
                let at_byte = kernel.local_bytes.checked_add(launch.local);
                let begin = at_byte.and_then(|it| it.checked_next_multiple_of(LOCAL_ALIGNMENT));
                let end = begin.and_then(|it| it.checked_add(*count));
                let (Some(begin), Some(end)) = (begin, end) else {
                    return Err(Failure::Usage(format!(
                        "--arg {at}: there is not so much local memory"
                    )));
                };
                launch.local = end - kernel.local_bytes;
                begin.to_le_bytes().to_vec()
            }
        };
        let align = value.len().next_power_of_two().min(8);
        bytes.resize(bytes.len().next_multiple_of(align), 0);
        bytes.extend(value);
    }
    let expected = u32::from_le_bytes([8, 9, 10, 11].map(|at: usize| kernel.descriptor[at]));
    if bytes.len() as u64 > u64::from(expected) && expected != 0 {
        return Err(Failure::Usage(format!(
            "the arguments have {} bytes, and kernel `{}` takes {expected}",
            bytes.len(),
            kernel.name
        )));
    }
    if !bytes.is_empty() || expected != 0 {
        launch.kernarg_segment = Some(bytes);
    }
    Ok(())
}
