//! The machine that `defs/gcn.isa` describes, as `isa!` makes it.

crate::isa!("defs/gcn.isa");
