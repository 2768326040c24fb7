//! The encodings that LLVM's target description has, and which of them some
//! lines reached. `tests/facts/encodings.tsv` says what its columns are.

use isa_dsl::sorted::{SortedMap, SortedSet};
use std::path::PathBuf;

use isa_dsl::model::Model;

use crate::compare::representative;
use crate::filter::{Filter, fits, fits_whole};
use crate::mode;
use crate::oracle::hex;

/// A record: a real encoding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// LLVM's name of the layout.
    pub format: String,
    /// LLVM's name of the encoding.
    pub name: String,
    /// Without the suffix that forces an encoding.
    pub mnemonic: String,
    /// Bytes, without a literal.
    pub size: usize,
    /// Value of the bits that are fixed.
    pub value: u64,
    /// The bits that are fixed.
    pub mask: u64,
    /// Processors that have it.
    pub processors: Vec<String>,
    /// Vector registers of data and address, if they tell it from others.
    pub registers: Option<Vec<usize>>,
    /// Registers that it reads beyond its operands.
    pub reads: Vec<String>,
    /// Registers that it writes beyond its operands.
    pub writes: Vec<String>,
    /// Its operands that may be registers.
    pub operands: Vec<Operand>,
}

/// An operand of a record that may be registers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operand {
    /// LLVM's name.
    pub name: String,
    /// `in`, `out` or `inout`.
    pub direction: String,
    /// A letter for each: `v` and `s` registers, `c` constants, `l` literals.
    pub accepts: String,
    /// Registers.
    pub count: u8,
    /// The lowest bit of its field.
    pub bit: u8,
}

/// `vdst:out:v:1@24`
fn operand(text: &str) -> Operand {
    let whole = || {
        let (head, bit) = text.split_once('@')?;
        let parts: Vec<&str> = head.split(':').collect();
        let [name, direction, accepts, count] = parts[..] else {
            return None;
        };
        Some(Operand {
            name: name.to_owned(),
            direction: direction.to_owned(),
            accepts: accepts.to_owned(),
            count: count.parse().ok()?,
            bit: bit.parse().ok()?,
        })
    };
    whole().unwrap_or_else(|| panic!("`{text}` is no operand"))
}

/// Why records are not reached, as `tests/facts/unreached.tsv` says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excuse {
    /// The format of the records, a pattern.
    pub format: String,
    /// The names of the records, a pattern.
    pub record: String,
    /// The processors: patterns with commas between.
    pub processor: String,
    /// The reason.
    pub reason: String,
}

/// Lines that llvm-mc refuses although it takes another spelling of the same, as
/// `tests/facts/disputed.tsv` says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    processors: String,
    family: String,
    line: String,
    /// Why llvm-mc is wrong.
    pub reason: String,
}

impl Dispute {
    /// Whether it is about a line of some family.
    pub fn may_be(&self, cpu: &str, line: &str) -> bool {
        let cpu = representative(mode::split(cpu).0);
        self.processors.split(',').any(|it| it == cpu) && fits(&self.line, line)
    }

    /// Whether it is about a line.
    pub fn holds(&self, cpu: &str, family: &str, line: &str) -> bool {
        self.may_be(cpu, line) && fits(&self.family, family)
    }
}

impl Excuse {
    fn holds(&self, record: &Record, cpu: &str) -> bool {
        fits_whole(&self.format, &record.format)
            && fits_whole(&self.record, &record.name)
            && self.processor.split(',').any(|name| fits_whole(name, cpu))
    }
}

fn folder() -> PathBuf {
    crate::folder().join("facts")
}

/// The lines of a table in `tests/facts` that are no comments, in columns.
///
/// # Panics
///
/// If the table cannot be read, or a line has another number of columns.
pub fn rows<const COLUMNS: usize>(name: &str) -> Vec<[String; COLUMNS]> {
    let path = folder().join(name);
    let text = std::fs::read_to_string(&path);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let row = |line: &str| {
        let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
        <[String; COLUMNS]>::try_from(cells)
            .unwrap_or_else(|cells| panic!("{name}: {} columns in `{line}`", cells.len()))
    };
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter(|line| !line.is_empty()).map(row).collect()
}

/// All records, in the order of the table.
///
/// # Panics
///
/// If the table is damaged.
pub fn records() -> Vec<Record> {
    let number = |text: &str| u64::from_str_radix(text, 16).expect("a hexadecimal number");
    let count = |text: &str| text.parse().expect("a number");
    let states = |text: &str| -> Vec<String> {
        let names = text.split(',').filter(|it| *it != "-");
        names.map(str::to_owned).collect()
    };
    rows("encodings.tsv")
        .into_iter()
        .map(
            |[
                format,
                name,
                mnemonic,
                size,
                value,
                mask,
                processors,
                registers,
                reads,
                writes,
                operands,
            ]| Record {
                format,
                name,
                mnemonic,
                size: count(&size),
                value: number(&value),
                mask: number(&mask),
                processors: with_later(processors.split(',').map(|it| format!("gfx{it}"))),
                registers: (registers != "-").then(|| registers.split(',').map(count).collect()),
                reads: states(&reads),
                writes: states(&writes),
                operands: match operands.as_str() {
                    "-" => Vec::new(),
                    all => all.split(',').map(operand).collect(),
                },
            },
        )
        .collect()
}

/// A record of CDNA 2 or 3 or of RDNA, as `tests/facts/later_encodings.tsv` says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaterRecord {
    /// Processors of which one has it at least, as `90a,942`.
    pub processors: String,
    /// LLVM's name of the encoding.
    pub name: String,
    /// Without the suffix that forces an encoding.
    pub mnemonic: String,
    /// Bytes, without a literal.
    pub size: usize,
    /// Value of the bits that are fixed.
    pub value: u128,
    /// The bits that are fixed.
    pub mask: u128,
    /// The bits that no operand has.
    pub unused: u128,
}

/// All of them, in the order of the table.
///
/// # Panics
///
/// If the table is damaged.
pub fn later_records() -> Vec<LaterRecord> {
    let number = |text: &str| u128::from_str_radix(text, 16).expect("a hexadecimal number");
    let rows = rows("later_encodings.tsv").into_iter();
    rows.map(
        |[processors, name, mnemonic, size, value, mask, unused]| LaterRecord {
            processors,
            name,
            mnemonic,
            size: size.parse().expect("a number"),
            value: number(&value),
            mask: number(&mask),
            unused: number(&unused),
        },
    )
    .collect()
}

/// Records of that table that LLVM itself has given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gone {
    record: String,
    /// The reason.
    pub reason: String,
}

impl Gone {
    /// Whether it is about a record.
    pub fn holds(&self, record: &str) -> bool {
        fits_whole(&self.record, record)
    }
}

/// All rows of `tests/facts/later_gone.tsv`.
///
/// # Panics
///
/// If the table is damaged.
pub fn later_gone() -> Vec<Gone> {
    let rows = rows("later_gone.tsv").into_iter();
    rows.map(|[record, reason]| Gone { record, reason })
        .collect()
}

/// Opcodes as family, architecture, number and mnemonic.
pub type Opcodes = SortedSet<[String; 4]>;

/// The opcodes of a description that two independent disassemblers do not know, and
/// those that they know and it lacks.
///
/// # Panics
///
/// If a table is damaged.
pub fn opcodes(model: &Model) -> (Opcodes, Opcodes) {
    let names = [
        "flat", "scalar", "ds", "sop", "program", "buffer", "vector", "packed",
    ];
    let known = names
        .iter()
        .flat_map(|name| rows(&format!("{name}_opcodes.tsv")));
    let known: Opcodes = known.filter(|row| row[0] != "family").collect();
    assert!(known.len() > 200, "{} facts", known.len());
    let mut described = SortedSet::new();
    for instruction in &model.instructions {
        let family = &model.families[instruction.family].name;
        let family = family.split('_').next().unwrap_or_default();
        for (arch, opcode) in instruction.opcodes.iter().enumerate() {
            let arch = &model.machine.archs[arch].name.text;
            // What CDNA has no other disassembler knows.
            if let Some(opcode) = opcode.filter(|_| arch.starts_with("gcn")) {
                described.insert([
                    family.to_owned(),
                    arch.clone(),
                    opcode.to_string(),
                    instruction.name.clone(),
                ]);
            }
        }
    }
    let wrong = described.difference(&known).cloned().collect();
    let missing = known.difference(&described).cloned().collect();
    (wrong, missing)
}

/// Processors that have an encoding. The table ends with gfx906, of which gfx908 has all.
fn with_later(processors: impl Iterator<Item = String>) -> Vec<String> {
    let mut all: Vec<String> = processors.collect();
    if all.iter().any(|it| it == "gfx906") {
        all.push("gfx908".to_owned());
    }
    all
}

/// The reviewed reasons why records are not reached.
///
/// # Panics
///
/// If the table is damaged.
pub fn excuses() -> Vec<Excuse> {
    rows("unreached.tsv")
        .into_iter()
        .map(|[format, record, processor, reason]| Excuse {
            format,
            record,
            processor,
            reason,
        })
        .collect()
}

/// The reviewed disputes with llvm-mc.
///
/// # Panics
///
/// If the table is damaged.
pub fn disputes() -> Vec<Dispute> {
    rows("disputed.tsv")
        .into_iter()
        .map(|[processors, family, line, reason]| Dispute {
            processors,
            family,
            line,
            reason,
        })
        .collect()
}

/// The processors of the comparison whose records the table has: it ends before CDNA 2 and
/// RDNA.
pub fn in_the_table() -> impl Iterator<Item = &'static str> {
    let last = crate::compare::PROCESSORS
        .iter()
        .position(|it| *it == "gfx90a");
    crate::compare::PROCESSORS[..last.unwrap_or_default()]
        .iter()
        .copied()
}

/// Which records the lines of a processor reached.
pub struct Coverage<'a> {
    cpu: String,
    records: Vec<&'a Record>,
    by_mnemonic: SortedMap<&'a str, Vec<usize>>,
    reached: Vec<bool>,
    /// Lines that are no record, at most as many as are shown.
    pub strangers: Vec<String>,
    /// How many lines are no record.
    pub strange: usize,
}

/// So many lines that are no record are kept.
const SHOWN: usize = 20;

impl<'a> Coverage<'a> {
    /// Nothing is reached yet.
    pub fn new(cpu: &str, records: &'a [Record]) -> Coverage<'a> {
        let here = |record: &&Record| record.processors.iter().any(|it| it == cpu);
        let records: Vec<&Record> = records.iter().filter(here).collect();
        let mut by_mnemonic: SortedMap<&str, Vec<usize>> = SortedMap::new();
        for (index, record) in records.iter().enumerate() {
            by_mnemonic.entry(&record.mnemonic).or_default().push(index);
        }
        Coverage {
            cpu: cpu.to_owned(),
            reached: vec![false; records.len()],
            records,
            by_mnemonic,
            strangers: Vec::new(),
            strange: 0,
        }
    }

    /// Adds what other lines of the same processor reached.
    pub fn add(&mut self, other: &Coverage<'_>) {
        for (mine, theirs) in self.reached.iter_mut().zip(&other.reached) {
            *mine |= theirs;
        }
        self.strange += other.strange;
        let free = SHOWN.saturating_sub(self.strangers.len());
        self.strangers
            .extend(other.strangers.iter().take(free).cloned());
    }

    /// Notes an instruction that LLVM accepted: its bytes, and LLVM's text.
    pub fn note(&mut self, bytes: &[u8], text: &str) {
        let mnemonic = text.split_whitespace().next().unwrap_or("");
        let bare = ["_e32", "_e64", "_sdwa", "_dpp"]
            .iter()
            .find_map(|suffix| mnemonic.strip_suffix(suffix));
        let registers = vector_registers(text);
        let mut word = [0; 8];
        let length = bytes.len().min(8);
        word[..length].copy_from_slice(&bytes[..length]);
        let bits = u64::from_le_bytes(word);
        let names = [Some(mnemonic), bare];
        let candidates: Vec<usize> = names
            .iter()
            .flatten()
            .filter_map(|name| self.by_mnemonic.get(name))
            .flatten()
            .copied()
            .filter(|&index| {
                let record = self.records[index];
                let known = u64::MAX >> (64 - 8 * record.size.min(8) as u32);
                let counts = record.registers.as_ref().is_none_or(|it| *it == registers);
                record.size <= bytes.len()
                    && (bits ^ record.value) & record.mask & known == 0
                    && counts
            })
            .collect();
        // A word with a literal behind it is also the beginning of what two
        // words mean; the longer record says more.
        let size = candidates.iter().map(|&index| self.records[index].size);
        let Some(size) = size.max() else {
            self.strange += 1;
            if self.strangers.len() < SHOWN {
                self.strangers
                    .push(format!("{} {} `{text}`", self.cpu, hex(bytes)));
            }
            return;
        };
        for index in candidates {
            if self.records[index].size == size {
                self.reached[index] = true;
            }
        }
    }

    /// The records that are not reached.
    pub fn missing(&self) -> impl Iterator<Item = &'a Record> + '_ {
        let rows = self.records.iter().zip(&self.reached);
        rows.filter(|(_, reached)| !**reached)
            .map(|(record, _)| *record)
    }

    /// For each format: records reached, missing with a reason, and missing
    /// without one.
    pub fn counts(&self, excuses: &[Excuse]) -> SortedMap<&'a str, [usize; 3]> {
        let mut counts: SortedMap<&str, [usize; 3]> = SortedMap::new();
        for (record, reached) in self.records.iter().zip(&self.reached) {
            let excused = excuses.iter().any(|it| it.holds(record, &self.cpu));
            let column = match (reached, excused) {
                (true, _) => 0,
                (false, true) => 1,
                (false, false) => 2,
            };
            counts.entry(&record.format).or_insert([0; 3])[column] += 1;
        }
        counts
    }

    /// The records that are missing without a reason; of the formats that a
    /// filter chooses.
    pub fn unexplained(&self, excuses: &[Excuse], filter: &Filter) -> Vec<&'a Record> {
        self.missing()
            .filter(|record| filter.has_family(&record.format, &record.format))
            .filter(|record| !excuses.iter().any(|it| it.holds(record, &self.cpu)))
            .collect()
    }

    /// Marks the excuses that are needed for a record here.
    pub fn used(&self, excuses: &[Excuse], used: &mut SortedSet<usize>) {
        for record in self.missing() {
            used.extend(
                (0..excuses.len()).filter(|index| excuses[*index].holds(record, &self.cpu)),
            );
        }
    }
}

/// How many vector registers each operand of a text is that is one.
fn vector_registers(text: &str) -> Vec<usize> {
    let operands = text.split_once(' ').map_or("", |(_, operands)| operands);
    let registers = operands.split([',', ' ']).filter_map(|operand| {
        let name = operand.strip_prefix('v')?;
        if let Some(range) = name.strip_prefix('[') {
            let (first, last) = range.strip_suffix(']')?.split_once(':')?;
            let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
            return Some(last.checked_sub(first)? + 1);
        }
        let number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        number.then_some(1)
    });
    registers.collect()
}
