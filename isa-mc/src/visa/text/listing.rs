//! Object to text.

use core::fmt::{self, Display, Formatter, Write as _};

use super::assembler::assemble;
use super::attributes::{OUTPUT_PATH, TARGET, Value, value};
use super::cursor::push_string;
use super::known::{Known, Style};
use super::names::Given;
use super::words;
use crate::stream::{StreamInst, StreamTarget};
use crate::visa::object::{
    Attribute, Function, Input, InputKind, Kernel, LabelKind, Object, Routine, Strings, Version,
    first,
};
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
/// With [`Style::Names`] the text gives the same object, if a text can: where the order of
/// strings or labels is another one than the text's, lines with `.strings` and `.label` say
/// it. What no text says (compiled kernels, relocations) is left out, and a comment at the
/// end says that it is.
///
/// # Errors
///
/// [`ListError::Version`].
pub fn list(object: &Object, style: Style) -> Result<String, ListError> {
    let plain = whole(object, style, false)?;
    if style == Style::GenX || gives(&plain, object) {
        return Ok(plain);
    }
    let mut exact = whole(object, style, true)?;
    if !gives(&exact, object) {
        exact.push_str(
            "\n/// This text does not give the same object: something in it has no text.\n",
        );
    }
    Ok(exact)
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
    Listing::new(object, style, false)?.kernel(kernel, &mut out);
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
    Listing::new(object, style, false)?.function(function, &mut out);
    Ok(out)
}

fn first_line(version: Version) -> String {
    format!(".version {version}\n")
}

fn whole(object: &Object, style: Style, exact: bool) -> Result<String, ListError> {
    let listing = Listing::new(object, style, exact)?;
    let mut out = first_line(object.version);
    for kernel in &object.kernels {
        listing.kernel(kernel, &mut out);
    }
    for function in &object.functions {
        listing.function(function, &mut out);
    }
    Ok(out)
}

/// Whether a text gives the object.
fn gives(text: &str, object: &Object) -> bool {
    assemble(text, object.version).is_ok_and(|found| found == *object)
}

struct Listing<'o> {
    object: &'o Object,
    target: StreamTarget<'static>,
    style: Style,
    /// With the order of strings and labels.
    exact: bool,
}

impl<'o> Listing<'o> {
    fn new(object: &'o Object, style: Style, exact: bool) -> Result<Listing<'o>, ListError> {
        let version = object.version;
        let target = version.processor().and_then(visa::target);
        Ok(Listing {
            object,
            target: target.ok_or(ListError::Version(version))?,
            style,
            exact,
        })
    }

    fn kernel(&self, kernel: &Kernel, out: &mut String) {
        out.push_str(".kernel ");
        self.name(&kernel.routine, out);
        for function in &self.object.functions {
            out.push_str(".funcdecl ");
            push_string(out, &function.name);
            out.push('\n');
        }
        self.routine(&kernel.routine, &kernel.inputs, out);
    }

    fn function(&self, function: &Function, out: &mut String) {
        out.push_str(".global_function ");
        self.name(&function.routine, out);
        if self.style == Style::Names {
            let sizes = [
                ("linkage", function.linkage),
                ("input_size", function.input_size),
                ("return_size", function.return_size),
            ];
            for (name, value) in sizes {
                if value != 0 {
                    out.pop();
                    let _ = writeln!(out, " {name}={value}");
                }
            }
        }
        self.routine(&function.routine, &[], out);
    }

    fn name(&self, routine: &Routine, out: &mut String) {
        let name = routine.strings.get(routine.name).unwrap_or_default();
        let mut name = name.to_vec();
        if self.style == Style::GenX {
            for byte in &mut name {
                *byte = if *byte == b'.' { b' ' } else { *byte };
            }
        }
        push_string(out, &name);
        out.push('\n');
    }

    // ---- declarations ------------------------------------------------------------------

    fn routine(&self, routine: &Routine, inputs: &[Input], out: &mut String) {
        let known = Known::new(routine, self.style);
        let mut part = Part {
            routine,
            style: self.style,
            given: None,
        };
        if self.exact {
            strings(&routine.strings, out);
            let all: Vec<Vec<u8>> = routine.strings.iter().map(<[u8]>::to_vec).collect();
            let mut given = Given::new(&all);
            // Its own name is taken before all others.
            given.take(routine.strings.get(routine.name).unwrap_or_default());
            part.given = Some(given);
            part.labels(&known, out);
        }
        out.push_str("\n/// VISA Predefined Variables");
        for (number, name) in words::VARIABLES.iter().enumerate() {
            let _ = write!(out, "\n// .decl V{number} v_type=G v_name={name}");
        }
        for (number, name) in words::SURFACES.iter().enumerate() {
            let _ = write!(out, "\n// .decl T{number} v_type=T v_name={name}");
        }
        out.push('\n');
        part.variables(&known, out);
        for (row, name) in routine.addresses.iter().zip(&known.addresses) {
            part.state('A', (name, row.name, row.elements), &row.attributes, out);
        }
        for (row, name) in routine.predicates.iter().zip(&known.predicates) {
            part.state('P', (name, row.name, row.elements), &row.attributes, out);
        }
        for (row, name) in routine.samplers.iter().zip(&known.samplers) {
            part.state('S', (name, row.name, row.elements), &row.attributes, out);
        }
        for (row, name) in routine.surfaces.iter().zip(&known.surfaces) {
            part.state('T', (name, row.name, row.elements), &row.attributes, out);
        }
        for input in inputs {
            self.input(*input, &known, out);
        }
        part.attributes(out);
        if self.style == Style::Names {
            out.push('\n');
        }
        self.code(routine, &known, out);
    }

    fn input(&self, input: Input, known: &Known, out: &mut String) {
        match input.origin() {
            0 => out.push_str("\n.input "),
            origin => {
                let name = words::ORIGINS.get(usize::from(origin) - 1);
                let _ = match name {
                    Some(name) => write!(out, "\n.implicit_{name} "),
                    None => write!(out, "\n.implicit_UNDEFINED_{origin} "),
                };
            }
        }
        let row = |names: &'_ [String], first: u32| {
            let row = input.id.checked_sub(first)?;
            names.get(row as usize).cloned()
        };
        let (letter, name) = match input.kind() {
            InputKind::Sampler => ('S', row(&known.samplers, first::SAMPLER)),
            InputKind::Surface => ('T', row(&known.surfaces, first::SURFACE)),
            _ => ('V', Some(known.variable(input.id).to_owned())),
        };
        let name = name.filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| format!("{letter}{}", input.id));
        let _ = write!(out, "{name} offset={} size={}", input.offset, input.size);
    }

    // ---- code --------------------------------------------------------------------------

    fn code(&self, routine: &Routine, known: &Known, out: &mut String) {
        let mut rest = routine.code.as_slice();
        let mut number = 0_u64;
        while !rest.is_empty() {
            let inst = match self.target.decode(rest) {
                Ok(inst) => inst,
                Err(error) => {
                    let why = error.display(self.target.tables()).to_string();
                    data(rest, &why, out);
                    return;
                }
            };
            self.instruction(inst, number, routine, known, out);
            number += 1;
            rest = &rest[inst.bytes().len()..];
        }
    }

    fn instruction(
        &self,
        inst: StreamInst,
        number: u64,
        routine: &Routine,
        known: &Known,
        out: &mut String,
    ) {
        let bytes = inst.bytes();
        let from = out.len();
        let genx = self.style == Style::GenX;
        match *bytes {
            [0x30, low, high] => {
                let name = self.label_name(u16::from_le_bytes([low, high]), true, routine, known);
                if genx {
                    out.push_str("    ");
                }
                let _ = writeln!(out, "\n.function \"{name}\"\n\n{name}:");
                return;
            }
            [0x31, low, high] => {
                let name = self.label_name(u16::from_le_bytes([low, high]), false, routine, known);
                let _ = writeln!(out, "\n{name}:");
                return;
            }
            _ => {}
        }
        out.push_str("    ");
        let is_call = self.target.mnemonic(inst) == "call";
        known.mentioned.borrow_mut().clear();
        let printed = self.target.print_named(inst, syntax::VISA, known, out);
        if let Err(error) = printed {
            out.truncate(from);
            let why = error.display(self.target.tables()).to_string();
            return data(bytes, &why, out);
        }
        if is_call {
            self.call(from, routine, known, out);
        }
        // The places in the source have no number behind them.
        if !matches!(bytes.first(), Some(0x51 | 0x52)) {
            let columns = out.len() - from;
            out.extend(std::iter::repeat_n(' ', COLUMNS.saturating_sub(columns)));
            let _ = write!(out, " /// ${number}");
        }
        out.push('\n');
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

/// A kernel or function whose declarations are written.
struct Part<'r> {
    routine: &'r Routine,
    style: Style,
    /// The strings that whoever reads the text takes next, where it says all of them.
    given: Option<Given>,
}

impl Part<'_> {
    /// Whether the text must say the number of a string: another one of the same bytes would
    /// be taken.
    fn needs_number(&mut self, number: u32) -> bool {
        let Some(given) = &mut self.given else {
            return false;
        };
        let string = self.routine.strings.get(number).unwrap_or_default();
        if given.peek(string) != Some(number) {
            return true;
        }
        given.take(string);
        false
    }

    fn variables(&mut self, known: &Known, out: &mut String) {
        let routine = self.routine;
        for (row, name) in routine.variables.iter().zip(&known.variables) {
            let (element_type, _) = words::TYPES[usize::from(row.element_type())];
            let _ = write!(
                out,
                "\n.decl {name} v_type=G type={element_type} num_elts={}",
                row.elements
            );
            match words::ALIGNMENTS.get(usize::from(row.alignment())) {
                // That of bytes is not said; what has no word has no text.
                Some(&"byte") | None => {}
                Some(word) => {
                    let _ = write!(out, " align={word}");
                }
            }
            if row.alias != 0 {
                let alias = known.variable(row.alias);
                let _ = write!(out, " alias=<{alias}, {}>", row.alias_offset);
            }
            self.real_name(name, row.name, out);
            self.declared_attributes(&row.attributes, out);
        }
    }

    /// What is declared with a class and a number of elements.
    fn state(
        &mut self,
        class: char,
        (name, real_name, elements): (&str, u32, u16),
        attributes: &[Attribute],
        out: &mut String,
    ) {
        let _ = write!(out, "\n.decl {name} v_type={class} num_elts={elements}");
        let real = self.routine.strings.text(real_name);
        // The tools print it, and do not use it.
        if matches!(class, 'S' | 'T') && (self.style == Style::GenX || real == name) {
            let _ = write!(out, " v_name={real}");
        }
        self.real_name(name, real_name, out);
        self.declared_attributes(attributes, out);
    }

    /// The name in the object, where the text has another one.
    fn real_name(&mut self, name: &str, real_name: u32, out: &mut String) {
        if self.style == Style::GenX {
            return;
        }
        let real = self.routine.strings.get(real_name).unwrap_or_default();
        if self.needs_number(real_name) {
            let _ = write!(out, " v_name=#{real_name}");
        } else if real != name.as_bytes() {
            out.push_str(" v_name=");
            push_string(out, real);
        }
    }

    fn declared_attributes(&mut self, attributes: &[Attribute], out: &mut String) {
        for (number, attribute) in attributes.iter().enumerate() {
            out.push_str(if number == 0 { " attrs={" } else { ", " });
            self.attribute(attribute, out);
        }
        if !attributes.is_empty() {
            out.push('}');
        }
    }

    fn attributes(&mut self, out: &mut String) {
        let routine = self.routine;
        let genx = self.style == Style::GenX;
        let mut has_target = false;
        for attribute in &routine.attributes {
            let name = routine.strings.text(attribute.name);
            has_target |= name == TARGET;
            // The tools leave this one out, so that listings can be compared.
            if genx && name == OUTPUT_PATH {
                continue;
            }
            out.push_str("\n.kernel_attr ");
            self.attribute(attribute, out);
        }
        if genx && !has_target {
            let _ = write!(out, "\n.kernel_attr {TARGET}=\"3d\"");
        }
    }

    fn attribute(&mut self, attribute: &Attribute, out: &mut String) {
        let name = self.routine.strings.text(attribute.name);
        out.push_str(&name);
        if self.needs_number(attribute.name) {
            let _ = write!(out, "#{}", attribute.name);
        }
        let bytes = &attribute.value;
        let kind = value(&name).unwrap_or(Value::Number);
        let genx = self.style == Style::GenX;
        match (kind, bytes.as_slice()) {
            (Value::Text, []) => {}
            (Value::Text, text) => {
                out.push('=');
                push_string(out, text);
            }
            (Value::Flag, _) if genx => {}
            (Value::Flag | Value::Number, []) if !genx => {}
            (_, [0]) if name == TARGET => out.push_str("=\"cm\""),
            (_, [1]) if name == TARGET => out.push_str("=\"3d\""),
            (_, bytes) => {
                let number = signed(bytes);
                let _ = match (genx, bytes.len()) {
                    (true, _) if name == TARGET && number == 0 => write!(out, "=\"cm\""),
                    (true, _) if name == TARGET && number == 1 => write!(out, "=\"3d\""),
                    (false, 1) => write!(out, "={number}:ub"),
                    (false, 2) => write!(out, "={number}:uw"),
                    _ => write!(out, "={number}"),
                };
            }
        }
    }

    fn labels(&mut self, known: &Known, out: &mut String) {
        let routine = self.routine;
        for (label, name) in routine.labels.iter().zip(&known.labels) {
            let _ = write!(out, ".label {name}");
            if label.kind != 0 {
                let _ = write!(out, " kind={}", label.kind);
            }
            self.real_name(name, label.name, out);
            out.push('\n');
        }
    }
}

/// A number of up to eight bytes with a sign.
fn signed(bytes: &[u8]) -> i64 {
    let negative = bytes.last().is_some_and(|&last| last >= 0x80);
    let mut all = [if negative { 0xff } else { 0 }; 8];
    for (to, &from) in all.iter_mut().zip(bytes) {
        *to = from;
    }
    i64::from_le_bytes(all)
}

/// The pool, some strings a line.
fn strings(strings: &Strings, out: &mut String) {
    for (number, string) in strings.iter().enumerate() {
        out.push_str(if number % 8 == 0 { "\n.strings " } else { ", " });
        push_string(out, string);
    }
    out.push('\n');
}

/// Bytes that no text of instructions says.
fn data(bytes: &[u8], why: &str, out: &mut String) {
    let _ = writeln!(out, "    /// {why}");
    for line in bytes.chunks(16) {
        for (number, byte) in line.iter().enumerate() {
            out.push_str(if number == 0 { "    .byte " } else { ", " });
            let _ = write!(out, "{byte:#04x}");
        }
        out.push('\n');
    }
}
