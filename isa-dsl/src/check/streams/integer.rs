//! Pieces that are integers, and their members.

use super::pieces;
use super::resolver::Resolver;
use crate::ast;
use crate::bits::{self, BitField};
use crate::check::kinds;
use crate::declare::Sort;
use crate::model::{
    Condition, Integer, Kind, Named, Place, StreamInteger, StreamMember, StreamPlace, StreamStep,
    What,
};
use crate::sorted::sort_by_key;
use crate::tables::ValueType;

impl Resolver<'_, '_> {
    pub(super) fn integer(
        &mut self,
        piece: &ast::Piece,
        name: &ast::Name,
        presence: &[Condition],
    ) -> u64 {
        let Some(width) = pieces::width(&piece.ty, self.context, self.model) else {
            self.lose(&piece.names);
            return 0;
        };
        self.directed(name, piece.direction);
        let leaf = self.out.leaves;
        self.out.leaves += 1;
        let mut integer = StreamInteger {
            name: name.text.clone(),
            leaf,
            bytes: width / 8,
            mask: 0,
            bits: 0,
            reserved: 0,
            silent: 0,
            default: 0,
            members: Vec::new(),
        };
        let whole = BitField::single(0, width);
        let kind = match self.context.names.find(&piece.ty.text) {
            Some((Sort::Class, class)) => Kind::Class(class, ValueType::Untyped),
            _ => unsigned(width),
        };
        kinds::no_alike(name, &kind, self.context, self.model);
        if let Some(value) = piece.value {
            (integer.mask, integer.bits) = (bits::ones(width), value.value);
        } else if piece.bits.is_none() {
            integer.members.push(StreamMember {
                name: name.text.clone(),
                field: whole.clone(),
                kind: kind.clone(),
                span: name.span,
            });
        }
        let value = |field: BitField, kind: Kind, parted: bool, fixed: bool| {
            What::Value(StreamPlace {
                place: Place { leaf, field },
                kind,
                parted,
                fixed,
            })
        };
        let conditional = piece.when.is_some();
        let named = Named {
            what: value(whole, kind, piece.bits.is_some(), piece.value.is_some()),
            presence: presence.to_vec(),
            span: name.span,
        };
        self.declare(&name.text, named, conditional);
        if let Some(bits) = &piece.bits {
            for (member, field, kind, fixed) in self.members(bits, &mut integer) {
                let named = Named {
                    what: value(field, kind, false, fixed),
                    presence: presence.to_vec(),
                    span: member.span,
                };
                self.declare(&format!("{}.{}", name.text, member.text), named, true);
            }
        }
        self.out.steps.push(StreamStep::Integer(integer));
        u64::from(width / 8)
    }

    /// The parts of an integer on this architecture.
    fn members<'p>(
        &mut self,
        bits: &'p ast::PieceBits,
        integer: &mut StreamInteger,
    ) -> Vec<(&'p ast::Name, BitField, Kind, bool)> {
        let (machine, arch) = (self.context.machine, self.out.arch);
        let there = |at: Option<&ast::At>| machine.resolve(at, &mut Vec::new()).contains(arch);
        let mut all = Vec::new();
        for member in bits.members.iter().filter(|it| there(it.at.as_ref())) {
            let errors = self.context.diagnostics.len();
            let kind = kinds::resolve_fixed(&member.kind, self.context);
            // Reported with the pieces.
            self.context.diagnostics.truncate(errors);
            let (Some(field), Some(kind)) = (bits::field_of(&member.bits), kind) else {
                self.failed = true;
                continue;
            };
            if let Some(default) = member.default {
                integer.silent |= field.mask().low();
                integer.default |= field.place(default.value).low();
            }
            all.push((&member.name, field, kind, false));
        }
        for member in bits.fields.iter().filter(|it| there(it.at.as_ref())) {
            if let Some(field) = bits::field_of(&member.bits) {
                let kind = unsigned(field.width());
                all.push((&member.name, field, kind, false));
            }
        }
        for member in bits.fixed.iter().filter(|it| there(it.at.as_ref())) {
            if let Some(field) = bits::field_of(&member.bits) {
                integer.mask |= field.mask().low();
                integer.bits |= field.place(member.value.value).low();
                let kind = unsigned(field.width());
                all.push((&member.name, field, kind, true));
            }
        }
        for reserved in bits.reserved.iter().filter(|it| there(it.at.as_ref())) {
            if let Some(field) = bits::field_of(&[reserved.bits]) {
                integer.mask |= field.mask().low();
                integer.reserved |= field.mask().low();
            }
        }
        for ignored in bits.ignored.iter().filter(|it| there(it.at.as_ref())) {
            if let Some(field) = bits::field_of(&[ignored.bits]) {
                integer.silent |= field.mask().low();
            }
        }
        // In the order of the bits, as people read them.
        sort_by_key(&mut all, |(_, field, ..)| field.mask().trailing_zeros());
        for (name, field, kind, fixed) in &all {
            kinds::no_alike(name, kind, self.context, self.model);
            if !fixed {
                integer.members.push(StreamMember {
                    name: name.text.clone(),
                    field: field.clone(),
                    kind: kind.clone(),
                    span: name.span,
                });
            }
        }
        all
    }
}

/// An unsigned integer of as many bits.
pub fn unsigned(bits: u32) -> Kind {
    Kind::Integer(Integer {
        bits,
        signed: false,
        signless: false,
        hex: None,
        scale: 1,
        bias: 0,
        relative: None,
        float: None,
    })
}
