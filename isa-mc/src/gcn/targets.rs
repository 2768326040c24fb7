//! Targets by their names: a processor, a processor with features, or a target id; and what
//! of that a [`Target`] keeps.

use super::features::MODES;
#[cfg(any(feature = "capi", test))]
use super::features::with_modes_of;
use super::target_id::{Header, MACHINE, Setting, System, TargetId, TargetIdError, Vendor};
use crate::Target;
use crate::gcn::processors::Processor;
use isa_mc_gcn::TABLES;

/// The target of a name: a processor in any case, `gfx906`, or with features,
/// `gfx906:sramecc+:xnack-`, or a whole target id, `amdgcn-amd-amdhsa--gfx906:xnack-`.
/// `None` if there is none.
///
/// Features say for what the code is made: they are in the header of object files, and
/// instructions are the same. Without any, a source may say them (`.amdgcn_target`); with
/// them it can only repeat them.
///
/// ```
/// use isa_mc::gcn::{self, target_id::TargetId};
///
/// let target = gcn::target("gfx906:xnack-").unwrap();
/// assert_eq!(TargetId::of(&target).unwrap().to_string(), "amdgcn-amd-amdhsa--gfx906:xnack-");
/// assert!(gcn::target("gfx803:xnack-").is_none());
/// ```
pub fn target(name: &str) -> Option<Target<'static>> {
    Target::new(&TABLES, name).or_else(|| named(name).ok())
}

/// What LLVM calls processors besides: the graphics chips that they were first in.
#[rustfmt::skip]
const CHIPS: [(&str, &str); 18] = [
    ("tahiti", "gfx600"), ("pitcairn", "gfx601"), ("verde", "gfx601"), ("hainan", "gfx602"),
    ("oland", "gfx602"), ("kaveri", "gfx700"), ("hawaii", "gfx701"), ("kabini", "gfx703"),
    ("mullins", "gfx703"), ("bonaire", "gfx704"), ("carrizo", "gfx801"), ("iceland", "gfx802"),
    ("tonga", "gfx802"), ("fiji", "gfx803"), ("polaris10", "gfx803"), ("polaris11", "gfx803"),
    ("tongapro", "gfx805"), ("stoney", "gfx810"),
];

/// The processor of a chip.
pub(crate) fn of_chip(name: &str) -> Option<Target<'static>> {
    let found = CHIPS.iter().find(|(chip, _)| *chip == name);
    found.and_then(|(_, processor)| Target::new(&TABLES, processor))
}

/// The target of a name of any kind.
///
/// # Errors
///
/// What is wrong with the name.
#[cfg(feature = "std")]
pub(crate) fn find(name: &str) -> Result<Target<'static>, TargetIdError> {
    let processor = Target::new(&TABLES, name).or_else(|| of_chip(name));
    processor.map_or_else(|| named(name), Ok)
}

/// The target of a name that says more than its processor.
pub(crate) fn named(name: &str) -> Result<Target<'static>, TargetIdError> {
    let id = match name.contains("--") {
        true => TargetId::parse(name)?,
        false => TargetId::parse_short(name)?,
    };
    id.target().ok_or(TargetIdError::Processor {
        at: 0..name.len(),
        suggestion: None,
    })
}

/// What sources write to say their target.
#[cfg(feature = "std")]
pub(crate) const SAID_IN_SOURCES: &str = ".amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"";

/// The target that a line of a source says for all of it.
#[cfg(feature = "std")]
pub(crate) fn of_source_line(line: &str) -> Option<Target<'static>> {
    let (directive, _) = SAID_IN_SOURCES.split_once(' ')?;
    let rest = line.strip_prefix(directive)?;
    let id = rest.trim_start().strip_prefix('"')?.split('"').next()?;
    named(id).ok()
}

/// The target that an object file says in its header, with the features that it is made
/// for; `None` if it is for another machine, or for a processor that is not described.
pub(crate) fn of_file(data: &[u8]) -> Option<Target<'static>> {
    if !is_object(data) {
        return None;
    }
    let flags = u32::from(half(data, E_FLAGS)?) | u32::from(half(data, E_FLAGS + 2)?) << 16;
    let header = Header {
        os_abi: *data.get(EI_OSABI)?,
        abi_version: *data.get(EI_OSABI + 1)?,
        flags,
    };
    match TargetId::from_header(header) {
        Ok((id, _)) => id.target(),
        // Of older versions the processor can be told.
        Err(_) => Target::new(&TABLES, Processor::of_machine(flags as u8)?.name),
    }
}

/// Whether a file is an object file for AMD's GPUs, new or old.
pub(crate) fn is_object(data: &[u8]) -> bool {
    data.starts_with(ELF) && half(data, E_MACHINE) == Some(MACHINE)
}

/// Two bytes of a header.
fn half(data: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*data.get(at..)?.first_chunk()?))
}

/// The front of an ELF file of 64 bits whose least byte comes first, and where its header
/// has what it is for.
const ELF: &[u8] = b"\x7fELF\x02\x01";
const EI_OSABI: usize = 7;
const E_MACHINE: usize = 18;
const E_FLAGS: usize = 48;

/// The same target with other options, if the processor can have them.
#[cfg(any(feature = "capi", test))]
pub(crate) fn with_options(target: Target<'static>, options: u16) -> Option<Target<'static>> {
    let target = with_modes_of(target, options);
    let id = TargetId::of(&target)?;
    // What is said comes back: no bit is left over, and no feature that there is not.
    let mut said = id.target()?.options() | target.options() & MODES;
    let features = [(XNACK, id.processor.xnack), (SRAMECC, id.processor.sramecc)];
    for (shift, is_supported) in features {
        match options >> shift & 3 {
            0 => said &= !(3 << shift),
            _ if is_supported => {}
            _ => return None,
        }
    }
    (said == options).then_some(target)
}

/// Whether a target says more of its target id than its processor.
pub(crate) fn says_options(target: &Target<'_>) -> bool {
    target.options() & !MODES != 0
}

/// Whether two targets of a processor say the same of their target ids.
pub(crate) fn have_one_id(one: &Target<'_>, other: &Target<'_>) -> bool {
    (one.options() ^ other.options()) & !MODES == 0
}

/// Bits of the options: what is said of either feature, as `e_flags` says it, 0 for
/// nothing; the system, 0 for HSA; the vendor, 0 for that of the system. Those above are of
/// `features`.
const XNACK: u8 = 0;
const SRAMECC: u8 = 2;
const SYSTEM: u8 = 4;
const VENDOR: u8 = 6;

/// In the order of their numbers.
const SYSTEMS: [System; 4] = [System::Hsa, System::Unknown, System::Pal, System::Mesa3d];
const VENDORS: [Vendor; 3] = [Vendor::Unknown, Vendor::Amd, Vendor::Mesa];

impl TargetId {
    /// What a target of this machine says: of its processor, under HSA and with features
    /// open, if nothing else. `None` if it is one of another machine.
    pub fn of(target: &Target<'_>) -> Option<TargetId> {
        let processor = Processor::named(target.tables().text(target.processor().name))?;
        let column = |shift: u8| (target.options() >> shift & 3) as u8;
        let system = SYSTEMS[usize::from(column(SYSTEM))];
        let mut id = TargetId::new(system, processor);
        if let Some(vendor) = column(VENDOR).checked_sub(1) {
            id.vendor = VENDORS[usize::from(vendor)];
        }
        for (slot, shift) in [(&mut id.xnack, XNACK), (&mut id.sramecc, SRAMECC)] {
            if column(shift) != 0 {
                *slot = Setting::of_column(column(shift).into());
            }
        }
        Some(id)
    }

    /// The target that says exactly this: a source cannot say anything else. `None` if the
    /// descriptions do not have the processor.
    pub fn target(self) -> Option<Target<'static>> {
        let target = Target::new(&TABLES, self.processor.name)?;
        let usual = TargetId::new(self.system, self.processor);
        let number = |at: Option<usize>| at.unwrap_or(0) as u8;
        let system = number(SYSTEMS.iter().position(|it| *it == self.system));
        let vendor = match self.vendor == usual.vendor {
            true => 0,
            false => 1 + number(VENDORS.iter().position(|it| *it == self.vendor)),
        };
        let xnack = self.xnack.column() as u8;
        let sramecc = self.sramecc.column() as u8;
        let options = xnack << XNACK | sramecc << SRAMECC | system << SYSTEM | vendor << VENDOR;
        Some(target.with_options(options.into()))
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use crate::gcn::processors::PROCESSORS;

    /// Every target id of every processor comes back from the target it makes; a bit that
    /// is lost or lands in the column of another feature would show.
    #[test]
    fn targets_keep_their_ids() {
        let settings = |supported| match supported {
            true => &[Setting::Any, Setting::Off, Setting::On][..],
            false => &[Setting::Unsupported][..],
        };
        for processor in PROCESSORS {
            for system in SYSTEMS {
                for vendor in VENDORS {
                    for &xnack in settings(processor.xnack) {
                        for &sramecc in settings(processor.sramecc) {
                            let id = TargetId {
                                vendor,
                                system,
                                processor,
                                xnack,
                                sramecc,
                            };
                            let target = id.target().expect("it is described");
                            assert_eq!(TargetId::of(&target), Some(id));
                            let plain = Target::new(&TABLES, processor.name).unwrap();
                            let again = with_options(plain, target.options());
                            assert_eq!(
                                again.map(|it| it.options()),
                                Some(target.options()),
                                "{id}"
                            );
                        }
                    }
                }
            }
        }
    }

    /// Options that the processor cannot have are refused: numbers of C may hold any bits.
    #[test]
    fn other_options_are_refused() {
        let options = |name: &str| {
            let plain = Target::new(&TABLES, name).unwrap();
            (0..=u16::MAX)
                .filter(|it| with_options(plain, *it).is_some())
                .count()
        };
        // Systems and vendors, without the vendor that is the system's own.
        let systems = 4 * 3;
        assert_eq!(options("gfx803"), systems);
        assert_eq!(options("gfx900"), systems * 4);
        assert_eq!(options("gfx906"), systems * 16);
        // Wavefronts of 64 lanes, and workgroups on one compute unit.
        assert_eq!(options("gfx1030"), systems * 4);
        assert_eq!(options("gfx1010"), systems * 4 * 4);
        // `tgsplit`.
        assert_eq!(options("gfx90a"), systems * 16 * 2);
    }

    /// Names are read as LLVM spells them, and what is wrong is said with its place.
    #[test]
    fn names_say_features() {
        let id = |name: &str| target(name).map(|it| TargetId::of(&it).unwrap().to_string());
        let full = "amdgcn-amd-amdhsa--gfx906:sramecc+:xnack-";
        assert_eq!(id("gfx906:sramecc+:xnack-").as_deref(), Some(full));
        assert_eq!(id("GFX906:sramecc+:xnack-").as_deref(), Some(full));
        assert_eq!(id(full).as_deref(), Some(full));
        assert_eq!(id("GFX906").as_deref(), Some("amdgcn-amd-amdhsa--gfx906"));
        let error = |name: &str| named(name).expect_err(name);
        assert_eq!(error("gfx906:xnack").place(), Some(7..12));
        assert_eq!(error("gfx906:xnack-:sramecc+").place(), Some(14..22));
        assert_eq!(error("gfx803:xnack+").place(), Some(7..13));
        assert_eq!(error("gfx96:xnack+").place(), Some(0..5));
    }
}
