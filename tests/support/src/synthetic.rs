//! Descriptions of any size, to see how time grows with them.

use std::fmt::Write as _;

/// Instructions of a family.
const FAMILY: usize = 40;

/// A machine with so many instructions, in families that look like those of a
/// real one: two architectures with opcodes of their own, registers, a number,
/// flags, a documented operation for each instruction.
pub fn machine(instructions: usize) -> String {
    let mut text = String::from(HEAD);
    for family in 0..instructions.div_ceil(FAMILY) {
        let first = family * FAMILY;
        let last = instructions.min(first + FAMILY);
        let _ = write!(
            text,
            "/// Family {family}.\n\
             family f{family}(n) : WORDS(spare = 0) {{\n    \
                 out d : vgpr x(n);\n    \
                 in  a : vgpr x2;\n    \
                 asm \"{{d}}, {{a}}{{flags}}\";\n    \
                 opcodes old new;\n"
        );
        for opcode in first..last {
            let width = opcode % 2 + 1;
            let _ = write!(
                text,
                "    /// Instruction {opcode}.\n    \
                 f{family}_i{opcode} ({width}) {opcode} {} {{ D[0] = A[0] + A[1] + OFFSET; }}\n",
                opcode + 64
            );
        }
        text.push_str("}\n");
    }
    text
}

const HEAD: &str = r#"
isa synthetic "Synthetic machine" {
    word 32 little;
    arch old "The old one" { old1 }
    arch new "The new one" { new1 new2 }
    syntax plain { comment "//"; }
}

registers vgpr "vector register" : 32 {
    v[0..255] = 0;
    groups 1, 2;
}

format WORDS : 64 {
    opcode   [13:0];
    offset   [25:14];
    encoding [31:26] = 0b110111;
    a        [39:32];
    x        [40];
    y        [41];
    spare    [42];
    reserved [55:43];
    d        [63:56];
}

modifiers flags {
    offset : u12 { plain "offset:{}"; }
    x      : flag;
    y      : flag;
}

"#;
