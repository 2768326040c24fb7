//! `.debug_frame` and `.eh_frame`, as LLVM writes them: how many descriptions functions
//! share, in which order they stand and how they are padded are its choices.

use gimli::constants as dw;
use isa_dsl::sorted::sort_by;

use super::contents::{Contents, DebugFormat, DwarfFormat, Target};
use super::frames::{Frame, FrameRule, Frames, Pointer, Rule};
use super::line_program::Addresses;
use crate::object::place::{Location, Place, SymbolId};

/// What cannot be said.
pub(crate) enum FrameFault {
    /// A rule stands in another section than its function.
    Elsewhere(Location),
    /// A pointer in a form that there is not here.
    Encoding(Location),
}

/// Writes all frames; `name_of` gives names of symbols, by which descriptions are sorted.
pub(crate) fn section(
    frames: &Frames,
    is_eh: bool,
    format: DwarfFormat,
    machine: &DebugFormat,
    addresses: &dyn Addresses,
    name_of: &dyn Fn(SymbolId) -> String,
) -> Result<Contents, FrameFault> {
    let mut writer = Writer {
        out: Contents::default(),
        is_eh,
        name: if is_eh { ".eh_frame" } else { ".debug_frame" },
        // `.eh_frame` has one form of its own.
        format: DwarfFormat {
            is_64: format.is_64 && !is_eh,
            ..format
        },
        machine,
        addresses,
        cfa_offset: 0,
    };
    let mut order: Vec<(Key, &Frame)> = frames
        .all
        .iter()
        .map(|frame| (Key::of(frame, name_of), frame))
        .collect();
    sort_by(&mut order, |left, right| left.0.cmp(&right.0));
    let mut common: Option<(&Key, u64)> = None;
    for (at, (key, frame)) in order.iter().enumerate() {
        // All functions share one description in `.debug_frame`.
        let start = match common {
            Some((before, start)) if !is_eh || before == key => start,
            _ => {
                let start = writer.common(frame)?;
                common = Some((key, start));
                start
            }
        };
        let is_last = at + 1 == order.len();
        writer.function(frame, start, is_last)?;
    }
    Ok(writer.out)
}

/// In the order of descriptions, the register of one that says none.
const NOT_SAID: u32 = i32::MAX as u32;

/// What functions with one description have in common.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    personality: String,
    encodings: (u32, u32),
    is_signal: bool,
    is_simple: bool,
    return_register: u32,
}

impl Key {
    fn of(frame: &Frame, name_of: &dyn Fn(SymbolId) -> String) -> Key {
        let personality = frame.personality;
        Key {
            personality: personality.map_or_else(String::new, |(symbol, _)| name_of(symbol)),
            encodings: (
                personality.map_or(0, |(_, encoding)| encoding.into()),
                frame.data.map_or(0, |(_, encoding)| encoding.into()),
            ),
            is_signal: frame.is_signal,
            is_simple: frame.is_simple,
            return_register: frame.return_register.unwrap_or(NOT_SAID),
        }
    }
}

struct Writer<'w> {
    out: Contents,
    is_eh: bool,
    name: &'static str,
    format: DwarfFormat,
    machine: &'w DebugFormat,
    addresses: &'w dyn Addresses,
    /// How far the frame lies from its register.
    cfa_offset: i64,
}

impl Writer<'_> {
    /// What functions have in common; gives where it begins.
    fn common(&mut self, frame: &Frame) -> Result<u64, FrameFault> {
        let at = self.out.at();
        let start = self.out.begin_length(self.format);
        let offset_bytes = self.format.offset_bytes();
        let id = if self.is_eh { 0 } else { u64::MAX };
        self.out.number(id, offset_bytes);
        let version = match (self.is_eh, self.format.version) {
            (true, _) | (_, ..=2) => 1,
            (_, 3) => 3,
            _ => 4,
        };
        self.out.byte(version);
        if self.is_eh {
            let letters = [
                (true, b'z'),
                (frame.personality.is_some(), b'P'),
                (frame.data.is_some(), b'L'),
                (true, b'R'),
                (frame.is_signal, b'S'),
            ];
            let said = letters.iter().filter(|(is_said, _)| *is_said);
            self.out.bytes.extend(said.map(|(_, letter)| letter));
        }
        self.out.byte(0);
        if version >= 4 {
            self.out.byte(self.machine.address_bytes);
            self.out.byte(0);
        }
        self.out.unsigned(self.machine.code_unit.into());
        self.out.signed(self.machine.data_unit.into());
        let register = frame.return_register;
        let register = register.unwrap_or(self.machine.return_register);
        match version {
            1 => self.out.byte(register as u8),
            _ => self.out.unsigned(register.into()),
        }
        if self.is_eh {
            let pointers = self.machine.pointer_encoding;
            let mut length = 1 + u64::from(frame.data.is_some());
            if let Some((_, encoding)) = frame.personality {
                length += 1 + u64::from(self.size(encoding, frame.location)?);
            }
            self.out.unsigned(length);
            if let Some((symbol, encoding)) = frame.personality {
                self.out.byte(encoding);
                self.pointer((symbol, encoding), frame.location)?;
            }
            if let Some((_, encoding)) = frame.data {
                self.out.byte(encoding);
            }
            self.out.byte(pointers);
        }
        let unit = match self.is_eh {
            true => 4,
            false => usize::from(self.machine.address_bytes),
        };
        self.out.align(unit);
        self.out.end_length(start, self.format);
        Ok(at)
    }

    /// The description of a function; `common` is where begins what it has in common
    /// with others.
    fn function(&mut self, frame: &Frame, common: u64, is_last: bool) -> Result<(), FrameFault> {
        // Every function begins as all do. LLVM lets the first one of a new description in
        // `.eh_frame` begin with how far the frame of the one before was from its register,
        // which makes `.cfi_adjust_cfa_offset` and `.cfi_rel_offset` wrong there.
        self.cfa_offset = 0;
        let start = self.out.begin_length(self.format);
        let bytes = self.format.offset_bytes();
        match self.is_eh {
            true => self.out.number(start - common, bytes),
            false => self
                .out
                .reference(bytes, Target::Written(self.name, common)),
        }
        let (begin, end) = (frame.begin, frame.end.unwrap_or(frame.begin));
        let pc_bytes = match self.is_eh {
            true => {
                let encoding = self.machine.pointer_encoding;
                let bytes = self.size(encoding, frame.location)?;
                self.encoded(Target::Place(begin), encoding, bytes);
                bytes
            }
            false => {
                let bytes = self.machine.address_bytes;
                self.out.reference(bytes, Target::Place(begin));
                bytes
            }
        };
        let section = |place: Place| self.addresses.section(place);
        let elsewhere = |rule: &&Rule| section(rule.place) != section(begin);
        if let Some(rule) = frame.rules.iter().find(elsewhere) {
            return Err(FrameFault::Elsewhere(rule.location));
        }
        if section(end) != section(begin) {
            return Err(FrameFault::Elsewhere(frame.location));
        }
        let address = |place: Place| self.addresses.address(place);
        let size = address(end).wrapping_sub(address(begin));
        self.out.number(size, pc_bytes);
        if self.is_eh {
            match frame.data {
                None => self.out.unsigned(0),
                Some(data) => {
                    let bytes = self.size(data.1, frame.location)?;
                    self.out.unsigned(bytes.into());
                    self.pointer(data, frame.location)?;
                }
            }
        }
        let mut place = begin;
        for rule in &frame.rules {
            let address = |place: Place| self.addresses.address(place);
            let bytes = address(rule.place).wrapping_sub(address(place));
            self.advance(bytes);
            place = rule.place;
            self.rule(rule);
        }
        let unit = match is_last {
            true => self.machine.address_bytes,
            false => pc_bytes,
        };
        self.out.align(unit.into());
        self.out.end_length(start, self.format);
        Ok(())
    }

    /// Bytes of a pointer.
    fn size(&self, encoding: u8, location: Location) -> Result<u8, FrameFault> {
        Ok(match gimli::DwEhPe(encoding & 15) {
            dw::DW_EH_PE_absptr | DW_EH_PE_SIGNED => self.machine.address_bytes,
            dw::DW_EH_PE_udata2 | dw::DW_EH_PE_sdata2 => 2,
            dw::DW_EH_PE_udata4 | dw::DW_EH_PE_sdata4 => 4,
            dw::DW_EH_PE_udata8 | dw::DW_EH_PE_sdata8 => 8,
            _ => return Err(FrameFault::Encoding(location)),
        })
    }

    fn pointer(&mut self, pointer: Pointer, location: Location) -> Result<(), FrameFault> {
        let (symbol, encoding) = pointer;
        let bytes = self.size(encoding, location)?;
        self.encoded(Target::Symbol(symbol), encoding, bytes);
        Ok(())
    }

    fn encoded(&mut self, target: Target, encoding: u8, bytes: u8) {
        match encoding & 0x70 == dw::DW_EH_PE_pcrel.0 {
            true => self.out.distance(bytes, target),
            false => self.out.reference(bytes, target),
        }
    }

    /// The place is so many bytes farther on.
    fn advance(&mut self, bytes: u64) {
        let units = bytes / u64::from(self.machine.code_unit.max(1));
        let out = &mut self.out;
        match units {
            0 => {}
            1..=0x3f => out.byte(dw::DW_CFA_advance_loc.0 | units as u8),
            0x40..=0xff => {
                out.byte(dw::DW_CFA_advance_loc1.0);
                out.number(units, 1);
            }
            0x100..=0xffff => {
                out.byte(dw::DW_CFA_advance_loc2.0);
                out.number(units, 2);
            }
            _ => {
                out.byte(dw::DW_CFA_advance_loc4.0);
                out.number(units, 4);
            }
        }
    }

    /// An offset in units of the machine's saved registers.
    fn units(&self, offset: i64) -> i64 {
        match self.machine.data_unit {
            0 => offset,
            unit => offset.wrapping_div(unit.into()),
        }
    }

    fn rule(&mut self, rule: &Rule) {
        match &rule.says {
            FrameRule::DefineCfa { register, offset } => {
                self.cfa_offset = *offset;
                self.opcode(
                    dw::DW_CFA_def_cfa,
                    &[wide(*register), offset.cast_unsigned()],
                );
            }
            FrameRule::DefineCfaRegister(register) => {
                self.opcode(dw::DW_CFA_def_cfa_register, &[wide(*register)]);
            }
            FrameRule::DefineCfaOffset(offset) => {
                self.cfa_offset = *offset;
                self.opcode(dw::DW_CFA_def_cfa_offset, &[offset.cast_unsigned()]);
            }
            FrameRule::AdjustCfaOffset(bytes) => {
                self.cfa_offset = self.cfa_offset.wrapping_add(*bytes);
                let offset = self.cfa_offset.cast_unsigned();
                self.opcode(dw::DW_CFA_def_cfa_offset, &[offset]);
            }
            FrameRule::DefineCfaInSpace {
                register,
                offset,
                space,
            } => {
                self.cfa_offset = *offset;
                let operands = [wide(*register), offset.cast_unsigned(), wide(*space)];
                self.opcode(DW_CFA_LLVM_DEF_ASPACE_CFA, &operands);
            }
            FrameRule::Offset { register, offset } => {
                self.saved(*register, *offset);
            }
            FrameRule::RelativeOffset { register, offset } => {
                self.saved(*register, offset.wrapping_sub(self.cfa_offset));
            }
            FrameRule::ValueOffset { register, offset } => {
                // LLVM keeps 32 bits of it.
                let units = self.units(i64::from(*offset as i32));
                match units < 0 {
                    true => {
                        self.opcode(dw::DW_CFA_val_offset_sf, &[wide(*register)]);
                        self.out.signed(units);
                    }
                    false => {
                        let operands = [wide(*register), units.cast_unsigned()];
                        self.opcode(dw::DW_CFA_val_offset, &operands);
                    }
                }
            }
            FrameRule::Register { register, saved_in } => {
                self.opcode(dw::DW_CFA_register, &[wide(*register), wide(*saved_in)]);
            }
            FrameRule::Undefined(register) => self.opcode(dw::DW_CFA_undefined, &[wide(*register)]),
            FrameRule::SameValue(register) => {
                self.opcode(dw::DW_CFA_same_value, &[wide(*register)]);
            }
            FrameRule::Restore(register) => match *register < 0x40 {
                true => self.out.byte(dw::DW_CFA_restore.0 | *register as u8),
                false => self.opcode(dw::DW_CFA_restore_extended, &[wide(*register)]),
            },
            FrameRule::RememberState => self.opcode(dw::DW_CFA_remember_state, &[]),
            FrameRule::RestoreState => self.opcode(dw::DW_CFA_restore_state, &[]),
            FrameRule::WindowSave => self.opcode(dw::DW_CFA_GNU_window_save, &[]),
            FrameRule::Escape(bytes) => self.out.bytes.extend_from_slice(bytes),
            FrameRule::Label(symbol) => {
                let at = self.out.at();
                self.out.labels.push((*symbol, at));
            }
        }
    }

    /// A register is saved so many bytes from the frame.
    fn saved(&mut self, register: u32, offset: i64) {
        let units = self.units(offset);
        if units < 0 {
            self.opcode(dw::DW_CFA_offset_extended_sf, &[wide(register)]);
            self.out.signed(units);
        } else if register < 0x40 {
            self.out.byte(dw::DW_CFA_offset.0 | register as u8);
            self.out.unsigned(units.cast_unsigned());
        } else {
            let operands = [wide(register), units.cast_unsigned()];
            self.opcode(dw::DW_CFA_offset_extended, &operands);
        }
    }

    fn opcode(&mut self, opcode: gimli::DwCfa, operands: &[u64]) {
        self.out.byte(opcode.0);
        for &operand in operands {
            self.out.unsigned(operand);
        }
    }
}

/// As long as an address, with a sign; gimli does not have it.
const DW_EH_PE_SIGNED: gimli::DwEhPe = gimli::DwEhPe(8);

/// LLVM's extension for frames in an address space, which gimli does not have.
const DW_CFA_LLVM_DEF_ASPACE_CFA: gimli::DwCfa = gimli::DwCfa(0x30);

fn wide(number: u32) -> u64 {
    number.into()
}
