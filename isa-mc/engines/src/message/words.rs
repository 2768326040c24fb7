//! The pieces that messages are put together from.

use core::fmt::{self, Display, Formatter};

use crate::integer;
use crate::operand;
use crate::parse::ParseError;
use crate::tables::{
    Direction, Kind, Meaning, NONE, Operand, Spelling, Tables, Text, Token, TokenParts,
};
use crate::{SyntaxId, Target};

/// An error of a statement in words; made by [`ParseError::display`].
#[derive(Debug, Clone, Copy)]
pub struct ParseMessage<'a> {
    pub(super) error: ParseError,
    pub(super) target: Target<'a>,
    pub(super) syntax: SyntaxId,
    pub(super) text: &'a str,
}

impl<'a> ParseMessage<'a> {
    pub(super) fn tables(&self) -> &'a Tables<'a> {
        self.target.tables
    }

    pub(super) fn arch_name(&self) -> &'a str {
        self.target.text(self.target.arch().name)
    }

    pub(super) fn mnemonic(&self) -> &'a str {
        self.text.split_ascii_whitespace().next().unwrap_or("")
    }

    pub(super) fn found_text(&self) -> &'a str {
        let span = self.error.span;
        self.text
            .get(span.start as usize..span.end as usize)
            .unwrap_or("")
    }

    /// What stands at the place of the error.
    pub(super) fn found(&self) -> Quoted<'a> {
        Quoted(self.found_text())
    }

    pub(super) fn operand(&self, operand: u32) -> &'a Operand {
        &self.tables().operands[operand as usize]
    }

    pub(super) fn name(&self, operand: u32) -> Quoted<'a> {
        Quoted(self.target.text(self.operand(operand).name))
    }

    /// `operand 2 (`vaddr`)`, or the name of a modifier.
    pub(super) fn place(&self, operand: u32, f: &mut Formatter<'_>) -> fmt::Result {
        let name = self.name(operand);
        if matches!(
            self.operand(operand).direction.get(),
            Direction::Modifier | Direction::Part | Direction::Member
        ) {
            return write!(f, "{name}");
        }
        let mut depth = 0_u32;
        let mut position = 1;
        for byte in self.text.bytes().take(self.error.span.start as usize) {
            match byte {
                b'[' | b'(' => depth += 1,
                b']' | b')' => depth = depth.saturating_sub(1),
                b',' if depth == 0 => position += 1,
                _ => {}
            }
        }
        write!(f, "operand {position} ({name})")
    }

    /// `2 vector registers`, or `2, 3 or 4` of them where the text chooses.
    pub(super) fn registers(&self, operand: u32, count: u8, f: &mut Formatter<'_>) -> fmt::Result {
        let tables = self.tables();
        if let [others @ .., last] = operand::choices(tables, self.operand(operand)) {
            for (place, other) in others.iter().enumerate() {
                let comma = if place == 0 { "" } else { ", " };
                write!(f, "{comma}{other}")?;
            }
            f.write_str(" or ")?;
            return self.register_title(operand, *last, f);
        }
        self.register_title(operand, count, f)
    }

    /// `2 vector registers`
    fn register_title(&self, operand: u32, count: u8, f: &mut Formatter<'_>) -> fmt::Result {
        let tables = self.tables();
        let title = match self.operand(operand).kind.get() {
            Kind::Register { file, .. } => self.target.text(tables.files[file as usize].title),
            Kind::Class { class, .. } => {
                let entries = tables.classes[class as usize].entries;
                let mut files = tables.entries[entries.range()].iter().filter_map(|entry| {
                    match entry.meaning {
                        Meaning::Register { file, .. } => Some(file),
                        _ => None,
                    }
                });
                let first = files.next();
                match first {
                    Some(first) if files.all(|file| file == first) => {
                        self.target.text(tables.files[first as usize].title)
                    }
                    _ => "register",
                }
            }
            _ => "register",
        };
        let plural = if count == 1 { "" } else { "s" };
        write!(f, "{count} {title}{plural}")
    }

    /// What an operand takes, between two texts; nothing if that is not known.
    pub(super) fn say_expected(
        &self,
        operand: u32,
        before: &str,
        after: &str,
        f: &mut Formatter<'_>,
    ) -> fmt::Result {
        let tables = self.tables();
        let row = self.operand(operand);
        f.write_str(before)?;
        match row.kind.get() {
            Kind::Register { .. } if row.width_table == NONE && row.width != 0 => {
                self.registers(operand, row.width, f)?;
            }
            Kind::Register { file, .. } => {
                let title = self.target.text(tables.files[file as usize].title);
                write!(f, "{title}s")?;
                if row.zero.len != 0 {
                    write!(f, " or `{}`", self.target.text(row.zero))?;
                }
            }
            Kind::Class { class, .. } => {
                let class = &tables.classes[class as usize];
                let title = if class.title.len == 0 {
                    class.name
                } else {
                    class.title
                };
                f.write_str(self.target.text(title))?;
            }
            Kind::Integer { integer } => {
                let (low, high, _) = integer::range(&tables.integers[integer as usize]);
                write!(f, "a number from {low} to {high}")?;
            }
            Kind::Struct { structure } => {
                if let Some(row) = tables.struct_on(structure, self.target.arch) {
                    f.write_str(self.target.text(row.title))?;
                }
            }
            Kind::Flag => f.write_str("0 or 1")?,
            Kind::List { count, integer } => {
                let (low, high, _) = integer::range(&tables.integers[integer as usize]);
                write!(f, "a list of at most {count} numbers from {low} to {high}")?;
            }
        }
        f.write_str(after)
    }

    /// A spelling of a source modifier: `|…|`.
    pub(super) fn wrap_text(&self, spelling: u32) -> impl Display + use<'a> {
        let row = self.tables().spellings[spelling as usize];
        let (before, after) = (self.target.text(row.before), self.target.text(row.after));
        Around(before, after)
    }

    /// The source modifiers of an operand; nothing if it takes none.
    pub(super) fn say_wraps(
        &self,
        operand: u32,
        before: &str,
        f: &mut Formatter<'_>,
    ) -> fmt::Result {
        let tables = self.tables();
        let mut link = before;
        let wraps = &tables.wraps[self.operand(operand).wraps.range()];
        for wrap in wraps.iter().filter(|it| it.file == NONE) {
            if let Some(row) = tables.spellings_of(wrap, self.syntax.0).first() {
                let (before, after) = (self.target.text(row.before), self.target.text(row.after));
                write!(f, "{link}`{}`", Around(before, after))?;
                link = ", ";
            }
        }
        Ok(())
    }

    /// How halves of registers are written: `` : write `….h` or `….l` behind it ``.
    pub(super) fn say_halves(&self, operand: u32, f: &mut Formatter<'_>) -> fmt::Result {
        let tables = self.tables();
        let mut wraps = tables.wraps[self.operand(operand).wraps.range()].iter();
        let half = wraps.find(|it| it.file != NONE);
        let spellings = half.map_or(&[][..], |it| tables.spellings_of(it, self.syntax.0));
        if let [set, other] = spellings {
            let text = |row: &Spelling| self.target.text(row.after);
            write!(f, ": write `{}` or `{}` behind it", text(other), text(set))?;
        }
        Ok(())
    }

    /// `` `flat_load_dword` takes 2 operands: vdst, vaddr ``
    pub(super) fn takes(&self, form: u32, f: &mut Formatter<'_>) -> fmt::Result {
        let count = self.form_operands(form).count();
        let name = self.mnemonic();
        match count {
            0 => return write!(f, "`{name}` takes no operands"),
            1 => write!(f, "`{name}` takes 1 operand: ")?,
            _ => write!(f, "`{name}` takes {count} operands: ")?,
        }
        for (at, row) in self.form_operands(form).enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}{}", self.target.text(row.name))?;
        }
        Ok(())
    }

    pub(super) fn form_tokens(&self, form: u32) -> &'a [TokenParts] {
        let tables = self.tables();
        &tables.tokens[tables.forms[form as usize].tokens.range()]
    }

    /// The operand rows of the shape that a form belongs to.
    pub(super) fn form_shape(&self, form: u32) -> &'a [Operand] {
        let tables = self.tables();
        tables
            .shapes
            .iter()
            .find(|shape| {
                shape.forms.range().contains(&(form as usize)) && shape.arch == self.target.arch
            })
            .map_or(&[], |shape| &tables.operands[shape.operands.range()])
    }

    pub(super) fn form_operands(&self, form: u32) -> impl Iterator<Item = &'a Operand> {
        let rows = self.form_shape(form);
        self.form_tokens(form)
            .iter()
            .filter_map(move |token| match token.get() {
                Token::Operand(index) => rows.get(index as usize),
                _ => None,
            })
    }

    /// The spellings that a form prints for its modifiers.
    pub(super) fn form_modifiers(&self, form: u32) -> impl Iterator<Item = (&'a str, &'a Operand)> {
        let tables = self.tables();
        let target = self.target;
        let rows = self.form_shape(form);
        self.form_tokens(form)
            .iter()
            .filter_map(|token| match token.get() {
                Token::Modifiers(modifiers) => Some(&tables.modifiers[modifiers.range()]),
                _ => None,
            })
            .flatten()
            .filter_map(move |modifier| {
                let spelling = tables.spellings[modifier.spellings.range()].first()?;
                let row = rows.get(modifier.operand as usize)?;
                Some((target.text(spelling.before), row))
            })
    }

    pub(super) fn archs(&self, archs: u32, f: &mut Formatter<'_>) -> fmt::Result {
        let rows = self.tables().archs;
        self.list(f, rows.len(), archs, |at| rows[at].name)
    }

    /// ` a, b and c`: the names of the bits of a set.
    pub(super) fn list(
        &self,
        f: &mut Formatter<'_>,
        count: usize,
        set: u32,
        name: impl Fn(usize) -> Text,
    ) -> fmt::Result {
        let mut left = set;
        let mut link = " ";
        for at in 0..count.min(32) {
            if set >> at & 1 == 0 {
                continue;
            }
            left &= !(1 << at);
            write!(f, "{link}{}", self.target.text(name(at)))?;
            link = if left.is_power_of_two() {
                " and "
            } else {
                ", "
            };
        }
        Ok(())
    }
}

/// Two texts with something between them.
struct Around<'a>(&'a str, &'a str);

impl Display for Around<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}…{}", self.0, self.1)
    }
}

/// A text between backticks; the end of the statement if it is empty.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            f.write_str("the end of the statement")
        } else {
            write!(f, "`{}`", self.0)
        }
    }
}
