//! Words of declarations, and what is declared by nobody.

/// Types of elements by number, and the bytes of one: the numbers are those of class
/// `data_type`.
pub(super) const TYPES: [(&str, u32); 16] = [
    ("ud", 4),
    ("d", 4),
    ("uw", 2),
    ("w", 2),
    ("ub", 1),
    ("b", 1),
    ("df", 8),
    ("f", 4),
    ("v", 4),
    ("vf", 4),
    ("bool", 1),
    ("uq", 8),
    ("uv", 4),
    ("q", 8),
    ("hf", 2),
    ("bf", 2),
];

/// Alignments by number.
pub(super) const ALIGNMENTS: [&str; 10] = [
    "byte", "word", "dword", "qword", "oword", "GRF", "GRFx2", "hword", "wordx32", "wordx64",
];

/// The number of an alignment.
pub(super) fn alignment(word: &str) -> Option<u8> {
    let word = match word {
        "2GRF" => "GRFx2",
        "32word" => "wordx32",
        "64word" => "wordx64",
        word => word,
    };
    let found = ALIGNMENTS.iter().position(|&it| it == word)?;
    Some(found as u8)
}

/// The number of an alignment to so many bytes.
pub(super) fn alignment_of(bytes: i64) -> Option<u8> {
    Some(match bytes {
        1 => 0,
        2 => 1,
        4 => 2,
        8 => 3,
        16 => 4,
        32 => 7,
        64 => 8,
        128 => 9,
        _ => return None,
    })
}

/// Variables that every routine has, from number 0 on.
pub(super) const VARIABLES: [&str; 21] = [
    "%null",
    "%thread_x",
    "%thread_y",
    "%group_id_x",
    "%group_id_y",
    "%group_id_z",
    "%tsc",
    "%r0",
    "%arg",
    "%retval",
    "%sp",
    "%fp",
    "%hw_id",
    "%sr0",
    "%cr0",
    "%ce0",
    "%dbg0",
    "%color",
    "%impl_arg_buf_ptr",
    "%local_id_buf_ptr",
    "%msg0",
];

/// Surfaces that every routine has, from number 0 on.
pub(super) const SURFACES: [&str; 6] = ["%slm", "T1", "T2", "TSS", "%bss", "%scratch"];

/// The sampler that is bound to nothing, and its number.
pub(super) const BINDLESS: (&str, u32) = ("S31", 31);

/// Where inputs that are no arguments come from, from 1 on.
pub(super) const ORIGINS: [&str; 4] = ["LOCAL_SIZE", "GROUP_COUNT", "LOCAL_ID", "PSEUDO_INPUT"];

/// Whether text is a name as instructions have it: letters, digits and `_`, no digit first.
pub(super) fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    let first = bytes.next();
    first.is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
