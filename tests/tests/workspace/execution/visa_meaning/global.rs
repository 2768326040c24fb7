//! Loads, stores and atomic operations on flat addresses and buffers: SVM and
//! LSC.

mod atomics;
mod blocks;
mod lsc;
mod surfaces;

use std::collections::BTreeMap;

use isa_mc::exec::{Declaration, ExecError, ExecErrorKind, InMemory, Surface};
use isa_mc::{StreamTarget, Target};
use isa_test_support::execution;
use isa_test_support::machine::visa;
use isa_test_support::random::Random;

use super::takes_part;

/// First byte and bytes of what is mapped, all of which T6 and T0 are.
const BASE: u64 = 0x1_0000;
const SIZE: usize = 0x1000;
/// Bytes of a register.
const GRF: usize = 32;
/// Bytes of the variables that hold values.
const DATA: usize = 64 * 32 * 8;

/// What an instruction may change.
#[derive(Clone, PartialEq)]
struct State {
    global: Vec<u8>,
    variables: BTreeMap<u64, Vec<u8>>,
}

impl State {
    /// Random bytes everywhere: V33 and V36 hold values, V34 and V35 more.
    fn new(seed: u64) -> State {
        let mut random = Random::new(seed);
        State {
            global: random.bytes(SIZE),
            variables: (33..37).map(|id| (id, random.bytes(DATA))).collect(),
        }
    }

    /// Makes V32 a list of numbers of that many bytes each.
    fn addresses(mut self, bytes: usize, values: &[u64]) -> State {
        let values = values.iter();
        let list = values.flat_map(|value| value.to_le_bytes()[..bytes].to_vec());
        self.variables.insert(32, list.collect());
        self
    }

    fn get(&self, at: usize, bytes: usize) -> u64 {
        number(&self.global[at..at + bytes])
    }

    fn put(&mut self, at: usize, bytes: usize, value: u64) {
        self.global[at..at + bytes].copy_from_slice(&value.to_le_bytes()[..bytes]);
    }

    fn value(&self, id: u64, at: usize, bytes: usize) -> u64 {
        number(&self.variables[&id][at..at + bytes])
    }

    fn set(&mut self, id: u64, at: usize, bytes: usize, value: u64) {
        let variable = self.variables.get_mut(&id).expect("a variable");
        variable[at..at + bytes].copy_from_slice(&value.to_le_bytes()[..bytes]);
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// Runs a statement.
fn execute(line: &str, state: &State, em: u32, p: u32) -> Result<State, ExecError> {
    let target = StreamTarget::new(visa(), "visa").expect("a processor");
    let plain = Target::new(visa(), "visa").expect("a processor");
    let syntax = target.syntax("visa").expect("a syntax");
    let inst = target
        .parse(line, syntax)
        .unwrap_or_else(|error| panic!("{line}: {}", error.display(&target, syntax, line)));
    let mut memory = InMemory::new(&plain);
    let [variable, predicate, global] =
        ["variable", "predicate", "global"].map(|name| memory.space(name).expect(name));
    for (name, value) in [
        ("EM", u64::from(em)),
        ("GLOBAL_END", BASE + SIZE as u64),
        ("GRF_BYTES", GRF as u64),
    ] {
        memory.set_state(name, value).expect(name);
    }
    // T0, T6, and that of the binding table with the same number.
    for number in [0, 6, 256 + 6] {
        memory.surface(number, Surface::buffer(BASE, SIZE as u32));
    }
    // V32 is declared as dwords and V34 as qwords; nothing else needs to be.
    for (id, type_number) in [(32, 0), (34, 11)] {
        let elements = 64;
        let declaration = Declaration {
            type_number,
            elements,
        };
        memory.declare(id, declaration);
    }
    memory.poke(predicate, 4, &p.to_le_bytes());
    memory.poke(global, BASE, &state.global);
    for (id, bytes) in &state.variables {
        memory.poke(variable, id << 32, bytes);
    }
    execution::execute_stream(&target, inst, &mut memory)?;
    let variables = state.variables.iter().map(|(id, bytes)| {
        let bytes = memory.peek(variable, id << 32, bytes.len());
        (*id, bytes.expect("memory"))
    });
    Ok(State {
        variables: variables.collect(),
        global: memory.peek(global, BASE, SIZE).expect("memory"),
    })
}

fn check(line: &str, state: &State, em: u32, p: u32, expected: &State) {
    let found = execute(line, state, em, p)
        .unwrap_or_else(|error| panic!("{line}: {}", error.display(visa())));
    let differs = |a: &[u8], b: &[u8]| match a == b {
        true => None,
        false => a.iter().zip(b).position(|(a, b)| a != b),
    };
    if let Some(at) = differs(&found.global, &expected.global) {
        panic!("{line}: memory differs at byte {at}");
    }
    for (id, bytes) in &found.variables {
        if let Some(at) = differs(bytes, &expected.variables[id]) {
            panic!("{line}: V{id} differs at byte {at}");
        }
    }
}

/// Masks, predicates and sizes, with what they mean.
struct Turn {
    mask: &'static str,
    rule: (usize, bool),
    predicate: &'static str,
    size: usize,
    em: u32,
    p: u32,
}

impl Turn {
    fn new(turn: usize, sizes: &[usize]) -> Turn {
        let (mask, rule) = [
            ("M1", (0, true)),
            ("M1_NM", (0, false)),
            ("M5", (16, true)),
            ("M3_NM", (8, false)),
        ][turn % 4];
        let predicates = [
            "",
            "(P1) ",
            "(!P1) ",
            "(P1.any) ",
            "(!P1.all) ",
            "(!P1.any) ",
            "(P1.all) ",
        ];
        Turn {
            mask,
            rule,
            predicate: predicates[turn % 7],
            size: sizes[turn % sizes.len()],
            em: [0xff5a_c3a7, 0x0f0f_3c3c, u32::MAX][turn % 3],
            p: [0xa35f_0f3c, u32::MAX, 0, 0x1234_5678, 0xffff][turn % 5],
        }
    }

    fn channels(&self) -> impl Iterator<Item = usize> {
        (0..self.size).filter(|channel| {
            let (em, p) = (self.em, self.p);
            takes_part(*channel, self.size, self.rule, em, self.predicate, p)
        })
    }

    fn exec(&self) -> String {
        format!("({}, {})", self.mask, self.size)
    }
}

/// Places in memory for 32 channels, `room` bytes apart and shuffled.
fn places(room: usize, seed: u64) -> Vec<usize> {
    let mut random = Random::new(seed);
    let mut places: Vec<usize> = (0..32).map(|index| index * room).collect();
    for index in (1..places.len()).rev() {
        places.swap(index, random.below(index + 1));
    }
    places
}

fn flat(places: &[usize]) -> Vec<u64> {
    places.iter().map(|place| BASE + *place as u64).collect()
}

/// A memory, how wide its addresses are, what they are, and their text: the
/// offset in the text is taken off the addresses.
fn address_kind(
    turn: usize,
    places: &[usize],
    offset: u64,
) -> (&'static str, (usize, Vec<u64>, String)) {
    let less = |base: u64| -> Vec<u64> {
        let all = places.iter();
        all.map(|place| (base + *place as u64).wrapping_sub(offset))
            .collect()
    };
    match turn % 4 {
        0 => (
            "ugm",
            (8, less(BASE), format!("flat[V32+0x{offset:x}]:a64")),
        ),
        1 => (
            "ugm",
            (4, less(BASE), format!("flat[V32+0x{offset:x}]:a32")),
        ),
        2 => {
            let more: Vec<u64> = less(0)
                .iter()
                .map(|it| it.wrapping_add(3 * offset))
                .collect();
            let text = format!("bti(0x6)[V32-0x{:x}]:a32", 2 * offset);
            ("ugm", (4, more, text))
        }
        _ => {
            let more: Vec<u64> = less(0)
                .iter()
                .map(|it| it.wrapping_add(2 * offset))
                .collect();
            ("slm", (2, more, format!("flat[V32-0x{offset:x}]:a16")))
        }
    }
}

/// Blocks of 1 to 16 owords, from a constant and an element of a variable; the
/// mask does not count.
#[test]
fn svm_blocks() {
    for owords in [1, 2, 4, 8, 16] {
        for load in [true, false] {
            for (address, offset) in [
                (format!("0x{:x}:uq", BASE + 0x40), 0x40),
                ("V32(0,3)<0;1,0>".to_owned(), 0x80),
                ("V32(1,1)<0;1,0>".to_owned(), 0xc4),
            ] {
                let mut list = [0; 8];
                (list[3], list[5]) = (BASE + 0x80, BASE + 0xc4);
                let before = State::new(owords as u64).addresses(8, &list);
                let mut after = before.clone();
                for byte in 0..16 * owords {
                    if load {
                        let value = before.get(offset + byte, 1);
                        after.set(33, 4 + byte, 1, value);
                    } else {
                        let value = before.value(33, 4 + byte, 1);
                        after.put(offset + byte, 1, value);
                    }
                }
                let op = if load { "ld" } else { "st" };
                let line = format!("svm_block_{op} ({owords}) {address} V33.4");
                check(&line, &before, 0, 0, &after);
            }
        }
    }
}

/// Blocks of 1, 4 and 8 bytes, 1 to 8 of them.
#[test]
fn svm_gathers() {
    let mut turn = 0;
    for bytes in [1, 4, 8] {
        for blocks in [1, 2, 4, 8] {
            for load in [true, false] {
                for _ in 0..7 {
                    turn += 1;
                    let it = Turn::new(turn, &[8, 16, 1]);
                    let places = places(bytes * blocks, turn as u64);
                    let before = State::new(turn as u64).addresses(8, &flat(&places));
                    let mut after = before.clone();
                    for channel in it.channels() {
                        for block in 0..blocks {
                            let here = if bytes == 1 {
                                channel * blocks.max(4) + block
                            } else {
                                (block * it.size + channel) * bytes
                            };
                            let there = places[channel] + block * bytes;
                            if load {
                                after.set(33, 16 + here, bytes, before.get(there, bytes));
                            } else {
                                after.put(there, bytes, before.value(33, 16 + here, bytes));
                            }
                        }
                    }
                    let op = if load { "gather" } else { "scatter" };
                    let (predicate, exec) = (it.predicate, it.exec());
                    let line = format!("{predicate}svm_{op}.{bytes}.{blocks} {exec} V32.0 V33.16");
                    check(&line, &before, it.em, it.p, &after);
                }
            }
        }
    }
}

/// Every set of channels of elements; each begins at a register.
#[test]
fn svm_elements() {
    let names = [
        "R", "G", "RG", "B", "RB", "GB", "RGB", "A", "RA", "GA", "RGA", "BA", "RBA", "GBA", "RGBA",
    ];
    for turn in 0..30 {
        let (index, load) = (turn % 15, turn < 15);
        let it = Turn::new(turn, &[8, 16, 4]);
        let places = places(16, turn as u64);
        let offsets: Vec<u64> = places.iter().map(|place| *place as u64).collect();
        let before = State::new(turn as u64).addresses(8, &offsets);
        let mut after = before.clone();
        let chosen: Vec<usize> = (0..4).filter(|bit| (index + 1) >> bit & 1 == 1).collect();
        for channel in it.channels() {
            for (row, element) in chosen.iter().enumerate() {
                let here = row * (it.size * 4).max(GRF) + channel * 4;
                let there = places[channel] + element * 4;
                if load {
                    after.set(33, here, 4, before.get(there, 4));
                } else {
                    after.put(there, 4, before.value(33, here, 4));
                }
            }
        }
        let op = if load { "gather" } else { "scatter" };
        let (predicate, exec, set) = (it.predicate, it.exec(), names[index]);
        let line = format!("{predicate}svm_{op}4scaled.{set} {exec} 0x{BASE:x}:uq V32.0 V33.0");
        check(&line, &before, it.em, it.p, &after);
    }
}

/// A load to no variable changes nothing, and what does not exist reads as zero
/// and cannot be written.
#[test]
fn what_is_not_there() {
    let before = State::new(1).addresses(8, &[BASE + SIZE as u64; 32]);
    check(
        "lsc_load.ugm (M1_NM, 8)  %null:d32  flat[V32]:a64",
        &before,
        0,
        0,
        &before,
    );
    check(
        "svm_scatter.4.1 (M1_NM, 8) V32.0 V33.0",
        &before,
        0,
        0,
        &before,
    );
    let mut after = before.clone();
    for channel in 0..8 {
        after.set(33, 4 * channel, 4, 0);
    }
    check(
        "lsc_load.ugm (M1_NM, 8)  V33:d32  flat[V32]:a64",
        &before,
        0,
        0,
        &after,
    );
    let offsets = State::new(1).addresses(4, &[SIZE as u64; 32]);
    let mut after = offsets.clone();
    for channel in 0..8 {
        after.set(33, 4 * channel, 4, 0);
    }
    check(
        "lsc_load.ugm (M1_NM, 8)  V33:d32  bti(0x6)[V32]:a32",
        &offsets,
        0,
        0,
        &after,
    );
    check(
        "lsc_load.ugm (M1_NM, 8)  V33:d32  bti(0x9)[V32]:a32",
        &offsets,
        0,
        0,
        &after,
    );
}

/// What no document defines, or the instruction does not say, is reported.
#[test]
fn undefined_operations_are_reported() {
    let state = State::new(2).addresses(8, &[BASE; 32]);
    for line in [
        "svm_atomic.fadd (M1_NM, 8) V32.0 V36.0 V34.0 V35.0",
        "svm_atomic.fmax.64 (M1_NM, 8) V32.0 V36.0 V34.0 V35.0",
        "svm_block_ld (1) 0x10000:ud V33.0",
        "svm_block_st (1) (-)V32(0,0)<0;1,0> V33.0",
        "svm_gather4scaled.R (M1_NM, 8) T6(0) V32.0 V33.0",
        "lsc_load.ugm (M1_NM, 8)  V33:d32  ss(0x6)[V32]:a32",
        "lsc_load.ugm (M1_NM, 8)  V33:d32  bti(V34)[V32]:a32",
        "lsc_load.tgm (M1_NM, 8)  V33:d32  flat[V32]:a64",
        "lsc_load.ugm (M1_NM, 8)  V33:d32x2t  flat[V32]:a64",
        "lsc_load_strided.ugm (M1_NM, 8)  V33:d32  flat[V32, V34]:a64",
        "lsc_atomic_iadd.ugm (M1_NM, 8)  V36:d8  flat[V32]:a64  V34  V35",
        "lsc_atomic_iadd.ugm (M1_NM, 8)  V36:d32x2  flat[V32]:a64  V34  V35",
    ] {
        let Err(error) = execute(line, &state, 0, 0) else {
            panic!("{line} is defined");
        };
        assert!(
            matches!(error.kind, ExecErrorKind::Undefined { .. }),
            "{line}: {error:?}"
        );
    }
}
