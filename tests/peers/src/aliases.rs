//! The aliases that LLVM's target description has: mnemonics that stand for other
//! ones, and texts that stand for an encoding. `tests/facts/aliases.tsv` says what
//! its columns are.

use isa_dsl::sorted::{SortedMap, SortedSet};

use isa_dsl::tables::Tables;

use isa_test_support::facts::rows;
use isa_test_support::generate::{Depth, Line, lines};

/// An alias.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Alias {
    /// As it is written.
    pub mnemonic: String,
    /// The operands of a text with `$` before places; `None` for a mnemonic.
    pub operands: Option<String>,
    /// What it stands for.
    pub meaning: String,
    /// Processors that have it.
    pub processors: Vec<String>,
}

/// An alias that llvm-mc takes and we do not, as `tests/facts/alias_refusals.tsv`
/// says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    mnemonic: String,
    operands: String,
    processors: String,
    /// Why.
    pub reason: String,
}

impl Refusal {
    /// Whether it is about an alias on a processor.
    pub fn holds(&self, alias: &Alias, cpu: &str) -> bool {
        self.mnemonic == alias.mnemonic
            && Some(&self.operands) == alias.operands.as_ref()
            && self.processors.split(',').any(|it| it == cpu)
    }
}

/// All aliases, in the order of the table.
///
/// # Panics
///
/// If the table is damaged.
pub fn aliases() -> Vec<Alias> {
    let alias = |[mnemonic, operands, meaning, processors]: [String; 4]| Alias {
        mnemonic,
        operands: (operands != "-").then_some(operands),
        meaning,
        processors: processors.split(',').map(|it| format!("gfx{it}")).collect(),
    };
    rows("aliases.tsv").into_iter().map(alias).collect()
}

/// The reviewed aliases that are not read.
///
/// # Panics
///
/// If the table is damaged.
pub fn refusals() -> Vec<Refusal> {
    let refusal = |[mnemonic, operands, processors, reason]: [String; 4]| Refusal {
        mnemonic,
        operands,
        processors,
        reason,
    };
    rows("alias_refusals.tsv")
        .into_iter()
        .map(refusal)
        .collect()
}

/// Lines of a processor that use aliases.
pub struct Uses {
    /// The operands of generated lines, by mnemonic.
    known: SortedMap<String, SortedSet<String>>,
}

/// Operands for mnemonics that the description does not have.
const ANY: [&str; 4] = ["v5, v1", "v5, a1", "a1, v5", "v5, v1, v2"];

impl Uses {
    /// Ready to make lines for a processor.
    pub fn new(tables: &Tables<'_>, cpu: &str) -> Uses {
        let mut known: SortedMap<String, SortedSet<String>> = SortedMap::new();
        for line in lines(tables, cpu, "llvm", Depth::Lean) {
            let (mnemonic, operands) = line.text.split_once(' ').unwrap_or((&line.text, ""));
            let all = known.entry(mnemonic.to_owned()).or_default();
            all.insert(operands.to_owned());
        }
        Uses { known }
    }

    /// Lines that an alias makes: a mnemonic with what the generator writes behind
    /// it, or else behind what it stands for; a text with every sort of operand that
    /// the classes of its places have.
    ///
    /// # Panics
    ///
    /// If a class is unknown.
    pub fn lines(&self, alias: &Alias) -> Vec<Line> {
        let operands = match &alias.operands {
            Some(text) => fill(text, &alias.meaning),
            None => {
                let name = &alias.meaning;
                let known = [&alias.mnemonic, name].map(|it| self.known.get(it));
                match known.into_iter().flatten().next() {
                    Some(operands) => operands.iter().cloned().collect(),
                    None => ANY.map(str::to_owned).to_vec(),
                }
            }
        };
        let line = |operands: String| Line {
            text: format!("{} {operands}", alias.mnemonic)
                .trim_end()
                .to_owned(),
            code: None,
            canonical: false,
            chosen: false,
            overflows: false,
            family: alias.mnemonic.clone(),
        };
        operands.into_iter().map(line).collect()
    }
}

/// Every combination of samples of the places of a text.
fn fill(text: &str, meaning: &str) -> Vec<String> {
    let mut texts = vec![text.to_owned()];
    for place in meaning.split(' ').skip(1) {
        let (class, name) = place.split_once(':').expect("a class and a place");
        let samples = samples(class);
        let with = |text: &String| -> Vec<String> {
            let samples = samples.iter();
            samples.map(|it| text.replace(name, it)).collect()
        };
        texts = texts.iter().flat_map(with).collect();
    }
    assert!(
        texts.iter().all(|it| !it.contains('$')),
        "`{text}` has a place without a class in `{meaning}`"
    );
    texts
}

/// What can stand at a place of one of LLVM's classes.
fn samples(class: &str) -> &'static [&'static str] {
    match class {
        "VGPR_32" => &["v0", "v255"],
        "VReg_64" => &["v[0:1]", "v[254:255]"],
        "VCSrc_f32" => &["v9", "s9", "ttmp3", "-16", "4.0"],
        "VSrc_b16" => &["v9", "s9", "vcc_lo", "64", "0x1234"],
        "VSrc_b32" => &["v9", "s9", "vcc_lo", "64", "0x12345678"],
        "VSrc_f16" => &["v9", "s9", "m0", "0.5", "0x1234"],
        "VSrc_f32" => &["v9", "s9", "m0", "0.5", "0x12345678"],
        "VSrc_b64" => &["v[9:10]", "s[8:9]", "vcc", "-1", "0x12345678"],
        "VSrc_f64" => &["v[9:10]", "s[8:9]", "exec", "-4.0", "0x12345678"],
        "VOPDstS64orS32" => &["vcc", "s[6:7]"],
        "Clamp" => &["", " clamp"],
        _ => panic!("what can `{class}` be? say it in tests/peers/src/aliases.rs"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The copy of the table is whole, and every text can be filled.
    #[test]
    fn the_table_is_read() {
        let all = aliases();
        assert_eq!(all.len(), 1133);
        assert_eq!(all.iter().filter(|it| it.operands.is_none()).count(), 326);
        let uses = Uses {
            known: SortedMap::new(),
        };
        for alias in &all {
            assert!(uses.lines(alias).len() >= 4, "{alias:?}");
        }
        assert!(refusals().iter().all(|it| it.reason.len() > 10));
    }
}
