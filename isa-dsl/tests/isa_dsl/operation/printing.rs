//! The text of operations.

use super::{check_text, good};

#[test]
fn types_and_constants_are_put_in() {
    let text = "operation load(T, N) { for (i = 0; i < N; i++) X = *(T*)(ADDRESS + 4 * i) & 0xffff; }
                family f { let ADDRESS : global BYTE* = W + OFFSET; let OTHER : UINT32 = A; row 0 = load(INT16, 3); }";
    let expected = "\
global BYTE* ADDRESS = W + OFFSET;
for (i = 0; i < 3; i++)
    X = *(INT16*)(ADDRESS + 4 * i) & 0xffff;";
    assert_eq!(check_text(text).map(|c| c.text).as_deref(), Ok(expected));
}

#[test]
fn one_statement_a_line() {
    let body = "atomic{UINT32 P=A;if(GLC)X=P;else VDST=P;{X+=1;}
                if(A<B){X=1;}else if(A==B)X=2;else{X=3;VDST=4;}
                for(i=0;i<2;i++){DST64[i]=A;}}";
    let expected = "\
atomic {
    UINT32 P = A;
    if (GLC)
        X = P;
    else
        VDST = P;
    {
        X += 1;
    }
    if (A < B) {
        X = 1;
    } else if (A == B) {
        X = 2;
    } else {
        X = 3;
        VDST = 4;
    }
    for (i = 0; i < 2; i++) {
        DST64[i] = A;
    }
}";
    let text = good(body).text;
    assert_eq!(text, expected);
}

#[test]
fn what_constants_decide_is_the_branch_taken() {
    let text = "operation pick(N) {
                    if (N == 1) X = 1; else if (N == 2) { X = 2; X += A; } else X = 3;
                    if (A < B) { if (N > 1) X = 4; } else if (N == 2) X = 5; else X = 6;
                    if (N - 2) X = 7;
                }
                family f { row 0 = pick(2); }";
    let expected = "\
X = 2;
X += A;
if (A < B) {
    X = 4;
} else {
    X = 5;
}";
    assert_eq!(check_text(text).map(|c| c.text).as_deref(), Ok(expected));
}

#[test]
fn only_needed_parentheses() {
    for (written, printed) in [
        ("((A) + (B)) * 2", "(A + B) * 2"),
        ("A - (B - 1)", "A - (B - 1)"),
        ("(A - B) - 1", "A - B - 1"),
        ("A | (B & 1)", "A | B & 1"),
        ("(A | B) & 1", "(A | B) & 1"),
        ("(A < B) ? 1 : (A ? 2 : 3)", "A < B ? 1 : A ? 2 : 3"),
        ("(A ? B : A) ? 1 : 2", "(A ? B : A) ? 1 : 2"),
        ("~(A + B)", "~(A + B)"),
        ("(UINT32)(A >> 3)", "(UINT32)(A >> 3)"),
        ("(*((UINT8*)ADDRESS))", "*(UINT8*)ADDRESS"),
        ("MIN((A), (B + 1))", "MIN(A, B + 1)"),
    ] {
        let text = good(&format!("X = {written};")).text;
        let last = text.lines().last().unwrap_or_default();
        assert_eq!(last, format!("X = {printed};"));
    }
}

#[test]
fn the_text_reads_back_as_itself() {
    let body = "atomic { if (GLC && A < B || X == 3) { X = A ? B : ~A << 4 & 0x1ff; } else { EXEC[1] = -A; } }";
    let once = good(body).text;
    assert_eq!(good(&once).text, once);
}
