//! What changed between two architectures or processors of a machine.
//!
//! ```
//! # #[cfg(feature = "gcn")] {
//! let found = isa_mc::compare::compare("gfx900", "gfx906", None, &|name| name.starts_with("v_dot"));
//! let found = found.unwrap();
//! let fresh = found.sections.iter().find(|section| section.key == "new").unwrap();
//! let names: Vec<String> = fresh.rows.iter().map(|row| row[0].text()).collect();
//! assert!(names.contains(&"v_dot4_i32_i8".to_string()), "{names:?}");
//! # }
//! ```

use isa_dsl::sorted::{SortedMap, SortedSet, sort_by_key};
use std::fmt::{self, Display, Formatter, Write as _};

use isa_dsl::suggest::nearest;

use crate::explain::{Listed, encodings};
use crate::machines;
use crate::tables::{Field, Instruction, Part, StreamStep, Tables};

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
type Encoded<'a> = SortedMap<&'a str, SortedSet<Code<'a>>>;

/// An opcode, and the values of the other fixed parts by name.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Code<'a> {
    opcode: String,
    others: Vec<(&'a str, u64)>,
}

/// Compares two architectures or processors, of the machine of a name or of the first that has
/// the older one; only instructions whose names are wanted.
///
/// # Errors
///
/// [`UnknownSide`] if a name is neither an architecture nor a processor, or the two are not of
/// one machine.
pub fn compare(
    old: &str,
    new: &str,
    machine: Option<&Tables<'static>>,
    wanted: &dyn Fn(&str) -> bool,
) -> Result<Comparison, UnknownSide> {
    compared(old, new, machine, Some(wanted))
}

/// The same with all instructions, and the parts of formats that are at other bits.
///
/// # Errors
///
/// Those of [`compare`].
pub fn compare_all(
    old: &str,
    new: &str,
    machine: Option<&Tables<'static>>,
) -> Result<Comparison, UnknownSide> {
    compared(old, new, machine, None)
}

fn compared(
    old: &str,
    new: &str,
    machine: Option<&Tables<'static>>,
    wanted: Option<&dyn Fn(&str) -> bool>,
) -> Result<Comparison, UnknownSide> {
    let tables = machines::all().iter().copied();
    let mut tables = tables.filter(|tables| machine.is_none_or(|it| it.name == tables.name));
    let found = tables.find_map(|tables| Some((tables, side(tables, old)?)));
    let Some((tables, old)) = found else {
        return Err(unknown(old, machine));
    };
    let Some(new) = side(tables, new) else {
        return Err(unknown(new, Some(tables)));
    };
    Ok(Comparison {
        machine: tables.name,
        title: tables.title,
        old: old.name,
        new: new.name,
        are_streams: !tables.streams.is_empty(),
        sections: sections(tables, old, new, wanted),
    })
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

/// A name that is neither an architecture nor a processor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownSide {
    /// The name.
    pub name: String,
    /// The machine that it should be of, if that is known.
    pub machine: Option<&'static str>,
    /// The nearest name; `None` if none is near.
    pub near: Option<&'static str>,
    /// All names.
    pub known: Vec<&'static str>,
}

impl Display for UnknownSide {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no architecture and no processor", self.name)?;
        if let Some(machine) = self.machine {
            write!(f, " of {machine}")?;
        }
        match self.near {
            Some(near) => write!(f, "; did you mean `{near}`?"),
            None => write!(f, "; known are {}", self.known.join(", ")),
        }
    }
}

impl std::error::Error for UnknownSide {}

fn unknown(name: &str, machine: Option<&Tables<'static>>) -> UnknownSide {
    let tables = machines::all().iter().copied();
    let tables = tables.filter(|tables| machine.is_none_or(|it| it.name == tables.name));
    let known: Vec<&'static str> = tables
        .flat_map(|tables| {
            let archs = tables.archs.iter().map(|row| tables.text(row.name));
            archs.chain(tables.processors.iter().map(|row| tables.text(row.name)))
        })
        .collect();
    UnknownSide {
        name: name.to_owned(),
        machine: machine.map(|it| it.name),
        near: nearest(name, known.iter().copied()),
        known,
    }
}

/// What is compared, and what differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// Name of the machine.
    pub machine: &'static str,
    /// What the machine is called.
    pub title: &'static str,
    /// Name of one side.
    pub old: &'static str,
    /// Name of the other.
    pub new: &'static str,
    /// The machine's instructions are streams of bytes: what programs call `format` and `part`
    /// are a stream and a piece of it.
    pub are_streams: bool,
    /// The differences by their kind, all kinds in the same order, also those without any.
    pub sections: Vec<Section>,
}

/// Differences of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Its name for programs, as `new`.
    pub key: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What the cells of a row are; `old` and `new` are what each side has.
    pub heads: &'static [&'static str],
    /// Its rows, with a cell for each head.
    pub rows: Vec<Vec<Cell>>,
}

/// What is the same on both sides, or all that one of them has.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cell {
    /// A text.
    One(String),
    /// Several, with what stands between two of them in a text for people.
    Many(Vec<String>, &'static str),
}

impl Cell {
    fn of(text: &str) -> Cell {
        Cell::One(text.to_owned())
    }

    fn words<'w>(words: impl IntoIterator<Item = &'w str>) -> Cell {
        Cell::Many(words.into_iter().map(str::to_owned).collect(), " ")
    }

    /// As a text for people.
    pub fn text(&self) -> String {
        match self {
            Cell::One(text) => text.clone(),
            Cell::Many(texts, between) => texts.join(between),
        }
    }
}

/// The differences by their kind.
fn sections(
    tables: &'static Tables<'static>,
    old: Side<'static>,
    new: Side<'static>,
    wanted: Option<&dyn Fn(&str) -> bool>,
) -> Vec<Section> {
    let (mut gone, mut fresh) = (Vec::new(), Vec::new());
    let (mut opcodes, mut formats) = (Vec::new(), Vec::new());
    let (mut fixed, mut layouts) = (Vec::new(), Vec::new());
    // Who has which opcode of a format.
    let mut owners: SortedMap<(&str, String), [SortedSet<&str>; 2]> = SortedMap::new();
    let mut names = Vec::new();
    let mut called: SortedMap<&str, SortedSet<&str>> = SortedMap::new();
    for row in rows(tables) {
        let (before, was) = found(tables, row, &old);
        let (after, name) = found(tables, row, &new);
        // What one side lacks has the other's name.
        let (was, name) = match (was, name) {
            (Some(was), Some(name)) => (was, name),
            (Some(name), None) | (None, Some(name)) => (name, name),
            (None, None) => continue,
        };
        for (side, encoded) in [&before, &after].into_iter().enumerate() {
            for (format, codes) in encoded {
                for code in codes {
                    let key = (*format, code.opcode.clone());
                    owners.entry(key).or_default()[side].insert([was, name][side]);
                }
            }
        }
        if was != name {
            called.entry(was).or_default().insert(name);
        }
        let shown = |name| wanted.is_none_or(|wanted| wanted(name));
        if !shown(name) && !shown(was) {
            continue;
        }
        if was != name {
            names.push([was, name].map(Cell::of).to_vec());
        }
        if before.is_empty() || after.is_empty() {
            let (encoded, into) = match before.is_empty() {
                true => (&after, &mut fresh),
                false => (&before, &mut gone),
            };
            for (format, codes) in encoded {
                into.push(vec![Cell::of(name), Cell::of(format), list(codes)]);
            }
            continue;
        }
        if before.keys().ne(after.keys()) {
            let names = |encoded: &Encoded<'_>| Cell::words(encoded.keys().copied());
            formats.push(vec![Cell::of(name), names(&before), names(&after)]);
        }
        for (format, codes) in &before {
            let Some(others) = after.get(format).filter(|others| *others != codes) else {
                continue;
            };
            let cells = |old, new| vec![Cell::of(name), Cell::of(format), old, new];
            if list(codes) == list(others) {
                let (old, new) = (others_of(codes, others), others_of(others, codes));
                fixed.push(cells(old, new));
            } else {
                opcodes.push(cells(list(codes), list(others)));
            }
        }
    }
    if wanted.is_none() {
        layouts.extend(moved_parts(tables, &old, &new));
    }
    let mut renamed = Vec::new();
    for ((format, opcode), [before, after]) in owners {
        let mut lost: Vec<&str> = before.difference(&after).copied().collect();
        let mut won: Vec<&str> = after.difference(&before).copied().collect();
        // One that is only called otherwise is no other one.
        let is_called = |was: &str, name: &str| called.get(was).is_some_and(|it| it.contains(name));
        let (all_lost, all_won) = (lost.clone(), won.clone());
        lost.retain(|was| !all_won.iter().any(|name| is_called(was, name)));
        won.retain(|name| !all_lost.iter().any(|was| is_called(was, name)));
        let shown = |name: &&str| wanted.is_none_or(|wanted| wanted(name));
        if !lost.is_empty() && !won.is_empty() && lost.iter().chain(&won).any(shown) {
            let number = opcode.parse::<u64>().ok();
            let (lost, won) = (Cell::words(lost), Cell::words(won));
            let cells = vec![Cell::of(format), Cell::One(opcode), lost, won];
            renamed.push(((format, number), cells));
        }
    }
    sort_by_key(&mut renamed, |(place, _)| *place);
    let renamed = renamed.into_iter().map(|(_, cells)| cells).collect();
    let section = |key, title, heads, rows| Section {
        key,
        title,
        heads,
        rows,
    };
    let both = &["mnemonic", "format", "old", "new"][..];
    let are_streams = !tables.streams.is_empty();
    vec![
        section("gone", "gone", &["mnemonic", "format", "old"], gone),
        section("new", "new", &["mnemonic", "format", "new"], fresh),
        section("names", "another mnemonic", &["old", "new"], names),
        section("opcodes", "another opcode", both, opcodes),
        section(
            "formats",
            match are_streams {
                false => "other formats",
                true => "other streams",
            },
            &["mnemonic", "old", "new"],
            formats,
        ),
        section("fixed", "other fixed parts", both, fixed),
        section(
            "renamed",
            "another mnemonic at the opcode",
            &["format", "opcode", "old", "new"],
            renamed,
        ),
        section(
            "parts",
            match are_streams {
                false => "parts of formats at other bits",
                true => "other pieces of streams",
            },
            &["format", "part", "old", "new"],
            layouts,
        ),
    ]
}

/// The instructions of each row: one, or one for each of its names.
fn rows<'a>(tables: &Tables<'a>) -> impl Iterator<Item = &'a [Instruction]> {
    let rows = tables.instructions;
    rows.chunk_by(|_, next| next.renamed.is_set())
}

/// What a side has of a row, and what it calls it.
fn found<'a>(
    tables: &'a Tables<'a>,
    row: &[Instruction],
    side: &Side<'_>,
) -> (Encoded<'a>, Option<&'a str>) {
    let mut names = row.iter().map(|it| (encoded(tables, it, side), it.name));
    match names.find(|(encoded, _)| !encoded.is_empty()) {
        Some((encoded, name)) => (encoded, Some(tables.text(name))),
        None => (Encoded::new(), None),
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
fn list(codes: &SortedSet<Code<'_>>) -> Cell {
    let mut texts: Vec<String> = codes.iter().map(|code| code.opcode.clone()).collect();
    texts.dedup();
    Cell::Many(texts, "/")
}

/// What is fixed besides opcodes in one set and not in another.
fn others_of(codes: &SortedSet<Code<'_>>, without: &SortedSet<Code<'_>>) -> Cell {
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
    Cell::Many(texts.collect(), ", ")
}

/// Parts of formats that both sides have, where their bits differ.
fn moved_parts(tables: &Tables<'_>, old: &Side<'_>, new: &Side<'_>) -> Vec<Vec<Cell>> {
    let (before, after) = (layouts(tables, old), layouts(tables, new));
    let mut rows = Vec::new();
    for (format, parts) in &before {
        let Some(others) = after.get(format) else {
            continue;
        };
        let names: SortedSet<&str> = parts.keys().chain(others.keys()).copied().collect();
        for name in names {
            let bits = |parts: &SortedMap<&str, String>| {
                let bits = parts.get(name).cloned();
                bits.unwrap_or_else(|| "-".to_owned())
            };
            let (was, is) = (bits(parts), bits(others));
            if was != is {
                rows.push([*format, name, &was, &is].map(Cell::of).to_vec());
            }
        }
    }
    rows
}

/// The parts of every format that a side uses, as bits in words; of streams the pieces, as
/// how many bits or which stream they are.
fn layouts<'a>(
    tables: &'a Tables<'a>,
    side: &Side<'_>,
) -> SortedMap<&'a str, SortedMap<&'a str, String>> {
    let mut all: SortedMap<&str, SortedMap<&str, String>> = SortedMap::new();
    for row in tables.instructions {
        for encoding in encodings(tables, row).filter(|it| side.has(it)) {
            all.entry(encoding.format).or_insert_with(|| {
                let mut parts: SortedMap<&str, String> = SortedMap::new();
                for part in encoding.parts {
                    let bits = bits(tables, part.field);
                    let cell = parts.entry(tables.text(part.name)).or_default();
                    *cell = format!("{cell}{bits}");
                }
                parts
            });
        }
    }
    let streams = tables.stream_encodings.iter();
    let streams = streams.filter(|it| usize::from(it.arch) == side.arch);
    for encoding in streams.filter(|it| it.features & !side.features == 0) {
        pieces(tables, encoding.stream, &mut all);
    }
    all
}

/// The pieces of a stream, and of those in it.
fn pieces<'a>(
    tables: &'a Tables<'a>,
    stream: u16,
    all: &mut SortedMap<&'a str, SortedMap<&'a str, String>>,
) {
    let Some(row) = tables.streams.get(usize::from(stream)) else {
        return;
    };
    let name = tables.text(row.name);
    if all.get(name).is_some_and(|pieces| !pieces.is_empty()) {
        return;
    }
    let mut found: SortedMap<&str, String> = SortedMap::new();
    for step in &tables.stream_steps[row.steps.range()] {
        let (piece, is) = match step.get() {
            StreamStep::Integer(integer) => {
                let integer = &tables.stream_integers[usize::from(integer)];
                let bits = u32::from(integer.bytes) * 8;
                (integer.name, format!("{bits} bits"))
            }
            StreamStep::Nested { name, stream, .. } => {
                pieces(tables, stream, all);
                let of = tables.streams.get(usize::from(stream));
                (name, of.map_or("", |it| tables.text(it.name)).to_owned())
            }
            _ => continue,
        };
        let cell = found.entry(tables.text(piece)).or_default();
        let between = if cell.is_empty() { "" } else { ", " };
        *cell = format!("{cell}{between}{is}");
    }
    all.insert(name, found);
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
