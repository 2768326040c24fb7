//! The values of operands, each looked up and written out once.

use crate::known::Known;
use crate::sorted::SortedMap;

use super::meanings;
use super::places::{MAX_GATHERED, Places, Words};
use super::scalars::{Limit, Values};
use super::texts::Texts;
use crate::tables::{
    Bits, Direction, Flag, Group, Kind, Meaning, NO_READINGS, NONE, Operand, READING_BAD,
    READING_COUNTED, READING_GOOD, READING_GROUP, READING_LITERAL, Reading, ReadingKey, Register,
    RegisterFile, Rows, Tables, TablesBuf, Text, Value, Width, low_mask,
};

/// Widest field that has readings.
pub(super) const MAX_BITS: u8 = 10;

/// What decoding asks of a reading.
const TOLD: u32 = READING_GOOD | READING_LITERAL | READING_COUNTED;

/// Operands of one kind on one architecture share their readings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    arch: u8,
    kind: Kind,
    /// Its registers begin at any number.
    unaligned: bool,
    /// Bits of the field.
    bits: u8,
    /// The text of width zero, if that means that there is no operand.
    zero: Option<Text>,
    /// What a modifier of a class is where its text is left out: that needs no
    /// meaning.
    default: Option<u64>,
    /// The register of an operand that has no field.
    fixed: u64,
    /// Which of its values rules count.
    counted: Option<Values>,
}

/// Fills in `Operand::reading`, `Shape::checks`, `Shape::zero`,
/// `Shape::unread` and the tables behind them, apart from the readings themselves and
/// their texts: [`Places::finish`] does when there are no more.
pub(super) fn readings(tables: &mut TablesBuf) -> Places {
    let widest = widest(&tables.view());
    let mut shapes = std::mem::take(&mut tables.shapes);
    let mut high_shapes = std::mem::take(&mut tables.high_shapes);
    let mut structs = tables.structs.clone();
    let mut readings = Readings {
        tables: tables.view(),
        widest,
        bases: SortedMap::new(),
        ranges: Known::default(),
        places: Places::new(&tables.view()),
    };
    let no_check = Reading {
        base: NO_READINGS + 1,
        ..Reading::default()
    };
    let mut operands = Vec::new();
    let mut checks = Vec::new();
    let mut told = Vec::new();
    for (at, shape) in shapes.iter_mut().enumerate() {
        let mut zero = Bits::ZERO;
        (shape.unread, shape.structured) = (Flag::NO, Flag::NO);
        let mut rows = readings.tables.operands[shape.operands.range()].to_vec();
        let mut read = Vec::new();
        let limit = Limit::of(&readings.tables, shape);
        for (index, operand) in rows.iter_mut().enumerate() {
            let counted = limit.as_ref().and_then(|it| it.values(operand));
            operand.reading = readings.reading(shape.arch, operand, counted);
            if let Some(words) = readings.words(shape.arch, operand, counted) {
                readings.places.words.insert((at, index), words);
            }
            if readings.is_structured(operand) {
                shape.structured = Flag::YES;
            }
            match readings.demand(shape.arch, operand) {
                Demand::None => {}
                Demand::Zero(mask) => zero |= mask,
                Demand::Reading => read.push(operand.reading),
                Demand::Check => shape.unread = Flag::YES,
            }
        }
        shape.zero = zero.low();
        if let Some(high) = high_shapes.get_mut(usize::from(shape.high)) {
            high.zero = zero.high();
        }
        let limit = limit.filter(|limit| limit.is_told(&rows) && !shape.unread.is_set());
        told.push(limit.map(|limit| limit.told));
        while read.is_empty() || read.len() % READING_GROUP != 0 {
            read.push(no_check);
        }
        shape.checks = super::pool::append(&mut checks, &read);
        // Shapes share rows, but not those that another architecture reads
        // otherwise.
        shape.operands = super::pool::append(&mut operands, &rows);
    }
    let archs = readings.tables.archs.len().max(1);
    for (index, structure) in structs.iter_mut().enumerate() {
        let arch = (index % archs) as u8;
        let mut rows = readings.tables.operands[structure.members.range()].to_vec();
        for member in &mut rows {
            member.reading = readings.reading(arch, member, None);
        }
        structure.members = super::pool::append(&mut operands, &rows);
    }
    let mut places = readings.places;
    places.told = told;
    tables.checks = checks;
    tables.shapes = shapes;
    tables.high_shapes = high_shapes;
    tables.structs = structs;
    tables.operands = operands;
    places
}

/// What must hold before an operand has a meaning.
enum Demand {
    /// Nothing.
    None,
    /// These bits are zero.
    Zero(Bits),
    /// The reading is good.
    Reading,
    /// There is no reading to tell.
    Check,
}

struct Readings<'a> {
    tables: Tables<'a>,
    widest: SortedMap<Key, u8>,
    /// The entry of value zero and width zero.
    bases: SortedMap<Key, u32>,
    /// The entries of registers by name, first index, and how many: many kinds of operands
    /// have the same.
    ranges: Known<(Text, u64, u8), u32>,
    places: Places,
}

fn key(tables: &Tables, arch: u8, operand: &Operand) -> Option<Key> {
    let field = operand.field;
    let bits = match operand.kind.get() {
        Kind::Register { .. } => 0..=MAX_BITS,
        // What is always the literal has no field.
        Kind::Class { class, .. } => u8::from(!is_bare(tables, class))..=MAX_BITS,
        _ => return None,
    };
    // Two pieces are as many as a reading takes, and a width is as good as one; of a field alone
    // it takes more, if they are gathered.
    let has_width = operand.width_table != NONE;
    let fits = match 1 + field.more.len + u16::from(has_width) {
        0..=2 => bits.contains(&field.total),
        _ => !has_width && (1..=MAX_GATHERED).contains(&field.total),
    };
    let may_be_absent = has_width || operand.zero.len != 0;
    let is_fixed = field.total == 0 && matches!(operand.kind.get(), Kind::Register { .. });
    fits.then_some(Key {
        arch,
        kind: operand.kind.get(),
        unaligned: operand.unaligned.is_set(),
        bits: field.total,
        zero: may_be_absent.then_some(operand.zero),
        default: is_class_modifier(operand).then_some(operand.default),
        fixed: if is_fixed { operand.default } else { 0 },
        counted: None,
    })
}

/// Whether a class has one member, and no bits to tell which.
fn is_bare(tables: &Tables, class: u16) -> bool {
    tables.classes[usize::from(class)].bits == 0
}

fn is_class_modifier(operand: &Operand) -> bool {
    operand.direction.get() == Direction::Modifier
        && matches!(operand.kind.get(), Kind::Class { .. })
}

/// The most registers that operands of each kind may take.
fn widest(tables: &Tables) -> SortedMap<Key, u8> {
    let mut widest = SortedMap::new();
    for shape in tables.shapes {
        for operand in &tables.operands[shape.operands.range()] {
            if let Some(key) = key(tables, shape.arch, operand) {
                let most: &mut u8 = widest.entry(key).or_default();
                *most = (*most).max(most_registers(tables, operand));
            }
        }
    }
    widest
}

fn most_registers(tables: &Tables, operand: &Operand) -> u8 {
    match tables.widths.get(operand.width_table as usize) {
        None => operand.width,
        Some(width) => {
            let with = tables.widths.get(width.with_feature as usize);
            let most = [Some(width), with].into_iter().flatten();
            most.map(|it| most_of(tables, it)).max().unwrap_or(0)
        }
    }
}

/// The most registers of a width, on processors that lack the feature that matters.
fn most_of(tables: &Tables, width: &Width) -> u8 {
    if width.choices != 0 {
        let choices = tables.width_values.iter().skip(width.values as usize);
        let choices = choices.take(width.choices.into());
        return choices.copied().max().unwrap_or(0);
    }
    let values = tables.width_values.iter().skip(width.values as usize);
    values
        .take(1 << key_bits(tables, width))
        .copied()
        .max()
        .unwrap_or(0)
}

/// Bits of what a width depends on.
fn key_bits(tables: &Tables, width: &Width) -> u8 {
    let fields = &tables.fields[width.key.range()];
    fields.iter().map(|field| field.total).sum()
}

impl Readings<'_> {
    fn reading(&mut self, arch: u8, operand: &Operand, counted: Option<Values>) -> Reading {
        let none = Reading::default();
        let Some(key) = key(&self.tables, arch, operand) else {
            return none;
        };
        let base = self.base(Key { counted, ..key });
        let reading = self.places.of_field(&self.tables, operand.field, 0, base);
        let Some(reading) = reading else {
            return none;
        };
        match self.tables.widths.get(operand.width_table as usize) {
            None => Reading {
                base: base + (u32::from(operand.width) << key.bits),
                ..reading
            },
            Some(width) if width.feature != 0 => match self.is_pair(width) {
                true => Reading {
                    values: width.values,
                    key_mask: 1,
                    key_shift: width.feature.trailing_zeros() as u8,
                    key: ReadingKey::Feature.into(),
                    ..reading
                },
                false => none,
            },
            // That of the first choice, which is what bytes are read as.
            Some(width) if width.choices != 0 => {
                let first = self.tables.width_values[width.values as usize];
                Reading {
                    base: base + (u32::from(first) << key.bits),
                    ..reading
                }
            }
            Some(width) if (1..=16).contains(&width.bits) => Reading {
                values: width.values,
                key_mask: low_mask(width.bits) as u16,
                key_shift: width.shift,
                ..reading
            },
            Some(width) => match (key_bits(&self.tables, width), u8::try_from(width.gather)) {
                (bits @ 1..=16, Ok(gather)) => Reading {
                    values: width.values,
                    key_mask: low_mask(bits) as u16,
                    key_shift: gather,
                    key: ReadingKey::Gather.into(),
                    ..reading
                },
                _ => none,
            },
        }
    }

    /// Where the words are of an operand whose text chooses how many registers it has, or has as
    /// many as several fields say: those of all numbers.
    fn words(&self, arch: u8, operand: &Operand, counted: Option<Values>) -> Option<Words> {
        let width = self.tables.widths.get(usize::from(operand.width_table))?;
        let is_gathered = operand.reading.key.get() == ReadingKey::Gather;
        let is_known = operand.reading.base != NO_READINGS && width.choices == 0 && !is_gathered;
        let key = key(&self.tables, arch, operand).filter(|_| !is_known)?;
        let base = *self.bases.get(&Key { counted, ..key })?;
        (operand.field.more.len == 0).then_some(Words {
            base,
            bits: key.bits,
            widths: 1 + most_registers(&self.tables, operand),
        })
    }

    /// Whether a width is one without a feature and one with it, which stand one after
    /// the other, and depends on nothing else.
    fn is_pair(&self, width: &Width) -> bool {
        let with = self.tables.widths.get(usize::from(width.with_feature));
        let pair = with.map_or([width; 2], |with| [width, with]);
        let is_fixed = |it: &Width| it.key.len == 0 && it.choices == 0;
        pair.iter().all(|it| is_fixed(it)) && pair[1].values == width.values + 1
    }

    /// Whether a value of the operand may be a struct.
    fn is_structured(&self, operand: &Operand) -> bool {
        match operand.kind.get() {
            Kind::Struct { .. } => true,
            Kind::Class { class, .. } => {
                let entries = self.tables.classes[class as usize].entries;
                self.tables.entries[entries.range()]
                    .iter()
                    .any(|entry| matches!(entry.meaning, Meaning::Struct { .. }))
            }
            _ => false,
        }
    }

    fn demand(&self, arch: u8, operand: &Operand) -> Demand {
        let field = operand.field;
        match operand.kind.get() {
            Kind::Class { class, .. } if is_bare(&self.tables, class) => Demand::Reading,
            // The field is not there, or the operand that holds its bits tells.
            _ if field.total == 0 || operand.read_only.is_set() => Demand::None,
            Kind::Flag => Demand::None,
            Kind::Integer { integer } => {
                let integer = &self.tables.integers[integer as usize];
                if integer.bits >= field.total {
                    return Demand::None;
                }
                if integer.signed && integer.bits != 0 {
                    return Demand::Check;
                }
                let beyond = !low_mask(integer.bits);
                Demand::Zero(field.set(Bits::ZERO, beyond, self.tables.pieces))
            }
            Kind::List { count, integer } => {
                let bits = self.tables.integers[integer as usize].bits * count;
                Demand::Zero(field.set(Bits::ZERO, !low_mask(bits), self.tables.pieces))
            }
            Kind::Struct { structure } => {
                let row = self.tables.struct_on(structure, arch);
                let reserved = row.map_or(0, |row| row.reserved | !low_mask(row.bits));
                let mask = field.set(Bits::ZERO, reserved, self.tables.pieces);
                match mask.any() {
                    false => Demand::None,
                    true => Demand::Zero(mask),
                }
            }
            _ if operand.reading.base == NO_READINGS => Demand::Check,
            _ => {
                let widths = match self.tables.widths.get(operand.width_table as usize) {
                    Some(width) if width.choices == 0 => {
                        usize::from(most_registers(&self.tables, operand)) + 1
                    }
                    _ => 1,
                };
                let first = operand.reading.base as usize;
                let all_good = self.places.rows[first..first + (widths << field.total)]
                    .iter()
                    .all(|row| row & TOLD == READING_GOOD);
                if all_good {
                    Demand::None
                } else {
                    Demand::Reading
                }
            }
        }
    }

    fn base(&mut self, key: Key) -> u32 {
        if let Some(&base) = self.bases.get(&key) {
            return base;
        }
        let uncounted = Key {
            counted: None,
            ..key
        };
        let widest = self.widest.get(&uncounted).copied().unwrap_or(0);
        let mut block = Vec::new();
        for width in 0..=widest {
            for value in key.fixed..key.fixed + (1 << key.bits) {
                let counts = |values: Values| values.contain(&self.tables, value);
                let flag = match key.counted.is_some_and(counts) {
                    true => READING_COUNTED,
                    false => 0,
                };
                block.push(match self.entry(key, width, value) {
                    READING_BAD => (READING_BAD, 0),
                    good => (good | flag, self.meaning(key, width, value)),
                });
            }
        }
        let base = self.places.block(block);
        self.bases.insert(key, base);
        base
    }

    fn entry(&mut self, key: Key, width: u8, value: u64) -> u32 {
        if let (0, Some(zero)) = (width, key.zero) {
            // Bits that are there all the same no text says.
            return match value {
                0 => self.known(zero),
                _ => READING_GOOD,
            };
        }
        match key.kind {
            Kind::Register { file, scale } => {
                self.registers(key, file, width, value * u64::from(scale))
            }
            Kind::Class { class, .. } => match self.class(key, class, width, value) {
                READING_BAD if key.default == Some(value) => READING_GOOD,
                reading => reading,
            },
            Kind::Integer { .. } | Kind::List { .. } | Kind::Struct { .. } | Kind::Flag => {
                READING_GOOD
            }
        }
    }

    /// The row of what a good value means.
    fn meaning(&mut self, key: Key, width: u8, value: u64) -> u16 {
        let meaning = match (width, key.zero) {
            (0, Some(text)) => Value::Absent { text },
            _ => meanings::of(&self.tables, key.arch, key.kind, width, value),
        };
        self.places.meanings.row(meaning)
    }

    fn class(&mut self, key: Key, class: u16, width: u8, value: u64) -> u32 {
        let class = &self.tables.classes[usize::from(class)];
        let Some(entry) = meanings::entry(&self.tables, key.arch, class, value) else {
            return READING_BAD;
        };
        match entry.meaning {
            Meaning::Register { file, number, step } => {
                let number = entry.register(number, step, value);
                self.registers(key, file, width, number)
            }
            Meaning::Spelled { text, words, .. } => self.spelled(text, words),
            // Of values that are alike the word is the first's.
            Meaning::Keyword { .. } if value != u64::from(entry.first) => READING_GOOD,
            Meaning::Struct { structure } => {
                let row = self.tables.struct_on(structure, key.arch);
                match row.is_some_and(|row| value & row.reserved == 0) {
                    true => READING_GOOD,
                    false => READING_BAD,
                }
            }
            Meaning::Literal => READING_GOOD | READING_LITERAL,
            Meaning::Escape => READING_BAD,
            Meaning::Keyword { .. }
            | Meaning::Float { .. }
            | Meaning::Counted { .. }
            | Meaning::Int { .. } => {
                // The same in every syntax.
                let texts = Texts {
                    tables: self.tables,
                    arch: key.arch,
                    syntax: 0,
                };
                let text = texts.of(key.kind, key.bits, value);
                self.places.text(&text.unwrap_or_default())
            }
        }
    }

    /// A word that syntaxes may read in other ways: where one writes another word, its text
    /// depends on the syntax, as that of a struct.
    fn spelled(&mut self, text: Text, words: Rows) -> u32 {
        let tables = self.tables;
        let mut syntaxes = 0..tables.syntaxes.len() as u8;
        let written = |syntax| tables.text(tables.word_of(text, words, syntax));
        match syntaxes.all(|syntax| written(syntax) == tables.text(text)) {
            true => self.known(text),
            false => READING_GOOD,
        }
    }

    /// So many registers from `number` on.
    fn registers(&mut self, key: Key, file: u16, count: u8, number: u64) -> u32 {
        let file = &self.tables.files[file as usize];
        let rows = &self.tables.registers[file.registers.range()];
        let single = rows.iter().find(|row| {
            let first = u64::from(row.number);
            row.archs >> key.arch & 1 != 0
                && row.times == 1
                && (first..first + u64::from(row.count)).contains(&number)
        });
        match single {
            Some(row) if row.indexed.is_set() => self.indexed(key, file, row, count, number),
            Some(row) if count <= 1 => self.known(row.name),
            Some(_) if !number.is_multiple_of(u64::from(self.alignment(key, file, count))) => {
                READING_BAD
            }
            Some(_) => {
                let whole = rows.iter().find(|row| {
                    !row.indexed.is_set()
                        && u64::from(row.number) == number
                        && row.times == count
                        && row.archs >> key.arch & 1 != 0
                });
                match whole {
                    Some(row) => self.known(row.name),
                    None => READING_BAD,
                }
            }
            None => READING_BAD,
        }
    }

    /// Registers of the range that a row names: `v1`, `v[2:3]`.
    fn indexed(
        &mut self,
        key: Key,
        file: &RegisterFile,
        row: &Register,
        count: u8,
        number: u64,
    ) -> u32 {
        let at = number - u64::from(row.number);
        let first = u64::from(row.first_index) + at;
        if count > 1 {
            let align = u64::from(self.alignment(key, file, count));
            if at + u64::from(count) > u64::from(row.count) || !number.is_multiple_of(align) {
                return READING_BAD;
            }
        }
        let known = (row.name, first, count.max(1));
        if let Some(&reading) = self.ranges.get(&known) {
            return reading;
        }
        let name = self.tables.text(row.name);
        let text = match u64::from(count) {
            0 | 1 => format!("{name}{first}"),
            count => format!("{name}[{first}:{}]", first + count - 1),
        };
        let reading = self.places.text(&text);
        self.ranges.insert(known, reading);
        reading
    }

    /// The entry of a text that is in the string pool for another reason.
    fn known(&mut self, text: Text) -> u32 {
        let text = self.tables.text(text);
        self.places.text(text)
    }

    fn alignment(&self, key: Key, file: &RegisterFile, count: u8) -> u8 {
        if key.unaligned {
            return 1;
        }
        let groups = &self.tables.groups[file.groups.range()];
        let here = |group: &&Group| group.count == count && group.archs >> key.arch & 1 != 0;
        let group = groups.iter().find(here);
        group.map_or(1, |group| group.align.max(1))
    }
}
