//! The grammar's parser and its rules.
#![allow(missing_docs, clippy::pedantic)]

#[derive(pest_derive::Parser)]
#[grammar = "grammar.pest"]
pub(super) struct Grammar;
