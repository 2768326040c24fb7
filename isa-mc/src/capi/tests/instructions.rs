//! An instruction: its text and bytes, its operands, what it reads and writes, its explanation.

use super::*;

#[test]
fn text_and_bytes_go_both_ways_on_both_kinds_of_machines() {
    let cases = [
        ("gfx900", "v_add_f32_e64 v1, -|v2|, s3 clamp"),
        ("gfx900", "s_mov_b32 s0, 0x12345678"),
        ("visa4.1", "mov (M1, 1) V33(0,0)<1> 0x12345678:ud"),
    ];
    for (cpu, statement) in cases {
        let inst = parsed(cpu, statement);
        assert_eq!(print(&inst, 0).as_deref(), Ok(statement));
        let (mut bytes, mut size) = ([0xff; 200], 0);
        let mut again = inst;
        // SAFETY: the pointers are of this function.
        unsafe {
            let status = isa_mc_encode(
                &raw const inst,
                bytes.as_mut_ptr(),
                bytes.len(),
                &raw mut size,
                null_mut(),
            );
            assert_eq!((status, size), (ISA_MC_OK, usize::from(inst.size)));
            let from = bytes.as_ptr();
            let status = isa_mc_decode(target(cpu), from, bytes.len(), &raw mut again, null_mut());
            assert_eq!(status, ISA_MC_OK);
            let status = isa_mc_decode(target(cpu), from, size - 1, &raw mut again, null_mut());
            assert_eq!(status, ISA_MC_TRUNCATED);
        }
        assert_eq!(again, inst);
        assert!(bytes[size..].iter().all(|byte| *byte == 0xff));
    }
}

/// How many registers a text named is no part of the bytes, and not lost.
#[test]
fn what_bytes_leave_open_is_kept() {
    let statement = "image_load v[0:3], v[0:3], s[0:7] dmask:0xf unorm";
    let inst = parsed("gfx900", statement);
    assert_ne!(inst.choice, 0);
    assert_eq!(print(&inst, 0).as_deref(), Ok(statement));
}

#[test]
fn operands_say_what_an_instruction_consists_of() {
    let all = operands(&parsed("gfx900", "v_mul_f32_e64 v1, -|s2|, 0.5 clamp"));
    let (out, first, second) = (&all[0], &all[1], &all[2]);
    assert_eq!(text(&out.name), "vdst");
    assert_eq!(out.direction, isa_mc_direction::ISA_MC_OUT);
    assert_eq!(out.kind, isa_mc_operand_kind::ISA_MC_REGISTER);
    assert_eq!(text(&out.file), "vgpr");
    assert_eq!((out.first, out.count, text(&out.text)), (1, 1, "v1"));
    assert_eq!(first.direction, isa_mc_direction::ISA_MC_IN);
    assert_eq!(text(&first.modifiers), "neg abs");
    assert_eq!((text(&first.file), first.first), ("sgpr", 2));
    assert_eq!(second.kind, isa_mc_operand_kind::ISA_MC_FLOAT);
    assert!((second.floating - 0.5).abs() < f64::EPSILON);
    let clamp = all.iter().find(|it| text(&it.name) == "clamp");
    let clamp = clamp.expect("there is such a modifier");
    assert_eq!(clamp.kind, isa_mc_operand_kind::ISA_MC_FLAG);
    assert_eq!(clamp.direction, isa_mc_direction::ISA_MC_MODIFIER);
    assert_eq!(clamp.integer, 1);

    let all = operands(&parsed("gfx900", "s_load_dwordx4 s[8:11], s[4:5], 0x10"));
    assert_eq!((all[0].first, all[0].count), (8, 4));
    let all = operands(&parsed("gfx900", "s_mov_b32 s0, 0x12345678"));
    assert_eq!(all[1].kind, isa_mc_operand_kind::ISA_MC_LITERAL);
    assert_eq!(all[1].integer, 0x1234_5678);

    let all = operands(&parsed("visa4.1", "mov (M1, 1) V33(0,0)<1> 0x12345678:ud"));
    let names: Vec<&str> = all.iter().map(|it| text(&it.name)).collect();
    assert!(names.contains(&"opcode") || names.iter().any(|it| it.starts_with("dst")));
    assert!(
        all.iter()
            .all(|it| it.direction == isa_mc_direction::ISA_MC_PART)
    );
}

/// No name is longer than the array for it: it would be an error, not cut.
#[test]
fn every_name_has_room() {
    for tables in machines::all() {
        let operands = tables.operands.iter().map(|row| row.name);
        let files = tables.files.iter().map(|row| row.name);
        let members = tables.stream_members.iter().map(|row| row.name);
        for name in operands.chain(files).chain(members) {
            assert!(tables.text(name).len() < ISA_MC_NAME_SIZE);
        }
        for file in tables.registers {
            // `[255:240]` may stand behind it.
            assert!(tables.text(file.name).len() + 16 < ISA_MC_NAME_SIZE);
        }
    }
    // Instructions with everything that the description has by default.
    let visa = crate::visa::target("visa4.1").expect("a processor");
    let mut looked_at = 0;
    for row in 0..visa.tables().instructions.len() {
        let Ok(inst) = visa.create(crate::Opcode(row as u16), &[]) else {
            continue;
        };
        let mut decoded = parsed("visa4.1", "mov (M1, 1) V33(0,0)<1> 0x12345678:ud");
        let bytes = inst.bytes();
        // SAFETY: the pointers are of this function.
        let status = unsafe {
            isa_mc_decode(
                target("visa4.1"),
                bytes.as_ptr(),
                bytes.len(),
                &raw mut decoded,
                null_mut(),
            )
        };
        assert_eq!(status, ISA_MC_OK);
        looked_at += usize::from(!operands(&decoded).is_empty());
    }
    assert!(looked_at > 50, "{looked_at}");
}

fn accesses(inst: &isa_mc_instruction) -> Vec<isa_mc_access> {
    let mut count = 0;
    // SAFETY: the pointers are of this function.
    let status = unsafe { isa_mc_accesses(inst, null_mut(), 0, &raw mut count, null_mut()) };
    assert_eq!(status, ISA_MC_OK);
    let empty = isa_mc_access {
        place: isa_mc_place::ISA_MC_STATE,
        reads: 9,
        writes: 9,
        count: 0,
        first: 0,
        operand: [0; ISA_MC_NAME_SIZE],
        kind: [0; ISA_MC_NAME_SIZE],
        text: [0; ISA_MC_NAME_SIZE],
    };
    let mut all = vec![empty; count];
    let room = all.len();
    // SAFETY: as above.
    let status =
        unsafe { isa_mc_accesses(inst, all.as_mut_ptr(), room, &raw mut count, null_mut()) };
    assert_eq!((status, count), (ISA_MC_OK, room));
    if room > 1 {
        // SAFETY: as above.
        let status =
            unsafe { isa_mc_accesses(inst, all.as_mut_ptr(), 1, &raw mut count, null_mut()) };
        assert_eq!((status, count), (ISA_MC_NO_SPACE, room));
    }
    all
}

fn described(inst: &isa_mc_instruction) -> isa_mc_description {
    let mut description = isa_mc_description {
        loads: 9,
        stores: 9,
        atomic: 9,
        branches_directly: 9,
        branch: isa_mc_branch::ISA_MC_NO_BRANCH,
        family: [0; ISA_MC_NAME_SIZE],
    };
    // SAFETY: the pointers are of this function.
    let status = unsafe { isa_mc_describe(inst, &raw mut description, null_mut()) };
    assert_eq!(status, ISA_MC_OK);
    description
}

/// What instructions read and write is said of both kinds of machines, with names; a direction
/// that is exchanged, or an operand that is left out, would show.
#[test]
fn instructions_say_what_they_read_and_write() {
    let shown = |inst: &isa_mc_instruction| -> Vec<String> {
        let all = accesses(inst);
        let one = |it: &isa_mc_access| {
            let (reads, writes) = (
                if it.reads == 1 { "r" } else { "" },
                if it.writes == 1 { "w" } else { "" },
            );
            let place = match it.place {
                isa_mc_place::ISA_MC_REGISTERS => {
                    format!("{}:{}+{}", text(&it.kind), it.first, it.count)
                }
                isa_mc_place::ISA_MC_STATE => "state".to_owned(),
                isa_mc_place::ISA_MC_DECLARED => format!("{} {}", text(&it.kind), it.first),
                isa_mc_place::ISA_MC_ANY_DECLARED => format!("any {}", text(&it.kind)),
            };
            format!(
                "{reads}{writes} {} {place} {}",
                text(&it.text),
                text(&it.operand)
            )
        };
        all.iter().map(one).collect()
    };
    let load = parsed("gfx900", "global_load_dwordx2 v[1:2], v[3:4], off");
    assert_eq!(
        shown(&load)[..2],
        ["w v[1:2] vgpr:1+2 vdst", "r v[3:4] vgpr:3+2 vaddr"]
    );
    let add = parsed(
        "visa4.1",
        "(P1) add (M1, 8) V40(0,0)<1> V41(0,0)<1;1,0> r[A2(0),0]<1;1,0>:f",
    );
    let said = shown(&add);
    for wanted in [
        "r P1 P 1 predicate",
        "w V40 V 40 dst",
        "r V41 V 41 src0",
        "r A2 A 2 src1",
        "r V any V src1",
    ] {
        assert!(said.iter().any(|it| it == wanted), "{wanted}: {said:#?}");
    }
}

/// Memory and branches of both kinds of machines.
#[test]
fn instructions_are_described() {
    use isa_mc_branch::{ISA_MC_BRANCH_ALWAYS, ISA_MC_BRANCH_SOMETIMES, ISA_MC_NO_BRANCH};
    for (cpu, statement, (loads, stores, atomic), branch) in [
        (
            "gfx900",
            "global_load_dwordx2 v[0:1], v[2:3], off",
            (1, 0, 0),
            ISA_MC_NO_BRANCH,
        ),
        (
            "gfx900",
            "global_atomic_add v[2:3], v1, off",
            (1, 1, 1),
            ISA_MC_NO_BRANCH,
        ),
        (
            "gfx900",
            "s_cbranch_scc0 4",
            (0, 0, 0),
            ISA_MC_BRANCH_SOMETIMES,
        ),
        ("gfx900", "s_branch 4", (0, 0, 0), ISA_MC_BRANCH_ALWAYS),
        (
            "visa4.1",
            "oword_ld (2) T6 0x0:ud V40.0",
            (1, 0, 0),
            ISA_MC_NO_BRANCH,
        ),
        (
            "visa4.1",
            "oword_st (2) T6 0x0:ud V40.0",
            (0, 1, 0),
            ISA_MC_NO_BRANCH,
        ),
        (
            "visa4.1",
            "(P1) goto (M1, 16) L3",
            (0, 0, 0),
            ISA_MC_BRANCH_SOMETIMES,
        ),
    ] {
        let it = described(&parsed(cpu, statement));
        assert_eq!(
            (it.loads, it.stores, it.atomic),
            (loads, stores, atomic),
            "{statement}"
        );
        assert_eq!(it.branch, branch, "{statement}");
        assert!(!text(&it.family).is_empty(), "{statement}");
    }
}

/// An explanation is the program's: of the instruction's text, its parts and its operation.
#[test]
fn instructions_are_explained() {
    for (cpu, statement, parts) in [
        (
            "gfx900",
            "s_mov_b32 s0, 0x10",
            ["s_mov_b32", "sdst", "SDST = SRC0"],
        ),
        (
            "visa4.1",
            "ret (M1, 1)",
            ["ret (M1, 1)", "exec", "predicate"],
        ),
    ] {
        let inst = parsed(cpu, statement);
        let explained = |full: u32| {
            let mut room: Vec<c_char> = vec![0; 1 << 16];
            let mut length = 0;
            // SAFETY: the pointers are of this function.
            let status = unsafe {
                isa_mc_explain(
                    &raw const inst,
                    0,
                    full,
                    room.as_mut_ptr(),
                    room.len(),
                    &raw mut length,
                    null_mut(),
                )
            };
            assert_eq!(status, ISA_MC_OK, "{statement}");
            let said = text(&room).to_owned();
            assert_eq!(said.len(), length);
            said
        };
        let said = explained(0);
        for part in parts {
            assert!(said.contains(part), "{part}: {said}");
        }
        assert!(explained(1).len() >= said.len());
    }
}
