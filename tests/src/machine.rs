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
