//! Packed instructions and dot products: VOP3P.

use std::ops::RangeInclusive;

/// What each half is made of: a bit for each source.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Choice {
    /// The half that the lower result takes.
    pub low: u32,
    /// The half that the upper result takes.
    pub high: u32,
}

/// What a result is before `clamp`, and the range in which that keeps it.
struct Limited {
    exact: i64,
    range: RangeInclusive<i64>,
}

/// Three sources, the choice of their halves and `clamp` give a dword.
pub type Run = Box<dyn Fn([u32; 3], Choice, bool) -> u32>;

/// What a packed instruction does.
pub struct Meaning {
    /// How many sources it has.
    pub sources: usize,
    /// Whether `op_sel` chooses halves of the first two sources, and of a third one.
    pub chooses: [bool; 2],
    /// Whether `neg_lo` says that the parts of the first two sources have signs; its bits are
    /// the lower ones of the choice then.
    pub says_signs: bool,
    /// Whether it can be clamped.
    pub clamps: bool,
    /// What it gives.
    pub run: Run,
}

fn signed(word: u16) -> i64 {
    word.cast_signed().into()
}

fn half(source: u32, upper: u32) -> u16 {
    (source / if upper == 1 { 0x1_0000 } else { 1 }) as u16
}

/// The lower halves that are chosen, and the upper ones.
fn halves(sources: [u32; 3], choice: Choice) -> [[u16; 3]; 2] {
    [choice.low, choice.high]
        .map(|bits| std::array::from_fn(|at| half(sources[at], bits >> at & 1)))
}

fn kept(result: &Limited, clamp: bool) -> i64 {
    match clamp {
        true => result
            .exact
            .clamp(*result.range.start(), *result.range.end()),
        false => result.exact,
    }
}

const SIGNED: RangeInclusive<i64> = -0x8000..=0x7fff;
const UNSIGNED: RangeInclusive<i64> = 0..=0xffff;

/// The exact result of a half of each source.
type Exact = fn([u16; 3]) -> i64;

/// Of a half each.
fn each(name: &str) -> Option<(usize, RangeInclusive<i64>, Exact)> {
    let with_sign = name.ends_with("_i16");
    let run: (usize, Exact) = match name {
        "mul_lo_u16" => (2, |[a, b, _]| i64::from(a) * i64::from(b)),
        "add_i16" => (2, |[a, b, _]| signed(a) + signed(b)),
        "sub_i16" => (2, |[a, b, _]| signed(a) - signed(b)),
        "max_i16" => (2, |[a, b, _]| signed(a).max(signed(b))),
        "min_i16" => (2, |[a, b, _]| signed(a).min(signed(b))),
        "add_u16" => (2, |[a, b, _]| i64::from(a) + i64::from(b)),
        "sub_u16" => (2, |[a, b, _]| i64::from(a) - i64::from(b)),
        "max_u16" => (2, |[a, b, _]| a.max(b).into()),
        "min_u16" => (2, |[a, b, _]| a.min(b).into()),
        "lshlrev_b16" => (2, |[a, b, _]| b.wrapping_shl(u32::from(a % 16)).into()),
        "lshrrev_b16" => (2, |[a, b, _]| b.wrapping_shr(u32::from(a % 16)).into()),
        "ashrrev_i16" => (2, |[a, b, _]| signed(b).div_euclid(1 << (a % 16))),
        "mad_i16" => (3, |[a, b, c]| signed(a) * signed(b) + signed(c)),
        "mad_u16" => (3, |[a, b, c]| i64::from(a) * i64::from(b) + i64::from(c)),
        _ => return None,
    };
    let range = if with_sign { SIGNED } else { UNSIGNED };
    Some((run.0, range, run.1))
}

/// The numbers of so many bits in a dword.
fn parts(source: u32, bits: u32, with_sign: bool) -> impl Iterator<Item = i64> {
    (0..32 / bits).map(move |at| {
        let part = i64::from(source >> (at * bits)) % (1 << bits);
        match with_sign && part >= 1 << (bits - 1) {
            true => part - (1 << bits),
            false => part,
        }
    })
}

/// Sums of products: width of the factors, and whether they have a sign.
fn dot(name: &str) -> Option<(u32, bool)> {
    Some(match name {
        "v_dot2_i32_i16" => (16, true),
        "v_dot2_u32_u16" => (16, false),
        "v_dot4_i32_i8" | "v_dot4_i32_iu8" => (8, true),
        "v_dot4_u32_u8" => (8, false),
        "v_dot8_i32_i4" | "v_dot8_i32_iu4" => (4, true),
        "v_dot8_u32_u4" => (4, false),
        _ => return None,
    })
}

/// The meaning of a mnemonic; `None` if nobody has said it.
pub fn meaning(mnemonic: &str) -> Option<Meaning> {
    if let Some((bits, with_sign)) = dot(mnemonic) {
        let says_signs = mnemonic.contains("_iu");
        let run = move |sources: [u32; 3], choice: Choice, clamp: bool| {
            let mut factors = [sources[0], sources[1]];
            if bits == 16 {
                let [low, high] = halves(sources, choice);
                factors = [0, 1].map(|at| u32::from(low[at]) | u32::from(high[at]) << 16);
            }
            let sign = |at: u32| match says_signs {
                true => choice.low >> at & 1 == 1,
                false => with_sign,
            };
            let [a, b] = [0, 1].map(|at| parts(factors[at], bits, sign(at as u32)));
            let third: i64 = parts(sources[2], 32, with_sign).sum();
            let exact = a.zip(b).map(|(a, b)| a * b).sum::<i64>() + third;
            let range = match with_sign {
                true => i64::from(i32::MIN)..=i64::from(i32::MAX),
                false => 0..=i64::from(u32::MAX),
            };
            kept(&Limited { exact, range }, clamp) as u32
        };
        return Some(Meaning {
            sources: 3,
            chooses: [bits == 16, false],
            says_signs,
            clamps: true,
            run: Box::new(run),
        });
    }
    let name = mnemonic.strip_prefix("v_pk_")?;
    let (sources, range, run) = each(name)?;
    // What becomes of shifts nobody says.
    let clamps = !["lsh", "ash"].iter().any(|it| name.starts_with(it));
    let run = move |sources: [u32; 3], choice: Choice, clamp: bool| {
        let [low, high] = halves(sources, choice).map(|halves| {
            let range = range.clone();
            let exact = run(halves);
            u32::from(kept(&Limited { exact, range }, clamp) as u16)
        });
        low + high * 0x1_0000
    };
    Some(Meaning {
        sources,
        chooses: [true, sources == 3],
        says_signs: false,
        clamps,
        run: Box::new(run),
    })
}
