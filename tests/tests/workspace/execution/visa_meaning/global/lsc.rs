//! Loads and stores of LSC: single values, channels of elements, strides.

use super::{BASE, GRF, SIZE, State, Turn, address_kind, check, places};

/// Sizes of values: the word, bytes in memory, bytes in a register, first bit.
const SIZES: [(&str, usize, usize, u32); 7] = [
    ("d8", 1, 1, 0),
    ("d16", 2, 2, 0),
    ("d32", 4, 4, 0),
    ("d64", 8, 8, 0),
    ("d8c32", 1, 4, 0),
    ("d16c32", 2, 4, 0),
    ("d16c32h", 2, 4, 16),
];

/// One value between memory and a register.
fn transfer(
    load: bool,
    (before, after): (&State, &mut State),
    (memory, register, upper): (usize, usize, u32),
    (there, here): (usize, usize),
) {
    if load {
        after.set(33, here, register, before.get(there, memory) << upper);
    } else {
        after.put(there, memory, before.value(33, here, register) >> upper);
    }
}

fn text(load: bool, op: &str, head: &str, data: &str, address: &str) -> String {
    let (name, rest) = op.split_at(op.find('_').unwrap_or(op.len()));
    assert_eq!(name, if load { "load" } else { "store" });
    let (predicate, tail) = head.split_once('|').expect("a predicate");
    if load {
        format!("{predicate}lsc_{name}{rest}.{tail}  V33:{data}  {address}")
    } else {
        format!("{predicate}lsc_{name}{rest}.{tail}  {address}  V33:{data}")
    }
}

/// Every size and number of values, in rows and transposed.
#[test]
fn lsc_loads_and_stores() {
    let mut turn = 0;
    for (size, memory, register, upper) in SIZES {
        for count in [1, 2, 3, 4, 8, 16, 32, 64] {
            for (load, transposed) in [(true, false), (false, false), (true, true), (false, true)] {
                turn += 1;
                let few: &[usize] = if count * memory > 64 {
                    &[4, 8]
                } else {
                    &[8, 16, 32]
                };
                let it = Turn::new(turn / 2, if transposed { &[1] } else { few });
                let places = places((SIZE / 32).min(count * memory), turn as u64);
                let places: Vec<usize> = places.iter().map(|it| it % (SIZE - 512)).collect();
                let (space, (bytes, list, address)) = address_kind(turn / 4, &places, 0x10);
                let before = State::new(turn as u64).addresses(bytes, &list);
                let mut after = before.clone();
                for value in 0..count {
                    for channel in it.channels() {
                        let row = (it.size * register).max(GRF);
                        let step = if transposed { register } else { row };
                        let here = value * step + channel * register;
                        let there = places[channel] + value * memory;
                        let how = (memory, register, upper);
                        transfer(load, (&before, &mut after), how, (there, here));
                    }
                }
                let number = if count == 1 {
                    String::new()
                } else {
                    format!("x{count}")
                };
                let data = format!("{size}{number}{}", if transposed { "t" } else { "" });
                let op = if load { "load" } else { "store" };
                let head = format!("{}|{space} {}", it.predicate, it.exec());
                let line = text(load, op, &head, &data, &address);
                check(&line, &before, it.em, it.p, &after);
            }
        }
    }
}

/// Every set of channels of elements.
#[test]
fn lsc_elements() {
    let names = [
        "x", "y", "xy", "z", "xz", "yz", "xyz", "w", "xw", "yw", "xyw", "zw", "xzw", "yzw", "xyzw",
    ];
    for turn in 0..15 * 7 * 2 {
        let (index, load) = (turn % 15, turn % 2 == 0);
        let (size, memory, register, upper) = SIZES[turn % 7];
        let it = Turn::new(turn, &[8, 16, 4]);
        let places = places(4 * memory, turn as u64);
        let (space, (bytes, list, address)) = address_kind(turn, &places, 0x10);
        let before = State::new(turn as u64).addresses(bytes, &list);
        let mut after = before.clone();
        let chosen: Vec<usize> = (0..4).filter(|bit| (index + 1) >> bit & 1 == 1).collect();
        for channel in it.channels() {
            for (row, element) in chosen.iter().enumerate() {
                let here = row * (it.size * register).max(GRF) + channel * register;
                let there = places[channel] + element * memory;
                let how = (memory, register, upper);
                transfer(load, (&before, &mut after), how, (there, here));
            }
        }
        let op = if load { "load_quad" } else { "store_quad" };
        let head = format!("{}|{space} {}", it.predicate, it.exec());
        let line = text(
            load,
            op,
            &head,
            &format!("{size}.{}", names[index]),
            &address,
        );
        check(&line, &before, it.em, it.p, &after);
    }
}

/// One address and a distance: 0 loads the same value for all.
#[test]
fn lsc_strides() {
    for turn in 0..70 {
        let load = turn % 2 == 0;
        let (size, memory, register, upper) = SIZES[turn % 7];
        let stride = if load {
            [0, 24, 8][turn % 3]
        } else {
            [8, 24, 16][turn % 3]
        };
        let it = Turn::new(turn, &[8, 16, 4]);
        // The stride is a number, or a dword behind the address.
        let list = [BASE + 0x40, stride as u64];
        let before = State::new(turn as u64).addresses(8, &list);
        let mut after = before.clone();
        for channel in it.channels() {
            let (there, here) = (0x44 + channel * stride, channel * register);
            let how = (memory, register, upper);
            transfer(load, (&before, &mut after), how, (there, here));
        }
        let op = if load {
            "load_strided"
        } else {
            "store_strided"
        };
        let head = format!("{}|ugm {}", it.predicate, it.exec());
        let stride = match turn % 3 {
            0 => format!("0x{stride:x}"),
            _ => "V32(0,2)".to_owned(),
        };
        let address = format!("flat[V32+0x4, {stride}]:a64");
        let line = text(load, op, &head, size, &address);
        check(&line, &before, it.em, it.p, &after);
    }
}
