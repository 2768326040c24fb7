//! Names of numbers.
//!
//! An instruction has numbers of things that its file declares. A form says which: in
//! `{V id}` the value `id` is the number of something, and `V` stands before it where
//! nobody knows a name. Who reads or prints a file has its names.

/// The names that a file gives to numbers of instructions.
///
/// ```
/// use isa_mc::visa::{self, syntax};
/// use isa_mc::stream::Names;
///
/// struct Sum;
///
/// impl Names for Sum {
///     fn number(&self, prefix: &str, name: &str) -> Option<u64> {
///         (prefix == "V" && name == "sum").then_some(40)
///     }
///
///     fn name(&self, prefix: &str, number: u64) -> Option<&str> {
///         (prefix == "V" && number == 40).then_some("sum")
///     }
/// }
///
/// let target = visa::target("visa4.1").unwrap();
/// let text = "mov (M1, 1) sum(0,0)<1> 0x5:ud";
/// let inst = target.parse_named(text, syntax::VISA, &Sum).unwrap();
/// assert_eq!(inst, target.parse("mov (M1, 1) V40(0,0)<1> 0x5:ud", syntax::VISA).unwrap());
///
/// let mut printed = String::new();
/// target.print_named(inst, syntax::VISA, &Sum, &mut printed).unwrap();
/// assert_eq!(printed, text);
/// ```
pub trait Names {
    /// The number that a name stands for, among the things whose numbers have that prefix;
    /// `None` if there is no such name. Numbers alone (`V40`) are names too, if they are to
    /// be understood.
    fn number(&self, prefix: &str, name: &str) -> Option<u64>;

    /// The name of a number; `None` if the number is to be printed. What is no word of
    /// letters, digits and `_` stands in quotes: quotes in it and backslashes need a
    /// backslash before them, which [`Names::number`] is given as well.
    fn name(&self, prefix: &str, number: u64) -> Option<&str>;
}

/// A byte of a word.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
