//! Object to bytes.

use core::fmt::{self, Display, Formatter};

use super::declarations::{Attribute, UntypedVariable};
use super::error::Table;
use super::routine::{FileVariable, Function, Kernel, MAGIC, Object, Relocation, Routine};
use super::version::Version;

/// Why an object cannot be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteError {
    /// The version is none of 3.0 to 4.1.
    Version(Version),
    /// A part is longer, or a number in it larger, than the version's form has bytes for.
    TooLarge {
        /// The part.
        table: Table,
        /// The kernel or function that the part is of; empty for the file.
        routine: String,
        /// The number: of rows, of bytes, or that of something in the part.
        value: u64,
        /// The greatest number that there is room for.
        limit: u64,
    },
    /// A string of the pool has a zero among its bytes, which ends it.
    ZeroInString {
        /// The kernel or function.
        routine: String,
        /// The number of the string.
        number: u32,
    },
}

impl Display for WriteError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Version(version) => write!(
                f,
                "no form of objects of version {version} is known; {} to {} are",
                Version::ALL[0],
                Version::ALL[Version::ALL.len() - 1]
            ),
            WriteError::TooLarge {
                table,
                routine,
                value,
                limit,
            } => {
                write!(f, "{table}")?;
                if !routine.is_empty() {
                    write!(f, " of `{}`", routine.escape_debug())?;
                }
                write!(
                    f,
                    ": {value} is more than {limit}, which objects of this version can hold"
                )
            }
            WriteError::ZeroInString { routine, number } => write!(
                f,
                "pool of strings of `{}`: string {number} has a zero among its bytes",
                routine.escape_debug()
            ),
        }
    }
}

impl core::error::Error for WriteError {}

impl Object {
    /// The bytes of the object, in the form of its version: the header, kernels, each with
    /// its binaries behind it, functions.
    ///
    /// # Errors
    ///
    /// [`WriteError`] if something has no place in that form.
    pub fn write(&self) -> Result<Vec<u8>, WriteError> {
        if !self.version.is_known() {
            return Err(WriteError::Version(self.version));
        }
        let mut bodies = Vec::with_capacity(self.kernels.len() + self.functions.len());
        for kernel in &self.kernels {
            let mut writer = Writer::new(self.version, &kernel.name);
            writer.declarations(&kernel.routine)?;
            let inputs = writer.out.len();
            writer.inputs(kernel)?;
            writer.body(&kernel.routine, &[])?;
            bodies.push((writer.out, inputs));
        }
        for function in &self.functions {
            let mut writer = Writer::new(self.version, &function.name);
            if function.is_elsewhere() {
                bodies.push((Vec::new(), 0));
                continue;
            }
            writer.declarations(&function.routine)?;
            writer.body(
                &function.routine,
                &[function.input_size, function.return_size],
            )?;
            bodies.push((writer.out, 0));
        }
        // The header's length does not depend on the places in it.
        let length = self.header(0, &bodies)?.len();
        let mut out = self.header(length, &bodies)?;
        for (index, (body, _)) in bodies.iter().enumerate() {
            out.extend_from_slice(body);
            let binaries = self.kernels.get(index).map_or(&[][..], |it| &it.binaries);
            for binary in binaries {
                out.extend_from_slice(&binary.bytes);
            }
        }
        Ok(out)
    }

    fn header(&self, length: usize, bodies: &[(Vec<u8>, usize)]) -> Result<Vec<u8>, WriteError> {
        let mut writer = Writer::new(self.version, b"");
        writer.out.extend(MAGIC);
        writer.out.extend([self.version.major, self.version.minor]);
        writer.word(Table::Kernels, self.kernels.len() as u64)?;
        let mut place = length as u64;
        for (kernel, (body, inputs)) in self.kernels.iter().zip(bodies) {
            writer.routine = &kernel.name;
            writer.header_name(Table::Kernels, &kernel.name)?;
            writer.dword(Table::Kernels, place)?;
            writer.dword(Table::Kernels, body.len() as u64)?;
            writer.dword(Table::Kernels, place + *inputs as u64)?;
            place += body.len() as u64;
            writer.relocations(&kernel.variable_relocations)?;
            writer.relocations(&kernel.function_relocations)?;
            writer.byte(Table::Binaries, kernel.binaries.len() as u64)?;
            for binary in &kernel.binaries {
                writer.out.push(binary.platform);
                writer.dword(Table::Binaries, place)?;
                writer.dword(Table::Binaries, binary.bytes.len() as u64)?;
                place += binary.bytes.len() as u64;
            }
        }
        writer.routine = b"";
        writer.word(Table::FileVariables, self.variables.len() as u64)?;
        for variable in &self.variables {
            writer.file_variable(variable)?;
        }
        writer.word(Table::Functions, self.functions.len() as u64)?;
        let bodies = bodies.iter().skip(self.kernels.len());
        for (function, (body, _)) in self.functions.iter().zip(bodies) {
            writer.routine = &function.name;
            writer.out.push(function.linkage);
            writer.header_name(Table::Functions, &function.name)?;
            let offset = if body.is_empty() { 0 } else { place };
            writer.dword(Table::Functions, offset)?;
            writer.dword(Table::Functions, body.len() as u64)?;
            place += body.len() as u64;
            writer.relocations(&function.variable_relocations)?;
            writer.relocations(&function.function_relocations)?;
        }
        Ok(writer.out)
    }
}

impl Function {
    /// Whether it is only named here: it has no strings, so no name and no instructions.
    pub fn is_elsewhere(&self) -> bool {
        self.routine.strings.is_empty()
    }
}

struct Writer<'o> {
    out: Vec<u8>,
    version: Version,
    /// The name of the kernel or function, for errors.
    routine: &'o [u8],
}

impl<'o> Writer<'o> {
    fn new(version: Version, routine: &'o [u8]) -> Writer<'o> {
        Writer {
            out: Vec::new(),
            version,
            routine,
        }
    }

    // ---- integers --------------------------------------------------------------------

    fn number(&mut self, table: Table, value: u64, bytes: usize) -> Result<(), WriteError> {
        let limit = u64::MAX >> (64 - 8 * bytes);
        if value > limit {
            return Err(WriteError::TooLarge {
                table,
                routine: String::from_utf8_lossy(self.routine).into_owned(),
                value,
                limit,
            });
        }
        self.out.extend_from_slice(&value.to_le_bytes()[..bytes]);
        Ok(())
    }

    fn byte(&mut self, table: Table, value: u64) -> Result<(), WriteError> {
        self.number(table, value, 1)
    }

    fn word(&mut self, table: Table, value: u64) -> Result<(), WriteError> {
        self.number(table, value, 2)
    }

    fn dword(&mut self, table: Table, value: u64) -> Result<(), WriteError> {
        self.number(table, value, 4)
    }

    /// An id of a variable, a number or count of strings.
    fn id(&mut self, table: Table, value: u64) -> Result<(), WriteError> {
        let bytes = if self.version.has_wide_ids() { 4 } else { 2 };
        self.number(table, value, bytes)
    }

    // ---- the header ------------------------------------------------------------------

    fn header_name(&mut self, table: Table, name: &[u8]) -> Result<(), WriteError> {
        let wide = self.version.has_wide_name_lengths();
        self.number(table, name.len() as u64, if wide { 2 } else { 1 })?;
        self.out.extend_from_slice(name);
        Ok(())
    }

    fn relocations(&mut self, relocations: &[Relocation]) -> Result<(), WriteError> {
        self.word(Table::Relocations, relocations.len() as u64)?;
        for relocation in relocations {
            self.out.extend(relocation.symbolic.to_le_bytes());
            self.out.extend(relocation.resolved.to_le_bytes());
        }
        Ok(())
    }

    fn file_variable(&mut self, variable: &FileVariable) -> Result<(), WriteError> {
        self.out.push(variable.linkage);
        self.header_name(Table::FileVariables, &variable.name)?;
        self.out.push(variable.properties);
        self.out.extend(variable.elements.to_le_bytes());
        self.counted_attributes(Table::FileVariables, &variable.attributes)
    }

    // ---- kernels and functions ---------------------------------------------------------

    /// Attributes, and before them a byte for how many there are.
    fn counted_attributes(
        &mut self,
        table: Table,
        attributes: &[Attribute],
    ) -> Result<(), WriteError> {
        self.byte(table, attributes.len() as u64)?;
        self.attributes(attributes)
    }

    fn attributes(&mut self, attributes: &[Attribute]) -> Result<(), WriteError> {
        for attribute in attributes {
            self.id(Table::Attributes, u64::from(attribute.name))?;
            self.byte(Table::Attributes, attribute.value.len() as u64)?;
            self.out.extend_from_slice(&attribute.value);
        }
        Ok(())
    }

    /// Everything up to the inputs.
    fn declarations(&mut self, routine: &Routine) -> Result<(), WriteError> {
        self.id(Table::Strings, routine.strings.len() as u64)?;
        for (number, string) in routine.strings.iter().enumerate() {
            if string.contains(&0) {
                return Err(WriteError::ZeroInString {
                    routine: String::from_utf8_lossy(self.routine).into_owned(),
                    number: number as u32,
                });
            }
            self.out.extend_from_slice(string);
            self.out.push(0);
        }
        self.id(Table::Strings, u64::from(routine.name))?;

        self.id(Table::Variables, routine.variables.len() as u64)?;
        for variable in &routine.variables {
            self.id(Table::Variables, u64::from(variable.name))?;
            self.out.push(variable.properties);
            self.out.extend(variable.elements.to_le_bytes());
            self.id(Table::Variables, u64::from(variable.alias))?;
            self.out.extend(variable.alias_offset.to_le_bytes());
            self.out.push(variable.alias_scope);
            self.counted_attributes(Table::Variables, &variable.attributes)?;
        }
        self.word(Table::Addresses, routine.addresses.len() as u64)?;
        for row in &routine.addresses {
            self.state(Table::Addresses, row.name, row.elements, &row.attributes)?;
        }
        self.word(Table::Predicates, routine.predicates.len() as u64)?;
        for row in &routine.predicates {
            self.state(Table::Predicates, row.name, row.elements, &row.attributes)?;
        }
        self.word(Table::Labels, routine.labels.len() as u64)?;
        for label in &routine.labels {
            self.id(Table::Labels, u64::from(label.name))?;
            self.out.push(label.kind);
            self.counted_attributes(Table::Labels, &label.attributes)?;
        }
        self.states(Table::Samplers, &routine.samplers)?;
        self.states(Table::Surfaces, &routine.surfaces)?;
        self.states(Table::MotionEstimations, &routine.motion_estimations)
    }

    fn state(
        &mut self,
        table: Table,
        name: u32,
        elements: u16,
        attributes: &[Attribute],
    ) -> Result<(), WriteError> {
        self.id(table, u64::from(name))?;
        self.out.extend(elements.to_le_bytes());
        self.counted_attributes(table, attributes)
    }

    fn states(&mut self, table: Table, states: &[UntypedVariable]) -> Result<(), WriteError> {
        self.byte(table, states.len() as u64)?;
        for state in states {
            self.state(table, state.name, state.elements, &state.attributes)?;
        }
        Ok(())
    }

    fn inputs(&mut self, kernel: &Kernel) -> Result<(), WriteError> {
        let bytes = match self.version.has_wide_input_count() {
            true => 4,
            false => 1,
        };
        self.number(Table::Inputs, kernel.inputs.len() as u64, bytes)?;
        for input in &kernel.inputs {
            self.out.push(input.properties);
            self.id(Table::Inputs, u64::from(input.id))?;
            self.out.extend(input.offset.to_le_bytes());
            self.out.extend(input.size.to_le_bytes());
        }
        Ok(())
    }

    /// What is behind the inputs; `sizes` are bytes that only functions have.
    fn body(&mut self, routine: &Routine, sizes: &[u8]) -> Result<(), WriteError> {
        self.dword(Table::Code, routine.code.len() as u64)?;
        let entry = self.out.len();
        self.dword(Table::Code, 0)?;
        self.out.extend_from_slice(sizes);
        self.word(Table::Attributes, routine.attributes.len() as u64)?;
        self.attributes(&routine.attributes)?;
        let place = self.out.len() as u64;
        if u32::try_from(place).is_err() {
            return self.dword(Table::Code, place);
        }
        self.out[entry..entry + 4].copy_from_slice(&(place as u32).to_le_bytes());
        self.out.extend_from_slice(&routine.code);
        Ok(())
    }
}
