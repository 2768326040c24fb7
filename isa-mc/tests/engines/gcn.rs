//! The engines over the real description: what the machine made by hand is
//! too small for.

use isa_mc::{Cursor, OperandError, OperandValue};

use super::properties::Random;
use super::*;

/// Runs a test for one processor of `defs/gcn.isa`.
fn with_gcn(processor: &str, mut test: impl FnMut(Target<'_>)) {
    test(isa_mc::gcn::target(processor).expect("a processor of the machine"));
}

#[test]
fn every_encoding_comes_back_from_bytes_and_from_text() {
    std::thread::scope(|scope| {
        for processor in ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"] {
            scope.spawn(|| every_encoding_comes_back(processor));
        }
    });
}

fn every_encoding_comes_back(processor: &str) {
    let is_whole = std::env::var_os("ISA_WHOLE").is_some_and(|it| it == "1");
    let rounds = if is_whole { 400 } else { 100 };
    with_gcn(processor, |target| {
        let tables = target.tables();
        let mut random = Random(7);
        let mut printed = 0;
        let mut decoded = 0;
        for (index, encoding) in tables.encodings.iter().enumerate() {
            let shape = &tables.shapes[encoding.shape as usize];
            if shape.arch != target.arch_index() || encoding.features & !target.features() != 0 {
                continue;
            }
            let size = shape.size as usize;
            for round in 0..rounds {
                let mut bits = encoding.bits | random.next() & random.next() & !shape.mask;
                if round % 4 != 0 {
                    bits &= !shape.unused;
                }
                // Absent scalar operands are written as ones.
                if random.next().is_multiple_of(2) {
                    bits |= 0x007f_0000_0000_0000 & !shape.mask;
                }
                let bytes = [bits.to_le_bytes(), random.next().to_le_bytes()].concat();
                let Ok(inst) = target.decode(&bytes) else {
                    continue;
                };
                decoded += 1;
                if inst.encoding() as usize != index {
                    // A special case: it fixes all that this one fixes, and more.
                    let found = &tables.encodings[inst.encoding() as usize];
                    let special = tables.shapes[found.shape as usize].mask;
                    assert_eq!(special & shape.mask, shape.mask);
                    assert_ne!(special, shape.mask);
                }
                let mut out = [0; 16];
                let length = target.encode(inst, &mut out).unwrap();
                assert!(length >= size);
                assert_eq!(out[..length], bytes[..length]);
                for syntax in [PLAIN, LOUD] {
                    let mut text = String::new();
                    if target.print(inst, syntax, &mut text).is_ok() {
                        printed += 1;
                        assert_eq!(target.parse(&text, syntax), Ok(inst), "{text}");
                    }
                }
            }
        }
        assert!(
            decoded > 10_000 && printed > 10_000,
            "{decoded} decoded, {printed} printed"
        );
    });
}

#[test]
fn canonical_text_is_what_llvm_prints() {
    with_gcn("gfx900", |target| {
        let cases = [
            (0xdc50_8000, 0x0104_0002, "global_load_dword v1, v2, s[4:5]"),
            (
                0xdc53_9000,
                0x0104_0002,
                "global_load_dword v1, v2, s[4:5] offset:-4096 glc slc",
            ),
            (0xdc50_8000, 0x016a_0002, "global_load_dword v1, v2, vcc"),
            (0xdc50_4000, 0x0103_0000, "scratch_load_dword v1, off, s3"),
            (0xdd08_0000, 0x0000_0402, "flat_atomic_add v[2:3], v4"),
        ];
        for (first, second, expected) in cases {
            let bytes = words(first, second);
            assert_eq!(text(target, PLAIN, &bytes).as_deref(), Ok(expected));
            assert_eq!(super::bytes(target, PLAIN, expected), Ok(bytes));
        }
    });
}

#[test]
fn errors_speak_the_language_of_the_machine() {
    let cases = [
        (
            "gfx900",
            "flat_load_dwrd v1, v[2:3]",
            "did you mean `flat_load_dword`?",
        ),
        (
            "gfx700",
            "global_load_dword v1, v[2:3], off",
            "exists only on gcn1.4, cdna1, cdna2, cdna3, cdna4, rdna1, rdna2, rdna3, rdna3.5 and rdna4 (gfx900 …)",
        ),
        (
            "gfx700",
            "flat_load_dword v1, v[2:3] offset:4",
            "`offset` needs gcn1.4",
        ),
        (
            "gfx900",
            "flat_atomic_add v1, v[2:3], v4",
            "with 3 operands needs `glc`",
        ),
        (
            "gfx900",
            "global_load_dword v1, v2, s[5:6]",
            "s[4:5] or s[6:7]",
        ),
        (
            "gfx900",
            "global_load_dword v1, v2, s[102:103]",
            "s goes from 0 to 101",
        ),
        (
            "gfx900",
            "flat_load_dword v1, v2",
            "needs 2 vector registers, found 1: `v2`",
        ),
        (
            "gfx900",
            "flat_load_dword v1, v[2:3] offset:4096",
            "`offset` is 4096, expected 0 to 4095",
        ),
        (
            "gfx900",
            "ds_gws_init v1",
            "expected `gds`, found the end of the statement",
        ),
        // A word that begins as another one is not half of that.
        (
            "gfx900",
            "ds_swizzle_b32 v1, v2 offset:swizzle(FOO,3)",
            "`FOO,3)` is no pattern of a swizzle, expected `swizzle(FFT,fft)` or `swizzle(ROTATE,",
        ),
    ];
    for (processor, text, part) in cases {
        with_gcn(processor, |target| {
            let message = bytes(target, PLAIN, text).unwrap_err();
            assert!(message.contains(part), "{text}: {message}");
        });
    }
}

/// What LLVM takes for bits of scales: up to four, of which the last two say nothing.
#[test]
fn bits_of_scales_may_be_four() {
    with_gcn("gfx950", |target| {
        let text = |list: &str| {
            format!(
                "v_mfma_scale_f32_16x16x128_f8f6f4 v[6:9], v[10:17], v[14:21], 17, v21, v25 op_sel_hi:[{list}]"
            )
        };
        let parsed = |list: &str| target.parse(&text(list), PLAIN);
        let plain = parsed("1,0,0").expect("as it is printed");
        for list in [
            "1", "1,0", "1,0,1", "1,0,0,0", "1,0,0,1", "1,0,1,0", "1,0,1,1",
        ] {
            assert_eq!(parsed(list), Ok(plain), "{list}");
        }
        for list in ["1,0,2", "1,0,0,0,0", ""] {
            assert!(parsed(list).is_err(), "{list}");
        }
    });
}

#[test]
fn what_text_cannot_say_is_named() {
    with_gcn("gfx900", |target| {
        // A result without glc, and a scalar register where there is none.
        let bytes = words(0xdd08_0000, 0x0905_0402);
        assert_eq!(
            text(target, PLAIN, &bytes),
            Err("this syntax cannot say saddr, vdst".to_owned())
        );
    });
}

/// A condition of several parts must be explained by the part that fails.
#[test]
fn a_missing_flag_is_named() {
    for (text, message) in [
        (
            "global_atomic_add v1, v[2:3], v4, off",
            "`global_atomic_add` with 4 operands needs `glc`",
        ),
        (
            "global_atomic_add v[2:3], v4, off glc",
            "`global_atomic_add` with 3 operands must not have `glc`",
        ),
        (
            "global_store_dword v[2:3], v4, off lds",
            "`global_store_dword` with 3 operands must not have `lds`",
        ),
    ] {
        with_gcn("gfx900", |target| {
            let error = target.parse(text, SyntaxId(0)).unwrap_err();
            let shown = error.display(target, SyntaxId(0), text).to_string();
            assert_eq!(shown, message);
        });
    }
}

/// A struct is one operand with members; its text depends on its bits.
#[test]
fn structs_are_operands_with_members() {
    with_gcn("gfx900", |target| {
        let llvm = target.syntax("llvm").unwrap();
        let text = "ds_swizzle_b32 v1, v2 offset:swizzle(QUAD_PERM,0,1,2,3)";
        let inst = target.parse(text, llvm).unwrap();
        let offset = target.operand(inst, "offset").unwrap();
        let Some(OperandValue::Struct(value)) = offset.value else {
            panic!("{offset:?}");
        };
        assert_eq!(value.bits, 0x80e4);
        let lane = |name| {
            let mut members = target.members(value);
            members.find(|member| member.name == name).unwrap().value
        };
        assert_eq!(lane("lane1"), Some(OperandValue::Int(1)));
        assert_eq!(lane("lane3"), Some(OperandValue::Int(3)));
        // What no name says is a number, and reads back.
        for (bits, text) in [
            (0x041f, "swizzle(SWAP,1)"),
            (0x7c1f, "swizzle(REVERSE,32)"),
            (0x001e, "swizzle(BROADCAST,2,0)"),
            (0x0907, "swizzle(BITMASK_PERM,\"01pip\")"),
            (0x83e0, "33760"),
            (0xe020, "57376"),
        ] {
            let other = OperandValue::Int(bits);
            let inst = target.set_operand(inst, offset.index, other).unwrap();
            let mut buffer = [0; 96];
            let mut out = Cursor::new(&mut buffer);
            target.print(inst, llvm, &mut out).unwrap();
            let printed = format!("ds_swizzle_b32 v1, v2 offset:{text}");
            assert_eq!(out.as_str(), printed);
            assert_eq!(target.parse(&printed, llvm), Ok(inst));
        }
        let wide = OperandValue::Int(0x1_0000);
        let error = target.set_operand(inst, offset.index, wide);
        assert_eq!(error, Err(OperandError::Range));
    });
}

/// A wrong struct is answered at its place, with what could stand there.
#[test]
fn a_wrong_struct_is_explained() {
    with_gcn("gfx803", |target| {
        let llvm = target.syntax("llvm").unwrap();
        for (text, place, message) in [
            (
                "ds_swizzle_b32 v1, v2 offset:swizzle(QUAD_PERM,0,4,2,3)",
                "4",
                "`lane1` is 4, expected 0 to 3",
            ),
            (
                "ds_swizzle_b32 v1, v2 offset:swizzle(SWAP,3)",
                "3",
                "`swap` is 3, expected 1 or 2 or 4 or 8 or 16",
            ),
            (
                "ds_swizzle_b32 v1, v2 offset:swizzle(BITMASK_PERM,\"01x\")",
                "x",
                "",
            ),
        ] {
            let error = target.parse(text, llvm).unwrap_err();
            let span = error.span.start as usize..error.span.end as usize;
            assert_eq!(&text[span], place, "{text}");
            let said = error.display(target, llvm, text).to_string();
            assert!(said.contains(message), "{said}");
        }
    });
}

/// The operands that are given choose the encoding; a base begins at an even
/// register.
#[cfg(feature = "gcn")]
#[test]
fn scalar_loads_are_built_by_what_holds_the_offset() {
    use isa_mc::gcn;

    let target = gcn::target("gfx900").unwrap();
    let words = |builder: isa_mc::Builder| builder.build(&target).map(isa_mc::Inst::low_bits);
    let load = |offset| gcn::s_load_dword(gcn::s(5), gcn::s(2).x(2), offset);
    let soffset = gcn::s(4).into();
    assert_eq!(words(load(Some(16))), Ok(0x0000_0010_c002_0141));
    assert_eq!(words(load(None)), Ok(0x0000_0000_c002_0141));
    let register = load(None).operand("soffset", soffset);
    assert_eq!(words(register), Ok(0x0000_0004_c000_0141));
    let sum = load(Some(-8)).operand("soffset", soffset);
    assert_eq!(words(sum), Ok(0x081f_fff8_c002_4141));
    let odd = gcn::s_load_dword(gcn::s(5), gcn::s(3).x(2), None);
    assert!(words(odd).is_err(), "{:?}", words(odd));
}

/// A feature that programs can do without is no feature of the target then, whatever engine
/// looks: text is read, bytes are decoded, and both come back.
#[test]
fn a_target_does_without_a_feature() {
    with_gcn("gfx1030", |target| {
        let tables = target.tables();
        let mut rows = tables.features.iter();
        let bit = rows.position(|name| tables.text(*name) == "wave32");
        let without = target.without_feature(bit.expect("the feature") as u32);
        assert_ne!(target.features(), without.features());
        let parse = |target: &Target<'_>, text: &str| target.parse(text, SyntaxId::default()).ok();
        for (text, other) in [
            (
                "v_cmp_eq_u32_e64 s[4:5], v1, v2",
                "v_cmp_eq_u32_e64 s4, v1, v2",
            ),
            (
                "v_cndmask_b32_e32 v1, v2, v3, vcc",
                "v_cndmask_b32_e32 v1, v2, v3, vcc_lo",
            ),
        ] {
            let inst = parse(&without, text).expect(text);
            assert!(parse(&target, text).is_none() && parse(&without, other).is_none());
            let mut bytes = [0; 8];
            let size = without.encode(inst, &mut bytes).expect(text);
            assert_eq!(without.decode(&bytes[..size]).ok(), Some(inst));
            let mut out = String::new();
            without
                .print(inst, SyntaxId::default(), &mut out)
                .expect(text);
            assert_eq!(out, text);
            // The same bits are the other text with the feature.
            out.clear();
            target
                .print(inst, SyntaxId::default(), &mut out)
                .expect(other);
            assert_eq!(out, other);
        }
    });
}

/// A mask of 64 lanes is a pair, which is another scalar value than its halves; one of 32 lanes
/// is the register. Two may be read, as llvm-mc counts them.
#[test]
fn masks_count_as_what_the_lanes_make_them() {
    with_gcn("gfx1030", |narrow| {
        let syntax = narrow.syntax("llvm").expect("a syntax");
        let names = narrow.tables().features.iter();
        let bit = (0..)
            .zip(names)
            .find(|(_, name)| narrow.tables().text(**name) == "wave32");
        let wide = narrow.without_feature(bit.expect("a feature").0);
        for (text, target, is_taken) in [
            ("v_cndmask_b32_e64 v5, s0, s2, s0", narrow, true),
            ("v_cndmask_b32_e64 v5, s0, s2, s4", narrow, false),
            ("v_cndmask_b32_e64 v5, s0, s2, s[0:1]", wide, false),
            ("v_cndmask_b32_e64 v5, src_vccz, vcc_lo, vcc", wide, false),
            ("v_cndmask_b32_e64 v5, s6, s6, s[6:7]", wide, true),
        ] {
            assert_eq!(target.parse(text, syntax).is_ok(), is_taken, "{text}");
        }
    });
}

/// What no text of a syntax says is shown by the text that is meant for its bits: LLVM has no tfe
/// of stores, but an address that is used is written as one.
#[test]
fn what_is_shown_is_meant_for_the_bits() {
    with_gcn("gfx900", |target| {
        let bytes = [0x00, 0x50, 0x60, 0xe0, 0x00, 0x00, 0x80, 0x00];
        let inst = target.decode(&bytes).expect("a store");
        let syntax = target.syntax("llvm").expect("a syntax");
        let mut text = String::new();
        assert!(target.print(inst, syntax, &mut text).is_err());
        target.print_reading(inst, syntax, &mut text).expect("text");
        assert_eq!(
            text,
            "buffer_store_byte v[0:1], v0, s[0:3], s0 offen glc tfe"
        );
    });
}
