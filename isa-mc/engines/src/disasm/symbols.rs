//! What directives say of symbols.

use std::io;

use object::elf;

use super::names::{self, Spelled};
use super::plan::{Base, How, SymbolPlan};
use super::text::Text;
use crate::object::LLVM_ADDRSIG;
use crate::object::read::{Place, Symbol};
use crate::sink::{self, Writer as _};

/// The largest storage that a directive says.
const MAX_SIZE: u64 = i64::MAX.cast_unsigned();

/// Bits of `st_other` that are a visibility.
const VISIBILITY: u8 = 3;

impl Text<'_> {
    /// Whether a symbol can be said; a remark if not.
    fn is_sayable(&mut self, at: usize) -> bool {
        let symbol = &self.source.file.symbols[at];
        match self.plan.symbols[at].how {
            How::Not(reason) if !symbol.name.is_empty() => {
                self.remark(&format!("symbol {}: {}", symbol.name, reason.text()));
                false
            }
            How::Not(_) | How::Signature => false,
            _ => true,
        }
    }

    /// A label with all that is said of it.
    pub(super) fn label(&mut self, at: usize) {
        if !self.is_sayable(at) {
            return;
        }
        let (source, plan) = (self.source, self.plan);
        self.attributes(at);
        let Spelled { quote, name } = plan.spelled(&source.file, at);
        match quote {
            "" => self.buffer.texts(&[name, ":\n"]),
            // Only plain names can be labels.
            _ => self.texts(&[".set ", quote, name, quote, ", ."]),
        }
        self.size(at);
    }

    /// A symbol whose value is an expression, because no statement begins there.
    pub(super) fn value_symbol(&mut self, section: usize, at: usize) {
        let (source, plan) = (self.source, self.plan);
        let symbol = &source.file.symbols[at];
        let spelled = plan.spelled(&source.file, at);
        self.remark(&format!(
            "{}: no statement begins at its place",
            symbol.name
        ));
        self.attributes(at);
        let base = plan.base_name(&source.file, Base::Made(section, 0));
        let mut value = String::new();
        if names::sum(base, None, symbol.value.cast_signed(), &mut value).is_some() {
            self.line(format_args!(".set {spelled}, {value}"));
        }
        self.size(at);
    }

    /// The size of a symbol, if it has one.
    fn size(&mut self, at: usize) {
        let (source, plan) = (self.source, self.plan);
        let size = source.file.symbols[at].size;
        if size != 0 {
            let Spelled { quote, name } = plan.spelled(&source.file, at);
            let mut digits = [0; 20];
            let mut digits = sink::Cursor::new(&mut digits);
            digits.push_unsigned(size);
            self.texts(&[".size ", quote, name, quote, ", ", digits.as_str()]);
        }
    }

    /// What is left to say of the symbol of a record.
    pub(super) fn record_symbol(&mut self, at: usize) {
        let plan = self.plan;
        let spelled = plan.spelled(&self.source.file, at);
        for directive in plan.records.get(&at).into_iter().flat_map(|it| &it.behind) {
            self.line(format_args!("{directive} {spelled}"));
        }
    }

    /// Binding, visibility and type.
    fn attributes(&mut self, at: usize) {
        let (source, plan) = (self.source, self.plan);
        let symbol = &source.file.symbols[at];
        let planned = &plan.symbols[at];
        let Spelled { quote, name } = plan.spelled(&source.file, at);
        let mut unsaid = Vec::new();
        match symbol.binding {
            elf::STB_LOCAL if symbol.place == Place::Undefined => {
                self.texts(&[".local ", quote, name, quote]);
            }
            elf::STB_LOCAL => {}
            elf::STB_WEAK => self.texts(&[".weak ", quote, name, quote]),
            binding => {
                self.texts(&[".globl ", quote, name, quote]);
                if binding != elf::STB_GLOBAL {
                    unsaid.push(format!("binding {binding}"));
                }
            }
        }
        let visibility = match symbol.other & VISIBILITY {
            elf::STV_INTERNAL => Some(".internal"),
            elf::STV_HIDDEN => Some(".hidden"),
            elf::STV_PROTECTED => Some(".protected"),
            _ => None,
        };
        if let Some(directive) = visibility.filter(|_| !planned.visibility_follows) {
            self.texts(&[directive, " ", quote, name, quote]);
        }
        if symbol.other & !VISIBILITY != 0 {
            unsaid.push(format!("st_other {:#x}", symbol.other));
        }
        // Storage that a linker makes is data, unless something else is said.
        let implied = match symbol.place {
            Place::Common | Place::Special(_) => elf::STT_OBJECT,
            _ => elf::STT_NOTYPE,
        };
        let kind = match symbol.kind {
            elf::STT_NOTYPE => "@notype",
            elf::STT_OBJECT => "@object",
            elf::STT_FUNC => "@function",
            elf::STT_COMMON => "@common",
            elf::STT_TLS => "@tls_object",
            _ => "",
        };
        if kind.is_empty() {
            unsaid.push(format!("type {}", symbol.kind));
        } else if symbol.kind != implied {
            self.texts(&[".type ", quote, name, quote, ",", kind]);
        }
        if !unsaid.is_empty() {
            let list = unsaid.join(", ");
            self.remark(&format!("{}: no directive says {list}", symbol.name));
        }
    }

    /// Symbols that lie in no section, and which addresses matter.
    pub(super) fn other_symbols(&mut self) -> io::Result<()> {
        let (source, plan) = (self.source, self.plan);
        for (at, symbol) in source.file.symbols.iter().enumerate() {
            match symbol.place {
                Place::Section(section) => {
                    // What lies nowhere in the text is not passed over in silence.
                    if !plan.sections[section].is_printed {
                        self.is_sayable(at);
                    }
                    continue;
                }
                _ if !self.is_sayable(at) => continue,
                _ => self.placeless(at, symbol),
            }
            self.flush_block()?;
        }
        self.significant();
        self.flush_block()
    }

    fn placeless(&mut self, at: usize, symbol: &Symbol<'_>) {
        let (source, plan) = (self.source, self.plan);
        let spelled = &plan.spelled(&source.file, at);
        let (value, size) = (symbol.value, symbol.size);
        match symbol.place {
            Place::Common => {
                let align = match source.format.common_alignment_is_power {
                    true => value.checked_ilog2().unwrap_or(0).into(),
                    false => value.max(1),
                };
                if !value.is_power_of_two() || value >> 32 != 0 || size > MAX_SIZE {
                    let name = symbol.name;
                    self.remark(&format!(
                        "{name}: no directive says storage of {size} bytes, aligned to {value}"
                    ));
                    return;
                }
                self.attributes_before(at, &format!(".comm {spelled}, {size}, {align}"));
                return;
            }
            Place::Special(number) => {
                match source
                    .machine
                    .special(number, &spelled.to_string(), size, value)
                {
                    Some(directive) => self.attributes_before(at, &directive),
                    None => self.remark(&format!(
                        "{}: no directive says section number {number:#x}",
                        symbol.name
                    )),
                }
                return;
            }
            Place::Absolute => {
                self.attributes(at);
                self.line(format_args!(".set {spelled}, {value:#x}"));
            }
            Place::Undefined | Place::Section(_) => {
                self.attributes(at);
                if value != 0 {
                    self.remark(&format!(
                        "{}: no directive says value {value:#x}",
                        symbol.name
                    ));
                }
            }
        }
        self.size(at);
    }

    /// A directive that changes the type of a symbol: what is said of it stands before,
    /// but for the type.
    fn attributes_before(&mut self, at: usize, directive: &str) {
        let symbol = &self.source.file.symbols[at];
        self.attributes(at);
        self.line(directive);
        if symbol.kind == elf::STT_NOTYPE {
            let spelled = self.plan.spelled(&self.source.file, at);
            self.line(format_args!(".type {spelled},@notype"));
        }
    }

    /// `.addrsig`: numbers of symbols, as ULEB128.
    fn significant(&mut self) {
        let (source, plan) = (self.source, self.plan);
        let sections = source.file.sections.iter();
        let mut found = sections.filter(|it| it.kind == LLVM_ADDRSIG && !source.file.is_linked);
        let Some(section) = found.next() else {
            return;
        };
        self.line(".addrsig");
        let (mut number, mut shift) = (0_u64, 0);
        for byte in section.bytes {
            number |= u64::from(byte & 0x7f).unbounded_shl(shift);
            shift += 7;
            if byte & 0x80 != 0 {
                continue;
            }
            let named = usize::try_from(number).ok();
            let named = named.filter(|&at| {
                let planned = plan.symbols.get(at).copied();
                planned.is_some_and(SymbolPlan::is_sayable)
            });
            match named {
                Some(symbol) => {
                    let Spelled { quote, name } = plan.spelled(&source.file, symbol);
                    self.texts(&[".addrsig_sym ", quote, name, quote]);
                }
                _ => self.remark(&format!("no directive says symbol {number} here")),
            }
            (number, shift) = (0, 0);
        }
    }
}
