//! Object to text.

use core::fmt::{self, Display, Formatter, Write as _};

use super::assembler::{assemble, declared};
use super::cursor::push_string;
use super::declarations::Reading;
use super::known::{Known, Style};
use super::part::{Part, binaries, bytes_line, file_variable, relocations};
use super::words;
use crate::PrintError;
use crate::stream::{StreamInst, StreamTarget};
use crate::visa::object::{Function, Input, Kernel, LabelKind, Object, Routine, Version, first};
use crate::visa::{self, syntax};

/// Columns that an instruction takes before the comment with its number.
const COLUMNS: usize = 80;

/// Why there is no listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListError {
    /// The version is none of 3.0 to 4.1.
    Version(Version),
    /// There is no kernel or function of that number.
    NoRoutine(usize),
}

impl Display for ListError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ListError::Version(version) => write!(f, "version {version} is unknown"),
            ListError::NoRoutine(number) => write!(f, "there is no kernel or function {number}"),
        }
    }
}

impl core::error::Error for ListError {}

/// The text of an object: its kernels, then its functions.
///
/// With [`Style::Names`] the text gives the same object: where the order of strings or labels
/// is another one than the text's, lines with `.strings` and `.label` say it, and bytes that
/// no instruction's text gives are those of a `.byte`.
///
/// # Errors
///
/// [`ListError::Version`].
pub fn list(object: &Object, style: Style) -> Result<String, ListError> {
    listed(object, style, false)
}

/// The text of [`list`] with [`Style::Names`], in which a comment behind each instruction and
/// label has its place, in bytes from the first one of its kernel, and its bytes.
///
/// # Errors
///
/// [`ListError::Version`].
pub fn list_with_bytes(object: &Object) -> Result<String, ListError> {
    listed(object, Style::Names, true)
}

fn listed(object: &Object, style: Style, bytes: bool) -> Result<String, ListError> {
    let mut listing = Listing::new(object, style)?;
    listing.bytes = bytes;
    let plain = listing.whole();
    if style == Style::GenX || gives(&plain, object) {
        return Ok(plain);
    }
    listing.exact = true;
    Ok(listing.whole())
}

/// The text of one kernel, as `GenX_IR` writes a file of each.
///
/// # Errors
///
/// [`ListError`].
pub fn list_kernel(object: &Object, number: usize, style: Style) -> Result<String, ListError> {
    let kernel = object.kernels.get(number);
    let kernel = kernel.ok_or(ListError::NoRoutine(number))?;
    let mut out = first_line(object.version);
    Listing::new(object, style)?.kernel(kernel, &mut out);
    Ok(out)
}

/// The text of one function, as `GenX_IR` writes a file of each.
///
/// # Errors
///
/// [`ListError`].
pub fn list_function(object: &Object, number: usize, style: Style) -> Result<String, ListError> {
    let function = object.functions.get(number);
    let function = function.ok_or(ListError::NoRoutine(number))?;
    let mut out = first_line(object.version);
    Listing::new(object, style)?.function(function, &mut out);
    Ok(out)
}

/// A statement of a routine: an instruction, or the place of a label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedStatement {
    /// The first of its bytes in the routine's code.
    pub offset: usize,
    /// How many bytes it has.
    pub size: usize,
    /// Its text, as a listing has it: `again:` for a label.
    pub text: String,
}

/// What the declared things of a routine are called in its statements, in the order in which
/// they are declared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeclaredNames {
    /// Those of variables.
    pub variables: Vec<String>,
    /// The types of the elements of variables, as `ud`.
    pub types: Vec<&'static str>,
    /// Those of addresses.
    pub addresses: Vec<String>,
    /// Those of predicates.
    pub predicates: Vec<String>,
}

impl DeclaredNames {
    /// What a variable is called, by its number, those included that nobody declares.
    pub fn variable(&self, number: u32) -> Option<&str> {
        match number.checked_sub(first::VARIABLE) {
            Some(row) => self.variables.get(row as usize).map(String::as_str),
            None => words::VARIABLES.get(number as usize).copied(),
        }
    }

    /// What a variable of addresses is called, by its number.
    pub fn address(&self, number: u32) -> Option<&str> {
        let row = number.checked_sub(first::ADDRESS)?;
        self.addresses.get(row as usize).map(String::as_str)
    }

    /// What a predicate is called, by its number.
    pub fn predicate(&self, number: u32) -> Option<&str> {
        let row = number.checked_sub(first::PREDICATE)?;
        self.predicates.get(row as usize).map(String::as_str)
    }
}

/// A routine of an object statement by statement, and the names in it. It ends before bytes
/// that are no instruction.
///
/// # Errors
///
/// [`ListError::Version`].
pub fn list_statements(
    object: &Object,
    routine: &Routine,
) -> Result<(Vec<ListedStatement>, DeclaredNames), ListError> {
    let style = Style::Names;
    let listing = Listing::new(object, style)?;
    let known = Known::new(routine, style);
    let mut all = Vec::new();
    let mut offset = 0;
    while let Some(rest) = routine.code.get(offset..)
        && let Ok(inst) = listing.target.decode(rest)
    {
        let size = inst.bytes().len();
        let mut text = String::new();
        if let Some((name, _)) = listing.label(inst, routine, &known) {
            text = name + ":";
        } else if let Err(error) = listing.statement(inst, routine, &known, &mut text) {
            text = error.display(listing.target.tables()).to_string();
        }
        all.push(ListedStatement { offset, size, text });
        offset += size;
    }
    let rows = routine.variables.iter();
    let names = DeclaredNames {
        types: rows
            .map(|row| words::TYPES[usize::from(row.element_type())].0)
            .collect(),
        variables: known.variables,
        addresses: known.addresses,
        predicates: known.predicates,
    };
    Ok((all, names))
}

fn first_line(version: Version) -> String {
    format!(".version {version}\n")
}

/// Whether a text gives the object.
fn gives(text: &str, object: &Object) -> bool {
    assemble(text, object.version).is_ok_and(|found| found == *object)
}

/// An instruction of a listing.
struct Instruction {
    inst: StreamInst,
    /// How many stand before it, labels included.
    number: u64,
    /// Bytes from the first one of the kernel.
    place: usize,
}

/// What shows that the text of an instruction gives its bytes.
struct Proof {
    /// What has read the declarations; `None` if they cannot be read, and nothing is proved.
    reading: Option<Reading>,
    /// The labels that stand somewhere.
    placed: Vec<bool>,
}

impl Proof {
    /// Whether a label may be placed here.
    fn label(&mut self, routine: &Routine, id: u16, is_subroutine: bool) -> bool {
        let row = usize::from(id);
        let (Some(label), Some(placed)) = (routine.labels.get(row), self.placed.get_mut(row))
        else {
            return false;
        };
        let is_kind = (label.kind() != LabelKind::Block) == is_subroutine;
        is_kind && !std::mem::replace(placed, true)
    }

    /// Whether an instruction is read as these bytes.
    fn instruction(&mut self, target: StreamTarget<'static>, text: &str, bytes: &[u8]) -> bool {
        let reading = self.reading.as_mut();
        reading.is_some_and(|reading| reading.gives(target, text.trim(), bytes))
    }
}

struct Listing<'o> {
    object: &'o Object,
    target: StreamTarget<'static>,
    style: Style,
    /// With the order of strings and labels.
    exact: bool,
    /// With the places and bytes of instructions.
    bytes: bool,
}

impl<'o> Listing<'o> {
    fn new(object: &'o Object, style: Style) -> Result<Listing<'o>, ListError> {
        let version = object.version;
        let target = version.processor().and_then(visa::target);
        Ok(Listing {
            object,
            target: target.ok_or(ListError::Version(version))?,
            style,
            exact: false,
            bytes: false,
        })
    }

    fn whole(&self) -> String {
        let mut out = first_line(self.object.version);
        if self.style == Style::Names {
            let variables = self.object.variables.iter();
            variables.for_each(|variable| file_variable(variable, &mut out));
        }
        for kernel in &self.object.kernels {
            self.kernel(kernel, &mut out);
        }
        for function in &self.object.functions {
            self.function(function, &mut out);
        }
        out
    }

    fn kernel(&self, kernel: &Kernel, out: &mut String) {
        let from = out.len();
        let mut part = Part::new(&kernel.routine, self.style, self.exact);
        out.push_str(".kernel ");
        part.own_name(&kernel.name, out);
        out.push('\n');
        part.strings(out);
        for function in &self.object.functions {
            out.push_str(".funcdecl ");
            push_string(out, &function.name);
            out.push('\n');
        }
        if self.style == Style::Names {
            relocations("variable", &kernel.variable_relocations, out);
            relocations("function", &kernel.function_relocations, out);
            binaries(&kernel.binaries, out);
        }
        self.routine(part, &kernel.inputs, from, out);
    }

    fn function(&self, function: &Function, out: &mut String) {
        let from = out.len();
        let mut part = Part::new(&function.routine, self.style, self.exact);
        out.push_str(".global_function ");
        part.own_name(&function.name, out);
        if self.style == Style::Names {
            let sizes = [
                ("linkage", function.linkage),
                ("input_size", function.input_size),
                ("return_size", function.return_size),
            ];
            for (name, value) in sizes {
                if value != 0 {
                    let _ = write!(out, " {name}={value}");
                }
            }
            if function.is_elsewhere() {
                out.push_str(" elsewhere");
            }
        }
        out.push('\n');
        part.strings(out);
        if self.style == Style::Names {
            relocations("variable", &function.variable_relocations, out);
            relocations("function", &function.function_relocations, out);
        }
        if self.style == Style::GenX || !function.is_elsewhere() {
            self.routine(part, &[], from, out);
        }
    }

    /// What a kernel or function declares, and its instructions. Its text begins at byte
    /// `from`.
    fn routine(&self, mut part: Part<'_>, inputs: &[Input], from: usize, out: &mut String) {
        let routine = part.routine;
        let known = Known::new(routine, self.style);
        part.declarations(&known, inputs, out);
        let mut proof = None;
        if self.style == Style::Names {
            out.push('\n');
        }
        if self.exact {
            let text = first_line(self.object.version) + &out[from..];
            proof = Some(Proof {
                reading: declared(&text, self.object.version),
                placed: vec![false; routine.labels.len()],
            });
        }
        self.code(routine, &known, proof, out);
    }

    // ---- code --------------------------------------------------------------------------

    fn code(&self, routine: &Routine, known: &Known, mut proof: Option<Proof>, out: &mut String) {
        let mut rest = routine.code.as_slice();
        let mut number = 0_u64;
        let mut place = 0;
        while !rest.is_empty() {
            let inst = match self.target.decode(rest) {
                Ok(inst) => inst,
                Err(error) => {
                    let why = error.display(self.target.tables()).to_string();
                    data(rest, &why, out);
                    return;
                }
            };
            let at = Instruction {
                inst,
                number,
                place,
            };
            self.instruction(&at, (routine, known), proof.as_mut(), out);
            number += 1;
            place += inst.bytes().len();
            rest = &rest[inst.bytes().len()..];
        }
    }

    fn instruction(
        &self,
        at: &Instruction,
        (routine, known): (&Routine, &Known),
        mut proof: Option<&mut Proof>,
        out: &mut String,
    ) {
        let Instruction {
            inst,
            number,
            place,
        } = *at;
        let bytes = inst.bytes();
        let from = out.len();
        if let ([opcode @ (0x30 | 0x31), low, high], Some(proof)) = (bytes, &mut proof) {
            let id = u16::from_le_bytes([*low, *high]);
            if !proof.label(routine, id, *opcode == 0x30) {
                return data(bytes, "a label that is none of this kind, or twice", out);
            }
        }
        let genx = self.style == Style::GenX;
        if let Some((name, is_subroutine)) = self.label(inst, routine, known) {
            if is_subroutine && genx {
                out.push_str("    ");
            }
            let _ = match is_subroutine {
                true => write!(out, "\n.function \"{name}\"\n\n{name}:"),
                false => write!(out, "\n{name}:"),
            };
            return self.end(from, place, bytes, out);
        }
        out.push_str("    ");
        if let Err(error) = self.statement(inst, routine, known, out) {
            out.truncate(from);
            let why = error.display(self.target.tables()).to_string();
            return data(bytes, &why, out);
        }
        if let Some(proof) = proof
            && !proof.instruction(self.target, &out[from..], bytes)
        {
            let why = format!(
                "{}: what this is read as has other bytes",
                out[from..].trim()
            );
            out.truncate(from);
            return data(bytes, &why, out);
        }
        // The places in the source have no number behind them.
        if !matches!(bytes.first(), Some(0x51 | 0x52)) {
            let blanks = COLUMNS.saturating_sub(out.len() - from);
            let _ = write!(out, "{:blanks$} /// ${number}", "");
        }
        self.end(from, place, bytes, out);
    }

    /// The end of the line of what begins at byte `from` of the text.
    fn end(&self, from: usize, place: usize, bytes: &[u8], out: &mut String) {
        if self.bytes {
            let end = memchr::memrchr(b'\n', &out.as_bytes()[from..]);
            let line = end.map_or(from, |end| from + end + 1);
            let blanks = COLUMNS.saturating_sub(out.len() - line);
            let _ = write!(out, "{:blanks$} // {place:#06x}:", "");
            for byte in bytes {
                let _ = write!(out, " {byte:02x}");
            }
        }
        out.push('\n');
    }

    /// The text of an instruction that is no place of a label.
    fn statement(
        &self,
        inst: StreamInst,
        routine: &Routine,
        known: &Known,
        out: &mut String,
    ) -> Result<(), PrintError> {
        let from = out.len();
        known.mentioned.borrow_mut().clear();
        self.target.print_named(inst, syntax::VISA, known, out)?;
        if self.target.mnemonic(inst) == "call" {
            self.call(from, routine, known, out);
        }
        Ok(())
    }

    /// The name of the label whose place an instruction is, and whether it is a subroutine's.
    fn label(&self, inst: StreamInst, routine: &Routine, known: &Known) -> Option<(String, bool)> {
        let (is_subroutine, id) = match *inst.bytes() {
            [0x30, low, high] => (true, u16::from_le_bytes([low, high])),
            [0x31, low, high] => (false, u16::from_le_bytes([low, high])),
            _ => return None,
        };
        let name = self.label_name(id, is_subroutine, routine, known);
        Some((name, is_subroutine))
    }

    /// The name of a label where it is.
    fn label_name(&self, id: u16, is_place: bool, routine: &Routine, known: &Known) -> String {
        let Some(name) = known.labels.get(usize::from(id)) else {
            return format!("L{id}");
        };
        let is_subroutine = routine.labels[usize::from(id)].kind() != LabelKind::Block;
        match self.style == Style::GenX && is_subroutine && is_place {
            true => format!("{name}_{id}"),
            false => name.clone(),
        }
    }

    /// Calls of other kernels have another mnemonic; the tools write the label's number.
    fn call(&self, from: usize, routine: &Routine, known: &Known, out: &mut String) {
        let id = known.mentioned.borrow().last().copied();
        let label = id.and_then(|id| routine.labels.get(usize::try_from(id).ok()?));
        let (Some(id), Some(label)) = (id, label) else {
            return;
        };
        if label.kind() == LabelKind::Composed
            && let Some(at) = out[from..].find("call (")
        {
            out.insert_str(from + at, "fc");
        }
        if self.style == Style::GenX {
            let _ = write!(out, "_{id}");
        }
    }
}

/// Bytes that no text of instructions says.
fn data(bytes: &[u8], why: &str, out: &mut String) {
    let _ = writeln!(out, "    /// {why}");
    for line in bytes.chunks(16) {
        bytes_line("    .byte", line, out);
    }
}
