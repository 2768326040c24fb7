//! The machines that this program knows.

use isa_dsl::sorted::SortedMap;
use std::fmt::Write as _;

use isa_mc::tables::Tables;
use isa_mc::{NoSyntax, SyntaxId, Target};

pub use isa_mc::machines::{AnyTarget, all, support};

use super::failure::Failure;

/// The processor of that name, with features or without, of whichever machine.
pub fn target(cpu: &str) -> Result<AnyTarget, Failure> {
    isa_mc::machines::named(cpu).map_err(|error| {
        let mut message = error.to_string();
        if !error.is_processor() {
            return Failure::Usage(message);
        }
        for tables in all() {
            let (name, title) = (tables.name, tables.title);
            let _ = write!(message, "\nprocessors of {name} ({title}):");
            let mut by_arch: SortedMap<u8, Vec<&str>> = SortedMap::new();
            for (arch, name) in processors(tables) {
                by_arch.entry(arch).or_default().push(name);
            }
            for (arch, names) in by_arch {
                let arch = tables.archs.get(arch as usize);
                let arch = arch.map_or("", |arch| tables.text(arch.name));
                let _ = write!(message, "\n  {arch}: {}", names.join(" "));
            }
        }
        Failure::Usage(message)
    })
}

/// The processor of that name, made with features.
pub fn target_with(cpu: &str, features: &[String]) -> Result<AnyTarget, Failure> {
    with_features(target(cpu)?, features)
}

/// A processor made with features, as `--mattr` says them.
pub fn with_features(target: AnyTarget, features: &[String]) -> Result<AnyTarget, Failure> {
    let made = isa_mc::machines::with_features(target, &features.join(","));
    made.map_err(|error| Failure::Usage(format!("--mattr: {error}")))
}

fn processors(tables: &'static Tables<'static>) -> impl Iterator<Item = (u8, &'static str)> {
    let rows = tables.processors.iter();
    rows.map(|row| (row.arch, tables.text(row.name)))
}

/// The machine of that name.
pub fn machine(name: &str) -> Result<&'static Tables<'static>, Failure> {
    let mut machines = all().iter();
    let found = machines.find(|tables| tables.name.eq_ignore_ascii_case(name));
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = all().iter().map(|tables| tables.name).collect();
        Failure::Usage(format!(
            "unknown machine `{name}`; there is: {}",
            names.join(", ")
        ))
    })
}

/// The syntax of that name; without a name the machine's first.
pub fn syntax(target: &Target<'_>, name: Option<&str>) -> Result<SyntaxId, Failure> {
    let Some(name) = name else {
        return Ok(SyntaxId::default());
    };
    let target = *target;
    let found = target.syntax(name);
    found.ok_or_else(|| Failure::Usage(NoSyntax { target, name }.to_string()))
}
