//! Errors of statements in words.

use core::fmt::{self, Display, Formatter};

use super::stream;
use super::words::ParseMessage;
use crate::constant;
use crate::integer;
use crate::parse::{ParseError, ParseErrorKind};
use crate::registers;
use crate::sink::Cursor;
use crate::tables::{Kind, Meaning, Operand, Operator, StepParts, Token};
use crate::{SyntaxId, Target};
use isa_dsl::suggest;

impl ParseError {
    /// The error in words. `text` is the statement that was parsed, `target`
    /// (a [`Target`] or [`StreamTarget`](crate::StreamTarget)) and `syntax`
    /// what it was parsed for.
    pub fn display<'a>(
        self,
        target: impl Into<Target<'a>>,
        syntax: SyntaxId,
        text: &'a str,
    ) -> ParseMessage<'a> {
        ParseMessage {
            error: self,
            target: target.into(),
            syntax,
            text,
        }
    }
}

impl Display for ParseMessage<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.error.kind {
            ParseErrorKind::Empty => f.write_str("there is no instruction"),
            ParseErrorKind::TooLong => f.write_str("the statement is too long"),
            ParseErrorKind::TooManyTerms => f.write_str("more operands than any instruction takes"),
            ParseErrorKind::EmptyOperand => f.write_str("an operand is missing after the comma"),
            ParseErrorKind::Unclosed { open } => {
                let close = if open == b'(' { ')' } else { ']' };
                write!(f, "`{}` without its `{close}`", open as char)
            }
            ParseErrorKind::UnknownLabel => write!(
                f,
                "{} is neither a number nor a label of this file",
                self.found()
            ),
            ParseErrorKind::NotANumber => write!(f, "expected a number, found {}", self.found()),
            ParseErrorKind::NumberTooLarge => f.write_str("the number does not fit 64 bits"),
            ParseErrorKind::DivisionByZero => f.write_str("division by zero"),
            ParseErrorKind::TooDeep => f.write_str("parentheses nested too deeply"),
            ParseErrorKind::UnknownSyntax => f.write_str("the machine has no such syntax"),
            ParseErrorKind::UnknownMnemonic => self.unknown_mnemonic(f),
            ParseErrorKind::MnemonicElsewhere { slot } => self.elsewhere(slot, f),
            ParseErrorKind::OtherSyntax { syntaxes } => {
                write!(f, "{} exists only in the syntax", self.found())?;
                let rows = self.tables().syntaxes;
                self.list(f, rows.len(), u32::from(syntaxes), |at| rows[at].name)
            }
            ParseErrorKind::Feature { missing } => {
                write!(f, "{} needs", self.found())?;
                let rows = self.tables().features;
                self.list(f, rows.len(), missing, |at| rows[at])?;
                write!(
                    f,
                    ", which {} lacks",
                    self.target.text(self.target.processor().name)
                )
            }
            ParseErrorKind::Missing { form, operand, .. } => {
                self.takes(form, f)?;
                write!(f, "; {} is missing", self.name(operand))?;
                self.say_expected(operand, " (", ")", f)
            }
            ParseErrorKind::TooMany { form, .. } => {
                self.takes(form, f)?;
                write!(f, "; {} is too many", self.found())
            }
            ParseErrorKind::NeedsComma => {
                write!(f, "expected a comma before {}", self.found())
            }
            ParseErrorKind::StrayComma => write!(f, "no comma stands before {}", self.found()),
            ParseErrorKind::CommaBeforeModifier => {
                write!(f, "no comma stands before the modifier {}", self.found())
            }
            ParseErrorKind::WrongOperand { operand } => {
                self.place(operand, f)?;
                self.say_expected(operand, " must be ", "", f)?;
                write!(f, ", found {}", self.found())
            }
            ParseErrorKind::Different { operand } => {
                self.place(operand, f)?;
                write!(f, " must be the same both times, found {}", self.found())
            }
            ParseErrorKind::WrongFile { operand, found } => {
                self.place(operand, f)?;
                self.say_expected(operand, " must be ", "", f)?;
                let title = self.tables().files[found as usize].title;
                write!(
                    f,
                    ", found {}, of the file of {}s",
                    self.found(),
                    self.target.text(title)
                )
            }
            ParseErrorKind::NotHere { operand } => {
                self.place(operand, f)?;
                write!(f, " cannot be {}", self.found())?;
                self.say_expected(operand, ", expected ", "", f)
            }
            ParseErrorKind::NoSuchRegister { register } => {
                let row = self.tables().registers[register as usize];
                let first = u32::from(row.first_index);
                let last = first + u32::from(row.count) - u32::from(row.count != 0);
                let arch = self.arch_name();
                write!(f, "{} is not a register of {arch}: ", self.found())?;
                write!(
                    f,
                    "{} goes from {first} to {last}",
                    self.target.text(row.name)
                )
            }
            ParseErrorKind::RegisterElsewhere { register } => {
                write!(f, "{} is a register only of", self.found())?;
                self.archs(self.tables().registers[register as usize].archs, f)
            }
            ParseErrorKind::WordElsewhere { entry } => {
                write!(f, "{} may stand here only on", self.found())?;
                self.archs(self.tables().entries[entry as usize].archs, f)
            }
            ParseErrorKind::Backwards => {
                write!(f, "the registers {} run backwards", self.found())
            }
            ParseErrorKind::NotConsecutive => {
                f.write_str("a list holds single registers that follow one another")
            }
            ParseErrorKind::Width {
                operand,
                need,
                found,
            } => {
                self.place(operand, f)?;
                f.write_str(" needs ")?;
                self.registers(operand, need, f)?;
                write!(f, ", found {found}: {}", self.found())
            }
            ParseErrorKind::Misaligned {
                file,
                number,
                count,
                align,
            } => self.misaligned(file, number, count, align, f),
            ParseErrorKind::MustBeAbsent { operand } => {
                self.place(operand, f)?;
                let zero = self
                    .target
                    .text(self.tables().operands[operand as usize].zero);
                write!(
                    f,
                    " takes no registers beside the other operands: write `{zero}`"
                )
            }
            ParseErrorKind::MustBeRegister { operand, need } => {
                self.place(operand, f)?;
                f.write_str(" needs ")?;
                self.registers(operand, need, f)?;
                write!(f, " beside the other operands, found {}", self.found())
            }
            ParseErrorKind::Range { operand, number } => self.range(operand, number, f),
            ParseErrorKind::FloatRange { operand } => {
                self.place(operand, f)?;
                let bits = match self.operand(operand).kind.get() {
                    Kind::Class { value, .. } => value.bits(),
                    _ => 32,
                };
                write!(
                    f,
                    " cannot be {}: it is too large or too small for a floating number of {bits} bits",
                    self.found()
                )
            }
            ParseErrorKind::NoConstant { operand } => self.no_constant(operand, f),
            ParseErrorKind::NotAStruct { structure, forms } => {
                self.not_a_struct(structure, forms, f)
            }
            ParseErrorKind::NoWrap { operand, wrap } => {
                self.place(operand, f)?;
                write!(f, " does not take `{}`", self.wrap_text(wrap))?;
                self.say_wraps(operand, ": it takes ", f)
            }
            ParseErrorKind::WrapOrder { operand } => {
                self.place(operand, f)?;
                f.write_str(" takes each of its source modifiers once")?;
                self.say_wraps(operand, ", the outermost first: ", f)?;
                write!(f, "; found {} within another", self.found())
            }
            ParseErrorKind::TwoSigns { operand } => {
                self.place(operand, f)?;
                write!(f, " has two signs: {}", self.found())?;
                self.say_wraps(operand, "; it takes ", f)
            }
            ParseErrorKind::WrapUnclosed { operand, after } => {
                self.place(operand, f)?;
                let after = self.target.text(after).trim_ascii();
                write!(f, " lacks a `{after}` behind {}", self.found())
            }
            ParseErrorKind::NeedsHalf { operand } => {
                self.place(operand, f)?;
                write!(f, " is half of a register, not {}", self.found())?;
                self.say_halves(operand, f)
            }
            ParseErrorKind::OtherHalf { operand } => {
                self.place(operand, f)?;
                f.write_str(" says another half of a register than the operands do")
            }
            ParseErrorKind::UnknownModifier { encoding, form } => {
                self.unknown_modifier(encoding, form, f)
            }
            ParseErrorKind::SecondLiteral { operand } => {
                self.place(operand, f)?;
                write!(
                    f,
                    " needs a literal of its own, and an instruction has one: found {}",
                    self.found()
                )
            }
            ParseErrorKind::Duplicate { operand } => {
                write!(f, "{} stands twice", self.name(operand))
            }
            ParseErrorKind::NeedsValue { operand } => {
                write!(
                    f,
                    "{} needs a value: `{}:…`",
                    self.name(operand),
                    self.found_text()
                )
            }
            ParseErrorKind::NoValue { operand } => {
                write!(f, "{} is a flag and takes no value", self.name(operand))
            }
            ParseErrorKind::NotOnArch { encoding, operand } => {
                self.not_on_arch(encoding, operand, f)
            }
            ParseErrorKind::Condition { form, test, .. } => self.condition(form, test, f),
            ParseErrorKind::Rule { message } => f.write_str(self.target.text(message)),
            ParseErrorKind::ExpectedText { .. }
            | ParseErrorKind::ExpectedValue { .. }
            | ParseErrorKind::UnknownName { .. }
            | ParseErrorKind::ExpectedPiece { .. }
            | ParseErrorKind::ValueRange { .. }
            | ParseErrorKind::SaidOtherwise { .. }
            | ParseErrorKind::Left
            | ParseErrorKind::FormCondition { .. }
            | ParseErrorKind::Invalid { .. }
            | ParseErrorKind::TooManyWays => stream::write(self, f),
        }
    }
}

impl ParseMessage<'_> {
    fn unknown_mnemonic(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let tables = self.tables();
        let name = self.found_text();
        write!(f, "no instruction is called `{name}`")?;
        let here = tables.mnemonics.iter().filter(|slot| {
            tables.candidates[slot.candidates.range()]
                .iter()
                .any(|candidate| {
                    candidate.arch == self.target.arch
                        && candidate.syntaxes >> self.syntax.0 & 1 != 0
                })
        });
        match suggest::nearest(name, here.map(|slot| self.target.text(slot.name))) {
            Some(near) => write!(f, "; did you mean `{near}`?"),
            None => Ok(()),
        }
    }

    fn elsewhere(&self, slot: u32, f: &mut Formatter<'_>) -> fmt::Result {
        let tables = self.tables();
        let slot = &tables.mnemonics[slot as usize];
        write!(f, "`{}` exists only on", self.found_text())?;
        let archs = tables.candidates[slot.candidates.range()]
            .iter()
            .fold(0, |archs, candidate| archs | 1_u32 << (candidate.arch & 31));
        self.archs(archs, f)?;
        let mut processors = tables
            .processors
            .iter()
            .filter(|row| archs >> (row.arch & 31) & 1 != 0);
        let Some(first) = processors.next() else {
            return Ok(());
        };
        let more = if processors.next().is_some() {
            " …"
        } else {
            ""
        };
        write!(f, " ({}{more})", self.target.text(first.name))
    }

    fn misaligned(
        &self,
        file: u16,
        number: u16,
        count: u8,
        align: u8,
        f: &mut Formatter<'_>,
    ) -> fmt::Result {
        let tables = self.tables();
        let row = &tables.files[file as usize];
        let title = self.target.text(row.title);
        write!(f, "{} does not begin where it must: ", self.found())?;
        match (count, align) {
            (2, 2) => write!(f, "it needs an even-aligned pair of {title}s")?,
            _ => write!(f, "{count} {title}s begin at a multiple of {align}")?,
        }
        let align = u16::from(align.max(1));
        let below = number - number % align;
        let mut link = ": ";
        for number in [Some(below), below.checked_add(align)]
            .into_iter()
            .flatten()
        {
            let found = registers::group(tables, self.target.arch, row, u64::from(number), count);
            if let Ok(named) = found {
                let mut buffer = [0; 64];
                let mut name = Cursor::new(&mut buffer);
                registers::print(tables, named, number, count, &mut name);
                write!(f, "{link}{}", name.as_str())?;
                link = " or ";
            }
        }
        Ok(())
    }

    fn no_constant(&self, operand: u32, f: &mut Formatter<'_>) -> fmt::Result {
        self.place(operand, f)?;
        write!(f, " has no constant {}", self.found())?;
        let Kind::Class { class, value } = self.operand(operand).kind.get() else {
            return Ok(());
        };
        let tables = self.tables();
        let entries = tables.classes[class as usize].entries;
        let mut link = ", expected ";
        for entry in &tables.entries[entries.range()] {
            if entry.archs >> self.target.arch & 1 != 0
                && let Some(text) = value.float_text(&entry.meaning)
            {
                write!(f, "{link}{}", self.target.text(text))?;
                link = ", ";
            }
        }
        Ok(())
    }

    fn range(&self, operand: u32, number: i64, f: &mut Formatter<'_>) -> fmt::Result {
        let tables = self.tables();
        let name = self.name(operand);
        write!(f, "{name} is {number}, expected ")?;
        match self.operand(operand).kind.get() {
            Kind::Integer { integer } => {
                let (low, high, step) = integer::range(&tables.integers[integer as usize]);
                write!(f, "{low} to {high}")?;
                if step > 1 {
                    write!(f, " in steps of {step}")
                } else {
                    Ok(())
                }
            }
            Kind::Class { class, value } => {
                let entries = tables.classes[class as usize].entries;
                let here = tables.entries[entries.range()].iter();
                let literal = here
                    .filter(|entry| entry.archs >> self.target.arch & 1 != 0)
                    .any(|entry| entry.meaning == Meaning::Literal);
                if literal {
                    let bits = value.bits().min(32);
                    let (low, high) = (-(1_i64 << (bits - 1)), (1_i64 << bits) - 1);
                    return write!(f, "{low} to {high}");
                }
                let mut link = "";
                for entry in &tables.entries[entries.range()] {
                    let (Meaning::Counted { number, step, .. } | Meaning::Int { number, step }) =
                        entry.meaning
                    else {
                        continue;
                    };
                    if entry.archs >> self.target.arch & 1 == 0 {
                        continue;
                    }
                    let last = constant::counted(entry, number, step, u64::from(entry.last));
                    let first = i64::from(number);
                    write!(f, "{link}{}", first.min(last))?;
                    if first != last {
                        write!(f, " to {}", first.max(last))?;
                    }
                    link = " or ";
                }
                Ok(())
            }
            Kind::List { integer, .. } => {
                let (low, high, _) = integer::range(&tables.integers[integer as usize]);
                write!(f, "{low} to {high}")
            }
            _ => f.write_str("0 or 1"),
        }
    }

    /// The forms that a struct's text could have gone on with.
    fn not_a_struct(&self, structure: u16, forms: u32, f: &mut Formatter<'_>) -> fmt::Result {
        let tables = self.tables();
        let Some(row) = tables.struct_on(structure, self.target.arch) else {
            return Ok(());
        };
        write!(f, "{} is no {}", self.found(), self.target.text(row.title))?;
        let members = &tables.operands[row.members.range()];
        let mut link = ", expected ";
        for (at, form) in tables.forms[row.forms.range()].iter().enumerate() {
            let offered = forms == 0 || forms >> at.min(31) & 1 != 0;
            if form.syntax != self.syntax.0 || !offered {
                continue;
            }
            write!(f, "{link}`")?;
            for token in &tables.tokens[form.tokens.range()] {
                match token.get() {
                    Token::Text(text) => f.write_str(self.target.text(text))?,
                    Token::Operand(index) => {
                        f.write_str(self.target.text(members[index as usize].name))?;
                    }
                    Token::AnyOrder(list) => self.list_of(list, members, f)?,
                    Token::Modifiers(_) | Token::Mnemonic => {}
                }
            }
            f.write_str("`")?;
            link = " or ";
        }
        Ok(())
    }

    /// Members in any order, as a form of a struct names them.
    fn list_of(&self, list: u16, members: &[Operand], f: &mut Formatter<'_>) -> fmt::Result {
        let tables = self.tables();
        let list = &tables.any_orders[list as usize];
        let separator = tables.texts[list.separators.range()].first();
        for (at, item) in tables.modifiers[list.items.range()].iter().enumerate() {
            if let (Some(separator), true) = (separator, at != 0) {
                f.write_str(self.target.text(*separator))?;
            }
            let Some(spelling) = tables.spellings[item.spellings.range()].first() else {
                continue;
            };
            f.write_str(self.target.text(spelling.before))?;
            if spelling.valued.is_set() {
                f.write_str(self.target.text(members[item.operand as usize].name))?;
                f.write_str(self.target.text(spelling.after))?;
            }
        }
        Ok(())
    }

    fn unknown_modifier(&self, encoding: u16, form: u32, f: &mut Formatter<'_>) -> fmt::Result {
        let word = self.found_text();
        let key = word.split([':', '[', '(']).next().unwrap_or(word);
        let elsewhere = self.archs_with(encoding, key);
        if elsewhere != 0 && elsewhere >> (self.target.arch & 31) & 1 == 0 {
            write!(f, "`{key}` needs")?;
            return self.archs(elsewhere, f);
        }
        write!(f, "`{}` has no modifier {}", self.mnemonic(), self.found())?;
        let names = self
            .form_modifiers(form)
            .map(|(before, _)| before.trim_end_matches(':'));
        if let Some(near) = suggest::nearest(key, names) {
            return write!(f, "; did you mean `{near}`?");
        }
        let mut link = "; it takes ";
        for (before, row) in self.form_modifiers(form) {
            if row.field.total != 0 && !before.is_empty() {
                write!(f, "{link}`{before}`")?;
                link = ", ";
            }
        }
        Ok(())
    }

    /// The architectures on which the instruction of an encoding has a modifier or operand
    /// of a name, a bit for each.
    fn archs_with(&self, encoding: u16, name: &str) -> u32 {
        let tables = self.tables();
        let instruction = tables.encodings[encoding as usize].instruction;
        let encodings = tables.instructions[instruction as usize].encodings;
        let mut archs = 0_u32;
        for row in &tables.encodings[encodings.range()] {
            let shape = &tables.shapes[row.shape as usize];
            let has = tables.operands[shape.operands.range()]
                .iter()
                .any(|row| row.field.total != 0 && self.target.text(row.name) == name);
            archs |= u32::from(has) << (shape.arch & 31);
        }
        archs
    }

    fn not_on_arch(&self, encoding: u16, operand: u32, f: &mut Formatter<'_>) -> fmt::Result {
        let name = self.target.text(self.operand(operand).name);
        let archs = self.archs_with(encoding, name);
        if archs == 0 {
            return write!(
                f,
                "{} does not exist on {}",
                self.name(operand),
                self.arch_name()
            );
        }
        write!(f, "{} needs", self.name(operand))?;
        self.archs(archs, f)
    }

    /// What a form's condition misses: generic, but for `field == number`.
    fn condition(&self, form: u32, test: u16, f: &mut Formatter<'_>) -> fmt::Result {
        let tables = self.tables();
        let count = self.form_operands(form).count();
        let plural = if count == 1 { "" } else { "s" };
        write!(f, "`{}` with {count} operand{plural} ", self.mnemonic())?;
        let when = tables.forms[form as usize].when;
        let program = tables
            .rules
            .get(when as usize)
            .map_or(&[][..], |rule| &tables.program[rule.program.range()]);
        let steps = program.get(test as usize..);
        let steps = steps.and_then(<[StepParts]>::first_chunk);
        if let Some((field, number, operator)) = steps.and_then(StepParts::comparison) {
            let field = tables.fields[field as usize];
            let found = self
                .form_modifiers(form)
                .find(|(_, row)| row.field == field);
            if let Some((before, row)) = found {
                let equal = operator == Operator::Eq;
                return match (row.kind.get(), number, operator) {
                    (Kind::Flag, 0 | 1, Operator::Eq | Operator::Ne) => {
                        let wanted = equal == (number == 1);
                        let verb = if wanted { "needs" } else { "must not have" };
                        write!(f, "{verb} `{before}`")
                    }
                    (_, number, Operator::Eq) => write!(f, "needs `{before}{number}`"),
                    (_, number, Operator::Ne) => write!(f, "must not have `{before}{number}`"),
                    _ => write!(f, "does not go together with this value of `{before}`"),
                };
            }
        }
        f.write_str("does not go together with the values of the others")
    }
}
