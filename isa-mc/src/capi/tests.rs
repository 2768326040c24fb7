//! The functions as C calls them, in this process.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{null, null_mut};

use super::call::guard;
use super::isa_mc_status::*;
use super::*;
use crate::machines;

/// An error with nothing in it.
fn no_error() -> isa_mc_error {
    isa_mc_error {
        status: ISA_MC_INTERNAL,
        code: [0; ISA_MC_CODE_SIZE],
        start: 0,
        end: 0,
        message_length: 0,
        message: [0; ISA_MC_MESSAGE_SIZE],
    }
}

/// A text that ends within an array.
fn text(array: &[c_char]) -> &str {
    // SAFETY: the size is that of the array.
    let bytes = unsafe { std::slice::from_raw_parts(array.as_ptr().cast(), array.len()) };
    let text = CStr::from_bytes_until_nul(bytes).expect("a NUL");
    text.to_str().expect("UTF-8")
}

fn target(name: &str) -> isa_mc_target {
    let mut target = isa_mc_target::default();
    // SAFETY: the pointers are of this function.
    let status = unsafe {
        isa_mc_target_named(
            name.as_ptr().cast(),
            name.len(),
            &raw mut target,
            null_mut(),
        )
    };
    assert_eq!(status, ISA_MC_OK, "{name}");
    target
}

#[allow(clippy::result_large_err, reason = "what C gets")]
fn parse(cpu: &str, statement: &str) -> Result<isa_mc_instruction, isa_mc_error> {
    let mut error = no_error();
    let mut inst = isa_mc_instruction {
        target: isa_mc_target::default(),
        size: 0,
        choice: 0,
        reserved: 0,
        bytes: [0; ISA_MC_MAX_INSTRUCTION_SIZE],
    };
    let (start, size) = (statement.as_ptr().cast(), statement.len());
    // SAFETY: the pointers are of this function.
    let status =
        unsafe { isa_mc_parse(target(cpu), 0, start, size, &raw mut inst, &raw mut error) };
    assert_eq!(status, error.status);
    if status == ISA_MC_OK {
        Ok(inst)
    } else {
        Err(error)
    }
}

fn parsed(cpu: &str, statement: &str) -> isa_mc_instruction {
    parse(cpu, statement).unwrap_or_else(|error| panic!("{statement}: {}", text(&error.message)))
}

fn print(inst: &isa_mc_instruction, syntax: u32) -> Result<String, isa_mc_status> {
    let (mut room, mut length) = ([0; 1024], 0);
    // SAFETY: the pointers are of this function.
    let status = unsafe {
        isa_mc_print(
            inst,
            syntax,
            room.as_mut_ptr(),
            room.len(),
            &raw mut length,
            null_mut(),
        )
    };
    if status != ISA_MC_OK {
        return Err(status);
    }
    assert_eq!(text(&room).len(), length);
    Ok(text(&room).to_string())
}

fn operands(inst: &isa_mc_instruction) -> Vec<isa_mc_operand> {
    let mut count = 0;
    // SAFETY: the pointers are of this function.
    let status = unsafe { isa_mc_operands(inst, null_mut(), 0, &raw mut count, null_mut()) };
    assert_eq!(status, ISA_MC_OK);
    let mut all: Vec<isa_mc_operand> = Vec::with_capacity(count);
    // SAFETY: there is room for so many, and all of them were written.
    unsafe {
        let status = isa_mc_operands(inst, all.as_mut_ptr(), count, null_mut(), null_mut());
        assert_eq!(status, ISA_MC_OK);
        all.set_len(count);
    }
    all
}

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

/// The lines of a disassembly, and when to stop.
#[derive(Default)]
struct Lines {
    lines: Vec<(u64, usize, bool, String)>,
    most: usize,
}

unsafe extern "C" fn take_line(user: *mut c_void, line: *const isa_mc_line) -> c_int {
    // SAFETY: the test hands over its lines; the line is there during the call.
    let (lines, line) = unsafe { (&mut *user.cast::<Lines>(), &*line) };
    // SAFETY: a NUL is behind the text.
    let text = unsafe { CStr::from_ptr(line.text) };
    let text = text.to_str().expect("UTF-8").to_string();
    assert_eq!(text.len(), line.text_length);
    let is_data = line.instruction.is_null();
    lines.lines.push((line.address, line.size, is_data, text));
    c_int::from(lines.lines.len() >= lines.most)
}

#[test]
fn every_byte_of_code_is_in_one_line() {
    let code = [
        0x01, 0x00, 0x80, 0xbe, // an instruction
        0xff, 0xff, 0xff, 0xff, // none
        0x78, 0x56, 0x34, 0x12, // another
        0x00, 0x00, 0x81, 0xbf, 0x07, // half a word at the end
    ];
    let mut lines = Lines {
        most: usize::MAX,
        ..Lines::default()
    };
    let gfx900 = target("gfx900");
    let disassemble = |lines: &mut Lines| {
        let user = (&raw mut *lines).cast();
        let (start, size) = (code.as_ptr(), code.len());
        // SAFETY: the pointers are of this test.
        unsafe {
            isa_mc_disassemble(
                gfx900,
                0,
                start,
                size,
                0x100,
                Some(take_line),
                user,
                null_mut(),
            )
        }
    };
    assert_eq!(disassemble(&mut lines), ISA_MC_OK);
    let mut at = 0x100;
    for (address, size, _, _) in &lines.lines {
        assert_eq!(*address, at);
        at += *size as u64;
    }
    assert_eq!(at, 0x100 + code.len() as u64);
    assert_eq!(lines.lines[0].3, "s_mov_b32 s0, s1");
    assert_eq!(lines.lines[1].3, ".long 0xffffffff");
    assert!(lines.lines[1].2 && !lines.lines[0].2);
    assert_eq!(
        lines.lines.last().map(|it| it.3.as_str()),
        Some(".byte 0x07")
    );
    let mut lines = Lines {
        most: 2,
        ..Lines::default()
    };
    assert_eq!(disassemble(&mut lines), ISA_MC_STOPPED);
    assert_eq!(lines.lines.len(), 2);
}

/// Includes `part` and nothing else.
unsafe extern "C" fn read_part(
    user: *mut c_void,
    name: *const c_char,
    length: usize,
    file: *mut isa_mc_file,
) -> c_int {
    // SAFETY: a NUL is behind the name; the test hands over a counter.
    let (name, count) = unsafe { (CStr::from_ptr(name), &mut *user.cast::<u32>()) };
    assert_eq!(name.to_bytes().len(), length);
    *count += 1;
    if name != c"part" {
        return 1;
    }
    let part = b"s_nop 5\n";
    // SAFETY: the file is the one that was asked for.
    let status = unsafe { isa_mc_file_set(file, part.as_ptr(), part.len()) };
    c_int::from(status != ISA_MC_OK)
}

/// Assembles; gives the status, the messages as lines, the object and how often files
/// were asked for.
fn assemble(cpu: &str, source: &[u8]) -> (isa_mc_status, Vec<String>, Vec<u8>, u32) {
    let mut assembly = null_mut();
    let mut count = 0_u32;
    let mut error = no_error();
    let mut lines = Vec::new();
    // SAFETY: the pointers are of this function, or the assembly's until it is freed.
    unsafe {
        let status = isa_mc_assemble(
            target(cpu),
            0,
            c"a.s".as_ptr(),
            ISA_MC_TO_NUL,
            source.as_ptr().cast(),
            source.len(),
            Some(read_part),
            (&raw mut count).cast(),
            &raw mut assembly,
            &raw mut error,
        );
        assert_eq!(error.status, status);
        if assembly.is_null() {
            return (status, lines, Vec::new(), count);
        }
        let messages = isa_mc_assembly_diagnostic_count(assembly);
        for index in 0..messages {
            let mut found = std::mem::MaybeUninit::uninit();
            let status = isa_mc_assembly_diagnostic(assembly, index, found.as_mut_ptr());
            assert_eq!(status, ISA_MC_OK);
            let found: isa_mc_diagnostic = found.assume_init();
            let file = CStr::from_ptr(found.file).to_string_lossy();
            let message = CStr::from_ptr(found.message).to_string_lossy();
            let (line, column, severity) = (found.line, found.column, found.severity);
            let code = text(&found.code);
            lines.push(format!(
                "{file}:{line}:{column}: {severity:?} {code}: {message}"
            ));
        }
        let mut none = std::mem::MaybeUninit::uninit();
        let status_beyond = isa_mc_assembly_diagnostic(assembly, messages, none.as_mut_ptr());
        assert_eq!(status_beyond, ISA_MC_BAD_INDEX);
        let (mut bytes, mut size) = (null(), 0);
        assert_eq!(
            isa_mc_assembly_object(assembly, &raw mut bytes, &raw mut size),
            ISA_MC_OK
        );
        let object = match bytes.is_null() {
            true => Vec::new(),
            false => std::slice::from_raw_parts(bytes, size).to_vec(),
        };
        isa_mc_assembly_free(assembly);
        if status == ISA_MC_SOURCE_ERRORS {
            let said = text(&error.message);
            assert!(
                lines[0].starts_with(said.split(": ").next().unwrap_or("?")),
                "{said}"
            );
        }
        (status, lines, object, count)
    }
}

#[test]
fn sources_become_objects() {
    let (status, lines, object, count) = assemble(
        "gfx900",
        b".include \"part\"\n.warning \"careful\"\ns_endpgm\n",
    );
    assert_eq!((status, count), (ISA_MC_OK, 1));
    assert_eq!(lines, ["a.s:2:1: ISA_MC_WARNING : careful"]);
    assert!(object.starts_with(b"\x7fELF\x02\x01\x01\x40"));
    let code = [0x05, 0x00, 0x80, 0xbf, 0x00, 0x00, 0x81, 0xbf];
    assert!(object.windows(8).any(|it| it == code));
}

#[test]
fn wrong_sources_say_what_is_wrong() {
    let source = b".macro m\n  v_nop 1\n.endm\n m\n.include \"other\"\nnothing\xff\n";
    let (status, lines, object, count) = assemble("gfx900", source);
    assert_eq!((status, count), (ISA_MC_SOURCE_ERRORS, 1));
    assert!(object.is_empty());
    assert_eq!(lines.len(), 4, "{lines:#?}");
    assert!(lines[0].starts_with("m:1:"), "{}", lines[0]);
    assert_eq!(
        lines[1],
        "a.s:4:2: ISA_MC_NOTE : the macro `m` is expanded here"
    );
    assert!(lines[2].starts_with("a.s:5:"), "{}", lines[2]);
    assert!(
        lines[3].starts_with("a.s:6:8: ISA_MC_ERROR A0001: "),
        "{}",
        lines[3]
    );
}

/// Whole vISA files become vISA objects, the same as those of the library, and errors have
/// their codes and places.
#[test]
fn files_of_streams_become_objects() {
    let source = "\
.version 4.1
.kernel \"twice\"
.decl value v_type=G type=ud num_elts=16 align=GRF
.kernel_attr Target=\"cm\"
    add (M1, 16) value(0,0)<1> value(0,0)<1;1,0> value(0,0)<1;1,0>
    ret (M1, 1)
";
    let (status, lines, object, _) = assemble("visa4.1", source.as_bytes());
    assert_eq!((status, lines), (ISA_MC_OK, vec![]));
    let version = crate::visa::object::Version::new(4, 1);
    let expected = crate::visa::text::assemble(source, version).expect("a good source");
    assert_eq!(object, expected.write().expect("an object"));

    let wrong = source.replace("value(0,0)<1>", "other(0,0)<1>");
    let (status, lines, object, _) = assemble("visa4.1", wrong.as_bytes());
    assert_eq!((status, object.len()), (ISA_MC_SOURCE_ERRORS, 0));
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(
        lines[0].starts_with("a.s:5:18: ISA_MC_ERROR V0302: "),
        "{}",
        lines[0]
    );
    let (status, lines, ..) = assemble("visa4.1", b".version 4.1\n\xff");
    assert_eq!(status, ISA_MC_SOURCE_ERRORS);
    assert_eq!(lines, ["a.s:2:1: ISA_MC_ERROR V0102: this is not UTF-8"]);
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

unsafe extern "C" fn take_text(user: *mut c_void, text: *const c_char, length: usize) -> c_int {
    // SAFETY: the test gives such a pointer, and the library a text of that length.
    let (all, text) = unsafe {
        (
            &mut *user.cast::<(Vec<u8>, usize)>(),
            std::slice::from_raw_parts(text.cast::<u8>(), length),
        )
    };
    all.0.extend_from_slice(text);
    c_int::from(all.0.len() > all.1)
}

/// Lists bytes for the target of a name, or for what they say; stops behind `most` bytes.
fn list(cpu: Option<&str>, bytes: &[u8], shows_bytes: u32, most: usize) -> (isa_mc_status, String) {
    let target = cpu.map_or(isa_mc_target::default(), target);
    let mut all = (Vec::new(), most);
    let mut error = no_error();
    // SAFETY: the pointers are of this function.
    let status = unsafe {
        isa_mc_list(
            target,
            0,
            bytes.as_ptr(),
            bytes.len(),
            shows_bytes,
            Some(take_text),
            (&raw mut all).cast(),
            &raw mut error,
        )
    };
    assert_eq!(status, error.status);
    let text = match status {
        ISA_MC_OK => String::from_utf8(all.0).expect("UTF-8"),
        _ => text(&error.message).to_owned(),
    };
    (status, text)
}

/// Objects of both kinds of machines are listed, with bytes and without; what is listed
/// assembles to them.
#[test]
fn object_files_are_listed() {
    let source = ".version 4.1\n.kernel \"k\"\n.decl x v_type=G type=ud num_elts=8\n.kernel_attr Target=\"cm\"\n    mov (M1, 8) x(0,0)<1> 0x5:ud\n    ret (M1, 1)\n";
    let (_, _, object, _) = assemble("visa4.1", source.as_bytes());
    for shows_bytes in [0, 1] {
        let (status, text) = list(None, &object, shows_bytes, usize::MAX);
        assert_eq!(status, ISA_MC_OK);
        assert_eq!(text.contains(" // 0x0000: 29 "), shows_bytes == 1, "{text}");
        let (status, _, again, _) = assemble("visa4.1", text.as_bytes());
        assert_eq!((status, &again), (ISA_MC_OK, &object));
    }
    let (status, message) = list(None, &object[..object.len() - 1], 0, usize::MAX);
    assert_eq!(status, ISA_MC_NOT_DECODABLE);
    assert!(message.contains("byte 0x"), "{message}");
    let (status, _) = list(Some("visa3.4"), &object, 0, usize::MAX);
    assert_eq!(status, ISA_MC_BAD_TARGET);
    let (status, _) = list(None, b"nothing", 0, usize::MAX);
    assert_eq!(status, ISA_MC_BAD_TARGET);
    let (status, _) = list(None, &object, 0, 5);
    assert_eq!(status, ISA_MC_STOPPED);

    let (_, _, object, _) = assemble("gfx900", b"s_nop 0\ns_endpgm\n");
    for (cpu, shows_bytes) in [(None, 0), (Some("gfx900"), 1)] {
        let (status, text) = list(cpu, &object, shows_bytes, usize::MAX);
        assert_eq!(status, ISA_MC_OK, "{text}");
        assert!(text.contains("s_endpgm"), "{text}");
        assert_eq!(
            text.contains("bf810000") || text.contains("000081bf") || text.contains("BF810000"),
            shows_bytes == 1,
            "{text}"
        );
        let (status, _, again, _) = assemble("gfx900", text.as_bytes());
        assert_eq!((status, again), (ISA_MC_OK, object.clone()));
    }
    let (status, _) = list(Some("gfx900"), b"\x7fELF", 0, usize::MAX);
    assert_eq!(status, ISA_MC_NOT_DECODABLE);
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
