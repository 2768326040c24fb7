//! Whole files: allocations grow with the number of sections, with the logarithm of the
//! file's size, and with labels; not with the number of instructions. Every allocation of
//! the process is counted.

use std::hint::black_box;

use allocation_counter::measure;
use isa_mc::asm::Assembler;
use isa_mc::disasm::Disassembler;
use isa_mc::gcn::{self, syntax};
use isa_test_support::code;
use isa_test_support::corpus;

/// What a source has, and the allocations of each step over it.
struct Steps {
    instructions: usize,
    /// Statements that define or name a symbol.
    naming: usize,
    /// Text to object in memory, that to a file, the file read, the file to text.
    allocations: [u64; 4],
}

const NAMES: [&str; 4] = [
    "text to object",
    "object to file",
    "file read",
    "file to text",
];

fn steps(source: &str) -> Steps {
    let target = gcn::target("gfx900").expect("a processor");
    let assembler = Assembler::new(target, syntax::LLVM).machine(gcn::SUPPORT);
    let assembler = assembler.externals();
    let mut assembly = None;
    let assembled = measure(|| assembly = Some(assembler.assemble("a.s", source.as_bytes())));
    let assembly = assembly.expect("it was assembled");
    let object = assembly.object().expect("a source without errors");
    let mut file = Vec::new();
    let written = measure(|| file = object.to_elf().expect("it is small"));
    let disassembler = Disassembler::new(target, syntax::LLVM, gcn::SUPPORT);
    let mut disassembly = None;
    let read = measure(|| disassembly = Some(disassembler.read(&file).expect("an object")));
    let disassembly = disassembly.expect("it was read");
    let mut text = Vec::with_capacity(2 * source.len());
    let printed = measure(|| disassembly.write_text(black_box(&mut text)).expect("room"));
    assert!(text.len() > source.len() / 2, "{} bytes", text.len());
    Steps {
        instructions: code::count(source).instructions,
        naming: source.lines().filter(|line| line.contains(".L")).count(),
        allocations: [assembled, written, read, printed].map(|it| it.count_total),
    }
}

/// Compares a source with one that is twice as long: each step may have so many more
/// allocations, which depends on how many more instructions and statements that name
/// symbols there are.
fn compare(few: &str, many: &str, allowed: impl Fn(usize, usize) -> [usize; 4]) {
    let (few, many) = (steps(few), steps(many));
    let instructions = many.instructions - few.instructions;
    let naming = many.naming - few.naming;
    assert!(instructions > 10_000, "{instructions} more");
    let allowed = allowed(instructions, naming);
    let mut wrong = Vec::new();
    for (at, name) in NAMES.into_iter().enumerate() {
        let more = many.allocations[at] - few.allocations[at];
        let line = format!(
            "{name}: {more} allocations more for {instructions} instructions more, {naming} \
             statements among them that name symbols"
        );
        println!("{line}");
        if more as usize > allowed[at] {
            wrong.push(line);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// An instruction costs no allocation in any step.
#[test]
fn instructions_allocate_nothing() {
    let source = |count| {
        let source = corpus::listing("gfx900", count);
        let plain = |line: &&str| !line.contains(".L");
        let lines: Vec<&str> = source.lines().filter(plain).collect();
        lines.join("\n") + "\n"
    };
    compare(&source(20_000), &source(40_000), |more, naming| {
        assert_eq!(naming, 0);
        [more / 1000; 4]
    });
}

/// What a statement that names a symbol may cost in each step. To be lowered: nothing
/// here has to allocate.
const NAMING: [usize; 4] = [2, 0, 0, 0];

/// A label, and a branch to it, cost a few allocations, and no more in longer files.
#[test]
fn symbols_allocate_little() {
    let source = |count| corpus::listing("gfx900", count);
    compare(&source(20_000), &source(40_000), |more, naming| {
        assert!(naming > more / 50, "{naming} statements that name symbols");
        NAMING.map(|each| each * naming + more / 1000)
    });
}
