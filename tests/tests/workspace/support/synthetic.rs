//! Machines made for measuring.

use isa_test_support::synthetic;

/// The text must stay a description without errors.
#[test]
fn compiles() {
    let compilation = isa_dsl::compile_text("synthetic.isa", &synthetic::machine(90));
    let tables = compilation.tables().expect("a description without errors");
    assert_eq!(tables.instructions.len(), 90);
    assert_eq!(tables.encodings.len(), 180);
}
