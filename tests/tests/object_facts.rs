//! Kernel descriptors and the headers of objects, against what llvm-mc makes of
//! them.

use std::fmt::Write as _;

use isa_mc::gcn::kernel_descriptor::{DescriptorError, KernelDescriptor, SIZE, Unsaid, directives};
use isa_mc::gcn::target_id::{Header, TargetId};
use isa_tests::abi::{DescriptorCase, facts, header_cases, header_line, hsa, words};

/// The bytes of a case, or the first error.
fn descriptor(case: &DescriptorCase) -> Result<[u8; SIZE], DescriptorError> {
    let mut kernel = KernelDescriptor::for_target(case.target);
    for (name, value) in &case.directives {
        kernel.set(&format!(".amdhsa_{name}"), *value)?;
    }
    kernel.finish()
}

fn stored() -> Vec<DescriptorCase> {
    let lines = facts("kernel_descriptors.tsv");
    let read = |line: &String| DescriptorCase::read(line).unwrap_or_else(|| panic!("{line}"));
    lines.iter().map(read).collect()
}

/// Every directive at its limits, and combinations: the same bytes, or refused
/// where LLVM refuses.
#[test]
fn descriptors_agree() {
    let mut wrong = String::new();
    let cases = stored();
    let mut refused = 0;
    for case in &cases {
        let ours = descriptor(case);
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
    for case in stored() {
        let Ok(bytes) = descriptor(&case) else {
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
        assert_eq!(descriptor(&again), Ok(bytes), "{}", again.line());
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
                        directives: list.iter().map(|(a, b)| (a.to_owned(), b.into())).collect(),
                        words: None,
                    };
                    bytes[16..24].fill(0);
                    assert_eq!(descriptor(&case), Ok(bytes), "{target} bit {bit}");
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

#[cfg(feature = "llvm")]
mod live {
    use isa_mc::gcn;
    use isa_mc::gcn::kernel_descriptor::directives;
    use isa_mc::gcn::register_use::RegisterUse;
    use isa_tests::abi::{
        ask, descriptor_cases, facts, header_cases, header_line, hsa, llvm_header, register_counts,
    };

    use super::descriptor;

    /// The stored facts are what the installed llvm-mc says.
    #[test]
    fn facts_are_what_llvm_says() {
        let mut cases = descriptor_cases();
        ask(&mut cases).unwrap_or_else(|error| panic!("{error}"));
        let lines: Vec<_> = cases
            .iter()
            .map(isa_tests::abi::DescriptorCase::line)
            .collect();
        assert_eq!(lines, facts("kernel_descriptors.tsv"));
        let headers = header_cases().into_iter().map(|case| {
            let header = llvm_header(case).unwrap_or_else(|error| panic!("{error}"));
            header_line(case, header)
        });
        assert_eq!(headers.collect::<Vec<_>>(), facts("object_headers.tsv"));
    }

    /// llvm-mc makes of the directives that we read from a descriptor the
    /// descriptor.
    #[test]
    fn llvm_reads_our_directives() {
        let mut cases = Vec::new();
        for mut case in super::stored() {
            if let Ok(bytes) = descriptor(&case) {
                let list = directives(case.target, &bytes).unwrap_or_else(|it| panic!("{it}"));
                let list = list
                    .iter()
                    .map(|(name, value)| (name.to_owned(), value.into()));
                case.directives = list.collect();
                cases.push(case);
            }
        }
        let mut asked = cases.clone();
        ask(&mut asked).unwrap_or_else(|error| panic!("{error}"));
        assert!(cases.len() > 1000);
        assert_eq!(asked, cases);
    }

    /// Every golden line names as many registers for us as for llvm-mc.
    #[test]
    fn registers_are_counted_alike() {
        let mut wrong = Vec::new();
        for cpu in ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"] {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/golden/");
            let text = std::fs::read_to_string(format!("{path}{cpu}.tsv")).expect("a file");
            let lines = text
                .lines()
                .filter_map(|line| Some(line.split_once('\t')?.0));
            let lines: Vec<&str> = lines.filter(|line| !line.starts_with('#')).collect();
            let counts = register_counts(hsa(cpu), &lines);
            let counts = counts.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(lines.len(), counts.len());
            let target = gcn::target(cpu).expect("a processor");
            for (line, llvm) in lines.iter().zip(counts) {
                let inst = target.parse(line, gcn::syntax::LLVM).expect(line);
                let mut ours = RegisterUse::default();
                ours.note(&target, inst);
                if (u32::from(ours.vgprs), u32::from(ours.sgprs)) != llvm {
                    wrong.push(format!("{cpu} {line}: {ours:?}, llvm-mc {llvm:?}"));
                }
            }
        }
        assert!(
            wrong.is_empty(),
            "{} lines:\n{}",
            wrong.len(),
            wrong.join("\n")
        );
    }
}
