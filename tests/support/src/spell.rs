//! Field values as text, straight from the tables: a second, slow and simple
//! printer, to test the engines with. It knows each encoding's bits too, so
//! that tests have an opinion of their own about the bytes.

use isa_dsl::sorted::SortedSet;

use isa_dsl::tables::{
    Bits, Counted, Direction, Entry, Field, Form, Integer, Kind, Meaning, Modifier, NONE, Operand,
    Operator, Register, Rows, Rule, Shape, Step, Tables, Token, ValueType, Width, low_mask,
};

/// Values that a rule has at once, at most: lowering refuses deeper ones.
const DEEPEST: usize = 16;

/// Values to text, on one architecture.
#[derive(Clone, Copy)]
pub struct Speller<'a> {
    /// The tables.
    pub tables: Tables<'a>,
    /// Index of the architecture.
    pub arch: u8,
    /// Index of the syntax.
    pub syntax: u8,
    /// The word behind an instruction that has a literal.
    pub literal: u32,
    /// Features of the processor.
    pub features: u32,
    /// Which width a text has, where bits do not say.
    pub choice: u8,
}

impl<'a> Speller<'a> {
    /// Whether a set of architectures holds this one.
    pub fn here(&self, archs: u32) -> bool {
        archs >> self.arch & 1 == 1
    }

    /// The registers that `operand` takes in an instruction of these bits.
    pub fn width(&self, operand: &Operand, bits: Bits) -> u16 {
        let Some(width) = self.width_row(operand) else {
            return u16::from(operand.width);
        };
        let (mut key, mut at) = (0, 0);
        if width.choices != 0 {
            key = u64::from(self.choice.min(width.choices - 1));
        }
        for field in &self.tables.fields[width.key.range()] {
            key |= self.get(*field, bits) << at;
            at += u32::from(field.total);
        }
        u16::from(self.tables.width_values[width.values as usize + key as usize])
    }

    /// The width of an operand that bits or text say, as this processor has it.
    fn width_row(&self, operand: &Operand) -> Option<&'a Width> {
        let width = self.tables.widths.get(operand.width_table as usize)?;
        match width.feature & self.features {
            0 => Some(width),
            _ => self.tables.widths.get(width.with_feature as usize),
        }
    }

    /// The fields on which the width of an operand depends.
    pub fn width_fields(&self, operand: &Operand) -> &'a [Field] {
        let width = self.tables.widths.get(operand.width_table as usize);
        width.map_or(&[], |width| &self.tables.fields[width.key.range()])
    }

    /// How many widths a text of the operand chooses from; 1 if bits say it.
    pub fn choices(&self, operand: &Operand) -> u8 {
        let width = self.tables.widths.get(operand.width_table as usize);
        width.map_or(1, |width| width.choices.max(1))
    }

    /// The value of a field.
    pub fn get(&self, field: Field, bits: Bits) -> u64 {
        field.get(bits, self.tables.pieces)
    }

    /// `bits` with a field set.
    pub fn set(&self, field: Field, bits: Bits, value: u64) -> Bits {
        field.set(bits, value, self.tables.pieces)
    }

    /// The text of an operand in an instruction of these bits; `None` if its
    /// value has no meaning there.
    pub fn operand(&self, operand: &Operand, bits: Bits) -> Option<String> {
        let width = self.width(operand, bits);
        // Parts of fields may be modifiers, too, which have no registers.
        let part = operand.direction == Direction::Part.into() && operand.zero.len == 0;
        let positional = operand.direction != Direction::Modifier.into() && !part;
        if width == 0 && positional && has_registers(operand.kind.get()) {
            let zero = self.tables.text(operand.zero);
            return (!zero.is_empty()).then(|| zero.to_owned());
        }
        let value = if operand.field.total == 0 {
            operand.default
        } else {
            self.get(operand.field, bits)
        };
        match operand.kind.get() {
            Kind::Register { file, scale } => self.register(file, value * u64::from(scale), width),
            Kind::Class {
                class,
                value: value_type,
            } => self.class((class, value_type), value, width),
            Kind::Integer { integer } => {
                let integer = self.tables.integers[integer as usize];
                fits_integer(integer, operand.field, value).then(|| Self::integer(integer, value))
            }
            Kind::Struct { structure } => self.structure(structure, value),
            Kind::List { count, integer } => Some(self.list(count, integer, value)),
            Kind::Flag => None,
        }
    }

    /// The text of an operand with its source modifiers. The first spelling
    /// is taken, but a number with a sign before it would be another number.
    ///
    /// It is one of `rows`, those of the form's shape.
    pub fn wrapped(
        &self,
        rows: &[Operand],
        operand: &Operand,
        form: &Form,
        bits: Bits,
    ) -> Option<String> {
        let mut text = self.operand(operand, bits)?;
        text.push_str(self.half(rows, operand, form, bits)?);
        for wrap in self.tables.wraps[operand.wraps.range()].iter().rev() {
            if wrap.file != NONE || !bits.is_set(wrap.bit) {
                continue;
            }
            let spellings = self.tables.spellings_of(wrap, self.syntax);
            let number = text.starts_with(|first: char| first.is_ascii_digit() || first == '-')
                && text[1..]
                    .chars()
                    .all(|next| "0123456789abcdefx.".contains(next));
            // llvm-mc reads no `-lit(1)`, and `|lit(1)|` as `|1|`; it reads their other spellings.
            let called = text.ends_with(')');
            let is_good = |before: &str| match before {
                "-" => !number && !called,
                "|" => !called,
                _ => true,
            };
            let spelling = spellings
                .iter()
                .filter(|it| it.valued.is_set())
                .find(|it| is_good(self.tables.text(it.before)))?;
            let (before, after) = (spelling.before, spelling.after);
            text = format!(
                "{}{text}{}",
                self.tables.text(before),
                self.tables.text(after)
            );
        }
        Some(text)
    }

    /// What a form writes behind an operand that may be half of a register; `None` if it does
    /// not say which half it is.
    fn half(
        &self,
        rows: &[Operand],
        operand: &Operand,
        form: &Form,
        bits: Bits,
    ) -> Option<&'a str> {
        let mut wraps = self.tables.wraps[operand.wraps.range()].iter();
        let Some(wrap) = wraps.find(|it| it.file != NONE) else {
            return Some("");
        };
        let is_upper = bits.is_set(wrap.bit);
        let is_own = operand.field.mask(self.tables.pieces).is_set(wrap.bit);
        if self.file(operand, bits) == Some(wrap.file) {
            if self.tables.half_in(operand, form).is_some() {
                let spellings = self.tables.spellings_of(wrap, self.syntax);
                let spelling = spellings.get(usize::from(!is_upper))?;
                return Some(self.tables.text(spelling.after));
            }
            if is_upper && is_own {
                return None;
            }
        } else if is_own {
            return Some("");
        }
        (!is_upper || self.says_bit(form, rows, wrap.bit)).then_some("")
    }

    /// Whether a modifier of a form says a bit.
    fn says_bit(&self, form: &Form, rows: &[Operand], bit: u8) -> bool {
        let tokens = self.tables.tokens[form.tokens.range()].iter();
        let modifiers = tokens.flat_map(|token| match token.get() {
            Token::Modifiers(rows) => &self.tables.modifiers[rows.range()],
            _ => &[],
        });
        let mut said = modifiers.map(|it| &rows[usize::from(it.operand)]);
        said.any(|row| row.field.mask(self.tables.pieces).is_set(bit))
    }

    /// The file of the register that an operand is.
    fn file(&self, operand: &Operand, bits: Bits) -> Option<u16> {
        match operand.kind.get() {
            Kind::Register { file, .. } => Some(file),
            Kind::Class { class, .. } => {
                let entries =
                    &self.tables.entries[self.tables.classes[class as usize].entries.range()];
                let value = self.get(operand.field, bits);
                let entry = entries.iter().find(|entry| {
                    self.here(entry.archs)
                        && (u64::from(entry.first)..=u64::from(entry.last)).contains(&value)
                })?;
                match entry.meaning {
                    Meaning::Register { file, .. } => Some(file),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A value of a struct: the text of the first form whose text says it.
    fn structure(&self, structure: u16, value: u64) -> Option<String> {
        let row = self.tables.struct_on(structure, self.arch)?;
        if value & row.reserved != 0 {
            return None;
        }
        let forms = self.tables.forms[row.forms.range()].iter();
        forms
            .filter(|form| form.syntax == self.syntax && !form.read_only.is_set())
            .filter(|form| self.struct_form_holds(form, value))
            .find_map(|form| self.struct_form(row.members, form, value))
    }

    /// Whether a form of a struct is one for this value.
    pub fn struct_form_holds(&self, form: &Form, value: u64) -> bool {
        value & !form.spoken == form.rest & !form.spoken
            && (form.when == NONE
                || self.holds(&self.tables.rules[form.when as usize], value.into()))
    }

    /// The text of a form of a struct, if every member that it mentions has one.
    pub fn struct_form(&self, members: Rows, form: &Form, value: u64) -> Option<String> {
        let mut text = String::new();
        for token in &self.tables.tokens[form.tokens.range()] {
            match token.get() {
                Token::Text(piece) => text.push_str(self.tables.text(piece)),
                Token::Operand(index) => {
                    let member = &self.tables.operands[members.range()][index as usize];
                    let bits = self.get(member.field, value.into());
                    match member.kind.get() {
                        Kind::Flag => text.push_str(&bits.to_string()),
                        Kind::Integer { .. } | Kind::Struct { .. } => {
                            text.push_str(&self.operand(member, value.into())?);
                        }
                        Kind::Class {
                            class,
                            value: value_type,
                        } => text.push_str(&self.class((class, value_type), bits, 1)?),
                        Kind::Register { .. } | Kind::List { .. } => return None,
                    }
                }
                Token::AnyOrder(list) => text.push_str(&self.struct_list(members, list, value)?),
                Token::Modifiers(_) | Token::Mnemonic => return None,
            }
        }
        Some(text)
    }

    /// Members of a struct in any order, as they are printed.
    fn struct_list(&self, members: Rows, list: u16, value: u64) -> Option<String> {
        let list = self.tables.any_orders[list as usize];
        let items = &self.tables.modifiers[list.items.range()];
        let member =
            |item: &Modifier| &self.tables.operands[members.range()][item.operand as usize];
        let mut said: Vec<&Modifier> = items
            .iter()
            .filter(|item| self.get(member(item).field, value.into()) != member(item).default)
            .collect();
        if said.is_empty() {
            said = items
                .iter()
                .filter(|item| member(item).kind != Kind::Flag.into())
                .collect();
        }
        let mut texts = Vec::new();
        for item in said {
            let spelling = self.tables.spellings[item.spellings.range()].first()?;
            let mut text = self.tables.text(spelling.before).to_owned();
            if spelling.valued.is_set() {
                let member = member(item);
                text.push_str(&match member.kind.get() {
                    Kind::Class {
                        class,
                        value: value_type,
                    } => {
                        self.class((class, value_type), self.get(member.field, value.into()), 1)?
                    }
                    _ => self.operand(member, value.into())?,
                });
                text.push_str(self.tables.text(spelling.after));
            }
            texts.push(text);
        }
        let separator = self.tables.texts[list.separators.range()].first()?;
        Some(texts.join(self.tables.text(*separator)))
    }

    /// A value of a class.
    fn class(
        &self,
        (class, value_type): (u16, ValueType),
        value: u64,
        width: u16,
    ) -> Option<String> {
        let entries = &self.tables.entries[self.tables.classes[class as usize].entries.range()];
        let entry = entries.iter().find(|entry| {
            self.here(entry.archs)
                && (u64::from(entry.first)..=u64::from(entry.last)).contains(&value)
        })?;
        let along = i64::try_from(value).ok()? - i64::from(entry.first);
        match entry.meaning {
            Meaning::Register { file, number, step } => {
                self.register(file, entry.register(number, step, value), width)
            }
            // Of values that are alike a word says the first.
            Meaning::Keyword { .. } | Meaning::Spelled { .. } if along != 0 => None,
            Meaning::Keyword { text, .. } => Some(self.tables.text(text).to_owned()),
            Meaning::Spelled { text, words, .. } => {
                let words = &self.tables.words[words.range()];
                let own = words.iter().find(|word| word.syntax == self.syntax);
                let text = own.map_or(text, |word| word.text);
                Some(self.tables.text(text).to_owned())
            }
            Meaning::Float { text, .. } => {
                let text = self.tables.text(text);
                // Single precision but for 64 bits.
                match value_type {
                    ValueType::Untyped
                    | ValueType::B64
                    | ValueType::U64
                    | ValueType::I64
                    | ValueType::F64 => Some(text.to_owned()),
                    _ => text.parse::<f32>().ok().map(|it| format!("{it:?}")),
                }
            }
            Meaning::Counted {
                before,
                after,
                number,
                step,
            } => Some(format!(
                "{}{}{}",
                self.tables.text(before),
                i64::from(number) + along * i64::from(step),
                self.tables.text(after)
            )),
            Meaning::Int { number, step } => {
                Some((i64::from(number) + along * i64::from(step)).to_string())
            }
            Meaning::Struct { structure } => self.structure(structure, value),
            Meaning::Literal => self.literal_text(entries, value_type),
            Meaning::Escape => None,
        }
    }

    /// The literal as an operand of a type has it; `None` if no text means it.
    fn literal_text(&self, entries: &[Entry], value_type: ValueType) -> Option<String> {
        let word = self.literal;
        let high = |double: u64| (double as u32 == 0).then_some((double >> 32) as u32);
        // What is read as a constant if nothing says that it is a literal.
        let is_constant = |entry: &Entry| match (entry.meaning, value_type) {
            (Meaning::Int { .. }, ValueType::Untyped) => {
                let number = i64::from(word);
                let count = i64::from(entry.last - entry.first);
                let Meaning::Int {
                    number: first,
                    step,
                } = entry.meaning
                else {
                    return false;
                };
                (0..=count).any(|at| i64::from(first) + at * i64::from(step) == number)
            }
            (Meaning::Int { number, step }, _) => {
                let end = number + i32::from(step) * (entry.last - entry.first).cast_signed();
                (number.min(end)..=number.max(end)).any(|number| match value_type {
                    ValueType::F16 | ValueType::BF16 => number as u16 == word as u16,
                    ValueType::F64 | ValueType::B64 | ValueType::U64 | ValueType::I64 => {
                        number >= 0 && number.cast_unsigned() == word
                    }
                    _ => number.cast_unsigned() == word,
                })
            }
            (Meaning::Float { half, .. }, ValueType::F16 | ValueType::F16x2) => {
                u32::from(half) == word
            }
            (Meaning::Float { bits, .. }, ValueType::BF16 | ValueType::BF16x2) => {
                (f64::from_bits(bits) as f32).to_bits() >> 16 == word
            }
            (Meaning::Float { bits, .. }, ValueType::F64) => high(bits) == Some(word),
            (Meaning::Float { .. }, _) if value_type.bits() == 64 => false,
            (Meaning::Float { bits, .. }, _) => {
                value_type != ValueType::Untyped && (f64::from_bits(bits) as f32).to_bits() == word
            }
            _ => false,
        };
        let here = entries.iter().filter(|entry| self.here(entry.archs));
        let forced = here.clone().any(is_constant);
        let single = f32::from_bits(word);
        // What a half could not hold is no number for 16 bits.
        let held = single == 0.0 || (6.2e-5..65504.0).contains(&single.abs());
        let number = match value_type {
            ValueType::F16 | ValueType::BF16 if word > 0xffff => return None,
            ValueType::B16 | ValueType::U16 | ValueType::I16 if word > 0xffff => {
                match word.cast_signed() {
                    -16..0 if forced => format!("{:#x}", i64::from(word.cast_signed())),
                    signed @ -0x8000..0 => signed.to_string(),
                    _ if held => format!("{single:?}"),
                    _ => return None,
                }
            }
            _ => format!("{word:#x}"),
        };
        if !forced {
            return Some(number);
        }
        let literal = self.tables.syntaxes[self.syntax as usize].literal;
        let name = self.tables.text(literal);
        (!name.is_empty()).then(|| format!("{name}({number})"))
    }

    /// A list: every element, the first from the lowest bits.
    fn list(&self, count: u8, integer: u16, value: u64) -> String {
        let integer = self.tables.integers[integer as usize];
        let element = |index: u8| {
            let bits = value >> (index * integer.bits) & low_mask(integer.bits);
            Self::integer(integer, bits)
        };
        let elements: Vec<String> = (0..count).map(element).collect();
        format!("[{}]", elements.join(","))
    }

    /// Whether some operand of an instruction of these bits is its literal.
    pub fn has_literal(&self, shape: &Shape, bits: Bits) -> bool {
        let operands = &self.tables.operands[shape.operands.range()];
        operands.iter().any(|operand| {
            let Kind::Class { class, .. } = operand.kind.get() else {
                return false;
            };
            let value = self.get(operand.field, bits);
            let class = &self.tables.classes[class as usize];
            // An operand without bits is not there, or it is the literal.
            (operand.field.total != 0 || class.bits == 0)
                && self.tables.entries[class.entries.range()]
                    .iter()
                    .any(|entry| {
                        entry.meaning == Meaning::Literal
                            && self.here(entry.archs)
                            && (u64::from(entry.first)..=u64::from(entry.last)).contains(&value)
                    })
        })
    }

    /// The smallest and the largest number that an integer may be written as.
    pub fn integer_range(integer: Integer) -> (i64, i64) {
        let (low, high) = if integer.signless {
            let high = low_mask(integer.bits.min(62)).cast_signed();
            (-(high / 2) - 1, high)
        } else if integer.signed {
            (
                -(1_i64 << (integer.bits - 1)),
                (1_i64 << (integer.bits - 1)) - 1,
            )
        } else {
            (0, low_mask(integer.bits.min(62)).cast_signed())
        };
        let scaled = |value: i64| value * i64::from(integer.scale) + i64::from(integer.bias);
        (scaled(low), scaled(high))
    }

    /// An integer of which `value` holds the bits.
    fn integer(integer: Integer, value: u64) -> String {
        let unused = 64 - u32::from(integer.bits);
        let value = if integer.signed {
            (value << unused).cast_signed() >> unused
        } else {
            (value << unused >> unused).cast_signed()
        };
        let value = value * i64::from(integer.scale) + i64::from(integer.bias);
        let from = integer.hex.map_or(u64::MAX, u64::from);
        match (value.unsigned_abs() >= from, value < 0) {
            (false, _) => value.to_string(),
            (true, false) => format!("{value:#x}"),
            (true, true) => format!("-{:#x}", value.unsigned_abs()),
        }
    }

    /// The rows of a file that exist here.
    pub fn registers(&self, file: u16) -> impl Iterator<Item = &'a Register> + use<'a, '_> {
        let rows = self.tables.files[file as usize].registers;
        self.tables.registers[rows.range()]
            .iter()
            .filter(|row| self.here(row.archs))
    }

    /// `width` registers of a file from number `value`, in the way to print them.
    fn register(&self, file: u16, value: u64, width: u16) -> Option<String> {
        let groups = &self.tables.groups[self.tables.files[file as usize].groups.range()];
        let group = groups
            .iter()
            .find(|group| u16::from(group.count) == width && self.here(group.archs))?;
        if !value.is_multiple_of(u64::from(group.align.max(1))) {
            return None;
        }
        let named = self.registers(file).find(|row| {
            !row.indexed.is_set() && u64::from(row.number) == value && u16::from(row.times) == width
        });
        if let Some(row) = named {
            return Some(self.tables.text(row.name).to_owned());
        }
        let row = self.registers(file).find(|row| {
            row.indexed.is_set()
                && u64::from(row.number) <= value
                && value + u64::from(width) <= u64::from(row.number) + u64::from(row.count)
        })?;
        Some(self.indexed(row, value, width))
    }

    /// `width` registers from number `value`, counted within an indexed row,
    /// whether they exist or not.
    pub fn indexed(&self, row: &Register, value: u64, width: u16) -> String {
        let name = self.tables.text(row.name);
        let first = value.saturating_sub(u64::from(row.number)) + u64::from(row.first_index);
        match width {
            1 => format!("{name}{first}"),
            _ => format!("{name}[{first}:{}]", first + u64::from(width) - 1),
        }
    }

    /// Positional operands that a form mentions, in its order.
    pub fn spoken_operands(
        &self,
        shape: &Shape,
        form: &Form,
    ) -> impl Iterator<Item = &'a Operand> + use<'a> {
        let operands = &self.tables.operands[shape.operands.range()];
        let tokens = self.tables.tokens[form.tokens.range()].iter();
        tokens.filter_map(|token| match token.get() {
            Token::Operand(index) => Some(&operands[index as usize]),
            _ => None,
        })
    }

    /// The bits on which it depends whether [`settle`](Self::settle) gives some.
    pub fn deciding(&self, shape: &Shape, form: &Form) -> Bits {
        let when = self.tables.rules.get(form.when as usize);
        let rules = [shape.rules, form.rules].map(|it| &self.tables.rules[it.range()]);
        let rules = when.into_iter().chain(rules.into_iter().flatten());
        let steps = rules.flat_map(|rule| &self.tables.program[rule.program.range()]);
        let asked = steps.flat_map(|step| match step.get() {
            Step::Field(field) => vec![field],
            Step::Distinct { first, len } => {
                let rows = &self.tables.counted[first as usize..][..len as usize];
                rows.iter().map(|row| row.field).collect()
            }
            _ => Vec::new(),
        });
        let asked = asked.filter_map(|field| self.tables.fields.get(field as usize));
        let operands = self.spoken_operands(shape, form);
        let widths = operands.filter_map(|operand| self.width_row(operand));
        let widths = widths.flat_map(|width| &self.tables.fields[width.key.range()]);
        let all = asked.chain(widths);
        all.fold(Bits::default(), |all, field| {
            all | field.mask(self.tables.pieces)
        })
    }

    /// `bits` with operands that have no registers there at zero; `None` if
    /// no instruction of this form can have such bits.
    pub fn settle(&self, shape: &Shape, form: &Form, mut bits: Bits) -> Option<Bits> {
        for operand in self.spoken_operands(shape, form) {
            let registers = has_registers(operand.kind.get());
            if registers && self.width(operand, bits) == 0 {
                bits = self.set(operand.field, bits, 0);
            }
        }
        let fits = form.when == NONE || self.holds(&self.tables.rules[form.when as usize], bits);
        let rules = self.rules_hold(shape.rules, bits) && self.rules_hold(form.rules, bits);
        (fits && rules).then_some(bits)
    }

    /// Whether every rule holds for an instruction of these bits.
    pub fn rules_hold(&self, rules: Rows, bits: Bits) -> bool {
        self.tables.rules[rules.range()]
            .iter()
            .all(|rule| rule.features & !self.features != 0 || self.holds(rule, bits))
    }

    /// Whether a rule or a condition holds.
    pub fn holds(&self, rule: &Rule, bits: Bits) -> bool {
        // Asked for every line that is drawn: no room of its own for each.
        let mut room = [0_i64; DEEPEST];
        let mut depth = 0;
        for step in &self.tables.program[rule.program.range()] {
            let mut pop = || {
                depth -= 1;
                room[depth]
            };
            let value = match step.get() {
                Step::Push(number) => i64::from(number),
                Step::Field(field) => self
                    .get(self.tables.fields[field as usize], bits)
                    .cast_signed(),
                Step::Not => i64::from(pop() == 0),
                Step::Popcount => i64::from(pop().count_ones()),
                Step::Distinct { first, len } => {
                    let rows = &self.tables.counted[first as usize..][..len as usize];
                    let value = |row: &Counted| match row.field {
                        NONE => 0,
                        field => self.get(self.tables.fields[field as usize], bits),
                    };
                    let keys = rows
                        .iter()
                        .filter_map(|row| row.key(value(row), self.features, &self.tables));
                    i64::try_from(keys.collect::<SortedSet<u64>>().len()).unwrap_or(i64::MAX)
                }
                Step::Choose => {
                    let (otherwise, then, condition) = (pop(), pop(), pop());
                    if condition != 0 { then } else { otherwise }
                }
                Step::Binary(operator) => {
                    let (right, left) = (pop(), pop());
                    match operator {
                        Operator::Add => left + right,
                        Operator::Sub => left - right,
                        Operator::Mul => left * right,
                        Operator::Div => left.checked_div(right).unwrap_or(0),
                        Operator::Max => left.max(right),
                        Operator::Min => left.min(right),
                        Operator::Eq => i64::from(left == right),
                        Operator::Ne => i64::from(left != right),
                        Operator::Lt => i64::from(left < right),
                        Operator::Le => i64::from(left <= right),
                        Operator::Gt => i64::from(left > right),
                        Operator::Ge => i64::from(left >= right),
                        Operator::And => i64::from(left != 0 && right != 0),
                        Operator::Or => i64::from(left != 0 || right != 0),
                    }
                }
            };
            room[depth] = value;
            depth += 1;
        }
        depth != 0 && room[depth - 1] != 0
    }
}

/// Whether a value of this kind may be registers, and so may be none.
fn has_registers(kind: Kind) -> bool {
    matches!(kind, Kind::Register { .. } | Kind::Class { .. })
}

/// Whether the bits of a field beyond those of its integer repeat the sign, or are zero.
fn fits_integer(integer: Integer, field: Field, value: u64) -> bool {
    let rest = low_mask(field.total) & !low_mask(integer.bits);
    let is_negative = integer.signed && value >> (integer.bits - 1) & 1 == 1;
    value & rest == if is_negative { rest } else { 0 }
}
