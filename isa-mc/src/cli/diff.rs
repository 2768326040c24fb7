//! `isa-mc list --diff`: what changed between two architectures.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use isa_dsl::suggest::nearest;
use isa_mc::tables::{Field, Instruction, Part, Tables};

use super::encodings::{Listed, Pattern, encodings};
use super::failure::Failure;
use super::machines;

/// One side of the comparison.
#[derive(Clone, Copy)]
struct Side<'a> {
    name: &'a str,
    arch: usize,
    /// Features that it has; those of any processor, for an architecture.
    features: u32,
}

impl Side<'_> {
    fn has(&self, encoding: &Listed<'_>) -> bool {
        encoding.arch == self.arch && encoding.features & !self.features == 0
    }
}

/// What a side has of an instruction: formats with opcodes, and what is fixed
/// besides.
type Encoded<'a> = BTreeMap<&'a str, BTreeSet<Code<'a>>>;

/// An opcode, and the values of the other fixed parts by name.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Code<'a> {
    opcode: String,
    others: Vec<(&'a str, u64)>,
}

/// The differences as a text for people.
///
/// # Errors
///
/// If a name is neither an architecture nor a processor, or the two are not of
/// one machine.
pub fn text(
    old: &str,
    new: &str,
    isa: Option<&str>,
    pattern: Option<&Pattern>,
) -> Result<String, Failure> {
    let isa = isa.map(machines::machine).transpose()?;
    let tables = machines::all().iter().copied();
    let mut tables = tables.filter(|tables| isa.is_none_or(|isa| isa.name == tables.name));
    let found = tables.find_map(|tables| Some((tables, side(tables, old)?)));
    let Some((tables, old)) = found else {
        return Err(unknown(old, isa));
    };
    let Some(new) = side(tables, new) else {
        return Err(unknown(new, Some(tables)));
    };
    Ok(Diff::new(tables, old, new, pattern).text())
}

fn side<'a>(tables: &'a Tables<'a>, name: &str) -> Option<Side<'a>> {
    let archs = tables.archs.iter().map(|row| tables.text(row.name));
    for (arch, found) in archs.enumerate() {
        if found == name {
            let of_it = tables.processors.iter();
            let of_it = of_it.filter(|row| usize::from(row.arch) == arch);
            return Some(Side {
                name: found,
                arch,
                features: of_it.fold(0, |all, row| all | row.features),
            });
        }
    }
    let processor = tables.processors.iter();
    let mut processor = processor.filter(|row| tables.text(row.name) == name);
    processor.next().map(|row| Side {
        name: tables.text(row.name),
        arch: usize::from(row.arch),
        features: row.features,
    })
}

fn unknown(name: &str, machine: Option<&Tables<'_>>) -> Failure {
    let tables = machines::all().iter().copied();
    let tables = tables.filter(|tables| machine.is_none_or(|it| it.name == tables.name));
    let names: Vec<&str> = tables
        .flat_map(|tables| {
            let archs = tables.archs.iter().map(|row| tables.text(row.name));
            archs.chain(tables.processors.iter().map(|row| tables.text(row.name)))
        })
        .collect();
    let mut message = format!("`{name}` is no architecture and no processor");
    if let Some(machine) = machine {
        let _ = write!(message, " of {}", machine.name);
    }
    match nearest(name, names.iter().copied()) {
        Some(near) => _ = write!(message, "; did you mean `{near}`?"),
        None => _ = write!(message, "; known are {}", names.join(", ")),
    }
    Failure::Usage(message)
}

/// The rows of every section, headings first.
struct Diff<'a> {
    title: String,
    sections: Vec<(&'static str, Vec<Vec<String>>)>,
    tables: &'a Tables<'a>,
}

impl<'a> Diff<'a> {
    fn new(
        tables: &'a Tables<'a>,
        old: Side<'a>,
        new: Side<'a>,
        pattern: Option<&Pattern>,
    ) -> Diff<'a> {
        let head = |cells: &[&str]| vec![cells.iter().map(|&it| it.to_owned()).collect()];
        let one = |side: &Side<'_>| head(&["mnemonic", "format", side.name]);
        let two = |first: &str, second: &str| head(&[first, second, old.name, new.name]);
        let (mut gone, mut fresh) = (one(&old), one(&new));
        let mut opcodes = two("mnemonic", "format");
        let mut formats = head(&["mnemonic", old.name, new.name]);
        let mut fixed = two("mnemonic", "format");
        let mut layouts = two("format", "part");
        // Who has which opcode of a format.
        let mut owners: BTreeMap<(&str, String), [BTreeSet<&str>; 2]> = BTreeMap::new();
        for row in tables.instructions {
            let name = tables.text(row.name);
            let (before, after) = (encoded(tables, row, &old), encoded(tables, row, &new));
            for (side, encoded) in [&before, &after].into_iter().enumerate() {
                for (format, codes) in encoded {
                    for code in codes {
                        let key = (*format, code.opcode.clone());
                        owners.entry(key).or_default()[side].insert(name);
                    }
                }
            }
            if pattern.is_some_and(|pattern| !pattern.matches(name)) {
                continue;
            }
            if before.is_empty() || after.is_empty() {
                let (encoded, into) = match before.is_empty() {
                    true => (&after, &mut fresh),
                    false => (&before, &mut gone),
                };
                for (format, codes) in encoded {
                    into.push(vec![name.to_owned(), (*format).to_owned(), list(codes)]);
                }
                continue;
            }
            if before.keys().ne(after.keys()) {
                let names = |encoded: &Encoded<'_>| {
                    let names: Vec<&str> = encoded.keys().copied().collect();
                    names.join(" ")
                };
                formats.push(vec![name.to_owned(), names(&before), names(&after)]);
            }
            for (format, codes) in &before {
                let Some(others) = after.get(format).filter(|others| *others != codes) else {
                    continue;
                };
                let cells = |old: String, new: String| {
                    vec![name.to_owned(), (*format).to_owned(), old, new]
                };
                if list(codes) == list(others) {
                    let (old, new) = (others_of(codes, others), others_of(others, codes));
                    fixed.push(cells(old, new));
                } else {
                    opcodes.push(cells(list(codes), list(others)));
                }
            }
        }
        if pattern.is_none() {
            layouts.extend(moved_parts(tables, &old, &new));
        }
        let mut renamed = two("format", "opcode");
        for ((format, opcode), [before, after]) in owners {
            let lost: Vec<&str> = before.difference(&after).copied().collect();
            let won: Vec<&str> = after.difference(&before).copied().collect();
            let shown = |name: &&str| pattern.is_none_or(|pattern| pattern.matches(name));
            if !lost.is_empty() && !won.is_empty() && lost.iter().chain(&won).any(shown) {
                let cells = [format, &opcode, &lost.join(" "), &won.join(" ")];
                renamed.push(cells.map(str::to_owned).to_vec());
            }
        }
        renamed[1..].sort_by_key(|row| (row[0].clone(), row[1].parse::<u64>().ok()));
        Diff {
            title: format!("from {} to {}", old.name, new.name),
            sections: vec![
                ("gone", gone),
                ("new", fresh),
                ("another opcode", opcodes),
                ("other formats", formats),
                ("other fixed parts", fixed),
                ("another mnemonic at the opcode", renamed),
                ("parts of formats at other bits", layouts),
            ],
            tables,
        }
    }

    fn text(&self) -> String {
        let mut text = format!(
            "{}: {}\n{}\n",
            self.tables.name, self.tables.title, self.title
        );
        let mut any = false;
        for (title, rows) in &self.sections {
            if let count @ 1.. = rows.len() - 1 {
                any = true;
                let _ = write!(text, "\n{title}: {count}\n{}", columns(rows));
            }
        }
        if !any {
            text.push_str("\nno differences\n");
        }
        text
    }
}

/// What a side has of an instruction.
fn encoded<'a>(tables: &'a Tables<'a>, row: &Instruction, side: &Side<'_>) -> Encoded<'a> {
    let mut all = Encoded::new();
    for encoding in encodings(tables, row).filter(|it| side.has(it)) {
        let fixed = |part: &&Part| {
            let mask = part.field.mask(tables.pieces);
            mask & encoding.mask == mask
                && !["opcode", "encoding", "reserved"].contains(&tables.text(part.name))
        };
        let parts = encoding.parts.iter().filter(fixed);
        let others = parts.map(|part| {
            let value = part.field.get(encoding.bits, tables.pieces);
            (tables.text(part.name), value)
        });
        let code = Code {
            others: others.collect(),
            opcode: encoding.opcode.unwrap_or_else(|| "+".to_owned()),
        };
        all.entry(encoding.format).or_default().insert(code);
    }
    all
}

/// Opcodes, each once.
fn list(codes: &BTreeSet<Code<'_>>) -> String {
    let mut texts: Vec<&str> = codes.iter().map(|code| code.opcode.as_str()).collect();
    texts.dedup();
    texts.join("/")
}

/// What is fixed besides opcodes in one set and not in another.
fn others_of(codes: &BTreeSet<Code<'_>>, without: &BTreeSet<Code<'_>>) -> String {
    let codes = codes.iter().filter(|code| !without.contains(code));
    let texts = codes.map(|code| {
        let parts = code.others.iter();
        let parts: Vec<String> = parts
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        match parts.is_empty() {
            true => "-".to_owned(),
            false => parts.join(" "),
        }
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// Parts of formats that both sides have, where their bits differ.
fn moved_parts(tables: &Tables<'_>, old: &Side<'_>, new: &Side<'_>) -> Vec<Vec<String>> {
    let (before, after) = (layouts(tables, old), layouts(tables, new));
    let mut rows = Vec::new();
    for (format, parts) in &before {
        let Some(others) = after.get(format) else {
            continue;
        };
        let names: BTreeSet<&str> = parts.keys().chain(others.keys()).copied().collect();
        for name in names {
            let bits = |parts: &BTreeMap<&str, String>| {
                let bits = parts.get(name).cloned();
                bits.unwrap_or_else(|| "-".to_owned())
            };
            let (was, is) = (bits(parts), bits(others));
            if was != is {
                rows.push(vec![(*format).to_owned(), name.to_owned(), was, is]);
            }
        }
    }
    rows
}

/// The parts of every format that a side uses, as bits in words.
fn layouts<'a>(
    tables: &'a Tables<'a>,
    side: &Side<'_>,
) -> BTreeMap<&'a str, BTreeMap<&'a str, String>> {
    let mut all: BTreeMap<&str, BTreeMap<&str, String>> = BTreeMap::new();
    for row in tables.instructions {
        for encoding in encodings(tables, row).filter(|it| side.has(it)) {
            all.entry(encoding.format).or_insert_with(|| {
                let mut parts: BTreeMap<&str, String> = BTreeMap::new();
                for part in encoding.parts {
                    let bits = bits(tables, part.field);
                    let cell = parts.entry(tables.text(part.name)).or_default();
                    *cell = format!("{cell}{bits}");
                }
                parts
            });
        }
    }
    all
}

/// The bits of a field: `[17]`, `[15:14][3:0]`.
fn bits(tables: &Tables<'_>, field: Field) -> String {
    let runs: Vec<(u32, u32)> = field.mask(tables.pieces).runs().collect();
    let mut text = String::new();
    for (low, width) in runs.into_iter().rev() {
        let _ = match width {
            1 => write!(text, "[{low}]"),
            _ => write!(text, "[{}:{low}]", low + width - 1),
        };
    }
    text
}

/// Rows in columns, the last without blanks behind it.
fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, &width) in row.iter().zip(&widths) {
            let _ = write!(line, "{cell:width$}  ");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
