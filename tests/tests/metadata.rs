//! Metadata of kernels: the same bytes as llvm-mc, and text that gives them again.

use std::fs;
use std::path::Path;

use isa_mc::gcn::metadata::{to_message_pack, to_yaml};
use isa_tests::abi::facts;
use isa_tests::abi::metadata::{document, documents, scalars};
use isa_tests::oracle::{hex, unhex};
use proptest::prelude::*;

/// How many bytes of a note stand before the value of the scalar: the map, the
/// other two entries and the key.
const BEFORE: usize = 1 + 15 + 1 + 15 + 3 + 2;

/// Every spelling means what it means to llvm-mc.
#[test]
fn scalars_agree() {
    let lines = facts("metadata_scalars.tsv");
    assert_eq!(lines.len(), scalars().count());
    for (line, scalar) in lines.iter().zip(scalars()) {
        let (text, expected) = line.split_once('\t').expect("two columns");
        assert_eq!(text, scalar);
        let ours = to_message_pack(&document(scalar));
        let found = ours
            .as_ref()
            .map_or("refused".to_owned(), |it| hex(&it[BEFORE..]));
        assert_eq!(found, expected, "{scalar}: {ours:?}");
    }
}

/// The metadata of a compiled program: the bytes and the text.
#[test]
fn a_program_agrees() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/metadata");
    let mut seen = 0;
    for entry in fs::read_dir(&folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|it| it == "yaml") {
            let yaml = fs::read_to_string(&path).expect("a file");
            let note = fs::read_to_string(path.with_extension("hex")).expect("a file");
            let note = unhex(&note.replace('\n', "")).expect("hexadecimal");
            assert_eq!(to_message_pack(&yaml).as_ref(), Ok(&note));
            assert_eq!(to_yaml(&note).as_ref(), Ok(&yaml));
            seen += 1;
        }
    }
    assert!(seen >= 2, "{seen}");
}

/// Documents with one mistake are refused with a place in them.
#[test]
fn mistakes_are_placed() {
    let documents = documents();
    assert!(to_message_pack(&documents[0]).is_ok(), "{}", documents[0]);
    let mut refused = 0;
    for text in &documents {
        match to_message_pack(text) {
            Ok(note) => {
                let again = to_yaml(&note).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(to_message_pack(&again), Ok(note), "{again}");
            }
            Err(error) => {
                assert!((1..=text.lines().count()).contains(&error.line), "{error}");
                assert!(error.column > 0);
                refused += 1;
            }
        }
    }
    assert!(refused > 300, "{refused} of {}", documents.len());
}

proptest! {
    /// No text and no bytes make anything panic; what is read is written again.
    #[test]
    fn any_text_is_read_or_refused(text in "[-a-z0-9:.,!'\"\\[\\]{}&*|>#%@ \n\t\u{e9}]{0,80}") {
        let _ = to_message_pack(&text);
        let _ = to_message_pack(&document(&text));
    }

    #[test]
    fn any_note_is_read_or_refused(note in proptest::collection::vec(any::<u8>(), 0..60)) {
        if let Ok(text) = to_yaml(&note) {
            prop_assert_eq!(to_message_pack(&text).ok(), Some(note));
        }
    }

    /// Every text comes back, whatever quotes it needs.
    #[test]
    fn any_scalar_comes_back(scalar in any::<String>()) {
        let mut note = vec![0x83];
        for (key, value) in [("amdhsa.kernels", &[0x90][..]), ("amdhsa.version", &[0x92, 1, 2])] {
            note.push(0xa0 | key.len() as u8);
            note.extend(key.as_bytes());
            note.extend(value);
        }
        note.extend([0xa1, b'z']);
        match scalar.len() {
            length @ 0..32 => note.push(0xa0 | length as u8),
            length @ 32..256 => note.extend([0xd9, length as u8]),
            length => note.extend([0xda, (length >> 8) as u8, length as u8]),
        }
        note.extend(scalar.as_bytes());
        let text = to_yaml(&note);
        prop_assert!(text.is_ok(), "{:?} {:?}", scalar, text);
    }

    /// A note that was damaged is refused, or is other metadata.
    #[test]
    fn damage_is_noticed(at in 0_usize..500, byte in any::<u8>()) {
        let mut note = to_message_pack(&documents()[0]).expect("good");
        let at = at % note.len();
        note[at] = byte;
        if let Ok(text) = to_yaml(&note) {
            prop_assert_eq!(to_message_pack(&text).ok(), Some(note));
        }
    }
}

/// Deep nesting is refused, in text and in a note, without deep recursion.
#[test]
fn nesting_is_bounded() {
    let error = to_message_pack(&"- ".repeat(1000))
        .expect_err("deep")
        .to_string();
    assert!(error.contains("within one another"), "{error}");
    // Here the parser of YAML looks ahead, and has a limit of its own.
    let deep = format!("z: {}", "[".repeat(1_000_000));
    let error = to_message_pack(&deep).expect_err("deep").to_string();
    assert!(error.contains("recursion limit"), "{error}");
    let error = to_yaml(&vec![0x91; 1_000_000])
        .expect_err("deep")
        .to_string();
    assert!(error.contains("within one another"), "{error}");
    // A length that the bytes do not have costs nothing.
    assert!(to_yaml(&[0xdd, 0xff, 0xff, 0xff, 0xff]).is_err());
}

#[cfg(feature = "llvm")]
mod live {
    use isa_mc::gcn::kernel_descriptor::{KernelDescriptor, SIZE};
    use isa_mc::gcn::metadata::{to_message_pack, to_yaml};
    use isa_tests::abi::metadata::{
        contents, document, documents, llvm_note, of_assembly, scalars,
    };
    use isa_tests::abi::{assemble, facts, hsa, section, words};
    use isa_tests::kernels;
    use isa_tests::oracle::hex;

    use super::BEFORE;

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

    /// Each mistake is one for llvm-mc, and what is none is none.
    #[test]
    fn llvm_refuses_the_same() {
        for text in documents() {
            let llvm = llvm_note(&text).unwrap_or_else(|error| panic!("{error}"));
            let ours = to_message_pack(&text);
            assert_eq!(ours.as_ref().ok(), llvm.as_ref(), "{ours:?}\n{text}");
        }
    }

    /// Every kernel for every processor: metadata and descriptors are what llvm-mc
    /// makes of clang's assembly.
    #[test]
    fn compiled_kernels_agree() {
        let mut compared = 0;
        for kernel in kernels::all() {
            for cpu in ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"] {
                if !kernels::suits(&kernel, cpu) {
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
        assert!(compared >= 55, "{compared}");
    }
}
