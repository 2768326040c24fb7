//! The generator: the lines that somebody would try by hand are among those
//! that it makes, with the bits that somebody would work out by hand.

use isa_tests::generate::{Depth, Line, lines};
use isa_tests::machine::gcn;

fn generated(cpu: &str, depth: Depth) -> Vec<Line> {
    lines(gcn(), cpu, "llvm", depth)
}

fn find<'a>(lines: &'a [Line], text: &str) -> Option<&'a Line> {
    lines.iter().find(|line| line.text == text)
}

/// Every edge that somebody would try by hand is among the lines, with bits.
#[test]
fn right_lines_hold_the_edges() {
    let lines = generated("gfx900", Depth::Full);
    for (text, code) in [
        ("flat_load_dwordx4 v[0:3], v[9:10]", 0x0000_0009_dc5c_0000),
        (
            "flat_load_dwordx4 v[252:255], v[9:10]",
            0xfc00_0009_dc5c_0000,
        ),
        (
            "flat_load_dwordx4 v[5:8], v[9:10] offset:4095 glc slc",
            0x0500_0009_dc5f_0fff,
        ),
        (
            "global_load_dword v5, v9, s[14:15] offset:-4096",
            0x050e_0009_dc50_9000,
        ),
        ("global_load_dword v5, v9, s[14:15]", 0x050e_0009_dc50_8000),
        ("global_load_dword v5, v9, vcc", 0x056a_0009_dc50_8000),
        ("global_load_dword v[5:6], off lds", 0x007f_0005_dc50_a000),
        (
            "global_atomic_cmpswap v5, v[9:10], v[13:14], off glc",
            0x057f_0d09_dd05_8000,
        ),
    ] {
        let line = find(&lines, text).unwrap_or_else(|| panic!("no line `{text}`"));
        let code: u64 = code;
        let bytes = code.to_le_bytes().to_vec();
        assert_eq!(line.code, Some(bytes), "{text}: {:x?}", line.code);
        assert!(line.canonical, "{text}");
    }
}

/// The lean list: each row in each form, each edge of a field once.
#[test]
fn lean_lines_are_few() {
    let lines = generated("gfx900", Depth::Lean);
    let full = generated("gfx900", Depth::Full);
    for line in &lines {
        assert!(line.code.is_some(), "{} may be wrong", line.text);
    }
    for text in [
        "flat_load_dwordx4 v[5:8], v[9:10]",
        "flat_load_dwordx4 v[5:8], v[9:10] offset:4095 glc slc",
        "flat_load_ubyte v0, v[9:10]",
        "flat_load_ubyte v255, v[9:10]",
        "ds_read_b32 v5, v9",
        "ds_read_b32 v5, v9 offset:65535 gds",
    ] {
        assert!(find(&lines, text).is_some(), "no line `{text}`");
    }
    assert!(lines.len() * 5 < full.len(), "{} lines", lines.len());
}

/// Every mistake that somebody would make is among the lines, without bits.
#[test]
fn spoilt_lines_hold_the_mistakes() {
    let lines = generated("gfx900", Depth::Full);
    for text in [
        "flat_load_dwordx4 v[253:256], v[9:10]",
        "flat_load_dwordx4 v[5:8]",
        "flat_load_dwordx4 v[5:8], v[9:10], v[9:10]",
        "flat_load_dwordx4 v[0:2], v[9:10]",
        "flat_load_dwordx4 s[0:3], v[9:10]",
        "flat_load_dwordx4 off, v[9:10]",
        "flat_load_dwordx4 v[5:8], v[9:10] offset:4096",
        "flat_load_dwordx4 v[5:8], v[9:10] offset:-1",
        "flat_load_dwordx4 v[5:8], v[9:10] glc glc",
        "flat_load_dwordx4 v[5:8], v[9:10] lds",
        "global_load_ubyte v5, v9, s[1:2]",
        "global_load_ubyte v5, v9, s[102:103]",
        "global_atomic_cmpswap v5, v[9:10], v[13:14], off",
        "global_atomic_cmpswap v[9:10], v[13:14], off glc",
        "scratch_load_dword v5, v0, s13",
        "scratch_load_dword v5, off, off",
    ] {
        // Operands of a form are numbered by their place in it.
        let line = find(&lines, text).or_else(|| {
            find(
                &lines,
                &text.replace("v[9:10], v[13:14]", "v[5:6], v[9:10]"),
            )
        });
        let line = line.unwrap_or_else(|| panic!("no line `{text}`"));
        assert_eq!(line.code, None, "{text}");
    }
}

/// What an architecture lacks is tried there nevertheless.
#[test]
fn absent_things_are_tried() {
    let lines = generated("gfx803", Depth::Full);
    for text in [
        "global_load_dword v5, v9, s[14:15]",
        "flat_load_dwordx4 v[5:8], v[9:10] offset:4095",
    ] {
        assert_eq!(
            find(&lines, text).map(|line| line.code.clone()),
            Some(None),
            "{text}"
        );
    }
    assert!(
        generated("gfx803", Depth::Lean)
            .iter()
            .all(|line| !line.text.contains("global"))
    );
    assert!(generated("gfx1", Depth::Lean).is_empty());
}

/// The oracle takes every line that is meant to be right, with its bits.
#[cfg(feature = "llvm")]
#[test]
fn llvm_takes_the_right_lines() {
    use isa_tests::llvm::{Assembled, assemble, lacks_register};
    for cpu in ["gfx600", "gfx803", "gfx900"] {
        let mut lines = generated(cpu, Depth::Full);
        lines.retain(|line| !lacks_register(cpu, &line.text));
        let texts: Vec<String> = lines.iter().map(|line| line.text.clone()).collect();
        let (mut right, mut wrong) = (0, 0);
        let mut others = Vec::new();
        for (line, answer) in lines.iter().zip(assemble(cpu, &texts).unwrap()) {
            match (&line.code, &answer) {
                (Some(wanted), Assembled::Accepted { bytes, text }) => {
                    assert_eq!(bytes, wanted, "{cpu} {}", line.text);
                    if line.canonical && *text != line.text {
                        others.push((text.clone(), wanted, &line.text));
                    }
                    right += 1;
                }
                (Some(_), Assembled::Rejected(why)) => panic!("{cpu} {}: {why}", line.text),
                (Some(_), other) => panic!("{cpu} {}: {other:?}", line.text),
                (None, Assembled::Rejected(_)) => wrong += 1,
                (None, _) => {}
            }
        }
        // Another text than ours is one that llvm-mc itself reads otherwise.
        let texts: Vec<String> = others.iter().map(|(text, ..)| text.clone()).collect();
        for ((text, wanted, ours), answer) in others.iter().zip(assemble(cpu, &texts).unwrap()) {
            let same = matches!(&answer, Assembled::Accepted { bytes, .. } if bytes == *wanted);
            assert!(!same, "{cpu} {ours}: {text}");
        }
        println!("{cpu}: {right} right, {wrong} wrong of {}", lines.len());
        assert!(right > 20 && wrong > 50);
    }
}
