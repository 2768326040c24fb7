//! What the object format and the kernel descriptor depend on, processor by
//! processor. What an instruction needs of its processor is in `defs/gcn.isa`.
//!
//! Sources: LLVM's `AMDGPUUsage`, "Processors" and "Header"; which registers can
//! be addressed, and the processors whose wavefronts always get 96 SGPRs, are
//! what llvm-mc 22 writes into kernel descriptors.

/// A processor.
#[derive(Debug, PartialEq, Eq)]
pub struct Processor {
    /// Its name, `gfx906`.
    pub name: &'static str,
    /// Major and minor version and stepping, which LLVM's assembler predefines as
    /// `.amdgcn.gfx_generation_number`, `_minor` and `_stepping`.
    pub version: [u8; 3],
    /// Its number in `e_flags`: `EF_AMDGPU_MACH_AMDGCN_*`.
    pub machine: u8,
    /// Of a generic one, `gfx11-generic`, what code runs on that is made for it is a matter of
    /// this version, `EF_AMDGPU_GENERIC_VERSION`; 0 for a processor that there is.
    pub generic_version: u8,
    /// Whether code can be made to survive page faults: `xnack` in target ids.
    pub xnack: bool,
    /// Whether registers and memory on the chip may correct errors: `sramecc` in
    /// target ids.
    pub sramecc: bool,
    /// How many SGPRs an instruction can name, without VCC and its like.
    pub sgprs: u8,
    /// How many SGPRs each wavefront has to be given; 0 if as many as it asks for.
    pub fixed_sgprs: u8,
    /// The largest local memory of a workgroup, in bytes.
    pub local_memory: u32,
    /// Whether vector and accumulation registers lie in one file: a kernel says where the
    /// latter begin.
    pub unified_registers: bool,
    /// Whether private memory is there when a kernel starts, with its address in
    /// `flat_scratch`: before, kernels make that out of what they find in SGPRs. LLVM calls it
    /// architected flat scratch.
    pub architected_scratch: bool,
    /// Whether the numbers of a work-item in its group lie in one VGPR, ten bits each.
    pub packed_items: bool,
    /// Whether wavefronts find the number of their group in the registers of trap handlers,
    /// and not behind the user SGPRs. LLVM calls it architected SGPRs.
    pub architected_groups: bool,
}

impl Processor {
    /// The processor of that name.
    pub fn named(name: &str) -> Option<&'static Processor> {
        PROCESSORS.iter().find(|it| it.name == name)
    }

    /// The processor with that number in `e_flags`.
    pub fn of_machine(machine: u8) -> Option<&'static Processor> {
        PROCESSORS.iter().find(|it| it.machine == machine)
    }

    /// Vector registers, with accumulation registers where they are of the same file, are
    /// counted in blocks of as many (LLVM `AMDGPUBaseInfo`, `getVGPREncodingGranule`), for
    /// wavefronts of 32 lanes or of 64.
    pub fn vgpr_block(&self, wave32: bool) -> u32 {
        if self.unified_registers || wave32 {
            8
        } else {
            4
        }
    }

    /// A distance of branches, in bytes from their end, that it takes for another one (LLVM
    /// `AMDGPUAsmBackend`, `FeatureOffset3fBug`).
    pub fn wrong_branch(&self) -> Option<i64> {
        matches!(self.version, [10, 1, _]).then_some(4 * 0x3f)
    }

    /// Whether each wavefront has all SGPRs that it can name, so that descriptors do not count
    /// them.
    pub fn has_all_sgprs(&self) -> bool {
        self.generation() >= 10
    }

    /// Its generation, from 6 to 12.
    pub fn generation(&self) -> u8 {
        self.version[0]
    }

    /// Whether its wavefronts can have 32 lanes, which they have if nothing else is said, and
    /// two of its compute units are a workgroup processor.
    pub fn has_wave32(&self) -> bool {
        self.generation() >= 10
    }

    /// Whether its operands of 16 bits can be written as halves of registers.
    pub fn has_true16(&self) -> bool {
        self.generation() >= 11
    }

    /// Whether they are if nothing else is said.
    pub fn is_true16_usual(&self) -> bool {
        self.generation() == 11
    }
}

/// What a processor has if nothing else is said of it.
const PLAIN: Processor = Processor {
    name: "",
    version: [0; 3],
    machine: 0,
    generic_version: 0,
    xnack: false,
    sramecc: false,
    sgprs: 102,
    fixed_sgprs: 0,
    local_memory: 64 << 10,
    unified_registers: false,
    architected_scratch: false,
    packed_items: false,
    architected_groups: false,
};

// What processors have in common.
const GFX6: Processor = Processor {
    sgprs: 104,
    local_memory: 32 << 10,
    ..PLAIN
};
const GFX7: Processor = Processor {
    sgprs: 104,
    ..PLAIN
};
const GFX8: Processor = PLAIN;
const GFX9: Processor = Processor {
    xnack: true,
    ..PLAIN
};
const CDNA2: Processor = Processor {
    sramecc: true,
    unified_registers: true,
    packed_items: true,
    ..GFX9
};
const CDNA3: Processor = Processor {
    architected_scratch: true,
    ..CDNA2
};
const RDNA1: Processor = Processor {
    sgprs: 106,
    xnack: true,
    ..PLAIN
};
const RDNA2: Processor = Processor {
    sgprs: 106,
    ..PLAIN
};
const RDNA3: Processor = Processor {
    architected_scratch: true,
    packed_items: true,
    ..RDNA2
};
const RDNA4: Processor = Processor {
    architected_groups: true,
    ..RDNA3
};

/// Every processor of `defs/gcn.isa`, in that order.
#[rustfmt::skip]
pub static PROCESSORS: &[Processor] = &[
    Processor { name: "gfx600",  version: [6, 0, 0],  machine: 0x20, ..GFX6 },
    Processor { name: "gfx601",  version: [6, 0, 1],  machine: 0x21, ..GFX6 },
    Processor { name: "gfx602",  version: [6, 0, 2],  machine: 0x3a, ..GFX6 },
    Processor { name: "gfx700",  version: [7, 0, 0],  machine: 0x22, ..GFX7 },
    Processor { name: "gfx701",  version: [7, 0, 1],  machine: 0x23, ..GFX7 },
    Processor { name: "gfx702",  version: [7, 0, 2],  machine: 0x24, ..GFX7 },
    Processor { name: "gfx703",  version: [7, 0, 3],  machine: 0x25, ..GFX7 },
    Processor { name: "gfx704",  version: [7, 0, 4],  machine: 0x26, ..GFX7 },
    Processor { name: "gfx705",  version: [7, 0, 5],  machine: 0x3b, ..GFX7 },
    Processor { name: "gfx801",  version: [8, 0, 1],  machine: 0x28, xnack: true, ..GFX8 },
    Processor { name: "gfx802",  version: [8, 0, 2],  machine: 0x29, sgprs: 96, fixed_sgprs: 96, ..GFX8 },
    Processor { name: "gfx803",  version: [8, 0, 3],  machine: 0x2a, ..GFX8 },
    Processor { name: "gfx805",  version: [8, 0, 5],  machine: 0x3c, sgprs: 96, fixed_sgprs: 96, ..GFX8 },
    Processor { name: "gfx810",  version: [8, 1, 0],  machine: 0x2b, xnack: true, ..GFX8 },
    Processor { name: "gfx900",  version: [9, 0, 0],  machine: 0x2c, ..GFX9 },
    Processor { name: "gfx902",  version: [9, 0, 2],  machine: 0x2d, ..GFX9 },
    Processor { name: "gfx904",  version: [9, 0, 4],  machine: 0x2e, ..GFX9 },
    Processor { name: "gfx906",  version: [9, 0, 6],  machine: 0x2f, sramecc: true, ..GFX9 },
    Processor { name: "gfx909",  version: [9, 0, 9],  machine: 0x31, ..GFX9 },
    Processor { name: "gfx90c",  version: [9, 0, 12], machine: 0x32, ..GFX9 },
    Processor { name: "gfx9-generic", version: [9, 0, 0], machine: 0x51, generic_version: 1, ..GFX9 },
    Processor { name: "gfx908",  version: [9, 0, 8],  machine: 0x30, sramecc: true, ..GFX9 },
    Processor { name: "gfx90a",  version: [9, 0, 10], machine: 0x3f, ..CDNA2 },
    Processor { name: "gfx940",  version: [9, 4, 0],  machine: 0x40, ..CDNA3 },
    Processor { name: "gfx941",  version: [9, 4, 1],  machine: 0x4b, ..CDNA3 },
    Processor { name: "gfx942",  version: [9, 4, 2],  machine: 0x4c, ..CDNA3 },
    Processor { name: "gfx9-4-generic", version: [9, 4, 0], machine: 0x5f, generic_version: 1, ..CDNA3 },
    Processor { name: "gfx950",  version: [9, 5, 0],  machine: 0x4f, local_memory: 160 << 10, ..CDNA3 },
    Processor { name: "gfx1010", version: [10, 1, 0], machine: 0x33, ..RDNA1 },
    Processor { name: "gfx1011", version: [10, 1, 1], machine: 0x34, ..RDNA1 },
    Processor { name: "gfx1012", version: [10, 1, 2], machine: 0x35, ..RDNA1 },
    Processor { name: "gfx1013", version: [10, 1, 3], machine: 0x42, ..RDNA1 },
    Processor { name: "gfx10-1-generic", version: [10, 1, 0], machine: 0x52, generic_version: 1, ..RDNA1 },
    Processor { name: "gfx1030", version: [10, 3, 0], machine: 0x36, ..RDNA2 },
    Processor { name: "gfx1031", version: [10, 3, 1], machine: 0x37, ..RDNA2 },
    Processor { name: "gfx1032", version: [10, 3, 2], machine: 0x38, ..RDNA2 },
    Processor { name: "gfx1033", version: [10, 3, 3], machine: 0x39, ..RDNA2 },
    Processor { name: "gfx1034", version: [10, 3, 4], machine: 0x3e, ..RDNA2 },
    Processor { name: "gfx1035", version: [10, 3, 5], machine: 0x3d, ..RDNA2 },
    Processor { name: "gfx1036", version: [10, 3, 6], machine: 0x45, ..RDNA2 },
    Processor { name: "gfx10-3-generic", version: [10, 3, 0], machine: 0x53, generic_version: 1, ..RDNA2 },
    Processor { name: "gfx1100", version: [11, 0, 0], machine: 0x41, ..RDNA3 },
    Processor { name: "gfx1101", version: [11, 0, 1], machine: 0x46, ..RDNA3 },
    Processor { name: "gfx1102", version: [11, 0, 2], machine: 0x47, ..RDNA3 },
    Processor { name: "gfx1103", version: [11, 0, 3], machine: 0x44, ..RDNA3 },
    Processor { name: "gfx11-generic", version: [11, 0, 3], machine: 0x54, generic_version: 1, ..RDNA3 },
    Processor { name: "gfx1150", version: [11, 5, 0], machine: 0x43, ..RDNA3 },
    Processor { name: "gfx1151", version: [11, 5, 1], machine: 0x4a, ..RDNA3 },
    Processor { name: "gfx1152", version: [11, 5, 2], machine: 0x55, ..RDNA3 },
    Processor { name: "gfx1153", version: [11, 5, 3], machine: 0x58, ..RDNA3 },
    Processor { name: "gfx1200", version: [12, 0, 0], machine: 0x48, ..RDNA4 },
    Processor { name: "gfx1201", version: [12, 0, 1], machine: 0x4e, ..RDNA4 },
    Processor { name: "gfx12-generic", version: [12, 0, 0], machine: 0x59, generic_version: 1, ..RDNA4 },
];

#[cfg(test)]
mod tests {
    use super::PROCESSORS;

    /// The descriptions know processors by name: none may be missing here, or be
    /// here alone.
    #[test]
    fn these_are_the_processors_of_the_description() {
        let described = crate::gcn::PROCESSORS.iter().copied();
        assert!(PROCESSORS.iter().map(|it| it.name).eq(described));
    }

    /// `gfx`, then the version with the stepping in hexadecimal; of generic ones as much as all
    /// have in common.
    #[test]
    fn names_say_versions() {
        for it in PROCESSORS {
            let [major, minor, stepping] = it.version;
            let mut name = [0; 16];
            let mut out = crate::Cursor::new(&mut name);
            let write = |out: &mut _, text| core::fmt::Write::write_fmt(out, text);
            let written = match (it.generic_version, minor) {
                (0, _) => write(&mut out, format_args!("gfx{major}{minor}{stepping:x}")),
                (_, 0) => write(&mut out, format_args!("gfx{major}-generic")),
                _ => write(&mut out, format_args!("gfx{major}-{minor}-generic")),
            };
            written.expect("sixteen letters at most");
            assert_eq!(out.as_str(), it.name);
        }
    }

    /// A number in `e_flags` says one processor.
    #[test]
    fn machines_are_distinct() {
        for (at, it) in PROCESSORS.iter().enumerate() {
            assert!(
                PROCESSORS[..at]
                    .iter()
                    .all(|other| other.machine != it.machine)
            );
        }
    }
}
