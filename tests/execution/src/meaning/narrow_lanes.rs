//! What the instructions that convert small floating-point numbers do in a lane.

use rustc_apfloat::ieee::{Double, Half};
use rustc_apfloat::{Float, FloatConvert};

use super::narrow::{Format, bfloat, half, of_half};
use super::vector::Operands;
use super::vector::float::written;
use super::vector::number::{result, source};
use super::vector::overflow::limited;

/// What a source holds, in so many registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Given {
    /// Singles.
    Singles(usize),
    /// Two halves each.
    Halves(usize),
    /// Two numbers of bfloat16 each.
    Bfloats(usize),
    /// Any bits.
    Bits(usize),
    /// A single whose exponent is a scale.
    Scale,
}

impl Given {
    /// How many registers it takes.
    pub fn registers(self) -> usize {
        match self {
            Given::Singles(count)
            | Given::Halves(count)
            | Given::Bfloats(count)
            | Given::Bits(count) => count,
            Given::Scale => 1,
        }
    }
}

/// How an instruction is written.
#[derive(Debug, Clone)]
pub struct Signature {
    /// Registers of the destination.
    pub dst: usize,
    /// Its sources.
    pub sources: Vec<Given>,
    /// How many bits `op_sel` has.
    pub op_sel: u32,
    /// The sources that have signs, a bit each.
    pub signs: u32,
    /// The result can be multiplied and clamped.
    pub multiplies: bool,
}

/// What a lane works on.
#[derive(Debug, Clone, Default)]
pub struct Lane {
    /// The registers of each source.
    pub sources: Vec<Vec<u32>>,
    /// The destination before.
    pub before: Vec<u32>,
    /// Bits of `op_sel`.
    pub op_sel: u32,
    /// Sources that are negated.
    pub neg: u32,
    /// Sources whose sign is taken away.
    pub abs: u32,
    /// What the result is multiplied by, as a number of the field.
    pub omod: u32,
    /// The result is clamped.
    pub clamp: bool,
    /// How floating point behaves.
    pub mode: u32,
    /// Numbers of eight bits are the Open Compute Project's.
    pub open: bool,
}

impl Lane {
    fn signed(&self, source: usize, bits: u32) -> u32 {
        let bits = if self.abs >> source & 1 == 1 {
            bits & 0x7fff_ffff
        } else {
            bits
        };
        bits ^ (self.neg >> source & 1) << 31
    }

    fn limits(&self) -> bool {
        self.mode >> 23 & 1 == 1
    }

    /// The first register with a part of it replaced.
    fn with(&self, value: u32, first: u32, bits: u32) -> Vec<u32> {
        let mask = (u64::from(u32::MAX) >> (32 - bits) << first) as u32;
        vec![self.before[0] & !mask | value << first]
    }

    /// A single that is multiplied and clamped.
    fn written(&self, bits: u32) -> u32 {
        let operands = Operands {
            mode: self.mode,
            omod: self.omod,
            clamp: self.clamp,
            ..Operands::default()
        };
        written(bits.into(), 32, operands) as u32
    }
}

fn widths(number: &str) -> Option<usize> {
    Some(match number {
        "f32" => 32,
        "f16" | "bf16" => 16,
        "fp8" | "bf8" => 8,
        "fp6" | "bf6" => 6,
        "fp4" => 4,
        _ => return None,
    })
}

fn given(number: &str, registers: usize) -> Given {
    match number {
        "f32" => Given::Singles(registers),
        "f16" => Given::Halves(registers),
        "bf16" => Given::Bfloats(registers),
        _ => Given::Bits(registers),
    }
}

/// What a name says: how many numbers, randomly or not, scaled or not, to what, from what.
struct Name<'n> {
    scaled: bool,
    random: bool,
    count: usize,
    to: &'n str,
    from: &'n str,
    /// The sources are two groups, of which numbers come in turns.
    turns: bool,
}

fn parse(name: &str) -> Option<Name<'_>> {
    let name = name.strip_prefix("v_cvt_")?;
    let rest = name.strip_prefix("scalef32_");
    let (scaled, name) = (rest.is_some(), rest.unwrap_or(name));
    let rest = name.strip_prefix("sr_");
    let (random, name) = (rest.is_some(), rest.unwrap_or(name));
    let prefixes = [("pk32_", 32), ("2xpk16_", 32), ("pk_", 2)];
    let found = prefixes.iter().find_map(|(prefix, count)| {
        let rest = name.strip_prefix(prefix)?;
        Some((rest, *count, *prefix == "2xpk16_"))
    });
    let (name, count, turns) = found.unwrap_or((name, 1, false));
    let (to, from) = name.split_once('_')?;
    widths(to)?;
    widths(from)?;
    let small = |number| widths(number).is_some_and(|width| width <= 8);
    let halves = |number| number == "f16" || number == "bf16";
    // Others are among the conversions of every processor.
    let here = scaled
        || small(to)
        || small(from)
        || (halves(to) && from == "f32" && (count == 2 || random));
    here.then_some(Name {
        scaled,
        random,
        count,
        to,
        from,
        turns,
    })
}

/// How a conversion is written; `None` if it is none of these.
pub fn signature(name: &str) -> Option<Signature> {
    let it = parse(name)?;
    let registers = |number, count: usize| Some((widths(number)? * count).div_ceil(32));
    let dst = registers(it.to, it.count)?;
    let mut sources = match (it.from, it.count) {
        _ if it.turns => vec![given(it.from, 16); 2],
        // Two singles are two sources, but with random bits.
        ("f32", 2) if !it.random => vec![Given::Singles(1); 2],
        _ => vec![given(it.from, registers(it.from, it.count)?)],
    };
    let first = sources.len();
    if it.random {
        sources.push(Given::Bits(1));
    }
    if it.scaled {
        sources.push(Given::Scale);
    }
    let wide = it.count == 32;
    let to_small = widths(it.to)? <= 8;
    let multiplies = !it.scaled && (!to_small && !it.random);
    let floats = widths(it.from)? > 8;
    let mut signs = if floats { (1 << first) - 1 } else { 0 };
    if it.scaled {
        signs |= 1 << (sources.len() - 1);
    }
    let op_sel = match sources.len() {
        _ if wide || multiplies => 0,
        3 => 4,
        // A byte of the destination needs two bits.
        _ if to_small && (it.to == "fp4" || it.random) => 4,
        _ => 3,
    };
    Some(Signature {
        dst,
        sources,
        op_sel,
        signs: if wide { 0 } else { signs },
        multiplies,
    })
}

/// A number of a source as the bits of a single.
fn number(it: &Name<'_>, lane: &Lane, at: usize) -> u32 {
    let group = if it.turns { at % 2 } else { 0 };
    let place = if it.turns { at / 2 } else { at };
    match it.from {
        "f32" if it.count == 2 && !it.random => lane.signed(at, lane.sources[at][0]),
        "f32" => lane.signed(group, lane.sources[group][place]),
        "f16" => {
            let half = lane.sources[0][place / 2] >> (16 * (place % 2)) & 0xffff;
            of_half(source(half.into(), 16, lane.mode) as u32)
        }
        _ => lane.sources[0][place / 2] >> (16 * (place % 2)) << 16,
    }
}

/// Bits from a place on, of many registers.
fn bits(registers: &[u32], first: usize, count: u32) -> u32 {
    let low = u64::from(registers[first / 32]);
    let high = registers.get(first / 32 + 1).copied().unwrap_or(0);
    let both = low | u64::from(high) << 32;
    (both >> (first % 32)) as u32 & (u32::MAX >> (32 - count))
}

/// What a lane gives; `None` where nobody says it.
pub fn said(name: &str, lane: &Lane) -> Option<Vec<u32>> {
    let it = parse(name)?;
    let scale = match it.scaled {
        true => {
            let register = lane.sources.last()?[0];
            let exponent = (register >> 23 & 0xff) as i32;
            (exponent != 255).then_some(exponent)?
        }
        false => 127,
    };
    match widths(it.to)? <= 8 {
        true => to_small(&it, lane, scale, signature(name)?.op_sel),
        false if it.random => halves_randomly(&it, lane),
        false if widths(it.from)? > 8 => halves(&it, lane),
        false => from_small(&it, lane, scale),
    }
}

fn to_small(it: &Name<'_>, lane: &Lane, scale: i32, op_sel: u32) -> Option<Vec<u32>> {
    let format = Format::named(it.to, lane.open)?;
    let width = format.bits();
    // Nobody says what signs do to halves and to pairs.
    let pair = it.random && it.count == 2;
    if (pair || it.from != "f32") && (lane.neg | lane.abs) & 1 != 0 {
        return None;
    }
    let mut all = Vec::new();
    for at in 0..it.count {
        let single = number(it, lane, at);
        all.push(match it.scaled {
            true => format.from_scaled(single, scale, it.random)?,
            _ if lane.limits() => return None,
            false if it.random => format.from_single_randomly(single, lane.sources[1][0])?,
            false => format.from_single(single),
        });
    }
    if it.count == 32 {
        let mut registers = vec![0_u32; 6];
        for (at, value) in all.iter().enumerate() {
            let wide = u64::from(*value) << (at * 6 % 32);
            registers[at * 6 / 32] |= wide as u32;
            if let Some(next) = registers.get_mut(at * 6 / 32 + 1) {
                *next |= (wide >> 32) as u32;
            }
        }
        return Some(registers);
    }
    let value = all.iter().rev().fold(0, |value, one| value << width | one);
    let taken = width * it.count as u32;
    // The last bits of `op_sel` say which part of the destination it is.
    let (part, rest) = match taken {
        16 => (lane.op_sel >> (op_sel - 1), (1 << (op_sel - 1)) - 1),
        _ => (lane.op_sel >> (op_sel - 2), (1 << (op_sel - 2)) - 1),
    };
    if lane.op_sel & rest != 0 {
        return None;
    }
    Some(lane.with(value, part * taken, taken))
}

/// Pairs of halves of two singles.
fn halves(it: &Name<'_>, lane: &Lane) -> Option<Vec<u32>> {
    if lane.omod != 0 || lane.clamp {
        return None;
    }
    let one = |at: usize| {
        let single = number(it, lane, at);
        if it.to == "f16" {
            half_in(f32::from_bits(single).into(), lane.mode)
        } else {
            bfloat(single)
        }
    };
    Some(vec![one(0) | one(1) << 16])
}

/// The half nearest to a number, subnormal and too large ones as the mode says.
fn half_in(number: f64, mode: u32) -> u32 {
    let bits: Half = Double::from_bits(number.to_bits().into())
        .convert(&mut false)
        .value;
    let bits = result(bits.to_bits() as u64, 16, mode);
    let bits = if number.is_infinite() {
        bits
    } else {
        limited(bits, mode)
    };
    bits as u32
}

/// A half of a single that needs no rounding.
fn halves_randomly(it: &Name<'_>, lane: &Lane) -> Option<Vec<u32>> {
    if lane.op_sel & 3 != 0 {
        return None;
    }
    let single = lane.signed(0, lane.sources[0][0]);
    let value = f32::from_bits(single);
    let (bits, back) = match it.to {
        "f16" => (half(single), f32::from_bits(of_half(half(single)))),
        _ => (bfloat(single), f32::from_bits(bfloat(single) << 16)),
    };
    if value.is_nan() {
        let lost = if it.to == "f16" { 0x1fff } else { 0xffff };
        if single & lost != 0 {
            return None;
        }
        return Some(lane.with(single >> 16 & 0x8000 | 0x7fff, 16 * (lane.op_sel >> 2), 16));
    }
    let too_large = back.is_infinite() && value.is_finite();
    let exact = back.to_bits() == single || too_large && fits(it.to, single);
    exact.then(|| lane.with(bits, 16 * (lane.op_sel >> 2), 16))
}

/// Whether a single has no bits that the fraction of a half has none for.
fn fits(to: &str, single: u32) -> bool {
    let lost = if to == "f16" { 0x1fff } else { 0xffff };
    single & lost == 0
}

fn from_small(it: &Name<'_>, lane: &Lane, scale: i32) -> Option<Vec<u32>> {
    let format = Format::named(it.from, lane.open)?;
    let width = format.bits();
    let registers = &lane.sources[0];
    let taken = width * it.count as u32;
    let first = match (it.count, taken, it.scaled) {
        (32, ..) | (_, _, false) => 0,
        (_, 16, _) => 16 * (lane.op_sel & 1),
        _ => 8 * (lane.op_sel & 3),
    };
    let beside = match (it.count, taken, it.scaled) {
        (32, ..) | (_, _, false) => 0,
        (_, 16, _) => lane.op_sel >> 1,
        // A half alone goes to either half of the destination.
        (1, ..) if it.to == "f16" => 0,
        _ => lane.op_sel >> 2,
    };
    if beside != 0 {
        return None;
    }
    let exact = |at: usize| {
        let bits = bits(registers, first as usize + at * width as usize, width);
        format.of(bits) * 2.0_f64.powi(scale - 127)
    };
    let single = |at: usize| single_of(exact(at), lane.mode);
    Some(match it.to {
        "f32" if it.scaled => (0..it.count).map(single).collect(),
        "f32" => (0..it.count).map(|at| lane.written(single(at))).collect(),
        to => {
            let short = |at| match to {
                "f16" => half_in(exact(at), lane.mode),
                _ => bfloat(single(at)),
            };
            match it.count {
                1 => lane.with(short(0), 16 * (lane.op_sel >> 2 & 1), 16),
                count => (0..count / 2)
                    .map(|pair| short(2 * pair) | short(2 * pair + 1) << 16)
                    .collect(),
            }
        }
    })
}

/// A number that a single nearly always holds exactly; subnormal ones as the mode says.
fn single_of(number: f64, mode: u32) -> u32 {
    let single = number as f32;
    match single {
        _ if single.is_nan() => 0x7fc0_0000,
        _ if single.is_subnormal() && mode >> 5 & 1 == 0 => single.to_bits() & 0x8000_0000,
        _ => single.to_bits(),
    }
}
