//! What a machine adds to the assembler's language.

use super::arguments::Arguments;
use super::error::{Code, Fault};
use super::expressions::Scope;
use super::writing::Writer;
use crate::object::{Location, ObjectBuilder, ObjectFormat};
use crate::{Register, SyntaxId, Target};

/// Directives of a machine, and what they remember.
pub trait Dialect {
    /// Defines the symbols that are there from the start, and writes what texts begin with.
    fn begin(
        &mut self,
        builder: &mut ObjectBuilder<'_>,
        syntax: SyntaxId,
        writer: Option<&mut Writer>,
    );

    /// A directive that the language itself does not have.
    fn directive(
        &mut self,
        name: &str,
        arguments: &mut Arguments<'_>,
        scope: &mut Scope<'_, '_>,
    ) -> Result<Taken, Fault>;

    /// Whether directives of data may be taken as well, as within a block of its own.
    fn takes_data(&self) -> bool;

    /// Symbols that follow what instructions name: only a source that holds this text
    /// needs [`instruction`](Self::instruction).
    fn counted_symbols(&self) -> &'static str;

    /// An instruction that was read.
    fn instruction(&mut self, bytes: &[u8], builder: &mut ObjectBuilder<'_>);

    /// A register that a directive for debuggers names.
    fn register(&mut self, register: Register, builder: &mut ObjectBuilder<'_>);

    /// Directives whose text is taken as it stands, up to its end.
    fn raw_directives(&self) -> &'static [&'static str];

    /// The text between a directive and its end, as it stands.
    fn raw(&mut self, text: &str, scope: &mut Scope<'_, '_>) -> Result<(), Fault>;

    /// What is wrong at the end of the source.
    fn end(&mut self) -> Option<(Location, Code, String)>;
}

/// What became of a directive.
#[allow(
    dead_code,
    reason = "without a machine that has directives nobody makes one"
)]
pub enum Taken {
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
    /// The machine's part of the file, and its directives, for a target; `None` if it is
    /// none of the machine's.
    pub of: fn(&Target<'_>) -> Option<Support>,
    /// What it knows of files that are read, for a target.
    #[cfg(feature = "object")]
    pub description: fn(&Target<'_>) -> Option<Box<dyn crate::object::Description>>,
}

/// A machine's part of the file, and its directives.
pub type Support = (ObjectFormat, Box<dyn Dialect>);

/// A file that was read, its format, and what the machine knows of it.
#[cfg(feature = "object")]
type Opened<'d> = (
    ObjectFormat,
    Box<dyn crate::object::Description>,
    crate::object::read::File<'d>,
);

#[cfg(feature = "object")]
impl MachineSupport {
    /// Reads an object file of the machine, for a target.
    pub fn read<'d>(
        &self,
        target: &Target<'_>,
        data: &'d [u8],
    ) -> Result<Opened<'d>, crate::object::read::ReadError> {
        use crate::object::read::{Header, ReadError, ReadErrorKind, read};

        let support = (self.of)(target).zip((self.description)(target));
        let ((format, _), machine) = support.ok_or_else(|| {
            let processor = target.text(target.processor().name);
            ReadError {
                header: Header::File,
                field: "",
                offset: 0,
                kind: ReadErrorKind::Processor(format!("{processor} has no object files")),
            }
        })?;
        let file = read(data, &format)?;
        Ok((format, machine, file))
    }
}

impl std::fmt::Debug for MachineSupport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MachineSupport")
    }
}
