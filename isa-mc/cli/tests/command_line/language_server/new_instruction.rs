//! An instruction is added to a machine from nothing, with what the server says alone. The
//! record of it is a snapshot.

use super::client::Client;

const TOY: &str = include_str!("../../../../examples/toy.isa");

/// Catches a step at which the server leaves its user alone: no completion of what is wanted,
/// no error, no action that mends it, nothing said of the new instruction.
#[test]
fn a_new_instruction_is_added_with_the_servers_help() {
    let mut client = Client::new(None);
    client.open("toy.isa", TOY);
    client.wait_for("toy.isa", <[String]>::is_empty);
    let end = TOY.lines().last().unwrap();

    // What may an item begin with?
    client.type_behind("toy.isa", end, "\n\n/// Shifts a register.\nfam");
    let offered = client.offered("toy.isa", "\nfam");
    assert!(offered.contains(&"family".to_owned()));
    client.note("items begin with", &offered.join(" "));

    // Which layouts are there?
    client.type_behind("toy.isa", "\nfam", "ily shift : ");
    let offered = client.offered("toy.isa", "family shift : ");
    assert!(offered.contains(&"SHORT".to_owned()) && !offered.contains(&"gpr".to_owned()));
    client.note("layouts", &offered.join(" "));

    // What may a line of it begin with?
    client.type_behind("toy.isa", "family shift : ", "SHORT {\n    ");
    let offered = client.offered("toy.isa", "SHORT {\n    ");
    assert!(offered.contains(&"inout".to_owned()));
    client.note("lines of a family begin with", &offered.join(" "));

    // Which kinds are there?
    client.type_behind("toy.isa", "SHORT {\n    ", "inout dst : ");
    let offered = client.offered("toy.isa", "inout dst : ");
    assert!(offered.contains(&"gpr".to_owned()));
    client.note("kinds of operands", &offered.join(" "));

    // A mistake is said, and mended.
    let rest = "gpr;\n    in    src : gpp;\n    asm \"{dst}, {src}\";\n    writes ZERO;\n\n    opcodes  toy1  toy2;\n    /// Shifts to the left.\n    shl         5     5  {  }\n}\n";
    client.type_behind("toy.isa", "inout dst : ", rest);
    let shown = client.wait_for("toy.isa", |shown| shown.iter().any(|it| it.contains("gpp")));
    client.note("errors", &shown.join("\n"));
    client.act("toy.isa", "Change to `gpr`");

    // The layout has a field that the family forgot.
    let shown = client.wait_for("toy.isa", |shown| {
        shown.iter().any(|it| it.contains("`far`"))
    });
    client.note("errors", &shown.join("\n"));
    client.act("toy.isa", "Declare unused: far");

    client.wait_for("toy.isa", <[String]>::is_empty);

    // What may pseudocode name?
    client.type_behind("toy.isa", "shl         5     5  { ", "DST = ");
    let offered = client.offered("toy.isa", "5  { DST = ");
    assert!(offered.contains(&"SRC".to_owned()) && offered.contains(&"ZERO".to_owned()));
    client.note("names of pseudocode", &offered.join(" "));
    let shown = client.wait_for("toy.isa", |shown| !shown.is_empty());
    client.note("errors while it is typed", &shown.join("\n"));
    client.type_behind(
        "toy.isa",
        "5  { DST = ",
        "(UINT16)(DST << (SRC & 15)); ZERO = DST == 0;",
    );
    client.wait_for("toy.isa", <[String]>::is_empty);

    // It is there, with its bits, text and bytes on each architecture.
    let mut hovered = String::new();
    for _ in 0..600 {
        hovered = client.hovered("toy.isa", "    shl");
        if hovered.contains("toy2") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert!(
        hovered.contains("shl") && hovered.contains("r0, r0"),
        "{hovered}"
    );
    client.note("hovered", &hovered);
    let added = client.text("toy.isa")[TOY.len()..].to_owned();
    client.note("what was added", &added);
    insta::assert_snapshot!(client.transcript.clone());
}
