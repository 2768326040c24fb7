//! Elements of variables, and their values as the document has them: types,
//! regions, immediates, rounding and saturation.

#![expect(clippy::float_cmp, reason = "numbers are compared as they are")]

use isa_mc::exec::{Declaration, ExecError, Executor, InMemory};
use isa_mc::{StreamTarget, Target};
use isa_test_support::execution;
use isa_test_support::machine::visa;

/// Bytes of a register, and of a variable.
pub const GRF: usize = 32;
pub const ROOM: usize = 16 * GRF;

/// What the bits of a type are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Unsigned,
    Signed,
    Real,
}

/// A type of elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Type {
    pub name: &'static str,
    pub number: u32,
    pub bytes: usize,
    pub class: Class,
}

const fn of(name: &'static str, number: u32, bytes: usize, class: Class) -> Type {
    Type {
        name,
        number,
        bytes,
        class,
    }
}

pub const UD: Type = of("ud", 0, 4, Class::Unsigned);
pub const D: Type = of("d", 1, 4, Class::Signed);
pub const UW: Type = of("uw", 2, 2, Class::Unsigned);
pub const W: Type = of("w", 3, 2, Class::Signed);
pub const UB: Type = of("ub", 4, 1, Class::Unsigned);
pub const B: Type = of("b", 5, 1, Class::Signed);
pub const DF: Type = of("df", 6, 8, Class::Real);
pub const F: Type = of("f", 7, 4, Class::Real);
pub const UQ: Type = of("uq", 11, 8, Class::Unsigned);
pub const Q: Type = of("q", 13, 8, Class::Signed);
pub const HF: Type = of("hf", 14, 2, Class::Real);
pub const BF: Type = of("bf", 15, 2, Class::Real);

/// A number of an element.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    Integer(i128),
    Real(f64),
}

impl Number {
    pub fn integer(self) -> i128 {
        match self {
            Number::Integer(value) => value,
            Number::Real(value) => panic!("{value} is no integer"),
        }
    }

    pub fn real(self) -> f64 {
        match self {
            Number::Real(value) => value,
            Number::Integer(value) => panic!("{value} is an integer"),
        }
    }
}

/// The value of a half: a sign, 5 bits of exponent, 10 of fraction.
pub fn half(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    match exponent {
        31 if fraction == 0.0 => sign * f64::INFINITY,
        31 => f64::NAN,
        0 => sign * fraction * 2_f64.powi(-24),
        _ => sign * (1024.0 + fraction) * 2_f64.powi(exponent - 25),
    }
}

/// The half nearest to a value, found among all of them.
pub fn nearest_half(value: f64) -> u16 {
    if value.is_nan() {
        return 0x7e00;
    }
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    let wanted = value.abs();
    // Halves without a sign grow with their bits; what lies beyond the greatest
    // counts as if there was one more.
    let (mut low, mut high) = (0_u16, 0x7c00_u16);
    let at = |bits: u16| if bits == 0x7c00 { 65536.0 } else { half(bits) };
    while high - low > 1 {
        let middle = low.midpoint(high);
        if at(middle) <= wanted {
            low = middle;
        } else {
            high = middle;
        }
    }
    let (below, above) = (wanted - at(low), at(high) - wanted);
    let up = above < below || above == below && low & 1 == 1;
    sign | if up || wanted >= 65536.0 { high } else { low }
}

impl Type {
    /// The number that bits of this type are; with `flush`, numbers below the
    /// normal ones are zero.
    pub fn number(self, bits: u64, flush: bool) -> Number {
        let keep = 64 - 8 * self.bytes as u32;
        match (self.class, self.name) {
            (Class::Unsigned, _) => Number::Integer((bits << keep >> keep).into()),
            (Class::Signed, _) => Number::Integer(((bits << keep).cast_signed() >> keep).into()),
            (Class::Real, name) => {
                let value = match name {
                    "df" => f64::from_bits(bits),
                    "f" => f32::from_bits(bits as u32).into(),
                    "hf" => half(bits as u16),
                    _ => f32::from_bits((bits as u32) << 16).into(),
                };
                Number::Real(self.flushed(value, flush))
            }
        }
    }

    /// A value of this type, zero where it is below the normal ones: of hf always,
    /// of df and f with `flush`.
    pub fn flushed(self, value: f64, flush: bool) -> f64 {
        let least = match self.name {
            "df" if flush => f64::MIN_POSITIVE,
            "f" if flush => f32::MIN_POSITIVE.into(),
            "hf" => 2_f64.powi(-14),
            _ => 0.0,
        };
        if value.abs() < least {
            value * 0.0
        } else {
            value
        }
    }

    /// The bits that stand for a number here; floating-point ones are rounded.
    pub fn bits(self, number: Number, saturate: bool, flush: bool) -> u64 {
        match (number, self.class) {
            (Number::Integer(value), Class::Unsigned | Class::Signed) => {
                let (least, most) = self.range();
                let value = if saturate {
                    value.clamp(least, most)
                } else {
                    value
                };
                value as u64
            }
            (Number::Real(value), Class::Real) => {
                let value = match saturate {
                    true if value > 1.0 => 1.0,
                    true if value > 0.0 => value,
                    true => 0.0,
                    false => value,
                };
                self.rounded(value, flush)
            }
            _ => panic!("{number:?} as {}", self.name),
        }
    }

    fn rounded(self, value: f64, flush: bool) -> u64 {
        let nan = value.is_nan();
        match self.name {
            "df" if nan => 0x7ff8_0000_0000_0000,
            "df" => self.flushed(value, flush).to_bits(),
            "f" if nan => 0x7fc0_0000,
            "f" => (self.flushed(f64::from(value as f32), flush) as f32)
                .to_bits()
                .into(),
            "hf" => {
                let bits = nearest_half(value);
                // Without an exponent it is below the normal ones.
                u64::from(if bits & 0x7c00 == 0 {
                    bits & 0x8000
                } else {
                    bits
                })
            }
            _ if nan => 0x7fc0,
            _ => {
                let single = self.single(value, flush).to_bits();
                let (kept, lost) = (single >> 16, single & 0xffff);
                let up = lost > 0x8000 || lost == 0x8000 && kept & 1 == 1;
                u64::from(kept + u32::from(up))
            }
        }
    }

    fn single(self, value: f64, flush: bool) -> f32 {
        F.flushed(f64::from(value as f32), flush) as f32
    }

    /// The least and the greatest integer.
    pub fn range(self) -> (i128, i128) {
        let bits = 8 * self.bytes as u32;
        match self.class {
            Class::Signed => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            _ => (0, (1 << bits) - 1),
        }
    }

    /// Bits at the edges.
    pub fn edges(self) -> Vec<u64> {
        let ones = u64::MAX >> (64 - 8 * self.bytes as u32);
        let mut list = match self.name {
            "df" => [
                0.0,
                -0.0,
                1.0,
                -1.5,
                0.5,
                3.75,
                1e300,
                -1e-300,
                1e-310,
                2.5,
                4_294_967_296.5,
            ]
            .map(f64::to_bits)
            .to_vec(),
            "f" => [
                0.0_f32,
                -0.0,
                1.0,
                -1.5,
                0.5,
                3.75,
                3e38,
                -1e-38,
                1e-42,
                2.5,
                16_777_217.0,
            ]
            .map(|value| u64::from(value.to_bits()))
            .to_vec(),
            "hf" => vec![
                0, 0x8000, 0x3c00, 0xbe00, 0x3800, 0x4380, 0x7bff, 1, 0x83ff, 0x4100,
            ],
            "bf" => vec![
                0, 0x8000, 0x3f80, 0xbfc0, 0x3f00, 0x4070, 0x7f7f, 0x0080, 0x4020,
            ],
            _ => vec![
                0,
                1,
                2,
                3,
                5,
                7,
                31,
                32,
                63,
                ones,
                ones - 1,
                ones >> 1,
                (ones >> 1) + 1,
            ],
        };
        match self.name {
            "df" => list.extend([0x7ff0 << 48, 0xfff0 << 48, 0x7ff8_0000_0000_0001]),
            "f" => list.extend([0x7f80_0000, 0xff80_0000, 0x7fc1_2345]),
            "hf" => list.extend([0x7c00, 0xfc00, 0x7e01]),
            "bf" => list.extend([0x7f80, 0xff80, 0x7fc1]),
            _ => {}
        }
        list
    }
}

/// Little-endian bytes as a number.
pub fn little(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// A machine with declared variables.
#[derive(Debug, Clone)]
pub struct Variables {
    /// Number, type, bytes.
    pub list: Vec<(u32, Type, Vec<u8>)>,
    /// The channels of P1 to P3.
    pub flags: [u32; 3],
    pub em: u32,
    /// Whether numbers below the normal ones count as zero.
    pub flush: bool,
}

impl Variables {
    pub fn new() -> Variables {
        Variables {
            list: Vec::new(),
            flags: [0x0f3c_a5c3, 0x1234_5678, 0xffff_0000],
            em: 0xff5a_c3a7,
            flush: true,
        }
    }

    /// A variable of this type that is full of edges, from one of them on.
    pub fn edges(mut self, id: u32, ty: Type, from: usize) -> Variables {
        let edges = ty.edges();
        let elements = ROOM / ty.bytes;
        let bytes = (0..elements).flat_map(|index| {
            // Not in step with another variable.
            let edge = edges[(index * (1 + from % 3) + from) % edges.len()];
            edge.to_le_bytes()[..ty.bytes].to_vec()
        });
        let bytes = bytes.collect();
        self.list.push((id, ty, bytes));
        self
    }

    pub fn get(&self, id: u32) -> (Type, &[u8]) {
        let (_, ty, bytes) = self.list.iter().find(|it| it.0 == id).expect("declared");
        (*ty, bytes)
    }

    /// The bits of an element.
    pub fn element(&self, id: u32, index: usize) -> u64 {
        let (ty, bytes) = self.get(id);
        little(&bytes[index * ty.bytes..][..ty.bytes])
    }

    pub fn set(&mut self, id: u32, index: usize, bits: u64) {
        let (_, ty, bytes) = self
            .list
            .iter_mut()
            .find(|it| it.0 == id)
            .expect("declared");
        bytes[index * ty.bytes..][..ty.bytes].copy_from_slice(&bits.to_le_bytes()[..ty.bytes]);
    }

    /// Runs a statement.
    pub fn run(&self, line: &str) -> Result<Variables, ExecError> {
        self.run_with(line, &|_| ())
    }

    /// Runs a statement on a machine that is prepared further.
    pub fn run_with(
        &self,
        line: &str,
        prepare: &dyn Fn(&mut InMemory<'_>),
    ) -> Result<Variables, ExecError> {
        let target = StreamTarget::new(visa(), "visa").expect("a processor");
        let plain = Target::new(visa(), "visa").expect("a processor");
        let syntax = target.syntax("visa").expect("a syntax");
        let inst = target
            .parse(line, syntax)
            .unwrap_or_else(|error| panic!("{line}: {}", error.display(&target, syntax, line)));
        let mut memory = InMemory::new(&plain);
        let [variable, predicate] =
            ["variable", "predicate"].map(|name| memory.space(name).expect(name));
        let control = if self.flush { 0 } else { 0xc0 };
        for (name, value) in [
            ("EM", u64::from(self.em)),
            ("GRF_BYTES", GRF as u64),
            ("CR0", control),
        ] {
            memory.set_state(name, value).expect(name);
        }
        for (index, flags) in self.flags.iter().enumerate() {
            memory.poke(predicate, 4 * (index as u64 + 1), &flags.to_le_bytes());
        }
        for (id, ty, bytes) in &self.list {
            let declaration = Declaration {
                type_number: ty.number,
                elements: (bytes.len() / ty.bytes) as u32,
            };
            memory.declare(*id, declaration);
            memory.poke(variable, u64::from(*id) << 32, bytes);
        }
        prepare(&mut memory);
        // Worked out beforehand it does the same.
        let mut again = memory.clone();
        let done = execution::execute_stream(&target, inst, &mut memory);
        let declaration = |id| {
            let row = self.list.iter().find(|it| it.0 == id);
            row.map(|(_, ty, bytes)| Declaration {
                type_number: ty.number,
                elements: (bytes.len() / ty.bytes) as u32,
            })
        };
        let prepared = target.prepare(inst, &declaration);
        let mut executor = Executor::new();
        let prepared =
            prepared.and_then(|prepared| executor.run_prepared(visa(), &prepared, &mut again));
        assert_eq!(prepared, done, "{line}: prepared");
        for (id, _, bytes) in &self.list {
            let [one, other] = [&mut memory, &mut again]
                .map(|memory| memory.peek(variable, u64::from(*id) << 32, bytes.len()));
            assert_eq!(one, other, "{line}: V{id}, prepared");
        }
        done?;
        let mut after = self.clone();
        for (id, _, bytes) in &mut after.list {
            let found = memory.peek(variable, u64::from(*id) << 32, bytes.len());
            *bytes = found.expect("memory");
        }
        for (index, flags) in after.flags.iter_mut().enumerate() {
            let found = memory.peek(predicate, 4 * (index as u64 + 1), 4);
            *flags = little(&found.expect("memory")) as u32;
        }
        Ok(after)
    }

    /// Compares with what a statement should have done.
    pub fn check(&self, line: &str, expected: &Variables) {
        let found = self
            .run(line)
            .unwrap_or_else(|error| panic!("{line}: {}", error.display(visa())));
        for (id, ty, bytes) in &found.list {
            let (_, wanted) = expected.get(*id);
            for (index, (got, want)) in bytes
                .chunks(ty.bytes)
                .zip(wanted.chunks(ty.bytes))
                .enumerate()
            {
                assert!(
                    got == want,
                    "{line}: element {index} of V{id} ({}) is {:#x}, expected {:#x}",
                    ty.name,
                    little(got),
                    little(want)
                );
            }
        }
        assert_eq!(found.flags, expected.flags, "{line}: predicates");
    }
}

/// A region of a source: the place of its first element in rows and columns, and
/// strides.
#[derive(Debug, Clone, Copy)]
pub struct Region {
    pub row: usize,
    pub column: usize,
    pub vertical: usize,
    pub width: usize,
    pub horizontal: usize,
}

impl Region {
    /// The element of a channel, counted from the variable's first.
    pub fn element(&self, channel: usize, bytes: usize) -> usize {
        let inside = channel / self.width * self.vertical + channel % self.width * self.horizontal;
        self.row * (GRF / bytes) + self.column + inside
    }

    pub fn text(&self, id: u32) -> String {
        let Region {
            row,
            column,
            vertical,
            width,
            horizontal,
        } = self;
        format!("V{id}({row},{column})<{vertical};{width},{horizontal}>")
    }
}

const fn region(row: usize, column: usize, strides: [usize; 3]) -> Region {
    let [vertical, width, horizontal] = strides;
    Region {
        row,
        column,
        vertical,
        width,
        horizontal,
    }
}

/// Regions of sources of up to 8 channels.
pub const REGIONS: [Region; 6] = [
    region(0, 0, [8, 8, 1]),
    region(1, 1, [0, 1, 0]),
    region(0, 2, [4, 2, 2]),
    region(1, 0, [1, 1, 0]),
    region(0, 1, [2, 4, 1]),
    region(2, 0, [16, 4, 4]),
];
