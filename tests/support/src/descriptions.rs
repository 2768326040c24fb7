//! What descriptions say of operands, held against LLVM's target description.
//! `tests/facts/operands.tsv` lists the differences that are right, each with its
//! reason.

use isa_dsl::sorted::SortedSet;

use isa_mc::describe::OperandDescription;
use isa_mc::gcn;
use isa_mc::tables::Direction;

use crate::effects::Named;
use crate::facts::{Operand, Record};

/// A property of an operand that the two say differently.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    /// LLVM's name of the layout, our name of the operand, what differs, ours, LLVM's.
    pub what: [String; 5],
    /// LLVM's name of the encoding.
    pub record: String,
    /// The processor.
    pub cpu: String,
}

/// A difference that is right. `*` stands for any text in records and processors, `,`
/// between several.
#[derive(Debug, Clone)]
pub struct Reason {
    what: [String; 5],
    records: String,
    cpus: String,
    /// Why it is right.
    pub reason: String,
}

impl Reason {
    /// Whether it is about a difference.
    pub fn holds(&self, difference: &Difference) -> bool {
        let fits = |patterns: &str, name: &str| {
            let mut patterns = patterns.split(',');
            patterns.any(|it| it == name || it.contains('*') && crate::filter::fits(it, name))
        };
        self.what == difference.what
            && fits(&self.records, &difference.record)
            && fits(&self.cpus, &difference.cpu)
    }
}

/// The reviewed reasons.
///
/// # Panics
///
/// If the table is damaged.
pub fn reasons() -> Vec<Reason> {
    let rows = crate::facts::rows("operands.tsv").into_iter();
    rows.map(
        |[
            format,
            operand,
            property,
            ours,
            theirs,
            records,
            cpus,
            reason,
        ]| Reason {
            what: [format, operand, property, ours, theirs],
            records,
            cpus,
            reason,
        },
    )
    .collect()
}

/// What was compared, and what differs.
#[derive(Debug, Default)]
pub struct Comparison {
    /// Records that some description matched.
    pub records: usize,
    /// Operands that were compared.
    pub operands: usize,
    /// The differences.
    pub differences: SortedSet<Difference>,
}

/// Compares the operands of a processor's records with those of our descriptions.
///
/// # Panics
///
/// If the processor is not known.
pub fn compare(cpu: &str, records: &[Record], into: &mut Comparison) {
    let target = gcn::target(cpu).expect("a processor");
    let named = Named::new(&target);
    let here = |record: &&Record| record.processors.iter().any(|it| it == cpu);
    for record in records.iter().filter(here) {
        let rows: Vec<_> = named.of(record).collect();
        for row in &rows {
            let opcode = isa_mc::Opcode(row.instruction);
            let mut same = target.descriptions_of(opcode);
            let description = same.find(|it| {
                let other = &target.tables().encodings[usize::from(it.encoding())];
                std::ptr::eq(other, *row)
            });
            // Its processor has other features.
            let Some(description) = description else {
                continue;
            };
            for theirs in &record.operands {
                let mut ours = description.operands();
                let ours = ours.find(|it| it.first_bit() == Some(theirs.bit));
                let found = match &ours {
                    Some(ours) => differences(cpu, record, theirs, ours),
                    None => vec![("operand", "none".to_owned(), "there".to_owned())],
                };
                let name = ours.map_or(theirs.name.as_str(), |ours| ours.name);
                into.operands += 1;
                for (property, mine, wanted) in found {
                    let format = record.format.clone();
                    into.differences.insert(Difference {
                        what: [format, name.to_owned(), property.to_owned(), mine, wanted],
                        record: record.name.clone(),
                        cpu: cpu.to_owned(),
                    });
                }
            }
        }
        into.records += usize::from(!rows.is_empty());
    }
}

/// What an operand says otherwise than LLVM: which property, ours, LLVM's.
fn differences(
    cpu: &str,
    record: &Record,
    theirs: &Operand,
    ours: &OperandDescription<'_>,
) -> Vec<(&'static str, String, String)> {
    let tables = &gcn::TABLES;
    let mut found = Vec::new();
    let mut expect = |what, mine: String, wanted: String| {
        if mine != wanted {
            found.push((what, mine, wanted));
        }
    };
    let direction = match ours.direction {
        Direction::Out => "out",
        Direction::InOut => "inout",
        _ => "in",
    };
    expect("direction", direction.to_owned(), theirs.direction.clone());
    let has = |letter: char| theirs.accepts.contains(letter);
    let mut files: Vec<&str> = ours
        .registers()
        .map(|set| tables.text(tables.files[usize::from(set.file)].name))
        .collect();
    files.sort_unstable();
    files.dedup();
    let mut wanted = Vec::new();
    // A scalar source of SDWA is what GCN 1.4 added.
    let old_sdwa = record.format.contains("SDWA") && cpu == "gfx803";
    if has('s') && !(old_sdwa && has('v')) {
        wanted.push("sgpr");
    }
    if has('v') {
        wanted.push("vgpr");
    }
    expect("files", files.join("+"), wanted.join("+"));
    let widths = ours.widths();
    let width = match widths.contains(&theirs.count) {
        true => theirs.count.to_string(),
        false => format!("{}..={}", widths.start(), widths.end()),
    };
    expect("width", width, theirs.count.to_string());
    if !old_sdwa {
        let mine = ours.takes_constant().to_string();
        expect("constant", mine, has('c').to_string());
    }
    if record.size == 4 {
        let mine = ours.takes_literal().to_string();
        expect("literal", mine, has('l').to_string());
    }
    found
}
