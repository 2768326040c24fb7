//! Listings are those of llvm-objdump byte for byte, and targets with features and symbols
//! from outside make the objects of llvm-mc: on what clang makes of the kernels, and on code
//! objects inside libraries of Debian.

use std::path::Path;
use std::process::Command;

use isa_mc::asm::Assembler;
use isa_mc::dump::{Code, Dump, Dumper, Range};
use isa_mc::gcn::{self, syntax};
use isa_mc::machines::{self, AnyTarget};
use isa_mc::object::bundle;
use isa_test_peers::debian;
use isa_test_support::compare::PROCESSORS;
use isa_test_support::llvm;
use isa_test_support::objects::Contents;
use isa_test_support::sample::Sample;
use isa_test_support::{kernels, round_trip};

/// Processors that LLVM disassembles.
fn processors() -> impl Iterator<Item = &'static str> {
    PROCESSORS
        .into_iter()
        .filter(|cpu| llvm::has_disassembler(cpu))
}

/// Flags of llvm-objdump, and what of ours they ask for.
type Flags = (&'static [&'static str], fn(&Dump<'_, '_>, &mut Vec<u8>));

/// The flags that are compared.
const FLAGS: &[Flags] = &[
    (&["-d"], |dump, out| code(dump, &Code::default(), out)),
    (&["-dr", "-z"], |dump, out| {
        let code_of = Code {
            shows_relocations: true,
            shows_zeros: true,
            ..Code::default()
        };
        code(dump, &code_of, out);
    }),
    (
        &["-d", "--show-all-symbols", "--no-leading-addr"],
        |dump, out| {
            let code_of = Code {
                shows_all_symbols: true,
                hides_addresses: true,
                ..Code::default()
            };
            code(dump, &code_of, out);
        },
    ),
    (&["-D", "-j", ".rodata", "-j", ".data"], |dump, out| {
        let code_of = Code {
            all_sections: true,
            sections: vec![".rodata".to_owned(), ".data".to_owned()],
            ..Code::default()
        };
        code(dump, &code_of, out);
    }),
    (&["-h"], |dump, out| dump.section_headers(&[], out)),
    (&["-t"], |dump, out| dump.symbols(Range::default(), out)),
    (&["-r"], |dump, out| {
        dump.relocations(&[], Range::default(), out);
    }),
    (&["-s"], |dump, out| dump.contents(&[], out)),
    (&["-p"], |dump, out| {
        dump.private_headers(out).expect("headers");
    }),
    (&["-T"], |dump, out| {
        let written = dump.dynamic_symbols(Range::default(), out);
        written.expect("dynamic symbols");
    }),
];

fn code(dump: &Dump<'_, '_>, code: &Code, out: &mut Vec<u8>) {
    dump.code(code, out).expect("a vector takes everything");
}

/// A file that was read, for the processor that it says.
fn read(bytes: &[u8], threads: usize) -> Dump<'_, 'static> {
    let Some(AnyTarget::Words(target)) = machines::of_file(bytes) else {
        panic!("the file says its processor");
    };
    let dumper = Dumper::new(target, syntax::LLVM, gcn::SUPPORT).threads(threads);
    dumper.read(bytes).expect("an object")
}

/// What we write for a file, with the heading of llvm-objdump.
fn ours(path: &Path, bytes: &[u8], write: fn(&Dump<'_, '_>, &mut Vec<u8>)) -> Vec<u8> {
    let dump = read(bytes, 2);
    let mut out = Vec::new();
    let head = format!("\n{}:\tfile format {}\n", path.display(), dump.format());
    out.extend_from_slice(head.as_bytes());
    write(&dump, &mut out);
    out
}

/// What llvm-objdump writes.
fn theirs(path: &Path, flags: &[&str]) -> Vec<u8> {
    let program = std::env::var("LLVM_OBJDUMP").unwrap_or_else(|_| "llvm-objdump-22".to_owned());
    let output = Command::new(program).args(flags).arg(path).output();
    let output = output.expect("llvm-objdump-22: apt-get install llvm-22");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", path.display());
    output.stdout
}

/// The first line that differs, with its number.
fn difference(llvm: &[u8], own: &[u8]) -> Option<String> {
    if llvm == own {
        return None;
    }
    let (llvm, own) = (String::from_utf8_lossy(llvm), String::from_utf8_lossy(own));
    let mut lines = (1..).zip(llvm.lines().zip(own.lines()));
    let found = lines.find(|(_, (llvm, own))| llvm != own);
    Some(match found {
        Some((number, (llvm, own))) => format!("line {number}:\n  llvm {llvm}\n  own  {own}"),
        None => format!("{} lines and {}", llvm.lines().count(), own.lines().count()),
    })
}

/// A listing of data without what it would be as code: LLVM's text of that says less than
/// the bytes, or it refuses bits that mean nothing. Nor with the bytes of a descriptor that
/// cannot be read, for which LLVM writes those at the beginning of the section.
fn without_instructions(text: &[u8]) -> Vec<u8> {
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    let is_other = |line: &&[u8]| {
        !line.windows(5).any(|it| it == b"// 00") && !line.starts_with(b"\t.byte\t 0x")
    };
    lines.filter(is_other).collect::<Vec<_>>().concat()
}

/// Every listing of every kernel that clang compiled, as an object and linked: the same text.
/// A sample has one in 48.
#[test]
fn listings_of_clang_s_kernels() {
    let mut sample = Sample::of_this_run();
    let folder = tempfile::tempdir().expect("a folder");
    let (mut count, mut wrong) = (0, Vec::new());
    for kernel in kernels::all() {
        for cpu in processors() {
            for level in ["-O0", "-O3"] {
                if !kernels::suits(&kernel, cpu) || !sample.takes(48) {
                    continue;
                }
                let name = format!("{} {cpu} {level}", kernels::name(&kernel));
                let source = kernels::assembly(&kernel, cpu, level).expect("clang-22");
                let object = folder.path().join("kernel.o");
                let made = round_trip::assemble(cpu, syntax::LLVM, source.as_bytes());
                std::fs::write(&object, made.expect(&name)).expect("the object");
                let linked = folder.path().join("kernel.so");
                let lld = std::env::var("LLD").unwrap_or_else(|_| "ld.lld-22".to_owned());
                let output = Command::new(lld)
                    .args(["-shared", "-o"])
                    .args([&linked, &object])
                    .output();
                output.expect("ld.lld-22: apt-get install lld-22");
                for path in [&object, &linked] {
                    let Ok(bytes) = std::fs::read(path) else {
                        continue;
                    };
                    for (flags, write) in FLAGS {
                        let mut pair = [theirs(path, flags), ours(path, &bytes, *write)];
                        if flags.contains(&"-D") {
                            pair = pair.map(|text| without_instructions(&text));
                        }
                        let found = difference(&pair[0], &pair[1]);
                        wrong.extend(found.map(|it| format!("{name} {flags:?} {it}")));
                        count += 1;
                    }
                }
                let _ = std::fs::remove_file(&linked);
            }
        }
    }
    println!("{count} listings of clang's kernels");
    assert!(count > sample.amount(40, 1000), "only {count} listings");
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Target ids: the header, the directive, the descriptor and the metadata that llvm-mc makes
/// of `-mcpu` and `-mattr`, with symbols from outside.
#[test]
fn features_and_symbols_from_outside() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "\
.if wide
  s_mov_b32 s0, wide + 1
.endif
.globl wide
.long wide
kernel:
  s_endpgm
.rodata_is_next:
.section .rodata,\"a\"
.amdhsa_kernel kernel
  .amdhsa_next_free_vgpr 20
  .amdhsa_next_free_sgpr 40
.end_amdhsa_kernel
";
    let path = folder.path().join("a.s");
    std::fs::write(&path, source).expect("the source");
    let mut count = 0;
    for (cpu, choices) in [
        ("gfx803", &[&[][..]][..]),
        ("gfx801", &[&[], &["xnack-"], &["xnack+"]]),
        ("gfx900", &[&[], &["xnack-"], &["xnack+"]]),
        (
            "gfx906",
            &[
                &[],
                &["xnack-"],
                &["sramecc+"],
                &["sramecc-", "xnack+"],
                &["sramecc+", "xnack-"],
            ],
        ),
    ] {
        for features in choices {
            let id = [&[cpu], *features].concat().join(":");
            let attributes: Vec<String> = features
                .iter()
                .map(|it| format!("{}{}", &it[it.len() - 1..], &it[..it.len() - 1]))
                .collect();
            let object = folder.path().join("llvm.o");
            let program = std::env::var("LLVM_MC").unwrap_or_else(|_| "llvm-mc-22".to_owned());
            let output = Command::new(program)
                .args(["-triple=amdgcn-amd-amdhsa", "-filetype=obj", "-mcpu", cpu])
                .args(["-defsym=wide=0x1234", "-defsym", "other=-5"])
                .arg(format!("-mattr={}", attributes.join(",")))
                .arg("-o")
                .args([&object, &path])
                .output()
                .expect("llvm-mc-22: apt-get install llvm-22");
            assert!(
                output.status.success(),
                "{}",
                String::from_utf8_lossy(&output.stderr)
            );
            let target = gcn::target(&id).expect("a target");
            let assembly = Assembler::new(target, syntax::LLVM)
                .machine(gcn::SUPPORT)
                .define("wide", 0x1234)
                .define("other", -5)
                .externals()
                .assemble("a.s", source.as_bytes());
            let own = assembly.object().expect(&id).to_elf().expect(&id);
            let llvm = std::fs::read(&object).expect("the object of llvm-mc");
            let read = |bytes: &[u8]| Contents::read(bytes).expect("an object");
            assert_eq!(read(&llvm).differences(&read(&own)), [""; 0], "{id}");
            count += 1;
        }
    }
    assert_eq!(count, 12);
}

/// Code objects inside libraries of Debian, in `.hip_fatbin`: the same listing, and their text
/// assembles back to the same sections. A sample has those of the smaller library; of the
/// other one, with a hundred bundles, only the whole has some.
#[test]
fn code_objects_of_debian() {
    let mut sample = Sample::of_this_run();
    let folder = tempfile::tempdir().expect("a folder");
    let (mut count, mut instructions, mut wrong) = (0, 0, Vec::new());
    for (package, name) in &debian::PACKAGES[..if sample.is_whole() { 2 } else { 1 }] {
        let Some(path) = debian::library(package, name, folder.path()) else {
            println!("SKIPPED: {package} cannot be fetched (apt-get download {package})");
            continue;
        };
        let bytes = std::fs::read(&path).expect("the library");
        let bundles = bundle::all(&bytes).expect("its bundles");
        let entries = bundles.iter().flat_map(|bundle| &bundle.entries);
        let own = entries.filter(|entry| {
            let processor = entry.target().split(':').next().unwrap_or_default();
            processors().any(|it| it == processor)
        });
        for entry in own {
            // The large library has 336: a third of them is enough.
            if *package != debian::PACKAGES[0].0 && !sample.takes(3) {
                continue;
            }
            let object = folder.path().join("code_object");
            std::fs::write(&object, entry.bytes).expect("the code object");
            let llvm = theirs(&object, &["-d"]);
            let own = ours(&object, entry.bytes, FLAGS[0].1);
            let found = difference(&llvm, &own);
            wrong.extend(found.map(|it| format!("{package} {} {it}", entry.id)));
            instructions += own
                .split(|byte| *byte == b'\n')
                .filter(|it| it.len() > 60)
                .count();
            let cpu = entry.target().split(':').next().unwrap_or_default();
            let text = round_trip::disassemble(cpu, syntax::LLVM, entry.bytes).expect(cpu);
            let back = round_trip::assemble(cpu, syntax::LLVM, &text).expect(cpu);
            let differences = round_trip::differences(entry.bytes, &back).expect("two files");
            wrong.extend(
                differences
                    .iter()
                    .map(|it| format!("{package} {}: {it}", entry.id)),
            );
            count += 1;
        }
    }
    println!("{count} code objects of Debian, {instructions} instructions");
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
