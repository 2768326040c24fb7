//! The language server, over a connection in memory, as editors speak to it.

mod assembly;
mod client;
mod descriptions;
mod latency;
mod new_instruction;
mod program;
mod quick_fixes;
