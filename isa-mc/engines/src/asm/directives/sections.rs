//! Sections.

use super::super::arguments::Arguments;
use super::super::error::{Code, Fault};
use super::super::reading::{Reading, Statement};
use crate::object::{Definition, Group, Membership, SectionId, SectionKind, SymbolId, flag};
use crate::parse;
use isa_dsl::suggest::nearest;

/// Flags of sections that are code, data, and data of threads.
const CODE: u64 = flag::ALLOC | flag::EXECUTE;
const DATA: u64 = flag::ALLOC | flag::WRITE;
const THREAD: u64 = DATA | flag::TLS;

/// Types of sections by their numbers (ELF, `sh_type`).
const INIT_ARRAY: SectionKind = SectionKind::Other(14);
const FINI_ARRAY: SectionKind = SectionKind::Other(15);
const PREINIT_ARRAY: SectionKind = SectionKind::Other(16);

/// It has entries.
const CFI_JUMP_TABLE: SectionKind = SectionKind::Other(0x6fff_4c0e);

/// What a section of a well-known name has at least, and its type if nothing is said:
/// names, and what begins with them and a point if that is one of their family.
const KNOWN: &[(&str, bool, SectionKind, u64)] = &[
    (".text", true, SectionKind::Bits, CODE),
    (".init", false, SectionKind::Bits, CODE),
    (".fini", false, SectionKind::Bits, CODE),
    (".data", true, SectionKind::Bits, DATA),
    (".data1", false, SectionKind::Bits, DATA),
    (".bss", true, SectionKind::NoBits, DATA),
    (".init_array", true, INIT_ARRAY, DATA),
    (".fini_array", true, FINI_ARRAY, DATA),
    (".preinit_array", true, PREINIT_ARRAY, DATA),
    (".rodata", true, SectionKind::Bits, flag::ALLOC),
    (".rodata1", false, SectionKind::Bits, flag::ALLOC),
    (".tdata", true, SectionKind::Bits, THREAD),
    (".tbss", true, SectionKind::NoBits, THREAD),
    (".eh_frame", false, SectionKind::Bits, flag::ALLOC),
];

/// Names of types, with their numbers (ELF, `sh_type`).
const TYPES: &[(&str, SectionKind)] = &[
    ("progbits", SectionKind::Bits),
    ("nobits", SectionKind::NoBits),
    ("note", SectionKind::Note),
    ("init_array", INIT_ARRAY),
    ("fini_array", FINI_ARRAY),
    ("preinit_array", PREINIT_ARRAY),
    ("unwind", SectionKind::Other(0x7000_0001)),
    ("llvm_odrtab", SectionKind::Other(0x6fff_4c00)),
    ("llvm_linker_options", SectionKind::Other(0x6fff_4c01)),
    ("llvm_dependent_libraries", SectionKind::Other(0x6fff_4c04)),
    ("llvm_sympart", SectionKind::Other(0x6fff_4c05)),
    ("llvm_call_graph_profile", SectionKind::Other(0x6fff_4c09)),
    ("llvm_bb_addr_map", SectionKind::Other(0x6fff_4c0a)),
    ("llvm_offloading", SectionKind::Other(0x6fff_4c0b)),
    ("llvm_lto", SectionKind::Other(0x6fff_4c0c)),
    ("llvm_jt_sizes", SectionKind::Other(0x6fff_4c0d)),
    ("llvm_cfi_jump_table", CFI_JUMP_TABLE),
    ("llvm_call_graph", SectionKind::Other(0x6fff_4c0f)),
];

fn known(name: &str) -> (SectionKind, u64) {
    let row = KNOWN.iter().find(|(known, is_family, ..)| {
        let rest = name.strip_prefix(known);
        rest.is_some_and(|rest| rest.is_empty() || *is_family && rest.starts_with('.'))
    });
    match row {
        Some(&(.., kind, flags)) => (kind, flags),
        None if name.starts_with(".note") => (SectionKind::Note, 0),
        None => (SectionKind::Bits, 0),
    }
}

/// Flags that ask for something behind the type.
const NEEDS_MORE: u64 = flag::MERGE | flag::LINK_ORDER | flag::GROUP;

/// What `.section` says of a section beyond its name.
#[derive(Default)]
struct Said {
    flags: u64,
    kind: Option<SectionKind>,
    entry_size: u64,
    membership: Membership,
    /// `?`: it belongs to the group of the section before.
    joins_group: bool,
    subsection: u32,
}

impl Reading<'_, '_, '_> {
    fn go_to(&mut self, section: SectionId) {
        let before = self.builder.current();
        self.previous = Some(before);
        self.builder.select(section);
        self.write_section(Some(before), type_name);
    }

    /// `.text`, `.data` and their like, with the number of a subsection or without.
    pub(super) fn short_section(
        &mut self,
        name: &str,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let number = self.subsection_number(statement, arguments)?;
        let (kind, flags) = known(name);
        let section = self.builder.section(name, kind, flags, 0);
        let section = self.builder.subsection(section, number);
        self.go_to(section);
        Ok(())
    }

    /// `.subsection NUMBER`: another part of the same section.
    pub(super) fn subsection(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let number = self.subsection_number(statement, arguments)?;
        let section = self.builder.subsection(self.builder.current(), number);
        self.go_to(section);
        Ok(())
    }

    /// The number of a subsection, which is 0 if none is said, and nothing behind it.
    fn subsection_number(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<u32, Fault> {
        if arguments.is_at_end() {
            return Ok(0);
        }
        let start = arguments.at();
        let number = arguments.number(&mut self.scope(statement.whole()))?;
        let end = arguments.at();
        arguments.end()?;
        let most = i64::from(u32::MAX >> 1);
        u32::try_from(number)
            .ok()
            .filter(|_| number <= most)
            .ok_or_else(|| {
                let message =
                    format!("the number of a subsection is 0 to {most}, {number} is none");
                Fault::new(Code::Range, start..end, message)
            })
    }

    /// `.section NAME, "FLAGS", @TYPE, ENTRY_SIZE, SYMBOL, GROUP, comdat, unique, NUMBER`,
    /// where each follows only what asks for it.
    pub(super) fn section(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
        keeps: bool,
    ) -> Result<(), Fault> {
        let start = arguments.at();
        let name = match arguments.peek() {
            b'"' => arguments.name()?,
            _ => arguments.word(),
        };
        if name.contains('\0') {
            return Err(arguments.zero_byte(start));
        }
        if name.is_empty() {
            return Err(arguments.fault(Code::BadArguments, "expected the name of a section"));
        }
        let mut said = Said::default();
        if arguments.take(b',') {
            said = self.said_of_section(statement, arguments, keeps)?;
        }
        arguments.end()?;
        let (default_kind, least_flags) = known(name);
        let kind = said.kind.unwrap_or(default_kind);
        let mut flags = least_flags | said.flags;
        let mut membership = said.membership;
        let is_more = said.flags != 0 || said.entry_size != 0 || said.kind.is_some();
        let here = self.builder.section_of(self.builder.current()).membership;
        if said.joins_group && here.group.is_some() {
            membership.group = here.group;
            flags |= flag::GROUP;
        }
        if let Some(id) = self.builder.find_section(name, membership) {
            let row = self.builder.section_of(id);
            let is_other_kind = said.kind.is_some() && row.kind != kind;
            let is_other = is_more && (row.flags, row.entry_size) != (flags, said.entry_size);
            if is_other_kind || is_other {
                let message =
                    format!("`{name}` has other flags, another type or another entry size before");
                return Err(Fault::new(Code::Section, 0..statement.text.len(), message));
            }
        }
        let section = self
            .builder
            .section_with(name, kind, flags, said.entry_size, membership);
        let section = self.builder.subsection(section, said.subsection);
        if keeps {
            self.stack.push((self.builder.current(), self.previous));
        }
        self.go_to(section);
        Ok(())
    }

    /// What stands behind the name of a section and a comma.
    fn said_of_section(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
        keeps: bool,
    ) -> Result<Said, Fault> {
        let mut said = Said::default();
        if keeps && arguments.peek() != b'"' {
            said.subsection = self.subsection_number(statement, arguments)?;
            if !arguments.take(b',') {
                return Ok(said);
            }
        }
        if arguments.peek() == b'#' {
            said.flags = words_of_flags(arguments)?;
            // Nothing more can be said behind words.
            return Ok(said);
        }
        let start = arguments.at();
        let letters = arguments.quoted()?;
        let fault = |message| Fault::new(Code::Section, start..start + letters.len() + 2, message);
        (said.flags, said.joins_group) = letters_of_flags(letters).map_err(fault)?;
        let is_in_new_group = said.flags & flag::GROUP != 0;
        if is_in_new_group && said.joins_group {
            let message =
                "a section is in a group of its own or in that of the last one: `G` or `?`";
            return Err(arguments.fault(Code::Section, message));
        }
        if arguments.is_at_end() && said.flags & NEEDS_MORE == 0 {
            return Ok(said);
        }
        arguments.comma()?;
        said.kind = Some(section_type(arguments)?);
        if said.flags & flag::MERGE != 0 || said.kind == Some(CFI_JUMP_TABLE) {
            arguments.comma()?;
            let start = arguments.at();
            let size = arguments.number(&mut self.scope(statement.whole()))?;
            let size = u64::try_from(size).ok().filter(|size| *size != 0);
            said.entry_size = size.ok_or_else(|| {
                let message = "the size of an entry is one byte at least";
                Fault::new(Code::Section, start..arguments.at(), message)
            })?;
        }
        if said.flags & flag::LINK_ORDER != 0 {
            arguments.comma()?;
            said.membership.link = self.linked(statement, arguments)?;
        }
        if is_in_new_group {
            arguments.comma()?;
            said.membership.group = Some(self.group(statement, arguments)?);
        }
        if arguments.take(b',') {
            said.membership.unique = Some(self.unique(statement, arguments)?);
        }
        Ok(said)
    }

    /// The symbol whose section another one follows; `0` if it follows none.
    fn linked(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<Option<SymbolId>, Fault> {
        if arguments.peek() == b'0' {
            arguments.skip(1);
            return Ok(None);
        }
        let start = arguments.at();
        let symbol = self.symbol(statement, arguments)?;
        match self.builder.symbols[symbol].definition {
            Definition::Place(_) => Ok(Some(symbol)),
            _ => {
                let message = "expected a label that stands before this, in a section to follow";
                let span = start..arguments.at();
                Err(Fault::new(Code::Section, span, message))
            }
        }
    }

    /// `SIGNATURE`, or `SIGNATURE, comdat`
    fn group(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<Group, Fault> {
        let signature = self.symbol(statement, arguments)?;
        let row = &mut self.builder.symbols[signature];
        row.is_used = true;
        // If nothing defines it, it is only the name of the group.
        row.is_signature = true;
        let mut behind = arguments.clone();
        let is_comdat = behind.take(b',') && behind.word() == "comdat";
        if is_comdat {
            *arguments = behind;
        }
        Ok(Group {
            signature,
            is_comdat,
        })
    }

    /// `unique, NUMBER`
    fn unique(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<u32, Fault> {
        let start = arguments.at();
        let word = arguments.word();
        if word != "unique" {
            let message = format!("`{word}` says nothing of a section: comdat, or unique, NUMBER");
            return Err(Fault::new(
                Code::Section,
                start..start + word.len(),
                message,
            ));
        }
        arguments.comma()?;
        let start = arguments.at();
        let number = arguments.number(&mut self.scope(statement.whole()))?;
        // The largest number stands for none.
        let most = u32::MAX - 1;
        let found = u32::try_from(number).ok().filter(|it| *it <= most);
        found.ok_or_else(|| {
            let message = format!("the number of a section is 0 to {most}");
            Fault::new(Code::Range, start..arguments.at(), message)
        })
    }

    /// `.popsection`
    pub(super) fn pop_section(
        &mut self,
        statement: &Statement<'_>,
        arguments: &Arguments<'_>,
    ) -> Result<(), Fault> {
        arguments.end()?;
        let Some((section, previous)) = self.stack.pop() else {
            let message = "`.popsection` without its `.pushsection`";
            return Err(Fault::new(
                Code::Unbalanced,
                0..statement.text.len(),
                message,
            ));
        };
        self.builder.select(section);
        self.previous = previous;
        // LLVM says it, even if it is the same.
        self.write_section(None, type_name);
        self.write_end_later();
        Ok(())
    }

    /// `.previous`
    pub(super) fn previous_section(
        &mut self,
        statement: &Statement<'_>,
        arguments: &Arguments<'_>,
    ) -> Result<(), Fault> {
        arguments.end()?;
        let Some(section) = self.previous else {
            let message = "there was no other section before this one";
            return Err(Fault::new(
                Code::Unbalanced,
                0..statement.text.len(),
                message,
            ));
        };
        self.go_to(section);
        self.write_end_later();
        Ok(())
    }
}

/// The name of a type of sections.
pub(super) fn type_name(kind: SectionKind) -> Option<&'static str> {
    let row = TYPES.iter().find(|row| row.1 == kind);
    row.map(|row| row.0)
}

/// The flags of letters, or of a number; and whether `?` is among them.
fn letters_of_flags(letters: &str) -> Result<(u64, bool), String> {
    if letters.as_bytes().first().is_some_and(u8::is_ascii_digit)
        && let Ok((number, end)) = parse::number(letters, 0)
        && end == letters.len()
        && let Ok(number) = u32::try_from(number)
    {
        return Ok((number.into(), false));
    }
    let mut flags = 0;
    for letter in letters.chars().filter(|letter| *letter != '?') {
        flags |= flag_of(letter).ok_or_else(|| {
            format!(
                "a section has no flag `{letter}`: a, w, x, e, o, G, M, R, S, T, ?, or a number"
            )
        })?;
    }
    Ok((flags, letters.contains('?')))
}

/// `#alloc, #write`
fn words_of_flags(arguments: &mut Arguments<'_>) -> Result<u64, Fault> {
    let mut flags = 0;
    while arguments.take(b'#') {
        let start = arguments.at();
        let word = arguments.name()?;
        flags |= match word {
            "alloc" => flag::ALLOC,
            "execinstr" => flag::EXECUTE,
            "write" => flag::WRITE,
            "tls" => flag::TLS,
            _ => {
                let message =
                    format!("a section has no flag `#{word}`: #alloc, #execinstr, #write, #tls");
                return Err(Fault::new(
                    Code::Section,
                    start..start + word.len(),
                    message,
                ));
            }
        };
        if !arguments.take(b',') {
            break;
        }
    }
    Ok(flags)
}

fn flag_of(letter: char) -> Option<u64> {
    Some(match letter {
        'a' => flag::ALLOC,
        'w' => flag::WRITE,
        'x' => flag::EXECUTE,
        'M' => flag::MERGE,
        'S' => flag::STRINGS,
        'T' => flag::TLS,
        'G' => flag::GROUP,
        'o' => flag::LINK_ORDER,
        'R' => flag::RETAIN,
        'e' => flag::EXCLUDE,
        _ => return None,
    })
}

/// `@progbits`, `%progbits`, `"progbits"`, or a number in the place of the name.
fn section_type(arguments: &mut Arguments<'_>) -> Result<SectionKind, Fault> {
    let start = arguments.at();
    let word = match arguments.peek() {
        b'"' => arguments.name()?,
        _ => {
            let word = arguments.word();
            word.strip_prefix(['@', '%']).ok_or_else(|| {
                let message = format!("expected `@TYPE`, `%TYPE` or `\"TYPE\"`, found `{word}`");
                Fault::new(Code::Section, start..start + word.len(), message)
            })?
        }
    };
    let named = TYPES.iter().find(|row| row.0 == word).map(|row| row.1);
    let numbered = || {
        let (number, end) = parse::number(word, 0).ok()?;
        let number = u32::try_from(number).ok().filter(|_| end == word.len())?;
        Some(SectionKind::of_number(number))
    };
    named.or_else(numbered).ok_or_else(|| {
        let message = match nearest(word, TYPES.iter().map(|row| row.0)) {
            Some(near) => format!("`{word}` is no type of a section; did you mean `{near}`?"),
            None => {
                format!("`{word}` is no type of a section: progbits, nobits, note, or a number")
            }
        };
        Fault::new(Code::Section, start..arguments.at(), message)
    })
}
