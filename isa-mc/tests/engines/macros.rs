//! What is quick about macros and conditions must not be seen.

use isa_mc::Inst;
use isa_mc::asm::{Assembler, Assembly, Error, Item, TextStyle};
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

/// A message with its line and column, and the lines of what expands it.
type Said = (usize, usize, Vec<usize>, String);

/// The messages of a source, each with its line and column and those of what expands it.
fn errors(source: &str) -> Vec<Said> {
    said(&assembled(source))
}

fn said(assembly: &Assembly<Inst>) -> Vec<Said> {
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

/// A source that is written again is read as a text throughout: the code is the same, and so are
/// the errors.
fn agrees_with_the_text(source: &str) {
    let assembly = assembled(source);
    let target = gcn::target("gfx900").expect("a processor");
    let assembler = Assembler::new(target, syntax::LLVM).text(TextStyle::default());
    let text = assembler.assemble("a.s", source.as_bytes());
    assert_eq!(said(&assembly), said(&text), "{source}");
    let code = |it: &Assembly<Inst>| {
        let object = it.object()?;
        Some(object.sections.first()?.bytes.clone())
    };
    assert_eq!(code(&assembly), code(&text), "{source}");
}

/// Calls in a body are cut with it, and read as code at once if they are code: they must be what
/// they are in a text, whatever a macro's name means when they are read.
#[test]
fn calls_in_bodies_are_those_of_the_text() {
    let bodies = [
        "code 1, \\a\n  code \\a, v\\b // why\ncode\t\\b, 1\nnothing",
        "code 1\\a, \\b\\()2\ncode 1 2\ncode 1, 2, 3\ncode\ncode 1,\ncode , 1\nnothing",
        "data \\a\ndata \\a, \\b\ndata \\@, \\+\ncode \\@, \\+\ncode 1, 2\n.byte \\@, \\+",
        "counts \\a\ncode 1, 2\ncounts \\b\ncounts \\@",
        "label 1\nlabel 1\nlabel \\a\ncode 1, 1\nlabel 2",
        "half \\a\nhalf \\a\n\n\nhalf 1\nnothing \\a",
        "default \\a\ndefault\nneeds \\a\nneeds\nrest \\a, \\b\nrest 1",
        // What stands around a call in its lines.
        "code 1, 2 // one\n/* two */ code 3, 4\ncode 5, 6 /* three */\nhere: code 1, 2\nnothing",
        "code: code 1, 2\ncode = 3\n.byte code\n/* code 1, 2\ncode 1, 2 */\n# code 1, 2\nnothing",
        // Conditions that calls stand under, begin and end.
        ".if \\a\ncode 1, 2\n.else\ncode 3, 4\ndata 1\n.endif\ncode 5, 6\nnothing",
        "open\ncode 1, 2\ndata \\a\nclose\ncode 3, 4",
        "close\ncode 1, 2\nopen\ndata 1",
        "code 1, 2\nopen",
        // Names that mean something else later.
        "code 1, 2\n.purgem code\ncode 1, 2\n.macro code a, b\n.byte \\a\n.endm\ncode 1, 2",
        "code 1, 2\n.macros_off\ncode 1, 2\n.macros_on\ncode 1, 2",
        "code 1, 2\n.altmacro\ncode %1, <2>\ncode a, b\n.noaltmacro\ncode 1, 2",
        "later 1\n.macro later a\n.byte \\a\n.endm\nlater 2\n.purgem later",
        "renames\ncode 1, 2\nrenames\ncode 1, 2",
        // Ends, within one another and of all.
        "code 1, 2\nends\ncode 3, 4\n.exitm\ncode 5, 6",
        "code 1, 2\n.end\ncode 3, 4",
        "code 1, 2\nm \\a, \\b\nnothing",
        "twice \\a\ntwice twice\ntwice 5\nnothing",
        ".rept 3\ncode 1, \\a\ndata \\b\n.endr\n.irp it, 1, v[2], \\a\ncode 1, \\it\n.endr\nnothing",
        ".macro inner\ncode 1, 2\n.endm\ninner\n.purgem inner",
        // Blocks whose text is no statements, and those that a value begins.
        "code 1, 2\n.amdgpu_metadata\n---\n.if 1\ncode 1, 2\n.end_amdgpu_metadata\ncode 1, 2",
        ".amdgpu_\\a\n---\n.if 1\ncode 1, 2\n.end_amdgpu_metadata\ncode 1, 2",
        "\\a\n.if 0\ncode 1, 2\n.endif\n.endr",
        ".re\\b\n.if 1\ncode 1, 2\n.endif\n.endr",
        "code 1, 2\n\\a\ncode 1, 2\n.endm\ncode 1, 2",
    ];
    let values = [
        "1, 0",
        "1",
        "",
        "v[1], s[2:3]",
        ".x, y.z",
        "\"1, 2\", \"/*\"",
        "300, -1",
        "metadata",
        ".rept 2",
        "\".rept 2\", \"pt 2\"",
        "\".macro other\"",
    ];
    for body in bodies {
        for value in values {
            agrees_with_the_text(&format!(
                ".macro code a, b\n  v_add_f32_e32 v\\a, v\\b, v1\n.endm\n\
                 .macro data a, b\n.byte \\a\n.endm\n\
                 .macro counts a\n.byte \\@, \\+, \\a\n.endm\n\
                 .macro label a\nl\\a: s_branch l\\a\n.endm\n\
                 .macro half a\n  s_nop 1\n  s_nop \\a\n  wrong \\a\n  s_nop 2\n.endm\n\
                 .macro default a=7\n  s_nop \\a\n.endm\n\
                 .macro needs a:req\n  s_nop \\a\n.endm\n\
                 .macro rest a:vararg\n.byte \\a\n.endm\n\
                 .macro open\n.if 0\n.endm\n.macro close\n.endif\n.endm\n\
                 .macro ends\n  s_nop 1\n.exitm\n  s_nop 2\n.endm\n\
                 .macro renames\n.purgem code\n.macro code a, b\n  s_nop \\b\n.endm\n.endm\n\
                 .macro twice a\ncode \\a, \\a\ncode \\a, 1\n.endm\n\
                 .macro m a, b\n{body}\n.endm\n.byte 8\nm {value}\n.byte 9\nm {value}\n"
            ));
        }
    }
}

/// Conditions of a body are decided where they stand in its pieces, and what they pass over is
/// not written. A source that is written again is read as a text throughout: it must be the same
/// code and the same errors in the same lines, also where a value could make another statement
/// of what stands around it.
#[test]
fn conditions_in_pieces_are_those_of_the_text() {
    let bodies = [
        ".if \\a\n.byte 1\n.else\n.byte 2\n.endif",
        ".if \\a // why\n.byte 1 // or so\n.elseif \\b ; and so\n.byte 2\n.else\n.byte 3\n.endif // end",
        ".if \\a /* why */\n.byte 1\n.endif",
        ".byte 0\n  .IF \\a == 1\n  .If \\b\n.byte 1\n  .eLSE\n.byte 2\n.ENDIF\n.endif\n.byte 3",
        ".ifb \\a\n.byte 1\n.endif\n.ifnb \\b\n.byte 2\n.endif\n.ifc \\a,\\b\n.byte 3\n.else\n.byte 4\n.endif",
        ".ifeqs \"\\a\", \"1\"\n.byte 1\n.endif\n.ifdef x\n.byte 2\n.endif",
        // Symbols are worth what they are where the condition stands.
        ".set x, \\a\n.if x\n.set x, x + 1\n.endif\n.if x == 2\n.byte 1\n.else\n.byte 2\n.endif",
        // Errors, and the lines they stand in.
        ".if \\a\n.byte 1\n.else\nnothing\n.endif\nnothing \\a",
        ".if undefined_name\n.byte 1\n.else\n.byte 2\n.endif\n.byte 3",
        ".if \\a\n.else\n.else\n.endif\n.endif\nnothing",
        ".if \\a +\nnothing\n.endif\nnothing",
        ".else 5\n.endif",
        // What a body begins others may end, and the other way round.
        ".if \\a\n.byte 1\nopen\n.byte 2\n.else\n.byte 3\n.endif\n.byte 4",
        ".if \\a\nclose\n.byte 1",
        ".if \\a\n.byte 1",
        ".if \\a\n.byte 1\n.exitm\n.endif\n.byte 2",
        ".if \\a\n.else\n.exitm\n.endif\n.byte 2",
        "here\\@: .if \\a\n.byte 1\n.endif",
        // Blocks keep their conditions.
        ".rept 2\n.if \\a\n.byte 1\n.endif\n.endr\n.if \\b\n.byte 2\n.endif",
        ".if \\a\n.byte 7\n.else\n.rept 2\n.if 1\n.byte 1\n.endif\n.endr\n.endif\n.byte 2",
        ".irp it, 0, 1\n.if \\it\n.byte 1 + \\a\n.else\n.byte 2\n.endif\n.endr",
        ".macro inner\n.if \\a\n.byte 1\n.endif\n.endm\ninner\n.purgem inner",
        ".if 0\n.macro inner\n.endif\n.byte \\+\n.byte \\@",
        // Values that make conditions, comments, or strings of what stands around them.
        ".if 0\n\\a\n.byte 1\n.endif\n.byte 2",
        ".if 0\n\\a\\().endif\n.byte 1\n.endif\n.byte 2",
        ".if 0\n\\a\\()if 1\n.byte 1\n.endif\n.byte 2\n.endif",
        ".if 1\n.byte 1 /\\b/ 1\n.endif\n.byte 2",
        ".if 1\n.byte 1 /\\()* 1\n.endif\n.byte 2\n.byte 3 */",
        ".if 1\n.ascii \"\\a\"\n.endif\n.ascii \"\\\\a\"\n.if 0\n.byte 1\n.endif",
        ".if\\a\n.byte 1\n.endif",
        ".if 0\n.byte 1\n.endif\\()\n.byte 2",
        "/* .if 0\n.if 0 */ .byte 1\n.if \\a\n.byte 2\n.endif",
    ];
    let values = [
        "1, 0",
        "0, 1",
        "1",
        "",
        "1 == 2, 3",
        ".if 1",
        ".endif",
        ".",
        "x, y",
        "\"*/ 1\", 2",
        "\" .endif\"",
        "\"# 1\", \"\"",
        "(1), -1",
        "<.endif>, <1 // 2>",
    ];
    for body in bodies {
        for value in values {
            for mode in ["", ".altmacro\n"] {
                let source = format!(
                    "{mode}.macro open\n.if 0\n.endm\n.macro close\n.endif\n.endm\n\
                     .macro m a, b\n{body}\n.endm\n.byte 8\nm {value}\n.byte 9\nm {value}\n"
                );
                agrees_with_the_text(&source);
            }
        }
    }
}

/// An expansion is written on behind an error in it: both errors have their lines.
#[test]
fn errors_on_both_sides_of_a_condition_have_their_lines() {
    let source = "\
.macro m a
  wrong \\a
.if \\a
  s_nop 0
.else
  s_nop 1
  s_nop 1
.endif
  wrong again
.endm
m 1
m 0
";
    let lines: Vec<(usize, Vec<usize>)> = errors(source)
        .into_iter()
        .map(|(line, _, outer, _)| (line, outer))
        .collect();
    let expected = [(1, 11), (8, 11), (1, 12), (8, 12)];
    assert_eq!(lines, expected.map(|(line, outer)| (line, vec![outer])));
}

/// Rounds of a repetition that pass over all that there is come to an end, too.
#[test]
fn lines_that_are_left_out_are_counted() {
    let lines = "\n".repeat(1 << 21);
    let found = errors(&format!(".rept 1000000\n.if 0\n{lines}.endif\n.endr\n"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].3.contains("expansions"), "{found:?}");
}
