//! Instructions by name, opcode, format, and what they read or write.

use isa_mc::Target;
use isa_mc::explain::Listed;
use isa_mc::machines::{self, AnyTarget};
use isa_mc::tables::{Effects, Instruction, Tables, Text};
use serde::Serialize;

use crate::target;

/// Instructions that are told of.
const MOST: usize = 200;

/// An instruction that was found.
#[derive(Debug, Serialize)]
pub struct Found {
    machine: &'static str,
    /// A processor that has it: the one asked for, or the newest.
    processor: &'static str,
    mnemonic: &'static str,
    /// Its formats with the opcode in each, on that processor.
    encodings: Vec<String>,
    /// The first sentence of its documentation.
    documentation: String,
    #[serde(skip)]
    rank: u8,
}

/// What was found, the best first.
#[derive(Debug, Serialize)]
pub struct Results {
    found: Vec<Found>,
    /// How many more there are.
    more: usize,
}

/// A condition on an instruction; texts are in lower case.
enum Condition {
    /// A part of its name, or a word of its documentation.
    Word(String),
    Opcode(String),
    Format(String),
    Reads(String),
    Writes(String),
}

const KEYS: &str = "opcode:, format:, reads: and writes:";

impl Condition {
    fn read(word: &str) -> Result<Condition, String> {
        let word = word.to_lowercase();
        let Some((key, value)) = word.split_once(':') else {
            return Ok(Condition::Word(word));
        };
        let value = value.to_owned();
        Ok(match key {
            "opcode" | "op" => Condition::Opcode(value),
            "format" => Condition::Format(value),
            "reads" => Condition::Reads(value),
            "writes" => Condition::Writes(value),
            _ => {
                let keys = ["opcode", "format", "reads", "writes"];
                let near = isa_mc::arguments::meant(key, keys);
                return Err(format!("`{key}:` is no key{near} There are {KEYS}"));
            }
        })
    }
}

/// An instruction as a processor has it.
struct Candidate {
    tables: &'static Tables<'static>,
    row: &'static Instruction,
    encodings: Vec<Listed<'static>>,
    effects: Vec<&'static Effects>,
    family_doc: &'static str,
}

impl Candidate {
    fn new(machine: &Target<'static>, row: &'static Instruction) -> Option<Candidate> {
        let tables = machine.tables();
        let (arch, features) = (usize::from(machine.arch_index()), machine.features());
        let all = isa_mc::explain::encodings(tables, row);
        let (mut encodings, mut effects) = (Vec::new(), Vec::new());
        for (at, listed) in row.encodings.range().zip(all) {
            if listed.arch != arch || listed.features & !features != 0 {
                continue;
            }
            let of_words = tables.encodings.get(at).map(|it| it.effects);
            let of_stream = tables.stream_encodings.get(at).map(|it| it.effects);
            let index = of_words.or(of_stream).unwrap_or_default();
            effects.extend(tables.effects.get(usize::from(index)));
            encodings.push(listed);
        }
        let family = &tables.families[usize::from(row.family)];
        (!encodings.is_empty()).then(|| Candidate {
            tables,
            row,
            encodings,
            effects,
            family_doc: tables.text(family.doc),
        })
    }

    fn documentation(&self) -> &'static str {
        match self.tables.text(self.row.doc).trim() {
            "" => self.family_doc.trim(),
            doc => doc,
        }
    }

    /// How well it meets a condition, 0 best; `None` if it does not.
    fn rank(&self, condition: &Condition) -> Option<u8> {
        let any = |is: Box<dyn FnMut(&Listed<'_>) -> bool + '_>| {
            self.encodings.iter().any(is).then_some(0)
        };
        match condition {
            Condition::Word(word) => {
                let name = self.tables.text(self.row.name);
                if name == word {
                    Some(0)
                } else if name.starts_with(word.as_str()) {
                    Some(1)
                } else if name.contains(word.as_str()) {
                    Some(2)
                } else {
                    let doc = self.documentation().to_lowercase();
                    doc.contains(word.as_str()).then_some(3)
                }
            }
            Condition::Opcode(value) => {
                let wanted = number(value);
                any(Box::new(move |it| {
                    let opcode = it.opcode.as_deref().unwrap_or_default();
                    opcode == value || wanted.is_some() && number(opcode) == wanted
                }))
            }
            Condition::Format(value) => any(Box::new(|it| {
                it.format.to_lowercase().starts_with(value.as_str())
            })),
            Condition::Reads(value) => self.touches(value, true),
            Condition::Writes(value) => self.touches(value, false),
        }
    }

    /// Whether it reads or writes a state, or memory.
    fn touches(&self, value: &str, is_read: bool) -> Option<u8> {
        let tables = self.tables;
        let has = |texts: &[Text]| {
            let mut names = texts.iter().map(|&text| tables.text(text));
            names.any(|name| name.eq_ignore_ascii_case(value))
        };
        let found = self.effects.iter().any(|it| match is_read {
            true => has(&tables.texts[it.reads.range()]) || value == "memory" && it.loads.is_set(),
            false => {
                has(&tables.texts[it.writes.range()]) || value == "memory" && it.stores.is_set()
            }
        });
        found.then_some(0)
    }
}

/// A number, decimal or behind `0x`.
fn number(text: &str) -> Option<i128> {
    isa_mc::arguments::whole(text)
}

/// The instructions that meet all of a query's conditions, the best first.
pub fn find(cpu: &str, query: &str) -> Result<Results, String> {
    let conditions = query.split_whitespace().map(Condition::read);
    let conditions: Vec<Condition> = conditions.collect::<Result<_, _>>()?;
    let targets = match cpu {
        "" => newest(),
        cpu => vec![target::named(cpu)?.target()],
    };
    let mut found: Vec<Found> = Vec::new();
    for machine in targets {
        for row in machine.tables().instructions {
            let Some(candidate) = Candidate::new(&machine, row) else {
                continue;
            };
            let name = machine.tables().text(row.name);
            let of_machine = |it: &Found| it.machine == machine.tables().name;
            if found.iter().any(|it| it.mnemonic == name && of_machine(it)) {
                continue;
            }
            let ranks = conditions.iter().map(|condition| candidate.rank(condition));
            let ranks: Option<Vec<u8>> = ranks.collect();
            if let Some(ranks) = ranks {
                found.push(entry(&machine, &candidate, ranks.into_iter().sum()));
            }
        }
    }
    found.sort_by_key(|it| it.rank);
    let more = found.len().saturating_sub(MOST);
    found.truncate(MOST);
    Ok(Results { found, more })
}

/// A processor of every architecture, the newest first.
fn newest() -> Vec<Target<'static>> {
    let mut all = Vec::new();
    for tables in machines::all() {
        for arch in (0..tables.archs.len()).rev() {
            let rows = tables.processors.iter();
            let row = rows.clone().rposition(|it| usize::from(it.arch) == arch);
            let target = row.and_then(|row| AnyTarget::of_row(tables, row));
            all.extend(target.map(|it| it.target()));
        }
    }
    all
}

fn entry(machine: &Target<'static>, it: &Candidate, rank: u8) -> Found {
    let mut encodings = Vec::new();
    for listed in &it.encodings {
        let opcode = listed.opcode.as_ref().map(|opcode| format!(" {opcode}"));
        let text = format!("{}{}", listed.format, opcode.unwrap_or_default());
        if !encodings.contains(&text) {
            encodings.push(text);
        }
    }
    let documentation = it.documentation();
    let sentence = documentation
        .split_once(". ")
        .map_or(documentation, |(first, _)| first);
    Found {
        machine: it.tables.name,
        processor: it.tables.text(machine.processor().name),
        mnemonic: it.tables.text(it.row.name),
        encodings,
        documentation: sentence.split_whitespace().collect::<Vec<_>>().join(" "),
        rank,
    }
}
