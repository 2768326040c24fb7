//! Sections.

use super::super::arguments::Arguments;
use super::super::error::{Code, Fault};
use super::super::reading::{Reading, Statement};
use crate::TargetMachine;
use crate::object::{Definition, Group, Membership, SectionId, SectionKind, SymbolId, flag};

/// What a section of a well-known name is, if nothing else is said: names and what
/// begins with them and a point.
const KNOWN: &[(&str, SectionKind, u64)] = &[
    (".text", SectionKind::Bits, flag::ALLOC | flag::EXECUTE),
    (".init", SectionKind::Bits, flag::ALLOC | flag::EXECUTE),
    (".fini", SectionKind::Bits, flag::ALLOC | flag::EXECUTE),
    (".data", SectionKind::Bits, flag::ALLOC | flag::WRITE),
    (".bss", SectionKind::NoBits, flag::ALLOC | flag::WRITE),
    (".rodata", SectionKind::Bits, flag::ALLOC),
    (
        ".tdata",
        SectionKind::Bits,
        flag::ALLOC | flag::WRITE | flag::TLS,
    ),
    (
        ".tbss",
        SectionKind::NoBits,
        flag::ALLOC | flag::WRITE | flag::TLS,
    ),
    (".note", SectionKind::Note, 0),
];

fn known(name: &str) -> (SectionKind, u64) {
    let is_of = |prefix: &str| {
        name.strip_prefix(prefix)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let row = KNOWN.iter().find(|(prefix, ..)| is_of(prefix));
    row.map_or((SectionKind::Bits, 0), |&(_, kind, flags)| (kind, flags))
}

impl<'t, T: TargetMachine<'t>> Reading<'_, '_, 't, T> {
    fn go_to(&mut self, section: SectionId) {
        self.previous = Some(self.builder.current());
        self.builder.select(section);
    }

    /// `.text`, `.data`, `.bss`, `.rodata`, `.tdata`, `.tbss`
    pub(super) fn short_section(
        &mut self,
        name: &str,
        arguments: &Arguments<'_>,
    ) -> Result<(), Fault> {
        arguments.end()?;
        let (kind, flags) = known(name);
        let section = self.builder.section(name, kind, flags, 0);
        self.go_to(section);
        Ok(())
    }

    /// `.section NAME, "FLAGS", @TYPE, ENTRY_SIZE`
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
        let mut membership = Membership::default();
        let (mut kind, mut flags) = known(name);
        let mut entry_size = 0;
        let mut is_said = false;
        if arguments.take(b',') {
            is_said = true;
            let start = arguments.at();
            let letters = arguments.string()?;
            flags = 0;
            for letter in letters {
                if letter == b'?' {
                    let here = self.builder.section_of(self.builder.current());
                    membership.group = here.membership.group;
                    flags |= here.flags & flag::GROUP;
                    continue;
                }
                flags |= flag_of(letter).ok_or_else(|| {
                    let letter = char::from(letter);
                    let message = format!(
                        "a section has no flag `{letter}`: a, w, x, e, o, G, M, R, S, T, ?"
                    );
                    Fault::new(Code::Section, start..arguments.at(), message)
                })?;
            }
            let is_in_new_group = flags & flag::GROUP != 0 && membership.group.is_none();
            if arguments.take(b',') {
                let start = arguments.at();
                let word = arguments.word();
                kind = kind_of(word).ok_or_else(|| {
                    let message = format!(
                        "`{word}` is no type of a section: @progbits, @nobits, @note, or a number"
                    );
                    Fault::new(Code::Section, start..start + word.len(), message)
                })?;
            }
            if flags & flag::MERGE != 0 {
                arguments.comma()?;
                let start = arguments.at();
                let size = arguments.number(&mut self.scope(statement.whole()))?;
                entry_size = u64::try_from(size)
                    .ok()
                    .filter(|size| *size != 0)
                    .ok_or_else(|| {
                        let message = "the size of an entry is one byte at least";
                        Fault::new(Code::Section, start..arguments.at(), message)
                    })?;
            }
            if flags & flag::LINK_ORDER != 0 {
                arguments.comma()?;
                membership.link = self.linked(statement, arguments)?;
            }
            if is_in_new_group {
                arguments.comma()?;
                membership.group = Some(self.group(statement, arguments)?);
            }
            if arguments.take(b',') {
                membership.unique = Some(self.unique(statement, arguments)?);
            }
        }
        arguments.end()?;
        if let Some(id) = self.builder.find_section(name, membership) {
            let row = self.builder.section_of(id);
            if is_said && (row.kind, row.flags, row.entry_size) != (kind, flags, entry_size) {
                let message =
                    format!("`{name}` has other flags, another type or another entry size before");
                return Err(Fault::new(Code::Section, 0..statement.text.len(), message));
            }
        }
        let section = self
            .builder
            .section_with(name, kind, flags, entry_size, membership);
        if keeps {
            self.stack.push((self.builder.current(), self.previous));
        }
        self.go_to(section);
        Ok(())
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
        row.is_bound = true;
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
        u32::try_from(number).map_err(|_| {
            let message = format!("{number} does not fit 32 bits (0 to {})", u32::MAX);
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
        Ok(())
    }
}

fn flag_of(letter: u8) -> Option<u64> {
    Some(match letter {
        b'a' => flag::ALLOC,
        b'w' => flag::WRITE,
        b'x' => flag::EXECUTE,
        b'M' => flag::MERGE,
        b'S' => flag::STRINGS,
        b'T' => flag::TLS,
        b'G' => flag::GROUP,
        b'o' => flag::LINK_ORDER,
        b'R' => flag::RETAIN,
        b'e' => flag::EXCLUDE,
        _ => return None,
    })
}

fn kind_of(word: &str) -> Option<SectionKind> {
    let name = word.strip_prefix(['@', '%']).unwrap_or(word);
    Some(match name.trim_matches('"') {
        "progbits" => SectionKind::Bits,
        "nobits" => SectionKind::NoBits,
        "note" => SectionKind::Note,
        name => {
            let digits = name.strip_prefix("0x");
            let number = match digits {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => name.parse(),
            };
            SectionKind::Other(number.ok()?)
        }
    })
}
