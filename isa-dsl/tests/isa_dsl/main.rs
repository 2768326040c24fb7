//! The language as those see it who call it: one program, so that its parts share the cores.

mod parse;

mod operation;
mod specialise;

mod again;
mod families;
mod formatting;
mod layout;
mod names;
