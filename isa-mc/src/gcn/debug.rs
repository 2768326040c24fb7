//! Debug information of AMD's GPUs: the numbers of registers, and what LLVM writes for
//! all of them.
//!
//! ```
//! use isa_mc::gcn::debug::register_number;
//!
//! assert_eq!(register_number("s33"), Some(65));
//! assert_eq!(register_number("s64"), Some(1088));
//! assert_eq!(register_number("v40"), Some(2600));
//! assert_eq!(register_number("exec"), Some(17));
//! assert_eq!(register_number("vcc"), None);
//! ```
//!
//! Sources: LLVM's `AMDGPUUsage`, "Register Identifier"; llvm-mc 22, which takes the numbers
//! of wavefronts of 64 lanes for every processor.

use crate::object::DebugFormat;

/// What debug information is made for.
pub(super) const DEBUG: DebugFormat = DebugFormat {
    address_bytes: 8,
    code_unit: 4,
    // The stack grows up.
    data_unit: 4,
    return_register: PC,
    pointer_encoding: DW_EH_PE_PCREL_SDATA4,
    register: register_number,
};

/// Distances of 4 bytes with a sign.
const DW_EH_PE_PCREL_SDATA4: u8 = 0x1b;

/// The program counter.
const PC: u32 = 16;
/// The mask of lanes, of 32 and of 64.
const EXEC_LO: u32 = 1;
const EXEC: u32 = 17;
/// The first 64 scalar registers, and the others.
const SCALAR: u32 = 32;
const MORE_SCALAR: u32 = 1088;
/// Vector registers of 64 lanes.
const VECTOR: u32 = 2560;

/// The number in DWARF of a register, in LLVM's spelling: `s33`, `v[40]`, `exec`, `pc`.
/// Others, and groups of registers, have none.
pub fn register_number(name: &str) -> Option<u32> {
    match name {
        "pc" => return Some(PC),
        "exec" => return Some(EXEC),
        "exec_lo" => return Some(EXEC_LO),
        _ => {}
    }
    // A list of one register is that register.
    let list = name.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    let (file, number) = list.unwrap_or(name).trim().split_at_checked(1)?;
    let number = match number.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
        None => number,
        Some(group) => match group.split_once(':') {
            None => group.trim(),
            Some((first, last)) if first.trim() == last.trim() => first.trim(),
            Some(_) => return None,
        },
    };
    if !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match (file, number.parse().ok()?) {
        ("s", number @ 0..64) => Some(SCALAR + number),
        ("s", number @ 64..106) => Some(MORE_SCALAR + number - 64),
        ("v", number @ 0..256) => Some(VECTOR + number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::register_number;

    /// The ends of every range, as llvm-mc 22 numbers them with `.cfi_undefined`: a number
    /// off by one is another register for a debugger.
    #[test]
    fn registers_have_the_numbers_of_llvm() {
        let cases = [
            ("s0", Some(32)),
            ("s63", Some(95)),
            ("s64", Some(1088)),
            ("s105", Some(1129)),
            ("s106", None),
            ("v0", Some(2560)),
            ("v255", Some(2815)),
            ("v256", None),
            ("v[7]", Some(2567)),
            ("v[7:7]", Some(2567)),
            ("v[7:8]", None),
            ("[s3]", Some(35)),
            ("[s3,s4]", None),
            ("exec", Some(17)),
            ("exec_lo", Some(1)),
            ("exec_hi", None),
            ("pc", Some(16)),
            ("m0", None),
            ("s", None),
            ("s+1", None),
            ("é0", None),
            ("", None),
        ];
        for (name, number) in cases {
            assert_eq!(register_number(name), number, "{name}");
        }
    }
}
