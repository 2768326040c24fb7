//! vISA: stored vectors both ways, damaged and random bytes, both syntaxes.
//!
//! `tests/golden/visa/*.tsv` are versions, texts and bytes that `GenX_IR`
//! confirmed: `given.tsv` a hundred that were there first, the others made by
//! `cargo run -p isa-tests --features igc --bin golden-visa`.

use isa_dsl::sorted::{SortedMap, SortedSet};
use std::fmt::Write as _;
use std::path::Path;

use isa_mc::{StreamTarget, SyntaxId};
use isa_test_support::igc::object::VERSIONS;
use isa_test_support::machine::visa;
use isa_test_support::oracle::{hex, unhex};
use isa_test_support::random::Random;
use isa_test_support::report::Report;
use isa_test_support::sample::Sample;

/// A stored vector.
pub(super) struct Vector {
    pub cpu: String,
    text: String,
    pub bytes: Vec<u8>,
}

pub(super) fn vectors() -> Vec<Vector> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/visa");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder of vectors")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let mut vectors = Vec::new();
    for file in files {
        let lines = std::fs::read_to_string(&file).expect("a file of vectors");
        vectors.extend(lines.lines().map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let [cpu, text, code] = columns.as_slice() else {
                panic!("{}: {line}", file.display())
            };
            Vector {
                cpu: (*cpu).to_owned(),
                text: (*text).to_owned(),
                bytes: unhex(code).expect("hexadecimal"),
            }
        }));
    }
    vectors
}

/// Whether `GenX_IR` writes it as a label, which is one of the file here.
pub(super) fn is_place(vector: &Vector) -> bool {
    vector.text.ends_with(':')
}

pub(super) fn target(cpu: &str) -> StreamTarget<'static> {
    StreamTarget::new(visa(), cpu).unwrap_or_else(|| panic!("no processor {cpu}"))
}

pub(super) fn syntax(name: &str) -> SyntaxId {
    target("visa").syntax(name).expect("a syntax")
}

/// Bytes of a statement and its canonical text, or the message.
fn assemble(cpu: &str, text: &str, syntax: SyntaxId) -> Result<(Vec<u8>, String), String> {
    let target = target(cpu);
    let inst = target
        .parse(text, syntax)
        .map_err(|error| error.display(&target, syntax, text).to_string())?;
    let mut printed = String::new();
    target
        .print(inst, syntax, &mut printed)
        .map_err(|error| error.display(visa()).to_string())?;
    Ok((inst.bytes().to_vec(), printed))
}

/// The text of bytes that are one whole instruction, or why they are none.
fn disassemble(cpu: &str, bytes: &[u8], syntax: SyntaxId) -> Result<String, String> {
    let target = target(cpu);
    let inst = target
        .decode(bytes)
        .map_err(|error| error.display(visa()).to_string())?;
    if inst.bytes() != bytes {
        return Err(format!("{} of {} bytes", inst.bytes().len(), bytes.len()));
    }
    let mut printed = String::new();
    target
        .print(inst, syntax, &mut printed)
        .map_err(|error| error.display(visa()).to_string())?;
    Ok(printed)
}

/// Text to bytes and back, in every version of objects.
#[test]
fn confirmed_by_genx_ir() {
    let mut report = Report::default();
    for vector in vectors().into_iter().filter(|it| !is_place(it)) {
        let Vector { cpu, text, bytes } = &vector;
        let ours = assemble(cpu, text, syntax("visa"));
        report.check(ours.as_ref() == Ok(&(bytes.clone(), text.clone())), || {
            format!("{cpu} `{text}` is {}\n    ours {ours:x?}", hex(bytes))
        });
        let back = disassemble(cpu, bytes, syntax("visa"));
        report.check(back.as_ref() == Ok(text), || {
            format!("{cpu} {} is `{text}`\n    ours {back:?}", hex(bytes))
        });
    }
    report.finish(9_000);
}

/// Where labels and subroutines are: `GenX_IR` writes `L3:` for both, which is a
/// label of the file here, so both have a mnemonic.
#[test]
fn places_have_mnemonics() {
    let mut report = Report::default();
    for vector in vectors().iter().filter(|it| is_place(it)) {
        let Vector { cpu, text, bytes } = vector;
        let mnemonic = match bytes[0] {
            0x30 => "subroutine",
            _ => "label",
        };
        let ours = format!("{mnemonic} {}", text.trim_end_matches(':'));
        let read = assemble(cpu, &ours, syntax("visa"));
        report.check(read.as_ref() == Ok(&(bytes.clone(), ours.clone())), || {
            format!("{cpu} `{ours}` is {}\n    ours {read:x?}", hex(bytes))
        });
        let back = disassemble(cpu, bytes, syntax("visa"));
        report.check(back.as_ref() == Ok(&ours), || {
            format!("{cpu} {} is `{ours}`\n    ours {back:?}", hex(bytes))
        });
    }
    report.finish(70);
}

/// Every version that the oracle was asked about is a processor, `visa` is the
/// newest, and nothing else is one.
#[test]
fn versions_are_processors() {
    let names: Vec<&str> = visa()
        .processors
        .iter()
        .map(|row| visa().text(row.name))
        .collect();
    let mut expected: Vec<String> = VERSIONS
        .iter()
        .map(|(major, minor)| format!("visa{major}.{minor}"))
        .collect();
    expected.push("visa".to_owned());
    assert_eq!(names, expected);
    assert_eq!(target("visa").arch_index(), target("visa4.1").arch_index());
}

/// Each opcode of Intel's table begins an instruction in every version, or it is said why
/// not; and no other byte begins one.
#[test]
fn every_opcode_is_there() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("facts/visa_opcodes.tsv");
    let lines = std::fs::read_to_string(path).expect("the table of opcodes");
    let mut expected: SortedMap<usize, &str> = SortedMap::new();
    let mut opcodes = 0;
    for line in lines.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let opcode = columns[0].strip_prefix("0x").expect("hexadecimal");
        let opcode = usize::from_str_radix(opcode, 16).expect("hexadecimal");
        match columns.as_slice() {
            [_, "-", why] => assert!(!why.is_empty(), "{line}"),
            [_, name] => {
                opcodes += 1;
                assert_eq!(expected.insert(opcode, name), None, "{line}");
            }
            _ => panic!("columns: {line}"),
        }
    }
    assert_eq!(opcodes, 125);
    for version in VERSIONS {
        let target = target(&format!("visa{}.{}", version.0, version.1));
        let roots = visa().stream_roots;
        let arch = usize::from(target.arch_index());
        for byte in 0..256 {
            let root = roots[arch * 256 + byte].range();
            let found: Vec<&str> = visa().stream_candidates[root]
                .iter()
                .map(|&index| {
                    let encoding = &visa().stream_encodings[usize::from(index)];
                    let row = &visa().instructions[usize::from(encoding.instruction)];
                    visa().text(row.name)
                })
                .collect();
            let there = match expected.get(&byte) {
                Some(name) => found.contains(name),
                None => found.is_empty(),
            };
            assert!(
                there,
                "{version:?} {byte:#04x}: {found:?}, not {:?}",
                expected.get(&byte)
            );
        }
    }
}

/// What `GenX_IR` has no text for that says them, so that no vector is stored: it prints
/// `predec` as nothing, and others as `defs/visa` says of each.
const WITHOUT_VECTORS: [&str; 8] = [
    "typed_atomic.predec",
    "dword_atomic.predec",
    "svm_atomic.predec",
    "sample4_po",
    "sample4_po_c",
    "vme_idm",
    "lsc_ccs_update",
    "lsc_ccs_update_typed",
];

/// Each instruction has vectors of each version that has it.
#[test]
fn every_instruction_has_vectors() {
    let mut found: SortedSet<(String, usize)> = SortedSet::new();
    for vector in vectors() {
        let inst = target(&vector.cpu).decode(&vector.bytes).expect("a vector");
        let encoding = &visa().stream_encodings[usize::from(inst.encoding())];
        found.insert((vector.cpu, usize::from(encoding.instruction)));
    }
    let mut missing = SortedSet::new();
    for version in VERSIONS {
        let cpu = format!("visa{}.{}", version.0, version.1);
        let arch = usize::from(target(&cpu).arch_index());
        let roots = &visa().stream_roots[arch * 256..][..256];
        let encodings = roots
            .iter()
            .flat_map(|it| &visa().stream_candidates[it.range()]);
        let instructions = encodings.map(|&it| &visa().stream_encodings[usize::from(it)]);
        let there: SortedSet<usize> = instructions.map(|it| it.instruction.into()).collect();
        for (index, row) in visa().instructions.iter().enumerate() {
            if there.contains(&index) && !found.contains(&(cpu.clone(), index)) {
                missing.insert(visa().text(row.name));
            }
        }
    }
    let expected: SortedSet<&str> = WITHOUT_VECTORS.into_iter().collect();
    assert_eq!(missing, expected);
}

/// A typed atomic of 48 bytes, or 34 where ids of variables have two.
const TYPED_ATOMIC: &str = "(!P1.any) typed_atomic.maxsint.16 (M5_NM, 8) T7 V32.32 V33.4 %null.0 %null.0 V48.0 %null.0 V49.0";

/// A mask that 3.0 does not have, and the size of ids.
#[test]
fn versions_differ() {
    let syntax = syntax("visa");
    let length = |cpu| assemble(cpu, TYPED_ATOMIC, syntax).map(|(bytes, _)| bytes.len());
    assert!(length("visa3.0").is_err());
    assert_eq!(length("visa3.1"), Ok(34));
    assert_eq!(length("visa3.3"), Ok(34));
    assert_eq!(length("visa3.4"), Ok(48));
    assert_eq!(length("visa4.1"), Ok(48));
}

/// Whatever is cut off, the rest is no instruction; and the message says so.
#[test]
fn cut_off() {
    let mut report = Report::default();
    for vector in vectors().iter().step_by(7) {
        let target = target(&vector.cpu);
        for size in 0..vector.bytes.len() {
            let error = target.decode(&vector.bytes[..size]).err();
            let message = error.map(|error| error.display(visa()).to_string());
            report.check(message.is_some_and(|text| !text.is_empty()), || {
                format!("{} cut to {size} bytes", vector.text)
            });
        }
    }
    report.finish(10_000);
}

/// Bytes that are nearly instructions: they are refused, or come back as they
/// were; and what is printed of them means them, in both syntaxes.
#[test]
fn damaged_bytes_are_refused_or_kept() {
    let sample = Sample::of_this_run();
    let mut random = Random::new(sample.seed());
    let mut report = Report::default();
    let (mut decoded, mut expressible) = (0, 0);
    let vectors = vectors();
    let count = sample.amount(10_000, 60_000);
    for _ in 0..count {
        let vector = &vectors[random.below(vectors.len())];
        let target = target(&vector.cpu);
        let mut bytes = vector.bytes.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            bytes[at] = match random.below(3) {
                0 => random.word() as u8,
                1 => bytes[at] ^ 1 << random.below(8),
                _ => random.below(9) as u8,
            };
        }
        let Ok(inst) = target.decode(&bytes) else {
            continue;
        };
        decoded += 1;
        let mut out = [0; 128];
        let size = target.encode(inst, &mut out).expect("what was decoded");
        report.check(bytes.starts_with(&out[..size]), || {
            format!(
                "{} {} came back as {}",
                vector.cpu,
                hex(&bytes),
                hex(&out[..size])
            )
        });
        for name in ["visa", "document"] {
            let syntax = syntax(name);
            let mut text = String::new();
            if target.print(inst, syntax, &mut text).is_err() {
                continue;
            }
            expressible += 1;
            let again = assemble(&vector.cpu, &text, syntax);
            let same = again.as_ref() == Ok(&(out[..size].to_vec(), text.clone()));
            report.check(same, || {
                format!(
                    "{} {} is `{text}`: {again:x?}",
                    vector.cpu,
                    hex(&out[..size])
                )
            });
        }
    }
    assert!(decoded > count / 3, "{decoded} were instructions");
    assert!(expressible > count / 2, "{expressible} had a text");
    report.finish(count / 2);
}

/// Bytes that are no instruction, or have no text, and where the fault is.
#[test]
fn faults_are_named_at_their_byte() {
    // mov (M1, 8) V33(0,0)<1> V32(0,0)<8;8,1>
    let mov = "29 03 0000 00210000000000 0002 00200000000000 5502";
    let faults = [
        ("", ""),
        ("ff", "the first byte begins no instruction"),
        (
            "29 06 0000 00210000000000 0002 00200000000000 5502",
            "size 6",
        ),
        (
            "29 03 0010 00210000000000 0002 00200000000000 5502",
            "reserved bit 12 of the predicate",
        ),
        (
            "29 03 0060 00210000000000 0002 00200000000000 5502",
            "combination 3",
        ),
        (
            "29 03 0000 04210000000000 0002 00200000000000 5502",
            "operand kind 4",
        ),
        (
            "29 03 0000 00210000000000 0002 40200000000000 5502",
            "reserved bits of the tag",
        ),
        (
            "29 03 0000 00210000000000 0002 00200000000000 5509",
            "horizontal stride 9",
        ),
        (
            "29 03 0000 00210000000000 0002 20200000000000 5502",
            "modifier 4 in a source",
        ),
        ("29 03 0000 00210000000000 0002 051000000000", "type 16"),
        (
            "29 03 0080 00210000000000 0002 00200000000000 5502",
            "inverted without a predicate",
        ),
        (
            "29 03 0000 00210000000000 0002 00150000000000 5502",
            "variable 21",
        ),
        (
            "73 0e 03 0000 06 200000000000 210000000000 000000000000 000000000000 220000000000 000000000000 230000000000",
            "op 0x0e",
        ),
        ("73 55 03 0000 06", "reserved bit 6"),
        ("7c 02", "op 2"),
        ("2c 03 06", "relation 6"),
        (
            "4e 08 00 0500001000000000000000 000000000000 000000000000 000000000000",
            "sub-opcode 8",
        ),
        (
            "89 00 04 0000 00 00 00 01 0200 00010000 03 03 01 0202 050000000000 210000000000 500000000000 000000000000 000000000000",
            "scale 2",
        ),
    ];
    assert!(
        disassemble(
            "visa",
            &unhex(&mov.replace(' ', "")).expect("hex"),
            syntax("visa")
        )
        .is_ok()
    );
    let mut text = String::new();
    for (code, why) in faults {
        let bytes = unhex(&code.replace(' ', "")).expect("hexadecimal");
        let message = disassemble("visa", &bytes, syntax("visa")).expect_err(why);
        let _ = write!(text, "{code}  // {why}\n  {message}\n");
    }
    insta::assert_snapshot!("visa_faults_of_bytes", text);
}

/// Statements that are wrong, and what is said of them.
#[test]
fn faults_of_text_are_explained() {
    let mut text = String::new();
    for line in [
        "typed_atomic.ad (M1, 8) T6 V32.0 V33.0 %null.0 %null.0 V34.0 %null.0 V35.0",
        "typed_atomic.add (M1, 9) T6 V32.0 V33.0 %null.0 %null.0 V34.0 %null.0 V35.0",
        "typed_atomic.add (M9, 8) T6 V32.0 V33.0 %null.0 %null.0 V34.0 %null.0 V35.0",
        "typed_atomic.add (M1, 8) T256 V32.0 V33.0 %null.0 %null.0 V34.0 %null.0 V35.0",
        "typed_atomic.add (M1, 8) T6 V32.0 V33.0 %null.0 %null.0 V34.0 %null.0",
        "typed_atomic.add (M1, 8) T6 V32.0 V33.0 %null.0 %null.0 V34.0 %null.0 V35.70000",
        "typed_atomic.add (M1, 8) T6 V32.0 V33.0 %nul.0 %null.0 V34.0 %null.0 V35.0",
        "(P0) typed_atomic.add (M1, 8) T6 V32.0 V33.0 %null.0 %null.0 V34.0 %null.0 V35.0",
        "(P1.some) mov (M1, 8) V33(0,0)<1> V32(0,0)<8;8,1>",
        "mov (M1, 8) V33(0,0)<1> V32(0,0)<8;8,3>",
        "mov (M1, 8) V33(0,256)<1> V32(0,0)<8;8,1>",
        "mov (M1, 8) 0x5:ud V32(0,0)<8;8,1>",
        "mov (M1, 8) V33(0,0)<1> 0x5:zd",
        "svm_gather.3.1 (M1, 8) V32.0 V33.0",
        "",
    ] {
        let message = assemble("visa", line, syntax("visa")).expect_err("no statement");
        let _ = write!(text, "{line}\n  {message}\n");
    }
    insta::assert_snapshot!("visa_faults_of_text", text);
}

/// The document's spelling: capitals, the size alone, `V0`, IMIN and IMAX;
/// and what the two syntaxes read besides what they print.
#[test]
fn the_document_spells_differently() {
    let visa = syntax("visa");
    let document = syntax("document");
    let pairs = [
        (
            "typed_atomic.add (M1, 8) T6 V32.0 V33.0 %null.0 %null.0 V34.0 %null.0 V35.0",
            "TYPED_ATOMIC.ADD (8) T6 V32.0 V33.0 V0 V0 V34.0 V0 V35.0",
        ),
        (
            "(!P1.any) typed_atomic.maxsint.16 (M5_NM, 8) %slm %r0.32 %null.0 %null.0 %null.0 V48.0 %null.0 V49.0",
            "(!P1.any) TYPED_ATOMIC.IMAX.16 (M5_NM, 8) T0 V7.32 V0 V0 V0 V48.0 V0 V49.0",
        ),
        (
            "typed_atomic.predec (M1, 8) T6 V32.0 %null.0 %null.0 %null.0 %null.0 %null.0 V35.0",
            "TYPED_ATOMIC.PREDEC (8) T6 V32.0 V0 V0 V0 V0 V0 V35.0",
        ),
        (
            "(P2.all) add.sat (M3, 16) V34(1,2)<2> (-)V48(2,3)<8;4,2> 0x7:uw",
            "(P2.all) ADD.sat (M3, 16) V34(1,2)<2> (-)V48(2,3)<8;4,2> 0x7:uw",
        ),
    ];
    for (first, second) in pairs {
        let (bytes, text) = assemble("visa", first, visa).expect(first);
        assert_eq!(text, first);
        assert_eq!(disassemble("visa", &bytes, document).as_deref(), Ok(second));
        assert_eq!(
            assemble("visa", second, document),
            Ok((bytes, second.to_owned()))
        );
    }
    let read = [
        ("barrier", "BARRIER", visa),
        (
            "(P1) mov (M1_NM, 1) V33(0,0)<1> P1",
            "(P1) mov (NoMask, 1) V33(0,0)<1> P1",
            visa,
        ),
        (
            "mov (M1, 16) V33(0,0)<1> P1",
            "mov (16) V33(0,0)<1> P1",
            visa,
        ),
        (
            "mov (M1, 16) V33(0,0)<1> 0x10:ud",
            "mov (16) V33(0,0)<1> 16:ud",
            visa,
        ),
        // Numbers as people write them; GenX_IR prints the bits.
        (
            "mov (M1, 16) V33(0,0)<1> 0xfffffffb:d",
            "mov (M1, 16) V33(0,0)<1> -5:d",
            visa,
        ),
        (
            "mov (M1, 16) V33(0,0)<1> 0xfffffffd:w",
            "mov (M1, 16) V33(0,0)<1> -3:w",
            visa,
        ),
        (
            "mov (M1, 16) V33(0,0)<1> 0x8000000000000000:q",
            "mov (M1, 16) V33(0,0)<1> -9223372036854775808:q",
            visa,
        ),
        (
            "mov (M1, 16) V33(0,0)<1> 0x3fc00000:f",
            "mov (M1, 16) V33(0,0)<1> 1.5:f",
            visa,
        ),
        (
            "mov (M1, 16) V33(0,0)<1> 0x4004000000000000:df",
            "mov (M1, 16) V33(0,0)<1> 2.5:df",
            visa,
        ),
        (
            "mov (M1, 16) V33(0,0)<1> 0xbc00:hf",
            "mov (M1, 16) V33(0,0)<1> -1.0:hf",
            visa,
        ),
        // Coordinates that a surface does not have.
        (
            "lsc_load_quad.tgm (M1, 16)  V33:d32.xy  bti(0x4)[V34, V35, %null, %null]:a32",
            "lsc_load_quad.tgm (M1, 16) V33:d32.xy bti(0x4)[V34, V35]:a32",
            visa,
        ),
        ("BARRIER", "barrier", document),
        (
            "MOV (M1_NM, 16) V33(0,0)<1> P1",
            "mov (NoMask, 16) V33(0,0)<1> P1",
            document,
        ),
    ];
    for (printed, read, syntax) in read {
        let ours = assemble("visa", read, syntax);
        assert_eq!(ours.map(|(_, text)| text).as_deref(), Ok(printed), "{read}");
    }
}
