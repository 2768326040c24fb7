//! Whole vISA files: objects of every version and their texts, stored and drawn ones, and
//! damaged ones.

use std::path::Path;

use isa_mc::visa::object::{Object, Problem, Table, Version};
use isa_mc::visa::text::{self, Style};
use isa_test_support::random::Random;
use isa_test_support::sample::Sample;
use isa_test_support::visa_files;

/// A text gives an object, the object its text, and that the same object, in each version's
/// own form.
#[test]
fn stored_sources_in_every_version() {
    let sources = visa_files::sources();
    assert!(sources.len() >= 3, "the stored sources are there");
    for (name, source) in &sources {
        let mut sizes = Vec::new();
        for version in Version::ALL {
            let object = text::assemble(source, version).expect(name);
            let bytes = object.write().expect(name);
            assert_eq!(
                Object::read(&bytes).as_ref(),
                Ok(&object),
                "{name} {version}"
            );
            let listing = text::list(&object, Style::Names).expect(name);
            let again = text::assemble(&listing, version);
            assert_eq!(again.as_ref(), Ok(&object), "{name} {version}\n{listing}");
            sizes.push(bytes.len());
        }
        // Ids are wider since 3.4, the number of inputs since 3.5, lengths of names since 3.7.
        for wider in [4, 5, 7] {
            assert!(sizes[wider] > sizes[wider - 1], "{name}: {sizes:?}");
        }
    }
}

/// What `GenX_IR` printed of the objects of the stored sources is stored too.
#[test]
fn listings_of_genx() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("visa");
    let stored = |name: &str| {
        let path = folder.join(format!("{name}.listing"));
        std::fs::read_to_string(path).expect("a stored listing")
    };
    for (name, source) in visa_files::sources() {
        let object = text::assemble(&source, Version::new(4, 1)).expect("a stored source");
        let listing = text::list_kernel(&object, 0, Style::GenX).expect("a kernel");
        assert_eq!(listing, stored(&name), "{name}");
        for number in 0..object.functions.len() {
            let listing = text::list_function(&object, number, Style::GenX).expect("a function");
            assert_eq!(listing, stored(&format!("{name}_f{number}")), "{name}");
        }
    }
}

/// What `GenX_IR` prints of an object can be read as well: the tables are the same, but for
/// names of what it prints by its number.
#[test]
fn listings_of_genx_are_read() {
    for (name, source) in visa_files::sources() {
        let version = Version::new(4, 1);
        let object = text::assemble(&source, version).expect("a stored source");
        let mut listing = text::list_kernel(&object, 0, Style::GenX).expect("a kernel");
        for number in 0..object.functions.len() {
            let function = text::list_function(&object, number, Style::GenX).expect("a function");
            listing += &function;
        }
        let again = text::assemble(&listing, version).unwrap_or_else(|errors| {
            panic!("{name}: {}\n{listing}", errors[0]);
        });
        let (ours, theirs) = (&object.kernels[0], &again.kernels[0]);
        assert_eq!(theirs.inputs, ours.inputs, "{name}");
        assert_eq!(theirs.routine.variables.len(), ours.routine.variables.len());
        assert_eq!(theirs.routine.labels.len(), ours.routine.labels.len());
        assert_eq!(theirs.routine.code.len(), ours.routine.code.len(), "{name}");
    }
}

/// Objects that a seed determines come back from their bytes and from their text.
#[test]
fn drawn_objects() {
    let sample = Sample::of_this_run();
    for number in 0..sample.amount(150, 20_000) as u64 {
        let mut random = Random::new(sample.seed().wrapping_add(number));
        let version = Version::ALL[random.below(Version::ALL.len())];
        let object = visa_files::object(&mut random, version);
        let bytes = object.write().expect("an object");
        assert_eq!(
            Object::read(&bytes).as_ref(),
            Ok(&object),
            "object {number}"
        );
        let listing = text::list(&object, Style::Names).expect("a known version");
        let again = text::assemble(&listing, version);
        assert_eq!(again.as_ref(), Ok(&object), "object {number}\n{listing}");
        let beyond = visa_files::beyond_text(&mut random, version);
        let bytes = beyond.write().expect("an object");
        assert!(visa_files::check_bytes(&bytes), "object {number}");
    }
}

/// Damaged objects and texts: an error that says where, or something whole; never a panic.
#[test]
fn damaged_files() {
    let sample = Sample::of_this_run();
    let mut read = 0;
    for number in 0..sample.amount(300, 50_000) as u64 {
        let mut random = Random::new(sample.seed().wrapping_add(number) ^ 0x5eed);
        let version = Version::ALL[random.below(Version::ALL.len())];
        let object = visa_files::beyond_text(&mut random, version);
        let mut bytes = object.write().expect("an object");
        visa_files::damage(&mut random, &mut bytes);
        read += usize::from(visa_files::check_bytes(&bytes));
        let listing = text::list(&object, Style::Names).expect("a known version");
        let mut text = listing.into_bytes();
        visa_files::damage(&mut random, &mut text);
        visa_files::check_text(&String::from_utf8_lossy(&text), version);
    }
    assert!(read > 0, "some damage does not matter");
}

/// Every prefix of an object is cut off in a part that the error names.
#[test]
fn cut_objects_say_where() {
    let (_, source) = visa_files::sources().swap_remove(1);
    let object = text::assemble(&source, Version::new(4, 1)).expect("a stored source");
    let bytes = object.write().expect("an object");
    for length in 0..bytes.len() {
        let error = Object::read(&bytes[..length]).expect_err("it is cut off");
        assert!(error.offset <= length, "{error}");
        let said = error.to_string();
        assert!(said.contains("byte 0x"), "{said}");
    }
    let mut other = bytes.clone();
    other[4] = 9;
    let error = Object::read(&other).expect_err("there is no such version");
    assert_eq!(error.table, Table::Header);
    assert_eq!(error.problem, Problem::Version(Version::new(9, 1)));
}

/// Errors of texts: the place, and what to do.
#[test]
fn errors_of_texts() {
    let source = "\
.version 4.1
.decl early v_type=G type=ud num_elts=1
.kernel \"k\"
.decl x v_type=G type=ud num_elts=1 algin=dword
.decl y v_type=G type=uf num_elts=1
.decl z v_type=G type=ud num_elts=70000
.decl z v_type=Q num_elts=1
.decl V0032 v_type=G type=ud num_elts=1 attrs={Outptu}
.decl good v_type=G type=ud num_elts=8
.decl good v_type=P num_elts=8
.decl P1 v_type=P num_elts=8
.decl a v_type=G type=ud num_elts=1 alias=<godo, 0>
.input P1 offset=0 size=4
.kernel_attr SimdSiez=4
.kernel_attr Target=\"vulkan\"
.inptu good offset=0
    mov (M1, 1) goood(0,0)<1> 0x1:ud
    mov (M1, 1) P1(0,0)<1> 0x1:ud
    mov (M1, 1) x(0,0)<1> 0x1:ud
    movv (M1, 1) good(0,0)<1> 0x1:ud
    jmp (M1, 1) nowhere
here:
here:
}
    FILE \"open
";
    let errors = text::assemble(source, Version::new(4, 1)).expect_err("much is wrong");
    insta::assert_snapshot!("errors_of_texts", lines_of(source, &errors));
}

/// Old versions cannot be made of later texts, nor what an object has no room for.
#[test]
fn versions_have_limits() {
    let source = ".version 4.1\n.kernel \"k\"\n";
    let errors = text::assemble(source, Version::new(3, 6)).expect_err("4.1 is later");
    assert_eq!(errors[0].kind.code(), "V0201");
    let name = "n".repeat(300);
    let source = format!(".version 3.0\n.kernel \"{name}\"\n");
    let object = text::assemble(&source, Version::new(3, 6)).expect("a text");
    let error = object.write().expect_err("its name has 300 bytes");
    assert_eq!(
        error.to_string(),
        format!(
            "table of kernels of `{name}`: 300 is more than 255, which objects of this version can hold"
        )
    );
    let object = text::assemble(&source, Version::new(3, 7)).expect("a text");
    assert!(object.write().is_ok());
}

/// What objects hold and the tools' text has no words for: each directive says what it should,
/// and the listing has it all again.
#[test]
fn directives_of_our_own() {
    let source = r#"
.version 4.1
.file_variable "v\0x" linkage=1 type=d num_elts=7 align=GRF attrs={#3=[1, 2], #0=[]}
.kernel "header" v_name="pool"
.relocation variable symbolic=32 resolved=1
.relocation function symbolic=2 resolved=0
.binary platform=8
.binary_bytes 1, 2
.binary_bytes 0xff
.binary platform=9
.label there kind=0 v_name="a.b" attrs={"note"=[7], Output}
.decl x v_type=G type=ud num_elts=16 align=#12 alias=<#33, 8> alias_scope=1
.decl y v_type=G type=uw num_elts=64 align=GRF attrs={"Scope"=[1, 2, 3]}
.decl a v_type=A num_elts=2
.motion_estimation "m" num_elts=3 attrs={Output}
.input #70 properties=7 offset=-4 size=8
.kernel_attr "any thing"=[0, 9]
.kernel_attr Target="cm"
there:
    addr_add (M1, 2) a(0)<1> &y[66] 0x0:uw
    .byte 0x31, 0, 0
    ret (M1, 1)
.global_function "f" linkage=2 elsewhere
.relocation function symbolic=5 resolved=6
.global_function "g\0" elsewhere
"#;
    let version = Version::new(4, 1);
    let object = text::assemble(source, version).unwrap_or_else(|errors| panic!("{errors:?}"));
    let variable = &object.variables[0];
    assert_eq!(variable.name, b"v\0x");
    assert_eq!(
        (variable.linkage, variable.properties, variable.elements),
        (1, 0x51, 7)
    );
    assert_eq!(variable.attributes[0].value, [1, 2]);
    assert_eq!(variable.attributes[0].name, 3);
    let kernel = &object.kernels[0];
    assert_eq!(kernel.name, b"header");
    assert_eq!(kernel.routine.name(), "pool");
    let relocations = (
        kernel.variable_relocations[0],
        kernel.function_relocations[0],
    );
    assert_eq!((relocations.0.symbolic, relocations.0.resolved), (32, 1));
    assert_eq!((relocations.1.symbolic, relocations.1.resolved), (2, 0));
    let binaries: Vec<_> = kernel
        .binaries
        .iter()
        .map(|it| (it.platform, &it.bytes[..]))
        .collect();
    assert_eq!(binaries, [(8, &[1, 2, 0xff][..]), (9, &[][..])]);
    let label = &kernel.routine.labels[0];
    assert_eq!(kernel.routine.strings.text(label.name), "a.b");
    assert_eq!(label.attributes.len(), 2);
    assert_eq!(label.attributes[0].value, [7]);
    let x = &kernel.routine.variables[0];
    assert_eq!(
        (x.alignment(), x.alias, x.alias_offset, x.alias_scope),
        (12, 33, 8, 1)
    );
    assert_eq!(kernel.routine.variables[1].attributes[0].value, [1, 2, 3]);
    assert_eq!(kernel.routine.motion_estimations[0].elements, 3);
    let input = kernel.inputs[0];
    assert_eq!(
        (input.properties, input.id, input.offset, input.size),
        (7, 70, -4, 8)
    );
    assert_eq!(kernel.routine.attributes[0].value, [0, 9]);
    let function = &object.functions[0];
    assert!(function.is_elsewhere() && function.function_relocations[0].resolved == 6);

    assert_eq!(object.functions[1].name, b"g\0");

    let bytes = object.write().expect("an object");
    assert_eq!(Object::read(&bytes).as_ref(), Ok(&object));
    let listing = text::list(&object, Style::Names).expect("a known version");
    assert_eq!(
        text::assemble(&listing, version).as_ref(),
        Ok(&object),
        "{listing}"
    );
    for line in [
        ".relocation variable symbolic=32 resolved=1",
        ".binary platform=9",
        ".binary_bytes 0x01, 0x02, 0xff",
        ".global_function \"f\" linkage=2 elsewhere",
    ] {
        assert!(listing.contains(line), "{line}\n{listing}");
    }
}

/// The address of a byte of a variable: its row and column, of rows of 64 bytes or of what
/// `.register_size` says, in elements of the variable's type.
#[test]
fn addresses_of_bytes() {
    let whole = |before: &str, operand: &str| {
        let source = format!(
            ".version 4.1\n{before}\n.kernel \"k\"\n.decl y v_type=G type=ud num_elts=64\n.decl a v_type=A num_elts=2\n.kernel_attr Target=\"cm\"\n    addr_add (M1, 2) a(0)<1> &y{operand} 0x0:uw\n"
        );
        text::assemble(&source, Version::new(4, 1))
    };
    for (before, offset, place) in [
        ("", "[0]", ""),
        ("", "[ 64 ]", "(1,0)<0;1,0>"),
        ("", "[%sizeof(GRF) + 8]", "(1,2)<0;1,0>"),
        (".register_size 32", "[64]", "(2,0)<0;1,0>"),
        (".register_size 32", "[36]", "(1,1)<0;1,0>"),
    ] {
        assert_eq!(whole(before, offset), whole("", place), "{offset}");
        assert!(whole(before, offset).is_ok(), "{offset}");
    }
    let wrong = |operand: &str| {
        let errors = whole("", operand).expect_err("it is wrong");
        assert_eq!(errors.len(), 1, "{errors:?}");
        format!("[{}] {}", errors[0].kind.code(), errors[0])
    };
    insta::assert_snapshot!(
        [
            wrong("[66]"),
            wrong("[-4]"),
            wrong("[16384]"),
            wrong("[4"),
            wrong("[]")
        ]
        .join("\n")
    );
}

/// What is wrong with directives of our own.
#[test]
fn errors_of_our_own_directives() {
    let source = r#"
.version 4.1
.file_variable "v" typ=d
.file_variable "v" attrs={Output}
.register_size 16
.kernel "k" v_name=#3
.relocation label symbolic=1
.relocation variable symbol=1
.binary_bytes 1
.binary platform=300
.label l kind=1 attrs={Outptu}
.decl x v_type=G type=ud num_elts=16 align=#16
.decl y v_type=G type=ud num_elts=16 alias=<#, 8>
.decl z v_type=G type=ud num_elts=16 attrs={"Output"}
.motion_estimation m
.input #7 propertys=1
.kernel_attr "x"=[1, 256]
.kernel_attr "x"=1
.binry platform=1
.global_function "f" elsewhere
    ret (M1, 1)
.binary platform=1
.global_function "a\0b"
.binary platform=1
"#;
    let errors = text::assemble(source, Version::new(4, 1)).expect_err("much is wrong");
    insta::assert_snapshot!(lines_of(source, &errors));
}

/// Places, codes and messages, a line each.
fn lines_of(source: &str, errors: &[text::TextError]) -> String {
    let lines = errors.iter().map(|error| {
        let before = &source[..error.span.start];
        let line = before.matches('\n').count() + 1;
        let column = error.span.start - before.rfind('\n').map_or(0, |at| at + 1) + 1;
        let at = &source[error.span.clone()];
        format!("{line}:{column} `{at}` [{}] {error}", error.kind.code())
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A listing with bytes has those of each instruction, and gives the same object.
#[test]
fn listings_with_bytes() {
    for (name, source) in visa_files::sources() {
        let object = text::assemble(&source, Version::new(4, 1)).expect(&name);
        let listing = text::list_with_bytes(&object).expect("a known version");
        let again = text::assemble(&listing, object.version);
        assert_eq!(again.as_ref(), Ok(&object), "{name}\n{listing}");
        let shown: Vec<u8> = listing
            .lines()
            .filter_map(|line| line.rsplit_once(" // 0x")?.1.split_once(": "))
            .flat_map(|(_, bytes)| bytes.split(' '))
            .map(|byte| u8::from_str_radix(byte, 16).expect("two digits"))
            .collect();
        let kernels = object.kernels.iter().map(|it| &it.routine);
        let functions = object.functions.iter().map(|it| &it.routine);
        let code: Vec<u8> = kernels
            .chain(functions)
            .flat_map(|it| it.code.clone())
            .collect();
        assert_eq!(shown, code, "{name}");
    }
}
