//! The scalar side of a wave, and how instructions that change it are written.

/// What an instruction works on, and what it leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wave {
    /// The first source.
    pub src0: u64,
    /// The second source.
    pub src1: u64,
    /// The destination; of comparisons with a constant the register.
    pub dst: u64,
    /// The constant in the instruction.
    pub constant: u16,
    /// The word behind the instruction.
    pub word: u32,
    /// The scalar condition code.
    pub scc: bool,
    /// The active lanes.
    pub exec: u64,
    /// The vector condition code.
    pub vcc: u64,
    /// M0.
    pub m0: u32,
    /// MODE.
    pub mode: u32,
    /// The address of the next instruction.
    pub pc: u64,
    /// Where private memory lies.
    pub flat_scratch: u64,
    /// It has 32 lanes: masks of them are single registers.
    pub is_wave32: bool,
    /// TRAPSTS.
    pub trapsts: u32,
    /// Whether instructions come through the address translation of the host.
    pub inst_atc: bool,
    /// Whether a debugger has set its conditions: that of the system, that of the user.
    pub debug: [bool; 2],
    /// How it goes on: whether the program has ended, whether it has come to a barrier
    /// and waits there, the trap that it called with bit 8 set, and whether it is halted.
    pub goes_on: GoesOn,
}

impl Wave {
    /// Whether a mask has none of the lanes that there are.
    pub(super) fn is_none(&self, mask: u64) -> bool {
        match self.is_wave32 {
            true => mask.is_multiple_of(1 << 32),
            false => mask == 0,
        }
    }
}

/// What stops a wave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GoesOn {
    /// The program has ended.
    pub ended: bool,
    /// It is at a barrier, and waits there.
    pub barrier: bool,
    /// The trap that it has called.
    pub trap: Option<u8>,
    /// It is halted.
    pub halted: bool,
}

/// How an instruction is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operand {
    /// The destination, of so many bits.
    Destination(u32),
    /// The first source, of so many bits.
    First(u32),
    /// The second source, of so many bits.
    Second(u32),
    /// The constant as a signed number.
    Signed,
    /// The constant as an unsigned number.
    Unsigned,
    /// The constant, with so many bits that may be set.
    Bits(u32),
    /// The constant as a part of a hardware register.
    Hardware,
    /// The word behind the instruction.
    Word,
    /// No register.
    Null,
    /// The constant as a small number, in the place of a register.
    Small,
}

/// What an instruction does.
pub struct Meaning {
    /// Its operands as they are written.
    pub operands: Vec<Operand>,
    /// Sources are numbers of floating point of so many bits; 0 if they are not.
    pub floating: u32,
    /// What becomes of the wave; if nobody can say that, some words of the reason.
    pub run: Box<dyn Fn(Wave) -> Result<Wave, &'static str>>,
}

pub(super) fn says(operands: &[Operand], run: impl Fn(&mut Wave) + 'static) -> Meaning {
    Meaning {
        operands: operands.to_vec(),
        floating: 0,
        run: Box::new(move |mut wave| {
            run(&mut wave);
            Ok(wave)
        }),
    }
}

/// Nobody can say what it does, for whatever reason.
pub(super) fn unknown(operands: &[Operand]) -> Meaning {
    Meaning {
        operands: operands.to_vec(),
        floating: 0,
        run: Box::new(|_| Err("")),
    }
}

/// 64 bits whose lowest are those of 32, extended by the sign.
pub(super) fn signed(value: u64) -> i64 {
    i64::from(value as u32 as i32)
}
