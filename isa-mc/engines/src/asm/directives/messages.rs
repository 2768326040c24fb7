//! What a source says to the person who assembles it, and what goes to the object as
//! text.

use super::super::arguments::Arguments;
use super::super::error::{Code, Fault};
use super::super::reading::{Reading, Statement};
use super::super::writing::string;
use crate::object::{Membership, SectionKind, flag};

impl Reading<'_, '_, '_> {
    /// `.error "MESSAGE"`, `.err`
    pub(super) fn say_error(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
        name: &str,
    ) -> Result<(), Fault> {
        let message = match arguments.is_at_end() {
            true => format!("`{name}` stands here"),
            false => String::from_utf8_lossy(&arguments.string()?).into_owned(),
        };
        arguments.end()?;
        Err(Fault::new(Code::Said, 0..statement.text.len(), message))
    }

    /// `.abort MESSAGE`: nothing behind it is read.
    pub(super) fn abort(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Fault> {
        let end = arguments.at();
        let message = match arguments.take_rest() {
            rest if rest.is_empty() => "`.abort` stands here".to_string(),
            rest => rest.trim_matches('"').to_string(),
        };
        self.ended = true;
        self.all_ended = true;
        Err(Fault::new(Code::Said, 0..end, message))
    }

    /// `.warning "MESSAGE"`
    pub(super) fn say_warning(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let message = match arguments.is_at_end() {
            true => "`.warning` stands here".to_string(),
            false => String::from_utf8_lossy(&arguments.string()?).into_owned(),
        };
        arguments.end()?;
        self.warning(statement.whole(), message);
        Ok(())
    }

    /// `.print "TEXT"`: as it is written, without a look at its escapes.
    pub(super) fn print(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Fault> {
        let text = arguments.quoted()?.to_string();
        arguments.end()?;
        self.printed.push(text);
        Ok(())
    }

    /// `.ident "TEXT"`: a string in `.comment`, which begins with an empty one.
    pub(super) fn ident(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Fault> {
        let start = arguments.at();
        let mut text = arguments.quoted()?.as_bytes().to_vec();
        arguments.end()?;
        self.write(|_, _| {
            let mut line = "\t.ident\t".to_string();
            string(&text, &mut line);
            line
        });
        text.push(0);
        let before = self.builder.current();
        let is_new = self
            .builder
            .find_section(".comment", Membership::default())
            .is_none();
        let flags = flag::MERGE | flag::STRINGS;
        let section = self
            .builder
            .section(".comment", SectionKind::Bits, flags, 1);
        self.builder.select(section);
        let mut result = Ok(());
        if is_new {
            result = self.builder.bytes(&[0]);
        }
        let result = result.and_then(|()| self.builder.bytes(&text));
        self.builder.select(before);
        result.map_err(|kind| self.object_fault(&kind, start..start))
    }

    /// `.file "NAME"`, which no object of ours has. With a number it is for line tables.
    pub(super) fn source_file(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        if arguments.peek().is_ascii_digit() {
            #[cfg(feature = "object")]
            return self.numbered_file(statement, arguments);
            #[cfg(not(feature = "object"))]
            let message = "lines are written by builds with the feature `object`";
            #[cfg(not(feature = "object"))]
            return Err(Fault::new(
                Code::UnknownDirective,
                0..statement.text.len(),
                message,
            ));
        }
        arguments.string()?;
        arguments.end()
    }
}
