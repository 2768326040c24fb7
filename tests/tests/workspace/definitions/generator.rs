//! The generator: the lines that somebody would try by hand are among those
//! that it makes, with the bits that somebody would work out by hand.

use isa_test_support::generate::{Depth, Line, family_lines, lines};
use isa_test_support::machine::gcn;

/// The lines of the families whose names begin so.
fn generated(cpu: &str, depth: Depth, names: &[&str]) -> Vec<Line> {
    let tables = gcn();
    let families = tables.families.iter().enumerate().filter(|(_, family)| {
        let family = tables.text(family.name);
        names.iter().any(|name| family.starts_with(name))
    });
    families
        .flat_map(|(index, _)| family_lines(tables, cpu, "llvm", depth, index))
        .collect()
}

const MEMORY: [&str; 3] = ["flat", "global", "scratch"];

fn find<'a>(lines: &'a [Line], text: &str) -> Option<&'a Line> {
    lines.iter().find(|line| line.text == text)
}

/// Every edge that somebody would try by hand is among the lines, with bits.
#[test]
fn right_lines_hold_the_edges() {
    let lines = generated("gfx900", Depth::Full, &MEMORY);
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
    let names = ["flat_load", "ds_read"];
    let lines = generated("gfx900", Depth::Lean, &names);
    let full = generated("gfx900", Depth::Full, &names);
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
    let lines = generated("gfx900", Depth::Full, &MEMORY);
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
    let full = generated("gfx803", Depth::Full, &MEMORY);
    for text in [
        "global_load_dword v5, v9, s[14:15]",
        "flat_load_dwordx4 v[5:8], v[9:10] offset:4095",
    ] {
        assert_eq!(
            find(&full, text).map(|line| line.code.clone()),
            Some(None),
            "{text}"
        );
    }
    assert!(
        lines(gcn(), "gfx803", "llvm", Depth::Lean)
            .iter()
            .all(|line| !line.text.contains("global"))
    );
    assert!(lines(gcn(), "gfx1", "llvm", Depth::Lean).is_empty());
}
