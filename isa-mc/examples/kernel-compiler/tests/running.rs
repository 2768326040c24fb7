//! Kernels from their source to their results: compiled, linked or not, loaded, run; and
//! the same in plain Rust.

use std::process::Command;

use isa_mc::exec::dispatch::Uninitialized;
use isa_mc::gcn::dispatch::{CODE_BASE, Device, Launch, Value};
use isa_mc::gcn::loader::Image;
use isa_mc::gcn::syntax;

use super::super::compile;
use super::super::parse::{
    Binary, Comparison, Expression, Kernel, ParameterKind, Statement, Unary, parse,
};
use super::super::select::GROUP;
use super::{BLUR, TARGETS, target_id};

/// Instructions of a kernel at most.
const BUDGET: u64 = 10_000_000;

/// Runs all workgroups of a grid; gives the arrays as they are then. `file` is an object,
/// as the compiler writes it or as a linker leaves it.
fn run(
    file: &[u8],
    kernel: &Kernel,
    arrays: &[Vec<f32>],
    numbers: &[f32],
    groups: u32,
) -> Vec<Vec<f32>> {
    let image = Image::load(file, CODE_BASE).expect("a code object");
    let mut device = Device::new();
    device.load(&image);
    let mut launch = Launch::new([groups * GROUP, 1, 1], [GROUP, 1, 1]);
    let (mut places, mut left) = (Vec::new(), numbers.iter());
    let mut contents = arrays.iter();
    for parameter in &kernel.parameters {
        if parameter.kind == ParameterKind::Number {
            let number = left.next().expect("a number");
            launch = launch.argument(Value::Bytes(number.to_le_bytes().to_vec()));
            continue;
        }
        let values = contents.next().expect("an array");
        let bytes: Vec<u8> = values.iter().flat_map(|it| it.to_le_bytes()).collect();
        let address = device.allocate(bytes.len() as u64).expect("room");
        device.write(address, &bytes).expect("it was allocated");
        launch = launch.argument(Value::Address(address));
        places.push((address, bytes.len()));
    }
    let count = arrays[0].len() as u32;
    launch = launch.argument(Value::Bytes(count.to_le_bytes().to_vec()));

    let found = image.kernel(Some(&kernel.name)).expect("the kernel");
    let mut dispatch = launch.start(&image, found, device).expect("it starts");
    dispatch.budget(BUDGET);
    dispatch.uninitialized(Uninitialized::Fatal);
    let target = dispatch.environment().target();
    if let Err(error) = dispatch.run(&mut ()) {
        panic!("{}", error.display(&target, syntax::LLVM));
    }
    let mut device = dispatch.into_environment().into_device();
    let arrays = places.into_iter().map(|(address, count)| {
        let bytes = device.read(address, count).expect("it is there");
        let words = bytes.as_chunks::<4>().0.iter();
        words.map(|it| f32::from_le_bytes(*it)).collect()
    });
    arrays.collect()
}

/// What `ld.lld` makes of an object; `None` if there is no such program.
fn linked(object: &[u8]) -> Option<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("kernel.o"), object).expect("the folder can be written");
    let programs = ["ld.lld", "ld.lld-22"];
    let done = programs.into_iter().find_map(|program| {
        let mut command = Command::new(program);
        command.arg("-shared").arg(path("kernel.o"));
        command.arg("-o").arg(path("kernel.so")).status().ok()
    })?;
    assert!(done.success(), "the object is linked");
    Some(std::fs::read(path("kernel.so")).expect("the linker's file"))
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
        for cpu in TARGETS {
            let object = compile(source, target_id(cpu), 256).expect("it compiles");
            let object = object.to_elf().expect("an object file");
            compared += compare(cpu, &kernel, &object);
        }
    }
    assert!(compared > 100_000, "{compared}");
}

/// The same of what a linker made, where there is one.
#[test]
fn linked_kernels_do_what_they_mean() {
    let kernel = parse(BLUR).expect("right");
    for cpu in TARGETS {
        let object = compile(BLUR, target_id(cpu), 256).expect("it compiles");
        let object = object.to_elf().expect("an object file");
        match linked(&object) {
            Some(file) => assert!(compare(cpu, &kernel, &file) > 4000),
            None => println!("there is no ld.lld: nothing is linked"),
        }
    }
}

/// Compares what a file does with what the kernel means, with arrays of several lengths
/// and grids; gives how many elements are the same.
fn compare(cpu: &str, kernel: &Kernel, file: &[u8]) -> usize {
    let number = |it: &&_| matches!(it, &ParameterKind::Number);
    let kinds: Vec<ParameterKind> = kernel.parameters.iter().map(|it| it.kind).collect();
    let numbers = kinds.iter().filter(number).count();
    let mut compared = 0;
    for (count, groups) in [(1, 1), (64, 1), (300, 2), (100, 3), (2000, 4)] {
        let arrays: Vec<Vec<f32>> = (0..kinds.len() - numbers)
            .map(|at| values(count, at as u32))
            .collect();
        let numbers = &[0.75, -3.25][..numbers];
        let wanted = meaning(kernel, &arrays, numbers);
        let found = run(file, kernel, &arrays, numbers, groups);
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
    compared
}
