//! Bytes to object.
//!
//! What a file costs is bounded by its size: tables grow by rows that are there, and no two
//! kernels, functions or binaries share bytes.

use isa_dsl::sorted::sort_by_key;

use super::declarations::{Attribute, Input, Label, UntypedVariable, Variable};
use super::error::{ObjectError, Problem, Table};
use super::routine::{Binary, FileVariable, Function, Kernel, MAGIC, Object, Relocation, Routine};
use super::strings::Strings;
use super::version::Version;

impl Object {
    /// Reads an object, in the form of the version that it says.
    ///
    /// Instructions are taken as they are; nothing of them is looked at. Bytes that the
    /// header gives to nobody are not kept.
    ///
    /// # Errors
    ///
    /// [`ObjectError`]: the part that is wrong, and at which byte.
    ///
    /// ```
    /// use isa_mc::visa::object::{Object, Table, Version};
    ///
    /// let bytes = Object::new(Version::new(4, 1)).write().unwrap();
    /// assert_eq!(Object::read(&bytes).unwrap().version, Version::new(4, 1));
    ///
    /// let error = Object::read(&bytes[..7]).unwrap_err();
    /// assert_eq!((error.table, error.offset), (Table::Header, 6));
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Object, ObjectError> {
        let mut reader = Reader::new(bytes);
        if !bytes.starts_with(&MAGIC) {
            return Err(reader.error(Problem::Magic));
        }
        reader.at = MAGIC.len();
        let version = Version::new(reader.byte()?, reader.byte()?);
        if !version.is_known() {
            reader.at = MAGIC.len();
            return Err(reader.error(Problem::Version(version)));
        }
        reader.version = version;
        let kernel_count = reader.word()?;

        let mut object = Object::new(version);
        let mut taken = Vec::new();
        let mut places = Vec::new();
        for row in 0..u32::from(kernel_count) {
            reader.in_table(Table::Kernels, Some(row));
            let (kernel, place) = reader.kernel_header(&mut taken)?;
            reader.routine.clear();
            object.kernels.push(kernel);
            places.push(place);
        }
        reader.in_table(Table::FileVariables, None);
        for row in 0..u32::from(reader.word()?) {
            reader.in_table(Table::FileVariables, Some(row));
            let variable = reader.file_variable()?;
            object.variables.push(variable);
        }
        reader.in_table(Table::Functions, None);
        let mut function_places = Vec::new();
        for row in 0..u32::from(reader.word()?) {
            reader.in_table(Table::Functions, Some(row));
            let (function, place) = reader.function_header(&mut taken)?;
            reader.routine.clear();
            object.functions.push(function);
            function_places.push(place);
        }
        taken.push(Taken {
            start: 0,
            end: reader.at,
            table: Table::Header,
            row: None,
        });
        nothing_shared(&mut taken)?;

        for (kernel, place) in object.kernels.iter_mut().zip(&places) {
            reader.open(place.routine, &kernel.name);
            reader.declarations(&mut kernel.routine)?;
            reader.in_table(Table::Inputs, None);
            if reader.at as u64 != u64::from(place.inputs) {
                let found = reader.at as u32;
                let said = place.inputs;
                return Err(reader.error(Problem::InputOffset { said, found }));
            }
            kernel.inputs = reader.inputs()?;
            reader.body(place.routine, &mut kernel.routine, |_| Ok(()))?;
        }
        for (function, &place) in object.functions.iter_mut().zip(&function_places) {
            let Some(place) = place else {
                continue;
            };
            reader.open(place, &function.name);
            reader.declarations(&mut function.routine)?;
            let sizes = (&mut function.input_size, &mut function.return_size);
            reader.body(place, &mut function.routine, |reader| {
                *sizes.0 = reader.byte()?;
                *sizes.1 = reader.byte()?;
                Ok(())
            })?;
        }
        Ok(object)
    }
}

/// Bytes of the file that something has.
#[derive(Debug, Clone, Copy)]
struct Place {
    start: usize,
    end: usize,
}

/// Where a kernel is.
struct KernelPlace {
    routine: Place,
    inputs: u32,
}

/// Bytes that belong to somebody.
struct Taken {
    start: usize,
    end: usize,
    table: Table,
    row: Option<u32>,
}

fn nothing_shared(taken: &mut [Taken]) -> Result<(), ObjectError> {
    sort_by_key(taken, |it| (it.start, it.end));
    for pair in taken.windows(2) {
        let [before, behind] = pair else { continue };
        if behind.start < before.end {
            return Err(ObjectError {
                table: behind.table,
                row: behind.row,
                routine: String::new(),
                offset: behind.start,
                problem: Problem::Shared,
            });
        }
    }
    Ok(())
}

struct Reader<'b> {
    bytes: &'b [u8],
    /// The next byte.
    at: usize,
    /// The byte behind the last one that may be read.
    end: usize,
    version: Version,
    table: Table,
    row: Option<u32>,
    routine: String,
}

impl<'b> Reader<'b> {
    fn new(bytes: &'b [u8]) -> Reader<'b> {
        Reader {
            bytes,
            at: 0,
            end: bytes.len(),
            version: Version::new(0, 0),
            table: Table::Header,
            row: None,
            routine: String::new(),
        }
    }

    fn error(&self, problem: Problem) -> ObjectError {
        ObjectError {
            table: self.table,
            row: self.row,
            routine: self.routine.clone(),
            offset: self.at,
            problem,
        }
    }

    fn in_table(&mut self, table: Table, row: Option<u32>) {
        self.table = table;
        self.row = row;
    }

    // ---- integers --------------------------------------------------------------------

    fn take(&mut self, length: usize) -> Result<&'b [u8], ObjectError> {
        let left = self.end.saturating_sub(self.at);
        let found = self.bytes.get(self.at..self.at.saturating_add(length));
        match found {
            Some(found) if length <= left => {
                self.at += length;
                Ok(found)
            }
            _ => Err(self.error(Problem::CutOff {
                needed: length as u64,
                left: left as u64,
            })),
        }
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ObjectError> {
        let bytes = self.take(N)?;
        Ok(std::array::from_fn(|index| bytes[index]))
    }

    fn byte(&mut self) -> Result<u8, ObjectError> {
        self.array::<1>().map(|[byte]| byte)
    }

    fn word(&mut self) -> Result<u16, ObjectError> {
        self.array().map(u16::from_le_bytes)
    }

    fn dword(&mut self) -> Result<u32, ObjectError> {
        self.array().map(u32::from_le_bytes)
    }

    /// An id of a variable, a number or count of strings.
    fn id(&mut self) -> Result<u32, ObjectError> {
        match self.version.has_wide_ids() {
            true => self.dword(),
            false => self.word().map(u32::from),
        }
    }

    // ---- the header ------------------------------------------------------------------

    /// The name of something in the header, whose length stands before it.
    fn header_name(&mut self) -> Result<Vec<u8>, ObjectError> {
        let length = match self.version.has_wide_name_lengths() {
            true => usize::from(self.word()?),
            false => usize::from(self.byte()?),
        };
        self.take(length).map(<[u8]>::to_vec)
    }

    /// Bytes that the header gives to something.
    fn place(&mut self, taken: &mut Vec<Taken>) -> Result<Place, ObjectError> {
        let at = self.at;
        let offset = self.dword()?;
        let size = self.dword()?;
        let end = u64::from(offset) + u64::from(size);
        if end > self.bytes.len() as u64 {
            self.at = at;
            let size = self.bytes.len() as u64;
            return Err(self.error(Problem::Outside { end, size }));
        }
        let place = Place {
            start: offset as usize,
            end: end as usize,
        };
        if size != 0 {
            taken.push(Taken {
                start: place.start,
                end: place.end,
                table: self.table,
                row: self.row,
            });
        }
        Ok(place)
    }

    fn kernel_header(
        &mut self,
        taken: &mut Vec<Taken>,
    ) -> Result<(Kernel, KernelPlace), ObjectError> {
        let row = self.row;
        let mut kernel = Kernel {
            name: self.header_name()?,
            ..Kernel::default()
        };
        self.routine = String::from_utf8_lossy(&kernel.name).into_owned();
        let routine = self.place(taken)?;
        let inputs = self.dword()?;
        kernel.variable_relocations = self.relocations()?;
        kernel.function_relocations = self.relocations()?;
        self.in_table(Table::Binaries, row);
        for _ in 0..self.byte()? {
            let platform = self.byte()?;
            let place = self.place(taken)?;
            let bytes = self.bytes.get(place.start..place.end).unwrap_or_default();
            kernel.binaries.push(Binary {
                platform,
                bytes: bytes.to_vec(),
            });
        }
        Ok((kernel, KernelPlace { routine, inputs }))
    }

    /// A function of the header, and where it is; nowhere if it is elsewhere.
    fn function_header(
        &mut self,
        taken: &mut Vec<Taken>,
    ) -> Result<(Function, Option<Place>), ObjectError> {
        let mut function = Function {
            linkage: self.byte()?,
            name: self.header_name()?,
            ..Function::default()
        };
        self.routine = String::from_utf8_lossy(&function.name).into_owned();
        let place = self.place(taken)?;
        function.variable_relocations = self.relocations()?;
        function.function_relocations = self.relocations()?;
        let is_here = place.start != 0 || place.end != 0;
        Ok((function, is_here.then_some(place)))
    }

    fn relocations(&mut self) -> Result<Vec<Relocation>, ObjectError> {
        let (table, row) = (self.table, self.row);
        let count = self.word()?;
        self.in_table(Table::Relocations, None);
        let mut relocations = Vec::new();
        for row in 0..u32::from(count) {
            self.row = Some(row);
            relocations.push(Relocation {
                symbolic: self.word()?,
                resolved: self.word()?,
            });
        }
        self.in_table(table, row);
        Ok(relocations)
    }

    fn file_variable(&mut self) -> Result<FileVariable, ObjectError> {
        Ok(FileVariable {
            linkage: self.byte()?,
            name: self.header_name()?,
            properties: self.byte()?,
            elements: self.word()?,
            attributes: {
                let count = usize::from(self.byte()?);
                self.attributes(count, None)?
            },
        })
    }

    // ---- kernels and functions ---------------------------------------------------------

    /// Goes to a kernel or function.
    fn open(&mut self, place: Place, name: &[u8]) {
        self.at = place.start;
        self.end = place.end;
        self.routine = String::from_utf8_lossy(name).into_owned();
    }

    /// The number of a string that is in the pool.
    fn string(&mut self, strings: &Strings) -> Result<u32, ObjectError> {
        let at = self.at;
        let number = self.id()?;
        if strings.get(number).is_none() {
            self.at = at;
            return Err(self.error(Problem::NoString {
                number,
                strings: strings.len() as u32,
            }));
        }
        Ok(number)
    }

    /// Attributes; without a pool nobody looks whether their names are there.
    fn attributes(
        &mut self,
        count: usize,
        strings: Option<&Strings>,
    ) -> Result<Vec<Attribute>, ObjectError> {
        let mut attributes = Vec::new();
        for _ in 0..count {
            let name = match strings {
                Some(strings) => self.string(strings)?,
                None => self.id()?,
            };
            let size = usize::from(self.byte()?);
            attributes.push(Attribute {
                name,
                value: self.take(size)?.to_vec(),
            });
        }
        Ok(attributes)
    }

    /// Everything up to the inputs.
    fn declarations(&mut self, routine: &mut Routine) -> Result<(), ObjectError> {
        self.in_table(Table::Strings, None);
        let mut strings = Strings::default();
        for row in 0..self.id()? {
            self.row = Some(row);
            let rest = self.bytes.get(self.at..self.end).unwrap_or_default();
            let Some(length) = rest.iter().position(|&byte| byte == 0) else {
                return Err(self.error(Problem::Unterminated));
            };
            strings.add(&rest[..length]);
            self.at += length + 1;
        }
        self.row = None;
        routine.name = self.string(&strings)?;

        self.in_table(Table::Variables, None);
        for row in 0..self.id()? {
            self.row = Some(row);
            let variable = self.variable(&strings)?;
            routine.variables.push(variable);
        }
        self.in_table(Table::Addresses, None);
        for row in 0..u32::from(self.word()?) {
            self.row = Some(row);
            routine.addresses.push(self.untyped_variable(&strings)?);
        }
        self.in_table(Table::Predicates, None);
        for row in 0..u32::from(self.word()?) {
            self.row = Some(row);
            routine.predicates.push(self.untyped_variable(&strings)?);
        }
        self.in_table(Table::Labels, None);
        for row in 0..u32::from(self.word()?) {
            self.row = Some(row);
            let name = self.string(&strings)?;
            let kind = self.byte()?;
            let count = usize::from(self.byte()?);
            routine.labels.push(Label {
                name,
                kind,
                attributes: self.attributes(count, Some(&strings))?,
            });
        }
        routine.samplers = self.states(Table::Samplers, &strings)?;
        routine.surfaces = self.states(Table::Surfaces, &strings)?;
        routine.motion_estimations = self.states(Table::MotionEstimations, &strings)?;
        routine.strings = strings;
        Ok(())
    }

    fn variable(&mut self, strings: &Strings) -> Result<Variable, ObjectError> {
        Ok(Variable {
            name: self.string(strings)?,
            properties: self.byte()?,
            elements: self.word()?,
            alias: self.id()?,
            alias_offset: self.word()?,
            alias_scope: self.byte()?,
            attributes: {
                let count = usize::from(self.byte()?);
                self.attributes(count, Some(strings))?
            },
        })
    }

    /// A row that is a name, a number of elements, and attributes.
    fn untyped_variable(&mut self, strings: &Strings) -> Result<UntypedVariable, ObjectError> {
        Ok(UntypedVariable {
            name: self.string(strings)?,
            elements: self.word()?,
            attributes: {
                let count = usize::from(self.byte()?);
                self.attributes(count, Some(strings))?
            },
        })
    }

    fn states(
        &mut self,
        table: Table,
        strings: &Strings,
    ) -> Result<Vec<UntypedVariable>, ObjectError> {
        self.in_table(table, None);
        let mut states = Vec::new();
        for row in 0..u32::from(self.byte()?) {
            self.row = Some(row);
            states.push(self.untyped_variable(strings)?);
        }
        Ok(states)
    }

    fn inputs(&mut self) -> Result<Vec<Input>, ObjectError> {
        let count = match self.version.has_wide_input_count() {
            true => self.dword()?,
            false => u32::from(self.byte()?),
        };
        let mut inputs = Vec::new();
        for row in 0..count {
            self.row = Some(row);
            inputs.push(Input {
                properties: self.byte()?,
                id: self.id()?,
                offset: self.word()?.cast_signed(),
                size: self.word()?,
            });
        }
        Ok(inputs)
    }

    /// What is behind the inputs; `sizes` reads what only functions have.
    fn body(
        &mut self,
        place: Place,
        routine: &mut Routine,
        sizes: impl FnOnce(&mut Self) -> Result<(), ObjectError>,
    ) -> Result<(), ObjectError> {
        self.in_table(Table::Code, None);
        let at = self.at;
        let size = self.dword()?;
        let entry = self.dword()?;
        sizes(self)?;
        self.in_table(Table::Attributes, None);
        let count = usize::from(self.word()?);
        routine.attributes = self.attributes(count, Some(&routine.strings))?;
        self.in_table(Table::Code, None);
        let start = place.start as u64 + u64::from(entry);
        let end = start + u64::from(size);
        if start < self.at as u64 || end > place.end as u64 {
            let left = (place.end as u64).saturating_sub(start);
            self.at = at;
            let needed = u64::from(size);
            return Err(self.error(Problem::CutOff { needed, left }));
        }
        let code = self.bytes.get(start as usize..end as usize);
        routine.code = code.unwrap_or_default().to_vec();
        Ok(())
    }
}
