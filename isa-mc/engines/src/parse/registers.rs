//! Registers as text has them: `v1`, `v[1:2]`, `vcc`, `[v1,v2]`.

use core::ops::Range;

use super::bound::Sort;
use super::error::ParseErrorKind;
use super::expression;
use super::lex::{self, Before, Term, TermKind};
use super::matcher::Matcher;
use crate::operand;
use crate::registers;
use crate::tables::{Bits, FILE_WORDS, NONE, Operand};

/// Registers that a term names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) number: u16,
    pub(super) count: u16,
}

/// Why a term names no registers of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotNamed {
    /// It does not look like one.
    Other,
    /// It looks like one, but is none.
    Error(ParseErrorKind),
}

impl Matcher<'_, '_> {
    /// The registers of a file that a term names.
    #[inline]
    pub(super) fn registers(&self, file: u16, term: &Term) -> Result<Named, NotNamed> {
        let tables = self.target.tables;
        let rows = tables.files[file as usize].registers;
        let from = match self.why || term.kind == TermKind::List {
            true => 0,
            false => tables.first_meaning(FILE_WORDS + u32::from(file), term.hash),
        };
        if from == NONE {
            return Err(NotNamed::Other);
        }
        // Nearly always the first row that may mean a word does.
        let first = rows.start + u32::from(from);
        if term.kind != TermKind::List
            && let Ok(named) = self.in_row(first, term)
        {
            return Ok(named);
        }
        self.in_rows(file, first..rows.start + u32::from(rows.len), term)
    }

    /// The registers that a term names, of the first row that has them.
    #[cold]
    fn in_rows(&self, file: u16, rows: Range<u32>, term: &Term) -> Result<Named, NotNamed> {
        if term.kind == TermKind::List {
            return self.register_list(file, term);
        }
        let mut problem = NotNamed::Other;
        for register in rows {
            match self.in_row(register, term) {
                Ok(named) => return Ok(named),
                Err(NotNamed::Error(kind)) => {
                    // That a range is elsewhere says least.
                    let is_range = self.target.tables.registers[register as usize].indexed;
                    let is_elsewhere = matches!(kind, ParseErrorKind::RegisterElsewhere { .. });
                    if !(is_range.is_set() && is_elsewhere && problem != NotNamed::Other) {
                        problem = NotNamed::Error(kind);
                    }
                    if kind == ParseErrorKind::Backwards {
                        break;
                    }
                }
                Err(NotNamed::Other) => {}
            }
        }
        Err(problem)
    }

    /// The registers of a row that a word, with or without an index, names.
    #[inline]
    fn in_row(&self, register: u32, term: &Term) -> Result<Named, NotNamed> {
        let row = &self.target.tables.registers[register as usize];
        let key = term.start + u32::from(term.key);
        let is_indexed = term.kind == TermKind::Indexed;
        let here = row.archs >> self.target.arch & 1 != 0;
        let elsewhere = ParseErrorKind::RegisterElsewhere { register };
        if row.indexed.is_set() {
            let (first, last) = match term.kind {
                TermKind::Word if term.value >= 0 => (term.value as i32, term.value as i32),
                TermKind::Indexed => term.indices(),
                _ => return Err(NotNamed::Other),
            };
            if !self.is_text(row.name, term.start, key) {
                return Err(NotNamed::Other);
            }
            if !here {
                return Err(NotNamed::Error(elsewhere));
            }
            if last < first {
                return Err(NotNamed::Error(ParseErrorKind::Backwards));
            }
            let lowest = i32::from(row.first_index);
            if first < lowest || last - lowest >= i32::from(row.count) {
                return Err(NotNamed::Error(ParseErrorKind::NoSuchRegister { register }));
            }
            return Ok(Named {
                number: row.number + (first - lowest).cast_unsigned() as u16,
                count: (last - first + 1).cast_unsigned() as u16,
            });
        }
        if term.kind == TermKind::Word {
            return match (self.is_text(row.name, term.start, term.end), here) {
                (false, _) => Err(NotNamed::Other),
                (true, false) => Err(NotNamed::Error(elsewhere)),
                (true, true) => Ok(Named {
                    number: row.number,
                    count: u16::from(row.times),
                }),
            };
        }
        // `vcc[0]`: of the registers that a name covers.
        let is_part = is_indexed && self.syntax.register_parts.is_set() && row.times > 1;
        if !is_part || !self.is_text(row.name, term.start, key) {
            return Err(NotNamed::Other);
        }
        let (first, last) = term.indices();
        match (
            here,
            0 <= first && first <= last && last < i32::from(row.times),
        ) {
            (true, true) => Ok(Named {
                number: row.number + first.cast_unsigned() as u16,
                count: (last - first + 1).cast_unsigned() as u16,
            }),
            (true, false) => Err(NotNamed::Error(ParseErrorKind::NoSuchRegister { register })),
            (false, _) => Err(NotNamed::Error(elsewhere)),
        }
    }

    /// Whether a term is all registers that a name covers, counted: `vcc[0:1]` is `vcc`.
    pub(super) fn is_whole(&self, name: &str, term: &Term) -> bool {
        let key = term.start + u32::from(term.key);
        if term.kind != TermKind::Indexed
            || !self.syntax.register_parts.is_set()
            || !self.same(name, term.start, key)
        {
            return false;
        }
        let (first, last) = term.indices();
        let arch = self.target.arch;
        let mut registers = self.target.tables.registers.iter();
        registers.any(|row| {
            let named = !row.indexed.is_set() && row.archs >> arch & 1 != 0;
            let all = first == 0 && last + 1 == i32::from(row.times);
            named && all && self.same(self.target.text(row.name), term.start, key)
        })
    }

    /// `[v1,v2]`: single registers that follow one another.
    fn register_list(&self, file: u16, term: &Term) -> Result<Named, NotNamed> {
        if !self.syntax.register_lists.is_set() {
            return Err(NotNamed::Other);
        }
        let text = self
            .statement
            .text
            .get(..term.end as usize - 1)
            .unwrap_or("");
        let at = term.start as usize + 1;
        let mut scanner = expression::Scanner {
            text,
            at,
            symbols: self.symbols,
            depth: 0,
            later: None,
        };
        let mut whole: Option<Named> = None;
        loop {
            scanner.skip_space();
            if scanner.is_at_end() {
                return Err(NotNamed::Error(ParseErrorKind::EmptyOperand));
            }
            let element = lex::term(&mut scanner, Before::Other)
                .map_err(|(_, kind)| NotNamed::Error(kind))?;
            // Lists do not nest: the depth of the recursion is two.
            if element.kind == TermKind::List {
                return Err(NotNamed::Error(ParseErrorKind::NotConsecutive));
            }
            let next = self.registers(file, &element)?;
            whole = match whole {
                None if next.count == 1 => Some(next),
                Some(so_far) if next.count == 1 && next.number == so_far.number + so_far.count => {
                    Some(Named {
                        number: so_far.number,
                        count: so_far.count + 1,
                    })
                }
                _ => return Err(NotNamed::Error(ParseErrorKind::NotConsecutive)),
            };
            scanner.skip_space();
            if scanner.is_at_end() {
                return whole.ok_or(NotNamed::Other);
            }
            if scanner.peek() != b',' {
                return Err(NotNamed::Error(ParseErrorKind::NotConsecutive));
            }
            scanner.at += 1;
        }
    }

    /// Why a term is no register that the operand takes: it may be one of
    /// another file.
    #[cold]
    pub(super) fn not_a_register(&self, index: u32, term: &Term) -> ParseErrorKind {
        if !self.why {
            return ParseErrorKind::WrongOperand { operand: index };
        }
        for file in 0..self.target.tables.files.len() {
            if self.registers(file as u16, term).is_ok() {
                return ParseErrorKind::WrongFile {
                    operand: index,
                    found: file as u16,
                };
            }
        }
        ParseErrorKind::WrongOperand { operand: index }
    }

    /// Checks registers against the width that the operand has in the end.
    #[inline]
    pub(super) fn check_width(
        &self,
        row: &Operand,
        index: u32,
        sort: Sort,
        bits: Bits,
        choice: u8,
    ) -> Result<(), ParseErrorKind> {
        if sort == Sort::Value {
            return Ok(());
        }
        let tables = self.target.tables;
        let need = operand::width(self.target, row, bits, choice);
        let absent = operand::is_absent(row, need);
        match sort {
            Sort::Absent if absent => Ok(()),
            Sort::Absent => Err(ParseErrorKind::MustBeRegister {
                operand: index,
                need,
            }),
            _ if absent => Err(ParseErrorKind::MustBeAbsent { operand: index }),
            Sort::Registers { count, .. } if count != u16::from(need.max(1)) => {
                Err(ParseErrorKind::Width {
                    operand: index,
                    need,
                    found: count,
                })
            }
            Sort::Registers { file, number, .. } if need > 1 => {
                let file_row = &tables.files[file as usize];
                let first = u64::from(number);
                match registers::group_of(tables, self.target.arch, row, file_row, first, need) {
                    Ok(_) => Ok(()),
                    Err(registers::GroupError::Misaligned { align }) => {
                        let count = need;
                        Err(ParseErrorKind::Misaligned {
                            file,
                            number,
                            count,
                            align,
                        })
                    }
                    Err(_) => Err(ParseErrorKind::NotHere { operand: index }),
                }
            }
            _ => Ok(()),
        }
    }
}
