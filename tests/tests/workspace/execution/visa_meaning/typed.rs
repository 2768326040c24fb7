//! Elements of typed surfaces, against plain Rust: the document's conversions between what
//! formats hold and what registers do.

use isa_mc::exec::{Declaration, ExecError, ExecErrorKind, InMemory, Surface};
use isa_mc::{StreamTarget, Target};
use isa_test_support::execution;
use isa_test_support::machine::visa;
use isa_test_support::random::Random;

use super::elements::{half, nearest_half};
use super::takes_part;

/// Where the surface lies, and what is around it.
const BASE: u64 = 0x2000;
const MARGIN: u64 = 0x100;
/// Bytes of a register.
const GRF: usize = 32;
/// The number of the surface: T7, or that of the binding table.
const NUMBER: u32 = 7;
/// Elements in each direction.
const SIZE: [u32; 3] = [5, 3, 2];
/// Channels at most.
const CHANNELS: usize = 16;

/// What numbers are, in the description's order from 1 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Numeric {
    Unorm,
    Snorm,
    Uint,
    Sint,
    Float,
}

use Numeric::{Float, Sint, Snorm, Uint, Unorm};

/// A format: what its numbers are, their bytes, how many.
type Format = (Numeric, usize, usize);

fn formats() -> Vec<Format> {
    let widths = [
        (Unorm, 1),
        (Unorm, 2),
        (Snorm, 1),
        (Snorm, 2),
        (Uint, 1),
        (Uint, 2),
        (Uint, 4),
        (Sint, 1),
        (Sint, 2),
        (Sint, 4),
        (Float, 2),
        (Float, 4),
    ];
    let all = widths.iter();
    all.flat_map(|&(numeric, bytes)| [1, 2, 4].map(|parts| (numeric, bytes, parts)))
        .collect()
}

fn number((numeric, bytes, parts): Format) -> u32 {
    let numeric = numeric as u32 + 1;
    numeric | (bytes as u32).ilog2() << 3 | (parts as u32) << 5
}

/// A number of an element as a register has it.
fn loaded((numeric, bytes, _): Format, raw: u32) -> u32 {
    let bits = 8 * bytes as u32;
    let greatest = f64::from(u32::MAX >> (32 - bits));
    let signed = (raw << (32 - bits)).cast_signed() >> (32 - bits);
    match numeric {
        _ if bytes == 4 => raw,
        Unorm => ((f64::from(raw) / greatest) as f32).to_bits(),
        Snorm => {
            let greatest = ((greatest - 1.0) / 2.0).floor();
            ((f64::from(signed) / greatest).max(-1.0) as f32).to_bits()
        }
        Uint => raw,
        Sint => signed.cast_unsigned(),
        Float => match half(raw as u16) {
            value if value.is_nan() => 0x7fc0_0000,
            value => (value as f32).to_bits(),
        },
    }
}

/// What a register holds as a number of an element.
fn stored((numeric, bytes, _): Format, value: u32) -> u32 {
    let bits = 8 * bytes as u32;
    let mask = u32::MAX >> (32 - bits);
    let real = f64::from(f32::from_bits(value));
    let kept = if real.is_nan() { 0.0 } else { real };
    let most = f64::from(mask >> 1);
    match numeric {
        _ if bytes == 4 => value,
        Unorm => (kept.clamp(0.0, 1.0) * f64::from(mask)).round_ties_even() as u32,
        Snorm => ((kept.clamp(-1.0, 1.0) * most).round_ties_even() as i32).cast_unsigned() & mask,
        Uint => value.min(mask),
        Sint => {
            let most = (mask >> 1).cast_signed();
            value.cast_signed().clamp(-most - 1, most).cast_unsigned() & mask
        }
        Float => match real.is_nan() {
            true => 0x7e00,
            false => with_subnormals(real).into(),
        },
    }
}

/// The nearest half, below the normal ones too.
fn with_subnormals(value: f64) -> u16 {
    let bits = nearest_half(value);
    if value.abs() >= 2_f64.powi(-14) {
        return bits;
    }
    let count = (value.abs() * 2_f64.powi(24)).round_ties_even() as u16;
    bits & 0x8000 | count
}

/// Numbers at the edges of conversions: of fractions those between two, of halves those that
/// are rounded up and down and beyond the greatest, of integers those beyond the limits.
const EDGES: [u32; 20] = [
    0,
    1,
    0x7f,
    0x80,
    0xff,
    0x100,
    0x7fff,
    0x8000,
    0xffff_ff80,
    0xffff_ff7f,
    0x8000_0000,
    0x7fc1_2345,
    0xff80_0000,
    0x3f80_0000,
    0xbf80_0001,
    0x3f00_8080,
    0x3f80_1000,
    0x477f_f000,
    0x3340_0000,
    0x387f_e000,
];

#[derive(Debug, Clone, PartialEq)]
struct State {
    /// The elements with what lies before and behind them.
    memory: Vec<u8>,
    /// Coordinates and level of each channel.
    places: Vec<[u32; 4]>,
    /// V36, V37, V38.
    values: [Vec<u32>; 3],
}

impl State {
    fn new(format: Format, seed: u64) -> State {
        let mut random = Random::new(seed);
        let elements: u32 = SIZE.iter().product();
        let bytes = elements as usize * format.1 * format.2 + 2 * MARGIN as usize;
        let places = (0..CHANNELS).map(|channel| {
            // Each its own, and some outside in each direction.
            let own = channel as u32;
            let mut place = [own % 5, own / 5 % 3, own / 15, 0];
            if random.below(4) == 0 {
                let way = random.below(4);
                place[way] = [5, 3, 2, 1][way] + random.below(2) as u32 * 0x8000_0000;
            }
            place
        });
        let places = places.collect();
        let mut values = || -> Vec<u32> {
            let all = (0..4 * CHANNELS).map(|_| match random.below(2) {
                0 => EDGES[random.below(EDGES.len())],
                _ => random.word() as u32,
            });
            all.collect()
        };
        State {
            values: [values(), values(), values()],
            memory: random.bytes(bytes),
            places,
        }
    }

    /// The byte of an element in memory; none outside.
    fn at(&self, (_, bytes, parts): Format, channel: usize) -> Option<usize> {
        let [x, y, z, level] = self.places[channel];
        let inside = x < SIZE[0] && y < SIZE[1] && z < SIZE[2] && level == 0;
        let index = (u64::from(z) * 3 + u64::from(y)) * 5 + u64::from(x);
        inside.then(|| MARGIN as usize + index as usize * bytes * parts)
    }

    fn part(&self, at: usize, bytes: usize) -> u32 {
        let part = self.memory[at..at + bytes].iter().rev();
        part.fold(0, |value, byte| value << 8 | u32::from(*byte))
    }

    fn set_part(&mut self, at: usize, bytes: usize, value: u32) {
        self.memory[at..at + bytes].copy_from_slice(&value.to_le_bytes()[..bytes]);
    }
}

/// Runs a statement on a processor. Coordinates of 16 or 32 bits.
fn run(
    (processor, line): (&str, &str),
    (format, coordinate): (u32, usize),
    element_bytes: usize,
    (em, p): (u32, u32),
    state: &State,
) -> Result<State, ExecError> {
    let target = StreamTarget::new(visa(), processor).expect("a processor");
    let plain = Target::new(visa(), processor).expect("a processor");
    let syntax = target.syntax("visa").expect("a syntax");
    let inst = target
        .parse(line, syntax)
        .unwrap_or_else(|error| panic!("{line}: {}", error.display(&target, syntax, line)));
    let mut memory = InMemory::new(&plain);
    let [variable, predicate, global, formats] =
        ["variable", "predicate", "global", "format"].map(|name| memory.space(name).expect(name));
    let end = BASE + state.memory.len() as u64;
    for (name, value) in [
        ("EM", u64::from(em)),
        ("GLOBAL_END", end),
        ("GRF_BYTES", GRF as u64),
    ] {
        memory.set_state(name, value).expect(name);
    }
    for number in [NUMBER, 256 + NUMBER] {
        memory.surface(
            number,
            Surface {
                base: BASE + MARGIN,
                element_bytes: element_bytes as u32,
                size: SIZE,
            },
        );
        memory.poke(formats, 4 * u64::from(number), &format.to_le_bytes());
    }
    // Coordinates are words or dwords, values are of type f.
    let width = if coordinate == 2 { 2 } else { 0 };
    for (id, type_number) in [(32, width), (36, 7), (37, 14)] {
        let elements = 4 * CHANNELS as u32;
        memory.declare(
            id,
            Declaration {
                type_number,
                elements,
            },
        );
    }
    memory.poke(predicate, 4, &p.to_le_bytes());
    memory.poke(global, BASE, &state.memory);
    for (id, way) in (32_u64..).zip(0..4) {
        let list = state.places.iter().map(|place| place[way].to_le_bytes());
        let list: Vec<u8> = list.flat_map(|it| it[..coordinate].to_vec()).collect();
        memory.poke(variable, id << 32, &list);
    }
    for (id, values) in (36_u64..).zip(&state.values) {
        let bytes: Vec<u8> = values.iter().flat_map(|it| it.to_le_bytes()).collect();
        memory.poke(variable, id << 32, &bytes);
    }
    execution::execute_stream(&target, inst, &mut memory)?;
    let mut after = state.clone();
    after.memory = memory
        .peek(global, BASE, state.memory.len())
        .expect("memory");
    for (id, values) in (36_u64..).zip(&mut after.values) {
        let bytes = memory.peek(variable, id << 32, 4 * values.len());
        let bytes = bytes.expect("a variable");
        let (words, _) = bytes.as_chunks();
        *values = words.iter().map(|it| u32::from_le_bytes(*it)).collect();
    }
    Ok(after)
}

/// Which channels take part, and how that is written.
fn turn(turn: usize, size: usize) -> (String, &'static str, (u32, u32), Vec<usize>) {
    let (mask, rule) = [
        ("M1", (0, true)),
        ("M1_NM", (0, false)),
        ("M3", (8, true)),
        ("M3_NM", (8, false)),
    ][turn % 4];
    let predicate = ["", "(P1) ", "(!P1) ", "(P1.any) ", "(!P1.all) "][turn % 5];
    let (em, p) = [
        (0xff5a_c3a7, 0xa35f_0f3c),
        (0x0f0f_3c3c, u32::MAX),
        (u32::MAX, 0x1234_5678),
    ][turn % 3];
    let channels = (0..size).filter(|it| takes_part(*it, size, rule, em, predicate, p));
    let exec = format!("({mask}, {size})");
    (exec, predicate, (em, p), channels.collect())
}

/// Names of the parts that a number has bits for.
fn letters(mask: usize, of: [char; 4]) -> String {
    let chosen = (0..4).filter(|part| mask >> part & 1 == 1);
    chosen.map(|part| of[part]).collect()
}

/// Parts of every format, in every choice: a part of another place, a sign that is lost, a
/// conversion that is rounded otherwise, values that are apart otherwise, an element outside
/// that is read or written.
#[test]
fn parts_are_converted() {
    let mut count = 0;
    for (at, format) in formats().into_iter().enumerate() {
        let (numeric, bytes, parts) = format;
        for chosen in 1..16 {
            let seed = at * 16 + chosen;
            let size = [8, 16][seed % 2];
            let before = State::new(format, seed as u64);
            let (exec, predicate, masks, channels) = turn(seed, size);
            let apart = size.max(GRF / 4);
            let rgba = letters(chosen, ['R', 'G', 'B', 'A']);
            let xyzw = letters(chosen, ['x', 'y', 'z', 'w']);
            let places = "V32.0 V33.0 V34.0 V35.0";
            let wide = [("a32", 4), ("a16", 2)][seed % 3 % 2];
            let place = format!("bti(0x7)[V32, V33, V34, V35]:{}", wide.0);
            let mut loads = before.clone();
            let mut stores = before.clone();
            let positions = (0..4).filter(|part| chosen >> part & 1 == 1);
            for (position, part) in positions.enumerate() {
                for &channel in &channels {
                    // Coordinates of 16 bits have no upper half.
                    let mut seen = before.clone();
                    if wide.1 == 2 {
                        seen.places[channel] = seen.places[channel].map(|it| it & 0xffff);
                    }
                    let element = seen.at(format, channel);
                    let own = position * apart + channel;
                    let value = match element.filter(|_| part < parts) {
                        Some(at) => loaded(format, before.part(at + part * bytes, bytes)),
                        None if part < 3 => 0,
                        None if matches!(numeric, Uint | Sint) => 1,
                        None => 0x3f80_0000,
                    };
                    loads.values[0][own] = value;
                    if let Some(at) = element.filter(|_| part < parts) {
                        let value = stored(format, before.values[0][own]);
                        stores.set_part(at + part * bytes, bytes, value);
                    }
                }
            }
            for (line, coordinate, expected) in [
                (
                    format!("{predicate}gather4_typed.{rgba} {exec} T7 {places} V36.0"),
                    4,
                    &loads,
                ),
                (
                    format!("{predicate}scatter4_typed.{rgba} {exec} T7 {places} V36.0"),
                    4,
                    &stores,
                ),
                (
                    format!("{predicate}lsc_load_quad.tgm {exec}  V36:d32.{xyzw}  {place}"),
                    wide.1,
                    &loads,
                ),
                (
                    format!("{predicate}lsc_store_quad.tgm {exec}  {place}  V36:d32.{xyzw}"),
                    wide.1,
                    &stores,
                ),
            ] {
                // With another width of coordinates other elements are outside.
                if coordinate != wide.1 {
                    continue;
                }
                let found = run(
                    ("visa", &line),
                    (number(format), coordinate),
                    bytes * parts,
                    masks,
                    &before,
                );
                let found =
                    found.unwrap_or_else(|error| panic!("{line}: {}", error.display(visa())));
                assert_eq!(&found, expected, "{line} of {format:?}");
                count += 1;
            }
        }
    }
    assert!(count > 36 * 15 * 2, "{count}");
}

/// As objects before 3.2 have it: eight channels, those that are not chosen have a bit, no
/// predicate, no level.
#[test]
fn older_objects_invert_the_choice() {
    let format = (Uint, 1, 4);
    let mut before = State::new(format, 5);
    for place in &mut before.places {
        place[3] = 0;
    }
    let mut loads = before.clone();
    let mut stores = before.clone();
    for channel in 0..8 {
        let enabled = 0x5a5a_0ff5_u32 >> (4 + channel) & 1 == 1;
        for (position, part) in [0, 2].into_iter().enumerate().filter(|_| enabled) {
            let own = 8 * position + channel;
            let Some(at) = before.at(format, channel) else {
                loads.values[0][own] = 0;
                continue;
            };
            loads.values[0][own] = before.part(at + part, 1);
            stores.set_part(at + part, 1, before.values[0][own].min(255));
        }
    }
    for (mnemonic, expected) in [("gather4_typed", &loads), ("scatter4_typed", &stores)] {
        let line = format!("{mnemonic}.RB (M2, 8) T7 V32.0 V33.0 V34.0 %null.0 V36.0");
        let found = run(
            ("visa3.1", &line),
            (number(format), 4),
            4,
            (0x5a5a_0ff5, 0),
            &before,
        );
        let found = found.unwrap_or_else(|error| panic!("{line}: {}", error.display(visa())));
        assert_eq!(&found, expected, "{line}");
    }
}

/// Atomic operations of the load/store cache on elements of one number: a value of another
/// width, an element outside that counts, a result that is the new value.
#[test]
fn elements_are_changed_in_one_step() {
    let signed = |value: u32, bits: u32| (value << (32 - bits)).cast_signed() >> (32 - bits);
    let step = |op: &str, bits: u32, old: u32, a: u32, b: u32| {
        let single = |value: u32| f32::from_bits(value);
        let new = match op {
            "iinc" => old.wrapping_add(1),
            "idec" => old.wrapping_sub(1),
            "store" => a,
            "iadd" => old.wrapping_add(a),
            "isub" => old.wrapping_sub(a),
            "smin" if signed(a, bits) < signed(old, bits) => a,
            "smax" if signed(a, bits) > signed(old, bits) => a,
            "umin" => old.min(a),
            "umax" => old.max(a),
            "icas" if old == a => b,
            "fadd" => (single(old) + single(a)).to_bits(),
            "fsub" => (single(old) - single(a)).to_bits(),
            "fcas" if (single(old) - single(a)).abs() == 0.0 => b,
            "and" => old & a,
            "or" => old | a,
            "xor" => old ^ a,
            // Of `load`, too.
            _ => old,
        };
        new & u32::MAX >> (32 - bits)
    };
    let operations = [
        "iinc", "idec", "load", "store", "iadd", "isub", "smin", "smax", "umin", "umax", "icas",
        "fadd", "fsub", "fcas", "and", "or", "xor",
    ];
    for (at, op) in operations.into_iter().enumerate() {
        for seed in 0..8 {
            let is_float = op.starts_with('f');
            let bits = if is_float || seed % 2 == 0 { 32 } else { 16 };
            let numeric = if is_float { Float } else { Uint };
            let format = (numeric, bits as usize / 8, 1);
            let mut before = State::new(format, (at * 8 + seed) as u64);
            if is_float {
                // Small numbers, whose sums are exact and none of which is NaN.
                let small = |it: u32| f32::from((it % 512) as u16) / 8.0 - 16.0;
                for value in before.values.iter_mut().flatten() {
                    *value = small(*value).to_bits();
                }
                let words = before.memory.as_chunks_mut::<4>().0;
                for word in words {
                    *word = small(u32::from_le_bytes(*word)).to_bits().to_le_bytes();
                }
            }
            if op.ends_with("cas") {
                // Half of them are equal.
                for channel in (0..CHANNELS).step_by(2) {
                    if let Some(at) = before.at(format, channel) {
                        before.values[1][channel] = before.part(at, format.1);
                    }
                }
            }
            let (exec, predicate, masks, channels) = turn(seed, 16);
            let mut expected = before.clone();
            let mask = u32::MAX >> (32 - bits);
            for channel in channels {
                let [a, b] = [1, 2].map(|it| before.values[it][channel] & mask);
                let element = before.at(format, channel);
                let old = element.map_or(0, |at| expected.part(at, format.1));
                expected.values[0][channel] = old;
                if let Some(at) = element {
                    expected.set_part(at, format.1, step(op, bits, old, a, b));
                }
            }
            let size = if bits == 32 { "d32" } else { "d16c32" };
            let line = format!(
                "{predicate}lsc_atomic_{op}.tgm {exec}  V36:{size}  bti(0x7)[V32, V33, V34, V35]:a32  V37  V38"
            );
            let found = run(
                ("visa", &line),
                (number(format), 4),
                format.1,
                masks,
                &before,
            );
            let found = found.unwrap_or_else(|error| panic!("{line}: {}", error.display(visa())));
            assert_eq!(found, expected, "{line}");
        }
    }
}

/// Values go over as they are where they are those of an element.
#[test]
fn elements_are_stored_whole() {
    for (format, line) in [
        ((Uint, 4, 4), "d32x4"),
        ((Float, 4, 2), "d32x2"),
        ((Sint, 2, 1), "d16c32"),
        ((Unorm, 1, 2), "d8c32x2"),
    ] {
        let before = State::new(format, 9);
        let (_, bytes, parts) = format;
        let mut expected = before.clone();
        for channel in 0..8 {
            let Some(at) = before.at(format, channel) else {
                continue;
            };
            for part in 0..parts {
                let value = before.values[0][8 * part + channel];
                expected.set_part(at + part * bytes, bytes, value);
            }
        }
        let line = format!(
            "lsc_store_uncompressed.tgm (M1_NM, 8)  bti(0x7)[V32, V33, V34, V35]:a32  V36:{line}"
        );
        let found = run(
            ("visa", &line),
            (number(format), 4),
            bytes * parts,
            (0, 0),
            &before,
        );
        let found = found.unwrap_or_else(|error| panic!("{line}: {}", error.display(visa())));
        assert_eq!(found, expected, "{line}");
    }
}

/// Elements that no sampler changes: with coordinates in another order, offsets of another one or
/// without a sign, a level of detail that is a coordinate.
#[test]
fn elements_are_loaded_without_a_sampler() {
    for (at, format) in formats().into_iter().enumerate() {
        let (numeric, bytes, parts) = format;
        let (processor, size) = (["visa", "visa3.3"][at % 2], [8, 16][at / 2 % 2]);
        let (exec, predicate, masks, channels) = turn(at, size);
        let chosen = 1 + at % 15;
        let letters = letters(chosen, ['R', 'G', 'B', 'A']);
        let coordinate = [4, 2][at / 3 % 2];
        // The offsets of r, v and u, from the lowest bits on.
        for (offsets, by) in [(0x000, [0; 3]), (0xf1f, [-1, 1, -1]), (0x1f0, [1, -1, 0])] {
            let mut before = State::new(format, at as u64);
            for (channel, place) in (0..).zip(&mut before.places) {
                *place = [1 + channel % 3, 1, by[2].min(0_i32).unsigned_abs(), 0];
            }
            let mut seen = before.clone();
            for place in &mut seen.places {
                for way in 0..3 {
                    place[way] = place[way].wrapping_add_signed(by[way]);
                }
            }
            let mut expected = before.clone();
            let positions = (0..4).filter(|part| chosen >> part & 1 == 1);
            for (position, part) in positions.enumerate() {
                for &channel in &channels {
                    let at = seen.at(format, channel).expect("inside");
                    let value = match part {
                        _ if part < parts => loaded(format, before.part(at + part * bytes, bytes)),
                        3 if matches!(numeric, Uint | Sint) => 1,
                        3 => 0x3f80_0000,
                        _ => 0,
                    };
                    expected.values[0][position * size.max(GRF / 4) + channel] = value;
                }
            }
            for (mnemonic, parameters) in [
                ("load_lz", "V32.0 V33.0 V34.0"),
                ("load_3d", "V32.0 V33.0 V35.0 V34.0"),
            ] {
                let line = format!(
                    "{predicate}{mnemonic}.{letters} {exec}  {offsets:#x}:uw T7 V36.0 {parameters}"
                );
                let found = run(
                    (processor, &line),
                    (number(format), coordinate),
                    bytes * parts,
                    masks,
                    &before,
                );
                let found =
                    found.unwrap_or_else(|error| panic!("{line}: {}", error.display(visa())));
                assert_eq!(found, expected, "{line} of {format:?} on {processor}");
            }
        }
    }
}

/// What the document leaves open, and surfaces without a format.
#[test]
fn other_elements_are_undefined() {
    let format = (Uint, 4, 1);
    let state = State::new(format, 1);
    let place = "[V32, V33, V34, V35]:a32";
    for (number, line) in [
        (
            0,
            "gather4_typed.R (M1_NM, 8) T7 V32.0 V33.0 V34.0 V35.0 V36.0".to_owned(),
        ),
        (
            0,
            "scatter4_typed.R (M1_NM, 8) T7 V32.0 V33.0 V34.0 V35.0 V36.0".to_owned(),
        ),
        (
            0,
            format!("lsc_load_quad.tgm (M1_NM, 8)  V36:d32.x  bti(0x7){place}"),
        ),
        // Other values than dwords, another surface than one of the binding table.
        (
            number(format),
            format!("lsc_load_quad.tgm (M1_NM, 8)  V36:d16c32.x  bti(0x7){place}"),
        ),
        (
            number(format),
            format!("lsc_store_quad.tgm (M1_NM, 8)  flat{place}  V36:d32.x"),
        ),
        // Atomic operations on elements of two numbers, or of another width.
        (
            number((Uint, 4, 2)),
            format!("lsc_atomic_iinc.tgm (M1_NM, 8)  V36:d32  bti(0x7){place}  V37  V38"),
        ),
        (
            number(format),
            format!("lsc_atomic_iinc.tgm (M1_NM, 8)  V36:d16c32  bti(0x7){place}  V37  V38"),
        ),
        (
            number(format),
            format!("lsc_atomic_iinc.tgm (M1_NM, 8)  V36:d64  bti(0x7){place}  V37  V38"),
        ),
        (
            number((Uint, 2, 1)),
            "typed_atomic.inc (M1_NM, 8) T7 V32.0 V33.0 V34.0 V35.0 %null.0 %null.0 V36.0"
                .to_owned(),
        ),
        // Results of 16 bits, offsets in a variable, which pages there are, what lies outside.
        (
            number(format),
            "load_lz.R (M1_NM, 8)  0x0:uw T7 V37.0 V32.0 V33.0 V34.0".to_owned(),
        ),
        (
            number(format),
            "load_lz.R (M1_NM, 8)  V32(0,0)<0;1,0> T7 V36.0 V32.0 V33.0 V34.0".to_owned(),
        ),
        (
            number(format),
            "load_lz.pixel_null_mask.R (M1_NM, 8)  0x0:uw T7 V36.0 V32.0 V33.0 V34.0".to_owned(),
        ),
        (
            number(format),
            "load_lz.R (M1_NM, 8)  0x800:uw T7 V36.0 V32.0 V33.0 V34.0".to_owned(),
        ),
        // More values than an element has, or wider ones.
        (
            number(format),
            format!("lsc_store_uncompressed.tgm (M1_NM, 8)  bti(0x7){place}  V36:d32x2"),
        ),
        (
            number((Uint, 2, 1)),
            format!("lsc_store_uncompressed.tgm (M1_NM, 8)  bti(0x7){place}  V36:d32"),
        ),
    ] {
        let stopped = run(("visa", &line), (number, 4), 4, (0, 0), &state).expect_err(&line);
        assert!(
            matches!(stopped.kind, ExecErrorKind::Undefined { .. }),
            "{line}: {stopped:?}"
        );
    }
}
