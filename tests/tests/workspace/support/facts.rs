//! Records of other descriptions, and what reaches them.

use isa_test_support::facts::{Coverage, Excuse, Record, disputes, excuses, in_the_table, records};
use isa_test_support::filter::Filter;

/// A literal does not hide its record; a longer record is not the shorter
/// one with a literal; registers tell records apart.
#[test]
fn records_are_reached_by_their_bits() {
    let record = |name: &str, size, value, mask, registers: Option<&[usize]>| Record {
        format: "F".to_owned(),
        name: name.to_owned(),
        mnemonic: "add".to_owned(),
        size,
        value,
        mask,
        processors: vec!["gfx900".to_owned()],
        registers: registers.map(<[usize]>::to_vec),
        reads: Vec::new(),
        writes: Vec::new(),
        operands: Vec::new(),
    };
    let records = [
        record("SHORT", 4, 0x1000, 0xf000, None),
        record("LONG", 8, 0x10f9, 0xf0ff, None),
        record("ONE", 8, 0x2000, 0xf000, Some(&[1, 2])),
        record("TWO", 8, 0x2000, 0xf000, Some(&[2, 2])),
    ];
    let mut coverage = Coverage::new("gfx900", &records);
    let missing = |coverage: &Coverage<'_>| -> Vec<String> {
        coverage.missing().map(|it| it.name.clone()).collect()
    };
    coverage.note(&[0xf9, 0x10, 0, 0, 1, 1, 1, 1], "add v1");
    assert_eq!(missing(&coverage), ["SHORT", "ONE", "TWO"]);
    coverage.note(&[0xff, 0x10, 0, 0, 1, 1, 1, 1], "add_e32 v1, 0x1010101");
    assert_eq!(missing(&coverage), ["ONE", "TWO"]);
    coverage.note(
        &[0, 0x20, 0, 0, 0, 0, 0, 0],
        "add v[1:2], v[2:3], s[0:3] dmask:0x1",
    );
    assert_eq!(missing(&coverage), ["ONE"]);
    coverage.note(&[0, 0x30, 0, 0], "add v1");
    assert_eq!((coverage.strange, coverage.strangers.len()), (1, 1));
    let excuse = Excuse {
        format: "F".to_owned(),
        record: "O*".to_owned(),
        processor: "*".to_owned(),
        reason: "none".to_owned(),
    };
    let counts = coverage.counts(std::slice::from_ref(&excuse));
    assert_eq!(counts.get("F"), Some(&[3, 1, 0]));
    assert!(
        coverage
            .unexplained(&[excuse], &Filter::default())
            .is_empty()
    );
    assert_eq!(coverage.unexplained(&[], &Filter::default()).len(), 1);
}

/// The copy of the table is whole.
#[test]
fn the_table_is_read() {
    let records = records();
    assert_eq!(records.len(), 7203);
    for record in &records {
        let bits = 8 * record.size as u32;
        assert!(record.value & !record.mask == 0, "{record:?}");
        assert!(bits == 64 || record.mask >> bits == 0, "{record:?}");
    }
    for cpu in in_the_table() {
        let coverage = Coverage::new(cpu, &records);
        assert!(coverage.missing().count() > 3000, "{cpu}");
    }
    assert!(excuses().iter().all(|it| it.reason.len() > 10));
    let disputes = disputes();
    assert!(disputes.iter().all(|it| it.reason.len() > 10));
    let line = "v_ldexp_f16_sdwa v5, v9, 0x3800";
    let about = |cpu, line| {
        disputes
            .iter()
            .any(|it| it.holds(cpu, "vop2_ldexp_f16", line))
    };
    assert!(about("gfx900", line) && !about("gfx803", line));
    assert!(!about("gfx900", "v_ldexp_f16_sdwa v5, v9, 0.5"));
}
