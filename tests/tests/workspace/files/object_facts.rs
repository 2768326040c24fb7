//! Kernel descriptors and the headers of objects, against what llvm-mc makes of
//! them.

use std::fmt::Write as _;

use isa_mc::gcn::features::Modes;
use isa_mc::gcn::kernel_descriptor::{SIZE, Unsaid, directives};
use isa_mc::gcn::target_id::{Header, TargetId};
use isa_test_support::abi::{
    DescriptorCase, facts, header_cases, header_line, hsa, stored_descriptors, words,
};

/// Every directive at its limits, and combinations: the same bytes, or refused
/// where LLVM refuses.
#[test]
fn descriptors_agree() {
    let mut wrong = String::new();
    let cases = stored_descriptors();
    let mut refused = 0;
    for case in &cases {
        let ours = case.bytes();
        refused += usize::from(ours.is_err());
        let same = ours.map(|bytes| words(&bytes)).ok();
        if same != case.words {
            _ = writeln!(wrong, "{}\n    ours {ours:x?}", case.line());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(
        cases.len() > 1500 && refused > 300,
        "{} {refused}",
        cases.len()
    );
}

/// What a descriptor says as directives gives the descriptor again.
#[test]
fn directives_give_the_descriptor_again() {
    let mut said = 0;
    for case in stored_descriptors() {
        let Ok(bytes) = case.bytes() else {
            continue;
        };
        let list = directives(case.target, &bytes).unwrap_or_else(|it| panic!("{it}"));
        let again = DescriptorCase {
            directives: list
                .iter()
                .map(|(name, value)| (name.to_owned(), value.into()))
                .collect(),
            ..case
        };
        assert_eq!(again.bytes(), Ok(bytes), "{}", again.line());
        said += 1;
    }
    assert!(said > 1000, "{said}");
}

/// Every bit by itself: either a directive says it, or the error names it.
#[test]
fn every_bit_is_said_or_named() {
    for target in [
        "gfx600",
        "gfx700",
        "gfx802",
        "gfx803",
        "gfx900",
        "gfx906:xnack-",
        "gfx1010:xnack+",
        "gfx1030",
        "gfx1100",
        "gfx1200",
    ] {
        let target = hsa(target);
        let mut bytes = [0; SIZE];
        if target.processor.fixed_sgprs != 0 {
            bytes[48..50].copy_from_slice(&[0xc0, 2]);
        }
        assert!(directives(target, &bytes).is_ok());
        for bit in 0..SIZE * 8 {
            let mut bytes = bytes;
            bytes[bit / 8] ^= 1 << (bit % 8);
            match directives(target, &bytes) {
                Ok(list) => {
                    let case = DescriptorCase {
                        target,
                        modes: Modes::default(),
                        directives: list.iter().map(|(a, b)| (a.to_owned(), b.into())).collect(),
                        words: None,
                    };
                    bytes[16..24].fill(0);
                    assert_eq!(case.bytes(), Ok(bytes), "{target} bit {bit}");
                }
                Err(Unsaid::Bits { word, mask }) => {
                    let at = usize::from(word) * 8 + mask.trailing_zeros() as usize;
                    assert_eq!((at, mask.count_ones()), (bit, 1), "{target}");
                }
                Err(Unsaid::Sgprs { blocks }) => {
                    let counted = (48 * 8 + 6..48 * 8 + 10).contains(&bit);
                    assert!(
                        counted && target.processor.fixed_sgprs != 0,
                        "{target} {blocks}"
                    );
                }
                // A pointer in SGPRs of which none is counted.
                Err(Unsaid::UserSgprs { count, enabled }) => {
                    assert!((56 * 8..56 * 8 + 7).contains(&bit), "{target} bit {bit}");
                    assert!(count == 0 && enabled > 0);
                }
            }
        }
    }
}

/// Every target has the header that llvm-mc writes for its target id.
#[test]
fn headers_agree() {
    let cases = header_cases();
    let lines = facts("object_headers.tsv");
    assert_eq!(cases.len(), lines.len());
    for (case, line) in cases.into_iter().zip(&lines) {
        let header = case.target.header(case.version);
        assert_eq!(&header_line(case, header), line);
    }
}

/// And the other way: the header alone gives the target id again.
#[test]
fn headers_are_read() {
    for line in facts("object_headers.tsv") {
        let columns: Vec<&str> = line.split('\t').collect();
        let header = Header {
            os_abi: columns[3].parse().expect("a number"),
            abi_version: columns[4].parse().expect("a number"),
            flags: u32::from_str_radix(&columns[5][2..], 16).expect("a number"),
        };
        let (id, version) = TargetId::from_header(header).unwrap_or_else(|it| panic!("{it}"));
        assert_eq!(id.to_string(), columns[0]);
        if let Some(version) = version {
            assert_eq!(version.number().to_string(), columns[2]);
        }
    }
}
