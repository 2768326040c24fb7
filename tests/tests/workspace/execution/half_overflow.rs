//! `FP16_OVFL`, a bit of MODE on GCN 1.4: a half that is too large is the greatest one,
//! unless a source is infinite or something is divided by zero (`AMDGPUUsage` of LLVM,
//! `amdhsa_fp16_overflow`). Numbers are written out, beside what `every_instruction` compares.

use isa_mc::exec::{ExecErrorKind, InMemory};
use isa_test_support::execution;

const FP16_OVFL: u64 = 1 << 23;
const GREATEST: u64 = 0x7bff;
const INFINITE: u64 = 0x7c00;
const MINUS: u64 = 0x8000;

/// What an instruction leaves in `v1`, which was all ones, of sources from `v2` on.
fn run(cpu: &str, text: &str, mode: u64, sources: &[u64]) -> Result<u64, String> {
    let target = isa_mc::gcn::target(cpu).expect("a processor");
    let syntax = target.syntax("llvm").expect("the syntax");
    let inst = target.parse(text, syntax);
    let inst = inst.unwrap_or_else(|error| panic!("{}", error.display(target, syntax, text)));
    let mut machine = InMemory::new(&target);
    machine.set_state("EXEC", 1).expect("a state");
    machine.set_state("MODE", mode).expect("a state");
    machine
        .set_lane("v1", 0, &[0xffff_ffff])
        .expect("a register");
    // Parameter p20 of the first attribute is one.
    let lds = machine.space("lds").expect("a space");
    machine.poke(lds, 32, &0x3c00_u32.to_le_bytes());
    for (at, source) in sources.iter().enumerate() {
        let name = format!("v{}", 2 + at);
        machine.set_lane(&name, 0, &[*source]).expect("a register");
    }
    match execution::execute(&target, inst, &mut machine) {
        Ok(_) => Ok(machine.lane("v1", 0).expect("a register")[0]),
        Err(error) => {
            assert!(
                matches!(error.kind, ExecErrorKind::Undefined { .. }),
                "{text}"
            );
            assert_eq!(machine.lane("v1", 0), Ok(vec![0xffff_ffff]), "{text}");
            Err(error.display(target.tables()).to_string())
        }
    }
}

/// A rounding of halves, with all subnormal values.
fn mode(rounding: u64) -> u64 {
    rounding << 2 | 0xf0
}

/// An infinite result of each kind of instruction, of numbers: limited with the bit, in each
/// direction of rounding that gives infinity without it.
#[test]
fn what_is_too_large_is_the_greatest_half() {
    // 65504, 65520 and -65504; then singles.
    let (large, step, least) = (GREATEST, 0x4c00, GREATEST | MINUS);
    let single = |number: f32| u64::from(number.to_bits());
    for (text, sources) in [
        ("v_add_f16 v1, v2, v3", vec![large, step]),
        ("v_sub_f16 v1, v2, v3", vec![large, least]),
        ("v_subrev_f16 v1, v2, v3", vec![least, large]),
        ("v_mul_f16 v1, v2, v3", vec![large, large]),
        ("v_ldexp_f16 v1, v2, v3", vec![0x3c00, 16]),
        ("v_fma_f16 v1, v2, v3, v4", vec![large, 0x4000, 0]),
        ("v_fma_legacy_f16 v1, v2, v3, v4", vec![large, 0x3c00, step]),
        ("v_mad_f16 v1, v2, v3, v4", vec![large, 0x3c00, step]),
        ("v_mad_legacy_f16 v1, v2, v3, v4", vec![large, 0x3c00, step]),
        // The least subnormal half is no zero.
        ("v_rcp_f16 v1, v2", vec![1]),
        ("v_exp_f16 v1, v2", vec![0x4c01]),
        ("v_exp_f16 v1, v2", vec![large]),
        ("v_cvt_f16_f32 v1, v2", vec![single(65520.0)]),
        ("v_cvt_f16_f32 v1, v2", vec![single(f32::MAX)]),
        ("v_cvt_f16_u16 v1, v2", vec![65535]),
        // Lower halves and upper ones.
        (
            "v_pk_add_f16 v1, v2, v3",
            vec![large | step << 16, step | large << 16],
        ),
        (
            "v_pk_mul_f16 v1, v2, v3",
            vec![large * 0x1_0001, large * 0x1_0001],
        ),
        ("v_pk_fma_f16 v1, v2, v3, v4", vec![large * 0x1_0001; 3]),
        // Singles, whose sum may be too large for a single.
        (
            "v_mad_mixlo_f16 v1, v2, v3, v4",
            vec![single(65520.0), single(1.0), 0],
        ),
        (
            "v_mad_mixlo_f16 v1, v2, v3, v4",
            vec![single(f32::MAX), single(2.0), 0],
        ),
        // Their attribute is one.
        (
            "v_interp_p2_f16 v1, v2, attr0.x, v3",
            vec![single(65520.0), 0],
        ),
        (
            "v_interp_p2_f16 v1, v2, attr0.x, v3",
            vec![single(f32::MAX), single(f32::MAX)],
        ),
    ] {
        for rounding in 0..2 {
            let both = if text.starts_with("v_pk") {
                0xffff_ffff
            } else {
                0xffff
            };
            let free = run("gfx900", text, mode(rounding), &sources).expect(text) & both;
            assert_eq!(free, INFINITE * (both / 0xffff), "{text}, {rounding}");
            let found = run("gfx900", text, mode(rounding) | FP16_OVFL, &sources).expect(text);
            assert_eq!(
                found & both,
                GREATEST * (both / 0xffff),
                "{text}, {rounding}"
            );
        }
        // Down and towards zero nothing is infinite that would be positive.
        for rounding in 2..4 {
            for bit in [0, FP16_OVFL] {
                let found = run("gfx900", text, mode(rounding) | bit, &sources).expect(text);
                // MODE rounds singles to nearest: a sum may be infinite, and no source is.
                let in_singles = sources.len() > 1 && sources[0] == single(f32::MAX);
                let expected = match in_singles && bit == 0 {
                    true => INFINITE,
                    false => GREATEST,
                };
                assert_eq!(found & 0xffff, expected, "{text}, {rounding}, {bit:#x}");
            }
        }
    }
}

/// A result that is multiplied or clamped behind the sum: one that is too large by being
/// multiplied is limited too, and clamp sees the greatest half.
#[test]
fn output_modifiers_see_a_limited_half() {
    // No subnormal values are kept, or nothing would be multiplied.
    let mode = FP16_OVFL;
    for (text, sources, expected) in [
        ("v_add_f16_e64 v1, v2, v3 mul:4", [0x7800, 0], GREATEST),
        (
            "v_add_f16_e64 v1, v2, v3 div:2",
            [GREATEST, GREATEST],
            0x77ff,
        ),
        ("v_add_f16_e64 v1, v2, v3 mul:2", [INFINITE, 0], INFINITE),
        (
            "v_add_f16_e64 v1, v2, v3 clamp",
            [GREATEST, GREATEST],
            0x3c00,
        ),
    ] {
        let found = run("gfx900", text, mode, &sources);
        assert_eq!(found, Ok(expected), "{text}");
    }
}

/// Infinite sources and divisions by zero stay what they are, whatever the bit says.
#[test]
fn what_is_infinite_by_itself_stays() {
    for (text, sources, expected) in [
        (
            "v_add_f16 v1, v2, v3",
            vec![INFINITE, GREATEST | MINUS],
            INFINITE,
        ),
        (
            "v_mul_f16 v1, v2, v3",
            vec![INFINITE | MINUS, 0x3c00],
            INFINITE | MINUS,
        ),
        ("v_max_f16 v1, v2, v3", vec![INFINITE, 0], INFINITE),
        ("v_ldexp_f16 v1, v2, v3", vec![INFINITE, 0xffff], INFINITE),
        ("v_rcp_f16 v1, v2", vec![0], INFINITE),
        ("v_rcp_f16 v1, v2", vec![MINUS], INFINITE | MINUS),
        ("v_rsq_f16 v1, v2", vec![0], INFINITE),
        ("v_log_f16 v1, v2", vec![0], INFINITE | MINUS),
        ("v_exp_f16 v1, v2", vec![INFINITE], INFINITE),
        ("v_cvt_f16_f32 v1, v2", vec![0xff80_0000], INFINITE | MINUS),
        (
            "v_mad_legacy_f16 v1, v2, v3, v4",
            vec![INFINITE, 0x3c00, 0],
            INFINITE,
        ),
        // One divided by zero, and by what becomes zero.
        (
            "v_div_fixup_legacy_f16 v1, v2, v3, v4",
            vec![0x3c00, 0, 0x3c00],
            INFINITE,
        ),
    ] {
        for rounding in 0..4 {
            let found = run("gfx900", text, mode(rounding) | FP16_OVFL, &sources);
            assert_eq!(found, Ok(expected), "{text}, {rounding}");
        }
    }
    // A subnormal source that MODE does not keep is a zero, by which one is divided.
    assert_eq!(
        run("gfx900", "v_rcp_f16 v1, v2", FP16_OVFL, &[1]),
        Ok(INFINITE)
    );
    // Singles and doubles have no such bit.
    let large = u64::from(f32::MAX.to_bits());
    let found = run(
        "gfx900",
        "v_add_f32 v1, v2, v3",
        mode(0) | FP16_OVFL,
        &[large; 2],
    );
    assert_eq!(found, Ok(0x7f80_0000));
}

/// GCN 1.2 has no such bit.
#[test]
fn nothing_is_limited_before_gcn_1_4() {
    let found = run(
        "gfx803",
        "v_add_f16 v1, v2, v3",
        mode(0) | FP16_OVFL,
        &[GREATEST; 2],
    );
    assert_eq!(found, Ok(INFINITE));
    let product = [GREATEST, GREATEST, 0];
    let found = run(
        "gfx803",
        "v_mad_f16 v1, v2, v3, v4",
        mode(0) | FP16_OVFL,
        &product,
    );
    assert_eq!(found, Ok(INFINITE));
}

/// What is added to a product that is too large nobody says: refused, where the product
/// would be infinite as MODE rounds halves, and nowhere else.
#[test]
fn limited_products_that_are_added_are_refused() {
    for (text, factors) in [
        ("v_mad_f16 v1, v2, v3, v4", [GREATEST, 0x4000]),
        ("v_mad_legacy_f16 v1, v2, v3, v4", [GREATEST, 0x4000]),
        ("v_mac_f16 v1, v2, v3", [GREATEST, 0x4000]),
        ("v_madak_f16 v1, v2, v3, 0x1234", [GREATEST, 0x4000]),
        ("v_madmk_f16 v1, v2, 0x4000, v3", [GREATEST, 0]),
    ] {
        for (rounding, sign, is_refused) in [
            (0, 0, true),
            (0, MINUS, true),
            (1, 0, true),
            (1, MINUS, false),
            (2, 0, false),
            (2, MINUS, true),
            (3, 0, false),
            (3, MINUS, false),
        ] {
            let sources = [factors[0] | sign, factors[1], 0];
            let found = run("gfx900", text, mode(rounding) | FP16_OVFL, &sources);
            assert_eq!(found.is_err(), is_refused, "{text}, {rounding}: {found:?}");
            if let Err(reason) = found {
                assert!(reason.contains("FP16_OVFL"), "{text}: {reason}");
            }
            let found = run("gfx900", text, mode(rounding), &sources);
            assert!(found.is_ok(), "{text} without the bit: {found:?}");
        }
    }
    // Infinite factors give an infinite product, and 65504 is not too large.
    let text = "v_mad_legacy_f16 v1, v2, v3, v4";
    let limits = mode(0) | FP16_OVFL;
    assert_eq!(
        run("gfx900", text, limits, &[INFINITE, GREATEST, 0]),
        Ok(INFINITE)
    );
    assert_eq!(
        run("gfx900", text, limits, &[GREATEST, 0x3c00, 0]),
        Ok(GREATEST)
    );
}
