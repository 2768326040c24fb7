//! Which bytes of variables an instruction reads and writes.
//!
//! [`StreamTarget::accesses`] names the variables. How many bytes of them regions, types and
//! numbers of channels come to, the operation of the instruction says: it runs here with all
//! channels, over a machine that writes down what is accessed.

use std::ops::Range;

use isa_dsl::sorted::SortedMap;

use crate::exec::{Access, Declaration, Executor, Fault, Machine, RegisterPart};
use crate::tables::Tables;
use crate::{OperandValue, StreamInst, StreamTarget};

/// Bytes of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extent {
    /// The number of the variable: 40 of `V40`.
    pub variable: u32,
    /// From the first byte of the variable that is accessed to behind the last one. Between
    /// them a region may leave out some.
    pub bytes: Range<u32>,
    /// The instruction writes them; else it reads them.
    pub writes: bool,
}

/// The bytes of variables that an instruction reads and writes if all its channels take part,
/// whatever its predicate is: those that are read, then those that are written, each variable
/// once. What an address points at is none of them: see
/// [`Numbered::number`](crate::describe::Numbered::number).
///
/// Registers have `register_bytes`, 32 or 64, and `declaration` says how variables are
/// declared: their type as a number of class `data_type`, and how many elements they have.
///
/// `None` if what the instruction does is not defined, as of samplers, or not with variables
/// of these types.
///
/// ```
/// use isa_mc::exec::Declaration;
/// use isa_mc::visa::{self, extents::extents, syntax};
///
/// let target = visa::target("visa4.1").unwrap();
/// let text = "add (M1, 8) V40(0,0)<2> V41(1,0)<8;8,1> V42(0,3)<0;1,0>";
/// let add = target.parse(text, syntax::VISA).unwrap();
/// // Dwords, `ud`.
/// let declaration = |_| Some(Declaration { type_number: 0, elements: 64 });
/// let all = extents(&target, add, 32, &declaration).unwrap();
/// let all: Vec<_> = all.into_iter().map(|it| (it.variable, it.bytes, it.writes)).collect();
/// assert_eq!(all, [(41, 32..64, false), (42, 12..16, false), (40, 0..60, true)]);
/// ```
pub fn extents(
    target: &StreamTarget<'_>,
    inst: StreamInst,
    register_bytes: u32,
    declaration: &dyn Fn(u32) -> Option<Declaration>,
) -> Option<Vec<Extent>> {
    // Without its predicate all channels take part.
    let none = [
        ("predicate.word.id", OperandValue::Int(0)),
        ("predicate.word.invert", OperandValue::Int(0)),
    ];
    let inst = target.set_values(inst, &none).unwrap_or(inst);
    let prepared = target.prepare(inst, declaration).ok()?;
    let mut recorder = Recorder {
        tables: target.tables(),
        register_bytes,
        declaration,
        read: SortedMap::new(),
        written: SortedMap::new(),
    };
    let mut executor = Executor::new();
    let done = executor.run_prepared(target.tables(), &prepared, &mut recorder);
    done.ok()?;
    let listed = |all: SortedMap<u32, Range<u32>>, writes| {
        all.into_iter().map(move |(variable, bytes)| Extent {
            variable,
            bytes,
            writes,
        })
    };
    let read = listed(recorder.read, false);
    Some(read.chain(listed(recorder.written, true)).collect())
}

/// A machine that writes down which bytes of variables are accessed.
struct Recorder<'r> {
    tables: &'r Tables<'r>,
    register_bytes: u32,
    declaration: &'r dyn Fn(u32) -> Option<Declaration>,
    read: SortedMap<u32, Range<u32>>,
    written: SortedMap<u32, Range<u32>>,
}

impl Recorder<'_> {
    fn note(&mut self, access: Access, writes: bool) {
        let space = self.tables.spaces.get(usize::from(access.space));
        if space.is_none_or(|space| self.tables.text(space.name) != "variable") {
            return;
        }
        let (variable, first) = ((access.address >> 32) as u32, access.address as u32);
        // The variable 0 has no bytes of its own.
        if variable == 0 {
            return;
        }
        let last = first.saturating_add(access.bytes.into());
        let all = match writes {
            true => &mut self.written,
            false => &mut self.read,
        };
        let bytes = all.entry(variable).or_insert(first..last);
        *bytes = bytes.start.min(first)..bytes.end.max(last);
    }
}

impl Machine for Recorder<'_> {
    fn read(&mut self, _: RegisterPart, _: usize) -> u64 {
        0
    }

    fn write(&mut self, _: RegisterPart, _: usize, _: u64) {}

    fn read_state(&mut self, state: u16, _: u16) -> u64 {
        let row = self.tables.states.get(usize::from(state));
        match row.map_or("", |row| self.tables.text(row.name)) {
            "EM" => u32::MAX.into(),
            "GRF_BYTES" => self.register_bytes.into(),
            "GLOBAL_END" => u64::MAX,
            _ => 0,
        }
    }

    fn write_state(&mut self, _: u16, _: u16, _: u64) {}

    fn load(&mut self, access: Access) -> Result<u64, Fault> {
        self.note(access, false);
        Ok(0)
    }

    fn store(&mut self, access: Access, _: u64) -> Result<(), Fault> {
        self.note(access, true);
        Ok(())
    }

    fn element(&mut self, _: u32, _: [u32; 4]) -> u64 {
        0
    }

    fn declaration(&mut self, variable: u32) -> Option<Declaration> {
        (self.declaration)(variable)
    }

    fn buffer(&mut self, _: u32, _: u64) -> u64 {
        0
    }
}
