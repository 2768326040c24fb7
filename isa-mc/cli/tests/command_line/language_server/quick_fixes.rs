//! What mends errors: a mistake for each, which the action takes away.

use serde_json::json;

use super::client::Client;

const TOY: &str = include_str!("../../../../examples/toy.isa");

/// A mistake, and what mends it.
struct Mistake {
    /// What stands in the toy machine.
    right: &'static str,
    /// What is in its place.
    wrong: &'static str,
    /// What the action is called.
    title: &'static str,
    /// What stands there when it is done; if that is not right, it is another way to be.
    mended: &'static str,
}

const MISTAKES: &[Mistake] = &[
    Mistake {
        right: "inout dst : gpr;",
        wrong: "inout dst : gpp;",
        title: "Change to `gpr`",
        mended: "inout dst : gpr;",
    },
    Mistake {
        right: "r[0..14] = 0;",
        wrong: "r[14..0] = 0;",
        title: "Write `0..14`",
        mended: "r[0..14] = 0;",
    },
    Mistake {
        right: "{ DST = SRC; }",
        wrong: "{ DST == SRC; }",
        title: "Write `=`",
        mended: "{ DST = SRC; }",
    },
    Mistake {
        right: "PC = (UINT16)TARGET; }\n}\n",
        wrong: "PC = (UINT16)TARGET; }\n}\n\n/// Nothing follows.\n",
        title: "Make it a comment",
        mended: "PC = (UINT16)TARGET; }\n}\n\n// /// Nothing follows.\n",
    },
    Mistake {
        right: "state PC   : 16;",
        wrong: "state PC   : 16",
        title: "Insert `;`",
        mended: "state PC   : 16;",
    },
    Mistake {
        right: "    far : flag;\n}\n",
        wrong: "    far : flag;\n",
        title: "Insert `}`",
        mended: "    far : flag;\n}\n",
    },
    Mistake {
        right: "space data;",
        wrong: "space data;\n\nlint width \"how wide\" { }",
        title: "Add `\"*_x2\" => accesses 64;`",
        mended: "space data;\n\nlint width \"how wide\" {\n    \"*_x2\" => accesses 64;\n}",
    },
    Mistake {
        right: "    writes PC;\n",
        wrong: "    writes ZERO;\n",
        title: "Add `PC` to `writes ZERO`",
        mended: "    writes ZERO, PC;\n",
    },
    Mistake {
        right: "\"{condition}, {target}\"",
        wrong: "\"{condition}\"",
        title: "Put `{target}` into the template",
        mended: "\"{condition}, {target}\"",
    },
    Mistake {
        right: "family jump : LONG {\n    unused dst;",
        wrong: "family jump : LONG {",
        title: "Declare unused: dst",
        mended: "family jump : LONG {\n    unused dst;",
    },
];

/// Catches an action that is not offered, and one that writes something else.
#[test]
fn each_mends_its_mistake() {
    for mistake in MISTAKES {
        let mut client = Client::new(None);
        assert!(TOY.contains(mistake.right), "{}", mistake.right);
        client.open("toy.isa", &TOY.replacen(mistake.right, mistake.wrong, 1));
        client.wait_for("toy.isa", |shown| !shown.is_empty());
        client.act("toy.isa", mistake.title);
        let expected = TOY.replacen(mistake.right, mistake.mended, 1);
        assert_eq!(client.text("toy.isa"), expected, "{}", mistake.title);
        if mistake.mended == mistake.right {
            client.wait_for("toy.isa", <[String]>::is_empty);
        }
    }
}

/// Catches an action that is offered where the help only shows what such a line looks like.
#[test]
fn what_is_an_example_is_not_written() {
    let mut client = Client::new(None);
    let mov = "    /// Copies a register.\n    mov         8     8  { DST = SRC; }\n";
    client.open("toy.isa", &TOY.replacen(mov, "", 1));
    client.wait_for("toy.isa", |shown| {
        shown.iter().any(|it| it.contains("add a row"))
    });
    let whole =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 999, "character": 0 } });
    let params = json!({
        "textDocument": { "uri": client.uri("toy.isa") },
        "range": whole,
        "context": { "diagnostics": [] },
    });
    let actions = client
        .request("textDocument/codeAction", params)
        .to_string();
    assert!(!actions.contains("mnemonic opcode"), "{actions}");
}

/// Catches a quick fix of assembly that is done in another place.
#[test]
fn a_mnemonic_of_assembly_is_mended() {
    let mut client = Client::new(Some("gfx900"));
    client.open("a.s", "v_mov_b32 v1, v2\ns_endpgn\n");
    client.wait_for("a.s", |shown| !shown.is_empty());
    client.act("a.s", "Change to `s_endpgm`");
    client.wait_for("a.s", <[String]>::is_empty);
    assert_eq!(client.text("a.s"), "v_mov_b32 v1, v2\ns_endpgm\n");
}
