//! What encodings read and write beyond their operands, held against LLVM's
//! target description. `tests/facts/effects.tsv` lists the differences that are
//! right, each with its reason.

use isa_dsl::sorted::{SortedMap, SortedSet};

use isa_mc::Target;
use isa_mc::gcn;
use isa_mc::tables::{Encoding, Rows, Tables};

use crate::facts::{self, Record};

/// The states that are compared. Others LLVM does not know.
pub const STATES: [&str; 6] = ["EXEC", "VCC", "SCC", "M0", "MODE", "FLAT_SCRATCH"];

/// What forces an encoding.
const SUFFIXES: [&str; 4] = ["_e32", "_e64", "_sdwa", "_dpp"];

/// A state that one of the two names and the other does not.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    /// The family of the description.
    pub family: String,
    /// LLVM's name of the layout.
    pub format: String,
    /// Without a suffix.
    pub mnemonic: String,
    /// The processor.
    pub cpu: String,
    /// `reads` or `writes`.
    pub verb: &'static str,
    /// `more` if the description has it, `less` if LLVM has it.
    pub side: &'static str,
    /// The state.
    pub state: String,
}

/// A difference that is right. `*` stands for any text in the first four.
#[derive(Debug, Clone)]
pub struct Reason {
    cells: [String; 7],
    /// Why it is right.
    pub reason: String,
}

impl Reason {
    /// Whether it is about a difference.
    pub fn holds(&self, difference: &Difference) -> bool {
        let Difference {
            family,
            format,
            mnemonic,
            cpu,
            verb,
            side,
            state,
        } = difference;
        let [families, formats, mnemonics, cpus, rest @ ..] = &self.cells;
        let fits = |patterns: &str, name: &str| {
            patterns
                .split(',')
                .any(|it| it == name || crate::filter::fits(it, name) && it.contains('*'))
        };
        fits(families, family)
            && fits(formats, format)
            && fits(mnemonics, mnemonic)
            && fits(cpus, cpu)
            && rest.iter().eq([*verb, *side, state.as_str()])
    }
}

/// The reviewed reasons.
///
/// # Panics
///
/// If the table is damaged.
pub fn reasons() -> Vec<Reason> {
    let rows = facts::rows("effects.tsv").into_iter();
    rows.map(|[a, b, c, d, e, f, g, reason]| Reason {
        cells: [a, b, c, d, e, f, g],
        reason,
    })
    .collect()
}

/// The encodings of a processor's architecture by the mnemonics that records may have for them:
/// each record is asked about on each processor.
pub(crate) struct Named {
    tables: &'static Tables<'static>,
    encodings: SortedMap<&'static str, Vec<&'static Encoding>>,
}

impl Named {
    pub(crate) fn new(target: &Target<'static>) -> Named {
        let tables = target.tables();
        let mut encodings: SortedMap<_, Vec<&Encoding>> = SortedMap::new();
        for encoding in tables.encodings {
            let shape = &tables.shapes[usize::from(encoding.shape)];
            if shape.arch != target.arch_index() {
                continue;
            }
            let own = tables.text(tables.texts[encoding.mnemonics as usize]);
            let row = &tables.instructions[usize::from(encoding.instruction)];
            let bare = SUFFIXES.iter().filter_map(|it| own.strip_suffix(it));
            let names: SortedSet<&str> = bare.chain([own, tables.text(row.name)]).collect();
            for name in names {
                encodings.entry(name).or_default().push(encoding);
            }
        }
        Named { tables, encodings }
    }

    /// The encodings that a record may be, of those that its bits allow.
    pub(crate) fn of(&self, record: &Record) -> impl Iterator<Item = &'static Encoding> {
        let known = u64::MAX >> (64 - 8 * record.size.min(8) as u32);
        let named = self.encodings.get(record.mnemonic.as_str());
        named
            .into_iter()
            .flatten()
            .copied()
            .filter(move |encoding| {
                let shape = &self.tables.shapes[usize::from(encoding.shape)];
                usize::from(shape.size) == record.size
                    && (encoding.bits ^ record.value) & record.mask & shape.mask & known == 0
            })
    }
}

/// The differences of a processor, and how many records were compared.
///
/// # Panics
///
/// If the processor is not known.
pub fn differences(cpu: &str, records: &[Record]) -> (SortedSet<Difference>, usize) {
    let target = gcn::target(cpu).expect("a processor");
    let tables = target.tables();
    let named = Named::new(&target);
    let mut found = SortedSet::new();
    let mut compared = 0;
    for record in records
        .iter()
        .filter(|it| it.processors.iter().any(|it| it == cpu))
    {
        let mut any = false;
        for encoding in named.of(record) {
            any = true;
            let shape = &tables.shapes[usize::from(encoding.shape)];
            let effects = &tables.effects[usize::from(encoding.effects)];
            let names = |rows: Rows| -> Vec<&str> {
                let texts = tables.texts[rows.range()].iter();
                texts.map(|text| tables.text(*text)).collect()
            };
            let family = tables.families[usize::from(shape.family)].name;
            for (verb, ours, theirs) in [
                ("reads", names(effects.reads), &record.reads),
                ("writes", names(effects.writes), &record.writes),
            ] {
                for state in STATES {
                    let side = match (ours.contains(&state), theirs.iter().any(|it| it == state)) {
                        (true, false) => "more",
                        (false, true) => "less",
                        _ => continue,
                    };
                    found.insert(Difference {
                        family: tables.text(family).to_owned(),
                        format: record.format.clone(),
                        mnemonic: record.mnemonic.clone(),
                        cpu: cpu.to_owned(),
                        verb,
                        side,
                        state: state.to_owned(),
                    });
                }
            }
        }
        compared += usize::from(any);
    }
    (found, compared)
}
