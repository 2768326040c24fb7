//! Questions about assembly.

use crate::client::Client;

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
    assert!(said.contains("SCC"), "{said}");
}

/// Catches labels that are not found from where they are named.
#[test]
fn labels_are_found() {
    let mut client = Client::new(None);
    client.open("a.s", SOURCE);
    let at = client.behind("a.s", "s_cbranch_scc0 aga");
    let found = client.ask("definition", "a.s", &at);
    assert_eq!(found[0]["range"]["start"]["line"], 4, "{found}");
    let found = client.ask("references", "a.s", &at);
    assert_eq!(found.as_array().unwrap().len(), 2);
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

/// Catches vISA files that are taken for sources of another machine.
#[cfg(feature = "visa")]
#[test]
fn visa_files_are_known() {
    let mut client = Client::new(None);
    let source = include_str!("../../../tests/visa/flow.visaasm");
    client.open("flow.visaasm", source);
    client.wait_for("flow.visaasm", <[String]>::is_empty);
    let wrong = source.replacen("add", "ad", 1);
    client.open("wrong.visaasm", &wrong);
    let shown = client.wait_for("wrong.visaasm", |shown| !shown.is_empty());
    assert!(shown[0].contains("ad"), "{shown:?}");
}
