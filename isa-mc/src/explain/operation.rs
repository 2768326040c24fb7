//! What an instruction does, as pseudocode.

use isa_dsl::operation::environment::Half;
use isa_dsl::operation::environment::LANE;
use isa_dsl::operation::specialise::{Known, specialise};

use crate::exec::Specialised;
use crate::tables::{Instruction, Program, SourceKind, Tables};

use super::derived::{Actions, Derived, spelled};
use super::explained::Explained;

/// A name that the family of an instruction gives its operations, and what it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Around {
    /// The name, as the operation uses it: `FA`, `TYPE(SRC0)`.
    pub name: String,
    /// Its declaration: `FLOAT FA = ASFLOAT(SRC0);`
    pub text: String,
}

/// What an instruction does, as pseudocode; the language is that of `docs/operations.md`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// Which lanes it runs for, as what follows "for each lane": `of EXEC`; `None` if it runs
    /// once.
    pub lanes: Option<String>,
    /// What the row says, for this instruction: fields that decide something are put in, and
    /// what cannot run is left out. Lines without a newline at the end; empty if nothing
    /// changes.
    pub body: String,
    /// What the body uses that the family has around it, put in as well, in the order of their
    /// use.
    pub around: Vec<Around>,
    /// All of it as the description has it, for every encoding and every value.
    pub full: String,
    /// Operands, fields, states and memory that it reads, also those under conditions.
    pub reads: Vec<String>,
    /// Operands, states and memory that it writes.
    pub writes: Vec<String>,
}

impl Operation {
    /// That of an instruction.
    pub(super) fn of<T: Explained>(target: &T, inst: T::Inst, row: &Instruction) -> Operation {
        let tables = target.tables();
        let (lets, operation) = (tables.text(row.lets), tables.text(row.operation).trim_end());
        let program = tables.programs.get(usize::from(row.program));
        let special = target.specialised(inst);
        let operands = target.operands(inst).into_iter();
        let operands: Vec<String> = operands.map(|it| it.name.to_uppercase()).collect();
        let known = |name: &str| known(tables, program?, special.as_ref(), &operands, name);
        let stand_ins = target.stand_ins(inst);
        let states: Vec<(String, &str)> = (stand_ins.iter())
            .filter_map(|it| {
                let state = tables.states.get(usize::from(it.state))?;
                Some((tables.text(it.name).to_uppercase(), tables.text(state.name)))
            })
            .collect();
        let states: Vec<(&str, &str)> = states.iter().map(|(a, b)| (a.as_str(), *b)).collect();
        let special_text = specialise(lets, operation, &known, &states);
        let (body, around) = match special_text {
            Some(it) => {
                let around = it.around.into_iter();
                let around = around.map(|(name, text)| Around { name, text });
                (it.body, around.collect())
            }
            // What this reader does not read is shown as it is.
            None => (operation.to_string(), Vec::new()),
        };
        let derived = program.map(|program| {
            let sources = &tables.sources[program.sources.range()];
            let beginning = &tables.actions[program.beginning.range()];
            let (first, second) = beginning.split_at(usize::from(program.before));
            let rest;
            let actions = match &special {
                Some(it) => {
                    let (before, rest) = it.actions.split_at(it.before);
                    Actions {
                        sources,
                        before,
                        rest,
                        lanes: it.lanes,
                    }
                }
                None => {
                    rest = [second, &tables.actions[program.actions.range()]].concat();
                    Actions {
                        sources,
                        before: first,
                        rest: &rest,
                        lanes: program.lanes,
                    }
                }
            };
            Derived::of(tables, &actions, stand_ins)
        });
        let mut derived = derived.unwrap_or_default();
        let lanes = derived.lanes.take();
        // What is undefined from its beginning on does nothing that can be told.
        let (reads, writes) = match body.starts_with("undefined ") {
            true => (Vec::new(), Vec::new()),
            false => derived.lists(),
        };
        Operation {
            lanes,
            body,
            around,
            full: format!("{lets}{operation}"),
            reads,
            writes,
        }
    }
}

/// What is known of a name of the pseudocode in an instruction.
fn known(
    tables: &Tables<'_>,
    program: &Program,
    special: Option<&Specialised>,
    operands: &[String],
    name: &str,
) -> Option<Known> {
    let sources = &tables.sources[program.sources.range()];
    let is_it = |text: &str| sources.iter().position(|it| spelled(tables, it) == text);
    if name == LANE {
        return None;
    }
    // A half of an operand is known no better than the operand.
    if let Some((whole, _)) = Half::of(name)
        && is_it(whole).is_some()
    {
        return Some(Known {
            bits: u32::from(Half::BITS),
            value: None,
            is_field: false,
        });
    }
    // A field that belongs to an operand is written behind it.
    let Some(at) = is_it(name).or_else(|| is_it(&name.replace('.', "_"))) else {
        // What no encoding of the instruction has is zero, and not in its program.
        return Some(Known {
            bits: 32,
            value: Some(0),
            is_field: false,
        });
    };
    let source = &sources[at];
    let value = special.and_then(|it| it.values.get(at).copied().flatten());
    Some(Known {
        bits: u32::from(source.bits),
        // An operand keeps its name, whether it is a register or a constant; one that this
        // encoding lacks is zero.
        value: value.filter(|_| !operands.iter().any(|operand| operand == name)),
        // A feature or a state that the processor lacks is nothing that a reader can look up.
        is_field: matches!(source.kind.get(), SourceKind::Field | SourceKind::Modifier),
    })
}
