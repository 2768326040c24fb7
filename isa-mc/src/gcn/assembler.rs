//! The directives of AMD's GPUs, and their object files.
//!
//! Sources: LLVM's `AMDGPUUsage`, "Assembler Directives" and "Code Object"; what
//! llvm-mc 22 does where that leaves something open.

use super::code_object::{object_format, place_descriptor, place_note};
use super::descriptor_text;
use super::features::Modes;
use super::kernel_code::{self, KernelCode};
use super::kernel_descriptor::{self, KernelDescriptor, SIZE};
use super::metadata;
use super::register_use::RegisterUse;
use super::target_id::{CodeObjectVersion, System, TargetId};
use super::targets::says_options;
use crate::asm::{Arguments, Code, Dialect, Fault, Scope, Taken, Writer};
use crate::object::{
    Binding, Definition, ExpressionId, Location, Node, ObjectBuilder, ObjectError, ObjectErrorKind,
    ObjectFormat, Record, SymbolKind,
};
use crate::{Register, SyntaxId, Target};

/// The section number of local memory that the linker makes: `SHN_AMDGPU_LDS`.
pub(super) const LDS_SECTION: u16 = 0xff00;

/// Symbols that count the registers which instructions name: vector, scalar.
const REGISTER_COUNTS: [&str; 2] = [".amdgcn.next_free_vgpr", ".amdgcn.next_free_sgpr"];
/// The same where the system is not HSA, since the last `.amdgpu_hsa_kernel`.
const KERNEL_COUNTS: [&str; 2] = [".kernel.vgpr_count", ".kernel.sgpr_count"];

/// The object files of a processor, and the directives of their assembler.
pub(super) fn support(target: &Target<'_>) -> Option<(ObjectFormat, Box<dyn Dialect>)> {
    let is_exact = says_options(target);
    let head = super::triple::head(target);
    let modes = Modes::of(target);
    let target = TargetId::of(target)?;
    let version = CodeObjectVersion::V6;
    let format = object_format(target, version);
    let directives = Directives {
        target,
        modes,
        head,
        is_llvm: false,
        is_exact,
        version,
        kernel: None,
        is_old_kernel: false,
    };
    Some((format, Box::new(directives)))
}

/// What to write instead of a directive of data that other assemblers have, and LLVM for these
/// GPUs has not: how many bytes a value has differs between them.
fn foreign(name: &str) -> Option<&'static str> {
    Some(match name.as_bytes() {
        b".word" => "write `.long` for values of four bytes, `.short` for two",
        b".half" | b".hword" => "write `.short` for values of two bytes",
        b".1byte" => "write `.byte`",
        _ => return None,
    })
}

/// Why a directive of AMD's is not taken.
fn refused(name: &str) -> Option<&'static str> {
    Some(match name.as_bytes() {
        b".hsa_code_object_version" => {
            "belongs to code object version 2, which LLVM does not write any more: leave it out, \
             or write `.amdhsa_code_object_version 6`"
        }
        b".hsa_code_object_isa" | b".amd_amdgpu_isa" => {
            "belongs to code object version 2, which LLVM does not write any more: write \
             `.amdgcn_target \"amdgcn-amd-amdhsa--PROCESSOR\"`"
        }
        b".amdgpu_hsa_kernel" => {
            "belongs to code object version 2, which LLVM does not write any more: write \
             `.type NAME,@function`, and `.amdhsa_kernel NAME` for its descriptor"
        }
        b".amd_kernel_code_t" | b".end_amd_kernel_code_t" => {
            "belongs to code object version 2, whose descriptors have 256 bytes: write \
             `.amdhsa_kernel NAME` and `.end_amdhsa_kernel`, with directives of the same meaning \
             between them"
        }
        b".amd_amdgpu_hsa_metadata" | b".end_amd_amdgpu_hsa_metadata" => {
            "belongs to code object version 2, whose metadata are YAML in a note: write \
             `.amdgpu_metadata` and `.end_amdgpu_metadata`, with `amdhsa.kernels` between them"
        }
        b".amd_amdgpu_pal_metadata" | b".amdgpu_pal_metadata" | b".end_amdgpu_pal_metadata" => {
            "is of the operating system PAL: only objects for HSA are written"
        }
        b".end_amdhsa_kernel" => "ends nothing here: no `.amdhsa_kernel` stands before it",
        b".end_amdgpu_metadata" => "ends nothing here: no `.amdgpu_metadata` stands before it",
        _ if name.starts_with(".amdhsa_") => "stands within `.amdhsa_kernel`",
        _ => return None,
    })
}

struct Directives {
    target: TargetId,
    modes: Modes,
    /// What texts begin with.
    head: Option<String>,
    /// The source is in LLVM's syntax.
    is_llvm: bool,
    /// Whoever assembles has said all of the target: a directive can only repeat it.
    is_exact: bool,
    version: CodeObjectVersion,
    kernel: Option<Kernel>,
    /// The lines that are asked for are an `amd_kernel_code_t`, and no metadata.
    is_old_kernel: bool,
}

/// A kernel whose descriptor is being said.
struct Kernel {
    name: String,
    location: Location,
    values: Vec<DescriptorValue>,
}

struct DescriptorValue {
    name: String,
    value: ExpressionId,
    location: Location,
}

impl Directives {
    fn refuse(arguments: &Arguments<'_>, message: impl Into<String>) -> Fault {
        Fault::new(Code::BadArguments, 0..arguments.at(), message)
    }

    /// LLVM stops before the end of the line.
    fn leave_end(scope: &mut Scope<'_, '_>) {
        if let Some(writer) = &mut scope.writer {
            writer.leave_end();
        }
    }

    /// `.amdgcn_target "amdgcn-amd-amdhsa--gfx906:xnack-"`
    fn set_target(
        &mut self,
        arguments: &mut Arguments<'_>,
        builder: &mut ObjectBuilder<'_>,
    ) -> Result<(), Fault> {
        let start = arguments.at();
        let text = arguments.name()?;
        let end = arguments.at();
        arguments.end()?;
        let fault = |message: String| Fault::new(Code::BadArguments, start..end, message);
        let target = TargetId::parse(text).map_err(|error| fault(error.to_string()))?;
        if !std::ptr::eq(target.processor, self.target.processor) {
            let (said, asked) = (target.processor.name, self.target.processor.name);
            let message = format!("the source is for {said}, and is assembled for {asked}");
            return Err(fault(message));
        }
        if self.is_exact && target != self.target {
            let message = format!(
                "the source is for {target}, and is assembled for {}: give the target that it \
                 names, or leave the features out",
                self.target
            );
            return Err(fault(message));
        }
        self.target = target;
        self.write_header(builder);
        Ok(())
    }

    fn write_header(&self, builder: &mut ObjectBuilder<'_>) {
        let header = self.target.header(self.version);
        builder.format.flags = header.flags;
        builder.format.os_abi = header.os_abi;
        builder.format.abi_version = header.abi_version;
    }

    /// `.amdhsa_code_object_version 6`
    fn set_version(
        &mut self,
        arguments: &mut Arguments<'_>,
        scope: &mut Scope<'_, '_>,
    ) -> Result<(), Fault> {
        let start = arguments.at();
        let number = arguments.number(scope)?;
        let end = arguments.at();
        arguments.end()?;
        let version = u64::try_from(number)
            .ok()
            .and_then(CodeObjectVersion::numbered);
        self.version = version.ok_or_else(|| {
            let message = format!("code object version {number} is not written: 4, 5 or 6");
            Fault::new(Code::BadArguments, start..end, message)
        })?;
        self.write_header(scope.builder);
        Ok(())
    }

    /// A directive within `.amdhsa_kernel`.
    fn describe(
        &mut self,
        name: &str,
        arguments: &mut Arguments<'_>,
        scope: &mut Scope<'_, '_>,
    ) -> Result<Taken, Fault> {
        if name == ".end_amdhsa_kernel" {
            arguments.end()?;
            if let Some(writer) = &mut scope.writer {
                writer.set_within(false);
                writer.leave_end();
            }
            if let (Some(kernel), Some(writer)) = (&self.kernel, &mut scope.writer) {
                let symbol = scope.builder.symbols.intern(&kernel.name, kernel.location);
                let mut said = kernel.values.iter().map(|it| (&*it.name, it.value));
                let target = (self.target, self.modes);
                let builder = &mut *scope.builder;
                descriptor_text::write(target, self.version, symbol, &mut said, builder, writer);
            }
            if let Some(kernel) = self.kernel.take() {
                self.descriptor(kernel, scope)
                    .map_err(|kind| Self::refuse(arguments, kind.to_string()))?;
            }
            return Ok(Taken::Yes);
        }
        if !name.starts_with(".amdhsa_") {
            let message = format!("`{name}` cannot stand within `.amdhsa_kernel`");
            return Err(Fault::new(Code::BadArguments, 0..name.len(), message));
        }
        let value = arguments.expression(scope)?;
        arguments.end()?;
        let number = scope.builder.number(value);
        // Whether the directive may stand here at all can be told at once.
        let mut descriptor = KernelDescriptor::for_target(self.target);
        let values = self.kernel.iter().flat_map(|kernel| &kernel.values);
        for earlier in values.filter(|it| it.name == name) {
            let known = scope.builder.number(earlier.value);
            let known = known.unwrap_or_else(|| kernel_descriptor::default(&earlier.name));
            // It was checked when it was read.
            let _ = descriptor.set(name, known);
        }
        descriptor
            .set(
                name,
                number.unwrap_or_else(|| kernel_descriptor::default(name)),
            )
            .map_err(|error| Self::refuse(arguments, error.to_string()))?;
        if let Some(kernel) = &mut self.kernel {
            kernel.values.push(DescriptorValue {
                name: name.to_string(),
                value,
                location: scope.location,
            });
        }
        Ok(Taken::Yes)
    }

    /// The descriptor of a kernel: a symbol with `.kd` behind the name, and its bytes.
    fn descriptor(&self, kernel: Kernel, scope: &mut Scope<'_, '_>) -> Result<(), ObjectErrorKind> {
        let builder = &mut *scope.builder;
        let code = builder.symbols.intern(&kernel.name, kernel.location);
        let record = DescriptorRecord {
            target: self.target,
            modes: self.modes,
            values: kernel.values,
            location: kernel.location,
        };
        place_descriptor(builder, code, kernel.location, |builder| {
            builder.record(SIZE as u64, Box::new(record))
        })?;
        Ok(())
    }

    /// `.amdgpu_lds NAME, SIZE, ALIGNMENT`: local memory that the linker makes.
    fn lds(arguments: &mut Arguments<'_>, scope: &mut Scope<'_, '_>) -> Result<(), Fault> {
        let name = arguments.name()?;
        arguments.comma()?;
        let size = arguments.number(scope)?;
        let mut align = 4;
        if arguments.take(b',') {
            align = arguments.number(scope)?;
        }
        arguments.end()?;
        let size = u64::try_from(size).ok().filter(|size| *size <= 65536);
        let size =
            size.ok_or_else(|| Self::refuse(arguments, "local memory has 0 to 65536 bytes"))?;
        let align = u64::try_from(align).ok().filter(|it| it.is_power_of_two());
        let align =
            align.ok_or_else(|| Self::refuse(arguments, "an alignment is a power of two"))?;
        let symbol = scope.builder.symbols.intern(name, scope.location);
        let row = &mut scope.builder.symbols[symbol];
        if row.definition != Definition::Undefined {
            return Err(Self::refuse(
                arguments,
                format!("`{name}` is defined already"),
            ));
        }
        row.definition = Definition::Special {
            section: LDS_SECTION,
            size,
            align,
        };
        row.kind = SymbolKind::Object;
        if !row.is_bound {
            row.binding = Binding::Global;
        }
        if let Some(writer) = &mut scope.writer {
            let mut line = "\t.amdgpu_lds ".to_string();
            writer.symbol(scope.builder, symbol, &mut line);
            writer.line(&format!("{line}, {size}, {align}"));
        }
        Ok(())
    }
}

impl Directives {
    fn is_hsa(&self) -> bool {
        self.target.system == System::Hsa
    }

    /// Symbols for the highest registers named, each and one: VGPRs, and SGPRs.
    fn counts(&self) -> [&'static str; 2] {
        match self.is_hsa() {
            true => REGISTER_COUNTS,
            false => KERNEL_COUNTS,
        }
    }

    /// Raises the symbols that say how many registers a source names.
    fn count(&self, used: RegisterUse, builder: &mut ObjectBuilder<'_>) {
        for (name, count) in self.counts().into_iter().zip([used.vgprs, used.sgprs]) {
            let Some(symbol) = builder.symbols.find(name) else {
                continue;
            };
            let node = builder.expressions.add(Node::Symbol(symbol, 0));
            let known = builder.number(node).unwrap_or(0);
            if i64::from(count) > known {
                let value = builder.expressions.add(Node::Number(count.into()));
                builder.symbols[symbol].definition = Definition::Expression(value);
            }
        }
    }

    /// No registers are named in a kernel that begins.
    fn begin_counts(&self, builder: &mut ObjectBuilder<'_>) {
        for name in self.counts() {
            let value = builder.expressions.add(Node::Number(0));
            builder.predefine(name, value);
        }
    }
}

/// Parts of what `s_version` says, which any source may name (LLVM `AMDGPUAsmUtils`,
/// `UCVersion`).
const CODE_VERSIONS: [(&str, i64); 7] = [
    ("UC_VERSION_GFX7", 0),
    ("UC_VERSION_GFX10", 4),
    ("UC_VERSION_GFX11", 6),
    ("UC_VERSION_GFX12", 9),
    ("UC_VERSION_W64_BIT", 0x2000),
    ("UC_VERSION_W32_BIT", 0x4000),
    ("UC_VERSION_MDP_BIT", 0x8000),
];

impl Dialect for Directives {
    fn begin(
        &mut self,
        builder: &mut ObjectBuilder<'_>,
        syntax: SyntaxId,
        writer: Option<&mut Writer>,
    ) {
        self.is_llvm = syntax == isa_mc_gcn::syntax::LLVM;
        if let (Some(writer), Some(head)) = (writer, &self.head) {
            writer.line(&format!("\t{head}"));
        }
        let [major, minor, stepping] = self.target.processor.version;
        let names = match self.is_hsa() {
            true => [
                ".amdgcn.gfx_generation_number",
                ".amdgcn.gfx_generation_minor",
                ".amdgcn.gfx_generation_stepping",
            ],
            false => [
                ".option.machine_version_major",
                ".option.machine_version_minor",
                ".option.machine_version_stepping",
            ],
        };
        for (name, value) in names.into_iter().zip([major, minor, stepping]) {
            let value = builder.expressions.add(Node::Number(value.into()));
            builder.predefine(name, value);
        }
        for (name, value) in CODE_VERSIONS {
            let value = builder.expressions.add(Node::Number(value));
            builder.predefine(name, value);
        }
        self.begin_counts(builder);
    }

    fn counted_symbols(&self) -> &'static str {
        match self.is_hsa() {
            true => ".amdgcn.next_free_",
            false => ".kernel.",
        }
    }

    fn raw_directives(&self) -> &'static [&'static str] {
        &[METADATA[0], kernel_code::BLOCK[0]]
    }

    fn instruction(&mut self, bytes: &[u8], builder: &mut ObjectBuilder<'_>) {
        let target = builder.target();
        let Ok(inst) = target.decode(bytes) else {
            return;
        };
        let mut used = RegisterUse::default();
        used.note(&target, inst);
        self.count(used, builder);
    }

    fn register(&mut self, register: Register, builder: &mut ObjectBuilder<'_>) {
        let mut used = RegisterUse::default();
        used.note_register(&builder.target(), register);
        self.count(used, builder);
    }

    fn takes_data(&self) -> bool {
        self.kernel.is_some()
    }

    fn directive(
        &mut self,
        name: &str,
        arguments: &mut Arguments<'_>,
        scope: &mut Scope<'_, '_>,
    ) -> Result<Taken, Fault> {
        if self.kernel.is_some() {
            return self.describe(name, arguments, scope);
        }
        match name.as_bytes() {
            b".amdgcn_target" => {
                // It stands at the front of the text.
                self.set_target(arguments, scope.builder)?;
                Self::leave_end(scope);
            }
            b".amdhsa_code_object_version" => {
                self.set_version(arguments, scope)?;
                if let Some(writer) = &mut scope.writer {
                    let version = self.version.number();
                    writer.line(&format!("\t.amdhsa_code_object_version {version}"));
                }
                Self::leave_end(scope);
            }
            b".amdhsa_kernel" => {
                let name = arguments.name()?.to_string();
                arguments.end()?;
                self.kernel = Some(Kernel {
                    name,
                    location: scope.location,
                    values: Vec::new(),
                });
                if let Some(writer) = &mut scope.writer {
                    writer.set_within(true);
                }
            }
            _ if name == METADATA[0] => {
                arguments.end()?;
                self.is_old_kernel = false;
                return Ok(Taken::Raw(METADATA[1]));
            }
            _ if name == kernel_code::BLOCK[0] && !self.is_hsa() => {
                arguments.end()?;
                self.is_old_kernel = true;
                return Ok(Taken::Raw(kernel_code::BLOCK[1]));
            }
            b".amdgpu_hsa_kernel" if !self.is_hsa() => {
                let name = arguments.name()?;
                arguments.end()?;
                let symbol = scope.builder.symbols.intern(name, scope.location);
                scope.builder.symbols[symbol].kind = SymbolKind::Kernel;
                self.begin_counts(scope.builder);
            }
            b".amdgpu_lds" => Self::lds(arguments, scope)?,
            _ => {
                if self.is_llvm
                    && let Some(reason) = foreign(name)
                {
                    let message = format!("LLVM has no directive `{name}` here: {reason}");
                    return Err(Fault::new(Code::UnknownDirective, 0..name.len(), message));
                }
                return match refused(name) {
                    None => Ok(Taken::No),
                    Some(reason) => {
                        let message = format!("`{name}` {reason}");
                        Err(Fault::new(Code::UnknownDirective, 0..name.len(), message))
                    }
                };
            }
        }
        Ok(Taken::Yes)
    }

    fn raw(&mut self, text: &str, scope: &mut Scope<'_, '_>) -> Result<(), Fault> {
        let section = |kind: ObjectErrorKind| Fault::new(Code::Section, 0..0, kind.to_string());
        if self.is_old_kernel {
            let code = KernelCode::read(text, (self.target, self.modes), scope)?;
            let result = scope
                .builder
                .record(kernel_code::SIZE as u64, Box::new(code));
            return result.map_err(section);
        }
        let text = metadata::without_comments(text);
        let note = metadata::to_message_pack(&text).map_err(|error| {
            let start = byte_of(&text, error.line, error.column);
            let message = error.to_string();
            Fault::new(Code::BadArguments, start..start + 1, message)
        })?;
        if let Some(writer) = scope.writer.as_deref_mut() {
            let [begin, end] = METADATA;
            let text = metadata::to_yaml(&note).unwrap_or(text);
            writer.line(&format!("\t{begin}\n{text}\n\t{end}"));
            writer.leave_end();
        }
        place_note(scope.builder, &note).map_err(section)
    }

    fn end(&mut self) -> Option<(Location, Code, String)> {
        let kernel = self.kernel.take()?;
        let message = "`.amdhsa_kernel` without its `.end_amdhsa_kernel`".to_string();
        Some((kernel.location, Code::Unbalanced, message))
    }
}

/// What stands around metadata.
pub(super) const METADATA: [&str; 2] = [".amdgpu_metadata", ".end_amdgpu_metadata"];

/// The byte of a line and a character, both from 1.
fn byte_of(text: &str, line: usize, column: usize) -> usize {
    let mut start = 0;
    for (at, text) in text.split_inclusive('\n').enumerate() {
        if at + 1 == line {
            let before = text.chars().take(column.saturating_sub(1));
            return start + before.map(char::len_utf8).sum::<usize>();
        }
        start += text.len();
    }
    start
}

/// The bytes of a descriptor, when its values are known.
struct DescriptorRecord {
    target: TargetId,
    modes: Modes,
    values: Vec<DescriptorValue>,
    location: Location,
}

impl Record for DescriptorRecord {
    fn bytes(
        &self,
        value: &dyn Fn(ExpressionId) -> Result<i64, ObjectErrorKind>,
    ) -> Result<Vec<u8>, ObjectError> {
        let mut descriptor = KernelDescriptor::for_target(self.target).with_modes(self.modes);
        for row in &self.values {
            let at = |kind| ObjectError {
                kind,
                location: row.location,
            };
            let number = value(row.value).map_err(at)?;
            descriptor
                .set(&row.name, number)
                .map_err(|error| at(ObjectErrorKind::Record(error.to_string())))?;
        }
        let bytes = descriptor.finish().map_err(|error| ObjectError {
            kind: ObjectErrorKind::Record(error.to_string()),
            location: self.location,
        })?;
        Ok(bytes.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use crate::object::RelocationPlace;

    /// Which relocation llvm-mc 22 gives an expression.
    #[test]
    fn relocations_are_chosen_as_llvm_does() {
        let cases = [
            ("sym", None, 4, false, Some("R_AMDGPU_ABS32")),
            ("sym", None, 4, true, Some("R_AMDGPU_REL32")),
            ("sym", None, 8, false, Some("R_AMDGPU_ABS64")),
            ("sym", None, 8, true, Some("R_AMDGPU_REL64")),
            ("sym", Some("abs32@hi"), 4, true, Some("R_AMDGPU_ABS32_HI")),
            ("sym", Some("REL32@LO"), 8, false, Some("R_AMDGPU_REL32_LO")),
            ("sym", Some("abs64"), 4, false, Some("R_AMDGPU_ABS64")),
            ("sym", Some("gotpcrel"), 4, true, Some("R_AMDGPU_GOTPCREL")),
            (
                "SCRATCH_RSRC_DWORD1",
                None,
                4,
                true,
                Some("R_AMDGPU_ABS32_LO"),
            ),
            ("sym", Some("lo"), 4, true, None),
            ("sym", None, 2, false, None),
            ("sym", None, 1, false, None),
        ];
        let target = crate::gcn::target("gfx900").expect("a processor");
        let (format, _) = super::support(&target).expect("it has object files");
        for (symbol, specifier, bytes, pc_relative, expected) in cases {
            let found = match specifier.map(|it| format.specifier(it)) {
                Some(None) => None,
                specifier => {
                    let specifier = specifier.flatten().unwrap_or(0);
                    let place = RelocationPlace::Bytes(bytes);
                    let asked = format.asked(symbol, specifier);
                    asked.or_else(|| format.plain(place, pc_relative))
                }
            };
            let found = found.map(|it| it.name);
            assert_eq!(
                found, expected,
                "{symbol} {specifier:?} {bytes} {pc_relative}"
            );
        }
    }

    /// The words of a source for a processor.
    fn words(cpu: &str, source: &str) -> Vec<u32> {
        let target = crate::gcn::target(cpu).expect("a processor");
        let assembler = crate::asm::Assembler::new(target, crate::gcn::syntax::LLVM);
        let assembler = assembler.machine(crate::gcn::SUPPORT).externals();
        let assembly = assembler.assemble("a.s", source.as_bytes());
        assert!(assembly.errors.is_empty(), "{:?}", assembly.errors);
        let object = assembly.object().expect("an object");
        let mut sections = object.sections.iter();
        let code = sections.find(|it| &*it.name == ".text").expect("code");
        let words = code.bytes.chunks_exact(4);
        let words = words.map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]));
        words.collect()
    }

    /// A branch over 0x3f instructions, one that a number says, and one whose distance a
    /// linker finds out: as llvm-mc 22 has them, which pads the first and the last one on
    /// the processors that take such a distance for another one, and no others.
    #[test]
    fn branches_that_gfx101x_takes_wrong_are_padded() {
        let source = "s_branch a\n.rept 0x3f\ns_sleep 0\n.endr\n\
                      a: s_branch 0x3f\n.globl far\ns_branch far\nfar: s_endpgm\n";
        let sleeps = [0xbf8e_0000; 0x3f];
        let (nop, end) = (0xbf80_0000, 0xbf81_0000);
        let number = 0xbf82_003f;
        // The linker fills it in.
        let far = 0xbf82_ffff;
        let plain = [&[0xbf82_003f][..], &sleeps, &[number, far, end]].concat();
        let padded = [&[0xbf82_0040, nop][..], &sleeps, &[number, far, nop, end]].concat();
        for cpu in ["gfx900", "gfx1030"] {
            assert_eq!(words(cpu, source), plain, "{cpu}");
        }
        for cpu in [
            "gfx1010",
            "gfx1011",
            "gfx1012",
            "gfx1013",
            "gfx10-1-generic",
        ] {
            assert_eq!(words(cpu, source), padded, "{cpu}");
        }
    }
}
