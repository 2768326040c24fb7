//! Descriptions of every record of LLVM's target description.

use std::collections::{BTreeMap, BTreeSet};

use isa_tests::compare::PROCESSORS;
use isa_tests::descriptions::{Comparison, compare, reasons};
use isa_tests::facts;

/// Directions, ties, register files, widths, constants and literals of operands are
/// what LLVM says, but for the differences that are listed with a reason; and each of
/// these is needed.
#[test]
fn operands_are_those_of_llvm() {
    let records = facts::records();
    let reasons = reasons();
    let mut comparison = Comparison::default();
    for cpu in PROCESSORS {
        compare(cpu, &records, &mut comparison);
    }
    assert!(comparison.records > 15_000, "{}", comparison.records);
    assert!(comparison.operands > 40_000, "{}", comparison.operands);
    let mut used = BTreeSet::new();
    let mut strange: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for difference in &comparison.differences {
        let all = reasons.iter().enumerate();
        let holding: Vec<usize> = all
            .filter(|(_, reason)| reason.holds(difference))
            .map(|(index, _)| index)
            .collect();
        if holding.is_empty() {
            let names = strange.entry(&difference.what).or_default();
            names.push(format!("{} {}", difference.cpu, difference.record));
        }
        used.extend(holding);
    }
    assert!(strange.is_empty(), "{strange:#?}");
    for (index, reason) in reasons.iter().enumerate() {
        assert!(used.contains(&index), "nothing needs {reason:?}");
        assert!(reason.reason.len() > 10, "{reason:?}");
    }
}
