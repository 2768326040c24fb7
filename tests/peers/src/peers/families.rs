//! Which families of instructions an engine is slow for, and which single one is the
//! slowest: over the stored vectors, which have every instruction with all it can say.

use isa_dsl::sorted::SortedMap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use isa_mc::{Cursor, Inst, SyntaxId, Target};

use super::Reason;
use super::engines::{self, Sum};
use super::table::{Spread, short};
use isa_test_support::corpus;

/// Engines that are ranked.
const ENGINES: [&str; 4] = ["decode", "print", "encode", "parse"];

/// A family's instructions are repeated until they are so many.
const COUNT: usize = 20_000;

/// So many are shown of each engine.
const SHOWN: usize = 5;

/// And so many of those where we are least ahead of LLVM.
const CLOSE: usize = 3;

/// An instruction is done so often while a clock runs, and that so often.
const REPEATED: usize = 64;
const TRIES: usize = 5;

/// A family, with its instructions in some order.
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// Its instructions, each stored one as often as the others.
    pub insts: Vec<Inst>,
}

impl Family {
    /// All families of which vectors are stored for a processor.
    ///
    /// # Errors
    ///
    /// If a vector is no instruction that the syntax can say.
    pub fn all(
        target: &Target<'static>,
        cpu: &str,
        syntax: SyntaxId,
    ) -> Result<Vec<Family>, Reason> {
        let tables = target.tables();
        let mut families: SortedMap<&str, Vec<Inst>> = SortedMap::new();
        for code in corpus::vectors(cpu) {
            for inst in engines::decode(target, &code)? {
                if target.print(inst, syntax, &mut String::new()).is_err() {
                    continue;
                }
                if let Some(encoding) = target.encoding(inst) {
                    let shape = &tables.shapes[encoding.shape as usize];
                    let family = &tables.families[shape.family as usize];
                    families
                        .entry(tables.text(family.name))
                        .or_default()
                        .push(inst);
                }
            }
        }
        let families = families.into_iter();
        Ok(families
            .map(|(name, insts)| Family { name, insts })
            .collect())
    }

    /// Its code, repeated until it has a fixed number of instructions.
    ///
    /// # Errors
    ///
    /// If an instruction has no bytes.
    pub fn code(&self, target: &Target<'_>) -> Result<Vec<u8>, Reason> {
        let mut code = Vec::new();
        for &inst in self.insts.iter().cycle().take(COUNT) {
            let mut bytes = [0; 20];
            let size = target.encode(inst, &mut bytes);
            let size = size.map_err(|error| format!("{}: {error:?}", self.name))?;
            code.extend_from_slice(&bytes[..size]);
        }
        Ok(code)
    }
}

/// What a family costs.
pub struct Cost {
    /// Its name.
    pub family: &'static str,
    /// Ours, by engine.
    pub ours: Vec<Sum>,
    /// LLVM's; nothing where it cannot decode all of them.
    pub peers: Vec<Sum>,
}

/// The slowest families of each engine, and those where we are least ahead of LLVM, as a
/// table of Markdown.
pub fn markdown(costs: &[Cost]) -> String {
    let find = |sums: &[Sum], name: &str| sums.iter().find(|sum| sum.name == name).map(Sum::each);
    let mut text = String::from(
        "| engine | family | ours, ns | times the median family | LLVM's, ns | times as fast |\n\
         |---|---|---|---|---|---|\n",
    );
    for engine in ENGINES {
        let mut rank: Vec<(f64, Option<f64>, &Cost)> = costs
            .iter()
            .filter_map(|cost| Some((find(&cost.ours, engine)?, find(&cost.peers, engine), cost)))
            .collect();
        rank.sort_by(|a, b| b.0.total_cmp(&a.0));
        let middle = Spread::of(rank.iter().map(|it| it.0)).map_or(0.0, |it| it.middle);
        let mut rows: Vec<_> = rank.iter().take(SHOWN).copied().collect();
        rank.retain(|it| it.1.is_some());
        let ahead = |it: &(f64, Option<f64>, &Cost)| it.1.unwrap_or(f64::MAX) / it.0;
        rank.sort_by(|a, b| ahead(a).total_cmp(&ahead(b)));
        for row in rank.into_iter().take(CLOSE) {
            if rows.iter().all(|it| it.2.family != row.2.family) {
                rows.push(row);
            }
        }
        for (ours, peer, cost) in rows {
            let shown = |figure: Option<f64>| figure.map_or_else(|| "–".to_owned(), short);
            let _ = writeln!(
                text,
                "| {engine} | `{}` | {} | {} | {} | {} |",
                cost.family,
                short(ours),
                short(ours / middle),
                shown(peer),
                shown(peer.map(|peer| peer / ours)),
            );
        }
    }
    text
}

/// The slowest single instruction of each engine: engine, nanoseconds, statement.
///
/// # Errors
///
/// If an instruction has no text, or its text is none.
pub fn slowest(
    target: &Target<'static>,
    syntax: SyntaxId,
    families: &[Family],
) -> Result<Vec<(&'static str, f64, String)>, Reason> {
    let mut worst = ENGINES.map(|engine| (engine, 0.0, String::new()));
    for &inst in families.iter().flat_map(|family| &family.insts) {
        let mut line = String::new();
        let printed = target.print(inst, syntax, &mut line);
        printed.map_err(|error| format!("{}: {error:?}", target.mnemonic(inst)))?;
        let mut bytes = [0; 32];
        let size = target.encode(inst, &mut bytes);
        size.map_err(|error| format!("`{line}`: {error:?}"))?;
        if target.parse(&line, syntax).is_err() {
            return Err(format!("`{line}` is not read"));
        }
        let mut buffer = [0; 256];
        let times = [
            time(|| target.decode(black_box(&bytes)).is_ok()),
            time(|| {
                let mut cursor = Cursor::new(&mut buffer);
                target.print(black_box(inst), syntax, &mut cursor).is_ok()
            }),
            time(|| target.encode(black_box(inst), &mut [0; 20]).is_ok()),
            time(|| target.parse(black_box(&line), syntax).is_ok()),
        ];
        for (slot, time) in worst.iter_mut().zip(times) {
            if time > slot.1 {
                (slot.1, slot.2) = (time, line.clone());
            }
        }
    }
    Ok(worst.into())
}

/// Nanoseconds that it takes, the best of some tries.
fn time(mut work: impl FnMut() -> bool) -> f64 {
    let mut least = Duration::MAX;
    for _ in 0..TRIES {
        let begin = ThreadTime::now();
        for _ in 0..REPEATED {
            black_box(work());
        }
        least = least.min(begin.elapsed());
    }
    least.as_nanos() as f64 / REPEATED as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use isa_test_support::machine::gcn;

    #[test]
    fn families_have_vectors_and_costs() {
        let target = Target::new(gcn(), "gfx900").expect("a processor");
        let syntax = target.syntax("llvm").expect("a syntax");
        let families = Family::all(&target, "gfx900", syntax).expect("vectors");
        assert!(families.len() > 50, "{} families", families.len());
        let family = &families[0];
        let code = family.code(&target).expect("code");
        let insts = engines::decode(&target, &code).expect("instructions");
        assert_eq!(insts.len(), COUNT);
        let cost = Cost {
            family: family.name,
            ours: engines::measure(&target, syntax, &code).expect("costs"),
            peers: Vec::new(),
        };
        let table = markdown(&[cost]);
        assert_eq!(table.lines().count(), 2 + ENGINES.len(), "{table}");
        assert!(table.contains(&format!("| parse | `{}` | ", family.name)));
        let worst = slowest(&target, syntax, &families[..1]).expect("times");
        assert!(worst.iter().all(|it| it.1 > 0.0 && !it.2.is_empty()));
    }
}
