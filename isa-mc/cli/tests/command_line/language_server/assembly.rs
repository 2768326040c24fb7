//! Questions about assembly.

use serde_json::json;

use super::client::Client;

const SOURCE: &str = "\
\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"
start:
\tv_add_f32_e64 v1, v2, s3
\ts_cbranch_scc0 again
again:
\tflat_load_dword v1, v[2:3]
\ts_endpgm
";

/// Catches errors that stand elsewhere, and a processor that is not taken from the source.
#[test]
fn errors_are_shown_and_mended() {
    let mut client = Client::new(None);
    client.open("a.s", SOURCE);
    client.wait_for("a.s", <[String]>::is_empty);
    client.type_behind("a.s", "flat_load_dword", "d");
    let shown = client.wait_for("a.s", |shown| !shown.is_empty());
    assert!(
        shown[0].contains("did you mean `flat_load_dword`"),
        "{shown:?}"
    );
    let range = &client.diagnostics["a.s"]["diagnostics"][0]["range"];
    assert_eq!(
        (&range["start"]["line"], &range["start"]["character"]),
        (&5.into(), &1.into())
    );
    client.act("a.s", "Change to `flat_load_dword`");
    client.wait_for("a.s", <[String]>::is_empty);
}

/// Catches assembly that is read as a description because its editor knows one language for
/// both, and a text without a name that is read as assembly.
#[test]
fn names_of_files_tell_more_than_languages() {
    let mut client = Client::new(None);
    client.open_as("a.s", "isa", SOURCE);
    client.wait_for("a.s", <[String]>::is_empty);
    client.open_as("untitled", "isa", "class c : 1 {");
    client.wait_for("untitled", |shown| {
        shown.iter().any(|it| it.contains("never closed"))
    });
}

/// Catches an instruction that is not explained, also one that names a label.
#[test]
fn instructions_are_explained() {
    let mut client = Client::new(None);
    client.open("a.s", SOURCE);
    let said = client.hovered("a.s", "v_add_f32_e64 v1");
    assert!(
        said.contains("VDST = ") && said.contains("omod") && said.contains("gfx900"),
        "{said}"
    );
    let said = client.hovered("a.s", "s_cbranch_scc0");
    assert!(
        said.starts_with("With 0 for `again`") && said.contains("SCC") && said.contains("simm16"),
        "{said}"
    );
}

/// Catches symbols that are taken for labels, and addresses whose part is told behind their name.
#[test]
fn instructions_with_names_are_explained() {
    let mut client = Client::new(Some("gfx900"));
    let source = "\
table:
.set count, 4
\ts_add_u32 s0, s1, table@rel32@lo+4
\tv_mov_b32 v0, count
\ts_movk_i32 s3, unknown
";
    client.open("n.s", source);
    for (words, name) in [
        ("s_add_u32 s0", "table@rel32@lo"),
        ("v_mov_b32 v0", "count"),
        ("s_movk_i32 s3", "unknown"),
    ] {
        let said = client.hovered("n.s", words);
        let first = format!("With 0 for `{name}`:");
        assert!(
            said.starts_with(&first) && said.contains("opcode"),
            "{said}"
        );
    }
}

/// Catches labels that are not found from where they are named, and places that define among
/// those that use.
#[test]
fn labels_are_found() {
    let mut client = Client::new(None);
    client.open("a.s", SOURCE);
    let at = client.behind("a.s", "s_cbranch_scc0 aga");
    let found = client.ask("definition", "a.s", &at);
    assert_eq!(found[0]["range"]["start"]["line"], 4, "{found}");
    let found = client.ask("references", "a.s", &at);
    assert_eq!(found.as_array().unwrap().len(), 2);
    let params = json!({ "textDocument": { "uri": client.uri("a.s") }, "position": at, "context": { "includeDeclaration": false } });
    let found = client.request("textDocument/references", params);
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
}

/// Catches symbols, macros and variables of vISA that are not found.
#[test]
fn other_names_are_found() {
    let mut client = Client::new(Some("gfx900"));
    let source =
        ".set size, 4\n.macro twice\n.endm\nother = size\n\ts_mov_b32 s0, other\n\ttwice\n";
    client.open("b.s", source);
    for (words, line) in [("s0, other", 3), ("other = size", 0), ("\ttwice", 1)] {
        let at = client.behind("b.s", words);
        let found = client.ask("definition", "b.s", &at);
        assert_eq!(found[0]["range"]["start"]["line"], line, "{words}: {found}");
    }
    let offered = client.offered("b.s", "\ttwi");
    assert!(offered.contains(&"twice".to_owned()));
}

/// Catches names in comments and strings that are changed, too, and a name that is there already.
#[test]
fn names_are_changed() {
    let source = "start: // start\n.globl start\n.ascii \"start\"\nrestart:\n\ts_branch start\n.size start, .-start\n";
    let mut client = Client::new(Some("gfx900"));
    client.open("c.s", source);
    let at = client.behind("c.s", "s_branch st");
    let ask = |client: &Client, to: &str| json!({ "textDocument": { "uri": client.uri("c.s") }, "position": at, "newName": to });
    for (to, why) in [
        ("4", "`4` is no name"),
        ("restart", "`restart` is defined already"),
    ] {
        let refused = client.try_request("textDocument/rename", ask(&client, to));
        assert!(refused.unwrap_err().starts_with(why), "{to}");
    }
    let edit = client.request("textDocument/rename", ask(&client, "begin"));
    client.apply(&edit);
    let expected = "begin: // start\n.globl begin\n.ascii \"start\"\nrestart:\n\ts_branch begin\n.size begin, .-begin\n";
    assert_eq!(client.text("c.s"), expected);
}

/// Catches mnemonics of other processors, and modifiers of other instructions.
#[test]
fn what_the_processor_has_is_offered() {
    let mut client = Client::new(Some("gfx700"));
    client.open("b.s", "flat_load\nds_read_b32 v1, v2 \n");
    let offered = client.offered("b.s", "flat_load");
    assert!(offered.contains(&"flat_load_dword".to_owned()));
    assert!(
        !offered.contains(&"global_load_dword".to_owned()),
        "gfx700 has none"
    );
    let offered = client.offered("b.s", "v1, v2 ");
    assert!(
        offered.contains(&"offset:".to_owned()) && offered.contains(&"gds".to_owned()),
        "{offered:?}"
    );
    assert!(!offered.contains(&"glc".to_owned()), "{offered:?}");
}

/// Catches words that only one of a mnemonic's encodings has, those that other processors have, and
/// values of a modifier.
#[test]
fn words_of_every_encoding_are_offered() {
    let has = |offered: &[String], words: &[&str]| {
        let mut words = words.iter();
        words.all(|word| offered.iter().any(|it| it == word))
    };
    let source = "v_add_f32 v0, v1, v2 \nbuffer_load_b32 v0, v1, s[0:3], 0 \ns_waitcnt \n.amd";
    let mut client = Client::new(Some("gfx1100"));
    client.open("d.s", source);
    let offered = client.offered("d.s", "v0, v1, v2 ");
    assert!(
        has(
            &offered,
            &["clamp", "mul:2", "quad_perm:[", "row_shl:", "dpp8:["]
        ),
        "{offered:?}"
    );
    let offered = client.offered("d.s", "s[0:3], 0 ");
    assert!(
        has(&offered, &["offen", "glc"]) && !has(&offered, &["addr64"]),
        "{offered:?}"
    );
    let offered = client.offered("d.s", "s_waitcnt ");
    assert!(has(&offered, &["vmcnt(", "lgkmcnt("]), "{offered:?}");
    assert!(client.offered("d.s", ".amd").is_empty());
    let source = "global_load_b32 v0, v[0:1], off scope:\n";
    let mut client = Client::new(Some("gfx1200"));
    client.open("e.s", source);
    let offered = client.offered("e.s", "scope:");
    assert_eq!(offered, ["SCOPE_CU", "SCOPE_SE", "SCOPE_DEV", "SCOPE_SYS"]);
}

/// Catches vISA files that are taken for sources of another machine.
#[cfg(feature = "visa")]
#[test]
fn visa_files_are_known() {
    let mut client = Client::new(None);
    let source = include_str!("../../../../../tests/visa/flow.visaasm");
    client.open("flow.visaasm", source);
    client.wait_for("flow.visaasm", <[String]>::is_empty);
    let wrong = source.replacen("add", "ad", 1);
    client.open("wrong.visaasm", &wrong);
    let shown = client.wait_for("wrong.visaasm", |shown| !shown.is_empty());
    assert!(shown[0].contains("ad"), "{shown:?}");
}

/// Catches statements of vISA that are not explained because they name what the file declares, or
/// are conditional; and what stands behind a condition.
#[cfg(feature = "visa")]
#[test]
fn statements_of_visa_files_are_explained() {
    let mut client = Client::new(None);
    let source = include_str!("../../../../../tests/visa/flow.visaasm");
    client.open("flow.visaasm", source);
    for (words, parts) in [
        (
            "(!P1) goto",
            &[
                "(!P1) goto (M1, 16) _done\n",
                "predicate.invert",
                "branches label",
                "operation",
            ][..],
        ),
        (
            "add (M1, 8)",
            &["add (M1, 8) V0032(0,0)<1>", "bytes ", "operation"],
        ),
        (
            "(P1) fcall (M1, 16) helper",
            &["(P1) fcall (M1, 16) helper 2 1\n", "arguments"],
        ),
    ] {
        let said = client.hovered("flow.visaasm", words);
        for part in parts {
            assert!(said.contains(part), "{words}, {part}: {said}");
        }
    }
    let at = client.behind("flow.visaasm", "V0032(0,0)<1> V0032");
    let found = client.ask("definition", "flow.visaasm", &at);
    assert_eq!(found[0]["range"]["start"]["line"], 3, "{found}");
    let wrong = source.replacen("(!P1) goto (M1, 16) _done", "(!P1) got", 1);
    client.open("typed.visaasm", &wrong);
    assert!(
        client
            .offered("typed.visaasm", "(!P1) got")
            .contains(&"goto".to_owned())
    );
}
