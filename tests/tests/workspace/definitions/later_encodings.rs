//! The records of LLVM's target description that the comparison with llvm-mc does not count:
//! those of CDNA 2 and 3 and of RDNA. Each is an instruction here.

use isa_dsl::sorted::{SortedMap, SortedSet};

use isa_mc::Target;
use isa_test_support::facts::{LaterRecord, later_gone, later_records};
use isa_test_support::machine::gcn;
use isa_test_support::mode;
use isa_test_support::oracle::mnemonic;
use isa_test_support::random::Random;

/// So often bits are drawn for the operands of a record. One in some thousand keeps all rules of
/// a product of matrices: sources in vector registers, of the same file, at even numbers.
const DRAWS: usize = 20_000;

/// A processor in each mode of its programs.
fn in_modes(name: &str) -> Vec<String> {
    let modes: &[&str] = match name.split_at(name.len() - 2).0 {
        "10" => &["", "+wavefrontsize64"],
        "11" | "12" => &["", "+wavefrontsize64", "-real-true16", "+real-true16"],
        _ => &[""],
    };
    let named = modes.iter().map(|mode| format!("gfx{name}{mode}"));
    named.collect()
}

/// Whether some values of the operands are that instruction on a processor, in one of the modes
/// of its programs.
fn is_known(record: &LaterRecord, targets: &[Target<'_>], random: &mut Random) -> bool {
    let all = u128::MAX >> (128 - 8 * record.size);
    let free = all & !record.mask & !record.unused;
    (0..DRAWS).any(|draw| {
        let mut any = || u128::from(random.word()) << 64 | u128::from(random.word());
        let drawn = match draw % 4 {
            _ if draw == 0 => 0,
            // Few bits, and many.
            0 => any() & any() & any(),
            1 => any() | any(),
            _ => any(),
        };
        let mut bytes = (record.value | drawn & free).to_le_bytes().to_vec();
        // Room for a literal, and for addresses of images behind it.
        bytes.truncate(record.size);
        bytes.extend([0; 16]);
        targets.iter().any(|target| {
            let syntax = target.syntax("llvm").expect("a syntax");
            mnemonic(target, syntax, &bytes).as_deref() == Some(&record.mnemonic)
        })
    })
}

/// Every record has an instruction of its name that has its bits, on one processor at least, but
/// for those that are gone from LLVM itself.
#[test]
fn every_later_record_is_an_instruction() {
    let (records, gone) = (later_records(), later_gone());
    let mut random = Random::new(1);
    let mut targets: SortedMap<&str, Vec<Target<'_>>> = SortedMap::new();
    let mut used = SortedSet::new();
    let mut missing = Vec::new();
    for record in &records {
        let targets = targets.entry(&record.processors).or_insert_with(|| {
            let names = record.processors.split(',').flat_map(in_modes);
            let targets = names.map(|name| mode::target(gcn(), &name).expect("a processor"));
            targets.collect()
        });
        assert!(!targets.is_empty(), "{}", record.processors);
        let excuse = gone.iter().position(|it| it.holds(&record.name));
        if !is_known(record, targets, &mut random) {
            match excuse {
                Some(index) => drop(used.insert(index)),
                None => missing.push(format!("{} {}", record.processors, record.name)),
            }
        }
    }
    assert!(records.len() > 10_000, "{}", records.len());
    assert!(
        missing.is_empty(),
        "{} of {}: {:#?}",
        missing.len(),
        records.len(),
        &missing[..missing.len().min(100)]
    );
    let stale: Vec<_> = (0..gone.len()).filter(|it| !used.contains(it)).collect();
    assert!(
        stale.is_empty(),
        "rows {stale:?} of later_gone.tsv are not needed"
    );
}
