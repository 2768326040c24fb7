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

fn expansion(compilation: &Compilation) -> String {
    let rows = match compilation.tables() {
        Ok(tables) => tables::emit(&tables),
        Err(errors) => panic!("{errors}"),
    };
    let wrappers = wrappers::emit(&compilation.model, None);
    let file = syn::parse2(quote::quote! { #rows #wrappers });
    prettyplease::unparse(&file.expect("the macro writes whole items"))
}

/// What the macro writes is read as code here, and reviewed as a diff.
#[test]
fn the_expansion_of_a_small_machine() {
    let compilation = isa_dsl::compile_text("toy.isa", TOY);
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("toy", expansion(&compilation));
    });
}

/// The same description gives the same code: builds can be reproduced.
#[test]
fn the_expansion_is_always_the_same() {
    let once = expansion(&isa_dsl::compile_text("toy.isa", TOY));
    let again = expansion(&isa_dsl::compile_text("toy.isa", TOY));
    assert_eq!(once, again);
}
