//! Target ids, `amdgcn-amd-amdhsa--gfx906:sramecc+:xnack-`, and what they are in
//! the header of an object file.
//!
//! ```
//! use isa_mc::gcn::target_id::{CodeObjectVersion, TargetId};
//!
//! let id = TargetId::parse("amdgcn-amd-amdhsa--gfx906:sramecc+:xnack-").unwrap();
//! let header = id.header(CodeObjectVersion::V6);
//! assert_eq!((header.os_abi, header.abi_version, header.flags), (64, 4, 0xe2f));
//! assert_eq!(TargetId::from_header(header).unwrap(), (id, Some(CodeObjectVersion::V6)));
//! ```
//!
//! Source: LLVM's `AMDGPUUsage`, "Target ID" and "Header".

use core::fmt::{self, Display, Formatter};
use core::ops::Range;

use isa_dsl::suggest::nearest;

use super::processors::{PROCESSORS, Processor};

/// `e_machine` of objects for these processors: `EM_AMDGPU`.
pub const MACHINE: u16 = 224;

/// For whom code is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TargetId {
    /// Who made the system.
    pub vendor: Vendor,
    /// The system that loads the code.
    pub system: System,
    /// The processor.
    pub processor: &'static Processor,
    /// Whether the code survives page faults.
    pub xnack: Setting,
    /// Whether the code expects that errors in memory are corrected.
    pub sramecc: Setting,
}

/// The second part of a target id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vendor {
    /// `unknown`, or nothing.
    Unknown,
    /// `amd`.
    Amd,
    /// `mesa`.
    Mesa,
}

/// The third part of a target id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    /// `unknown`, or nothing.
    Unknown,
    /// `amdhsa`: `ROCm` and its like.
    Hsa,
    /// `amdpal`: AMD's graphics drivers.
    Pal,
    /// `mesa3d`: Mesa.
    Mesa3d,
}

/// What a target id says of a feature that code may be made with or without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// The processor does not have it.
    Unsupported,
    /// Nothing: the code runs with it and without.
    Any,
    /// `-`: the code runs only without.
    Off,
    /// `+`: the code runs only with it.
    On,
}

/// The version of the ABI between code objects and the HSA runtime. Older ones
/// than 4 are not written any more; LLVM 22 refuses them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CodeObjectVersion {
    /// Code object version 4.
    V4,
    /// Code object version 5.
    V5,
    /// Code object version 6, LLVM's default since 20.
    V6,
}

/// What the header of an object file says of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// `e_ident[EI_OSABI]`.
    pub os_abi: u8,
    /// `e_ident[EI_ABIVERSION]`.
    pub abi_version: u8,
    /// `e_flags`.
    pub flags: u32,
}

/// Why a text is no target id. Places are ranges of bytes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TargetIdError {
    /// It has not five parts.
    Parts {
        /// How many it has.
        found: usize,
    },
    /// A part that is not known.
    Part {
        /// Where it stands.
        at: Range<usize>,
        /// What was expected.
        expected: &'static str,
    },
    /// No such processor.
    Processor {
        /// Where its name stands.
        at: Range<usize>,
        /// A name that is near.
        suggestion: Option<&'static str>,
    },
    /// Not `xnack` or `sramecc` with a sign.
    Feature {
        /// Where it stands.
        at: Range<usize>,
    },
    /// The feature stands there twice, or not in alphabetical order.
    Order {
        /// Where it stands.
        at: Range<usize>,
    },
    /// The processor does not have the feature.
    Unsupported {
        /// Where it stands.
        at: Range<usize>,
        /// The processor.
        processor: &'static str,
    },
    /// Only target ids of HSA say features.
    NotHsa {
        /// Where it stands.
        at: Range<usize>,
    },
}

/// Why a header says no target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeaderError {
    /// An OS/ABI that is not one of these machines'.
    OsAbi(u8),
    /// An ABI version of HSA that is not 2, 3 or 4.
    AbiVersion(u8),
    /// An ABI version of another system that is not 0.
    OtherAbiVersion(u8),
    /// Number of a processor that is none of gfx600 to gfx1201.
    Processor(u8),
    /// Bits of `e_flags` that have no meaning for the processor.
    Flags(u32),
}

/// The column of `xnack` in `e_flags`, that of `sramecc`, and that of the version of generic
/// processors.
const XNACK: u32 = 8;
const SRAMECC: u32 = 10;
const GENERIC_VERSION: u32 = 24;

impl TargetId {
    /// A processor under a system, with features left open.
    pub fn new(system: System, processor: &'static Processor) -> TargetId {
        TargetId {
            vendor: match system {
                System::Unknown => Vendor::Unknown,
                System::Hsa | System::Pal => Vendor::Amd,
                System::Mesa3d => Vendor::Mesa,
            },
            system,
            processor,
            xnack: Setting::open(processor.xnack),
            sramecc: Setting::open(processor.sramecc),
        }
    }

    /// The target that the argument of `.amdgcn_target` says.
    pub fn parse(text: &str) -> Result<TargetId, TargetIdError> {
        let found = text.split('-').count();
        let mut parts = Parts { text, next: 0 };
        let [architecture, vendor, system, environment] = [(); 4].map(|()| parts.part(b'-'));
        // The sign of a feature is the separator of parts.
        if found < 5 {
            return Err(TargetIdError::Parts { found });
        }
        let part = |at: Range<usize>, expected| TargetIdError::Part { at, expected };
        if &text[architecture.clone()] != "amdgcn" {
            return Err(part(architecture, "`amdgcn`"));
        }
        let vendor = match &text[vendor.clone()] {
            "" | "unknown" => Vendor::Unknown,
            "amd" => Vendor::Amd,
            "mesa" => Vendor::Mesa,
            _ => return Err(part(vendor, "`amd`, `mesa` or `unknown`")),
        };
        let system = match &text[system.clone()] {
            "" | "unknown" => System::Unknown,
            "amdhsa" => System::Hsa,
            "amdpal" => System::Pal,
            "mesa3d" => System::Mesa3d,
            _ => {
                let expected = "`amdhsa`, `amdpal`, `mesa3d` or `unknown`";
                return Err(part(system, expected));
            }
        };
        if !environment.is_empty() {
            return Err(part(environment, "no environment: two `-`"));
        }
        let processor = Processor::named(&text[parts.peek(b':')]);
        Self::parse_processor(parts, processor, vendor, system)
    }

    /// The target that a processor with its features says, under HSA:
    /// `gfx906:sramecc+:xnack-`, as compilers and loaders call it. The processor may stand
    /// there in any case.
    pub fn parse_short(text: &str) -> Result<TargetId, TargetIdError> {
        let parts = Parts { text, next: 0 };
        let name = &text[parts.peek(b':')];
        let mut rows = PROCESSORS.iter();
        let processor = rows.find(|it| it.name.eq_ignore_ascii_case(name));
        Self::parse_processor(parts, processor, Vendor::Amd, System::Hsa)
    }

    /// The rest of a target id: a processor, and features of it.
    fn parse_processor(
        mut parts: Parts<'_>,
        processor: Option<&'static Processor>,
        vendor: Vendor,
        system: System,
    ) -> Result<TargetId, TargetIdError> {
        let text = parts.text;
        let name = parts.part(b':');
        let processor = processor.ok_or_else(|| {
            let names = PROCESSORS.iter().map(|it| it.name);
            TargetIdError::Processor {
                suggestion: nearest(&text[name.clone()], names),
                at: name,
            }
        })?;
        let mut id = TargetId {
            vendor,
            ..TargetId::new(system, processor)
        };
        let mut last = "";
        while parts.next <= text.len() {
            let at = parts.part(b':');
            let (feature, setting) = match text[at.clone()].split_at_checked(at.len().max(1) - 1) {
                Some((feature, "+")) => (feature, Setting::On),
                Some((feature, "-")) => (feature, Setting::Off),
                _ => return Err(TargetIdError::Feature { at }),
            };
            let slot = match feature {
                "sramecc" => &mut id.sramecc,
                "xnack" => &mut id.xnack,
                _ => return Err(TargetIdError::Feature { at }),
            };
            if *slot == Setting::Unsupported {
                let processor = processor.name;
                return Err(TargetIdError::Unsupported { at, processor });
            }
            if system != System::Hsa {
                return Err(TargetIdError::NotHsa { at });
            }
            if feature <= last {
                return Err(TargetIdError::Order { at });
            }
            *slot = setting;
            last = feature;
        }
        Ok(id)
    }

    /// What the header of an object for it says. The version counts under HSA only.
    pub fn header(self, version: CodeObjectVersion) -> Header {
        let machine = u32::from(self.processor.machine);
        let (os_abi, abi_version) = match self.system {
            System::Unknown => (0, 0),
            System::Hsa => (64, version.abi_version()),
            System::Pal => (65, 0),
            System::Mesa3d => (66, 0),
        };
        let features = match self.system {
            System::Hsa => self.xnack.column() << XNACK | self.sramecc.column() << SRAMECC,
            // The bits of code object version 3: one for each feature.
            _ => u32::from(self.xnack.on_or_any()) << 8 | u32::from(self.sramecc.on_or_any()) << 9,
        };
        // Code object version 6 came with them.
        let generic = match self.system {
            System::Hsa if version >= CodeObjectVersion::V6 => self.processor.generic_version,
            _ => 0,
        };
        Header {
            os_abi,
            abi_version,
            flags: machine | features | u32::from(generic) << GENERIC_VERSION,
        }
    }

    /// The target that a header says, and under HSA the version. Where the header
    /// has one bit for a feature, on and any are the same and any is given.
    pub fn from_header(
        header: Header,
    ) -> Result<(TargetId, Option<CodeObjectVersion>), HeaderError> {
        let Header {
            os_abi,
            abi_version,
            flags,
        } = header;
        let system = match os_abi {
            0 => System::Unknown,
            64 => System::Hsa,
            65 => System::Pal,
            66 => System::Mesa3d,
            _ => return Err(HeaderError::OsAbi(os_abi)),
        };
        let version = match (system, abi_version) {
            (System::Hsa, 2) => Some(CodeObjectVersion::V4),
            (System::Hsa, 3) => Some(CodeObjectVersion::V5),
            (System::Hsa, 4) => Some(CodeObjectVersion::V6),
            (System::Hsa, _) => return Err(HeaderError::AbiVersion(abi_version)),
            (_, 0) => None,
            _ => return Err(HeaderError::OtherAbiVersion(abi_version)),
        };
        let machine = flags as u8;
        let processor = Processor::of_machine(machine).ok_or(HeaderError::Processor(machine))?;
        let mut id = TargetId::new(system, processor);
        if system == System::Hsa {
            id.xnack = Setting::of_column(flags >> XNACK);
            id.sramecc = Setting::of_column(flags >> SRAMECC);
        } else {
            for (slot, bit) in [(&mut id.xnack, 8), (&mut id.sramecc, 9)] {
                if *slot == Setting::Any && flags >> bit & 1 == 0 {
                    *slot = Setting::Off;
                }
            }
        }
        // What does not come back is not said by the bits that are known.
        let known = id.header(version.unwrap_or(CodeObjectVersion::V6)).flags;
        let supported = [(processor.xnack, id.xnack), (processor.sramecc, id.sramecc)];
        for (supported, setting) in supported {
            if supported == (setting == Setting::Unsupported) {
                return Err(HeaderError::Flags(flags & 0xf00));
            }
        }
        match flags ^ known {
            0 => Ok((id, version)),
            other => Err(HeaderError::Flags(other)),
        }
    }
}

impl Setting {
    /// Nothing said of a feature that the processor has, or has not.
    pub(super) fn open(supported: bool) -> Setting {
        match supported {
            true => Setting::Any,
            false => Setting::Unsupported,
        }
    }

    /// Whether the code may meet the feature.
    pub fn on_or_any(self) -> bool {
        matches!(self, Setting::On | Setting::Any)
    }

    /// The two bits of `e_flags`, in the column of either feature:
    /// `EF_AMDGPU_FEATURE_*_V4`.
    pub(super) fn column(self) -> u32 {
        match self {
            Setting::Unsupported => 0,
            Setting::Any => 1,
            Setting::Off => 2,
            Setting::On => 3,
        }
    }

    pub(super) fn of_column(bits: u32) -> Setting {
        match bits & 3 {
            0 => Setting::Unsupported,
            1 => Setting::Any,
            2 => Setting::Off,
            _ => Setting::On,
        }
    }
}

impl CodeObjectVersion {
    /// The version of that number, as `.amdhsa_code_object_version` says it.
    pub fn numbered(number: u64) -> Option<CodeObjectVersion> {
        match number {
            4 => Some(CodeObjectVersion::V4),
            5 => Some(CodeObjectVersion::V5),
            6 => Some(CodeObjectVersion::V6),
            _ => None,
        }
    }

    /// Its number.
    pub fn number(self) -> u8 {
        match self {
            CodeObjectVersion::V4 => 4,
            CodeObjectVersion::V5 => 5,
            CodeObjectVersion::V6 => 6,
        }
    }

    /// `e_ident[EI_ABIVERSION]` of it under HSA.
    fn abi_version(self) -> u8 {
        self.number() - 2
    }
}

/// The parts of a text one after the other.
struct Parts<'a> {
    text: &'a str,
    /// Where the next part begins; beyond the text after the last one.
    next: usize,
}

impl Parts<'_> {
    /// What stands before `end`, or all that is left.
    fn peek(&self, end: u8) -> Range<usize> {
        let start = self.next.min(self.text.len());
        let bytes = &self.text.as_bytes()[start..];
        let length = bytes.iter().position(|&byte| byte == end);
        start..start + length.unwrap_or(bytes.len())
    }

    /// The next part: what [`peek`](Self::peek) gives, and goes behind it.
    fn part(&mut self, end: u8) -> Range<usize> {
        let part = self.peek(end);
        self.next = part.end + 1;
        part
    }
}

/// As `.amdgcn_target` takes it. Without vendor and system it is
/// `amdgcn-unknown-unknown--gfx900`.
impl Display for TargetId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let vendor = match self.vendor {
            Vendor::Unknown => "unknown",
            Vendor::Amd => "amd",
            Vendor::Mesa => "mesa",
        };
        let system = match self.system {
            System::Unknown => "unknown",
            System::Hsa => "amdhsa",
            System::Pal => "amdpal",
            System::Mesa3d => "mesa3d",
        };
        write!(f, "amdgcn-{vendor}-{system}--{}", self.short())
    }
}

/// A processor with its features, `gfx906:sramecc+:xnack-`: the end of a target id.
#[derive(Debug, Clone, Copy)]
pub struct Short(TargetId);

impl TargetId {
    /// Its processor and features, as [`parse_short`](Self::parse_short) takes them.
    pub fn short(self) -> Short {
        Short(self)
    }
}

impl Display for Short {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let id = self.0;
        f.write_str(id.processor.name)?;
        if id.system == System::Hsa {
            for (name, setting) in [("sramecc", id.sramecc), ("xnack", id.xnack)] {
                match setting {
                    Setting::On => write!(f, ":{name}+")?,
                    Setting::Off => write!(f, ":{name}-")?,
                    Setting::Any | Setting::Unsupported => {}
                }
            }
        }
        Ok(())
    }
}

impl TargetIdError {
    /// Where the fault is, in bytes of the text; `None` if it is the whole text.
    pub fn place(&self) -> Option<Range<usize>> {
        match self {
            TargetIdError::Parts { .. } => None,
            TargetIdError::Part { at, .. }
            | TargetIdError::Processor { at, .. }
            | TargetIdError::Feature { at }
            | TargetIdError::Order { at }
            | TargetIdError::Unsupported { at, .. }
            | TargetIdError::NotHsa { at } => Some(at.clone()),
        }
    }
}

impl Display for TargetIdError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            TargetIdError::Parts { found } => write!(
                f,
                "a target id has 5 parts with `-` between them, as amdgcn-amd-amdhsa--gfx900, \
                 and this one has {found}"
            ),
            TargetIdError::Part { expected, .. } => write!(f, "expected {expected}"),
            TargetIdError::Processor { suggestion, .. } => match suggestion {
                Some(near) => write!(f, "unknown processor; did you mean `{near}`?"),
                None => f.write_str("unknown processor; expected one of gfx600 to gfx1201"),
            },
            TargetIdError::Feature { .. } => {
                f.write_str("expected `sramecc` or `xnack`, and `+` or `-` behind it")
            }
            TargetIdError::Order { .. } => {
                f.write_str("features stand once each, `sramecc` before `xnack`")
            }
            TargetIdError::Unsupported { processor, .. } => {
                write!(f, "{processor} does not have this feature")
            }
            TargetIdError::NotHsa { .. } => f.write_str("only target ids of amdhsa say features"),
        }
    }
}

impl Display for HeaderError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            HeaderError::OsAbi(it) => write!(
                f,
                "OS/ABI {it} is none of these machines: expected 0, 64 (HSA), 65 (PAL) or 66 (Mesa)"
            ),
            HeaderError::AbiVersion(it) => write!(
                f,
                "ABI version {it}: expected 2, 3 or 4, code object version 4, 5 or 6"
            ),
            HeaderError::OtherAbiVersion(it) => {
                write!(f, "ABI version {it}: expected 0, as HSA alone has others")
            }
            HeaderError::Processor(it) => {
                write!(
                    f,
                    "processor {it:#x} in e_flags is none of gfx600 to gfx1201"
                )
            }
            HeaderError::Flags(bits) => {
                write!(
                    f,
                    "bits {bits:#x} of e_flags have no meaning for the processor"
                )
            }
        }
    }
}

impl core::error::Error for TargetIdError {}
impl core::error::Error for HeaderError {}

#[cfg(all(test, feature = "std"))]
mod tests;
