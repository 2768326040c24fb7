//! The machines under test.

use std::sync::LazyLock;

use isa_dsl::Compilation;
use isa_dsl::tables::{Tables, TablesBuf};

/// The tables that `isa!` made of `defs/gcn.isa`.
pub fn gcn() -> &'static Tables<'static> {
    &isa_mc::gcn::TABLES
}

/// The tables that `isa!` made of `defs/visa.isa`.
pub fn visa() -> &'static Tables<'static> {
    &isa_mc::visa::TABLES
}

/// `defs/gcn.isa`, which has no errors: compiled once for all tests of a program that look at it
/// and change nothing.
///
/// # Panics
///
/// If it has errors.
pub fn compiled_gcn() -> &'static Compilation {
    static COMPILED: LazyLock<Compilation> = LazyLock::new(|| {
        let compilation = isa_dsl::compile_file(&crate::folder().join("../defs/gcn.isa"));
        assert_eq!(compilation.errors(), "");
        compilation
    });
    &COMPILED
}

/// The tables that are made of [`compiled_gcn`] now, not by `isa!`.
///
/// # Panics
///
/// If they cannot be made.
pub fn lowered_gcn() -> &'static TablesBuf {
    static LOWERED: LazyLock<TablesBuf> = LazyLock::new(|| {
        let tables = compiled_gcn().tables();
        tables.unwrap_or_else(|errors| panic!("{errors}"))
    });
    &LOWERED
}

/// The tables of `defs/visa.isa`, made as those of [`lowered_gcn`].
///
/// # Panics
///
/// If it has errors.
pub fn lowered_visa() -> &'static TablesBuf {
    static LOWERED: LazyLock<TablesBuf> = LazyLock::new(|| {
        let compilation = isa_dsl::compile_file(&crate::folder().join("../defs/visa.isa"));
        let tables = compilation.tables();
        tables.unwrap_or_else(|errors| panic!("{errors}"))
    });
    &LOWERED
}

/// The tables of the description that `ISA_DEFS` names, compiled now, so that an edit of it is
/// tried in seconds; else those of the machine.
///
/// # Errors
///
/// What is wrong with the description.
pub fn described() -> Result<&'static Tables<'static>, String> {
    let Some(path) = std::env::var_os("ISA_DEFS") else {
        return Ok(gcn());
    };
    let tables = isa_dsl::compile_file(std::path::Path::new(&path)).tables()?;
    let tables: &'static TablesBuf = Box::leak(Box::new(tables));
    Ok(Box::leak(Box::new(tables.view())))
}
