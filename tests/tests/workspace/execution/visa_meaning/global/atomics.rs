//! Atomic operations on flat addresses: of integers and of floating-point numbers.

use super::super::elements::{half, nearest_half};
use super::{State, Turn, address_kind, check, flat, places};

/// The new value of memory, on integers of that many bits.
fn integer(op: &str, bits: u32, old: u64, a: u64, b: u64) -> u64 {
    let shift = 64 - bits;
    let signed = |value: u64| (value << shift) as i64 >> shift;
    let new = match op {
        "add" | "iadd" => old.wrapping_add(a),
        "sub" | "isub" => old.wrapping_sub(a),
        "inc" | "iinc" => old.wrapping_add(1),
        "dec" | "idec" | "predec" => old.wrapping_sub(1),
        "min" | "umin" => old.min(a),
        "max" | "umax" => old.max(a),
        "xchg" | "store" => a,
        "load" => old,
        "cmpxchg" => [old, a][usize::from(old == b)],
        "icas" => [old, b][usize::from(old == a)],
        "and" => old & a,
        "or" => old | a,
        "xor" => old ^ a,
        "minsint" | "smin" => signed(old).min(signed(a)) as u64,
        "maxsint" | "smax" => signed(old).max(signed(a)) as u64,
        _ => panic!("no statement for {op}"),
    };
    new & (u64::MAX >> shift)
}

/// Atomic operations at addresses that are all different, besides two.
struct Atomic<'a> {
    op: &'a str,
    /// Bits of a value.
    bits: u32,
    /// Which variables hold A and B.
    sources: (u64, u64),
}

impl Atomic<'_> {
    fn check(&self, line: &str, before: &State, it: &Turn, places: &[usize]) {
        let (bytes, room) = (self.bits as usize / 8, if self.bits == 64 { 8 } else { 4 });
        let mut after = before.clone();
        for channel in it.channels() {
            let old = after.get(places[channel], bytes);
            let a = before.value(self.sources.0, channel * room, bytes);
            let b = before.value(self.sources.1, channel * room, bytes);
            let new = integer(self.op, self.bits, old, a, b);
            after.put(places[channel], bytes, new);
            let given = if self.op == "predec" { new } else { old };
            after.set(36, channel * room, room, given);
        }
        check(line, before, it.em, it.p, &after);
    }

    /// Values at which comparisons differ, and some that are equal.
    fn state(&self, seed: u64, addresses: (usize, &[u64]), places: &[usize]) -> State {
        let mut state = State::new(seed).addresses(addresses.0, addresses.1);
        let bytes = self.bits as usize / 8;
        let room = if self.bits == 64 { 8 } else { 4 };
        for channel in (0..32).step_by(3) {
            let value = state.get(places[channel], bytes);
            let source = if channel % 2 == 0 {
                self.sources.0
            } else {
                self.sources.1
            };
            state.set(source, channel * room, bytes, value);
        }
        state
    }
}

#[test]
fn svm_atomics() {
    let operations = [
        "add", "sub", "inc", "dec", "min", "max", "xchg", "cmpxchg", "and", "or", "xor", "minsint",
        "maxsint", "predec",
    ];
    let mut turn = 0;
    for op in operations {
        for (bits, width) in [(16, ".16"), (32, ""), (64, ".64")] {
            for _ in 0..4 {
                turn += 1;
                let it = Turn::new(turn, &[8, 16, 32, 1]);
                let mut places = places(8, turn as u64);
                places[1] = places[0];
                let atomic = Atomic {
                    op,
                    bits,
                    sources: (34, 35),
                };
                let before = atomic.state(turn as u64, (8, &flat(&places)), &places);
                let (predicate, exec) = (it.predicate, it.exec());
                let line =
                    format!("{predicate}svm_atomic.{op}{width} {exec} V32.0 V36.0 V34.0 V35.0");
                atomic.check(&line, &before, &it, &places);
            }
        }
    }
}

#[test]
fn lsc_atomics() {
    let operations = [
        "iinc", "idec", "load", "store", "iadd", "isub", "smin", "smax", "umin", "umax", "icas",
        "and", "or", "xor",
    ];
    let mut turn = 0;
    for op in operations {
        for (bits, size) in [(16, "d16c32"), (32, "d32"), (64, "d64")] {
            for _ in 0..4 {
                turn += 1;
                let it = Turn::new(turn, &[8, 16, 32, 1]);
                let mut places = places(8, turn as u64);
                places[1] = places[0];
                let atomic = Atomic {
                    op,
                    bits,
                    sources: (34, 35),
                };
                let (space, addresses) = address_kind(turn, &places, 8);
                let list = (addresses.0, addresses.1.as_slice());
                let before = atomic.state(turn as u64, list, &places);
                let (predicate, exec, text) = (it.predicate, it.exec(), &addresses.2);
                let line = format!(
                    "{predicate}lsc_atomic_{op}.{space} {exec}  V36:{size}  {text}  V34  V35"
                );
                atomic.check(&line, &before, &it, &places);
            }
        }
    }
}

/// The new value of memory, on floating-point values of that many bits.
fn float(op: &str, bits: u32, old: u64, a: u64, b: u64) -> u64 {
    let number = |value: u64| match bits {
        16 => half(value as u16),
        32 => f32::from_bits(value as u32).into(),
        _ => f64::from_bits(value),
    };
    // A double has room for what adding narrower ones gives.
    let nearest = |value: f64| match (bits, value.is_nan()) {
        (16, _) => nearest_half(value).into(),
        (32, true) => 0x7fc0_0000,
        (32, _) => (value as f32).to_bits().into(),
        (_, true) => 0x7ff8_0000_0000_0000,
        _ => value.to_bits(),
    };
    let (x, y) = (number(old), number(a));
    let other = x.is_nan() && !y.is_nan();
    match op {
        "fadd" => nearest(x + y),
        "fsub" => nearest(x - y),
        "fmin" => [old, a][usize::from(other || !y.is_nan() && y.total_cmp(&x).is_lt())],
        "fmax" => [old, a][usize::from(other || !y.is_nan() && y.total_cmp(&x).is_gt())],
        // The instruction does compare exactly.
        #[expect(clippy::float_cmp)]
        "fcas" | "fcmpwr" => [old, b][usize::from(x == y)],
        _ => panic!("no statement for {op}"),
    }
}

/// Numbers of that many bits: zeros of both signs, infinity, what is no number,
/// one below the normal ones, and one whose sums are rounded.
fn floats(bits: u32) -> [u64; 9] {
    match bits {
        16 => [
            0, 0x8000, 0x3e00, 0xbe00, 0x7c00, 0x0001, 0xc280, 0x7bff, 0x7e01,
        ],
        32 => [
            0.0_f32,
            -0.0,
            1.5,
            -1.5,
            f32::INFINITY,
            1e-40,
            -3.25,
            1e30,
            f32::NAN,
        ]
        .map(|value| value.to_bits().into()),
        _ => [
            0.0,
            -0.0,
            1.5,
            -1.5,
            f64::INFINITY,
            1e-310,
            -3.25,
            1e300,
            f64::NAN,
        ]
        .map(f64::to_bits),
    }
}

/// Floating-point operations in every width that they have.
#[test]
fn floating_point() {
    let svm = ["fmin", "fmax", "fcmpwr"].map(|op| (op, true, &[16, 32][..]));
    let lsc = ["fadd", "fsub", "fmin", "fmax", "fcas"].map(|op| (op, false, &[16, 32, 64][..]));
    let (mut compared, mut changed) = (0, 0);
    for (op, is_svm, widths) in svm.into_iter().chain(lsc) {
        for (bits, shift) in widths.iter().flat_map(|bits| (0..9).map(|it| (*bits, it))) {
            let (numbers, bytes) = (floats(bits), bits as usize / 8);
            let room = bytes.max(4);
            let places = places(8, shift as u64);
            let mut before = State::new(shift as u64).addresses(8, &flat(&places));
            for (channel, &place) in places.iter().enumerate().take(8) {
                before.put(place, bytes, numbers[channel]);
                // What is above 16 bits in registers does not count.
                before.set(34, room * channel, bytes, numbers[(channel + shift) % 9]);
            }
            let mut after = before.clone();
            for (channel, &place) in places.iter().enumerate().take(8) {
                let old = before.get(place, bytes);
                let a = before.value(34, room * channel, bytes);
                let b = before.value(35, room * channel, bytes);
                let new = float(op, bits, old, a, b);
                changed += usize::from(new != old);
                after.put(place, bytes, new);
                after.set(36, room * channel, room, old);
            }
            let line = if is_svm {
                let width = if bits == 16 { ".16" } else { "" };
                format!("svm_atomic.{op}{width} (M1_NM, 8) V32.0 V36.0 V34.0 V35.0")
            } else {
                let size = ["d16c32", "d32", "d64"][bits as usize / 32];
                format!("lsc_atomic_{op}.ugm (M1_NM, 8)  V36:{size}  flat[V32]:a64  V34  V35")
            };
            check(&line, &before, 0, 0, &after);
            compared += 1;
        }
    }
    assert_eq!(compared, (3 * 2 + 5 * 3) * 9);
    assert!(changed > 500, "{changed} values of memory changed");
}
