//! Directives of LLVM's and GNU's assemblers that are refused, and why.

use super::super::error::{Code, Fault};

/// Names, or the beginnings of names, and what to tell who writes one. A directive
/// that does nothing here is refused too if leaving it out could change the object.
const REFUSED: &[(&[&str], &str)] = &[
    (
        &[".cfi_", ".loc", ".loc_label"],
        "debug information is written by builds with the feature `object`",
    ),
    (
        &[".cv_"],
        "CodeView belongs to object files of Windows; compile for another system",
    ),
    (
        &[".stabs", ".stabn", ".stabd"],
        "LLVM 22 refuses it, too; compile with -g, which writes DWARF",
    ),
    (
        &[".cg_profile", ".pseudoprobe"],
        "profiles are not written; compile without them",
    ),
    (
        &[".gnu_attribute", ".attach_to_group"],
        "the machine has no such thing",
    ),
    (
        &[".bundle_align_mode", ".bundle_lock", ".bundle_unlock"],
        "instructions are not bundled, nor by LLVM 22",
    ),
    (&[".prefalign"], "write `.p2align` or `.balign`"),
    (
        &[".dc.x", ".dcb.x"],
        "there are floating numbers of 4 and 8 bytes",
    ),
    (
        &[".code16", ".code16gcc", ".code32", ".code64"],
        "they belong to another machine",
    ),
    (
        &[
            ".cold",
            ".lazy_reference",
            ".private_extern",
            ".reference",
            ".symbol_resolver",
            ".weak_def_can_be_hidden",
            ".weak_definition",
            ".desc",
            ".indirect_symbol",
        ],
        "it belongs to object files other than ELF",
    ),
    (
        &[".data.", ".eh_frame"],
        "write `.section` in front of the name",
    ),
    (
        &[".list", ".nolist", ".title", ".sbttl", ".psize", ".eject"],
        "listings are made with `--emit asm`",
    ),
];

/// The error of a directive that is one in lower case only.
pub(super) fn in_capitals(name: &str) -> Fault {
    let lower = name.to_ascii_lowercase();
    let message = format!("there is no directive `{name}`; did you mean `{lower}`?");
    Fault::new(Code::UnknownDirective, 0..name.len(), message)
}

/// The error of a directive that the assembler does not have.
pub(super) fn unknown(name: &str) -> Fault {
    let is_of = |listed: &&str| match listed.ends_with(['_', '.']) {
        true => name.starts_with(listed),
        false => name == *listed,
    };
    let row = REFUSED.iter().find(|(names, _)| names.iter().any(is_of));
    let message = match row {
        Some((_, reason)) => format!("`{name}` is not supported: {reason}"),
        None => format!("there is no directive `{name}`"),
    };
    Fault::new(Code::UnknownDirective, 0..name.len(), message)
}
