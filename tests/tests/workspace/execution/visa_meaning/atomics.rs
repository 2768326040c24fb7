//! Atomic operations on surfaces.

use isa_mc::exec::{ExecErrorKind, InMemory, Surface};
use isa_mc::{StreamTarget, Target};
use isa_test_support::execution;
use isa_test_support::machine::visa;

use super::takes_part;

/// Where T6 lies: 16 elements of a dword. Bytes of buffers and elements of
/// typed surfaces lie alike.
const BASE: u64 = 0x1000;
const ELEMENTS: usize = 16;
const END: u64 = BASE + 4 * ELEMENTS as u64;

/// Values of src0, src1 and memory at the edges of 16 and 32 bits.
const EDGES: [u32; 8] = [
    0,
    1,
    0x7fff,
    0x8000,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
];
/// Floating-point numbers, and in their lower parts halves: zeros, numbers of both
/// signs, infinities and NaN.
const FLOATS: [u32; 8] = [
    0,
    0x8000_0000,
    0x3f80_8000,
    0xbf80_3c00,
    0x7f80_0000,
    0xc000_fc00,
    0x7fc0_7e01,
    0x0000_bc00,
];
/// Elements that channels 0 to 7 want: two the same one, one that is not there.
const WANTED: [u32; 8] = [0, 1, 2, 3, 4, 4, 99, 7];

/// The new value of memory and the result, from the old one.
fn step(op: &str, half: bool, old: u32, a: u32, b: u32) -> (u32, u32) {
    let mask = if half { 0xffff } else { u32::MAX };
    let (a, b) = (a & mask, b & mask);
    let signed = |value: u32| {
        if half {
            i32::from(value as i16)
        } else {
            value as i32
        }
    };
    let new = match op {
        "add" => old.wrapping_add(a),
        "sub" => old.wrapping_sub(a),
        "inc" => old.wrapping_add(1),
        "dec" | "predec" => old.wrapping_sub(1),
        "min" => old.min(a),
        "max" => old.max(a),
        "xchg" => a,
        "cmpxchg" => {
            if old == b {
                a
            } else {
                old
            }
        }
        "and" => old & a,
        "or" => old | a,
        "xor" => old ^ a,
        "minsint" => {
            if signed(a) < signed(old) {
                a
            } else {
                old
            }
        }
        "maxsint" => {
            if signed(a) > signed(old) {
                a
            } else {
                old
            }
        }
        _ => panic!("no statement for {op}"),
    } & mask;
    (new, if op == "predec" { new } else { old })
}

fn run(line: &str, em: u32, p: u32, shift: usize) -> (Vec<u32>, Vec<u32>) {
    let target = StreamTarget::new(visa(), "visa").expect("a processor");
    let plain = Target::new(visa(), "visa").expect("a processor");
    let syntax = target.syntax("visa").expect("a syntax");
    let inst = target.parse(line, syntax).expect(line);
    let mut memory = InMemory::new(&plain);
    let [variable, predicate, global] =
        ["variable", "predicate", "global"].map(|name| memory.space(name).expect(name));
    // Elements of a typed surface are as wide as the values.
    let typed = line.contains("typed_");
    let width = if line.contains(".16 (") { 2 } else { 4 };
    let elements = Surface {
        base: BASE,
        element_bytes: width,
        size: [4 / width * ELEMENTS as u32, 1, 1],
    };
    let format = memory.space("format").expect("a space");
    memory.poke(format, 4 * 6, &unsigned(width).to_le_bytes());
    let bytes = Surface::buffer(BASE, 4 * ELEMENTS as u32);
    memory.surface(6, if typed { elements } else { bytes });
    memory.set_state("EM", u64::from(em)).expect("a state");
    memory.set_state("GLOBAL_END", END).expect("a state");
    memory.map(predicate, 0, 64);
    memory.poke(predicate, 4, &p.to_le_bytes());
    let edges = edges(line);
    let mut fill = |id: u64, value: &dyn Fn(usize) -> u32| {
        memory.map(variable, id << 32, 64);
        for channel in 0..8 {
            let at = (id << 32) + offset(id) + 4 * channel as u64;
            memory.poke(variable, at, &value(channel).to_le_bytes());
        }
    };
    // Offsets are bytes, coordinates are elements: one of each dword.
    let scale = if typed { 4 / width } else { 4 };
    fill(32, &|channel| WANTED[channel] * scale);
    fill(34, &|channel| edges[(channel + shift) % 8]);
    fill(35, &|channel| edges[(channel * 3 + shift) % 8]);
    fill(36, &|_| 0xdead_beef);
    memory.map(global, BASE, END - BASE);
    for element in 0..ELEMENTS {
        memory.poke(
            global,
            BASE + 4 * element as u64,
            &edges[element % 8].to_le_bytes(),
        );
    }
    execution::execute_stream(&target, inst, &mut memory)
        .unwrap_or_else(|error| panic!("{line}: {}", error.display(visa())));
    let mut words = |space, at: u64, count: usize| -> Vec<u32> {
        let bytes = memory.peek(space, at, 4 * count).expect("memory");
        let words = bytes.chunks_exact(4);
        words
            .map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")))
            .collect()
    };
    let results = words(variable, (36 << 32) + offset(36), 8);
    (words(global, BASE, ELEMENTS), results)
}

/// The description's number of the format of one integer without a sign.
fn unsigned(bytes: u32) -> u32 {
    3 | bytes.ilog2() << 3 | 1 << 5
}

/// The values that an instruction meets.
fn edges(line: &str) -> [u32; 8] {
    let floats = ["fmin", "fmax", "fcmpwr"];
    if floats.iter().any(|op| line.contains(op)) {
        FLOATS
    } else {
        EDGES
    }
}

/// Where the channels of a variable begin in it: elsewhere in each.
fn offset(id: u64) -> u64 {
    4 * (id - 31)
}

/// The line with offsets: `V32` and so on get theirs.
fn with_offsets(line: &str) -> String {
    (32..=36).fold(line.to_owned(), |line, id| {
        line.replace(&format!("V{id}"), &format!("V{id}.{}", offset(id)))
    })
}

/// Every operation that is defined, of 32 and 16 bits, typed and on a buffer,
/// under every kind of mask and predicate, with and without a result.
#[test]
fn atomics() {
    let operations = [
        "add", "sub", "inc", "dec", "min", "max", "xchg", "cmpxchg", "and", "or", "xor", "minsint",
        "maxsint", "predec",
    ];
    let predicates = [
        "",
        "(P1) ",
        "(!P1) ",
        "(P1.any) ",
        "(!P1.any) ",
        "(P1.all) ",
        "(!P1.all) ",
    ];
    let masks = [
        ("M1", 0, true),
        ("M2", 4, true),
        ("M1_NM", 0, false),
        ("M3_NM", 8, false),
    ];
    let mut compared = 0;
    for op in operations {
        for (turn, half) in (0..56).map(|turn| (turn, turn % 2 == 1)) {
            let predicate = predicates[turn / 2 % 7];
            let (mask, first, masked) = masks[turn % 4];
            let (em, p) = [(0xff5a_c3a7, 0x0000_0f3c), (0xffff_ffff, 0), (0, u32::MAX)][turn % 3];
            let typed = turn % 5 != 0;
            let result = if turn % 7 == 3 { "%null.0" } else { "V36" };
            let (family, place) = if typed {
                ("typed", "V32 %null.0 %null.0 %null.0")
            } else {
                ("dword", "V32")
            };
            let width = if half { ".16" } else { "" };
            let line = with_offsets(&format!(
                "{predicate}{family}_atomic.{op}{width} ({mask}, 8) T6 {place} V34 V35 {result}"
            ));
            let mut memory: Vec<u32> = (0..ELEMENTS).map(|element| EDGES[element % 8]).collect();
            let mut results = vec![0xdead_beef; 8];
            for channel in 0..8 {
                if !takes_part(channel, 8, (first, masked), em, predicate, p) {
                    continue;
                }
                let keep = if half { 0xffff_0000 } else { 0 };
                let wanted = WANTED[channel] as usize;
                let old = memory.get(wanted).map_or(0, |value| value & !keep);
                let a = EDGES[(channel + turn) % 8];
                let b = EDGES[(channel * 3 + turn) % 8];
                let (new, given) = step(op, half, old, a, b);
                if let Some(value) = memory.get_mut(wanted) {
                    *value = *value & keep | new;
                }
                if result != "%null.0" {
                    results[channel] = given;
                }
            }
            assert_eq!(run(&line, em, p, turn), (memory, results), "{line}");
            compared += 1;
        }
    }
    assert_eq!(compared, 14 * 56);
}

/// Floating-point operations of buffers compare and store as the document's
/// table says: `fcmpwr` compares src0 and stores src1.
#[test]
fn floating_point_on_buffers() {
    let expected = |op: &str, old: u32, a: u32, b: u32| {
        let (x, y) = (f32::from_bits(old), f32::from_bits(a));
        match op {
            "fmin" if !y.is_nan() && (x.is_nan() || y.total_cmp(&x).is_lt()) => a,
            "fmax" if !y.is_nan() && (x.is_nan() || y.total_cmp(&x).is_gt()) => a,
            // Exactly: NaN equals nothing, -0 equals 0.
            "fcmpwr" if x.partial_cmp(&y).is_some_and(std::cmp::Ordering::is_eq) => b,
            _ => old,
        }
    };
    for op in ["fmin", "fmax", "fcmpwr"] {
        for shift in 0..8 {
            let line = format!("dword_atomic.{op} (M1_NM, 8) T6 V32 V34 V35 V36");
            let line = with_offsets(&line);
            let mut memory: Vec<u32> = (0..ELEMENTS).map(|element| FLOATS[element % 8]).collect();
            let mut results = Vec::new();
            for channel in 0..8 {
                let a = FLOATS[(channel + shift) % 8];
                let b = FLOATS[(channel * 3 + shift) % 8];
                let place = memory.get_mut(WANTED[channel] as usize);
                results.push(place.as_ref().map_or(0, |value| **value));
                if let Some(value) = place {
                    *value = expected(op, *value, a, b);
                }
            }
            assert_eq!(run(&line, 0, 0, shift), (memory, results), "{line}");
        }
    }
}

/// The same with `.16`: halves in the lower part of each dword. What they are
/// greater than shows in their bits, as numbers with a sign of their own.
#[test]
fn halves_on_buffers() {
    let is_nan = |half: u32| half & 0x7fff > 0x7c00;
    let order = |half: u32| match half & 0x8000 {
        0 => half as i32,
        _ => -1 - (half & 0x7fff) as i32,
    };
    let expected = |op: &str, old: u32, a: u32, b: u32| match op {
        _ if op != "fcmpwr" && is_nan(a) => old,
        "fmin" if is_nan(old) || order(a) < order(old) => a,
        "fmax" if is_nan(old) || order(a) > order(old) => a,
        // Both zeros are equal.
        "fcmpwr" if !is_nan(a) && (a == old || (a | old) << 17 == 0) => b,
        _ => old,
    };
    for op in ["fmin", "fmax", "fcmpwr"] {
        for shift in 0..8 {
            let line = format!("dword_atomic.{op}.16 (M1_NM, 8) T6 V32 V34 V35 V36");
            let line = with_offsets(&line);
            let mut memory: Vec<u32> = (0..ELEMENTS).map(|element| FLOATS[element % 8]).collect();
            let mut results = Vec::new();
            for channel in 0..8 {
                let a = FLOATS[(channel + shift) % 8] & 0xffff;
                let b = FLOATS[(channel * 3 + shift) % 8] & 0xffff;
                let place = memory.get_mut(WANTED[channel] as usize);
                results.push(place.as_ref().map_or(0, |value| **value & 0xffff));
                if let Some(value) = place {
                    *value = *value & 0xffff_0000 | expected(op, *value & 0xffff, a, b);
                }
            }
            assert_eq!(run(&line, 0, 0, shift), (memory, results), "{line}");
        }
    }
}

/// What no document defines is reported, not invented.
#[test]
fn undefined_operations_are_reported() {
    let target = StreamTarget::new(visa(), "visa").expect("a processor");
    let plain = Target::new(visa(), "visa").expect("a processor");
    let syntax = target.syntax("visa").expect("a syntax");
    for op in [
        "typed_atomic.fmax",
        "typed_atomic.fadd",
        "dword_atomic.fsub",
    ] {
        let place = if op.starts_with("typed") {
            "V32.0 %null.0 %null.0 %null.0"
        } else {
            "V32.0"
        };
        let line = format!("{op} (M1, 8) T6 {place} V34.0 %null.0 V36.0");
        let inst = target.parse(&line, syntax).expect(&line);
        let error =
            execution::execute_stream(&target, inst, &mut InMemory::new(&plain)).expect_err(&line);
        assert!(
            matches!(error.kind, ExecErrorKind::Undefined { .. }),
            "{error:?}"
        );
    }
}

/// Elements of a surface with three sizes: side by side, row behind row, layer
/// behind layer, and none outside or at another level of detail.
#[test]
fn elements_of_three_coordinates() {
    let target = StreamTarget::new(visa(), "visa").expect("a processor");
    let plain = Target::new(visa(), "visa").expect("a processor");
    let syntax = target.syntax("visa").expect("a syntax");
    let size = [3, 2, 4];
    let line = "typed_atomic.inc (M1_NM, 8) T7 V32 V33 V34 V35 %null.0 %null.0 %null.0";
    let line = with_offsets(line);
    let inst = target.parse(&line, syntax).expect(&line);
    for level in [0_u32, 1] {
        for first in 0..4_u32 {
            let mut memory = InMemory::new(&plain);
            let [variable, global] =
                ["variable", "global"].map(|name| memory.space(name).expect(name));
            memory.surface(
                7,
                Surface {
                    base: BASE,
                    element_bytes: 8,
                    size,
                },
            );
            memory.poke(global, BASE, &[0; 8 * 24]);
            let format = memory.space("format").expect("a space");
            memory.poke(format, 4 * 7, &unsigned(4).to_le_bytes());
            memory
                .set_state("GLOBAL_END", BASE + 8 * 24)
                .expect("a state");
            // Channels 0 to 7 are at x, y and z 0 or 1 behind the first.
            let at =
                |channel: u32| [channel & 1, channel >> 1 & 1, channel >> 2].map(|it| it + first);
            for channel in 0..8 {
                let [x, y, z] = at(channel);
                for (id, value) in [(32_u64, x), (33, y), (34, z), (35, level)] {
                    let place = (id << 32) + offset(id) + 4 * u64::from(channel);
                    memory.poke(variable, place, &value.to_le_bytes());
                }
            }
            execution::execute_stream(&target, inst, &mut memory).expect(&line);
            let mut expected = [0_u8; 8 * 24];
            for [x, y, z] in (0..8).map(at) {
                if x < 3 && y < 2 && z < 4 && level == 0 {
                    expected[8 * ((z * 2 + y) * 3 + x) as usize] += 1;
                }
            }
            let found = memory.peek(global, BASE, 8 * 24).expect("memory");
            assert_eq!(found, expected, "from {first} at level {level}");
        }
    }
}
