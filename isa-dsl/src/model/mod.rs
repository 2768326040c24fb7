//! The checked model: what a description says once every name is resolved and
//! every row is spelled out for its architectures. Lowering turns it into
//! tables, dumping into text.
//!
//! In the order in which they can be read: `kind` says how numbers in fields are read,
//! `layout` where bits are, `values` what the numbers mean and what a machine holds, `shape`
//! what operands and forms are, `instruction` what is written with them, `stream` the same of
//! byte streams; and [`Model`] is all of it.

mod instruction;
mod kind;
mod layout;
mod shape;
mod stream;
mod values;

pub use instruction::*;
pub use kind::*;
pub use layout::*;
pub use shape::*;
pub use stream::*;
pub use values::*;

use crate::sorted::SortedMap;

use crate::machine::Machine;
use crate::source::Span;

/// A checked description.
#[derive(Debug, Default)]
pub struct Model {
    /// Header.
    pub machine: Machine,
    /// Register files.
    pub files: Vec<RegisterFile>,
    /// States.
    pub states: Vec<State>,
    /// Address spaces.
    pub spaces: Vec<Space>,
    /// Floating-point types whose arithmetic states govern.
    pub floating: Vec<FloatingType>,
    /// Classes.
    pub classes: Vec<Class>,
    /// Structs, in the order of their declarations.
    pub structs: Vec<Struct>,
    /// Formats.
    pub layouts: Vec<Layout>,
    /// Families.
    pub families: Vec<Family>,
    /// Shapes, by family, encoding, architecture, arguments.
    pub shapes: Vec<Shape>,
    /// Instructions, in the order of the text.
    pub instructions: Vec<Instruction>,
    /// Instructions by mnemonic: one per set of architectures.
    pub by_name: SortedMap<String, Vec<usize>>,
    /// Encodings, by instruction, architecture, encoding.
    pub encodings: Vec<Encoding>,
    /// Other names of instructions.
    pub aliases: Vec<Alias>,
    /// Streams by item, then architecture; those in error are not among them.
    pub streams: Vec<Stream>,
    /// Index into `streams` by item and architecture.
    pub stream_at: SortedMap<(usize, usize), usize>,
    /// What stream encodings share, by family, encoding, architecture, arguments.
    pub stream_shapes: Vec<StreamShape>,
    /// Encodings that are streams, by instruction, architecture, encoding.
    pub stream_encodings: Vec<StreamEncoding>,
    /// Constructs that are described and checked, but that the tables do not
    /// carry yet: each with a place to point at.
    pub not_lowered: Vec<(Span, String)>,
}

impl Model {
    /// The encodings of an instruction, by architecture.
    pub fn encodings_of(&self, instruction: usize) -> &[Encoding] {
        run(&self.encodings, instruction, |it| it.instruction)
    }

    /// The encodings of an instruction that are streams, by architecture.
    pub fn stream_encodings_of(&self, instruction: usize) -> &[StreamEncoding] {
        run(&self.stream_encodings, instruction, |it| it.instruction)
    }
}

/// The rows of a number, among rows in the order of their numbers.
fn run<T>(rows: &[T], number: usize, number_of: impl Fn(&T) -> usize) -> &[T] {
    let start = rows.partition_point(|row| number_of(row) < number);
    let end = rows.partition_point(|row| number_of(row) <= number);
    &rows[start..end]
}
