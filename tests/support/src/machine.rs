//! The machines under test.

use isa_dsl::tables::Tables;

/// The tables that `isa!` made of `defs/gcn.isa`.
pub fn gcn() -> &'static Tables<'static> {
    &isa_mc::gcn::TABLES
}

/// The tables that `isa!` made of `defs/visa.isa`.
pub fn visa() -> &'static Tables<'static> {
    &isa_mc::visa::TABLES
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
    let tables: &'static isa_dsl::tables::TablesBuf = Box::leak(Box::new(tables));
    Ok(Box::leak(Box::new(tables.view())))
}
