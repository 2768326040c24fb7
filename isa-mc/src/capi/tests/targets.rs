//! Processors and their features, as numbers and as names.

use super::*;

/// Numbers and names of processors go both ways, over every machine.
#[test]
fn every_processor_has_a_number_and_a_name() {
    let expected: usize = machines::all().iter().map(|it| it.processors.len()).sum();
    assert_eq!(isa_mc_target_count(), expected);
    let mut machine_names = Vec::new();
    for index in 0..expected {
        let mut found = isa_mc_target::default();
        let (mut name, mut machine) = ([0; 32], [0; 32]);
        // SAFETY: the pointers are of this function.
        unsafe {
            assert_eq!(isa_mc_target_at(index, &raw mut found), ISA_MC_OK);
            let status = isa_mc_target_name(found, name.as_mut_ptr(), name.len(), null_mut());
            assert_eq!(status, ISA_MC_OK);
            let status =
                isa_mc_machine_name(found, machine.as_mut_ptr(), machine.len(), null_mut());
            assert_eq!(status, ISA_MC_OK);
        }
        assert_eq!(target(&text(&name).to_uppercase()), found);
        machine_names.push(text(&machine).to_string());
    }
    machine_names.dedup();
    assert_eq!(machine_names, ["gcn", "visa"]);
    let mut beyond = isa_mc_target::default();
    // SAFETY: the pointer is of this function.
    let status = unsafe { isa_mc_target_at(expected, &raw mut beyond) };
    assert_eq!((status, beyond.id), (ISA_MC_BAD_INDEX, 0));
    // SAFETY: it is never freed.
    let version = unsafe { CStr::from_ptr(isa_mc_version()) };
    assert_eq!(version.to_str(), Ok(env!("CARGO_PKG_VERSION")));
}

/// Features go with the number of a target, into objects and back out as a name; numbers
/// that nobody gave out are refused. A bit that is cut off would show in the header.
#[test]
fn targets_have_features() {
    let name = |target| {
        let (mut room, mut length) = ([0; 64], 0);
        // SAFETY: the buffer and the length are of this function.
        let status =
            unsafe { isa_mc_target_name(target, room.as_mut_ptr(), room.len(), &raw mut length) };
        assert_eq!(status, ISA_MC_OK);
        text(&room).to_string()
    };
    for cpu in ["gfx906", "gfx906:xnack-", "gfx906:sramecc+:xnack-"] {
        assert_eq!(name(target(cpu)), cpu);
    }
    let source = c"a: .long wide";
    let definitions = [
        isa_mc_definition {
            name: c"wide".as_ptr(),
            name_size: ISA_MC_TO_NUL,
            value: -2,
        },
        isa_mc_definition {
            name: c"other".as_ptr(),
            name_size: 5,
            value: 7,
        },
    ];
    let mut assembly = null_mut();
    let mut error = no_error();
    let assembled = |count, assembly: &mut _, error: &mut _| {
        // SAFETY: the pointers are of this function, and live until it returns.
        unsafe {
            isa_mc_assemble_with(
                target("gfx906:xnack-"),
                0,
                c"a.s".as_ptr(),
                ISA_MC_TO_NUL,
                source.as_ptr(),
                ISA_MC_TO_NUL,
                definitions.as_ptr(),
                count,
                None,
                null_mut(),
                assembly,
                error,
            )
        }
    };
    assert_eq!(assembled(2, &mut assembly, &mut error), ISA_MC_OK);
    let (mut bytes, mut size) = (null(), 0);
    // SAFETY: the assembly is one, and is freed last.
    let object = unsafe {
        assert_eq!(
            isa_mc_assembly_object(assembly, &raw mut bytes, &raw mut size),
            ISA_MC_OK
        );
        let object = std::slice::from_raw_parts(bytes, size).to_vec();
        isa_mc_assembly_free(assembly);
        object
    };
    assert_eq!(object[48..52], [0x2f, 6, 0, 0], "e_flags");
    assert!(object.windows(4).any(|it| it == [0xfe, 0xff, 0xff, 0xff]));
    assert_eq!(
        assembled(usize::MAX / 2, &mut assembly, &mut error),
        ISA_MC_BAD_SIZE
    );

    let number = target("gfx803").id;
    let (room, length) = (null_mut(), null_mut());
    for options in [1_u32, 0xff, 0x100, 0x8000] {
        let id = number | options << 16;
        // SAFETY: NULL.
        let status = unsafe { isa_mc_target_name(isa_mc_target { id }, room, 0, length) };
        assert_eq!(status, ISA_MC_BAD_TARGET, "{options:x}");
    }
}

/// Features beyond names: a number of a target keeps them, gives them back as text, and refuses
/// those that there are not.
#[test]
fn targets_are_made_with_features() {
    let made = |cpu: &str, features: &CStr| {
        let mut made = isa_mc_target::default();
        let mut error = no_error();
        // SAFETY: the pointers are of this function.
        let status = unsafe {
            isa_mc_target_with_features(
                target(cpu),
                features.as_ptr(),
                ISA_MC_TO_NUL,
                &raw mut made,
                &raw mut error,
            )
        };
        (status, made, text(&error.message).to_string())
    };
    let features = |target| {
        let (mut room, mut length) = ([0; 64], 0);
        // SAFETY: the buffer and the length are of this function.
        let status = unsafe {
            isa_mc_target_features(target, room.as_mut_ptr(), room.len(), &raw mut length)
        };
        assert_eq!(status, ISA_MC_OK);
        text(&room).to_string()
    };
    let (status, wave64, _) = made("gfx1010:xnack+", c"+wavefrontsize64,+cumode,-xnack");
    assert_eq!(status, ISA_MC_OK);
    assert_eq!(features(wave64), "+wavefrontsize64,+cumode");
    assert_eq!(features(target("gfx1010")), "");
    let statement = c"v_cndmask_b32 v1, v2, v3, vcc";
    let mut inst = parsed("gfx900", "s_nop 0");
    let mut parse = |target| {
        let (text, size) = (statement.as_ptr(), ISA_MC_TO_NUL);
        // SAFETY: the pointers are of this function.
        unsafe { isa_mc_parse(target, 0, text, size, &raw mut inst, null_mut()) }
    };
    assert_eq!(parse(wave64), ISA_MC_OK);
    assert_eq!(parse(target("gfx1010")), ISA_MC_NOT_PARSABLE);
    let (status, _, message) = made("gfx900", c"+cumode");
    assert_eq!(status, ISA_MC_UNKNOWN_NAME);
    assert_eq!(message, "gfx900 has no `cumode`");
}
