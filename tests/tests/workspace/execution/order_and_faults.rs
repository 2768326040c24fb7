//! How instructions run, apart from what they calculate: the order of reads
//! and writes, faults, apertures, lanes, limits.

use isa_dsl::compile_file;
use isa_mc::exec::{ExecError, ExecErrorKind, Executed, Fault, InMemory};
use isa_mc::{SyntaxId, Target};
use isa_test_support::execution;

fn gcn(cpu: &str) -> Target<'static> {
    isa_mc::gcn::target(cpu).expect("a processor of the machine")
}

fn run(
    target: &Target<'_>,
    syntax: &str,
    text: &str,
    machine: &mut InMemory<'_>,
) -> Result<Executed, ExecError> {
    let syntax: SyntaxId = target.syntax(syntax).expect("a syntax of the machine");
    let inst = target.parse(text, syntax);
    let inst = inst.unwrap_or_else(|error| panic!("{}", error.display(target, syntax, text)));
    execution::execute(target, inst, machine)
}

/// A machine with one lane, whose address is in `v[2:3]`.
fn one_lane<'a>(target: &Target<'a>, address: u64) -> InMemory<'a> {
    let mut machine = InMemory::new(target);
    machine.set_state("EXEC", 1).expect("a state");
    let halves = [address & 0xffff_ffff, address >> 32];
    machine.set_lane("v[2:3]", 0, &halves).expect("registers");
    machine
}

/// Registers are read before any is written.
#[test]
fn a_load_overwrites_its_own_address() {
    let target = gcn("gfx900");
    let mut machine = one_lane(&target, 0x1000);
    let space = machine.space("global").expect("a space");
    let bytes: Vec<u8> = (1..=16).collect();
    machine.poke(space, 0x1000, &bytes);
    let text = "global_load_dwordx4 v[1:4], v[2:3], off";
    run(&target, "llvm", text, &mut machine).expect("mapped memory");
    let loaded = machine.lane("v[1:4]", 0).expect("registers");
    assert_eq!(loaded, [0x0403_0201, 0x0807_0605, 0x0c0b_0a09, 0x100f_0e0d]);
}

/// EXEC lives in registers: writing those changes which lanes run.
#[test]
fn a_state_is_its_registers() {
    let target = gcn("gfx900");
    let mut machine = InMemory::new(&target);
    machine.set_register("exec_hi", &[5]).expect("a register");
    assert_eq!(machine.state("EXEC"), Ok(5 << 32));
    machine.set_state("EXEC", 0x1_0000_0002).expect("a state");
    assert_eq!(machine.register("exec"), Ok(vec![2, 1]));
}

/// Faults name the instruction, the lane, the space and the address, and leave
/// all registers as they were.
#[test]
fn a_fault_says_where() {
    let target = gcn("gfx803");
    let mut machine = one_lane(&target, 0x2000);
    let space = machine.space("flat").expect("a space");
    machine.set_state("EXEC", 0b101).expect("a state");
    machine
        .set_lane("v[2:3]", 2, &[0x3000, 1])
        .expect("registers");
    machine.poke(space, 0x2000, &[1, 2, 3, 4]);
    let text = "flat_load_dword v7, v[2:3]";
    let error = run(&target, "llvm", text, &mut machine).expect_err("lane 2 has no memory");
    let ExecErrorKind::Load { access, fault } = error.kind else {
        panic!("{error:?}");
    };
    assert_eq!((access.lane, access.address), (2, 0x1_0000_3000));
    let address = 0x1_0000_3000;
    assert_eq!(fault, Fault::Unmapped { address });
    assert_eq!(
        error.display(target.tables()).to_string(),
        "flat_load_dword: lane 2 loads 4 bytes of flat at 0x100003000: no memory at 0x100003000"
    );
    assert_eq!(
        machine.lane("v7", 0),
        Ok(vec![0]),
        "no register has changed"
    );

    machine.map(space, 0x1_0000_3000, 4);
    let error = run(&target, "llvm", text, &mut machine).expect_err("nothing was stored");
    let message = error.display(target.tables()).to_string();
    assert!(
        message.ends_with("nothing was stored at 0x100003000 before"),
        "{message}"
    );
    machine.zeroed(space);
    run(&target, "llvm", text, &mut machine).expect("memory that begins as zero");
}

/// The hardware sorts flat addresses into LDS, private memory and the rest.
#[test]
fn flat_addresses_have_apertures() {
    let target = gcn("gfx900");
    let (lds_at, scratch_at) = (0x1_0000_0000, 0x2_0000_0000);
    let mut machine = one_lane(&target, lds_at + 8);
    let [flat, lds, scratch] = ["flat", "lds", "scratch"].map(|name| machine.space(name));
    let (flat, lds, scratch) = (flat.unwrap(), lds.unwrap(), scratch.unwrap());
    machine.window(flat, lds_at, 1 << 32, lds, 0);
    machine.window(flat, scratch_at, 1 << 32, scratch, 0);
    machine.interleave(scratch, 0x8000, 64);
    machine.map(lds, 0, 64);
    machine.map(scratch, 0, 64);
    machine.set_register("v4", &[0xabcd]).expect("a register");
    run(&target, "llvm", "flat_store_dword v[2:3], v4", &mut machine).expect("LDS");
    assert_eq!(machine.peek(lds, 8, 2), Ok(vec![0xcd, 0xab]));

    machine.set_state("EXEC", 0b10).expect("a state");
    machine.set_lane("v[2:3]", 1, &[8, 2]).expect("registers");
    machine.set_register("v5", &[0x1234]).expect("a register");
    let text = "flat_store_dwordx2 v[2:3], v[4:5]";
    run(&target, "llvm", text, &mut machine).expect("scratch");
    // The dwords of a lane are 64 dwords apart.
    assert_eq!(machine.peek_lane(scratch, 1, 12, 2), Ok(vec![0x34, 0x12]));
    let mut raw = machine.clone();
    raw.interleave(scratch, 0x8000 + 4, 64);
    assert_eq!(raw.peek_lane(scratch, 0, 12, 2), Ok(vec![0x34, 0x12]));
    // Of half as many lanes they are half as far apart.
    raw.interleave(scratch, 0x8000 + 4, 32);
    assert_eq!(raw.peek_lane(scratch, 0, 24, 2), Ok(vec![0x34, 0x12]));
}

/// With `lds` a load goes to LDS at M0, four bytes for each lane.
#[test]
fn loads_into_lds() {
    let target = gcn("gfx900");
    let mut machine = one_lane(&target, 0x100);
    let global = machine.space("global").expect("a space");
    let lds = machine.space("lds").expect("a space");
    machine.map(lds, 0, 1024);
    machine.poke(global, 0x100, &[0xfe; 16]);
    machine.set_register("m0", &[0x40]).expect("a register");
    machine.set_state("EXEC", 0b1001).expect("a state");
    machine
        .set_lane("v[2:3]", 3, &[0x104, 0])
        .expect("registers");
    let text = "global_load_sbyte v[2:3], off offset:4 lds";
    run(&target, "llvm", text, &mut machine).expect("mapped memory");
    for lane in [0, 3] {
        let at = 0x40 + 4 + 4 * lane;
        assert_eq!(machine.peek(lds, at, 4), Ok(vec![0xfe, 0xff, 0xff, 0xff]));
    }
    assert!(machine.peek(lds, 0x48, 4).is_err(), "lane 1 does not run");
}

/// The status that `tfe` asks for lies behind what the operation writes.
#[test]
fn the_status_of_tfe_is_not_the_operations() {
    let target = gcn("gfx700");
    let mut machine = one_lane(&target, 0x100);
    let flat = machine.space("flat").expect("a space");
    machine.poke(flat, 0x100, &[1, 0, 0, 0, 2, 0, 0, 0]);
    machine.set_register("v8", &[0x77]).expect("a register");
    let text = "flat_load_dwordx2 v[6:8], v[2:3] tfe";
    run(&target, "clrx", text, &mut machine).expect("mapped memory");
    assert_eq!(machine.lane("v[6:8]", 0), Ok(vec![1, 2, 0x77]));
}

/// Every lane adds to one place, one after the other.
#[test]
fn atomics_go_lane_by_lane() {
    let target = gcn("gfx900");
    let mut machine = one_lane(&target, 0x100);
    let global = machine.space("global").expect("a space");
    machine.poke(global, 0x100, &[0; 4]);
    machine.set_state("EXEC", 0xf0f0).expect("a state");
    machine
        .set_register("v[2:3]", &[0x100, 0])
        .expect("registers");
    machine.set_register("v1", &[3]).expect("a register");
    let text = "global_atomic_add v4, v[2:3], v1, off glc";
    run(&target, "llvm", text, &mut machine).expect("mapped memory");
    assert_eq!(machine.peek(global, 0x100, 1), Ok(vec![24]));
    let before: Vec<u64> = (0..16)
        .filter(|lane| 0xf0f0 >> lane & 1 == 1)
        .map(|lane| machine.lane("v4", lane).expect("a register")[0])
        .collect();
    assert_eq!(before, [0, 3, 6, 9, 12, 15, 18, 21]);
}

// ---- what GCN's families do not use yet ----------------------------------------

fn with_lanes(cpu: &str, test: impl FnOnce(&Target<'_>, InMemory<'_>)) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/language/lanes.isa");
    let tables = compile_file(std::path::Path::new(path)).tables();
    let tables = tables.unwrap_or_else(|errors| panic!("{errors}"));
    let view = tables.view();
    let target = Target::new(&view, cpu).expect("a processor of the machine");
    let machine = InMemory::new(&target);
    test(&target, machine);
}

/// Lanes give each other their values; those that do not run give none.
#[test]
fn lanes_exchange_values() {
    with_lanes("gfx900", |target, mut machine| {
        let active = !(1_u64 << 5);
        machine.set_state("EXEC", active).expect("a state");
        for lane in 0..64_u64 {
            // To and from the next but one.
            let values = [(lane + 2) % 64 * 4, 100 + lane];
            machine
                .set_lane("v2", lane as usize, &values[..1])
                .expect("a register");
            machine
                .set_lane("v3", lane as usize, &values[1..])
                .expect("a register");
        }
        let mut pulled = machine.clone();
        run(target, "llvm", "ds_bpermute_b32 v2, v2, v3", &mut pulled).expect("runs");
        let mut pushed = machine;
        run(target, "llvm", "ds_permute_b32 v3, v2, v3", &mut pushed).expect("runs");
        for lane in 0..64_u64 {
            let (from, back) = ((lane + 2) % 64, (lane + 62) % 64);
            let value = |it: u64| if it == 5 { 0 } else { 100 + it };
            let (want, sent) = match lane {
                5 => ((lane + 2) * 4, 105),
                _ => (value(from), value(back)),
            };
            assert_eq!(
                pulled.lane("v2", lane as usize),
                Ok(vec![want]),
                "lane {lane}"
            );
            assert_eq!(
                pushed.lane("v3", lane as usize),
                Ok(vec![sent]),
                "lane {lane}"
            );
        }
    });
}

/// `once` runs without lanes too, and what it sets is seen by all of them.
#[test]
fn once_for_all_lanes() {
    with_lanes("gfx900", |target, mut machine| {
        let lds = machine.space("lds").expect("a space");
        machine.poke(lds, 0x10, &[7, 0, 0, 0]);
        machine.set_register("m0", &[0]).expect("a register");
        machine.set_state("EXEC", 0b1101).expect("a state");
        let text = "ds_append v1 offset:16";
        run(target, "llvm", text, &mut machine).expect("mapped memory");
        let got: Vec<u64> = (0..4)
            .map(|lane| machine.lane("v1", lane).unwrap()[0])
            .collect();
        assert_eq!(got, [7, 0, 7, 7]);
        assert_eq!(machine.peek(lds, 0x10, 1), Ok(vec![10]));
        machine.set_state("EXEC", 0).expect("a state");
        let done = run(target, "llvm", text, &mut machine).expect("mapped memory");
        assert_eq!(done.lanes, 0);
        assert_eq!(
            machine.peek(lds, 0x10, 1),
            Ok(vec![10]),
            "no lane is counted"
        );
    });
}

/// Undefined behaviour is reported with the description's reason.
#[test]
fn undefined_behaviour_is_an_error() {
    with_lanes("gfx900", |target, mut machine| {
        let error = run(target, "llvm", "ds_append v1 offset:18", &mut machine);
        let error = error.expect_err("the offset is not aligned");
        let message = error.display(target.tables()).to_string();
        let want = "ds_append: undefined behaviour in lane 0: the offset is not aligned";
        assert_eq!(message, want);
    });
}

/// Where a space has a limit, what lies beyond loads zero and stores nothing.
#[test]
fn a_limit_cuts_memory_off() {
    with_lanes("gfx700", |target, mut machine| {
        let lds = machine.space("lds").expect("a space");
        machine.poke(lds, 0, &[9; 64]);
        machine.set_state("EXEC", 1).expect("a state");
        for (limit, first, after) in [(8, 0x0909_0909, 10), (7, 0, 9), (0, 0, 9)] {
            machine.poke(lds, 4, &[9; 4]);
            machine.set_register("m0", &[limit]).expect("a register");
            run(target, "llvm", "ds_append v1 offset:4", &mut machine).expect("mapped memory");
            assert_eq!(machine.lane("v1", 0), Ok(vec![first]), "limit {limit}");
            assert_eq!(machine.peek(lds, 4, 1), Ok(vec![after]), "limit {limit}");
        }
    });
}
