//! Whole vISA files: objects of every version and their texts, stored and drawn ones, and
//! damaged ones.

use std::path::Path;

use isa_mc::visa::object::{Object, Problem, Table, Version};
use isa_mc::visa::text::{self, Style};
use isa_tests::random::Random;
use isa_tests::sample::Sample;
use isa_tests::visa_files;

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
    let lines: Vec<String> = errors
        .iter()
        .map(|error| {
            let before = &source[..error.span.start];
            let line = before.matches('\n').count() + 1;
            let column = error.span.start - before.rfind('\n').map_or(0, |at| at + 1) + 1;
            let at = &source[error.span.clone()];
            format!("{line}:{column} `{at}` [{}] {error}", error.kind.code())
        })
        .collect();
    insta::assert_snapshot!("errors_of_texts", lines.join("\n"));
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
