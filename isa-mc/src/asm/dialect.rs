//! What a machine adds to the assembler's language.

use super::arguments::{Arguments, Scope};
use super::error::{Code, Fault};
use crate::object::{Location, ObjectBuilder, ObjectFormat};

/// Directives of a machine, and what they remember.
pub(crate) trait Dialect {
    /// Defines the symbols that are there from the start.
    fn begin(&mut self, builder: &mut ObjectBuilder<'_>);

    /// A directive that the language itself does not have.
    fn directive(
        &mut self,
        name: &str,
        arguments: &mut Arguments<'_>,
        scope: &mut Scope<'_, '_>,
    ) -> Result<Taken, Fault>;

    /// Symbols that follow what instructions name: only a source that holds this text
    /// needs [`instruction`](Self::instruction).
    fn counted_symbols(&self) -> &'static str;

    /// An instruction that was read.
    fn instruction(&mut self, bytes: &[u8], builder: &mut ObjectBuilder<'_>);

    /// The text between a directive and its end, as it stands.
    fn raw(&mut self, text: &str, builder: &mut ObjectBuilder<'_>) -> Result<(), Fault>;

    /// What is wrong at the end of the source.
    fn end(&mut self) -> Option<(Location, Code, String)>;
}

/// What became of a directive.
#[allow(
    dead_code,
    reason = "without a machine that has directives nobody makes one"
)]
pub(crate) enum Taken {
    /// It is none of the machine's.
    No,
    /// It is done.
    Yes,
    /// The text up to a line with this word belongs to it.
    Raw(&'static str),
}

/// A machine's part of the assembler: its object files and its directives.
#[derive(Clone, Copy)]
pub struct MachineSupport {
    /// The machine's part of the file, and its directives, for a processor of that
    /// name; `None` if there is no such processor.
    pub(crate) of: fn(&str) -> Option<Support>,
    /// What it knows of files that are read, for a processor of that name.
    #[cfg(feature = "object")]
    pub(crate) description: fn(&str) -> Option<Box<dyn crate::object::Description>>,
}

/// A machine's part of the file, and its directives.
pub(crate) type Support = (ObjectFormat, Box<dyn Dialect>);

impl std::fmt::Debug for MachineSupport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MachineSupport")
    }
}
