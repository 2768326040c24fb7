//! Metadata of kernels: the same bytes as llvm-mc, and text that gives them again.

use std::fs;
use std::path::Path;

use isa_mc::gcn::metadata::{to_message_pack, to_yaml};
use isa_test_support::abi::facts;
use isa_test_support::abi::metadata::{BEFORE, document, documents, scalars};
use isa_test_support::oracle::{hex, unhex};
use isa_test_support::sample::Sample;
use proptest::prelude::*;

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
    #![proptest_config(ProptestConfig::with_cases(Sample::of_this_run().amount(48, 256) as u32))]

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
