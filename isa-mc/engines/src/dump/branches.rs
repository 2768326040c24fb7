//! Where branches lead, in the names of symbols.

use object::elf;

use super::source::Source;
use super::symbols::{Listed, Symbols, last_before};
use crate::Inst;
use crate::tables::NONE;

/// How the distance of a branch is shown.
pub(super) enum Shown<'d> {
    /// By the name of a symbol, in place of the number.
    Name(u16, &'d str),
    /// As a number, with the nearest symbol behind the instruction.
    Near(Option<(&'d str, u64)>),
}

impl<'d> Symbols<'d> {
    /// How a branch in a section is shown; `None` if the instruction is none.
    pub(super) fn branch(
        &self,
        source: &Source<'d, '_>,
        section: usize,
        inst: Inst,
        address: u64,
    ) -> Option<Shown<'d>> {
        let operand = source.target.relative_operand(inst);
        if operand == NONE {
            return None;
        }
        let target = source.target.branch_target(inst, address)?;
        if let Some(name) = self.label(section, target) {
            return Some(Shown::Name(operand, name));
        }
        // Only what begins with its distance is taken for a branch.
        let near = match operand {
            0 => self.near(source, section, target),
            _ => None,
        };
        Some(Shown::Near(near))
    }

    /// The first symbol of a place of which nobody has said what it is.
    fn label(&self, section: usize, target: u64) -> Option<&'d str> {
        let symbols = &self.sections[section];
        let first = symbols.partition_point(|it| it.address < target);
        let mut here = symbols[first..]
            .iter()
            .take_while(|it| it.address == target);
        let found = here.find(|it| it.kind == elf::STT_NOTYPE);
        found.map(|it| it.name)
    }

    /// The nearest symbol before a place, and how far it is.
    fn near(&self, source: &Source<'d, '_>, section: usize, target: u64) -> Option<(&'d str, u64)> {
        let found = match source.file.is_linked {
            false => last_before(&self.sections[section], target),
            true => self.near_linked(source, target),
        };
        let found = found.or_else(|| last_before(&self.absolute, target))?;
        Some((found.name, target - found.address))
    }

    /// The same in a linked file, where branches may lead to another section: the nearest
    /// one before the place, or another one at the same address.
    fn near_linked(&self, source: &Source<'d, '_>, target: u64) -> Option<&Listed<'d>> {
        let address = |at: usize| source.file.sections[at].address;
        let behind = self.by_address.partition_point(|&at| address(at) <= target);
        let before = self.by_address[..behind].iter().rev().copied();
        let nearest = address(*self.by_address[..behind].last()?);
        let mut candidates = before.take_while(|&at| address(at) == nearest);
        candidates.find_map(|at| last_before(&self.sections[at], target))
    }
}
