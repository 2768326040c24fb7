//! What is said of an assembly source itself: a unit with a description of each label,
//! as llvm-mc's `-g` writes it.

use gimli::constants as dw;

use super::contents::{Contents, DebugFormat, DwarfFormat, Target};
use super::files::SourceFiles;
use super::line_program::Addresses;
use crate::object::place::{Place, SectionId};

/// A label of the source.
#[derive(Debug, Clone)]
pub(crate) struct SourceLabel {
    pub(crate) name: Vec<u8>,
    pub(crate) file: u32,
    pub(crate) line: u32,
    pub(crate) place: Place,
}

/// An assembly source whose own lines are written.
#[derive(Debug, Clone)]
pub(crate) struct SourceUnit {
    pub(crate) labels: Vec<SourceLabel>,
    /// The program that writes.
    pub(crate) producer: String,
    /// The language that it is written in: a `DW_LANG_` constant.
    pub(crate) language: u16,
}

impl SourceUnit {
    /// The language of assemblers: no other number than that of one of them.
    pub(crate) const ASSEMBLER: u16 = dw::DW_LANG_Mips_Assembler.0;
}

/// The sections that describe a source with code in `code`, in their order.
pub(crate) fn sections(
    unit: &SourceUnit,
    code: &[SectionId],
    files: &SourceFiles,
    directory: &[u8],
    format: DwarfFormat,
    machine: &DebugFormat,
    addresses: &dyn Addresses,
) -> Vec<(&'static str, Contents)> {
    let writer = Writer {
        unit,
        code,
        files,
        directory,
        format,
        machine,
        addresses,
    };
    let has_ranges = code.len() > 1 && format.version >= 3;
    let mut all = vec![
        (".debug_info", Contents::default()),
        (".debug_abbrev", writer.abbreviations(has_ranges)),
        (".debug_aranges", writer.address_ranges()),
    ];
    let mut ranges = None;
    if has_ranges {
        let (name, contents, start) = match format.version {
            5 => writer.range_lists(),
            _ => writer.ranges(),
        };
        all.push((name, contents));
        ranges = Some(Target::Written(name, start));
    }
    all[0].1 = writer.information(ranges);
    all
}

struct Writer<'w> {
    unit: &'w SourceUnit,
    code: &'w [SectionId],
    files: &'w SourceFiles,
    directory: &'w [u8],
    format: DwarfFormat,
    machine: &'w DebugFormat,
    addresses: &'w dyn Addresses,
}

impl Writer<'_> {
    /// The start of a section of code.
    fn start(section: SectionId) -> Target {
        Target::Place(Place {
            section,
            gap: 0,
            offset: 0,
        })
    }

    fn abbreviations(&self, has_ranges: bool) -> Contents {
        let mut out = Contents::default();
        let offset = match (self.format.version, self.format.is_64) {
            (4.., _) => dw::DW_FORM_sec_offset,
            (_, true) => dw::DW_FORM_data8,
            (_, false) => dw::DW_FORM_data4,
        };
        let mut unit = vec![(dw::DW_AT_stmt_list, offset)];
        match has_ranges {
            true => unit.push((dw::DW_AT_ranges, offset)),
            false => {
                unit.push((dw::DW_AT_low_pc, dw::DW_FORM_addr));
                unit.push((dw::DW_AT_high_pc, dw::DW_FORM_addr));
            }
        }
        unit.push((dw::DW_AT_name, dw::DW_FORM_string));
        if !self.directory.is_empty() {
            unit.push((dw::DW_AT_comp_dir, dw::DW_FORM_string));
        }
        unit.push((dw::DW_AT_producer, dw::DW_FORM_string));
        unit.push((dw::DW_AT_language, dw::DW_FORM_data2));
        let label = [
            (dw::DW_AT_name, dw::DW_FORM_string),
            (dw::DW_AT_decl_file, dw::DW_FORM_data4),
            (dw::DW_AT_decl_line, dw::DW_FORM_data4),
            (dw::DW_AT_low_pc, dw::DW_FORM_addr),
        ];
        let rows = [
            (dw::DW_TAG_compile_unit, dw::DW_CHILDREN_yes, &unit[..]),
            (dw::DW_TAG_label, dw::DW_CHILDREN_no, &label[..]),
        ];
        for (number, (tag, children, attributes)) in (1..).zip(rows) {
            out.unsigned(number);
            out.unsigned(tag.0.into());
            out.byte(children.0);
            for (name, form) in attributes {
                out.unsigned(name.0.into());
                out.unsigned(form.0.into());
            }
            out.unsigned(0);
            out.unsigned(0);
        }
        out.byte(0);
        out
    }

    fn address_ranges(&self) -> Contents {
        let mut out = Contents::default();
        let bytes = self.machine.address_bytes;
        let start = out.begin_length(self.format);
        out.number(2, 2);
        let offset = self.format.offset_bytes();
        out.reference(offset, Target::Written(".debug_info", 0));
        out.byte(bytes);
        out.byte(0);
        out.align(2 * usize::from(bytes));
        for &section in self.code {
            out.reference(bytes, Self::start(section));
            out.number(self.addresses.size(section), bytes);
        }
        out.number(0, bytes);
        out.number(0, bytes);
        out.end_length(start, self.format);
        out
    }

    /// `.debug_rnglists` of version 5.
    fn range_lists(&self) -> (&'static str, Contents, u64) {
        let mut out = Contents::default();
        let bytes = self.machine.address_bytes;
        let start = out.begin_length(self.format);
        out.number(self.format.version.into(), 2);
        out.byte(bytes);
        out.byte(0);
        out.number(0, 4);
        let list = out.at();
        for &section in self.code {
            out.byte(dw::DW_RLE_start_length.0);
            out.reference(bytes, Self::start(section));
            out.unsigned(self.addresses.size(section));
        }
        out.byte(dw::DW_RLE_end_of_list.0);
        out.end_length(start, self.format);
        (".debug_rnglists", out, list)
    }

    /// `.debug_ranges` of versions 3 and 4.
    fn ranges(&self) -> (&'static str, Contents, u64) {
        let mut out = Contents::default();
        let bytes = self.machine.address_bytes;
        for &section in self.code {
            // What counts from where: the largest address, and then that.
            out.number(u64::MAX, bytes);
            out.reference(bytes, Self::start(section));
            out.number(0, bytes);
            out.number(self.addresses.size(section), bytes);
        }
        out.number(0, bytes);
        out.number(0, bytes);
        (".debug_ranges", out, 0)
    }

    fn information(&self, ranges: Option<Target>) -> Contents {
        let mut out = Contents::default();
        let bytes = self.machine.address_bytes;
        let offset = self.format.offset_bytes();
        let start = out.begin_length(self.format);
        out.number(self.format.version.into(), 2);
        if self.format.version >= 5 {
            out.byte(dw::DW_UT_compile.0);
            out.byte(bytes);
        }
        out.reference(offset, Target::Written(".debug_abbrev", 0));
        if self.format.version < 5 {
            out.byte(bytes);
        }
        out.unsigned(1);
        out.reference(offset, Target::Written(".debug_line", 0));
        match (ranges, self.code.first()) {
            (Some(ranges), _) => out.reference(offset, ranges),
            (None, Some(&section)) => {
                out.reference(bytes, Self::start(section));
                out.reference(bytes, Target::End(section));
            }
            (None, None) => {
                out.number(0, bytes);
                out.number(0, bytes);
            }
        }
        if let Some(directory) = self.files.directories.first() {
            out.bytes.extend_from_slice(directory);
            out.byte(b'/');
        }
        let first = self.files.files.get(&1).or(self.files.root.as_ref());
        out.string(first.map_or(b"", |file| &file.name));
        if !self.directory.is_empty() {
            out.string(self.directory);
        }
        out.string(self.unit.producer.as_bytes());
        out.number(self.unit.language.into(), 2);
        for label in &self.unit.labels {
            out.unsigned(2);
            out.string(&label.name);
            out.number(label.file.into(), 4);
            out.number(label.line.into(), 4);
            out.reference(bytes, Target::Place(label.place));
        }
        out.byte(0);
        out.end_length(start, self.format);
        out
    }
}
