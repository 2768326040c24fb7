//! The code of kernels, run instruction by instruction, and the same in plain Rust.

use isa_mc::exec::{Executor, InMemory};
use isa_mc::gcn::{self, syntax};
use isa_mc::object::Object;

use super::super::compile;
use super::super::parse::{
    Binary, Comparison, Expression, Kernel, ParameterKind, Statement, Unary, parse,
};
use super::super::select::{GROUP, arguments};
use super::{BLUR, TARGETS, target_id};

const PACKET: u64 = 0x1000;
const ARGUMENTS: u64 = 0x2000;
const ARRAYS: u64 = 0x10_0000;
/// Bytes from one array to the next.
const APART: u64 = 0x1_0000;

/// Instructions of a wavefront at most.
const BUDGET: usize = 100_000;

/// Runs all workgroups of a grid; gives the arrays as they are then.
fn run(
    cpu: &str,
    object: &Object,
    kernel: &Kernel,
    arrays: &[Vec<f32>],
    numbers: &[f32],
    groups: u32,
) -> Vec<Vec<f32>> {
    let target = gcn::target(cpu).expect("a processor");
    let code = &object.section(".text").expect("code").bytes;
    let mut machine = InMemory::new(&target);
    let global = machine.space("global").expect("a space");
    let mut packet = [0; 64];
    packet[12..16].copy_from_slice(&(groups * GROUP).to_le_bytes());
    machine.poke(global, PACKET, &packet);
    let places = arguments(kernel);
    let count = arrays[0].len() as u32;
    let (mut array, mut number) = (0, 0);
    for (parameter, place) in kernel.parameters.iter().zip(&places) {
        let address = ARGUMENTS + u64::from(place.offset);
        if parameter.kind == ParameterKind::Number {
            machine.poke(global, address, &f32::to_le_bytes(numbers[number]));
            number += 1;
            continue;
        }
        let base = ARRAYS + array as u64 * APART;
        machine.poke(global, address, &base.to_le_bytes());
        let bytes: Vec<u8> = arrays[array]
            .iter()
            .flat_map(|it| it.to_le_bytes())
            .collect();
        machine.poke(global, base, &bytes);
        array += 1;
    }
    let last = places.last().expect("the count");
    machine.poke(
        global,
        ARGUMENTS + u64::from(last.offset),
        &count.to_le_bytes(),
    );

    let mut executor = Executor::new();
    for group in 0..groups {
        machine
            .set_register("s[0:1]", &[PACKET, 0])
            .expect("registers");
        machine
            .set_register("s[2:3]", &[ARGUMENTS, 0])
            .expect("registers");
        machine
            .set_register("s4", &[group.into()])
            .expect("a register");
        for lane in 0..GROUP as usize {
            machine
                .set_lane("v0", lane, &[lane as u64])
                .expect("a register");
        }
        machine.set_state("EXEC", u64::MAX).expect("a state");
        machine.set_state("MODE", 0xf0).expect("a state");
        let mut at = 0;
        let mut ended = false;
        for _ in 0..BUDGET {
            let inst = target.decode(&code[at..]).expect("an instruction");
            if target.mnemonic(inst) == "s_endpgm" {
                ended = true;
                break;
            }
            let next = (at + inst.size()) as u64;
            machine.set_state("PC", next).expect("a state");
            executor
                .execute(&target, inst, &mut machine)
                .unwrap_or_else(|error| {
                    let mut text = String::new();
                    let _ = target.print(inst, syntax::LLVM, &mut text);
                    panic!("{cpu} {at:#x} {text}: {}", error.display(target.tables()))
                });
            at = machine.state("PC").expect("a state") as usize;
        }
        assert!(ended, "{cpu}: group {group} does not end");
    }
    let arrays = arrays.iter().enumerate().map(|(array, values)| {
        let base = ARRAYS + array as u64 * APART;
        let bytes = machine
            .peek(global, base, values.len() * 4)
            .expect("it was stored");
        let words = bytes.chunks_exact(4);
        words
            .map(|it| f32::from_le_bytes([it[0], it[1], it[2], it[3]]))
            .collect()
    });
    arrays.collect()
}

/// What a kernel means.
struct Meaning<'a> {
    kernel: &'a Kernel,
    arrays: &'a [Vec<f32>],
    numbers: &'a [f32],
    lets: Vec<f32>,
    index: i64,
}

impl Meaning<'_> {
    /// Parameters of a kind before this one.
    fn place(&self, parameter: usize) -> usize {
        let number = |at: &usize| self.kernel.parameters[*at].kind == ParameterKind::Number;
        let same = (0..parameter).filter(|at| number(at) == number(&parameter));
        same.count()
    }

    #[expect(clippy::float_cmp, reason = "the language compares exactly")]
    fn value(&self, expression: &Expression) -> f32 {
        match expression {
            Expression::Constant(number) => *number,
            Expression::Number(parameter) => self.numbers[self.place(*parameter)],
            Expression::Name(name) => self.lets[*name],
            Expression::Element { array, offset } => {
                let at = usize::try_from(self.index + i64::from(*offset));
                let array = &self.arrays[self.place(*array)];
                let found = at.ok().and_then(|at| array.get(at));
                found.copied().unwrap_or(0.0)
            }
            Expression::Unary(Unary::Negate, inner) => -self.value(inner),
            Expression::Unary(Unary::Magnitude, inner) => self.value(inner).abs(),
            Expression::Binary(operator, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                match operator {
                    Binary::Add => left + right,
                    Binary::Subtract => left - right,
                    Binary::Multiply => left * right,
                    Binary::Minimum => left.min(right),
                    Binary::Maximum => left.max(right),
                }
            }
            Expression::Choose {
                comparison,
                sides,
                choices,
            } => {
                let (left, right) = (self.value(&sides[0]), self.value(&sides[1]));
                let holds = match comparison {
                    Comparison::Less => left < right,
                    Comparison::LessEqual => left <= right,
                    Comparison::Greater => left > right,
                    Comparison::GreaterEqual => left >= right,
                    Comparison::Equal => left == right,
                    Comparison::NotEqual => left != right,
                };
                self.value(&choices[usize::from(!holds)])
            }
        }
    }
}

fn meaning(kernel: &Kernel, arrays: &[Vec<f32>], numbers: &[f32]) -> Vec<Vec<f32>> {
    let mut after = arrays.to_vec();
    let count = arrays[0].len() as i64;
    for index in 0..count {
        let mut meaning = Meaning {
            kernel,
            arrays,
            numbers,
            lets: Vec::new(),
            index,
        };
        for statement in &kernel.statements {
            match statement {
                Statement::Let(value) => {
                    let value = meaning.value(value);
                    meaning.lets.push(value);
                }
                Statement::Store { array, value } => {
                    after[meaning.place(*array)][index as usize] = meaning.value(value);
                }
            }
        }
    }
    after
}

/// Numbers of all sizes, subnormal ones among them.
fn values(count: usize, seed: u32) -> Vec<f32> {
    let value = |at: u32| {
        let mixed = (at + 1)
            .wrapping_mul(0x9e37_79b9)
            .wrapping_add(seed.wrapping_mul(0x85eb_ca6b));
        match mixed >> 29 {
            0 => f32::from_bits(mixed >> 9 | 1),
            1 => f32::from((mixed >> 8) as u16) * 1e10 + 1.0,
            it => (f32::from(mixed as u16) - 32768.5) / f32::from(it as u16 * 7),
        }
    };
    (0..count as u32).map(value).collect()
}

const SOURCES: [&str; 6] = [
    BLUR,
    "kernel copy(in a, out b) { b[i] = a[i]; }",
    "kernel constant(out a, float x) { a[i] = 2.5; }",
    // Every operator, with constants and numbers on either side.
    "kernel operators(in a, in b, out c, out d, float x, float y) {
        let p = x - a[i];
        let q = a[i] - x;
        let r = 3 - b[i] * 0.1 + y;
        c[i] = abs(p) * -q + max(r, x - y) - (1.5 - min(y, 7));
        d[i] = -x + a[i] * a[i];
    }",
    // Each comparison, within one another.
    "kernel compare(in a, in b, out c) {
        let x = a[i] < b[i] ? 1 : 2;
        let y = a[i] <= b[i] ? x : a[i] > 0 ? 3 : 4;
        let z = a[i] >= b[i] ? 10 : a[i] == b[i] ? 20 : a[i] != a[i + 1] ? 30 : 40;
        c[i] = x + y * z;
    }",
    // Neighbours near and far, some beyond what the instruction's offset holds; far
    // below zero the offset wraps, and is beyond the end as well.
    "kernel far(in a, out b) {
        b[i] = a[i - 5] + a[i + 1023] * 2 - a[i + 1024] + a[i + 1500] - a[i - 100000];
    }",
];

/// Kernels give what their source means, bit for bit, on every generation, with fewer
/// work-items than elements and with more.
#[test]
fn kernels_do_what_they_mean() {
    let mut compared = 0;
    for source in SOURCES {
        let kernel = parse(source).expect("right");
        let number = |it: &&_| matches!(it, &ParameterKind::Number);
        let kinds: Vec<ParameterKind> = kernel.parameters.iter().map(|it| it.kind).collect();
        let numbers = kinds.iter().filter(number).count();
        for (count, groups) in [(1, 1), (64, 1), (300, 2), (100, 3), (2000, 4)] {
            let arrays: Vec<Vec<f32>> = (0..kinds.len() - numbers)
                .map(|at| values(count, at as u32))
                .collect();
            let numbers = &[0.75, -3.25][..numbers];
            let wanted = meaning(&kernel, &arrays, numbers);
            for cpu in TARGETS {
                let object = compile(source, target_id(cpu), 256).expect("it compiles");
                let found = run(cpu, &object, &kernel, &arrays, numbers, groups);
                for (found, wanted) in found.iter().zip(&wanted) {
                    for (index, (found, wanted)) in found.iter().zip(wanted).enumerate() {
                        assert_eq!(
                            found.to_bits(),
                            wanted.to_bits(),
                            "{cpu} {} of {count}: {found} for {wanted} at {index}",
                            kernel.name
                        );
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 100_000, "{compared}");
}
