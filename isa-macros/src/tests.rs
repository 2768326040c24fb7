//! The expansion of a small machine, as a reader sees it.

use isa_dsl::Compilation;

use super::{tables, wrappers};

/// A machine with one of each thing that the macro writes out.
const TOY: &str = r##"
isa toy "A toy" {
    word 8 little;
    arch toy1 "The first" { t1 }
    feature fast { t1 }
    syntax plain { comment "#"; }
}
registers reg "register" : 8 { r[0..3] = 0; groups 1, 2; }
class source "register or none" : 3 { 0..3 => reg; 7 => "none"; }
state S : 8;
format ONE : 16 { d [1:0]; a [4:2]; f [5]; wide [6]; reserved [7]; opcode [15:8]; }
modifiers flags { f : flag; wide : u1; }
/// Moves a value.
family moves : ONE {
    out d : reg;
    in  a : source;
    asm when f == 0 "{d}, {a}{flags}";
    asm when f == 1 "{a}{flags}";
    require a != "none" || f == 0 "none is not fast";
    opcodes toy1;
    /// Copies a value.
    copy    1 if fast { D = A; }
}
"##;

/// A machine whose instructions are streams.
const STREAM: &str = r##"
isa stream "A byte-serial toy" {
    word 8 little;
    arch toy1 "The first" { t1 }
    syntax plain { comment "#"; }
}
class half : 1 { 0 => ""; 1 => ".16"; }
class sign : 2 { 0 => "(+)"; 1 => "(-)"; 2 => "up"; 3 => "Up"; }
stream variable { id : u16; asm when id == 0 "null"; asm "V{id}"; }
stream MOVE {
    op  : u8;
    how : u8 { half [0] : half; sign [2:1] : sign; reserved [7:3]; }
    dst : variable;
    when how.half == 1 src : variable;
}
family moves : MOVE {
    asm "{mnemonic}{how.half} {how.sign}{dst} {src}";
    asm when how.half == 0 "{mnemonic} {how.sign}{dst}";
    opcodes toy1;
    /// Copies a value.
    move.copy 1;
}
"##;

fn expansion(compilation: &Compilation) -> String {
    let rows = match compilation.tables() {
        Ok(tables) => tables::emit(&tables),
        Err(errors) => panic!("{errors}"),
    };
    let wrappers = wrappers::emit(&compilation.model, None);
    let file = syn::parse2(quote::quote! { #rows #wrappers });
    prettyplease::unparse(&file.expect("the macro writes whole items"))
}

/// The longest line that is shown whole: only literals of bytes are longer, which nobody reads.
const LONGEST: usize = 400;

/// The expansion with the beginnings of long literals of bytes; what all of them hold, a test
/// compares row by row.
fn shown(compilation: &Compilation) -> String {
    let expansion = expansion(compilation);
    let lines = expansion.lines().map(|line| match line.get(..LONGEST) {
        Some(beginning) => format!("{beginning}…\n"),
        None => format!("{line}\n"),
    });
    lines.collect()
}

/// What the macro writes is read as code here, and reviewed as a diff.
#[test]
fn the_expansion_of_a_small_machine() {
    let compilation = isa_dsl::compile_text("toy.isa", TOY);
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("toy", shown(&compilation));
    });
}

/// Instructions that are streams have other types and other tables.
#[test]
fn the_expansion_of_a_machine_of_streams() {
    let compilation = isa_dsl::compile_text("stream.isa", STREAM);
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("stream", shown(&compilation));
    });
}

/// The same description gives the same code: builds can be reproduced.
#[test]
fn the_expansion_is_always_the_same() {
    let once = expansion(&isa_dsl::compile_text("toy.isa", TOY));
    let again = expansion(&isa_dsl::compile_text("toy.isa", TOY));
    assert_eq!(once, again);
}
