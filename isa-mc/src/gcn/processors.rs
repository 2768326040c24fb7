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

    /// Its generation, from 6 to 10.
    pub fn generation(&self) -> u8 {
        self.version[0]
    }

    /// Whether its wavefronts can have 32 lanes, which they have if nothing else is said, and
    /// two of its compute units are a workgroup processor.
    pub fn has_wave32(&self) -> bool {
        self.generation() >= 10
    }
}

/// What a processor has if nothing else is said of it.
const PLAIN: Processor = Processor {
    name: "",
    version: [0; 3],
    machine: 0,
    xnack: false,
    sramecc: false,
    sgprs: 102,
    fixed_sgprs: 0,
    local_memory: 64 << 10,
    unified_registers: false,
    architected_scratch: false,
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
    Processor { name: "gfx908",  version: [9, 0, 8],  machine: 0x30, sramecc: true, ..GFX9 },
    Processor { name: "gfx90a",  version: [9, 0, 10], machine: 0x3f, ..CDNA2 },
    Processor { name: "gfx940",  version: [9, 4, 0],  machine: 0x40, ..CDNA3 },
    Processor { name: "gfx941",  version: [9, 4, 1],  machine: 0x4b, ..CDNA3 },
    Processor { name: "gfx942",  version: [9, 4, 2],  machine: 0x4c, ..CDNA3 },
    Processor { name: "gfx950",  version: [9, 5, 0],  machine: 0x4f, local_memory: 160 << 10, ..CDNA3 },
    Processor { name: "gfx1010", version: [10, 1, 0], machine: 0x33, ..RDNA1 },
    Processor { name: "gfx1011", version: [10, 1, 1], machine: 0x34, ..RDNA1 },
    Processor { name: "gfx1012", version: [10, 1, 2], machine: 0x35, ..RDNA1 },
    Processor { name: "gfx1013", version: [10, 1, 3], machine: 0x42, ..RDNA1 },
    Processor { name: "gfx1030", version: [10, 3, 0], machine: 0x36, ..RDNA2 },
    Processor { name: "gfx1031", version: [10, 3, 1], machine: 0x37, ..RDNA2 },
    Processor { name: "gfx1032", version: [10, 3, 2], machine: 0x38, ..RDNA2 },
    Processor { name: "gfx1033", version: [10, 3, 3], machine: 0x39, ..RDNA2 },
    Processor { name: "gfx1034", version: [10, 3, 4], machine: 0x3e, ..RDNA2 },
    Processor { name: "gfx1035", version: [10, 3, 5], machine: 0x3d, ..RDNA2 },
    Processor { name: "gfx1036", version: [10, 3, 6], machine: 0x45, ..RDNA2 },
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

    /// `gfx`, then the version with the stepping in hexadecimal.
    #[test]
    fn names_say_versions() {
        for it in PROCESSORS {
            let [major, minor, stepping] = it.version;
            let mut name = [0; 8];
            let mut out = crate::Cursor::new(&mut name);
            core::fmt::Write::write_fmt(&mut out, format_args!("gfx{major}{minor}{stepping:x}"))
                .expect("six letters");
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
