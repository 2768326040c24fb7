//! Data share instructions run: what masks, spaces, limits and lanes do to
//! values worked out by hand from the documents.

use isa_mc::exec::InMemory;

/// Runs a statement for the lanes of `exec`; `prepare` fills the machine.
/// `None` if the operation is undefined.
fn run(
    cpu: &str,
    text: &str,
    exec: u64,
    prepare: impl FnOnce(&mut InMemory<'_>),
    look: impl FnOnce(&mut InMemory<'_>),
) -> Option<()> {
    let target = isa_mc::gcn::target(cpu).expect("a processor");
    let syntax = target.syntax("llvm").expect("the syntax");
    let inst = target.parse(text, syntax);
    let inst =
        inst.unwrap_or_else(|error| panic!("{text}: {}", error.display(target, syntax, text)));
    let mut machine = InMemory::new(&target);
    machine.set_state("EXEC", exec).expect("a state");
    machine.set_state("M0", 0xffff_ffff).expect("a state");
    for name in ["lds", "gds"] {
        let space = machine.space(name).expect("a space");
        machine.poke_lane(space, 0, 0, &[0; 1024]);
    }
    prepare(&mut machine);
    target.execute(inst, &mut machine).ok()?;
    look(&mut machine);
    Some(())
}

fn poke(machine: &mut InMemory<'_>, space: &str, at: u64, value: u32) {
    let space = machine.space(space).expect("a space");
    machine.poke_lane(space, 0, at, &value.to_le_bytes());
}

fn peek(machine: &mut InMemory<'_>, space: &str, at: u64) -> u32 {
    let space = machine.space(space).expect("a space");
    let bytes = machine.peek_lane(space, 0, at, 4).expect("mapped");
    u32::from_le_bytes(bytes.try_into().expect("4 bytes"))
}

fn set(machine: &mut InMemory<'_>, register: &str, lane: usize, value: u64) {
    machine
        .set_lane(register, lane, &[value])
        .expect("a register");
}

fn get(machine: &mut InMemory<'_>, register: &str, lane: usize) -> u64 {
    machine.lane(register, lane).expect("a register")[0]
}

/// The mask is put on the sum of address and offset.
#[test]
fn addresses_are_masked_after_the_offset() {
    let text = "ds_add_rtn_u32 v5, v2, v10 offset:5";
    let prepare = |machine: &mut InMemory<'_>| {
        set(machine, "v2", 0, 6);
        set(machine, "v10", 0, 7);
        poke(machine, "lds", 8, 100);
    };
    let done = run("gfx900", text, 1, prepare, |machine| {
        assert_eq!((peek(machine, "lds", 8), get(machine, "v5", 0)), (107, 100));
    });
    assert!(done.is_some());
}

/// CMPST compares with the first operand and stores the second.
#[test]
fn compare_and_store_compares_with_its_first_operand() {
    for (memory, after) in [(3, 9), (4, 4)] {
        let text = "ds_cmpst_rtn_b32 v5, v2, v10, v11";
        let prepare = |machine: &mut InMemory<'_>| {
            set(machine, "v2", 0, 16);
            set(machine, "v10", 0, 3);
            set(machine, "v11", 0, 9);
            poke(machine, "lds", 16, memory);
        };
        let done = run("gfx700", text, 1, prepare, |machine| {
            let got = (peek(machine, "lds", 16), get(machine, "v5", 0));
            assert_eq!(got, (after, memory.into()));
        });
        assert!(done.is_some());
    }
}

/// Offsets of pairs count in elements, or in 64 of them.
#[test]
fn offsets_of_pairs_are_scaled() {
    for (text, at) in [
        ("ds_read2_b32 v[5:6], v2 offset0:1 offset1:2", [4, 8]),
        (
            "ds_read2st64_b32 v[5:6], v2 offset0:1 offset1:2",
            [256, 512],
        ),
    ] {
        let prepare = |machine: &mut InMemory<'_>| {
            set(machine, "v2", 0, 0);
            poke(machine, "lds", at[0], 11);
            poke(machine, "lds", at[1], 22);
        };
        let done = run("gfx803", text, 1, prepare, |machine| {
            assert_eq!((get(machine, "v5", 0), get(machine, "v6", 0)), (11, 22));
        });
        assert!(done.is_some());
    }
}

/// The flag chooses the space, and the other one stays as it is.
#[test]
fn gds_is_another_memory() {
    for (text, lds, gds) in [
        ("ds_write_b32 v2, v10", 5, 0),
        ("ds_write_b32 v2, v10 gds", 0, 5),
    ] {
        let prepare = |machine: &mut InMemory<'_>| {
            set(machine, "v2", 0, 32);
            set(machine, "v10", 0, 5);
        };
        let done = run("gfx600", text, 1, prepare, |machine| {
            assert_eq!(
                (peek(machine, "lds", 32), peek(machine, "gds", 32)),
                (lds, gds)
            );
        });
        assert!(done.is_some());
    }
}

/// Up to GCN 1.2 M0 limits LDS; from GCN 1.4 on it does not.
#[test]
fn m0_limits_lds() {
    for (cpu, after) in [("gfx803", 0), ("gfx900", 5)] {
        let prepare = |machine: &mut InMemory<'_>| {
            machine.set_state("M0", 32).expect("a state");
            set(machine, "v2", 0, 32);
            set(machine, "v10", 0, 5);
        };
        let done = run(cpu, "ds_write_b32 v2, v10", 1, prepare, |machine| {
            assert_eq!(peek(machine, "lds", 32), after, "{cpu}");
        });
        assert!(done.is_some());
    }
}

/// APPEND counts active lanes once, and all of them get the old value.
#[test]
fn append_counts_active_lanes() {
    let prepare = |machine: &mut InMemory<'_>| {
        machine.set_state("M0", 0x0010_0000).expect("a state");
        poke(machine, "gds", 24, 40);
    };
    let done = run(
        "gfx803",
        "ds_append v5 offset:8 gds",
        0b1011,
        prepare,
        |machine| {
            assert_eq!(peek(machine, "gds", 24), 43);
            let got = [0, 1, 3].map(|lane| get(machine, "v5", lane));
            assert_eq!(got, [40; 3]);
        },
    );
    assert!(done.is_some());
}

/// Lane `i` of `v2` holds `100 + i`.
fn swizzled(text: &str, exec: u64) -> Vec<u64> {
    let mut got = Vec::new();
    let prepare = |machine: &mut InMemory<'_>| {
        for lane in 0..64 {
            set(machine, "v2", lane, 100 + lane as u64);
        }
    };
    let done = run("gfx900", text, exec, prepare, |machine| {
        got = (0..8).map(|lane| get(machine, "v5", lane)).collect();
    });
    assert!(done.is_some());
    got
}

/// Values come from before the instruction, and from active lanes only.
#[test]
fn swizzles_move_lanes() {
    for (pattern, want) in [
        ("SWAP,1", [101, 100, 103, 102, 105, 104, 107, 106]),
        ("REVERSE,4", [103, 102, 101, 100, 107, 106, 105, 104]),
        ("BROADCAST,4,2", [102, 102, 102, 102, 106, 106, 106, 106]),
        (
            "QUAD_PERM,1,2,3,0",
            [101, 102, 103, 100, 105, 106, 107, 104],
        ),
        ("ROTATE,0,1", [101, 102, 103, 104, 105, 106, 107, 108]),
        ("ROTATE,1,1", [131, 100, 101, 102, 103, 104, 105, 106]),
        // Without bits that stay: the five bits of the number are reversed.
        ("FFT,0", [100, 116, 108, 124, 104, 120, 112, 128]),
    ] {
        let text = format!("ds_swizzle_b32 v5, v2 offset:swizzle({pattern})");
        assert_eq!(swizzled(&text, u64::MAX), want, "{pattern}");
    }
    let half = swizzled("ds_swizzle_b32 v5, v2 offset:swizzle(SWAP,1)", !2);
    assert_eq!(half[0], 0, "lane 1 does not run");
}

/// One fetches, the other sends.
#[test]
fn permutations_go_both_ways() {
    for (text, want) in [
        ("ds_bpermute_b32 v5, v2, v10", [203, 200, 201, 202]),
        ("ds_permute_b32 v5, v2, v10", [201, 202, 203, 200]),
    ] {
        let prepare = |machine: &mut InMemory<'_>| {
            for lane in 0..4 {
                set(machine, "v2", lane, [12, 0, 4, 8][lane]);
                set(machine, "v10", lane, 200 + lane as u64);
            }
        };
        let done = run("gfx803", text, 0xf, prepare, |machine| {
            let got: Vec<u64> = (0..4).map(|lane| get(machine, "v5", lane)).collect();
            assert_eq!(got, want, "{text}");
        });
        assert!(done.is_some());
    }
}

/// What no operation can say is not made up.
#[test]
fn the_undefined_is_reported() {
    for text in ["ds_gws_init v2 gds", "ds_ordered_count v5, v2 gds"] {
        let done = run("gfx900", text, 1, |_| {}, |_| {});
        assert!(done.is_none(), "{text}");
    }
}
