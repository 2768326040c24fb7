//! Operands: where their bits are, how they are understood, and readings of
//! them that were found out beforehand.

use super::bits::{BitString, Bits, HighBits};
use super::bytes::{Flag, Numbered, numbered, row};
use super::constant::ValueType;
use super::field::{Field, Piece};
use super::text::{Rows, Text};

row! {
    /// A value that text and bits share: an operand or a modifier's value.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(align(8))]
    pub struct Operand {
        /// Field value where the text leaves it out.
        pub default: u64,
        /// The bits of `field`, of the first 64.
        pub mask: u64,
        /// `default` in its place within those bits, of the first 64.
        pub default_bits: u64,
        /// Name.
        pub name: Text,
        /// Its bits. Width 0: this architecture lacks the field, and the value is
        /// the default.
        pub field: Field,
        /// How the bits are understood.
        pub kind: KindParts,
        /// Direction.
        pub direction: Numbered<Direction>,
        /// Registers; ignored where `width_table` is set.
        pub width: u8,
        /// Index into [`Tables::widths`](super::Tables::widths), or [`NONE`](super::NONE).
        pub width_table: u16,
        /// Registers that operations see; the others (`plus`) only take space.
        pub value_width: u8,
        /// Bits of a number with a sign, also of one that is wider elsewhere: operations see
        /// its sign in all bits above. 0 for what is none.
        pub signed_bits: u8,
        /// Its registers begin at any number, whatever their file says of groups.
        pub unaligned: Flag,
        /// It is another way to read bits of another operand, and never printed: what has a
        /// meaning there need not have one here.
        pub read_only: Flag,
        /// Text that stands for an operand of width zero.
        pub zero: Text,
        /// Its values, looked up.
        pub reading: Reading,
        /// Of a class, where [`Tables::value_pages`](super::Tables::value_pages) has the pages
        /// of the words that are printed for its values;
        /// [`NO_PAGES`](super::NO_PAGES) if it has none.
        pub pages: u32,
        /// Source modifiers that it takes, the outermost first, in
        /// [`Tables::wraps`](super::Tables::wraps).
        pub wraps: Rows,
        /// Source modifiers that change a number as it is read, the outermost first, in
        /// [`Tables::wraps`](super::Tables::wraps).
        pub signs: Rows,
    }
}

/// [`Wrap::bit`] of one that changes the sign of a number.
pub const CHANGES_SIGN: u8 = 0;
/// [`Wrap::bit`] of one that takes the sign of a number away.
pub const CLEARS_SIGN: u8 = 1;

row! {
    /// A source modifier of an operand: text around it that sets a bit.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Wrap {
        /// Name.
        pub name: Text,
        /// The number of its bit; of one that changes a number, [`CHANGES_SIGN`] or
        /// [`CLEARS_SIGN`].
        pub bit: u8,
        /// It says which half of a register of this file, an index into
        /// [`Tables::files`](super::Tables::files); [`NONE`](super::NONE) of other source
        /// modifiers. A half has two spellings: where the bit is set, and where it is not.
        pub file: u16,
        /// The features of the forms where it stands, if it is a half.
        pub features: u32,
        /// For each syntax its spellings, in
        /// [`Tables::wrap_spellings`](super::Tables::wrap_spellings): the index of
        /// the row of the first syntax.
        pub spellings: u32,
    }
}

/// How an operand's bits are understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A register of one file: its number is the value times `scale`.
    Register {
        /// Index into [`Tables::files`](super::Tables::files).
        file: u16,
        /// 1 to 64.
        scale: u8,
    },
    /// A value of a class.
    Class {
        /// Index into [`Tables::classes`](super::Tables::classes).
        class: u16,
        /// Type of its constants and literals.
        value: ValueType,
    },
    /// An integer.
    Integer {
        /// Index into [`Tables::integers`](super::Tables::integers).
        integer: u16,
    },
    /// A struct.
    Struct {
        /// Which of the machine's: see [`Tables::struct_on`](super::Tables::struct_on).
        structure: u16,
    },
    /// Integers of the same width, the first in the lowest bits.
    List {
        /// How many: 1 to [`MAX_LIST`].
        count: u8,
        /// Index into [`Tables::integers`](super::Tables::integers): the kind of the elements, of
        /// at most 8 bits, without scale and bias.
        integer: u16,
    },
    /// One bit.
    Flag,
}

row! {
    /// A [`Kind`] as rows have it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct KindParts {
        /// The index that it has.
        pub index: u16,
        /// Which variant, in their order.
        pub tag: u8,
        /// The type, scale or count that it has.
        pub more: u8,
    }
}

/// Elements of a list at most.
pub const MAX_LIST: usize = 8;

row! {
    /// A struct on one architecture: bits with names of their own. Its members are
    /// operands whose fields count from bit 0 of the value, its forms count them.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[repr(align(8))]
    pub struct Struct {
        /// Bits that are always zero.
        pub reserved: u64,
        /// Name.
        pub name: Text,
        /// What people call a value.
        pub title: Text,
        /// Width in bits.
        pub bits: u8,
        /// Members, in [`Tables::operands`](super::Tables::operands). They may share bits.
        pub members: Rows,
        /// Forms of every syntax, in [`Tables::forms`](super::Tables::forms), in order of preference.
        pub forms: Rows,
        /// Some form has a list, so that a text may be several words.
        pub listed: Flag,
        /// The outlines of its first forms: for each syntax a row in
        /// [`Tables::outlines`](super::Tables::outlines), from this one on. Their bits are those
        /// of the value.
        pub outlines: u32,
    }
}

/// An integer kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Integer {
    /// Width in bits; a field may be wider, its other bits are then zero.
    pub bits: u8,
    /// Two's complement.
    pub signed: bool,
    /// Printed in hexadecimal from this number on, whatever the sign.
    pub hex: Option<u32>,
    /// Text value = field value * `scale` + `bias`.
    pub scale: u32,
    /// See `scale`.
    pub bias: i32,
    /// Negative numbers are read as well: as their two's complement.
    pub signless: bool,
    /// It says how far away an address is.
    pub relative: Option<Relative>,
    /// Text has a floating-point number of this type, whose bits are the value. Such
    /// kinds are read and never printed.
    pub float: Option<ValueType>,
}

impl Integer {
    /// Whether the text has the number that the field has: nothing is multiplied or added.
    #[inline]
    pub const fn is_unscaled(&self) -> bool {
        self.scale <= 1 && self.bias == 0
    }
}

/// A distance to an address: that of `base` bytes behind the start of the
/// instruction, plus the number in the text times `unit`. Numbers of signless
/// kinds count as signed here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Relative {
    /// Bytes from the start of the instruction.
    pub base: u32,
    /// Bytes of one step, at least 1.
    pub unit: u32,
}

numbered! {
    /// Direction of an operand.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Direction {
        /// Read.
        In,
        /// Written.
        Out,
        /// Read and written.
        InOut,
        /// A modifier's value.
        Modifier,
        /// A modifier's value that is a way to write some bits of another operand's.
        Part,
        /// A member of a struct.
        Member,
    }
}

row! {
    /// A width that depends on fields: the key is their values, the first field
    /// in the least significant bits. Without a key it is one that text chooses, or
    /// one that depends on the processor alone.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Width {
        /// Fields of the key, in [`Tables::fields`](super::Tables::fields), the first lowest.
        pub key: Rows,
        /// What brings them together, in [`Tables::gathers`](super::Tables::gathers); [`NONE`](super::NONE)
        /// if that takes a look at each, or none.
        pub gather: u16,
        /// First byte in [`Tables::width_values`](super::Tables::width_values): one per value of the key.
        pub values: u32,
        /// Lowest bit of a key that is one field in one piece.
        pub shift: u8,
        /// Bits of such a key; 0 for other keys.
        pub bits: u8,
        /// How many widths there are to choose from, of a width that no bits say;
        /// else 0. The first is what bytes are read as.
        pub choices: u8,
        /// A feature of processors, as its bit; 0 if none matters.
        pub feature: u32,
        /// The width where the processor has the feature, as an index into
        /// [`Tables::widths`](super::Tables::widths).
        pub with_feature: u16,
    }
}

row! {
    /// What the encodings of a family's rows share on one architecture.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[repr(align(8))]
    pub struct Shape {
        /// Bits that every encoding of this shape fixes: encoding, opcode, bound
        /// fields and reserved bits. Here and below of the first 64:
        /// [`Tables::shape_masks`](super::Tables::shape_masks) has all.
        pub mask: u64,
        /// The reserved bits among them.
        pub reserved: u64,
        /// Bits of fields that this family does not use; zero in every encoding
        /// that text can say.
        pub unused: u64,
        /// Bits of integers that are wider than their numbers; always zero.
        pub zero: u64,
        /// Bits of all source modifiers.
        pub wraps: u64,
        /// Bits of all modifiers.
        pub modifiers: u64,
        /// Their values where the text has no modifier.
        pub modifier_defaults: u64,
        /// Operands and modifier values, in [`Tables::operands`](super::Tables::operands): positional
        /// operands first.
        pub operands: Rows,
        /// Forms of every syntax, in [`Tables::forms`](super::Tables::forms), in order of preference.
        pub forms: Rows,
        /// Rules, in [`Tables::rules`](super::Tables::rules).
        pub rules: Rows,
        /// States in the place of operands, in [`Tables::stand_ins`](super::Tables::stand_ins).
        pub stand_ins: Rows,
        /// Operands that states move, in [`Tables::indexed`](super::Tables::indexed).
        pub indexed: Rows,
        /// Readings of the operands that may have no meaning, in
        /// [`Tables::checks`](super::Tables::checks): a multiple of [`READING_GROUP`].
        pub checks: Rows,
        /// How it is printed: a row for each syntax in
        /// [`Tables::outlines`](super::Tables::outlines), from this one on.
        pub outlines: u32,
        /// Index into [`Tables::families`](super::Tables::families).
        pub family: u16,
        /// Its bits for people, in [`Tables::layouts`](super::Tables::layouts).
        pub layout: u16,
        /// The first operand that is a distance, counted within `operands`, or
        /// [`NONE`](super::NONE).
        pub relative: u16,
        /// What it says about bits beyond the first 64, an index into
        /// [`Tables::high_shapes`](super::Tables::high_shapes); [`NONE`](super::NONE) where
        /// it has none.
        pub high: u16,
        /// Index into [`Tables::archs`](super::Tables::archs).
        pub arch: u8,
        /// Size in bytes without a literal.
        pub size: u8,
        /// How many of `operands` are positional.
        pub positional: u8,
        /// Its encodings have a suffix of their own, printed or not.
        pub suffixed: Flag,
        /// Operands without readings may have no meaning too.
        pub unread: Flag,
        /// Some operand is a struct, or may be: whether a form says all of the
        /// bits depends on what the struct's forms say.
        pub structured: Flag,
        /// Some modifier is always printed, has a default of its own in some syntax,
        /// or is a [`Direction::Part`]: which are printed is found one by one.
        pub always: Flag,
        /// Operands of some forms are halves of registers.
        pub halved: Flag,
    }
}

row! {
    /// What a shape says about bits beyond the first 64.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    #[repr(align(8))]
    pub struct HighShape {
        /// See [`Shape::mask`].
        pub mask: HighBits,
        /// See [`Shape::reserved`].
        pub reserved: HighBits,
        /// See [`Shape::unused`].
        pub unused: HighBits,
        /// See [`Shape::zero`].
        pub zero: HighBits,
        /// See [`Shape::wraps`].
        pub wraps: HighBits,
        /// See [`Shape::modifiers`].
        pub modifiers: HighBits,
        /// See [`Shape::modifier_defaults`].
        pub modifier_defaults: HighBits,
        /// The encodings that have the shape, in
        /// [`Tables::wide_encodings`](super::Tables::wide_encodings).
        pub encodings: Rows,
    }
}

/// What a [`Shape`] says about all of its bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShapeMasks {
    /// See [`Shape::mask`].
    pub mask: Bits,
    /// See [`Shape::reserved`].
    pub reserved: Bits,
    /// See [`Shape::unused`].
    pub unused: Bits,
    /// See [`Shape::zero`].
    pub zero: Bits,
    /// See [`Shape::wraps`].
    pub wraps: Bits,
    /// See [`Shape::modifiers`].
    pub modifiers: Bits,
    /// See [`Shape::modifier_defaults`].
    pub modifier_defaults: Bits,
}

impl Shape {
    /// Whether it has more than 64 bits.
    #[inline]
    pub const fn is_wide(&self) -> bool {
        self.size > 8
    }
}

impl Operand {
    /// The value of the operand's field within `bits`; its default where the
    /// architecture lacks the field.
    #[inline]
    pub fn get(&self, bits: impl BitString, pieces: &[Piece]) -> u64 {
        if self.field.more.len != 0 {
            return self.field.get(bits, pieces);
        }
        if self.field.total == 0 {
            return self.default;
        }
        bits.masked(self.mask, self.field.shift, self.field.width)
    }
}

row! {
    /// What the values of an operand's field are, looked up: an entry of
    /// [`Tables::readings`](super::Tables::readings) for every value, and for every number of registers
    /// that the operand may take.
    ///
    /// An entry is [`READING_BAD`], or has [`READING_GOOD`] and the operand's
    /// text: bits 3 to 8 are its length, bits 9 to 31 its first byte in the string
    /// pool. Both are 0 where the text must be put together, as that of a literal.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Reading {
        /// First entry; [`NO_READINGS`] where there are none.
        pub base: u32,
        /// First byte in [`Tables::width_values`](super::Tables::width_values); what is there counts registers
        /// from the narrowest operand, each having 2^`width` entries. Not looked at where
        /// `key_mask` is 0.
        pub values: u32,
        /// The lowest bits of the field's width.
        pub mask: u16,
        /// The lowest bits of the width of what `values` depend on.
        pub key_mask: u16,
        /// Lowest bit of the field.
        pub shift: u8,
        /// Width of the field in bits.
        pub width: u8,
        /// Lowest bit of the field that `values` depend on, the number of the feature, or the
        /// row of [`Tables::gathers`](super::Tables::gathers).
        pub key_shift: u8,
        /// What `values` depend on.
        pub key: Numbered<ReadingKey>,
    }
}

numbered! {
    /// What the number of registers of a reading depends on.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum ReadingKey {
        /// A field in one piece.
        Field,
        /// A feature of the processor.
        Feature,
        /// Fields that are gathered.
        Gather,
    }
}

/// [`Reading::base`] of an operand without readings. The entry there is
/// [`READING_BAD`].
pub const NO_READINGS: u32 = 0;
/// A reading: the value has no meaning.
pub const READING_BAD: u32 = 0;
/// A reading: the value has a meaning.
pub const READING_GOOD: u32 = 1;
/// A reading, beside [`READING_GOOD`]: a literal follows the instruction.
pub const READING_LITERAL: u32 = 2;
/// A reading, beside [`READING_GOOD`]: the value is one that rules count.
pub const READING_COUNTED: u32 = 4;
/// A reading, in steps of printing: nothing is printed. It is a text of no bytes, at a
/// place where no text of an operand is.
pub const READING_SILENT: u32 = READING_GOOD | 1 << 9;
/// The longest text of a reading.
pub const MAX_READING: usize = 63;
/// Readings of a shape are looked at in groups of so many.
pub const READING_GROUP: usize = 2;

/// What an operand holds, as far as the value of its field alone says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// It takes more to tell: the bits have no meaning, or one that depends on others.
    Unknown,
    /// Registers.
    Register {
        /// Index into [`Tables::files`](super::Tables::files).
        file: u16,
        /// Number of the first one.
        number: u16,
        /// How many; 1 or more.
        count: u8,
    },
    /// A word, as `off`.
    Keyword {
        /// The word.
        text: Text,
    },
    /// An inline integer.
    Int {
        /// The integer.
        number: i64,
    },
    /// An inline floating constant.
    Float {
        /// Its bits as a double.
        bits: u64,
    },
    /// No registers; with what the text says instead.
    Absent {
        /// The text; empty where there is none.
        text: Text,
    },
    /// The word behind the instruction.
    Literal,
}

row! {
    /// A [`Value`] as rows have it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(align(8))]
    pub struct ValueParts {
        /// The number or bits that it has.
        pub number: u64,
        /// The text that it has.
        pub text: Text,
        /// The index that it has.
        pub file: u16,
        /// The count that it has.
        pub count: u8,
        /// Which variant, in their order.
        pub tag: u8,
    }
}

impl ValueParts {
    /// The value.
    #[inline]
    pub const fn get(self) -> Value {
        let ValueParts {
            number,
            text,
            file,
            count,
            tag,
        } = self;
        match tag {
            0 => Value::Unknown,
            1 => Value::Register {
                file,
                number: number as u16,
                count,
            },
            2 => Value::Keyword { text },
            3 => Value::Int {
                number: number.cast_signed(),
            },
            4 => Value::Float { bits: number },
            5 => Value::Absent { text },
            _ => Value::Literal,
        }
    }
}

impl From<Value> for ValueParts {
    fn from(value: Value) -> ValueParts {
        let mut parts = ValueParts {
            number: 0,
            text: Text::default(),
            file: 0,
            count: 0,
            tag: 0,
        };
        parts.tag = match value {
            Value::Unknown => 0,
            Value::Register {
                file,
                number,
                count,
            } => {
                (parts.file, parts.number, parts.count) = (file, number.into(), count);
                1
            }
            Value::Keyword { text } => {
                parts.text = text;
                2
            }
            Value::Int { number } => {
                parts.number = number.cast_unsigned();
                3
            }
            Value::Float { bits } => {
                parts.number = bits;
                4
            }
            Value::Absent { text } => {
                parts.text = text;
                5
            }
            Value::Literal => 6,
        };
        parts
    }
}

impl Default for Reading {
    fn default() -> Reading {
        Reading {
            base: NO_READINGS,
            values: 0,
            mask: 0,
            key_mask: 0,
            shift: 0,
            width: 0,
            key_shift: 0,
            key: ReadingKey::Field.into(),
        }
    }
}

/// The text of an entry of [`Tables::readings`](super::Tables::readings); empty where it
/// must be put together.
#[inline]
pub const fn reading_text(entry: u32) -> Text {
    Text {
        start: entry >> 9,
        len: (entry >> 3 & MAX_READING as u32) as u16,
    }
}

/// The entry of a text at this place; `None` if none can hold it.
#[cfg(feature = "compiler")]
pub(crate) fn reading_of(text: Text) -> Option<u32> {
    let fits = usize::from(text.len) <= MAX_READING && text.start < 1 << 23;
    fits.then_some(READING_GOOD | u32::from(text.len) << 3 | text.start << 9)
}

impl KindParts {
    /// The kind.
    #[inline]
    pub const fn get(self) -> Kind {
        let KindParts { index, tag, more } = self;
        match tag {
            0 => Kind::Register {
                file: index,
                scale: more,
            },
            1 => Kind::Class {
                class: index,
                value: ValueType::of_number(more),
            },
            2 => Kind::Integer { integer: index },
            3 => Kind::Struct { structure: index },
            4 => Kind::List {
                count: more,
                integer: index,
            },
            _ => Kind::Flag,
        }
    }
}

impl From<Kind> for KindParts {
    fn from(kind: Kind) -> KindParts {
        let (tag, index, more) = match kind {
            Kind::Register { file, scale } => (0, file, scale),
            Kind::Class { class, value } => (1, class, value as u8),
            Kind::Integer { integer } => (2, integer, 0),
            Kind::Struct { structure } => (3, structure, 0),
            Kind::List { count, integer } => (4, integer, count),
            Kind::Flag => (5, 0, 0),
        };
        KindParts { index, tag, more }
    }
}
