//! `.debug_line`: files, and the program that makes the rows of the table of lines.
//!
//! The program is LLVM's, byte for byte: which opcodes say a row is a choice, and gimli's
//! writer chooses others. The constants are gimli's.

use std::borrow::Cow;

use gimli::constants as dw;
use isa_dsl::sorted::sort_by_key;

use super::contents::{Contents, DebugFormat, DwarfFormat, Target};
use super::files::SourceFiles;
use super::rows::{Row, Rows, SourcePosition};
use super::strings::LineStrings;
use crate::object::place::{Place, SectionId};

/// The first opcode that stands for an advance of both line and address.
const OPCODE_BASE: u8 = 13;
/// The least advance of the line that such an opcode has, and how many there are.
const LINE_BASE: i64 = -5;
const LINE_RANGE: u64 = 14;
/// How far the address goes with the last opcode, in units of instructions.
const MOST_ADVANCE: u64 = (255 - OPCODE_BASE as u64) / LINE_RANGE;

/// How many operands the opcodes before the first special one have, from 1.
const OPERANDS: [u8; OPCODE_BASE as usize - 1] = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1];

/// Where places are when everything has its place.
pub(crate) trait Addresses {
    /// Bytes from the start of its section.
    fn address(&self, place: Place) -> u64;
    /// Bytes of a section with all its parts.
    fn size(&self, section: SectionId) -> u64;
    /// The section that a place is in, whichever part of it.
    fn section(&self, place: Place) -> SectionId;
}

/// A table of lines with its files. Version 5 has names in `strings`.
pub(crate) fn table(
    files: &SourceFiles,
    rows: &Rows,
    directory: &[u8],
    format: DwarfFormat,
    machine: &DebugFormat,
    addresses: &dyn Addresses,
) -> (Contents, LineStrings) {
    let mut out = Contents::default();
    let mut strings = LineStrings::default();
    let start = out.begin_length(format);
    out.number(format.version.into(), 2);
    if format.version >= 5 {
        out.byte(machine.address_bytes);
        // There are no segments.
        out.byte(0);
    }
    let header = Inner::begin(&mut out, format);
    out.byte(machine.code_unit);
    if format.version >= 4 {
        // An instruction is one operation.
        out.byte(1);
    }
    out.byte(1);
    out.byte(LINE_BASE as u8);
    out.byte(LINE_RANGE as u8);
    out.byte(OPCODE_BASE);
    out.bytes.extend(OPERANDS);
    match format.version {
        5 => new_files(files, directory, format, &mut out, &mut strings),
        _ => old_files(files, &mut out),
    }
    header.end(&mut out);
    for (section, rows) in &rows.sections {
        let program = Program {
            machine,
            version: format.version,
            addresses,
        };
        program.section(*section, rows, &mut out);
    }
    out.end_length(start, format);
    (out, strings)
}

/// A length within a unit, which has no escape for 64 bits.
struct Inner {
    start: u64,
    bytes: u8,
}

impl Inner {
    fn begin(out: &mut Contents, format: DwarfFormat) -> Inner {
        let bytes = format.offset_bytes();
        out.number(0, bytes);
        let start = out.at();
        Inner { start, bytes }
    }

    fn end(self, out: &mut Contents) {
        let length = (out.at() - self.start).to_le_bytes();
        let (start, bytes) = (self.start as usize, usize::from(self.bytes));
        out.bytes[start - bytes..start].copy_from_slice(&length[..bytes]);
    }
}

/// Directories and files before version 5.
fn old_files(files: &SourceFiles, out: &mut Contents) {
    for directory in &files.directories {
        out.string(directory);
    }
    out.byte(0);
    for file in files.files.values() {
        out.string(&file.name);
        out.unsigned(file.directory as u64);
        // Neither the time of the file nor its size is said.
        out.byte(0);
        out.byte(0);
    }
    out.byte(0);
}

/// Directories and files of version 5: rows of forms.
fn new_files(
    files: &SourceFiles,
    directory: &[u8],
    format: DwarfFormat,
    out: &mut Contents,
    strings: &mut LineStrings,
) {
    let string = |out: &mut Contents, strings: &mut LineStrings, text: &[u8]| {
        let at = strings.add(text);
        out.reference(
            format.offset_bytes(),
            Target::Written(".debug_line_str", at),
        );
    };
    let path_form = |out: &mut Contents| {
        out.unsigned(dw::DW_LNCT_path.0.into());
        out.unsigned(dw::DW_FORM_line_strp.0.into());
    };
    out.byte(1);
    path_form(out);
    out.unsigned(files.directories.len() as u64 + 1);
    let compiled_in = match &*files.directory {
        b"" => directory,
        said => said,
    };
    string(out, strings, compiled_in);
    for directory in &files.directories {
        string(out, strings, directory);
    }
    let has_checksums = files.have_checksums();
    out.byte(2 + u8::from(has_checksums) + u8::from(files.has_text));
    path_form(out);
    out.unsigned(dw::DW_LNCT_directory_index.0.into());
    out.unsigned(dw::DW_FORM_udata.0.into());
    if has_checksums {
        out.unsigned(dw::DW_LNCT_MD5.0.into());
        out.unsigned(dw::DW_FORM_data16.0.into());
    }
    if files.has_text {
        out.unsigned(dw::DW_LNCT_LLVM_source.0.into());
        out.unsigned(dw::DW_FORM_line_strp.0.into());
    }
    // What was written for version 4 says no file 0: it is the first.
    let root = files.root.as_ref().or_else(|| files.files.get(&1));
    let all = root.into_iter().chain(files.files.values());
    out.unsigned(all.clone().count() as u64);
    for file in all {
        string(out, strings, &file.name);
        out.unsigned(file.directory as u64);
        if has_checksums {
            out.bytes.extend(file.checksum.unwrap_or_default());
        }
        if files.has_text {
            // A text without a byte is told from none by a line end.
            let text = match file.text.as_deref() {
                None => &b""[..],
                Some(b"") => b"\n",
                Some(text) => text,
            };
            string(out, strings, text);
        }
    }
}

/// What makes programs of rows.
struct Program<'p> {
    machine: &'p DebugFormat,
    version: u16,
    addresses: &'p dyn Addresses,
}

impl Program<'_> {
    /// The program of a section: one sequence, or one more behind each label.
    fn section(&self, section: SectionId, rows: &[Row], out: &mut Contents) {
        let end = self.addresses.size(section);
        let rows = self.in_order(rows);
        let mut state = SourcePosition::new(1, 1, 0);
        let mut before = None;
        for row in rows.iter() {
            match *row {
                Row::Label(place, symbol) => {
                    if let Some(before) = before {
                        self.end(self.addresses.address(place), before, out);
                        state = SourcePosition::new(1, 1, 0);
                    }
                    before = None;
                    out.labels.push((symbol, out.at()));
                }
                Row::Line(place, line) => {
                    self.line(place, line, &mut state, before, out);
                    before = Some(self.addresses.address(place));
                }
            }
        }
        if let Some(before) = before {
            self.end(end, before, out);
        }
    }

    /// Rows by address: parts of a section are not written in the order in which they
    /// stand.
    fn in_order<'r>(&self, rows: &'r [Row]) -> Cow<'r, [Row]> {
        let address = |row: &Row| match *row {
            Row::Line(place, _) | Row::Label(place, _) => self.addresses.address(place),
        };
        if rows.is_sorted_by_key(address) {
            return Cow::Borrowed(rows);
        }
        let mut rows = rows.to_vec();
        sort_by_key(&mut rows, address);
        Cow::Owned(rows)
    }

    /// The row of a place; `before` is the address of the row before it.
    fn line(
        &self,
        place: Place,
        line: SourcePosition,
        state: &mut SourcePosition,
        before: Option<u64>,
        out: &mut Contents,
    ) {
        if state.file != line.file {
            out.byte(dw::DW_LNS_set_file.0);
            out.unsigned(line.file.into());
        }
        if state.column != line.column {
            out.byte(dw::DW_LNS_set_column.0);
            out.unsigned(line.column.into());
        }
        if line.discriminator != 0 && self.version >= 4 {
            let mut value = Contents::default();
            value.unsigned(line.discriminator.into());
            extended(dw::DW_LNE_set_discriminator, &value.bytes, out);
        }
        if state.isa != line.isa {
            out.byte(dw::DW_LNS_set_isa.0);
            out.unsigned(line.isa.into());
        }
        if state.is_statement != line.is_statement {
            out.byte(dw::DW_LNS_negate_stmt.0);
        }
        let once = [
            (line.begins_block, dw::DW_LNS_set_basic_block),
            (line.ends_prologue, dw::DW_LNS_set_prologue_end),
            (line.begins_epilogue, dw::DW_LNS_set_epilogue_begin),
        ];
        for (_, opcode) in once.iter().filter(|(is_said, _)| *is_said) {
            out.byte(opcode.0);
        }
        let advance = match before {
            Some(before) => self.units(self.addresses.address(place), before),
            None => {
                let bytes = self.machine.address_bytes;
                out.byte(0);
                out.unsigned(u64::from(bytes) + 1);
                out.byte(dw::DW_LNE_set_address.0);
                out.reference(bytes, Target::Place(place));
                0
            }
        };
        advance_both(i64::from(line.line) - i64::from(state.line), advance, out);
        *state = line;
    }

    /// The end of a sequence.
    fn end(&self, address: u64, before: u64, out: &mut Contents) {
        match self.units(address, before) {
            0 => {}
            MOST_ADVANCE => out.byte(dw::DW_LNS_const_add_pc.0),
            advance => {
                out.byte(dw::DW_LNS_advance_pc.0);
                out.unsigned(advance);
            }
        }
        extended(dw::DW_LNE_end_sequence, &[], out);
    }

    /// How far it is from one address to another, in units of instructions.
    fn units(&self, to: u64, from: u64) -> u64 {
        to.wrapping_sub(from) / u64::from(self.machine.code_unit.max(1))
    }
}

/// An extended opcode and its operands.
fn extended(opcode: gimli::DwLne, operands: &[u8], out: &mut Contents) {
    out.byte(0);
    out.unsigned(operands.len() as u64 + 1);
    out.byte(opcode.0);
    out.bytes.extend_from_slice(operands);
}

/// A row whose line and address are so far from those before.
fn advance_both(line: i64, address: u64, out: &mut Contents) {
    let mut line = line;
    let fits = |line: i64| (LINE_BASE..LINE_BASE + LINE_RANGE.cast_signed()).contains(&line);
    let is_said = !fits(line);
    if is_said {
        out.byte(dw::DW_LNS_advance_line.0);
        out.signed(line);
        line = 0;
    }
    if line == 0 && address == 0 {
        return out.byte(dw::DW_LNS_copy.0);
    }
    let first = (line - LINE_BASE).cast_unsigned() + u64::from(OPCODE_BASE);
    let special = |address: u64| {
        let opcode = address.checked_mul(LINE_RANGE)?.checked_add(first)?;
        u8::try_from(opcode).ok()
    };
    if let Some(opcode) = special(address) {
        return out.byte(opcode);
    }
    if let Some(opcode) = address.checked_sub(MOST_ADVANCE).and_then(special) {
        out.byte(dw::DW_LNS_const_add_pc.0);
        return out.byte(opcode);
    }
    out.byte(dw::DW_LNS_advance_pc.0);
    out.unsigned(address);
    match is_said {
        true => out.byte(dw::DW_LNS_copy.0),
        false => out.byte(first as u8),
    }
}
