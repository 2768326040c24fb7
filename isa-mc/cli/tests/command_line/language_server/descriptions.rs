//! Questions about descriptions.

use serde_json::{Value, json};

use super::client::Client;

const TOY: &str = include_str!("../../../../examples/toy.isa");

fn toy() -> Client {
    let mut client = Client::new(None);
    client.open("toy.isa", TOY);
    client
}

/// The lines of the places in an answer, counted from 1, each with its file.
fn lines(found: &Value) -> Vec<String> {
    let all = found.as_array().unwrap().iter();
    all.map(|it| {
        let name = it["uri"].as_str().unwrap().rsplit('/').next().unwrap();
        format!(
            "{name}:{}",
            it["range"]["start"]["line"].as_u64().unwrap() + 1
        )
    })
    .collect()
}

fn line_of(text: &str, words: &str) -> usize {
    text[..text.find(words).unwrap()].matches('\n').count() + 1
}

/// Catches names that lead elsewhere: a kind, a field through its layout, a placeholder, a name
/// in capitals in pseudocode.
#[test]
fn definitions_are_found() {
    let mut client = toy();
    let mut leads = |words: &str, to: &str| {
        let at = client.behind("toy.isa", words);
        let found = client.ask("definition", "toy.isa", &at);
        let first = format!("toy.isa:{}", line_of(TOY, to));
        assert_eq!(lines(&found).first(), Some(&first), "{words}");
    };
    leads("unused dst", "dst       [3:0]");
    leads("out dst    : gpr", "registers gpr");
    leads("in address -> src : gpr x(far", "far    [8]");
    leads("{memory_modifiers", "modifiers memory_modifiers");
    leads("writes PC", "state PC");
    leads("family jump : LONG", "format LONG");
}

/// Catches single registers, and names in lints, of which nothing is known.
#[test]
fn registers_and_names_in_lints_are_known() {
    let lint = "\nlint setting \"what it sets\" {\n    \"*\" => writes DST, reads SRC;\n}\n";
    let checked = TOY.replacen(
        "    writes ZERO;\n",
        "    writes ZERO;\n    checks setting;\n",
        1,
    ) + lint;
    let mut client = Client::new(None);
    client.open("toy.isa", &checked);
    client.wait_for("toy.isa", <[String]>::is_empty);
    let said = client.hovered("toy.isa", "    sp");
    assert!(said.starts_with("**register** `sp` of `gpr`"), "{said}");
    let at = client.behind("toy.isa", "=> writes DST");
    let found = client.ask("definition", "toy.isa", &at);
    let operand = format!("toy.isa:{}", line_of(&checked, "inout dst : gpr"));
    assert_eq!(lines(&found), [operand]);
    assert!(
        client
            .hovered("toy.isa", "=> writes DST")
            .contains("inout dst : gpr")
    );
    // An operand is its family's: changing its name leaves the lint to the others.
    let at = client.behind("toy.isa", "inout dst");
    let found = lines(&client.ask("references", "toy.isa", &at));
    let of_lint = format!("toy.isa:{}", line_of(&checked, "=> writes DST"));
    assert!(!found.is_empty() && !found.contains(&of_lint), "{found:?}");
}

/// Catches an edit that breaks other files, or overlaps with them, and is shown there only when
/// something else is typed; and one that is mended and still shown.
#[test]
fn errors_in_other_files_come_with_the_edit() {
    let mut client = Client::new(None);
    let (head, families) = TOY.split_at(TOY.find("/// Computes from two").unwrap());
    let head = format!("{head}include \"families.isa\";\n");
    std::fs::write(client.path("families.isa"), families).unwrap();
    std::fs::write(client.path("root.isa"), &head).unwrap();
    client.open("root.isa", &head);
    client.wait_for("root.isa", <[String]>::is_empty);
    let at = json!({ "start": client.behind("root.isa", "    s"), "end": client.behind("root.isa", "    src") });
    client.replace("root.isa", &at, "ource");
    let shown = client.wait_for("families.isa", |shown| !shown.is_empty());
    assert!(shown.iter().any(|it| it.contains("`src`")), "{shown:?}");
    let at = json!({ "start": client.behind("root.isa", "    s"), "end": client.behind("root.isa", "    source") });
    client.replace("root.isa", &at, "rc");
    client.wait_for("families.isa", <[String]>::is_empty);
    // Two instructions with the same bits.
    client.open("families.isa", families);
    let at = json!({ "start": client.behind("families.isa", "    sub         "), "end": client.behind("families.isa", "    sub         2") });
    client.replace("families.isa", &at, "1");
    let shown = client.wait_for("families.isa", |shown| !shown.is_empty());
    assert!(
        shown[0].contains("`add` and `sub` overlap on toy1"),
        "{shown:?}"
    );
}

/// Catches references that are missed over includes, and files that are opened alone and found
/// not to be descriptions of their own.
#[test]
fn included_files_are_known() {
    let mut client = Client::new(None);
    let (head, families) = TOY.split_at(TOY.find("/// Computes from two").unwrap());
    std::fs::write(
        client.path("root.isa"),
        format!("{head}include \"families.isa\";\n"),
    )
    .unwrap();
    std::fs::write(client.path("families.isa"), families).unwrap();
    client.open("families.isa", families);
    client.wait_for("families.isa", <[String]>::is_empty);
    let at = client.behind("families.isa", "family jump : LONG");
    let found = client.ask("definition", "families.isa", &at);
    assert_eq!(
        lines(&found),
        [format!("root.isa:{}", line_of(head, "format LONG"))]
    );
    let found = client.ask("references", "families.isa", &at);
    assert_eq!(
        lines(&found).len(),
        3,
        "its format and two families: {found}"
    );
    // An edit that is not saved counts.
    client.type_behind("families.isa", "family jump : LONG", "ER");
    let shown = client.wait_for("families.isa", |shown| !shown.is_empty());
    assert!(shown[0].contains("LONGER"), "{shown:?}");
}

/// Catches a name that is changed in some of its places.
#[test]
fn names_are_changed_everywhere() {
    let mut client = toy();
    client.wait_for("toy.isa", <[String]>::is_empty);
    let at = client.behind("toy.isa", "state ZERO");
    let params = |client: &Client, to: &str| json!({ "textDocument": { "uri": client.uri("toy.isa") }, "position": at, "newName": to });
    let refused = client.try_request("textDocument/rename", params(&client, "no name"));
    assert!(refused.unwrap_err().starts_with("`no name` is no name"));
    let edit = client.request("textDocument/rename", params(&client, "NOTHING"));
    client.apply(&edit);
    client.wait_for("toy.isa", <[String]>::is_empty);
    let text = client.text("toy.isa");
    assert!(
        !text.contains("ZERO") && text.matches("NOTHING").count() == TOY.matches("ZERO").count()
    );
}

/// Catches an operand whose name in capitals stays behind.
#[test]
fn operands_are_changed_in_their_item_alone() {
    let mut client = toy();
    let at = client.behind("toy.isa", "in address");
    let params = json!({ "textDocument": { "uri": client.uri("toy.isa") }, "position": at, "newName": "where" });
    let edit = client.request("textDocument/rename", params);
    client.apply(&edit);
    client.wait_for("toy.isa", <[String]>::is_empty);
    let text = client.text("toy.isa");
    // The one of `store`, and not the one of `load`.
    for new in ["in where -> src", "\"{where}, {value}", "BYTE* = WHERE;"] {
        assert_eq!(text.matches(new).count(), 1, "{new} in {text}");
    }
    assert_eq!(text.matches("{address}").count(), 1, "{text}");
}

/// Catches an error without the other places that matter, and mistakes whose help is not done.
#[test]
fn mistakes_are_shown_and_mended() {
    let mut client = toy();
    client.wait_for("toy.isa", <[String]>::is_empty);
    client.type_behind("toy.isa", "space data", "\n");
    let at = client.behind("toy.isa", "space data\n;");
    let range = json!({ "start": client.behind("toy.isa", "space data"), "end": at });
    client.replace("toy.isa", &range, "\n");
    client.wait_for("toy.isa", |shown| {
        shown.iter().any(|it| it.starts_with("expected"))
    });
    client.act("toy.isa", "Insert `;`");
    client.wait_for("toy.isa", <[String]>::is_empty);
    client.type_behind("toy.isa", "state PC   : 16;", "\nstate PC : 16;");
    client.wait_for("toy.isa", |shown| !shown.is_empty());
    let related = &client.diagnostics["toy.isa"]["diagnostics"][0]["relatedInformation"][0];
    assert_eq!(
        related["location"]["range"]["start"]["line"],
        line_of(TOY, "state PC") - 1
    );
}

/// Catches an outline without rows, and tokens whose places run backwards.
#[test]
fn outline_tokens_and_layout() {
    let mut client = toy();
    let file = json!({ "textDocument": { "uri": client.uri("toy.isa") } });
    let outline = client.request("textDocument/documentSymbol", file.clone());
    let items = outline.as_array().unwrap();
    let family = items.iter().find(|it| it["name"] == "arithmetic").unwrap();
    let rows = family["children"].as_array().unwrap().iter();
    let rows: Vec<_> = rows.map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(rows, ["add", "sub", "and", "xor"]);
    let tokens = client.request("textDocument/semanticTokens/full", file.clone());
    assert!(tokens["data"].as_array().unwrap().len() > 5 * 150);

    let options = json!({ "textDocument": file["textDocument"], "options": { "tabSize": 4, "insertSpaces": true } });
    assert_eq!(
        client.request("textDocument/formatting", options.clone()),
        json!([])
    );
    client.type_behind("toy.isa", "space data", "    ");
    let edits = client.request("textDocument/formatting", options);
    assert_eq!(edits[0]["newText"], TOY);
}

/// Catches a question that is not understood and ends the server.
#[test]
fn what_is_not_known_is_refused() {
    let mut client = toy();
    let refused = client.try_request("textDocument/moniker", json!({}));
    assert_eq!(
        refused.unwrap_err(),
        "this server does not know `textDocument/moniker`"
    );
    let refused = client.try_request("textDocument/hover", json!({ "position": 3 }));
    assert!(refused.unwrap_err().contains("other parameters"));
    assert!(
        client
            .hovered("toy.isa", "registers gpr")
            .contains("registers gpr")
    );
}
