//! What lowering works on: the model, and the tables so far.

use super::pool::{self, Pool};
use crate::ast;
use crate::known::Known;
use crate::model::{Effects, Model};
use crate::tables::{self, Action, Rows, Source, Step, TablesBuf, Text};

/// Programs by their rows.
#[derive(Debug, Default)]
pub struct Programs {
    pub known: Known<(Vec<Action>, Vec<Source>, u16, Rows), u16>,
    /// What programs begin with: their `let`s.
    pub beginnings: Known<Vec<Action>, Rows>,
}

/// What lowering works on.
pub(crate) struct Lowering<'a> {
    /// The model.
    pub model: &'a Model,
    /// The tables so far.
    pub tables: TablesBuf,
    /// Strings and shared lists.
    pub pool: Pool,
    /// Operations.
    pub programs: Programs,
    /// Programs of rules, and where they lie.
    pub rule_programs: Known<Vec<Step>, Rows>,
    /// What encodings do beyond their operands, and where it lies.
    pub effects: Known<Effects, u16>,
    /// By instruction the aliases that name it, as indices into those of the model.
    pub aliases: Vec<Vec<usize>>,
}

impl<'a> Lowering<'a> {
    /// Of a model of which nothing is lowered yet.
    pub(crate) fn new(model: &'a Model) -> Lowering<'a> {
        let mut aliases = vec![Vec::new(); model.instructions.len()];
        for (index, alias) in model.aliases.iter().enumerate() {
            for &instruction in &alias.instructions {
                let of_it: &mut Vec<usize> = &mut aliases[instruction];
                if of_it.last() != Some(&index) {
                    of_it.push(index);
                }
            }
        }
        Lowering {
            model,
            tables: TablesBuf::default(),
            pool: Pool::default(),
            programs: Programs::default(),
            rule_programs: Known::default(),
            effects: Known::default(),
            aliases,
        }
    }

    /// A list of texts.
    pub(crate) fn texts(&mut self, list: &[String]) -> Rows {
        let rows: Vec<Text> = list.iter().map(|text| self.pool.text(text)).collect();
        pool::append(&mut self.tables.texts, &rows)
    }
}

/// A direction as rows have it.
pub fn direction(direction: ast::Direction) -> tables::Direction {
    match direction {
        ast::Direction::In => tables::Direction::In,
        ast::Direction::Out => tables::Direction::Out,
        ast::Direction::InOut => tables::Direction::InOut,
    }
}
