//! Mnemonics and registers that are not what the bits alone suggest.

use super::*;

/// A machine with two encodings of one instruction, another name for it in
/// the second syntax, and registers behind the words of a class.
const TWO: &str = r##"
isa two "Two of a kind" {
    word 32 little;
    arch one { one1 }
    syntax plain { comment "//"; }
    syntax other { comment "#"; }
}
registers reg "register" : 32 { r[0..15] = 0; }
class source "register or number" : 6 {
    0..15  => int 0..15;
    32..47 => reg 0..15;
}
format SHORT : 32 {
    kind   [31:30] = 0;
    opcode [29:24];
    dst    [23:20];
    src    [19:14];
    reserved [13:0];
}
format LONG : 32 {
    kind   [31:30] = 1;
    opcode [29:24];
    dst    [23:20];
    src    [19:14];
    reserved [13:0];
}
family adds {
    encoding short               : SHORT { }
    encoding long suffix "_long" : LONG  { }
    out dst : reg;
    in  src : source;
    asm "{dst}, {src}";
    opcodes one;
    add 1 other "plus";
}
"##;

/// Bytes to text to bytes, in a syntax.
fn same(syntax: SyntaxId, text: &str, word: u32) {
    let tables = isa_dsl::compile_text("two.isa", TWO)
        .tables()
        .unwrap_or_else(|errors| panic!("{errors}"));
    let tables = tables.view();
    let target = Target::new(&tables, "one1").expect("the only processor");
    let inst = target.decode(&word.to_le_bytes()).expect("an instruction");
    let mut printed = String::new();
    target
        .print(inst, syntax, &mut printed)
        .expect("has a text");
    assert_eq!(printed, text);
    assert_eq!(target.parse(text, syntax), Ok(inst), "{text}");
}

/// Without its suffix the second encoding would come back as the first.
#[test]
fn an_encoding_is_printed_with_its_suffix() {
    same(SyntaxId(0), "add r3, 5", 0x0131_4000);
    same(SyntaxId(0), "add_long r3, 5", 0x4131_4000);
}

#[test]
fn each_syntax_has_its_own_mnemonic() {
    same(SyntaxId(1), "plus r3, 5", 0x0131_4000);
    same(SyntaxId(1), "plus_long r3, 5", 0x4131_4000);
}

/// `32..47 => reg 0..15`: the value 37 is register 5.
#[test]
fn registers_of_a_class_may_count_from_elsewhere() {
    same(SyntaxId(0), "add r3, r5", 0x0131_4000 | 32 << 14);
}
