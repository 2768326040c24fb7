//! Relocations of objects for these processors, and which one an expression asks
//! for.
//!
//! ```
//! use isa_mc::gcn::relocations::for_specifier;
//!
//! let low = for_specifier("rel32@lo").unwrap();
//! assert_eq!((low.number, low.name), (10, "R_AMDGPU_REL32_LO"));
//! assert_eq!(low.value(0x1_0000_0000, 4, 0x100), Ok(0xffff_ff04));
//! ```
//!
//! Sources: LLVM's `AMDGPUUsage`, "Relocation Records", for what each one computes;
//! which one an expression gets is what llvm-mc 22 does.
//!
//! A literal of an instruction that names a symbol without a specifier is relative
//! to the program counter for LLVM (`s_mov_b32 s0, sym` and `sym+4` are
//! `R_AMDGPU_REL32`), but not where something is subtracted (`sym-3` is
//! `R_AMDGPU_ABS32`). The addend is what is written: nothing is added because the
//! literal lies behind the first word.

pub use crate::relocation::{Base, Overflow, Part, Relocation};

/// Every relocation.
#[rustfmt::skip]
pub static RELOCATIONS: &[Relocation] = &[
    //                                    bytes  base          PC-rel.  part          specifier
    row( 0, "R_AMDGPU_NONE",              0,     Base::None,   false,   Part::None,   None),
    row( 1, "R_AMDGPU_ABS32_LO",          4,     Base::Symbol, false,   Part::Low,    Some("abs32@lo")),
    row( 2, "R_AMDGPU_ABS32_HI",          4,     Base::Symbol, false,   Part::High,   Some("abs32@hi")),
    row( 3, "R_AMDGPU_ABS64",             8,     Base::Symbol, false,   Part::Whole,  Some("abs64")),
    row( 4, "R_AMDGPU_REL32",             4,     Base::Symbol, true,    Part::Whole,  None),
    row( 5, "R_AMDGPU_REL64",             8,     Base::Symbol, true,    Part::Whole,  Some("rel64")),
    row( 6, "R_AMDGPU_ABS32",             4,     Base::Symbol, false,   Part::Whole,  None),
    row( 7, "R_AMDGPU_GOTPCREL",          4,     Base::Got,    true,    Part::Whole,  Some("gotpcrel")),
    row( 8, "R_AMDGPU_GOTPCREL32_LO",     4,     Base::Got,    true,    Part::Low,    Some("gotpcrel32@lo")),
    row( 9, "R_AMDGPU_GOTPCREL32_HI",     4,     Base::Got,    true,    Part::High,   Some("gotpcrel32@hi")),
    row(10, "R_AMDGPU_REL32_LO",          4,     Base::Symbol, true,    Part::Low,    Some("rel32@lo")),
    row(11, "R_AMDGPU_REL32_HI",          4,     Base::Symbol, true,    Part::High,   Some("rel32@hi")),
    row(13, "R_AMDGPU_RELATIVE64",        8,     Base::Load,   false,   Part::Whole,  None),
    row(14, "R_AMDGPU_REL16",             2,     Base::Symbol, true,    Part::Branch, None),
];

/// Names of GNU's assembler that `.reloc` takes too.
pub const GENERIC_NAMES: &[(&str, u32)] = &[
    ("BFD_RELOC_NONE", 0),
    ("BFD_RELOC_32", 6),
    ("BFD_RELOC_64", 3),
];

/// Symbols that stand for words of the scratch buffer's descriptor, which the
/// driver puts in, with the numbers of their relocations.
pub const SCRATCH_WORDS: &[(&str, u32)] = &[("SCRATCH_RSRC_DWORD0", 1), ("SCRATCH_RSRC_DWORD1", 1)];

/// The relocation of that number.
pub fn numbered(number: u32) -> Option<&'static Relocation> {
    RELOCATIONS.iter().find(|it| it.number == number)
}

/// The relocation of that name, as `.reloc` takes it.
pub fn named(name: &str) -> Option<&'static Relocation> {
    let generic = GENERIC_NAMES.iter().find(|it| it.0 == name);
    match generic {
        Some(&(_, number)) => numbered(number),
        None => RELOCATIONS.iter().find(|it| it.name == name),
    }
}

/// The relocation that a specifier asks for, in letters of either case:
/// `rel32@lo` of `sym@rel32@lo`.
pub fn for_specifier(specifier: &str) -> Option<&'static Relocation> {
    let asked = |it: &&Relocation| {
        it.specifier
            .is_some_and(|name| name.eq_ignore_ascii_case(specifier))
    };
    RELOCATIONS.iter().find(asked)
}

const fn row(
    number: u32,
    name: &'static str,
    bytes: u8,
    base: Base,
    pc_relative: bool,
    part: Part,
    specifier: Option<&'static str>,
) -> Relocation {
    Relocation {
        number,
        name,
        bytes,
        base,
        pc_relative,
        part,
        specifier,
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use std::string::ToString;

    use super::{Overflow, RELOCATIONS, named};

    fn value(name: &str, base: u64, addend: i64, place: u64) -> Result<u64, Overflow> {
        named(name).expect(name).value(base, addend, place)
    }

    /// Halves of an address and of a distance together are the whole.
    #[test]
    fn halves_make_the_whole() {
        let (base, addend, place) = (0x1234_5678_9abc_def0, -0x70, 0xfff0_1234_5678_0000);
        let names = [
            ("R_AMDGPU_ABS64", "R_AMDGPU_ABS32_LO", "R_AMDGPU_ABS32_HI"),
            ("R_AMDGPU_REL64", "R_AMDGPU_REL32_LO", "R_AMDGPU_REL32_HI"),
            (
                "R_AMDGPU_REL64",
                "R_AMDGPU_GOTPCREL32_LO",
                "R_AMDGPU_GOTPCREL32_HI",
            ),
        ];
        for (whole, low, high) in names {
            let low = value(low, base, addend, place).expect("a half");
            let high = value(high, base, addend, place).expect("a half");
            assert_eq!(value(whole, base, addend, place), Ok(high << 32 | low));
        }
        assert_eq!(value("R_AMDGPU_ABS64", 1, 2, 7), Ok(3));
        assert_eq!(value("R_AMDGPU_RELATIVE64", 0x1000, 0x20, 7), Ok(0x1020));
    }

    /// What does not fit is told, at both ends.
    #[test]
    fn ranges_are_checked() {
        let ok = [
            ("R_AMDGPU_REL32", 0x7fff_ffff, 0, 0, 0x7fff_ffff),
            ("R_AMDGPU_REL32", 0, 0, 0x8000_0000, 0x8000_0000),
            ("R_AMDGPU_ABS32", 0xffff_ffff, 0, 9, 0xffff_ffff),
            ("R_AMDGPU_ABS32", 0, -1, 9, 0xffff_ffff),
            // s_branch to the next instruction, to itself, and as far as possible.
            ("R_AMDGPU_REL16", 0x104, 0, 0x100, 0),
            ("R_AMDGPU_REL16", 0x100, 0, 0x100, 0xffff),
            ("R_AMDGPU_REL16", 0x2_0000, 0, 0, 0x7fff),
            ("R_AMDGPU_REL16", 0, 0, 0x1_fffc, 0x8000),
        ];
        for (name, base, addend, place, expected) in ok {
            assert_eq!(
                value(name, base, addend, place),
                Ok(expected),
                "{name} {base:x}"
            );
        }
        let wrong = [
            ("R_AMDGPU_REL32", 0x8000_0000, 0, 0),
            ("R_AMDGPU_REL32", 0, -1, 0x8000_0000),
            ("R_AMDGPU_ABS32", 0x1_0000_0000, 0, 0),
            ("R_AMDGPU_ABS32", 0, -0x8000_0001, 0),
            ("R_AMDGPU_REL16", 0x2_0004, 0, 0),
            ("R_AMDGPU_REL16", 0, 0, 0x2_0000),
            ("R_AMDGPU_REL16", 0x102, 0, 0x100),
        ];
        for (name, base, addend, place) in wrong {
            let error = value(name, base, addend, place).expect_err(name);
            assert!(error.to_string().len() > 20, "{error}");
        }
    }

    /// A number and a name say one row; names of GNU's assembler are others.
    #[test]
    fn rows_are_found() {
        for row in RELOCATIONS {
            assert_eq!(super::numbered(row.number), Some(row));
            assert_eq!(named(row.name), Some(row));
            if let Some(specifier) = row.specifier {
                assert_eq!(super::for_specifier(specifier), Some(row));
            }
        }
        assert_eq!(named("BFD_RELOC_64").map(|it| it.number), Some(3));
        assert_eq!(super::numbered(12), None);
        assert_eq!(super::for_specifier(""), None);
    }
}
