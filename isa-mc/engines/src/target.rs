//! A machine as one of its processors sees it.

use crate::Inst;
use crate::tables::{
    Arch, Effects, Encoding, Instruction, Processor, Shape, Tables, Text, needed_arch,
};

/// A syntax of a machine: an index into [`Tables::syntaxes`]. The default is
/// the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, PartialOrd, Ord)]
pub struct SyntaxId(pub u8);

/// A processor of a machine. Copies are cheap.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    /// The machine.
    pub(crate) tables: &'a Tables<'a>,
    /// Index into [`Tables::processors`].
    pub(crate) processor: u16,
    /// Index into [`Tables::archs`].
    pub(crate) arch: u8,
    /// First slot of the decode tree.
    pub(crate) root: u32,
    /// The row of [`Tables::identify_roots`] that fits the features.
    pub(crate) glance: u16,
    /// Features of the processor.
    pub(crate) features: u32,
    /// What encodings may need and the processor has not.
    pub(crate) lacks: u64,
    /// What the target says beyond its processor, in bits that only the machine's own
    /// module knows; 0 is nothing.
    pub(crate) options: u16,
}

/// What encodings may need, and a processor with these features has not.
fn lacks(features: u32, arch: u8) -> u64 {
    !(u64::from(features) | needed_arch(arch))
}

/// The row of no root in [`Tables::identify_roots`].
const NO_GLANCE: u16 = u16::MAX;

/// The root in [`Tables::identify_roots`] of an architecture and a processor that has
/// these features.
fn glance_of(tables: &Tables<'_>, arch: u8, features: u32) -> u16 {
    let mut roots = tables.identify_roots.iter();
    let root = roots.position(|root| root.arch == arch && root.features & !features == 0);
    root.and_then(|root| u16::try_from(root).ok())
        .unwrap_or(NO_GLANCE)
}

impl<'a> From<&Target<'a>> for Target<'a> {
    fn from(target: &Target<'a>) -> Target<'a> {
        *target
    }
}

impl<'a> Target<'a> {
    /// The processor of that name, in any case; `None` if the machine has no
    /// such processor.
    pub fn new(tables: &'a Tables<'a>, processor: &str) -> Option<Target<'a>> {
        let index = tables
            .processors
            .iter()
            .position(|row| tables.text(row.name).eq_ignore_ascii_case(processor))?;
        Target::of_row(tables, index)
    }

    /// The processor in a row of [`Tables::processors`]; `None` if there is no such
    /// row.
    pub fn of_row(tables: &'a Tables<'a>, row: usize) -> Option<Target<'a>> {
        let processor = tables.processors.get(row)?;
        let arch = tables.archs.get(processor.arch as usize)?;
        Some(Target {
            tables,
            processor: row as u16,
            arch: processor.arch,
            root: arch.root,
            glance: glance_of(tables, processor.arch, processor.features),
            features: processor.features,
            lacks: lacks(processor.features, processor.arch),
            options: 0,
        })
    }

    /// What it says beyond its processor, in bits of the machine's own module.
    #[doc(hidden)]
    pub fn options(&self) -> u16 {
        self.options
    }

    /// The same processor, with what the machine's own module says of it.
    #[doc(hidden)]
    #[must_use]
    pub fn with_options(self, options: u16) -> Target<'a> {
        Target { options, ..self }
    }

    /// The same processor without a feature that programs can do without: bit n of
    /// [`features`](Self::features). What needs the feature is no instruction of it then.
    #[must_use]
    pub fn without_feature(self, bit: u32) -> Target<'a> {
        self.with_features(self.features & !1_u32.unbounded_shl(bit))
    }

    /// The same processor with a feature that programs can be made with, as
    /// [`without_feature`](Self::without_feature) without one.
    #[must_use]
    pub fn with_feature(self, bit: u32) -> Target<'a> {
        self.with_features(self.features | 1_u32.unbounded_shl(bit))
    }

    fn with_features(self, features: u32) -> Target<'a> {
        Target {
            features,
            lacks: lacks(features, self.arch),
            glance: glance_of(self.tables, self.arch, features),
            ..self
        }
    }

    /// Its row of [`Tables::processors`].
    pub fn row(&self) -> usize {
        self.processor.into()
    }

    /// The machine's tables.
    pub fn tables(&self) -> &'a Tables<'a> {
        self.tables
    }

    /// The processor's row.
    pub fn processor(&self) -> &'a Processor {
        &self.tables.processors[self.processor as usize]
    }

    /// The architecture's row.
    pub fn arch(&self) -> &'a Arch {
        &self.tables.archs[self.arch as usize]
    }

    /// Index of the architecture in [`Tables::archs`].
    pub fn arch_index(&self) -> u8 {
        self.arch
    }

    /// Whether a form is one for this processor.
    #[inline]
    pub(crate) fn has_form(&self, form: &crate::tables::Form) -> bool {
        form.features & !self.features == 0
    }

    /// The processor's features; bit n is row n of [`Tables::features`].
    pub fn features(&self) -> u32 {
        self.features
    }

    /// The syntax of that name, in any case, if the processor's instructions can be
    /// written in it.
    pub fn syntax(&self, name: &str) -> Option<SyntaxId> {
        self.syntaxes()
            .find(|(_, known)| known.eq_ignore_ascii_case(name))
            .map(|(syntax, _)| syntax)
    }

    /// The syntaxes that the processor's instructions can be written in, with their names.
    pub fn syntaxes(&self) -> impl Iterator<Item = (SyntaxId, &'a str)> + use<'a> {
        let (tables, arch) = (self.tables, self.arch);
        let rows = tables.syntaxes.iter().enumerate();
        rows.filter(move |(_, row)| row.archs >> arch & 1 != 0)
            .map(move |(index, row)| (SyntaxId(index as u8), tables.text(row.name)))
    }

    /// Size of an instruction in bytes, with its literal.
    pub fn size(&self, inst: Inst) -> usize {
        inst.size()
    }

    /// The encoding's row; `None` if the instruction is none of this machine.
    #[inline]
    pub fn encoding(&self, inst: Inst) -> Option<&'a Encoding> {
        self.tables.encodings.get(inst.encoding() as usize)
    }

    /// What the instruction does, apart from how it is encoded; `None` if it
    /// is none of this machine.
    pub fn instruction(&self, inst: Inst) -> Option<&'a Instruction> {
        let encoding = self.encoding(inst)?;
        self.tables.instructions.get(encoding.instruction as usize)
    }

    /// What its encoding does beyond its operands: states, memory, wait counters,
    /// branch targets. `None` if the instruction is none of this machine.
    pub fn effects(&self, inst: Inst) -> Option<&'a Effects> {
        let encoding = self.encoding(inst)?;
        self.tables.effects.get(encoding.effects as usize)
    }

    /// The mnemonic; empty if the instruction is none of this machine.
    pub fn mnemonic(&self, inst: Inst) -> &'a str {
        self.instruction(inst).map_or("", |row| self.text(row.name))
    }

    /// Size of an encoding in bytes, without a literal.
    #[cfg(feature = "object")]
    #[inline]
    pub(crate) fn own_size(&self, encoding: u16) -> Option<u8> {
        let row = self.tables.captions.get(usize::from(encoding))?;
        Some(row.size)
    }

    #[inline]
    pub(crate) fn shape_of(&self, encoding: &Encoding) -> &'a Shape {
        &self.tables.shapes[encoding.shape as usize]
    }

    #[inline]
    pub(crate) fn text(&self, text: Text) -> &'a str {
        self.tables.text(text)
    }
}
