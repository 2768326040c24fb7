//! Target ids as text and in headers. What llvm-mc says of all of them is in
//! `tests/facts/object_headers.tsv`.

use std::string::ToString;

use super::{CodeObjectVersion, Header, HeaderError, Setting, System, TargetId, TargetIdError};
use crate::gcn::processors::PROCESSORS;

/// Every target that can be said.
fn all() -> impl Iterator<Item = TargetId> {
    let systems = [System::Unknown, System::Hsa, System::Pal, System::Mesa3d];
    let settings = |supported| match supported {
        true => &[Setting::Any, Setting::Off, Setting::On][..],
        false => &[Setting::Unsupported][..],
    };
    systems.into_iter().flat_map(move |system| {
        PROCESSORS.iter().flat_map(move |processor| {
            settings(processor.xnack).iter().flat_map(move |&xnack| {
                settings(processor.sramecc)
                    .iter()
                    .map(move |&sramecc| TargetId {
                        xnack,
                        sramecc,
                        ..TargetId::new(system, processor)
                    })
            })
        })
    })
}

/// What is printed says all that a text can say.
#[test]
fn texts_come_back() {
    let mut count = 0;
    for id in all() {
        let text = id.to_string();
        let read = TargetId::parse(&text).expect(&text);
        match id.system {
            System::Hsa => assert_eq!(read, id, "{text}"),
            _ => assert_eq!(read, TargetId::new(id.system, id.processor), "{text}"),
        }
        count += 1;
    }
    assert_eq!(count, 4 * (32 + 13 * 3 + 8 * 9));
}

/// The header says all of it under HSA; elsewhere on and any are one.
#[test]
fn headers_come_back() {
    use CodeObjectVersion::{V4, V5, V6};
    for id in all() {
        for version in [V4, V5, V6] {
            let (read, found) = TargetId::from_header(id.header(version)).expect("its own");
            let merged = |setting| match setting {
                Setting::On if id.system != System::Hsa => Setting::Any,
                other => other,
            };
            let expected = TargetId {
                xnack: merged(id.xnack),
                sramecc: merged(id.sramecc),
                ..id
            };
            assert_eq!(read, expected);
            assert_eq!(found, (id.system == System::Hsa).then_some(version));
        }
    }
}

/// Each mistake is told where it is.
#[test]
fn mistakes_are_placed() {
    let cases = [
        ("gfx900", "", "5 parts"),
        ("amdgcn-amd-amdhsa-gfx900", "", "this one has 4"),
        ("r600-amd-amdhsa--gfx900", "r600", "expected `amdgcn`"),
        ("amdgcn-intel-amdhsa--gfx900", "intel", "expected `amd`"),
        ("amdgcn-amd-linux--gfx900", "linux", "`mesa3d`"),
        (
            "amdgcn-amd-amdhsa-opencl-gfx900",
            "opencl",
            "no environment",
        ),
        (
            "amdgcn-amd-amdhsa--gfx90",
            "gfx90",
            "did you mean `gfx900`?",
        ),
        ("amdgcn-amd-amdhsa--", "", "unknown processor"),
        ("amdgcn-amd-amdhsa--gfx906:xnack", "xnack", "`+` or `-`"),
        ("amdgcn-amd-amdhsa--gfx906:", "", "`+` or `-`"),
        ("amdgcn-amd-amdhsa--gfx906:ecc+", "ecc+", "`sramecc`"),
        (
            "amdgcn-amd-amdhsa--gfx906:xnack\u{e9}",
            "xnack\u{e9}",
            "`+` or `-`",
        ),
        (
            "amdgcn-amd-amdhsa--gfx906:xnack+:sramecc-",
            "sramecc-",
            "before `xnack`",
        ),
        (
            "amdgcn-amd-amdhsa--gfx906:xnack+:xnack+",
            "xnack+",
            "once each",
        ),
        (
            "amdgcn-amd-amdhsa--gfx900:sramecc+",
            "sramecc+",
            "gfx900 does not",
        ),
        (
            "amdgcn-amd-amdpal--gfx900:xnack+",
            "xnack+",
            "only target ids of amdhsa",
        ),
    ];
    for (text, place, message) in cases {
        let error = TargetId::parse(text).expect_err(text);
        let found = error.place().map_or("", |at| &text[at]);
        assert_eq!(found, place, "{text}");
        let said = error.to_string();
        assert!(said.contains(message), "{text}: {said}");
    }
    // The last of two that are the same is the one too many.
    let twice = TargetId::parse("amdgcn-amd-amdhsa--gfx906:xnack+:xnack+");
    assert_eq!(twice, Err(TargetIdError::Order { at: 33..39 }));
}

/// Vendor and system may be missing: that is how LLVM spells a triple of one word.
#[test]
fn empty_parts_are_unknown() {
    let short = TargetId::parse("amdgcn----gfx900").expect("LLVM's own spelling");
    assert_eq!(short.to_string(), "amdgcn-unknown-unknown--gfx900");
}

/// A header of another machine, or with bits that mean nothing, is refused.
#[test]
fn headers_are_checked() {
    let good = Header {
        os_abi: 64,
        abi_version: 4,
        flags: 0x12c,
    };
    assert!(TargetId::from_header(good).is_ok());
    let cases = [
        (Header { os_abi: 3, ..good }, HeaderError::OsAbi(3)),
        (
            Header {
                abi_version: 1,
                ..good
            },
            HeaderError::AbiVersion(1),
        ),
        (
            Header { os_abi: 65, ..good },
            HeaderError::OtherAbiVersion(4),
        ),
        (
            Header {
                flags: 0x127,
                ..good
            },
            HeaderError::Processor(0x27),
        ),
        (
            Header {
                flags: 0x02c,
                ..good
            },
            HeaderError::Flags(0),
        ),
        (
            Header {
                flags: 0x52c,
                ..good
            },
            HeaderError::Flags(0x500),
        ),
        (
            Header {
                flags: 0x0100_012c,
                ..good
            },
            HeaderError::Flags(0x0100_0000),
        ),
    ];
    for (header, error) in cases {
        assert_eq!(TargetId::from_header(header), Err(error), "{header:?}");
    }
}

/// No flags make anything panic, and what is read is written again.
#[test]
fn every_header_is_read_or_refused() {
    let mut good = 0;
    for os_abi in [0, 64, 65, 66, 255] {
        for abi_version in 0..6 {
            // Of no version, and of the first one of generic processors.
            for flags in (0..0x2000).chain(0x0100_0000..0x0100_2000) {
                let header = Header {
                    os_abi,
                    abi_version,
                    flags,
                };
                if let Ok((id, version)) = TargetId::from_header(header) {
                    assert_eq!(id.header(version.unwrap_or(CodeObjectVersion::V6)), header);
                    good += 1;
                }
            }
        }
    }
    // Three versions, and three systems with a bit for each feature.
    assert_eq!(good, 3 * (32 + 13 * 3 + 8 * 9) + 3 * (32 + 13 * 2 + 8 * 4));
}
