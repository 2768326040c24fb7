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

/// Qwords at an offset for each channel.
#[test]
fn qwords() {
    for turn in 0..84 {
        let it = Turn::new(turn, &[1, 2, 4, 8, 16, 32]);
        let places = places(8, turn as u64);
        let offsets: Vec<u64> = places.iter().map(|place| *place as u64 + 3).collect();
        let before = State::new(turn as u64).addresses(4, &offsets);
        for op in ["gather", "scatter"] {
            let mut after = before.clone();
            for channel in it.channels() {
                let (there, here) = (places[channel] + 3, 16 + 8 * channel);
                if op == "gather" {
                    after.set(33, here, 8, before.get(there, 8));
                } else {
                    after.put(there, 8, before.value(33, here, 8));
                }
            }
            let line = format!("{}qw_{op}.1 {} T6 V32.0 V33.16", it.predicate, it.exec());
            check(&line, &before, it.em, it.p, &after);
        }
    }
}

/// Loads to null change nothing, not even what variable 0 stands for; what is stored from null
/// is zero, and so is an offset that is null.
#[test]
fn null_is_nothing_and_zero() {
    let offsets: Vec<u64> = (0..32).map(|channel| 32 * channel).collect();
    let dwords = State::new(25).addresses(4, &offsets);
    for line in [
        "gather.1 (M1_NM, 8) T6 0x3:ud V32.0 %null.0",
        "gather.4 (M1_NM, 16) T6 0x3:ud V32.0 %null.0",
        "gather_scaled.2 (M1_NM, 32) T6 0x3:ud V32.0 %null.0",
        "gather4_scaled.RGBA (M1_NM, 16) T6 0x0:ud V32.0 %null.0",
        "qw_gather.1 (M1_NM, 8) T6 V32.0 %null.0",
        "oword_ld (4) T6 0x1:ud %null.0",
        "svm_block_ld (4) 0x10000:uq %null.0",
        "svm_gather.4.2 (M1_NM, 8) V33.0 %null.0",
        "svm_gather4scaled.RG (M1_NM, 8) 0x10000:uq %null.0 %null.0",
    ] {
        check(line, &dwords, u32::MAX, 0, &dwords);
    }
    let zeros = |places: &[(usize, usize)]| {
        let mut after = dwords.clone();
        for &(at, bytes) in places {
            after.put(at, bytes, 0);
        }
        after
    };
    let each = |bytes: usize| -> Vec<(usize, usize)> {
        (0..8).map(|channel| (32 * channel, bytes)).collect()
    };
    let bytes: Vec<(usize, usize)> = (0..8).map(|it| (3 + 32 * it, 1)).collect();
    let oword: Vec<(usize, usize)> = (0..4).map(|it| (16 + 4 * it, 4)).collect();
    for (line, places) in [
        ("scatter.1 (M1_NM, 8) T6 0x3:ud V32.0 %null.0", &bytes),
        (
            "scatter_scaled.4 (M1_NM, 8) T6 0x0:ud V32.0 %null.0",
            &each(4),
        ),
        (
            "scatter4_scaled.R (M1_NM, 8) T6 0x0:ud V32.0 %null.0",
            &each(4),
        ),
        ("qw_scatter.1 (M1_NM, 8) T6 V32.0 %null.0", &each(8)),
        ("qw_scatter.1 (M1_NM, 8) T6 %null.0 %null.0", &vec![(0, 8)]),
        ("oword_st (1) T6 0x1:ud %null.0", &oword),
        ("svm_block_st (1) 0x10010:uq %null.0", &oword),
        (
            "svm_scatter4scaled.R (M1_NM, 8) 0x10000:uq %null.0 %null.0",
            &vec![(0, 4)],
        ),
    ] {
        check(line, &dwords, u32::MAX, 0, &zeros(places));
    }
    let (line, wide) = ("svm_scatter.8.1 (M1_NM, 8) V32.0 %null.0", State::new(26));
    let addresses: Vec<u64> = (0..8).map(|it| super::BASE + 32 * it).collect();
    let before = wide.addresses(8, &addresses);
    let mut after = before.clone();
    for (at, bytes) in each(8) {
        after.put(at, bytes, 0);
    }
    check(line, &before, u32::MAX, 0, &after);
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
