//! Kernel descriptors, headers of objects and counted registers: llvm-mc itself.

use isa_mc::gcn;
use isa_mc::gcn::kernel_descriptor::directives;
use isa_mc::gcn::register_use::RegisterUse;
use isa_test_support::abi::{
    ask, descriptor_cases, facts, header_cases, header_line, hsa, llvm_header, register_counts,
    stored_descriptors,
};

/// The stored facts are what the installed llvm-mc says.
#[test]
fn facts_are_what_llvm_says() {
    let mut cases = descriptor_cases();
    ask(&mut cases).unwrap_or_else(|error| panic!("{error}"));
    let lines: Vec<_> = cases
        .iter()
        .map(isa_test_support::abi::DescriptorCase::line)
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
    for mut case in stored_descriptors() {
        if let Ok(bytes) = case.bytes() {
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
