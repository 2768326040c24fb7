//! What `isa!` made of the descriptions is what they are lowered to: the macro writes
//! tables as bytes, which rustc makes into rows, and a row that is read wrongly is another
//! instruction.

use std::path::Path;

use isa_dsl::tables::Tables;

fn same(file: &str, built: &Tables) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../defs")
        .join(file);
    let lowered = isa_dsl::compile_file(&path).tables().expect("no errors");
    let differences = built.differences(&lowered.view());
    assert!(differences.is_empty(), "{file}: {differences:?} differ");
}

#[test]
fn of_gcn() {
    same("gcn.isa", isa_tests::machine::gcn());
}

#[test]
fn of_visa() {
    same("visa.isa", isa_tests::machine::visa());
}
