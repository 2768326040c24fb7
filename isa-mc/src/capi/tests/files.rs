//! Whole sources and objects: assembled, decoded line by line, listed.

use super::*;

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

/// Keeps a text, and wants more while there are not too many.
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
