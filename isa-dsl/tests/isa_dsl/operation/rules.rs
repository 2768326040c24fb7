//! Each rule of types and conversions, seen in the typed tree.

use isa_dsl::sorted::SortedSet;

use super::{bad, good};
use isa_dsl::operation::ir::{
    Binary, Conversion, Expression, ExpressionKind, Position, Program, Source, Statement,
};
use isa_dsl::operation::types::Type;

/// The value of the last statement, as a short formula.
fn last(body: &str) -> String {
    let checked = good(body);
    match checked.ir.body.last() {
        Some(Statement::Set { value, .. } | Statement::Write { value, .. }) => {
            formula(&checked.ir, value)
        }
        Some(Statement::Store { address, value }) => {
            format!(
                "[{}] = {}",
                formula(&checked.ir, address),
                formula(&checked.ir, value)
            )
        }
        other => panic!("{other:?}"),
    }
}

fn formula(program: &Program, value: &Expression) -> String {
    let inner = |e: &Expression| formula(program, e);
    match &value.kind {
        ExpressionKind::Constant(constant) => format!("{constant:#x}:{}", value.ty),
        ExpressionKind::Read { from, at } => {
            let name = match from {
                Source::Operand(index) => super::environment().operands[*index].name.clone(),
                Source::Field(index) => super::environment().fields[*index].name.clone(),
                Source::State(index) => super::environment().states[*index].name.clone(),
                Source::Feature(index) => super::environment().features[*index].clone(),
            };
            if *at == Position::default() {
                name
            } else {
                format!("{name}@{}", at.bit)
            }
        }
        ExpressionKind::ReadLane { from, at, lane } => {
            let name = inner(&Expression {
                ty: value.ty,
                kind: ExpressionKind::Read {
                    from: *from,
                    at: at.clone(),
                },
            });
            format!("{name} of lane {}", inner(lane))
        }
        ExpressionKind::Local(local) => program.locals[*local].name.clone(),
        ExpressionKind::Lane => "LANEID".into(),
        ExpressionKind::Load(address) => format!("load {}({})", value.ty, inner(address)),
        ExpressionKind::Convert(conversion, of) => {
            let word = match conversion {
                Conversion::ZeroExtend => "zext",
                Conversion::SignExtend => "sext",
                Conversion::Truncate => "trunc",
                Conversion::BitCast => return inner(of),
            };
            format!("{word}{}({})", value.ty.bits(), inner(of))
        }
        ExpressionKind::Unary(operator, of) => format!("{operator:?}({})", inner(of)),
        ExpressionKind::Binary(operator, a, b) => {
            format!("{operator:?}<{}>({}, {})", a.ty, inner(a), inner(b))
        }
        ExpressionKind::Choose(a, b, c) => {
            format!("choose({}, {}, {})", inner(a), inner(b), inner(c))
        }
        ExpressionKind::Call(builtin, arguments) => {
            let arguments: Vec<String> = arguments.iter().map(inner).collect();
            format!("{builtin:?}<{}>({})", value.ty, arguments.join(", "))
        }
    }
}

#[test]
fn assigning_extends_by_the_sign_of_the_source() {
    assert_eq!(
        last("VDST = *(INT8*)ADDRESS;"),
        "sext32(load INT8(ADDRESS))"
    );
    assert_eq!(
        last("VDST = *(UINT8*)ADDRESS;"),
        "zext32(load UINT8(ADDRESS))"
    );
    assert_eq!(last("DST64 = A;"), "zext64(A)");
    assert_eq!(last("INT32 P = A; DST64 = P;"), "sext64(P)");
}

#[test]
fn one_width_copies_bits_and_never_converts() {
    let checked = good("FLOAT F = A; VDST = F; UINT32 P = F; INT32 I = P; VDST = I;");
    for local in 0..checked.ir.locals.len() {
        assert_eq!(checked.ir.locals[local].ty.bits(), 32);
    }
    assert_eq!(last("DOUBLE D = W; DST64 = D;"), "D");
    assert_eq!(last("DST96 = S96;"), "S96");
}

#[test]
fn casts_cut_and_extend() {
    assert_eq!(
        last("*(UINT8*)ADDRESS = (UINT8)A;"),
        "[ADDRESS] = trunc8(A)"
    );
    assert_eq!(
        last("VDST = (UINT16)*(INT8*)ADDRESS | (X & 0xffff0000);"),
        "Or<UINT32>(zext32(sext16(load INT8(ADDRESS))), And<UINT32>(X, 0xffff0000:UINT32))"
    );
    assert_eq!(last("VDST = (UINT32)S96;"), "trunc32(S96)");
    assert_eq!(last("UINT8 C = (UINT8)0x1ff;"), "0xff:UINT8");
}

#[test]
fn register_bits_take_the_type_they_meet() {
    assert_eq!(
        last("INT32 P = A; VDST = P < B ? 1 : 0;"),
        "choose(Less<INT32>(P, B), 0x1:UINT32, 0x0:UINT32)"
    );
    assert_eq!(last("FLOAT F = A; VDST = F + B;"), "Add<FLOAT>(F, B)");
    assert_eq!(last("VDST = A + B;"), "Add<UINT32>(A, B)");
    assert_eq!(
        last("INT8 P = *(INT8*)ADDRESS; VDST = P < A ? A : B;"),
        "choose(Less<INT32>(sext32(P), A), A, B)"
    );
}

#[test]
fn arithmetic_is_at_least_32_bits_wide_and_as_wide_as_its_wider_side() {
    assert_eq!(
        last("UINT8 P = *(UINT8*)ADDRESS; VDST = P + P;"),
        "Add<UINT32>(zext32(P), zext32(P))"
    );
    assert_eq!(last("DST64 = W + A;"), "Add<UINT64>(W, zext64(A))");
    assert_eq!(
        last("DST64 = W + OFFSET;"),
        "Add<UINT64>(W, sext64(sext32(OFFSET)))"
    );
    assert_eq!(
        last("INT64 L = W; UINT32 P = A; DST64 = L < P ? 1 : 0;"),
        "zext64(choose(Less<INT64>(L, zext64(P)), 0x1:UINT32, 0x0:UINT32))"
    );
}

#[test]
fn constants_adapt_to_the_other_side() {
    assert_eq!(
        last("DST64 = W & 0xffffffff00000000;"),
        "And<UINT64>(W, 0xffffffff00000000:UINT64)"
    );
    assert_eq!(
        last("INT64 L = W; DST64 = L + (2 * 3 - 7);"),
        "Add<INT64>(L, 0xffffffffffffffff:INT64)"
    );
    assert_eq!(
        last("INT32 P = A; VDST = P & 0xffffffff;"),
        "And<INT32>(P, 0xffffffff:INT32)"
    );
    assert_eq!(last("VDST = A & ~3;"), "And<UINT32>(A, 0xfffffffc:UINT32)");
    assert_eq!(last("VDST = n;"), "0x2:32 register bits");
    assert_eq!(
        last("FLOAT F = A; VDST = F * 0.5;"),
        "Multiply<FLOAT>(F, 0x3f000000:FLOAT)"
    );
    assert_eq!(last("VDST = (FLOAT)1.0;"), "0x3f800000:FLOAT");
    assert_eq!(last("HALF H = 65504.0;"), "0x7bff:HALF");
}

#[test]
fn the_left_side_types_a_shift() {
    assert_eq!(
        last("INT32 P = A; VDST = P >> 16;"),
        "ShiftRight<INT32>(P, 0x10:UINT32)"
    );
    assert_eq!(
        last("DST64 = 1ULL << A;"),
        "ShiftLeft<UINT64>(0x1:UINT64, A)"
    );
    assert_eq!(last("VDST = A << W;"), "ShiftLeft<UINT32>(A, trunc32(W))");
    assert_eq!(
        last("VDST = (UINT32)(UINT16)*(UINT8*)ADDRESS << 16;"),
        "ShiftLeft<UINT32>(zext32(zext16(load UINT8(ADDRESS))), 0x10:UINT32)"
    );
}

#[test]
fn bytes_are_what_addresses_count_in() {
    assert_eq!(
        last("VDST = *(UINT32*)(ADDRESS + 4);"),
        "load UINT32(Add<UINT64>(ADDRESS, 0x4:UINT64))"
    );
    assert_eq!(
        last("VDST = *(UINT32*)(ADDRESS - A);"),
        "load UINT32(Subtract<UINT64>(ADDRESS, zext64(A)))"
    );
    assert_eq!(
        last("VDST = *(UINT32*)(OFFSET + ADDRESS);"),
        "load UINT32(Add<UINT64>(ADDRESS, sext64(sext32(OFFSET))))"
    );
    assert_eq!(last("VDST = *ADDRESS;"), "zext32(load UINT8(ADDRESS))");
}

#[test]
fn a_let_becomes_an_address_once_and_only_if_it_is_used() {
    let checked = good("VDST = *(UINT32*)SHARED;");
    let [Statement::Set { value, .. }, _] = checked.ir.body.as_slice() else {
        panic!("{:?}", checked.ir.body)
    };
    // A 32-bit address is extended by zeros, whatever its sign.
    assert_eq!(
        formula(&checked.ir, value),
        "zext64(Add<UINT32>(A, zext32(IMM)))"
    );
    assert_eq!(checked.ir.locals.len(), 1);
    assert!(good("VDST = A;").ir.locals.is_empty());
}

/// A template with a constant for a parameter uses only what its rows need.
#[test]
fn an_if_that_constants_decide_is_its_branch() {
    let other = "VDST = *(UINT32*)SHARED;";
    let taken = good(&format!("if (n == 2) VDST = A; else {other}"));
    let alone = good("VDST = A;");
    assert_eq!(taken.ir.body, alone.ir.body);
    // The address of the other branch is not even calculated.
    assert_eq!(taken.effects, alone.effects);
    let otherwise = good(&format!("if (n != 2) VDST = A; else {other}"));
    assert_eq!(otherwise.ir.body, good(other).ir.body);
    // What only the other branch has used before is calculated where it is used.
    let later = good(&format!("if (n != 2) {other} {other}"));
    assert_eq!(later.ir.body.len(), good(other).ir.body.len());
    // The other branch is checked all the same.
    assert_eq!(bad("if (n != 2) VDTS = A;")[0].0, "E0701");
}

#[test]
fn dwords_and_slices_are_positions() {
    assert_eq!(last("VDST = Q[1];"), "Q@32");
    assert_eq!(last("DST64 = Q[2:3];"), "Q@64");
    assert_eq!(last("VDST = EXEC[1];"), "EXEC@32");
    let checked = good("for (i = 0; i < n; i++) DST128[2 * i : 2 * i + 1] = W;");
    let Some(Statement::For {
        local,
        from: 0,
        count: 2,
        body,
    }) = checked.ir.body.first()
    else {
        panic!("{:?}", checked.ir.body)
    };
    let Some(Statement::Write { at, value, .. }) = body.first() else {
        panic!("{body:?}")
    };
    assert_eq!(
        *at,
        Position {
            bit: 0,
            steps: vec![(*local, 64)]
        }
    );
    assert_eq!(value.ty, Type::Bits(64));
}

#[test]
fn conditions_take_integers_and_are_lazy() {
    assert_eq!(
        last("VDST = A ? 1 : 0;"),
        "choose(NotEqual<32 register bits>(A, 0x0:32 register bits), 0x1:UINT32, 0x0:UINT32)"
    );
    assert_eq!(
        last("VDST = GLC && !A;"),
        "zext32(choose(GLC, Not(NotEqual<32 register bits>(A, 0x0:32 register bits)), 0x0:BOOL))"
    );
    assert_eq!(
        last("BOOL C = A == 1 | GLC;"),
        "Or<BOOL>(Equal<UINT32>(A, 0x1:UINT32), GLC)"
    );
    assert_eq!(
        last("VDST = GLC == 1 ? A : B;"),
        "choose(Equal<UINT32>(zext32(GLC), 0x1:UINT32), A, B)"
    );
}

#[test]
fn compound_assignment_reads_its_place() {
    assert_eq!(last("X += 1;"), "Add<UINT32>(X, 0x1:UINT32)");
    assert_eq!(
        last("*(UINT32*)ADDRESS |= A;"),
        "[ADDRESS] = Or<UINT32>(load UINT32(ADDRESS), A)"
    );
    let effects = good("X[0] ^= A;").effects;
    assert!(effects.reads_operand(4) && effects.writes_operand(4));
}

#[test]
fn functions_have_their_types() {
    assert_eq!(
        last("INT32 P = A; VDST = MIN(P, B);"),
        "Minimum<INT32>(P, B)"
    );
    assert_eq!(
        last("FLOAT F = A; VDST = MAX(F, ASFLOAT(B));"),
        "Maximum<FLOAT>(F, B)"
    );
    assert_eq!(last("VDST = ABS(ASFLOAT(A));"), "Magnitude<FLOAT>(A)");
    assert_eq!(
        last("VDST = ISNAN(ASDOUBLE(Q[2:3]));"),
        "zext32(IsNan<BOOL>(Q@64))"
    );
    assert_eq!(last("VDST = BITCOUNT(EXEC);"), "BitCount<UINT32>(EXEC)");
    // The first argument says the type; register bits of its width take it.
    assert_eq!(
        last("VDST = ASUINT32(FMA(ASFLOAT(A), ASFLOAT(B), 1.0));"),
        "FusedMultiplyAdd<FLOAT>(A, B, 0x3f800000:FLOAT)"
    );
    assert_eq!(
        last("VDST = ASUINT32(FLOOR(ASFLOAT(A)));"),
        "Floor<FLOAT>(A)"
    );
    assert_eq!(
        last("VDST = ASUINT32(FMALDEXP(ASFLOAT(A), ASFLOAT(B), 1.0, -64));"),
        "ScaledMultiplyAdd<FLOAT>(A, B, 0x3f800000:FLOAT, 0xffffffc0:INT32)"
    );
    assert_eq!(
        last("VDST = ASUINT32(EXP2(ASFLOAT(A)));"),
        "PowerOfTwo<FLOAT>(A)"
    );
    assert_eq!(
        last("DST64 = SWIZZLE(A, OFFSET, LANEID);"),
        "Swizzle<UINT64>(zext64(A), sext32(OFFSET), LANEID)"
    );
}

#[test]
fn both_sides_of_an_operator_have_one_type() {
    // What an interpreter relies on, over bodies that mix everything.
    let bodies = [
        "VDST = A + OFFSET * IMM; DST64 = W >> A & EXEC;",
        "UINT8 P = *(UINT8*)ADDRESS; INT16 H = *(INT16*)SHARED; VDST = P * H - X;",
        "if (GLC || A < B) { X = MIN(A, B); } else DST64[1] = ~A;",
        "for (i = 0; i < 4; i++) DST128[i] = Q[3 - i] + i;",
    ];
    for body in bodies {
        for statement in &good(body).ir.body {
            statement_is_explicit(statement);
        }
    }
}

fn statement_is_explicit(statement: &Statement) {
    match statement {
        Statement::Set { value, .. } => is_explicit(value),
        Statement::Write { value, .. } => {
            assert!(matches!(value.ty, Type::Bits(_)), "{value:?}");
            is_explicit(value);
        }
        Statement::Store { address, value } => {
            assert!(matches!(address.ty, Type::Pointer { .. }));
            is_explicit(value);
        }
        Statement::If {
            condition,
            then,
            otherwise,
        } => {
            assert_eq!(condition.ty, Type::Bool);
            then.iter().chain(otherwise).for_each(statement_is_explicit);
        }
        Statement::For { body, .. } | Statement::Atomic(body) | Statement::Once(body) => {
            body.iter().for_each(statement_is_explicit);
        }
        Statement::Undefined(_) => {}
    }
}

fn is_explicit(value: &Expression) {
    match &value.kind {
        ExpressionKind::Binary(Binary::ShiftLeft | Binary::ShiftRight, a, b) => {
            assert_eq!((a.ty, b.ty), (value.ty, Type::unsigned(32)));
        }
        ExpressionKind::Binary(_, a, b) => assert_eq!(a.ty, b.ty, "{value:?}"),
        ExpressionKind::Choose(c, a, b) => {
            assert_eq!((c.ty, a.ty, b.ty), (Type::Bool, value.ty, value.ty));
        }
        ExpressionKind::Convert(conversion, of) => {
            let (from, to) = (of.ty.bits(), value.ty.bits());
            match conversion {
                Conversion::BitCast => assert_eq!(from, to, "{value:?}"),
                Conversion::Truncate => assert!(from > to, "{value:?}"),
                Conversion::ZeroExtend | Conversion::SignExtend => assert!(from < to, "{value:?}"),
            }
        }
        _ => {}
    }
    value.children().for_each(is_explicit);
}

#[test]
fn a_feature_is_a_condition() {
    let effects = good("if (PACKED && GLC) VDST = A; else VDST = (UINT32)PACKED;").effects;
    assert!(effects.reads.contains(&Source::Feature(0)));
    assert_eq!(effects.states_written().count(), 0);
}

#[test]
fn effects_follow_from_the_tree() {
    let effects = good(
        "atomic { UINT32 P = *(UINT32*)ADDRESS; *(UINT32*)ADDRESS = P + A; if (GLC) VDST = P; }",
    )
    .effects;
    assert!(effects.atomic);
    assert_eq!(
        (effects.loads.clone(), effects.stores.clone()),
        (SortedSet::from([0]), SortedSet::from([0]))
    );
    // W and OFFSET through the `let`, A, GLC; VDST under a condition.
    let reads = [
        Source::Operand(5),
        Source::Operand(7),
        Source::Field(0),
        Source::Field(1),
        // The lanes.
        Source::State(0),
    ];
    assert_eq!(effects.reads, SortedSet::from(reads));
    assert_eq!(effects.writes, SortedSet::from([Source::Operand(0)]));

    let effects = good("EXEC = W; atomic { VDST = *SHARED; } DST64 = *ADDRESS;").effects;
    assert!(!effects.atomic, "one load is outside");
    assert_eq!(effects.states_written().collect::<Vec<_>>(), [0]);
    assert_eq!(effects.states_read().collect::<Vec<_>>(), [0, 1]);
    assert_eq!(effects.loads, SortedSet::from([0, 1]));
    assert!(effects.stores.is_empty());
}

#[test]
fn halves_are_parts_of_dwords() {
    assert_eq!(last("X = A.HIGH;"), "zext32(A@16)");
    assert_eq!(last("X = Q.LOW[2];"), "zext32(Q@64)");
    assert_eq!(last("X = SIZE.HIGH;"), "zext32(SIZE@16)");
    assert_eq!(last("UINT16 H = A.LOW;"), "A");
    // A signed byte is extended to the half, and no further.
    let place = |body: &str| match good(body).ir.body.last() {
        Some(Statement::Write { to, at, value }) => (*to, at.bit, value.ty),
        other => panic!("{other:?}"),
    };
    let x = Source::Operand(4);
    assert_eq!(place("X.LOW = *(INT8*)ADDRESS;"), (x, 0, Type::Bits(16)));
    assert_eq!(place("X.HIGH = A.LOW;"), (x, 16, Type::Bits(16)));
    // What a write of a half leaves is as good as read.
    let effects = good("X.HIGH = A.LOW;").effects;
    assert!(effects.keeps_operand(4) && !effects.reads_operand(4));
    assert!(!good("X = A;").effects.keeps_operand(4));
}
