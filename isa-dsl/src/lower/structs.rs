//! Structs, a row for each architecture.

use super::lowering::Lowering;
use super::pool;
use crate::model::Token;
use crate::tables::{self, Direction};

impl Lowering<'_> {
    pub(super) fn structs(&mut self) {
        for structure in &self.model.structs {
            for shape in &structure.archs {
                let members: Vec<tables::Operand> = shape
                    .members
                    .iter()
                    .map(|member| tables::Operand {
                        direction: Direction::Member.into(),
                        ..self.operand(member)
                    })
                    .collect();
                let forms: Vec<tables::Form> = shape
                    .forms
                    .iter()
                    .map(|form| self.form(form, &shape.members))
                    .collect();
                let row = tables::Struct {
                    outlines: 0,
                    name: self.pool.text(&structure.name),
                    title: self.pool.text(&structure.title),
                    bits: structure.bits as u8,
                    reserved: shape.reserved,
                    members: pool::append(&mut self.tables.operands, &members),
                    forms: pool::append(&mut self.tables.forms, &forms),
                    listed: shape
                        .forms
                        .iter()
                        .any(|form| {
                            form.tokens
                                .iter()
                                .any(|token| matches!(token, Token::AnyOrder(_)))
                        })
                        .into(),
                };
                self.tables.structs.push(row);
            }
        }
    }
}
