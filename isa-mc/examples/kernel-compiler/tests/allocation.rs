//! Random programs: values that live at the same time never share a register.

use std::collections::BTreeSet;

use isa_mc::gcn::{self, ScalarSource, VectorSource, s, v};
use isa_mc::{Builder, Register};

use super::super::allocate::{Limits, allocate, assign};
use super::super::ir::{BlockId, Instruction, Kind, Part, Program, Virtual};

/// Numbers that look random, and are the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % end
    }
}

const VECTORS: usize = 7;
const PAIRS: usize = 3;
const QUADS: usize = 2;

/// Blocks of random instructions that go to random blocks, loops among them.
fn program(random: &mut Random) -> Program<'static> {
    let target = gcn::target("gfx900").expect("a processor");
    let mut program = Program::new(target);
    for (count, number, file) in [
        (1, VECTORS, v(0).0.file),
        (2, PAIRS, s(0).0.file),
        (4, QUADS, s(0).0.file),
    ] {
        for _ in 0..number {
            program.register(Kind { file, count });
        }
    }
    let blocks = 1 + random.below(6);
    for _ in 0..blocks {
        program.block();
    }
    for block in 0..blocks {
        for _ in 0..random.below(8) {
            let instruction = instruction(&program, random);
            program.blocks[block].instructions.push(instruction);
        }
        if random.below(3) != 0 {
            let to = BlockId(random.below(blocks));
            let builder = match random.below(2) {
                0 => gcn::s_branch(0),
                _ => gcn::s_cbranch_scc0(0),
            };
            let mut branch = built(&program, &builder, &[]);
            branch.place = Some(("simm16", to));
            program.blocks[block].instructions.push(branch);
        }
    }
    program
}

fn built(program: &Program<'_>, builder: &Builder, named: &[(&str, usize, u8, u8)]) -> Instruction {
    let target = program.target;
    let inst = builder.build(&target).expect("an instruction");
    let parts = named.iter().map(|&(name, register, first, count)| Part {
        operand: target.operand(inst, name).expect(name).index,
        register: Virtual(register),
        first,
        count,
    });
    Instruction {
        inst,
        parts: parts.collect(),
        place: None,
    }
}

fn instruction(program: &Program<'_>, random: &mut Random) -> Instruction {
    let mut vector = || random.below(VECTORS);
    let (a, b, c) = (vector(), vector(), vector());
    let (pair, other) = (VECTORS + random.below(PAIRS), VECTORS + random.below(PAIRS));
    let quad = VECTORS + PAIRS + random.below(QUADS);
    match random.below(7) {
        0 => built(
            program,
            &gcn::v_mov_b32(v(0), VectorSource::Int(1)),
            &[("vdst", a, 0, 1)],
        ),
        1 => built(
            program,
            &gcn::v_add_f32(v(0), v(0), v(0)),
            &[("vdst", a, 0, 1), ("src0", b, 0, 1), ("src1", c, 0, 1)],
        ),
        // Its destination is read, too.
        2 => built(
            program,
            &gcn::v_mac_f32(v(0), v(0), v(0)),
            &[("vdst", a, 0, 1), ("src0", b, 0, 1), ("src1", c, 0, 1)],
        ),
        // What instructions name by themselves.
        3 => built(program, &gcn::v_mov_b32(v(0), v(1)), &[("vdst", a, 0, 1)]),
        4 => built(
            program,
            &gcn::s_and_b64(s(0).x(2), s(0).x(2), s(0).x(2)),
            &[
                ("sdst", pair, 0, 2),
                ("src0", other, 0, 2),
                ("src1", pair, 0, 2),
            ],
        ),
        5 => built(
            program,
            &gcn::s_mov_b64(s(0).x(2), ScalarSource::Int(0)),
            &[("sdst", quad, 2 * (random.below(2) as u8), 2)],
        ),
        _ => built(
            program,
            &gcn::s_mov_b64(s(0).x(2), s(0).x(2)),
            &[("sdst", pair, 0, 2), ("src0", quad, 0, 2)],
        ),
    }
}

/// Stands for `v1`, which some instructions read as it was at the start.
const FIXED: Virtual = Virtual(VECTORS + PAIRS + QUADS);

/// Whether an instruction names `v1` by itself.
fn names_fixed(program: &Program<'_>, instruction: &Instruction) -> bool {
    let own = |operand| instruction.parts.iter().any(|it| it.operand == operand);
    let mut operands = program.target.operands(instruction.inst);
    operands.any(|it| it.value == Some(v(1).into()) && !own(it.index))
}

/// Registers of a virtual register.
fn units(register: Register) -> impl Iterator<Item = (u16, u16)> {
    let numbers = register.number..register.number + u16::from(register.count);
    numbers.map(move |number| (register.file, number))
}

/// What lives before and behind each instruction, found out instruction by instruction
/// along all ways.
fn lives(program: &Program<'_>) -> Vec<(BTreeSet<Virtual>, BTreeSet<Virtual>)> {
    let starts: Vec<usize> = program
        .blocks
        .iter()
        .scan(0, |next, block| {
            let start = *next;
            *next += block.instructions.len();
            Some(start)
        })
        .collect();
    let all: Vec<&Instruction> = program
        .blocks
        .iter()
        .flat_map(|it| &it.instructions)
        .collect();
    let mut next: Vec<Vec<usize>> = Vec::new();
    for (at, instruction) in all.iter().enumerate() {
        // Past the end of a block lies the next one that has instructions.
        let mnemonic = program.target.mnemonic(instruction.inst);
        let mut after = Vec::new();
        if mnemonic != "s_branch" {
            after.push(at + 1);
        }
        after.extend(instruction.place.map(|(_, block)| starts[block.0]));
        next.push(after);
    }
    let mut lives = vec![(BTreeSet::new(), BTreeSet::new()); all.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for at in (0..all.len()).rev() {
            let mut behind: BTreeSet<Virtual> = BTreeSet::new();
            for &next in next[at].iter().filter(|it| **it < all.len()) {
                behind.extend(&lives[next].0);
            }
            let mut before = behind.clone();
            program.uses(all[at]).filter(|it| it.kills).for_each(|it| {
                before.remove(&it.register);
            });
            let reads = program.uses(all[at]).filter(|it| it.reads);
            before.extend(reads.map(|it| it.register));
            if names_fixed(program, all[at]) {
                before.insert(FIXED);
            }
            changed |= lives[at].0 != before;
            lives[at] = (before, behind);
        }
    }
    lives
}

#[test]
fn lifetimes_never_share_a_register() {
    let mut random = Random(7);
    let (mut given_all, mut refused) = (0, 0);
    for round in 0..3000 {
        let mut program = program(&mut random);
        let limits = Limits::from([
            (v(0).0.file, 4 + random.below(8) as u16),
            (s(0).0.file, 8 + random.below(16) as u16),
        ]);
        let Ok(mut given) = allocate(&program, &limits) else {
            refused += 1;
            continue;
        };
        given.push(v(1).0);
        given_all += 1;
        let all: Vec<Instruction> = program
            .blocks
            .iter()
            .flat_map(|it| it.instructions.clone())
            .collect();
        for (at, (before, behind)) in lives(&program).iter().enumerate() {
            for set in [before, behind] {
                let mut taken = BTreeSet::new();
                for register in set {
                    for unit in units(given[register.0]) {
                        assert!(taken.insert(unit), "round {round}, {at}: {unit:?}");
                    }
                }
            }
            // What is written is nobody else's behind it.
            for it in program.uses(&all[at]).filter(|it| it.writes) {
                let own: BTreeSet<_> = units(given[it.register.0]).collect();
                for other in behind.iter().filter(|other| **other != it.register) {
                    let clash = units(given[other.0]).any(|unit| own.contains(&unit));
                    assert!(!clash, "round {round}, {at}");
                }
            }
        }
        for (kind, register) in program.kinds.iter().zip(&given) {
            let limit = limits[&kind.file];
            assert!(
                register.number + u16::from(kind.count) <= limit,
                "round {round}"
            );
        }
        assign(&mut program, &given).expect("operands take their registers");
    }
    assert!(given_all > 800 && refused > 300, "{given_all} {refused}");
}
