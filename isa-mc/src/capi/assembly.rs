//! Sources to objects.

use std::ffi::{c_char, c_int, c_void};
use std::{io, ptr};

use super::call::guard;
use super::memory;
use super::status::isa_mc_status::{
    ISA_MC_BAD_INDEX, ISA_MC_NO_OBJECTS, ISA_MC_SOURCE_ERRORS, ISA_MC_UNKNOWN_NAME,
};
use super::status::{Failure, ISA_MC_CODE_SIZE, characters, isa_mc_error, isa_mc_status};
use super::targets::{isa_mc_target, syntax};
use crate::asm::{Assembler, Assembly, Code, Error, Files, NoFiles, OriginKind, Texts};
use crate::machines::{self, AnyTarget, SourceError};
use crate::object::Location;
use crate::{SyntaxId, TargetMachine};

/// Reasons that are listed why a text is read.
const MAX_TRACE: usize = 8;

/// What became of a source: an object, and what was said of it. It belongs to whoever
/// got it from isa_mc_assemble, who frees it once with isa_mc_assembly_free. Everything
/// that it gives out is there until then. It never changes, so several threads may look
/// at it.
pub struct isa_mc_assembly {
    object: Vec<u8>,
    diagnostics: Vec<Diagnostic>,
    errors: usize,
}

// Threads may share it.
const _: fn() = || {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<isa_mc_assembly>();
};

/// A message, with its texts as C has them.
struct Diagnostic {
    severity: isa_mc_severity,
    code: &'static str,
    file: String,
    line: u64,
    column: u64,
    message: String,
}

/// How bad it is.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum isa_mc_severity {
    /// There is no object.
    ISA_MC_ERROR = 0,
    /// The source says so with `.warning`; nothing is changed by it.
    ISA_MC_WARNING = 1,
    /// Why the text of the message before is read: which macro or file.
    ISA_MC_NOTE = 2,
}

/// Something that is said of a source. Its texts belong to the assembly.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct isa_mc_diagnostic {
    /// How bad it is.
    pub severity: isa_mc_severity,
    /// The code of an error, as "A0105"; else "".
    pub code: [c_char; ISA_MC_CODE_SIZE],
    /// The file, or the macro, with a NUL behind it.
    pub file: *const c_char,
    /// Bytes of its name without the NUL.
    pub file_length: usize,
    /// The line, from 1.
    pub line: u64,
    /// The byte in the line, from 1.
    pub column: u64,
    /// The message in UTF-8, with a NUL behind it.
    pub message: *const c_char,
    /// Its bytes without the NUL.
    pub message_length: usize,
}

/// A file that is being asked for.
pub struct isa_mc_file {
    bytes: Option<Vec<u8>>,
}

/// Reads a file that a source includes: calls isa_mc_file_set with its contents and
/// returns 0, or returns anything else if there is no such file. `name` is UTF-8 with a
/// NUL behind it; it and `file` are there only during the call. It must not leave by
/// `longjmp` or an exception.
pub type isa_mc_file_callback = Option<
    unsafe extern "C" fn(
        user: *mut c_void,
        name: *const c_char,
        name_length: usize,
        file: *mut isa_mc_file,
    ) -> c_int,
>;

/// Files that a callback reads.
struct Asked {
    read: unsafe extern "C" fn(*mut c_void, *const c_char, usize, *mut isa_mc_file) -> c_int,
    user: *mut c_void,
}

impl Files for Asked {
    fn read(&self, name: &str) -> io::Result<(String, Vec<u8>)> {
        let mut file = isa_mc_file { bytes: None };
        let text = format!("{name}\0");
        // SAFETY: the caller of isa_mc_assemble promises a function of this type that
        // can be given `user`; name and file are there until it returns.
        let status =
            unsafe { (self.read)(self.user, text.as_ptr().cast(), name.len(), &raw mut file) };
        match (status, file.bytes) {
            (0, Some(bytes)) => Ok((name.to_string(), bytes)),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

impl isa_mc_assembly {
    /// A source that was read. The texts that its messages are about are not kept.
    fn new<I>(assembly: &Assembly<I>) -> isa_mc_assembly {
        let texts = &assembly.texts;
        let mut out = isa_mc_assembly {
            object: Vec::new(),
            diagnostics: Vec::new(),
            errors: assembly.errors.len(),
        };
        for error in &assembly.errors {
            out.say(
                isa_mc_severity::ISA_MC_ERROR,
                error.code.as_str(),
                error,
                texts,
            );
        }
        for warning in &assembly.warnings {
            out.say(isa_mc_severity::ISA_MC_WARNING, "", warning, texts);
        }
        match assembly.object().map(crate::object::Object::to_elf) {
            Some(Ok(bytes)) => out.object = bytes,
            Some(Err(error)) => {
                let (code, location) = (Code::Section.as_str(), Location::default());
                let error = error.to_string();
                out.push(isa_mc_severity::ISA_MC_ERROR, code, location, texts, error);
                out.errors += 1;
            }
            None => {}
        }
        out
    }

    /// A source in a machine's own language.
    fn of_source(
        name: &str,
        source: &[u8],
        made: Result<Vec<u8>, Vec<SourceError>>,
    ) -> isa_mc_assembly {
        let (object, wrong) = match made {
            Ok(object) => (object, Vec::new()),
            Err(wrong) => (Vec::new(), wrong),
        };
        let diagnostics = wrong.iter().map(|error| {
            let before = source.get(..error.span.start).unwrap_or(source);
            let line = before.split(|byte| *byte == b'\n').count();
            let start = before.iter().rposition(|byte| *byte == b'\n');
            Diagnostic {
                severity: isa_mc_severity::ISA_MC_ERROR,
                code: error.code,
                file: format!("{name}\0"),
                line: line as u64,
                column: (before.len() - start.map_or(0, |at| at + 1)) as u64 + 1,
                message: format!("{}\0", error.message),
            }
        });
        isa_mc_assembly {
            object,
            diagnostics: diagnostics.collect(),
            errors: wrong.len(),
        }
    }

    /// A message, and why its text is read.
    fn say(&mut self, severity: isa_mc_severity, code: &'static str, error: &Error, texts: &Texts) {
        self.push(severity, code, error.location, texts, error.message.clone());
        for (text, origin) in texts.trace(error.location).take(MAX_TRACE) {
            let message = match origin.kind {
                OriginKind::Include => format!("`{}` is included here", text.name),
                OriginKind::Macro => format!("the macro `{}` is expanded here", text.name),
                OriginKind::Repetition => format!("`{}` repeats here", text.name),
            };
            let note = isa_mc_severity::ISA_MC_NOTE;
            self.push(note, "", origin.location, texts, message);
        }
    }

    fn push(
        &mut self,
        severity: isa_mc_severity,
        code: &'static str,
        location: Location,
        texts: &Texts,
        mut message: String,
    ) {
        let mut file = texts
            .get(location)
            .map_or(String::new(), |text| text.name.to_string());
        file.push('\0');
        message.push('\0');
        self.diagnostics.push(Diagnostic {
            severity,
            code,
            file,
            line: texts.line(location) as u64,
            column: texts.column(location) as u64,
            message,
        });
    }
}

impl Diagnostic {
    fn view(&self) -> isa_mc_diagnostic {
        isa_mc_diagnostic {
            severity: self.severity,
            code: characters(self.code),
            file: self.file.as_ptr().cast(),
            file_length: self.file.len() - 1,
            line: self.line,
            column: self.column,
            message: self.message.as_ptr().cast(),
            message_length: self.message.len() - 1,
        }
    }
}

/// Reads a source with the machine's own part of the assembler.
fn assemble<T: TargetMachine<'static>>(
    target: T,
    syntax: SyntaxId,
    files: &dyn Files,
    definitions: &[(&str, i64)],
    name: &str,
    source: &[u8],
) -> Result<isa_mc_assembly, Failure> {
    let support = machines::support(&target.target()).ok_or_else(|| {
        let message = format!("{} has no object files", target.tables().name);
        Failure::new(ISA_MC_NO_OBJECTS, message)
    })?;
    let mut assembler = Assembler::new(target, syntax).machine(support);
    for (name, value) in definitions {
        assembler = assembler.define(name, *value);
    }
    let assembly = assembler.externals().files(files).assemble(name, source);
    Ok(isa_mc_assembly::new(&assembly))
}

/// A symbol that has a value from the start, as `--defsym NAME=VALUE` of an assembler.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct isa_mc_definition {
    /// Its name.
    pub name: *const c_char,
    /// Its bytes, or ISA_MC_TO_NUL.
    pub name_size: usize,
    /// Its value.
    pub value: i64,
}

/// Assembles a source to an object: an ELF file, or what files of the machine are (a vISA
/// object of a `.visaasm` file). `name` is what messages call it. `read` reads
/// the files that it includes; NULL if there are none. `user` is handed on to `read` and
/// not looked at.
///
/// `assembly` gets the result if the status is ISA_MC_OK or ISA_MC_SOURCE_ERRORS, and
/// the caller frees it; else it gets NULL. With ISA_MC_SOURCE_ERRORS it has no object,
/// but says what is wrong; `error` gets the first error.
///
/// The source needs to be no more than 4 GiB, and should be UTF-8: a line with bytes
/// that are not is an error of that line.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_assemble(
    target: isa_mc_target,
    syntax: u32,
    name: *const c_char,
    name_size: usize,
    source: *const c_char,
    source_size: usize,
    read: isa_mc_file_callback,
    user: *mut c_void,
    assembly: *mut *mut isa_mc_assembly,
    error: *mut isa_mc_error,
) -> isa_mc_status {
    // SAFETY: the caller's promise; there are no definitions.
    unsafe {
        isa_mc_assemble_with(
            target,
            syntax,
            name,
            name_size,
            source,
            source_size,
            ptr::null(),
            0,
            read,
            user,
            assembly,
            error,
        )
    }
}

/// As isa_mc_assemble, with symbols that have values from the start: `definition_count` of
/// them at `definitions`, which may be NULL if there are none. They are absolute symbols of
/// the object; the source cannot define them again. Of a name that stands there twice the
/// last value counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_assemble_with(
    target: isa_mc_target,
    syntax: u32,
    name: *const c_char,
    name_size: usize,
    source: *const c_char,
    source_size: usize,
    definitions: *const isa_mc_definition,
    definition_count: usize,
    read: isa_mc_file_callback,
    user: *mut c_void,
    assembly: *mut *mut isa_mc_assembly,
    error: *mut isa_mc_error,
) -> isa_mc_status {
    let body = || {
        // SAFETY: the caller's promise.
        unsafe { memory::put(assembly, "assembly", ptr::null_mut()) }?;
        // SAFETY: the caller's promise.
        let name = unsafe { memory::text(name, name_size, "name") }?;
        // SAFETY: the caller's promise.
        let source = unsafe { memory::bytes_or_to_nul(source, source_size, "source") }?;
        // SAFETY: the caller's promise.
        let given = unsafe { memory::all(definitions, definition_count, "definitions") }?;
        let mut definitions = Vec::with_capacity(given.len());
        for row in given {
            // SAFETY: the caller's promise.
            let name = unsafe { memory::text(row.name, row.name_size, "definitions") }?;
            if name.is_empty() {
                let message = "a symbol of `definitions` has no name";
                return Err(Failure::new(ISA_MC_UNKNOWN_NAME, message));
            }
            definitions.push((name, row.value));
        }
        let any = target.any()?;
        let syntax = self::syntax(&any, syntax)?;
        let asked = read.map(|read| Asked { read, user });
        let files: &dyn Files = match &asked {
            Some(asked) => asked,
            None => &NoFiles,
        };
        let result = match any {
            AnyTarget::Words(target) => {
                assemble(target, syntax, files, &definitions, name, source)?
            }
            AnyTarget::Streams(stream) => match machines::object_of_source(&any.target(), source) {
                Some(_) if !definitions.is_empty() => {
                    let message = "files of this machine have no symbols from outside";
                    return Err(Failure::new(ISA_MC_UNKNOWN_NAME, message));
                }
                Some(made) => isa_mc_assembly::of_source(name, source, made),
                None => assemble(stream, syntax, files, &definitions, name, source)?,
            },
        };
        let first = result.diagnostics.first().filter(|_| result.errors != 0);
        let failure = first.map(|first| Failure {
            code: first.code,
            ..Failure::new(
                ISA_MC_SOURCE_ERRORS,
                format!(
                    "{}:{}:{}: {}",
                    first.file.trim_end_matches('\0'),
                    first.line,
                    first.column,
                    first.message.trim_end_matches('\0')
                ),
            )
        });
        let result = Box::into_raw(Box::new(result));
        // SAFETY: the caller's promise; it was written to above.
        unsafe { memory::put(assembly, "assembly", result) }?;
        failure.map_or(Ok(()), Err)
    };
    // SAFETY: the caller's promise.
    unsafe { guard(error, body) }
}

/// Gives the contents of a file that isa_mc_file_callback was asked for. They are
/// copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_file_set(
    file: *mut isa_mc_file,
    bytes: *const u8,
    size: usize,
) -> isa_mc_status {
    let body = || {
        // SAFETY: the caller's promise.
        let file = unsafe { memory::get_mut(file, "file") }?;
        // SAFETY: the caller's promise.
        let bytes = unsafe { memory::bytes(bytes, size, "bytes") }?;
        file.bytes = Some(bytes.to_vec());
        Ok(())
    };
    // SAFETY: NULL.
    unsafe { guard(ptr::null_mut(), body) }
}

/// The object: an ELF file, or what files of the machine are. `bytes` gets NULL and `size` 0 if the source has errors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_assembly_object(
    assembly: *const isa_mc_assembly,
    bytes: *mut *const u8,
    size: *mut usize,
) -> isa_mc_status {
    let body = || {
        // SAFETY: the caller's promise.
        let assembly = unsafe { memory::get(assembly, "assembly") }?;
        let object = &assembly.object;
        let start = match object.is_empty() {
            true => ptr::null(),
            false => object.as_ptr(),
        };
        memory::check(size, "size")?;
        // SAFETY: the caller's promise.
        unsafe { memory::put(bytes, "bytes", start) }?;
        // SAFETY: the caller's promise.
        unsafe { memory::put(size, "size", object.len()) }
    };
    // SAFETY: NULL.
    unsafe { guard(ptr::null_mut(), body) }
}

/// How many messages there are, notes and warnings among them; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_assembly_diagnostic_count(
    assembly: *const isa_mc_assembly,
) -> usize {
    // SAFETY: the caller's promise.
    let assembly = unsafe { memory::get(assembly, "assembly") };
    assembly.map_or(0, |assembly| assembly.diagnostics.len())
}

/// The message of a number, from 0: errors in the order in which they were found, then
/// warnings, each followed by its notes.
///
/// ISA_MC_BAD_INDEX if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_assembly_diagnostic(
    assembly: *const isa_mc_assembly,
    index: usize,
    diagnostic: *mut isa_mc_diagnostic,
) -> isa_mc_status {
    let body = || {
        // SAFETY: the caller's promise.
        let assembly = unsafe { memory::get(assembly, "assembly") }?;
        let found = assembly.diagnostics.get(index).ok_or_else(|| {
            let message = format!("there is no message of number {index}");
            Failure::new(ISA_MC_BAD_INDEX, message)
        })?;
        // SAFETY: the caller's promise.
        unsafe { memory::put(diagnostic, "diagnostic", found.view()) }
    };
    // SAFETY: NULL.
    unsafe { guard(ptr::null_mut(), body) }
}

/// Frees an assembly and all that it gave out. NULL is nothing to free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_assembly_free(assembly: *mut isa_mc_assembly) {
    let body = || {
        if !assembly.is_null() {
            memory::check(assembly, "assembly")?;
            // SAFETY: the caller promises that isa_mc_assemble gave it, and that it was
            // not freed.
            drop(unsafe { Box::from_raw(assembly) });
        }
        Ok(())
    };
    // SAFETY: NULL.
    unsafe { guard(ptr::null_mut(), body) };
}
