//! Names of processors and syntaxes.

use isa_mc::SyntaxId;
use isa_mc::machines::{self, AnyTarget};
use serde::Serialize;

/// A machine with its processors.
#[derive(Serialize)]
pub struct Machine {
    name: &'static str,
    title: &'static str,
    /// Bits of a word; 8 for streams of bytes.
    word_bits: u32,
    syntaxes: Vec<&'static str>,
    processors: Vec<Processor>,
}

#[derive(Serialize)]
struct Processor {
    name: &'static str,
    arch: &'static str,
    title: &'static str,
}

/// Every machine.
pub fn machines() -> Vec<Machine> {
    let machine = |tables: &&'static isa_mc::tables::Tables<'static>| {
        let processors = tables.processors.iter();
        Machine {
            name: tables.name,
            title: tables.title,
            word_bits: tables.word_bits.into(),
            syntaxes: tables
                .syntaxes
                .iter()
                .map(|row| tables.text(row.name))
                .collect(),
            processors: processors
                .map(|row| {
                    let arch = &tables.archs[usize::from(row.arch)];
                    Processor {
                        name: tables.text(row.name),
                        arch: tables.text(arch.name),
                        title: tables.text(arch.title),
                    }
                })
                .collect(),
        }
    };
    machines::all().iter().map(machine).collect()
}

/// The processor of a name.
pub fn named(cpu: &str) -> Result<AnyTarget, String> {
    machines::named(cpu).map_err(|error| error.to_string())
}

/// The syntax of a name; the first one of the machine without a name.
pub fn syntax(target: &AnyTarget, name: &str) -> Result<SyntaxId, String> {
    if name.is_empty() {
        return Ok(SyntaxId::default());
    }
    let machine = target.target();
    let found = machine.syntax(name);
    found.ok_or_else(|| {
        isa_mc::NoSyntax {
            target: machine,
            name,
        }
        .to_string()
    })
}
