//! `isa-mc list`

use isa_dsl::sorted::SortedSet;
use std::fmt::Write as _;

use isa_dsl::suggest::nearest;
use isa_mc::Target;
use isa_mc::tables::{Instruction, Tables};

use super::args::ListArgs;
use super::encodings::{Pattern, encodings};
use super::failure::Failure;
use super::output::Output;
use super::{diff, machines};

pub fn run(args: &ListArgs) -> Result<(), Failure> {
    if let Some([old, new]) = args.diff.as_deref() {
        let pattern = args.pattern.as_deref().map(Pattern::new);
        let text = diff::text(old, new, args.isa.as_deref(), pattern.as_ref(), args.emit)?;
        let mut output = Output::open(None)?;
        output.buffer.extend_from_slice(text.as_bytes());
        return output.finish();
    }
    let target = args.cpu.as_deref();
    if target.is_none() && !args.features.mattr.is_empty() {
        let message = "--mattr is about a processor: say which one with --cpu";
        return Err(Failure::Usage(message.to_string()));
    }
    let target = target.map(|cpu| machines::target_with(cpu, &args.features.mattr));
    let target = target.transpose()?;
    let target = target.map(|target| target.target());
    let machine = args.isa.as_deref().map(machines::machine).transpose()?;
    if let (Some(target), Some(machine)) = (&target, machine)
        && target.tables().name != machine.name
    {
        let cpu = target.tables().text(target.processor().name);
        return Err(Failure::Usage(format!(
            "{cpu} is no processor of {}",
            machine.name
        )));
    }
    let pattern = args.pattern.as_deref().map(Pattern::new);
    let machines = machines::all().iter().copied().filter(|tables| {
        machine.is_none_or(|machine| machine.name == tables.name)
            && target.is_none_or(|target| target.tables().name == tables.name)
    });
    let mut output = Output::open(None)?;
    let mut empty = true;
    for tables in machines {
        let rows: Vec<&Instruction> = tables
            .instructions
            .iter()
            .filter(|row| target.is_none_or(|target| has(&target, row)))
            .filter(|row| {
                pattern
                    .as_ref()
                    .is_none_or(|p| p.matches(tables.text(row.name)))
            })
            .collect();
        if rows.is_empty() {
            continue;
        }
        if !empty {
            output.buffer.push(b'\n');
        }
        empty = false;
        let archs: Vec<usize> = match target {
            Some(target) => vec![target.arch_index().into()],
            None => (0..tables.archs.len()).collect(),
        };
        output
            .buffer
            .extend_from_slice(table(tables, &archs, &rows).as_bytes());
        output.flush_block()?;
    }
    if empty {
        return Err(Failure::Input(nothing(args)));
    }
    output.finish()
}

/// Whether a processor has an instruction.
fn has(target: &Target<'_>, row: &Instruction) -> bool {
    let arch = target.arch_index() as usize;
    let features = target.features();
    encodings(target.tables(), row).any(|it| it.arch == arch && it.features & !features == 0)
}

/// A machine's instructions with the opcode of some architectures.
fn table(tables: &Tables<'_>, archs: &[usize], rows: &[&Instruction]) -> String {
    let mut lines = vec![vec!["mnemonic".to_string()]];
    let name = |arch: &usize| tables.text(tables.archs[*arch].name).to_string();
    lines[0].extend(archs.iter().map(name));
    for row in rows {
        let mut line = vec![tables.text(row.name).to_string()];
        line.extend(archs.iter().map(|arch| opcodes(tables, row, *arch)));
        lines.push(line);
    }
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..=archs.len()).map(width).collect();
    let mut text = format!("{}: {}\n", tables.name, tables.title);
    for line in &lines {
        for (column, (cell, &width)) in line.iter().zip(&widths).enumerate() {
            let _ = match column {
                0 => write!(text, "{cell:width$}"),
                _ => write!(text, "  {cell:>width$}"),
            };
        }
        text.push('\n');
    }
    text
}

/// The opcode on an architecture; several if there are several encodings.
fn opcodes(tables: &Tables<'_>, row: &Instruction, arch: usize) -> String {
    let mut found: Vec<String> = Vec::new();
    for encoding in encodings(tables, row).filter(|it| it.arch == arch) {
        let text = encoding.opcode.unwrap_or_else(|| "+".to_string());
        if !found.contains(&text) {
            found.push(text);
        }
    }
    if found.is_empty() {
        "-".to_string()
    } else {
        found.join("/")
    }
}

fn nothing(args: &ListArgs) -> String {
    let Some(pattern) = &args.pattern else {
        return "there is no such instruction".to_string();
    };
    let names = machines::all()
        .iter()
        .flat_map(|tables| tables.instructions.iter().map(|row| tables.text(row.name)));
    let names: Vec<&str> = names.collect();
    let mut message = format!("no mnemonic matches `{pattern}`");
    if let Some(cpu) = &args.cpu {
        let _ = write!(message, " on {cpu}");
    }
    let elsewhere = Pattern::new(pattern);
    if let Some(name) = names.iter().find(|name| elsewhere.matches(name)) {
        let _ = write!(message, "; other processors have `{name}`");
    } else if let Some(near) = nearest_part(pattern, &names) {
        let _ = write!(message, "; did you mean `{near}`?");
    }
    message
}

/// The part of a name nearest to a pattern: as many words of it, with `_`
/// between them, as the pattern has.
fn nearest_part<'a>(pattern: &str, names: &[&'a str]) -> Option<&'a str> {
    let pattern = pattern.trim_matches(|char| char == '*' || char == '_');
    let words = pattern.split('_').count();
    let mut parts: SortedSet<&str> = SortedSet::new();
    for &name in names {
        // Where words begin, and where the one behind the last would.
        let mut starts = vec![0];
        starts.extend(name.match_indices('_').map(|(at, _)| at + 1));
        starts.push(name.len() + 1);
        for window in starts.windows(words + 1) {
            if let [first, .., behind] = window {
                parts.insert(&name[*first..behind - 1]);
            }
        }
    }
    nearest(pattern, parts)
}
