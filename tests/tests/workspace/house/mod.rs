//! The source tree and its documents.

mod docs;
mod invariants;
