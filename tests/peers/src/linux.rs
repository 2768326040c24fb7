//! Programs in Linux's driver for these processors: handlers of context switches, and shaders that
//! clear registers. AMD assembled them with an assembler of its own; the driver has the words.

use crate::checkout::Checkout;

/// Linux's repository.
pub const LINUX: Checkout = Checkout {
    name: "Linux",
    variable: "ISA_LINUX",
    url: "https://github.com/torvalds/linux",
    revision: "v6.19",
    folders: &FOLDERS,
};

/// Where the driver has them.
pub const FOLDERS: [&str; 2] = ["drivers/gpu/drm/amd/amdkfd", "drivers/gpu/drm/amd/amdgpu"];

/// The programs by the names of their arrays, and a processor that each is for.
const PROCESSORS: [(&str, &str); 16] = [
    ("cwsr_trap_gfx8_hex", "gfx803"),
    ("cwsr_trap_gfx9_hex", "gfx900"),
    ("cwsr_trap_arcturus_hex", "gfx908"),
    ("cwsr_trap_aldebaran_hex", "gfx90a"),
    ("cwsr_trap_gfx9_4_3_hex", "gfx942"),
    ("cwsr_trap_gfx9_5_0_hex", "gfx950"),
    ("cwsr_trap_nv1x_hex", "gfx1010"),
    ("cwsr_trap_gfx10_hex", "gfx1030"),
    ("cwsr_trap_gfx11_hex", "gfx1100"),
    ("cwsr_trap_gfx12_hex", "gfx1200"),
    ("gfx_9_0_cleaner_shader_hex", "gfx900"),
    ("gfx_9_4_2_cleaner_shader_hex", "gfx90a"),
    ("gfx_9_4_3_cleaner_shader_hex", "gfx942"),
    ("gfx_10_1_10_cleaner_shader_hex", "gfx1010"),
    ("gfx_10_3_0_cleaner_shader_hex", "gfx1030"),
    ("gfx_11_0_3_cleaner_shader_hex", "gfx1100"),
];

/// A program of the driver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// What its array is called.
    pub name: String,
    /// A processor that it is for; `None` if nobody has said.
    pub cpu: Option<&'static str>,
    /// Its bytes in memory.
    pub code: Vec<u8>,
}

/// The programs in a header: arrays of words whose names end with `_hex`, but for empty ones.
pub fn programs(header: &str) -> Vec<Program> {
    let arrays = header.split("_hex[]").collect::<Vec<_>>();
    let pairs = arrays.iter().zip(arrays.iter().skip(1));
    let program = |(before, behind): (&&str, &&str)| {
        let start = before.rfind(|it: char| !it.is_ascii_alphanumeric() && it != '_');
        let name = format!("{}_hex", before.get(start.map_or(0, |at| at + 1)..)?);
        let words = behind.split_once('{')?.1.split_once('}')?.0;
        let mut code = Vec::new();
        for word in words.split(',').map(str::trim) {
            if let Some(digits) = word.strip_prefix("0x") {
                code.extend(u32::from_str_radix(digits, 16).ok()?.to_le_bytes());
            }
        }
        let known = PROCESSORS.iter().find(|(array, _)| *array == name);
        let cpu = known.map(|(_, cpu)| *cpu);
        (!code.is_empty()).then_some(Program { name, cpu, code })
    };
    pairs.filter_map(program).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that are read as another program's would be compared on the wrong processor.
    #[test]
    fn programs_are_cut_out_of_a_header() {
        let header = "\
            static const uint32_t cwsr_trap_gfx8_hex[] = {\n\
            0xbf820001, 0xbf8202c4,\n\
            0x89ff8478,\n\
            };\n\
            static const u32 __maybe_unused gfx_9_0_cleaner_shader_hex[] = {\n\
            /* Nothing */\n\
            };\n\
            static const u32 later_hex[] = { 0xbf810000 };\n";
        let found: Vec<_> = programs(header)
            .into_iter()
            .map(|it| (it.name, it.cpu, it.code.len()))
            .collect();
        let expected = [
            ("cwsr_trap_gfx8_hex".to_owned(), Some("gfx803"), 12),
            ("later_hex".to_owned(), None, 4),
        ];
        assert_eq!(found, expected);
    }
}
