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
    /// given to wavefronts in blocks of as many (LLVM `AMDGPUBaseInfo`, `getVGPREncodingGranule`).
    pub fn vgpr_block(&self) -> u32 {
        if self.unified_registers { 8 } else { 4 }
    }

    /// Its generation, from 6 to 9.
    pub fn generation(&self) -> u8 {
        self.version[0]
    }
}

/// Every processor of `defs/gcn.isa`, in that order.
#[rustfmt::skip]
pub static PROCESSORS: &[Processor] = &[
    //         version       machine  xnack  sramecc  SGPRs  fixed  local memory  unified  scratch
    row("gfx600", [6, 0,  0],  0x20,  false,  false,    104,     0,    32 << 10,    false,   false),
    row("gfx601", [6, 0,  1],  0x21,  false,  false,    104,     0,    32 << 10,    false,   false),
    row("gfx602", [6, 0,  2],  0x3a,  false,  false,    104,     0,    32 << 10,    false,   false),
    row("gfx700", [7, 0,  0],  0x22,  false,  false,    104,     0,    64 << 10,    false,   false),
    row("gfx701", [7, 0,  1],  0x23,  false,  false,    104,     0,    64 << 10,    false,   false),
    row("gfx702", [7, 0,  2],  0x24,  false,  false,    104,     0,    64 << 10,    false,   false),
    row("gfx703", [7, 0,  3],  0x25,  false,  false,    104,     0,    64 << 10,    false,   false),
    row("gfx704", [7, 0,  4],  0x26,  false,  false,    104,     0,    64 << 10,    false,   false),
    row("gfx705", [7, 0,  5],  0x3b,  false,  false,    104,     0,    64 << 10,    false,   false),
    row("gfx801", [8, 0,  1],  0x28,  true,   false,    102,     0,    64 << 10,    false,   false),
    row("gfx802", [8, 0,  2],  0x29,  false,  false,     96,    96,    64 << 10,    false,   false),
    row("gfx803", [8, 0,  3],  0x2a,  false,  false,    102,     0,    64 << 10,    false,   false),
    row("gfx805", [8, 0,  5],  0x3c,  false,  false,     96,    96,    64 << 10,    false,   false),
    row("gfx810", [8, 1,  0],  0x2b,  true,   false,    102,     0,    64 << 10,    false,   false),
    row("gfx900", [9, 0,  0],  0x2c,  true,   false,    102,     0,    64 << 10,    false,   false),
    row("gfx902", [9, 0,  2],  0x2d,  true,   false,    102,     0,    64 << 10,    false,   false),
    row("gfx904", [9, 0,  4],  0x2e,  true,   false,    102,     0,    64 << 10,    false,   false),
    row("gfx906", [9, 0,  6],  0x2f,  true,   true,     102,     0,    64 << 10,    false,   false),
    row("gfx909", [9, 0,  9],  0x31,  true,   false,    102,     0,    64 << 10,    false,   false),
    row("gfx90c", [9, 0, 12],  0x32,  true,   false,    102,     0,    64 << 10,    false,   false),
    row("gfx908", [9, 0,  8],  0x30,  true,   true,     102,     0,    64 << 10,    false,   false),
    row("gfx90a", [9, 0, 10],  0x3f,  true,   true,     102,     0,    64 << 10,    true,    false),
    row("gfx940", [9, 4,  0],  0x40,  true,   true,     102,     0,    64 << 10,    true,    true),
    row("gfx941", [9, 4,  1],  0x4b,  true,   true,     102,     0,    64 << 10,    true,    true),
    row("gfx942", [9, 4,  2],  0x4c,  true,   true,     102,     0,    64 << 10,    true,    true),
    row("gfx950", [9, 5,  0],  0x4f,  true,   true,     102,     0,   160 << 10,    true,    true),
];

#[expect(
    clippy::too_many_arguments,
    clippy::fn_params_excessive_bools,
    reason = "the columns of a table"
)]
const fn row(
    name: &'static str,
    version: [u8; 3],
    machine: u8,
    xnack: bool,
    sramecc: bool,
    sgprs: u8,
    fixed_sgprs: u8,
    local_memory: u32,
    unified_registers: bool,
    architected_scratch: bool,
) -> Processor {
    Processor {
        name,
        version,
        machine,
        xnack,
        sramecc,
        sgprs,
        fixed_sgprs,
        local_memory,
        unified_registers,
        architected_scratch,
    }
}

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
