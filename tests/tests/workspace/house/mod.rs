//! The source tree and its documents.

mod circles;
mod docs;
mod invariants;
