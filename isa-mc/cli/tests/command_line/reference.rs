//! `isa-mc explain`, `list`, `dump` and `check`: what people look things up
//! with.

use super::{Folder, run};

const DEFINITION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../defs/gcn.isa");

#[test]
fn an_instruction_is_explained_to_the_last_bit() {
    let cases = [
        (
            "gfx900",
            "global_atomic_add v1, v2, v4, s[4:5] offset:-16 glc",
        ),
        ("gfx700", "flat_store_dwordx4 v[2:3], v[4:7] slc"),
        ("gfx900", "000050dc 02070001"),
        ("gfx900", "v_add_f32_e64 v1, -|v2|, s3 clamp mul:2"),
    ];
    for (cpu, instruction) in cases {
        let run = run(&["explain", "--cpu", cpu, instruction]);
        assert_eq!((run.status, run.errors.as_str()), (0, ""));
        assert!(
            run.text.lines().all(|line| line.chars().count() < 80),
            "{}",
            run.text
        );
        insta::assert_snapshot!(run.text);
    }
}

/// What does nothing says so, and does not look as if nobody had described it.
#[test]
fn an_empty_operation_is_said() {
    for (cpu, instruction) in [("gfx900", "ds_nop"), ("gfx700", "s_nop 3")] {
        let run = run(&["explain", "--cpu", cpu, instruction]);
        let said = "\noperation\n  nothing changes: no register, state or memory\n\n";
        assert!(run.text.contains(said), "{}", run.text);
    }
    let other = run(&["explain", "--cpu", "gfx900", "s_mov_b32 s0, s1"]).text;
    assert!(!other.contains("nothing changes"), "{other}");
}

/// A word stands for a state, or for one that others give: those are read.
#[test]
fn a_word_is_read_as_its_state() {
    let line = |states: &str| format!("\nreads   {states} (derived from the operation)\n");
    for (operand, reads) in [
        ("src_scc", "SCC"),
        ("src_vccz", "VCC"),
        ("src_execz", "EXEC"),
        ("src_shared_base", "SHARED_BASE"),
    ] {
        let text = format!("s_mov_b32 s0, {operand}");
        let run = run(&["explain", "--cpu", "gfx900", &text]);
        assert!(run.text.contains(&line(reads)), "{}", run.text);
    }
    let vector = run(&["explain", "--cpu", "gfx900", "v_mov_b32 v0, src_execz"]).text;
    assert!(vector.contains(&line("EXEC")), "{vector}");
    let none = run(&["explain", "--cpu", "gfx900", "s_mov_b32 s0, s1"]).text;
    assert!(!none.contains("\nreads   "), "{none}");
}

/// Text, its bytes, and words in several arguments are the same question.
#[test]
fn text_and_bytes_have_the_same_explanation() {
    let text = run(&[
        "explain",
        "--cpu",
        "gfx803",
        "flat_load_dword v1, v[2:3] glc",
    ])
    .text;
    assert!(text.starts_with("flat_load_dword v1, v[2:3] glc\n"));
    let bytes = run(&["explain", "--cpu", "gfx803", "000051dc02000001"]).text;
    assert_eq!(bytes, text);
    let args = [
        "explain",
        "--cpu",
        "gfx803",
        "flat_load_dword",
        "v1,",
        "v[2:3]",
        "glc",
    ];
    assert_eq!(run(&args).text, text);
}

#[test]
fn what_is_no_instruction_still_shows_its_bits() {
    let run_hex = run(&["explain", "--cpu", "gfx700", "000050dc02000001"]);
    assert_eq!(run_hex.status, 1);
    insta::assert_snapshot!(format!("{}{}", run_hex.text, run_hex.errors));
    for wrong in [
        "flat_load_dword v1",
        "12 3",
        "nonsense",
        "",
        "00",
        "ff ff ff ff ff ff ff ff ff",
    ] {
        let run = run(&["explain", "--cpu", "gfx700", wrong]);
        assert_eq!(run.status, 1, "{wrong}: {}", run.text);
        assert!(!run.errors.is_empty(), "{wrong}");
    }
}

#[test]
fn mnemonics_are_listed_with_every_opcode() {
    let list = run(&["list", "FLAT_*_dwordx3"]);
    assert_eq!(list.status, 0);
    assert_eq!(
        list.text,
        "\
gcn: AMD Graphics Core Next
mnemonic            gcn1.0  gcn1.1  gcn1.2  gcn1.4  cdna1  cdna2  cdna3  cdna4  rdna1  rdna2  rdna3  rdna3.5  rdna4
flat_load_dwordx3        -      15      22      22     22     22     22     22     15     15      -        -      -
flat_store_dwordx3       -      31      30      30     30     30     30     30     31     31      -        -      -
"
    );
    // All machines, one behind the other.
    let all = run(&["list"]).text;
    let gcn = run(&["list", "--isa", "gcn", ""]).text;
    assert!(all.starts_with(&gcn));
    assert_eq!(run(&["list", "--isa", "gcn"]).text, gcn);
    let on_gfx700 = run(&["list", "--cpu", "gfx700"]).text;
    assert!(on_gfx700.contains("flat_atomic_fmin ") && !on_gfx700.contains("global_"));
}

/// What changed between two architectures, section by section.
#[test]
fn architectures_are_compared() {
    let diff = run(&["list", "--diff", "gcn1.1", "gcn1.2", "flat_*"]);
    assert_eq!((diff.status, diff.errors.as_str()), (0, ""));
    insta::assert_snapshot!(diff.text);
    // A bit of the format that moved; not shown where mnemonics were asked for.
    let all = run(&["list", "--diff", "gcn1.1", "gcn1.2"]).text;
    let moved = |text: &str| {
        let cells = text
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>());
        cells
            .into_iter()
            .any(|cells| cells == ["DS", "gds", "[17]", "[16]"])
    };
    assert!(moved(&all) && !moved(&diff.text), "{all}");
    let same = run(&["list", "--diff", "gcn1.4", "gfx900", "ds_*"]).text;
    assert!(
        same.ends_with("from gcn1.4 to gfx900\n\nno differences\n"),
        "{same}"
    );
}

/// Of streams the pieces are compared, of those within others, too: ids of variables have four
/// bytes from 3.4 on, and `raw_sends` name their unit from 3.6 on.
#[test]
fn versions_of_streams_are_compared() {
    let pieces = |old: &str, new: &str| {
        let diff = run(&["list", "--diff", old, new]);
        assert_eq!((diff.status, diff.errors.as_str()), (0, ""));
        let lines = diff.text.lines();
        let lines = lines.skip_while(|line| !line.starts_with("other pieces of streams"));
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        lines.map(words).collect::<Vec<_>>()
    };
    let ids = pieces("visa3.3", "visa3.4");
    assert!(
        ids.contains(&"variable id 16 bits 32 bits".to_owned()),
        "{ids:#?}"
    );
    let sends = pieces("visa3.5", "visa3.6");
    assert!(
        sends.contains(&"RAW_SENDS unit - 8 bits".to_owned()),
        "{sends:#?}"
    );
    assert_eq!(pieces("visa4.1", "visa4.1"), [] as [String; 0]);
}

/// What is only called otherwise is neither gone nor new, whatever its opcode is.
#[test]
fn renamed_instructions_are_the_same() {
    let diff = run(&["list", "--diff", "rdna2", "rdna3", "s_ctz*"]);
    assert_eq!((diff.status, diff.errors.as_str()), (0, ""));
    let lines = diff.text.lines().filter(|line| !line.is_empty());
    let lines: Vec<Vec<&str>> = lines.map(|it| it.split_whitespace().collect()).collect();
    let expected = [
        "gcn: AMD Graphics Core Next",
        "from rdna2 to rdna3",
        "another mnemonic: 2",
        "rdna2 rdna3",
        "s_ff1_i32_b32 s_ctz_i32_b32",
        "s_ff1_i32_b64 s_ctz_i32_b64",
        "another opcode: 2",
        "mnemonic format rdna2 rdna3",
        "s_ctz_i32_b32 SOP1 19 8",
        "s_ctz_i32_b64 SOP1 20 9",
    ];
    for line in expected {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert!(lines.contains(&words), "{line} is not in {}", diff.text);
    }
    for title in ["gone:", "new:"] {
        assert!(!lines.iter().any(|line| line[0] == title), "{}", diff.text);
    }
}

/// Programs read the same differences, with opcodes and mnemonics one by one.
#[test]
fn differences_are_written_for_programs() {
    let json = run(&["list", "--diff", "gfx906", "gfx1030", "--emit", "json"]);
    assert_eq!((json.status, json.errors.as_str()), (0, ""));
    let json: serde_json::Value = serde_json::from_str(&json.text).expect("it is JSON");
    let names = ["machine", "old", "new"].map(|key| json[key].as_str().expect("a name"));
    assert_eq!(names, ["gcn", "gfx906", "gfx1030"]);
    let rows = |section: &str| {
        let rows = json["differences"][section].as_array();
        rows.unwrap_or_else(|| panic!("{section} is a list"))
    };
    let has = |section: &str, row: serde_json::Value| {
        assert!(rows(section).contains(&row), "{section} has no {row}");
    };
    has(
        "gone",
        serde_json::json!({"mnemonic": "v_mac_f16", "format": "VOP2", "old": ["35"]}),
    );
    has(
        "new",
        serde_json::json!({"mnemonic": "s_clause", "format": "SOPP", "new": ["33"]}),
    );
    has(
        "opcodes",
        serde_json::json!({
            "mnemonic": "v_mul_f32", "format": "VOP2", "old": ["5"], "new": ["8"],
        }),
    );
    // As many rows as the text counts.
    let text = run(&["list", "--diff", "gfx906", "gfx1030"]).text;
    for (title, section) in [
        ("gone", "gone"),
        ("new", "new"),
        ("another opcode", "opcodes"),
        ("other formats", "formats"),
        ("other fixed parts", "fixed"),
        ("another mnemonic at the opcode", "renamed"),
        ("parts of formats at other bits", "parts"),
    ] {
        let count = rows(section).len();
        let heading = format!("\n{title}: {count}\n");
        assert!(count == 0 || text.contains(&heading), "{heading}");
    }
    let alone = run(&["list", "--emit", "json"]);
    assert_eq!(alone.status, 2, "only differences are written so");
}

#[test]
fn what_cannot_be_compared_is_said() {
    let cases = [
        (
            ["gcn1.2", "gcn1.3"],
            "`gcn1.3` is no architecture and no processor of gcn; did you mean",
        ),
        (
            ["gcn1.2", "visa4.1"],
            "`visa4.1` is no architecture and no processor of gcn",
        ),
        (["gfx90", "gfx906"], "did you mean `gfx90"),
    ];
    for ([old, new], message) in cases {
        let run = run(&["list", "--diff", old, new]);
        assert_eq!((run.status, run.text.as_str()), (2, ""), "{}", run.errors);
        assert!(run.errors.contains(message), "{}", run.errors);
    }
    let both = run(&["list", "--diff", "gcn1.2", "gcn1.4", "--cpu", "gfx900"]);
    assert_eq!(both.status, 2);
}

#[test]
fn a_pattern_without_a_match_gets_a_suggestion() {
    let cases = [
        (
            "flat_lod",
            "no mnemonic matches `flat_lod`; did you mean `flat_load`?",
        ),
        ("flat_load_dwrod", "did you mean `flat_load_dword`?"),
        ("zzz", "no mnemonic matches `zzz`\n"),
    ];
    for (pattern, message) in cases {
        let run = run(&["list", pattern]);
        assert_eq!((run.status, run.text.as_str()), (1, ""));
        assert!(run.errors.contains(message), "{}", run.errors);
    }
    let elsewhere = run(&["list", "--cpu", "gfx700", "global_load_dword"]);
    assert!(
        elsewhere
            .errors
            .contains("other processors have `global_load_dword`")
    );
}

#[test]
fn definitions_are_checked_and_dumped() {
    let check = run(&["check", DEFINITION]);
    assert_eq!(check.status, 0, "{}", check.errors);
    assert!(check.text.starts_with(DEFINITION) && check.text.contains(": ok: "));
    let dump = run(&["dump", DEFINITION]);
    assert_eq!(dump.status, 0, "{}", dump.errors);
    assert!(dump.text.contains("flat_load_dword"));
}

/// One wrong file does not hide what is wrong, or right, with the others.
#[test]
fn errors_of_definitions_are_rendered() {
    let folder = Folder::new();
    let wrong = folder.write("wrong.isa", "space flat lds;\n");
    let missing = folder.path("missing.isa");
    let check = run(&["check", &wrong, DEFINITION, &missing]);
    assert_eq!(check.status, 1);
    assert_eq!(check.text.lines().count(), 1);
    assert!(
        check.errors.contains("wrong.isa:1:12: error[E0101]"),
        "{}",
        check.errors
    );
    assert!(check.errors.contains("no such file"), "{}", check.errors);
    let dump = run(&["dump", &wrong, "-o", &folder.path("out")]);
    assert_eq!((dump.status, dump.text.as_str()), (1, ""));
    assert_eq!(folder.names(), ["wrong.isa"]);
}
