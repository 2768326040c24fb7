//! The directive that goes to a section.

use std::fmt::Write as _;

use super::words::section_name;
use super::writer::Writer;
use crate::object::{ObjectBuilder, SectionId, SectionKind, flag};

/// Sections that have directives of their own.
const OWN: [&str; 2] = [".text", ".data"];

/// Letters of flags, in the order in which they are written.
const FLAGS: [(u64, char); 10] = [
    (flag::ALLOC, 'a'),
    (flag::EXCLUDE, 'e'),
    (flag::EXECUTE, 'x'),
    (flag::WRITE, 'w'),
    (flag::MERGE, 'M'),
    (flag::STRINGS, 'S'),
    (flag::TLS, 'T'),
    (flag::LINK_ORDER, 'o'),
    (flag::GROUP, 'G'),
    (flag::RETAIN, 'R'),
];

/// Appends the lines that go to a section, or to a part of it. `type_name` is the name of
/// a type of sections, if it has one.
pub fn section(
    writer: &Writer,
    builder: &ObjectBuilder<'_>,
    id: SectionId,
    type_name: impl Fn(SectionKind) -> Option<&'static str>,
) -> String {
    let whole = builder.whole(id);
    let part = builder.part_number(id);
    let section = builder.section_of(whole);
    let membership = section.membership;
    let mut out = String::new();
    if membership.unique.is_none() && OWN.contains(&&*section.name) {
        out.push('\t');
        out.push_str(&section.name);
        if part != 0 {
            // A string takes everything, here and below.
            let _ = write!(out, "\t{part}");
        }
        return out;
    }
    out.push_str("\t.section\t");
    section_name(&section.name, &mut out);
    let flags = FLAGS.iter().filter(|(bit, _)| section.flags & bit != 0);
    let flags: String = flags.map(|(_, letter)| letter).collect();
    let _ = match (type_name(section.kind), section.kind) {
        (Some(name), _) => write!(out, ",\"{flags}\",@{name}"),
        (None, SectionKind::Other(number)) => write!(out, ",\"{flags}\",@0x{number:x}"),
        (None, _) => write!(out, ",\"{flags}\",@progbits"),
    };
    if section.entry_size != 0 {
        let _ = write!(out, ",{}", section.entry_size);
    }
    if section.flags & flag::LINK_ORDER != 0 {
        out.push(',');
        match membership.link {
            Some(symbol) => writer.symbol(builder, symbol, &mut out),
            None => out.push('0'),
        }
    }
    if let Some(group) = membership.group {
        out.push(',');
        writer.symbol(builder, group.signature, &mut out);
        if group.is_comdat {
            out.push_str(",comdat");
        }
    }
    if let Some(number) = membership.unique {
        let _ = write!(out, ",unique,{number}");
    }
    if part != 0 {
        let _ = write!(out, "\n\t.subsection\t{part}");
    }
    out
}
