//! Rows as bytes, and back.
//!
//! rustc reads a literal of bytes as one token, and rows that a `const fn` makes of it
//! cost it a tenth of what expressions of them do. So rows have a byte form: the bytes
//! of their fields, in the order of declaration, the lowest byte of a number first.
//! [`numbered!`] and [`row!`] are around the definitions of enums and structs and write
//! both directions.
//!
//! The functions here are run by rustc alone, in an interpreter for which a call costs
//! what ten operations do. Hence rows are read by a macro where functions would be
//! easier to read: a pattern takes the first bytes off, and `row` is what is left.

/// What tables have rows of.
#[cfg(feature = "compiler")]
pub trait Row: core::fmt::Debug {
    /// How many bytes the byte form of a row has; 0 where it has none.
    const BYTES: usize = 0;

    /// Appends the byte form.
    fn write(&self, _bytes: &mut Vec<u8>) {}
}

#[cfg(feature = "compiler")]
impl Row for u8 {
    const BYTES: usize = 1;

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(*self);
    }
}

#[cfg(feature = "compiler")]
impl Row for bool {
    const BYTES: usize = 1;

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(u8::from(*self));
    }
}

/// The bytes of a type of field.
macro_rules! size {
    (u8) => {
        1
    };
    (bool) => {
        1
    };
    (u16) => {
        2
    };
    (u32) => {
        4
    };
    (u64) => {
        8
    };
    ($type:ident) => {
        $type::BYTES
    };
}

/// Takes a field off the bytes of `row`: declares a variable of its name.
macro_rules! take {
    ($row:ident, $field:ident : u8) => {
        let &[$field, ref rest @ ..] = $row;
        let $row = rest;
    };
    ($row:ident, $field:ident : bool) => {
        let &[byte, ref rest @ ..] = $row;
        let $row = rest;
        let $field = byte != 0;
    };
    ($row:ident, $field:ident : u16) => {
        let &[first, second, ref rest @ ..] = $row;
        let $row = rest;
        let $field = first as u16 | (second as u16) << 8;
    };
    ($row:ident, $field:ident : u32) => {
        let &[first, second, third, fourth, ref rest @ ..] = $row;
        let $row = rest;
        let $field = first as u32
            | (second as u32) << 8
            | (third as u32) << 16
            | (fourth as u32) << 24;
    };
    ($row:ident, $field:ident : u64) => {
        let &[b0, b1, b2, b3, b4, b5, b6, b7, ref rest @ ..] = $row;
        let $row = rest;
        let $field = u64::from_le_bytes([b0, b1, b2, b3, b4, b5, b6, b7]);
    };
    // Structs within many rows are read in place.
    ($row:ident, $field:ident : Text) => {
        $crate::tables::bytes::take!($row, start: u32);
        $crate::tables::bytes::take!($row, len: u16);
        let $field = $crate::tables::Text { start, len };
    };
    ($row:ident, $field:ident : Rows) => {
        $crate::tables::bytes::take!($row, start: u32);
        $crate::tables::bytes::take!($row, len: u16);
        let $field = $crate::tables::Rows { start, len };
    };
    ($row:ident, $field:ident : Field) => {
        $crate::tables::bytes::take!($row, shift: u8);
        $crate::tables::bytes::take!($row, width: u8);
        $crate::tables::bytes::take!($row, total: u8);
        $crate::tables::bytes::take!($row, more: Rows);
        let $field = $crate::tables::Field { shift, width, total, more };
    };
    ($row:ident, $field:ident : Reading) => {
        $crate::tables::bytes::take!($row, base: u32);
        $crate::tables::bytes::take!($row, values: u32);
        $crate::tables::bytes::take!($row, mask: u16);
        $crate::tables::bytes::take!($row, key_mask: u16);
        $crate::tables::bytes::take!($row, shift: u8);
        $crate::tables::bytes::take!($row, width: u8);
        $crate::tables::bytes::take!($row, key_shift: u8);
        let $field = $crate::tables::Reading {
            base, values, mask, key_mask, shift, width, key_shift,
        };
    };
    ($row:ident, $field:ident : StateBits) => {
        $crate::tables::bytes::take!($row, state: u16);
        $crate::tables::bytes::take!($row, low: u16);
        $crate::tables::bytes::take!($row, bits: u16);
        let $field = $crate::tables::StateBits { state, low, bits };
    };
    ($row:ident, $field:ident : HighBits) => {
        $crate::tables::bytes::take!($row, middle: u64);
        $crate::tables::bytes::take!($row, last: u32);
        let $field = $crate::tables::HighBits { middle, last };
    };
    ($row:ident, $field:ident : Kind) => {
        $crate::tables::bytes::take!($row, tag: u8);
        $crate::tables::bytes::take!($row, index: u16);
        $crate::tables::bytes::take!($row, more: u8);
        let $field = $crate::tables::Kind::of_parts(tag, index, more);
    };
    ($row:ident, $field:ident : $numbered:ident) => {
        let &[byte, ref rest @ ..] = $row;
        let $row = rest;
        let $field = $numbered::ALL[byte as usize];
    };
}

/// Around the definition of a struct of numbers: gives it its byte form.
macro_rules! row {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[$doc:meta])* pub $field:ident : $type:ident,)*
        }
    ) => {
        $(#[$meta])*
        pub struct $name {
            $($(#[$doc])* pub $field: $type,)*
        }

        impl $name {
            /// How many bytes the byte form of a row has.
            pub const BYTES: usize = 0 $(+ $crate::tables::bytes::size!($type))*;

            /// The rows that bytes are: their fields in the order of declaration, the
            /// lowest byte of a number first.
            ///
            /// # Panics
            ///
            /// If there are not `N` rows, or one has a number that no variant of an
            /// enum has; where constants are made, that is an error of the build.
            pub const fn of_bytes<const N: usize>(bytes: &[u8]) -> [$name; N] {
                let (bytes, rest) = bytes.as_chunks::<{ $name::BYTES }>();
                assert!(bytes.len() == N && rest.is_empty(), "bytes of N rows");
                let mut rows = [$name::of_row(&[0; $name::BYTES]); N];
                let mut at = 0;
                while at < N {
                    rows[at] = $name::of_row(&bytes[at]);
                    at += 1;
                }
                rows
            }

            const fn of_row(row: &[u8; $name::BYTES]) -> $name {
                $($crate::tables::bytes::take!(row, $field: $type);)*
                let [] = row;
                $name { $($field),* }
            }
        }

        #[cfg(feature = "compiler")]
        impl $crate::tables::Row for $name {
            const BYTES: usize = $name::BYTES;

            fn write(&self, bytes: &mut Vec<u8>) {
                $($crate::tables::Row::write(&self.$field, bytes);)*
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

/// Around the definition of an enum without data: gives it its byte form.
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
            pub(super) const BYTES: usize = 1;
            /// Its variants: the place of each is its byte.
            pub(super) const ALL: [$name; [$($name::$variant),*].len()] =
                [$($name::$variant),*];
        }

        #[cfg(feature = "compiler")]
        impl $crate::tables::Row for $name {
            const BYTES: usize = $name::BYTES;

            fn write(&self, bytes: &mut Vec<u8>) {
                bytes.push(*self as u8);
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

pub(super) use {numbered, row, size, take};

macro_rules! numbers {
    ($($type:ident : $function:ident,)*) => {
        $(
            #[doc = concat!("The rows of a table of [`", stringify!($type), "`] that bytes are, lowest byte first.")]
            ///
            /// # Panics
            ///
            /// If there are not `N` of them.
            pub const fn $function<const N: usize>(bytes: &[u8]) -> [$type; N] {
                let (bytes, rest) = bytes.as_chunks::<{ size!($type) }>();
                assert!(bytes.len() == N && rest.is_empty(), "bytes of N rows");
                let mut rows = [0; N];
                let mut at = 0;
                while at < N {
                    let row = &bytes[at];
                    take!(row, number: $type);
                    let [] = row;
                    rows[at] = number;
                    at += 1;
                }
                rows
            }

            #[cfg(feature = "compiler")]
            impl Row for $type {
                const BYTES: usize = size!($type);

                fn write(&self, bytes: &mut Vec<u8>) {
                    bytes.extend(self.to_le_bytes());
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

/// The rows of some pieces, one piece after the other.
///
/// # Panics
///
/// If there are not `N` rows.
pub const fn joined<T: Copy, const N: usize>(pieces: &[&[T]]) -> [T; N] {
    let mut rows = [pieces[0][0]; N];
    let mut places: &mut [T] = &mut rows;
    let mut at = 0;
    while at < pieces.len() {
        let (here, behind) = places.split_at_mut(pieces[at].len());
        here.copy_from_slice(pieces[at]);
        places = behind;
        at += 1;
    }
    assert!(places.is_empty(), "N rows");
    rows
}

/// A table of pages that are said once: for each page of the table its number among
/// `pages`, in two bytes, the lower one first. Rows at the end that are no whole page
/// are at the end of `pages`, too.
///
/// # Panics
///
/// If there are not so many numbers and rows.
pub const fn in_order<T: Copy, const N: usize, const PAGE: usize>(
    pages: &[T],
    order: &[u8],
) -> [T; N] {
    let mut rows = [pages[0]; N];
    let (pages, last) = pages.as_chunks::<PAGE>();
    let (numbers, odd) = order.as_chunks::<2>();
    let (places, rest) = rows.as_chunks_mut::<PAGE>();
    assert!(
        numbers.len() == places.len() && odd.is_empty(),
        "a number for each page"
    );
    let mut at = 0;
    while at < places.len() {
        let [low, high] = numbers[at];
        places[at] = pages[low as usize | (high as usize) << 8];
        at += 1;
    }
    rest.copy_from_slice(last);
    rows
}

#[cfg(all(test, feature = "compiler"))]
pub(crate) mod tests;
