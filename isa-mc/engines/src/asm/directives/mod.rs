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
        // Bytes are told apart one after the other, texts each as a whole.
        match name.as_bytes() {
            b".macro" => return self.begin_macro(statement, arguments).map(Some),
            b".rept" | b".rep" => return self.begin_repeat(place, arguments).map(Some),
            b".irp" => return self.begin_each(place, arguments, false).map(Some),
            b".irpc" => return self.begin_each(place, arguments, true).map(Some),
            b".endm" | b".endmacro" | b".endr" => {
                let message = format!("`{name}` ends nothing here");
                return Err(Fault::new(Code::Unbalanced, 0..end, message));
            }
            b".exitm" => {
                arguments.end()?;
                if self.open_macros == 0 {
                    let message = "`.exitm` stands in no macro";
                    return Err(Fault::new(Code::Unbalanced, 0..end, message));
                }
                self.ended = true;
            }
            b".end" => {
                arguments.end()?;
                self.ended = true;
                self.all_ended = true;
            }
            b".purgem" => self.purge_macro(arguments)?,
            b".include" => self.include(statement, arguments)?,
            b".incbin" => self.incbin(statement, arguments)?,

            b".byte" | b".1byte" | b".dc.b" => return self.values(statement, arguments, 1),
            b".short" | b".half" | b".hword" | b".2byte" | b".value" | b".dc.w" | b".dc" => {
                return self.values(statement, arguments, 2);
            }
            b".long" | b".int" | b".word" | b".4byte" | b".dc.l" => {
                return self.values(statement, arguments, 4);
            }
            b".quad" | b".8byte" | b".dc.a" => return self.values(statement, arguments, 8),
            b".octa" => return self.octa(statement, arguments),
            b".ascii" => self.strings(statement, arguments, false)?,
            b".asciz" | b".string" => self.strings(statement, arguments, true)?,
            b".float" | b".single" | b".dc.s" => self.floats(statement, arguments, 4)?,
            b".double" | b".dc.d" => self.floats(statement, arguments, 8)?,
            b".base64" => self.base64(statement, arguments)?,
            b".fill" => self.fill(statement, arguments)?,
            b".zero" | b".space" | b".skip" => self.space(statement, arguments)?,
            b".uleb128" | b".sleb128" => self.leb128(statement, arguments, &name == ".sleb128")?,

            b".align" | b".balign" => self.align(statement, arguments, Unit::Bytes(0))?,
            b".balignw" => self.align(statement, arguments, Unit::Bytes(2))?,
            b".balignl" | b".align32" => self.align(statement, arguments, Unit::Bytes(4))?,
            b".p2align" => self.align(statement, arguments, Unit::Power(0))?,
            b".p2alignw" => self.align(statement, arguments, Unit::Power(2))?,
            b".p2alignl" => self.align(statement, arguments, Unit::Power(4))?,
            b".org" => self.org(statement, arguments)?,

            b".text" | b".data" | b".bss" | b".rodata" | b".tdata" | b".tbss" => {
                self.short_section(&name, statement, arguments)?;
            }
            b".subsection" => self.subsection(statement, arguments)?,
            b".section" => self.section(statement, arguments, false)?,
            b".pushsection" => self.section(statement, arguments, true)?,
            b".popsection" => self.pop_section(statement, arguments)?,
            b".previous" => self.previous_section(statement, arguments)?,

            b".globl" | b".global" | b".weak" | b".weak_reference" | b".local" | b".hidden"
            | b".protected" | b".internal" | b".no_dead_strip" | b".memtag" => {
                self.attributes(&name, statement, arguments)?;
            }
            // What nothing defines is another object's, said or not.
            b".extern" => self.external_names(statement, arguments),
            b".symver" => self.symbol_version(statement, arguments)?,
            b".weakref" => self.weak_reference(statement, arguments)?,
            b".version" => self.version_note(statement, arguments)?,
            b".lto_set_conditional" => self.set_if_needed(statement, arguments)?,
            b".lto_discard" => self.discard_symbols(arguments)?,
            b".reloc" => self.relocation(statement, arguments)?,
            b".type" => self.symbol_type(statement, arguments)?,
            b".size" => self.symbol_size(statement, arguments)?,
            b".comm" | b".common" => self.common(statement, arguments, false)?,
            b".lcomm" => self.common(statement, arguments, true)?,
            b".set" | b".equ" | b".equiv" => {
                self.set_directive(statement, arguments, &name != ".equiv")?;
            }
            b".ident" => self.ident(arguments)?,
            b".file" => self.source_file(statement, arguments)?,
            #[cfg(feature = "object")]
            b".loc" => self.line_directive(statement, arguments)?,
            #[cfg(feature = "object")]
            b".loc_label" => self.line_label(statement, arguments)?,
            #[cfg(feature = "object")]
            _ if name.starts_with(".cfi_") => {
                self.frame_directive(&name, statement, arguments)?;
            }
            // Lines are those of the text.
            b".line" => {
                if arguments.peek().is_ascii_digit() {
                    arguments.number(&mut self.scope(place))?;
                }
                arguments.end()?;
            }
            b".altmacro" | b".noaltmacro" | b".macros_on" | b".macros_off" => {
                self.macro_mode(&text[..end], arguments)?;
            }
            b".addrsig" => {
                arguments.end()?;
                self.builder.address_significant.get_or_insert_default();
                self.write(|_, _| "\t.addrsig".to_string());
            }
            b".addrsig_sym" => self.address_significant(statement, arguments)?,

            b".error" | b".err" => self.say_error(statement, arguments, &name)?,
            b".warning" => self.say_warning(statement, arguments)?,
            b".abort" => self.abort(arguments)?,
            b".print" => self.print(arguments)?,
            _ if name.starts_with(".dcb") => self.blocks(statement, arguments, &name)?,
            _ if name.starts_with(".ds") => self.zeros(statement, arguments, &name)?,
            _ => return Err(refused::unknown(&name)),
        }
        self.list(statement.whole(), Item::Directive);
        Ok(None)
    }
}
