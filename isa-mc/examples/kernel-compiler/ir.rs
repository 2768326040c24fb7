//! Instructions over virtual registers, in blocks.
//!
//! An instruction is an [`Inst`] of the machine with any registers in its operands; a
//! [`Part`] says which virtual register an operand really is. What operands there are,
//! which way they go and what they accept, their description says.

use isa_mc::describe::Taken;
use isa_mc::tables::Direction;
use isa_mc::{Inst, Target};

/// A virtual register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Virtual(pub usize);

/// A block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub usize);

/// What a virtual register becomes: registers of a file that follow one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// Index into the machine's register files.
    pub file: u16,
    pub count: u8,
}

/// An operand that is a virtual register, or some of its registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Index of the operand.
    pub operand: usize,
    pub register: Virtual,
    /// The first of its registers.
    pub first: u8,
    pub count: u8,
}

#[derive(Debug, Clone)]
pub struct Instruction {
    pub inst: Inst,
    pub parts: Vec<Part>,
    /// The operand that is the distance to a block.
    pub place: Option<(&'static str, BlockId)>,
}

/// Instructions that run one after the other; only the last ones may go elsewhere.
#[derive(Debug, Clone, Default)]
pub struct Block {
    pub instructions: Vec<Instruction>,
}

/// A kernel's code.
#[derive(Debug, Clone)]
pub struct Program<'a> {
    pub target: Target<'a>,
    pub kinds: Vec<Kind>,
    pub blocks: Vec<Block>,
}

impl<'a> Program<'a> {
    pub fn new(target: Target<'a>) -> Program<'a> {
        Program {
            target,
            kinds: Vec::new(),
            blocks: Vec::new(),
        }
    }

    pub fn register(&mut self, kind: Kind) -> Virtual {
        self.kinds.push(kind);
        Virtual(self.kinds.len() - 1)
    }

    pub fn block(&mut self) -> BlockId {
        self.blocks.push(Block::default());
        BlockId(self.blocks.len() - 1)
    }

    /// Which way an operand goes.
    pub fn direction(&self, inst: Inst, operand: usize) -> Direction {
        let description = self.target.describe(inst);
        let found = description.and_then(|it| it.operands().find(|it| it.index == operand));
        found.map_or(Direction::InOut, |it| it.direction)
    }

    /// The blocks that may follow one.
    pub fn successors(&self, block: BlockId) -> Vec<BlockId> {
        let mut found = Vec::new();
        let mut falls_through = true;
        for instruction in &self.blocks[block.0].instructions {
            let description = self.target.describe(instruction.inst);
            let branch = description.and_then(|it| it.branch());
            found.extend(instruction.place.map(|(_, block)| block));
            falls_through = branch.is_none_or(|branch| branch.taken == Taken::Sometimes);
        }
        if falls_through && block.0 + 1 < self.blocks.len() {
            found.push(BlockId(block.0 + 1));
        }
        found
    }
}

/// What an instruction does to virtual registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    pub register: Virtual,
    pub reads: bool,
    pub writes: bool,
    /// Its value from before is gone.
    pub kills: bool,
}

impl Program<'_> {
    /// What an instruction does to virtual registers.
    ///
    /// A value of several registers is written part by part, its first registers
    /// first: that is where it begins.
    pub fn uses<'i>(&'i self, instruction: &'i Instruction) -> impl Iterator<Item = Use> + 'i {
        instruction.parts.iter().map(|part| {
            let direction = self.direction(instruction.inst, part.operand);
            let reads = direction != Direction::Out;
            let writes = matches!(direction, Direction::Out | Direction::InOut);
            Use {
                register: part.register,
                reads,
                writes,
                kills: writes && !reads && part.first == 0,
            }
        })
    }
}
