//! Linear-scan register allocation.
//!
//! Blocks lie one after the other, and each instruction has two points: what it reads
//! is read at the first, what it writes is written at the second. The lifetime of a
//! virtual register is the range of points from its first to its last; where it lives
//! around a loop, the whole loop. Virtual registers get machine registers in the order
//! in which their lifetimes begin. Registers that instructions name by themselves are
//! taken from their first use to their last, and in all of a loop in which they are.
//!
//! What an operand accepts is asked of its description, so alignment and limits of
//! encodings are nowhere else.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};

use isa_mc::describe::Description;
use isa_mc::{Inst, OperandError, OperandValue, Register, Target};

use super::ir::{BlockId, Program, Virtual};

/// Registers that may be given away: files with the numbers below which they lie.
pub type Limits = BTreeMap<u16, u16>;

/// Where no registers could be given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AllocateError {
    /// Too many values live at once.
    Registers {
        /// What people call a register of the file.
        file: String,
        /// How many of them are to follow one another.
        count: u8,
        /// How many there are.
        limit: u16,
    },
    /// An operand did not take its register.
    Operand {
        mnemonic: String,
        error: OperandError,
    },
}

/// The points of a lifetime, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Lifetime {
    start: usize,
    end: usize,
}

impl Lifetime {
    fn extend(this: &mut Option<Lifetime>, point: usize) {
        let lifetime = this.get_or_insert(Lifetime {
            start: point,
            end: point,
        });
        lifetime.start = lifetime.start.min(point);
        lifetime.end = lifetime.end.max(point);
    }

    /// Extends it to all of each loop that it is in.
    fn cover(&mut self, loops: &[Lifetime]) {
        loop {
            let before = *self;
            for it in loops {
                if self.overlaps(it) {
                    self.start = self.start.min(it.start);
                    self.end = self.end.max(it.end);
                }
            }
            if *self == before {
                return;
            }
        }
    }

    fn overlaps(&self, other: &Lifetime) -> bool {
        self.start <= other.end && other.start <= self.end
    }
}

/// Virtual registers that live where each block begins and ends.
struct Liveness {
    at_start: Vec<BTreeSet<Virtual>>,
    at_end: Vec<BTreeSet<Virtual>>,
}

fn liveness(program: &Program<'_>) -> Liveness {
    let count = program.blocks.len();
    let mut liveness = Liveness {
        at_start: vec![BTreeSet::new(); count],
        at_end: vec![BTreeSet::new(); count],
    };
    let mut changed = true;
    while changed {
        changed = false;
        for block in (0..count).rev() {
            let mut live = BTreeSet::new();
            for next in program.successors(BlockId(block)) {
                live.extend(&liveness.at_start[next.0]);
            }
            liveness.at_end[block].clone_from(&live);
            for instruction in program.blocks[block].instructions.iter().rev() {
                for it in program.uses(instruction).filter(|it| it.kills) {
                    live.remove(&it.register);
                }
                for it in program.uses(instruction).filter(|it| it.reads) {
                    live.insert(it.register);
                }
            }
            if live != liveness.at_start[block] {
                liveness.at_start[block] = live;
                changed = true;
            }
        }
    }
    liveness
}

/// Gives every virtual register its registers.
pub fn allocate(program: &Program<'_>, limits: &Limits) -> Result<Vec<Register>, AllocateError> {
    let mut lifetimes: Vec<Option<Lifetime>> = vec![None; program.kinds.len()];
    let mut fixed: BTreeMap<(u16, u16), Option<Lifetime>> = BTreeMap::new();
    let liveness = liveness(program);
    let mut point = 0;
    let mut starts = Vec::new();
    let mut loops = Vec::new();
    for (at, block) in program.blocks.iter().enumerate() {
        starts.push(point);
        for register in &liveness.at_start[at] {
            Lifetime::extend(&mut lifetimes[register.0], point);
        }
        for instruction in &block.instructions {
            for it in program.uses(instruction) {
                let lifetime = &mut lifetimes[it.register.0];
                if it.reads {
                    Lifetime::extend(lifetime, point);
                }
                if it.writes {
                    Lifetime::extend(lifetime, point + 1);
                }
            }
            let own = |operand| {
                instruction
                    .parts
                    .iter()
                    .any(|it| Some(it.operand) == operand)
            };
            let accesses = program.target.accesses(instruction.inst);
            for access in accesses.filter(|it| it.operand.is_none() || !own(it.operand)) {
                for unit in access.units() {
                    let lifetime = fixed.entry(unit).or_default();
                    // What is read before anything wrote it was there from the start.
                    if access.reads && lifetime.is_none() {
                        Lifetime::extend(lifetime, 0);
                    }
                    Lifetime::extend(lifetime, point);
                    Lifetime::extend(lifetime, point + usize::from(access.writes));
                }
            }
            point += 2;
        }
        for register in &liveness.at_end[at] {
            Lifetime::extend(&mut lifetimes[register.0], point.saturating_sub(1));
        }
        let back = program.successors(BlockId(at)).into_iter();
        loops.extend(back.filter(|next| next.0 <= at).map(|next| Lifetime {
            start: starts[next.0],
            end: point.saturating_sub(1),
        }));
    }
    for lifetime in fixed.values_mut().flatten() {
        lifetime.cover(&loops);
    }
    scan(program, limits, &lifetimes, &fixed)
}

fn scan(
    program: &Program<'_>,
    limits: &Limits,
    lifetimes: &[Option<Lifetime>],
    fixed: &BTreeMap<(u16, u16), Option<Lifetime>>,
) -> Result<Vec<Register>, AllocateError> {
    let accepts = Accepts::new(program);
    let mut order: Vec<(Lifetime, usize)> = lifetimes
        .iter()
        .enumerate()
        .filter_map(|(at, lifetime)| Some(((*lifetime)?, at)))
        .collect();
    order.sort_unstable();
    let nothing = |kind: &super::ir::Kind| Register {
        file: kind.file,
        number: 0,
        count: kind.count,
    };
    let mut given: Vec<Register> = program.kinds.iter().map(nothing).collect();
    // The end of the lifetime for which each register is given away.
    let mut busy: BTreeMap<(u16, u16), usize> = BTreeMap::new();
    for (lifetime, at) in order {
        let kind = program.kinds[at];
        let limit = limits.get(&kind.file).copied().unwrap_or(0);
        let is_free = |number: u16| {
            (number..number + u16::from(kind.count)).all(|number| {
                let unit = (kind.file, number);
                let given = busy.get(&unit).is_some_and(|end| *end >= lifetime.start);
                let named = fixed.get(&unit).copied().flatten();
                !given && named.is_none_or(|it| !it.overlaps(&lifetime))
            })
        };
        let mut numbers = 0..(limit + 1).saturating_sub(u16::from(kind.count));
        let number = numbers.find(|&number| is_free(number) && accepts.all(at, number));
        let Some(number) = number else {
            let tables = program.target.tables();
            let file = tables
                .text(tables.files[usize::from(kind.file)].title)
                .to_owned();
            let count = kind.count;
            return Err(AllocateError::Registers { file, count, limit });
        };
        given[at].number = number;
        for number in number..number + u16::from(kind.count) {
            busy.insert((kind.file, number), lifetime.end);
        }
    }
    Ok(given)
}

/// The operands that each virtual register is in.
struct Accepts<'p, 'a> {
    target: Target<'a>,
    program: &'p Program<'a>,
    /// Encodings with an operand, the first register of it and how many.
    operands: Vec<BTreeSet<(u16, usize, u8, u8)>>,
    /// An instruction of each encoding.
    examples: BTreeMap<u16, Inst>,
}

impl<'p, 'a> Accepts<'p, 'a> {
    fn new(program: &'p Program<'a>) -> Accepts<'p, 'a> {
        let mut operands = vec![BTreeSet::new(); program.kinds.len()];
        let mut examples = BTreeMap::new();
        for instruction in program.blocks.iter().flat_map(|it| &it.instructions) {
            let encoding = instruction.inst.encoding();
            examples.insert(encoding, instruction.inst);
            for part in &instruction.parts {
                let operand = (encoding, part.operand, part.first, part.count);
                operands[part.register.0].insert(operand);
            }
        }
        Accepts {
            target: program.target,
            program,
            operands,
            examples,
        }
    }

    /// Whether all operands with a virtual register accept it from a number on.
    fn all(&self, register: usize, number: u16) -> bool {
        let file = self.program.kinds[register].file;
        self.operands[register]
            .iter()
            .all(|&(encoding, operand, first, count)| {
                let number = number + u16::from(first);
                let value = OperandValue::Register(Register {
                    file,
                    number,
                    count,
                });
                let description = self.target.describe(self.examples[&encoding]);
                let mut operands = description.iter().flat_map(Description::operands);
                operands.any(|it| it.index == operand && it.accepts(value))
            })
    }
}

/// Puts registers into the operands.
pub fn assign(program: &mut Program<'_>, given: &[Register]) -> Result<(), AllocateError> {
    let target = program.target;
    for instruction in program
        .blocks
        .iter_mut()
        .flat_map(|it| &mut it.instructions)
    {
        let values: Vec<(usize, OperandValue<'_>)> = instruction
            .parts
            .iter()
            .map(|part| {
                let whole = given[part.register.0];
                let register = Register {
                    number: whole.number + u16::from(part.first),
                    count: part.count,
                    ..whole
                };
                (part.operand, OperandValue::Register(register))
            })
            .collect();
        let renamed = target.set_operands(instruction.inst, &values);
        instruction.inst = renamed.map_err(|error| AllocateError::Operand {
            mnemonic: target.mnemonic(instruction.inst).to_owned(),
            error,
        })?;
    }
    Ok(())
}

impl Display for AllocateError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            AllocateError::Registers { file, count, limit } => {
                let many = if *count == 1 {
                    "one"
                } else {
                    "several in a row"
                };
                write!(
                    f,
                    "too many values live at once: no {file} is free where {many} of {limit} \
                     must be; use fewer `let`s and arrays"
                )
            }
            AllocateError::Operand { mnemonic, error } => {
                write!(f, "{mnemonic} does not take a register: {error:?}")
            }
        }
    }
}

impl std::error::Error for AllocateError {}
