//! Types of values in operations.

use std::fmt;

/// A type that memory can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// A two's complement or unsigned integer.
    Integer {
        /// 8, 16, 32, 64 or 128.
        bits: u16,
        /// Two's complement.
        signed: bool,
    },
    /// IEEE 754 binary16.
    Half,
    /// IEEE 754 binary32.
    Float,
    /// IEEE 754 binary64.
    Double,
}

impl Scalar {
    /// `UINT32`
    pub const UINT32: Scalar = Scalar::Integer { bits: 32, signed: false };
    /// `INT32`
    pub const INT32: Scalar = Scalar::Integer { bits: 32, signed: true };
    /// `UINT64`
    pub const UINT64: Scalar = Scalar::Integer { bits: 64, signed: false };

    /// Width in bits.
    pub const fn bits(self) -> u16 {
        match self {
            Scalar::Integer { bits, .. } => bits,
            Scalar::Half => 16,
            Scalar::Float => 32,
            Scalar::Double => 64,
        }
    }

    /// `HALF`, `FLOAT` or `DOUBLE`.
    pub const fn is_floating(self) -> bool {
        matches!(self, Scalar::Half | Scalar::Float | Scalar::Double)
    }

    /// The type that a word of the language names; `BYTE` as a value is
    /// `UINT8`. `None` for `BOOL`, `T` and everything else.
    pub fn from_name(name: &str) -> Option<Scalar> {
        match name {
            "BYTE" => return Some(Scalar::Integer { bits: 8, signed: false }),
            "HALF" => return Some(Scalar::Half),
            "FLOAT" => return Some(Scalar::Float),
            "DOUBLE" => return Some(Scalar::Double),
            _ => {}
        }
        let (signed, digits) = match name.strip_prefix("UINT") {
            Some(digits) => (false, digits),
            None => (true, name.strip_prefix("INT")?),
        };
        let bits = match digits {
            "8" => 8,
            "16" => 16,
            "32" => 32,
            "64" => 64,
            "128" => 128,
            _ => return None,
        };
        Some(Scalar::Integer { bits, signed })
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Integer { bits, signed: false } => write!(f, "UINT{bits}"),
            Scalar::Integer { bits, signed: true } => write!(f, "INT{bits}"),
            Scalar::Half => f.write_str("HALF"),
            Scalar::Float => f.write_str("FLOAT"),
            Scalar::Double => f.write_str("DOUBLE"),
        }
    }
}

/// What a pointer points to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pointee {
    /// `BYTE*`: an address that integers may be added to, counted in bytes.
    Byte,
    /// An object that can be loaded and stored.
    Scalar(Scalar),
}

impl Pointee {
    /// What a load through such a pointer gives; a `BYTE` is a `UINT8`.
    pub const fn scalar(self) -> Scalar {
        match self {
            Pointee::Byte => Scalar::Integer { bits: 8, signed: false },
            Pointee::Scalar(scalar) => scalar,
        }
    }
}

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// True or false; as an integer 1 or 0.
    Bool,
    /// Register bits without a meaning of their own, this many.
    Bits(u16),
    /// An integer or a floating-point number.
    Scalar(Scalar),
    /// An address of 64 bits.
    Pointer {
        /// What is there.
        to: Pointee,
        /// Address space, an index into
        /// [`Environment::spaces`](super::Environment::spaces).
        space: usize,
    },
}

/// Width of an address in bits, in every space.
pub const ADDRESS_BITS: u16 = 64;

impl Type {
    /// `UINTn`
    pub const fn unsigned(bits: u16) -> Type {
        Type::Scalar(Scalar::Integer { bits, signed: false })
    }

    /// `INTn`
    pub const fn signed(bits: u16) -> Type {
        Type::Scalar(Scalar::Integer { bits, signed: true })
    }

    /// Width in bits; 1 for `BOOL`.
    pub const fn bits(self) -> u16 {
        match self {
            Type::Bool => 1,
            Type::Bits(bits) => bits,
            Type::Scalar(scalar) => scalar.bits(),
            Type::Pointer { .. } => ADDRESS_BITS,
        }
    }

    /// Width and sign where the value can be used as an integer: integers,
    /// truth values, and register bits as wide as some integer.
    pub const fn as_integer(self) -> Option<(u16, bool)> {
        match self {
            Type::Bool => Some((1, false)),
            Type::Bits(bits) if is_integer_width(bits) => Some((bits, false)),
            Type::Scalar(Scalar::Integer { bits, signed }) => Some((bits, signed)),
            _ => None,
        }
    }

    /// The floating-point type, if it is one.
    pub const fn as_floating(self) -> Option<Scalar> {
        match self {
            Type::Scalar(scalar) if scalar.is_floating() => Some(scalar),
            _ => None,
        }
    }
}

/// Whether an integer type is this wide.
pub const fn is_integer_width(bits: u16) -> bool {
    matches!(bits, 8 | 16 | 32 | 64 | 128)
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Bool => f.write_str("BOOL"),
            Type::Bits(1) => f.write_str("1 register bit"),
            Type::Bits(bits) => write!(f, "{bits} register bits"),
            Type::Scalar(scalar) => scalar.fmt(f),
            Type::Pointer { to: Pointee::Byte, .. } => f.write_str("BYTE*"),
            Type::Pointer { to: Pointee::Scalar(scalar), .. } => write!(f, "{scalar}*"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_word_prints_as_it_is_read() {
        for word in [
            "UINT8", "INT8", "UINT16", "INT16", "UINT32", "INT32", "UINT64", "INT64", "UINT128",
            "INT128", "HALF", "FLOAT", "DOUBLE",
        ] {
            assert_eq!(Scalar::from_name(word).map(|s| s.to_string()).as_deref(), Some(word));
        }
        for word in ["BOOL", "T", "UINT", "INT24", "", "uint8"] {
            assert_eq!(Scalar::from_name(word), None, "{word}");
        }
    }

    #[test]
    fn only_register_bits_as_wide_as_an_integer_are_one() {
        assert_eq!(Type::Bits(32).as_integer(), Some((32, false)));
        assert_eq!(Type::Bits(96).as_integer(), None);
        assert_eq!(Type::Scalar(Scalar::Float).as_integer(), None);
    }
}
