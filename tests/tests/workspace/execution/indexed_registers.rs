//! Registers that a state chooses: in a small machine, and vector registers that M0 moves
//! while MODE says so.

use isa_dsl::compile_file;
use isa_mc::Target;
use isa_mc::exec::{ExecErrorKind, InMemory};
use isa_mc::gcn::syntax::LLVM;
use isa_test_support::execution;

fn execute(target: &Target<'_>, text: &str, machine: &mut InMemory<'_>) -> Result<(), String> {
    let syntax = target.syntax("plain").unwrap_or(LLVM);
    let inst = target.parse(text, syntax);
    let inst = inst.unwrap_or_else(|error| panic!("{}", error.display(target, syntax, text)));
    let done = execution::execute(target, inst, machine);
    done.map(|_| ())
        .map_err(|error| error.display(target.tables()).to_string())
}

/// An operand is moved in its family, and in others under conditions; not beyond its range.
/// What is read and written is moved as one, and a family's own line goes before the others.
#[test]
fn operands_are_moved_as_the_description_says() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/language/indexed_registers.isa"
    );
    let tables = compile_file(std::path::Path::new(path)).tables();
    let tables = tables.unwrap_or_else(|errors| panic!("{errors}"));
    let view = tables.view();
    let target = Target::new(&view, "cpu").expect("the processor");
    let machine = |index: u64, mode: u64| {
        let mut machine = InMemory::new(&target);
        for number in 0..16 {
            let name = format!("r{number}");
            machine
                .set_register(&name, &[100 + number])
                .expect("a register");
        }
        machine.set_state("INDEX", index).expect("a state");
        machine.set_state("MODE", mode).expect("a state");
        machine
    };
    // Both conditions, and four bits of the state.
    for (mode, moves) in [(0x81, 1), (0x80, 0), (0x01, 0), (0, 0)] {
        let mut machine = machine(0x1234_5673, mode);
        execute(&target, "copy r1, r2", &mut machine).expect("runs");
        let found = machine.register("r1").expect("a register");
        assert_eq!(found, [102 + 3 * moves], "MODE {mode:#x}");
    }
    let mut wave = machine(7, 0);
    execute(&target, "put r[1:2], r[3:4]", &mut wave).expect("runs");
    let all: Vec<u64> = (0..16)
        .map(|number| wave.register(&format!("r{number}")).expect("a register")[0])
        .collect();
    let mut expected: Vec<u64> = (100..116).collect();
    expected[8..10].copy_from_slice(&[103, 104]);
    assert_eq!(all, expected);
    // The last pair is r14 and r15.
    assert_eq!(execute(&target, "put r[7:8], r[3:4]", &mut wave), Ok(()));
    let beyond = execute(&target, "put r[8:9], r[3:4]", &mut wave);
    insta::assert_snapshot!(beyond.expect_err("beyond the range"), @"put: target is the register 7 behind the one that is written, and there is none");
    let mut wave = machine(1, 0x81);
    execute(&target, "add r1, r2", &mut wave).expect("runs");
    assert_eq!(wave.register("r3").expect("a register"), [103 + 101]);
    assert_eq!(wave.register("r2").expect("a register"), [102]);
    // Its family says another index, and another condition.
    for (mode, moved) in [(0x81, 0), (0x40, 2), (0xc1, 2)] {
        let mut wave = machine(0x21, mode);
        execute(&target, "other r1, r4", &mut wave).expect("runs");
        let found = wave.register("r1").expect("a register");
        assert_eq!(found, [104 + moved], "MODE {mode:#x}");
    }
    let mut wave = machine(1, 0x81);
    assert_eq!(execute(&target, "unknown r1, r2", &mut wave), Ok(()));
    let mut wave = machine(1, 0x40);
    let unknown = execute(&target, "unknown r1, r2", &mut wave);
    insta::assert_snapshot!(unknown.expect_err("undefined"), @"unknown: which register source is, is undefined: no document says where it is");
}

/// `M0 [7:0]` moves the vector registers of the operands of which `M0 [15:12]` has a bit,
/// while `MODE [27]` is set; nothing else.
#[test]
fn vector_registers_are_moved_while_mode_says_so() {
    let fill = |target: &Target<'static>| {
        let mut machine = InMemory::new(target);
        machine.set_state("EXEC", 1).expect("a state");
        for number in 0..256 {
            let name = format!("v{number}");
            machine
                .set_lane(&name, 0, &[1000 + number])
                .expect("a register");
        }
        machine.set_register("s5", &[5]).expect("a register");
        machine
    };
    for cpu in ["gfx803", "gfx900"] {
        let target = isa_mc::gcn::target(cpu).expect("a processor");
        for kinds in 0..16_u64 {
            let mut machine = fill(&target);
            let on = format!("s_set_gpr_idx_on s5, {kinds:#x}");
            execute(&target, &on, &mut machine).expect("runs");
            let moved = |bit: u64, number: u64| number + if kinds >> bit & 1 == 1 { 5 } else { 0 };
            // Three sources, and one that is no vector register.
            execute(&target, "v_alignbit_b32 v100, v10, v20, v30", &mut machine).expect("runs");
            let [a, b, c] = [moved(0, 10), moved(1, 20), moved(2, 30)].map(|it| 1000 + it);
            let expected = (a << 32 | b) >> (c & 31) & 0xffff_ffff;
            let to = moved(3, 100);
            let found = machine.lane(&format!("v{to}"), 0).expect("a register");
            assert_eq!(found, [expected], "{cpu}: {kinds:#x}");
            execute(&target, "v_lshlrev_b32 v200, s5, v40", &mut machine).expect("runs");
            let to = moved(3, 200);
            let found = machine.lane(&format!("v{to}"), 0).expect("a register");
            assert_eq!(found, [(1000 + moved(1, 40)) << 5], "{cpu}: {kinds:#x}");
            // Memory and scalar instructions do not regard it.
            execute(&target, "s_mov_b32 s6, s5", &mut machine).expect("runs");
            assert_eq!(machine.register("s6").expect("a register"), [5]);
            execute(&target, "s_set_gpr_idx_off", &mut machine).expect("runs");
            execute(&target, "v_mov_b32 v1, v2", &mut machine).expect("runs");
            assert_eq!(machine.lane("v1", 0).expect("a register"), [1002], "{cpu}");
        }
        let mut machine = fill(&target);
        execute(&target, "s_set_gpr_idx_on s5, 0x9", &mut machine).expect("runs");
        let done = |text: &str, machine: &mut InMemory<'_>| {
            let inst = target.parse(text, LLVM).expect("an instruction");
            execution::execute(&target, inst, machine).map_err(|error| error.kind)
        };
        let beyond = done("v_mov_b32 v1, v253", &mut machine);
        assert!(
            matches!(beyond, Err(ExecErrorKind::Index { index: 5, .. })),
            "{beyond:?}"
        );
        if cpu == "gfx900" {
            let both = done("v_swap_b32 v1, v2", &mut machine);
            assert!(
                matches!(both, Err(ExecErrorKind::IndexUndefined { .. })),
                "{both:?}"
            );
        }
    }
}

/// Destinations that are read too move as one; the addend of `v_madmk` moves as a third
/// source; lanes are read from a source and written to a destination that moves.
#[test]
fn registers_of_unusual_instructions_are_moved_as_the_manual_says() {
    for cpu in ["gfx803", "gfx900"] {
        let target = isa_mc::gcn::target(cpu).expect("a processor");
        for kinds in 0..16_u64 {
            let fill = || {
                let mut machine = InMemory::new(&target);
                machine.set_state("EXEC", 2).expect("a state");
                for number in 0..256_u64 {
                    let name = format!("v{number}");
                    let value = u64::from(f32::from(number as u16).to_bits());
                    machine.set_lane(&name, 1, &[value]).expect("a register");
                }
                machine.set_register("s5", &[5]).expect("a register");
                let on = format!("s_set_gpr_idx_on s5, {kinds:#x}");
                execute(&target, &on, &mut machine).expect("runs");
                machine
            };
            let moved = |bit: u64, number: u64| number + if kinds >> bit & 1 == 1 { 5 } else { 0 };
            // Instruction, destination, and the value that it has then.
            let single = |value: u64| u64::from(f32::from(value as u16).to_bits());
            let (a, b, to) = (moved(0, 10), moved(1, 20), moved(3, 100));
            let third = moved(2, 20);
            let kept = single(to) & 0xffff_ff00 | single(a) & 0xff;
            let cases = [
                ("v_mac_f32 v100, v10, v20", single(a * b + to)),
                (
                    "v_madmk_f32 v100, v10, 0x40000000, v20",
                    single(a * 2 + third),
                ),
                ("v_madak_f32 v100, v10, v20, 0x40000000", single(a * b + 2)),
                (
                    "v_mov_b32_sdwa v100, v10 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE",
                    kept,
                ),
                (
                    "v_lshlrev_b32 v100, v10, v20",
                    single(b) << (single(a) & 31) & 0xffff_ffff,
                ),
                (
                    "v_mov_b32_dpp v100, v10 quad_perm:[1,1,1,1] row_mask:0xf bank_mask:0xf",
                    single(a),
                ),
            ];
            for (text, expected) in cases {
                let mut machine = fill();
                execute(&target, text, &mut machine).expect("runs");
                for number in [100, 105] {
                    let found = machine.lane(&format!("v{number}"), 1).expect("a register");
                    let expected = if number == to {
                        expected
                    } else {
                        single(number)
                    };
                    assert_eq!(found, [expected], "{cpu}: {kinds:#x}: {text}: v{number}");
                }
            }
            let mut machine = fill();
            execute(&target, "v_readlane_b32 s6, v10, 1", &mut machine).expect("runs");
            assert_eq!(machine.register("s6").expect("a register"), [single(a)]);
            execute(&target, "v_readfirstlane_b32 s7, v10", &mut machine).expect("runs");
            assert_eq!(machine.register("s7").expect("a register"), [single(a)]);
            execute(&target, "v_writelane_b32 v100, s5, 1", &mut machine).expect("runs");
            let found = machine.lane(&format!("v{to}"), 1).expect("a register");
            assert_eq!(found, [5], "{cpu}: {kinds:#x}");
        }
    }
}
