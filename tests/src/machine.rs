//! The machines under test.

use std::path::Path;
use std::sync::OnceLock;

use isa_dsl::tables::{Tables, TablesBuf};

/// The tables that `isa!` made of `defs/gcn.isa`.
pub fn gcn() -> &'static Tables<'static> {
    &isa_mc::gcn::TABLES
}

/// The tables that lowering makes of `defs/visa.isa`.
///
/// # Panics
///
/// If the description has errors.
pub fn visa() -> &'static Tables<'static> {
    static BUILT: OnceLock<TablesBuf> = OnceLock::new();
    static TABLES: OnceLock<Tables<'static>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../defs/visa.isa");
        BUILT
            .get_or_init(|| {
                let tables = isa_dsl::compile_file(&path).tables();
                tables.unwrap_or_else(|errors| panic!("{errors}"))
            })
            .view()
    })
}
