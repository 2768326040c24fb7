//! The machines under test.

use std::path::Path;
use std::sync::OnceLock;

use isa_dsl::tables::{Tables, TablesBuf};

/// The tables of `defs/gcn.isa`, compiled once per process.
///
/// # Panics
///
/// If the description has errors, with all of them.
pub fn gcn() -> &'static Tables<'static> {
    static OWNED: OnceLock<TablesBuf> = OnceLock::new();
    static TABLES: OnceLock<Tables<'static>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../defs/gcn.isa");
        let tables = isa_dsl::compile_file(&path).tables();
        OWNED
            .get_or_init(|| tables.unwrap_or_else(|errors| panic!("{errors}")))
            .view()
    })
}
