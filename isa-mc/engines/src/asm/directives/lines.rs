//! Source files and lines: `.file` with a number, `.loc`.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use super::super::arguments::Arguments;
use super::super::error::{Code, Error, Fault};
use super::super::reading::{Reading, Statement};
use super::super::writing::{pad, string};
use crate::object::{Checksum, Definition, ObjectErrorKind, SourceFileName, SourcePosition};

/// What a `.loc` may say behind its numbers.
const OPTIONS: &str = "basic_block, prologue_end, epilogue_begin, is_stmt, isa, discriminator";

impl Reading<'_, '_, '_> {
    /// `.file NUMBER "DIRECTORY" "NAME" md5 0x… source "TEXT"`
    pub(super) fn numbered_file(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        self.writes_debug_information(statement)?;
        let whole = statement.whole();
        let number = integer(arguments, "the number of a file")?;
        let first = arguments.string()?;
        let second = match arguments.peek() {
            b'"' => Some(arguments.string()?),
            _ => None,
        };
        let (directory, name) = match second {
            Some(name) => (first, name),
            None => (Vec::new(), first),
        };
        let mut checksum = None;
        let mut text = None;
        while !arguments.is_at_end() {
            let start = arguments.at();
            match arguments.word() {
                "md5" => checksum = Some(checksum_of(arguments)?),
                "source" => text = Some(arguments.string()?),
                word => {
                    let message = format!("`{word}` says nothing of a file: md5, source");
                    let span = start..start + word.len();
                    return Err(Fault::new(Code::BadArguments, span, message));
                }
            }
        }
        let file = SourceFileName {
            directory: &directory,
            name: &name,
            checksum,
            text: text.as_deref(),
        };
        self.own_lines_end();
        let is_known = self.builder.debug.files.named(number).is_some();
        if self.builder.numbered_source_file(number, &file).is_err() {
            let message = format!("there is a file {number} already");
            let span = 0..statement.text.len();
            return Err(Fault::new(Code::Debug, span, message));
        }
        self.texts.keep(whole);
        self.last_file = whole;
        if !is_known {
            self.write_file(number, &file);
        }
        if !self.builder.debug.files.agree() && !self.checksums_differ {
            self.checksums_differ = true;
            let message = "some files have a checksum and others have none: no checksum is written";
            let warning = Error::new(Code::Debug, whole, message.to_owned());
            self.warnings.push(warning);
        }
        Ok(())
    }

    /// `.file`, with the directory and the name apart.
    fn write_file(&mut self, number: u32, file: &SourceFileName<'_>) {
        let named = match number {
            0 => Some((file.directory, file.name)),
            number => self.builder.debug.files.named(number),
        };
        let Some((directory, name)) = named else {
            // It is the file that is compiled, which is there already.
            return;
        };
        let mut line = format!("\t.file\t{number} ");
        if !directory.is_empty() {
            string(directory, &mut line);
            line.push(' ');
        }
        string(name, &mut line);
        if let Some(checksum) = file.checksum {
            line.push_str(" md5 0x");
            line.extend(checksum.iter().map(|byte| format!("{byte:02x}")));
        }
        if let Some(text) = file.text {
            line.push_str(" source ");
            string(text, &mut line);
        }
        self.write(|_, _| line);
    }

    /// Lines of the source itself are not written where it says which lines it comes from.
    fn own_lines_end(&mut self) {
        if self.builder.debug.unit.take().is_some() {
            self.builder.debug.files.forget();
        }
    }

    /// What is wrong at the end with numbers of files: one is missing between them.
    pub(in super::super) fn missing_file(&mut self) {
        let Some(number) = self.builder.debug.files.gap() else {
            return;
        };
        let message = format!(
            "no `.file` has the number {number}, and a later one has: tables of lines have no gaps"
        );
        let location = self.last_file;
        self.error(Code::Debug, location, message);
    }

    fn writes_debug_information(&self, statement: &Statement<'_>) -> Result<(), Fault> {
        match self.builder.format.debug {
            Some(_) => Ok(()),
            None => {
                let span = 0..statement.text.len();
                let message = "the machine's files have no debug information";
                Err(Fault::new(Code::Debug, span, message))
            }
        }
    }

    /// `.loc FILE LINE COLUMN OPTIONS`
    pub(super) fn line_directive(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let start = arguments.at();
        let file = integer(arguments, "the number of a file")?;
        let span = start..end_of(statement, arguments);
        let version = self.builder.debug.format.version;
        if !self.builder.debug.files.is_assigned(file, version) {
            return Err(self.no_such_file(statement, file, span));
        }
        let line = match arguments.peek().is_ascii_digit() {
            true => integer(arguments, "a line")?,
            false => 0,
        };
        let column = match arguments.peek().is_ascii_digit() {
            true => integer(arguments, "a column")?,
            false => 0,
        };
        let before = self.builder.debug.rows.current;
        let mut position = SourcePosition {
            is_statement: before.is_statement,
            // A column has 16 bits, as in LLVM.
            ..SourcePosition::new(file, line, column as u16)
        };
        while !arguments.is_at_end() {
            let start = arguments.at();
            let word = arguments.word();
            match word {
                "basic_block" => position.begins_block = true,
                "prologue_end" => position.ends_prologue = true,
                "epilogue_begin" => position.begins_epilogue = true,
                "is_stmt" => {
                    let at = arguments.at();
                    let value = self.line_value(statement, arguments)?;
                    position.is_statement = match value {
                        0 => false,
                        1 => true,
                        _ => {
                            let message = format!("`is_stmt` is 0 or 1, not {value}");
                            let span = at..end_of(statement, arguments);
                            return Err(Fault::new(Code::Range, span, message));
                        }
                    };
                }
                "isa" => {
                    let at = arguments.at();
                    let value = self.line_value(statement, arguments)?;
                    position.isa = u8::try_from(value).map_err(|_| {
                        let message =
                            format!("the number of an instruction set is 0 to 255, not {value}");
                        Fault::new(Code::Range, at..end_of(statement, arguments), message)
                    })?;
                }
                "discriminator" => {
                    let value = self.line_value(statement, arguments)?;
                    position.discriminator = value as u32;
                }
                "" => return Err(arguments.expected(OPTIONS)),
                word => {
                    let message = format!("`{word}` says nothing of a line: {OPTIONS}");
                    let span = start..start + word.len();
                    return Err(Fault::new(Code::BadArguments, span, message));
                }
            }
        }
        self.builder.line_at(position);
        self.write_line(position, before.is_statement);
        Ok(())
    }

    /// `.loc`, with the place in a comment, where LLVM has no name of a file.
    fn write_line(&mut self, position: SourcePosition, was_statement: bool) {
        let leader = self.leader();
        let Some(writer) = &mut self.writer else {
            return;
        };
        let SourcePosition {
            file, line, column, ..
        } = position;
        let mut text = format!("\t.loc\t{file} {line} {column}");
        for (is_said, word) in [
            (position.begins_block, " basic_block"),
            (position.ends_prologue, " prologue_end"),
            (position.begins_epilogue, " epilogue_begin"),
        ] {
            if is_said {
                text.push_str(word);
            }
        }
        if position.is_statement != was_statement {
            text.push_str(match position.is_statement {
                true => " is_stmt 1",
                false => " is_stmt 0",
            });
        }
        for (number, word) in [
            (u32::from(position.isa), "isa"),
            (position.discriminator, "discriminator"),
        ] {
            if number != 0 {
                // A string takes everything.
                let _ = write!(text, " {word} {number}");
            }
        }
        let mut bytes = text.into_bytes();
        pad(0, &mut bytes);
        let out = writer.text();
        out.extend_from_slice(&bytes);
        out.extend_from_slice(format!("{leader} :{line}:{column}\n").as_bytes());
    }

    fn line_value(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<i64, Fault> {
        arguments.number(&mut self.scope(statement.whole()))
    }

    fn no_such_file(&self, statement: &Statement<'_>, file: u32, span: Range<usize>) -> Fault {
        if let Err(fault) = self.writes_debug_information(statement) {
            return fault;
        }
        let files = &self.builder.debug.files;
        let message: Cow<'_, str> = match (file, files.is_empty()) {
            (0, _) => "files are numbered from 1; only DWARF 5 has a file 0".into(),
            (_, true) => format!("no `.file {file} \"NAME\"` stands before this").into(),
            (_, false) => format!(
                "there is no file {file}: no `.file {file} \"NAME\"` stands before this, or it is \
                 the file that is compiled, number 0"
            )
            .into(),
        };
        Fault::new(Code::Debug, span, message)
    }

    /// `.loc_label NAME`: a table of lines of its own begins here.
    pub(super) fn line_label(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        self.writes_debug_information(statement)?;
        let symbol = self.generated_symbol(statement, arguments)?;
        self.builder.line_label(symbol);
        if self.writer.is_some() {
            let label = self.builder.symbols.nameless(statement.whole());
            self.write_label(label);
            self.write_named(".loc_label\t", symbol, "");
        }
        Ok(())
    }

    /// A symbol that is a place in debug information.
    pub(super) fn generated_symbol(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<crate::object::SymbolId, Fault> {
        let symbol = self.symbol(statement, arguments)?;
        arguments.end()?;
        let row = &mut self.builder.symbols[symbol];
        if row.definition != Definition::Undefined {
            let kind = ObjectErrorKind::Redefined(symbol);
            return Err(self.object_fault(&kind, 0..statement.text.len()));
        }
        row.definition = Definition::Generated;
        row.location = statement.whole();
        Ok(symbol)
    }
}

/// Where the text ends that was read last.
fn end_of(statement: &Statement<'_>, arguments: &Arguments<'_>) -> usize {
    statement.text[..arguments.at()].trim_ascii_end().len()
}

/// A number without a sign, of 32 bits.
fn integer(arguments: &mut Arguments<'_>, what: &str) -> Result<u32, Fault> {
    let start = arguments.at();
    if !arguments.peek().is_ascii_digit() {
        return Err(arguments.expected(what));
    }
    let word = arguments.word();
    let digits = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X"));
    let number = match digits {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => word.parse(),
    };
    number.map_err(|_| {
        let message = format!("expected {what}, 0 to {}, found `{word}`", u32::MAX);
        Fault::new(Code::BadArguments, start..start + word.len(), message)
    })
}

/// A checksum: a number of 128 bits, its highest byte first.
fn checksum_of(arguments: &mut Arguments<'_>) -> Result<Checksum, Fault> {
    let start = arguments.at();
    let word = arguments.word();
    let digits = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X"));
    let number = match digits {
        Some(digits) => u128::from_str_radix(digits, 16),
        None => word.parse(),
    };
    number.map(u128::to_be_bytes).map_err(|_| {
        let message = match word {
            "" => "expected an MD5 checksum, as 0x and 32 digits".to_owned(),
            word => {
                format!("`{word}` is no MD5 checksum: a number of 128 bits, as 0x and 32 digits")
            }
        };
        Fault::new(Code::BadArguments, start..start + word.len(), message)
    })
}
