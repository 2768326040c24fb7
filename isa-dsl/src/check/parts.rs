//! The statements of a family, by what they are.

use crate::sorted::SortedSet;
use std::sync::Arc;

use super::context::IndexedLine;
use crate::ast::{self, EffectKind};
use crate::diagnostic::Diagnostic;
use crate::machine::ArchSet;
use crate::model::Effects;
use crate::template::Piece;

/// A family.
pub(super) struct Parts<'a> {
    /// The item.
    pub family: &'a ast::Family,
    /// Architectures of each opcode column.
    pub columns: Vec<ArchSet>,
    /// Its encodings: one that the family itself describes, or those listed.
    pub encodings: Vec<EncodingParts<'a>>,
    /// For which lanes its operations run.
    pub lanes: Option<&'a ast::OpExpr>,
    /// `let` statements, and those from outside of families that it needs.
    pub locals: Arc<Vec<Arc<ast::Local>>>,
    /// `let` statements of the family, as they stand.
    pub own_locals: Vec<&'a Arc<ast::Local>>,
    /// Names of `let`s that are declared of an operand, also of those outside of families.
    pub of_operands: Arc<SortedSet<String>>,
    /// Rows.
    pub rows: Vec<&'a ast::Row>,
    /// The feature that every row asks for, as its bit; 0 if there is none.
    pub needed: u32,
    /// Lints that it asks for.
    pub checks: Vec<&'a ast::Name>,
}

impl Parts<'_> {
    /// The first encoding that says what it reads or writes and leaves an effect out,
    /// on one of some architectures that it has.
    pub fn lacking(
        &self,
        kind: EffectKind,
        name: &str,
        archs: ArchSet,
    ) -> Option<&EncodingParts<'_>> {
        let mut saying = self.encodings.iter().filter(|it| it.says(kind));
        saying.find(|encoding| {
            let there = encoding.archs.and(archs);
            let declared = encoding.declared(kind, name);
            there.0 & !declared.0 != 0
        })
    }

    /// All that its encodings declare of a kind.
    pub fn said(&self, kind: EffectKind) -> Vec<&str> {
        let effects = self.encodings.iter().flat_map(|it| &it.effects);
        let mut names = Vec::new();
        for effect in effects.filter(|it| it.kind == kind && !it.implied) {
            if !names.contains(&effect.name.text.as_str()) {
                names.push(&effect.name.text);
            }
        }
        names
    }

    /// Whether some encoding declares an effect.
    pub fn declares(&self, kind: EffectKind, name: &str) -> bool {
        let mut encodings = self.encodings.iter();
        encodings.any(|encoding| !encoding.declared(kind, name).is_empty())
    }
}

/// Something that an encoding declares to read, write, count or branch to.
#[derive(Clone, Copy)]
pub(super) struct DeclaredEffect<'a> {
    /// Which of them.
    pub kind: EffectKind,
    /// What.
    pub name: &'a ast::Name,
    /// Where.
    pub archs: ArchSet,
    /// It follows from a state in the place of an operand.
    pub implied: bool,
}

/// One encoding of a family: its own statements after the family's.
#[derive(Clone)]
pub(super) struct EncodingParts<'a> {
    /// Name; `None` for a family with one encoding.
    pub name: Option<&'a ast::Name>,
    /// Suffix that forces it.
    pub suffix: Option<&'a ast::Name>,
    /// The suffix is understood and not printed.
    pub suffix_read: bool,
    /// Layout.
    pub layout: &'a ast::UseLayout,
    /// Where it exists.
    pub archs: ArchSet,
    /// Operands.
    pub operands: Vec<&'a ast::Operand>,
    /// Fields declared unused, and where.
    pub unused: Vec<(&'a ast::Name, ArchSet)>,
    /// Forms.
    pub forms: Vec<FormParts<'a>>,
    /// Rules.
    pub rules: Vec<&'a ast::Require>,
    /// States in the place of operands, and where.
    pub stand_ins: Vec<(&'a ast::StandIn, ArchSet)>,
    /// Operands that states move.
    pub indexed: Vec<IndexedLine<'a>>,
    /// What the family and the encoding declare to read, write, count and branch
    /// to.
    pub effects: Vec<DeclaredEffect<'a>>,
}

/// A form of an encoding, its template taken apart once for all shapes.
#[derive(Clone)]
pub(super) struct FormParts<'a> {
    /// As it is written.
    pub form: &'a ast::Form,
    /// The pieces of its template, or what is wrong with it.
    pub pieces: Arc<Result<Vec<Piece>, Diagnostic>>,
}

impl EncodingParts<'_> {
    /// Where an effect is declared.
    fn declared(&self, kind: EffectKind, name: &str) -> ArchSet {
        let all = self.effects.iter();
        let all = all.filter(|it| it.kind == kind && it.name.text == name);
        all.fold(ArchSet(0), |archs, it| ArchSet(archs.0 | it.archs.0))
    }

    /// Whether anything of a kind is declared: then that is all there is.
    pub fn says(&self, kind: EffectKind) -> bool {
        let mut effects = self.effects.iter();
        effects.any(|it| it.kind == kind && !it.implied)
    }

    /// What is declared of it on an architecture.
    pub fn effects_on(&self, arch: usize) -> Effects {
        let mut effects = Effects::default();
        for declared in self.effects.iter().filter(|it| it.archs.contains(arch)) {
            let list = match declared.kind {
                EffectKind::Reads => &mut effects.reads,
                EffectKind::Writes => &mut effects.writes,
                EffectKind::Counts => &mut effects.counts,
                EffectKind::Branches => &mut effects.branches,
            };
            if !list.contains(&declared.name.text) {
                list.push(declared.name.text.clone());
            }
        }
        effects
    }
}
