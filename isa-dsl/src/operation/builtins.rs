//! The builtin functions: a table of names, signatures and meanings. A new
//! function is a new row here, and a new arm in whatever runs operations.

use super::types::Scalar;

/// A builtin function that runs. Functions that only copy bits (`ASFLOAT`)
/// are conversions in the intermediate code, not calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Builtin {
    /// `MIN`: the lesser of two values.
    Minimum,
    /// `MAX`: the greater of two values.
    Maximum,
    /// `ABS`: the magnitude.
    Magnitude,
    /// `ISNAN`: whether it is not a number.
    IsNan,
    /// `BITCOUNT`: how many bits are set.
    BitCount,
    /// `LEADINGZEROS`: how many bits above the highest one that is set.
    LeadingZeros,
    /// `TRAILINGZEROS`: how many bits below the lowest one that is set.
    TrailingZeros,
    /// `BITREVERSE`: the bits in the other order.
    BitReverse,
    /// `CONVERT`: the nearest value of another type.
    Convert,
    /// `FMA`: a product and a sum, rounded once.
    FusedMultiplyAdd,
    /// `SQRT`: the square root.
    SquareRoot,
    /// `LDEXP`: a product with a power of two.
    Scale,
    /// `FMALDEXP`: a product and a sum, times a power of two, rounded once.
    ScaledMultiplyAdd,
    /// `RSQRT`: one divided by the square root.
    ReciprocalRoot,
    /// `EXP2`: two to the power of a number.
    PowerOfTwo,
    /// `LOG2`: the logarithm to the base 2.
    Logarithm,
    /// `SINTURNS`: the sine of a number of turns.
    Sine,
    /// `COSTURNS`: the cosine of a number of turns.
    Cosine,
    /// `FLUSH`: zero in the place of a subnormal value.
    Flush,
    /// `FLOOR`: the nearest integral value that is not greater.
    Floor,
    /// `CEIL`: the nearest integral value that is not less.
    Ceiling,
    /// `TRUNC`: the nearest integral value that is not further from zero.
    Truncate,
    /// `ROUNDEVEN`: the nearest integral value, of two the even one.
    RoundEven,
    /// `BALLOT`: the lanes for which something is true.
    Ballot,
    /// `SWIZZLE`: an address within the private memory of a lane.
    Swizzle,
    /// `ELEMENT`: the address of an element of a typed surface.
    Element,
    /// `BUFFER`: the address of a byte of a surface.
    Buffer,
    /// `DECLAREDTYPE`: the type that a variable of the program has.
    DeclaredType,
    /// `DECLAREDCOUNT`: how many elements a variable of the program has.
    DeclaredCount,
}

/// The types that a builtin takes and gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signature {
    /// This many arguments of one integer or floating-point type, which is
    /// that of the result.
    Alike(usize),
    /// One argument of a signed integer or floating-point type, which is that
    /// of the result.
    Signed,
    /// This many arguments of one floating-point type, which is that of the
    /// result.
    Floating(usize),
    /// This many arguments of one floating-point type, which is that of the result,
    /// and an `INT32`.
    Scaled(usize),
    /// One argument of `HALF` or `FLOAT`, which is the type of the result.
    Narrow,
    /// One floating-point argument; the result is `BOOL`.
    Predicate,
    /// One condition; the result is `UINT64`, the same in all lanes.
    Ballot,
    /// One integer of any width; the result is `UINT32`.
    Count,
    /// One integer of any width, whose type is that of the result.
    Integer,
    /// A type, which is that of the result, and a number of any type; then, or not, a
    /// `UINT32`.
    Convert,
    /// One argument as wide as this type, whose bits are copied to it.
    Copy(Scalar),
    /// An operand that every lane has, or dwords of it, and the number of a
    /// lane, `UINT32`; the result is register bits.
    Lane,
    /// These arguments, converted as in an assignment, and this result.
    Fixed(&'static [Scalar], Scalar),
}

impl Signature {
    /// Number of arguments.
    pub const fn arguments(self) -> usize {
        match self {
            Signature::Alike(count) | Signature::Floating(count) => count,
            Signature::Fixed(arguments, _) => arguments.len(),
            Signature::Scaled(count) => count + 1,
            Signature::Lane | Signature::Convert => 2,
            Signature::Signed
            | Signature::Narrow
            | Signature::Predicate
            | Signature::Ballot
            | Signature::Count
            | Signature::Integer
            | Signature::Copy(_) => 1,
        }
    }
}

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Function {
    /// Name in operations.
    pub name: &'static str,
    /// `None` for those that only copy bits, and for [`LANE`].
    pub builtin: Option<Builtin>,
    /// Types.
    pub signature: Signature,
    /// What it gives.
    pub doc: &'static str,
}

const fn call(
    name: &'static str,
    builtin: Builtin,
    signature: Signature,
    doc: &'static str,
) -> Function {
    Function {
        name,
        builtin: Some(builtin),
        signature,
        doc,
    }
}

const fn copy(name: &'static str, scalar: Scalar) -> Function {
    let doc = "The same bits as that type.";
    Function {
        name,
        builtin: None,
        signature: Signature::Copy(scalar),
        doc,
    }
}

const fn integer(bits: u16, signed: bool) -> Scalar {
    Scalar::Integer { bits, signed }
}

/// Every builtin function.
pub const FUNCTIONS: &[Function] = &[
    call(
        "MIN",
        Builtin::Minimum,
        Signature::Alike(2),
        "The lesser. If one floating-point value is NaN, the other; if both are, the first. -0.0 is less than 0.0.",
    ),
    call(
        "MAX",
        Builtin::Maximum,
        Signature::Alike(2),
        "The greater. If one floating-point value is NaN, the other; if both are, the first. 0.0 is greater than -0.0.",
    ),
    call(
        "ABS",
        Builtin::Magnitude,
        Signature::Signed,
        "The magnitude. The lowest integer stays as it is; a floating-point value loses its sign bit, NaN too.",
    ),
    call(
        "ISNAN",
        Builtin::IsNan,
        Signature::Predicate,
        "True for NaN.",
    ),
    call(
        "BITCOUNT",
        Builtin::BitCount,
        Signature::Count,
        "How many bits are set.",
    ),
    call(
        "LEADINGZEROS",
        Builtin::LeadingZeros,
        Signature::Count,
        "How many zeros lie above the highest bit that is set; of zero all bits.",
    ),
    call(
        "TRAILINGZEROS",
        Builtin::TrailingZeros,
        Signature::Count,
        "How many zeros lie below the lowest bit that is set; of zero all bits.",
    ),
    call(
        "BITREVERSE",
        Builtin::BitReverse,
        Signature::Integer,
        "The bits in the other order: the lowest one becomes the highest.",
    ),
    call(
        CONVERT,
        Builtin::Convert,
        Signature::Convert,
        "CONVERT(T, x): the number x in type T. To an integer towards zero, as far as the type goes, NaN as 0; to floating point as results are rounded. CONVERT(T, x, r): rounded as the two bits of r say, to nearest even, up, down or towards zero.",
    ),
    call(
        "FMA",
        Builtin::FusedMultiplyAdd,
        Signature::Floating(3),
        "FMA(a, b, c): a * b + c, rounded once (IEEE 754 fusedMultiplyAdd).",
    ),
    call(
        "SQRT",
        Builtin::SquareRoot,
        Signature::Floating(1),
        "The square root, correctly rounded (IEEE 754 squareRoot). Of -0.0 it is -0.0, of less NaN.",
    ),
    call(
        "LDEXP",
        Builtin::Scale,
        Signature::Scaled(1),
        "LDEXP(a, n): a times two to the power of n, rounded once (IEEE 754 scaleB).",
    ),
    call(
        "FMALDEXP",
        Builtin::ScaledMultiplyAdd,
        Signature::Scaled(3),
        "FMALDEXP(a, b, c, n): a * b + c, times two to the power of n, rounded once.",
    ),
    call(
        "RSQRT",
        Builtin::ReciprocalRoot,
        Signature::Floating(1),
        "One divided by the square root, correctly rounded (IEEE 754 rSqrt). Of a zero it is the infinity of its sign, of less NaN.",
    ),
    call(
        "EXP2",
        Builtin::PowerOfTwo,
        Signature::Narrow,
        "Two to the power of the value, correctly rounded (IEEE 754 exp2).",
    ),
    call(
        "LOG2",
        Builtin::Logarithm,
        Signature::Narrow,
        "The logarithm to the base 2, correctly rounded (IEEE 754 log2). Of a zero it is the infinity below zero, of less NaN.",
    ),
    call(
        "SINTURNS",
        Builtin::Sine,
        Signature::Narrow,
        "The sine of an angle in turns, correctly rounded: of 0.25 it is 1. Where it is zero it has the sign of the angle; of an infinity it is NaN.",
    ),
    call(
        "COSTURNS",
        Builtin::Cosine,
        Signature::Narrow,
        "The cosine of an angle in turns, correctly rounded: of 0.5 it is -1. Where it is zero it is 0.0; of an infinity it is NaN.",
    ),
    call(
        "FLUSH",
        Builtin::Flush,
        Signature::Floating(1),
        "The value, or zero of its sign in the place of a subnormal one, whatever the machine's state says.",
    ),
    call(
        "FLOOR",
        Builtin::Floor,
        Signature::Floating(1),
        "Rounded down to an integral value (IEEE 754 roundToIntegralTowardNegative).",
    ),
    call(
        "CEIL",
        Builtin::Ceiling,
        Signature::Floating(1),
        "Rounded up to an integral value (IEEE 754 roundToIntegralTowardPositive).",
    ),
    call(
        "TRUNC",
        Builtin::Truncate,
        Signature::Floating(1),
        "Rounded towards zero to an integral value (IEEE 754 roundToIntegralTowardZero).",
    ),
    call(
        "ROUNDEVEN",
        Builtin::RoundEven,
        Signature::Floating(1),
        "Rounded to the nearest integral value, of two to the even one (IEEE 754 roundToIntegralTiesToEven).",
    ),
    call(
        BALLOT,
        Builtin::Ballot,
        Signature::Ballot,
        "BALLOT(c): a bit for each lane, set if the lane runs and the condition is true in it.",
    ),
    call(
        "SWIZZLE",
        Builtin::Swizzle,
        Signature::Fixed(
            &[Scalar::UINT64, Scalar::INT32, Scalar::UINT32],
            Scalar::UINT64,
        ),
        "SWIZZLE(address, offset, lane): where byte `address + offset` of a lane's private memory lies; how lanes interleave is up to the machine.",
    ),
    call(
        "ELEMENT",
        Builtin::Element,
        Signature::Fixed(
            &[Scalar::UINT32, Scalar::UINT64, Scalar::UINT64],
            Scalar::UINT64,
        ),
        "ELEMENT(surface, xy, zl): where an element of a typed surface lies, with two coordinates of 32 bits each in xy and zl, the first one lower, the last one the level of detail; how elements lie is up to the machine. One that does not exist lies at the end of the address space.",
    ),
    call(
        "BUFFER",
        Builtin::Buffer,
        Signature::Fixed(&[Scalar::UINT32, Scalar::UINT64], Scalar::UINT64),
        "BUFFER(surface, offset): where a byte of a surface lies; where surfaces begin is up to the machine. One that does not exist lies at the end of the address space.",
    ),
    call(
        "DECLAREDTYPE",
        Builtin::DeclaredType,
        Signature::Fixed(&[Scalar::UINT32], Scalar::UINT32),
        "DECLAREDTYPE(variable): the type with which the program declares a variable of that number, as a number of the description's own; all ones if it declares none.",
    ),
    call(
        "DECLAREDCOUNT",
        Builtin::DeclaredCount,
        Signature::Fixed(&[Scalar::UINT32], Scalar::UINT32),
        "DECLAREDCOUNT(variable): how many elements a variable of that number has; 0 if the program declares none.",
    ),
    Function {
        name: LANE,
        builtin: None,
        signature: Signature::Lane,
        doc: "LANE(OPERAND, lane): the operand in another lane, from before the instruction, whether that lane runs or not. A lane that does not exist reads as zero.",
    },
    copy("ASHALF", Scalar::Half),
    copy("ASFLOAT", Scalar::Float),
    copy("ASDOUBLE", Scalar::Double),
    copy("ASINT16", integer(16, true)),
    copy("ASINT32", integer(32, true)),
    copy("ASINT64", integer(64, true)),
    copy("ASUINT16", integer(16, false)),
    copy("ASUINT32", integer(32, false)),
    copy("ASUINT64", integer(64, false)),
];

/// The function that reads another lane. It is a kind of expression in the
/// intermediate code, not a call.
pub const LANE: &str = "LANE";

/// The function that asks all lanes.
pub const BALLOT: &str = "BALLOT";

/// The function that converts numbers; its first argument is a type.
pub const CONVERT: &str = "CONVERT";

/// The builtin function of a name.
pub fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}
