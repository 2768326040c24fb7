//! Instructions line by line, as the program writes them: all that it does for each line, word or
//! byte of a large file. It is here and not generic, because the program itself is not optimised.
//!
//! In the order in which the files can be read: `hex` and `visible`, pieces of lines; `writer`, an
//! instruction or data; `code` and `listing`, lines of bytes and of sources; `comments`, `style`
//! and `bytes`, what llvm-mc makes of bytes.

mod bytes;
mod code;
mod comments;
pub mod hex;
mod listing;
mod style;
mod visible;
mod writer;

pub use bytes::{Disassembled, disassemble, integer};
pub use code::LinePlace;
pub use style::Style;
pub use visible::{one_line, printable, visible};
pub use writer::{Reason, Writer};

use std::vec::Vec;

use crate::asm::Assembly;
use crate::{StreamTarget, Target, TargetMachine};
use code::CodeLines;
use listing::Listing;

/// A target of either kind, by lines. Each function appends lines until there is a block of them.
pub trait Lines: TargetMachine<'static> {
    /// Raw code from a byte on: one instruction after another, and what is none as data; gives
    /// the byte of the next line.
    fn code_lines(
        writer: &Writer<Self>,
        tsv: bool,
        code: &[u8],
        at: usize,
        out: &mut Vec<u8>,
    ) -> usize;

    /// Lines of hexadecimal digits, each an instruction, up to one that has something else.
    fn hex_lines(
        writer: &Writer<Self>,
        tsv: bool,
        text: &[u8],
        place: &mut LinePlace,
        out: &mut Vec<u8>,
    ) -> Option<hex::Problem>;

    /// Statements of a source from a number on; `tsv` says whether as
    /// `LINE<TAB>HEX<TAB>TEXT` or as they are written. Gives the number of the next one.
    fn listing(
        writer: &Writer<Self>,
        tsv: bool,
        assembly: &Assembly<Self::Inst>,
        from: usize,
        out: &mut Vec<u8>,
    ) -> usize;
}

macro_rules! lines {
    ($target:ty) => {
        impl Lines for $target {
            fn code_lines(
                writer: &Writer<Self>,
                tsv: bool,
                code: &[u8],
                at: usize,
                out: &mut Vec<u8>,
            ) -> usize {
                CodeLines { writer, tsv }.code(code, at, out)
            }

            fn hex_lines(
                writer: &Writer<Self>,
                tsv: bool,
                text: &[u8],
                place: &mut LinePlace,
                out: &mut Vec<u8>,
            ) -> Option<hex::Problem> {
                CodeLines { writer, tsv }.hex(text, place, out)
            }

            fn listing(
                writer: &Writer<Self>,
                tsv: bool,
                assembly: &Assembly<Self::Inst>,
                from: usize,
                out: &mut Vec<u8>,
            ) -> usize {
                Listing { writer, assembly }.write(tsv, from, out)
            }
        }
    };
}

lines!(Target<'static>);
lines!(StreamTarget<'static>);
