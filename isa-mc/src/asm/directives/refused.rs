//! Directives of LLVM's and GNU's assemblers that are refused, and why.

use super::super::error::{Code, Fault};

/// Names, or the beginnings of names, and what to tell who writes one. A directive
/// that does nothing here is refused too if leaving it out could change the object.
const REFUSED: &[(&[&str], &str)] = &[
    (
        &[".cfi_"],
        "call frame information is not written; compile with -fno-asynchronous-unwind-tables",
    ),
    (
        &[".loc", ".loc_label", ".cv_", ".stabs", ".stabn", ".stabd"],
        "line tables are not written; compile without -g",
    ),
    (
        &[".subsection"],
        "sections have no subsections; give the section another name",
    ),
    (
        &[".symver", ".version", ".weakref"],
        "versions and second names of symbols are not written",
    ),
    (&[".cg_profile", ".pseudoprobe"], "profiles are not written"),
    (
        &[".lto_discard", ".lto_set_conditional"],
        "symbols are not optimised at link time",
    ),
    (
        &[".memtag", ".gnu_attribute", ".attach_to_group"],
        "the machine has no such thing",
    ),
    (
        &[".bundle_align_mode", ".bundle_lock", ".bundle_unlock"],
        "instructions are not bundled",
    ),
    (
        &[".altmacro", ".macros_on", ".macros_off"],
        "macros are always expanded, in one way",
    ),
    (
        &[".base64"],
        "write the bytes with `.byte` or `.ascii`, or name their file with `.incbin`",
    ),
    (&[".align32", ".prefalign"], "write `.p2align` or `.balign`"),
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
            ".no_dead_strip",
            ".private_extern",
            ".reference",
            ".symbol_resolver",
            ".weak_def_can_be_hidden",
            ".weak_definition",
            ".weak_reference",
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
