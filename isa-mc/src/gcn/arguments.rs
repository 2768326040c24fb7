//! The segment of arguments that a kernel reads: what a caller gives, and what AMDHSA's
//! runtime adds by itself.
//!
//! ```
//! use isa_mc::gcn::arguments::{Geometry, Value, segment};
//! use isa_mc::gcn::metadata::{Argument, ValueKind};
//!
//! let argument = |kind, size, offset| Argument {
//!     name: None,
//!     type_name: None,
//!     size,
//!     offset,
//!     kind,
//!     address_space: None,
//!     pointee_align: None,
//! };
//! let said = [argument(ValueKind::GlobalBuffer, 8, 0), argument(ValueKind::ByValue, 4, 8)];
//! let values = [Value::Address(0x1000), Value::Bytes(7_u32.to_le_bytes().to_vec())];
//! let geometry = Geometry { grid: [256, 1, 1], group: [64, 1, 1] };
//! let segment = segment(&said, &values, geometry, 0).unwrap();
//! assert_eq!(segment.bytes, [0, 0x10, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0]);
//! ```
//!
//! Sources: LLVM's `AMDGPUUsage`, "Code Object V3 Metadata" to "Code Object V5 Metadata",
//! and "Kernel Arguments" for what a kernel without metadata gets.

use core::fmt::{self, Display, Formatter};

use super::metadata::{Argument, Hidden, ValueKind};

/// The upper half of addresses that are local memory among all (`flat`): the lower half
/// counts from its start.
pub const SHARED_APERTURE: u32 = 0x0001_0000;

/// The upper half of addresses that are private memory among all (`flat`).
pub const PRIVATE_APERTURE: u32 = 0x0002_0000;

/// Bytes that the arguments of a kernel may have.
const MAX_SEGMENT: u64 = 1 << 20;

/// Bytes of local memory that pointers may ask for: more than any processor has.
const MAX_LOCAL: u64 = 1 << 20;

/// What a caller gives for an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A value, as it lies in memory.
    Bytes(Vec<u8>),
    /// An address in global memory.
    Address(u64),
    /// As many bytes of local memory, whose address the kernel gets.
    Local(u64),
}

/// How large a dispatch is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Geometry {
    /// Work-items in each dimension.
    pub grid: [u32; 3],
    /// Work-items of a workgroup in each dimension.
    pub group: [u32; 3],
}

/// The arguments in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// What the kernel reads.
    pub bytes: Vec<u8>,
    /// Bytes of local memory that a workgroup needs, those of fixed size among them.
    pub local_bytes: u64,
}

/// Why values are not the arguments of a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArgumentError {
    /// Too few, or too many.
    Count {
        /// How many the kernel takes.
        expected: usize,
        /// How many were given.
        found: usize,
    },
    /// One of another kind.
    Kind {
        /// Which, from 0, hidden ones not counted.
        at: usize,
        /// What the kernel takes.
        expected: ValueKind,
        /// What was given.
        found: &'static str,
    },
    /// A value of another size.
    Size {
        /// Which, from 0, hidden ones not counted.
        at: usize,
        /// The size that the kernel takes, in bytes.
        expected: u64,
        /// The size of what was given.
        found: u64,
    },
    /// One that needs more of a runtime than there is: images, samplers, queues, pipes.
    Unsupported {
        /// Which, from 0, hidden ones not counted.
        at: usize,
        /// What it is.
        kind: ValueKind,
    },
    /// The metadata says sizes and offsets that cannot be.
    Layout,
    /// More local memory than any processor has.
    Local {
        /// How many bytes.
        bytes: u64,
    },
}

impl Geometry {
    /// Dimensions that there are, 1 to 3.
    pub fn dimensions(&self) -> u16 {
        match self.grid {
            [_, 1, 1] => 1,
            [_, _, 1] => 2,
            _ => 3,
        }
    }

    /// Work-items of a workgroup.
    pub fn group_items(&self) -> u64 {
        self.group.iter().map(|&it| u64::from(it)).product()
    }

    fn hidden(&self, hidden: Hidden, dynamic_local: u64) -> u64 {
        let of = |sizes: [u32; 3], dimension: u8| sizes.get(usize::from(dimension)).copied();
        let grid = |dimension| of(self.grid, dimension).unwrap_or(1);
        let group = |dimension| of(self.group, dimension).unwrap_or(1).max(1);
        match hidden {
            Hidden::BlockCount(it) => u64::from(grid(it) / group(it)),
            Hidden::GroupSize(it) => u64::from(group(it)),
            Hidden::Remainder(it) => u64::from(grid(it) % group(it)),
            Hidden::GridDimensions => u64::from(self.dimensions()),
            Hidden::DynamicLocalSize => dynamic_local,
            Hidden::PrivateBase => PRIVATE_APERTURE.into(),
            Hidden::SharedBase => SHARED_APERTURE.into(),
            Hidden::GlobalOffset(_) | Hidden::None | Hidden::Service => 0,
        }
    }
}

impl Value {
    fn kind(&self) -> &'static str {
        match self {
            Value::Bytes(_) => "a value",
            Value::Address(_) => "a buffer",
            Value::Local(_) => "local memory",
        }
    }
}

/// The segment for a kernel whose metadata says these arguments, hidden ones among them;
/// `fixed_local` are the bytes of local memory that it has anyway.
///
/// # Errors
///
/// [`ArgumentError`] if the values are not those that the kernel takes.
pub fn segment(
    arguments: &[Argument],
    values: &[Value],
    geometry: Geometry,
    fixed_local: u64,
) -> Result<Segment, ArgumentError> {
    let expected = arguments.iter().filter(|it| !it.is_hidden()).count();
    if expected != values.len() {
        return Err(ArgumentError::Count {
            expected,
            found: values.len(),
        });
    }
    let mut out = Out {
        bytes: Vec::new(),
        local: fixed_local,
    };
    let said = arguments.iter().filter(|it| !it.is_hidden());
    for (at, (argument, value)) in said.zip(values).enumerate() {
        let (kind, found) = (argument.kind, value.kind());
        let bytes = match (kind, value) {
            (ValueKind::ByValue, Value::Bytes(bytes)) => bytes.clone(),
            (ValueKind::GlobalBuffer, Value::Address(address)) => address.to_le_bytes().to_vec(),
            (ValueKind::DynamicSharedPointer, Value::Local(bytes)) => {
                out.local(*bytes, argument.pointee_align.unwrap_or(16))?
            }
            (ValueKind::ByValue | ValueKind::GlobalBuffer | ValueKind::DynamicSharedPointer, _) => {
                let expected = kind;
                return Err(ArgumentError::Kind {
                    at,
                    expected,
                    found,
                });
            }
            _ => return Err(ArgumentError::Unsupported { at, kind }),
        };
        if bytes.len() as u64 != argument.size {
            return Err(ArgumentError::Size {
                at,
                expected: argument.size,
                found: bytes.len() as u64,
            });
        }
        out.put(argument.offset, &bytes)?;
    }
    let dynamic = out.local - fixed_local;
    for argument in arguments {
        let ValueKind::Hidden(hidden) = argument.kind else {
            continue;
        };
        let value = geometry.hidden(hidden, dynamic).to_le_bytes();
        let mut bytes = vec![0; argument.size.min(MAX_SEGMENT) as usize];
        let count = bytes.len().min(value.len());
        bytes[..count].copy_from_slice(&value[..count]);
        out.put(argument.offset, &bytes)?;
    }
    Ok(out.finish())
}

/// The segment for a kernel without metadata: values one behind the other, each at a
/// multiple of its size, of 8 at most.
///
/// # Errors
///
/// [`ArgumentError::Local`], [`ArgumentError::Layout`].
pub fn unnamed_segment(values: &[Value], fixed_local: u64) -> Result<Segment, ArgumentError> {
    let mut out = Out {
        bytes: Vec::new(),
        local: fixed_local,
    };
    for value in values {
        let bytes = match value {
            Value::Bytes(bytes) => bytes.clone(),
            Value::Address(address) => address.to_le_bytes().to_vec(),
            Value::Local(bytes) => out.local(*bytes, 16)?,
        };
        let align = (bytes.len() as u64).next_power_of_two().min(8);
        let offset = (out.bytes.len() as u64).next_multiple_of(align);
        out.put(offset, &bytes)?;
    }
    Ok(out.finish())
}

struct Out {
    bytes: Vec<u8>,
    local: u64,
}

impl Out {
    /// Gives out local memory; gives its address.
    fn local(&mut self, bytes: u64, align: u64) -> Result<Vec<u8>, ArgumentError> {
        let start = self.local.checked_next_multiple_of(align.max(1));
        let end = start.and_then(|it| it.checked_add(bytes));
        match (start, end) {
            (Some(start), Some(end)) if end <= MAX_LOCAL => {
                self.local = end;
                Ok((start as u32).to_le_bytes().to_vec())
            }
            _ => Err(ArgumentError::Local { bytes }),
        }
    }

    fn put(&mut self, offset: u64, bytes: &[u8]) -> Result<(), ArgumentError> {
        let end = offset.checked_add(bytes.len() as u64);
        let end = end.filter(|it| *it <= MAX_SEGMENT);
        let end = end.ok_or(ArgumentError::Layout)? as usize;
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes[offset as usize..end].copy_from_slice(bytes);
        Ok(())
    }

    fn finish(self) -> Segment {
        Segment {
            bytes: self.bytes,
            local_bytes: self.local,
        }
    }
}

impl Display for ArgumentError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ArgumentError::Count { expected, found } => {
                let s = if *expected == 1 { "" } else { "s" };
                let are = if *found == 1 { "is" } else { "are" };
                write!(
                    f,
                    "the kernel takes {expected} argument{s}, and {found} {are} given"
                )
            }
            ArgumentError::Kind {
                at,
                expected,
                found,
            } => {
                let expected = match expected {
                    ValueKind::ByValue => "a value",
                    ValueKind::GlobalBuffer => "a buffer",
                    _ => "local memory",
                };
                write!(
                    f,
                    "argument {at} is {found}, and the kernel takes {expected}"
                )
            }
            ArgumentError::Size {
                at,
                expected,
                found,
            } => write!(
                f,
                "argument {at} has {found} bytes, and the kernel takes {expected}"
            ),
            ArgumentError::Unsupported { at, kind } => write!(
                f,
                "argument {at} is of kind `{kind}`, which cannot be given here: only values, \
                 buffers and local memory can"
            ),
            ArgumentError::Layout => write!(
                f,
                "the arguments do not fit into {MAX_SEGMENT} bytes: the metadata is damaged"
            ),
            ArgumentError::Local { bytes } => write!(
                f,
                "{bytes} bytes of local memory are more than any processor has"
            ),
        }
    }
}

impl core::error::Error for ArgumentError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn argument(kind: ValueKind, size: u64, offset: u64) -> Argument {
        Argument {
            name: None,
            type_name: None,
            size,
            offset,
            kind,
            address_space: None,
            pointee_align: Some(8),
        }
    }

    const GEOMETRY: Geometry = Geometry {
        grid: [100, 6, 1],
        group: [32, 2, 1],
    };

    /// What the runtime adds stands where the metadata says.
    #[test]
    fn hidden_arguments_are_filled_in() {
        let hidden = |hidden, size, offset| argument(ValueKind::Hidden(hidden), size, offset);
        let said = [
            hidden(Hidden::BlockCount(0), 4, 0),
            hidden(Hidden::GroupSize(1), 2, 4),
            hidden(Hidden::Remainder(0), 2, 6),
            hidden(Hidden::GridDimensions, 2, 8),
            hidden(Hidden::DynamicLocalSize, 4, 12),
            argument(ValueKind::DynamicSharedPointer, 4, 16),
            argument(ValueKind::DynamicSharedPointer, 4, 20),
            hidden(Hidden::Service, 8, 24),
        ];
        let values = [Value::Local(12), Value::Local(4)];
        let found = segment(&said, &values, GEOMETRY, 5).expect("arguments");
        let words: Vec<u16> = found
            .bytes
            .chunks(2)
            .map(|two| u16::from_le_bytes([two[0], two[1]]))
            .collect();
        // Local memory goes on at 8 behind 5 bytes, and at 24 behind 20.
        assert_eq!(
            words,
            [3, 0, 2, 4, 2, 0, 23, 0, 8, 0, 24, 0, 0, 0, 0, 0],
            "{found:?}"
        );
        assert_eq!(found.local_bytes, 28);
    }

    /// Each wrong list of values has its error, with the argument.
    #[test]
    fn wrong_values_are_told() {
        let said = [
            argument(ValueKind::GlobalBuffer, 8, 0),
            argument(ValueKind::ByValue, 4, 8),
        ];
        let four = || Value::Bytes(vec![0; 4]);
        let cases: [(&[Value], &str); 5] = [
            (&[four()], "the kernel takes 2 arguments, and 1 is given"),
            (
                &[four(), four()],
                "argument 0 is a value, and the kernel takes a buffer",
            ),
            (
                &[Value::Address(0), Value::Local(4)],
                "argument 1 is local memory, and the kernel takes a value",
            ),
            (
                &[Value::Address(0), Value::Bytes(vec![0; 8])],
                "argument 1 has 8 bytes, and the kernel takes 4",
            ),
            (
                &[Value::Address(0), Value::Address(0)],
                "argument 1 is a buffer, and the kernel takes a value",
            ),
        ];
        for (values, wanted) in cases {
            let error = segment(&said, values, GEOMETRY, 0).expect_err(wanted);
            assert_eq!(error.to_string(), wanted);
        }
        let image = [argument(ValueKind::Image, 8, 0)];
        let error = segment(&image, &[Value::Address(0)], GEOMETRY, 0).expect_err("an image");
        assert!(error.to_string().contains("`image`"), "{error}");
    }

    /// Offsets of damaged metadata are refused before memory is asked for.
    #[test]
    fn damaged_layouts_are_errors() {
        for offset in [MAX_SEGMENT, u64::MAX - 2, u64::MAX] {
            let said = [argument(ValueKind::ByValue, 4, offset)];
            let values = [Value::Bytes(vec![0; 4])];
            let error = segment(&said, &values, GEOMETRY, 0);
            assert_eq!(error, Err(ArgumentError::Layout));
        }
        let said = [argument(ValueKind::Hidden(Hidden::None), u64::MAX, 8)];
        assert_eq!(segment(&said, &[], GEOMETRY, 0), Err(ArgumentError::Layout));
        let local = [Value::Local(u64::MAX)];
        let error = unnamed_segment(&local, 64);
        assert_eq!(error, Err(ArgumentError::Local { bytes: u64::MAX }));
    }

    /// Without metadata values are aligned as C aligns them.
    #[test]
    fn unnamed_values_are_aligned() {
        let values = [
            Value::Bytes(vec![1]),
            Value::Bytes(vec![2, 2]),
            Value::Address(3),
            Value::Bytes(vec![4; 4]),
        ];
        let found = unnamed_segment(&values, 0).expect("a segment");
        assert_eq!(
            found.bytes,
            [1, 0, 2, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4]
        );
    }
}
