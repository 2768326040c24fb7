//! Instruction to text.

use core::cell::Cell;

use crate::constant::{self, LiteralText, Number};
use crate::operand;
use crate::registers;
use crate::rule;
use crate::sink::{Cursor, Line, Sink, Writer};
use crate::structs;
use crate::tables::{
    BitString, Bits, Class, Encoding, Form, Kind, Meaning, Modifier, NO_READINGS, NONE, Operand,
    Rows, Shape, ShapeMasks, Text, Token, ValueType,
};
use crate::{Inst, OperandView, PrintError, StructValue, SyntaxId, Target};

/// That no outline says the instruction: it is printed by its forms, which tell why if they
/// cannot.
#[derive(Debug, Clone, Copy)]
struct Unsaid;

impl Target<'_> {
    /// Appends the instruction's text in a syntax: what [`Target::parse`]
    /// turns into exactly this instruction.
    ///
    /// # Errors
    ///
    /// [`PrintError::NotExpressible`] if the syntax has no such text; see
    /// [`Target::print_reading`]. Nothing is appended then.
    #[inline]
    pub fn print(
        &self,
        inst: Inst,
        syntax: SyntaxId,
        out: &mut impl Sink,
    ) -> Result<(), PrintError> {
        out.append(PrintError::Space, |out| self.print_to(inst, syntax, out))
    }

    /// [`Target::print`] to where all text goes: what is generic about that is thin, so that
    /// printing is compiled with the engines and not in each crate that prints.
    fn print_to(
        &self,
        inst: Inst,
        syntax: SyntaxId,
        out: &mut Cursor<'_>,
    ) -> Result<(), PrintError> {
        // Outlines know the first choice only.
        if inst.choice() == 0
            && let Some(mut line) = out.line()
        {
            let (encoding, bits) = (inst.encoding(), inst.low_bits());
            self.print_line(encoding, bits, syntax, || Some(inst), &mut line)?;
            if let Some(written) = line.written() {
                out.advance(written);
                return Ok(());
            }
        }
        self.print_by_forms(inst, syntax, out)
    }

    /// [`Target::print`] to a line, which may be too short, of the first choice. Few
    /// instructions need more than their encoding and their first bits: it is put together
    /// for those.
    #[expect(
        clippy::inline_always,
        reason = "an instruction that is not put together, and a line whose length is in a register"
    )]
    #[inline(always)]
    pub(crate) fn print_line(
        &self,
        encoding: u16,
        bits: u64,
        syntax: SyntaxId,
        inst: impl Fn() -> Option<Inst>,
        line: &mut Line<'_>,
    ) -> Result<(), PrintError> {
        let before = line.len();
        if self
            .print_outlined(encoding, bits, syntax, &inst, line)
            .is_ok()
        {
            return Ok(());
        }
        line.go_on(before);
        let inst = inst().ok_or(PrintError::Unknown)?;
        let len = self.print_closer(inst, syntax, line.apart())?;
        line.go_on(len);
        Ok(())
    }

    /// [`Target::print_line`] of what is not found by its first bits, to a line; gives how long
    /// it is then.
    #[cold]
    fn print_closer(
        &self,
        inst: Inst,
        syntax: SyntaxId,
        mut line: Line<'_>,
    ) -> Result<usize, PrintError> {
        let before = line.len();
        if let Ok(len) = self.print_outlined_whole(inst, syntax, &mut line) {
            return Ok(len);
        }
        line.go_on(before);
        self.print_by_forms(inst, syntax, &mut line)?;
        Ok(line.len())
    }

    /// [`Target::print`] the long way.
    #[cold]
    fn print_by_forms(
        &self,
        inst: Inst,
        syntax: SyntaxId,
        out: &mut impl Writer,
    ) -> Result<(), PrintError> {
        Printer::new(self, inst, syntax)?.append(out)
    }

    /// Appends the instruction's text with a name in the place of one operand, as of a
    /// branch with its label. `operand` is its position, as in [`OperandView::index`].
    ///
    /// Whether the text is read as this instruction depends on what the name stands for:
    /// [`Target::parse_with`] tells.
    ///
    /// ```
    /// use isa_mc::gcn::{self, syntax};
    ///
    /// let target = gcn::target("gfx900").unwrap();
    /// let inst = target.parse("s_branch 4", syntax::LLVM).unwrap();
    /// let mut text = [0; 64];
    /// let mut text = isa_mc::Cursor::new(&mut text);
    /// target.print_naming(inst, syntax::LLVM, 0, "loop", &mut text).unwrap();
    /// assert_eq!(text.as_str(), "s_branch loop");
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Target::print`].
    pub fn print_naming(
        &self,
        inst: Inst,
        syntax: SyntaxId,
        operand: usize,
        name: &str,
        out: &mut impl Sink,
    ) -> Result<(), PrintError> {
        out.append(PrintError::Space, |out| {
            self.print_naming_to(inst, syntax, operand, name, out)
        })
    }

    fn print_naming_to(
        &self,
        inst: Inst,
        syntax: SyntaxId,
        operand: usize,
        name: &str,
        out: &mut Cursor<'_>,
    ) -> Result<(), PrintError> {
        let mut printer = Printer::new(self, inst, syntax)?;
        printer.named = Some((operand, name));
        printer.append(out)
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
        inst: Inst,
        syntax: SyntaxId,
        out: &mut impl Sink,
    ) -> Result<(), PrintError> {
        out.append(PrintError::Space, |out| {
            self.print_reading_to(inst, syntax, out)
        })
    }

    fn print_reading_to(
        &self,
        inst: Inst,
        syntax: SyntaxId,
        out: &mut Cursor<'_>,
    ) -> Result<(), PrintError> {
        let printer = Printer::new(self, inst, syntax)?;
        match printer.nearest_form() {
            Some(form) => printer.write(form, out),
            None => printer.write_mnemonic(out),
        }
        Ok(())
    }
}

impl Target<'_> {
    /// Appends the text of a struct's value in a syntax.
    ///
    /// # Errors
    ///
    /// [`PrintError::Unknown`] if the machine has no such struct or no form of
    /// the syntax says the value, [`PrintError::Space`] if the text does not
    /// fit.
    pub fn print_struct(
        &self,
        value: StructValue,
        syntax: SyntaxId,
        out: &mut impl Sink,
    ) -> Result<(), PrintError> {
        out.append(PrintError::Space, |out| {
            self.print_struct_to(value, syntax, out)
        })
    }

    fn print_struct_to(
        &self,
        value: StructValue,
        syntax: SyntaxId,
        out: &mut Cursor<'_>,
    ) -> Result<(), PrintError> {
        match write_struct(self, value.structure, value.bits, syntax, out) {
            true => Ok(()),
            false => Err(PrintError::Unknown),
        }
    }
}

impl<'a> Target<'a> {
    /// The operands that the text of an instruction names in a syntax, in the order of
    /// the text and without modifiers. What a form leaves out, such as the destination
    /// of a load to local memory, is not among them.
    ///
    /// # Errors
    ///
    /// Those of [`Target::print`], but for [`PrintError::Space`].
    pub fn named_operands(
        &self,
        inst: Inst,
        syntax: SyntaxId,
    ) -> Result<impl Iterator<Item = OperandView<'a>> + use<'a>, PrintError> {
        let named = Printer::new(self, inst, syntax)?.form()?.tokens;
        let tokens = &self.tables.tokens[named.range()];
        let operands = self.operands(inst);
        Ok(tokens.iter().filter_map(move |token| match token.get() {
            Token::Operand(index) => operands.view(index.into()),
            Token::Text(_) | Token::Modifiers(_) | Token::Mnemonic | Token::AnyOrder(_) => None,
        }))
    }
}

struct Printer<'a> {
    target: &'a Target<'a>,
    inst: Inst,
    syntax: SyntaxId,
    encoding: &'a Encoding,
    shape: &'a Shape,
    operands: &'a [Operand],
    /// An operand that has a name.
    named: Option<(usize, &'a str)>,
    /// A struct, a literal or an operand without a text was among what is written. Of a form that
    /// was asked before.
    is_unsaid: Cell<bool>,
}

impl<'a> Printer<'a> {
    #[inline]
    fn new(
        target: &'a Target<'a>,
        inst: Inst,
        syntax: SyntaxId,
    ) -> Result<Printer<'a>, PrintError> {
        let encoding = target.encoding(inst).ok_or(PrintError::Unknown)?;
        let shape = target.shape_of(encoding);
        if shape.arch != target.arch {
            return Err(PrintError::Unknown);
        }
        let operands = &target.tables.operands[shape.operands.range()];
        Ok(Printer {
            target,
            inst,
            syntax,
            encoding,
            shape,
            operands,
            named: None,
            is_unsaid: Cell::new(false),
        })
    }

    /// Appends the text of the first form that says all of the instruction.
    fn append(&self, out: &mut impl Writer) -> Result<(), PrintError> {
        self.write(self.form()?, out);
        Ok(())
    }

    /// The first form that says all of the instruction.
    fn form(&self) -> Result<&'a Form, PrintError> {
        let mask = self.unsaid_literal() | self.unsaid_absent();
        if mask.any() {
            let encoding = self.inst.encoding();
            return Err(PrintError::NotExpressible { encoding, mask });
        }
        let mut mask = Bits::ZERO;
        let mut seen = false;
        for form in self.printable_forms() {
            let wrong = self.unsaid(form);
            let holds = self.holds(form);
            let said = !wrong.any()
                && holds
                && (!self.shape.structured.is_set() || self.says_structs(form))
                && (!self.is_wrapped() || self.says_wraps(form));
            if said {
                return Ok(form);
            }
            if holds && !seen {
                mask = wrong;
                seen = true;
            }
        }
        if !mask.any() {
            mask = self.unsaid_alike();
        }
        Err(PrintError::NotExpressible {
            encoding: self.inst.encoding(),
            mask,
        })
    }

    /// Whether every struct among what the form prints has a text.
    fn says_structs(&self, form: &Form) -> bool {
        let tables = self.target.tables;
        let said = |index: u16| {
            let row = &self.operands[index as usize];
            structs::is_said(self.target, row, self.inst.bits(), self.syntax)
        };
        tables.tokens[form.tokens.range()]
            .iter()
            .all(|token| match token.get() {
                Token::Operand(index) => said(index),
                Token::Modifiers(rows) => tables.modifiers[rows.range()].iter().all(|modifier| {
                    let row = &self.operands[modifier.operand as usize];
                    let silent = self.is_silent(modifier, row);
                    silent && !modifier.always.is_set() || said(modifier.operand)
                }),
                Token::Text(_) | Token::Mnemonic | Token::AnyOrder(_) => true,
            })
    }

    /// The form that leaves out the least, of those that are meant for such bits: a rule that
    /// is broken is broken in all of them.
    fn nearest_form(&self) -> Option<&'a Form> {
        let bits = self.inst.bits();
        self.printable_forms().min_by_key(|form| {
            let meant = is_meant(self.target, form, bits);
            let unsaid = self.unsaid(form).count_ones();
            (!meant, !self.holds(form), unsaid)
        })
    }

    fn printable_forms(&self) -> impl Iterator<Item = &'a Form> {
        let syntax = self.syntax.0;
        self.target.tables.forms[self.shape.forms.range()]
            .iter()
            .filter(move |form| form.syntax == syntax && !form.read_only.is_set())
            .filter(|form| self.target.has_form(form))
    }

    /// Bits that the form says wrongly.
    fn unsaid(&self, form: &Form) -> Bits {
        let low = (self.inst.low_bits() & !self.shape.mask ^ form.rest) & !form.spoken;
        if !self.shape.is_wide() {
            return low.into();
        }
        let (spoken, rest) = self.target.tables.form_bits(form);
        (self.inst.bits() & !self.masks().mask ^ rest) & !spoken
    }

    /// Whether a modifier needs no text.
    fn is_silent(&self, modifier: &Modifier, row: &Operand) -> bool {
        row.field.total == 0 || self.value_of(row) == modifier.default
    }

    /// Whether some operand has a source modifier.
    #[inline]
    fn is_wrapped(&self) -> bool {
        self.inst.low_bits() & self.shape.wraps != 0
            || self.shape.halved.is_set()
            || self.shape.is_wide() && (self.inst.bits() & self.masks().wraps).any()
    }

    /// Whether some modifier is not what it is without a text.
    #[inline]
    fn is_modified(&self) -> bool {
        let shape = self.shape;
        if (self.inst.low_bits() ^ shape.modifier_defaults) & shape.modifiers != 0 {
            return true;
        }
        let masks = || self.masks();
        shape.is_wide()
            && ((self.inst.bits() ^ masks().modifier_defaults) & masks().modifiers).any()
    }

    /// The value of an operand's field.
    #[inline]
    fn value_of(&self, row: &Operand) -> u64 {
        let pieces = self.target.tables.pieces;
        match self.shape.is_wide() {
            false => row.get(self.inst.low_bits(), pieces),
            true => self.wide_value_of(row),
        }
    }

    /// [`Printer::value_of`] of an instruction of more than 64 bits.
    #[cold]
    fn wide_value_of(&self, row: &Operand) -> u64 {
        row.get(self.inst.bits(), self.target.tables.pieces)
    }

    /// The text of an operand; empty where it must be put together.
    #[inline]
    fn text_of(&self, row: &Operand) -> Text {
        let Target {
            features, tables, ..
        } = *self.target;
        // A reading knows the first choice only.
        let is_chosen = self.inst.choice() != 0 && row.width_table != NONE;
        if row.reading.base == NO_READINGS || is_chosen {
            return Text::default();
        }
        match self.shape.is_wide() {
            false => row.reading.text(self.inst.low_bits(), features, tables),
            true => row.reading.text(self.inst.bits(), features, tables),
        }
    }

    /// What the shape says about all of its bits: little of it at each place.
    #[inline]
    fn masks(&self) -> ShapeMasks {
        self.target.tables.shape_masks(self.shape)
    }

    fn holds(&self, form: &Form) -> bool {
        holds(self.target, form, self.inst.bits())
    }

    #[inline]
    fn write_mnemonic(&self, out: &mut impl Writer) {
        let tables = self.target.tables;
        out.push_text(
            tables,
            tables.texts[self.encoding.mnemonics as usize + self.syntax.0 as usize],
        );
    }

    fn write(&self, form: &Form, out: &mut impl Writer) {
        let tables = self.target.tables;
        let tokens = &tables.tokens[form.tokens.range()];
        let mut space = false;
        if !tokens.iter().any(|token| token.get() == Token::Mnemonic) {
            self.write_mnemonic(out);
            space = true;
        }
        for token in tokens {
            let token = token.get();
            if space && !matches!(token, Token::Modifiers(_)) {
                out.push_byte(b' ');
                space = false;
            }
            match token {
                Token::Text(text) => out.push_text(tables, text),
                Token::Operand(index) => self.write_operand(index, form, out),
                Token::Modifiers(rows) => {
                    // Text behind modifiers brings its own space.
                    space = false;
                    if self.is_modified() || self.shape.always.is_set() {
                        self.write_modifiers(rows, out);
                    }
                }
                Token::Mnemonic => self.write_mnemonic(out),
                // Only forms of structs have lists.
                Token::AnyOrder(_) => {}
            }
        }
    }

    fn write_modifiers(&self, rows: Rows, out: &mut impl Writer) {
        let tables = self.target.tables;
        let bits = self.inst.low_bits();
        // Where all have their defaults in every syntax, most need no look at their values.
        let is_plain = !self.shape.always.is_set() && !self.shape.is_wide();
        for modifier in &tables.modifiers[rows.range()] {
            let row = &self.operands[modifier.operand as usize];
            if is_plain && (bits ^ row.default_bits) & row.mask == 0 {
                continue;
            }
            let value = self.value_of(row);
            let is_silent = row.field.total == 0 || value == modifier.default;
            if !is_silent || modifier.always.is_set() {
                self.write_modifier(modifier, row, value, out);
            }
        }
    }

    fn write_modifier(
        &self,
        modifier: &Modifier,
        row: &Operand,
        value: u64,
        out: &mut impl Writer,
    ) {
        let tables = self.target.tables;
        let Some(spelling) = tables.spellings[modifier.spellings.range()].first() else {
            return;
        };
        out.push_byte(b' ');
        if spelling.valued.is_set() {
            out.push_text(tables, spelling.before);
            self.write_text(row, value, out);
            if spelling.after.len != 0 {
                out.push_text(tables, spelling.after);
            }
        } else if value == 0 {
            // A flag that is set unless the text says otherwise.
            let syntax = &tables.syntaxes[self.syntax.0 as usize];
            if syntax.negation.len != 0 {
                out.push_text(tables, syntax.negation);
                out.push_text(tables, spelling.before);
            } else {
                out.push_text(tables, spelling.before);
                out.push(b":0");
            }
        } else {
            out.push_text(tables, spelling.before);
        }
    }

    fn write_operand(&self, index: u16, form: &Form, out: &mut impl Writer) {
        if let Some((_, name)) = self
            .named
            .filter(|(operand, _)| *operand == usize::from(index))
        {
            return out.push_str(name);
        }
        let row = &self.operands[index as usize];
        if self.is_wrapped() {
            return self.write_wrapped(row, form, out);
        }
        self.write_text(row, self.value_of(row), out);
    }

    /// Writes a value by its reading, if that has a text.
    fn write_text(&self, row: &Operand, value: u64, out: &mut impl Writer) {
        let text = self.text_of(row);
        match text.len {
            0 => self.write_value(row, value, out),
            _ => out.push_text(self.target.tables, text),
        }
    }

    fn write_value(&self, row: &Operand, value: u64, out: &mut impl Writer) {
        let tables = self.target.tables;
        match row.kind.get() {
            Kind::Flag => out.push_byte(if value == 0 { b'0' } else { b'1' }),
            Kind::Integer { integer } => write_integer(self.target, integer, row, value, out),
            Kind::Struct { structure } => self.write_struct(structure, value, out),
            Kind::List { count, integer } => write_list(tables, (count, integer), value, out),
            Kind::Register { file, scale } => {
                let width = operand::width(self.target, row, self.inst.bits(), self.inst.choice());
                if operand::is_absent(row, width) {
                    self.write_absent(row, value, out);
                } else {
                    self.write_register(file, value * u64::from(scale), width, out);
                }
            }
            Kind::Class {
                class,
                value: value_type,
            } => {
                let width = operand::width(self.target, row, self.inst.bits(), self.inst.choice());
                if operand::is_absent(row, width) {
                    self.write_absent(row, value, out);
                } else {
                    self.write_class((class, value_type), value, width, out);
                }
            }
        }
    }

    /// What stands for an operand without registers says that its bits are zero.
    fn write_absent(&self, row: &Operand, value: u64, out: &mut impl Writer) {
        out.push_text(self.target.tables, row.zero);
        if value != 0 {
            self.is_unsaid.set(true);
        }
    }

    fn write_struct(&self, structure: u16, value: u64, out: &mut impl Writer) {
        if !write_nested(self.target, structure, value, self.syntax, out) {
            self.is_unsaid.set(true);
        }
    }

    fn write_register(&self, file: u16, value: u64, width: u8, out: &mut impl Writer) {
        let tables = self.target.tables;
        let file = &tables.files[file as usize];
        let arch = self.target.arch;
        // The group was checked when the instruction was made.
        if let Some(row) = registers::row_of(tables, arch, file, value)
            && (row.indexed.is_set() || width <= 1)
        {
            return registers::print(tables, row, value as u16, width, out);
        }
        match registers::unaligned_group(tables, arch, file, value, width) {
            Ok(row) => registers::print(tables, row, value as u16, width, out),
            // Only an instruction that was put together by hand gets here.
            Err(_) => out.push_unsigned(value),
        }
    }

    fn write_class(
        &self,
        (class, value_type): (u16, ValueType),
        value: u64,
        width: u8,
        out: &mut impl Writer,
    ) {
        let tables = self.target.tables;
        let class = &tables.classes[class as usize];
        let Some(entry) = operand::entry(tables, self.target.arch, class, value) else {
            return out.push_unsigned(value);
        };
        match entry.meaning {
            Meaning::Register { file, number, step } => {
                self.write_register(file, entry.register(number, step, value), width, out);
            }
            Meaning::Struct { structure } => self.write_struct(structure, value, out),
            Meaning::Literal => {
                if !self.write_literal(class, value_type, out) {
                    self.is_unsaid.set(true);
                }
            }
            _ => write_entry(tables, entry, value_type, value, self.syntax, out),
        }
    }

    /// Writes the literal; `false` if its text would be read as something else.
    fn write_literal(&self, class: &Class, value_type: ValueType, out: &mut impl Writer) -> bool {
        let tables = self.target.tables;
        let word = self.inst.literal();
        match constant::literal_text(tables, self.target.arch, class, value_type, word) {
            Some(LiteralText::Forced(number)) => {
                let syntax = &tables.syntaxes[self.syntax.0 as usize];
                out.push_text(tables, syntax.literal);
                out.push_byte(b'(');
                match number {
                    // All bits of the number: 64 if it is negative.
                    Number::Int(number) => out.push_hex_unsigned(number.cast_unsigned()),
                    Number::Float(_) => write_word(number, out),
                }
                out.push_byte(b')');
                syntax.literal.len != 0
            }
            Some(LiteralText::Plain(number)) => {
                write_word(number, out);
                true
            }
            None => {
                out.push_hex(i64::from(word));
                false
            }
        }
    }
}

/// Whether a form's conditions hold for an instruction of these bits.
fn holds(target: &Target<'_>, form: &Form, bits: impl BitString) -> bool {
    is_meant(target, form, bits)
        && target.tables.rules[form.rules.range()]
            .iter()
            .all(|row| rule::is_kept(target, row, bits))
}

/// Whether the condition holds under which a form is the text.
#[inline]
fn is_meant(target: &Target<'_>, form: &Form, bits: impl BitString) -> bool {
    let tables = target.tables;
    form.when == NONE || rule::holds(tables, &tables.rules[form.when as usize], bits)
}

/// Writes the number of a literal: as bits, unless it has more of them with its
/// sign than without. A floating number is a single.
fn write_word(number: Number, out: &mut impl Writer) {
    match number {
        Number::Int(number) if number < 0 => out.push_signed(number),
        Number::Int(number) => out.push_hex(number),
        // That the buffer is full, the cursor knows.
        Number::Float(number) => drop(write!(out, "{:?}", number as f32)),
    }
}

mod outline;
mod struct_outlines;
mod unsaid;
mod values;
mod whole;
mod wraps;

pub(crate) use values::write_entry;
use values::{write_integer, write_list, write_nested, write_struct};

#[cfg(test)]
mod tests;
