//! Directives, by name.

mod blocks;
mod conditions;
mod data;
#[cfg(feature = "object")]
mod frames;
mod layout;
#[cfg(feature = "object")]
mod lines;
mod macros;
mod messages;
mod refused;
mod sections;
mod symbols;
mod versions;

use std::borrow::Cow;

use super::arguments::Arguments;
use super::assembly::Item;
use super::dialect::Taken;
use super::error::{Code, Fault};
use super::macros::{Block, BlockKind};
use super::reading::{Reading, Statement};
use layout::Unit;

/// Directives of object files, which are none in capital letters.
const LOWER_CASE: [&str; 20] = [
    ".text",
    ".data",
    ".bss",
    ".rodata",
    ".tdata",
    ".tbss",
    ".section",
    ".pushsection",
    ".popsection",
    ".previous",
    ".subsection",
    ".size",
    ".type",
    ".ident",
    ".symver",
    ".weakref",
    ".weak",
    ".local",
    ".hidden",
    ".protected",
];

impl Reading<'_, '_, '_> {
    /// A directive whose name ends at a byte of the statement.
    pub(super) fn directive(
        &mut self,
        statement: &Statement<'_>,
        end: usize,
    ) -> Result<Option<Block>, Fault> {
        let text = statement.text;
        // Nearly all are written in lower case.
        let name = match &text[..end] {
            name if name.bytes().any(|byte| byte.is_ascii_uppercase()) => {
                Cow::Owned(name.to_ascii_lowercase())
            }
            name => Cow::Borrowed(name),
        };
        // Those of object files and machines are written in lower case.
        if matches!(name, Cow::Owned(_)) && LOWER_CASE.contains(&&*name) {
            return Err(refused::in_capitals(&text[..end]));
        }
        let mut arguments = Arguments::new(text, end);
        let arguments = &mut arguments;
        let place = statement.location(0..text.len());
        if let Some(mut dialect) = self.dialect.take() {
            let taken = dialect.directive(&text[..end], arguments, &mut self.scope(place));
            self.dialect = Some(dialect);
            match taken? {
                Taken::No => {}
                Taken::Yes => {
                    self.texts.keep(place);
                    self.list(place, Item::Directive);
                    return Ok(None);
                }
                Taken::Raw(end) => {
                    let kind = BlockKind::Raw(end);
                    let location = place;
                    return Ok(Some(Block { kind, location }));
                }
            }
        }
        match &*name {
            ".macro" => return self.begin_macro(statement, arguments).map(Some),
            ".rept" | ".rep" => return self.begin_repeat(place, arguments).map(Some),
            ".irp" => return self.begin_each(place, arguments, false).map(Some),
            ".irpc" => return self.begin_each(place, arguments, true).map(Some),
            ".endm" | ".endmacro" | ".endr" => {
                let message = format!("`{name}` ends nothing here");
                return Err(Fault::new(Code::Unbalanced, 0..end, message));
            }
            ".exitm" => {
                arguments.end()?;
                if self.open_macros == 0 {
                    let message = "`.exitm` stands in no macro";
                    return Err(Fault::new(Code::Unbalanced, 0..end, message));
                }
                self.ended = true;
            }
            ".end" => {
                arguments.end()?;
                self.ended = true;
                self.all_ended = true;
            }
            ".purgem" => self.purge_macro(arguments)?,
            ".include" => self.include(statement, arguments)?,
            ".incbin" => self.incbin(statement, arguments)?,

            ".byte" | ".1byte" | ".dc.b" => return self.values(statement, arguments, 1),
            ".short" | ".half" | ".hword" | ".2byte" | ".value" | ".dc.w" | ".dc" => {
                return self.values(statement, arguments, 2);
            }
            ".long" | ".int" | ".word" | ".4byte" | ".dc.l" => {
                return self.values(statement, arguments, 4);
            }
            ".quad" | ".8byte" | ".dc.a" => return self.values(statement, arguments, 8),
            ".octa" => return self.octa(statement, arguments),
            ".ascii" => self.strings(statement, arguments, false)?,
            ".asciz" | ".string" => self.strings(statement, arguments, true)?,
            ".float" | ".single" | ".dc.s" => self.floats(statement, arguments, 4)?,
            ".double" | ".dc.d" => self.floats(statement, arguments, 8)?,
            ".base64" => self.base64(statement, arguments)?,
            ".fill" => self.fill(statement, arguments)?,
            ".zero" | ".space" | ".skip" => self.space(statement, arguments)?,
            ".uleb128" | ".sleb128" => self.leb128(statement, arguments, &name == ".sleb128")?,

            ".align" | ".balign" => self.align(statement, arguments, Unit::Bytes(0))?,
            ".balignw" => self.align(statement, arguments, Unit::Bytes(2))?,
            ".balignl" | ".align32" => self.align(statement, arguments, Unit::Bytes(4))?,
            ".p2align" => self.align(statement, arguments, Unit::Power(0))?,
            ".p2alignw" => self.align(statement, arguments, Unit::Power(2))?,
            ".p2alignl" => self.align(statement, arguments, Unit::Power(4))?,
            ".org" => self.org(statement, arguments)?,

            ".text" | ".data" | ".bss" | ".rodata" | ".tdata" | ".tbss" => {
                self.short_section(&name, statement, arguments)?;
            }
            ".subsection" => self.subsection(statement, arguments)?,
            ".section" => self.section(statement, arguments, false)?,
            ".pushsection" => self.section(statement, arguments, true)?,
            ".popsection" => self.pop_section(statement, arguments)?,
            ".previous" => self.previous_section(statement, arguments)?,

            ".globl" | ".global" | ".weak" | ".weak_reference" | ".local" | ".hidden"
            | ".protected" | ".internal" | ".no_dead_strip" | ".memtag" => {
                self.attributes(&name, statement, arguments)?;
            }
            // What nothing defines is another object's, said or not.
            ".extern" => self.external_names(statement, arguments),
            ".symver" => self.symbol_version(statement, arguments)?,
            ".weakref" => self.weak_reference(statement, arguments)?,
            ".version" => self.version_note(statement, arguments)?,
            ".lto_set_conditional" => self.set_if_needed(statement, arguments)?,
            ".lto_discard" => self.discard_symbols(arguments)?,
            ".reloc" => self.relocation(statement, arguments)?,
            ".type" => self.symbol_type(statement, arguments)?,
            ".size" => self.symbol_size(statement, arguments)?,
            ".comm" | ".common" => self.common(statement, arguments, false)?,
            ".lcomm" => self.common(statement, arguments, true)?,
            ".set" | ".equ" | ".equiv" => {
                self.set_directive(statement, arguments, &name != ".equiv")?;
            }
            ".ident" => self.ident(arguments)?,
            ".file" => self.source_file(statement, arguments)?,
            #[cfg(feature = "object")]
            ".loc" => self.line_directive(statement, arguments)?,
            #[cfg(feature = "object")]
            ".loc_label" => self.line_label(statement, arguments)?,
            #[cfg(feature = "object")]
            name if name.starts_with(".cfi_") => {
                self.frame_directive(name, statement, arguments)?;
            }
            // Lines are those of the text.
            ".line" => {
                if arguments.peek().is_ascii_digit() {
                    arguments.number(&mut self.scope(place))?;
                }
                arguments.end()?;
            }
            ".altmacro" | ".noaltmacro" | ".macros_on" | ".macros_off" => {
                self.macro_mode(&text[..end], arguments)?;
            }
            ".addrsig" => {
                arguments.end()?;
                self.builder.address_significant.get_or_insert_default();
                self.write(|_, _| "\t.addrsig".to_string());
            }
            ".addrsig_sym" => self.address_significant(statement, arguments)?,

            ".error" | ".err" => self.say_error(statement, arguments, &name)?,
            ".warning" => self.say_warning(statement, arguments)?,
            ".abort" => self.abort(arguments)?,
            ".print" => self.print(arguments)?,
            _ if name.starts_with(".dcb") => self.blocks(statement, arguments, &name)?,
            _ if name.starts_with(".ds") => self.zeros(statement, arguments, &name)?,
            _ => return Err(refused::unknown(&name)),
        }
        self.list(statement.whole(), Item::Directive);
        Ok(None)
    }
}
