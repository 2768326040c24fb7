//! Instruction to text.
//!
//! A form says what its tokens stand for, what it implies, and what is the
//! default. It is the right one if nothing is left over. A nested stream is
//! settled by itself: its forms see what the forms around it imply, and
//! nothing else of them.

use super::inst::StreamInst;
use super::names::{Names, is_word};
use super::target::StreamTarget;
use super::values::PieceView;
use super::walk::{self, LeafSet, Leaves, Numbers};
use crate::error::leaf_of;
use crate::integer;
use crate::operand;
use crate::print::write_entry;
use crate::registers;
use crate::sink::{Cursor, Sink, Writer as _};
use crate::tables::{
    Integer, Kind, MAX_LEAVES, Meaning, NEVER_HEX, NO_WORD, NONE, Rows, StreamEncoding, StreamForm,
    StreamOperand, StreamOption, StreamPrintStep, StreamWriting, Text, low_mask,
};
use crate::{PrintError, SyntaxId, Target};

impl StreamTarget<'_> {
    /// Appends the instruction's text in a syntax: what [`StreamTarget::parse`]
    /// turns into exactly this instruction.
    ///
    /// # Errors
    ///
    /// [`PrintError::Unsaid`] if the syntax has no such text; see
    /// [`StreamTarget::print_reading`]. Nothing is appended then.
    pub fn print(
        &self,
        inst: StreamInst,
        syntax: SyntaxId,
        out: &mut impl Sink,
    ) -> Result<(), PrintError> {
        self.print_as(inst, syntax, false, None, out)
    }

    /// [`StreamTarget::print`] with the names of a file: what has a name there is written
    /// by it, anything else by its number.
    ///
    /// # Errors
    ///
    /// As [`StreamTarget::print`].
    pub fn print_named(
        &self,
        inst: StreamInst,
        syntax: SyntaxId,
        names: &dyn Names,
        out: &mut impl Sink,
    ) -> Result<(), PrintError> {
        self.print_as(inst, syntax, false, Some(names), out)
    }

    /// Appends the text that comes nearest to the instruction, for people: it
    /// may leave out what the syntax cannot say.
    ///
    /// # Errors
    ///
    /// [`PrintError::Unknown`] if the instruction is none of this
    /// architecture, [`PrintError::Space`] if the text does not fit.
    pub fn print_reading(
        &self,
        inst: StreamInst,
        syntax: SyntaxId,
        out: &mut impl Sink,
    ) -> Result<(), PrintError> {
        self.print_as(inst, syntax, true, None, out)
    }

    /// Writes the value of a part as text of the default syntax has it.
    pub fn print_piece(&self, piece: &PieceView<'_>, out: &mut Cursor<'_>) {
        match piece.member {
            Some(member) => {
                let bits = member.field.total;
                write_value(
                    &self.target,
                    member.kind.get(),
                    bits,
                    piece.bits,
                    SyntaxId(0),
                    out,
                );
            }
            None => out.push_hex_unsigned(piece.bits),
        }
    }

    fn print_as(
        &self,
        inst: StreamInst,
        syntax: SyntaxId,
        nearest: bool,
        names: Option<&dyn Names>,
        out: &mut impl Sink,
    ) -> Result<(), PrintError> {
        out.append(PrintError::Space, |out| {
            self.print_to(inst, syntax, nearest, names, out)
        })
    }

    /// The same to where all text goes, compiled with the engines and not in each crate that
    /// prints.
    fn print_to(
        &self,
        inst: StreamInst,
        syntax: SyntaxId,
        nearest: bool,
        names: Option<&dyn Names>,
        out: &mut Cursor<'_>,
    ) -> Result<(), PrintError> {
        let encoding = self
            .encoding(inst)
            .filter(|row| row.arch == self.target.arch)
            .ok_or(PrintError::Unknown)?;
        let leaves = self.leaves(&inst);
        let mut printer = Printer {
            target: self,
            encoding,
            syntax,
            names,
            leaves: &leaves,
            left: [0; MAX_LEAVES],
            nearest: false,
            unsaid: None,
        };
        match printer.instruction(out) {
            Some(()) => Ok(()),
            None if out.overflowed() => Err(PrintError::Space),
            None if nearest => {
                printer.nearest = true;
                printer
                    .instruction(out)
                    .unwrap_or_else(|| printer.mnemonic(out));
                Ok(())
            }
            None => {
                let (leaf, mask) = printer.unsaid.unwrap_or((0, 0));
                Err(PrintError::Unsaid {
                    encoding: inst.encoding(),
                    leaf,
                    mask,
                })
            }
        }
    }
}

struct Printer<'a, 'p> {
    target: &'p StreamTarget<'a>,
    encoding: &'a StreamEncoding,
    syntax: SyntaxId,
    /// Names of numbers.
    names: Option<&'p dyn Names>,
    leaves: &'p Leaves,
    /// Bits that the text would get wrong so far.
    left: Numbers,
    /// Forms need not say everything.
    nearest: bool,
    /// What the first form whose condition holds leaves over.
    unsaid: Option<(u8, u64)>,
}

/// What forms say, from the inside to the outside.
#[derive(Clone, Copy)]
struct Implied<'i> {
    /// Values that hold without being written: rows of stream values.
    values: Rows,
    /// Places that tokens say, whatever they hold.
    written: Rows,
    /// First leaf of the stream that they count from.
    base: u8,
    /// The leaves that they say something of, counted from `base`: bit n is leaf n.
    leaves: u128,
    around: Option<&'i Implied<'i>>,
}

/// A stream or an instruction to write.
#[derive(Clone, Copy)]
struct Part {
    forms: Rows,
    /// First leaf.
    base: u8,
    /// Which of the forms are looked at; none if all are.
    choices: Rows,
}

impl<'a> Printer<'a, '_> {
    fn instruction(&mut self, out: &mut Cursor<'_>) -> Option<()> {
        let part = Part {
            forms: self.encoding.forms,
            base: 0,
            choices: Rows::default(),
        };
        let implied = Implied {
            values: self.encoding.values,
            written: Rows::default(),
            base: 0,
            leaves: u128::MAX,
            around: None,
        };
        self.part(part, &implied, true, out)
    }

    fn mnemonic(&self, out: &mut Cursor<'_>) {
        let tables = self.target.tables();
        let at = self.encoding.mnemonics as usize + self.syntax.0 as usize;
        out.push_text(tables, tables.texts.get(at).copied().unwrap_or_default());
    }

    /// Writes a part in the first form that says all of it.
    fn part(
        &mut self,
        part: Part,
        around: &Implied<'_>,
        whole: bool,
        out: &mut Cursor<'_>,
    ) -> Option<()> {
        let tables = self.target.tables();
        let start = out.len();
        let unsaid = self.unsaid;
        if let Some(options) = self.options(part) {
            for option in options {
                let form = &tables.stream_forms[option.form as usize];
                if self.holds(option.when, part)
                    && self.form(form, part, around, (whole, false), out).is_some()
                {
                    // What another form of this part leaves over is no matter.
                    self.unsaid = unsaid;
                    return Some(());
                }
                // What was lost must stay noticed.
                if out.overflowed() {
                    return None;
                }
                out.truncate(start);
            }
        }
        let anyway: &[bool] = match (self.nearest, part.choices.len) {
            (true, _) => &[false, true],
            (false, 0) => &[false],
            (false, _) => &[],
        };
        for &anyway in anyway {
            for form in &tables.stream_forms[part.forms.range()] {
                if form.read_only.is_set()
                    || form.syntax != self.syntax.0
                    || !self.holds(form.when, part)
                {
                    continue;
                }
                let written = self.form(form, part, around, (whole, anyway), out);
                if written.is_some() {
                    self.unsaid = unsaid;
                    return Some(());
                }
                if out.overflowed() {
                    return None;
                }
                out.truncate(start);
            }
        }
        None
    }

    /// Whether a condition holds for a part.
    #[inline]
    fn holds(&self, when: u16, part: Part) -> bool {
        when == NONE || walk::holds(self.target.tables(), when, part.base, &self.leaves.values)
    }

    /// The forms of a part that are worth a look where its values are these; `None` if
    /// all of them are.
    #[inline]
    fn options(&self, part: Part) -> Option<&'a [StreamOption]> {
        let tables = self.target.tables();
        if part.choices.len == 0 {
            return None;
        }
        let choice = part.choices.start as usize + self.syntax.0 as usize;
        let choice = tables.stream_choices.get(choice)?;
        let leaf = leaf_of(part.base, choice.leaf) as usize;
        let value = self.leaves.values[leaf] >> choice.shift & u64::from(choice.mask);
        let list = tables
            .stream_lists
            .get(choice.lists as usize + value as usize)?;
        tables.stream_options.get(list.range())
    }

    /// Writes a part in one form; `None` if that leaves something over, unless it
    /// is to be written `anyway`.
    #[inline]
    fn form(
        &mut self,
        form: &StreamForm,
        part: Part,
        around: &Implied<'_>,
        (whole, anyway): (bool, bool),
        out: &mut Cursor<'_>,
    ) -> Option<()> {
        let tables = self.target.tables();
        let reach = tables.stream_reaches.get(form.reach as usize)?;
        let implied = Implied {
            values: form.implies,
            written: reach.written,
            base: part.base,
            leaves: reach.said(),
            around: Some(around),
        };
        // What streams within take care of is theirs; all else is known before
        // anything is written.
        let open = reach.open();
        if open != 0 {
            let open = open.unbounded_shl(part.base.into()) & self.leaves.present;
            self.expect(LeafSet(open), &implied);
            if !anyway && !self.nothing_left(LeafSet(open)) {
                return None;
            }
        }
        if whole && !reach.has_mnemonic.is_set() {
            self.mnemonic(out);
            if form.tokens.len != 0 {
                out.push_byte(b' ');
            }
        }
        for step in tables.stream_print_steps.get(form.steps.range())? {
            self.step(step, part.base, &implied, out)?;
        }
        Some(())
    }

    /// Writes a piece of text of a form whose leaves count from `base`.
    #[inline]
    fn step(
        &mut self,
        step: &StreamPrintStep,
        base: u8,
        implied: &Implied<'_>,
        out: &mut Cursor<'_>,
    ) -> Option<()> {
        let tables = self.target.tables();
        let writes = step.writes.get();
        let before = Text {
            start: step.before,
            len: step.len,
        };
        if writes == StreamWriting::Named {
            self.named(step, before, base, out);
            return Some(());
        }
        if step.len != 0 {
            out.push_text(tables, before);
        }
        match writes {
            StreamWriting::Nothing | StreamWriting::Named => {}
            StreamWriting::Mnemonic => self.mnemonic(out),
            StreamWriting::Unsigned => push_unsigned(self.value(step, base), step.index, out),
            StreamWriting::Signed => {
                let number = integer::signed(self.value(step, base), step.width);
                if number.unsigned_abs() < step.index.into() || step.index == NEVER_HEX {
                    out.push_signed(number);
                } else {
                    out.push_hex(number);
                }
            }
            StreamWriting::Word => {
                let value = self.value(step, base) as usize;
                let words = (self.target.target.arch as usize) << step.width;
                let word = tables
                    .stream_words
                    .get(step.index as usize + words + value)?;
                match word.start {
                    NO_WORD => self.token(step, base, out)?,
                    _ => out.push_text(tables, *word),
                }
            }
            StreamWriting::Stream => {
                let row = tables.streams.get(step.index as usize)?;
                let inner = Part {
                    forms: row.forms,
                    base: leaf_of(base, step.leaf.into()),
                    choices: row.choices,
                };
                self.part(inner, implied, false, out)?;
            }
            StreamWriting::Token => self.token(step, base, out)?,
        }
        Some(())
    }

    /// The value of a step in one piece.
    #[inline]
    fn value(&self, step: &StreamPrintStep, base: u8) -> u64 {
        let leaf = leaf_of(base, step.leaf.into()) as usize;
        self.leaves.values[leaf] >> step.shift & low_mask(step.width)
    }

    /// Writes the name of a number, or the number.
    #[inline]
    fn named(&self, step: &StreamPrintStep, prefix: Text, base: u8, out: &mut Cursor<'_>) {
        let tables = self.target.tables();
        let value = self.value(step, base);
        let name = self
            .names
            .and_then(|it| it.name(tables.text(prefix), value));
        if let Some(name) = name {
            push_name(name, out);
        } else {
            out.push_text(tables, prefix);
            push_unsigned(value, step.index, out);
        }
    }

    /// Writes a value that no table has the text of.
    #[cold]
    fn token(&self, step: &StreamPrintStep, base: u8, out: &mut Cursor<'_>) -> Option<()> {
        let tables = self.target.tables();
        let row = tables.stream_operands.get(step.operand as usize)?;
        let StreamOperand::Value {
            place,
            kind,
            prefix,
            ..
        } = row.get()
        else {
            return None;
        };
        let field = tables.stream_places.get(place as usize)?.field;
        let leaf = leaf_of(base, step.leaf.into()) as usize;
        let value = field.get(self.leaves.values[leaf], tables.pieces);
        if prefix.len != 0 {
            let prefix = tables.text(prefix);
            if let Some(name) = self.names.and_then(|it| it.name(prefix, value)) {
                push_name(name, out);
                return Some(());
            }
            out.push_str(prefix);
        }
        let target = &self.target.target;
        write_value(target, kind, field.total, value, self.syntax, out);
        Some(())
    }

    /// Sets what is left over of some leaves of a part before any of its tokens is
    /// written.
    fn expect(&mut self, leaves: LeafSet, implied: &Implied<'_>) {
        let tables = self.target.tables();
        for leaf in leaves {
            let default = self.leaves.row(tables, leaf).map_or(0, |row| row.default);
            self.left[leaf as usize] = self.leaves.values[leaf as usize] ^ default;
        }
        // Each form says values of its own stream or of those within: the
        // innermost one wins.
        self.imply(leaves, implied);
    }

    fn imply(&mut self, leaves: LeafSet, implied: &Implied<'_>) {
        if let Some(around) = implied.around {
            self.imply(leaves, around);
        }
        if leaves.0 & implied.leaves.unbounded_shl(implied.base.into()) == 0 {
            return;
        }
        let tables = self.target.tables();
        for row in &tables.stream_values[implied.values.range()] {
            let place = &tables.stream_places[row.place as usize];
            let leaf = leaf_of(implied.base, place.leaf);
            if !leaves.has(leaf) {
                continue;
            }
            let value = self.leaves.values[leaf as usize];
            let said = place.field.set(value, row.value, tables.pieces);
            let left = &mut self.left[leaf as usize];
            *left = *left & !place.mask | (value ^ said) & place.mask;
        }
        for &place in &tables.stream_written[implied.written.range()] {
            let place = &tables.stream_places[place as usize];
            let leaf = leaf_of(implied.base, place.leaf);
            if leaves.has(leaf) {
                self.left[leaf as usize] &= !place.mask;
            }
        }
    }

    /// Whether the text gives back every bit of some leaves.
    fn nothing_left(&mut self, leaves: LeafSet) -> bool {
        let Some(leaf) = leaves
            .into_iter()
            .find(|&leaf| self.left[leaf as usize] != 0)
        else {
            return true;
        };
        let mask = self.left[leaf as usize];
        self.unsaid.get_or_insert((leaf, mask));
        false
    }
}

/// Writes a number, in hexadecimal from `hex` on.
#[inline]
fn push_unsigned(value: u64, hex: u32, out: &mut Cursor<'_>) {
    if value < hex.into() || hex == NEVER_HEX {
        out.push_unsigned(value);
    } else {
        out.push_hex_unsigned(value);
    }
}

/// Writes a name: in quotes if it is no word, unless the form has put them before it.
fn push_name(name: &str, out: &mut Cursor<'_>) {
    let within = out.as_bytes().last() == Some(&b'"');
    let is_word = name.bytes().all(is_word)
        && name
            .bytes()
            .next()
            .is_some_and(|first| !first.is_ascii_digit());
    if !within && !is_word {
        out.push_byte(b'"');
    }
    out.push_str(name);
    if !within && !is_word {
        out.push_byte(b'"');
    }
}

/// Writes a value of some bits; one without a meaning as a number.
fn write_value(
    target: &Target<'_>,
    kind: Kind,
    bits: u8,
    value: u64,
    syntax: SyntaxId,
    out: &mut Cursor<'_>,
) {
    let tables = target.tables;
    match kind {
        // Streams have neither structs nor lists.
        Kind::Flag | Kind::Struct { .. } | Kind::List { .. } => out.push_unsigned(value),
        Kind::Integer { integer } => {
            let row = &tables.integers[integer as usize];
            match integer::value(row, bits, value) {
                Some(_) if is_wide(row) && is_hex(row, value) => out.push_hex_unsigned(value),
                Some(_) if is_wide(row) => out.push_unsigned(value),
                Some(number) if is_hex(row, number.unsigned_abs()) => out.push_hex(number),
                Some(number) => out.push_signed(number),
                None => out.push_unsigned(value),
            }
        }
        Kind::Register { file, scale } => {
            write_register(target, file, value * u64::from(scale), out);
        }
        Kind::Class {
            class,
            value: value_type,
        } => {
            let class = &tables.classes[class as usize];
            let Some(entry) = operand::entry(tables, target.arch, class, value) else {
                return out.push_unsigned(value);
            };
            match entry.meaning {
                Meaning::Register { file, number, step } => {
                    write_register(target, file, entry.register(number, step, value), out);
                }
                _ => write_entry(tables, entry, value_type, value, syntax, out),
            }
        }
    }
}

fn write_register(target: &Target<'_>, file: u16, number: u64, out: &mut Cursor<'_>) {
    let tables = target.tables;
    let file = &tables.files[file as usize];
    match registers::group(tables, target.arch, file, number, 1) {
        Ok(row) => registers::print(tables, row, number as u16, 1, out),
        Err(_) => out.push_unsigned(number),
    }
}

/// Whether a number of this size is written in hexadecimal.
fn is_hex(integer: &Integer, size: u64) -> bool {
    integer.hex.is_some_and(|from| size >= u64::from(from))
}

/// Numbers up to 2^64 - 1, which are more than an `i64` holds.
pub(crate) fn is_wide(integer: &Integer) -> bool {
    integer.bits == 64 && !integer.signed && integer.scale <= 1 && integer.bias == 0
}

#[cfg(test)]
mod tests;
