//! The buffers that are tried, how lanes address them, and the memory in which they lie.

use crate::executed::bench::Bench;
use crate::meaning::buffer::{Access, Buffer};
use crate::meaning::{is_rdna, is_rdna3};

pub(super) const BASE: u64 = 0x0123_4567_8000;
/// Bytes around the base that the machine has.
pub(super) const BEFORE: u64 = 0x100;
pub(super) const BYTES: usize = 0x2800;
pub(super) const OFFSET: u32 = 5;
/// Where loads into LDS go: the lower half, of which every bit counts.
pub(super) const M0: u32 = 0x1234_f7c0;
/// What the data holds: its registers, and one behind them.
pub(super) const DATA: usize = 20;
pub(super) const GUARD: u64 = 0x0bad_cafe;
/// Modes that a statement may name.
pub(super) const MODES: [&str; 5] = ["", " offen", " idxen", " idxen offen", " addr64"];

/// Whether a buffer says how its end is checked, and a format in one number.
pub(super) fn is_unified(bench: &Bench<'_>) -> bool {
    is_rdna(bench.arch)
}

pub(super) fn buffers(bench: &Bench<'_>) -> Vec<Buffer> {
    let raw = Buffer {
        base: BASE,
        stride: 0,
        records: 0x300,
        swizzled: false,
        element: 4,
        together: 8,
        add_lane: false,
        format: 0,
        check: is_unified(bench).then_some(3),
        is_late: is_rdna3(bench.arch),
    };
    let structured = Buffer {
        stride: 24,
        records: 40,
        check: raw.check.map(|_| 0),
        ..raw
    };
    if is_unified(bench) {
        let with = |check| Buffer {
            check: Some(check),
            ..structured
        };
        let swizzled = Buffer {
            swizzled: true,
            ..structured
        };
        // Of the second one, and the last but one, nobody can say whether all of it exists; of the
        // first one from RDNA 3 on where it is, and of the last one of RDNA 4.
        let element = if raw.is_late { 16 } else { 4 };
        return vec![
            Buffer {
                element: 8,
                stride: 32,
                ..swizzled
            },
            Buffer { records: 20, ..raw },
            raw,
            Buffer { records: 0, ..raw },
            structured,
            Buffer {
                add_lane: true,
                ..structured
            },
            swizzled,
            Buffer {
                check: Some(1),
                together: 64,
                element,
                stride: 48,
                ..swizzled
            },
            Buffer {
                records: 1,
                ..with(2)
            },
            Buffer {
                records: 0,
                ..with(2)
            },
            with(1),
            Buffer {
                add_lane: true,
                records: 0x600,
                ..with(3)
            },
            Buffer {
                check: Some(3),
                records: 0x4000,
                ..swizzled
            },
            Buffer {
                format: if bench.arch == "rdna4" { 1 << 18 } else { 0 },
                ..structured
            },
        ];
    }
    vec![
        raw,
        Buffer { records: 12, ..raw },
        Buffer { records: 0, ..raw },
        Buffer {
            add_lane: true,
            ..raw
        },
        structured,
        Buffer {
            add_lane: true,
            ..structured
        },
        Buffer {
            swizzled: true,
            ..structured
        },
        Buffer {
            swizzled: true,
            element: 16,
            together: 64,
            stride: 32,
            ..structured
        },
        Buffer {
            swizzled: true,
            element: 2,
            together: 32,
            add_lane: true,
            ..structured
        },
    ]
}

/// Registers of a lane's address, and what they say.
pub(super) fn access(mode: &str, lane: u32, soffset: u32) -> (Access, [u64; 2]) {
    let (index, within) = (lane * 7 % 50, lane * 3 % 29);
    let mut access = Access {
        lane,
        offset: OFFSET,
        soffset,
        ..Access::default()
    };
    let registers = match mode {
        " offen" => {
            access.within = Some(within);
            [within.into(), GUARD]
        }
        " idxen" => {
            access.index = Some(index);
            [index.into(), GUARD]
        }
        " idxen offen" => {
            (access.index, access.within) = (Some(index), Some(within));
            [index.into(), within.into()]
        }
        " addr64" => {
            access.address = Some(0x1000 + u64::from(lane) * 48);
            [0x1000 + u64::from(lane) * 48, 0]
        }
        _ => [GUARD, GUARD],
    };
    (access, registers)
}

pub(super) fn registers(count: usize) -> String {
    match count {
        1 => format!("v{DATA}"),
        _ => format!("v[{DATA}:{}]", DATA + count - 1),
    }
}

/// The bytes of memory, from `BASE - BEFORE` on.
#[derive(Clone, PartialEq)]
pub(super) struct Bytes(pub(super) Vec<u8>);

impl Bytes {
    fn at(address: u64) -> usize {
        (address - (BASE - BEFORE)) as usize
    }

    pub(super) fn dword(&self, address: u64) -> u32 {
        let at = Bytes::at(address);
        u32::from_le_bytes(self.0[at..at + 4].try_into().expect("four bytes"))
    }

    pub(super) fn wide(&self, address: u64) -> u128 {
        let at = Bytes::at(address);
        u128::from_le_bytes(self.0[at..at + 16].try_into().expect("sixteen bytes"))
    }

    pub(super) fn set(&mut self, address: u64, bytes: &[u8]) {
        let at = Bytes::at(address);
        self.0[at..at + bytes.len()].copy_from_slice(bytes);
    }
}
