//! Comparisons and classes.

use std::cmp::Ordering;
use std::num::FpCategory;

use super::lane::{Done, Meaning, Operands, Sources};
use super::number::source;
use crate::meaning::is_rdna;

/// Whether a comparison holds in a lane.
type Holds = Box<dyn Fn(Operands) -> bool>;

/// A half as a double, which has all of them.
fn half(bits: u64) -> f64 {
    let (exponent, fraction) = ((bits >> 10 & 31) as i32, f64::from((bits & 1023) as u32));
    let size = match exponent {
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        0 => fraction * 2_f64.powi(-24),
        _ => (1024.0 + fraction) * 2_f64.powi(exponent - 25),
    };
    if bits >> 15 & 1 == 1 { -size } else { size }
}

fn number(bits: u64, width: u32) -> f64 {
    match width {
        16 => half(bits),
        32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

fn floating(name: &str, order: Option<Ordering>) -> Option<bool> {
    use Ordering::{Equal, Greater, Less};
    let is = |orders: &[Ordering]| order.is_some_and(|it| orders.contains(&it));
    Some(match name {
        "f" => false,
        "tru" => true,
        "lt" => is(&[Less]),
        "eq" => is(&[Equal]),
        "le" => is(&[Less, Equal]),
        "gt" => is(&[Greater]),
        "lg" => is(&[Less, Greater]),
        "ge" => is(&[Greater, Equal]),
        "o" => order.is_some(),
        "u" => order.is_none(),
        "neq" => !is(&[Equal]),
        // `nge` is the opposite of `ge`.
        name => !floating(name.strip_prefix('n')?, order)?,
    })
}

fn integer(name: &str, order: Ordering) -> Option<bool> {
    Some(match name {
        "f" => false,
        "t" => true,
        "lt" => order.is_lt(),
        "eq" => order.is_eq(),
        "le" => order.is_le(),
        "gt" => order.is_gt(),
        "ne" => order.is_ne(),
        "ge" => order.is_ge(),
        _ => return None,
    })
}

/// The class of a number, as the bit of the mask that asks for it.
fn class(bits: u64, width: u32) -> u32 {
    let (category, quiet) = match width {
        16 => {
            let category = match (bits >> 10 & 31, bits & 1023) {
                (31, 0) => FpCategory::Infinite,
                (31, _) => FpCategory::Nan,
                (0, 0) => FpCategory::Zero,
                (0, _) => FpCategory::Subnormal,
                _ => FpCategory::Normal,
            };
            (category, 9)
        }
        32 => (f32::from_bits(bits as u32).classify(), 22),
        _ => (f64::from_bits(bits).classify(), 51),
    };
    let negative = bits >> (width - 1) & 1 == 1;
    match (category, negative) {
        (FpCategory::Nan, _) => (bits >> quiet & 1) as u32,
        (FpCategory::Infinite, true) => 2,
        (FpCategory::Normal, true) => 3,
        (FpCategory::Subnormal, true) => 4,
        (FpCategory::Zero, true) => 5,
        (FpCategory::Zero, false) => 6,
        (FpCategory::Subnormal, false) => 7,
        (FpCategory::Normal, false) => 8,
        (FpCategory::Infinite, false) => 9,
    }
}

fn signed(bits: u64, width: u32) -> i64 {
    (bits << (64 - width)).cast_signed() >> (64 - width)
}

/// Of a name without `v_`.
pub fn meaning(name: &str, arch: &str) -> Option<Meaning> {
    let (kind, rest) = name.split_once('_')?;
    let writes_exec = match kind {
        "cmp" | "cmps" => false,
        "cmpx" | "cmpsx" => true,
        _ => return None,
    };
    let (operator, of) = rest.rsplit_once('_')?;
    let width: u32 = of.get(1..)?.parse().ok()?;
    let operator = operator.to_owned();
    let (modifiers, sources, done): (Sources, Vec<u32>, Holds) =
        match (operator.as_str(), of.get(..1)?) {
            ("class", _) => {
                let asked = move |it: Operands| it.b >> class(it.a, width) & 1 == 1;
                (Sources::Floating, vec![width, 32], Box::new(asked))
            }
            (_, "f") => {
                floating(&operator, None)?;
                let holds = move |it: Operands| {
                    let value = |bits| number(source(bits, width, it.mode), width);
                    let order = value(it.a).partial_cmp(&value(it.b));
                    floating(&operator, order).expect("an operator")
                };
                (Sources::Floating, vec![width; 2], Box::new(holds))
            }
            (_, "u") => {
                integer(&operator, Ordering::Equal)?;
                let holds =
                    move |it: Operands| integer(&operator, it.a.cmp(&it.b)).expect("an operator");
                (Sources::Integer, vec![width; 2], Box::new(holds))
            }
            _ => {
                integer(&operator, Ordering::Equal)?;
                let holds = move |it: Operands| {
                    let order = signed(it.a, width).cmp(&signed(it.b, width));
                    integer(&operator, order).expect("an operator")
                };
                (Sources::Integer, vec![width; 2], Box::new(holds))
            }
        };
    Some(Meaning {
        modifiers,
        writes_exec,
        // On RDNA those that write EXEC write nothing else.
        writes_mask: !(writes_exec && is_rdna(arch)),
        ..Meaning::new(&sources, Done::Bit(done))
    })
}
