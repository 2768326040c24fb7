//! The assembler on damaged sources: it ends, without a panic, and what it refuses has a
//! place.

use isa_mc::asm::{Assembler, Assembly};
use isa_mc::object::Location;
use isa_mc::{Inst, gcn};
use isa_test_support::random::Random;
use isa_test_support::sample::Sample;

/// Sources with every directive, and code of a compiler.
fn sources() -> Vec<String> {
    let mut sources = Vec::new();
    for folder in ["objects", "listings"] {
        let entries = std::fs::read_dir(folder).expect("the folder is there");
        let mut paths: Vec<_> = entries
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|it| it == "s"))
            .collect();
        paths.sort();
        let most = if folder == "listings" { 3 } else { usize::MAX };
        for path in paths.iter().take(most) {
            sources.push(std::fs::read_to_string(path).expect("a source"));
        }
    }
    assert!(sources.len() > 8, "{} sources", sources.len());
    sources
}

/// Pieces that change what stands around them.
const PIECES: &[&str] = &[
    "\"",
    "\\",
    "/*",
    "*/",
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    "=",
    "@",
    ".",
    ";",
    "//",
    "\n",
    "\r\n",
    "\0",
    "ä",
    "'",
    "-",
    "~",
    "!",
    "<<",
    ">>",
    "%",
    "/ 0",
    "* 0x7fffffffffffffff",
    "1b",
    "2f",
    "\\@",
    "\\()",
    "0x",
    "1e999",
    ".if",
    ".else",
    ".endif",
    ".macro m a:vararg\n",
    ".endm\n",
    ".rept 3\n",
    ".endr\n",
    ".irp x,",
    ".exitm\n",
    ".end\n",
    ".set x, x\n",
    ".set x, y\n.set y, x\n",
    ".p2align 63\n",
    ".org -1\n",
    ".space -1\n",
    ".zero 1 << 62\n",
    ".fill 3, 9, 1\n",
    ".octa -1\n",
    ".popsection\n",
    ".altmacro\n",
    ".noaltmacro\n",
    ".macro n a=1, b:req\n\\a&b \\+\n.endm\n",
    "n <x!>y>, %1+",
    "m %",
    "n b=",
    ".irpc x, \"ab\"\n\\x\n.endr\n",
    ".purgem m\n",
    ".macros_off\n",
    ".macros_on\n",
    ".subsection 3\n",
    ".text 2\n",
    ".pushsection .data, 1\n",
    ".section x,\"aMGo?\",@progbits,1,x,g,comdat,unique,3\n",
    ".section y,#alloc,#write\n",
    ".symver x, x@@@V\n",
    ".symver y, y@V, remove\n",
    ".weakref w, x\n",
    ".lto_discard x\n",
    ".lto_set_conditional z, x\n",
    ".base64 \"QUI=\"\n",
    ".ifc \"a,\", (,\n",
    ".ifeqs \"a\", \"a\"\n",
    "\"q r\":\n",
    "# comment\n",
    ".previous\n",
    ".bss\n",
    ".section \"\"\n",
    ".uleb128 -1\n",
    ".size x, y - z\n",
    ".amdhsa_kernel k\n",
    ".end_amdhsa_kernel\n",
    ".amdgpu_metadata\n",
    ".end_amdgpu_metadata\n",
    ".incbin \"x\"\n",
    ".include \"x\"\n",
    ".comm c, -1, 3\n",
    ".long . - .\n",
    ".quad a@rel32@lo\n",
    "s_branch .\n",
    "s_mov_b32 s0, x - y\n",
    "s_cbranch_scc0 1f + 0x80000000\n",
];

/// A source with some pieces taken out, put in, doubled or moved.
fn damaged(random: &mut Random, sources: &[String]) -> Vec<u8> {
    // Some lines, so that what is damaged is a large share.
    let whole = &sources[random.below(sources.len())];
    let start = random.below(whole.lines().count());
    let lines = whole.lines().skip(start).take(1 + random.below(30));
    let mut source = lines.collect::<Vec<_>>().join("\n").into_bytes();
    for _ in 0..random.below(8) {
        let at = random.below(source.len() + 1);
        let end = source.len().min(at + random.below(20));
        match random.below(6) {
            0 => drop(source.drain(at..end)),
            1 | 2 => {
                let piece = PIECES[random.below(PIECES.len())];
                source.splice(at..at, piece.bytes());
            }
            3 => {
                let copy = source[at..end].to_vec();
                let to = random.below(source.len() + 1);
                source.splice(to..to, copy);
            }
            4 if at < source.len() => source[at] = random.below(256) as u8,
            _ => {
                let other = &sources[random.below(sources.len())];
                let line = other.lines().nth(random.below(other.lines().count()));
                source.splice(at..at, format!("\n{}\n", line.unwrap_or("")).bytes());
            }
        }
    }
    source
}

/// Everything that is said lies in a text, and an object can be written.
fn check(assembly: &Assembly<Inst>, source: &[u8]) {
    let shown = || String::from_utf8_lossy(source).into_owned();
    for error in assembly.errors.iter().chain(&assembly.warnings) {
        let Location { start, end, .. } = error.location;
        let text = assembly.texts.get(error.location);
        let text = text.unwrap_or_else(|| panic!("{error}: in no text\n{}", shown()));
        let is_within = start <= end && end as usize <= text.text.len();
        assert!(is_within, "{error}: {start} to {end}\n{}", shown());
        assert!(!error.message.is_empty() && !error.message.contains('\n'));
        assert!(assembly.texts.line(error.location) >= 1);
        assert!(assembly.texts.trace(error.location).count() <= 101);
    }
    match assembly.object() {
        Some(object) => {
            let file = object.to_elf().expect("it can be written");
            isa_test_support::objects::Contents::read(&file)
                .unwrap_or_else(|error| panic!("{error}\n{}", shown()));
        }
        None => assert!(!assembly.errors.is_empty(), "{}", shown()),
    }
}

#[test]
fn damaged_sources_end_with_an_object_or_an_error_with_a_place() {
    let sources = sources();
    let sample = Sample::of_this_run();
    let count = sample.amount(500, 20_000) as u64;
    let (mut right, mut wrong) = (0_u64, 0_u64);
    for seed in 0..count {
        let mut random = Random::new(sample.seed() << 32 | seed);
        let source = damaged(&mut random, &sources);
        let cpu = ["gfx600", "gfx803", "gfx900", "gfx900", "gfx906"][random.below(5)];
        let target = gcn::target(cpu).expect("a processor");
        let syntax = [gcn::syntax::LLVM, gcn::syntax::CLRX][usize::from(random.below(5) == 0)];
        let mut assembler = Assembler::new(target, syntax).machine(gcn::SUPPORT);
        if random.below(3) != 0 {
            assembler = assembler.externals();
        }
        if random.below(2) == 0 {
            assembler = assembler.listing();
        }
        let assembly = assembler.assemble("damaged.s", &source);
        check(&assembly, &source);
        match assembly.errors.is_empty() {
            true => right += 1,
            false => wrong += 1,
        }
    }
    // Damage that always shows, or never, would try little. Of the 500 of a sample 24 to 58 are
    // right.
    let share = if sample.is_whole() { 20 } else { 40 };
    assert!(
        right * share > count && wrong * 4 > count,
        "{right} right, {wrong} wrong"
    );
}
