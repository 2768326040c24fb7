//! How frames of callers are found: `.cfi_…`

use std::fmt::Write as _;

use isa_dsl::suggest::nearest;

use super::super::arguments::Arguments;
use super::super::error::{Code, Error, Fault};
use super::super::reading::{Reading, Statement};
use crate::object::{FrameError, FrameRule, SymbolId};
use crate::parse;

/// Every directive of frames.
const NAMES: [&str; 24] = [
    ".cfi_adjust_cfa_offset",
    ".cfi_def_cfa",
    ".cfi_def_cfa_offset",
    ".cfi_def_cfa_register",
    ".cfi_endproc",
    ".cfi_escape",
    ".cfi_label",
    ".cfi_llvm_def_aspace_cfa",
    ".cfi_lsda",
    ".cfi_offset",
    ".cfi_personality",
    ".cfi_register",
    ".cfi_rel_offset",
    ".cfi_remember_state",
    ".cfi_restore",
    ".cfi_restore_state",
    ".cfi_return_column",
    ".cfi_same_value",
    ".cfi_sections",
    ".cfi_signal_frame",
    ".cfi_startproc",
    ".cfi_undefined",
    ".cfi_val_offset",
    ".cfi_window_save",
];

/// No symbol (`DW_EH_PE_omit`).
const OMITTED: i64 = 0xff;

impl Reading<'_, '_, '_> {
    /// A directive whose name begins with `.cfi_`.
    pub(super) fn frame_directive(
        &mut self,
        name: &str,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let span = 0..statement.text.len();
        if self.builder.format.debug.is_none() {
            let message = "the machine's files have no debug information";
            return Err(Fault::new(Code::Debug, span, message));
        }
        self.builder.location = statement.whole();
        let rule = match name {
            ".cfi_sections" => return self.frame_sections(statement, arguments),
            ".cfi_startproc" => return self.begin_frame(statement, arguments),
            ".cfi_endproc" => {
                arguments.end()?;
                let ended = self.builder.end_frame();
                ended.map_err(|error| frame_fault(statement, error))?;
                self.write(|_, _| format!("\t{name}"));
                return Ok(());
            }
            ".cfi_personality" | ".cfi_lsda" => {
                return self.frame_pointer(name, statement, arguments);
            }
            ".cfi_signal_frame" => {
                arguments.end()?;
                let frame = self.builder.debug.frames.current();
                frame
                    .map_err(|error| frame_fault(statement, error))?
                    .is_signal = true;
                self.write(|_, _| format!("\t{name}"));
                return Ok(());
            }
            ".cfi_return_column" => {
                let register = self.frame_register(statement, arguments)?;
                arguments.end()?;
                let frame = self.builder.debug.frames.current();
                let frame = frame.map_err(|error| frame_fault(statement, error))?;
                frame.return_register = Some(register);
                self.write(|_, _| format!("\t{name} {register}"));
                return Ok(());
            }
            _ => self.frame_rule(name, statement, arguments)?,
        };
        arguments.end()?;
        self.texts.keep(statement.whole());
        let written = self
            .writer
            .is_some()
            .then(|| self.written_rule(name, &rule));
        let added = self.builder.frame_rule(rule);
        added.map_err(|error| frame_fault(statement, error))?;
        if let Some(line) = written {
            self.write(|_, _| line);
            if name == ".cfi_escape" {
                self.write_end_later();
            }
        }
        Ok(())
    }

    /// A rule as it is written again: registers are numbers.
    fn written_rule(&self, name: &str, rule: &FrameRule) -> String {
        let mut line = format!("\t{name}");
        // A string takes everything.
        let _ = match rule {
            FrameRule::DefineCfa { register, offset }
            | FrameRule::Offset { register, offset }
            | FrameRule::RelativeOffset { register, offset }
            | FrameRule::ValueOffset { register, offset } => {
                write!(line, " {register}, {offset}")
            }
            FrameRule::DefineCfaInSpace {
                register,
                offset,
                space,
            } => write!(line, " {register}, {offset}, {space}"),
            FrameRule::Register { register, saved_in } => write!(line, " {register}, {saved_in}"),
            FrameRule::DefineCfaOffset(number) | FrameRule::AdjustCfaOffset(number) => {
                write!(line, " {number}")
            }
            FrameRule::DefineCfaRegister(register)
            | FrameRule::Undefined(register)
            | FrameRule::SameValue(register)
            | FrameRule::Restore(register) => write!(line, " {register}"),
            FrameRule::RememberState | FrameRule::RestoreState | FrameRule::WindowSave => Ok(()),
            FrameRule::Escape(bytes) => {
                let bytes: Vec<String> = bytes.iter().map(|it| format!("0x{it:02x}")).collect();
                write!(line, " {}", bytes.join(", "))
            }
            FrameRule::Label(symbol) => {
                line.push(' ');
                if let Some(writer) = &self.writer {
                    writer.symbol(&self.builder, *symbol, &mut line);
                }
                Ok(())
            }
        };
        line
    }

    /// A directive that says how something is found from here on.
    fn frame_rule(
        &mut self,
        name: &str,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<FrameRule, Fault> {
        Ok(match name {
            ".cfi_def_cfa" => {
                let (register, offset) = self.register_and_offset(statement, arguments)?;
                FrameRule::DefineCfa { register, offset }
            }
            ".cfi_def_cfa_register" => {
                FrameRule::DefineCfaRegister(self.frame_register(statement, arguments)?)
            }
            ".cfi_def_cfa_offset" => {
                FrameRule::DefineCfaOffset(self.frame_offset(statement, arguments)?)
            }
            ".cfi_adjust_cfa_offset" => {
                FrameRule::AdjustCfaOffset(self.frame_offset(statement, arguments)?)
            }
            ".cfi_llvm_def_aspace_cfa" => {
                let (register, offset) = self.register_and_offset(statement, arguments)?;
                arguments.comma()?;
                let start = arguments.at();
                let number = self.frame_offset(statement, arguments)?;
                let space = u32::try_from(number).map_err(|_| {
                    let message = format!("{number} is no number of an address space");
                    Fault::new(Code::Range, start..arguments.at(), message)
                })?;
                FrameRule::DefineCfaInSpace {
                    register,
                    offset,
                    space,
                }
            }
            ".cfi_offset" => {
                let (register, offset) = self.register_and_offset(statement, arguments)?;
                FrameRule::Offset { register, offset }
            }
            ".cfi_rel_offset" => {
                let (register, offset) = self.register_and_offset(statement, arguments)?;
                FrameRule::RelativeOffset { register, offset }
            }
            ".cfi_val_offset" => {
                let (register, offset) = self.register_and_offset(statement, arguments)?;
                FrameRule::ValueOffset { register, offset }
            }
            ".cfi_register" => {
                let register = self.frame_register(statement, arguments)?;
                arguments.comma()?;
                let saved_in = self.frame_register(statement, arguments)?;
                FrameRule::Register { register, saved_in }
            }
            ".cfi_undefined" => FrameRule::Undefined(self.frame_register(statement, arguments)?),
            ".cfi_same_value" => FrameRule::SameValue(self.frame_register(statement, arguments)?),
            ".cfi_restore" => FrameRule::Restore(self.frame_register(statement, arguments)?),
            ".cfi_remember_state" => FrameRule::RememberState,
            ".cfi_restore_state" => FrameRule::RestoreState,
            ".cfi_window_save" => FrameRule::WindowSave,
            ".cfi_escape" => {
                let mut bytes = Vec::new();
                loop {
                    // Of each value its lowest byte, as LLVM has it.
                    bytes.push(self.frame_offset(statement, arguments)? as u8);
                    if !arguments.another()? {
                        break;
                    }
                }
                FrameRule::Escape(bytes)
            }
            ".cfi_label" => FrameRule::Label(self.generated_symbol(statement, arguments)?),
            _ => return Err(no_such_directive(name)),
        })
    }

    fn frame_offset(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<i64, Fault> {
        arguments.number(&mut self.scope(statement.whole()))
    }

    fn register_and_offset(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(u32, i64), Fault> {
        let register = self.frame_register(statement, arguments)?;
        arguments.comma()?;
        Ok((register, self.frame_offset(statement, arguments)?))
    }

    /// A register by its name, or by its number in DWARF.
    fn frame_register(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<u32, Fault> {
        let start = arguments.at();
        if arguments.peek().is_ascii_digit() {
            let number = arguments.number(&mut self.scope(statement.whole()))?;
            return u32::try_from(number).map_err(|_| {
                let message = format!("{number} is no number of a register: 0 to {}", u32::MAX);
                Fault::new(Code::Range, start..arguments.at(), message)
            });
        }
        let word = arguments.word();
        let fault = |message: String| {
            let span = start..start + word.len();
            Err(Fault::new(Code::BadRegister, span, message))
        };
        if word.is_empty() {
            return fault("expected a register, or its number in DWARF".to_owned());
        }
        let register = parse::register(&self.target, word, self.settings.syntax);
        let is_register = register.is_some();
        if let (Some(register), Some(dialect)) = (register, &mut self.dialect) {
            dialect.register(register, &mut self.builder);
        }
        let debug = self.builder.format.debug;
        let number = debug.and_then(|debug| (debug.register)(word));
        // A register of the machine that instructions do not name has its number, too.
        let is_one_of_many = word.ends_with(|it: char| it.is_ascii_digit() || it == ']');
        match number {
            Some(number) if is_register || !is_one_of_many => Ok(number),
            _ if is_register => fault(format!(
                "`{word}` has no number in DWARF: only single registers have one"
            )),
            _ => fault(format!("`{word}` is no register of this processor")),
        }
    }

    /// `.cfi_sections .eh_frame, .debug_frame`
    fn frame_sections(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let (mut eh, mut debug) = (false, false);
        while !arguments.is_at_end() {
            let start = arguments.at();
            if arguments.peek().is_ascii_digit() {
                return Err(arguments.expected(".eh_frame or .debug_frame"));
            }
            match arguments.name()? {
                ".eh_frame" => eh = true,
                ".debug_frame" => debug = true,
                name => {
                    // LLVM takes any name, and writes nothing for it.
                    let location = statement.location(start..start + name.len());
                    self.texts.keep(location);
                    let message =
                        format!("frames are not described in `{name}`: .eh_frame, .debug_frame");
                    self.warnings
                        .push(Error::new(Code::Debug, location, message));
                }
            }
            if !arguments.another()? {
                break;
            }
        }
        self.builder.frame_sections(eh, debug);
        self.write(|_, _| {
            let mut line = "\t.cfi_sections ".to_string();
            line.push_str(match (eh, debug) {
                (true, true) => ".eh_frame, .debug_frame",
                (true, false) => ".eh_frame",
                (false, true) => ".debug_frame",
                (false, false) => "",
            });
            line
        });
        Ok(())
    }

    /// `.cfi_startproc`, and behind it perhaps `simple`
    fn begin_frame(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let start = arguments.at();
        let word = arguments.word();
        if !matches!(word, "" | "simple") {
            let message = format!("expected nothing or `simple`, found `{word}`");
            let span = start..start + word.len();
            return Err(Fault::new(Code::BadArguments, span, message));
        }
        arguments.end()?;
        let (place, location) = (self.builder.here(), statement.whole());
        self.texts.keep(location);
        let section = self.builder.whole(place.section);
        let frames = &mut self.builder.debug.frames;
        let begun = frames.begin(section, place, word == "simple", location);
        begun.map_err(|error| frame_fault(statement, error))?;
        self.write(|_, _| match word {
            "simple" => "\t.cfi_startproc simple".to_string(),
            _ => "\t.cfi_startproc".to_string(),
        });
        Ok(())
    }

    /// `.cfi_personality ENCODING, SYMBOL`, `.cfi_lsda`
    fn frame_pointer(
        &mut self,
        name: &str,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let start = arguments.at();
        let encoding = self.frame_offset(statement, arguments)?;
        if encoding == OMITTED {
            return Ok(());
        }
        let span = start..arguments.at();
        let encoding = u8::try_from(encoding).ok().filter(|it| is_pointer(*it));
        let Some(encoding) = encoding else {
            let message = "there is no such form of a pointer: 0, 2 to 4, 8 to 12, and 16 more if it counts from itself";
            return Err(Fault::new(Code::Range, span, message));
        };
        arguments.comma()?;
        let symbol: SymbolId = self.symbol(statement, arguments)?;
        arguments.end()?;
        let frame = self.builder.debug.frames.current();
        let frame = frame.map_err(|error| frame_fault(statement, error))?;
        let pointer = Some((symbol, encoding));
        match name {
            ".cfi_personality" => frame.personality = pointer,
            _ => frame.data = pointer,
        }
        self.write_named(format_args!("\t{name} {encoding}, "), symbol, "");
        Ok(())
    }
}

/// Whether LLVM takes the form of a pointer: `DW_EH_PE_` constants.
fn is_pointer(encoding: u8) -> bool {
    let is_size = matches!(encoding & 15, 0 | 2..=4 | 8 | 10..=12);
    is_size && matches!(encoding & 0x70, 0 | 0x10)
}

fn frame_fault(statement: &Statement<'_>, error: FrameError) -> Fault {
    Fault::new(Code::Debug, 0..statement.text.len(), error.to_string())
}

fn no_such_directive(name: &str) -> Fault {
    let message = match nearest(name, NAMES) {
        Some(near) => format!("there is no directive `{name}`; did you mean `{near}`?"),
        None => format!("there is no directive `{name}`"),
    };
    Fault::new(Code::UnknownDirective, 0..name.len(), message)
}
