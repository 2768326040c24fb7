//! Metadata of kernels: the stored answers are llvm-mc's, and kernels of clang have the
//! same.

use isa_mc::gcn::kernel_descriptor::{KernelDescriptor, SIZE};
use isa_mc::gcn::metadata::{to_message_pack, to_yaml};
use isa_test_support::abi::metadata::{
    BEFORE, contents, document, documents, llvm_note, of_assembly, scalars,
};
use isa_test_support::abi::{assemble, facts, hsa, section, words};
use isa_test_support::kernels;
use isa_test_support::oracle::hex;
use isa_test_support::sample::Sample;

/// The stored answers are those of the installed llvm-mc.
#[test]
fn facts_are_what_llvm_says() {
    let lines = scalars().map(|scalar| {
        let note = llvm_note(&document(scalar)).unwrap_or_else(|error| panic!("{error}"));
        let value = note.map_or("refused".to_owned(), |it| hex(&it[BEFORE..]));
        format!("{scalar}\t{value}")
    });
    assert_eq!(lines.collect::<Vec<_>>(), facts("metadata_scalars.tsv"));
}

/// Each mistake is one for llvm-mc, and what is none is none. A sample has one in four.
#[test]
fn llvm_refuses_the_same() {
    let mut sample = Sample::of_this_run();
    for text in documents().into_iter().filter(|_| sample.takes(4)) {
        let llvm = llvm_note(&text).unwrap_or_else(|error| panic!("{error}"));
        let ours = to_message_pack(&text);
        assert_eq!(ours.as_ref().ok(), llvm.as_ref(), "{ours:?}\n{text}");
    }
}

/// Every kernel for every processor: metadata and descriptors are what llvm-mc
/// makes of clang's assembly. A sample has one in four.
#[test]
fn compiled_kernels_agree() {
    let (mut compared, mut sample) = (0, Sample::of_this_run());
    for kernel in kernels::all() {
        for cpu in ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"] {
            if !kernels::suits(&kernel, cpu) || !sample.takes(4) {
                continue;
            }
            let name = kernels::name(&kernel);
            let text = kernels::assembly(&kernel, cpu, "-O3");
            let text = text.unwrap_or_else(|error| panic!("{error}"));
            let (object, errors) =
                assemble(hsa(cpu), None, &text).unwrap_or_else(|error| panic!("{error}"));
            let object = object.expect(&errors);
            let note = contents(&object).unwrap_or_else(|error| panic!("{error}"));
            let yaml = of_assembly(&text).expect("metadata");
            assert_eq!(to_message_pack(yaml).as_ref(), Ok(&note), "{name} {cpu}");
            let ours = to_yaml(&note).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(ours.trim_end(), yaml.trim_end(), "{name} {cpu}");
            let data = section(&object, ".rodata").expect("descriptors");
            let kernels = text.split(".amdhsa_kernel ").skip(1);
            for (text, bytes) in kernels.zip(data.chunks_exact(SIZE)) {
                let mut ours = KernelDescriptor::for_target(hsa(cpu));
                let lines = text.lines().skip(1);
                for line in lines.take_while(|it| !it.contains(".end_amdhsa_kernel")) {
                    let (name, value) = line.trim().split_once(' ').expect("two words");
                    let value = value.parse().expect("a number");
                    ours.set(name, value)
                        .unwrap_or_else(|error| panic!("{error}"));
                }
                let ours = ours.finish().unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(
                    words(&ours),
                    words(bytes.try_into().expect("64")),
                    "{name} {cpu}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared >= sample.amount(4, 55), "{compared}");
}
