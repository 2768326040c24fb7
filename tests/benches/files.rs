//! Whole files of 20,000 instructions with labels and branches: the code of kernels that
//! clang compiled.
//!
//! ```text
//! cargo bench -p isa-tests --bench files             measures
//! cargo bench -p isa-tests --bench files -- --test   runs everything once
//! ```
//!
//! A pass of 1 ms is 50 ns per instruction.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use isa_mc::asm::Assembler;
use isa_mc::disasm::Disassembler;
use isa_mc::gcn::{self, syntax};
use isa_test_support::code;
use isa_test_support::corpus;

fn main() {
    divan::main();
}

const CPUS: [&str; 4] = ["gfx600", "gfx803", "gfx900", "gfx906"];

/// Instructions of a pass, about.
const COUNT: usize = 20_000;

/// A source to an object file.
fn assemble(cpu: &str, source: &str) -> Vec<u8> {
    let target = gcn::target(cpu).expect("a processor");
    let assembler = Assembler::new(target, syntax::LLVM).machine(gcn::SUPPORT);
    let assembly = assembler.externals().assemble("a.s", source.as_bytes());
    let object = assembly.object().expect("a source without errors");
    object.to_elf().expect("it is small")
}

/// An object file to a source.
fn disassemble(cpu: &str, file: &[u8]) -> Vec<u8> {
    let target = gcn::target(cpu).expect("a processor");
    let disassembler = Disassembler::new(target, syntax::LLVM, gcn::SUPPORT);
    let mut text = Vec::new();
    let file = disassembler.read(file).expect("an object");
    file.write_text(&mut text).expect("a vector has room");
    text
}

/// Text to object.
#[divan::bench(args = CPUS)]
fn text_to_object(bencher: Bencher, cpu: &str) {
    let source = corpus::listing(cpu, COUNT);
    bencher
        .counter(ItemsCount::new(code::count(&source).instructions))
        .counter(BytesCount::new(source.len()))
        .bench_local(|| assemble(cpu, black_box(&source)));
}

/// Object to text.
#[divan::bench(args = CPUS)]
fn object_to_text(bencher: Bencher, cpu: &str) {
    let source = corpus::listing(cpu, COUNT);
    let file = assemble(cpu, &source);
    bencher
        .counter(ItemsCount::new(code::count(&source).instructions))
        .counter(BytesCount::new(file.len()))
        .bench_local(|| disassemble(cpu, black_box(&file)));
    // Or it would be another work that was measured.
    let text = String::from_utf8(disassemble(cpu, &file)).expect("text");
    assert!(assemble(cpu, &text) == file, "{cpu}: another object");
}
