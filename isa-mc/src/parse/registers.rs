//! Registers as text has them: `v1`, `v[1:2]`, `vcc`, `[v1,v2]`.

use super::bind::Sort;
use super::lex::{self, Before, Term, TermKind};
use super::matcher::Matcher;
use super::{ParseErrorKind, expression};
use crate::operand;
use crate::registers;
use crate::tables::Operand;

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
        let file_row = &tables.files[file as usize];
        let (first, last) = match term.kind {
            TermKind::Word => (term.value, term.value),
            TermKind::Indexed => {
                let (first, last) = term.indices();
                (i64::from(first), i64::from(last))
            }
            TermKind::List => return self.register_list(file, term),
            _ => return Err(NotNamed::Other),
        };
        let key = term.start + u32::from(term.key);
        // `vcc[0]`: of the registers that a name covers.
        let is_part = term.kind == TermKind::Indexed && self.syntax.register_parts;
        let mut problem = NotNamed::Other;
        for (at, row) in tables.registers[file_row.registers.range()]
            .iter()
            .enumerate()
        {
            // Most rows fall out by the length of their name.
            let end = if row.indexed || is_part {
                key
            } else {
                term.end
            };
            if u32::from(row.name.len) != end - term.start {
                continue;
            }
            let here = row.archs >> self.target.arch & 1 != 0;
            let name = self.target.text(row.name);
            let register = file_row.registers.start + at as u32;
            if row.indexed {
                if !self.same(name, term.start, key) || (term.kind == TermKind::Word && first < 0) {
                    continue;
                }
                if !here {
                    if problem == NotNamed::Other {
                        problem = NotNamed::Error(ParseErrorKind::RegisterElsewhere { register });
                    }
                    continue;
                }
                if last < first {
                    return Err(NotNamed::Error(ParseErrorKind::Backwards));
                }
                let lowest = i64::from(row.first_index);
                if first < lowest || last >= lowest + i64::from(row.count) {
                    problem = NotNamed::Error(ParseErrorKind::NoSuchRegister { register });
                    continue;
                }
                return Ok(Named {
                    number: row.number + (first - lowest).cast_unsigned() as u16,
                    count: (last - first + 1).cast_unsigned() as u16,
                });
            }
            if is_part && row.times > 1 && self.same(name, term.start, key) {
                if here && 0 <= first && first <= last && last < i64::from(row.times) {
                    return Ok(Named {
                        number: row.number + first.cast_unsigned() as u16,
                        count: (last - first + 1).cast_unsigned() as u16,
                    });
                }
                problem = NotNamed::Error(match here {
                    true => ParseErrorKind::NoSuchRegister { register },
                    false => ParseErrorKind::RegisterElsewhere { register },
                });
            }
            if term.kind == TermKind::Word && self.same(name, term.start, term.end) {
                if here {
                    return Ok(Named {
                        number: row.number,
                        count: u16::from(row.times),
                    });
                }
                problem = NotNamed::Error(ParseErrorKind::RegisterElsewhere { register });
            }
        }
        Err(problem)
    }

    /// Whether a term is all registers that a name covers, counted: `vcc[0:1]` is `vcc`.
    pub(super) fn is_whole(&self, name: &str, term: &Term) -> bool {
        let key = term.start + u32::from(term.key);
        if term.kind != TermKind::Indexed
            || !self.syntax.register_parts
            || !self.same(name, term.start, key)
        {
            return false;
        }
        let (first, last) = term.indices();
        let arch = self.target.arch;
        let mut registers = self.target.tables.registers.iter();
        registers.any(|row| {
            let named = !row.indexed && row.archs >> arch & 1 != 0;
            let all = first == 0 && last + 1 == i32::from(row.times);
            named && all && self.same(self.target.text(row.name), term.start, key)
        })
    }

    /// `[v1,v2]`: single registers that follow one another.
    fn register_list(&self, file: u16, term: &Term) -> Result<Named, NotNamed> {
        if !self.syntax.register_lists {
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
    pub(super) fn not_a_register(&self, index: u32, term: &Term) -> ParseErrorKind {
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
    pub(super) fn check_width(
        &self,
        row: &Operand,
        index: u32,
        sort: Sort,
        bits: u64,
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
                match registers::group(tables, self.target.arch, file_row, first, need) {
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
