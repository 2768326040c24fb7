//! What holds of every function: codes for what cannot be, buffers of any length, no panic, no shared state.

use super::*;

#[test]
fn buffers_get_what_fits_and_lengths_of_all() {
    let inst = parsed("gfx900", "s_mov_b32 s0, s1");
    let (mut room, mut length) = ([0x7f; 8], 0);
    let print = |room: *mut c_char, capacity: usize, length: *mut usize| {
        // SAFETY: the pointers are of this test.
        unsafe { isa_mc_print(&raw const inst, 0, room, capacity, length, null_mut()) }
    };
    assert_eq!(
        print(room.as_mut_ptr(), 6, &raw mut length),
        ISA_MC_NO_SPACE
    );
    assert_eq!((text(&room), length), ("s_mov", 16));
    assert_eq!(room[6..], [0x7f; 2]);
    assert_eq!(print(null_mut(), 0, &raw mut length), ISA_MC_OK);
    assert_eq!(print(null_mut(), 4, null_mut()), ISA_MC_BAD_POINTER);
    let mut exact = [0x7f; 17];
    assert_eq!(print(exact.as_mut_ptr(), 16, null_mut()), ISA_MC_NO_SPACE);
    assert_eq!(print(exact.as_mut_ptr(), 17, null_mut()), ISA_MC_OK);
    let (mut bytes, mut size) = ([0xff; 4], 0);
    // SAFETY: the pointers are of this function.
    let status = unsafe {
        isa_mc_encode(
            &raw const inst,
            bytes.as_mut_ptr(),
            2,
            &raw mut size,
            null_mut(),
        )
    };
    assert_eq!((status, size, bytes[2]), (ISA_MC_NO_SPACE, 4, 0xff));
}

#[test]
fn errors_say_where_and_why() {
    let statement = "v_mov_b32 v1, q7";
    let error = parse("gfx900", statement).expect_err("no register");
    assert_eq!(error.status, ISA_MC_NOT_PARSABLE);
    assert_eq!(&statement[error.start..error.end], "q7");
    assert!(
        text(&error.code).starts_with("A01"),
        "{}",
        text(&error.code)
    );
    assert_eq!(text(&error.message).len(), error.message_length);
    // A message that is longer than its place is cut between characters.
    let long = format!("s_mov_b32 s0, {}", "ä".repeat(1000));
    let error = parse("gfx900", &long).expect_err("no operand");
    assert!(text(&error.message).len() < ISA_MC_MESSAGE_SIZE);
}

/// Whatever a caller hands over that can be found out is a code.
#[test]
fn wrong_arguments_are_codes() {
    let gfx900 = target("gfx900");
    let mut inst = parsed("gfx900", "s_endpgm");
    let mut error = no_error();
    let bytes = [0x00_u8, 0x00, 0x81, 0xbf];
    let out = &raw mut inst;
    let why = &raw mut error;
    let name = c"gfx900".as_ptr();
    let mut found = isa_mc_target::default();
    let place = &raw mut found;
    let mut number = 0_u32;
    let odd = out.wrapping_byte_add(1);
    // SAFETY: the pointers are of this function, NULL or misaligned.
    unsafe {
        let is = |status: isa_mc_status, expected: isa_mc_status| assert_eq!(status, expected);
        is(
            isa_mc_decode(gfx900, null(), 4, out, why),
            ISA_MC_BAD_POINTER,
        );
        is(isa_mc_decode(gfx900, null(), 0, out, why), ISA_MC_TRUNCATED);
        is(
            isa_mc_decode(gfx900, bytes.as_ptr(), 4, null_mut(), why),
            ISA_MC_BAD_POINTER,
        );
        is(
            isa_mc_decode(gfx900, bytes.as_ptr(), 4, odd, why),
            ISA_MC_BAD_POINTER,
        );
        is(
            isa_mc_decode(gfx900, bytes.as_ptr(), usize::MAX, out, why),
            ISA_MC_BAD_SIZE,
        );
        is(
            isa_mc_decode(gfx900, bytes.as_ptr(), 4, out, null_mut()),
            ISA_MC_OK,
        );
        is(
            isa_mc_decode(gfx900, [0xff; 4].as_ptr(), 4, out, why),
            ISA_MC_NOT_DECODABLE,
        );
        for id in [0, 1, 0xffff, 0x1_ffff, 0x3_0000, u32::MAX] {
            let foreign = isa_mc_target { id };
            is(
                isa_mc_decode(foreign, bytes.as_ptr(), 4, out, why),
                ISA_MC_BAD_TARGET,
            );
            is(
                isa_mc_target_name(foreign, null_mut(), 0, null_mut()),
                ISA_MC_BAD_TARGET,
            );
        }
        is(
            isa_mc_parse(gfx900, 9, name, 6, out, why),
            ISA_MC_BAD_SYNTAX,
        );
        is(
            isa_mc_parse(gfx900, 0, null(), 6, out, why),
            ISA_MC_BAD_POINTER,
        );
        is(
            isa_mc_parse(gfx900, 0, null(), ISA_MC_TO_NUL, out, why),
            ISA_MC_BAD_POINTER,
        );
        is(
            isa_mc_parse(gfx900, 0, null(), 0, out, why),
            ISA_MC_NOT_PARSABLE,
        );
        is(
            isa_mc_parse(gfx900, 0, c"s_nop \xff".as_ptr(), ISA_MC_TO_NUL, out, why),
            ISA_MC_NOT_UTF8,
        );
        assert_eq!((error.start, error.end), (6, 7));
        is(
            isa_mc_target_named(name, 6, null_mut(), why),
            ISA_MC_BAD_POINTER,
        );
        is(
            isa_mc_target_named(name, 5, place, why),
            ISA_MC_UNKNOWN_NAME,
        );
        is(
            isa_mc_target_named(name, ISA_MC_TO_NUL, place, why),
            ISA_MC_OK,
        );
        is(
            isa_mc_syntax_named(gfx900, name, 6, &raw mut number, why),
            ISA_MC_UNKNOWN_NAME,
        );
        is(
            isa_mc_syntax_named(gfx900, c"CLRX".as_ptr(), 4, &raw mut number, why),
            ISA_MC_OK,
        );
        is(
            isa_mc_syntax_name(gfx900, 7, null_mut(), 0, null_mut()),
            ISA_MC_BAD_SYNTAX,
        );
        is(
            isa_mc_print(null(), 0, null_mut(), 0, null_mut(), why),
            ISA_MC_BAD_POINTER,
        );
        is(
            isa_mc_encode(null(), null_mut(), 0, null_mut(), why),
            ISA_MC_BAD_POINTER,
        );
        is(
            isa_mc_operands(null(), null_mut(), 0, null_mut(), why),
            ISA_MC_BAD_POINTER,
        );
        is(
            isa_mc_mnemonic(null(), null_mut(), 0, null_mut()),
            ISA_MC_BAD_POINTER,
        );
        is(isa_mc_file_set(null_mut(), null(), 0), ISA_MC_BAD_POINTER);
        is(
            isa_mc_assembly_object(null(), null_mut(), null_mut()),
            ISA_MC_BAD_POINTER,
        );
        is(
            isa_mc_assembly_diagnostic(null(), 0, null_mut()),
            ISA_MC_BAD_POINTER,
        );
        assert_eq!(isa_mc_assembly_diagnostic_count(null()), 0);
        isa_mc_assembly_free(null_mut());
        let user = null_mut();
        is(
            isa_mc_disassemble(gfx900, 0, null(), 0, 0, None, user, why),
            ISA_MC_BAD_POINTER,
        );
        let status = isa_mc_assemble(gfx900, 0, name, 6, name, 6, None, user, null_mut(), why);
        is(status, ISA_MC_BAD_POINTER);
    }
    assert_eq!(number, 1);
}

/// An instruction that somebody changed is checked, whatever is in it.
#[test]
fn changed_instructions_are_codes() {
    let good = parsed("gfx900", "s_mov_b32 s0, s1");
    let print = |inst: &isa_mc_instruction| print(inst, 0);
    let with = |change: &dyn Fn(&mut isa_mc_instruction)| {
        let mut inst = good;
        change(&mut inst);
        inst
    };
    let wrong = [
        with(&|it| it.size = 0),
        with(&|it| it.size = 3),
        with(&|it| it.size = 8),
        with(&|it| it.size = 255),
        with(&|it| it.bytes = [0xff; ISA_MC_MAX_INSTRUCTION_SIZE]),
    ];
    for inst in &wrong {
        assert_eq!(print(inst), Err(ISA_MC_BAD_INSTRUCTION));
    }
    assert_eq!(print(&with(&|it| it.target.id = 0)), Err(ISA_MC_BAD_TARGET));
    let foreign = with(&|it| it.target = target("visa4.1"));
    assert!(print(&foreign).is_ok() || print(&foreign) == Err(ISA_MC_BAD_INSTRUCTION));
    assert_eq!(
        print(&with(&|it| it.choice = 255)).as_deref(),
        Ok("s_mov_b32 s0, s1")
    );
}

/// A mistake of ours is a code.
#[test]
fn no_panic_leaves_a_function() {
    let mut error = no_error();
    // SAFETY: the pointer is of this function.
    let status = unsafe { guard(&raw mut error, || panic!("as a test")) };
    assert_eq!((status, error.status), (ISA_MC_INTERNAL, ISA_MC_INTERNAL));
}

#[test]
fn threads_share_nothing() {
    let threads = (0..4).map(|number: u32| {
        std::thread::spawn(move || {
            for round in 0..200 {
                let statement = format!("s_mov_b32 s{}, {round}", number + round % 8);
                let inst = parsed("gfx900", &statement);
                let again = print(&inst, 0).expect("it has a text");
                assert_eq!(parsed("gfx900", &again), inst);
            }
        })
    });
    for thread in threads.collect::<Vec<_>>() {
        thread.join().expect("it ends well");
    }
}
