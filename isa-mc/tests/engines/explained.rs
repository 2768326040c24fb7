//! Explanations of every instruction, on the texts and bytes that llvm-mc and `GenX_IR` confirmed:
//! they are short, and they say nothing of what cannot be.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use isa_mc::error::OperandError;
use isa_mc::explain::{self, Detail, Explanation, Operand, Operation};
use isa_mc::machines::{self, AnyTarget};
use isa_mc::{SyntaxId, TargetMachine, gcn, visa};

/// Lines of an operation at most, its heading and the comments behind it too.
const LINES: usize = 48;

/// Of so many vectors of a file one is tried, another one for each `ISA_SEED`; `ISA_WHOLE=1`
/// tries all.
const STEP: usize = 53;

/// Files of vectors: columns, of which the last one is bytes in hexadecimal.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../tests/golden")
        .join(folder);
    let entries = std::fs::read_dir(&folder).expect("the folder of vectors");
    let mut files: Vec<PathBuf> = entries.map(|it| it.expect("an entry").path()).collect();
    files.retain(|it| it.extension().is_some_and(|it| it == "tsv"));
    files.sort();
    files
}

/// The bytes of each vector that is tried.
fn vectors(path: &Path, column: usize) -> Vec<(String, Vec<u8>)> {
    let seed = std::env::var("ISA_SEED")
        .ok()
        .and_then(|it| it.parse().ok());
    let (step, first) = match std::env::var_os("ISA_WHOLE").is_some_and(|it| it == "1") {
        true => (1, 0),
        false => (STEP, seed.unwrap_or(1_usize) % STEP),
    };
    let text = std::fs::read_to_string(path).expect("vectors are text");
    let lines = text.lines().skip(first).step_by(step);
    let vectors = lines.filter_map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let code = cells.get(column)?.as_bytes().chunks(2);
        let bytes = code.map(|it| u8::from_str_radix(std::str::from_utf8(it).ok()?, 16).ok());
        Some((line.to_string(), bytes.collect::<Option<Vec<u8>>>()?))
    });
    vectors.collect()
}

/// Words in capitals that stand for values: `SRC0.NEG`, `DPP_CTRL`, and not `ABS(`.
fn names(code: &str) -> BTreeSet<String> {
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '.';
    let mut names = BTreeSet::new();
    // What is in quotes is said to people.
    for mut rest in code.split('"').step_by(2) {
        while let Some(at) = rest.find(is_part) {
            let word = &rest[at..];
            let (word, behind) = word.split_at(word.find(|it| !is_part(it)).unwrap_or(word.len()));
            let is_name = word.starts_with(|it: char| it.is_ascii_uppercase());
            if is_name && !behind.starts_with('(') {
                names.insert(word.to_string());
            }
            rest = behind;
        }
    }
    names
}

fn pseudocode(operation: &Operation) -> String {
    let around = operation.around.iter().map(|it| it.text.as_str());
    around.collect::<Vec<_>>().join("\n") + "\n" + &operation.body
}

/// Lines of the operation as `isa-mc explain` shows it.
fn shown(explanation: &Explanation) -> usize {
    let text = explanation.text(Detail::Folded);
    let lines = text
        .lines()
        .skip_while(|line| !line.starts_with("operation"));
    lines.take_while(|line| !line.is_empty()).count()
}

/// What is true of every explanation; gives the lines of its operation.
fn check(cpu: &str, line: &str, explanation: &Explanation) -> usize {
    let text = explanation.text(Detail::Folded);
    let said = text
        .lines()
        .skip_while(|line| !line.starts_with("operation"));
    for line in said {
        assert!(line.chars().count() < 80, "{cpu}: {line}\n{text}");
    }
    assert!(
        text.ends_with('\n') && !text.contains("\n\n\n"),
        "{cpu} {line}: {text}"
    );
    assert!(
        !text.contains("no registers") || explanation.pieces.is_empty(),
        "{text}"
    );
    let lines = shown(explanation);
    assert!(lines <= LINES, "{cpu} {line}: {lines} lines\n{text}");
    lines
}

/// The pseudocode of words names no field that is zero, none that its format has not, and no
/// feature; and it names what its program reads.
#[test]
fn gcn_says_nothing_that_cannot_be() {
    let mut longest = (0, String::new());
    let mut count = 0;
    for path in files("") {
        let cpu = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let Some(AnyTarget::Words(target)) = machines::target(&cpu) else {
            continue;
        };
        let tables = target.tables();
        let upper = |name: &str| name.to_uppercase();
        let fields: BTreeSet<String> = tables
            .parts
            .iter()
            .map(|it| upper(tables.text(it.name)))
            .collect();
        // A state may have the name of a field of another format.
        let states = tables.states.iter().map(|it| tables.text(it.name));
        let states: BTreeSet<String> = states.map(str::to_string).collect();
        let fields: BTreeSet<String> = fields.difference(&states).cloned().collect();
        let features: BTreeSet<String> = tables
            .features
            .iter()
            .map(|it| upper(tables.text(*it)))
            .collect();
        let governing: BTreeSet<&str> = tables
            .floating
            .iter()
            .flat_map(|it| [it.rounding, it.subnormals, it.overflow])
            .filter_map(|it| tables.states.get(usize::from(it.state)))
            .map(|it| tables.text(it.name))
            .collect();
        for (line, bytes) in vectors(&path, 1) {
            let any = AnyTarget::Words(target);
            let explanation = explain::bytes(&any, SyntaxId::default(), &bytes)
                .unwrap_or_else(|error| panic!("{cpu} {line}: {error}"));
            let lines = check(&cpu, &line, &explanation);
            if lines > longest.0 {
                longest = (lines, format!("{cpu} {line}"));
            }
            count += 1;
            let Some(operation) = &explanation.operation else {
                continue;
            };
            let code = pseudocode(operation);
            let said = names(&code);
            let here = |name: &str| {
                let mut own = explanation
                    .fields
                    .iter()
                    .filter(|it| upper(it.name) == name);
                // `SRC0.NEG` where that modifier is set.
                let modified = name.split_once('.');
                let is_set = |it: &Operand| {
                    let mut set = it.modifiers.iter();
                    modified.is_some_and(|(operand, modifier)| {
                        upper(it.name) == operand && set.any(|it| upper(it) == modifier)
                    })
                };
                own.any(|it| it.value != 0)
                    || explanation
                        .operands
                        .iter()
                        .any(|it| upper(it.name) == name || is_set(it))
            };
            for name in &said {
                let field = name.replace('.', "_");
                let is_field = fields.contains(name) || fields.contains(&field);
                let is_local = [" = ", ", ", ") = "]
                    .iter()
                    .any(|behind| code.contains(&format!(" {name}{behind}")));
                // A field may have the name of an operand that is a state in this format.
                let is_used = operation
                    .reads
                    .iter()
                    .chain(&operation.writes)
                    .any(|it| it == name);
                assert!(
                    !is_field
                        || is_local
                        || is_used
                        || here(name)
                        || here(&field)
                        || is_written(operation, name),
                    "{cpu} {line} names {name}:\n{code}"
                );
                assert!(
                    !features.contains(name),
                    "{cpu} {line} names {name}:\n{code}"
                );
            }
            for read in &operation.reads {
                // Behind what is undefined the program goes on, and the text does not.
                let is_implied = code.contains("undefined ")
                    || governing.contains(read.as_str())
                    || read.ends_with(" memory")
                    || operation
                        .lanes
                        .as_ref()
                        .is_some_and(|it| it.contains(read.as_str()))
                    || !explanation
                        .operands
                        .iter()
                        .any(|it| upper(it.name) == *read);
                // `VDST.LOW` is a part of it.
                let part = format!("{read}.");
                let is_said = said.iter().any(|it| it == read || it.starts_with(&part));
                assert!(
                    is_implied || is_said,
                    "{cpu} {line} reads {read}, and does not say it:\n{code}"
                );
            }
        }
    }
    println!(
        "{count} explanations; the longest operation has {} lines: {}",
        longest.0, longest.1
    );
    assert!(count > 1000, "{count}");
}

/// What an operation writes is named by the row, although the encoding has a state there.
fn is_written(operation: &Operation, name: &str) -> bool {
    operation.body.contains(&format!("{name} = "))
        || operation.body.contains(&format!("{name} |= "))
}

/// What a stream does not have is not spoken of, whatever other forms of its operands have.
#[test]
fn visa_says_nothing_that_cannot_be() {
    let mut longest = (0, String::new());
    let mut count = 0;
    for path in files("visa") {
        for (line, bytes) in vectors(&path, 2) {
            let cpu = line.split('\t').next().unwrap_or_default();
            let target = machines::target(cpu).expect("a version");
            let Ok(explanation) = explain::bytes(&target, SyntaxId::default(), &bytes) else {
                continue;
            };
            let lines = check(cpu, &line, &explanation);
            if lines > longest.0 {
                longest = (lines, format!("{cpu} {line}"));
            }
            count += 1;
            let Some(operation) = &explanation.operation else {
                continue;
            };
            let code = pseudocode(operation);
            for name in names(&code).iter().filter(|it| it.contains('.')) {
                // Operands have their values under names of their own: `dst.predicate.word.id` is
                // `dst.predicate.id` of the stream.
                let field = name.to_lowercase();
                let part = field
                    .match_indices('.')
                    .nth(1)
                    .map_or(&field[..], |(at, _)| &field[..at]);
                let has = |it: &explain::Piece| it.name.starts_with(part) && it.value != 0;
                assert!(
                    explanation.pieces.iter().any(has),
                    "{cpu} {line} names {name}:\n{code}"
                );
            }
        }
    }
    println!(
        "{count} explanations; the longest operation has {} lines: {}",
        longest.0, longest.1
    );
    assert!(count > 50, "{count}");
}

/// Every instruction of every version of vISA has an example, which its text gives again: with a
/// label, where there must be one, and with sizes that a text can say.
#[test]
fn every_stream_has_an_example() {
    let mut count = 0;
    for row in visa::TABLES.processors {
        let version = visa::TABLES.text(row.name);
        let target = visa::target(version).expect(version);
        let tables = target.tables();
        for row in tables.instructions {
            let name = tables.text(row.name);
            let opcode = target.target().opcode(name).expect("its own name");
            if target.create(opcode, &[]) == Err(OperandError::NoInstruction) {
                continue;
            }
            let inst = explain::stream_example(&target, opcode);
            let inst = inst.unwrap_or_else(|| panic!("{version} {name}"));
            let mut text = String::new();
            let printed = target.print(inst, visa::syntax::VISA, &mut text);
            printed.unwrap_or_else(|error| panic!("{name}: {error:?}"));
            let again = target.parse(&text, visa::syntax::VISA);
            assert_eq!(again.as_ref(), Ok(&inst), "{text}");
            count += 1;
        }
    }
    assert!(count > 400, "{count}");
}

/// Registers that an example names begin where their class says, and differ.
#[test]
fn examples_name_registers() {
    for (cpu, text, expected) in [
        (
            "gfx900",
            "v_add_f32_e64 v0, v0, v0",
            "v_add_f32_e64 v2, v3, v4",
        ),
        (
            "gfx900",
            "v_cmp_eq_u32_sdwa vcc, v0, v0 src0_sel:DWORD src1_sel:DWORD",
            "v_cmp_eq_u32_sdwa s[2:3], v3, v4 src0_sel:DWORD src1_sel:DWORD",
        ),
        (
            "gfx900",
            "s_load_dwordx2 s[0:1], s[0:1], 0x0",
            "s_load_dwordx2 s[2:3], s[6:7], 0x28",
        ),
        (
            "gfx1100",
            "ds_store_b32 v0, v0",
            "ds_store_b32 v2, v3 offset:32",
        ),
        (
            "gfx1100",
            "v_pk_add_f16 v0, v0, v0",
            "v_pk_add_f16 v2, v3, v4",
        ),
    ] {
        let target = gcn::target(cpu).expect("a processor");
        let inst = target.parse(text, gcn::syntax::LLVM);
        let inst = inst.unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let found = explain::example(&target, inst.encoding().into()).expect(text);
        let mut shown = String::new();
        target
            .print(found, gcn::syntax::LLVM, &mut shown)
            .expect(text);
        assert_eq!(shown, expected, "{cpu}");
    }
}

/// The words of the issue: an addition is one, and says no more than that.
#[test]
fn an_addition_is_an_addition() {
    let target = gcn::target("gfx900").expect("a processor");
    let body = |text: &str| {
        let inst = target.parse(text, gcn::syntax::LLVM).expect(text);
        let explanation = explain::explain(&target, gcn::syntax::LLVM, inst).expect("its own");
        explanation.operation.expect("it has one").body
    };
    let plain = "VDST = ASFLOAT(SRC0) + ASFLOAT(SRC1);";
    assert_eq!(body("v_add_f32_e64 v1, v2, v3"), plain);
    assert_eq!(body("v_add_f32_e32 v1, v2, v3"), plain);
    assert_eq!(
        body("v_add_f32_e64 v1, -v2, |v3|"),
        "VDST = ASFLOAT(SRC0 ^ 0x80000000U) + ASFLOAT(SRC1 & 0x7fffffffU);"
    );
    let dpp = body("v_add_f32_dpp v1, v2, v3 row_shr:1 row_mask:0xf bank_mask:0xf");
    assert_eq!(
        dpp,
        "FLOAT F = ASFLOAT(TOP0) + ASFLOAT(SRC1);\nif (WRITTEN)\n    VDST = F;"
    );
    assert_eq!(
        body("ds_read_b32 v1, v2 offset:8"),
        "VDST = *(UINT32*)ADDRESS;"
    );
    assert!(body("v_add_f32_e64 v1, v2, v3 clamp").contains("F = CLAMPED32(F, DX10_CLAMP);"));
}

/// A part of an operation that depends on lanes is about lanes that there are: gfx9 has no
/// wavefronts of 32.
#[test]
fn only_processors_with_a_choice_speak_of_it() {
    for (cpu, text) in [
        ("gfx900", "v_mov_b32_e32 v0, v1"),
        ("gfx1030", "v_mov_b32_e32 v0, v1"),
    ] {
        let target = machines::target(cpu).expect("a processor");
        let explanation = explain::statement(&target, SyntaxId::default(), text).expect(text);
        let operation = explanation.operation.as_ref().expect("it has one");
        assert_eq!(operation.lanes.as_deref(), Some("of EXEC"), "{cpu}");
        assert!(
            !explanation.text(Detail::Folded).contains("WAVE32"),
            "{cpu}"
        );
    }
}

/// A value is described by what it is: a modifier that is not there is no register.
#[test]
fn values_are_what_they_are() {
    let target = machines::target("gfx900").expect("a processor");
    let explain = |text| explain::statement(&target, SyntaxId::default(), text).expect(text);
    let explanation = explain("v_add_f32_e64 v1, v2, v3");
    let meaning = |name: &str| {
        let mut fields = explanation.fields.iter();
        let field = fields.find(|it| it.name == name).expect("it has the field");
        field.meaning.as_str()
    };
    assert_eq!(
        (meaning("omod"), meaning("clamp"), meaning("vdst")),
        ("not written", "not set", "v1")
    );
    assert!(!explanation.text(Detail::Full).contains("no registers"));
    assert!(
        explanation.elsewhere.iter().any(|it| {
            it.archs.contains(&"rdna3") && it.encodings.contains(&"VOP2 3".to_string())
        })
    );
    assert!(
        explanation.summary().lines().count() < explanation.text(Detail::Folded).lines().count()
    );
    assert_eq!(visa::TABLES.name, "visa");
}
