//! What is quick about macros and conditions must not be seen.

use isa_mc::Inst;
use isa_mc::asm::{Assembler, Assembly, Error, Item};
use isa_mc::gcn::{self, syntax};

fn assembled(source: &str) -> Assembly<Inst> {
    let target = gcn::target("gfx900").expect("a processor");
    Assembler::new(target, syntax::LLVM).assemble("a.s", source.as_bytes())
}

/// The first section of a source without errors.
fn bytes(source: &str) -> Vec<u8> {
    let assembly = assembled(source);
    assert!(
        assembly.errors.is_empty(),
        "{source}: {:?}",
        assembly.errors
    );
    assembly.object().expect("no errors").sections[0]
        .bytes
        .clone()
}

/// The messages of a source, each with its line and column and those of what expands it.
fn errors(source: &str) -> Vec<(usize, usize, Vec<usize>, String)> {
    let assembly = assembled(source);
    let texts = &assembly.texts;
    let error = |error: &Error| {
        let at = error.location;
        let outer = texts
            .trace(at)
            .map(|(_, origin)| texts.line(origin.location));
        (
            texts.line(at),
            texts.column(at),
            outer.collect(),
            error.message.clone(),
        )
    };
    assembly.errors.iter().map(error).collect()
}

/// Code at the front of an expansion is read without a place: what stands behind it is read
/// once and has its own.
#[test]
fn code_before_other_lines_is_read_once() {
    let macros = "\
.macro some n, to
  s_nop \\n
  s_nop 1
  s_branch \\to
  s_nop 2
there\\@:
  s_nop 3
.endm
";
    let called = format!("{macros}some 0, there0\nsome 4, there0\n");
    let plain = "\
  s_nop 0\n  s_nop 1\n  s_branch a\n  s_nop 2\na:\n  s_nop 3
  s_nop 4\n  s_nop 1\n  s_branch a\n  s_nop 2\n  s_nop 3\n";
    assert_eq!(bytes(&called), bytes(plain));
    let wrong = format!("{macros}some 0, 1, 2\nsome 99999, there0\n");
    let found = errors(&wrong);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!((found[0].0, found[0].1), (9, 12), "{found:?}");
    assert_eq!((found[1].0, found[1].1), (1, 9), "{found:?}");
    assert_eq!(found[1].2, [10], "{found:?}");
}

/// A listing, and lines of the source itself, have every instruction of an expansion.
#[test]
fn expansions_are_listed() {
    let source = ".macro two\n s_nop 1\n s_nop 2\n.endm\ntwo\ntwo\n";
    let target = gcn::target("gfx900").expect("a processor");
    let assembler = Assembler::new(target, syntax::LLVM).listing();
    let assembly = assembler.assemble("a.s", source.as_bytes());
    let instructions = assembly.listing.iter();
    let count = instructions.filter(|it| matches!(it.item, Item::Instruction { .. }));
    assert_eq!(count.count(), 4);
}

/// Arguments of one word and others, in every order; commas that stand for nothing.
#[test]
fn arguments_are_cut_as_before() {
    let three = ".macro m a, b=7, c=8\n .byte \\a+0, \\b+0, \\c+0\n.endm\n";
    for (call, expected) in [
        ("m 1, 2, 3", [1, 2, 3]),
        ("m 1,2 ,3", [1, 2, 3]),
        ("m 1 2 3", [1, 2, 3]),
        ("m 1, 2,", [1, 2, 8]),
        ("m 1,", [1, 7, 8]),
        ("m 1,,3", [1, 7, 3]),
        ("m (1+1), 2, 3", [2, 2, 3]),
        ("m 1, (1 + 1), 3", [1, 2, 3]),
        ("m 1, 2, 1 + 2", [1, 2, 3]),
        ("m 1, c=4", [1, 7, 4]),
        ("m c=4, a=1", [1, 7, 4]),
        ("m 1, \"2\", 3", [1, 2, 3]),
        ("m 1 // 2", [1, 7, 8]),
        ("m 1, 2 ; 3", [1, 2, 8]),
        ("m \t1 ,\t2", [1, 2, 8]),
        ("m /* */ 1, 2", [1, 2, 8]),
    ] {
        assert_eq!(bytes(&format!("{three}{call}\n")), expected, "{call}");
        assert_eq!(
            bytes(&format!("{three}{call}")),
            expected,
            "{call} at the end"
        );
    }
    for call in [
        "m 1, 2, 3, 4",
        "m 1, 2, 3,",
        "m 1, c=4, 2",
        "m 1, d=4",
        "m 1 2 3 4",
    ] {
        assert_eq!(errors(&format!("{three}{call}\n")).len(), 1, "{call}");
    }
    let rest = ".macro m a, b:vararg\n .byte \\a, \\b\n.endm\n";
    assert_eq!(bytes(&format!("{rest}m 1, 2, 3\n")), [1, 2, 3]);
    assert_eq!(bytes(&format!("{rest}m 1 2, 3\n")), [1, 2, 3]);
    let required = ".macro m a, b:req\n .byte \\a, \\b\n.endm\n";
    assert_eq!(errors(&format!("{required}m 1\n")).len(), 1);
    assert_eq!(errors(&format!("{required}m 1,\n")).len(), 1);
}

/// A name of a macro is a label or a symbol where one stands, and a comment ends it.
#[test]
fn calls_are_told_from_labels_and_assignments() {
    let one = ".macro one a=1\n .byte \\a\n.endm\n";
    assert_eq!(bytes(&format!("{one}one:\n .byte . - one + 3\n")), [3]);
    assert_eq!(
        bytes(&format!("{one}one = 5\none : .byte 2\n").replace("one :", "two:")),
        [2]
    );
    assert_eq!(
        bytes(&format!(
            "{one}one=5\none one\none  2\none\t3\none// 4\none; 5\none"
        )),
        [5, 2, 3, 1, 1, 1]
    );
    assert_eq!(bytes(&format!("{one}two:one\none /* 3\n*/\n")), [1, 1]);
}

/// Lines under a condition that does not hold are passed at a glance: conditions among them
/// count, wherever a comment or string begins, and nothing in those counts.
#[test]
fn lines_that_are_passed_hold_conditions() {
    for inside in [
        "",
        "no instruction, nor label\n.nothing 1\n",
        ".if 1\n.byte 1\n.endif\n",
        " .IFDEF a\n .ELSE\n .ENDIF\n",
        "\t.ifc a, b\n.if nonsense(\n.elseif 1\n.else\n.endif\n.endif\n",
        "/* .endif */\n",
        "/*\n.endif\n*/ .if 0\n.endif\n",
        "x /* a\n.endif\n*/\n",
        ".ascii \"/*\"\n",
        "// .endif /* \n",
        "; .endif\n",
        "# .endif\n",
        "a: .endif\n",
        "1 / 2 / 3\n",
        "/\n",
        "\u{e4}\n",
        ".macro m\n.endm\n",
    ] {
        let source = format!(".if 0\n{inside}.else\n.byte 2\n.endif\n");
        assert_eq!(bytes(&source), [2], "{inside}");
        let source = source.replace('\n', "\r\n");
        assert_eq!(bytes(&source), [2], "{inside} with line ends of Windows");
    }
    assert_eq!(errors(".if 0\nsomething / else").len(), 1);
    assert_eq!(errors(".if 0\n/* .endif\n").len(), 2);
    let clrx = b".if 0; s_nop 1; .else; s_nop 2; .endif\n";
    let target = gcn::target("gfx900").expect("a processor");
    let assembly = Assembler::new(target, syntax::CLRX).assemble("a.s", &clrx[..]);
    let object = assembly.object().expect("no errors");
    assert_eq!(object.sections[0].bytes, [2, 0, 0x80, 0xbf]);
}

/// Numbers that conditions stand under are worked out as they are read: to what the
/// expressions of data are worth.
#[test]
fn conditions_are_worth_what_data_is() {
    let operators = "+ - * / % << >> | ! & ^ == != <> < <= > >= && ||";
    let values = [
        "1",
        "7",
        "0",
        "123456789012345678",
        "x",
        "y",
        "(x - 9)",
        "-3",
        "0x10",
        "010",
    ];
    let mut expressions: Vec<String> = Vec::new();
    for operator in operators.split(' ') {
        for left in values {
            for right in values {
                expressions.push(format!("{left} {operator} {right}"));
                expressions.push(format!("3+{left}{operator}({right})*2-x"));
            }
        }
    }
    let known = "x = 5\n.set y, -2\nx = 6\n";
    for expression in expressions {
        let source = format!("{known}.quad {expression}\n");
        let assembly = assembled(&source);
        let Some(object) = assembly.object() else {
            let source = format!("{known}.if {expression}\n.endif\n");
            assert_eq!(errors(&source).len(), 1, "{expression}");
            continue;
        };
        let number: [u8; 8] = object.sections[0].bytes[..].try_into().expect("8 bytes");
        let number = i64::from_le_bytes(number);
        let sign = if number < 0 { '+' } else { '-' };
        let compared = format!("({expression}) {sign} {}", number.unsigned_abs());
        let source = format!("{known}.if {compared}\n.byte 1\n.endif\n.byte 2\n");
        assert_eq!(bytes(&source), [2], "{expression} is {number}");
    }
    for wrong in [
        "1 +",
        "(1",
        "1 2",
        "1 / 0",
        "undefined",
        "1 + label",
        "",
        ")",
    ] {
        let source = format!("label:\n.if {wrong}\n.endif\n");
        assert_eq!(errors(&source).len(), 1, "{wrong}");
    }
}

/// A block ends where its end is a statement: not in a comment or string, not that of a block
/// within it, and not behind a label.
#[test]
fn blocks_end_where_they_end() {
    for inside in [
        "/* .endm */",
        "/*\n.endm\n*/",
        "// .endm /*",
        "; .endm",
        ".ascii \"\"",
        ".macro inner\n.endm\n.purgem inner",
        " .macro inner\n\t.endmacro\n.purgem inner",
        ".rept 0\n.endr",
        ".if 0\n.endif",
        ".if 0\na: .endm\n.endif",
        ".if 0\n.endm1\n.endif",
        ".if 0\n.ascii \"/*\"\n.endif",
    ] {
        let source = format!(".macro m\n{inside}\n.byte 1\n.endm\nm\nm\n.byte 2\n");
        assert_eq!(bytes(&source), [1, 1, 2], "{inside}");
    }
    for wrong in [
        ".macro m\n.byte 1\n",
        ".macro m\n.macro n\n.endm\n",
        ".rept 1\n/* .endr",
    ] {
        assert!(!errors(wrong).is_empty(), "{wrong}");
    }
}

/// In the alternate mode words are parameters, whatever they begin with; in blocks without
/// parameters nothing is replaced.
#[test]
fn words_of_the_alternate_mode_are_replaced() {
    let source = "\
.altmacro
.macro m a, _b, $c
.byte a, _b, $c, \\a
.byte a&0, ab, _b&\\a&1
.rept 2
.byte a
.endr
.endm
ab = 9
m 1, 2, 3
";
    assert_eq!(bytes(source), [1, 2, 3, 1, 10, 9, 211, 1, 1]);
}
