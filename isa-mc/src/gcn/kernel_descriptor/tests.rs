//! What is refused, and how it is said. What llvm-mc makes of all directives is in
//! `tests/facts/kernel_descriptors.tsv`.

use std::format;
use std::string::ToString;
use std::vec::Vec;

use super::table::COUNT;
use super::{DIRECTIVES, KernelDescriptor, Place, Processors, SIZE, directives};
use crate::gcn::target_id::TargetId;

fn target(text: &str) -> TargetId {
    TargetId::parse(&format!("amdgcn-amd-amdhsa--{text}")).expect("a target id")
}

/// A directive and its value.
type Said = (&'static str, i64);

/// The message of the first directive that is refused, or of the end.
fn message(cpu: &str, said: &[Said]) -> Option<String> {
    let mut kernel = KernelDescriptor::for_target(target(cpu));
    for (name, value) in said {
        if let Err(error) = kernel.set(&format!(".amdhsa_{name}"), *value) {
            return Some(error.to_string());
        }
    }
    kernel.finish().err().map(|error| error.to_string())
}

/// Each mistake has its own message, which says what to do.
#[test]
fn mistakes_are_explained() {
    let vgprs = ("next_free_vgpr", 1);
    let sgprs = ("next_free_sgpr", 1);
    let cases: &[(&str, &[Said], &str)] = &[
        (
            "gfx900",
            &[("next_free_vgprs", 1)],
            "did you mean `.amdhsa_next_free_vgpr`?",
        ),
        (
            "gfx803",
            &[("fp16_overflow", 1)],
            ".amdhsa_fp16_overflow is for gfx9 and later",
        ),
        (
            "gfx900",
            &[("accum_offset", 4)],
            ".amdhsa_accum_offset is for gfx90a and later: accum",
        ),
        (
            "gfx900",
            &[vgprs, vgprs],
            ".amdhsa_next_free_vgpr stands here twice",
        ),
        (
            "gfx900",
            &[("ieee_mode", 2)],
            ".amdhsa_ieee_mode is 2, and must be from 0 to 1",
        ),
        (
            "gfx900",
            &[("next_free_vgpr", 257)],
            "is 257, and must be from 0 to 256",
        ),
        (
            "gfx900",
            &[("reserve_xnack_mask", 0)],
            "must be 1, as the target id says",
        ),
        ("gfx900", &[vgprs], ".amdhsa_next_free_sgpr is missing"),
        ("gfx900", &[sgprs], ".amdhsa_next_free_vgpr is missing"),
        (
            "gfx700",
            &[vgprs, ("next_free_sgpr", 101)],
            "can be 100 at most on this processor with 4 SGPRs reserved",
        ),
        (
            "gfx900",
            &[
                vgprs,
                sgprs,
                ("user_sgpr_count", 1),
                ("user_sgpr_queue_ptr", 1),
            ],
            ".amdhsa_user_sgpr_count is 1, but the other directives enable 2",
        ),
    ];
    for (cpu, said, expected) in cases {
        let found = message(cpu, said).unwrap_or_default();
        assert!(found.contains(expected), "{cpu} {said:?}: {found}");
    }
    assert_eq!(message("gfx900", &[vgprs, sgprs]), None);
}

/// A name is a directive only with what all begin with.
#[test]
fn names_are_whole() {
    let mut kernel = KernelDescriptor::for_target(target("gfx900"));
    for name in ["next_free_vgpr", ".amdhsa_", "", ".amdhsa_Next_free_vgpr"] {
        assert!(kernel.set(name, 1).is_err(), "{name}");
    }
}

/// Two directives never say the same bit, nor a bit of a count.
#[test]
fn no_bit_is_said_twice() {
    let mut seen = [0_u32; SIZE / 4];
    seen[48 / 4] = 0x3ff;
    seen[52 / 4] = 0x3e;
    seen[16 / 4] = u32::MAX;
    seen[20 / 4] = u32::MAX;
    for row in &DIRECTIVES {
        let (Place::Bits { word, low, width }, Processors::From(_)) = (row.place, row.processors)
        else {
            continue;
        };
        let mask = super::fields::ones(width) << low;
        let word = &mut seen[usize::from(word / 4)];
        assert_eq!(*word & mask, 0, "{}", row.name);
        *word |= mask;
    }
}

/// Names are one each, so that a directive means one row.
#[test]
fn names_are_distinct() {
    let mut names: Vec<_> = DIRECTIVES.iter().map(|row| row.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), COUNT);
}

/// What is printed is what a kernel's lines are in an assembly file.
#[test]
fn directives_are_lines() {
    let mut bytes = [0; SIZE];
    bytes[4] = 16;
    let said = directives(target("gfx600"), &bytes).expect("zeros");
    let text = said.to_string();
    assert!(
        text.starts_with("\t\t.amdhsa_group_segment_fixed_size 0\n"),
        "{text}"
    );
    assert!(
        text.contains("\t\t.amdhsa_private_segment_fixed_size 16\n"),
        "{text}"
    );
    assert!(text.contains("\t\t.amdhsa_next_free_vgpr 4\n"), "{text}");
    // gfx6 has no directives for flat_scratch and xnack_mask.
    assert!(
        !text.contains("reserve_flat") && !text.contains("reserve_xnack"),
        "{text}"
    );
}
