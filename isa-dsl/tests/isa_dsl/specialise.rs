//! What is left of operations: what decides itself is gone, and what is left is the same.

use isa_dsl::operation::specialise::{Known, specialise};

/// Names of 32 bits without a value, and fields with one.
fn left(lets: &str, body: &str, fields: &[(&str, u64)]) -> (String, Vec<String>) {
    let known = |name: &str| {
        let field = fields.iter().find(|(field, _)| *field == name);
        let is_register = ["SRC0", "SRC1", "VDST", "EXEC", "MODE"].contains(&name);
        (field.is_some() || is_register).then(|| Known {
            bits: 32,
            value: field.map(|(_, value)| *value),
            is_field: field.is_some(),
        })
    };
    let left = specialise(lets, body, &known, &[]).expect("it is an operation");
    let around = left
        .around
        .into_iter()
        .map(|(_, text)| text.trim_end().to_string());
    (left.body, around.collect())
}

/// An addition with the parts of registers that it does not select, and results that it does
/// not change.
#[test]
fn what_fields_decide_is_decided() {
    let lets = "\
UINT32 BITS(SRC0) = !SDWA ? 32U : 8U;
UINT32 TOP = (SDWA ? SRC1 : LANE(SRC0, LANEID)) << 32 - BITS(SRC0);
UINT32 A_BITS = TOP & (NEG ? 0x7fffffffU : 0xffffffffU) ^ (NEG ? 0x80000000U : 0U);
FLOAT A = ASFLOAT(A_BITS);
BOOL WRITTEN = !SDWA || (EXEC & 1) != 0;
";
    let body = "\
FLOAT F = A + ASFLOAT(SRC1);
if (OMOD != 0)
    F = F * (FLOAT)2.0;
UINT32 Y = ASUINT32(F);
if (CLAMP)
    F = Y > 0x3f800000U ? (FLOAT)1.0 : F;
if (WRITTEN)
    VDST = ASUINT32(F);
";
    let plain = [("SDWA", 0), ("NEG", 0), ("OMOD", 0), ("CLAMP", 0)];
    assert_eq!(
        left(lets, body, &plain),
        ("VDST = ASFLOAT(SRC0) + ASFLOAT(SRC1);".to_string(), vec![])
    );
    let selects = [("SDWA", 1), ("NEG", 0), ("OMOD", 0), ("CLAMP", 0)];
    let (body, around) = left(lets, body, &selects);
    assert_eq!(
        body,
        "FLOAT F = ASFLOAT(SRC1 << 24) + ASFLOAT(SRC1);\nif ((EXEC & 1) != 0)\n    VDST = F;"
    );
    assert!(around.is_empty(), "{around:?}");
}

/// A state in the place of an operand: where that is read, written, and named by what is declared
/// of it, and nowhere else.
#[test]
fn states_stand_for_operands() {
    let known = |name: &str| {
        ["SRC0", "SRC2", "SDST", "SRC22"]
            .contains(&name)
            .then_some(Known {
                bits: 64,
                value: None,
                is_field: false,
            })
    };
    let lets = "UINT64 PART(SRC2) = (UINT64)LANE(SRC2, LANEID) + MIN(SRC0, SRC22);\n";
    let body = "SDST[0:0] = PART(SRC2) + SRC2;";
    let left = specialise(lets, body, &known, &[("SRC2", "VCC"), ("SDST", "EXEC")]).unwrap();
    assert_eq!(left.body, "EXEC[0:0] = PART(VCC) + VCC;");
    let (name, text) = &left.around[0];
    assert_eq!(name, "PART(VCC)");
    assert_eq!(text, "UINT64 PART(VCC) = VCC + MIN(SRC0, SRC22);\n");
}

/// Names that stand for little more than another one, inside of blocks.
#[test]
fn locals_of_blocks_are_put_in() {
    let body = "\
if (EXEC != 0) {
    UINT32 PART = SRC0;
    UINT32 SUM = PART + SRC1;
    VDST = SUM;
} else {
    UINT32 NEVER = SRC1;
    UINT32 PART = SRC1;
    VDST = PART;
}
";
    // A name that is declared twice stays: which of them is meant is for readers to see.
    let expected = "\
if (EXEC != 0) {
    UINT32 PART = SRC0;
    VDST = PART + SRC1;
} else {
    UINT32 PART = SRC1;
    VDST = PART;
}";
    assert_eq!(left("", body, &[]).0, expected);
    let body = body
        .replace("PART = SRC1;", "OTHER = SRC1;")
        .replace("= PART;", "= OTHER;");
    let expected = "if (EXEC != 0)\n    VDST = SRC0 + SRC1;\nelse\n    VDST = SRC1;";
    assert_eq!(left("", &body, &[]).0, expected);
}

/// What a body changes before it reads it is not put in where it stood.
#[test]
fn what_changes_keeps_its_name() {
    let lets = "UINT32 OLD = VDST;\n";
    let body = "VDST = SRC0;\nSRC1 = OLD;\n";
    let (body, around) = left(lets, body, &[]);
    assert_eq!(body, "VDST = SRC0;\nSRC1 = OLD;");
    assert_eq!(around, ["UINT32 OLD = VDST;"]);
    let body = "UINT32 OLD = SRC0;\nSRC0 = SRC1;\nVDST = OLD;\n";
    assert_eq!(left("", body, &[]).0, body.trim_end());
}

/// Fields that decide nothing keep their names; those that are nothing are left out.
#[test]
fn fields_keep_their_names() {
    let lets = "flat BYTE* ADDRESS = SRC0 + OFFSET;\n";
    let body = "VDST = *(UINT32*)ADDRESS;\n";
    let around = |offset| left(lets, body, &[("OFFSET", offset)]).1;
    assert_eq!(around(16), ["flat BYTE* ADDRESS = SRC0 + OFFSET;"]);
    assert_eq!(around(0), ["flat BYTE* ADDRESS = SRC0;"]);
    let lets = "gds if GDS else lds BYTE* ADDRESS = SRC0;\n";
    let around = |fields: &[(&str, u64)]| left(lets, body, fields).1;
    assert_eq!(around(&[("GDS", 0)]), ["lds BYTE* ADDRESS = SRC0;"]);
    assert_eq!(around(&[("GDS", 1)]), ["gds BYTE* ADDRESS = SRC0;"]);
    assert_eq!(around(&[]), [lets.trim_end()]);
}

/// Operators widen: a zero of 64 bits is not nothing beside 32 bits, and a mask of 32 bits cuts
/// 64.
#[test]
fn widths_stay() {
    let body = "UINT64 S = 0ULL + SRC0;\nVDST = (UINT32)(S >> OFFSET);\n";
    let (text, _) = left("", body, &[("OFFSET", 3)]);
    assert_eq!(
        text,
        "UINT64 S = 0ULL + SRC0;\nVDST = (UINT32)(S >> OFFSET);"
    );
    let body = "UINT64 S = (UINT64)SRC0 + SRC1 & 0xffffffffULL;\nVDST = (UINT32)(S >> 1);\n";
    assert_eq!(left("", body, &[]).0, body.trim_end());
}

/// Reasons that cannot hold are gone, and an arm that is empty is none.
#[test]
fn arms_without_statements_are_none() {
    let body = "\
if (OFFSET > 3)
    undefined \"too far\";
if (SRC0 == 1) {
    if (OFFSET == 9)
        VDST = 1;
} else {
    VDST = 2;
}
";
    assert_eq!(
        left("", body, &[("OFFSET", 2)]).0,
        "if (!(SRC0 == 1))\n    VDST = 2;"
    );
}

#[test]
fn what_is_no_operation_is_refused() {
    let known = |_: &str| None;
    assert!(specialise("", "VDST = ;", &known, &[]).is_none());
    assert!(specialise("UINT32 A\n", "VDST = A;", &known, &[]).is_none());
    assert!(specialise("", "", &known, &[]).is_some_and(|it| it.body.is_empty()));
}

/// Behind what is undefined nothing runs; a field that is zero is nothing, wherever it stands.
#[test]
fn nothing_runs_behind_what_is_undefined() {
    let body = "\
if (SRC0 == 1) {
    if (OFFSET == 0)
        undefined \"no offset\";
    VDST = 1;
}
VDST = SRC1 >> OFFSET + EXEC;
";
    assert_eq!(
        left("", body, &[("OFFSET", 0)]).0,
        "if (SRC0 == 1)\n    undefined \"no offset\";\nVDST = SRC1 >> EXEC;"
    );
}

/// What is known is put into functions too, but for what their parameters hide.
#[test]
fn parameters_hide_names() {
    let lets = "UINT32 PART(UINT32 OFFSET, UINT32 N) = WIDE ? OFFSET * N : OFFSET + NARROW;\n";
    let (body, around) = left(
        lets,
        "VDST = PART(SRC0, OFFSET);\n",
        &[("WIDE", 0), ("OFFSET", 8), ("NARROW", 2)],
    );
    assert_eq!(body, "VDST = PART(SRC0, OFFSET);");
    assert_eq!(
        around,
        ["UINT32 PART(UINT32 OFFSET, UINT32 N) = OFFSET + NARROW;"]
    );
}

/// Masks keep the width that they have: those of 32 bits do not become negative. Small numbers
/// lose what says their type, large ones and parts of names do not.
#[test]
fn masks_stay_masks() {
    let lets = "UINT32 MASK = 0xffffffffU >> 32 - PART << LOW;\n";
    let body = "VDST = SRC0 & ~MASK | (SRC0 >> 31 & 1 ? 0U : LOW - 8);\n";
    assert_eq!(
        left(lets, body, &[("PART", 8), ("LOW", 8)]).0,
        "VDST = SRC0 & 0xffff00ffU;"
    );
    let body = "VDST = X1U(SRC0, 7U) + LANEID / 1 * 0x100U;\n";
    assert_eq!(
        left("", body, &[]).0,
        "VDST = X1U(SRC0, 7) + LANEID * 0x100U;"
    );
}
