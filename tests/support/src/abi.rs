//! What LLVM's assembler makes of AMD's ABI: kernel descriptors and the headers
//! of objects. The facts are in `tests/facts`, written by `--bin object-facts`.

use isa_dsl::sorted::SortedSet;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use isa_mc::gcn::features::{Modes, with_features};
use isa_mc::gcn::kernel_descriptor::{
    DIRECTIVES, DescriptorError, Directive, KernelDescriptor, Place, SIZE,
};
use isa_mc::gcn::processors::{PROCESSORS, Processor};
use isa_mc::gcn::target_id::{CodeObjectVersion, Header, Setting, System, TargetId};

use crate::llvm::ToolError;

pub mod metadata;

/// A kernel descriptor for a target, as directives without `.amdhsa_`, and what
/// llvm-mc says of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DescriptorCase {
    /// The target id.
    pub target: TargetId,
    /// How its code is made.
    pub modes: Modes,
    /// Directives with their values.
    pub directives: Vec<(String, i64)>,
    /// The words that are not zero, with their first byte; `None` if it is refused.
    pub words: Option<Vec<(u8, u32)>>,
}

/// The targets for which descriptors are compared.
const TARGETS: [&str; 26] = [
    "gfx600",
    "gfx700",
    "gfx802",
    "gfx803",
    "gfx900",
    "gfx900:xnack-",
    "gfx906:xnack+",
    "gfx90c:xnack-",
    "gfx908:xnack+",
    "gfx90a:xnack-",
    "gfx942:xnack-",
    "gfx950:xnack+",
    "gfx90a +tgsplit",
    "gfx1010",
    "gfx1010:xnack- +wavefrontsize64",
    "gfx1013:xnack+ +cumode",
    "gfx1030",
    "gfx1030 +wavefrontsize64,+cumode",
    "gfx1036",
    "gfx1100",
    "gfx1101 +wavefrontsize64,+cumode",
    "gfx1103",
    "gfx1150",
    "gfx1153 +wavefrontsize64",
    "gfx1200",
    "gfx1201 +wavefrontsize64",
];

/// A target of HSA, by processor and features.
///
/// # Panics
///
/// If there is no such target.
pub fn hsa(text: &str) -> TargetId {
    TargetId::parse(&format!("amdgcn-amd-amdhsa--{text}")).expect("a target id")
}

/// A target of HSA, and how its code is made: `gfx1030 +wavefrontsize64`.
///
/// # Panics
///
/// If there is no such target.
pub fn hsa_with(text: &str) -> (TargetId, Modes) {
    let (name, features) = text.split_once(' ').unwrap_or((text, ""));
    let id = hsa(name);
    let target = id.target().expect("it is described");
    let target = with_features(target, features).unwrap_or_else(|it| panic!("{it}"));
    (id, Modes::of(&target))
}

/// Every directive at its limits and beyond, registers with all that is reserved,
/// user SGPRs counted and not, and what is missing, repeated or unknown. LLVM has
/// not been asked yet.
pub fn descriptor_cases() -> Vec<DescriptorCase> {
    let mut all = Vec::new();
    for target in TARGETS {
        let (target, modes) = hsa_with(target);
        for directives in directive_lists(target) {
            all.push(DescriptorCase {
                target,
                modes,
                directives,
                words: None,
            });
        }
    }
    all
}

type List = Vec<(String, i64)>;

/// VGPRs, whether wavefronts have 32 lanes, and how many VGPRs are shared.
const SHARED: [(i64, Option<i64>, Option<i64>); 16] = [
    (9, Some(0), None),
    (9, Some(1), None),
    (257, Some(0), None),
    (257, Some(1), None),
    (512, Some(1), None),
    (512, None, None),
    (513, None, None),
    (9, None, Some(15)),
    (9, Some(0), Some(15)),
    (9, Some(1), Some(0)),
    (9, Some(1), Some(1)),
    (132, Some(0), Some(15)),
    (136, Some(0), Some(15)),
    (140, Some(0), Some(15)),
    (256, None, Some(1)),
    (272, None, Some(15)),
];

fn list(pairs: &[(&str, i64)]) -> List {
    pairs
        .iter()
        .map(|&(name, value)| (name.to_owned(), value))
        .collect()
}

fn directive_lists(target: TargetId) -> Vec<List> {
    let mut all: Vec<List> = Vec::new();
    let unified = target.processor.unified_registers;
    let mut kernel = |vgprs, sgprs, others: &[(&str, i64)]| {
        let mut said = list(&[("next_free_vgpr", vgprs), ("next_free_sgpr", sgprs)]);
        if unified && others.iter().all(|it| it.0 != "accum_offset") {
            said.extend(list(&[("accum_offset", 4)]));
        }
        said.extend(list(others));
        all.push(said);
    };
    for row in &DIRECTIVES {
        let values: SortedSet<i64> = match row.place {
            Place::NextFreeVgpr | Place::NextFreeSgpr => continue,
            _ => values(row, target),
        };
        for value in values {
            kernel(0, 0, &[(row.name, value)]);
        }
    }
    for vgprs in [-1, 0, 1, 3, 4, 5, 84, 255, 256, 257, 1024] {
        kernel(vgprs, 0, &[]);
    }
    if unified {
        for (vgprs, offset) in [(84, 80), (84, 84), (85, 88), (84, 88), (512, 256), (513, 4)] {
            kernel(vgprs, 0, &[("accum_offset", offset)]);
        }
    }
    let reserves: &[&[(&str, i64)]] = match target.processor {
        it if it.generation() == 6 || it.architected_scratch => &[&[], &[("reserve_vcc", 0)]],
        _ => &[
            &[],
            &[("reserve_vcc", 0)],
            &[("reserve_flat_scratch", 0)],
            &[("reserve_vcc", 0), ("reserve_flat_scratch", 0)],
        ],
    };
    for reserve in reserves {
        for sgprs in (-1..12).chain(88..108) {
            kernel(8, sgprs, reserve);
        }
    }
    for (vgprs, lanes, shared) in SHARED {
        let lanes = lanes.map(|it| ("wavefront_size32", it));
        let shared = shared.map(|it| ("shared_vgpr_count", it));
        let others: Vec<_> = lanes.into_iter().chain(shared).collect();
        if target.processor.has_wave32() {
            kernel(vgprs, 0, &others);
        }
    }
    let takes = |it: &&Directive| it.user_sgprs > 0 && it.is_on(target.processor);
    let users: Vec<&Directive> = DIRECTIVES.iter().filter(takes).collect();
    for enabled in 0..=users.len() {
        let some: Vec<_> = users[..enabled].iter().map(|it| (it.name, 1)).collect();
        let sum: i64 = users[..enabled]
            .iter()
            .map(|it| i64::from(it.user_sgprs))
            .sum();
        kernel(0, 0, &some);
        for count in [sum - 1, sum, sum + 1, 31, 32] {
            let counted = [&[("user_sgpr_count", count)], &some[..]].concat();
            kernel(0, 0, &counted);
        }
    }
    kernel(0, 0, &[("ieee_mode", 0), ("ieee_mode", 0)]);
    kernel(0, 0, &[("next_free_agpr", 0)]);
    all.push(list(&[("next_free_vgpr", 1)]));
    all.push(list(&[("next_free_sgpr", 1)]));
    all.push(Vec::new());
    all
}

fn values(row: &Directive, target: TargetId) -> SortedSet<i64> {
    let max = i64::from(row.max(target.processor));
    [-1, 0, 1, max, max + 1].into()
}

impl DescriptorCase {
    /// The lines of the kernel.
    pub fn text(&self, name: &str) -> String {
        let mut text = format!(".amdhsa_kernel {name}\n");
        for (name, value) in &self.directives {
            _ = writeln!(text, ".amdhsa_{name} {value}");
        }
        text + ".end_amdhsa_kernel\n"
    }

    /// A line of `kernel_descriptors.tsv`.
    pub fn line(&self) -> String {
        let target = self.target.to_string();
        let mut line = target.rsplit("--").next().unwrap_or("").to_owned();
        if self.modes != Modes::default() {
            _ = write!(line, " {}", self.modes);
        }
        let separators = ["\t"].into_iter().chain(std::iter::repeat("; "));
        for ((name, value), separator) in self.directives.iter().zip(separators) {
            _ = write!(line, "{separator}{name} {value}");
        }
        if self.directives.is_empty() {
            line.push('\t');
        }
        match &self.words {
            None => line.push_str("\trefused"),
            Some(words) => {
                let words = words.iter().map(|(at, word)| format!("{at}:{word:08x}"));
                _ = write!(line, "\t{}", words.collect::<Vec<_>>().join(" "));
            }
        }
        line
    }

    /// Reads a line of `kernel_descriptors.tsv`.
    pub fn read(line: &str) -> Option<DescriptorCase> {
        let mut columns = line.split('\t');
        let (target, modes) = hsa_with(columns.next()?);
        let mut directives = Vec::new();
        for said in columns.next()?.split("; ").filter(|it| !it.is_empty()) {
            let (name, value) = said.split_once(' ')?;
            directives.push((name.to_owned(), value.parse().ok()?));
        }
        let words = match columns.next()? {
            "refused" => None,
            words => Some(
                words
                    .split(' ')
                    .map(|word| {
                        let (at, word) = word.split_once(':')?;
                        Some((at.parse().ok()?, u32::from_str_radix(word, 16).ok()?))
                    })
                    .collect::<Option<_>>()?,
            ),
        };
        Some(DescriptorCase {
            target,
            modes,
            directives,
            words,
        })
    }

    /// The descriptor that the directives give.
    ///
    /// # Errors
    ///
    /// The first directive that is wrong, or what is missing.
    pub fn bytes(&self) -> Result<[u8; SIZE], DescriptorError> {
        let mut kernel = KernelDescriptor::for_target(self.target).with_modes(self.modes);
        for (name, value) in &self.directives {
            kernel.set(&format!(".amdhsa_{name}"), *value)?;
        }
        kernel.finish()
    }
}

/// The stored cases, with llvm-mc's answers.
///
/// # Panics
///
/// If the file is missing or one of its lines is none.
pub fn stored_descriptors() -> Vec<DescriptorCase> {
    let lines = facts("kernel_descriptors.tsv");
    let read = |line: &String| DescriptorCase::read(line).unwrap_or_else(|| panic!("{line}"));
    lines.iter().map(read).collect()
}

/// The words of a descriptor that are not zero, but for the entry.
///
/// # Panics
///
/// Never: a descriptor is a whole number of words.
pub fn words(bytes: &[u8; SIZE]) -> Vec<(u8, u32)> {
    let words = bytes.chunks_exact(4).enumerate().map(|(at, four)| {
        let word = u32::from_le_bytes(four.try_into().expect("four bytes"));
        ((at * 4) as u8, word)
    });
    words
        .filter(|&(at, word)| word != 0 && at != 16 && at != 20)
        .collect()
}

/// Asks llvm-mc about the cases: all of a target in one file, first which ones it
/// refuses, by the lines of its errors, then the bytes of the others.
///
/// # Errors
///
/// If llvm-mc cannot be run.
pub fn ask(cases: &mut [DescriptorCase]) -> Result<(), ToolError> {
    for same in cases.chunk_by_mut(|a, b| a.target == b.target && a.modes == b.modes) {
        let (target, modes) = (same[0].target, same[0].modes);
        let mut text = String::new();
        let mut ends = Vec::new();
        for (at, case) in same.iter().enumerate() {
            text += &case.text(&format!("k{at}"));
            ends.push(text.lines().count());
        }
        let (_, errors) = assemble_with(target, modes, None, &text)?;
        let mut refused = SortedSet::new();
        for line in errors.lines().filter(|it| it.contains(": error: ")) {
            let line = line.split(':').nth(1).and_then(|it| it.parse().ok());
            let line: usize = line.ok_or_else(|| ToolError::Unreadable(errors.clone()))?;
            refused.insert(ends.partition_point(|&end| end < line));
        }
        let mut text = ".section .rodata,\"a\",@progbits\n.p2align 6\n".to_owned();
        for (at, case) in same.iter().enumerate() {
            if !refused.contains(&at) {
                text += &case.text(&format!("k{at}"));
            }
        }
        let (object, errors) = assemble_with(target, modes, None, &text)?;
        let object = object.ok_or(ToolError::Unreadable(errors))?;
        let data = section(&object, ".rodata").ok_or_else(|| unreadable("no .rodata"))?;
        let mut descriptors = data.chunks_exact(SIZE);
        for (at, case) in same.iter_mut().enumerate() {
            case.words = None;
            if !refused.contains(&at) {
                let next = descriptors.next().and_then(|it| it.try_into().ok());
                case.words = Some(words(next.ok_or_else(|| unreadable("a short .rodata"))?));
            }
        }
    }
    Ok(())
}

/// What the header of an object says, with the target id of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeaderCase {
    /// For whom.
    pub target: TargetId,
    /// The version, which counts under HSA only.
    pub version: CodeObjectVersion,
}

/// Every processor with every setting of its features, under every system, and
/// under HSA in every version.
pub fn header_cases() -> Vec<HeaderCase> {
    use CodeObjectVersion::{V4, V5, V6};
    let settings = |supported: bool| match supported {
        true => vec![Setting::Any, Setting::Off, Setting::On],
        false => vec![Setting::Unsupported],
    };
    let mut all = Vec::new();
    // What was built before gfx942, LLVM has forgotten.
    let known = |it: &&Processor| !["gfx940", "gfx941"].contains(&it.name);
    for processor in PROCESSORS.iter().filter(known) {
        for system in [System::Hsa, System::Pal, System::Mesa3d, System::Unknown] {
            for xnack in settings(processor.xnack) {
                for sramecc in settings(processor.sramecc) {
                    let versions = if system == System::Hsa {
                        &[V4, V5, V6][..]
                    } else {
                        &[V6]
                    };
                    let target = TargetId {
                        xnack,
                        sramecc,
                        ..TargetId::new(system, processor)
                    };
                    let case = |&version| HeaderCase { target, version };
                    all.extend(versions.iter().map(case));
                }
            }
        }
    }
    all
}

/// A line of `object_headers.tsv`: the target, what is said of its features, the
/// version, and the header.
pub fn header_line(case: HeaderCase, header: Header) -> String {
    let HeaderCase { target, version } = case;
    format!(
        "{target}\t{}\t{}\t{}\t{}\t{:#x}",
        features(target, Modes::default()).trim_start_matches("-mattr="),
        version.number(),
        header.os_abi,
        header.abi_version,
        header.flags
    )
}

/// The header of the object that llvm-mc makes, which must take the target id as
/// we print it.
///
/// # Errors
///
/// If llvm-mc cannot be run, or refuses.
pub fn llvm_header(case: HeaderCase) -> Result<Header, ToolError> {
    let HeaderCase { target, version } = case;
    let text = format!(".amdgcn_target \"{target}\"\ns_nop 0\n");
    let version = (target.system == System::Hsa).then_some(version);
    let (object, errors) = assemble(target, version, &text)?;
    let object = object.ok_or(ToolError::Unreadable(errors))?;
    let flags = object.get(48..52).and_then(|it| it.try_into().ok());
    Ok(Header {
        os_abi: object[7],
        abi_version: object[8],
        flags: u32::from_le_bytes(flags.ok_or_else(|| unreadable("a short object"))?),
    })
}

/// What llvm-mc needs to hear of the features.
fn features(target: TargetId, modes: Modes) -> String {
    let mut said = Vec::new();
    for (name, setting) in [("sramecc", target.sramecc), ("xnack", target.xnack)] {
        match setting {
            Setting::On => said.push(format!("+{name}")),
            Setting::Off => said.push(format!("-{name}")),
            Setting::Any | Setting::Unsupported => {}
        }
    }
    if modes != Modes::default() {
        said.push(modes.to_string());
    }
    match said.is_empty() {
        true => String::new(),
        false => format!("-mattr={}", said.join(",")),
    }
}

/// The highest VGPR and SGPR that each line names, and one, as llvm-mc counts them
/// for the symbols that it predefines.
///
/// # Errors
///
/// If llvm-mc cannot be run, or refuses a line.
///
/// # Panics
///
/// If llvm-mc writes less than it was asked for.
pub fn register_counts(target: TargetId, lines: &[&str]) -> Result<Vec<(u32, u32)>, ToolError> {
    let names = [".amdgcn.next_free_vgpr", ".amdgcn.next_free_sgpr"];
    let mut text = String::new();
    for line in lines {
        for name in names {
            _ = writeln!(text, ".set {name}, 0");
        }
        _ = writeln!(text, "{line}\n.data\n.long {}\n.text", names.join(", "));
    }
    let (object, errors) = assemble(target, None, &text)?;
    let object = object.ok_or(ToolError::Unreadable(errors))?;
    let data = section(&object, ".data").ok_or_else(|| unreadable("no .data"))?;
    let word = |four: &[u8]| u32::from_le_bytes(four.try_into().expect("four bytes"));
    let counts = data
        .chunks_exact(8)
        .map(|it| (word(&it[..4]), word(&it[4..])));
    Ok(counts.collect())
}

/// Assembles a text to an object, or to errors.
///
/// # Errors
///
/// If llvm-mc cannot be run.
pub fn assemble(
    target: TargetId,
    version: Option<CodeObjectVersion>,
    text: &str,
) -> Result<(Option<Vec<u8>>, String), ToolError> {
    assemble_with(target, Modes::default(), version, text)
}

/// The same for code that is made in a way.
///
/// # Errors
///
/// If llvm-mc cannot be run.
pub fn assemble_with(
    target: TargetId,
    modes: Modes,
    version: Option<CodeObjectVersion>,
    text: &str,
) -> Result<(Option<Vec<u8>>, String), ToolError> {
    let folder = tempfile::tempdir()?;
    let (source, object) = (folder.path().join("a.s"), folder.path().join("a.o"));
    let version = version.map(|it| format!(".amdhsa_code_object_version {}\n", it.number()));
    fs::write(&source, version.unwrap_or_default() + text)?;
    let program = "llvm-mc-22";
    let triple = TargetId::new(target.system, target.processor).to_string();
    let triple = triple.split("--").next().unwrap_or("").to_owned() + "-";
    let mut command = Command::new(program);
    command.arg(format!("-triple={}", triple.trim_end_matches('-')));
    command.arg(format!("-mcpu={}", target.processor.name));
    let features = features(target, modes);
    if !features.is_empty() {
        command.arg(features);
    }
    command
        .args(["-filetype=obj", "-o"])
        .arg(&object)
        .arg(&source);
    let output = command.output().map_err(|cause| ToolError::Missing {
        program: program.to_owned(),
        cause,
    })?;
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    match output.status.success() {
        true => Ok((Some(fs::read(&object)?), errors)),
        false => Ok((None, errors)),
    }
}

/// The bytes of a section of a little-endian ELF64 object.
pub fn section<'a>(object: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let u16_at = |at: usize| Some(u16::from_le_bytes(object.get(at..at + 2)?.try_into().ok()?));
    let u32_at = |at: usize| Some(u32::from_le_bytes(object.get(at..at + 4)?.try_into().ok()?));
    let u64_at = |at: usize| Some(u64::from_le_bytes(object.get(at..at + 8)?.try_into().ok()?));
    let headers = u64_at(0x28)? as usize;
    let header = |index: u16| headers + usize::from(index) * 64;
    let data = |at: usize| {
        let (start, size) = (u64_at(at + 24)? as usize, u64_at(at + 32)? as usize);
        object.get(start..start.checked_add(size)?)
    };
    let names = data(header(u16_at(0x3e)?))?;
    (0..u16_at(0x3c)?).find_map(|index| {
        let at = header(index);
        let found = names.get(u32_at(at)? as usize..)?;
        let end = found.iter().position(|&byte| byte == 0)?;
        (&found[..end] == name.as_bytes()).then(|| data(at))?
    })
}

fn unreadable(what: &str) -> ToolError {
    ToolError::Unreadable(what.to_owned())
}

/// A file of `tests/facts`, without comments.
///
/// # Panics
///
/// If there is no such file.
pub fn facts(name: &str) -> Vec<String> {
    let path = crate::folder().join("facts").join(name);
    let text = fs::read_to_string(&path);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}
