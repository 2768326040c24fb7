//! Rows as bytes of memory.
//!
//! A row has the layout of C, and its fields may hold any bits. So a table is what a literal
//! of bytes is, read in another way ([`bytemuck`] checks that this may be done),
//! which costs rustc nothing for any number of rows; rows that it would have to work out one by
//! one cost it more than everything else that is compiled.
//!
//! Hence the types of fields: numbers, [`Flag`] for a yes or no, [`Numbered`] for an enum
//! without data, and structs of those. [`row!`] is around the definition of a row,
//! [`numbered!`] around that of such an enum.
//!
//! Bytes that the macro writes are the same on every machine: numbers begin with their lowest
//! byte, and are turned while the crate is compiled where they begin with the highest one. Rows
//! with numbers of 64 bits begin with these and are aligned as they are, because some machines
//! of 32 bits would have them in other places; there is a size then that is wrong, which is an
//! error of the build.

use core::fmt;
use core::marker::PhantomData;

use bytemuck::AnyBitPattern;

/// What tables have rows of.
#[cfg(feature = "compiler")]
pub trait Row: fmt::Debug {
    /// How many bytes a row has: all of a table as many; 0 where it has no byte form.
    fn size(&self) -> usize {
        0
    }

    /// Writes the bytes of a row, which are as many; those between fields stay as they are.
    fn write(&self, _bytes: &mut [u8]) {}
}

/// A yes or no.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, AnyBitPattern)]
#[repr(transparent)]
pub struct Flag(u8);

impl Flag {
    /// No.
    pub const NO: Flag = Flag(0);
    /// Yes.
    pub const YES: Flag = Flag(1);

    /// Whether it is a yes.
    #[inline]
    pub const fn is_set(self) -> bool {
        self.0 != 0
    }

    pub(super) const fn native(self) -> Flag {
        self
    }
}

impl From<bool> for Flag {
    fn from(is_set: bool) -> Flag {
        Flag(u8::from(is_set))
    }
}

/// As it is written in Rust.
impl fmt::Debug for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.is_set() {
            true => "Flag::YES",
            false => "Flag::NO",
        })
    }
}

#[cfg(feature = "compiler")]
impl Row for Flag {
    fn size(&self) -> usize {
        1
    }

    fn write(&self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&[self.0]);
    }
}

/// A variant of an enum without data, by its place.
// The enum itself is no parameter of the struct: of those the derive asks that they hold any bits.
pub type Numbered<T> = NumberOf<PhantomData<T>>;

/// What [`Numbered`] is.
#[derive(AnyBitPattern)]
#[repr(transparent)]
pub struct NumberOf<T> {
    number: u8,
    of: PhantomData<T>,
}

impl<T> Numbered<T> {
    #[inline]
    pub(super) const fn new(number: u8) -> Numbered<T> {
        let of = PhantomData;
        NumberOf { number, of }
    }

    #[inline]
    pub(super) const fn number(self) -> u8 {
        self.number
    }

    pub(super) const fn native(self) -> Numbered<T> {
        self
    }
}

impl<T> Clone for NumberOf<T> {
    fn clone(&self) -> NumberOf<T> {
        *self
    }
}

impl<T> Copy for NumberOf<T> {}

impl<T> PartialEq for NumberOf<T> {
    #[inline]
    fn eq(&self, other: &NumberOf<T>) -> bool {
        self.number == other.number
    }
}

impl<T> Eq for NumberOf<T> {}

impl<T> core::hash::Hash for NumberOf<T> {
    #[inline]
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

#[cfg(feature = "compiler")]
impl<T> Row for Numbered<T>
where
    Numbered<T>: fmt::Debug,
{
    fn size(&self) -> usize {
        1
    }

    fn write(&self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&[self.number]);
    }
}

/// A field whose lowest byte came first, as this machine has it.
macro_rules! native {
    (u8, $field:expr) => {
        $field
    };
    (u16, $field:expr) => {
        u16::from_le($field)
    };
    (u32, $field:expr) => {
        u32::from_le($field)
    };
    (u64, $field:expr) => {
        u64::from_le($field)
    };
    ($type:ident $(<$of:ident>)?, $field:expr) => {
        $field.native()
    };
}

/// The number with an alignment, of which there can be arrays in the place of rows: those may
/// be cast to a slice of rows, which bytes, aligned anyhow, may not.
pub(super) trait Aligned {
    type Unit;
}

impl Aligned for [(); 1] {
    type Unit = u8;
}

impl Aligned for [(); 2] {
    type Unit = u16;
}

impl Aligned for [(); 4] {
    type Unit = u32;
}

impl Aligned for [(); 8] {
    type Unit = u64;
}

/// Around the definition of a struct of numbers: gives it its bytes.
macro_rules! row {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[$doc:meta])* pub $field:ident : $type:ident $(<$of:ident>)?,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(bytemuck::AnyBitPattern)]
        #[repr(C)]
        pub struct $name {
            $($(#[$doc])* pub $field: $type $(<$of>)?,)*
        }

        impl $name {
            /// A row whose numbers began with their lowest byte, as this machine has it.
            #[inline]
            pub(super) const fn native(self) -> $name {
                $name {
                    $($field: $crate::tables::bytes::native!($type $(<$of>)?, self.$field),)*
                }
            }

            /// Rows of their bytes, where numbers begin with their lowest one.
            pub const fn of_bytes<const N: usize, const M: usize>(bytes: [u8; M]) -> [$name; N] {
                const ALIGN: usize = align_of::<$name>();
                type Unit = <[(); ALIGN] as $crate::tables::bytes::Aligned>::Unit;
                let units: [[Unit; size_of::<$name>() / ALIGN]; N] = bytemuck::must_cast(bytes);
                let rows: &[$name] = bytemuck::must_cast_slice(&units);
                let mut rows = *rows.first_chunk().expect("a unit is a row");
                if cfg!(target_endian = "big") {
                    let mut at = 0;
                    while at < N {
                        rows[at] = rows[at].native();
                        at += 1;
                    }
                }
                rows
            }
        }

        #[cfg(feature = "compiler")]
        impl $crate::tables::Row for $name {
            fn size(&self) -> usize {
                size_of::<$name>()
            }

            fn write(&self, bytes: &mut [u8]) {
                $(
                    let at = core::mem::offset_of!($name, $field);
                    let place = &mut bytes[at..at + size_of::<$type $(<$of>)?>()];
                    $crate::tables::Row::write(&self.$field, place);
                )*
            }
        }

        #[cfg(all(test, feature = "compiler"))]
        impl $crate::tables::bytes::tests::Any for $name {
            fn any(number: &mut impl FnMut() -> u64) -> $name {
                $(let $field = $crate::tables::bytes::tests::Any::any(number);)*
                $name { $($field),* }
            }
        }
    };
}

/// Around the definition of an enum without data: gives it numbers.
macro_rules! numbered {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $($(#[$doc:meta])* $variant:ident,)*
        }
    ) => {
        $(#[$meta])*
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            /// Its variants: the place of each is its number.
            pub(super) const ALL: [$name; [$($name::$variant),*].len()] =
                [$($name::$variant),*];

            /// The variant of a number; the first one where there is none.
            #[inline]
            pub(super) const fn of_number(number: u8) -> $name {
                let number = number as usize;
                $name::ALL[if number < $name::ALL.len() { number } else { 0 }]
            }
        }

        impl $crate::tables::Numbered<$name> {
            /// The variant as rows have it.
            #[inline]
            pub const fn of(variant: $name) -> $crate::tables::Numbered<$name> {
                $crate::tables::Numbered::new(variant as u8)
            }

            /// The variant.
            #[inline]
            pub const fn get(self) -> $name {
                $name::of_number(self.number())
            }
        }

        impl From<$name> for $crate::tables::Numbered<$name> {
            #[inline]
            fn from(variant: $name) -> $crate::tables::Numbered<$name> {
                $crate::tables::Numbered::<$name>::of(variant)
            }
        }

        /// As it is written in Rust.
        impl core::fmt::Debug for $crate::tables::Numbered<$name> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let name = stringify!($name);
                write!(f, "Numbered::<{name}>::of({name}::{:?})", self.get())
            }
        }

        #[cfg(all(test, feature = "compiler"))]
        impl $crate::tables::bytes::tests::Any for $name {
            fn any(number: &mut impl FnMut() -> u64) -> $name {
                $name::ALL[number() as usize % $name::ALL.len()]
            }
        }
    };
}

pub(super) use {native, numbered, row};

#[cfg(feature = "compiler")]
impl Row for u8 {
    fn size(&self) -> usize {
        1
    }

    fn write(&self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&[*self]);
    }
}

macro_rules! numbers {
    ($($type:ident : $function:ident,)*) => {
        $(
            /// Numbers of their bytes, each of which begins with its lowest one.
            pub const fn $function<const N: usize, const M: usize>(bytes: [u8; M]) -> [$type; N] {
                let mut rows: [$type; N] = bytemuck::must_cast(bytes);
                if cfg!(target_endian = "big") {
                    let mut at = 0;
                    while at < N {
                        rows[at] = $type::from_le(rows[at]);
                        at += 1;
                    }
                }
                rows
            }

            #[cfg(feature = "compiler")]
            impl Row for $type {
                fn size(&self) -> usize {
                    size_of::<$type>()
                }

                fn write(&self, bytes: &mut [u8]) {
                    bytes.copy_from_slice(&self.to_le_bytes());
                }
            }
        )*
    };
}

numbers! {
    u16: u16_of_bytes,
    u32: u32_of_bytes,
    u64: u64_of_bytes,
}

#[cfg(all(test, feature = "compiler"))]
pub(crate) mod tests;
