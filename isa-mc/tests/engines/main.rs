//! The library: its engines over a machine made by hand and over GCN, sources, explanations,
//! and kernels of vISA.

#[cfg(all(feature = "gcn", feature = "std"))]
mod assembly;
mod decode;
#[cfg(all(feature = "gcn", feature = "std"))]
mod describe;
#[cfg(all(feature = "explain", feature = "gcn", feature = "visa"))]
mod explained;
#[cfg(feature = "gcn")]
mod gcn;
mod machine;
#[cfg(all(feature = "gcn", feature = "std"))]
mod macros;
mod operands;
mod parse;
mod properties;
mod spelling;
mod stream;
mod stream_machine;
#[cfg(all(feature = "std", feature = "visa"))]
mod visa_images;
#[cfg(all(feature = "std", feature = "visa"))]
mod visa_run;

use isa_mc::tables::{Tables, TablesBuf};
use isa_mc::{SyntaxId, Target};

const PLAIN: SyntaxId = SyntaxId(0);
const LOUD: SyntaxId = SyntaxId(1);

/// Runs a test for one processor of the machine.
fn with(processor: &str, mut test: impl FnMut(Target<'_>)) {
    let buf: TablesBuf = machine::toy();
    let tables: Tables<'_> = buf.view();
    test(Target::new(&tables, processor).expect("a processor of the machine"));
}

/// The bytes that a statement becomes.
fn bytes(target: Target<'_>, syntax: SyntaxId, text: &str) -> Result<Vec<u8>, String> {
    let inst = target
        .parse(text, syntax)
        .map_err(|error| error.display(target, syntax, text).to_string())?;
    let mut out = [0; 16];
    let size = target
        .encode(inst, &mut out)
        .map_err(|error| error.to_string())?;
    Ok(out[..size].to_vec())
}

/// The text that bytes become, or why they become none.
fn text(target: Target<'_>, syntax: SyntaxId, bytes: &[u8]) -> Result<String, String> {
    let tables = target.tables();
    let inst = target
        .decode(bytes)
        .map_err(|error| error.display(tables).to_string())?;
    let mut out = String::new();
    target
        .print(inst, syntax, &mut out)
        .map_err(|error| error.display(tables).to_string())?;
    Ok(out)
}

/// The bytes of two words, the first in front.
fn words(first: u32, second: u32) -> Vec<u8> {
    [first.to_le_bytes(), second.to_le_bytes()].concat()
}
