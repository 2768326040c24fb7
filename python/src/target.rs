//! A processor: its instructions as text and as bytes.

use isa_mc::asm::Assembler;
use isa_mc::disasm::Disassembler;
use isa_mc::explain::{self, Detail, Explained, NotExplained};
use isa_mc::machines::{self, AnyTarget};
use isa_mc::object::Object;
use isa_mc::visa;
use isa_mc::{NoSymbols, NoSyntax, ParseError, SyntaxId, TargetMachine as _};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{Diagnostic, plain, raise};

/// An instruction as Python takes it: offset, bytes, text, mnemonic, operands by name.
type Decoded = (usize, Vec<u8>, String, String, Vec<(String, String)>);

/// A processor, as `isa_mc.Target` has it.
#[pyclass(frozen, module = "isa_mc._isa_mc")]
pub struct NativeTarget {
    target: AnyTarget,
    syntax: SyntaxId,
}

#[pymethods]
impl NativeTarget {
    #[new]
    fn new(py: Python<'_>, name: &str, features: &str, syntax: Option<&str>) -> PyResult<Self> {
        let target = machines::named(name).map_err(|error| plain(py, error))?;
        let target = machines::with_features(target, features).map_err(|error| plain(py, error))?;
        let machine = target.target();
        let syntax = match syntax {
            None => SyntaxId::default(),
            Some(name) => machine.syntax(name).ok_or_else(|| {
                let wrong = NoSyntax {
                    target: machine,
                    name,
                };
                plain(py, wrong)
            })?,
        };
        Ok(NativeTarget { target, syntax })
    }

    /// Name of the processor.
    fn name(&self) -> String {
        machines::name(&self.target)
    }

    /// Name of the architecture.
    fn architecture(&self) -> &'static str {
        let target = self.target.target();
        target.tables().text(target.arch().name)
    }

    /// An object file of a source, or its code alone.
    fn assemble<'py>(
        &self,
        py: Python<'py>,
        source: &str,
        name: &str,
        is_object: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let made = match self.target {
            AnyTarget::Words(target) => {
                py.detach(|| assemble(target, self.syntax, source, name, is_object))
            }
            AnyTarget::Streams(target) if source.contains(".version") => {
                py.detach(|| assemble_visa(target, source, name))
            }
            AnyTarget::Streams(target) => {
                py.detach(|| assemble(target, self.syntax, source, name, is_object))
            }
        };
        match made {
            Ok(bytes) => Ok(PyBytes::new(py, &bytes)),
            Err(Failed::Source(errors)) => Err(raise(py, "AssemblyError", (errors,))),
            Err(Failed::Whole(message)) => Err(plain(py, message)),
        }
    }

    /// The text of an object file, which assembles to it again.
    fn disassemble(&self, py: Python<'_>, data: &[u8]) -> PyResult<String> {
        let text = py.detach(|| match self.target {
            AnyTarget::Words(target) if data.starts_with(b"\x7fELF") => {
                let support =
                    machines::support(&target).ok_or("the machine has no object files")?;
                let disassembler = Disassembler::new(target, self.syntax, support);
                let read = disassembler.read(data).map_err(|error| error.to_string())?;
                let mut text = Vec::new();
                read.write_text(&mut text)
                    .map_err(|error| error.to_string())?;
                String::from_utf8(text).map_err(|error| error.to_string())
            }
            AnyTarget::Words(target) => Ok(lines(target, self.syntax, data)),
            AnyTarget::Streams(target) => match visa::object::Object::read(data) {
                Ok(object) => visa::text::list(&object, visa::text::Style::Names)
                    .map_err(|error| error.to_string()),
                Err(error) if visa::object::target(data).is_some() => Err(error.to_string()),
                Err(_) => Ok(lines(target, self.syntax, data)),
            },
        });
        text.map_err(|message: String| plain(py, message))
    }

    /// The instructions of code, one after the other.
    fn decode(&self, py: Python<'_>, code: &[u8]) -> PyResult<Vec<Decoded>> {
        let all = py.detach(|| match self.target {
            AnyTarget::Words(target) => decode(target, self.syntax, code),
            AnyTarget::Streams(target) => decode(target, self.syntax, code),
        });
        all.map_err(|(message, offset)| raise(py, "DecodeError", (message, offset)))
    }

    /// The instruction that a text is.
    fn parse(&self, py: Python<'_>, text: &str) -> PyResult<Decoded> {
        let parsed = match self.target {
            AnyTarget::Words(target) => parse(target, self.syntax, text),
            AnyTarget::Streams(target) => parse(target, self.syntax, text),
        };
        parsed.map_err(|(error, message)| statement(py, text, &error, message))
    }

    /// The explanation of a text or of bytes: all of it as text, mnemonic, bytes, pseudocode, and
    /// the fields with their bits, values and meanings.
    #[allow(clippy::type_complexity, reason = "it is unpacked in Python at once")]
    fn explain(
        &self,
        py: Python<'_>,
        text: Option<&str>,
        code: &[u8],
        full: bool,
    ) -> PyResult<(
        String,
        String,
        Vec<u8>,
        Option<String>,
        Vec<(String, String, u64, String)>,
    )> {
        let explanation = match text {
            Some(text) => explain::statement(&self.target, self.syntax, text),
            None => explain::bytes(&self.target, self.syntax, code),
        };
        let explanation = explanation.map_err(|error| match error {
            NotExplained::Statement { error, message } => {
                statement(py, text.unwrap_or_default(), &error, message)
            }
            NotExplained::Bytes { message, .. } => raise(py, "DecodeError", (message, 0)),
        })?;
        let detail = match full {
            true => Detail::Full,
            false => Detail::Folded,
        };
        let words = explanation.fields.iter().map(|field| {
            let meaning = field.meaning.clone();
            (field.name.to_string(), field.range(), field.value, meaning)
        });
        let pieces = explanation.pieces.iter().map(|piece| {
            let first = piece.offset as u32 * 8 + piece.low;
            let range = format!("{}:{first}", first + piece.bits.max(1) - 1);
            (
                piece.name.clone(),
                range,
                piece.value,
                piece.meaning.clone(),
            )
        });
        Ok((
            explanation.text(detail),
            explanation.mnemonic.to_string(),
            explanation.bytes.clone(),
            explanation.operation.as_ref().map(|it| it.body.clone()),
            words.chain(pieces).collect(),
        ))
    }
}

/// Why a source gives no bytes.
enum Failed {
    Source(Vec<Diagnostic>),
    Whole(String),
}

fn assemble<T: Explained>(
    target: T,
    syntax: SyntaxId,
    source: &str,
    name: &str,
    is_object: bool,
) -> Result<Vec<u8>, Failed> {
    let support = machines::support(&target.target());
    if is_object && support.is_none() {
        let machine = target.tables().name;
        let message = format!(
            "instructions of {machine} alone make no object file: use assemble(..., object=False)"
        );
        return Err(Failed::Whole(message));
    }
    let mut assembler = Assembler::new(target, syntax);
    if let Some(support) = support {
        assembler = assembler.machine(support);
    }
    if is_object {
        assembler = assembler.externals();
    }
    let assembly = assembler.assemble(name, source.as_bytes());
    let Some(object) = assembly.object() else {
        let errors = assembly.errors.iter().map(|error| {
            let file = assembly.texts.get(error.location);
            (
                file.map_or_else(String::new, |text| text.name.to_string()),
                assembly.texts.line(error.location),
                assembly.texts.column(error.location),
                error.code.as_str().to_string(),
                error.message.clone(),
            )
        });
        return Err(Failed::Source(errors.collect()));
    };
    match is_object {
        true => object
            .to_elf()
            .map_err(|error| Failed::Whole(error.to_string())),
        false => code_alone(object),
    }
}

/// The bytes of the only section that has some.
fn code_alone(object: &Object) -> Result<Vec<u8>, Failed> {
    if object.sections.iter().any(|it| !it.relocations.is_empty()) {
        let message = "bytes alone do not say what a linker fills in: assemble an object";
        return Err(Failed::Whole(message.to_string()));
    }
    let mut filled = object.sections.iter().filter(|section| section.size != 0);
    let code = filled
        .next()
        .map_or_else(Vec::new, |section| section.bytes.clone());
    match filled.next() {
        None => Ok(code),
        Some(other) => Err(Failed::Whole(format!(
            "bytes alone hold one section, and `{}` has some too: assemble an object",
            other.name
        ))),
    }
}

fn assemble_visa(
    target: isa_mc::StreamTarget<'static>,
    source: &str,
    name: &str,
) -> Result<Vec<u8>, Failed> {
    let arch = target.tables().text(target.target().arch().name);
    let mut versions = visa::object::Version::ALL.into_iter();
    let version = versions.find(|it| it.processor() == Some(arch));
    let version = version.unwrap_or(visa::object::Version::ALL[0]);
    match visa::text::assemble(source, version) {
        Ok(object) => object
            .write()
            .map_err(|error| Failed::Whole(error.to_string())),
        Err(errors) => Err(Failed::Source(
            errors
                .iter()
                .map(|error| {
                    let (line, column) = place(source, error.span.start);
                    let code = error.kind.code().to_string();
                    (name.to_string(), line, column, code, error.to_string())
                })
                .collect(),
        )),
    }
}

/// Line and column of a byte, from 1.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..at.min(text.len())];
    let lines = before.split(|byte| *byte == b'\n');
    let column = lines.clone().next_back().map_or(0, <[u8]>::len);
    (lines.count(), column + 1)
}

fn statement(py: Python<'_>, text: &str, error: &ParseError, message: String) -> PyErr {
    let (line, column) = place(text, error.span.start as usize);
    let end = error.span.end as usize - error.span.start as usize + column;
    raise(
        py,
        "StatementError",
        (message, text.to_string(), line, column, end),
    )
}

fn parse<T: Explained>(
    target: T,
    syntax: SyntaxId,
    text: &str,
) -> Result<Decoded, (ParseError, String)> {
    match target.parse_with(text, syntax, &NoSymbols) {
        Ok(parsed) => Ok(decoded(target, syntax, 0, parsed.inst)),
        Err(error) => {
            let message = error.display(target.target(), syntax, text).to_string();
            Err((error, message))
        }
    }
}

fn decoded<T: Explained>(target: T, syntax: SyntaxId, offset: usize, inst: T::Inst) -> Decoded {
    let mut room = T::buffer();
    let size = target.encode(inst, room.as_mut()).unwrap_or(0);
    let mut text = String::new();
    if target.print(inst, syntax, &mut text).is_err() {
        text.clear();
        // The nearest text there is; empty if there is none.
        let _ = target.print_reading(inst, syntax, &mut text);
    }
    let operands = target.operands(inst).into_iter();
    let operands = operands.map(|it| (it.name.to_string(), it.value));
    (
        offset,
        room.as_ref()[..size].to_vec(),
        text,
        target.mnemonic(inst).to_string(),
        operands.collect(),
    )
}

fn decode<T: Explained>(
    target: T,
    syntax: SyntaxId,
    code: &[u8],
) -> Result<Vec<Decoded>, (String, usize)> {
    let mut all = Vec::new();
    let mut at = 0;
    while at < code.len() {
        let inst = target.decode(&code[at..]);
        let inst = inst.map_err(|error| (error.display(target.tables()).to_string(), at))?;
        all.push(decoded(target, syntax, at, inst));
        at += target.size(inst).max(1);
    }
    Ok(all)
}

/// Code as lines; what is no instruction as data.
fn lines<T: Explained>(target: T, syntax: SyntaxId, code: &[u8]) -> String {
    let mut text = String::new();
    let step = usize::from(target.tables().word_bits / 8).max(1);
    let mut at = 0;
    while at < code.len() {
        let rest = &code[at..];
        let start = text.len();
        let size = match target.decode(rest) {
            Ok(inst) if target.print(inst, syntax, &mut text).is_ok() => target.size(inst),
            Ok(inst) => {
                text.truncate(start);
                target.size(inst)
            }
            Err(_) => step.min(rest.len()),
        };
        if text.len() == start {
            let bytes: Vec<String> = rest[..size]
                .iter()
                .map(|it| format!("0x{it:02x}"))
                .collect();
            text.push_str(".byte ");
            text.push_str(&bytes.join(", "));
        }
        text.push('\n');
        at += size.max(1);
    }
    text
}
