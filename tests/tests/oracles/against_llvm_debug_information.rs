//! Debug information is that of llvm-mc 22, byte for byte: what clang writes with `-g`, what
//! `-g` of an assembler makes of a source, and lines and frames that are drawn.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use isa_mc::asm::Assembler;
use isa_mc::gcn::{self, syntax};
use isa_mc::object::DwarfFormat;
use isa_test_support::kernels;
use isa_test_support::objects::Contents;
use isa_test_support::random::Random;
use isa_test_support::sample::Sample;

const CPUS: [&str; 4] = ["gfx700", "gfx803", "gfx900", "gfx906"];
const LEVELS: [&str; 5] = ["-O0", "-O1", "-O2", "-O3", "-Os"];

/// What both assemblers are told beside the source.
#[derive(Debug, Clone, Copy)]
struct Options {
    version: u16,
    is_64: bool,
    own_lines: bool,
}

impl Options {
    const USUAL: Options = Options {
        version: 4,
        is_64: false,
        own_lines: false,
    };
}

/// Who writes `-g`, for both.
const PRODUCER: &str = "a test";

fn ours(cpu: &str, folder: &Path, source: &str, options: Options) -> Result<Vec<u8>, String> {
    let target = gcn::target(cpu).expect("a processor");
    let Options { version, is_64, .. } = options;
    let mut assembler = Assembler::new(target, syntax::LLVM)
        .machine(gcn::SUPPORT)
        .externals()
        .dwarf(DwarfFormat { version, is_64 })
        .compilation_directory(&folder.to_string_lossy());
    if options.own_lines {
        assembler = assembler.own_lines(PRODUCER);
    }
    let assembly = assembler.assemble("source.s", source.as_bytes());
    match assembly.object() {
        Some(object) => object.to_elf().map_err(|error| error.to_string()),
        None => {
            let error = &assembly.errors[0];
            let line = assembly.texts.line(error.location);
            Err(format!("line {line}: {error}"))
        }
    }
}

fn theirs(cpu: &str, folder: &Path, source: &str, options: Options) -> Result<Vec<u8>, String> {
    std::fs::write(folder.join("source.s"), source).expect("the source");
    let program = std::env::var("LLVM_MC").unwrap_or_else(|_| "llvm-mc-22".to_owned());
    let mut command = Command::new(program);
    command
        .current_dir(folder)
        .env("DEBUG_PRODUCER", PRODUCER)
        .args(["-triple=amdgcn-amd-amdhsa", "-filetype=obj", "-mcpu", cpu])
        .args(["source.s", "-o", "llvm.o"])
        .arg(format!("-dwarf-version={}", options.version));
    if options.is_64 {
        command.arg("-dwarf64");
    }
    if options.own_lines {
        command.arg("-g");
    }
    let output = command
        .output()
        .expect("llvm-mc-22: apt-get install llvm-22");
    match output.status.success() {
        true => Ok(std::fs::read(folder.join("llvm.o")).expect("the object of llvm-mc")),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// What differs between the two objects of a source, a line each.
fn differences(cpu: &str, folder: &Path, source: &str, options: Options) -> Vec<String> {
    let llvm = theirs(cpu, folder, source, options);
    let own = ours(cpu, folder, source, options);
    match (llvm, own) {
        (Ok(llvm), Ok(own)) => {
            let read = |bytes: &[u8]| Contents::read(bytes).expect("an object");
            std::fs::write(folder.join("own.o"), &own).expect("our object");
            read(&llvm).differences(&read(&own))
        }
        (Err(llvm), _) => vec![format!("llvm-mc: {llvm}")],
        (_, Err(own)) => vec![own],
    }
}

/// Whether llvm-dwarfdump finds nothing wrong with an object.
fn verify(object: &Path) -> Result<(), String> {
    let output = Command::new("llvm-dwarfdump-22")
        .arg("--verify")
        .arg(object)
        .output()
        .expect("llvm-dwarfdump-22: apt-get install llvm-22");
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stdout).into_owned()),
    }
}

/// What clang writes with `-g`, for every kernel: with both versions of DWARF, code object
/// versions 4, 5 and 6, at each level. A sample has one in forty.
#[test]
fn clang_with_debug_information() {
    let mut sample = Sample::of_this_run();
    let folder = tempfile::tempdir().expect("a folder");
    let (mut count, mut wrong) = (0, Vec::new());
    let mut try_one = |name: &str, cpu: &str, more: &[&str], source: Result<String, String>| {
        let name = format!("{name} {cpu} {more:?}");
        let source = match source {
            Ok(source) => source,
            // clang 22 crashes over the debug information of some kernels on old processors.
            Err(error) if error.contains("PLEASE submit a bug report") => return,
            Err(error) => panic!("{name}: {error}"),
        };
        assert!(source.contains(".loc"), "{name} has no lines");
        let found = differences(cpu, folder.path(), &source, Options::USUAL);
        wrong.extend(found.iter().map(|it| format!("{name}: {it}")));
        if found.is_empty()
            && let Err(message) = verify(&folder.path().join("own.o"))
        {
            wrong.push(format!("{name}: {message}"));
        }
        count += 1;
    };
    for cpu in CPUS {
        for level in LEVELS {
            for dwarf in ["-gdwarf-4", "-gdwarf-5"] {
                for version in ["4", "5", "6"] {
                    let version = format!("-mcode-object-version={version}");
                    let more = ["-g", dwarf, &version];
                    for kernel in kernels::all() {
                        if kernels::suits(&kernel, cpu) && sample.takes(40) {
                            let source = kernels::assembly_with(&kernel, cpu, level, &more);
                            try_one(kernels::name(&kernel), cpu, &more, source);
                        }
                    }
                    if sample.takes(40) {
                        let source = kernels::templates_with(cpu, level, &more);
                        try_one("templates", cpu, &more, source);
                    }
                }
            }
        }
    }
    println!("{count} objects with debug information");
    assert!(count > sample.amount(10, 1000), "only {count} objects");
    let shown = wrong.join("\n");
    assert!(wrong.is_empty(), "{} of {count}:\n{shown}", wrong.len());
}

/// `-g` of the assembler, for the sources in `tests/objects` and for clang's code: every
/// version, with offsets of both sizes.
#[test]
fn lines_of_the_source_itself() {
    let mut sample = Sample::of_this_run();
    let folder = tempfile::tempdir().expect("a folder");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("objects");
    let entries = std::fs::read_dir(&sources).expect("the folder of sources");
    let mut all: Vec<(String, String)> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .map(|path| {
            let name = path.display().to_string();
            (name, std::fs::read_to_string(path).expect("a source"))
        })
        .collect();
    for kernel in kernels::all() {
        if kernels::suits(&kernel, "gfx900") && sample.takes(4) {
            let source = kernels::assembly(&kernel, "gfx900", "-O2").expect("clang-22");
            all.push((kernels::name(&kernel).to_owned(), source));
        }
    }
    all.push(("nothing".to_owned(), String::new()));
    all.push((
        "macros and markers".to_owned(),
        "# 7 \"b.S\"\ns_nop 0\n.macro m x\ns_nop \\x\nl\\@: s_nop 5\n.endm\nm 1\n.rept 2\ns_nop 4\n\
         .endr\n# 40 \"x/c.S\" 2\n_label: s_nop 3\n.section .text.a,\"ax\",@progbits\ns_endpgm\n"
            .to_owned(),
    ));
    for (name, source) in &all {
        for version in 2..=5 {
            for is_64 in [false, true] {
                if version == 2 && is_64 || !sample.takes(3) {
                    continue;
                }
                let options = Options {
                    version,
                    is_64,
                    own_lines: true,
                };
                let found = differences("gfx900", folder.path(), source, options);
                assert_eq!(found, [""; 0], "{name} {options:?}");
            }
        }
    }
}

/// A source whose lines and frames are drawn: files with and without directories and
/// checksums, every option, every rule, gaps, several sections.
fn drawn(random: &mut Random) -> String {
    let mut text = String::from(".data\nd0:\nd1:\n.text\n.globl person\n");
    let mut line = |line: std::fmt::Arguments<'_>| {
        // A string takes everything.
        let _ = writeln!(text, "{line}");
    };
    let has_root = random.below(2) == 0;
    let has_checksums = random.below(3) == 0;
    let checksum = |random: &mut Random| match has_checksums {
        true => format!(" md5 0x{:032x}", random.below(1 << 30)),
        false => String::new(),
    };
    if has_root {
        line(format_args!(
            ".file 0 \"/d{}\" \"m.cl\"{}",
            random.below(2),
            checksum(random)
        ));
    }
    let files = 1 + random.below(4);
    for number in 1..=files {
        let directory = random.below(2);
        let name = match random.below(4) {
            0 => format!("\"a{number}.cl\""),
            1 => format!("\"/d{directory}\" \"b{number}.cl\""),
            2 => format!("\"x/y/c{number}.cl\""),
            _ => format!("\"/d{directory}\" \"z//q{number}.cl\""),
        };
        let source = if random.below(10) == 0 {
            " source \"int x;\\n\""
        } else {
            ""
        };
        line(format_args!(
            ".file {number} {name}{}{source}",
            checksum(random)
        ));
    }
    let sections = [
        ".cfi_sections .debug_frame",
        "",
        ".cfi_sections .eh_frame, .debug_frame",
    ];
    let sections = sections[random.below(3)];
    // In `.eh_frame` LLVM lets a function whose description is another one than that of the
    // function before begin with how far that one's frame was from its register.
    let is_relative = sections.ends_with("sections .debug_frame");
    line(format_args!("{sections}"));
    let mut is_open = false;
    for _ in 0..5 + random.below(80) {
        match random.below(20) {
            0..7 => {
                let least = usize::from(!has_root);
                let file = least + random.below(files + 1 - least);
                let number = [1, 2, 3, 10, 11, 12, 100, 5000, 1_u32 << 31][random.below(9)];
                let column = ["", " 1", " 7", " 300", " 70000"][random.below(5)];
                let options = [
                    "",
                    "",
                    "",
                    "basic_block",
                    "prologue_end",
                    "epilogue_begin",
                    "is_stmt 0",
                    "is_stmt 1",
                    "isa 3",
                    "discriminator 200",
                ];
                let (one, other) = (options[random.below(10)], options[random.below(10)]);
                line(format_args!(".loc {file} {number}{column} {one} {other}"));
            }
            7..12 => line(format_args!("s_nop {}", random.below(4))),
            12 => line(format_args!("s_mov_b32 s0, 0x12345")),
            13 => {
                let data = [
                    ".long 4",
                    ".byte 1,2,3,4",
                    ".zero 8",
                    ".fill 2,4,1",
                    ".space 4",
                    ".p2align 4",
                    ".quad x",
                    ".ascii \"abcd\"",
                    ".zero 1024",
                    ".zero 300000",
                    ".zero 68",
                    ".uleb128 300\n.byte 0, 0",
                    ".dcb.l 2,3",
                    ".fill 0,4,1",
                ];
                line(format_args!("{}", data[random.below(data.len())]));
            }
            14 if !is_open => {
                let sections = [
                    ".text",
                    ".data",
                    ".section .text.a,\"ax\",@progbits",
                    ".section .text.b,\"ax\",@progbits",
                ];
                line(format_args!("{}", sections[random.below(4)]));
            }
            15 => {
                let begin = [".cfi_startproc", ".cfi_startproc simple"][random.below(2)];
                line(format_args!(
                    "{}",
                    if is_open { ".cfi_endproc" } else { begin }
                ));
                is_open = !is_open;
            }
            _ if is_open => line(format_args!("{}", rule(random, is_relative))),
            _ => {}
        }
    }
    if is_open {
        line(format_args!(".cfi_endproc"));
    }
    text
}

/// A directive of frames; one that counts from where the frame was if that may be.
fn rule(random: &mut Random, is_relative: bool) -> String {
    let registers = [
        "s0", "s33", "s99", "v0", "v255", "exec", "pc", "5", "63", "64", "3000",
    ];
    let register = registers[random.below(registers.len())];
    let offset = [0, 4, 8, 64, 1000, -8, 6][random.below(7)];
    match random.below(18) {
        0 => format!(".cfi_def_cfa {register}, {offset}"),
        1 => format!(".cfi_def_cfa_offset {offset}"),
        2 => format!(".cfi_def_cfa_register {register}"),
        3 => format!(".cfi_offset {register}, {offset}"),
        4 if is_relative => format!(".cfi_rel_offset {register}, {offset}"),
        5 => format!(".cfi_val_offset {register}, {offset}"),
        6 => format!(".cfi_register {register}, s4"),
        7 => format!(".cfi_undefined {register}"),
        8 => format!(".cfi_same_value {register}"),
        9 if is_relative => format!(".cfi_adjust_cfa_offset {offset}"),
        4 | 9 => format!(".cfi_restore {register}"),
        10 => ".cfi_remember_state".to_owned(),
        11 => ".cfi_restore_state".to_owned(),
        12 => ".cfi_escape 0x0f, 3, 0x30, 0x36, 0xe1".to_owned(),
        13 => format!(".cfi_llvm_def_aspace_cfa {register}, 8, 6"),
        14 => ".cfi_signal_frame".to_owned(),
        15 => format!(".cfi_return_column {register}"),
        16 => {
            let form = ["0x1b", "0x3", "0x00", "0x9b"][random.below(4)];
            format!(".cfi_personality {form}, person")
        }
        _ => {
            let form = ["0x1b", "0x4"][random.below(2)];
            format!(".cfi_lsda {form}, d{}", random.below(2))
        }
    }
}

/// Sources that are drawn, with every version.
#[test]
fn drawn_lines_and_frames() {
    let sample = Sample::of_this_run();
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = Random::new(sample.seed());
    for at in 0..sample.amount(60, 3000) {
        let source = drawn(&mut random);
        let version = 2 + random.below(4) as u16;
        let options = Options {
            version,
            is_64: version > 2 && random.below(4) == 0,
            own_lines: false,
        };
        let found = differences("gfx900", folder.path(), &source, options);
        assert_eq!(found, [""; 0], "source {at} {options:?}\n{source}");
    }
}
