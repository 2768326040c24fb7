//! Waiting for what is on its way.
//!
//! Memory instructions go on in the background; counters say how many are not done. The
//! descriptions say which instruction counts which of them, and which registers it
//! reads and writes. Before an instruction that touches a register that is not there
//! yet, or not free yet, stands `s_waitcnt`; where each counter has an instruction that is called
//! like it, `s_wait_loadcnt`, stands that one.
//!
//! Results of vector memory come in their order, so a count above zero can be waited
//! for. Scalar memory has no order. Where blocks meet nothing is on its way.

use std::collections::BTreeMap;

use isa_mc::gcn;
use isa_mc::{BuildError, Builder, Inst, OperandError, OperandValue, StructValue, Target};

use super::ir::Instruction;

/// The counter that says that what is stored was read (up to GCN 1.1; later
/// processors read it at once).
const READ: &str = "expcnt";

/// Counters that count down in order.
const ORDERED: [&str; 3] = ["vmcnt", "loadcnt", READ];

/// The greatest count that an instruction can wait for, of any counter.
const MOST: usize = 63;

/// Why no wait could be made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum WaitError {
    Build(BuildError),
    Counter(OperandError),
}

/// What is on its way, for one counter: each with the registers that must not be
/// touched, and of these whether reading is right.
type Pending = Vec<Vec<((u16, u16), bool)>>;

struct Waits<'a> {
    target: Target<'a>,
    pending: BTreeMap<&'a str, Pending>,
}

/// Puts waits into a block.
pub fn insert(target: &Target<'_>, block: &mut Vec<Instruction>) -> Result<(), WaitError> {
    let mut waits = Waits {
        target: *target,
        pending: BTreeMap::new(),
    };
    let mut out = Vec::with_capacity(block.len());
    for instruction in block.drain(..) {
        let inst = instruction.inst;
        let is_branch = target
            .describe(inst)
            .is_some_and(|it| it.branch().is_some());
        let counts = match is_branch {
            true => waits.all(),
            false => waits.needed(inst),
        };
        waits.wait(counts, &mut out)?;
        waits.note(inst);
        out.push(instruction);
    }
    let counts = waits.all();
    waits.wait(counts, &mut out)?;
    *block = out;
    Ok(())
}

impl<'a> Waits<'a> {
    /// What must be waited for before an instruction: for each counter, how many may
    /// still be on their way.
    fn needed(&self, inst: Inst) -> BTreeMap<&'a str, usize> {
        let mut counts = BTreeMap::new();
        for (&counter, pending) in &self.pending {
            let conflicts = |registers: &Vec<((u16, u16), bool)>| {
                self.target.accesses(inst).any(|access| {
                    access.units().any(|unit| {
                        let same = registers.iter().filter(|(other, _)| *other == unit);
                        same.clone().any(|(_, may_read)| access.writes || !may_read)
                    })
                })
            };
            let Some(last) = pending.iter().rposition(conflicts) else {
                continue;
            };
            let behind = match ORDERED.contains(&counter) {
                true => pending.len() - 1 - last,
                false => 0,
            };
            counts.insert(counter, behind);
        }
        counts
    }

    fn all(&self) -> BTreeMap<&'a str, usize> {
        let pending = self.pending.iter().filter(|(_, all)| {
            // What touches no register need not be waited for.
            all.iter().any(|registers| !registers.is_empty())
        });
        pending.map(|(&counter, _)| (counter, 0)).collect()
    }

    fn note(&mut self, inst: Inst) {
        let Some(description) = self.target.describe(inst) else {
            return;
        };
        if !description.loads() && !description.stores() {
            return;
        }
        for counter in description.counters() {
            let accesses = self.target.accesses(inst).filter(|it| it.operand.is_some());
            let touched = accesses.filter(|access| match counter == READ {
                true => access.reads,
                false => access.writes,
            });
            let units = touched.flat_map(|it| it.units());
            let registers = units.map(|unit| (unit, counter == READ)).collect();
            self.pending.entry(counter).or_default().push(registers);
        }
    }

    /// A wait until no more than so many are on their way.
    fn wait(
        &mut self,
        counts: BTreeMap<&'a str, usize>,
        out: &mut Vec<Instruction>,
    ) -> Result<(), WaitError> {
        if counts.is_empty() {
            return Ok(());
        }
        let for_one = gcn::opcode::S_WAIT_LOADCNT;
        match self.target.descriptions_of(for_one).next() {
            None => out.push(self.wait_for_all(&counts)?),
            Some(_) => {
                for (counter, count) in &counts {
                    out.push(self.wait_for_one(counter, *count)?);
                }
            }
        }
        for (counter, count) in counts {
            let pending = self.pending.entry(counter).or_default();
            pending.drain(..pending.len().saturating_sub(count));
        }
        Ok(())
    }

    /// A wait for one counter.
    fn wait_for_one(&self, counter: &str, count: usize) -> Result<Instruction, WaitError> {
        let opcode = self.target.opcode(&format!("s_wait_{counter}"));
        let opcode = opcode.ok_or(WaitError::Build(BuildError::NotHere))?;
        let count = count.min(MOST) as i64;
        let builder = Builder::new(opcode).operand("simm16", OperandValue::Int(count));
        let inst = builder.build(&self.target).map_err(WaitError::Build)?;
        Ok(Instruction {
            inst,
            parts: Vec::new(),
            place: None,
        })
    }

    /// A wait for all counters at once.
    fn wait_for_all(&self, counts: &BTreeMap<&'a str, usize>) -> Result<Instruction, WaitError> {
        let inst = gcn::s_waitcnt(0)
            .build(&self.target)
            .map_err(WaitError::Build)?;
        let operand = self.target.operands(inst).next();
        let Some(OperandValue::Struct(mut value)) = operand.and_then(|it| it.value) else {
            return Err(WaitError::Counter(OperandError::Kind));
        };
        for counter in ["vmcnt", "expcnt", "lgkmcnt"] {
            let wanted = counts.get(counter).copied();
            value = self.limit(value, counter, wanted)?;
        }
        let inst = self
            .target
            .set_operand(inst, 0, OperandValue::Struct(value));
        Ok(Instruction {
            inst: inst.map_err(WaitError::Counter)?,
            parts: Vec::new(),
            place: None,
        })
    }

    /// The operand with a limit for a counter, or the greatest that there is.
    fn limit(
        &self,
        value: StructValue,
        counter: &str,
        wanted: Option<usize>,
    ) -> Result<StructValue, WaitError> {
        let member = self.target.members(value).find(|it| it.name == counter);
        let member = member.ok_or(WaitError::Counter(OperandError::NoOperand))?;
        let most = wanted.unwrap_or(MOST).min(MOST) as i64;
        let mut error = OperandError::Range;
        for count in (0..=most).rev() {
            match self
                .target
                .set_member(value, member.index, OperandValue::Int(count))
            {
                Ok(value) => return Ok(value),
                Err(found) => error = found,
            }
        }
        Err(WaitError::Counter(error))
    }
}
