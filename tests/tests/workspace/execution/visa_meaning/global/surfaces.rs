//! Blocks of buffers, and gathering and scattering through them.

use super::{State, Turn, check, execute, places};

/// Owords of T6 in sequence, from a constant and an element of a variable on.
#[test]
fn owords() {
    for owords in [1, 2, 4, 8, 16] {
        for (op, unit) in [
            ("oword_ld", 16),
            ("oword_ld_unaligned", 1),
            ("oword_st", 16),
        ] {
            for (text, offset) in [("0x8:ud", 8), ("V32(0,3)<0;1,0>", 12)] {
                let before = State::new(owords as u64).addresses(4, &[0, 0, 0, 12]);
                let mut after = before.clone();
                for byte in 0..16 * owords {
                    let there = offset * unit + byte;
                    if op == "oword_st" {
                        after.put(there, 1, before.value(33, 4 + byte, 1));
                    } else {
                        after.set(33, 4 + byte, 1, before.get(there, 1));
                    }
                }
                let line = format!("{op} ({owords}) T6 {text} V33.4");
                check(&line, &before, 0, 0, &after);
            }
        }
    }
}

/// Elements of 1, 2 and 4 bytes of 1, 8 and 16 channels, and one offset for all.
#[test]
fn elements() {
    let mut turn = 0;
    for bytes in [1, 2, 4] {
        for op in ["gather", "scatter"] {
            for _ in 0..12 {
                turn += 1;
                let mut it = Turn::new(turn, &[8, 16, 1]);
                it.predicate = "";
                let places = places(1, turn as u64);
                let offsets: Vec<u64> = places.iter().map(|place| *place as u64).collect();
                let before = State::new(turn as u64).addresses(4, &offsets);
                let mut after = before.clone();
                for channel in it.channels() {
                    let there = (3 + places[channel]) * bytes;
                    if op == "gather" {
                        after.set(33, 8 + 4 * channel, 4, before.get(there, bytes));
                    } else {
                        after.put(there, bytes, before.value(33, 8 + 4 * channel, bytes));
                    }
                }
                let line = format!("{op}.{bytes} {} T6 0x3:ud V32.0 V33.8", it.exec());
                check(&line, &before, it.em, it.p, &after);
            }
        }
    }
}

/// Bytes together, and channels of elements, with predicates.
#[test]
fn scaled() {
    let names = ["R", "G", "RB", "GBA", "RGBA"];
    let sets: [&[usize]; 5] = [&[0], &[1], &[0, 2], &[1, 2, 3], &[0, 1, 2, 3]];
    for turn in 0..84 {
        let it = Turn::new(turn, &[1, 2, 4, 8, 16, 32]);
        let places = places(16, turn as u64);
        let offsets: Vec<u64> = places.iter().map(|place| *place as u64).collect();
        let before = State::new(turn as u64).addresses(4, &offsets);
        let (predicate, exec) = (it.predicate, it.exec());
        for load in [true, false] {
            let bytes = 1 << (turn % 3);
            let mut after = before.clone();
            for channel in it.channels() {
                let there = 5 + places[channel];
                if load {
                    after.set(33, 4 * channel, 4, before.get(there, bytes));
                } else {
                    after.put(there, bytes, before.value(33, 4 * channel, bytes));
                }
            }
            let op = if load { "gather" } else { "scatter" };
            let line = format!("{predicate}{op}_scaled.{bytes} {exec} T6 0x5:ud V32.0 V33.0");
            check(&line, &before, it.em, it.p, &after);

            let mut after = before.clone();
            for channel in it.channels() {
                for (position, part) in sets[turn % 5].iter().enumerate() {
                    let there = 8 + places[channel] + 4 * part;
                    let here = position * (4 * it.size).max(super::GRF) + 4 * channel;
                    if load {
                        after.set(33, here, 4, before.get(there, 4));
                    } else {
                        after.put(there, 4, before.value(33, here, 4));
                    }
                }
            }
            let name = names[turn % 5];
            let line = format!("{predicate}{op}4_scaled.{name} {exec} T6 0x8:ud V32.0 V33.0");
            check(&line, &before, it.em, it.p, &after);
        }
    }
}

/// An offset for all channels that is no dword, and blocks that no document has.
#[test]
fn what_is_not_described_is_refused() {
    let state = State::new(7).addresses(4, &[0; 32]);
    for line in [
        "oword_ld (1) T6 0x8:uq V33.0",
        "oword_ld (1) T6 0x8:uw V33.0",
        "oword_st (1) T6 (-)V32(0,0)<0;1,0> V33.0",
        "gather.4 (M1, 8) T6 0x8:f V32.0 V33.0",
        "scatter_scaled.8 (M1, 8) T6 0x8:ud V32.0 V33.0",
        "qw_gather.2 (M1, 8) T6 V32.0 V33.0",
    ] {
        assert!(execute(line, &state, u32::MAX, 0).is_err(), "{line}");
    }
}
