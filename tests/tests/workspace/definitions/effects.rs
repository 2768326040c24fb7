//! Implicit reads and writes of every record of LLVM's target description.

use isa_dsl::sorted::SortedSet;

use isa_test_support::{effects, facts};

/// What encodings read and write beyond their operands is what LLVM says, but for
/// the differences that are listed with a reason; and each of these is needed.
#[test]
fn states_are_those_of_llvm() {
    let records = facts::records();
    let reasons = effects::reasons();
    let mut used = SortedSet::new();
    let mut strange = Vec::new();
    for cpu in facts::in_the_table() {
        let (differences, compared) = effects::differences(cpu, &records);
        assert!(compared > 3000, "{cpu}: {compared} records were compared");
        for difference in differences {
            let all = reasons.iter().enumerate();
            let holding: Vec<usize> = all
                .filter(|(_, reason)| reason.holds(&difference))
                .map(|(index, _)| index)
                .collect();
            if holding.is_empty() {
                strange.push(difference);
            }
            used.extend(holding);
        }
    }
    assert!(
        strange.is_empty(),
        "{} differences: {strange:#?}",
        strange.len()
    );
    for (index, reason) in reasons.iter().enumerate() {
        assert!(used.contains(&index), "nothing needs {reason:?}");
        assert!(reason.reason.len() > 10, "{reason:?}");
    }
}
