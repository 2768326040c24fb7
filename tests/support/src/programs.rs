//! Whole programs in assembly, as they lie in memory before they run.

use isa_mc::asm::Assembler;
use isa_mc::gcn::dispatch::CODE_BASE;
use isa_mc::gcn::loader::Image;
use isa_mc::gcn::{self, syntax};

/// The image of a kernel with this code and this content of its descriptor.
///
/// # Panics
///
/// If the processor is none, or the assembler or the loader refuses the program.
pub fn kernel(cpu: &str, name: &str, code: &str, descriptor: &str) -> Image {
    let target = gcn::target(cpu).expect("a processor");
    let source = format!(
        ".amdgcn_target \"amdgcn-amd-amdhsa--{cpu}\"\n.globl {name}\n.p2align 8\n{name}:\n\
         {code}\n.rodata\n.p2align 6\n.amdhsa_kernel {name}\n{descriptor}.end_amdhsa_kernel\n"
    );
    let assembler = Assembler::new(target, syntax::LLVM)
        .machine(gcn::SUPPORT)
        .externals();
    let assembled = assembler.assemble(&format!("{name}.s"), source.as_bytes());
    assert!(assembled.errors.is_empty(), "{:?}", assembled.errors);
    let file = assembled.object().expect("an object").to_elf();
    Image::load(&file.expect("a file"), CODE_BASE).expect("an image")
}
